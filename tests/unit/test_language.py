"""The engine's answers in another language: one catalogue, put to work where they leave the engine."""

from __future__ import annotations

import ast
import copy
import json
import re
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any

import composed
import pytest
import visible
from amount import many
from hexumpire import api, rulesets
from hexumpire.board import alt_text
from hexumpire.model import data
from hexumpire.model.text import capital, joined, listed, say
from hexumpire.views import i18n
from hexumpire.views.finishing import finished


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


def test_parts_are_translated_in_their_turn() -> None:
    words = made({"{unit} advances.": "{unit} rückt vor.", "armor": "Panzer", "{a} and {b}": "{a} und {b}"})
    assert words.say(say("{unit} advances.", unit="armor")) == "Panzer rückt vor."
    assert words.say(say("{unit} advances.", unit=listed(["armor", "armor"]))) == "Panzer und Panzer rückt vor."


def test_a_text_is_translated_whole_or_not_at_all() -> None:
    words = made({"{unit} advances.": "{unit} rückt vor."})
    assert words.say(say("{unit} advances.", unit="some mob")) == "some mob advances."
    assert list(words.unsaid) == ["some mob advances."]


def test_a_finished_sentence_is_not_taken_apart() -> None:
    words = made({"{unit} advances.": "{unit} rückt vor.", "armor": "Panzer", "It is over.": "Es ist vorbei."})
    assert words.translated("armor advances.") is None
    assert words.translated("It is over. It is over.") is None
    assert words.translated(joined(["It is over.", "It is over."])) == "Es ist vorbei. Es ist vorbei."


def test_a_part_called_any_stays() -> None:
    words = made({"{any} is no {x}, {any2} is": "{any} ist kein {x}, {any2} schon", "armor": "Panzer"})
    assert words.say(say("{any} is no {x}, {any2} is", any="armor", x="armor", any2="1,5")) == (
        "armor ist kein Panzer, 1,5 schon"
    )
    words = made({"{any} is no {x}": "{any} ist kein {x}", "armor": "Panzer", "a list of {n}": "eine Liste von {n}"})
    told = words.say(say("{any} is no {x}", any=say("a list of {n}", n=2), x="armor"))
    assert told == "eine Liste von 2 ist kein Panzer", "words of ours about what was found are no part of it"


def test_a_template_without_words_stands_for_itself_unless_the_language_turns_it_round() -> None:
    text = say("{nation} {type}", nation="German", type="armor")
    assert made({"German": "Deutschland", "armor": "Panzer"}).say(text) == "Deutschland Panzer"
    words = made({"{nation} {type}": "{type} ({nation})"}, nations={"German": "Deutschland"}, types={"Armor": "Panzer"})
    assert words.say(text) == "Panzer (Deutschland)"


def test_a_capital_at_the_start_of_a_template_makes_no_difference() -> None:
    words = made({"the {unit} advances": "{unit} rückt vor", "armor": "Panzer"})
    assert words.say(capital(say("the {unit} advances", unit="armor"))) == "Panzer rückt vor"


def test_a_text_that_begins_with_a_capital_does_so_in_the_language_too() -> None:
    words = made({"no exploitation in winter": "keine Ausnutzung im Winter", "{x}: {unit}.": "{x}: {unit}."})
    text = say("{x}: {unit}.", x=capital("no exploitation in winter"), unit="3-4")
    assert words.say(text) == "Keine Ausnutzung im Winter: 3-4."
    assert words.say("no exploitation in winter") == "keine Ausnutzung im Winter"


def test_numbers_as_the_language_writes_them() -> None:
    words = made({"{n} cases": "{n} Fälle"})
    assert words.number("<0.1 %") == "<0,1 %"
    assert words.say(say("{n} cases", n="12,345.5")) == "12.345,5 Fälle"
    assert words.say(say("{n} cases", n=4)) == "4 Fälle"
    assert words.say(say("{n} cases", n="4½")) == "4½ Fälle"
    assert words.say("2.5 : 1 → 5:2") == "2,5 : 1 → 5:2"
    assert words.say("1,-1") == "1,-1", "a hex is no number"


def test_what_players_name_stays() -> None:
    words = made({"{name} falls.": "{name} fällt."})
    assert words.translated(say("{name} falls.", name="Suez")) is None
    words.for_names(i18n.names({"map": {"hexes": {"0,0": {"name": "Suez"}}}}))
    assert words.say(say("{name} falls.", name="Suez")) == "Suez fällt."


