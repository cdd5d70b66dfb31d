"""The figures of an attack of chapter 11, read once more from the text alone, for whatever stands in a document.

It works on the JSON a player writes and shares the printed charts with the engine, nothing else. Every counter says all
that differs from :data:`USUAL`, and the terrain effects chart is that of the document's pack: it has to tell every
terrain, feature and hexside of the battle. Ambiguities are read as usual (the first option of each reading).

:func:`refused`, :func:`strengths`, :func:`column`, :func:`armour`, :func:`modifiers` and :func:`price` tell what is
known before the dice; :func:`owed`, :func:`markers` and :func:`leaving` what comes of a roll; :func:`way_costs`,
:func:`speed` and :func:`attempt` what a retreat costs, and what counts for one before combat.

It does not say which units pay a bill (reference.py does, in plain fights), which hexes a retreat may end in, nor who
advances; it knows no planned steps, success rolls, replacement points, counterattacks (chain_reference.py does),
optional combat of units without strength, attacks out of a shared hex, commandos and engineers beyond what they owe,
and no remnants; of overruns ``added_to_die``, a condition that overrun_reference.py sets.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from fractions import Fraction as F
from math import ceil, floor
from typing import Any

from hexumpire.rulesets.v101125.tables import ARMOUR, RED_DIE

Document = dict[str, Any]

USUAL: dict[str, Any] = {
    "defence": None,
    "movement": 6,
    "size": "1",
    "face": "full",
    "aec": "none",
    "atec": "none",
    "intrinsic": "none",
    "special": "none",
    "special_counts": "map",
    "supply": "regular",
    "supply_cut": "full",
    "marker": 0,
    "zoc": "full",
    "via": "land",
    "moved": "no",
    "retreated": "no",
    "contingent": "",
}
"""What a counter is that does not say otherwise; whatever is not named here is not the case."""
DIRECTIONS = {"1,0": "E", "1,-1": "NE", "0,-1": "NW", "-1,0": "W", "-1,1": "SW", "0,1": "SE"}
TARGET = "0,0"
PART = {"full": F(1), "half": F(1, 2), "quarter": F(1, 4), "none": F(0)}
CAPABLE = {**PART, "none": F(0), "neutral": F(0), "double": F(2)}
HALF = F(1, 2)
LATE = ("German", "British", "American", "Canadian", "Indian", "Australian", "New Zealand", "South African")
"""German and Allied nations of Table 4."""
OWN = ("support", "self_supporting")
CROWN = ("British", "Canadian", "Indian", "Australian", "New Zealand", "South African")
WHERE = {"mountain": ("mountain", "mountain_side"), "woodsmanship": ("woods", "forest", "wooded_rough")}
"""The terrain in which an ability is used."""


def said(unit: Document, key: str) -> Any:
    """What a counter says, or what is usual."""
    return unit.get(key, USUAL.get(key, False))


def stated(document: Document, key: str, usual: Any = 0) -> Any:
    """A condition."""
    return document["conditions"].get(key, usual)


def defence_of(unit: Document) -> int:
    """Printed strength of defence."""
    return int(unit["attack"] if said(unit, "defence") is None else unit["defence"])


def res(unit: Document) -> F:
    """REs."""
    return F(said(unit, "size"))


# --- who fights, and in what ------------------------------------------------------------------------------------------


def ground(document: Document, side: str) -> list[Document]:
    """Ground units of a side."""
    return [unit for unit in document["units"] if unit["side"] == side and "points" not in unit]


def attackers(document: Document) -> list[Document]:
    """Whoever takes part in the attack."""
    return [unit for unit in ground(document, "attacker") if unit.get("attacks", True)]


def guests(document: Document) -> list[Document]:
    """Those who retreated onto the defenders in the same combat phase: they add nothing (11.Q.2.f)."""
    phase = stated(document, "phase", "initial")
    return [unit for unit in ground(document, "defender") if said(unit, "retreated") == phase and unit["at"] == TARGET]


def defenders(document: Document) -> list[Document]:
    """Whoever takes part in the defence (11.A.3)."""
    away = guests(document)
    there = [unit for unit in ground(document, "defender") if unit["at"] == TARGET and unit not in away]
    return [unit for unit in there if not said(unit, "held_out")]


def here(document: Document) -> Document:
    """The hex under attack."""
    found: Document = document["map"]["hexes"][TARGET]
    return found


def of_the_hex(document: Document) -> list[str]:
    """Its rows in the chart."""
    return [here(document)["terrain"], *here(document).get("features", [])]


def crossed(document: Document, unit: Document) -> list[str]:
    """Rows of the hexside that a unit attacks across; of a unit inside the hex, none."""
    if unit["at"] == TARGET:
        return []
    return list(document["map"]["sides"].get(f"{TARGET}:{DIRECTIONS[unit['at']]}", []))


def number(document: Document, row: str, column: str) -> int:
    """A number of the chart."""
    return int(document["pack"]["tables"]["terrain_numbers"].get(row, {}).get(column, 0))


def summed(document: Document, column: str, stated_as: str, units: Iterable[Document] = ()) -> int:
    """A number of the hex, and of hexsides that all attackers cross, or all these units."""
    ways = [set(crossed(document, unit)) for unit in units or attackers(document)]
    every = set.intersection(*ways) if ways else set()
    rows = [*of_the_hex(document), *sorted(every)]
    return sum(number(document, row, column) for row in rows) + int(here(document).get(stated_as, 0))


def cut(document: Document, rows: Iterable[str], column: str) -> F:
    """What these rows leave of a column."""
    found = F(1)
    for row in rows:
        found *= PART[document["pack"]["tables"]["terrain_strength"].get(row, {}).get(column, "full")]
    return found


def column_of(unit: Document) -> str:
    """The column of the chart that a unit is cut by (11.F.0, 11.F.1c)."""
    if unit["type"] == "artillery":
        return "artillery"
    return "motorized" if said(unit, "cm") and not said(unit, "on_foot") else "infantry"


def uses(document: Document, unit: Document) -> bool:
    """Whether a unit uses its special ability here (11.E.0)."""
    if said(unit, "special") not in ("mountain", "light", "heavy_armour", "woodsmanship"):
        return False
    if said(unit, "special_counts") != "map":
        return bool(said(unit, "special_counts") == "yes")
    rows = {*of_the_hex(document), *(crossed(document, unit) if unit["side"] == "attacker" else ())}
    return bool(rows & set(WHERE.get(said(unit, "special"), ())))


def terrain_left(document: Document, unit: Document) -> F:
    """What the terrain leaves of an attacking unit (11.F.0, 11.F.1, 11.M.3)."""
    free = WHERE.get(said(unit, "special"), ()) if uses(document, unit) else ()
    ways = [row for row in crossed(document, unit) if row not in free]
    return hex_left(document, column_of(unit), free) * cut(document, ways, column_of(unit))


def hex_left(document: Document, column: str, free: Iterable[str] = ()) -> F:
    """What the hex leaves: what is stated of it goes before the row of its terrain."""
    first, *rows = of_the_hex(document)
    inside = here(document).get(f"{column}_left", "chart")
    found = F(1) if first in free else PART[inside] if inside != "chart" else cut(document, [first], column)
    return found * cut(document, [row for row in rows if row not in free], column)


def in_mountains(document: Document, unit: Document) -> F:
    """11.F.2: armour in mountains."""
    rows = {*of_the_hex(document), *(crossed(document, unit) if unit["side"] == "attacker" else ())}
    return HALF if said(unit, "armour_symbol") and rows & {"mountain", "mountain_side"} else F(1)


# --- strengths --------------------------------------------------------------------------------------------------------


def wants(unit: Document) -> F:
    """What supply and support leave."""
    return PART[said(unit, "supply_cut")] * (HALF if said(unit, "unsupported") else 1)


def helped(document: Document, side: str) -> F:
    """Ground support and naval gunfire of a side (11.B.3, 11.C.2)."""
    found = F(0)
    over = hex_left(document, "air")
    for unit in document["units"]:
        if unit["side"] == side and "points" in unit:
            air = over * (HALF if side == "defender" else 1) if unit["type"] == "air" else F(1)
            found += unit["points"] * air * (HALF if stated(document, "kind", "regular") == "hasty" else 1)
    return found


def strengths(document: Document) -> tuple[F, F]:
    """Strengths of attack and defence (11.B.5 to 11.B.7)."""
    hasty = HALF if stated(document, "kind", "regular") == "hasty" else F(1)
    weather = PART[stated(document, "weather_left", "full")]
    ours, theirs = helped(document, "attacker"), helped(document, "defender")
    for unit in attackers(document):
        there = terrain_left(document, unit) * in_mountains(document, unit)
        ours += unit["attack"] * there * weather * wants(unit) * hasty
    late = stated(document, "phase", "initial") == "exploitation"
    for unit in defenders(document):
        onto = HALF if late and said(unit, "retreated") == "initial" else F(1)
        theirs += defence_of(unit) * wants(unit) * in_mountains(document, unit) * onto
    return ours, theirs


# --- odds -------------------------------------------------------------------------------------------------------------

LADDER = [F(1), F(3, 2), F(2), F(5, 2), *[F(n) for n in range(3, 21)]]
"""Columns from 1:1 up. A column is a level: its place here, or -1 for 1:2, -2 for 1:3 and so on."""


def odds(attack: F, defence: F) -> tuple[int, int]:
    """The level, and how many faces of the ten-sided die lead to the next one (11.B.8, 11.B.14)."""
    if attack < defence:
        tenths = ceil(defence * 10 / attack) if attack else 200
        return 1 - tenths // 10, tenths % 10
    ratio = min(attack / defence, F(20))
    ratio = F(floor(ratio * 20), 20) if ratio < 3 else F(floor(ratio * 10), 10)
    low = max(i for i, value in enumerate(LADDER) if value <= ratio)
    if ratio == 20:
        return low, 0
    return low, floor((ratio - LADDER[low]) / (LADDER[low + 1] - LADDER[low]) * 10)


def column(document: Document, die: int) -> tuple[str, int]:
    """The column that is read after the ten-sided die and the weather, and its modifier (11.A.10, 11.A.11, 11.B.15)."""
    attack, defence = strengths(document)
    level, faces = odds(attack, defence)
    level += (die <= faces) * (-1 if attack < defence else 1) + stated(document, "weather_shift")
    level = min(level, len(LADDER) - 1)
    if level < 0:
        return f"1:{min(1 - level, 4)}", -2 * max(0, -3 - level)
    value = LADDER[level]
    name = f"{value}:1" if value.denominator == 1 else f"{float(value)}:1"
    return ("13:1", int(value) - 13) if value > 13 else (name, 0)


def refused(document: Document) -> set[str]:
    """The rules that forbid the attack (11.A, 11.C.3, 11.F.1d, 11.G.2, 11.H.1)."""
    units, found = attackers(document), set()
    forced, hasty = (stated(document, "kind", "regular") == kind for kind in ("forced", "hasty"))
    over = [unit for unit in units if said(unit, "overstacked")]
    if any(said(unit, "face") == "remnant" for unit in units) and not forced:
        found.add("11.A.7")
    for place in {unit["at"] for unit in units} - {TARGET}:
        stack = [unit for unit in units if unit["at"] == place and not said(unit, "overstacked")]
        most, over_it = stated(document, "stacking"), stack and "mountain_side" in crossed(document, stack[0])
        across = stated(document, "side_stacking") if over_it else 0
        if across and len(stack) > across and (not most or across < most):
            found.add("11.F.1d")
        elif most and len(stack) > most:
            found.add("11.A.9")
    if over and hasty:
        found.add("11.C.3")
    turns = ceil(sum((res(unit) for unit in over), F(0)) / 6)
    moved = any(said(unit, "moved") != "no" or said(unit, "via") != "land" for unit in units)
    if over and (stated(document, "plotted") < turns or moved):
        found.add("11.G.2")
    if not any(unit["attack"] for unit in units):
        found.add("11.H.1")
    attack, defence = strengths(document)
    if any(map(defence_of, defenders(document))) and not forced and attack * 4 < defence and "11.H.1" not in found:
        found.add("11.A.11")
    return found


# --- armour -----------------------------------------------------------------------------------------------------------


def is_division(unit: Document) -> bool:
    """Whether a unit is a division: more than 2 REs, and no cadre."""
    return res(unit) > 2 and said(unit, "face") == "full"


def converts(unit: Document, capable: F, factor: F) -> F:
    """REs that an armoured unit converts (Table 4)."""
    if not is_division(unit) or unit["type"] not in ("armour", "mechanized"):
        return res(unit) * capable * factor
    strong = unit["nation"] == "German" and unit["attack"] >= 14
    return (2 if strong else 1) * capable * factor


def intrinsic(document: Document, unit: Document) -> F:
    """ATEC of a division by itself."""
    year = stated(document, "year", 1942)
    late = year >= 1944 and unit["nation"] in LATE
    kind = said(unit, "intrinsic")
    if not is_division(unit) or said(unit, "unsupported"):
        return F(0)
    if kind == "support":
        return F(1) if late else HALF if year >= 1942 else F(1, 4)
    if kind == "self_supporting":
        return HALF if late else F(1, 4) if year >= 1942 else F(0)
    return F(0)


def aec(document: Document, units: list[Document], *, attack: bool) -> F:
    """REs of AECA or AECD, those that are converted among them."""
    total, power, neutral = F(0), F(0), F(0)
    for unit in units:
        capable = CAPABLE[said(unit, "aec")]
        factor = hex_left(document, "motorized") * (
            cut(document, crossed(document, unit), "motorized") if attack else 1
        )
        total += res(unit) * capable * factor
        power += converts(unit, capable, factor) if capable else 0
        if said(unit, "aec") != "none" and convertible(document, unit):
            neutral += res(unit) * max(F(0), 1 - capable) * factor
    return total + min(power, neutral)


def convertible(document: Document, unit: Document) -> bool:
    """Whether a neutral unit may be converted to AEC (Table 4, 11.F.1c)."""
    if unit["type"] in ("antiaircraft", "antitank") or (unit["type"] == "artillery" and not said(unit, "cm")):
        return False
    walks = said(unit, "on_foot") and unit["side"] == "attacker"
    return not (walks and hex_left(document, "motorized") < 1 == hex_left(document, "infantry"))


def atec(document: Document, units: list[Document]) -> F:
    """REs of ATEC, those that are converted among them."""
    total, power, neutral = F(0), F(0), F(0)
    late = stated(document, "year", 1942) >= 1944
    for unit in units:
        capable = CAPABLE[said(unit, "atec")]
        total += res(unit) * capable + intrinsic(document, unit)
        own = late and unit["nation"] in LATE and is_division(unit) and not said(unit, "unsupported")
        power += converts(unit, capable, F(1)) if capable else 0
        if said(unit, "atec") != "none" or (own and said(unit, "intrinsic") in OWN):
            neutral += res(unit) * max(F(0), 1 - capable)
    return total + min(power, neutral)


def armour(document: Document) -> F:
    """The modifier, with its tenths (11.J)."""
    ours = aec(document, attackers(document), attack=True)
    guard = defenders(document)
    against, theirs = atec(document, guard), aec(document, guard, attack=False)
    most = 2 * ours
    ratio = min(ours / against, most) if against else most
    if ours and ratio >= 1:
        sign = 1
    elif theirs and (not ours or ours < theirs):
        ratio, sign = min(theirs / ours, 2 * theirs) if ours else 2 * theirs, -1
    else:
        return F(0)
    ratio = F(floor(ratio * 10), 10)
    rows = [modifier for least, modifier in ARMOUR if least <= ratio]
    tanks = [unit for unit in attackers(document) if CAPABLE[said(unit, "aec")]] if sign > 0 else []
    lost = summed(document, "aec", "aec_lost", tanks) + stated(document, "weather_aec")
    return sign * max(F(0), (rows[-1] if rows else F(0)) - max(0, lost))


# --- modifiers of the main die ----------------------------------------------------------------------------------------


def special(document: Document) -> int:
    """Special units (Table 2), as far as no success roll is needed."""
    found = 0
    for ability in ("mountain", "light", "heavy_armour", "woodsmanship"):
        ours, theirs = (
            sum((res(u) for u in units if said(u, "special") == ability and uses(document, u)), F(0))
            for units in (attackers(document), defenders(document))
        )
        more, less = max(ours, theirs), min(ours, theirs)
        ratio = min(more / less, 2 * more) if less else 2 * more
        worth = 2 if ratio >= 3 else 1 if ratio >= 2 else 0
        found += worth if ours > theirs else -worth
    return found


def mixed(units: list[Document], usual: str) -> int:
    """Contingents and countries of a side that attacks (Table 3)."""
    by_contingent: Counter[str] = Counter()
    for unit in units:
        by_contingent[said(unit, "contingent") or usual] += res(unit)
    if not by_contingent:
        return 0
    main = max(by_contingent, key=lambda key: by_contingent[key])
    worst = -2 if any(size >= 4 for key, size in by_contingent.items() if key != main) else 0
    by_country: Counter[str] = Counter()
    for unit in units:
        if (said(unit, "contingent") or usual) == main:
            by_country[unit["nation"]] += res(unit)
    first = max(by_country, key=lambda key: by_country[key])
    others = {key: size for key, size in by_country.items() if key != first}
    crown = sum((size for key, size in others.items() if first in CROWN and key in CROWN), F(0))
    plain = [size for key, size in others.items() if not (first in CROWN and key in CROWN)]
    return min(worst, -1 if crown >= 7 or any(size >= 4 for size in plain) else 0)


def marked(units: Iterable[Document]) -> int:
    """The highest marker (11.Q.1)."""
    return max((said(unit, "marker") for unit in units), default=0)


def modifiers(document: Document) -> dict[str, int]:
    """What is added to the main dice but for armour and very high or low odds, by rule (11.B.16)."""
    return {
        "11.F.0": summed(document, "dm", "dm"),
        "T2": special(document),
        "11.I": mixed(attackers(document), "") - mixed(defenders(document), ""),
        "T10.n6": marked([*defenders(document), *guests(document)]) // 2,
        "T10.n7": -((marked(attackers(document)) + 1) // 2),
        "11.B.16": stated(document, "other_dm"),
    }


# --- supply points ----------------------------------------------------------------------------------------------------

LEVELS = [F(0), F(1, 4), F(1, 2), F(1), F(2)]
ZONES = {"none": 0, "partial": 2, "full": 3, "double": 4}


def zone(document: Document, *, dual: bool = False) -> F:
    """Value of the defenders' zone of control (11.B.4): that of the strongest one."""
    more = summed(document, "zoc", "zoc_levels") + dual
    best = 0
    for unit in defenders(document):
        own = ZONES[said(unit, "zoc")]
        best = max(best, own + more - (said(unit, "supply") == "U4") - (said(unit, "marker") > 0) if own else 0)
    return LEVELS[min(best, 4)]


