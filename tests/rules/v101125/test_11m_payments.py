"""11.M and 11.O in the game: disruption as casualties, what goes back, replacement points, what the end says."""

from __future__ import annotations

from typing import Any

import pytest
from hexumpire.files import codec
from hexumpire.kit.losses import tally
from hexumpire.model.battle import Battle, Decision
from hexumpire.rulesets.v101125 import RULESET
from hexumpire.rulesets.v101125.rules import losses, pools
from hexumpire.rulesets.v101125.rules.losses import DISRUPTED, REDUCED, REMOVED, Loss

from tests.rules.v101125.playing import CALM, after, begin
from tests.rules.v101125.setting import EAST, SOUTHEAST, SOUTHWEST, WEST, document, infantry, unit

FULL, CADRE = {"attack": 8, "cadre_attack": 3, "size": "3"}, {"attack": 5, "cadre_attack": 2, "size": "3"}


def begun(attackers: list[dict[str, Any]], defenders: list[dict[str, Any]], **conditions: Any) -> Battle[Any]:
    units = [
        {"id": f"{side[0]}{n}", "side": side, "type": "infantry", "nation": nation, "at": at, **unit}
        for side, nation, at, some in (
            ("attacker", "German", "1,0", attackers), ("defender", "Soviet", "0,0", defenders),
        )
        for n, unit in enumerate(some)
    ]  # fmt: skip
    document = {
        "ruleset": "v101125", "map": {"hexes": {"0,0": {"terrain": "clear"}}}, "targets": ["0,0"], "units": units,
        "conditions": conditions,
    }  # fmt: skip
    return Battle.start(RULESET.game(codec.read_scenario(document)))


def rolled(battle: Battle[Any], *dice: str) -> Battle[Any]:
    """At once, with these dice; retreats stay where they are to be decided."""
    return battle.play_all(["now", *dice])


def ids(battle: Battle[Any]) -> list[str]:
    assert isinstance(battle.node, Decision)
    return [option.id for option in battle.node.options if not option.aside]


def said(battle: Battle[Any]) -> str:
    return " ".join(line.text for line in battle.game.closing(battle.state))


EXCHANGE = ("d6=2", "d6=2", "d6=1", "d6=2")
"""1:½ at 2:1, and no disruption: 3 points of the attacker, 1½ of the defender, where divisions fight."""


def test_disruption_may_be_taken_as_casualties() -> None:
    """11.M.2b, T6.f4: also when one unit only could pay."""
    battle = rolled(begun([{"attack": 10, "size": "3"}], [CADRE]), "d6=2", "d6=5", "d6=1", "d6=6")
    assert ids(battle) == ["away:d0:0", "lose:d0:0", "halve"]
    after = battle.play("halve")
    assert ("11.M.2b", "T6.f4") in [line.rules for _, line in after.log]
    assert after.state.left == "01"
    assert "for special replacements: ½ points" in said(after)
    assert "replacement pool: 2½ points" in said(after)


def test_converted_disruption_gives_the_marker_of_casualties() -> None:
    """T10.def, 11.M.2b: to a side that this roll has cost no casualties yet."""
    battle = rolled(begun([{"attack": 10, "size": "3"}], [CADRE]), "d6=2", "d6=5", "d6=1", "d6=6")
    marks = [battle.state.due.marks[1]]
    battle.game.flow.close = lambda state: marks.append(state.due.marks[1]) or state._replace(phase="over")
    battle.game.apply(battle.state, "halve")
    assert marks == [marks[0], marks[0] + 1]


@pytest.mark.parametrize(("size", "marker"), [("1", 1), ("2", 2)])
def test_disruption_that_comes_to_no_casualties_gives_no_marker_of_them(size: str, marker: int) -> None:
    """T10.def, 11.M.2b, 11.M.0c: half of half a point is nothing; the higher die gives a marker in any case."""
    setup = document([infantry(9)], [infantry(4, size=size)], kind="forced", forced_fights="here")
    battle = begin(setup, "!result=CA", "d6=1", "d6=6", "halve")
    assert battle.state.marks == (0, marker)


def test_the_end_says_what_comes_back() -> None:
    """11.M.1, 11.M.6, 11.M.7, 11.M.2e, T7: casualties, excess, disruption, units on the turn track."""
    battle = rolled(begun([{"attack": 10, "size": "3"}], [CADRE]), "d6=2", "d6=5", "d6=1", "d6=6")
    assert "from disruption back to the pool: 1½ points" in said(battle.play("lose:d0:0"))
    gone = said(battle.play("away:d0:0"))
    assert "turn track" in gone and "pool" not in gone


