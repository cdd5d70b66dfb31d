"""Questions to the map and to who stands where: hexsides, weather, zones of control, friends and enemies.

A :class:`Board` knows the scenario; where counters are now, it is told: ``left`` and ``at`` run parallel to the pieces.
"""

from __future__ import annotations

from collections.abc import Sequence

from hexumpire.model.scenario import Scenario
from hexumpire.rulesets.daisenso.numbering import around, shown, side_between
from hexumpire.rulesets.daisenso.pieces import Counts, Piece, enemies, foe
from hexumpire.rulesets.daisenso.tables import STEPS

Places = tuple[str, ...]
SEA_SIDES = ("allsea", "beachhead", "strait")
"""Hexsides that marines assault across (4.2.3.6.shift, 4.2.6.1.marine)."""
BROKEN = ("strait", "beachhead", "mountain")
"""Hexsides that open voluntary conversion (4.2.5.3.vol-a)."""
STOPS = ("allsea", "beachhead", "mountain", "strait")
"""Hexsides behind which an exploiting unit stops (4.2.8.stop-hexside)."""
WALLS = {"stops": ("mountain", "allsea", "lake"), "reaches": ("mountain",)}
"""Hexsides over which no zone of control reaches, by the reading of water (4.2.5.1.zoc)."""


class Board:
    """The map of a scenario and its counters."""

    def __init__(self, scenario: Scenario, pieces: tuple[Piece, ...]) -> None:
        self.scenario = scenario
        self.pieces = pieces
        self._marks: dict[tuple[str, str], frozenset[str]] = {}
        self._walls = frozenset(WALLS[scenario.readings["zone_water"]])

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

    def foul_weather(self, target: str, left: Counts, at: Places) -> str:
        """The weather that shields a hex in the Blitz segment; empty when none does (4.1.2.weather).

        It shields units, so that a lone marker may be attacked by the reading chosen.
        """
        weather = self.weather(target)
        if self.scenario.conditions["segment"] != "blitz" or weather == "fine":
            return ""
        alone = not self.here(target, left, at, "defender", ("ground",))
        return "" if alone and self.scenario.readings["marker_weather"] == "allowed" else weather

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

    def friends(
        self, place: str, left: Counts, at: Places, side: str, kinds: Sequence[str], own: str = ""
    ) -> list[Piece]:
        """Counters in a hex of ``side`` that are no enemies of its ``own`` faction."""
        return [p for p in self.here(place, left, at, side, kinds) if not enemies(p.faction, own)]

    def enemy_unit(self, place: str, left: Counts, at: Places, side: str, own: str = "") -> bool:
        """Whether a unit hostile to ``side`` stands there; a lone Air unit counts by the reading chosen."""
        kinds = ("ground", "air") if self.scenario.readings["lone_air"] == "unit" else ("ground",)
        return bool(self.foes(place, left, at, side, kinds, own))

    def enemy_words(self, place: str, left: Counts, at: Places, side: str, own: str = "") -> str:
        """How an enemy unit in a hex is told of; a lone Air unit bars by the reading chosen."""
        if self.foes(place, left, at, side, ("ground",), own):
            return "an enemy unit is there"
        return "a lone enemy Air unit is there, an enemy unit by the reading chosen"

    def enemy_marker(self, place: str, left: Counts, at: Places, side: str, kind: str, own: str = "") -> bool:
        """Whether a hostile marker of a kind lies there."""
        return bool(self.foes(place, left, at, side, (kind,), own))

    def friendly_beachhead(self, place: str, left: Counts, at: Places, side: str, own: str = "") -> bool:
        """Whether a Beachhead marker of ``side`` lies there."""
        return bool(self.friends(place, left, at, side, ("beachhead",), own))

    def refuge(self, place: str, left: Counts, at: Places, side: str, own: str = "") -> bool:
        """Whether a friendly ground unit, Airdrop or Air unit is there (4.2.5.1.p2)."""
        return bool(self.friends(place, left, at, side, ("ground", "airdrop", "air"), own))

    # --- zones of control -----------------------------------------------------------------------------

    def ezoc(self, place: str, left: Counts, at: Places, side: str, own: str = "") -> bool:
        """Whether an enemy zone of control reaches into a hex, for ``side``; a friendly Airdrop cancels it.

        What is stated of the hex holds whatever the units beside it are (4.2.5.1.zoc).
        """
        said = self.text(place, "zoc")
        if said == "units":
            if self.controller(place, left, at, side, own) is None:
                return False
        elif said not in (foe(side), "both"):
            return False
        return not self.friends(place, left, at, side, ("airdrop",), own)

    def controller(self, place: str, left: Counts, at: Places, side: str, own: str = "") -> Piece | None:
        """A unit hostile to ``side`` whose zone of control reaches into a hex; None when there is none.

        It reaches the hexes around the unit, except over mountain hexsides (and water, by the reading chosen).
        """
        near = around(place)
        for piece in self.pieces:
            start = at[piece.index]
            if (
                (piece.side != side or (own and enemies(piece.faction, own))) and piece.kind == "ground"
                and start in near and self.controls(piece, left[piece.index])
                and not self.marks(start, place) & self._walls
            ):  # fmt: skip
                return piece
        return None

    def controls(self, piece: Piece, left: int) -> bool:
        """Whether a unit with so many steps left has a zone of control: by its mark, else by the reading chosen."""
        said = piece.unit.text("zone", "usual")
        if said != "usual":
            return said == "yes" and left > 0
        who = self.scenario.readings["zones"]
        return left >= STEPS["two"] if who == "multi" else who == "all" and left > 0

    def zone_words(self, place: str, left: Counts, at: Places, side: str, own: str = "") -> str:
        """Whose zone of control keeps ``side`` out of a hex."""
        piece = self.controller(place, left, at, side, own) if self.text(place, "zoc") == "units" else None
        if piece is None:
            return "an enemy zone of control is there"
        return f"the zone of control of the {piece.name_at(left[piece.index])} in {shown(at[piece.index])} is there"
