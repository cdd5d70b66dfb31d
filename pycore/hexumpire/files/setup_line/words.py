"""The words of a ruleset as players write them in a line, and the hexes that they name."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from typing import Final

from hexumpire.board import hexgrid
from hexumpire.files.documents import close
from hexumpire.files.setup_line.splitting import is_divider
from hexumpire.kit.places import finder
from hexumpire.model.ruleset import Ruleset
from hexumpire.model.vocabulary import UnitType

MOST: Final = 32 * 1024
"""Longest line, in characters."""
SIDES: Final = ("attacker", "defender")
USUAL_FACE: Final = ("factors", "movement")
"""What is printed on a counter whose type does not say so."""
TOP: Final = ("title", "edition", "procedure")
"""What of a document stands in a line under its key."""
REST: Final = ("path", "attacks", "pack", "game", "map", "targets", "units", "conditions", "readings")
"""Parts of a document that may stand in a line as JSON."""
TAKEN: Final = (*TOP, *REST)
"""Keys that mean the same in every game: conditions that are called so stand in a line as JSON."""
YES: Final = {"yes": True, "true": True, "no": False, "false": False}

BARE: Final = re.compile(r"[A-Za-z0-9_.+-]+")
"""A word that needs no quotes."""
SHORTEST: Final = 4
"""So long is a name at least that may have an ending behind it."""
COMPASS: Final = {
    "west": "W", "northwest": "NW", "northeast": "NE", "east": "E", "southeast": "SE", "southwest": "SW",
    "westen": "W", "nordwest": "NW", "nordwesten": "NW", "nordost": "NE", "nordosten": "NE",
    "osten": "E", "südost": "SE", "südosten": "SE", "südwest": "SW", "südwesten": "SW",
}  # fmt: skip
"""Directions as they are spoken, in English and German."""
NUMBERS: Final = {
    "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10,
    "ein": 1, "eine": 1, "zwei": 2, "drei": 3, "vier": 4, "fünf": 5, "sechs": 6, "sieben": 7, "acht": 8, "neun": 9,
    "zehn": 10,
}  # fmt: skip
"""Numbers of counters as they are spoken."""
GERMAN: Final = {"O": "E", "NO": "NE", "SO": "SE"}
"""Directions in short as a German page has them."""

PRINTED: Final = re.compile(r"\d{1,4}(?:-\d{1,4})*")
"""Numbers printed on a counter."""

Translate = Callable[[str], str | None]
"""Gives a title in another language, or None."""


class Words:
    """The words of a ruleset, found by what players write: a key, a title, a letter, or the beginning of one."""

    def __init__(self, ruleset: Ruleset, titled: Translate | None = None) -> None:
        """``titled`` gives a title in the players' language, by which they may call things besides."""
        words = ruleset.vocabulary
        self.ruleset = ruleset
        self.find = finder(ruleset)
        self.titled = titled
        self.kinds: dict[str, dict[str, tuple[str, ...]]] = {
            "nation": {one.key: (one.key, one.title, one.letter) for one in words.nations},
            "type": {one.key: (one.key, one.title) for one in words.types},
            "field": {one.key: (one.key, one.title) for one in words.unit_fields if one.kind == "flag"},
            "terrain": {one.key: (one.key, one.title) for one in words.terrains},
            "feature": {one.key: (one.key, one.title) for one in words.features},
            "hexside": {one.key: (one.key, one.title) for one in words.side_features},
            "hex_field": {one.key: (one.key, one.title) for one in words.hex_fields if one.kind == "flag"},
        }
        if titled:
            for named in self.kinds.values():
                named.update({key: (*names, titled(names[1]) or "") for key, names in named.items()})

    def matches(self, word: str, kinds: Sequence[str]) -> list[tuple[str, str]]:
        """Kind and key of everything that a word may be, the closest readings only, as the vocabulary has them.

        Whole names come before their beginnings, those before the beginnings of a later word in a name, and last come
        names that begin like a longer word without its ending, such as *Germans*.
        """
        wanted = plain(word)
        ranks: tuple[list[tuple[str, str]], ...] = ([], [], [], [])
        for kind in kinds:
            for key, names in self.kinds[kind].items():
                if key == word:
                    return [(kind, key)]
                known = [plain(name) for name in names if name]
                if wanted in known:
                    ranks[0].append((kind, key))
                elif any(name.startswith(wanted) for name in known):
                    ranks[1].append((kind, key))
                elif any(part.startswith(wanted) for name in known for part in name.split()):
                    ranks[2].append((kind, key))
                elif any(len(name) >= SHORTEST and _inflected(wanted, name) for name in known):
                    ranks[3].append((kind, key))
        return next(filter(None, ranks), [])

    def is_whole(self, word: str, kind: str, key: str) -> bool:
        """Whether a word is a whole name of a thing, not only the beginning of one."""
        return plain(word) in map(plain, self.kinds[kind][key])

    def goes_on(self, word: str, kind: str, key: str) -> bool:
        """Whether a word is a later one in a name of a thing, or its beginning, as in *mechanized inf*."""
        later = [part for name in self.kinds[kind][key] for part in plain(name).split()[1:]]
        return len(word) > 1 and any(part.startswith(plain(word)) for part in later)

    def all(self, kinds: Sequence[str]) -> list[str]:
        """Every key of these kinds."""
        return [key for kind in kinds for key in self.kinds[kind]]

    def near(self, word: str, kinds: Sequence[str]) -> list[str]:
        """Words that are close to one that nobody knows, as a line has them: to a name, or to its beginning."""
        called: dict[str, tuple[str, str]] = {}
        for kind in kinds:
            for key, names in self.kinds[kind].items():
                for name in map(plain, names):
                    if len(name) >= SHORTEST:
                        called.setdefault(name, (kind, key))
                        called.setdefault(name[: max(SHORTEST, len(word))], (kind, key))
        found = dict.fromkeys(called[name] for name in close(plain(word), [*called]))
        return [self.spelled(*one, kinds) for one in found]

    def spelled(self, kind: str, key: str, kinds: Sequence[str]) -> str:
        """How a line writes a thing where one of these kinds is awaited."""
        short = key.replace(" ", "_")
        if self.is_clear(short, kind, key, kinds, "0,0"):
            return short
        if kind in ("field", "hex_field"):
            return f"{key}=yes"
        return f"{kind}={key if BARE.fullmatch(key) else json.dumps(key, ensure_ascii=False)}"

    def is_clear(self, word: str, kind: str, key: str, kinds: Sequence[str], origin: str) -> bool:
        """Whether a word stands for a thing where one of these kinds is awaited, and for nothing else in a line."""
        if is_divider(word) or plain(word) in NUMBERS or word.isdigit() or PRINTED.fullmatch(word):
            return False
        if not BARE.fullmatch(word):
            return False
        return self.matches(word, kinds) == [(kind, key)] and self.place(word, origin) is None

    def face(self, kind: UnitType) -> list[str]:
        """Fields of numbers printed on a type of counter, in order."""
        fields = self.ruleset.vocabulary.field_of
        printed = kind.face or USUAL_FACE
        return [key for key in printed if key in kind.fields and fields[key].kind == "int"]

    def place(self, text: str, origin: str) -> str | None:
        """The hex that a word names: a direction from the origin, or a hex; None when it names none."""
        way = text if text in hexgrid.DIRECTIONS else COMPASS.get(plain(text).replace("-", "").replace(" ", ""))
        way = GERMAN.get(text, way) if self.titled else way
        if way:
            return hexgrid.name(hexgrid.neighbour(hexgrid.parse(origin), way))
        try:
            return self.find(text)
        except ValueError:
            return None


def _inflected(word: str, name: str) -> bool:
    """Whether a word is a name and an ending of at most two letters."""
    return word.startswith(name) and len(word) - len(name) <= 2


def plain(text: str) -> str:
    """A word as it is compared: in small letters, with one blank between its parts."""
    return " ".join(text.replace("_", " ").casefold().split())
