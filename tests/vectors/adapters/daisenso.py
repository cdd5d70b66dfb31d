"""The vectors of Dai Senso, asked of the game.

Every question becomes a scenario document and is answered by the game made of it: its problems, odds with their
trace, options and refusals, and what is left after playing. No rule is worked out here. Results are entered as a
player reads them off his aid, or come from a chart of one result that says it is invented.
"""

from hexumpire.model.battle import Battle, Terminal
from hexumpire.model.charts import Ladder
from hexumpire.model.errors import RulesetError
from hexumpire.rulesets.daisenso.charting import ladder_faults, parse_result
from hexumpire.rulesets.daisenso.numbering import around, place_name
from hexumpire.rulesets.daisenso.rules import airdrop as drops
from hexumpire.rulesets.daisenso.rules import exploitation, landing, support
from hexumpire.rulesets.daisenso.rules.odds import odds as odds_of

from .daisenso_after import (
    ad,
    advances,
    attrition,
    distance,
    dr,
    ex,
    exploit_dist,
    exploit_path,
    first_loss,
    holding,
    neighbours,
    retreats,
    rout,
    stand_in,
    steps,
    voluntary,
)
from .daisenso_fights import (
    AROUND,
    LADDER,
    NATIONS,
    SIDES,
    STATED,
    TARGET,
    at,
    chart,
    foe_of,
    forces_of,
    game,
    in_parts,
    infantry,
    reason_of,
    sky,
    unit,
    word_of,
)

LEFT = 4
"""No terrain shifts by more columns."""
TERRAIN = {"rough": "hills", "all-sea": "sea"}
TOLD = ("hex_clear", "hex_city", "side_none", "side_clear", "side_river", "side_all-sea")
"""Rows of the Terrain Effects Chart that the text tells (4.2.3.8): a game has them from itself."""
RETREATS = ("Ad", "Ex", "Dr1", "Dr2", "Dr3")
DROP_WORDS = {
    "4.1.1.range": "range",
    "4.1.1.air": "enemy-air",
    "4.1.1.sea": "all-sea",
    "4.1.1.neutral": "path",
    "4.1.1.who": "unit",
    "4.1.1.prewar": "pre-war",
}

# --- odds -------------------------------------------------------------------------------------------


def ladder(given, edition, expect):
    """Whether columns can be those of the game's chart, by what the text says of them (4.2.2.s3.round)."""
    try:
        rising = bool(Ladder.parse(given["ladder"]))
    except RulesetError:
        rising = False
    return {"legal": rising and not ladder_faults(given["ladder"])}


def column(given, edition, expect):
    if not ladder({"ladder": LADDER, **given}, edition, expect)["legal"]:
        return {"illegal": "ladder"}
    left = given.get("left", 0)
    units = [infantry("defender", TARGET, f"d{n}", df=df) for n, df in enumerate(in_parts(given["defence"]))]
    units += [
        infantry("attacker", AROUND[0], f"a{n}", af=af, blitz=True) for n, af in enumerate(in_parts(given["attack"]))
    ]
    units += [unit("attacker", "airdrop", TARGET, f"r{n}") for n in range(given.get("right", 0))]
    units += [unit("defender", "air", TARGET, f"l{n}") for n in range(left - LEFT)]
    more = {"conditions": {"segment": "blitz", "hex_jungle": str(min(left, LEFT))}}
    found = game(units, {TARGET: {"terrain": "jungle"}}, pack=chart("-", given.get("ladder", LADDER)), **more)
    start = found.start()
    odds = odds_of(found.setting, start.fight, start.left, start.at)
    return {"raw": found.setting.chart.ladder.names[odds.raw], "final": found.assess(start).column}


def ground_of(given):
    """The hex attacked, and what a chart of shifts says of it and of its hexsides."""
    words = given.get("hex_terrain", ())
    here = {"weather": sky(given.get("weather")), "features": [word for word in words if word == "city"]}
    for word in words:
        if word != "city":
            here["terrain"] = TERRAIN.get(word, word)
    stated = {}
    for word, value in given.get("chart", {}).items():
        if word in words:
            stated[f"hex_{TERRAIN.get(word, word)}"] = str(value)
        if word not in words or word in given.get("hexsides_crossed", ()):
            stated[f"side_{word}"] = str(value)
    return here, {key: value for key, value in stated.items() if key not in TOLD}


