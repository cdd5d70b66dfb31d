"""Undoing what is done to the set-up, step by step, into another battle too."""

from __future__ import annotations

import json

import battles
import keeping
import places
from shapes import Doc, Handlers
from state import State
from values import form_key


def undo(app: State) -> None:
    """Undo the last change of the setup."""
    if app.battle.past:
        _go(app, app.battle.past, app.battle.future)


def redo(app: State) -> None:
    """Make a change of the setup again that was undone."""
    if app.battle.future:
        _go(app, app.battle.future, app.battle.past)


def _go(app: State, steps: list[str], back: list[str]) -> None:
    """Take a step of the set-up, perhaps into another battle, so that it can be taken back."""
    before, found = app.battle.scenario, _sound(app, steps)
    if not found:
        return
    of, fight, heads = found.pop("of", None), found.pop("fight", None), found.pop("heads", {})
    back.append(battles.set_down(app, bool(of)))
    app.battle.heads = keeping.found_heads(heads)
    app.battle.scenario = found
    if of:
        app.battle.id, app.battle.notes = of
        app.battle.dirty = bool(app.battle.id)
        battles.come(app, before)
    app.battle.actions = []
    app.battle.undone, app.battle.steps_back, app.battle.mail = fight or ([], 0, None)
    app.look.mistyped = {}
    app.battle.tag = ""
    app.look.moving = ""
    if app.look.unit and not places.unit_of(app, app.look.unit):
        app.look.unit = ""
    battles.touch(app)


def _sound(app: State, steps: list[str]) -> Doc:
    """The last step that is one, which is taken from the list with those after it; empty where there is none.

    A device may have kept them damaged.
    """
    while steps:
        try:
            found: Doc = json.loads(steps.pop())
            keeping.check(found)
            if _comes_from(found) and form_key(found) in app.schemas:
                return found
        except (KeyError, TypeError, AttributeError, ValueError):
            pass
    return {}


def _comes_from(step: Doc) -> bool:
    """Whether what a step says besides its set-up is what ``battles.set_down`` says of a battle and its fight."""
    texts, fight = list(step.get("of") or ["", ""]), step.get("fight") or [[], 0, None]
    if len(texts) != 2 or len(fight) != 3 or not isinstance(fight[0], list) or not isinstance(fight[1], int):
        return False
    texts += fight[0]
    return isinstance(fight[2] or {}, dict) and not [text for text in texts if not isinstance(text, str)]


CHANGES: Handlers = {
    "undo": undo,
    "redo": redo,
}
