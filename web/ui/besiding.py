"""Two set-ups are chosen, put aside, and compared."""

from __future__ import annotations

import asking
import battles
import begun
import beside
import screen
import store
from beside import TWO
from browser import later
from page import Page
from shapes import Doc, Handlers
from texts import language, note_unsaid, t


def begin(page: Page) -> None:
    """The dialog has been opened."""
    beside.begin(page.app)
    if page.dialog == "beside":
        screen.draw_dialog(page)
        begun.at(page, "beside")


def choose(page: Page, at: str, value: str) -> None:
    """Choose one of the two."""
    beside.choose(page.app, at, value)
    screen.draw_dialog(page)


def paste(page: Page, at: str, value: str) -> None:
    """Take the link of one of the two."""
    beside.paste(page.app, at, value)
    screen.draw_dialog(page)


def toggle(page: Page) -> None:
    """Show every line of the reckonings, or only those that differ."""
    beside.toggle(page.app)
    screen.draw_dialog(page)


def hold(page: Page) -> None:
    """Put the set-up on the board aside: it stays to be compared while the board changes."""
    app = page.app
    aside = {"title": battles.title(app), "scenario": app.battle.scenario, "language": language()}
    fought = app.battle.actions  # the bar is of what is left then, and aside lies the set-up
    aside["bar"] = app.position.get("bar", "") if app.current and not fought else ""
    kept = store.write(beside.ASIDE, aside)
    app.device.storable = kept
    TWO.said = t("beside.holds") if kept else t("saved.refused")
    if kept:
        TWO.chosen, TWO.found = [beside.HELD, beside.BOARD], None  # which was of what lay aside before
    screen.draw_dialog(page)
    screen.say(page, TWO.said)


def compare(page: Page) -> None:
    """Compare the two."""
    asked: list[Doc] = []
    for place in (0, 1):
        one = beside.set_up(page.app, place)
        if one is None:
            TWO.said = t("beside.nolink")
            screen.draw_dialog(page)
            screen.focus(page, "beside-link-" + str(place))
            return
        asked.append(one)
    later(ask(page, asked))


async def ask(page: Page, asked: list[Doc]) -> None:
    """Have the engine read what is a link, and work both out."""
    key = beside.key(page.app)
    TWO.running, TWO.found, TWO.said = True, None, ""
    screen.draw_dialog(page)
    try:
        if await read_links(page, asked):
            answer = await asking.work(page, "beside", asking.call({"op": "beside", "battles": asked}))
            note_unsaid(answer)
            if answer["ok"]:
                TWO.found, TWO.of = answer["result"], key
            else:
                TWO.said = " ".join([named(found) for found in answer["problems"]])
    except Exception as error:
        if key == beside.key(page.app):  # else it was of another board
            TWO.said = asking.fault(page, error)
    TWO.running = False
    if page.dialog == "beside":
        screen.draw_dialog(page)
        screen.focus(page, "beside-found" if TWO.found else "beside", bool(TWO.found))


async def read_links(page: Page, asked: list[Doc]) -> bool:
    """Put the battle of a link in its place; False, and said why, where it cannot be read."""
    for place in (0, 1):
        if "link" in asked[place]:
            answer = await asking.work(page, "beside", asking.call({"op": "open", "fragment": asked[place]["link"]}))
            if not answer["ok"]:
                note_unsaid(answer)
                TWO.said = beside.label(place) + ": " + " ".join([told(found) for found in answer["problems"]])
                return False
            found = answer["result"]
            if "game" in found:
                found["scenario"]["game"] = found["game"]
            asked[place] = beside.played(page.app, found["scenario"])
    return True


def told(problem: Doc) -> str:
    """What is wrong, and the way out."""
    return str(problem["message"]) + (": " + str(problem["fix"]) if problem["fix"] else "") + "."


def named(problem: Doc) -> str:
    """What is wrong, and with which of the two."""
    for place in (0, 1):
        if problem["path"].startswith("$.battles[" + str(place) + "]"):
            return beside.label(place) + ": " + told(problem)
    return told(problem)


EFFECTS: Handlers = {
    "beside-begin": begin,
    "beside-choose": choose,
    "beside-link": paste,
    "beside-hold": hold,
    "beside-do": compare,
    "beside-every": toggle,
}