def with_nation(data, nation):
    """Fields of an HQ or marker of which a vector may tell the nations; the first is its own."""
    fields = dict(data)
    first, *more = fields.pop("nations", [fields.pop("nation", nation)])
    names = [NATIONS.get(name, name) for name in more]
    return {"nation": first, **fields, **dict(zip(("also", "also2", "also3"), names, strict=False))}


def attackers_of(given, places, attack):
    """Ground units that attack: somebody across every hexside, every nation, and so many factors together."""
    nations = given.get("attacker_nations", ["Japanese"])
    blitz = given.get("segment", "regular") == "blitz"
    marines, armored = given.get("marines", ()), given.get("armor", ())
    found = [
        ("marine", places[data["hexside"]], {"supplied": data.get("supplied", True), "blitz": data.get("blitz", True)})
        for data in marines
    ]
    wet = [place for kind, place in places.items() if SIDES.get(kind, kind) != "allsea"]
    bare = [place for kind, place in places.items() if kind not in [data["hexside"] for data in marines]]
    kind, more = ("infantry", {"blitz": blitz}) if wet else ("marine", {"blitz": False})
    found += [(kind, place, more) for place in bare]
    found += [(kind, (wet or bare or list(places.values()))[0], more) for _ in nations[len(found) :]]
    mine = [data for data in armored if data.get("blitz", True) or not blitz]
    rest = attack - len(found) - len(mine)
    units = []
    for number, (kind, place, fields) in enumerate(found):
        for part, factor in enumerate(in_parts(1 + rest * (not number))):
            units.append(
                unit(
                    "attacker",
                    kind,
                    place,
                    f"a{number}_{part}",
                    nations[min(number, len(nations) - 1)],
                    af=factor,
                    **fields,
                )
            )
    at_first = next(iter(places.values()))
    return units + [
        unit(
            "attacker",
            "armor",
            at_first,
            f"t{number}",
            nations[0],
            af=1,
            supplied=data.get("supplied", True),
            blitz=data.get("blitz", True),
        )
        for number, data in enumerate(armored)
    ]


def defenders_of(given, defence):
    """Ground units that defend: every nation, and so many factors together."""
    nations = given.get("defender_nations", ["US"])
    kinds = ["fortress" if given.get("fortress") else "infantry"]
    factors = in_parts(defence)
    factors += [0] * (len(nations) - len(factors))
    return [
        unit("defender", kind, TARGET, f"d{number}", nations[min(number, len(nations) - 1)], df=factor, ma=1)
        for number, (kind, factor) in enumerate(zip(kinds + ["infantry"] * len(factors), factors, strict=False))
    ]


def air_of(given):
    """Air units of both sides, in the hex, beside it, or out of reach."""
    units, skies = [], {"attacker": ["w4723", "w4625", "w4523"], "defender": ["w4724", "w4524", "w4623"]}
    for side, free in skies.items():
        for number, data in enumerate(given.get(f"air_{side}", ())):
            place = {"in": TARGET, "adjacent": None}.get(data["where"], f"w482{2 + 2 * number}") or free.pop(0)
            units.append(
                unit(
                    side,
                    data.get("type", data.get("kind", "air")),
                    place,
                    f"f{side[0]}{number}",
                    nation=data["nation"],
                    blitz=data.get("blitz", True),
                )
            )
    return units


