"""The phases of a declaration: which hex is attacked, who attacks it, and the fights that follow."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from typing import Any, Final

from hexumpire.board import hexgrid
from hexumpire.kit.declarable import WHICH, Declarable, Due, Plan, with_more
from hexumpire.kit.losses import Why
from hexumpire.kit.places import mention
from hexumpire.kit.turn import ATTACKER
from hexumpire.model.battle import DECLARE, Decision, Game, Line, Option, Terminal
from hexumpire.model.phase import Candidate, Choice, Embedded, Phase
from hexumpire.model.scenario import Declared, Unit
from hexumpire.model.text import capital, listed, say

WHO: Final = "who"
FIGHTS: Final = "fights"
OVER: Final = "over"


def _next(a: str, b: str) -> bool:
    """Whether two hexes are neighbours."""
    return hexgrid.distance(hexgrid.parse(a), hexgrid.parse(b)) == 1


class Planning(Phase[Plan]):
    """A phase of the declaration."""

    def __init__(self, game: Declarable) -> None:
        self.game = game

    def state_key(self, state: Plan) -> Hashable:
        """In which order units were sent does not count."""
        inner = self.game.turn(state.attacks).key(state.inner) if state.inner else None
        return state.phase, state.attacks, state.targets, tuple(sorted(state.sent)), inner


class Which(Planning, Choice[Plan]):
    """The attacker names the hex of a further attack, or has those declared fought."""

    key = WHICH

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
        whys = [game.reaches(game.scenario, one, (place,)) for one in able]
        near = [one for one, (reason, _) in zip(able, whys, strict=True) if not reason]
        if any(not game.taken(state, (place,), (one,))[0] for one in near):
            return "", ()
        bar = game.taken(state, (place,), ())
        if bar[0]:
            return bar
        used = game.rules.once if state.attacks and not able else game.rules.order
        rules = tuple(dict.fromkeys(rule for _, cited in whys for rule in cited))
        return say("nobody can attack {place}", place=mention(place)), rules or used

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
            return state._replace(phase=WHO, targets=(value,))
        if not state.attacks:
            return state._replace(phase=OVER)
        return state._replace(phase=FIGHTS, inner=self.game.turn(state.attacks).start())

    def narrate(self, before: Plan, action: str, after: Plan) -> Sequence[Line]:
        """That there are none."""
        rules = self.game.rules.order
        return [] if after.phase != OVER else [Line("No attacks are made.", rules, ATTACKER)]


class Who(Planning, Choice[Plan]):
    """The attacker says who makes the attack, on which further hexes."""

    key = WHO

    def candidates(self, state: Plan) -> Iterator[Candidate]:
        """Every unit of the attacker, the hexes next to the first, and the end of the declaration."""
        game = self.game
        due = any({*one.hexes} & {*state.targets} for one in game.due(game.scenario, state.attacks))
        for unit in game.ours:
            rest = game.rest(state, unit)
            reason, rules = game.elsewhere(state, unit)
            if rest:
                yield self._joining(state, unit, rest, due)
            elif reason:
                yield Candidate(Option(f"with:{unit.id}", "", game.rules.order, unit.id), reason, rules)
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
        for name, problem in game.forbids(state, with_more(state, unit, game.step(unit, rest))):
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
            return state._replace(sent=with_more(state, unit, game.step(unit, game.rest(state, unit))))
        if word == "also":
            return state._replace(targets=(*state.targets, value))
        attacks = state.attacks
        if word == "declare":
            attacks = (*attacks, Declared(state.targets, tuple(sorted(state.sent))))
        return Plan(WHICH, attacks)

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


class Fights(Planning, Embedded[Plan, Any]):
    """The attacks are fought."""

    key = FIGHTS

    def inner(self, state: Plan) -> tuple[Game[Any], Any]:
        """Their turn."""
        return self.game.turn(state.attacks), self.game.course(state)

    def resume(self, state: Plan, inner: Any) -> Plan:
        """It goes on, or is over."""
        over = isinstance(self.game.turn(state.attacks).node(inner), Terminal)
        return state._replace(phase=OVER if over else FIGHTS, inner=inner)


class Over(Planning):
    """All attacks are over."""

    key = OVER

    def node(self, state: Plan) -> Terminal:
        """What they came to."""
        return Terminal(self.game.outcome(state), self.game.rules.order)
