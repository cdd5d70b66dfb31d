"""Modifiers of the attacker's die, each applied or refused with its reason (MOD.sum)."""

from __future__ import annotations

from collections.abc import Callable

from hexumpire.model.trace import Ledger, Trace
from hexumpire.rulesets.d8chart.forces import Forces, weather_at
from hexumpire.rulesets.d8chart.tables import MODIFIERS, SS_UNITS, YEARS
from hexumpire.rulesets.d8chart.vocabulary import TRAITS
from hexumpire.rulesets.d8chart.weather import sky

SIDES = ("attacker", "defender")
GROUNDED = "the weather grounds all aircraft"


def modifiers(forces: Forces) -> Trace:
    """The sum of all that apply, with a line for each; conditions printed twice count once (MOD.dup)."""
    ledger = Ledger(True)
    for look in LOOKS:
        look(forces, ledger)
    return ledger.close("Modifiers of the die", "MOD.sum")


def _give(ledger: Ledger, rule: str, label: str, side: str, also: tuple[str, ...] = ()) -> None:
    """Apply a modifier that a side has, by its column of the table."""
    whose = "" if len(MODIFIERS[rule]) == 1 else f", {side}"
    ledger.add(MODIFIERS[rule][side], label + whose, rule, *also)


def _sided(ledger: Ledger, rule: str, label: str, has: Callable[[str], str], *also: str) -> None:
    """A modifier that each side may have: ``has(side)`` gives the reason why not, empty when it has it."""
    why = {side: has(side) for side in SIDES if side in MODIFIERS[rule]}
    for side, reason in why.items():
        if not reason:
            _give(ledger, rule, label, side, also)
    if all(why.values()):
        same = len(set(why.values())) == 1
        reason = why["attacker"] if same else "; ".join(f"{side}: {text}" for side, text in why.items())
        ledger.skip(label, reason, rule, *also)


def _air(forces: Forces, ledger: Ledger) -> None:
    holder, over = forces.scenario.condition("air_superiority"), sky(forces.scenario, forces.target)
    if holder != "none" and over.grounded and forces.scenario.readings["grounded"] == "nobody":
        ledger.skip("air superiority", GROUNDED, "MOD.air-sup", *over.rules)
        return
    _sided(ledger, "MOD.air-sup", "air superiority", lambda side: "" if holder == side else "neither side holds it"
           if holder == "none" else "the other side holds it")  # fmt: skip


def _para(forces: Forces, ledger: Ledger) -> None:
    dropped = any(unit.text("via") == "air" for unit in forces.of("attacker"))
    if dropped and forces.scenario.condition("para_success") is True:
        _give(ledger, "MOD.para", "para drop", "attacker")
    else:
        ledger.skip("para drop", "it did not work" if dropped else "nobody drops", "MOD.para")


def _italians(forces: Forces, ledger: Ledger) -> None:
    who = forces.scenario.condition("apathetic")

    def has(side: str) -> str:
        if not any(unit.nation == "Italian" for unit in forces.of(side)):
            return "no Italian land units"
        return "" if who in (side, "both") else "they are not apathetic"

    _sided(ledger, "MOD.ital", "apathetic Italians", has)


def _concentric(forces: Forces, ledger: Ledger) -> None:
    if forces.scenario.condition("concentric") is True:
        _give(ledger, "MOD.concentric", "concentric attack", "attacker")
    else:
        ledger.skip("concentric attack", "the players did not say so", "MOD.concentric")


def _finns(forces: Forces, ledger: Ledger) -> None:
    stated = forces.scenario.condition("finnish")

    def has(side: str) -> str:
        finns = [unit.nation == "Finnish" for unit in forces.of(side)]
        if not any(finns):
            return "no Finns"
        if not (all(finns) if stated == "all" else stated == side):
            return "not all are Finns" if stated == "all" else "the players did not say so"
        if forces.hex.values.get("country") != "Finland":
            return "not within Finland"
        return "" if forces.scenario.condition("winter_war") is True else "not the first winter of the Winter War"

    _sided(ledger, "MOD.finn", "Finnish bonus", has, "MOD.note1")


def _armor(forces: Forces, ledger: Ledger) -> None:
    stated, year = forces.scenario.condition("armor44"), forces.scenario.condition("year")

    def has(side: str) -> str:
        if stated != "units":
            return "" if stated in (side, "both") else "the players did not say so"
        if not any(unit.type == "armor" and unit.nation in ("German", "Soviet") for unit in forces.of(side)):
            return "no German or Soviet armor"
        return "" if isinstance(year, int) and year >= YEARS["armor"] else f"not before {YEARS['armor']}"

    _sided(ledger, "MOD.armor44", "armor of 1944", has)


def _blitz(forces: Forces, ledger: Ledger) -> None:
    turn = forces.scenario.condition("blitz")
    for rule, which in (("MOD.blitz1", "first"), ("MOD.blitz2", "second")):
        if turn == which:
            _give(ledger, rule, f"Blitz, {which} turn", "attacker")
        else:
            ledger.skip(f"Blitz, {which} turn", "no Blitz bonus" if turn == "none" else f"it is the {turn} turn", rule)


