"""The drawable board: a schema, a scenario and (during a fight) an overlay become plain lists to draw or to tell.

The board knows no rules: which hexes may be chosen, and what is lost, it is told by the overlay. The
module is plain Python for CPython, Pyodide and MicroPython alike,
and reads dictionaries in sorted order only, because MicroPython's keep none.
"""

from . import docfields as doc
from . import hexgrid
from .alt_text import beside, hex_words, place_names, place_words
from .arrows import aim_of, arrows
from .kept import Kept, reading_order
from .paint import checked, lightness
from .stacks import placed, stacked
from .symbols import PATTERNS, SIDE_STYLES, SYMBOLS

_FACTORS_ONLY = ("air",)


def _face(unit: dict[str, object], kind: dict[str, object], symbol: str) -> str:
    printed = doc.texts(kind, "face")
    if printed:
        usual = doc.table(kind, "defaults")
        return "-".join([doc.amount(unit.get(key, usual.get(key))) for key in printed])
    factors = doc.amount(unit.get("factors"))
    movement = doc.amount(unit.get("movement"))
    if symbol in _FACTORS_ONLY or not movement:
        return factors
    return factors + "-" + movement if factors else movement


def counter_of(schema: dict[str, object], unit: dict[str, object], overlay: dict[str, object]) -> dict[str, object]:
    """Return the counter of a unit, without its place on the board.

    ``left`` and ``whole``, the factors it still has and had, are there when it lost some of them; a counter without
    any left is lost. ``steps`` and ``steps_whole`` are there when the overlay tells how many steps it has left.
    """
    id = doc.text(unit, "id")
    kind = doc.find(doc.rows(schema, "types"), doc.text(unit, "type"))
    nation = doc.find(doc.rows(schema, "nations"), doc.text(unit, "nation"))
    symbol = doc.text(kind, "symbol", "generic")
    count = max(1, doc.whole(unit, "count", 1))
    lost = min(count, max(0, doc.whole(doc.table(overlay, "lost"), id)))
    start = doc.text(unit, "at")
    moved = doc.table(overlay, "moved")
    at = start if isinstance(moved.get(id), dict) else doc.text(moved, id, start)
    fill = checked(doc.text(nation, "fill"), "#d9d3bf")
    title = doc.text(nation, "title")
    counter: dict[str, object] = {
        "id": id,
        "side": "defender" if doc.text(unit, "side") == "defender" else "attacker",
        "hex": hexgrid.name(hexgrid.parse(at)) if at else "",
        "from": hexgrid.name(hexgrid.parse(start)) if start else "",
        "type": doc.text(unit, "type"),
        "title": doc.text(kind, "title", doc.text(unit, "type", "unit")),
        "symbol": symbol if symbol in SYMBOLS else "generic",
        "echelon": doc.text(unit, "echelon", doc.text(kind, "echelon")),
        "nation": title,
        "letter": doc.text(nation, "letter", title[:1]),
        "fill": fill,
        "ink": checked(doc.text(nation, "ink"), "#1d1b16" if lightness(fill) > 0.45 else "#ffffff"),
        "face": _face(unit, kind, symbol),
        "count": count,
        "lost": lost,
        "out": id in doc.texts(overlay, "out"),
        "legal": id in doc.texts(overlay, "legal_units"),
    }
    aim = aim_of(schema, unit, kind)
    if aim:
        counter["aim"] = aim
    left = doc.table(overlay, "left")
    if id in left:
        factors = unit.get("factors")
        _dwindle(counter, doc.number(left, id), factors * count if isinstance(factors, (int, float)) else None)
    steps = doc.table(overlay, "steps")
    if id in steps:
        counter["steps"] = doc.whole(steps, id)
        counter["steps_whole"] = count * max(1, doc.whole(unit, "steps", 1))
        if not counter["steps"]:
            counter["lost"] = count
    return counter


def _dwindle(counter: dict[str, object], left: float, whole: float | None) -> None:
    """Leave a counter only some of its factors; ``whole`` is None when nobody knows how many those were."""
    if left <= 0:
        counter["lost"] = counter["count"]
    elif whole is None or left < whole:
        counter["left"] = left
        counter["whole"] = whole


