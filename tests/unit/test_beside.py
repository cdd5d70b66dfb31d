"""Two set-ups side by side; figures worked out by hand."""

from __future__ import annotations

import json
from typing import Any

import pytest
from frontend import ask
from hexumpire import rulesets
from hexumpire.analysis.beside import SetUp, _beside, _rows, _work_out
from hexumpire.cli import main
from hexumpire.files import codec, record
from hexumpire.model.trace import Trace

from tests.rules.d8chart.setting import document, infantry

# 9 : 3 and 12 : 3 on the 1D8 chart are 3-1 and 4-1: see test_compare.py for the chances.
THIS = document([infantry(9)], [infantry(3, steps=4)])
THAT = document([infantry(12)], [infantry(3, steps=4)])


def beside(first: Any, second: Any, **more: Any) -> dict[str, Any]:
    answer = ask(op="beside", battles=[{"scenario": first}, {"scenario": second}], **more)
    assert answer["ok"], answer
    found: dict[str, Any] = answer["result"]
    return found


def row(found: dict[str, Any], key: str) -> list[str | None]:
    (one,) = [one for one in found["rows"] if one["key"] == key and one["kind"] != "chance"]
    return [cell and cell["value_text"] for cell in (*one["values"], one["difference"])]


def test_chances_and_losses_stand_beside_each_other() -> None:
    found = beside(THIS, THAT)
    assert [side["bar"] for side in found["sides"]] == ["9 : 3 → 3-1", "12 : 3 → 4-1"]
    assert row(found, "hex") == ["35.9 %", "51.6 %", "+15.6 %"], "23/64, 33/64, 10/64"
    assert row(found, "attacker_lost")[0] == "0.5"
    turned = beside(THAT, THIS)
    assert row(turned, "hex") == ["51.6 %", "35.9 %", "−15.6 %"]


@pytest.mark.slow(looks=True)
def test_each_figure_is_the_one_of_the_set_up_alone() -> None:
    for key in rulesets.KEYS:
        ones = [{"ruleset": key, **one["scenario"]} for one in rulesets.get(key).examples()[:2]]
        found = beside(*ones)
        for place, scenario in enumerate(ones):
            alone = ask(op="outcomes", scenario=scenario)["result"]
            shown = {
                (row["key"], row["title"]): row["values"][place] for row in found["rows"] if row["kind"] == "chance"
            }
            for one in alone["summary"]:
                assert shown[one["key"], one["title"]] == {"value_text": one["percent"]}
            assert found["sides"][place]["bar"] == ask(op="view", scenario=scenario)["result"]["bar"]


def test_only_what_differs_is_marked() -> None:
    same = beside(THIS, THIS)
    assert same["lines"] and not any(line["differs"] for line in same["lines"])
    assert {row["difference"]["value_text"] for row in same["rows"]} == {"0 %", "0"}
    found = [line for line in beside(THIS, THAT)["lines"] if line["differs"]]
    values = [(line["first"]["value"], line["second"]["value"]) for line in found]
    assert (9, 12) in values and (3, 3) not in values


def test_a_line_that_one_side_lacks_is_told_once() -> None:
    joined = document([infantry(9), infantry(3, id="a2")], [infantry(3, steps=4)])
    lines = beside(THIS, joined)["lines"]
    (alone,) = [line for line in lines if line["differs"] and line["first"] is None]
    assert alone["second"]["value"] == 3
    below = lines[lines.index(alone) + 1]
    assert below["depth"] <= alone["depth"] or not below["differs"]


