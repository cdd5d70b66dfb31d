"""Retreats: where to, what bars the way, stacks that part, and what becomes of those who find none."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.custom.setting import (
    EAST,
    NORTH_WEST,
    SOUTH_WEST,
    WEST,
    attacker,
    battle,
    defender,
    game,
    places,
    rolled,
    steps,
)

SIDES = {"side_features": {"river": {"title": "River"}}}
GROUND = {"terrains": {"clear": {"title": "Clear"}, "sea": {"title": "Sea"}}, **SIDES}
NORTH_EAST, SOUTH_EAST = "1,-1", "0,1"
ZONES = {"types": ["foot"], "rule": "4"}


def sent(n: int = 1, *units: Any, who: str = "defender", parts: Any = None, **sections: Any) -> Any:
    """The battle in which somebody has to retreat so far."""
    document = game(f"{who} retreats {n}", **{**GROUND, **sections})
    return rolled(battle(document, *(units or (attacker(), defender())), **(parts or {})))


def open_hexes(found: Any) -> set[str]:
    return {option.hex for option in found.node.options}


def reasons(found: Any) -> dict[str, str]:
    return {one.hex: str(one.reason) for one in found.game.refusals(found.state)}


def test_the_defender_goes_away_from_the_hex_attacked() -> None:
    found = sent()
    assert found.node.side == "defender"
    assert open_hexes(found) == {NORTH_WEST, NORTH_EAST, EAST, SOUTH_EAST, SOUTH_WEST}
    assert reasons(found) == {WEST: "enemy units stand there"}
    assert places(found.play(f"to:{EAST}"))[1] == EAST


def test_each_hex_lies_farther_away() -> None:
    found = sent(2).play(f"to:{EAST}")
    assert open_hexes(found) == {"2,0", "2,-1", "1,1"}
    assert set(reasons(found).values()) == {"it is no farther from the hex attacked"}


def test_the_attacker_goes_away_from_the_hex_attacked_too() -> None:
    found = sent(who="attacker")
    assert found.node.side == "attacker"
    assert open_hexes(found) == {"-2,0", "-2,1", "-1,-1"}


def test_an_attacker_from_afar_does_not_come_nearer() -> None:
    found = sent(1, attacker("guns", "-3,0"), defender(), who="attacker", attacks={"range": 3})
    assert open_hexes(found) == {"-4,0", "-4,1", "-3,-1"}


def test_attackers_of_several_hexes_go_hex_by_hex() -> None:
    found = sent(1, attacker(), attacker(at=EAST), defender(), who="attacker")
    after = found.play("to:-2,0")
    assert open_hexes(after) == {"2,0", "2,-1", "1,1"}
    assert places(after.play("to:2,0")) == ["-2,0", "2,0", "0,0"]


def test_who_stands_by_does_not_retreat() -> None:
    found = sent(1, attacker(), attacker(stands_by=True), defender(), who="attacker")
    assert places(found.play("to:-2,0")) == ["-2,0", WEST, "0,0"]


def test_the_enemy_may_move_those_who_retreat() -> None:
    found = rolled(battle(game("defender retreats 1, moved by the enemy")))
    assert found.node.side == "attacker"


def test_zones_of_control_bar_the_way() -> None:
    found = sent(zones=ZONES)
    assert open_hexes(found) == {NORTH_EAST, EAST, SOUTH_EAST}
    assert reasons(found)[NORTH_WEST] == "it is in an enemy zone of control"
    assert [one.rules for one in found.game.refusals(found.state) if one.hex == NORTH_WEST] == [("4", "retreats")]


def test_only_some_types_have_a_zone_of_control() -> None:
    found = sent(1, attacker("horse"), defender(), zones=ZONES)
    assert NORTH_WEST in open_hexes(found)


def test_a_zone_of_control_does_not_go_over_some_hexsides() -> None:
    river = {"sides": {f"{WEST}:NE": ["river"]}}
    found = sent(zones={**ZONES, "blocked": ["river"]}, parts=river)
    assert NORTH_WEST in open_hexes(found) and SOUTH_WEST not in open_hexes(found)


def test_friends_cancel_a_zone_of_control_where_the_game_says_so() -> None:
    units = attacker(), defender(), defender(at=NORTH_WEST)
    assert NORTH_WEST not in open_hexes(sent(1, *units, zones=ZONES))
    assert NORTH_WEST in open_hexes(sent(1, *units, zones={**ZONES, "cancelled": True}))


def test_zones_of_control_that_cost_a_step() -> None:
    found = sent(zones=ZONES, retreats={"zones": "step"})
    assert steps(found.play(f"to:{EAST}")) == {}
    after = found.play(f"to:{NORTH_WEST}")
    assert steps(after) == {"u1": 1} and places(after)[1] == NORTH_WEST


@pytest.mark.parametrize("way", ["step", "barred", "free"])
def test_the_way_into_a_zone_says_that_it_costs_a_step_where_it_does(way: str) -> None:
    """The hexes beside the attackers are in their zone; the log cites the zones only where they had a part in it."""
    found = sent(1, *[attacker(at=at) for at in (WEST, NORTH_WEST)], defender(), zones=ZONES, retreats={"zones": way})
    labels = {option.hex: (str(option.label), option.rules) for option in found.node.options}
    zone = {NORTH_EAST, SOUTH_WEST} if way != "barred" else set()
    assert labels.keys() == {EAST, SOUTH_EAST} | zone
    for place, (label, rules) in labels.items():
        costs = place in zone and way == "step"
        assert label.endswith(", into a zone of control: each loses a step") == costs, place
        after = found.play(f"to:{place}")
        cited = {rule for _, line in after.log[len(found.log) :] for rule in line.rules}
        assert ("4" in rules, "4" in cited, steps(after)) == (costs, costs, {"u2": 1} if costs else {}), place


def test_a_step_that_is_the_last_ends_the_retreat() -> None:
    found = sent(2, attacker(), defender("horse"), zones=ZONES, retreats={"zones": "step"})
    after = found.play(f"to:{NORTH_WEST}")
    assert steps(after) == {"u1": 1} and after.node.topic == "advance"


def test_zones_of_control_that_matter_not() -> None:
    assert NORTH_WEST in open_hexes(sent(zones=ZONES, retreats={"zones": "free"}))


def test_ground_and_hexsides_that_may_not_be_crossed() -> None:
    parts = {"hexes": {EAST: {"terrain": "sea"}}, "sides": {"0,0:NE": ["river"]}}
    found = sent(retreats={"terrain": ["sea"], "sides": ["river"]}, parts=parts)
    assert open_hexes(found) == {NORTH_WEST, SOUTH_EAST, SOUTH_WEST}
    assert reasons(found)[EAST] == reasons(found)[NORTH_EAST] == "no unit may retreat over that ground"


RING = [attacker(at=at) for at in (WEST, NORTH_WEST, NORTH_EAST, SOUTH_EAST, SOUTH_WEST)]
"""All but the east."""


def test_the_last_hex_must_have_room() -> None:
    units = *RING, defender(), defender(at=EAST)
    found = sent(1, *units, stacking={"limit": 1})
    assert steps(found) == {"u5": 2}
    through = sent(2, *units, stacking={"limit": 1})
    assert open_hexes(through) == {EAST}  # past friends, as long as it does not end with them
    assert open_hexes(through.play(f"to:{EAST}")) == {"2,0", "2,-1", "1,1"}


def test_a_stack_that_has_no_room_together_parts() -> None:
    units = attacker(), attacker(at=NORTH_WEST), defender(count=2), defender(at=EAST)
    found = sent(1, *units, stacking={"limit": 2})
    assert EAST not in open_hexes(found)
    ring = [*RING, defender(count=2), defender(at=EAST)]
    found = sent(1, *ring, stacking={"limit": 2}, retreats={"no_way": "stay"})
    assert len(found.state.going) == 1  # one has room in the east, the other has none
    assert places(found.play(f"to:{EAST}"))[5:] == [EAST, "0,0", EAST]


def test_after_a_stack_that_parts_those_of_other_hexes_go_as_well() -> None:
    """One of two has room beside the one who stands by behind them, then the other finds no way; the third is last."""
    units = attacker(count=2), attacker(at="-2,0", stands_by=True), attacker(at=EAST), defender()
    sea = {"hexes": {place: {"terrain": "sea"} for place in ("-2,1", "-1,-1")}}
    more = {"stacking": {"limit": 2}, "retreats": {"no_way": "eliminated", "terrain": ["sea"]}}
    found = sent(1, *units, who="attacker", parts=sea, **more)
    assert open_hexes(found) == {"-2,0"}
    after = found.play("to:-2,0")
    assert open_hexes(after) == {"2,0", "2,-1", "1,1"}
    assert places(after.play("to:2,0"))[:4] == ["-2,0", "", "-2,0", "2,0"]


def test_counters_may_go_one_by_one_from_the_start() -> None:
    found = sent(1, attacker(), defender(count=2), retreats={"together": False})
    after = found.play(f"to:{EAST}")
    assert places(after.play(f"to:{NORTH_EAST}"))[1:] == [EAST, NORTH_EAST]


CLOSED = [*RING, attacker(at=EAST), defender()]


@pytest.mark.parametrize(("way", "lost", "stays"), [("eliminated", 2, False), ("step", 1, True), ("stay", 0, True)])
def test_who_finds_no_way(way: str, lost: int, stays: bool) -> None:
    found = sent(1, *CLOSED, retreats={"no_way": way})
    assert steps(found).get("u6", 0) == lost
    assert (places(found)[6] == "0,0") == stays


def test_a_step_for_each_hex_that_is_missing() -> None:
    types = {"foot": {"title": "Foot", "attack": 4, "steps": 4}}
    found = sent(3, *CLOSED, types=types, retreats={"no_way": "step"})
    assert steps(found) == {"u6": 3}


def pocket(way: str) -> Any:
    """A retreat by two hexes of a counter that can go one: behind the east all is sea."""
    sea = {"hexes": {place: {"terrain": "sea"} for place in ("2,0", "2,-1", "1,1")}}
    return sent(2, *RING, defender(), retreats={"no_way": way, "terrain": ["sea"]}, parts=sea)


def test_who_can_go_a_part_of_the_way_only() -> None:
    assert steps(pocket("eliminated")) == {"u5": 2}
    stays, pays = pocket("stay"), pocket("step")
    assert steps(stays) == {} and places(stays.play(f"to:{EAST}"))[5] == EAST
    assert steps(pays) == {"u5": 1} and places(pays.play(f"to:{EAST}"))[5] == EAST


def test_nobody_goes_where_no_way_leads_on() -> None:
    sea = {"hexes": {place: {"terrain": "sea"} for place in ("2,0", "2,-1", "1,1")}}
    found = sent(2, retreats={"terrain": ["sea"]}, parts=sea)
    assert EAST not in open_hexes(found)
    assert reasons(found)[EAST] == "no way leads on from there"


def test_a_long_retreat_is_looked_at_in_no_time() -> None:
    found = sent(9)
    while found.node.topic == "retreat":
        found = found.play(next(iter(found.legal_actions)))
    place = places(found)[1]
    assert found.game.setting.apart(place, "0,0") == 9


def test_those_who_are_gone_do_not_retreat() -> None:
    found = rolled(battle(game(["defender is eliminated", "defender retreats 1"])))
    assert found.node.topic == "advance"


@pytest.mark.parametrize("first", [0, 1, 2])
@pytest.mark.parametrize("busy", ["going", "queue", "advanced", ""])
def test_like_counters_may_change_places_but_not_with_one_that_is_moving(first: int, busy: str) -> None:
    """Of two like counters one has lost a step: that is one position, unless just one of them retreats or advances."""
    stack = [attacker(), attacker("guns")][:first]
    found = battle(game(), *stack, defender(count=2), *([] if first else [attacker()]))
    some = {"going": (first,), "queue": ((first,),), "advanced": ((first, 1),)}
    state = found.state._replace(**{busy: some[busy]} if busy else {})
    keys = set()
    for hurt in (first, first + 1):
        pieces = [piece._replace(lost=int(i == hurt)) for i, piece in enumerate(state.pieces)]
        keys.add(found.game.key(state._replace(pieces=tuple(pieces))))
    assert len(keys) == (2 if busy else 1)
