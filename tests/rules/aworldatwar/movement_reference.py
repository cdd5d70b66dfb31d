"""Reach worked out a second time, from the document alone and by trying everything: for tests of the engine's search.

Nothing of the engine is used but the words of its documents. A position is (hex, MF spent, MF spent in the weather
area); every position that the rules allow is visited, however it is reached.
"""

STEPS = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))
FACING = ("E", "NE", "NW", "W", "SW", "SE")
ROUGH = ("forest", "mountain", "swamp", "jungle", "jungle_mountain")


def neighbours(place):
    q, r = map(int, place.split(","))
    for (dq, dr), name in zip(STEPS, FACING, strict=True):
        yield f"{q + dq},{r + dr}", name


def marks(doc, a, b):
    """What lies on the hexside between two neighbours, in whichever way the document names it."""
    sides = doc["map"]["sides"]
    there = next(name for place, name in neighbours(a) if place == b)
    back = next(name for place, name in neighbours(b) if place == a)
    return sides.get(f"{a}:{there}") or sides.get(f"{b}:{back}") or []


def pacific(doc):
    return doc["conditions"].get("theatre") == "pacific"


def machines_stop(doc, unit, place):
    """10.32: armor in Pacific rough."""
    terrain = doc["map"]["hexes"][place].get("terrain", "clear")
    if unit["type"] != "armor" or not pacific(doc) or terrain not in ROUGH:
        return False
    return not (unit["nation"] == "Japanese" and terrain == "jungle")


def broken(unit):
    """Armor or mechanized infantry without machines wherever it stands."""
    return unit.get("supply", "full") != "full" or unit.get("oil_short", False) or unit.get("mech") == "off"


def most(doc, unit, place):
    """The movement factor of a unit that stands in a hex."""
    foot = 2 if pacific(doc) else 3
    if unit["type"] == "infantry":
        return foot
    if unit["type"] in ("replacement", "flak"):
        return 1
    if unit["type"] == "mechanized":
        return foot if pacific(doc) or broken(unit) else 4
    if unit["type"] == "armor":
        return foot if broken(unit) or machines_stop(doc, unit, place) else unit["movement"]
    return unit["movement"]


def enter(doc, unit, place):
    terrain = doc["map"]["hexes"][place].get("terrain", "clear")
    easy = terrain == "jungle" and (unit["nation"] == "Japanese" or unit["type"] == "chindit")
    return 2 if terrain in ROUGH and not easy else 1


def leave(doc, unit, place, armies):
    """13.41D, by asking every hostile armor unit around; there is none at sea (12.23)."""
    worst = 0
    for there, _ in neighbours(place):
        if doc["map"]["hexes"].get(there, {}).get("terrain") == "sea":
            continue
        for foe in armies:
            if foe["at"] != there or foe["type"] != "armor" or broken(foe) or machines_stop(doc, foe, there):
                continue
            here = doc["map"]["hexes"][place]
            on_side = marks(doc, there, place)
            if here.get("control") == "neutral" or {"water", "arrow", "impassable"} & set(on_side):
                continue
            if pacific(doc) and ("river" in on_side or here.get("terrain", "clear") in ROUGH):
                continue
            worst = max(worst, 1 if pacific(doc) else 2)
    return worst


def shut(doc, unit, a, b, armies):
    there = doc["map"]["hexes"].get(b)
    if there is None or there.get("terrain") == "sea" or there.get("control") == "neutral":
        return True
    if any(foe["at"] == b and foe["type"] not in ("flak", "air") for foe in armies):
        return True
    on_side = marks(doc, a, b)
    return "impassable" in on_side or ("water" in on_side and "arrow" not in on_side)


def reach(doc, unit):
    """Every hex that the unit can end in, with the least MF that it has spent there and could move on with."""
    armies = [other for other in doc["units"] if other["side"] == "defender"]
    loss = doc["conditions"].get("weather_loss", 0)

    def in_area(place):
        return doc["map"]["hexes"][place].get("weather") == "area"

    found, forced, seen, waiting = {}, {}, set(), [(unit["at"], 0, 0, False)]
    while waiting:
        position = waiting.pop()
        if position in seen:
            continue
        seen.add(position)
        place, spent, inside, over = position
        if place != unit["at"]:
            reached = forced if over else found
            reached[place] = min(spent, reached.get(place, spent))
        if over:
            continue
        for there, _ in neighbours(place):
            if shut(doc, unit, place, there, armies):
                continue
            cost = enter(doc, unit, there) + leave(doc, unit, place, armies)
            total, part = spent + cost, inside + cost * in_area(there)
            have = most(doc, unit, place)
            enough = total <= have
            if loss and in_area(place) and inside >= have - loss:
                enough = False
            if loss and in_area(there) and part > have - loss:
                enough = False
            if enough:
                waiting.append((there, total, part, False))
            elif spent == 0 and place == unit["at"]:
                waiting.append((there, total, part, True))
    return forced | found
