"""Fights of the 1D8 chart as the vectors need them: forces, and what gives a side its modifiers."""

from fractions import Fraction

from hexumpire.board import hexgrid
from hexumpire.files.codec import read_scenario
from hexumpire.rulesets.d8chart import RULESET
from hexumpire.rulesets.d8chart.tables import MODIFIERS

TARGET = "0,0"
AROUND = ("1,0", "1,-1", "0,-1", "-1,0", "-1,1", "0,1")
TYPES = {"mech": "mechanized", "inf": "infantry", "mtn": "mountain", "cmdo": "commando"}
SHIPS = {"BB": "battleship", "CA": "heavy_cruiser", "CL": "light_cruiser", "DD": "destroyer"}
HEXSIDES = {"impassable-mountain": "impassable", "impassable_mountain": "impassable"}


def written(value):
    """A number as vectors write it."""
    value = Fraction(value)
    return value.numerator if value.denominator == 1 else str(value)


class Setup:
    """A scenario in the making: an attack on one hex from those around it."""

    def __init__(self, **conditions):
        self.target = {"terrain": "clear", "features": []}
        self.hexes = {TARGET: self.target}
        self.sides = {}
        self.units = []
        self.conditions = dict(conditions)
        self.readings = {}
        self.places = {}

    def unit(self, side, at, type="infantry", **fields):
        """Put a counter on the map."""
        nation = fields.pop("nation", "French" if side == "attacker" else "British")
        unit = {"id": f"u{len(self.units)}", "side": side, "type": type, "nation": nation, "at": at, **fields}
        self.units.append(unit)
        return unit

    def place(self, stack, marks):
        """A hex next to the target behind such a hexside; the same for the same stack."""
        mark = (stack, tuple(marks))
        if mark not in self.places:
            at = self.places[mark] = AROUND[len(self.places) % len(AROUND)]
            self.sides[hexgrid.hexside_between(hexgrid.parse(at), hexgrid.parse(TARGET))] = list(marks)
        return self.places[mark]

    def of(self, side):
        """Land units of a side."""
        arms = ("general", "fighter_bomber", *SHIPS.values())
        return [unit for unit in self.units if unit["side"] == side and unit["type"] not in arms]

    def land(self):
        """Everybody who attacks comes from the sea, but who is in the air."""
        for unit in self.units:
            land = unit["side"] == "attacker" and unit["type"] not in ("fighter_bomber", *SHIPS.values())
            if land and unit.get("via") != "air":
                unit["via"] = "sea"
                self.hexes.setdefault(unit["at"], {})["terrain"] = "sea"

    def game(self, procedure="attack", targets=(TARGET,), edition=""):
        """The game of it."""
        sides = {side: marks for side, marks in self.sides.items() if marks}
        document = {
            "ruleset": "d8chart", "edition": edition or RULESET.editions[0][0], "procedure": procedure,
            "map": {"hexes": self.hexes, "sides": sides}, "targets": list(targets), "units": self.units,
            "conditions": self.conditions, "readings": self.readings,
        }  # fmt: skip
        return RULESET.game(read_scenario(document))


# --- forces -----------------------------------------------------------------------------------------


def support(setup, side, at, given):
    """Aircraft and ships of a side."""
    for plane in given.get("air", ()):
        major = plane.get("allied_major", True)
        setup.unit(side, at, "fighter_bomber", factors=plane["cs"], nation="British" if major else "Rumanian",
                   support="yes" if plane.get("survived", True) else "lost",
                   ground_attack=plane.get("ground_attack", False))  # fmt: skip
    for kind, ships in given.get("naval", {}).items():
        if kind in ("BB", "CA"):
            for rating in ships:
                setup.unit(side, at, SHIPS[kind], factors=rating)
        else:
            number = ships if isinstance(ships, int) else len(ships)
            if number:
                setup.unit(side, at, SHIPS[kind[:2]], factors=1, count=number)


def fields(unit):
    """What a vector says of a land unit, as fields of a counter."""
    found = {"type": TYPES.get(unit.get("type", "infantry"), unit.get("type", "infantry")), "factors": unit["cs"]}
    if "supply_factor" in unit:
        found["supply_factor"] = str(unit["supply_factor"])
    if "nation" in unit:
        found["nation"] = unit["nation"]
    if "minor_partner_abroad" in unit:
        found |= {"nation": "Rumanian", "abroad": "abroad" if unit["minor_partner_abroad"] else "home"}
    return found