def test_books() -> None:
    """11.M.6, 11.M.7, T7.n1: casualties first, then disruption, and what is left goes back, unless isolated."""
    piece = RULESET.game(begun([FULL], [CADRE]).game.scenario).setting.pieces[0]
    two = losses.parts(2)
    assert pools.entry(piece, Loss(REDUCED, two, two)) == pools.Book(8, 8, 4)
    assert pools.entry(piece, Loss(REDUCED, losses.parts(7))) == pools.Book(20, 0, 0)
    assert pools.entry(piece, Loss(REMOVED, two)) == pools.Book(8, 0, 24)
    assert pools.entry(piece, Loss(DISRUPTED, 0, two)) == pools.Book()
    alone = begun([FULL | {"isolated": True}], [CADRE]).game.setting.pieces[0]
    assert pools.entry(alone, Loss(REDUCED, two, two)) == pools.Book(8, 8, 0, 8)
    assert pools.added(pools.Book(1, 2, 3, 4), pools.Book(1, 1, 1, 1)) == pools.Book(2, 3, 4, 5)


def test_without_points_in_the_pool_nothing_is_asked() -> None:
    """11.M.8a."""
    battle = rolled(begun([FULL, FULL], [{"attack": 8, "size": "3"}]), *EXCHANGE)
    assert ids(battle) == ["lose:a0:0", "lose:a1:0"]


def test_replacement_points_in_place_of_casualties() -> None:
    """11.M.8a, 11.M.8b, 11.M.8d: a quarter of one unit, or a point of the hex, before others take the rest."""
    battle = rolled(begun([FULL, FULL], [{"attack": 8, "size": "3"}], rp_attacker=5), *EXCHANGE)
    assert ids(battle) == ["lose:a0:0", "lose:a1:0", "rp:a0", "rp:a1", "rp:1,0"]
    after = battle.play("rp:a0")
    assert (after.state.left[:2], after.state.spent, after.state.payers) == ("01", (losses.parts(2), 0), (0,))
    assert ("11.M.8a", "11.M.8b", "11.M.8d") in [line.rules for _, line in after.log]
    assert "for special replacements: 3 points" in said(after)
    shared = battle.play("rp:1,0")
    due = shared.state.due
    assert due.payers
    closed = [shared.game.flow.close(shared.state._replace(due=due._replace(payers=who))) for who in ((), due.payers)]
    for i, (without, paid) in enumerate(zip(*(one.marks for one in closed), strict=True)):
        assert paid == without + (i in due.payers)  # 11.M.8a: a marker for who pays so
    assert shared.state.spent == (losses.parts(1), 0)
    assert ids(shared) == ["lose:a0:0", "lose:a1:0"]  # they may take the other two points


def test_a_unit_pays_so_once_in_a_phase_and_one_of_a_stack() -> None:
    """11.M.8a: and never more than the pool has."""
    battle = rolled(begun([FULL, FULL], [{"attack": 8, "size": "3"}], rp_attacker=1), *EXCHANGE)
    after = battle.play("rp:a0")
    assert after.state.spent == (losses.parts(1), 0)
    assert after.state.left[:2] == "01"


@pytest.mark.parametrize("change", [{"supply": "U1"}, {"isolated": True}])
def test_only_units_in_regular_supply(change: dict[str, Any]) -> None:
    """11.M.8a."""
    battle = rolled(begun([FULL | change, FULL], [{"attack": 8, "size": "3"}], rp_attacker=5), *EXCHANGE)
    assert [one for one in ids(battle) if one.startswith("rp:")] == ["rp:a1"]


def unreplaced(battle: Battle[Any]) -> list[tuple[str, str]]:
    """What the log says of those who pay no replacement points, each with the first rule of that."""
    return [(line.text, line.rules[0]) for _, line in battle.log if line.text.startswith("No replacement points")]


def test_who_cannot_pay_replacement_points_is_told_once_with_his_reason() -> None:
    """11.M.8a: a side without any points is told nothing; of the other no unit is named for which some may be paid."""
    cut_off = FULL | {"supply": "U1"}
    weak = [{"attack": 8, "size": "3"}]
    battle = rolled(begun([cut_off, FULL], weak, rp_attacker=5), *EXCHANGE)
    supply = "only units in regular supply may pay by replacement points"
    name = "the German 8-6 infantry"
    assert unreplaced(battle) == [(f"No replacement points for {name}: {supply}.", "11.M.8a")]
    assert unreplaced(battle.play("lose:a0:0")) == unreplaced(battle)
    assert unreplaced(rolled(begun([cut_off, FULL], weak), *EXCHANGE)) == []
    few = [infantry(12, supply="U1"), *[infantry(12)] * 4]
    long = begin(document([infantry(60), infantry(30)], few, rp_defender=9), "!result=E½", "d6=1", "d6=6")
    assert len(unreplaced(long)) == len(unreplaced(long.play_all(["lose:d2:0", "lose:d3:0"]))) == 1
    both = rolled(begun([cut_off, cut_off], weak, rp_attacker=5), *EXCHANGE)
    assert unreplaced(both) == [(f"No replacement points for {name} and {name}: {supply}.", "11.M.8a")]


