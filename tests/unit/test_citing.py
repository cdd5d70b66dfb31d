"""Citations open: each number of a rule on the page is a control of its own, and what it opens is that rule."""

from __future__ import annotations

import importlib
import json
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from typing import Any

import pytest
from frontend import UI, ask, do
from hexumpire import rulesets
from hexumpire.analysis import citing
from hexumpire.model import data
from hexumpire.views import i18n

pytestmark = [pytest.mark.host, pytest.mark.slow]

WORKS = ("button", "label", "a", "select", "summary")  # elements that hold no other control
EMPTY = ("input", "use", "path", "rect", "circle", "br")
GAMES = rulesets.KEYS
STEPS = 14


class Citations(HTMLParser):
    """What a part of the page cites: (rule, example, what it stands in), and all its text outside of that."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[tuple[str, bool]] = []
        self.cited: list[tuple[str, str]] = []
        self.wrong: list[str] = []
        self.text = ""

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        given = dict(attributes)
        rule = "rule" in (given.get("class") or "").split()
        if rule:
            inside = [name for name, _ in self.open if name in WORKS]
            if tag != "button" or inside or not given.get("data-a"):
                self.wrong.append(f"{self.get_starttag_text()} in {inside}")
            self.cited.append((given.get("data-a") or "", given.get("data-b") or ""))
        if tag not in EMPTY:
            self.open.append((tag, rule))

    def handle_startendtag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        """An element without content."""

    def handle_endtag(self, tag: str) -> None:
        while self.open and self.open.pop()[0] != tag:
            pass

    def handle_data(self, data: str) -> None:
        if not any(rule for _, rule in self.open):
            self.text += data


@pytest.fixture(scope="module")
def book() -> Any:
    """The page's module about the rulebook."""
    return importlib.import_module("rulebook")


def rules_of(key: str, lang: str) -> Any:
    """The rules of a game by the key of its form, as the page gets them."""
    game = {"ruleset": "custom", "game": json.loads(key)} if key[:1] == "{" else {"ruleset": key}
    return ask(op="rules", lang=lang, battles=True, **game)["result"]


def open_at(book: Any, rule: str, rules: Any) -> None:
    """Open a rulebook that has come at a rule."""
    book.rule = rule
    book.take(rules)


def speak(ui: Any, lang: str) -> None:
    """Have the page in a language."""
    texts = UI.parent / "texts"
    found = [json.loads((texts / part / f"{lang}.json").read_text(encoding="utf-8")) for part in (".", "rules")]
    ui.texts.take(found[0] | found[1])


@pytest.fixture(autouse=True)
def spoken(ui: Any) -> Iterator[Any]:
    """A page that has the rulebook's texts, and whose language may change; afterwards it is English again."""
    speak(ui, "en")
    yield lambda lang: speak(ui, lang)
    speak(ui, "en")


def view(app: Any, ui: Any, lang: str) -> None:
    """Have the engine say what the position is."""
    ui.answers.take_view(app, ask(lang=lang, **ui.answers.view_request(app)), app.battle.revision)


def drawn(app: Any, ui: Any) -> str:
    """All regions and tabs of the page, and the dialogs that cite, with everything that can be folded out."""
    app.look.opened.update(dict.fromkeys(["why-lines", "end-lines", "many-hexes", "many-units"], True))
    draws = [ui.setup.status, ui.awaited.problems, ui.setup.conditions, ui.awaited.umpire, ui.awaited.sheet]
    text = "".join(draw(app) for draw in (*draws, ui.awaited.attacks, ui.dialogs.battles, ui.dialogs.settings))
    if app.listed("packs"):
        text += ui.dialogs.charts(app)
    for tab in ("why", "chart", "notes"):
        app.look.tab = tab
        text += ui.why.panel(app)
    return text


