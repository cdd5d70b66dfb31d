"""Hexes, hexsides and the numbering of printed maps.

A hex is a pair of axial coordinates ``(q, r)`` of pointy-top hexes: ``q`` grows to the east, ``r`` to the
south-east. Documents name a hex ``"q,r"`` (``"0,0"``, ``"1,-1"``) and a hexside ``"q,r:D"``, where D is a
direction. Every hexside belongs to two hexes and so has two names; the canonical one uses E, NE or NW.

The terms are those of Red Blob Games' guide. Lines are computed in integers, so that every Python agrees. The
module is plain Python for CPython, Pyodide and MicroPython alike.
"""

from math import sqrt

DIRECTIONS = ("E", "NE", "NW", "W", "SW", "SE")
"""The six directions, counter-clockwise; side ``i`` of a hex runs from corner ``i`` to ``i + 1``."""

_STEPS = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))
_DIGITS = "0123456789"
_SQRT3 = sqrt(3)
_UNIT_CORNERS = (
    (_SQRT3 / 2, 0.5),
    (_SQRT3 / 2, -0.5),
    (0.0, -1.0),
    (-_SQRT3 / 2, -0.5),
    (-_SQRT3 / 2, 0.5),
    (0.0, 1.0),
)


KEPT = 2000
"""So many names of hexes are remembered with what they name."""
_parsed: dict[str, tuple[int, int]] = {}


def _integer(text: str) -> int | None:
    digits = text[1:] if text[:1] == "-" else text
    if not digits or len(digits) > 6:
        return None
    for letter in digits:
        if letter not in _DIGITS:
            return None
    return int(text)


def _index(d: str) -> int:
    if d in DIRECTIONS:
        return DIRECTIONS.index(d)
    raise ValueError(f"{d!r} is not a direction; the directions are E, NE, NW, W, SW and SE")


# --- hexes ----------------------------------------------------------------------------------------


def parse(text: str) -> tuple[int, int]:
    """Return the hex that ``text`` names, such as ``"1,-1"``; ValueError when it names none."""
    known = _parsed.get(text)
    if known is None:
        known = _parse(text)
        if len(_parsed) >= KEPT:
            _parsed.clear()
        _parsed[text] = known
    return known


def _parse(text: str) -> tuple[int, int]:
    parts = text.split(",")
    if len(parts) == 2:
        q = _integer(parts[0].strip())
        r = _integer(parts[1].strip())
        if q is not None and r is not None:
            return (q, r)
    raise ValueError(f"{text!r} is not a hex; write two whole numbers, such as '1,-1'")


def name(hex: tuple[int, int]) -> str:
    """Return the text name of a hex: ``(1, -1)`` is ``"1,-1"``."""
    return f"{hex[0]},{hex[1]}"


def names(some: list[str]) -> list[str]:
    """Return names of hexes as the grid writes them, each once."""
    found: list[str] = []
    for text in some:
        text = name(parse(text))
        if text not in found:
            found.append(text)
    return found


def neighbour(hex: tuple[int, int], d: str) -> tuple[int, int]:
    """Return the hex next to ``hex`` in direction ``d``."""
    q, r = _STEPS[_index(d)]
    return (hex[0] + q, hex[1] + r)


def neighbours(hex: tuple[int, int]) -> list[tuple[int, int]]:
    """Return the six hexes around ``hex``, in the order of ``DIRECTIONS``."""
    return [(hex[0] + q, hex[1] + r) for q, r in _STEPS]


def direction(a: tuple[int, int], b: tuple[int, int]) -> str | None:
    """Return the direction from ``a`` to its neighbour ``b``, or None when they are not neighbours."""
    step = (b[0] - a[0], b[1] - a[1])
    return DIRECTIONS[_STEPS.index(step)] if step in _STEPS else None


def opposite(d: str) -> str:
    """Return the direction that points back: the opposite of ``"NE"`` is ``"SW"``."""
    return DIRECTIONS[(_index(d) + 3) % 6]


def distance(a: tuple[int, int], b: tuple[int, int]) -> int:
    """Return the number of steps from ``a`` to ``b``; neighbours are one apart."""
    q = a[0] - b[0]
    r = a[1] - b[1]
    return max(abs(q), abs(r), abs(q + r))