def test_each_line_stands_as_deep_as_it_lies_and_what_lies_below_a_missing_one_is_not_told_again() -> None:
    def tree(value: int, *more: Trace) -> Trace:
        return Trace("all", value, ("0",), "sum", (Trace("a", 1, ("1",), "sum", (Trace("b", 1, ("2",)),)), *more))

    alone = Trace("c", 2, ("3",), "sum", (Trace("d", 2, ("4",)), Trace("e", None, ("5",), skipped=True, note="no")))
    aside = Trace("f", None, ("6",), skipped=True, note="no")
    for pair in ((tree(1), tree(3, alone, aside)), (tree(3, alone, aside), tree(1))):
        found = [
            ((line["first"] or line["second"])["label"], line["depth"], line["differs"]) for line in _beside(*pair, 0)
        ]
        assert found == [
            ("all", 0, True),
            ("a", 1, False),
            ("b", 2, False),
            ("c", 1, True),
            ("d", 2, False),
            ("e", 2, False),
            ("f", 1, False),
        ]
    (battle,) = [line for line in beside(THIS, THAT)["lines"] if not line["depth"]]
    assert battle == beside(THIS, THAT)["lines"][0]


def test_what_cannot_come_has_no_chance() -> None:
    """1 : 4 takes no hex: a chance of 0, as of each result that only the other has."""
    weak = document([infantry(1)], [infantry(4, steps=4)])
    found = beside(THIS, weak)
    assert row(found, "hex") == ["35.9 %", "0 %", "−35.9 %"]
    own = [{one["title"] for one in ask(op="outcomes", scenario=one)["result"]["summary"]} for one in (THIS, weak)]
    lacking = [one for one in found["rows"] if one["kind"] == "chance" and one["title"] in own[0] - own[1]]
    assert lacking
    for one in lacking:
        first, second = (value["value_text"] for value in one["values"])
        assert (second, one["difference"]["value_text"]) == ("0 %", f"−{first}")


def test_only_what_is_told_in_numbers_has_a_mean() -> None:
    for key in ("aworldatwar", "daisenso"):
        one = next(
            {"ruleset": key, **one["scenario"]}
            for one in rulesets.get(key).examples()
            if "targets" in one["scenario"]
            and (told := ask(op="outcomes", scenario={"ruleset": key, **one["scenario"]}))["ok"]
            and any("text" in value for measure in told["result"]["measures"] for value in measure["values"])
        )
        measures = ask(op="outcomes", scenario=one)["result"]["measures"]
        numbers = [measure["key"] for measure in measures if not any("text" in value for value in measure["values"])]
        assert [found["key"] for found in beside(one, one)["rows"] if found["kind"] == "mean"] == numbers


def test_least_chances_have_no_difference() -> None:
    """What is known of one of them in part is more than it says, nobody knows by how much."""
    scenario, ruleset = codec.read_scenario(THIS), rulesets.get("d8chart")
    worked = _work_out(SetUp(scenario, ruleset, {}), None)
    part = worked._replace(chances={**worked.chances, "note": "not all of it"})
    for pair, known in (((worked, worked), True), ((worked, part), False), ((part, worked), False)):
        assert {found["difference"] is not None for found in _rows(pair)} == {known}


def test_a_set_up_that_is_forbidden_is_reckoned_all_the_same() -> None:
    weak = document([infantry(1)], [infantry(4)], readings={"worse_odds": "forbid"})
    found = beside(THIS, weak)["sides"][1]
    assert found["problems"] and found["bar"] == ask(op="view", scenario=weak)["result"]["bar"] != ""


def test_links_and_battles_of_two_games() -> None:
    other = {"ruleset": "aworldatwar", **rulesets.get("aworldatwar").examples()[0]["scenario"]}
    link = record.to_link(codec.read_scenario(other), ())
    answer = ask(op="beside", battles=[{"scenario": THIS}, {"link": link}])
    assert answer["ok"]
    first, second = answer["result"]["sides"]
    assert (first["title"], second["title"]) == (rulesets.get("d8chart").title, rulesets.get("aworldatwar").title)
    for place, scenario in enumerate((THIS, other)):  # a result of one game says nothing of the other
        own = {one["title"] for one in ask(op="outcomes", scenario=scenario)["result"]["summary"]}
        for one in answer["result"]["rows"]:
            assert one["kind"] != "chance" or (one["values"][place] is None) == (one["title"] not in own)
    german = ask(op="beside", battles=[{"scenario": THIS}, {"scenario": other}], lang="de")
    assert german["unsaid"] == []
    assert german["result"]["rows"][0]["values"][0] == {"value_text": "35,9 %"}