def test_why_no_replacement_points_are_paid_of_a_kind_of_losses() -> None:
    """11.M.8a: of disruption, and after losses of the same result; what was halved may be paid so again."""
    attack, stack = [infantry(60), infantry(30)], [infantry(12), infantry(12)]
    setup = document(attack, stack, rp_defender=9)
    shaken = begin(setup, "!result=CA", "d6=1", "d6=6")
    told = [("No replacement points: disruption is never paid by replacement points.", "11.M.8a")]
    assert unreplaced(shaken) == told
    assert unreplaced(shaken.play("halve")) == told
    worn = begin(setup, "!result=E½", "d6=1", "d6=6", "lose:d1:0", "to:-1,0")
    assert unreplaced(worn) == told
    some = [infantry(12, cadre_attack=3), infantry(12), infantry(8, cadre_attack=3), infantry(12, cadre_attack=3)]
    halved = begin(document(attack, some, rp_defender=9), "!result=1X½", "d6=4", "d6=5", "lose:d1:0", "lose:d4:0")
    halved = halved.play_all(["retreat", f"to:{SOUTHWEST}"])
    assert unreplaced(halved.play("halve"))[-1][0] == "No replacement points: it has lost strength to the same result."


def test_one_unit_of_a_hex_pays_replacement_points_for_a_result() -> None:
    """11.M.8b, 11.M.8a: also where disruption is then taken as casualties; who has paid does not again in the phase."""
    stack = [infantry(6, size="1"), infantry(12, size="1"), infantry(12), infantry(8, size="1")]
    setup = document([infantry(60), infantry(30)], stack, rp_defender=9)
    battle = begin(setup, "!result=1:½", "d6=3", "d6=6", "lose:a1:0", "rp:d3", "halve")
    others = "the Soviet 6-6 infantry, the Soviet 12-6 infantry and the Soviet 8-6 infantry"
    again = "it has paid by replacement points in this phase already"
    assert unreplaced(battle)[-2:] == [
        (f"No replacement points for {others}: another unit of its hex has paid so for this result.", "11.M.8b"),
        (f"No replacement points for the Soviet 12-6 infantry: {again}.", "11.M.8a"),
    ]


def test_why_a_weak_unit_pays_no_replacement_points() -> None:
    """11.M.8b, 11.M.8a: a quarter of a 1-6 is less than half a point, and no 4 points are in its hex."""
    weak = after(document([infantry(60, size="1")], [infantry(1), infantry(1)], rp_defender=9), "1:1")
    assert unreplaced(after(document([infantry(60)], [infantry(1), infantry(12)], rp_defender=9), "E½")) == []
    names = "the Soviet 1-6 infantry and the Soviet 1-6 infantry"
    nothing = "what its hex and it itself may pay so comes to nothing"
    assert unreplaced(weak) == [(f"No replacement points for {names}: {nothing}.", "11.M.8b")]


def test_what_a_retreat_costs_is_not_paid_by_replacement_points() -> None:
    """11.M.8a, 11.Q.2.d: these are losses after those of the result."""
    attack = [infantry(40), infantry(4, at=SOUTHWEST, attacks=False)]
    battle = after(document(attack, [infantry(8), infantry(7)], rp_defender=9), "DR", "retreat", f"to:{WEST}")
    assert unreplaced(battle) == [("No replacement points: what a retreat costs is not paid by them.", "11.M.8a")]


def at_home(**conditions: Any) -> Battle[Any]:
    """Three points are owed by a 4-6 at home and an 8-6 of another country, the first of them by the 4-6."""
    home, guest = {"attack": 4, "size": "3", "home": True}, {"attack": 8, "cadre_attack": 3, "size": "3"}
    return rolled(begun([{"attack": 24, "size": "3"}], [home, guest], **conditions), "d6=2", "d6=4", "d6=1", "d6=2")


