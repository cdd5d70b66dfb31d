"""What one drawing of a board may take over from the last one: whatever is made of the same things.

A board of six hundred hexes is drawn anew after each step of a battle, in a slow Python; a step changes a few of them.
The module is plain Python for CPython, Pyodide and MicroPython alike.
"""

from math import sqrt

from . import hexgrid

_SQRT3 = sqrt(3)
VERSIONS = 3  # of one thing: what can be chosen changes to and fro during a fight


class Kept:
    """Kept from drawing to drawing of boards of one schema, in one language; without it everything is made anew."""

    def __init__(self) -> None:
        self.shapes: dict[str, str] = {}  # of counters, by how they look
        self.ids: dict[str, str] = {}  # of the elements of hexes, by their names
        self._names: dict[str, str] = {}
        self._shown: set[str] = set()
        self._order: list[str] = []
        self._index: dict[str, int] = {}
        self._extent: list[float] = []
        self._made: dict[str, list[tuple[object, object]]] = {}
        self._scenario: dict[str, object] | None = None
        self._written: dict[str, list[str]] = {}
        self._board: object = None
        self._marked: list[tuple[str, set[str]]] = []
        self._stacks: dict[str, list[dict[str, object]]] = {}
        self._hexes: list[dict[str, object]] = []

    def name(self, text: str) -> str:
        """Return the name of a hex as the grid writes it; ValueError when it names none."""
        if text not in self._names:
            self._names[text] = hexgrid.name(hexgrid.parse(text))
        return self._names[text]

    def written(self, scenario: dict[str, object], key: str, parts: list[object]) -> list[str]:
        """Return parts of a scenario as texts that are others where the parts are others.

        A scenario that is the very object of the last time is not looked at again: it must not be changed in between.
        """
        if scenario is not self._scenario:
            self._scenario, self._written = scenario, {}
        if key not in self._written:
            self._written[key] = [repr(part) for part in parts]
        return self._written[key]

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
        self._shown, self._hexes = shown, []
        self._order = sorted(shown, key=reading_order)
        self._index = {name: i for i, name in enumerate(self._order)}
        places = [hexgrid.center(hexgrid.parse(name), 1) for name in self._order]
        x, y = [place[0] for place in places], [place[1] for place in places]
        self._extent = [min(x) - _SQRT3 / 2 - 0.1, min(y) - 1.1, max(x) + _SQRT3 / 2 + 0.1, max(y) + 1.1]

    def untouched(
        self, board: object, marked: list[tuple[str, set[str]]], stacks: dict[str, list[dict[str, object]]]
    ) -> tuple[list[dict[str, object]], list[int]]:
        """Return the hexes of the last view of this board, and the places of those in it that must be made anew.

        ``board`` is all that the hexes are made of but their marks and the counters that stand on them.
        """
        order = self._order
        if self._board != board or not self._hexes:
            return [{} for _ in order], list(range(len(order)))
        names = {name for name in stacks if self._stacks.get(name) is not stacks[name]}
        names.update([name for name in self._stacks if name not in stacks])
        for (_, now), (_, then) in zip(marked, self._marked):
            names.update(now ^ then)
        return list(self._hexes), sorted([self._index[name] for name in names if name in self._index])

    def keep_hexes(
        self,
        hexes: list[dict[str, object]],
        board: object,
        marked: list[tuple[str, set[str]]],
        stacks: dict[str, list[dict[str, object]]],
    ) -> None:
        """Keep the hexes of a view, and what they are made of."""
        self._hexes, self._board, self._marked, self._stacks = hexes, board, marked, stacks

    def same(self, key: str, made_of: object) -> object:
        """Return what was made under this key of these things; None when it was of others, or not yet."""
        for before, result in self._made.get(key, ()):
            if before == made_of:
                return result
        return None

    def latest(self, key: str, made_of: object) -> object:
        """Return what this was compared with last if it is the same, so that comparing it again takes no time."""
        for before, _ in self._made.get(key, ()):
            if before == made_of:
                return before
        self.keep(key, made_of, None)
        return made_of

    def last(self, key: str) -> tuple[object, object]:
        """Return what was made under this key last: what of, and the result; both None when nothing was."""
        return self._made[key][0] if key in self._made else (None, None)

    def keep(self, key: str, made_of: object, result: object, versions: int = VERSIONS) -> None:
        """Keep what was made under this key, and of what was kept under it before the latest, ``versions`` in all."""
        self._made[key] = [(made_of, result)] + self._made.get(key, [])[: versions - 1]


def reading_order(name: str) -> tuple[int, int]:
    """Return where a hex comes, row by row."""
    q, r = hexgrid.parse(name)
    return (r, q)
