"""The engine's answers in another language: one catalogue, put to work where they leave the engine."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hexumpire import api, language


def made(texts: dict[str, str], **sections: dict[str, str]) -> language.Catalogue:
    empty: dict[str, dict[str, str]] = {name: {} for name in language.SECTIONS}
    return language.Catalogue("xx", empty | sections | {"texts": {".": ",", ",": "."} | texts})


def test_a_plain_text() -> None:
    words = made({"Advance nobody": "Niemand rückt vor"})
    assert words.say("Advance nobody") == "Niemand rückt vor"
    assert words.unsaid == {}


def test_what_is_not_there_stays_and_is_noted() -> None:
    words = made({})
    assert words.say("Advance nobody") == "Advance nobody"
    assert list(words.unsaid) == ["Advance nobody"]


def test_a_capital_makes_no_difference() -> None:
    assert made({"Infantry": "Infanterie"}).say("infantry") == "Infanterie"


def test_holes_are_translated_in_their_turn() -> None:
    words = made({"{unit} advances.": "{unit} rückt vor.", "armor": "Panzer", "{a} and {b}": "{a} und {b}"})
    assert words.say("armor advances.") == "Panzer rückt vor."
    assert words.say("armor and armor advances.") == "Panzer und Panzer rückt vor."


def test_a_text_is_translated_whole_or_not_at_all() -> None:
    words = made({"{unit} advances.": "{unit} rückt vor."})
    assert words.say("some mob advances.") == "some mob advances."
    assert list(words.unsaid) == ["some mob advances."]


def test_the_text_that_says_most_wins() -> None:
    words = made({"{a} loses {b}": "{a} verliert {b}", "{a} loses a step": "{a}: Stufenverlust", "armor": "Panzer"})
    assert words.say("armor loses a step") == "Panzer: Stufenverlust"


def test_holes_for_numbers_and_for_words_of_a_section() -> None:
    words = made(
        {"{n} × {nation} {face} {type}": "{n} × {type} {face} ({nation})", "{n} left": "noch {n}"},
        nations={"Nationalist Chinese": "Nationalchina"},
        types={"Infantry": "Infanterie"},
    )
    assert words.say("2 × Nationalist Chinese 3-4 infantry") == "2 × Infanterie 3-4 (Nationalchina)"
    assert words.say("4½ left") == "noch 4½"
    assert words.say("two left") == "two left"


def test_numbers_as_the_language_writes_them() -> None:
    words = made({"{n} cases": "{n} Fälle"})
    assert words.number("<0.1 %") == "<0,1 %"
    assert words.say("12,345.5 cases") == "12.345,5 Fälle"
    assert words.say("2.5 : 1 → 5:2") == "2,5 : 1 → 5:2"
    assert words.say("1,-1") == "1,-1", "a hex is no number"


def test_what_players_name_stays() -> None:
    words = made({"{name} falls.": "{name} fällt."})
    assert words.say("Suez falls.") == "Suez falls."
    words.for_names(language.names({"map": {"hexes": {"0,0": {"name": "Suez"}}}}))
    assert words.say("Suez falls.") == "Suez fällt."


def test_a_text_that_holds_itself_ends() -> None:
    assert made({"{a} {b}": "{a} {b}"}).say("x y z") == "x y z"


def test_keys_and_documents_stay_as_they_are() -> None:
    words = made({"clear": "offen"})
    found = language.localized({"key": "clear", "title": "clear", "scenario": {"title": "clear"}, "n": 3}, words)
    assert found == {"key": "clear", "title": "offen", "scenario": {"title": "clear"}, "n": 3}


def test_problems_are_told_in_the_language() -> None:
    words = made({"no such hex": "kein solches Feld", "write one": "eines angeben"})
    found = {"message": "no such hex", "path": "$.x", "rule": "1.2", "fix": "write one", "text": "?"}
    said = language.localized({"problems": [found]}, words)["problems"][0]
    assert said["text"] == "kein solches Feld @ $.x [1.2]: eines angeben"


def ask(**request: Any) -> Any:
    return json.loads(api.handle(json.dumps(request)))


def test_english_is_as_ever() -> None:
    assert ask(op="rulesets", lang="en") == ask(op="rulesets") == ask(op="rulesets", lang=None)


@pytest.mark.parametrize("lang", ["xx", 3, "../de", "de/../de"])
def test_unknown_languages_are_refused(lang: object) -> None:
    found = ask(op="rulesets", lang=lang)
    assert not found["ok"]
    assert found["problems"][0]["path"] == "$.lang"