def test_the_first_point_of_those_at_home() -> None:
    """11.O.2, 11.M.6: it is asked whether what the unit is worth beyond that goes back."""
    battle = at_home()
    assert ids(battle) == ["back", "keep"]  # the 4-6 alone may pay the first point
    shared = battle.play("back")
    assert shared.state.left[1:] == "x1"
    assert "for special replacements: 3 points" in said(shared) and "replacement pool: 6 points" in said(shared)
    assert battle.play("keep").state.left[1:] == "x0"


def test_required_losses_are_no_matter_of_replacement_points() -> None:
    """11.M.8a, 11.O.2: but for the first point of those at home."""
    battle = at_home(rp_defender=5)
    assert ids(battle) == ["lose:d0:0", "rp:d0", "rp:d1", "rp:0,0"]
    labels = {option.id: option.label for option in battle.node.options}  # type: ignore[union-attr]
    assert labels["rp:d0"].endswith("1 point") and labels["rp:d1"].endswith("2 points")
    assert battle.play("rp:d0").state.left[1:] == "01"  # two points are left for the guest
    paid = battle.play("rp:d1")
    assert paid.state.left[1:] == "x0"  # the point at home is still owed


def test_those_who_cannot_get_out_convert_disruption() -> None:
    """11.M.2d: no more than the weakest of those who bar the way have."""
    ring = ("1,0", "1,-1", "0,-1", "-1,0", "-1,1", "0,1")
    units: list[dict[str, Any]] = [
        {
            "id": f"a{n}",
            "side": "attacker",
            "type": "infantry",
            "nation": "German",
            "at": at,
            "attack": 4,
            "zoc": "none",
        }
        for n, at in enumerate(ring)
    ]
    units.append({"id": "d", "side": "defender", "type": "infantry", "nation": "Soviet", "at": "0,0", "attack": 8,
                  "cadre_attack": 2, "size": "3"})  # fmt: skip
    document = {"ruleset": "v101125", "map": {"hexes": {}}, "targets": ["0,0"], "units": units}
    battle = Battle.start(RULESET.game(codec.read_scenario(document)))
    after = rolled(battle, "d6=3", "d6=4", "d6=1", "d6=6", "stuck")  # DR at 3:1, half a disruption of 3 REs
    assert after.state.memo.stuck
    assert after.state.left[-1] == "1"
    assert "for special replacements: ½ points" in said(after)


def test_air_and_naval_support_is_never_lost() -> None:
    """11.M.5: nor counted in losses."""
    units = [
        {"id": "a", "side": "attacker", "type": "infantry", "nation": "German", "at": "1,0", "attack": 8},
        {"id": "f", "side": "attacker", "type": "air", "nation": "German", "at": "1,0", "points": 9},
        {"id": "d", "side": "defender", "type": "infantry", "nation": "Soviet", "at": "0,0", "attack": 4},
        {"id": "s", "side": "defender", "type": "naval", "nation": "Soviet", "at": "0,0", "points": 2},
    ]
    document = {"ruleset": "v101125", "map": {"hexes": {}}, "targets": ["0,0"], "units": units}
    battle = Battle.start(RULESET.game(codec.read_scenario(document))).play("now")
    found = battle.game.flow.engagement(battle.state)
    assert (found.clash.attacker.strength, found.clash.defender.strength) == (8, 4)
    assert [len(stakes) for stakes in found.stakes.values()] == [1, 1]


def test_the_aa_value_of_a_remnant() -> None:
    """T8, 11.N.2: attack and defence of the remnant together."""
    gun = {"type": "antiaircraft", "attack": 5, "size": "1", "remnant": True}
    battle = rolled(begun([{"attack": 10, "size": "1"}], [gun]), "d6=3", "d6=3", "d6=1", "d6=2")  # 1:1 at 2:1
    assert battle.state.left[1] == "1"
    assert "AA value of 2" in said(battle)


# --- a limit on what is truly lost (11.A.12, 11.M.3) ------------------------------------------------------------------

MOUNTAIN = unit("mountain", 6, cadre_attack=2, size="3")


def exchanged(attack, defence, *actions):
    """An exchange of 3 REs in the mountains, where terrain doubles it for those whom it cuts."""
    setup = document(attack, [infantry(defence, size="3", movement=6)], terrain="mountain")
    return after(setup, "1:1", *actions)


@pytest.mark.parametrize(("defence", "lost"), [(1, 2), (2, 3)])
def test_11_a_12_units_that_terrain_does_not_cut_lose_up_to_twice_the_defenders_strength(defence, lost):
    """11.A.12, 11.M.3: 6 points are 3 of theirs, of which a single point of defence allows two."""
    battle = exchanged([MOUNTAIN], defence)
    while battle.outcome is None and battle.state.phase == "pay":
        battle = battle.play(next(iter(battle.legal_actions)))
    assert battle.state.memo.books[0].casualties == 4 * lost  # in quarters


