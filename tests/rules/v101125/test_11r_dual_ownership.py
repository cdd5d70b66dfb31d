"""11.R: two enemy forces in one hex."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hexumpire.files.codec import read_scenario
from hexumpire.rulesets.v101125 import RULESET
from hexumpire.rulesets.v101125.rules import dual_ownership, relevance

from tests.rules.v101125.setting import EAST, HERE, SOUTHEAST, WEST, document, figures, infantry, setting


def test_zones_of_control_inside_and_around():
    """11.R.3.b.zoc: a level more inside, normal around; a screen takes a level off both."""
    assert dual_ownership.zones(Fraction(1), False) == (2, 1)
    assert dual_ownership.zones(Fraction(1), True) == (1, Fraction(1, 2))
    assert dual_ownership.zones(Fraction(2), False) == (2, 2)
    assert dual_ownership.zones(Fraction(0), False) == (0, 0)


def test_installations_stay_with_their_owner():
    """11.R.3.a.control: the other may build an airfield, no port."""
    assert dual_ownership.control("port") == ("defender", False, False)
    assert dual_ownership.control("airfield") == ("defender", True, True)


def test_attacking_out_of_it_with_others():
    """11.R.3.d.4: a pinning force, or an attack of 1:4 in the same phase."""
    needed = dual_ownership.pinning(Fraction(5), -2, -1)
    assert needed == 8
    assert dual_ownership.may_attack_out(Fraction(8), needed, False)
    assert not dual_ownership.may_attack_out(Fraction(7), needed, False)
    assert dual_ownership.may_attack_out(Fraction(0), needed, True)


def test_the_enemy_in_the_shared_hex_has_to_be_pinned():
    """11.R.3.d.4: before units there attack another hex."""

    def problems(pin, **conditions):
        attackers = [infantry(20), infantry(pin, attacks=False)]
        setup = document(attackers, [infantry(5), infantry(4, at=EAST)], **conditions)
        return [problem.rule for problem in RULESET.game(read_scenario(setup)).problems]

    assert problems(3) == ["11.R.3.d.4"]
    assert problems(4) == []
    assert problems(3, dual_attacked=True) == []


@pytest.mark.parametrize(("out_of", "asks"), [((EAST,), True), ((EAST, WEST), True), ((WEST, SOUTHEAST), False)])
def test_what_is_stated_of_the_enemies_in_a_hex_is_asked_where_that_is_attacked_out_of(out_of, asks):
    """11.R.3.d.4: also of an attack that comes from a second hex as well, but not of one on the shared hex itself."""
    enemies = [infantry(5), infantry(4, at=EAST)]
    found = relevance.relevant(setting([infantry(8, at=at) for at in out_of], enemies))
    assert ("dual_attacked" in found["conditions"]) is asks
    inside = relevance.relevant(setting([infantry(8, at=HERE), infantry(8, at=WEST)], enemies[:1]))
    assert "dual_attacked" not in inside["conditions"]


def test_who_attacks_in_a_shared_hex_does_so_from_inside_or_from_beside_it():
    """11.R.3.d.1, 11.R.3.d.3; who lands or is dropped comes by another way, and elsewhere nothing is shared."""

    def cited(**at):
        found = figures([infantry(8, at=HERE), infantry(7, **at)], [infantry(5)]).attack_trace
        return [[rule for rule in line.rules if rule.startswith("11.R")] for line in found.children]

    assert cited(at=EAST) == [["11.R.3.d.1"], ["11.R.3.d.3"]]
    assert cited(at=HERE) == [["11.R.3.d.1"]] * 2
    assert cited(at=HERE, via="airdrop") == cited(at=EAST, via="sea") == [["11.R.3.d.1"], []]
    alone = figures([infantry(8), infantry(7, at=WEST)], [infantry(5)]).attack_trace
    assert [line.rules for line in alone.children] == [("11.B.6",)] * 2
