"""The pages as HTML: a folder that any web server, or none, can show."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from hexumpire.board.paint import esc
from hexumpire.cli.wiki.names import Names, address, named
from hexumpire.cli.wiki.pages import INDEX, Board, Key, Page, slug, tidy
from hexumpire.cli.wiki.writer import NOTHING, Writer

STYLE: Final = (
    ":root{color-scheme:light dark}"
    "body{font:1rem/1.5 system-ui,sans-serif;max-width:46rem;margin:1.5rem auto;padding:0 1rem}"
    "body{overflow-wrap:break-word}"
    "hex-umpire{display:block;margin:1rem 0}img{display:block;max-width:100%;height:auto;margin:1rem auto}"
    ".wide{overflow-x:auto}table{border-collapse:collapse}"
    "td,th{border:1px solid #888;padding:.25rem .6rem;text-align:left;vertical-align:top}a{color:#0b57c2}"
    "@media(prefers-color-scheme:dark){body{background:#14181d;color:#ece7d8}a{color:#9cc0ff}}"
)


def files(pages: Sequence[Page], pictures: Mapping[str, str], site: str, lang: str) -> dict[str, str]:
    """Every file by its path: ``index.html``, the pages in folders, and their pictures as SVG."""
    known = named(pages, slug, "index", "", "/")
    made = {f"{known.pages[page.key]}.html": _page(page, known, site, lang) for page in pages}
    return made | {f"picture/{known.pictures[key]}.svg": picture for key, picture in pictures.items()}


def _page(page: Page, known: Names, site: str, lang: str) -> str:
    title = esc(tidy(page.title)) or NOTHING
    writer = WebWriter(known, "" if page.key == INDEX else "../")
    head = (
        '<meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">'
        f"<title>{title}</title><style>{STYLE}</style>"
    )
    if any(isinstance(block, Board) and block.frame for block in page.blocks):
        head += f'<script async src="{esc(site)}hex-umpire.js"></script>'
    body = "\n".join([f"<h1>{title}</h1>", *map(writer.block, page.blocks)])
    return f'<!doctype html>\n<html lang="{lang}"><head>{head}</head>\n<body><main>\n{body}\n</main></body></html>\n'


class WebWriter(Writer):
    """Writes HTML; ``up`` leads from the page to the folder of the index."""

    def __init__(self, known: Names, up: str) -> None:
        super().__init__(known)
        self.up = up

    def marked(self, text: str) -> str:
        """A text with its marks as entities."""
        return esc(tidy(text))

    def inner(self, to: Key, text: str) -> str:
        """A link to another file."""
        return f'<a href="{self.up}{self.pages[to]}.html">{text}</a>'

    def outer(self, to: str, text: str) -> str:
        """A link to an address."""
        return f'<a href="{esc(to)}">{text}</a>'

    def strong(self, text: str) -> str:
        """Words that stand out."""
        return f"<strong>{text}</strong>"

    def heading(self, text: str) -> str:
        """The title of a part of a page."""
        return f"<h2>{self.marked(text) or NOTHING}</h2>"

    def paragraph(self, text: str) -> str:
        """A paragraph."""
        return f"<p>{text}</p>"

    def bullets(self, lines: Sequence[str]) -> str:
        """A list."""
        return "<ul>" + "".join(f"<li>{line}</li>" for line in lines) + "</ul>"

    def table(self, heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
        """A table, which can be moved sideways where the screen is too narrow for it."""
        first = "".join(f'<th scope="col">{head}</th>' for head in heads)
        rest = "".join("<tr>" + "".join(f"<td>{cell}</td>" for cell in row) + "</tr>\n" for row in rows)
        return f'<div class="wide"><table><tr>{first}</tr>\n{rest}</table></div>'

    def board(self, board: Board) -> str:
        """The element of ``docs/embedding.md``, with the picture for readers without scripts."""
        title = self.marked(board.title)
        image = f'<img src="{self.up}picture/{self.pictures[board.battle]}.svg" alt="{title}">'
        if not board.frame:
            return image
        begun = f'<hex-umpire src="{esc(address(board.frame))}" title="{title}">'
        return f'{begun}\n<a href="{esc(address(board.page))}">{image}</a>\n</hex-umpire>'
