"""Several numbered attacks of one phase on one board, in the order of the phasing player (11.A.5, 11.A.6, 11.A.8)."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple, Self

from hexumpire.board import hexgrid
from hexumpire.kit.attacks import Attacks, Course, Later
from hexumpire.kit.losses import Why
from hexumpire.kit.turn import Turn
from hexumpire.kit.turn_board import Board, Remaining, Standing, divided
from hexumpire.model.errors import Problem
from hexumpire.model.scenario import Scenario, Unit, whole
from hexumpire.model.vocabulary import Value
from hexumpire.rulesets.v101125.game import Attack
from hexumpire.rulesets.v101125.rules import crowding, dual_ownership, eligibility, hasty, presence
from hexumpire.rulesets.v101125.rules.aftermath import stage_of
from hexumpire.rulesets.v101125.rules.deadlock import NEXT_PHASE, PHASES, STAGES
from hexumpire.rulesets.v101125.rules.later import AGAIN, HELD, NEXT, NOBODY, Terms, lapses, restored, terms
from hexumpire.rulesets.v101125.setting import ATTACKED, AWAY, LEAVES, WAITS, Setting
from hexumpire.rulesets.v101125.state import State
from hexumpire.rulesets.v101125.units import Counter, is_ground
from hexumpire.rulesets.v101125.vocabulary import VOCABULARY

SUMS = ("attacker_lost", "defender_lost", "attacker_disrupted", "defender_disrupted")
"""Measures of an attack that add up over several."""
NOTHING = -1
"""Strength of a cadre that a counter does not have."""
Values = tuple[tuple[str, Value], ...]
"""Fields of a unit that have changed."""
PAID = "paid"
"""Of a unit that has paid by replacement points: the number of the stage in which, and one."""
FAILED = "failed"
"""Of a unit that has failed altogether to leave before combat: the number of the stage in which, and one."""
FOUGHT = "fought"
"""Of a unit that has fought in a later player turn: the number of the stage in which, and one."""
DROPPED = "dropped"
"""Of a unit in a hex into which paratroops have been dropped in this player turn: the hex."""
HOLDS = "holds"
"""Of a unit that shares its hex with enemies who came into it: the hex (11.R.3.b)."""
PHASE_LONG = (PAID, FAILED, FOUGHT, DROPPED, HOLDS)
"""Fields that count in the turn alone, most of them in one phase of it."""
DUE: Mapping[str, Why] = {
    HELD: ("a declared attack has to be made", ("11.0b", "11.B.12")),
    AGAIN: ("a deadlock has to be fought again", ("11.L.1.f",)),
    NEXT: ("the enemy in the hex must be attacked", ("11.L.1.f.ii",)),
}
"""Why an attack has to be fought now, by why it was put off; of one that was not, as of one that was held."""
LAST = len(STAGES) - 1
"""The number of the last stage."""
SPENT: Values = (("attacks", False), ("spent", True))
"""Those of a unit that was part of a counterattack."""


def player_turn(stage: int) -> int:
    """The number of the player turn that a stage is in: that of the attacks, the enemy's next one, the one after."""
    return sum(stage >= first for first in NEXT_PHASE.values())


class Kept(NamedTuple):
    """Where a counter stands after an attack, and what is changed of it."""

    at: str
    values: Values


