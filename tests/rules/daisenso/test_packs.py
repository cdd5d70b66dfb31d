"""Chart packs: only ladders the text permits, every fault told at once; results are read as printed."""

import pytest
from hexumpire.analysis.outcomes import report
from hexumpire.analysis.walk import OpenQuestionError
from hexumpire.files.codec import read_scenario
from hexumpire.kit.places import mention
from hexumpire.model.errors import InputError
from hexumpire.rulesets.daisenso import RULESET
from hexumpire.rulesets.daisenso.charting import ladder_faults, parse_result
from hexumpire.rulesets.daisenso.numbering import around, find_place, number, numbered, place_name, shown
from hexumpire.views.position import view

from tests.rules.daisenso.setting import chart, document, fight, game, infantry


@pytest.mark.parametrize("heads", [
    ("1-3", "1-2", "1-1", "3-2", "2-1", "3-1", "4-1", "6-1", "9-1"),
    ("1-3", "1-2", "1-1", "2-1", "3-1", "5-1", "9-1"),
    ("1-3", "2-1", "3-1", "9-1"),
])  # fmt: skip
def test_4_2_2_s3_round_ladders_that_may_be(heads):
    assert ladder_faults(heads) == []
    assert ladder_faults(reversed(heads)) == []


@pytest.mark.parametrize(("heads", "rule", "word"), [
    (("1-2", "2-1", "3-1", "9-1"), "4.2.2.s3.clamp", "1-3 to 9-1"),
    (("1-3", "2-1", "3-1", "10-1"), "4.2.2.s3.clamp", "1-3 to 9-1"),
    (("1-3", "1-1", "3-1", "9-1"), "4.2.2.s3.round", "2-1"),
    (("1-3", "2-1", "5-2", "3-1", "9-1"), "4.2.2.s3.round", "11 against 4"),
    (("1-3", "2-1", "3-1", "4-1", "5-1", "6-1", "9-1"), "4.2.2.s4.net", "three shifts"),
    (("1-3", "2-1", "4-2", "3-1", "9-1"), "4.2.2.s3.round", "same odds"),
    (("1-3", "two", "3-1", "9-1"), "4.2.2.s3.round", "no column of odds"),
    (("1-3", "²-1", "3-1", "9-1"), "4.2.2.s3.round", "no column of odds"),
    (("1-3", "2-²", "3-1", "9-1"), "4.2.2.s3.round", "no column of odds"),
])  # fmt: skip
def test_4_2_2_s3_round_ladders_that_cannot_be(heads, rule, word):
    faults = ladder_faults(heads)
    assert (rule, True) in [(fault.rule, word in fault.message) for fault in faults]
    assert all(fault.fix for fault in faults)


@pytest.mark.parametrize(("text", "parts"), [
    ("Dr2 0/1", ("Dr2", 0, 1)), ("Ex", ("Ex", 0, 0)), ("1/0", ("", 1, 0)), ("-", ("", 0, 0)), ("Ad1/0", ("Ad", 1, 0)),
    ("Dr4", None), ("boo", None), ("", None), ("Dr2 0/", None),
])  # fmt: skip
def test_4_2_4_order_results_as_printed(text, parts):
    found = parse_result(text)
    assert (tuple(found) if found else None) == parts


def test_a_bad_pack_is_refused_with_every_problem():
    pack = chart("Dr1")
    rows = pack["tables"]["crt"]
    rows["2"]["3-1"] = "boo"
    del rows["5"]["9-1"]
    rows["7b"] = rows.pop("6")
    pack["tables"]["terrain"] = {"city": {"value": 3}}
    with pytest.raises(InputError) as caught:
        read_scenario(document([infantry()], [infantry()], pack=pack))
    places = [problem.path for problem in caught.value.problems]
    assert len(places) == 4
    assert '$.pack.tables.crt["2"]["3-1"]' in places and '$.pack.tables.crt["5"]["9-1"]' in places
    assert "$.pack.tables.terrain.city.value" in places
    assert all(problem.fix and problem.rule for problem in caught.value.problems)


def test_without_a_chart_no_odds_and_one_clear_line():
    found = game([infantry()], [infantry()])
    with pytest.raises(OpenQuestionError, match="Type it in once"):
        report(found, found.start(), RULESET, {})


