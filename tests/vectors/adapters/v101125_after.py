"""The vectors of V101125 about what follows the dice: retreats, advances, markers, chains, dual ownership, overruns.

Nothing is reckoned here: the words of a case are taken apart, and the rules are asked.
"""

import re
from fractions import Fraction

from hexumpire.rulesets.v101125.rules import (
    advance,
    dual_ownership,
    guests,
    markers,
    overrun,
    results,
    retreat,
)
from hexumpire.rulesets.v101125.rules.results import ATTACKER, Clash, Force
from hexumpire.rulesets.v101125.tables import ZOC_LEVELS

from .v101125_played import marks_that_wait, written

LEVEL_NAMES = dict(zip(ZOC_LEVELS, ("none", "twice reduced", "reduced", "normal", "increased"), strict=True))
MOTORIZED_ALLOWANCES = (8, 10)
"""Allowances of the motorized counters in these cases; the others are infantry."""


def exact(value):
    """A number of a vector as a fraction."""
    return Fraction(str(value))


def weights(pairs):
    """Pairs of a strength and the value of a zone."""
    return [(exact(strength), exact(zone)) for strength, zone in pairs]


def retreat_loss(given, edition, expect):
    friends, stuck = weights(given.get("friend", ())), given.get("no_hex", False)
    return {"points": written(retreat.points(weights(given["enemy"]), friends, stuck))}


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
        if given["hex_vacated"]:
            return {"extra_rex_points": 0}
        defender = Force(1, 1, exact(given["defender_re"]))
        owed = results.exchange(Clash(defender._replace(res=defender.res + 1), defender), ATTACKER, Fraction(1))
        other = {"setting": "failed_overrun=red", "extra": f"{overrun.stayed('red')} RED"}
        return {"extra_rex_points": 0 if overrun.stayed("rex") else written(owed.points), "alternatives": [other]}
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
        return marks_that_wait(given["results"])
    dice = given["attacker_die"], given["defender_die"]
    lost = given["attacker_lost"], given["defender_lost"]
    found = markers.of_roll(given["result"], dice, lost, given.get("minimal_equal", False))
    now = {"attacker": found.attacker, "defender": found.defender}
    return {**now, **{f"{side}_now": number for side, number in now.items()}, "deferred_each": found.deferred}


OPS = {
    "retreat_loss": retreat_loss, "retreated_on": retreated_on,
    "retreat_markers": retreat_markers, "interdiction": interdiction, "advance_mp": advance_mp, "dual": dual,
    "dual_zoc": dual_zoc, "overrun": overruns, "pinning": pinning, "markers": marker_points,
}  # fmt: skip
