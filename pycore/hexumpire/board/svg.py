"""The board as a picture: JSON documents in, SVG text or plain words out.

Three steps, each a pure function. ``view`` turns a schema, a scenario and (during a fight) an overlay into a
drawable board of plain lists; ``draw`` paints that board as SVG; ``describe`` reads the same board out in words.

Everything taken from a document is escaped, colours are checked, and the picture holds no script, no ``style``
attribute and no address outside itself. The module is plain Python for CPython, Pyodide and MicroPython alike, and so
are those it is made of: ``scene``, ``alt_text``, ``paint``, ``symbols``, ``svg_map`` and ``svg_counters``.
"""

from . import docfields as doc
from . import hexgrid
from .alt_text import describe, say, units_words
from .kept import Kept
from .paint import COLOURS, RADIUS, Pen, esc, hex_id, hexagon, num, ratio, theme_css, unit_id
from .scene import counter_of, view
from .svg_counters import counter_defs, counter_shape, stacked
from .svg_map import arrows, frames, ground, hexsides, side_hits
from .symbols import GLYPHS, PATTERNS, SIDE_STYLES, SYMBOLS

__all__ = [
    "COLOURS",
    "GLYPHS",
    "PATTERNS",
    "RADIUS",
    "SIDE_STYLES",
    "SYMBOLS",
    "Kept",
    "Pen",
    "counter_of",
    "counter_shape",
    "defs",
    "describe",
    "draw",
    "hex_id",
    "pieces",
    "theme_css",
    "unit_id",
    "view",
]


def draw(view: dict[str, object], options: dict[str, object] | None = None) -> str:
    """Return a board made by ``view`` as SVG text.

    Options, all of them optional:

    - ``size``: radius of a hex in pixels (default 64), which sets the width and height of the picture;
    - ``theme``: "light" or "dark" (fixed colours), or "auto" (default: CSS custom properties, light unless set);
    - ``interactive``: adds ``data-hex``, ``data-unit`` and ``data-side``, ids, the roles of a grid with one tab
      stop, and labels in words; without it the picture is one image;
    - ``side_hits``: with ``interactive``, every hexside can be hit, not only those with features;
    - ``active``: the hex that ``aria-activedescendant`` names (default: selected, else the first target);
    - ``standalone``: adds a small ``<style>`` so that theme "auto" follows the reader's colour scheme, and paper;
    - ``longest_name``: so many letters of the name of a hex are written at most; its label has them all;
    - ``title``, ``desc``: what the picture is called, and described as;
    - ``id_prefix``: put before every id, for many boards on one page.
    """
    return "".join([text for _, text in pieces(view, options)])


def pieces(
    view: dict[str, object], options: dict[str, object] | None = None, kept: Kept | None = None
) -> list[tuple[str, str]]:
    """Return the same picture in pieces, each with the id of its element, or "" where it is no element of its own.

    With ``kept`` from the last drawing in the same options, and option ``patches``, which gives an id to every piece
    that may change, whoever shows the picture need but change the pieces that differ.
    """
    options, kept = options or {}, kept or Kept()
    pen = Pen(options, kept.shapes)
    extent = view["extent"]
    left, top, right, bottom = [float(edge) * RADIUS for edge in extent] if isinstance(extent, list) else [0.0] * 4
    active = _active(view, options)
    first = _open(view, options, pen, active, left, top, right - left, bottom - top)
    land, lit, grid, patterns = ground(view, pen, kept)
    found = [("", first), _piece(options, pen, "defs", defs(view, pen, patterns))]
    if options.get("standalone"):
        paper = pen.colour("paper")
        found.append(
            (
                "",
                '<path d="M%s %sH%sV%sH%sz" fill="%s"/>'
                % (num(left), num(top), num(right), num(bottom), num(left), paper),
            )
        )
    found.append(("", '<g aria-hidden="true">' if pen.interactive else "<g>"))
    for name, text in (("ground", land), ("lit", lit), ("grid", grid)):
        found.append(_piece(options, pen, name, text))
    for name, draw_it in (("frames", frames), ("arrows", arrows), ("sides", hexsides)):
        found.append(_piece(options, pen, name, draw_it(view, pen, kept)))
    found.append(("", "</g>"))
    found += _cells(view, options, active, pen, kept)
    found.append(_piece(options, pen, "trays", _tray_boxes(view, pen)))
    hits = side_hits(view) if options.get("side_hits") and pen.interactive else ""
    found.append(_piece(options, pen, "hits", hits))
    found.append(("", "</svg>"))
    return found


