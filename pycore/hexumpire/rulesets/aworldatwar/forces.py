"""The counters of a battle as its rules see them: who fights, how each attacker comes at each target."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from hexumpire.board import hexgrid
from hexumpire.model.scenario import Scenario, Unit
from hexumpire.model.trace import Rules
from hexumpire.rulesets.aworldatwar.tables import LIMITS, ROUND
from hexumpire.rulesets.aworldatwar.vocabulary import ALSO_HOME, HOME, MINOR_LAND, NATIONS, ROUGH, SPECIALISED

TRAITS = {nation.key: nation.traits for nation in NATIONS}
Counts = tuple[int, ...]
"""How many counters of each kind, in the order of :func:`muster`."""
WATER = frozenset({"river", "arrow"})
PARTLY, SHORT_OF_OIL = "it is partly supplied", "it is short of oil"
"""Why a training level is lower and a mechanized component negated (15.81, 10.32)."""


@dataclass(frozen=True, slots=True)
class Kind:
    """Like counters of one hex that take part in the fight.

    ``value`` is the combat value of one counter (one factor for air and destroyers, which are paid factor by
    factor), ``size`` how many there are. ``group`` is shared by kinds between which the rules see no difference.
    ``arm`` is ``ground``, ``air``, ``fleet`` or ``destroyer``; ``name`` how the log calls one of them; ``rounds`` in
    how many rounds its CTL lets it fight; ``withdraws`` says that it leaves with its destroyers after the first
    (15.82B); ``traits`` are faction and standing of its nation. ``crossing`` holds, per
    target, the features of the hexside it attacks over; ``target`` is the number of the target hex it stands in, or -1.
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
        why = f"CTL allows {self.rounds} round{'s' if self.rounds > 1 else ''}"
        return why, ("15.82A" if self.arm == "ground" else "15.82B",)


def describe(unit: Unit) -> str:
    """A counter in words: ``German 4-6 armor``."""
    nation = "American" if unit.nation == "US" else unit.nation
    if arm_of(unit) == "ground":
        return f"{nation} {unit.number('factors')}-{unit.number('movement')} {unit.type}"
    words = {"air": "air factor", "destroyer": "destroyer factor", "fleet": "fleet", "flak": "flak"}
    size = f"{unit.number('factors')}-factor " if unit.type == "fleet" else ""
    return f"{nation} {size}{words[unit.type]}"


def arm_of(unit: Unit) -> str:
    """``ground``, ``air``, ``fleet``, ``destroyer`` or ``flak``."""
    return unit.type if unit.type in ("air", "fleet", "destroyer", "flak") else "ground"


def training(unit: Unit) -> int:
    """Training level: one lower for partial supply or oil, once (10.11, 15.81); one lower off a beach (16.15)."""
    if unit.type == "partisan":
        return LIMITS["partisan_ctl"]
    level = unit.number("ctl", 2)
    if unit.text("supply", "full") == "partial" or unit.flag("oil_short"):
        level -= LIMITS["supply_loss_of_ctl"]
    if unit.flag("off_beach"):
        level -= LIMITS["beach_loss_of_ctl"]
    return level


def lowered(unit: Unit) -> tuple[str, Rules]:
    """Why :func:`training` is lower than the level stated, in words with the sections; empty when it is not."""
    if unit.type == "partisan":
        return "", ()
    reasons, rules = [], []
    if unit.text("supply", "full") == "partial" or unit.flag("oil_short"):
        reasons.append(PARTLY if unit.text("supply", "full") == "partial" else SHORT_OF_OIL)
        rules.append("15.81")
    if unit.flag("off_beach"):
        reasons.append("it exploits off a beach")
        rules.append("16.15")
    loss = unit.number("ctl", 2) - training(unit)
    return f"{loss} lower than stated, as {' and '.join(reasons)}" if loss else "", tuple(rules)


def negation(unit: Unit, scenario: Scenario) -> str:
    """Why the mechanized component of an armor unit is negated where it stands (10.32); empty when it is not."""
    if unit.type != "armor":
        return ""
    if unit.text("mech") == "off":
        return "said to be negated"
    terrain = scenario.hex(unit.at).terrain
    at_ease = terrain not in ROUGH or (terrain == "jungle" and unit.nation == "Japanese")
    if scenario.condition("theatre") == "pacific" and not at_ease:
        return "it stands in rough terrain in the Pacific"
    supply = unit.text("supply", "full")
    if supply != "full":
        return PARTLY if supply == "partial" else "it is unsupplied"
    return SHORT_OF_OIL if unit.flag("oil_short") else ""


def keeps_mechanized(unit: Unit, scenario: Scenario) -> bool:
    """Whether an armor unit has its mechanized component where it stands (10.32)."""
    return unit.type == "armor" and not negation(unit, scenario)


def fights_as_infantry(unit: Unit, mechanized: bool) -> bool:
    """Whether negative DMs of infantry strike it: infantry of any kind, and armor without its machines (15.331)."""
    return unit.type in ("infantry", "mechanized") or (unit.type == "armor" and not mechanized)


def at_home(unit: Unit, scenario: Scenario) -> bool:
    """Whether a unit defends in its home country (15.33C); the map decides unless the unit says."""
    said = unit.text("home", "map")
    if said != "map":
        return said == "yes"
    country = scenario.hex(unit.at).values["country"]
    if unit.nation == "Other minor":
        return country in MINOR_LAND
    return country in (HOME[unit.nation], ALSO_HOME.get(unit.nation))


