"""Games and battles drawn at random for the naive reading: every part of a document with every other."""

from __future__ import annotations

import random
import tomllib
from pathlib import Path
from typing import Any

Document = dict[str, Any]
TARGET = "0,0"
NEAR = ("1,0", "1,-1", "0,-1", "-1,0", "-1,1", "0,1")
FAR = ("-2,0", "-2,1", "2,0", "0,-2", "-1,2", "-3,0", "2,-1")
BEHIND = (
    "2,0",
    "1,1",
    "0,2",
    "-1,2",
    "-2,2",
    "-2,1",
    "-2,0",
    "-1,-1",
    "0,-2",
    "1,-2",
    "2,-2",
    "2,-1",
)
"""All hexes two away from the target."""
DIRECTIONS = ("E", "NE", "NW", "W", "SW", "SE")
DICE: tuple[Document, ...] = (
    {},
    {"dice": "d6"},
    {"dice": "2d6"},
    {"dice": "d10", "lowest": 0},
    {"dice": "d66"},
    {"dice": "d6", "lowest": 0},
    {"dice": "2d4", "read": "tens"},
    {"dice": "3d4"},
    {"dice": "d8"},
    {"dice": "2d6", "lowest": 0, "read": "tens"},
    {"dice": "d100"},
    {"dice": "2d10", "lowest": 0, "read": "tens"},
)
COLUMNS = {
    "odds": (["1:2", "1:1", "2:1", "3:1"], ["1:3", "1:2", "1:1.5", "1:1", "1.5:1", "2:1"], ["1:1"], ["2:1", "4:1"]),
    "difference": (["≤-3", "-2 to 0", "1-3", "4+"], ["-2 to 2", "3-5", "6-9"], ["0", "1", "2", "3-8"]),
    "strength": (["1-3", "4-6", "7-9", "10+"], ["3-5", "6-9"], ["2", "3", "4", "5-12"]),
}
LOSSES = (
    "1 step",
    "2 steps",
    "3 steps",
    "1 factor",
    "2 factors",
    "5 factors",
    "1/2 of its factors",
    "1/3 of its factors",
    "2/2 of its factors",
    "as much as the defence",
    "as much as the attack",
    "1/2 of the defence",
    "2/3 of the attack",
)
BY = ("", "", ", chosen by the enemy")
MOVED = ("", "", ", moved by the enemy")
ROUNDS = (
    "another round",
    "the attacker may fight another round",
    "another round with +1 to the die and -1 column",
    "another round with -2 to the die",
    "the attacker may fight another round with +1 columns",
)
CODES = (
    "AE",
    "DE",
    "AR",
    "DR",
    "EX",
    "HX",
    "BR",
    "AX",
    "DX",
    "NE",
    "-",
    "AD",
    "DD",
    "P",
    "CT",
    "AR2",
    "DR2",
    "DR3",
    "A1",
    "D2",
    "AL1",
    "DL2",
    "B1",
    "D1",
    "B2",
)
FIELDS = ("drilled", "tired")
GAMES = Path(__file__).parents[3] / "pycore/hexumpire/rulesets/custom/games"
BUILT_IN = [tomllib.loads(path.read_text(encoding="utf-8")) for path in sorted(GAMES.glob("*.toml"))]
"""The invented games that come with the engine."""


def side(rng: random.Random) -> str:
    return rng.choice(("attacker", "defender", "defender", "both"))


def effect(rng: random.Random) -> str:
    """One effect in words."""
    who = side(rng)
    is_, lose, retreat = ("are", "lose", "retreat") if who == "both" else ("is", "loses", "retreats")
    return rng.choice(
        (
            f"{who} {is_} eliminated",
            f"{who} {lose} {rng.choice(LOSSES)}{rng.choice(BY)}",
            f"{who} {lose} {rng.choice(LOSSES)}{rng.choice(BY)}",
            f"{who} {lose} {rng.choice(LOSSES)}{rng.choice(BY)}",
            f"{who} {retreat} {rng.choice((1, 2, 2))}{rng.choice(MOVED)}",
            f"{who} {retreat} 1{rng.choice(MOVED)}",
            f"{who} {is_} disrupted",
            f"{who} {is_} pinned",
            "exchange",
            "half exchange",
            "exchange by strength",
            rng.choice(("attacker may advance", "attacker may advance 2", "attacker may advance 2")),
            "no effect",
        )
    )