def states(app: Any, ui: Any, lang: str) -> Iterator[None]:
    """Battles of the game set up, with hexes chosen, fought, with refusals tapped, and taken back."""
    examples = app.listed("examples")
    for entry in examples[:: max(1, len(examples) // 4)]:
        do(app, "example", entry["key"])
        view(app, ui, lang)
        yield
        for hex in ui.places.shown_hexes(app)[:2]:
            do(app, "hex", hex, "keep")
            yield
        do(app, "fight")
        for step in range(STEPS):
            yield
            if not app.node or app.node["kind"] == "end":
                break
            for refusal in app.node.get("refusals", [])[:3]:
                ui.fighting.tapped(app, "".join(refusal["hexes"][:1]), refusal["unit"])
                yield
            options = app.node["faces"] if app.node["kind"] == "chance" else app.node["options"]
            do(app, "act", options[(step * 5) % len(options)]["id"])
            view(app, ui, lang)
        do(app, "setup")
        units = app.battle.scenario["units"]  # all of a side gone: what the rules say against it
        app.battle.scenario["units"] = [unit for unit in units if unit["side"] == "attacker"]
        ui.battles.touch(app)
        view(app, ui, lang)
        yield


@pytest.mark.parametrize("lang", ["en", "de"])
@pytest.mark.parametrize("game", GAMES)
def test_each_citation_of_each_state_is_a_control_that_opens_its_rule(
    app: Any, ui: Any, book: Any, spoken: Any, game: str, lang: str
) -> None:
    spoken(lang)
    app.schemas = dict(app.schemas) | {game: ask(op="schema", ruleset=game, lang=lang)["result"]}
    for entry in app.schemas[game]["examples"]:
        if "game" in entry["scenario"]:
            entry["scenario"]["game"] = json.dumps(entry["scenario"]["game"])
    do(app, "ruleset", game)
    books: dict[str, Any] = {}
    opened: set[tuple[str, str]] = set()
    for _ in states(app, ui, lang):
        found = Citations()
        found.feed(drawn(app, ui))
        assert found.wrong == []
        for rule, example in set(found.cited):
            key = book.key_of(app, example)
            if (key, rule) in opened:
                continue
            opened.add((key, rule))
            if key not in books:
                books[key] = rules_of(key, lang)
            app.book = book.Book(key)
            open_at(app.book, rule, books[key])
            assert book.entries(app.book), f"{rule} opens nothing"
            text = book.rulebook(app)
            page = Citations()
            page.feed(text)
            assert all(one["title"].split()[0] in page.text for one in book.entries(app.book))
            assert page.wrong == []
            assert rule in page.text
            app.book = None
        assert not re.search(r"\(\d+(\.\w+)+(, \d+(\.\w+)+)*\)", app.look.notice), "a number that is no control"
    assert len(opened) > 8


@pytest.mark.parametrize("game", GAMES)
def test_a_rule_says_where_it_stands_in_the_battle_and_lights_those_lines(
    app: Any, ui: Any, book: Any, game: str
) -> None:
    do(app, "ruleset", game)
    view(app, ui, "en")
    app.look.opened.update(dict.fromkeys(["why-lines", "end-lines"], True))
    page = Citations()
    page.feed(ui.why.panel(app))
    for rule in {rule for rule, _ in page.cited}:
        app.book = book.Book(game)
        open_at(app.book, rule, rules_of(game, "en"))
        shown = ui.why.panel(app) + ui.setup.conditions(app)
        found = book.stands(app, rule)
        assert found
        for _, line, _ in found:
            assert ui.parts.w(line) in shown
            assert ui.parts.w(line) in book.rulebook(app)
        assert ' lit"' not in shown
        book.light(app)
        shown = ui.why.panel(app) + ui.setup.conditions(app)
        lit = re.findall(r'class="rule lit" data-do="rule" data-a="([^"]+)"', shown)
        assert set(lit) == {rule}
        app.book = None
        book.light(app)
        assert ' lit"' not in ui.why.panel(app) + ui.setup.conditions(app)


def test_the_list_is_searched_by_number_and_word_and_sifted_by_what_becomes_of_rules(app: Any, book: Any) -> None:
    open_now = book.Book("aworldatwar")
    open_now.take(rules_of("aworldatwar", "en"))
    app.book = open_now
    every = open_now.doc["rules"]
    assert book.chosen(open_now) == every
    book.find(app, "10.34")
    assert {one["section"] for one in book.chosen(open_now)} >= {"10.34", "10.341A"}
    book.find(app, "armor zoc")
    found = book.chosen(open_now)
    assert found and len(found) < len(every)
    assert all("armor" in (one["title"] + one["note"]).lower() for one in found)
    book.find(app, "")
    book.sift(app, "outside")
    assert [one["status"] for one in book.chosen(open_now)] == ["outside"] * open_now.doc["counts"]["outside"]


def test_a_pattern_of_the_readers_own_rulebook_becomes_a_link(app: Any, book: Any) -> None:
    app.book = book.Book("d8chart")
    open_at(app.book, "Combat Results Table", rules_of("d8chart", "en"))
    assert "<a " not in book.rulebook(app)
    app.device.rules = "https://wiki.example/{game}#{section}"
    assert 'href="https://wiki.example/d8chart#Combat%20Results%20Table"' in book.rulebook(app)
    assert book.quoted('§1 ü&"<') == "%C2%A71%20%C3%BC%26%22%3C"


@pytest.mark.parametrize(
    "pattern",
    [
        "",
        "wiki",
        "javascript:alert('{section}')",
        "https://wiki.example/rules",
        "https://{section}",
        "http://x/{section}",
    ],
)
def test_a_pattern_that_leads_nowhere_is_none(book: Any, pattern: str) -> None:
    assert not book.sound(pattern)


def test_examples_in_which_a_rule_counts_really_cite_it() -> None:
    for key in GAMES:
        ruleset = rulesets.get(key)
        cited = citing.battles(ruleset)
        assert set(cited) <= set(ruleset.index)
        examples = {one["key"]: one for one in ruleset.examples()}
        named = [(section, one) for section, keys in cited.items() for one in keys]
        assert {one for _, one in named} <= set(examples)
        assert any(examples[one]["rule"] == section for section, one in named)


def test_rules_of_a_typed_in_game_are_what_the_player_wrote(app: Any, book: Any) -> None:
    game = dict(rulesets.get("custom").templates()[0]["game"])
    game["chart"] = {**game["chart"], "rule": "99.1", "title": "My chart"}
    answer = ask(op="rules", ruleset="custom", game=game, battles=True)["result"]
    app.book = book.Book("{")
    open_at(app.book, "99.1", answer)
    assert "My chart" in book.rulebook(app)


@pytest.mark.parametrize("key", GAMES)
@pytest.mark.parametrize("lang", [lang for lang in i18n.LANGUAGES if lang != i18n.ENGLISH])
def test_rules_are_told_in_every_language_and_nothing_else_is(key: str, lang: str) -> None:
    answer = ask(op="rules", ruleset=key, lang=lang, battles=True)
    assert answer["unsaid"] == []
    index = rulesets.get(key).index.values()
    said = {text for rule in index for text in (rule.title, rule.note)}
    assert set(json.loads(data.find(f"rulesets/{key}/index.{lang}.json") or "{}")) <= said
    english = ask(op="rules", ruleset=key, battles=True)["result"]["rules"]
    pairs = [(one, other) for one, other in zip(english, answer["result"]["rules"], strict=True)]
    for one, other in pairs:
        assert re.findall(r"\d\d+", one["title"]) == [] or set(re.findall(r"\d\d+", one["title"])) == set(
            re.findall(r"\d\d+", other["title"])
        )
