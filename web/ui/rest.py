"""What the late modules bring along that needs no browser: parts that they draw, and changes of the state."""

from __future__ import annotations

from collections.abc import Callable

import attacks
import comparing
import editing
import fighting
import ground
import losses
import objections
import owngames
import packing
import pasting
import plans
import results
import setting
import sheet
import stating
import tools
import umpire
import undoing
from shapes import Handlers
from state import State

DRAWERS: dict[str, Callable[[State], str]] = {
    "umpire": umpire.umpire,
    "sheet": sheet.sheet,
    "attacks": attacks.listing,
    "own": owngames.way,
    "problems": objections.problems,
    "results": results.results,
    "plan": plans.planning,
    "comparing": lambda app: comparing.comparing(app) + plans.planning(app),
}
CHANGES: Handlers = (
    tools.CHANGES
    | attacks.CHANGES
    | editing.CHANGES
    | ground.CHANGES
    | fighting.CHANGES
    | losses.CHANGES
    | packing.CHANGES
    | pasting.CHANGES
    | plans.CHANGES
    | setting.CHANGES
    | stating.CHANGES
    | undoing.CHANGES
)
