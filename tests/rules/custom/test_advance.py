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


@pytest.mark.parametrize("may", ["always", "never", "result"])
@pytest.mark.parametrize("does", [GONE, "no effect"])
def test_where_the_game_knows_no_advance_it_is_said_of_a_cleared_hex(may: str, does: str) -> None:
    """And of no other: a hex that is held is not empty, and where the result might have allowed it, it did not."""
    found = won(does, advances={"may": may, "rule": "9.1"})
    found = found.play("halt") if found.outcome is None else found
    assert result(found) == ("cleared" if does == GONE else "held")
    assert ("9.1" in found.node.rules) == (may == "never" and does == GONE)


def test_who_has_advanced_goes_on_one_after_another_as_far_as_is_left_to_each() -> None:
    """The first stays, the second goes two hexes on, the third is stopped by a zone of control behind the hex."""
    units = attacker(), attacker(at=NORTH_WEST), attacker("horse"), defender(), defender("horse", at="3,-1")
    found = won([GONE, "attacker may advance 3"], *units, zones={"types": ["horse"]})
    found = found.play_all(["go:0", "go:1", "go:2"])
    assert (found.node.topic, found.state.advanced) == ("beyond", ((0, 2), (1, 2), (2, 2)))
    found = found.play("halt").play_all([f"on:{EAST}", "on:1,1"])
    assert found.state.advanced == ((2, 2),)
    found = found.play_all([f"on:{EAST}", "on:2,0"])
    assert found.outcome is not None
    assert places(found)[:3] == [TARGET, "1,1", "2,0"]


def test_who_finds_every_hex_beyond_closed_is_passed_over() -> None:
    """There is no room for the big unit beside those who stand around, and there is for the small one after it."""
    kinds = {
        "foot": {"title": "Foot", "attack": 4},
        "horse": {"title": "Horse", "attack": 3, "size": 2},
        "camp": {"title": "Camp", "attack": 1, "size": 3},
    }
    camps = [attacker("camp", at=at, stands_by=True) for at in (NORTH_WEST, "-1,1", EAST, "1,-1", "0,1")]
    units, does = (attacker("horse"), attacker(), *camps, defender()), [GONE, "attacker may advance 2"]
    bars: Any = {"retreats": {"sides": ["river"]}, "parts": {"sides": {"0,0:W": ["river"]}}}
    found = won(does, *units, types=kinds, stacking={"limit": 4}, **bars).play_all(["go:0", "go:1"])
    assert (found.node.topic, found.state.advanced) == ("beyond", ((1, 1),))
    assert len(found.legal_actions) == 6, "five hexes, or to stay"
