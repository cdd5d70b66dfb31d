"""The sequence of play: parts that follow one another on one board."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest
from hexumpire import rulesets
from hexumpire.analysis import outcomes
from hexumpire.files import codec
from hexumpire.kit import turn_board
from hexumpire.kit.places import mention
from hexumpire.kit.sequence import Moment, PlayerTurn, Segment
from hexumpire.kit.turn_board import Board
from hexumpire.model.battle import FOUGHT, Battle, Decision
from hexumpire.model.errors import Problem
from hexumpire.model.scenario import Scenario
from hexumpire.model.trace import Rules
from hexumpire.model.vocabulary import Vocabulary
from hexumpire.rulesets.aworldatwar.ground_phase import Combat

from tests.rules.aworldatwar.phases import foe, mine, phase
from tests.unit.test_declaring import board, unit

RULES = rulesets.get("aworldatwar")
FIRST = Segment("first", "First attacks", ("15.12",), Combat)
SECOND = Segment("second", "Second attacks", ("15.14",), Combat)
FRESH = replace(SECOND, fresh=(("fought", False),))


def player_turn(*segments: Segment, **more: Any) -> PlayerTurn:
    scenario: Scenario = codec.read_scenario(board(**more))
    return PlayerTurn(scenario, segments or (FIRST, SECOND), RULES.vocabulary, ())


def shared(battle: Battle[Moment]) -> tuple[Scenario, Vocabulary, Board]:
    """What the overlay of any board of the turn is made of."""
    game = battle.game
    assert isinstance(game, PlayerTurn)
    return game.scenario, game.words, game.standing(battle.state)


def played(*actions: str, segments: tuple[Segment, ...] = ()) -> Battle[Moment]:
    return Battle.start(player_turn(*segments)).play_all(actions)


ATTACK = ("at:0,0", "with:a", "with:b", "declare", "fight", "attack:1")


def to_the_end(battle: Battle[Moment], until: str, seed: int = 0) -> Battle[Moment]:
    rng = random.Random(seed)
    while battle.state.phase != until and battle.outcome is None:
        battle = battle.play(rng.choice(list(battle.legal_actions)))
    return battle


def test_parts_come_in_their_order_and_may_be_left_out() -> None:
    assert list(played().legal_actions) == ["begin:first", "begin:second", "end"]
    assert list(played("begin:first", "fight").legal_actions) == ["begin:second", "end"]
    assert played("begin:second", "fight").outcome is not None
    ended = played("end")
    assert ended.outcome is not None
    assert [line.text for line in ended.game.closing(ended.state)] == [
        "First attacks: left out.", "Second attacks: left out.",
    ]  # fmt: skip


def test_a_part_is_played_on_the_board_that_the_one_before_it_left() -> None:
    for seed in range(20):
        battle = to_the_end(played("begin:first", *ATTACK), "next", seed)
        game = battle.game
        assert isinstance(game, PlayerTurn)
        there = sorted((one.unit, one.at, one.many) for one in battle.state.board.units)
        lost = game.overlay(battle.state)["lost"]
        assert sum(many for _, _, many in there) == sum(unit.count for unit in game.scenario.units) - sum(lost.values())
        inner = game.at_hand(battle.play("begin:second").state)[0].scenario
        assert sorted((unit.id.partition("+")[0], unit.at, unit.count) for unit in inner.units) == there


@pytest.mark.parametrize(("segments", "again"), [((FIRST, SECOND), False), ((FIRST, FRESH), True)])
def test_those_who_fought_do_not_fight_again_unless_the_part_begins_afresh(
    segments: tuple[Segment, ...], again: bool
) -> None:
    held = 0
    for seed in range(40):
        battle = to_the_end(played("begin:first", *ATTACK, segments=segments), "next", seed)
        if not {"b", "d"} <= {one.unit for one in battle.state.board.units}:
            continue
        battle = battle.play_all(["begin:second", "at:0,0"])
        assert ("with:b" in battle.legal_actions) is again
        held += 1
    assert held > 2


def test_chances_are_those_of_the_part_at_hand() -> None:
    battle = played("begin:first", *ATTACK[:4])
    told = outcomes.report(battle.game, battle.state, RULES, {})
    alone = Battle.start(Combat(codec.read_scenario(board()))).play_all(ATTACK[:4])
    assert told["summary"] == outcomes.report(alone.game, alone.state, RULES, {})["summary"] != []


def test_between_parts_the_list_says_which_are_over_and_which_come() -> None:
    battle = played("begin:first", "fight")
    told = battle.assessment
    assert told is not None
    assert told.headline == "Next: Second attacks"
    assert [(line.label, line.note) for line in told.trace.children] == [
        ("First attacks", "it is over"), ("Second attacks", ""),
    ]  # fmt: skip
    left_out = played("begin:second")
    assert left_out.assessment is not None
    ended = played("begin:second", "fight")
    assert ended.assessment is not None
    assert [line.note for line in ended.assessment.trace.children] == ["it was left out", "it is over"]
    assert [line.skipped for line in told.trace.children] == [True, False], "what is over is struck out"


def test_a_turn_that_is_ended_before_its_parts_are_played_has_nothing_next() -> None:
    told = played("end").assessment
    assert told is not None
    assert told.headline == "The turn is over"


def test_a_part_that_cannot_be_begun_cites_what_forbids_it_and_else_the_part() -> None:
    """A problem without a rule of its own is told with the rules of the part."""
    turn = player_turn()
    state = turn.start()
    for rule, cited in (("15.21", ("15.21",)), ("", FIRST.rules)):
        turn.game(0, state.board).problems = (Problem("none attacks", "$", rule, "send one"),)
        assert turn.closed(0, state) == ("none attacks", cited)
        assert turn.headline(state) == "Next: Second attacks"


def test_the_hexes_that_a_part_lights_are_lit_and_its_units_are_those_of_the_turn() -> None:
    battle = played("begin:first", "at:0,0")
    shown = battle.game.overlay(battle.state)
    assert shown["lit_hexes"] == ["0,0"]
    assert {key for key in shown if key not in turn_board.overlay(*shared(battle))} == {"lit_hexes", "out"}


def test_a_turn_that_is_forbidden_asks_for_nothing_and_any_other_for_what_its_parts_ask() -> None:
    forbidden = PlayerTurn(
        player_turn().scenario, (FIRST, SECOND), RULES.vocabulary, (), (Problem("no turn", "$", "15.12", "begin one"),)
    )
    assert not any(forbidden.relevant().values())
    assert player_turn().relevant()["units"]


def test_what_the_parts_say_themselves_is_not_asked_of_players() -> None:
    """A condition that a part states, and a field that units have anew in it."""
    scenario = player_turn().scenario
    given = (("phase", scenario.conditions.get("phase", "")),)
    supplied = replace(SECOND, fresh=(("supply", scenario.by_id["b"].values.get("supply", "")),))
    told = player_turn(replace(FIRST, conditions=given), SECOND).relevant()
    open_turn, afresh = player_turn().relevant(), player_turn(supplied).relevant()
    assert {*open_turn["conditions"]} - {*told["conditions"]} == {"phase"}
    assert told["conditions"]
    assert {*open_turn["units"]["b"]} - {*afresh["units"]["b"]} == {"supply"}
    assert afresh["units"]["b"]
    assert all(len({*fields}) == len(fields) for fields in open_turn["units"].values())


def test_the_sheet_lists_the_attacks_of_all_parts() -> None:
    battle = to_the_end(played("begin:first", *ATTACK), "next", seed=1)
    rows = battle.game.rows(battle.state)
    assert [(row.number, row.targets, row.state) for row in rows] == [(0, ("0,0",), FOUGHT)]
    assert rows[0].outcome is not None
    battle = battle.play_all(["begin:second", "at:2,0"])
    assert [(row.number, row.targets) for row in battle.game.rows(battle.state)] == [(0, ("0,0",)), (1, ("2,0",))]


def test_what_a_part_says_names_the_units_of_the_set_up() -> None:
    """A unit of which a part moved on is one unit to the player."""
    for seed in range(30):
        battle = to_the_end(played("begin:first", *ATTACK), "next", seed)
        battle = battle.play_all(["begin:second", "at:2,0"])
        node = battle.node
        ids = {option.unit for option in getattr(node, "options", ())} | {
            one.unit for one in battle.game.refusals(battle.state)
        }
        assert ids <= {"", *battle.game.scenario.by_id}


@pytest.mark.parametrize("seed", range(30))
def test_equal_keys_have_equal_futures(seed: int) -> None:
    first = to_the_end(played("begin:first", "at:0,0", "with:a", "with:b", "declare", "fight"), "next", seed)
    other = to_the_end(played("begin:first", "at:0,0", "with:b", "with:a", "declare", "fight"), "next", seed)
    game = first.game
    if game.key(first.state) == game.key(other.state):
        assert list(first.legal_actions) == list(other.legal_actions)
    assert first.play("end").outcome is not None


def test_a_hex_that_may_not_be_named_is_refused_beside_choices_that_name_no_hex() -> None:
    """To go back names neither a unit nor a hex: it hides no reason why a hex may not be attacked."""
    battle = to_the_end(played("begin:first", *ATTACK), "next", 0).play_all(["begin:second", "at:2,0"])
    told = {(one.unit, one.hex): str(one.reason) for one in battle.game.refusals(battle.state)}
    assert "no ground unit attacks" in told["", "2,0"]


def test_of_a_unit_one_counter_of_which_has_fought_the_other_may_and_so_the_unit_is_not_refused() -> None:
    battle = played("begin:first", *ATTACK, "d6=2", "lose:b", "off", "begin:second", "at:2,0")
    game = battle.game
    assert isinstance(game, PlayerTurn)
    assert isinstance(battle.node, Decision)
    part, inner = game.at_hand(battle.state)
    inside = {one.unit: str(one.reason) for one in part.refusals(inner)}
    assert inside["a"].endswith("made an offensive operation this turn")
    assert ("with:a+1", "a") in [(one.id, one.unit) for one in battle.node.options]
    assert [one.unit for one in game.refusals(battle.state)] == ["far", ""]


def test_what_happens_between_parts_is_told_with_their_rules() -> None:
    assert [(line.text, line.rules, line.side) for _, line in played("begin:first", "fight", "end").log] == [
        ("First attacks: begun.", FIRST.rules, "attacker"),
        ("No attacks are made.", ("15.22", "15.42"), "attacker"),
        ("First attacks: over.", FIRST.rules, ""),
        ("The turn ends.", (*FIRST.rules, *SECOND.rules), "attacker"),
    ]


def test_the_parts_are_set_aside_unless_the_turn_cannot_end_before_them() -> None:
    class Owing(PlayerTurn):
        def unfinished(self, state: Moment) -> tuple[str, Rules]:
            return "an attack is owed", ("15.22",)

    def offered(game: PlayerTurn) -> list[tuple[str, bool]]:
        node = game.node(game.start())
        assert isinstance(node, Decision)
        return [(one.id, one.aside) for one in node.options]

    assert offered(player_turn()) == [("begin:first", True), ("begin:second", True), ("end", False)]
    scenario = codec.read_scenario(board())
    assert offered(Owing(scenario, (FIRST, SECOND), RULES.vocabulary, ())) == [
        ("begin:first", False),
        ("begin:second", False),
    ]


def test_what_is_alike_in_a_part_need_not_be_in_the_turn() -> None:
    """The defender's choice of an attrition loss: what comes after the attrition knows both counters."""
    foes = [foe("d", "0,0"), foe("e", "-2,0", factors=2)]
    ours = [mine("a", "2,0", "infantry", 3, count=3), mine("b", "0,1", "infantry", count=2), mine("t", "1,-1", count=2)]
    battle = phase(*ours, *foes).play_all(["begin:attrition", "roll", "d6=4"])
    part, inner = battle.game.at_hand(battle.state)
    assert {one.id: bool(one.alike) for one in part.node(inner).options} == {"lose:e": True, "lose:d": True}
    assert {one.id: bool(one.alike) for one in battle.node.options} == {"lose:e": False, "lose:d": False}


