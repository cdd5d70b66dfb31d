"""The page's modules, the games' forms, and a page's state to work on."""

from __future__ import annotations

import importlib
import sys
from typing import Any

import hexumpire.board
import pytest
from frontend import UI, ask


@pytest.fixture(scope="session")
def ui() -> Any:
    """The page's modules, as the build loads them."""
    sys.path.insert(0, str(UI))
    sys.modules.setdefault("board", hexumpire.board)
    rest = importlib.import_module("rest")
    importlib.import_module("awaited").DRAWERS.update(rest.DRAWERS)
    for name in ("actions", "dialogs", "keeping", "looking", "pointing", "words"):
        importlib.import_module(name)
    names = [file.stem for file in UI.glob("*.py") if file.stem in sys.modules]
    yield type("Ui", (), {name: importlib.import_module(name) for name in names})
    sys.path.remove(str(UI))


@pytest.fixture(scope="session")
def forms() -> Any:
    games = ask(op="rulesets")["result"]["rulesets"]
    return games, {game["key"]: ask(op="schema", ruleset=game["key"])["result"] for game in games}


@pytest.fixture
def app(ui: Any, forms: Any) -> Any:
    games, schemas = forms
    app = ui.state.State(games, schemas)
    ui.battles.load(app, {"ruleset": games[0]["key"]})
    app.battle.past = []
    return app
