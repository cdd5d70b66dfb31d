"""Lessons and steps for frames: one choice is right and is the engine's, every other one is proved to be wrong."""

from __future__ import annotations

import base64
import json
import zlib
from dataclasses import replace
from typing import Any

import pytest
from hexumpire import api, cli, rulesets
from hexumpire.analysis import lesson
from hexumpire.api.desks import DESKS
from hexumpire.files import codec
from hexumpire.kit.places import mention
from hexumpire.model.battle import Battle
from hexumpire.model.errors import InputError
from hexumpire.model.trace import Trace

from tests.rules.custom import setting
from tests.rules.d8chart.setting import document, infantry, unit
from tests.toybox import EXAMPLE, TOY


@pytest.fixture(autouse=True)
def _toy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(rulesets._registered, "toy", TOY)
    DESKS.clear()


def answer(op: str, **request: Any) -> Any:
    return json.loads(api.handle(json.dumps({"op": op, **request})))


def ask(op: str, **request: Any) -> Any:
    found = answer(op, **request)
    assert found["ok"], found
    return found["result"]


def examples() -> list[Any]:
    found = [(key, one) for key in rulesets.KEYS for one in rulesets.get(key).examples()]
    return [
        pytest.param(
            {"ruleset": key} | dict(one["scenario"]),
            id=f"{key}-{one['key']}",
            marks=pytest.mark.slow if key == "daisenso" else (),
        )
        for key, one in found
    ]


@pytest.mark.parametrize("scenario", examples())
def test_one_choice_is_right_and_the_others_say_why_not(scenario: dict[str, Any]) -> None:
    position = ask("view", scenario=scenario)
    found = position["assessment"] or {"column": None, "results": []}
    results = {one["face"].rpartition("=")[2]: one["result"] for one in found["results"]}
    askable = {"column": found["column"] is not None, "result": len(set(results.values())) > 1}
    for key in ("column", "result"):
        told = answer("lesson", scenario=scenario, lesson=key)
        assert told["ok"] is askable[key], told
        if not told["ok"]:
            assert [one["path"] for one in told["problems"]] == ["$.lesson"]
            continue
        choices = told["result"]["choices"]
        right = [one for one in choices if one["right"]]
        assert 2 <= len(choices) <= lesson.MOST
        assert len({one["title"] for one in choices}) == len(choices)
        assert len(right) == 1
        assert (right[0]["text"], right[0]["lines"]) == ("", [])
        if key == "column":
            assert right[0]["title"] == found["column"]
        else:
            shown = told["result"]["prompt"].partition(",")[0].removeprefix("The die shows ")
            assert right[0]["title"] == results[shown]
        for wrong in choices:
            if wrong["right"]:
                continue
            assert wrong["title"] in wrong["text"]
            assert wrong["lines"], "the lines that prove it"
            assert len(wrong["lines"]) <= lesson.MOST_LINES
            assert all(line["label"] and line["value"] for line in wrong["lines"])


def river() -> dict[str, Any]:
    found = next(one for one in rulesets.get("aworldatwar").examples() if one["key"] == "river")
    return {"ruleset": "aworldatwar"} | dict(found["scenario"])


def test_a_choice_that_forgets_the_river_shows_the_line_of_the_river() -> None:
    """15.32C: the river is what makes 1:1 of 2:1, and without it the engine itself comes to 2:1."""
    choices = {one["title"]: one for one in ask("lesson", scenario=river(), lesson="column")["choices"]}
    assert choices["1:1"]["right"]
    assert choices["2:1"]["text"] == "2:1 would be the column without this:"
    assert [line["rules"] for line in choices["2:1"]["lines"]] == [["15.32C"]]
    dry = river()
    dry["map"] = {**dry["map"], "sides": {}}
    assert ask("view", scenario=dry)["assessment"]["column"] == "2:1"


def test_wrong_results_are_those_of_the_faces_nearest_to_the_one_rolled() -> None:
    """9 : 3 on the 1D8 chart, with nothing on the map to forget: the middle face of eight, and those beside it."""
    scenario = document([infantry(9)], [infantry(3, steps=4)])
    faces = {one["face"]: one["result"] for one in ask("view", scenario=scenario)["assessment"]["results"]}
    told = ask("lesson", scenario=scenario, lesson="result")
    assert told["prompt"].startswith("The die shows 5,")
    right = [one["title"] for one in told["choices"] if one["right"]]
    assert right == [faces["d8=5"]]
    assert [one["title"] for one in told["choices"]] == [faces[f"d8={face}"] for face in (3, 4, 5, 6)]
    assert told["choices"][0]["text"] == f"Here {faces['d8=3']} comes of a die of 2 or 3:"


