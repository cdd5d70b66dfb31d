"""MOD: every modifier of the die, for both sides, and why it does not apply."""

import pytest

from tests.rules.d8chart.setting import NORTHWEST, game, infantry, reasons, terms, unit

FINNS, SOVIETS, GERMANS = ("Finnish", "Soviet"), ("Soviet", "German"), ("German", "Soviet")
WAR = {"winter_war": True, "country": "Finland"}
SS = [infantry(ss=True), infantry(ss=True), unit("general", 2, ss=True)]
TANK = [unit("armor", 6)]
FLYING = unit("fighter_bomber", 2, ground_attack=True)

CASES = [
    ("MOD.air-sup", 1, [infantry()], [infantry()], {"air_superiority": "attacker"}),
    ("MOD.air-sup", -1, [infantry()], [infantry()], {"air_superiority": "defender"}),
    ("MOD.para", 1, [infantry(), unit("para", 2, via="air")], [infantry()], {"para_success": True}),
    ("MOD.ital", -1, [infantry(nation="Italian")], [infantry()], {"apathetic": "attacker"}),
    ("MOD.ital", 1, [infantry()], [infantry(nation="Italian")], {"apathetic": "defender"}),
    ("MOD.concentric", 1, [infantry()], [infantry()], {"concentric": True}),
    ("MOD.finn", 2, [infantry()], [infantry()], {"nations": FINNS, **WAR}),
    ("MOD.finn", -1, [infantry()], [infantry()], {"nations": FINNS[::-1], **WAR}),
    ("MOD.armor44", 1, TANK, [infantry()], {"nations": SOVIETS, "year": 1944}),
    ("MOD.armor44", -1, [infantry()], TANK, {"nations": SOVIETS, "year": 1945}),
    ("MOD.blitz1", 2, [infantry()], [infantry()], {"blitz": "first"}),
    ("MOD.blitz2", 1, [infantry()], [infantry()], {"blitz": "second"}),
    ("MOD.ground-air", 1, [infantry(), FLYING], [infantry()], {}),
    ("MOD.ground-air", -1, [infantry()], [infantry(), FLYING], {}),
    ("MOD.sov-winter", 1, [infantry()], [infantry()], {"nations": SOVIETS, "soviet_winter": True}),
    ("MOD.sov-winter", -1, [infantry()], [infantry()], {"nations": GERMANS, "soviet_winter": True}),
    ("MOD.mud", -1, [infantry()], [infantry()], {"weather": "mud"}),
    ("MOD.mud", -1, [infantry()], [infantry()], {"hexes": {"0,0": {"zone": "mud"}}}),
    ("MOD.oos", -2, [infantry(out_of_supply=True)], [infantry()], {}),
    ("MOD.oos", 1, [infantry()], [infantry(out_of_supply=True)], {}),
    ("MOD.sov-city", -1, [infantry()], [infantry()], {"features": ["soviet_city"]}),
    ("MOD.sov-city", -1, [infantry()], [infantry()], {"features": ["home_city"]}),
    ("MOD.mountain", -1, [infantry()], [infantry()], {"terrain": "mountain"}),
    ("MOD.strait", -1, [infantry()], [infantry()], {"sides": {"W": ["strait"]}}),
    ("MOD.amph-allied", -3, [infantry(nation="US", via="sea")], [infantry()], {}),
    ("MOD.amph-allied", -3, [infantry(nation="British", via="sea")], [infantry()], {}),
    ("MOD.amph-axis", -4, [infantry(nation="German", via="sea")], [infantry()], {}),
    ("MOD.amph-axis", -4, [infantry(nation="Soviet", via="sea")], [infantry()], {}),
    ("MOD.ss", 1, SS, [infantry()], {"nations": GERMANS}),
    ("MOD.ss", -1, [infantry()], SS, {"nations": SOVIETS}),
]


@pytest.mark.parametrize(("rule", "value", "attack", "defend", "setup"), CASES)
def test_each_modifier_alone(rule, value, attack, defend, setup):
    found = game(attack, defend, **setup)
    assert terms(found) == {rule: value}
    assert found.figures.drm == value


@pytest.mark.parametrize("rule", sorted({rule for rule, *_ in CASES}))
def test_a_plain_attack_says_why_not(rule):
    plain = game([infantry()], [infantry()])
    assert terms(plain) == {}
    assert reasons(plain)[rule]