def result(rng: random.Random) -> list[Any]:
    """Some effects one after another, with a choice among them, a loss as large as the other side's, another round."""
    found: list[Any] = [effect(rng) for _ in range(rng.choice((1, 1, 2, 2, 3)))]
    if rng.random() < 0.25:
        who = rng.choice(("attacker", "defender"))
        ways: list[Any] = [[effect(rng) for _ in range(rng.choice((1, 1, 2)))] for _ in range(2)]
        if rng.random() < 0.2:
            ways[0].append(rng.choice(ROUNDS))
        found.insert(rng.randint(0, len(found)), {"choose": who, "of": ways})
    if rng.random() < 0.08:
        found = ["defender is disrupted", *found[:1], "another round"]
    if rng.random() < 0.08:
        found = ["attacker loses 1 step", "another round"]
    if rng.random() < 0.2:
        found = [
            "defender loses 1 step",
            *found,
            f"attacker loses as much{rng.choice(BY)}",
        ]
    if rng.random() < 0.35:
        found.append(rng.choice(ROUNDS))
        if rng.random() < 0.2:
            found.insert(0, rng.choice(ROUNDS))
    return found


def said(rng: random.Random, does: list[Any]) -> Any:
    """What a result does as a table, a list, or one text alone."""
    if len(does) == 1 and isinstance(does[0], str) and rng.random() < 0.5:
        return does[0]
    return rng.choice(({"does": does, "title": "It does"}, does))


def tested(rng: random.Random, each: bool, sides: list[str]) -> Document:
    """When a modifier holds: one or two tests; those asked of each counter only where they may be."""
    kinds = ["foot", "horse", "guns"]
    some = rng.sample(kinds, rng.randint(1, 2))
    asked: list[Document] = [
        {"terrain": rng.choice(("clear", "wood", ["wood", "bog"]))},
        {"feature": rng.choice(("farm", ["farm", "fort"]))},
        {"crossed": rng.choice(("brook", ["brook", "wall"])), "sides": rng.choice(("all", "any"))},
        {"attacker": some, "who": rng.choice(("any", "all"))},
        {"defender": some, "who": rng.choice(("any", "all"))},
        {"together": rng.choice((["foot", "horse"], [["foot", "guns"], "horse"], ["guns"]))},
        {"hexes": rng.choice((2, [1, 1], [2, 3]))},
        {"condition": "rain"},
        {"condition": "rain", "is": False},
        {"condition": "supply", "is": rng.choice(("full", "low"))},
        {"condition": "leaders", "is": rng.choice((0, 1))},
        {"rounds": rng.choice((2, [1, 1], [1, 2]))},
    ]
    if each:
        asked = [
            {"stands": rng.choice(("clear", "wood", ["bog", "farm"]))},
            {"field": rng.choice(FIELDS)},
        ]
        asked += [{"marked": rng.choice(("disrupted", "pinned"))}] * (3 if "defense" in sides else 1)
        if sides == ["attack"]:
            asked += [
                {"crossed": "brook", "sides": "each"},
                {"attacker": some, "who": "each"},
            ]
        elif sides == ["defense"]:
            asked += [{"defender": some, "who": "each"}]
        if set(sides) == {"attack", "defense"}:
            asked += [{"attacker": some, "defender": rng.sample(kinds, 1), "who": "each"}]
        if rng.random() < 0.3:
            return {**rng.choice(asked), **rng.choice(tested_total(rng))}
        return rng.choice(asked)
    found = rng.choice(asked)
    other = rng.choice(asked) if rng.random() < 0.3 else {}
    return found if "condition" in found and "condition" in other else {**found, **other}


def tested_total(rng: random.Random) -> list[Document]:
    return [
        {"terrain": rng.choice(("clear", "wood"))},
        {"condition": "rain"},
        {"hexes": 2},
        {"rounds": [1, 1]},
        {"together": ["foot", "horse"]},
    ]


