"""The vectors of Dai Senso, asked of the game.

Every question becomes a scenario document and is answered by the game made of it: its problems, odds with their
trace, options and refusals, and what is left after playing. No rule is worked out here. Results are entered as a
player reads them off his aid, or come from a chart of one result that says it is invented.
"""

from hexumpire.model.battle import Battle, Terminal
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
from .daisenso_fights import AROUND, LADDER, TARGET, at, chart, forces_of, game, infantry, reason_of, unit

# --- odds -------------------------------------------------------------------------------------------


def column(given, edition, expect):
    units = [infantry("defender", TARGET, "d", df=given["defence"])]
    rest, number = given["attack"], 0
    while rest or not number:
        units.append(infantry("attacker", AROUND[0], f"a{number}", af=min(rest, 30), blitz=True))
        rest, number = rest - min(rest, 30), number + 1
    units += [unit("attacker", "airdrop", TARGET, f"r{n}") for n in range(given.get("right", 0))]
    more = {"conditions": {"segment": "blitz", "hex_jungle": str(given.get("left", 0))}}
    found = game(units, {TARGET: {"terrain": "jungle"}}, pack=chart("-", given.get("ladder", LADDER)), **more)
    start = found.start()
    odds = odds_of(found.setting, start.fight, start.left, start.at)
    return {"raw": found.setting.chart.ladder.names[odds.raw], "final": found.assess(start).column}


