"""The dialog of the players' own charts: its focus, its files, and what the device keeps of them."""

from __future__ import annotations

import json
from typing import Any

import asking
import chartpack
import files
import opening
import packing
import screen
import store
from browser import document, later
from page import Page
from shapes import Handlers
from texts import t
from values import slug

LARGEST = 200000  # bytes of a file that is read


def show_charts(page: Page, table: str = "") -> None:
    """Open the dialog, at a table if one is named."""
    page.app.look.pack_said = ""
    page.app.look.pack_ask = ()
    if table:
        page.app.look.pack_tab = table
    opening.open_dialog(page, "charts")


def show_cell(page: Page, table: str, row: str = "", column: str = "") -> None:
    """Show a cell, or as much of its place as there is."""
    for place in ((table, row, column), (table, row), (table,)):
        if place[-1] and screen.focus(page, "-".join(["pack"] + [slug(part) for part in place])):
            return


def show_place(page: Page, id: str) -> None:
    """Open the dialog at the place with this id."""
    for table in page.app.listed("packs"):
        start = "pack-" + slug(table["key"])
        if id == start or id.startswith(start + "-"):
            show_charts(page, table["key"])
            if not screen.focus(page, id):
                screen.focus(page, start)
            return
    show_charts(page)


def ask_first(page: Page, name: str = "", places: str = "") -> None:
    """Ask before something is wiped; without ``name`` it is left."""
    asked = page.app.look.pack_ask
    page.app.look.pack_ask = (name,) + tuple(places.split("|")) if name else ()
    screen.draw_dialog(page)
    if name:
        screen.focus(page, "pack-wipe", False)
    elif asked:
        screen.focus(page, "pack-" + slug(asked[1]), False)


def tell(page: Page, where: str, said: str) -> None:
    """Say something in the dialog, where it was caused; on the page, once that is closed."""
    if page.dialog != "charts":
        page.app.look.say(said)
        screen.render(page)
        return
    page.app.look.pack_where = where
    page.app.look.pack_said = said
    screen.draw_dialog(page)


def choose_default(page: Page, index: str) -> None:
    """Have new battles use a kept pack, or not."""
    packing.choose_default(page.app, index)
    page.app.device.storable = store.write(store.PACKS, page.app.device.packs)
    screen.draw_dialog(page)


def show_table(page: Page, key: str) -> None:
    """Show a table of the chart pack."""
    page.app.look.pack_tab = key
    screen.draw_dialog(page)


def keep_pack(page: Page) -> None:
    """Keep the pack on the device."""
    app = page.app
    if packing.full(app, t("pack.untitled")):
        tell(page, "whole", t("pack.full", n=len(app.device.packs)))
    elif packing.keep(app, t("pack.untitled")):
        app.device.storable = store.write(store.PACKS, app.device.packs)
        tell(page, "whole", t("pack.kepthere") if app.device.storable else t("saved.refused"))
    else:
        tell(page, "whole", t("pack.unsound"))


def forget_pack(page: Page, index: str) -> None:
    """Delete a chart pack kept on this device."""
    packing.forget(page.app, index)
    page.app.look.pack_ask, page.app.look.pack_said = (), ""
    store.write(store.PACKS, page.app.device.packs)
    screen.draw_dialog(page)
    screen.focus(page, "packs-kept", False)


def save_pack(page: Page) -> None:
    """Save the pack as a file."""
    app = page.app
    document_ = {
        "ruleset": app.battle.scenario["ruleset"],
        "title": (chartpack.pack(app) or {}).get("title", ""),
        "tables": chartpack.tables(app),
    }
    files.download(document_["title"] or t("pack.untitled"), "json", "application/json", json.dumps(document_))


def take_typed(page: Page) -> None:
    """Read the chart pack that was pasted or typed as text."""
    later(take_text(page, str(document.getElementById("packtext").value)))


def keep_typed(page: Page, value: str = "") -> None:
    """Keep a chart pack as it is being typed."""
    page.app.look.pack_text = value


def take_chosen(page: Page, value: str = "") -> None:
    """Read the chart pack file that was chosen."""
    later(take_file(page))


async def take_file(page: Page) -> None:
    """Read the chosen file."""
    control = document.getElementById("packfile")
    for file in control.files:
        if file.size > LARGEST:
            tell(page, "bring", t("pack.large", title=file.name))
        else:
            await take_text(page, str(await file.text()))
    control.value = ""


async def take_text(page: Page, text: str) -> None:
    """Use a pack given as text, if the engine can read it; what does not fit its tables is told in the dialog."""
    app, came = page.app, page.app.battle.came
    try:
        answer = await asking.ask({"op": "pack", "ruleset": app.battle.scenario["ruleset"], "text": text})
    except Exception as error:
        asking.failed(page, error)
        return
    if came != app.battle.came:  # charts of the battle before, perhaps of another game
        return
    if answer["ok"]:
        packing.take(app, answer["result"]["pack"])
        if app.look.pack_text == text:  # else more was typed meanwhile, which stays
            app.look.pack_text = ""
        asking.changed(page)
        tell(page, "bring", t("pack.taken"))
    else:
        said = [found.get("text") or found["message"] for found in answer["problems"]]
        tell(page, "bring", " ".join(said)[:600])


def pasted(page: Page, event: Any) -> None:
    """Several cells pasted at once fill as many."""
    control = event.target
    if not hasattr(control, "getAttribute") or control.getAttribute("data-set") not in ("packcell", "packhead"):
        return
    text = str(event.clipboardData.getData("text")).replace("\r\n", "\n").replace("\r", "\n")
    if "\t" in text or "\n" in text.strip():
        event.preventDefault()
        a, b, c = [control.getAttribute("data-" + key) for key in ("a", "b", "c")]
        if control.getAttribute("data-set") == "packhead":
            b = c = ""
        page.app.look.pack_where = "table"
        asking.act(page, "packpaste", a, b, c, text)
        screen.draw_dialog(page)


def pressed(event: Any) -> None:
    """Enter goes to the cell below, as in a spreadsheet."""
    control = event.target
    if str(event.key) != "Enter" or control.getAttribute("data-set") != "packcell":
        return
    line = control.closest("tr")
    place = [cell.contains(control) for cell in line.children].index(True)
    below = line.nextElementSibling
    if below is not None:
        event.preventDefault()
        again = below.children[place].querySelector("input, select")
        if again is not None:
            again.focus()
            if again.tagName == "INPUT":
                again.select()


def listen(page: Page) -> None:
    """Follow what is pasted, and the key that goes to the next cell."""
    document.addEventListener("paste", lambda event: pasted(page, event))
    document.addEventListener("keydown", pressed)


EFFECTS: Handlers = {
    "charts": show_charts,
    "packgo": show_cell,
    "packplace": show_place,
    "packask": ask_first,
    "packdefault": choose_default,
    "packtab": show_table,
    "packkeep": keep_pack,
    "packforget": forget_pack,
    "packsave": save_pack,
    "packtake": take_typed,
    "packfile": take_chosen,
    "packtext": keep_typed,
}