def shift_scenario(given, attack=9, defence=1, pack=None):
    """The game of a list of things that may shift, its HQ's support declared."""
    nations, theirs = given.get("attacker_nations", ["Japanese"]), given.get("defender_nations", ["US"])
    crossed = list(given.get("hexsides_crossed", ()))
    crossed += [data["hexside"] for data in given.get("marines", ())]
    places = dict(zip(dict.fromkeys(crossed or ["none"]), AROUND, strict=False))
    sides = {(place, TARGET): kind for kind, place in places.items()}
    units = [*attackers_of(given, places, attack), *defenders_of(given, defence)]
    if "hq_attacker" in given:
        units.append(
            unit("attacker", "hq", "w4424", "hqa", **{"af": 0, **with_nation(given["hq_attacker"], nations[0])})
        )
    if "hq_defender" in given:
        fields = with_nation(given["hq_defender"], theirs[0])
        units.append(
            unit("defender", "hq", TARGET, "hqd", took_part=fields.pop("participated", False), **{"df": 0, **fields})
        )
    drops = given.get("airdrops", 0)
    for number, data in enumerate([{}] * drops if isinstance(drops, int) else drops):
        units.append(unit("attacker", "airdrop", TARGET, f"drop{number}", **data))
    units += air_of(given)
    here, stated = ground_of(given)
    found = game(
        units,
        {TARGET: here},
        sides,
        conditions={"segment": given.get("segment", "regular"), **stated},
        **({"pack": pack} if pack else {}),
    )
    state = found.start()
    while getattr(found.node(state), "topic", "") == "support":
        state = found.apply(state, found.node(state).options[0].id)
    return found, state


def net_of(found, state):
    """Shifts to the right and to the left as the trace has them."""
    shifts = next(line for line in found.assess(state).trace.children if line.rules == ("4.2.2.s4.net",))
    values = shifts.counted()
    return {"right": sum(v for v in values if v > 0), "left": -sum(v for v in values if v < 0), "net": shifts.value}


def shifts(given, edition, expect):
    return net_of(*shift_scenario(given))


def spelled(found, expect):
    """A result as the vector writes it, where it is that one: ``Dr1 0/0`` is ``Dr1``, and ``-`` is ``0/0``."""
    wanted = expect.get("result", "")
    return wanted if parse_result(wanted) == found else str(found)


def pipeline(given, edition, expect):
    found, state = shift_scenario(given["shifts"], given["attack"], given["defence"], chart(given["crt_cell"]))
    odds = odds_of(found.setting, state.fight, state.left, state.at)
    assessed = found.assess(state)
    after = found.apply(state, "d6=1")
    return {
        "raw": found.setting.chart.ladder.names[odds.raw],
        "net": odds.net,
        "final": assessed.column,
        "result": spelled(after.result, expect),
    }


def raw_min(given, edition, expect):
    units = [infantry("attacker", AROUND[0], f"a{n}", af=af) for n, af in enumerate(in_parts(given["attack"]))]
    units += [infantry("defender", TARGET, f"d{n}", df=df) for n, df in enumerate(in_parts(given["hex_defence"]))]
    if "attacker_ranged_hq" in given:
        units.append(unit("attacker", "hq", "w4424", "h", af=given["attacker_ranged_hq"]))
    if "defender_ranged_hq" in given:
        units.append(unit("defender", "hq", "w4626", "g", df=given["defender_ranged_hq"]))
    return {"legal": not game(units).problems}


def weather(given, edition, expect):
    units = [infantry("attacker", AROUND[0], "a"), infantry("defender", TARGET, "d")]
    word = given.get("retreat")
    cell = f"{word if word in RETREATS else ''} {given.get('attrition', '0/0')}".strip()
    found = game(units, {TARGET: {"weather": sky(given["weather"])}}, pack=chart(cell))
    done = found.apply(found.start(), "d6=1").result
    return {"retreat": done.retreat or word, "attrition": f"{done.attacker}/{done.defender}"}


# --- who may attack ---------------------------------------------------------------------------------

BARS = {
    "4.1.2.enabled": "not-blitz-enabled",
    "4.2.1.1.allsea": "all-sea",
    "4.2.1.once-hex": "hex-already-attacked",
    "4.2.1.once-unit": "unit-already-attacked",
    "4.2.1.1.prewar": "pre-war",
    "4.2.1.1.capital": "capital-marker",
    "4.2.1.1.af0": "af-0",
    "4.1.2.weather": "weather",
    "4.2.1.2.used": "already-participated",
}


