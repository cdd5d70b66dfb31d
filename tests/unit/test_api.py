"""The bridge: every operation, and nothing a player can send that breaks it."""

import copy
import json
import os
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import hexumpire
import pytest
from hexumpire import api, rulesets
from hexumpire.api.desks import DESKS
from hexumpire.files import codec
from hexumpire.views import number_format, position, schema

from tests.bridge import ask, refuse
from tests.toybox import EXAMPLE, TOY

pytestmark = pytest.mark.usefixtures("toy")

# --- operations ----------------------------------------------------------------------------------------------


def test_rulesets(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rulesets, "KEYS", ())
    assert ask("rulesets") == {
        "version": hexumpire.__version__,
        "rulesets": [
            {
                "key": "toy",
                "title": "Skirmish",
                "editions": [
                    {"key": "first", "title": "First edition"},
                    {"key": "second", "title": "Second edition"},
                ],
                "note": "Invented for tests.",
            }
        ],
    }


def test_every_ruleset_that_ships_can_be_asked_for() -> None:
    listed = {one["key"] for one in ask("rulesets")["rulesets"]}
    assert set(rulesets.KEYS) < listed
    for key in rulesets.KEYS:
        assert ask("schema", ruleset=key)["ruleset"]["key"] == key
        rules = ask("rules", ruleset=key)
        assert sum(rules["counts"].values()) == len(rules["rules"])


def test_schema_has_what_the_contract_says() -> None:
    form = ask("schema", ruleset="toy")
    assert form == json.loads(json.dumps(schema.form(TOY)))
    assert set(form) == {
        "ruleset", "editions", "procedures", "sides", "terrains", "features", "side_features", "types", "nations",
        "unit_fields", "hex_fields", "conditions", "readings", "palette", "examples", "policies", "objectives",
        "measures", "attackers", "packs", "charts", "lookups",
    }  # fmt: skip
    assert form["features"][0] == {
        "key": "camp",
        "title": "Camp",
        "glyph": "bridgehead",
        "rule": "T2.1",
        "excludes": ["keep"],
    }
    assert form["side_features"][2]["style"] == "road"
    assert form["types"][1] == {
        "key": "gun",
        "title": "Gun",
        "symbol": "artillery",
        "sides": ["attacker", "defender"],
        "fields": ["factors", "label"],
        "defaults": {"factors": 3, "label": ""},
        "rule": "T1",
        "face": [],
        "amount": "",
    }
    assert form["unit_fields"][2] == {
        "key": "rank",
        "title": "rank",
        "kind": "choice",
        "default": "old",
        "low": 0,
        "high": 99,
        "options": [{"key": "young", "title": "Young"}, {"key": "old", "title": "Old"}],
        "rule": "T1.3",
        "help": "",
        "editions": ["second"],
    }
    assert set(form["charts"]) == {"first", "second"}
    assert set(form["charts"]["first"]) == {"title", "rule", "columns", "rows", "cells", "legend"}


def test_examples_of_the_form_are_scenarios() -> None:
    for example in ask("schema", ruleset="toy")["examples"]:
        assert ask("view", scenario=example["scenario"], actions=[])["problems"] == []


def test_a_registered_ruleset_hides_another_of_its_key(monkeypatch: pytest.MonkeyPatch) -> None:
    class Other(type(TOY)):  # type: ignore[misc]
        title = "Another"

    assert ask("schema", ruleset="toy")["ruleset"]["title"] == "Skirmish"
    ask("view", scenario=EXAMPLE)
    rulesets.register(Other())
    assert ask("schema", ruleset="toy")["ruleset"]["title"] == "Another"
    assert "Mill Hill – Another" in ask("text", scenario=EXAMPLE)["text"]
    assert rulesets.known().count("toy") == 1


def test_rules() -> None:
    rules = ask("rules", ruleset="toy")
    assert rules["counts"]["asked"] == 3
    assert "asked" in rules["statuses"]
    assert rules["rules"][-1] == {
        "section": "T9",
        "printed": "T9",
        "title": "parades",
        "status": "outside",
        "editions": ["both"],
        "note": "no battle",
    }


VIEW = {"problems", "relevant", "assessment", "round", "begun", "node", "overrides", "starts", "log", "overlay", "bar"}


