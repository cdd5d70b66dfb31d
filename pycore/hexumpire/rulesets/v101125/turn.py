"""Several numbered attacks of one phase on one board, in the order of the phasing player (11.A.5, 11.A.6, 11.A.8)."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from hexumpire.kit.attacks import Attacks, Later
from hexumpire.kit.turn import Turn
from hexumpire.kit.turn_board import Remaining, Standing, divided
from hexumpire.model.scenario import Scenario, Unit, whole
from hexumpire.model.vocabulary import Value
from hexumpire.rulesets.v101125.fight import FORCED
from hexumpire.rulesets.v101125.game import Attack
from hexumpire.rulesets.v101125.rules import crowding, dual_ownership
from hexumpire.rulesets.v101125.rules.deadlock import PHASES
from hexumpire.rulesets.v101125.setting import Setting
from hexumpire.rulesets.v101125.state import State
from hexumpire.rulesets.v101125.units import Counter, is_ground
from hexumpire.rulesets.v101125.vocabulary import VOCABULARY

SUMS = ("attacker_lost", "defender_lost", "attacker_disrupted", "defender_disrupted")
"""Measures of an attack that add up over several."""
NOTHING = -1
"""Strength of a cadre that a counter does not have."""
Values = tuple[tuple[str, Value], ...]
"""Fields of a unit that have changed."""
SPENT: Values = (("attacks", False), ("spent", True))
"""Those of a unit that was part of a counterattack."""


class Kept(NamedTuple):
    """Where a counter stands after an attack, and what is changed of it."""

    at: str
    values: Values


class Numbered(Attack):
    """One of several attacks."""

    lasts = True

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
                values = (*reduced(counter, int(letter)), *marked(counter, state, i), *self.struck(counter, state))
                kept = Kept(state.at[i], values)
                many = by_unit[counter.unit.id]
                many[kept] = many.get(kept, 0) + 1
            if not letter.isdigit() or kept != (counter.unit.at, ()):
                changed.add(counter.unit.id)
        return {
            unit: [Standing(unit, kept.at, many, kept.values) for kept, many in by_unit[unit].items()]
            for unit in changed
        }

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

    By its marker later attacks of the turn have other modifiers (T10.n6, T10.n7); attackers who were part of a
    counterattack attack no more (11.L.1.d.vii); after such a retreat a unit adds nothing or half to the defence of the
    hex (11.Q.2.f, 11.L.1.g).
    """
    if state.marks[i] != counter.unit.number("marker"):
        yield "marker", state.marks[i]
    if counter.side == "attacker" and i in state.fought:
        yield from SPENT
    if state.fled[i] != counter.text("retreated") and state.fled[i] in PHASES[:2]:
        yield "retreated", state.fled[i]


def stands_by(unit: Unit) -> Unit:
    """Whoever has no part in an attack stands on the board: its zones of control and its hex count."""
    return replace(unit, values={**unit.values, "attacks": False}) if unit.side == "attacker" else unit


def elsewhere(scenario: Scenario) -> Callable[[Scenario], Scenario]:
    """What makes of each attack of a turn one that knows who fights in the others (11.Q.2.a).

    Of a unit that is divided those who are in an attack; what an attack has divided further stays what it was.
    """
    home = divided(scenario, VOCABULARY).units
    struck = {target for attack in scenario.attacks for target in attack.targets}
    fighting = {one.id for one in home if one.attack >= 0 or (sided(scenario, one) == "defender" and one.at in struck)}
    known, wholes = {one.id for one in home}, {whole(id) for id in fighting}

    def engaged(scene: Scenario) -> Scenario:
        def has_part(unit: Unit) -> bool:
            return is_ground(unit) and (unit.id in fighting or (unit.id not in known and whole(unit.id) in wholes))

        units = (replace(one, values={**one.values, "engaged": True}) if has_part(one) else one for one in scene.units)
        return replace(scene, units=tuple(units))

    return engaged


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


class Terms(NamedTuple):
    """How an attack that was put off goes on: its kind, and how many CA and DL wait for the end of it."""

    kind: str
    waits: int


def later(game: Remaining, state: State) -> Later | None:
    """That an attack waits for the exploitation phase: it was held (11.B.12), or a deadlock has to be fought again.

    11.L.1.f.i.
    """
    kind = {"waits": state.bout.kind, "again": FORCED}.get(state.ending)
    return Later(1, Terms(kind, state.memo.waits)) if kind else None


def resumed(scene: Scenario, terms: Hashable) -> Scenario:
    """An attack in the exploitation phase; what was flown for a deadlock has gone home (11.L.1.f.i).

    Whether it may be made out of a shared hex was judged when it began (11.R.3.d.4).
    """
    assert isinstance(terms, Terms)
    known = {**scene.conditions, "phase": PHASES[1], "kind": terms.kind, "chained": terms.waits, "dual_attacked": True}
    units = scene.units
    if terms.kind == FORCED:
        flown = (unit for unit in units if is_ground(unit) or unit.text("serves") != "first")
        units = tuple(
            replace(unit, values={**unit.values, "serves": "first"}) if unit.text("serves") == "again" else unit
            for unit in flown
        )
    return without_room(replace(scene, conditions=known, units=units))


def without_room(scene: Scenario) -> Scenario:
    """An attack that goes on without those of its reserves for whom its hexes have no room (11.A.9)."""
    setting = Setting(scene)
    fighting = [(piece.counter, piece.at) for piece in setting.opening.attackers]
    places = [(counter.index, at) for counter, at in fighting if counter.flag("reserve")]
    busy = [(counter.index, at) for counter, at in fighting if not counter.flag("reserve")]
    left = "0" * len(setting.counters)
    room = crowding.fitting(setting, setting.targets, busy, places, left)
    out = {setting.counters[i].unit.id for i, _ in places if i not in room}
    units = (replace(one, values={**one.values, "attacks": False}) if one.id in out else one for one in scene.units)
    return replace(scene, units=tuple(units))


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
    again=lambda first, second: False,
    stands_by=stands_by,
    concerns=whole_board,
    problems=lambda scenario: (),
    sums=SUMS,
    stages=(("the initial combat phase", ("11.0b",)), ("the exploitation combat phase", ("11.B.12",))),
    is_long=True,
    later=later,
    resumed=resumed,
)


def turn(scenario: Scenario) -> Turn:
    """The game of the attacks of a phase."""
    engaged = elsewhere(scenario)
    return PhaseTurn(scenario, replace(ATTACKS, game=lambda scene: Numbered(engaged(scene))))
