"""The pages as DokuWiki keeps them: folders of texts and pictures that are copied into its data."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final

from hexumpire.cli.wiki.names import Names, address, named
from hexumpire.cli.wiki.pages import Board, Key, Page, slug, tidy
from hexumpire.cli.wiki.writer import NOTHING, Writer

_SAFE: Final = re.compile(r"(?:[\w\s,.;?!()+–−→×·½¼¾⅓⅔%’'/-]|:(?=[\s\w]|$))*")
_MARKS: Final = re.compile(
    r"([^\w\s])\1|__|^[ >;:!?+/-]|\b(?:www|ftp)\.|\dx\d|-[)>]|\b(?:(?:FIX|DELETE)ME|LOL)\b", re.IGNORECASE
)
_END: Final = re.compile("</nowiki>", re.IGNORECASE)


def files(pages: Sequence[Page], pictures: Mapping[str, str], game: str) -> dict[str, str]:
    """Every file by its path: texts below ``pages/``, pictures below ``media/``."""
    top = slug(game) or "game"
    found = named(pages, slug, "start", top + ":", ":")
    writer = _Writer(Names(found.pages, {key: f":{top}:{name}.svg" for key, name in found.pictures.items()}))
    made = {f"pages/{found.pages[page.key].replace(':', '/')}.txt": writer.page(page) for page in pages}
    return made | {f"media{writer.pictures[key].replace(':', '/')}": picture for key, picture in pictures.items()}


def _title(text: str) -> str:
    """A text for a heading, where only signs of equality are marks."""
    return re.sub("={2,}", "=", tidy(text)).strip("= ") or NOTHING


class _Writer(Writer):
    """Writes the texts of pages."""

    def page(self, page: Page) -> str:
        """The text of a page."""
        return "\n\n".join([f"====== {_title(page.title)} ======", *map(self.block, page.blocks)]) + "\n"

    def marked(self, text: str) -> str:
        """A text as it is, or between the signs that say that nothing in it is a mark, where something would be."""
        text = tidy(text)
        if _SAFE.fullmatch(text) and not _MARKS.search(text):
            return text
        if "%%" not in text and not text.endswith("%"):
            return f"%%{text}%%"
        return "<nowiki>" + _END.sub(r"</nowiki>%%\g<0>%%<nowiki>", text) + "</nowiki>"

    def label(self, text: str) -> str:
        """A text for the inside of a link or a board, where no mark can be written: other signs that look alike."""
        text = tidy(text)
        for mark, other in (("[", "("), ("]", ")"), ("{", "("), ("}", ")"), ("|", "/"), ("<", "‹"), (">", "›")):
            text = text.replace(mark, other)
        return text

    def inner(self, to: Key, text: str) -> str:
        """A link to another page."""
        return f"[[:{self.pages[to]}|{text}]]"

    def outer(self, to: str, text: str) -> str:
        """A link to an address."""
        return f"[[{to}|{text}]]"

    def strong(self, text: str) -> str:
        """Words that stand out."""
        return f"**{text}**"

    def heading(self, text: str) -> str:
        """The title of a part of a page."""
        return f"===== {_title(text)} ====="

    def bullets(self, lines: Sequence[str]) -> str:
        """A list."""
        return "\n".join(f"  * {line}" for line in lines)

    def table(self, heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
        """A table; an empty cell has a blank, or it would be part of the one beside it."""
        lines = ["^ " + " ^ ".join(head or " " for head in heads) + " ^"]
        return "\n".join([*lines, *("| " + " | ".join(cell or " " for cell in row) + " |" for row in rows)])

    def board(self, board: Board) -> str:
        """What the plugin that comes with the pages takes, with the picture for readers without scripts."""
        picture, title = self.pictures[board.battle], self.label(board.title)
        if not board.frame:
            return f"{{{{{picture}|{title}}}}}"
        return f"{{{{battle>{address(board.frame)}|{title}|{picture}}}}}"
