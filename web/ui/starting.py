"""Takes the page over when it is loaded."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import acting
import actions
import arriving
import asking
import battles
import chartpack
import events
import keeping
import looking
import opening
import saving
import screen
import setup
import store
from board import alt_text
from browser import document, later, mark, pause, window
from page import Page
from shapes import Asked, Doc
from texts import t
from values import find, form_key


def typed_early() -> list[Asked]:
    """What was typed or chosen in the first HTML before the page was up, as arguments for ``act``."""
    found: list[Asked] = []
    for control in document.querySelectorAll("[data-set]"):
        kind = control.type
        if kind == "checkbox":
            differs, value = control.checked != control.defaultChecked, control.checked
        elif kind == "select-one":
            chosen = [option for option in control.options if option.defaultSelected]
            differs, value = bool(chosen) and chosen[0].value != control.value, control.value
        else:
            differs, value = control.value != control.defaultValue, control.value
        if differs:
            found.append((str(control.getAttribute("data-set")), events.named(control), value))
    return found


def made(unpack: Callable[[str], Awaitable[list[str]]]) -> Page:
    """A page with all that players can do before the late modules have come."""
    return Page(unpack, actions.Actions(looking.CHANGES, acting.EFFECTS | opening.EFFECTS | arriving.EFFECTS))


async def begin(page: Page) -> None:
    """Take in what the page is born with: games, languages, and the battle in its first HTML."""
    app = page.app
    first: Doc = await opening.fetch("first")
    app.rulesets = first["rulesets"]
    app.languages = first["languages"]
    alt_text.learn(first["alt_text"])
    app.longest_link = first["longest_link"]
    await pause()
    app.schemas[first["ruleset"]] = await opening.fetch(first["ruleset"])
    await pause()
    app.version = str(document.querySelector("meta[name=version]").content)  # of this build
    battles.load(app, first["scenario"])
    app.first = battles.filled(app, first["scenario"])
    app.answers.view, app.answers.outcomes = first["view"], first["outcomes"]
    app.answers.view_of, app.answers.outcomes_of = app.battle.revision, app.odds_key
    app.answers.relevant = app.position["relevant"]
    app.battle.past = []
    page.board_of = screen.board_key(page)  # the first HTML shows this board


def look_up(page: Page) -> None:
    """Take in what the device keeps besides the battle."""
    app = page.app
    theme = store.read(store.THEME)
    app.look.theme = theme if theme in ("light", "dark") else "auto"
    saving.look_up_lists(app)
    app.device.secrets = chartpack.secrets_of(store.read(store.SECRETS))
    app.device.storable = store.write(store.PROBE, 1)


async def take_kept(page: Page, fragment: str) -> None:
    """Put the battle that was on the table the last time back on it; on the list, where its game does not come."""
    app = page.app
    page.stamp, kept = store.read(store.TAB), store.read(store.STATE)
    if not isinstance(kept, dict) or not isinstance(kept.get("scenario"), dict):
        return
    key = form_key(kept["scenario"])
    form = kept.get("form")
    if key[:1] == "{":
        if isinstance(form, dict) and keeping.is_of(app, kept):
            app.schemas[key] = form
        else:
            window.hexEngine.go()
    aside: list[str] = []
    if key and not await opening.need_schema(page, key, lambda: asking.act(page, "saved-open", *aside)):
        if kept["scenario"].get("units"):
            aside.append(saving.set_aside(app, kept))
            if key[:1] != "{" and not find(app.rulesets, key):
                app.look.say(t("game.aside", game=key[:40]))
    elif key and keeping.restore(app, kept):
        keeping.recall(app, store.read(store.HISTORY))
        page.wrote = app.battle.revision, app.battle.notes
        page.board_of = None
        if fragment and fragment == kept.get("link"):
            app.battle.link, app.battle.link_of = fragment, app.battle.revision
        elif fragment and window.hexAgain:
            was = kept.get("was")
            if isinstance(was, list) and fragment in was:
                app.battle.link, app.battle.link_below = fragment, str(was[-1])


async def start(page: Page) -> None:
    """Take over the page."""
    look_up(page)
    await begin(page)
    fragment = str(window.location.hash)[1:]
    await take_kept(page, fragment)
    await pause()
    for name, places, value in typed_early():
        asking.act(page, name, *places, value=value)
    events.listen(page)
    document.documentElement.setAttribute("data-ui", "ready")
    mark("hex-ui")
    window.hexEngine.watch = lambda *said: asking.follow_engine(page, *said)
    window.hexEngine.go()
    link = fragment and fragment != page.app.battle.link
    later(arriving.complete(page))
    await screen.render_softly(page)
    page.drawn = True
    screen.put(page, "status", setup.status(page.app))  # what the engine has said meanwhile
    if link:
        await opening.open_link(page)
    elif "share-" in page.wished:
        asking.act(page, "shared")
    document.documentElement.removeAttribute("data-coming")
    await asking.pump(page)
