"""Strengths of both sides and the odds column (15.31, 15.51, 15.52)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from hexumpire.kit.places import mention
from hexumpire.model.scenario import Unit
from hexumpire.model.text import joined, say
from hexumpire.model.trace import Rules, Trace
from hexumpire.rulesets.aworldatwar.rules import air, chindits, naval
from hexumpire.rulesets.aworldatwar.rules.approach import Pressure, pressure
from hexumpire.rulesets.aworldatwar.rules.forts import axis_wall, fort_kind, fort_level
from hexumpire.rulesets.aworldatwar.rules.multipliers import at_least_once, net_dm
from hexumpire.rulesets.aworldatwar.rules.stacking import unlimited
from hexumpire.rulesets.aworldatwar.rules.survey import Keys, Survey
from hexumpire.rulesets.aworldatwar.rules.training import lowered
from hexumpire.rulesets.aworldatwar.setting import Counts, Kind, Setting
from hexumpire.rulesets.aworldatwar.tables import CHART, STACKING
from hexumpire.rulesets.aworldatwar.units import describe
from hexumpire.rulesets.aworldatwar.vocabulary import SPECIALISED

ON_TOP = {"marine": "10.72", "commando": "10.82"}
"""Types that land beside as many others as may land together, with the sections."""


@dataclass(frozen=True, slots=True)
class Round:
    """One round as the rules see it: who is in it and what everybody is worth.

    ``active`` holds, per kind, how many take part; ``dms`` the sum of DMs of each defending kind (0 for others);
    ``column`` is an index of the chart, -1 for worse than its first column. ``seen`` is how each hex is attacked,
    ``held`` are the numbers of those in which defenders are left: they are what is attacked; ``axis`` of those in which
    Axis units are among them.
    """

    active: Counts
    dms: Counts
    attack: int
    bombardment: int
    defense: int
    das: int
    column: int
    seen: tuple[Pressure, ...]
    held: frozenset[int]
    axis: frozenset[int]

    @property
    def below_even(self) -> bool:
        """Whether the odds are below 1:1."""
        return self.attack < self.defense


def column_of(attack: int, defense: int) -> int:
    """The number of the column of two totals; -1 for worse than the first one (15.52)."""
    return CHART.ladder.column(attack, defense)


class Strengths:
    """Works out rounds of one setting; equal situations are worked out once."""

    def __init__(self, setting: Setting) -> None:
        self.setting = setting
        self.scenario = scenario = setting.scenario
        self.kinds = kinds = setting.kinds
        self._forts = any(fort_kind(scenario, target) for target in range(len(scenario.targets)))
        self._company = chindits.company(scenario, setting.index)
        self._crowd = sum(kind.size for kind in kinds if kind.arm == "ground" and kind.unit.text("via") == "sea")
        self._rounds: dict[tuple[Counts, int], Round] = {}
        self._dms: dict[tuple[int, Pressure], int] = {}
        self._ground, self._defenders = setting.ground["attacker"], setting.ground["defender"]
        self._das = [kind.index for kind in kinds if kind.side == "defender" and kind.arm == "air"]
        self._regular = [i for i in self._defenders if self.kinds[i].unit.type != "partisan"]

    def taking_part(self, left: Counts, number: int) -> Counts:
        """How many of each kind take part in a round; the others sit it out, and no result touches them.

        Attackers fight as long as their training lets them (15.82); defensive air does not help partisans alone
        (11.47).
        """
        alone = not any(left[i] for i in self._regular)
        return tuple(
            0 if not kind.fights(number) or (alone and kind.side == "defender" and kind.arm == "air") else count
            for kind, count in zip(self.kinds, left, strict=True)
        )

    def round(self, left: Counts, number: int) -> Round:
        """The round fought by the counters ``left`` as round ``number``."""
        found = self._rounds.get((left, number))
        if found is None:
            found = self._rounds[left, number] = self._work_out(left, number)
        return found

    def _work_out(self, left: Counts, number: int) -> Round:
        kinds, scenario = self.kinds, self.scenario
        active = self.taking_part(left, number)
        fighting = [(kinds[i], active[i]) for i in self._ground if active[i]]
        alone = {i for i, others in self._company.items() if left[i] and all(left[j] <= most for j, most in others)}
        seen = tuple(pressure(scenario, target, fighting, alone) for target in range(len(scenario.targets)))
        dms = [0] * len(kinds)
        defense = 0
        for i in self._defenders:
            if active[i]:
                kind = kinds[i]
                mark = (i, seen[kind.target])
                if mark not in self._dms:
                    self._dms[mark] = int(net_dm(scenario, kind, kind.target, seen[kind.target]).value or 0)
                dms[i] = self._dms[mark]
                defense += kind.value * active[i] * at_least_once(dms[i])
        das = sum(active[i] for i in self._das) * air.das_factor(seen)
        attack = sum(kind.value * count for kind, count in fighting)
        attack += sum(active[k.index] for k in kinds if k.side == "attacker" and k.arm == "air")
        bombardment = naval.bombardment(self.setting, active)
        attack += bombardment
        defense += das
        held = frozenset(kinds[i].target for i in self._defenders if active[i])
        axis = frozenset(kinds[i].target for i in self._defenders if active[i] and "axis" in kinds[i].traits)
        column = column_of(attack, defense)
        return Round(active, tuple(dms), attack, bombardment, defense, das, column, seen, held, axis)

    def against_fort(self, now: Round) -> bool:
        """Whether this is an attack on a fort for the bar below 1:1 (15.52, 15.74)."""
        always = self.scenario.readings["fort_bar"] == "always"
        return self._forts and any(
            fort_kind(self.scenario, target)
            and target in now.held
            and (
                always
                or fort_level(self.scenario, target, seen)[0] > 0
                or axis_wall(self.scenario, target, seen, now.axis)
            )
            for target, seen in enumerate(now.seen)
        )

    # --- the same, in words -------------------------------------------------------------------------

    def trace(self, left: Counts, number: int, aside: Counts = ()) -> Trace:
        """The cited arithmetic of a round: both totals and the column. ``aside``: air left out of it, too."""
        now = self.round(left, number)
        attack = self._attack_trace(now, left, self._resting("attacker", aside))
        defense = self._defense_trace(now, left, number, self._resting("defender", aside))
        names = CHART.ladder.names
        if now.column < 0:
            column = Trace(
                say("worse than {column}: the attack fails without a die", column=names[0]), None, ("15.52",), "list"
            )
        elif CHART.ladder.ratios[-1][0] * now.defense < now.attack:
            text = say("above {a}, read on {b}", a=names[-1], b=names[-1])
            column = Trace(text, None, ("15.51", "15.52"), "list")
        else:
            odds = say("{n} : {m}", n=now.attack, m=now.defense)
            text = say("{odds}, fractions dropped: {column}", odds=odds, column=names[now.column])
            column = Trace(text, None, ("15.51",), "list")
        return Trace("Odds", None, ("15.51",), "list", (attack, defense, column))

    def _resting(self, side: str, aside: Counts) -> list[Trace]:
        """Air of a side that its ground units in the fight are too few for (15.71, older edition)."""
        return [
            Trace(describe(kind.unit, count), None, ("15.71",), skipped=True,
                  note=say("{n} over three for each ground factor in the fight", n=count))
            for kind, count in zip(self.kinds, aside, strict=False) if count and kind.side == side and kind.arm == "air"
        ]  # fmt: skip

    def _attack_trace(self, now: Round, left: Counts, resting: Sequence[Trace]) -> Trace:
        lines = []
        for kind in self.kinds:
            if kind.side != "attacker" or not left[kind.index] or kind.arm in ("fleet", "destroyer"):
                continue
            count = now.active[kind.index]
            if not count:
                why, cited = kind.absence
                lines.append(_with_level(Trace(kind.name, None, cited, skipped=True, note=why), kind))
            else:
                lines.append(_with_level(printed_factors(kind, count, self._counts_by(kind)), kind))
        if any(kind.arm == "fleet" and left[kind.index] for kind in self.kinds):
            lines.append(naval.trace(self.setting, now.active))
        return Trace("Attack", now.attack, ("15.31", "15.51"), "sum", (*lines, *resting))

    def _counts_by(self, kind: Kind) -> Rules:
        """By which rules an attacker counts: at face value, and what lets it attack so."""
        if kind.arm != "ground":
            return ("15.51",)
        landing, crowded = kind.unit.text("via") == "sea", self._crowd > STACKING["embarked"]
        if landing and kind.unit.type in ON_TOP and crowded and unlimited(kind.unit, self.scenario):
            return "15.31", ON_TOP[kind.unit.type]
        if kind.target >= 0 and kind.unit.text("via") == "airdrop" and len(self.scenario.targets) > 1:
            return "15.31", "10.55B"
        return ("15.31",)

    def _defense_trace(self, now: Round, left: Counts, number: int, resting: Sequence[Trace]) -> Trace:
        lines = []
        for i in self._defenders:
            count = now.active[i]
            if not count:
                continue
            kind = self.kinds[i]
            dm = net_dm(self.scenario, kind, kind.target, now.seen[kind.target], explain=True)
            net = Trace("net DM", now.dms[i], ("15.35",) if number == 1 else ("15.35", "15.322"), "sum", dm.children)
            least = Trace("multiplier, never below 1", at_least_once(now.dms[i]), ("15.31",), "floor1", (net,))
            factors = Trace("printed factors", count * kind.value, ("15.31",))
            if count > 1:
                parts = (Trace("counters", count), Trace("factors each", kind.value))
                factors = Trace("printed factors", count * kind.value, ("15.31",), "product", parts)
            value = kind.value * count * at_least_once(now.dms[i])
            label = say("{n} × {b}", n=count, b=kind.name) if count > 1 else kind.name
            if len(self.scenario.targets) > 1:
                label = say("{unit} in {place}", unit=label, place=mention(kind.unit.at))
            lines.append(Trace(label, value, ("15.31",), "product", (factors, least)))
        lines += self._das_trace(now, left)
        return Trace("Defence", now.defense, ("15.31", "15.41"), "sum", (*lines, *resting))

    def _das_trace(self, now: Round, left: Counts) -> list[Trace]:
        flying = sum(now.active[i] for i in self._das)
        if flying:
            factor = air.das_factor(now.seen)
            flown = [Trace("air factors", flying, ("15.51",))]
            if factor != 1:
                flown.append(Trace("against an invasion", factor, ("15.51", "18.611C")))
            label = "defensive air support, untouched by the DM"
            return [Trace(label, now.das, ("15.51",), "product", tuple(flown))]
        if idle := [self.kinds[i] for i in self._das if left[i]]:
            why, cited = idle[0].absence
            return [Trace("defensive air support", None, cited, skipped=True, note=why)]
        return []

    def needed(self, now: Round) -> Mapping[str, int]:
        """Attack factors missing for each better column against the present defence."""
        ladder = CHART.ladder
        return {ladder.names[i]: ladder.needed(i, now.defense) - now.attack
                for i in range(now.column + 1, len(ladder.names))}  # fmt: skip


def _with_level(line: Trace, kind: Kind) -> Trace:
    """The line of an attacker, which says why its training is lower than stated (15.81, 16.15)."""
    why, rules = lowered(kind.unit)
    if not why:
        return line
    note = joined([line.note, say("CTL {n}", n=kind.ctl), why], "; ")
    return replace(line, note=note, rules=line.rules + rules)


def printed_factors(kind: Kind, count: int, rules: Rules) -> Trace:
    """The printed factors of so many counters (or of air, factor by factor)."""
    if kind.arm != "ground":
        return Trace(describe(kind.unit, count), count, rules)
    if count == 1:
        return Trace(kind.name, kind.value, rules)
    parts = (Trace("counters", count), Trace("factors each", kind.value))
    return Trace(say("{n} × {b}", n=count, b=kind.name), count * kind.value, rules, "product", parts)


def asks_of(unit: Unit, survey: Survey) -> Keys:
    """What the form could ask about a counter: its factors, where the rules leave them open."""
    if unit.type not in SPECIALISED | {"replacement"}:
        yield "factors"
