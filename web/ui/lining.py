"""The battle as one line: the field opened and closed, read while a player types, and kept with the board."""

from __future__ import annotations

import asyncio
from typing import Any

import asking
import battles
import files
import lineview
import opening
import placing
import saving
import screen
import store
import tools
from browser import document, later
from lineview import Line
from page import Page
from shapes import Doc, Handlers
from state import State
from texts import TEXTS, note_unsaid, t

SHORTLY = 0.15  # seconds without a key after which what stands in the field is read
CARRIED = ("pack", "game", "edition")  # what a battle keeps when the line does not name it


def follow(page: Page) -> None:
    """The page has been drawn: where the battle has changed by other means, the line changes too."""
    app = page.app
    line: Line = app.line
    known = "line.title" in TEXTS
    if not known and not line.turn:  # it is just being opened
        return
    if known and (line.of == app.battle.revision or line.apart):
        return
    if known and line.faults:
        line.apart = True
        later(drawn(page))
        return
    line.of = app.battle.revision
    later(renew(page))


async def drawn(page: Page) -> None:
    """Draw the page anew, when the present drawing is over."""
    screen.render(page)


def show_line(page: Page) -> None:
    """Open the field with the line of the battle, or close it."""
    app = page.app
    if app.line:
        app.line = None
        screen.render(page)
        screen.focus(page, "to-line", False)
        return
    tools.unselect(app)
    app.line = Line(lambda: follow(page))
    app.line.of = app.battle.revision
    later(renew(page, True))
    screen.render(page)


def renew_line(page: Page) -> None:
    """Fill the field with the line of the battle as it stands."""
    store.write(store.LINE, None)
    later(renew(page, True))


async def renew(page: Page, focus: bool = False) -> None:
    """Fill the field with the line of the battle on the table, and say what that does not hold."""
    app = page.app
    line: Line = app.line
    if not await need_texts(page):
        return
    revision, before = app.battle.revision, line.text
    line.tag = "line " + str(revision)
    try:
        answer = await asking.ask({"op": "line", "scenario": plain_ids(app), "without": CARRIED})
    except Exception as error:
        if app.line is line and "cancelled" in str(error):  # with a computation that nobody needed any more
            await renew(page, focus)
        elif app.line is line:
            app.line = None
            asking.failed(page, error)
        return
    if app.line is not line:
        return
    if line.text != before:  # typed meanwhile, which stays
        return
    line.lost = lost(app)
    text = ""
    if answer["ok"]:
        text = answer["result"]["line"].partition(": ")[2].strip()
    else:
        line.lost.insert(0, t("line.long"))
    line.of, line.apart, line.shown = revision, False, text
    text = unread(app) or text if focus else text
    fill(page, line, text, len(text))
    if focus:
        screen.focus(page, "line-text", False)
        placing.bring(page, "line")
    await read(page)


async def need_texts(page: Page) -> bool:
    """Have the texts of the field at hand; False, and said so, where they are not to be had."""
    app = page.app
    try:
        await files.need_texts("line")
        return True
    except Exception as error:
        app.line = None
        app.look.say(t("part.failed", reason=str(error)), lambda: show_line(page))
        screen.render(page)
        return False


def lost(app: State) -> list[str]:
    """What the line does not hold of the battle, and what becomes of that when it is changed."""
    return [t("line.pack")] if app.battle.scenario.get("pack") else []


def unread(app: State) -> str:
    """What was typed over the line of this battle and could not be read, when the field or the page was left; or ""."""
    found = store.read(store.LINE)
    known = isinstance(found, dict) and "text" in found and found.get("of") == app.battle.scenario
    return str(found["text"]) if known else ""


def plain_ids(app: State) -> Doc:
    """The battle, its counters numbered as a line numbers them, where nothing else names them."""
    scenario = dict(app.battle.scenario)
    if not scenario.get("attacks"):
        ordered = [unit for side in ("attacker", "defender") for unit in app.units if unit.get("side") == side]
        scenario["units"] = [dict(unit, id="u" + str(number + 1)) for number, unit in enumerate(ordered)]
    return scenario


def fill(page: Page, line: Line, text: str, at: int) -> None:
    """Put a text into the field, and the cursor."""
    line.text, line.at = text, at
    screen.render(page)
    control = document.getElementById("line-text")
    if control is not None:
        if control.value != text:
            control.value = text
        place = units(text[:at])
        control.setSelectionRange(place, place)


def units(text: str) -> int:
    """How long a text is as the browser counts."""
    return sum([2 if ord(letter) > 0xFFFF else 1 for letter in text])


