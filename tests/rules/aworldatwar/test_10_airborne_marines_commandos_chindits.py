"""10.4 to 10.8: specialised units."""

import pytest

from tests.rules.aworldatwar.phases import foe, mine, phase, turn
from tests.rules.aworldatwar.setting import (
    EAST,
    EDITIONS,
    SOUTHEAST,
    WEST,
    fight,
    game,
    gone,
    infantry,
    odds,
    options,
    roll,
    sections,
    terms,
    unit,
)


def drop(count=3, **fields):
    return unit("airborne", count=count, **{"at": "0,0", "via": "airdrop", **fields})


def chindit(**fields):
    return unit("chindit", nation="British", **{"via": "airdrop", **fields})


BURMA = {"nations": ("British", "Japanese"), "theatre": "pacific"}


# --- 10.4 -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["airborne", "marine", "commando", "chindit"])
def test_10_41a_one_factor_each(kind):
    assert sections(game([infantry(9)], [unit(kind, 2)]).problems) == {"10.41A"}
    assert game([infantry(9)], [unit(kind, 1)]).problems == ()


def test_10_23_replacements_too():
    assert sections(game([infantry(9)], [unit("replacement", 2)]).problems) == {"10.23"}


def test_12_12_three_specialised_units_in_a_hex():
    assert game([infantry(30)], [unit("airborne", count=3), infantry(1, count=2)]).problems == ()
    for kinds in ([unit("marine", count=5)], [unit("airborne", count=2), unit("commando"), unit("chindit")]):
        assert sections(game([infantry(30)], kinds).problems) == {"12.12"}
    (five,) = game([infantry(30)], [unit("marine", count=5)]).problems
    assert "5 specialised units" in five.message and "where 3 may stack" in five.message
    # By the other reading those beyond three take the room of ordinary units.
    shared = {"readings": {"special_places": "ordinary"}}
    (six,) = game([infantry(30)], [unit("marine", count=6)], **shared).problems
    assert "6 ground units" in six.message and "where 2 and 3 specialised may stack" in six.message
    assert game([infantry(30)], [unit("airborne", count=5)], **shared).problems == ()
    for kinds in ([unit("airborne", count=6)], [unit("airborne", count=4), infantry(1, count=2)]):
        assert sections(game([infantry(30)], kinds, **shared).problems) == {"12.12"}


def test_10_41e_three_of_them_attack_out_of_a_hex():
    assert game([infantry(3, count=2), unit("marine", count=3)], [infantry(1)]).problems == ()
    eight = [infantry(3, count=2), unit("marine", count=4), unit("airborne", count=2)]
    assert sections(game(eight, [infantry(1)]).problems) == {"12.12"}
    # Those who stand by take room too.
    assert sections(game([unit("marine", count=3), unit("chindit", attacks=False)], [infantry(1)]).problems) == {
        "12.12"
    }
    # Any number lands or drops.
    landing = [unit("marine", nation="US", count=5, via="sea")]
    assert game([*landing, drop(6)], [infantry(1)]).problems == ()
    # A Chindit that drops beside the enemy stands in a hex like others.
    beside = [unit("marine", count=3, nation="British"), chindit()]
    assert sections(game(beside, [infantry(1)], **BURMA).problems) == {"12.12"}


@pytest.mark.parametrize("short", [{"supply": "partial"}, {"supply": "none"}, {"oil_short": True}])
def test_10_42_full_supply_and_oil_for_drops_and_landings(short):
    assert sections(game([drop(9, ctl=4, **short)], [infantry(1)]).problems) == {"10.42"}
    assert sections(
        game([unit("marine", nation="US", count=9, via="sea", ctl=4, **short)], [infantry(1)]).problems
    ) == {"10.42"}
    # By land they attack all the same, and other units land.
    assert game([unit("marine", nation="US", count=3, **short)], [infantry(1)]).problems == ()
    assert game([infantry(9, via="sea", **short)], [infantry(1)]).problems == ()


# --- 10.5 -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("ctl", "wrong"), [(1, {"10.53D"}), (2, set())])
def test_10_53d_training(ctl, wrong):
    assert sections(game([drop(9, ctl=ctl)], [infantry(1)]).problems) == wrong


@pytest.mark.parametrize(
    ("theatre", "hexes", "wrong"),
    [("europe", 4, set()), ("europe", 5, {"10.53A"}), ("pacific", 3, set()), ("pacific", 4, {"10.53A"})],
)
def test_10_53a_range(theatre, hexes, wrong):
    assert sections(game([drop(9, drop_range=hexes)], [infantry(1)], theatre=theatre).problems) == wrong


