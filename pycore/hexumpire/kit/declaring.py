"""Attacks that are declared on the board as it stands, one after another, and then fought as a turn.

The attacker names the hexes of an attack and who makes it; its odds are told as it grows. Once all are declared they
are the attacks of a :class:`~hexumpire.kit.turn.Turn`, fought in the order that the attacker likes.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final, NamedTuple

from hexumpire.board import hexgrid
from hexumpire.kit.attacks import Attacks, Course
from hexumpire.kit.losses import Why
from hexumpire.kit.places import mention
from hexumpire.kit.turn import ATTACKER, UNIT, Turn
from hexumpire.kit.turn_board import Standing, size
from hexumpire.model.battle import DECLARE, OPEN, Assessment, Decision, Game, Line, Option, Outcome, Row, Terminal
from hexumpire.model.errors import Problem
from hexumpire.model.phase import Candidate, Choice, Embedded, Phase, PhasedGame
from hexumpire.model.scenario import Declared, Scenario, Unit, whole
from hexumpire.model.text import capital, listed, say
from hexumpire.model.trace import Rules, Trace

KEPT: Final = 16
"""So many turns are remembered: those that the units of one attack could join."""


class Plan(NamedTuple):
    """A position.

    ``attacks``: those declared; ``targets`` and ``sent``: hexes of the one being declared and how much of which units
    makes it; ``inner``: the position of the turn, once they are fought.
    """

    phase: str
    attacks: tuple[Declared, ...] = ()
    targets: tuple[str, ...] = ()
    sent: tuple[tuple[str, int], ...] = ()
    inner: Course | None = None


class Due(NamedTuple):
    """An attack that has to be made and is not declared: on one of these hexes, and why.

    ``units``: somebody of these has to be in it; where it is empty, it is no matter who makes it.
    """

    hexes: tuple[str, ...]
    reason: str
    rules: Rules
    units: frozenset[str] = frozenset()


def nothing(scenario: Scenario, attacks: Sequence[Declared]) -> Sequence[Due]:
    """No attack has to be made."""
    return ()


class Declaring(PhasedGame[Plan]):
    """The game of attacks that are declared on a board and fought (see :class:`hexumpire.model.battle.Game`).

    ``reaches`` says, at a glance, why a unit cannot attack these hexes from where it stands; ``named`` is so many
    of a unit in words; ``due`` are the attacks that have to be made beside those declared.
    """

    def __init__(
        self,
        scenario: Scenario,
        attacks: Attacks,
        reaches: Callable[[Scenario, Unit, Sequence[str]], Why],
        named: Callable[[Unit, int], str],
        due: Callable[[Scenario, Sequence[Declared]], Sequence[Due]] = nothing,
    ) -> None:
        self.scenario = scenario
        self.rules = attacks
        self.reaches = reaches
        self.named = named
        self.due = due
        self.problems: tuple[Problem, ...] = ()
        self.ours = [unit for unit in scenario.units if unit.side == ATTACKER]
        theirs = (unit.at for unit in scenario.units if unit.side != ATTACKER)
        self.held = [*dict.fromkeys(theirs)]
        self._turns: dict[tuple[Declared, ...], Turn] = {}
        super().__init__([_Which(self), _Who(self), _Fights(self), _Over(self)])

    # --- the attacks --------------------------------------------------------------------------------------

    def turn(self, attacks: tuple[Declared, ...]) -> Turn:
        """The turn of these attacks."""
        found = self._turns.get(attacks)
        if found is None:
            if len(self._turns) >= KEPT:
                self._turns.clear()
            targets = tuple(dict.fromkeys(place for one in attacks for place in one.targets))
            scenario = replace(self.scenario, attacks=attacks, targets=targets)
            found = self._turns[attacks] = Turn(scenario, self.rules)
        return found

    def rest(self, state: Plan, unit: Unit) -> int:
        """How much of a unit is in no attack yet."""
        used = [share for one in state.attacks for name, share in one.units if name == unit.id]
        return size(unit, self.rules.vocabulary) - sum(used) - dict(state.sent).get(unit.id, 0)

    def step(self, unit: Unit, rest: int) -> int:
        """How much of a unit joins at a tap: a counter, or all that is left of what is counted in factors."""
        return rest if self.rules.vocabulary.type_of[unit.type].amount else 1

    def can(self, unit: Unit, places: Sequence[str]) -> bool:
        """Whether a unit could attack these hexes from where it stands, at a glance."""
        return not self.reaches(self.scenario, unit, places)[0]

    def forbids(self, state: Plan, sent: tuple[tuple[str, int], ...]) -> list[tuple[str, Problem]]:
        """Why the attack at hand may not be made by these, each with the unit it is about (none of most of them)."""
        one = Declared(state.targets, sent)
        turn = self.turn((one,))
        game = turn.part(0, turn.home)
        found = [(_about(game.scenario, problem), problem) for problem in game.problems]
        together = replace(self.scenario, attacks=(*state.attacks, one), targets=one.targets)
        return found + [(_about(together, problem), problem) for problem in self.rules.problems(together)]

    def best_first(self) -> Sequence[Unit]:
        """The units of the attacker as they would join an attack that has to be made: of too many the first ones."""
        return self.ours

    def possible(self, state: Plan, due: Due) -> tuple[str, ...]:
        """The hexes on which all who may join can make an attack that has to be made."""
        return tuple(place for place in due.hexes if self._possible(state, place, due.units))

    def _possible(self, state: Plan, place: str, units: frozenset[str]) -> bool:
        """Whether they can make one on a hex, with somebody of some units if there are any such."""
        plan = state._replace(targets=(place,), sent=())
        known = {(name, problem.rule) for name, problem in self.forbids(plan, ())}
        for unit in sorted(self.best_first(), key=lambda one: one.id not in units):
            rest = self.rest(plan, unit)
            while rest and not self._bar(plan, unit)[0]:
                sent = _sent(plan, unit, self.step(unit, rest))
                if any(name and (name, problem.rule) not in known for name, problem in self.forbids(plan, sent)):
                    break
                plan, rest = plan._replace(sent=sent), rest - self.step(unit, rest)
        return (not units or not units.isdisjoint(dict(plan.sent))) and not self.forbids(plan, plan.sent)

    def _bar(self, plan: Plan, unit: Unit) -> Why:
        """Why a unit cannot join an attack, by where it stands and by attacks on the same hexes."""
        reason = self.reaches(self.scenario, unit, plan.targets)
        if reason[0]:
            return reason
        return self.taken(plan, plan.targets, [*(self.scenario.by_id[name] for name, _ in plan.sent), unit])

    def stranded(self, state: Plan) -> Due | None:
        """An attack that has to be made and that can, but not without those in the attack at hand.

        Where that one has to be made, too, it is no matter unless it could do with fewer.
        """
        before = Plan(_Which.key, state.attacks)
        rest = self.due(self.scenario, (*state.attacks, Declared(state.targets, state.sent)))
        made = [one for one in self.due(self.scenario, state.attacks) if one not in rest]
        for one in rest:
            if self._after(state, state.sent, one) or not self.possible(before, one):
                continue
            if not made:
                return one
            for name, _ in state.sent:
                unit = self.scenario.by_id[name]
                fewer = _sent(state, unit, -self.step(unit, dict(state.sent)[name]))
                if not self.forbids(state, fewer) and self._after(state, fewer, one):
                    return one
        return None

    def _after(self, state: Plan, sent: tuple[tuple[str, int], ...], due: Due) -> bool:
        """Whether an attack that has to be made can be made beside the one at hand, if these make that one."""
        return bool(self.possible(Plan(_Which.key, (*state.attacks, Declared(state.targets, sent))), due))

    def taken(self, state: Plan, places: Sequence[str], units: Sequence[Unit]) -> Why:
        """Why these may attack none of the hexes that an attack declared has; empty when they may."""
        for number, one in enumerate(state.attacks):
            first = [self.scenario.by_id[name] for name, _ in one.units]
            for place in places:
                if place in one.targets and not (units and self.rules.again(self.scenario, first, units)):
                    reason = say("{hex} is attacked in attack {n} already", hex=mention(place), n=number + 1)
                    return reason, self.rules.hexes
        return "", ()

    # --- the game -----------------------------------------------------------------------------------------

    def start(self) -> Plan:
        """The beginning: no attack is declared."""
        return Plan(_Which.key)

    def scope(self, state: Plan) -> tuple[Game[Any], Any]:
        """The turn of the attacks declared so far, and of the one being declared as soon as it can be."""
        attacks = state.attacks
        if state.phase == _Who.key and not self.forbids(state, state.sent) and not self.stranded(state):
            attacks = (*attacks, Declared(state.targets, tuple(sorted(state.sent))))
        if not attacks:
            return self, state
        turn = self.turn(attacks)
        return turn, state.inner or turn.start()

    def overrides(self, state: Plan) -> Sequence[Option]:
        """What the players may agree on, against the rules, in the attack that is being fought."""
        return self.turn(state.attacks).overrides(state.inner) if state.inner else ()

    def overrule(self, state: Plan, action: str) -> Plan:
        """The position after the players agreed on ``action``, one of the overrides."""
        return self.phases[_Fights.key].apply(state, action)

    def rows(self, state: Plan) -> Sequence[Row]:
        """The attacks declared, and the one being declared."""
        turn = self.turn(state.attacks)
        found = list(turn.rows(self.course(state)))
        if state.phase == _Who.key:
            number = len(state.attacks)
            title = say("Attack {n}: {places}", n=number + 1, places=listed(map(mention, state.targets)))
            starts = tuple(dict.fromkeys(self.scenario.by_id[name].at for name, _ in state.sent))
            found.append(Row(number, state.targets, title, OPEN, assessment=self._at_hand(state), starts=starts))
        return found

    def ended(self, state: Plan) -> bool:
        """Whether all attacks are over."""
        return state.phase == _Over.key

    def course(self, state: Plan) -> Course:
        """The position of the turn of the attacks declared."""
        return state.inner or self.turn(state.attacks).start()

    def outcome(self, state: Plan) -> Outcome:
        """What the attacks came to."""
        return self.turn(state.attacks).outcome(self.course(state))

    def _at_hand(self, state: Plan) -> Assessment | None:
        """The odds of the attack being declared."""
        turn = self.turn((Declared(state.targets, state.sent),))
        game = turn.part(0, turn.home)
        return game.assess(game.start())

    def assess(self, state: Plan) -> Assessment | None:
        """The odds of the attack at hand; else of all that are declared."""
        if state.phase == _Who.key:
            found = self._at_hand(state)
            if found is not None:
                return found
        if state.attacks:
            return self.turn(state.attacks).assess(self.course(state))
        tree = Trace("Attacks", None, self.rules.order, "list")
        return Assessment("no attack is declared", None, None, None, tree)

    def overlay(self, state: Plan) -> Mapping[str, Any]:
        """What the board shows beyond the set-up: the hexes attacked are lit."""
        found = dict(self.turn(state.attacks).overlay(self.course(state)))
        if state.targets:
            found["lit_hexes"] = list(state.targets)
        return found

    def closing(self, state: Plan) -> Sequence[Line]:
        """How the attacks ended that were not fought."""
        return self.turn(state.attacks).closing(self.course(state))

    def relevant(self) -> Mapping[str, Any]:
        """What could matter to an attack on any hex that can be attacked."""
        attacks = []
        for place in self.held:
            near = [unit for unit in self.ours if self.can(unit, (place,))]
            if near:
                sent = tuple((unit.id, size(unit, self.rules.vocabulary)) for unit in near)
                attacks.append(Declared((place,), sent))
        found: dict[str, Any] = {"conditions": [], "readings": [], "units": {}, "hexes": {}}
        for one in attacks:
            part = self.turn((one,)).relevant()
            for key in ("conditions", "readings"):
                found[key] = [*dict.fromkeys([*found[key], *part[key]])]
            for key in ("units", "hexes"):
                for name, asked in part[key].items():
                    mine = found[key].setdefault(name, [])
                    mine += [field for field in asked if field not in mine]
        return found

    def remains(self, state: Plan) -> Mapping[str, Sequence[Standing]]:
        """What is left of each unit (see :class:`hexumpire.kit.turn_board.Remaining`)."""
        return self.turn(state.attacks).remains(self.course(state))

    def ground(self, state: Plan) -> Mapping[str, tuple[str, ...]]:
        """The features of hexes that attacks have changed."""
        return self.turn(state.attacks).ground(self.course(state))


def _next(a: str, b: str) -> bool:
    """Whether two hexes are neighbours."""
    return hexgrid.distance(hexgrid.parse(a), hexgrid.parse(b)) == 1


def _about(scenario: Scenario, problem: Problem) -> str:
    """The unit that a problem is about; empty where it is about none."""
    unit = UNIT.match(problem.path)
    return whole(scenario.units[int(unit[1])].id) if unit else ""


class _Planning(Phase[Plan]):
    """A phase of the declaration."""

    def __init__(self, game: Declaring) -> None:
        self.game = game

    def state_key(self, state: Plan) -> Hashable:
        """In which order units were sent does not count."""
        inner = self.game.turn(state.attacks).key(state.inner) if state.inner else None
        return state.phase, state.attacks, state.targets, tuple(sorted(state.sent)), inner


class _Which(_Planning, Choice[Plan]):
    """The attacker names the hex of a further attack, or has those declared fought."""

    key = "which"

    def candidates(self, state: Plan) -> Iterator[Candidate]:
        """Every hex that the other side holds, and the end of the declaration."""
        game = self.game
        due = self._waits(state)
        for place in game.held:
            option = Option(
                f"at:{place}",
                say("Attack {place}", place=mention(place)),
                game.rules.order,
                hex=place,
                aside=due is None or place not in due.hexes,
            )
            yield Candidate(option, *self._bar(state, place))
        if due is None:
            yield Candidate(Option("fight", "Fight these attacks" if state.attacks else "No attacks", game.rules.order))

    def _waits(self, state: Plan) -> Due | None:
        """An attack that has to be made yet, with the hexes on which the rules allow it."""
        for one in self.game.due(self.game.scenario, state.attacks):
            places = self.game.possible(state, one)
            if places:
                return one._replace(hexes=places)
        return None

    def _bar(self, state: Plan, place: str) -> Why:
        """Why nobody who is in no attack yet can attack a hex; empty when somebody can."""
        game = self.game
        types = game.rules.vocabulary.type_of
        able = [one for one in game.ours if not types[one.type].amount and game.rest(state, one)]
        near = [one for one in able if game.can(one, (place,))]
        if any(not game.taken(state, (place,), (one,))[0] for one in near):
            return "", ()
        bar = game.taken(state, (place,), ())
        return bar if bar[0] else (say("nobody can attack {place}", place=mention(place)), game.rules.order)

    def question(self, state: Plan, options: tuple[Option, ...]) -> Decision:
        """What is attacked."""
        which = "Which hex is attacked next?" if state.attacks else "Which hex is attacked?"
        due = self._waits(state)
        if due is None:
            return Decision(ATTACKER, DECLARE, which, options, self.game.rules.order)
        prompt = say("{reason}. {question}", reason=capital(due.reason), question=which)
        return Decision(ATTACKER, DECLARE, prompt, options, due.rules)

    def apply(self, state: Plan, action: str) -> Plan:
        """An attack begun, or the choice of the first of those declared."""
        word, _, value = action.partition(":")
        if word == "at":
            return state._replace(phase=_Who.key, targets=(value,))
        if not state.attacks:
            return state._replace(phase=_Over.key)
        return state._replace(phase=_Fights.key, inner=self.game.turn(state.attacks).start())

    def narrate(self, before: Plan, action: str, after: Plan) -> Sequence[Line]:
        """That there are none."""
        rules = self.game.rules.order
        return [] if after.phase != _Over.key else [Line("No attacks are made.", rules, ATTACKER)]


class _Who(_Planning, Choice[Plan]):
    """The attacker says who makes the attack, on which further hexes."""

    key = "who"

    def candidates(self, state: Plan) -> Iterator[Candidate]:
        """Every unit of the attacker, the hexes next to the first, and the end of the declaration."""
        game = self.game
        due = any({*one.hexes} & {*state.targets} for one in game.due(game.scenario, state.attacks))
        for unit in game.ours:
            rest = game.rest(state, unit)
            if rest:
                yield self._joining(state, unit, rest, due)
        for place in game.held:
            if place not in state.targets and self._beside(state, place):
                label = say("Attack {place} as well", place=mention(place))
                yield Candidate(Option(f"also:{place}", label, game.rules.order, hex=place, aside=True))
        declare = Option("declare", "Declare this attack", game.rules.order, hex=state.targets[0], aside=not due)
        wrong = game.forbids(state, state.sent)
        if wrong:
            problem = wrong[0][1]
            yield Candidate(declare, problem.message, (problem.rule,) if problem.rule else game.rules.order)
        else:
            due_too = game.stranded(state)
            reason = say("{x}, and cannot without those sent here", x=due_too.reason) if due_too else ""
            yield Candidate(declare, reason, due_too.rules if due_too else ())
        yield Candidate(Option("back", "Declare none here", game.rules.order, aside=due and not wrong))

    def _beside(self, state: Plan, place: str) -> bool:
        """Whether a hex can be attacked with those named: it is in no other attack that bars this one.

        It is next to one of them, or a unit that is in this attack or in none stands next to all of them and to it.
        """
        game, places = self.game, (*state.targets, place)
        if game.taken(state, (place,), self._sent(state))[0]:
            return False
        sent = dict(state.sent)
        free = (unit.at for unit in game.ours if unit.id in sent or game.rest(state, unit))
        return any(_next(place, one) for one in state.targets) or any(
            all(_next(at, one) for one in places) for at in free
        )

    def _sent(self, state: Plan) -> list[Unit]:
        """Those who have joined the attack."""
        return [self.game.scenario.by_id[name] for name, _ in state.sent]

    def _joining(self, state: Plan, unit: Unit, rest: int, due: bool) -> Candidate:
        """Whether a unit may join the attack, which is one that is ``due``."""
        game = self.game
        label = say("Send the {unit} in {place}", unit=game.named(unit, game.step(unit, rest)), place=mention(unit.at))
        option = Option(f"with:{unit.id}", label, game.rules.order, unit.id, aside=not due)
        for reason, rules in (
            game.reaches(game.scenario, unit, state.targets),
            game.taken(state, state.targets, (*self._sent(state), unit)),
        ):
            if reason:
                return Candidate(option, reason, rules)
        for name, problem in game.forbids(state, _sent(state, unit, game.step(unit, rest))):
            if name == unit.id:
                return Candidate(option, problem.message, (problem.rule,) if problem.rule else game.rules.order)
        return Candidate(option)

    def question(self, state: Plan, options: tuple[Option, ...]) -> Decision:
        """Who attacks."""
        prompt = say("Who attacks {places}?", places=listed(map(mention, state.targets)))
        return Decision(ATTACKER, DECLARE, prompt, options, self.game.rules.order)

    def apply(self, state: Plan, action: str) -> Plan:
        """One more in the attack, one hex more, or the attack declared."""
        word, _, value = action.partition(":")
        game = self.game
        if word == "with":
            unit = game.scenario.by_id[value]
            return state._replace(sent=_sent(state, unit, game.step(unit, game.rest(state, unit))))
        if word == "also":
            return state._replace(targets=(*state.targets, value))
        attacks = state.attacks
        if word == "declare":
            attacks = (*attacks, Declared(state.targets, tuple(sorted(state.sent))))
        return Plan(_Which.key, attacks)

    def narrate(self, before: Plan, action: str, after: Plan) -> Sequence[Line]:
        """The attack that was declared, with its odds."""
        if action != "declare":
            return ()
        turn = self.game.turn(after.attacks)
        row = turn.rows(turn.start())[-1]
        names = listed(self._share(name, share) for name, share in after.attacks[-1].units)
        text = say("{x}, by {names}.", x=row.title, names=names)
        return [Line(text, self.game.rules.order, ATTACKER)]

    def _share(self, name: str, share: int) -> str:
        unit = self.game.scenario.by_id[name]
        return say("{n} {unit} in {place}", n=share, unit=self.game.named(unit, share), place=mention(unit.at))


def _sent(state: Plan, unit: Unit, more: int) -> tuple[tuple[str, int], ...]:
    """Who makes the attack, with so much more of a unit."""
    found = dict(state.sent)
    after = {**found, unit.id: found.get(unit.id, 0) + more}
    return tuple((name, share) for name, share in after.items() if share)


class _Fights(_Planning, Embedded[Plan, Any]):
    """The attacks are fought."""

    key = "fights"

    def inner(self, state: Plan) -> tuple[Game[Any], Any]:
        """Their turn."""
        return self.game.turn(state.attacks), self.game.course(state)

    def resume(self, state: Plan, inner: Any) -> Plan:
        """It goes on, or is over."""
        over = isinstance(self.game.turn(state.attacks).node(inner), Terminal)
        return state._replace(phase=_Over.key if over else _Fights.key, inner=inner)


class _Over(_Planning):
    """All attacks are over."""

    key = "over"

    def node(self, state: Plan) -> Terminal:
        """What they came to."""
        return Terminal(self.game.outcome(state), self.game.rules.order)
