"""Where the focus is once a dialog that came late begins, or goes on in another language."""

from __future__ import annotations

import screen
from browser import document
from page import Page

FIELDS = "#dialog input, #dialog select, #dialog textarea"


def at(page: Page, heading: str) -> None:
    """Move the focus to the heading of the dialog, unless a player types or chooses in it."""
    if not document.activeElement.matches(FIELDS):
        screen.focus(page, heading, False)
