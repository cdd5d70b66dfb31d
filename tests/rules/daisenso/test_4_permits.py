"""What is allowed although one might doubt it: an option or a line of the odds cites the rule that says so.

Each rule is cited where the doubt arises (snow on the way of a retreat, enemy Air over an attacker) and nowhere else.
"""

import pytest
from hexumpire.rulesets.daisenso.numbering import place_name

from tests.rules.daisenso.setting import (
    EAST,
    NORTHEAST,
    NORTHWEST,
    SOUTHEAST,
    TARGET,
    WEST,
    airborne,
    armor,
    attack,
    drive,
    fight,
    hq,
    infantry,
    options,
    read,
    to,
    topic,
    unit,
)

FOUL = {"weather": "mud"}


def cited(battle, rule):
    """Printed numbers of the hexes into which one may go by leave of a rule."""
    return {place_name(option.hex) for option in battle.node.options if option.hex and rule in option.rules}


def lines(battle, label):
    """The lines of a total, by their figures (every unit has another one): the rules of each."""
    total = next(line for _, line in battle.assessment.trace.lines() if line.label == label)
    return {int(line.value): line.rules for line in total.children if not line.skipped}


def test_4_1_1_where_an_airdrop_goes_and_what_does_not_stop_it():
    # 4.1.1.origin, 4.1.1.anyplace, 4.1.1.enemy, 4.1.1.friend, 4.1.1.weather
    hexes = {"w4525": {"weather": "storms"}, "w4725": {"features": ["blitz"]}}
    foes = [infantry(), unit("detachment", at=NORTHWEST)]
    battle = fight([airborne(), infantry(at="w4626")], foes, hexes=hexes, procedure="blitz").play("drop:a1")
    everywhere = {place_name(option.hex) for option in battle.node.options}
    assert len(everywhere) == 19  # the hex itself, the six around it and the twelve beyond
    assert cited(battle, "4.1.1.origin") == {EAST}
    assert cited(battle, "4.1.1.anyplace") == everywhere - {"w4725"}
    assert cited(battle, "4.1.1.enemy") == {TARGET, NORTHWEST}
    assert cited(battle, "4.1.1.friend") == {"w4626"}
    assert cited(battle, "4.1.1.weather") == {"w4525"}


@pytest.mark.parametrize("weather", ["fine", "mud", "storms", "snow"])
def test_4_1_3_hqs_go_ashore_and_so_does_everybody_in_any_weather(weather):
    # 4.1.3.hq, 4.1.3.weather
    hexes = {EAST: {"terrain": "sea"}, TARGET: {"weather": weather}}
    force = [unit("beachhead"), hq(blitz=True), infantry(blitz=True)]
    battle = fight(force, [], hexes=hexes, sides={(EAST, TARGET): ["beachhead"]}, procedure="blitz")
    rules = {option.unit: option.rules for option in battle.node.options}
    assert ("4.1.3.hq" in rules["a2"], "4.1.3.hq" in rules["a3"]) == (True, False)
    assert {"4.1.3.weather" in rules[name] for name in ("a2", "a3")} == {weather != "fine"}


@pytest.mark.parametrize(("country", "abroad"), [("Japanese", False), ("Kiangsu", True), ("unstated", True)])
def test_4_2_1_who_attacks_out_of_supply_under_enemy_air_or_out_of_manchuria(country, abroad):
    # 4.2.1.supply, 4.2.1.air, 4.2.1.1.kwantung
    force = [infantry(1, supplied=False), infantry(2, at=WEST), infantry(3, kwantung=True), unit("air", at=NORTHEAST)]
    foes = [infantry(df=5), unit("air", at=WEST), hq(df=6, at="w4622")]
    battle = fight(force, foes, hexes={TARGET: {"country": country}}).play("support:d3")
    found = lines(battle, "Attacker's total")
    for rule, who in (("4.2.1.supply", {1}), ("4.2.1.air", {2}), ("4.2.1.1.kwantung", {3} if abroad else set())):
        assert {figure for figure, rules in found.items() if rule in rules} == who, rule
    theirs = lines(battle, "Defender's total")
    assert ("4.2.1.whole" in theirs[5], "4.2.1.whole" in theirs[6]) == (True, False)  # the HQ is not in the hex


@pytest.mark.parametrize("kind", ["air", "airdrop"])
@pytest.mark.parametrize(("place", "who"), [(EAST, {1}), (TARGET, {1, 2}), (NORTHEAST, set())])
def test_4_2_1_air_over_an_attacker_or_over_the_hex_attacked(kind, place, who):
    force = [infantry(1, blitz=True), infantry(2, at=WEST, blitz=True)]
    battle = fight(force, [infantry(), unit(kind, at=place)], segment="blitz")
    assert {figure for figure, rules in lines(battle, "Attacker's total").items() if "4.2.1.air" in rules} == who


def test_4_2_1_arrived_only_of_those_who_came_from_elsewhere():
    force = [infantry(aim=1), infantry(9, at="w4725", aim=2)]
    battle = fight(force, [infantry(df=2), infantry(df=3, at=NORTHEAST)], targets=(TARGET, NORTHEAST))
    assert "4.2.1.arrived" not in lines(battle, "Defender's total")[2]
    battle = drive(read(battle, "Dr1"), to(NORTHEAST), "done", attack(NORTHEAST))
    found = lines(battle, "Defender's total")
    assert {figure: "4.2.1.arrived" in rules for figure, rules in found.items()} == {2: True, 3: False}


