"""Advance after an exploitation attack: armor keeps its chain (15.92B, 16.47)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from hexumpire.kit.losses import Why
from hexumpire.model.battle import Option
from hexumpire.rulesets.aworldatwar.rules.advance import Advance
from hexumpire.rulesets.aworldatwar.rules.chain import Link, may_advance
from hexumpire.rulesets.aworldatwar.setting import Counts, Kind, Setting
from hexumpire.rulesets.aworldatwar.state import Moves, State


class Chain(NamedTuple):
    """The armor that exploits from one breakthrough hex: ids of the counters, and their links in the same order."""

    home: str
    ids: tuple[str, ...]
    links: tuple[Link, ...]


class ChainedAdvance(Advance):
    """Who of the survivors of an exploitation attack may move into the hexes won."""

    def __init__(self, setting: Setting, pearl_harbor: bool, chains: Sequence[Chain]) -> None:
        super().__init__(setting, pearl_harbor)
        self._chain: Mapping[str, Chain] = {name: chain for chain in chains for name in chain.ids}
        self._theatre = str(self.scenario.condition("theatre"))

    def bar(self, left: Counts, moves: Moves, kind: Kind, place: str) -> Why:
        """Why a unit's advance into a hex would break its chain; empty when it would not, or the unit is in none."""
        chain = self._chain.get(kind.unit.id)
        if chain is None:
            return "", ()
        index = {each.unit.id: each.index for each in self.kinds}
        moved = dict(moves)
        links = []
        for name, link in zip(chain.ids, chain.links, strict=True):
            own = index.get(name)
            if own is not None:
                at = self.scenario.targets[moved[own]] if own in moved else link.at
                link = link._replace(at=at, lost=not left[own])
            links.append(link)
        reason, rules = may_advance(chain.home, links, chain.ids.index(kind.unit.id), place, self._theatre)
        return reason, (*rules, "16.47", "15.92B") if rules else ()

    def options(self, state: State, kind: Kind, rooms: list[tuple[int, int]]) -> Iterator[Option]:
        """The hexes that one more counter of a kind may advance into."""
        for option in super().options(state, kind, rooms):
            if not self.bar(state.left, state.moved, kind, option.hex)[0]:
                yield option

    def kept(self, left: Counts, kind: Kind) -> Why:
        """What keeps a unit where it is when nobody advances: that would break its chain, or there is no room."""
        bars = (self.bar(left, (), kind, place) for place in self.scenario.targets)
        return next((why for why in bars if why[0]), super().kept(left, kind))

    def open_places(self, state: State) -> int:
        """How many more units can advance; none where the chains bar all that there is room for."""
        rooms = self.rooms(state)
        if not any(any(self.options(state, kind, rooms)) for kind in self.eligible(state.round)):
            return 0
        return super().open_places(state)
