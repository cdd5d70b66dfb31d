"""What one drawing of a board may take over from the last one: whatever is made of the same things.

A board of six hundred hexes is drawn anew after each step of a battle, in a slow Python; a step changes a few of them.
The module is plain Python for CPython, Pyodide and MicroPython alike.
"""

from math import sqrt

from . import hexgrid

_SQRT3 = sqrt(3)


class Kept:
    """Kept from drawing to drawing of boards of one schema, in one language; without it everything is made anew."""

    def __init__(self) -> None:
        self._names: dict[str, str] = {}
        self._shown: set[str] = set()
        self._order: list[str] = []
        self._extent: list[float] = []
        self._made: dict[str, tuple[object, object]] = {}

    def name(self, text: str) -> str:
        """Return the name of a hex as the grid writes it; ValueError when it names none."""
        if text not in self._names:
            self._names[text] = hexgrid.name(hexgrid.parse(text))
        return self._names[text]

    def ordered(self, shown: set[str]) -> list[str]:
        """Return the names of hexes in reading order."""
        self._measure(shown)
        return self._order

    def extent(self, shown: set[str]) -> list[float]:
        """Return left, top, right and bottom of a board of these hexes, in hex radii."""
        self._measure(shown)
        return self._extent

    def _measure(self, shown: set[str]) -> None:
        if shown == self._shown:
            return
        self._shown = shown
        self._order = sorted(shown, key=reading_order)
        places = [hexgrid.center(hexgrid.parse(name), 1) for name in self._order]
        x, y = [place[0] for place in places], [place[1] for place in places]
        self._extent = [min(x) - _SQRT3 / 2 - 0.1, min(y) - 1.1, max(x) + _SQRT3 / 2 + 0.1, max(y) + 1.1]

    def same(self, key: str, made_of: object) -> object:
        """Return what was made under this key of these things; None when it was of others, or not yet."""
        found = self._made.get(key)
        return found[1] if found is not None and found[0] == made_of else None

    def keep(self, key: str, made_of: object, result: object) -> None:
        """Keep what was made under this key, in place of what was kept before."""
        self._made[key] = (made_of, result)


def reading_order(name: str) -> tuple[int, int]:
    """Return where a hex comes, row by row."""
    q, r = hexgrid.parse(name)
    return (r, q)