def test_the_die_asked_for_is_one_at_which_something_can_be_forgotten() -> None:
    """2 : 3 over a river: without it 1-2, not 1-3, which gives even dice another result; 4 is next to the middle."""
    dry, wet = ({"sides": {}}, {"sides": {"W": ["river"]}})
    shown = []
    for ground in (dry, wet):
        view = ask("view", scenario=document([infantry(2)], [infantry(3, steps=4)], **ground))["assessment"]
        shown.append({one["face"]: one["result"] for one in view["results"]})
    assert [face for face, result in shown[0].items() if result != shown[1][face]] == ["d8=2", "d8=4", "d8=6", "d8=8"]
    told = ask("lesson", scenario=document([infantry(2)], [infantry(3, steps=4)], **wet), lesson="result")
    assert told["prompt"].startswith("The die shows 4,")
    found = {one["title"]: one for one in told["choices"]}
    assert found[shown[1]["d8=4"]]["right"]
    assert found[shown[0]["d8=4"]]["text"] == f"{shown[0]['d8=4']} would be the result without this:"


def test_a_chart_of_one_column_or_one_result_has_no_other_to_choose_from() -> None:
    scenario = {"ruleset": "custom", "game": setting.game(), "edition": "own", "targets": [setting.TARGET]}
    units = [{"id": "a", **setting.attacker()}, {"id": "d", **setting.defender()}]
    assert ask("view", scenario=scenario | {"units": units})["assessment"]["column"] == "1:1"
    said = {"column": "there is no other column to choose from", "result": "no single die gives different results here"}
    for key, why in said.items():
        told = answer("lesson", scenario=scenario | {"units": units}, lesson=key)
        assert [one["message"] for one in told["problems"]] == [why]
    more = setting.game(chart={"columns": ["1:1", "2:1"], "dice": "d6", "rows": {"1-6": ["R", "R"]}})
    choices = ask("lesson", scenario=scenario | {"units": units, "game": more}, lesson="column")["choices"]
    assert [(one["title"], one["right"]) for one in choices] == [("1:1", True), ("2:1", False)]


@pytest.mark.parametrize(
    ("key", "conditions", "said"),
    [
        ("v101125", {"supplied": False}, "The attack is supplied: no"),
        ("d8chart", {"concentric": True}, "Concentric attack"),
        ("d8chart", {"weather": "mud"}, "Weather: Mud"),
    ],
)
def test_a_condition_is_called_by_its_title_and_by_what_it_says(
    key: str, conditions: dict[str, Any], said: str
) -> None:
    """One that holds by its title alone."""
    ruleset = rulesets.get(key)
    scenario = codec.read_scenario({"ruleset": key} | dict(ruleset.examples()[0]["scenario"]) | {"conditions": {}})
    plain = [title for title, _ in lesson._without(ruleset, scenario)]
    stated = replace(scenario, conditions={**scenario.conditions, **conditions})
    assert [title for title, _ in lesson._without(ruleset, stated) if title not in plain] == [said]


def reckoning(**scenario: Any) -> tuple[Any, Any, Any]:
    """A game, a battle of it, and its reckoning."""
    read = codec.read_scenario(scenario)
    ruleset = rulesets.get(read.ruleset)
    return ruleset, read, Battle.start(ruleset.game(read)).assessment


def test_wrong_columns_are_those_next_to_the_right_one() -> None:
    """Of the chart as it is printed, in its order: before one at the same distance the one further to the left."""
    told = ask("lesson", scenario=document([infantry(9)], [infantry(3, steps=4)]), lesson="column")
    assert [one["title"] for one in told["choices"]] == ["3-2", "2-1", "3-1", "4-1"]
    raid = next(one for one in rulesets.get("aworldatwar").examples() if one["key"] == "attrition-bridgehead")
    told = ask("lesson", scenario={"ruleset": "aworldatwar"} | dict(raid["scenario"]), lesson="column")
    assert [one["title"] for one in told["choices"]] == ["1-10", "11-20", "21-30", "31-40"]
    assert [one["title"] for one in told["choices"] if one["right"]] == ["21-30"]


def test_columns_that_are_not_printed_stand_in_the_order_of_their_ratios() -> None:
    """What is no ratio stands before them."""
    heads = ["1-4", "1-3", "2-3", "1-1", "1.5:1", "2-1", "5-2", "3:1"]
    assert sorted([*reversed(heads), "less"], key=lesson._ratio) == ["less", *heads]