def shift_scenario(given, attack=9, defence=1, pack=None):
    """The game of a list of things that may shift, its HQ's support declared."""
    nations, theirs = given.get("attacker_nations", ["Japanese"]), given.get("defender_nations", ["US"])
    units, sides, free = [], {}, list(AROUND)
    armored = given.get("armor", ())
    crossed = list(given.get("hexsides_crossed", ())) or ["none"]
    marines = list(given.get("marines", ()))
    places = {}
    for number, kind in enumerate(crossed):
        place = places[kind] = free.pop(0)
        sides[place, TARGET] = kind
        if not marines:
            blitz = given.get("segment") == "blitz"
            more = len(crossed) - 1 + len(armored)  # each attacks with a factor, so that the total stays
            units.append(infantry("attacker", place, f"a{number}", nation=nations[0], af=1 if number else attack - more,
                                  blitz=blitz))  # fmt: skip
    for number, data in enumerate(marines):
        units.append(unit("attacker", "marine", places[data["hexside"]], f"m{number}", nation=nations[0],
                          supplied=data["supplied"], blitz=data["blitz"]))  # fmt: skip
    for number, data in enumerate(armored):
        units.append(unit("attacker", "armor", places[crossed[0]], f"t{number}", nation=nations[0], af=1,
                          supplied=data["supplied"], blitz=data["blitz"]))  # fmt: skip
    kind = "fortress" if given.get("fortress") else "infantry"
    units.append(unit("defender", kind, TARGET, "d0", nation=theirs[0], df=defence, ma=1))
    if "hq_attacker" in given:
        units.append(unit("attacker", "hq", "w4424", "hqa", nation=nations[0], af=0, **given["hq_attacker"]))
    if "hq_defender" in given:
        data = given["hq_defender"]
        units.append(unit("defender", "hq", TARGET, "hqd", nation=theirs[0], df=0, supplied=data["supplied"],
                          took_part=data.get("participated", False)))  # fmt: skip
    units += [unit("attacker", "airdrop", TARGET, f"drop{n}") for n in range(given.get("airdrops", 0))]
    skies = ["w4723", "w4625", "w4523"]
    for side in ("attacker", "defender"):
        for number, data in enumerate(given.get(f"air_{side}", ())):
            place = TARGET if data["where"] == "in" else skies.pop(0)
            units.append(unit(side, "air", place, f"f{side[0]}{number}", nation=data["nation"],
                              blitz=data.get("blitz", True)))  # fmt: skip
    hexes = {TARGET: {"weather": given.get("weather", "fine")}}
    if "city" in given.get("hex_terrain", ()):
        hexes[TARGET]["features"] = ["city"]
    stated = {f"side_{kind}": str(value) for kind, value in given.get("chart", {}).items()}
    found = game(
        units, hexes, sides, conditions={"segment": given["segment"], **stated}, **({"pack": pack} if pack else {})
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


def pipeline(given, edition, expect):
    found, state = shift_scenario(given["shifts"], given["attack"], given["defence"], chart(given["crt_cell"]))
    odds = odds_of(found.setting, state.fight, state.left, state.at)
    assessed = found.assess(state)
    after = found.apply(state, "d6=1")
    return {"raw": found.setting.chart.ladder.names[odds.raw], "net": odds.net, "final": assessed.column,
            "result": str(after.result)}  # fmt: skip


def raw_min(given, edition, expect):
    units = [infantry("attacker", AROUND[0], "a", af=given["attack"]),
             infantry("defender", TARGET, "d", df=given["hex_defence"], nation="US")]  # fmt: skip
    if "attacker_ranged_hq" in given:
        units.append(unit("attacker", "hq", "w4424", "h", af=given["attacker_ranged_hq"]))
    if "defender_ranged_hq" in given:
        units.append(unit("defender", "hq", "w4626", "g", df=given["defender_ranged_hq"]))
    return {"legal": not game(units).problems}


def weather(given, edition, expect):
    units = [infantry("attacker", AROUND[0], "a"), infantry("defender", TARGET, "d")]
    cell = f"{given['retreat']} {given['attrition']}"
    found = game(units, {TARGET: {"weather": given["weather"]}}, pack=chart(cell))
    done = found.apply(found.start(), "d6=1").result
    return {"retreat": done.retreat, "attrition": f"{done.attacker}/{done.defender}"}


# --- who may attack ---------------------------------------------------------------------------------

BARS = {
    "4.1.2.enabled": "not-blitz-enabled", "4.2.1.1.allsea": "all-sea", "4.2.1.once-hex": "hex-already-attacked",
    "4.2.1.once-unit": "unit-already-attacked", "4.2.1.1.prewar": "pre-war", "4.2.1.1.capital": "capital-marker",
}  # fmt: skip


def attack_unit(given, edition, expect):
    data = given["unit"]
    fields = {"af": data["af"], "supplied": data["supplied"], "blitz": data["blitz"], "ma": 2,
              "attacked": data.get("attacked_this_segment", False)}  # fmt: skip
    if "minor_capital_marker" in data:
        fields |= {"capital": True, "standing": "minor"}
    units = [unit("attacker", data["type"], AROUND[0], "a", nation=data["nation"], **fields),
             infantry("defender", TARGET, "d", nation="Japanese")]  # fmt: skip
    country = "Japanese" if given.get("target_outside_minor") else data["nation"]
    hexes = {TARGET: {"weather": given.get("weather", "fine"), "country": country,
                      "attacked_before": given.get("hex_already_attacked", False)}}  # fmt: skip
    found = game(units, hexes, {(AROUND[0], TARGET): given.get("hexside")},
                 conditions={"segment": given["segment"], "pre_war": given.get("pre_war", False),
                             "side_beachhead": "1"})  # fmt: skip
    return {"legal": not found.problems, "reason": reason_of(found.problems, BARS)}


def minor_mix(given, edition, expect):
    units = [
        infantry("attacker", AROUND[0], f"a{n}", nation=data["country"], standing=data["class"])
        for n, data in enumerate(given["units"])
    ]
    found = game([*units, infantry("defender", TARGET, "d")])
    return {"legal": not found.problems and len(forces_of(found)[0]) == len(units)}


def factions(given, edition, expect):
    units = [infantry(side.removesuffix("s"), AROUND[0] if side == "attackers" else TARGET, f"{side}{n}", nation=nation)
             for side in ("attackers", "defenders") for n, nation in enumerate(given[side])]  # fmt: skip
    return {"legal": not game(units).problems}


def force(given, edition, expect):
    units = [
        unit("attacker", data.get("type", "infantry"), AROUND[0], f"a{n}", nation=data["nation"], af=data["af"],
             blitz=True) for n, data in enumerate(given["attackers"])
    ]  # fmt: skip
    foe = "Japanese" if given["attackers"][0]["nation"] == "Russian" else "US"
    units.append(infantry("defender", TARGET, "d", nation=foe))
    hexes = {TARGET: {"weather": given.get("weather", "fine")}}
    found = game(units, hexes, conditions={"segment": given.get("segment", "regular")})
    assert not found.problems
    forces = forces_of(found)
    return {"forces": [[found.setting.pieces[i].id for i in one] for one in forces]}


def auto(given, edition, expect):
    units = [
        unit("attacker", "armor" if data.get("armor") else "infantry", AROUND[0], f"a{n}", af=data["af"], ma=3)
        for n, data in enumerate(given["attackers"])
    ]
    units += [infantry("defender", TARGET, f"d{n}") for n in range(given["ground_units"])]
    units += [unit("defender", kind, TARGET, kind) for kind in ("detachment", "logistics") if given.get(kind)]
    found = game(units)
    if found.problems:
        return {"auto": False, "reason": reason_of(found.problems, {"4.2.1.1.af0": "af-0"})}
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
    "4.2.1.2.used": "already-participated", "4.2.1.2.one": "one-hq-per-faction", "4.2.1.2.marker": "no-ground-unit",
    "4.2.1.2.alone": "hq-alone", "4.2.1.2.range": "range", "4.2.1.2.supplied": "unsupplied",
    "4.2.1.2.path": "path", "4.2.1.2.beachhead": "beachhead", "4.2.1.2.nation": "nationality",
}  # fmt: skip


