"""Attrition levels: who counts, the column, and what is added to the die (14.2, 14.42)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from hexumpire.board import hexgrid
from hexumpire.kit.losses import Why
from hexumpire.kit.places import mention
from hexumpire.model.scenario import Unit
from hexumpire.model.text import say
from hexumpire.model.trace import Ledger, Trace
from hexumpire.rulesets.aworldatwar.attrition_state import Changed, Numbers, State
from hexumpire.rulesets.aworldatwar.rules.attrition_ground import Ground
from hexumpire.rulesets.aworldatwar.rules.attrition_sides import covered
from hexumpire.rulesets.aworldatwar.rules.attrition_table import called, cell, column_of
from hexumpire.rulesets.aworldatwar.rules.crossing import closed
from hexumpire.rulesets.aworldatwar.rules.factions import own_faction
from hexumpire.rulesets.aworldatwar.rules.stacking import is_shock_army
from hexumpire.rulesets.aworldatwar.rules.training import training
from hexumpire.rulesets.aworldatwar.tables import ATTRITION_LIMITS
from hexumpire.rulesets.aworldatwar.units import arm_of, describe

LEVEL = ("14.21", "14.22A", "14.22B")
"""What makes a unit count, on whichever front it stands."""

MEETS: Why = ("", ())
NOBODY: Why = ("it is next to no ground unit of the zone", ("14.21",))
IRREGULARS: Why = ("it is next to partisans, flak, air or ships only", ("14.23E", "11.45"))
UNCROSSED = "only a hexside that no ground unit crosses lies between"
WALLED = "only a hexside fortified by the enemy lies between"


class Look(NamedTuple):
    """An attacker that might count: its number, how many counters, why it does not (or empty), whom it meets."""

    i: int
    many: int
    reason: str
    rules: tuple[str, ...]
    meets: tuple[str, ...]


class Level(NamedTuple):
    """What an attrition is fought with: ``contact`` are the units attritioned (number, hex, counters).

    ``number`` tells levels of one board apart; ``touched``: how many counters of each nation are in contact.
    """

    number: int
    looks: tuple[Look, ...]
    factors: int
    contact: tuple[tuple[int, str, int], ...]
    column: int
    modifier: int
    touched: Mapping[str, int]

    @property
    def counted(self) -> list[Look]:
        """Those who count."""
        return [look for look in self.looks if not look.reason]


class Levels:
    """The level of every attrition, worked out once for each board."""

    def __init__(self, ground: Ground) -> None:
        self.ground = ground
        self._known: dict[tuple[int, Changed, Numbers, Numbers], Level] = {}

    def now(self, state: State) -> Level:
        """The level of the attrition at hand, as the die was or will be rolled for it."""
        board = state.board if state.phase in ("which", "muster", "die") else state.before
        return self.of(state.number, board, state.out, state.used)

    def of(self, number: int, board: Changed, out: Numbers = (), used: Numbers = ()) -> Level:
        """The level of an attrition; ``out``: counters left out of it, ``used``: those counted in another one."""
        key = (number, board, out, used)
        if key not in self._known:
            self._known[key] = self._level(number, board, dict(out), dict(used))
        return self._known[key]

    def _level(self, number: int, board: Changed, out: Mapping[int, int], used: Mapping[int, int]) -> Level:
        ground, front = self.ground, self.ground.fronts[number]
        looks = []
        for i, unit in enumerate(ground.units):
            if unit.side != "attacker" or ground.faction[i] != front.faction:
                continue
            free = unit.count - used.get(i, 0)
            reason, rules, meets = self._why_not(i, number, board)
            if not reason and not free:
                reason, rules = "it counted in another attrition of this turn", ("14.23B",)
            elif not reason and free == out.get(i, 0):
                reason, rules = "left out by the attacker", ("14.213",)
            looks.append(Look(i, free - out.get(i, 0) or unit.count, reason, rules, meets))
        met = {place for look in looks if not look.reason for place in look.meets}
        contact = tuple(
            (i, place, n) for place in sorted(met) for i, n in self._in_zone(board, place, front.zone)
        )  # fmt: skip
        counted = [look for look in looks if not look.reason]
        factors = sum(ground.units[look.i].number("factors") * look.many for look in counted)
        ledger = Ledger(False)
        self._modify(ledger, counted, contact)
        touched: dict[str, int] = {}
        for i, _, n in contact:
            touched[ground.units[i].nation] = touched.get(ground.units[i].nation, 0) + n
        modifier = int(ledger.total)
        return Level(len(self._known), tuple(looks), factors, contact, column_of(factors), modifier, touched)

    def _in_zone(self, board: Changed, place: str, zone: int) -> list[tuple[int, int]]:
        """The regular ground units of a zone in a hex."""
        return [(i, n) for i, n in self.ground.regulars(board, place) if self.ground.zone[i] == zone]

    # --- who counts -----------------------------------------------------------------------------------

    def _why_not(self, i: int, number: int, board: Changed) -> tuple[str, tuple[str, ...], tuple[str, ...]]:
        """Why a unit does not count against a zone, with the rules (empty when it does), and the hexes it meets."""
        unit, zone = self.ground.units[i], self.ground.fronts[number].zone
        reason, rules = by_itself(unit)
        if reason:
            return reason, rules, ()
        if self.ground.scenario.hex(unit.at).terrain == "sea":
            return "no ground unit stays at sea", ("12.23", "14.23C"), ()
        meets, apart = [], []
        around = [hexgrid.name(place) for place in hexgrid.neighbours(hexgrid.parse(unit.at))]
        for place in around:
            why = self._no_contact(unit, place, zone, board)
            if why == MEETS:
                meets.append(place)
            elif why:
                apart.append(why)
        return ("", LEVEL, tuple(meets)) if meets else (*_apart(apart), ())

    def _no_contact(self, unit: Unit, place: str, zone: int, board: Changed) -> Why | None:
        """Why a unit does not meet the zone in a hex (:data:`MEETS` when it does); None where no enemy stands there."""
        ground = self.ground
        here = [i for i, _ in ground.stacks(board).get(place, ()) if ground.units[i].side == "defender"]
        regular = [i for i in here if ground.is_regular(i)]
        if not any(ground.zone[i] == zone for i in regular):
            return (NOBODY if regular else IRREGULARS) if here else None
        _, rules = closed(unit.at, place, ground.scenario)
        if rules:
            return UNCROSSED, ("14.23C", *rules)
        fortified = covered(ground.scenario, place, ground.scenario.between(unit.at, place))
        return (WALLED, ("14.23D",)) if fortified else MEETS

    # --- the die --------------------------------------------------------------------------------------

    def _modify(self, ledger: Ledger, counted: Sequence[Look], contact: Iterable[tuple[int, str, int]]) -> None:
        """Everything that is added to the die (14.42); where nobody counts, nobody is met, and nothing is compared."""
        if not counted:
            return
        units = self.ground.units
        ours = [(units[look.i], look.many) for look in counted]
        theirs = [(units[i], n) for i, _, n in contact]
        extra = added_by_factors(sum(unit.number("factors") * n for unit, n in ours))
        if extra:
            ledger.add(extra, "ground factors beyond the last column", "14.42A")
        else:
            ledger.skip("ground factors beyond the last column", "there are too few", "14.42A")
        mine, other = (largest((training(unit), unit.number("factors") * n) for unit, n in side)
                       for side in (ours, theirs))  # fmt: skip
        ledger.add(mine - other, say("CTL {n} against {m}", n=mine, m=other), "14.42B")
        level = int(self.ground.scenario.conditions["winter_level"])
        if not level:
            ledger.skip("winter preparation", "there are no winter effects here", "14.42C")
            return
        mine, other = (self.preparation(side, level) for side in (ours, theirs))
        text = say("winter preparation {n} against {m}, of winter level {k} at most", n=mine, m=other, k=level)
        ledger.add(mine - other, text, "14.42C")

    def preparation(self, side: Iterable[tuple[Unit, int]], level: int) -> int:
        """The winter preparation of the largest number of factors of a side, the lower one where two are equal.

        None counts for more than the winter level of the area, so that units above it are of one level (14.42C).
        """
        return largest((min(unit.number("winter_preparation"), level), unit.number("factors") * n) for unit, n in side)

    # --- what is shown --------------------------------------------------------------------------------

    def trace(self, state: State) -> Trace:
        """The level with everybody who counts or does not, the modifiers, and the chances of C and H."""
        level, ground = self.now(state), self.ground
        attack, defense, die = Ledger(True), Ledger(True), Ledger(True)
        for look in level.looks:
            unit = ground.units[look.i]
            name = say("{unit} in {place}", unit=describe(unit), place=mention(unit.at))
            if look.many > 1:
                name = say("{n} {unit} in {place}", n=look.many, unit=describe(unit, look.many),
                           place=mention(unit.at))  # fmt: skip
            if look.reason:
                attack.skip(name, look.reason, *look.rules)
            else:
                tied = ("14.32",) if own_faction(unit) != self.ground.faction[look.i] != unit.nation else ()
                attack.add(unit.number("factors") * look.many, name, *look.rules, *tied)
        for i, place, n in level.contact:
            name = say("{unit} in {place}", unit=describe(ground.units[i]), place=mention(place))
            defense.add(ground.units[i].number("factors") * n, name, "14.21")
        self._modify(die, level.counted, level.contact)
        return Trace("Attrition", None, ("14.11",), "list", (
            attack.close("Attritioning factors", "14.21"), defense.close("Factors attritioned", "14.21"),
            die.close("Added to the die", "14.42"), *self._chances(level),
        ))  # fmt: skip

    def _chances(self, level: Level) -> Iterator[Trace]:
        """How many faces of the die call for how many counters and hexes."""
        faces = [self.result(level, face) for face in FACES]
        for which, head, text in ((0, "Counters called for", "{n} C: {m} of {k} faces"),
                                  (1, "Hexes called for", "{n} H: {m} of {k} faces")):  # fmt: skip
            found = [face[which] for face in faces]
            lines = tuple(
                Trace(say(text, n=n, m=found.count(n), k=len(faces)), None, ("14.41",), "list")
                for n in sorted(set(found))
            )
            yield Trace(head, None, ("14.41", "14.43"), "list", lines)

    def printed(self, level: Level, face: int) -> str:
        """The result that the table prints for a face of the die."""
        return cell(level.column, face + level.modifier)

    def result(self, level: Level, face: int) -> tuple[int, int]:
        """Counters and hexes that a face calls for."""
        return called(self.printed(level, face), str(self.ground.scenario.conditions["theatre"]))


FACES = range(1, 7)
"""Faces of the die."""


def _apart(found: Sequence[Why]) -> Why:
    """Why a unit meets nobody of a zone, by what keeps it from each hex beside it in which an enemy stands.

    Hexsides to units of the zone come first; irregulars are all that it is next to where no other enemy is.
    """
    between = [why for why in found if why not in (NOBODY, IRREGULARS)]
    if not between:
        return IRREGULARS if IRREGULARS in found and NOBODY not in found else NOBODY
    texts = {text for text, _ in between}
    both = "only hexsides that no ground unit crosses or that the enemy fortifies lie between"
    return both if len(texts) > 1 else texts.pop(), tuple(dict.fromkeys(rule for _, cited in between for rule in cited))


def by_itself(unit: Unit) -> Why:
    """Why a unit counts in no attrition, wherever it stands (14.23A, 14.23E, 14.23F); empty when it may."""
    if unit.type == "partisan":
        return "partisans do not count", ("14.23F", "11.45")
    if unit.type == "replacement":
        return "replacements do not count", ("14.23F", "10.23")
    if unit.type == "flak":
        return "flak does not count", ("14.23F", "10.93")
    if arm_of(unit) != "ground":
        return "only ground units count", ("14.23F",)
    if unit.flag("fought") and not unit.flag("overran"):  # after an overrun it may (13.55C)
        return "it made an offensive operation this turn", ("14.23A",)
    if is_shock_army(unit):
        return "shock armies are gone after regular ground combat", ("12.16", "14.12")
    if not unit.flag("attacks"):
        return "it stands by, or may not attack them", ("14.23E",)
    return "", ()


def added_by_factors(factors: int) -> int:
    """What factors beyond the last column add to the die (14.42A)."""
    return max(0, (factors - int(ATTRITION_LIMITS["over"])) // int(ATTRITION_LIMITS["each"]))


def largest(groups: Iterable[tuple[int, int]]) -> int:
    """Of one level or more, with factors, that of the most factors; of two with as many the lower (14.42B, 14.42C)."""
    sums: Counter[int] = Counter()
    for level, factors in groups:
        sums[level] += factors
    return min(sums, key=lambda level: (-sums[level], level))