class Numbered(Attack):
    """One of several attacks."""

    lasts = True

    def set_out(self, spent: tuple[int, int], put_off: Later | None, struck: bool) -> None:
        """What earlier attacks of the turn mean for it: points that were paid, and how it was put off itself.

        Who may make a declared attack was judged when it was declared; now those make it who still can (11.B.12).
        Where a counterattack has ``struck`` some of them, the others make it at any odds (11.L.1.d.vii, 11.A.11).
        """
        stage = put_off.stage if put_off else 0
        if struck:
            self.problems = tuple(one for one in self.problems if one.rule != "11.A.11")
        counters = self.setting.counters
        self.flow.spent, self.flow.stage = spent, stage
        self.flow.paid = tuple(one.index for one in counters if one.unit.number(PAID) == stage + 1)
        self.flow.failed = tuple(one.index for one in counters if one.unit.number(FAILED) == stage + 1)
        fought = ((one.index, one.unit.number(FOUGHT) - 1) for one in counters)
        self.flow.engaged = tuple(i for i, when in fought if when >= 0 and player_turn(when) == player_turn(stage))
        there = {one.unit.at for one in counters if one.unit.text(DROPPED) == one.unit.at}
        self.flow.dropped = () if player_turn(stage) else tuple(sorted(there))
        if put_off:
            assert isinstance(put_off.terms, Terms)
            self.flow.terms, self.problems = put_off.terms, ()
            state = restored(self.setting, self.flow.opened(), put_off.terms)
            why, rules = lapses(self.setting, state, put_off.terms.ending, struck)
            begun = self.start()
            if not why and begun.phase == "over" and begun.ending != NEXT:
                why, rules = NOBODY, ("11.L.1.f",)
            if why:
                self.problems = (Problem(why, "$.units", rules[-1]),)

    def reckoned(self) -> Self:
        """The same of an attack that was put off."""
        found = super().reckoned()
        if found is not self:
            found.flow.spent, found.flow.paid = self.flow.spent, self.flow.paid
            found.flow.failed, found.flow.engaged = self.flow.failed, self.flow.engaged
            found.flow.dropped = self.flow.dropped
            found.flow.stage, found.flow.terms = self.flow.stage, self.flow.terms
            found.problems = self.problems
        return found

    def key(self, state: State) -> Hashable:
        """Equal where markers that wait for the end of a chain are equal, too: later attacks hang on them."""
        return super().key(state), state.memo.waits

    def relevant(self) -> Mapping[str, Any]:
        """What the form should ask; who fights in another attack stands in the list of the attacks."""
        found = super().relevant()
        units = {unit: [key for key in asked if key != "engaged"] for unit, asked in found["units"].items()}
        return {**found, "units": units}

    def ground(self, state: State) -> dict[str, tuple[str, ...]]:
        """Hexes whose works came down or were given up, in whichever of its fights (11.P.0, 11.Q.1.a)."""
        return dict(state.worn)

    def remains(self, state: State) -> dict[str, Sequence[Standing]]:
        """What is left of each unit: its counters by the hex they stand in and by what is changed of them."""
        by_unit: dict[str, dict[Kept, int]] = {counter.unit.id: {} for counter in self.setting.counters}
        changed: set[str] = set()
        for i, (counter, letter) in enumerate(zip(self.setting.counters, state.left, strict=True)):
            kept = Kept(state.at[i], ())
            if letter.isdigit():
                marks = (*marked(counter, state, i), *self.struck(counter, state), *self.of_phase(state, i))
                marks = (*marks, *self.ashore(counter, state, i))
                values = (*reduced(counter, int(letter)), *marks)
                kept = Kept(state.at[i], values)
                many = by_unit[counter.unit.id]
                many[kept] = many.get(kept, 0) + 1
            if not letter.isdigit() or kept != (counter.unit.at, ()):
                changed.add(counter.unit.id)
        return {
            unit: [Standing(unit, kept.at, many, kept.values) for kept, many in by_unit[unit].items()]
            for unit in changed
        }

    def of_phase(self, state: State, i: int) -> Iterator[tuple[str, Value]]:
        """What counts of a counter in this phase or this player turn alone, and whose its hex was.

        That it has paid at once, or failed to leave (11.M.8a, T1.FF), that it has fought in a later turn (11.Q.2.a),
        that paratroops were dropped into its hex (11.F.3), and that enemies came into its hex (11.R.3.b).
        """
        if i in state.payers:
            yield PAID, self.flow.stage + 1
        if any(i == other for other, _ in state.failed):
            yield FAILED, self.flow.stage + 1
        if player_turn(self.flow.stage):
            yield from ((FOUGHT, self.flow.stage + 1),) if i in state.engaged else ()
        elif state.at[i] in state.dropped:
            yield DROPPED, state.at[i]
        ours = presence.holder(self.setting, state, state.at[i]) == self.setting.counters[i].side
        if ours and presence.shared(self.setting, state, state.at[i]):
            yield HOLDS, state.at[i]

    def ashore(self, counter: Counter, state: State, i: int) -> Iterator[tuple[str, Value]]:
        """Of those who stand in the hex that they came into: once their attack is over, they are on land (11.R.0)."""
        over = state.phase == "over" and state.ending not in DUE
        if over and counter.text("via") != presence.LAND and state.at[i] == self.setting.target:
            yield "via", presence.LAND

    def struck(self, counter: Counter, state: State) -> Values:
        """Of those on whom the attack was made, the phase in which it was: others may attack out of their hex then.

        11.R.3.d.4.
        """
        first = self.setting.opening
        there = any(piece.counter is counter for piece in first.defenders)
        return (("attacked", first.phase),) if state.made and there else ()


