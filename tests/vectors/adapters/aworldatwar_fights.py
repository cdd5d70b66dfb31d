"""Fights of A World at War as the vectors need them: set up, begun, paid for, and what is read off them."""

from itertools import count

from hexumpire.board import hexgrid
from hexumpire.files.codec import read_scenario
from hexumpire.model.battle import Battle, Decision, LegalActions
from hexumpire.rulesets.aworldatwar import RULESET
from hexumpire.rulesets.aworldatwar.rules.multipliers import floored
from hexumpire.rulesets.aworldatwar.tables import CHART

TARGET = "0,0"
COLUMNS = CHART.ladder.names
AROUND = ("1,0", "1,-1", "0,1", "0,-1", "-1,1", "-1,0")
"""Hexes around the target, in the order they are filled; the last one is far from the first three."""
BEHIND = "-1,0"
SHORE = "0,-1"
SIDES = {
    "clear": (),
    "river": ("river",),
    "canal": ("river",),
    "crossing_arrow": ("arrow",),
    "fort_side": ("fort",),
    "all_water": ("water",),
    "impassable": ("impassable",),
}
MARKS = ("capital", "objective", "ic", "bridgehead", "railhead", "beach", "fortified_island", "port",
         "island", "pearl_harbor")  # fmt: skip
REGIONS = {"Baltic": "Baltic States", "E Poland": "Eastern Poland", "Balkans": "Conquered Balkans"}
ARRIVALS = {"invasion": "sea", "sea_transport": "sea", "exploitation": "movement"}
"""Ways into an isolated hex that the game names otherwise."""
FOES = {"German": "British", "Italian": "British", "Japanese": "British", "Russian": "German", "Rumanian": "Russian",
        "Nationalist Chinese": "Japanese"}  # fmt: skip
TOLD = (
    "type",
    "factors",
    "nat",
    "faction",
    "in_home",
    "country",
    "region",
    "in_china",
    "partial_supply",
    "mech",
    "exploiting",
    "isolated_chindit",
    "from_invasion_breakthrough",
    "volunteer",
    "unsupplied",
)
"""What a vector says of a unit in its own words; all else are fields of a unit."""
PRINTED = ("terrain", "theatre", "front", "fort", "fort_unsupplied_turns")
SPECIAL = ("airborne", "marine", "commando", "chindit")
MOST, LARGEST = 20, 30
"""Counters that one line of a document holds, and factors of one counter."""
SUPPORT = ("air", "fleet", "destroyer")


# --- setting up -------------------------------------------------------------------------------------


def foe(nation, pacific):
    """Somebody the nation could be at war with."""
    return FOES.get(nation, "Japanese" if pacific else "German")


def unit(type, factors, nation="German", **more):
    """A counter of a document that does not stand anywhere yet; specialised units come in single factors."""
    if type in SPECIAL:
        return {"type": type, "nation": nation, "factors": 1, "count": factors, **more}
    return {"type": type, "nation": nation, "factors": factors, **more}