def test_10_53b_not_after_transport():
    assert sections(game([drop(9, moved_by_transport=True)], [infantry(1)]).problems) == {"10.53B"}


@pytest.mark.parametrize(
    ("weather", "wrong"),
    [({"winter_effect": 2}, set()), ({"winter_effect": 3}, {"10.53E"}), ({"restrictive_weather": True}, {"10.53E"})],
)
def test_10_53e_weather(weather, wrong):
    assert sections(game([drop(9)], [infantry(1)], **weather).problems) == wrong
    # Nobody who walks cares.
    assert game([infantry(9)], [infantry(1)], **weather).problems == ()


def test_10_53e_from_a_base_under_the_monsoon():
    assert sections(game([drop(9, base_in_monsoon=True)], [infantry(1)]).problems) == {"10.53E"}
    assert "base_in_monsoon" in game([drop(9)], [infantry(1)]).relevant()["units"]["a1"]
    # The same unit on foot needs no base.
    on_foot = unit("airborne", count=3, base_in_monsoon=True)
    assert game([on_foot], [infantry(1)]).problems == ()
    assert "base_in_monsoon" not in game([on_foot], [infantry(1)]).relevant()["units"]["a1"]


@pytest.mark.parametrize("kind", ["airborne", "chindit"])
def test_12_23_nobody_drops_into_the_sea(kind):
    given = unit(kind, nation="British", via="airdrop", at="0,0" if kind == "airborne" else EAST)
    place = {EAST: {"terrain": "sea"}} if kind == "chindit" else {}
    terrain = "sea" if kind == "airborne" else "clear"
    found = sections(game([infantry(9, at=SOUTHEAST), given], [infantry(1)], terrain=terrain, hexes=place,
                          **BURMA).problems)  # fmt: skip
    assert found == {"12.23"}


@pytest.mark.parametrize(("marks", "wrong"), [(["impassable"], {"13.43B"}), (["water"], {"13.43A"}),
                                              (["water", "arrow"], set()), (["river"], set())])  # fmt: skip
def test_10_61d_a_dropped_chindit_crosses_what_others_cross(marks, wrong):
    battle = game([infantry(9, at=SOUTHEAST), chindit()], [infantry(1)], sides={"E": marks}, **BURMA)
    assert sections(battle.problems) == wrong
    # Airborne units fall on the defenders and cross nothing.
    assert game([drop(9)], [infantry(1)], sides={"E": marks}).problems == ()


def test_10_53e_monsoon():
    assert sections(game([drop(9)], [infantry(1)], terrain="jungle", monsoon=True).problems) == {"15.21", "10.53E"}
    assert game([drop(9)], [infantry(1)], terrain="mountain", monsoon=True).problems == ()


@pytest.mark.parametrize("at", [EAST, "3,3"])
def test_10_55a_only_on_the_attacked_hex(at):
    assert sections(game([infantry(9), drop(at=at)], [infantry(1)]).problems) == {"10.55A"}


def test_10_51_others_do_not_drop():
    problems = game([infantry(9, via="airdrop", at="0,0")], [infantry(1)]).problems
    assert sections(problems) == {"10.51"}
    assert problems[0].path == "$.units[0].via"


def test_10_55c_first_round_at_even_odds():
    assert sections(game([drop(5)], [infantry(2)]).problems) == {"15.52"}
    assert game([drop(6)], [infantry(2)]).problems == ()


def test_10_56_dropped_units_die_among_living_defenders():
    # 9 : 3 x 3; a costs five; the attack is broken off, and the four left are lost.
    after = roll(fight([drop(9)], [infantry(3)]), 2)
    assert gone(after) == {"a1": 5}
    off = after.play("off")
    assert gone(off) == {"a1": 9}
    assert off.outcome.result == "destroyed"
    assert any("10.56" in line.rules for _, line in off.log)


def test_10_56_land_attackers_beside_them_live():
    # 3 + 5 + 6 : 14; a costs seven.
    after = roll(fight([drop(3), infantry(5), infantry(6)], [infantry(7)]), 2, "lose:a3", "lose:a1")
    assert gone(after) == {"a1": 1, "a3": 1}
    off = after.play("off")
    assert gone(off) == {"a1": 3, "a3": 1}
    assert off.outcome.result == "held"


