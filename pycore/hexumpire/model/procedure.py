"""Procedures: what a ruleset can be asked to umpire, each with what it takes and what its answer is.

An attack takes the hexes attacked and its summary is the odds; a march takes a path, and its summary is what it costs;
a look at the weather takes nothing and its summary is a list. Nothing pretends to be an attack.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from hexumpire.model.battle import Game
from hexumpire.model.scenario import Scenario

TARGETS: Final = "targets"
"""Input: the hexes attacked, at least one, in the order in which they are attacked."""
PATH: Final = "path"
"""Input: the hexes of a way, at least one, in the order in which they are entered."""
ATTACKS: Final = "attacks"
"""Input: several attacks, numbered, each with its hexes and the units that make it."""

ODDS: Final = "odds"
"""Summary: strengths, column, and the chance of every outcome."""
COST: Final = "cost"
"""Summary: who may, at what cost, and who may not and why."""
LIST: Final = "list"
"""Summary: a list that answers a question."""


@dataclass(frozen=True, slots=True)
class Procedure:
    """One thing that a ruleset umpires.

    ``inputs`` say what a scenario must name for it: :data:`TARGETS`, :data:`PATH`, :data:`ATTACKS`, or nothing where it
    looks at the whole board. ``summary`` says what its assessment is: :data:`ODDS`, :data:`COST` or :data:`LIST`.
    ``measures`` are the keys of the ruleset's measures that its endings have. ``game`` makes the game of a scenario.
    ``chart`` gives its results chart in an edition, where it is another than the ruleset's (see
    :meth:`hexumpire.model.ruleset.Ruleset.chart`).
    """

    key: str
    title: str
    game: Callable[[Scenario], Game[Any]]
    inputs: tuple[str, ...] = (TARGETS,)
    summary: str = ODDS
    measures: tuple[str, ...] = ()
    chart: Callable[[str], Mapping[str, Any]] | None = None
