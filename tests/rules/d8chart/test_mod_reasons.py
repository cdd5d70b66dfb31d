"""MOD: why a modifier does not apply, where two sides or two causes could be taken for one another."""

import pytest
from hexumpire.rulesets.d8chart.rules.air import sky
from hexumpire.rulesets.d8chart.rules.results import reversal

from tests.rules.d8chart.setting import NORTHWEST, fight, game, infantry, lines, reasons, terms, text, unit

ITALIANS = [infantry(nation="Italian")]
FINNS = [infantry(nation="Finnish")]
PLAIN = [infantry()]
STRAIT, ICE = ["strait"], ["strait", "frozen"]
TWO_WAYS = [infantry(), infantry(at=NORTHWEST)]
FLYING = unit("fighter_bomber", 2, ground_attack=True)

REASONS = [
    # (rule, attackers, defenders, setup, reason)
    ("MOD.air-sup", PLAIN, PLAIN, {}, "neither side holds it"),
    ("MOD.para", [unit("para", via="air")], PLAIN, {}, "it did not work"),
    ("MOD.para", PLAIN, PLAIN, {"para_success": True}, "nobody drops"),
    ("MOD.ital", PLAIN, PLAIN, {"apathetic": "both"}, "no Italian land units"),
    ("MOD.ital", ITALIANS, PLAIN, {"apathetic": "defender"},
     "attacker: they are not apathetic; defender: no Italian land units"),
    ("MOD.finn", FINNS, PLAIN, {"finnish": "none"}, "attacker: the players did not say so; defender: no Finns"),
    ("MOD.finn", [*FINNS, *PLAIN], PLAIN, {}, "attacker: not all are Finns; defender: no Finns"),
    ("MOD.armor44", [unit("armor", 5)], PLAIN, {"year": 1944}, "no German or Soviet armor"),
    ("MOD.armor44", [unit("armor", 5, "German")], [unit("armor", 5, "Soviet")], {"year": 1943}, "not before 1944"),
    ("MOD.armor44", PLAIN, PLAIN, {"armor44": "none"}, "the players did not say so"),
    ("MOD.blitz1", PLAIN, PLAIN, {"blitz": "second"}, "it is the second turn"),
    ("MOD.blitz2", PLAIN, PLAIN, {}, "no Blitz bonus"),
    ("MOD.sov-winter", [infantry(nation="Soviet")], PLAIN, {}, "it does not run"),
    ("MOD.sov-winter", PLAIN, PLAIN, {"soviet_winter": True}, "no Soviet land units"),
    ("MOD.oos", [infantry(out_of_supply=True), infantry()], PLAIN, {"readings": {"mixed_supply": "all"}},
     "attacker: some are in supply; defender: supplied"),
    ("MOD.oos", PLAIN, [], {"features": ["fort_chit"]}, "attacker: supplied; defender: no land units"),
    ("MOD.oos", PLAIN, PLAIN, {}, "supplied"),
    ("MOD.mountain", [unit("mountain", 3)], PLAIN, {}, "the hex is none"),
    ("MOD.mountain", [unit("mountain", 3)], PLAIN, {"terrain": "mountain"}, "attacker's mountain troops take part"),
    ("MOD.strait", PLAIN, PLAIN, {"sides": {"E": STRAIT}}, "nobody attacks across one"),
    ("MOD.strait", PLAIN, PLAIN, {"sides": {"W": ICE}, "readings": {"frozen_strait": "lifts"}}, "it is frozen over"),
    ("MOD.amph-axis", [infantry(nation="US", via="sea")], PLAIN, {}, "others land"),
    ("MOD.amph-allied", PLAIN, PLAIN, {}, "nobody lands from the sea"),
    ("MOD.ss", [infantry(nation="German", ss=True)], PLAIN, {}, "fewer than 2 SS units"),
    ("MOD.ss", [infantry(nation="German", ss=True, count=2)], [infantry(nation="German", ss=True, count=2)], {},
     "no SS General"),
    ("MOD.ss", PLAIN, PLAIN, {"ss_bonus": "none"}, "the players did not say so"),
    ("MOD.ground-air", [*PLAIN, FLYING], PLAIN, {"weather": "mud", "air_weather": "none"},
     "the weather grounds all aircraft"),
    ("MOD.ground-air", PLAIN, PLAIN, {"weather": "mud", "air_weather": "none"}, "no ground-attack aircraft in action"),
    ("MOD.ground-air", PLAIN, [*PLAIN, FLYING], {"weather": "mud", "air_weather": "none"},
     "the weather grounds all aircraft"),
    ("MOD.air-sup", PLAIN, PLAIN, {"weather": "mud", "air_weather": "none", "air_superiority": "attacker"},
     "the weather grounds all aircraft"),
    ("MOD.air-sup", PLAIN, PLAIN, {"weather": "mud", "air_weather": "none"}, "neither side holds it"),
]  # fmt: skip

