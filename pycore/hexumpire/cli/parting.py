"""Where a line of play parts in two ways of playing a battle: the step at which the umpire no longer answers the same.

Some readings change what may be done and not what the stated policies do. They are told by such a step.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from hexumpire.cli.choices import Choice, in_both_ways
from hexumpire.model.battle import Battle, Chance, Decision, Game
from hexumpire.model.ruleset import Ruleset
from hexumpire.model.scenario import Scenario
from hexumpire.views.position import bar

Answered = tuple[object, ...]
"""What the umpire answers in a position; equal answers let the same be done and come to the same."""


class Parted(NamedTuple):
    """A battle in both ways after the same line of play, after which the umpire answers otherwise in each."""

    scenarios: tuple[Scenario, Scenario]
    actions: tuple[str, ...]
    battles: tuple[Battle[Any], Battle[Any]]


def answered(game: Game[Any], state: Any) -> Answered:
    """The answer in a position: the odds, what stands on the board, and what comes next."""
    return bar(game.assess(state)), _plain(game.overlay(state)), _next(game, state)


def _next(game: Game[Any], state: Any) -> Answered:
    node = game.node(state)
    if isinstance(node, Decision):
        return "choice", node.side, frozenset(option.id for option in node.options)
    if isinstance(node, Chance):
        return "roll", node.side, frozenset(node.faces)
    return "end", node.outcome


def _plain(board: Mapping[str, Any]) -> object:
    return sorted((key, repr(value)) for key, value in board.items() if value)


def parted(ruleset: Ruleset, document: Mapping[str, Any], choice: Choice, actions: Sequence[str]) -> Parted | None:
    """The battle of a document after a line of play; None where the two ways do not first part after it.

    Raises:
        InputError: the document is no scenario.
    """
    scenarios = in_both_ways(ruleset, document, choice)
    games = tuple(ruleset.game(scenario) for scenario in scenarios)
    if any(game.problems for game in games):
        return None
    one, other = (Battle.start(game) for game in games)
    for action in actions:
        same = answered(one.game, one.state) == answered(other.game, other.state)
        if not same or action not in one.legal_actions or action not in other.legal_actions:
            return None
        one, other = one.play(action), other.play(action)
    if answered(one.game, one.state) == answered(other.game, other.state):
        return None
    return Parted(scenarios, tuple(actions), (one, other))


def told(ruleset: Ruleset, found: Parted, number: int) -> Iterator[str]:
    """What one of the two ways answers, as far as it answers otherwise: lines of its log, odds, what comes next."""
    own, other = found.battles[number], found.battles[1 - number]
    theirs = _said(other)
    yield from (text for text in _said(own) if text not in theirs)
    odds = bar(own.assessment)
    if odds and odds != bar(other.assessment):
        yield odds
    node, beside = own.node, other.node
    if isinstance(node, Decision):
        yield node.prompt
        known = {option.id for option in beside.options} if isinstance(beside, Decision) else set()
        yield from (option.label for option in node.options if option.id not in known)
    elif isinstance(node, Chance):
        yield node.prompt
    else:
        yield dict(ruleset.results).get(node.outcome.result, node.outcome.result)


def _said(battle: Battle[Any]) -> list[str]:
    """The log of the last step."""
    return [line.text for step, line in battle.log if step == len(battle.line) - 1]
