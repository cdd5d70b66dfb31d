"""Sums without a rule: while it is switched off, no line that cites it counts, or no line is skipped by it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from math import prod
from typing import Any
from unittest.mock import patch

from hexumpire.model.trace import Ledger, Number, Trace

OPERATIONS = ("sum", "product", "floor1", "half_up", "min")
"""How the value of a line follows from its children, where it does."""
PUT = object.__setattr__
"""Lines are frozen; this writes into one that is being made."""


@contextmanager
def sums_without(rule: str) -> Iterator[None]:
    """Until the end of the block, ledgers and lines leave out what a rule gives; they are told as skipped."""
    add, make = Ledger.add, Trace.__init__

    def added(self: Ledger, value: Number, label: str, *rules: str, note: str = "") -> None:
        if rule in rules:
            self.skip(label, "switched off", *rules)
        else:
            add(self, value, label, *rules, note=note)

    def made(self: Trace, *given: Any, **named: Any) -> None:
        make(self, *given, **named)
        if self.value is None or self.skipped:
            return
        if self.op in OPERATIONS and self.children:
            PUT(self, "value", _worked_out(self))
        if rule in self.rules:
            PUT(self, "skipped", True)
            PUT(self, "value", 0)
            PUT(self, "note", "switched off")

    with patch.object(Ledger, "add", added), patch.object(Trace, "__init__", made):
        yield


@contextmanager
def exceptions_without(rule: str, values: Mapping[str, Number]) -> Iterator[None]:
    """Until the end of the block, a line that is skipped by a rule counts, with its value by its label elsewhere."""
    skip, make = Ledger.skip, Trace.__init__

    def skipped(self: Ledger, label: str, reason: str, *rules: str) -> None:
        if rule in rules and label in values:
            self.add(values[label], label, *rules)
        else:
            skip(self, label, reason, *rules)

    def made(self: Trace, *given: Any, **named: Any) -> None:
        make(self, *given, **named)
        if self.skipped and rule in self.rules and self.label in values:
            PUT(self, "skipped", False)
            PUT(self, "value", values[self.label])
        elif self.op in OPERATIONS and self.children and not self.skipped:
            PUT(self, "value", _worked_out(self))

    with patch.object(Ledger, "skip", skipped), patch.object(Trace, "__init__", made):
        yield


def _worked_out(line: Trace) -> Number:
    """The value of a line by those of its children that count."""
    parts = line.counted()
    found: dict[str, Number] = {
        "sum": sum(parts), "product": prod(parts), "floor1": max(1, sum(parts)), "half_up": -(-sum(parts) // 2),
        "min": min(parts, default=0),
    }  # fmt: skip
    return found[line.op]
