"""The vectors of Dai Senso, asked of the game.

Every question becomes a scenario document and is answered by the game made of it: its problems, odds with their
trace, options and refusals, and what is left after playing. No rule is worked out here. Results are entered as a
player reads them off his aid, or come from a chart of one result that says it is invented.
"""

from hexumpire.files.codec import read_scenario
from hexumpire.model.battle import Battle, Terminal
from hexumpire.rulesets.daisenso import RULESET
from hexumpire.rulesets.daisenso.charting import parse_result
from hexumpire.rulesets.daisenso.numbering import apart, around, find_place, place_name, side_between
from hexumpire.rulesets.daisenso.rules import airdrop as drops
from hexumpire.rulesets.daisenso.rules import exploitation, landing, losses, retreat, support
from hexumpire.rulesets.daisenso.rules.declaration import who_may
from hexumpire.rulesets.daisenso.rules.ending import lost
from hexumpire.rulesets.daisenso.rules.odds import odds as odds_of

LADDER = ("1-3", "1-2", "1-1", "3-2", "2-1", "3-1", "4-1", "6-1", "9-1")
"""Invented, within what the text permits."""
TARGET = "w4624"
AROUND = ("w4524", "w4625", "w4724", "w4723", "w4623", "w4523")
OPPOSITE = ("w4625", "w4623")
NATIONS = {"Japan": "Japanese", "Siamese": "Siam"}
SIDES = {"all-sea": "allsea", "none": None, None: None}


def at(name):
    """The hex of a printed number."""
    return find_place(name)


def unit(side, kind, place, name, nation=None, **fields):
    """A counter of a document."""
    nation = nation or ("Japanese" if side == "attacker" else "US")
    return {"id": name.replace(" ", "_"), "side": side, "type": kind, "nation": NATIONS.get(nation, nation),
            "at": at(place), **fields}  # fmt: skip


def chart(cell="-", ladder=LADDER):
    """A chart in which every result is the same; it says that it is invented."""
    return {"title": "Invented", "tables": {"crt": {str(face): dict.fromkeys(ladder, cell) for face in range(1, 7)}}}


def game(units, hexes=None, sides=None, target=TARGET, **more):
    """The game of a scenario; hexes and sides by printed numbers. Vectors state zones of control hex by hex."""
    document = {
        "ruleset": "daisenso", "targets": [at(target)], "units": units,
        "map": {
            "hexes": {at(name): data for name, data in (hexes or {}).items()},
            "sides": {side_between(at(a), at(b)): [SIDES.get(kind, kind)] for (a, b), kind in (sides or {}).items()
                      if SIDES.get(kind, kind)},
        },
        "readings": {"zones": "stated"}, **more,
    }  # fmt: skip
    return RULESET.game(read_scenario(document))


def result(battle, text):
    """The battle after a result read off the aid."""
    found = parse_result(text)
    battle = decline(battle)
    return battle.play(f"read:{found.retreat or 'none'}").play(f"losses:{found.attacker}/{found.defender}")


def forces_of(found):
    """The forces that may attack the first target."""
    state = found.start()
    return who_may(found.setting, state, state.fight).forces


def decline(battle):
    """Past the questions of ranged support."""
    while battle.node.topic == "support":
        battle = battle.play("alone" if "alone" in battle.legal_actions else next(iter(battle.legal_actions)))
    return battle


def infantry(side, place, name, **fields):
    """Plain infantry."""
    return unit(side, "infantry", place, name, **{"af": 9, "df": 1, "ma": 2, "steps": 1, **fields})


def reason_of(problems, words):
    """The word for the first problem whose rule has one."""
    return next((words[problem.rule] for problem in problems if problem.rule in words), None)


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


# --- the map ----------------------------------------------------------------------------------------


def distance(given, edition, expect):
    return {"distance": apart(at(given["a"]), at(given["b"]))}


def neighbours(given, edition, expect):
    return {"neighbours": sorted(place_name(hex) for hex in around(at(given["hex"])))}


# --- retreats ---------------------------------------------------------------------------------------


