"""Setting up: which battle, edition and procedure, and conditions."""

from __future__ import annotations

from typing import Any

import battles
import chartpack
import form
from shapes import Doc, Handlers
from state import State
from texts import t
from values import find, form_key, whole


def choose_edition(app: State, key: str) -> None:
    """Choose the edition of the rules."""
    if key != app.edition:
        battles.changed(app)
        app.battle.scenario["edition"] = key


def choose_procedure(app: State, value: str) -> None:
    """Choose the procedure, such as an attack or a landing."""
    battles.changed(app)
    hexes = app.targets
    app.battle.scenario["procedure"] = value
    app.battle.objective = ""
    form.name_hexes(app, hexes)


def typed(app: State, control: tuple[str, str, str], value: object, low: int, high: int, now: int) -> int | None:
    """The number typed into a control; None, once what is wrong with it is noted for it, when it is not taken."""
    number = whole(value)
    if number is not None and low <= number <= high:
        _forgive(app, control)
        return number
    said = t("number.range", low=low, high=high) if number is not None else t("number.whole", low=low, high=high)
    app.look.mistyped[control] = (str(value)[:40], said + " " + t("number.stays", n=now))
    return None


def stepped(app: State, control: tuple[str, str, str], number: int, low: int, high: int) -> int:
    """A number after a step up or down, which stays within its limits."""
    _forgive(app, control)
    return max(low, min(high, number))


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
    return stepped(app, control, now + int(step), low, high) if step else typed(app, control, value, low, high, now)


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


def new(app: State, ruleset: str = "") -> None:
    """Begin another battle of the game, or of another one."""
    game = ruleset or app.battle.scenario.get("ruleset", "")
    scenario = {"ruleset": game, "edition": app.edition if not ruleset else ""}
    if not ruleset and "game" in app.battle.scenario:
        scenario["game"] = app.battle.scenario["game"]
    pack = (chartpack.pack(app) if not ruleset else None) or chartpack.default(app, game)
    if pack:  # the players' own charts go with them to the next battle
        scenario["pack"] = pack
    heads = app.battle.heads
    battles.load(app, scenario)
    app.battle.heads = heads if pack else {}
    app.look.tool = "counters"


def play_game(app: State, key: str) -> None:
    """Choose another game, by the key of its form, with its first example."""
    if key != form_key(app.battle.scenario):
        schema = app.schemas[key]
        mine = {"ruleset": schema["ruleset"]["key"]}
        if schema["ruleset"]["key"] != key:
            mine["game"] = key
        battles.load(app, schema["examples"][0]["scenario"] if schema["examples"] else mine)


def load_example(app: State, key: str) -> None:
    """Set up an example of the game."""
    entry = find(app.listed("examples"), key)
    if entry:
        battles.load(app, dict(entry["scenario"], title=entry["scenario"].get("title") or entry["title"]))


CHANGES: Handlers = {
    "new": new,
    "ruleset": play_game,
    "example": load_example,
    "edition": choose_edition,
    "procedure": choose_procedure,
    "condition": state_condition,
    "reading": state_reading,
}