def test_there_are_no_more_choices_than_can_be_read_however_much_may_be_forgotten() -> None:
    """The right one and three more; what would come of something forgotten stands before its neighbours."""
    ruleset, scenario, found = reckoning(**document([infantry(9)], [infantry(3, steps=4)]))
    columns = ["1-3", "1-2", "1-1", "4-1", "5-1"]
    lacks = [lesson.Lack(one, replace(found, column=one), ()) for one in columns]
    assert [one.title for one in lesson._column(ruleset, scenario, found, lacks)[2]] == ["1-3", "1-2", "1-1", "3-1"]
    lacks = [lesson.Lack(one, replace(found, results=(("d8=5", one),)), ()) for one in columns]
    _, right, choices = lesson._result(found, lacks)
    assert (right, {one.title for one in choices}) == (dict(found.results)["d8=5"], {right, *columns[:3]})


def test_each_thing_on_the_map_is_left_out_alone() -> None:
    """Hexsides, features and terrain of the hex attacked; clear ground is nothing to forget."""
    ground: Any = {"terrain": "mountain", "features": ["permanent_fort", "soviet_city"]}
    ground |= {"sides": {"W": ["river"], "NW": ["strait"]}, "hexes": {"1,0": {"terrain": "forest"}}}
    ruleset, scenario, _ = reckoning(**document([infantry(9)], [infantry(3)], **ground))
    found = dict(lesson._without(ruleset, scenario))
    assert list(found) == ["River", "Strait", "Permanent fortification", "Soviet city", "Mountain"]
    sides = [list(found[title].sides.values()) for title in ("River", "Strait")]
    assert sides == [[(), ("strait",)], [("river",), ()]]
    here = [found[title].hex("0,0") for title in ("Permanent fortification", "Soviet city", "Mountain")]
    assert [one.features for one in here] == [("soviet_city",), ("permanent_fort",), ("permanent_fort", "soviet_city")]
    assert [one.terrain for one in here] == ["mountain", "mountain", "clear"]
    both = replace(scenario, sides={}, targets=("0,0", "1,0"))
    places = [title.partition(" in ")[2] for title, _ in lesson._without(ruleset, both)]
    assert places == [mention("0,0")] * 3 + [mention("1,0")], "of two hexes it is said in which"


def test_what_does_not_count_any_more_proves_a_choice_wrong_not_what_counts_for_more() -> None:
    """Without the fort its factors are as printed, which is no line of the fort."""
    fort = next(one["scenario"] for one in rulesets.get("d8chart").examples() if one["key"] == "maginot")
    ruleset, scenario, found = reckoning(**{"ruleset": "d8chart"} | dict(fort))
    lacks = {lack.title: lack for lack in lesson._lacks(ruleset, found, lesson._without(ruleset, scenario))}
    assert [line["rules"] for line in lacks["Permanent fortification"].lines] == [["STR.perm.double"]]


@pytest.mark.parametrize("twos", [[infantry(2, count=2)], [infantry(2), infantry(2)]], ids=["one-unit", "two-units"])
def test_counters_of_one_kind_are_forgotten_together_however_they_are_written(twos: list[dict[str, Any]]) -> None:
    """12 : 3 is 4-1; without both of two factors 8 : 3 is 2-1, without the eight 4 : 3 is 1-1; none comes to 3-1."""
    told = ask("lesson", scenario=document([*twos, infantry(8)], [infantry(3, steps=4)]), lesson="forgotten")
    assert told["prompt"].startswith("The column is 4-1. Somebody who left out one thing came to 2-1.")
    assert [(one["title"].partition(" in ")[0], one["right"]) for one in told["choices"]] == [
        ("French infantry 2-3", True),
        ("French infantry 8-3", False),
    ]
    assert told["choices"][1]["text"] == "Without this the column is 1-1:"


def forgotten(*lacks: str) -> tuple[str, str, list[str]]:
    """What is asked of 9 : 3, which is 3-1, where without a thing it is another column: ``a=2-1``."""
    _, _, found = reckoning(**document([infantry(9)], [infantry(3, steps=4)]))
    pairs = [one.partition("=") for one in lacks]
    things = [lesson.Lack(name, replace(found, column=column or None), ()) for name, _, column in pairs]
    prompt, right, choices = lesson._forgotten(found, things)
    return prompt.partition("came to ")[2].partition(".")[0], right, [one.title for one in choices]


