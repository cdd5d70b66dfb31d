"""15.22: an invasion that no enemy interferes with is not called off: somebody of it attacks, if it may."""

from __future__ import annotations

from typing import Any

import pytest
from hexumpire.files.codec import read_scenario
from hexumpire.model.battle import Battle
from hexumpire.rulesets.aworldatwar import RULESET

from tests.rules.aworldatwar.exploiting import why
from tests.rules.aworldatwar.phases import Document, foe, mine, phase
from tests.rules.aworldatwar.setting import EDITIONS, odds, options

SHIPS, BEACH, PORT, INLAND = "0,0", "1,0", "1,-1", "2,-1"
SEA = {SHIPS: {"terrain": "sea"}, "0,1": {"terrain": "sea"}, "-1,0": {"terrain": "sea"}}


def army(name: str = "a", at: str = SHIPS, factors: int = 9, **more: Any) -> Document:
    """Infantry that comes by sea."""
    return mine(name, at, "infantry", factors, nation="US", via="sea", **more)


def coast(*units: Document, **conditions: Any) -> Any:
    """A ground phase in which one German of three factors defends the beach."""
    return phase(*units, foe("d", BEACH, factors=3, nation="German"), hexes=SEA, **conditions)


def begun(battle: Any) -> Any:
    """At the declaration of attacks."""
    return battle.play("begin:turn")


def test_a_landing_beside_the_enemy_attacks_before_anything_else_comes() -> None:
    """15.22, 15.14: neither exploitation nor the end of the turn comes first, and none is no answer."""
    battle = coast(army(), mine("k", "-3,0", "infantry", 9, nation="US"))
    assert {"end", "begin:attrition"}.isdisjoint(options(battle))
    assert "15.22" in why(battle, "end")
    battle = begun(battle)
    assert options(battle) == [f"at:{BEACH}"]
    battle = battle.play_all([f"at:{BEACH}", "with:a", "declare"])
    assert options(battle) == ["fight"]
    battle = battle.play("fight")
    assert "done" not in options(battle), "nor is it called off when it is to be fought"


def test_nor_is_it_asked_for_when_enemies_interfered() -> None:
    """15.22: the exception is of invasions that are not subject to that."""
    battle = coast(army(), landing_disturbed=True)
    assert "end" in options(battle)
    assert "fight" in options(begun(battle))


def test_one_that_may_not_attack_at_such_odds_is_over_with_the_attacks() -> None:
    """15.52: no invasion below 1:1; 15.13: it goes home, and the turn goes on."""
    battle = begun(coast(army(factors=2)))
    assert "fight" in options(battle)
    assert "end" in options(battle.play("fight"))


def test_an_attack_by_land_on_the_beach_does_not_leave_the_landing_out() -> None:
    """15.46: the hex is attacked once by a faction, so the landing has to be in it."""
    battle = begun(coast(army(), mine("k", INLAND, "infantry", 9, nation="US"))).play_all([f"at:{BEACH}", "with:k"])
    assert "declare" not in options(battle)
    battle = battle.play("with:a")
    assert "declare" in options(battle)
    assert odds(battle)[0] == 18


def test_a_landing_that_has_two_beaches_to_choose_from_attacks_either() -> None:
    """15.22 asks for an attack, not for one on each hex; the other hex is free for others."""
    two = (army(), mine("k", INLAND, "infantry", 9, nation="US"), foe("e", PORT, factors=3, nation="German"))
    battle = begun(coast(*two))
    assert set(options(battle)) == {f"at:{BEACH}", f"at:{PORT}"}
    by_land = battle.play_all([f"at:{BEACH}", "with:k", "declare"])
    assert options(by_land) == [f"at:{PORT}"]
    ashore = battle.play_all([f"at:{BEACH}", "with:a", "declare"])
    assert "fight" in options(ashore) and f"at:{PORT}" in options(ashore)


def test_reserves_may_wait_at_sea_once_somebody_lands() -> None:
    """10.71, 16.14: armor held in reserve is no part of the fight; a landing on an empty beach has been made."""
    tank = mine("t", SHIPS, "armor", 5, nation="US", via="sea")
    battle = begun(coast(army(), tank)).play_all([f"at:{BEACH}", "with:a", "declare"])
    assert "fight" in options(battle)
    landed = mine("l", "0,-1", "armor", 5, nation="US", via="sea", fought=True)
    assert "fight" in options(begun(coast(tank, landed)))


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("disturbed", [False, True])
def test_of_several_attacks_the_landing_is_not_called_off(edition: str, disturbed: bool) -> None:
    """15.22: the attack by land is free, that of the landing is not."""
    document = {
        "ruleset": "aworldatwar",
        "edition": edition,
        "procedure": "turn",
        "units": [
            army(),
            mine("k", INLAND, "infantry", 9, nation="US"),
            foe("d", BEACH, factors=3, nation="German"),
            foe("e", PORT, factors=3, nation="German"),
        ],
        "attacks": [{"targets": [BEACH], "units": ["a"]}, {"targets": [PORT], "units": ["k"]}],
        "map": {"hexes": {place: SEA.get(place, {}) for place in (SHIPS, BEACH, PORT, INLAND)}},
        "conditions": {"landing_disturbed": disturbed},
    }
    battle: Any = Battle.start(RULESET.game(read_scenario(document)))
    assert "landing_disturbed" in battle.game.relevant()["conditions"]
    assert ("done" in options(battle)) == disturbed
    fought = battle.play_all(["attack:1", "!end"])
    assert "done" in options(fought)
