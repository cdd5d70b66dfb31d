"""Keeping what is on the table on the device, and its link in the address bar."""

from __future__ import annotations

import asyncio

import battles
import chartpack
import js
import keeping
import screen
import store
from browser import later, now, random32, window
from page import Page
from shapes import Doc
from state import State
from values import remember as put_in_front

AT_ONCE = 12  # of the steps that led to a set-up are kept after each change, and all when the page is left
HEX_DIGITS = "0123456789abcdef"


def look_up_lists(app: State) -> None:
    """Take in the lists that the device keeps of battles, charts and games."""
    saved, packs = store.read(store.BATTLES), store.read(store.PACKS)
    if isinstance(saved, list):
        app.device.saved = [entry for entry in saved if chartpack.is_battle(entry)]
    if isinstance(packs, list):
        app.device.packs = [entry for entry in packs if chartpack.is_pack(entry)]
    games = store.read(store.GAMES)
    if isinstance(games, list):
        app.device.games = [entry for entry in games if chartpack.is_game(entry)]


def keep_soon(page: Page, seconds: float = 0.25) -> None:
    """Keep the state shortly, once for many changes."""
    page.save_asked = True
    later(keep_later(page, seconds))


async def keep_later(page: Page, seconds: float) -> None:
    """Keep the state when the present changes are over, unless it has been."""
    await asyncio.sleep(seconds)
    if page.save_asked:
        keep(page)


def keep(page: Page) -> bool:
    """Keep the state now, and the steps that led to it where the set-up has changed: a tab may end without a word.

    False where another tab has gone on, and this one has not.
    """
    page.save_asked = False
    if page.give_way and not page.give_way(page):
        return False
    if page.history_of != page.app.battle.laid:
        page.history_of = page.app.battle.laid
        store.write(store.HISTORY, keeping.history(page.app, AT_ONCE))
    kept = keeping.kept(page.app)
    stored = store.write(store.STATE, kept)
    if not stored and store.STATE in store.REFUSED:  # the battle itself comes before the way that led to it
        store.write(store.HISTORY, None)
        stored = store.write(store.STATE, kept)
    page.app.device.storable = stored
    return True


def keep_all(page: Page) -> None:
    """Keep the state and the steps that led to it: the page may be on its way out."""
    if keep(page):
        store.write(store.HISTORY, keeping.history(page.app))


async def ask_to_keep(page: Page) -> None:
    """Ask the browser, once, not to clear away what is kept when the device runs short of room."""
    app = page.app
    if app.device.persisted or not hasattr(window.navigator, "storage"):
        return
    app.device.persisted = "no"
    try:
        app.device.persisted = "yes" if await window.navigator.storage.persist() else "no"
    except Exception:  # a frame may not ask
        return
    if page.dialog == "battles":
        screen.draw_dialog(page)


def fresh_id() -> str:
    """An id that nothing has yet."""
    number = random32()
    return "".join([HEX_DIGITS[number >> shift & 15] for shift in (0, 4, 8, 12, 16, 20, 24, 28)])


def set_aside(app: State, kept: Doc) -> str:
    """Put a battle that cannot be shown now on the list of last battles, as it was kept; its id there."""
    title, id = kept["scenario"].get("title"), str(kept.get("battle") or fresh_id())
    entry: Doc = {"id": id, "title": str(title or ""), "when": now(), "about": ""}
    entry["state"] = dict(kept, battle=id, view=None, outcomes=None)
    app.device.saved = put_in_front(app.device.saved, entry)
    app.device.storable = store.write(store.BATTLES, app.device.saved)
    return id


def remember(page: Page) -> None:
    """Put the battle on the list of last battles, if a player made something of it."""
    app = page.app
    if not app.battle.dirty or not app.units:
        return
    if not app.battle.id:
        app.battle.id = fresh_id()
        keep(page)  # with its id: another tab that goes on with it would put it on the list once more
    kept = keeping.kept(app)
    kept["view"] = kept["outcomes"] = None
    entry = {"id": app.battle.id, "title": battles.title(app), "when": now(), "about": "", "state": kept}
    entry["bar"] = app.position.get("bar", "") if app.current and app.answers.view else ""
    app.device.saved = put_in_front(app.device.saved, entry)
    app.device.storable = store.write(store.BATTLES, app.device.saved)
    later(ask_to_keep(page))


def put_address(page: Page) -> None:
    """Have the address bar hold the link of what is on the screen, or none while there is none."""
    battle = page.app.battle
    link = battle.link if battle.link_of == battle.revision else ""
    js.hexAddress(page.address.depth if page.address else 0, link, False, page.where)
