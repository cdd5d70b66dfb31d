"""The shapes on the board: symbols of counters, glyphs of map features, patterns of terrain, as pieces of SVG.

The names here, and no others, may stand in the vocabulary of a game: :mod:`hexumpire.files.vocabulary` sees to that.

A word in brackets, such as [tree], is one of the colours of ``paint.COLOURS``; ``paint.Pen.ink`` puts them in.
The module is plain Python for CPython, Pyodide and MicroPython alike.
"""

from .paint import num, only


def _tree(x: float, y: float, r: float) -> str:
    text = '<circle cx="%s" cy="%s" r="%s" fill="[tree]"/>' % (num(x), num(y), num(r))
    return text + '<circle cx="%s" cy="%s" r="%s" fill="[crown]"/>' % (
        num(x - r * 0.22),
        num(y - r * 0.25),
        num(r * 0.66),
    )


def _peak(x: float, y: float, s: float) -> str:
    left = "M%s %sL%s %sL%s %sz" % (num(x - s), num(y), num(x), num(y - s * 1.5), num(x + s), num(y))
    right = "M%s %sL%s %sH%s" % (num(x), num(y - s * 1.5), num(x + s), num(y), num(x + s * 0.2))
    right += "L%s %sz" % (num(x - s * 0.12), num(y - s * 0.7))
    light = '<path d="%s" fill="[snow]" stroke="[peak]" stroke-width="1.6" stroke-linejoin="round"/>' % left
    return light + '<path d="%s" fill="[peak]"/>' % right


PATTERNS = {
    "none": (0.0, 0.0, ""),
    "trees": (
        86.6,
        75.0,
        _tree(14, 16, 8)
        + _tree(40, 10, 10)
        + _tree(66, 24, 8.5)
        + _tree(24, 44, 10)
        + _tree(54, 54, 9)
        + _tree(76, 62, 7),
    ),
    "jungle": (
        57.7,
        50.0,
        '<g fill="none" stroke="[jungle]" stroke-width="2.4" stroke-linecap="round">'
        '<path d="M16 24V14M16 14q-8-7-12 1M16 14q8-7 12 1M16 14q-5-8-9-6M16 14q5-8 9-6"/>'
        '<path d="M43 46V36M43 36q-8-7-12 1M43 36q8-7 12 1M43 36q-5-8-9-6M43 36q5-8 9-6"/></g>'
        '<circle cx="44" cy="14" r="5" fill="[tree]"/><circle cx="14" cy="39" r="5" fill="[tree]"/>',
    ),
    "hills": (
        86.6,
        75.0,
        '<g fill="[hill]" fill-opacity=".28" stroke="[hill]" stroke-width="2" stroke-linecap="round">'
        '<path d="M6 33q13-26 28 0"/><path d="M24 33q9-15 21-1"/>'
        '<path d="M48 68q14-28 30 0"/><path d="M38 69q6-11 16-1"/>'
        '<path d="M62 26q8-13 17 0"/><path d="M10 68q7-11 16 0"/></g>',
    ),
    "mountains": (86.6, 75.0, _peak(24, 32, 17) + _peak(64, 66, 19) + _peak(45, 35, 10) + _peak(36, 70, 9)),
    "swamp": (
        86.6,
        50.0,
        '<g fill="none" stroke="[reed]" stroke-width="2.2" stroke-linecap="round">'
        '<path d="M8 18h24M20 17V6M15 17l-4-8M25 17l4-8"/><path d="M50 42h26M63 41V30M58 41l-4-8M68 41l4-8"/>'
        '<path d="M52 12h12M12 38h14"/></g>',
    ),
    "water": (
        57.7,
        50.0,
        '<path d="M4 14q6-6 12 0t12 0M33 39q6-6 12 0t12 0" fill="none" stroke="[wave]" stroke-width="2.2" '
        'stroke-linecap="round"/>',
    ),
    "city": (
        43.3,
        37.5,
        '<path d="M4 5h13v10H4zM23 3h8v13h-8zM35 6h6v8h-6zM5 21h8v12H5zM18 21h10v8H18zM32 20h8v13h-8z" '
        'fill="[block]"/>',
    ),
    "dots": (
        43.3,
        37.5,
        '<path d="M8 8h.1M29 5h.1M18 20h.1M38 19h.1M6 31h.1M28 32h.1" stroke="[dot]" stroke-width="3.6" '
        'stroke-linecap="round"/>',
    ),
}

SIDE_STYLES = ("river", "fort", "arrow", "sea", "impassable", "road", "line")
"""The ways a hexside is drawn, by ``svg_map.hexsides``."""

_BOX = '<path d="M-30-26h60v38h-60z" fill="currentColor" fill-opacity=".55"/>'
_CROSS = '<path d="M-30-26 30 12M30-26-30 12" fill="none"/>'
_OVAL = '<ellipse cy="-7" rx="20" ry="11.5" fill="none"/>'
_LETTER = '<text y="3.5" font-size="28" text-anchor="middle" stroke="none">{0}</text>'
_ANCHOR = "M0-17V7M-8-11H8M-13-3Q-11 7 0 8 11 7 13-3M-3-20a3 3 0 1 0 6 0 3 3 0 1 0-6 0"
_BOLT = "M4-24-11-4h9L-6 10 11-11H1z"

