"""Drills are sought, asked and answered; how many were right is kept on the device."""

from __future__ import annotations

import asking
import citing
import drill
import files
import js
import opening
import screen
import shelf
from browser import document, later, random32, window
from drill import DRILL, KINDS
from page import Page
from shapes import Doc, Handlers
from state import State
from texts import language, note_unsaid, t
from values import form_key

TRIES = 12  # battles of which a question is sought before it is given up
LATELY = 40  # questions that are asked again only where there is no other
FACES = 6  # of the dice that are tried first


def begin(page: Page) -> None:
    """The dialog has been opened."""
    if page.dialog != "drill":
        return
    known = DRILL.language == language() and DRILL.game == form_key(page.app.battle.scenario)
    if DRILL.found and DRILL.chosen < 0 and known:
        screen.draw_dialog(page)
        screen.focus(page, "drill", False)
    else:
        following(page)


def following(page: Page) -> None:
    """Seek the next question."""
    DRILL.found, DRILL.chosen, DRILL.said = None, -1, ""
    if DRILL.source not in drill.sources(page.app):  # the last of those that were kept is gone
        DRILL.source = drill.SOURCES[0]
    DRILL.running, DRILL.game = True, form_key(page.app.battle.scenario)
    DRILL.language = language()
    DRILL.turn += 1
    screen.draw_dialog(page)
    screen.focus(page, "drill")
    later(seek(page, DRILL.turn))


async def seek(page: Page, turn: int) -> None:
    """Ask the engine for a question of one battle after another, until one has any."""
    found = stale = None
    try:
        waiting = await sources(page)
        for _ in range(TRIES):
            if not waiting or found or turn != DRILL.turn:
                break
            found = await asked_of(page, waiting.pop(random32() % len(waiting)))
            if found and mark(found) in DRILL.asked:
                stale, found = stale or found, None
    except Exception as error:
        if turn == DRILL.turn:
            DRILL.said = asking.fault(page, error)
    if turn != DRILL.turn:
        return
    DRILL.running = False
    found = found or stale
    if found:
        DRILL.found = found
        DRILL.picture = "data:image/svg+xml;charset=utf-8," + str(js.encodeURIComponent(found["svg"]))
        DRILL.asked = [mark(found)] + DRILL.asked[: LATELY - 1]
    elif not DRILL.said:
        DRILL.said = t("drill.none")
    if page.dialog == "drill":
        screen.draw_dialog(page)
        screen.focus(page, "drill-question" if found else "drill-said", False)


async def sources(page: Page) -> list[Doc]:
    """The battles of which a question may be sought: with a ``link`` or a ``scenario``."""
    app, wish = page.app, DRILL.source
    found: list[Doc] = []
    if wish in ("all", "examples"):
        await files.need_examples(page)
        found += [{"scenario": entry["scenario"], "example": entry["key"]} for entry in app.listed("examples")]
    if wish in ("all", "witnesses"):
        shown = await witnesses(app)
        found += [{"link": link} for link in shown.get("links") or []]
    if wish in ("all", "kept"):
        key = form_key(app.battle.scenario)
        for entry in app.device.saved:
            scenario = entry["state"].get("scenario") or {}
            if scenario.get("ruleset") and form_key(scenario) == key:
                found.append({"scenario": scenario, "actions": entry["state"].get("actions") or []})
    return found


async def witnesses(app: State) -> Doc:
    """The battles that show the rules of the game; none where they are not to be had."""
    key = form_key(app.battle.scenario)
    if key not in citing.SHOWN and app.schema and not app.schema["ruleset"]["takes_games"]:
        try:
            citing.SHOWN[key] = await opening.load("data/rules/" + key + ".shown")
        except Exception:
            return {}
    return citing.SHOWN.get(key) or {}


async def asked_of(page: Page, source: Doc) -> Doc | None:
    """A question of a battle; None where there is none."""
    if "link" in source:
        answer = await asking.ask({"op": "open", "fragment": source["link"]})
        if not answer["ok"]:
            return None
        opened = answer["result"]
        if "game" in opened:
            opened["scenario"]["game"] = opened["game"]
        source = {"scenario": opened["scenario"], "actions": opened["actions"]}
    example = source.pop("example", "")
    request = dict(source, op="drill", lessons=wanted(), turn=1 + random32() % FACES, theme=theme())
    answer = await asking.ask(request)
    if not answer["ok"] or not answer["result"]["lesson"]:
        return None
    note_unsaid(answer)
    return dict(answer["result"], example=example)


def wanted() -> list[str]:
    """The kinds of questions in the order in which they are tried: by chance, unless one is wished for."""
    if DRILL.kind:
        return [DRILL.kind]
    rest, order = list(KINDS), []
    while rest:
        order.append(rest.pop(random32() % len(rest)))
    return order


def mark(found: Doc) -> str:
    """What tells a question from others."""
    return str(found["lesson"]["key"]) + " " + str(found["fragment"])


def theme() -> str:
    """The colours that the page has now."""
    chosen = document.documentElement.getAttribute("data-theme")
    if chosen in ("light", "dark"):
        return str(chosen)
    return "dark" if window.matchMedia("(prefers-color-scheme: dark)").matches else "light"


def answer(page: Page, place: str) -> None:
    """Judge the choice that was tapped, and count it."""
    found = DRILL.found
    if not found or DRILL.chosen >= 0:
        return
    DRILL.chosen = int(place)
    choice = found["lesson"]["choices"][DRILL.chosen]
    score = page.app.device.drills
    one = score.get(found["lesson"]["key"]) or [0, 0]
    score[found["lesson"]["key"]] = [one[0] + (1 if choice["right"] else 0), one[1] + 1]
    shelf.write_drills(page.app)
    screen.draw_dialog(page)
    screen.focus(page, "drill-said")
    said = t("drill.right" if choice["right"] else "drill.wrong", answer=drill.right(found))
    screen.say(page, said if page.app.device.storable else said + " " + t("drill.refused"))


def choose_kind(page: Page, value: str) -> None:
    """Ask for one kind of question only, or for any."""
    DRILL.kind = value if value in KINDS else ""
    following(page)


def choose_source(page: Page, value: str) -> None:
    """Ask of other battles."""
    DRILL.source = value if value in drill.SOURCES else drill.SOURCES[0]
    following(page)


def show_battle(page: Page) -> None:
    """Open the battle of the question, as far as it was asked."""
    if DRILL.found:
        fragment = str(DRILL.found["fragment"])
        opening.close(page)
        later(opening.open_answer(page, {"op": "open", "fragment": fragment}, "drill"))


def forget(page: Page) -> None:
    """Delete the progress."""
    page.app.device.drills = {}
    shelf.write_drills(page.app)
    screen.draw_dialog(page)
    screen.focus(page, "drill")
    screen.say(page, t("drill.forgot"))


EFFECTS: Handlers = {
    "drill-begin": begin,
    "drill-next": following,
    "drill-answer": answer,
    "drill-kind": choose_kind,
    "drill-from": choose_source,
    "drill-open": show_battle,
    "drill-forget": forget,
}