def home_unknown(unit: Unit, scenario: Scenario) -> bool:
    """Whether neither the unit nor the map says in which country it stands."""
    return unit.text("home", "map") == "map" and scenario.hex(unit.at).values["country"] == "unstated"


def crossing(unit: Unit, target: str, scenario: Scenario) -> frozenset[str] | None:
    """Features of the hexside a land attacker crosses into ``target``; None when it is not next to it."""
    here, there = hexgrid.parse(unit.at), hexgrid.parse(target)
    if hexgrid.distance(here, there) != 1:
        return None
    return frozenset(scenario.between(unit.at, target))


def takes_part(unit: Unit, scenario: Scenario) -> bool:
    """Whether a counter is in the fight at all: defenders in a target hex, attackers not standing by."""
    if unit.type == "flak":
        return False
    if unit.side == "defender":
        return unit.at in scenario.targets
    return unit.values.get("attacks", True) is True


def withdraws(unit: Unit, scenario: Scenario) -> bool:
    """Whether a unit lands from destroyers that leave with it after the first round (15.82B).

    They are what the unit says, else the least trained of its own nation, else of all.
    """
    if arm_of(unit) != "ground" or unit.text("via") != "sea":
        return False
    if unit.text("carried") != "board":
        return unit.text("carried") == "low"
    ships = [other for other in scenario.units if other.type == "destroyer"]
    own = [other for other in ships if other.nation == unit.nation] or ships
    return any(other.number("ctl") <= ROUND["least_rounds"] for other in own)


def muster(scenario: Scenario) -> tuple[Kind, ...]:
    """Every kind of counter in the fight, attackers first, in the order of the scenario."""
    groups: dict[tuple[object, ...], int] = {}
    kinds: list[Kind] = []
    fighters = [unit for unit in scenario.units if takes_part(unit, scenario)]
    for unit in sorted(fighters, key=lambda unit: unit.side != "attacker"):
        arm = arm_of(unit)
        by_factor = arm in ("air", "destroyer")
        mechanized = keeps_mechanized(unit, scenario)
        level = training(unit)
        rounds = max(level, ROUND["least_rounds"])
        withdrawing = withdraws(unit, scenario)
        if withdrawing:
            rounds = ROUND["least_rounds"]
        sides = tuple(crossing(unit, target, scenario) or frozenset() for target in scenario.targets)
        on_target = scenario.targets.index(unit.at) if unit.at in scenario.targets else -1
        ignored = ("movement", "factors") if by_factor else ("movement",)
        facts = (
            unit.side, unit.type, unit.nation, mechanized, level, rounds, withdrawing, sides, on_target,
            at_home(unit, scenario), _beside_chindits(unit, scenario),
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
                traits=TRAITS[unit.nation], crossing=sides, target=on_target,
            )
        )  # fmt: skip
    return tuple(kinds)


def _beside_chindits(unit: Unit, scenario: Scenario) -> tuple[str, ...]:
    chindits = [other for other in scenario.units if other.type == "chindit"]
    return tuple(other.id for other in chindits if other.id == unit.id or spoils(unit, other, scenario.edition))


def spoils(other: Unit, chindit: Unit, edition: str) -> bool:
    """Whether a unit keeps a Chindit from fighting alone while it is there (15.33I; old 15.33H).

    Western Allied ground units in or next to its hex do; other Chindits by the older edition only.
    """
    if other.side != chindit.side or arm_of(other) != "ground" or "wa" not in TRAITS[other.nation]:
        return False
    if other.type == "chindit" and edition == "new":
        return False
    return hexgrid.distance(hexgrid.parse(chindit.at), hexgrid.parse(other.at)) <= 1


def company(kinds: Sequence[Kind], scenario: Scenario) -> dict[int, list[tuple[int, int]]]:
    """By Chindit kind: kinds that spoil it while more of them are left than the number beside them.

    A kind beside which a unit stands that takes no part, and so cannot be lost, is left out: it is never alone.
    """
    fighting = {kind.unit.id for kind in kinds}
    found = {}
    for kind in kinds:
        if kind.unit.type == "chindit" and kind.side == "attacker":
            beside = [unit for unit in scenario.units if spoils(unit, kind.unit, scenario.edition)]
            if all(unit.id in fighting for unit in beside):
                ids = {unit.id for unit in beside}
                found[kind.index] = [(k.index, int(k is kind)) for k in kinds if k.unit.id in ids]
    return found


def named(counts: Iterable[tuple[Kind, int]]) -> str:
    """Counters in words: ``2 German 3-3 infantry and 4 Italian air factors``."""
    sums: dict[tuple[str, str], int] = {}
    for kind, count in counts:
        sums[kind.name, kind.arm] = sums.get((kind.name, kind.arm), 0) + count
    parts = []
    for (name, arm), count in sums.items():
        plural = "s" if arm != "ground" and count != 1 else ""
        parts.append(f"the {name}" if count == 1 and arm == "ground" else f"{count} {name}{plural}")
    return " and ".join([", ".join(parts[:-1]), parts[-1]] if len(parts) > 2 else parts)


def minus(counts: Counts, i: int) -> Counts:
    """One counter fewer of a kind."""
    return (*counts[:i], counts[i] - 1, *counts[i + 1 :])


def plus(counts: Counts, i: int) -> Counts:
    """One counter more of a kind."""
    return (*counts[:i], counts[i] + 1, *counts[i + 1 :])