def test_what_was_forgotten_is_asked_where_most_could_have_been() -> None:
    """Only that leads to the column said; of others those that lead to a third one come before those that lead to none.

    Of as many the first is asked about, and of things that are called the same the first counts.
    """
    assert forgotten("a=2-1", "b=3-1", "c=4-1") == ("2-1", "a", ["a", "b", "c"])
    assert forgotten("b=3-1", "a=2-1") == ("2-1", "a", ["b", "a"])
    assert forgotten("a=2-1", "b=2-1", "c=4-1") == ("4-1", "c", ["a", "b", "c"])
    assert forgotten("a=2-1", "c=4-1") == ("2-1", "a", ["a", "c"])
    assert forgotten("a=2-1", "b=2-1", "c=2-1", "d=4-1", "e=5-1") == ("4-1", "d", ["a", "b", "c", "d"])
    assert forgotten("a=2-1", "m=3-1", "n=3-1", "c=4-1", "d=5-1", "e=1-1") == ("2-1", "a", ["a", "c", "d", "e"])
    assert forgotten("a=2-1", "x=", "c=4-1") == ("2-1", "a", ["a", "c"])
    assert forgotten("a=2-1", "c=4-1", "a=1-1") == ("4-1", "c", ["c", "a"])


@pytest.mark.parametrize("lacks", [(), ("b=3-1", "m=3-1"), ("a=2-1",), ("a=2-1", "b=2-1"), ("a=2-1", "x=")])
def test_nothing_could_be_forgotten_that_leads_to_another_column_than_the_rest(lacks: tuple[str, ...]) -> None:
    with pytest.raises(InputError, match="nothing could be forgotten here"):
        forgotten(*lacks)


def test_the_totals_of_the_reckoning_are_those_that_count() -> None:
    """The first four of them."""
    _, _, found = reckoning(**document([infantry(9)], [infantry(3, steps=4)]))
    lines = [Trace(f"{n}", n, ("1",), skipped=n == 2) for n in range(7)]
    told = lesson._sums(replace(found, trace=Trace("all", None, (), "list", (Trace("x", None, ()), *lines))))
    assert [line["label"] for line in told] == ["0", "1", "3", "4"]


def test_of_all_lines_that_prove_a_choice_wrong_four_are_shown() -> None:
    """13 : 6 with a general on each side, 9 : 6 without ours: his line, those of all beside him, and their sums."""
    stack, others = [infantry(6), infantry(3), unit("general", 4)], [infantry(5, steps=2), unit("general", 1)]
    scenario = document(stack, others, nations=("German", "Soviet"))
    told = ask("lesson", scenario=scenario, lesson="forgotten")
    (general,) = [one for one in told["choices"] if "German general" in one["title"]]
    assert not general["right"]
    without = ask("view", scenario=document(stack[:2], others, nations=("German", "Soviet")))
    assert general["text"] == f"Without this the column is {without['assessment']['column']}:"
    assert len(general["lines"]) == 4


def test_a_battle_that_has_begun_is_asked_about_as_it_stands() -> None:
    scenario = river()
    actions = ["d6=2", "on"]
    position = ask("view", scenario=scenario, actions=actions)
    assert position["assessment"]["column"] != ask("view", scenario=scenario)["assessment"]["column"]
    told = ask("lesson", scenario=scenario, actions=actions, lesson="column")
    assert [one["title"] for one in told["choices"] if one["right"]] == [position["assessment"]["column"]]


def test_in_a_battle_that_has_begun_no_column_is_asked_for_before_any_die() -> None:
    example = next(one for one in rulesets.get("aworldatwar").examples() if one["key"] == "flank")
    scenario = {"ruleset": "aworldatwar", **example["scenario"]}
    asked = [
        ask("lesson", scenario=scenario, actions=actions, lesson="column") for actions in ([], ["d6=6", "keep", "on"])
    ]
    assert [one["prompt"] for one in asked] == [
        "Which column of the chart applies, before any die is rolled?",
        "Which column of the chart applies now, before the next die is rolled?",
    ]
    assert [next(one["title"] for one in of["choices"] if one["right"]) for of in asked] == ["1:1", "5:1"]


@pytest.mark.parametrize("key", ["colum", "", "x" * 300])
def test_an_unknown_lesson_is_one_line(key: str) -> None:
    told = answer("lesson", scenario=EXAMPLE, lesson=key)
    assert [one["path"] for one in told["problems"]] == ["$.lesson"]
    assert "column" in told["problems"][0]["fix"]
    assert len(told["problems"][0]["text"]) < 200


