"""The state of the page and everything that changes it. No DOM, no rules, no game by name.

Documents (scenario, schema, answers of the engine) are plain dicts as docs/api.md has them. MicroPython's dicts
have no order, so whatever is shown in an order comes from a list of the schema or is sorted.
"""

import json

import hexgrid

UNDO_DEPTH = 60
SETUP = "setup"
FIGHT = "fight"
TABS = ("why", "odds", "chart", "notes")
TOOLS = ("counters", "terrain", "sides")
THEMES = ("auto", "light", "dark")
PLAIN_UNIT_KEYS = ("id", "side", "type", "nation", "at", "count")
PLAIN_HEX_KEYS = ("terrain", "features", "name")
MOST_COUNTERS = 99


def copied(document):
    """A deep copy of a JSON document."""
    return json.loads(json.dumps(document))


def first_key(entries, default=""):
    """The key of the first entry of a schema list."""
    return entries[0]["key"] if entries else default


def find(entries, key):
    """The entry of a schema list with this key, or None."""
    for entry in entries:
        if entry["key"] == key:
            return entry
    return None


def slug(text):
    """A text as part of an HTML id: letters and digits stay, anything else becomes its code."""
    return "".join([c if (c.isalpha() and ord(c) < 128) or c in "0123456789" else "_" + str(ord(c)) for c in str(text)])


def whole(text, low, high):
    """A whole number within bounds from what was typed; None when there is none in it."""
    cleaned = "".join([letter for letter in str(text).strip() if letter in "-0123456789"])
    try:
        number = int(cleaned)
    except ValueError:
        return None
    return max(low, min(high, number))


def number_after(text, mark):
    """The whole number that follows ``mark`` in a text, or None: ``("units[12].x", "units[")`` gives 12."""
    start = text.find(mark)
    if start < 0:
        return None
    digits = ""
    for letter in text[start + len(mark) :]:
        if letter not in "0123456789":
            break
        digits += letter
    return int(digits) if digits else None


def word_after(text, mark):
    """The word that follows ``mark`` in a JSON path, or an empty text."""
    start = text.find(mark)
    if start < 0:
        return ""
    word = ""
    for letter in text[start + len(mark) :]:
        if letter in ".[]\"' ":
            break
        word += letter
    return word


