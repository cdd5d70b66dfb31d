"""Which battles cite a rule: they are played to find out, with dice that fall mixed, low and high."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from hexumpire import rulesets
from hexumpire.analysis import citing
from hexumpire.files import codec
from hexumpire.model.battle import UMPIRE, Battle, Decision, Line, Option, Outcome, Terminal
from hexumpire.model.errors import Problem

from tests.toybox import EXAMPLE, TOY


def test_dice_fall_as_each_line_says(monkeypatch: pytest.MonkeyPatch) -> None:
    """A die of six shows its line's numbers one after another, from the first again after the last.

    Mixed is each face once; low is the lower half of them, each twice, and high is the upper half.
    """
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
    mixed, low, high = map(sorted, citing.LINES)
    assert (mixed, low, high) == ([1, 2, 3, 4, 5, 6], [1, 1, 2, 2, 3, 3], [4, 4, 5, 5, 6, 6])


@pytest.mark.parametrize("many", [6, 12, 18])
def test_what_players_read_off_their_own_chart_is_answered_as_a_die_falls(many: int) -> None:
    """Each face of a die stands for its share of the answers, and that is a roll."""
    question = Decision(UMPIRE, "result", "Which?", tuple(Option(str(n), f"{n}") for n in range(many)), ())
    told: Any = SimpleNamespace(node=question)
    answers = [citing._next(TOY, told, face - 1) for face in (1, 2, 3, 4, 5, 6)]
    assert answers == [(str(many // 6 * (face - 1)), 1) for face in (1, 2, 3, 4, 5, 6)]


def test_a_battle_that_is_forbidden_cites_the_rules_that_forbid_it() -> None:
    """Not what is wrong with it by no rule."""
    forbidden: Any = SimpleNamespace(problems=(Problem("too weak", rule="1.2"), Problem("no unit")))
    assert list(citing._cited(TOY, forbidden)) == ["1.2"]


def test_what_is_told_at_the_end_counts() -> None:
    end = Terminal(Outcome("held", ()), ("1.1",))
    game = SimpleNamespace(closing=lambda state: [Line("He goes back.", ("1.2", "1.3")), Line("It is over.", ("1.4",))])
    over: Any = SimpleNamespace(node=end, assessment=None, game=game, state=None)
    assert list(citing._here(over)) == ["1.1", "1.2", "1.3", "1.4"]


def test_every_example_cites_a_rule_but_those_of_other_rules() -> None:
    """Each battle of the 1D8 chart; of those typed in only those by the one document of which rules are told."""
    chart, typed = rulesets.get("d8chart"), rulesets.get("custom")
    assert {key for keys in citing.battles(chart).values() for key in keys} == {one["key"] for one in chart.examples()}
    found = citing.battles(typed)
    own = {
        one["key"]
        for one in typed.examples()
        if rulesets.get(codec.read_scenario(one["scenario"]).ruleset).index.keys() == typed.index.keys()
    }
    assert {key for keys in found.values() for key in keys} == own != {one["key"] for one in typed.examples()}
    assert set(found) <= set(typed.index)


def test_battles_that_cite_a_rule_are_named_with_their_titles() -> None:
    chart = rulesets.get("d8chart")
    first, second, *_ = chart.examples()
    told = citing.by_rule(chart, {"1": [second["key"]], "2": [second["key"], first["key"]]})
    assert told == [{"key": one["key"], "title": one["title"]} for one in (first, second)]
