"""Attrition as the vectors ask of it: boards made of what a case says, answered by the game of their attrition."""

from hexumpire.board.hexgrid import name, neighbours, parse
from hexumpire.files.codec import read_scenario
from hexumpire.rulesets.aworldatwar import RULESET
from hexumpire.rulesets.aworldatwar.rules.attrition_table import COLUMNS, row_name, spelled

WAYS = ("E", "NE", "NW", "W", "SW", "SE")
AROUND = ("1,0", "1,-1", "0,-1", "-1,0", "-1,1", "0,1")
HERE = "0,0"
MOST = 30
"""Factors of one counter."""
FACES = range(1, 7)


def unit(side, at, factors=3, nation=None, type="infantry", **fields):
    return {"side": side, "at": at, "factors": factors, "type": type,
            "nation": nation or {"attacker": "German", "defender": "Russian"}[side], **fields}  # fmt: skip


def board(edition, units, hexes=None, sides=None, **conditions):
    for number, each in enumerate(units):
        each.setdefault("id", f"u{number}")
    scenario = {
        "ruleset": "aworldatwar", "edition": edition, "procedure": "attrition", "units": units,
        "map": {"hexes": hexes or {}, "sides": sides or {}}, "conditions": conditions,
    }  # fmt: skip
    game = RULESET.game(read_scenario(scenario))
    assert not game.problems, game.problems
    return game


def island(place):
    """The sea around a hex."""
    return {name(other): {"terrain": "sea"} for other in neighbours(parse(place))}


