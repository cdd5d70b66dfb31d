"""Which battles cite a rule: they are played to find out, with dice that fall mixed, low and high."""

from __future__ import annotations

from typing import Any

import pytest
from hexumpire import rulesets
from hexumpire.analysis import citing
from hexumpire.files import codec
from hexumpire.model.battle import Battle

from tests.toybox import EXAMPLE, TOY


def test_dice_fall_as_each_line_says(monkeypatch: pytest.MonkeyPatch) -> None:
    """A die of six shows its line's numbers one after another, from the first again after the last."""
    monkeypatch.setitem(rulesets._registered, "toy", TOY)
    play, played = Battle.play, list[list[str]]()

    def seen(battle: Battle[Any], action: str) -> Battle[Any]:
        if not battle.line:
            played.append([])
        played[-1] += [action] if action.startswith("d6=") else []
        return play(battle, action)

    monkeypatch.setattr(Battle, "play", seen)
    assert set(citing._cited(TOY, TOY.game(codec.read_scenario(EXAMPLE)))) <= set(TOY.index)
    assert len(played) == len(citing.LINES)
    for rolls, line in zip(played, citing.LINES, strict=True):
        wanted = [f"d6={line[number % len(line)]}" for number in range(len(rolls))]
        assert rolls == wanted != []


def test_dice_fall_mixed_low_and_high() -> None:
    """Mixed is each face once; the mean of a fair die is 3½."""
    mixed, low, high = citing.LINES
    assert sorted(mixed) == [1, 2, 3, 4, 5, 6]
    assert sum(low) / 6 < 3.5 < sum(high) / 6
    assert {1 <= face <= 6 for line in citing.LINES for face in line} == {True}
