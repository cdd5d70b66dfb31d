"""Doublings and halvings of a strength, each applied or refused with its reason (STR.order)."""

from __future__ import annotations

from fractions import Fraction

from hexumpire.model.trace import Number, Rules, Trace, plain

Factor = tuple[Fraction, str, Rules]


class Factors:
    """The factors of one strength: those that apply, and those that do not."""

    def __init__(self) -> None:
        self.rows: list[Factor] = []
        self.skipped: list[Trace] = []

    def add(self, factor: Fraction, why: str, *rules: str) -> None:
        """Apply a factor."""
        self.rows.append((factor, why, rules))

    def skip(self, label: str, note: str, *rules: str) -> None:
        """Record that a factor was considered and does not apply, and why."""
        self.skipped.append(Trace(label, None, rules, skipped=True, note=note))

    def only_once(self) -> None:
        """Keep the strongest doubling and the strongest halving (STR.order by its reading)."""
        found = self.rows
        up = sorted((row for row in found if row[0] > 1), key=lambda row: -row[0])[:1]
        down = sorted((row for row in found if row[0] < 1), key=lambda row: row[0])[:1]
        self.rows = up + down
        for row in found:
            if row not in self.rows:
                self.skip(row[1], "by the reading chosen one doubling and one halving count", row[2][0])

    def product(self) -> Fraction:
        """All of them multiplied."""
        value = Fraction(1)
        for factor, _, _ in self.rows:
            value *= factor
        return value

    def times(self, label: str, line: Trace) -> Trace:
        """A line of a trace multiplied by them; the line itself when there is nothing to say of any."""
        if not self.rows and not self.skipped:
            return line
        value: Number = (line.value or 0) * self.product()
        inner = Trace("printed", line.value, line.rules, line.op, line.children, note=line.note)
        told = tuple(Trace(why, plain(factor), rules) for factor, why, rules in self.rows)
        return Trace(label, plain(value), ("STR.order",), "product", (inner, *told, *self.skipped))
