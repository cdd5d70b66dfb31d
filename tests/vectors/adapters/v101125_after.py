"""The vectors of V101125 about what follows the dice: retreats, advances, markers, chains, dual ownership, overruns.

Nothing is reckoned here: the words of a case are taken apart, and the rules are asked.
"""

import re
from fractions import Fraction

from hexumpire.rulesets.v101125.rules import (
    advance,
    counterattack,
    deadlock,
    dual_ownership,
    forts,
    guests,
    markers,
    overrun,
    retreat,
    withdrawal,
)
from hexumpire.rulesets.v101125.tables import ZOC_LEVELS

LEVEL_NAMES = dict(zip(ZOC_LEVELS, ("none", "twice reduced", "reduced", "normal", "increased"), strict=True))
PHASES = {
    "initial": "initial combat phase", "exploitation": "exploitation combat phase",
    "enemy_initial": "next combat phase",
}  # fmt: skip
EVEN = "1:1"
"""The column of a case that names none."""
MOTORIZED_ALLOWANCES = (8, 10)
"""Allowances of the motorized counters in these cases; the others are infantry."""


def written(value):
    """A number as vectors write it."""
    value = Fraction(value)
    return value.numerator if value.denominator == 1 else float(value)


def exact(value):
    """A number of a vector as a fraction."""
    return Fraction(str(value))


def weights(pairs):
    """Pairs of a strength and the value of a zone."""
    return [(exact(strength), exact(zone)) for strength, zone in pairs]


def retreat_loss(given, edition, expect):
    friends, stuck = weights(given.get("friend", ())), given.get("no_hex", False)
    return {"points": written(retreat.points(weights(given["enemy"]), friends, stuck))}


def retreat_pay(given, edition, expect):
    found = retreat.pay(exact(given["strength"]), exact(given["factor"]), exact(given["points"]))
    names = ("capacity", "real_points", "carried_to_next_hex")
    return {name: written(value) for name, value in zip(names, found, strict=True)}


def retreated_on(given, edition, expect):
    host, guest = exact(given["host"]), exact(given["guest"])
    same, later = (written(host + guest * guests.counted("initial", stage)) for stage in ("initial", "exploitation"))
    return {"attacked_same_phase": same, "attacked_in_exploitation": later}


def retreat_markers(given, edition, expect):
    return {"extra_mp": retreat.carrying(exact(given["sp_re"]))}


def interdiction(given, edition, expect):
    return {"points": written(retreat.interdiction(exact(given["zoc"]), given["level"]))}


def price(text):
    """A price such as 1, or "1/2 MA - 1"."""
    found = re.fullmatch(r"(?P<share>[\d/.]+) MA *(?P<points>[-+] *[\d/.]+)?", str(text))
    if not found:
        return advance.Price(exact(text))
    return advance.Price(exact((found["points"] or "0").replace(" ", "")), Fraction(found["share"]))


def advance_mp(given, edition, expect):
    prices = [price(value) for key, value in given.items() if key not in ("ma", "motorized")]
    motorized = given.get("motorized", given["ma"] in MOTORIZED_ALLOWANCES)
    return {"marker": advance.marker(given["ma"], prices), "removable_in_exploitation": advance.removable(motorized)}


def dual(given, edition, expect):
    found = dual_ownership.control(given["what"])
    return {
        "may_build": "one permanent airfield" if found.may_build else "nothing",
        "added_to_original_on_sole_ownership": found.added,
        "original_stays_with": found.stays_with,
    }


def dual_zoc(given, edition, expect):
    zone = exact(given.get("zone", 1))
    one, under = (dual_ownership.zones(zone, screened) for screened in (False, True))
    return {
        "british_in_hex": f"{LEVEL_NAMES[one.inside]}, screened -> {LEVEL_NAMES[under.inside]}",
        "british_adjacent": LEVEL_NAMES[under.around],
    }


def overruns(given, edition, expect):
    if "column" not in given:
        res = exact(given["defender_re"])
        rex, red = (overrun.stayed(reading, res) for reading in ("rex", "red"))
        if given["hex_vacated"]:
            return {"extra_rex_points": 0}
        other = {"setting": "failed_overrun=red", "extra": f"{red.level} RED"}
        return {"extra_rex_points": written(rex.exchange), "alternatives": [other]}
    if overrun.added(given["column"]) is None:
        return {"allowed": False}
    cadres = re.fullmatch(r"OR\((\d+)\)", given.get("result", ""))
    found = overrun.run(
        given["column"], given.get("base_mp", 0), given.get("supplied", True), cadres and int(cadres[1])
    )
    return {"allowed": True, "mp_spent": found.spent, "mp_back": found.back, "red_mod_attacker": found.die}