def hq(given, edition, expect):
    side, target = given["side"], given["defending_hex"]
    near = next(place_name(hex) for hex in around(at(target)) if place_name(hex) != given["hq_hex"])
    mine = near if side == "attacker" else target
    units = [] if given.get("no_adjacent_attacker") or given.get("only_markers") else [
        infantry(side, mine, f"m{n}", nation=nation) for n, nation in enumerate(given["unit_nations"])
    ]  # fmt: skip
    if given.get("other_hq"):
        units.append(unit(side, "hq", mine, "other", nation=given["hq_nation"]))
    if given.get("only_markers"):
        units.append(unit(side, "detachment", mine, "det", nation=given["hq_nation"]))
    foe = "defender" if side == "attacker" else "attacker"
    units.append(infantry(foe, target if foe == "defender" else near, "foe", nation="US"))
    units.append(unit(side, "hq", given["hq_hex"], "hq", nation=given["hq_nation"], attacks=False,
                      supplied=given.get("supplied", True), took_part=given.get("participated", False)))  # fmt: skip
    sides = {}
    if "beachhead_towards" in given:
        units.append(unit(side, "beachhead", given["hq_hex"], "beach"))
        sides[given["hq_hex"], given["beachhead_towards"]] = "beachhead"
    hexes = {place: {"barred": "neutral"} for place in given.get("barred", ())}
    found = game(units, hexes, sides, target=target)
    start = found.start()
    hq = found.setting.by_id["hq"]
    reason, rules = support.refusal(found.setting, hq, start.fight, start.left, start.at, start.spent)
    return {"legal": not reason, "reason": HQ_WORDS[rules[0]] if reason else None}


# --- the segments -----------------------------------------------------------------------------------


def airdrop(given, edition, expect):
    target = given.get("target", {})
    units = [unit("attacker", "airborne", given["from"], "drop", supplied=given["unit"]["supplied"],
                  blitz=given["unit"]["blitz"])]  # fmt: skip
    if target.get("enemy_ground"):
        units.append(infantry("defender", given["to"], "foe"))
    if target.get("friendly_beachhead"):
        units.append(unit("attacker", "beachhead", given["to"], "beach"))
    units += [unit("defender", "air", place, f"air{place}") for place in given.get("enemy_air", ())]
    hexes = {place: {"barred": "neutral"} for place in given.get("barred", ())}
    if target.get("all_sea"):
        hexes[given["to"]] = {"terrain": "sea"}
    found = game(units, hexes, procedure="blitz")
    state, piece = found.start(), found.setting.by_id["drop"]
    reason, rules = drops.cannot_drop(found.setting, piece, state.at)
    if reason:
        return {"legal": False, "reason": "unit"}
    reason, rules = drops.drop_zone(found.setting, piece, at(given["to"]), state.left, state.at)
    after = found.apply(state, "drop:drop")
    assert bool(reason) == (f"to:{at(given['to'])}" not in [option.id for option in found.node(after).options])
    words = {"4.1.1.range": "range", "4.1.1.air": "enemy-air", "4.1.1.sea": "all-sea", "4.1.1.neutral": "path"}
    return {"legal": not reason, "reason": words[rules[0]] if reason else None}


def through(battle, topic):
    """The battle at a step of its segment; at the end if it never comes."""
    while not isinstance(battle.node, Terminal) and battle.node.topic != topic:
        battle = battle.play(list(battle.legal_actions)[-1])
    return battle


def airdrop_land(given, edition, expect):
    units = [unit("attacker", "airdrop", TARGET, "mark", nation=given["nation"], supplied=given["supplied"])]
    if given["enemy_unit"]:
        units.append(infantry("defender", TARGET, "foe"))
    for data in given["pool"]:
        units.append(unit("attacker", data["type"], TARGET, data["id"], nation=data["nation"], steps=data["steps"],
                          elite=data.get("elite", False), pool=True))  # fmt: skip
    battle = through(Battle.start(game(units, procedure="blitz")), "airdrop_landing")
    options = list(battle.legal_actions)
    lands = [option.partition("@")[2] for option in options if option.startswith("land:")]
    after = battle.play(options[0])
    goes = any("Delay Box" in line.text for _, line in after.log)
    return {"land": bool(lands), "candidates": lands, "marker_to": "delay" if goes else None}


def at_landings(units, sides):
    """The battle at its Beachhead landings, a Beachhead in the target's neighbour."""
    found = game(units, {"w4524": {"terrain": "sea"}}, sides, procedure="blitz")
    return through(Battle.start(found), "beachhead_landing")


