"""The board as a picture: JSON documents in, SVG text or plain words out.

Three steps, each a pure function. ``view`` turns a schema, a scenario and (during a fight) an overlay into a
drawable board of plain lists; ``draw`` paints that board as SVG; ``describe`` reads the same board out in words.
The board knows no rules: which hexes may be chosen, and what is lost, it is told by the overlay.

Everything taken from a document is escaped, colours are checked, and the picture holds no script, no ``style``
attribute and no address outside itself. The module is plain Python for CPython, Pyodide and MicroPython alike, and
reads dictionaries in sorted order only, because MicroPython's keep none.
"""

from math import sqrt

try:
    from . import hexgrid
except ImportError:  # a loose module beside hexgrid.py
    import hexgrid  # type: ignore[import-not-found, no-redef]

RADIUS = 100
"""The radius of a hex in the units of the picture; option ``size`` only scales the whole."""

_SQRT3 = sqrt(3)
_TOWARDS = ("east", "north-east", "north-west", "west", "south-west", "south-east")
_TIMES = ("", "", " twice", " three times", " four times", " five times", " six times")
_ECHELONS = {
    "battalion": "II",
    "regiment": "III",
    "brigade": "X",
    "division": "XX",
    "corps": "XXX",
    "army": "XXXX",
}
_FACTORS_ONLY = ("air",)

# --- reading documents ---------------------------------------------------------------------------------------


def _dict(doc: object, key: str) -> dict[str, object]:
    value = doc.get(key) if isinstance(doc, dict) else None
    return value if isinstance(value, dict) else {}


def _rows(doc: object, key: str) -> list[dict[str, object]]:
    value = doc.get(key) if isinstance(doc, dict) else None
    return [row for row in value if isinstance(row, dict)] if isinstance(value, (list, tuple)) else []


def _texts(doc: object, key: str) -> list[str]:
    value = doc.get(key) if isinstance(doc, dict) else None
    return [str(item) for item in value] if isinstance(value, (list, tuple)) else []


def _text(doc: object, key: str, default: str = "") -> str:
    value = doc.get(key) if isinstance(doc, dict) else None
    return default if value is None else str(value)


def _number(doc: object, key: str, default: float = 0) -> float:
    value = doc.get(key) if isinstance(doc, dict) else None
    return value if isinstance(value, (int, float)) else default


def _whole(doc: object, key: str, default: int = 0) -> int:
    return int(_number(doc, key, default))


def _find(rows: list[dict[str, object]], key: str) -> dict[str, object]:
    """Return the row with this key, else with this title, else an empty row that is titled after the key."""
    for field in ("key", "title"):
        for row in rows:
            if _text(row, field) == key:
                return row
    return {"title": key}


def _hex_names(names: list[str]) -> list[str]:
    return [hexgrid.name(hexgrid.parse(name)) for name in names]


# --- the drawable board --------------------------------------------------------------------------------------

# How counters share a hex: for each number of counters the size of one, in hex radii, and how many stand in each row.
# Neighbours overlap a little, never over the factors.
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
    (0.48, (3, 4, 3)),
    (0.46, (3, 4, 4)),
    (0.46, (4, 4, 4)),
)


def _slots(n: int) -> tuple[float, list[tuple[float, float]]]:
    """Return the size of a counter and the places of ``n`` counters around the middle of a hex, in hex radii."""
    if n < len(_LAYOUTS):
        size, rows = _LAYOUTS[n]
    else:
        across = int(sqrt(n - 1)) + 1
        size = 1.9 / across
        rows = tuple([min(across, n - start) for start in range(0, n, across)])
    crowded = n > 6
    step_x = size * (0.87 if crowded else 0.94)
    step_y = size * (0.95 if crowded else 0.99)
    places = []
    for j in range(len(rows)):
        y = (j - (len(rows) - 1) / 2) * step_y
        for i in range(rows[j]):
            places.append(((i - (rows[j] - 1) / 2) * step_x, y))
    if n == 2:  # side by side there is room to step the second one down
        places = [(places[0][0], -0.07), (places[1][0], 0.07)]
    return size, places


def _amount(value: object) -> str:
    """Return a number as printed on a counter: 3, ½, 1½."""
    if value is None:
        return ""
    if isinstance(value, float):
        whole = int(value)
        if value == whole:
            return str(whole)
        if value - whole == 0.5:
            return (str(whole) if whole else "") + "½"
    return str(value)


def _face(unit: dict[str, object], symbol: str) -> str:
    if unit.get("face") is not None:
        return str(unit["face"])
    factors = _amount(unit.get("factors"))
    movement = _amount(unit.get("movement"))
    if symbol in _FACTORS_ONLY or not movement:
        return factors
    return factors + "-" + movement if factors else movement


def _counter(schema: dict[str, object], unit: dict[str, object], overlay: dict[str, object]) -> dict[str, object]:
    id = _text(unit, "id")
    kind = _find(_rows(schema, "types"), _text(unit, "type"))
    nation = _find(_rows(schema, "nations"), _text(unit, "nation"))
    symbol = _text(kind, "symbol", "generic")
    count = max(1, _whole(unit, "count", 1))
    lost = min(count, max(0, _whole(_dict(overlay, "lost"), id)))
    start = _text(unit, "at")
    at = _text(_dict(overlay, "moved"), id, start)
    fill = _colour(_text(nation, "fill"), "#d9d3bf")
    title = _text(nation, "title")
    return {
        "id": id,
        "side": "defender" if _text(unit, "side") == "defender" else "attacker",
        "hex": hexgrid.name(hexgrid.parse(at)) if at else "",
        "from": hexgrid.name(hexgrid.parse(start)) if start else "",
        "type": _text(unit, "type"),
        "title": _text(kind, "title", _text(unit, "type", "unit")),
        "symbol": symbol if symbol in SYMBOLS else "generic",
        "echelon": _text(unit, "echelon", _text(kind, "echelon")),
        "nation": title,
        "letter": _text(nation, "letter", title[:1]),
        "fill": fill,
        "ink": _colour(_text(nation, "ink"), "#1d1b16" if _lightness(fill) > 0.45 else "#ffffff"),
        "face": _face(unit, symbol),
        "count": count,
        "lost": lost,
        "out": id in _texts(overlay, "out"),
        "legal": id in _texts(overlay, "legal_units"),
    }


