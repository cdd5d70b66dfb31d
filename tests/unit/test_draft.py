"""The guide's own tools: JSON in its order, choices that stand for words of a game document, changes of a draft."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hexumpire import api

pytestmark = pytest.mark.host


def ask(**request: Any) -> Any:
    answer = json.loads(api.handle(json.dumps({"ruleset": "custom", **request})))
    assert answer["ok"], answer
    return answer["result"]


def begun(ui: Any, number: int = 0) -> Any:
    """A draft from a template, as the engine has read it."""
    draft = ui.draft.Draft(ui.ordered.read(ask(op="games")["templates"][number]["text"]))
    return checked(ui, draft)


def checked(ui: Any, draft: Any) -> Any:
    draft.take(ask(op="game", text=ui.draft.text_of(draft)))
    return draft


@pytest.mark.parametrize("number", range(4))
def test_a_game_is_read_in_its_order(ui: Any, number: int) -> None:
    text = ask(op="games")["templates"][number]["text"]
    assert json.dumps(ui.ordered.read(text)) == json.dumps(json.loads(text))
    assert ask(op="game", text=json.dumps(ui.ordered.read(text)))["text"] == text


@pytest.mark.parametrize(
    "text", [r'{"a\\": "\"b\u00e9", "c": [ ], "d": {}, "e": [1, -2, true, null]} ', '"x"', " [ 1 ,2 ]"]
)
def test_any_json_is_read(ui: Any, text: str) -> None:
    assert ui.ordered.read(text) == json.loads(text)


@pytest.mark.parametrize("text", ["", "{", '{"a"', '{"a" 1}', "[1", '"a', "{x}", "nothing"])
def test_what_is_no_json_is_refused(ui: Any, text: str) -> None:
    with pytest.raises(ValueError, match=r"JSON|Expecting|syntax"):
        ui.ordered.read(text)


@pytest.mark.slow
def test_the_engine_takes_the_words_of_every_choice(ui: Any) -> None:
    draft = begun(ui)
    choices = [(row, side, n) for row in ui.meanings.WHATS for side in ui.meanings.SIDES for n in (1, 4)]
    for (what, _, sided, counted), side, n in choices:
        words = ui.meanings.words(what, side, n)
        ui.draft.say(draft, "EX", "0", words)
        told = [one["message"] for one in ask(op="game", text=ui.draft.text_of(draft))["problems"]]
        assert not told or (what == "as_much" and all("has lost nothing before" in one for one in told)), told
        found = ui.meanings.read(words)
        assert found is not None
        assert found[0] == what
        assert not sided or found[1] == side
        assert not counted or found[2] == n


def test_words_that_no_choice_stands_for_stay_words(ui: Any) -> None:
    assert ui.meanings.read("another round with +1 columns") is None
    assert ui.meanings.read({"choose": "defender", "of": []}) is None


@pytest.mark.slow
def test_every_kind_of_modifier_is_right_as_it_is_added(ui: Any) -> None:
    titles = {key: key for key in (*ui.draft.GROUND, "hexes", "rounds", "marked")}
    for kind, _ in ui.draft.TESTS:
        draft = begun(ui)
        ui.draft.add_modifier(draft, kind, titles)
        assert checked(ui, draft).problems == [], kind


def test_columns_and_rows_are_moved_put_in_and_taken_out(ui: Any) -> None:
    draft = begun(ui)
    heads, lines = ui.draft.columns(draft), dict(draft.doc["chart"]["rows"])
    ui.draft.choose_head(draft, "columns 5")
    ui.draft.arrange(draft, "behind")
    assert ui.draft.columns(draft) == [*heads, "6:1"]
    assert all(len(row) == 7 for row in draft.doc["chart"]["rows"].values())
    assert checked(ui, draft).problems == []
    ui.draft.arrange(draft, "back")
    assert ui.draft.columns(draft)[5:] == ["6:1", "5:1"]
    assert [one["path"] for one in checked(ui, draft).problems] == ["$.chart.columns[6]"]
    assert {ui.draft.step_of(draft, ["chart", "columns", "6"])} == {"chart"}
    ui.draft.arrange(draft, "out")
    assert ui.draft.columns(draft) == heads
    assert dict(draft.doc["chart"]["rows"]) == lines
    ui.draft.choose_head(draft, "rows 0")
    ui.draft.arrange(draft, "on")
    assert ui.draft.rows(draft)[:3] == ["2", "1", "3"]


def test_a_code_that_nobody_has_explained_is_a_matter_of_the_results(ui: Any) -> None:
    draft = begun(ui)
    ui.draft.cell(draft, "3", "2", "ZZ")
    problem = checked(ui, draft).problems[0]
    assert problem["path"] == '$.chart.rows["3"][2]'
    assert ui.draft.step_of(draft, ["chart", "rows", "3", "2"]) == "results"
    ui.draft.say(draft, "ZZ", "0", ui.meanings.words("retreat", "both", 2))
    assert checked(ui, draft).problems == []


def test_the_first_fight_of_each_template_can_be_fought(ui: Any) -> None:
    for number in range(4):
        draft = begun(ui, number)
        draft.base = "custom"
        scenario = ui.draft.first_fight(draft, "First fight")
        view = ask(op="view", scenario=scenario, actions=[])
        assert view["problems"] == []
        assert view["node"] is not None
