"""What the form asks of an attack or a segment: each question where it can change the answer of a rule, and no other.

With every question stands the rule that needs it, a battle in which it is asked, and the like of it in which it is not.
"""

import pytest
from hexumpire.rulesets.daisenso.numbering import find_place

from tests.rules.daisenso.setting import (
    EAST,
    NORTHEAST,
    SOUTHWEST,
    TARGET,
    WEST,
    airborne,
    armor,
    game,
    hq,
    infantry,
    shifts,
    unit,
)

FOOT, GUARD = [infantry()], [infantry()]
BLITZ, WITHIN, MARKERS = {"segment": "blitz"}, {"procedure": "blitz"}, {"procedure": "markers"}
TWO = {"targets": (TARGET, NORTHEAST)}
BOTH = [infantry(), infantry(at=NORTHEAST)]
AIR, STRIKE = unit("air", at=WEST), unit("strike", at=WEST)


def weather(kind, place=TARGET):
    """A battle over two hexes of which one has that weather."""
    return {**TWO, "hexes": {place: {"weather": kind}}}


def side(mark, *pair):
    """A battle with a mark along the hexside of two hexes."""
    return {"sides": {(pair or (EAST, TARGET)): [mark]}}


OF_THE_BATTLE = [
    # (question, rule, the battle in which it is asked, one in which it is not)
    ("kwantung_free", "4.2.7.barred", ([infantry(kwantung=True)], GUARD, {}), (FOOT, GUARD, {})),
    ("segment", "4.1.2.base", (FOOT, GUARD, {}), (FOOT, GUARD, WITHIN)),
    ("blitz_on_map", "4.1.nomarker", (FOOT, GUARD, WITHIN), (FOOT, GUARD, {})),
    ("convoy_used", "4.3.s1", (FOOT, [], MARKERS), (FOOT, GUARD, WITHIN)),
    ("spent_markers", "4.3.s2", (FOOT, [], MARKERS), (FOOT, GUARD, {})),
    *((f"hex_{kind}", "4.2.3.8.hex", (FOOT, GUARD, {"hexes": {TARGET: {"terrain": kind}}}),
       (FOOT, GUARD, {"hexes": {EAST: {"terrain": kind}}}))
      for kind in ("desert", "forest", "hills", "jungle", "mountain", "swamp")),
    *((f"side_{mark}", "4.2.3.8.hexside", (FOOT, GUARD, side(mark)), (FOOT, GUARD, side(mark, WEST, TARGET)))
      for mark in ("mountain", "strait", "lake", "beachhead")),
    ("side_mountain", "4.2.3.8.hexside", ([infantry(at=WEST), AIR], GUARD, side("mountain", WEST, TARGET)),
     ([infantry(), AIR, infantry(at="w4622")], GUARD, side("mountain", WEST, TARGET))),
    ("side_mountain", "4.2.3.8.hexside", (FOOT, GUARD, side("mountain")),
     (FOOT, GUARD, side("mountain", EAST, "w4626"))),
    ("side_lake", "4.2.3.8.hexside", (FOOT, GUARD, side("lake")), (FOOT, GUARD, side("river"))),
    ("plain_side", "4.2.3.8.hexside", (FOOT, GUARD, side("river")), (FOOT, GUARD, {})),
    ("lake", "4.2.5.2.allsea", (FOOT, GUARD, {"sides": {(WEST, TARGET): ["lake"], (EAST, TARGET): ["river"]}}),
     (FOOT, GUARD, side("strait"))),
    ("zone_water", "4.2.5.1.zoc", (FOOT, GUARD, side("lake", WEST, TARGET)), (FOOT, GUARD, side("river"))),
    ("zone_water", "4.2.5.1.zoc", (FOOT, GUARD, side("allsea", WEST, TARGET)), (FOOT, GUARD, side("strait"))),
    ("zone_water", "4.2.5.1.zoc", (FOOT, GUARD, {"hexes": {WEST: {"terrain": "sea"}}}),
     (FOOT, GUARD, {"hexes": {WEST: {"terrain": "swamp"}}})),
    ("lone_air", "4.2.7.hex", ([infantry(), AIR], GUARD, {}), ([infantry(), unit("airdrop", at=WEST)], GUARD, {})),
    ("lone_air", "4.2.7.hex", (FOOT, [infantry(), STRIKE], {}), (FOOT, [infantry(), unit("detachment")], {})),
    ("drop_shift", "4.2.3.2.drop", ([infantry(), unit("airdrop", at=TARGET)], GUARD, {}),
     ([infantry(), airborne()], GUARD, {})),
    ("hq_again", "4.2.1.2.used", ([infantry(), hq()], GUARD, {}), (FOOT, [infantry(), hq()], {})),
    ("hq_blitz", "4.1.2.enabled", ([infantry(), hq()], GUARD, BLITZ), ([infantry(), hq()], GUARD, {})),
    ("hq_blitz", "4.1.2.enabled", ([infantry(), hq()], GUARD, WITHIN), (FOOT, [infantry(), hq()], WITHIN)),
    ("marine_regular", "4.2.3.6.shift", ([unit("marine")], GUARD, {}), ([unit("marine")], GUARD, BLITZ)),
    ("marine_regular", "4.2.3.6.shift", ([unit("marine")], GUARD, {}), (FOOT, GUARD, {})),
    ("first_stop", "4.2.8.stop-ezoc", ([armor()], GUARD, {}), (FOOT, GUARD, {})),
    ("marker_weather", "4.1.2.weather", (FOOT, BOTH, {**BLITZ, **weather("mud")}), (FOOT, BOTH, weather("mud"))),
    ("marker_weather", "4.1.2.weather", (FOOT, BOTH, {**BLITZ, **weather("storms", NORTHEAST)}),
     (FOOT, BOTH, {**BLITZ, **weather("storms", EAST)})),
    ("snow", "4.1.2.snow", (FOOT, BOTH, {**BLITZ, **weather("snow")}), (FOOT, BOTH, weather("snow"))),
    ("snow", "4.1.2.snow", (FOOT, BOTH, {**WITHIN, **weather("snow", NORTHEAST)}),
     (FOOT, BOTH, {**WITHIN, **weather("storms", NORTHEAST)})),
    *((key, rule, (FOOT, GUARD, {}), (FOOT, [], MARKERS)) for key, rule in (
        ("pre_war", "4.2.1.1.prewar"), ("limited", "4.2.1.1.limits"), ("voluntary", "4.2.5.3.voluntary"),
        ("all_stacks", "4.2.4.1.ad"), ("joined", "4.2.5.rout.involved"), ("zones", "4.2.5.1.zoc"),
    )),
]  # fmt: skip


