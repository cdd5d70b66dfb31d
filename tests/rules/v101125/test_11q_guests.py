"""11.Q.2.f, 11.L.1.g: units that retreated into a hex that is attacked later; 11.A.3: those held out of the defence."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hexumpire.files import codec
from hexumpire.model.battle import Battle
from hexumpire.rulesets.v101125 import RULESET
from hexumpire.rulesets.v101125.rules import guests
from hexumpire.rulesets.v101125.rules.losses import points

from tests.rules.v101125.playing import CALM, after, begin, log, options, spared, topic
from tests.rules.v101125.setting import HERE, SOUTHEAST, WEST, document, figures, infantry, skipped

NORTHEAST = "1,-1"
"""A hex beside both the attacked one and that of the attackers."""


@pytest.mark.parametrize(
    ("retreated", "phase", "counts"),
    [
        ("no", "initial", 1),
        ("initial", "initial", 0),
        ("initial", "exploitation", Fraction(1, 2)),
        ("exploitation", "exploitation", 0),
        ("initial", "enemy_initial", 1),
        ("initial_alone", "initial", 1),
        ("initial_alone", "exploitation", Fraction(1, 2)),
        ("exploitation_alone", "exploitation", Fraction(1, 2)),
        ("exploitation_alone", "enemy_initial", 1),
    ],
)
def test_what_counts_of_a_unit_that_retreated(retreated, phase, counts):
    """11.Q.2.f, 11.L.1.g: nothing in the same phase, half in the exploitation phase after it, later everything."""
    assert guests.counted(retreated, phase) == counts


@pytest.mark.parametrize(
    ("retreated", "phase", "defence"),
    [("initial", "initial", 5), ("initial", "exploitation", 7), ("exploitation", "exploitation", 5)],
)
def test_the_odds_of_a_hex_with_guests(retreated, phase, defence):
    """11.Q.2.f, 11.L.1.g."""
    found = figures([infantry(20)], [infantry(5), infantry(4, retreated=retreated)], phase=phase)
    assert found.defence == defence
    notes = skipped(found.defence_trace)
    assert ("retreated here" in notes.get("Soviet 4-6 infantry", "")) == (defence == 5)


@pytest.mark.parametrize(("phase", "defence"), [("initial", 8), ("exploitation", 4)])
def test_who_retreated_to_where_nobody_stood_counts_half_in_the_exploitation_phase(phase, defence):
    """11.L.1.g: all units that retreated onto the hex earlier in the turn do, not only those who came onto friends."""
    assert figures([infantry(20)], [infantry(8, retreated="initial_alone")], phase=phase).defence == defence


def test_who_came_onto_friends_counts_in_no_fight_of_the_phase_wherever_he_goes_from_there():
    """11.L.1.g: not in any future combat of the impulse; his host, driven off with him, does."""
    defend = [infantry(5), infantry(4, retreated="initial")]
    battle = after(document([infantry(15)], defend, forced_fights="here"), "DR", f"to:{WEST}")
    assert battle.state.fled[1:] == ("initial_alone", "initial")


def test_abilities_of_guests_are_ignored():
    """11.Q.2.f: armour and antitank, too."""
    tanks = {"type": "armour", "attack": 12}
    gun = {"type": "antitank", "attack": 2, "size": "3"}
    with_gun = figures([tanks], [infantry(5, size="1"), gun])
    with_guest = figures([tanks], [infantry(5, size="1"), {**gun, "retreated": "initial"}])
    assert with_guest.dm() > with_gun.dm()
    assert with_guest.dm() == figures([tanks], [infantry(5, size="1")]).dm()


def test_a_hex_with_nobody_but_guests_is_lost_without_dice():
    """11.H.2, 11.Q.2.f: nothing defends it."""
    battle = begin(document([infantry(15)], [infantry(5, retreated="initial")]))
    assert topic(battle) == "advance"
    assert battle.state.left == "0x"


@pytest.mark.parametrize("behind", [{"cadre_attack": 3}, {"remnant": True}])
def test_of_nobody_but_guests_what_has_a_reduced_side_is_left_with_it_and_retreats(behind):
    """11.H.2, 11.N.0, 11.L.1.h: an E, which reduces a unit instead of removing it, and drives off what remains."""
    battle = begin(document([infantry(15)], [infantry(8, retreated="initial", **behind)]))
    assert (topic(battle), battle.state.left) == ("retreat", "01")
    battle = battle.play(f"to:{WEST}")
    assert (topic(battle), battle.state.at[1], battle.state.left) == ("advance", WEST, "01")


def test_of_nobody_but_guests_those_without_a_reduced_side_are_gone_and_the_others_retreat():
    """11.H.2, 11.L.1.h: an E of several."""
    guests = [infantry(8, retreated="initial", cadre_attack=3), infantry(4, retreated="initial")]
    battle = begin(document([infantry(15)], guests))
    assert (topic(battle), battle.state.left) == ("retreat", "01x")
    battle = battle.play(f"to:{WEST}")
    assert (topic(battle), battle.state.at[1], battle.state.left) == ("advance", WEST, "01x")


def test_of_nobody_but_guests_those_in_a_ring_stay_at_twice_the_losses():
    """11.H.2, 11.Q.2.b: the cadre of 3 cannot go, and is lost to the zones around it; then the hex is entered."""
    ring = [infantry(15, at=place) for place in ("1,0", "1,-1", "0,-1", "-1,0", "-1,1", "0,1")]
    battle = begin(document(ring, [infantry(8, retreated="initial", cadre_attack=3)], forced_fights="here"))
    battle = battle.play("stuck")
    assert (topic(battle), battle.state.left[-1]) == ("advance", "x")


def test_what_is_owed_hangs_on_the_hosts_and_guests_may_pay_it():
    """11.Q.2.f: they count for no loss, and share the results."""
    stack = [infantry(5), infantry(5, size="1", retreated="initial")]
    battle = after(document([infantry(15)], stack), "E1")
    owed = battle.state.due.debts[0].bill.owed
    assert points(owed) == 5
    assert {option.unit for option in battle.node.options} == {"d1", "d2"}


@pytest.mark.parametrize(
    ("guest", "dm", "row"),
    [({"retreated": "initial"}, 1, 2), ({"held_out": True}, 0, 4), ({"retreated": "initial", "held_out": True}, 0, 4)],
)
def test_the_marker_of_a_guest_counts_on_all_dice_and_of_one_held_out_on_none(guest, dm, row):
    """T10.n6, T6.a9, 11.Q.2.f, 11.A.3: the largest in the hex, a 3: one even step on the main dice, two odd ones."""
    setup = document([infantry(15)], [infantry(5), infantry(4, marker=3, **guest)])
    battle = begin(setup)
    assert battle.game.flow.engagement(battle.state).figures.dm() == dm
    told = log(battle.play_all(["!result=DL", "d6=4", "d6=1"]))
    assert f"The attacker's disruption die is 4, read as {row}" in told


def test_guests_retreat_with_their_hosts():
    """11.Q.2.f: they suffer what befalls the hex."""
    battle = after(document([infantry(15)], [infantry(5), infantry(4, retreated="initial")]), "DR", f"to:{WEST}")
    assert battle.state.at[1:] == (WEST, WEST)


def test_a_retreat_onto_friends_before_a_counterattack():
    """11.D.5, 11.Q.2.f: who went to a hex that is struck in the same chain adds nothing there."""
    setup = document([infantry(10)], [infantry(5), infantry(4), infantry(3, at=NORTHEAST)],
                     retreat_before=True, forced_fights="here")  # fmt: skip
    battle = begin(setup, "try:1", f"to:{NORTHEAST}", "S", "stop", "stay")
    assert battle.state.fled == ("no", "initial", "no", "no")
    for _ in range(2):
        battle = battle.play("now") if topic(battle) == "declare" else battle.play("stay")
        battle = battle.play_all(["!result=CA", *CALM])
        while topic(battle) == "pay":
            battle = battle.play("!spare")
    assert {f"strike:{HERE}", f"strike:{NORTHEAST}"} == set(options(battle))
    assert battle.play(f"strike:{NORTHEAST}").assessment.defense == 3


def test_a_retreat_to_where_nobody_stands_makes_no_guest():
    """11.Q.2.f: it speaks of hexes that friends hold; in the same initial phase such a unit counts in full."""
    chaser = infantry(10, zoc="none")
    setup = document([chaser], [infantry(5), infantry(4)], retreat_before=True, forced_fights="here")
    battle = begin(setup, "try:1", f"to:{NORTHEAST}", "S", "stay")
    assert battle.state.at[1] == NORTHEAST
    assert battle.state.fled == ("no", "initial_alone", "no")
    for _ in range(2):
        battle = battle.play("now") if topic(battle) == "declare" else battle.play("stay")
        battle = battle.play_all(["!result=CA", *CALM])
        while topic(battle) == "pay":
            battle = battle.play("!spare")
    assert battle.play(f"strike:{NORTHEAST}").assessment.defense == 5


def test_a_retreat_among_enemies_makes_no_guest_of_the_friends_there():
    """11.Q.2.f: nor does one into a hex that is shared, where there are friends and enemies."""
    shared = infantry(3, at=WEST, zoc="none", attacks=False)
    setup = document([infantry(10), shared], [infantry(5), infantry(4), infantry(3, at=WEST)], retreat_before=True)
    battle = begin(setup, "try:2", f"to:{WEST}", "S", "stay")
    assert battle.state.at[2] == WEST
    assert battle.state.fled == ("no", "no", "initial_alone", "no", "no")


@pytest.mark.parametrize(("reading", "payers"), [("hex", {"d1"}), ("all", {"d1", "d2"})])
def test_what_units_held_out_share(reading, payers):
    """11.A.3: retreats and losses of the hex, or by the other reading every result."""
    stack = [infantry(5, cadre_attack=1), infantry(5, size="1", held_out=True)]
    battle = after(document([infantry(15)], stack, readings={"held_out": reading}), "1X1")
    assert battle.state.phase != "pay" or {one.unit for one in battle.node.options} == payers
    assert (battle.state.phase == "pay") == (reading == "all")


def test_units_held_out_get_no_markers():
    """11.A.3: results that add a marker do not fall on them."""
    setup = document([infantry(15)], [infantry(5), infantry(4, held_out=True)], forced_fights="here")
    battle = begin(setup, "!result=CA", "d6=1", "d6=2")
    while topic(battle) == "pay":
        battle = battle.play("!spare")
    assert battle.state.marks == (0, 1, 0)


def test_11_l_1_g_who_retreats_to_an_empty_hex_whose_attack_is_still_to_come_counts_nothing_in_it():
    """11.L.1.g, 11.D.5: all got away from HERE; one is driven back there, and the attack on the hex goes on."""
    weak = infantry(4, at=SOUTHEAST, attacks=False, zoc="none")
    setup = document([infantry(20, zoc="none"), weak], [infantry(8)], retreat_before=True, forced_fights="here")
    battle = begin(setup, "try:2", f"into:{SOUTHEAST}", "S", "stay", "!result=CA", *CALM, "stay")
    battle = battle.play_all(["!result=DR", *CALM, "retreat", f"to:{HERE}"])
    while topic(battle) in ("advance", "force", "leave"):
        battle = battle.play("stay")
    assert (battle.state.bout.guests, battle.state.fled[2]) == ((2,), "initial")
    battle = battle.play("now")
    assert (topic(battle), battle.state.left) == ("advance", "00x")


# --- from attack to attack ------------------------------------------------------------------------------------


def turn(**conditions):
    """Two attacks: from the first hex the defenders may go to the second, which others attack."""
    units = [
        {"id": "a", "side": "attacker", "type": "infantry", "nation": "German", "at": "1,0", "attack": 15},
        {
            "id": "b",
            "side": "attacker",
            "type": "infantry",
            "nation": "German",
            "at": "-2,0",
            "attack": 15,
            "zoc": "none",
        },
        {"id": "d", "side": "defender", "type": "infantry", "nation": "Soviet", "at": HERE, "attack": 5},
        {"id": "e", "side": "defender", "type": "infantry", "nation": "Soviet", "at": WEST, "attack": 4},
    ]
    attacks = [{"targets": [HERE], "units": ["a"]}, {"targets": [WEST], "units": ["b"]}]
    found = {"ruleset": "v101125", "procedure": "turn", "attacks": attacks, "units": units, "conditions": conditions}
    return Battle.start(RULESET.game(codec.read_scenario(found)))


def driven_out(**conditions):
    """That turn after the first attack, from which the defenders went to the second hex."""
    battle = turn(**conditions).play("attack:1")
    battle = battle.play("now") if "now" in battle.legal_actions else battle
    return battle.play_all(["!result=DR", *CALM, f"to:{WEST}"]).play("stay")


def row(battle, number):
    """The odds of an attack as the board stands."""
    return battle.game.rows(battle.state)[number].assessment


def changes(battle, unit):
    """What is changed of a unit on the board."""
    return dict(next(one for one in battle.state.board.units if one.unit == unit).values)


def test_who_was_driven_onto_the_hex_of_the_next_attack_adds_nothing():
    """11.Q.2.f, 11.L.1.g: on the board of a turn."""
    assert row(turn(), 1).defense == 4
    battle = driven_out()
    assert changes(battle, "d")["retreated"] == "initial"
    assert row(battle, 1).defense == 4
    both = battle.play_all(["attack:2", "now", "!result=DR", *CALM, "to:-1,-1"])
    standing = {one.unit: one.at for one in both.play("stay").state.board.units}
    assert (standing["d"], standing["e"]) == ("-1,-1", "-1,-1")


def test_who_was_driven_to_an_empty_hex_is_struck_there_in_the_exploitation_phase_at_half():
    """11.L.1.g, 11.B.12, 11.L.1.d: after a CA of e on its held attack b strikes d, who came to the hex beside it."""
    units = [
        {"id": "a", "side": "attacker", "at": "1,0", "attack": 30},
        {"id": "b", "side": "attacker", "at": "-2,1", "attack": 9, "zoc": "none"},
        {"id": "d", "side": "defender", "at": HERE, "attack": 8, "zoc": "none"},
        {"id": "e", "side": "defender", "at": "-2,0", "attack": 12, "zoc": "none"},
    ]
    nations = {"attacker": "German", "defender": "Soviet"}
    units = [{**one, "type": "infantry", "nation": nations[one["side"]]} for one in units]
    attacks = [{"targets": [HERE], "units": ["a"]}, {"targets": ["-2,0"], "units": ["b"]}]
    found = {"ruleset": "v101125", "procedure": "turn", "attacks": attacks, "units": units}
    battle = Battle.start(RULESET.game(codec.read_scenario(found))).play_all(["attack:2", "delay", "wait", "attack:1"])
    battle = battle.play_all(["now", "!result=DR", *CALM, f"to:{WEST}"]).play("stay")
    battle = battle.play("attack:2")
    for _ in range(2):
        battle = battle.play_all(["!result=CA", *CALM])
        while topic(battle) == "pay":
            battle = battle.play("!spare")
    battle = battle.play(f"strike:{WEST}")
    assert (battle.assessment.attack, battle.assessment.defense) == (9, 4)


def test_markers_go_on_to_the_next_attack():
    """11.Q.2.a, T6.n1, T10.n6: the retreat and the higher die leave theirs; an even one helps the attack."""
    battle = driven_out()
    assert changes(battle, "a") == {"marker": 1}  # the higher die of disruption
    assert changes(battle, "d")["marker"] == 1  # a hex of clear terrain
    assert "marker" not in changes(battle, "e")
    again = turn().play("attack:1").play_all(["now", "!result=DR", "d6=1", "d6=2"])
    while again.node.topic.startswith("pay"):
        again = again.play("!spare")
    again = again.play_all([f"to:{WEST}", "stay"])
    assert changes(again, "d")["marker"] == 2  # the higher die, and the hex
    assert "main dice +1" in row(again, 1).headline


def test_the_marker_of_a_retreat_into_enemies_waits_for_the_fight_there():
    """11.Q.2.i, 11.Q.2.a: it is placed once that hasty attack is over, and does not count in it."""
    units = [
        {"id": "a", "side": "attacker", "type": "infantry", "nation": "German", "at": "1,0", "attack": 15},
        {"id": "c", "side": "attacker", "type": "infantry", "nation": "German", "at": WEST, "attack": 4},
        {"id": "d", "side": "defender", "type": "infantry", "nation": "Soviet", "at": HERE, "attack": 9},
    ]
    attacks = [{"targets": [HERE], "units": ["a"]}]
    found = {"ruleset": "v101125", "procedure": "turn", "attacks": attacks, "units": units}
    battle = Battle.start(RULESET.game(codec.read_scenario(found))).play("attack:1")
    battle = battle.play_all(["now", "!result=DR", *CALM, "retreat", f"into:{WEST}"])
    assert (battle.state.inner.marks, battle.state.inner.late) == ((1, 0, 0), (0, 0, 1))
    battle = battle.play_all(["!result=DR", "d6=1", "d6=2"])
    while battle.state.inner is not None:
        battle = battle.play(next(iter(battle.legal_actions)))
    assert changes(battle, "d")["marker"] == 1


@pytest.mark.parametrize(("line", "counts"), [(("now",), ()), (("delay",), (4,))])
def test_11_l_1_g_who_was_driven_to_an_empty_hex_that_is_attacked_as_well_counts_nothing_there(line, counts):
    """11.L.1.g: a hex outside enemy zones may be attacked with nobody in it; in the exploitation half of 8 counts."""
    ours, theirs = {"side": "attacker", "nation": "German"}, {"side": "defender", "nation": "Soviet"}
    units = [
        {"id": "a", "at": "1,0", **ours, **infantry(20)},
        {"id": "b", "at": "-2,0", **ours, **infantry(20, zoc="none")},
        {"id": "d", "at": HERE, **theirs, **infantry(8, zoc="none")},
    ]
    attacks = [{"targets": [HERE], "units": ["a"]}, {"targets": [WEST], "units": ["b"]}]
    found = {"ruleset": "v101125", "procedure": "turn", "attacks": attacks, "units": units}
    battle = Battle.start(RULESET.game(codec.read_scenario(found)))
    if line == ("delay",):
        battle = battle.play_all(["attack:2", "delay"])
    battle = battle.play_all(["attack:1", "now", "!result=DR", *CALM, "retreat", f"to:{WEST}", "stay", "attack:2"])
    battle = battle.play("now") if line == ("now",) else battle
    game, inner = battle.game.fight(battle.state)
    figures = game.flow.engagement(inner).figures if counts else None
    assert (figures.defence,) == counts if figures else inner.left.endswith("x")


def test_11_l_1_g_attackers_who_retreat_to_a_hex_that_their_own_side_attacks_are_not_attacked_there():
    """11.L.1.g: a counterattack drives them to an empty hex on which b of their side makes the other attack."""
    ours, theirs = {"side": "attacker", "nation": "German"}, {"side": "defender", "nation": "Soviet"}
    units = [
        {"id": "a", "at": "1,0", **ours, **infantry(20)},
        {"id": "b", "at": "3,0", **ours, **infantry(20)},
        {"id": "d", "at": HERE, **theirs, **infantry(20)},
    ]
    attacks = [{"targets": [HERE], "units": ["a"]}, {"targets": ["2,0"], "units": ["b"]}]
    found = {"ruleset": "v101125", "procedure": "turn", "attacks": attacks, "units": units}
    found["conditions"] = {"forced_fights": "here"}
    battle = Battle.start(RULESET.game(codec.read_scenario(found))).play_all(["attack:1", "now", "!result=CA", *CALM])
    battle = spared(battle)
    battle = spared(battle, "!result=DR", *CALM)
    battle = battle.play("retreat") if topic(battle) == "stand" else battle
    state = battle.play("to:2,0")
    assert state.game.fight(state.state)[1].fled[0] == "initial_alone"
