"""The map as SVG: ground, hexsides, arrows, and the frames around hexes.

The module is plain Python for CPython, Pyodide and MicroPython alike.
"""

from math import sqrt

from . import docfields as doc
from . import hexgrid
from .kept import Kept
from .paint import RADIUS, Pen, esc, hexagon, num


def ground(view: dict[str, object], pen: Pen, kept: Kept) -> tuple[str, str, str, list[str]]:
    """Return the terrain of every hex, what is lit of it, the grid over that, and the patterns of the terrain."""
    hexes = doc.made(view, "hexes")
    before, made = kept.last("ground")
    if not isinstance(made, tuple) or not isinstance(before, list) or not _same_ground(hexes, before):
        made = _ground(hexes, pen) + (sorted({doc.text(hex, "pattern") for hex in hexes}),)
    kept.keep("ground", hexes, made, 1)
    lit = "".join([hexagon(doc.text(hex, "hex"), RADIUS) for hex in hexes if hex["lit"]])
    shade = f'<path d="{lit}" fill="{pen.colour("lit")}" fill-opacity=".26"/>' if lit else ""
    return (made[0], shade, made[1], made[2])


def _same_ground(hexes: list[dict[str, object]], before: list[dict[str, object]]) -> bool:
    """Tell whether the ground of these hexes is that of those."""
    if len(hexes) != len(before):
        return False
    for hex, old in zip(hexes, before):
        if hex is not old:
            for key in ("hex", "terrain", "fill", "pattern"):
                if hex[key] != old[key]:
                    return False
    return True


def _ground(hexes: list[dict[str, object]], pen: Pen) -> tuple[str, str]:
    outline = {doc.text(hex, "hex"): hexagon(doc.text(hex, "hex"), RADIUS) for hex in hexes}
    every = "".join([outline[doc.text(hex, "hex")] for hex in hexes])
    text = f'<path class="hu-edge" d="{every}" fill="none" {pen.line("edge", 9)} '
    text += 'stroke-linejoin="round" stroke-opacity=".5"/>'
    grounds: dict[str, list[dict[str, object]]] = {}
    for hex in hexes:
        grounds.setdefault(doc.text(hex, "terrain"), []).append(hex)
    for key in sorted(grounds):
        first = grounds[key][0]
        area = "".join([outline[doc.text(hex, "hex")] for hex in grounds[key]])
        text += f'<path d="{area}" fill="{esc(pen.terrain(key, doc.text(first, "fill")))}"/>'
        if first["pattern"] != "none":
            text += f'<path d="{area}" fill="url({pen.ref("p-" + doc.text(first, "pattern"))})"/>'
    return text, f'<path d="{every}" fill="none" {pen.line("grid", 2)}/>'


def _ends(side: str) -> tuple[float, float, float, float]:
    """Return the two ends of a hexside."""
    hex, d = hexgrid.parse_side(side)
    i = hexgrid.DIRECTIONS.index(d)
    corners = hexgrid.corners(hex, RADIUS)
    return corners[i] + corners[(i + 1) % 6]


def _along(side: str, start: float, stop: float) -> str:
    """Return the path along a hexside between two fractions of its length."""
    ax, ay, bx, by = _ends(side)
    dx, dy = bx - ax, by - ay
    return f"M{num(ax + dx * start)} {num(ay + dy * start)}L{num(ax + dx * stop)} {num(ay + dy * stop)}"


def _wave(side: str, waves: int, height: float) -> str:
    """Return a wavy path along a hexside, from corner to corner."""
    ax, ay, bx, by = _ends(side)
    dx, dy = (bx - ax) / waves, (by - ay) / waves
    across_x, across_y = -(by - ay) / RADIUS * height, (bx - ax) / RADIUS * height
    text = f"M{num(ax)} {num(ay)}"
    for i in range(waves):
        sway = 1 if i % 2 else -1
        text += f"Q{num(ax + dx * (i + 0.5) + across_x * sway)} {num(ay + dy * (i + 0.5) + across_y * sway)}"
        text += f" {num(ax + dx * (i + 1))} {num(ay + dy * (i + 1))}"
    return text


