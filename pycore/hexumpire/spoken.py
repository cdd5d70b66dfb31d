"""The board in plain words, as a screen reader tells it.

The module is plain Python for CPython, Pyodide and MicroPython alike.
"""

try:
    from . import docfields as doc
    from . import hexgrid
except ImportError:  # loose modules side by side
    import docfields as doc  # type: ignore[import-not-found, no-redef]
    import hexgrid  # type: ignore[import-not-found, no-redef]

ENGLISH = {
    "unit": "{nation} {title} {face}",
    "unit_no_nation": "{title} {face}",
    "times": "||twice|three times|four times|five times|six times",
    "times_more": "{n} times",
    "lost": "(lost)",
    "lost_some": "({n} lost)",
    "steps": "({n} of {whole} steps)",
    "out": "(out of the fight)",
    "legal": "(can be chosen)",
    "left": "{n} factors left",
    "left_of": "{n} of {whole} factors",
    "factors": "factors",
    "factors_left": "{n} left",
    "factors_left_of": "{n} of {whole}",
    "attacker": "Attacker",
    "defender": "Defender",
    "beside": "{mark} to the {direction}",
    "directions": "east|north-east|north-west|west|south-west|south-east",
    "hex": "Hex {name}",
    "target": "target",
    "hex_legal": "can be chosen",
    "lit": "marked",
    "selected": "selected",
    "empty": "Empty: {places}.",
    "off": "Off the map. {units}",
    "tray": "{side} off map",
    "small": "yes",
}
"""What is said, by key; ``small``: whether titles begin with a small letter inside a sentence."""
WORDS = dict(ENGLISH)


def learn(words: dict[str, str]) -> None:
    """Speak another language from now on: its texts by the keys of ``ENGLISH``; those that are missing stay English."""
    WORDS.clear()
    WORDS.update(ENGLISH)
    WORDS.update(words)


def say(key: str, **values: object) -> str:
    """Return the text of a key with values put in; blanks around missing ones go."""
    text = WORDS[key]
    for name, value in values.items():
        text = text.replace("{" + name + "}", str(value))
    return " ".join(text.split())


def _small(title: str) -> str:
    """Return a title as it reads inside a sentence: "Infantry" is "infantry", "HQ" stays."""
    return title if title[1:2].isupper() or WORDS["small"] != "yes" else title[:1].lower() + title[1:]


def unit_words(counter: dict[str, object]) -> str:
    """Return a counter in words: "British infantry 3-3 twice (1 lost)"."""
    title = _small(doc.text(counter, "title"))
    dwindled = counter.get("left") is not None
    nation = doc.text(counter, "nation")
    face = _left_words(counter, title) if dwindled else doc.text(counter, "face")
    words = [say("unit" if nation else "unit_no_nation", nation=nation, title=title, face=face)]
    count = doc.whole(counter, "count", 1)
    lost = doc.whole(counter, "lost")
    if count > 1 and not dwindled:
        times = WORDS["times"].split("|")
        words.append(times[count] if count < len(times) else say("times_more", n=count))
    if lost:
        words.append(say("lost") if lost == count else say("lost_some", n=lost))
    steps, whole = doc.whole(counter, "steps"), doc.whole(counter, "steps_whole")
    if 0 < steps < whole:
        words.append(say("steps", n=steps, whole=whole))
    for key in ("out", "legal"):
        if counter.get(key):
            words.append(say(key))
    return " ".join(words)


def _left_words(counter: dict[str, object], title: str) -> str:
    """Return what is left of a counter's factors: "2 of 6 factors", or "2 of 6" when its title says factors."""
    whole = counter.get("whole")
    key = "factors_left" if title.endswith(WORDS["factors"]) else "left"
    if whole is None:
        return say(key, n=doc.amount(counter["left"]))
    return say(key + "_of", n=doc.amount(counter["left"]), whole=doc.amount(whole))


def units_words(counters: list[dict[str, object]]) -> str:
    """Return counters in words, the defender's first."""
    parts = []
    for side in ("defender", "attacker"):
        units = [unit_words(counter) for counter in counters if counter["side"] == side]
        if units:
            parts.append(say(side) + ": " + ", ".join(units))
    return ". ".join(parts)


def side_words(name: str, sides: list[dict[str, object]]) -> list[str]:
    """Return what lies on the hexsides of a hex: "river to the east"."""
    hex = hexgrid.parse(name)
    words = []
    for i in range(6):
        side = hexgrid.hexside(hex, hexgrid.DIRECTIONS[i])
        for row in sides:
            if row["side"] == side:
                direction = WORDS["directions"].split("|")[i]
                words.append(say("beside", mark=_small(doc.text(row, "title")), direction=direction))
    return words


def hex_words(hex: dict[str, object], sides: list[dict[str, object]], counters: list[dict[str, object]]) -> str:
    """Return a hex in words, with the counters that stand there."""
    name = doc.text(hex, "hex")
    place = [
        doc.text(hex, "name") or say("hex", name=doc.text(hex, "printed") or name),
        _small(doc.text(hex, "terrain_title")),
    ]
    place += [_small(doc.text(feature, "title")) for feature in doc.rows(hex, "features")]
    parts = [", ".join(place)]
    state = []
    for key, word in (("target", "target"), ("legal", "hex_legal"), ("lit", "lit"), ("selected", "selected")):
        if hex.get(key):
            state.append(say(word))
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
    return [line for _, line in places(view)]


def places(view: dict[str, object]) -> list[tuple[str, str]]:
    """Return the lines of ``describe``, each with the hex that it is about, or ""."""
    plain = []
    lines = []
    sides = doc.rows(view, "sides")
    for hex in doc.rows(view, "hexes"):
        name = doc.text(hex, "hex")
        here = [counter for counter in doc.rows(view, "counters") if counter["hex"] == name]
        told = here or hex["name"] or hex["features"] or side_words(name, sides)
        if told or hex["target"] or hex["legal"] or hex["lit"] or hex["selected"]:
            lines.append((name, doc.text(hex, "label") + "."))
        else:
            plain.append(name + " " + _small(doc.text(hex, "terrain_title")))
    if plain:
        lines.append(("", say("empty", places=", ".join(plain))))
    for tray in doc.rows(view, "trays"):
        loose = [
            counter for counter in doc.rows(view, "counters") if not counter["hex"] and counter["side"] == tray["side"]
        ]
        lines.append(("", say("off", units=units_words(loose)) + "."))
    return lines
