"""Exploitation attacks that drops and failed overruns demand where not all of them can be made (10.55C, 13.531)."""

from __future__ import annotations

from typing import Any

import pytest
from hexumpire.model.battle import moves

from tests.rules.aworldatwar.exploiting import EAST, WAITS, begin, enemy, refused, tanks, why
from tests.rules.aworldatwar.setting import Document, lost, options, topic

E, NE, SE, SW = EAST[0], "1,-1", "0,1", "-1,1"
DROP: Document = {"id": "drop", "type": "airborne", "nation": "German", "at": WAITS}
FORT: Document = {"features": ["fortress"]}


def big(name: str) -> Document:
    """Armor that overruns one factor in a fortress, unless air comes to help."""
    return tanks(id=name, factors=24)


def air(name: str, factors: int) -> Document:
    """Air of the other side."""
    return {"id": name, "type": "air", "nation": "Russian", "at": "4,0", "factors": factors}


def failed(battle: Any, **tries: tuple[str, str]) -> Any:
    """After overruns of hexes that failed by defensive air, and all movement: for each tank the hex and the air."""
    for name, (place, das) in tries.items():
        number = next(n for n, tank in enumerate(battle.state.tanks) if tank.id == name)
        battle = battle.play_all([f"overrun:{number}@{place}", "on", f"fly:{das}", "on"])
    while topic(battle) != "drop":
        battle = battle.play("done")
    return battle


def dropped(battle: Any, *places: str) -> Any:
    """After a drop on each of some hexes."""
    for place in places:
        options_there = [one for one in options(battle) if one.startswith("drop:") and one.endswith(f"@{place}")]
        battle = battle.play(options_there[0])
    return battle


@pytest.mark.parametrize("tried", [False, True])
def test_10_55c_drops_do_not_share_armor_where_an_overrun_failed_that_no_attack_can_follow(tried: bool) -> None:
    """15.43: one unit of armor makes one attack; 1 + 6 is enough for 3 x 2, and 1 + 1 + 6 is not for both.

    13.531: who failed to overrun the fortress makes no other attack, and 24 + 6 for 33 may make none on it (15.52).
    """
    foes = [enemy("armor", at=place, factors=3) for place in (E, NE)]
    units = [tanks(factors=6), big("big"), {**DROP, "count": 2}]
    battle = begin(units, defenders=[*foes, enemy(at=SE), air("das", 30)], hexes={SE: FORT})
    battle = battle.play_all(["place:tanks@1", "place:big@1"])
    both = dropped(failed(battle, **({"big": (SE, "das")} if tried else {})), E, NE)
    assert ("done" in options(both)) == (not tried), "else the armor of 24 joins one of them"
    assert refused(both, "", "") == ({"10.55C", "15.43"} if tried else set())
    one = both.play("recall:drop")
    assert "done" in options(one), "one of them is enough"


def test_10_55c_armor_that_a_drop_needs_joins_no_other_attack_that_is_due() -> None:
    """13.531: two overruns failed, 24 : 28 each, and 6 more can help one of them only; the drop needs these 6."""
    units = [tanks(factors=6), big("one"), big("two"), DROP]
    foes = [enemy("armor", at=E, factors=3), enemy(at=SE), enemy(at=SW), air("a", 25), air("b", 25)]
    battle = begin(units, defenders=foes, hexes={SE: FORT, SW: FORT})
    battle = battle.play_all(["place:tanks@1", "place:one@1", "place:two@1"])
    battle = failed(battle, one=(SE, "a"), two=(SW, "b"))
    needing = dropped(battle, E).play("done")
    helped = needing.play(f"attack:{SE}")
    assert "fight" not in options(helped)
    assert why(helped, "fight") == {"15.22", "10.55C"}
    assert "fight" in options(needing.play(f"attack:{E}"))
    assert "fight" in options(battle.play_all(["done", f"attack:{SE}"])), "nobody drops"


