"""Hexes as players call them: one name for each, wherever it is said.

The rules think in axial coordinates. A text names a hex by :func:`mention`, a mark that nobody can type; where the
text leaves the engine, :class:`Names` puts the hex's name in its place: what the players named it, the number that the
game's map prints, or where it lies from the hex attacked.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from typing import Final

from hexumpire.board import alt_text, hexgrid
from hexumpire.model.ruleset import Ruleset
from hexumpire.model.scenario import Scenario
from hexumpire.model.text import say

MARK: Final = "\x02"
"""What a text holds that mentions a hex."""
_END: Final = "\x03"
_MENTION = re.compile(f"(^|[.?!] )?{MARK}(-?[0-9]+);(-?[0-9]+){_END}", re.MULTILINE)

_AXIAL = re.compile(r"-?[0-9]+,-?[0-9]+")


def mention(place: str) -> str:
    """A hex ``"q,r"`` inside a text; its name takes the place of this mark where the text leaves the engine."""
    return MARK + place.replace(",", ";") + _END


def mention_side(side: str) -> str:
    """A hexside ``"q,r:D"`` inside a text."""
    hex, direction = hexgrid.parse_side(side)
    one, other = (mention(hexgrid.name(place)) for place in (hex, hexgrid.neighbour(hex, direction)))
    return say("the hexside between {place} and {place2}", place=one, place2=other)


def on_map(ruleset: Ruleset, scenario: Scenario) -> bool:
    """Whether a battle states where on the game's map it is: all of its hexes, and those around it, have a number."""
    around = (hexgrid.neighbours(hexgrid.parse(target)) for target in scenario.named)
    places = {*scenario.hexes, *scenario.named, *(unit.at for unit in scenario.units)}
    places.update(side.partition(":")[0] for side in scenario.sides)
    places.update(hexgrid.name(hex) for some in around for hex in some)
    return all(map(ruleset.place_name, places))


def finder(ruleset: Ruleset) -> Callable[[str], str]:
    """What a hex is called, as ``"q,r"``: by its axial name or, where the game's map prints numbers, by its number.

    The function raises ValueError, with a line for players, for what names no hex.
    """

    def find(text: str) -> str:
        try:
            return hexgrid.name(hexgrid.parse(text))
        except ValueError:
            return ruleset.find_place(text)

    return find


class Names:
    """What the hexes of a battle are called, in the language that :mod:`hexumpire.board.alt_text` has learnt."""

    def __init__(self, ruleset: Ruleset, scenario: Scenario) -> None:
        self._ruleset = ruleset
        self._targets, self._way = list(scenario.named), bool(scenario.path)
        self._printed = on_map(ruleset, scenario)
        given = {place: data.name for place, data in scenario.hexes.items() if data.name}
        often = Counter(given.values())
        self._given = {place: name for place, name in given.items() if often[name] == 1}

    def printed(self, place: str) -> str:
        """The number of a hex on the game's map; empty when it has none, or the battle does not say where it is."""
        return self._ruleset.place_name(place) if self._printed else ""

    def __call__(self, place: str) -> str:
        """The name of a hex ``"q,r"``."""
        spoken = (place, *self._targets)  # and the middle of the board: no other hex is in that name
        given = {one: self._given[one] for one in (*spoken, "0,0") if one in self._given}
        names = alt_text.place_names(given, {one: self.printed(one) for one in spoken})
        return alt_text.place_words(place, self._targets, names, self._way)

    def spelled(self, action: str) -> str:
        """The id of an action with the numbers of the map for its hexes, as far as the battle is on it."""
        return _AXIAL.sub(lambda found: self.printed(found[0]) or found[0], action)

    def told(self, text: str, inside: bool = False) -> str:
        """The text with the names of the hexes that it mentions; ``inside``: it will stand inside another text."""
        if MARK not in text:
            return text
        return _MENTION.sub(self._named, text if not inside else " " + text)[int(inside) :]

    def _named(self, found: re.Match[str]) -> str:
        place = f"{found[2]},{found[3]}"
        name = self(place)
        if found[1] is None or place in self._given or self.printed(place):
            return (found[1] or "") + name
        return found[1] + name[:1].upper() + name[1:]