class App:
    """The page's state. ``do`` changes it; the ``*_request`` methods say what to ask the engine."""

    def __init__(self, rulesets=None, schemas=None):
        self.rulesets = rulesets or []
        self.schemas = schemas or {}
        self.scenario = {}
        self.actions = []
        self.undone = []
        self.past = []
        self.future = []
        self.tag = ""
        self.notes = ""
        # what the engine said last, and the revision it said it about
        self.revision = 0
        self.view = None
        self.view_of = -1
        self.outcomes = None
        self.outcomes_of = ""
        self.odds_problem = ""
        self.best = None
        self.best_of = -1
        self.refused = []
        self.relevant = {"conditions": [], "readings": [], "units": {}, "hexes": {}}
        # what is being looked at
        self.screen = SETUP
        self.tab = "why"
        self.tool = "counters"
        self.selected = ""
        self.cursor = ""
        self.unit = ""
        self.moving = ""
        self.side = ""
        self.nation = {}
        self.brush = ""
        self.paint = False
        self.least = False
        self.measure = ""
        self.opened = {}
        self.policies = {}
        self.objective = ""
        self.narrowed = []
        self.override = ""
        self.override_note = ""
        self.theme = "auto"
        self.battle = ""
        self.dirty = False
        # what goes on
        self.engine = "loading"
        self.fault = ""
        self.slow = False
        self.solving = ""
        self.notice = ""
        self.announcement = ""
        self.saved = []
        self.storable = True
        self.share = {}

    # --- looking things up ---------------------------------------------------------------------------------

    @property
    def schema(self):
        """The form of the game being played, or None until it is there."""
        return self.schemas.get(self.scenario.get("ruleset", ""))

    def listed(self, kind):
        """A list of the schema; empty while there is no schema."""
        schema = self.schema
        return schema.get(kind, []) if schema else []

    def entry(self, kind, key):
        """One entry of a schema list; a stand-in titled by its key when it is not there."""
        return find(self.listed(kind), key) or {"key": key, "title": key}

    def title_of(self, kind, key):
        """The title of one entry of a schema list."""
        return self.entry(kind, key)["title"]

    @property
    def edition(self):
        """The edition in force."""
        return self.scenario.get("edition") or first_key(self.listed("editions"))

    @property
    def targets(self):
        """The hexes being attacked."""
        return self.scenario.get("targets") or ["0,0"]

    @property
    def units(self):
        """The counters of the set-up."""
        return self.scenario.get("units") or []

    @property
    def hexes(self):
        """What the map says of hexes."""
        return (self.scenario.get("map") or {}).get("hexes") or {}

    @property
    def sides(self):
        """What runs along hexsides."""
        return (self.scenario.get("map") or {}).get("sides") or {}

    def unit_of(self, id):
        """A counter by its id, or None."""
        for unit in self.units:
            if unit.get("id") == id:
                return unit
        return None

    def units_at(self, hex):
        """The counters set up in a hex."""
        return [unit for unit in self.units if unit.get("at") == hex]

    def applies(self, field):
        """Whether a field exists in the edition in force."""
        editions = field.get("editions") or []
        return not editions or self.edition in editions

    def unit_fields(self, unit):
        """The fields a counter of its type has, in the schema's order for the type."""
        found = []
        for key in self.entry("types", unit.get("type")).get("fields", []):
            field = find(self.listed("unit_fields"), key)
            if field and self.applies(field):
                found.append(field)
        return found

    def unit_default(self, unit, field):
        """What a counter has in a field that the document leaves out."""
        return self.entry("types", unit.get("type")).get("defaults", {}).get(field["key"], field["default"])

    def unit_value(self, unit, field):
        """What a counter has in a field."""
        return unit.get(field["key"], self.unit_default(unit, field))

    def shown_unit_fields(self, unit):
        """The fields of a counter as (shown at once, under "more")."""
        fields = self.unit_fields(unit)
        named = self.relevant.get("units", {}).get(unit.get("id"))
        if named is None:
            named = [field["key"] for field in fields if field["kind"] == "int"][:1]
        changed = [field["key"] for field in fields if field["key"] in unit]
        shown = [field for field in fields if field["key"] in named or field["key"] in changed]
        return shown, [field for field in fields if field not in shown]

    def hex_fields(self, hex):
        """The fields of a hex as (shown at once, under "more")."""
        named = self.relevant.get("hexes", {}).get(hex) or []
        stated = self.hexes.get(hex, {})
        fields = [field for field in self.listed("hex_fields") if self.applies(field)]
        shown = [field for field in fields if field["key"] in named or field["key"] in stated]
        return shown, [field for field in fields if field not in shown]

    def conditions(self):
        """Circumstances as (those that matter or are stated, all others)."""
        return self._split("conditions")

    def readings(self):
        """House readings as (those that matter or are stated, all others)."""
        return self._split("readings")

    def _split(self, kind):
        named = self.relevant.get(kind) or []
        stated = self.scenario.get(kind) or {}
        fields = [field for field in self.listed(kind) if self.applies(field)]
        shown = [field for field in fields if field["key"] in named or field["key"] in stated]
        return shown, [field for field in fields if field not in shown]

    def terrain_at(self, hex):
        """The key of the terrain of a hex."""
        return self.hexes.get(hex, {}).get("terrain") or first_key(self.listed("terrains"), "clear")

    def side_marks(self, hex, direction):
        """What runs along one side of a hex."""
        return self.sides.get(hexgrid.hexside(hexgrid.parse(hex), direction)) or []

    def side_at(self, hex):
        """Whose counters the palette puts into a hex."""
        if self.side:
            return self.side
        sides = self.listed("sides")
        if hex in self.targets:
            return sides[-1]["key"] if sides else "defender"
        return first_key(sides, "attacker")

    def nation_for(self, side):
        """The nation whose counters the palette shows for a side."""
        if self.nation.get(side):
            return self.nation[side]
        for unit in reversed(self.units):
            if unit.get("side") == side and unit.get("nation"):
                return unit["nation"]
        return first_key(self.listed("nations"))

    def palette(self, side):
        """The ready counters of a side's nation, as (index in the schema's palette, unit, title)."""
        nation = self.nation_for(side)
        found = []
        for index, item in enumerate(self.listed("palette")):
            unit = item["unit"]
            allowed = self.entry("types", unit.get("type")).get("sides") or [side]
            if unit.get("nation", nation) == nation and side in allowed:
                found.append((index, dict(unit, nation=nation, side=side), item["title"]))
        return found

    def problems(self):
        """Everything that stands against the fight."""
        if self.refused:
            return self.refused
        return self.view.get("problems", []) if self.view else []

    @property
    def node(self):
        """What happens next in the fight, or None."""
        return self.view.get("node") if self.view else None

    @property
    def current(self):
        """Whether the position shown is that of the document."""
        return self.view_of == self.revision

    @property
    def odds_key(self):
        """What a distribution must have been worked out for to be shown as current."""
        chosen = ",".join([key + "=" + str(self.policies[key]) for key in sorted(self.policies)])
        return str(self.revision) + "|" + chosen + "|" + self.objective

    @property
    def odds_current(self):
        """Whether the distribution shown is that of the document."""
        return self.outcomes_of == self.odds_key

    @property
    def takes_hex(self):
        """The chance, in words, that the attacker holds the hex in the end; empty when it is not measured."""
        for measure in (self.outcomes or {}).get("measures") or []:
            if measure["key"] == "hex":
                for value in measure["values"]:
                    if value["value"] == 1:
                        return value["percent"]
                return "0 %"
        return ""

    @property
    def fighting(self):
        """Whether the umpire has the lower half of the page."""
        return self.screen == FIGHT

    def shown_hexes(self):
        """The hexes on the board, in reading order: targets, their neighbours, and what else is in use."""
        found = {}
        for target in self.targets:
            found[target] = True
            for hex in hexgrid.neighbours(hexgrid.parse(target)):
                found[hexgrid.name(hex)] = True
        for unit in self.units:
            found[unit.get("at", "0,0")] = True
        for name in self.hexes:
            found[name] = True
        places = []
        for name in found:
            try:
                q, r = hexgrid.parse(name)
            except ValueError:
                continue
            places.append((r, q, name))
        return [name for r, q, name in sorted(places)]

    # --- requests ------------------------------------------------------------------------------------------

    def view_request(self):
        """Ask for the position."""
        return {"op": "view", "scenario": self.scenario, "actions": self.actions}

    def outcomes_request(self):
        """Ask for the distribution."""
        request = {"op": "outcomes", "scenario": self.scenario, "actions": self.actions}
        if self.policies:
            request["policies"] = self.policies
        if self.objective:
            request["objective"] = self.objective
        return request

    def solve_request(self):
        """Ask for best play."""
        request = {"op": "solve", "scenario": self.scenario, "actions": self.actions}
        if self.objective:
            request["objective"] = self.objective
        return request

    def request(self, op, **extra):
        """Ask for anything else about this battle."""
        request = {"op": op, "scenario": self.scenario, "actions": self.actions}
        for key in extra:
            request[key] = extra[key]
        return request

    # --- answers -------------------------------------------------------------------------------------------

    def take_view(self, answer, revision):
        """Take in a position, or the reasons why there is none."""
        if not answer.get("ok"):
            self.refused = answer.get("problems", [])
            if revision == self.revision and self.view:
                self.view = dict(self.view, assessment=None, node=None, problems=[], bar="")
            self.view_of = revision
            return
        self.refused = []
        self.view = answer["result"]
        self.view_of = revision
        self.relevant = self.view.get("relevant") or self.relevant
        self.narrowed = []
        if self.fighting and self.node is None:
            self.screen = SETUP

    def take_outcomes(self, answer, key):
        """Take in a distribution."""
        self.outcomes = answer["result"] if answer.get("ok") and self.node else None
        self.outcomes_of = key
        if not answer.get("ok") and self.node:
            self.odds_problem = " ".join([found["message"] for found in answer.get("problems", [])])
        else:
            self.odds_problem = ""

    def take_best(self, answer, revision):
        """Take in best play."""
        self.solving = ""
        self.best = answer["result"] if answer.get("ok") else None
        self.best_of = revision
        if not answer.get("ok"):
            self.notice = " ".join([problem.get("text") or problem["message"] for problem in answer["problems"]])

    # --- changes -------------------------------------------------------------------------------------------

    def do(self, name, a="", b="", c="", value=None):
        """Carry out one thing a player did; False when there is nothing of that name."""
        method = getattr(self, "do_" + name.replace("-", "_"), None)
        if method is None:
            return False
        method(a, b, c, value)
        return True

    def changed(self, tag=""):
        """Note that the document is about to change; edits with the same tag in a row are undone together."""
        if not tag or tag != self.tag:
            self.past.append(json.dumps(self.scenario))
            if len(self.past) > UNDO_DEPTH:
                self.past.pop(0)
        self.tag = tag
        self.dirty = True
        self.future = []
        self.actions = []
        self.undone = []
        self.touch()

    def touch(self):
        """Make every answer so far out of date."""
        self.revision += 1
        self.notice = ""
        self.narrowed = []
        self.best = None
        self.solving = ""

    def load(self, scenario, actions=None, screen=None):
        """Put another battle on the table."""
        if self.scenario:
            self.past.append(json.dumps(self.scenario))
        self.future = []
        self.tag = ""
        self.scenario = self.filled(scenario)
        self.actions = list(actions or [])
        self.undone = []
        self.screen = screen or (FIGHT if self.actions else SETUP)
        self.battle = ""
        self.dirty = False
        self._forget_places()
        self.touch()

    def filled(self, scenario):
        """A scenario with the parts every other function counts on."""
        found = copied(scenario)
        schema = self.schemas.get(found.get("ruleset", ""))
        for key, default in (("format", 1), ("title", ""), ("targets", ["0,0"]), ("units", []),
                             ("conditions", {}), ("readings", {}), ("map", {})):  # fmt: skip
            if key not in found:
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
                unit["id"] = self._free_id(taken)
                taken[unit["id"]] = True
        return found

    def _free_id(self, taken):
        number = 1
        while "u" + str(number) in taken:
            number += 1
        return "u" + str(number)

    def _forget_places(self):
        self.selected = ""
        self.cursor = ""
        self.unit = ""
        self.moving = ""
        self.side = ""
        self.brush = ""
        self.paint = False
        self.narrowed = []
        self.nation = {}

    def do_new(self, a, b, c, value):
        self.load({"ruleset": a or self.scenario.get("ruleset"), "edition": self.edition if not a else ""})
        self.selected = self.targets[0]
        self.cursor = self.selected
        self.tool = "counters"

    def do_ruleset(self, a, b, c, value):
        key = value or a
        if key != self.scenario.get("ruleset"):
            self.policies = {}
            self.objective = ""
            self.outcomes = None
            self.view = None
            self.relevant = {"conditions": [], "readings": [], "units": {}, "hexes": {}}
            examples = self.schemas[key].get("examples", []) if key in self.schemas else []
            self.load(examples[0]["scenario"] if examples else {"ruleset": key})

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

    def do_notes(self, a, b, c, value):
        self.notes = str(value)[:4000]

    def do_example(self, a, b, c, value):
        entry = find(self.listed("examples"), a)
        if entry:
            self.load(dict(entry["scenario"], title=entry["scenario"].get("title") or entry["title"]))
            self.notes = ""

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
        self.tag = ""
        self.moving = ""
        if self.unit and not self.unit_of(self.unit):
            self.unit = ""
        self.touch()

    # looking about

    def do_hex(self, a, b, c, value):
        """A hex was tapped: select it, or do in it what is under way."""
        if self.moving:
            unit = self.unit_of(self.moving)
            self.moving = ""
            if unit and unit.get("at") != a:
                self.changed()
                unit["at"] = a
            self.selected = a
            self.cursor = a
            return
        if self.paint and self.tool == "terrain" and self.selected and a != self.selected:
            self._paint(a)
            return
        self.selected = "" if self.selected == a and b != "keep" else a
        self.cursor = a
        self.side = ""
        self.unit = ""

    def do_unselect(self, a, b, c, value):
        self.selected = ""
        self.unit = ""
        self.moving = ""
        self.paint = False

    def do_step(self, a, b, c, value):
        """Move the board's cursor one hex in a direction of the keyboard."""
        here = self.cursor or self.selected or self.targets[0]
        shown = self.shown_hexes()
        directions = {"left": ("W",), "right": ("E",), "up": ("NW", "NE"), "down": ("SE", "SW"),
                      "home": ("NW",), "pageup": ("NE",), "end": ("SW",), "pagedown": ("SE",)}[a]  # fmt: skip
        place = hexgrid.parse(here)
        if len(directions) == 2:  # straight up and down: keep to the side of the middle one is on
            middle = hexgrid.center(hexgrid.parse(self.targets[0]), 1)[0]
            if hexgrid.center(place, 1)[0] < middle - 0.1:
                directions = (directions[1], directions[0]) if a == "up" else (directions[0], directions[1])
        for direction in directions:
            name = hexgrid.name(hexgrid.neighbour(place, direction))
            if name in shown:
                self.cursor = name
                return
        self.cursor = here

    def do_tab(self, a, b, c, value):
        self.tab = a

    def do_tool(self, a, b, c, value):
        self.tool = a
        self.paint = False

    def do_open(self, a, b, c, value):
        """A disclosure was opened or closed."""
        if value:
            self.opened[a] = True
        elif a in self.opened:
            del self.opened[a]

    def do_unit(self, a, b, c, value):
        self.unit = "" if self.unit == a else a

    def do_side(self, a, b, c, value):
        self.side = a

    def do_nation(self, a, b, c, value):
        self.nation[a] = value or b

    def do_theme(self, a, b, c, value):
        self.theme = value or a

    def do_least(self, a, b, c, value):
        self.least = a == "least"

    def do_measure(self, a, b, c, value):
        self.measure = value or a

    def do_policy(self, a, b, c, value):
        self.policies = dict(self.policies)
        self.policies[a] = value

    def do_objective(self, a, b, c, value):
        self.objective = value or a
        self.best = None

    def do_dismiss(self, a, b, c, value):
        self.notice = ""

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

    def do_hexname(self, a, b, c, value):
        self.changed("hexname " + a)
        self._hex(a)["name"] = str(value)[:60]
        self._tidy(a)

    def do_hexfield(self, a, b, c, value):
        field = find(self.listed("hex_fields"), b)
        if field:
            if c:
                value = self.hexes.get(a, {}).get(b, field["default"]) + int(c)
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
            if self._same(other, unit):
                other["count"] = min(MOST_COUNTERS, other.get("count", 1) + unit.get("count", 1))
                return
        unit["id"] = self._free_id({other.get("id"): True for other in self.units})
        self.scenario["units"].append(unit)

    def _same(self, one, other):
        keys = {key: True for key in list(one) + list(other) if key not in ("id", "count")}
        return all(one.get(key) == other.get(key) for key in keys)

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
            self.changed()
            unit["at"] = value
            self.selected = value
            self.cursor = value
        self.moving = ""

    def do_count(self, a, b, c, value):
        unit = self.unit_of(a)
        if not unit:
            return
        count = whole(unit.get("count", 1) + int(b) if b else value, 0, MOST_COUNTERS)
        if count is None:
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
        if field["kind"] == "int":
            value = whole(value, field.get("low", 0), field.get("high", 99))
            if value is None:
                return
        elif field["kind"] == "flag":
            value = bool(value)
        else:
            value = str(value)
        if value == default:
            if field["key"] in document:
                del document[field["key"]]
        else:
            document[field["key"]] = value

    def do_unitfield(self, a, b, c, value):
        """State field ``b`` of counter ``a``; ``c`` is a step up or down from what it has."""
        unit = self.unit_of(a)
        field = find(self.listed("unit_fields"), b)
        if unit and field:
            if c:
                value = self.unit_value(unit, field) + int(c)
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
            if step:
                value = stated.get(key, field["default"]) + int(step)
            self.changed(kind + " " + key)
            self.scenario[kind] = stated
            self._state(stated, field, field["default"], value)

    # problems

    def do_problem(self, a, b, c, value):
        """Show what problem number ``a`` is about; ``focus`` names the control."""
        problems = self.problems()
        if int(a) < len(problems):
            self.show_path(problems[int(a)].get("path", ""))

    def show_path(self, path):
        """Bring a place of the document onto the screen; return the id of its control."""
        number = number_after(path, "units[")
        if number is not None and number < len(self.units):
            unit = self.units[number]
            self.selected = self.cursor = unit.get("at", "0,0")
            self.tool = "counters"
            self.unit = unit["id"]
            key = word_after(path, "units[" + str(number) + "].")
            self.opened["unit " + unit["id"]] = True
            field = "f-unit-" + slug(unit["id"]) + "-" + slug(key)
            return field if key and key != "at" else "u-" + slug(unit["id"])
        for kind in ("conditions", "readings"):
            key = word_after(path, kind + ".")
            if key:
                self.opened[kind] = True
                return "f-" + kind + "-" + slug(key)
        for name in self.shown_hexes():
            if name in path:
                self.selected = self.cursor = name
                self.tool = "sides" if ".sides" in path else "terrain"
                return "sheet"
        return "board"

    # the fight

    def do_fight(self, a, b, c, value):
        if self.node:
            self.screen = FIGHT
            self.selected = ""
            self.unit = ""
            self.moving = ""
            self.undone = []

    def do_setup(self, a, b, c, value):
        self.screen = SETUP
        if self.actions:
            self.actions = []
            self.undone = []
            self.touch()

    def do_again(self, a, b, c, value):
        self.actions = []
        self.undone = []
        self.screen = FIGHT
        self.touch()

    def do_act(self, a, b, c, value):
        """Play an option or a face."""
        if self.current and self.node:
            self.actions.append(a)
            self.dirty = True
            self.undone = []
            self.touch()

    def do_agree(self, a, b, c, value):
        """Play an override, with the note typed."""
        key = a or self.override or first_key([{"key": o["id"]} for o in (self.view or {}).get("overrides", [])])
        if key and self.current:
            note = " ".join(self.override_note.replace("#", " ").split())
            self.actions.append(key + (" # " + note if note else ""))
            self.undone = []
            self.override = ""
            self.override_note = ""
            self.touch()

    def do_override(self, a, b, c, value):
        self.override = value or a

    def do_override_note(self, a, b, c, value):
        self.override_note = str(value)[:200]

    def do_back(self, a, b, c, value):
        """Take back every step from number ``a`` on (the last one when it is not given)."""
        keep = int(a) if a != "" else len(self.actions) - 1
        if 0 <= keep < len(self.actions):
            self.undone = self.actions[keep:] + self.undone
            self.actions = self.actions[:keep]
            self.touch()

    def do_putback(self, a, b, c, value):
        if self.undone:
            self.actions = self.actions + self.undone
            self.undone = []
            self.touch()

    def do_showall(self, a, b, c, value):
        self.narrowed = []

    def tapped(self, hex, unit):
        """A counter or hex was tapped during the fight: the action it stands for, or "" after saying why not."""
        node = self.node
        if not node or node["kind"] != "decision" or not self.current:
            return ""
        self.notice = ""
        options = [option for option in node["options"] if unit and option.get("unit") == unit]
        if not options:
            options = [
                option for option in node["options"] if hex and option.get("hex") == hex and not option.get("unit")
            ]
        if not options and hex:
            options = [
                option
                for option in node["options"]
                if option.get("unit") and self.place_of(option["unit"]) == hex and not unit
            ]
        if len(options) == 1:
            return options[0]["id"]
        if options:
            self.narrowed = [option["id"] for option in options]
            return ""
        for refusal in node.get("refusals", []):
            if (unit and refusal.get("unit") == unit) or (
                hex and refusal.get("hex") == hex and not refusal.get("unit")
            ):
                rules = ", ".join(refusal.get("rules", []))
                self.notice = refusal["reason"] + (" (" + rules + ")" if rules else "")
                return ""
        self.notice = ""
        self.announcement = ""
        return ""

    def place_of(self, id):
        """The hex a counter was set up in."""
        unit = self.unit_of(id)
        return unit.get("at", "") if unit else ""

    # --- keeping ---------------------------------------------------------------------------------------------

    def kept(self):
        """What survives a reload, as a document."""
        return {
            "scenario": self.scenario,
            "actions": self.actions,
            "undone": self.undone,
            "screen": self.screen,
            "tab": self.tab,
            "notes": self.notes,
            "selected": self.selected,
            "policies": self.policies,
            "objective": self.objective,
            "least": self.least,
            "view": self.view,
            "outcomes": self.outcomes,
            "battle": self.battle,
            "dirty": self.dirty,
        }

    def restore(self, document):
        """Take back what ``kept`` gave; False (and nothing changed) when it is not that."""
        try:
            scenario = document["scenario"]
            ok = isinstance(scenario, dict) and isinstance(scenario.get("ruleset"), str)
            ok = ok and isinstance(document.get("actions", []), list)
            if not ok:
                return False
            found = self.filled(scenario)
        except (KeyError, TypeError, AttributeError, ValueError):
            return False
        self.scenario = found
        self.actions = [str(action) for action in document.get("actions", [])]
        self.undone = [str(action) for action in document.get("undone", [])]
        self.screen = FIGHT if document.get("screen") == FIGHT else SETUP
        self.tab = document.get("tab") if document.get("tab") in TABS else "why"
        self.battle = str(document.get("battle", ""))
        self.dirty = bool(document.get("dirty"))
        self.notes = str(document.get("notes", ""))
        selected = document.get("selected", "")
        self.selected = selected if selected in self.shown_hexes() else ""
        policies = document.get("policies")
        self.policies = policies if isinstance(policies, dict) else {}
        self.objective = str(document.get("objective", ""))
        self.least = bool(document.get("least"))
        self.touch()
        # what the engine said before the page was closed stands, as out of date, until it says it again
        view, outcomes = document.get("view"), document.get("outcomes")
        self.view = view if isinstance(view, dict) and "problems" in view else None
        self.outcomes = outcomes if self.view and isinstance(outcomes, dict) and "rows" in outcomes else None
        if self.view and isinstance(self.view.get("relevant"), dict):
            self.relevant = self.view["relevant"]
        return True

    def title(self):
        """The battle's title, or one made of where it is."""
        if self.scenario.get("title"):
            return self.scenario["title"]
        for target in self.targets:
            if self.hexes.get(target, {}).get("name"):
                return self.hexes[target]["name"]
        return ""


def remember(saved, entry, most=30):
    """The list of last battles with one put in front; one of the same id is replaced."""
    found = [other for other in saved if other.get("id") != entry["id"]][: most - 1]
    found.insert(0, entry)
    return found


def pick(faces, draw):
    """A face by weight. ``draw(n)`` gives a fair whole number below n."""
    total = sum([face["weight"] for face in faces])
    number = draw(total)
    for face in faces:
        number -= face["weight"]
        if number < 0:
            return face["id"]
    return faces[-1]["id"]


def fair(total, random32):
    """A fair whole number below ``total`` from 32-bit random numbers, by rejection."""
    limit = 4294967296 - 4294967296 % total
    while True:
        number = random32()
        if number < limit:
            return number % total


def problem_focus(app, index):
    """The id of the control that a problem is about, after bringing it onto the screen."""
    problems = app.problems()
    return app.show_path(problems[index].get("path", "")) if index < len(problems) else "board"
