"""How a number came about: a tree that adds up, each line with the rule it rests on.

A modifier is applied and explained in one call to a :class:`Ledger`. A ledger made with
``explain=False`` does the same sums and keeps no words, for the walks of the analysis.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:  # slow to load in a browser, and few strengths need it
    from fractions import Fraction

Rules = tuple[str, ...]
Number: TypeAlias = "int | Fraction"
"""Strengths are whole, or exact fractions where a rule halves and does not round."""


def plain(value: Number) -> Number:
    """A number, as a whole one when it is."""
    return value.numerator if value.denominator == 1 else value


@dataclass(frozen=True, slots=True)
class Trace:
    """One line of an explanation.

    ``op`` says how ``value`` follows from the values of the ``children`` that were not skipped:
    ``fact`` (given, no arithmetic), ``sum``, ``product``, ``floor1`` (their sum, at least 1),
    ``half_up`` (half their sum, rounded up), ``min`` (the smallest), ``list`` (no value of its own).
    A skipped line says in ``note`` why the rule did not apply, and counts for nothing.
    """

    label: str
    value: Number | None = None
    rules: Rules = ()
    op: str = "fact"
    children: tuple[Trace, ...] = ()
    skipped: bool = False
    note: str = ""

    def counted(self) -> list[Number]:
        """Values of the children that take part in the arithmetic."""
        return [child.value for child in self.children if not child.skipped and child.value is not None]

    def cited(self) -> Iterator[str]:
        """The rules that count in this line and in those below it, each line before those below it.

        Nothing of a skipped line: its rule was considered and did not apply.
        """
        if not self.skipped:
            yield from self.rules
            for child in self.children:
                yield from child.cited()

    def mismatches(self) -> list[str]:
        """Lines of the tree whose value does not follow from their children; empty when all adds up."""
        found = [line for child in self.children for line in child.mismatches()]
        parts = self.counted()
        expected = {"fact": self.value, "list": None, "sum": sum(parts), "floor1": max(1, sum(parts)),
                    "half_up": -(-sum(parts) // 2), "min": min(parts, default=0)}  # fmt: skip
        if self.op == "product":
            product: Number = 1
            for part in parts:
                product *= part
            expected["product"] = product
        if self.op not in expected:
            found.append(f"{self.label}: unknown operation {self.op!r}")
        elif expected[self.op] != self.value and not self.skipped:
            found.append(f"{self.label}: {self.value} shown, {expected[self.op]} by its {self.op}")
        return found

    def lines(self, depth: int = 0) -> Iterable[tuple[int, Trace]]:
        """The tree flattened in reading order as ``(depth, line)``."""
        yield depth, self
        for child in self.children:
            yield from child.lines(depth + 1)


class Ledger:
    """A sum that is built up one modifier at a time, and keeps the label and the rules of each."""

    __slots__ = ("explain", "lines", "total")

    def __init__(self, explain: bool) -> None:
        self.explain = explain
        self.total: Number = 0
        self.lines: list[Trace] = []

    def add(self, value: Number, label: str, *rules: str, note: str = "") -> None:
        """Apply ``value`` and record it with its rules."""
        self.total += value
        if self.explain:
            self.lines.append(Trace(label, value, rules, note=note))

    def skip(self, label: str, reason: str, *rules: str) -> None:
        """Record that a rule was considered and did not apply, and why."""
        if self.explain:
            self.lines.append(Trace(label, None, rules, skipped=True, note=reason))

    def include(self, line: Trace) -> None:
        """Apply an already explained line (its value counts unless it is skipped)."""
        if line.value is not None and not line.skipped:
            self.total += line.value
        if self.explain:
            self.lines.append(line)

    def close(self, label: str, *rules: str, op: str = "sum") -> Trace:
        """The finished line with everything below it."""
        value = max(1, self.total) if op == "floor1" else self.total
        return Trace(label, value, rules, op, tuple(self.lines))
