"""11.N and Table 8: cadres and remnants."""

from __future__ import annotations

import pytest
from hexumpire.model.scenario import Unit
from hexumpire.rulesets.v101125 import RULESET, setting
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
    assert cadres.remnant(attack, defence, traits, "zero") == left


def test_a_remnant_of_less_than_nothing():
    """T8: -½ rounds up to 0, or is none by the other reading."""
    assert cadres.remnant(3, 3, MINOR, "zero") == (0, 0)
    assert cadres.remnant(3, 3, MINOR, "none") is None
    assert cadres.remnant(3, 3, MAJOR, "none") is None
    assert cadres.remnant(4, 4, MINOR, "none") == (0, 0)


def test_the_aa_value_of_a_remnant():
    """T8: its strengths together."""
    assert cadres.antiaircraft(cadres.Reduced(1, 2)) == 3


def faces(year: int = 1942, zero: str = "zero", **values: object) -> list[tuple[str, int, int]]:
    field_of = RULESET.vocabulary.field_of
    kind = RULESET.vocabulary.type_of["infantry"]
    whole = {key: RULESET.vocabulary.default(kind, key) for key in kind.fields if key in field_of} | values
    unit = Unit("u", "attacker", "infantry", str(values.get("nation", "German")), "1,0", 1, whole)
    return [(face.kind, face.attack, face.defence) for face in setting.faces_of(unit, year, zero)]


def test_the_faces_of_a_counter():
    """11.N.0, 11.N.1, 11.N.2: the printed cadre, or that of the chart; then a remnant where it may form one."""
    assert faces(attack=8) == [("full", 8, 8)]
    assert faces(attack=8, cadre_attack=2) == [("full", 8, 8), ("cadre", 2, 2)]
    assert faces(attack=8, cadre_attack=-2) == [("full", 8, 8), ("cadre", 3, 3)]
    assert faces(1943, attack=9, cadre_attack=-2, nation="British")[1] == ("cadre", 4, 5)
    assert faces(attack=4, remnant=True, nation="Italian") == [("full", 4, 4), ("remnant", 0, 0)]
    assert faces(attack=16, cadre_attack=7, remnant=True)[1:] == [("cadre", 7, 7), ("remnant", 2, 3)]
    assert faces(attack=7, face="cadre", cadre_attack=2) == [("cadre", 7, 7)]
    assert faces(attack=7, face="remnant", remnant=True) == [("remnant", 7, 7)]
    assert faces(zero="none", attack=3, remnant=True) == [("full", 3, 3)]
