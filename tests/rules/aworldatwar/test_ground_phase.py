"""The ground phase as one turn: movement, attacks, exploitation, attrition on one board (13.1, 14.1, 15.1)."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hexumpire import rulesets
from hexumpire.analysis import outcomes
from hexumpire.files import codec, record
from hexumpire.kit.sequence import Moment, PlayerTurn
from hexumpire.model.battle import FOUGHT, Battle, Chance
from hexumpire.rulesets.aworldatwar.numbering import find_place as at

RULES = rulesets.get("aworldatwar")
FRONT = next(one["scenario"] for one in RULES.examples() if one["key"] == "front")
ATTACK = ("begin:turn", f"at:{at('K37')}", "with:pz1", "with:gK", "with:air", "declare", "fight", "attack:1")
THROUGH = (*ATTACK, "d6=6", "advance:gK", "stay")


def front(*actions: str) -> Battle[Moment]:
    return Battle.start(RULES.game(codec.read_scenario(FRONT))).play_all(actions)


def turn_of(battle: Battle[Moment]) -> PlayerTurn:
    assert isinstance(battle.game, PlayerTurn)
    return battle.game


def refused(battle: Battle[Moment]) -> dict[tuple[str, str], tuple[str, ...]]:
    return {(one.unit, one.hex): one.rules for one in battle.game.refusals(battle.state)}


def options(battle: Battle[Moment]) -> set[str]:
    return set(battle.legal_actions)


def stands(battle: Battle[Moment], name: str) -> list[str]:
    """Where the counters of a unit are now."""
    found = []
    for one in turn_of(battle).standing(battle.state).units:
        found += [one.at] * one.many if one.unit == name else []
    return sorted(found)


def test_parts_come_in_the_order_of_the_rules() -> None:
    assert list(front().legal_actions) == ["begin:move", "begin:turn", "begin:attrition", "end"]
    told = front().assessment
    assert told is not None
    assert [(line.label, line.skipped) for line in told.trace.children] == [
        ("Movement", False), ("Attacks", False), ("Exploitation", True), ("Attrition", False),
    ]  # fmt: skip
    assert list(front("begin:attrition", "pass").legal_actions) == []


def test_who_moved_attacks_from_the_new_hex() -> None:
    moved = front("begin:move", "take:pz3", f"go:{at('J37')}")
    while "enough" in moved.legal_actions:
        moved = moved.play("enough")
    moved = moved.play("done")
    assert stands(moved, "pz3") == [at("J37")]
    battle = moved.play_all(["begin:turn", f"at:{at('J38')}"])
    assert "with:pz3" in options(battle)
    stayed = front("begin:turn", f"at:{at('J38')}")
    assert refused(stayed)["pz3", ""] == ("15.21",)


def test_a_won_attack_opens_the_exploitation_to_armor_that_did_not_attack() -> None:
    assert "begin:exploitation" not in options(front())
    battle = front(*THROUGH)
    assert battle.state.phase == "next"
    assert list(battle.legal_actions) == ["begin:exploitation", "begin:attrition", "end"]
    battle = battle.play("begin:exploitation")
    place = at("K37")
    assert "place:pz2@1" in options(battle)
    found = refused(battle)
    assert "16.22D" in found["pz1", place]
    assert "16.21" in found["pz3", place]


def test_without_an_advance_there_is_no_breakthrough() -> None:
    battle = front(*ATTACK, "d6=6", "stay")
    assert "begin:exploitation" not in options(battle)


def test_who_attacked_does_not_count_in_attrition() -> None:
    alone = front("begin:attrition").assessment
    after = front(*ATTACK, "d6=6", "advance:gK", "stay", "begin:attrition").assessment
    assert alone is not None
    assert after is not None
    counted = [line.label for line in _lines(alone.trace) if not line.skipped]
    left_out = {line.label: line.rules for line in _lines(after.trace) if line.skipped}
    assert any("4-6 armor" in label for label in counted)
    assert any("14.23A" in rules for label, rules in left_out.items() if "4-6 armor" in label)


def _lines(trace: Any) -> list[Any]:
    return [trace, *(line for child in trace.children for line in _lines(child))]


def test_chances_between_the_parts_are_none_and_in_an_attack_its_own() -> None:
    battle = front(*ATTACK[:-2])
    told = outcomes.report(battle.game, battle.state, RULES, {})
    assert [one["number"] for one in told["attacks"]] == [1]
    assert {one["key"] for one in told["summary"]} == {"all", "none"}


def test_the_sheet_of_the_turn_keeps_the_attacks_that_were_fought() -> None:
    battle = front(*THROUGH, "begin:attrition")
    rows = battle.game.rows(battle.state)
    assert [(row.targets, row.state) for row in rows] == [((at("K37"),), FOUGHT)]
    assert rows[0].outcome is not None
    assert rows[0].outcome.result == "taken"


def test_one_link_holds_the_whole_phase_and_undo_goes_to_any_line() -> None:
    battle = front(*THROUGH, "begin:exploitation", "place:pz2@1")
    sent = record.from_link(record.to_link(battle.game.scenario, battle.line))
    again = Battle.start(RULES.game(sent.scenario)).play_all(sent.actions)
    assert again.state == battle.state
    for steps in range(len(battle.line)):
        assert battle.undo(steps).state == front(*battle.line[: len(battle.line) - steps]).state


def test_exploiting_armor_fights_and_then_counts_in_no_attrition() -> None:
    battle = front(*THROUGH, "begin:exploitation", "place:pz2@1")
    rng = random.Random(5)
    while battle.state.phase == "part":
        battle = battle.play(rng.choice(list(battle.legal_actions)))
    assert "exploitation" in {turn_of(battle).segments[one.part].key for one in battle.state.ended}
    left = [one for one in battle.state.board.units if one.unit == "pz2" and dict(one.values).get("fought")]
    assert left


@pytest.mark.parametrize("seed", range(12))
def test_counters_are_conserved_through_random_phases(seed: int) -> None:
    battle = front()
    rng = random.Random(seed)
    steps = 0
    while battle.outcome is None:
        legal = list(battle.legal_actions)
        forward = [one for one in legal if one.startswith("begin:")][:1]
        battle = battle.play(forward[0] if forward and rng.random() < 0.9 else rng.choice(legal))
        steps += 1
        assert steps < 2000
        if steps % 7 == 0 or isinstance(battle.node, Chance):
            game = turn_of(battle)
            board = game.standing(battle.state)
            lost = game.overlay(battle.state)["lost"]
            for unit in battle.game.scenario.units:
                if unit.type != "air":
                    here = sum(one.many for one in board.units if one.unit == unit.id)
                    assert here + lost.get(unit.id, 0) == unit.count, unit.id


def test_the_older_edition_refuses_it_with_one_line() -> None:
    game = RULES.game(codec.read_scenario({**FRONT, "edition": "old"}))
    assert [(one.path, one.rule) for one in game.problems] == [("$.edition", "15.12")]
    assert game.assess(game.start()) is None