def _reading_order(name: str) -> tuple[int, int]:
    q, r = hexgrid.parse(name)
    return (r, q)


def view(
    schema: dict[str, object],
    scenario: dict[str, object],
    overlay: dict[str, object] | None = None,
    margin: int = 0,
) -> dict[str, object]:
    """Return the drawable board of a scenario: plain lists and texts, ready for ``draw`` and ``describe``.

    In: the schema (``terrains``, ``features``, ``side_features``, ``types``, ``nations``), the scenario (``map``,
    ``targets``, ``units``), an overlay (``lost``, ``out``, ``moved``, ``legal_hexes``, ``legal_units``,
    ``lit_hexes``, ``selected``) and how many rings of hexes to add around.

    Out: ``hexes`` in reading order, ``sides``, ``counters`` with their place in hex radii from the middle of the
    board's hex 0,0 (``x``, ``y``, ``size``), ``arrows`` of the attack, ``trails`` of units that moved, ``trays``
    for counters that stand on no hex, and ``extent`` (left, top, right, bottom) in hex radii.

    Shown are the targets and their neighbours, and every hex with units or map data. Raises ValueError when a hex
    or hexside is misnamed; anything else that is unknown is drawn plainly.
    """
    overlay = overlay or {}
    board = _dict(scenario, "map")
    targets = _hex_names(_texts(scenario, "targets"))
    legal = _hex_names(_texts(overlay, "legal_hexes"))
    lit = _hex_names(_texts(overlay, "lit_hexes"))
    selected = _text(overlay, "selected")
    selected = hexgrid.name(hexgrid.parse(selected)) if selected else ""

    data: dict[str, object] = {}
    hex_docs = _dict(board, "hexes")
    for key in sorted(hex_docs):
        data[hexgrid.name(hexgrid.parse(key))] = hex_docs[key]
    counters = [_counter(schema, unit, overlay) for unit in _rows(scenario, "units")]
    shown = set(data) | set(targets) | set(legal) | set(lit)
    for target in targets:
        shown.update(hexgrid.name(hex) for hex in hexgrid.neighbours(hexgrid.parse(target)))
    for counter in counters:
        shown.update(name for name in (_text(counter, "hex"), _text(counter, "from")) if name)
    if selected:
        shown.add(selected)
    if not shown:
        shown.add("0,0")
    for _ in range(max(0, margin)):
        for name in list(shown):
            shown.update(hexgrid.name(hex) for hex in hexgrid.neighbours(hexgrid.parse(name)))

    sides = _sides(schema, _dict(board, "sides"))
    hexes = []
    for name in sorted(shown, key=_reading_order):
        hex = _hex(schema, name, data.get(name))
        hex["target"] = name in targets
        hex["legal"] = name in legal
        hex["lit"] = name in lit
        hex["selected"] = name == selected
        here = [counter for counter in counters if counter["hex"] == name]
        _stack(name, here, len(_rows(hex, "features")) > 0)
        hex["label"] = _hex_words(hex, sides, here)
        hexes.append(hex)

    x = [hexgrid.center(hexgrid.parse(name), 1)[0] for name in shown]
    y = [hexgrid.center(hexgrid.parse(name), 1)[1] for name in shown]
    extent = [min(x) - _SQRT3 / 2 - 0.1, min(y) - 1.1, max(x) + _SQRT3 / 2 + 0.1, max(y) + 1.1]
    return {
        "hexes": hexes,
        "sides": sides,
        "arrows": _attacks(counters, targets),
        "trails": _trails(counters),
        "trays": _trays(counters, extent),
        "counters": counters,
        "extent": extent,
    }


def _hex(schema: dict[str, object], name: str, doc: object) -> dict[str, object]:
    terrains = _rows(schema, "terrains")
    key = _text(doc, "terrain", "clear")
    if doc is None and terrains and not [row for row in terrains if _text(row, "key") == "clear"]:
        key = _text(terrains[0], "key")
    terrain = _find(terrains, key)
    pattern = _text(terrain, "pattern", "none")
    features = []
    for feature in _texts(doc, "features"):
        row = _find(_rows(schema, "features"), feature)
        title = _text(row, "title", feature)
        features.append({"key": feature, "title": title, "glyph": _text(row, "glyph", title)})
    return {
        "hex": name,
        "name": _text(doc, "name"),
        "terrain": key,
        "terrain_title": _text(terrain, "title", key),
        "fill": _colour(_text(terrain, "fill"), "#efe8d0"),
        "pattern": pattern if pattern in _PATTERNS else "none",
        "features": features,
    }


def _stack(name: str, counters: list[dict[str, object]], raised: bool) -> None:
    """Give the counters of one hex their places; ``raised`` leaves room for the map's features below."""
    size, places = _slots(len(counters))
    shrink = 0.93 if raised and len(counters) != 2 else 1.0
    x, y = hexgrid.center(hexgrid.parse(name), 1)
    for counter, place in zip(counters, places):
        counter["x"] = x + place[0] * shrink
        counter["y"] = y + place[1] * shrink + (-0.01 if raised else 0.06)
        counter["size"] = size * shrink


def _sides(schema: dict[str, object], docs: dict[str, object]) -> list[dict[str, object]]:
    found: dict[str, list[str]] = {}
    for key in sorted(docs):
        hex, d = hexgrid.parse_side(key)
        name = hexgrid.hexside(hex, d)
        found[name] = found.get(name, []) + [item for item in _texts(docs, key) if item not in found.get(name, [])]
    sides: list[dict[str, object]] = []
    for name in sorted(found):
        for feature in found[name]:
            row = _find(_rows(schema, "side_features"), feature)
            style = _text(row, "style", feature)
            sides.append(
                {
                    "side": name,
                    "key": feature,
                    "title": _text(row, "title", feature),
                    "style": style if style in SIDE_STYLES else "line",
                }
            )
    return sides


def _attacks(counters: list[dict[str, object]], targets: list[str]) -> list[dict[str, object]]:
    hexes = []
    for counter in counters:
        fights = counter["side"] == "attacker" and not counter["out"] and counter["lost"] != counter["count"]
        name = _text(counter, "hex")
        if fights and name and name not in hexes and name not in targets:
            hexes.append(name)
    arrows: list[dict[str, object]] = []
    for name in sorted(hexes, key=_reading_order):
        here = hexgrid.parse(name)
        gaps = [hexgrid.distance(here, hexgrid.parse(target)) for target in targets]
        for target, gap in zip(targets, gaps):
            if gap == min(gaps):
                arrows.append({"from": name, "to": target, "near": gap == 1})
    return arrows


