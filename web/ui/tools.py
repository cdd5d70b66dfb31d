"""Choices of what is shown, of what the palette gives and of how the sides decide; title and notes."""

from __future__ import annotations

import json

from shapes import Handlers
from state import State


def write_title(app: State, value: str) -> None:
    if app.battle.tag != "title":
        app.battle.past.append(json.dumps(app.battle.scenario))
    app.battle.tag = "title"
    app.battle.scenario["title"] = str(value)[:120]


def begin_move(app: State, id: str) -> None:
    app.look.moving = "" if app.look.moving == id else id


def write_notes(app: State, value: str) -> None:
    app.battle.notes = str(value)[:4000]


def choose_tool(app: State, key: str) -> None:
    app.look.tool = key
    app.look.paint = False


def open_unit(app: State, id: str = "") -> None:
    app.look.unit = "" if app.look.unit == id else id


def choose_side(app: State, side: str) -> None:
    app.look.side = side


def choose_nation(app: State, side: str, value: str) -> None:
    app.look.nation[side] = value


def show_least(app: State, key: str) -> None:
    app.look.least = key == "least"


def show_measure(app: State, value: str) -> None:
    app.look.measure = value


def choose_policy(app: State, side: str, value: str) -> None:
    app.battle.policies = dict(app.battle.policies)
    app.battle.policies[side] = value


def choose_objective(app: State, value: str) -> None:
    app.battle.objective = value
    app.answers.best = None


CHANGES: Handlers = {
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
