"""How a battle may end when both sides play by stated policies: an exact distribution over its endings.

Positions are merged, dice are weighted in whole numbers over one common denominator, and loops of "no effect"
are solved, so nothing is sampled and nothing cut short.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterable, Mapping
from fractions import Fraction
from typing import Any, Final, TypeVar

from hexumpire.analysis.bounded import OPEN, bounded, limit, more
from hexumpire.analysis.by_hex import by_hex
from hexumpire.analysis.deciding import BEST, policies_of, policy_of
from hexumpire.analysis.distributions import Dist
from hexumpire.analysis.solve import objective_of
from hexumpire.analysis.together import NOT_TOGETHER, Chances, chances
from hexumpire.analysis.walk import Choose, Progress, Walk, endings, explore
from hexumpire.kit.attacks import Course
from hexumpire.kit.places import mention
from hexumpire.kit.turn import Turn
from hexumpire.model.battle import Game, Outcome
from hexumpire.model.ruleset import Objective, Ruleset
from hexumpire.model.text import say
from hexumpire.views.number_format import TENTHS, percent

S = TypeVar("S", bound=Hashable)
AT_LEAST: Final = "≥ "
"""Stands before a chance that may be greater."""
TAKEN: Final = "hex"
"""The measure that is 1 when the attacker takes all that he attacks."""
ALONE: Final = (
    "Best play is sought for each attack by itself, or with those that it touches: taking their hexes counts there, "
    "whatever becomes of the others."
)


def outcomes(game: Game[S], state: S, choose: Choose, progress: Progress = None) -> Dist[Outcome]:
    """The distribution of endings from ``state`` when every decision is taken by ``choose(game, state, node)``.

    Weights are whole numbers without a common divisor.

    Raises:
        EndlessError: under this policy the battle can go round for ever.
        TooLargeError: there are more positions than a walk may hold.
    """
    return endings(explore(game, state, choose, progress))


def report(
    game: Game[Any],
    state: Any,
    ruleset: Ruleset,
    policies: Mapping[str, str],
    objective: str = "",
    work: int | None = None,
    progress: Progress = None,
) -> dict[str, Any]:
    """The result of the operation ``outcomes`` (docs/api.md) from ``state`` on.

    ``policies`` names a policy of the ruleset, or ``best``, by side; a side left out plays the first policy it
    has. ``objective`` is what best play is for (the ruleset's first when left out). ``work``: how many positions are
    looked at where a game has too many for exact figures (6000 when left out).

    Raises:
        InputError: a policy or objective is not known.
        HexUmpireError: no exact figures can be given (see :mod:`hexumpire.analysis.walk`).
    """
    by_side = policies_of(ruleset, policies)
    keys = {side: policy.key if policy else BEST for side, policy in by_side.items()}

    def decide(game: Game[Any], state: Any) -> Choose:
        return policy_of(game, state, ruleset, policies, objective, progress)

    game, state = game.scope(state)
    game = game.reckoned()
    if isinstance(game, Turn):
        told = _of_turn(game, state, ruleset, chances(game, state, decide, progress))
        several = len(game.scenario.attacks) > 1
        if BEST in keys.values() and several and not told["note"] and _mixed(objective_of(ruleset, objective)):
            told["note"] = ALONE
        return {"policies": keys, **told}
    choose = decide(game, state)
    if most := limit(game):
        most = work or most
        found = bounded(game, state, choose, most, progress)
        told = {"policies": keys, **_told(found, ruleset), "rounds": [], "further": more(OPEN not in found, most)}
    else:
        walk = explore(game, state, choose, progress, by_round=True)
        found = endings(walk)
        told = {"policies": keys, **_told(found, ruleset), "rounds": _rounds(walk, dict(ruleset.results))}
    hexes = by_hex(game, state, choose, progress, work)
    if hexes is None:
        return told
    if most:
        told["further"] = more(hexes.exact and OPEN not in found, most)
    return {**told, "hexes": _of_hexes(hexes.chances, "" if hexes.exact else AT_LEAST)}


def _mixed(objective: Objective) -> bool:
    """Whether both that all is taken counts and something else: then what is best in one attack hangs on the others."""
    keys = {key for key, _ in objective.weights}
    return TAKEN in keys and len(keys) > 1


def _of_hexes(found: Mapping[str, Fraction], sign: str) -> list[dict[str, str]]:
    """The chance of each single hex to be taken, the likeliest first, as the contract writes it."""
    order = sorted(found, key=lambda place: (-found[place], place))
    return [{"hex": place, "text": mention(place), **chance(found[place], sign)} for place in order]


def _told(dist: Dist[Outcome], ruleset: Ruleset) -> dict[str, Any]:
    """A distribution of endings as the contract writes it, but for its rounds.

    Where some are open, chances of all others are least ones, and measures are those of all others.
    """
    rows = [
        {
            "result": outcome.result,
            "title": titles(ruleset).get(outcome.result, outcome.result),
            "measures": dict(outcome.measures),
            **chance(Fraction(weight, dist.total), _sign(outcome, dist)),
            "weight": weight,
        }
        for outcome, weight in sorted(dist.items(), key=lambda item: (-item[1], item[0].result, item[0].measures))
    ]
    keys = measured(dist, ruleset)
    return {
        "summary": summary(dist, ruleset),
        "rows": rows,
        "denominator": dist.total,
        "measures": [_marginal(dist, key, title, ruleset) for key, title in keys],
        "joint": _joint(dist, [key for key, _ in keys]),
        "note": _open(dist),
    }


def titles(ruleset: Ruleset) -> dict[str, str]:
    """The title of every result, of what is not worked out last."""
    return {**dict(ruleset.results), OPEN.result: "Not worked out"}


def sign(dist: Dist[Outcome]) -> str:
    """What stands before chances of endings, where some are open: they may be greater."""
    return AT_LEAST if any(end.open for end in dist) else ""


def _sign(end: Outcome, dist: Dist[Outcome]) -> str:
    """What stands before the chance of an ending: nothing where that is exact."""
    exact = end == OPEN if OPEN in dist else end.open
    return "" if exact else sign(dist)


def finished(dist: Dist[Outcome]) -> dict[Outcome, int]:
    """The endings that are none of the open ones, with their weights."""
    return {end: weight for end, weight in dist.items() if not end.open}


def _open(dist: Dist[Outcome]) -> str:
    """What is to be said where not everything is worked out."""
    rest = percent(Fraction(dist.total - sum(finished(dist).values()), dist.total))
    if OPEN in dist:
        return say(
            "There are too many positions for exact figures: {percent} is not worked out. Each chance is at least as "
            "great as it says; averages are those of what is worked out.",
            percent=rest,
        )
    if sign(dist):
        return say(
            "{percent} leads to further fights, which these chances do not look at. Every other chance is at least as "
            "great as it says; averages are those of what ends without one.",
            percent=rest,
        )
    return ""


def measured(dist: Dist[Outcome], ruleset: Ruleset) -> list[tuple[str, str]]:
    """The measures of the ruleset that endings of this kind have, with their titles."""
    had = {key for outcome in finished(dist) for key, _ in outcome.measures}
    return [(key, title) for key, title in ruleset.measures if key in had]


def _of_turn(turn: Turn, state: Course, ruleset: Ruleset, found: Chances) -> dict[str, Any]:
    """What may come of several attacks, all together and each by itself, as the contract writes it."""
    attacks = [
        {"number": number + 1, **chance(one.p, AT_LEAST if one.open else ""), "alone": not one.touched}
        for number, one in sorted(found.single.items())
    ]
    if found.whole is not None:
        return {**_told(found.whole, ruleset), "rounds": [], "attacks": attacks}
    nothing: dict[str, Any] = {"summary": [], "rows": [], "denominator": 1, "measures": [], "joint": None}
    return {**nothing, "rounds": [], "attacks": attacks, "note": NOT_TOGETHER}


def chance(p: Fraction, sign: str = "") -> dict[str, str]:
    """A probability as the contract writes it; ``sign`` stands before it."""
    return {"p": str(p), "percent": signed(p, sign)}


def signed(p: Fraction, sign: str) -> str:
    """A probability as text; with a sign one that may be greater: it is at least so much, and never rounded up."""
    text = percent(p)
    if not sign or text.startswith(">"):
        return text
    return sign + percent(Fraction(p.numerator * TENTHS // p.denominator, TENTHS))


def summary(dist: Dist[Outcome], ruleset: Ruleset) -> list[dict[str, Any]]:
    """Results put together, in the ruleset's order."""
    signs = {end.result: _sign(end, dist) for end in dist}
    found = by_result(((end.result, weight) for end, weight in dist.items()), dist.total, titles(ruleset))
    return [{**one, **chance(Fraction(one["p"]), signs[one["key"]])} for one in found]


def by_result(found: Iterable[tuple[str, int]], total: int, titles: Mapping[str, str]) -> list[dict[str, Any]]:
    """Results put together, in the order of their titles; those without one follow."""
    weights: dict[str, int] = defaultdict(int)
    for result, weight in found:
        weights[result] += weight
    order = [*(key for key in titles if key in weights), *(key for key in sorted(weights) if key not in titles)]
    return [{"key": key, "title": titles.get(key, key), **chance(Fraction(weights[key], total))} for key in order]


def _marginal(dist: Dist[Outcome], key: str, title: str, ruleset: Ruleset) -> dict[str, Any]:
    """One measure alone: how likely each value is, and each value or more, and what a value stands for."""
    values: dict[int, int] = dict.fromkeys((1,) if key == "hex" and sign(dist) else (), 0)  # it may be taken yet
    for end, weight in finished(dist).items():
        values[end.measure(key)] = values.get(end.measure(key), 0) + weight
    known = rest = sum(values.values())
    shown = []
    for value in sorted(values):
        at_least = Fraction(rest, dist.total)
        text = ruleset.measure_text(key, value)
        shown.append(
            {
                "value": value,
                **({"text": text} if text else {}),
                **chance(Fraction(values[value], dist.total), sign(dist)),
                "at_least": str(at_least),
                "at_least_percent": signed(at_least, sign(dist)),
            }
        )
        rest -= values[value]
    mean = Fraction(sum(value * weight for value, weight in values.items()), known)
    return {"key": key, "title": title, "mean": str(mean), "values": shown}


def _rounds(walk: Walk[S], titles: Mapping[str, str]) -> list[dict[str, Any]]:
    """How likely each result is to come in each round; empty for games without them, or that merge positions across."""
    if not (walk.rounds and walk.rounds_exact):
        return []
    masses, whole = walk.masses()
    by_round: dict[int, list[tuple[str, int]]] = defaultdict(list)
    for here, outcome in walk.ends.items():
        by_round[walk.rounds[here]].append((outcome.result, masses[here]))
    return [{"round": number, "results": by_result(by_round[number], whole, titles)} for number in sorted(by_round)]


def _joint(dist: Dist[Outcome], measures: list[str]) -> dict[str, Any] | None:
    """Losses of both sides together, and who holds the hex then; None when the ruleset does not measure both."""
    countable = [key for key in measures if key != "hex"]
    mine = next((key for key in countable if "attack" in key), next(iter(countable), None))
    theirs = next((key for key in countable if "defen" in key and key != mine), None)
    theirs = theirs or next((key for key in countable if key != mine), None)
    if mine is None or theirs is None:
        return None
    cells: dict[tuple[int, int, int], int] = defaultdict(int)
    for end, weight in finished(dist).items():
        cells[end.measure(mine), end.measure(theirs), end.measure("hex")] += weight
    return {
        "x": mine,
        "y": theirs,
        "cells": [
            {"x": x, "y": y, "hex": held, **chance(Fraction(cells[x, y, held], dist.total), sign(dist))}
            for x, y, held in sorted(cells)
        ],
    }
