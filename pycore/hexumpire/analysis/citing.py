"""Which of a game's own battles cite a rule: each example is played, and what its answers rest on is gathered."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from hexumpire import rulesets
from hexumpire.files import codec
from hexumpire.model.battle import UMPIRE, Battle, Chance, Decision, Game, Terminal
from hexumpire.model.ruleset import Ruleset

LINES: Final = ((4, 2, 5, 1, 3, 6), (1, 3, 2, 1, 3, 2), (6, 5, 6, 4, 5, 4))
"""Three ways for the dice to fall, roll after roll, each as a share of the faces: mixed, low and high."""
LONGEST: Final = 60
"""So many steps of a battle are played."""


def battles(ruleset: Ruleset) -> dict[str, list[str]]:
    """Keys of the examples in which a rule counts, by the rule's section, in the order of the examples.

    Both sides play by their first policy, the dice as in :data:`LINES`. A rule counts where a line that applies, a
    question, a choice, a refusal, the log or the end cites it; not where a line says why it does not apply. Examples of
    another document than the ruleset's own (typed-in games) are left out: they have other rules.
    """
    found: dict[str, list[str]] = {}
    for example in ruleset.examples():
        scenario = codec.read_scenario(example["scenario"])
        played = rulesets.get(scenario.ruleset)
        if played.index.keys() != ruleset.index.keys():
            continue
        game = played.game(scenario)
        for section in dict.fromkeys(_cited(played, game)):
            found.setdefault(section, []).append(str(example["key"]))
    return found


def _cited(ruleset: Ruleset, game: Game[Any]) -> Iterator[str]:
    """Every rule that counts in a battle, some of them again and again."""
    if game.problems:
        yield from (problem.rule for problem in game.problems if problem.rule)
        return
    for dice in LINES:
        battle = Battle.start(game)
        rolls = 0
        for _ in range(LONGEST):
            yield from _here(battle)
            if isinstance(battle.node, Terminal):
                break
            action, rolled = _next(ruleset, battle, dice[rolls % len(dice)] - 1)
            rolls += rolled
            battle = battle.play(action)
        yield from (rule for _, line in battle.log for rule in line.rules)


def _here(battle: Battle[Any]) -> Iterator[str]:
    """The rules that count in one position."""
    node = battle.node
    yield from node.rules
    if battle.assessment is not None:
        yield from battle.assessment.trace.cited()
    if isinstance(node, Decision):
        for option in node.options:
            yield from option.rules
        for refusal in battle.game.refusals(battle.state):
            yield from refusal.rules
    elif isinstance(node, Terminal):
        for line in battle.game.closing(battle.state):
            yield from line.rules


def _next(ruleset: Ruleset, battle: Battle[Any], share: int) -> tuple[str, int]:
    """What comes next, and how many dice were rolled for it: a face or a result by its share, a choice by policy."""
    node = battle.node
    if isinstance(node, Chance):
        faces = [face for face, _ in node.faces]
        return faces[share * len(faces) // 6], 1
    assert isinstance(node, Decision)
    if node.side == UMPIRE:  # read off a chart that is not at hand: as the dice have it
        return node.options[share * len(node.options) // 6].id, 1
    policy = next(policy for policy in ruleset.policies if node.side in policy.sides)
    return policy.decide(battle.game, battle.state, node), 0


def by_rule(ruleset: Ruleset, cited: Mapping[str, list[str]]) -> list[dict[str, str]]:
    """The examples that are named in an answer of :func:`battles`: ``key`` and ``title``."""
    named = {key for keys in cited.values() for key in keys}
    return [{"key": one["key"], "title": one["title"]} for one in ruleset.examples() if one["key"] in named]
