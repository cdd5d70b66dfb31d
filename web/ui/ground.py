"""Changes of the map: terrain, features, hexsides, names, and which hexes are attacked."""

from __future__ import annotations

import attacks
import battles
import counters
import form
import stating
from board import hexgrid
from shapes import Doc, Handlers
from state import State
from values import find, first_key


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
            if any(unit.get("side") == attackers for unit in counters.units_at(app, beside)):
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


CHANGES: Handlers = {
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
}
