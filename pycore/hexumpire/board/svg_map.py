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
    shade = '<path d="%s" fill="%s" fill-opacity=".26"/>' % (lit, pen.colour("lit")) if lit else ""
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
    text = '<path class="hu-edge" d="%s" fill="none" %s ' % (every, pen.line("edge", 9))
    text += 'stroke-linejoin="round" stroke-opacity=".5"/>'
    grounds: dict[str, list[dict[str, object]]] = {}
    for hex in hexes:
        grounds.setdefault(doc.text(hex, "terrain"), []).append(hex)
    for key in sorted(grounds):
        first = grounds[key][0]
        area = "".join([outline[doc.text(hex, "hex")] for hex in grounds[key]])
        text += '<path d="%s" fill="%s"/>' % (area, esc(pen.terrain(key, doc.text(first, "fill"))))
        if first["pattern"] != "none":
            text += '<path d="%s" fill="url(%s)"/>' % (area, pen.ref("p-" + doc.text(first, "pattern")))
    return text, '<path d="%s" fill="none" %s/>' % (every, pen.line("grid", 2))


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
    return "M%s %sL%s %s" % (num(ax + dx * start), num(ay + dy * start), num(ax + dx * stop), num(ay + dy * stop))


def _wave(side: str, waves: int, height: float) -> str:
    """Return a wavy path along a hexside, from corner to corner."""
    ax, ay, bx, by = _ends(side)
    dx, dy = (bx - ax) / waves, (by - ay) / waves
    across_x, across_y = -(by - ay) / RADIUS * height, (bx - ax) / RADIUS * height
    text = "M%s %s" % (num(ax), num(ay))
    for i in range(waves):
        sway = 1 if i % 2 else -1
        text += "Q%s %s" % (num(ax + dx * (i + 0.5) + across_x * sway), num(ay + dy * (i + 0.5) + across_y * sway))
        text += " %s %s" % (num(ax + dx * (i + 1)), num(ay + dy * (i + 1)))
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
    text = "M%s %sL%s %s" % (num(ax), num(ay), num(bx), num(by))
    for x, y, back in ((ax, ay, 1), (bx, by, -1)):
        for lean in (-1, 1):
            wing_x, wing_y = x + back * ux * 13 - lean * uy * 10, y + back * uy * 13 + lean * ux * 10
            text += "M%s %sL%s %s" % (num(x), num(y), num(wing_x), num(wing_y))
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
        under += '<path d="%s" %s stroke-opacity=".85"/>' % (banks, pen.line("bank", 14))
    for row in doc.rows(view, "sides"):
        side = doc.text(row, "side")
        style = doc.text(row, "style")
        mark = ' data-side="%s"' % side if pen.interactive else ""
        over += '<g class="hu-side hu-%s"%s><title>%s</title>' % (style, mark, esc(doc.text(row, "title")))
        if style == "river":
            over += '<path d="%s" %s/>' % (_wave(side, 6, 9), pen.line("river", 7.5))
        elif style == "fort":
            whole = _along(side, 0.05, 0.95)
            over += '<g stroke="%s" stroke-linecap="butt"><path d="%s" stroke-width="9"/>' % (pen.colour("fort"), whole)
            over += '<path d="%s" stroke-width="22" stroke-dasharray="10 10"/></g>' % whole
        elif style == "sea":
            over += '<path d="%s" %s/>' % (_along(side, 0.0, 1.0), pen.line("sea", 24))
            over += '<path d="%s" %s/>' % (_wave(side, 8, 8), pen.line("foam", 3))
        elif style == "impassable":
            whole = _along(side, 0.04, 0.96)
            over += '<path d="%s" %s/>' % (whole, pen.line("bar", 13))
            over += '<path d="%s" %s stroke-dasharray="1 13" stroke-dashoffset="-9"/>' % (whole, pen.line("halo", 5))
        elif style == "arrow":
            arrow = _crossing(side)
            over += '<path d="%s" %s/>' % (arrow, pen.line("halo", 11))
            over += '<path d="%s" %s/>' % (arrow, pen.line("ink", 5))
        elif style == "road":
            ax, ay, bx, by = _through(side, 62)
            road = "M%s %sL%s %s" % (num(ax), num(ay), num(bx), num(by))
            over += '<path d="%s" %s/>' % (road, pen.line("road", 10))
            over += '<path d="%s" %s/>' % (road, pen.line("halo", 4.5))
        else:
            over += '<path d="%s" %s/>' % (_along(side, 0.04, 0.96), pen.line("ink", 8))
        over += "</g>"
    if not over:
        return ""
    return '<g fill="none" stroke-linecap="round" stroke-linejoin="round">%s%s</g>' % (under, over)