def test_keys_and_documents_stay_as_they_are() -> None:
    words = made({"clear": "offen"})
    found = finished({"key": "clear", "title": "clear", "scenario": {"title": "clear"}, "n": 3}, words=words)
    assert found == {"key": "clear", "title": "offen", "scenario": {"title": "clear"}, "n": 3}


def test_problems_are_told_in_the_language() -> None:
    words = made({"no such hex": "kein solches Feld", "write one": "eines angeben"})
    found = {"message": "no such hex", "path": "$.x", "rule": "1.2", "fix": "write one", "text": "?"}
    said = finished({"problems": [found]}, words=words)["problems"][0]
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
OWN = [(lang, key) for lang, key in PAIRS if data.find(f"rulesets/{key}/texts.{lang}.json")]
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
    assert set(sections[i18n.ALT_TEXT]) <= set(alt_text.ENGLISH)
    for key, text in sections[i18n.ALT_TEXT].items():
        assert set(re.findall("{[a-z]+}", text)) <= set(re.findall("{[a-z]+}", alt_text.ENGLISH[key])), key


@pytest.mark.slow
@both
def test_forms_and_fights_are_said_whole(lang: str, ruleset: str) -> None:
    """What players of the examples meet: the form, odds and positions of random fights, best play."""
    words = i18n.catalogue(lang, ruleset)
    heard = visible.texts(ruleset, walks=many(3, 6))
    unsaid = []
    for text, names in heard.items():
        words.for_names(names)
        if words.translated(text) is None:
            unsaid.append(text)
    assert len(heard) > 300
    assert len(unsaid) <= (1 - LEAST) * len(heard), "\n".join(unsaid)


@pytest.mark.host
@both
def test_what_a_ruleset_could_say_is_there(lang: str, ruleset: str) -> None:
    """Its plain texts; those with holes are looked at below."""
    folder = visible.ENGINE / "rulesets" / ruleset
    paths = [*visible.sources(ruleset), *folder.glob("vocabulary.toml")]
    lost, count = visible.missing(i18n.catalogue(lang, ruleset), paths)
    assert count > 150
    assert len(lost) <= (1 - LEAST) * count, "\n".join(lost)


@pytest.mark.host
@pytest.mark.parametrize("lang", OTHERS)
def test_what_the_engine_itself_could_say_is_there(lang: str) -> None:
    paths = [visible.ENGINE / f"{name}.py" for name in visible.GENERAL]
    lost, count = visible.missing(i18n.catalogue(lang), paths)
    assert count > 60
    assert len(lost) <= 0.1 * count, "\n".join(lost)


# --- templates -----------------------------------------------------------------------------------------------

PARTS = ["", *rulesets.KEYS]
"""What has texts of its own: the engine, and every ruleset."""
UNSAID = ("board/alt_text.py", "cli")
"""Sources that say nothing by a catalogue of texts: words of the board have a section, the command line is English."""


@cache
def trees(part: str) -> dict[str, ast.Module]:
    """The modules of a part that speak, by path."""
    found = {path.relative_to(visible.ENGINE).as_posix(): path for path in visible.sources(part)}
    return {name: ast.parse(path.read_text()) for name, path in found.items() if not name.startswith(UNSAID)}


@cache
def templates(*parts: str) -> set[str]:
    return {text for part in parts for tree in trees(part).values() for text in visible.templates(tree)}


def uncapital(texts: Iterable[str]) -> set[str]:
    return {text[:1].lower() + text[1:] for text in texts}


@pytest.mark.host
@pytest.mark.parametrize("part", PARTS)
def test_every_hole_is_filled_and_nothing_else(part: str) -> None:
    calls = [(name, *call) for name, tree in trees(part).items() for call in visible.filled(tree)]
    assert len(calls) > 20
    for name, template, call in calls:
        holes = set(visible.HOLE.findall(template))
        assert {one.arg for one in call.keywords} == holes, f"{name}:{call.lineno} {template}"


