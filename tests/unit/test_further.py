"""Where chances are not worked out to the end, more can be asked for: less stays open, and no chance falls."""

from __future__ import annotations

import json
from fractions import Fraction

import hexumpire
import pytest
from hexumpire.analysis import bounded
from hexumpire.api import handle

CHAIN = {"forced_fights": "here"}


def chances(key, strength=None, **more):
    """The chances of an example of V 10.11.25, the fights that CA and DL force worked out as well.

    The first unit has its printed strength, or another.
    """
    document = hexumpire.example("v101125", key)
    document = {**document, "conditions": {**document.get("conditions", {}), **CHAIN}}
    if strength:
        first, *others = document["units"]
        document = {**document, "units": [{**first, "attack": strength}, *others]}
    return json.loads(handle(json.dumps({"op": "outcomes", "scenario": document, **more})))


def least(answer):
    """The chance of each result, and what is open of all."""
    found = {row["key"]: Fraction(row["p"]) for row in answer["result"]["summary"]}
    return found, found.pop("open", Fraction(0))


@pytest.mark.slow(looks=True)
def test_more_work_leaves_less_open_and_raises_every_chance(monkeypatch):
    """Of a twelfth of the positions that are usually looked at: what is open falls in the same way."""
    monkeypatch.setattr(bounded, "ENOUGH", 500)
    first, second = chances("worked-battle"), chances("worked-battle", work=1500)
    assert first["result"]["further"] == bounded.ENOUGH * bounded.FURTHER
    few, wide = least(first)
    many, narrow = least(second)
    assert 0 < narrow < wide / 2
    assert all(many[key] >= few[key] for key in few)
    assert sum(many.values()) + narrow == 1


@pytest.mark.slow(looks=True)
def test_enough_work_leaves_nothing_open_and_the_figures_are_exact(monkeypatch):
    """A strong regiment against a weak one has a chain of counterattacks that ends within what is offered next."""
    monkeypatch.setattr(bounded, "ENOUGH", 500)
    first = chances("two-regiments", strength=10)
    found, open_now = least(first)
    assert open_now and sum(found.values()) + open_now == 1
    answer = chances("two-regiments", strength=10, work=first["result"]["further"])
    exact, open_now = least(answer)
    assert not open_now and sum(exact.values()) == 1
    assert answer["result"]["further"] is None
    assert all(exact[key] >= found[key] for key in found)


def test_no_more_may_be_asked_for_than_a_phone_can_hold(monkeypatch):
    monkeypatch.setattr(bounded, "MOST", 200)
    assert chances("worked-battle", work=200)["result"]["further"] is None
    monkeypatch.setattr(bounded, "MOST", 500)
    assert chances("worked-battle", work=200)["result"]["further"] == 500


@pytest.mark.parametrize("work", [0, -1, bounded.MOST + 1, "many", True, 2.5])
def test_work_that_is_no_number_of_positions_is_refused_by_name(work):
    answer = chances("two-regiments", work=work)
    assert not answer["ok"]
    assert answer["problems"][0]["path"] == "$.work"
