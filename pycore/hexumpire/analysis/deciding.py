"""How both sides decide: by stated policies of the ruleset, or by best play."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, TypeVar

from hexumpire.analysis.solve import objective_of, solve
from hexumpire.analysis.walk import SIDES, Choose, OpenQuestionError, Progress
from hexumpire.files.documents import below, guess
from hexumpire.files.reader import unknown
from hexumpire.model.battle import Game
from hexumpire.model.errors import InputError, Problem
from hexumpire.model.ruleset import Policy, Ruleset
from hexumpire.model.text import say

S = TypeVar("S")
BEST: Final = "best"
"""Key of the policy that is no policy of a ruleset: best play for the objective."""


def policies_of(ruleset: Ruleset, policies: Mapping[str, str]) -> dict[str, Policy | None]:
    """The policy in force by side, None for best play; a side left out plays the first that it has.

    Raises:
        InputError: a side or a policy is not known.
    """
    found: dict[str, Policy | None] = {}
    problems = [
        Problem(unknown("side", side), below("$.policies", side), fix=guess(side, SIDES))
        for side in policies
        if side not in SIDES
    ]
    for side in SIDES:
        fitting = {policy.key: policy for policy in ruleset.policies if side in policy.sides}
        key = policies.get(side) or next(iter(fitting), BEST)
        if key != BEST and key not in fitting:
            known = ", ".join([*fitting, BEST])
            message = say("{any} is no policy of the {x}", any=repr(key), x=side)
            problems.append(Problem(message, f"$.policies.{side}", fix=say("use {any}", any=known)))
        found[side] = fitting.get(key)
    if problems:
        raise InputError(problems)
    return found


def policy_of(
    game: Game[S], state: S, ruleset: Ruleset, policies: Mapping[str, str], objective: str, progress: Progress
) -> Choose:
    """How both sides decide in a game from a position on, as one.

    Raises:
        InputError: a policy or objective is not known.
    """
    by_side = policies_of(ruleset, policies)
    wanted = objective_of(ruleset, objective) if None in by_side.values() else None
    return choosing(by_side, solve(game, state, wanted, progress).policy() if wanted else None)


def choosing(by_side: Mapping[str, Policy | None], best: Choose | None) -> Choose:
    """How both sides decide, each by its policy; by ``best`` where it has none."""

    def choose(game: Any, state: Any, node: Any) -> str:
        if node.side not in by_side:
            raise OpenQuestionError(node)
        policy = by_side[node.side]
        if policy is None:
            assert best is not None
            return best(game, state, node)
        return policy.decide(game, state, node)

    return choose