def retreats(given, edition, expect):
    side = "attacker" if "start" in given else "defender"
    foe = "defender" if side == "attacker" else "attacker"
    force = given.get("force", {})
    kind = "hq" if force.get("hq") else "infantry"
    units = [unit(side, kind, given["at"], "me", ma=0 if force.get("ma0") else 1)]
    hexes = {}
    for place, data in given.get("hexes", {}).items():
        entry = hexes[place] = {}
        if data.get("all_sea"):
            entry["terrain"] = "sea"
        if data.get("ezoc"):
            entry["zoc"] = foe
        if data.get("neutral"):
            entry["barred"] = "neutral"
        entry["off_map"] = data.get("off_map", False)
        for key, kind in (("enemy_unit", "infantry"), ("enemy_airdrop", "airdrop"), ("enemy_beachhead", "beachhead"),
                          ("enemy_detachment", "detachment")):  # fmt: skip
            if data.get(key):
                units.append(unit(foe, kind, place, f"{key}{place}"))
        for word in data.get("friendly", ()):
            units.append(unit(side, "infantry" if word == "ground" else word, place, f"{word}{place}"))
    sides = {tuple(pair.split("|")): kind for pair, kind in given.get("hexsides", {}).items()}
    found = game(units, hexes, sides, target=given["defending_hex"])
    state = found.start()
    pin = retreat.pinned(found.setting, (found.setting.by_id["me"].index,), state.left)[1]
    if pin:
        return {"options": [], "priority": None, "blocked_by": pin[0].rpartition(".")[2]}
    ways = retreat.ways(found.setting, at(given["defending_hex"]), at(given["at"]), side, state.left, state.at)
    blocked = {} if ways.hexes else {"blocked_by": "no-hex"}
    return {"options": sorted(map(place_name, ways.hexes)), "priority": ways.priority or None, **blocked}


def dr(given, edition, expect):
    units = [unit("attacker", "armor", "w4524", "att", af=30, ma=3, steps=3)]
    hexes, here = {TARGET: {"features": ["city"] if given.get("voluntary") else []}}, TARGET
    for data in given["force"]:
        kind = "hq" if data.get("hq") else "fortress" if data.get("ma0") else "infantry"
        place = "w4623" if data.get("ranged") else TARGET
        units.append(
            unit("defender", kind, place, data["id"], steps=data["steps"], df=1, ma=0 if data.get("ma0") else 1)
        )
    for step in given["script"]:
        if step.get("no_hex"):
            for hex in around(at(here)):
                hexes.setdefault(place_name(hex), {})["zoc"] = "attacker"
        here = step.get("retreat", here)
        for data in step.get("joins", ()):
            units.append(unit("defender", "hq", here, data["id"], steps=data["steps"], supplied=False))
    battle = Battle.start(game(units, hexes))
    while battle.node.topic == "support":
        battle = battle.play(battle.node.options[0].id)
    battle = result(battle, f"Dr{given['dr']} 0/{given.get('attrition', 0)}" if given["dr"]
                    else f"0/{given.get('attrition', 0)}")  # fmt: skip
    total = sum(battle.state.left)
    for step in given["script"]:
        if "retreat" in step:
            battle = battle.play(f"to:{at(step['retreat'])}")
            continue
        if battle.node.topic == "retreat":
            if "convert" not in battle.legal_actions:
                return {"illegal": "must-retreat"}
            battle = battle.play("convert")
        battle = battle.play(f"lose:{step['lose'].replace(' ', '_')}")
    lost = total - sum(battle.state.left)
    while not isinstance(battle.node, Terminal) and battle.node.topic == "lose":
        battle = battle.play(battle.node.options[0].id)
    state = battle.state
    open_retreat = max(0, given["dr"] - state.went - lost)
    return {"hexes": state.went, "retreat_steps_lost": lost, "unsatisfied_retreat": open_retreat,
            "unsatisfied_attrition": state.unmet - open_retreat,
            "exploitation_distance": exploitation.distance(state)}  # fmt: skip


