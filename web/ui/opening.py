"""Battles that come: other games, links, examples; and the dialogs."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import answers
import asking
import awaited
import battles
import js
import keeping
import saving
import screen
from browser import document, later, window
from page import Page
from shapes import Before, Doc, Handlers
from state import FIGHT, State
from texts import language, note_unsaid, t
from values import form_key

LONGEST_REASON = 900  # letters


def show_help(page: Page) -> None:
    """Open the help."""
    open_dialog(page, "help")
    asking.act(page, "help-texts")


def open_dialog(page: Page, name: str) -> None:
    """Open a dialog of the page."""
    awaited.faults.clear()
    page.dialog = name
    page.last["dialog"] = None
    screen.draw_dialog(page)
    if not page.dialogs:
        asking.act(page, "complete")
    dialog = document.getElementById("dialog")
    if not dialog.open:
        dialog.showModal()
    if page.address:
        page.address.follow()


def close(page: Page) -> None:
    """Close the dialog."""
    document.getElementById("dialog").close()
    closed(page)


def clear(page: Page) -> None:
    """Close what lies open over the page."""
    if page.app.book:
        asking.act(page, "rule-close")
    if page.dialog:
        close(page)


def closed(page: Page) -> None:
    """Note that no dialog is open: at once, as the browser tells of it only when it comes to it."""
    if document.getElementById("dialog").open:  # another one, opened meanwhile
        return
    page.dialog = ""
    page.last["dialog"] = None
    if page.address:
        page.address.follow()


def show_battles(page: Page) -> None:
    """Open the list of battles: saved ones and examples."""
    saving.remember(page)
    page.app.device.backup_said = page.app.own_said = ""
    open_dialog(page, "battles")
    asking.act(page, "examples")


def show_settings(page: Page) -> None:
    """Open the settings."""
    open_dialog(page, "settings")


async def open_link(page: Page) -> None:
    """Open the battle in the address; what was on the page stays if that fails."""
    fragment = str(window.location.hash)[1:]
    if not fragment or fragment == page.app.battle.link:  # which the bar holds, perhaps of the battle before a change
        return
    if page.address and page.address.leaving:  # on the way to where it is opened
        return
    if document.getElementById(fragment) is None:  # not a place on the page, as the skip link's
        clear(page)
        await open_fragment(page, fragment)
    else:
        saving.put_address(page)


async def open_fragment(page: Page, fragment: str) -> None:
    """Open the battle that a link holds behind its #."""
    if len(fragment) > page.app.longest_link:  # not even sent to the engine
        saving.put_address(page)
        refuse_link(page, t("link.long", n=len(fragment), most=page.app.longest_link))
        return
    before = keeping.kept(page.app), list(page.app.battle.past)
    shown = None if page.app.engine.state == "ready" else await preview(page, fragment, before)
    await open_answer(page, {"op": "open", "fragment": fragment}, "link", shown, before)


async def preview(page: Page, fragment: str, before: Before) -> int | None:
    """Show what a link holds before the engine can judge it; its revision, or None where it cannot be shown."""
    app = page.app
    try:
        found = json.loads(str(await js.hexLink(fragment)))
        scenario, actions = found["scenario"], [str(action) for action in found["actions"]]
        if "game" in scenario:  # whose form is the engine's to give
            return None
        game = scenario["ruleset"]
        if not await need_schema(page, game, lambda: later(open_fragment(page, fragment))):
            return None if app.look.coming == game else -1  # nothing, where another was chosen since
        saving.remember(page)
        battles.load(app, scenario, actions)
        app.battle.head, app.battle.head_of = [str(text) for text in found["head"]], app.battle.revision
        app.battle.link, app.battle.link_of = fragment, app.battle.revision
        app.battle.dirty = True
        screen.render(page)
    except Exception:  # no battle: the engine will say why
        take_back(page, before)
        return None
    document.documentElement.removeAttribute("data-coming")
    return app.battle.revision


def take_back(page: Page, before: Before) -> None:
    """Go back to what was on the table before a link."""
    keeping.restore(page.app, before[0])
    page.app.battle.past = before[1]
    screen.render(page)


