"""What players do that goes on at once, whatever has come of the page."""

from __future__ import annotations

import asking
import js
import looking
import saving
import screen
from browser import document, later, window
from page import Page
from shapes import Handlers


def cancel(page: Page) -> None:
    """End the calculation that is running."""
    window.hexEngine.cancel()


def retry(page: Page) -> None:
    """Start the engine again after a fault, and ask again what is missing."""
    page.app.engine.fault = ""
    window.hexEngine.restart()
    again_part(page)
    later(asking.pump(page))


def restart(page: Page) -> None:
    """Start the engine again."""
    window.hexEngine.restart()


def again_part(page: Page) -> None:
    """Ask once more for what did not come."""
    again, page.app.look.again = page.app.look.again, None
    page.app.look.notice = ""
    screen.render(page)
    if again:
        again()


def show_problems(page: Page) -> None:
    """Focus the first problem and scroll to it."""
    first = document.querySelector("#problems .problem")
    if first is not None:
        first.focus(js.JSON.parse('{"preventScroll":true}'))
        first.scrollIntoView(js.JSON.parse('{"block":"center"}'))


def fight(page: Page) -> None:
    """Begin the fight, or go on with it."""
    looking.fight(page.app)
    asking.changed(page)
    saving.remember(page)
    asking.after_step(page)


def unselect(page: Page) -> None:
    """Close the panel of the selected hex."""
    looking.unselect(page.app)
    asking.changed(page)
    screen.focus_board(page)


EFFECTS: Handlers = {
    "cancel": cancel,
    "retry": retry,
    "restart": restart,
    "again-part": again_part,
    "problems": show_problems,
    "fight": fight,
    "unselect": unselect,
}
