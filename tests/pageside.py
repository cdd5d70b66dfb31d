"""What the page shows, made by its own modules on CPython with the forms of the built site, to be put into a page."""

from __future__ import annotations

import importlib
import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import hexumpire.board
from frontend import UI, ask


def module(name: str) -> Any:
    """One of the page's modules."""
    return sys.modules[name]


@contextmanager
def modules(lang: str, data: Path) -> Iterator[Any]:
    """The page's own modules, in a language, and a state of theirs with the forms that the site has."""
    ending = ".json" if lang == "en" else f".{lang}.json"
    sys.path.insert(0, str(UI))
    sys.modules.setdefault("board", hexumpire.board)
    try:
        for name in (
            "actions",
            "answers",
            "battles",
            "drawing",
            "looking",
            "setting",
            "setup",
            "state",
            "texts",
            "why",
        ):
            importlib.import_module(name)
        importlib.import_module("awaited").DRAWERS.update(importlib.import_module("rest").DRAWERS)
        module("texts").take(json.loads((UI.parent / "texts" / f"{lang}.json").read_text()))
        games = json.loads((data / f"first{ending}").read_text())["rulesets"]
        forms = {game["key"]: json.loads((data / (game["key"] + ending)).read_text()) for game in games}
        yield module("state").State(games, forms)
    finally:
        module("texts").take(json.loads((UI.parent / "texts" / "en.json").read_text()))
        sys.path.remove(str(UI))


def put(app: Any, link: str, lang: str, viewed: bool = True) -> None:
    """Open a link, and have the engine say what the position is, as the page does, or let the board stand alone."""
    found = ask(op="open", fragment=link.removeprefix("#"), lang=lang)["result"]
    scenario, game = found["scenario"], found.get("game")
    if game:
        scenario["game"] = game
        app.schemas[game] = ask(op="game", ruleset=scenario["ruleset"], text=game, lang=lang)["result"]["form"]
    module("battles").load(app, scenario)
    app.engine.state = "ready"
    if viewed:
        answers = module("answers")
        answers.take_view(app, ask(lang=lang, **answers.view_request(app)), app.battle.revision)