@pytest.mark.host
@pytest.mark.parametrize(("lang", "part"), [*((lang, "") for lang in OTHERS), *OWN])
def test_every_template_has_a_translation(lang: str, part: str) -> None:
    """But for those that have no words beside their holes."""
    sections = i18n.read(lang, *([part] if part else []))
    known = uncapital(sections["texts"])
    lost = [text for text in templates(part) if re.search(r"[^\W\d_]", visible.HOLE.sub("", text))]
    assert sorted(uncapital(lost) - known) == []


@pytest.mark.host
@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize("lang", OTHERS)
def test_every_text_with_holes_is_said_somewhere(lang: str, part: str) -> None:
    file = f"rulesets/{part}/texts.{lang}.json" if part else f"texts/{lang}.json"
    texts = json.loads(data.find(file) or "{}").get("texts", {})
    said = uncapital(templates(*([part, ""] if part else PARTS)))
    assert [key for key in texts if visible.HOLE.search(key) and not uncapital([key]) <= said] == []


@pytest.mark.slow
@pytest.mark.host
@pytest.mark.parametrize("part", PARTS)
def test_no_text_is_put_together_by_hand(part: str) -> None:
    """A text that is joined from pieces has lost its template, and can be said in no other language."""
    modules = [composed.Module(name, tree) for name, tree in trees(part).items()]
    found = {text for module in modules for text in module.by_hand()}
    if part:
        found |= {text for module in modules for text in module.sentences()}
    assert sorted(found) == []


def test_texts_put_together_by_hand_are_found() -> None:
    tree = ast.parse(
        "def log(unit, place):\n"
        "    text = f'The {unit} advances'\n"
        "    text += ' at once'\n"
        "    more = say('{any} is gone', any=f'{unit} there')\n"
        "    return Line(text + '.'), Line(more), Line(', '.join(place)), Line(say('{n} left', n=f'{unit:,}'))\n"
    )
    found = " ".join(composed.Module("one.py", tree).by_hand())
    for piece in ("The {unit} advances", "at once", "text + '.'", "join(place)"):
        assert piece in found
    assert "there" not in found
    assert "unit:," not in found


@pytest.mark.host
@both
def test_nothing_in_a_catalogue_is_idle(lang: str, ruleset: str) -> None:
    """Every word of a text stands in the sources or the data of the game."""
    folder = visible.ENGINE / "rulesets" / ruleset
    files = [path for kind in ("*.py", "*.toml", "*.json") for path in folder.rglob(kind) if "texts." not in path.name]
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
    if isinstance(value, dict):  # a legend has a text for every result
        return {name: bones(entry, "text" if key == "legend" else name) for name, entry in value.items()}
    if isinstance(value, list):
        return [bones(entry, key) for entry in value]
    texts = i18n.TEXT_KEYS | i18n.NUMBERS | {"name"}  # places of examples have their names in other languages too
    return "" if key in texts and isinstance(value, str) else value


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
    assert alt_text.WORDS == alt_text.ENGLISH


def test_problems_in_german() -> None:
    found = ask(op="view", lang="de", scenario={"ruleset": "aworldatwar", "units": [{"side": "attacker"}]})
    assert not found["ok"]
    assert found["unsaid"] == []
    assert ask(op="open", lang="de", fragment="1.xx")["problems"][0]["message"].startswith("der Link")


@pytest.mark.parametrize("game", rulesets.known())
def test_a_link_opens_with_the_same_position_in_german(game: str) -> None:
    for example in ask(op="schema", ruleset=game)["result"]["examples"]:
        scenario = {"ruleset": game, **example["scenario"]}
        fragment = ask(op="link", scenario=scenario)["result"]["fragment"]
        opened = ask(op="open", lang="de", fragment=fragment)
        seen = ask(op="view", lang="de", scenario=opened["result"]["scenario"])
        assert opened["result"]["view"] == seen["result"]
        assert opened["unsaid"] == seen["unsaid"]


def test_choices_of_best_play_are_said_in_the_language() -> None:
    scenario = {"ruleset": "aworldatwar", **rulesets.get("aworldatwar").examples()[0]["scenario"]}
    request = {"op": "solve", "scenario": scenario, "actions": ["d6=6"], "lang": "de"}
    answer = json.loads(api.handle(json.dumps(request)))
    keep = answer["result"]["actions"][0]
    assert (keep["value_text"], keep["cost_text"]) == ("66,7 % (2/3)", "33,3 % (1/3)")
    assert keep["label"] == "d behalten: der Verteidiger verliert 3 aufgedruckte Faktoren"
    assert answer["result"]["actions"][1]["cost_text"] == "am besten"


