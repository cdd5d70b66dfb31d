"""Lines of play on which two ways of playing a battle part: sought along a few lines, the same for the same battle.

Lines that are known, such as those that tests have played, are followed first, each as far as it can be.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from hexumpire.analysis.deciding import policy_of
from hexumpire.cli.choices import Choice, in_both_ways
from hexumpire.cli.parting import answered, parted, told
from hexumpire.model.battle import UMPIRE, Chance, Decision, Game, Node, Terminal, moves
from hexumpire.model.errors import HexUmpireError
from hexumpire.model.ruleset import Ruleset

LINES = 16
"""So many lines are played; of the first half both sides play by their policies, of the others at random."""
STEPS = 60
"""The longest line."""
Choose = Callable[[Game[Any], Any, Node], str]
Lines = Sequence[Sequence[str]]


def parting(ruleset: Ruleset, document: Mapping[str, Any], choice: Choice, known: Lines = ()) -> tuple[str, ...] | None:
    """The shortest line found after which the umpire answers otherwise in the two ways; None where none does."""
    games = [ruleset.game(scenario) for scenario in in_both_ways(ruleset, document, choice)]
    if any(game.problems for game in games):
        return None
    first, second = games
    if answered(first, first.start()) != answered(second, second.start()):
        return ()
    policy = _policy(ruleset, first)
    ways: list[tuple[Sequence[str], Choose | None, int]] = [(line, policy, 0) for line in known]
    ways += [((), policy if 2 * seed < LINES else None, seed) for seed in range(LINES)]
    lines = (_line(first, second, begun, choose, random.Random(seed)) for begun, choose, seed in ways)
    return min((line for line in lines if line is not None), key=lambda line: (len(line), line), default=None)


def tells(ruleset: Ruleset, document: Mapping[str, Any], choice: Choice, known: Lines = ()) -> tuple[str, ...] | None:
    """The same, where what is told of the two ways differs as well."""
    line = parting(ruleset, document, choice, known)
    found = None if line is None else parted(ruleset, document, choice, line)
    if found is None or list(told(ruleset, found, 0)) == list(told(ruleset, found, 1)):
        return None
    return line


def _policy(ruleset: Ruleset, game: Game[Any]) -> Choose | None:
    try:
        return policy_of(game, game.start(), ruleset, {}, "", None)
    except HexUmpireError:
        return None


def _line(
    first: Game[Any], second: Game[Any], begun: Sequence[str], policy: Choose | None, rng: random.Random
) -> tuple[str, ...] | None:
    """A line up to where the two games part, as it has begun and then on; None where they do not."""
    one, other = first.start(), second.start()
    line: list[str] = []
    for step in range(STEPS):
        node = first.node(one)
        if isinstance(node, Terminal):
            return None
        action = begun[step] if step < len(begun) else ""
        if action not in legal(node):
            begun = ()
            action = _action(first, one, node, policy, rng)
        one, other = first.apply(one, action), second.apply(other, action)
        line.append(action)
        if answered(first, one) != answered(second, other):
            return tuple(line)
    return None


def legal(node: Node) -> list[str]:
    """What may be done in a position."""
    if isinstance(node, Chance):
        return [face for face, _ in node.faces]
    return [option.id for option in node.options] if isinstance(node, Decision) else []


def _action(game: Game[Any], state: Any, node: Node, policy: Choose | None, rng: random.Random) -> str:
    if isinstance(node, Chance):
        return rng.choices([face for face, _ in node.faces], [weight for _, weight in node.faces])[0]
    if policy is not None and isinstance(node, Decision) and node.side != UMPIRE:
        return policy(game, state, node)
    return rng.choice(moves(node))
