"""The ruleset object of a typed-in game, made from its document."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property, partial
from hashlib import blake2b
from typing import Any, TypeAlias

from hexumpire.files.documents import guess, read_text, shown
from hexumpire.files.toml_text import toml
from hexumpire.model import data
from hexumpire.model.errors import InputError, Problem
from hexumpire.model.procedure import Procedure
from hexumpire.model.rule_index import Rule, RuleIndex
from hexumpire.model.ruleset import Objective, Ruleset
from hexumpire.model.scenario import Unit
from hexumpire.model.text import say, uncapital
from hexumpire.rulesets.custom import games
from hexumpire.rulesets.custom.game import Attack
from hexumpire.rulesets.custom.policies import POLICIES
from hexumpire.rulesets.custom.reading import read_game
from hexumpire.rulesets.custom.rules import words
from hexumpire.rulesets.custom.sheet import Sheet

MEASURES = (
    ("hex", "Hex cleared of defenders"), ("taken", "Hex taken"), ("attacker_steps", "Steps the attacker loses"),
    ("defender_steps", "Steps the defender loses"), ("attacker_factors", "Factors the attacker loses, fractions up"),
    ("defender_factors", "Factors the defender loses, fractions up"),
)  # fmt: skip


FAMILY = "custom"
"""The key that scenarios of typed-in games say, with the document under ``game``."""


Examples: TypeAlias = Callable[[], Sequence[Mapping[str, Any]]]


class Custom(Ruleset):
    """A typed-in game (see :class:`hexumpire.model.ruleset.Ruleset`)."""

    takes_games = True
    editions = (("own", "As typed in"),)
    objectives = (
        Objective("hex", "Clear the hex", (("hex", 1),), "The chance that no defender is left in it."),
        Objective("factors", "Factors: theirs lost less ours", (("defender_factors", 1), ("attacker_factors", -1)),
                  "Expected difference in factors lost."),
        Objective("steps", "Steps: theirs lost less ours", (("defender_steps", 1), ("attacker_steps", -1)),
                  "Expected difference in steps lost."),
    )  # fmt: skip
    policies = POLICIES
    flags = frozenset(("hex", "taken"))
    measures = MEASURES
    results = (
        ("taken", "The attacker takes the hex"),
        ("cleared", "The hex is cleared"),
        ("held", "The defender holds"),
    )

    def __init__(self, document: Any, key: str = "", examples: Examples = tuple) -> None:
        """From the document of a game; ``examples`` gives its battles when they are asked for.

        Raises:
            InputError: the document is wrong; holds all its problems.
        """
        self.sheet: Sheet = read_game(document)
        self.key = key or f"{FAMILY}:{digest(document)}"
        if not key:
            self.family, self.document = FAMILY, self.sheet.document
        self.title = self.sheet.title
        self.note = self.sheet.note
        self.vocabulary = self.sheet.vocabulary
        attack = Procedure("attack", "Attack", partial(Attack, self.sheet), measures=tuple(key for key, _ in MEASURES))
        self.procedures = (attack,)
        self._examples = examples

    @property
    def package(self) -> str:
        """The package of all typed-in games."""
        return __package__ or ""

    @cached_property
    def own_words(self) -> frozenset[str]:
        """Every text in its document, for readers of other languages."""
        return frozenset(own_words(self.sheet.document))

    @cached_property
    def index(self) -> RuleIndex:
        """Every rule number that the document cites."""
        rules = [Rule(rule, title, "computed", ("own",)) for rule, title in self.sheet.rules.items()]
        return RuleIndex(rules, {rule: rule for rule in self.sheet.rules})

    def with_game(self, document: object) -> Ruleset:
        """The ruleset of a typed-in game (see :meth:`hexumpire.model.ruleset.Ruleset.with_game`)."""
        return Custom(read_text(document) if isinstance(document, str) else document)

    def templates(self) -> Sequence[Mapping[str, Any]]:
        """The invented games."""
        found = []
        for name in GAMES:
            game = game_document(name)
            found.append({"key": name, "title": game["title"], "note": game["note"], "game": game})
        return found

    def game_text(self, name: str) -> str:
        """The file of an invented game (see :meth:`hexumpire.model.ruleset.Ruleset.game_text`)."""
        if name not in GAMES:
            message = say("there is no game {any} to begin from", any=shown(name))
            raise InputError([Problem(message, fix=guess(name, GAMES))])
        text = data.load(games.__name__, f"{name}.toml")
        return text.decode() if text else toml(game_document(name))

    def codes(self, document: Mapping[str, Any]) -> Sequence[Mapping[str, Any]]:
        """The results in the chart of a document (see :mod:`hexumpire.rulesets.custom.codes`)."""
        from hexumpire.rulesets.custom import codes  # for the guide alone

        return codes.codes(document)

    def pasted(self, document: Mapping[str, Any], text: str) -> dict[str, Any]:
        """The document with a pasted chart (see :mod:`hexumpire.rulesets.custom.pasting`)."""
        from hexumpire.rulesets.custom import pasting  # for the guide alone

        return pasting.pasted(document, text)

    def idle(self, unit: Unit) -> bool:
        """Whether it stands by."""
        return unit.flag("stands_by")

    def losable(self, unit: Unit, what: str) -> int | None:
        """Its steps, or the factors that it counts with on its side."""
        field = {"steps": "steps", "factors": "attack" if unit.side == "attacker" else "defense"}.get(what)
        return None if field is None else unit.count * unit.number(field, 1)

    def chart(self, edition: str) -> Mapping[str, Any]:
        """The combat results table for showing."""
        sheet = self.sheet
        return {"title": sheet.chart_title, "rule": sheet.columns.rule, "columns": list(sheet.columns.names),
                "rows": list(sheet.row_names), "cells": [list(row) for row in sheet.cells],
                "legend": words.legend(sheet)}  # fmt: skip

    def examples(self) -> Sequence[Mapping[str, Any]]:
        """Battles to open."""
        return self._examples()


def digest(document: Mapping[str, Any]) -> str:
    """A name for a document that changes with it, also with the order of its modifiers."""
    text = json.dumps(document, separators=(",", ":"))
    return blake2b(text.encode(), digest_size=6).hexdigest()


def own_words(value: object) -> Iterator[str]:
    """Every text in a document, also as it stands inside a sentence."""
    if isinstance(value, str):
        yield value
        yield uncapital(value)
    elif isinstance(value, Mapping):
        for key, entry in value.items():
            yield str(key)
            yield from own_words(entry)
    elif isinstance(value, list | tuple):
        for entry in value:
            yield from own_words(entry)


GAMES = ("odds", "differential", "fire", "rounds")
"""The invented games that come with the engine, by their files."""


def game_document(name: str) -> Mapping[str, Any]:
    """The document of an invented game."""
    found: Mapping[str, Any] = data.read(games.__name__, name)
    return found


def battles() -> list[dict[str, Any]]:
    """The battles of all the invented games; those of others than the first bring their game along."""
    found: list[dict[str, Any]] = []
    for name, entries in data.read(games.__name__, "battles").items():
        brought = {"game": dict(game_document(name))} if name != GAMES[0] else {}
        for entry in entries:
            scenario = {"format": 1, "ruleset": FAMILY, **brought, "edition": "own", **entry["scenario"]}
            found.append({**entry, "scenario": scenario})
    return found
