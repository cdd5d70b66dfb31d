"""16.47A in the Pacific: who has gone a hex beyond the unit before it may advance sideways next to that unit."""

from __future__ import annotations

import pytest
from hexumpire.rulesets.aworldatwar.rules.chain import Link, may_advance

HOME = "0,0"
FIRST, SECOND = ("1,0",), ("1,0", "2,-1")


@pytest.mark.parametrize(
    ("theatre", "stands", "rules"),
    [("pacific", "1,-1", ()), ("pacific", "1,0", ("16.47A",)), ("europe", "1,-1", ())],
)
def test_16_47_a_sideways_is_next_to_the_unit_before_where_it_stands_now(theatre, stands, rules):
    """16.47A: ``2,-2`` lies beside ``1,-1``, where the first unit has advanced, and not beside ``1,0``."""
    links = [Link(FIRST, stands), Link(SECOND, "2,-1")]
    assert may_advance(HOME, links, 1, "2,-2", theatre)[1] == rules


def test_16_47_a_of_several_units_before_it_any_will_do():
    links = [Link(FIRST, "1,0"), Link(FIRST, "1,-1"), Link(SECOND, "2,-1")]
    assert may_advance(HOME, links, 2, "2,-2", "pacific")[1] == ()


def test_16_47_a_the_hex_that_the_unit_before_has_left_does_not_do():
    """``2,0`` lies beside ``1,0``, which it has left; another unit would hold the chain there."""
    other = Link(("0,1",), "1,0")
    links = [Link(FIRST, "1,-1"), other, Link(SECOND, "2,-1")]
    assert may_advance(HOME, links, 2, "2,0", "pacific")[1] == ("16.47A",)


def test_16_47_the_breakthrough_hex_is_the_first_unit_of_the_chain():
    links = [Link(FIRST, "1,0")]
    assert may_advance(HOME, links, 0, "1,-1", "pacific")[1] == ()
    assert may_advance(HOME, links, 0, "2,0", "pacific")[1] == ("16.47A",)