def modifier(rng: random.Random) -> Document:
    """One modifier: of strengths, counter by counter or in all, or of the column and the die."""
    change = (
        "x2",
        "x1/2",
        "x1/2",
        "+1",
        "+2",
        "-1",
        "-3",
        "x1/3",
        "x2/3",
        "x3/2",
        "x2 +1",
        "x1/2 -1",
    )
    what = rng.choice(("strength", "strength", "strength", "chart"))
    found: Document = {}
    sides: list[str] = []
    if what == "strength":
        sides = rng.choice((["attack"], ["defense"], ["attack", "defense"]))
        found = {key: rng.choice(change) for key in sides}
    if what == "chart" or rng.random() < 0.15:
        found[rng.choice(("shift", "roll"))] = rng.choice((-2, -1, 1, 2))
    each = "shift" not in found and "roll" not in found and rng.random() < 0.7
    found["when"] = tested(rng, each, sides)
    if rng.random() < 0.05:
        del found["when"]
    if rng.random() < 0.25:
        found["unless"] = tested(rng, each and rng.random() < 0.5, sides)
    if rng.random() < 0.2:
        found["times"] = "leaders"
    return found


def modifiers(rng: random.Random) -> Document:
    """Modifiers in any order; each may be displaced by some that rank above it, so that chains come about."""
    keys = [f"m{n}" for n in range(rng.choice((0, 1, 2, 3, 4, 5, 6, 7)))]
    ranked = rng.sample(keys, len(keys))
    found = {key: modifier(rng) for key in keys}
    for n, key in enumerate(ranked):
        above = ranked[n + 1 :]
        if above and rng.random() < 0.65:
            found[key]["not_with"] = rng.sample(above, rng.randint(1, min(2, len(above))))
    return found


def chart(rng: random.Random, codes: list[str]) -> Document:
    """Columns of a kind, dice, what is beyond the ends, and results in all cells."""
    kind = rng.choice(("odds", "odds", "difference", "strength"))
    heads = rng.choice(COLUMNS[kind])
    found: Document = {"kind": kind, "columns": heads, **rng.choice(DICE)}
    if rng.random() < 0.5:
        found["below"] = rng.choice(("first", "forbidden", "forbidden", codes[0]))
    if rng.random() < 0.4:
        found["above"] = rng.choice(("forbidden", codes[-1], codes[-1]))
        found["limit"] = {
            "odds": rng.choice(("4:1", "5:1", "9:2")),
            "difference": 10,
            "strength": 13,
        }[kind]
        if kind != "odds" and heads[-1][-1] != "+" and rng.random() < 0.5:
            del found["limit"]
    if kind == "odds":
        found["round"] = rng.choice(("defender", "attacker", "nearest"))
    low, high = extent(found)
    cuts = sorted(rng.sample(range(low + 1, high + 1), min(4, high - low)))
    if found.get("read") == "tens" or found.get("dice") == "d66":
        cuts = [cut for cut in cuts if cut % 10]
    starts = [low, *cuts]
    ends = [*(cut - 1 for cut in cuts), high]
    names = [str(a) if a == b else f"{a}-{b}" for a, b in zip(starts, ends, strict=True)]
    if rng.random() < 0.5:
        names[0], names[-1] = f"≤{ends[0]}", f"{starts[-1]}+"
    found["rows"] = {name: [rng.choice(codes) for _ in heads] for name in names}
    return found


def extent(found: Document) -> tuple[int, int]:
    """The lowest and the highest roll."""
    said = "2d6" if found.get("dice") == "d66" else found.get("dice", "d6")
    many, _, sides = said.partition("d")
    low, n = found.get("lowest", 1), int(many or 1)
    high = low + int(sides) - 1
    if found.get("read") == "tens" or found.get("dice") == "d66":
        return int(str(low) * n), int(str(high) * n)
    return low * n, high * n


def kinds(rng: random.Random) -> Document:
    """Three types: with a defence or without, with a back, several steps, a size, a range."""
    found: Document = {}
    for key in ("foot", "horse", "guns"):
        row: Document = {"title": key}
        if rng.random() < 0.95:
            row["attack"] = rng.randint(0 if rng.random() < 0.1 else 1, 6)
        if rng.random() < 0.8 or "attack" not in row:
            row["defense"] = rng.randint(0 if rng.random() < 0.1 else 1, 5)
        row["steps"] = rng.choice((1, 1, 2, 2, 3))
        if rng.random() < 0.5:
            row["back_attack"] = rng.randint(0, 4)
        if rng.random() < 0.5:
            row["back_defense"] = rng.randint(0, 5)
        if rng.random() < 0.3:
            row["size"] = rng.choice((0, 2))
        if key == "guns":
            row["range"] = rng.choice((1, 2, 3))
        found[key] = row
    return found


