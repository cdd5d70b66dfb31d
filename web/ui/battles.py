"""The battle on the table: another one, and what changes when it does."""

from __future__ import annotations

import json
from typing import Any

from parts import LIT
from shapes import Doc
from state import FIGHT, SETUP, State
from values import copied, first_key, form_key

UNDO_DEPTH = 60


def changed(app: State, tag: str = "") -> None:
    """Note that the document is about to change; edits with the same tag in a row are undone together."""
    if not tag or tag != app.battle.tag:
        app.battle.past.append(set_down(app))
        if len(app.battle.past) > UNDO_DEPTH:
            app.battle.past.pop(0)
    app.look.pack_said = ""  # what was said of the charts is said no more
    app.look.pack_ask = ()
    app.battle.tag = tag
    app.battle.mail = None
    app.battle.dirty = True
    app.battle.future = []
    app.battle.actions = []
    app.battle.undone = []
    touch(app)


def touch(app: State) -> None:
    """Make every answer so far out of date: what is on the table has changed."""
    step(app)
    app.battle.laid = app.battle.revision


def step(app: State) -> None:
    """Make every answer so far out of date: a step of the fight was taken or taken back."""
    app.battle.revision += 1
    app.look.say()
    app.look.narrowed = []
    app.answers.best = None
    app.answers.solving = ""


def load(app: State, scenario: Doc, actions: list[str] | None = None, screen: str = "") -> None:
    """Put another battle on the table."""
    before = app.battle.scenario
    if before:
        app.battle.past.append(set_down(app, True))
    app.battle.future = []
    app.battle.tag = ""
    app.battle.scenario = filled(app, scenario)
    app.battle.actions = list(actions or [])
    app.battle.undone = []
    app.battle.mail = None
    app.look.screen = screen or (FIGHT if app.battle.actions else SETUP)
    app.battle.id = ""
    app.battle.dirty = False
    app.battle.notes = ""
    app.battle.heads = {}
    come(app, before)
    touch(app)


def set_down(app: State, whole: bool = False) -> str:
    """The set-up as a step to come back to, with its fight; from another battle also with its id and notes: whole."""
    battle, found = app.battle, dict(app.battle.scenario)
    if battle.actions or battle.undone or battle.mail:
        steps = battle.steps_back if battle.undone else 0
        found["fight"] = [battle.actions + battle.undone, steps_seen(app) + steps, battle.mail]
    if whole:
        found["of"] = [battle.id, battle.notes]
    if battle.heads:
        found["heads"] = battle.heads
    return json.dumps(found)


def steps_seen(app: State, first: int = 0) -> int:
    """How many steps a player sees in those of the fight, from one on: losses that were named together are one."""
    many, starts = len(app.battle.actions), app.position.get("starts") or []
    if not app.current or len(starts) != many:
        return many - first
    return len([1 for index in range(first, many) if starts[index] == index])


def come(app: State, before: Doc) -> None:
    """Forget what was said, begun, typed and lit in the battle before, and, in another game, how its sides decide."""
    LIT.clear()
    app.answers.view = app.answers.outcomes = None
    app.answers.refused = []
    app.answers.odds_problem = ""
    app.battle.came += 1
    app.look.mistyped = {}
    app.look.override = app.look.override_note = ""
    app.look.again = None
    app.look.coming = ""
    _forget_places(app)
    if before and form_key(before) != form_key(app.battle.scenario):
        app.battle.policies = {}
        app.battle.objective = ""
        app.answers.relevant = {"conditions": [], "readings": [], "units": [], "hexes": []}


def filled(app: State, scenario: Doc) -> Doc:
    """A scenario with the parts every other function counts on."""
    found = copied(scenario)
    schema = app.schemas.get(form_key(found))
    for key, default in (("format", 1), ("title", ""), ("targets", ["0,0"]), ("units", []),
                         ("conditions", {}), ("readings", {}), ("map", {})):  # fmt: skip
        if key not in found and not (key == "targets" and (found.get("path") or found.get("attacks"))):
            found[key] = default
    for key in ("hexes", "sides"):
        if key not in found["map"]:
            found["map"][key] = {}
    if schema:
        for key, kind in (("edition", "editions"), ("procedure", "procedures")):
            if not found.get(key):
                found[key] = first_key(schema.get(kind, []))
    taken = {unit.get("id"): True for unit in found["units"]}
    for unit in found["units"]:
        if not unit.get("id"):
            unit["id"] = free_id(taken)
            taken[unit["id"]] = True
    return found


def free_id(taken: dict[Any, bool]) -> str:
    """An id that no counter has yet."""
    number = 1
    while "u" + str(number) in taken:
        number += 1
    return "u" + str(number)


def _forget_places(app: State) -> None:
    app.look.selected = ""
    app.look.cursor = ""
    app.look.unit = ""
    app.look.moving = ""
    app.look.side = ""
    app.look.brush = ""
    app.look.paint = False
    app.look.narrowed = []
    app.look.nation = {}


def title(app: State) -> str:
    """The battle's title, or one made of where it is."""
    if app.battle.scenario.get("title"):
        return str(app.battle.scenario["title"])
    for target in app.targets:
        if app.hexes.get(target, {}).get("name"):
            return str(app.hexes[target]["name"])
    return ""
