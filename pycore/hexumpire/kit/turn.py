"""Several attacks of one phase on one board, numbered, each the game that it is alone.

The attacker chooses which comes next. It is fought on the board as the last one left it, and what it leaves is the
board of the next. A ruleset says with :class:`Attacks` what a single attack is and what binds them together.
"""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final, Self

from hexumpire.kit import turn_board
from hexumpire.kit.attacks import Attacks, Course, Later
from hexumpire.kit.losses import Why
from hexumpire.kit.places import mention
from hexumpire.kit.turn_board import Board, Remaining, Standing, size
from hexumpire.model.battle import (
    CLOSED,
    FOUGHT,
    NEXT,
    NOW,
    OPEN,
    UNSETTLED,
    Assessment,
    Decision,
    Game,
    Line,
    Node,
    Option,
    Outcome,
    Refusal,
    Row,
    Terminal,
)
from hexumpire.model.errors import Problem
from hexumpire.model.phase import Candidate, Choice, Embedded, Phase, PhasedGame
from hexumpire.model.scenario import Scenario, whole
from hexumpire.model.text import capital, joined, listed, say
from hexumpire.model.trace import Rules, Trace

TAKEN: Final = "hexes"
"""Measure of a turn: how many hexes were taken in it. An attack has it, too, where it may take several."""
BRIEF: Final = 5
"""So many columns beside each other can be read at once."""
ATTACKER: Final = "attacker"
LEFT_OUT: Final = Outcome("", ())
"""How an attack ended that is not asked of: what a turn comes to is told of the others alone."""
UNIT: Final = re.compile(r"\$\.units\[(\d+)\]")
"""How the path of a problem begins that is about a unit of the document."""


def hexes_taken(end: Outcome) -> int:
    """How many hexes an attack took that ended so."""
    return dict(end.measures).get(TAKEN, end.measure("hex"))


def between(rows: Iterable[Row], order: Rules) -> Assessment:
    """The odds, between attacks, of all that may come next; ``order`` are the rules of their order."""
    lines, columns = [], []
    for row in rows:
        if row.assessment is not None:
            columns.append(row.assessment.column or row.assessment.headline)
            lines.append(Trace(row.title, None, order, "list", (row.assessment.trace,)))
        else:
            note = row.note or "it is over"
            lines.append(Trace(row.title, None, row.rules or order, "list", skipped=True, note=note))
    headline = joined(columns, " · ") or "no attack is left"
    brief = say("{n} attacks", n=len(columns)) if len(columns) > BRIEF else ""
    return Assessment(headline, None, None, None, Trace("Attacks", None, order, "list", tuple(lines)), brief=brief)


