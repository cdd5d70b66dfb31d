"""Several numbered attacks of one phase on one board, in the order of the phasing player (11.A.5, 11.A.6, 11.A.8)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from hexumpire.kit.turn import Attacks, Turn
from hexumpire.kit.turn_board import Standing
from hexumpire.model.scenario import Scenario, Unit
from hexumpire.model.vocabulary import Value
from hexumpire.rulesets.v101125.game import Attack
from hexumpire.rulesets.v101125.state import State
from hexumpire.rulesets.v101125.units import Counter
from hexumpire.rulesets.v101125.vocabulary import VOCABULARY

SUMS = ("attacker_lost", "defender_lost", "attacker_disrupted", "defender_disrupted")
"""Measures of an attack that add up over several."""
NOTHING = -1
"""Strength of a cadre that a counter does not have."""
Values = tuple[tuple[str, Value], ...]
"""Fields of a unit that have changed."""
SPENT: Values = (("attacks", False), ("spent", True))
"""Those of a unit that was part of a counterattack."""
JOINED: Values = (("joined", "phase"),)
"""Those of a unit that has retreated."""


class Numbered(Attack):
    """One of several attacks."""

    def remains(self, state: State) -> dict[str, Sequence[Standing]]:
        """What is left of each unit: its counters by the face that lies up and by the hex they stand in.

        Attackers who were part of a counterattack attack no more (11.L.1.d.vii); who has retreated adds nothing to the
        defence of another hex (11.Q.2.f).
        """
        found: dict[str, Sequence[Standing]] = {}
        by_unit: dict[str, dict[tuple[str, Values], int]] = {counter.unit.id: {} for counter in self.setting.counters}
        changed: set[str] = set()
        for counter, letter, place in zip(self.setting.counters, state.left, state.at, strict=True):
            spent = counter.side == "attacker" and counter.index in state.fought
            more = SPENT if spent else JOINED if counter.index in state.fled else ()
            if letter != "0" or place != counter.unit.at or spent:
                changed.add(counter.unit.id)
            if letter.isdigit():
                many = by_unit[counter.unit.id]
                kind = place, (*reduced(counter, int(letter)), *more)
                many[kind] = many.get(kind, 0) + 1
        for unit in changed:
            found[unit] = [Standing(unit, place, many, values) for (place, values), many in by_unit[unit].items()]
        return found


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


def stands_by(unit: Unit) -> Unit:
    """Whoever has no part in an attack stands on the board: its zones of control and its hex count."""
    return replace(unit, values={**unit.values, "attacks": False}) if unit.side == "attacker" else unit


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
)


def turn(scenario: Scenario) -> Turn:
    """The game of the attacks of a phase."""
    return Turn(scenario, ATTACKS)