async def open_answer(
    page: Page, request: Doc, kind: str, shown: int | None = None, before: Before | None = None
) -> str | None:
    """Put on the table what the engine reads in a link or a file; the revision ``shown`` shows it already.

    Returns why it is refused, empty where it is not; None where it did not come, or something else was chosen.
    """
    app = page.app
    for work in page.running:  # for a battle that is left
        work.of = ""
        later(asking.lose_patience(page, work))
    mark = app.look.coming = app.look.coming if shown else kind + str(request.get("fragment"))
    try:
        answer = await asking.ask(request)
    except Exception as error:
        if shown is None and before and kind == "link":  # the engine was up, and has failed: the link's board it is
            shown = await preview(page, request["fragment"], before)
        app.look.again = lambda: later(open_answer(page, request, kind, shown, before))
        asking.failed(page, error)
        return None
    # changed since: what is wrong with it is told of the board; or another battle or game was chosen
    if shown != app.battle.revision if shown else mark != app.look.coming:
        return None
    if not answer["ok"]:
        if shown is not None and before:
            take_back(page, before)
        saving.put_address(page)
        reason = answers.refusals(answer["problems"])
        refuse_link(page, reason, kind)
        later(asking.pump(page))
        return reason
    found = answer["result"]
    if "game" in found:
        found["scenario"]["game"] = found["game"]  # as text: here, what is read of JSON is in no order
    if not await need_schema(
        page, form_key(found["scenario"]), lambda: later(open_answer(page, request, kind, shown, before))
    ):
        return None
    app.engine.state = "ready"
    same = app.battle.scenario == battles.filled(app, found["scenario"]) and app.battle.actions == found["actions"]
    if shown is None or not same:
        saving.remember(page)
        battles.load(app, found["scenario"], found["actions"])
        if kind == "link":
            app.battle.link = request["fragment"] if window.location.hash else ""  # handed over: not in the address
            app.battle.link_of = app.battle.revision
        app.battle.dirty = True
        app.look.coming = mark  # for the next of several files
    app.battle.mail = found.get("mail")
    if app.battle.mail:
        app.look.screen = FIGHT
    was_fighting = app.fighting
    if found["view"]:
        answers.take_view(app, dict(answer, result=found["view"]), app.battle.revision)
    asking.changed(page)
    if found["view"]:
        asking.viewed(page, was_fighting)
    tell(page, t(kind + ".opened"))
    return ""


def tell(page: Page, said: str) -> None:
    """Have a notice say so; in a fight it stands above the question, which is still in view."""
    page.app.look.say(said)
    if page.app.fighting:  # where the question has just been said
        page.app.look.unheard += " " + str(document.getElementById("say").textContent)
    screen.render(page)
    if page.app.fighting:
        screen.show_question(page)


def refuse_link(page: Page, reason: str, kind: str = "link") -> None:
    """Say why a link or a file was not opened."""
    app = page.app
    screen.render(page)
    app.look.say(t(kind + ".bad", reason=reason[:LONGEST_REASON]))
    screen.render(page)
    document.getElementById("status").scrollIntoView(js.JSON.parse('{"block":"center"}'))


async def fetch(name: str, code: str = "") -> Any:
    """A file of the site's data, as a document, in the language in use or another one."""
    code = code or language()
    return await load("data/" + name + ("" if code == "en" else "." + code))


async def load(name: str) -> Any:
    """A file of the site, as a document."""
    try:
        answer = await js.fetch("./" + name + ".json")
    except Exception:  # no answer, which each browser says in words of its own, and in English
        raise ValueError(name) from None
    if not answer.ok:
        raise ValueError(name + ": " + str(answer.status))
    return json.loads(await answer.text())


async def form_of(app: State, key: str, code: str) -> Doc:
    """The form of a game in a language: a file of the site; that of a typed-in game is the engine's to give."""
    if key[:1] != "{":
        form: Doc = await fetch(key, code)
        return form
    base = next(entry["key"] for entry in app.rulesets if entry["own"])
    found = await asking.ask({"op": "game", "ruleset": base, "text": key, "lang": code})
    problems = found["result"]["problems"] if found["ok"] else found["problems"]
    if problems:
        raise ValueError(problems[0]["message"])
    note_unsaid(found)
    typed: Doc = found["result"]["form"]
    return typed


async def need_schema(page: Page, key: str, again: Callable[[], object] | None = None) -> bool:
    """Have the form of a game at hand; False (and said so, with how to try ``again``) when it is not to be had.

    False as well where yet another game or a battle was chosen before it came.
    """
    app = page.app
    if key in app.schemas:
        return True
    app.look.coming = key
    for entry in [{"key": key, "title": t("own.game")}] if key[:1] == "{" else app.rulesets:
        if entry["key"] == key:
            app.look.say(t("part.coming", title=entry["title"]))
            screen.render(page)
            try:
                code = ""
                while code != language():  # another may be chosen meanwhile
                    code = language()
                    found = await form_of(app, key, code)
                app.schemas[key] = found
                return app.look.coming == key
            except Exception as error:
                if app.look.coming != key:
                    return False
                app.look.say(asking.fault(page, error, part=True), again)
                break
    else:
        app.look.say(t("game.none", game=key[:40]))
    page.last["top"] = None  # whose list shows what was chosen
    screen.render(page)
    return False


EFFECTS: Handlers = {
    "close": close,
    "battles": show_battles,
    "settings": show_settings,
    "help": show_help,
}
