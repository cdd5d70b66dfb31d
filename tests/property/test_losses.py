"""Losses named together: in random battles of every game, in any order, as one step to take back."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction
from functools import cache
from typing import Any

import pytest
from hexumpire import rulesets
from hexumpire.analysis import solve
from hexumpire.analysis.walk import OpenQuestionError, TooLargeError
from hexumpire.files import codec
from hexumpire.kit import losses
from hexumpire.model.battle import Battle
from hexumpire.model.errors import InputError

from tests.amount import many
from tests.rules.v101125.playing import after
from tests.rules.v101125.setting import document, infantry, unit

pytestmark = pytest.mark.slow
GAMES = ("aworldatwar", "d8chart", "daisenso")
LINES = 8
LENGTH = 60
EACH = many(5, 1)
"""Of the battles of V 10.11.25 one in so many is looked at loss by loss."""


@cache
def questions(key: str) -> list[Battle[Any]]:
    """Battles of a game that have come to losses of several counters or steps."""
    found = []
    dice = random.Random(key)
    ruleset = rulesets.get(key)
    for example in ruleset.examples():
        game = ruleset.game(codec.read_scenario(example["scenario"]))
        for _ in range(0 if game.problems else LINES):
            battle = Battle.start(game)
            for _ in range(LENGTH):
                if not len(battle.legal_actions):
                    break
                if losses.begin(battle)[0] == len(battle.line) and losses.owed(game, battle.state):
                    found.append(battle)
                battle = battle.play(dice.choice(list(battle.legal_actions)))
    return found


@pytest.mark.parametrize("key", GAMES)
def test_whatever_is_named_next_an_answer_can_be_reached(key: str) -> None:
    dice = random.Random(1)
    asked = questions(key)
    assert len(asked) > 5
    for battle in asked:
        picks: list[str] = []
        while not (found := losses.tally(battle.game, battle.state, picks)).actions:
            for item in found.items:
                assert bool(item.reason) == bool(item.rules)
            picks.append(dice.choice([item.option.id for item in found.items if not item.reason]))
        assert found.paid >= found.owed.need
        dice.shuffle(picks)
        assert losses.tally(battle.game, battle.state, picks).actions == found.actions, "the order is nobody's business"
        after = battle.play_all(found.actions)
        start = len(battle.line)
        assert set(losses.starts(after)[start:]) == {start}, "one step to take back"
        first = battle.node
        assert not losses.same(battle.game, first, after.state) or losses.begin(after)[0] == len(after.line)  # type: ignore[arg-type]


@pytest.mark.parametrize("key", GAMES)
def test_every_way_of_single_losses_can_be_named_together(key: str) -> None:
    dice = random.Random(2)
    for battle in questions(key):
        actions, here = [], battle
        while losses.begin(here)[0] == len(battle.line) and (here is battle or losses.begin(here)[2]):
            action = dice.choice(list(here.legal_actions))
            actions.append(action)
            here = here.play(action)
        picks = losses.whole(battle.game, battle.state, actions)
        dice.shuffle(picks)
        found = losses.tally(battle.game, battle.state, picks)
        assert found.actions, (battle.line, picks)
        again = battle.play_all(found.actions)
        assert again.game.overlay(again.state) == here.game.overlay(here.state)
        assert not Counter(actions) - Counter(picks)


def test_half_named_losses_are_told_from_their_beginning() -> None:
    ruleset = rulesets.get("aworldatwar")
    scenario = next(one["scenario"] for one in ruleset.examples() if one["key"] == "suez-12")
    battle = Battle.start(ruleset.game(codec.read_scenario(scenario))).play_all(["d6=4", "lose:u1"])
    found = losses.report(battle)
    assert found is not None and found["from"] == 1 and found["text"] == "4 of 12 factors"
    assert [(item["id"], item["chosen"]) for item in found["items"] if item["chosen"]] == [("lose:u1", 1)]
    assert losses.starts(battle) == [0, 1]
    more = losses.report(battle, ["lose:u2", "lose:u5", "lose:u2"])
    assert more is not None and more["paid"] == 5 and not more["settled"]


@pytest.mark.parametrize("key", [*GAMES, "v101125"])
def test_each_loss_says_by_itself_what_it_pays(key: str) -> None:
    """Factors, steps or, in quarters, strength points: all of it once just that one is named."""
    battle = eliminated() if key == "v101125" else questions(key)[0]
    found = losses.report(battle)
    assert found is not None
    for item in found["items"]:
        named = losses.report(battle, [item["id"]])
        assert named is not None
        assert named["paid"] - found["paid"] == item["pays"]
        assert Fraction(item["counts"]) == Fraction(item["pays"], 4 if key == "v101125" else 1)


def eliminated() -> Battle[Any]:
    """Two Soviet infantries of eight points, of which half have to go."""
    stack = [infantry(8, cadre_attack=3), unit("light", 8, movement=6)]
    return after(document([infantry(60)], stack), "E½")


def test_what_may_not_be_named_says_why() -> None:
    """Two armor of 4 and four infantry of 2 pay 9: with three infantry and one armor no further armor is needed."""
    ruleset = rulesets.get("aworldatwar")
    scenario = next(one["scenario"] for one in ruleset.examples() if one["key"] == "suez-12")
    battle = Battle.start(ruleset.game(codec.read_scenario(scenario))).play("d6=2")
    found = losses.report(battle, ["lose:u2", "lose:u1", "lose:u3"])
    assert found is not None and found["text"] == "8 of 9 factors"
    assert not found["settled"]
    settled = losses.report(battle, ["lose:u5", "lose:u2", "lose:u1", "lose:u3"])
    assert settled is not None and settled["settled"]
    assert {item["reason"] for item in settled["items"]} == {"the loss is covered without it"}
    assert {rule for item in settled["items"] for rule in item["why"]["rules"]} == {"15.62"}
    with pytest.raises(InputError, match="cannot be lost here"):
        losses.report(battle, ["lose:u6"])


@pytest.mark.parametrize("key", GAMES)
def test_the_best_set_is_worth_what_best_play_is(key: str) -> None:
    ruleset = rulesets.get(key)
    looked = 0
    for battle in questions(key)[:12]:
        try:
            best = solve.report(battle.game, battle.state, ruleset)
        except (OpenQuestionError, TooLargeError):  # a chart that is not there, or too much to work out
            continue
        found = solve.report(battle.game, battle.state, ruleset, "", best["set"])["picked"]
        assert found["best"] and found["value"] == best["value"]
        tally = losses.tally(battle.game, battle.state, [])
        others = [item.option.id for item in tally.items if item.option.id not in best["set"]]
        for first in others[:2]:
            picks = [first]
            while not (now := losses.tally(battle.game, battle.state, picks)).actions:
                picks.append(next(item.option.id for item in now.items if not item.reason))
            judged = solve.report(battle.game, battle.state, ruleset, "", picks)["picked"]
            after = battle.play_all(now.actions)
            assert judged["value"] == solve.report(battle.game, after.state, ruleset)["value"]
        looked += 1
    assert looked


@pytest.mark.slow
def test_nothing_that_may_be_named_in_v101125_leads_nowhere() -> None:
    """Answers may pay less than is owed: the rest of a disruption becomes casualties, or nobody is left to pay it."""
    dice = random.Random(3)
    ended: Counter[tuple[str, bool]] = Counter()
    for battle in questions("v101125")[::EACH]:
        for first in [item.option.id for item in losses.tally(battle.game, battle.state, []).items if not item.reason]:
            picks = [first]
            while not (found := losses.tally(battle.game, battle.state, picks)).actions:
                free = [item.option.id for item in found.items if not item.reason]
                assert free, (battle.line, picks)
                picks.append(dice.choice(free))
            battle.play_all(found.actions)
            ended[picks[-1].partition(":")[0], found.paid < found.owed.need] += 1
    assert ended["halve", True] > 9
    assert ended["lose", False] > 9
