"""The board in plain words, as a screen reader tells it.

The module is plain Python for CPython, Pyodide and MicroPython alike.
"""

from . import docfields as doc
from . import hexgrid

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
    "left_one": "{n} factor left",
    "left_of": "{n} of {whole} factors",
    "factors": "factors",
    "factors_left": "{n} left",
    "factors_left_of": "{n} of {whole}",
    "attacker": "Attacker",
    "defender": "Defender",
    "beside": "{mark} to the {direction}",
    "directions": "east|north-east|north-west|west|south-west|south-east",
    "hex": "Hex {name}",
    "here": "the target",
    "here_n": "target {n}",
    "of": "of {place}",
    "of_here": "of the target",
    "towards": "east|north-east|north-west|west|south-west|south-east",
    "way": "{n} {direction}",
    "ways": "{way} and {way2}",
    "apart": "the hex {way} {of}",
    "middle": "the middle hex",
    "of_middle": "of the middle hex",
    "target": "target",
    "way_n": "hex {n} of the way",
    "on_way": "on the way",
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
    """Return a title as it reads inside a sentence: "Infantry" is "infantry"; "HQ" and "West Wall" stay."""
    name = title[1:2].isupper() or title.partition(" ")[2][:1].isupper()
    return title if name or WORDS["small"] != "yes" else title[:1].lower() + title[1:]


def _large(text: str) -> str:
    """Return a text as it reads at the start of a line."""
    return text[:1].upper() + text[1:]


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
        amount = doc.amount(counter["left"])
        return say("left_one" if key == "left" and amount == "1" else key, n=amount)
    return say(key + "_of", n=doc.amount(counter["left"]), whole=doc.amount(whole))


def units_words(counters: list[dict[str, object]]) -> str:
    """Return counters in words, the defender's first."""
    parts = []
    for side in ("defender", "attacker"):
        units = [unit_words(counter) for counter in counters if counter["side"] == side]
        if units:
            parts.append(say(side) + ": " + ", ".join(units))
    return ". ".join(parts)


def beside(sides: list[dict[str, object]]) -> dict[str, list[str]]:
    """Return what lies on the hexsides of each hex that has any, going round from the east: "river to the east"."""
    directions = WORDS["directions"].split("|")
    found: dict[str, list[tuple[int, str]]] = {}
    for row in sides:
        hex, d = hexgrid.parse_side(doc.text(row, "side"))
        mark = _small(doc.text(row, "title"))
        for name, facing in ((hex, d), (hexgrid.neighbour(hex, d), hexgrid.opposite(d))):
            i = hexgrid.DIRECTIONS.index(facing)
            found.setdefault(hexgrid.name(name), []).append((i, say("beside", mark=mark, direction=directions[i])))
    return {name: [words for direction in range(6) for i, words in found[name] if i == direction] for name in found}


def place_names(given: dict[str, str], printed: dict[str, str]) -> dict[str, str]:
    """Return what the hexes are called that have a name of their own, a printed number or both: "Akyab (w4114)"."""
    often = list(given.values())
    names = {name: number for name, number in printed.items() if number}
    for name in given:
        if given[name] and often.count(given[name]) == 1:
            names[name] = given[name] + (" (" + names[name] + ")" if name in names else "")
    return names


def place_words(name: str, targets: list[str], names: dict[str, str], way: bool = False) -> str:
    """Return what a hex is called: by its name, else by where it lies: "the hex 2 west of Suez".

    ``way``: the targets are the hexes of a way, in order.
    """
    if name in names:
        return names[name]
    if name in targets and way:
        return say("way_n", n=targets.index(name) + 1)
    if name in targets:
        return say("here") if len(targets) == 1 else say("here_n", n=targets.index(name) + 1)
    here = hexgrid.parse(name)
    start = "0,0"
    if targets:
        gaps = [hexgrid.distance(here, hexgrid.parse(target)) for target in targets]
        start = targets[gaps.index(min(gaps))]
    elif name == start:
        return say("middle")
    of = say("of_here") if start in targets else say("of_middle")
    if start in names or len(targets) > 1 or (way and targets):
        of = say("of", place=place_words(start, targets, names, way))
    return say("apart", way=_way(hexgrid.parse(start), here), of=of)


def _way(start: tuple[int, int], end: tuple[int, int]) -> str:
    """Return how one goes from hex to hex, in one direction or two: "west", "2 west and 1 north-west"."""
    towards = WORDS["towards"].split("|")
    q, r = end[0] - start[0], end[1] - start[1]
    steps = hexgrid.neighbours((0, 0))
    for i in range(6):
        one, two = steps[i], steps[(i + 1) % 6]
        n, m = r * two[0] - q * two[1], q * one[1] - r * one[0]
        if n > 0 and m >= 0:
            way = say("way", n=n, direction=towards[i])
            if m:
                return say("ways", way=way, way2=say("way", n=m, direction=towards[(i + 1) % 6]))
            return way if n > 1 else towards[i]
    return ""


def hex_words(hex: dict[str, object], counters: list[dict[str, object]]) -> str:
    """Return a hex in words, with the counters that stand there."""
    title = doc.text(hex, "place")
    if not doc.text(hex, "name"):
        title = say("hex", name=title) if title == hex.get("printed") else _large(title)
    place = [title, _small(doc.text(hex, "terrain_title"))]
    place += [_small(doc.text(feature, "title")) for feature in doc.rows(hex, "features")]
    parts = [", ".join(place)]
    state = []
    for key, word in (("target", "target"), ("legal", "hex_legal"), ("lit", "lit"), ("selected", "selected")):
        if hex.get(key):
            state.append(say("on_way" if word == "target" and hex.get("way") else word))
    units = units_words(counters)
    for part in (units, ", ".join(doc.texts(hex, "beside")), ", ".join(state)):
        if part:
            parts.append(_large(part))
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
    stood = {counter["hex"] for counter in doc.rows(view, "counters")}
    for hex in doc.rows(view, "hexes"):
        name = doc.text(hex, "hex")
        told = name in stood or hex["name"] or hex["features"] or hex["beside"]
        if told or hex["target"] or hex["legal"] or hex["lit"] or hex["selected"]:
            lines.append((name, doc.text(hex, "label") + "."))
        else:
            plain.append(doc.text(hex, "place") + ": " + _small(doc.text(hex, "terrain_title")))
    if plain:
        lines.append(("", say("empty", places=", ".join(plain))))
    for tray in doc.rows(view, "trays"):
        loose = [
            counter for counter in doc.rows(view, "counters") if not counter["hex"] and counter["side"] == tray["side"]
        ]
        lines.append(("", say("off", units=units_words(loose)) + "."))
    return lines
