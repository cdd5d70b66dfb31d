"""The pages as MediaWiki takes them: one file for Special:Import, and pictures to upload."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final

from hexumpire.board.paint import esc
from hexumpire.cli.wiki.names import Names, address, named, title
from hexumpire.cli.wiki.pages import INDEX, Board, Key, Page, slug, tidy
from hexumpire.cli.wiki.writer import NOTHING, Writer

MARKS: Final = "<>&[]{}|~=_"
"""Signs that are written by their numbers wherever they stand; others only where they would be marks."""
_WHERE: Final = re.compile(
    r"^[*#:;!+\-\s]|'(?=')|(?<=')'|^'|'$|:(?=\S)|//|--|!!|(?:RFC|PMID|ISBN)(?=\s*\d)", re.IGNORECASE
)
EXPORT: Final = "http://www.mediawiki.org/xml/export-0.11/"


def files(pages: Sequence[Page], pictures: Mapping[str, str], game: str, lang: str) -> dict[str, str]:
    """Every file by its path: ``pages.xml``, and the pictures under the names that the pages know them by."""
    top = (title(game.replace(":", " ")) or "Game") + " (Hex Umpire)"
    top = top[0].upper() + top[1:]
    found = named(pages, title, "", top + "/", "/")
    prefix = "Hex-Umpire-" + (slug(game) or "game")
    files = {key: f"{prefix}-{name}.svg" for key, name in found.pictures.items()}
    writer = _Writer(Names({**found.pages, INDEX: top}, files))
    body = "".join(_revision(writer.pages[page.key], writer.page(page)) for page in pages)
    xml = f'<mediawiki xmlns="{EXPORT}" version="0.11" xml:lang="{lang}">\n{body}</mediawiki>\n'
    return {"pages.xml": xml} | {f"pictures/{files[key]}": picture for key, picture in pictures.items()}


def _revision(name: str, text: str) -> str:
    """A page of the file for Special:Import; without a date, so that it counts as of now."""
    shown = "\n".join(map(esc, text.split("\n")))
    model = "<model>wikitext</model><format>text/x-wiki</format>"
    revision = f'<revision>{model}<text xml:space="preserve">{shown}</text></revision>'
    return f"<page><title>{esc(name)}</title><ns>0</ns>\n{revision}</page>\n"


class _Writer(Writer):
    """Writes wikitext."""

    def page(self, page: Page) -> str:
        """The text of a page; its title stands above it in its own words, since the wiki's title is its path."""
        return "\n\n".join([self.strong(self.marked(page.title) or NOTHING), *map(self.block, page.blocks)]) + "\n"

    def marked(self, text: str) -> str:
        """A text in which those marks that would be marks are written by their numbers."""
        shown = "".join(f"&#{ord(letter)};" if letter in MARKS else letter for letter in tidy(text))
        return _WHERE.sub(lambda found: f"&#{ord(found[0][0])};{found[0][1:]}", shown)

    def inner(self, to: Key, text: str) -> str:
        """A link to another page."""
        return f"[[{self.pages[to]}|{text}]]"

    def outer(self, to: str, text: str) -> str:
        """A link to an address."""
        return f"[{to} {text}]"

    def strong(self, text: str) -> str:
        """Words that stand out."""
        return f"'''{text}'''"

    def heading(self, text: str) -> str:
        """The title of a part of a page."""
        return f"== {self.marked(text) or NOTHING} =="

    def bullets(self, lines: Sequence[str]) -> str:
        """A list."""
        return "\n".join(f"* {line}" for line in lines)

    def table(self, heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
        """A table, a cell a line."""
        cells = ["|-\n" + "\n".join("| " + cell for cell in row) for row in rows]
        return "\n".join(['{| class="wikitable"', "! " + " !! ".join(heads), *cells, "|}"])

    def board(self, board: Board) -> str:
        """A use of the template that comes with the pages, with the picture for readers without scripts."""
        link = f"|link={address(board.page)}" if board.page else ""
        alt = self.marked(board.title)
        picture = f"[[File:{self.pictures[board.battle]}|frameless|upright=2{link}|alt={alt}]]"
        return f"{{{{Battle|1={address(board.frame)}|text={picture}}}}}" if board.frame else picture
