"""Forts: chits that add to the defence, the permanent fortification that doubles, and when a fort matters."""

from __future__ import annotations

from collections.abc import Iterator

from hexumpire.model.trace import Ledger, Rules
from hexumpire.rulesets.d8chart.rules.factors import Factors
from hexumpire.rulesets.d8chart.rules.terrain import ways
from hexumpire.rulesets.d8chart.setting import Setting
from hexumpire.rulesets.d8chart.tables import FACTORS, POINTS

MARKS = frozenset({"fort_chit", "coastal_fort", "permanent_fort"})


def through_it(setting: Setting) -> list[bool]:
    """Of each attacking land unit, whether it comes through a hexside of a permanent fort in the hex."""
    if "permanent_fort" not in setting.hex.features:
        return [False for _ in setting.of("attacker")]
    return ["fort" in over for over in ways(setting)]


def matters(setting: Setting) -> bool:
    """Whether a fort is there that matters to this attack (RES.B1-fort by its reading)."""
    marks = set(setting.hex.features)
    if setting.scenario.readings["fort_present"] == "any":
        return bool(marks & MARKS)
    return (
        "fort_chit" in marks
        or ("coastal_fort" in marks and bool(setting.landing))
        or ("permanent_fort" in marks and (any(through_it(setting)) or not setting.of("defender")))
    )


def doubled_by_fort(setting: Setting, factors: Factors) -> None:
    """Double a defender of a permanent fort, or say why it is not (STR.perm.double)."""
    if "permanent_fort" not in setting.hex.features:
        return
    doubles, why = _doubles(setting)
    if doubles:
        factors.add(FACTORS["permanent"], "permanent fortification", "STR.perm.double")
    else:
        factors.skip("doubled by the permanent fortification", why, "STR.perm.double")


def _doubles(setting: Setting) -> tuple[bool, str]:
    """Whether the permanent fort doubles its defenders, and why not."""
    through = through_it(setting)
    if all(through) and through:
        return True, ""
    if not any(through):
        return False, "nobody attacks through a fortified hexside"
    if setting.scenario.readings["fort_sides"] == "ask":
        return setting.said("fort_doubles"), "so the players say"
    return False, "some attackers come another way"


def add_to_defense(setting: Setting, ledger: Ledger) -> int:
    """What chits, and a permanent fort that nobody holds, add to the defence (STR.fort.add, STR.coast.add)."""
    marks, manned = setting.hex.features, bool(setting.of("defender"))
    before = ledger.total
    if "fort_chit" in marks:
        rule = "STR.fort.add" if manned else "STR.fort.alone"
        ledger.add(POINTS["fort_chit"], "fort chit" if manned else "fort chit, alone", rule)
    if "coastal_fort" in marks:
        rule = "STR.coast.add" if manned else "STR.coast.alone"
        if setting.landing:
            ledger.add(POINTS["coastal_chit"], "coastal fort chit against a landing", rule)
        else:
            ledger.skip("coastal fort chit", "nobody lands from the sea", rule)
    if "permanent_fort" in marks:
        if manned:
            ledger.skip("permanent fortification by itself", "land units hold it", "STR.perm.empty")
        else:
            ledger.add(POINTS["permanent_empty"], "permanent fortification, empty", "STR.perm.empty")
    return int(ledger.total - before)


def alone(setting: Setting) -> Rules:
    """The rules by which forts defend the hex without units."""
    marks = setting.hex.features
    found = {
        "STR.fort.alone": "fort_chit" in marks,
        "STR.coast.alone": "coastal_fort" in marks and setting.landing,
        "STR.perm.empty": "permanent_fort" in marks,
    }
    return tuple(rule for rule, counts in found.items() if counts)


def asks(setting: Setting) -> Iterator[str]:
    """Conditions and readings of forts that could matter to an attack."""
    marks, through = set(setting.hex.features), through_it(setting)
    if setting.scenario.readings["fort_sides"] == "ask" and any(through) and not all(through):
        yield "fort_doubles"
    if "permanent_fort" in marks:
        yield "fort_sides"
    if marks & MARKS:
        yield "fort_present"
        if not setting.of("defender"):
            yield "lone_fort"
