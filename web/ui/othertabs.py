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

LISTS = (store.BATTLES, store.PACKS, store.GAMES, shelf.DIARIES, shelf.FORMATIONS, shelf.DRILLS)


def look_up(page: Page) -> None:
    """Take in the lists as the device keeps them now."""
    saving.look_up_lists(page.app)
    tabling.arrive(page)


def take(page: Page) -> None:
    """Take them in, unless this tab has some that the browser would not keep, and show them."""
    if not page.app.device.storable:
        return
    look_up(page)
    if page.dialog == "battles":
        screen.draw_dialog(page)


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
    look_up(page)
