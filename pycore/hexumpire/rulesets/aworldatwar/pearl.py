"""Pearl Harbor: only two of its ordinary units count against a Japanese landing or drop (12.19, 15.41)."""

from __future__ import annotations

from collections.abc import Sequence

from hexumpire.model.battle import Decision, Option
from hexumpire.model.scenario import Scenario
from hexumpire.rulesets.aworldatwar.forces import Counts, Kind, minus
from hexumpire.rulesets.aworldatwar.tables import LIMITS


class PearlHarbor:
    """Who of the defenders is left out, when Japan comes over the beach or by air."""

    def __init__(self, scenario: Scenario, kinds: Sequence[Kind]) -> None:
        self.picker = scenario.readings["pearl_picker"]
        self._kinds = tuple(kinds)
        ground = [kind for kind in kinds if kind.arm == "ground"]
        attacked = any("pearl_harbor" in scenario.hex(target).features for target in scenario.targets)
        coming = any(
            kind.side == "attacker" and kind.unit.text("via") in ("sea", "airdrop") and kind.unit.nation == "Japanese"
            for kind in ground
        )
        self._units = [k for k in ground if k.side == "defender" and not k.specialised] if attacked and coming else []

    def surplus(self, left: Counts) -> int:
        """How many of the units there count no longer."""
        return max(0, sum(left[kind.index] for kind in self._units) - LIMITS["pearl_harbor"])

    def counting(self, left: Counts) -> Counts:
        """The counters without those that would be left out, by the interest of who names them."""
        by_value = sorted(self._units, key=lambda kind: kind.value, reverse=self.picker == "attacker")
        while self.surplus(left):
            left = minus(left, next(kind.index for kind in by_value if left[kind.index]))
        return left

    def node(self, left: Counts) -> Decision:
        """The question who is left out."""
        options = tuple(
            Option(f"aside:{kind.unit.id}", f"Leave out the {kind.name}", ("15.41",), kind.unit.id,
                   alike=f"aside{kind.group}")
            for kind in self._units if left[kind.index]
        )  # fmt: skip
        prompt = "Only two units count here. Which one is left out?"
        return Decision(self.picker, "pick", prompt, options, ("15.41", "12.19"))
