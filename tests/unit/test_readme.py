"""The lines of the README do what they say."""

from __future__ import annotations

import contextlib
import io
import re
import shlex
from pathlib import Path

import pytest
from hexumpire import cli, example

README = Path(__file__).parents[2] / "README.md"
pytestmark = pytest.mark.host


def block(kind: str, number: int = 0) -> str:
    return re.findall(rf"```{kind}\n(.*?)```", README.read_text(encoding="utf-8"), re.DOTALL)[number]


COMMANDS = [line for line in block("sh", 1).splitlines() if line.strip()] if README.exists() else []
"""None inside Pyodide, where the README is not at hand (and these tests are not run)."""


def test_the_lines_of_python_run_and_print_what_is_beside_them() -> None:
    said = io.StringIO()
    with contextlib.redirect_stdout(said):
        exec(compile(block("python"), "README.md", "exec"), {})
    headline, question = said.getvalue().splitlines()
    assert headline in block("python")
    assert "Attacker loses 12" in question
    assert "lose:u2" in question


LONG = "hexumpire wiki"
"""The command that writes some hundreds of pages."""
QUICK_FIRST = [pytest.param(line, marks=[pytest.mark.slow] * line.startswith(LONG)) for line in COMMANDS]


@pytest.mark.parametrize("line", QUICK_FIRST)
def test_the_lines_of_the_command_line_run(line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import json

    monkeypatch.chdir(tmp_path)
    Path("my-battle.toml").write_text(json.dumps(example("aworldatwar", "suez-12")), encoding="utf-8")
    command = shlex.split(line.partition("#")[0].partition(">")[0])
    assert command[0] == "hexumpire"
    said = io.StringIO()
    with contextlib.redirect_stdout(said):
        assert cli.main(command[1:]) == 0
    assert said.getvalue()
