"""What a picture of the board is painted with: colours in light and dark, numbers, names and text made safe for SVG.

The module is plain Python for CPython, Pyodide and MicroPython alike, and
reads dictionaries in sorted order only, because MicroPython's keep none.
"""

from math import sqrt

from . import docfields as doc
from . import hexgrid

_SQRT3 = sqrt(3)
RADIUS = 100
"""The radius of a hex in the units of the picture; option ``size`` only scales the whole."""

COLOURS = {
    "paper": ("#f6f1e3", "#14181d"),
    "edge": ("#5d5540", "#000000"),
    "grid": ("#8d8364", "#6b7480"),
    "ink": ("#2b2820", "#ece7d8"),
    "halo": ("#fffdf4", "#12161b"),
    "river": ("#3c7db8", "#5aa5e2"),
    "bank": ("#d8e8f2", "#173247"),
    "sea": ("#8dbbd8", "#2f6a93"),
    "foam": ("#ffffff", "#cfe6f6"),
    "fort": ("#54402b", "#e2c48f"),
    "road": ("#8a5a2b", "#c99a62"),
    "bar": ("#6b1d1d", "#e08a7c"),
    "tree": ("#7fa35f", "#4f7144"),
    "crown": ("#9dbd7c", "#628653"),
    "jungle": ("#3f7f45", "#5f9d60"),
    "hill": ("#b0935a", "#9a8257"),
    "peak": ("#94795a", "#5d554d"),
    "snow": ("#f6efe0", "#8d8880"),
    "reed": ("#5b8f86", "#5f968d"),
    "wave": ("#6ea6cc", "#4d86ad"),
    "block": ("#a0907f", "#857c74"),
    "dot": ("#c2a368", "#8f7b54"),
    "target": ("#b3201b", "#fb7567"),
    "attack": ("#d2553f", "#ff8d73"),
    "legal": ("#007c60", "#60e8b4"),
    "select": ("#1647b8", "#9cc0ff"),
    "lit": ("#f2b200", "#ffd257"),
    "lost": ("#b01414", "#b01414"),
}
"""The colours of the picture by name, in light and in dark; ``--hu-<name>`` overrides one when theme is auto."""