class Turn(PhasedGame[Course]):
    """The game of the attacks of one phase (see :class:`hexumpire.model.battle.Game`)."""

    def __init__(self, scenario: Scenario, attacks: Attacks) -> None:
        self.scenario = scenario
        self.attacks = attacks
        self.home = turn_board.divided(scenario, attacks.vocabulary)
        self.groups = turn_board.alike(scenario)
        self._parts: dict[tuple[int, Board, Later | None], Remaining] = {}
        self.is_long = attacks.is_long
        self.problems = tuple(_problems(self))
        super().__init__([_Order(self), _Fight(self), _Over(self)])

    # --- single attacks -----------------------------------------------------------------------------------

    def part(self, number: int, board: Board, later: Later | None = None) -> Remaining:
        """The game of an attack on a board; ``later`` of one that was put off."""
        found = self._parts.get((number, board, later))
        if found is None:
            found = self._parts[number, board, later] = self.attacks.game(self.scene(number, board, later))
        return found

    def scene(self, number: int, board: Board, later: Later | None = None) -> Scenario:
        """An attack on a board as a scenario of its own; ``later`` of one that was put off."""
        targets = self.scenario.attacks[number].targets
        units = []
        for standing, unit in zip(board.units, turn_board.scene(self.scenario, board), strict=True):
            attacks = standing.attack == number if unit.side == ATTACKER else unit.at in targets
            found = unit if attacks else self.attacks.stands_by(unit)
            if found is not None:
                units.append(found)
        scene = replace(
            self.scenario,
            procedure=self.attacks.key,
            targets=targets,
            units=tuple(units),
            attacks=(),
            hexes=turn_board.hexes(self.scenario, board),
        )
        scene = self.attacks.part_of(scene, self.scenario)
        if board != self.home:
            scene = self.attacks.left(scene)
        return self.attacks.resumed(scene, later.terms) if later else scene

    def fight(self, state: Course) -> tuple[Remaining, Any] | None:
        """The attack being fought and its position; None between attacks."""
        return None if state.now < 0 else (self.part(state.now, state.board, state.put_off(state.now)), state.inner)

    def open(self, state: Course) -> list[int]:
        """Numbers of the attacks that are still to come in this stage of the turn."""
        return [number for number in self.pending(state) if state.stage_of(number) == state.stage]

    def pending(self, state: Course) -> list[int]:
        """Numbers of the attacks that are still to come, in this stage of the turn and in later ones."""
        done = {number for number, _ in state.fought} | {state.now}
        rest = (number for number in range(len(self.scenario.attacks)) if number not in done)
        return [number for number in rest if state.stage_of(number) >= state.stage]

    def chooser(self, state: Course) -> str:
        """The side that chooses the next attack."""
        return ATTACKER

    def due(self, state: Course, number: int) -> Why:
        """Why an attack that may be fought now has to be."""
        return self.attacks.owed(self.scenario, self.scenario.attacks[number])

    def standing(self, state: Course) -> Board:
        """The board as it is, in the midst of an attack too."""
        found = self.fight(state)
        return turn_board.after(state.board, *found) if found else state.board

    def title(self, number: int) -> str:
        """An attack by its number and its hexes."""
        places = listed(map(mention, self.scenario.attacks[number].targets))
        return say("Attack {n}: {places}", n=number + 1, places=places)

    def rows(self, state: Course) -> list[Row]:
        """One row for each attack, in the order in which they were declared."""
        ended, board = dict(state.fought), self.standing(state)
        return [self._row(number, state, board, ended.get(number)) for number in range(len(self.scenario.attacks))]

    def _row(self, number: int, state: Course, board: Board, outcome: Outcome | None) -> Row:
        here = number, self.scenario.attacks[number].targets, self.title(number)
        if outcome is not None:
            return Row(*here, FOUGHT, outcome=outcome)
        if number == state.now:
            game = self.part(number, state.board, state.put_off(number))
            return Row(*here, NOW, assessment=game.assess(state.inner), starts=_starts(state, board, number))
        if state.phase == _Over.key or state.stage_of(number) < state.stage:
            return Row(*here, CLOSED, "it was not fought", self.attacks.order, missed=True)
        if state.stage_of(number) > state.stage:
            title, rules = self.attacks.stages[state.stage_of(number)]
            return Row(*here, CLOSED, say("it waits: {stage}", stage=title), rules)
        game = self.part(number, board, state.put_off(number))
        for problem in game.problems[:1]:
            return Row(*here, CLOSED, problem.message, (problem.rule,) if problem.rule else self.attacks.order)
        return Row(*here, OPEN, assessment=game.assess(game.start()), starts=_starts(state, board, number))

    # --- the game -----------------------------------------------------------------------------------------

    def start(self) -> Course:
        """The beginning: no attack has been fought."""
        return Course(_Order.key, self.home)

    def begin(self, state: Course, number: int) -> Course:
        """The beginning of an attack."""
        game = self.part(number, state.board, state.put_off(number))
        return state._replace(phase=_Fight.key, now=number, inner=game.start())

    def settled(self, state: Course) -> Course:
        """Back to the choice of an attack once the one at hand has ended; to the end after the last."""
        found = self.fight(state)
        node = found[0].node(found[1]) if found else None
        if not found or not isinstance(node, Terminal):
            return state
        after = Course(_Order.key, self.standing(state), state.fought, stage=state.stage, later=state.later)
        later = self.attacks.later(*found)
        if later:
            waiting = {**dict(state.later), state.now: later}
            return self.ready(after._replace(later=tuple(sorted(waiting.items()))))
        return self.ready(after._replace(fought=(*state.fought, (state.now, node.outcome))))

    def ready(self, state: Course) -> Course:
        """The choice of the next attack: in this stage, in the next one with any, or the end where none is left."""
        if self.open(state):
            return state
        return self.further(state)

    def further(self, state: Course) -> Course:
        """The next stage of the turn with attacks that were put off to it; the end where there is none."""
        stages = [state.stage_of(number) for number in self.pending(state) if state.stage_of(number) > state.stage]
        return state._replace(stage=min(stages)) if stages else state._replace(phase=_Over.key)

    def opened(self, before: Course, after: Course) -> list[Line]:
        """That a further stage of the turn begins, where it does."""
        if after.stage == before.stage:
            return []
        title, rules = self.attacks.stages[after.stage]
        return [Line(say("{stage} begins.", stage=capital(title)), rules)]

    def overrides(self, state: Course) -> Sequence[Option]:
        """What players may agree on in the attack at hand."""
        found = self.fight(state)
        return [replace(one, unit=whole(one.unit)) for one in found[0].overrides(found[1])] if found else ()

    def overrule(self, state: Course, action: str) -> Course:
        """The position after the players agreed on ``action``, one of the overrides."""
        return self.phases[_Fight.key].apply(state, action)

    def outcome(self, state: Course) -> Outcome:
        """What the attacks fought so far came to."""
        ended = dict(state.fought)
        return self.result(ended, [n for n in range(len(self.scenario.attacks)) if ended.get(n) != LEFT_OUT])

    def result(self, ended: Mapping[int, Outcome], asked: Iterable[int]) -> Outcome:
        """What attacks came to, by their numbers; all is taken where those ``asked`` of took all that they could."""
        found = list(ended.values())
        sums = {key: sum(end.measure(key) for end in found) for key in self.attacks.sums}
        prizes = self.attacks.prizes([self.scenario.attacks[number] for number in asked])
        taken = sum(map(hexes_taken, found))
        return self._ending(taken, taken == prizes > 0, sums, any(end.open for end in found))

    def joined(self, one: Outcome, other: Outcome) -> Outcome:
        """What two parts of a turn came to, told of different attacks, as one."""
        sums = {key: one.measure(key) + other.measure(key) for key in self.attacks.sums}
        taken, whole = one.measure(TAKEN) + other.measure(TAKEN), bool(one.measure("hex") and other.measure("hex"))
        return self._ending(taken, whole, sums, one.open or other.open)

    def _ending(self, taken: int, whole: bool, sums: Mapping[str, int], unsettled: bool) -> Outcome:
        """An end in which so many hexes were taken; ``whole``: they are all that were attacked.

        ``unsettled``: one of them goes on.
        """
        result = UNSETTLED if unsettled else "all" if whole else "some" if taken else "none"
        return Outcome(result, ((TAKEN, taken), ("hex", int(whole)), *sums.items()), unsettled)

    def reckoned(self) -> Self:
        """The turn of those games of its attacks whose chances are told."""

        def game(scene: Scenario) -> Remaining:
            return made(scene).reckoned()

        made = self.attacks.game
        return type(self)(self.scenario, replace(self.attacks, game=game))

    def remains(self, state: Course) -> Mapping[str, Sequence[Standing]]:
        """What is left of each unit (see :class:`hexumpire.kit.turn_board.Remaining`), those marked that attacked.

        When the turn is over, so are those whose attack was not fought, as far as it is a matter to them.
        """
        fought = {number for number, _ in state.fought}
        over = state.phase == _Over.key
        found: dict[str, list[Standing]] = {unit.id: [] for unit in self.scenario.units}
        for standing in self.standing(state).units:
            unit, values = self.scenario.by_id[standing.unit], dict(standing.values)
            if standing.attack in fought:
                values.update(self.attacks.marks(unit))
            elif over and standing.attack >= 0:
                values.update(self.attacks.assigned(unit))
            found[standing.unit].append(standing._replace(values=tuple(values.items())))
        return found

    def ground(self, state: Course) -> Mapping[str, tuple[str, ...]]:
        """The features of hexes that attacks have changed."""
        return dict(self.standing(state).ground)

    # --- what is shown ------------------------------------------------------------------------------------

    def assess(self, state: Course) -> Assessment | None:
        """The odds of the attack at hand; between attacks those of all that may come next."""
        found = self.fight(state)
        if found:
            return found[0].assess(found[1])
        return between(self.rows(state), self.attacks.order)

    def overlay(self, state: Course) -> Mapping[str, Any]:
        """Counters gone and moved since the turn began, and who has no part in the round of the attack at hand."""
        found = self.fight(state)
        out = found[0].overlay(found[1]).get("out", ()) if found else ()
        shown = turn_board.overlay(self.scenario, self.attacks.vocabulary, self.standing(state))
        anew = self.anew(state)
        shown |= {"anew": anew} if anew else {}
        return {**shown, "out": [*dict.fromkeys(map(whole, out))]}

    def anew(self, state: Course) -> dict[str, list[str]]:
        """By unit the hexes other than its own from which it attacks: it was driven there before its attack began."""
        numbers = [*self.open(state), *([state.now] if state.now >= 0 else ())]
        made = [number for number in numbers if not self.part(number, state.board, state.put_off(number)).problems]
        found: dict[str, list[str]] = {}
        for one in state.board.units:
            if one.attack in made and one.at != self.scenario.by_id[one.unit].at:
                found.setdefault(one.unit, []).append(one.at)
        return found

    def closing(self, state: Course) -> Sequence[Line]:
        """Which attacks were not fought."""
        closed = [row.title for row in self.rows(state) if row.state == CLOSED]
        return [Line(say("{attack}: not fought.", attack=title), self.attacks.order) for title in closed]

    def relevant(self) -> Mapping[str, Any]:
        """What could matter to any of the attacks."""
        found: dict[str, Any] = {"conditions": [], "readings": [], "units": {}, "hexes": {}}
        for number in range(len(self.scenario.attacks)):
            part = self.part(number, self.home).relevant()
            others = (one for one in self.home.units if one.attack != number)
            idle = {one.id for one in others if self.scenario.by_id[one.unit].side == ATTACKER}
            for key in ("conditions", "readings"):
                found[key] = [*dict.fromkeys([*found[key], *part.get(key, ())])]
            for key in ("units", "hexes"):
                for name, asked in part.get(key, {}).items():
                    if key == "units" and name in idle:
                        continue
                    mine = found[key].setdefault(whole(name), [])
                    mine += [one for one in asked if one not in mine]
        return found


