"""Changes of the map and of counters, and undoing all that is done to the set-up."""

from __future__ import annotations

import json

import attacks
import battles
import counters
import form
import keeping
import places
import stating
from board import hexgrid
from shapes import Doc, Handlers
from state import State
from values import find, first_key, form_key

PLAIN_UNIT_KEYS = ("id", "side", "type", "nation", "at", "count")


def units_at(app: State, hex: str) -> list[Doc]:
    """The counters set up in a hex."""
    return [unit for unit in app.units if unit.get("at") == hex]


def terrain_at(app: State, hex: str) -> str:
    """The key of the terrain of a hex."""
    return app.hexes.get(hex, {}).get("terrain") or first_key(app.listed("terrains"), "clear")


def _hex(app: State, name: str) -> Doc:
    hexes: dict[str, Doc] = app.battle.scenario["map"]["hexes"]
    if name not in hexes:
        hexes[name] = {}
    return hexes[name]


def _tidy(app: State, name: str) -> None:
    data = _hex(app, name)
    for key in list(data):
        if data[key] in ("", [], None) or (key == "terrain" and data[key] == first_key(app.listed("terrains"))):
            del data[key]
    if not data:
        del app.battle.scenario["map"]["hexes"][name]


def set_terrain(app: State, hex: str, key: str) -> None:
    """Give a hex a terrain."""
    if terrain_at(app, hex) != key:
        battles.changed(app)
        _hex(app, hex)["terrain"] = key
        _tidy(app, hex)


def paint_over(app: State, hex: str) -> None:
    """Give a hex the ground of the selected one."""
    model = app.hexes.get(app.look.selected, {})
    battles.changed(app)
    data = _hex(app, hex)
    data["terrain"] = terrain_at(app, app.look.selected)
    data["features"] = list(model.get("features", []))
    _tidy(app, hex)


def hold_paint(app: State, value: bool) -> None:
    """Say whether taps go on painting with the chosen brush."""
    app.look.paint = value


def toggled(app: State, keys: list[str], key: str, kind: str) -> list[str]:
    """A list of marks with one put on (and those it excludes taken off) or taken off."""
    if key in keys:
        return [other for other in keys if other != key]
    barred = app.entry(kind, key).get("excludes") or []
    kept = [
        other for other in keys if other not in barred and key not in (app.entry(kind, other).get("excludes") or [])
    ]
    kept.append(key)
    return kept


def toggle_feature(app: State, hex: str, key: str) -> None:
    """Put a feature into a hex, or take it out."""
    battles.changed(app)
    data = _hex(app, hex)
    data["features"] = toggled(app, data.get("features", []), key, "features")
    _tidy(app, hex)


def brush_key(app: State) -> str:
    """The hexside feature the brush puts down."""
    return app.look.brush or first_key(app.listed("side_features"))


def choose_brush(app: State, key: str) -> None:
    """Choose what taps paint."""
    app.look.brush = key


def toggle_side(app: State, hex: str, direction: str) -> None:
    """Put the brush's feature on a side of a hex, or take it off."""
    side = hexgrid.hexside(hexgrid.parse(hex), direction)
    battles.changed(app)
    sides = app.battle.scenario["map"]["sides"]
    marks = toggled(app, sides.get(side, []), brush_key(app), "side_features")
    if marks:
        sides[side] = marks
    elif side in sides:
        del sides[side]


def crossed_sides(app: State) -> list[str]:
    """The hexsides between each hex attacked and the hexes where attackers stand."""
    attackers = first_key(app.listed("sides"), "attacker")
    found = []
    for target in app.targets:
        place = hexgrid.parse(target)
        for direction in hexgrid.DIRECTIONS:
            beside = hexgrid.name(hexgrid.neighbour(place, direction))
            if beside in app.targets:
                continue
            if any(unit.get("side") == attackers for unit in units_at(app, beside)):
                found.append(hexgrid.hexside(place, direction))
    return found


def toggle_crossed(app: State) -> None:
    """Put the brush's feature on every side that is attacked across, or take it off all of them."""
    brush = brush_key(app)
    crossed = crossed_sides(app)
    lack = [side for side in crossed if brush not in app.sides.get(side, [])]
    battles.changed(app)
    sides = app.battle.scenario["map"]["sides"]
    for side in lack or crossed:
        marks = toggled(app, sides.get(side, []), brush, "side_features")
        if marks:
            sides[side] = marks
        else:
            del sides[side]


def name_hex(app: State, hex: str, value: str) -> None:
    """Name a hex."""
    battles.changed(app, "hexname " + hex)
    _hex(app, hex)["name"] = str(value)[:60]
    _tidy(app, hex)


def state_hex(app: State, hex: str, key: str, step: str = "", value: object = None) -> None:
    """State a field of a hex, such as its weather: a value, or a step up or down."""
    field = find(app.listed("hex_fields"), key)
    if field:
        now = app.hexes.get(hex, {}).get(key, field["default"])
        value = stating.given(app, ("hexfield", hex, key), step, value, field, now)
        if value is None:
            return
        battles.changed(app, "hex " + hex + " " + key)
        stating.state_field(_hex(app, hex), field, field["default"], value)
        _tidy(app, hex)


def toggle_target(app: State, hex: str, value: bool = True) -> None:
    """Make a hex a target, or no longer one; the last target stays."""
    targets = list(app.targets)
    if hex in targets:
        if len(targets) == 1:
            return
        targets.remove(hex)
    else:
        targets.append(hex)
    battles.changed(app)
    if form.by_attacks(app):
        attacks.renamed(app, targets)
    else:
        _aim_anew(app, app.targets, targets)
        form.name_hexes(app, targets)


def _aim_anew(app: State, before: list[str], targets: list[str]) -> None:
    """Have counters aim at the hexes that they aimed at, which have other numbers now; at any where theirs is gone."""
    key = ((app.schema or {}).get("attackers") or {}).get("aim")
    for unit in app.units:
        number = unit.get(key, 0) if key else 0
        if 0 < number <= len(before):
            hex = before[number - 1]
            stating.state_field(unit, {"key": key}, 0, targets.index(hex) + 1 if hex in targets else 0)


def clear_hex(app: State, hex: str) -> None:
    """Empty a hex: its units, terrain and features."""
    battles.changed(app)
    app.battle.scenario["units"] = [unit for unit in app.units if unit.get("at") != hex]
    if hex in app.hexes:
        del app.battle.scenario["map"]["hexes"][hex]
    attacks.tidy(app)
    app.look.unit = ""


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
    "terrain": set_terrain,
    "paint": hold_paint,
    "paintover": paint_over,
    "feature": toggle_feature,
    "brush": choose_brush,
    "sidemark": toggle_side,
    "crossed": toggle_crossed,
    "hexname": name_hex,
    "hexfield": state_hex,
    "target": toggle_target,
    "clearhex": clear_hex,
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