def price(document: Document) -> F:
    """Supply points of the attack; without supply those for overstack alone (11.B.4, 11.G.1)."""
    stacks = len({unit["at"] for unit in attackers(document)})
    over = sum((res(unit) for unit in attackers(document) if said(unit, "overstacked")), F(0))
    plain = F(ceil(over / 3), 2)
    if stated(document, "supplied", True):
        plain += stacks + F(summed(document, "sp", "sp_more"), 2)
    return plain * F(stated(document, "weather_sp", "1")) * zone(document)


# --- results: what both sides owe -------------------------------------------------------------------------------------

SHARE = {"1": F(1), "½": HALF, "": F(0)}
FORTS = {
    "fort": "fort",
    "damaged_fort": "fort",
    "improved_fort": "fort",
    "unimproved_fortress": "fort",
    "damaged_unimproved_fortress": "fort",
    "fortified_area": "area",
    "improved_fortified_area": "area",
    "permanent_fortified_area": "area",
    "fortress": "zone",
    "damaged_fortress": "zone",
    "port_fortification": "zone",
    "fortified_zone": "zone",
    "entrenchment": "",
    "improved_entrenchment": "",
}
"""What a work is on the disruption dice (T6.a4 to T6.a6, A53)."""
CITIES = ("dot_city", "partial_city", "full_city")


