"""What the writers of all formats do alike: they go through the blocks of a page and the parts of its lines."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from hexumpire.cli.wiki.names import Names, address
from hexumpire.cli.wiki.pages import Away, Block, Board, Bullets, Heading, Key, Line, Link, Part, Strong, Table, Text

NOTHING = "–"
"""What stands where a text that is needed is empty."""


class Writer:
    """Writes pages in one format. ``pages`` are the names of the pages and ``pictures`` those of battles' pictures.

    A subclass gives the marks of the format. All that they take is markup already, but for :meth:`marked`.
    """

    def __init__(self, known: Names) -> None:
        self.pages: Mapping[Key, str] = known.pages
        self.pictures: Mapping[str, str] = known.pictures

    def marked(self, text: str) -> str:
        """A text in which nothing is a mark of the format."""
        raise NotImplementedError

    def label(self, text: str) -> str:
        """The text of a link."""
        return self.marked(text)

    def inner(self, to: Key, text: str) -> str:
        """A link to another page."""
        raise NotImplementedError

    def outer(self, to: str, text: str) -> str:
        """A link to an address."""
        raise NotImplementedError

    def strong(self, text: str) -> str:
        """Words that stand out."""
        raise NotImplementedError

    def heading(self, text: str) -> str:
        """The title of a part of a page; the text is as it came."""
        raise NotImplementedError

    def paragraph(self, text: str) -> str:
        """A paragraph."""
        return text

    def bullets(self, lines: Sequence[str]) -> str:
        """A list."""
        raise NotImplementedError

    def table(self, heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
        """A table."""
        raise NotImplementedError

    def board(self, board: Board) -> str:
        """A board."""
        raise NotImplementedError

    def part(self, part: Part) -> str:
        """A part of a line; blanks around a text are kept, for other parts stand beside it."""
        if isinstance(part, Link):
            return self.inner(part.to, self.label(part.text) or NOTHING)
        if isinstance(part, Away):
            return self.outer(address(part.address), self.label(part.text))
        if isinstance(part, Strong):
            text = self.marked(part.text)
            return text and self.strong(text)
        before = " " * part.startswith(" ")
        return before + self.marked(part) + " " * (part.endswith(" ") and bool(part.strip(" ")))

    def line(self, line: Line) -> str:
        """A line with its links."""
        return "".join(map(self.part, line)).strip(" ")

    def block(self, block: Block) -> str:
        """A block."""
        if isinstance(block, Heading):
            return self.heading(block.text)
        if isinstance(block, Text):
            return self.paragraph(self.line(block.line))
        if isinstance(block, Bullets):
            return self.bullets(list(map(self.line, block.lines)))
        if isinstance(block, Table):
            rows = [list(map(self.line, row)) for row in block.rows]
            return self.table(list(map(self.marked, block.heads)), rows)
        return self.board(block)
