"""What players do to the set-up: the map, counters, circumstances, and undoing all of it."""

import json

from board import hexgrid
from state import State
from texts import t
from values import find, first_key, whole

PLAIN_UNIT_KEYS = ("id", "side", "type", "nation", "at", "count")
MOST_COUNTERS = 99


class Editing(State):
    """Changes of the scenario, by name: each takes three arguments and a value, as the page's controls give them."""

    def __init__(self, rulesets=None, schemas=None):
        State.__init__(self, rulesets, schemas)
        self.mistyped = {}  # what was typed and not taken, by the control: (text, why)

    def load(self, scenario, actions=None, screen=None):
        """Put another battle on the table."""
        self.mistyped = {}
        State.load(self, scenario, actions, screen)

    def do_edition(self, a, b, c, value):
        if a != self.edition:
            self.changed()
            self.scenario["edition"] = a

    def do_procedure(self, a, b, c, value):
        self.changed()
        self.scenario["procedure"] = value or a

    def do_title(self, a, b, c, value):
        self.past.append(json.dumps(self.scenario)) if self.tag != "title" else None
        self.tag = "title"
        self.scenario["title"] = str(value)[:120]

    # numbers

    def typed(self, name, a, b, value, low, high, now):
        """The number typed into a control; None, once what is wrong with it is noted for it, when it is not taken."""
        number = whole(value)
        key = (name, a, b)
        if number is not None and low <= number <= high:
            if key in self.mistyped:
                del self.mistyped[key]
            return number
        said = t("number.range", low=low, high=high) if number is not None else t("number.whole", low=low, high=high)
        self.mistyped[key] = (str(value)[:40], said + " " + t("number.stays", n=now))
        return None

    def _stepped(self, name, a, b, number, low, high):
        """A number after a step up or down, which stays within its limits."""
        if (name, a, b) in self.mistyped:
            del self.mistyped[(name, a, b)]
        return max(low, min(high, number))

    def do_undo(self, a, b, c, value):
        if self.past:
            self.future.append(json.dumps(self.scenario))
            self._restore(self.past.pop())

    def do_redo(self, a, b, c, value):
        if self.future:
            self.past.append(json.dumps(self.scenario))
            self._restore(self.future.pop())

    def _restore(self, text):
        self.scenario = json.loads(text)
        self.actions = []
        self.undone = []
        self.mistyped = {}
        self.tag = ""
        self.moving = ""
        if self.unit and not self.unit_of(self.unit):
            self.unit = ""
        self.touch()

    # the map

    def _hex(self, name):
        hexes = self.scenario["map"]["hexes"]
        if name not in hexes:
            hexes[name] = {}
        return hexes[name]

    def _tidy(self, name):
        data = self._hex(name)
        for key in list(data):
            if data[key] in ("", [], None) or (key == "terrain" and data[key] == first_key(self.listed("terrains"))):
                del data[key]
        if not data:
            del self.scenario["map"]["hexes"][name]

    def do_terrain(self, a, b, c, value):
        if self.terrain_at(a) != b:
            self.changed()
            self._hex(a)["terrain"] = b
            self._tidy(a)

    def _paint(self, name):
        model = self.hexes.get(self.selected, {})
        self.changed()
        data = self._hex(name)
        data["terrain"] = self.terrain_at(self.selected)
        data["features"] = list(model.get("features", []))
        self._tidy(name)

    def do_paint(self, a, b, c, value):
        self.paint = bool(value) if value is not None else not self.paint

    def _toggle(self, keys, key, kind):
        """A list of marks with one put on (and those it excludes taken off) or taken off."""
        if key in keys:
            return [other for other in keys if other != key]
        barred = self.entry(kind, key).get("excludes") or []
        kept = [
            other
            for other in keys
            if other not in barred and key not in (self.entry(kind, other).get("excludes") or [])
        ]
        kept.append(key)
        return kept

    def do_feature(self, a, b, c, value):
        self.changed()
        data = self._hex(a)
        data["features"] = self._toggle(data.get("features", []), b, "features")
        self._tidy(a)

    def brush_key(self):
        """The hexside feature the brush puts down."""
        return self.brush or first_key(self.listed("side_features"))

    def do_brush(self, a, b, c, value):
        self.brush = a

    def do_sidemark(self, a, b, c, value):
        """Put the brush's feature on a side of a hex, or take it off."""
        side = hexgrid.hexside(hexgrid.parse(a), b)
        self.changed()
        sides = self.scenario["map"]["sides"]
        marks = self._toggle(sides.get(side, []), self.brush_key(), "side_features")
        if marks:
            sides[side] = marks
        elif side in sides:
            del sides[side]

    def crossed_sides(self):
        """The hexsides between each hex attacked and the hexes where attackers stand."""
        attackers = first_key(self.listed("sides"), "attacker")
        found = []
        for target in self.targets:
            place = hexgrid.parse(target)
            for direction in hexgrid.DIRECTIONS:
                beside = hexgrid.name(hexgrid.neighbour(place, direction))
                if beside in self.targets:
                    continue
                if any(unit.get("side") == attackers for unit in self.units_at(beside)):
                    found.append(hexgrid.hexside(place, direction))
        return found

    def do_crossed(self, a, b, c, value):
        """Put the brush's feature on every side that is attacked across, or take it off all of them."""
        brush = self.brush_key()
        crossed = self.crossed_sides()
        lack = [side for side in crossed if brush not in self.sides.get(side, [])]
        self.changed()
        sides = self.scenario["map"]["sides"]
        for side in lack or crossed:
            marks = self._toggle(sides.get(side, []), brush, "side_features")
            if marks:
                sides[side] = marks
            else:
                del sides[side]

    def do_hexname(self, a, b, c, value):
        self.changed("hexname " + a)
        self._hex(a)["name"] = str(value)[:60]
        self._tidy(a)

    def do_hexfield(self, a, b, c, value):
        field = find(self.listed("hex_fields"), b)
        if field:
            now = self.hexes.get(a, {}).get(b, field["default"])
            value = self._given("hexfield", a, b, c, value, field, now)
            if value is None:
                return
            self.changed("hex " + a + " " + b)
            self._state(self._hex(a), field, field["default"], value)
            self._tidy(a)

    def do_target(self, a, b, c, value):
        targets = list(self.targets)
        if a in targets:
            if len(targets) == 1:
                return
            targets.remove(a)
        else:
            targets.append(a)
        self.changed()
        self.scenario["targets"] = targets

    def do_clearhex(self, a, b, c, value):
        self.changed()
        self.scenario["units"] = [unit for unit in self.units if unit.get("at") != a]
        if a in self.hexes:
            del self.scenario["map"]["hexes"][a]
        self.unit = ""

    # counters

    def do_add(self, a, b, c, value):
        """Add the palette's counter ``a`` to hex ``b`` for side ``c``; like counters become one entry."""
        palette = self.listed("palette")
        unit = dict(palette[int(a)]["unit"])
        side = c or self.side_at(b)
        unit["nation"] = unit.get("nation") or self.nation_for(side)
        unit["side"] = side
        unit["at"] = b
        self.changed()
        for other in self.units:
            if self._joined(other, unit):
                return
        unit["id"] = self._free_id({other.get("id"): True for other in self.units})
        self.scenario["units"].append(unit)

    def _joined(self, one, other):
        """Let a counter take in another that differs from it in number only; False where that cannot be."""
        amount = self.amount_field(one)
        number = amount["key"] if amount else "count"
        keys = {key: True for key in list(one) + list(other) if key not in ("id", number)}
        if not all(one.get(key) == other.get(key) for key in keys):
            return False
        if amount:
            total = self.unit_value(one, amount) + self.unit_value(other, amount)
        else:
            total = one.get("count", 1) + other.get("count", 1)
        if total > (amount["high"] if amount else MOST_COUNTERS):
            return False
        one[number] = total
        return True

    def do_copy(self, a, b, c, value):
        unit = self.unit_of(a)
        if unit:
            self.changed()
            new = dict(unit, id=self._free_id({other.get("id"): True for other in self.units}))
            units = self.scenario["units"]
            units.insert(units.index(unit) + 1, new)
            self.unit = new["id"]

    def do_remove(self, a, b, c, value):
        unit = self.unit_of(a)
        if unit:
            self.changed()
            self.scenario["units"].remove(unit)
            self.unit = ""

    def do_move(self, a, b, c, value):
        self.moving = "" if self.moving == a else a

    def do_moveto(self, a, b, c, value):
        unit = self.unit_of(a)
        if unit and value and unit.get("at") != value:
            self.do_drop(a, value, "", None)
            self.selected = value
            self.cursor = value
        self.moving = ""

    def do_drop(self, a, b, c, value):
        """Put counter ``a`` down in hex ``b``; where like counters stand there, it joins them."""
        unit = self.unit_of(a)
        if not unit or not b or unit.get("at") == b:
            return
        self.changed()
        unit["at"] = b
        for other in self.units:
            if other is not unit and self._joined(other, unit):
                self.scenario["units"].remove(unit)
                if self.unit == a:
                    self.unit = other["id"]
                return

    def can_split(self, unit):
        """Whether a counter stands for more than one, or for an amount that can be divided."""
        amount = self.amount_field(unit)
        return unit.get("count", 1) > 1 or (bool(amount) and self.unit_value(unit, amount) > max(1, amount["low"]))

    def do_split(self, a, b, c, value):
        """Take one off a stack, or off an amount, as a counter of its own."""
        unit = self.unit_of(a)
        if not unit or not self.can_split(unit):
            return
        self.changed()
        new = dict(unit, id=self._free_id({other.get("id"): True for other in self.units}))
        if unit.get("count", 1) > 1:
            unit["count"] = unit["count"] - 1
            new["count"] = 1
        else:
            amount = self.amount_field(unit)
            new[amount["key"]] = max(1, amount["low"])
            unit[amount["key"]] = self.unit_value(unit, amount) - new[amount["key"]]
        units = self.scenario["units"]
        units.insert(units.index(unit) + 1, new)
        self.unit = new["id"]

    def do_count(self, a, b, c, value):
        unit = self.unit_of(a)
        if not unit:
            return
        now = unit.get("count", 1)
        if b:
            count = self._stepped("count", a, "", now + int(b), 0, MOST_COUNTERS)
        else:
            count = self.typed("count", a, "", value, 0, MOST_COUNTERS, now)
        if count is None or count == now:
            return
        if count == 0:
            self.do_remove(a, "", "", None)
            return
        self.changed("count " + a)
        unit["count"] = count

    def do_unittype(self, a, b, c, value):
        unit = self.unit_of(a)
        if unit and value != unit.get("type"):
            self.changed()
            unit["type"] = value
            fields = self.entry("types", value).get("fields", [])
            for key in list(unit):
                if key not in PLAIN_UNIT_KEYS and key not in fields:
                    del unit[key]

    def do_unitnation(self, a, b, c, value):
        unit = self.unit_of(a)
        if unit:
            self.changed()
            unit["nation"] = value

    def do_unitside(self, a, b, c, value):
        unit = self.unit_of(a)
        if unit and unit.get("side") != (value or b):
            self.changed()
            unit["side"] = value or b

    def _state(self, document, field, default, value):
        """State a field in a document, or leave it out when it is as usual."""
        if value == default:
            if field["key"] in document:
                del document[field["key"]]
        else:
            document[field["key"]] = value

    def _given(self, name, a, b, c, value, field, now):
        """What a control gives for a field, ``c`` being a step from what it has; None when that is not taken."""
        if field["kind"] == "flag":
            return bool(value)
        if field["kind"] != "int":
            return str(value)
        low, high = field.get("low", 0), field.get("high", 99)
        return (
            self._stepped(name, a, b, now + int(c), low, high) if c else self.typed(name, a, b, value, low, high, now)
        )

    def do_unitfield(self, a, b, c, value):
        """State field ``b`` of counter ``a``; ``c`` is a step up or down from what it has."""
        unit = self.unit_of(a)
        field = find(self.listed("unit_fields"), b)
        if unit and field:
            value = self._given("unitfield", a, b, c, value, field, self.unit_value(unit, field))
            if value is None:
                return
            self.changed("unit " + a + " " + b)
            # a value as usual is stated all the same when the palette did so, which costs nothing
            self._state(unit, field, self.unit_default(unit, field), value)

    # circumstances

    def do_condition(self, a, b, c, value):
        self._circumstance("conditions", a, c, value)

    def do_reading(self, a, b, c, value):
        self._circumstance("readings", a, c, value)

    def _circumstance(self, kind, key, step, value):
        field = find(self.listed(kind), key)
        if field:
            stated = self.scenario.get(kind) or {}
            now = stated.get(key, field["default"])
            value = self._given(kind[:-1], key, "", step, value, field, now)
            if value is None:
                return
            self.changed(kind + " " + key)
            self.scenario[kind] = stated
            self._state(stated, field, field["default"], value)
