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
    names = (
        "model",
        "drawing",
        "parts",
        "setup",
        "sheet",
        "helping",
        "results",
        "why",
        "umpire",
        "dialogs",
        "texts",
        "values",
        "state",
        "packs",
        "grid",
        "packing",
    )
    yield type("Ui", (), {name: importlib.import_module(name) for name in names})
    sys.path.remove(str(UI))


@pytest.fixture(scope="session")
def forms() -> Any:
    games = ask(op="rulesets")["result"]["rulesets"]
    return games, {game["key"]: ask(op="schema", ruleset=game["key"])["result"] for game in games}


@pytest.fixture
def app(ui: Any, forms: Any) -> Any:
    games, schemas = forms
    app = ui.model.App(games, schemas)
    app.load({"ruleset": games[0]["key"]})
    app.past = []
    return app
