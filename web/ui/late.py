"""The late modules arrive: what they draw and what they do is added to the page."""

from __future__ import annotations

import address
import awaited
import citing
import dialogs
import files
import handing
import lining
import mailing
import othertabs
import owngames
import owning
import ownodds
import packfiles
import placing
import planning
import rest
import reviewing
import solving
import switching
import tabling
from browser import document
from page import Page
from texts import complete


def arrive(page: Page) -> None:
    """Add the late modules to the page, once."""
    if page.dialogs:
        return
    complete()
    link = document.createElement("link")
    link.rel, link.href = "stylesheet", "./late.css"
    document.head.append(link)
    awaited.DRAWERS.update(rest.DRAWERS | lining.DRAWERS)
    effects = placing.EFFECTS | solving.EFFECTS | files.EFFECTS | handing.EFFECTS | packfiles.EFFECTS | owning.EFFECTS
    effects = effects | reviewing.EFFECTS | lining.EFFECTS | citing.EFFECTS | mailing.EFFECTS | planning.EFFECTS
    page.actions.add(rest.CHANGES, effects | ownodds.EFFECTS | switching.EFFECTS | tabling.EFFECTS)
    page.dialogs = dialogs.DIALOGS | {"guide": owngames.guide, "ownodds": ownodds.dialog} | tabling.DIALOGS
    page.address = address.Address(page)
    files.listen(page)
    packfiles.listen(page)
    citing.listen(page)
    mailing.arrive(page)
    othertabs.listen(page)
    solving.arrive(page)
