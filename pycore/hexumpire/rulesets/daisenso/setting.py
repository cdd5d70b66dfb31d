"""What is worked out once for a battle: its counters, its map, and who stands where.

Where counters are now, a :class:`Setting` is told: ``left`` and ``at`` run parallel to its pieces.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import wraps
from typing import Any, TypeVar, TypeVarTuple

from hexumpire.model.scenario import Scenario
from hexumpire.rulesets.daisenso.charting import chart_of
from hexumpire.rulesets.daisenso.numbering import around, side_between
from hexumpire.rulesets.daisenso.pieces import Piece, enemies, flipped, foe, muster, ready
from hexumpire.rulesets.daisenso.state import Counts, Places

R = TypeVar("R")
Given = TypeVarTuple("Given")


class Setting:
    """The counters of a scenario and its map; every rule takes it as its first argument."""

    def __init__(self, scenario: Scenario, dropped: int = 0, within: bool = False) -> None:
        """A battle of its own, or one ``within`` a segment: a single attack, after units (bits) have ``dropped``."""
        self.scenario = scenario
        self.within = within
        self.pieces = flipped(muster(scenario), dropped)
        self.chart = chart_of(scenario.pack)
        self.full: Counts = ready(self.pieces)
        self.home: Places = tuple(piece.unit.at for piece in self.pieces)
        self.by_id = {piece.id: piece for piece in self.pieces}
        self.kept: defaultdict[Callable[..., Any], dict[tuple[Any, ...], Any]] = defaultdict(dict)
        """What was worked out before, by the function that did it and by its arguments (see :func:`kept`)."""
        self._marks: dict[tuple[str, str], frozenset[str]] = {}
        self._numbers = {unit.id: number for number, unit in enumerate(scenario.units)}

    def path(self, piece: Piece) -> str:
        """Where the document of the scenario has a counter."""
        return f"$.units[{self._numbers[piece.unit.id]}]"

    @property
    def blitz(self) -> bool:
        """Whether this is Blitz combat."""
        return self.scenario.conditions["segment"] == "blitz"

    def has(self, kind: str, side: str = "") -> bool:
        """Whether a unit of a type was set up, perhaps on one side."""
        return any(unit.type == kind and side in ("", unit.side) for unit in self.scenario.units)

    # --- the map --------------------------------------------------------------------------------------

    def drawn(self, at: Places) -> list[str]:
        """Hexes of the board as it is drawn: the map, the targets and all around them, and every counter's."""
        targets = self.scenario.targets
        found = [*self.scenario.hexes, *targets, *at, *(hex for target in targets for hex in around(target))]
        return list(dict.fromkeys(found))

    def text(self, place: str, key: str) -> str:
        """A choice of a hex, such as its weather."""
        return str(self.scenario.hex(place).values[key])

    def flag(self, place: str, key: str) -> bool:
        """A yes or no of a hex."""
        return self.scenario.hex(place).values[key] is True

    def sea(self, place: str) -> bool:
        """Whether a hex is all sea."""
        return self.scenario.hex(place).terrain == "sea"

    def city(self, place: str) -> bool:
        """Whether a city stands in a hex."""
        return "city" in self.scenario.hex(place).features

    def weather(self, place: str) -> str:
        """``fine``, ``mud``, ``storms`` or ``snow``."""
        return self.text(place, "weather")

    def marks(self, a: str, b: str) -> frozenset[str]:
        """What lies along the hexside of two neighbours; sea hexes have all-sea sides all round, straits aside.

        A Beachhead hexside is one for both sides: any unit may attack across it (4.2.1.1.beachhead).
        """
        found = self._marks.get((a, b))
        if found is None:
            given = set(self.scenario.sides.get(side_between(a, b), ()))
            if "beachhead" in given:
                given -= {"allsea"}
            elif (self.sea(a) or self.sea(b)) and "strait" not in given:
                given.add("allsea")
            found = self._marks[a, b] = self._marks[b, a] = frozenset(given)
        return found

    # --- who is where ---------------------------------------------------------------------------------

    def here(self, place: str, left: Counts, at: Places, side: str = "", kinds: Sequence[str] = ()) -> list[Piece]:
        """Counters in a hex, perhaps of one side and of some kinds only."""
        return [
            piece for piece in self.pieces
            if at[piece.index] == place and left[piece.index]
            and (not side or piece.side == side) and (not kinds or piece.kind in kinds)
        ]  # fmt: skip

    def faction(self, place: str, left: Counts, at: Places, side: str) -> str:
        """The faction of the ground units of ``side`` in a hex; empty when nobody stated it."""
        return next((p.faction for p in self.here(place, left, at, side, ("ground",)) if p.faction), "")

    def foes(self, place: str, left: Counts, at: Places, side: str, kinds: Sequence[str], own: str = "") -> list[Piece]:
        """Counters in a hex that are hostile to ``side``: the other side's, and enemies of its ``own`` faction.

        Western and Soviet units that the Axis attacks are each other's enemies all the same (4.factions).
        """
        found = self.here(place, left, at, foe(side), kinds)
        return found + [p for p in self.here(place, left, at, side, kinds) if own and enemies(p.faction, own)]

    def friends(self, place: str, left: Counts, at: Places, side: str, kinds: Sequence[str], own: str) -> list[Piece]:
        """Counters in a hex of ``side`` that are no enemies of its ``own`` faction."""
        return [p for p in self.here(place, left, at, side, kinds) if not enemies(p.faction, own)]

    def enemy_unit(self, place: str, left: Counts, at: Places, side: str, own: str = "") -> bool:
        """Whether a unit hostile to ``side`` stands there; a lone Air unit counts by the reading chosen."""
        kinds = ("ground", "air") if self.scenario.readings["lone_air"] == "unit" else ("ground",)
        return bool(self.foes(place, left, at, side, kinds, own))

    def enemy_words(self, place: str, left: Counts, at: Places, side: str, own: str = "") -> str:
        """Why an enemy unit closes a hex; a lone Air unit bars by the reading chosen."""
        if self.foes(place, left, at, side, ("ground",), own):
            return "an enemy unit is there"
        return "a lone enemy Air unit is there, an enemy unit by the reading chosen"

    def enemy_marker(self, place: str, left: Counts, at: Places, side: str, kind: str, own: str = "") -> bool:
        """Whether a hostile marker of a kind lies there."""
        return bool(self.foes(place, left, at, side, (kind,), own))

    def confined(self, piece: Piece, place: str) -> bool:
        """Whether a marker in its capital keeps a unit from a hex abroad (4.2.1.1.capital, 4.2.8.capital)."""
        return piece.unit.flag("capital") and piece.standing != "major" and self.text(place, "country") != piece.nation

    def friendly_beachhead(self, place: str, left: Counts, at: Places, side: str, own: str = "") -> bool:
        """Whether a Beachhead marker of ``side`` lies there."""
        return bool(self.friends(place, left, at, side, ("beachhead",), own))

    def refuge(self, place: str, left: Counts, at: Places, side: str, own: str) -> bool:
        """Whether a friendly ground unit, Airdrop or Air unit is there (4.2.5.1.p2)."""
        return bool(self.friends(place, left, at, side, ("ground", "airdrop", "air"), own))


class SegmentSetting(Setting):
    """The counters and the map of a segment, and of the attacks within it."""

    def __init__(self, scenario: Scenario) -> None:
        super().__init__(scenario)
        self._blitz = replace(scenario, conditions={**scenario.conditions, "segment": "blitz"})
        self._attacks: dict[int, Setting] = {}

    def attack(self, dropped: int) -> Setting:
        """The setting of the attacks of the segment after units (bits) have dropped."""
        found = self._attacks.get(dropped)
        if found is None:
            found = self._attacks[dropped] = Setting(self._blitz, dropped, within=True)
        return found


def kept(work: Callable[[Setting, *Given], R]) -> Callable[[Setting, *Given], R]:
    """The same function, which works out nothing twice for a setting."""

    @wraps(work)
    def ask(setting: Setting, *given: *Given) -> R:
        known = setting.kept[work]
        found: R
        try:
            found = known[given]
        except KeyError:
            found = known[given] = work(setting, *given)
        return found

    return ask
