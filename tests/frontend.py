"""The page's own modules without a browser: the engine is called directly."""

from __future__ import annotations

import importlib
import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from typing import Any

import hexumpire.board
from hexumpire import api

UI = Path(__file__).parents[1] / "web" / "ui"


@contextmanager
def modules() -> Iterator[Any]:
    """The page's modules, as the build loads them: each as an attribute of its name."""
    sys.path.insert(0, str(UI))
    sys.modules.setdefault("board", hexumpire.board)
    try:
        rest = importlib.import_module("rest")
        importlib.import_module("awaited").DRAWERS.update(rest.DRAWERS)
        for name in ("actions", "dialogs", "guide", "keeping", "looking", "pointing", "setting", "setup", "words"):
            importlib.import_module(name)
        names = [file.stem for file in UI.glob("*.py") if file.stem in sys.modules]
        ui = type("Ui", (), {name: importlib.import_module(name) for name in names})
        ui.counters.PUT.clear()  # what another test put down
        yield ui
    finally:
        sys.path.remove(str(UI))


def ask(**request: Any) -> Any:
    return json.loads(api.handle(json.dumps(request)))


@lru_cache(maxsize=512)
def odds(request: str) -> str:
    """The engine's answer about odds: they take long, and a page that goes back and forth asks for the same again."""
    return api.handle(request)


def do(app: Any, name: str, *places: str, value: Any = None) -> None:
    """Have a change of the page's state done, as a control of that name does."""
    changes = sys.modules["looking"].CHANGES | sys.modules["setting"].CHANGES | sys.modules["rest"].CHANGES
    sys.modules["actions"].call(changes[name], app, places, value)


def look(app: Any) -> Any:
    """Have the engine answer, as the page does."""
    answers = sys.modules["answers"]
    answers.take_view(app, ask(**answers.view_request(app)), app.battle.revision)
    answers.take_outcomes(app, json.loads(odds(json.dumps(answers.outcomes_request(app)))), app.odds_key)
    return app


def example(app: Any) -> Any:
    do(app, "example", app.listed("examples")[0]["key"])
    return look(app)


def stamp(app: Any, hex: str, nation: str, title: str, times: int = 1) -> None:
    counters = sys.modules["counters"]
    do(app, "hex", hex, "keep")
    do(app, "nation", counters.side_at(app, hex), value=nation)
    for index, _, name in counters.palette(app, counters.side_at(app, hex)):
        if name == title:
            for _ in range(times):
                do(app, "add", str(index), hex)
            return
    raise AssertionError(title)
