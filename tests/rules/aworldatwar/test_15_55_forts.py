"""15.55: results against forts and, in the newer edition, against any seaborne invasion."""

import pytest

from tests.rules.aworldatwar.setting import (
    EAST,
    EDITIONS,
    NORTHEAST,
    WEST,
    cited,
    fight,
    gone,
    infantry,
    odds,
    options,
    roll,
    topic,
    unit,
)

BOTH = pytest.mark.parametrize("edition", EDITIONS)
COST = {"Ex-1": 2, "Ex-2": 1, "Ex-3": 0}
"""Counters of six that six factors in a fortification (net DM 3) cost: 12, 6 or nothing."""


def assault(edition, ctl, counters, features=("fortification",), **known):
    """Counters of six against two of three in a fortification: 18 to 1:1, 36 to 2:1."""
    spread = ((EAST, 2), (WEST, 2), (NORTHEAST, 2))
    attack, left = [], counters
    for place, most in spread:
        if left:
            attack.append(infantry(6, count=min(most, left), at=place, ctl=ctl))
            left -= min(most, left)
    return fight(attack, [infantry(3, count=2)], edition=edition, features=features, **known)


def counters_lost(battle):
    while topic(battle) == "pay":
        battle = battle.play(options(battle)[0])
    return sum(number for key, number in gone(battle).items() if key.startswith("a"))


@pytest.mark.parametrize(
    ("ctl", "printed", "becomes"),
    [
        (-1, "Ex-2", "Ex-1"), (0, "Ex-2", "Ex-1"), (1, "Ex-2", "Ex-1"), (1, "d", "Ex-1"), (1, "D", "Ex-1"),
        (0, "D", "Ex-1"), (2, "Ex-2", "Ex-2"), (2, "d", "Ex-2"), (2, "D", "Ex-2"), (3, "Ex-2", "Ex-2"),
        (3, "d", "Ex-3"), (3, "D", "Ex-3"), (5, "D", "Ex-3"),
    ],
)  # fmt: skip
@BOTH
def test_15_55_every_conversion(edition, ctl, printed, becomes):
    counters, die = {"Ex-2": (3, 5), "d": (3, 6), "D": (6, 6)}[printed]
    battle = assault(edition, ctl, counters)
    assert odds(battle)[2] == ("2:1" if printed == "D" else "1:1")
    after = roll(battle, die)
    if printed == "d":
        # The attacker speaks first; a d he keeps may be converted.
        assert topic(after) == "choose"
        after = after.play("keep")
    if printed == becomes:
        assert topic(after) != "convert"
    elif edition == "new" and printed != "d":
        assert topic(after) != "convert"  # compulsory
        assert "15.55" in cited(after)
    else:
        assert (topic(after), after.node.side, options(after)) == ("convert", "defender", ["keep", "convert"])
        left_alone = after.play("keep")
        expected = {"Ex-2": COST["Ex-2"], "d": 0, "D": 0}[printed]
        assert counters_lost(left_alone) == expected
        after = after.play("convert")
        letter = {1: "A", 2: "B"}.get(max(1, ctl), "C")
        assert cited(after) >= {"15.55", f"15.55{letter}"}
    assert counters_lost(after) == COST[becomes]
    assert gone(after)["d1"] == 2


@BOTH
@pytest.mark.parametrize(("die", "counters"), [(2, 3), (3, 3), (4, 3)])
def test_15_55_leaves_a_ex_and_ex_1_alone(edition, die, counters):
    battle = roll(assault(edition, 1, counters), die)
    assert topic(battle) in ("pay", "over", "advance")
    assert not cited(battle) & {"15.55", "15.55A"}


@BOTH
@pytest.mark.parametrize("fort", ["fortress", "fortification"])
def test_15_55_either_kind_of_fort(edition, fort):
    # 24 against 3 x 4 (or 3 x 3) is 2:1; die 4 is Ex-2.
    battle = fight([infantry(12, count=2, ctl=1)], [infantry(3)], edition=edition, features=[fort])
    assert touched(battle, 4)


def land_assault(edition, features, **known):
    """Eighteen factors of CTL 1 against six in the clear, 3:1; die 3 is Ex-2, die 5 is D."""
    return fight([infantry(6, count=2, ctl=1), infantry(6, at=WEST, ctl=1)], [infantry(3)], edition=edition,
                 features=features, **known)  # fmt: skip


