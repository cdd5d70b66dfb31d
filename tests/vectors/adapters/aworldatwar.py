"""The vectors of A World at War, asked of the game.

Every question becomes a scenario document, is read like a player's, and is answered by the game made of it: its
odds with their trace, its problems, its options and refusals, and what is left after playing. Nothing is reckoned
here but how many factors stand on the board before and after.
"""

from itertools import count

from hexumpire.board import hexgrid
from hexumpire.files.codec import read_scenario
from hexumpire.model.battle import Battle, Chance, Decision, LegalActions
from hexumpire.rulesets.aworldatwar import RULESET
from hexumpire.rulesets.aworldatwar.rules import landing, zones
from hexumpire.rulesets.aworldatwar.rules import rounds as rounds_of_attack
from hexumpire.rulesets.aworldatwar.rules.losses import attacker_need, defender_owes
from hexumpire.rulesets.aworldatwar.rules.multipliers import floored
from hexumpire.rulesets.aworldatwar.rules.odds import bar_flags, barred, rolled
from hexumpire.rulesets.aworldatwar.tables import CHART, ROUND
from hexumpire.rulesets.aworldatwar.vocabulary import HOME

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
REGIONS = {"Baltic": "Baltic States"}
FOES = {"German": "British", "Italian": "British", "Japanese": "British", "Russian": "German", "Rumanian": "Russian",
        "Nationalist Chinese": "Japanese"}  # fmt: skip
TOLD = ("type", "factors", "nat", "faction", "in_home", "country", "region", "in_china", "partial_supply", "mech",
        "exploiting", "isolated_chindit", "from_invasion_breakthrough")  # fmt: skip
