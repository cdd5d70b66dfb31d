"""Where the focus goes after a change of the set-up or to what is wrong with it; beginning or leaving the fight."""

from __future__ import annotations

import asking
import editing
import fighting
import ground
import js
import screen
import tools
from browser import document, window
from page import Page
from shapes import Handlers
from values import slug


def again(page: Page) -> None:
    """Fight the battle again."""
    fighting.again(page.app)
    asking.changed(page)
    window.scrollTo(0, 0)


def set_up(page: Page) -> None:
    """Go back to the set-up."""
    fighting.set_up(page.app)
    asking.changed(page)
    window.scrollTo(0, 0)
    if not screen.focus(page, "fight", False):
        focus_board(page)


def remove(page: Page, id: str) -> None:
    """Take a counter off the board."""
    editing.remove(page.app, id)
    _to_title(page)


def clear_hex(page: Page, hex: str) -> None:
    """Take everything out of a hex."""
    ground.clear_hex(page.app, hex)
    _to_title(page)


def move_to(page: Page, id: str, value: str) -> None:
    """Put the counter that is being moved down in a hex."""
    editing.move_to(page.app, id, value)
    _to_title(page)


def _to_title(page: Page) -> None:
    asking.changed(page)
    screen.focus(page, "sheet-title", False)


def begin_move(page: Page, id: str) -> None:
    """Begin to move a counter, or leave it where it is."""
    tools.begin_move(page.app, id)
    asking.changed(page)
    if page.app.look.moving:
        screen.focus(page, "moveto")


def open_unit(page: Page, id: str) -> None:
    """Open a counter's fields, or close them."""
    tools.open_unit(page.app, id)
    asking.changed(page)
    if page.app.look.unit:
        bring(page, "u-" + slug(page.app.look.unit))


def split(page: Page, id: str) -> None:
    """Take one off a stack."""
    editing.split(page.app, id)
    asking.changed(page)
    if page.app.look.unit:
        bring(page, "u-" + slug(page.app.look.unit))
        screen.focus(page, "u-" + slug(page.app.look.unit), False)


def focus_board(page: Page) -> None:
    """Put the focus on the board."""
    picture = document.getElementById("b-board")
    if picture is not None:
        picture.focus(js.JSON.parse('{"preventScroll":true}'))


def show_problems(page: Page) -> None:
    """Focus the first problem and scroll to it."""
    first = document.querySelector("#problems .problem")
    if first is not None:
        first.focus(js.JSON.parse('{"preventScroll":true}'))
        first.scrollIntoView(js.JSON.parse('{"block":"center"}'))


def unselect(page: Page) -> None:
    """Close the panel of the selected hex."""
    tools.unselect(page.app)
    asking.changed(page)
    focus_board(page)


def bring(page: Page, id: str) -> None:
    """Scroll as little as shows the beginning of a part, and all of it where there is room under the board."""
    element = document.getElementById(id)
    if element is None:
        return
    above = document.getElementById("board" if screen.stacked(page) else "top").getBoundingClientRect().bottom
    here = element.getBoundingClientRect()
    over = here.bottom - document.getElementById("bar").getBoundingClientRect().top + 8
    by = min(over, here.top - above - 8) if over > 0 else 0
    if here.top < above:
        by = here.top - above - 8
    if by > 40 or by < -1:
        window.scrollBy(0, by)


def bring_sheet(page: Page) -> None:
    """Show what is told of the selected hex; a player who uses the keyboard goes on there."""
    if page.app.look.selected:
        if page.keyboard:
            screen.focus(page, "sheet-title", False)
        bring(page, "sheet")


EFFECTS: Handlers = {
    "again": again,
    "problems": show_problems,
    "sheet": bring_sheet,
    "unselect": unselect,
    "setup": set_up,
    "remove": remove,
    "clearhex": clear_hex,
    "moveto": move_to,
    "move": begin_move,
    "unit": open_unit,
    "split": split,
}
