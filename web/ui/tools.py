"""Choices of what is shown, of what the palette gives and of how the sides decide; title and notes."""

from __future__ import annotations

import battles
from shapes import Handlers
from state import State


def write_title(app: State, value: str) -> None:
    """Name the battle."""
    if app.battle.tag != "title":
        app.battle.past.append(battles.set_down(app))
        app.battle.future = []
    app.battle.tag = "title"
    app.battle.dirty = True
    app.battle.scenario["title"] = str(value)[:120]


def begin_move(app: State, id: str) -> None:
    """Take a unit up to move it, or put it down again."""
    app.look.moving = "" if app.look.moving == id else id


def write_notes(app: State, value: str) -> None:
    """Keep the players' notes on the battle."""
    app.battle.notes = str(value)[:4000]
    app.battle.dirty = True


def choose_tool(app: State, key: str) -> None:
    """Choose a tool of the setup."""
    app.look.tool = key
    app.look.paint = False


def open_unit(app: State, id: str = "") -> None:
    """Open a unit's fields, or close them."""
    app.look.unit = "" if app.look.unit == id else id


def choose_side(app: State, side: str) -> None:
    """Choose the side that new units join."""
    app.look.side = side


def choose_nation(app: State, side: str, value: str) -> None:
    """Choose the nation of a side's new units."""
    app.look.nation[side] = value


def show_least(app: State, key: str) -> None:
    """Choose between the chances of at least and of exactly so much."""
    app.look.least = key == "least"


def show_measure(app: State, value: str) -> None:
    """Choose the measure whose chances are shown."""
    app.look.measure = value


def choose_policy(app: State, side: str, value: str) -> None:
    """Choose how a side plays in the odds."""
    app.battle.policies = dict(app.battle.policies)
    app.battle.policies[side] = value


def choose_objective(app: State, value: str) -> None:
    """Choose what best play aims at."""
    app.battle.objective = value
    app.answers.best = None
    app.answers.solving = ""


def unselect(app: State) -> None:
    """Select nothing, and paint nothing."""
    app.look.selected = ""
    app.look.unit = ""
    app.look.moving = ""
    app.look.paint = False


CHANGES: Handlers = {
    "unselect": unselect,
    "title": write_title,
    "move": begin_move,
    "notes": write_notes,
    "tool": choose_tool,
    "unit": open_unit,
    "side": choose_side,
    "nation": choose_nation,
    "least": show_least,
    "measure": show_measure,
    "policy": choose_policy,
    "objective": choose_objective,
}
