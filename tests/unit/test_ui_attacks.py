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


def test_the_list_calls_a_hex_as_question_and_reckoning_do() -> None:
    """A ground phase names no hexes: an attack that is declared in it is on "the middle hex" everywhere."""

    def unit(id: str, side: str, nation: str, at: str) -> dict[str, Any]:
        return {"id": id, "side": side, "type": "infantry", "nation": nation, "at": at, "factors": 3, "count": 2}

    middle = {"hexes": {"0,0": {"terrain": "clear"}}}
    units = [unit("g", "attacker", "German", "1,0"), unit("r", "defender", "Russian", "0,0")]
    units.append(unit("s", "defender", "Russian", "0,1"))
    scenario = {"ruleset": "aworldatwar", "procedure": "phase", "targets": [], "map": middle, "units": units}
    declared = ["begin:turn", "at:0,0", "with:g", "declare", "at:0,1", "with:g"]
    with frontend.modules() as ui:
        app = ui.state.State(frontend.ask(op="rulesets")["result"], {})
        app.schemas["aworldatwar"] = frontend.ask(op="schema", ruleset="aworldatwar")["result"]
        ui.battles.load(app, scenario, declared)
        frontend.look(app)
        titles = [row["title"] for row in app.position["attacks"]]
        assert titles == ["Attack 1: the middle hex", "Attack 2: the hex south-east of the middle hex"]
        shown = words(ui.attacks.listing(app))
        assert "The middle hex" in shown and "The hex south-east of the middle hex" in shown
        assert ui.sheet.hex_title(app, "1,0") == "The hex east of the middle hex"
