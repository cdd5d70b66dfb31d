"""Ground support: the aircraft of both sides, what weather and woods leave of them, and their cap (STR.air)."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

from hexumpire.model.scenario import Scenario
from hexumpire.model.text import say
from hexumpire.model.trace import Ledger, Number, Rules, Trace, plain
from hexumpire.rulesets.d8chart.rules.factors import Factors
from hexumpire.rulesets.d8chart.rules.weather import weather_at
from hexumpire.rulesets.d8chart.setting import SIDES, Setting, title_of
from hexumpire.rulesets.d8chart.tables import FACTORS
from hexumpire.rulesets.d8chart.units import describe, is_major, named

WOODS = {"forest": "TER.forest.air", "marsh": "TER.marsh.air"}


# --- the weather --------------------------------------------------------------------------------------------


class Sky(NamedTuple):
    """What the weather leaves of the aircraft over a hex, by whose word, and the rules (none in clear weather)."""

    left: Fraction
    source: str
    rules: Rules

    @property
    def grounded(self) -> bool:
        """Whether no aircraft takes part."""
        return self.left == 0


def sky(scenario: Scenario, place: str) -> Sky:
    """What the weather table leaves of ground support over a hex (WX.mud.air, WX.winter.air).

    The chart sends players to that table in mud and in winter; what it gave they say, or a chart pack does.
    """
    weather, stated = weather_at(scenario, place), scenario.condition("air_weather")
    rules: Rules = ("EXT.weather",) if weather == "clear" else (f"WX.{weather}.air", "EXT.weather")
    source = "as the weather table gave"
    if stated == "pack":
        given = scenario.pack.cell("weather", weather, "air") if scenario.pack else None
        if scenario.pack and given is not None:
            stated, source = given, say("weather table of {pack}", pack=title_of(scenario.pack))
        else:
            stated, source = "full", "nobody said what the weather table gave: all of it counts"
    elif weather == "clear":
        stated, source = "full", "in clear weather nobody rolls on the weather table"
    left = {"half": FACTORS["air_half"], "none": Fraction(0)}.get(str(stated), Fraction(1))
    return Sky(left, source, rules)


# --- strength -----------------------------------------------------------------------------------------------


def flown(setting: Setting, side: str) -> tuple[Number, Trace]:
    """Ground support before its cap: how much of it a major power gives, and the line of it all."""
    ledger = Ledger(True)
    major: Number = 0
    for unit in setting.of(side, "air"):
        state, label = unit.text("support"), describe(unit)
        if state != "yes":
            note = "it is held back" if state == "held" else "it did not survive the air combat"
            ledger.skip(label, note, "STR.air.surviving")
            continue
        worth = unit.number("factors") * unit.count
        ledger.add(worth, named(unit), "STR.air.add")
        if is_major(unit):
            major += worth
    factors = _left(setting)
    line = factors.times("aircraft that reach the fight", ledger.close("aircraft", "STR.air.add"))
    return plain(major * factors.product()), line


def _left(setting: Setting) -> Factors:
    """What woods and weather leave of aircraft over the hex."""
    factors = Factors()
    terrain = setting.hex.terrain
    if terrain in WOODS:
        factors.add(FACTORS["air_in_woods"], say("over {terrain}", terrain=terrain), WOODS[terrain])
    scenario = setting.scenario
    over = sky(scenario, setting.target)
    clear = weather_at(scenario, setting.target) == "clear"
    if over.left != 1:
        factors.add(over.left, over.source, *over.rules)
    elif not (clear and scenario.condition("air_weather") in ("pack", "full")):
        factors.skip("less by the weather", over.source, *over.rules)
    return factors


def support(setting: Setting, ledger: Ledger, side: str, base: Number, line: Trace) -> Number:
    """Add ground support, which is no more than land units and Generals (STR.air.cap)."""
    if not setting.of(side, "air"):
        return 0
    air = min(Fraction(line.value or 0), Fraction(base))
    cap = Trace("no more than land units and Generals", base, ("STR.air.cap",))
    ledger.include(Trace("Ground support", plain(air), ("STR.air.add",), "min", (line, cap)))
    return plain(air)


def out_of_it(setting: Setting) -> list[str]:
    """The ids of the aircraft that do not count, for the board."""
    grounded = sky(setting.scenario, setting.target).grounded
    fliers = [unit for side in SIDES for unit in setting.of(side, "air")]
    return [unit.id for unit in fliers if grounded or unit.text("support") != "yes"]


# --- what the form asks -------------------------------------------------------------------------------------


def asks(setting: Setting) -> Iterator[str]:
    """Conditions and readings of the air that could matter to an attack."""
    scenario = setting.scenario
    held = scenario.condition("air_superiority") != "none"
    yield "air_superiority"
    flying = any(setting.of(side, "air") for side in SIDES)
    if weather_at(scenario, setting.target) != "clear" and (flying or held):
        yield "air_weather"
    if held and sky(scenario, setting.target).grounded:
        yield "grounded"
