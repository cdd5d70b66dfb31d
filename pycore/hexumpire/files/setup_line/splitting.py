"""A line in pieces: parts, their entries, and the words of those, each with its place in the line."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from typing import Final

VERSUS: Final = ("v", "vs", "vs.", "versus", "against", "gegen")
"""What players write or say in place of the first bar."""
AND: Final = ("and", "und")

_WORD = re.compile(r'"(?:[^"\\]|\\.)*"|[|;]|[^\s"|;]+')
_ODDS = re.compile(r"(\d{1,4}):(\d{1,4})")


def is_divider(word: str) -> bool:
    """Whether a word may part a line, or end an entry of it."""
    return word.casefold() in (*VERSUS, *AND)


class Token(str):
    """A word of a line that knows where it begins; ``end`` is where it ends."""

    __slots__ = ("start",)
    start: int

    @property
    def end(self) -> int:
        """The place behind its last character."""
        return self.start + len(self)


Entry = list[Token]
Parts = list[list[Entry]]


def token(text: str, start: int) -> Token:
    """A word at its place."""
    found = Token(text)
    found.start = start
    return found


def split(text: str, offset: int = 0) -> Parts:
    """The parts of a line, each a list of entries, each a list of words; ``offset`` is where the text begins.

    Beside ``;`` the end of a row and, before a number, a comma or ``and`` end an entry; other commas behind a word
    are passed over. For the first bar may stand ``v``, ``against`` and the like, or a colon between two numbers.
    """
    parts: Parts = [[[]]]
    before: Token | None = None
    found = list(_tokens(text))
    for index, word in enumerate(found):
        row = before is not None and "\n" in text[before.end : word.start]
        if word == ";" or (row and parts[-1][-1] and word != "|"):
            parts[-1].append([])
        if word == "|" or (len(parts) == 1 and word.casefold() in VERSUS and not word[0].isupper()):
            parts.append([[]])
        elif (odds := _ODDS.fullmatch(word)) and parts == [[[]]]:
            parts = [[[token(odds[1], word.start)]], [[token(odds[2], word.start + odds.start(2))]]]
        elif _ends_entry(word, found[index + 1 : index + 2]):
            if len(word) > 1 and word.endswith(","):
                parts[-1][-1].append(token(word[:-1], word.start))
            parts[-1].append([])
        elif word != ";":
            _add(
                parts[-1][-1], word, glued=before is not None and before.end == word.start and before not in ("|", ";")
            )
        before = word
    for entry in (entry for part in parts for entry in part):
        entry[:] = [token(word, word.start + offset) for word in entry]
    return [[entry for entry in part if entry] for part in parts]


def _ends_entry(word: Token, following: Sequence[str]) -> bool:
    """Whether a comma or an ``and`` stands before the number that begins the next entry."""
    return (word.endswith(",") or word.casefold() in AND) and bool(following) and following[0][0].isdigit()


def _add(entry: Entry, word: Token, *, glued: bool) -> None:
    """Put a word behind the others of its entry; glued to the last one where no blank stands between them."""
    if word == ",":
        return
    if glued and entry:
        entry[-1] = token(entry[-1] + word, entry[-1].start)
    else:
        comma = len(word) > 1 and word.endswith(",") and "=" not in word
        entry.append(token(word[:-1], word.start) if comma else word)


def _tokens(text: str) -> Iterator[Token]:
    """Words and separators with their places; JSON behind ``=`` in one piece."""
    at = 0
    decoder = json.JSONDecoder()
    while at < len(text):
        if text[at].isspace():
            at += 1
            continue
        match = _WORD.match(text, at)
        word = match[0] if match else text[at]
        key, equals, _ = word.partition("=")
        if equals and text[at + len(key) + 1 : at + len(key) + 2] in tuple("[{"):
            start = at + len(key) + 1
            try:
                _, stop = decoder.raw_decode(text, start)
            except (ValueError, RecursionError):
                stop = len(text)
            word = text[at:stop]
        yield token(word, at)
        at += len(word)