def setup(edition, attackers, defenders, *, terrain="clear", features=(), fields=None, conditions=None, readings=None,
          targets=None):  # fmt: skip
    """The game of an attack on one hex, or on those of ``targets``.

    Attackers stand around the target, those with the same ``across`` two to a hex behind hexsides with these
    features; a ``lone`` one stands by itself. ``targets`` gives further hexes as (hex, terrain, defenders).
    """
    hexes = {TARGET: {"terrain": terrain, "features": list(features), **(fields or {})}}
    sides, units, numbers = {}, [], count(1)

    def put(side, data, at, number=None):
        data = {key: value for key, value in data.items() if key not in ("across", "lone")}
        data.setdefault("id", f"u{next(numbers)}")
        units.append({"side": side, **data, "at": at, **({"count": number} if number else {})})

    for data in defenders:
        put("defender", data, TARGET)
    for place, ground, stack in targets or ():
        hexes[place] = {"terrain": ground}
        for data in stack:
            put("defender", data, place)
    names = [TARGET, *(place for place, _, _ in targets or ())]
    free = [place for place in AROUND if all(_apart(place, name) == 1 for name in names)]
    if any(data.get("via") == "sea" for data in attackers):
        hexes[SHORE] = {"terrain": "sea"}
        free.remove(SHORE)
    open_hexes = {}
    for data in attackers:
        if data["type"] in SUPPORT or data.get("via") == "sea":
            put("attacker", data, SHORE)
        elif data.get("via") == "airdrop":
            put("attacker", data, BEHIND if data.get("lone") else TARGET)
        elif data.get("lone"):
            put("attacker", data, BEHIND)
        else:
            across = tuple(sorted(feature for mark in data.get("across", ()) for feature in SIDES.get(mark, (mark,))))
            left = data.get("count", 1)
            while left:
                place, room = open_hexes.pop(across, ("", 0))
                if not room:
                    place, room = free.pop(0), 2
                    if across:
                        sides[hexgrid.hexside_between(hexgrid.parse(place), hexgrid.parse(TARGET))] = list(across)
                here = left if data["type"] in SPECIAL else min(left, room)
                named = {**data, "id": f"{data['id']}.{left}"} if "id" in data and here < left else data
                put("attacker", named, place, here)
                left -= here
                open_hexes[across] = (place, room if data["type"] in SPECIAL else room - here)
    document = {
        "ruleset": "aworldatwar", "edition": edition, "map": {"hexes": hexes, "sides": sides}, "targets": names,
        "units": units, "conditions": conditions or {}, "readings": readings or {},
    }  # fmt: skip
    return RULESET.game(read_scenario(document))


def _apart(a, b):
    return hexgrid.distance(hexgrid.parse(a), hexgrid.parse(b))


