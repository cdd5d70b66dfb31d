"""Parts of the page that are drawn by modules of ui/late.bin, which may not be here yet."""

from __future__ import annotations

from collections.abc import Callable

import answers
from parts import button, e, waits
from state import State
from texts import t

DRAWERS: dict[str, Callable[[State], str]] = {}  # what draws the parts, once it has come
faults: list[str] = []  # why the file could not be had, the last time it was asked for


def drawn(part: str, app: State) -> str:
    """What a part shows, or that it is awaited."""
    if part in DRAWERS:
        return DRAWERS[part](app)
    if faults:
        again = button(t("engine.retry"), "complete", css="second")
        return '<p class="status">' + e(t("part.failed", reason=faults[-1])) + " " + again + "</p>"
    return '<p class="status">' + e(t("working")) + "</p>"


def umpire(app: State) -> str:
    """The whole lower half during a fight."""
    return drawn("umpire", app) if app.fighting else ""


def sheet(app: State) -> str:
    """Everything about the selected hex."""
    return drawn("sheet", app) if app.look.selected and app.schema and not app.fighting else ""


def own(app: State) -> str:
    """The way to the guide, beside a game that can be typed in."""
    return drawn("own", app) if app.schema and app.schema["ruleset"]["takes_games"] else ""


def line(app: State) -> str:
    """The battle as one line, while that is open."""
    return drawn("line", app) if app.line and not app.fighting else ""


def problems(app: State) -> str:
    """What stands against the fight, if anything does."""
    said = answers.problems(app) and (app.units or app.answers.refused) and (app.current or not waits(app))
    return drawn("problems", app) if said else ""


def attacks(app: State) -> str:
    """The list of attacks, where there are several."""
    several = len(app.battle.scenario.get("attacks") or []) > 1 or app.position.get("attacks")
    return drawn("attacks", app) if several else ""