def touched(battle, die=3):
    """Whether 15.55 touches a result: by a question to the defender, or by itself."""
    after = roll(battle, die)
    return topic(after) == "convert" or bool(cited(after) & {"15.55"})


@BOTH
def test_15_55_not_in_the_open(edition):
    assert not touched(land_assault(edition, []))


@BOTH
def test_15_55_beach_defences_attacked_from_land(edition):
    assert not touched(land_assault(edition, ["beach"]))


@pytest.mark.parametrize(("edition", "expected"), [("old", False), ("new", True)])
def test_15_55_a_landing_without_any_fort(edition, expected):
    # Eighteen factors land on three at +2 +1: 18 : 9 is 2:1; die 6 is D.
    battle = fight([infantry(9, count=2, via="sea", ctl=1)], [infantry(3)], edition=edition)
    assert touched(battle, 6) == expected


@BOTH
def test_15_55_a_landing_on_a_beach_defence(edition):
    # +2 +1 +1: 24 : 12 is 2:1; die 6 is D.
    battle = fight([infantry(12, count=2, via="sea", ctl=1)], [infantry(3)], edition=edition, features=["beach"])
    assert touched(battle, 6)


RANGERS = unit("airborne", count=3, at="0,0", via="airdrop", ctl=2)


def beach_battle(edition, *ways, readings=None):
    """Twenty factors and more on one, 4:1 or better: die 6 is D."""
    attack = {"land": infantry(25, count=2, at=EAST, ctl=1), "sea": infantry(25, count=2, via="sea", ctl=1),
              "drop": RANGERS, "many": unit("airborne", count=20, at="0,0", via="airdrop")}  # fmt: skip
    return fight([attack[way] for way in ways], [infantry(1)], edition=edition, features=["beach"], readings=readings)


@BOTH
@pytest.mark.parametrize("ways", [("land",), ("land", "drop"), ("many",)])
def test_15_55_a_beach_defence_stands_against_landings_only(edition, ways):
    for option in ("softens", "open"):
        assert not touched(beach_battle(edition, *ways, readings={"mixed_approach": option}), 6)


@BOTH
@pytest.mark.parametrize("ways", [("sea",), ("sea", "drop")])
def test_15_55_whoever_drops_beside_them(edition, ways):
    for option in ("softens", "open"):
        assert touched(beach_battle(edition, *ways, readings={"mixed_approach": option}), 6)


def test_15_55_a_beach_attacked_from_sea_and_land_is_a_reading():
    for ways in (("sea", "land"), ("sea", "land", "drop")):
        assert touched(beach_battle("old", *ways), 6)
        assert not touched(beach_battle("old", *ways, readings={"mixed_approach": "open"}), 6)
        # The newer edition softens every landing, unless only those against forts count.
        assert touched(beach_battle("new", *ways, readings={"mixed_approach": "open"}), 6)
        narrow = {"mixed_approach": "open", "invasion_scope": "fortified"}
        assert not touched(beach_battle("new", *ways, readings=narrow), 6)
        assert touched(beach_battle("new", *ways, readings={"invasion_scope": "fortified"}), 6)


def test_15_55_a_beach_and_a_fort_in_one_hex():
    # By land the fort still counts; the Maginot Line taken in the rear and a landing leave the beach.
    both = fight([infantry(25, count=2, ctl=1)], [infantry(3)], edition="old", features=["beach", "fortification"])
    assert touched(both, 6)
    landed = fight([infantry(25, count=2, ctl=1, via="sea")], [infantry(3)], edition="old",
                   features=["beach", "maginot"])  # fmt: skip
    assert touched(landed, 6)


@BOTH
@pytest.mark.parametrize("line", ["maginot", "west_wall"])
@pytest.mark.parametrize(("places", "both_ways"), [((EAST, WEST), True), ((EAST,), False)])
def test_15_55_lines_from_front_and_rear_are_a_reading(edition, line, places, both_ways):
    def battle(option):
        return fight([infantry(25, count=2, at=place, ctl=1) for place in places], [infantry(3)], edition=edition,
                     features=[line], sides={"E": ["fort"]}, readings={"mixed_approach": option})  # fmt: skip

    assert touched(battle("softens"), 6)
    assert touched(battle("open"), 6) != both_ways


