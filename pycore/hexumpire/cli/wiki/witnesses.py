"""The witness of each rule: a small battle in which the umpire would answer otherwise without that rule."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from hexumpire import rulesets
from hexumpire.files import record
from hexumpire.model import data

AT_HAND: Final = ("sum", "exception", "problem")
"""Ways in which a rule counts that are seen before anybody does anything."""
TO_COME: Final = ("roll", "question")
"""Ways in which a rule counts by the last step of the line of play, which is left to be made."""


class Shown(NamedTuple):
    """Where a rule is shown: ``link`` opens the battle at the step at which it counts.

    ``fight`` says whether it counts in the fight and not in what is worked out beforehand.
    """

    link: str
    fight: bool


def witnesses(key: str) -> dict[str, Shown]:
    """The witnesses of a ruleset by the section of the rule; none for one that has no file of them."""
    if key not in rulesets.known():
        return {}
    try:
        found: Any = data.read(rulesets.get(key).package, "witnesses")
    except FileNotFoundError:
        return {}
    records = [record.from_link(link) for link in found["battles"]]
    shown = {}
    for rule, (number, steps, form, *_) in found["rules"].items():
        one = records[number]
        actions = one.actions[: steps - (form in TO_COME)]
        shown[rule] = Shown(record.to_link(one.scenario, actions), form not in AT_HAND)
    return shown