def rout(given, edition, expect):
    kinds = {"ground": "infantry", "air": "air", "marker": "detachment"}
    units = [infantry("attacker", "w4524", "att", af=30)]
    units += [infantry("defender", TARGET, name) for name in given["stack"]]
    units += [unit("defender", kinds[data["kind"]], "w4625", data["id"]) for data in given["in_hex"]]
    battle = result(Battle.start(game(units)), "Dr2").play(f"to:{at('w4625')}")
    found = battle.game
    together = [found.setting.pieces[i] for i in retreat.stack(found.setting, battle.state)]
    return {"stack": [piece.unit.id.replace("_", " ") for piece in together]}


def trap(hexes, place):
    """Zones of control wherever a unit could retreat from a hex."""
    for hex in around(at(place)):
        hexes.setdefault(place_name(hex), {})["zoc"] = "both"


def ad(given, edition, expect):
    units, hexes = [infantry("defender", TARGET, "d")], {}
    for place, data in zip(OPPOSITE, given["stacks"], strict=False):
        units.append(infantry("attacker", place, f"a{place}"))
        if not data["options"]:
            trap(hexes, place)
    if given.get("ranged_hq"):
        units.append(unit("attacker", "hq", "w4626", "hq"))
    battle = Battle.start(game(units, hexes))
    while battle.node.topic == "support":
        battle = battle.play(battle.node.options[0].id)
    choices = list(result(battle, "Ad").legal_actions)
    return {"retreat_possible": "retreat" in choices, "choices": choices}


def ex(given, edition, expect):
    hexes = {}
    units = [infantry("attacker", "w4625", "a", steps=2, af=30)]
    units.append(
        unit("defender", "infantry" if given["defender_can_retreat"] else "hq", TARGET, "d", df=1, steps=2, ma=1)
    )
    if not given["attacker_can_retreat"]:
        trap(hexes, "w4625")
    battle = result(Battle.start(game(units, hexes)), "Ex")
    if given["attacker_choice"] not in battle.legal_actions:
        return {"illegal": f"attacker-cannot-{given['attacker_choice']}"}
    battle = battle.play(given["attacker_choice"])
    if given["attacker_choice"] == "retreat":
        battle = battle.play(next(iter(battle.legal_actions)))
        return {"attacker": "retreat", "defender": "none" if isinstance(battle.node, Terminal) else battle.node.topic}
    battle = battle.play("lose:a")
    choices = list(battle.legal_actions)
    wanted = given.get("defender_choice", choices[0])
    after = battle.play(wanted)
    done = {"retreat": "retreat", "lose": "step"}[after.node.topic]
    return {"attacker": "step", "defender": done, "defender_choices": choices}


def voluntary(given, edition, expect):
    units, sides = [infantry("defender", TARGET, "d")], {}
    for place, kind in zip(AROUND, given["adjacent_attacker_hexsides"], strict=False):
        units.append(unit("attacker", "marine", place, f"a{place}", af=9))
        sides[place, TARGET] = kind
    features = [mark for mark, key in (("city", "city"), ("blitz", "blitz_marker")) if given.get(key)]
    stated = {f"side_{kind}": "1" for kind in ("mountain", "strait", "lake", "beachhead")}
    battle = result(Battle.start(game(units, {TARGET: {"features": features}}, sides, conditions=stated)), "Dr1")
    option = next((option for option in battle.node.options if option.id == "convert"), None)
    because = [rule[-1] for rule in option.rules if ".vol-" in rule] if option else []
    return {"allowed": option is not None, "because": because}


# --- losses -----------------------------------------------------------------------------------------