def test_10_56_the_log_tells_the_result_from_what_follows():
    # a costs six of twelve; six against twelve may not go on against a fort, and the six left are lost.
    after = roll(fight([drop(12)], [infantry(3)], features=["fortification"]), 2)
    by_result = [line.text for _, line in after.log if line.side == "attacker" and " loses " in line.text]
    stranded = [line.text for _, line in after.log if "10.56" in line.rules]
    assert len(by_result) == len(stranded) == 1
    assert "6 German" in by_result[0] and "6 German" in stranded[0]
    assert any("15.74" in line.rules for _, line in after.log)


def test_10_56_on_a_won_hex_they_stay():
    after = roll(fight([drop(9)], [infantry(1)]), 6)
    assert after.outcome is not None and after.outcome.result == "taken"
    assert any("10.56" in line.rules for line in after.game.closing(after.state))


# --- 10.6 -------------------------------------------------------------------------------------------


def test_10_61c_a_chindit_does_not_drop_on_the_enemy():
    assert sections(game([infantry(9), chindit(at="0,0")], [infantry(1)], **BURMA).problems) == {"10.61C"}


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(("under", "wrong"), [("0,0", {"10.61C"}), ("1,0", {"10.61C"}), ("1,1", set())])
def test_10_61c_of_several_attacks_nor_on_enemies_that_it_does_not_attack(edition, under, wrong):
    attacks = [{"targets": ["0,0"], "units": ["c", "i"]}]
    units = [
        mine("c", under, "chindit", 1, nation="British", via="airdrop"),
        mine("i", "1,-1", "infantry", 9, nation="British"),
        foe("d", "0,0", factors=1, nation="Japanese"),
        foe("e", "1,0", factors=1, nation="Japanese"),
    ]
    found = turn(attacks, *units, edition=edition, theatre="pacific").problems
    assert [problem.rule for problem in found if problem.rule == "10.61C"] == sorted(wrong), "said once"


def test_10_61c_in_a_ground_phase_it_is_not_offered_for_an_attack_from_among_enemies():
    units = [
        mine("c", "1,0", "chindit", 1, nation="British", via="airdrop"),
        mine("i", "1,-1", "infantry", 9, nation="British"),
        foe("d", "0,0", factors=1, nation="Japanese"),
    ]
    free = phase(*units, theatre="pacific").play_all(["begin:turn", "at:0,0"])
    assert "with:c" in options(free)
    taken = phase(*units, foe("e", "1,0", factors=1, nation="Japanese"), theatre="pacific")
    taken = taken.play_all(["begin:turn", "at:0,0"])
    assert "with:c" not in options(taken)
    reasons = {refusal.unit: refusal.rules for refusal in taken.game.refusals(taken.state)}
    assert reasons["c"] == ("10.61C",)


def test_10_61d_a_chindit_drops_beside_the_enemy_attacks_and_advances():
    battle = fight([infantry(9), chindit(at=SOUTHEAST)], [infantry(1)], terrain="jungle", **BURMA)
    assert odds(battle)[0] == 10
    after = roll(battle, 6)
    assert options(after) == ["advance:a1", "advance:a2", "stay"]


def test_10_61d_not_from_farther_off():
    assert sections(game([infantry(9), chindit(at="3,0")], [infantry(1)], **BURMA).problems) == {"10.61D"}
    # Of two hexes attacked together it has to be next to both (15.44).
    two = {"targets": ("0,0", SOUTHEAST), "hexes": {SOUTHEAST: {}}, **BURMA}
    foes = [infantry(1), infantry(1, at=SOUTHEAST)]
    assert game([infantry(9), chindit(at=EAST)], foes, **two).problems == ()
    assert "10.61D" in sections(game([infantry(9), chindit(at="-1,0")], foes, **two).problems)


def test_10_61a_other_limits_hold():
    assert sections(game([infantry(9), chindit(ctl=1)], [infantry(1)], **BURMA).problems) == {"10.53D"}
    assert sections(game([infantry(9), chindit(drop_range=4)], [infantry(1)], **BURMA).problems) == {"10.53A"}


def test_10_61_it_is_no_drop_on_the_defenders():
    # The river holds (they attack across hexsides), the bar on drops below even odds does not apply.
    sides = {"E": ["river"], "SE": ["river"]}
    battle = game([infantry(3), chindit(at=SOUTHEAST)], [infantry(3)], sides=sides, **BURMA)
    assert battle.problems == ()
    assert terms(battle) == {"15.32C": 1}


# --- 10.7 and 10.8 ----------------------------------------------------------------------------------


