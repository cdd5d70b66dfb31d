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

WRAPS = 10
"""So many ways to wrap a core follow each other in ``HOSTILE``."""
CONTROLS = {chr(code) for code in (*range(32), 0x2028, 0x2029, 0x202E)}


def test_there_are_enough_of_them() -> None:
    assert len(set(HOSTILE)) >= 300


@pytest.fixture(scope="module")
def battles() -> list[dict[str, Any]]:
    return [{"ruleset": key} | rulesets.get(key).examples()[0]["scenario"] for key in rulesets.known()]


@pytest.fixture(scope="module")
def plain(battles: list[dict[str, Any]]) -> set[str]:
    """The kinds of elements of the pictures of those battles."""
    return {tag for battle in battles for tag in tags(ask(op="draw", scenario=battle, actions=[])["result"]["svg"])}


def tags(svg: str) -> set[str]:
    """The kinds of elements of a picture; it fails if there is an attribute that runs something."""
    found = set()
    for element in ElementTree.fromstring(svg).iter():
        found.add(element.tag)
        for name, value in element.attrib.items():
            assert not name.startswith("on") and "javascript:" not in value
    return found


def words_for(place: str) -> list[str]:
    """A third of the words, with other wraps around a core from place to place."""
    turn = list(PLACES).index(place)
    return [word for number, word in enumerate(HOSTILE) if (number // WRAPS + number % WRAPS + turn) % 3 == 0]


def test_every_word_is_met_and_every_place_meets_every_kind() -> None:
    assert {word for place in PLACES for word in words_for(place)} == set(HOSTILE)
    for place in PLACES:
        numbers = [HOSTILE.index(word) for word in words_for(place)]
        assert {number // WRAPS for number in numbers} == set(range(len(HOSTILE) // WRAPS))
        assert {number % WRAPS for number in numbers} == set(range(WRAPS))


@pytest.mark.parametrize("place", PLACES)
def test_the_engine_takes_or_refuses_it(battles: list[dict[str, Any]], plain: set[str], place: str) -> None:
    """Each word in a third of the places; every core, every wrap and every ruleset in each of them."""
    words = words_for(place)
    spread = [(battle, words[first :: len(battles)]) for first, battle in enumerate(battles)]
    for battle, number, word in ((battle, *one) for battle, some in spread for one in enumerate(some)):
        scenario = spoilt(battle, place, word)
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