def half(points: F) -> F:
    """Rounded down to the half (11.M.0c)."""
    return F(floor(points * 2), 2)


def parts(token: str) -> list[tuple[str, F, F]]:
    """A result of the main table as effects with the shares of both sides."""
    if token in ("CA", "DL", "DR"):
        return []
    if token == "ME":
        return [(":", F(1, 4), F(1, 4))]
    if token.startswith("OR"):
        return [("E", F(0), F(1))]
    found, rest = [], token
    while rest:
        left, rest = (rest[0], rest[1:]) if rest[0] in "1½" else ("", rest)
        kind, rest = rest[0], rest[1:]
        right, rest = (rest[0], rest[1:]) if rest and rest[0] in "1½" else ("", rest)
        found.append((kind, SHARE[left], SHARE[right]))
    return found


def is_dual(document: Document) -> bool:
    """Whether the fight is in a hex of dual ownership (11.R.0)."""
    landed = any(said(unit, "via") != "land" for unit in attackers(document))
    return landed or any(unit["at"] == TARGET for unit in ground(document, "attacker"))


def cutting(document: Document) -> int:
    """By how much the terrain cuts plain infantry that attacks: 1, 2 or 4 (T6.r3, T6.r4)."""
    ways = [set(crossed(document, unit)) for unit in attackers(document)]
    left = hex_left(document, "infantry") * cut(document, set.intersection(*ways) if ways else (), "infantry")
    return int(1 / left) if left else 1


