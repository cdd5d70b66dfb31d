"""Losses that are named together, in any order."""

from __future__ import annotations

from collections.abc import Callable

import answers
import battles
from shapes import Doc, Handlers
from state import State


def offered(app: State) -> Doc | None:
    """What the engine says of the losses being named; None where none are."""
    found = app.node.get("losses") if app.node else None
    judged = app.answers.judged
    return judged[1] if found and judged and judged[0] == app.battle.revision else found


def picks(app: State) -> list[str]:
    """Ids of what is named, one for each that is lost."""
    if app.answers.picking[0] == app.battle.revision:
        return app.answers.picking[1]
    now = offered(app)
    found = []
    for item in now["items"] if now else []:
        found += [item["id"]] * item["chosen"]
    return found


def named(app: State) -> dict[str, int]:
    """How often each thing is named, by id."""
    counts: dict[str, int] = {}
    for id in picks(app):
        counts[id] = counts.get(id, 0) + 1
    return counts


def judged_now(app: State) -> bool:
    """Whether the engine has judged just what is named."""
    found = offered(app)
    counts = {item["id"]: item["chosen"] for item in found["items"] if item["chosen"]} if found else {}
    return app.current and counts == named(app)


def request(app: State) -> Doc:
    """Ask for the judgement on what is named."""
    return answers.request(app, "losses", picks=picks(app))


def pick(app: State, id: str, step: str = "1") -> None:
    """Name one more of ``id``, or one fewer; what may not be named says why."""
    found = offered(app)
    item = [one for one in found["items"] if one["id"] == id] if found and app.current else []
    if not item:
        return
    app.look.say()
    chosen = list(picks(app))
    if step == "-1":
        if id in chosen:
            chosen.remove(id)
    elif item[0]["reason"] and judged_now(app):
        app.look.say(item[0]["label"] + ": " + item[0]["reason"])
        app.look.cited = (app.look.notice, item[0]["why"])
    else:
        chosen.append(id)
    app.answers.picking = (app.battle.revision, chosen)


def pick_best(app: State) -> None:
    """Name what is best to lose."""
    if offered(app) and app.answers.best and app.answers.best_of == app.battle.revision:
        app.answers.picking = (app.battle.revision, list(app.answers.best["set"]))


def lose(app: State) -> None:
    """Lose what is named: one step of the fight."""
    found = offered(app)
    if found and found["settled"] and judged_now(app):
        app.battle.actions = app.battle.actions[: found["from"]] + found["actions"]
        app.battle.dirty = True
        app.battle.undone = []
        battles.step(app)


CHANGES: Handlers = {"pick": pick, "pickbest": pick_best, "lose": lose}


def fair(total: int, random32: Callable[[], int]) -> int:
    """A fair whole number below ``total`` from 32-bit random numbers, by rejection."""
    limit = 4294967296 - 4294967296 % total
    while True:
        number = random32()
        if number < limit:
            return number % total


def pick_face(faces: list[Doc], draw: Callable[[int], int]) -> str:
    """A face by weight. ``draw(n)`` gives a fair whole number below n."""
    total = sum([face["weight"] for face in faces])
    number = draw(total)
    for face in faces:
        number -= face["weight"]
        if number < 0:
            return str(face["id"])
    return str(faces[-1]["id"])