def _piece(options: dict[str, object], pen: Pen, name: str, text: str) -> tuple[str, str]:
    """Return a piece of the picture, in a group of its own where it may be changed alone."""
    if not options.get("patches"):
        return ("", text)
    id = pen.prefix + "part-" + name
    return (id, '<g id="%s">%s</g>' % (id, text))


def _active(view: dict[str, object], options: dict[str, object]) -> str:
    """Return the name of the hex that keys act on: the one asked for, else what is selected, a target or the first."""
    hexes = doc.made(view, "hexes")
    wanted = doc.text(options, "active")
    selected = target = ""
    if wanted in [hex["hex"] for hex in hexes]:
        return wanted
    for hex in hexes:
        if hex["selected"] and not selected:
            selected = doc.text(hex, "hex")
        if hex["target"] and not target:
            target = doc.text(hex, "hex")
    return selected or target or doc.text(hexes[0], "hex")


def _open(
    view: dict[str, object],
    options: dict[str, object],
    pen: Pen,
    active: str,
    left: float,
    top: float,
    width: float,
    height: float,
) -> str:
    scale = doc.number(options, "size", 64) / RADIUS
    box = "%s %s %s %s" % (num(left), num(top), num(width), num(height))
    title = doc.text(options, "title", "Board")
    desc = doc.text(options, "desc")
    p = pen.prefix
    text = '<svg xmlns="http://www.w3.org/2000/svg" class="hu-board" viewBox="%s"' % box
    text += ' width="%s" height="%s"' % (num(width * scale), num(height * scale))
    text += ' font-family="system-ui,Segoe UI,Roboto,Helvetica,Arial,sans-serif"'
    text += ' aria-labelledby="%stitle"' % p + (' aria-describedby="%sdesc"' % p if desc else "")
    if pen.interactive:
        text += ' id="%sboard" role="grid" tabindex="0" aria-activedescendant="%s%s">' % (p, p, hex_id(active))
    else:
        text += ' role="img">'
    text += '<title id="%stitle">%s</title>' % (p, esc(title))
    if desc:
        text += '<desc id="%sdesc">%s</desc>' % (p, esc(desc))
    if options.get("standalone") and pen.theme == "auto":
        dark = theme_css(view, "dark")
        text += "<style>@media (prefers-color-scheme:dark){.hu-board{" + dark + "}}</style>"
    return text


def defs(view: dict[str, object], pen: Pen, patterns: list[str]) -> str:
    """Return the shapes that a board uses more than once: those of counters, and the patterns of its terrains."""
    p = pen.prefix
    text = "<defs>"
    for name in patterns:
        width, height, shape = PATTERNS[name]
        if shape:
            text += '<pattern id="%sp-%s" width="%s" height="%s" patternUnits="userSpaceOnUse">' % (
                p,
                name,
                num(width),
                num(height),
            )
            text += pen.ink(shape) + "</pattern>"
    text += counter_defs(doc.rows(view, "counters"), pen)
    return text + "</defs>"