def isolated(units: list[Document]) -> bool:
    """Whether all of a side are isolated."""
    return bool(units) and all(said(unit, "isolated") for unit in units)


def printed(document: Document) -> tuple[int, int]:
    """Printed strengths of both sides (A25)."""
    return sum(u["attack"] for u in attackers(document)), sum(defence_of(u) for u in defenders(document))


def exchange(document: Document, share: F, role: str) -> F:
    """Points of an exchange by REs: of the smaller side; attackers pay more where terrain cuts them (11.M.3)."""
    smaller = min(sum((res(u) for u in units), F(0)) for units in (attackers(document), defenders(document)))
    return half(smaller * share * (cutting(document) if role == "attacker" else 1))


def main(document: Document, token: str, face: int) -> dict[str, tuple[F, F]]:
    """Casualties and disruption by the main table of both sides; ``face``: the die of an L (11.L.1)."""
    ours, theirs = printed(document)
    lower = min(ours, theirs)
    most = [max((u["attack"] for u in attackers(document)), default=0), max(map(defence_of, defenders(document)))]
    large = min(most[face > 3], lower)
    found = {"attacker": [F(0), F(0)], "defender": [F(0), F(0)]}
    walled = is_dual(document) or any(row in FORTS or row in CITIES for row in of_the_hex(document))
    alone = {"attacker": isolated(attackers(document)), "defender": isolated(defenders(document))}
    for kind, *shares in parts(token):
        for role, share in zip(found, shares, strict=True):
            if kind == ":":
                found[role][0] += exchange(document, share, role)
            elif kind == "D" and alone[role]:
                found[role][0] += half(share * (theirs if role == "defender" else lower))
            elif kind == "D" and (is_dual(document) or (walled and role == "defender")):
                found[role][0] += half(share * lower / 2)
            elif kind == "D":
                found[role][1] += half(share * lower)
            else:
                found[role][0] += half(share * {"X": lower, "E": theirs, "L": large}[kind])
    return {role: (killed, shaken) for role, (killed, shaken) in found.items()}


