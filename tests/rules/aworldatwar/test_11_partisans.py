"""Chapter 11: pools of partisans, where they may be placed, what they hold, and what attacks on them count for."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import pytest
from hexumpire.files.codec import read_scenario
from hexumpire.kit.places import mention
from hexumpire.model.battle import Battle, Decision, LegalActions, Terminal, moves
from hexumpire.model.errors import SetupError
from hexumpire.rulesets.aworldatwar import RULESET
from hexumpire.rulesets.aworldatwar.rules.partisans import BUILDERS, pool

from tests.rules.aworldatwar.partisans import HERE, band, bleeds, board, enemy, kept, level, march, opened, why
from tests.rules.aworldatwar.setting import fight, game, infantry, sections, terms, unit
from tests.rules.aworldatwar.test_nations import PARTISANS

PRINTED = {"France": "11.22A", "Britain": "11.22B", "Russia": "11.22C", "Siberia": "11.22D", "Italy": "11.22E",
           "China": "11.22F", "India": "11.341C"}  # fmt: skip
"""Where the pools of major powers and of India stand; those of other minor countries are in 11.23."""

# --- pools ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("area", [*dict.fromkeys(area for area, _ in PARTISANS), "Belgium", "Germany", "Libya"])
def test_11_22_the_pool_of_each_builder_in_an_area(area: str) -> None:
    for builder in BUILDERS:
        assert pool(area, builder) == PARTISANS.get((area, builder), (0, 0)), builder


@pytest.mark.parametrize(
    ("country", "builder", "rule"),
    [("Germany", "wa", "11.33E"), ("Japan", "russia", "11.33G"), ("United States", "axis", "11.33H"),
     ("Britain", "russia", "11.33B"), ("Ulster", "russia", "11.33B"), ("Russia", "wa", "11.33C"),
     ("Siberia", "wa", "11.33C"), ("Eastern Poland", "wa", "11.33C"), ("Poland", "russia", "11.341D"),
     ("Belgium", "wa", "11.23"), ("France", "axis", "11.22"), ("China", "wa", "11.22"), ("India", "axis", "11.341C"),
     ("Thailand", "russia", "11.23"), ("Libya", "wa", "11.21")],
)  # fmt: skip
def test_where_a_builder_has_no_pool_the_rule_is_named(country: str, builder: str, rule: str) -> None:
    assert why(board(country, band(builder=builder))) == {rule}


@pytest.mark.parametrize(
    ("country", "builder", "area"),
    [("France", "wa", "France"), ("Corsica", "wa", "France"), ("Ulster", "wa", "Britain"),
     ("Eastern Poland", "russia", "Russia"), ("Ukraine", "russia", "Russia"), ("Siberia", "russia", "Siberia"),
     ("Italy", "russia", "Italy"), ("China", "nationalist", "China"), ("China", "communist", "China"),
     ("Spanish Morocco", "axis", "Spain"), ("Ireland", "axis", "Ireland"), ("Yugoslavia", "wa", "Yugoslavia"),
     ("India", "japan", "India")],
)  # fmt: skip
def test_11_22_which_countries_draw_on_a_pool(country: str, builder: str, area: str) -> None:
    first = PARTISANS[area, builder][0]
    here = {"side": "attacker", "type": "partisan", "nation": "French", "builder": builder, "at": HERE}
    elsewhere = {"5,5": {"country": country}}
    full = board(country, band(builder=builder), {**here, "count": min(2, first)}, hexes=elsewhere)
    free = board(country, band(builder=builder), hexes=elsewhere)
    assert opened(free) == {HERE, "5,5"}
    if first <= 2:
        assert why(full, "5,5") == {"11.21", PRINTED.get(area, "11.23")}
    if area != country:  # those in one country of the area are counted in the other
        both = board(area, band(builder=builder), {**here, "at": "5,5", "count": first}, hexes=elsewhere)
        assert why(both) == {"11.21", PRINTED.get(area, "11.23")}


@pytest.mark.parametrize(("added", "closed"), [(0, True), (1, False), (5, False)])
def test_11_23_a_pool_that_production_fills(added: int, closed: bool) -> None:
    egypt = board("Egypt", band("Egyptian"), partisans_added=added)
    assert why(egypt) == ({"11.21", "11.23"} if closed else set())


def test_11_22c_occupation_policies_shrink_the_russian_pool_only() -> None:
    there = {"side": "attacker", "type": "partisan", "nation": "Russian", "at": HERE}
    more = {"1,0": {"country": "Russia"}}
    assert why(board("Russia", band("Russian"), there, hexes=more, partisans_added=-3), "1,0") == {"11.21", "11.22C"}
    assert why(board("Russia", band("Russian"), there, hexes=more, partisans_added=-2), "1,0") == set()
    assert why(board("France", band("French"), partisans_added=-3)) == set()


def test_11_21_the_board_may_not_hold_more_than_the_pool() -> None:
    two = {"side": "attacker", "type": "partisan", "nation": "French", "at": HERE, "count": 2}
    assert sections(board("France", band(), two).problems) == {"11.21"}
    assert sections(board("France", band(), two, partisans_added=1).problems) == set()
    theirs = {**two, "side": "defender", "nation": "Egyptian", "count": 3}
    assert sections(board("Egypt", band(), theirs).problems) == {"11.21"}
    assert sections(board("Egypt", band(), {**theirs, "count": 2}).problems) == set()


# --- what has to be so ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("country", "nation", "rule"),
    [("France", "British", "11.33A"), ("Britain", "British", "11.33B"), ("Russia", "Russian", "11.33C"),
     ("Italy", "Russian", "11.33D"), ("Greece", "Greek", "11.34"), ("Ireland", "Irish", "11.341B"),
     ("India", "Japanese", "11.341C"), ("China", "Communist Chinese", "11.33F")],
)  # fmt: skip
def test_partisans_that_are_not_permitted_yet(country: str, nation: str, rule: str) -> None:
    assert why(board(country, band(nation))) == set()
    found = why(board(country, band(nation), partisans_permitted=False))
    assert {rule, "11.353A", "11.353B"} <= found
    assert ("11.32A" in found) == (nation in ("British", "Russian", "Greek"))
    assert ("11.32B" in found) == (country == "India")


def test_11_341a_the_middle_east_needs_unrest() -> None:
    for country, nation in (("Egypt", "Egyptian"), ("Kuwait", "Iraqi"), ("Persia", "Persian")):
        assert "11.341A" in why(board(country, band(nation), partisans_added=1, partisans_permitted=False))


def test_11_33c_the_ukraine_may_be_closed() -> None:
    assert why(board("Ukraine", band("Russian"))) == set()
    assert why(board("Ukraine", band("Russian"), ukraine_closed=True)) == {"11.33C"}
    there = {"side": "attacker", "type": "partisan", "nation": "Russian", "at": HERE}
    assert sections(board("Ukraine", band("Russian"), there, ukraine_closed=True).problems) == {"11.33C"}


def test_11_341c_two_japanese_partisans_in_india() -> None:
    there = {"side": "attacker", "type": "partisan", "nation": "Japanese", "at": HERE}
    assert why(board("India", band("Japanese"), there)) == set()
    assert why(board("India", band("Japanese"), {**there, "count": 2}, hexes={"1,0": {"country": "India"}}), "1,0") == {
        "11.21",
        "11.341C",
    }


# --- how many in a turn -----------------------------------------------------------------------------


def test_11_353c_one_in_a_country_each_turn() -> None:
    battle = Battle.start(
        board("Greece", band("Greek", count=2), hexes={"1,0": {"country": "Spain"}}, partisans_added=1)
    )
    after = battle.play("place:1")
    assert isinstance(after.node, Decision)
    assert {option.hex for option in after.node.options} == {"1,0", ""}
    refused = {one.hex: one.rules for one in after.game.refusals(after.state)}
    assert refused[HERE] == ("11.353C",)
    assert after.play("place:2").outcome.measure("placed") == 2


def test_hexes_for_partisans_are_counted_in_reading_order() -> None:
    lands = {place: {"country": "Greece"} for place in ("10,0", "2,0", "0,1", "1,-1")}
    battle = Battle.start(board("Greece", band("Greek"), hexes=lands))
    places = [battle.play(f"place:{number}").state.at[0] for number in range(1, 6)]
    assert places == [("1,-1",), (HERE,), ("2,0",), ("10,0",), ("0,1",)]


def test_11_353c_two_for_russia_in_russia_and_siberia_together() -> None:
    lands = {"1,0": {"country": "Siberia"}, "2,0": {"country": "Eastern Poland"}}
    battle = Battle.start(board("Russia", band("Russian", count=3), hexes=lands))
    after = battle.play("place:1").play("place:2")
    assert list(after.legal_actions) == ["done"]
    assert {one.rules for one in after.game.refusals(after.state)} == {("11.353C",)}


def test_11_353c_russia_builds_one_elsewhere_and_two_in_its_own_countries_in_the_same_turn() -> None:
    """A second one in France is one too many, and no other country is counted with it."""
    lands = {"1,0": {"country": "Italy"}, "2,0": {"country": "Russia"}, "3,0": {"country": "Russia"}}
    lands["4,0"] = {"country": "France"}
    battle = Battle.start(board("France", band("Russian", count=4), hexes=lands, partisans_added=2))
    node = battle.play("place:1").node
    assert isinstance(node, Decision)
    assert {option.hex for option in node.options} == {"1,0", "2,0", "3,0", ""}
    for place in ("1,0", "2,0", "3,0"):
        battle = battle.play(next(one.id for one in battle.node.options if one.hex == place))
    assert {option.hex for option in battle.node.options} == {HERE, "4,0", ""}


def test_11_353c_the_countries_of_the_iraqi_pool_are_one() -> None:
    lands = {"1,0": {"country": "Kuwait"}, "2,0": {"country": "Persia"}}
    battle = Battle.start(board("Iraq", band("Iraqi", count=2), hexes=lands, partisans_added=2))
    after = battle.play("place:1")
    assert [option.hex for option in after.node.options] == ["2,0", ""]


# --- where ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("data", "rules"),
    [({"control": "attacker"}, {"11.353D"}), ({"control": "neutral"}, {"11.353D"}), ({"control": "defender"}, set()),
     ({"terrain": "sea"}, {"11.353D"}), ({"country": "unstated"}, {"11.353D"}), ({"features": ["port"]}, set()),
     ({"features": ["capital", "objective"]}, set()),
     *(({"features": [mark]}, {"11.353E"}) for mark in ("base", "bridgehead", "railhead", "ic", "fortification",
                                                        "fortress", "maginot", "west_wall", "singapore"))],
)  # fmt: skip
def test_11_353d_e_hexes_that_are_closed(data: dict[str, Any], rules: set[str]) -> None:
    assert why(board("France", band(), hexes={HERE: {"country": "France", **data}})) == rules


@pytest.mark.parametrize(
    "there", [enemy("infantry", HERE), enemy("air", HERE), enemy("flak", HERE), enemy("partisan", HERE)],
    ids=lambda one: one["type"],
)  # fmt: skip
def test_11_353e_enemy_units(there: dict[str, Any]) -> None:
    assert why(board("Turkey", band("British"), there)) == {"11.353E"}


def test_11_353d_only_partisans_of_the_same_builder_may_be_there() -> None:
    """And two ground units stack in a hex (12.11A)."""
    own = {"side": "attacker", "type": "partisan", "at": HERE}
    more = {"partisans_added": 5}
    assert why(board("Yugoslavia", band("British"), {**own, "nation": "US"}, **more)) == set()
    assert why(board("Yugoslavia", band("British"), {**own, "nation": "Russian"}, **more)) == {"11.353D"}
    assert why(board("Yugoslavia", band("British"), {**own, "type": "infantry", "nation": "British"})) == {"11.353D"}
    assert why(board("Yugoslavia", band("British"), {**own, "nation": "US", "count": 2}, **more)) == {"12.11A"}


def test_11_353d_two_builders_do_not_share_a_hex_in_one_turn() -> None:
    game = board("Yugoslavia", band("British"), band("Russian"))
    after = Battle.start(game).play("place:1")
    assert [one.rules for one in game.refusals(after.state)] == [("11.353D",)]


def test_one_may_be_left_out_and_the_next_placed() -> None:
    battle = Battle.start(board("Yugoslavia", band("British"), band("Russian")))
    assert list(battle.legal_actions) == ["place:1", "next", "done"]
    after = battle.play("next")
    assert list(after.legal_actions) == ["place:1", "done"]
    assert after.play("place:1").game.overlay(after.play("place:1").state)["moved"] == {"u2": {HERE: 1}}


def test_11_353d_who_goes_where_decides_how_many_two_builders_place() -> None:
    """One hex is open to both; the other holds a partisan of the Western Allies, so Russia may not go there."""
    held = {"side": "attacker", "type": "partisan", "nation": "US", "at": "1,0"}
    two = {HERE: {"country": "Yugoslavia"}, "1,0": {"country": "Yugoslavia"}}
    game = board("Yugoslavia", band("British"), band("Russian"), held, hexes=two, partisans_added=2)

    def ends(state: Any, looked_at: Callable[[Any], Iterable[str]]) -> set[int]:
        node = game.node(state)
        if isinstance(node, Terminal):
            return {node.outcome.measure("placed")}
        return {number for action in looked_at(node) for number in ends(game.apply(state, action), looked_at)}

    every = ends(game.start(), LegalActions)
    assert every == {0, 1, 2}
    assert ends(game.start(), moves) == every, "a search that looks at like hexes once finds the same"


def test_where_one_builder_builds_a_search_looks_at_an_area_once() -> None:
    lands = {"1,0": {"country": "France"}, "2,0": {"country": "Italy"}}
    for units, looked_at in (
        ([band()], ["place:1", "place:3", "done"]),
        ([band(), band("Italian", builder="axis")], ["place:1", "place:2", "place:3", "next", "done"]),
    ):
        node = Battle.start(board("France", *units, hexes=lands)).node
        assert isinstance(node, Decision)
        assert list(moves(node)) == looked_at


def test_how_it_went_on_is_told_in_words() -> None:
    battle = Battle.start(board("Yugoslavia", band("British"), band("Russian"), hexes={"1,0": {"country": "Greece"}}))
    assert battle.log == ()

    def told(*actions: str) -> list[str]:
        return [line.text for _, line in battle.play_all(actions).log]

    assert told("done") == ["No partisans are placed."]
    assert told("next", "done") == ["The British 1-5 partisan is left out.", "No partisans are placed."]
    assert told("place:1", "done") == [
        f"The British 1-5 partisan is placed in {mention(HERE)}.",
        "No more partisans are placed.",
    ]
    assert told("place:2", "place:1")[1] == f"The Russian 1-5 partisan is placed in {mention(HERE)}."
    assert [option.label for option in battle.node.options][-2:] == ["Leave out the British 1-5 partisan", "Place none"]
    later = battle.play("place:1").node
    assert isinstance(later, Decision)
    assert [option.label for option in later.options] == [f"Place it in {mention('1,0')}", "Place no more"]


@pytest.mark.parametrize(
    ("armor", "data", "open"),
    [({}, {}, False), ({"supply": "partial"}, {}, True), ({"mech": "off"}, {}, True), ({"at": "2,0"}, {}, True)],
)
def test_11_353e_enemy_zones_of_control(armor: dict[str, Any], data: dict[str, Any], open: bool) -> None:
    assert why(board("France", band(), enemy("armor", "1,0", **data) | armor)) == (
        set() if open else {"11.353E", "10.34"}
    )


def test_every_hex_is_told_open_or_closed_once() -> None:
    example = next(one for one in RULESET.examples() if one["key"] == "partisans-france")
    battle = Battle.start(RULESET.game(read_scenario(example["scenario"])))
    assert isinstance(battle.node, Decision)
    open_ = [option.hex for option in battle.node.options if option.hex]
    closed = [one.hex for one in battle.game.refusals(battle.state)]
    assert open_ == ["0,2"]
    assert sorted(open_ + closed) == sorted(battle.game.scenario.hexes)
    assert battle.assessment is not None
    assert battle.assessment.headline == "1 hex is open"


def test_few_hexes_are_named_many_are_counted() -> None:
    def note(number: int) -> str:
        more = {f"{n},0": {"country": "France"} for n in range(1, number)}
        found = Battle.start(board("France", band(), hexes=more)).assessment
        assert found is not None
        return found.trace.children[0].children[0].note

    assert note(21) == "21 hexes"
    assert "19;0" in note(20)


# --- the game ---------------------------------------------------------------------------------------


def test_11_351_who_is_built_is_ticked() -> None:
    assert sections(board("France").problems) == {"11.351"}
    assert sections(board("France", band(side="defender")).problems) == {"11.351"}


def test_11_41_who_builds_is_the_faction_of_the_nation_or_stated() -> None:
    assert why(board("Italy", band("Italian"))) == {"11.22"}
    assert why(board("Italy", band("Italian", builder="wa"))) == set()
    assert sections(board("Yugoslavia", band("Yugoslav")).problems) == {"11.41"}
    assert why(board("Yugoslavia", band("Yugoslav", builder="russia"))) == set()


def test_11_21_partisans_are_counted_where_both_their_area_and_their_builder_are_known() -> None:
    """Of others it is said what is missing, and not that they are too many."""
    there = {"side": "attacker", "type": "partisan", "nation": "Yugoslav", "at": "5,5", "count": 2}
    built, inside = band("Yugoslav", builder="wa"), {"5,5": {"country": "Yugoslavia"}}
    assert sections(board("Yugoslavia", built, there, hexes=inside).problems) == {"11.41"}
    assert sections(board("Yugoslavia", built, {**there, "builder": "wa"}).problems) == set()


@pytest.mark.parametrize("added", [-3, 0, 3])
def test_11_21_where_a_builder_has_no_pool_there_can_be_none_whatever_is_added(added: int) -> None:
    there = {"side": "attacker", "type": "partisan", "nation": "German", "at": "5,5"}
    game = board("Russia", band("Russian"), there, hexes={"5,5": {"country": "Russia"}}, partisans_added=added)
    assert sections(game.problems) == {"11.21"}
    (problem,) = game.problems
    assert problem.message.endswith("1 partisan in Russia, where there can be 0")


def test_11_353e_own_armor_bars_no_hex_next_to_it() -> None:
    """Its zone of control is none of the enemy."""
    assert why(board("France", band(), {**enemy("armor", "1,0"), "side": "attacker"})) == set()


def test_what_is_placed_stands_there() -> None:
    battle = Battle.start(board("Russia", band("Russian", count=2), hexes={"1,0": {"country": "Russia"}}))
    after = battle.play("place:1").play("place:2")
    assert after.outcome.result == "placed"
    left = after.game.remains(after.state)["u1"]
    assert sorted((one.at, one.many, one.values) for one in left) == [
        (HERE, 1, (("placing", False),)), ("1,0", 1, (("placing", False),))]  # fmt: skip
    assert after.game.overlay(after.state)["moved"] == {"u1": {HERE: 1, "1,0": 1}}
    none = battle.play("done")
    assert (none.outcome.result, none.game.remains(none.state)) == ("unplaced", {"u1": []})


def test_the_older_edition_has_no_partisans_to_place() -> None:
    game = board("France", band(), edition="old")
    assert sections(game.problems) == {"11.21"}
    with pytest.raises(SetupError):
        Battle.start(game)


@pytest.mark.parametrize("section", ["11.61", "11.62", "11.63", "11.64"])
def test_what_partisans_hold_and_hinder_is_told(section: str) -> None:
    placed = Battle.start(board("France", band())).play("place:1")
    assert section in {rule for line in placed.game.closing(placed.state) for rule in line.rules}


def test_only_what_matters_is_asked() -> None:
    asked = board("Ukraine", band("Russian"), enemy("armor", "3,0"), enemy("infantry", "4,0")).relevant()
    assert asked["conditions"] == ["theatre", "partisans_permitted", "partisans_added", "ukraine_closed"]
    assert asked["units"] == {"u1": ["builder", "placing"], "u2": ["supply", "oil_short", "mech"], "u3": []}
    assert asked["hexes"] == {HERE: ["country", "control"]}
    assert board("France", band()).relevant()["conditions"] == ["partisans_permitted", "partisans_added"]


@pytest.mark.parametrize(
    ("countries", "asked"), [(("Ukraine",), True), (("Ukraine", "Russia"), True), (("Russia", "Poland"), False)]
)
def test_11_33c_whether_the_ukraine_is_closed_is_asked_where_any_hex_lies_in_it(countries: Any, asked: bool) -> None:
    hexes = {f"{n},0": {"country": country} for n, country in enumerate(countries)}
    found = board(countries[0], band("Russian"), hexes=hexes).relevant()["conditions"]
    assert ("ukraine_closed" in found) == asked


@pytest.mark.parametrize(
    ("units", "asked"),
    [
        ([enemy("armor", "3,0"), enemy("infantry", "4,0")], True),
        ([enemy("infantry", "3,0")], False),
        ([{**enemy("armor", "3,0"), "side": "attacker"}], False),
    ],
)
def test_11_353e_the_theatre_is_asked_where_enemy_armor_may_have_a_zone_of_control(units: Any, asked: bool) -> None:
    assert ("theatre" in board("France", band(), *units).relevant()["conditions"]) == asked


# --- movement ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("here", "there", "nation", "may"),
    [("France", "France", "French", True), ("France", "Corsica", "French", True), ("France", "Italy", "French", False),
     ("Greece", "Yugoslavia", "Greek", False), ("Russia", "Eastern Poland", "Russian", True),
     ("Eastern Poland", "Ukraine", "Russian", True), ("Eastern Poland", "Poland", "Russian", False),
     ("Russia", "Siberia", "Russian", False), ("Iraq", "Kuwait", "Iraqi", True),
     ("Lebanon/Syria", "Transjordan", "Iraqi", True), ("Iraq", "Persia", "Iraqi", False),
     ("Palestine", "Egypt", "Iraqi", False), ("Ireland", "Ulster", "Irish", True), ("Ulster", "Ireland", "Irish", True),
     ("Ireland", "Ulster", "German", True), ("Ireland", "Britain", "Irish", False),
     ("Ulster", "Britain", "Irish", False), ("Ulster", "Ireland", "British", False),
     ("Ulster", "Britain", "British", True), ("Eastern Poland", "Russia", "Polish", False),
     ("unstated", "France", "French", True)],
)  # fmt: skip
def test_11_42_partisans_keep_to_their_country(here: str, there: str, nation: str, may: bool) -> None:
    assert kept(here, there, nation) == (set() if may else {"11.42"})


@pytest.mark.parametrize(
    ("here", "there", "why"),
    [
        ("Russia", "Ukraine", {"11.33C"}),
        ("Eastern Poland", "Ukraine", {"11.33C"}),
        ("Ukraine", "Russia", set()),
        ("Russia", "Eastern Poland", set()),
        ("Eastern Poland", "Russia", set()),
        ("Ukraine", "Poland", {"11.42"}),
    ],
)
def test_11_33c_russian_partisans_do_not_go_into_a_closed_ukraine(here: str, there: str, why: set[str]) -> None:
    """Nor do they operate in it; those of Russia and eastern Poland go elsewhere as before (11.42)."""
    assert kept(here, there, "Russian", ukraine_closed=True) == why
    assert kept(here, there, "Russian") == why - {"11.33C"}


@pytest.mark.parametrize(("type", "told"), [("partisan", True), ("infantry", False)])
def test_11_64_what_partisans_hold_is_told_when_they_moved(type: str, told: bool) -> None:
    one = {"id": "u1", "side": "attacker", "type": type, "nation": "French", "at": HERE}
    after = march([one], {HERE: {"country": "France"}, "1,0": {"country": "France"}}).play("take:u1")
    for action in ("go:1,0", "done"):
        after = after.play(action)
    assert ("11.64" in {rule for line in after.game.closing(after.state) for rule in line.rules}) is told


def test_11_45_partisans_stay_out_of_attrition_on_both_sides() -> None:
    assert (level("infantry"), level("infantry", "infantry"), level("infantry", "partisan")) == (1, 2, 1)
    assert bleeds("infantry") and not bleeds("partisan")


# --- attacks on partisans ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("defenders", "told"),
    [([unit("partisan")], True), ([unit("partisan"), infantry(1)], False), ([infantry(1)], False)],
)
def test_11_82_what_an_attack_on_partisans_alone_counts_for(defenders: list[dict[str, Any]], told: bool) -> None:
    battle = fight([infantry(20)], defenders).play("!result=D")
    while battle.outcome is None:
        battle = battle.play(list(battle.legal_actions)[-1])
    found = {rule for line in battle.game.closing(battle.state) for rule in line.rules}
    assert ({"11.81", "11.82"} <= found) == told


def test_11_51_partisans_are_never_isolated() -> None:
    for edition in ("old", "new"):
        cut_off = game([infantry(9)], [unit("partisan", 3, isolated_turns=2)], edition=edition, terrain="mountain")
        assert terms(cut_off) == {"15.32D": 1, "15.33C": -1}


@pytest.mark.parametrize(("type", "told"), [("partisan", True), ("infantry", False)])
def test_11_82_an_overrun_of_partisans_alone(type: str, told: bool) -> None:
    tanks = {"id": "u1", "side": "attacker", "type": "armor", "nation": "German", "at": HERE, "factors": 12}
    foe = {"id": "u2", "side": "defender", "type": type, "nation": "Russian", "at": "1,0", "factors": 1}
    battle = march([tanks, foe], {HERE: {"country": "Russia"}, "1,0": {"country": "Russia"}})
    after = battle.play(next(action for action in battle.legal_actions if action.startswith("take:u1")))
    after = after.play("overrun:1,0")
    assert ("11.82" in {rule for _, line in after.log for rule in line.rules}) is told