def reduced(counter: Counter, face: int) -> Values:
    """The fields of a unit that lies with one of its faces up: what is printed there, and what lies behind it."""
    if not face:
        return ()
    shown, rest = counter.faces[face], counter.faces[face + 1 :]
    behind = rest[0] if rest and rest[0].kind == "cadre" else None
    return (
        ("face", shown.kind),
        ("attack", shown.attack),
        ("defence", shown.defence),
        ("movement", shown.movement),
        ("size", str(shown.size)),
        ("cadre_attack", behind.attack if behind else NOTHING),
        ("cadre_defence", behind.defence if behind else NOTHING),
    )


def marked(counter: Counter, state: State, i: int) -> Iterator[tuple[str, Value]]:
    """The fields of a counter that a fight has changed besides: its MP marker, a counterattack, a retreat onto friends.

    By its marker later attacks of the turn have other modifiers (T10.n6, T10.n7); who was part of a counterattack makes
    no other attack, nor an answer to a held one (11.L.1.d.vii); whoever else has fought has its zone of control a level
    lower (11.Q.2.a); after such a retreat a unit adds nothing or half to the
    defence of the hex (11.Q.2.f, 11.L.1.g).
    """
    if state.marks[i] != counter.unit.number("marker"):
        yield "marker", state.marks[i]
    if i in state.fought:
        yield from SPENT if counter.side == "attacker" else SPENT[1:]
    elif i in state.engaged:
        yield "engaged", True
    if state.fled[i] != counter.text("retreated"):
        yield "retreated", state.fled[i]


def stands_by(unit: Unit) -> Unit:
    """Whoever has no part in an attack stands on the board: its zones of control and its hex count."""
    return without_part(unit) if unit.side == "attacker" else unit


def without_part(unit: Unit) -> Unit:
    """A unit that has no part in an attack."""
    apart: Values = (("attacks", False),) if is_ground(unit) else ((AWAY, True),)
    return replace(unit, values={**unit.values, **dict(apart)})


def supporting(scenario: Scenario) -> dict[str, tuple[str, ...]]:
    """The targets of the attack in which each support of the defender serves, for it is flown for one alone (11.B.3).

    It is the attack on the hex where it stands, else that on the nearest hex, of several the first. The attacker's
    serves in the attack that has it in its list.
    """
    declared = [one.targets for one in scenario.attacks]
    flown = (unit for unit in scenario.units if unit.side == "defender" and not is_ground(unit))
    return {unit.id: min(declared, key=lambda targets: _hexes_between(unit.at, targets)) for unit in flown}


def _hexes_between(place: str, targets: Sequence[str]) -> int:
    """How far a hex is from the nearest of some targets."""
    return min(hexgrid.distance(hexgrid.parse(place), hexgrid.parse(target)) for target in targets)


def elsewhere(scenario: Scenario) -> Callable[[Scenario], Scenario]:
    """What makes of each attack of a turn one that knows who fights in the others, and where (11.Q.2.a, 11.L.1.g).

    Of a unit that is divided those who are in an attack; what an attack has divided further stays what it was. Reserves
    that wait in the initial phase are in none until they join it (11.A.13). Who attacks out of his hex pins nobody in
    it (11.R.3.d.4).
    """
    home = divided(scenario, VOCABULARY).units
    serving = supporting(scenario)
    struck = {target for attack in scenario.attacks for target in attack.targets}
    fighting = {one.id for one in home if one.attack >= 0 or (sided(scenario, one) == "defender" and one.at in struck)}
    leaving = {one.id for one in home if one.attack >= 0 and one.at not in scenario.attacks[one.attack].targets}
    known = {one.id for one in home}

    wait = {unit.id for unit in scenario.units if unit.flag("reserve") and unit.side == "attacker"}
    if scenario.conditions["phase"] != PHASES[0]:
        wait = set()

    def engaged(scene: Scenario) -> Scenario:
        def among(unit: Unit, some: set[str]) -> bool:
            return unit.id in some or (unit.id not in known and whole(unit.id) in {whole(id) for id in some})

        def told(unit: Unit) -> Unit:
            if not is_ground(unit):
                return unit if serving.get(unit.id, scene.targets) == scene.targets else without_part(unit)
            marks = [WAITS] if whole(unit.id) in wait else ["engaged"] if among(unit, fighting) else []
            marks += [LEAVES] if among(unit, leaving) else []
            return replace(unit, values={**unit.values, **dict.fromkeys(marks, True)})

        spots = ((at, scene.hex(at)) for at in sorted(struck.difference(scene.targets)))
        hexes = {at: replace(spot, values={**spot.values, ATTACKED: True}) for at, spot in spots}
        return replace(scene, units=tuple(map(told, scene.units)), hexes={**scene.hexes, **hexes})

    return engaged


