"""4.2.3: column shifts, each for its reason."""

import pytest
from hexumpire.model.errors import InputError
from hexumpire.rulesets.daisenso import RULESET
from hexumpire.rulesets.daisenso.numbering import find_place

from tests.rules.daisenso.setting import (
    NORTHWEST,
    SOUTHEAST,
    SOUTHWEST,
    TARGET,
    WEST,
    airborne,
    fight,
    game,
    hq,
    infantry,
    read,
    sections,
    shifts,
    skips,
    to,
    unit,
)


def test_4_2_3_1_def_and_att():
    air = [unit("air", at=NORTHWEST), unit("air", at=SOUTHWEST, nation="British")]
    found = game([infantry()], [infantry(), *air])
    assert shifts(found) == {"4.2.3.1.def": -1}
    assert skips(found)["4.2.3.1.def"] == "no British unit takes part on its side"


def test_4_2_3_1_reuse_in_two_attacks():
    # 4.2.3.1.reuse
    battle = fight([infantry(aim=1), infantry(at="w4725", aim=2), unit("air", at=TARGET)],
                   [infantry(), infantry(at="w4724")], targets=(TARGET, "w4724"))  # fmt: skip
    assert shifts(battle)["4.2.3.1.att"] == 1
    battle = battle.play_all(["read:none", "losses:0/0", f"attack:{find_place('w4724')}"])
    assert shifts(battle)["4.2.3.1.att"] == 1


def test_4_2_3_1_multi():
    # 4.2.3.1.multi
    # A multi-national HQ that supports stands for another nation as well.
    force = [
        infantry(nation="British"),
        hq(at="w4626", nation="CBI", also="British"),
        unit("air", at=TARGET, nation="CBI"),
    ]
    battle = fight(force, [infantry(nation="Japanese")], nations=("British", "Japanese"))
    assert "4.2.3.1.att" not in shifts(battle)
    assert shifts(battle.play("support:a2"))["4.2.3.1.att"] == 1


def test_4_2_3_1_place():
    together = [infantry(), unit("air", at=TARGET), unit("air", at=WEST)]
    assert sections(game(together, [infantry()]).problems) == {"4.2.3.1.place"}


@pytest.mark.parametrize("weather", ["storms", "snow"])
def test_4_2_3_7_none(weather):
    found = game([infantry()], [infantry()], hexes={TARGET: {"weather": weather}})
    assert shifts(found) == {}
    assert "4.2.3.7.none" in skips(found)
    assert shifts(game([infantry()], [infantry()], hexes={TARGET: {"weather": "mud"}})) == {"4.2.3.7.mud": -1}


def test_4_2_3_8_hexside_unknown_values_are_asked_only_where_they_matter():
    # The text does not give the shift of a mountain hexside ...
    mountain = {("w4625", TARGET): ["mountain"]}
    problems = game([infantry()], [infantry()], sides=mountain).problems
    assert [(problem.rule, problem.path) for problem in problems] == [("4.2.3.8.hexside", "$.conditions.side_mountain")]
    assert str(problems[0].message).startswith("the shift of a mountain hexside stands on the map's chart")
    assert game([infantry()], [infantry()], sides=mountain).relevant()["conditions"][-1] == "side_mountain"
    assert shifts(game([infantry()], [infantry()], sides=mountain, side_mountain="2")) == {"4.2.3.8.hexside": -2}
    # ... but beside a river it cannot be the lowest.
    both = {**mountain, (WEST, TARGET): ["river"]}
    found = game([infantry(), infantry(at=WEST)], [infantry()], sides=both)
    assert (found.problems, shifts(found)) == ((), {"4.2.3.8.hexside": -1})


def test_4_2_3_8_hexside_reading_of_plain_sides():
    sides = {("w4625", TARGET): ["river"]}
    force = [infantry(), infantry(at=WEST)]
    plain = game(force, [infantry()], sides=sides)
    assert shifts(plain) == {}
    assert "by the reading chosen" in skips(plain)["4.2.3.8.hexside"]
    assert shifts(game(force, [infantry()], sides=sides, readings={"plain_side": "ignored"})) == {"4.2.3.8.hexside": -1}


def test_4_2_3_8_hex_from_the_terrain_pack():
    pack = {"title": "From my map", "tables": {"terrain": {"hex_jungle": {"value": 1}}}}
    jungle = {"hexes": {TARGET: {"terrain": "jungle"}}}
    assert sections(game([infantry()], [infantry()], **jungle).problems) == {"4.2.3.8.hex"}
    assert shifts(game([infantry()], [infantry()], pack=pack, **jungle)) == {"4.2.3.8.hex": -1}


