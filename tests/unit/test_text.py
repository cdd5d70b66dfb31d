"""Texts that know how they were made."""

from __future__ import annotations

import copy
import json
import pickle

from hexumpire.model.text import Text, capital, joined, listed, say, uncapital


def test_a_text_is_its_english() -> None:
    text = say("{unit} loses {n} steps.", unit="infantry", n=2)
    assert text == "infantry loses 2 steps."
    assert hash(text) == hash("infantry loses 2 steps.")
    assert json.dumps([text]) == '["infantry loses 2 steps."]'
    assert (text.template, text.parts) == ("{unit} loses {n} steps.", {"unit": "infantry", "n": 2})


def test_parts_stay_texts() -> None:
    unit = say("{type} {factors}", type="Infantry", factors="3-4")
    assert say("{unit} advances.", unit=unit).parts["unit"] is unit


def test_braces_in_a_part_stay() -> None:
    assert say("{name} falls.", name="{0}") == "{0} falls."


def test_lists() -> None:
    assert [listed("abcd"[:n]) for n in range(5)] == ["", "a", "a and b", "a, b and c", "a, b, c and d"]
    assert listed("ab", "or") == "a or b"
    assert [listed("abc"[:n], "then") for n in range(1, 4)] == ["a", "a, then b", "a, b, then c"]


def test_a_title_inside_a_sentence() -> None:
    assert list(map(uncapital, ("Police or SS", "AA unit", "Fort", ""))) == ["police or SS", "AA unit", "fort", ""]


def test_sentences_one_after_another() -> None:
    assert joined(["A falls.", "", "B falls."]) == "A falls. B falls."
    assert joined([]) == ""


def test_a_capital_goes_into_the_part_that_comes_first() -> None:
    text = capital(say("{unit} advances.", unit=say("the {x}", x="infantry")))
    assert text == "The infantry advances."
    assert isinstance(text, Text)
    part = text.parts["unit"]
    assert isinstance(part, Text)
    assert part.template == "The {x}"
    assert capital("one") == "One"
    assert capital("") == ""


def test_copies_are_equal() -> None:
    text = say("{n} left", n=2)
    for found in (copy.deepcopy(text), pickle.loads(pickle.dumps(text))):
        assert (found, found.template, found.parts) == (text, text.template, text.parts)