def test_what_was_not_fought_in_a_part_is_told_before_it_is_over() -> None:
    told = [line for _, line in played("begin:first", *ATTACK[:4], "fight", "done").log]
    assert [str(line.text) for line in told[-3:]] == [
        "No more attacks.",
        f"Attack 1: {mention('0,0')}: not fought.",
        "First attacks: over.",
    ]


def test_what_players_may_agree_on_is_that_of_the_part_at_hand() -> None:
    """Counters that are removed bear the name of their unit; between parts there is nothing to agree on."""
    units = [one | {"count": 2} if one["id"] in "ab" else one for one in board()["units"]]
    between = Battle.start(player_turn(units=units)).play_all(["begin:first", *ATTACK, "d6=2", "lose:b", "off"])
    assert list(between.game.overrides(between.state)) == []
    battle = between.play_all(["begin:second", "at:0,0", "with:a+1", "with:b", "declare", "fight", "attack:1"])
    agreed = {one.id: one.unit for one in battle.game.overrides(battle.state) if one.id.startswith("!remove")}
    assert agreed == {"!remove=a+1": "a", "!remove=b": "b"}


def test_the_measures_of_a_turn_are_added_up_over_the_parts_that_were_played() -> None:
    game = PlayerTurn(codec.read_scenario(board()), (FIRST, SECOND), RULES.vocabulary, ("attacker_lost",))
    battle = Battle.start(game).play_all(["begin:first", *ATTACK, "d6=2", "lose:b", "off", "end"])
    assert battle.outcome is not None
    assert battle.outcome.measures == (("attacker_lost", 4),)


def test_a_unit_none_of_whose_counters_may_attack_is_refused_by_its_own_name() -> None:
    """One of its two counters has fought, the other is not adjacent: the part tells them apart, the player does not."""
    units = [*board()["units"], unit("g", "4,5", "defender", factors=1)]
    fought = Battle.start(player_turn(units=units)).play_all(["begin:first", *ATTACK, "d6=2", "lose:b", "off"])
    battle = fought.play_all(["begin:second", "at:4,5"])
    game = battle.game
    assert isinstance(game, PlayerTurn)
    part, inner = game.at_hand(battle.state)
    assert [one.unit for one in part.refusals(inner)] == ["a", "a+1", ""]
    assert [one.unit for one in game.refusals(battle.state)] == ["a", "a", ""]