@pytest.mark.parametrize(
    ("key", "rule", "yes", "no"), OF_THE_BATTLE, ids=[f"{row[0]}-{row[1]}" for row in OF_THE_BATTLE]
)
def test_a_question_about_the_battle_is_asked_where_its_rule_needs_it(key, rule, yes, no):
    def asked(attack, defend, given):
        found = game(attack, defend, **given).relevant()
        return key in (*found["conditions"], *found["readings"])

    assert (asked(*yes), asked(*no)) == (True, False), rule


MARINE, FORT = unit("marine"), unit("fortress")
ARMY = infantry(steps=3)
OF_A_COUNTER = [
    # (questions, rule, a counter and its battle in which they are asked, one in which they are not)
    (("af", "df"), "4.2.2.s3.total", ("a", infantry(), {}), None),
    (("af", "df"), "4.2.2.s3.total", ("d", FORT, {}), None),
    (("reduced_af", "reduced_df"), "4.2.2.s3.total", ("a", infantry(), TWO), ("a", infantry(), {})),
    (("reduced_af", "reduced_df"), "4.2.2.s3.total", ("d", infantry(), TWO), ("d", infantry(steps=1), TWO)),
    (("last_af", "last_df"), "4.2.2.s3.total", ("d", ARMY, TWO), ("d", ARMY, {})),
    (("last_af", "last_df"), "4.2.2.s3.total", ("a", ARMY, TWO), ("a", infantry(), TWO)),
    (("ma",), "4.2.8.ma", ("a", infantry(), {}), None),
    (("reduced_ma",), "4.2.8.ma", ("a", infantry(), {}), ("a", infantry(steps=1), {})),
    (("last_ma",), "4.2.8.ma", ("a", ARMY, {}), ("a", infantry(), {})),
    (("steps", "stripe", "elite"), "4.2.6.2.where", ("d", infantry(), {}), None),
    (("pool",), "4.2.6.2.two-swap", ("d", infantry(steps=1), {}), ("d", infantry(), {})),
    (("one_behind", "partner"), "4.2.6.2.two-flip", ("d", infantry(), {}), ("d", infantry(steps=1), {})),
    (("reduced",), "4.2.6.2.three", ("d", armor(), {}), ("d", infantry(), {})),
    (("reduced",), "4.2.6.2.three", ("a", hq(), {}), ("a", armor(steps=1), {})),
    (("last",), "4.2.6.2.three", ("d", armor(steps=3), {}), ("d", armor(), {})),
    (("last",), "4.2.6.2.three", ("d", armor(steps=3), {}), ("d", ARMY, {})),
    (("ig",), "4.2.6.2.ig", ("d", hq(), {}), ("d", infantry(), {})),
    (("took_part", "also"), "4.2.1.2.used", ("d", hq(), {}), ("d", infantry(), {})),
    (("also2",), "4.2.3.1.multi", ("a", hq(also="US"), {}), ("a", hq(also="faction"), {})),
    (("also3",), "4.2.3.1.multi", ("a", hq(also="US", also2="British"), {}), ("a", hq(also="US"), {})),
    (("supplied",), "4.2.3.5.att", ("a", infantry(), {}), ("a", infantry(steps=1, pool=True), {})),
    (("supplied",), "4.2.3.5.def", ("d", hq(), {}), ("d", infantry(), {})),
    (("supplied",), "4.1.4.fail", ("a", unit("airdrop"), WITHIN), ("a", unit("airdrop"), BLITZ)),
    (("supplied",), "4.1.3.1.who", ("a", unit("snlf"), WITHIN), ("a", unit("beachhead"), WITHIN)),
    *((("supplied",), "4.2.3.1.att", ("a", infantry(), given), (letter, flier, given))
      for given in ({}, BLITZ, WITHIN) for letter in "ad" for flier in (AIR, STRIKE)),
    (("attacks", "standing"), "4.2.1.1.minor", ("a", infantry(), {}), ("d", infantry(), {})),
    *((("capital",), "4.2.1.1.capital", ("a", minor, {}), (letter, no, {})) for minor, letter, no in (
        (infantry(nation="Siam"), "a", infantry()), (infantry(standing="minor"), "d", infantry(nation="Kiangsu")),
        (infantry(standing="exp"), "a", infantry(nation="Siam", standing="major")),
    )),
    (("attacked",), "4.2.1.once-unit", ("a", infantry(), {}), ("d", infantry(), {})),
    (("attacked",), "4.2.1.once-unit", ("a", infantry(), {}), ("a", infantry(steps=1, pool=True), {})),
    (("blitz",), "4.1.2.enabled", ("a", infantry(), BLITZ), ("a", infantry(), {})),
    (("blitz",), "4.1.3.who", ("a", infantry(), WITHIN), ("d", infantry(), WITHIN)),
    (("blitz",), "4.2.3.6.shift", ("a", MARINE, {}), ("d", MARINE, {})),
    (("blitz",), "4.1.2.enabled", ("a", infantry(), BLITZ), ("a", infantry(steps=1, pool=True), BLITZ)),
    (("aim",), "4.2.1.split", ("a", infantry(), TWO), ("a", infantry(), {})),
    (("aim",), "4.2.1.split", ("a", infantry(), TWO), ("d", infantry(), TWO)),
    (("kwantung",), "4.2.1.1.kwantung", ("a", infantry(), {}), ("a", infantry(nation="Manchurian"), {})),
    (("kwantung",), "4.2.1.1.kwantung", ("a", infantry(), {}), ("d", infantry(nation="Japanese"), {})),
    (("faction",), "4.factions", ("d", infantry(nation="Kiangsu"), {}), ("d", infantry(), {})),
    (("faction",), "4.factions", ("d", infantry(faction="western"), {}), ("a", infantry(), {})),
    (("zone",), "4.2.5.1.zoc", ("a", infantry(), {}), None),
]  # fmt: skip


