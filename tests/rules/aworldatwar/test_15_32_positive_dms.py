"""15.32: positive DMs, one letter after the other."""

import pytest

from tests.rules.aworldatwar.setting import (
    EAST,
    EDITIONS,
    SOUTHEAST,
    WEST,
    armor,
    dm_rules,
    fight,
    game,
    infantry,
    net,
    odds,
    roll,
    strength,
    terms,
    topic,
    unit,
    why_not,
)

BOTH = pytest.mark.parametrize("edition", EDITIONS)
DROP = unit("airborne", at="0,0", via="airdrop")


def marines(count=1, **fields):
    return unit("marine", nation="US", count=count, via="sea", **fields)


def landing(factors=3, **fields):
    return infantry(factors, "US", via="sea", **fields)


@BOTH
@pytest.mark.parametrize("terrain", ["clear", "desert"])
def test_a_everybody_has_two(edition, terrain):
    battle = game([infantry(6)], [infantry(3)], edition=edition, terrain=terrain)
    assert (terms(battle), net(battle), strength(battle)) == ({}, 2, 6)


@BOTH
def test_b_seaborne_invasion(edition):
    assert terms(game([landing(9)], [infantry(2)], edition=edition)) == {"15.32B": 1}
    assert terms(game([infantry(9)], [infantry(2)], edition=edition)) == {}


@BOTH
def test_b_land_and_air_partners_leave_it(edition):
    by_land = game([landing(9), infantry(3, "US")], [infantry(2)], edition=edition)
    dropped = game([landing(9), unit("airborne", nation="US", at="0,0", via="airdrop")], [infantry(2)], edition=edition)
    assert terms(by_land) == terms(dropped) == {"15.32B": 1}


@BOTH
@pytest.mark.parametrize(("marine", "others", "expected"), [(3, 3, {}), (2, 3, {"15.32B": 1}), (3, 2, {}), (4, 0, {})])
def test_b_marines_are_at_least_half(edition, marine, others, expected):
    attack = [marines(marine)] + ([landing(others)] if others else [])
    assert terms(game(attack, [infantry(1)], edition=edition)) == expected


def test_10_71_only_the_landing_is_counted():
    # Two marines beside two landing factors are half, whatever comes by land or from the air.
    attack = [marines(2), landing(2), infantry(6, "US"), unit("airborne", nation="US", at="0,0", via="airdrop")]
    assert terms(game(attack, [infantry(1)])) == {}
    # A marine that attacks by land does not count for the landing.
    assert terms(game([unit("marine", nation="US", count=3), landing(2)], [infantry(1)])) == {"15.32B": 1}


def test_10_84_commandos_do_not_take_it_away():
    assert terms(game([unit("commando", nation="British", count=3, via="sea")], [infantry(1)])) == {"15.32B": 1}


@BOTH
@pytest.mark.parametrize(
    ("marine", "commando", "others", "cited"),
    [(0, 2, 2, True), (1, 1, 2, True), (1, 1, 3, False), (1, 0, 2, False)],
)
def test_10_84_is_told_where_commandos_would_make_half(edition, marine, commando, others, cited):
    attack = [marines(marine), unit("commando", nation="British", count=commando, via="sea"), landing(others)]
    battle = game([one for one in attack if one["count"]], [infantry(1)], edition=edition)
    assert terms(battle) == {"15.32B": 1}
    assert ("10.84" in dm_rules(battle, "15.32B")) == cited


@BOTH
@pytest.mark.parametrize("mark", ["river", "arrow"])
def test_c_river_or_crossing_arrow(edition, mark):
    marks = ["water", "arrow"] if mark == "arrow" else ["river"]
    assert terms(game([infantry(6)], [infantry(2)], edition=edition, sides={"E": marks})) == {"15.32C": 1}


@BOTH
def test_c_two_river_hexsides_are_one_advantage(edition):
    sides = {"E": ["river"], "SE": ["arrow"]}
    both = game([infantry(3), infantry(3, at=SOUTHEAST)], [infantry(2)], edition=edition, sides=sides)
    assert terms(both) == {"15.32C": 1}


@BOTH
def test_c_one_dry_attacker_cancels_it(edition):
    both = game([infantry(3), infantry(3, at=WEST)], [infantry(2)], edition=edition, sides={"E": ["river"]})
    assert terms(both) == {}
    assert why_not(both, "15.32C")


@BOTH
def test_c_a_drop_cancels_it(edition):
    both = game([infantry(3), DROP], [infantry(2)], edition=edition, sides={"E": ["river"]})
    assert terms(both) == {}
    assert why_not(both, "15.32C")


