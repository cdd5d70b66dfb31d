"""11.P: what attacks make of forts and entrenchments."""

from __future__ import annotations

import pytest
from hexumpire.rulesets.v101125.rules import forts
from hexumpire.rulesets.v101125.tables import CRT


@pytest.mark.parametrize(
    ("work", "left"),
    [
        ("fortress", "damaged_fortress"),  # 11.P.1
        ("unimproved_fortress", "damaged_unimproved_fortress"),  # 11.P.2
        ("improved_fortified_area", "fortified_area"),  # 11.P.3
        ("fortified_area", "improved_fort"),  # 11.P.4
        ("improved_fort", "fort"),  # 11.P.5
        ("fort", "damaged_fort"),  # 11.P.6
        ("damaged_fort", "damaged_fort"),
        ("improved_entrenchment", "entrenchment"),  # 11.P.7
        ("entrenchment", ""),  # 11.P.8
        ("permanent_fortified_area", "permanent_fortified_area"),  # 11.P.N
        ("port_fortification", "port_fortification"),
        ("fortified_zone", "fortified_zone"),
        ("damaged_fortress", "damaged_fortress"),
        ("major_city", "major_city"),
    ],
)
def test_the_ladder(work, left):
    """11.P.0: one level at each attack on 1:2 or better."""
    assert forts.after(work, "1:2") == forts.after(work, "13:1") == left
    assert forts.after(work, "1:3") == forts.after(work, "1:4") == work


def test_columns_that_count():
    """11.P.0."""
    assert [name for name in CRT.ladder.names if not forts.suffers(name)] == ["1:4", "1:3"]


def test_a_fortress_that_combat_does_not_touch():
    """11.P.1 against 11.P.N, by the reading."""
    assert forts.after("fortress", "3:1", "no") == "fortress"
    assert forts.after("unimproved_fortress", "3:1", "no") == "unimproved_fortress"
    assert forts.after("fort", "3:1", "no") == "damaged_fort"


def test_a_deadlock_brings_it_down_twice():
    """11.P.0, 11.L.1.f."""
    assert forts.after(forts.after("fortified_area", "2:1"), "2:1") == "fort"


def test_what_the_log_says():
    """11.P.6, 11.P.8."""
    assert forts.told("fort", "damaged_fort") == "The attack reduces the fort to a damaged fort."
    assert forts.told("entrenchment", "") == "The attack removes the entrenchment."
    assert forts.told("damaged_fort", "damaged_fort") == ""
