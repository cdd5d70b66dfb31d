"""The search for battles in which editions or readings part: over examples, the tests' battles and random ones."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any, NamedTuple

from hexumpire.cli.choices import EDITION, Choice, Pair, cited, in_both_ways, pair
from hexumpire.files import codec
from hexumpire.model.errors import HexUmpireError
from hexumpire.model.ruleset import Ruleset

from tests import scenarios
from tests.changing.shrinking import Document, Shows, counters, holds, shrunk, size
from tests.changing.walking import tells
from tests.witness.files import load

TRIED = 6
"""So many of the smallest battles found are made smaller: of two editions; of two readings half as many."""
WORKED_OUT = 12
"""So many battles in which two readings part are worked out, the smallest first."""
FEW = 400
"""So many battles are looked at of those that name the same one or two readings."""
BY_HAND = Path(__file__).with_name("by_hand.json")
"""Battles made for readings that no other shows: those of each ruleset as ``[scenario, lines of play]``."""
LARGEST = 12
"""Counters of a battle that is looked at."""


class Known(NamedTuple):
    """A battle that the search begins with, and lines of play of it that somebody has thought of."""

    document: Document
    lines: Sequence[Sequence[str]] = ()


class Sought(NamedTuple):
    """What battles are sought for: a choice, and for editions a rule as well."""

    choice: Choice
    rule: str = ""


def pool(ruleset: Ruleset, harvest: Path, seeds: int, most: int) -> list[Known]:
    """The battles that the search begins with, the smallest first, each once.

    Of more than so many, those are taken evenly: about half of them name readings, and each set of readings
    has its share, those of one or two a larger one.
    """
    found: dict[str, list[Sequence[str]]] = {}
    for document, lines in _documents(ruleset, harvest, seeds):
        try:
            plain = codec.write_scenario(codec.read_scenario(document))
        except HexUmpireError:
            continue
        if counters(plain) <= LARGEST:
            plain.pop("title", None)
            found.setdefault(json.dumps(plain, sort_keys=True), []).extend(lines)
    order = sorted(map(json.loads, found), key=lambda one: (size(one), json.dumps(one, sort_keys=True)))
    sets: dict[str, list[Document]] = {}
    for one in order:
        if "readings" in one:
            sets.setdefault(json.dumps(one["readings"], sort_keys=True), []).append(one)
    naming: list[Document] = []
    waiting = most // 2
    for left, group in zip(range(len(sets), 0, -1), sorted(sets.values(), key=len), strict=True):
        few = FEW if len(group[0]["readings"]) <= 2 else 1
        naming += _every(group, max(few, waiting // left))
        waiting = max(0, most // 2 - len(naming))
    others = _every([one for one in order if "readings" not in one], most - len(naming))
    own = {json.dumps(codec.write_scenario(codec.read_scenario(one)), sort_keys=True) for one, _ in _by_hand(ruleset)}
    taken = {json.dumps(one, sort_keys=True): one for one in (*naming, *others, *map(json.loads, own))}
    return [Known(one, found[text]) for text, one in sorted(taken.items(), key=lambda row: size(row[1]))]


def _every(documents: list[Document], most: int) -> list[Document]:
    """About so many of the documents, evenly taken."""
    return documents[:: max(1, -(-len(documents) // max(1, most)))]


def _by_hand(ruleset: Ruleset) -> list[Any]:
    """The battles made by hand, which are always looked at."""
    found: dict[str, list[Any]] = json.loads(BY_HAND.read_text(encoding="utf-8"))
    return found.get(ruleset.key, [])


def _documents(ruleset: Ruleset, harvest: Path, seeds: int) -> Iterator[tuple[Any, Sequence[Sequence[str]]]]:
    yield from _by_hand(ruleset)
    yield from ((example["scenario"], ()) for example in ruleset.examples())
    if not ruleset.takes_games:
        yield from ((codec.write_scenario(one.scenario), [one.actions]) for one in load(ruleset.key).values())
    if harvest.exists():
        yield from map(json.loads, harvest.read_text(encoding="utf-8").splitlines())
    yield from ((document, ()) for _, document in scenarios.documents(ruleset, range(seeds)))


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


def parts(ruleset: Ruleset, sought: Sought, known: Sequence[Sequence[str]]) -> Shows:
    """The test whether some line of play of a battle parts, and whether what is told of it differs."""

    def test(document: Document) -> bool:
        return tells(ruleset, document, sought.choice, known) is not None

    return test


def may_show(ruleset: Ruleset, document: Document, choice: Choice, known: Sequence[Sequence[str]] = ()) -> bool:
    """Whether a battle is worth working out: only one way allows it, or the two part on some line of play."""
    games = [ruleset.game(scenario) for scenario in in_both_ways(ruleset, document, choice)]
    barred = [bool(game.problems) for game in games]
    return barred[0] != barred[1] or (not any(barred) and tells(ruleset, document, choice, known) is not None)


class Search:
    """What has been found so far, by what was sought: battles that show it, and those with the largest swings.

    ``parting`` are those in which two readings part on some line of play, whatever they come to. ``wanted`` are the
    choices that are looked at.
    """

    def __init__(self, ruleset: Ruleset, wanted: list[Choice]) -> None:
        self.ruleset = ruleset
        self.choices = wanted
        self.parting: dict[Sought, list[Known]] = {}
        self.worked_out: dict[Sought, int] = {}
        self.showing: dict[Sought, list[Document]] = {}
        self.swinging: dict[Sought, tuple[Fraction, Document]] = {}

    def look(self, known: Known) -> None:
        """Try a battle in every way that may matter to it."""
        document = known.document
        scenario = codec.read_scenario(document)
        relevant = self.ruleset.game(scenario).relevant().get("readings", ())
        for choice in self.choices:
            if choice.editions and scenario.edition not in choice.editions:
                continue
            if choice.key != EDITION and (choice.key not in relevant or not self.promising(known, choice)):
                continue
            if len(self.showing.get(Sought(choice), ())) >= TRIED * TRIED:  # enough of them; editions are asked by rule
                continue
            try:
                found = pair(self.ruleset, document, choice)
            except HexUmpireError:
                continue
            if found is not None and found.differs:
                self.note(document, choice, found)

    def promising(self, known: Known, choice: Choice) -> bool:
        """Whether a battle of two readings is worked out; those in which they part are noted."""
        sought = Sought(choice)
        if self.worked_out.get(sought, 0) >= WORKED_OUT:
            return False
        try:
            if not may_show(self.ruleset, known.document, choice, known.lines):
                return False
        except HexUmpireError:
            return False
        self.worked_out[sought] = self.worked_out.get(sought, 0) + 1
        self.parting.setdefault(sought, []).append(known)
        return True

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
        every = {*self.showing, *self.parting}
        for sought in sorted(every, key=lambda one: (self.choices.index(one.choice), one.rule)):
            if sought not in self.showing:
                yield from self.step(sought)
                continue
            least = self.smallest(sought)
            yield _entry(sought, "smallest", least)
            own = pair(self.ruleset, least, sought.choice)
            swing, document = self.swinging.get(sought, (Fraction(0), {}))
            if own is not None and own.swing and own.swing >= swing:
                yield _entry(sought, "swing", least)
            elif swing:
                yield _entry(sought, "swing", shrunk(document, swings(self.ruleset, sought, swing)))

    def smallest(self, sought: Sought) -> Document:
        """The smallest battle that can be reached from the smallest ones that show it."""
        test = shows(self.ruleset, sought)
        found = self.showing[sought][: TRIED if sought.rule else TRIED // 3]
        if not sought.rule:  # working battles out takes longest: only such as part are
            found = [shrunk(one, lambda it: may_show(self.ruleset, it, sought.choice) and test(it)) for one in found]
        smaller = [shrunk(one, test) for one in found if holds(test, one)]
        return min(smaller, key=lambda one: (size(one), json.dumps(one)))

    def step(self, sought: Sought) -> Iterator[dict[str, Any]]:
        """The smallest battle in which two readings part on some line of play, with that line."""
        smaller = [self.line(sought, one) for one in self.parting[sought][: TRIED // 2]]
        found = [one for one in smaller if one is not None]
        for least in sorted(found, key=lambda one: (size(one.document), json.dumps(one.document)))[:1]:
            yield _entry(sought, "step", least.document) | {"actions": least.lines[0]}

    def line(self, sought: Sought, known: Known) -> Known | None:
        """The battle made smaller as long as it parts on a line of play that is known, or on another; with that line.

        The line that is left is all that is known of the smaller battle, which stays one of which no counter is spared.
        """
        document, lines = known
        while True:
            test = parts(self.ruleset, sought, lines)
            if not holds(test, document):
                return None
            smaller = shrunk(document, test)
            line = tells(self.ruleset, smaller, sought.choice, lines)
            if line is None or (smaller == document and list(lines) == [line]):
                return None if line is None else Known(smaller, [line])
            document, lines = smaller, [line]


def _entry(sought: Sought, show: str, document: Document) -> dict[str, Any]:
    return {"choice": sought.choice.key, "option": sought.choice.second, "rule": sought.rule, "show": show,
            "scenario": document}  # fmt: skip
