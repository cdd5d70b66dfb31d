"""Modifiers: every test, what each does and with which sign, exceptions, exclusions, caps, how often."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.custom.setting import (
    NORTH_WEST,
    SOUTH_WEST,
    TARGET,
    WEST,
    attacker,
    battle,
    column,
    defender,
    faults,
    game,
    rolled,
    strengths,
)

GROUND: dict[str, Any] = {
    "terrains": {"clear": {"title": "Clear"}, "wood": {"title": "Wood"}},
    "features": {"town": {"title": "Town"}},
    "side_features": {"river": {"title": "River"}, "bridge": {"title": "Bridge"}},
    "unit_fields": {"tired": {"title": "Tired"}},
    "conditions": {"rain": {"title": "Rain"}, "air": {"title": "Air", "range": [0, 3]},
                   "side": {"title": "Side", "options": {"a": "A", "b": "B"}}},
    "chart": {"kind": "difference", "columns": ["≤-4", "-3", "-2", "-1", "0", "1", "2", "3", "4+"],
              "rows": {"1-6": ["R"] * 9}},
}  # fmt: skip
"""A chart whose column is the difference, so that a shift by one is a column of one more."""


def made(mods: dict[str, Any], does: Any = "no effect", **more: Any) -> dict[str, Any]:
    titled = {key: {"title": key, **one} for key, one in mods.items()}
    return game(does, **{**GROUND, "modifiers": titled, **more})


def shifted(test: dict[str, Any], *units: Any, unless: Any = None, **parts: Any) -> bool:
    """Whether a modifier holds when that is what it asks."""
    mod = {"when": test, "shift": 1, **({"unless": unless} if unless else {})}
    return column(battle(made({"it": mod}), *(units or (attacker(), defender())), **parts)) == "1"


WOOD = {TARGET: {"terrain": "wood"}}
TOWN = {TARGET: {"features": ["town"]}}
RIVER = {"0,0:W": ["river"]}


@pytest.mark.parametrize(
    ("test", "yes", "no"),
    [
        ({"terrain": "wood"}, {"hexes": WOOD}, {"hexes": {WEST: {"terrain": "wood"}}}),
        ({"terrain": ["clear", "wood"]}, {"hexes": WOOD}, None),
        ({"feature": "town"}, {"hexes": TOWN}, {}),
        ({"crossed": "river"}, {"sides": RIVER}, {"sides": {"0,0:E": ["river"]}}),
        ({"crossed": ["river", "bridge"]}, {"sides": {"0,0:W": ["bridge"]}}, {}),
        ({"condition": "rain"}, {"conditions": {"rain": True}}, {}),
        ({"condition": "rain", "is": False}, {}, {"conditions": {"rain": True}}),
        ({"condition": "side", "is": "b"}, {"conditions": {"side": "b"}}, {}),
        ({"condition": "air", "is": 2}, {"conditions": {"air": 2}}, {"conditions": {"air": 3}}),
        ({"rounds": 1}, {}, None),
        ({}, {}, None),
    ],
)
def test_what_is_asked_of_the_battle(test: Any, yes: Any, no: Any) -> None:
    assert shifted(test, **yes)
    assert no is None or not shifted(test, **no)


def two(*kinds: str, count: int = 1) -> list[Any]:
    """Attackers of 4 in all from west and north-west, against a defence of as much."""
    first = [attacker(kind, at, attack=2) for kind, at in zip(kinds, (WEST, NORTH_WEST), strict=True)]
    return [*first, defender()]


def test_types_of_any_or_all_units_of_a_side() -> None:
    mixed, alike = two("foot", "horse"), two("horse", "horse")
    assert shifted({"attacker": "horse"}, *mixed)
    assert not shifted({"attacker": "horse", "who": "all"}, *mixed)
    assert shifted({"attacker": "horse", "who": "all"}, *alike)
    assert not shifted({"attacker": "guns"}, *mixed)
    assert shifted({"defender": "foot"}, *mixed) and not shifted({"defender": ["horse", "guns"]}, *mixed)


def test_types_that_come_together() -> None:
    assert shifted({"together": ["foot", "horse"]}, *two("foot", "horse"))
    assert not shifted({"together": ["foot", "horse"]}, *two("foot", "foot"))
    assert shifted({"together": [["guns", "horse"], "foot"]}, *two("foot", "horse"))


def test_combined_arms_of_the_defender_are_asked_of_the_defender() -> None:
    arms = made({"arms": {"when": {"together": ["foot", "guns"]}, "defense": "+3"}})
    ours = attacker(), attacker("guns")
    assert strengths(battle(arms, *ours, defender(), defender("guns")))[1] == 8
    assert strengths(battle(arms, *ours, defender()))[1] == 4


def test_from_how_many_hexes_the_attack_comes() -> None:
    here, there = two("foot", "foot"), [attacker(attack=2), attacker(attack=2), defender()]
    assert shifted({"hexes": 2}, *here) and not shifted({"hexes": 2}, *there)
    assert shifted({"hexes": [1, 1]}, *there) and not shifted({"hexes": [1, 1]}, *here)


def test_from_more_hexes_than_lie_around_the_target() -> None:
    ring = ["-2,0", "2,0", "0,2", "0,-2", "2,-2", "-2,2", "1,1"]
    units = [attacker("guns", at, attack=0) for at in ring] + [attacker(), defender()]
    far = made({"it": {"when": {"hexes": 7}, "shift": 1}}, attacks={"range": 2})
    assert column(battle(far, *units)) == "1"


def test_all_any_or_each_of_those_who_cross() -> None:
    units = two("foot", "horse")
    assert not shifted({"crossed": "river"}, *units, sides=RIVER)
    assert shifted({"crossed": "river", "sides": "any"}, *units, sides=RIVER)
    each = made({"it": {"when": {"crossed": "river", "sides": "each"}, "attack": "x1/2"}})
    assert strengths(battle(each, *units, sides=RIVER))[0] == 3


def test_who_fires_over_a_distance_crosses_no_hexside() -> None:
    far = made({"it": {"when": {"crossed": "river", "sides": "any"}, "shift": 1}}, attacks={"range": 3})
    guns = attacker("guns", "-2,0", attack=4)
    assert column(battle(far, guns, defender(), sides=RIVER)) == "0"


def test_each_unit_by_its_type_its_place_and_what_is_said_of_it() -> None:
    units = two("foot", "horse")
    for test, hexes, values in (
        ({"attacker": "horse", "who": "each"}, {}, {}),
        ({"stands": "wood"}, {WEST: {"terrain": "wood"}}, {}),
        ({"stands": "town"}, {WEST: {"features": ["town"]}}, {}),
        ({"field": "tired"}, {}, {"tired": True}),
    ):
        found = battle(made({"it": {"when": test, "attack": "x2"}}), units[0] | values, *units[1:], hexes=hexes)
        assert strengths(found)[0] == 6, test


def test_each_unit_of_the_defender() -> None:
    doubled = made({"it": {"when": {"defender": "guns", "who": "each"}, "defense": "x3"}})
    assert strengths(battle(doubled, attacker(), defender(), defender("guns")))[1] == 7


def test_who_fights_beside_a_unit_does_not_say_which_unit_it_is() -> None:
    """Guns are there: each tired unit counts three times, be it foot or guns."""
    helped = made({"it": {"when": {"attacker": "guns", "field": "tired"}, "attack": "x3"}})
    assert strengths(battle(helped, attacker(tired=True), attacker("guns"), defender()))[0] == 17
    assert strengths(battle(helped, attacker(tired=True), attacker(), defender()))[0] == 8


def test_marks_of_an_earlier_round() -> None:
    shaken = made({"it": {"when": {"marked": "disrupted"}, "defense": "x1/2"}},
                  ["defender is disrupted", "another round"])  # fmt: skip
    found = battle(shaken)
    assert strengths(found) == (4, 4)
    assert strengths(rolled(found)) == (4, 2)


def test_rounds_later_than_the_first() -> None:
    late = made({"it": {"when": {"rounds": [2, 3]}, "shift": 1}}, "another round")
    assert column(battle(late)) == "0"
    assert column(rolled(battle(late))) == "1"


# --- what they do ---------------------------------------------------------------------------------------------


def test_a_shift_to_the_right_is_better_for_the_attacker() -> None:
    assert column(battle(made({"it": {"shift": 2}}))) == "2"
    assert column(battle(made({"it": {"shift": -2}}))) == "-2"


def test_what_is_added_to_the_die_is_added() -> None:
    rows = {"1": ["A1"] * 9, "2-6": ["D1"] * 9}
    document = made({"it": {"roll": 1}}, chart={**GROUND["chart"], "rows": rows})
    assert "with +1 added 2" in str(battle(document).play("d6=1").log[0][1].text)


def test_strengths_are_changed_in_the_order_of_the_document() -> None:
    add, double = {"attack": "+2"}, {"attack": "x2"}
    assert strengths(battle(made({"a": add, "b": double})))[0] == 12
    assert strengths(battle(made({"b": double, "a": add})))[0] == 10
    assert strengths(battle(made({"c": {"attack": "x1/2 +3"}})))[0] == 5


def test_what_is_asked_of_each_unit_comes_before_what_is_asked_of_all() -> None:
    mods = {"all": {"attack": "+2"}, "each": {"when": {"field": "tired"}, "attack": "x1/2"}}
    assert strengths(battle(made(mods), attacker(tired=True), defender()))[0] == 4


def test_both_strengths_at_once() -> None:
    assert strengths(battle(made({"it": {"attack": "x2", "defense": "+1"}}))) == (8, 5)


def test_as_often_as_a_number_says() -> None:
    air = made({"it": {"times": "air", "shift": 1, "attack": "+1"}}, caps={})
    assert column(battle(air)) == "0"
    found = battle(air, conditions={"air": 2})
    assert strengths(found)[0] == 6
    assert column(found) == "4+"


def test_unless_something_excepts_it() -> None:
    assert shifted({"terrain": "wood"}, hexes=WOOD, unless={"feature": "town"})
    both = {TARGET: {"terrain": "wood", "features": ["town"]}}
    assert not shifted({"terrain": "wood"}, hexes=both, unless={"feature": "town"})


def test_one_displaces_another() -> None:
    mods = {"wood": {"when": {"terrain": "wood"}, "shift": -1, "not_with": ["town"]},
            "town": {"when": {"feature": "town"}, "shift": -2}}  # fmt: skip
    both = {TARGET: {"terrain": "wood", "features": ["town"]}}
    assert [column(battle(made(mods), hexes=one)) for one in (WOOD, TOWN, both)] == ["-1", "-2", "-2"]


def test_what_holds_for_one_unit_displaces_what_holds_for_its_side() -> None:
    mods = {"all": {"attack": "+5", "not_with": ["each"]},
            "each": {"when": {"field": "tired"}, "attack": "x1/2"}}  # fmt: skip
    assert strengths(battle(made(mods), attacker(), defender()))[0] == 9
    assert strengths(battle(made(mods), attacker(tired=True), defender()))[0] == 2


def test_what_holds_for_one_unit_displaces_what_holds_for_that_unit() -> None:
    mods = {"foot": {"when": {"attacker": "foot", "who": "each"}, "attack": "x2", "not_with": ["tired"]},
            "tired": {"when": {"field": "tired"}, "attack": "x1/2"}}  # fmt: skip
    assert strengths(battle(made(mods), attacker(tired=True), attacker(), defender()))[0] == 10


def test_combined_arms_of_the_defender_displace_those_of_the_attacker() -> None:
    mods = {"ours": {"when": {"together": ["foot"]}, "shift": 1, "not_with": ["theirs"]},
            "theirs": {"when": {"together": ["horse"]}, "defense": "+0 +2"}}  # fmt: skip
    assert column(battle(made(mods), attacker(), attacker("horse"), defender(defense=7))) == "1"
    assert column(battle(made(mods), attacker(attack=7), defender(), defender("horse", defense=1))) == "0"


def test_sums_are_capped() -> None:
    mods = {"a": {"shift": 2, "roll": 2}, "b": {"shift": 2, "roll": 2}}
    found = battle(made(mods, caps={"shift": [-1, 3], "roll": [-1, 1]}))
    assert column(found) == "3"
    assert "with +1 added 2" in str(found.play("d6=1").log[0][1].text)
    low = {"a": {"shift": -3}}
    assert column(battle(made(low, caps={"shift": [-1, 3]}))) == "-1"


@pytest.mark.parametrize(
    ("mod", "message"),
    [
        ({"when": {"field": "tired"}, "shift": 1}, "what is asked of each unit changes strengths only"),
        ({"unless": {"stands": "wood"}, "roll": 1}, "what is asked of each unit changes strengths only"),
        ({"when": {"crossed": "river", "sides": "each"}, "defense": "x2"},
         "only attackers cross hexsides, each for itself"),
        ({"when": {"terrain": "wood"}}, "the modifier changes nothing"),
        ({"attack": "x1"}, "'x1' leaves a strength as it is"),
        ({"defense": "+0", "shift": 1}, "'+0' leaves a strength as it is"),
        ({"attack": "x2/2"}, "'x2/2' leaves a strength as it is"),
        ({"attack": "twice"}, "'twice' is no change of a strength"),
        ({"attack": "x1/0"}, "'x1/0' is no change of a strength"),
        ({"times": "rain", "shift": 1}, "'rain' is no number"),
        ({"shift": 1, "not_with": ["it"]}, "unknown modifier 'it'"),
    ],
)  # fmt: skip
def test_modifiers_that_cannot_be(mod: dict[str, Any], message: str) -> None:
    assert [fault[1] for fault in faults(made({"it": mod}))] == [message]


def test_two_may_not_displace_each_other() -> None:
    mods = {"a": {"shift": 1, "not_with": ["b"]}, "b": {"shift": 2, "not_with": ["a"]}}
    assert [fault[1] for fault in faults(made(mods))] == ["'a' and 'b' displace each other: neither would count"]


def test_the_form_asks_for_what_matters() -> None:
    mods = {"rain": {"when": {"condition": "rain", "terrain": "wood"}, "shift": -1},
            "air": {"times": "air", "shift": 1}}  # fmt: skip
    plain, wooded = battle(made(mods)), battle(made(mods), hexes=WOOD)
    assert plain.game.relevant()["conditions"] == ["air"]
    assert wooded.game.relevant()["conditions"] == ["rain", "air"]


def test_a_place_attacked_from_beside_counts_no_hex_twice() -> None:
    units = [attacker(at=SOUTH_WEST, attack=1), attacker(at=SOUTH_WEST, attack=3), defender()]
    assert not shifted({"hexes": 2}, *units)


@pytest.mark.parametrize(("test", "asked"), [
    ({}, True), ({"terrain": "wood"}, False), ({"rounds": 3}, True),  # another round may come
    ({"attacker": "horse"}, True), ({"attacker": "guns"}, False), ({"attacker": "horse", "who": "all"}, False),
    ({"attacker": "horse", "who": "each"}, True), ({"attacker": "guns", "who": "each"}, False),
    ({"defender": "guns", "who": "each"}, True), ({"defender": "horse", "who": "each"}, False),
    ({"stands": "wood"}, True), ({"stands": "town"}, False), ({"field": "tired"}, True),
    ({"crossed": "river", "sides": "each"}, True), ({"crossed": "river", "sides": "all"}, False),
    ({"crossed": "river", "sides": "any"}, True), ({"crossed": "bridge", "sides": "each"}, False),
    ({"marked": "pinned"}, False), ({"together": ["foot", "horse"]}, True), ({"together": ["foot", "guns"]}, False),
    ({"hexes": 2}, True), ({"hexes": 3}, False),
])  # fmt: skip
@pytest.mark.parametrize("where", ["when", "unless", "times"])
def test_a_condition_is_asked_where_one_unit_could_make_it_matter(test: Any, asked: bool, where: str) -> None:
    """Tired horse from a wood and foot from over a river against guns: what holds for one of them is asked of all."""
    units = [attacker("horse", NORTH_WEST, tired=True), attacker(), defender("guns")]
    change = "defense" if "defender" in test else "attack"
    mod = {change: "x2", **({"when": test, "times": "air"} if where == "times" else {})}
    if where != "times":
        mod |= {where: {**test, "condition": "rain"}}
    found = battle(made({"it": mod}), *units, sides=RIVER, hexes={NORTH_WEST: {"terrain": "wood"}})
    assert found.game.relevant()["conditions"] == ([{"times": "air"}.get(where, "rain")] if asked else [])
