"""Diaries, formations and the score of the drills as the device keeps them."""

from __future__ import annotations

import store
from state import State

DIARIES = "hexumpire.diary.1"
FORMATIONS = "hexumpire.formations.1"
DRILLS = "hexumpire.drills.1"


def write_diaries(app: State) -> bool:
    """Keep the diaries on the device; False where that is refused."""
    app.device.storable = store.write(DIARIES, app.device.diaries)
    return app.device.storable


def write_formations(app: State) -> bool:
    """Keep the formations on the device; False where that is refused."""
    app.device.storable = store.write(FORMATIONS, app.device.formations)
    return app.device.storable


def write_drills(app: State) -> bool:
    """Keep the score of the drills on the device; False where that is refused."""
    app.device.storable = store.write(DRILLS, app.device.drills)
    return app.device.storable
