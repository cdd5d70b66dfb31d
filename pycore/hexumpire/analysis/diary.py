"""Battles of one game of two players together: how each ended, what was lost, and whose dice were better.

Of each battle the first objective counts, the hex in every ruleset: so the luck of all battles adds up. What a roll
gave the attacker it took from the defender.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

from hexumpire.analysis import luck
from hexumpire.analysis.walk import Progress
from hexumpire.model.battle import Battle, Terminal
from hexumpire.model.errors import HexUmpireError
from hexumpire.model.ruleset import Ruleset
from hexumpire.views.diary import OPEN, OVER, UNREAD
from hexumpire.views.number_format import decimal, percent
from hexumpire.views.position import view

PLAYERS: Final = 2
MOST_ROLLS: Final = 300
"""Of so many rolls together it is told how they stand among all that could have been."""
STEPS: Final = 40_000
"""So many sums of them are told apart."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A battle of a diary: who of the two players attacks (0 or 1), and the battle, or why it cannot be read.

    ``when`` is the day of it, in the players' own words.
    """

    title: str
    attacker: int
    ruleset: Ruleset | None = None
    battle: Battle[Any] | None = None
    problem: str = ""
    when: str = ""


def report(entries: Sequence[Entry], players: Sequence[str], progress: Progress = None) -> dict[str, Any]:
    """The numbers of the operation ``diary`` (docs/api.md).

    ``players`` are two names. A battle that cannot be read is told as that, and counts for nothing else.
    """
    rows, rolls, told = [], [], []
    for entry in entries:
        row, mine = _row(entry, progress)
        rows.append(row)
        rolls += mine
        told += [(entry, end) for end in [_end(entry)] if end is not None]
    return {
        "players": list(players),
        "battles": rows,
        "luck": _luck(rolls),
        "attacks": [_attacks(told, player) for player in range(PLAYERS)],
        "totals": _totals(told),
    }


def _row(entry: Entry, progress: Progress) -> tuple[dict[str, Any], list[luck.Roll]]:
    """What is told of a battle, and its rolls as they are worth to the first player."""
    row = {"title": entry.title, "attacker": entry.attacker, "state": UNREAD, "game": "", "bar": "", "text": "",
           "when": entry.when, "note": entry.problem, "luck": None}  # fmt: skip
    if entry.ruleset is None or entry.battle is None:
        return row, []
    opening = view(entry.ruleset, Battle.start(entry.battle.game))
    row |= {"game": entry.ruleset.title, "bar": opening["bar"], "state": OPEN}
    end = _end(entry)
    if end is not None:
        row |= {"state": OVER, "text": dict(entry.ruleset.results).get(end.outcome.result, end.outcome.result)}
    try:
        found = list(luck.rolls_of(entry.battle, entry.ruleset, {}, "", progress))
    except HexUmpireError as error:
        return row | {"note": error.text}, []
    rolls = [_seen(roll, entry.attacker) for _, _, roll in found]
    return row | {"luck": _luck(rolls)}, rolls


def _seen(roll: luck.Roll, attacker: int) -> luck.Roll:
    """A roll with its worth to the first player."""
    worth, weights, fell = roll
    return (worth if attacker == 0 else {face: -value for face, value in worth.items()}), weights, fell


def _luck(rolls: Sequence[luck.Roll]) -> dict[str, Any] | None:
    """How the dice fell for the first player, all together; None without any, and no ``p`` of too many."""
    if not rolls:
        return None
    gain = sum((worth[fell] - luck.mean((worth, weights, fell)) for worth, weights, fell in rolls), Fraction(0))
    told = {"rolls": len(rolls), "value": str(gain), "value_text": decimal(gain), "p": None, "percent": ""}
    others = {"value_text": decimal(-gain), "p": None, "percent": ""}
    if len(rolls) <= MOST_ROLLS:
        p = luck.percentile(rolls, min(luck.GRAIN, STEPS // len(rolls)))
        told |= {"p": str(p), "percent": percent(p)}
        others |= {"p": str(1 - p), "percent": percent(1 - p)}
    return {**told, "others": others}


def _end(entry: Entry) -> Terminal | None:
    """How a battle ended; None while it goes on, or when it cannot be read."""
    node = entry.battle.node if entry.battle is not None and entry.battle.line else None
    return node if isinstance(node, Terminal) else None


def _attacks(told: Iterable[tuple[Entry, Terminal]], player: int) -> dict[str, int]:
    """How many battles a player has fought to the end as the attacker, and in how many the hex was his."""
    ends = [end for entry, end in told if entry.attacker == player]
    return {"fought": len(ends), "won": sum(end.outcome.measure("hex") > 0 for end in ends)}


def _totals(told: Iterable[tuple[Entry, Terminal]]) -> list[dict[str, Any]]:
    """What battles came to, by game and measure: the sum of those in which each player attacked."""
    sums: dict[tuple[str, str], list[int]] = {}
    for entry, end in told:
        assert entry.ruleset is not None
        titles: Mapping[str, str] = dict(entry.ruleset.measures)
        for key, value in end.outcome.measures:
            if key in titles and key.startswith(("attacker_", "defender_")):
                sums.setdefault((entry.ruleset.title, titles[key]), [0] * PLAYERS)[entry.attacker] += value
    return [{"game": game, "title": title, "values": values} for (game, title), values in sums.items()]
