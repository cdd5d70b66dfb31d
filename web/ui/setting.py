"""Setting up: which battle, edition and procedure."""

from __future__ import annotations

import battles
import chartpack
import form
import stating
from shapes import Handlers
from state import State
from values import find, form_key


def choose_edition(app: State, key: str) -> None:
    """Choose the edition of the rules."""
    if key != app.edition:
        battles.changed(app)
        app.battle.scenario["edition"] = key


def choose_procedure(app: State, value: str) -> None:
    """Choose the procedure, such as an attack or a landing."""
    battles.changed(app)
    stating.forgive(app, "attack-share")
    hexes = app.targets
    app.battle.scenario["procedure"] = value
    app.battle.objective = ""
    form.name_hexes(app, hexes)


def new(app: State, ruleset: str = "") -> None:
    """Begin another battle of the game, or of another one."""
    game = ruleset or app.battle.scenario.get("ruleset", "")
    scenario = {"ruleset": game, "edition": app.edition if not ruleset else ""}
    if not ruleset and "game" in app.battle.scenario:
        scenario["game"] = app.battle.scenario["game"]
    pack = (chartpack.pack(app) if not ruleset else None) or chartpack.default(app, game)
    if pack:  # the players' own charts go with them to the next battle
        scenario["pack"] = pack
    heads = app.battle.heads
    battles.load(app, scenario)
    app.battle.heads = heads if pack else {}
    app.look.tool = "counters"


def play_game(app: State, key: str) -> None:
    """Choose another game, by the key of its form, with its first example."""
    if key != form_key(app.battle.scenario):
        schema = app.schemas[key]
        mine = {"ruleset": schema["ruleset"]["key"]}
        if schema["ruleset"]["key"] != key:
            mine["game"] = key
        battles.load(app, schema["examples"][0]["scenario"] if schema["examples"] else mine)


def load_example(app: State, key: str) -> None:
    """Set up an example of the game."""
    entry = find(app.listed("examples"), key)
    if entry:
        battles.load(app, dict(entry["scenario"], title=entry["scenario"].get("title") or entry["title"]))


CHANGES: Handlers = {
    "new": new,
    "ruleset": play_game,
    "example": load_example,
    "edition": choose_edition,
    "procedure": choose_procedure,
}