def test_words_before_the_name_of_a_hex_join_it() -> None:
    words = i18n.catalogue("de")
    for apart, joint in (
        ("5 Bodeneinheiten in Feld westlich von Suez", "5 Bodeneinheiten im Feld westlich von Suez"),
        ("greifen aus Feld westlich von Suez an", "greifen aus dem Feld westlich von Suez an"),
        ("Panzer in Mittelfeld", "Panzer im Mittelfeld"),
        ("Rückzug nach Zielfeld", "Rückzug zum Zielfeld"),
        ("Nach Feld östlich von Kiew", "Zum Feld östlich von Kiew"),
        ("kein Feld genommen", "kein Feld genommen"),
    ):
        assert words.joined(apart) == joint


def test_the_story_of_a_battle_joins_words_and_hexes_too() -> None:
    scenario = {"ruleset": "custom", **rulesets.get("custom").examples()[0]["scenario"]}
    story = ask(op="text", scenario=scenario, lang="de")["result"]["text"]
    assert "2 × Panzer (Rot) im Feld westlich von Kellen" in story
    assert not re.search(r"\b(in|nach|auf|von|aus|zwischen) Feld ", story)
    empty = ask(op="text", scenario={**scenario, "units": scenario["units"][:1]}, lang="de")
    assert empty["unsaid"] == []
    assert "niemand verteidigt das angegriffene Feld" in empty["result"]["text"]


def test_hexes_of_the_battles_of_a_form_have_names_in_the_language() -> None:
    answer = json.loads(api.handle(json.dumps({"op": "schema", "ruleset": "d8chart", "lang": "de"})))
    hexes = {
        data["name"]
        for one in answer["result"]["examples"]
        for data in one["scenario"].get("map", {}).get("hexes", {}).values()
        if data.get("name")
    }
    assert "Kiew" in hexes and "Kiev" not in hexes
    assert "Narvik" in hexes, "a name that the language does not change stays"
    assert not [name for name in hexes if name.lower().startswith("the ")]


@pytest.mark.parametrize(
    ("found", "said"),
    [
        ([1, 2], "eine Liste von 2"),
        ([], "eine leere Liste"),
        ({}, "ein leeres Objekt"),
        ({"a": 1}, "ein Objekt mit 1"),
        (3, "3"),
        (None, "null"),
        (True, "true"),
    ],
)
def test_what_was_found_in_a_document_is_said_in_the_language_of_the_message(found: object, said: str) -> None:
    (problem,) = in_german({"ruleset": "aworldatwar", "targets": ["0,0"], "units": [], "title": found})
    assert problem == f"der Titel muss Text sein, gefunden: {said}"


def test_what_players_wrote_stands_also_where_it_is_a_word_of_the_catalogue() -> None:
    found = in_german({"ruleset": "aworldatwar", "targets": ["0,0"], "units": "attacks"})
    assert found == ["units muss eine Liste sein, gefunden: 'attacks'"]


@pytest.mark.slow
@pytest.mark.parametrize("game", rulesets.known())
def test_whatever_stands_in_a_wrong_place_is_told_in_the_language(game: str) -> None:
    document = rulesets.get(game).examples()[0]["scenario"]
    for place in places(document):
        for wrong in ([], {}, {"a": 1}, "list", 3, None):
            in_german(with_another(document, place, wrong))


def in_german(scenario: object) -> list[str]:
    """The problems of a scenario in German; all that the answer says is."""
    answer = json.loads(api.handle(json.dumps({"op": "view", "scenario": scenario, "lang": "de"})))
    assert not answer.get("unsaid"), answer["unsaid"]
    return [problem["message"] for problem in answer.get("problems", ())]


def places(document: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Ways to the entries of a document; in a list to the first one."""
    entries = document.items() if isinstance(document, dict) else enumerate(document[:1])
    for key, entry in entries if isinstance(document, dict | list) else ():
        yield (*path, key)
        if isinstance(entry, dict | list):
            yield from places(entry, (*path, key))


def with_another(document: Any, place: tuple[Any, ...], entry: object) -> Any:
    """A document with something else at a place of it."""
    changed = copy.deepcopy(document)
    part = changed
    for key in place[:-1]:
        part = part[key]
    part[place[-1]] = entry
    return changed
