"""The words of a ruleset as players write them in a line, and the hexes that they name."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from hexumpire.board import hexgrid
from hexumpire.kit.places import finder
from hexumpire.model.ruleset import Ruleset
from hexumpire.model.vocabulary import UnitType

MOST: Final = 32 * 1024
"""Longest line, in characters."""
SIDES: Final = ("attacker", "defender")
USUAL_FACE: Final = ("factors", "movement")
"""What is printed on a counter whose type does not say so."""
YES: Final = {"yes": True, "true": True, "no": False, "false": False}


class Words:
    """The words of a ruleset, found by what players write: a key, a title, a letter, or the beginning of one."""

    def __init__(self, ruleset: Ruleset) -> None:
        words = ruleset.vocabulary
        self.ruleset = ruleset
        self.find = finder(ruleset)
        self.kinds: dict[str, dict[str, tuple[str, ...]]] = {
            "nation": {one.key: (one.key, one.title, one.letter) for one in words.nations},
            "type": {one.key: (one.key, one.title) for one in words.types},
            "field": {one.key: (one.key, one.title) for one in words.unit_fields if one.kind == "flag"},
            "terrain": {one.key: (one.key, one.title) for one in words.terrains},
            "feature": {one.key: (one.key, one.title) for one in words.features},
            "hexside": {one.key: (one.key, one.title) for one in words.side_features},
            "hex_field": {one.key: (one.key, one.title) for one in words.hex_fields if one.kind == "flag"},
        }

    def matches(self, word: str, kinds: Sequence[str]) -> list[tuple[str, str]]:
        """Kind and key of everything that a word may be, the closest readings only, as the vocabulary has them.

        Whole names come before their beginnings, and those before the beginnings of a later word in a name.
        """
        wanted = plain(word)
        ranks: tuple[list[tuple[str, str]], ...] = ([], [], [])
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
        return next(filter(None, ranks), [])

    def all(self, kinds: Sequence[str]) -> list[str]:
        """Every key of these kinds."""
        return [key for kind in kinds for key in self.kinds[kind]]

    def face(self, kind: UnitType) -> list[str]:
        """Fields of numbers printed on a type of counter, in order."""
        fields = self.ruleset.vocabulary.field_of
        printed = kind.face or USUAL_FACE
        return [key for key in printed if key in kind.fields and fields[key].kind == "int"]

    def place(self, text: str, origin: str) -> str | None:
        """The hex that a word names: a direction from the origin, or a hex; None when it names none."""
        if text in hexgrid.DIRECTIONS:
            return hexgrid.name(hexgrid.neighbour(hexgrid.parse(origin), text))
        try:
            return self.find(text)
        except ValueError:
            return None


def plain(text: str) -> str:
    """A word as it is compared: in small letters, with one blank between its parts."""
    return " ".join(text.replace("_", " ").casefold().split())
