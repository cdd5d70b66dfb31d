"""The part that comes when it is first used arrives: what it draws and what it does is added to the page."""

from __future__ import annotations

import awaited
import beside
import besiding
import diary
import diarying
import drill
import drilling
import formations
import forming
from page import Page


def arrive(page: Page) -> None:
    """Add the part to the page."""
    awaited.DRAWERS.update({"beside": beside.dialog, "diary": diary.dialog, "formations": formations.section})
    awaited.DRAWERS["drill"] = drill.dialog
    page.actions.add(formations.CHANGES, besiding.EFFECTS | diarying.EFFECTS | drilling.EFFECTS | forming.EFFECTS)
