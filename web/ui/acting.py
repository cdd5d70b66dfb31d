"""What players do that goes on at once, whatever has come of the page."""

from __future__ import annotations

import asking
import looking
import saving
import screen
from browser import later, window
from page import Page
from shapes import Handlers


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
    again = page.app.look.again
    page.app.look.say()
    screen.render(page)
    if again:
        again()


def fight(page: Page) -> None:
    """Begin the fight, or go on with it."""
    looking.fight(page.app)
    asking.changed(page)
    saving.remember(page)
    asking.after_step(page)


EFFECTS: Handlers = {
    "retry": retry,
    "restart": restart,
    "again-part": again_part,
    "fight": fight,
}
