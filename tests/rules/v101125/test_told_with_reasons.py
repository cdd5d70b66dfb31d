"""What the umpire tells with the rule behind it: who is left out, why nothing is planned, what a loss rests on."""

from __future__ import annotations

import pytest
from hexumpire.kit.places import mention

from tests.rules.v101125.playing import CALM, after, begin, log, spared
from tests.rules.v101125.setting import EAST, HERE, SOUTHWEST, WEST, document, figures, infantry, skipped, support, unit
from tests.rules.v101125.test_11j_armour import DUG_IN, PANZERS

FORT = {"title": "Ours", "tables": {"terrain_numbers": {"fort": {"dm": -2}}}}


def cited(battle, text):
    """The rules of the log entries in which a text stands."""
    return {rule for _, line in battle.log if text in line.text for rule in line.rules}


def test_units_beside_the_hex_that_are_left_out():
    """11.A.5: of a stack some take part."""
    found = figures([infantry(9), infantry(4, attacks=False)], [infantry(3)])
    assert list(skipped(found.attack_trace).values()) == ["it is left out of this attack"]
    assert found.attack == 9


def test_why_an_attack_is_not_planned():
    """11.K.1: more than 1 RE of the stack has moved; who cannot plan anyway is told nothing."""
    moved = [infantry(9, moved="initial", size="3")]
    told = begin(document(moved, [infantry(3)], artillery_steps=1))
    assert "No planned steps: more than 1 RE of a stack moved before it." in log(told)
    assert cited(told, "No planned steps") == {"11.K.1"}
    assert "No planned steps" not in log(begin(document(moved, [infantry(3)])))
    assert "No planned steps" not in log(begin(document([infantry(9)], [infantry(3)], artillery_steps=1)))


def test_support_is_never_lost():
    """11.M.5."""
    flown = {"id": "air", **support(4), "at": "1,0"}
    battle = after(document([infantry(9), infantry(8), flown], [infantry(3)]), "1X")
    found = [one for one in battle.game.refusals(battle.state) if one.unit == "air"]
    assert [one.rules for one in found] == [("11.M.5",)]


def test_works_that_no_attack_brings_down():
    """11.P.N: told where the column brings down others; what a fort becomes is told by 11.P.6."""
    lasting = after(document([infantry(12)], [infantry(5)], features=["fortified_zone"]), "1X1")
    assert cited(lasting, "No attack brings the fortified zone down.") == {"11.P.N"}
    fort = after(document([infantry(12)], [infantry(5)], features=["fort"]), "DR")
    assert "No attack brings" not in log(fort)


def test_what_a_bill_and_a_loss_rest_on():
    """11.L.1.X, 11.L.1.a, 11.N.1, 11.M.7: an exchange at full value takes a division, whose cadre is left."""
    battle = after(document([infantry(12)], [infantry(5, cadre_attack=2)]), "X1")
    assert {"11.L.1.X", "11.L.1.a", "11.M.4"} <= cited(battle, "The defender owes")
    eliminated = after(document([infantry(12)], [infantry(5)]), "X1")
    assert "11.N.0" in cited(eliminated, "is eliminated")
    assert "11.N.1" not in cited(eliminated, "is eliminated")


def test_works_of_a_shared_hex_serve_its_first_owner():
    """11.R.3.b, 11.R.3.c."""
    inside = [infantry(12, at=HERE)]
    theirs, ours = (
        figures(inside, [infantry(5)], features=["fort"], here={"owner": owner}, pack=FORT)
        for owner in ("defender", "attacker")
    )
    assert (theirs.modifiers.value, ours.modifiers.value) == (-2, 0)
    assert skipped(ours.modifiers) == {"Fort": "who came into the hex has none of its works"}


def test_a_city_of_a_shared_hex_serves_whoever_is_in_it():
    """11.R.3.b, 11.R.3.c: it is terrain; of a city with a fort only the fort is told not to count."""
    numbers = {"fort": {"dm": -2}, "full_city": {"dm": -1}}
    ours = figures(
        [infantry(12, at=HERE)],
        [infantry(5)],
        features=["full_city", "fort"],
        here={"owner": "attacker"},
        pack={"title": "Ours", "tables": {"terrain_numbers": numbers}},
    )
    assert ours.modifiers.value == -1
    assert skipped(ours.modifiers) == {"Fort": "who came into the hex has none of its works"}


