"""Which question can be asked of a battle, and where: at its beginning, along its line, or a few steps further."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, Final

from hexumpire.analysis import lesson
from hexumpire.analysis.asked import LOSS
from hexumpire.analysis.deciding import BEST, policies_of
from hexumpire.analysis.lesson import LESSONS
from hexumpire.analysis.walk import Progress
from hexumpire.files import documents
from hexumpire.files.reader import unknown
from hexumpire.model.battle import Battle, Chance, Decision
from hexumpire.model.errors import InputError, Problem
from hexumpire.model.ruleset import Policy, Ruleset

IN_PLAY: Final = ("loss", "retreat")
"""The lessons that are asked of a decision; the others are asked before the first roll."""
LOOKED_AT: Final = 80
"""Positions beyond the line of the battle in which a question is sought."""
WEIGHED: Final = 8
"""Positions in which losses are weighed, which takes long."""
Plays = Mapping[str, Policy | None]
"""How each side decides on the way."""
MOST_TURN: Final = 1000
"""Most by which the faces of dice are turned."""


def read_lessons(given: object) -> tuple[str, ...]:
    """The lessons that are wanted, in this order; all when none are named.

    Raises:
        InputError: it is no list of lessons.
    """
    if given is None:
        return LESSONS
    if not isinstance(given, list) or not given or not all(isinstance(key, str) for key in given):
        raise InputError([Problem("lessons must be a list of texts", "$.lessons", fix="leave it out")])
    for place, key in enumerate(given):
        if key not in LESSONS:
            path = documents.below("$.lessons", place)
            raise InputError([Problem(unknown("lesson", key), path, fix=documents.guess(key, LESSONS))])
    return tuple(dict.fromkeys(given))


def find(
    ruleset: Ruleset,
    battle: Battle[Any],
    lessons: Sequence[str],
    policies: Mapping[str, str],
    turn: int,
    progress: Progress = None,
) -> tuple[dict[str, Any], Battle[Any]] | None:
    """The first of the lessons that can be asked, and the battle as far as it is asked; None where there is none.

    A position is sought along the line of the battle, from its end, then beyond its beginning: there both sides play by
    the policies, or do something else, and every face of the dice is tried, from the one numbered ``turn`` on.

    Raises:
        InputError: a policy is not known.
    """
    stated = {side: key for side, key in policies.items() if key != BEST}
    plays = policies_of(ruleset, stated)
    for key in lessons:
        places = _places(battle, plays, turn) if key in IN_PLAY else iter([_first(battle)])
        for here in places if key != "loss" else islice(filter(_loses, places), WEIGHED):
            try:
                return lesson.report(ruleset, here, key, progress), here
            except InputError as error:
                if any(problem.path != "$.lesson" for problem in error.problems):
                    raise
    return None


def _first(battle: Battle[Any]) -> Battle[Any]:
    """The battle before its first action."""
    return battle.undo(len(battle.line))


def _loses(battle: Battle[Any]) -> bool:
    """Whether one of several losses is chosen now."""
    node = battle.node
    return isinstance(node, Decision) and sum(option.id.startswith(LOSS) for option in node.options) > 1


def _places(battle: Battle[Any], plays: Plays, turn: int) -> Iterator[Battle[Any]]:
    """Positions along the line of a battle, the last first; then those that policies lead to from its beginning."""
    for steps in range(len(battle.line)):
        yield battle.undo(steps)
    waiting, looked = [_first(battle)], 0
    seen = {battle.game.key(waiting[0].state)}
    while waiting and looked < LOOKED_AT:
        here = waiting.pop(0)
        looked += 1
        yield here
        for action in _actions(here, plays, turn):
            after = here.play(action)
            mark = battle.game.key(after.state)
            if mark not in seen:
                seen.add(mark)
                waiting.append(after)


def _actions(battle: Battle[Any], plays: Plays, turn: int) -> list[str]:
    """What may come next: every face of the dice; what the policy of a side does, and something else."""
    node = battle.node
    if isinstance(node, Chance):
        faces = [face for face, _ in node.faces]
        return faces[turn % len(faces) :] + faces[: turn % len(faces)]
    if not isinstance(node, Decision):
        return []
    policy = plays.get(node.side)
    first = policy.decide(battle.game, battle.state, node) if policy else node.options[0].id
    others = [option.id for option in node.options if option.id != first and not option.aside]
    return [first, others[turn % len(others)]] if others else [first]
