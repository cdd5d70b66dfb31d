"""11.N and Table 8: cadres and remnants."""

from __future__ import annotations

import pytest
from hexumpire.rulesets.v101125.rules import cadres

MAJOR, MINOR, SOVIET, ITALIAN = (frozenset({trait}) for trait in ("major", "minor", "soviet", "italian"))
BRITISH = frozenset({"major", "british"})


@pytest.mark.parametrize(
    ("strength", "traits", "year", "left"),
    [
        (8, MAJOR, 1942, (3, 3)),
        (7, MAJOR, 1942, (3, 3)),
        (5, MAJOR, 1942, (2, 2)),
        (16, MAJOR, 1942, (7, 7)),
        (1, MAJOR, 1942, (0, 0)),
        (8, MINOR, 1942, (2, 2)),
        (5, SOVIET, 1942, (1, 1)),
        (4, ITALIAN, 1942, (0, 0)),
        (1, MINOR, 1942, None),
        (9, BRITISH, 1942, (4, 4)),
        (9, BRITISH, 1943, (4, 5)),
        (9, MAJOR, 1943, (4, 4)),
    ],
)
def test_cadres(strength, traits, year, left):
    """T8, 11.N.1."""
    assert cadres.cadre(strength, strength, traits, year) == left


@pytest.mark.parametrize(
    ("attack", "defence", "traits", "left"),
    [
        (5, 5, MAJOR, (1, 2)),
        (4, 4, ITALIAN, (0, 0)),
        (3, 3, MAJOR, (0, 1)),
        (2, 2, MAJOR, None),
        (2, 4, MAJOR, None),
        (4, 4, MINOR, (0, 0)),
        (3, 3, SOVIET, (0, 0)),
        (2, 2, MINOR, None),
        (8, 6, MAJOR, (2, 2)),
    ],
)
def test_remnants(attack, defence, traits, left):
    """T8, 11.N.2: none when a strength falls below zero after rounding."""
    assert cadres.remnant(attack, defence, traits) == left


def test_a_remnant_of_less_than_nothing():
    """T8: -½ rounds up to 0, or is none by the other reading."""
    assert cadres.remnant(3, 3, MINOR) == (0, 0)
    assert cadres.remnant(3, 3, MINOR, "none") is None
    assert cadres.remnant(3, 3, MAJOR, "none") is None
    assert cadres.remnant(4, 4, MINOR, "none") == (0, 0)


def test_the_aa_value_of_a_remnant():
    """T8: its strengths together."""
    assert cadres.antiaircraft(cadres.Reduced(1, 2)) == 3
