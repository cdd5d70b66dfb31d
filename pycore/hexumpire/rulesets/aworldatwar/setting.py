"""What is worked out once for a scenario and does not change: who fights, how each attacker comes at each target.

What rules say of a counter by itself is used here; rules about the fight take the :class:`Setting` as an argument.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass, replace

from hexumpire.model.scenario import Scenario, Unit
from hexumpire.model.text import listed, say
from hexumpire.model.trace import Rules
from hexumpire.rulesets.aworldatwar.rules.chindits import beside
from hexumpire.rulesets.aworldatwar.rules.crossing import crossing
from hexumpire.rulesets.aworldatwar.rules.factions import own_faction, patrons
from hexumpire.rulesets.aworldatwar.rules.home import at_home
from hexumpire.rulesets.aworldatwar.rules.mechanized import keeps_mechanized
from hexumpire.rulesets.aworldatwar.rules.training import training, withdraws
from hexumpire.rulesets.aworldatwar.tables import ROUND
from hexumpire.rulesets.aworldatwar.units import TRAITS, arm_of, describe
from hexumpire.rulesets.aworldatwar.vocabulary import SPECIALISED

SIDES = ("attacker", "defender")
BY_FACTOR = ("air", "destroyer")
"""Arms that are counted, and paid, factor by factor."""
Counts = tuple[int, ...]
"""How many counters of each kind, in the order of :func:`muster`."""


@dataclass(frozen=True, slots=True)
class Kind:
    """Like counters of one hex that take part in the fight.

    ``value`` is the combat value of one counter (one factor for air and destroyers, which are paid factor by
    factor), ``size`` how many there are. ``group`` is shared by kinds between which the rules see no difference.
    ``arm`` is ``ground``, ``air``, ``fleet`` or ``destroyer``; ``name`` how the log calls one of them; ``rounds`` in
    how many rounds its CTL lets it fight (support of CTL 2 or more in all of them, 15.82B); ``withdraws`` says that it
    leaves with its destroyers after the first (15.82B); ``traits`` are faction and standing of its nation, of a minor
    country tied to a power with the faction of that (14.32).
    ``crossing`` holds, per target, the features of the hexside it attacks over; ``target`` is the number of the target
    hex it stands in, or -1.
    """

    index: int
    unit: Unit
    side: str
    arm: str
    name: str
    value: int
    size: int
    group: int
    ctl: int
    rounds: int
    withdraws: bool
    mechanized: bool
    specialised: bool
    traits: frozenset[str]
    crossing: tuple[frozenset[str], ...]
    target: int

    def fights(self, number: int) -> bool:
        """Whether its training lets it take part in round ``number``: defenders and their air always (15.82)."""
        return self.side == "defender" or number <= self.rounds

    @property
    def absence(self) -> tuple[str, Rules]:
        """Why it sits a round out that it does not fight in."""
        if self.side == "defender":
            return "partisans alone have no defensive air support", ("11.47",)
        if self.withdraws:
            return "it withdrew with its destroyers after the first round", ("15.82B",)
        why = say("CTL allows {n} round", n=self.rounds)
        if self.rounds > 1:
            why = say("CTL allows {n} rounds", n=self.rounds)
        return why, ("15.82A" if self.arm == "ground" else "15.82B",)


def takes_part(unit: Unit, scenario: Scenario) -> bool:
    """Whether a counter is in the fight at all: defenders in a target hex, attackers not standing by.

    Air that has flown this turn is in none.
    """
    if unit.type == "flak" or (unit.type == "air" and unit.flag("fought")):
        return False
    if unit.side == "defender":
        return unit.at in scenario.targets
    return unit.values.get("attacks", True) is True


def as_it_fights(unit: Unit, scenario: Scenario) -> Unit:
    """A counter in this fight, without what is said of it for others.

    Off an invaded beach the attacker loses training in his exploitation only (16.15); a defender comes from nowhere.
    """
    values = dict(unit.values)
    if unit.side == "defender" and "via" in values:
        values["via"] = "land"
    if unit.flag("off_beach") and (unit.side == "defender" or scenario.condition("phase") != "exploitation"):
        values["off_beach"] = False
    return unit if values == unit.values else replace(unit, values=values)


def muster(scenario: Scenario) -> tuple[Kind, ...]:
    """Every kind of counter in the fight, attackers first, in the order of the scenario."""
    groups: dict[tuple[object, ...], int] = {}
    kinds: list[Kind] = []
    fighters = [as_it_fights(unit, scenario) for unit in scenario.units if takes_part(unit, scenario)]
    known = patrons(scenario)
    longest = max((training(u) for u in fighters if u.side == "attacker" and arm_of(u) == "ground"), default=0)
    for unit in sorted(fighters, key=lambda unit: unit.side != "attacker"):
        arm = arm_of(unit)
        by_factor = arm in BY_FACTOR
        mechanized = keeps_mechanized(unit, scenario)
        level = training(unit)
        rounds = max(level, ROUND["least_rounds"])
        if arm != "ground" and level > ROUND["least_rounds"]:
            rounds = max(rounds, longest)  # only a CTL of one limits support (15.82B)
        withdrawing = withdraws(unit, scenario)
        if withdrawing:
            rounds = ROUND["least_rounds"]
        sides = tuple(crossing(unit, target, scenario) or frozenset() for target in scenario.targets)
        on_target = scenario.targets.index(unit.at) if unit.at in scenario.targets else -1
        ignored = ("movement", "factors") if by_factor else ("movement",)
        facts = (
            unit.side, unit.type, unit.nation, mechanized, level, rounds, withdrawing, sides, on_target,
            at_home(unit, scenario), beside(unit, scenario),
            tuple((k, v) for k, v in sorted(unit.values.items()) if k not in ignored),
        )  # fmt: skip
        group = groups.setdefault(facts, len(groups))
        size = unit.count * unit.number("factors") if by_factor else unit.count
        value = 1 if by_factor else unit.number("factors")
        kinds.append(
            Kind(
                index=len(kinds), unit=unit, side=unit.side, arm=arm, name=describe(unit), value=value, size=size,
                group=group, ctl=level, rounds=rounds, withdraws=withdrawing, mechanized=mechanized,
                specialised=unit.type in SPECIALISED,
                traits=TRAITS[unit.nation] | {own_faction(unit) or known.get(unit.side, "")},
                crossing=sides, target=on_target,
            )
        )  # fmt: skip
    return tuple(kinds)


def named(counts: Iterable[tuple[Kind, int]]) -> str:
    """Counters in words: ``2 German 3-3 infantry and 4 Italian air factors``."""
    units: dict[str, Unit] = {}
    sums: dict[str, int] = {}
    for kind, count in counts:
        units.setdefault(kind.name, kind.unit)
        sums[kind.name] = sums.get(kind.name, 0) + count
    return listed(_counted(units[name], count) for name, count in sums.items())


def _counted(unit: Unit, count: int) -> str:
    """So many like counters, or factors of them."""
    if unit.type in BY_FACTOR:
        return say("{n} {factors}", n=count, factors=describe(unit, count))
    if count == 1 and arm_of(unit) == "ground":
        return say("the {x}", x=describe(unit))
    return say("{n} {unit}", n=count, unit=describe(unit, count))


def minus(counts: Counts, i: int) -> Counts:
    """One counter fewer of a kind."""
    return (*counts[:i], counts[i] - 1, *counts[i + 1 :])


def plus(counts: Counts, i: int) -> Counts:
    """One counter more of a kind."""
    return (*counts[:i], counts[i] + 1, *counts[i + 1 :])


class Setting:
    """One scenario: its kinds of counters by index, and what positions are counted in."""

    def __init__(self, scenario: Scenario) -> None:
        self.scenario = scenario
        self.kinds = muster(scenario)
        self.full: Counts = tuple(kind.size for kind in self.kinds)
        """How many counters of each kind there are before the first round."""
        self.nobody: Counts = tuple(0 for _ in self.kinds)
        self.index = {kind.unit.id: kind.index for kind in self.kinds}
        """The kind of each counter, by its id."""
        self.ground = {side: [k.index for k in self.kinds if k.side == side and k.arm == "ground"] for side in SIDES}
        self.last_round = max([1, *(self.kinds[i].rounds for i in self.ground["attacker"])])
        """The last round that anybody's training allows."""
        self._groups = [kind.group for kind in self.kinds]
        self._plain = len(set(self._groups)) == len(self._groups)
        self._worth = [(kind.side == "attacker", kind.value, kind.size) for kind in self.kinds]

    def alive(self, left: Counts, side: str) -> bool:
        """Whether a side has a ground unit left."""
        return any(left[i] for i in self.ground[side])

    def without(self, left: Counts, kinds: Sequence[int]) -> tuple[Counts, Counts]:
        """What is left without some kinds, and what went; the latter is empty when nothing did."""
        rest = tuple(0 if i in kinds else count for i, count in enumerate(left))
        return rest, tuple(before - after for before, after in zip(left, rest, strict=True)) if rest != left else ()

    def lost(self, left: Counts) -> tuple[int, int]:
        """Factors that attacker and defender have lost."""
        ours = theirs = 0
        for (attacker, value, full), now in zip(self._worth, left, strict=True):
            if now != full:
                if attacker:
                    ours += value * (full - now)
                else:
                    theirs += value * (full - now)
        return ours, theirs

    # --- for state keys -------------------------------------------------------------------------------

    def grouped(self, counts: Counts) -> Counts:
        """How many counters there are of kinds between which the rules see no difference."""
        if self._plain:
            return counts
        sums: dict[int, int] = {}
        for group, count in zip(self._groups, counts, strict=True):
            sums[group] = sums.get(group, 0) + count
        return tuple(sums.values())

    def waiting(self, aside: Counts) -> Hashable:
        """Counters out of the fight: of air only how much of it each side has not lost."""
        if not aside:
            return aside
        ground = tuple([count if kind.arm == "ground" else 0 for kind, count in zip(self.kinds, aside, strict=True)])
        air = [(kind.side, count) for kind, count in zip(self.kinds, aside, strict=True) if kind.arm == "air"]
        return ground, *(sum(count for side, count in air if side == each) for each in SIDES)