def attack_of(setup, given, fort=()):
    """The attackers of a vector; ``fort`` marks their hexsides in turn."""
    if "terrain" in given:
        setup.target["terrain"] = given["terrain"]
    if "weather" in given:
        setup.conditions["weather"] = given["weather"]
    if "river_reading" in given:
        setup.readings["river_halves"] = "attack" if given["river_reading"] == "total" else "unit"
    if "general_reading" in given:
        setup.readings["generals"] = given["general_reading"]
    factor_reading(setup, given)
    number = 0
    for index, stack in enumerate(given["stacks"]):
        at = AROUND[0]
        for unit in stack["units"]:
            marks = [unit["crosses"]] if unit.get("crosses") else []
            if marks and (given.get("frozen") or unit.get("frozen")):
                marks.append("frozen")
            if fort and fort[number % len(fort)]:
                marks.append("fort")
            at = setup.place(index, marks)
            setup.unit("attacker", at, **fields(unit))
            number += 1
        generals = stack.get("general") or []
        for general in generals if isinstance(generals, list) else [generals]:
            setup.unit("attacker", at, "general", factors=general)
    for way in range(number, len(fort)):  # somebody else comes the other ways
        setup.unit("attacker", setup.place(f"way{way}", ["fort"] * fort[way]), factors=0)
    support(setup, "attacker", AROUND[0], given)


def factor_reading(setup, given):
    """The reading of several doublings or halvings."""
    if "factor_reading" in given:
        setup.readings["several_factors"] = given["factor_reading"]


def defence_of(setup, given):
    """The defenders of a vector."""
    factor_reading(setup, given)
    if "terrain" in given:
        setup.target["terrain"] = given["terrain"]
    for key, mark in (("fort_chit", "fort_chit"), ("coastal_fort", "coastal_fort")):
        if given.get(key):
            setup.target["features"].append(mark)
    if given.get("perm_fort"):
        setup.target["features"].append("permanent_fort")
    for unit in given.get("units", ()):
        setup.unit("defender", TARGET, **fields(unit))
    generals = given.get("general") or []
    for general in generals if isinstance(generals, list) else [generals]:
        setup.unit("defender", TARGET, "general", factors=general)
    support(setup, "defender", TARGET, given)


MOST_STEPS = 9
"""Steps of one counter."""
FORTS = {"all": (True,), True: (True,), "some": (True, False), "none": (False,), "partial": (True, False)}
"""Through which hexsides the attackers of a vector come."""


def spread(setup, side, total):
    """Give the units of a side so many steps together; beside those of a vector stand more without strength."""
    if total is None or not setup.of(side):
        return
    while total > MOST_STEPS * len(setup.of(side)):
        last = setup.of(side)[-1]
        setup.unit(**{key: value for key, value in last.items() if key != "id"} | {"factors": 0})
    units = setup.of(side)
    for place, unit in enumerate(units):
        unit["steps"] = total // len(units) + (place < total % len(units))


# --- modifiers --------------------------------------------------------------------------------------


def claims(attacker, defender):
    """Why the chart does not let the sides have these modifiers together; empty when it does."""
    for side, rules in (("attacker", attacker), ("defender", defender)):
        for rule in rules:
            if side not in MODIFIERS[rule]:
                return f"{rule}:no-{side}-value"
    for group, rules in (("air-sup", ("MOD.air-sup",)), ("blitz", ("MOD.blitz1", "MOD.blitz2"))):
        stated = [(rule, side) for side, had in (("attacker", attacker), ("defender", defender))
                  for rule in had if rule in rules]  # fmt: skip
        if len(set(stated)) > 1:  # one condition of the scenario would have to have two values
            return f"exclusive:{group}"
    return ""


LANDING = "Hungarian"
"""Who lands for the Axis where no vector says that they are Germans."""
NATIONS = {
    "MOD.ital": "Italian",
    "MOD.finn": "Finnish",
    "MOD.sov-winter": "Soviet",
    "MOD.amph-allied": "US",
    "MOD.amph-axis": LANDING,
}
CONDITIONS = {"MOD.ital": "apathetic", "MOD.armor44": "armor44", "MOD.ss": "ss_bonus"}
PLAIN = {"MOD.concentric": {"concentric": True}, "MOD.blitz1": {"blitz": "first"}, "MOD.blitz2": {"blitz": "second"},
         "MOD.sov-winter": {"soviet_winter": True}, "MOD.mud": {"weather": "mud"}, "MOD.para": {"para_success": True},
         "MOD.finn": {"winter_war": True}, "MOD.armor44": {"year": 1944}}  # fmt: skip


def of_any_nation(setup, side):
    """Land units of a side that are no minor partners; where there are none, one without strength."""
    found = [unit for unit in setup.of(side) if "abroad" not in unit]
    return found or [setup.unit(side, setup.of(side)[0]["at"], factors=0)]


