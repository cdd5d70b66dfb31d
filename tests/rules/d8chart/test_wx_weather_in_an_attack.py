"""WX in an attack: ice on rivers (WX.winter.freeze), aircraft that the weather grounds (WX.mud.air, WX.winter.air)."""

from fractions import Fraction

import pytest
from hexumpire.files.codec import read_scenario
from hexumpire.model.battle import Battle, Terminal
from hexumpire.rulesets.d8chart import RULESET

from tests.rules.d8chart.setting import (
    NORTHEAST,
    NORTHWEST,
    attack_of,
    defence_of,
    document,
    game,
    infantry,
    lines,
    losses,
    reasons,
    rules_of,
    terms,
    unit,
)

WINTER = {"weather": "winter"}


def asked(found):
    """Conditions and readings that could matter."""
    keys = found.relevant()
    return {*keys["conditions"], *keys["readings"]}


def cited(found):
    """Every rule in the odds."""
    return {rule for line in lines(found.assess(found.start()).trace) for rule in line.rules}


# --- ice --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("water", ["river", "strait", ""])
@pytest.mark.parametrize("marked", [False, True])
@pytest.mark.parametrize("ice", ["frozen", "marked"])
@pytest.mark.parametrize("how", ["clear", "mud", "winter", "zone", "thaw"])
@pytest.mark.parametrize("reading", ["unit", "attack"])
def test_WX_winter_freeze_in_an_attack(water, marked, ice, how, reading):
    # Eight factors come over the hexside in question, four over dry land. Winter freezes rivers, no straits.
    zones = {"zone": "winter", "thaw": "mud"}
    hexes = {"0,0": {"terrain": "clear", **({"zone": zones[how]} if how in zones else {})}}
    weather = {"zone": "clear", "thaw": "winter"}.get(how, how)
    marks = [water] * bool(water) + ["frozen"] * (marked and bool(water))
    found = game([infantry(8), infantry(4, at=NORTHWEST)], [infantry()], hexes=hexes, sides={"W": marks},
                 weather=weather, ice=ice, readings={"river_halves": reading})  # fmt: skip
    winter = how in ("winter", "zone")
    dry = not water or marked or (winter and water == "river" and ice == "frozen")
    assert found.figures.attack.total == (12 if dry else 6 if reading == "attack" else 8)
    by_winter = water == "river" and winter and not marked
    assert ("ice" in asked(found)) == (by_winter or ice == "marked")
    assert ("WX.winter.freeze" in cited(found)) == (winter and bool(water) and not marked)
    assert ("river_halves" in asked(found)) == (not dry or reading == "attack")


def test_WX_winter_freeze_says_why():
    over = {"sides": {"W": ["river"]}}
    assert reasons(game([infantry()], [infantry()], **over, **WINTER))["WX.winter.freeze"] == "winter freezes rivers"
    stated = game([infantry()], [infantry()], ice="marked", **over, **WINTER)
    assert reasons(stated)["WX.winter.freeze"] == "only what is marked, as stated"
    strait = game([infantry()], [infantry()], sides={"W": ["strait"]}, **WINTER)
    assert reasons(strait)["WX.winter.freeze"] == "a strait freezes only where it is marked"
    assert terms(strait) == {"MOD.strait": -1}


@pytest.mark.parametrize("via", ["sea", "air"])
def test_WX_winter_freeze_is_not_asked_of_those_who_do_not_cross(via):
    found = game([infantry(via=via)], [infantry()], sides={"W": ["river"]}, **WINTER)
    assert "ice" not in asked(found) and found.figures.attack.total == 4


@pytest.mark.parametrize("procedure", ["attack", "landing"])
def test_WX_winter_freeze_of_a_port(procedure):
    # 1.6 says which ports freeze, so the players do; it matters where a landing needs the port.
    landing = {"terrain": "mountain", "features": ["port"], "procedure": procedure}
    force, foes = [infantry(via="sea")], [infantry()] if procedure == "attack" else []
    open_port = game(force, foes, **landing, **WINTER)
    assert "port_ice" in asked(open_port) and not open_port.problems
    assert rules_of(game(force, foes, port_ice=True, **landing, **WINTER).problems) == {"WX.winter.freeze"}
    mild = game(force, foes, **landing)
    assert "port_ice" not in asked(mild)
    assert not game(force, foes, port_ice=True, weather="mud", **landing).problems
    assert "port_ice" not in asked(game(force, foes, **{**landing, "terrain": "clear"}, **WINTER))


@pytest.mark.parametrize("reading", ["stops", "open"])
@pytest.mark.parametrize(("weather", "marks"), [("clear", ["river"]), ("winter", ["river"]), ("winter", ["strait"]),
                                                ("clear", ["strait", "frozen"]), ("clear", [])])  # fmt: skip