def test_view_before_the_fight() -> None:
    view = ask("view", scenario=EXAMPLE, actions=[])
    assert set(view) == VIEW
    assert view["bar"] == "10 : 8 → 1:1"
    assert (view["round"], view["begun"], view["log"], view["problems"]) == (1, False, [], [])
    assert view["node"] == {
        "kind": "chance",
        "side": "attacker",
        "prompt": "Roll one die",
        "rules": ["T4"],
        "faces": [{"id": f"d6={face}", "weight": 1} for face in range(1, 7)],
    }
    found = view["assessment"]
    assert (found["attack"], found["defense"], found["column"]) == (10, 8, "1:1")
    assert found["results"][0] == {"face": "d6=1", "result": "A"}
    assert found["margins"] == [{"text": "6 more make it 2:1", "rules": ["T4"]}]
    attack = found["trace"]["children"][0]
    assert attack["children"][-1] == {
        "label": "rain",
        "value": None,
        "rules": ["T3"],
        "op": "fact",
        "skipped": True,
        "note": "it does not rain",
        "children": [],
    }
    assert {"id": "!result=D", "label": "the defender loses one"} in view["overrides"]


def test_view_of_a_decision() -> None:
    view = ask("view", scenario=EXAMPLE, actions=["d6=1"])
    node = view["node"]
    assert (view["begun"], node["kind"], node["side"], node["topic"]) == (True, "decision", "attacker", "lose")
    assert node["options"][0] == {
        "id": "lose:r1",
        "label": "band r1",
        "rules": ["T5"],
        "unit": "r1",
        "hex": "1,0",
    }
    assert node["refusals"] == [
        {"unit": "b1", "hexes": ["0,0"], "reason": "that side does not lose now", "rules": ["T5"]},
    ]
    assert view["overlay"] == {"lost": {}, "legal_units": ["r1", "r2"], "legal_hexes": []}
    assert view["log"] == [{"step": 0, "text": "d6=1: A, the attacker loses one", "rules": ["T4"], "side": ""}]


def test_view_of_the_end() -> None:
    actions = ["d6=6", "lose:b1", "stop"]
    view = ask("view", scenario=EXAMPLE, actions=actions)
    assert view["assessment"] is None
    assert view["bar"] == "The defender holds"
    assert view["overlay"] == {"lost": {"b1": 1}, "over": [1]}
    assert view["node"] == {
        "kind": "end",
        "result": "held",
        "title": "The defender holds",
        "measures": {"hex": 0, "attacker_lost": 0, "defender_lost": 1},
        "shown": {"hex": "no"},
        "rules": ["T7"],
        "lines": [{"text": "The counters that are left stay where they are.", "rules": ["T7"]}],
    }


def test_view_of_a_forbidden_fight_has_problems_and_the_sums() -> None:
    document = copy.deepcopy(EXAMPLE)
    document["units"][2]["at"] = "0,1"
    view = ask("view", scenario=document, actions=[])
    assert set(view) == VIEW
    assert view["node"] is None
    assert view["problems"][0]["path"] == "$.units[2].at"
    assert view["problems"][0]["text"] == "a defender stands outside the target @ $.units[2].at [T1.4]: move it"
    assert view["bar"] == "10 : 8 → 1:1"
    nobody = ask("view", scenario={**EXAMPLE, "units": []}, actions=[])
    assert (nobody["assessment"], nobody["bar"], len(nobody["problems"])) == (None, "", 2)
    for op in ("outcomes", "solve"):
        assert refuse(op, scenario=document, actions=[])[0]["rule"] == "T1.4"


def test_outcomes() -> None:
    found = ask("outcomes", scenario=EXAMPLE, actions=[], policies={"attacker": "bold", "defender": "last"})
    assert found["policies"] == {"attacker": "bold", "defender": "last"}
    assert sum(Fraction(one["p"]) for one in found["summary"]) == 1
    assert sum(row["weight"] for row in found["rows"]) == found["denominator"]


def test_outcomes_from_the_middle() -> None:
    found = ask("outcomes", scenario=EXAMPLE, actions=["d6=6", "lose:b1", "stop"])
    assert [(one["key"], one["percent"]) for one in found["summary"]] == [("held", "100 %")]


