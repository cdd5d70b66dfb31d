"""Whatever stands in a document, the engine answers in its own words, and pictures stay pictures."""

from __future__ import annotations

import json
from typing import Any
from xml.etree import ElementTree

import pytest
from frontend import ask
from hexumpire import api, rulesets
from hostile import HOSTILE, PLACES, spoilt

pytestmark = pytest.mark.slow

CONTROLS = {chr(code) for code in (*range(32), 0x2028, 0x2029, 0x202E)}


def test_there_are_enough_of_them() -> None:
    assert len(set(HOSTILE)) >= 300


@pytest.fixture(scope="module")
def battles() -> list[dict[str, Any]]:
    return [{"ruleset": key} | rulesets.get(key).examples()[0]["scenario"] for key in rulesets.known()]


def tags(svg: str) -> set[str]:
    """The kinds of elements of a picture; it fails if there is an attribute that runs something."""
    found = set()
    for element in ElementTree.fromstring(svg).iter():
        found.add(element.tag)
        for name, value in element.attrib.items():
            assert not name.startswith("on") and "javascript:" not in value
    return found


@pytest.mark.parametrize("place", PLACES)
def test_the_engine_takes_or_refuses_it(battles: list[dict[str, Any]], place: str) -> None:
    plain = {tag for battle in battles for tag in tags(ask(op="draw", scenario=battle, actions=[])["result"]["svg"])}
    for number, word in enumerate(HOSTILE):
        scenario = spoilt(battles[number % len(battles)], place, word)
        request = {"op": "view", "scenario": scenario, "actions": [word] if number % 7 == 0 else []}
        answer = json.loads(api.handle(json.dumps(request)))
        for problem in answer["problems"] if not answer["ok"] else answer["result"]["problems"]:
            text = problem.get("text") or problem["message"]
            assert not CONTROLS & set(text), (word, text)
            assert "internal" not in text, text
        if answer["ok"] and number % 5 == 0:
            drawn = ask(op="draw", scenario=scenario, actions=[])
            assert tags(drawn["result"]["svg"]) <= plain
            fragment = ask(op="link", scenario=scenario, actions=[])["result"]["fragment"]
            assert set(fragment) <= set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.")


def test_a_word_as_a_link_or_a_file_is_refused_in_one_line() -> None:
    for word in HOSTILE:
        for request in ({"op": "open", "fragment": word}, {"op": "pack", "ruleset": "d8chart", "text": word}):
            answer = ask(**request)
            assert not answer["ok"]
            assert len(answer["problems"]) == 1
            assert not CONTROLS & set(answer["problems"][0]["message"]), word