"""What a vector says of a unit in its own words; all else are fields of a unit."""
PRINTED = ("terrain", "theatre", "front", "fort", "fort_unsupplied_turns")
SPECIAL = ("airborne", "marine", "commando", "chindit")
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
    return force + ([unit("air", total - ground, nation, ctl=ctl)] if total > ground else [])


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
    """Defenders in the open worth ``total``: infantry at twice its factors, and an air factor for an odd one."""
    return garrison([{"factors": total // 2, "dm": 2}], total % 2)


def mixed(total):
    """Defenders worth ``total`` as arguments of :func:`garrison` where the plain DM is 3: some of DM 3, some of 2."""
    threes = next(n for n in range(total, -1, -1) if total >= 3 * n and (total - 3 * n) % 2 == 0)
    parts = ((threes, 3), ((total - 3 * threes) // 2, 2))
    return [{"factors": factors, "dm": dm} for factors, dm in parts if factors]


def big(total, nation="German", **more):
    """Attackers of a total, in as few counters as there may be."""
    sizes = [30] * (total // 30) + ([total % 30] if total % 30 else [])
    return [unit("infantry", size, nation, **more) for size in sizes]


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


# --- defence multipliers ----------------------------------------------------------------------------


def _nations(given):
    pacific = given["hex"].get("theatre") == "pacific"
    named = [data["nat"] for data in given["attackers"] if "nat" in data]
    defenders = given.get("defenders") or [given["defender"]]
    theirs = _nation(defenders[0].get("nat", ""))
    if named:
        ours = named[0]
    elif any(data["type"] == "chindit" for data in given["attackers"]):
        ours = "British"
    elif theirs:
        ours = foe(theirs, pacific)
    else:
        ours = "Japanese" if pacific else "German"
    return ours, theirs or foe(ours, pacific)


def _nation(name):
    """The nation of a vector's name: its own, its country after ``minor:``, or any other minor country."""
    if not name or name in HOME:
        return name
    country = name.partition("minor:")[2]
    for nation, home in HOME.items():
        if home == country or nation.split()[0] in (name, country):
            return nation
    return "Other minor" if country else name


def _defender(data, nation):
    more = {key: value for key, value in data.items() if key not in TOLD}
    if data["type"] == "partisan":
        more.pop("ctl", None)
    if "in_home" in data and "country" not in data:
        more["home"] = "yes" if data["in_home"] else "no"
    if data.get("partial_supply"):
        more["supply"] = "partial"
    if data.get("mech") is False:
        more["mech"] = "off"
    return unit(data["type"], data["factors"], _nation(data.get("nat", nation)), **more)


def _attacker(data, nation):
    """The attacker of a vector, and whoever stands beside a Chindit that is not alone."""
    more = {key: value for key, value in data.items() if key not in TOLD}
    if data.get("from_invasion_breakthrough"):
        more["off_beach"] = True
    alone = data.get("isolated_chindit")
    found = [unit(data["type"], data["factors"], _nation(data.get("nat", nation)), **more, lone=alone is not None)]
    if alone not in (None, "yes"):
        beside = "chindit" if "chindit" in alone else "infantry"
        found.append(unit(beside, 1, nation, attacks=False, lone=True))
    return found


def _countries():
    """The countries that a hex may lie in."""
    return next(field.options for field in RULESET.vocabulary.hex_fields if field.key == "country")


def _dm_game(given, edition):
    """The game of a vector's attack. What it says beyond the words known here, the reader takes or refuses."""
    place, known = given["hex"], dict(given.get("context", {}))
    ours, theirs = _nations(given)
    defenders = given.get("defenders") or [given["defender"]]
    conditions = {"phase": given["mode"], "theatre": place.get("theatre", "europe")}
    if "front" in place:
        conditions["front"] = place["front"]
    conditions["japanese_surprise"] = known.pop("japanese_surprise_turn", False)
    first_turn, gate = known.pop("first_axis_turn_russia", False), known.pop("russia_first_turn_gate", False)
    if first_turn and gate:
        conditions["russia_first_turn"] = True
    fields = {key: value for key, value in place.items() if key not in (*PRINTED, *MARKS)}
    fields["fort_unsupplied"] = place.get("fort_unsupplied_turns", 0)
    one = defenders[0]
    region = one.get("region") or one.get("country") or ("China" if one.get("in_china") else "")
    if region:
        named = {country.lower(): country for country in _countries()}
        fields["country"] = REGIONS.get(region, named.get(region.lower(), region))
    return setup(
        edition,
        [found for data in given["attackers"] for found in _attacker(data, ours)],
        [_defender(data, theirs) for data in defenders],
        terrain=place["terrain"],
        features=_features(place),
        fields=fields,
        conditions={**conditions, **known},
        readings={"low_dm": "literal"} if edition == "old" else {},
    )


def _features(place):
    """Marks of a hex of a vector: its fort, and whatever else it says yes to."""
    fort = [place["fort"]] if place.get("fort") else []
    return fort + [mark for mark in MARKS if place.get(mark)]


def dm(given, edition, asked):
    game = _dm_game(given, edition)
    now, trace = first(game), game.strengths.trace(game.setting.full, 1)
    assert not trace.mismatches(), trace.mismatches()
    defense = next(line for line in trace.children if line.label == "Defence")
    net = next(line for _, line in defense.lines() if line.label == "net DM")
    terms = {}
    for line in net.children:
        if not line.skipped:
            terms[line.rules[0]] = terms.get(line.rules[0], 0) + line.value
    index = next(k.index for k in game.setting.kinds if k.side == "defender")
    assert net.value == now.dms[index], "the explanation differs from the sum"
    if terms.keys() - asked.get("terms", terms).keys():  # a term the vector does not know is as wrong as one it misses
        terms = sorted(terms)
    return {
        "terms": terms,
        "net_dm": defender_dms(game, now)[0],
        "strength": now.defense,
        "sum_before_floor": net.value,
    }


def stack_strength(given, edition, asked):
    game = _dm_game(given, edition)
    now = first(game)
    return {"unit_dms": defender_dms(game, now), "strength": now.defense}


def multi_hex(given, edition, asked):
    one, two = (target["units"][0] for target in given["targets"])
    kinds = [unit(data["type"], data["factors"], "British") for data in (one, two)]
    terrains = [target["why"] for target in given["targets"]]
    game = setup(
        edition, big(given["attack"]), kinds[:1], terrain=terrains[0], targets=[("1,0", terrains[1], kinds[1:])]
    )
    now = first(game)
    assert not game.problems, game.problems
    if defender_dms(game, now) != [target["dm"] for target in given["targets"]]:
        return {"dms": defender_dms(game, now)}
    return {"defense": now.defense, "column": column(now)}


# --- odds -------------------------------------------------------------------------------------------


def odds(given, edition, asked):
    game = setup(edition, big(given["attack"]), **worth(given["defense"]))
    battle = Battle.start(game)
    seen = battle.assessment
    assert (seen.attack, seen.defense) == (given["attack"], given["defense"])
    if seen.column is not None:
        return {"column": seen.column} if isinstance(battle.node, Chance) else {}
    if isinstance(battle.node, Chance) or len(battle.legal_actions) != 1:
        return {"auto": "a die is rolled"}
    end = battle.play(next(iter(battle.legal_actions))).state
    alive = "attacker eliminated" if lost(game, end, "attacker") == total(game, "attacker") else "attacker survives"
    hurt = "defender unhurt" if not lost(game, end, "defender") else "defender hurt"
    return {"auto": f"{alive}, {hurt}, no die"}


def strength(given, edition, asked):
    side, against = given["attack"], given["defend"]
    landing = against["invasion"]
    attackers = [
        unit("infantry", side["ground"], "US", via="sea" if landing else "land"),
        unit("air", side["gs_air"], "US"),
    ]
    if side["shore_bombardment"]:
        attackers.append(unit("fleet", side["shore_bombardment"], "US"))
    game = setup(edition, attackers, **garrison(against["units"], against["das"], landing=landing, nation="German"))
    seen = Battle.start(game).assessment
    return {"attack": seen.attack, "defense": seen.defense, "column": seen.column}


def crt_table(given, edition, asked):
    chart = RULESET.chart(edition)
    return {"columns": chart["columns"], **dict(zip(chart["rows"], chart["cells"], strict=True))}


def crt(given, edition, asked):
    index = COLUMNS.index(given["column"])
    game = setup(edition, big(CHART.ladder.needed(index, 20)), **worth(20))
    now = first(game)
    if column(now) != given["column"]:
        return {"column": column(now)}
    return {
        "row": _row(given["die"], given["round"]),
        "result": rolled(now, given["die"], given["round"]),
    }


def _row(die, number):
    return CHART.row(die + ROUND["drm"] * (number - 1))


# --- results ----------------------------------------------------------------------------------------


def losses(given, edition, asked):
    """What both sides lose; a ``d`` is taken from defenders of single factors."""
    landing, das = given["invasion"], given["das"]
    place = garrison(given["defenders"], das, landing=landing, split=given["result"] == "d")
    game = setup(edition, singles(given["attack_strength"], landing=landing), **place)
    now = first(game)
    dms = defender_dms(game, now)
    if dms != [max(1, data["dm"]) for data in given["defenders"]] or now.attack != given["attack_strength"]:
        return {"dms": dms, "attack": now.attack}
    ends = payments(begin(game).play(f"!result={given['result']}"))
    answer = {"defender_modified_at_least": defender_owes(game.strengths, now, given["result"]).need}
    for side in ("attacker", "defender"):
        sizes = {tell(game, end, side, asked.get(side)) for end in ends}
        answer[side] = sizes.pop() if len(sizes) == 1 else sorted(sizes)
        ways = sorted({tuple(removed(game, end, side)) for end in ends})
        answer[f"legal_{side}_removals"] = [list(values) for values in ways]
    return answer


def removals(given, edition, asked):
    defenders = [unit("infantry", factors, "British") for factors in given["units"]]
    game = setup(edition, big(20), defenders, features=["bridgehead"])
    need = defender_owes(game.strengths, first(game), "d").need
    if need != given["need"]:
        return {"need": need}
    battle = Battle.start(game).play("!result=d")
    found = {tuple(removed(game, end, "defender")) for end in payments(battle)}
    wrong = [list(values) for values in sorted(found) if list(values) not in asked["legal"]]
    return {"legal": [values for values in asked["legal"] if tuple(values) in found] + wrong,
            "illegal": [values for values in asked["illegal"] if tuple(values) not in found]}  # fmt: skip


def choice_d(given, edition, asked):
    early = given["early_german"]
    place = garrison(given["defenders"], given["das"], split=True)
    force = singles(given["attack"], type="armor" if early else "infantry")
    conditions = {"phase": "exploitation", "early_german": True} if early else {}
    game = setup(edition, force, features=["objective"], conditions=conditions, **place)
    battle = rolling(begin(game), "d")
    found = {}
    for key, option in (("keep_d", "keep"), ("take_Ex", "exchange")):
        end = pay(battle.play(option)).state
        found[key] = {side: tell(game, end, side, asked[key][side]) for side in ("attacker", "defender")}
    return found


def early_german(given, edition, asked):
    force = [unit("airborne", 3, via="airdrop")] + ([unit("armor", 1)] if given["german_armor"] else [])
    conditions = {"phase": "exploitation" if given["exploitation"] else "regular", "early_german": True}
    defenders = [unit("infantry", 3, "British", home="no")]
    now = first(setup(edition, force, defenders, features=["objective"], conditions=conditions))
    force.append(unit("air", max(2, now.defense + 1 - now.attack)))
    game = setup(edition, force, defenders, features=["objective"], conditions=conditions)
    battle = rolling(Battle.start(game), given["result"])
    return {"result": battle.state.result if battle.state.phase == "pay" else battle.state.phase}


def _fort_battle(edition, ctl, result):
    """Attackers of a CTL, some more than it takes to roll ``result``, against a fort."""
    place = garrison([{"factors": 3, "dm": 4}], fort=True)
    defense = first(setup(edition, big(30), **place)).defense
    game = setup(edition, singles(force_for(result, defense) + 2, ctl=ctl), **place)
    return Battle.start(game)


def fort(given, edition, asked):
    battle = rolling(_fort_battle(edition, given["ctl"], given["result"]), given["result"])
    if battle.state.phase == "choose":
        battle = battle.play("keep")
    by = "compulsory" if battle.state.result != given["result"] else "unchanged"
    if battle.state.phase == "convert":
        assert battle.node.side == "defender"
        by, battle = "defender option", battle.play("convert")
    assert paying(battle), battle.state
    return {"becomes": battle.state.result, "by": by}


def fort_scope(given, edition, asked):
    surprise = given.get("japanese_surprise_turn", False)
    ours, theirs = ("Japanese", "US") if surprise else ("German", "British")
    conditions = {"atomic": given.get("atomic", False), "japanese_surprise": surprise,
                  "theatre": "pacific" if surprise else "europe"}  # fmt: skip
    way = {"via": "sea"} if given["invasion"] else {"across": () if given.get("from_behind") else ("fort",)}

    def game(attack):
        force = [unit("infantry", attack // 2, ours, count=2, **way), unit("air", 3, ours)]
        return setup(
            edition, force, [unit("infantry", 3, theirs, home="no")], features=_features(given), conditions=conditions
        )

    defense = first(game(30)).defense
    battle = rolling(Battle.start(game(force_for("D", defense))), "D")
    if battle.state.phase == "convert":
        return {"applies": True}
    return {"applies": lost(battle.game, pay(battle).state, "attacker") > 0}  # D itself costs nothing


def _suez(edition, groups, defenders, das=0):
    """Groups ``{"nat", "ctl", "factors"}`` against a fort; those of the highest CTL bring what is left over as air."""
    force, top = [], max(group["ctl"] for group in groups)
    nations = {}
    for group in groups:
        nations[group["nat"]] = nation = (
            group["nat"] if group["nat"] in HOME else ("Italian", "Rumanian", "German")[len(nations)]
        )
        left = group["factors"]
        ground = min(left, 9) if group["ctl"] == top else left
        whole, rest = divmod(ground, 3)
        for factors, number in ((3, whole), (rest, 1)):
            if factors and number:
                force.append(unit("infantry", factors, nation, count=number, ctl=group["ctl"]))
        if left > ground:
            force.append(unit("air", left - ground, nation, ctl=group["ctl"]))
    return setup(edition, force, **garrison(defenders, das, fort=True)), nations


def mixed_ctl(given, edition, asked):
    game, nations = _suez(edition, given["groups"], given["defender"], given["das"])
    dms = defender_dms(game, first(game))
    if dms != [data["dm"] for data in given["defender"]]:
        return {"dms": dms}
    battle = rolling(Battle.start(game), given["result"])
    if battle.state.phase == "choose":
        battle = battle.play("keep")
    if battle.state.phase == "convert" and given["defender_option_used"]:
        battle = battle.play("convert")
    order = {nations[group["nat"]]: group["ctl"] for group in given["groups"]}
    wanted = given["loss_order"].removesuffix(" first")
    if wanted == "highest CTL":
        order = {nation: -ctl for nation, ctl in order.items()}
    elif wanted != "lowest CTL":
        order = {nations[group["nat"]]: wanted != f"{group['nat']}s" for group in given["groups"]}
    end = pay(battle, lambda kind: order[kind.unit.nation]).state
    by_group = [
        lost(game, end, "attacker", pick=lambda kind, n=nation: kind.unit.nation == n) for nation in nations.values()
    ]
    named = {f"{name.lower()}_loss": size for name, size in zip(nations, by_group, strict=True)}
    return {"total_loss": lost(game, end, "attacker"), "by_group": by_group, **named}


def suez_setup(given, edition, asked):
    low = given["min_ctl"]
    groups = [
        {"nat": "Italian", "ctl": low, "factors": 12},
        {"nat": "German", "ctl": low + 1, "factors": given["attack"] - 12},
    ]
    game, _ = _suez(edition, groups, [{"factors": given["defender_factors"], "dm": given["defender_dm"]}])
    battle = Battle.start(game)
    face = f"d6={given['die']}"
    found = {"column": battle.assessment.column, "raw_result": dict(battle.assessment.results)[face]}
    battle = battle.play(face).play("keep").play("convert")
    found["converted"] = battle.state.result
    found["max_attacker_loss"] = max(lost(game, end, "attacker") for end in payments(battle))
    return found


def order(given, edition, asked):
    ctl = given.get("ctl", 2 if given["defender_wants"] == "Ex-2" else 1)
    battle = rolling(_fort_battle(edition, ctl, given["raw"]), given["raw"])
    if battle.node.side != "attacker":
        return {"first": battle.node.side}
    battle = battle.play("keep" if given["attacker_choice"] == given["raw"] else "exchange")
    if battle.state.phase == "convert":
        battle = battle.play("convert")
    return {"result": battle.state.result if paying(battle) else battle.state.phase}


# --- rounds -----------------------------------------------------------------------------------------


def rounds(given, edition, asked):
    high = given["attack"][-1]
    force = [unit("infantry", high, ctl=given["ctl"])]
    if given["attack"][0] > high:
        force.append(unit("infantry", given["attack"][0] - high, "Italian", ctl=1))
    game = setup(edition, force, **garrison([{"factors": factors, "dm": given["dm"]} for factors in given["units"]]))
    battle, found = begin(game), []  # more counters than may stack
    for number, die in enumerate(given["dice"], 1):
        if number > 1:
            if "on" not in battle.legal_actions:
                break
            battle = battle.play("on")
        seen, before = battle.assessment, lost(game, battle.state, "defender")
        dms = defender_dms(game, game.flow.now(battle.state))
        if dms[0] != given["dm"] or seen.attack != given["attack"][number - 1]:
            return {"round": number, "attack": seen.attack, "dms": dms}
        result = rolled(game.flow.now(battle.state), die, number)
        battle = battle.play(f"d6={die}")
        if battle.state.phase == "choose":
            battle = battle.play("keep")
        battle = pay(battle)
        found.append({"column": seen.column, "row": _row(die, number), "result": result,
                      "defender_loss": lost(game, battle.state, "defender") - before})  # fmt: skip
    final = "goes on"
    if not game.setting.alive(battle.state.left, "defender"):
        final = "defender eliminated"
    elif battle.state.phase == "over":
        _, why = rounds_of_attack.refusal(game.strengths, battle.state)
        words = {1: "one", 2: "two", 3: "three"}[battle.outcome.measure("rounds")]
        final = f"stops, CTL {given['ctl']} allows {words} rounds" if "15.82A" in why else f"stops by {why}"
    lines = [{key: line[key] for key in expected} for line, expected in zip(found, asked["rounds"], strict=True)]
    return {"rounds": lines, "final": final}


def max_rounds(given, edition, asked):
    found = []
    for ctl in given["ctl"]:
        game = setup(edition, singles(20, ctl=ctl), [unit("infantry", 1, "British", home="yes")])
        battle = Battle.start(game)
        while battle.outcome is None:
            battle = pay(
                battle.play("on" if battle.state.phase == "again" else "!result=A"), lambda kind: kind.arm == "ground"
            )
        found.append(battle.outcome.measure("rounds"))
    return {"rounds": found}


def rounds_stop(given, edition, asked):
    dm = 3 if given["fort"] else 2
    place = garrison([{"factors": given["defense"] // dm, "dm": dm}], fort=given["fort"])
    game = setup(edition, [unit("infantry", 1, count=given["attack"], ctl=given["ctl"])], **place)
    battle = Battle.start(game)
    assert (battle.assessment.attack, battle.assessment.defense) == (given["attack"], given["defense"])
    face = f"d6={given['die']}"
    result = dict(battle.assessment.results)[face]
    battle = pay(battle.play(face))
    ahead = game.strengths.round(battle.state.left, 2)
    return {"round1": result, "attacker_loss": lost(game, battle.state, "attacker"), "next_column": column(ahead),
            "next_allowed": "on" in battle.legal_actions}  # fmt: skip


def river_return(given, edition, asked):
    river, flank = given["before"]["river"], given["before"]["flank"]
    force = [unit("infantry", river - 1, across=("river",)), unit("infantry", 1, across=("river",)),
             unit("infantry", flank, id="flank")]  # fmt: skip
    game = setup(edition, force, [unit("infantry", given["factors"], "British")])
    battle = Battle.start(game)
    seen, face = battle.assessment, f"d6={given['round1_die']}"
    one = {"result": dict(seen.results)[face], **_strengths(game, battle)}
    battle = pay(battle.play(face), lambda kind: kind.unit.id != "flank")
    one["attacker_loss"] = lost(game, battle.state, "attacker")
    battle = battle.play("on")
    left = next(battle.state.left[k.index] for k in game.setting.kinds if k.unit.id == "flank")
    return {"round1": one, "after": {"flank_left": left * flank, **_strengths(game, battle)}}


def _strengths(game, battle):
    seen = battle.assessment
    dms = defender_dms(game, game.flow.now(battle.state))
    return {"dm": dms[0], "attack": seen.attack, "defense": seen.defense, "column": seen.column}


def marine_share(given, edition, asked):
    (marines, others), *later = given["steps"]
    force = [
        unit("marine", marines, "US", via="sea", id="marines"),
        unit("infantry", 1, "US", count=others, via="sea", id="others"),
    ]
    game = setup(edition, force, [unit("infantry", 1, "German")])
    battle = Battle.start(game)
    found = [defender_dms(game, game.flow.now(battle.state))[0]]
    for wanted in later:
        for name, number in zip(("marines", "others"), wanted, strict=True):
            index = next(k.index for k in game.setting.kinds if k.unit.id == name)
            while battle.state.left[index] > number:
                battle = battle.play(f"!remove={name}")
        found.append(defender_dms(game, game.flow.now(battle.state))[0])
    return {"dm": found}


def air_round(given, edition, asked):
    ours, theirs = given.get("gs", 0), given.get("das", 0)
    force = [unit("infantry", 10)] + ([unit("air", ours, ctl=given["air_ctl"])] if ours else [])
    defenders = [unit("infantry", 3, "British")] + (
        [unit("air", theirs, "British", ctl=given["das_ctl"])] if theirs else []
    )
    game = setup(edition, force, defenders)
    found = {}
    for number in (1, 2):
        now = game.strengths.round(game.setting.full, number)
        found[f"round{number}"] = now.das if theirs else now.attack - 10
    return found


def air_trim(given, edition, asked):
    found = set()
    for side in ("attacker", "defender"):
        small = [
            unit("infantry", given["ground"], id="stays"),
            unit("infantry", 1, id="dies"),
            unit("air", given["air"]),
        ]
        large = [unit("infantry", 10), unit("infantry", 9)]
        ours, theirs = (small, large) if side == "attacker" else (large, small)
        game = setup(edition, ours, [{**data, "nation": "British"} for data in theirs])
        # Whoever is not looked at pays for the round: d costs the defender only, a the attacker only.
        battle = Battle.start(game).play("!remove=dies").play("!result=d" if side == "attacker" else "!result=a")
        battle = pay(pay(battle).play("off" if given["final"] else "on"))
        found.add(lost(game, battle.state, side, arms=("air",)))
    return {"air_eliminated": found.pop() if len(found) == 1 else sorted(found)}


# --- ships and mixed payments -----------------------------------------------------------------------


def fleet_cap(given, edition, asked):
    force = [unit("infantry", 1, "US", via="sea"), unit("infantry", 1, "US", count=2), unit("air", 5, "US"),
             unit("fleet", 1, "US", count=5)]  # fmt: skip
    game = setup(edition, force, [unit("infantry", 3, "German")])
    need, guns = attacker_need(game.strengths, first(game), "a"), first(game).bombardment
    if (need, guns) != (given["losses"], given["bombardment"]):
        return {"need": need, "bombardment": guns}
    battle = Battle.start(game).play("!result=a")
    return {"max_from_fleets": max(lost(game, end, "attacker", ("fleet",)) for end in payments(battle))}


def _landing(edition, need):
    """An invasion with destroyers that owes ``need`` factors."""
    force = [
        unit("infantry", 1, "US", count=2, via="sea"),
        unit("air", 6, "US"),
        unit("destroyer", 6, "US"),
        unit("infantry", 1, "US", count=8),
    ]
    result, defense = ("A", need) if need > 1 else ("a", 2 * need)
    game = setup(edition, force, **garrison(mixed(defense), landing=True, nation="German"))
    assert attacker_need(game.strengths, first(game), result) == need
    return game, payments(begin(game).play(f"!result={result}"))


def dd_share(given, edition, asked):
    found = []
    for need in given["losses"]:
        game, ends = _landing(edition, need)
        found.append(min(lost(game, end, "attacker", ("destroyer",)) for end in ends))
    return {"min_dd": found}


def mixed_payment(given, edition, asked):
    ground, air = given["ground"], given["gs_air"]
    force = [unit("infantry", 2, count=ground // 2), unit("air", air)]
    game = setup(edition, force, **worth(given["need"]))
    battle = rolling(Battle.start(game), "Ex")
    need = attacker_need(game.strengths, first(game), "Ex")
    if need != given["need"]:
        return {"need": need}
    found = [{"ground": lost(game, end, "attacker", ("ground",)), "gs_air": lost(game, end, "attacker", ("air",))}
             for end in payments(battle)]  # fmt: skip
    example = asked["example_payment"]
    most = max(found, key=lambda paid: paid["gs_air"])
    return {"example_payment": example if example in found else found, "max_air": most["gs_air"],
            "remaining": ground + air - sum(most.values())}  # fmt: skip


# --- may they? --------------------------------------------------------------------------------------


def legality(given, edition, asked):
    return {"allowed": CHECKS[given["check"]](given, edition)}


def may_choose(given, edition):
    """An attack of these odds is asked for a die, and for nothing else: its column is the one that it gets."""
    game = setup(edition, big(CHART.ladder.needed(COLUMNS.index(given["actual"]), 6)), **worth(6))
    assert column(first(game)) == given["actual"] and isinstance(game.node(game.start()), Chance)
    return column(first(game)) == given["wanted"]


def odds_bar(given, edition):
    flags, attack, defense, number = given["attack_flags"], given["attack"], given["defense"], given["round"]
    nation = {
        "french": "French",
        "chinese": "Nationalist Chinese",
        "chinese_nationalist": "Nationalist Chinese",
        "chinese_communist": "Communist Chinese",
    }
    ours = next((nation[flag] for flag in flags if flag in nation), "German")
    place = worth(defense)
    if {"fort", "invasion"} & set(flags):
        place = garrison(mixed(defense), fort="fort" in flags, landing="invasion" in flags)
    via = "sea" if "invasion" in flags else "land"
    force = [unit("infantry", attack, ours, via=via)]
    if "airdrop" in flags:
        force = [unit("airborne", 1, ours, via="airdrop"), unit("infantry", attack - 1, ours, via=via)]
    game = setup(edition, force, **place)
    now = game.strengths.round(game.setting.full, number)
    assert (now.attack, now.defense) == (attack, defense)
    assert set(bar_flags(game.strengths, now)) == set(flags)
    if number == 1:
        return not game.problems
    return not barred(game.strengths, now, number)[0]


def may_split(given, edition):
    """A unit that attacks is in the attack with all its factors."""
    game = setup(edition, [unit("infantry", given["unit_factors"])], **worth(2))
    assert not game.problems
    return given["parts"] == [first(game).attack]


def may_repeat(given, edition):
    phases, factions = given["phases"], given["factions"]
    before = any(faction == factions[-1] for faction in factions[:-1])
    type = "armor" if phases[-1] == "exploitation" else "infantry"
    conditions = {"attacked_before": before, "phase": phases[-1]}
    game = setup(edition, [unit(type, 10)], [unit("infantry", 3, "British")], conditions=conditions)
    return not game.problems


def may_attack_stack(given, edition):
    """Units of one hex attack their targets, one attack after the other; those of other targets stand by."""
    targets = given.get("targets") or [TARGET] * len(given["units"])
    answers = []
    for target in dict.fromkeys(targets):
        force = []
        for type, aim in zip(given["units"], targets, strict=True):
            data = {} if aim == target else {"attacks": False}
            force.append(
                unit(type, 1 if type in (*SPECIAL, "partisan", "replacement") else 10, "Russian", lone=True, **data)
            )
        answers.append(not setup(edition, force, [unit("infantry", 1, "German", ctl=0, home="no")]).problems)
    return all(answers)


def may_advance(given, edition):
    data = given["unit"]
    dropped = data.get("dropped", False)
    nation = "British" if data["type"] == "chindit" else "German"
    more = {"via": "airdrop", "lone": data["type"] == "chindit"} if dropped else {}
    mine = unit(
        data["type"], 1, nation, id="one", ctl=data.get("ctl", 2), supply="full" if data["supplied"] else "none", **more
    )
    theirs = [unit("infantry", 3, foe(nation, False), count=2, id="held")]
    second = [("1,0", "clear", [unit("infantry", 1, foe(nation, False), id="cleared")])]
    if given.get("side") == "defender":
        game = setup(edition, [mine], theirs)
        battle = pay(Battle.start(game).play("!result=A"))
        assert not game.setting.alive(battle.state.left, "attacker")
        return any(action.startswith("advance:") for action in battle.legal_actions)
    game = setup(edition, [mine, unit("infantry", 20, nation)], theirs,
                 targets=second if given["hexes_attacked"] > 1 else None)  # fmt: skip
    battle = Battle.start(game)
    if given["hexes_cleared"] < given["hexes_attacked"]:
        battle = battle.play("!remove=cleared").play("!result=d")
    elif data["fought_final_round"]:
        battle = battle.play("!result=D")
    else:
        battle = pay(battle.play("!result=d")).play("on").play("!result=D")
    battle = pay(battle)
    return any(action.partition("@")[0] == "advance:one" for action in battle.legal_actions)


def may_drop(given, edition):
    conditions = {
        "theatre": given["theatre"], "winter_effect": given["winter_to"], "phase": given.get("phase", "regular"),
        "restrictive_weather": given.get("restrictive_to", False),
    }  # fmt: skip
    chindit = given["unit"] == "chindit"
    nation = "British" if chindit else "German"
    drop = unit(given["unit"], 3, nation, via="airdrop", ctl=given["ctl"], drop_range=given["range"], lone=chindit)
    drop["moved_by_transport"] = given.get("moved_by_sea", False) or given.get("moved_by_air", False)
    return not setup(edition, [drop], [unit("infantry", 1, foe(nation, False))], conditions=conditions).problems


def may_drop_there(given, edition):
    nation = "British" if given["unit"] == "chindit" else "German"
    drop = unit(given["unit"], 1, nation, via="airdrop", lone=given["target"] == "adjacent")
    game = setup(edition, [drop, unit("infantry", 10, nation)], [unit("infantry", 1, foe(nation, False))])
    return not game.problems


def may_raid(given, edition):
    return not landing.may_raid_port(ctl=given["ctl"], theatre=given["theatre"], distance=given["range"],
                                         defended=given["enemy_ground"])[0]  # fmt: skip


def may_lose_destroyers(given, edition):
    game, ends = _landing(edition, 9)
    return any(lost(game, end, "attacker", ("destroyer",)) for end in ends)


CHECKS = {
    "column": may_choose, "odds_bar": odds_bar, "split": may_split, "repeat_attack": may_repeat,
    "attack_stack": may_attack_stack, "advance": may_advance, "airdrop": may_drop, "airdrop_target": may_drop_there,
    "commando_port": may_raid, "dd_loss": may_lose_destroyers,
}  # fmt: skip


def zone(given, edition, asked):
    across = ["fort"] if "fort" in given["side"] else list(SIDES[given["side"]])
    across += ["arrow"] if given.get("crossing_arrow") else []
    forts_of = "attacker" if given["side"].startswith(("own", "friendly")) else "defender"
    document = {
        "ruleset": "aworldatwar", "edition": edition, "targets": [TARGET],
        "map": {"hexes": {"2,0": {"terrain": given["to"]}}, "sides": {"1,0:E": across} if across else {}},
        "units": [
            {"id": "armor", "side": "attacker", "type": "armor", "nation": given.get("nat", "German"), "at": "1,0",
             "mech": "auto" if given.get("mech", True) else "off"},
            {"side": "defender", "type": "infantry", "nation": "British", "at": TARGET},
        ],
        "conditions": {"theatre": given["theatre"], "restrictive_weather": given.get("to_weather") == "severe"},
    }  # fmt: skip
    scenario = read_scenario(document)
    neutral = ("2,0",) if given.get("to_neutral") else ()
    armor = scenario.by_id["armor"]
    reason, rules = zones.covers(armor, "2,0", scenario, neutral=neutral, forts_of=forts_of)
    assert bool(reason) == bool(rules)
    assert ("2,0" in zones.controlled([armor], scenario, neutral=neutral, forts_of=forts_of)) == (not reason)
    return {"zoc": not reason}


# --- whole courses ----------------------------------------------------------------------------------


def course(given, edition, asked):
    """A fight played through: the last odds, what each side lost, who may advance, how it ended.

    Units of both sides are given as in documents, with a letter and a number for an id (``a1``, ``d1``); ``play`` lists
    the actions, where losses that are no choice are none.
    """
    units = []
    for side, letter, nation, place in (("attacker", "a", "US", AROUND[0]), ("defender", "d", "German", TARGET)):
        for number, data in enumerate(given[side], 1):
            units.append({"id": f"{letter}{number}", "side": side, "nation": nation, "at": place, **data})
    document = {
        "ruleset": "aworldatwar", "edition": edition, "targets": given.get("targets", [TARGET]), "units": units,
        "readings": given.get("readings", {}),
        "map": {"hexes": {TARGET: {"features": given.get("features", [])}}, "sides": {}},
        "conditions": given.get("conditions", {}),
    }  # fmt: skip
    battle = Battle.start(RULESET.game(read_scenario(document)))
    odds_seen = None
    for action in given["play"]:
        battle = battle.play(action)
        if battle.assessment and not isinstance(battle.node, Decision) and not battle.outcome:
            odds_seen = [battle.assessment.attack, battle.assessment.defense]
    advance = isinstance(battle.node, Decision) and battle.node.topic == "advance"
    found = {
        "odds": odds_seen,
        "advance": sorted({option.unit for option in battle.node.options if option.unit}) if advance else [],
        "ships": sum(lost(battle.game, battle.state, "attacker", (arm,)) for arm in ("fleet", "destroyer")),
    }
    if advance and "result" in asked:
        battle = battle.play("stay")
    if battle.outcome:
        found |= {"result": battle.outcome.result, "attacker_lost": battle.outcome.measure("attacker_lost"),
                  "defender_lost": battle.outcome.measure("defender_lost")}  # fmt: skip
    return found


OPS = {
    "course": course,
    "dm": dm, "stack_strength": stack_strength, "multi_hex": multi_hex, "odds": odds, "strength": strength,
    "crt_table": crt_table, "crt": crt, "losses": losses, "removals": removals, "choice_d": choice_d,
    "early_german": early_german, "fort": fort, "fort_scope": fort_scope, "mixed_ctl": mixed_ctl,
    "suez_setup": suez_setup,
    "order_15_53_55": order, "rounds": rounds, "max_rounds": max_rounds, "rounds_stop": rounds_stop,
    "river_return": river_return, "marine_share": marine_share, "air_round": air_round, "air_trim": air_trim,
    "fleet_cap": fleet_cap, "dd_share": dd_share, "pay": mixed_payment, "legality": legality, "zoc": zone,
}  # fmt: skip
