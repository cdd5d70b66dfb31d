"""Tests look at a mutant: those that run the changed line, the quickest first, until one fails."""

from __future__ import annotations

import importlib.abc
import importlib.util
import signal
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from importlib.machinery import ModuleSpec, SourceFileLoader
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any

import pytest

from tests.mutation.forking import Ended, forked
from tests.mutation.operators import Mutant, compiled
from tests.mutation.recording import ENGINE, QUIETLY, Record

PATIENCE = 60.0
"""Seconds of tests, as recorded, that may look at one mutant: slower ones than fit into them are left out."""
SPARE = 10.0
"""Seconds of the processor that a test may take beyond three times what was recorded: for what is made only once."""


@dataclass(frozen=True)
class Look:
    """A mutant and the files of tests that look at it, in this order, each with its tests and their seconds."""

    mutant: Mutant
    files: tuple[tuple[Path, tuple[tuple[str, float], ...]], ...]
    seconds: float
    """All of them together."""


@dataclass(frozen=True)
class Verdict:
    """What became of a mutant: the test that noticed it, ``too long`` where it did not end, or empty: it is alive."""

    mutant: Mutant
    noticed: str
    looked: int = 0
    """So many tests looked at it."""


def plan(mutant: Mutant, records: Iterable[Record], patience: float = PATIENCE) -> Look:
    """The tests that look at a mutant: the quickest of all files, each with its share of reading its file.

    As many as the patience allows; of these, files with little to run come first.
    """
    found: list[tuple[float, str, float, Record]] = []
    for record in records:
        if str((ENGINE / mutant.module).relative_to(ENGINE.parents[1])) not in record.rests_on:
            continue
        ids = record.running(ENGINE / mutant.module, mutant.lines)
        found += [(record.seconds[id] + record.reading / len(ids), id, record.seconds[id], record) for id in ids]
    files: dict[Path, list[tuple[str, float]]] = {}
    spent: dict[Path, float] = {}
    left = patience
    for whole, id, seconds, record in sorted(found, key=lambda one: one[:2]):
        if whole > left:
            break
        left -= whole
        files.setdefault(record.file, []).append((id, seconds))
        spent[record.file] = spent.get(record.file, 0.0) + whole
    order = sorted(files, key=lambda file: (spent[file], file))
    return Look(mutant, tuple((file, tuple(files[file])) for file in order), patience - left)


def verdicts(looks: Iterable[Look], jobs: int) -> Iterator[Verdict]:
    """What becomes of each mutant, in the order in which that is known."""
    for look, end in forked(looks, _look, jobs, lambda look: 2 * SPARE + 3 * look.seconds):
        yield _verdict(look, end)


def _verdict(look: Look, end: Ended) -> Verdict:
    if end.late:
        return Verdict(look.mutant, "too long")
    if end.error:
        raise RuntimeError(f"{look.mutant}\n{end.error}")
    return Verdict(look.mutant, *end.value)


def _look(look: Look) -> tuple[str, int]:
    """Load the engine with the mutant in it and run the tests; what noticed it, and how many looked.

    Raises RuntimeError where the engine was loaded before: then the mutant would not be in it.
    """
    if "hexumpire" in sys.modules:
        raise RuntimeError("the engine is loaded already")
    path = ENGINE / look.mutant.module
    sys.meta_path.insert(0, _Finder(path, compiled(path, look.mutant.number)))
    looked = 0
    for files in _batches(look.files):
        eye = _Eye({id: seconds for _, tests in files for id, seconds in tests})
        code = pytest.main([*QUIETLY, "-x", *(str(file) for file, _ in files)], plugins=[eye])
        looked += eye.looked
        if code not in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED):
            return eye.failed or f"pytest ended with {code!s}", looked
    return "", looked


def _batches(files: Sequence[Any]) -> Iterator[Sequence[Any]]:
    """One file, two, four, …: most mutants are noticed at once, and the others are looked at by many."""
    first, size = 0, 1
    while first < len(files):
        yield files[first : first + size]
        first, size = first + size, size * 2


class _Eye:
    """Plug-in of pytest: runs only some tests, in the order of their seconds, and remembers what failed first."""

    def __init__(self, seconds: dict[str, float]) -> None:
        self.seconds = seconds
        self.looked = 0
        self.failed = ""

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        """A test that takes far longer than it took ends the process: the mutant goes round for ever."""
        signal.setitimer(signal.ITIMER_PROF, SPARE + 3 * self.seconds[item.nodeid])
        done = yield
        signal.setitimer(signal.ITIMER_PROF, 0)
        return done

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items[:] = sorted(
            (item for item in items if item.nodeid in self.seconds), key=lambda item: self.seconds[item.nodeid]
        )

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.looked += report.when == "call"
        if report.failed:
            self.failed = self.failed or report.nodeid

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.failed:
            self.failed = self.failed or report.nodeid


class _Finder(importlib.abc.MetaPathFinder):
    """Finds one module of the engine: as changed code."""

    def __init__(self, path: Path, code: CodeType) -> None:
        self.path, self.code = path, code
        parts = path.relative_to(ENGINE.parent).with_suffix("").parts
        self.name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)

    def find_spec(self, name: str, path: Any, target: ModuleType | None = None) -> ModuleSpec | None:
        if name != self.name:
            return None
        return importlib.util.spec_from_file_location(name, self.path, loader=_Loader(name, str(self.path), self.code))


class _Loader(SourceFileLoader):
    """Loads a module from code that is there already."""

    def __init__(self, name: str, path: str, code: CodeType) -> None:
        super().__init__(name, path)
        self.code = code

    def get_code(self, fullname: str) -> CodeType:
        return self.code
