"""Doing what players do, and asking the engine: what is on the screen is what it says of the document."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import answers
import saving
import screen
import setup
from actions import call as handle
from browser import document, later, mark, window
from page import Page, Work
from shapes import Doc
from texts import language, note_unsaid, t
from words import choices_said

SILENCE = 20000  # milliseconds without a byte of the engine, after which the page says so
PATIENCE = 1500  # milliseconds after which a computation that nobody needs any more is ended
LARGE = 100  # pieces of a board that takes a while to tell
PAINT = 0.02  # seconds in which the browser shows what is drawn


def call(request: Doc, progress: Any = None) -> Any:
    """Send a request to the engine at once; a promise of its answer."""
    request = dict({} if language() == "en" else {"lang": language()}, **request)
    text = json.dumps(request)
    return window.hexEngine.call(text, progress) if progress else window.hexEngine.call(text)


async def ask(request: Doc, progress: Any = None) -> Any:
    """Ask the engine; its answer as a document. Raises when it cannot answer."""
    return json.loads(await call(request, progress))


async def work(page: Page, name: str, answer: Any) -> Any:
    """Wait for an answer that may take long, and end with the board it is of. Raises when there is none."""
    mine = Work(name, page.app.odds_key, answer)
    page.running = page.running + [mine]
    try:
        return json.loads(await answer)
    finally:
        page.running = [other for other in page.running if other is not mine]


def fire(page: Page) -> Any:
    """Ask for the position and the odds at once: the engine works while the page draws."""
    app = page.app
    page.batch = None
    view = None if app.current else call(answers.view_request(app))
    odds = None if app.odds_current else call(answers.outcomes_request(app))
    return app.battle.revision, app.odds_key, view, odds


def reason(error: BaseException) -> str:
    """What an error says; MicroPython makes of one of JavaScript's its object, its name and its message."""
    return str(error.args[-1] if len(error.args) == 3 else error).replace("Error: ", "")[:300]


def fault(page: Page, error: BaseException, part: bool = False) -> str:
    """What is said where an answer, or a part of the page, was awaited: that it was stopped, or what went wrong."""
    said = reason(error)
    if "cancelled" in said:
        return t("cancelled")
    gone = page.app.engine.state == "failed" and len(error.args) == 3
    if gone:
        return t("engine.failed", reason=said)
    return t("part.failed", reason=said) if part else t("fault", reason=said)


def failed(page: Page, error: BaseException | str) -> None:
    """The engine is not there, or broke down."""
    page.app.engine.state = "failed"
    page.app.engine.fault = error if isinstance(error, str) else reason(error)
    if language() != "en":  # what browsers and the engine's worker say of it is in English
        note_unsaid({"unsaid": [page.app.engine.fault]})
    screen.render(page)


def follow_engine(page: Page, state: str, first: str = "", total: int = 0) -> None:
    """Take in how the engine is: its own word for it, then what went wrong, or the bytes so far and in all."""
    app = page.app
    if state == "failed":
        failed(page, first)
        return
    was = app.engine.state
    app.engine.state = state
    if state == "loading":
        app.engine.got, app.engine.total, app.engine.stalled = int(first), int(total), False
        page.heard = window.performance.now()
        if was != state:
            later(watch_line(page))
    else:
        document.documentElement.setAttribute("data-engine", "ready")
    if page.drawn:
        if was == state:
            screen.put(page, "status", setup.status(app))
        else:
            screen.render(page)


async def watch_line(page: Page) -> None:
    """Say when nothing more comes of the engine."""
    app = page.app
    while app.engine.state == "loading":
        await asyncio.sleep(1)
        silent = window.performance.now() - page.heard > SILENCE
        if silent and not app.engine.stalled and app.engine.state == "loading":
            app.engine.stalled = True
            screen.render(page)


def changed(page: Page) -> None:
    """The state has changed: show it, keep it, ask the engine about it."""
    for mine in page.running:
        later(lose_patience(page, mine))
    if not page.pumping and page.app.engine.state == "ready":
        page.batch = fire(page)
    battle = page.app.battle
    if battle.link and battle.link_of != battle.revision and page.app.engine.state != "ready":
        saving.put_address(page)
    screen.render(page)
    saving.keep_soon(page)
    later(pump(page))


async def lose_patience(page: Page, mine: Work) -> None:
    """End a computation that nobody needs any more, once it has had its time: a new question waits behind it."""
    rest = mine.since + PATIENCE - window.performance.now()
    if rest > 0:
        await asyncio.sleep(rest / 1000)
    if mine.of != page.app.odds_key:
        window.hexEngine.cancel(mine.answer)


