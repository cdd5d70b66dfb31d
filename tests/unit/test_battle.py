"""A battle in progress: legal actions, playing, refusing, undoing, counting."""

import copy
from dataclasses import replace

import pytest
from hexumpire import rulesets
from hexumpire.files import codec
from hexumpire.model.battle import (
    Battle,
    Chance,
    Decision,
    LegalActions,
    Option,
    Outcome,
    Terminal,
    moves,
    split_note,
)
from hexumpire.model.errors import HexUmpireError, IllegalActionError, InputError, SetupError

from tests.lines_of_play import perft
from tests.toybox import EXAMPLE, TOY


@pytest.fixture
def battle(monkeypatch: pytest.MonkeyPatch) -> Battle:
    monkeypatch.setitem(rulesets._registered, "toy", TOY)
    return Battle.start(TOY.game(codec.read_scenario(EXAMPLE)))


ROLL = Chance("Roll", (("d6=1", 1), ("d6=2", 3)), ("1.1",))
ASK = Decision(
    "defender", "lose", "Which?", (Option("a", "A"), Option("b", "B", alike="x"), Option("c", "C", alike="x")), ()
)
END = Terminal(Outcome("held", (("hex", 0), ("lost", 3))), ())


def test_legal_actions_are_a_live_view() -> None:
    legal = LegalActions(ASK)
    assert list(legal) == ["a", "b", "c"] and len(legal) == 3
    assert "b" in legal and "d" not in legal and None not in legal
    assert repr(legal) == "<LegalActions: a, b, c>"
    assert list(LegalActions(ROLL)) == ["d6=1", "d6=2"]
    assert not len(LegalActions(END)) and repr(LegalActions(END)) == "<LegalActions: none, the battle has ended>"


def test_moves_look_at_one_of_those_that_are_alike() -> None:
    assert moves(ASK) == ["a", "b"]
    assert moves(ROLL) == ["d6=1", "d6=2"]
    assert moves(replace(ASK, options=(*ASK.options, Option("d", "D (not weighed)", aside=True)))) == ["a", "b"]
    assert moves(END) == []


def test_measures_of_an_outcome() -> None:
    assert END.outcome.measure("lost") == 3
    assert END.outcome.measure("unheard of") == 0


@pytest.mark.parametrize(
    ("action", "parts"),
    [
        ("keep", ("keep", "")), (" keep ", ("keep", "")), ("!result=D # as agreed", ("!result=D", "as agreed")),
        ("a # b # c", ("a", "b # c")), ("a#b", ("a#b", "")), ("", ("", "")), (" # note", ("", "note")),
    ],
)  # fmt: skip
def test_split_note(action: str, parts: tuple[str, str]) -> None:
    assert split_note(action) == parts


def test_play_returns_a_new_battle_and_the_old_one_stands(battle: Battle) -> None:
    after = battle.play("d6=1")
    assert battle.line == () and after.line == ("d6=1",)
    assert battle.log == () and after.log
    assert battle.node != after.node
    assert after.trail == (battle.state,)
    assert battle.play("d6=1") == after


def test_undo(battle: Battle) -> None:
    after = battle.play_all(["d6=4", "d6=1"])
    assert after.undo() == battle.play("d6=4")
    assert after.undo(2) == after.undo(99) == battle
    assert after.undo(0) is after
    assert battle.undo() is battle
    assert after.undo().play("d6=1") == after


def test_the_log_is_numbered_by_action(battle: Battle) -> None:
    after = battle.play_all(["d6=4", "d6=1"])
    assert [number for number, _ in after.log] == [0, 1]
    assert all(line.text and line.rules for _, line in after.log)


def test_illegal_actions_name_the_legal_ones(battle: Battle) -> None:
    with pytest.raises(IllegalActionError) as caught:
        battle.play("d6=7")
    assert caught.value.action == "d6=7"
    assert caught.value.legal == tuple(f"d6={n}" for n in range(1, 7))
    assert str(caught.value) == "'d6=7' is not legal here; legal: d6=1, d6=2, d6=3, d6=4, d6=5, d6=6"
    assert isinstance(caught.value, HexUmpireError)


def test_an_illegal_override_names_the_overrides_too(battle: Battle) -> None:
    with pytest.raises(IllegalActionError) as caught:
        battle.play("!result=Z")
    assert {"d6=1", "!result=A"} <= set(caught.value.legal)


def test_long_lists_of_legal_actions_are_cut_short_in_words_only() -> None:
    error = IllegalActionError("x", map(str, range(20)))
    assert len(error.legal) == 20 and str(error).endswith("10, 11, ...")
    assert "the battle has ended" in str(IllegalActionError("x", []))


def test_overrides_are_marked_in_the_log(battle: Battle) -> None:
    after = battle.play("!result=D # house rule")
    assert after.line == ("!result=D # house rule",)
    assert after.log[0][1].text.startswith("By agreement (house rule), not by the rules:")
    assert battle.play("!result=D").log[0][1].text.startswith("By agreement, not by the rules:")
    assert after.state == battle.play("!result=D").state


def test_notes_on_ordinary_actions_change_nothing(battle: Battle) -> None:
    assert battle.play("d6=1 # what a pity").state == battle.play("d6=1").state


def test_a_forbidden_fight_does_not_start(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(rulesets._registered, "toy", TOY)
    document = copy.deepcopy(EXAMPLE)
    document["units"] = document["units"][:2]
    with pytest.raises(SetupError) as caught:
        Battle.start(TOY.game(codec.read_scenario(document)))
    assert isinstance(caught.value, InputError)
    assert [problem.rule for problem in caught.value.problems] == ["T1"]


def test_the_end(battle: Battle) -> None:
    assert battle.outcome is None
    while battle.outcome is None:
        battle = battle.play(list(battle.legal_actions)[-1])
    assert isinstance(battle.node, Terminal) and battle.node.outcome == battle.outcome
    assert not len(battle.legal_actions)
    with pytest.raises(IllegalActionError, match="the battle has ended"):
        battle.play("d6=1")


def test_perft_counts_lines_of_play(battle: Battle) -> None:
    game = battle.game
    assert perft(game, 0) == 1
    assert perft(game, 1) == 6
    by_hand = sum(max(1, len(battle.play(action).legal_actions)) for action in battle.legal_actions)
    assert perft(game, 2) == by_hand
    state = battle.play("d6=1").state
    assert perft(game, 3) == sum(perft(game, 2, game.apply(game.start(), f"d6={n}")) for n in range(1, 7))
    assert perft(game, 1, state) == len(battle.play("d6=1").legal_actions)
    last = battle
    while last.outcome is None:
        last = last.play(list(last.legal_actions)[-1])
    assert perft(game, 5, last.state) == 1
