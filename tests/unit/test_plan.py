"""The operation ``plan`` and the command: figures worked out by hand, several attacks, other hexes, what is refused."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

import pytest
from hexumpire import api, cli

from tests.rules.d8chart.setting import document, infantry

# 9 : 3 on the 1D8 chart is 3-1, which takes the hex with 23/64; 6 : 3 is 2-1, with 13/64 (see test_compare.py).
FIGHT = document([infantry(6, id="a1"), infantry(3, id="a2")], [infantry(3, steps=4)])


def asked(**request: Any) -> dict[str, Any]:
    answer: dict[str, Any] = json.loads(api.handle(json.dumps({"op": "plan", "scenario": FIGHT, **request})))
    return answer


def planned(**request: Any) -> dict[str, Any]:
    answer = asked(**request)
    assert answer["ok"], answer
    result: dict[str, Any] = answer["result"]
    return result


def test_everything_is_sent_where_all_of_it_counts() -> None:
    found = planned()
    assert (found["value"], found["exact"], found["force"], found["plans"]) == ("23/64", True, 2, 4)
    assert (found["yours"]["cost"], found["yours"]["best"]) == ("0", True)


def test_the_least_force_for_a_chance() -> None:
    found = planned(least="20 %")
    assert [(one["units"], one["many"]) for one in found["sent"]] == [(["a1"], 1)]
    assert [one["units"] for one in found["kept"]] == [["a2"]]
    assert (found["value"], found["force"], found["yours"]["force"]) == ("13/64", 1, 2)
    never = planned(least="9/10")
    assert (never["reached"], never["exact"], never["scenario"], never["value"]) == (False, True, None, "23/64")


def test_a_plan_for_steps_may_be_to_send_nobody() -> None:
    weak = document([infantry(1, id="a1")], [infantry(6, steps=4)])
    found = planned(scenario=weak, aim="steps")
    assert (found["value"], found["force"], found["sent"], found["scenario"]) == ("0", 0, [], None)
    assert Fraction(found["yours"]["cost"]) == -Fraction(found["yours"]["value"]) > 0


def test_a_counter_goes_where_no_river_is_in_its_way() -> None:
    river = document([infantry(9, id="a1", at="1,0")], [infantry(3, steps=4, at="0,0")])
    river["map"] = {**river.get("map", {}), "sides": {"0,0:E": ["river"]}}
    stays, goes = planned(scenario=river), planned(scenario=river, move=True)
    assert Fraction(goes["value"]) == Fraction(23, 64) > Fraction(stays["value"])
    (one,) = goes["sent"]
    assert one["moved"] and one["hex"] != "1,0"
    assert planned(scenario=goes["scenario"])["value"] == "23/64"
    assert Fraction(goes["yours"]["value"]) == Fraction(stays["value"])


def test_a_search_that_is_cut_says_what_none_is_worth_more_than() -> None:
    many = document([infantry(2, id=f"a{n}") for n in range(1, 8)], [infantry(3, steps=4)])
    attackers = [unit for unit in many["units"] if unit["side"] == "attacker"]
    for steps, unit in enumerate(attackers, 1):  # so that no two are alike
        unit["steps"] = steps
    cut, whole = planned(scenario=many, work=300), planned(scenario=many, work=1_000_000)
    assert (cut["exact"], whole["exact"]) == (False, True)
    assert Fraction(cut["value"]) <= Fraction(whole["value"]) <= Fraction(cut["bound"])
    assert cut["looked"] < cut["plans"] == whole["looked"]


@pytest.mark.parametrize(
    ("request_", "path"),
    [
        ({"aim": "glory"}, "$.aim"),
        ({"least": "3"}, "$.least"),
        ({"least": "1/2", "aim": "steps"}, "$.least"),
        ({"move": 1}, "$.move"),
        ({"step": 0}, "$.step"),
        ({"work": "much"}, "$.work"),
        ({"policies": {"attacker": "none"}}, "$.policies.attacker"),
        ({"scenario": {**FIGHT, "procedure": "weather"}}, "$.scenario.procedure"),
    ],
)
def test_what_is_refused_says_where(request_: dict[str, Any], path: str) -> None:
    answer = asked(**request_)
    assert not answer["ok"]
    assert [one["path"] for one in answer["problems"]] == [path]
    assert answer["problems"][0]["fix"]


def test_the_command(tmp_path: Any, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "fight.json"
    file.write_text(json.dumps(FIGHT))
    assert cli.main(["plan", str(file), "--least", "1/5"]) == 0
    told = capsys.readouterr().out
    assert told.startswith("Least force for 20.0 %")
    assert "not sent: 1 of 1" in told and "Proved: no plan is better." in told


def test_numbers_are_written_as_the_language_writes_them() -> None:
    found = asked(lang="de")
    assert found["unsaid"] == []
    result = found["result"]
    assert result["value_text"] == result["bound_text"] == result["yours"]["value_text"] == "35,9 % (23/64)"
