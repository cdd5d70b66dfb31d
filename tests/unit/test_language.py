"""The engine's answers in another language: one catalogue, put to work where they leave the engine."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
import visible
from about import about
from hexumpire import api, rulesets
from hexumpire.board import alt_text
from hexumpire.views import i18n


def made(texts: dict[str, str], **sections: dict[str, str]) -> i18n.Catalogue:
    empty: dict[str, dict[str, str]] = {name: {} for name in i18n.SECTIONS}
    return i18n.Catalogue("xx", empty | sections | {"texts": {".": ",", ",": "."} | texts})


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
    words.for_names(i18n.names({"map": {"hexes": {"0,0": {"name": "Suez"}}}}))
    assert words.say("Suez falls.") == "Suez fällt."


def test_a_text_that_holds_itself_ends() -> None:
    assert made({"{a} {b}": "{a} {b}"}).say("x y z") == "x y z"


def test_keys_and_documents_stay_as_they_are() -> None:
    words = made({"clear": "offen"})
    found = i18n.localized({"key": "clear", "title": "clear", "scenario": {"title": "clear"}, "n": 3}, words)
    assert found == {"key": "clear", "title": "offen", "scenario": {"title": "clear"}, "n": 3}


def test_problems_are_told_in_the_language() -> None:
    words = made({"no such hex": "kein solches Feld", "write one": "eines angeben"})
    found = {"message": "no such hex", "path": "$.x", "rule": "1.2", "fix": "write one", "text": "?"}
    said = i18n.localized({"problems": [found]}, words)["problems"][0]
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


# --- the catalogues ------------------------------------------------------------------------------------------

LEAST = 0.98
"""So much of what the sources could say, a language has to have: what is new may wait for a translator."""
OTHERS = [lang for lang in i18n.LANGUAGES if lang != i18n.ENGLISH]
PAIRS = [(lang, key) for lang in OTHERS for key in rulesets.KEYS]
OWN = [(lang, key) for lang, key in PAIRS if (rulesets.get(key).folder / f"texts.{lang}.json").is_file()]
"""Every ruleset with its catalogue of a language; one that has none is told in English."""
both = pytest.mark.parametrize(("lang", "ruleset"), OWN)


@pytest.mark.host
def test_page_and_engine_have_the_same_languages() -> None:
    pages = {file.stem for file in (visible.ENGINE.parents[1] / "web" / "texts").glob("*.json")}
    assert pages == set(i18n.LANGUAGES)


@both
def test_holes_agree(lang: str, ruleset: str) -> None:
    sections = i18n.read(lang, ruleset)
    wrong = [
        key
        for section in i18n.SECTIONS
        for key, text in sections[section].items()
        if sorted(set(re.findall("{[a-z0-9]+}", key))) != sorted(set(re.findall("{[a-z0-9]+}", text)))
    ]
    assert wrong == []
    assert set(sections[i18n.SPEECH]) <= set(alt_text.ENGLISH)
    for key, text in sections[i18n.SPEECH].items():
        assert set(re.findall("{[a-z]+}", text)) <= set(re.findall("{[a-z]+}", alt_text.ENGLISH[key])), key


@both
def test_forms_and_fights_are_said_whole(lang: str, ruleset: str) -> None:
    """What players of the examples meet: the form, odds and positions of random fights, best play."""
    words = i18n.catalogue(lang, ruleset)
    heard = visible.texts(ruleset, walks=6)
    unsaid = []
    for text, names in heard.items():
        words.for_names(names)
        if words.translated(text) is None:
            unsaid.append(text)
    assert len(heard) > 500
    assert len(unsaid) <= (1 - LEAST) * len(heard), "\n".join(unsaid)


@pytest.mark.host
@both
def test_what_a_ruleset_could_say_is_there(lang: str, ruleset: str) -> None:
    folder = visible.ENGINE / "rulesets" / ruleset
    paths = [*sorted(folder.rglob("*.py")), folder / "vocabulary.toml"]
    lost, count = visible.missing(i18n.catalogue(lang, ruleset), paths, about(ruleset).unit)
    assert count > 300
    assert len(lost) <= (1 - LEAST) * count, "\n".join(lost)


@pytest.mark.host
@pytest.mark.parametrize("lang", OTHERS)
def test_what_the_engine_itself_could_say_is_there(lang: str) -> None:
    paths = [visible.ENGINE / f"{name}.py" for name in visible.GENERAL]
    lost, count = visible.missing(i18n.catalogue(lang), paths, "Infanterie")
    assert count > 100
    assert len(lost) <= 0.1 * count, "\n".join(lost)


@pytest.mark.host
@both
def test_nothing_in_a_catalogue_is_idle(lang: str, ruleset: str) -> None:
    """Every word of a text stands in the sources or the data of the game."""
    folder = visible.ENGINE / "rulesets" / ruleset
    files = [*folder.rglob("*.py"), *folder.glob("*.toml"), folder / "examples.json"]
    core = [path for path in visible.ENGINE.rglob("*.py") if "rulesets" not in path.parts]
    told = "".join(file.read_text() for file in [*files, *core]).lower()
    idle = [
        key
        for key in json.loads((folder / f"texts.{lang}.json").read_text())["texts"]
        for word in re.findall(r"[^\W\d_]{4,}", re.sub("{[a-z0-9]+}", " ", key.lower()))
        if word not in told and word.removesuffix("s") not in told and word.removesuffix("es") not in told
    ]
    assert idle == []


@pytest.mark.parametrize("lang", OTHERS)
def test_an_answer_in_another_language_differs_in_its_texts_only(lang: str) -> None:
    form = ask(op="schema", ruleset="aworldatwar")["result"]
    scenario = {"ruleset": "aworldatwar", **form["examples"][0]["scenario"]}
    for op in ("view", "outcomes", "solve", "schema"):
        extra = {"ruleset": "aworldatwar"} if op == "schema" else {"scenario": scenario}
        english, other = ask(op=op, **extra), ask(op=op, lang=lang, **extra)
        assert (other.pop("lang"), other.pop("unsaid")) == (lang, [])
        assert english != other
        assert bones(english) == bones(other)


def bones(value: Any, key: str = "") -> Any:
    """An answer without its texts and written numbers."""
    if isinstance(value, dict):
        return {name: bones(entry, name) for name, entry in value.items()}
    if isinstance(value, list):
        return [bones(entry, key) for entry in value]
    told = i18n.SPOKEN | i18n.NUMBERS | set("ABCDEFa") | {"Ex", "Ex-1", "Ex-2", "Ex-3", "d", "D"}
    return "" if key in told and isinstance(value, str) else value


def test_german_numbers_and_dice() -> None:
    scenario = {"ruleset": "d8chart", **ask(op="schema", ruleset="d8chart")["result"]["examples"][1]["scenario"]}
    found = ask(op="outcomes", scenario=scenario, lang="de")["result"]
    percents = [value["percent"] for measure in found["measures"] for value in measure["values"]]
    assert any("," in percent for percent in percents)
    assert not any("." in percent for percent in percents)
    assert ask(op="view", scenario=scenario, lang="de")["result"]["bar"] == "4½ : 3 → 3-2"
    assert ask(op="view", scenario=scenario, lang="de")["result"]["node"]["prompt"] == "Der Angreifer wirft einen W8."


def test_the_story_and_the_picture_in_german() -> None:
    scenario = {
        "ruleset": "aworldatwar",
        **ask(op="schema", ruleset="aworldatwar")["result"]["examples"][0]["scenario"],
    }
    story = ask(op="text", scenario=scenario, actions=["d6=6"], lang="de")
    assert story["unsaid"] == []
    assert "   1  Runde 1, 24 : 18 → 1:1, Würfel 6: d.  [15.51, 15.6]" in story["result"]["text"]
    assert not re.search(r"\b(the|of|attacker|defender|with)\b", story["result"]["text"], re.IGNORECASE)
    assert ask(op="text", scenario=scenario)["result"]["text"].startswith("Suez")
    alt_text.learn({})


def test_problems_in_german() -> None:
    found = ask(op="view", lang="de", scenario={"ruleset": "aworldatwar", "units": [{"side": "attacker"}]})
    assert not found["ok"]
    assert found["unsaid"] == []
    assert ask(op="open", lang="de", fragment="1.xx")["problems"][0]["message"].startswith("der Link")


def test_deep_texts_end() -> None:
    assert ask(op="rulesets", lang="de")["unsaid"] == []
    words = i18n.catalogue("de")
    assert words.translated("x, " * 5000 + "y") is None
