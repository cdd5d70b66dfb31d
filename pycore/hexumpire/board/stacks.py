"""Where the counters of a hex lie: how large, and in which places around its middle.

The module is plain Python for CPython, Pyodide and MicroPython alike.
"""

from . import docfields as doc
from . import hexgrid
from .kept import Kept

_LAYOUTS: tuple[tuple[float, tuple[int, ...]], ...] = (
    (0.0, ()),
    (0.94, (1,)),
    (0.78, (2,)),
    (0.65, (1, 2)),
    (0.65, (2, 2)),
    (0.56, (2, 3)),
    (0.56, (3, 3)),
    (0.52, (2, 3, 2)),
    (0.5, (2, 4, 2)),
    (0.48, (3, 3, 3)),
    (0.47, (3, 4, 3)),
)
_ACROSS, _DOWN = 0.87, 0.95  # from counter to counter where they are crowded, in sizes of a counter
_LOW = 0.06  # how far below the middle of the hex that of its counters is


def _many(n: int) -> tuple[float, tuple[int, ...]]:
    """Return the size of so many counters and their rows, which have the shape of the hex that holds them.

    A row is as long as the hex is wide where it is farthest from the middle: half that is 0.85 between the upright
    sides, and grows with 1.73, the root of 3, from the corner of the slanted ones, 1.05 away.
    """
    size = 0.46
    while True:
        size *= 0.97
        for count in range(3, 9):
            rows = []
            for j in range(count):
                foot = abs(j - (count - 1) / 2) * size * _DOWN + size / 2 + _LOW
                rows.append(int((min(0.85, (1.05 - foot) * 1.73) * 2 - size) // (size * _ACROSS)) + 1)
            if min(rows) > 0 and sum(rows) >= n:
                while sum(rows) > n:
                    rows[rows.index(max(rows))] -= 1
                return size, tuple(rows)


def _slots(n: int) -> tuple[float, list[tuple[float, float]]]:
    """Return the size of a counter and the places of ``n`` counters around the middle of a hex, in hex radii."""
    if n < len(_LAYOUTS):
        size, rows = _LAYOUTS[n]
    else:
        size, rows = _many(n)
    crowded = n > 6
    step_x = size * (_ACROSS if crowded else 0.94)
    step_y = size * (_DOWN if crowded else 0.99)
    places = []
    for j in range(len(rows)):
        y = (j - (len(rows) - 1) / 2) * step_y
        for i in range(rows[j]):
            places.append(((i - (rows[j] - 1) / 2) * step_x, y))
    if n == 2:  # side by side there is room to step the second one down
        places = [(places[0][0], -0.07), (places[1][0], 0.07)]
    return size, places


def _stack(name: str, counters: list[dict[str, object]], raised: bool) -> None:
    """Give the counters of one hex their places; ``raised`` leaves room for the map's features below."""
    size, places = _slots(len(counters))
    shrink = 0.93 if raised and len(counters) != 2 else 1.0
    x, y = hexgrid.center(hexgrid.parse(name), 1)
    for counter, place in zip(counters, places):
        counter["x"] = x + place[0] * shrink
        counter["y"] = y + place[1] * shrink + (-0.01 if raised else _LOW)
        counter["size"] = size * shrink


def stacked(
    counters: list[dict[str, object]], data: dict[str, object], kept: Kept
) -> dict[str, list[dict[str, object]]]:
    """Return the counters of each hex, in their places."""
    here: dict[str, list[dict[str, object]]] = {}
    for counter in counters:
        if counter["hex"]:
            here.setdefault(doc.text(counter, "hex"), []).append(counter)
    found: dict[str, list[dict[str, object]]] = {}
    for name in here:
        raised = bool(doc.texts(data.get(name), "features"))
        made_of = (raised, here[name])
        stack = kept.same("stack " + name, made_of)
        if not isinstance(stack, list):
            stack = [dict(counter) for counter in here[name]]
            _stack(name, stack, raised)
            kept.keep("stack " + name, made_of, stack)
        found[name] = stack
    return found


def placed(counters: list[dict[str, object]], stacks: dict[str, list[dict[str, object]]]) -> list[dict[str, object]]:
    """Return the counters in the order of their units, those on hexes in their places there."""
    next_of: dict[str, int] = {}
    found = []
    for counter in counters:
        name = doc.text(counter, "hex")
        if name:
            number = next_of.get(name, 0)
            next_of[name] = number + 1
            found.append(stacks[name][number])
        else:
            found.append(dict(counter))
    return found