def test_4_2_3_6_shift_in_the_regular_segment_by_reading():
    marine = [unit("marine", af=4, df=3, ma=2, blitz=True)]
    sea = {"sides": {("w4625", TARGET): ["allsea"]}}
    assert shifts(game(marine, [infantry()], **sea)) == {"4.2.3.6.shift": 1, "4.2.3.8.hexside": -2}
    assert "4.2.3.6.shift" not in shifts(game(marine, [infantry()], readings={"marine_regular": "no"}, **sea))


def test_odds_shown_while_they_are_carried_out_are_those_rolled_at():
    battle = fight([infantry()], [infantry()]).play_all(["read:Dr1", "losses:0/1"])
    assert battle.play(to(NORTHWEST)).assessment.headline == "4 : 2 → 2-1, no shift"


def test_4_2_3_8_hexside_a_mountain_shifts_one_at_least():
    # Beside a river it is not the lower one, so that it shifts at least as far as the river.
    words = next(field for field in RULESET.vocabulary.conditions if field.key == "side_mountain")
    assert list(words.options) == ["chart", "1", "2", "3", "4"]
    pack = {"title": "From my map", "tables": {"terrain": {"side_mountain": {"value": 0}}}}
    with pytest.raises(InputError) as caught:
        game([infantry()], [infantry()], pack=pack)
    assert [(problem.path, problem.rule) for problem in caught.value.problems] == [
        ("$.pack.tables.terrain.side_mountain.value", "4.2.3.8.hexside")
    ]


@pytest.mark.parametrize(
    ("segment", "blitz", "right"),
    [
        ("blitz", True, True),
        ("blitz", False, False),
        ("regular", False, True),
    ],
)
def test_4_1_2_enabled_air_of_the_attacker(segment, blitz, right):
    # The attacker's Air must be Blitz-enabled in that segment, the defender's never.
    force, foes = [infantry(blitz=True), unit("air", at=TARGET, blitz=blitz)], [infantry(), unit("air", at=TARGET)]
    found = shifts(game(force, [foes[0], {**foes[1], "blitz": False}], segment=segment))
    assert found == {"4.2.3.1.def": -1, **({"4.2.3.1.att": 1} if right else {})}


def test_4_2_3_5_att_and_def_need_supply():
    supplied = game([infantry(), hq()], [infantry(), hq()])
    assert shifts(supplied) == {"4.2.3.5.att": 1, "4.2.3.5.def": -1}
    cut_off = game([infantry(), hq(supplied=False)], [infantry(), hq(supplied=False)])
    assert shifts(cut_off) == {}
    # Its factors count all the same.
    assert cut_off.assess(cut_off.start()).headline == supplied.assess(supplied.start()).headline == "6 : 4, no shift"


def test_4_2_3_4_fort_supplied_or_not():
    assert shifts(game([infantry()], [unit("fortress", supplied=False)])) == {"4.2.3.4.fort": -1}


@pytest.mark.parametrize(
    ("place", "weather", "counts"),
    [
        (TARGET, "snow", True),
        (TARGET, "storms", True),
        (TARGET, "mud", False),
        (WEST, "snow", False),
        (WEST, "fine", True),
        ("w4622", "fine", False),
    ],
)
def test_4_2_3_1_mud_and_snow_by_place(place, weather, counts):
    # 4.2.3.1.mud, 4.2.3.1.snow
    found = game([infantry(), unit("air", at=place)], [infantry()], hexes={TARGET: {"weather": weather}})
    assert ("4.2.3.1.att" in shifts(found)) == counts


@pytest.mark.parametrize(("reading", "blitz", "right"), [("shifts", False, 1), ("idle", False, 0), ("idle", True, 1)])
def test_4_2_3_2_drop_outside_a_blitz_enabled_hex_by_reading(reading, blitz, right):
    force = [infantry(blitz=True), unit("airdrop", at=TARGET, blitz=blitz, nation="Western")]
    found = game(force, [infantry()], segment="blitz", readings={"drop_shift": reading})
    assert shifts(found).get("4.2.3.2.drop", 0) == right


@pytest.mark.parametrize(("fields", "right"), [({}, 1), ({"supplied": False}, 0), ({"blitz": False}, 0)])
def test_4_2_3_6_shift_of_supplied_and_blitz_enabled_marines(fields, right):
    marine = unit("marine", af=4, df=3, ma=2, **{"blitz": True, **fields})
    found = game([marine], [infantry()], sides={("w4625", TARGET): ["strait"]}, side_strait="1")
    assert shifts(found).get("4.2.3.6.shift", 0) == right
    assert shifts(found)["4.2.3.8.hexside"] == -1


