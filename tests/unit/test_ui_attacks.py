"""The list of attacks on one board, as the page shows it."""

from __future__ import annotations

import html
import re
from typing import Any

import frontend
import pytest
from hexumpire import rulesets

pytestmark = pytest.mark.host


def words(text: str) -> str:
    return " ".join(html.unescape(re.sub(r"<[^>]*>", " ", text)).split())


def test_while_it_is_set_up_no_attack_is_being_fought() -> None:
    with frontend.modules() as ui:
        app = ui.state.State(frontend.ask(op="rulesets")["result"], {})
        form: Any = frontend.ask(op="schema", ruleset="daisenso")["result"]
        app.schemas["daisenso"] = form
        example = next(one for one in rulesets.get("daisenso").examples() if one["key"] == "soak-off")
        ui.battles.load(app, example["scenario"])
        frontend.look(app)
        assert app.position["attacks"][0]["state"] == "now"
        shown = ui.attacks.listing(app)
        assert "attack now" not in shown
        assert words(shown).count("w4622") == 1, "as the map prints it"
        said = ui.texts.t("attack.now")
        assert said not in words(shown)
        app.look.screen = ui.state.FIGHT
        assert words(ui.attacks.listing(app)).count(said) == 1


def test_how_an_attack_ended_is_said_in_the_language_of_the_page() -> None:
    actions = ["d6=1", "retreat", "to:43,-45", "lose:j1"]
    example = next(one for one in rulesets.get("daisenso").examples() if one["key"] == "soak-off")
    answer = frontend.ask(op="view", scenario=example["scenario"], actions=actions, lang="de")
    assert answer["result"]["attacks"][0]["note"] == "Verteidiger hält"
    with frontend.modules() as ui:
        app = ui.state.State(frontend.ask(op="rulesets")["result"], {})
        app.schemas["daisenso"] = frontend.ask(op="schema", ruleset="daisenso")["result"]
        ui.battles.load(app, example["scenario"], actions)
        ui.answers.take_view(app, answer, app.battle.revision)
        assert "w4622 Verteidiger hält" in words(ui.attacks.listing(app))