def attack_unit(given, edition, expect):
    data = {"af": 3, "nation": "US", "type": "infantry", **given["unit"]}
    nation = NATIONS.get(data["nation"], data["nation"])
    fields = {
        "af": data["af"],
        "supplied": data.get("supplied", True),
        "blitz": data.get("blitz", True),
        "ma": data.get("ma", 2),
        "attacked": data.get("attacked_this_segment", False),
        "kwantung": data.get("kwantung", False),
    }
    if data["type"] == "hq":
        fields["took_part"] = data.get("participated", False)
    if data.get("minor_capital_marker"):
        fields |= {"capital": True, "standing": "minor"}
    units = [
        unit("attacker", data["type"], AROUND[0], "a", nation=nation, **fields),
        infantry("defender", TARGET, "d", nation=foe_of(nation)),
    ]
    country = foe_of(nation) if given.get("target_outside_minor") else nation
    hexes = {TARGET: {"weather": sky(given.get("weather")), "country": country,
                      "attacked_before": given.get("hex_already_attacked", False)}}  # fmt: skip
    found = game(
        units,
        hexes,
        {(AROUND[0], TARGET): given.get("hexside")},
        conditions={"segment": given.get("segment", "regular"), "pre_war": given.get("pre_war", False), **STATED},
    )
    return {"legal": not found.problems, "reason": reason_of(found.problems, BARS, expect)}


def minor_mix(given, edition, expect):
    units = [
        infantry("attacker", AROUND[0], f"a{n}", nation=data["country"], standing=data["class"])
        for n, data in enumerate(given["units"])
    ]
    found = game([*units, infantry("defender", TARGET, "d", nation=foe_of(given["units"][0]["country"]))])
    return {"legal": not found.problems and len(forces_of(found)[0]) == len(units)}


def factions(given, edition, expect):
    units = [infantry(side.removesuffix("s"), AROUND[0] if side == "attackers" else TARGET, f"{side}{n}", nation=nation)
             for side in ("attackers", "defenders") for n, nation in enumerate(given[side])]  # fmt: skip
    return {"legal": not game(units).problems}


def force(given, edition, expect):
    units = [
        unit(
            "attacker",
            data.get("type", "infantry"),
            AROUND[0],
            f"a{n}",
            nation=data["nation"],
            af=data["af"],
            standing=data.get("class", "usual"),
            blitz=True,
        )
        for n, data in enumerate(given["attackers"])
    ]
    foe = "Japanese" if given["attackers"][0]["nation"] == "Russian" else "US"
    units.append(infantry("defender", TARGET, "d", nation=foe))
    hexes = {TARGET: {"weather": given.get("weather", "fine")}}
    found = game(units, hexes, conditions={"segment": given.get("segment", "regular")})
    assert not found.problems
    forces = forces_of(found)
    return {"forces": [[found.setting.pieces[i].id for i in one] for one in forces]}


def auto(given, edition, expect):
    units = [
        unit(
            "attacker",
            "armor" if data.get("armor") else "infantry",
            AROUND[0],
            f"a{n}",
            af=data["af"],
            ma=3,
            blitz=True,
        )
        for n, data in enumerate(given["attackers"])
    ]
    units += [infantry("defender", TARGET, f"d{n}") for n in range(given["ground_units"])]
    units += [unit("defender", kind, TARGET, kind) for kind in ("detachment", "logistics") if given.get(kind)]
    found = game(
        units, {TARGET: {"weather": sky(given.get("weather"))}}, conditions={"segment": given.get("segment", "regular")}
    )
    if found.problems:
        return {"auto": False, "reason": reason_of(found.problems, BARS, expect)}
    battle = Battle.start(found)
    if battle.node.topic != "take":
        return {"auto": False}
    battle = battle.play("take")
    return {"auto": True, "exploitation": exploitation.armored(found.setting, battle.state),
            "markers_to": "delay" if any("Delay Box" in line.text for _, line in battle.log) else None}  # fmt: skip


