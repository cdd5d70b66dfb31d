"""The search for battles in which editions or readings part: over examples, the tests' battles and random ones."""

from __future__ import annotations

import json
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any, NamedTuple

from hexumpire.cli.choices import EDITION, Choice, Pair, choices, cited, pair
from hexumpire.files import codec
from hexumpire.model.errors import HexUmpireError
from hexumpire.model.ruleset import Ruleset

from tests import scenarios
from tests.changing.shrinking import Document, Shows, counters, holds, shrunk, size

TRIED = 6
"""So many of the smallest battles found are made smaller."""
LARGEST = 12
"""Counters of a battle that is looked at."""


class Sought(NamedTuple):
    """What battles are sought for: a choice, and for editions a rule as well."""

    choice: Choice
    rule: str = ""


def pool(ruleset: Ruleset, harvest: Path, seeds: int, most: int) -> list[Document]:
    """The battles that the search begins with, the smallest first, each once.

    Of more than so many, those are taken evenly, half of them from those that name a reading.
    """
    found: dict[str, None] = {}
    for document in _documents(ruleset, harvest, seeds):
        try:
            plain = codec.write_scenario(codec.read_scenario(document))
        except HexUmpireError:
            continue
        if counters(plain) <= LARGEST:
            plain.pop("title", None)
            found.setdefault(json.dumps(plain, sort_keys=True))
    order = sorted(map(json.loads, found), key=lambda one: (size(one), json.dumps(one, sort_keys=True)))
    naming = _every([one for one in order if "readings" in one], most // 2)
    others = _every([one for one in order if "readings" not in one], most - len(naming))
    return sorted([*naming, *others], key=size)


def _every(documents: list[Document], most: int) -> list[Document]:
    """About so many of the documents, evenly taken."""
    return documents[:: max(1, -(-len(documents) // max(1, most)))]


def _documents(ruleset: Ruleset, harvest: Path, seeds: int) -> Iterator[Any]:
    yield from (example["scenario"] for example in ruleset.examples())
    if harvest.exists():
        yield from map(json.loads, harvest.read_text(encoding="utf-8").splitlines())
    yield from (document for _, document in scenarios.documents(ruleset, range(seeds)))


def shows(ruleset: Ruleset, sought: Sought) -> Shows:
    """The test whether a battle shows what is sought."""

    def test(document: Document) -> bool:
        found = pair(ruleset, document, sought.choice)
        if found is None or not found.differs:
            return False
        return not sought.rule or sought.rule in cited(ruleset, found)

    return test


def swings(ruleset: Ruleset, sought: Sought, least: Fraction) -> Shows:
    """The test whether a battle swings at least so much."""

    def test(document: Document) -> bool:
        found = pair(ruleset, document, sought.choice)
        if found is None or found.swing < least:
            return False
        return not sought.rule or sought.rule in cited(ruleset, found)

    return test


class Search:
    """What has been found so far, by what was sought: battles that show it, and those with the largest swings."""

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset
        self.choices = choices(ruleset)
        self.showing: dict[Sought, list[Document]] = {}
        self.swinging: dict[Sought, tuple[Fraction, Document]] = {}

    def look(self, document: Document) -> None:
        """Try a battle in every way that may matter to it."""
        scenario = codec.read_scenario(document)
        relevant = self.ruleset.game(scenario).relevant().get("readings", ())
        for choice in self.choices:
            if choice.editions and scenario.edition not in choice.editions:
                continue
            if choice.key != EDITION and choice.key not in relevant:
                continue
            if len(self.showing.get(Sought(choice), ())) >= TRIED * TRIED:  # enough of them; editions are asked by rule
                continue
            try:
                found = pair(self.ruleset, document, choice)
            except HexUmpireError:
                continue
            if found is not None and found.differs:
                self.note(document, choice, found)

    def note(self, document: Document, choice: Choice, found: Pair) -> None:
        """Keep a battle in which the two ways part."""
        rules = sorted(cited(self.ruleset, found)) if choice.key == EDITION else [""]
        for rule in rules:
            sought = Sought(choice, rule)
            self.showing.setdefault(sought, [])
            if len(self.showing[sought]) < TRIED * (1 if rule else TRIED):
                self.showing[sought].append(document)
            if found.swing > self.swinging.get(sought, (Fraction(0), {}))[0]:
                self.swinging[sought] = found.swing, document

    def kept(self) -> Iterator[dict[str, Any]]:
        """The battles to keep: for everything sought the smallest, and the one with the largest swing."""
        for sought in sorted(self.showing, key=lambda one: (self.choices.index(one.choice), one.rule)):
            test = shows(self.ruleset, sought)
            smaller = [shrunk(one, test) for one in self.showing[sought][:TRIED] if holds(test, one)]
            least = min(smaller, key=lambda one: (size(one), json.dumps(one)))
            yield _entry(sought, "smallest", least)
            own = pair(self.ruleset, least, sought.choice)
            swing, document = self.swinging.get(sought, (Fraction(0), {}))
            if own is not None and own.swing and own.swing >= swing:
                yield _entry(sought, "swing", least)
            elif swing:
                yield _entry(sought, "swing", shrunk(document, swings(self.ruleset, sought, swing)))


def _entry(sought: Sought, show: str, document: Document) -> dict[str, Any]:
    return {"choice": sought.choice.key, "option": sought.choice.second, "rule": sought.rule, "show": show,
            "scenario": document}  # fmt: skip
