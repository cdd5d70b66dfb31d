"""Vectors of movement, overruns and stacking: each becomes the document of a movement phase, and is played there."""

from hexumpire.files.codec import read_scenario
from hexumpire.model.battle import Battle
from hexumpire.rulesets.aworldatwar import RULESET
from hexumpire.rulesets.aworldatwar.numbering import find_place
from hexumpire.rulesets.aworldatwar.rules.allowance import factor
from hexumpire.rulesets.aworldatwar.rules.movement import Front, Land, reach

from . import aworldatwar_fights as fights

START = "0,0"
SIDES = {
    "all_sea": ["water"],
    "all_lake": ["water"],
    "clear": [],
    "river": ["river"],
    "qattara": ["impassable"],
    "himalaya": ["impassable"],
    "outback": ["impassable"],
    "impassable": ["impassable"],
    "canal": ["river"],
    "all_water": ["water"],
    "crossing_arrow": ["arrow"],
}
ONE = {"id": "one", "side": "attacker", "at": START}


def phase(units, hexes, *, sides=None, theatre="europe", **conditions):
    """The game of a movement phase on a board of these hexes only."""
    document = {
        "ruleset": "aworldatwar", "edition": "new", "procedure": "move", "units": units,
        "map": {"hexes": hexes, "sides": sides or {}}, "conditions": {"theatre": theatre, **conditions},
    }  # fmt: skip
    game = RULESET.game(read_scenario(document))
    assert not game.problems, game.problems
    return game


def mover(given):
    """A unit that has the movement factor given where nothing takes it away."""
    theatre, mf = given["theatre"], given["mf"]
    usual = {"europe": 3, "pacific": 2}[theatre]
    nation = given.get("nat", "US" if theatre == "pacific" else "German")
    overruns = any("overrun" in step for step in given["steps"])
    type = "infantry" if mf == usual else "replacement" if mf < usual else "armor"
    if given.get("mech_unit") or overruns:
        type = "armor"
    unit = {**ONE, "type": type, "nation": nation, "factors": 1 if type == "replacement" else 30, "movement": mf}
    return unit if given.get("supplied", True) else {**unit, "supply": "none"}


def move(given, edition, asked):
    """A march along a line of hexes, each step of it perhaps out of a zone of control or an overrun."""
    hexes = {START: {"terrain": given.get("start", "clear")}}
    units, sides, conditions, stops = [mover(given)], {}, {}, []
    foe = "Japanese" if units[0]["nation"] != "Japanese" else "US"
    for number, step in enumerate(given["steps"]):
        how, _, terrain = step.rpartition(">")
        place, left = f"{number + 1},0", f"{number},0"
        hexes[place] = {"terrain": terrain}
        if how.startswith("zoc"):
            hexes[f"{number},-1"] = {"terrain": "clear"}
            sides[f"{number - 1},0:NE"] = ["water"]  # the zone reaches the hex left, and not the one before
            nation = "Russian" if how.startswith("zoc1") else foe
            units.append({"side": "defender", "type": "armor", "nation": nation, "at": f"{number},-1"})
            if how.startswith("zoc1"):
                conditions["russian_surprise"] = True
                hexes[left]["control"] = "defender"
        if how.endswith("overrun"):
            units.append({"side": "defender", "type": "infantry", "nation": foe, "at": place, "factors": 1})
            stops.append((left, place))
    game = phase(units, hexes, sides=sides, theatre=given["theatre"], **conditions)
    unit = game.scenario.by_id["one"]
    assert factor(unit, game.scenario).whole == given["mf"]
    free = phase(
        [each for each in units if each["at"] not in dict(map(reversed, stops))],
        hexes,
        sides=sides,
        theatre=given["theatre"],
        **conditions,
    )
    return played(game, f"{len(given['steps'])},0", stops, free)


