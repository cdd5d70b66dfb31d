"""Vectors of Dai Senso on what follows a result: retreats, step losses, advance and exploitation; and on the map."""

from hexumpire.model.battle import Battle, Terminal
from hexumpire.rulesets.daisenso.numbering import apart, around, place_name
from hexumpire.rulesets.daisenso.rules import exploitation, losses, retreat
from hexumpire.rulesets.daisenso.rules.ending import lost
from hexumpire.rulesets.daisenso.tables import RETREAT

from .daisenso_fights import (
    APART,
    AROUND,
    SIDES,
    STATED,
    TARGET,
    at,
    chart,
    decline,
    game,
    infantry,
    result,
    sky,
    unit,
    word_of,
)

STEPS, MOST_HEXES = 3, 3
"""Steps of a counter and hexes of a result at most."""

# --- the map ----------------------------------------------------------------------------------------


def distance(given, edition, expect):
    """Between the sheets of the map there is none (HEX.seam)."""
    if given["a"][0] != given["b"][0]:
        return {"distance": None}
    return {"distance": apart(at(given["a"]), at(given["b"]))}


def neighbours(given, edition, expect):
    return {"neighbours": sorted(place_name(hex) for hex in around(at(given["hex"])))}


# --- retreats ---------------------------------------------------------------------------------------


def retreats(given, edition, expect):
    side = "attacker" if "start" in given else "defender"
    foe = "defender" if side == "attacker" else "attacker"
    force = given.get("force", {})
    units = [unit(side, "hq" if force.get("hq") else "infantry", given["at"], "me", ma=0 if force.get("ma0") else 1)]
    if force.get("ranged_hq") or force.get("hq_ranged"):
        units.append(unit(side, "hq", given["at"], "ranged"))
    hexes = {}
    for place, data in given.get("hexes", {}).items():
        entry = hexes[place] = {}
        if data.get("all_sea"):
            entry["terrain"] = "sea"
        if data.get("ezoc"):
            entry["zoc"] = foe
        if data.get("neutral"):
            entry["barred"] = "neutral"
        if data.get("policy") or data.get("policy_affected"):
            entry["barred"] = "policy"
        entry["weather"] = sky(data.get("weather"))
        entry["off_map"] = data.get("off_map", False)
        for key, kind in (
            ("enemy_unit", "infantry"),
            ("enemy_airdrop", "airdrop"),
            ("enemy_beachhead", "beachhead"),
            ("enemy_detachment", "detachment"),
            ("enemy_logistics", "logistics"),
            ("enemy_air", "air"),
            ("enemy_hq", "hq"),
        ):
            if data.get(key):
                units.append(unit(foe, kind, place, f"{key}{place}"))
        for word in data.get("friendly", ()):
            units.append(unit(side, "infantry" if word == "ground" else word, place, f"{word}{place}"))
    sides = {tuple(pair.split("|")): kind for pair, kind in given.get("hexsides", {}).items()}
    found = game(units, hexes, sides, target=given["defending_hex"])
    state = found.start()
    force = tuple(found.setting.by_id[name].index for name in ("me", "ranged") if name in found.setting.by_id)
    pin = retreat.pinned(found.setting, force, state.left)[1]
    if pin:
        return {"options": [], "priority": None, "blocked_by": pin[0].rpartition(".")[2]}
    ways = retreat.ways(found.setting, at(given["defending_hex"]), at(given["at"]), side, state.left, state.at)
    blocked = {} if ways.hexes else {"blocked_by": "no-hex"}
    return {"options": sorted(map(place_name, ways.hexes)), "priority": ways.priority or None, **blocked}


