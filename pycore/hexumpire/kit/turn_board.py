"""The board of a turn: what stands where between its attacks, and what of each unit is in which attack."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import replace
from itertools import count
from typing import Any, Final, NamedTuple, Protocol

from hexumpire.model.battle import Game
from hexumpire.model.scenario import PART, HexData, Scenario, Unit, whole
from hexumpire.model.vocabulary import Value, Vocabulary

STEPS: Final = "steps"
"""The field of a unit that says how many steps each of its counters has, where it has any."""


class Standing(NamedTuple):
    """Like counters of one unit in one hex: where, how many, what is changed of them, and in which attack they are.

    ``id`` is the unit's, or that and the number of a part of it; ``attack`` is -1 for those in none.
    """

    id: str
    at: str
    many: int
    values: tuple[tuple[str, Value], ...] = ()
    attack: int = -1

    @property
    def unit(self) -> str:
        """Id of the unit as it was set up."""
        return whole(self.id)


class Board(NamedTuple):
    """What stands where, and the features of hexes as far as attacks have changed them, by hex.

    ``used``: what the attacks have used up of a stock of each side, where a ruleset keeps one.
    """

    units: tuple[Standing, ...]
    ground: tuple[tuple[str, tuple[str, ...]], ...] = ()
    used: tuple[int, int] | None = None


class Leaving(Protocol):
    """What a game says of the board that it leaves."""

    def remains(self, state: Any) -> Mapping[str, Sequence[Standing]]:
        """What is left of each unit that took part, by its id, wherever it stands now; nothing of those eliminated."""

    def ground(self, state: Any) -> Mapping[str, tuple[str, ...]]:
        """The features of the hexes that it has changed."""


class Remaining(Game[Any], Leaving, Protocol):
    """A game the end of which is the board of another one."""

    def reckoned(self) -> Remaining:
        """The game whose chances are told (see :class:`hexumpire.model.battle.Game`)."""


def amount(unit: Unit, words: Vocabulary) -> str:
    """The field that says how much there is of a unit that is not counted in counters; empty for others."""
    return words.type_of[unit.type].amount


def size(unit: Unit, words: Vocabulary) -> int:
    """How much there is of a unit: counters, or factors."""
    key = amount(unit, words)
    return unit.count * unit.number(key) if key else unit.count


def divided(scenario: Scenario, words: Vocabulary) -> Board:
    """The board at the start: each unit in parts by the attacks that they are in."""
    board = []
    for unit in scenario.units:
        rest = size(unit, words)
        shares = []
        for number, declared in enumerate(scenario.attacks):
            share = min(rest, dict(declared.units).get(unit.id, 0))
            if share:
                shares.append((number, share))
                rest -= share
        undivided = not shares or (len(shares) == 1 and not rest)
        if rest:
            shares.append((-1, rest))
        for place, (number, share) in enumerate(shares):
            name = unit.id + (PART + str(place) if place else "")
            key = "" if undivided else amount(unit, words)
            values = ((key, share),) if key else ()
            count = unit.count if undivided else 1 if key else share
            board.append(Standing(name, unit.at, count, values, number))
    return Board(tuple(board))


def after(board: Board, game: Leaving, state: Any) -> Board:
    """The board with what is left of those who took part in an attack in place of what stood there."""
    left = game.remains(state)
    taken = {standing.id for standing in board.units}
    found = []
    for standing in board.units:
        parts = left.get(standing.id, (standing,))
        for place, part in enumerate(parts):
            name = standing.id
            if place:
                name = next(name for n in count(1) if (name := f"{standing.unit}{PART}{n}") not in taken)
                taken.add(name)
            values = tuple({**dict(standing.values), **dict(part.values)}.items())
            found.append(part._replace(id=name, values=values, attack=standing.attack))
    return board._replace(
        units=tuple(found), ground=tuple(sorted({**dict(board.ground), **game.ground(state)}.items()))
    )


def alike(scenario: Scenario) -> dict[str, int]:
    """A number for each unit, the same for units that are equal but for their place."""
    facts = [(unit.side, unit.type, unit.nation, tuple(unit.values.items())) for unit in scenario.units]
    return {unit.id: facts.index(fact) for unit, fact in zip(scenario.units, facts, strict=True)}


def counters(board: Board, groups: Mapping[str, int]) -> Hashable:
    """Equal for boards on which the same counters stand, whichever of equal units (:func:`alike`) they belong to."""
    found: dict[Hashable, int] = {}
    for standing in board.units:
        kind = groups[standing.unit], standing.at, standing.values, standing.attack
        found[kind] = found.get(kind, 0) + standing.many
    return frozenset(found.items()), board.ground, board.used


def scene(scenario: Scenario, board: Board) -> tuple[Unit, ...]:
    """The counters of a board as units, each with the id of its :class:`Standing`."""
    units = []
    for standing in board.units:
        unit = scenario.by_id[standing.unit]
        values = {**unit.values, **dict(standing.values)}
        units.append(replace(unit, id=standing.id, at=standing.at, count=standing.many, values=values))
    return tuple(units)


def hexes(scenario: Scenario, board: Board) -> Mapping[str, HexData]:
    """The hexes of a board, with the features that they have now."""
    if not board.ground:
        return scenario.hexes
    return {**scenario.hexes, **{at: replace(scenario.hex(at), features=found) for at, found in board.ground}}


def overlay(scenario: Scenario, words: Vocabulary, board: Board) -> dict[str, Any]:
    """What of the set-up is gone, moved, or has fewer steps or factors, as ``docs/api.md`` has it."""
    lost: dict[str, int] = {}
    left: dict[str, int] = {}
    steps: dict[str, int] = {}
    moved: dict[str, dict[str, int]] = {}
    parts: dict[str, list[Standing]] = {unit.id: [] for unit in scenario.units}
    for standing in board.units:
        parts[standing.unit].append(standing)
    for unit in scenario.units:
        here = parts[unit.id]
        key = amount(unit, words)
        if key:
            now = sum(part.many * int(dict(part.values).get(key, unit.number(key))) for part in here)
            if now < size(unit, words):
                left[unit.id] = now
            if not now:
                lost[unit.id] = unit.count
        elif sum(part.many for part in here) < unit.count:
            lost[unit.id] = unit.count - sum(part.many for part in here)
        for part in here:
            if part.at != unit.at:
                places = moved.setdefault(unit.id, {})
                places[part.at] = places.get(part.at, 0) + part.many
        if any(STEPS in dict(part.values) for part in here):
            steps[unit.id] = sum(part.many * int(dict(part.values).get(STEPS, unit.number(STEPS))) for part in here)
    return {"lost": lost, "left": left, "steps": steps, "moved": moved}