@pytest.mark.parametrize(
    ("keys", "rule", "yes", "no"), OF_A_COUNTER, ids=[f"{row[0][0]}-{row[1]}" for row in OF_A_COUNTER]
)
def test_a_question_about_a_counter_is_asked_where_its_rule_needs_it(keys, rule, yes, no):
    def asked(letter, counter, given):
        force, foes = ([counter], BOTH) if letter == "a" else (FOOT, [counter, *BOTH])
        return game([*force, *FOOT], foes, **given).relevant()["units"][f"{letter}1"]

    assert set(keys) <= set(asked(*yes)), rule
    assert no is None or not set(keys) & set(asked(*no)), rule


def test_air_units_and_markers_are_asked_nothing_of_ground_units():
    # 4.2.3.1.att, 4.1.1.effect: where they are and whether they are Blitz-enabled is all there is to say of most. Only
    # of an Airdrop that may land its supply counts (4.1.4.fail): no rule asks for that of Air units and Beachheads.
    kinds = ("air", "strike", "airdrop", "beachhead")
    force = [unit(kind, at=SOUTHWEST, nation="Siam") for kind in kinds]
    asked = game([infantry(), *force], GUARD, **WITHIN).relevant()["units"]
    for number, kind in enumerate(kinds, 2):
        more = {"blitz"} if kind != "beachhead" else set()
        more |= {"supplied"} if kind == "airdrop" else set()
        assert set(asked[f"a{number}"]) == {"faction", *more}, kind


