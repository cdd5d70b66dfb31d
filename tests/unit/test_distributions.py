"""Distributions: integer weights, nothing reduced, nothing rounded."""

from fractions import Fraction

import pytest
from hexumpire.analysis.distributions import Dist, die, pool


def test_a_die_has_its_faces() -> None:
    assert dict(die(6)) == dict.fromkeys(range(1, 7), 1)
    assert die(6).total == len(die(6)) == 6


def test_weights_are_kept_as_given() -> None:
    dist = Dist({"hit": 2, "miss": 4})
    assert (dist["hit"], dist.total) == (2, 6)
    assert dist != Dist({"hit": 1, "miss": 2})
    assert dist.p(lambda outcome: outcome == "hit") == Fraction(1, 3)


def test_equal_outcomes_are_put_together_and_weight_nought_is_left_out() -> None:
    dist = Dist([("a", 1), ("b", 0), ("a", 2)])
    assert dict(dist) == {"a": 3}
    with pytest.raises(KeyError):
        dist["b"]


@pytest.mark.parametrize("weight", [-1, 0.5, True, "1", None])
def test_a_weight_is_a_whole_number(weight: object) -> None:
    with pytest.raises(ValueError, match="must be a whole number"):
        Dist({"a": weight})  # type: ignore[dict-item]


@pytest.mark.parametrize("weights", [{}, {"a": 0}])
def test_something_must_be_possible(weights: dict[str, int]) -> None:
    with pytest.raises(ValueError, match="at least one outcome"):
        Dist(weights)


def test_sums_of_dice() -> None:
    assert dict(pool(2, 6)) == {n: 6 - abs(n - 7) for n in range(2, 13)}
    assert pool(1, 8) == die(8)
    assert pool(4, 6).total == 6**4


def test_map_keeps_the_total() -> None:
    parity = die(6).map(lambda n: n % 2 == 0)
    assert dict(parity) == {False: 3, True: 3}


def test_given_conditions() -> None:
    assert dict(die(6).given(lambda n: n > 4)) == {5: 1, 6: 1}
    with pytest.raises(ValueError, match="at least one outcome"):
        die(6).given(lambda n: n > 6)


def test_mean_is_exact() -> None:
    assert die(6).mean(lambda n: n) == Fraction(7, 2)
    assert die(3).mean(lambda n: Fraction(n, 3)) == Fraction(2, 3)


def test_it_is_a_value() -> None:
    assert hash(Dist({"a": 1, "b": 2})) == hash(Dist([("b", 2), ("a", 1)]))
    assert {die(6): "die"}[Dist(dict.fromkeys(range(1, 7), 1))] == "die"
    assert repr(Dist({"a": 1})) == "Dist({'a': 1})"
    assert 7 not in die(6) and die(6).get(7) is None
    with pytest.raises(AttributeError):
        die(6).faces = 6  # type: ignore[attr-defined]