NO_DOUBLE = [
    # (attackers, setup, why a permanent fort does not double those who hold it)
    (PLAIN, {}, "nobody attacks through a fortified hexside"),
    (TWO_WAYS, {"sides": {"W": ["fort"]}}, "some attackers come another way"),
    ([*PLAIN, unit("para", via="air")], {"sides": {"W": ["fort"]}}, "some attackers come another way"),
    (TWO_WAYS, {"sides": {"W": ["fort"]}, "readings": {"fort_sides": "ask"}}, "so the players say"),
    (PLAIN, {"readings": {"fort_sides": "ask"}}, "nobody attacks through a fortified hexside"),
]
NOT_HALVED = [
    # (hexside, setup, label, why)
    (ICE, {}, "halved across a strait", "it is frozen over"),
    (["river", "frozen"], {"weather": "winter"}, "halved across a river", "it is frozen over"),
    (["river"], {"weather": "winter"}, "halved across a river", "winter freezes rivers"),
    (["river"], {"weather": "winter", "ice": "marked"}, "frozen over by winter", "only what is marked, as stated"),
    (STRAIT, {"weather": "winter"}, "frozen over by winter", "a strait freezes only where it is marked"),
    (
        ["river"],
        {"readings": {"river_halves": "attack"}},
        "halved across a river",
        "by the reading chosen the whole attack is halved",
    ),
]
ABROAD = [("map", "the map does not say that it stands abroad"), ("home", "it stands in its home country")]


@pytest.mark.parametrize(("attack", "setup", "why"), NO_DOUBLE)
def test_STR_perm_double_says_why_a_permanent_fort_does_not_double(attack, setup, why):
    found = game(attack, PLAIN, features=["permanent_fort"], **setup)
    assert reasons(found)["STR.perm.double"] == why


@pytest.mark.parametrize(("side", "setup", "label", "why"), NOT_HALVED)
def test_TER_river_says_why_water_halves_nobody_or_did_not_freeze(side, setup, label, why):
    found = game(PLAIN, PLAIN, sides={"W": side}, **setup)
    told = {str(line.label): line.note for line in lines(found.assess(found.start()).trace) if line.skipped}
    assert told[label] == why and not {*told} & {one[2] for one in NOT_HALVED if one[2] != label}


@pytest.mark.parametrize(("abroad", "why"), ABROAD)
def test_STR_minor_half_says_why_a_minor_partner_counts_in_full(abroad, why):
    assert reasons(game(PLAIN, [infantry(nation="Rumanian", abroad=abroad)]))["STR.minor.half"] == why


@pytest.mark.parametrize(
    ("features", "why"),
    [
        ([], "no fort and no Soviet home city"),
        (["soviet_city"], "it is a Soviet city, read as a home city"),
        (["permanent_fort"], "no fort that counts here, and no Soviet home city"),
        (["coastal_fort"], "no fort that counts here, and no Soviet home city"),
        (["fort_chit"], "a fort is there"),
        (["home_city"], "it is a Soviet home city"),
    ],
)
def test_RES_B1_says_why_the_bracketed_result_falls_on_a_side(features, why):
    turned, told, _ = reversal(game(PLAIN, PLAIN, features=features).setting)
    assert (turned, told) == (not why.startswith("no"), why)


@pytest.mark.parametrize(
    ("reading", "said"),
    [
        ("printed", "-/2: the defender loses 2 steps."),
        ("starred", "-/2, read as -/2*: the defender loses 2 steps, perhaps retreats."),
    ],
)
def test_RES_a_result_that_is_read_as_another_is_told_with_what_that_one_does(reading, said):
    held = fight([infantry(12)], [infantry(steps=3)], "!result=-/2", readings={"unstarred": reading})
    assert said in text(held)


def test_STR_naval_says_of_a_coastal_fort_that_it_does_not_count_where_nobody_lands():
    # an attack that is refused: nothing else defends the hex
    found = game(PLAIN, [unit("battleship", 8)], features=["coastal_fort"])
    assert reasons(found)["STR.naval.big"] == "no land unit or fort that counts is there to support"