def behind(page: Page) -> bool:
    """Whether something is still to be asked of the engine."""
    return bool(page.batch) or not page.app.current or not page.app.odds_current


async def pump(page: Page) -> None:
    """Ask the engine until what is on the screen is what it says of the document."""
    if page.pumping or page.app.engine.state == "failed":
        return
    page.pumping = True
    try:
        await window.hexEngine.ready
        while behind(page):
            revision, key, view, odds = page.batch or fire(page)
            page.batch = None
            if view:
                take_view(page, json.loads(await view), revision)
            if odds:
                await take_odds(page, odds, key)
            if len(page.pieces) > LARGE and not behind(page):
                await asyncio.sleep(PAINT)  # before it is told in words
        say_news(page)
        saving.keep_soon(page, 0.1)  # not before it is painted
        page.answered = True
        if page.address:
            later(page.address.put())
    except Exception as error:
        failed(page, error)
    finally:
        page.pumping = False


def take_view(page: Page, answer: Doc, revision: int) -> None:
    """The engine has said what the position is."""
    app = page.app
    app.engine.state = "ready"
    if revision == app.battle.revision:
        was_fighting = app.fighting
        answers.take_view(app, answer, revision)
        screen.render(page)
        viewed(page, was_fighting)


async def take_odds(page: Page, odds: Any, key: str) -> None:
    """Wait for the distribution, which may be called off."""
    app = page.app
    later(tell_slow(page, key))
    try:
        answer = await work(page, "outcomes", odds)
    except Exception as error:
        if "cancelled" not in str(error):
            raise
        return
    if key == app.odds_key:
        app.answers.slow = False
        answers.take_outcomes(app, answer, key)
        screen.render_odds(page)
        mark("hex-odds")
        if app.current:
            tell_luck(page)


def viewed(page: Page, was_fighting: bool) -> None:
    """The position is on the screen: what comes of that."""
    app = page.app
    mark("hex-view")
    if page.address:
        later(page.address.put())
    if page.fight_asked and app.battle.dirty:  # the battle of the address, not the one shown before
        page.fight_asked = False
        if app.node and not app.fighting:
            act(page, "fight")
    if app.fighting or was_fighting:
        after_step(page)


async def tell_slow(page: Page, key: str) -> None:
    """Say that odds take their time, when they do."""
    await asyncio.sleep(0.7)
    if key == page.app.odds_key and not page.app.odds_current:
        page.app.answers.slow = True
        screen.render_odds(page)
        tell(page)


def tell(page: Page) -> None:
    """Tell the board in words, once it is the engine's; what has changed on it is said later."""
    if page.app.current:
        page.news = f"{page.news} {screen.tell_board(page)}".strip()


def say_news(page: Page) -> None:
    """Have a screen reader say what has changed in a set-up, and the new odds; a fight says its own lines."""
    app = page.app
    tell(page)
    changed, page.news = page.news, ""
    odds = ", ".join([str(part.textContent) for part in document.getElementById("sum").children])
    said, page.odds_said = page.odds_said, odds
    if not app.fighting and (app.battle.past or app.battle.future) and (changed or odds != said):
        screen.say(page, changed + " " + odds)


def after_step(page: Page) -> None:
    """A step of the fight is on the screen: move on to the next question, and say it."""
    app = page.app
    node = app.node
    if not node:
        return
    if app.fighting:
        screen.show_question(page)
        tell_luck(page)
        if app.answers.picking[1] and app.answers.picking[0] == app.battle.revision:
            act(page, "pick")
    if app.battle.mail:
        act(page, "mail-look")
    lines = app.position.get("log") or []
    last = [line["text"] for line in lines if line["step"] == len(app.battle.actions) - 1]
    screen.say(page, " ".join(last + [node.get("prompt") or node.get("title") or "", choices_said(app)]))


def tell_luck(page: Page) -> None:
    """After a fight, ask how lucky the dice were by the ways to play that are chosen, unless that is known."""
    app = page.app
    ended = app.fighting and app.node and app.node["kind"] == "end" and app.battle.actions
    if ended and app.answers.luck_of != app.odds_key:
        act(page, "luck")


def act(page: Page, name: str, *places: str, value: object = None) -> None:
    """Carry out what a control says."""
    if name in page.actions.effects:
        handle(page.actions.effects[name], page, places, value)
    elif name in page.actions.changes:
        handle(page.actions.changes[name], page.app, places, value)
        changed(page)
    elif not page.dialogs:  # it takes a part of the page that has not come yet
        page.waiting.append((name, places, value))
        act(page, "complete")
