"""How lucky the dice have been: each roll against what it might have been, and all of them together.

A roll is worth what the battle is worth after it, when both sides play on by stated policies. What sides decided is
taken as it is; so luck is of the dice alone.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from math import lcm, prod
from typing import Any, Final, TypeVar

from hexumpire.analysis.bounded import limit
from hexumpire.analysis.deciding import policy_of
from hexumpire.analysis.solve import gain_text, is_share, objective_of
from hexumpire.analysis.walk import Progress, endings, explore
from hexumpire.model.battle import Battle, Chance, Game, split_note
from hexumpire.model.ruleset import Objective, Ruleset
from hexumpire.views.number_format import percent

S = TypeVar("S", bound=Hashable)
GRAIN: Final = 1000
"""Where rolls have too many sums, these are told apart to this part of a unit of the objective, to stay countable."""
MOST: Final = 40_000
"""So many places on a scale that has one for every sum are few enough to count them exactly."""
FEW: Final = 2000
"""So many sums that differ are few enough, too, however fine the scale is that they lie on."""


Roll = tuple[Mapping[str, Fraction], Mapping[str, int], str]
"""What each face is worth, how much it weighs, and which fell."""


def percentile(rolls: Iterable[Roll], grain: int = GRAIN) -> Fraction:
    """The part of all ways the dice could have fallen that were worse for the attacker, and half of those as good.

    Rolls are independent of one another. It is exact unless there are too many sums for that: then worths are told
    apart to one part of ``grain``.
    """
    known = list(rolls)
    fine = lcm(*(value.denominator for worth, _, _ in known for value in worth.values()))
    span = sum((max(worth.values()) - min(worth.values()) for worth, _, _ in known), Fraction(0))
    if span * fine <= MOST:
        return _on_a_scale(known, fine)
    exact = _sum_by_sum(known, fine)
    return _on_a_scale(known, grain) if exact is None else exact


def _sum_by_sum(known: Sequence[Roll], fine: int) -> Fraction | None:
    """The percentile by each sum there can be, ``fine`` parts being a unit; None where too many differ."""
    ways, mine = {0: 1}, 0
    for worth, weights, fell in known:
        steps = [(int(worth[face] * fine), weight) for face, weight in weights.items()]
        after: dict[int, int] = {}
        for total, many in ways.items():
            for step, weight in steps:
                after[total + step] = after.get(total + step, 0) + many * weight
        if len(after) > FEW:
            return None
        ways, mine = after, mine + int(worth[fell] * fine)
    worse = sum(many for total, many in ways.items() if total < mine)
    return Fraction(2 * worse + ways[mine], 2 * sum(ways.values()))


def _on_a_scale(known: Sequence[Roll], grain: int) -> Fraction:
    """The percentile by sums on a scale of so many places to a unit."""
    totals = [sum(weights.values()) for _, weights, _ in known]
    bits = prod(totals).bit_length()
    ways, mine = 1, 0  # of each sum so many ways, in so many bits at its place: sums begin at the least there can be
    for worth, weights, fell in known:
        steps = {face: round(worth[face] * grain) for face in weights}
        least = min(steps.values())
        ways = sum((ways * weight) << (bits * (steps[face] - least)) for face, weight in weights.items())
        mine += steps[fell] - least
    lower = (1 << (bits * mine)) - 1
    every = (1 << bits) - 1  # a number leaves, divided by this, the sum of what stands at its places
    worse = (ways & lower) % every
    alike = (ways >> (bits * mine)) & every
    return Fraction(2 * worse + alike, 2 * prod(totals))


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
    share = is_share(objective) and all(battle.game.seat(state)[1] is state for state in battle.trail)
    rolls: list[Roll] = []
    lines = []
    for step, side, roll in rolls_of(battle, ruleset, policies, objective_key, progress):
        worth, _, face = roll
        rolls.append(roll)
        worse = percentile([roll])
        gain = worth[face] - mean(roll)
        lines.append(
            {"step": step, "face": face, "side": side, "value": str(gain), "value_text": gain_text(gain, share),
             "p": str(worse), "percent": percent(worse)}
        )  # fmt: skip
    found = percentile(rolls) if rolls else None
    return {
        "objective": objective.key,
        "rolls": lines,
        "p": None if found is None else str(found),
        "percent": None if found is None else percent(found),
    }


def mean(roll: Roll) -> Fraction:
    """What a roll is worth before it falls."""
    worth, weights, _ = roll
    return sum((worth[face] * weight for face, weight in weights.items()), Fraction(0)) / sum(weights.values())


def rolls_of(
    battle: Battle[S], ruleset: Ruleset, policies: Mapping[str, str], objective_key: str = "", progress: Progress = None
) -> Iterator[tuple[int, str, Roll]]:
    """Every roll of a battle so far: the step that it was, whose it was, and the roll.

    Raises:
        InputError: a policy or objective is not known.
        HexUmpireError: no exact figures can be given (see :mod:`hexumpire.analysis.walk`).
    """
    objective = objective_of(ruleset, objective_key)
    reckoned = battle.game.reckoned()
    for step, (before, action) in enumerate(zip(battle.trail, battle.line, strict=True)):
        face = split_note(action)[0]
        game, before = reckoned.seat(before)
        node = game.node(before)
        if not isinstance(node, Chance) or face not in dict(node.faces):
            continue
        choose = policy_of(game, before, ruleset, policies, objective_key, progress)
        worth = {key: _worth(game, game.apply(before, key), choose, objective) for key, _ in node.faces}
        yield step, node.side, (worth, dict(node.faces), face)


def _worth(game: Game[S], state: S, choose: Any, objective: Objective) -> Fraction:
    dist = endings(explore(game, state, choose, most=limit(game)))
    return sum((Fraction(weight * objective.value(end)) for end, weight in dist.items()), Fraction(0)) / dist.total