def owned(scene: Scenario) -> Scenario:
    """An attack that knows whose the hexes were at first that both sides share by now (11.R.3.b)."""
    found = {unit.at: unit.side for unit in scene.units if unit.text(HOLDS) == unit.at}
    hexes = {at: replace(scene.hex(at), values={**scene.hex(at).values, "owner": side}) for at, side in found.items()}
    return replace(scene, hexes={**scene.hexes, **hexes}) if hexes else scene


def without_strays(scene: Scenario, home: Scenario) -> Scenario:
    """An attack without those who have moved since it was declared and cannot make it any more (11.B.12, 11.A.9)."""
    if all(unit.at == home.by_id[whole(unit.id)].at for unit in scene.units):
        return scene
    setting = Setting(scene)
    committed = [one for one in setting.counters if one.side == "attacker" and one.flag("attacks")]
    places = {one.index: one.unit.at for one in committed}
    moved = {one.index for one in committed if one.unit.at != home.by_id[whole(one.unit.id)].at}
    near = [
        (i, places[i])
        for i in moved
        if (places[i] == setting.beside if setting.beside else presence.reaches(setting, places[i], setting.target))
    ]
    stayed = [(i, at) for i, at in places.items() if i not in moved]
    room = crowding.fitting(setting, setting.targets, stayed, near, "0" * len(setting.counters))
    out = {setting.counters[i].unit.id for i in moved if i not in room}
    units = (replace(one, values={**one.values, "attacks": False}) if one.id in out else one for one in scene.units)
    return replace(scene, units=tuple(units))


def sided(scenario: Scenario, standing: Standing) -> str:
    """The side of counters on the board."""
    return scenario.by_id[standing.unit].side


class PhaseTurn(Turn):
    """The game of the attacks of a phase.

    An attack out of a shared hex may follow one on the enemies there; until that is made it is closed (11.R.3.d.4).
    """

    def __init__(self, scenario: Scenario, attacks: Attacks) -> None:
        super().__init__(scenario, attacks)
        opened = {f"$.attacks[{n}].targets" for n in range(len(scenario.attacks)) if self.may_open(n)}
        pin = "11.R.3.d.4"
        self.problems = tuple(one for one in self.problems if one.rule != pin or one.path not in opened)

    def may_open(self, number: int) -> bool:
        """Whether other attacks of the turn are on the enemies who are not pinned yet."""
        game = self.part(number, self.home)
        assert isinstance(game, Numbered)
        others = {target for n, one in enumerate(self.scenario.attacks) if n != number for target in one.targets}
        return all(place in others for place, _ in dual_ownership.unpinned(game.setting))

    def part(self, number: int, board: Board, later: Later | None = None) -> Remaining:
        """The game of an attack, which knows what the others have used up and how it was put off itself.

        A remnant makes no attack of its own will, but one that was declared before it was one must be made (11.A.7,
        11.B.12). Who will be in a hex, when its attack comes, is not known before (11.0a).
        """
        known = (number, board, later) in self._parts
        found = super().part(number, board, later)
        if not known:
            assert isinstance(found, Numbered)
            own = (dict(one.values) for one in board.units if one.attack == number)
            struck = board != self.home and any(values.get("spent") for values in own)
            found.set_out(board.used or (0, 0), later, struck)
            found.problems = tuple(one for one in found.problems if (one.rule, one.path) != eligibility.EMPTY)
            if board != self.home:
                found.problems = tuple(one for one in found.problems if one.rule != "11.A.7")
        return found

    def scene(self, number: int, board: Board, later: Later | None = None) -> Scenario:
        """An attack on a board as a scenario of its own, without those whom other attacks have driven off."""
        scene = super().scene(number, board, later)
        return scene if later else without_strays(scene, self.scenario)

    def begin(self, state: Course, number: int) -> Course:
        """The beginning of an attack; where nobody is left for one that a deadlock calls for, a later one may be."""
        return self.settled(super().begin(state, number))

    def standing(self, state: Course) -> Board:
        """The board as it is, with the replacement points that both sides have paid at once (11.M.8a)."""
        found = self.fight(state)
        board = super().standing(state)
        return board._replace(used=found[1].spent) if found and any(found[1].spent) else board

    def remains(self, state: Course) -> Mapping[str, Sequence[Standing]]:
        """What is left of each unit; what counts in one phase alone is over (11.M.8a, T1.FF)."""
        return {
            unit: [
                one._replace(values=tuple(pair for pair in one.values if pair[0] not in PHASE_LONG)) for one in found
            ]
            for unit, found in super().remains(state).items()
        }

    def chooser(self, state: Course) -> str:
        """The side whose phase it is, which orders the attacks (11.A.8); of hasty ones their opponent (11.C.7)."""
        enemy = NEXT_PHASE["defender"] <= state.stage < NEXT_PHASE["attacker"]
        return "defender" if enemy or (not state.stage and by_opponent(self.scenario)) else super().chooser(state)

    def due(self, state: Course, number: int) -> Why:
        """A declared attack has to be made, now or held (11.0b, 11.B.12), and a deadlock fought again (11.L.1.f).

        Whoever stays in a hex that the enemy went into must attack him in his next combat phase (11.L.1.f.ii).
        """
        put_off = state.put_off(number)
        ending = put_off.terms.ending if put_off and isinstance(put_off.terms, Terms) else HELD
        return DUE[ending]


