"""The vectors of V101125, asked of the ruleset: everything up to the column and the die modifier.

What the dice bring stands in ``v101125_losses``, what follows them in ``v101125_after``, and how a battle goes on in
``v101125_played``. Strengths, odds, legality and
modifiers are asked of a scenario that is read like a player's; what a case gives as bare numbers, of the rules.
"""

import re
from dataclasses import replace
from fractions import Fraction

from hexumpire.board import hexgrid
from hexumpire.files.codec import read_scenario
from hexumpire.model.packs import Pack
from hexumpire.rulesets.v101125.fight import HASTY, OVERRUN, REGULAR, Fight
from hexumpire.rulesets.v101125.rules import (
    armour,
    contingents,
    crowding,
    crt,
    dual_ownership,
    eligibility,
    forts,
    hasty,
    markers,
    planned,
    replacements,
    results,
    retreat,
    retreat_before,
    special,
    strength,
    supply,
    terrain,
    zero,
)
from hexumpire.rulesets.v101125.rules import odds as ladder
from hexumpire.rulesets.v101125.rules.figures import Figures
from hexumpire.rulesets.v101125.setting import Setting
from hexumpire.rulesets.v101125.tables import ARMOUR, ODDS, ZOC, ZOC_LEVELS
from hexumpire.rulesets.v101125.vocabulary import VOCABULARY

from . import v101125_after as after
from . import v101125_losses as losses
from . import v101125_played as played
from .v101125_after import exact
from .v101125_played import AROUND, TARGET, written

MOST = 60
"""Strength of the largest counter."""
LARGEST = 12
"""Its REs."""
READINGS = {field.key: next(iter(field.options)) for field in VOCABULARY.readings}
"""Every reading as it is when nothing is said."""
SETTINGS = {
    "fraction_from": ("fraction_from", {"1:1": "one", "1.5:1": "one_and_half"}),
    "below_even_rounding": ("below_even_rounding", {}),
    "crt_variant": ("crt", {"as_printed": "printed", "recommended": "repaired"}),
    "aec_table": ("armour_table", {"table5": "printed", "examples": "older"}),
    "aecd_terrain_halving": ("aecd_terrain", {}),
    "aecd_cap": ("armour_cap", {"defender AECD REs": "defender", "attacker REs": "attacker"}),
    "marker_steps": ("marker_steps", {"alt": "parity"}),
    "follow 11.L.1.d.iii": ("markers_in_chain", {"": "count"}),
}
"""What the cases call a reading, and its options where they have other names."""


def readings_of(text, base=None):
    """The readings that a setting of a case names, such as ``aec_table=examples, aecd_terrain_halving=off``."""
    found = dict(base or {})
    for part in filter(None, (part.strip() for part in re.sub(r"\(.*?\)", "", text).split(","))):
        name, _, value = part.partition("=")
        key, names = SETTINGS.get(name.strip(), (name.strip(), {}))
        found[key] = names.get(value.strip(), value.strip())
    return found


def by_readings(given, expect, answer, base=None):
    """What a case asks by its own setting, with the other answers that it knows."""
    told = answer(readings_of(given.get("setting", ""), base))
    others = []
    for other in expect.get("alternatives", ()):
        found = answer(readings_of(other["setting"], base)) | {"setting": other["setting"], "note": other.get("note")}
        others.append({key: found.get(key) for key in other})
    return {**told, "alternatives": others}


# --- scenarios ------------------------------------------------------------------------------------------------------


def setting(units, terrain="clear", conditions=None, readings=None, fields=None, features=(), hexes=None, sides=None):
    """What is worked out once of the scenario of these units."""
    found = played.document(units, terrain, conditions, readings, fields, features, hexes, sides)
    return Setting(read_scenario(found))


def figures(units, **more):
    """What is worked out of the fight over the target."""
    one = setting(units, **more)
    return Figures(one, one.opening)