OPTIONAL = ("modifiers", "caps", "strength", "attacks", "zones", "stacking", "retreats", "advances", "rounds")
"""Sections that a game may leave out."""


def terms(rng: random.Random) -> Document:
    """The sections on how one fights and moves."""
    return {
        "strength": {
            "steps": rng.choice(("full", "share", "share", "back")),
            "round": rng.choice(("none", "down", "up", "nearest")),
            "each": rng.random() < 0.4,
        },
        "attacks": rng.choice(({}, {"range": 1}, {"range": 2}, {"range": "printed"})),
        "zones": {
            "types": rng.choice(("all", "all", [], ["foot", "horse"])),
            "blocked": rng.choice(([], ["brook"])),
            "cancelled": rng.random() < 0.5,
        },
        "stacking": rng.choice(({}, {"limit": 2}, {"limit": 3}, {"limit": 4})),
        "retreats": {
            "zones": rng.choice(("barred", "barred", "step", "free")),
            "no_way": rng.choice(("eliminated", "step", "stay")),
            "terrain": rng.choice(([], ["bog"])),
            "sides": rng.choice(([], ["wall"])),
            "together": rng.random() < 0.6,
        },
        "advances": {"may": rng.choice(("always", "always", "result", "never"))},
        "rounds": rng.choice(({}, {"most": 2}, {"most": 4}, {"most": 1})),
    }


def game(rng: random.Random) -> Document:
    """A game of all sections, some of them left out."""
    results = {f"R{n}x": said(rng, result(rng)) for n in range(3)}
    codes = [*results, *rng.sample(CODES, 2)]
    rng.shuffle(codes)
    leaders = rng.choice(([0, 2], [0, 3], [-1, 2]))
    found: Document = {
        "format": 1,
        "title": "Drawn",
        "types": kinds(rng),
        "terrains": {key: {"title": key} for key in ("clear", "wood", "bog")},
        "features": {key: {"title": key} for key in ("farm", "fort")},
        "side_features": {key: {"title": key} for key in ("brook", "wall")},
        "unit_fields": {key: {"title": key} for key in FIELDS},
        "conditions": {
            "rain": {"title": "Rain"},
            "leaders": {"title": "Leaders", "range": leaders},
            "supply": {"title": "Supply", "options": {"full": "Full", "low": "Low"}},
        },
        "chart": chart(rng, codes),
        "results": results,
        "modifiers": modifiers(rng),
        "caps": {key: [rng.randint(-2, 0), rng.randint(0, 2)] for key in ("shift", "roll") if rng.random() < 0.3},
        **terms(rng),
    }
    for key in OPTIONAL:
        if rng.random() < 0.1:
            del found[key]
    if rng.random() < 0.1:
        found |= pocket(rng)
        going = rng.choice(("attacker retreats 2", "defender retreats 2", "both retreat 2"))
        results["R0x"] = [going, "defender loses 1 step", rng.choice(ROUNDS)]
    return found


def pocket(rng: random.Random) -> Document:
    """Sections by which a retreat of two hexes may go one hex or none, and the fight goes on with who is left."""
    way = {
        "zones": "free",
        "no_way": rng.choice(("step", "stay")),
        "terrain": ["bog"],
        "together": rng.random() < 0.5,
    }
    return {"retreats": way, "stacking": {"limit": 3}, "rounds": {"most": 3}}


def counter(rng: random.Random, document: Document, who: str, at: str, number: int) -> Document:
    """A counter, or two alike, whose numbers may differ from those of its type."""
    kind = rng.choice([*document["types"]])
    found: Document = {
        "id": f"{who[0]}{number}",
        "side": who,
        "type": kind,
        "nation": "Red" if who == "attacker" else "Blue",
        "at": at,
    }
    for key, low, high in (
        ("attack", 1, 7),
        ("defense", 1, 7),
        ("steps", 1, 2),
        ("back_attack", 0, 3),
    ):
        if (key in document["types"][kind] or key == "defense") and rng.random() < 0.15:
            found[key] = rng.randint(low, high)
    for key in document.get("unit_fields", {}):
        if rng.random() < 0.3:
            found[key] = True
    if rng.random() < 0.12:
        found["count"] = 2
    return found


