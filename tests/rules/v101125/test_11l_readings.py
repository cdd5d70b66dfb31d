"""Readings of the results in the game: a retreat's odds (11.L.1.g), and CA or DL turned into ME (11.F.3, 11.L.1.j)."""

from __future__ import annotations

from typing import Any

import pytest
from hexumpire.files import codec
from hexumpire.model.battle import Battle
from hexumpire.rulesets.v101125 import RULESET
from hexumpire.rulesets.v101125.rules.losses import points


def rolled(
    attack: int,
    defence: int,
    dice: list[str],
    features: tuple[str, ...] = (),
    terrain: str = "clear",
    **readings: str,
) -> Battle[Any]:
    units = [
        {"id": "a", "side": "attacker", "type": "infantry", "nation": "German", "at": "1,0", "attack": attack,
         "cadre_attack": 3, "size": "3"},
        {"id": "d", "side": "defender", "type": "infantry", "nation": "Soviet", "at": "0,0", "attack": defence,
         "cadre_attack": 2, "size": "3"},
    ]  # fmt: skip
    ground = {"hexes": {"0,0": {"terrain": terrain, "features": list(features)}}}
    document = {"ruleset": "v101125", "map": ground, "targets": ["0,0"], "units": units, "readings": readings}
    return Battle.start(RULESET.game(codec.read_scenario(document))).play_all(["now", *dice])


@pytest.mark.parametrize(("reading", "topic"), [("final", "retreat"), ("ratio", "stand")])
def test_3_to_1_by_the_final_column_or_by_the_ratio(reading: str, topic: str) -> None:
    """11.L.1.g: 11 to 4 is 2.75:1, which the die makes 3:1; there 7 is DR."""
    battle = rolled(11, 4, ["d6=3", "d6=4", "d10=1", "d6=1", "d6=2"], retreat_odds=reading)
    assert battle.node.topic == topic  # type: ignore[union-attr]


@pytest.mark.parametrize(("reading", "halves"), [("plain", 6), ("minimal", 3)])
def test_the_dice_of_a_result_that_was_turned(reading: str, halves: int) -> None:
    """11.F.3, 11.L.1.j: disruption comes first and is plain, or it is that of an ME."""
    battle = rolled(8, 4, ["d6=2", "d6=5", "d6=4", "d6=1"], ("fort",), red_converted=reading)
    turned = battle.play("minimal")
    owed = [points(debt.bill.owed) for debt in turned.state.due.debts if debt.bill.kind == "disruption"]
    assert [2 * number for number in owed] == [halves]
    assert not turned.state.memo.waits


def test_dice_that_a_table_ends_at_differ_once_the_result_is_turned() -> None:
    """11.L.1.j, T6: 5 and 6 with the city read the last row; as the dice of an ME they read two rows that differ."""
    battle = rolled(8, 4, ["!result=DL"], ("fort", "full_city"), "woods", red_converted="minimal")
    owed = [battle.play_all([f"d6={die}", "d6=1"]).state.due.turned[0] for die in (5, 6)]
    alone = rolled(8, 4, ["!result=DL", "d6=6", "d6=1"], ("fort", "full_city"), "woods", red_converted="minimal")
    assert owed[1] == alone.state.due.turned[0]
    assert owed[0][0].bill.owed < owed[1][0].bill.owed
