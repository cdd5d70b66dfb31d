"""A line while it is typed: what it says so far, what is wrong with which words, and how its words may go on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, Final, NamedTuple

from hexumpire.board import hexgrid
from hexumpire.files import codec
from hexumpire.files.setup_line.reading import Fault, Reading, read
from hexumpire.files.setup_line.splitting import Entry, Parts, split
from hexumpire.files.setup_line.words import SIDES, Translate, Words, plain
from hexumpire.model.errors import InputError
from hexumpire.model.scenario import Scenario
from hexumpire.model.vocabulary import Field

MOST_WORDS: Final = 8
"""So many completions are offered."""
HEX_KINDS: Final = ("terrain", "feature", "hex_field")
COUNTER_KINDS: Final = ("nation", "type", "field")


class Completion(NamedTuple):
    """A word that may stand at the cursor, and its title; empty where it has none."""

    word: str
    title: str = ""


class Tick(NamedTuple):
    """A terrain or feature of the hex attacked by bare totals: whether it is there, and the line that turns that."""

    title: str
    on: bool
    line: str
    feature: bool


class Typed(NamedTuple):
    """What a line says so far; ``scenario`` is None where that is no battle.

    ``completions`` take the place of what stands from ``start`` to ``end``.
    """

    reading: Reading
    scenario: Scenario | None
    faults: list[Fault]
    start: int
    end: int
    completions: list[Completion]
    ticks: list[Tick]


def typed(text: str, at: int, ruleset: str, game: object = None, titled: Translate | None = None) -> Typed:
    """A line that is being typed, with the cursor ``at`` a place; for the others see :func:`.reading.read`.

    Raises:
        InputError: it is too long, or of no game.
    """
    reading = read(text, ruleset, game, titled)
    faults, scenario = list(reading.faults), None
    if not faults and reading.document["units"]:
        try:
            scenario = codec.read_scenario(reading.document)
        except InputError as error:
            faults = [_placed(reading, text, problem.path, Fault(problem, 0, len(text))) for problem in error.problems]
    cursor = _Cursor(reading, text, at)
    ticks = _ticks(reading) if len(reading.totals) == len(SIDES) else []
    found = list(islice(dict.fromkeys(cursor.completions()), MOST_WORDS))
    return Typed(reading, scenario, faults, cursor.start, cursor.end, found, ticks)


def _placed(reading: Reading, text: str, path: str, fault: Fault) -> Fault:
    """A fault of the document at the words from which that place of it is read."""
    near = [known for known in reading.places if path.startswith(known)]
    if not near:
        return fault
    start, end = reading.places[max(near, key=len)]
    said = text[start:end]
    words, vocabulary = reading.words, reading.words.ruleset.vocabulary
    ways: list[str] = []
    for kind, entries in (("type", vocabulary.types), ("nation", vocabulary.nations)):
        if path.endswith("]." + kind) and f"{kind}=" not in said:  # it is not said: some that may be put behind
            ways = [f"{said} {words.spelled(kind, one.key, COUNTER_KINDS)}" for one in entries[:3]]
    return fault._replace(start=start, end=end, ways=tuple(ways))


class _Cursor:
    """Where in a line the cursor stands: in which part and entry, behind which words, in which word."""

    def __init__(self, reading: Reading, text: str, at: int) -> None:
        self.words: Words = reading.words
        self.reading = reading
        head, colon, _ = text.partition(":")
        offset = len(head) + 1 if colon and head.strip() == self.words.ruleset.key else 0
        parts = split(text[offset:], offset)
        self.start = self.end = at
        self.before: Entry = []
        self.word = ""
        self.part = max(0, len(split(text[offset:at] + " x", offset)) - 1)
        self._find(parts, at, text)

    def _find(self, parts: Parts, at: int, text: str) -> None:
        """Find the word at the cursor, and those of its entry before it."""
        for entry in (entry for part in parts for entry in part):
            for index, word in enumerate(entry):
                if word.start < at <= word.end:
                    self.start, self.end, self.word = word.start, word.end, text[word.start : at]
                    self.before = entry[:index]
                    return
            if entry[-1].end < at and not set(text[entry[-1].end : at]) & {"|", ";", "\n"}:
                self.before = [word for word in entry if word.end < at]

    # --- what may stand there ---

    def completions(self) -> Iterator[Completion]:
        """Words that may stand at the cursor, the likeliest first."""
        first = self.word if not self.before else str(next((w for w in reversed(self.before) if w[0] in "@/"), ""))
        key, equals, begun = self.word.partition("=")
        if equals:
            yield from self._values(key, begun)
        elif first.startswith("@"):
            yield from self._hex_words()
        elif first.startswith("/"):
            yield from self._side_words()
        elif self.part > 1:
            yield from self._settings()
        elif len(self.reading.totals) < len(SIDES):
            yield from self._counter_words()

    def _of(self, kinds: Sequence[str], word: str, start: str = "") -> Iterator[Completion]:
        """Words of these kinds that begin as the word does; ``start`` stands before each."""
        wanted = plain(word)
        taken = {plain(one) for one in self.before}
        late: list[Completion] = []
        for kind in kinds:
            for key, names in self.words.kinds[kind].items():
                known = [plain(name) for name in names if name]
                spelled = self.words.spelled(kind, key, kinds)
                found = Completion(start + spelled, names[1])
                if plain(spelled) in taken or wanted == plain(spelled):
                    continue
                if any(name.startswith(wanted) for name in known):
                    yield found
                elif any(part.startswith(wanted) for name in known for part in name.split()):
                    late.append(found)
        yield from late

    def _values(self, key: str, begun: str) -> Iterator[Completion]:
        """Values of a field."""
        words = self.words.ruleset.vocabulary
        fields = [*words.unit_fields, *words.hex_fields, *words.conditions, *words.readings]
        field = next((one for one in fields if one.key == key), None)
        options: Mapping[str, str] = _options(field) if field else {}
        for option, title in options.items():
            if option.startswith(begun) and option != begun:
                yield Completion(f"{key}={option}", title)

    def _title(self, title: str) -> str:
        return (self.words.titled(title) if self.words.titled else None) or title

    def _hex_words(self) -> Iterator[Completion]:
        """Terrain, features and flags of a hex."""
        if self.word.startswith("@"):
            here = self.word.removeprefix("@").removeprefix("+")
            yield from self._of(HEX_KINDS, here, self.word[: len(self.word) - len(here)] + " " * bool(not here))
            return
        has_terrain = any(self.words.matches(word, ["terrain"]) for word in self.before[1:])
        yield from self._of(HEX_KINDS[1:] if has_terrain and not self.word else HEX_KINDS, self.word)

    def _side_words(self) -> Iterator[Completion]:
        """A hexside, or what lies on it."""
        if self.word.startswith("/"):
            yield from (Completion("/" + one) for one in hexgrid.DIRECTIONS if one.startswith(self.word[1:]))
        else:
            yield from self._of(("hexside",), self.word)

    def _settings(self) -> Iterator[Completion]:
        """Conditions and readings."""
        words = self.words.ruleset.vocabulary
        for field in (*words.conditions, *words.readings):
            if any(plain(name).startswith(plain(self.word)) for name in (field.key, self._title(field.title))):
                yield Completion(field.key if field.kind == "flag" else f"{field.key}=", field.title)

    def _counter_words(self) -> Iterator[Completion]:
        """What may be said next of a counter: its nation, its type, its numbers, where it stands."""
        said = {kind for word in self.before for kind, _ in self.words.matches(word, COUNTER_KINDS)[:1]}
        kinds = [kind for kind in COUNTER_KINDS if kind not in said]
        if self.word:
            if not self.word[0].isdigit():
                yield from self._of(kinds, self.word)
                yield from (Completion(one) for one in hexgrid.DIRECTIONS if one.startswith(self.word.upper()))
            return
        if "type" not in said:
            if "nation" in kinds and not self._carried():
                mine = [unit.get("nation") for unit in self._units()]
                nations = list(self._of(["nation"], ""))
                yield from sorted(nations, key=lambda one: one.word.replace("_", " ") not in mine)
            else:
                yield from self._of(["type"], "")
            return
        kind = next(key for word in self.before for found, key in self.words.matches(word, COUNTER_KINDS)[:1]
                    if found == "type")  # fmt: skip
        if not any(word[0].isdigit() for word in self.before[1:]):
            yield from self._usual(kind)
        if self.part == 0 and not any(self.words.place(word, "0,0") for word in self.before[1:]):
            yield from (Completion(one) for one in hexgrid.DIRECTIONS)
        yield from (Completion(one) for one in (("|", ";") if self.part == 0 else (";", "@")))

    def _carried(self) -> bool:
        """Whether a counter before this one says of which nation it is."""
        return any(unit.get("nation") for unit in self._units()) and bool(self.before)

    def _units(self) -> list[dict[str, Any]]:
        """The counters of the side at the cursor."""
        side = SIDES[min(self.part, 1)]
        return [unit for unit in self.reading.document["units"] if unit.get("side") == side]

    def _usual(self, kind: str) -> Iterator[Completion]:
        """The numbers printed on counters of a type in the palette, then those that the type has as a rule."""
        words = self.words.ruleset.vocabulary
        face = self.words.face(words.type_of[kind])
        nations = [key for word in self.before for _, key in self.words.matches(word, ["nation"])[:1]]
        for item in words.palette:
            unit = item["unit"]
            if unit.get("type") == kind and unit.get("nation", "") in ("", *nations):
                yield Completion(self._printed(kind, face, unit))
        yield Completion(self._printed(kind, face, {}))

    def _printed(self, kind: str, face: Sequence[str], unit: Mapping[str, Any]) -> str:
        """The numbers of a counter as they are printed on it."""
        words = self.words.ruleset.vocabulary
        numbers = [unit.get(key, words.default(words.type_of[kind], key)) for key in face]
        return "-".join(str(one) for one in numbers if isinstance(one, int) and one >= 0)


def _options(field: Field) -> Mapping[str, str]:
    """The values of a field that can be listed, with their titles."""
    return field.options if field.kind == "choice" else {"yes": "yes", "no": "no"} if field.kind == "flag" else {}


def _ticks(reading: Reading) -> list[Tick]:
    """What may lie in the hex attacked by bare totals."""
    vocabulary = reading.words.ruleset.vocabulary
    here = reading.document["map"]["hexes"].get(reading.origin, {})
    usual = vocabulary.terrains[0].key
    terrain, marks = here.get("terrain", usual), list(here.get("features", ()))
    found = []
    for one in vocabulary.terrains:
        words = [one.key] if one.key not in (terrain, usual) else []
        found.append(Tick(one.title, one.key == terrain, _bare_line(reading, words + marks), False))
    ground = [terrain] if terrain != usual else []
    for mark in vocabulary.features:
        kept = [one for one in marks if one != mark.key and one not in mark.excludes]
        line = _bare_line(reading, [*ground, *kept, *([] if mark.key in marks else [mark.key])])
        found.append(Tick(mark.title, mark.key in marks, line, True))
    return found


def _bare_line(reading: Reading, marks: Sequence[str]) -> str:
    """Bare totals as a line, with what lies in the hex attacked."""
    attack, defense = reading.totals
    spelled = [
        reading.words.spelled(kind, mark, HEX_KINDS)
        for mark in marks
        for kind in ("terrain", "feature")
        if mark in reading.words.kinds[kind]
    ]
    return f"{attack} v {defense}" + (f" @ {' '.join(spelled)}" if spelled else "")