def _parts(counter: dict[str, object], overlay: dict[str, object]) -> list[dict[str, object]]:
    """Return a counter as one or, when only some of its stack moved, as the rest and one for every hex they moved to.

    What is lost is lost of the rest first. All parts are of one unit; ``part`` tells apart those after the first.
    """
    docs = doc.table(doc.table(overlay, "moved"), doc.text(counter, "id"))
    arrivals: dict[str, int] = {}
    rest = doc.whole(counter, "count")
    for key in sorted(docs):
        name = hexgrid.name(hexgrid.parse(key))
        number = min(rest, doc.whole(docs, key))
        if number > 0 and name != counter["hex"]:
            arrivals[name] = arrivals.get(name, 0) + number
            rest -= number
    if not arrivals:
        return [counter]
    places = [(name, arrivals[name]) for name in sorted(arrivals, key=reading_order)]
    if rest:
        places.insert(0, (doc.text(counter, "hex"), rest))
    lost = doc.whole(counter, "lost")
    each = missing = 0.0
    if counter.get("whole") is not None:
        each = doc.number(counter, "whole") / doc.whole(counter, "count")
        missing = doc.number(counter, "whole") - doc.number(counter, "left")
        counter = {key: counter[key] for key in counter if key not in ("left", "whole")}
    parts: list[dict[str, object]] = []
    for name, number in places:
        part = dict(counter)
        part["hex"] = name
        part["count"] = number
        part["lost"] = min(number, lost)
        lost -= min(number, lost)
        if parts:
            part["part"] = name
        gone = min(missing, each * number)
        missing -= gone
        if gone:
            _dwindle(part, each * number - gone, each * number)
        parts.append(part)
    return parts


def view(
    schema: dict[str, object],
    scenario: dict[str, object],
    overlay: dict[str, object] | None = None,
    margin: int = 0,
    kept: Kept | None = None,
) -> dict[str, object]:
    """Return the drawable board of a scenario: plain lists and texts, ready for ``draw`` and ``describe``.

    In: the schema (``terrains``, ``features``, ``side_features``, ``types``, ``nations``), the scenario (``map``,
    ``targets``, ``path`` or ``attacks``, ``units``), an overlay and how many rings of hexes to add around. The overlay
    holds, of each unit by its id, how many counters are ``lost``, how many factors are ``left`` (of all its counters
    together) and where it ``moved``: a hex when all of it did, else how many counters to which hexes, as in
    ``{"u1": {"0,0": 1}}``; ``types`` by hex with another side up; by unit hexes from which it attacks ``anew``; the
    lists ``out``, ``legal_units``, ``legal_hexes``, ``lit_hexes`` and ``over`` (numbers of attacks), the ``selected``
    hex, and of attacks that the scenario does not list, ``numbers`` by hex and ``attacks`` (``from``, ``targets``).

    Out: ``hexes`` in reading order, ``sides``, ``counters`` with their place in hex radii from the middle of the
    board's hex 0,0 (``x``, ``y``, ``size``), ``arrows`` of the attack, ``trails`` of units that moved, ``trays``
    for counters that stand on no hex, and ``extent`` (left, top, right, bottom) in hex radii.

    A scenario that is the very object of the last view with the same ``kept`` must not have been changed in between.
    Hexes, and counters that stand on one, are the very same objects again where nothing of them has changed.
    Shown are the targets and their neighbours, and every hex with units or map data. Raises ValueError when a hex or
    hexside is misnamed; anything else that is unknown is drawn plainly.
    """
    overlay, board = overlay or {}, doc.table(scenario, "map")
    attacks = doc.rows(scenario, "attacks")
    targets, numbered = _targets(scenario, attacks), doc.table(overlay, "numbers") or _numbers(attacks)
    marked = _marked(overlay, targets)
    kept = kept or Kept()
    numbers = doc.table(overlay, "names")
    way = bool(doc.texts(scenario, "path"))
    made = kept.latest("board", (kept.written(scenario, "map", [board]), targets, way, numbers, numbered))
    data = kept.same("data", made)
    if not isinstance(data, dict):
        hex_docs = doc.table(board, "hexes")
        data = {kept.name(key): hex_docs[key] for key in sorted(hex_docs)}
        kept.keep("data", made, data, 1)
    counters = _counters(schema, scenario, overlay, kept)
    shown = _shown(made, data, targets, marked, counters, margin, kept)
    stacks = stacked(counters, data, kept)
    sides, next_to = _sides(schema, doc.table(board, "sides"), kept)
    order = kept.ordered(shown)
    hexes, touched = kept.untouched(made, marked, stacks)
    names, called = _called(made, data, numbers, targets, way, kept)
    for i in touched:
        name = order[i]
        about: dict[str, object] = {"printed": doc.text(numbers, name), "number": doc.text(numbered, name)}
        about["beside"], about["way"] = next_to.get(name, []), way
        made_of = (repr((data.get(name), about)), called)
        bare = kept.same("bare " + name, made_of)
        if not isinstance(bare, dict):
            bare = _hex(schema, name, data.get(name), about)
            bare["place"] = place_words(name, targets, names, way)
            kept.keep("bare " + name, made_of, bare)
        hexes[i] = _with_marks(name, bare, [(key, name in some) for key, some in marked], stacks.get(name, []), kept)
    kept.keep_hexes(hexes, made, marked, stacks)
    at_stake = targets if _attacked(schema, scenario) else []
    return _board(hexes, sides, placed(counters, stacks), at_stake, attacks, overlay, list(kept.extent(shown)))


