"""Typed-in games in another language: what is wrong with one, and whose words stay as they are."""

import copy
import json
from typing import Any

import pytest
from hexumpire import api

SOUND: dict[str, Any] = {
    "title": "Bridge of sighs",
    "types": {"guards": {"title": "Footsore guards", "attack": 5, "defense": 2}},
    "conditions": {"fog": {"title": "Dense fog", "rule": "7"}},
    "chart": {"columns": ["1:1", "2:1"], "rows": {"1-3": ["AR", "DR"], "4-6": ["DR", "DE"]}},
    "modifiers": {"fog": {"title": "Dense fog", "rule": "7", "when": {"condition": "fog"}, "shift": -1}},
}
WRONG: dict[str, Any] = {
    "format": "1",
    "titel": "Bridge",
    "types": {"guards": {"attack": "5", "movment": 3}, "a b": {"title": ""}, "foot": 3},
    "nations": {"Red": {"letter": "R", "fill": "red", "ink": "#fff"}, "Blue": {"letter": "R"}},
    "terrains": {"woods": {"pattern": "tree"}},
    "unit_fields": {"steps": {"title": "Steps"}, "morale": {"range": [3]}},
    "conditions": {"fog": {"options": [], "range": [0, 1]}, "air": {"range": [5, 1], "rule": "7"}},
    "chart": {
        "columns": ["1–x", "2:1", "1:1"],
        "dice": "6",
        "rows": {"1": ["DR"], "1-3": ["QQ", "DR", 7], "x": []},
        "above": "NE",
        "limt": 3,
    },
    "results": {
        "DR": {"does": ["defender flees"]},
        "ZZ": {},
        "CH": {"choose": "attacker"},
        "CD": {"does": {"choose": "x", "of": []}},
    },
    "modifiers": {
        "nothing": {},
        "woods": {"when": {"terrain": "wood", "hexes": [3, 1]}, "defense": "double"},
        "air": {"when": {"is": 1}, "times": "fog", "roll": 12, "not_with": ["wods"]},
        "words": {
            "shift": 1,
            "when": {
                "feature": "x",
                "stands": "x",
                "crossed": "x",
                "sides": "x",
                "attacker": "x",
                "defender": "x",
                "who": "x",
                "together": ["x", ["y"]],
                "hexes": 40,
                "marked": "x",
                "field": "x",
                "condition": "x",
                "rounds": [1],
            },
        },
    },
    "caps": {"shift": 3},
    "zones": {"types": "every", "blocked": ["x"], "cancelled": "yes"},
    "attacks": {"range": "far"},
    "strength": {"steps": "x", "round": "x", "each": 1},
    "stacking": {"limit": 0},
    "advances": {"may": "x"},
    "rounds": {"most": 0},
    "retreats": {"no_way": "dead", "zones": "x", "terrain": ["x"], "sides": ["x"], "together": 3},
}


def ask(**request: Any) -> Any:
    return json.loads(api.handle(json.dumps({"op": "game", "ruleset": "custom", **request})))


@pytest.mark.parametrize("part", ["", *WRONG])
def test_every_problem_of_a_document_is_told_in_german(part: str) -> None:
    document = {**copy.deepcopy(SOUND), part: WRONG[part]} if part else WRONG
    found = ask(game=document, lang="de")
    assert found["result"]["problems"]
    assert found["unsaid"] == []
    english = ask(game=document)["result"]["problems"]
    for one, other in zip(found["result"]["problems"], english, strict=True):
        assert one["path"] == other["path"]
        assert one["message"] != other["message"]
        assert not one["fix"] or one["fix"] != other["fix"]


@pytest.mark.parametrize("way", ["game", "text"])
def test_a_game_keeps_its_own_words_and_its_document(way: str) -> None:
    found = ask(lang="de", **{way: SOUND if way == "game" else json.dumps(SOUND)})
    assert found["unsaid"] == []
    assert found["result"]["game"] == SOUND
    form = found["result"]["form"]
    assert form["types"][0]["title"] == "Footsore guards"
    assert form["conditions"][0]["title"] == "Dense fog"
    assert form["palette"][0]["title"] == "footsore guards 5-2 (Rot)"
    assert form["charts"]["own"]["legend"]["DR"] == "Verteidiger weicht 1 Feld zurück"


def test_a_fight_is_told_in_german_with_the_words_of_the_game() -> None:
    units = [
        {"side": "attacker", "type": "guards", "nation": "Red", "at": "1,0"},
        {"side": "defender", "type": "guards", "nation": "Blue", "at": "0,0"},
    ]
    units = [{**unit, "attack": 5, "defense": 2} for unit in units]
    scenario = {"ruleset": "custom", "game": SOUND, "targets": ["0,0"], "units": units}
    scenario["conditions"] = {"fog": True}
    told = {}
    for face in ("", "1", "4"):
        actions = [f"d6={face}"] if face else []
        request = {"op": "view", "scenario": scenario, "actions": actions, "lang": "de"}
        found = json.loads(api.handle(json.dumps(request)))
        assert found["unsaid"] == []
        told[face] = found["result"]
    assert "Dense fog" in json.dumps(told[""]["assessment"]["trace"])
    assert [line["text"] for line in told["4"]["log"]] == [
        "Gewürfelt: 4; Spalte 1:1.",
        "DR: Verteidiger weicht 1 Feld zurück.",
    ]
    assert told["4"]["node"]["prompt"] == "Rückzug, Footsore guards 5-2 (Blau): Wohin?"
