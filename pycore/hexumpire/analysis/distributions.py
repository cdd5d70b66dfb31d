"""Exact distributions: outcomes with integer weights.

Nothing here is a float. A ``Dist`` keeps the weights it was given, so ``7 of 36`` stays ``7 of 36``.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Generic, TypeVar

T = TypeVar("T", bound=Hashable)
U = TypeVar("U", bound=Hashable)


class Dist(Mapping[T, int], Generic[T]):
    """An immutable mapping from outcome to a positive integer weight.

    >>> d6 = die(6)
    >>> (d6 + d6)[7], (d6 + d6).total
    (6, 36)
    >>> (d6 + d6).p(lambda n: n >= 10)
    Fraction(1, 6)
    """

    __slots__ = ("_weights", "total")

    def __init__(self, weights: Mapping[T, int] | Iterable[tuple[T, int]]) -> None:
        pairs = weights.items() if isinstance(weights, Mapping) else weights
        merged: dict[T, int] = {}
        for outcome, weight in pairs:
            if not isinstance(weight, int) or isinstance(weight, bool) or weight < 0:
                raise ValueError(f"weight of {outcome!r} is {weight!r}; it must be a whole number, 0 or more")
            if weight:
                merged[outcome] = merged.get(outcome, 0) + weight
        if not merged:
            raise ValueError("a distribution needs at least one outcome of positive weight")
        self._weights = merged
        self.total = sum(merged.values())

    def __getitem__(self, outcome: T) -> int:
        return self._weights[outcome]

    def __iter__(self) -> Iterator[T]:
        return iter(self._weights)

    def __len__(self) -> int:
        return len(self._weights)

    def __hash__(self) -> int:
        return hash(frozenset(self._weights.items()))

    def __repr__(self) -> str:
        return f"Dist({self._weights!r})"

    def p(self, event: Callable[[T], bool]) -> Fraction:
        """Probability that ``event(outcome)`` is true."""
        return Fraction(sum(w for outcome, w in self._weights.items() if event(outcome)), self.total)

    def mean(self, value: Callable[[T], int | Fraction]) -> Fraction:
        """Expected ``value(outcome)``."""
        return sum((Fraction(value(o)) * w for o, w in self._weights.items()), Fraction(0)) / self.total

    def map(self, f: Callable[[T], U]) -> Dist[U]:
        """Distribution of ``f(outcome)``; the total stays."""
        return Dist([(f(outcome), w) for outcome, w in self._weights.items()])

    def given(self, event: Callable[[T], bool]) -> Dist[T]:
        """This distribution on condition that ``event`` holds.

        Raises:
            ValueError: the event is impossible.
        """
        return Dist([(o, w) for o, w in self._weights.items() if event(o)])

    def __add__(self, other: Dist[T]) -> Dist[T]:
        """Distribution of the sum of two independent draws."""
        return Dist([(a + b, v * w) for a, v in self.items() for b, w in other.items()])  # type: ignore[operator]


def die(sides: int) -> Dist[int]:
    """A fair die with faces 1 to ``sides``."""
    return Dist(dict.fromkeys(range(1, sides + 1), 1))


def pool(count: int, sides: int) -> Dist[int]:
    """Sum of ``count`` fair dice (one or more)."""
    total = die(sides)
    for _ in range(count - 1):
        total = total + die(sides)
    return total
