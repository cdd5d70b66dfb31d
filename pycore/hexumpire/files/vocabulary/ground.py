"""Terrain, and what lies in hexes and on their sides."""

from __future__ import annotations

from hexumpire.board.symbols import GLYPHS, PATTERNS, SIDE_STYLES, is_lettering
from hexumpire.files.vocabulary.rows import RULE_LENGTH, TITLE_LENGTH, Row, Source
from hexumpire.model.vocabulary import Mark, Terrain


def terrains(source: Source) -> tuple[Terrain, ...]:
    """The kinds of terrain."""
    patterns = tuple(PATTERNS)
    return tuple(
        Terrain(key, row.line("title", TITLE_LENGTH, key), row.colour("fill"),
                row.drawn("pattern", patterns, "none"))
        for key, row in source.rows("terrains", "terrain", ("title", "fill", "pattern"), least=1)
    )  # fmt: skip


def marks(source: Source, section: str, what: str, style: str) -> tuple[Mark, ...]:
    """What lies in hexes or on hexsides, as the section says; ``style`` is the key of how the board draws it."""
    rows = dict(source.rows(section, what, ("title", style, "rule", "excludes")))
    found = []
    for key, row in rows.items():
        excludes = source.keys(row.get("excludes", ()), row.at("excludes"), what, tuple(rows))
        title, rule = row.line("title", TITLE_LENGTH, key), row.line("rule", RULE_LENGTH)
        drawn = _glyph(row) if style == "glyph" else row.drawn(style, SIDE_STYLES)
        found.append(Mark(key, title, drawn, rule, tuple(other for other in excludes if other != key)))
    return tuple(found)


def _glyph(row: Row) -> str:
    """A glyph that the board draws, or the letters that stand in place of one."""
    value = row.get("glyph", None)
    if isinstance(value, str) and is_lettering(value):
        return value
    return row.drawn("glyph", tuple(GLYPHS))