def test_solve() -> None:
    found = ask("solve", scenario=EXAMPLE, actions=["d6=6", "lose:b1"], objective="hex")
    assert [(one["id"], one["best"]) for one in found["actions"]] == [("on", True), ("stop", False)]


def test_packs_are_read_from_text() -> None:
    found = ask("pack", ruleset="d8chart", text="title = 'Mud'\n[tables.weather]\nmud = 'half'\n")
    assert (found["ruleset"], found["problems"]) == ("d8chart", [])
    assert found["pack"] == {"title": "Mud", "tables": {"weather": {"mud": {"air": "half"}}}}
    assert ask("pack", text=found["toml"]) == found, "as a file it says for which game it is"
    assert ask("pack", text=json.dumps({"ruleset": "d8chart", **found["pack"]})) == found
    (wrong,) = refuse("pack", ruleset="d8chart", text="[tables.weather]\nmud = 'haf'\n")
    assert (wrong["path"], wrong["rule"], wrong["fix"]) == (
        "$.tables.weather.mud.air", "EXT.weather", "did you mean 'half'?",
    )  # fmt: skip
    draft = ask("pack", ruleset="d8chart", text="[tables.weather]\nmud = 'haf'\n", draft=True)
    assert (draft["pack"], draft["problems"], draft["toml"]) == (
        {"tables": {"weather": {"mud": {"air": "haf"}}}},
        [wrong],
        "",
    )
    assert refuse("pack", ruleset="d8chart", text="{", draft=True)[0]["message"].startswith("not valid JSON")
    assert refuse("pack", ruleset="d8chart")[0]["path"] == "$.text"


def test_draw_text_link_open_normal() -> None:
    for theme in api.THEMES:
        assert ask("draw", scenario=EXAMPLE, actions=["d6=6"], theme=theme)["svg"].startswith("<svg")
    text = ask("text", scenario=EXAMPLE, actions=["d6=6", "lose:b1"])["text"]
    for part in ("Mill Hill – Skirmish, First", "10 : 8 → 1:1", "T2.2", "1  d6=6: D", "Attacker: Fight a second"):
        assert part in text
    fragment = ask("link", scenario=EXAMPLE, actions=["d6=6"])["fragment"]
    view = ask("view", scenario=EXAMPLE, actions=["d6=6"])
    assert ask("open", fragment=fragment) == {"scenario": EXAMPLE, "actions": ["d6=6"], "view": view}
    assert ask("normal", scenario={**EXAMPLE, "readings": {"R1": "either"}}) == {"scenario": EXAMPLE}


def test_a_record_that_cannot_be_replayed_opens_without_a_view() -> None:
    found = ask("open", text=json.dumps({"scenario": EXAMPLE, "actions": ["d6=7"]}))
    assert found == {"scenario": EXAMPLE, "actions": ["d6=7"], "view": None}
    assert refuse("view", scenario=found["scenario"], actions=found["actions"])[0]["message"].startswith("action 1")


def test_the_board_shows_every_field() -> None:
    scenario = codec.read_scenario({**EXAMPLE, "units": [{**EXAMPLE["units"][0], "count": 5}, EXAMPLE["units"][1]]})
    shown = position.board(codec.write_scenario(scenario), scenario)["units"][0]
    assert (shown["id"], shown["count"], shown["factors"], shown["label"]) == ("r1", 5, 3, "")


def test_text_of_a_forbidden_fight_and_of_one_not_begun() -> None:
    assert "the attacker has no units" in ask("text", scenario={**EXAMPLE, "units": []})["text"]
    text = ask("text", scenario=EXAMPLE)["text"]
    assert "Roll one die" in text
    assert "Red Gun in the hex east of Mill Hill (factors: 4)\n" in text
    assert "2 × Blue Band in Mill Hill (factors: 2, veteran)\n" in text
    assert "does not rain" not in text
    assert "Conditions" not in text


def test_text_tells_changed_odds_agreements_and_the_end() -> None:
    actions = ["d6=3", "d6=6", "lose:b1", "on", "!result=D # too late for rules", "lose:b1"]
    text = ask("text", scenario={**EXAMPLE, "conditions": {"rain": True}}, actions=actions)["text"]
    assert "Conditions:\n  rain  [T3]\n" in text
    assert text.index("9 : 8 → 1:1") < text.index("The odds are now 9 : 5 → 1:1") < text.index("By agreement (too late")
    assert text.index("By agreement") < text.index("The end: The attacker takes the hex  [T7]")


