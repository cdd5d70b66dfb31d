"""The pages of a wiki about a game, as :mod:`.pages` has them: an index, a page a rule, and a page a battle.

Rules that a rulebook prints in one place share a page, since readers know them by what is printed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from hexumpire.cli.wiki.book import Answer, Battle, Book, Document, Standing, printed
from hexumpire.cli.wiki.pages import (
    BATTLE,
    INDEX,
    RULE,
    Away,
    Block,
    Board,
    Bullets,
    Heading,
    Key,
    Line,
    Link,
    Page,
    Part,
    Strong,
    Table,
    Text,
    parts,
)  # fmt: skip
from hexumpire.cli.wiki.words import Words
from hexumpire.cli.wiki.writer import NOTHING
from hexumpire.views import report

_NUMBER: Final = re.compile(r"(?<![\w.])\d[\w]*(?:\.\w+)*(?!\w)")
_CITED: Final = re.compile(r"(.*?)  \[([^\[\]]+)\]")
STEP: Final = "\u00a0" * 3
"""What a line of the reckoning stands in by, for each line that it is part of: blanks that no wiki takes away."""


class Teller:
    """Makes the pages of one book in one language.

    ``site`` is the address of the site's folder, or empty; ``shown`` is how the book's witnesses stand, by their keys.
    """

    def __init__(self, book: Book, words: Words, site: str, shown: Mapping[str, Standing]) -> None:
        self.book = book
        self.shown = shown
        self.words = words
        self.site = site
        self.titles = {battle.key: battle.title for battle in book.battles}
        self.places: dict[str, list[Document]] = {}
        for rule in book.rules:
            self.places.setdefault(printed(rule), []).append(rule)

    # --- what stands in many pages ---

    def rule(self, place: str, text: str = "") -> Part:
        """What is printed of a rule, as a link to its page; just as it is where there is no such page."""
        text = text or place or self.words("rule.unprinted")
        return Link(text, (RULE, place)) if place in self.places else text

    def cited(self, part: Mapping[str, Any]) -> Line:
        """Links to the rules that a part of an answer cites."""
        found = part.get("printed", part.get("rules") or part.get("rule") or ())
        return self.listed([found] if isinstance(found, str) else found)

    def listed(self, places: Iterable[str]) -> Line:
        """Links to rules, with commas between them."""
        line: list[Part] = []
        for place in places:
            line += [*([", "] if line else []), self.rule(place)]
        return line

    def ending(self, line: Line) -> Line:
        """The same in brackets, for the end of a line; nothing for nothing."""
        return [" (", *line, ")"] if line else []

    def linked(self, text: str, here: str = "") -> Line:
        """A text in which the numbers of rules are links, but for the one whose page it stands on."""
        line: list[Part] = []
        end = 0
        for found in _NUMBER.finditer(text):
            place = found[0]
            if place in self.places and place != here and not place.isdigit():
                line += [text[end : found.start()], Link(place, (RULE, place))]
                end = found.end()
        return [part for part in (*line, text[end:]) if part]

    def called(self, place: str) -> str:
        """What the page of a rule is called."""
        if not place:
            return self.words("rule.unprinted")
        return self.words("rule.title", rule=place) if place[0].isdigit() else place

    def back(self) -> Block:
        """The line that leads back to the index."""
        return Text([Link(self.words("index.back", game=self.book.title), INDEX)])

    # --- the index ---

    def index(self) -> Page:
        """The page with all rules and battles."""
        t, book = self.words, self.book
        blocks: list[Block] = [
            Text([t("index.own" if book.form["ruleset"]["takes_games"] else "index.about", game=book.title)])
        ]
        note = book.form["ruleset"]["note"]
        if note:
            blocks.append(Text([note]))
        if book.battles:
            battles = [[Link(battle.title, (BATTLE, battle.key))] for battle in book.battles]
            blocks += [Heading(t("index.battles")), Bullets(battles)]
        blocks += [Heading(t("index.rules")), Text([t("index.rules", n=len(book.rules))])]
        rows = [[[self.rule(printed(rule))], [rule["title"]], [t(f"rule.is.{rule['status']}")]] for rule in book.rules]
        if rows:
            blocks.append(Table([t("index.number"), t("index.what"), t("index.becomes")], rows))
        return Page(INDEX, t("index.title", game=book.title), blocks)

    # --- rules ---

    def rules(self, more: Mapping[str, Sequence[str]]) -> Iterator[Page]:
        """A page for each place where rules are printed; ``more`` are further battles that show them."""
        places = list(self.places)
        for number, place in enumerate(places):
            blocks: list[Block] = []
            for rule in self.places[place]:
                blocks += self._entry(rule, place)
            blocks += self._readings(place)
            blocks += self._witnesses(place)
            keys = dict.fromkeys([*self.book.shown.get(place, ()), *more.get(place, ())])
            if keys:
                lines = [[Link(self.titles[key], (BATTLE, key))] for key in self.titles if key in keys]
                blocks += [Heading(self.words("rule.battles")), Bullets(lines)]
            blocks += self._conditions(place)
            around: list[Line] = []
            if number:
                around.append([self.words("rule.before"), self._neighbour(places[number - 1])])
            if number + 1 < len(places):
                around.append([self.words("rule.after"), self._neighbour(places[number + 1])])
            blocks += [Bullets(around)] if around else []
            yield Page((RULE, place), self.called(place), [*blocks, self.back()])

    def _neighbour(self, place: str) -> Part:
        return self.rule(place, self.called(place) + ": " + self.places[place][0]["title"])

    def _entry(self, rule: Document, place: str) -> list[Block]:
        """One rule: its title, what the umpire does with it and why, and the editions that it stands in."""
        t = self.words
        blocks: list[Block] = [Heading(rule["title"])]
        blocks.append(Text([Strong(t(f"rule.is.{rule['status']}")), ". " + t(f"rule.does.{rule['status']}")]))
        if rule["note"]:
            blocks.append(Text(self.linked(rule["note"], place)))
        editions = self.book.form["editions"]
        if len(editions) > 1:
            titles = [one["title"] for one in editions if {"both", one["key"]} & set(rule["editions"])]
            blocks.append(Text([t("rule.editions", titles=", ".join(titles))]))
        return blocks

    def _fields(self, place: str, part: str) -> list[Document]:
        """The readings, or the conditions, that hang on a rule."""
        return [field for field in self.book.form[part] if field["rule"] and printed(field) == place]

    def _readings(self, place: str) -> list[Block]:
        """The readings of a rule, with what each may be."""
        blocks: list[Block] = []
        for field in self._fields(place, "readings"):
            blocks += [Text(self._field(field)), Bullets([[option] for option in self._options(field)])]
        return [Heading(self.words("rule.readings")), *blocks] if blocks else []

    def _witnesses(self, place: str) -> list[Block]:
        """The battles that show the rules printed in a place: board, what has been done, and what comes of it."""
        t = self.words
        blocks: list[Block] = []
        rules: dict[str, list[Document]] = {}
        for rule in self.places[place]:
            if rule["section"] in self.book.witnesses:
                rules.setdefault(self.book.witnesses[rule["section"]].key, []).append(rule)
        for key, named in rules.items():
            here = self.shown[key]
            frame, page = self._addresses(here)
            title = "; ".join(rule["title"] for rule in named)
            if len(rules) > 1:
                blocks.append(Text([Strong(title)]))
            blocks.append(Board(key, title, frame, page))
            if page:
                blocks.append(Text([Away(t("battle.open"), page)]))
            blocks += self._stands(here.view)
        return [Heading(t("rule.witness")), Text([t("rule.without")]), *blocks] if blocks else []

    def _stands(self, view: Document) -> list[Block]:
        """How a battle stands at a step: what has been done, what it comes to, what is asked or rolled next."""
        t, node = self.words, view["node"]
        if view["problems"]:
            return self._forbidden(view)
        blocks = self._log(view)
        if node["kind"] == "end":
            return [*blocks, Text([t("battle.ended"), node["title"], *self.ending(self.cited(node))])]
        if view["bar"] and view["assessment"]:
            blocks.append(Text([t("battle.odds"), Strong(view["bar"])]))
        return [*blocks, Text([t("battle.next"), node["prompt"], *self.ending(self.cited(node))])]

    def _conditions(self, place: str) -> list[Block]:
        """What the players state for a rule, each with what it may be in one line."""
        lines: list[Line] = []
        for field in self._fields(place, "conditions"):
            lines.append([*self._field(field), ". ", "; ".join(self._options(field))])
        return [Heading(self.words("rule.conditions")), Bullets(lines)] if lines else []

    def _field(self, field: Document) -> Line:
        """The title of a field, and its help."""
        return [Strong(field["title"]), *([". ", field["help"].rstrip(".")] if field["help"] else [])]

    def _options(self, field: Document) -> list[str]:
        """What a field may be, the usual said to be so; where anything may be written, what is usual."""
        value = field["default"]
        if field["options"]:
            return [
                self.words("rule.usual", title=one["title"]) if one["key"] == value else one["title"]
                for one in field["options"]
            ]
        said = self.words("rule.yes" if value else "rule.no") if isinstance(value, bool) else str(value) or NOTHING
        return [self.words("rule.default", value=said)]

    # --- battles ---

    def battle(self, battle: Battle, answer: Answer) -> Page:
        """The page of a battle: its board, the answer with its reasons, how it stands, the rules that count."""
        t = self.words
        blocks: list[Block] = [Text([t("battle.of", game=self.book.title, edition=answer.edition)])]
        if battle.note:
            blocks.append(Text(self.linked(battle.note)))
        if battle.rule:
            blocks.append(Text([t("battle.about"), self._neighbour(battle.rule)]))
        frame, page = self._addresses(answer)
        blocks.append(Board(battle.key, battle.title, frame, page))
        if page:
            blocks.append(Text([Away(t("battle.open"), page)]))
        blocks += self._answer(answer)
        blocks += self._why(answer.view)
        blocks += [Heading(t("battle.forces")), *self._setting(answer.setting)]
        log = self._log(answer.view)
        blocks += [Heading(t("battle.log")), *log] if log else []
        counting = [place for place, keys in self.book.shown.items() if battle.key in keys]
        if counting:
            blocks += [Heading(t("battle.cited")), Text(self.listed(counting))]
        return Page((BATTLE, battle.key), battle.title, [*blocks, self.back()])

    def _log(self, view: Document) -> list[Block]:
        """What has happened in a battle, with the rules of each line."""
        lines = [[one["text"], *self.ending(self.cited(one))] for one in view.get("log", ())]
        return [Bullets(lines)] if lines else []

    def _addresses(self, answer: Answer | Standing) -> tuple[str, str]:
        """The addresses of the live board and of the full page; empty without a site."""
        if not self.site:
            return "", ""
        lang = self.words.lang
        start = "" if lang == "en" else f"{lang}.html"
        return f"{self.site}embed.html?lang={lang}#{answer.embed}", f"{self.site}{start}#{answer.link}"

    def _setting(self, lines: Sequence[str]) -> list[Block]:
        """How it stands, of the lines that the engine tells it in: those that stand in are a list."""
        blocks: list[Block] = []
        rows: list[Line] = []
        for text in [*lines, ""]:
            if text.startswith("  "):
                found = _CITED.fullmatch(text)
                cited = self.ending(self.listed([found[2]])) if found else []
                rows.append([(found[1] if found else text).strip(), *cited])
                continue
            blocks += [Bullets(rows)] if rows else []
            rows = []
            blocks += [Text([text])] if text else []
        return blocks

    def _answer(self, answer: Answer) -> list[Block]:
        """The odds and the chances."""
        t, view = self.words, answer.view
        blocks: list[Block] = [Heading(t("battle.answer"))]
        if view["problems"]:
            return [*blocks, *self._forbidden(view)]
        node = view["node"]
        if node["kind"] == "end" and answer.outcomes is None and not answer.why_not:
            blocks.append(Text([t("battle.ended"), node["title"], *self.ending(self.cited(node))]))
        elif view["bar"]:
            blocks.append(Text([t("battle.odds"), Strong(view["bar"])] if view["assessment"] else [view["bar"]]))
        blocks += [Text([line]) for line in answer.why_not]
        if answer.outcomes is not None:
            blocks += self._chances(view, answer.outcomes)
        return blocks

    def _forbidden(self, view: Document) -> list[Block]:
        """Why the rules forbid a fight."""
        said = [[_sentence(one["message"], one["fix"]), *self.ending(self.cited(one))] for one in view["problems"]]
        return [Text([self.words("battle.forbidden")]), Bullets(said)]

    def _chances(self, view: Document, outcomes: Document) -> list[Block]:
        t = self.words
        blocks: list[Block] = []
        if outcomes["summary"]:
            rows = [[[one["title"]], [one["percent"]]] for one in outcomes["summary"]]
            blocks.append(Table([t("battle.result"), t("battle.chance")], rows))
        chances = {one["number"]: one["percent"] for one in outcomes.get("attacks", ())}
        if view.get("attacks"):
            rows = [
                [[str(one["number"])], [one["title"]], [one["bar"] or one["note"]], [chances.get(one["number"], "")]]
                for one in view["attacks"]
            ]
            heads = [t("battle.attack"), "", t("battle.odds").rstrip(": "), t("battle.hex")]
            blocks.append(Table(heads, rows))
        if outcomes.get("hexes"):
            rows = [[[one["text"]], [one["percent"]]] for one in outcomes["hexes"]]
            blocks.append(Table([t("battle.hex"), t("battle.chance")], rows))
        if outcomes.get("note"):
            blocks.append(Text([outcomes["note"]]))
        blocks += [Text([self._policies(outcomes["policies"])])] if outcomes["policies"] else []
        pack = outcomes.get("pack")
        if pack is not None:
            blocks.append(Text([t("battle.packed", title=pack) if pack else t("battle.pack")]))
        return blocks

    def _policies(self, policies: Mapping[str, str]) -> str:
        sides = {one["key"]: one["title"] for one in self.book.form["sides"]}
        titles = {(side, one["key"]): one["title"] for one in self.book.form["policies"] for side in one["sides"]}
        told = [f"{sides[side]}: {titles.get((side, key), key)}" for side, key in policies.items() if side in sides]
        return self.words("battle.policies", policies="; ".join(told))

    def _why(self, view: Document) -> list[Block]:
        """The arithmetic, and what would change it."""
        t, found = self.words, view["assessment"]
        if not found:
            return []
        rows = [
            [[STEP * depth + line["label"]],
             ["" if line["op"] == "list" or line["value"] is None else report.number(line["value"])],
             self.cited(line)]
            for depth, line in _flat(found["trace"], 0)
        ]  # fmt: skip
        heads = [t("battle.line"), t("battle.value"), t("battle.rules")]
        blocks: list[Block] = [Heading(t("battle.why")), Table(heads, rows)]
        if found["margins"]:
            lines = [[one["text"], *self.ending(self.cited(one))] for one in found["margins"]]
            blocks += [Heading(t("battle.margins")), Bullets(lines)]
        return blocks


def _flat(line: Document, depth: int) -> Iterator[tuple[int, Document]]:
    """The lines of the reckoning that apply, with how deep each stands."""
    if not line["skipped"]:
        yield depth, line
        for child in line["children"]:
            yield from _flat(child, depth + 1)


def _sentence(message: str, fix: str) -> str:
    return f"{message}: {fix}" if fix else message


def told(teller: Teller, answers: Mapping[str, Answer]) -> list[Page]:
    """All pages of a book: the index, the rules as printed, then the battles. ``answers`` are by the battles' keys."""
    battles = [teller.battle(battle, answers[battle.key]) for battle in teller.book.battles]
    more: dict[str, list[str]] = {}
    for page in battles:
        for place in _cited(page):
            more.setdefault(place, []).append(page.key[1])
    return [teller.index(), *teller.rules(more), *battles]


def _cited(page: Page) -> Iterator[str]:
    """Every rule that a page leads to, as printed."""
    seen: dict[Key, None] = {
        part.to: None for block in page.blocks for part in parts(block) if isinstance(part, Link) and part.to[0] == RULE
    }
    return (place for _, place in seen)