@pytest.mark.parametrize("cut", [infantry(8, cadre_attack=3), infantry(2, size="1")])
def test_11_a_12_units_that_terrain_cuts_lose_no_more_than_that_either(cut):
    """11.A.12: 4 points are asked for, of which an 8-6 loses two, or a 2-6 all it has, and nobody else has to pay."""
    setup = document([unit("motorized", 6, cadre_attack=2, size="3"), cut], [infantry(1)],
                     here={"infantry_left": "half", "motorized_left": "full"})  # fmt: skip
    battle = after(setup, "1:1")
    assert "owes 4 points" in "\n".join(line.text for _, line in battle.log)
    for way in ("lose:a1:0", "lose:a2:0"):
        paid = battle.play(way)
        assert paid.state.phase != "pay"
        assert paid.state.memo.books[0].casualties == 4 * 2


# --- what an option says, and who may be spared -----------------------------------------------------------------------


REST = (SOUTHEAST, SOUTHWEST, "0,-1", "1,-1")
"""The hexes around the attacked one beside those in the east and in the west."""


def labels(battle: Battle[Any]) -> dict[str, str]:
    """What each option says."""
    assert isinstance(battle.node, Decision)
    return {option.id: str(option.label) for option in battle.node.options if not option.aside}


def test_an_option_says_what_becomes_of_the_unit() -> None:
    """11.N.0, 11.N.3, 11.M.2a: reduced with a reduced side left, else eliminated; also the cadre lost in a retreat."""
    stack = [infantry(8, cadre_attack=3), unit("light", 8, movement=6)]
    assert labels(after(document([infantry(60)], stack), "E½")) == {
        "lose:d1:0": "The Soviet 8-6 infantry is reduced", "lose:d2:0": "The Soviet 8-6 light infantry is eliminated"
    }  # fmt: skip
    shaken = labels(begin(document([infantry(60)], stack), "!result=CA", "d6=1", "d6=6"))
    assert shaken["away:d1:0"] == "The Soviet 8-6 infantry goes to the turn track"
    ring = [infantry(8), infantry(8, at=WEST), *(infantry(8, at=at, zoc="none") for at in REST)]
    both = [infantry(8, cadre_attack=3), infantry(7, cadre_attack=3)]
    retreat = begin(document(ring, both), "!result=DR", *CALM, "stuck")  # 16 points, a point more than both have
    assert labels(retreat) == {
        "again:d1:0": "The Soviet 8-6 infantry is eliminated", "again:d2:0": "The Soviet 7-6 infantry is eliminated"
    }  # fmt: skip


def test_11_n_2_a_cadre_that_may_become_a_remnant_does_so_where_a_retreat_costs_both_faces() -> None:
    """11.N.2, 11.N.3, 11.M.6: the 8-6 and its 3-6 cadre count; the remnant is left, and the pools get the rest."""
    ring = [infantry(8), infantry(8, at=WEST), *(infantry(8, at=at, zoc="none") for at in REST)]
    both = [infantry(8, cadre_attack=3, remnant=True), infantry(7, cadre_attack=3)]
    battle = begin(document(ring, both), "!result=DR", *CALM, "stuck")
    assert labels(battle)["again:d1:0"] == "The Soviet 8-6 infantry is reduced to its remnant"
    found = battle.play("again:d1:0")
    assert found.log[-1][1].text == "The Soviet 3-6 infantry cadre becomes the Soviet 0-6 infantry remnant."
    assert found.state.memo.books[1].casualties == 4 * (8 + 4)  # in quarters: what is gone, of 16 points that were paid


@pytest.mark.parametrize(("reading", "more", "own"), [("home", 0, 3), ("never", 1, 2), ("never", 0, None)])
def test_the_point_that_is_owed_at_home_is_nothing_that_others_pay_by_replacement_points(
    reading: str, more: int, own: int | None
) -> None:
    """11.O.2, 11.M.8a, 11.M.8b: of 3 points a 12-6 might pay 3, of which the first is owed by those at home.

    Where that point is never paid so, only another unit at home, which takes it, lets one pay what is beyond it.
    """
    stack = [infantry(12, home=True), infantry(12), *[infantry(3, size="0", home=True)] * more]
    setup = document([infantry(48)], stack, rp_defender=9, readings={"required_rp": reading})
    battle = after(setup, "1:1")
    said = labels(battle)
    assert ("rp:d1" in said) is (own is not None)
    if own is not None:
        assert said["rp:d1"].endswith(f"{own} points")
    assert said["rp:d2"].endswith("2 points")
    if more:
        assert battle.play("rp:d1").state.left[-3:] == "00x"  # the point at home is still owed