def dr(given, edition, expect):
    units = [unit("attacker", "armor", "w4524", "att", af=30, ma=3, steps=3)]
    features = ["city"] if given.get("voluntary") else []
    hexes, here = {TARGET: {"features": features, "weather": sky(given.get("weather"))}}, TARGET
    for data in given["force"]:
        kind = "hq" if data.get("hq") else "fortress" if data.get("ma0") else "infantry"
        place = "w4623" if data.get("ranged") else TARGET
        units.append(
            unit("defender", kind, place, data["id"], steps=data["steps"], df=1, ma=0 if data.get("ma0") else 1)
        )
    for step in given["script"]:
        if step.get("no_hex"):
            for hex in set(around(at(here))) - {
                at(other["retreat"]) for other in given["script"] if "retreat" in other
            }:
                hexes.setdefault(place_name(hex), {})["zoc"] = "attacker"
        here = step.get("retreat", here)
        for data in step.get("joins", ()):
            kind = "hq" if data.get("hq") else "fortress" if data.get("ma0") else "infantry"
            more = {"supplied": False} if data.get("hq") else {"ma": 0 if data.get("ma0") else 1}
            units.append(unit("defender", kind, here, data["id"], steps=data["steps"], **more))
    battle = Battle.start(game(units, hexes))
    while battle.node.topic == "support":
        battle = battle.play(battle.node.options[0].id)
    battle = result(battle, f"Dr{given['dr']} 0/{given.get('attrition', 0)}" if given["dr"]
                    else f"0/{given.get('attrition', 0)}")  # fmt: skip
    total = sum(battle.state.left)
    for step in given["script"]:
        if "retreat" in step:
            if f"to:{at(step['retreat'])}" not in battle.legal_actions:
                return {"illegal": "cannot-retreat"}
            battle = battle.play(f"to:{at(step['retreat'])}")
            continue
        if battle.node.topic == "retreat":
            if "convert" not in battle.legal_actions:
                return {"illegal": "must-retreat"}
            battle = battle.play("convert")
        battle = battle.play(f"lose:{step['lose'].replace(' ', '_')}")
    lost = total - sum(battle.state.left)
    state = bled(battle).state
    open_retreat = max(0, RETREAT.get(state.result.retreat, 0) - state.went - lost)  # less of it in bad weather
    return {"hexes": state.went, "retreat_steps_lost": lost, "unsatisfied_retreat": open_retreat,
            "unsatisfied_attrition": state.unmet - open_retreat,
            "exploitation_distance": exploitation.distance(state)}  # fmt: skip


def bled(battle):
    """The battle after the steps that are still to be lost."""
    while not isinstance(battle.node, Terminal) and battle.node.topic == "lose":
        battle = battle.play(battle.node.options[0].id)
    return battle


def rout(given, edition, expect):
    kinds = {"ground": "infantry", "marker": "detachment"}
    units = [infantry("attacker", "w4524", "att", af=30)]
    units += [infantry("defender", TARGET, name) for name in given["stack"]]
    units += [unit("defender", kinds.get(data["kind"], data["kind"]), "w4625", data["id"]) for data in given["in_hex"]]
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
    for place, data in zip(APART, given["stacks"], strict=False):
        units.append(infantry("attacker", place, f"a{place}", ma=0 if data.get("ma0") else 2))
        if data.get("hq"):
            units.append(unit("attacker", "hq", place, f"h{place}"))
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
    if wanted not in choices:
        return {"illegal": f"defender-cannot-{wanted}"}
    after = battle.play(wanted)
    done = {"retreat": "retreat", "lose": "step"}[after.node.topic]
    return {"attacker": "step", "defender": done, "defender_choices": choices}


def voluntary(given, edition, expect):
    units, sides = [infantry("defender", TARGET, "d")], {}
    for place, kind in zip(AROUND, given["adjacent_attacker_hexsides"], strict=False):
        units.append(unit("attacker", "marine", place, f"a{place}", af=9))
        sides[place, TARGET] = kind
    features = [mark for mark, key in (("city", "city"), ("blitz", "blitz_marker")) if given.get(key)]
    battle = result(Battle.start(game(units, {TARGET: {"features": features}}, sides, conditions=STATED)), "Dr1")
    option = next((option for option in battle.node.options if option.id == "convert"), None)
    because = [rule[-1] for rule in option.rules if ".vol-" in rule] if option else []
    return {"allowed": option is not None, "because": because}


# --- losses -----------------------------------------------------------------------------------------


