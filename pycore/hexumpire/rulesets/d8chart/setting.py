"""What is worked out once for a scenario and does not change: who fights, by side and arm, and their numbers."""

from __future__ import annotations

from functools import cached_property

from hexumpire.model.packs import Pack
from hexumpire.model.scenario import Scenario, Unit
from hexumpire.model.text import say
from hexumpire.model.trace import Rules
from hexumpire.rulesets.d8chart.state import Left
from hexumpire.rulesets.d8chart.units import arm_of

SIDES = ("attacker", "defender")
ARMS = ("land", "general", "air", "ship")


def land_units(scenario: Scenario) -> list[Unit]:
    """Every land unit of both sides, wherever it stands."""
    return [unit for unit in scenario.units if arm_of(unit) == "land"]


def title_of(pack: Pack, unnamed: str = "the chart pack") -> str:
    """What the players call their chart pack, which stays as it is in every language."""
    return say("{any}", any=pack.title) if pack.title else unnamed


class Setting:
    """The units of a scenario over one hex, by side and arm, with the numbers by which positions speak of them."""

    def __init__(self, scenario: Scenario) -> None:
        self.scenario = scenario
        self.target = scenario.named[0] if scenario.named else ""
        self.hex = scenario.hex(self.target)
        self.strays: list[Unit] = []
        """Land units and Generals of the defender who do not stand in the hex attacked."""
        self.bystanders: list[Unit] = []
        """Units of the attacker that have no part in this attack, of several on one board."""
        self._by: dict[tuple[str, str], list[Unit]] = {(side, arm): [] for side in SIDES for arm in ARMS}
        for unit in scenario.units:
            arm = arm_of(unit)
            if unit.flag("stands_by"):
                self.bystanders.append(unit)
            elif unit.side == "defender" and arm in ("land", "general") and unit.at != self.target:
                self.strays.append(unit)
            else:
                self._by[unit.side, arm].append(unit)
        self.lands = (*self.of("attacker"), *self.of("defender"))
        """Units with steps, as ``State.left`` numbers them."""
        self.leavers = (*self.of("defender"), *self.of("defender", "general"))
        """Units that may retreat, as runners number them."""
        self.number = {unit.id: i for i, unit in enumerate(self.lands)}
        self.full: Left = tuple((unit.number("steps"),) * unit.count for unit in self.lands)
        self.sides = {side: [i for i, unit in enumerate(self.lands) if unit.side == side] for side in SIDES}
        self.before = {side: self.steps(self.full, side) for side in SIDES}
        self.closed: dict[tuple[str, tuple[str, ...], bool, frozenset[str]], tuple[str, Rules]] = {}
        """Why hexes are closed to a retreat, as far as it was asked (see ``rules/retreat.py``)."""

    def of(self, side: str, arm: str = "land") -> list[Unit]:
        """The units of a side and arm (``land``, ``general``, ``air``, ``ship``); defenders in the hex only."""
        return self._by[side, arm]

    def said(self, key: str) -> bool:
        """Whether the players say yes to one of :data:`.vocabulary.OF_ONE_ATTACK`: of this hex, else of the battle."""
        here = self.hex.values.get(key, "same")
        return self.scenario.condition(key) is True if here == "same" else here == "yes"

    def steps(self, left: Left, side: str) -> int:
        """Steps a side has left."""
        return sum(sum(left[i]) for i in self.sides[side])

    @cached_property
    def landing(self) -> list[Unit]:
        """The attackers who come from the sea."""
        return [unit for unit in self.of("attacker") if unit.text("via") == "sea"]

    @cached_property
    def by_land(self) -> list[Unit]:
        """Land units and Generals of the attacker on the map, but for those who now come from the sea or the air.

        Who has no part in this attack stands where it is, whatever way it will come or came in another.
        """
        units = (*self.of("attacker"), *self.of("attacker", "general"))
        others = (unit for unit in self.bystanders if arm_of(unit) in ("land", "general"))
        ashore = (unit for unit in others if self.scenario.hex(unit.at).terrain != "sea")
        return [*(unit for unit in units if unit.text("via", "land") == "land"), *ashore]

    @cached_property
    def mixed(self) -> bool:
        """Whether Germans and others defend together."""
        germans = [unit.nation == "German" for unit in self.of("defender")]
        return any(germans) and not all(germans)

    @cached_property
    def walled(self) -> bool:
        """Whether there are impassable mountains on the map, which not every unit crosses."""
        return any("impassable" in marks for marks in self.scenario.sides.values())
