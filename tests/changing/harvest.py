"""A plug-in of pytest: writes down every scenario that tests make, each once, into the file that HARVEST names.

A line of it is ``[scenario, lines of play]``: those that tests played, as far as they went.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

from hexumpire.files import codec
from hexumpire.model.battle import Battle
from hexumpire.model.scenario import Scenario

LONGEST = 3_000
"""Characters of a document that is written down; longer ones are too large to become small."""
MOST = 12
"""Lines of play that are written down of one scenario."""
_found: dict[str, list[tuple[str, ...]]] = {}
_begin = Scenario.__init__
_play = Battle.play


def _noting(self: Scenario, *args: Any, **fields: Any) -> None:
    _begin(self, *args, **fields)
    _lines_of(self)


def _lines_of(scenario: Scenario) -> list[tuple[str, ...]]:
    """The lines of play noted of a scenario, which is noted too."""
    try:
        text = json.dumps(codec.write_scenario(scenario), sort_keys=True)
    except Exception:  # a test makes scenarios that are none
        return []
    return _found.setdefault(text, []) if len(text) <= LONGEST else []


def _noting_play(self: Battle[Any], action: str) -> Battle[Any]:
    after = _play(self, action)
    lines = _lines_of(self.game.scenario)
    if self.line in lines:
        lines[lines.index(self.line)] = after.line
    elif len(lines) < MOST and after.line not in lines:
        lines.append(after.line)
    return after


def pytest_configure() -> None:
    Scenario.__init__ = _noting  # type: ignore[method-assign]  # the one place that every scenario of a test passes
    Battle.play = _noting_play  # type: ignore[method-assign]  # and every step of a test


def pytest_unconfigure() -> None:
    rows = (json.dumps([json.loads(text), lines]) for text, lines in _found.items())
    Path(os.environ["HARVEST"]).write_text("".join(f"{row}\n" for row in rows), encoding="utf-8")
