"""10.1 to 10.3, 11.4, 12.1 and odd ends of chapter 15: what kinds of unit bring into a fight."""

from dataclasses import replace

import pytest
from hexumpire.rulesets.aworldatwar import RULESET
from hexumpire.rulesets.aworldatwar.rules.control import seized
from hexumpire.rulesets.aworldatwar.rules.zones import covers, extends

from tests.rules.aworldatwar.setting import (
    EAST,
    NORTHEAST,
    WEST,
    armor,
    fight,
    game,
    infantry,
    odds,
    options,
    roll,
    sections,
    terms,
    unit,
)

BOTH = pytest.mark.parametrize("edition", ["old", "new"])


@BOTH
@pytest.mark.parametrize("kind", ["infantry", "mechanized"])
def test_10_11_10_12_short_supply_lowers_the_training_of_infantry_by_one(edition, kind):
    abroad = unit(kind, 3, ctl=1, home="no", supply="partial")
    assert terms(game([infantry(6)], [abroad], edition=edition)) == {"15.33C": -1}
    assert terms(game([infantry(6)], [{**abroad, "supply": "full"}], edition=edition)) == {}


@BOTH
def test_10_13_10_24_infantry_and_replacements_shrink_from_exploiting_armor(edition):
    for soft in (infantry(3), unit("replacement", 1)):
        battle = game([armor(6)], [soft], edition=edition, phase="exploitation")
        assert terms(battle) == {"15.33A": -1}


def test_10_22_a_replacement_moves_one_hex():
    kind = RULESET.vocabulary.type_of["replacement"]
    assert RULESET.vocabulary.default(kind, "movement") == 1


def test_10_31_armor_has_or_loses_all_its_abilities_together():
    spear = fight([armor(4, count=2)], [infantry(1)])
    assert roll(spear, 6, "advance:a1", "stay").outcome.measure("breakthrough") == 1
    blunt = fight([armor(4, count=2, mech="off")], [infantry(1)])
    assert roll(blunt, 6, "advance:a1", "stay").outcome.measure("breakthrough") == 0
    assert sections(game([armor(4, mech="off")], [infantry(1)], phase="exploitation").problems) == {"10.32"}


def test_10_34_10_341c_a_zone_reaches_the_next_hex_but_not_over_an_enemy_fort_line():
    plain = {"theatre": "europe", "terrain": "clear", "neutral": False}
    assert not extends(**plain, sides=(), enemy_fort=False)[0]
    reason, rules = extends(**plain, sides={"fort"}, enemy_fort=True)
    assert reason
    assert "10.341C" in rules


@BOTH
@pytest.mark.parametrize(("side", "held"), [("attacker", False), ("defender", True)])
def test_10_341c_who_drops_into_a_fort_does_not_hold_it_but_a_garrison_does(edition, side, held):
    """What is said of how a unit comes is of its attack, and of no defender; its zone goes over its own fort line."""
    board = game(
        [armor(4)],
        [unit("airborne", via="airdrop")],
        edition=edition,
        features=["fortress", "bridgehead"],
        sides={"E": ["fort"]},
    ).scenario
    board = replace(board, units=tuple(replace(one, side=side) for one in board.units))
    reason, rules = covers(board.by_id["a1"], "0,0", board, entered=False)
    assert (reason == "") == held
    assert rules == (() if held else ("10.341C",))
    kept = ("fortress", "taken") if held else ("fortress", "bridgehead", "taken")
    assert seized(board, ["0,0"])["0,0"] == kept, "a bridgehead of those who hold the hex is gone with it"


@BOTH
def test_10_55b_of_two_attacked_hexes_a_drop_may_fall_on_either(edition):
    both = ("0,0", "1,-1")
    ground = [infantry(6, at=EAST), infantry(6, at="0,-1")]
    defend = [infantry(1), infantry(1, at="1,-1")]
    for place in both:
        drop = unit("airborne", at=place, via="airdrop")
        assert game([*ground, drop], defend, edition=edition, targets=both).problems == ()


@BOTH
def test_10_55d_10_55e_a_drop_alone_and_a_drop_beside_an_attack_across_a_river(edition):
    drop = unit("airborne", count=3, at="0,0", via="airdrop")
    assert terms(game([drop], [infantry(1)], edition=edition)) == {"15.32H": 1}
    river = {"E": ["river"]}
    assert terms(game([infantry(6)], [infantry(1)], edition=edition, sides=river)) == {"15.32C": 1}
    assert terms(game([infantry(6), drop], [infantry(1)], edition=edition, sides=river)) == {}


@BOTH
def test_10_82_landing_commandos_come_on_top_of_two_units_if_trained(edition):
    landing = [infantry(3, count=2, via="sea"), unit("commando", count=2, via="sea")]
    known = {"edition": edition, "nations": ("British", "German")}
    assert game(landing, [infantry(1)], **known).problems == ()
    landing[1]["ctl"] = 1
    assert sections(game(landing, [infantry(1)], **known).problems) == {"10.83"}


@BOTH
def test_11_46_partisans_always_take_one_off(edition):
    partisan = unit("partisan", 1)
    assert terms(game([infantry(3)], [partisan], edition=edition, features=["capital"])) == {"15.33C": -1}


@BOTH
def test_12_13_a_bridgehead_holds_five_of_its_owner_and_two_who_storm_it(edition):
    defend = [infantry(1, count=5)]
    assert game([infantry(9)], defend, edition=edition, features=["bridgehead"]).problems == ()
    assert sections(game([infantry(9)], defend, edition=edition).problems) == {"12.11A"}
    attack = [infantry(6, at=EAST, count=2), infantry(6, at=WEST, count=2), infantry(6, at=NORTHEAST, count=2)]
    battle = roll(fight(attack, [infantry(1)], edition=edition, features=["bridgehead"]), 6)
    battle = battle.play("advance:a1").play("advance:a1")
    assert battle.outcome is not None, "two went in and there is room for nobody else"


def test_15_55c_trained_attackers_pay_for_three_levels_less():
    force = [infantry(9, ctl=3, count=2)]
    battle = roll(fight(force, [infantry(3)], features=["fortress"]), 6)  # 18 : 12 = 1:1, d
    assert "convert" in options(battle.play("keep"))
    done = battle.play("keep").play("convert")
    assert {line.rules for _, line in done.log} & {("15.55", "15.55C")}
    assert done.play("stay").outcome.measure("attacker_lost") == 9  # 3 factors at 4 - 3, so one whole counter


@BOTH
def test_15_641a_15_641d_ships_pay_factor_for_factor_and_count_only_beside_what_lands(edition):
    landing = [infantry(2, via="sea", ctl=2), unit("fleet", 9, ctl=2)]
    attack, _, _ = odds(game(landing, [infantry(1)], edition=edition))
    assert attack == 2 + 6  # no more than three for each landing factor
    battle = roll(fight([infantry(6, via="sea"), unit("fleet", 3)], [infantry(1)], edition=edition), 3)
    # 9 : 3 = 3:1, Ex-2: one factor to pay, by the unit or by the ships
    assert {"lose:a1", "lose:a2"} == set(options(battle))
    assert battle.play("lose:a2").play("stay").outcome.measure("attacker_lost") == 3