def _attacked(schema: dict[str, object], scenario: dict[str, object]) -> bool:
    """Whether the hexes that a scenario names are attacked: some are a way, or where a force lands, or in the rain."""
    for entry in doc.rows(schema, "procedures"):
        if entry["key"] == doc.text(scenario, "procedure"):
            return entry["summary"] != "cost" and bool(entry["inputs"])
    return True


def _called(
    made: object,
    data: dict[str, object],
    numbers: dict[str, object],
    targets: list[str],
    way: bool,
    kept: Kept,
) -> tuple[dict[str, str], str]:
    """How the hexes of a board are called, and a text that is another one where they are called otherwise."""
    found = kept.same("called", made)
    if isinstance(found, tuple):
        return found
    names = _place_names(data, numbers)
    found = (names, repr((targets, way, names)))
    kept.keep("called", made, found)
    return found


def _with_marks(
    name: str, bare: dict[str, object], marks: list[tuple[str, bool]], here: list[dict[str, object]], kept: Kept
) -> dict[str, object]:
    """A hex with its marks and what it is called with them and with the counters that stand there."""
    hex = kept.same("hex " + name, (bare, marks, here))
    if not isinstance(hex, dict):
        hex = dict(bare)
        hex.update(marks)
        hex["label"] = hex_words(hex, here)
        kept.keep("hex " + name, (bare, marks, here), hex)
    return hex


def _board(
    hexes: list[dict[str, object]],
    sides: list[dict[str, object]],
    counters: list[dict[str, object]],
    targets: list[str],
    attacks: list[dict[str, object]],
    overlay: dict[str, object],
    extent: list[float],
) -> dict[str, object]:
    """The board of these, with what lies over and beside it."""
    return {
        "hexes": hexes,
        "sides": sides,
        "arrows": arrows(counters, targets, attacks, overlay),
        "trails": _trails(counters),
        "trays": _trays(counters, extent),
        "counters": counters,
        "extent": extent,
    }


def _marked(overlay: dict[str, object], targets: list[str]) -> list[tuple[str, set[str]]]:
    """The hexes that are marked, by what they are."""
    selected = doc.text(overlay, "selected")
    return [
        ("target", set(targets)),
        ("legal", set(hexgrid.names(doc.texts(overlay, "legal_hexes")))),
        ("lit", set(hexgrid.names(doc.texts(overlay, "lit_hexes")))),
        ("selected", set(hexgrid.names([selected] if selected else []))),
    ]


def _counters(
    schema: dict[str, object], scenario: dict[str, object], overlay: dict[str, object], kept: Kept
) -> list[dict[str, object]]:
    """The counters of all units, without their places on the board."""
    units = doc.rows(scenario, "units")
    written = kept.written(scenario, "units", list(units))
    what = [doc.table(overlay, key) for key in ("lost", "moved", "left", "steps", "types")]
    out, legal = set(doc.texts(overlay, "out")), set(doc.texts(overlay, "legal_units"))
    counters: list[dict[str, object]] = []
    for i in range(len(units)):
        id = doc.text(units[i], "id")
        made_of = (written[i], [part.get(id) for part in what], id in out, id in legal)
        parts = kept.same("unit " + str(i), made_of)
        if not isinstance(parts, list):
            parts = _parts(counter_of(schema, units[i], overlay), overlay)
            flipped = doc.table(doc.table(overlay, "types"), id)
            for part in parts:  # what lies with another side up is drawn as that
                if doc.text(part, "hex") in flipped:
                    unit = dict(units[i])
                    unit["type"] = flipped[doc.text(part, "hex")]
                    face = counter_of(schema, unit, {})
                    for key in ("type", "title", "symbol", "echelon", "face"):
                        part[key] = face[key]
            kept.keep("unit " + str(i), made_of, parts)
        counters += parts
    return counters