def test_TER_river_zoc_over_the_ice(weather, marks, reading):
    # A zone of control closes the only retreat hex. The option stops zones at water; at ice by the reading.
    given = document([infantry(at=NORTHWEST)], [infantry(steps=4)], hexes={NORTHEAST: {"features": ["retreat"]}},
                     weather=weather, retreat_zoc="closed", river_zoc=True, readings={"zoc_ice": reading})  # fmt: skip
    given["map"]["sides"] = {f"{NORTHWEST}:E": marks}
    found = RULESET.game(read_scenario(given))
    battle = losses(Battle.start(found).play("!result=-/2*")).play("retreat")
    ice = "frozen" in marks or (weather == "winter" and "river" in marks)
    closed = not marks or (ice and reading == "open")
    assert isinstance(battle.node, Terminal) == closed
    assert "river_zoc" in asked(found)
    assert ("zoc_ice" in asked(found)) == (ice or reading == "open")
    given["procedure"], given["units"] = "zoc", given["units"][:1]
    zones = RULESET.game(read_scenario(given))
    assert (NORTHEAST in zones.overlay(zones.start())["lit_hexes"]) == closed


# --- the air ----------------------------------------------------------------------------------------

AIR = {"clear": "", "mud": "WX.mud.air", "winter": "WX.winter.air"}


def air(factors=2, **fields):
    return unit("fighter_bomber", factors, **fields)


@pytest.mark.parametrize("weather", AIR)
@pytest.mark.parametrize("stated", ["pack", "full", "half", "none"])
@pytest.mark.parametrize(("ours", "theirs"), [(True, False), (False, True), (True, True)])
@pytest.mark.parametrize("holder", ["none", "attacker", "defender"])
def test_WX_mud_air_and_WX_winter_air(weather, stated, ours, theirs, holder):
    # What flies adds its strength, the +1 of ground attack and of superiority; what is grounded adds none of them.
    fliers = [air(ground_attack=True)]
    found = game([infantry(8), *(fliers * ours)], [infantry(8), *(fliers * theirs)], weather=weather,
                 air_weather=stated, air_superiority=holder)  # fmt: skip
    share = {"half": Fraction(1, 2), "none": 0}.get(stated, 1) if weather != "clear" else 1
    assert found.figures.attack.total == 8 + 2 * share * ours
    assert found.figures.defense.total == 8 + 2 * share * theirs
    flies = share != 0
    expected = {"MOD.ground-air": flies * (ours - theirs),
                "MOD.air-sup": flies * {"none": 0, "attacker": 1, "defender": -1}[holder],
                "MOD.mud": -(weather == "mud")}  # fmt: skip
    found_terms = terms(found)
    assert {rule: found_terms.get(rule, 0) for rule in expected} == expected
    assert found.figures.drm == sum(expected.values())
    told = reasons(found)
    if not flies:
        assert told["MOD.ground-air"] == told[AIR[weather]] == "the weather grounds all aircraft"
        assert (told["MOD.air-sup"] == "the weather grounds all aircraft") == (holder != "none")
    assert (AIR[weather] in cited(found)) == (weather != "clear")
    assert ("air_weather" in asked(found)) == (weather != "clear" or stated != "pack")
    out = {name for name, here in (("a2", ours), ("d2", theirs)) if here and not flies}
    assert set(found.overlay(found.start())["out"]) == out


def test_WX_winter_air_says_what_nobody_stated():
    found = game([infantry(), air()], [infantry()], **WINTER)
    assert reasons(found)["WX.winter.air"] == "nobody said what the weather table gave: all of it counts"
    stale = game([infantry(), air()], [infantry()], air_weather="none")
    assert reasons(stale)["EXT.weather"] == "in clear weather nobody rolls on the weather table"


def test_WX_mud_air_superiority_by_reading():
    grounded = {"weather": "mud", "air_weather": "none", "air_superiority": "attacker"}
    assert terms(game([infantry()], [infantry()], **grounded)) == {"MOD.mud": -1}
    counts = game([infantry()], [infantry()], readings={"grounded": "stated"}, **grounded)
    assert terms(counts) == {"MOD.mud": -1, "MOD.air-sup": 1}
    assert "grounded" in asked(counts)
    assert "grounded" not in asked(game([infantry()], [infantry()], weather="mud", air_superiority="attacker"))


def test_WX_mud_air_by_a_pack_grounds_as_well():
    told = {"title": "Mine", "tables": {"weather": {"mud": {"air": "none"}}}}
    found = game([infantry(), air(ground_attack=True)], [infantry()], weather="mud", pack=told)
    assert terms(found) == {"MOD.mud": -1} and found.figures.attack.total == 4


@pytest.mark.parametrize(("stated", "total"), [("full", 5), ("half", Fraction(5, 2)), ("none", 2)])
def test_WX_mud_air_and_the_ground_support_of_a_minor(stated, total):
    # STR.minor.waive: one point that reaches the fight waives the halving; half a point or none does not.
    foes = [infantry(4, nation="Greek", abroad="abroad"), air(1, nation="British")]
    assert defence_of([infantry()], foes, weather="mud", air_weather=stated) == total


def test_WX_mud_drm_is_the_attackers_alone():
    # The mud of the hex attacked, whatever the weather where the attackers stand.
    assert terms(game([infantry()], [infantry()], hexes={"-1,0": {"zone": "mud"}})) == {}
    assert terms(game([infantry()], [infantry()], hexes={"0,0": {"zone": "mud"}})) == {"MOD.mud": -1}
    assert terms(game([infantry()], [infantry()], **WINTER)) == {}
    assert attack_of([infantry()], [infantry()], weather="mud") == 4
