"""What a scenario of Dai Senso may say: counters, markers, nations, terrain, circumstances and readings."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from hexumpire.model.fields import choice, flag
from hexumpire.model.vocabulary import Field, Mark, Nation, Terrain, UnitType, Vocabulary
from hexumpire.rulesets.daisenso.charting import PACK_TABLES
from hexumpire.rulesets.daisenso.tables import ASKED_HEXES, ASKED_SIDES, OPEN_SHIFTS, TERRAIN_LEAST

_LOSS = ("steps", "reduced", "reduced_af", "reduced_df", "reduced_ma", "last", "last_af", "last_df", "last_ma",
         "one_behind", "stripe", "partner")  # fmt: skip
_DID = ("supplied", "blitz", "attacked", "took_part")
_GROUND = ("af", "df", "ma", *_LOSS, *_DID, "attacks", "aim", "standing", "faction", "capital", "kwantung", "elite",
           "zone", "pool")  # fmt: skip
_SUPPORT = ("supplied", "blitz")
_ALSO = ("also", "also2", "also3")
"""Other nations of a multi-national HQ."""
_INF = {"af": 3, "df": 3, "ma": 2}

_FACE = ("af", "df", "ma")
"""What is printed on a ground counter."""

TYPES = (
    UnitType("infantry", "Infantry", "infantry", _GROUND, {**_INF, "steps": 1}, face=_FACE),
    UnitType("armor", "Armor or mechanized", "armor", _GROUND, {"af": 5, "df": 4, "ma": 3, "steps": 2}, face=_FACE,
             rule="4.2.3.3.armor"),
    UnitType("marine", "Marines", "marine", _GROUND, {**_INF, "steps": 1, "reduced": "same", "last": "same"},
             face=_FACE, rule="4.2.1.3.marine"),
    UnitType("airborne", "Airborne", "airborne", _GROUND,
             {"af": 2, "df": 2, "ma": 2, "steps": 1, "reduced": "same", "last": "same"}, face=_FACE, rule="4.1.1.who"),
    UnitType("fortress", "Fortress", "fortress", _GROUND,
             {"af": 0, "df": 2, "ma": 0, "steps": 1, "reduced": "same", "reduced_ma": 0, "last": "same", "last_ma": 0},
             face=_FACE, rule="4.2.3.4.fort"),
    UnitType("hq", "Headquarters", "hq", (*_GROUND, *_ALSO, "ig"), {"af": 2, "df": 2, "ma": 1, "steps": 2}, face=_FACE,
             rule="4.2.1.2.offer"),
    UnitType("air", "Air unit", "air", (*_SUPPORT, "faction"), {"blitz": True}, rule="4.2.3.1.att"),
    UnitType("strike", "CV strike", "air", (*_SUPPORT, "faction"), {"blitz": True}, rule="4.1.5.cv"),
    UnitType("airdrop", "Airdrop marker", "airborne", (*_SUPPORT, "faction"), {"blitz": True}, rule="4.1.1.effect"),
    UnitType("beachhead", "Beachhead marker", "generic", ("supplied", "faction"), rule="4.2.1.1.beachhead"),
    UnitType("snlf", "SNLF Beachhead-0", "generic", ("supplied", "faction"), rule="4.1.3.1.who"),
    UnitType("detachment", "Detachment marker", "replacement", ("pool", "faction"), rule="4.2.2.auto"),
    UnitType("logistics", "Logistics marker", "generic", ("faction",), rule="4.2.2.auto"),
)  # fmt: skip
"""Kinds of counters: ground units first, then support units, then markers."""
GROUND = ("infantry", "armor", "marine", "airborne", "fortress", "hq")
AIR = ("air", "strike")
BEACHHEADS = ("beachhead", "snlf")
LONE = ("detachment", "logistics")
"""Markers that give way without a fight (4.2.2.auto)."""


def _nation(key: str, letter: str, fill: str, ink: str, *traits: str, title: str = "") -> Nation:
    return Nation(key, title or key, letter, fill, ink, frozenset(traits))


NATIONS = (
    _nation("Japanese", "J", "#e0b64a", "#231a00", "axis", "major"),
    _nation("US", "U", "#6f8f5f", "#0c1408", "western", "major", title="American"),
    _nation("British", "B", "#c9a877", "#241a08", "western", "major"),
    _nation("Russian", "R", "#a8452f", "#ffffff", "soviet", "major"),
    _nation("Nationalist Chinese", "N", "#8fb0c4", "#0b161d", "western", "nationalist", "minor"),
    _nation("Kiangsu", "K", "#9dbccb", "#0b161d", "western", "nationalist", "minor"),
    _nation("Soviet Communist Chinese", "s", "#a84e40", "#ffffff", "soviet", "communist", "minor"),
    _nation("Western Communist Chinese", "w", "#bf7263", "#200a05", "western", "communist", "minor"),
    _nation("French", "F", "#5d83b5", "#06121f", "western", "major"),
    _nation("Indian", "D", "#c79b6b", "#241a08", "western", "minor"),
    _nation("Australian", "A", "#d3b27c", "#241a08", "western", "minor"),
    _nation("New Zealand", "Z", "#b9b48a", "#1d1a08", "western", "minor"),
    _nation("Canadian", "C", "#cfa88f", "#26150a", "western", "minor"),
    _nation("Netherlands East Indies", "E", "#d9935a", "#251003", "western", "minor"),
    _nation("Philippine", "P", "#b7c48f", "#151a06", "western", "minor"),
    _nation("Mongolian", "M", "#b98a6a", "#200f04", "soviet", "minor"),
    _nation("Korean", "k", "#b9a9c4", "#170f1f", "soviet", "minor"),
    _nation("Siam", "S", "#a8b58f", "#161b0c", "axis", "minor", title="Siamese"),
    _nation("Hopeh", "H", "#d6c27a", "#211a02", "axis", "minor"),
    _nation("Nanking", "n", "#cfae6a", "#211802", "axis", "minor"),
    _nation("Manchurian", "m", "#c9a85a", "#211802", "axis", "minor"),
    _nation("Burmese", "b", "#b5a56a", "#1c1703", "axis", "minor"),
    _nation("CBI", "I", "#7f9a8a", "#0a140f", "western", "major", title="CBI, multi-national"),
    _nation("ABDA", "a", "#8a9fb0", "#0b1218", "western", "major", title="ABDA, multi-national"),
    _nation("Western", "W", "#9aa79a", "#101510", "western", "major", title="Western, any nation"),
    _nation("Other minor", "o", "#a9a9a9", "#141414", "minor"),
)
TRAITS = {nation.key: nation.traits for nation in NATIONS}
FACTIONS = {"axis": "Axis", "western": "Western", "soviet": "Soviet"}
"""Each is the enemy of the others (4.factions). A nation has its faction among its traits; a Minor Country without one,
or with another one in this battle, is stated by counter."""
_OTHER_NATIONS = {nation.key: nation.title for nation in NATIONS}

TERRAINS = (
    Terrain("clear", "Clear", "#e9e2c6"),
    Terrain("desert", "Desert", "#eed9a4", "dots"),
    Terrain("forest", "Forest", "#b9cf9d", "trees"),
    Terrain("hills", "Rough", "#d8c9a4", "hills"),
    Terrain("jungle", "Jungle", "#93bd84", "jungle"),
    Terrain("mountain", "Mountain", "#cdb796", "mountains"),
    Terrain("swamp", "Swamp", "#bcd3c4", "swamp"),
    Terrain("sea", "All-sea", "#bcd7e6", "water"),
)
FEATURES = (
    Mark("city", "City", "city", "4.2.5.3.vol-b"),
    Mark("blitz", "Blitz marker", "BZ", "4.2.5.3.vol-b"),
    Mark("port", "Port", "port"),
)
_WATER = ("allsea", "strait", "lake")


def _water(key: str, title: str, style: str, rule: str) -> Mark:
    return Mark(key, title, style, rule, tuple(other for other in _WATER if other != key))


SIDE_FEATURES = (
    Mark("river", "River", "river", "4.2.3.8.hexside", _WATER),
    Mark("mountain", "Mountain hexside", "impassable", "4.2.5.3.vol-a", _WATER),
    _water("strait", "Strait", "arrow", "4.2.5.2.strait"),
    _water("allsea", "All-sea hexside", "sea", "4.2.1.1.allsea"),
    _water("lake", "Lake", "sea", "4.2.5.2.allsea"),
    Mark("beachhead", "Beachhead hexside", "road", "4.2.1.1.beachhead"),
)

UNIT_FIELDS = (
    Field("af", "Attack factor", "int", 3, 0, 30, rule="4.2.2.s3.total"),
    Field("df", "Defense factor", "int", 3, 0, 30, rule="4.2.2.s3.total"),
    Field("ma", "Movement allowance", "int", 2, 0, 9, rule="4.2.8.ma"),
    Field("steps", "Steps", "int", 1, 1, 3, rule="4.2.6.2.one"),
    choice("reduced", "After its first loss it is", {"infantry": "Infantry", "same": "Of its own type"},
            "4.2.6.2.three", "An HQ that loses a step is infantry; so is armor that flips to an infantry side."),
    Field("reduced_af", "Attack factor after a loss", "int", 1, 0, 30, rule="4.2.2.s3.total"),
    Field("reduced_df", "Defense factor after a loss", "int", 1, 0, 30, rule="4.2.2.s3.total"),
    Field("reduced_ma", "Movement allowance after a loss", "int", 1, 0, 9, rule="4.2.8.ma"),
    choice("last", "Broken down from its two-step side it is", {"infantry": "Infantry", "same": "Of its own type"},
            "4.2.6.2.two-swap", "The one-step unit that takes the place of what was a three-step unit."),
    Field("last_af", "Attack factor of that one-step unit", "int", 1, 0, 30, rule="4.2.2.s3.total"),
    Field("last_df", "Defense factor of that one-step unit", "int", 1, 0, 30, rule="4.2.2.s3.total"),
    Field("last_ma", "Movement allowance of that one-step unit", "int", 1, 0, 9, rule="4.2.8.ma"),
    flag("one_behind", "Two-step unit with a one-step unit on its back", "4.2.6.2.two-flip"),
    flag("stripe", "Delay Stripe", "4.2.6.2.where"),
    choice("partner", "In its Holding Box", {"none": "Nobody", **{n.key: n.title for n in NATIONS}},
            "4.2.6.2.holding"),
    flag("supplied", "Supplied", "4.2.3.5.att", default=True),
    flag("blitz", "Blitz-enabled", "4.1.2.enabled"),
    flag("attacked", "Attacked already in this segment", "4.2.1.once-unit"),
    flag("took_part", "Took part in a combat of this segment", "4.2.1.2.used"),
    flag("attacks", "Takes part in the attack", "4.2.1.split", "Untick for a unit that stands by.", default=True),
    Field("aim", "Attacks target number (0: any it is next to)", "int", 0, 0, 12, rule="4.2.1.split"),
    choice("standing", "Standing", {"usual": "As its nation", "major": "Of a Major Country",
            "minor": "Of a Minor Country", "exp": "Exp unit"}, "4.2.1.1.exp"),
    choice("faction", "Faction", {"usual": "As its nation", **FACTIONS, "neutral": "None: neutral"}, "4.factions",
            "For a Minor Country that stands with another faction in this battle."),
    flag("capital", "Free Passage, Mobilizing or No Occupation in its capital", "4.2.1.1.capital"),
    flag("kwantung", "Kwantung unit", "4.2.1.1.kwantung"),
    flag("elite", "Elite", "4.1.4.elite"),
    choice("zone", "Zone of control", {"usual": "By the house reading", "yes": "It has one", "no": "It has none"},
            "4.2.5.1.zoc"),
    flag("pool", "In its Force Pool, not on the map", "4.1.4.place"),
    choice("also", "Counts as well as", {"none": "No other nation", "faction": "Every nation of its faction",
            **_OTHER_NATIONS}, "4.2.3.1.multi"),
    choice("also2", "And as", {"none": "No other nation", **_OTHER_NATIONS}, "4.2.3.1.multi"),
    choice("also3", "And also as", {"none": "No other nation", **_OTHER_NATIONS}, "4.2.3.1.multi"),
    flag("ig", "Japanese IG HQ", "4.2.6.2.ig"),
)  # fmt: skip

HEX_FIELDS = (
    choice("weather", "Weather", {"fine": "No effect", "mud": "Mud", "storms": "Storms", "snow": "Snow"}, "11.2"),
    choice("zoc", "Zones of control here", {"units": "As the units beside it make them", "none": "Neither side's",
            "attacker": "The attacker's", "defender": "The defender's", "both": "Both sides'"}, "4.2.5.1.zoc",
            "Say it for units that are not on the board. An Airdrop marker cancels the enemy's in its hex by itself."),
    choice("barred", "Closed by diplomacy", {"none": "No", "neutral": "Neutral Minor Country",
            "policy": "Policy Affected Country"}, "4.2.5.2.neutral"),
    choice("country", "Country, or the one it is a Dependent of",
            {"unstated": "Not stated", **{n.key: n.title for n in NATIONS}}, "4.2.1.1.capital"),
    flag("off_map", "Off-map box", "4.2.5.2.offmap"),
    flag("drop_cut", "An Airdrop marker is unsupplied here", "4.1.4.fail"),
    flag("closed", "Closed to the attacker's movement", "3.1.4"),
    flag("attacked_before", "Attacked already in this segment", "4.2.1.once-hex"),
)  # fmt: skip


def _asked(key: str) -> dict[str, str]:
    """What may be said of a shift that the text does not give, from the least it may be."""
    numbers = range(TERRAIN_LEAST.get(key, 0), OPEN_SHIFTS)
    return {"chart": "As the chart pack says", **{str(n): f"{n} left" for n in numbers}}


_TITLE = {terrain.key: terrain.title for terrain in TERRAINS} | {mark.key: mark.title for mark in SIDE_FEATURES}
_CHART_TITLES = {
    "clear": "Clear", "city": "City", "none": "Plain hexside", "river": "River", "allsea": _TITLE["allsea"],
    **{f"hex_{terrain.key}": terrain.title for terrain in TERRAINS if terrain.key in ASKED_HEXES},
    **{f"side_{mark.key}": f"{mark.title.removesuffix(' hexside')} hexside"
       for mark in SIDE_FEATURES if mark.key in ASKED_SIDES},
}  # fmt: skip

CONDITIONS = (
    choice("segment", "Segment", {"regular": "Regular combat", "blitz": "Blitz combat"}, "4.1.2.base"),
    flag("pre_war", "Pre-War is in effect", "12.1"),
    flag("limited", "Policies, truces or failures forbid it", "4.2.1.1.limits"),
    flag("kwantung_free", "Russia and both Chinas are not Policy Affected", "4.2.7.barred"),
    flag("blitz_on_map", "The phasing faction has a Blitz marker on the map", "4.1.nomarker", default=True),
    *(choice(f"hex_{key}", f"Shift of a hex of {_TITLE[key].lower()}", _asked(f"hex_{key}"), "4.2.3.8.hex")
      for key in ASKED_HEXES),
    *(choice(f"side_{key}", f"Shift of a {_TITLE[key].lower().removesuffix(' hexside')} hexside",
              _asked(f"side_{key}"), "4.2.3.8.hexside") for key in ASKED_SIDES),
    flag("convoy_used", "A Troop Convoy marker is in a Used Box", "4.3.s1"),
    flag("spent_markers", "Blitz, Totsugeki, Failure or Mobilizing markers are on the map", "4.3.s2", default=True),
)  # fmt: skip

READINGS = (
    choice("plain_side", "Lowest hexside: one without terrain", {"counts": "Counts as 0",
            "ignored": "Is left out"}, "4.2.3.8.hexside"),
    choice("voluntary", "Voluntary conversion", {"before": "Only before the first hex is left",
            "any": "At any hex of the retreat"}, "4.2.5.3.voluntary"),
    choice("all_stacks", "Ad, Ex: retreat of the attackers", {"all": "Only when every stack can",
            "some": "When any stack can; the others stay"}, "4.2.4.1.ad"),
    choice("lone_air", "A lone enemy Air unit", {"unit": "Is an enemy unit: it bars the hex",
            "ignored": "Does not bar a hex"}, "4.2.7.hex"),
    choice("drop_shift", "An Airdrop outside a Blitz-enabled hex", {"shifts": "Still shifts",
            "idle": "Does not shift"}, "4.2.3.2.drop"),
    choice("hq_again", "An HQ that gave support may attack next door", {"no": "No", "yes": "Yes"},
            "4.2.1.2.used"),
    choice("marine_regular", "Marine shift in the Regular segment", {"yes": "Yes, if Blitz-enabled",
            "no": "Only in the Blitz segment"}, "4.2.3.6.shift"),
    choice("lake", "A lake hexside in a retreat", {"sea": "Bars like an all-sea hexside",
            "open": "Does not bar"}, "4.2.5.2.allsea"),
    choice("first_stop", "The first exploitation hex", {"stops": "Obeys the stops", "free": "Does not"},
            "4.2.8.stop-hexside"),
    choice("marker_weather", "Blitz attack on a lone marker in bad weather", {"allowed": "Allowed",
            "barred": "Barred"}, "4.1.2.weather"),
    choice("hq_blitz", "An HQ supporting a Blitz attack", {"needed": "Must be Blitz-enabled",
            "free": "Need not be"}, "4.1.2.enabled"),
    choice("snow", "Blitz attack by Russians in snow", {"all": "Every attacker must be Russian",
            "any": "One Russian will do"}, "4.1.2.snow"),
    choice("zones", "Zones of control", {"all": "Every ground unit has one", "multi": "Units of two or more steps",
            "stated": "Only where a hex or counter says so"}, "4.2.5.1.zoc"),
    choice("zone_water", "A zone of control at all-sea and lake hexsides", {"stops": "Stops there",
            "reaches": "Reaches across"}, "4.2.5.1.zoc"),
    choice("joined", "Units caught up in the attacker's rout", {"lose": "May take losses",
            "safe": "Take none"}, "4.2.5.rout.involved"),
)  # fmt: skip

_SIDES = (("attacker", "Attacker"), ("defender", "Defender"))


def _row(title: str, type: str, nation: str, **fields: int | bool) -> Mapping[str, object]:
    return {"title": title, "unit": {"type": type, "nation": nation, **fields}}


PALETTE = (
    _row("Japanese infantry army", "infantry", "Japanese", af=4, df=4, ma=1, steps=2),
    _row("Japanese one-step infantry", "infantry", "Japanese", af=1, df=2, ma=2),
    _row("Japanese HQ", "hq", "Japanese", af=2, df=2, ma=1),
    _row("Japanese air", "air", "Japanese"),
    _row("US mech 7-6-2", "armor", "US", af=7, df=6, ma=2, steps=3),
    _row("US infantry army 4-4-1", "infantry", "US", af=4, df=4, ma=1, steps=2),
    _row("US marines", "marine", "US", af=4, df=3, ma=2, steps=2),
    _row("British infantry", "infantry", "British", af=1, df=2, ma=2),
    _row("Russian infantry", "infantry", "Russian", af=1, df=1, ma=2),
    _row("Russian tank army", "armor", "Russian", af=5, df=4, ma=3, steps=2),
    _row("KMT HQ", "hq", "Nationalist Chinese", af=1, df=2, ma=1),
    _row("Kiangsu war zone", "infantry", "Kiangsu", af=2, df=3, ma=1, steps=2),
    _row("Beachhead", "beachhead", "US"),
    _row("Airdrop", "airdrop", "Western"),
    _row("Detachment", "detachment", "Japanese"),
)

VOCABULARY = Vocabulary(
    sides=_SIDES, types=TYPES, nations=NATIONS, terrains=TERRAINS, features=FEATURES, side_features=SIDE_FEATURES,
    unit_fields=UNIT_FIELDS, hex_fields=HEX_FIELDS, conditions=CONDITIONS, readings=READINGS, palette=PALETTE,
    pack_tables=tuple(replace(table, titles=_CHART_TITLES) for table in PACK_TABLES),
)  # fmt: skip
