"""What is remembered from request to request: the scenarios worked on last, and the form of one ruleset."""

from __future__ import annotations

import gc
import json
import sys
from collections import OrderedDict
from functools import lru_cache
from typing import Any, Final

from hexumpire import rulesets
from hexumpire.api.asking import Request, actions_of, bad_request
from hexumpire.files import codec, record
from hexumpire.kit.places import Names
from hexumpire.model.battle import Battle, Game
from hexumpire.model.ruleset import Ruleset
from hexumpire.model.scenario import Scenario
from hexumpire.views import schema


class Desk:
    """A scenario that was read, its game, and the battle as far as it was last played."""

    def __init__(self, document: object) -> None:
        self.scenario: Scenario = codec.read_scenario(document)
        self.ruleset: Ruleset = rulesets.get(self.scenario.ruleset)  # known as long as the scenario is
        self.game: Game[Any] = self.ruleset.game(self.scenario)
        self.names = Names(self.ruleset, self.scenario)
        self._battle: Battle[Any] | None = None

    def battle(self, actions: tuple[str, ...]) -> Battle[Any]:
        """The battle after the actions; SetupError or RecordError when there is no such thing."""
        start = self._battle or Battle.start(self.game)
        self._battle = record.resume(start, actions)
        return self._battle

    def objective(self, key: str) -> str:
        """The key of what is played for: the one named, else the first that means something in this procedure."""
        usual = self.ruleset.objectives_of(self.scenario.procedure)
        return key or (usual[0].key if usual else "")

    def afresh(self) -> Game[Any]:
        """The game anew, for a walk: what it remembers of thousands of positions goes when the walk is over."""
        return self.ruleset.game(self.scenario)


DESKS: OrderedDict[str, Desk] = OrderedDict()
MOST_DESKS: Final = 2
MOST_FORMS: Final = 32
"""So many forms are remembered outside a browser: typed-in games have each their own."""


def desk_of(request: Request) -> Desk:
    """The desk of the request's scenario, read now or remembered; InputError when there is none."""
    if "scenario" not in request:
        raise bad_request("the request has no scenario")
    document = request["scenario"]
    key = json.dumps(document)
    desk = DESKS.get(key)
    if desk is None or rulesets.get(desk.scenario.ruleset) is not desk.ruleset:
        desk = DESKS[key] = Desk(document)
    DESKS.move_to_end(key)
    while len(DESKS) > MOST_DESKS:
        DESKS.popitem(last=False)
    return desk


@lru_cache(maxsize=1 if sys.platform == "emscripten" else MOST_FORMS)
def form_of(ruleset: Ruleset) -> dict[str, Any]:
    """The form of a ruleset; a browser remembers the last one: one takes up to a quarter of a megabyte."""
    form = schema.form(ruleset)
    if sys.platform == "emscripten":
        gc.collect()  # what importing the ruleset left: a browser never gets memory back
    return form


def battle_of(request: Request) -> tuple[Desk, Battle[Any]]:
    """The desk of the request's scenario, and the battle after its actions."""
    desk = desk_of(request)
    return desk, desk.battle(actions_of(request))
