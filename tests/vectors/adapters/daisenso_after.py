"""Vectors of Dai Senso on what follows a result: retreats, step losses, advance and exploitation; and on the map."""

from hexumpire.model.battle import Battle, Terminal
from hexumpire.rulesets.daisenso.numbering import apart, around, place_name
from hexumpire.rulesets.daisenso.rules import exploitation, losses, retreat
from hexumpire.rulesets.daisenso.rules.ending import lost

from .daisenso_fights import AROUND, OPPOSITE, TARGET, at, chart, game, infantry, result, unit

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
    state = bled(battle).state
    open_retreat = max(0, given["dr"] - state.went - lost)
    return {"hexes": state.went, "retreat_steps_lost": lost, "unsatisfied_retreat": open_retreat,
            "unsatisfied_attrition": state.unmet - open_retreat,
            "exploitation_distance": exploitation.distance(state)}  # fmt: skip


def bled(battle):
    """The battle after the steps that are still to be lost."""
    while not isinstance(battle.node, Terminal) and battle.node.topic == "lose":
        battle = battle.play(battle.node.options[0].id)
    return battle


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
    known = {"NEI": "Netherlands East Indies", "British FE": "British"}
    nations = {word: known.get(word, word) for word in given["components"]}
    boxed, placed = given["components"]
    units = [infantry("attacker", AROUND[0], "a"),
             infantry("defender", TARGET, "d", nation=nations[placed], partner=nations[boxed], steps=2)]  # fmt: skip
    battle = result(Battle.start(game(units)), "0/1")
    found = []
    for option in battle.node.options:
        keep = next(word for word in given["components"] if f"its {nations[word]} part stays" in option.label)
        found.append({"keep": keep, "eliminate": next(word for word in given["components"] if word != keep)})
    return {"choices": found}


def attrition(given, edition, expect):
    units = [unit("attacker", "armor", AROUND[0], "a", af=30, ma=2)]
    units += [infantry("defender", TARGET, f"d{n}", steps=steps) for n, steps in enumerate(given["steps"])]
    battle = bled(Battle.start(game(units, pack=chart(f"0/{given['loss']}"))).play("d6=1"))
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