# --- disruption by REs ------------------------------------------------------------------------------------------------


def red_die(document: Document, role: str, token: str, dm: int) -> dict[str, int]:
    """What is added to a die of disruption (Table 6)."""
    features = here(document).get("features", [])
    foe = defenders(document) if role == "attacker" else attackers(document)
    works = [FORTS[row] for row in features if row in FORTS]
    behind = any("fortified_side" in crossed(document, unit) for unit in attackers(document))
    sign = 1 if role == "attacker" else -1
    found = {
        "T6.b1": 2 * ("full_city" in features),
        "T6.b2": int("partial_city" in features),
        "T6.b3": int("home_city" in features),
        "T6.b4": -int(isolated(foe)),
        "T6.b5": -int(any(said(unit, "supply") != "regular" for unit in foe)),
        "11.L.1.j": -2 * (token == "ME"),
        "T6.fort": sign * ("fort" in works),
        "T6.area": sign * 2 * (("area" in works) + behind if role == "attacker" else "area" in works or behind),
        "T6.zone": sign * 3 * ("zone" in works),
    }
    landed = any(said(unit, "via") == "sea" for unit in attackers(document))
    steps = marked([*defenders(document), *guests(document)])
    if role == "defender":
        return found | {"T6.d": (dm > 0) - (dm < 0)}
    return found | {
        "T6.a1": max(0, -dm),
        "T6.a3": int(stated(document, "kind", "regular") == "hasty"),
        "T6.a2": int(landed and not all(said(unit, "reacted") for unit in ground(document, "defender"))),
        "T6.a7": -int(bool(stated(document, "chit"))),
        "T6.a9": -((steps + 1) // 2),
        "T6.a10": -int(token[3]) if token.startswith("OR") else 0,
        "T10.n4": stated(document, "added_to_die"),
    }


def red_row(document: Document, role: str, token: str, dm: int, die: int) -> tuple[F, bool]:
    """The level of disruption, and whether it has a star."""
    die = min(max(die + sum(red_die(document, role, token, dm).values()), 1), 10)
    return F(RED_DIE[role][die - 1]), die >= RED_DIE[f"{role}_star"]


def red_res(document: Document, dm: int) -> F:
    """The REs that disruption goes by: of the side that is weaker as printed (T6.r1 to T6.r5, A12)."""
    ours, theirs = printed(document)
    if ours < theirs:
        return sum((res(unit) for unit in attackers(document)), F(0))
    whole = sum((res(unit) for unit in defenders(document)), F(0))
    initial = sum((res(unit) for unit in defenders(document) if not said(unit, "reacted")), F(0))
    moved = sum((res(unit) * (HALF if said(unit, "reacted") else 1) for unit in defenders(document)), F(0))
    added = min(max(0, -dm), ceil(initial / 3))
    best = max((ZONES[said(unit, "zoc")] for unit in defenders(document)), default=0)
    return (whole + added) * moved / whole * cutting(document) * LEVELS[min(best + is_dual(document), 4)]


def unarmed(document: Document, role: str, kind: str) -> Document:
    """The same attack with units of a side that have no such capability: what it is used for is missing (T9)."""
    units = [
        unit | {kind: "neutral"} if unit["side"] == role and CAPABLE.get(str(said(unit, kind)), F(0)) > 0 else unit
        for unit in document["units"]
    ]
    return {**document, "units": units}


def users(document: Document, role: str) -> list[Document]:
    """Whoever owes required losses but for its home country: special abilities, armour, Soviet divisions (11.O.1)."""
    kinds = [kind for kind in ("aec", "atec") if armour(unarmed(document, role, kind)) != armour(document)]
    found = []
    for unit in attackers(document) if role == "attacker" else defenders(document):
        tank = any(CAPABLE[said(unit, kind)] > 0 for kind in kinds)
        able = said(unit, "special") != "none" and said(unit, "special_counts") == "yes"
        soviet = unit["nation"] == "Soviet" and said(unit, "cm") and is_division(unit)
        if tank or able or soviet or uses(document, unit):
            found.append(unit)
    return found


def weight(document: Document, unit: Document) -> int:
    """What a point of a unit counts in an exchange that terrain makes larger (11.M.3)."""
    left = terrain_left(document, unit) * in_mountains(document, unit)
    return cutting(document) if unit["side"] == "attacker" and left == 1 else 1


def casualties(document: Document, token: str, face: int, *, tie: bool) -> dict[str, F]:
    """Casualties of a roll, before the limit of the attacker (11.L.1, T6.n3)."""
    found = {role: killed for role, (killed, _) in main(document, token, face).items()}
    found["attacker"] += exchange(document, F(1, 4), "attacker") if tie else 0
    return found


def owed(document: Document, token: str, dm: int, dice: tuple[int, int], face: int) -> dict[str, dict[str, F]]:
    """Points that both sides owe, by their kind (Table 7), and those of them that are required losses (11.O).

    The attacker never loses more than twice the defender's strength (11.A.12), which is more points of an exchange
    where these are paid by units that count more in it.
    """
    found, tie = {}, dice[0] == dice[1]
    for role, killed in casualties(document, token, face, tie=tie).items():
        units = attackers(document) if role == "attacker" else defenders(document)
        sharing = units if role == "attacker" else [*units, *guests(document)]
        by_res = killed if shares_res(token) else killed - main(document, token, face)[role][0]
        most = F(2 * printed(document)[1])
        plain = killed - by_res
        if role == "attacker":
            freely = cutting(document) if any(weight(document, unit) > 1 for unit in units) else 1
            plain = min(plain, most)
            by_res = min(by_res, (most - plain) * freely)
        able, shaken = users(document, role), main(document, token, face)[role][1]
        size = sum((res(unit) for unit in able), F(0))
        rate = sum((res(unit) * weight(document, unit) for unit in able), F(0)) / size if size else F(1)
        first = min(plain, size)
        second = min(by_res, (size - first) * rate)
        level, _ = red_row(document, role, token, dm, dice[role == "defender"])
        total = half(level * red_res(document, dm))
        found[role] = {
            "casualties": plain + by_res,
            "main": shaken,
            "red": total,
            "casualties required": first + second,
            "main required": min(shaken, F(floor((size - first) * 4) - floor(second / rate * 4), 4)),
            "red required": max(F(0), total - half(red_res(document, dm))),
            "home": min(plain + by_res, F(1)) if any(said(unit, "home") for unit in sharing) else F(0),
        }
    return found


def red_weight(document: Document, unit: Document) -> int:
    """What a point of a unit counts on disruption by REs: double where terrain cuts others and not it (T6.f1)."""
    ours, theirs = printed(document)
    if cutting(document) == 1 or ours < theirs:
        return 1
    left = terrain_left(document, unit) if unit["side"] == "attacker" else 1
    return 2 if left * in_mountains(document, unit) == 1 else 1


def weights(document: Document, role: str) -> tuple[int, ...]:
    """The same of all units of a side, nothing for those held out; empty where all count alike."""
    units = attackers(document) if role == "attacker" else ground(document, "defender")
    found = tuple(0 if role == "defender" and said(unit, "held_out") else red_weight(document, unit) for unit in units)
    ours, theirs = printed(document)
    return found if (cutting(document) > 1 and ours >= theirs) or 0 in found else ()


def shares_res(token: str) -> bool:
    """Whether a result is an exchange by REs."""
    return any(kind == ":" for kind, _, _ in parts(token))


def markers(document: Document, token: str, dice: tuple[int, int], face: int) -> tuple[int, int]:
    """MP on the markers of both sides, but for those of a CA or DL (T10.def)."""
    lost = casualties(document, token, face, tie=dice[0] == dice[1])
    equal = token in ("1:1", "½:½", "1L1", "1X1")
    return (
        (dice[0] >= dice[1]) + (lost["attacker"] > 0) + equal,
        (dice[1] >= dice[0]) + (lost["defender"] > 0) + equal,
    )


def leaving(document: Document, token: str, column: str, star: bool, lost: tuple[F, F]) -> tuple[str, bool]:
    """Whether the defender retreats (``weaker``: if it is by then), and whether :½ may stand in for it (11.L.1.g).

    ``lost``: casualties of the attacker and the defender.
    """
    struck = {kind for kind, _, share in parts(token) if share and kind in "DEX"}
    must = token == "DR" or "D" in struck or star or ("E" in struck and lost[1] > lost[0])
    below = column.startswith("1:") or column in ("1.5:1", "2:1", "2.5:1")
    leave = "must" if must else "weaker" if "X" in struck else ""
    return leave, bool(leave) and below and not star


# --- ways out: retreats, and attempts before combat -------------------------------------------------------------------

MINOR = ("Rumanian", "Finnish", "Italian")


def distance(one: str, other: str) -> int:
    """How many hexes two hexes lie apart."""
    (q, r), (s, t) = (map(int, place.split(",")) for place in (one, other))
    return max(abs(q - s), abs(r - t), abs(q + r - s - t))


def reach(document: Document, unit: Document, place: str, *, fights: bool) -> F:
    """The value of a unit's zone of control in a hex: that of those who fight is a level lower (11.Q.2.a, 11.Q.2.d)."""
    level = ZONES[said(unit, "zoc")]
    if not level or distance(unit["at"], place) > 1:
        return F(0)
    level -= (said(unit, "supply") == "U4") + (said(unit, "marker") > 0) + fights
    spot = document["map"]["hexes"].get(place, {"terrain": "clear"})
    level += (unit["at"] == place) + spot.get("zoc_levels", 0)
    level += sum(number(document, row, "zoc") for row in (spot["terrain"], *spot.get("features", [])))
    return LEVELS[min(max(level, 0), 4)]


def way_costs(document: Document, place: str) -> F:
    """Points that a hex costs those who retreat to it from the hex under attack (11.Q.2.d, 11.M.0c)."""
    enemies = friends = F(0)
    for unit in document["units"]:
        if "points" in unit:
            continue
        if unit["side"] == "attacker":
            fights = unit.get("attacks", True) or said(unit, "engaged")
            enemies += unit["attack"] * reach(document, unit, place, fights=fights)
        elif unit["at"] == place != TARGET:
            friends += defence_of(unit) * reach(document, unit, place, fights=said(unit, "engaged"))
    return half(max(F(0), enemies - friends))


def speed(unit: Document) -> F:
    """What a point of a unit counts for losses of a retreat (11.Q.2.d)."""
    fast = unit["movement"]
    factor = F(4) if fast >= 10 else F(3) if fast >= 8 else F(2) if fast >= 5 else F(1) if fast >= 3 else HALF
    factor += 1 if unit["nation"] == "German" and said(unit, "cm") else 0
    factor -= 1 if unit["nation"] in ("Soviet", "French", "Polish") else 2 if unit["nation"] in MINOR else 0
    return max(factor, HALF)


def attempt(document: Document, unit: Document, place: str) -> dict[str, int]:
    """What counts for a unit that tries to retreat to a hex before combat, by rule (Table 1)."""
    north = unit["nation"] in ("Finnish", "Swedish", "Norwegian")
    snow, spot = stated(document, "snow"), document["map"]["hexes"].get(place, {"terrain": "clear"})
    above = [one for one in attackers(document) if one.get("zone_class", 1) >= unit.get("zone_class", 1)]
    level = [one["movement"] for one in above if one.get("zone_class", 1) == unit.get("zone_class", 1)]
    fastest = max((one["movement"] for one in above), default=None)
    ahead = unit["movement"] - fastest if fastest is not None else 0
    works = [row for row in here(document).get("features", []) if row in ("fort", "damaged_fort", "improved_fort")]
    overrun = document.get("procedure") == "overrun"
    out = sum(number(document, row, "dm") for row in of_the_hex(document))
    into = [spot["terrain"], *spot.get("features", [])]
    found = {
        "T1.m1": -2 * (ahead < 0),
        "T1.m2": -(unit["movement"] in level),
        "T1.m3": -stated(document, "surprise"),
        "T1.m4": -(said(unit, "marker") > 0),
        "T1.m5": -bool(works),
        "T1.m6": -stated(document, "examined"),
        "T1.m7": -here(document).get("interdiction", 0),
        "T1.m8": min(0, sum(number(document, row, "dm") for row in into) + spot.get("dm", 0)),
        "T1.m9": max(0, -out - here(document).get("dm", 0)),
        "T1.m10": int(overrun and stated(document, "phase", "initial") == "exploitation"),
        "T1.m11": max(0, ahead) // 2,
        "T1.m12": int(snow and said(unit, "ski")),
        "T1.m13": int(snow and said(unit, "ski") and north),
        "T1.m14": int(unit["type"] == "cavalry"),
        "T1.m15": 2 * bool(said(unit, "recon")),
        "T1.m16": 2 * (north and spot["terrain"] in WHERE["woodsmanship"]),
        "T1.m17": 3 * (unit["type"] == "commando"),
    }
    return {rule: int(value) for rule, value in found.items() if value}
