"""Air in a ground battle: defensive air support, and air over three factors for each ground factor.

The latter is a limit of the older edition, when the attack is set up and between rounds (15.51, 15.632, 15.71).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from hexumpire.model.errors import Problem
from hexumpire.model.text import capital, say
from hexumpire.rulesets.aworldatwar.rules.approach import Pressure
from hexumpire.rulesets.aworldatwar.rules.payment import LossesOwed, always
from hexumpire.rulesets.aworldatwar.rules.survey import Keys, Survey
from hexumpire.rulesets.aworldatwar.setting import Counts, Kind, Setting
from hexumpire.rulesets.aworldatwar.tables import LIMITS

BETWEEN = ("trim-attacker", "trim-defender", "rest-attacker", "rest-defender")
"""Before another round, in this order: air over the limit because ground units were lost, which dies (15.632), and
because ground units sit the round out, which sits it out with them (15.71)."""
ONLY_AIR = "only air beyond three factors for each ground factor goes now"


def das_factor(seen: Sequence[Pressure]) -> int:
    """How often defensive air counts: three times against an invasion (15.51), which strikes all attacked hexes."""
    return LIMITS["das_against_invasion"] if seen[0].landing else 1


def air_excess(fighting: Sequence[Kind], left: Sequence[int]) -> int:
    """Air factors beyond three for each ground factor of those who fight a round (15.632, older edition)."""
    ground = sum(k.value * left[k.index] for k in fighting if k.arm == "ground")
    air = sum(left[k.index] for k in fighting if k.arm == "air")
    return max(0, air - LIMITS["air_ratio"] * ground)


def problems(setting: Setting, at: Mapping[str, str], sides: Sequence[str]) -> Iterable[Problem]:
    """More air than that as the attack is set up (15.632), of some sides."""
    for side, word in zip(sides, ("ground support", "defensive air support"), strict=False):
        kinds = [kind for kind in setting.kinds if kind.side == side]
        over = air_excess(kinds, setting.full)
        if over:
            unit = next(kind.unit for kind in kinds if kind.arm == "air")
            message = say("{x} is {n} factor over three for each ground factor", x=word, n=over)
            if over > 1:
                message = say("{x} is {n} factors over three for each ground factor", x=word, n=over)
            yield Problem(message, f"{at[unit.id]}.factors", "15.632", "fly fewer air factors")


def over_limit(setting: Setting, left: Counts, number: int, step: str) -> LossesOwed | None:
    """The air that goes in one of the steps after round ``number``; None when none does."""
    fate, _, side = step.partition("-")
    limited = number + (fate == "rest")
    fighting = [k for k in setting.kinds if k.side == side and k.fights(limited)]
    over = air_excess(fighting, left)
    flying = {k.index for k in fighting if k.arm == "air"}
    values = tuple(int(k.index in flying) for k in setting.kinds)
    return LossesOwed(side, values, always(over)) if over else None


def trimmed(setting: Setting, left: Counts, number: int) -> Counts:
    """The counters that would fight on after a round.

    Which air goes is its owner's choice; here it is the least trained, which stays the shortest.
    """
    for step in BETWEEN:
        if owed := over_limit(setting, left, number, step):
            over, rest = owed.need, list(left)
            for kind in sorted(setting.kinds, key=lambda kind: kind.rounds):
                if owed.values[kind.index]:
                    gone = min(over, left[kind.index])
                    rest[kind.index] -= gone
                    over -= gone
            left = tuple(rest)
    return left


def over_text(owed: LossesOwed, left_to_go: int, rests: bool) -> str:
    """What is asked where air is over the limit."""
    who = capital(owed.side)
    if rests:
        return say(
            "{side}: air above three factors for each ground factor that fights on, {n} to leave out.",
            side=who, n=left_to_go,
        )  # fmt: skip
    return say("{side}: air above three factors for each ground factor, {n} to remove.", side=who, n=left_to_go)


def asks(survey: Survey) -> Keys:
    """What the form could ask: whether air dies with an entire force, and what air against a landing costs (15.61)."""
    if survey.flying:
        yield "air_dies"
    if survey.landing and any(unit.type == "air" for unit in survey.defenders):
        yield "das_losses"