def pinning(given, edition, expect):
    size = [value for key, value in given.items() if key.endswith("_dm")]
    needed = dual_ownership.pinning(exact(given["defence"]), *size)
    free = dual_ownership.may_attack_out(Fraction(0), needed, True)
    return {"needed": written(needed), "or_prior_attack": "1:4 or better this phase" if free else "never"}


def marker_points(given, edition, expect):
    if "results" in given:
        results = given["results"]
        after = markers.waiting(results)
        return {"mp_after_last": after, "mp_effect_on_forced_rolls": markers.counted(0, after, False)}
    dice = given["attacker_die"], given["defender_die"]
    lost = given["attacker_lost"], given["defender_lost"]
    found = markers.of_roll(given["result"], dice, lost, given.get("minimal_equal", False))
    now = {"attacker": found.attacker, "defender": found.defender}
    return {**now, **{f"{side}_now": number for side, number in now.items()}, "deferred_each": found.deferred}


def sequence(given, edition, expect):
    if "choice" in given:
        return delayed(given)
    if "rbc" in given:
        return vacated(given)
    results = given["results"]
    return {**chain(results), **converted(given, results[0]), **again(given, results[-1])}


def chain(results):
    """A chain of counterattacks, and what it leaves behind."""
    terms = counterattack.terms(True)
    ground = "its own" if terms.terrain else "clear"
    return {
        "forced_sp": terms.supply,
        "terrain": ground if terms.rivers else f"{ground}, no river",
        "mp_after_last": markers.waiting(results),
        "ends": counterattack.ends(results[-1]),
    }


def site(given):
    """The work or city that the defender is in."""
    return given.get("defender_site", "").replace(" ", "_")


def converted(given, result):
    """Whether the defender of a fort or city may turn a result into ME."""
    place, drop = site(given), given.get("airdrop", False)
    city = place == "major_city"
    found = counterattack.conversion(result, [place], city, drop)
    answer = {
        "defender_may_convert": "ME" if found.allowed else "",
        "red_first": found.disruption_first,
        "fort_still_drops": forts.suffers(given.get("column", EVEN)),
    }
    if found.allowed and not counterattack.conversion(result, [place], city, True).allowed:
        answer["not_if"] = f"airdrop made in that {place} hex"
    if found.paratroops_liable:
        answer |= {"me_for": "all but the parachute unit", "parachute": "counterattacked, or suffers the deadlock"}
    return answer


def again(given, result):
    """How a deadlock goes on."""
    if result != "DL":
        return {}
    found = deadlock.refight(given.get("phase", "initial"), given.get("side_fully_disrupted", False))
    if found is None:
        return {"refight": False}
    answer = {"refight": True, "next": PHASES[found.phase], "reserves": found.reserves}
    answer["fort_at_refight"] = forts.after(site(given), given.get("column", EVEN)).replace("_", " ")
    answer["air_ngs"] = "kept" if found.air else "gone, may be new"
    answer["sp"] = "paid again" if found.supply else "paid already"
    answer |= {"next_attack_hasty": found.hasty, "strength_halved_next": found.hasty}
    if found.enter:
        answer["attacker_may"] = "advance, dual ownership"
    if found.turned:
        answer["defender_must_attack"] = PHASES[found.phase]
    return answer


def delayed(given):
    """What holding an attack until the exploitation phase brings."""
    found = deadlock.delayed(given.get("first") == "hasty")
    if found is None:
        return {"allowed": False}
    reply = "hasty attack the whole attacking force now" if found.reply else "do nothing"
    return {"defender_may": reply, "new_reserves": found.reserves, "air_kept": found.air}


def vacated(given):
    """What follows when defenders leave before combat."""
    found = withdrawal.vacated(given["rbc"] == "all leave")
    return {
        "attack": "resolved" if found.fought else "not resolved",
        "attackers_free_for_other_attack": found.free,
        "may_advance": found.advance,
    }


OPS = {
    "retreat_loss": retreat_loss, "retreat_pay": retreat_pay, "retreated_on": retreated_on,
    "retreat_markers": retreat_markers, "interdiction": interdiction, "advance_mp": advance_mp, "dual": dual,
    "dual_zoc": dual_zoc, "overrun": overruns, "pinning": pinning, "markers": marker_points, "sequence": sequence,
}  # fmt: skip
