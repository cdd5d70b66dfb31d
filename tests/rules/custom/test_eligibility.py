"""Who may attack whom: everything that forbids a battle."""

from __future__ import annotations

from hexumpire.model.battle import Chance

from tests.rules.custom.setting import (
    EAST,
    NORTH_WEST,
    TARGET,
    attacker,
    battle,
    defender,
    game,
    refused,
    setup,
    strengths,
)


def test_attackers_stand_within_range() -> None:
    assert refused(game(), attacker(at="-2,0"), defender()) == ["Red Foot 4-4 is too far away to attack"]
    assert refused(game(attacks={"range": 2}), attacker(at="-2,0"), defender()) == []
    assert refused(game(attacks={"range": 2}), attacker(at="-3,0"), defender()) == [
        "Red Foot 4-4 is too far away to attack"
    ]


def test_the_range_may_be_printed_on_each_counter() -> None:
    far = game(attacks={"range": "printed"})
    assert refused(far, attacker("guns", "-3,0"), defender()) == []
    assert len(refused(far, attacker("guns", "-4,0"), attacker("foot", "-2,0"), defender())) == 2


def test_who_stands_by_may_stand_anywhere() -> None:
    assert strengths(battle(game(), attacker(), attacker(at="-5,0", stands_by=True), defender())) == (4, 4)


def test_an_attacker_stands_outside_the_hex_attacked() -> None:
    assert refused(game(), attacker(), attacker(at=TARGET), defender()) == ["an attacker stands in the target hex"]


def test_nothing_is_rolled_where_a_side_is_missing() -> None:
    """Such a set-up is refused; what is shown of it is no fight."""
    for units in ([attacker()], [defender()], [attacker(at="-5,0"), defender()]):
        found = setup(game(), *units)
        assert found.problems
        assert not isinstance(found.node(found.start()), Chance)
    found = setup(game(), attacker(), defender())
    assert not found.problems
    assert isinstance(found.node(found.start()), Chance)


def test_somebody_attacks_and_somebody_defends() -> None:
    assert refused(game(), defender()) == ["nobody attacks"]
    assert refused(game(), attacker()) == ["nobody defends the hex attacked"]
    assert refused(game(), attacker(), defender(at=EAST)) == ["nobody defends the hex attacked"]
    assert refused(game(), attacker(stands_by=True), defender()) == ["nobody attacks"]


def test_a_defender_in_the_hex_attacked_cannot_stand_by() -> None:
    assert refused(game(), attacker(), defender(), defender(stands_by=True)) == [
        "a counter in the hex attacked cannot stand by"
    ]


def test_no_more_counters_in_a_hex_than_may_stack() -> None:
    full = game(stacking={"limit": 2})
    assert refused(full, attacker(count=2), defender()) == []
    assert refused(full, attacker(count=3), defender()) == ["more units stand in \x02-1;0\x03 than 2"]
    problems = setup(full, attacker(at=NORTH_WEST), attacker(), attacker(), attacker(), defender()).problems
    assert [one.path for one in problems] == ["$.units[1].at"], "the first of those who stand there"
    full["types"]["horse"]["size"] = 2
    assert len(refused(full, attacker("horse", count=2), defender())) == 1


def test_a_battle_has_so_many_counters() -> None:
    crowd = [attacker(count=20) for _ in range(11)]
    assert "221 counters are too many; at most 200" in refused(game(), *crowd, defender())