def _shown(
    made: object,
    data: dict[str, object],
    targets: list[str],
    marked: list[tuple[str, set[str]]],
    counters: list[dict[str, object]],
    margin: int,
    kept: Kept,
) -> set[str]:
    """Names of the hexes that the board shows: the known ones, targets and their neighbours, those of counters."""
    known = kept.same("known", made)
    if not isinstance(known, set):
        known = set(data) | set(targets)
        for target in targets:
            known.update([hexgrid.name(hex) for hex in hexgrid.neighbours(hexgrid.parse(target))])
        kept.keep("known", made, known, 1)
    more = {str(name) for counter in counters for name in (counter["hex"], counter["from"]) if name not in known}
    more.discard("")
    for _, some in marked:
        more.update(some - known)
    shown: set[str] = known | more if more else known
    if not shown:
        return {"0,0"}
    for _ in range(max(0, margin)):
        shown = shown | {hexgrid.name(hex) for name in shown for hex in hexgrid.neighbours(hexgrid.parse(name))}
    return shown


def _hex(schema: dict[str, object], name: str, data: object, about: dict[str, object]) -> dict[str, object]:
    terrains = doc.rows(schema, "terrains")
    key = doc.text(data, "terrain", "clear")
    if data is None and terrains and not [row for row in terrains if doc.text(row, "key") == "clear"]:
        key = doc.text(terrains[0], "key")
    terrain = doc.find(terrains, key)
    pattern = doc.text(terrain, "pattern", "none")
    features = []
    for feature in doc.texts(data, "features"):
        row = doc.find(doc.rows(schema, "features"), feature)
        title = doc.text(row, "title", feature)
        features.append({"key": feature, "title": title, "glyph": doc.text(row, "glyph", title)})
    hex: dict[str, object] = {
        "hex": name,
        "name": doc.text(data, "name"),
        "terrain": key,
        "terrain_title": doc.text(terrain, "title", key),
        "fill": checked(doc.text(terrain, "fill"), "#efe8d0"),
        "pattern": pattern if pattern in PATTERNS else "none",
        "features": features,
    }
    hex.update(about)
    return hex


def _sides(
    schema: dict[str, object], docs: dict[str, object], kept: Kept
) -> tuple[list[dict[str, object]], dict[str, list[str]]]:
    """The features of hexsides, and what each hex has beside it, in words."""
    made_of = repr(docs)
    result = kept.same("sides", made_of)
    if isinstance(result, tuple):
        return result
    found: dict[str, list[str]] = {}
    for key in sorted(docs):
        hex, d = hexgrid.parse_side(key)
        name = hexgrid.hexside(hex, d)
        found[name] = found.get(name, []) + [item for item in doc.texts(docs, key) if item not in found.get(name, [])]
    sides: list[dict[str, object]] = []
    for name in sorted(found):
        for feature in found[name]:
            row = doc.find(doc.rows(schema, "side_features"), feature)
            style = doc.text(row, "style", feature)
            sides.append(
                {
                    "side": name,
                    "key": feature,
                    "title": doc.text(row, "title", feature),
                    "style": style if style in SIDE_STYLES else "line",
                }
            )
    kept.keep("sides", made_of, (sides, beside(sides)))
    return sides, beside(sides)


def _place_names(data: dict[str, object], numbers: dict[str, object]) -> dict[str, str]:
    """What hexes are called: by their own names, or by the numbers of the map."""
    own = {key: doc.text(data[key], "name") for key in data}
    return place_names(own, {key: doc.text(numbers, key) for key in numbers})


def _targets(scenario: dict[str, object], attacks: list[dict[str, object]]) -> list[str]:
    """The hexes that a scenario is about: those of its attacks, or of its path."""
    found = doc.texts(scenario, "targets") + doc.texts(scenario, "path")
    return hexgrid.names(found + [place for attack in attacks for place in doc.texts(attack, "targets")])


def _numbers(attacks: list[dict[str, object]]) -> dict[str, object]:
    """The number of the attack by its hexes, such as "2", or "1 3" where there are two."""
    found: dict[str, object] = {}
    for i in range(len(attacks) if len(attacks) > 1 else 0):
        for name in hexgrid.names(doc.texts(attacks[i], "targets")):
            found[name] = (doc.text(found, name) + " " + str(i + 1)).strip()
    return found


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