def played(game, end, overruns, free):
    """How the march goes: what it costs, and whether it arrives.

    ``free`` is the same board without those who are overrun, over which a march is reckoned that cannot be made.
    """
    battle = Battle.start(game)
    wishes, at = [], START
    for left, place in overruns:
        wishes += [f"go:{left}"] if left != at else []
        wishes.append(f"overrun:{place}")
        at = place
    wishes += [f"go:{end}"] if at != end else []
    for wish in wishes:
        take = next((action for action in battle.legal_actions if action.startswith("take:one")), None)
        if take is None or wish not in battle.play(take).legal_actions:
            return {"cost": needed(free, end) + len(overruns), "legal": False}
        battle = battle.play(take).play(wish)
    (part,) = battle.state.parts
    assert part.at == end
    return {"cost": part.spent.all, "legal": True}


def needed(game, end):
    """What a march would cost that the unit cannot make."""
    board = game.board
    return board.reach(game.start(), board.standing(game.start())[0]).mover.unlimited()[end]


def stack(given, edition, asked):
    """Counters in one hex at the end of movement."""
    known, place = given["stack"], given["hex"]
    features = [
        mark
        for mark in ("bridgehead", "island", "port", "pearl_harbor")
        if place.get(mark) or place.get(f"{mark}_counter")
    ]
    counts = {"infantry": known["ordinary"], "marine": known["specialised"]}
    units = [{"side": "attacker", "type": type, "nation": "US", "at": START, "count": count, "factors": 1}
             for type, count in counts.items() if count]  # fmt: skip
    if known["flak"]:
        units.append({"side": "attacker", "type": "flak", "nation": "US", "at": START, "factors": known["flak"]})
    hexes = {START: {"terrain": place.get("terrain", "clear"), "features": features}}
    game = phase(units, hexes, theatre="pacific" if place.get("island") else "europe")
    return {"legal": "done" in Battle.start(game).legal_actions}


TYPES = {"armor": "armor", "mech_infantry": "mechanized", "infantry": "infantry"}


def overran(attackers, defense, *, wishes=(), theatre="europe"):
    """Whether these, next to defenders worth so much, overrun them: an odd factor of the defence is air.

    Those of ``wishes`` should join in, and the air that flies for the attackers supports them.
    """
    garrison = [{"side": "defender", **data, "at": "1,0"} for data in fights.worth(defense)["defenders"]]
    hexes = {START: {"terrain": "clear"}, "1,0": {"terrain": "clear"}}
    battle = Battle.start(phase([*attackers, *garrison], hexes, theatre=theatre))
    if "take:one" not in battle.legal_actions or "overrun:1,0" not in battle.play("take:one").legal_actions:
        return False
    battle, wishes = battle.play("take:one").play("overrun:1,0"), list(wishes)
    while battle.node.topic == "join":
        join = f"with:{wishes.pop(0)}" if wishes else "alone"
        if join not in battle.legal_actions:
            return False
        battle = battle.play(join)
    if battle.node.topic == "support":
        battle = battle.play(max(battle.legal_actions, key=lambda action: int(action.partition(":")[2])))
    if battle.node.topic == "cover":
        battle = battle.play(f"das:{defense % 2}")
    return battle.state.overrun == 1 and not wishes


def overrun(given, edition, asked):
    """An overrun at these strengths, by armor unless units are named."""
    named = given.get("units", [{"type": "armor"}])
    units, names = [], ["one", "two", "three", "four"]
    ground = min(given["attack"], fights.LARGEST)
    for part in fights.sizes(given["attack"] - ground):  # ground support brings what one counter cannot have
        units.append({"side": "attacker", "type": "air", "nation": "US", "at": START, "factors": part})
    for number, data in enumerate(named):
        factors = ground - (len(named) - 1) if not number else 1
        unit = {"side": "attacker", "type": TYPES[data["type"]], "nation": "US", "at": START, "factors": factors}
        unit["id"] = names[number]
        if not data.get("mech", True):
            unit |= {"mech": "off"} if data["type"] == "armor" else {"supply": "partial"}
        units.append(unit)
    more = {"theatre": given["theatre"]} if "theatre" in given else {}
    return {"allowed": overran(units, given["defense"], wishes=names[1 : len(named)], **more)}