def test_what_one_of_two_procedures_does_not_measure_is_not_nothing() -> None:
    """Of one game: a result that cannot come has no chance, but losses that are not counted are not 0."""
    battles = {one["key"]: one["scenario"] for one in rulesets.get("aworldatwar").examples()}
    ones = [battles["suez-12"], battles["attrition-bridgehead"]]
    told = [ask(op="outcomes", scenario=one)["result"] for one in ones]
    own = [{measure["key"] for measure in one["measures"]} for one in told]
    found = beside(*ones)["rows"]
    assert own[0] ^ own[1], "they do not count the same"
    for place in (0, 1):
        for one in found:
            if one["kind"] == "chance":
                assert one["values"][place] is not None
            elif one["key"] not in own[place]:
                assert (one["values"][place], one["difference"]) == (None, None)


def test_a_set_up_that_the_rules_forbid_says_why() -> None:
    found = beside(THIS, document([], [infantry(3)]))
    assert found["sides"][1]["problems"] and not found["sides"][0]["problems"]
    assert row(found, "hex") == ["35.9 %", None, None]


def test_where_one_set_up_has_no_reckoning_the_other_is_told_whole() -> None:
    """Where nobody attacks, A World at War reckons nothing: each line of the other stands alone, on its own side."""
    battle = {"ruleset": "aworldatwar", **rulesets.get("aworldatwar").examples()[0]["scenario"]}
    nobody = {**battle, "units": [unit for unit in battle["units"] if unit["side"] == "defender"]}
    whole = [line["first"] for line in beside(battle, battle)["lines"]]
    assert len(whole) > 2
    for place, pair in enumerate(((battle, nobody), (nobody, battle))):
        lines = beside(*pair)["lines"]
        mine, other = (("first", "second"), ("second", "first"))[place]
        assert [line[mine] for line in lines] == whole
        assert {line[other] for line in lines} == {None}
    assert beside(nobody, nobody)["lines"] == []


@pytest.mark.parametrize(
    ("battles", "path"),
    [
        ([{"scenario": THIS}], "$.battles"),
        (None, "$.battles"),
        ([{"scenario": THIS}, {}], "$.battles[1]"),
        ([{"scenario": THIS}, {"link": "nothing"}], "$.battles[1]"),
        ([{"scenario": THIS, "policies": {"nobody": "x"}}, {"scenario": THIS}], "$.battles[0].policies"),
        ([{"scenario": {**THIS, "units": 3}}, {"scenario": THIS}], "$.battles[0].units"),
    ],
)
def test_what_cannot_be_read_is_named_with_its_place(battles: Any, path: str) -> None:
    answer = ask(op="beside", battles=battles)
    assert not answer["ok"]
    assert answer["problems"][0]["path"].startswith(path), answer["problems"]


def test_on_the_command_line(tmp_path: Any, capsys: pytest.CaptureFixture[str]) -> None:
    files = [tmp_path / "this.json", tmp_path / "that.json"]
    for file, scenario in zip(files, (THIS, THAT), strict=True):
        file.write_text(json.dumps(scenario))
    assert main(["beside", *map(str, files)]) == 0
    short = capsys.readouterr().out
    assert "35.9 %  51.6 %   +15.6 %" in short and "Lines of the reckoning that differ:" in short
    assert main(["beside", *map(str, files), "--all"]) == 0
    assert len(capsys.readouterr().out.splitlines()) > len(short.splitlines())
    assert main(["beside", str(files[0]), str(files[0])]) == 0
    assert "The reckoning is the same." in capsys.readouterr().out


def test_a_way_to_play_is_called_as_the_side_that_plays_so_calls_it() -> None:
    scenario = {"ruleset": "aworldatwar", **rulesets.get("aworldatwar").examples()[0]["scenario"]}
    played = beside(scenario, scenario)["sides"][0]["played"]
    assert played == [
        {"label": "Attacker", "title": "Fights on at 1:1 or better"},
        {"label": "Defender", "title": "Converts results where it may"},
    ]