def ring(center: tuple[int, int], n: int) -> list[tuple[int, int]]:
    """Return the hexes exactly ``n`` away, counter-clockwise from due east; ring 1 is ``neighbours``."""
    if n < 0:
        raise ValueError(f"a ring cannot have radius {n}; it must be 0 or more")
    if n == 0:
        return [center]
    found = []
    q, r = center[0] + n, center[1]
    for side in range(6):
        step = _STEPS[(side + 2) % 6]
        for _ in range(n):
            found.append((q, r))
            q, r = q + step[0], r + step[1]
    return found


def line(a: tuple[int, int], b: tuple[int, int]) -> list[tuple[int, int]]:
    """Return the hexes on the straight line from ``a`` to ``b``, both included.

    A line along a hexside always leans to the same side, so the line from ``b`` to ``a`` is the same hexes.
    """
    n = distance(a, b)
    if n == 0:
        return [a]
    # A nudge of one to two millionths of a hex takes the line off every hexside and corner.
    scale = 1000000
    whole = n * scale
    found = []
    for i in range(n + 1):
        q = (a[0] * (n - i) + b[0] * i) * scale + n
        r = (a[1] * (n - i) + b[1] * i) * scale + 2 * n
        s = -q - r
        rounded_q = (2 * q + whole) // (2 * whole)
        rounded_r = (2 * r + whole) // (2 * whole)
        rounded_s = (2 * s + whole) // (2 * whole)
        off_q = abs(rounded_q * whole - q)
        off_r = abs(rounded_r * whole - r)
        off_s = abs(rounded_s * whole - s)
        if off_q > off_r and off_q > off_s:
            rounded_q = -rounded_r - rounded_s
        elif off_r > off_s:
            rounded_r = -rounded_q - rounded_s
        found.append((rounded_q, rounded_r))
    return found


# --- hexsides -------------------------------------------------------------------------------------


def _canonical(hex: tuple[int, int], d: str) -> tuple[tuple[int, int], str]:
    return (hex, d) if _index(d) < 3 else (neighbour(hex, d), opposite(d))


def hexside(hex: tuple[int, int], d: str) -> str:
    """Return the canonical name of side ``d`` of ``hex``: the W side of ``(1, 0)`` is ``"0,0:E"``."""
    owner, facing = _canonical(hex, d)
    return name(owner) + ":" + facing


def hexside_between(a: tuple[int, int], b: tuple[int, int]) -> str:
    """Return the canonical name of the hexside that two neighbours share; ValueError when they share none."""
    d = direction(a, b)
    if d is None:
        raise ValueError(f"hexes {name(a)} and {name(b)} are not neighbours and share no hexside")
    return hexside(a, d)


def parse_side(text: str) -> tuple[tuple[int, int], str]:
    """Return the canonical ``(hex, direction)`` of a hexside named ``"q,r:D"``, or raise ValueError."""
    parts = text.split(":")
    if len(parts) != 2:
        raise ValueError(f"{text!r} is not a hexside; write a hex and a direction, such as '0,0:E'")
    return _canonical(parse(parts[0]), parts[1].strip())


# --- geometry -------------------------------------------------------------------------------------


def center(hex: tuple[int, int], size: float) -> tuple[float, float]:
    """Return the middle of a hex whose corners are ``size`` from it; x grows to the right, y downwards."""
    return (size * _SQRT3 * (hex[0] + hex[1] / 2), size * 1.5 * hex[1])


def corners(hex: tuple[int, int], size: float) -> list[tuple[float, float]]:
    """Return the six corners of a hex, counter-clockwise from the lower right one.

    The side in direction ``DIRECTIONS[i]`` runs from corner ``i`` to corner ``(i + 1) % 6``.
    """
    x, y = center(hex, size)
    return [(x + size * dx, y + size * dy) for dx, dy in _UNIT_CORNERS]


# --- printed maps: rows and columns, odd rows shoved right ----------------------------------------


def from_offset(row: int, col: int) -> tuple[int, int]:
    """Return the hex in row ``row`` and column ``col`` where odd rows are shoved half a hex right."""
    return (col - (row - row % 2) // 2, row)


def to_offset(hex: tuple[int, int]) -> tuple[int, int]:
    """Return ``(row, col)`` of a hex on a map whose odd rows are shoved half a hex right."""
    q, r = hex
    return (r, q + (r - r % 2) // 2)
