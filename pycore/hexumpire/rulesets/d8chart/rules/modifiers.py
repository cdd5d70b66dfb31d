"""Modifiers of the attacker's die, each applied or refused with its reason (MOD.sum)."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from hexumpire.model.scenario import Unit
from hexumpire.model.text import say
from hexumpire.model.trace import Ledger, Trace
from hexumpire.rulesets.d8chart.rules import landing
from hexumpire.rulesets.d8chart.rules.air import sky
from hexumpire.rulesets.d8chart.rules.results import CITIES
from hexumpire.rulesets.d8chart.rules.strength import leaders
from hexumpire.rulesets.d8chart.rules.terrain import ways
from hexumpire.rulesets.d8chart.rules.weather import weather_at
from hexumpire.rulesets.d8chart.setting import SIDES, Setting
from hexumpire.rulesets.d8chart.tables import MODIFIERS, SS_UNITS, YEARS

GROUNDED = "the weather grounds all aircraft"


def modifiers(setting: Setting) -> Trace:
    """The sum of all that apply, with a line for each; conditions printed twice count once (MOD.dup)."""
    ledger = Ledger(True)
    for look in LOOKS:
        look(setting, ledger)
    return ledger.close("Modifiers of the die", "MOD.sum")


def _give(ledger: Ledger, rule: str, label: str, side: str, also: tuple[str, ...] = ()) -> None:
    """Apply a modifier that a side has, by its column of the table."""
    told = label if len(MODIFIERS[rule]) == 1 else say("{modifier}, {side}", modifier=label, side=side)
    ledger.add(MODIFIERS[rule][side], told, rule, *also)


def _sided(ledger: Ledger, rule: str, label: str, has: Callable[[str], str], *also: str) -> None:
    """A modifier that each side may have: ``has(side)`` gives the reason why not, empty when it has it."""
    why = {side: has(side) for side in SIDES if side in MODIFIERS[rule]}
    for side, reason in why.items():
        if not reason:
            _give(ledger, rule, label, side, also)
    if all(why.values()):
        same = len(set(why.values())) == 1
        reason = why["attacker"] if same else say("attacker: {attacker}; defender: {defender}", **why)
        ledger.skip(label, reason, rule, *also)


def _air(setting: Setting, ledger: Ledger) -> None:
    holder, over = setting.scenario.condition("air_superiority"), sky(setting.scenario, setting.target)
    if holder != "none" and over.grounded and setting.scenario.readings["grounded"] == "nobody":
        ledger.skip("air superiority", GROUNDED, "MOD.air-sup", *over.rules)
        return
    _sided(ledger, "MOD.air-sup", "air superiority", lambda side: "" if holder == side else "neither side holds it")


def _para(setting: Setting, ledger: Ledger) -> None:
    dropped = any(unit.text("via") == "air" for unit in setting.of("attacker"))
    if dropped and setting.said("para_success"):
        _give(ledger, "MOD.para", "para drop", "attacker")
    else:
        ledger.skip("para drop", "it did not work" if dropped else "nobody drops", "MOD.para")


def _italians(setting: Setting, ledger: Ledger) -> None:
    who = setting.scenario.condition("apathetic")

    def has(side: str) -> str:
        if not any(unit.nation == "Italian" for unit in setting.of(side)):
            return "no Italian land units"
        return "" if who in (side, "both") else "they are not apathetic"

    _sided(ledger, "MOD.ital", "apathetic Italians", has)


def _concentric(setting: Setting, ledger: Ledger) -> None:
    if setting.said("concentric"):
        _give(ledger, "MOD.concentric", "concentric attack", "attacker")
    else:
        ledger.skip("concentric attack", "the players did not say so", "MOD.concentric")


def _finns(setting: Setting, ledger: Ledger) -> None:
    stated = setting.scenario.condition("finnish")

    def has(side: str) -> str:
        finns = [unit.nation == "Finnish" for unit in setting.of(side)]
        if not any(finns):
            return "no Finns"
        if not (all(finns) if stated == "all" else stated == side):
            return "not all are Finns" if stated == "all" else "the players did not say so"
        if setting.hex.values.get("country") != "Finland":
            return "not within Finland"
        return "" if setting.scenario.condition("winter_war") is True else "not the first winter of the Winter War"

    _sided(ledger, "MOD.finn", "Finnish bonus", has, "MOD.note1")


def _great_armor(unit: Unit) -> bool:
    """Whether a unit is German or Soviet armor."""
    return unit.type == "armor" and unit.nation in ("German", "Soviet")


def _armor(setting: Setting, ledger: Ledger) -> None:
    stated, year = setting.scenario.condition("armor44"), setting.scenario.condition("year")

    def has(side: str) -> str:
        if stated != "units":
            return "" if stated in (side, "both") else "the players did not say so"
        if not any(map(_great_armor, setting.of(side))):
            return "no German or Soviet armor"
        return "" if isinstance(year, int) and year >= YEARS["armor"] else say("not before {n}", n=YEARS["armor"])

    _sided(ledger, "MOD.armor44", "armor of 1944", has)


def _blitz(setting: Setting, ledger: Ledger) -> None:
    turn = setting.scenario.condition("blitz")
    for rule, which in (("MOD.blitz1", "first"), ("MOD.blitz2", "second")):
        if turn == which:
            _give(ledger, rule, say("Blitz, {turn} turn", turn=which), "attacker")
        else:
            note = "no Blitz bonus" if turn == "none" else say("it is the {turn} turn", turn=turn)
            ledger.skip(say("Blitz, {turn} turn", turn=which), note, rule)


def _ground_attack(setting: Setting, ledger: Ledger) -> None:
    def has(side: str) -> str:
        flying = [unit for unit in setting.of(side, "air") if unit.text("support") == "yes"]
        return "" if any(unit.flag("ground_attack") for unit in flying) else "no ground-attack aircraft in action"

    over = sky(setting.scenario, setting.target)
    if over.grounded and not all(map(has, SIDES)):
        ledger.skip("ground-attack air", GROUNDED, "MOD.ground-air", *over.rules)
        return
    _sided(ledger, "MOD.ground-air", "ground-attack air", has)


def _soviet_winter(setting: Setting, ledger: Ledger) -> None:
    runs = setting.scenario.condition("soviet_winter") is True

    def has(side: str) -> str:
        if not runs:
            return "it does not run"
        return "" if any(unit.nation == "Soviet" for unit in setting.of(side)) else "no Soviet land units"

    _sided(ledger, "MOD.sov-winter", "Soviet winter", has)


def _mud(setting: Setting, ledger: Ledger) -> None:
    if weather_at(setting.scenario, setting.target) == "mud":
        _give(ledger, "MOD.mud", "mud", "attacker", ("WX.mud.drm", "MOD.dup"))
    else:
        ledger.skip("mud", "the weather is another", "MOD.mud", "WX.mud.drm")


def _supply(setting: Setting, ledger: Ledger) -> None:
    reading = setting.scenario.readings["mixed_supply"]

    def has(side: str) -> str:
        out = [unit.flag("out_of_supply") for unit in setting.of(side)]
        if not any(out):
            return "supplied" if out else "no land units"
        whole = reading == "all" or (reading == "strict" and side == "defender")
        return "some are in supply" if whole and not all(out) else ""

    _sided(ledger, "MOD.oos", "out of supply", has)


def _city(setting: Setting, ledger: Ledger) -> None:
    if CITIES & set(setting.hex.features):
        _give(ledger, "MOD.sov-city", "Soviet city", "attacker")
    else:
        ledger.skip("Soviet city", "the hex is none", "MOD.sov-city")


def _mountain(setting: Setting, ledger: Ledger) -> None:
    both = setting.scenario.readings["mountain_unit"] == "either"
    involved = [unit for side in (SIDES if both else SIDES[:1]) for unit in setting.of(side) if unit.type == "mountain"]
    if setting.hex.terrain != "mountain":
        ledger.skip("mountain", "the hex is none", "MOD.mountain", "TER.mountain.drm")
    elif involved:
        note = say("{side}'s mountain troops take part", side=involved[0].side)
        ledger.skip("mountain", note, "MOD.mountain", "MOD.note2")
    else:
        _give(ledger, "MOD.mountain", "mountain", "attacker", ("TER.mountain.drm", "MOD.note2", "MOD.dup"))


def _strait(setting: Setting, ledger: Ledger) -> None:
    straits = [over for over in ways(setting) if "strait" in over]
    lifts = setting.scenario.readings["frozen_strait"] == "lifts"
    if not straits:
        ledger.skip("strait", "nobody attacks across one", "MOD.strait", "TER.strait.drm")
    elif lifts and all("frozen" in over for over in straits):
        ledger.skip("strait", "it is frozen over", "MOD.strait", "TER.river.frozen")
    else:
        _give(
            ledger,
            "MOD.strait",
            "strait, frozen or not" if all("frozen" in over for over in straits) else "strait",
            "attacker",
            ("TER.strait.drm", "MOD.dup"),
        )


def _landing(setting: Setting, ledger: Ledger) -> None:
    kinds = set(map(landing.kind, setting.landing))
    for rule, label in (("MOD.amph-allied", "US or British landing"), ("MOD.amph-axis", "Axis or Soviet landing")):
        if rule in kinds:
            _give(ledger, rule, label, "attacker")
        else:
            ledger.skip(label, "others land" if setting.landing else "nobody lands from the sea", rule)


def _ss(setting: Setting, ledger: Ledger) -> None:
    stated = setting.scenario.condition("ss_bonus")

    def has(side: str) -> str:
        if stated != "units":
            return "" if stated in (side, "both") else "the players did not say so"
        number = sum(unit.count for unit in setting.of(side) if unit.flag("ss"))
        if number < SS_UNITS:
            return say("fewer than {n} SS units", n=SS_UNITS)
        generals = [unit for unit in setting.of(side, "general") if unit.flag("ss")]
        if not generals:
            return "no SS General"
        leads = any(unit in generals for unit in leaders(setting, side))
        return "" if leads else "the SS General has no land unit with him"

    _sided(ledger, "MOD.ss", "SS units with their General", has)


LOOKS = (_air, _para, _italians, _concentric, _finns, _armor, _blitz, _ground_attack, _soviet_winter, _mud, _supply,
         _city, _mountain, _strait, _landing, _ss)  # fmt: skip
"""Every modifier of the chart, in printed order."""


# --- what the form asks -------------------------------------------------------------------------------------


def asks(setting: Setting) -> Iterator[str]:
    """Conditions and readings of modifiers that could matter to an attack."""
    yield "blitz"
    if len({unit.at for unit in setting.of("attacker")}) > 1:
        yield "concentric"
    if any(unit.text("via") == "air" for unit in setting.of("attacker")):
        yield "para_success"
    if any(unit.flag("out_of_supply") for unit in setting.lands):
        yield "mixed_supply"
    if any(unit.flag("ss") for unit in setting.lands):
        yield "ss_bonus"
    if setting.hex.terrain == "mountain":
        yield "mountain_unit"
    if any({"strait", "frozen"} <= over for over in ways(setting)):
        yield "frozen_strait"
    yield from _asks_of_nations(setting)


def _asks_of_nations(setting: Setting) -> Iterator[str]:
    """Conditions of modifiers that some nations have."""
    nations = {unit.nation for unit in setting.lands}
    if "Italian" in nations:
        yield "apathetic"
    if "Finnish" in nations:
        yield "winter_war"
        if len(nations) > 1:
            yield "finnish"
    if "Soviet" in nations:
        yield "soviet_winter"
    if any(map(_great_armor, setting.lands)):
        yield "year"
        if int(setting.scenario.conditions["year"]) >= YEARS["armor"]:
            yield "armor44"