def _trails(counters: list[dict[str, object]]) -> list[dict[str, object]]:
    trails: list[dict[str, object]] = []
    for counter in counters:
        trail: dict[str, object] = {"from": counter["from"], "to": counter["hex"]}
        if trail["from"] and trail["to"] and trail["from"] != trail["to"] and trail not in trails:
            trails.append(trail)
    return trails


def _trays(counters: list[dict[str, object]], extent: list[float]) -> list[dict[str, object]]:
    """Set the counters that stand on no hex out below the board, and lower its extent by as much."""
    trays: list[dict[str, object]] = []
    step = 0.82
    left, top, bottom = extent[0] + 0.1, extent[3], extent[3]
    for side in ("attacker", "defender"):
        loose = [counter for counter in counters if counter["side"] == side and not counter["hex"]]
        if not loose:
            continue
        room = max(1, int((extent[2] - extent[0] - 0.4) / step))
        across = max(2, min(room, len(loose)))
        width = across * step + 0.16
        if trays and left + width > extent[2]:
            left, top = extent[0] + 0.1, bottom
        rows = (len(loose) + across - 1) // across
        for i in range(len(loose)):
            loose[i]["x"] = left + 0.08 + (i % across + 0.5) * step
            loose[i]["y"] = top + 0.34 + (i // across + 0.5) * step
            loose[i]["size"] = 0.72
        low = top + 0.34 + rows * step + 0.06
        trays.append({"side": side, "x": left, "y": top, "right": left + width, "bottom": low})
        left += width + 0.14
        bottom = max(bottom, low + 0.12)
    extent[3] = bottom
    return trays


# --- words ---------------------------------------------------------------------------------------------------


def _small(title: str) -> str:
    """Return a title as it reads inside a sentence: "Infantry" is "infantry", "HQ" stays."""
    return title if title[1:2].isupper() else title[:1].lower() + title[1:]


def _unit_words(counter: dict[str, object]) -> str:
    words = [_text(counter, "nation"), _small(_text(counter, "title")), _text(counter, "face")]
    text = " ".join([word for word in words if word])
    count = _whole(counter, "count", 1)
    lost = _whole(counter, "lost")
    if count > 1:
        text += _TIMES[count] if count < len(_TIMES) else f" {count} times"
    if lost:
        text += " (lost)" if lost == count else f" ({lost} lost)"
    if counter.get("out"):
        text += " (out of the fight)"
    if counter.get("legal"):
        text += " (can be chosen)"
    return text


def _units_words(counters: list[dict[str, object]]) -> str:
    parts = []
    for side, title in (("defender", "Defender"), ("attacker", "Attacker")):
        units = [_unit_words(counter) for counter in counters if counter["side"] == side]
        if units:
            parts.append(title + ": " + ", ".join(units))
    return ". ".join(parts)


def _side_words(name: str, sides: list[dict[str, object]]) -> list[str]:
    hex = hexgrid.parse(name)
    words = []
    for i in range(6):
        side = hexgrid.hexside(hex, hexgrid.DIRECTIONS[i])
        for row in sides:
            if row["side"] == side:
                words.append(_small(_text(row, "title")) + " to the " + _TOWARDS[i])
    return words


def _hex_words(hex: dict[str, object], sides: list[dict[str, object]], counters: list[dict[str, object]]) -> str:
    name = _text(hex, "hex")
    place = [_text(hex, "name") or "Hex " + name, _small(_text(hex, "terrain_title"))]
    place += [_small(_text(feature, "title")) for feature in _rows(hex, "features")]
    parts = [", ".join(place)]
    state = []
    if hex.get("target"):
        state.append("target")
    if hex.get("legal"):
        state.append("can be chosen")
    if hex.get("lit"):
        state.append("marked")
    if hex.get("selected"):
        state.append("selected")
    units = _units_words(counters)
    beside = _side_words(name, sides)
    for part in (units, ", ".join(beside), ", ".join(state)):
        if part:
            parts.append(part[0].upper() + part[1:])
    return ". ".join(parts)


def describe(view: dict[str, object]) -> list[str]:
    """Return the board in words, one line a hex that has anything to say, then what stands on no hex.

    A line reads "Suez, clear, fortress. Defender: British infantry 3-3 twice. River to the east. Target".
    """
    plain = []
    lines = []
    sides = _rows(view, "sides")
    for hex in _rows(view, "hexes"):
        name = _text(hex, "hex")
        here = [counter for counter in _rows(view, "counters") if counter["hex"] == name]
        told = here or hex["name"] or hex["features"] or _side_words(name, sides)
        if told or hex["target"] or hex["legal"] or hex["lit"] or hex["selected"]:
            lines.append(_text(hex, "label") + ".")
        else:
            plain.append(name + " " + _small(_text(hex, "terrain_title")))
    if plain:
        lines.append("Empty: " + ", ".join(plain) + ".")
    for tray in _rows(view, "trays"):
        loose = [
            counter for counter in _rows(view, "counters") if not counter["hex"] and counter["side"] == tray["side"]
        ]
        lines.append("Off the map. " + _units_words(loose) + ".")
    return lines


# --- colours -------------------------------------------------------------------------------------------------

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
    "legal": ("#0a6b3d", "#7be8ab"),
    "select": ("#1647b8", "#9cc0ff"),
    "lit": ("#f2b200", "#ffd257"),
    "lost": ("#b01414", "#b01414"),
}
"""The colours of the picture by name, in light and in dark; ``--hu-<name>`` overrides one when theme is auto."""

_HEX_DIGITS = "0123456789abcdefABCDEF"
_LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
_ID_LETTERS = _LETTERS + "0123456789-"


def _only(text: str, letters: str) -> bool:
    return all(letter in letters for letter in text)


