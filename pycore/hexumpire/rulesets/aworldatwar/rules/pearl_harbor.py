"""Pearl Harbor: only two of its ordinary units count against a Japanese landing or drop (12.19, 15.41)."""

from __future__ import annotations

from collections.abc import Iterator

from hexumpire.kit.losses import Why
from hexumpire.model.battle import Line, Option
from hexumpire.model.text import say
from hexumpire.rulesets.aworldatwar.rules.multipliers import at_least_once
from hexumpire.rulesets.aworldatwar.rules.survey import Keys, Survey
from hexumpire.rulesets.aworldatwar.setting import Counts, Kind, Setting, minus
from hexumpire.rulesets.aworldatwar.state import State
from hexumpire.rulesets.aworldatwar.tables import LIMITS

PROMPT = "Only two units count here. Which one is left out?"
LEFT_BEHIND = Line("Units left out of the defence are eliminated as the hex falls.", ("12.19",))


class PearlHarbor:
    """Who of the defenders is left out, when Japan comes over the beach or by air."""

    def __init__(self, setting: Setting) -> None:
        scenario = setting.scenario
        self.picker = scenario.readings["pearl_picker"]
        self._defenders = [setting.kinds[i] for i in setting.ground["defender"]]
        here = {n for n, place in enumerate(scenario.targets) if "pearl_harbor" in scenario.hex(place).features}
        coming = any(
            kind.unit.nation == "Japanese"
            and (kind.unit.text("via") == "sea" or (kind.unit.text("via") == "airdrop" and kind.target in here))
            for kind in (setting.kinds[i] for i in setting.ground["attacker"])
        )
        self._units = [k for k in self._defenders if not k.specialised and k.target in here] if coming else []
        attackers = (setting.kinds[i] for i in setting.ground["attacker"])
        self._dropped = [kind for kind in attackers if kind.unit.text("via") == "airdrop"]

    def surplus(self, left: Counts) -> int:
        """How many of the units there count no longer."""
        return max(0, sum(left[kind.index] for kind in self._units) - LIMITS["pearl_harbor"])

    def counting(self, left: Counts, dms: Counts) -> Counts:
        """The counters without those that would be left out, by the interest of who names them.

        ``dms``: what each kind of defender is multiplied by, as it is attacked.
        """
        by_strength = sorted(self._units, key=lambda one: one.value * at_least_once(dms[one.index]))
        if self.picker == "attacker":
            by_strength.reverse()
        while self.surplus(left):
            left = minus(left, next(kind.index for kind in by_strength if left[kind.index]))
        return left

    def options(self, left: Counts) -> Iterator[Option]:
        """Who may be left out."""
        for kind in self._units:
            if left[kind.index]:
                text = say("Leave out the {unit}", unit=kind.name)
                yield Option(f"aside:{kind.unit.id}", text, ("15.41",), kind.unit.id, alike=f"aside{kind.group}")

    def refusals(self, left: Counts) -> Iterator[tuple[Kind, Why]]:
        """The other defenders on the ground, all of whom count, with the reason."""
        for kind in self._defenders:
            if left[kind.index] and kind not in self._units:
                yield kind, ("only ordinary units in Pearl Harbor are left out", ("12.19", "15.41"))

    def entry(self, kind: Kind) -> Line:
        """What the log says of a unit left out."""
        return Line(say("The {unit} does not count in the defence.", unit=kind.name), ("15.41",), self.picker)

    def others(self, state: State) -> set[int]:
        """Numbers of the hexes in which defenders were left out of the defence: Pearl Harbor, or none (15.41)."""
        if not state.aside:
            return set()
        return {kind.target for kind in self._defenders if state.aside[kind.index]}

    def fallen(self, state: State) -> bool:
        """Whether defenders left out die because Japan came in, over the beach or by air (12.19).

        An advance into a hex attacked with Pearl Harbor is none into it (15.44).
        """
        inside = {target for _, target in state.moved} | {k.target for k in self._dropped if state.left[k.index]}
        return state.ending == "taken" and bool(inside & self.others(state))


def asks(survey: Survey) -> Keys:
    """What the form could ask: the reading on who names the two units."""
    if "pearl_harbor" in survey.features:
        yield "pearl_picker"