def first_loss(given, edition, expect):
    side, sides, units = given.get("side", "attacker"), {}, []
    places = {}
    for data in given["units"]:
        kind = data.get("hexside", "none")
        place = places.setdefault(kind, AROUND[len(places) % len(AROUND)])
        units.append(
            unit(
                side,
                data["type"],
                place if side == "attacker" else TARGET,
                data["id"],
                steps=3,
                af=9,
                df=9,
                ma=2,
                supplied=data.get("supplied", True),
            )
        )
        sides[place, TARGET] = kind
    foe = "defender" if side == "attacker" else "attacker"
    units.append(infantry(foe, TARGET if foe == "defender" else AROUND[0], "foe"))
    count = given.get("losses_so_far", 0) + 1
    battle = Battle.start(game(units, {}, sides, conditions=STATED))
    battle = result(battle, f"{count}/0" if side == "attacker" else f"0/{count}")
    for _ in range(given.get("losses_so_far", 0)):
        battle = battle.play(battle.node.options[0].id)
    names = {option.unit for option in battle.node.options}
    return {"eligible": sorted(data["id"] for data in given["units"] if data["id"].replace(" ", "_") in names)}


OUT = ("removed", "removed-from-game", "out-of-game", "out of the game", "game", "out")
"""What vectors may call it that a counter leaves the game (4.2.6.2.ig)."""


def steps(given, edition, expect):
    data = given["unit"]
    fields = {"steps": data["steps"], "one_behind": data.get("one_step_behind", False),
              "stripe": data.get("delay_stripe", False)}  # fmt: skip
    ig = data.get("ig") or data.get("ig_hq") or "IG HQ" in data.get("name", "")
    kind = "hq" if ig or data.get("hq") else data.get("type", "armor")
    if ig:
        fields["ig"] = True
    found = game([unit("attacker", kind, AROUND[0], "a", **fields), infantry("defender", TARGET, "d")])
    fate = losses.fate(found.scenario.by_id["a"], data["steps"], data["steps"])
    words = {"out of the game": expect.get("old_to") if expect.get("old_to") in OUT else OUT[0]}
    return {"how": fate.how, "old_to": words.get(fate.where, fate.where)}


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
        units.append(
            unit(
                "attacker",
                kind,
                AROUND[0] if near else "w4424",
                data["id"],
                af=3,
                ma=data.get("ma", 2),
                supplied=data.get("supplied", True),
                steps=2,
                attacks=data.get("attacked", True),
            )
        )
    here = given.get("hex", {})
    units += [
        unit("defender", kind, TARGET, kind)
        for kind in ("beachhead", "air", "detachment", "logistics", "airdrop")
        if here.get(f"enemy_{kind}")
    ]
    hexes = {TARGET: {"weather": sky(here.get("weather")), "closed": here.get("closed", False)}}
    driven = [data["id"] for data in given["units"] if not data.get("adjacent", True) and data["id"] not in broken]
    battle = Battle.start(game(units, hexes))
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


def to_advance(units, hexes, sides, hexes_retreated, losses="", clear_of=()):
    """The battle at its advance, after the defenders went so far north, or past the hexes of a path."""
    text = f"{f'Dr{hexes_retreated}' if hexes_retreated else ''} {losses}".strip() or "-"
    battle = decline(Battle.start(game(units, hexes, sides, conditions=STATED, pack=chart(text)))).play("d6=1")
    while battle.node.topic in ("retreat", "lose"):
        options = sorted(battle.node.options, key=lambda option: place_name(option.hex) if option.hex else "")
        free = [option for option in options if not option.hex or place_name(option.hex) not in clear_of]
        battle = battle.play(free[-1].id if battle.node.topic == "retreat" else options[0].id)
    return battle


