"""Luck against judgement: the steps of a battle add up to what it came to, as fractions."""

from __future__ import annotations

import contextlib
import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from frontend import ask
from hexumpire import rulesets
from hexumpire.analysis import debrief
from hexumpire.analysis.walk import EndlessError, OpenQuestionError
from hexumpire.cli import main
from hexumpire.files import codec
from hexumpire.model.battle import Battle, Terminal
from hexumpire.model.ruleset import Objective, Ruleset

from tests.golden.playthrough import line_at_random, line_by_policy
from tests.toybox import EXAMPLE, TOY

FEW = 3000
"""Positions that best play looks at here; larger battles are taken by policies."""
LONG = ("v101125",)
"""Whose chains are too long to be walked again and again in a test."""
EXAMPLES = [
    (key, str(example["key"])) for key in rulesets.KEYS if key not in LONG for example in rulesets.get(key).examples()
]


def judged(battle: Battle[Any], ruleset: Ruleset, objective: Objective) -> debrief.Debrief:
    """The debrief, which adds up, ends with what the battle came to, and has no choice better than the best."""
    found = debrief.debrief(battle, ruleset, {}, objective)
    kinds = (debrief.ROLL, debrief.CHOICE, debrief.AGREED)
    assert found.start + sum((found.total(kind) for kind in kinds), Fraction(0)) == found.end
    node = battle.node
    if isinstance(node, Terminal):
        game = battle.game
        several = any(game.seat(state)[0] is not game for state in battle.trail)
        ends = [row.outcome for row in game.rows(battle.state) if row.outcome] if several else [node.outcome]
        assert found.end == sum(objective.value(end) for end in ends)
    if found.mode == debrief.BEST:
        mine = {"attacker": -1, "defender": 1}
        assert all(mine[one.side] * one.gain >= 0 for one in found.steps if one.kind == debrief.CHOICE)
    return found


def toy() -> Battle[Any]:
    return Battle.start(TOY.game(codec.read_scenario(EXAMPLE)))


@pytest.fixture(autouse=True)
def registered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(rulesets._registered, TOY.key, TOY)
    monkeypatch.setattr(debrief, "MOST", FEW)


def test_the_faces_of_a_die_even_out() -> None:
    gains = [judged(toy().play(f"d6={face}"), TOY, TOY.objectives[0]).total(debrief.ROLL) for face in range(1, 7)]
    assert sum(gains) == 0
    assert min(gains) < 0 < max(gains)


def test_a_choice_that_is_not_the_best_costs_and_names_the_best() -> None:
    objective = TOY.objectives[1]
    costs = set()
    for seed in range(40):
        found = judged(line_at_random(TOY, toy(), str(seed)), TOY, objective)
        for one in found.steps:
            if one.kind == debrief.CHOICE and one.gain:
                assert one.best and one.best != one.label
                costs.add(one.side)
    assert "attacker" in costs


def test_what_was_agreed_is_a_term_of_its_own() -> None:
    found = judged(toy().play("!result=D # as agreed"), TOY, TOY.objectives[0])
    [step] = found.steps
    assert (step.kind, step.gain) == (debrief.AGREED, found.end - found.start)


@pytest.mark.parametrize(("key", "name"), EXAMPLES)
def test_every_playthrough_adds_up(key: str, name: str) -> None:
    example = next(one for one in rulesets.get(key).examples() if one["key"] == name)
    scenario = codec.read_scenario(example["scenario"])
    ruleset = rulesets.get(scenario.ruleset)  # a typed-in one has its own
    game = ruleset.game(scenario)
    if game.is_long:
        pytest.skip("its chances are told within bounds")
    start = Battle.start(game)
    for battle in (line_by_policy(ruleset, start, 0), line_at_random(ruleset, start, name)):
        with contextlib.suppress(OpenQuestionError, EndlessError):  # the players read it off something else
            judged(battle, ruleset, ruleset.objectives[0])


def test_the_bridge_tells_it_in_one_sentence() -> None:
    scenario = rulesets.get("aworldatwar").examples()[0]["scenario"]
    found = ask(op="debrief", scenario=scenario, actions=["d6=6"])["result"]
    assert found["mode"] == "best"
    assert "the dice gave" in found["text"]
    total = sum((Fraction(found[key]["value"]) for key in ("luck", "attacker", "defender", "agreed")), Fraction(0))
    assert Fraction(found["start"]) + total == Fraction(found["end"])
    assert ask(op="debrief", scenario=scenario, actions=[], objective="glory")["ok"] is False


def test_the_command_tells_it(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "battle.json"
    scenario = rulesets.get("aworldatwar").examples()[0]["scenario"]
    file.write_text(json.dumps({"scenario": scenario, "actions": ["d6=6"]}))
    assert main(["debrief", str(file)]) == 0
    said = capsys.readouterr().out
    assert "the dice gave" in said
    assert "at the start" in said
