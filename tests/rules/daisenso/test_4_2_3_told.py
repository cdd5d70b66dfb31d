"""4.2.3: every shift is told once, as one that counts or with the reason why it does not."""

from typing import Any

import pytest

from tests.rules.daisenso.setting import EAST, TARGET, WEST, armor, chart, fight, game, hq, infantry, unit

PLAIN = [
    ("4.2.3.1.att", "no Air unit in or next to the target"),
    ("4.2.3.2.drop", "no Airdrop marker in the target"),
    ("4.2.3.3.armor", "no armor attacks"),
    ("4.2.3.6.shift", "no marines attack"),
    ("4.2.3.5.att", "none takes part"),
    ("4.2.3.1.def", "no Air unit in or next to the target"),
    ("4.2.3.4.fort", "no fortress in the target"),
    ("4.2.3.5.def", "none takes part"),
    ("4.2.3.8.hex", "it shifts nothing"),
    ("4.2.3.8.hexside", "the lowest one crossed shifts nothing"),
]
"""Infantry attacks infantry over clear ground: nothing shifts."""
MARINE = unit("marine", af=4, df=3, ma=2, blitz=True)
RIVER = {"sides": {(EAST, TARGET): ["river"]}}
SEA = {"sides": {(EAST, TARGET): ["allsea"]}}


def told(found: Any) -> list[tuple[str, Any]]:
    """Every line of the column shifts: its rule, with its number, or with the reason that it counts for nothing."""
    lines = next(one for one in found.assess(found.start()).trace.children if one.rules == ("4.2.2.s4.net",)).children
    return [(line.rules[0], line.note if line.skipped else line.value) for line in lines]


@pytest.mark.parametrize(
    ("force", "foes", "given", "said"),
    [
        ([infantry()], [infantry()], {}, []),
        ([infantry(), unit("air", at=WEST)], [infantry()], {}, [("4.2.3.1.att", 1)]),
        ([infantry()], [infantry(), unit("air", at=WEST)], {}, [("4.2.3.1.def", -1)]),
        ([infantry(), unit("air", at="w4622")], [infantry()], {}, []),
        ([infantry(blitz=True), unit("airdrop", at=TARGET)], [infantry()], {"segment": "blitz"}, [("4.2.3.2.drop", 1)]),
        ([infantry(blitz=True), unit("airdrop", at=WEST)], [infantry()], {"segment": "blitz"}, []),
        ([armor()], [infantry()], {}, [("4.2.3.3.armor", "only in the Blitz segment")]),
        ([armor(blitz=True)], [infantry()], {"segment": "blitz"}, [("4.2.3.3.armor", 1)]),
        (
            [armor(blitz=True, supplied=False)],
            [infantry()],
            {"segment": "blitz"},
            [("4.2.3.3.armor", "none is both supplied and Blitz-enabled")],
        ),
        ([MARINE], [infantry()], {}, [("4.2.3.6.shift", "none attacks across a Beachhead, strait or all-sea hexside")]),
        ([MARINE], [infantry()], SEA, [("4.2.3.6.shift", 1), ("4.2.3.8.hexside", -2)]),
        (
            [MARINE],
            [infantry()],
            {**SEA, "readings": {"marine_regular": "no"}},
            [("4.2.3.6.shift", "only in the Blitz segment, by the reading chosen"), ("4.2.3.8.hexside", -2)],
        ),
        (
            [MARINE],
            [infantry()],
            {**SEA, "segment": "blitz", "readings": {"marine_regular": "no"}},
            [("4.2.3.6.shift", 1), ("4.2.3.8.hexside", -2)],
        ),
        ([infantry(), hq()], [infantry()], {}, [("4.2.3.5.att", 1)]),
        ([infantry(), hq(supplied=False)], [infantry()], {}, [("4.2.3.5.att", "it is unsupplied")]),
        ([infantry()], [infantry(), hq()], {}, [("4.2.3.5.def", -1)]),
        ([infantry()], [infantry(), hq(supplied=False)], {}, [("4.2.3.5.def", "it is unsupplied")]),
        (
            [infantry()],
            [infantry(), hq(supplied=False), hq(3, supplied=False)],
            {},
            [("4.2.3.5.def", "none of them is supplied")],
        ),
        ([infantry()], [infantry(), hq(supplied=False), hq()], {}, [("4.2.3.5.def", -1)]),
        ([infantry()], [unit("fortress")], {}, [("4.2.3.4.fort", -1)]),
        ([infantry()], [infantry()], RIVER, [("4.2.3.8.hexside", -1)]),
        (
            [infantry(), infantry(at=WEST)],
            [infantry()],
            RIVER,
            [("4.2.3.8.hexside", "one crossed has no terrain and counts as 0, by the reading chosen")],
        ),
        (
            [infantry(), infantry(at=WEST)],
            [infantry()],
            {**RIVER, "readings": {"plain_side": "ignored"}},
            [("4.2.3.8.hexside", -1)],
        ),
    ],
)
def test_4_2_3_each_shift_is_told_once(force, foes, given, said):
    found = dict(said)
    assert told(game(force, foes, **given)) == [(rule, found.get(rule, why)) for rule, why in PLAIN]


