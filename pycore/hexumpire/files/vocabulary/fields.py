"""Fields of counters and hexes, conditions and readings: what kind each is, what it may be, what it is unless said."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from hexumpire.files.documents import below, shown
from hexumpire.files.vocabulary.rows import HELP_LENGTH, MAX_NUMBER, RULE_LENGTH, TEXT_LENGTH, TITLE_LENGTH, Row, Source
from hexumpire.model.fields import Field, Value
from hexumpire.model.text import say

FIELD: Final = ("title", "range", "options", "letters", "default", "rule", "help", "editions")


def fields(
    source: Source, section: str, what: str, taken: Sequence[str], needs_rule: bool = False
) -> tuple[Field, ...]:
    """The fields of a section; ``taken`` are keys that mean something else there."""
    found = []
    for key, row in source.rows(section, what, FIELD):
        if key in taken:
            source.reader.complain(row.path, say("the key {any} is taken", any=shown(key)), "name it otherwise")
        found.append(field_of(source, key, row, needs_rule))
    return tuple(found)


def readings(source: Source, conditions: Sequence[Field]) -> tuple[Field, ...]:
    """Readings: choices, with keys of their own."""
    taken = [field.key for field in conditions]
    found = fields(source, "readings", "reading", taken, needs_rule=True)
    for field in found:
        if field.kind != "choice":
            fix = "add options, the usual reading first"
            source.reader.complain(below("$.readings", field.key), "a reading is a choice", fix)
    return found


def field_of(source: Source, key: str, row: Row, needs_rule: bool = False) -> Field:
    """One field; what kind it is shows in what limits it."""
    if needs_rule:
        row.need("rule", "add the section of the rules that makes it matter")
    limits = [name for name in ("range", "options", "letters") if name in row.given]
    if len(limits) > 1:
        source.reader.complain(row.path, say("{x} has {any}", x=row.what, any=" and ".join(limits)), "keep one of them")
    kind = "flag"
    default: Value = False
    low, high = 0, 99
    options: Mapping[str, str] = {}
    if "options" in limits:
        kind, options = "choice", source.entries(row.given["options"], row.at("options"), "option")
        default = next(iter(options), "")
        if not options:
            source.reader.complain(row.at("options"), "there is no option", "add one, or leave options out")
    elif "range" in limits:
        low, high = _range(source, row.given["range"], row.at("range"))
        kind, default = "int", low
    elif "letters" in limits:
        kind, default = "text", ""
        high = source.reader.whole(row.given["letters"], row.at("letters"), "letters", 1, TEXT_LENGTH, TEXT_LENGTH)
    editions = tuple(source.entries(row.get("editions", ()), row.at("editions"), "edition"))
    field = Field(key, row.line("title", TITLE_LENGTH, key), kind, default, low, high, options,
                  row.line("rule", RULE_LENGTH), row.line("help", HELP_LENGTH), editions)  # fmt: skip
    if "default" not in row.given:
        return field
    return replace(field, default=source.reader.field(field, row.given["default"], row.at("default"), "", default))


def _range(source: Source, value: object, path: str) -> tuple[int, int]:
    """The lowest and the highest number."""
    if not isinstance(value, list | tuple) or len(value) != 2:
        fix = "write the lowest and the highest number, such as [0, 9]"
        source.reader.complain(path, say("a range must be two numbers, found {any}", any=shown(value)), fix)
        return 0, MAX_NUMBER
    low, high = (
        source.reader.whole(entry, below(path, index), "a limit", -MAX_NUMBER, MAX_NUMBER, index * MAX_NUMBER)
        for index, entry in enumerate(value)
    )
    if low > high:
        source.reader.complain(
            path, say("no number is from {n} to {m}", n=low, m=high), say("write [{n}, {m}]", n=high, m=low)
        )
    return min(low, high), max(low, high)