_HEX_DIGITS = "0123456789abcdefABCDEF"
_ESCAPED = (("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ('"', "&quot;"), ("'", "&#39;"))
_LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
_ID_LETTERS = _LETTERS + "0123456789-"


def only(text: str, letters: str) -> bool:
    """Return whether ``text`` holds none but these letters."""
    return all(letter in letters for letter in text)


def checked(text: str, default: str) -> str:
    """Return ``text`` when it is plainly a colour (#rgb, #rrggbb, a name, rgb(), hsl()), else the default."""
    if text[:1] == "#" and len(text) in (4, 5, 7, 9) and only(text[1:], _HEX_DIGITS):
        return text
    if text and len(text) < 24 and only(text, _LETTERS):
        return text
    start = text.find("(")
    if start > 0 and text[:start] in ("rgb", "rgba", "hsl", "hsla") and text[-1:] == ")" and len(text) < 48:
        return text if only(text[start + 1 : -1], "0123456789.,%/ ") else default
    return default


def _rgb(colour: str) -> list[float] | None:
    if colour[:1] != "#":
        return None
    digits = colour[1:]
    if len(digits) < 6:
        digits = digits[0] * 2 + digits[1] * 2 + digits[2] * 2
    return [int(digits[i : i + 2], 16) / 255 for i in (0, 2, 4)]


def lightness(colour: str) -> float:
    """Return how light a colour is to the eye, from 0 to 1; 1 when it is not written in digits."""
    rgb = _rgb(colour)
    return 1.0 if rgb is None else 0.3 * rgb[0] + 0.59 * rgb[1] + 0.11 * rgb[2]


def _darkened(colour: str) -> str:
    """Return a terrain colour for a dark board: the same hue, quiet, and light where the light one was dark."""
    rgb = _rgb(colour)
    if rgb is None:
        return "#2b2f33"
    mean = sum(rgb) / 3
    level = 0.14 + 0.1 * mean
    parts = []
    for channel in rgb:
        value = level + (channel - mean) * 0.52 + (0.012 if channel is rgb[2] else 0)
        number = round(255 * min(1, max(0, value)))
        parts.append("0123456789abcdef"[number // 16] + "0123456789abcdef"[number % 16])
    return "#" + "".join(parts)


def _terrain_property(key: str) -> str:
    return "--hu-t-" + slug(key)


def theme_css(view: dict[str, object], theme: str = "dark") -> str:
    """Return the CSS declarations that give a picture of theme "auto" its light or dark colours.

    They belong on any element around the picture: ``@media (prefers-color-scheme: dark) {:root {…}}``.
    """
    dark = 1 if theme == "dark" else 0
    rules = ["--hu-%s:%s" % (name, COLOURS[name][dark]) for name in sorted(COLOURS)]
    fills = {}
    for hex in doc.rows(view, "hexes"):
        fills[_terrain_property(doc.text(hex, "terrain"))] = doc.text(hex, "fill")
    for key in sorted(fills):
        rules.append(key + ":" + (_darkened(fills[key]) if dark else fills[key]))
    return ";".join(rules)


def num(x: float) -> str:
    """Return a coordinate with at most one decimal."""
    tenths = round(x * 10)
    sign = "-" if tenths < 0 else ""
    tenths = abs(tenths)
    rest = tenths % 10
    return sign + str(tenths // 10) + ("." + str(rest) if rest else "")


def ratio(x: float) -> str:
    """Return a scale with three decimals; every Python writes it alike, which ``str`` of a float does not promise."""
    thousandths = int(x * 1000 + 0.5)
    return str(thousandths // 1000) + "." + str(1000 + thousandths % 1000)[1:]


def esc(text: str) -> str:
    """Return text made safe for XML, as content and inside quotes; letters that XML forbids are left out."""
    codes = text.encode("utf-8", "surrogatepass")
    if codes and min(codes) >= 0x20 and max(codes) < 0x7F:
        for letter, safe in _ESCAPED:
            if letter in text:
                text = text.replace(letter, safe)
        return text
    clean = ""
    for letter in text:
        code = ord(letter)
        if code == 38:
            clean += "&amp;"
        elif code == 60:
            clean += "&lt;"
        elif code == 62:
            clean += "&gt;"
        elif code == 34:
            clean += "&quot;"
        elif code == 39:
            clean += "&#39;"
        elif code >= 32 and not 0x7F <= code <= 0x9F and not 0xD800 <= code <= 0xDFFF and code & 0xFFFE != 0xFFFE:
            clean += letter
        elif code in (9, 10, 13):
            clean += " "
    return clean


def slug(text: str) -> str:
    """Return text as part of an id: letters, digits and "-" stay, a comma is "_", anything else its code."""
    return "".join(
        [c if c in _ID_LETTERS else "_" if c == "," else "_%s_" % ord(c) for c in text],
    )


def hex_id(name: str) -> str:
    """Return the id of a hex in the picture: ``"1,-1"`` is ``"hex-1_-1"``."""
    return "hex-" + slug(name)


def unit_id(id: str) -> str:
    """Return the id of a counter in the picture: unit ``"u1"`` is ``"unit-u1"``."""
    return "unit-" + slug(id)


def hexagon(name: str, radius: float) -> str:
    """Return the outline of a hex; at ``RADIUS`` it touches its neighbours."""
    x, y = hexgrid.center(hexgrid.parse(name), RADIUS)
    right, half = radius * _SQRT3 / 2, radius / 2
    low, high, top, bottom = num(y + half), num(y - half), num(y - radius), num(y + radius)
    east, west, middle = num(x + right), num(x - right), num(x)
    corners = east, low, east, high, middle, top, west, high, west, low, middle, bottom
    return "M%s %sL%s %sL%s %sL%s %sL%s %sL%s %sz" % corners


class Pen:
    """What one drawing carries along: its colours, its options and the ids of its shared shapes."""

    def __init__(self, options: dict[str, object], shapes: dict[str, str] | None = None) -> None:
        """Take the options, and what was drawn with the same ones before, to be drawn again."""
        self.theme = doc.text(options, "theme", "auto")
        self.prefix = slug(doc.text(options, "id_prefix"))
        self.interactive = bool(options.get("interactive"))
        self.shapes = {} if shapes is None else shapes

    def colour(self, name: str) -> str:
        """Return a colour of the table."""
        light, dark = COLOURS[name]
        if self.theme == "auto":
            return "var(--hu-%s,%s)" % (name, light)
        return dark if self.theme == "dark" else light

    def line(self, name: str, width: float) -> str:
        """Return the attributes of a stroke."""
        return 'stroke="%s" stroke-width="%s"' % (self.colour(name), num(width))

    def terrain(self, key: str, fill: str) -> str:
        """Return the colour of a terrain."""
        if self.theme == "auto":
            return "var(%s,%s)" % (_terrain_property(key), fill)
        return _darkened(fill) if self.theme == "dark" else fill

    def ink(self, shape: str) -> str:
        """Return a shape with its colour names, written in brackets, turned into colours."""
        parts = shape.split("[")
        text = parts[0]
        for part in parts[1:]:
            end = part.find("]")
            text += self.colour(part[:end]) + part[end + 1 :]
        return text

    def ref(self, name: str) -> str:
        """Return the reference to a shared shape."""
        return "#%s%s" % (self.prefix, name)