def first_loss(given, edition, expect):
    side, sides, units = given.get("side", "attacker"), {}, []
    for place, data in zip(AROUND, given["units"], strict=False):
        where = place if side == "attacker" else TARGET
        units.append(unit(side, data["type"], where, data["id"], steps=3, af=9, df=9, ma=2))
        sides[place, TARGET] = data.get("hexside", "none")
    foe = "defender" if side == "attacker" else "attacker"
    units.append(infantry(foe, TARGET if foe == "defender" else AROUND[0], "foe"))
    stated = {f"side_{kind}": "1" for kind in ("mountain", "strait", "lake", "beachhead")}
    count = given.get("losses_so_far", 0) + 1
    battle = Battle.start(game(units, {}, sides, conditions=stated))
    battle = result(battle, f"{count}/0" if side == "attacker" else f"0/{count}")
    for _ in range(given.get("losses_so_far", 0)):
        battle = battle.play(battle.node.options[0].id)
    names = {option.unit for option in battle.node.options}
    return {"eligible": sorted(data["id"] for data in given["units"] if data["id"].replace(" ", "_") in names)}


def steps(given, edition, expect):
    data = given["unit"]
    fields = {"steps": data["steps"], "one_behind": data.get("one_step_behind", False),
              "stripe": data.get("delay_stripe", False)}  # fmt: skip
    found = game([unit("attacker", "armor", AROUND[0], "a", **fields), infantry("defender", TARGET, "d")])
    fate = losses.fate(found.scenario.by_id["a"], data["steps"], data["steps"])
    return {"how": fate.how, "old_to": fate.where}


def stand_in(given, edition, expect):
    """Which counters of the Force Pool may take the place of a defender that breaks down."""
    data, pool = {"af": 0, "df": 1, "ma": 1, **given["unit"]}, given["pool"]
    units = [infantry("attacker", AROUND[0], "a"),
             unit("defender", data.pop("type"), TARGET, "d", data.pop("nation", None), **data)]  # fmt: skip
    for name, other in pool.items():
        fields = {key: value for key, value in other.items() if key not in ("type", "nation")}
        units.append(unit("defender", other["type"], TARGET, name, other.get("nation"), steps=1, pool=True, **fields))
    battle = result(Battle.start(game(units)), "0/1")
    found = [option.id.split(":")[2:] for option in battle.node.options]
    return {"choices": sorted(name for names in found for name in names)}


def holding(given, edition, expect):
    nations = {"NEI": "Netherlands East Indies", "British FE": "British"}
    units = [infantry("attacker", AROUND[0], "a"),
             infantry("defender", TARGET, "d", nation="British", partner=nations["NEI"], steps=2)]  # fmt: skip
    battle = result(Battle.start(game(units)), "0/1")
    found = []
    for option in battle.node.options:
        keep = next(word for word in given["components"] if f"its {nations[word]} part stays" in option.label)
        found.append({"keep": keep, "eliminate": next(word for word in given["components"] if word != keep)})
    return {"choices": found}


def attrition(given, edition, expect):
    units = [unit("attacker", "armor", AROUND[0], "a", af=30, ma=2)]
    units += [infantry("defender", TARGET, f"d{n}", steps=steps) for n, steps in enumerate(given["steps"])]
    battle = result(Battle.start(game(units)), f"0/{given['loss']}")
    while battle.node.topic == "lose":
        battle = battle.play(battle.node.options[0].id)
    return {"lost": lost(battle.game.setting, battle.state, "defender"), "unsatisfied": battle.state.unmet}


# --- advance and exploitation -----------------------------------------------------------------------


def advances(given, edition, expect):
    units = [infantry("defender", TARGET, "d")]
    broken = [data["id"] for data in given["units"] if data["id"].startswith("ex-HQ")]
    for data in given["units"]:
        kind = "hq" if data.get("hq") or data["id"] in broken else "infantry"
        near = data.get("adjacent", True) or data["id"] not in broken
        units.append(unit("attacker", kind, AROUND[0] if near else "w4424", data["id"], af=3, ma=data.get("ma", 2),
                          supplied=data.get("supplied", True), steps=2))  # fmt: skip
    if given.get("hex", {}).get("enemy_beachhead"):
        units.append(unit("defender", "beachhead", TARGET, "beach"))
    driven = [data["id"] for data in given["units"] if not data.get("adjacent", True) and data["id"] not in broken]
    battle = Battle.start(game(units))
    while battle.node.topic == "support":
        battle = battle.play(battle.node.options[0].id)
    if driven:
        battle = result(battle, "Ad 0/1").play("retreat")
        battle = battle.play(battle.node.options[0].id)
    else:
        battle = result(battle, f"{len(broken)}/1")
        for name in broken:
            battle = battle.play(f"lose:{name.replace(' ', '_')}")
    battle = battle.play("lose:d")
    if isinstance(battle.node, Terminal):
        return {"may": []}
    names = {option.unit for option in battle.node.options}
    return {"may": [data["id"] for data in given["units"] if data["id"].replace(" ", "_") in names]}


