"""10.94: flak is eliminated when enemies are in its hex, however they came there."""

from __future__ import annotations

from hexumpire.files.codec import read_scenario
from hexumpire.model.battle import Battle
from hexumpire.rulesets.aworldatwar import RULESET

from tests.rules.aworldatwar.exploiting import EAST, WAITS, enemy, exploit, tanks
from tests.rules.aworldatwar.phases import attack, foe, mine, options, phase, stands
from tests.rules.aworldatwar.setting import fight, infantry, pay, unit

E = "1,0"
FLAK = foe("flak", E, "flak", 2)


def test_an_advance_after_combat_ends_it() -> None:
    won = attack(phase(mine("pz", "0,0", factors=20), foe("d", E), FLAK), E, "pz")
    assert stands(won, "flak") == [E]
    taken = won.play("advance:pz")
    assert stands(taken, "flak") == []
    assert any("10.94" in line.rules for _, line in taken.log)


def test_without_an_advance_it_stays() -> None:
    won = attack(phase(mine("pz", "0,0", factors=20), foe("d", E), FLAK), E, "pz").play("stay")
    assert stands(won, "flak") == [E]
    assert not any("10.94" in line.rules for _, line in won.log)


def test_an_attack_alone_shows_it() -> None:
    won = fight([infantry(20)], [infantry(1), unit("flak", 2)]).play("!result=D")
    assert "d2" not in won.game.overlay(won.state)["lost"]
    taken = won.play("advance:a1")
    assert taken.game.overlay(taken.state)["lost"]["d2"] == 1
    assert "10.94" in {rule for line in taken.game.closing(taken.state) for rule in line.rules}


def test_of_several_hexes_only_the_one_entered_loses_it() -> None:
    other = foe("f2", "1,-1", "flak", 1)
    board = phase(mine("pz", "0,0", factors=30), foe("d", E), foe("e", "1,-1"), FLAK, other)
    taken = attack(board, E, "pz", also=["1,-1"]).play(f"advance:pz@{E}")
    assert (stands(taken, "flak"), stands(taken, "f2")) == ([], ["1,-1"])


def test_who_dropped_on_it_occupies_the_hex_when_the_defenders_are_gone() -> None:
    board = {
        "ruleset": "aworldatwar", "targets": ["0,0"],
        "units": [
            {"id": "a", "side": "attacker", "type": "airborne", "nation": "German", "at": "0,0", "via": "airdrop",
             "count": 9},
            {"id": "d", "side": "defender", "type": "infantry", "nation": "British", "at": "0,0", "factors": 1},
            {"id": "f", "side": "defender", "type": "flak", "nation": "British", "at": "0,0", "factors": 1},
        ],
    }  # fmt: skip
    battle = Battle.start(RULESET.game(read_scenario(board)))
    for there in (battle, battle.play("!result=A")):
        assert not there.game.overlay(there.state)["lost"].get("f"), "as long as defenders hold it, it is not occupied"
    won = pay(battle.play("!result=D"))
    assert won.game.overlay(won.state)["lost"]["f"] == 1


def test_an_advance_in_exploitation_ends_it() -> None:
    flak = enemy("flak", id="flak", at=EAST[0])
    battle = exploit([tanks(factors=20)], defenders=[enemy("armor", at=EAST[0]), flak]).play("done")
    battle = battle.play_all([f"attack:{EAST[0]}", "send:0", "fight", "!result=D"])
    assert battle.game.remains(battle.state).get("flak") is None
    after = battle.play("advance:tanks")
    assert after.game.remains(after.state)["flak"] == []


def test_a_drop_on_flak_alone_ends_it_once_the_drops_stay() -> None:
    flak = enemy("flak", id="flak", at=EAST[1])
    drop = {"id": "drop", "type": "airborne", "nation": "German", "at": WAITS}
    battle = exploit([tanks(), drop], defenders=[flak]).play("done").play(f"drop:drop@{EAST[1]}")
    assert "recall:drop" in options(battle)
    assert battle.game.remains(battle.state).get("flak") is None
    assert battle.play("done").game.remains(battle.play("done").state)["flak"] == []


def test_10_93_flak_that_is_lost_has_no_combat_factors() -> None:
    """10.93: flak has none, so what a side loses is told without it, in movement and attrition as in attacks."""
    moved = phase(mine("a", "0,0", "infantry"), FLAK, foe("d", "-4,0"))
    moved = moved.play_all(["begin:move", "take:a", "go:2,0", "done", "end"])
    assert stands(moved, "flak") == []
    assert moved.outcome is not None
    assert moved.outcome.measure("defender_lost") == 0