CLEAR, SEA = {}, {"terrain": "sea"}


@pytest.mark.parametrize(("at", "hexes", "foes", "through"), [
    ("w4626", {}, [], False), ("w4626", {EAST: SEA}, [], True), ("w4626", {}, [infantry(at=EAST)], True),
    ("w4725", {EAST: SEA}, [], False), ("w4725", {EAST: SEA, NORTHEAST: SEA}, [], True),
    ("w4725", {EAST: SEA}, [infantry(at=NORTHEAST)], True), (EAST, {}, [], False),
    (EAST, {NORTHEAST: SEA, SOUTHEAST: SEA}, [], False),  # next to the hex it crosses nothing
])  # fmt: skip
def test_4_2_1_2_through_where_every_path_crosses_enemies_or_open_sea(at, hexes, foes, through):
    force = [infantry(at=WEST), hq(at=at, attacks=False)]
    battle = fight(force, [infantry(), *foes], hexes=hexes, hex_sea="0")
    assert [("4.2.1.2.through" in option.rules) for option in battle.node.options if option.unit] == [through]


@pytest.mark.parametrize(("headquarters", "nation", "rule"), [
    ("Nationalist Chinese", "Kiangsu", "4.2.1.2.kmt"), ("Nationalist Chinese", "Nationalist Chinese", ""),
    ("Soviet Communist Chinese", "Western Communist Chinese", "4.2.1.2.ccp"),
    ("Soviet Communist Chinese", "Soviet Communist Chinese", ""), ("US", "US", ""),
])  # fmt: skip
def test_4_2_1_2_ccp_and_kmt_where_the_hq_supports_others_than_its_own(headquarters, nation, rule):
    battle = fight([infantry()], [infantry(nation=nation), hq(nation=headquarters, at="w4622")])
    chinese = {"4.2.1.2.kmt", "4.2.1.2.ccp"} & set(battle.node.options[0].rules)
    assert (battle.node.options[0].unit, chinese) == ("d2", {rule} - {""})


def test_4_2_5_weather_is_cited_for_the_hex_that_is_entered():
    hexes = {NORTHWEST: FOUL, WEST: {"weather": "storms"}, SOUTHEAST: {"weather": "snow"}}
    battle = read(fight([infantry()], [infantry()], hexes=hexes), "Dr1")
    assert cited(battle, "4.2.5.weather") == set(hexes)
    assert cited(battle, "4.2.5.1.p1") == {*hexes, NORTHEAST, "w4523"}


@pytest.mark.parametrize("kind", ["air", "airdrop"])
def test_4_2_5_outair_and_nomove_where_air_or_a_spent_allowance_might_hold_a_force(kind):
    # The enemy is over the hex attacked only; the slowest unit of the force may move two hexes and goes three.
    force = [infantry(blitz=True), unit(kind, at=TARGET)]
    battle = read(fight(force, [infantry(ma=2), infantry(ma=3)], segment="blitz"), "Dr3")
    said = []
    for name in (WEST, "w4622", "w4621"):
        assert topic(battle) == "retreat"
        said.append(("4.2.5.outair" in battle.node.rules, "4.2.5.nomove" in battle.node.rules))
        battle = battle.play(to(name))
    assert said == [(True, False), (False, False), (False, True)]


@pytest.mark.parametrize(("given", "rules"), [
    ({}, set()), ({"hexes": {TARGET: {"terrain": "forest"}}, "hex_forest": "0"}, {"4.2.7.nomove"}),
    ({"hexes": {EAST: {"terrain": "forest"}}}, set()), ({"hexes": {TARGET: {"weather": "snow"}}}, {"4.2.7.weather"}),
    ({"hexes": {EAST: {"weather": "snow"}}}, set()), ({"hexes": {EAST: {"zoc": "defender"}}}, {"4.2.7.ezoc"}),
    ({"hexes": {EAST: {"zoc": "attacker"}}}, set()), ({"hexes": {TARGET: {"zoc": "defender"}}}, set()),
    ({"air": EAST}, {"4.2.7.ezoc"}), ({"air": WEST}, set()),
])  # fmt: skip
def test_4_2_7_nomove_ezoc_and_weather_where_they_might_keep_a_unit_from_advancing(given, rules):
    air = [unit("air", at=given["air"])] if "air" in given else []
    given = {key: value for key, value in given.items() if key != "air"}
    battle = read(fight([infantry()], [infantry(steps=1), *air], **given), "0/1").play("lose:d1")
    (enters, _) = battle.node.options
    assert set(enters.rules) - {"4.2.7.who"} == rules


@pytest.mark.parametrize("air", [True, False])
def test_4_2_8_outair_and_weather_where_they_might_end_an_exploitation(air):
    # Enemy Air over the hex attacked does not count as a unit by the reading chosen; mud ends what storms do not.
    hexes = {WEST: {"weather": "storms"}, NORTHEAST: {"weather": "snow"}, "w4524": FOUL}
    foes = [infantry(steps=3), *([unit("air", at=TARGET)] if air else [])]
    battle = read(fight([armor()], foes, hexes=hexes, readings={"lone_air": "ignored"}), "Dr3")
    battle = drive(battle, to(NORTHWEST), to("w4823"), to("w4922"), "exploit:a1")
    assert to("w4524") not in options(battle)
    assert cited(battle, "4.2.8.weather") == {WEST, NORTHEAST}
    assert cited(battle, "4.2.8.outair") == ({*cited(battle, "4.2.8.first")} if air else set())
