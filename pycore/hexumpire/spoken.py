"""The board in plain words, as a screen reader tells it.

The module is plain Python for CPython, Pyodide and MicroPython alike.
"""

try:
    from . import docfields as doc
    from . import hexgrid
except ImportError:  # loose modules side by side
    import docfields as doc  # type: ignore[import-not-found, no-redef]
    import hexgrid  # type: ignore[import-not-found, no-redef]

_TOWARDS = ("east", "north-east", "north-west", "west", "south-west", "south-east")
_TIMES = ("", "", " twice", " three times", " four times", " five times", " six times")


def _small(title: str) -> str:
    """Return a title as it reads inside a sentence: "Infantry" is "infantry", "HQ" stays."""
    return title if title[1:2].isupper() else title[:1].lower() + title[1:]


def unit_words(counter: dict[str, object]) -> str:
    """Return a counter in words: "British infantry 3-3 twice (1 lost)"."""
    title = _small(doc.text(counter, "title"))
    dwindled = counter.get("left") is not None
    words = [doc.text(counter, "nation"), title, _left_words(counter, title) if dwindled else doc.text(counter, "face")]
    text = " ".join([word for word in words if word])
    count = doc.whole(counter, "count", 1)
    lost = doc.whole(counter, "lost")
    if count > 1 and not dwindled:
        text += _TIMES[count] if count < len(_TIMES) else f" {count} times"
    if lost:
        text += " (lost)" if lost == count else f" ({lost} lost)"
    steps, whole = doc.whole(counter, "steps"), doc.whole(counter, "steps_whole")
    if 0 < steps < whole:
        text += f" ({steps} of {whole} steps)"
    if counter.get("out"):
        text += " (out of the fight)"
    if counter.get("legal"):
        text += " (can be chosen)"
    return text


def _left_words(counter: dict[str, object], title: str) -> str:
    """Return what is left of a counter's factors: "2 of 6 factors", or "2 of 6" when its title says factors."""
    whole = counter.get("whole")
    text = doc.amount(counter["left"])
    if whole is None:
        return text + " left" if title.endswith("factors") else text + " factors left"
    text += " of " + doc.amount(whole)
    return text if title.endswith("factors") else text + " factors"


def units_words(counters: list[dict[str, object]]) -> str:
    """Return counters in words, the defender's first."""
    parts = []
    for side, title in (("defender", "Defender"), ("attacker", "Attacker")):
        units = [unit_words(counter) for counter in counters if counter["side"] == side]
        if units:
            parts.append(title + ": " + ", ".join(units))
    return ". ".join(parts)


def side_words(name: str, sides: list[dict[str, object]]) -> list[str]:
    """Return what lies on the hexsides of a hex: "river to the east"."""
    hex = hexgrid.parse(name)
    words = []
    for i in range(6):
        side = hexgrid.hexside(hex, hexgrid.DIRECTIONS[i])
        for row in sides:
            if row["side"] == side:
                words.append(_small(doc.text(row, "title")) + " to the " + _TOWARDS[i])
    return words


def hex_words(hex: dict[str, object], sides: list[dict[str, object]], counters: list[dict[str, object]]) -> str:
    """Return a hex in words, with the counters that stand there."""
    name = doc.text(hex, "hex")
    place = [
        doc.text(hex, "name") or "Hex " + (doc.text(hex, "printed") or name),
        _small(doc.text(hex, "terrain_title")),
    ]
    place += [_small(doc.text(feature, "title")) for feature in doc.rows(hex, "features")]
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
    units = units_words(counters)
    beside = side_words(name, sides)
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
    sides = doc.rows(view, "sides")
    for hex in doc.rows(view, "hexes"):
        name = doc.text(hex, "hex")
        here = [counter for counter in doc.rows(view, "counters") if counter["hex"] == name]
        told = here or hex["name"] or hex["features"] or side_words(name, sides)
        if told or hex["target"] or hex["legal"] or hex["lit"] or hex["selected"]:
            lines.append(doc.text(hex, "label") + ".")
        else:
            plain.append(name + " " + _small(doc.text(hex, "terrain_title")))
    if plain:
        lines.append("Empty: " + ", ".join(plain) + ".")
    for tray in doc.rows(view, "trays"):
        loose = [
            counter for counter in doc.rows(view, "counters") if not counter["hex"] and counter["side"] == tray["side"]
        ]
        lines.append("Off the map. " + units_words(loose) + ".")
    return lines
