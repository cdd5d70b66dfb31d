"""The chart (T4), losses (T5), the second round (T6) and the end (T7)."""

from __future__ import annotations

from tests.rules.toy.setting import battle


def test_t4_the_chart_is_read_by_column_and_die() -> None:
    found = battle().assessment
    assert found is not None
    assert found.column == "1:1"
    assert dict(found.results)["d6=6"] == "D"


def test_t5_the_owner_chooses_what_is_lost() -> None:
    after = battle().play("d6=6")
    assert list(after.legal_actions) == ["lose:b1"]
    assert [one.unit for one in after.game.refusals(after.state)] == ["r1", "r2"]
    assert dict(after.play("lose:b1").game.overlay(after.play("lose:b1").state)["lost"]) == {"b1": 1}


def test_t6_the_attacker_goes_on_or_stops() -> None:
    asked = battle().play_all(["d6=6", "lose:b1"])
    assert list(asked.legal_actions) == ["on", "stop"]
    assert asked.play("stop").outcome is not None
    assert list(asked.play("on").legal_actions) == [f"d6={face}" for face in range(1, 7)]


def test_t7_the_hex_is_taken_when_no_defender_is_left() -> None:
    ended = battle().play_all(["d6=6", "lose:b1", "on", "d6=6", "lose:b1"])
    assert ended.outcome is not None
    assert (ended.outcome.result, ended.outcome.measure("hex")) == ("taken", 1)
