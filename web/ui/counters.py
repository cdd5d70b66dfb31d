"""Counters: their fields, what they have in them, the palette's, and how they join."""

from __future__ import annotations

import json
from typing import Any

import form
from board import alt_text, svg
from shapes import Doc
from state import State
from values import find, first_key, form_key

MOST_COUNTERS = 99
MOST_LATELY = 4
PUT: dict[str, str] = {}  # where counters were put down last, by the form's key
LONGEST = 20000  # characters of a battle that is looked through for its counters


def units_at(app: State, hex: str) -> list[Doc]:
    """The counters set up in a hex."""
    return [unit for unit in app.units if unit.get("at") == hex]


def unit_fields(app: State, unit: Doc) -> list[Doc]:
    """The fields a counter of its type has, in the schema's order for the type."""
    found = []
    for key in app.entry("types", unit.get("type")).get("fields", []):
        field = find(app.listed("unit_fields"), key)
        if field and form.applies(app, field, unit):
            found.append(field)
    return found


def amount_field(app: State, unit: Doc) -> Doc | None:
    """The field that says how much a counter stands for, such as its air factors; None where they are counted."""
    key = app.entry("types", unit.get("type")).get("amount")
    return find(app.listed("unit_fields"), key) if key else None


def unit_default(app: State, unit: Doc, field: Doc) -> Any:
    """What a counter has in a field that the document leaves out."""
    kind = app.entry("types", unit.get("type"))
    leader = kind.get("follows", {}).get(field["key"])
    if leader in unit:
        return unit[leader]
    return kind.get("defaults", {}).get(field["key"], field["default"])


def unit_value(app: State, unit: Doc, field: Doc) -> Any:
    """What a counter has in a field."""
    return unit.get(field["key"], unit_default(app, unit, field))


def _relevant(app: State, kind: str, id: object) -> list[str] | None:
    """The keys of the fields that matter of a counter or a hex; None where the engine has not said it yet."""
    for row in app.answers.relevant.get(kind) or []:
        if id in row["of"]:
            return list(row["fields"])
    return None


def shown_unit_fields(app: State, unit: Doc) -> tuple[list[Doc], list[Doc]]:
    """The fields of a counter as (shown at once, under "more")."""
    fields = unit_fields(app, unit)
    named = _relevant(app, "units", unit.get("id"))
    if named is None:
        named = [field["key"] for field in fields if field["kind"] == "int"][:1]
    changed = [field["key"] for field in fields if field["key"] in unit]
    shown = [field for field in fields if field["key"] in named or field["key"] in changed]
    return shown, [field for field in fields if field not in shown]


def hex_fields(app: State, hex: str) -> tuple[list[Doc], list[Doc]]:
    """The fields of a hex as (shown at once, under "more")."""
    named = _relevant(app, "hexes", hex) or []
    stated = app.hexes.get(hex, {})
    fields = [field for field in app.listed("hex_fields") if form.applies(app, field, stated)]
    shown = [field for field in fields if field["key"] in named or field["key"] in stated]
    return shown, [field for field in fields if field not in shown]


def side_at(app: State, hex: str) -> str:
    """Whose counters the palette puts into a hex."""
    if app.look.side:
        return app.look.side
    sides = app.listed("sides")
    if hex in app.targets:
        return str(sides[-1]["key"]) if sides else "defender"
    return first_key(sides, "attacker")


def nation_for(app: State, side: str) -> str:
    """The nation whose counters the palette shows for a side."""
    if app.look.nation.get(side):
        return app.look.nation[side]
    for unit in reversed(app.units):
        if unit.get("side") == side and unit.get("nation"):
            return str(unit["nation"])
    others = [unit.get("nation") for unit in app.units if unit.get("side") != side]
    nations = app.listed("nations")
    return first_key([nation for nation in nations if nation["key"] not in others] or nations)


def palette(app: State, side: str) -> list[tuple[int, Doc, str]]:
    """The ready counters of a side's nation, as (index in the schema's palette, unit, title)."""
    nation = nation_for(app, side)
    found = []
    for index, item in enumerate(app.listed("palette")):
        unit = item["unit"]
        allowed = app.entry("types", unit.get("type")).get("sides") or [side]
        if unit.get("nation", nation) == nation and side in allowed:
            found.append((index, dict(unit, nation=nation, side=side), item["title"]))
    return found


def offered(app: State, side: str, hex: str) -> list[tuple[int, Doc, str]]:
    """The ready counters that a hex is offered: those used lately first, of whatever nation, then a nation's."""
    place = form_key(app.battle.scenario) + " " + hex
    if app.look.lately[0] != place:  # while players tap there, each stays where it is
        app.look.lately = (place, list(_used(app)))
    found = []
    items = app.listed("palette")
    for index in app.look.lately[1]:
        unit = items[index]["unit"]
        if unit.get("nation") and side in (app.entry("types", unit.get("type")).get("sides") or [side]):
            found.append((index, dict(unit, side=side), items[index]["title"]))
    first = [entry[0] for entry in found]
    return found + [entry for entry in palette(app, side) if entry[0] not in first]


