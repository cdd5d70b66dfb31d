"""12.16 in the ground phase: shock armies end movement over the limit, and none of them outlasts regular combat."""

from __future__ import annotations

from typing import Any

from tests.rules.aworldatwar.attrition_boards import board
from tests.rules.aworldatwar.exploiting import why
from tests.rules.aworldatwar.phases import attack, foe, mine, options, phase, stands
from tests.rules.aworldatwar.setting import SOUTHEAST, SOUTHWEST, WEST, armor, fight, game, infantry, sections

E = "1,0"
GERMAN = {"nation": "German"}


def red(id: str, at: str, **more: Any) -> dict[str, Any]:
    return mine(id, at, "infantry", 3, nation="Russian", **more)


def front(*more: Any) -> Any:
    """Two armies and a shock army next to a German hex."""
    return phase(red("a", "0,0", count=2), red("shock", "0,0", shock_army=True), foe("d", E, **GERMAN), *more)


def test_movement_may_end_with_shock_armies_over_the_limit() -> None:
    assert "done" in options(front().play("begin:move"))


def test_shock_armies_next_to_an_enemy_are_none_too_many() -> None:
    # Three ordinary ones that cannot move: one of those goes, not the shock army.
    three = phase(red("a", "0,0", count=3, supply="none"), red("shock", "0,0", shock_army=True, supply="none"),
                  foe("d", E, **GERMAN)).play("begin:move")  # fmt: skip
    assert [one for one in options(three) if one.startswith("remove:")] == ["remove:a"]
    away = phase(red("a", "0,0", count=2, supply="none"), red("shock", "0,0", shock_army=True, supply="none"),
                 foe("d", "3,0", **GERMAN)).play("begin:move")  # fmt: skip
    assert [one for one in options(away) if one.startswith("remove:")] == ["remove:a", "remove:shock"]


def test_one_that_attacked_is_gone_before_the_advance() -> None:
    won = attack(front(), E, "a", "shock", result="!result=D")
    assert stands(won, "shock") == []
    assert "advance:a" in options(won) and "advance:shock" not in options(won)


def test_that_they_are_gone_is_told_once_whoever_advances_after_that() -> None:
    """12.16: before the advance they go, which takes two steps here."""
    attack = [infantry(6), infantry(6), infantry(3, shock_army=True)]
    won = fight(attack, [infantry(1)], nations=("Russian", "German")).play("!result=D")
    over = won.play_all(["advance:a1", "advance:a2"])
    assert over.outcome is not None
    lines = [(step, line.text) for step, line in over.log if "12.16" in line.rules]
    assert lines == [(0, "Shock armies, eliminated after the attack: the Russian 3-3 infantry.")]


def test_one_that_did_not_attack_is_gone_when_regular_combat_is_over() -> None:
    begun = attack(front(), E, "a", result="!result=D")
    assert stands(begun, "shock") == ["0,0"]
    over = begun.play("stay")
    assert stands(over, "shock") == []
    assert any("12.16" in line.rules for _, line in over.log)
    idle = front().play_all(["begin:turn", "fight"])
    assert stands(idle, "shock") == []
    assert stands(idle, "a") == ["0,0", "0,0"]


def test_none_counts_in_attrition() -> None:
    """12.16, 14.12: in an attrition by itself it is told so; in a ground phase they are gone by then."""
    units = red("a", "0,0", count=2), red("shock", "0,0", shock_army=True), foe("d", E, **GERMAN)
    told = {one.unit: one.rules for one in board(*units).refusals(board(*units).start())}
    assert "12.16" in told["shock"]
    marked = board(mine("g", "0,0", "infantry", 3, shock_army=True), foe("d", E))
    assert "12.16" not in {rule for one in marked.refusals(marked.start()) for rule in one.rules}


