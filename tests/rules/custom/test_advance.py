"""Advance after combat, and beyond the hex."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.custom.setting import EAST, NORTH_WEST, TARGET, WEST, attacker, battle, defender, game, places, rolled

GONE = "defender is eliminated"
GROUND = {
    "terrains": {"clear": {"title": "Clear"}, "sea": {"title": "Sea"}},
    "side_features": {"river": {"title": "River"}},
}


def won(does: Any = GONE, *units: Any, parts: Any = None, **sections: Any) -> Any:
    document = game(does, **{**GROUND, **sections})
    return rolled(battle(document, *(units or (attacker(), defender())), **(parts or {})))


def reasons(found: Any) -> dict[str, str]:
    return {one.unit or one.hex: str(one.reason) for one in found.game.refusals(found.state)}


def result(found: Any) -> str:
    assert found.outcome is not None
    return str(found.outcome.result)


def test_attackers_may_advance_into_the_empty_hex() -> None:
    found = won()
    assert list(found.legal_actions) == ["go:0", "halt"]
    assert result(found.play("go:0")) == "taken"
    assert result(found.play("halt")) == "cleared"


def test_nobody_advances_into_a_hex_that_is_held() -> None:
    assert result(won("defender loses 1 step")) == "held"


@pytest.mark.parametrize(
    ("may", "does", "asked"),
    [("always", [GONE], True), ("never", [GONE], False), ("result", [GONE], False),
     ("result", [GONE, "the attacker may advance"], True), ("never", [GONE, "attacker may advance 2"], False)],
)  # fmt: skip
def test_when_the_game_allows_it(may: str, does: Any, asked: bool) -> None:
    assert (won(does, advances={"may": may}).outcome is None) == asked


def test_only_those_who_attacked_from_beside_the_hex() -> None:
    units = attacker(), attacker(stands_by=True), attacker("guns", "-3,0"), defender(), defender(at=EAST)
    found = won(GONE, *units, attacks={"range": "printed"})
    assert list(found.legal_actions) == ["go:0", "halt"]
    assert reasons(found) == {"u1": "it did not attack", "u2": "it is not next to the hex", "u4": "it did not attack"}


def test_as_many_as_have_room() -> None:
    found = won(GONE, attacker(count=2), defender(), stacking={"limit": 2})
    assert places(found.play_all(["go:0", "go:1"]))[:2] == [TARGET, TARGET]
    big = {"foot": {"title": "Foot", "attack": 4}, "horse": {"title": "Horse", "attack": 3, "size": 2}}
    found = won(GONE, attacker(), attacker("horse", NORTH_WEST), defender(), types=big, stacking={"limit": 2})
    after = found.play("go:0")
    assert after.outcome is not None  # nobody else has room


def test_an_attack_over_a_hexside_is_followed_over_it() -> None:
    """What bars a retreat does not bar the advance into the hex that was attacked."""
    found = won(retreats={"sides": ["river"]}, parts={"sides": {"0,0:W": ["river"]}})
    assert "go:0" in found.legal_actions


def test_beyond_the_hex_where_the_result_says_so() -> None:
    found = won([GONE, "attacker may advance 2"]).play_all(["go:0"])
    assert found.node.topic == "beyond"
    assert places(found.play(f"on:{EAST}"))[0] == EAST
    assert places(found.play("halt"))[0] == TARGET


def test_beyond_the_hex_enemies_and_closed_ground_bar_the_way() -> None:
    parts = {"hexes": {NORTH_WEST: {"terrain": "sea"}}, "sides": {"0,0:NE": ["river"]}}
    bars = {"terrain": ["sea"], "sides": ["river"]}
    units = attacker(), defender(), defender(at=EAST)
    found = won([GONE, "attacker may advance 2"], *units, retreats=bars, parts=parts).play("go:0")
    closed = "no unit may go over that ground"
    assert reasons(found) == {EAST: "enemy units stand there", NORTH_WEST: closed, "1,-1": closed}


def test_a_zone_of_control_stops_the_advance() -> None:
    units = attacker(), defender(), defender(at=EAST)
    found = won([GONE, "attacker may advance 3"], *units, zones={"types": "all"}).play("go:0")
    assert found.outcome is not None and places(found)[0] == TARGET


def test_an_advance_of_three_hexes() -> None:
    found = won([GONE, "attacker may advance 3"]).play_all(["go:0", f"on:{EAST}", "on:2,0"])
    assert found.outcome is not None and places(found)[0] == "2,0"
    assert result(found) == "cleared"


def test_who_came_from_the_west_may_be_many() -> None:
    found = won(GONE, attacker(), attacker(at=NORTH_WEST), defender())
    after = found.play_all(["go:1", "go:0"])
    assert places(after)[:2] == [TARGET, TARGET] and WEST not in places(after)