def to_advance(units, hexes, sides, hexes_retreated, losses=""):
    """The battle at its advance, after the defenders went so far north."""
    stated = {f"side_{kind}": "1" for kind in ("mountain", "strait", "lake", "beachhead")}
    battle = result(Battle.start(game(units, hexes, sides, conditions=stated)), f"Dr{hexes_retreated} {losses}".strip())
    while battle.node.topic in ("retreat", "lose"):
        options = sorted(battle.node.options, key=lambda option: place_name(option.hex) if option.hex else "")
        battle = battle.play(options[-1].id if battle.node.topic == "retreat" else options[0].id)
    return battle


def exploit_dist(given, edition, expect):
    units = [infantry("attacker", "w4623", "inf", ma=given["ma"], steps=2), infantry("defender", TARGET, "d", steps=3)]
    if given.get("armor_in_force", True):
        units.append(unit("attacker", "armor", "w4623", "tank", ma=3, steps=1))
    dies = not given.get("armor_survived", True)
    battle = to_advance(units, {}, {}, given["hexes_retreated"], "1/0" if dies else "")
    found, state = battle.game, battle.state
    far = exploitation.far(found.setting, state, found.setting.by_id["inf"].index)
    reason = None if exploitation.armored(found.setting, state) else "no-armor"
    return {"base": exploitation.distance(state), "unit": far, "reason": reason}


def exploit_path(given, edition, expect):
    units = [
        unit("attacker", "armor", "w4623", "tank", af=9, ma=9, steps=2),
        infantry("defender", TARGET, "d", steps=3),
    ]
    hexes, sides, before = {}, {}, "w4623"
    words = {"4.2.8.mud": "mud", "4.2.8.enemy": "enemy_unit", "4.2.8.distance": "distance",
             "4.2.8.stop-ezoc": "ezoc", "4.2.8.stop-hexside": "hexside"}  # fmt: skip
    for number, step in enumerate(given["path"]):
        place = step["hex"]
        hexes[place] = {"weather": "mud" if step.get("mud") else "fine",
                        "zoc": "defender" if step.get("ezoc") else "none"}  # fmt: skip
        sides[before, place] = step.get("hexside")
        if step.get("friendly"):
            units.append(infantry("attacker", place, f"friend{number}", attacks=False))
        if step.get("enemy_unit"):
            units.append(infantry("defender", place, f"enemy{number}"))
        before = place
    weather = hexes[TARGET].pop("weather")
    battle = to_advance(units, hexes | {TARGET: {**hexes[TARGET], "weather": weather}}, sides,
                        given["distance"] + (weather == "mud"))  # fmt: skip
    found, entered, stop = battle.game, [], None
    tank = found.setting.by_id["tank"]
    for step in given["path"]:
        place = at(step["hex"])
        go = f"to:{place}" if entered else "exploit:tank"
        if go not in battle.legal_actions:
            before = battle.state
            if not entered and given["distance"] == 1:
                return {"entered": [step["hex"]], "stop": "distance"}
            reason, rules = exploitation.no_entry(found.setting, tank, place, before.left, before.at)
            if not reason:
                rules = next(line.rules for _, line in reversed(battle.log) if "stops" in line.text)
            stop = words[rules[0]]
            break
        battle = battle.play(go)
        entered.append(step["hex"])
    return {"entered": entered, "stop": stop}


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
    reason, rules = landing.cannot_land(found.setting, found.setting.by_id["me"], at(TARGET), state.left, state.at)
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