def claim(setup, side, rules):
    """Set the conditions under which a side has these modifiers."""
    mine = setup.of(side)
    own = [NATIONS[rule] for rule in rules if rule in NATIONS]
    if {"Italian", "Soviet"} & set(own) and LANDING in own:  # they may be those who land
        own.remove(LANDING)
    free = of_any_nation(setup, side) if own else []
    for place, nation in enumerate(own):
        for unit in free[place :: len(own)]:
            unit["nation"] = nation
    if "MOD.para" in rules:  # somebody drops beside those of the vector
        setup.unit(side, mine[-1]["at"], "para", factors=0, via="air", nation=mine[-1]["nation"])
    for rule in rules:
        setup.conditions |= PLAIN.get(rule, {})
        if rule in CONDITIONS:
            key = CONDITIONS[rule]
            setup.conditions[key] = "both" if setup.conditions.get(key) not in (None, side) else side
        if rule == "MOD.air-sup":
            setup.conditions["air_superiority"] = side
        if rule == "MOD.finn":
            setup.conditions["finnish"] = side
            setup.target["country"] = "Finland"
        if rule == "MOD.ground-air":
            flying = [unit for unit in setup.units if unit["side"] == side and unit.get("support") == "yes"]
            for unit in flying or [setup.unit(side, mine[0]["at"], "fighter_bomber", factors=0)]:
                unit["ground_attack"] = True
        if rule == "MOD.oos":
            for unit in mine:
                unit["out_of_supply"] = True
        _claim_of_hex(setup, mine, rule)
    if {"MOD.amph-allied", "MOD.amph-axis"} & set(rules):
        setup.land()


def _claim_of_hex(setup, mine, rule):
    """Make the hex, or the way into it, what a modifier asks for."""
    if rule == "MOD.sov-city":
        setup.target["features"].append("soviet_city")
    if rule == "MOD.mountain":
        setup.target["terrain"] = "mountain"
    if rule == "MOD.strait" and not any("strait" in marks for marks in setup.sides.values()):
        side_of = hexgrid.hexside_between(hexgrid.parse(mine[0]["at"]), hexgrid.parse(TARGET))
        setup.sides.setdefault(side_of, []).extend(("strait", "frozen"))  # frozen it halves nobody, and keeps its -1


def exclusive(game):
    """What the game says when two modifiers exclude each other."""
    return "exclusive:amph" if any(problem.rule == "MOD.amph-axis" for problem in game.problems) else ""


def drm(given, edition, expected):
    """The sum of modifiers that the sides have."""
    attacker, defender = given.get("attacker", []), given.get("defender", [])
    why = claims(attacker, defender)
    if why:
        return {"illegal": why}
    setup = Setup()
    for place, _ in enumerate([rule for rule in attacker if rule in NATIONS] or [""]):
        setup.unit("attacker", AROUND[place])
    for _ in [rule for rule in defender if rule in NATIONS] or [""]:
        setup.unit("defender", TARGET)
    if {"MOD.amph-allied", "MOD.amph-axis"} <= set(attacker):
        setup.units[0]["nation"], setup.units[1]["nation"] = "US", "German"
    claim(setup, "attacker", attacker)
    claim(setup, "defender", defender)
    game = setup.game(edition=edition)
    return {"illegal": exclusive(game)} if exclusive(game) else {"drm": game.figures.modifiers.value}


LANDS = {"UK": "British", "Axis": "German"}
"""Who lands, by words of vectors."""


def drm_facts(given, edition, expected):
    """The sum of modifiers that follow from the board."""
    setup = Setup(weather=given.get("weather", "clear"))
    ours, theirs = setup.unit("attacker", setup.place(0, [])), setup.unit("defender", TARGET)
    setup.target["terrain"] = given.get("terrain", "clear")
    sides = {"attacker": ours, "defender": theirs}
    for side, unit in sides.items():
        if given.get(f"{side}_mountain_unit"):
            unit["type"] = "mountain"
        if given.get("finnish") in (side, "both"):
            unit["nation"] = "Finnish"
        if given.get("soviet") in (side, "both"):
            unit["nation"] = "Soviet"
    for key, nation in (("german_armor", "German"), ("soviet_armor", "Soviet")):
        for side in sides if given.get(key) == "both" else [given.get(key)] if given.get(key) else []:
            sides[side] |= {"type": "armor", "nation": nation}
    if given.get("in_finland"):
        setup.target["country"] = "Finland"
    if given.get("landing"):
        ours["nation"] = LANDS.get(given["landing"], given["landing"])
        setup.land()
    setup.conditions["winter_war"] = given.get("first_winter_of_winter_war", False)
    if "year" in given:
        setup.conditions["year"] = given["year"]
    if given.get("mountain_reading"):
        setup.readings["mountain_unit"] = given["mountain_reading"]
    if given.get("frozen_reading"):
        setup.readings["frozen_strait"] = given["frozen_reading"]
    if given.get("soviet_city"):
        setup.target["features"].append("soviet_city")
    marks = [mark for mark in ("strait", "river", "frozen") if given.get(mark)]
    setup.sides[hexgrid.hexside_between(hexgrid.parse(ours["at"]), hexgrid.parse(TARGET))] = marks
    return {"drm": setup.game(edition=edition).figures.modifiers.value}
