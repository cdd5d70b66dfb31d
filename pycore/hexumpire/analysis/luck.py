"""How lucky the dice have been: each roll against what it might have been, and all of them together.

A roll is worth what the battle is worth after it, when both sides play on by stated policies. What sides decided is
taken as it is; so luck is of the dice alone.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterable, Mapping
from fractions import Fraction
from typing import Any, TypeVar

from hexumpire.analysis.bounded import limit
from hexumpire.analysis.deciding import policy_of
from hexumpire.analysis.solve import objective_of
from hexumpire.analysis.walk import Progress, endings, explore
from hexumpire.model.battle import Battle, Chance, Game
from hexumpire.model.ruleset import Objective, Ruleset
from hexumpire.views.number_format import decimal, percent

S = TypeVar("S", bound=Hashable)
GRAIN = 1000
"""Sums of luck are told apart to this part of a unit of the objective, so that many rolls stay countable."""


Roll = tuple[Mapping[str, Fraction], Mapping[str, int], str]
"""What each face is worth, how much it weighs, and which fell."""


def percentile(rolls: Iterable[Roll]) -> Fraction:
    """The part of all ways the dice could have fallen that were worse for the attacker, and half of those as good.

    Rolls are independent of one another.
    """
    sums: dict[int, Fraction] = {0: Fraction(1)}
    mine = 0
    for worth, weights, fell in rolls:
        total = sum(weights.values())
        after: dict[int, Fraction] = defaultdict(Fraction)
        for face, weight in weights.items():
            step = round(worth[face] * GRAIN)
            for value, p in sums.items():
                after[value + step] += p * weight / total
        mine += round(worth[fell] * GRAIN)
        sums = dict(after)
    worse = sum((p for value, p in sums.items() if value < mine), Fraction(0))
    return worse + sums.get(mine, Fraction(0)) / 2


def report(
    battle: Battle[S],
    ruleset: Ruleset,
    policies: Mapping[str, str],
    objective_key: str = "",
    progress: Progress = None,
) -> dict[str, Any]:
    """The result of the operation ``luck`` (docs/api.md) for the rolls of a battle so far.

    Raises:
        InputError: a policy or objective is not known.
        HexUmpireError: no exact figures can be given (see :mod:`hexumpire.analysis.walk`).
    """
    objective = objective_of(ruleset, objective_key)
    reckoned = battle.game.reckoned()
    rolls: list[Roll] = []
    lines = []
    for step, (before, action) in enumerate(zip(battle.trail, battle.line, strict=True)):
        face = action.split(" #")[0]
        game, before = reckoned.seat(before)
        node = game.node(before)
        if not isinstance(node, Chance) or face not in dict(node.faces):
            continue
        choose = policy_of(game, before, ruleset, policies, objective_key, progress)
        worth = {key: _worth(game, game.apply(before, key), choose, objective) for key, _ in node.faces}
        weights = dict(node.faces)
        total = sum(weights.values())
        mean = sum((worth[key] * weight for key, weight in node.faces), Fraction(0)) / total
        rolls.append((worth, weights, face))
        worse = percentile(rolls[-1:])
        gain = worth[face] - mean
        lines.append(
            {"step": step, "face": face, "side": node.side, "value": str(gain), "value_text": decimal(gain),
             "p": str(worse), "percent": percent(worse)}
        )  # fmt: skip
    found = percentile(rolls) if rolls else None
    return {
        "objective": objective.key,
        "rolls": lines,
        "p": None if found is None else str(found),
        "percent": None if found is None else percent(found),
    }


def _worth(game: Game[S], state: S, choose: Any, objective: Objective) -> Fraction:
    dist = endings(explore(game, state, choose, most=limit(game)))
    return sum((Fraction(weight * objective.value(end)) for end, weight in dist.items()), Fraction(0)) / dist.total
