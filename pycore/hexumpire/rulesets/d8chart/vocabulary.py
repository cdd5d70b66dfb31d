"""What a scenario of the 1D8 chart may say: counters, nations, terrain, circumstances, readings and packs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hexumpire.model.fields import choice, flag
from hexumpire.model.packs import PackTable
from hexumpire.model.vocabulary import Field, Mark, Nation, Terrain, UnitType, Vocabulary
from hexumpire.rulesets.d8chart.tables import CHART, LEGEND, row_name

WEATHERS = {"clear": "Clear weather", "mud": "Mud", "winter": "Winter"}
HEX_WORTH = 3
"""Steps that a cleared hex is worth in the objective of both."""
LAND = ("infantry", "armor", "mechanized", "mountain", "para", "commando")
"""Types with steps: the land units."""
MECH = frozenset({"armor", "mechanized"})
AIR = ("fighter_bomber", "bomber")
BIG_SHIPS = ("battleship", "heavy_cruiser")
SMALL_SHIPS = ("light_cruiser", "destroyer")
SHIPS = (*BIG_SHIPS, *SMALL_SHIPS)

_UNIT = ("factors", "movement", "steps", "via", "out_of_supply", "supply_factor", "abroad", "ss")

TYPES = (
    UnitType("infantry", "Infantry", "infantry", _UNIT, {"factors": 4, "movement": 3, "steps": 2}),
    UnitType("armor", "Armor", "armor", _UNIT, {"factors": 6, "movement": 6, "steps": 2}, rule="MOD.armor44"),
    UnitType(
        "mechanized",
        "Mechanized infantry",
        "mechanized",
        _UNIT,
        {"factors": 5, "movement": 6, "steps": 2},
        rule="TER.marsh.mp",
    ),
    UnitType(
        "mountain",
        "Mountain troops",
        "mountain",
        _UNIT,
        {"factors": 3, "movement": 3, "steps": 2},
        rule="TER.mountain.double",
    ),
    UnitType("para", "Paratroops", "airborne", _UNIT, {"factors": 2, "movement": 3, "steps": 1}, rule="MOD.para"),
    UnitType(
        "commando", "Commandos", "commando", _UNIT, {"factors": 1, "movement": 3, "steps": 1}, rule="TER.mountain.mp"
    ),
    UnitType("general", "General", "hq", ("factors", "via", "ss"), {"factors": 2}, rule="STR.gen"),
    UnitType(
        "fighter_bomber",
        "Fighter-bombers",
        "air",
        ("factors", "support", "ground_attack"),
        {"factors": 2},
        rule="STR.air.add",
    ),
    UnitType("bomber", "Bombers", "air", ("factors", "support", "ground_attack"), {"factors": 3}, rule="STR.air.add"),
    UnitType("battleship", "Battleship (BB)", "fleet", ("factors",), {"factors": 9}, rule="STR.naval.big"),
    UnitType("heavy_cruiser", "Heavy cruiser (CA)", "fleet", ("factors",), {"factors": 4}, rule="STR.naval.big"),
    UnitType("light_cruiser", "Light cruisers (CL)", "destroyer", ("factors",), {"factors": 2}, rule="STR.naval.small"),
    UnitType("destroyer", "Destroyers (DD)", "destroyer", ("factors",), {"factors": 1}, rule="STR.naval.small"),
)


def _nation(key: str, letter: str, fill: str, ink: str, *traits: str, title: str = "") -> Nation:
    return Nation(key, title or key, letter, fill, ink, frozenset(traits))


NATIONS = (
    _nation("German", "G", "#4a4f57", "#ffffff", "axis", "major"),
    _nation("Soviet", "S", "#a8452f", "#ffffff", "soviet", "major"),
    _nation("Italian", "I", "#8a9a6b", "#14180c", "axis", "major"),
    _nation("British", "B", "#c9a877", "#241a08", "allied", "major"),
    _nation("US", "U", "#6f8f5f", "#0c1408", "allied", "major", title="American"),
    _nation("French", "F", "#5d83b5", "#06121f", "allied", "major"),
    _nation("Finnish", "L", "#a9bccb", "#0d151b", "axis", "minor"),
    _nation("Rumanian", "R", "#b3a06a", "#1f1905", "axis", "minor"),
    _nation("Hungarian", "H", "#a6a877", "#1a1b08", "axis", "minor"),
    _nation("Bulgarian", "b", "#98a37f", "#151a0c", "axis", "minor"),
    _nation("Polish", "P", "#c08f9b", "#220b11", "allied", "minor"),
    _nation("Yugoslav", "Y", "#a99bb5", "#170f1f", "allied", "minor"),
    _nation("Greek", "g", "#8fb3c9", "#0a1720", "allied", "minor"),
    _nation("Commonwealth", "C", "#cfa88f", "#26150a", "allied", "minor"),
    _nation("Other Axis minor", "x", "#9a9a8a", "#141414", "axis", "minor"),
    _nation("Other Allied minor", "a", "#a9b0b8", "#141414", "allied", "minor"),
)
TRAITS: Mapping[str, frozenset[str]] = {nation.key: nation.traits for nation in NATIONS}
HOMELANDS = {
    "German": "Germany",
    "Soviet": "Soviet Union",
    "Italian": "Italy",
    "British": "Britain",
    "US": "United States",
    "French": "France",
    "Finnish": "Finland",
    "Rumanian": "Rumania",
    "Hungarian": "Hungary",
    "Bulgarian": "Bulgaria",
    "Polish": "Poland",
    "Yugoslav": "Yugoslavia",
    "Greek": "Greece",
}
"""Home country of each nation, by the names of ``COUNTRIES``; others say it of each unit."""
COUNTRIES = ("unstated", *HOMELANDS.values(), "elsewhere")

TERRAINS = (
    Terrain("clear", "Clear", "#e9e2c6"),
    Terrain("forest", "Forest", "#b9cf9d", "trees"),
    Terrain("marsh", "Marsh", "#bcd3c4", "swamp"),
    Terrain("mountain", "Mountain", "#cdb796", "mountains"),
    Terrain("other", "Other terrain of your map", "#e3d3b8", "dots"),
    Terrain("sea", "Sea", "#bcd7e6", "water"),
)
FEATURES = (
    Mark("fort_chit", "Fort chit", "fortification", "STR.fort.add"),
    Mark("coastal_fort", "Coastal fort chit", "beach", "STR.coast.add"),
    Mark("permanent_fort", "Permanent fortification", "fortress", "STR.perm.double"),
    Mark("soviet_city", "Soviet city", "city", "MOD.sov-city"),
    Mark("home_city", "Soviet home city", "capital", "RES.B1-sovcity"),
    Mark("port", "Port", "port", "TER.mountain.amph"),
    Mark("retreat", "Retreat hex", "bridgehead", "EXT.11.8"),
)
SIDE_FEATURES = (
    Mark("river", "River", "river", "TER.river.halve"),
    Mark("strait", "Strait", "sea", "TER.strait.drm", ("river",)),
    Mark("frozen", "Frozen over", "line", "TER.river.frozen"),
    Mark("fort", "Fortified hexside", "fort", "STR.perm.double"),
    Mark("impassable", "Impassable mountain", "impassable", "TER.impass.block"),
)

SUPPLY = {
    "1": "Full strength",
    "3/4": "Three quarters",
    "2/3": "Two thirds",
    "1/2": "Half",
    "1/3": "A third",
    "1/4": "A quarter",
    "0": "Nothing",
}
UNIT_FIELDS = (
    Field("factors", "Combat strength (ships: gunnery rating)", "int", 4, 0, 99, rule="STR.order"),
    Field("movement", "Movement allowance", "int", 3, 0, 30, rule="WX.mud.move"),
    Field("steps", "Steps of each counter", "int", 2, 1, 9, rule="RES.who-loses"),
    choice(
        "via", "Attacks or moves by", {"land": "Land", "sea": "Landing from the sea", "air": "Parachute"}, "EXT.amph"
    ),
    flag("out_of_supply", "Out of supply", "MOD.oos"),
    choice(
        "supply_factor", "Strength left by supply", SUPPLY, "STR.supply", "From the supply rules; not printed here."
    ),
    choice(
        "abroad",
        "Stands",
        {"map": "Where the map says", "home": "In its home country", "abroad": "Abroad"},
        "STR.minor.half",
    ),
    flag("ss", "SS", "MOD.ss"),
    choice(
        "support",
        "Ground support",
        {"yes": "Gives it", "held": "Held back", "lost": "Did not survive the air combat"},
        "STR.air.surviving",
    ),
    flag("ground_attack", "Ground-attack aircraft", "MOD.ground-air"),
)
HEX_FIELDS = (
    Field(
        "country", "Country", "choice", "unstated", options={name: name for name in COUNTRIES}, rule="STR.minor.half"
    ),
    choice(
        "zone",
        "Weather zone",
        {"same": "As the battle", **WEATHERS},
        "WX.mud.enter",
    ),
)

_SIDES = {"none": "Neither", "attacker": "The attacker", "defender": "The defender"}
_BOTH = {**_SIDES, "both": "Both"}
CONDITIONS = (
    choice("weather", "Weather", WEATHERS, "EXT.weather"),
    Field("year", "Year", "int", 1942, 1935, 1950, rule="RES.vol-german"),
    choice("air_superiority", "Air superiority", _SIDES, "MOD.air-sup"),
    flag("concentric", "Concentric attack", "MOD.concentric", "As your rules define it."),
    choice(
        "blitz",
        "Blitz bonus of the attacker",
        {"none": "None", "first": "First turn", "second": "Second turn"},
        "EXT.blitz",
    ),
    flag("blitz_germans", "A mixed attack counts as German for the Blitz exception", "RES.star-blitz"),
    flag("para_success", "The para drop worked", "MOD.para"),
    choice("apathetic", "Apathetic Italians", _BOTH, "MOD.ital"),
    flag("winter_war", "First winter of the Winter War", "MOD.note1"),
    choice("finnish", "Finnish bonus in a mixed force", {"all": "Only if all are Finns", **_SIDES}, "MOD.finn"),
    choice(
        "armor44", "German or Soviet armor bonus of 1944", {"units": "As units and year say", **_BOTH}, "MOD.armor44"
    ),
    flag(
        "soviet_winter", "Soviet winter bonus runs", "MOD.sov-winter", "A bonus of its own, not merely winter weather."
    ),
    choice("ss_bonus", "SS bonus", {"units": "As the units say", **_BOTH}, "MOD.ss"),
    choice(
        "air_weather",
        "What the weather leaves of ground support",
        {"pack": "As the chart pack says; all without one", "full": "All", "half": "Half", "none": "Nothing"},
        "WX.mud.air",
    ),
    choice(
        "ice",
        "Rivers in winter",
        {"frozen": "Frozen, as the chart says", "marked": "Frozen only where marked"},
        "WX.winter.freeze",
        "The weather is that of the hex attacked. For what freezes see 1.6.",
    ),
    flag("port_ice", "Ice closes the port to landings", "WX.winter.freeze", "The chart freezes some ports: see 1.6."),
    flag("fort_doubles", "The permanent fort doubles here", "STR.perm.double"),
    Field("retreat_distance", "Hexes to retreat", "int", 1, 1, 6, rule="EXT.11.8"),
    choice(
        "retreat_path",
        "Hexes of a longer retreat",
        {"away": "Each farther from the hex attacked", "marked": "Any that is marked, none twice"},
        "EXT.11.8",
    ),
    choice(
        "retreat_zoc",
        "Retreat hexes in an attacker's zone of control",
        {"marked": "As you marked them", "closed": "Closed"},
        "EXT.11.8",
    ),
    choice(
        "no_way_out",
        "Units that cannot retreat",
        {"place": "Placed as your rules say", "lost": "Eliminated"},
        "EXT.11.8",
    ),
    choice(
        "moves_by",
        "Kind of movement",
        {"normal": "Normal", "breakthrough": "Breakthrough", "exploitation": "Exploitation", "rail": "Rail"},
        "EXT.advance",
    ),
    flag("river_zoc", "Rivers and straits stop zones of control (option)", "EXT.11.15"),
)

READINGS = (
    choice(
        "unstarred",
        "The three results without a star",
        {"printed": "Losses only, as printed", "starred": "Read with a star"},
        "RES.D2",
    ),
    choice(
        "check_die",
        "The retreat check is against",
        {"natural": "The die as it fell", "modified": "The modified die"},
        "RES.check-roll",
    ),
    choice(
        "retreat_as",
        "Units of one hex retreat",
        {"owner": "Each where its owner wants", "stack": "All the same way"},
        "EXT.11.8",
    ),
    choice(
        "german_ban",
        "Germans in a mixed stack who may not leave of their own will",
        {"units": "Stay; the others may leave", "stack": "Keep all of it there"},
        "RES.vol-german",
    ),
    choice("half_of", "Half the defender means", {"steps": "Steps", "strength": "Strength points"}, "CRT.retreat-gate"),
    choice(
        "river_halves",
        "A river halves",
        {"unit": "Each unit that crosses it", "attack": "The whole attack"},
        "TER.river.halve",
    ),
    choice(
        "fort_sides",
        "A permanent fort attacked through some fortified hexsides",
        {"all": "Doubles only if all come through them", "ask": "Doubles as you say"},
        "STR.perm.double",
    ),
    choice("worse_odds", "Odds below 1-3", {"lowest": "Use 1-3", "forbid": "No attack"}, "CRT.odds-min"),
    choice("generals", "Generals count", {"stack": "One for each stack", "side": "One for each side"}, "STR.gen"),
    choice(
        "fort_present",
        "A fort reverses [-/1]",
        {"active": "If it matters to this attack", "any": "If it is there"},
        "RES.B1-fort",
    ),
    choice(
        "cities", "Soviet cities", {"same": "Are all home cities", "marked": "Home cities are marked"}, "RES.B1-sovcity"
    ),
    choice(
        "mountain_unit",
        "Mountain troops that lift the mountain modifier",
        {"attacker": "The attacker's", "either": "Of either side"},
        "MOD.note2",
    ),
    choice(
        "several_factors",
        "Several doublings or halvings",
        {"multiply": "All count", "once": "One doubling and one halving at most"},
        "STR.order",
    ),
    choice(
        "frozen_strait", "A frozen strait", {"keeps": "Keeps its -1", "lifts": "Loses its -1 too"}, "TER.river.frozen"
    ),
    choice(
        "zoc_ice",
        "A frozen river or strait, where the option stops zones of control",
        {"stops": "Stops them too", "open": "Does not stop them"},
        "TER.river.zoc",
    ),
    choice(
        "grounded",
        "Air superiority while the weather grounds all aircraft",
        {"nobody": "Counts for nobody", "stated": "Counts as stated"},
        "MOD.air-sup",
    ),
    choice(
        "mixed_supply",
        "Out of supply",
        {"strict": "Any attacker, all defenders", "any": "Any on either side", "all": "All of a side"},
        "MOD.oos",
    ),
    choice(
        "lone_fort",
        "A fort without units falls to",
        {"loss": "Any loss of the defender", "de": "DE only"},
        "RES.excess",
    ),
)


def _palette() -> tuple[Mapping[str, Any], ...]:
    rows: list[tuple[str, str, int, int, int]] = [
        ("German", "infantry", 5, 3, 2),
        ("German", "armor", 8, 6, 2),
        ("German", "mechanized", 6, 6, 2),
        ("German", "mountain", 4, 3, 2),
        ("German", "para", 3, 3, 1),
        ("Soviet", "infantry", 4, 3, 2),
        ("Soviet", "armor", 6, 6, 2),
        ("Soviet", "mechanized", 5, 6, 2),
        ("Soviet", "mountain", 3, 3, 1),
        ("Italian", "infantry", 3, 3, 2),
        ("Italian", "armor", 4, 5, 1),
        ("Italian", "mountain", 3, 3, 1),
        ("British", "infantry", 4, 4, 2),
        ("British", "armor", 6, 6, 2),
        ("British", "para", 2, 3, 1),
        ("British", "commando", 1, 3, 1),
        ("US", "infantry", 5, 4, 2),
        ("US", "armor", 7, 6, 2),
        ("US", "para", 3, 3, 1),
        ("French", "infantry", 4, 3, 2),
        ("French", "armor", 4, 5, 1),
        ("Finnish", "infantry", 3, 3, 2),
        ("Rumanian", "infantry", 3, 3, 2),
        ("Hungarian", "infantry", 3, 3, 2),
        ("Polish", "infantry", 3, 3, 2),
        ("Yugoslav", "infantry", 3, 3, 2),
        ("Greek", "infantry", 3, 3, 2),
    ]
    kinds = {kind.key: kind.title for kind in TYPES}
    titles = {nation.key: nation.title for nation in NATIONS}
    found: list[Mapping[str, Any]] = []
    for nation, kind, factors, movement, steps in rows:
        title = f"{titles[nation]} {kinds[kind].lower()} {factors}-{movement}"
        unit = {"type": kind, "nation": nation, "factors": factors, "movement": movement, "steps": steps}
        found.append({"title": title, "unit": unit})
    for nation in ("German", "Soviet", "Italian", "British", "US", "French"):
        for kind in ("general", *AIR, *SHIPS):
            found.append({"title": f"{titles[nation]} {kinds[kind].lower()}", "unit": {"type": kind, "nation": nation}})
    return tuple(found)


_RESULT = Field(
    "result", "Result", "choice", next(iter(LEGEND)), options={name: name for name in LEGEND}, rule="CRT.table"
)
_COST = Field("mp", "Movement points", "int", 1, 0, 30, rule="TER.clear", help="0: closed to it.")
_AIR_LEFT = Field(
    "air",
    "Ground support",
    "choice",
    "full",
    options={"full": "All", "half": "Half", "none": "Nothing"},
    rule="EXT.weather",
)
PACK_TABLES = (
    PackTable(
        "results",
        "Results chart in place of the printed one",
        "CRT.table",
        _RESULT,
        tuple(row_name(row) for row in CHART.rows),
        CHART.ladder.names,
    ),
    PackTable(
        "terrain",
        "Costs of the other terrain of your map",
        "TER.clear",
        _COST,
        LAND,
        ("mp",),
        whole=False,
        titles={kind.key: kind.title for kind in TYPES},
    ),
    PackTable(
        "weather",
        "Weather table: what it leaves of ground support",
        "EXT.weather",
        _AIR_LEFT,
        tuple(WEATHERS),
        ("air",),
        whole=False,
        titles=WEATHERS,
    ),
)

VOCABULARY = Vocabulary(
    sides=(("attacker", "Attacker"), ("defender", "Defender")),
    types=TYPES,
    nations=NATIONS,
    terrains=TERRAINS,
    features=FEATURES,
    side_features=SIDE_FEATURES,
    unit_fields=UNIT_FIELDS,
    hex_fields=HEX_FIELDS,
    conditions=CONDITIONS,
    readings=READINGS,
    palette=_palette(),
    pack_tables=PACK_TABLES,
)