def _cells(
    view: dict[str, object], options: dict[str, object], active: str, pen: Pen, kept: Kept
) -> list[tuple[str, str]]:
    """Return the hexes row by row: of those of the last drawing only such as are others now are drawn anew."""
    stacks: dict[str, list[dict[str, object]]] = {}
    for counter in doc.rows(view, "counters"):
        stacks.setdefault(doc.text(counter, "hex"), []).append(counter)
    longest = doc.whole(options, "longest_name")
    hexes = doc.made(view, "hexes")
    last = kept.last("cells")[1]
    names: list[str] = []
    places: list[int] = []
    found: list[tuple[str, str]] = []
    before: list[dict[str, object]] = []
    was = ""
    if isinstance(last, tuple):
        names, before, was, places, found = last
    changed = {i for i, (hex, old) in enumerate(zip(hexes, before)) if hex is not old}
    if len(hexes) == len(before) and not [i for i in changed if hexes[i]["hex"] != names[i]]:
        found = list(found)
        if active != was:
            changed.update([names.index(name) for name in (active, was) if name in names])
    else:
        names = [doc.text(hex, "hex") for hex in hexes]
        places, found = _rows(names, pen)
        changed = set(range(len(names)))
    for i in changed:
        text = _inner(hexes[i], stacks.get(names[i], []), longest, pen, kept)
        id = ""
        if pen.interactive:
            id = kept.ids[names[i]] = kept.ids.get(names[i]) or pen.prefix + hex_id(names[i])
            text = _cell(hexes[i], id, names[i] == active) + text + "</g>"
        found[places[i]] = (id, text)
    kept.keep("cells", None, (names, hexes, active, places, found), 1)
    return found


def _rows(names: list[str], pen: Pen) -> tuple[list[int], list[tuple[str, str]]]:
    """Return the place of each hex in a list of pieces, and that list, with room for the hexes between their rows."""
    if not pen.interactive:
        return list(range(len(names))), [("", "")] * len(names)
    places: list[int] = []
    found: list[tuple[str, str]] = []
    row = ""
    for name in names:
        if name.split(",")[1] != row:
            found.append(("", ("</g>" if row else "") + '<g role="row">'))
            row = name.split(",")[1]
        places.append(len(found))
        found.append(("", ""))
    return places, found + ([("", "</g>")] if names else [])


def _inner(hex: dict[str, object], here: list[dict[str, object]], longest: int, pen: Pen, kept: Kept) -> str:
    """Return what stands and lies in a hex, and where it can be hit."""
    name = doc.text(hex, "hex")
    made_of = (here, hex["features"], hex["name"], hex["printed"])
    text = kept.same("inner " + name, made_of)
    if not isinstance(text, str):
        text = stacked(here, pen) + _features(hex, len(here), pen) + _name_text(hex, longest, pen)
        if pen.interactive:
            text = '<path class="hu-hit" d="%s" fill="#fff" fill-opacity="0"/>%s' % (hexagon(name, 97), text)
        kept.keep("inner " + name, made_of, text)
    return text


def _cell(hex: dict[str, object], id: str, active: bool) -> str:
    """Return the start of a hex that can be hit."""
    name = doc.text(hex, "hex")
    classes = "hu-hex" + (" hu-active" if active else "")
    chosen = ' aria-selected="true"' if hex["selected"] else ""
    text = '<g id="%s" class="%s" role="gridcell" data-hex="%s"%s' % (id, classes, name, chosen)
    return text + ' aria-label="%s">' % esc(doc.text(hex, "label"))


def _name_text(hex: dict[str, object], longest: int, pen: Pen) -> str:
    """Return the name of a hex, or failing that the number that the map prints, across its top; perhaps nothing."""
    x, y = hexgrid.center(hexgrid.parse(doc.text(hex, "hex")), RADIUS)
    title, number = doc.text(hex, "name"), doc.text(hex, "printed")
    if longest and len(title) > longest:
        title = title[: longest - 1] + "…"
    text = ""
    ink, halo = pen.colour("ink"), pen.colour("halo")
    at = 'x="%s" y="%s"' % (num(x), num(y - 70))
    if title:
        size = 18.0 if len(title) <= 16 else max(11.0, 18.0 * 16 / len(title))
        text = '<text class="hu-name" %s font-size="%s" font-weight="700" text-anchor="middle" fill="%s"' % (
            at,
            num(size),
            ink,
        )
        text += ' stroke="%s" stroke-width="4" stroke-linejoin="round" paint-order="stroke">%s</text>' % (
            halo,
            esc(title),
        )
    elif number:
        text = '<text class="hu-name" %s font-size="12.5" text-anchor="middle" fill="%s" fill-opacity=".65">' % (
            at,
            ink,
        )
        text += esc(number) + "</text>"
    return text


