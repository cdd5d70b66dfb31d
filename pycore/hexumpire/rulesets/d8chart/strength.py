"""Strengths of both sides, each figure with its rule (STR.order)."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from hexumpire.model.scenario import Unit
from hexumpire.model.trace import Ledger, Number, Rules, Trace
from hexumpire.rulesets.d8chart.forces import WATER, Forces, describe, is_abroad, is_minor, plain, ratio, weather_at
from hexumpire.rulesets.d8chart.tables import FACTORS, POINTS
from hexumpire.rulesets.d8chart.vocabulary import BIG_SHIPS, TRAITS
from hexumpire.rulesets.d8chart.weather import sky

WOODS = {"forest": "TER.forest.air", "marsh": "TER.marsh.air"}


@dataclass(frozen=True, slots=True)
class Parts:
    """The strength of one side: ``base`` is land units and Generals, on which the air cap rests."""

    land: Number
    base: Number
    chit: Number
    air: Number
    naval: Number
    total: Number
    trace: Trace


Factor = tuple[Fraction, str, Rules]


def times(label: str, line: Trace, factors: list[Factor], skipped: tuple[Trace, ...] = ()) -> Trace:
    """A line multiplied by factors, each with its reason; the line itself when there is nothing to say of any."""
    if not factors and not skipped:
        return line
    value: Number = line.value or 0
    for factor, _, _ in factors:
        value *= factor
    inner = Trace("printed", line.value, line.rules, line.op, line.children, note=line.note)
    told = tuple(Trace(why, plain(factor), rules) for factor, why, rules in factors)
    return Trace(label, plain(value), ("STR.order",), "product", (inner, *told, *skipped))


def _not(label: str, note: str, *rules: str) -> Trace:
    return Trace(label, None, rules, skipped=True, note=note)


class Strengths:
    """Works out both totals of a fight."""

    def __init__(self, forces: Forces) -> None:
        self.forces = forces
        self.scenario = forces.scenario
        self.once = self.scenario.readings["several_factors"] == "once"
        self.defense = self._side("defender")
        self.attack = self._side("attacker")

    # --- land units -------------------------------------------------------------------------------------

    def _side(self, side: str) -> Parts:
        air_full, flown = self._flown(side)
        lines = [self._unit(unit, side, air_full) for unit in self.forces.of(side)]
        land = sum((Fraction(line.value or 0) for line in lines), Fraction(0))
        units = Trace("Land units", plain(land), ("STR.order",), "sum", tuple(lines))
        if side == "attacker" and self._halved_as_one():
            half = FACTORS["river"]
            land *= half
            why = Trace("the whole attack is halved by water", half, ("TER.river.halve",))
            units = Trace(
                "Land units",
                plain(land),
                ("STR.order",),
                "product",
                (Trace("all of them", units.value, ("STR.order",), "sum", tuple(lines)), why),
            )
        generals = self._generals(side)
        base = plain(land + (generals.value or 0))
        ledger = Ledger(True)
        led = self.forces.of(side, "general")
        ledger.include(
            Trace("Land units and Generals", base, ("STR.order",), "sum", (units, generals)) if led else units
        )
        chit = self._forts(ledger) if side == "defender" else 0
        air = self._air(ledger, side, base, flown)
        naval = self._naval(ledger, side)
        total = plain(base + chit + air + naval)
        label = "Attack" if side == "attacker" else "Defence"
        trace = Trace(label, total, ("STR.order", "STR.fraction"), "sum", tuple(ledger.lines))
        return Parts(plain(land), base, chit, air, naval, total, trace)

    def _unit(self, unit: Unit, side: str, air: Number) -> Trace:
        name = describe(unit)
        count, factors = unit.count, unit.number("factors")
        label = f"{count} × {name}" if count > 1 else name
        line = Trace(label, factors, ("STR.order",))
        if count > 1:
            parts = (Trace("counters", count), Trace("strength each", factors))
            line = Trace(label, count * factors, ("STR.order",), "product", parts)
        found: list[Factor] = []
        skipped: list[Trace] = []
        if side == "attacker":
            self._water(unit, found, skipped)
        else:
            self._ground(unit, found, skipped)
            self._minor(unit, air, found, skipped)
        supply = ratio(unit.text("supply_factor", "1"))
        if supply != 1:
            found.append((supply, "left by supply, as stated", ("STR.supply",)))
        if self.once:
            kept = self._only_once(found)
            why = "by the reading chosen one doubling and one halving count"
            skipped += [
                _not(label, why, rules[0]) for factor, label, rules in found if (factor, label, rules) not in kept
            ]
            found = kept
        return times(label, line, found, tuple(skipped))

    def _only_once(self, found: list[Factor]) -> list[Factor]:
        """The strongest doubling and the strongest halving."""
        up = sorted((row for row in found if row[0] > 1), key=lambda row: -row[0])[:1]
        down = sorted((row for row in found if row[0] < 1), key=lambda row: row[0])[:1]
        return up + down

    def _water(self, unit: Unit, found: list[Factor], skipped: list[Trace]) -> None:
        way = self.forces.way(unit)
        if not way & WATER:
            return
        what = "strait" if "strait" in way else "river"
        if "frozen" in way:
            skipped.append(self._frozen(unit, f"halved across a {what}"))
            return
        if weather_at(self.scenario, self.forces.target) == "winter":
            note = "a strait freezes only where it is marked" if what == "strait" else "only what is marked, as stated"
            skipped.append(_not("frozen over by winter", note, "WX.winter.freeze", "EXT.1.6"))
        if self.scenario.readings["river_halves"] == "attack":
            skipped.append(
                _not(f"halved across a {what}", "by the reading chosen the whole attack is halved", "TER.river.halve")
            )
        else:
            found.append((FACTORS["river"], f"across a {what}", ("TER.river.halve",)))

    def _frozen(self, unit: Unit, label: str) -> Trace:
        """Why water halves nobody: it is marked as frozen, or winter freezes it."""
        if "frozen" in self.scenario.between(unit.at, self.forces.target):
            return _not(label, "it is frozen over", "TER.river.frozen")
        return _not(label, "winter freezes rivers", "TER.river.frozen", "WX.winter.freeze", "EXT.1.6")

    def _halved_as_one(self) -> bool:
        return self.scenario.readings["river_halves"] == "attack" and any(
            self.forces.way(unit) & WATER and "frozen" not in self.forces.way(unit)
            for unit in self.forces.of("attacker")
        )

    def fort_doubles(self) -> tuple[bool, str]:
        """Whether a permanent fort doubles its defenders, and why not."""
        if "permanent_fort" not in self.forces.hex.features:
            return False, "there is none"
        through = self.forces.by_fort
        if all(through) and through:
            return True, ""
        if not any(through):
            return False, "nobody attacks through a fortified hexside"
        if self.scenario.readings["fort_sides"] == "ask":
            return self.scenario.condition("fort_doubles") is True, "so the players say"
        return False, "some attackers come through other hexsides"

    def _ground(self, unit: Unit, found: list[Factor], skipped: list[Trace]) -> None:
        if self.forces.hex.terrain == "mountain":
            if unit.type == "mountain":
                found.append((FACTORS["mountain"], "mountain troops in mountains", ("TER.mountain.double",)))
            else:
                skipped.append(_not("doubled in mountains", "only mountain troops are", "TER.mountain.double"))
        if "permanent_fort" in self.forces.hex.features:
            doubles, why = self.fort_doubles()
            if doubles:
                found.append((FACTORS["permanent"], "permanent fortification", ("STR.perm.double",)))
            else:
                skipped.append(_not("doubled by the permanent fortification", why, "STR.perm.double"))

    def _minor(self, unit: Unit, air: Number, found: list[Factor], skipped: list[Trace]) -> None:
        if not is_minor(unit):
            return
        abroad = is_abroad(self.scenario, unit)
        label = "minor partner abroad"
        if not abroad:
            note = "the map does not say that it stands abroad" if abroad is None else "it stands in its home country"
            skipped.append(_not(label, note, "STR.minor.half"))
        elif air >= POINTS["minor_waived"]:
            note = "a major power gives it ground support"
            skipped.append(_not(label, note, "STR.minor.waive"))
        else:
            found.append((FACTORS["minor"], label, ("STR.minor.half",)))

    # --- Generals, forts, air, ships --------------------------------------------------------------------

    def _generals(self, side: str) -> Trace:
        ledger = Ledger(True)
        stacks: dict[str, list[Unit]] = {}
        for unit in sorted(self.forces.of(side, "general"), key=lambda one: -one.number("factors")):
            by_stack = self.scenario.readings["generals"] == "stack"
            stacks.setdefault(unit.at + unit.text("via") if by_stack else "", []).append(unit)
        troops = {unit.at + unit.text("via") for unit in self.forces.of(side)}
        for unit in self.forces.of(side, "general"):
            stack = next(group for group in stacks.values() if unit in group)
            if unit.at + unit.text("via") not in troops:
                ledger.skip(describe(unit), "it has no land unit with it", "STR.gen")
            elif stack[0] is not unit:
                ledger.skip(
                    describe(unit), f"one General of a {self.scenario.readings['generals']} counts, the best", "STR.gen"
                )
            else:
                note = "one of them counts" if unit.count > POINTS["generals"] else ""
                ledger.add(unit.number("factors") * POINTS["generals"], describe(unit), "STR.gen", note=note)
        return ledger.close("Generals, after doubling and halving", "STR.gen")

    def _forts(self, ledger: Ledger) -> int:
        marks, manned = self.forces.hex.features, bool(self.forces.of("defender"))
        before = ledger.total
        if "fort_chit" in marks:
            rule = "STR.fort.add" if manned else "STR.fort.alone"
            ledger.add(POINTS["fort_chit"], "fort chit" if manned else "fort chit, alone", rule)
        if "coastal_fort" in marks:
            rule = "STR.coast.add" if manned else "STR.coast.alone"
            if self.forces.landing:
                ledger.add(POINTS["coastal_chit"], "coastal fort chit against a landing", rule)
            else:
                ledger.skip("coastal fort chit", "nobody lands from the sea", rule)
        if "permanent_fort" in marks:
            if manned:
                ledger.skip("permanent fortification by itself", "land units hold it", "STR.perm.empty")
            else:
                ledger.add(POINTS["permanent_empty"], "permanent fortification, empty", "STR.perm.empty")
        return int(ledger.total - before)

    def _factor_of_air(self) -> list[Factor]:
        found: list[Factor] = []
        terrain = self.forces.hex.terrain
        if terrain in WOODS:
            found.append((FACTORS["air_in_woods"], f"over {terrain}", (WOODS[terrain],)))
        over = sky(self.scenario, self.forces.target)
        if over.left != 1:
            found.append((over.left, over.source, over.rules))
        return found

    def _flown(self, side: str) -> tuple[Number, Trace]:
        """Ground support before its cap: how much of it a major power gives, and the line of it all."""
        ledger = Ledger(True)
        major: Number = 0
        for unit in self.forces.of(side, "air"):
            state, label = unit.text("support"), describe(unit)
            if state != "yes":
                note = "it is held back" if state == "held" else "it did not survive the air combat"
                ledger.skip(label, note, "STR.air.surviving")
                continue
            worth = unit.number("factors") * unit.count
            ledger.add(worth, f"{unit.count} × {label}" if unit.count > 1 else label, "STR.air.add")
            if "major" in TRAITS[unit.nation]:
                major += worth
        factors = self._factor_of_air()
        for factor, _, _ in factors:
            major *= factor
        over = sky(self.scenario, self.forces.target)
        clear = weather_at(self.scenario, self.forces.target) == "clear"
        quiet = over.left != 1 or (clear and self.scenario.condition("air_weather") in ("pack", "full"))
        skipped = () if quiet else (_not("less by the weather", over.source, *over.rules),)
        line = times("aircraft that reach the fight", ledger.close("aircraft", "STR.air.add"), factors, skipped)
        return plain(major), line

    def _air(self, ledger: Ledger, side: str, base: Number, flown: Trace) -> Number:
        if not self.forces.of(side, "air"):
            return 0
        air = min(Fraction(flown.value or 0), Fraction(base))
        cap = Trace("no more than land units and Generals", base, ("STR.air.cap",))
        ledger.include(Trace("Ground support", plain(air), ("STR.air.add",), "min", (flown, cap)))
        return plain(air)

    def _naval(self, ledger: Ledger, side: str) -> int:
        ships = self.forces.of(side, "ship")
        if not ships:
            return 0
        guns = Ledger(True)
        small = sum(unit.count for unit in ships if unit.type not in BIG_SHIPS)
        for unit in ships:
            if unit.type in BIG_SHIPS:
                points = unit.number("factors") // POINTS["gunnery"] * unit.count
                each = f"rating {unit.number('factors')}, a point for each {POINTS['gunnery']}, rounded down"
                note = each + (" for each ship" if unit.count > 1 else "")
                guns.add(
                    points,
                    f"{unit.count} × {describe(unit)}" if unit.count > 1 else describe(unit),
                    "STR.naval.big",
                    note=note,
                )
        if small:
            guns.add(POINTS["small_ships"], "light cruisers and destroyers together", "STR.naval.small")
        line = guns.close("Naval gunnery", "STR.naval.big", "STR.naval.small")
        ledger.include(line)
        return int(line.value or 0)
