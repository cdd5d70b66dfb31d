"""The document of the command ``changes``, as text, Markdown or HTML."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from hexumpire.board.paint import esc
from hexumpire.model.text import say
from hexumpire.views.diary import STYLE
from hexumpire.views.i18n import Catalogue

FORMATS: Final = ("text", "markdown", "html")
TITLE: Final = "What changes between editions and readings"
ABOUT: Final = (
    "For every rule that the editions of a game have differently, and for every reading of an unclear rule: the "
    "smallest battle found that shows it, and the one in which the chance of taking the hex differs most.",
    "Smallest: without any one of its counters the battle no longer shows it. The search looked at examples, at "
    "battles of the tests, at random ones, and at what is left of them when things are taken away; there may be a "
    "larger difference elsewhere. A battle of two editions stands under each rule that is cited where they first part. "
    "Chances are exact, losses are on average.",
    "Where the sides, deciding as is said below, come to the same, the smallest battle found stands in which the "
    "answers differ on another line of play. Where chances are too many to be told, or the chart is not at hand, the "
    "odds are compared, and it says so.",
)
NONE: Final = "Rules known from one of the two editions only, for which the search found no battle:"
STEP: Final = (
    "No battle found comes to something else as the sides decide here. The smallest one in which the answers differ "
    "on some line of play; actions before that: {n}."
)
HEADS: Final = 3
"""A row of a level up to this one is a heading; then come paragraphs, lists, and lists in lists."""
PARAGRAPH, ITEM, INNER = range(4, 7)


class Row(NamedTuple):
    """A line of the document: its level, its words, and what stands before them: code, which may be a link."""

    level: int
    words: str
    code: str = ""
    link: str = ""


def told(games: Sequence[Mapping[str, Any]], form: str, site: str, lang: str, words: Catalogue | None) -> str:
    """The document of some games in a format; ``site`` is where the links of its battles lead, if anywhere."""
    rows = list(_Telling(site, words).rows(games))
    if form == "html":
        return _html(rows, lang)
    return _markdown(rows) if form == "markdown" else _text(rows)


class _Telling:
    """Tells games row by row, in a language."""

    def __init__(self, site: str, words: Catalogue | None) -> None:
        self.site = site
        self.say = words.say if words else str
        self.number = words.number if words else str

    def rows(self, games: Sequence[Mapping[str, Any]]) -> Iterator[Row]:
        yield Row(1, self.say(TITLE))
        yield from (Row(PARAGRAPH, self.say(text)) for text in ABOUT)
        opens = "A link opens the battle that way." if self.site else (
            "A battle stands as the line that the command takes, and the page under In one line.")  # fmt: skip
        yield Row(PARAGRAPH, self.say(opens))
        for game in games:
            yield from self.game(game)

    def game(self, game: Mapping[str, Any]) -> Iterator[Row]:
        yield Row(2, self.say(game["title"]))
        if not game["editions"] and not game["readings"]:
            yield Row(PARAGRAPH, self.say("It has one edition, and no readings to choose between."))
            return
        if not game["searched"]:
            yield Row(PARAGRAPH, self.say("No battles have been sought for this game yet."))
            return
        yield Row(PARAGRAPH, self.say(say("How the sides decide: {x}.", x=game["play"])))
        for edition in game["editions"]:
            yield Row(3, self.say(say("Editions: {a} and {b}", a=edition["titles"][0], b=edition["titles"][1])))
            for row in edition["rules"]:
                yield Row(ITEM, f"{row['printed']}: {self.say(row['title'])}")
                yield from self.battles(row, edition["titles"])
            if edition["none"]:
                yield Row(PARAGRAPH, self.say(NONE))
            for row in edition["none"]:
                yield Row(ITEM, f"{row['printed']}: {self.say(row['title'])}")
        if game["readings"]:
            yield Row(3, self.say("Readings"))
        for row in game["readings"]:
            titles = [self.say(title) for title in row["titles"]]
            said = self.say(say("{any}, or {any2}", any=titles[0], any2=titles[1]))
            yield Row(ITEM, f"{row['printed']}: {self.say(row['title'])}: {said}")
            yield from self.battles(row, row["titles"])

    def battles(self, row: Mapping[str, Any], titles: Sequence[str]) -> Iterator[Row]:
        """The battles that show a rule or a reading."""
        smallest, swing, step = row["smallest"], row["swing"], row["step"]
        if step is not None:
            yield Row(INNER, self.say(say(STEP, n=step["steps"])), step["line"])
            yield from self.answers(step, titles)
            return
        if smallest is None:
            yield Row(
                INNER, self.say("The search found no battle in which the odds, the chances or what is allowed differ.")
            )
            return
        yield Row(INNER, self.say("The smallest battle:"), smallest["line"])
        yield from self.answers(smallest, titles)
        if swing is None:
            yield Row(INNER, self.say("In no battle found does the chance of taking the hex differ."))
            return
        number = self.number(swing["swing"])
        if swing["line"] == smallest["line"]:
            yield Row(
                INNER, self.say(say("No battle found has a larger difference of that chance: {any}.", any=number))
            )
            return
        yield Row(
            INNER, self.say(say("The largest difference of that chance found, {any}:", any=number)), swing["line"]
        )
        yield from self.answers(swing, titles)

    def answers(self, battle: Mapping[str, Any], titles: Sequence[str]) -> Iterator[Row]:
        """What a battle comes to in both ways."""
        for title, link, answer in zip(titles, battle["links"], battle["answers"], strict=True):
            yield Row(INNER + 1, answer, self.say(title), f"{self.site}#{link}" if self.site else "")


# --- formats -------------------------------------------------------------------------------------------------


def _text(rows: Sequence[Row]) -> str:
    lines: list[str] = []
    for row in rows:
        if row.level <= HEADS:
            lines += ["", row.words, "=-~"[row.level - 1] * len(row.words), ""]
        elif row.level <= INNER:
            mark = "" if row.level == PARAGRAPH else "  " * (row.level - ITEM) + "* "
            lines.append(f"{mark}{row.words} {row.code}".rstrip())
        else:
            lines.append(f"    - {row.code}: {row.words}")
            lines += [f"      {row.link}"] if row.link else []
    return "\n".join(lines).strip() + "\n"


def _mark(words: str) -> str:
    """Words in which nothing is a sign of Markdown."""
    return "".join("\\" + letter if letter in "\\`*_{}[]<>#|" else letter for letter in words)


def _markdown(rows: Sequence[Row]) -> str:
    lines: list[str] = []
    before = 0
    for row in rows:
        if row.level <= PARAGRAPH or before <= PARAGRAPH:
            lines.append("")
        if row.level <= HEADS:
            lines.append(f"{'#' * row.level} {_mark(row.words)}")
        elif row.level <= INNER:
            mark = "" if row.level == PARAGRAPH else "  " * (row.level - ITEM) + "- "
            lines.append(f"{mark}{_mark(row.words)}" + (f" `{row.code}`" if row.code else ""))
        else:
            name = f"[{_mark(row.code)}]({row.link})" if row.link else f"*{_mark(row.code)}*"
            lines.append(f"    - {name}: {_mark(row.words)}")
        before = row.level
    return "\n".join(lines).strip() + "\n"


def _html(rows: Sequence[Row], lang: str) -> str:
    body, deep = [], PARAGRAPH
    for row in rows:
        level = max(row.level, PARAGRAPH)
        body += ["</li></ul>"] * (deep - level) + ["</li>"] * (PARAGRAPH < level <= deep) + ["<ul>"] * (level - deep)
        deep = level
        if row.level <= HEADS:
            body.append(f"<h{row.level}>{esc(row.words)}</h{row.level}>")
        elif row.level == PARAGRAPH:
            body.append(f"<p>{esc(row.words)}</p>")
        elif row.level <= INNER:
            body.append(f"<li>{esc(row.words)}" + (f" <code>{esc(row.code)}</code>" if row.code else ""))
        else:
            name = f'<a href="{esc(row.link)}">{esc(row.code)}</a>' if row.link else f"<em>{esc(row.code)}</em>"
            body.append(f"<li>{name}: {esc(row.words)}")
    body += ["</li></ul>"] * (deep - PARAGRAPH)
    head = '<meta charset="utf-8"><meta name="viewport" content="width=device-width">'
    style = STYLE + "code{overflow-wrap:anywhere}"
    return (
        f'<!doctype html><html lang="{esc(lang)}"><head>{head}<title>{esc(rows[0].words)}</title>'
        f"<style>{style}</style></head><body>" + "\n".join(body) + "</body></html>\n"
    )
