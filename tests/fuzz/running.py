"""Runs targets: Hypothesis draws the cases, makes a failing one small, and remembers what led somewhere."""

from __future__ import annotations

import json
import shlex
from pathlib import Path
from typing import Any

import hypothesis
from hypothesis.database import DirectoryBasedExampleDatabase

from tests.fuzz.cases import Case
from tests.fuzz.targets import TARGETS

KEPT = Path(__file__).with_name("kept.jsonl")
"""Cases that once failed, one a line."""


def kept() -> list[tuple[str, Case]]:
    """Cases that once failed, with their targets."""
    lines = KEPT.read_text(encoding="utf-8").splitlines()
    return [(one["target"], one["case"]) for one in map(json.loads, lines)]


def again(name: str, case: Case) -> None:
    """Try one case; raises what is wrong."""
    TARGETS[name][1](case)


def tried(name: str, seed: int, number: int, database: Path | None = None) -> tuple[Case, BaseException] | None:
    """Try so many cases of a target; the smallest that fails and why, or None."""
    drawn, check = TARGETS[name]
    last: list[Any] = []

    def one(case: Case) -> None:
        last[:] = [case]
        check(case)

    settings = hypothesis.settings(
        max_examples=number,
        deadline=None,
        derandomize=False,
        print_blob=False,
        report_multiple_bugs=False,
        suppress_health_check=list(hypothesis.HealthCheck),
        database=DirectoryBasedExampleDatabase(database / name) if database else None,
    )
    try:
        settings(hypothesis.seed(seed)(hypothesis.given(drawn())(one)))()  # a seed takes the database away
    except Exception as error:  # whatever it is, the case is what matters
        return (last[0], error) if last else ({}, error)
    return None


def reproduction(name: str, case: Case) -> str:
    """The line that tries a case again."""
    return f"python3 build.py fuzz --again {name} {shlex.quote(json.dumps(case, ensure_ascii=True))}"