def _features(hex: dict[str, object], counters: int, pen: Pen) -> str:
    """Return the features of a hex: large in an empty hex, small at its foot under counters."""
    x, y = hexgrid.center(hexgrid.parse(doc.text(hex, "hex")), RADIUS)
    ink, halo = pen.colour("ink"), pen.colour("halo")
    text = ""
    features = doc.rows(hex, "features")
    scale = 0.78 if counters else 1.25 if len(features) < 3 else 0.95
    step = 34 * scale + 3
    foot = 76 if counters else 4
    for i in range(len(features)):
        feature = features[i]
        fx = x + (i - (len(features) - 1) / 2) * step
        text += _plaque(feature, fx, y + foot, scale, pen)
        if not counters and len(features) == 1:
            text += '<text x="%s" y="%s" font-size="15" text-anchor="middle" fill="%s"' % (num(x), num(y + 44), ink)
            text += ' stroke="%s" stroke-width="3.5" paint-order="stroke">%s</text>' % (
                halo,
                esc(doc.text(feature, "title")),
            )
    return text


def _plaque(feature: dict[str, object], x: float, y: float, scale: float, pen: Pen) -> str:
    glyph = doc.text(feature, "glyph")
    text = '<g class="hu-feature" transform="translate(%s %s)scale(%s)">' % (num(x), num(y), ratio(scale))
    text += "<title>%s</title>" % esc(doc.text(feature, "title"))
    text += '<rect x="-17" y="-17" width="34" height="34" rx="6" fill="%s" ' % pen.colour("halo")
    text += "%s/>" % pen.line("ink", 1.6)
    if glyph in GLYPHS:
        text += '<g fill="%s" transform="scale(.84)">%s</g>' % (pen.colour("ink"), pen.ink(GLYPHS[glyph]))
    else:
        tag = glyph if len(glyph) < 4 else glyph[:1].upper()
        size = 24 if len(tag) == 1 else 18 if len(tag) == 2 else 14
        text += '<text y="%s" font-size="%s" font-weight="700" text-anchor="middle" ' % (num(size * 0.36), size)
        text += 'fill="%s">%s</text>' % (pen.colour("ink"), esc(tag))
    return text + "</g>"


def _tray_boxes(view: dict[str, object], pen: Pen) -> str:
    text = ""
    for tray in doc.rows(view, "trays"):
        side = doc.text(tray, "side")
        x, y = doc.number(tray, "x") * RADIUS, doc.number(tray, "y") * RADIUS
        width = doc.number(tray, "right") * RADIUS - x
        height = doc.number(tray, "bottom") * RADIUS - y
        loose = [c for c in doc.rows(view, "counters") if not c["hex"] and c["side"] == side]
        start, end = '<g class="hu-tray">', "</g>"
        if pen.interactive:
            start = '<g class="hu-tray" role="row"><g id="%stray-%s" role="gridcell" data-tray="%s" ' % (
                pen.prefix,
                side,
                side,
            )
            start += 'aria-label="%s">' % esc(say("off", units=units_words(loose)))
            end = "</g></g>"
        text += '%s<rect class="hu-hit" x="%s" y="%s" width="%s" height="%s" ' % (
            start,
            num(x),
            num(y),
            num(width),
            num(height),
        )
        text += 'rx="14" fill="#fff" fill-opacity="0" %s stroke-dasharray="9 7"/>' % pen.line("grid", 2.5)
        text += '<text x="%s" y="%s" font-size="15" font-weight="700" ' % (num(x + 16), num(y + 25))
        text += 'fill="%s">%s</text>' % (pen.colour("ink"), esc(say("tray", side=say(side))))
        text += stacked(loose, pen) + end
    return text
