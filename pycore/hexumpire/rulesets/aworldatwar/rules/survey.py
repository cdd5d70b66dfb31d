"""What the form could ask about an attack: each subject of the rules says which questions matter to it.

A subject asks for conditions and readings with ``asks(survey)``, for fields of a counter with ``asks_of(unit, survey)``
and for fields of an attacked hex with ``asks_of_hex(target, survey)``; each yields keys of the vocabulary.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from hexumpire.model.scenario import Scenario, Unit

Keys = Iterator[str]
"""Keys of conditions, readings or fields that could matter."""


class Survey:
    """A scenario as the questions look at it: who and what is there at all, whether or not it may fight."""

    def __init__(self, scenario: Scenario) -> None:
        self.scenario = scenario
        self.known = scenario.conditions
        self.new = scenario.edition == "new"
        self.pacific = self.known["theatre"] == "pacific"
        self.attackers = [unit for unit in scenario.units if unit.side == "attacker"]
        self.defenders = [unit for unit in scenario.units if unit.side == "defender"]
        self.ours = {unit.nation for unit in self.attackers}
        self.theirs = {unit.nation for unit in self.defenders}

    @property
    def exploiting(self) -> bool:
        """Whether this is exploitation combat."""
        return self.known["phase"] == "exploitation"

    @cached_property
    def types(self) -> set[str]:
        """Types of the attackers."""
        return {unit.type for unit in self.attackers}

    @cached_property
    def landing(self) -> bool:
        """Whether any attacker comes by sea."""
        return any(unit.text("via", "land") == "sea" for unit in self.attackers)

    @cached_property
    def dropping(self) -> bool:
        """Whether any attacker comes by air."""
        return any(unit.text("via", "land") == "airdrop" for unit in self.attackers)

    @cached_property
    def flying(self) -> bool:
        """Whether either side has air."""
        return any(unit.type == "air" for unit in self.scenario.units)

    @cached_property
    def terrains(self) -> set[str]:
        """Terrain of the attacked hexes and of those that units stand in."""
        places = (*self.scenario.targets, *(unit.at for unit in self.scenario.units))
        return {self.scenario.hex(place).terrain for place in places}

    @cached_property
    def features(self) -> set[str]:
        """Features of the attacked hexes."""
        return {mark for target in self.scenario.targets for mark in self.scenario.hex(target).features}

    def trained(self, unit: Unit) -> bool:
        """Whether the training of a counter could matter."""
        return unit.side == "attacker" or unit.type in ("infantry", "mechanized", "replacement", "armor")