SYMBOLS = {
    "generic": _BOX + '<path d="M0-16 12-7 0 2-12-7z" stroke="none"/>',
    "infantry": _BOX + _CROSS,
    "armor": _BOX + _OVAL,
    "mechanized": _BOX + _CROSS + _OVAL,
    "airborne": _BOX + _CROSS + '<path d="M-15 10q0-9 8-9 7 0 7 8 0-8 7-8 8 0 8 9" fill="none"/>',
    "marine": _BOX
    + '<path d="M-30-26 30 12M30-26-30 12" fill="none" stroke-width="2"/>'
    + '<path d="%s" fill="none" stroke="currentColor" stroke-width="8"/><path d="%s" fill="none"/>'
    % (_ANCHOR, _ANCHOR),
    "commando": _BOX
    + _CROSS
    + '<path d="%s" stroke="currentColor" stroke-width="5"/><path d="%s" stroke="none"/>' % (_BOLT, _BOLT),
    "partisan": '<path d="M-30-26h60v38h-60z" fill="currentColor" fill-opacity=".55" stroke-dasharray="5 4"/>'
    + _LETTER.format("P"),
    "replacement": _BOX + _LETTER.format("R"),
    "flak": _BOX + '<path d="M-22 12V6a22 22 0 0 1 44 0v6" fill="none"/><path d="M0 12V-6" fill="none"/>',
    "air": '<path d="M0-33c2.6 0 3.6 3 3.6 8L30-14v6L3.6-11 2.8 0 11 5v5L0 8l-11 2V5l8.2-5L-3.6-11-30-8v-6l26.4-11'
    'c0-5 1-8 3.6-8z" '
    'stroke="none"/>',
    "fleet": '<path d="M-36 2h7v-7h7v-4h7v4h4v-8h3v-9h4v-6h4v6h3v6h4v11h3v-4h8v4h6v7h9l-5 11h-58z" stroke="none"/>'
    '<path d="M-22-8h-9M20-8h10" fill="none" stroke-width="2.6"/>',
    "destroyer": '<path d="M-33 4 -27 4v-4h9v4h4V-9h4v-9h3v9h5V-3h5v-7h5v10h4V-2h7v6h15l-7 9h-52z" stroke="none"/>',
    "hq": _BOX + _LETTER.format("HQ"),
    "artillery": _BOX + '<circle cy="-7" r="8" stroke="none"/>',
    "mountain": _BOX + _CROSS + '<path d="M-10 12 0-4 10 12z" stroke="none"/>',
    "cavalry": _BOX + '<path d="M-30 12 30-26" fill="none"/>',
    "fortress": _BOX + '<path d="M-16 5v-21h6v5h7v-5h6v5h7v-5h6v21z" stroke="none"/>',
}
"""The counter symbols by name, drawn on a counter of 100 by 100 around its middle."""

_STAR = "M0-15 4.4-5.2 15-4.2 7 3 9.4 13.6 0 8-9.4 13.6-7 3-15-4.2-4.4-5.2z"

GLYPHS = {
    "fortress": '<path d="M-14 13v-20h5v4h5v-4h8v4h5v-4h5v20z"/><path d="M-4 13V6a4 4 0 0 1 8 0v7z" fill="[halo]"/>',
    "fortification": '<path d="M-15 9h4V-7h22V9h4" fill="none" stroke="[ink]" stroke-width="4.5"/>'
    '<path d="M-5-1h10v8h-10z"/>',
    "capital": '<path d="%s"/>' % _STAR,
    "ic": '<path d="M-14 13V-2l8-6v6l8-6v6h3V-14h6V13z"/><path d="M-9 4h4v4h-4zM1 4h4v4H1z" fill="[halo]"/>',
    "objective": '<circle r="13" fill="none" stroke="[ink]" stroke-width="4"/><circle r="5"/>',
    "port": '<path d="M0-8V12M-7-4H7M-12 3Q-10 12 0 13 10 12 12 3M-3.5-11a3.5 3.5 0 1 0 7 0 3.5 3.5 0 1 0-7 0" '
    'fill="none" stroke="[ink]" stroke-width="3.2" stroke-linecap="round"/>',
    "beach": '<path d="M-13-11 9 11M9-11-13 11M-2-14V14" stroke="[ink]" stroke-width="4" stroke-linecap="round"/>'
    '<path d="M-15 14H15" stroke="[ink]" stroke-width="3"/>',
    "bridgehead": '<path d="M-14 12a14 14 0 0 1 28 0" fill="none" stroke="[ink]" stroke-width="4"/>'
    '<path d="M0 13V-3M-5 2 0-4 5 2" fill="none" stroke="[ink]" stroke-width="3.4"/>',
    "railhead": '<path d="M-6-14-9 14M6-14 9 14" stroke="[ink]" stroke-width="3"/>'
    '<path d="M-9-8H9M-11 0H11M-12 8H12" stroke="[ink]" stroke-width="3"/>',
    "airfield": '<path d="M0-14c2 0 2.5 3 2.5 6L14-1v4L2.5 1 2 7l5 4v3L0 12l-7 2v-3l5-4-.5-6L-14 3v-4l11.5-7'
    'c0-3 .5-6 2.5-6z"/>',
    "city": '<path d="M-13 13V-4h8v-9H4v6h9v20z"/><path d="M-9 0h3v4h-3zM-2-8h3v4h-3zM7-2h3v4H7z" fill="[halo]"/>',
    "island": '<path d="M-10 5Q-8-8 0-8T10 5z"/><path d="M-14 11q3.5-4.5 7 0t7 0 7 0 7 0" fill="none" stroke="[ink]" '
    'stroke-width="3" stroke-linecap="round"/>',
    "breakthrough": '<path d="M-15 4H-6M6 4H15M0 14V-6" fill="none" stroke="[ink]" stroke-width="4"/>'
    '<path d="M-8-4 0-15 8-4z"/>',
}
"""The glyphs of map features by name, drawn in a box of 30 by 30 around its middle."""

_LETTERING = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"


def is_lettering(text: str) -> bool:
    """Return whether a map feature may show ``text`` itself in place of a glyph: one to three capitals or digits."""
    return 0 < len(text) < 4 and only(text, _LETTERING)
