"""Laws of distributions, against lists of equally likely draws."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest
from hexumpire.analysis.distributions import Dist, die, pool
from hypothesis import given
from hypothesis import strategies as st

outcomes = st.integers(-4, 4)
dists = st.dictionaries(outcomes, st.integers(0, 3), min_size=1, max_size=4).filter(lambda d: any(d.values())).map(Dist)


def draws(dist: Dist[int]) -> list[int]:
    """Every equally likely draw."""
    return [outcome for outcome, weight in dist.items() for _ in range(weight)]


def same(dist: Dist, found: list) -> bool:
    """Whether a distribution gives every outcome of a list of draws its share."""
    share = Counter(found)
    return set(dist) == set(share) and all(
        Fraction(dist[outcome], dist.total) == Fraction(number, len(found)) for outcome, number in share.items()
    )


@pytest.mark.slow
@given(dists, dists)
def test_sums(a: Dist[int], b: Dist[int]) -> None:
    both = a + b
    assert same(both, [x + y for x, y in product(draws(a), draws(b))])
    assert both.total == a.total * b.total
    assert both == b + a


@given(dists, dists, dists)
def test_sums_do_not_mind_the_order(a: Dist[int], b: Dist[int], c: Dist[int]) -> None:
    assert (a + b) + c == a + (b + c)


@given(dists)
def test_certain_nought_changes_nothing(a: Dist[int]) -> None:
    assert a + Dist({0: 1}) == a
    assert a.map(lambda n: n) == a


@given(dists, st.sets(outcomes))
def test_conditions(a: Dist[int], event: set[int]) -> None:
    inside = [x for x in draws(a) if x in event]
    assert a.p(event.__contains__) == Fraction(len(inside), a.total)
    if inside:
        assert same(a.given(event.__contains__), inside)


@given(dists)
def test_means(a: Dist[int]) -> None:
    assert a.mean(lambda n: n * n) == Fraction(sum(n * n for n in draws(a)), a.total)
    assert (a + a).mean(int) == 2 * a.mean(int)


@given(st.integers(1, 4), st.integers(1, 6))
def test_pools(count: int, sides: int) -> None:
    assert same(pool(count, sides), [sum(roll) for roll in product(range(1, sides + 1), repeat=count)])
    assert pool(count, sides).total == sides**count
    assert die(sides).map(lambda n: sides + 1 - n) == die(sides)