def _starts(state: Course, board: Board, number: int) -> tuple[str, ...]:
    """The hexes from which an attack is made, as far as somebody who makes it is still there on the board as it is."""
    left = {one.at for one in board.units if one.attack == number}
    made = dict.fromkeys(one.at for one in state.board.units if one.attack == number)
    return tuple(place for place in made if place in left)


class _TurnPhase(Phase[Course]):
    """A phase of a turn."""

    def __init__(self, turn: Turn) -> None:
        self.turn = turn

    def state_key(self, state: Course) -> Hashable:
        """In which order attacks were fought does not count, only what they came to."""
        found = self.turn.fight(state)
        done = frozenset(number for number, _ in state.fought)
        now = turn_board.counters(self.turn.standing(state), self.turn.groups)
        # what is equal in the attack by itself may leave boards that differ: so the board as it is counts too
        within = (state.now, state.board, found[0].key(found[1])) if found else None
        return state.phase, state.stage, state.later, now, done, self.turn.outcome(state), within


class _Order(_TurnPhase, Choice[Course]):
    """The attacker chooses the next attack."""

    key = "order"

    def candidates(self, state: Course) -> Iterator[Candidate]:
        """Every attack still to come, and that no more are made."""
        bar: Why = ("", ())
        for row in self.turn.rows(state):
            if row.state in (OPEN, CLOSED):
                option = Option(f"attack:{row.number + 1}", row.title, self.turn.attacks.order, hex=row.targets[0])
                yield Candidate(option, row.note, row.rules)
            if row.state == OPEN and not bar[0]:
                bar = self.turn.due(state, row.number)
        yield Candidate(Option("done", "No more attacks", self.turn.attacks.order, aside=True), *bar)

    def question(self, state: Course, options: tuple[Option, ...]) -> Decision:
        """Which attack is next."""
        which = "Which attack is fought next?"
        if [option.id for option in options] == ["done"]:
            which, options = "No attack can be fought any more.", (replace(options[0], aside=False),)
        return Decision(self.turn.chooser(state), NEXT, which, options, self.turn.attacks.order)

    def apply(self, state: Course, action: str) -> Course:
        """The beginning of that attack, or the end."""
        if action == "done":
            return self.turn.further(state)
        return self.turn.begin(state, int(action.partition(":")[2]) - 1)

    def narrate(self, before: Course, action: str, after: Course) -> Sequence[Line]:
        """Which attack it is."""
        if action == "done":
            return [Line("No more attacks.", self.turn.attacks.order, ATTACKER), *self.turn.opened(before, after)]
        title = self.turn.title(int(action.partition(":")[2]) - 1)
        return [Line(say("{x}.", x=title), self.turn.attacks.order, ATTACKER), *self.turn.opened(before, after)]