def test_MOD_sum_has_no_cap():
    found = game([infantry(nation="German"), FLYING], [infantry()], blitz="first", air_superiority="attacker",
                 concentric=True)  # fmt: skip
    assert found.figures.drm == 5


def test_MOD_dup_once_though_printed_twice():
    # MOD.dup, WX.mud.drm, TER.mountain.drm, TER.strait.drm
    found = game([infantry()], [infantry()], weather="mud", terrain="mountain", sides={"W": ["strait"]})
    assert terms(found) == {"MOD.mud": -1, "MOD.mountain": -1, "MOD.strait": -1}


@pytest.mark.parametrize(
    ("setup", "why"),
    [({"winter_war": True}, "not within Finland"), ({"country": "Finland"}, "not the first winter"),
     ({**WAR, "finnish": "none"}, "the players did not say so")],
)  # fmt: skip
def test_MOD_note1(setup, why):
    found = game([infantry()], [infantry()], nations=FINNS, **setup)
    assert not terms(found) and why in reasons(found)["MOD.note1"]


def test_MOD_finn_in_a_mixed_force():
    mixed = [infantry(nation="Finnish"), infantry(nation="German")]
    assert not terms(game(mixed, [infantry()], **WAR))
    assert terms(game(mixed, [infantry()], finnish="attacker", **WAR)) == {"MOD.finn": 2}


def test_MOD_note2_whose_mountain_troops():
    ours, theirs = [unit("mountain", 3)], [unit("mountain", 3)]
    assert not terms(game(ours, [infantry()], terrain="mountain"))
    assert terms(game([infantry()], theirs, terrain="mountain")) == {"MOD.mountain": -1}
    either = game([infantry()], theirs, terrain="mountain", readings={"mountain_unit": "either"})
    assert not terms(either) and reasons(either)["MOD.note2"] == "defender's mountain troops take part"


def test_MOD_armor44_of_both_sides_cancels():
    found = game(TANK, TANK, nations=SOVIETS, year=1944)
    assert terms(found) == {"MOD.armor44": 0}
    assert not terms(game(TANK, TANK, nations=SOVIETS, year=1943))
    assert game(TANK, TANK, nations=SOVIETS, year=1943, armor44="defender").figures.drm == -1


@pytest.mark.parametrize(
    ("reading", "attack", "defence", "drm"),
    [("strict", (1, 0), (0, 0), -2), ("strict", (0, 0), (1, 0), 0), ("strict", (0, 0), (1, 1), 1),
     ("any", (0, 0), (1, 0), 1), ("all", (1, 0), (0, 0), 0), ("all", (1, 1), (1, 1), -1)],
)  # fmt: skip
def test_MOD_oos_of_some(reading, attack, defence, drm):
    forces = [[infantry(out_of_supply=bool(out)) for out in side] for side in (attack, defence)]
    assert game(*forces, readings={"mixed_supply": reading}).figures.drm == drm


def test_MOD_ss_needs_two_and_a_general():
    assert not terms(game(SS[1:], [infantry()], nations=GERMANS))
    assert not terms(game(SS[:2], [infantry()], nations=GERMANS))
    assert terms(game([infantry(ss=True, count=2), SS[2]], [infantry()], nations=GERMANS)) == {"MOD.ss": 1}


def test_MOD_strait_when_frozen():
    frozen = {"sides": {"W": ["strait", "frozen"]}}
    assert terms(game([infantry()], [infantry()], **frozen)) == {"MOD.strait": -1}
    assert not terms(game([infantry()], [infantry()], readings={"frozen_strait": "lifts"}, **frozen))


def test_MOD_strait_once_for_several_crossings():
    ours = [infantry(), infantry(at=NORTHWEST)]
    assert game(ours, [infantry()], sides={"W": ["strait"], "NW": ["strait"]}).figures.drm == -1


def test_MOD_amph_kinds_exclude_each_other():
    both = [infantry(nation="US", via="sea"), infantry(nation="Soviet", via="sea"), infantry(via="sea")]
    found = game(both, [infantry()]).problems
    assert [(problem.rule, problem.path) for problem in found] == [("MOD.amph-axis", "$.units[2].nation")]


def test_MOD_ground_air_that_is_held_back_gives_nothing():
    assert not terms(game([infantry(), {**FLYING, "support": "held"}], [infantry()]))
    assert not terms(game([infantry(), {**FLYING, "support": "lost"}], [infantry()]))
