"""Rules that meet: where one section takes back, limits or goes before what another gives."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tests.rules.aworldatwar.exploiting import EAST, enemy, exploit, refused, tanks
from tests.rules.aworldatwar.setting import options, topic

DAS = {"id": "das", "type": "air", "factors": 5}


def until(battle: Any, *topics: str) -> Any:
    """The battle after it was said that no more is done, up to one of these questions."""
    while topic(battle) not in topics:
        battle = battle.play("done")
    return battle


# --- partisans and air (11.47) ---------------------------------------------------------------------------------


def test_11_47_no_defensive_air_flies_over_partisans_alone_in_exploitation_and_they_may_be_attacked() -> None:
    """11.47: no DAS for partisans; that the defender cannot send it keeps nobody from attacking them (16.44).

    Who stands beside partisans may have it, so the second hex is covered. One partisan of 1 in clear land: 2 for the
    basic DM, 1 less against partisans and 1 less in exploitation leave no less than 1 (15.31); 4 : 1 is 4:1.
    """
    defenders = [enemy("partisan", at=EAST[0]), enemy("partisan", at="1,-1"), enemy(at="1,-1")]
    battle = exploit([tanks()], defenders=[*defenders, enemy(at=EAST[3], **DAS)])
    battle = until(battle, "cover")
    assert options(battle) == ["done", "fly:das@1,-1"]
    assert "11.47" in refused(battle, "das", EAST[0])
    battle = until(battle.play("fly:das@1,-1"), "target").play_all([f"attack:{EAST[0]}", "send:0"])
    assert "fight" in options(battle)
    assert battle.assessment.column == "4:1"


# --- overruns that fail, and stacking (12.15, 13.531) ----------------------------------------------------------


def failed(third: int = 0, others: Sequence[dict[str, Any]] = ()) -> Any:
    """Two tanks in a hex beside the breakthrough hex that failed to overrun the next: 12 : 2, and 5 of air.

    ``third``: the movement factor of a third tank that went there with them.
    """
    slow = [tanks(id="slow", movement=third)] if third else []
    battle = exploit(
        [tanks(count=2, factors=6), *slow], others=others,
        defenders=[enemy(at=EAST[1]), enemy(at=EAST[4], **DAS)],
    )  # fmt: skip
    for unit in slow:
        battle = battle.play(f"place:{unit['id']}@1")
    for number in range(2 + len(slow)):
        battle = battle.play(f"go:{number}@{EAST[0]}")
    return battle.play_all([f"overrun:0+1@{EAST[1]}", "on", "fly:das", "on"])


FOOT = {"id": "foot", "type": "infantry", "nation": "German", "at": EAST[0], "factors": 1, "count": 2}


def test_12_15_those_who_failed_to_overrun_in_exploitation_stay_and_others_in_their_hex_go() -> None:
    """12.15: excess units which were not attempting the overrun are eliminated; the others must attack (13.531)."""
    battle = failed(others=[FOOT])
    assert options(battle) == ["remove:foot"]
    battle = battle.play("remove:foot")
    assert options(battle) == ["remove:foot"], "three units are in the hex, where two may stack"
    battle = battle.play("remove:foot")
    assert {"12.15"} <= {rule for number, line in battle.log if number == len(battle.line) - 1 for rule in line.rules}
    assert options(battle) == ["done"]
    battle = until(battle, "target").play(f"attack:{EAST[1]}")
    assert options(battle)[0] == "fight", "both who attempted the overrun are there to attack"
    assert battle.state.losses == (2, 0)


def test_12_15_a_third_tank_that_can_move_on_does_and_nobody_is_given_up() -> None:
    """12.15: the attacker must remedy the overstacking; units go only if it is unable to do so."""
    battle = failed(third=6)
    assert not [one for one in options(battle) if one.startswith(("scrap", "remove", "done"))]
    assert "done" in options(battle.play("go:2@1,-1"))


def test_12_15_a_third_tank_that_cannot_move_on_is_the_one_that_goes() -> None:
    """12.15: excess units which were not attempting the overrun."""
    assert options(failed(third=1)) == ["scrap:2"]
