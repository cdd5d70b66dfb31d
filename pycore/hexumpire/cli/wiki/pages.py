"""What a page of the wiki is made of, before any markup: headings, lines, lists, tables, boards, and links."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple, TypeAlias

Key: TypeAlias = tuple[str, str]
"""Which page: its kind, and which of them: the rule as printed, or the key of the battle."""
INDEX: Final[Key] = ("index", "")
RULE: Final = "rule"
BATTLE: Final = "battle"
LONGEST: Final = 80
"""So many letters of a name are taken."""


_KEPT: Final = {"Cc": " ", "Zl": " ", "Zp": " ", "Cf": "", "Cs": "", "Co": "", "Cn": ""}
"""What stands in place of letters that are not seen, by their kind."""


class Link(NamedTuple):
    """A link to another page of the same book."""

    text: str
    to: Key


class Away(NamedTuple):
    """A link to the site of Hex Umpire."""

    text: str
    address: str


class Strong(NamedTuple):
    """Words that stand out."""

    text: str


Part: TypeAlias = str | Link | Away | Strong
Line: TypeAlias = Sequence[Part]


class Heading(NamedTuple):
    """The title of a part of a page."""

    text: str


class Text(NamedTuple):
    """A paragraph."""

    line: Line


class Bullets(NamedTuple):
    """A list."""

    lines: Sequence[Line]


class Table(NamedTuple):
    """A table with a row of heads."""

    heads: Sequence[str]
    rows: Sequence[Sequence[Line]]


class Board(NamedTuple):
    """The board of a battle: a picture, and a live board where the site is known.

    ``frame`` is the address of the live board and ``page`` that of the battle on the full page; both are empty where
    no site is known.
    """

    battle: str
    title: str
    frame: str
    page: str


Block: TypeAlias = Heading | Text | Bullets | Table | Board


class Page(NamedTuple):
    """One page."""

    key: Key
    title: str
    blocks: Sequence[Block]


def parts(block: Block) -> Iterator[Part]:
    """Every part of every line of a block."""
    if isinstance(block, Text):
        yield from block.line
    elif isinstance(block, Bullets):
        for line in block.lines:
            yield from line
    elif isinstance(block, Table):
        for row in block.rows:
            for cell in row:
                yield from cell


def tidy(text: str) -> str:
    """A text as one line, without control characters and marks that turn round what follows."""
    kept = "".join(_KEPT.get(unicodedata.category(letter), letter) for letter in text)
    return re.sub(" +", " ", kept).strip(" ")


def slug(text: str) -> str:
    """A name of small letters, digits, dots, hyphens and underscores, which every wiki and every disk takes.

    Blanks become underscores. Empty when nothing of the text is left.
    """
    small = "".join(letter if letter.isascii() and letter.isalnum() else letter if letter in ".-" else "_"
                    for letter in text.lower())  # fmt: skip
    single = re.sub(r"([._-])[._-]*", r"\1", small)
    return single[:LONGEST].strip("._-")


def unique(names: Iterable[str], make: Callable[[str], str], other: str) -> Mapping[str, str]:
    """For each name what ``make`` makes of it, told apart where several come to the same.

    ``other`` stands in place of an empty one. The same names in the same order come to the same.
    """
    found: dict[str, str] = {}
    taken: set[str] = set()
    for name in names:
        first = made = make(name) or other
        number = 1
        while made.casefold() in taken:
            number += 1
            made = f"{first}-{number}"
        taken.add(made.casefold())
        found[name] = made
    return found
