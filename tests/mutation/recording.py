"""Which test runs which line of the engine, and how long each takes.

Each file of tests has its record under ``.build/mutation/``: what coverage.py counted, with a context for each test,
and beside it the tests with their seconds. A record holds as long as its file of tests, what tests share, the data of
the engine and every module that the tests ran through stay as they are; any other change makes only those records anew
that it touches.
"""

from __future__ import annotations

import hashlib
import json
import sqlite3
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import coverage
import pytest
from coverage.numbits import register_sqlite_functions

from tests.mutation.forking import forked

ROOT = Path(__file__).resolve().parents[2]
ENGINE = ROOT / "pycore" / "hexumpire"
TESTS = ROOT / "tests"
RECORDS = ROOT / ".build" / "mutation"
LEFT_OUT = ("web", "pyodide", "bench", "mutation", "judges")
"""Folders with tests that need a browser, or that do not look at the engine."""
SLOWLY = ("unit",)
"""Folders whose tests are left out where they are marked slow, but for those said to look at what is mutated."""
QUIETLY = (
    *("-q", "-p", "no:xdist", "-p", "no:cov", "-o", f"cache_dir={RECORDS / 'pytest_cache'}"),
    *("-p", "no:unraisableexception", "-W", "ignore::pytest.PytestAssertRewriteWarning"),
)
LIMIT = 1500.0
"""Seconds that a file of tests may take while it is recorded."""


@dataclass
class Record:
    """What is known of one file of tests: the seconds of each of its tests, of reading it, and what it rests on."""

    file: Path
    seconds: dict[str, float]
    reading: float
    rests_on: dict[str, str] = field(default_factory=dict)

    @property
    def counted(self) -> Path:
        """What coverage.py counted."""
        return record_of(self.file).with_suffix(".coverage")

    def running(self, module: Path, lines: Iterable[int] | None) -> set[str]:
        """The tests that run one of the lines of a module, any line for None.

        What is run while the file is read may have a part in each of its tests.
        """
        asked = "SELECT DISTINCT context FROM line_bits NATURAL JOIN (SELECT id AS file_id, path FROM file)"
        asked += " NATURAL JOIN (SELECT id AS context_id, context FROM context) WHERE path = ?"
        found: set[str] = set()
        with sqlite3.connect(self.counted) as database:
            register_sqlite_functions(database)
            if lines is None:
                found |= {row[0] for row in database.execute(f"{asked} AND context != ''", [str(module)])}
            for line in lines or ():
                found |= {
                    row[0] for row in database.execute(f"{asked} AND num_in_numbits(?, numbits)", [str(module), line])
                }
        return set(self.seconds) if "" in found else found & set(self.seconds)


class _Watch:
    """Plug-in of pytest: tells coverage.py which test runs, and takes its time."""

    def __init__(self, counting: coverage.Coverage) -> None:
        self.counting = counting
        self.seconds: dict[str, float] = {}
        self.failed: set[str] = set()
        self.read_at = 0.0

    def pytest_collection_finish(self) -> None:
        self.read_at = time.process_time()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        self.counting.switch_context(item.nodeid)
        before = time.process_time()
        done = yield
        self.seconds[item.nodeid] = round(time.process_time() - before, 4)
        self.counting.switch_context("")
        return done

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed or report.skipped:
            self.failed.add(report.nodeid)


@cache
def digest(file: Path) -> str:
    """A hash of what a file holds; empty where there is none."""
    return hashlib.sha256(file.read_bytes()).hexdigest()[:16] if file.exists() else ""


@cache
def common() -> str:
    """A hash of what every test may rest on: data of the engine and of tests, and modules that tests share."""
    data = (file for file in ENGINE.rglob("*") if file.is_file() and file.suffix not in (".py", ".pyc"))
    shared = (
        file
        for file in TESTS.rglob("*")
        if file.is_file() and not file.name.startswith("test_") and file.suffix != ".pyc"
        if file.relative_to(TESTS).parts[0] not in LEFT_OUT
    )
    files = sorted([*data, *shared, ROOT / "pyproject.toml"])
    return hashlib.sha256("".join(f"{file}{digest(file)}" for file in files).encode()).hexdigest()


def files_of_tests() -> list[Path]:
    """The files of tests that may look at a mutant."""
    return [file for file in sorted(TESTS.rglob("test_*.py")) if file.relative_to(TESTS).parts[0] not in LEFT_OUT]


def record_of(file: Path) -> Path:
    """Where the record of a file of tests lies."""
    return RECORDS / (".".join(file.relative_to(TESTS).with_suffix("").parts) + ".json")


def kept(file: Path) -> Record | None:
    """The record of a file of tests, where there is one that still holds."""
    path = record_of(file)
    if not path.exists():
        return None
    found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    if found["common"] != common() or any(digest(ROOT / name) != was for name, was in found["rests_on"].items()):
        return None
    return Record(file, found["seconds"], found["reading"], found["rests_on"])


def record(file: Path) -> list[str]:
    """Run a file of tests, in a process that has not loaded the engine, and write its record; return what failed."""
    path = record_of(file)
    path.parent.mkdir(parents=True, exist_ok=True)
    counted = path.with_suffix(".new")
    counted.unlink(missing_ok=True)
    counting = coverage.Coverage(data_file=str(counted), config_file=False, source_pkgs=["hexumpire"], messages=False)
    counting.set_option("run:core", "ctrace")
    watch = _Watch(counting)
    before = time.process_time()
    counting.start()
    quick = ("-m", "not slow or slow(looks=True)") if file.relative_to(TESTS).parts[0] in SLOWLY else ()
    code = pytest.main([*QUIETLY, *quick, str(file)], plugins=[watch])
    counting.stop()
    if code not in (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED, pytest.ExitCode.NO_TESTS_COLLECTED):
        raise RuntimeError(f"pytest ended with {code}")
    counting.save()
    data = counting.get_data()
    through = [Path(name) for name in data.measured_files() if data.lines(name)]
    written = {
        "common": common(),
        "rests_on": {str(one.relative_to(ROOT)): digest(one) for one in sorted([file, *through])},
        "reading": round(watch.read_at - before, 4),
        "seconds": {id: seconds for id, seconds in watch.seconds.items() if id not in watch.failed},
    }
    counted.replace(path.with_suffix(".coverage"))  # another run may be reading the old one
    path.write_text(json.dumps(written, indent=1), encoding="utf-8")
    return sorted(watch.failed)


def records(jobs: int, say: Any = print) -> list[Record]:
    """The records of all files of tests; those that hold no longer are made anew first."""
    files = files_of_tests()
    missing = [file for file in files if kept(file) is None]
    if missing:
        say(f"recording which lines {len(missing)} of {len(files)} files of tests run")
    for file, end in forked(missing, record, jobs, lambda _: LIMIT):
        if end.late or end.error:
            say(f"{file.relative_to(ROOT)} could not be recorded: {end.error or 'it takes too long'}")
        elif end.value:
            say(f"{file.relative_to(ROOT)}: {len(end.value)} tests fail or are skipped, so look at no mutant")
    return [found for file in files if (found := kept(file))]