def force(side, total, **more):
    """Units of a side of that strength together, a part of a point by a unit that supply cuts."""
    total = exact(total)
    sizes = [MOST] * (int(total) // MOST) + [int(total) % MOST] * bool(int(total) % MOST)
    units = [{"side": side, "type": "infantry", "attack": size, **more} for size in sizes]
    for part, share in ((Fraction(1, 2), "half"), (Fraction(1, 4), "quarter")):
        if total % 1 >= part and (total - int(total)) % 1 in (part, Fraction(3, 4)):
            units.append({"side": side, "type": "infantry", "attack": 1, "supply_cut": share, **more})
    return units or [{"side": side, "type": "infantry", "attack": 0, **more}]


def forces(side, given):
    """A side that a case gives as one strength, or unit by unit."""
    if isinstance(given, list):
        return [unit for points in given for unit in force(side, points)]
    return force(side, given)


def spread(units, stacks):
    """Attackers dealt out to so many hexes."""
    return [unit | {"at": AROUND[number % stacks]} for number, unit in enumerate(units)]


# --- odds -----------------------------------------------------------------------------------------------------------


def steps_of_zone(value, marked):
    """Levels that make a full zone worth a value, beyond the one that a marker costs."""
    return ZOC_LEVELS.index(value) - ZOC_LEVELS.index(ZOC["full"]) + int(marked)


def engaged(given, readings):
    """The figures of a fight as a case of odds gives it."""
    attackers = spread(forces("attacker", given["attack"]), given.get("stacks", 1))
    defenders = forces("defender", given["defence"])
    marker = 2 * given.get("marker_dm", 0) or 2 * bool(given.get("defender_marker"))
    for unit in defenders:
        unit["marker"] = marker
    zone = given.get("zoc", "full")
    value = ZOC[zone] if isinstance(zone, str) else exact(zone)
    hexes = {TARGET: {"dm": given.get("terrain_dm", 0), "zoc_levels": steps_of_zone(value, marker > 0)}}
    conditions = {"weather_shift": given.get("weather", 0), "other_dm": given.get("dm", 0)}
    if given.get("counterattack"):
        return played.counterattacked(attackers + defenders, readings)
    found = figures(attackers + defenders, fields=hexes[TARGET], conditions=conditions, readings=readings)
    return Figures(found.setting, replace(found.fight, kind="forced")) if given.get("forced") else found


def reachable(found, asked):
    """A result of the column, if some roll gives it; otherwise all that it gives."""
    low, high = int(ODDS["dice"]), int(ODDS["dice"] * ODDS["sides"])
    cells = [found.result(dice, int(ODDS["faces"]), 0).cell.result for dice in range(low, high + 1)]
    return asked if asked in cells else cells


def odds(given, edition, expect):
    base = {"markers_in_chain": "drop"} if given.get("defender_marker") else {}
    return by_readings(given, expect, lambda readings: odds_by(given, expect, readings), base)


def odds_by(given, expect, readings):
    found = engaged(given, readings)
    place, rolled = found.place(), found.odds.next
    asked = expect.get("result")
    answer = {
        "attack": written(found.attack), "defence": written(found.defence), "odds": str(found.odds.name),
        "effective": str(ladder.level_name(found.odds.level)), "column": place.name,
        "next_column": ladder.COLUMNS[ladder.column_of(rolled)], "d10_max": found.odds.faces,
        "next_dm": ladder.die_modifier(rolled), "dm": found.dm(), "legal": not found.refused,
        "sp": written(found.cost.value), "terrain_dm": terrain.total(found.setting, found.fight, "dm"),
    }  # fmt: skip
    if asked:
        answer["result"] = reachable(found, asked)
    if "ends" in expect:
        answer["ends"] = played.ends(asked)
    if "air" in given:
        answer |= played.example(given)
    return answer


def resolve(given, edition, expect):
    found = engaged(given, readings_of(given.get("setting", ""))).result(given["two_d6"], given["d10"], 0)
    return {"column": found.place.name, "odds_dm": found.place.dm, "row": found.cell.row, "result": found.cell.result}


def cell(given, edition, expect):
    column = ladder.COLUMNS.index(given["column"])
    return by_readings(
        given,
        expect,
        lambda readings: {"result": crt.read(column, given["row"], {**READINGS, **readings}["crt"]).result},
    )


# --- supply ---------------------------------------------------------------------------------------------------------


def sp_cost(given, edition, expect):
    zone = exact(given.get("zoc", 1)) if not isinstance(given.get("zoc"), str) else ZOC[given["zoc"]]
    if "defender_zoc" in given:
        best, *reasons = given["defender_zoc"]
        zone = supply.reduced(ZOC[best], reasons)
    over = exact(given.get("over_re", 0))
    reading = {**READINGS, **readings_of(given.get("setting", ""))}["overstack_planned"]
    steps = given.get("planned", 0)
    terms = supply.Terms(
        exact(given.get("stacks", given.get("base_cost", 1))), exact(given.get("terrain", 0)),
        supply.overstack_price(over) if over else 0, steps, given.get("chit", False),
        given.get("counterattack", False),
    )  # fmt: skip
    weather = exact(given.get("weather", 1))
    found, bare = (supply.price(one, weather, zone, reading) for one in (terms, replace(terms, steps=0)))
    added = sum(line.value for line in planned.lines(Fight((), (), TARGET, steps=steps)))
    return {
        "sp": written(found.value),
        "extra": written(found.value - bare.value),
        "zoc_value": written(zone),
        "dm": added,
    }


def overstack(given, edition, expect):
    size = exact(given["re"])
    return {"sp": written(supply.overstack_price(size)), "turns": supply.overstack_turns(size)}


def planned_answer(given, edition, expect):
    return {"defender_max_steps": planned.most_bought_back(given["attacker_steps"])}


# --- armour ---------------------------------------------------------------------------------------------------------


def armour_effect(given, edition, expect):
    return by_readings(given, expect, lambda readings: armour_by(given, {**READINGS, **readings}))


def armour_by(given, readings):
    aeca, atec = exact(given.get("aeca", 0)), exact(given.get("atec", 0))
    aecd = exact(given.get("aecd", 0))
    if "aecd_unscaled" in given:
        scale = exact(given.get("motorized_factor", 1)) if readings["aecd_terrain"] == "on" else 1
        aecd = exact(given["aecd_unscaled"]) * scale
    found = armour.ratio_of(aeca, atec, aecd, readings, Pack("", {}))
    lost = given.get("terrain_aec", 0) + given.get("weather_aec", 0)
    modifier = armour.toward_zero(found.modifier, lost)
    step = armour.stepped(modifier)
    return {
        "aeca": written(aeca), "atec": written(atec), "aecd": written(aecd), "ratio": str(found.name),
        "raw_ratio": written(aeca / atec) if atec else None, "before_terrain": written(found.modifier),
        "decimal": written(modifier), "base": step.base, "step": step.after(1) if step.faces else step.base,
        "d10_max": step.faces,
    }  # fmt: skip


def scaled_res(given, edition, expect):
    """REs of armour that attack through so many halvings: of the hex first, then of the hexside."""
    halved = given["halvings"]
    hexes = {"motorized_left": ("full", "half", "quarter")[max(0, halved - 1)] if halved > 1 else "full"}
    sides = (
        {hexgrid.hexside_between(hexgrid.parse(AROUND[0]), hexgrid.parse(TARGET)): ["minor_river"]} if halved else {}
    )
    units = [{"side": "attacker", "type": "armour", "size": "1", "count": int(given["res"])}]
    units += force("defender", 1)
    one = setting(units, terrain="rough", fields=hexes, sides=sides)
    return {"res": written(armour.attacking(one, one.opening).value)}


NATIONS = ("German", "Soviet", "British", "American", "Italian", "French", "Finnish", "Polish")
SIZES = (("div", "3"), ("brigade", "1"), ("rgt", "1"), ("regiment", "1"), ("cadre", "1"), ("battalion", "1/2"))
KINDS = (
    ("panzergrenadier", "mechanized"), ("panzer", "armour"), ("tank", "armour"), ("assault gun", "armour"),
    ("AT ", "antitank"), ("AA ", "antiaircraft"), ("artillery", "artillery"), ("mechanized", "mechanized"),
    ("motorized", "motorized"), ("cavalry", "cavalry"), ("infantry", "infantry"),
)  # fmt: skip
CAPABILITIES = "(no|neutral|quarter|half|full|double)"


def described(text, nation="German"):
    """A unit such as ``12-10 panzer div 3 RE full AEC`` as players would set it up; ``nation`` where none is named."""
    unit = {"type": next((kind for word, kind in KINDS if word in f"{text} "), "armour")}
    unit["nation"] = next((name for name in NATIONS if name in text), "German" if "panzer" in text else nation)
    if printed := re.match(r"(\d+)-(\d+)", text):
        unit |= {"attack": int(printed[1]), "movement": int(printed[2])}
    unit["size"] = next((size for word, size in SIZES if word in text), "1")
    if size := re.search(r"(\d+ 1/2|\d+/\d+|\d+) REs?\b", text):
        whole, _, half = size[1].rpartition(" ")
        unit["size"] = f"{int(whole) * 2 + 1}/2" if whole else half
    if "cadre" in text:
        unit["face"] = "cadre"
    if re.search(r"(?<!non-)(?:c/m|motorized) (artillery|AA|AT)", text):
        unit |= {"cm": True, "aec": "neutral", "atec": "neutral"}
    if "neutral" in text:
        unit |= {"aec": "neutral", "atec": "neutral"}
    for found in re.finditer(CAPABILITIES + r" (AEC|ATEC)\b", text):
        unit["aec" if found[2] == "AEC" else "atec"] = "none" if found[1] == "no" else found[1]
    if "double" in text and "AEC" not in text and "ATEC" not in text:
        unit |= dict.fromkeys(("aec", "atec"), "double") if unit["type"] == "armour" else {"atec": "double"}
    unit["intrinsic"] = "none"
    for word in ("unsupported", "self-supporting", "support"):
        if re.search(rf"\b{word}", text):
            unit["intrinsic"] = word.replace("-", "_")
            break
    if "intrinsic" in text:
        unit["intrinsic"] = "support"
    if text in ("1 RE half AEC",) or (unit["type"] == "armour" and "neutral" in text):
        unit["type"] = "motorized" if "neutral" in text else "armour"
    return unit


def armour_total(given, edition, expect):
    defends = given.get("side", "attack") == "defend"
    side, other = ("defender", "attacker") if defends else ("attacker", "defender")
    nation = "Soviet" if defends else "German"
    units = [{"side": side, **described(text, nation)} for text in given["units"]]
    one = setting(units + force(other, 1), conditions={"year": given.get("year", 1942)})
    fight = one.opening
    return {
        "aeca": written(armour.attacking(one, fight).value), "aecd": written(armour.defending(one, fight).value),
        "atec": written(armour.antitank(one, fight).value),
    }  # fmt: skip


def intrinsic(given, edition, expect):
    """Keys such as ``selfsupp_allied_1944``."""
    found = {}
    for key in expect:
        word, *more = key.split("_")
        year = int(more[-1]) if more else 1942
        support = {"selfsupp": "self_supporting"}.get(word, word)
        found[key] = written(armour.intrinsic(support, year, "german" in more or "allied" in more))
    return found


# --- the main dice --------------------------------------------------------------------------------------------------


def die_modifier(given, edition, expect):
    """A fight in which every modifier of a case is brought about by what the rules give it for."""
    high, low = given.get("high_odds", 0), given.get("low_odds", 0)
    guard = {"side": "defender", "type": "infantry", "attack": 4, "size": "12", "intrinsic": "none"}
    if low:
        guard["attack"] = 4 * (4 - low // 2)
    units = [guard | {"marker": 2 * given.get("defender_marker", 0)}]
    units += own(4 * (13 + high) if high else 4, given)
    units += armoured("defender", given.get("atec", 0), "atec") + armour_for(given.get("aec", 0))
    fields = {"dm": given.get("terrain", given.get("terrain_dm", 0)), "aec_lost": given.get("terrain_aec", 0)}
    found = figures(units, fields=fields, conditions={"kind": "forced" if low else "regular"})
    fight = replace(found.fight, steps=given.get("planned", 0), bought_back=-given.get("defender_counter", 0))
    found = Figures(found.setting, fight)
    return {
        "aec_decimal": written(found.armour.modifier), "aec_step": found.armour.step.base, "total": found.dm(),
    }  # fmt: skip


def own(total, given):
    """Attackers: special units, those of another contingent, armour, and the rest of the strength.

    Where special units or those of another contingent help the attacker, it is the defender who has them.
    """
    units = armoured("attacker", given.get("aeca", 0), "aec")
    special_units = given.get("special", 0)
    if special_units:
        more = {"type": "mountain", "attack": 0, "size": "1", "special": "mountain", "special_counts": "yes"}
        ours, theirs = ("attacker", "defender")[:: 1 if special_units > 0 else -1]
        units.append({"side": ours, "count": 2 ** abs(special_units), **more})
        units.append({"side": theirs, **more})
    mixed = given.get("contingents", 0)
    if mixed:
        others = {"contingent": "other"} if abs(mixed) > 1 else {"nation": "Italian"}
        side = "attacker" if mixed < 0 else "defender"
        units.append({"side": side, "type": "infantry", "attack": 0, "size": "4", "intrinsic": "none", **others})
    units += force("attacker", total, size="12", marker=max(0, -2 * given.get("attacker_marker", 0) - 1))
    return units


def armour_for(modifier):
    """REs of both sides that give a modifier by the armour effects table."""
    if not modifier:
        return []
    ratio = next(ratio for ratio, gives in ARMOUR if gives == abs(modifier))
    ours, theirs = (ratio.numerator, ratio.denominator)[:: 1 if modifier > 0 else -1]
    keys = ("atec",) if modifier > 0 else ("aec", "atec")
    return armoured("attacker", ours, "aec") + armoured("defender", theirs, *keys)


def armoured(side, size, *keys):
    """REs that have just these capabilities and no strength."""
    unit = {"side": side, "type": "armour", "attack": 0, "aec": "none", "atec": "none", "cm": False}
    unit |= dict.fromkeys(keys, "full")
    whole, half = divmod(exact(size), 1)
    sizes = [str(LARGEST)] * (whole // LARGEST) + [str(whole % LARGEST)] * bool(whole % LARGEST) + ["1/2"] * bool(half)
    return [{**unit, "size": size} for size in sizes]


def marker_dm(given, edition, expect):
    def answer(readings):
        reading = {**READINGS, **readings}["marker_steps"]
        return {"dm": markers.modifier(given.get("attacker", 0), given.get("defender", 0), reading)}

    return by_readings(given, expect, answer)


def special_units(given, edition, expect):
    found = special.superiority(exact(given["attacker"]), exact(given["defender"]), READINGS["special_cap"])
    return {"dm": found.dm, "roll": bool(found.roll)}


def contingent(given, edition, expect):
    ours, theirs = (contingents.modifier(exact(given["re"]), given["who"], side) for side in (True, False))
    return {"dm": ours, "if_defending": theirs}


def before_combat(given, edition, expect):
    """A unit for which just these rows of the table apply."""
    mods = given["mods"]
    runner = {"side": "defender", "type": "infantry", "movement": 10, "attack": 1}
    chaser = {"side": "attacker", "type": "infantry", "movement": 9, "attack": 1}
    if "slower" in mods:
        chaser["movement"] = 12
    elif "equal" in mods:
        chaser["movement"] = 10
    elif "faster" in mods:
        chaser["movement"] = 10 - 2 * mods["faster"]
    runner["type"] = next((kind for kind in ("cavalry", "commando") if kind in mods), "infantry")
    runner |= {flag: True for flag in ("ski", "recon") if flag in mods}
    runner |= {"nation": "Finnish"} if {"nordic_ski", "nordic_woods"} & set(mods) else {}
    runner |= {"marker": 2} if "marker" in mods else {}
    conditions = {flag: True for flag in ("surprise", "examined") if flag in mods}
    conditions |= {"snow": True} if {"ski", "nordic_ski"} & set(mods) else {}
    conditions |= {"phase": "exploitation"} if "exploitation" in mods else {}
    fields = {"interdiction": -mods.get("interdiction", 0), "dm": mods.get("bad_out", 0)}
    there = {"terrain": "forest" if "nordic_woods" in mods else "clear", "dm": mods.get("bad_in", 0)}
    one = setting([runner, chaser], conditions=conditions, fields=fields, hexes={"-1,0": there},
                  features=["fort"] if "fort" in mods else [])  # fmt: skip
    fight = replace(one.opening, kind=OVERRUN) if "exploitation" in mods else one.opening
    helped = not {"helped", "great_success"}.isdisjoint(mods)
    return {"total": int(retreat_before.modifier(one, fight, fight.defenders[0], "-1,0", helped).value)}


# --- strengths ------------------------------------------------------------------------------------------------------


def strengths(given, edition, expect):
    if "printed" in given:
        return in_terrain(given)
    units = [unit for points in given["attack"] for unit in force("attacker", points)]
    units += [{"side": "attacker", "type": kind, "points": given[word]} for word, kind in
              (("air", "air"), ("naval", "naval"), ("ngs", "naval")) if given.get(word)]  # fmt: skip
    units += force("defender", 1)
    kind = given.get("mode", REGULAR)
    found = figures(units, conditions={"kind": kind})
    hurried = losses.red.Ground(hasty=kind == HASTY)
    modifier = losses.red.modifiers("attacker", hurried, READINGS)
    return {"total": written(found.attack), "red_mod": int(modifier.value)}


def in_terrain(given):
    """A unit in some terrain, attacking and defending."""
    answers = {}
    for key, side, other in (("attacking", "attacker", "defender"), ("defending", "defender", "attacker")):
        kind = "mechanized" if given.get("armour") else given.get("type", "infantry")
        unit = {"side": side, "type": kind, "attack": given["printed"], "armour_symbol": given.get("armour", False)}
        one = setting([unit, *force(other, 1)], terrain=given["terrain"])
        work = strength.attack if side == "attacker" else strength.defence
        answers[key] = written(work(one, one.opening).value)
    return answers


def zero_strength(given, edition, expect):
    units = force("attacker", 1) + force("defender", given["defence"])
    if given.get("with_strength"):
        units += force("defender", 1)
    one = setting(units)
    return {"result": "E" if zero.eliminated(one.opening) else "fought"}


def sites(names):
    """What stands in the hex, and its bridges: names such as ``dot city``, ``bridge``, ``airfield 6`` or ``city``."""
    fields, features, sides = {}, [], {}
    for name in names:
        kind, _, number = re.sub(r"[ -]hex\b", "", name).replace(" ", "_").replace("-", "_").rpartition("_")
        if "airfield" in name:
            fields["airfields"] = fields.get("airfields", 0) + (int(number) if number.isdigit() else 3)
        elif name == "bridge":
            way = AROUND[len(sides)]
            sides[hexgrid.hexside_between(hexgrid.parse(way), hexgrid.parse(TARGET))] = ["bridge"]
        else:
            word = f"{kind}_{number}" if kind else number
            features.append({"city": "small_city", "fortification": "fort"}.get(word, word))
    return {"fields": fields, "features": features, "sides": sides}


def zero_option(given, edition, expect):
    units = []
    for side in ("attacker", "defender"):
        unit = {"side": side, "type": "headquarters", "attack": 0, "no_printed": False}
        unit["no_printed"] = given.get(f"{side}_no_printed_strength", False)
        size = exact(given[f"{side}_re"])
        half = size % 1 > 0
        units.append({**unit, "size": "1/2" if half else "1", "count": int(size * 2) if half else int(size)})
    found = figures(units, conditions={"zero_option": True}, **sites(given.get("sites", ())))
    return {"attack": written(found.attack), "defence": written(found.defence), "column": found.place().name}


# --- who may --------------------------------------------------------------------------------------------------------


def problems(units, **more):
    return {problem.rule for problem in eligibility.problems(setting(units, **more))}


def legality(given, edition, expect):
    if "pay" in given:
        return paying(given)
    if "hexes" in given:
        return {"legal": eligibility.may_attack_together(given["hexes"], False),
                "dual_hex_plus_adjacent": eligibility.may_attack_together(given["hexes"], True)}  # fmt: skip
    if "hexside" in given:
        mark = f"{given['hexside']}_side"
        limit = crowding.limiting((mark,), "clear")
        return {"attackers_per_hex_limit": f"{limit} stacking limit (external 8.C.2)"}
    if given.get("attack") == "hasty":
        return hasty_limits()
    if "moved_re_per_stack" in given or "initial_moved" in given:
        return may_plan(given)
    return may_attack(given)


def paying(given):
    """Whether losses may be met by replacement points."""
    required = given["pay"] == "required" and not given.get("home", False)
    now = replacements.why_not(True, False, False, required, given["pay"] == "disruption")
    then = replacements.why_not(True, False, False, required, False)
    return {"legal": not now[0], "after_converting_to_casualties": not then[0]}


def hasty_limits():
    """Whether a hasty attack may be planned, made from overstack, or delayed."""
    units = [{"side": "attacker", "type": "infantry", "attack": 9, "overstacked": True}, *force("defender", 1)]
    rules = problems(units, conditions={"kind": "hasty", "plotted": 9})
    held = problems(force("attacker", 9) + force("defender", 1), conditions={"kind": "hasty", "delayed": True})
    one = setting(force("attacker", 9) + force("defender", 1), conditions={"kind": "hasty"})
    return {"planned": not planned.forbidden(one.opening)[0], "overstack": "11.C.3" not in rules,
            "delay": "11.C.8" not in held}  # fmt: skip


def movers(sizes, when):
    """Stacks into each of which some REs moved."""
    stacks = []
    for place, size in zip(AROUND, sizes, strict=False):
        stacks.append({"side": "attacker", "type": "infantry", "attack": 9, "at": place})
        if size:
            stacks.append(
                {"side": "attacker", "type": "infantry", "at": place, "size": str(exact(size)), "moved": when}
            )
    return stacks


def may_plan(given):
    def allowed(units, phase, delayed=False):
        one = setting(units + force("defender", 1), conditions={"phase": phase, "delayed": delayed})
        return not planned.forbidden(one.opening)[0]

    if "initial_moved" in given:
        units = (
            movers([given["initial_moved"]], "initial") + movers([given.get("exploit_moved", 0)], "exploitation")[1:]
        )
        delayed = given.get("delayed", False)
        return {"planned_ok": allowed(units, "exploitation" if delayed else "initial", delayed)}
    sizes = given["moved_re_per_stack"]
    phase = given.get("phase", "initial")
    worse = [*sizes[:-1], 3]
    return {
        "planned_ok": allowed(movers(sizes, phase), phase),
        "with_one_3RE_mover": allowed(movers(worse, phase), phase),
    }


def may_attack(given):
    """A remnant, or a unit without strength, by itself, with others, or forced."""
    unit = {"side": "attacker", "type": "infantry", "attack": 5}
    if given["unit"] == "remnant":
        unit["face"] = "remnant"
    else:
        unit["attack"] = int(given["unit"].split()[-1])
    guard = force("defender", 1)

    def free(units, kind="regular"):
        return not problems(units + guard, conditions={"kind": kind})

    alone = [unit] + (force("attacker", 9) if given.get("with_others") else [])
    kind = "forced" if given.get("forced") else "regular"
    return {"legal": free(alone, kind), "forced_legal": free([unit], "forced"),
            "with_others_legal": free([unit, *force("attacker", 9)])}  # fmt: skip


# --- procedures -----------------------------------------------------------------------------------------------------


def procedure(given, edition, expect):
    if "steps" in given:
        return declarations(given)
    if "captured_by" in given:
        phase = forts.captured("fortified_zone")
        return {"removed": f"capturer next {phase} phase", "enemy_may_recapture_first": bool(phase)}
    if "idle_adjacent" in given:
        return played.idle_stack(given)
    if "stack" in given:
        return played.spent_stack(given)
    if "order" in expect:
        return played.into_enemies()
    common = dual_ownership.common([{"1,0", TARGET}, {TARGET}])
    return {"counterattack_only_hex_both_stacks_can_attack": common == {TARGET}}


def declarations(given):
    """Who may declare what, step by step: stacks that moved speak first, those that they came to after them."""
    answer = {}
    for text in given["steps"]:
        mover, other = re.search(r"stack (\w+) moves next to stack (\w+)", text).groups()
        attacked = "declares an attack" in text
        reply = hasty.may_declare(False, True, attacked, False)
        answer[f"{other}_may_hasty_{mover}"] = answer[f"then_{other}_may_hasty_{mover}"] = reply
        answer[f"{mover}_could_have_hasty_{other}"] = hasty.may_declare(True, False, False, False)
    held, now = (hasty.may_declare(False, True, True, delayed) for delayed in (True, False))
    answer["a_stack_under_declared_attack_may_hasty"] = (
        "only if that attack is delayed" if held and not now else str(held)
    )
    return answer


# --- of the others --------------------------------------------------------------------------------------------------


def most_lost(given, edition, expect):
    """An exchange that would cost the attacker more than twice what the defenders print."""
    owed = exact(given["owed"])
    clash = results.Clash(results.Force(exact(given["attack"]), exact(given["attack"]), owed),
                          results.Force(exact(given["defence_face"]), exact(given["defence_face"]), owed))  # fmt: skip
    found = results.charges(results.parse("1:"), clash, 1, READINGS)
    return {"pays": written(sum(one.points for one in found if one.side == results.ATTACKER))}


def movement_factor(given, edition, expect):
    return {"factor": written(retreat.factor(given["ma"], given["nation"], given["cm"]))}


OPS = {
    "odds": odds, "resolve": resolve, "crt": cell, "sp_cost": sp_cost, "overstack": overstack,
    "planned": planned_answer, "aec": armour_effect, "aec_res": scaled_res, "aec_total": armour_total,
    "intrinsic_atec": intrinsic, "die_modifier": die_modifier, "marker_dm": marker_dm,
    "special_units": special_units, "contingent": contingent, "rbc": before_combat, "strength": strengths,
    "zero": zero_strength, "zero_option": zero_option, "legality": legality, "procedure": procedure,
    "cap": most_lost, "movement_factor": movement_factor,
    **losses.OPS, **after.OPS, **played.OPS,
}  # fmt: skip