def _through(side: str, reach: float) -> tuple[float, float, float, float]:
    """Return the ends of a line square through the middle of a hexside."""
    ax, ay, bx, by = _ends(side)
    mx, my = (ax + bx) / 2, (ay + by) / 2
    ux, uy = (by - ay) / RADIUS * reach, -(bx - ax) / RADIUS * reach
    return (mx - ux, my - uy, mx + ux, my + uy)


def _crossing(side: str) -> str:
    """Return a two-headed arrow through a hexside."""
    ax, ay, bx, by = _through(side, 30)
    ux, uy = (bx - ax) / 60, (by - ay) / 60
    text = f"M{num(ax)} {num(ay)}L{num(bx)} {num(by)}"
    for x, y, back in ((ax, ay, 1), (bx, by, -1)):
        for lean in (-1, 1):
            wing_x, wing_y = x + back * ux * 13 - lean * uy * 10, y + back * uy * 13 + lean * ux * 10
            text += f"M{num(x)} {num(y)}L{num(wing_x)} {num(wing_y)}"
    return text


def hexsides(view: dict[str, object], pen: Pen, kept: Kept) -> str:
    """Return the features of hexsides."""
    text = kept.same("hexsides", view["sides"])
    if not isinstance(text, str):
        text = _hexsides(view, pen)
        kept.keep("hexsides", view["sides"], text)
    return text


def _hexsides(view: dict[str, object], pen: Pen) -> str:
    under = ""
    over = ""
    river = [doc.text(row, "side") for row in doc.rows(view, "sides") if row["style"] == "river"]
    if river:
        banks = "".join([_wave(side, 6, 9) for side in river])
        under += f'<path d="{banks}" {pen.line("bank", 14)} stroke-opacity=".85"/>'
    for row in doc.rows(view, "sides"):
        side = doc.text(row, "side")
        style = doc.text(row, "style")
        mark = f' data-side="{side}"' if pen.interactive else ""
        over += f'<g class="hu-side hu-{style}"{mark}><title>{esc(doc.text(row, "title"))}</title>'
        if style == "river":
            over += f'<path d="{_wave(side, 6, 9)}" {pen.line("river", 7.5)}/>'
        elif style == "fort":
            whole = _along(side, 0.05, 0.95)
            over += f'<g stroke="{pen.colour("fort")}" stroke-linecap="butt"><path d="{whole}" stroke-width="9"/>'
            over += f'<path d="{whole}" stroke-width="22" stroke-dasharray="10 10"/></g>'
        elif style == "sea":
            over += f'<path d="{_along(side, 0.0, 1.0)}" {pen.line("sea", 24)}/>'
            over += f'<path d="{_wave(side, 8, 8)}" {pen.line("foam", 3)}/>'
        elif style == "impassable":
            whole = _along(side, 0.04, 0.96)
            over += f'<path d="{whole}" {pen.line("bar", 13)}/>'
            over += f'<path d="{whole}" {pen.line("halo", 5)} stroke-dasharray="1 13" stroke-dashoffset="-9"/>'
        elif style == "arrow":
            arrow = _crossing(side)
            over += f'<path d="{arrow}" {pen.line("halo", 11)}/>'
            over += f'<path d="{arrow}" {pen.line("ink", 5)}/>'
        elif style == "road":
            ax, ay, bx, by = _through(side, 62)
            road = f"M{num(ax)} {num(ay)}L{num(bx)} {num(by)}"
            over += f'<path d="{road}" {pen.line("road", 10)}/>'
            over += f'<path d="{road}" {pen.line("halo", 4.5)}/>'
        else:
            over += f'<path d="{_along(side, 0.04, 0.96)}" {pen.line("ink", 8)}/>'
        over += "</g>"
    if not over:
        return ""
    return f'<g fill="none" stroke-linecap="round" stroke-linejoin="round">{under}{over}</g>'