def air_place(given, edition, expect):
    units = [infantry("attacker", AROUND[0], "a"), infantry("defender", TARGET, "d")]
    units += [unit("attacker", "air", place, f"f{n}") for n, place in enumerate(given["air_hexes"])]
    return {"legal": not any(problem.rule == "4.2.3.1.place" for problem in game(units).problems)}


HQ_WORDS = {
    "4.2.1.2.used": "already-participated",
    "4.2.1.2.one": "one-hq-per-faction",
    "4.2.1.2.marker": "no-ground-unit",
    "4.2.1.2.alone": "hq-alone",
    "4.2.1.2.range": "range",
    "4.2.1.2.supplied": "unsupplied",
    "4.2.1.2.path": "path",
    "4.2.1.2.beachhead": "beachhead",
    "4.2.1.2.nation": "nationality",
    "4.1.2.enabled": "not-blitz-enabled",
}


def hq(given, edition, expect):
    side, target = given["side"], given["defending_hex"]
    near = next(place_name(hex) for hex in around(at(target)) if place_name(hex) != given["hq_hex"])
    mine = near if side == "attacker" else target
    units = (
        []
        if given.get("no_adjacent_attacker") or given.get("only_markers")
        else [
            infantry(side, mine, f"m{n}", nation=nation, blitz=True) for n, nation in enumerate(given["unit_nations"])
        ]
    )
    if given.get("other_hq"):
        units.append(unit(side, "hq", mine, "other", nation=given["hq_nation"]))
    if given.get("only_markers"):
        units.append(unit(side, "detachment", mine, "det", nation=given["hq_nation"]))
    foe = "defender" if side == "attacker" else "attacker"
    enemy = foe_of(given["hq_nation"])
    units.append(infantry(foe, target if foe == "defender" else near, "foe", nation=enemy, blitz=True))
    units.append(
        unit(
            side,
            "hq",
            given["hq_hex"],
            "hq",
            nation=given["hq_nation"],
            attacks=False,
            blitz=given.get("blitz", True),
            supplied=given.get("supplied", True),
            took_part=given.get("participated", False),
        )
    )
    sides = {}
    if "beachhead_towards" in given:
        units.append(unit(side, "beachhead", given["hq_hex"], "beach"))
        sides[given["hq_hex"], given["beachhead_towards"]] = "beachhead"
    hexes = {place: {"barred": "neutral"} for place in given.get("barred", ())}
    found = game(units, hexes, sides, target=target, conditions={"segment": given.get("segment", "regular")})
    start = found.start()
    hq = found.setting.by_id["hq"]
    reason, rules = support.refusal(found.setting, hq, start.fight, start.left, start.at, start.spent)
    return {"legal": not reason, "reason": word_of(rules, HQ_WORDS, expect) if reason else None}


# --- the segments -----------------------------------------------------------------------------------


def airdrop(given, edition, expect):
    target, data = given.get("target", {}), given["unit"]
    units = [
        unit(
            "attacker",
            data.get("type", "airborne"),
            given["from"],
            "drop",
            supplied=data.get("supplied", True),
            blitz=data.get("blitz", True),
        )
    ]
    if target.get("enemy_ground"):
        units.append(infantry("defender", given["to"], "foe"))
    if target.get("friendly_beachhead"):
        units.append(unit("attacker", "beachhead", given["to"], "beach"))
    skies = [*given.get("enemy_air", ()), *[given["to"]] * bool(target.get("enemy_air"))]
    units += [unit("defender", "air", place, f"air{n}") for n, place in enumerate(skies)]
    closed = [*given.get("barred", ()), *[given["to"]] * bool(target.get("neutral"))]
    hexes = {place: {"barred": "neutral"} for place in closed}
    hexes.setdefault(given["to"], {})["weather"] = sky(target.get("weather", given.get("weather")))
    if target.get("all_sea"):
        hexes[given["to"]]["terrain"] = "sea"
    if given.get("from_all_sea"):
        hexes.setdefault(given["from"], {})["terrain"] = "sea"
    found = game(units, hexes, procedure="blitz", conditions={"pre_war": given.get("pre_war", False)})
    state, piece = found.start(), found.setting.by_id["drop"]
    reason, rules = drops.cannot_drop(found.setting, piece, state.at)
    if reason:
        return {"legal": False, "reason": word_of(rules, DROP_WORDS, expect)}
    reason, rules = drops.drop_zone(found.setting, piece, at(given["to"]), state.left, state.at)
    after = found.apply(state, "drop:drop")
    assert bool(reason) == (f"to:{at(given['to'])}" not in [option.id for option in found.node(after).options])
    words = DROP_WORDS | ({"4.1.1.neutral": "neutral"} if given["to"] in closed else {})
    return {"legal": not reason, "reason": word_of(rules, words, expect) if reason else None}