class _Fight(_TurnPhase, Embedded[Course, Any]):
    """An attack is fought."""

    key = "fight"

    def inner(self, state: Course) -> tuple[Game[Any], Any]:
        """The game of the attack that is being fought, and its position."""
        found = self.turn.fight(state)
        assert found is not None
        return found

    def node(self, state: Course) -> Node:
        """What happens next in it; options name the units of the set-up.

        What is alike in an attack alone may leave boards that differ for the attacks after it, so nothing is.
        """
        node = super().node(state)
        if not isinstance(node, Decision):
            return node
        return replace(node, options=tuple(replace(one, unit=whole(one.unit), alike="") for one in node.options))

    def refusals(self, state: Course) -> Sequence[Refusal]:
        """What may not be tapped in it; a unit of which a part may be, is not refused."""
        node = self.node(state)
        open_now = {one.unit for one in node.options if one.unit} if isinstance(node, Decision) else set()
        found = (one._replace(unit=whole(one.unit)) for one in super().refusals(state))
        return [one for one in found if one.unit not in open_now]

    def resume(self, state: Course, inner: Any) -> Course:
        """The attack goes on, or the next one is chosen."""
        return self.turn.settled(state._replace(inner=inner))

    def narrate(self, before: Course, action: str, after: Course) -> Sequence[Line]:
        """What happened in the attack, and how it ended."""
        game, end, lines = self.played(before, action)
        if after.now == before.now:
            return lines
        return [*lines, *game.closing(end), *self.turn.opened(before, after)]