def test_11_m_8_a_who_owes_required_losses_does_not_shed_them_by_replacement_points() -> None:
    """11.M.8a, 11.O.1.b: of 5 points tanks of 3 REs owe 3; who pays 2 by points takes none, so another tank has to."""
    tank, foe = unit("armour", 12, aec="full", atec="none", cm=True), [infantry(9, size="5", intrinsic="none")]
    alone = after(document([tank | {"size": "3"}, infantry(8)], foe, rp_attacker=9, kind="forced"), "1:")
    assert by_rp(alone) == ["rp:a2", "rp:1,0"]
    pair = [tank | {"size": "2"}, infantry(8), tank | {"size": "1"}]
    two = after(document(pair, foe, rp_attacker=9, kind="forced"), "1:")
    assert by_rp(two)[:2] == ["rp:a1", "rp:a2"]
    assert two.play("rp:a1").state.left[:3] == "00x"


def test_11_m_8_a_nor_those_at_home_a_part_of_the_first_point() -> None:
    """11.M.8a, 11.O.2: a quarter of a 3-6 is half a point; the other half is its own, so that it is told why not."""
    setup = document([infantry(48)], [infantry(3, home=True), infantry(12)], rp_defender=9)
    battle = after(setup, "1:1")
    assert by_rp(battle) == ["rp:d2", "rp:0,0"]
    reason = "nobody else could take the losses that are required of it"
    alone = after(document([infantry(48)], [infantry(3, home=True), infantry(12, supply="U1")], rp_defender=9), "1:1")
    assert (f"No replacement points for the Soviet 3-6 infantry: {reason}.", "11.M.8a") in unreplaced(alone)


@pytest.mark.parametrize(("users", "more"), [(["a1"], []), (["a1", "a2"], ["rp:a1"])])
def test_11_m_8_a_nor_what_is_required_of_disruption_of_the_same_roll(users: list[str], more: list[str]) -> None:
    """11.M.8a, 11.O.1.c: of 4½ points of disruption 1½ are required of who used an ability, casualties of nobody."""
    stack = [unit("mountain", 12, size="0", special_counts="yes" if id in users else "no") for id in ("a1", "a2")]
    setup = document([*stack, infantry(12)], [infantry(9)], rp_attacker=9, kind="forced", features=["partial_city"])
    battle = begin(setup, "!result=1:", "d6=6", "d6=1")
    assert by_rp(battle) == [*more, "rp:a2", "rp:a3", "rp:1,0"]


@pytest.mark.parametrize(("factor", "offered"), [(1, False), (2, True)])
def test_11_o_1_others_can_take_required_losses_with_what_their_ability_counts(factor: int, offered: bool) -> None:
    """11.M.8a, 11.O.1: of the 2 points that 2 REs owe an engineer of one point takes both if it counts double."""
    engineer = unit("engineer", 1, size="0", special_counts="yes", ability_factor=factor)
    stack = [unit("mountain", 12, size="2", special_counts="yes"), engineer, infantry(12)]
    battle = after(document(stack, [infantry(9, size="5")], rp_attacker=9, kind="forced"), "1:")
    assert ("rp:a1" in by_rp(battle)) is offered


@pytest.mark.parametrize(("size", "offered"), [("0", False), ("1/2", True)])
def test_11_m_2_a_others_can_take_required_disruption_with_their_res(size: str, offered: bool) -> None:
    """11.M.8a, 11.M.2a, 11.O.1.c: of disruption 1½ points are required, which a 1-6 of half an RE is worth."""
    users = [unit("mountain", attack, size=res, special_counts="yes") for attack, res in ((12, "0"), (1, size))]
    setup = document([*users, infantry(12)], [infantry(9)], rp_attacker=9, kind="forced", features=["partial_city"])
    battle = begin(setup, "!result=1:", "d6=6", "d6=1")
    assert ("rp:a1" in by_rp(battle)) is offered


def test_11_a_12_what_is_paid_by_replacement_points_is_part_of_the_most_that_may_be_lost() -> None:
    """11.A.12, 11.M.3, 11.M.8b: of two points infantry pays one by points; a gun that the river spares loses one.

    Four points are owed for these, two for each of the gun's.
    """
    fight = [{"type": "artillery", "attack": 12, "size": "1"}, infantry(4)]
    setup = document(fight, [infantry(1, size="3")], sides={EAST: ["minor_river"]}, rp_attacker=9, kind="forced")
    battle = after(setup, "1:").play("rp:a2")
    assert battle.state.left[:2] == "x0"
    assert "Attacker: casualties that count for special replacements: 2 points" in said(battle)