def exploit_dist(given, edition, expect):
    hexes, more = given.get("hexes_retreated", 0), 0
    for key in ("unsatisfied", "unsatisfied_retreat", "unsatisfied_attrition"):
        more += given.get(key, 0)  # all of them are added alike (4.2.8.distance)
    kind, fields = ("hq", {"ma": 2}) if given.get("hq") else ("infantry", {"ma": given.get("ma", 2)})
    units = [
        unit("attacker", kind, "w4623", "inf", af=9, steps=2, supplied=given.get("supplied", True), **fields),
        infantry("defender", TARGET, "d", steps=STEPS),
    ]
    if given.get("armor_in_force", True):
        units.append(unit("attacker", "armor", "w4623", "tank", ma=3, steps=1))
    dies = not given.get("armor_survived", True)
    losses = f"{int(dies)}/{STEPS + more if more or not hexes else 0}"
    battle = to_advance(units, {}, {}, hexes, losses)
    found, state = battle.game, battle.state
    piece = found.setting.by_id["inf"]
    goes = {option.unit for option in getattr(battle.node, "options", ())}
    far = exploitation.far(found.setting, state, piece.index) if "inf" in goes else 0
    reason = None if exploitation.armored(found.setting, state) else "no-armor"
    return {"base": exploitation.distance(state), "unit": far, "reason": reason}


HALTS = {
    "4.2.8.mud": "mud",
    "4.2.8.enemy": "enemy_unit",
    "4.2.8.distance": "distance",
    "4.2.8.stop-ezoc": "ezoc",
    "4.2.8.stop-hexside": "hexside",
    "4.2.8.offmap": "off_map",
    "4.2.8.land": "all_sea",
    "4.2.8.barred": "barred",
}
"""What stops a unit that exploits, by its rule."""


def way_of(path, units):
    """The hexes of a path and their hexsides, from w4623 on; who is in them is put beside the ``units``."""
    hexes, sides, before = {}, {}, "w4623"
    for number, step in enumerate(path):
        place = step["hex"]
        closed = "policy" if step.get("policy_affected") else "neutral" if step.get("neutral") else "none"
        hexes[place] = {
            "weather": "mud" if step.get("mud") else sky(step.get("weather")),
            "zoc": "defender" if step.get("ezoc") else "none",
            "off_map": step.get("off_map", False),
            "barred": closed,
            "closed": step.get("barred", False),
            **({"terrain": "sea"} if step.get("all_sea") else {}),
        }
        sides[before, place] = step.get("hexside")
        if step.get("friendly"):
            units.append(infantry("attacker", place, f"friend{number}", attacks=False))
        for key, kind in (("enemy_unit", "infantry"), ("enemy_air", "air"), ("enemy_detachment", "detachment")):
            if step.get(key):
                units.append(unit("defender", kind, place, f"{key}{number}"))
        before = place
    return hexes, sides


def exploit_path(given, edition, expect):
    over_sea = SIDES.get(given["path"][0].get("hexside")) == "allsea"  # marines, while armor attacks beside them
    units = [
        unit("attacker", "marine" if over_sea else "armor", "w4623", "tank", af=9, ma=given.get("ma", 9), steps=2),
        infantry("defender", TARGET, "d", steps=STEPS),
    ]
    if over_sea:
        units.append(unit("attacker", "armor", "w4523", "beside", af=9))
    hexes, sides = way_of(given["path"], units)
    weather = hexes[TARGET].pop("weather")
    worse = weather in ("mud", "storms", "snow")
    driven = min(given["distance"] + worse, MOST_HEXES)
    more = given["distance"] + worse - driven  # a Dr sends nobody farther: the rest stays unsatisfied
    battle = to_advance(
        units,
        hexes | {TARGET: {**hexes[TARGET], "weather": weather}},
        sides,
        driven,
        f"0/{STEPS + more}" if more else "",
        clear_of=[step["hex"] for step in given["path"]],
    )
    found, entered, stop = battle.game, [], None
    tank = found.setting.by_id["tank"]
    for step in given["path"]:
        place = at(step["hex"])
        go = f"to:{place}" if entered else "exploit:tank"
        if go not in battle.legal_actions:
            before = battle.state
            if not entered and 1 in (given["distance"], given.get("ma")):
                return {"entered": [step["hex"]], "stop": "distance"}
            reason, rules = exploitation.no_entry(found.setting, tank, place, before.left, before.at)
            if not reason:
                rules = next(line.rules for _, line in reversed(battle.log) if "stops" in line.text)
            stop = word_of(rules, HALTS, {"reason": expect.get("stop")})
            break
        battle = battle.play(go)
        entered.append(step["hex"])
    return {"entered": entered, "stop": stop}
