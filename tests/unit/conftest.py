"""The page's modules, the games' forms, a page's state to work on; the toy as a ruleset, and the command run."""

from __future__ import annotations

import json
from typing import Any

import frontend
import pytest
from frontend import ask
from hexumpire import cli, rulesets
from hexumpire.api.desks import DESKS, form_of

from tests.toybox import TOY


@pytest.fixture(scope="session")
def ui() -> Any:
    """The page's modules, as the build loads them."""
    with frontend.modules() as modules:
        yield modules


@pytest.fixture(scope="session")
def forms() -> Any:
    games = ask(op="rulesets")["result"]["rulesets"]
    schemas = {game["key"]: ask(op="schema", ruleset=game["key"])["result"] for game in games}
    for schema in list(schemas.values()):
        for scenario in (entry["scenario"] for entry in schema["examples"] if "game" in entry["scenario"]):
            scenario["game"] = json.dumps(scenario["game"])  # as the page has it
            typed = ask(op="game", ruleset=scenario["ruleset"], text=scenario["game"])
            schemas[scenario["game"]] = typed["result"]["form"]
    return games, schemas


@pytest.fixture
def app(ui: Any, forms: Any) -> Any:
    games, schemas = forms
    app = ui.state.State(games, schemas)
    ui.battles.load(app, {"ruleset": games[0]["key"]})
    app.battle.past = []
    return app


@pytest.fixture
def toy(monkeypatch: pytest.MonkeyPatch) -> None:
    """The toy of the tests is a ruleset, and the bridge remembers nothing."""
    monkeypatch.setitem(rulesets._registered, "toy", TOY)
    DESKS.clear()
    form_of.cache_clear()


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Any:
    """Run the command; gives what it printed and checks that nothing went to stderr."""

    def go(*words: str) -> str:
        status = cli.main(words)
        out, err = capsys.readouterr()
        assert (status, err) == (0, "")
        return out

    return go


@pytest.fixture
def refused(capsys: pytest.CaptureFixture[str]) -> Any:
    """Run the command; gives the lines on stderr and checks that it ended with 2 and printed nothing."""

    def go(*words: str) -> list[str]:
        status = cli.main(words)
        out, err = capsys.readouterr()
        assert (status, out) == (2, "")
        lines: list[str] = err.splitlines()
        assert lines
        assert all(line.startswith("hexumpire: ") and "Traceback" not in line for line in lines)
        return lines

    return go
