"""Luck against judgement on the page, on CPython: what is drawn of what the engine says."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any

import pytest
from frontend import ask, do, example, look

pytestmark = pytest.mark.host
ROLL, COSTLY = "d6=4", 40


def fought(app: Any, ui: Any) -> Any:
    """A battle that was fought until a choice was not the best, and its debrief."""
    example(app)
    app.battle.objective = "both"
    app.look.screen = ui.state.FIGHT
    assert ui.debriefing.section(app) == "", "nothing was done yet"
    for _ in range(COSTLY):
        look(app)
        if app.over:
            break
        faces = app.node.get("faces") or app.node["options"]
        do(app, "act", ROLL if "faces" in app.node else faces[-1]["id"])
    look(app)
    assert 'data-do="debrief"' in ui.debriefing.section(app)
    app.debrief = ui.debriefing.Debrief(ui.debriefing.key(app))
    assert 'data-do="cancel"' in ui.debriefing.section(app)
    app.debrief.running = False
    app.debrief.found = ask(**ui.answers.walk_request(app, "debrief"))["result"]
    assert [one for one in app.debrief.found["steps"] if one["note"]], "not all was the best"
    return app.debrief.found


def test_each_step_goes_back_to_it_and_says_what_would_have_been_best(app: Any, ui: Any) -> None:
    found = fought(app, ui)
    text = ui.debriefing.section(app)
    assert ui.parts.w(found["text"]) in text
    assert re.findall(r'data-do="back" data-a="(\d+)"', text) == [str(one["step"]) for one in found["steps"]]
    for one in found["steps"]:
        assert ui.parts.e(one["value_text"]) in text
        assert ui.parts.w(one["note"]) in text
    do(app, "back")
    assert 'data-do="debrief"' in ui.debriefing.section(app), "it is another battle now"
    do(app, "putback")
    assert ui.debriefing.section(app) == text


def test_each_bar_begins_where_the_last_one_ends(app: Any, ui: Any) -> None:
    terms = [("start", "1/2"), ("luck", "-1/4"), ("attacker", "0"), ("defender", "1/2"), ("end", "3/4")]
    shown = [{"key": key, "title": key, "value": value, "value_text": "50 %"} for key, value in terms]
    drawn = re.findall(r'<rect class="(\w+)" x="(\d+)" width="(\d+)"', ui.debriefing.bars(shown))
    assert drawn == [("whole", "0", "500"), ("fill", "250", "250"), ("good", "250", "500"), ("whole", "0", "750")]
    assert sum(Fraction(value) for _, value in terms[:-1]) == Fraction(terms[-1][1])


def test_what_cannot_be_told_is_one_line(app: Any, ui: Any) -> None:
    fought(app, ui)
    app.debrief.found, app.debrief.said = None, "too many positions"
    text = ui.debriefing.section(app)
    assert '<p class="hint">too many positions</p>' in text
    assert "<svg" not in text