def weather_move(given, edition):
    """Exploiting armor goes along a path, from the first hex to one behind the last."""
    hexes = {START: {"terrain": "clear"}, f"{len(given['path']) + 1},0": {"terrain": "clear"}}
    for number, one in enumerate(given["path"], 1):
        hexes[f"{number},0"] = {"terrain": one["terrain"], "weather": "area" if one["winter"] else "fair"}
    unit = {**ONE, "type": "armor", "nation": "German", "factors": 4, "movement": 6}
    scenario = phase([unit], hexes, weather_mountains=True).scenario
    land, armor = Land(scenario), scenario.by_id["one"]
    return f"{len(given['path']) + 1},0" in reach(land, Front(land, armor, []), armor, exploiting=True).ways


def hexside(given, edition):
    """A unit next to a hexside, told by what is on it or by the map's numbers."""
    sides, here, there = {}, START, "1,0"
    if "a" in given:
        here, there = find_place(given["a"]), find_place(given["b"])
    else:
        sides["0,0:E"] = [*SIDES[given["kind_of_side"]], *(["arrow"] if given.get("crossing_arrow") else [])]
    unit = {**ONE, "at": here, "type": "infantry", "nation": "British"}
    for theatre in ("europe", "pacific"):  # hexes of both maps have the same numbers
        game = phase([unit], {here: {"terrain": "clear"}, there: {"terrain": "clear"}}, sides=sides, theatre=theatre)
        battle = Battle.start(game)
        if "take:one" not in battle.legal_actions or f"go:{there}" not in battle.play("take:one").legal_actions:
            return False
    return True


def overrun_support(given, edition):
    """A unit of the kind of support, set up to help armor in an overrun that one factor more makes possible."""
    armor = {**ONE, "type": "armor", "nation": "British", "factors": 12}
    if given["support"] == "airdrop":
        drop = {
            "id": "drop",
            "side": "attacker",
            "type": "airborne",
            "nation": "British",
            "at": START,
            "via": "airdrop",
            "factors": 1,
        }
        return overran([armor, {**armor, "id": "two"}, drop], 2, wishes=["drop"])
    assert given["support"] in ("air", "ground_support")
    flown = {"id": "air", "side": "attacker", "type": "air", "nation": "British", "at": START, "factors": 1}
    return overran([{**armor, "factors": 11}, flown], 2)


def overrun_target(given, edition):
    """An overrun at these odds of a hex with a feature."""
    board = [{**ONE, "type": "armor", "nation": "German", "factors": 1}]
    hexes = {START: {}, "1,0": {"terrain": "clear", "features": [given["target_feature"]]}}
    foe = {"side": "defender", "type": "infantry", "nation": "British", "at": "1,0", "factors": 1}
    game = phase([*board, foe], hexes)
    unit = game.scenario.by_id["one"]
    worth = game.board.reckoned(game.start(), [unit], "1,0", 0).now.defense
    strong = {**board[0], "factors": given["odds"] * worth}
    battle = Battle.start(phase([strong, foe], hexes)).play("take:one")
    return "overrun:1,0" in battle.legal_actions and battle.play("overrun:1,0").state.overrun == 1


def pearl_harbor(given, edition, asked):
    """A Japanese landing at Pearl Harbor, when those who count are named."""
    chosen = sorted(given["chosen"])
    units = [fights.unit("infantry", factors, "US", id=f"d{n}", ctl=2) for n, factors in enumerate(given["units"])]
    game = fights.setup(edition, [fights.unit("infantry", given["attack"], "Japanese", via="sea")], units,
                        features=["pearl_harbor"], conditions={"theatre": "pacific"})  # fmt: skip
    battle = Battle.start(game)
    rest = sorted(given["units"])
    for factors in chosen:
        rest.remove(factors)
    while battle.state.phase == "pick":
        wanted = rest.pop()
        battle = battle.play(next(option.id for option in battle.node.options
                                  if game.scenario.by_id[option.unit].number("factors") == wanted))  # fmt: skip
    seen = battle.assessment
    assert fights.defender_dms(game, game.flow.now(battle.state))[0] == given["dm"]
    return {"defense": seen.defense, "column": seen.column}


CHECKS = {
    "weather_move": weather_move, "hexside": hexside, "overrun_support": overrun_support,
    "overrun_target": overrun_target,
}  # fmt: skip
OPS = {"move": move, "stack": stack, "overrun": overrun, "pearl_harbor": pearl_harbor}
