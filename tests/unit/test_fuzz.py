"""Fuzzing: a fixed slice of it, what once failed, and that it finds what is wrong and makes it small."""

from __future__ import annotations

import json
import shlex
import sys
from pathlib import Path
from typing import Any

import pytest

pytestmark = pytest.mark.host
if sys.platform == "emscripten":
    pytest.skip("needs the source tree", allow_module_level=True)

from tests.fuzz import __main__ as command  # noqa: E402
from tests.fuzz import running, targets  # noqa: E402
from tests.fuzz.targets import TARGETS, Defect  # noqa: E402


@pytest.mark.slow
@pytest.mark.parametrize("name", TARGETS)
def test_a_slice_holds(name: str) -> None:
    found = running.tried(name, seed=1, number=6)
    assert found is None, (running.reproduction(name, found[0]), found[1])


@pytest.mark.parametrize(("name", "case"), running.kept())
def test_what_once_failed_holds(name: str, case: dict[str, Any]) -> None:
    running.again(name, case)


def test_a_fault_of_the_engine_is_found_made_small_and_tried_again(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def trips(case: dict[str, Any]) -> None:
        if "|" in case["text"]:
            raise Defect("a bar")

    monkeypatch.setitem(TARGETS, "line", (TARGETS["line"][0], trips))
    monkeypatch.setattr(command, "DATABASE", tmp_path)
    found = running.tried("line", seed=1, number=200, database=tmp_path)
    assert found and found[0]["text"] == "|", "the smallest there is"
    assert any(tmp_path.rglob("*")), "it is remembered"
    words = shlex.split(running.reproduction("line", found[0]))
    assert words[:4] == ["python3", "build.py", "fuzz", "--again"]
    with pytest.raises(Defect):
        command.main(words[3:])
    assert command.main(["--minutes", "0.05", "--only", "line"]) == 1
    assert "FAILED: line: Defect: a bar" in capsys.readouterr().out
    assert command.main(["--again", "mail", json.dumps({"op": "mail"})]) == 0


def test_a_fault_is_no_line_to_the_fuzzer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(targets.api, "_answer", lambda *_: 1 // 0)
    with pytest.raises(ZeroDivisionError):
        targets.request({"op": "rulesets"})


@pytest.mark.parametrize("text", ["", "two\nlines", "ValueError: x", "a\u202eb", "x" * 1000])
def test_lines_that_are_not_clear_are_defects(text: str) -> None:
    with pytest.raises(Defect):
        targets.clear([{"message": text, "fix": "", "text": text}])