BACK, BESIDE = "w4723", "w4823"
"""A hex behind the target, and one from which it is attacked that is not next to the target."""


@pytest.mark.parametrize("procedure", ["attack", "blitz"])
@pytest.mark.parametrize(
    ("ground", "key"),
    [
        ({"hexes": {BACK: {"terrain": "jungle"}}}, "hex_jungle"),
        ({"sides": {(BESIDE, BACK): ["strait"]}}, "side_strait"),
    ],
)
def test_4_2_3_8_the_ground_of_a_hex_into_which_defenders_may_retreat_must_be_told(procedure, ground, key):
    """They are attacked there over that ground (4.2.1.arrived), which shifts: it did not count while nobody told it."""
    force = [infantry(6, blitz=True), infantry(6, at=BESIDE, blitz=True)]
    hold = [infantry(), unit("detachment", at=BACK)]
    given = {"procedure": procedure, "targets": (TARGET, BACK), **ground}
    found = game(force, hold, **given)
    assert [problem.path for problem in found.problems] == [f"$.conditions.{key}"]
    assert key in found.relevant()["conditions"]
    battle = fight(force, hold, **given, **{key: "2"})
    battle = battle if procedure == "attack" else battle.play(f"attack:{find_place(TARGET)}")
    battle = read(battle, "Dr1").play(to(BACK)).play("done").play(f"attack:{find_place(BACK)}")
    assert sum(shifts(battle).values()) == -2
    # A marker that nobody can be driven to gives way over any ground (4.2.2.auto).
    alone = game(force, [unit("detachment", at=BACK)], **{**given, "targets": (BACK,)})
    assert alone.problems == ()


@pytest.mark.parametrize(("aim", "needed"), [(0, True), (2, False)])
def test_4_2_3_8_hexside_of_a_unit_whose_friend_may_attack_elsewhere_must_be_told(aim, needed):
    """The lowest hexside counts, that of a friend, as long as he does not attack another hex (4.2.1.split)."""
    force = [infantry(6, at="w4724", aim=aim), infantry(6, at=BESIDE), infantry(6)]
    given = {"targets": (TARGET, BACK), "sides": {(BESIDE, BACK): ["strait"]}}
    hold = [infantry(), infantry(at=BACK)]
    found = game(force, hold, **given)
    assert [problem.path for problem in found.problems] == (["$.conditions.side_strait"] if needed else [])
    # Where a river lies before the friend, the mountain is never the lowest hexside while the river is crossed.
    given["sides"] = {(BESIDE, BACK): ["mountain"], ("w4724", BACK): ["river"]}
    assert bool(game(force, hold, **given).problems) == needed


@pytest.mark.parametrize(
    ("friend", "given", "needed"),
    [
        (airborne(), {"procedure": "blitz"}, True),
        (airborne(supplied=False), {"procedure": "blitz"}, False),
        (airborne(), {"segment": "blitz"}, False),
        (hq(blitz=True), {"procedure": "blitz"}, False),
        (hq(), {"targets": (TARGET, "w4723")}, True),
    ],
)
def test_4_2_3_8_hexside_of_a_unit_whose_friend_may_drop_or_support_elsewhere_must_be_told(friend, given, needed):
    """Who drops attacks no more (4.1.1.flip), nor does an HQ that has supported another attack (4.2.1.2.used)."""
    force = [{**friend, "at": SOUTHEAST}, infantry(6, blitz=True), infantry(6, at="w4823")]
    found = game(force, [infantry(), infantry(at="w4723")], sides={("w4625", TARGET): ["strait"]}, **given)
    assert [problem.path for problem in found.problems] == (["$.conditions.side_strait"] if needed else [])


@pytest.mark.parametrize(("lost", "told"), [("a2", False), ("a1", True)])
def test_4_2_3_8_hexside_nobody_attacks_where_a_rout_leaves_only_a_shift_that_nobody_told(lost, told):
    """The friend whose hexside was the lowest is lost in a rout (4.2.5.rout): the attack is closed and says why."""
    force = [infantry(6), infantry(6, at="w4725", steps=1), infantry(6, at="w4925")]
    battle = fight(
        force, [infantry(), infantry(at="w4825")], targets=(TARGET, "w4825"), sides={("w4925", "w4825"): ["strait"]}
    )
    battle = read(battle, "Ad 1/0").play("retreat").play(to("w4725")).play(f"lose:{lost}")
    option = f"attack:{find_place('w4825')}"
    assert (option in battle.legal_actions) == told
    why = {
        one.rules[0] for one in battle.game.refusals(battle.state) if one.hex == find_place("w4825") and not one.unit
    }
    assert why == (set() if told else {"4.2.3.8.hexside"})