def note_use(app: State, index: int) -> None:
    """Note that a counter of the palette was used."""
    used = [index] + [other for other in _used(app) if other != index]
    app.look.used[form_key(app.battle.scenario)] = used[:MOST_LATELY]


def again(app: State, hex: str) -> list[Doc]:
    """What was put down last, to be put into another hex too where no enemy is: that side's counters of that hex."""
    last = PUT.get(form_key(app.battle.scenario), "")
    here = [unit for unit in app.units if unit.get("at") == last] if last != hex else []
    if not here:
        return []
    side = here[-1].get("side")
    enemy = hex in app.targets and side == first_key(app.listed("sides"))
    if enemy or any(unit.get("at") == hex and unit.get("side") != side for unit in app.units):
        return []
    return [unit for unit in here if unit.get("side") == side]


def _used(app: State) -> list[int]:
    """What the palette gave lately, by its index; at first, what the last battles of the game are made of."""
    key = form_key(app.battle.scenario)
    if key not in app.look.used:
        used: list[int] = []
        last = [app.battle.scenario] + [json.loads(text) for text in app.battle.past[-1:] if len(text) < LONGEST]
        for scenario in last + [(entry.get("state") or {}).get("scenario") or {} for entry in app.device.saved[:2]]:
            if scenario and form_key(scenario) == key:
                for unit in scenario.get("units") or []:
                    index = _entry_of(app, unit)
                    if index is not None and index not in used:
                        used.append(index)
        app.look.used[key] = used[:MOST_LATELY]
    return app.look.used[key]


def _entry_of(app: State, unit: Doc) -> int | None:
    """The entry of the palette that a counter is like, by its index."""
    alike = []  # of its type and nation; what any of them states tells them apart
    for index, item in enumerate(app.listed("palette")):
        if all(item["unit"].get(key) == unit.get(key) for key in ("type", "nation")):
            alike.append((index, item["unit"]))
    stated = {key: True for _, other in alike for key in other}
    fields = [field for field in unit_fields(app, unit) if field["key"] in stated]
    for index, other in alike:
        if all(unit_value(app, unit, field) == unit_value(app, other, field) for field in fields):
            return index
    return None


def joined(app: State, one: Doc, other: Doc) -> bool:
    """Let a counter take in another that differs from it in number only; False where that cannot be."""
    amount = amount_field(app, one)
    number = amount["key"] if amount else "count"
    keys = {key: True for key in list(one) + list(other) if key not in ("id", number)}
    fields = {field["key"]: field for field in unit_fields(app, one)}
    for key in keys:
        usual = unit_default(app, one, fields[key]) if key in fields else None  # which a document may leave out
        if one.get(key, usual) != other.get(key, usual):
            return False
    if amount:
        total = unit_value(app, one, amount) + unit_value(app, other, amount)
    else:
        total = one.get("count", 1) + other.get("count", 1)
    if total > (amount["high"] if amount else MOST_COUNTERS):
        return False
    one[number] = total
    return True


def can_split(app: State, unit: Doc) -> bool:
    """Whether a counter stands for more than one, or for an amount that can be divided."""
    amount = amount_field(app, unit)
    if unit.get("count", 1) > 1:
        return True
    return amount is not None and bool(unit_value(app, unit, amount) > max(1, amount["low"]))


def counter_svg(app: State, unit: Doc) -> str:
    """One counter as a small picture; it leans on ``sprite``."""
    usual = app.entry("types", unit.get("type")).get("defaults") or {}
    counter = svg.counter_of(app.schema or {}, usual | unit | {"at": "", "count": 1}, {})
    counter["x"] = counter["y"] = 0
    counter["size"] = 1
    shape = svg.counter_shape(counter, svg.Pen({"id_prefix": "k-"}))
    return '<svg class="counter" viewBox="-56 -56 112 112" aria-hidden="true">' + shape + "</svg>"


def unit_words(app: State, unit: Doc) -> str:
    """A counter in words, such as "German infantry 3-3"."""
    usual = app.entry("types", unit.get("type")).get("defaults") or {}
    return alt_text.unit_words(svg.counter_of(app.schema or {}, usual | unit | {"at": "", "count": 1}, {}))


def list_words(app: State, units: list[Doc]) -> str:
    """Counters in words, those alike once, with how many there are: "2 × German infantry 3-3, German armor 4-6"."""
    order: list[str] = []  # in which they stand: MicroPython's dicts keep none
    counts: dict[str, int] = {}
    for unit in units:
        words = unit_words(app, unit)
        if words not in counts:
            order.append(words)
        counts[words] = counts.get(words, 0) + unit.get("count", 1)
    return ", ".join([words if counts[words] == 1 else str(counts[words]) + " × " + words for words in order])