def test_the_pack_is_named_where_it_is_used():
    battle = fight([infantry()], [infantry()], pack=chart("Dr1"))
    assert any("Invented" in line.note for _, line in battle.assessment.trace.lines())
    assert "Invented" in battle.play("d6=1").log[0][1].text


@pytest.mark.parametrize(
    ("attack", "defense", "said"),
    [
        (1, 1, "1 more attack factor makes it 2-1"),
        (2, 2, "1 more attack factor makes it 3-2"),
        (2, 1, "1 more attack factor makes it 3-1"),
    ],
)
def test_4_2_2_s3_round_a_whole_factor_more_may_pass_a_column_by(attack, defense, said):
    """3-2 takes 1½ factors against 1, which nobody has."""
    heads = ("1-3", "1-2", "1-1", "3-2", "2-1", "3-1", "4-1", "9-1")
    pack = {**chart(), "tables": {"crt": {str(face): dict.fromkeys(heads, "-") for face in range(1, 7)}}}
    (margin,) = fight([infantry(attack)], [infantry(1, defense)], pack=pack).assessment.margins
    assert margin.text == f"{said} before shifts"


@pytest.mark.parametrize(("attack", "said"), [(8, ["1 more attack factor makes it 9-1"]), (9, []), (12, [])])
def test_4_2_2_s3_clamp_the_last_column_is_reached_and_nothing_lies_beyond_it(attack, said):
    heads = ("1-3", "1-2", "1-1", "3-2", "2-1", "3-1", "4-1", "9-1")
    pack = {**chart(), "tables": {"crt": {str(face): dict.fromkeys(heads, "-") for face in range(1, 7)}}}
    margins = fight([infantry(attack)], [infantry(1, 1)], pack=pack).assessment.margins
    assert [margin.text for margin in margins] == [f"{text} before shifts" for text in said]


def test_where_the_defenders_end():
    found = game([infantry()], [infantry()], pack=chart("Dr1"))
    rows = report(found, found.start(), RULESET, {})["measures"]
    place = next(row for row in rows if row["key"] == "place")
    assert [(value["value"] // 100 in (45, 46, 47), value["percent"]) for value in place["values"]] == [(True, "100 %")]


@pytest.mark.parametrize(
    "place", ["35,-41", "0,0", "-3,4", "1,0", "-200,-200", find_place("e3609"), find_place("w0001")]
)
def test_the_hex_where_they_end_is_told_by_its_name(place):
    value = number(place)
    assert value > 0
    assert numbered(value) == shown(place) == mention(place) == RULESET.measure_text("place", value)
    assert RULESET.measure_text("place", 0) == "nowhere"
    assert RULESET.measure_text("retreated", 3) == ""


def test_outcomes_and_the_end_tell_the_hex():
    pack = chart("Dr1")
    closed = {
        place_name(hex): {"barred": "neutral"} for hex in around(find_place("w4624")) if hex != find_place("w4623")
    }
    found = game([infantry()], [infantry()], pack=pack, hexes=closed)
    place = next(row for row in report(found, found.start(), RULESET, {})["measures"] if row["key"] == "place")
    assert [(value["value"], value["text"], value["percent"]) for value in place["values"]] == [
        (4623, shown(find_place("w4623")), "100 %")
    ]
    battle = fight([infantry()], [infantry()], pack=pack, hexes=closed)
    battle = battle.play_all(["d6=1", f"to:{find_place('w4623')}", "done"])
    assert view(RULESET, battle)["node"]["shown"] == {"hex": "no", "place": shown(find_place("w4623"))}


@pytest.mark.parametrize("name", ["w4114", "w0000", "e3609", "w9999", "e0001"])
def test_hex_numbers_there_and_back(name):
    assert place_name(find_place(name)) == name


@pytest.mark.parametrize("name", ["x4114", "w411", "w41145", "4114", "w41a4", ""])
def test_hex_numbers_refused(name):
    with pytest.raises(ValueError, match="is not a hex number"):
        find_place(name)


def test_hexes_without_a_number():
    assert place_name("0,5") == "" == place_name("-3,0")


@pytest.mark.parametrize(("text", "printed"), [("dr1", "Dr1"), ("DR2 0/1", "Dr2 0/1"), ("ad 1/0", "Ad 1/0")])
def test_results_are_read_in_capitals_and_small_letters(text, printed):
    assert parse_result(text) == parse_result(printed)
    assert str(parse_result(text)) == printed