class _Over(_TurnPhase):
    """All attacks are over."""

    key = "over"

    def node(self, state: Course) -> Terminal:
        """What they came to."""
        return Terminal(self.turn.outcome(state), self.turn.attacks.order)


# --- what forbids a turn -------------------------------------------------------------------------------------


def _problems(turn: Turn) -> Iterator[Problem]:
    """Units and hexes that are in too many attacks, what the ruleset says, and what forbids each of the attacks."""
    scenario, attacks = turn.scenario, turn.attacks
    used: dict[str, int] = {}
    hit: dict[str, list[int]] = {}
    for number, declared in enumerate(scenario.attacks):
        for place, (name, share) in enumerate(declared.units):
            unit = scenario.by_id[name]
            used[name] = used.get(name, 0) + share
            if used[name] > size(unit, attacks.vocabulary):
                title = attacks.vocabulary.type_of[unit.type].title
                message = say(
                    "{unit} in {hex} is in more attacks than there is of it", unit=title, hex=mention(unit.at)
                )
                where = f"$.attacks[{number}].units[{place}]"
                yield Problem(message, where, attacks.once[0], "take it out of one of them, or send fewer")
        for place, target in enumerate(declared.targets):
            before = hit.setdefault(target, [])
            sent = [[scenario.by_id[name] for name, _ in scenario.attacks[one].units] for one in (*before, number)]
            barred = [
                one for one, first in zip(before, sent, strict=False) if not attacks.again(scenario, first, sent[-1])
            ]
            before.append(number)
            if barred:
                message = say("{hex} is attacked in attack {n} already", hex=mention(target), n=barred[0] + 1)
                where = f"$.attacks[{number}].targets[{place}]"
                yield Problem(message, where, attacks.hexes[0], "put all who attack it into one attack")
    told = list(attacks.problems(scenario))
    yield from told
    known = {(problem.path, problem.rule) for problem in told}
    for number in range(len(scenario.attacks)):
        game = turn.part(number, turn.home)
        for problem in game.problems:
            path = _path(turn, number, game.scenario, problem.path)
            if (path, problem.rule) not in known:
                yield replace(problem, message=say("attack {n}: {x}", n=number + 1, x=problem.message), path=path)


def _path(turn: Turn, number: int, scene: Scenario, path: str) -> str:
    """Where in the document of the turn is what a path into the document of an attack leads to."""
    unit = UNIT.match(path)
    if unit:
        name = whole(scene.units[int(unit[1])].id)
        index = [one.id for one in turn.scenario.units].index(name)
        return f"$.units[{index}]{path[unit.end() :]}"
    return path.replace("$.targets", f"$.attacks[{number}].targets", 1)