def test_regular_combat_is_not_left_out_as_they_are_gone_when_it_is_over() -> None:
    """12.16: be it without an attack; neither attrition nor the end of the turn comes before that."""
    begun = front(mine("i", "3,0", "infantry", 3, nation="Russian"), foe("e", "4,0", **GERMAN))
    for later in ("begin:attrition", "end"):
        assert later not in options(begun)
        assert "12.16" in why(begun, later)
    over = begun.play_all(["begin:turn", "fight"])
    assert {"begin:attrition", "end"} <= set(options(over))
    assert stands(over, "shock") == []


def test_no_other_unit_is_one_whatever_is_marked() -> None:
    """12.16: 3-3 infantry of Russia in its own turn; those of the other side, of others and of two factors stay."""
    marked = [
        foe("d", E, nation="Russian", shock_army=True),
        mine("g", "0,0", "infantry", 3, nation="German", shock_army=True),
        mine("two", "0,1", "infantry", 2, nation="Russian", shock_army=True),
    ]
    battle = phase(*marked)
    assert "end" in options(battle)
    battle = battle.play_all(["begin:turn", "fight", "end"])
    assert [stands(battle, unit["id"]) for unit in marked] == [[E], ["0,0"], ["0,1"]]
    assert battle.outcome and battle.outcome.measure("attacker_lost") == 0


def test_they_take_room_where_they_defend() -> None:
    """12.11, 12.16: only while their own side moves and fights are they over the limit."""
    defend = [infantry(3, "Russian", count=2), infantry(3, "Russian", shock_army=True)]
    assert sections(game([infantry(9)], defend).problems) == {"12.11A"}
    assert sections(game([infantry(9)], defend[:1]).problems) == set()


def test_12_15_nor_is_more_room_for_defenders_marked_as_having_failed_to_overrun() -> None:
    """12.15: it is the moving side that may stand overstacked after that."""
    many = armor(3, "Russian", count=3, pledged=True)
    assert sections(game([infantry(9)], [many]).problems) == {"12.11A"}
    assert sections(game([infantry(9), {**many, "attacks": False, "at": WEST}], [infantry(1)]).problems) == set()


def test_walks_tell_whether_a_shock_army_is_left() -> None:
    # Five are owed by a shock army, three of infantry of three, and ones of two kinds: by a three and two ones.
    attack = [
        infantry(3, ctl=1, shock_army=True),
        infantry(3, ctl=1),
        infantry(3, ctl=1, at=WEST, count=2),
        infantry(1, ctl=1, at=SOUTHEAST, count=2),
        armor(1, ctl=1, at=SOUTHWEST, count=2),
    ]
    asked = fight(attack, [infantry(5)], nations=("Russian", "German")).play("!result=a")
    dead, left = asked.play_all(["lose:a1", "lose:a4"]), asked.play_all(["lose:a2", "lose:a4"])
    assert options(dead) == options(left) != []
    ends = [battle.play("lose:a5").outcome.measure("attacker_lost") for battle in (dead, left)]
    assert ends == [5, 8], "a shock army that is left is eliminated after the attack"
    assert dead.game.key(dead.state) != left.game.key(left.state)


def test_walks_tell_whether_those_who_stay_are_trained_for_another_round() -> None:
    """15.82A: five are owed by a three and two ones; of the threes only the one of CTL 2 fights on."""
    attack = [
        infantry(3, ctl=1),
        infantry(3, ctl=2),
        infantry(1, ctl=1, at=SOUTHEAST, count=2),
        armor(1, ctl=1, at=SOUTHWEST, count=2),
    ]
    asked = fight(attack, [infantry(5)]).play("!result=a")
    on, over = (asked.play_all([f"lose:{one}", "lose:a3"]) for one in ("a1", "a2"))
    assert options(on) == options(over) == ["lose:a3", "lose:a4"]
    assert options(on.play("lose:a4")) == ["on", "off"]
    assert over.play("lose:a4").outcome is not None
    assert on.game.key(on.state) != over.game.key(over.state)
