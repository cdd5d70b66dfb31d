"""Least chances: which positions are looked at first, and what is known after so many of them, by hand."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hexumpire.analysis import bounded as bounding
from hexumpire.analysis.bounded import OPEN, bounded
from hexumpire.analysis.by_hex import by_hex
from hexumpire.analysis.outcomes import report

from tests.unit.test_outcomes import RULESET, Drawn, first

TREE = {
    "start": {"rare": 1, "likely": 3},
    "rare": {"lost": 1},
    "likely": {"won": 1, "deep": 2},
    "deep": {"won": 1, "lost": 1},
    "won": ("won", {}),
    "lost": ("lost", {}),
}


@pytest.mark.parametrize(
    ("most", "won", "lost"),
    [
        (1, 0, 0),
        (3, 0, 0),  # start, likely, deep
        (4, Fraction(1, 2), 0),  # and won, to which both lead by now
        (5, Fraction(1, 2), 0),
        (6, Fraction(1, 2), Fraction(1, 2)),
    ],
)
def test_the_likeliest_positions_are_looked_at_first(most: int, won: Fraction, lost: Fraction) -> None:
    found = bounded(Drawn(TREE), "start", first, most)
    chances = {end: Fraction(weight, found.total) for end, weight in found.items()}
    assert {end.result: p for end, p in chances.items() if end != OPEN} == {
        result: p for result, p in (("won", won), ("lost", lost)) if p
    }
    assert chances.get(OPEN, 0) == 1 - won - lost


def test_least_chances_are_as_good_as_exact_ones() -> None:
    places = {"start": {"won": 3, "lost": 3, "far": 1}, "far": {"won": 1}, "won": ("won", {}), "lost": ("lost", {})}
    found = bounded(Drawn(places), "start", first, 3)
    ends = {end.result: Fraction(weight, found.total) for end, weight in found.items() if end != OPEN}
    assert set(ends) == {"won", "lost"}
    for p in ends.values():
        assert 0 <= Fraction(3, 7) - p < Fraction(1, 10**20)


def test_an_ending_that_is_reached_on_two_ways_weighs_what_both_bring_to_it() -> None:
    places = {
        "start": {"mid": 2, "won": 1, "far": 1},
        "mid": {"won": 1},
        "far": {"farther": 1},
        "farther": {"won": 1},
        "won": ("won", {}),
    }
    found = bounded(Drawn(places), "start", first, 4)
    assert {end.result: Fraction(weight, found.total) for end, weight in found.items() if end != OPEN} == {
        "won": Fraction(3, 4)
    }


def test_a_choice_leads_where_the_policy_says() -> None:
    places = {"start": ("attacker", ["far", "won"]), "far": {"lost": 1}, "won": ("won", {}), "lost": ("lost", {})}
    assert [end.result for end in bounded(Drawn(places), "start", first, 100)] == ["lost"]


class Held(Drawn):
    """A game that may have too many positions, and tells of each hex whether it is taken."""

    is_long = True

    def by_hex(self) -> Held:
        return self


class Finer(Drawn):
    """A game of few positions, of which those that tell of hexes are more."""

    is_long = True
    scenario = None

    def scope(self, state: str) -> tuple[Drawn, str]:
        return self, state

    def reckoned(self) -> Drawn:
        return self

    def by_hex(self) -> Held:
        return Held({**TREE, "won": ("won", {"0,0": 1}), "lost": ("lost", {"0,0": 0})})


def test_least_chances_of_hexes_are_told_as_that_where_the_result_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    """More positions are asked for to know them as well, and that many are looked at of both."""
    monkeypatch.setattr(bounding, "ENOUGH", 4)
    game = Finer({"start": {"won": 1, "lost": 1}, "won": ("won", {}), "lost": ("lost", {})})
    found = report(game, "start", RULESET, {})
    assert not any(row["percent"].startswith("≥") for row in found["summary"])
    assert [(one["hex"], one["percent"]) for one in found["hexes"]] == [("0,0", "≥ 50.0 %")]
    assert found["further"] == 4 * bounding.FURTHER
    whole = report(game, "start", RULESET, {}, work=found["further"])
    assert [(one["hex"], one["percent"], whole["further"]) for one in whole["hexes"]] == [("0,0", "50.0 %", None)]


def test_the_chance_of_a_hex_is_a_least_one_where_not_all_is_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    places = {**TREE, "rare": {"won": 1}, "won": ("won", {"0,0": 1, "1,0": 0}), "lost": ("lost", {"0,0": 0, "1,0": 1})}
    assert by_hex(Held(places), "start", first) == ({"0,0": Fraction(3, 4), "1,0": Fraction(1, 4)}, True)
    monkeypatch.setattr(bounding, "ENOUGH", 4)
    assert by_hex(Held(places), "start", first) == ({"0,0": Fraction(1, 2), "1,0": Fraction(0)}, False)
    assert by_hex(Held(places), "start", first, work=100) == ({"0,0": Fraction(3, 4), "1,0": Fraction(1, 4)}, True)
    assert by_hex(Drawn(places), "start", first) is None
