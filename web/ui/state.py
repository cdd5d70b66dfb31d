"""The state of the page: what is on the table, what the engine said of it, what is being looked at.

No DOM, no rules, no game by name. Documents (scenario, schema, answers of the engine) are plain dicts as docs/api.md
has them. MicroPython's dicts have no order, so whatever is shown in an order comes from a list of the schema or is
sorted.
"""

import json

from board import alt_text, hexgrid
from texts import language, note_unsaid
from values import copied, find, first_key

UNDO_DEPTH = 60
SETUP = "setup"
FIGHT = "fight"
TABS = ("why", "odds", "chart", "notes")


def found_heads(heads):
    """The heads of the players' own tables that were kept, if they are such."""
    if not isinstance(heads, dict):
        return {}
    return {
        key: heads[key]
        for key in heads
        if isinstance(heads[key], dict) and all(isinstance(heads[key].get(kind), list) for kind in ("rows", "columns"))
    }


class State:
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
        self.languages = [["en", "English"]]
        self.battle = ""
        self.dirty = False
        # what goes on
        self.engine = "loading"
        self.got = 0  # bytes of the engine that have come, of so many
        self.total = 0
        self.stalled = False
        self.fault = ""
        self.head = []  # what a link says of its battle: version, language, odds, chance
        self.head_of = -1
        self.link = ""  # what the address bar holds, and the revision whose link that is
        self.link_of = -1
        self.first = None
        self.version = ""
        self.again = None  # fetches once more what did not come
        self.slow = False
        self.solving = ""
        self.notice = ""
        self.announcement = ""
        self.saved = []
        self.packs = []
        self.pack_tab = ""
        self.pack_said = ""
        self.pack_text = ""
        self.heads = {}
        self.storable = True
        self.examples_fault = ""
        self.help = None
        self.help_fault = ""
        self.persisted = ""  # "yes" or "no": what the browser answered when it was asked to keep what is kept
        self.backup_said = ""
        self.iphone = False
        self.share = {}
        self.longest_link = 0
        self.comparing = False
        self.comparison = None
        self.comparison_of = ""
        self.luck = None
        self.luck_of = -1

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

    def amount_field(self, unit):
        """The field that says how much a counter stands for, such as its air factors; None where they are counted."""
        key = self.entry("types", unit.get("type")).get("amount")
        return find(self.listed("unit_fields"), key) if key else None

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

    def called(self, hex):
        """What a hex is called: by its name, by its number on the map, or by where it lies."""
        overlay = (self.view or {}).get("overlay") or {}
        own = {name: data.get("name") or "" for name, data in self.hexes.items()}
        return alt_text.place_words(hex, self.targets, alt_text.place_names(own, overlay.get("names") or {}))

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
        others = [unit.get("nation") for unit in self.units if unit.get("side") != side]
        nations = self.listed("nations")
        return first_key([nation for nation in nations if nation["key"] not in others] or nations)

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
    def over(self):
        """Whether a fight has ended."""
        return bool(self.node) and self.node["kind"] == "end" and bool(self.actions)

    @property
    def told(self):
        """Whether there is nothing to fight: the reckoning is all there is."""
        return bool(self.node) and self.node["kind"] == "end" and not self.actions

    @property
    def current(self):
        """Whether the position shown is that of the document."""
        return self.view_of == self.revision

    @property
    def said(self):
        """What the link says of the battle on the screen, as (language, odds, chance); None once the engine knows."""
        if self.current or self.head_of != self.revision or len(self.head) < 3 or not self.head[2]:
            return None
        return self.head[1], self.head[2], self.head[3] if len(self.head) > 3 else ""

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
    def no_attack(self):
        """Whether something other than the game's attacks is played out: a march, a landing."""
        procedures = self.listed("procedures")
        return len(procedures) > 1 and self.scenario.get("procedure") not in (None, "", procedures[0]["key"])

    @property
    def takes_hex(self):
        """The chance, in words, that the attacker holds the hex in the end; empty when no attack is made for it."""
        if self.no_attack:
            return ""
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
        note_unsaid(answer)
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
        note_unsaid(answer)
        self.outcomes = answer["result"] if answer.get("ok") and self.node else None
        self.outcomes_of = key
        if not answer.get("ok") and self.node:
            self.odds_problem = " ".join([found["message"] for found in answer.get("problems", [])])
        else:
            self.odds_problem = ""

    def take_best(self, answer, revision):
        """Take in best play."""
        note_unsaid(answer)
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
        self.view = self.outcomes = None  # what was said is of another battle
        self.refused = []
        self.odds_problem = ""
        self.actions = list(actions or [])
        self.undone = []
        self.screen = screen or (FIGHT if self.actions else SETUP)
        self.battle = ""
        self.dirty = False
        self.heads = {}
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
            "heads": self.heads,
            "selected": self.selected,
            "policies": self.policies,
            "objective": self.objective,
            "least": self.least,
            "language": language(),
            "view": self.view if self.current else None,
            "outcomes": self.outcomes if self.current and self.odds_current else None,
            "version": self.version,
            "link": self.link,
            "same": self.scenario == self.first and not self.actions and self.screen == SETUP,
            "battle": self.battle,
            "dirty": self.dirty,
        }

    def history(self):
        """The steps that can be taken back and done again, as a document that ``recall`` takes."""
        return {"past": self.past[-UNDO_DEPTH:], "future": self.future, "now": self.scenario}

    def recall(self, document):
        """Take back what ``history`` gave, if it belongs to what is on the table."""
        if not isinstance(document, dict) or document.get("now") != self.scenario:
            return
        game = '"ruleset": ' + json.dumps(self.scenario.get("ruleset"))
        for key in ("past", "future"):
            steps = document.get(key)
            steps = steps if isinstance(steps, list) else []
            found = []
            for step in steps[::-1]:  # from the nearest; the form of another game may not be here
                if not isinstance(step, str) or game not in step:
                    break
                found.insert(0, step)
            setattr(self, key, found)

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
        self.heads = found_heads(document.get("heads"))
        selected = document.get("selected", "")
        self.selected = selected if selected in self.shown_hexes() else ""
        policies = document.get("policies")
        self.policies = policies if isinstance(policies, dict) else {}
        self.objective = str(document.get("objective", ""))
        self.least = bool(document.get("least"))
        self.touch()
        # what the same engine said of the same battle stands
        view, outcomes = document.get("view"), document.get("outcomes")
        if document.get("language", "en") != language() or document.get("version") != self.version:
            view = outcomes = None
        self.view = view if isinstance(view, dict) and "problems" in view else None
        self.outcomes = outcomes if self.view and isinstance(outcomes, dict) and "rows" in outcomes else None
        if self.view:
            self.view_of = self.revision
        if self.outcomes:
            self.outcomes_of = self.odds_key
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
