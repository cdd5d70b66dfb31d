"""Setting up: conditions and readings, and what controls give for fields."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import battles
from shapes import Doc, Handlers
from state import State
from texts import t
from values import find

WHY: dict[tuple[str, str, str], Callable[[], str]] = {}  # by the control: what says, in any language, what is wrong


def whole(value: object) -> int | None:
    """The whole number that was typed; None for anything else: 2.5 is not 25, and 3x is not 3."""
    text = str(value).strip().replace("−", "-")
    digits = text[1:] if text[:1] in ("-", "+") else text
    if not digits or len(digits) > 15 or [letter for letter in digits if letter not in "0123456789"]:
        return None
    return int(text)


def typed(app: State, control: tuple[str, str, str], value: object, low: int, high: int) -> int | None:
    """The number typed into a control; None, once what is wrong with it is noted for it, when it is not taken."""
    number = whole(value)
    if number is not None and low <= number <= high:
        _forgive(app, control)
        return number
    if number is None:
        mistype(app, control, str(value)[:40], lambda: t("number.whole", low=low, high=high))
    else:
        mistype(app, control, str(value)[:40], lambda: t("number.range", low=low, high=high))
    return None


def mistype(app: State, control: tuple[str, str, str], typed: str, why: Callable[[], str]) -> None:
    """Note what was typed into a control and is not taken, and what says why."""
    app.look.mistyped[control] = (typed, why())
    WHY[control] = why


def say_anew(app: State) -> None:
    """Say why what was mistyped is not taken in the language that is in force now."""
    for control in app.look.mistyped:
        app.look.mistyped[control] = (app.look.mistyped[control][0], WHY[control]())


def stepped(app: State, control: tuple[str, str, str], number: int, low: int, high: int) -> int:
    """A number after a step up or down, which stays within its limits."""
    _forgive(app, control)
    return max(low, min(high, number))


def forgive(app: State, name: str, a: str = "") -> None:
    """Forget what was mistyped into controls of a name, or into those of something that is gone or numbered anew."""
    for control in list(app.look.mistyped):
        if control[0] == name or (a and control[1] == a):
            del app.look.mistyped[control]


def _forgive(app: State, control: tuple[str, str, str]) -> None:
    if control in app.look.mistyped:
        del app.look.mistyped[control]


def state_field(document: Doc, field: Doc, default: object, value: object) -> None:
    """State a field in a document, or leave it out when it is as usual."""
    if value == default:
        if field["key"] in document:
            del document[field["key"]]
    else:
        document[field["key"]] = value


def given(app: State, control: tuple[str, str, str], step: str, value: object, field: Doc, now: Any) -> Any:
    """What a control gives for a field, ``step`` being one up or down from what it has; None when that is not taken."""
    if field["kind"] == "flag":
        return bool(value)
    if field["kind"] != "int":
        return str(value)
    low, high = field.get("low", 0), field.get("high", 99)
    return stepped(app, control, now + int(step), low, high) if step else typed(app, control, value, low, high)


def state_condition(app: State, key: str, of: str = "", step: str = "", value: object = None) -> None:
    """State a condition, which is a condition of nothing else: ``of`` is empty."""
    _state(app, "conditions", key, step, value)


def state_reading(app: State, key: str, of: str = "", step: str = "", value: object = None) -> None:
    """State how a rule is read; ``of`` is empty."""
    _state(app, "readings", key, step, value)


def _state(app: State, kind: str, key: str, step: str, value: object) -> None:
    field = find(app.listed(kind), key)
    if field:
        stated = app.battle.scenario.get(kind) or {}
        now = stated.get(key, field["default"])
        value = given(app, (kind[:-1], key, ""), step, value, field, now)
        if value is None:
            return
        battles.changed(app, kind + " " + key)
        app.battle.scenario[kind] = stated
        state_field(stated, field, field["default"], value)


CHANGES: Handlers = {"condition": state_condition, "reading": state_reading}
