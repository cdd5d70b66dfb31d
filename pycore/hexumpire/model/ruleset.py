"""A ruleset: all that the rest of the engine may ask of a game system, and stated ways and aims of playing it."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from hexumpire.model import data
from hexumpire.model.battle import DECLARE, NEXT, Decision, Game, Outcome
from hexumpire.model.charts import Lookup
from hexumpire.model.errors import InputError, Problem
from hexumpire.model.procedure import Procedure
from hexumpire.model.rule_index import RuleIndex
from hexumpire.model.scenario import Scenario, Unit
from hexumpire.model.text import say
from hexumpire.model.vocabulary import Vocabulary


@dataclass(frozen=True, slots=True)
class Policy:
    """A stated way to decide for one side: ``choose(game, state, node)`` returns the id of the option taken.

    It is asked of the game in which a question is put, an attack for instance, and not of the one around it.
    """

    key: str
    title: str
    sides: tuple[str, ...]
    choose: Any
    note: str = ""
    procedures: tuple[str, ...] = ()
    """Those it is of use in; empty where it is in all."""

    def decide(self, game: Game[Any], state: Any, node: Decision) -> str:
        """The id of the option taken; of several attacks the first that may be fought comes next, none is declared."""
        if node.topic == NEXT:
            return node.options[0].id
        if node.topic == DECLARE:
            return next(option.id for option in node.options if not option.aside)
        asked, here = game.seat(state)
        return str(self.choose(asked, here, node if asked is game else asked.node(here)))


@dataclass(frozen=True, slots=True)
class Objective:
    """What is being played for: a weight for each measure; the attacker wants much of it, the defender little."""

    key: str
    title: str
    weights: tuple[tuple[str, int], ...]
    note: str = ""

    def value(self, outcome: Outcome) -> int:
        """Worth of an ending to the attacker."""
        found = dict(outcome.measures)
        return sum(weight * found.get(key, 0) for key, weight in self.weights)


@lru_cache(maxsize=1 if sys.platform == "emscripten" else None)
def _index_in(package: str) -> RuleIndex:
    """The index of a ruleset by its package; a browser remembers the last one: it takes up to a fifth of a megabyte."""
    return RuleIndex.load(data.read(package, "index"))


class Ruleset:
    """A game system: everything the rest of the engine may ask of it.

    A subclass stands in ``ruleset.py`` of its folder and states what is declared here; its index and its example
    battles are the files ``index.toml`` and ``examples.json`` beside it.
    """

    key: str
    title: str
    note: str
    editions: tuple[tuple[str, str], ...]
    procedures: tuple[Procedure, ...]
    """What it umpires, the usual procedure first."""
    vocabulary: Vocabulary
    objectives: tuple[Objective, ...]
    policies: tuple[Policy, ...]
    measures: tuple[tuple[str, str], ...]
    results: tuple[tuple[str, str], ...]
    flags: frozenset[str] = frozenset(("hex",))
    """The measures that tell whether something came about: 1, or how often in several attacks."""
    family: str = ""
    """The key that scenarios of a typed-in game say, which is not its own; empty for any other ruleset."""
    document: Mapping[str, Any] | None = None
    """The document of a typed-in game."""
    takes_games = False
    """Whether players type in games of their own (see :meth:`with_game`)."""
    printed_hex: str = ""
    """A hex as the game's map prints it, for an example; empty when we know no such map."""

    @property
    def package(self) -> str:
        """The package that its class, the one made from this, stands in."""
        own = next(kind for kind in type(self).__mro__ if Ruleset in kind.__bases__)
        return own.__module__.rpartition(".")[0]

    @property
    def index(self) -> RuleIndex:
        """Every rule of the texts at hand, and what becomes of it."""
        return _index_in(self.package)

    def game(self, scenario: Scenario) -> Game[Any]:
        """The game of a scenario by its procedure, whether or not the rules allow it (see ``Game.problems``)."""
        return self.procedure(scenario.procedure).game(scenario)

    def procedure(self, key: str) -> Procedure:
        """The procedure of a key; KeyError when there is none."""
        return {procedure.key: procedure for procedure in self.procedures}[key]

    def objectives_of(self, procedure: str) -> tuple[Objective, ...]:
        """What can be played for in a procedure, by its key: objectives whose first measure its endings have."""
        had = self.procedure(procedure).measures
        return tuple(objective for objective in self.objectives if objective.weights[0][0] in had)

    @property
    def own_words(self) -> frozenset[str]:
        """Words of a typed-in game, which no language has but its own."""
        return frozenset()

    def with_game(self, document: object) -> Ruleset:
        """The ruleset of a typed-in game by its document, which may be TOML or JSON text.

        Raises:
            InputError: the document is wrong (all its problems, paths from ``$``), or this ruleset takes none.
        """
        fix = "leave game out"
        raise InputError([Problem(say("{any} takes no typed-in game", any=self.title), fix=fix)])

    def templates(self) -> Sequence[Mapping[str, Any]]:
        """Games to begin one's own from: ``key, title, note, game`` (a document)."""
        return ()

    def game_text(self, name: str) -> str:
        """One of the games to begin one's own from, as the text of a file, with its comments.

        Raises:
            InputError: there is none of that name.
        """
        raise NotImplementedError

    def codes(self, document: Mapping[str, Any]) -> Sequence[Mapping[str, Any]]:
        """The results in the chart of a typed-in game: ``code``, ``does`` (its words, or None), ``usual``."""
        return ()

    def pasted(self, document: Mapping[str, Any], text: str) -> dict[str, Any]:
        """The document of a typed-in game with a chart that was pasted as text.

        Raises:
            InputError: the text holds no chart, or this ruleset takes no typed-in games.
        """
        raise NotImplementedError

    def place_name(self, place: str) -> str:
        """What the game's map prints for a hex such as ``"35,-41"``; empty when it prints nothing we know."""
        return ""

    def find_place(self, printed: str) -> str:
        """The hex ``"q,r"`` that the game's map prints so; ValueError when it prints none so."""
        raise ValueError(f"{printed!r} is no hex")

    def chart(self, edition: str) -> Mapping[str, Any]:
        """The results chart as printed, for showing: ``title, rule, columns, rows, cells, legend``."""
        raise NotImplementedError

    def lookups(self, edition: str) -> Sequence[Lookup]:
        """Further printed tables to look things up in, none for most games."""
        return ()

    def examples(self) -> Sequence[Mapping[str, Any]]:
        """Battles to open: ``key, title, rule, note, scenario`` (a document)."""
        found: list[Mapping[str, Any]] = data.read(self.package, "examples")
        return found

    def idle(self, unit: Unit) -> bool:
        """Whether a unit takes no part as it is set up, whatever else is sent: it is no force at hand."""
        return False

    def losable(self, unit: Unit, what: str) -> int | None:
        """What a unit with all its counters adds to a loss of its side, such as ``lost``, at most; None: not known."""
        return None

    def most(self, scenario: Scenario, measure: str) -> int | None:
        """What no ending of an attack in a scenario measures more than; None where that is not known.

        Losses are 0 at least, and all units of the side at most.
        """
        side, _, what = measure.partition("_")
        if measure in self.flags:
            return 1
        if side not in dict(self.vocabulary.sides):
            return None
        total = 0
        for unit in scenario.units:
            each = self.losable(unit, what) if unit.side == side else 0
            if each is None:
                return None
            total += each
        return total

    def measure_text(self, key: str, value: int) -> str:
        """What a measure's number stands for, such as a hex or whether something came about; empty for a number."""
        return {0: "no", 1: "yes"}.get(value, "") if key in self.flags else ""
