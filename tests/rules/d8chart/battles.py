"""Random battles of the 1D8 chart in which rules meet on purpose: a plain attack, and a few themes put upon it."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

Document = dict[str, Any]
Theme = Callable[[random.Random, Document], None]
TARGET = "0,0"
RING = ("-1,0", "0,-1", "1,-1", "1,0", "0,1", "-1,1")
"""The hexes beside the target, and the hexsides by which one comes from them."""
SIDES = dict(zip(RING, ("W", "NW", "NE", "E", "SE", "SW"), strict=True))
NEAR, FAR = ("1,-1", "1,0", "0,1"), ("2,-2", "2,-1", "2,0", "1,1", "0,2")
"""Where defenders may retreat to: beside the target, and one farther on."""
NATIONS = ("German", "Soviet", "Italian", "British", "US", "French", "Finnish", "Rumanian", "Polish", "Commonwealth")
LAND = ("infantry", "infantry", "armor", "mechanized", "mountain", "para", "commando")
COUNTRIES = ("unstated", "Finland", "Rumania", "Soviet Union", "Poland", "elsewhere")
ROWS = ("-", *"12345678", "+")
COLUMNS = ("1-3", "1-2", "1-1", "3-2", "2-1", "3-1", "4-1", "5-1")
RESULTS = ("AE", "3/-", "2/-", "1/-", "[-/1]", "-/2", "-/2*", "-/3", "-/3*", "DE")


def here(document: Document) -> Document:
    """What the document says of the hex attacked."""
    found: Document = document["map"]["hexes"].setdefault(TARGET, {})
    return found


def features(document: Document, at: str = TARGET) -> list[str]:
    found: list[str] = document["map"]["hexes"].setdefault(at, {}).setdefault("features", [])
    return found


def add(document: Document, *marks: str, at: str = TARGET) -> None:
    found = features(document, at)
    found.extend(mark for mark in marks if mark not in found)


def land(document: Document, side: str) -> list[Document]:
    return [unit for unit in document["units"] if unit["side"] == side and "steps" in unit]


def enlist(document: Document, side: str, type: str, nation: str, factors: int, **fields: Any) -> Document:
    number = sum(unit["side"] == side for unit in document["units"]) + 1
    unit = {"id": f"{side[0]}{number}", "side": side, "type": type, "nation": nation, "at": RING[0], "factors": factors}
    unit |= fields | ({"at": TARGET} if side == "defender" else {})
    document["units"].append(unit)
    return unit


def plain(source: random.Random) -> Document:
    """Up to three counters a side, at odds that hold most of the chart, and hexes to retreat to."""
    document: Document = {
        "ruleset": "d8chart",
        "map": {"hexes": {}, "sides": {}},
        "targets": [TARGET],
        "units": [],
        "conditions": {},
        "readings": {},
    }
    ours, theirs = source.sample(NATIONS, 2)
    for side, nation, most in (("attacker", ours, source.choice((3, 6, 12))), ("defender", theirs, 5)):
        for _ in range(source.choice((1, 1, 2, 2, 3))):
            of = nation if source.random() < 0.75 else source.choice(NATIONS)
            enlist(
                document,
                side,
                source.choice(LAND),
                of,
                source.randint(1, most),
                steps=source.choice((1, 1, 2, 2, 3)),
                at=source.choice(RING[:2]),
            )
    for at in NEAR:
        if source.random() < 0.6:
            add(document, "retreat", at=at)
    return document


# --- themes -----------------------------------------------------------------------------------------------------------


def condition(key: str, *options: Any) -> Theme:
    def put(source: random.Random, document: Document) -> None:
        document["conditions"][key] = source.choice(options)

    return put


def reading(key: str, option: str) -> Theme:
    def put(source: random.Random, document: Document) -> None:
        document["readings"][key] = option

    return put


def terrain(source: random.Random, document: Document) -> None:
    here(document)["terrain"] = source.choice(("forest", "marsh", "mountain", "mountain"))


def around(source: random.Random, document: Document) -> None:
    """Terrain of the hexes beside the target, for zones of control."""
    for at in (*NEAR, *RING[:2]):
        document["map"]["hexes"].setdefault(at, {})["terrain"] = source.choice(("clear", "forest", "marsh", "mountain"))


def hexside(*kinds: tuple[str, ...]) -> Theme:
    def put(source: random.Random, document: Document) -> None:
        """Along some hexsides of the target, said from either side."""
        for at in source.sample(RING[:2], source.choice((1, 2))):
            back = RING[(RING.index(at) + 3) % 6]
            keys = f"{TARGET}:{SIDES[at]}", f"{at}:{SIDES[back]}"
            key = next((key for key in keys if key in document["map"]["sides"]), source.choice(keys))
            marks = document["map"]["sides"].setdefault(key, [])
            wet = {"river", "strait"} & set(marks)
            marks.extend(
                mark for mark in source.choice(kinds) if mark not in marks and not (wet and mark in ("river", "strait"))
            )

    return put


def behind(source: random.Random, document: Document) -> None:
    """Impassable mountains and rivers on the way of a retreat, and in the way of zones of control."""
    if source.random() < 0.7:
        add(document, "retreat", at=NEAR[0])
        water = source.choice((["river"], ["river", "frozen"], ["strait", "frozen"], ["strait"]))
        document["map"]["sides"].setdefault("0,-1:E", water)
    for key in ("0,0:E", "0,0:NE", "0,0:SE", "1,0:E", "0,-1:E", "-1,0:NE", "-1,1:E"):
        if source.random() < 0.4:
            document["map"]["sides"].setdefault(key, source.choice((["impassable"], ["river"], ["strait", "frozen"])))


def fort(*kinds: str) -> Theme:
    def put(source: random.Random, document: Document) -> None:
        add(document, source.choice(kinds))

    return put


def permanent(source: random.Random, document: Document) -> None:
    add(document, "permanent_fort")
    hexside(("fort",), ("fort", "river"))(source, document)


def lone(source: random.Random, document: Document) -> None:
    """A fort with nobody in it, at times with aircraft or a general."""
    document["units"] = [unit for unit in document["units"] if unit["side"] == "attacker"]
    add(document, source.choice(("fort_chit", "coastal_fort", "permanent_fort")))


def landing(source: random.Random, document: Document) -> None:
    """Some or all of the attackers come from the sea."""
    document["map"]["hexes"].setdefault(RING[0], {})["terrain"] = "sea"
    nation = source.choice(("US", "British", "German", "Soviet", "Italian", "", "", ""))
    for unit in document["units"]:
        if unit["side"] == "attacker" and (unit["at"] == RING[0] or unit.get("via") == "sea") and "via" not in unit:
            unit["nation"] = nation or unit["nation"]
            unit |= {"via": "sea"} if unit["type"] == "general" or "steps" in unit else {}
    if source.random() < 0.5:
        add(document, "port")
    if source.random() < 0.1:
        for other in ("US", "Soviet"):
            enlist(document, "attacker", "infantry", other, 1, steps=1, via="sea")
    if source.random() < 0.3:
        document["map"]["hexes"].setdefault(NEAR[0], {})["terrain"] = "sea"
        of = nation or next(unit["nation"] for unit in document["units"] if unit["side"] == "attacker")
        enlist(document, "attacker", source.choice(LAND), of, source.randint(1, 6), steps=1, via="sea", at=NEAR[0])


def drop(source: random.Random, document: Document) -> None:
    unit = enlist(
        document,
        "attacker",
        "para",
        source.choice(NATIONS[:6]),
        source.randint(1, 4),
        steps=1,
        via="air",
        at=source.choice((*RING[:2], NEAR[1])),
    )
    document["conditions"]["para_success"] = source.random() < 0.8
    unit["steps"] = source.choice((1, 2))


def leaders(source: random.Random, document: Document) -> None:
    for _ in range(source.choice((1, 2, 3))):
        side = source.choice(("attacker", "defender"))
        stack = land(document, side)
        at, nation = (source.choice(stack)["at"], source.choice(stack)["nation"]) if stack else (RING[0], "German")
        sea = document["map"]["hexes"].get(at, {}).get("terrain") == "sea"
        enlist(document, side, "general", nation, source.randint(1, 4), at=at, **({"via": "sea"} if sea else {}))


def airmen(source: random.Random, document: Document) -> None:
    for side in source.choice((["attacker"], ["defender"], ["attacker", "defender"])):
        enlist(
            document,
            side,
            source.choice(("fighter_bomber", "bomber")),
            source.choice(NATIONS),
            source.randint(1, 6),
            support=source.choice(("yes", "yes", "yes", "held", "lost")),
            ground_attack=source.random() < 0.5,
            count=source.choice((1, 1, 2)),
        )


def ships(source: random.Random, document: Document) -> None:
    for _ in range(source.choice((1, 2, 3))):
        side = source.choice(("attacker", "attacker", "defender"))
        kind = source.choice(("battleship", "heavy_cruiser", "light_cruiser", "destroyer"))
        enlist(document, side, kind, "British", source.randint(0, 9), count=source.choice((1, 2)))


def supply(source: random.Random, document: Document) -> None:
    sides = source.choice((["attacker"], ["defender"], ["attacker", "defender"]))
    for unit in [unit for side in sides for unit in land(document, side)]:
        if source.random() < 0.6:
            unit["out_of_supply"] = True
            unit["supply_factor"] = source.choice(("1", "3/4", "2/3", "1/2", "1/3", "1/4", "0"))


def nation(side: str, name: str) -> Theme:
    def put(source: random.Random, document: Document) -> None:
        for unit in land(document, side):
            if source.random() < 0.85:
                unit["nation"] = name

    return put


def finland(source: random.Random, document: Document) -> None:
    here(document)["country"] = source.choice(("Finland", "Finland", "Finland", "Soviet Union"))
    document["conditions"] |= {"winter_war": source.random() < 0.85}
    nation(source.choice(("attacker", "defender")), "Finnish")(source, document)
    if source.random() < 0.5:
        document["conditions"]["finnish"] = source.choice(("none", "attacker", "defender", "all"))


def partners(source: random.Random, document: Document) -> None:
    """Minor partners in the defence, at home, abroad, or helped by the aircraft of a major power."""
    here(document)["country"] = source.choice(COUNTRIES)
    for unit in land(document, "defender"):
        unit["nation"] = source.choice(("Rumanian", "Polish", "Finnish", "Commonwealth", "German"))
        unit["abroad"] = source.choice(("map", "map", "home", "abroad"))
    if source.random() < 0.5:
        enlist(
            document,
            "defender",
            "fighter_bomber",
            source.choice(("German", "British", "Rumanian")),
            source.randint(0, 2),
        )


def elite(source: random.Random, document: Document) -> None:
    side = source.choice(("attacker", "defender"))
    for unit in land(document, side):
        unit["ss"] = source.random() < 0.8
    at = next((unit["at"] for unit in land(document, side)), RING[0])
    sea = document["map"]["hexes"].get(at, {}).get("terrain") == "sea"
    enlist(document, side, "general", "German", 1, ss=source.random() < 0.8, at=at, **({"via": "sea"} if sea else {}))


def armour(source: random.Random, document: Document) -> None:
    document["conditions"]["year"] = source.choice((1943, 1944, 1945))
    for side in source.choice((["attacker"], ["defender"], ["attacker", "defender"])):
        for unit in land(document, side)[:1]:
            unit |= {
                "type": source.choice(("armor", "armor", "mechanized")),
                "nation": source.choice(("German", "Soviet")),
            }
    if source.random() < 0.3:
        document["conditions"]["armor44"] = source.choice(("none", "attacker", "defender", "both"))


def wide(source: random.Random, document: Document) -> None:
    """Attackers on two hexes."""
    nation = land(document, "attacker")[0]["nation"]
    for at in RING[:2]:
        enlist(document, "attacker", source.choice(LAND), nation, source.randint(1, 5), steps=1, at=at)


def staffs(source: random.Random, document: Document) -> None:
    """A general for every stack."""
    for side, at in sorted({(unit["side"], unit["at"]) for unit in document["units"] if "steps" in unit}):
        sea = document["map"]["hexes"].get(at, {}).get("terrain") == "sea"
        nation, way = source.choice(("German", "Soviet", "Rumanian")), {"via": "sea"} if sea else {}
        enlist(document, side, "general", nation, source.randint(1, 4), at=at, **way)


def doubled(source: random.Random, document: Document) -> None:
    """Counters that are alike, counted in one line."""
    unit = source.choice(document["units"])
    unit["count"] = 2


def own_chart(source: random.Random, document: Document) -> None:
    cells = {row: {column: source.choice(RESULTS) for column in COLUMNS} for row in ROWS}
    document.setdefault("pack", {"title": "ours", "tables": {}})["tables"]["results"] = cells


def own_weather(source: random.Random, document: Document) -> None:
    cells = {kind: {"air": source.choice(("full", "half", "none"))} for kind in ("clear", "mud", "winter")}
    document.setdefault("pack", {"title": "ours", "tables": {}})["tables"]["weather"] = cells


def own_word(source: random.Random, document: Document) -> None:
    """What is said of this attack where several are not alike."""
    for key in ("concentric", "para_success", "fort_doubles", "blitz_germans"):
        here(document)[key] = source.choice(("same", "yes", "no"))
    here(document)["zone"] = source.choice(("same", "clear", "mud", "winter"))


def far(source: random.Random, document: Document) -> None:
    """A retreat of two hexes, some of which lead nowhere."""
    document["conditions"]["retreat_distance"] = 2
    document["conditions"]["retreat_path"] = source.choice(("away", "marked"))
    for at in FAR:
        if source.random() < 0.4:
            add(document, "retreat", at=at)


def strong(source: random.Random, document: Document) -> None:
    """Odds at which defenders lose and retreat."""
    for unit in land(document, "attacker"):
        unit["factors"] = source.randint(4, 9)
    for unit in land(document, "defender"):
        unit |= {"factors": source.randint(0, 4), "steps": source.choice((1, 2, 3, 3))}


def alliance(source: random.Random, document: Document) -> None:
    """Germans and others in one defence."""
    enlist(document, "defender", "infantry", "German", 1, steps=2)
    enlist(document, "defender", source.choice(LAND), source.choice(("Rumanian", "Italian")), 1, steps=2)


def joint(source: random.Random, document: Document) -> None:
    """Germans and others in one attack."""
    enlist(document, "attacker", "infantry", "German", 1, steps=1, at=RING[1])
    enlist(document, "attacker", "infantry", "Italian", 1, steps=1, at=RING[1])


def uneven(source: random.Random, document: Document) -> None:
    """Defenders whose steps are not worth the same."""
    enlist(document, "defender", "infantry", "Polish", source.randint(3, 5), steps=source.choice((1, 2)))
    enlist(document, "defender", "infantry", "Polish", 0, steps=3)


def hopeless(source: random.Random, document: Document) -> None:
    for unit in land(document, "attacker"):
        unit["factors"] = source.randint(0, 2)


def mountaineers(source: random.Random, document: Document) -> None:
    for unit in document["units"]:
        if "steps" in unit and source.random() < 0.8:
            unit["type"] = "mountain"


def shared_hex(source: random.Random, document: Document) -> None:
    """An attacker on a hex to which defenders would retreat."""
    at = source.choice([at for at in NEAR if document["map"]["hexes"].get(at, {}).get("terrain") != "sea"])
    enlist(document, "attacker", source.choice(LAND), source.choice(NATIONS), source.randint(1, 4), steps=1, at=at)


THEMES: dict[str, Theme] = {
    "wide": wide,
    "terrain": terrain,
    "around": around,
    "behind": behind,
    "river": hexside(("river",), ("river", "frozen")),
    "strait": hexside(("strait",), ("strait", "frozen")),
    "impassable": hexside(("impassable",)),
    "fort": fort("fort_chit", "coastal_fort"),
    "permanent": permanent,
    "lone": lone,
    "landing": landing,
    "drop": drop,
    "leaders": leaders,
    "staffs": staffs,
    "airmen": airmen,
    "ships": ships,
    "supply": supply,
    "finland": finland,
    "partners": partners,
    "elite": elite,
    "armour": armour,
    "doubled": doubled,
    "own_chart": own_chart,
    "own_weather": own_weather,
    "own_word": own_word,
    "far": far,
    "strong": strong,
    "alliance": alliance,
    "joint": joint,
    "uneven": uneven,
    "hopeless": hopeless,
    "shared_hex": shared_hex,
    "mountaineers": mountaineers,
    "city": fort("soviet_city", "home_city"),
    "port": fort("port"),
    "germans": nation("attacker", "German"),
    "german_defence": nation("defender", "German"),
    "soviets": nation("attacker", "Soviet"),
    "italians": nation("attacker", "Italian"),
    "italian_defence": nation("defender", "Italian"),
    "weather": condition("weather", "mud", "winter"),
    "ice": condition("ice", "frozen", "marked"),
    "port_ice": condition("port_ice", True),
    "year": condition("year", 1943, 1944),
    "superiority": condition("air_superiority", "attacker", "defender"),
    "concentric": condition("concentric", True),
    "blitz": condition("blitz", "first", "first", "second"),
    "blitz_germans": condition("blitz_germans", True),
    "apathetic": condition("apathetic", "attacker", "defender", "both"),
    "soviet_winter": condition("soviet_winter", True),
    "ss_bonus": condition("ss_bonus", "none", "attacker", "both"),
    "air_weather": condition("air_weather", "full", "half", "none"),
    "fort_doubles": condition("fort_doubles", True),
    "retreat_zoc": condition("retreat_zoc", "closed"),
    "no_way_out": condition("no_way_out", "lost"),
    "river_zoc": condition("river_zoc", True),
    **{
        f"{key}={option}": reading(key, option)
        for key, option in (
            ("unstarred", "starred"),
            ("check_die", "modified"),
            ("retreat_as", "stack"),
            ("german_ban", "stack"),
            ("half_of", "strength"),
            ("river_halves", "attack"),
            ("fort_sides", "ask"),
            ("worse_odds", "forbid"),
            ("generals", "side"),
            ("fort_present", "any"),
            ("cities", "marked"),
            ("mountain_unit", "either"),
            ("several_factors", "once"),
            ("frozen_strait", "lifts"),
            ("zoc_ice", "open"),
            ("grounded", "stated"),
            ("mixed_supply", "any"),
            ("mixed_supply", "all"),
            ("lone_fort", "de"),
        )
    },
}
MEETINGS = """
river weather ice
strait weather frozen_strait=lifts
wide permanent fort_sides=ask fort_doubles
landing fort ships
terrain landing
terrain landing
landing port port_ice weather terrain
germans blitz city
germans blitz fort
strong far retreat_zoc
strong behind no_way_out
strong behind leaders mountaineers
impassable leaders mountaineers
strong behind far mountaineers retreat_as=stack
strong leaders german_defence far
wide strong retreat_zoc river_zoc behind
wide strong retreat_zoc river_zoc behind weather zoc_ice=open
wide strong retreat_zoc river_zoc behind zoc_ice=open
strong alliance german_ban=stack
strong alliance year
strong alliance staffs
drop staffs
landing staffs
strong far no_way_out
partners airmen own_weather
airmen weather terrain air_weather
airmen weather air_weather
elite ss_bonus
airmen leaders hopeless
lone landing lone_fort=de
strong retreat_as=stack behind
river river_halves=attack drop
permanent partners terrain several_factors=once
wide supply river several_factors=once
superiority grounded=stated air_weather weather
alliance strong check_die=modified blitz
alliance strong check_die=modified city concentric
fort fort_present=any concentric
strong around retreat_zoc shared_hex
italians apathetic
italian_defence apathetic
soviets soviet_winter
drop own_word
weather strong unstarred=starred
hopeless worse_odds=forbid
supply mixed_supply=any
supply mixed_supply=all
strong half_of=strength uneven
partners airmen terrain
partners airmen weather air_weather
wide staffs generals=side
finland own_word
terrain mountain_unit=either
terrain mountaineers mountain_unit=either
terrain mountaineers mountain_unit=either
terrain mountaineers partners several_factors=once
city cities=marked germans blitz
joint blitz blitz_germans city
joint blitz blitz_germans fort
"""
"""Themes that say little without each other: those of each line meet."""
TOGETHER = [line.split() for line in MEETINGS.split("\n") if line]


def meeting(number: int) -> tuple[list[str], Document]:
    """Names of the themes that meet in the battle of a number, and the battle."""
    source = random.Random(number)
    names = list(source.choice(TOGETHER)) if source.random() < 0.75 else []
    names += source.sample(sorted(THEMES), source.choice((1, 2, 2)))
    order = list(THEMES)
    names = sorted(set(names), key=order.index)
    document = plain(source)
    for name in names:
        THEMES[name](source, document)
    return names, document
