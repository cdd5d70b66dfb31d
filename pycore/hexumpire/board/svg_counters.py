"""Counters as SVG: plate, symbol, factors, and what a fight did to them.

The module is plain Python for CPython, Pyodide and MicroPython alike.
"""

from . import docfields as doc
from .alt_text import unit_words
from .paint import RADIUS, Pen, esc, lightness, num, only, ratio, slug, unit_id
from .symbols import SYMBOLS

_ECHELONS = {
    "battalion": "II",
    "regiment": "III",
    "brigade": "X",
    "division": "XX",
    "corps": "XXX",
    "army": "XXXX",
}
_LOOK = ["ink", "fill", "side", "symbol", "letter", "echelon", "face", "count", "lost", "left", "whole", "out"]
"""What a counter shows on itself follows from these."""


def counter_defs(counters: list[dict[str, object]], pen: Pen) -> str:
    """Return the shapes that counters use more than once."""
    if not counters:
        return ""
    p = pen.prefix
    text = ""
    for symbol in sorted({doc.text(counter, "symbol") for counter in counters}):
        text += '<g id="%ss-%s">%s</g>' % (p, symbol, SYMBOLS[symbol])
    text += '<g id="%sshade"><rect x="-48" y="-47" width="101" height="101" rx="12" fill-opacity=".16"/>' % p
    text += '<rect x="-49" y="-48" width="100" height="100" rx="11" fill-opacity=".28"/></g>'
    text += '<rect id="%splate" x="-50" y="-50" width="100" height="100" rx="10" stroke="#000" ' % p
    text += 'stroke-opacity=".65" stroke-width="2"/>'
    text += '<g id="%sbevel" fill="none" stroke-width="2.6" stroke-linecap="round">' % p
    text += '<path d="M-46 40V-38a8 8 0 0 1 8-8H40" stroke="#fff" stroke-opacity=".6"/>'
    text += '<path d="M46-40V38a8 8 0 0 1-8 8H-40" stroke="#000" stroke-opacity=".22"/></g>'
    text += '<path id="%sattacker" d="M18-49H40a9 9 0 0 1 9 9v22z" stroke="none"/>' % p
    text += '<path id="%sdefender" d="M27-44q5 0 8-3 3 3 8 3v9q0 8-8 12-8-4-8-12z" ' % p
    text += 'stroke-width="5" paint-order="stroke"/>'
    text += '<pattern id="%shatch" width="11" height="11" patternUnits="userSpaceOnUse" ' % p
    text += 'patternTransform="rotate(45)"><path d="M0 0h11v11H0z" fill="#fff" fill-opacity=".45"/>'
    text += '<path d="M0 0h3.6v11H0z" fill="#333" fill-opacity=".7"/></pattern>'
    return text


def stacked(counters: list[dict[str, object]], pen: Pen) -> str:
    """Return the counters of a hex, the lower ones first, so that each leaves the next one's factors bare."""
    order = sorted(range(len(counters)), key=lambda i: (-doc.number(counters[i], "y"), doc.number(counters[i], "x")))
    return "".join([counter_shape(counters[i], pen) for i in order] + [_over(counters[i], pen) for i in order])


def _place(counter: dict[str, object]) -> str:
    x, y = doc.number(counter, "x") * RADIUS, doc.number(counter, "y") * RADIUS
    return "translate(%s %s)scale(%s)" % (num(x), num(y), ratio(doc.number(counter, "size")))


def counter_shape(counter: dict[str, object], pen: Pen) -> str:
    """Return one counter."""
    text = '<g class="hu-unit hu-%s" transform="%s"' % (doc.text(counter, "side"), _place(counter))
    if pen.interactive:
        id = doc.text(counter, "id")
        part = counter.get("part")
        text += ' id="%s%s%s" data-unit="%s" role="img"' % (
            pen.prefix,
            unit_id(id),
            "." + slug(str(part)) if part else "",
            esc(id),
        )
        text += ' aria-label="%s"' % esc(unit_words(counter))
    text += ">"
    if not pen.interactive:
        text += "<title>%s</title>" % esc(unit_words(counter))
    look = repr([counter.get(key) for key in _LOOK])
    if look not in pen.shapes:
        pen.shapes[look] = _plate(counter, pen)
    return text + pen.shapes[look] + "</g>"


