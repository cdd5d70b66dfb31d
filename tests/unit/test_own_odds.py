"""The chart with a battle's own odds: each column is a battle that can be set up, with its exact chances."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

import pytest
from hexumpire import api, cli, example, rulesets
from hexumpire.analysis import force, own_odds
from hexumpire.files import codec
from hexumpire.views import report

import build
from tests.rules.d8chart.setting import document, infantry

VOCABULARIES = [rulesets.get(key).vocabulary for key in rulesets.KEYS]

# 9 : 6 on the 1D8 chart is 3-2: 13 of 9 + 4 are 2-1, and so on; 8 is 1-1. See test_compare.py for the chart.
FIGHT = document([infantry(9)], [infantry(6, steps=2)])


def ask(op: str, scenario: Any, **more: Any) -> Any:
    answer = json.loads(api.handle(json.dumps({"op": op, "scenario": scenario, **more})))
    assert answer["ok"], answer
    return answer["result"]


def rows(found: Any) -> dict[str, Any]:
    return {row["column"]: row for row in found["rows"]}


def test_the_columns_are_those_of_the_chart_in_their_order() -> None:
    found = ask("ownodds", FIGHT)
    chart = rulesets.get("d8chart").chart(rulesets.get("d8chart").editions[0][0])
    assert [row["column"] for row in found["rows"]] == list(chart["columns"])
    assert found["current"] == "3-2"
    assert found["complete"]
    assert [row["column"] for row in found["rows"] if row["current"]] == ["3-2"]
    assert rows(found)["3-2"]["ways"] == [], "it is there already"


def test_a_column_is_the_battle_with_the_least_more_that_comes_to_it() -> None:
    """Set up by hand, each has the odds and chances that the chart says."""
    found = rows(ask("ownodds", FIGHT))
    for column, factors in (("1-1", 8), ("3-2", 9)):
        other = document([infantry(factors)], [infantry(6, steps=2)])
        outcomes = ask("outcomes", other)
        (hexes,) = [measure for measure in outcomes["measures"] if measure["key"] == "hex"]
        chance = next((Fraction(value["p"]) for value in hexes["values"] if value["value"] == 1), Fraction(0))
        row = found[column]
        assert Fraction(row["taken"]["p"]) == chance, column
        assert row["bar"] == ask("view", other, actions=[])["bar"]
        assert [measure["mean"] for measure in row["measures"]] == [one["mean"] for one in outcomes["measures"]]
        strength = [way["add"] for way in row["ways"] if way["kind"] == "strength"]
        assert strength == ([factors - 9] if factors != 9 else [])
        assert len(row["results"]) == 8
    two = found["2-1"]
    assert [way["add"] for way in two["ways"]] == sorted(way["add"] for way in two["ways"])
    assert (two["ways"][0]["add"], two["bar"]) == (1, "13 : 6 → 2-1")  # one counter of 4 more
    assert [way["add"] for way in two["ways"] if way["kind"] == "strength"] == [3]


def test_aircraft_are_added_by_their_factors_and_ground_units_as_counters() -> None:
    found = ask("ownodds", example("aworldatwar", "river"))
    ways = {(way["kind"], way["label"]) for row in found["rows"] for way in row["ways"] if not way["unit"]}
    assert {("added", "German armor 4-6"), ("factors", "German air factors")} <= ways
    assert {kind for kind, label in ways if " air " in label} == {"factors"}
    assert {kind for kind, label in ways if " infantry " in label or " armor " in label} == {"added"}


def test_support_is_added_and_changed_by_its_points() -> None:
    """V 10.11.25: each point of support from the air adds one to 11 points against 2 (11.B.3)."""
    battle = example("v101125", "two-regiments")
    first, *others = battle["units"]
    flown = {"id": "air", "side": "attacker", "type": "air", "nation": "German", "at": "1,0", "points": 2}
    scenario = codec.read_scenario({**battle, "units": [{**first, "attack": 9}, *others, flown]})
    found = own_odds.by_column(rulesets.get("v101125"), scenario)
    ways = {(kind["kind"], kind["label"], add) for some in found.values() for kind, add, _ in some}
    flying = {(kind, add) for kind, label, add in ways if label.startswith("German ground support from the air")}
    added, stronger = ({add for what, add in flying if what == kind} for kind in ("points", "strength"))
    assert added == {1, 3, 5}, "12, 14 and 16 points come to 6:1, 7:1 and 8:1"
    assert stronger == {-2, -1, 1, 3, 5}, "10 to 5:1, as 11 do, and 9 to 4:1"
    assert not [add for what, add in flying if what == "added"]
    assert all(add for _, _, add in ways), "no more of something is no way"


@pytest.mark.host
@pytest.mark.parametrize("lang", ["en", "de"])
def test_each_kind_of_force_has_its_words_on_the_page(lang: str) -> None:
    """Also what is counted by what is printed on it, by whatever name a game has for that."""
    kinds = {
        force.counted_by(words, one.key, dict.fromkeys(one.fields, 1)) for words in VOCABULARIES for one in words.types
    }
    assert {"factors", "points"} <= kinds and kinds - {""} <= {*report.FORCE}
    for file, about in ((f"{lang}.json", "force"), (f"own/{lang}.json", "ownodds")):
        known = json.loads((build.ROOT / "web" / "texts" / file).read_text(encoding="utf-8"))
        assert {f"{about}.{kind}" for kind in report.FORCE} <= known.keys()


def test_what_cannot_be_come_to_has_no_figures() -> None:
    found = ask("ownodds", example("aworldatwar", "suez-12"))
    row = rows(found)["5:1"]
    assert (row["ways"], row["taken"], row["measures"], row["bar"]) == ([], None, [], "")
    assert rows(found)["1:1"]["taken"]["percent"] == "66.7 %"
    assert rows(found)["2:1"]["ways"][0]["add"] == 3
    assert "12 more attack factors make it 2:1" in [margin["text"] for margin in found["margins"]]


@pytest.mark.slow
def test_the_command_prints_what_the_operation_says(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["chart", "aworldatwar:suez-12"]) == 0
    head, names, *told = capsys.readouterr().out.splitlines()
    found = ask("ownodds", example("aworldatwar", "suez-12"))
    assert found["bar"] in head and "Factors the defender loses" in names
    for row, line in zip(found["rows"], told, strict=False):
        words = line.split()
        assert words[:2] == [row["column"], *(row["taken"] or {"percent": "–"})["percent"].split()[:1]]
        assert ("as it stands" in line) == row["current"]


def test_columns_that_are_not_printed_stand_by_their_odds() -> None:
    found = ask("ownodds", example("daisenso", "odds-11-4"))
    columns = [row["column"] for row in found["rows"]]
    assert columns == sorted(columns, key=lambda column: Fraction(*map(int, column.split("-"))))
    assert {"1-1", "2-1", "3-1"} <= set(columns)


@pytest.mark.parametrize("battle", [("aworldatwar", "mountain-move"), ("aworldatwar", "front")])
def test_where_there_is_no_column_there_are_no_rows(battle: tuple[str, str]) -> None:
    assert ask("ownodds", example(*battle))["rows"] == []


@pytest.mark.parametrize("battle", [FIGHT, example("aworldatwar", "river")], ids=["d8chart", "aworldatwar"])
def test_every_way_to_a_column_is_more_or_less_force(battle: Any) -> None:
    """So too to the one that is come to already; of counters of the palette there can be only more."""
    ruleset, scenario = rulesets.get(battle["ruleset"]), codec.read_scenario(battle)
    found = [(kind["kind"], add) for ways in own_odds.by_column(ruleset, scenario).values() for kind, add, _ in ways]
    assert {kind for kind, _ in found} >= {"counters", "added"}
    assert all(0 < add <= force.MORE for kind, add in found if kind in ("added", "factors"))
    assert all(0 < abs(add) <= force.MORE for _, add in found)
