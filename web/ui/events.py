"""Events of the document: carries what players do to the registry of actions.

Controls say what they do in data-do (a click) or data-set (a value), with arguments in data-a, -b and -c; one
listener of a kind on the document serves them all.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import actions
import asking
import awaited
import drawing
import looking
import opening
import places
import saving
import screen
import why
from browser import document, later, window
from page import Page

LIVE = ("title", "notes", "override-note", "line-text", "own-typed", "own-pasted", "packtext")
"""Typed text that is taken letter by letter."""
KEYS = {
    "ArrowLeft": "left", "ArrowRight": "right", "ArrowUp": "up", "ArrowDown": "down",
    "Home": "home", "End": "end", "PageUp": "pageup", "PageDown": "pagedown",
}  # fmt: skip


def named(control: Any) -> tuple[str, ...]:
    """What a control names."""
    return tuple([control.getAttribute("data-" + key) or "" for key in ("a", "b", "c")])


def tapped(page: Page, hex: str, unit: str) -> None:
    """A place on the board was tapped."""
    look = page.app.look
    if page.app.fighting:
        asking.act(page, "point", hex, unit)
        return
    if unit and hex == look.selected and not look.moving:
        look.tool = "counters"
        asking.act(page, "unit", unit)
        return
    if look.moving:
        asking.act(page, "put", look.moving, hex)
    elif look.paint and look.tool == "terrain" and look.selected and hex != look.selected:
        asking.act(page, "paintover", hex)
    else:
        asking.act(page, "hex", hex, "keep" if unit else "")
    if look.selected:
        asking.act(page, "sheet")


def clicked(page: Page, event: Any) -> None:
    """A click or tap anywhere."""
    target = event.target
    if not hasattr(target, "closest"):
        return
    if target.id == "dialog":  # beside the dialog
        opening.close(page)
        return
    summary = target.closest("summary")
    if summary is not None:  # its toggle is told later, and what is drawn in between would close it again
        unfold(page, summary.parentElement, not summary.parentElement.open)
    control = target.closest("[data-do]")
    if control is not None:
        if control.tagName == "BUTTON" and control.disabled:
            return
        asking.act(page, control.getAttribute("data-do"), *named(control))
    elif target.closest("#map") is not None:
        clicked_board(page, target)


def clicked_board(page: Page, target: Any) -> None:
    """A place on the board was clicked or tapped: a hexside, a counter or a hex."""
    side = target.closest("[data-side]") if drawing.marking(page.app) else None
    if side is not None:
        hex, direction = side.getAttribute("data-side").split(":")
        asking.act(page, "sidemark", hex, direction)
        return
    unit = target.closest("[data-unit]")
    hex = target.closest("[data-hex]")
    id = unit.getAttribute("data-unit") if unit is not None else ""
    name = hex.getAttribute("data-hex") if hex is not None else places.place_of(page.app, id)
    if name or id:
        tapped(page, name or "", id)


def valued(page: Page, event: Any) -> None:
    """A value was chosen or typed."""
    control = event.target
    name = control.getAttribute("data-set")
    if not name or (event.type == "input") != (name in LIVE):
        return
    value = control.checked if control.type == "checkbox" else control.value
    if name in LIVE and name in page.actions.changes:
        actions.call(page.actions.changes[name], page.app, named(control), value)
        control.defaultValue = control.value  # what is drawn next is compared with it
        region = control.closest("[data-region]")
        if region is not None and region.id == "panel":  # what was typed is there already
            page.last["panel"] = why.panel(page.app)
        elif region is not None and region.id == "umpire":
            page.last["umpire"] = awaited.umpire(page.app)
        screen.render(page)
        saving.keep_soon(page)
        if page.address:
            later(page.address.put())  # whose link has the title
        return
    asking.act(page, name, *named(control), value=value)
    if control.tagName == "INPUT" and control.type == "text":  # what could not be taken is not left standing
        control.value = control.getAttribute("value")


def writes(control: Any) -> bool:
    """Whether letters are typed into a control, which has an Undo of its own."""
    return bool(control.tagName == "TEXTAREA" or (control.tagName == "INPUT" and control.type != "checkbox"))


def pressed(page: Page, event: Any) -> None:
    """Keys: the board's, the tabs', dice, undo."""
    page.keyboard = True
    target = event.target
    key = str(event.key)
    if not hasattr(target, "closest") or event.altKey or event.metaKey:
        return
    if event.ctrlKey:
        if key == "z" and not writes(target) and target.closest("dialog") is None:
            event.preventDefault()
            asking.act(page, "back" if page.app.fighting else "undo")
        return
    if target.closest("#map") is not None:
        if key in KEYS:
            event.preventDefault()
            looking.move_cursor(page.app, KEYS[key])
            screen.draw_board(page)
            screen.say(page, drawing.hex_label(page.view, page.app.look.cursor))
        elif key in ("Enter", " "):
            event.preventDefault()
            app = page.app
            tapped(page, app.look.cursor or app.look.selected or app.targets[0], "")
        elif key == "Escape":
            asking.act(page, "unselect")
        return
    if target.getAttribute("role") == "tab" and key in ("ArrowLeft", "ArrowRight", "Home", "End"):
        event.preventDefault()
        tabs = list(document.querySelectorAll("#tabs [role=tab]"))
        place = [tab.id for tab in tabs].index(target.id)
        step = {"ArrowLeft": place - 1, "ArrowRight": place + 1, "Home": 0, "End": len(tabs) - 1}[key]
        chosen = str(tabs[step % len(tabs)].id)
        asking.act(page, "tab", chosen[4:])
        screen.focus(page, chosen, False)
        return
    if target.closest("dialog") is not None or target.tagName in ("INPUT", "TEXTAREA", "SELECT"):
        return
    if key == "Escape" and target.closest("#sheet") is not None:
        asking.act(page, "unselect")
        return
    if key == "?":
        asking.act(page, "help")
        return
    app = page.app
    dice = app.fighting and app.current and app.node and app.node["kind"] == "chance"
    if dice and key in "0123456789" and not event.repeat:  # a key that is held rolls once
        for face in app.node["faces"]:
            if face["id"].split("=")[-1] == key:
                asking.act(page, "act", face["id"])
                return


def unfold(page: Page, fold: Any, open: bool) -> bool:
    """Remember whether a disclosure is open; whether it is one that is remembered."""
    key = fold.getAttribute("data-open")
    if key and open:
        page.app.look.opened[key] = True
    elif key and key in page.app.look.opened:
        del page.app.look.opened[key]
    return bool(key)


def toggled(page: Page, event: Any) -> None:
    """A disclosure was opened or closed."""
    if unfold(page, event.target, event.target.open):
        region = event.target.closest("[data-region]")
        if region is not None:
            for name, draw in screen.REGIONS:
                if name == region.id and draw:
                    screen.put(page, name, draw(page.app))


def pointed(page: Page, event: Any) -> None:
    """Note that a place was tapped last, and no key pressed."""
    page.keyboard = False


def listen(page: Page) -> None:
    """Wire the document up."""

    def on(kind: str, take: Callable[[Page, Any], None], capture: bool = False) -> None:
        document.addEventListener(kind, lambda event: take(page, event), capture)

    on("click", clicked)
    on("change", valued)
    on("input", valued)
    on("keydown", pressed)
    on("pointerdown", pointed)
    on("toggle", toggled, True)
    document.getElementById("dialog").addEventListener("close", lambda event: opening.closed(page))
    window.addEventListener("hashchange", lambda event: later(opening.open_link(page)))
    window.addEventListener("popstate", lambda event: page.address and page.address.back())
    window.addEventListener("pagehide", lambda event: saving.keep_all(page))
    document.addEventListener("visibilitychange", lambda event: saving.keep_all(page) if document.hidden else None)