@pytest.mark.parametrize(("kind", "given"), [("air", {}), ("air", BLITZ), ("strike", BLITZ)])
@pytest.mark.parametrize("letter", ["a", "d"])
def test_4_2_3_1_att_the_supply_of_an_air_unit_changes_nothing(kind, given, letter):
    # 4.2.3.1: it shifts by its nationality, its place and the weather; of a Blitz attack it is Blitz-enabled besides.
    def odds(supplied):
        flier = unit(kind, at=WEST, supplied=supplied, blitz=True)
        force, foes = (
            ([infantry(blitz=True), flier], GUARD) if letter == "a" else ([infantry(blitz=True)], [*GUARD, flier])
        )
        return shifts(game(force, foes, **given))

    assert odds(True) == odds(False) == {"4.2.3.1.att" if letter == "a" else "4.2.3.1.def": 1 if letter == "a" else -1}


@pytest.mark.parametrize(("given", "more"), [
    ({}, set()), (WITHIN, set()), ({**WITHIN, "drops": True}, {"drop_cut"}), ({"drops": True}, set()),
])  # fmt: skip
def test_a_question_about_a_hex_is_asked_of_every_hex_that_the_battle_names(given, more):
    # 4.2.1.once-hex is of targets, 4.1.4.fail of hexes in the segment of Airdrops; the others matter wherever one goes.
    drops = given.get("drops")
    given = {key: value for key, value in given.items() if key != "drops"}
    found = game(
        [*FOOT, *([airborne(at="w4626")] if drops else [])], GUARD, hexes={WEST: {"terrain": "hills"}}, **given
    )
    always = {"weather", "zoc", "barred", "country", "off_map", "closed"}
    asked = {place: set(keys) for place, keys in found.relevant()["hexes"].items()}
    named = {TARGET, EAST, WEST, *(["w4626"] if drops else [])}
    target = {"attacked_before"}
    assert asked == {find_place(one): always | more | (target if one == TARGET else set()) for one in named}


def test_of_the_marker_segment_only_its_markers_are_asked():
    # 4.3.s1, 4.3.s2: nobody attacks in it, so that nothing of the map and no reading matters.
    asked = game([infantry(), unit("snlf", at=WEST)], [], **MARKERS).relevant()
    assert (set(asked["conditions"]), asked["readings"]) == ({"convoy_used", "spent_markers"}, [])
    assert not any(asked["hexes"].values())


@pytest.mark.parametrize(
    ("given", "steps"), [(MARKERS, {"steps", "stripe"}), ({**WITHIN, "blitz_on_map": False}, set())]
)
def test_where_nobody_fights_a_counter_is_asked_its_face_and_what_it_costs_to_strand(given, steps):
    # 4.3.s3, 4.1.nomarker: a unit at sea is eliminated and goes where its stripe sends it; nobody attacks.
    asked = game([infantry(), hq(), unit("snlf", at=WEST)], [infantry()], **given).relevant()["units"]
    face = {"af", "df", "ma"}
    more = {"ig"} if steps else set()
    assert [set(asked[one]) for one in ("a1", "a2", "a3", "d1")] == [face | steps, face | steps | more, set(), face]


def test_what_was_said_otherwise_than_usual_stays_asked():
    # 4.2.3.8.hex: a shift that was stated for a kind of hex is shown, also once no hex of that kind is attacked.
    assert "hex_jungle" in game(FOOT, GUARD, hex_jungle="2").relevant()["conditions"]
    assert "segment" not in game(FOOT, GUARD, segment="blitz", **WITHIN).relevant()["conditions"]