def side_hits(view: dict[str, object]) -> str:
    """Return unseen lines that let every hexside be hit."""
    names = set()
    for hex in doc.made(view, "hexes"):
        for d in hexgrid.DIRECTIONS:
            names.add(hexgrid.hexside(hexgrid.parse(doc.text(hex, "hex")), d))
    text = '<g class="hu-side-hits" aria-hidden="true" stroke="#000" stroke-opacity="0" stroke-width="34" '
    text += 'pointer-events="stroke">'
    for name in sorted(names):
        text += f'<path data-side="{name}" d="{_along(name, 0.12, 0.88)}"/>'
    return text + "</g>"


def _arrow(start: tuple[float, float], stop: tuple[float, float], shaft: float, head: float) -> str:
    """Return the outline of a broad arrow."""
    dx, dy = stop[0] - start[0], stop[1] - start[1]
    length = sqrt(dx * dx + dy * dy)
    ux, uy = dx / length, dy / length
    neck = length - head * 1.1
    places = []
    for along, side in ((0, shaft * 0.7), (neck, shaft), (neck, head), (length, 0)):
        places.append((start[0] + ux * along - uy * side, start[1] + uy * along + ux * side))
    for along, side in ((neck, -head), (neck, -shaft), (0, -shaft * 0.7)):
        places.append((start[0] + ux * along - uy * side, start[1] + uy * along + ux * side))
    return "M" + "L".join([f"{num(x)} {num(y)}" for x, y in places]) + "z"


def _between(row: dict[str, object], start: float, stop: float) -> tuple[tuple[float, float], tuple[float, float]]:
    """Return two points on the way from hex to hex, each at its distance from the hex it belongs to."""
    ax, ay = hexgrid.center(hexgrid.parse(doc.text(row, "from")), RADIUS)
    bx, by = hexgrid.center(hexgrid.parse(doc.text(row, "to")), RADIUS)
    length = sqrt((bx - ax) ** 2 + (by - ay) ** 2)
    ux, uy = (bx - ax) / length, (by - ay) / length
    return ((ax + ux * start, ay + uy * start), (bx - ux * stop, by - uy * stop))


def arrows(view: dict[str, object], pen: Pen, kept: Kept) -> str:
    """Return the arrows of the attack and the dotted trails of counters that moved."""
    made_of = (view["arrows"], view["trails"])
    text = kept.same("arrows", made_of)
    if not isinstance(text, str):
        text = _arrows(view, pen)
        kept.keep("arrows", made_of, text)
    return text


def _arrows(view: dict[str, object], pen: Pen) -> str:
    text = ""
    for row in doc.rows(view, "arrows"):
        if row["near"]:
            start, stop = _between(row, 50, 58)
            shape = _arrow(start, stop, 13, 29)
            text += f'<path d="{shape}" fill-opacity=".55"/>'
        else:
            start, stop = _between(row, 50, 62)
            (ax, ay), (bx, by) = start, _between(row, 50, 78)[1]
            head = _arrow(_between(row, 50, 84)[1], stop, 0, 14)
            text += f'<path d="M{num(ax)} {num(ay)}L{num(bx)} {num(by)}" stroke-width="6" stroke-dasharray="14 9"/>'
            text += f'<path d="{head}" stroke="none"/>'
    if text:
        red = pen.colour("attack")
        paint = f'fill="{red}" stroke="{red}" stroke-width="2.5" stroke-linejoin="round"'
        text = f'<g class="hu-arrows" {paint}>{text}</g>'
    trails = ""
    for row in doc.rows(view, "trails"):
        (ax, ay), (bx, by) = _between(row, 10, 55)
        trails += f"M{num(ax)} {num(ay)}L{num(bx)} {num(by)}"
    if trails:
        text += f'<path class="hu-trails" d="{trails}" {pen.line("ink", 6)} stroke-dasharray="2 13" '
        text += 'stroke-linecap="round"/>'
    return text