@BOTH
def test_c_a_drop_cancels_it_for_the_units_dropped_on_only(edition):
    # Both target hexes lie behind a river; the drop is on the first.
    both = game([infantry(9, at="0,1"), DROP], [infantry(1), infantry(1, at="-1,1")], edition=edition,
                targets=["0,0", "-1,1"], sides={"SE": ["river"]})  # fmt: skip
    assert terms(both, 1) == {}
    scenario = game([infantry(9, at="0,1"), DROP], [infantry(1), infantry(1, at="-1,1")], edition=edition,
                    targets=["-1,1", "0,0"], sides={"E": ["river"]})  # fmt: skip
    assert terms(scenario, 2) == {"15.32C": 1}


@BOTH
@pytest.mark.parametrize(
    ("terrain", "levels"), [("forest", 1), ("jungle", 1), ("mountain", 1), ("swamp", 1), ("jungle_mountain", 2)]
)
def test_d_terrain(edition, terrain, levels):
    battle = game([infantry(9)], [infantry(2)], edition=edition, terrain=terrain)
    assert terms(battle) == {"15.32D": levels}
    assert strength(battle) == 2 * (2 + levels)


@BOTH
def test_d_is_of_the_defenders_hex_not_the_attackers(edition):
    assert terms(game([infantry(9)], [infantry(2)], edition=edition, hexes={EAST: {"terrain": "mountain"}})) == {}


@BOTH
@pytest.mark.parametrize(("fort", "section", "levels"), [("fortress", "15.32E", 2), ("fortification", "15.32F", 1)])
def test_e_and_f_forts(edition, fort, section, levels):
    for attack in ([infantry(19)], [landing(19)], [unit("airborne", count=19, at="0,0", via="airdrop")]):
        found = terms(game(attack, [infantry(2)], edition=edition, features=[fort]))
        assert found[section] == levels


@BOTH
@pytest.mark.parametrize(("line", "section", "levels"), [("maginot", "15.32E", 2), ("west_wall", "15.32F", 1)])
def test_e_and_f_lines_face_one_way(edition, line, section, levels):
    known = {"edition": edition, "features": [line], "sides": {"E": ["fort"]}}
    assert terms(game([infantry(19)], [infantry(2)], **known)) == {section: levels}
    assert terms(game([infantry(19, at=WEST)], [infantry(2)], **known)) == {}
    both = game([infantry(19), infantry(1, at=WEST)], [infantry(2)], **known)
    assert terms(both) == {}
    assert why_not(both, section) == "an attacker comes over an unfortified hexside"
    # A drop does not open the line.
    assert terms(game([infantry(19), DROP], [infantry(2)], **known)) == {section: levels}


@BOTH
def test_e_a_fort_line_without_a_fort_is_said(edition):
    bare = game([infantry(20)], [infantry(2)], edition=edition, sides={"E": ["fort"]})
    assert terms(bare) == {}
    assert why_not(bare, "15.32F") == "a fort line counts only where its hex is marked as Maginot or West Wall"
    # Nobody crosses it, or the hex is marked: nothing to say.
    for known in ({"sides": {"W": ["fort"]}}, {}):
        assert why_not(game([infantry(20)], [infantry(2)], edition=edition, **known), "15.32F") == "no fort"
    marked = game([infantry(20)], [infantry(2)], edition=edition, sides={"E": ["fort"]}, features=["maginot"])
    assert terms(marked) == {"15.32E": 2}


@BOTH
def test_e_singapore_faces_the_sea(edition):
    known = {"edition": edition, "features": ["singapore"], "nations": ("Japanese", "British"), "theatre": "pacific"}
    at_sea = infantry(19, via="sea")
    assert terms(game([at_sea], [infantry(2)], **known)) == {"15.32B": 1, "15.32E": 2}
    by_land = game([infantry(19)], [infantry(2)], **known)
    assert terms(by_land) == {}
    assert why_not(by_land, "15.32E") == "not upgraded, so open to attack by land"
    assert terms(game([at_sea, infantry(1)], [infantry(2)], **known)) == {"15.32B": 1}
    # Upgraded, it is a fortress all round.
    assert terms(game([infantry(19)], [infantry(2)], **{**known, "features": ["fortress"]})) == {"15.32E": 2}


