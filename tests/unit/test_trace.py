"""Explanations: a tree that adds up, and a ledger that says why."""

import pytest
from hexumpire.model.trace import Ledger, Trace


def fact(value: int, label: str = "fact") -> Trace:
    return Trace(label, value, ("1.1",))


@pytest.mark.parametrize(
    ("op", "parts", "value"),
    [
        ("sum", (2, 3), 5), ("sum", (), 0), ("product", (2, 3), 6), ("product", (), 1), ("floor1", (-2, 1), 1),
        ("floor1", (2, 3), 5), ("half_up", (5,), 3), ("half_up", (4,), 2), ("min", (4, 7), 4), ("min", (), 0),
        ("list", (4, 7), None),
    ],
)  # fmt: skip
def test_operations(op: str, parts: tuple[int, ...], value: int | None) -> None:
    line = Trace("total", value, ("1.1",), op, tuple(map(fact, parts)))
    assert line.mismatches() == []
    wrong = Trace("total", (value or 0) + 1, ("1.1",), op, tuple(map(fact, parts)))
    assert len(wrong.mismatches()) == 1
    assert "total" in wrong.mismatches()[0]


def test_a_mismatch_anywhere_is_found() -> None:
    inner = Trace("inner", 9, (), "sum", (fact(1), fact(2)))
    assert Trace("outer", 9, (), "sum", (inner,)).mismatches() == ["inner: 9 shown, 3 by its sum"]


def test_an_unknown_operation_is_found() -> None:
    assert Trace("x", 1, (), "median").mismatches() == ["x: unknown operation 'median'"]


def test_skipped_lines_count_for_nothing() -> None:
    skipped = Trace("river", 1, ("1.2",), skipped=True, note="nobody crosses")
    assert Trace("total", 2, (), "sum", (fact(2), skipped)).mismatches() == []
    assert Trace("total", 2, (), "product", (fact(2), skipped)).mismatches() == []


def test_lines_come_in_reading_order() -> None:
    tree = Trace("a", 3, (), "sum", (Trace("b", 1, (), "sum", (fact(1, "c"),)), fact(2, "d")))
    assert [(depth, line.label) for depth, line in tree.lines()] == [(0, "a"), (1, "b"), (2, "c"), (1, "d")]


def test_a_ledger_applies_and_explains_in_one_call() -> None:
    ledger = Ledger(True)
    ledger.add(2, "base", "1.1")
    ledger.add(-1, "rain", "1.2", "1.3", note="heavy")
    ledger.skip("river", "nobody crosses", "1.4")
    ledger.include(Trace("fort", 2, ("1.5",)))
    ledger.include(Trace("camp", 4, ("1.6",), skipped=True, note="empty"))
    found = ledger.close("DM", "1.9")
    assert (found.value, found.op, found.rules) == (3, "sum", ("1.9",))
    assert [(line.label, line.value, line.rules, line.note) for line in found.children] == [
        ("base", 2, ("1.1",), ""),
        ("rain", -1, ("1.2", "1.3"), "heavy"),
        ("river", None, ("1.4",), "nobody crosses"),
        ("fort", 2, ("1.5",), ""),
        ("camp", 4, ("1.6",), "empty"),
    ]
    assert found.mismatches() == []


def test_a_ledger_without_words_does_the_same_sums() -> None:
    for explain in (True, False):
        ledger = Ledger(explain)
        ledger.add(-3, "a", "1.1")
        ledger.include(Trace("b", 1, ("1.2",)))
        ledger.skip("c", "no", "1.3")
        assert ledger.total == -2
        assert ledger.close("x", op="floor1").value == 1
        assert bool(ledger.lines) is explain


def test_traces_are_values() -> None:
    assert fact(1) == fact(1) and hash(fact(1)) == hash(fact(1))