@pytest.mark.parametrize(
    ("weather", "segment", "line"),
    [
        ("fine", "regular", []),
        ("mud", "regular", [("4.2.3.7.mud", -1)]),
        ("storms", "regular", [("4.2.3.7.none", "storms and snow shift nothing")]),
        ("snow", "regular", [("4.2.3.7.none", "storms and snow shift nothing")]),
    ],
)
def test_4_2_3_7_weather_is_told_before_the_ground(weather, segment, line):
    found = game([infantry()], [infantry()], hexes={TARGET: {"weather": weather}}, segment=segment)
    assert told(found) == [*PLAIN[:-2], *line, *PLAIN[-2:]]


@pytest.mark.parametrize(
    ("air", "given", "reason"),
    [
        (unit("air", at=TARGET, nation="Siam"), {}, "no Siam unit takes part on its side"),
        (unit("air", at=TARGET), {"hexes": {TARGET: {"weather": "mud"}}}, "the target lies in mud"),
        (unit("air", at=WEST), {"hexes": {TARGET: {"weather": "snow"}}}, "in snow only from inside the target hex"),
        (unit("air", at=TARGET, blitz=False), {"segment": "blitz"}, "it is not Blitz-enabled"),
    ],
)
def test_4_2_3_1_why_air_does_not_count(air, given, reason):
    lines = told(game([infantry(blitz=True), air], [infantry()], **given))
    assert [why for rule, why in lines if rule == "4.2.3.1.att"] == [reason]


@pytest.mark.parametrize(
    ("air", "label"),
    [
        ([], "Read the chart: no shift"),
        ([unit("air", at=TARGET)], "Read the chart: 1 to the right"),
        ([unit("air", side="defender", nation="US", at=TARGET)], "Read the chart: 1 to the left"),
    ],
)
def test_4_2_2_s4_without_a_chart_it_is_told_how_far_to_shift(air, label):
    battle = fight([infantry(), *air], [infantry()])
    assert battle.assessment.trace.children[-1].label == label


LONE = unit("marine", af=4, df=3, ma=2, blitz=False)


@pytest.mark.parametrize(
    ("rule", "fit", "unfit", "given"),
    [
        ("4.2.3.3.armor", armor(blitz=True), armor(blitz=True, supplied=False), {"segment": "blitz"}),
        (
            "4.2.3.6.shift",
            MARINE,
            {**MARINE, "supplied": False, "at": WEST},
            {"sides": {(EAST, TARGET): ["strait"], (WEST, TARGET): ["strait"]}, "side_strait": "0"},
        ),
        (
            "4.2.3.6.shift",
            MARINE,
            {**LONE, "at": WEST},
            {"sides": {(EAST, TARGET): ["strait"], (WEST, TARGET): ["strait"]}, "side_strait": "0"},
        ),
    ],
)
def test_4_2_3_one_that_is_supplied_and_enabled_is_enough_and_two_shift_no_more(rule, fit, unfit, given):
    for force, right in (([fit, unfit], 1), ([unfit, fit], 1), ([fit, fit], 1), ([unfit, unfit], 0)):
        lines = dict(told(game(force, [infantry()], **given)))
        assert (lines[rule] == 1) == bool(right)


