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