def _plate(counter: dict[str, object], pen: Pen) -> str:
    """Return what a counter shows, which is the same for all that look alike."""
    ink, fill = doc.text(counter, "ink"), doc.text(counter, "fill")
    side = doc.text(counter, "side")
    count, lost = doc.whole(counter, "count", 1), doc.whole(counter, "lost")
    left = count - lost
    text = ""
    for depth in range(min(3, left) - 1, 0, -1):
        d = depth * 6
        text += '<use href="%s" x="%s" y="%s" fill="%s"/>' % (pen.ref("plate"), d, d, fill)
    text += '<use href="%s"/>' % pen.ref("shade")
    text += '<use href="%s" fill="%s"/>' % (pen.ref("plate"), fill)
    text += '<use href="%s"/>' % pen.ref("bevel")
    tint = "#fff" if lightness(ink) < 0.5 else "#000"
    text += '<g fill="%s" color="%s" font-weight="700">' % (ink, tint)
    if side == "defender":
        text += (
            '<rect x="-44.5" y="-44.5" width="89" height="89" rx="6" fill="none" stroke="%s" stroke-width="2.2"/>' % ink
        )
    shift = ' x="-8"' if count > 1 else ""
    text += '<use href="%s"%s stroke="%s" stroke-width="3.2"/>' % (
        pen.ref("s-" + doc.text(counter, "symbol")),
        shift,
        ink,
    )
    text += '<use href="%s" stroke="%s"/>' % (pen.ref(side), fill)
    letter = doc.text(counter, "letter")[:3]
    text += '<text x="-39" y="-28.5" font-size="%s" stroke="%s" ' % (18 if len(letter) < 3 else 14, fill)
    text += 'stroke-width="4" paint-order="stroke">%s</text>' % esc(letter)
    echelon = doc.text(counter, "echelon")
    mark = _ECHELONS.get(echelon, echelon if only(echelon, "XI") else "")
    if mark:
        text += '<text x="4" y="-30" font-size="11" text-anchor="middle">%s</text>' % mark
    face = doc.text(counter, "face")
    if counter.get("left") is not None:
        text += _dwindled(doc.amount(counter.get("whole")), doc.amount(counter["left"]), ink)
    elif face:
        size = min(34.0, 120.0 / max(1, len(face)))
        text += '<text class="hu-factors" y="41.5" font-size="%s" text-anchor="middle">%s</text>' % (
            num(size),
            esc(face[:12]),
        )
    text += "</g>"
    if not left:
        text += '<use href="%s" fill="#8c8c8c" fill-opacity=".62"/>' % pen.ref("plate")
        text += '<g stroke-linecap="round"><path d="M-34-34 34 34M34-34-34 34" stroke="#fff" stroke-width="15"/>'
        text += '<path d="M-34-34 34 34M34-34-34 34" %s/></g>' % pen.line("lost", 9)
    elif counter.get("out"):
        text += '<path d="M-50 14v-54a10 10 0 0 1 10-10h80a10 10 0 0 1 10 10v54z" fill="url(%s)"/>' % pen.ref("hatch")
    return text


def _wide(digits: str) -> float:
    """Return about how wide a bold number is, in font sizes; a half takes more room than a digit."""
    return 0.68 * len(digits) + (0.34 if digits[-1:] == "½" else 0)


def _dwindled(whole: str, left: str, ink: str) -> str:
    """Return the factors a counter had, small and struck through, and beside them those it still has."""
    wide_old, wide_new = _wide(whole), _wide(left)
    gap = 9.0 if whole else 0.0
    scale = min(1.0, (86 - gap) / (wide_old * 25 + wide_new * 36))
    small, size = 25 * scale, 36 * scale
    old = wide_old * small
    start = -(old + gap + wide_new * size) / 2
    text = ""
    if whole:
        text = '<text class="hu-was" x="%s" y="40" font-size="%s" fill-opacity=".85">%s</text>' % (
            num(start),
            num(small),
            whole,
        )
        text += '<path d="M%s 34.5L%s 27.5" fill="none" stroke="%s" ' % (num(start - 2), num(start + old + 2), ink)
        text += 'stroke-width="2.8" stroke-linecap="round"/>'
        start += old + gap
    return text + '<text class="hu-factors" x="%s" y="42" font-size="%s">%s</text>' % (num(start), num(size), left)


def _over(counter: dict[str, object], pen: Pen) -> str:
    """Return what lies over a counter and those beside it: how many it stands for, and that it can be chosen."""
    count, lost = doc.whole(counter, "count", 1), doc.whole(counter, "lost")
    text = ""
    if counter.get("legal"):
        green = pen.colour("legal")
        ring = '<rect x="-51" y="-51" width="102" height="102" rx="11" fill="none" '
        text += '<g class="hu-choice">%sstroke="#fff" stroke-width="9"/>' % ring
        text += '%sstroke="%s" stroke-width="6" stroke-dasharray="14 8"/>' % (ring, green)
        text += '<circle cy="-51" r="9" fill="%s" stroke="#fff" stroke-width="3"/></g>' % green
    if count - lost > 1 and counter.get("left") is None:  # factors that are left are those of all its counters
        text += _badge(3, "×%s" % (count - lost,), doc.text(counter, "ink"), doc.text(counter, "fill"))
    steps, whole = doc.whole(counter, "steps"), doc.whole(counter, "steps_whole")
    if 0 < steps < whole:
        text += _badge(
            -25 if count - lost > 1 else 3,
            "%s/%s" % (steps, whole),
            doc.text(counter, "ink"),
            doc.text(counter, "fill"),
        )
    elif 0 < lost < count:
        text += _badge(-25 if count - lost > 1 else 3, "−%s" % lost, pen.colour("lost"), "#fff")
    return '<g pointer-events="none" transform="%s">%s</g>' % (_place(counter), text) if text else ""


def _badge(y: float, words: str, fill: str, ink: str) -> str:
    """Return the small plate with a number of counters, to the right of the symbol."""
    wide = 11 + 12 * len(words)
    text = '<rect x="%s" y="%s" width="%s" height="26" rx="7" fill="%s" stroke="%s" ' % (
        57 - wide,
        y - 13,
        wide,
        fill,
        ink,
    )
    text += 'stroke-width="2.5"/><text x="%s" y="%s" font-size="21" font-weight="700" ' % (num(57 - wide / 2), y + 7.5)
    return text + 'text-anchor="middle" fill="%s">%s</text>' % (ink, words)
