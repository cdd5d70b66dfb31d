"""Formations are kept on the device, named anew and deleted."""

from __future__ import annotations

import formations
import saving
import screen
import shelf
from browser import now
from formations import FORMING
from page import Page
from shapes import Handlers
from texts import t


def name_next(page: Page, value: str) -> None:
    """Name the formation that is kept next."""
    FORMING.name = str(value)[: formations.LONGEST]


def keep(page: Page, side: str = "") -> None:
    """Keep what stands in the selected hex, or all counters of a side, as a formation."""
    app = page.app
    if len(app.device.formations) >= formations.MOST:
        _said(page, t("formations.full", n=len(app.device.formations)))
        return
    entry = formations.kept(app, side, saving.fresh_id())
    if not entry["units"]:
        return
    entry["when"] = now()
    app.device.formations.append(entry)
    FORMING.name = ""
    _said(page, t("formations.kept", name=entry["title"]))


def rename(page: Page, id: str, value: str) -> None:
    """Name a formation anew."""
    for entry in page.app.device.formations:
        if entry["id"] == id and str(value).strip():
            entry["title"] = str(value).strip()[: formations.LONGEST]
            entry["when"] = now()
    _said(page, "")


def forget(page: Page, id: str) -> None:
    """Delete a formation."""
    device = page.app.device
    device.formations = [entry for entry in device.formations if entry["id"] != id]
    _said(page, t("formations.forgotten"))
    screen.focus(page, "to-formations", False)


def _said(page: Page, said: str) -> None:
    said = said if shelf.write_formations(page.app) else t("saved.refused")
    FORMING.said = said, page.app.battle.revision
    screen.render(page)
    if said:
        screen.say(page, said)


EFFECTS: Handlers = {
    "formation-new": name_next,
    "formation-keep": keep,
    "formation-name": rename,
    "formation-forget": forget,
}