def _ground_attack(forces: Forces, ledger: Ledger) -> None:
    def has(side: str) -> str:
        flying = [unit for unit in forces.of(side, "air") if unit.text("support") == "yes"]
        return "" if any(unit.flag("ground_attack") for unit in flying) else "no ground-attack aircraft in action"

    over = sky(forces.scenario, forces.target)
    if over.grounded and not all(map(has, SIDES)):
        ledger.skip("ground-attack air", GROUNDED, "MOD.ground-air", *over.rules)
        return
    _sided(ledger, "MOD.ground-air", "ground-attack air", has)


def _soviet_winter(forces: Forces, ledger: Ledger) -> None:
    runs = forces.scenario.condition("soviet_winter") is True

    def has(side: str) -> str:
        if not runs:
            return "it does not run"
        return "" if any(unit.nation == "Soviet" for unit in forces.of(side)) else "no Soviet land units"

    _sided(ledger, "MOD.sov-winter", "Soviet winter", has)


def _mud(forces: Forces, ledger: Ledger) -> None:
    if weather_at(forces.scenario, forces.target) == "mud":
        _give(ledger, "MOD.mud", "mud", "attacker", ("WX.mud.drm", "MOD.dup"))
    else:
        ledger.skip("mud", "the weather is another", "MOD.mud", "WX.mud.drm")


def _supply(forces: Forces, ledger: Ledger) -> None:
    reading = forces.scenario.readings["mixed_supply"]

    def has(side: str) -> str:
        out = [unit.flag("out_of_supply") for unit in forces.of(side)]
        if not any(out):
            return "supplied"
        whole = reading == "all" or (reading == "strict" and side == "defender")
        return "some are in supply" if whole and not all(out) else ""

    _sided(ledger, "MOD.oos", "out of supply", has)


def _city(forces: Forces, ledger: Ledger) -> None:
    if {"soviet_city", "home_city"} & set(forces.hex.features):
        _give(ledger, "MOD.sov-city", "Soviet city", "attacker")
    else:
        ledger.skip("Soviet city", "the hex is none", "MOD.sov-city")


def _mountain(forces: Forces, ledger: Ledger) -> None:
    both = forces.scenario.readings["mountain_unit"] == "either"
    involved = [unit for side in (SIDES if both else SIDES[:1]) for unit in forces.of(side) if unit.type == "mountain"]
    if forces.hex.terrain != "mountain":
        ledger.skip("mountain", "the hex is none", "MOD.mountain", "TER.mountain.drm")
    elif involved:
        ledger.skip("mountain", f"{involved[0].side}'s mountain troops take part", "MOD.mountain", "MOD.note2")
    else:
        _give(ledger, "MOD.mountain", "mountain", "attacker", ("TER.mountain.drm", "MOD.note2", "MOD.dup"))


def _strait(forces: Forces, ledger: Ledger) -> None:
    ways = [forces.way(unit) for unit in forces.of("attacker") if "strait" in forces.way(unit)]
    lifts = forces.scenario.readings["frozen_strait"] == "lifts"
    if not ways:
        ledger.skip("strait", "nobody attacks across one", "MOD.strait", "TER.strait.drm")
    elif lifts and all("frozen" in way for way in ways):
        ledger.skip("strait", "it is frozen over", "MOD.strait", "TER.river.frozen")
    else:
        _give(
            ledger,
            "MOD.strait",
            "strait, frozen or not" if all("frozen" in way for way in ways) else "strait",
            "attacker",
            ("TER.strait.drm", "MOD.dup"),
        )


def landing_kind(nation: str) -> str:
    """Under which of the two landing modifiers a nation lands: its rule."""
    return "MOD.amph-allied" if "allied" in TRAITS[nation] else "MOD.amph-axis"


def _landing(forces: Forces, ledger: Ledger) -> None:
    landing = [unit for unit in forces.of("attacker") if unit.text("via") == "sea"]
    kinds = {landing_kind(unit.nation) for unit in landing}
    for rule, label in (("MOD.amph-allied", "US or British landing"), ("MOD.amph-axis", "Axis or Soviet landing")):
        if rule in kinds:
            _give(ledger, rule, label, "attacker")
        else:
            ledger.skip(label, "others land" if landing else "nobody lands from the sea", rule)


def _ss(forces: Forces, ledger: Ledger) -> None:
    stated = forces.scenario.condition("ss_bonus")

    def has(side: str) -> str:
        if stated != "units":
            return "" if stated in (side, "both") else "the players did not say so"
        number = sum(unit.count for unit in forces.of(side) if unit.flag("ss"))
        if number < SS_UNITS:
            return f"fewer than {SS_UNITS} SS units"
        return "" if any(unit.flag("ss") for unit in forces.of(side, "general")) else "no SS General"

    _sided(ledger, "MOD.ss", "SS units with their General", has)


LOOKS = (_air, _para, _italians, _concentric, _finns, _armor, _blitz, _ground_attack, _soviet_winter, _mud, _supply,
         _city, _mountain, _strait, _landing, _ss)  # fmt: skip
"""Every line of the chart, in printed order."""