def force(factors, **fields):
    """Attackers of so many factors around the hex."""
    parts = [MOST] * (factors // MOST) + ([factors % MOST] if factors % MOST else [])
    return [unit("attacker", AROUND[n % len(AROUND)], part, **fields) for n, part in enumerate(parts)]


def level(game):
    return game.flow.levels.of(game.start().number, ())


def rolled(game, face):
    return game.apply(game.apply(game.start(), "roll"), f"d6={face}")


def owing(game, counters, hexes=0):
    """The position in which a result is in force."""
    state = game.apply(game.start(), "roll")
    return game.flow.carry_out(state._replace(before=state.board), (counters, hexes))


def offered(game, state):
    """The actions of a position; none where the attrition is over."""
    return [option.id for option in getattr(game.node(state), "options", ())]


def table(given, edition, asked):
    charts = {one.key: one.chart for one in RULESET.procedures}
    chart = charts["attrition"](edition)
    return {"columns": chart["columns"], **dict(zip(chart["rows"], chart["cells"], strict=True))}


def modifiers(given, edition, asked):
    found = [level(board(edition, [*force(n), unit("defender", HERE)])).modifier for n in given["factors"]]
    return {"mod": found}


def attrition(given, edition, asked):
    winter = {"winter_level": 6} if given["winter_diff"] else {}
    prepared = {"winter_preparation": 3 + given["winter_diff"]} if winter else {}
    own = {"winter_preparation": 3} if winter else {}
    theatre = "pacific" if given["pacific"] else "europe"
    hexes = {HERE: {"features": ["bridgehead"]}} if "bridgehead_can_hold" in asked else {}
    defenders = [unit("defender", HERE, count=2, **own)]
    if hexes:
        hexes |= island("-4,0")
        defenders.append(unit("defender", "-4,0", count=2, losses_from="supply"))
    game = board(edition, [*force(given["factors"], ctl=2 + given["ctl_diff"], **prepared), *defenders], hexes,
                 theatre=theatre, **winter)  # fmt: skip
    now = level(game)
    result = game.flow.levels.result(now, given["die"])
    found = {
        "column": COLUMNS[now.column],
        "row": row_name(given["die"] + now.modifier),
        "C": result[0],
        "H": result[1],
    }
    if hexes:
        ends = list(choices(game, rolled(game, given["die"])))
        found["bridgehead_can_hold"] = not all(f"take:{HERE}" in offered(game, end) for end in ends)
    return found


def choices(game, state):
    """Every position after the losses, whatever the defender gives up."""
    if state.phase != "lose":
        yield state
        return
    for action in offered(game, state):
        yield from choices(game, game.apply(state, action))


def choice(given, edition, asked):
    """What the attacker may take of a result, wherever the table has it."""
    found = []
    for factors in range(5, 75, 10):
        game = board(edition, [*force(factors), unit("defender", HERE, count=2)])
        now = level(game)
        for face in FACES:
            if game.flow.levels.printed(now, face) != given["result"]:
                continue
            state = rolled(game, face)
            ways = [game.apply(state, action) for action in offered(game, state)] if state.phase == "swap" else [state]
            found.append([spelled(way.result) for way in ways])
    assert found and all(sorted(ways) == sorted(found[0]) for ways in found)
    return {"options": sorted(found[0])}


def training(given, edition, asked):
    units = [unit("attacker", AROUND[n], factors, ctl=ctl) for n, (factors, ctl) in enumerate(given["attacker"])]
    units += [unit("defender", HERE, factors, ctl=ctl) for factors, ctl in given["defender"]]
    return {"modifier": added(board(edition, units), "14.42B")}


def added(game, rule):
    """What a clause adds to the die."""
    (line,) = (line for _, line in game.assess(game.start()).trace.lines() if rule in line.rules)
    return 0 if line.skipped else line.value


def winter(given, edition, asked):
    units = [unit("attacker", "1,0", winter_preparation=given["attacker_prep"]),
             unit("defender", HERE, winter_preparation=given["defender_prep"])]  # fmt: skip
    applies = given["area_level"] if given["winter_applies"] else 0
    return {"modifier": added(board(edition, units, winter_level=applies), "14.42C")}


OWN = {
    "ok": {},
    "river": {},
    "crossing_arrow": {},
    "own_fort_side": {},
    "enemy_fort_side": {},
    "omni_fort": {},
    "impassable": {},
    "all_water": {},
    "partisan_only": {},
    "flak_only": {},
    "unsupplied": {"supply": "none"},
    "attacked": {"fought": True},
    "invaded": {"fought": True},
    "airdropped": {"fought": True},
    "exploited": {"fought": True},
    "replacement": {"type": "replacement"},
    "partisan": {"type": "partisan"},
    "flak": {"type": "flak"},
    "air": {"type": "air"},
}
"""What the words of a row say of the attacker in it."""
FACING = {"partisan_only": "partisan", "flak_only": "flak"}
"""Who alone is there in front of an attacker."""
BETWEEN = {
    "river": ["river"],
    "crossing_arrow": ["water", "arrow"],
    "own_fort_side": ["fort"],
    "enemy_fort_side": ["fort"],
    "impassable": ["impassable"],
    "all_water": ["water"],
}
FORTS = {"enemy_fort_side": (1, "west_wall"), "omni_fort": (1, "fortification"), "own_fort_side": (0, "west_wall")}
"""Whose hex the fort is in (the attacker's or the other), and which one."""


def count(given, edition, asked):
    """Each row has a part of the front of its own, far from the others."""
    units, hexes, sides = [], {}, {}
    for n, (factors, what) in enumerate(given["rows"]):
        place = (f"{5 * n},0", f"{5 * n},-1")
        units.append(unit("attacker", place[0], factors, **OWN[what]))
        units.append(unit("defender", place[1], 1, type=FACING.get(what, "infantry")))
        if what in FORTS:
            whose, fort = FORTS[what]
            hexes[place[whose]] = {"features": [fort]}
        if what in BETWEEN:
            sides[f"{place[0]}:NW"] = BETWEEN[what]
    return {"total": level(board(edition, units, hexes, sides)).factors}


def cap(given, edition, asked):
    """Losses until nothing more may be lost, one choice after the other."""
    units = [*force(5)]
    for nation, number in given["contact"].items():
        units.append(unit("defender", HERE, nation=nation, count=number))
        units.append(unit("defender", "-5,0", nation=nation, count=9))
    for each in units:
        if each["side"] == "attacker":
            each["nation"] = "Russian"
    game = board(edition, units)
    state = owing(game, given["C"])
    while state.phase == "lose":
        state = game.apply(state, offered(game, state)[-1])
    lost = dict.fromkeys(given["contact"], 0)
    for i, places in state.board:
        each = game.scenario.units[i]
        lost[each.nation] += each.count - sum(n for _, n in places)
    return {"max_loss": sum(lost.values()), "per_nation": lost}


def hold(given, edition, asked):
    """The losses of the case, with those from its hex first, and whether the hex may be taken then."""
    units = [*force(5), unit("attacker", "-3,1")]
    sizes = [3] * given["units"] if given["largest_first"] else [2] + [3] * (given["units"] - 1)
    units += [unit("defender", HERE, size, id=f"d{n}") for n, size in enumerate(sizes)]
    units.append(unit("defender", "-3,0", count=given["C"] + 1, id="other"))  # the zone is never emptied (14.65)
    game = board(edition, units)
    state = owing(game, given["C"], given["H"])
    for n in range(given["C"]):
        state = game.apply(state, f"lose:d{n}" if n < given["losses_here"] else "lose:other")
    return {"hex_held": f"take:{HERE}" not in offered(game, state)}


RETREATS = {
    "full_friendly": (False, False),
    "free": (False, False),
    "clear": (False, False),
    "empty_friendly": (False, False),
    "enemy_zoc": (False, True),
    "enemy_held": (True, False),
    "enemy_held_zoc": (True, True),
}
"""Whether a hex to retreat to is held by the enemy, and whether it is in a zone of his."""


def retreat(given, edition, asked):
    hexes = {place: {"terrain": "sea"} for place in AROUND}
    units = [unit("attacker", "0,1", 9), unit("defender", HERE, 1), unit("defender", HERE, 2)]
    hexes["0,1"] = {"terrain": "clear"}
    kinds = dict(zip(("-1,0", "0,-1", "1,-1"), given["options"], strict=False))
    for place, kind in kinds.items():
        held, zone = RETREATS[kind]
        hexes[place] = {"terrain": "clear", "control": "attacker" if held else "unstated"}
        if kind == "full_friendly":
            units.append(unit("defender", place, 1, count=2))
        if zone:
            q, r = (int(part) for part in place.split(","))
            units.append(unit("attacker", f"{q},{r - 1}", 4, type="armor"))
    armor = {each["at"] for each in units if each["type"] == "armor"}
    sides = {}
    for at in armor:  # its zone covers the one hex only, the one to its southeast
        beside = [name(other) for other in neighbours(parse(at))]
        for n, way in enumerate(WAYS[:-1]):
            if f"{beside[n]}:{WAYS[n - 3]}" not in sides:  # a hexside between two of them is named once
                sides[f"{at}:{way}"] = ["water"]
    game = board(edition, units, hexes, sides)
    state = owing(game, 0, 1)
    state = game.apply(game.apply(state, f"take:{HERE}"), "done")
    if not kinds:
        left = {game.scenario.units[i].side for i, places in state.board for _ in places}
        return {"must": "eliminated" if "defender" not in left else "stands"}
    found = {kinds[action.partition(":")[2]] for action in offered(game, state)}
    return {"must": found.pop() if len(found) == 1 else sorted(found)}


# --- may they? --------------------------------------------------------------------------------------


def loss_source(given, edition):
    where = {"same_zone": "zone", "supply_zone": "supply", "box": "box", "off_board": "box"}[given["source"]]
    if given.get("box", "").lower() in ("australia", "india", "urals"):
        where = "home_box"
    full = given.get("full_supply_last_turn", True)
    apart = where in ("supply", "box")
    hexes = island("4,0") if apart else {}
    lost = unit("defender", "4,0", 1, type=given.get("loss_type", "infantry"), id="lost")
    if where != "zone":
        lost["losses_from"] = where
    units = [
        unit("attacker", "-1,0"),
        lost,
        unit("defender", HERE, supply="full" if full else "partial", oil_short=given.get("oil_short_last_turn", False)),
    ]
    game = board(edition, units, hexes)
    return "lose:lost" in offered(game, owing(game, 1))


def attrition_hex(given, edition):
    """Whether the hex may be occupied: one attacker next to it, or one for each hexside named."""
    here = {"terrain": given.get("terrain", "clear"), "features": []}
    feature = given.get("feature", "none")
    if feature != "none":
        here["features"].append({"fort": "fortification"}.get(feature, feature))
    if "bridgehead_origin" in given:
        here["bridgehead_by"] = "sea" if given["bridgehead_origin"] == "seaborne" else "river"
    ways = given.get("entry_sides", ["clear"])
    marks = {"clear": [], "river": ["river"], "arrow": ["water", "arrow"], "fort": ["fort"]}
    marks["crossing_arrow"] = marks["arrow"]
    sides = {f"{HERE}:{way}": marks[kind] for way, kind in zip(("E", "NE", "NW"), ways, strict=False) if marks[kind]}
    occupier = given.get("occupier", "German")
    type, nation = ("chindit", "British") if occupier.lower() == "chindit" else ("infantry", occupier)
    foe = "German" if nation in ("British", "Russian", "US") else "Russian" if nation == "German" else "British"
    units = [unit("attacker", AROUND[n], 1, nation, type) for n, _ in enumerate(ways)]
    units += [unit("defender", HERE, 1, foe, holder) for holder in given.get("holders", ["infantry"])]
    units += [unit("attacker", "5,0", 1, nation), unit("defender", "6,0", 1, foe)]
    game = board(edition, units, {HERE: here}, sides, frozen_swamps=given.get("frozen", False))
    if f"take:{HERE}" not in offered(game, owing(game, 0, 1)):
        return False
    side = given.get("occupier_side", ways[0]) if len(ways) > 1 else ways[0]
    return not game.flow.hexes.entry(ways.index(side), HERE)[0]


OPS = {
    "attr_table": table, "attr_mod": modifiers, "attr": attrition, "attr_choice": choice, "attr_ctl": training,
    "attr_winter": winter, "attr_count": count, "attr_cap": cap, "hold_hex": hold, "retreat": retreat,
}  # fmt: skip
CHECKS = {"loss_source": loss_source, "attrition_hex": attrition_hex}