def _colour(text: str, default: str) -> str:
    """Return ``text`` when it is plainly a colour (#rgb, #rrggbb, a name, rgb(), hsl()), else the default."""
    if text[:1] == "#" and len(text) in (4, 5, 7, 9) and _only(text[1:], _HEX_DIGITS):
        return text
    if text and len(text) < 24 and _only(text, _LETTERS):
        return text
    start = text.find("(")
    if start > 0 and text[:start] in ("rgb", "rgba", "hsl", "hsla") and text[-1:] == ")" and len(text) < 48:
        return text if _only(text[start + 1 : -1], "0123456789.,%/ ") else default
    return default


def _rgb(colour: str) -> list[float] | None:
    if colour[:1] != "#":
        return None
    digits = colour[1:]
    if len(digits) < 6:
        digits = digits[0] * 2 + digits[1] * 2 + digits[2] * 2
    return [int(digits[i : i + 2], 16) / 255 for i in (0, 2, 4)]


def _lightness(colour: str) -> float:
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
    return "--hu-t-" + _slug(key)


def theme_css(view: dict[str, object], theme: str = "dark") -> str:
    """Return the CSS declarations that give a picture of theme "auto" its light or dark colours.

    They belong on any element around the picture: ``@media (prefers-color-scheme: dark) {:root {…}}``.
    """
    dark = 1 if theme == "dark" else 0
    rules = [f"--hu-{name}:{COLOURS[name][dark]}" for name in sorted(COLOURS)]
    fills = {}
    for hex in _rows(view, "hexes"):
        fills[_terrain_property(_text(hex, "terrain"))] = _text(hex, "fill")
    for key in sorted(fills):
        rules.append(key + ":" + (_darkened(fills[key]) if dark else fills[key]))
    return ";".join(rules)


# --- shapes --------------------------------------------------------------------------------------------------
# In the shapes below a word in braces is a colour of the table above.

_TREE = '<circle cx="{0}" cy="{1}" r="{2}" fill="[tree]"/><circle cx="{3}" cy="{4}" r="{5}" fill="[crown]"/>'


def _tree(x: float, y: float, r: float) -> str:
    return _TREE.format(_n(x), _n(y), _n(r), _n(x - r * 0.22), _n(y - r * 0.25), _n(r * 0.66))


def _peak(x: float, y: float, s: float) -> str:
    left = f"M{_n(x - s)} {_n(y)}L{_n(x)} {_n(y - s * 1.5)}L{_n(x + s)} {_n(y)}z"
    right = f"M{_n(x)} {_n(y - s * 1.5)}L{_n(x + s)} {_n(y)}H{_n(x + s * 0.2)}L{_n(x - s * 0.12)} {_n(y - s * 0.7)}z"
    light = f'<path d="{left}" fill="[snow]" stroke="[peak]" stroke-width="1.6" stroke-linejoin="round"/>'
    return light + f'<path d="{right}" fill="[peak]"/>'


