"""Everything that changes the page's state. No DOM, no rules, no game by name."""

from board import hexgrid
from packing import Packing, path_parts
from state import FIGHT, SETUP
from values import find, first_key, number_after, printed, slug, word_after

TOOLS = ("counters", "terrain", "sides")
THEMES = ("auto", "light", "dark")


class App(Packing):
    """The page's state with all that players do: look about, set up, and fight."""

    judged = None  # (revision, the engine's judgement) of losses that are being named
    picking = (-1, [])  # (revision, ids) as they are named, judged yet or not
    steps_back = 0  # how many steps were taken back and can be put back

    # which battle

    def do_new(self, a, b, c, value):
        new = {"ruleset": a or self.scenario.get("ruleset"), "edition": self.edition if not a else ""}
        if self.pack and not a:  # the players' own charts go with them to the next battle
            new["pack"] = self.pack
        elif self.default_pack(new["ruleset"]):
            new["pack"] = self.default_pack(new["ruleset"])
        heads = self.heads
        self.load(new)
        self.heads = heads if "pack" in new else {}
        self.tool = "counters"

    def do_ruleset(self, a, b, c, value):
        key = value or a
        if key != self.scenario.get("ruleset"):
            self.policies = {}
            self.objective = ""
            self.relevant = {"conditions": [], "readings": [], "units": {}, "hexes": {}}
            examples = self.schemas[key].get("examples", []) if key in self.schemas else []
            self.load(examples[0]["scenario"] if examples else {"ruleset": key})

    def do_notes(self, a, b, c, value):
        self.notes = str(value)[:4000]

    def do_example(self, a, b, c, value):
        entry = find(self.listed("examples"), a)
        if entry:
            self.load(dict(entry["scenario"], title=entry["scenario"].get("title") or entry["title"]))
            self.notes = ""

    # looking about

    def do_hex(self, a, b, c, value):
        """A hex was tapped: select it, or do in it what is under way."""
        if self.moving:
            self.do_drop(self.moving, a, "", None)
            self.moving = ""
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
        self.again = None

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
        parts = path_parts(path)
        if parts and parts[0] == "pack":
            return "-".join(["pack"] + [slug(part) for part in parts[2:5]])
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

    # losses that are named together

    @property
    def losses(self):
        """What the engine says of the losses being named; None where none are."""
        found = self.node.get("losses") if self.node else None
        return self.judged[1] if found and self.judged and self.judged[0] == self.revision else found

    @property
    def picks(self):
        """Ids of what is named, one for each that is lost."""
        if self.picking[0] == self.revision:
            return self.picking[1]
        found = []
        for item in self.losses["items"] if self.losses else []:
            found += [item["id"]] * item["chosen"]
        return found

    def named(self):
        """How often each thing is named, by id."""
        counts = {}
        for id in self.picks:
            counts[id] = counts.get(id, 0) + 1
        return counts

    @property
    def judged_now(self):
        """Whether the engine has judged just what is named."""
        found = self.losses
        counts = {item["id"]: item["chosen"] for item in found["items"] if item["chosen"]} if found else {}
        return self.current and counts == self.named()

    def losses_request(self):
        """Ask for the judgement on what is named."""
        return self.request("losses", picks=self.picks)

    def solve_request(self):
        """Ask for best play; of losses that are named together, from where they began."""
        request = Packing.solve_request(self)
        if self.losses:
            request["actions"] = self.actions[: self.losses["from"]]
            request["picks"] = self.picks
        return request

    def do_pick(self, a, b, c, value):
        """Name one more of ``a``, or one fewer; what may not be named says why."""
        found = self.losses
        item = [one for one in found["items"] if one["id"] == a] if found and self.current else []
        if not item:
            return
        self.notice = ""
        picks = list(self.picks)
        if b == "-1":
            if a in picks:
                picks.remove(a)
        elif item[0]["reason"] and self.judged_now:
            rules = ", ".join(printed(item[0]["why"]))
            self.notice = item[0]["label"] + ": " + item[0]["reason"] + (" (" + rules + ")" if rules else "")
        else:
            picks.append(a)
        self.picking = (self.revision, picks)

    def do_pickbest(self, a, b, c, value):
        """Name what is best to lose."""
        if self.losses and self.best and self.best_of == self.revision:
            self.picking = (self.revision, list(self.best["set"]))

    def do_lose(self, a, b, c, value):
        """Lose what is named: one step of the fight."""
        found = self.losses
        if found and found["settled"] and self.judged_now:
            self.actions = self.actions[: found["from"]] + found["actions"]
            self.dirty = True
            self.undone = []
            self.touch()

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
            starts = (self.view or {}).get("starts") or []
            if self.current and len(starts) == len(self.actions):
                keep = starts[keep]  # losses that were named together
            else:
                starts = list(range(len(self.actions)))
            steps = len([1 for index in range(keep, len(starts)) if starts[index] == index])
            self.steps_back = steps + (self.steps_back if self.undone else 0)
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
        if "losses" in node:
            return self._tapped_loss(hex, unit)
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
        return self._refused(node, hex, unit)

    def _tapped_loss(self, hex, unit):
        """The same where losses are named: the counter is named, or named once less where all of it is."""
        found = _items(self, hex, unit)
        if not found:
            return self._refused(self.node, hex, unit)
        counts = self.named()
        item = found[0]
        if len(found) > 1:
            item = ([one for one in found if not one["reason"]] + found)[0]
        self.do_pick(item["id"], "-1" if item["reason"] and counts.get(item["id"]) else "1", "", None)
        return ""

    def _refused(self, node, hex, unit):
        """Say why what was tapped cannot be chosen."""
        for refusal in node.get("refusals", []):
            if (unit and refusal.get("unit") == unit) or (
                hex and refusal.get("hex") == hex and not refusal.get("unit")
            ):
                rules = ", ".join(printed(refusal))
                said = ("" if refusal.get("unit") else self.called(hex) + ": ") + refusal["reason"]
                self.notice = said + (" (" + rules + ")" if rules else "")
                return ""
        self.notice = ""
        self.announcement = ""
        return ""


def _items(app, hex, unit):
    """What may be lost of the counter or the hex that was tapped."""
    found = [item for item in app.losses["items"] if unit and item["unit"] == unit]
    return found or [item for item in app.losses["items"] if hex and not unit and item["hex"] == hex]


def problem_focus(app, index):
    """The id of the control that a problem is about, after bringing it onto the screen."""
    problems = app.problems()
    return app.show_path(problems[index].get("path", "")) if index < len(problems) else "board"