def test_11_a_3_units_held_out_get_no_marker_for_replacement_points_of_their_hex() -> None:
    """11.A.3, 11.M.8a: those who fight have a marker for the die, one for casualties, and one for the points."""
    stack = [infantry(8), infantry(5, held_out=True)]
    setup = document([infantry(9)], stack, rp_defender=9, kind="forced", forced_fights="here")
    battle = begin(setup, "!result=CA", "d6=1", "d6=4", "halve", "rp:0,0")
    assert battle.state.marks == (0, 3, 0)
    assert battle.state.payers == (1,)


@pytest.mark.parametrize(
    ("beside", "offered"), [([], False), ([{}], True), ([{"at": WEST}], False), ([{"attack": 0, "defence": 5}], False)]
)
def test_11_m_8_b_all_units_of_a_hex_count_for_its_four_points(beside: list[dict[str, Any]], offered: bool) -> None:
    """11.M.8b: with a 1-6 beside it that does not attack a 3-6 is in a hex of 4 points, its defence does not count."""
    stack = [infantry(3), infantry(8, at=SOUTHEAST), *(infantry(1, attacks=False) | one for one in beside)]
    battle = after(document(stack, [infantry(8, size="2")], rp_attacker=9, kind="forced"), "1:")
    assert ("rp:1,0" in by_rp(battle)) is offered


def test_replacement_points_are_on_the_book_of_the_side_that_pays_them() -> None:
    """11.M.8d: they count for its special replacements, and for nobody else's."""
    setup = document([infantry(48)], [infantry(12), infantry(12)], rp_defender=9, rp_attacker=9)
    battle = after(setup, "E½", "rp:d1")
    ours, theirs = battle.state.memo.books
    assert (ours.casualties, theirs.casualties) == (0, losses.parts(3))
    assert battle.state.spent == (0, losses.parts(3))


@pytest.mark.parametrize(("strong", "killed", "later"), [(3, "1½", "2½"), (4, "2", "1½"), (5, "2½", "½")])
def test_two_bills_of_disruption_are_converted_up_to_what_bars_the_way_once(
    strong: int, killed: str, later: str
) -> None:
    """11.M.2d: of 4 and 1½ points no more than those have who bar the way, however many bills there are."""
    ring = [infantry(strong, zoc="none"), *(infantry(6, at=at, zoc="none") for at in (WEST, *REST))]
    setup = document(ring, [infantry(8, cadre_attack=2)])
    battle = begin(setup, "!result=D½", "d6=1", "d6=6", "stuck")
    told = said(battle)
    assert f"for special replacements: {killed} points" in told
    assert f"from disruption back to the pool: {later} points" in told


def by_rp(battle: Battle[Any]) -> list[str]:
    """What may be paid by replacement points."""
    return [one for one in labels(battle) if one.startswith("rp:")]


def test_replacement_points_are_paid_for_casualties_and_before_any_are_taken() -> None:
    """11.M.8a, 11.M.2b: not for disruption, unless it is taken as casualties, and nobody has been lost before that."""
    attack, stack = [infantry(60), infantry(30)], [infantry(12), infantry(12)]
    setup = document(attack, stack, rp_defender=9)
    shaken = begin(setup, "!result=CA", "d6=1", "d6=6")
    assert by_rp(shaken) == []
    assert by_rp(shaken.play("halve")) == ["rp:d1", "rp:d2", "rp:0,0"]
    worn = begin(setup, "!result=E½", "d6=1", "d6=6", "lose:d1:0", "to:-1,0")
    assert by_rp(worn) == []
    assert worn.play("halve").state.left[2:] == "xx"  # half of three points, for which nobody pays another way
    tiny = after(document(attack, [infantry(1), infantry(12)], rp_defender=9), "E½")
    assert by_rp(tiny) == ["rp:0,0"]  # a quarter of a point is none, and a 1-6 alone cannot lose what a 12-6 leaves


