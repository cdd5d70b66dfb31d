"""How a battle may end when both sides play by stated policies: an exact distribution over its endings.

Positions are merged, dice are weighted in whole numbers over one common denominator, and loops of "no effect"
are solved, so nothing is sampled and nothing cut short.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterable, Mapping
from fractions import Fraction
from math import gcd
from typing import Any, TypeVar

from hexumpire.analysis.distributions import Dist
from hexumpire.analysis.solve import objective_of, solve
from hexumpire.analysis.walk import SIDES, Choose, OpenQuestionError, Progress, Walk, explore
from hexumpire.model.battle import Game, Outcome
from hexumpire.model.errors import InputError, Problem
from hexumpire.model.ruleset import Policy, Ruleset
from hexumpire.model.text import say
from hexumpire.views.number_format import percent

S = TypeVar("S", bound=Hashable)
BEST = "best"
"""Key of the policy that is no policy of a ruleset: best play for the objective."""


def outcomes(game: Game[S], state: S, choose: Choose, progress: Progress = None) -> Dist[Outcome]:
    """The distribution of endings from ``state`` when every decision is taken by ``choose(game, state, node)``.

    Weights are whole numbers without a common divisor.

    Raises:
        EndlessError: under this policy the battle can go round for ever.
        TooLargeError: there are more positions than a walk may hold.
    """
    return endings(explore(game, state, choose, progress))


def endings(walk: Walk[S]) -> Dist[Outcome]:
    """How likely each ending of a walk under a policy is."""
    masses, _ = walk.masses()
    found: dict[Outcome, int] = defaultdict(int)
    for here, outcome in walk.ends.items():
        found[outcome] += masses[here]
    shared = gcd(*found.values())
    return Dist({outcome: mass // shared for outcome, mass in found.items()})


def report(
    game: Game[S],
    state: S,
    ruleset: Ruleset,
    policies: Mapping[str, str],
    objective: str = "",
    progress: Progress = None,
) -> dict[str, Any]:
    """The result of the operation ``outcomes`` (docs/api.md) from ``state`` on.

    ``policies`` names a policy of the ruleset, or ``best``, by side; a side left out plays the first policy it
    has. ``objective`` is what best play is for (the ruleset's first when left out).

    Raises:
        InputError: a policy or objective is not known.
        HexUmpireError: no exact figures can be given (see :mod:`hexumpire.analysis.walk`).
    """
    keys, choose = policy_of(game, state, ruleset, policies, objective, progress)
    walk = explore(game, state, choose, progress, by_round=True)
    dist = endings(walk)
    titles = dict(ruleset.results)
    rows = [
        {
            "result": outcome.result,
            "title": titles.get(outcome.result, outcome.result),
            "measures": dict(outcome.measures),
            **chance(Fraction(weight, dist.total)),
            "weight": weight,
        }
        for outcome, weight in sorted(dist.items(), key=lambda item: (-item[1], item[0].result, item[0].measures))
    ]
    return {
        "policies": keys,
        "summary": by_result(((outcome.result, weight) for outcome, weight in dist.items()), dist.total, titles),
        "rows": rows,
        "denominator": dist.total,
        "measures": [_marginal(dist, key, title, ruleset) for key, title in ruleset.measures],
        "rounds": _rounds(walk, titles),
        "joint": _joint(dist, [key for key, _ in ruleset.measures]),
    }


def policy_of(
    game: Game[S],
    state: S,
    ruleset: Ruleset,
    policies: Mapping[str, str],
    objective: str,
    progress: Progress,
) -> tuple[dict[str, str], Choose]:
    """Keys of the policies in force by side, and both as one.

    Raises:
        InputError: a policy or objective is not known.
    """
    keys: dict[str, str] = {}
    by_side: dict[str, Choose] = {}
    problems: list[Problem] = []
    wanted: Choose | None = None
    for side in SIDES:
        fitting: dict[str, Policy] = {policy.key: policy for policy in ruleset.policies if side in policy.sides}
        key = keys[side] = policies.get(side) or next(iter(fitting), BEST)
        if key == BEST:
            wanted = wanted or solve(game, state, objective_of(ruleset, objective), progress).policy()
            by_side[side] = wanted
        elif key in fitting:
            by_side[side] = fitting[key].choose
        else:
            known = ", ".join([*fitting, BEST])
            message = say("{any} is no policy of the {x}", any=repr(key), x=side)
            problems.append(Problem(message, f"$.policies.{side}", fix=say("use {any}", any=known)))
    if problems:
        raise InputError(problems)

    def choose(game: Any, state: Any, node: Any) -> str:
        policy = by_side.get(node.side)
        if policy is None:
            raise OpenQuestionError(node)
        return policy(game, state, node)

    return keys, choose


def chance(p: Fraction) -> dict[str, str]:
    """A probability as the contract writes it."""
    return {"p": str(p), "percent": percent(p)}


def by_result(found: Iterable[tuple[str, int]], total: int, titles: Mapping[str, str]) -> list[dict[str, Any]]:
    """Results put together, in the ruleset's order; those it does not list follow."""
    weights: dict[str, int] = defaultdict(int)
    for result, weight in found:
        weights[result] += weight
    order = [*(key for key in titles if key in weights), *(key for key in sorted(weights) if key not in titles)]
    return [{"key": key, "title": titles.get(key, key), **chance(Fraction(weights[key], total))} for key in order]


def _marginal(dist: Dist[Outcome], key: str, title: str, ruleset: Ruleset) -> dict[str, Any]:
    """One measure alone: how likely each value is, and each value or more, and what a value stands for."""
    values = dist.map(lambda outcome: outcome.measure(key))
    rest = values.total
    shown = []
    for value in sorted(values):
        at_least = Fraction(rest, values.total)
        text = ruleset.measure_text(key, value)
        shown.append(
            {
                "value": value,
                **({"text": text} if text else {}),
                **chance(Fraction(values[value], values.total)),
                "at_least": str(at_least),
                "at_least_percent": percent(at_least),
            }
        )
        rest -= values[value]
    mean = values.mean(int)
    return {"key": key, "title": title, "mean": str(mean), "values": shown}


def _rounds(walk: Walk[S], titles: Mapping[str, str]) -> list[dict[str, Any]]:
    """How likely each result is to come in each round; empty when the game merges positions across rounds."""
    if not walk.rounds_exact:
        return []
    masses, whole = walk.masses()
    by_round: dict[int, list[tuple[str, int]]] = defaultdict(list)
    for here, outcome in walk.ends.items():
        by_round[getattr(walk.states[here], "round", 1)].append((outcome.result, masses[here]))
    return [{"round": number, "results": by_result(by_round[number], whole, titles)} for number in sorted(by_round)]


def _joint(dist: Dist[Outcome], measures: list[str]) -> dict[str, Any] | None:
    """Losses of both sides together, and who holds the hex then; None when the ruleset does not measure both."""
    countable = [key for key in measures if key != "hex"]
    mine = next((key for key in countable if "attack" in key), countable[0] if len(countable) > 1 else None)
    theirs = next((key for key in countable if "defen" in key and key != mine), None)
    theirs = theirs or next((key for key in countable if key != mine), None)
    if mine is None or theirs is None:
        return None
    cells = dist.map(lambda outcome: (outcome.measure(mine), outcome.measure(theirs), outcome.measure("hex")))
    return {
        "x": mine,
        "y": theirs,
        "cells": [
            {"x": x, "y": y, "hex": held, **chance(Fraction(cells[x, y, held], cells.total))}
            for x, y, held in sorted(cells)
        ],
    }
