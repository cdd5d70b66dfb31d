"""What decides which of the negative DMs strike a defender: what it fights as, its shelter, its home (15.331)."""

from __future__ import annotations

from dataclasses import dataclass

from hexumpire.model.scenario import Scenario
from hexumpire.model.text import joined, say
from hexumpire.model.trace import Ledger, Rules
from hexumpire.rulesets.aworldatwar.rules.home import UNSTATED, at_home, home_unknown
from hexumpire.rulesets.aworldatwar.rules.mechanized import fights_as_infantry, negation
from hexumpire.rulesets.aworldatwar.setting import Kind
from hexumpire.rulesets.aworldatwar.tables import BORROWED, DM
from hexumpire.rulesets.aworldatwar.vocabulary import SAFE

INFANTRY_OR_REPLACEMENT = "infantry and replacements only"


@dataclass(frozen=True, slots=True)
class Exposure:
    """A defender as the negative DMs see it.

    ``infantry``: whether it fights as infantry; ``shaky``: that, or a replacement. ``shelter``: the reason why a
    feature of its hex shields it, or nothing. ``tanks``: why armor fights as infantry, and ``as_infantry`` the sections
    that say so. ``unstated``, ``borrowed``: what is noted where the country is not stated, and where the list is that
    of the newer edition.
    """

    kind: Kind
    infantry: bool
    shaky: bool
    shelter: str
    home: bool
    tanks: str
    as_infantry: Rules
    unstated: str
    borrowed: str


def exposure(scenario: Scenario, kind: Kind, target: int) -> Exposure:
    """How a defender of a target hex is exposed."""
    unit = kind.unit
    infantry = fights_as_infantry(unit, kind.mechanized)
    tanks = ""
    if infantry and unit.type == "armor":
        tanks = say("its mechanized component is negated: {x}", x=negation(unit, scenario))
    return Exposure(
        kind=kind, infantry=infantry, shaky=infantry or unit.type == "replacement",
        shelter=shielded(scenario.hex(scenario.targets[target]).features, SAFE), home=at_home(unit, scenario),
        tanks=tanks, as_infantry=("15.331", "10.32") if tanks else (),
        unstated=UNSTATED if home_unknown(unit, scenario) else "",
        borrowed=BORROWED if scenario.edition == "old" else "",
    )  # fmt: skip


def shielded(features: tuple[str, ...], safe: tuple[str, ...]) -> str:
    """Why the first of some features shields those who stand there; empty when none does."""
    mark = next((mark for mark in safe if mark in features), "")
    word = {"ic": "industrial centre", "objective": "objective hex"}.get(mark, mark)
    return say("shielded by the {x}", x=word) if mark else ""


def weaken(
    ledger: Ledger, rule: str, label: str, reason: str, *also: str, levels: int = 1, note: str = ""
) -> None:  # fmt: skip
    """One negative DM: it applies unless there is a reason why not."""
    if reason:
        ledger.skip(label, reason, rule, *also)
    else:
        ledger.add(DM[rule] * levels, label, rule, *also, note=note)


def notes(*parts: str) -> str:
    """Notes on one line of a trace, those that there are."""
    return joined(parts, "; ")
