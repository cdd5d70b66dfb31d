"""Changes of counters: putting them down, moving them, and what is said of them."""

from __future__ import annotations

import attacks
import battles
import counters
import places
import stating
from shapes import Doc, Handlers
from state import State
from values import find, form_key

PLAIN_UNIT_KEYS = ("id", "side", "type", "nation", "at", "count")


def add(app: State, index: str, hex: str, side: str = "") -> None:
    """Add the palette's counter ``index`` to hex ``hex`` for side ``side``; like counters become one entry."""
    palette = app.listed("palette")
    unit = dict(palette[int(index)]["unit"])
    side = side or counters.side_at(app, hex)
    unit["nation"] = unit.get("nation") or counters.nation_for(app, side)
    unit["side"] = side
    unit["at"] = hex
    counters.note_use(app, int(index))
    battles.changed(app)
    place(app, unit)


def counter_id(app: State) -> str:
    """An id that no counter has; what was mistyped of one that had it and is gone is forgotten."""
    id = battles.free_id({other.get("id"): True for other in app.units})
    stating.forgive(app, "", id)
    return id


def place(app: State, unit: Doc) -> None:
    """Put a counter without an id on the board; like counters become one entry."""
    counters.PUT[form_key(app.battle.scenario)] = unit["at"]
    for other in app.units:
        if counters.joined(app, other, unit):
            return
    unit["id"] = counter_id(app)
    app.battle.scenario["units"].append(unit)
    attacks.enlist(app, unit)


def same_again(app: State, hex: str) -> None:
    """Put what was put down last into another hex too."""
    found = counters.again(app, hex)
    if found:
        battles.changed(app)
        for unit in found:
            place(app, {key: value for key, value in dict(unit, at=hex).items() if key != "id"})


def copy(app: State, id: str) -> None:
    """Put a second unit beside a unit, alike in everything."""
    unit = places.unit_of(app, id)
    if unit:
        battles.changed(app)
        new = dict(unit, id=counter_id(app))
        units = app.battle.scenario["units"]
        units.insert(units.index(unit) + 1, new)
        attacks.enlist(app, new, unit)
        app.look.unit = new["id"]


def remove(app: State, id: str) -> None:
    """Take a unit off the board."""
    unit = places.unit_of(app, id)
    if unit:
        battles.changed(app)
        app.battle.scenario["units"].remove(unit)
        attacks.tidy(app)
        app.look.unit = ""


def put_down(app: State, id: str, hex: str) -> None:
    """Put counter ``id``, which is being moved, down in a hex, and go on there."""
    drop(app, id, hex)
    app.look.moving = ""
    app.look.selected = hex
    app.look.cursor = hex


def move_to(app: State, id: str, value: str) -> None:
    """Put counter ``id`` down in the hex that was chosen from the list."""
    put_down(app, id, value)


def drop(app: State, id: str, hex: str = "") -> None:
    """Put counter ``id`` down in hex ``hex``; where like counters stand there, it joins them."""
    unit = places.unit_of(app, id)
    if not unit or not hex or unit.get("at") == hex:
        return
    battles.changed(app)
    unit["at"] = hex
    for other in app.units:
        if other is not unit and counters.joined(app, other, unit):
            app.battle.scenario["units"].remove(unit)
            attacks.tidy(app)
            if app.look.unit == id:
                app.look.unit = other["id"]
            return


def split(app: State, id: str) -> None:
    """Take one off a stack, or off an amount, as a counter of its own."""
    unit = places.unit_of(app, id)
    if not unit or not counters.can_split(app, unit):
        return
    battles.changed(app)
    new = dict(unit, id=counter_id(app))
    if unit.get("count", 1) > 1:
        unit["count"] = unit["count"] - 1
        new["count"] = 1
    else:
        amount = counters.amount_field(app, unit) or {}
        new[amount["key"]] = max(1, amount["low"])
        unit[amount["key"]] = counters.unit_value(app, unit, amount) - new[amount["key"]]
    units = app.battle.scenario["units"]
    units.insert(units.index(unit) + 1, new)
    attacks.tidy(app)
    attacks.enlist(app, new, unit)
    app.look.unit = new["id"]


def set_count(app: State, id: str, step: str = "", value: object = None) -> None:
    """Set how many counters a unit is: a number, or a step up or down; 0 removes it."""
    unit = places.unit_of(app, id)
    if not unit:
        return
    now = unit.get("count", 1)
    count: int | None
    if step:
        count = stating.stepped(app, ("count", id, ""), now + int(step), 0, counters.MOST_COUNTERS)
    else:
        count = stating.typed(app, ("count", id, ""), value, 0, counters.MOST_COUNTERS)
    if count is None or count == now:
        return
    if count == 0:
        remove(app, id)
        return
    battles.changed(app, "count " + id)
    unit["count"] = count
    attacks.tidy(app)


def set_type(app: State, id: str, value: str) -> None:
    """Give a unit another type; fields that the type does not have go."""
    unit = places.unit_of(app, id)
    if unit and value != unit.get("type"):
        battles.changed(app)
        unit["type"] = value
        fields = app.entry("types", value).get("fields", [])
        for key in list(unit):
            if key not in PLAIN_UNIT_KEYS and key not in fields:
                del unit[key]


def set_nation(app: State, id: str, value: str) -> None:
    """Give a unit another nation."""
    unit = places.unit_of(app, id)
    if unit:
        battles.changed(app)
        unit["nation"] = value


def set_side(app: State, id: str, value: str) -> None:
    """Put a unit on the other side."""
    unit = places.unit_of(app, id)
    if unit and unit.get("side") != value:
        battles.changed(app)
        unit["side"] = value
        attacks.tidy(app)


def state_unit(app: State, id: str, key: str, step: str = "", value: object = None) -> None:
    """State field ``key`` of counter ``id``; ``step`` is a step up or down from what it has."""
    unit = places.unit_of(app, id)
    field = find(app.listed("unit_fields"), key)
    if unit and field:
        value = stating.given(app, ("unitfield", id, key), step, value, field, counters.unit_value(app, unit, field))
        if value is None:
            return
        battles.changed(app, "unit " + id + " " + key)
        # a value as usual is stated all the same when the palette did so, which costs nothing
        stating.state_field(unit, field, counters.unit_default(app, unit, field), value)
        attacks.tidy(app)


CHANGES: Handlers = {
    "add": add,
    "sameagain": same_again,
    "copy": copy,
    "remove": remove,
    "put": put_down,
    "moveto": move_to,
    "drop": drop,
    "split": split,
    "count": set_count,
    "unittype": set_type,
    "unitnation": set_nation,
    "unitside": set_side,
    "unitfield": state_unit,
}