WHY_NOT_FLOWN = {"held": "it is held back", "lost": "it did not survive the air combat"}


@pytest.mark.parametrize(("support", "why"), WHY_NOT_FLOWN.items())
def test_STR_air_surviving_says_why_aircraft_do_not_count(support, why):
    found = game([*PLAIN, unit("bomber", 4, support=support)], PLAIN)
    assert found.figures.attack.total == game(PLAIN, PLAIN).figures.attack.total
    assert reasons(found)["STR.air.surviving"] == why


@pytest.mark.parametrize(("rule", "attack", "defend", "setup", "why"), REASONS)
def test_the_reason_is_the_one_that_holds(rule, attack, defend, setup, why):
    found = game(attack, defend, **setup)
    assert rule not in terms(found)
    assert str(reasons(found)[rule]).startswith(why)


def test_MOD_strait_that_is_frozen_for_some_only():
    # TER.river.frozen by its reading: one open strait is enough
    some = game(TWO_WAYS, PLAIN, sides={"W": STRAIT, "NW": ICE}, readings={"frozen_strait": "lifts"})
    assert terms(some) == {"MOD.strait": -1}
    labels = {str(line.label) for line in lines(some.assess(some.start()).trace) if "MOD.strait" in line.rules}
    assert labels == {"strait"}
    both = game(TWO_WAYS, PLAIN, sides={"W": ICE, "NW": ICE})
    labels = {str(line.label) for line in lines(both.assess(both.start()).trace) if "MOD.strait" in line.rules}
    assert labels == {"strait, frozen or not"}


def test_MOD_air_sup_counts_as_stated_though_the_weather_grounds_aircraft():
    held = {"weather": "mud", "air_weather": "none", "air_superiority": "attacker"}
    assert terms(game(PLAIN, PLAIN, readings={"grounded": "stated"}, **held)) == {"MOD.air-sup": 1, "MOD.mud": -1}
    assert terms(game(PLAIN, PLAIN, **held)) == {"MOD.mud": -1}


def test_a_modifier_of_both_sides_says_whose_it_is():
    of_both = game([*PLAIN, FLYING], [*PLAIN, FLYING])
    told = [str(line.label) for line in lines(of_both.assess(of_both.start()).trace) if "MOD.ground-air" in line.rules]
    assert told == ["ground-attack air, attacker", "ground-attack air, defender"]
    para = game([unit("para", via="air")], PLAIN, para_success=True)
    told = [str(line.label) for line in lines(para.assess(para.start()).trace) if "MOD.para" in line.rules]
    assert told == ["para drop"], "only attackers drop"


def test_CRT_the_roll_is_told_with_its_row_where_the_chart_has_no_such_number():
    # CRT.rows, CRT.drm-apply
    high = text(fight([infantry(12)], PLAIN, "d8=8", concentric=True))
    assert "die 8 +1 = 9, row +:" in high and "CRT.rows" in high
    within = text(fight([infantry(12)], PLAIN, "d8=4", concentric=True))
    assert "die 4 +1 = 5:" in within and "CRT.rows" not in within
    bare = text(fight([infantry(12)], PLAIN, "d8=8"))
    assert "die 8:" in bare and "CRT.rows" not in bare


def test_EXT_weather_says_who_said_what_is_left_of_aircraft():
    told = {"title": "House tables", "tables": {"weather": {"winter": {"air": "none"}}}}
    ours = [*PLAIN, unit("bomber", 4)]
    winter, mud = (game(ours, PLAIN, weather=weather, pack=told) for weather in ("winter", "mud"))
    assert (sky(winter.scenario, "0,0").left, sky(winter.scenario, "0,0").grounded) == (0, True)
    assert "House tables" in sky(winter.scenario, "0,0").source
    assert (sky(mud.scenario, "0,0").left, sky(mud.scenario, "0,0").grounded) == (1, False)
    assert sky(mud.scenario, "0,0").source.startswith("nobody said"), "their table is silent on mud"
    alone = game(ours, PLAIN, weather="mud")
    assert sky(alone.scenario, "0,0").source.startswith("nobody said")
    clear = game(ours, PLAIN, air_weather="none")
    assert sky(clear.scenario, "0,0") == (1, "in clear weather nobody rolls on the weather table", ("EXT.weather",))