def beach(given, edition, expect):
    data = given["unit"]
    units = [unit("attacker", "beachhead", "w4524", "beach"),
             unit("attacker", "hq" if data.get("hq") else "infantry", "w4524", "me", supplied=data["supplied"],
                  blitz=data["blitz"], attacked=data.get("attacked_in_blitz", False))]  # fmt: skip
    if given.get("enemy_unit"):
        units.append(infantry("defender", TARGET, "foe"))
    found = game(units, {"w4524": {"terrain": "sea"}}, {("w4524", TARGET): "beachhead"}, procedure="blitz",
                 conditions={"side_beachhead": "1"})  # fmt: skip
    state = found.start()
    reason, rules = landing.no_landing(found.setting, found.setting.by_id["me"], at(TARGET), state)
    battle = through(Battle.start(found), "beachhead_landing")
    assert bool(reason) == (f"land:me@{at(TARGET)}" not in battle.legal_actions)
    words = {"4.1.3.enemy": "enemy-unit", "4.1.3.who": "attacked"}
    return {"legal": not reason, "reason": words[rules[0]] if reason else None}


def snlf(given, edition, expect):
    units = [unit("attacker", "snlf", "w4524", "snlf", supplied=given["supplied"])]
    if given.get("enemy_unit"):
        units.append(infantry("defender", TARGET, "foe"))
    if given.get("enemy_marker"):
        units.append(unit("defender", given["enemy_marker"], TARGET, "marker"))
    battle = at_landings(units, {("w4524", TARGET): "beachhead"})
    go = f"snlf:snlf@{at(TARGET)}"
    if go not in battle.legal_actions:
        found, state = battle.game, battle.game.start()
        rules = landing.cannot_snlf(found.setting, found.setting.by_id["snlf"], at(TARGET), state.left, state.at)[1]
        return {"legal": False, "reason": {"4.1.3.1.enemy": "enemy-unit"}[rules[0]]}
    log = battle.play(go).log
    goes = any("Delay Box" in line.text for _, line in log)
    return {"legal": True, "enemy_marker_to": "delay" if goes else None}


def blitz_steps(given, edition, expect):
    found = game([infantry("attacker", AROUND[0], "a")], procedure="blitz",
                 conditions={"blitz_on_map": given["blitz_marker"]})  # fmt: skip
    return {"steps": list(found.steps)}


def marker_seg(given, edition, expect):
    places = dict(zip(("SNLF Beachhead-0", "Beachhead-2"), ("w4524", "w4524"), strict=True)) | {"Beachhead-2": "w4523"}
    units = [unit("attacker", "snlf", places["SNLF Beachhead-0"], "snlf"),
             unit("attacker", "beachhead", places["Beachhead-2"], "beach")]  # fmt: skip
    for data in given["sea_units"]:
        units.append(
            infantry("attacker", places[data["beachhead"]], data["id"], stripe=data.get("delay_stripe", False))
        )
    hexes = {place: {"terrain": "sea"} for place in places.values()}
    battle = Battle.start(game(units, hexes, procedure="markers",
                               conditions={"spent_markers": "Blitz" in given["markers"]}))  # fmt: skip
    while not isinstance(battle.node, Terminal):
        battle = battle.play(next(iter(battle.legal_actions)))
    gone = set(battle.game.overlay(battle.state)["lost"])
    removed = ["Blitz"] if "remove" in battle.line else []
    removed += ["SNLF Beachhead-0"] if "snlf" in gone else []
    told = " ".join(line.text for _, line in battle.log)
    lost = [[data["id"], "delay" if "Delay Box" in told else "pool"] for data in given["sea_units"]
            if data["id"].replace(" ", "_") in gone]  # fmt: skip
    return {"removed": removed, "eliminated": lost}


OPS = {
    "column": column, "shifts": shifts, "pipeline": pipeline, "raw_min": raw_min, "weather": weather,
    "attack_unit": attack_unit, "minor_mix": minor_mix, "auto": auto,
    "factions": factions, "force": force, "air_place": air_place, "hq": hq,
    "distance": distance, "neighbours": neighbours, "retreat": retreats, "dr": dr, "rout": rout, "ad": ad, "ex": ex,
    "voluntary": voluntary, "first_loss": first_loss, "steps": steps, "holding": holding, "stand_in": stand_in,
    "attrition": attrition,
    "advance": advances, "exploit_dist": exploit_dist, "exploit_path": exploit_path, "airdrop": airdrop,
    "airdrop_land": airdrop_land, "beach": beach, "snlf": snlf, "blitz_steps": blitz_steps, "marker_seg": marker_seg,
}  # fmt: skip