@pytest.mark.parametrize(
    ("result", "told"),
    [
        ("D", "says D: the Soviet 3-6 infantry does not get away."),
        ("FF", "says F*: the Soviet 3-6 infantry stays and defends at half."),
        ("F", "says F: the Soviet 3-6 infantry stays."),
        ("S", "says S: the Soviet 3-6 infantry goes to {place}."),
        ("SS", "says S*: the Soviet 3-6 infantry goes to {place}."),
    ],
)
def test_what_becomes_of_who_tries_to_retreat_before_combat(result, told):
    """11.D.4, T1."""
    setup = document([infantry(8, movement=4)], [infantry(3), infantry(5)], retreat_before=True)
    assert told.format(place=mention(SOUTHWEST)) in log(begin(setup, "try:1", f"to:{SOUTHWEST}", result))


def test_a_marker_that_a_unit_had_is_not_told_anew():
    """11.D.5, 11.Q.2.a: of a unit that lay under 2 MP the retreat before combat tells the one point it costs."""
    setup = document([infantry(8, movement=4)], [infantry(3, marker=2), infantry(5)], retreat_before=True)
    battle = begin(setup, "try:1", f"to:{SOUTHWEST}", "S")
    assert battle.state.marks[1] == 3
    assert "+1 MP for the Soviet 3-6 infantry, without the price of zones of control." in log(battle)


def test_a_hex_that_costs_those_who_go_there_something_is_offered_with_its_price():
    """11.D.5, 11.Q.2.d: beside the attacker, whose zone is half a level less."""
    setup = document([infantry(8, movement=4)], [infantry(3), infantry(5)], retreat_before=True)
    told = {one.hex: one.label for one in begin(setup, "try:1").node.options}
    assert told["1,-1"] == f"To {mention('1,-1')}, which costs 4 points"
    assert told[WEST] == f"To {mention(WEST)}"


def test_a_marker_that_a_unit_had_is_not_told_anew_of_the_hex_that_it_goes_on_to():
    """11.Q.2.c, 11.Q.2.a: it lay under a point, and gets one for the first hex and two for the second."""
    stack = [infantry(8, cadre_attack=3, marker=1), infantry(9)]
    setup = document([infantry(6)], stack, retreat_before=True, hexes={"2,-2": {"entry": 2}})
    battle = begin(setup, "try:1", "to:1,-1", "S", "to:2,-2")
    assert battle.state.marks[1] == 4
    assert "+2 MP for the Soviet 3-6 infantry cadre, without the price of zones of control." in log(battle)


def test_who_may_still_try_is_asked_otherwise_than_who_may_try():
    """11.D.2."""
    setup = document([infantry(8, movement=4)], [infantry(3), infantry(5)], retreat_before=True)
    battle = begin(setup)
    tried = battle.play_all(["try:1", f"to:{SOUTHWEST}", "F"])
    assert [one.node.options[0].label for one in (battle, tried)] == ["Nobody tries", "Nobody else tries"]


def test_an_attack_that_has_nobody_left_to_fight_is_told_with_its_sections():
    """11.D.6, 11.D.7: of the last one who gets away, not of one of two."""
    for stack, alone in (([infantry(3)], True), ([infantry(3), infantry(5)], False)):
        setup = document([infantry(8, movement=4)], stack, retreat_before=True)
        found = cited(begin(setup, "try:1", f"to:{SOUTHWEST}", "S"), "success table")
        assert ({"11.D.6", "11.D.7"} <= found) is alone


def test_the_die_of_the_armour_effects_adds_a_step_up_to_its_tenths():
    """11.J.0: 2.1 is two, and a third on a 1."""
    battle = begin(document(PANZERS, [*DUG_IN, unit("armour", 9)]), "d6=3", "d6=3", "d10=10")
    assert battle.state.phase == "armour"
    assert "The die of the armour effects is 1: a step more." in log(battle.play("d10=1"))
    assert "The die of the armour effects is 2: no more." in log(battle.play("d10=2"))


def test_who_forces_his_way_into_one_of_two_hexes_is_asked_with_the_hex():
    """11.Q.1.b, 11.R.3.d.2: two hexes are attacked as one, out of the one in the east, into the other."""
    force = [infantry(10, cadre_attack=4, at=EAST)]
    setup = document(force, [infantry(8), infantry(8, at=EAST)], forced_fights="here") | {"targets": [HERE, EAST]}
    battle = spared(begin(setup, "!result=1D", *CALM))
    assert battle.node.prompt == f"Who forces a dual ownership of {mention(HERE)}?"
    single = spared(begin(document([infantry(10, cadre_attack=4)], [infantry(8)]), "!result=1D", *CALM))
    assert single.node.prompt == "Who forces a dual ownership of the hex?"
