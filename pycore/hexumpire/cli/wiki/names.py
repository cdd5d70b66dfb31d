"""What the pages and pictures of a book are called, so that each format takes the names and none stands there twice."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final, NamedTuple

from hexumpire.cli.wiki.pages import BATTLE, INDEX, LONGEST, RULE, Board, Key, Page, slug, tidy, unique

PLAIN: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._/:?#@!$&*+,;=%"
_TITLE: Final = " -.,’:()"
"""Signs that stand in titles of pages as they are; others than these and letters and digits become blanks."""


class Names(NamedTuple):
    """The name of each page, and the name of each battle's picture, without its ending, by the battle's key.

    There are pictures of the battles that have pages, and of those that boards on other pages show.
    """

    pages: Mapping[Key, str]
    pictures: Mapping[str, str]


def named(pages: Sequence[Page], make: Callable[[str], str], index: str, folder: str, between: str) -> Names:
    """Names for all pages: rules and battles each in a folder of their own, below ``folder``.

    ``make`` makes a name of what is printed of a rule or of the key of a battle, ``between`` stands between the parts.
    """
    names: dict[Key, str] = {INDEX: folder + index}
    found: dict[str, Mapping[str, str]] = {}
    for kind in (RULE, BATTLE):
        found[kind] = unique((which for it, which in (page.key for page in pages) if it == kind), make, "unnumbered")
        names |= {(kind, which): f"{folder}{kind}{between}{name}" for which, name in found[kind].items()}
    boards = [block.battle for page in pages for block in page.blocks if isinstance(block, Board)]
    return Names(names, unique(dict.fromkeys([*found[BATTLE], *boards]), slug, "battle"))


def title(text: str) -> str:
    """A title that MediaWiki takes as part of a page's title: letters, digits and some signs, one blank at a time."""
    kept = "".join(letter if letter.isalnum() or letter in _TITLE else " " for letter in tidy(text))
    cut = " ".join(kept.split())[:LONGEST].strip(" .:,-")
    return cut.encode()[:LONGEST].decode(errors="ignore").strip()


def address(text: str) -> str:
    """An address with nothing in it that any format would take for a mark of its own."""
    out = ""
    for letter in text:
        if letter in PLAIN:
            out += letter
        else:
            out += "".join(f"%{byte:02X}" for byte in letter.encode())
    return out