def test_a_battle_with_nothing_to_ask_says_so() -> None:
    march = next(one for one in rulesets.get("d8chart").examples() if one["key"] == "march-mud")
    scenario = {"ruleset": "d8chart"} | dict(march["scenario"])
    for op in ("lesson", "embed"):
        told = answer(op, scenario=scenario, lesson="column")
        assert not told["ok"]
        assert told["problems"][0]["text"].startswith("no column of a chart applies here")
    broken = {**EXAMPLE, "units": [one for one in EXAMPLE["units"] if one["side"] != "attacker"]}
    assert not answer("lesson", scenario=broken, lesson="column")["ok"]


def test_a_lesson_is_asked_in_german() -> None:
    told = answer("lesson", scenario=river(), lesson="result", lang="de")
    assert told["unsaid"] == []
    assert told["result"]["prompt"].startswith("Der Würfel zeigt")


# --- a step that is played in a frame ----------------------------------------------------------------------------


def test_a_step_has_what_a_frame_shows_and_may_do() -> None:
    scenario = river()
    step = ask("play", scenario=scenario)
    view = ask("view", scenario=scenario)
    assert step["summary"]["odds"] == []
    assert step["summary"]["prompt"] == step["node"]["prompt"] == view["node"]["prompt"]
    assert (step["node"]["title"], step["node"]["faces"]) == ("Attacker", view["node"]["faces"])
    assert step["fragment"] == ask("link", scenario=scenario)["fragment"]
    assert step["starts"] == []
    begun = ask("play", scenario=scenario, actions=["d6=4"])
    assert begun["starts"] == ask("view", scenario=scenario, actions=["d6=4"])["starts"] != []
    assert begun["fragment"] == ask("link", scenario=scenario, actions=["d6=4"])["fragment"]
    assert [line["text"] for line in begun["summary"]["log"]] == [
        line["text"] for line in ask("view", scenario=scenario, actions=["d6=4"])["log"]
    ]


def test_an_embed_link_carries_dice_by_mail() -> None:
    scenario = ask("normal", scenario=river())["scenario"]
    begun = ask("mail", scenario=scenario, do="begin", secret={"secret": "0123456789abcdef" * 4})
    request = {"scenario": scenario, "mail": begun["mail"], "secret": begun["secret"]}
    fragment = ask("embed", **request)["fragment"]
    assert fragment.startswith(ask("link", **request)["fragment"] + ".1.")
    sealed = ask("open", fragment=fragment)["mail"]
    assert sealed["A"].items() >= begun["mail"]["A"].items()
    assert ask("mail", **request | {"mail": sealed})["problems"] == []


def test_chances_of_a_step_come_when_they_are_asked_for() -> None:
    step = ask("play", scenario=river(), chances=True, policies={"attacker": "best"})
    found = ask("outcomes", scenario=river(), policies={"attacker": "best"})
    assert [one["percent"] for one in step["summary"]["odds"]] == [one["percent"] for one in found["summary"]]
    assert not answer("play", scenario=river(), chances="yes")["ok"]


def test_a_step_of_a_forbidden_fight_says_why() -> None:
    scenario = {**EXAMPLE, "units": [one for one in EXAMPLE["units"] if one["side"] != "attacker"]}
    step = ask("play", scenario=scenario)
    assert step["node"] is None
    assert step["summary"]["problems"]


def test_an_end_has_its_title() -> None:
    scenario, actions = river(), ["d6=4"]
    while (step := ask("play", scenario=scenario, actions=actions))["node"]["kind"] != "end":
        actions.append((step["node"].get("faces") or step["node"]["options"])[0]["id"])
    assert step["node"]["title"] == step["summary"]["prompt"] != ""


def test_an_embed_link_carries_the_question_but_not_its_answer(capsys: pytest.CaptureFixture[str]) -> None:
    fragment = ask("embed", scenario=river(), lesson="column")["fragment"]
    assert cli.main(["embed", ask("link", scenario=river())["fragment"], "--lesson", "column"]) == 0
    assert capsys.readouterr().out.strip() == fragment
    word = fragment.split(".")[3]
    told = json.loads(zlib.decompress(base64.urlsafe_b64decode(word + "=" * (-len(word) % 4))))
    asked = ask("lesson", scenario=river(), lesson="column")
    titles = [{"title": one["title"]} for one in asked["choices"]]
    assert told["lesson"] == {"key": "column", "prompt": asked["prompt"], "choices": titles}
