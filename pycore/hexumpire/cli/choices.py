"""A battle played in two ways, by two editions or two readings: what it comes to in each, and which rule parts them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import Any, Final, NamedTuple

from hexumpire.analysis.compare import differences
from hexumpire.analysis.deciding import policy_of
from hexumpire.analysis.distributions import Dist
from hexumpire.analysis.outcomes import finished, measured
from hexumpire.analysis.variants import TAKEN, Bench, Variant
from hexumpire.files import codec
from hexumpire.model.battle import Chance, Decision, Node, Outcome, moves
from hexumpire.model.errors import HexUmpireError
from hexumpire.model.ruleset import Ruleset
from hexumpire.model.scenario import Scenario
from hexumpire.views.number_format import decimal, percent
from hexumpire.views.position import bar

EDITION: Final = "edition"
MOST: Final = 3_000
"""Positions looked at for one battle in one way; battles that have more are not kept."""
STEPS: Final = 400
"""Pairs of positions looked at to find where two ways of playing part."""


class Choice(NamedTuple):
    """Two ways of playing: by ``first`` or ``second``, which are editions or the options of the reading ``key``."""

    key: str
    first: str
    second: str
    editions: tuple[str, ...] = ()
    """Those that have the reading; empty where all have it."""


@dataclass(frozen=True)
class Answer:
    """What a battle comes to, as it is printed. Equal answers say the same.

    ``refused`` are the reasons why it may not be fought, each with its rule; ``headline`` is the odds; ``measures``
    are those of its ending, on average, and ``hex`` as a chance; empty where that is not told.
    """

    refused: tuple[tuple[str, str], ...]
    headline: str
    measures: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Pair:
    """A battle in both ways: scenarios, answers, and the chances of taking the hex (None where they are not told)."""

    scenarios: tuple[Scenario, Scenario]
    answers: tuple[Answer, Answer]
    variants: tuple[Variant, Variant]

    @property
    def differs(self) -> bool:
        """Whether the two answers are printed differently; a battle that neither way allows shows nothing."""
        one, other = self.answers
        return one != other and not (one.refused and other.refused)

    @property
    def swing(self) -> Fraction:
        """By how much the chance of taking the hex differs; 0 where one of the two is not told."""
        one, other = (variant.taken for variant in self.variants)
        return Fraction(0) if one is None or other is None else abs(one - other)


def choices(ruleset: Ruleset) -> list[Choice]:
    """Every pair of editions, then the usual option of every reading with each other option."""
    first, *others = [key for key, _ in ruleset.editions]
    found = [Choice(EDITION, first, other) for other in others]
    for field in ruleset.vocabulary.readings:
        usual, *more = field.options
        found += [Choice(field.key, usual, other, field.editions) for other in more]
    return found


# --- the two ways --------------------------------------------------------------------------------------------


def in_both_ways(ruleset: Ruleset, document: Mapping[str, Any], choice: Choice) -> tuple[Scenario, Scenario]:
    """The battle of a document in the two ways of a choice. What an edition does not know is left out of its battle.

    Raises:
        InputError: the document is no scenario.
    """
    one, other = (codec.read_scenario(_by(ruleset, document, choice, key)) for key in (choice.first, choice.second))
    return one, other


def pair(ruleset: Ruleset, document: Mapping[str, Any], choice: Choice) -> Pair | None:
    """What the battle of a document comes to in the two ways of a choice.

    None where one of them alone cannot be worked out whole.

    Raises:
        InputError: the document is no scenario.
    """
    one, other = in_both_ways(ruleset, document, choice)
    variants = tuple(Bench(ruleset, {}, "", None, MOST).work_out(scenario) for scenario in (one, other))
    before, after = variants
    if bool(before.note) != bool(after.note):
        return None
    answers = tuple(_answer(ruleset, variant) for variant in variants)
    return Pair((one, other), (answers[0], answers[1]), (before, after))


def _by(ruleset: Ruleset, document: Mapping[str, Any], choice: Choice, option: str) -> dict[str, Any]:
    """The document played in one way."""
    if choice.key != EDITION:
        return {**document, "readings": {**document.get("readings", {}), choice.key: option}}
    words = ruleset.vocabulary
    barred = {
        part: {field.key for field in fields if field.editions and option not in field.editions}
        for part, fields in (
            ("conditions", words.conditions), ("readings", words.readings), ("units", words.unit_fields),
            ("hexes", words.hex_fields),
        )
    }  # fmt: skip
    found = {**document, "edition": option}
    for part in ("conditions", "readings"):
        found[part] = _without(document.get(part, {}), barred[part])
    found["units"] = [_without(unit, barred["units"]) for unit in document.get("units", ())]
    board = document.get("map", {})
    hexes = {place: _without(entry, barred["hexes"]) for place, entry in board.get("hexes", {}).items()}
    found["map"] = {**board, "hexes": hexes}
    return found


def _without(entry: Mapping[str, Any], barred: set[str]) -> dict[str, Any]:
    return {key: value for key, value in entry.items() if key not in barred}


def _measure(key: str, outcome: Outcome) -> int:
    return outcome.measure(key)


def _answer(ruleset: Ruleset, variant: Variant) -> Answer:
    refused = tuple((problem.message, problem.rule) for problem in variant.problems)
    if refused:
        return Answer(refused, "", ())
    found: list[tuple[str, str]] = []
    if variant.ends is not None:
        settled = Dist(finished(variant.ends))
        for key, _ in measured(variant.ends, ruleset):
            flag = key in ruleset.flags
            if not flag and any(ruleset.measure_text(key, outcome.measure(key)) for outcome, _ in settled.items()):
                continue  # it stands for something that has no mean, such as a hex
            mean = settled.mean(partial(_measure, key))
            found.append((key, percent(mean) if key == TAKEN else decimal(mean)))
    return Answer((), bar(variant.assessment), tuple(found))


# --- which rules part them -----------------------------------------------------------------------------------


def cited(ruleset: Ruleset, found: Pair) -> set[str]:
    """The rules of what differs between the two ways: reasons why not, else lines of the arithmetic, else first steps.

    What follows from a difference is none of its own: steps are looked at only where the arithmetic is the same.
    """
    before, after = found.variants
    reasons = {(one.message, one.rule) for one in before.problems} ^ {(one.message, one.rule) for one in after.problems}
    rules = {rule for _, rule in reasons}
    if not before.problems and not after.problems:
        for line in differences(before.assessment, after.assessment):
            counted = [(side["value"],) if side and not side["skipped"] else None for side in line.values()]
            if counted[0] != counted[1]:
                rules |= {rule for side in line.values() if side for rule in side["rules"]}
        if found.answers[0].headline == found.answers[1].headline:
            rules |= _partings(ruleset, found.scenarios)
    return rules - {""}


def _partings(ruleset: Ruleset, scenarios: tuple[Scenario, Scenario]) -> set[str]:
    """The rules of the first steps that differ when the same is done in both ways, as the stated policies decide."""
    games = tuple(ruleset.game(scenario) for scenario in scenarios)
    waiting = [tuple(game.start() for game in games)]
    seen = {tuple(game.key(state) for game, state in zip(games, waiting[0], strict=True))}
    rules: set[str] = set()
    choose = policy_of(games[0], waiting[0][0], ruleset, {}, "", None)
    for _ in range(STEPS):
        if not waiting:
            break
        states = waiting.pop(0)
        nodes = tuple(game.node(state) for game, state in zip(games, states, strict=True))
        found = set(_of_nodes(*nodes))
        if found:
            rules |= found
            continue
        try:
            actions = [choose(games[0], states[0], nodes[0])] if isinstance(nodes[0], Decision) else moves(nodes[0])
        except HexUmpireError:  # the umpire reads it off something that we do not have
            continue
        for action in actions:
            after = tuple(game.apply(state, action) for game, state in zip(games, states, strict=True))
            told = [game.narrate(a, action, b) for game, a, b in zip(games, states, after, strict=True)]
            logs = [{(line.text, line.rules, line.side) for line in lines} for lines in told]
            parted = {rule for _, rules_of, _ in logs[0] ^ logs[1] for rule in rules_of}
            key = tuple(game.key(state) for game, state in zip(games, after, strict=True))
            rules |= parted
            if not parted and key not in seen:
                seen.add(key)
                waiting.append(after)
    return rules


def _of_nodes(one: Node, other: Node) -> Iterator[str]:
    """The rules of what differs in what may be done."""
    if isinstance(one, Decision) and isinstance(other, Decision) and one.side == other.side:
        parted = {(option.id, option.rules) for option in one.options} ^ {
            (option.id, option.rules) for option in other.options
        }
        yield from (rule for _, rules in parted for rule in rules)
    elif type(one) is not type(other) or (
        isinstance(one, Chance) and isinstance(other, Chance) and one.faces != other.faces
    ):
        yield from (*one.rules, *other.rules)
