"""What may be sent into attacks: pools of counters and factors, the hexes they go to, the battle in which they do."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest
from hexumpire import rulesets
from hexumpire.analysis.sending import Pool, Sending, Slot
from hexumpire.files import codec
from hexumpire.files.units import MAX_UNITS
from hexumpire.model.scenario import Unit

from tests.rules.d8chart.setting import document, infantry
from tests.rules.v101125 import setting as v101125
from tests.unit.test_turn import TWO
from tests.unit.test_turn import document as several
from tests.unit.test_turn import unit as counter

FIGHT = document([infantry(6), infantry(3)], [infantry(3, steps=4)])
UNIT = Unit("a", "attacker", "infantry", "German", "1,0", 1, {})


@pytest.mark.parametrize(
    ("whole", "parts", "step"),
    [
        *((16, 3, 1), (17, 3, 2), (13, 3, 1), (20, 3, 2), (20, 4, 3), (20, 1, 1), (1, 9, 1)),
        *((999, 1, 1), (1000, 1, 2)),
    ],
)
def test_a_pool_is_divided_in_at_most_a_thousand_ways(whole: int, parts: int, step: int) -> None:
    """16 among three parts and the rest: 19 over 3, 969 ways. 17: 20 over 3 are 1140, so that two at a time go."""
    sending = Sending(codec.read_scenario(FIGHT), rulesets.get("d8chart"), 1, False)
    pool = Pool((UNIT,), (whole,), "", 1, False)
    slots = [Slot(number) for number in range(parts)]
    assert sending.step(pool, parts) == step
    ways = sending.ways(pool, slots)
    assert len(set(ways)) == len(ways) <= 1000
    amounts = {share for way in ways for _, share in way}
    assert amounts == {*range(step, whole, step), whole}


@pytest.mark.parametrize(("whole", "parts"), [(3, 1), (3, 2), (2, 3)])
def test_a_pool_is_divided_in_every_way(whole: int, parts: int) -> None:
    sending = Sending(codec.read_scenario(FIGHT), rulesets.get("d8chart"), 1, False)
    slots = [Slot(number) for number in range(parts)]
    naive = {
        tuple((slot, share) for slot, share in zip(slots, shares, strict=True) if share)
        for shares in product(range(whole + 1), repeat=parts)
        if sum(shares) <= whole
    }
    ways = sending.ways(Pool((UNIT,), (whole,), "", 1, False), slots)
    assert len(ways) == len(naive) and {*ways} == naive


def test_like_counters_are_one_pool_and_the_factors_of_each_unit_one_of_their_own() -> None:
    """Which of two like counters goes is all the same; of two like air units each has its factors."""
    units = [counter("a", "1,0", factors=3), counter("b", "1,0", factors=3), counter("c", "1,0", factors=4)]
    units += [counter(name, "1,1", kind="air", factors=6) for name in ("f", "g")]
    units += [counter("d", "0,0", "defender", factors=3)]
    battle = {"ruleset": "aworldatwar", "targets": ["0,0"], "units": units}
    sending = Sending(codec.read_scenario(battle), rulesets.get("aworldatwar"), 1, False)
    assert [([unit.id for unit in pool.units], pool.sizes) for pool in sending.pools] == [
        (["a", "b"], (1, 1)),
        (["c"], (1,)),
        (["f"], (6,)),
        (["g"], (6,)),
    ]


def test_some_factors_of_aircraft_are_one_counter_of_so_many() -> None:
    units = [counter("a", "1,0", factors=3), counter("air", "1,1", kind="air", factors=6, count=2)]
    units += [counter("d", "0,0", "defender", factors=3)]
    battle = {"ruleset": "aworldatwar", "targets": ["0,0"], "units": units}
    sending = Sending(codec.read_scenario(battle), rulesets.get("aworldatwar"), 1, False)
    found = sending.set_up((((Slot(0), 1),), ((Slot(0), 7),)))
    assert found is not None
    assert [(one.id, one.count, one.number("factors")) for one in found.units] == [
        ("a", 1, 3),
        ("air", 1, 7),
        ("d", 1, 3),
    ]


# Two alike in a pool of five counters, and the factors of two air units of one counter more than a counter may have.
POOLED = [counter("a", "1,0", factors=3, count=2), counter("b", "1,0", factors=3, count=3)]
FLYING = [counter("air", "1,1", kind="air", factors=30, count=2)]
SMALL = [counter("air", "1,1", kind="air", factors=20, count=2)]
Held = dict[str, tuple[str, int, int]]
"""Where units are, how many counters each is, and how strong."""


def sending_of(mine: list[dict[str, Any]], turn: bool) -> Sending:
    """What may be sent of some units against a town, or against two in a turn in which nobody is sent yet."""
    units = [*mine, counter("d", "0,0", "defender", factors=3), counter("e", "2,0", "defender", factors=3)]
    attacks = [{"targets": [place], "units": [mine[0]["id"]]} for place in ("0,0", "2,0")][: 1 + turn]
    battle = {"ruleset": "aworldatwar", "procedure": "turn", "units": units, "attacks": attacks}
    if not turn:
        battle = {"ruleset": "aworldatwar", "targets": ["0,0"], "units": units[:-1]}
    return Sending(codec.read_scenario(battle), rulesets.get("aworldatwar"), 1, True)


@pytest.mark.parametrize(
    ("mine", "turn", "load", "there", "sent"),
    [
        (POOLED, False, {(0, ""): 4}, {"a": ("1,0", 2, 3), "b": ("1,0", 2, 3)}, []),
        (POOLED, False, {(0, ""): 2}, {"a": ("1,0", 2, 3)}, []),
        (POOLED, False, {(0, "0,1"): 3}, {"a": ("0,1", 2, 3), "b": ("0,1", 1, 3)}, []),
        (
            POOLED,
            False,
            {(0, ""): 3, (0, "0,1"): 2},
            {"a": ("1,0", 2, 3), "b": ("1,0", 1, 3), "b-2": ("0,1", 2, 3)},
            [],
        ),
        (
            POOLED,
            True,
            {(0, ""): 3, (1, ""): 1},
            {"a": ("1,0", 2, 3), "b": ("1,0", 3, 3)},
            [[("a", 2), ("b", 1)], [("b", 1)]],
        ),
        (
            POOLED,
            True,
            {(0, "0,1"): 1, (1, "3,0"): 2},
            {"a": ("0,1", 1, 3), "a-2": ("3,0", 1, 3), "b": ("1,0", 2, 3), "b-2": ("3,0", 1, 3)},
            [[("a", 1)], [("a-2", 1), ("b-2", 1)]],
        ),
        (FLYING, False, {(0, ""): 60}, {"air": ("1,1", 2, 30)}, []),
        (FLYING, False, {(0, ""): 30}, {"air": ("1,1", 1, 30)}, []),
        (FLYING, False, {(0, ""): 31}, {"air": ("1,1", 1, 30), "air-2": ("1,1", 1, 1)}, []),
        (SMALL, False, {(0, ""): 30}, {"air": ("1,1", 1, 30)}, []),
        (SMALL, False, {(0, ""): 31}, {"air": ("1,1", 1, 20), "air-2": ("1,1", 1, 11)}, []),
        (FLYING, True, {(0, ""): 31, (1, ""): 9}, {"air": ("1,1", 2, 30)}, [[("air", 31)], [("air", 9)]]),
    ],
)
def test_one_unit_after_the_other_is_sent_until_enough_are(
    mine: list[dict[str, Any]], turn: bool, load: dict[tuple[int, str], int], there: Held, sent: Any
) -> None:
    """Who is not sent is gone from a single attack and stays where it was in a turn; what is divided has new ids."""
    found = sending_of(mine, turn).set_up((tuple((Slot(*slot), share) for slot, share in load.items()),))
    assert found is not None and codec.read_scenario(codec.write_scenario(found)) == found
    attackers = [one for one in found.units if one.side == "attacker"]
    assert {one.id: (one.at, one.count, one.number("factors")) for one in attackers} == there
    assert [[*one.units] for one in found.attacks] == sent


@pytest.mark.parametrize(
    ("kind", "attack", "places"),
    [
        ("infantry", 0, {"", "0,-1", "-1,0", "-1,1"}),
        ("infantry", 1, {"", "0,-1", "1,-2", "2,-2", "2,-1"}),
        ("air", 0, {""}),
        ("air", 1, {""}),
    ],
)
def test_counters_may_go_to_each_empty_hex_beside_the_target_and_aircraft_need_not(
    kind: str, attack: int, places: set[str]
) -> None:
    """Not where they are already, where enemies stand, or into a hex that is attacked."""
    units = [counter("a", "1,0", kind=kind, factors=3), counter("d", "0,0", "defender", factors=3)]
    units += [counter("e", "1,-1", "defender", factors=3), counter("f", "0,1", "defender", factors=3)]
    attacks = [{"targets": [place], "units": ["a"]} for place in ("0,0", "1,-1")]
    battle = codec.read_scenario({"ruleset": "aworldatwar", "procedure": "turn", "units": units, "attacks": attacks})
    sending = Sending(battle, rulesets.get("aworldatwar"), 1, True)
    found = sending.slots(sending.pools[0], [attack])
    assert {slot.place for slot in found} == places and len(found) == len(places)
    assert {slot.attack for slot in found} == {attack}
    still = Sending(battle, rulesets.get("aworldatwar"), 1, False)
    assert still.slots(still.pools[0], [0, 1]) == [Slot(0), Slot(1)]


def test_what_a_battle_sends_as_it_is_set_up() -> None:
    """Of the aircraft four factors and two, of the others who is named; in a battle of one attack, everybody."""
    turn = Sending(codec.read_scenario(several(TWO)), rulesets.get("aworldatwar"), 1, False)
    names = [pool.units[0].id for pool in turn.pools]
    assert dict(zip(names, turn.given([0, 1]), strict=True)) == {
        "a": ((Slot(0), 1),),
        "b": ((Slot(0), 1),),
        "c": ((Slot(1), 1),),
        "air": ((Slot(0), 4), (Slot(1), 2)),
    }
    assert dict(zip(names, turn.given([1]), strict=True)) == {
        "a": (),
        "b": (),
        "c": ((Slot(1), 1),),
        "air": ((Slot(1), 2),),
    }
    assert sending_of([*POOLED, *FLYING], False).given([0]) == (((Slot(0), 5),), ((Slot(0), 60),))


def test_three_counters_alike_go_in_the_order_in_which_they_stand() -> None:
    mine = [counter(name, "1,0", factors=3) for name in "abc"]
    found = sending_of(mine, True).set_up((((Slot(0), 2), (Slot(1), 1)),))
    assert found is not None
    assert [one.units for one in found.attacks] == [(("a", 1), ("b", 1)), (("c", 1),)]


@pytest.mark.parametrize(
    ("others", "id", "part"),
    [
        ((), "a", "a-2"),
        (("a-2",), "a", "a-3"),
        (("a-2", "a-3"), "a", "a-4"),
        ((), "x" * 22, "x" * 22 + "-2"),
        ((), "x" * 24, "x" * 22 + "-2"),
        (("x" * 22 + "-2",), "x" * 24, "x" * 22 + "-3"),
    ],
)
def test_a_part_of_a_unit_has_an_id_of_its_own_that_a_document_may_hold(
    others: tuple[str, ...], id: str, part: str
) -> None:
    mine = [counter(id, "1,0", factors=3, count=2), *(counter(name, "0,1", kind="armor", factors=4) for name in others)]
    sending = sending_of(mine, False)
    found = sending.set_up(
        (((Slot(0, "1,0"), 1), (Slot(0, "-1,0"), 1)), *(((Slot(0), one.whole),) for one in sending.pools[1:]))
    )
    assert found is not None
    assert [one.id for one in found.units if one.side == "attacker"] == [id, part, *others]
    assert codec.read_scenario(codec.write_scenario(found)) == found


@pytest.mark.parametrize(("more", "fits"), [(MAX_UNITS - 3, True), (MAX_UNITS - 2, False)])
def test_a_plan_for_which_a_battle_has_no_room_is_none(more: int, fits: bool) -> None:
    """With the unit that is divided, the defender, and others."""
    mine = [counter("a", "1,0", factors=3, count=2), *(counter(f"b{n}", "9,9", factors=1) for n in range(more))]
    sending = sending_of(mine, False)
    rest = [((Slot(0), pool.whole),) for pool in sending.pools[1:]]
    assert (sending.set_up((((Slot(0), 1), (Slot(0, "0,1"), 1)), *rest)) is not None) is fits


def test_a_unit_without_points_stays_in_the_battle_of_a_turn() -> None:
    """V 10.11.25: ground support of 0 points can be sent nowhere, and is no less on the board for that."""
    army = [v101125.infantry(9), v101125.support(0), v101125.support(3)]
    battle = v101125.document(army, [v101125.infantry(4)])
    battle |= {"procedure": "turn", "targets": [], "attacks": [{"targets": ["0,0"], "units": ["a1"]}]}
    sending = Sending(codec.read_scenario(battle), rulesets.get("v101125"), 1, False)
    found = sending.set_up(sending.given([0]))
    assert found is not None
    assert [unit.id for unit in found.units] == ["a1", "a2", "a3", "d1"]