def singles(total, nation="German", ctl=2, type="infantry", landing=False):
    """A force of ``total`` in single factors, so that any loss can be paid exactly: some ground, the rest air."""
    ground = min(total, max(6, -(-total // 4)))
    afloat = min(ground, 2) if landing else 0
    force = [unit(type, 1, nation, count=afloat, ctl=ctl, via="sea")] if afloat else []
    if ground > afloat:
        force.append(unit(type, 1, nation, count=ground - afloat, ctl=ctl))
    return force + [unit("air", part, nation, ctl=ctl) for part in sizes(total - ground)]


def sizes(total):
    """A total in as few parts as there may be, none above the most factors of a counter."""
    return [LARGEST] * (total // LARGEST) + ([total % LARGEST] if total % LARGEST else [])


def garrison(units, das=0, *, fort=False, landing=False, nation="British", split=False):
    """Defenders ``{"factors", "dm"}`` and a hex in which they have these DMs, as arguments of :func:`setup`.

    Terrain or a fort gives the largest DM; units of one less are of CTL 0 and abroad. ``split`` makes them counters
    of one factor, perhaps more than may stack, so that any loss can be paid exactly.
    """
    levels = [level["dm"] for level in units]
    plain = 3 if landing else 2
    base = max(*levels, plain)
    place = {plain: {}, plain + 1: {"terrain": "forest"}, plain + 2: {"terrain": "jungle_mountain"}}[base]
    if fort:
        place = {plain + 1: {"features": ["fortification"]}, plain + 2: {"features": ["fortress"]}}[base]
    found = []
    for level in units:
        factors, number = (1, level["factors"]) if split else (level["factors"], 1)
        ctl = 2 if level["dm"] == base else 0
        found.append(unit("infantry", factors, nation, count=number, home="no", ctl=ctl))
    return {"defenders": found + ([unit("air", das, nation)] if das else []), **place}


def worth(total):
    """Defenders in the open worth ``total``: infantry at twice its factors, and an air factor for an odd one.

    A single factor of CTL 0, abroad, is worth 1.
    """
    if total == 1:
        return garrison([{"factors": 1, "dm": 1}])
    return garrison([{"factors": total // 2, "dm": 2}], total % 2)


def mixed(total, high=3):
    """Defenders worth ``total`` as arguments of :func:`garrison` where the plain DM is ``high``: some of one less."""
    low = high - 1
    first = next(n for n in range(total, -1, -1) if total >= high * n and (total - high * n) % low == 0)
    parts = ((first, high), ((total - high * first) // low, low))
    return [{"factors": factors, "dm": dm} for factors, dm in parts if factors]


def trained(total, nation, ctl):
    """So many factors of a nation and a CTL, in single factors of ground units of which any number may attack."""
    parts = [MOST] * (total // MOST) + ([total % MOST] if total % MOST else [])
    return [unit("marine", part, nation, ctl=ctl) for part in parts]


def big(total, nation="German", **more):
    """Attackers of a total, in as few counters as there may be."""
    return [unit("infantry", size, nation, **more) for size in sizes(total)]


# --- asking -----------------------------------------------------------------------------------------


def column(now):
    return COLUMNS[now.column] if now.column >= 0 else "below"


def begin(game):
    """A battle, also one that the rules forbid."""
    return Battle(game, game.start())


def first(game):
    return game.strengths.round(game.setting.full, 1)


def defender_dms(game, now):
    """The DM of each defending kind that is still there, as its edition prints it."""
    return [floored(game.scenario, now.dms[k.index]) for k in game.setting.kinds
            if k.side == "defender" and k.arm == "ground" and now.active[k.index]]  # fmt: skip


def lost(game, state, side, arms=("ground", "air", "fleet", "destroyer"), pick=lambda kind: True):
    """Factors that are gone since the start."""
    counts = zip(game.setting.kinds, game.setting.full, state.left, strict=True)
    return sum(k.value * (full - left) for k, full, left in counts
               if k.side == side and k.arm in arms and pick(k))  # fmt: skip


def total(game, side):
    return sum(k.value * k.size for k in game.setting.kinds if k.side == side)


def tell(game, state, side, asked):
    """What a side lost: a number, or ``all`` when that was asked and nothing is left."""
    gone = lost(game, state, side)
    return "all" if asked == "all" and gone == total(game, side) else gone


def paying(battle):
    return isinstance(battle.node, Decision) and battle.node.topic in ("pay", "trim")


def pay(battle, prefer=lambda kind: 0):
    """Pay what is owed, each time from the kind that is preferred least to keep (the lowest ``prefer``)."""
    by_id = {kind.unit.id: kind for kind in battle.game.setting.kinds}
    while paying(battle):
        battle = battle.play(min(battle.node.options, key=lambda option: prefer(by_id[option.unit])).id)
    return battle


def payments(battle):
    """Every position in which what is owed here can end."""
    game, seen, ends, todo = battle.game, set(), [], [battle.state]
    while todo:
        state = todo.pop()
        if state in seen:
            continue
        seen.add(state)
        if state.phase != "pay":
            ends.append(state)
        else:
            todo += [game.apply(state, action) for action in LegalActions(game.node(state))]
    return ends


def removed(game, state, side):
    """Values of the counters a side lost, largest first."""
    found = [k.value for k, full, left in zip(game.setting.kinds, game.setting.full, state.left, strict=True)
             for _ in range(full - left) if k.side == side]  # fmt: skip
    return sorted(found, reverse=True)


def rolling(battle, result):
    """The battle after a die that gives ``result`` in its column."""
    return battle.play(next(face for face, found in battle.assessment.results if found == result))


def force_for(result, defense):
    """Least attack at even odds or better that can roll ``result`` against a defence."""
    index = next(i for i in range(COLUMNS.index("1:1"), len(COLUMNS)) if any(row[i] == result for row in CHART.cells))
    return CHART.ladder.needed(index, defense)
