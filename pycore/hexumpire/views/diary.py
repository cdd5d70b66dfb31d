"""The diary of a game told as text, Markdown or HTML. It takes what :func:`hexumpire.analysis.diary.report` gives."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from hexumpire.board.paint import esc
from hexumpire.model.text import say

FORMATS: Final = ("text", "markdown", "html")
OVER: Final = "over"
OPEN: Final = "open"
UNREAD: Final = "unread"
"""States of a battle: it is over, it goes on, or it cannot be read."""
Say = Callable[[str], str]
"""Gives a text in another language (:meth:`hexumpire.views.i18n.Catalogue.say`)."""


class Told(NamedTuple):
    """A battle of a diary in words: its title, lines about it, and its board as SVG (empty where there is none)."""

    title: str
    lines: Sequence[str]
    svg: str


class Story(NamedTuple):
    """A whole diary in words; ``table`` has a row of heads, then a row for each total."""

    title: str
    lines: Sequence[str]
    table: Sequence[Sequence[str]]
    battles: Sequence[Told]


def lines(report: Mapping[str, Any]) -> list[str]:
    """What is told of all battles together: how many, who won how many, whose dice were better."""
    found: list[str] = [say("Battles: {n}.", n=len(report["battles"]))]
    for player, attacks in zip(report["players"], report["attacks"], strict=True):
        if attacks["fought"]:
            found.append(say("{any} attacked and fought to the end: {n}; the hex taken or cleared: {m}.",
                             any=player, n=attacks["fought"], m=attacks["won"]))  # fmt: skip
    return found + _luck(report["luck"], report["players"])


def story(title: str, report: Mapping[str, Any], boards: Sequence[str], speak: Say = str) -> Story:
    """What is told of a diary; ``boards`` are pictures of its battles in their order, as SVG or empty."""
    players = report["players"]
    table: list[list[str]] = []
    if report["totals"]:
        table.append([speak("Game"), speak("Total")])
        table[0] += [speak(say("{any} attacking", any=player)) for player in players]
        for row in report["totals"]:
            table.append([speak(row["game"]), speak(row["title"]), *map(str, row["values"])])
    battles = [
        Told(_head(row, speak), [speak(line) for line in about(row, players)], svg)
        for row, svg in zip(report["battles"], boards, strict=True)
    ]
    return Story(title or speak("Diary"), [speak(line) for line in lines(report)], table, battles)


def _head(row: Mapping[str, Any], speak: Say) -> str:
    """The title of a battle, and the day on which it was fought, where that is said."""
    return ", ".join(part for part in (row["title"] or speak("Battle"), row["when"].partition("T")[0]) if part)


def about(row: Mapping[str, Any], players: Sequence[str]) -> list[str]:
    """What is told of a battle."""
    lines = []
    if row["game"]:
        lines.append(
            say("{game}: {any} attacks, {bar}.", game=row["game"], any=players[row["attacker"]], bar=row["bar"])
        )
    if row["state"] == OVER:
        lines.append(say("The end: {x}.", x=row["text"]))
    elif row["state"] == OPEN:
        lines.append(say("It goes on."))
    if row["note"]:
        lines.append(say("Not in the sums: {x}.", x=row["note"].rstrip(".")))
    return lines + _luck(row["luck"], players)


def _luck(luck: Mapping[str, Any] | None, players: Sequence[str]) -> list[str]:
    """How the dice fell, told for the player whom they favoured."""
    if luck is None:
        return []
    if luck["value"] == "0":
        return [say("Rolls: {n}. The dice favoured neither player.", n=luck["rolls"])]
    own = not luck["value"].startswith("-")
    found = luck if own else luck["others"]
    if not found["percent"]:
        template = "Rolls: {n}. The dice were better for {any} than on average: {value} of a hex."
        return [say(template, n=luck["rolls"], any=players[0 if own else 1], value=found["value_text"])]
    template = "Rolls: {n}. The dice were better for {any} than {x} of all that could have been: {value} of a hex."
    return [say(template, n=luck["rolls"], any=players[0 if own else 1], x=found["percent"],
                value=found["value_text"])]  # fmt: skip


def text(told: Story) -> str:
    """The diary as plain text."""
    lines = [told.title, "=" * len(told.title), "", *told.lines]
    if told.table:
        lines += [
            "",
            *(": ".join([f"{row[0]}, {row[1]}", ", ".join(_pairs(told.table[0], row))]) for row in told.table[1:]),
        ]
    for battle in told.battles:
        lines += ["", battle.title, "-" * len(battle.title), *battle.lines]
    return "\n".join(lines) + "\n"


def _pairs(heads: Sequence[str], row: Sequence[str]) -> list[str]:
    return [f"{head} {value}" for head, value in zip(heads[2:], row[2:], strict=True)]


def markdown(told: Story) -> str:
    """The diary as Markdown, with its totals as a table."""
    lines = [f"# {_mark(told.title)}", "", *(f"- {_mark(line)}" for line in told.lines)]
    if told.table:
        rows = ["| " + " | ".join(map(_mark, row)) + " |" for row in told.table]
        lines += ["", rows[0], "|" + " --- |" * len(told.table[0]), *rows[1:]]
    for battle in told.battles:
        lines += ["", f"## {_mark(battle.title)}", "", *(f"- {_mark(line)}" for line in battle.lines)]
    return "\n".join(lines) + "\n"


def _mark(words: str) -> str:
    """Words in which nothing is a sign of Markdown."""
    return "".join("\\" + letter if letter in "\\`*_{}[]<>#|!" else letter for letter in words)


STYLE: Final = (
    "body{font:1rem/1.5 system-ui,sans-serif;max-width:46rem;margin:2rem auto;padding:0 1rem}"
    "svg{display:block;width:100%;height:auto;max-height:24rem;margin:.75rem 0}"
    "table{border-collapse:collapse}td,th{border:1px solid #999;padding:.25rem .6rem;text-align:left}"
    "section{break-inside:avoid}"
)


def html(told: Story, lang: str = "en") -> str:
    """The diary as a page of its own, with the boards."""
    body = [f"<h1>{esc(told.title)}</h1>", *(f"<p>{esc(line)}</p>" for line in told.lines)]
    if told.table:
        heads = "".join(f'<th scope="col">{esc(cell)}</th>' for cell in told.table[0])
        rows = ("".join(f"<td>{esc(cell)}</td>" for cell in row) for row in told.table[1:])
        body.append(f"<table><tr>{heads}</tr>" + "".join(f"<tr>{row}</tr>" for row in rows) + "</table>")
    for battle in told.battles:
        lines = "".join(f"<p>{esc(line)}</p>" for line in battle.lines)
        body.append(f"<section><h2>{esc(battle.title)}</h2>{battle.svg}{lines}</section>")
    head = f'<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>{esc(told.title)}</title>'
    return (
        f'<!doctype html><html lang="{esc(lang)}"><head>{head}<style>{STYLE}</style></head><body>'
        + "".join(body)
        + "</body></html>\n"
    )
