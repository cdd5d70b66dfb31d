"""What another tab of the page keeps on the device is taken in at once, so that no older list is written over it."""

from __future__ import annotations

from typing import Any

import saving
import screen
import shelf
import store
import tabling
from browser import document, window
from page import Page
from shapes import Doc
from state import State

LISTS = (store.BATTLES, store.PACKS, store.GAMES, shelf.DIARIES, shelf.FORMATIONS, shelf.DRILLS)


def look_up(page: Page) -> None:
    """Take in the lists as the device keeps them now."""
    saving.look_up_lists(page.app)
    tabling.arrive(page)


def on_list(app: State) -> Doc | None:
    """The battle on the table as it stands on the list."""
    for entry in app.device.saved:
        if entry["id"] == app.battle.id:
            return entry
    return None


def take(page: Page) -> None:
    """Take them in, unless this tab has some that the browser would not keep, and show them.

    Where another tab went on with the battle on this table, the one here is a battle of its own from now on.
    """
    app = page.app
    if not app.device.storable:
        return
    before = on_list(app)
    look_up(page)
    after = on_list(app)
    if before and after and before != after:
        state = after["state"]
        if state["scenario"] != app.battle.scenario or state["actions"] != app.battle.actions:
            app.battle.id = ""
    screen.render(page)  # with the list of games, which counts them


def give_way(page: Page) -> bool:
    """Put the battle of another tab that stands where this one's is about to be kept on the list.

    False where nothing has changed here since: the other tab's stays.
    """
    app, battle = page.app, page.app.battle
    of, stamp = (battle.revision, battle.notes), store.read(store.TAB)
    if stamp and stamp != page.stamp:
        if of == page.wrote:
            return False
        _set_aside(app, store.read(store.STATE))
    if battle.dirty and app.units and not battle.id:
        battle.id = saving.fresh_id()
    page.wrote, stamp = of, saving.fresh_id()
    store.write(store.TAB, stamp)
    if store.TAB not in store.REFUSED:
        page.stamp = stamp
    return True


def _set_aside(app: State, kept: Any) -> None:
    """Put what another tab kept on the list, if a player made something of it and it is not what stands here."""
    scenario = kept.get("scenario") if isinstance(kept, dict) else None
    if not isinstance(scenario, dict) or not kept.get("dirty") or not scenario.get("units"):
        return
    if scenario != app.battle.scenario or kept.get("actions") != app.battle.actions:
        if kept.get("battle") == app.battle.id:  # which both went on with: this one is of its own from now on
            app.battle.id = ""
        saving.set_aside(app, kept)


def kept(page: Page, event: Any) -> None:
    """Another tab has kept something."""
    if event.key in LISTS:
        take(page)


def listen(page: Page) -> None:
    """Listen to other tabs; a tab that was asleep has heard nothing, and looks when it is shown again."""
    navigator = window.navigator  # only Safari on an iPhone or iPad says whether the page is on the home screen
    page.app.device.iphone = hasattr(navigator, "standalone") and not navigator.standalone
    window.addEventListener("storage", lambda event: kept(page, event))
    document.addEventListener("visibilitychange", lambda event: None if document.hidden else take(page))
    window.addEventListener("pageshow", lambda event: take(page) if event.persisted else None)
    page.give_way = give_way
    look_up(page)
