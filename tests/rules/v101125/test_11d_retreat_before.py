"""11.D.4 and Table 1: modifiers of the success roll before combat."""

from dataclasses import replace

import pytest
from hexumpire.files.codec import read_scenario
from hexumpire.rulesets.v101125.fight import OVERRUN
from hexumpire.rulesets.v101125.rules import retreat_before
from hexumpire.rulesets.v101125.setting import Setting

from tests.rules.v101125.setting import HERE, WEST, document, infantry, setting, unit


def modifier(runner, chasers=None, to=WEST, helped=False, **more):
    found = setting(chasers or [infantry(8, movement=4)], [runner], **more)
    fight = found.opening
    line = retreat_before.modifier(found, fight, fight.defenders[0], to, helped)
    assert line.mismatches() == []
    return {child.rules[0]: child.value for child in line.children}


SLOW = {"movement": 5}


@pytest.mark.parametrize(
    ("own", "others", "rows"),
    [
        (6, [8], {"T1.m1": -2}),
        (6, [6], {"T1.m2": -1}),
        (6, [5], {}),
        (10, [5], {"T1.m11": 2}),
        (10, [5, 12], {"T1.m1": -2}),
        (6, [6, 8], {"T1.m1": -2, "T1.m2": -1}),
        (10, [10, 6], {"T1.m2": -1}),
    ],
)
def test_t1_m1_m2_m11_slower_as_fast_and_faster(own, others, rows):
    """T1.m1, T1.m2, T1.m11."""
    chasers = [infantry(5, movement=other) for other in others]
    assert modifier(infantry(5, movement=own), chasers) == rows


def test_t1_m1_only_attackers_of_the_same_zone_class_or_a_higher_one_count():
    """T1.m1."""
    low, high = infantry(5, movement=9, zone_class=1), infantry(5, movement=9, zone_class=3)
    assert modifier(infantry(5, zone_class=2), [low]) == {}
    assert modifier(infantry(5, zone_class=2), [high]) == {"T1.m1": -2}
    assert modifier(infantry(5, zone_class=2, movement=9), [high]) == {}  # as fast, but of another class


def test_t1_m1_m2_slower_than_one_attacker_and_as_fast_as_another_count_both():
    """T1.m1, T1.m2: the modifiers are cumulative, whichever zone class the faster one has."""
    for zone_class in (1, 3):
        chasers = [infantry(5, movement=6), infantry(5, movement=9, zone_class=zone_class)]
        assert modifier(infantry(5, movement=6), chasers) == {"T1.m1": -2, "T1.m2": -1}


@pytest.mark.parametrize(
    ("fields", "more", "rows"),
    [
        ({}, {"surprise": True}, {"T1.m3": -1}),
        ({"marker": 3}, {}, {"T1.m4": -1}),
        ({}, {"features": ["improved_fort"]}, {"T1.m5": -1}),
        ({}, {"examined": True}, {"T1.m6": -1}),
        ({}, {"here": {"interdiction": 3}}, {"T1.m7": -3}),
        ({}, {"hexes": {WEST: {"terrain": "woods"}}}, {"T1.m8": -2}),
        ({}, {"terrain": "woods"}, {"T1.m9": 2}),
        ({}, {"phase": "exploitation"}, {}),  # of the movement, not of the combat
        ({"ski": True}, {"snow": True}, {"T1.m12": 1}),
        ({"ski": True}, {}, {}),
        ({"ski": True, "nation": "Swedish"}, {"snow": True}, {"T1.m12": 1, "T1.m13": 1}),
        ({"type": "cavalry"}, {}, {"T1.m14": 1}),
        ({"recon": True}, {}, {"T1.m15": 2}),
        ({"nation": "Finnish"}, {"hexes": {WEST: {"terrain": "forest"}}}, {"T1.m16": 2}),
        ({"type": "commando"}, {}, {"T1.m17": 3}),
    ],
)
def test_t1_m3_to_t1_m17_each_row_by_itself(fields, more, rows):
    """T1.m3, T1.m4, T1.m5, T1.m6, T1.m7, T1.m8, T1.m9, T1.m10, T1.m12, T1.m13, T1.m14, T1.m15, T1.m16, T1.m17."""
    assert modifier({**infantry(5, **SLOW), **fields}, **more) == rows


@pytest.mark.parametrize(("phase", "rows"), [("exploitation", {"T1.m10": 1}), ("initial", {})])
def test_t1_m10_who_is_overrun_in_the_movement_phase_of_the_exploitation(phase, rows):
    """T1.m10."""
    runner = infantry(5, **SLOW)
    setup = document([infantry(8, movement=4)], [runner], phase=phase) | {"procedure": "overrun"}
    found = Setting(read_scenario(setup))
    fight = replace(found.opening, kind=OVERRUN)
    line = retreat_before.modifier(found, fight, fight.defenders[0], WEST)
    assert {child.rules[0]: child.value for child in line.children} == rows


def test_11_d_4_all_rows_are_added_and_great_success_helps_the_next():
    """11.D.4."""
    runner = infantry(5, movement=9, recon=True, marker=1)
    found = modifier(runner, features=["fort"], helped=True)
    assert found == {"T1.m11": 2, "T1.m15": 2, "T1.m4": -1, "T1.m5": -1, "T1.SS": 1}
    assert sum(found.values()) == 3


def test_t1_m9_it_stands_in_the_attacked_hex():
    """T1.m9."""
    assert setting([infantry(8)], [infantry(5)]).opening.defenders[0].at == HERE


def test_t1_m17_commandos_are_a_type():
    assert modifier(unit("commando", 1, movement=4)) == {"T1.m17": 3, "T1.m2": -1}
