"""The battles that the tests of a ruleset play, for a search to look at: the tests set up every rule by hand."""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import hexumpire
from hexumpire.files import codec, record
from hexumpire.model.battle import Battle
from hexumpire.model.errors import HexUmpireError

ROOT = Path(__file__).resolve().parents[2]
WHERE = "HEXUMPIRE_RECORD_BATTLES"
"""The environment variable that names the file to write to."""
MOST = 20_000
"""So many battles are recorded."""


def recorded(key: str) -> Iterator[tuple[dict[str, Any], tuple[str, ...]]]:
    """Every battle that the tests of a ruleset set up, as a document, with each line that they play to its end."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "battles.txt"
        command = [
            *(sys.executable, "-m", "pytest", "-q", "-p", "tests.witness.recording"),
            *("-m", "not slow", f"tests/rules/{key.partition('/')[0]}"),
        ]
        subprocess.run(command, cwd=ROOT, env={**os.environ, WHERE: str(file)}, stdout=subprocess.DEVNULL, check=False)
        links = file.read_text(encoding="utf-8").split()
    for link in sorted(links, key=len):
        found = record.from_link(link)
        if found.scenario.ruleset.partition(":")[0] == key.partition("/")[0]:
            yield codec.write_scenario(found.scenario), found.actions


_seen: dict[str, None] = {}


def pytest_configure(config: object) -> None:
    """Note down every scenario that is read, and every line that is played, while tests run."""
    read, play = codec.read_scenario, Battle.play

    def reading(document: object) -> Any:
        scenario = read(document)
        _note(scenario, ())
        return scenario

    def playing(self: Battle[Any], action: str) -> Battle[Any]:
        after = play(self, action)
        _note(after.game.scenario, after.line)
        return after

    codec.read_scenario = reading
    hexumpire.files.codec.read_scenario = reading
    Battle.play = playing  # type: ignore[method-assign]


def _note(scenario: Any, actions: tuple[str, ...]) -> None:
    if len(_seen) < MOST and not any(action.startswith("!") for action in actions):
        with contextlib.suppress(HexUmpireError):
            _seen[record.to_link(scenario, actions)] = None


def pytest_unconfigure(config: object) -> None:
    """Write them down."""
    Path(os.environ[WHERE]).write_text("\n".join(_seen), encoding="utf-8")