def _n(x: float) -> str:
    """Return a coordinate with at most one decimal."""
    tenths = round(x * 10)
    sign = "-" if tenths < 0 else ""
    tenths = abs(tenths)
    rest = tenths % 10
    return sign + str(tenths // 10) + ("." + str(rest) if rest else "")


def _ratio(x: float) -> str:
    """Return a scale with three decimals; every Python writes it alike, which ``str`` of a float does not promise."""
    thousandths = int(x * 1000 + 0.5)
    return str(thousandths // 1000) + "." + str(1000 + thousandths % 1000)[1:]


_PATTERNS = {
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
"""The ways a hexside is drawn; a feature of any other style is drawn as a plain line."""

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
    + f'<path d="{_ANCHOR}" fill="none" stroke="currentColor" stroke-width="8"/><path d="{_ANCHOR}" fill="none"/>',
    "commando": _BOX
    + _CROSS
    + f'<path d="{_BOLT}" stroke="currentColor" stroke-width="5"/><path d="{_BOLT}" stroke="none"/>',
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
    "cavalry": _BOX + '<path d="M-30 12 30-26" fill="none"/>',
}
"""The counter symbols by name, drawn on a counter of 100 by 100 around its middle."""

_STAR = "M0-15 4.4-5.2 15-4.2 7 3 9.4 13.6 0 8-9.4 13.6-7 3-15-4.2-4.4-5.2z"

GLYPHS = {
    "fortress": '<path d="M-14 13v-20h5v4h5v-4h8v4h5v-4h5v20z"/><path d="M-4 13V6a4 4 0 0 1 8 0v7z" fill="[halo]"/>',
    "fortification": '<path d="M-15 9h4V-7h22V9h4" fill="none" stroke="[ink]" stroke-width="4.5"/>'
    '<path d="M-5-1h10v8h-10z"/>',
    "capital": f'<path d="{_STAR}"/>',
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
}
"""The glyphs of map features by name, drawn in a box of 30 by 30 around its middle."""

_GLYPH_NAMES = {
    "star": "capital",
    "factory": "ic",
    "industry": "ic",
    "anchor": "port",
    "fort": "fortification",
    "beach_defence": "beach",
    "beach_defense": "beach",
    "target": "objective",
    "rail": "railhead",
    "airbase": "airfield",
}

# --- drawing -------------------------------------------------------------------------------------------------


def _esc(text: str) -> str:
    """Return text made safe for XML, as content and inside quotes; letters that XML forbids are left out."""
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


def _slug(text: str) -> str:
    """Return text as part of an id: letters, digits and "-" stay, a comma is "_", anything else its code."""
    return "".join(
        [c if c in _ID_LETTERS else "_" if c == "," else f"_{ord(c)}_" for c in text],
    )


def hex_id(name: str, id_prefix: str = "") -> str:
    """Return the id of a hex in the picture: ``"1,-1"`` is ``"hex-1_-1"``."""
    return _slug(id_prefix) + "hex-" + _slug(name)


def unit_id(id: str, id_prefix: str = "") -> str:
    """Return the id of a counter in the picture: unit ``"u1"`` is ``"unit-u1"``."""
    return _slug(id_prefix) + "unit-" + _slug(id)


def _points(name: str, radius: float) -> str:
    x, y = hexgrid.center(hexgrid.parse(name), RADIUS)
    places = [f"{_n(x + dx)} {_n(y + dy)}" for dx, dy in hexgrid.corners((0, 0), radius)]
    return "M" + "L".join(places) + "z"


class _Pen:
    """What one drawing carries along: its colours, its options and the ids of its shared shapes."""

    def __init__(self, options: dict[str, object]) -> None:
        self.theme = _text(options, "theme", "auto")
        self.prefix = _slug(_text(options, "id_prefix"))
        self.interactive = bool(options.get("interactive"))

    def colour(self, name: str) -> str:
        light, dark = COLOURS[name]
        if self.theme == "auto":
            return f"var(--hu-{name},{light})"
        return dark if self.theme == "dark" else light

    def line(self, name: str, width: float) -> str:
        """Return the attributes of a stroke."""
        return f'stroke="{self.colour(name)}" stroke-width="{_n(width)}"'

    def terrain(self, key: str, fill: str) -> str:
        if self.theme == "auto":
            return f"var({_terrain_property(key)},{fill})"
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
        return f"#{self.prefix}{name}"


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
    - ``title``, ``desc``: what the picture is called, and described as;
    - ``id_prefix``: put before every id, for many boards on one page.
    """
    options = options or {}
    pen = _Pen(options)
    extent = view["extent"]
    left, top, right, bottom = [float(edge) * RADIUS for edge in extent] if isinstance(extent, list) else [0.0] * 4
    out = [_open(view, options, pen, left, top, right - left, bottom - top)]
    out.append(_defs(view, pen))
    if options.get("standalone"):
        paper = pen.colour("paper")
        out.append(f'<path d="M{_n(left)} {_n(top)}H{_n(right)}V{_n(bottom)}H{_n(left)}z" fill="{paper}"/>')
    out.append('<g aria-hidden="true">' if pen.interactive else "<g>")
    out.append(_ground(view, pen))
    out.append(_frames(view, pen))
    out.append(_arrows(view, pen))
    out.append(_hexsides(view, pen))
    out.append("</g>")
    if options.get("side_hits") and pen.interactive:
        hits = _side_hits(view)
    else:
        hits = ""
    out.append(_cells(view, options, pen))
    out.append(_tray_boxes(view, pen))
    out.append(hits)
    out.append("</svg>")
    return "".join(out)


def _active(view: dict[str, object], options: dict[str, object]) -> str:
    hexes = _rows(view, "hexes")
    wanted = _text(options, "active")
    for names in (
        [_text(hex, "hex") for hex in hexes if hex["hex"] == wanted],
        [_text(hex, "hex") for hex in hexes if hex["selected"]],
        [_text(hex, "hex") for hex in hexes if hex["target"]],
    ):
        if names:
            return names[0]
    return _text(hexes[0], "hex")


def _open(
    view: dict[str, object],
    options: dict[str, object],
    pen: _Pen,
    left: float,
    top: float,
    width: float,
    height: float,
) -> str:
    scale = _number(options, "size", 64) / RADIUS
    box = f"{_n(left)} {_n(top)} {_n(width)} {_n(height)}"
    title = _text(options, "title", "Board")
    desc = _text(options, "desc")
    p = pen.prefix
    text = f'<svg xmlns="http://www.w3.org/2000/svg" class="hu-board" viewBox="{box}"'
    text += f' width="{_n(width * scale)}" height="{_n(height * scale)}"'
    text += ' font-family="system-ui,Segoe UI,Roboto,Helvetica,Arial,sans-serif"'
    text += f' aria-labelledby="{p}title"' + (f' aria-describedby="{p}desc"' if desc else "")
    if pen.interactive:
        active = hex_id(_active(view, options))
        text += f' id="{p}board" role="grid" tabindex="0" aria-activedescendant="{p}{active}">'
    else:
        text += ' role="img">'
    text += f'<title id="{p}title">{_esc(title)}</title>'
    if desc:
        text += f'<desc id="{p}desc">{_esc(desc)}</desc>'
    if options.get("standalone") and pen.theme == "auto":
        dark = theme_css(view, "dark")
        text += "<style>@media (prefers-color-scheme:dark){.hu-board{" + dark + "}}</style>"
    return text


def _defs(view: dict[str, object], pen: _Pen) -> str:
    p = pen.prefix
    text = "<defs>"
    for name in sorted({_text(hex, "pattern") for hex in _rows(view, "hexes")}):
        width, height, shape = _PATTERNS[name]
        if shape:
            text += (
                f'<pattern id="{p}p-{name}" width="{_n(width)}" height="{_n(height)}" patternUnits="userSpaceOnUse">'
            )
            text += pen.ink(shape) + "</pattern>"
    counters = _rows(view, "counters")
    if counters:
        for symbol in sorted({_text(counter, "symbol") for counter in counters}):
            text += f'<g id="{p}s-{symbol}">{SYMBOLS[symbol]}</g>'
        text += f'<g id="{p}shade"><rect x="-48" y="-47" width="101" height="101" rx="12" fill-opacity=".16"/>'
        text += '<rect x="-49" y="-48" width="100" height="100" rx="11" fill-opacity=".28"/></g>'
        text += f'<rect id="{p}plate" x="-50" y="-50" width="100" height="100" rx="10" stroke="#000" '
        text += 'stroke-opacity=".65" stroke-width="2"/>'
        text += f'<g id="{p}bevel" fill="none" stroke-width="2.6" stroke-linecap="round">'
        text += '<path d="M-46 40V-38a8 8 0 0 1 8-8H40" stroke="#fff" stroke-opacity=".6"/>'
        text += '<path d="M46-40V38a8 8 0 0 1-8 8H-40" stroke="#000" stroke-opacity=".22"/></g>'
        text += f'<path id="{p}attacker" d="M18-49H40a9 9 0 0 1 9 9v22z" stroke="none"/>'
        text += f'<path id="{p}defender" d="M27-44q5 0 8-3 3 3 8 3v9q0 8-8 12-8-4-8-12z" '
        text += 'stroke-width="5" paint-order="stroke"/>'
        text += f'<pattern id="{p}hatch" width="11" height="11" patternUnits="userSpaceOnUse" '
        text += 'patternTransform="rotate(45)"><path d="M0 0h11v11H0z" fill="#fff" fill-opacity=".45"/>'
        text += '<path d="M0 0h3.6v11H0z" fill="#333" fill-opacity=".7"/></pattern>'
    return text + "</defs>"


def _ground(view: dict[str, object], pen: _Pen) -> str:
    hexes = _rows(view, "hexes")
    outline = {_text(hex, "hex"): _points(_text(hex, "hex"), RADIUS) for hex in hexes}
    every = "".join([outline[_text(hex, "hex")] for hex in hexes])
    text = f'<path class="hu-edge" d="{every}" fill="none" {pen.line("edge", 9)} '
    text += 'stroke-linejoin="round" stroke-opacity=".5"/>'
    grounds: dict[str, list[dict[str, object]]] = {}
    for hex in hexes:
        grounds.setdefault(_text(hex, "terrain"), []).append(hex)
    for key in sorted(grounds):
        first = grounds[key][0]
        area = "".join([outline[_text(hex, "hex")] for hex in grounds[key]])
        text += f'<path d="{area}" fill="{_esc(pen.terrain(key, _text(first, "fill")))}"/>'
        if first["pattern"] != "none":
            text += f'<path d="{area}" fill="url({pen.ref("p-" + _text(first, "pattern"))})"/>'
    lit = "".join([outline[_text(hex, "hex")] for hex in hexes if hex["lit"]])
    if lit:
        text += f'<path d="{lit}" fill="{pen.colour("lit")}" fill-opacity=".26"/>'
    return text + f'<path d="{every}" fill="none" {pen.line("grid", 2)}/>'


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
    return f"M{_n(ax + dx * start)} {_n(ay + dy * start)}L{_n(ax + dx * stop)} {_n(ay + dy * stop)}"


def _wave(side: str, waves: int, height: float) -> str:
    """Return a wavy path along a hexside, from corner to corner."""
    ax, ay, bx, by = _ends(side)
    dx, dy = (bx - ax) / waves, (by - ay) / waves
    across_x, across_y = -(by - ay) / RADIUS * height, (bx - ax) / RADIUS * height
    text = f"M{_n(ax)} {_n(ay)}"
    for i in range(waves):
        sway = 1 if i % 2 else -1
        text += f"Q{_n(ax + dx * (i + 0.5) + across_x * sway)} {_n(ay + dy * (i + 0.5) + across_y * sway)}"
        text += f" {_n(ax + dx * (i + 1))} {_n(ay + dy * (i + 1))}"
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
    text = f"M{_n(ax)} {_n(ay)}L{_n(bx)} {_n(by)}"
    for x, y, back in ((ax, ay, 1), (bx, by, -1)):
        for lean in (-1, 1):
            text += (
                f"M{_n(x)} {_n(y)}L{_n(x + back * ux * 13 - lean * uy * 10)} {_n(y + back * uy * 13 + lean * ux * 10)}"
            )
    return text


def _hexsides(view: dict[str, object], pen: _Pen) -> str:
    under = ""
    over = ""
    river = [_text(row, "side") for row in _rows(view, "sides") if row["style"] == "river"]
    if river:
        banks = "".join([_wave(side, 6, 9) for side in river])
        under += f'<path d="{banks}" {pen.line("bank", 14)} stroke-opacity=".85"/>'
    for row in _rows(view, "sides"):
        side = _text(row, "side")
        style = _text(row, "style")
        mark = f' data-side="{side}"' if pen.interactive else ""
        over += f'<g class="hu-side hu-{style}"{mark}><title>{_esc(_text(row, "title"))}</title>'
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
            road = f"M{_n(ax)} {_n(ay)}L{_n(bx)} {_n(by)}"
            over += f'<path d="{road}" {pen.line("road", 10)}/>'
            over += f'<path d="{road}" {pen.line("halo", 4.5)}/>'
        else:
            over += f'<path d="{_along(side, 0.04, 0.96)}" {pen.line("ink", 8)}/>'
        over += "</g>"
    if not over:
        return ""
    return f'<g fill="none" stroke-linecap="round" stroke-linejoin="round">{under}{over}</g>'


def _side_hits(view: dict[str, object]) -> str:
    names = set()
    for hex in _rows(view, "hexes"):
        for d in hexgrid.DIRECTIONS:
            names.add(hexgrid.hexside(hexgrid.parse(_text(hex, "hex")), d))
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
    return "M" + "L".join([f"{_n(x)} {_n(y)}" for x, y in places]) + "z"


def _between(row: dict[str, object], start: float, stop: float) -> tuple[tuple[float, float], tuple[float, float]]:
    """Return two points on the way from hex to hex, each at its distance from the hex it belongs to."""
    ax, ay = hexgrid.center(hexgrid.parse(_text(row, "from")), RADIUS)
    bx, by = hexgrid.center(hexgrid.parse(_text(row, "to")), RADIUS)
    length = sqrt((bx - ax) ** 2 + (by - ay) ** 2)
    ux, uy = (bx - ax) / length, (by - ay) / length
    return ((ax + ux * start, ay + uy * start), (bx - ux * stop, by - uy * stop))


def _arrows(view: dict[str, object], pen: _Pen) -> str:
    text = ""
    for row in _rows(view, "arrows"):
        if row["near"]:
            start, stop = _between(row, 50, 58)
            shape = _arrow(start, stop, 13, 29)
            text += f'<path d="{shape}" fill-opacity=".55"/>'
        else:
            start, stop = _between(row, 50, 62)
            (ax, ay), (bx, by) = start, _between(row, 50, 78)[1]
            head = _arrow(_between(row, 50, 84)[1], stop, 0, 14)
            text += f'<path d="M{_n(ax)} {_n(ay)}L{_n(bx)} {_n(by)}" stroke-width="6" stroke-dasharray="14 9"/>'
            text += f'<path d="{head}" stroke="none"/>'
    if text:
        red = pen.colour("attack")
        paint = f'fill="{red}" stroke="{red}" stroke-width="2.5" stroke-linejoin="round"'
        text = f'<g class="hu-arrows" {paint}>{text}</g>'
    trails = ""
    for row in _rows(view, "trails"):
        (ax, ay), (bx, by) = _between(row, 10, 55)
        trails += f"M{_n(ax)} {_n(ay)}L{_n(bx)} {_n(by)}"
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
        text += f"M{_n(x + bx + (ax - bx) * 0.22)} {_n(y + by + (ay - by) * 0.22)}L{_n(x + bx)} {_n(y + by)}"
        text += f"L{_n(x + bx + (cx - bx) * 0.22)} {_n(y + by + (cy - by) * 0.22)}"
    return text


def _frames(view: dict[str, object], pen: _Pen) -> str:
    text = ""
    for hex in _rows(view, "hexes"):
        name = _text(hex, "hex")
        if hex["target"]:
            frame = _points(name, 87)
            text += f'<g class="hu-target"><path d="{frame}" {pen.line("halo", 10)}/>'
            text += f'<path d="{frame}" {pen.line("target", 6)}/>'
            text += f'<path d="{_points(name, 79.5)}" {pen.line("target", 1.8)}/></g>'
        if hex["lit"]:
            text += f'<path class="hu-lit" d="{_brackets(name, 88)}" {pen.line("ink", 5)}/>'
        if hex["legal"]:
            ring = _points(name, 85)
            x, y = hexgrid.center(hexgrid.parse(name), RADIUS)
            text += f'<g class="hu-legal"><path d="{ring}" {pen.line("halo", 9)}/>'
            text += f'<path d="{ring}" {pen.line("legal", 5)} stroke-dasharray="13 8"/>'
            text += f'<circle cx="{_n(x - 73.6)}" cy="{_n(y + 42.5)}" r="9" fill="{pen.colour("legal")}" '
            text += f"{pen.line('halo', 3)}/></g>"
        if hex["selected"]:
            ring = _points(name, 95)
            text += f'<g class="hu-selected"><path d="{ring}" {pen.line("halo", 14)}/>'
            text += f'<path d="{ring}" {pen.line("select", 8)}/></g>'
    return f'<g fill="none" stroke-linejoin="round" stroke-linecap="round">{text}</g>' if text else ""


def _cells(view: dict[str, object], options: dict[str, object], pen: _Pen) -> str:
    active = _active(view, options)
    row = None
    text = ""
    for hex in _rows(view, "hexes"):
        name = _text(hex, "hex")
        here = [counter for counter in _rows(view, "counters") if counter["hex"] == name]
        inner = _stacked(here, pen) + _features(hex, len(here), pen) + _name_text(hex, pen)
        if not pen.interactive:
            text += inner
            continue
        r = hexgrid.parse(name)[1]
        if r != row:
            text += ("</g>" if row is not None else "") + '<g role="row">'
            row = r
        classes = "hu-hex" + (" hu-active" if name == active else "")
        chosen = ' aria-selected="true"' if hex["selected"] else ""
        text += f'<g id="{pen.prefix}{hex_id(name)}" class="{classes}" role="gridcell" data-hex="{name}"{chosen}'
        text += f' aria-label="{_esc(_text(hex, "label"))}">'
        text += f'<path class="hu-hit" d="{_points(name, 97)}" fill="#fff" fill-opacity="0"/>{inner}</g>'
    return text + ("</g>" if row is not None else "")


def _name_text(hex: dict[str, object], pen: _Pen) -> str:
    """Return the name of a hex, or failing that its coordinates, across its top."""
    name = _text(hex, "hex")
    x, y = hexgrid.center(hexgrid.parse(name), RADIUS)
    title = _text(hex, "name")
    ink, halo = pen.colour("ink"), pen.colour("halo")
    at = f'x="{_n(x)}" y="{_n(y - 70)}"'
    if title:
        size = 18.0 if len(title) <= 11 else max(11.0, 18.0 * 11 / len(title))
        text = f'<text class="hu-name" {at} font-size="{_n(size)}" font-weight="700" text-anchor="middle" fill="{ink}"'
        text += f' stroke="{halo}" stroke-width="4" stroke-linejoin="round" paint-order="stroke">{_esc(title)}</text>'
    else:
        text = f'<text class="hu-name" {at} font-size="12.5" text-anchor="middle" fill="{ink}" fill-opacity=".65">'
        text += name + "</text>"
    return text


def _features(hex: dict[str, object], counters: int, pen: _Pen) -> str:
    """Return the features of a hex: large in an empty hex, small at its foot under counters."""
    x, y = hexgrid.center(hexgrid.parse(_text(hex, "hex")), RADIUS)
    ink, halo = pen.colour("ink"), pen.colour("halo")
    text = ""
    features = _rows(hex, "features")
    scale = 0.78 if counters else 1.25 if len(features) < 3 else 0.95
    step = 34 * scale + 3
    foot = 76 if counters else 4
    for i in range(len(features)):
        feature = features[i]
        fx = x + (i - (len(features) - 1) / 2) * step
        text += _plaque(feature, fx, y + foot, scale, pen)
        if not counters and len(features) == 1:
            text += f'<text x="{_n(x)}" y="{_n(y + 44)}" font-size="15" text-anchor="middle" fill="{ink}"'
            text += f' stroke="{halo}" stroke-width="3.5" paint-order="stroke">{_esc(_text(feature, "title"))}</text>'
    return text


def _plaque(feature: dict[str, object], x: float, y: float, scale: float, pen: _Pen) -> str:
    wanted = _text(feature, "glyph")
    glyph = _GLYPH_NAMES.get(wanted, wanted)
    text = f'<g class="hu-feature" transform="translate({_n(x)} {_n(y)})scale({_ratio(scale)})">'
    text += f"<title>{_esc(_text(feature, 'title'))}</title>"
    text += f'<rect x="-17" y="-17" width="34" height="34" rx="6" fill="{pen.colour("halo")}" '
    text += f"{pen.line('ink', 1.6)}/>"
    if glyph in GLYPHS:
        text += f'<g fill="{pen.colour("ink")}" transform="scale(.84)">{pen.ink(GLYPHS[glyph])}</g>'
    else:
        tag = wanted if len(wanted) < 4 else wanted[:1].upper()
        size = 24 if len(tag) == 1 else 18 if len(tag) == 2 else 14
        text += f'<text y="{_n(size * 0.36)}" font-size="{size}" font-weight="700" text-anchor="middle" '
        text += f'fill="{pen.colour("ink")}">{_esc(tag)}</text>'
    return text + "</g>"


def _stacked(counters: list[dict[str, object]], pen: _Pen) -> str:
    """Return the counters of a hex, the lower ones first, so that each leaves the next one's factors bare."""
    order = sorted(range(len(counters)), key=lambda i: (-_number(counters[i], "y"), _number(counters[i], "x")))
    return "".join([_counter_shape(counters[i], pen) for i in order] + [_over(counters[i], pen) for i in order])


def _place(counter: dict[str, object]) -> str:
    x, y = _number(counter, "x") * RADIUS, _number(counter, "y") * RADIUS
    return f"translate({_n(x)} {_n(y)})scale({_ratio(_number(counter, 'size'))})"


def _counter_shape(counter: dict[str, object], pen: _Pen) -> str:
    ink, fill = _text(counter, "ink"), _text(counter, "fill")
    side = _text(counter, "side")
    count, lost = _whole(counter, "count", 1), _whole(counter, "lost")
    left = count - lost
    text = f'<g class="hu-unit hu-{side}" transform="{_place(counter)}"'
    if pen.interactive:
        id = _text(counter, "id")
        text += f' id="{pen.prefix}{unit_id(id)}" data-unit="{_esc(id)}" role="img"'
        text += f' aria-label="{_esc(_unit_words(counter))}"'
    text += ">"
    if not pen.interactive:
        text += f"<title>{_esc(_unit_words(counter))}</title>"
    for depth in range(min(3, left) - 1, 0, -1):
        d = depth * 6
        text += f'<use href="{pen.ref("plate")}" x="{d}" y="{d}" fill="{fill}"/>'
    text += f'<use href="{pen.ref("shade")}"/>'
    text += f'<use href="{pen.ref("plate")}" fill="{fill}"/>'
    text += f'<use href="{pen.ref("bevel")}"/>'
    tint = "#fff" if _lightness(ink) < 0.5 else "#000"
    text += f'<g fill="{ink}" color="{tint}" font-weight="700">'
    if side == "defender":
        text += (
            f'<rect x="-44.5" y="-44.5" width="89" height="89" rx="6" fill="none" stroke="{ink}" stroke-width="2.2"/>'
        )
    shift = ' x="-8"' if count > 1 else ""
    text += f'<use href="{pen.ref("s-" + _text(counter, "symbol"))}"{shift} stroke="{ink}" stroke-width="3.2"/>'
    text += f'<use href="{pen.ref(side)}" stroke="{fill}"/>'
    letter = _text(counter, "letter")[:3]
    text += f'<text x="-39" y="-28.5" font-size="{18 if len(letter) < 3 else 14}" stroke="{fill}" '
    text += f'stroke-width="4" paint-order="stroke">{_esc(letter)}</text>'
    echelon = _text(counter, "echelon")
    mark = _ECHELONS.get(echelon, echelon if _only(echelon, "XI") else "")
    if mark:
        text += f'<text x="4" y="-30" font-size="11" text-anchor="middle">{mark}</text>'
    face = _text(counter, "face")
    if face:
        size = min(34.0, 120.0 / max(1, len(face)))
        text += (
            f'<text class="hu-factors" y="41.5" font-size="{_n(size)}" text-anchor="middle">{_esc(face[:12])}</text>'
        )
    text += "</g>"
    if not left:
        text += f'<use href="{pen.ref("plate")}" fill="#8c8c8c" fill-opacity=".62"/>'
        text += '<g stroke-linecap="round"><path d="M-34-34 34 34M34-34-34 34" stroke="#fff" stroke-width="15"/>'
        text += f'<path d="M-34-34 34 34M34-34-34 34" {pen.line("lost", 9)}/></g>'
    elif counter.get("out"):
        text += f'<path d="M-50 14v-54a10 10 0 0 1 10-10h80a10 10 0 0 1 10 10v54z" fill="url({pen.ref("hatch")})"/>'
    return text + "</g>"


def _over(counter: dict[str, object], pen: _Pen) -> str:
    """Return what lies over a counter and those beside it: how many it stands for, and that it can be chosen."""
    count, lost = _whole(counter, "count", 1), _whole(counter, "lost")
    text = ""
    if counter.get("legal"):
        green = pen.colour("legal")
        ring = '<rect x="-51" y="-51" width="102" height="102" rx="11" fill="none" '
        text += f'<g class="hu-choice">{ring}stroke="#fff" stroke-width="9"/>'
        text += f'{ring}stroke="{green}" stroke-width="6" stroke-dasharray="14 8"/>'
        text += f'<circle cy="-51" r="9" fill="{green}" stroke="#fff" stroke-width="3"/></g>'
    if count - lost > 1:
        text += _badge(3, f"×{count - lost}", _text(counter, "ink"), _text(counter, "fill"))
    if 0 < lost < count:
        text += _badge(-25 if count - lost > 1 else 3, f"−{lost}", pen.colour("lost"), "#fff")
    return f'<g pointer-events="none" transform="{_place(counter)}">{text}</g>' if text else ""


def _badge(y: float, words: str, fill: str, ink: str) -> str:
    """Return the small plate with a number of counters, to the right of the symbol."""
    wide = 11 + 12 * len(words)
    text = f'<rect x="{57 - wide}" y="{y - 13}" width="{wide}" height="26" rx="7" fill="{fill}" stroke="{ink}" '
    text += f'stroke-width="2.5"/><text x="{_n(57 - wide / 2)}" y="{y + 7.5}" font-size="21" font-weight="700" '
    return text + f'text-anchor="middle" fill="{ink}">{words}</text>'


def _tray_boxes(view: dict[str, object], pen: _Pen) -> str:
    text = ""
    for tray in _rows(view, "trays"):
        side = _text(tray, "side")
        x, y = _number(tray, "x") * RADIUS, _number(tray, "y") * RADIUS
        width = _number(tray, "right") * RADIUS - x
        height = _number(tray, "bottom") * RADIUS - y
        loose = [c for c in _rows(view, "counters") if not c["hex"] and c["side"] == side]
        title = "Attacker" if side == "attacker" else "Defender"
        start, end = '<g class="hu-tray">', "</g>"
        if pen.interactive:
            start = f'<g class="hu-tray" role="row"><g id="{pen.prefix}tray-{side}" role="gridcell" data-tray="{side}" '
            start += f'aria-label="{_esc("Off the map. " + _units_words(loose))}">'
            end = "</g></g>"
        text += (
            f'{start}<rect class="hu-hit" x="{_n(x)}" y="{_n(y)}" width="{_n(width)}" height="{_n(height)}" rx="14" '
        )
        text += f'fill="#fff" fill-opacity="0" {pen.line("grid", 2.5)} stroke-dasharray="9 7"/>'
        text += f'<text x="{_n(x + 16)}" y="{_n(y + 25)}" font-size="15" font-weight="700" '
        text += f'fill="{pen.colour("ink")}">{title} off map</text>'
        text += _stacked(loose, pen) + end
    return text