def test_10_56_who_dropped_where_the_attack_cannot_be_made_any_more_counts_among_the_lost() -> None:
    """10.55C, 15.33I: armor that advances beside a Chindit ends its being alone, and 2 : 2 becomes 2 : 3."""
    units = [
        tanks("British", count=2),
        {**DROP, "nation": "Russian", "at": "2,2"},
        {"id": "chindit", "type": "chindit", "nation": "British", "at": "2,2"},
    ]
    foes = [enemy(nation="German", at=E, factors=2), enemy(nation="German", at="3,0")]
    hexes: dict[str, Document] = {"3,0": {"terrain": "jungle"}, "2,2": {}}
    battle = begin(units, defenders=foes, hexes=hexes, theatre="pacific").play_all(["place:tanks@1"] * 2)
    while topic(battle) != "drop":
        battle = battle.play("done")
    battle = battle.play_all(["drop:drop@3,0", "drop:chindit@2,0", "done"])
    assert "done" not in options(battle) and "fight" in options(battle.play("attack:3,0"))
    battle = battle.play_all([f"attack:{E}", "send:0", "send:1", "leave:chindit", "fight", "!result=Ex", "lose:tanks"])
    battle = battle.play(next(one for one in options(battle) if one.startswith("advance:")))
    assert battle.state.losses == (4, 2)
    assert why(battle.play("attack:3,0"), "fight") == {"15.52"}
    assert lost(battle.play("done")) == (4 + 1, 2)


@pytest.mark.parametrize(("enemies", "most"), [([], 3), ([enemy(at=E)], 5)])
def test_12_12_more_than_three_specialised_units_drop_only_where_they_attack(
    enemies: list[Document], most: int
) -> None:
    """12.12: an empty hex holds three of them; airborne units that drop on enemies have no limit."""
    battle = begin([tanks(), {**DROP, "count": 5}], defenders=[*enemies, enemy(at=EAST[5])])
    battle = battle.play("place:tanks@1")
    while topic(battle) != "drop":
        battle = battle.play("done")
    for _ in range(most):
        battle = dropped(battle, E)
    left = [one for one in options(battle) if one.startswith("drop:")]
    assert not any(one.endswith(f"@{E}") for one in left)
    assert bool(left) == (most < 5), "there are others who may drop elsewhere"
    if left:
        assert why(battle, left[0].partition("@")[0] + f"@{E}") == {"12.12"}


def test_15_22_armor_sent_where_a_drop_needs_it_is_left_out_as_far_as_the_rest_is_enough() -> None:
    """15.21, 10.55C: 6 + 6 and a drop of 1 for 3 x 2; a search looks at attacks as long as one is due."""
    foes = [enemy("armor", at=E, factors=3), enemy(at=NE)]
    battle = failed(begin([tanks(factors=6, count=2), DROP], defenders=foes).play_all(["place:tanks@1"] * 2))
    free, due = battle.play("done"), dropped(battle, E).play("done")
    assert moves(free.node) == ["done"]
    assert moves(due.node) == options(due) == [f"attack:{E}", f"attack:{NE}"]
    both = due.play(f"attack:{E}")
    assert both.assessment.attack == 6 + 6 + 1
    assert {option.id for option in both.node.options if option.aside} >= {"spare:0", "spare:1"}
    one = both.play("spare:0")
    assert one.assessment.attack == 6 + 1
    assert one.log[-1][1].text.endswith(" is left out.") and one.log[-1][1].rules == ("15.21",)
    again = one.play("send:0")
    assert again.log[-1][1].text.endswith(" attacks.") and again.assessment.attack == both.assessment.attack
    assert "spare:1" not in options(one)


@pytest.mark.parametrize(
    ("reading", "beside", "most"),
    [
        ("three", [], 3),
        ("ordinary", [], 5),
        ("ordinary", ["infantry"], 4),
        ("ordinary", ["infantry"] * 2, 3),
        ("ordinary", ["commando"], 4),
        ("ordinary", ["flak"], 5),
    ],
)
def test_12_12_drops_into_an_empty_hex_take_places_of_ordinary_units_by_the_reading_that_lets_them(
    reading: str, beside: list[str], most: int
) -> None:
    """12.12: three have places of their own; by that reading as many more drop as two ordinary units leave room for."""
    others = [{"type": kind, "nation": "German", "at": E} for kind in beside]
    battle = begin(
        [tanks(), {**DROP, "count": 6}],
        others=others,
        defenders=[enemy(at=EAST[5])],
        readings={"special_places": reading},
    )
    assert "special_places" in battle.game.relevant()["readings"]
    battle = battle.play("place:tanks@1")
    while topic(battle) != "drop":
        battle = battle.play("done")
    battle = dropped(battle, *[E] * most)
    left = [one for one in options(battle) if one.startswith("drop:")]
    assert left and not any(one.endswith(f"@{E}") for one in left)
    told = [
        one for one in battle.game.phase(battle.state).candidates(battle.state) if one.option.hex == E and one.reason
    ]
    assert {one.rules for one in told} == {("12.12",)}
    assert {one.reason for one in told} == {
        f"{most + beside.count('commando')} specialised units are in the hex already"
    }