def side_hits(view: dict[str, object]) -> str:
    """Return unseen lines that let every hexside be hit."""
    names = set()
    for hex in doc.made(view, "hexes"):
        for d in hexgrid.DIRECTIONS:
            names.add(hexgrid.hexside(hexgrid.parse(doc.text(hex, "hex")), d))
    text = '<g class="hu-side-hits" aria-hidden="true" stroke="#000" stroke-opacity="0" stroke-width="34" '
    text += 'pointer-events="stroke">'
    for name in sorted(names):
        text += '<path data-side="%s" d="%s"/>' % (name, _along(name, 0.12, 0.88))
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
    return "M" + "L".join(["%s %s" % (num(x), num(y)) for x, y in places]) + "z"


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
            text += '<path d="%s" fill-opacity=".55"/>' % shape
        else:
            start, stop = _between(row, 50, 62)
            (ax, ay), (bx, by) = start, _between(row, 50, 78)[1]
            head = _arrow(_between(row, 50, 84)[1], stop, 0, 14)
            text += '<path d="M%s %sL%s %s" stroke-width="6" stroke-dasharray="14 9"/>' % (
                num(ax),
                num(ay),
                num(bx),
                num(by),
            )
            text += '<path d="%s" stroke="none"/>' % head
    if text:
        red = pen.colour("attack")
        paint = 'fill="%s" stroke="%s" stroke-width="2.5" stroke-linejoin="round"' % (red, red)
        text = '<g class="hu-arrows" %s>%s</g>' % (paint, text)
    trails = ""
    for row in doc.rows(view, "trails"):
        (ax, ay), (bx, by) = _between(row, 10, 55)
        trails += "M%s %sL%s %s" % (num(ax), num(ay), num(bx), num(by))
    if trails:
        text += '<path class="hu-trails" d="%s" %s stroke-dasharray="2 13" ' % (trails, pen.line("ink", 6))
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
        text += "M%s %sL%s %s" % (
            num(x + bx + (ax - bx) * 0.22),
            num(y + by + (ay - by) * 0.22),
            num(x + bx),
            num(y + by),
        )
        text += "L%s %s" % (num(x + bx + (cx - bx) * 0.22), num(y + by + (cy - by) * 0.22))
    return text


def _badge(name: str, number: str, pen: Pen) -> str:
    """Return the number of an attack, on the upper left corner of a hex that it is made on."""
    x, y = hexgrid.center(hexgrid.parse(name), RADIUS)
    wide = 34 + 14 * (len(number) - 1)
    text = '<g class="hu-number"><rect x="%s" y="%s" rx="17" width="%s" ' % (num(x - 80 - wide / 2), num(y - 65), wide)
    text += 'height="34" fill="%s" %s/>' % (pen.colour("target"), pen.line("halo", 3))
    text += '<text x="%s" y="%s" font-size="23" font-weight="700" text-anchor="middle" ' % (num(x - 80), num(y - 40))
    return text + 'fill="%s" stroke="none">%s</text></g>' % (pen.colour("halo"), esc(number))


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
    shape = '<defs><g id="%schoice">%s</g></defs>' % (pen.prefix, _choice(pen)) if choice else ""
    return '<g fill="none" stroke-linejoin="round" stroke-linecap="round">%s%s</g>' % (shape, text) if text else ""


def _choice(pen: Pen) -> str:
    """Return the frame of a hex that may be chosen, around the middle of the board's hex 0,0."""
    ring = hexagon("0,0", 85)
    text = '<path d="%s" %s/><path d="%s" %s stroke-dasharray="13 8"/>' % (
        ring,
        pen.line("halo", 9),
        ring,
        pen.line("legal", 5),
    )
    return text + '<circle cx="-73.6" cy="42.5" r="9" fill="%s" %s/>' % (pen.colour("legal"), pen.line("halo", 3))


def _frame(hex: dict[str, object], pen: Pen) -> str:
    """Return the frames of one hex."""
    name = doc.text(hex, "hex")
    text = ""
    if hex["target"]:
        frame = hexagon(name, 87)
        text += '<g class="hu-target"><path d="%s" %s/>' % (frame, pen.line("halo", 10))
        text += '<path d="%s" %s/>' % (frame, pen.line("target", 6))
        text += '<path d="%s" %s/></g>' % (hexagon(name, 79.5), pen.line("target", 1.8))
    if hex["lit"]:
        text += '<path class="hu-lit" d="%s" %s/>' % (_brackets(name, 88), pen.line("ink", 5))
    if hex["legal"]:
        x, y = hexgrid.center(hexgrid.parse(name), RADIUS)
        text += '<use class="hu-legal" href="%s" x="%s" y="%s"/>' % (pen.ref("choice"), num(x), num(y))
    if doc.text(hex, "number"):
        text += _badge(name, doc.text(hex, "number"), pen)
    if hex["selected"]:
        ring = hexagon(name, 95)
        text += '<g class="hu-selected"><path d="%s" %s/>' % (ring, pen.line("halo", 14))
        text += '<path d="%s" %s/></g>' % (ring, pen.line("select", 8))
    return text