# --- speed and memory ----------------------------------------------------------------------------------------


def test_one_more_action_is_one_more_step(monkeypatch: pytest.MonkeyPatch) -> None:
    steps: list[str] = []
    reads: list[object] = []
    game = type(TOY.game(codec.read_scenario(EXAMPLE)))
    whole, read = game.apply, codec.read_scenario
    monkeypatch.setattr(game, "apply", lambda self, state, action: steps.append(action) or whole(self, state, action))
    monkeypatch.setattr(codec, "read_scenario", lambda document: reads.append(document) or read(document))
    line = ["d6=3", "d6=6", "lose:b1", "on", "d6=6", "lose:b1"]
    for end in range(len(line) + 1):
        ask("view", scenario=EXAMPLE, actions=line[:end])
    assert steps == line
    assert len(reads) == 1
    ask("view", scenario=EXAMPLE, actions=line[:2])
    ask("text", scenario=EXAMPLE, actions=line[:3])
    assert steps[len(line) :] == ["lose:b1"]


def test_true_is_not_one_even_to_the_memory() -> None:
    document = copy.deepcopy(EXAMPLE)
    document["units"][1]["count"] = 1
    ask("view", scenario=document)
    document["units"][1]["count"] = True
    assert refuse("view", scenario=document)[0]["path"] == "$.units[1].count"
    document["units"][1]["count"] = 1.0
    assert refuse("view", scenario=document)[0]["path"] == "$.units[1].count"


def test_an_illegal_action_leaves_the_memory_right() -> None:
    before = ask("view", scenario=EXAMPLE, actions=["d6=1"])
    refuse("view", scenario=EXAMPLE, actions=["d6=1", "lose:r1", "nonsense"])
    assert ask("view", scenario=EXAMPLE, actions=["d6=1"]) == before


@pytest.mark.host
def test_an_answer_loads_nothing_slow() -> None:
    code = (
        "import json, sys; from hexumpire import api, rulesets; "
        "scenario = rulesets.get(rulesets.KEYS[0]).examples()[0]['scenario']; "
        "assert json.loads(api.handle(json.dumps({'op': 'view', 'scenario': scenario})))['ok']; "
        "slow = 'difflib', 'fractions', 'argparse', 'hexumpire.board.svg', 'hexumpire.analysis', "
        "'hexumpire.views.report'; "
        "print([name for name in slow if name in sys.modules])"
    )
    env = {**os.environ, "PYTHONPATH": str(Path(hexumpire.__file__).parents[1])}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=env)
    assert (done.stdout, done.stderr) == ("[]\n", "")


def test_only_a_few_battles_are_remembered() -> None:
    for number in range(20):
        ask("view", scenario={**EXAMPLE, "title": f"Hill {number}"})
    assert len(DESKS) <= 4


# --- numbers -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("p", "text"),
    [
        (Fraction(0), "0 %"),
        (Fraction(1), "100 %"),
        (Fraction(7, 36), "19.4 %"),
        (Fraction(1, 2), "50.0 %"),
        (Fraction(1, 10**40), "<0.1 %"),
        (Fraction(499, 10**6), "<0.1 %"),
        (Fraction(1, 1000), "0.1 %"),
        (1 - Fraction(1, 10**40), ">99.9 %"),
        (Fraction(999, 1000), "99.9 %"),
    ],
)
def test_percent_is_never_falsely_certain(p: Fraction, text: str) -> None:
    assert number_format.percent(p) == text


@pytest.mark.parametrize("p", [Fraction(-1, 10**9), Fraction(10**9 + 1, 10**9)])
def test_percent_refuses_what_is_no_probability(p: Fraction) -> None:
    with pytest.raises(ValueError, match="not a probability"):
        number_format.percent(p)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (Fraction(19, 3), "6.33"),
        (Fraction(-19, 3), "−6.33"),
        (Fraction(5, 2), "2.5"),
        (Fraction(4), "4"),
        (Fraction(0), "0"),
        (Fraction(1, 10**6), "~0"),
        (Fraction(1999, 1000), "2"),
    ],
)
def test_decimal(value: Fraction, text: str) -> None:
    assert number_format.decimal(value) == text