def later(game: Remaining, state: State) -> Later | None:
    """That an attack waits for a later phase: held (11.B.12), deadlocked (11.L.1.f.i), or the enemy's (11.L.1.f.ii)."""
    if state.ending not in DUE:
        return None
    assert isinstance(game, Numbered)
    stage = stage_of(state.owed[0]) if state.ending == NEXT else 1
    if state.ending == AGAIN and state.bout.stage == PHASES[-1]:
        stage = min(game.flow.stage + 1, LAST)
    return Later(stage, terms(game.setting, state))


def resumed(scene: Scenario, terms: Hashable) -> Scenario:
    """An attack in the exploitation phase, or after it."""
    return replace(scene, conditions={**scene.conditions, "phase": PHASES[1]})


def whole_board(scenario: Scenario) -> frozenset[str]:
    """A retreat may lead anywhere, and a counterattack may strike any enemy: an attack concerns every hex in use."""
    return frozenset((*scenario.hexes, *scenario.targets, *(unit.at for unit in scenario.units)))


ATTACKS = Attacks(
    key="attack",
    game=Numbered,
    vocabulary=VOCABULARY,
    order=("11.A.8",),
    once=("11.A.6",),
    hexes=("11.A.1",),
    again=lambda scenario, first, second: False,
    stands_by=stands_by,
    concerns=whole_board,
    problems=lambda scenario: (),
    sums=SUMS,
    stages=(
        ("the initial combat phase", ("11.0b",)),
        ("the exploitation combat phase", ("11.B.12",)),
        ("the enemy's initial combat phase", ("11.L.1.f.ii",)),
        ("the enemy's exploitation combat phase", ("11.L.1.f.i",)),
        ("the next initial combat phase", ("11.L.1.f.ii",)),
        ("the next exploitation combat phase", ("11.L.1.f.i",)),
    ),
    is_long=True,
    later=later,
    resumed=resumed,
)


def by_opponent(scenario: Scenario) -> bool:
    """Whether the attacks of a turn are hasty ones, which their opponent orders; the reading is ``order`` (11.C.7)."""
    return hasty.is_ordered_by_opponent(str(scenario.condition("kind")), scenario.readings["order"])


def turn(scenario: Scenario) -> Turn:
    """The game of the attacks of a phase."""
    engaged, order = elsewhere(scenario), ("11.C.7",) if by_opponent(scenario) else ATTACKS.order
    return PhaseTurn(scenario, replace(ATTACKS, game=lambda scene: Numbered(owned(engaged(scene))), order=order))
