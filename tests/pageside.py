"""What the page shows, made by its own modules on CPython with the forms of the built site, to be put into a page."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import frontend
from frontend import UI, ask
from hexumpire.board import alt_text


class Side:
    """The page's modules, as attributes of ``ui``, in a language, and a state of theirs with the forms of the site."""

    def __init__(self, ui: Any, lang: str, data: Path) -> None:
        ending = ".json" if lang == "en" else f".{lang}.json"
        first = json.loads((data / f"first{ending}").read_text())
        games = first["rulesets"]
        forms = {game["key"]: json.loads((data / (game["key"] + ending)).read_text()) for game in games}
        self.ui, self.lang, self.app, self._names = ui, lang, ui.state.State(games, forms), first["alt_text"]

    def speak(self) -> None:
        """Call hexes and counters in the language again: the engine, in the same process, may have changed it."""
        alt_text.learn(self._names)

    def put(self, link: str, viewed: bool = True) -> None:
        """Open a link, and have the engine say what the position is, as the page does, or let the board stand alone."""
        ui, app = self.ui, self.app
        found = ask(op="open", fragment=link.removeprefix("#"), lang=self.lang)["result"]
        scenario, game = found["scenario"], found.get("game")
        if game:
            scenario["game"] = game
            typed = ask(op="game", ruleset=scenario["ruleset"], text=game, lang=self.lang)
            app.schemas[game] = typed["result"]["form"]
        ui.battles.load(app, scenario)
        app.engine.state = "ready"
        if viewed:
            ui.answers.take_view(app, ask(lang=self.lang, **ui.answers.view_request(app)), app.battle.revision)


def _words(lang: str) -> Any:
    return json.loads((UI.parent / "texts" / f"{lang}.json").read_text())


@contextmanager
def side(lang: str, data: Path) -> Iterator[Side]:
    """The page's modules in a language; afterwards they are English again, for other tests."""
    with frontend.modules() as ui:
        ui.texts.take(_words(lang))
        try:
            yield Side(ui, lang, data)
        finally:
            ui.texts.take(_words("en"))
            alt_text.learn({})
