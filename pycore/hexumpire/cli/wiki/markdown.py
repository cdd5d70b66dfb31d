"""The pages as Markdown (CommonMark with tables), for wikis that are folders of such files."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final

from hexumpire.cli.wiki.names import Names, named
from hexumpire.cli.wiki.pages import INDEX, Board, Key, Page, slug, tidy
from hexumpire.cli.wiki.webpages import WebWriter
from hexumpire.cli.wiki.writer import NOTHING, Writer

MARKS: Final = "\\`*_{}[]<>#|~&$@!^="
"""Signs that stand behind a backslash wherever they stand; others only where they would be marks."""
_WHERE: Final = re.compile(r"(?P<start>^[-+:]|^\d+(?=[.)](?:\s|$)))|:(?=//)|(?<=www)\.|(?<=ftp)\.", re.IGNORECASE)


def files(pages: Sequence[Page], pictures: Mapping[str, str]) -> dict[str, str]:
    """Every file by its path: ``index.md``, the pages in folders, and their pictures as SVG."""
    known = named(pages, slug, "index", "", "/")
    made = {f"{known.pages[page.key]}.md": _page(page, known) for page in pages}
    return made | {f"picture/{known.pictures[key]}.svg": picture for key, picture in pictures.items()}


def _page(page: Page, known: Names) -> str:
    writer = _Writer(known, "" if page.key == INDEX else "../")
    return "\n\n".join([f"# {writer.marked(page.title) or NOTHING}", *map(writer.block, page.blocks)]) + "\n"


def _escaped(found: re.Match[str]) -> str:
    """A number before a dot at the start of a line is none of a list; other marks stand behind a backslash."""
    return found[0] + "\\" if found[0].isdigit() else "\\" + found[0]


class _Writer(Writer):
    """Writes Markdown; ``up`` leads from the page to the folder of the index."""

    def __init__(self, known: Names, up: str) -> None:
        super().__init__(known)
        self.up = up

    def marked(self, text: str) -> str:
        """A text with its marks behind backslashes."""
        shown = "".join("\\" + letter if letter in MARKS else letter for letter in tidy(text))
        return _WHERE.sub(_escaped, shown)

    def inner(self, to: Key, text: str) -> str:
        """A link to another file."""
        return f"[{text}]({self.up}{self.pages[to]}.md)"

    def outer(self, to: str, text: str) -> str:
        """A link to an address."""
        return f"[{text}](<{to}>)"

    def strong(self, text: str) -> str:
        """Words that stand out."""
        return f"**{text}**"

    def heading(self, text: str) -> str:
        """The title of a part of a page."""
        return f"## {self.marked(text) or NOTHING}"

    def bullets(self, lines: Sequence[str]) -> str:
        """A list."""
        return "\n".join(f"- {line}" for line in lines)

    def table(self, heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
        """A table."""
        lines = [heads, ["---"] * len(heads), *rows]
        return "\n".join("| " + " | ".join(line) + " |" for line in lines)

    def board(self, board: Board) -> str:
        """The same HTML as on web pages: where it is taken away, the picture with its link is left."""
        return WebWriter(Names(self.pages, self.pictures), self.up).board(board)