def type_line(page: Page, value: str) -> None:
    """Take what stands in the field, and read it shortly."""
    line: Line = page.app.line
    if not line:
        return
    place = int(document.getElementById("line-text").selectionStart)
    at = 0
    while at < len(value) and units(value[:at]) < place:
        at += 1
    line.text, line.at = value, at
    later(read(page, SHORTLY))


async def read(page: Page, wait: float = 0) -> None:
    """Have the engine read the line, once for many changes; a battle that it tells goes on the board."""
    app = page.app
    line: Line = app.line
    line.turn += 1
    turn = line.turn
    if wait:
        await asyncio.sleep(wait)
    if app.line is not line or line.turn != turn:
        return
    key = game_of(app, line.text)
    request = {"op": "line", "text": line.text, "at": line.at, "ruleset": key}
    if key == app.battle.scenario["ruleset"] and "game" in app.battle.scenario:
        request["game"] = app.battle.scenario["game"]
    try:
        answer = await asking.ask(request)
    except Exception as error:
        if "cancelled" in str(error):  # with a computation that nobody needed any more
            await read(page)
        else:
            asking.failed(page, error)
        return
    if app.line is not line or line.turn != turn:
        return
    note_unsaid(answer)
    scenario = take(line, answer)
    if line.faults:
        store.write(store.LINE, {"text": line.text, "of": app.battle.scenario})
    elif store.read(store.LINE):
        store.write(store.LINE, None)
    if scenario and line.text != line.shown and not await put_up(page, line, scenario, turn):
        return
    screen.render(page)


def game_of(app: State, text: str) -> str:
    """The game that a line names at its head, or that on the table."""
    head, colon, _ = text.partition(":")
    if colon and any(entry["key"] == head.strip() for entry in app.rulesets):
        return head.strip()
    return str(app.battle.scenario["ruleset"])


def take(line: Line, answer: Doc) -> Any:
    """Take in what the engine says of the line; the battle that it tells, or None."""
    found = answer.get("result") or {}
    line.words, line.ticks = found.get("words") or [], found.get("ticks") or []
    line.span = (found.get("start", 0), found.get("end", 0))
    line.totals = bool(found.get("totals"))
    line.faults = found.get("faults") or []
    if not answer["ok"]:
        line.faults = [dict(problem, start=0, end=0, ways=[]) for problem in answer["problems"]]
    return found.get("scenario")


async def put_up(page: Page, line: Line, scenario: Doc, turn: int) -> bool:
    """Put the battle of the line on the table: all that is typed is one step to undo. False where it could not come."""
    app = page.app
    before = app.battle.scenario
    if scenario["ruleset"] != before["ruleset"]:
        if not await opening.need_schema(page, scenario["ruleset"]) or line.turn != turn or app.line is not line:
            return False
        saving.remember(page)
        battles.load(app, scenario)
        app.battle.tag, app.battle.dirty = line.tag, True
    else:
        for key in CARRIED:
            if key in before and key + "=" not in line.text:
                scenario[key] = before[key]
        battles.changed(app, line.tag)
        app.battle.scenario = battles.filled(app, scenario)
        app.look.unit = ""
        app.look.mistyped = {}  # its counters are numbered anew
    line.of, line.shown, line.apart, line.lost = app.battle.revision, line.text, False, []
    asking.changed(page)
    return True


def put_word(page: Page, index: str) -> None:
    """Put a word that was offered in at the cursor."""
    line: Line = page.app.line
    start, end = line.span
    word = line.words[int(index)]["word"]
    open_end = word[-1:] in "=@/"
    before = line.text[:start]
    glue = " " if before and before[-1:] not in " \n@/" else ""
    _replace(page, before + glue + word + ("" if open_end else " "), line.text[end:])


def put_way(page: Page, number: str, index: str) -> None:
    """Put a correction in for the words that are wrong."""
    line: Line = page.app.line
    fault = line.faults[int(number)]
    _replace(page, line.text[: fault["start"]] + fault["ways"][int(index)], line.text[fault["end"] :])


def put_tick(page: Page, index: str) -> None:
    """Put a terrain or a feature into the hex attacked by bare totals, or take it out."""
    _replace(page, page.app.line.ticks[int(index)]["line"], "")


def _replace(page: Page, before: str, after: str) -> None:
    line: Line = page.app.line
    if before[-1:] == " " and after[:1] == " ":
        after = after[1:]
    fill(page, line, before + after, len(before))
    screen.focus(page, "line-text", False)
    later(read(page))


DRAWERS = {"line": lineview.line}
EFFECTS: Handlers = {
    "line": show_line,
    "line-renew": renew_line,
    "line-text": type_line,
    "line-word": put_word,
    "line-way": put_way,
    "line-tick": put_tick,
}