@pytest.mark.parametrize(
    ("rule", "one", "other"),
    [
        ("4.2.3.4.fort", unit("fortress"), infantry()),
        ("4.2.3.5.def", hq(), hq(supplied=False)),
    ],
)
def test_4_2_3_one_of_several_defenders_is_enough(rule, one, other):
    for foes in ([one, other], [other, one], [one, one]):
        assert dict(told(game([infantry(af=9)], foes)))[rule] == -1


@pytest.mark.parametrize(
    ("nation", "counts"),
    [
        ("British", True),
        ("CBI", True),
        ("Australian", True),
        ("US", False),
    ],
)
def test_4_2_3_1_multi_air_of_those_who_fight_and_of_whom_an_hq_stands_for(nation, counts):
    force = [infantry(nation="British"), hq(nation="CBI", also="Australian"), unit("air", at=TARGET, nation=nation)]
    lines = dict(told(game(force, [infantry(nation="Japanese")])))
    assert lines["4.2.3.1.att"] == (1 if counts else f"no {nation} unit takes part on its side")


@pytest.mark.parametrize(
    ("attack", "defense", "rules"),
    [
        (1, 3, ()),
        (2, 5, ()),
        (9, 1, ()),
        (10, 1, ("4.2.2.s3.clamp",)),
        (18, 2, ()),
        (19, 2, ("4.2.2.s3.clamp",)),
    ],
)
def test_4_2_2_s3_clamp_only_beyond_the_ends_of_the_chart(attack, defense, rules):
    battle = fight([infantry(af=attack)], [infantry(df=defense)], pack=chart()).play("d6=1")
    assert battle.log[0][1].rules == ("4.2.2.s5.roll", "4.2.2.s3.round", *rules)


def test_4_2_2_s3_clamp_below_the_lowest_column():
    # An HQ that supports the defenders makes the odds less than 1-3, which the raw odds are not (4.2.1.1.raw).
    battle = fight([infantry(af=1)], [infantry(df=3), hq(df=1, at="w4622")], pack=chart())
    battle = battle.play("support:d2").play("d6=1")
    rules = next(line.rules for _, line in battle.log if line.rules[0] == "4.2.2.s5.roll")
    assert rules == ("4.2.2.s5.roll", "4.2.2.s3.round", "4.2.2.s3.clamp", "4.2.2.s4.clamp")


@pytest.mark.parametrize(
    ("force", "foes", "column", "ends"),
    [
        ([infantry(af=9)], [infantry(df=1)], "9-1", False),
        ([infantry(af=7), hq(af=2)], [infantry(df=1)], "9-1", True),
        ([infantry(af=4), hq(af=2)], [infantry(df=1)], "9-1", False),
        ([infantry(af=1)], [infantry(df=3)], "1-3", False),
        ([infantry(af=1)], [infantry(df=1), hq(df=2)], "1-3", True),
        ([infantry(af=2)], [infantry(df=1), hq(df=3)], "1-3", False),
    ],
)
def test_4_2_2_s4_clamp_it_is_told_where_the_chart_ends(force, foes, column, ends):
    battle = fight(force, foes, pack=chart())
    line = battle.assessment.trace.children[-1]
    assert (line.label, line.note) == (f"Column {column}", "the chart ends there" if ends else "")
    rolled = battle.play("d6=1").log[0][1].rules
    assert ("4.2.2.s4.clamp" in rolled) == ends