def battle(rng: random.Random, document: Document) -> Document:
    """A battle of that game: attackers in one hex or two, some of them far, and others who only stand by."""
    reach = document.get("attacks", {}).get("range", 1)
    homes = rng.sample(NEAR, 2)
    if reach != 1 and rng.random() < 0.5:
        homes[1] = rng.choice(FAR)
    units = [
        counter(rng, document, "attacker", rng.choice((homes[0], *homes)), n)
        for n in range(rng.choice((1, 1, 2, 2, 3)))
    ]
    units += [counter(rng, document, "defender", TARGET, 10 + n) for n in range(rng.choice((1, 1, 2, 2, 3)))]
    if rng.random() < 0.9:
        units = fitting(document, units)
    free = [at for at in (*NEAR, *FAR) if at not in {unit["at"] for unit in units}]
    for n in range(rng.choice((0, 0, 1, 2, 4))):
        who = rng.choice(("attacker", "defender"))
        at = free.pop(rng.randrange(len(free)))
        units.append(counter(rng, document, who, at, 20 + n) | ({"stands_by": True} if who == "attacker" else {}))
    grounds = [next(iter(document["terrains"])), *document["terrains"]]
    lies = [
        [],
        [],
        *([key] for key in document.get("features", {})),
        [*document.get("features", {})],
    ]
    lines = [*document.get("side_features", {})]
    closed = grounds + document.get("retreats", {}).get("terrain", []) * 20
    near, behind = rng.choice(((grounds, grounds), (grounds, closed), (grounds, closed), (closed, closed)))
    hexes = {
        at: {
            "terrain": rng.choice(behind if at in BEHIND else near),
            "features": rng.choice(lies),
        }
        for at in (TARGET, *NEAR, *BEHIND)
    }
    sides = {f"{TARGET}:{way}": [rng.choice(lines)] for way in DIRECTIONS if lines and rng.random() < 0.35}
    sides |= {f"{at}:E": [rng.choice(lines)] for at in ("1,0", "0,-1", "-1,1") if lines and rng.random() < 0.3}
    units = flawed(rng, units) if rng.random() < 0.06 else units
    return {
        "format": 1,
        "ruleset": "custom",
        "game": document,
        "edition": "own",
        "targets": [TARGET],
        "units": units,
        "map": {"hexes": hexes, "sides": sides},
        "conditions": conditions(rng, document),
    }


def fitting(document: Document, units: list[Document]) -> list[Document]:
    """Those of the counters that have room in their hexes."""
    limit, found = document.get("stacking", {}).get("limit", 99), list[Document]()
    for unit in units:
        here = [one for one in (*found, unit) if one["at"] == unit["at"]]
        if sum(document["types"][one["type"]].get("size", 1) * one.get("count", 1) for one in here) <= limit:
            found.append(unit)
    return found


def conditions(rng: random.Random, document: Document) -> Document:
    """Most of the conditions of a game with any value."""
    found: Document = {}
    for key, row in document.get("conditions", {}).items():
        if rng.random() < 0.8:
            found[key] = rng.random() < 0.5
            if "range" in row:
                found[key] = rng.randint(*row["range"])
            elif "options" in row:
                found[key] = rng.choice([*row["options"]])
    return found


def flawed(rng: random.Random, units: list[Document]) -> list[Document]:
    """A set-up that may not be fought."""
    way = rng.choice(("nobody attacks", "nobody defends", "inside", "idle", "stand by", "far"))
    ours, theirs = ([unit for unit in units if unit["side"] == who] for who in ("attacker", "defender"))
    if way in ("nobody attacks", "nobody defends"):
        return theirs if way == "nobody attacks" else ours
    if way == "stand by":
        return [*({**unit, "stands_by": True} for unit in ours), *theirs]
    if way in ("inside", "far"):
        return [
            {**ours[0], "at": TARGET if way == "inside" else "-4,0"},
            *ours[1:],
            *theirs,
        ]
    return [*ours, *({**unit, "stands_by": True} for unit in theirs)]
