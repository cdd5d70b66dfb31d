"""Losses that are named together: what may be named, how much of what is owed it is, and what plays it."""

from __future__ import annotations

from typing import Any

import pytest
from hexumpire.kit import losses
from hexumpire.kit.losses import MOST_PICKS, Owed
from hexumpire.model.battle import Battle
from hexumpire.model.errors import InputError

from tests.rules.daisenso.setting import armor, fight, hq, infantry, read, topic
from tests.rules.v101125.playing import CALM, begin
from tests.rules.v101125.setting import document as forces
from tests.rules.v101125.setting import infantry as guards


def owing(result: str, *steps: int, side: str = "defender") -> Battle[Any]:
    """A battle in which a side of several units, of so many steps each, has to lose some."""
    units = [infantry(af=4, df=n + 1, steps=many) for n, many in enumerate(steps)]
    given = ([infantry()], units) if side == "defender" else (units, [infantry()])
    battle = read(fight(*given), result)
    assert topic(battle) == "lose"
    return battle


def told(battle: Battle[Any], *picks: str) -> dict[str, Any]:
    """The report on some picks."""
    found = losses.report(battle, picks)
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (0, "0"),
        (1, "¼"),
        (2, "½"),
        (3, "¾"),
        (4, "1"),
        (5, "1¼"),
        (8, "2"),
        (15, "3¾"),
    ],
)
def test_quarters_are_written_as_players_do(number: int, text: str) -> None:
    assert losses._quarters(number) == text


@pytest.mark.parametrize(
    ("owed", "text"),
    [
        (Owed(6, "steps"), "2 of 6 steps"),
        (Owed(6, "factors"), "2 of 6 factors"),
        (Owed(6, "quarters"), "½ of 1½ points"),
    ],
)
def test_how_much_is_named_of_what_is_owed(owed: Owed, text: str) -> None:
    assert losses._progress(2, owed) == text


def test_one_step_alone_is_no_set_and_no_more_is_owed_than_there_is() -> None:
    assert losses.report(owing("0/1", 2, 2)) is None
    assert told(owing("0/3", 3, 3))["need"] == 3
    assert told(owing("0/3", 1, 1))["need"] == 2


@pytest.mark.parametrize(
    ("picks", "paid", "settled"),
    [
        ([], 0, False),
        (["lose:d1"], 1, False),
        (["lose:d1", "lose:d2"], 2, True),
        (["lose:d2", "lose:d2"], 2, True),
    ],
)
def test_a_set_is_whole_once_it_pays_what_is_owed(picks: list[str], paid: int, settled: bool) -> None:
    battle = owing("0/2", 2, 3)
    found = told(battle, *picks)
    assert (found["paid"], found["settled"], bool(found["actions"])) == (paid, settled, settled)
    assert found["text"] == f"{paid} of 2 steps"
    assert {item["id"]: item["chosen"] for item in found["items"]} == {
        id: picks.count(id) for id in ("lose:d1", "lose:d2")
    }
    if settled:
        assert sorted(found["actions"]) == sorted(picks)
        assert topic(battle.play_all(found["actions"])) != "lose"


def test_what_is_named_once_too_often_is_barred_with_the_reason() -> None:
    battle = owing("0/3", 1, 3)
    items = {item["id"]: item for item in told(battle, "lose:d1")["items"]}
    assert items["lose:d1"]["reason"] == "no more of it is there to lose with those that are named"
    assert (items["lose:d1"]["many"], items["lose:d2"]["many"], items["lose:d2"]["reason"]) == (False, True, "")
    found = told(battle, "lose:d1", "lose:d1")
    assert (found["reason"], found["settled"]) == (items["lose:d1"]["reason"], False)
    full = told(battle, "lose:d1", "lose:d2", "lose:d2")
    assert full["settled"]
    assert {item["reason"] for item in full["items"]} == {"so many are named already: take one of them off first"}


def test_what_can_be_no_part_of_it_is_refused_by_name() -> None:
    battle = owing("0/2", 2, 2)
    with pytest.raises(InputError) as caught:
        told(battle, "lose:d1", "lose:a1")
    assert [problem.message for problem in caught.value.problems] == ["'lose:a1' cannot be lost here"]
    with pytest.raises(InputError) as caught:
        told(battle, *["lose:d1"] * (MOST_PICKS + 1))
    assert [problem.message for problem in caught.value.problems] == [f"at most {MOST_PICKS} losses are named at once"]
    assert not told(battle, *["lose:d1"] * MOST_PICKS)["settled"]


@pytest.mark.parametrize("note", ["", " # the weaker one", " "])
def test_losses_of_one_question_are_one_step_to_take_back(note: str) -> None:
    """With a note of the players on one of them as well."""
    battle = owing("0/3", 3, 3)
    before = len(battle.line)
    battle = battle.play("lose:d1").play("lose:d2" + note)
    assert losses.starts(battle) == [*range(before), before, before]
    report = losses.report(battle)
    assert report is not None
    assert (report["from"], report["paid"], report["need"]) == (before, 2, 3)
    assert {item["id"]: item["chosen"] for item in report["items"]} == {"lose:d1": 1, "lose:d2": 1}


def test_losses_of_another_side_are_another_step() -> None:
    battle = read(fight([infantry(steps=3), infantry(steps=3)], [infantry(steps=3), infantry(steps=3)]), "2/2")
    before = len(battle.line)
    for action in ("lose:a1", "lose:a2", "lose:d1", "lose:d2"):
        battle = battle.play(action)
    assert losses.starts(battle)[before:] == [before, before, before + 2, before + 2]


def test_another_answer_to_the_question_is_a_step_of_its_own() -> None:
    """A replacement point of V 10.11.25 pays beside losses: those after it are one step without it."""
    setup = forces(
        [guards(6), guards(6), guards(6)], [guards(12)], artillery_steps=2, rp_attacker=20, forced_fights="here"
    )
    battle = begin(setup, "steps=2", "!result=1X", *CALM)
    before = len(battle.line)
    battle = battle.play_all(["rp:1,0", "lose:a1:0", "lose:a2:0"])
    assert losses.starts(battle)[before:] == [before, before + 1, before + 1]


def test_why_a_set_is_refused_is_the_reason_of_what_was_named_last() -> None:
    """4.2.6.1: the first step is the armor's, which has only one: named twice it is what cannot be lost."""
    battle = read(fight([armor(steps=1), infantry(steps=3)], [infantry()]), "3/0")
    assert topic(battle) == "lose"
    cannot = losses.cannot(battle.game, battle.state, ["lose:a2", "lose:a1", "lose:a1"], 3)
    assert cannot[0] == "no more of it is there to lose with those that are named"
    first = losses.cannot(battle.game, battle.state, ["lose:a1", "lose:a1", "lose:a2"], 3)
    assert first[0] == "the first step must come from marines or armor that attacked"


def test_a_step_in_place_of_a_retreat_is_none_of_several() -> None:
    battle = read(fight([infantry()], [hq(steps=2), infantry(steps=2)]), "Dr1 0/2")
    assert topic(battle) == "lose"
    assert losses.report(battle) is None