@BOTH
def test_g_beach_defence(edition):
    known = {"edition": edition, "features": ["beach"]}
    assert terms(game([landing(9)], [infantry(1)], **known)) == {"15.32B": 1, "15.32G": 1}
    assert terms(game([infantry(9)], [infantry(1)], **known)) == {}
    # A land attacker takes it away, a drop does not; marines touch the invasion only.
    assert terms(game([landing(9), infantry(3, "US")], [infantry(1)], **known)) == {"15.32B": 1}
    drop = unit("airborne", nation="US", at="0,0", via="airdrop")
    assert terms(game([landing(9), drop], [infantry(1)], **known)) == {"15.32B": 1, "15.32G": 1}
    assert terms(game([marines(9)], [infantry(1)], **known)) == {"15.32G": 1}


@BOTH
def test_g_beach_defence_beside_a_fortification(edition):
    # +2 in all against a landing, +1 against anybody else.
    known = {"edition": edition, "features": ["fortification", "beach"]}
    at_sea = terms(game([landing(19)], [infantry(1)], **known))
    assert at_sea == {"15.32B": 1, "15.32F": 1, "15.32G": 1}
    assert terms(game([infantry(19)], [infantry(1)], **known)) == {"15.32F": 1}


@BOTH
@pytest.mark.parametrize(
    ("kind", "levels"),
    [("infantry", 1), ("mechanized", 1), ("replacement", 1), ("armor", 2), ("airborne", 2), ("marine", 2),
     ("commando", 2), ("chindit", 2)],
)  # fmt: skip
def test_h_drop_alone(edition, kind, levels):
    factors = {"infantry": 1, "mechanized": 1, "armor": 1}.get(kind)
    drop = unit("airborne", count=9, at="0,0", via="airdrop")
    assert terms(game([drop], [unit(kind, factors)], edition=edition)) == {"15.32H": levels}
    # Anybody else who attacks takes it away.
    assert terms(game([drop, infantry(1)], [unit(kind, factors)], edition=edition)) == {}


@BOTH
def test_h_partisans_against_a_drop(edition):
    # +1 against the drop, -1 as partisans.
    drop = unit("airborne", count=9, at="0,0", via="airdrop")
    assert terms(game([drop], [unit("partisan", 1)], edition=edition)) == {"15.32H": 1, "15.33C": -1}


def test_h_drop_beside_a_landing():
    drop = unit("airborne", nation="US", at="0,0", via="airdrop")
    assert terms(game([drop, landing(9)], [infantry(1)])) == {"15.32B": 1}


@BOTH
def test_15_322_the_river_comes_back_when_the_outflanking_unit_dies(edition):
    # 6 across the river, 2 in the rear, against 4 x 2 = 8: even odds; "a" (die 2) costs four factors.
    battle = fight([infantry(2, count=2), infantry(4, at=SOUTHEAST), infantry(2, at=WEST)], [infantry(4)],
                   edition=edition, sides={"E": ["river"], "SE": ["river"]})  # fmt: skip
    after = roll(battle, 2, "lose:a1", "lose:a3")
    assert topic(after) == "again"
    assert terms(after) == {"15.32C": 1}
    assert odds(after) == (6, 12, "1:2")


@BOTH
def test_15_322_lost_marines_bring_the_invasion_dm_back(edition):
    # Four marines and four infantry factors land on 2 factors: 8 : 4 is 2:1; die 1 is "a", two factors.
    battle = fight([marines(4), landing(4)], [infantry(2)], edition=edition)
    assert (terms(battle), odds(battle)) == ({}, (8, 4, "2:1"))
    after = roll(battle, 1, "lose:a1")
    assert topic(after) == "again"
    assert terms(after) == {"15.32B": 1}
    assert odds(after) == (6, 6, "1:1")


def test_15_322_lost_winter_preparation():
    # The -1 of a deep winter lasts while a prepared unit attacks. 6:6 is 1:1; die 2 is "a", three factors.
    known = {"winter_effect": 8, "winter_needs": 4}
    ready, unready = infantry(3, winter_preparation=4), infantry(3, winter_preparation=3)
    battle = fight([ready, unready], [infantry(6)], **known)
    assert (terms(battle), odds(battle)) == ({"15.33H": -1}, (6, 6, "1:1"))
    assert (terms(roll(battle, 2, "lose:a2")), odds(roll(battle, 2, "lose:a2"))) == ({"15.33H": -1}, (3, 6, "1:2"))
    assert (terms(roll(battle, 2, "lose:a1")), odds(roll(battle, 2, "lose:a1"))) == ({}, (3, 12, "1:4"))
    assert terms(fight([unready], [infantry(6)], **known)) == {}


@BOTH
def test_armor_of_either_kind_has_the_same_positive_dms(edition):
    for kind in (armor(2), armor(2, mech="off"), infantry(2)):
        assert terms(game([infantry(9)], [kind], edition=edition, terrain="forest")) == {"15.32D": 1}