def test_where_all_that_is_owed_is_the_point_at_home_nobody_else_pays_replacement_points() -> None:
    """11.O.2, 11.M.8a: neither another unit nor the units of the hex together."""
    stack = [infantry(12, home=True), infantry(12)]
    battle = after(document([infantry(48, size="1")], stack, rp_defender=9), "1:1")  # a point, for one RE
    assert by_rp(battle) == ["rp:d1"]
    battle = after(
        document([infantry(48)], [stack[0] | {"size": "1"}, stack[1] | {"size": "1/2"}], rp_defender=9), "1:1"
    )
    points = {
        one: label.rpartition(": ")[2].split()[0] for one, label in labels(battle).items() if one.startswith("rp:")
    }
    assert points == {"rp:d1": "1½", "rp:d2": "½", "rp:0,0": "½"}  # of 1½ points half a one is left for others


# --- several bills of a roll under one limit (11.A.12) ----------------------------------------------------------------


@pytest.mark.parametrize(
    ("result", "terrain", "defence", "res", "cut", "uncut"),
    [
        ("1X", "mountain", 1, 3, ["1", "1"], ["1", "1½"]),  # 1 and 1½ points of 3 REs; the limit is 2
        ("1E", "mountain", 1, 3, ["1", "1"], ["1", "1½"]),
        ("1X", "mountain", 1, 9, ["1", "1"], ["1", "2"]),  # 4½ points, of which the uncut lose a half: 2 are one
        ("½X", "mountain", 1, 3, ["½", "1½"], ["½", "1½"]),
        ("½X", "mountain", 1, 9, ["½", "1½"], ["½", "3"]),
        ("1X", "mountain", 2, 3, ["2", "1½"], ["2", "1½"]),
        ("1X", "mountain", 2, 9, ["2", "2"], ["2", "4"]),
        ("1X", "clear", 1, 3, ["1½"], ["1½"]),  # of one kind both are one bill
        ("1X", "clear", 1, 9, ["2"], ["2"]),
        ("1:", "mountain", 1, 3, ["2"], ["4"]),
        ("DR", "mountain", 1, 9, ["2"], ["4"]),
    ],
)
def test_11_a_12_all_casualties_of_a_roll_have_one_limit(
    result: str, terrain: str, defence: int, res: int, cut: list[str], uncut: list[str]
) -> None:
    """11.A.12, T6.n3, 11.M.3: of a result and of equal dice, which cost a quarter of an exchange, doubled there."""
    for kind, owed in (("infantry", cut), ("mountain", uncut)):
        forces = [unit(kind, 9, size=str(res))], [infantry(defence, size=str(res))]
        battle = begin(document(*forces, terrain=terrain), f"!result={result}", "d6=2", "d6=2")
        lines = [line.text for _, line in battle.log if line.text.startswith("The attacker owes ")]
        assert [line.split()[3] for line in lines] == owed
        assert battle.state.memo.books[0].casualties <= 4 * 2 * defence  # in quarters


@pytest.mark.parametrize(
    ("named", "played"),
    [
        (("d1", "d2"), ("lose:d1:0", "lose:d2:0")),
        (("d1", "d3"), ("lose:d1:0", "lose:d3:0")),
        (("d2", "d3"), ("lose:d2:0",)),  # after the 4-6 nobody else but the 3-6 is left to pay
        (("d3", "d2"), ("lose:d2:0",)),
    ],
)
def test_11_m_0_b_losses_are_named_together_also_where_one_way_only_is_left_for_the_last_of_them(
    named: tuple[str, ...], played: tuple[str, ...]
) -> None:
    """11.M.0b: two of a 5-6, a 4-6 and a 3-6 pay 6 points, be it that they have cadres or none."""
    for cadre, letter in ((-1, "x"), (0, "1")):
        guard = [infantry(strength, size="2", cadre_attack=cadre) for strength in (5, 4, 3)]
        battle = after(document([infantry(30, size="12")], guard), "1:1")
        found = tally(battle.game, battle.state, [f"lose:{name}:0" for name in named])
        assert not found.reason and found.actions == played
        left = battle.play_all(found.actions).state.left[1:]
        assert {f"d{n}" for n, one in enumerate(left, 1) if one == letter} == {*named}


def test_11_m_2_b_who_goes_to_the_turn_track_is_not_named_together_with_the_rest_as_casualties() -> None:
    """11.M.2b, 11.M.2a: of 4 points of disruption a 2-6 of 1 RE pays 3 and goes, or two points of casualties."""
    guard = [infantry(4, size="3", zoc="double"), infantry(2, size="1")]
    battle = begin(document([infantry(20, size="12", cadre_attack=9)], guard), "!result=1:1", "d6=1", "d6=6")
    both = ["away:d2:0", "halve"]
    assert [*battle.legal_actions] == both
    for one in both:
        assert tally(battle.game, battle.state, [one]).actions == (one,)
    for named in (both, both[::-1]):
        found = tally(battle.game, battle.state, named)
        assert found.reason and not found.actions
