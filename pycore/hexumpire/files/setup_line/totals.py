"""Bare totals, ``22 v 12``: all that a side has, as one plain counter."""

from __future__ import annotations

from typing import Any

from hexumpire.files import codec
from hexumpire.files.setup_line.words import SIDES, Words
from hexumpire.model.errors import InputError
from hexumpire.model.procedure import ODDS, TARGETS

TRIED = (3, 4)
"""Strengths by which it is found out which number of a counter is its strength."""


def plain_counter(words: Words, side: str) -> tuple[dict[str, Any], str] | None:
    """A counter of a side without its strength, and the field that holds that; None where the game has no such thing.

    It is of the first type that both sides have and of which the assessment of an attack tells the strength: one more
    of the field is one more for the attacker, and more for the defender.
    """
    vocabulary = words.ruleset.vocabulary
    procedure = words.ruleset.procedures[0]
    if procedure.summary != ODDS or TARGETS not in procedure.inputs:
        return None
    nations = dict(zip(SIDES, _nations(words), strict=True))
    for kind in vocabulary.types:
        if not set(SIDES) <= set(kind.sides):
            continue
        for field in words.face(kind):
            found = [_strength(words, kind.key, nations, side, field, number) for number in TRIED]
            low, high = found
            if low is not None and high is not None and (found == [*TRIED] if side == SIDES[0] else low < high):
                return {"nation": nations[side], "type": kind.key}, field
    return None


def _nations(words: Words) -> tuple[str, str]:
    """The nations that fight each other in the first example, or the first and the last of the game."""
    for example in words.ruleset.examples():
        units = example["scenario"].get("units", ())
        found = {unit["side"]: unit["nation"] for unit in reversed(units) if unit.get("nation")}
        if set(SIDES) <= set(found):
            return found[SIDES[0]], found[SIDES[1]]
    nations = words.ruleset.vocabulary.nations
    return nations[0].key, nations[-1].key


def _strength(words: Words, kind: str, nations: dict[str, str], side: str, field: str, number: int) -> Any:
    """What the engine makes of one side's strength where its counter has a number in a field; None for no attack."""
    units = [
        {"side": one, "type": kind, "nation": nations[one], "at": at, **({field: number} if one == side else {})}
        for one, at in zip(SIDES, ("-1,0", "0,0"), strict=True)
    ]
    try:
        scenario = codec.read_scenario({"ruleset": words.ruleset.key, "targets": ["0,0"], "units": units})
    except InputError:
        return None
    game = words.ruleset.game(scenario)
    found = None if game.problems else game.assess(game.start())
    return None if found is None else found.attack if side == SIDES[0] else found.defense