def through(battle, topic):
    """The battle at a step of its segment; at the end if it never comes."""
    while not isinstance(battle.node, Terminal) and battle.node.topic != topic:
        battle = battle.play(list(battle.legal_actions)[-1])
    return battle


def airdrop_land(given, edition, expect):
    units = [unit("attacker", "airdrop", TARGET, "mark", nation=given["nation"], supplied=given.get("supplied", True))]
    if given.get("enemy_unit"):
        units.append(infantry("defender", TARGET, "foe"))
    for data in given.get("pool", ()):
        units.append(unit("attacker", data["type"], TARGET, data["id"], nation=data["nation"], steps=data["steps"],
                          elite=data.get("elite", False), pool=True))  # fmt: skip
    battle = through(Battle.start(game(units, procedure="blitz")), "airdrop_landing")
    options = list(battle.legal_actions)
    names = {data["id"].replace(" ", "_"): data["id"] for data in given.get("pool", ())}
    lands = [names[option.partition("@")[2]] for option in options if option.startswith("land:")]
    after = battle.play(options[0])
    goes = any("Delay Box" in line.text for _, line in after.log)
    return {"land": bool(lands), "candidates": lands, "marker_to": "delay" if goes else None}


ASHORE = {
    "4.1.3.enemy": "enemy-unit",
    "4.1.3.neutral": "neutral",
    "4.1.3.1.enemy": "enemy-unit",
    "4.1.3.1.who": "unsupplied",
}
WHO_WORDS = {"unsupplied": "unsupplied", "Blitz-enabled": "not-blitz-enabled", "attacked": "attacked"}
"""What is said of a unit that is none of those who land (4.1.3.who)."""


def beach(given, edition, expect):
    data = given["unit"]
    kind = "hq" if data.get("hq") else data.get("type", "infantry")
    done = {"blitz": data.get("blitz", True), "attacked": data.get("attacked_in_blitz", False)}
    units = [
        unit("attacker", "beachhead", "w4524", "beach"),
        unit("attacker", kind, "w4524", "me", supplied=data.get("supplied", True), **done),
    ]
    if given.get("enemy_unit"):
        units.append(infantry("defender", TARGET, "foe"))
    here = {"weather": sky(given.get("weather")), "barred": "neutral" if given.get("neutral") else "none"}
    found = game(
        units,
        {"w4524": {"terrain": "sea"}, TARGET: here},
        {("w4524", TARGET): "beachhead"},
        procedure="blitz",
        conditions={"side_beachhead": "1"},
    )
    state = found.start()
    reason, rules = landing.no_landing(found.setting, found.setting.by_id["me"], at(TARGET), state)
    battle = through(Battle.start(found), "beachhead_landing")
    assert bool(reason) == (f"land:me@{at(TARGET)}" not in battle.legal_actions)
    if not reason:
        return {"legal": True, "reason": None}
    who = {"4.1.3.who": next((word for text, word in WHO_WORDS.items() if text in reason), "unit")}
    return {"legal": False, "reason": word_of(rules, ASHORE | who, expect)}