def _brackets(name: str, radius: float) -> str:
    """Return the six corners of a hex, each as a short angle."""
    x, y = hexgrid.center(hexgrid.parse(name), RADIUS)
    corners = hexgrid.corners((0, 0), radius)
    text = ""
    for i in range(6):
        ax, ay = corners[i - 1]
        bx, by = corners[i]
        cx, cy = corners[(i + 1) % 6]
        text += f"M{num(x + bx + (ax - bx) * 0.22)} {num(y + by + (ay - by) * 0.22)}L{num(x + bx)} {num(y + by)}"
        text += f"L{num(x + bx + (cx - bx) * 0.22)} {num(y + by + (cy - by) * 0.22)}"
    return text


def _badge(name: str, number: str, pen: Pen) -> str:
    """Return the number of an attack, on the upper left corner of a hex that it is made on."""
    x, y = hexgrid.center(hexgrid.parse(name), RADIUS)
    wide = 34 + 14 * (len(number) - 1)
    text = f'<g class="hu-number"><rect x="{num(x - 80 - wide / 2)}" y="{num(y - 65)}" rx="17" width="{wide}" '
    text += f'height="34" fill="{pen.colour("target")}" {pen.line("halo", 3)}/>'
    text += f'<text x="{num(x - 80)}" y="{num(y - 40)}" font-size="23" font-weight="700" text-anchor="middle" '
    return text + f'fill="{pen.colour("halo")}" stroke="none">{esc(number)}</text></g>'


def frames(view: dict[str, object], pen: Pen, kept: Kept) -> str:
    """Return the frames of hexes that are targets, lit, to be chosen or selected."""
    text = ""
    choice = False
    for hex in doc.made(view, "hexes"):
        if hex["legal"] or hex["target"] or hex["number"] or hex["lit"] or hex["selected"]:
            marks = (hex["target"], hex["number"], hex["lit"], hex["legal"], hex["selected"])
            key = "frame " + doc.text(hex, "hex")
            frame = kept.same(key, marks)
            if not isinstance(frame, str):
                frame = _frame(hex, pen)
                kept.keep(key, marks, frame)
            text += frame
            choice = choice or bool(hex["legal"])
    shape = f'<defs><g id="{pen.prefix}choice">{_choice(pen)}</g></defs>' if choice else ""
    return f'<g fill="none" stroke-linejoin="round" stroke-linecap="round">{shape}{text}</g>' if text else ""


def _choice(pen: Pen) -> str:
    """Return the frame of a hex that may be chosen, around the middle of the board's hex 0,0."""
    ring = hexagon("0,0", 85)
    text = f'<path d="{ring}" {pen.line("halo", 9)}/><path d="{ring}" {pen.line("legal", 5)} stroke-dasharray="13 8"/>'
    return text + f'<circle cx="-73.6" cy="42.5" r="9" fill="{pen.colour("legal")}" {pen.line("halo", 3)}/>'


def _frame(hex: dict[str, object], pen: Pen) -> str:
    """Return the frames of one hex."""
    name = doc.text(hex, "hex")
    text = ""
    if hex["target"]:
        frame = hexagon(name, 87)
        text += f'<g class="hu-target"><path d="{frame}" {pen.line("halo", 10)}/>'
        text += f'<path d="{frame}" {pen.line("target", 6)}/>'
        text += f'<path d="{hexagon(name, 79.5)}" {pen.line("target", 1.8)}/></g>'
    if hex["lit"]:
        text += f'<path class="hu-lit" d="{_brackets(name, 88)}" {pen.line("ink", 5)}/>'
    if hex["legal"]:
        x, y = hexgrid.center(hexgrid.parse(name), RADIUS)
        text += f'<use class="hu-legal" href="{pen.ref("choice")}" x="{num(x)}" y="{num(y)}"/>'
    if doc.text(hex, "number"):
        text += _badge(name, doc.text(hex, "number"), pen)
    if hex["selected"]:
        ring = hexagon(name, 95)
        text += f'<g class="hu-selected"><path d="{ring}" {pen.line("halo", 14)}/>'
        text += f'<path d="{ring}" {pen.line("select", 8)}/></g>'
    return text