@pytest.mark.parametrize(("nation", "expected"), [("US", {}), ("Japanese", {})])
def test_10_71_american_marines_and_japanese_landing_forces(nation, expected):
    foe = "US" if nation == "Japanese" else "Japanese"
    battle = game([unit("marine", count=3, via="sea")], [infantry(1)], nations=(nation, foe), theatre="pacific")
    assert terms(battle) == expected


def test_10_72_10_82_marines_and_commandos_do_not_crowd_a_landing():
    beach = [infantry(3, "British", count=2, via="sea"), unit("commando", nation="British", count=4, via="sea"),
             unit("marine", nation="US", count=4, via="sea")]  # fmt: skip
    assert game(beach, [infantry(1)]).problems == ()


@pytest.mark.parametrize(
    ("foot", "green", "able", "rules"),
    [
        (2, 1, 0, {"10.83"}),
        (1, 2, 0, {"10.83"}),
        (0, 3, 0, {"10.83"}),
        (1, 1, 0, set()),
        (0, 2, 4, set()),
        (3, 0, 0, {"10.41E"}),
        (3, 1, 0, {"10.41E"}),
        (2, 0, 4, set()),
    ],
)
def test_10_83_commandos_of_ctl_1_do(foot, green, able, rules):
    """Who is one too many is told by its own rule: ordinary units by that on landings, green commandos by theirs."""
    beach = [infantry(3, "British", count=foot, via="sea")] * bool(foot)
    beach += [unit("commando", nation="British", count=green, via="sea", ctl=1)] * bool(green)
    beach += [unit("commando", nation="British", count=able, via="sea", ctl=2)] * bool(able)
    found = game([*beach, infantry(9, "British", at=WEST)], [infantry(1)]).problems
    assert sections(found) == rules
    if rules == {"10.83"}:
        assert [problem.path for problem in found] == [f"$.units[{int(bool(foot))}]"]


def test_10_83_of_several_green_commandos_the_last_one_is_too_many():
    raiders = [unit("commando", nation="British", via="sea", ctl=1) for _ in range(3)]
    (found,) = game([*raiders, infantry(9, "British", at=WEST)], [infantry(1)]).problems
    assert (found.rule, found.path) == ("10.83", "$.units[2]")


@pytest.mark.parametrize(
    ("theatre", "hexes", "ctl", "rule", "why"),
    [
        ("europe", 10, 2, "10.81", "the port holds enemy ground units"),
        ("europe", 11, 2, "10.81", "commandos reach 10 hexes, the port is 11 away"),
        ("europe", 3, 1, "10.83", "commandos need CTL 2 for it"),
        ("pacific", 5, 2, "10.81", "the port holds enemy ground units"),
        ("pacific", 6, 2, "10.81", "commandos reach 5 hexes, the port is 6 away"),
    ],
)
def test_10_81_raids_on_ports_are_for_empty_ones(theatre, hexes, ctl, rule, why):
    raider = unit("commando", nation="British", count=9, via="sea", ctl=ctl, port_raid_range=hexes)
    problems = game([raider], [infantry(1)], theatre=theatre, features=["port"]).problems
    assert rule in sections(problems)
    told = next(problem for problem in problems if problem.path.endswith(".port_raid_range"))
    assert why in told.message


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(
    ("foot", "marines", "commandos", "ctl", "cites"),
    [
        (1, 1, 0, 2, set()),
        (1, 2, 0, 2, {"10.72"}),
        (2, 0, 1, 2, {"10.82"}),
        (0, 1, 1, 2, set()),
        (1, 1, 1, 2, {"10.72", "10.82"}),
        (1, 1, 1, 1, {"10.72"}),
    ],
)
def test_10_72_10_82_10_83_who_lands_over_the_limit_is_told_in_the_odds(edition, foot, marines, commandos, ctl, cites):
    """Where more than two land; a commando of CTL 1 is one of the two, and infantry by land and air count for none."""
    beach = [infantry(3, "British", count=foot, via="sea")] * bool(foot)
    beach += [unit("marine", nation="US", count=marines, via="sea")] * bool(marines)
    beach += [unit("commando", nation="British", count=commandos, via="sea", ctl=ctl)] * bool(commandos)
    beach += [infantry(3, "British", at=WEST), infantry(3, "British"), unit("air", 9, "British")]
    found = game(beach, [infantry(1)], edition=edition)
    assert found.problems == ()
    attack = found.assess(found.start()).trace.children[0].children
    assert {rule for line in attack for rule in line.rules if rule.startswith("10.")} == cites