def snlf(given, edition, expect):
    units = [unit("attacker", "snlf", "w4524", "snlf", supplied=given.get("supplied", True))]
    if given.get("enemy_unit"):
        units.append(infantry("defender", TARGET, "foe"))
    if given.get("enemy_marker"):
        units.append(unit("defender", given["enemy_marker"], TARGET, "marker"))
    found = game(units, {"w4524": {"terrain": "sea"}}, {("w4524", TARGET): "beachhead"}, procedure="blitz")
    state = found.start()
    reason, rules = landing.cannot_snlf(found.setting, found.setting.by_id["snlf"], at(TARGET), state.left, state.at)
    battle, go = through(Battle.start(found), "beachhead_landing"), f"snlf:snlf@{at(TARGET)}"
    assert bool(reason) == (go not in battle.legal_actions)
    if reason:
        return {"legal": False, "reason": word_of(rules, ASHORE, expect)}
    goes = any("Delay Box" in line.text for _, line in battle.play(go).log)
    return {"legal": True, "enemy_marker_to": "delay" if goes else None}


def blitz_steps(given, edition, expect):
    found = game(
        [infantry("attacker", AROUND[0], "a")],
        procedure="blitz",
        conditions={"blitz_on_map": given.get("blitz_marker", True)},
    )
    return {"steps": list(found.steps)}


SPENT = ("Blitz", "Totsugeki", "Failure", "Mobilizing")
BEACHES = ("w4524", "w4523", "w4723", "w4724")


def marker_seg(given, edition, expect):
    named, markers = [data["beachhead"] for data in given["sea_units"]], given["markers"]
    names = list(dict.fromkeys([*(name for name in markers if "Beachhead" in name), *named]))
    places = dict(zip(names, BEACHES, strict=False))
    units = [
        unit("attacker", "snlf" if "SNLF" in name else "beachhead", place, f"marker{n}")
        for n, (name, place) in enumerate(places.items())
        if name
    ]
    for data in given["sea_units"]:
        units.append(
            infantry("attacker", places[data["beachhead"]], data["id"], stripe=data.get("delay_stripe", False))
        )
    hexes = {place: {"terrain": "sea"} for place in places.values()}
    spent = [name for name in markers if name in SPENT]
    found = game(units, hexes, procedure="markers", conditions={"spent_markers": bool(spent)})
    battle, gone, to = Battle.start(found), set(), {}
    while not isinstance(battle.node, Terminal):
        battle = battle.play(next(iter(battle.legal_actions)))
    gone = set(found.overlay(battle.state)["lost"])
    removed = [name for name in spent if "remove" in battle.line]
    removed += [name for number, name in enumerate(names) if f"marker{number}" in gone]
    removed.sort(key=markers.index)
    lines = [line.text for _, line in battle.log if "4.2.6.2.where" in line.rules]
    for data in given["sea_units"]:
        if data["id"].replace(" ", "_") in gone:
            to[data["id"]] = "delay" if "Delay Box" in lines[len(to)] else "pool"
    return {"removed": removed, "eliminated": [list(pair) for pair in to.items()]}


OPS = {
    "column": column,
    "ladder": ladder,
    "shifts": shifts,
    "pipeline": pipeline,
    "raw_min": raw_min,
    "weather": weather,
    "attack_unit": attack_unit,
    "minor_mix": minor_mix,
    "auto": auto,
    "factions": factions,
    "force": force,
    "air_place": air_place,
    "hq": hq,
    "distance": distance,
    "neighbours": neighbours,
    "retreat": retreats,
    "dr": dr,
    "rout": rout,
    "ad": ad,
    "ex": ex,
    "voluntary": voluntary,
    "first_loss": first_loss,
    "steps": steps,
    "holding": holding,
    "stand_in": stand_in,
    "attrition": attrition,
    "advance": advances,
    "exploit_dist": exploit_dist,
    "exploit_path": exploit_path,
    "airdrop": airdrop,
    "airdrop_land": airdrop_land,
    "beach": beach,
    "snlf": snlf,
    "blitz_steps": blitz_steps,
    "marker_seg": marker_seg,
}