@BOTH
def test_15_55_a_wall_that_counts_beside_a_river_is_not_turned(edition):
    def battle(nation):
        attack = [infantry(25, "US", count=2, at=place, ctl=1) for place in (EAST, WEST)]
        return fight(attack, [infantry(3, nation)], edition=edition, features=["west_wall"],
                     sides={"E": ["fort"], "W": ["river"]}, readings={"mixed_approach": "open"})  # fmt: skip

    assert touched(battle("German"), 6)
    assert not touched(battle("British"), 6)


@BOTH
def test_15_55_singapore_from_the_mainland_and_the_sea_or_the_air(edition):
    beach, land = infantry(25, count=2, via="sea", ctl=1), infantry(25, count=2, ctl=1)

    def battle(attack, **readings):
        return fight(attack, [infantry(1)], edition=edition, features=["singapore"], nations=("Japanese", "British"),
                     sides={"E": ["fort"]}, readings=readings)  # fmt: skip

    assert touched(battle([beach, land]), 6)
    # The newer edition softens what every landing does.
    assert touched(battle([beach, land], mixed_approach="open"), 6) == (edition == "new")
    assert not touched(battle([land]), 6)  # fort lines do not face the mainland
    assert not touched(battle([land, RANGERS]), 6)
    drop = [unit("airborne", count=20, at="0,0", via="airdrop")]
    assert touched(battle(drop), 6)
    assert not touched(battle(drop, singapore_drop="sea"), 6)


@pytest.mark.parametrize(("edition", "expected"), [("old", True), ("new", False)])
def test_15_55_a_drop_on_a_fortified_island(edition, expected):
    # The newer list names forts and invasions only. Nine dropped factors against one at +3: 3:1, die 5 is D.
    battle = fight([unit("airborne", count=9, at="0,0", via="airdrop")], [infantry(1)], edition=edition,
                   features=["island", "fortified_island"], theatre="pacific")  # fmt: skip
    assert touched(battle, 5) == expected


@BOTH
@pytest.mark.parametrize("line", ["maginot", "west_wall"])
def test_15_55_lines_from_behind(edition, line):
    sides = {"W": ["fort"], "E": ["fort"]}
    # 36 against 3 x 4 is 3:1 (die 3 is Ex-2), against 3 x 3 it is 4:1 (die 2 is Ex-2).
    frontal = fight([infantry(18, ctl=1), infantry(18, at=WEST, ctl=1)], [infantry(3)], edition=edition,
                    features=[line], sides=sides)  # fmt: skip
    assert touched(frontal, {"maginot": 3, "west_wall": 2}[line])
    assert not touched(land_assault(edition, [line]))


@BOTH
def test_15_55_singapore_from_the_mainland(edition):
    assert not touched(land_assault(edition, ["singapore"], nations=("Japanese", "British")))


@BOTH
def test_15_55_singapore_from_the_sea(edition):
    # +2 +1 +2: 30 : 15 is 2:1; die 6 is D.
    battle = fight([infantry(15, count=2, via="sea", ctl=1)], [infantry(3)], edition=edition, features=["singapore"],
                   nations=("Japanese", "British"))  # fmt: skip
    assert touched(battle, 6)


@BOTH
def test_15_55_tactical_atomic_attacks(edition):
    assert not touched(assault(edition, 1, 3, atomic=True), 5)


@pytest.mark.parametrize(("edition", "expected"), [("old", True), ("new", False)])
def test_15_55_the_initial_japanese_surprise_turn(edition, expected):
    battle = assault(edition, 1, 3, nations=("Japanese", "Russian"), japanese_surprise=True, theatre="pacific")
    assert touched(battle, 5) == expected


@BOTH
def test_15_55_one_fort_among_the_attacked_hexes(edition):
    battle = fight([infantry(20, at="0,1", ctl=1)], [infantry(2), infantry(2, at="-1,1")], edition=edition,
                   targets=["0,0", "-1,1"], features=["fortification"])  # fmt: skip
    # 20 : 6 + 4 is 2:1; die 6 is D.
    assert odds(battle) == (20, 10, "2:1")
    assert touched(battle, 6)
