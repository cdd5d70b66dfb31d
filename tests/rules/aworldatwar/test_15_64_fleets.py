"""15.64: bombarding ships, destroyers, and the limits on them."""

import pytest
from hexumpire.kit import losses
from hexumpire.model.battle import Battle

from tests.rules.aworldatwar.setting import (
    EDITIONS,
    WEST,
    cited,
    fight,
    game,
    gone,
    infantry,
    odds,
    options,
    pay,
    payments,
    roll,
    topic,
    unit,
)

BOTH = pytest.mark.parametrize("edition", EDITIONS)
US = {"nations": ("US", "German")}


def landing(factors, **fields):
    return infantry(factors, via="sea", **fields)


@BOTH
def test_15_641_fleets_may_pay(edition):
    # 4 + 5 : 3 x 3 = 9; a costs five: the ships pay it, or the infantry goes and they stay, as nobody must lose ships.
    battle = fight([landing(4), unit("fleet", 5)], [infantry(3)], edition=edition, **US)
    assert odds(battle) == (9, 9, "1:1")
    after = roll(battle, 2)
    assert (topic(after), after.node.side) == ("pay", "attacker")
    assert payments(after) == [{"a1": 1}, {"a2": 1}]
    assert {"15.641", "15.641B"} <= set(after.node.rules)


@BOTH
def test_15_641_no_ship_is_lost_unasked(edition):
    # 6 + 4 x 3 : 6 x 3. A costs all eighteen, more than the ships can save any of: the infantry dies, no ship does.
    battle = fight([landing(6), unit("fleet", 3, count=4)], [infantry(6)], edition=edition, **US)
    assert odds(battle) == (18, 18, "1:1")
    assert gone(roll(battle, 1)) == {"a1": 1}
    # Nor by Ex, in which all who fight are lost on either side.
    assert gone(roll(battle, 3)) == {"a1": 1, "d1": 1}
    # a costs nine: three ships, or the infantry and none.
    assert payments(roll(battle, 2)) == [{"a1": 1}, {"a2": 3}]


@BOTH
def test_15_641_ships_save_one_unit_of_two(edition):
    # 3 + 3 + 2 x 3 : 12; a costs six: one of infantry and one ship, two ships, or both of infantry.
    battle = fight([landing(3), landing(3), unit("fleet", 3, count=2)], [infantry(4)], edition=edition, **US)
    assert odds(battle) == (12, 12, "1:1")
    assert payments(roll(battle, 2)) == [
        {"a1": 1, "a2": 1}, {"a1": 1, "a3": 1}, {"a2": 1, "a3": 1}, {"a3": 2}
    ]  # fmt: skip


@BOTH
def test_15_641b_not_more_than_the_bombardment_they_gave(edition):
    # Two ships of three; the guns of both add four (the unit says so): both together pay four.
    ships = unit("fleet", 3, count=2, bombardment=2)
    battle = fight([landing(5), ships], [infantry(3)], edition=edition, **US)
    assert odds(battle) == (9, 9, "1:1")
    # a costs five: both ships would not cover it; without its infantry the attack owes nothing more.
    assert payments(roll(battle, 2)) == [{"a1": 1}]
    assert gone(roll(battle, 1)) == {"a1": 1}


@BOTH
def test_15_641b_c_a_ship_bigger_than_the_cap_may_be_given_up(edition):
    # The guns of a ship of six add four. Ex-1 on a modified nine leaves 3 x 2: two of the six are left to others.
    attack = [landing(3), landing(2), unit("fleet", 6, bombardment=4)]
    battle = fight(attack, [infantry(3)], edition=edition, **US)
    assert odds(battle) == (9, 9, "1:1")
    due = battle.play("!result=Ex-1")
    assert due.game.reckon(due.state, ["lose:a3"])[0] == 4
    ways = payments(due)
    assert {"a2": 1, "a3": 1, "d1": 1} in ways
    assert {"a1": 1, "a2": 1, "d1": 1} in ways
    # Ex-2 leaves three: the ship alone covers it.
    assert payments(battle.play("!result=Ex-2")) == [{"a1": 1, "d1": 1}, {"a3": 1, "d1": 1}]


@BOTH
def test_15_641b_a_ship_that_is_worth_losing_only_with_a_unit_is_named_after_that_unit(edition):
    # The guns of two ships of four add six. Ex-1 leaves 5 x 2: one ship and two of the threes, or four and both ships.
    # Counters are named from the largest down: whoever began with a ship keeps the four, and so the other ship.
    attack = [landing(4), landing(3), infantry(3, count=2), unit("fleet", 4, count=2, bombardment=3)]
    battle = fight(attack, [infantry(5)], edition=edition, **US)
    assert odds(battle) == (19, 15, "1:1")
    after = battle.play("!result=Ex-1")
    assert {"a1": 1, "a4": 2, "d1": 1} in payments(after)
    ship = after.play("lose:a4")
    assert list(ship.legal_actions) == ["lose:a2", "lose:a3"]
    why = {one.unit: one.reason.rpartition("named ")[2] for one in ship.game.refusals(ship.state)}
    assert why == {"a1": "before the others", "a4": "after the others"}


@BOTH
def test_15_641b_ships_that_did_not_fire_pay_nothing(edition):
    # CTL 1: no bombardment in the second round (15.82B).
    attack = [landing(5), landing(4), unit("fleet", 9, ctl=1)]
    two = [infantry(2), infantry(2, nation="Canadian")]
    second = fight(attack, two, edition=edition, **US).play_all(["!result=d", "lose:d1", "on"])
    assert odds(second) == (9, 6, "1:1")
    after = second.play("!result=a")
    assert payments(after) == [{"a1": 1, "d1": 1}, {"a2": 1, "d1": 1}]
    why = {refusal.unit: refusal.rules for refusal in after.game.refusals(after.state)}
    assert why["a3"] == ("15.82B",)


@BOTH
def test_15_641b_only_the_ships_of_the_round_pay(edition):
    """15.641B, 15.82B: of two ships the trained one fires in the second round, and it alone pays for others."""
    attack = [landing(5), landing(4), unit("fleet", 9, ctl=1), unit("fleet", 3)]
    two = [infantry(2), infantry(2, nation="Canadian")]
    second = fight(attack, two, edition=edition, **US).play_all(["!result=d", "lose:d1", "on"])
    assert odds(second) == (12, 6, "2:1")
    after = second.play("!result=a")
    assert payments(after) == [{"a1": 1, "d1": 1}, {"a2": 1, "d1": 1}, {"a4": 1, "d1": 1}]


@BOTH
def test_15_641c_ships_beyond_need_to_keep_the_ground_units(edition):
    # a costs five; a ship of six may be given instead of infantry of five.
    battle = fight([landing(5), unit("fleet", 6)], [infantry(3)], edition=edition, **US)
    assert odds(battle) == (11, 9, "1:1")
    assert payments(roll(battle, 2)) == [{"a1": 1}, {"a2": 1}]


def test_old_15_642_three_to_one():
    battle = fight([landing(2), unit("fleet", 9)], [infantry(2)], edition="old", **US)
    assert odds(battle) == (8, 6, "1:1")


@pytest.mark.parametrize(("ratio", "attack"), [(0, 3), (1, 6), (2, 9), (3, 12), (5, 12)])
def test_new_15_641d_the_limit_is_stated(ratio, attack):
    battle = fight([landing(3), unit("fleet", 9)], [infantry(1)], bombardment_ratio=ratio, **US)
    assert odds(battle)[0] == attack


@BOTH
def test_only_landing_factors_carry_bombardment(edition):
    battle = fight([landing(1), infantry(5), unit("fleet", 9)], [infantry(2)], edition=edition, **US)
    assert odds(battle)[0] == 1 + 5 + 3


@BOTH
def test_15_641e_ships_over_the_new_limit_are_not_lost(edition):
    # 4 + 2 land with twelve of bombardment (four ships of three) on 4 x 3.
    battle = fight([landing(4), landing(2), unit("fleet", 3, count=4)], [infantry(4)], edition=edition, **US)
    assert odds(battle) == (18, 12, "1:1")
    # "a" asks for six; with four and one ship of three gone, two factors remain: at most six of bombardment.
    after = pay(roll(battle, 2, "lose:a1"), "a3")
    assert gone(after) == {"a1": 1, "a3": 1}
    # Nine of ships are left, six count. 2 + 6 against 12 would be below 1:1, so the landing is over.
    assert after.outcome.result == "held"


@BOTH
@pytest.mark.parametrize(
    ("guns", "loss", "answer", "told"),
    [
        (9, "a1", "on", True),
        (4, "a1", "on", True),
        (3, "a1", "on", False),
        (9, "a3", "on", False),
        (9, "a1", "off", False),
    ],
)
def test_15_641e_who_fights_on_is_told_that_ships_over_the_limit_stay(edition, guns, loss, answer, told):
    # 3 + 1 land with a ship beside them on 3; "a" asks for two: infantry of three, or the ship.
    battle = fight([landing(3), landing(1), unit("fleet", guns)], [infantry(1)], edition=edition, **US)
    after = battle.play_all(["!result=a", f"lose:{loss}"])
    assert (gone(after), topic(after)) == ({loss: 1}, "again")
    assert ("15.641E" in cited(after.play(answer))) == told


@pytest.mark.parametrize("edition", ["old"])
def test_old_destroyers_are_not_taken(edition):
    battle = fight([landing(6), unit("air", 3), unit("destroyer", 9)], [infantry(3)], edition=edition, **US)
    assert odds(battle) == (9, 9, "1:1")
    after = roll(battle, 2)
    assert payments(after) == [{"a1": 1}]
    assert gone(roll(battle, 1)) == {"a1": 1, "a2": 3}


def test_new_15_642_a_third_of_the_losses_from_destroyers():
    # A costs nine: at least three from destroyers.
    battle = fight([landing(6), unit("air", 3), unit("destroyer", 9)], [infantry(3)], **US)
    ways = payments(roll(battle, 1))
    assert ways and all(way.get("a3", 0) >= 3 for way in ways)
    assert {"a1": 1, "a3": 3} in ways
    assert {"a3": 9} in ways
    named = losses.report(roll(battle, 1), ["lose:a1", *["lose:a3"] * 3])
    assert (named["text"], named["settled"]) == ("9 of 9 factors", True)
    # Destroyers beyond their third go by choice, like other ships: the six and the three of air end it.
    assert {"a1": 1, "a2": 3} not in ways
    # a costs five: at least one.
    ways = payments(roll(battle, 2))
    assert {"a3": 5} in ways
    assert {"a2": 3, "a3": 2} in ways
    assert {"a1": 1, "a3": 1} in ways
    assert {"a1": 1} not in ways


def test_new_15_642_is_rounded_down():
    # a on 3: two factors, a third of which is less than one.
    battle = fight([landing(3), unit("destroyer", 3)], [infantry(1)], **US)
    assert odds(battle) == (3, 3, "1:1")
    assert {"a1": 1} in payments(roll(battle, 2))


def test_new_15_642_no_more_than_there_are():
    battle = fight([landing(6), unit("air", 3), unit("destroyer", 1)], [infantry(3)], **US)
    assert all(way.get("a3") == 1 for way in payments(roll(battle, 1)))


def test_new_15_642_an_even_ex_costs_destroyers_their_third():
    battle = fight([landing(6), unit("air", 3), unit("destroyer", 9)], [infantry(3)], **US)
    after = roll(battle, 3)
    assert gone(after) == {"a1": 1, "a2": 3, "a3": 3, "d1": 1}
    assert "15.642" in cited(after)
    few = fight([landing(6), unit("air", 3), unit("destroyer", 2)], [infantry(3)], **US)
    assert gone(roll(few, 3))["a3"] == 2
    old = fight([landing(6), unit("air", 3), unit("destroyer", 9)], [infantry(3)], edition="old", **US)
    assert gone(roll(old, 3)) == {"a1": 1, "a2": 3, "d1": 1}
    by_land = fight([infantry(6), unit("air", 3), unit("destroyer", 9)], [infantry(3)], terrain="forest", **US)
    assert gone(roll(by_land, 3)) == {"a1": 1, "a2": 3, "d1": 1}


@pytest.mark.parametrize(("dies", "flown", "sunk"), [("all", {"a2": 3}, 4), ("ground", {}, 2)])
def test_new_15_642_15_632_of_all_that_an_even_ex_costs_a_third_is_of_destroyers(dies, flown, sunk):
    """9 : 9: of 6 on the ground, 3 in the air and 4 destroyers these are a third; of 6 and 2, where the air lives."""
    attack = [landing(6), unit("air", 3), unit("destroyer", 9)]
    battle = fight(attack, [infantry(3)], readings={"air_dies": dies, "destroyer_share": "paid"}, **US)
    assert gone(battle.play("!result=Ex")) == {"a1": 1, **flown, "a3": sunk, "d1": 1}


def test_new_15_642_whose_destroyers_is_the_owners_choice():
    battle = fight([landing(9), unit("destroyer", 2), unit("destroyer", 2, "British")], [infantry(3)], **US)
    after = roll(battle, 3)
    assert (topic(after), after.node.rules) == ("pay", ("15.642",))
    assert payments(after) == [
        {"a1": 1, "a2": 1, "a3": 2, "d1": 1}, {"a1": 1, "a2": 2, "a3": 1, "d1": 1}
    ]  # fmt: skip


@pytest.mark.parametrize("share", ["bill", "paid"])
def test_new_15_642_destroyers_that_left_after_the_first_round_owe_nothing(share):
    # 9 + 9 : 18; in the second round without air and destroyers of CTL 1 (15.82B): 9 : 9, and Ex takes all who fight.
    attack = [landing(9, ctl=2), unit("air", 9, ctl=1), unit("destroyer", 2), unit("destroyer", 5, "British", ctl=1)]
    defend = [infantry(3), infantry(3, nation="Canadian")]
    battle = fight(attack, defend, readings={"destroyer_share": share}, **US)
    second = battle.play_all(["!result=d", "lose:d1", "on"])
    assert (odds(battle), odds(second)) == ((18, 18, "1:1"), (9, 9, "1:1"))
    after = second.play("!result=Ex")
    assert gone(after) == {"a1": 1, "a3": 2, "d1": 1, "d2": 1}


def test_new_15_642_a_force_that_is_the_smaller_one_too():
    # By the reading that lets every attack go on after a drop, a landing goes on at 9 : 12.
    attack = [landing(6), unit("airborne", count=3, at="0,0", via="airdrop"), unit("air", 6),
              unit("destroyer", 5), unit("destroyer", 5, "British")]  # fmt: skip
    battle = fight(attack, [infantry(2), infantry(2, nation="Canadian")], readings={"drop_exemption": "all"}, **US)
    assert odds(battle) == (15, 12, "1:1")
    second = pay(battle.play("!result=A"), "a3", "a4").play("on")
    assert (gone(second), odds(second)) == ({"a3": 6, "a4": 5, "a5": 1}, (9, 12, "1:2"))
    # Ex: all nine, three of destroyers with them; then the defender pays nine with two units worth six.
    after = second.play("!result=Ex")
    assert gone(after) == {"a1": 1, "a2": 3, "a3": 6, "a4": 5, "a5": 4, "d1": 1, "d2": 1}
    assert after.outcome.result == "emptied"
    # Worse than 1:4 it would be the same third.
    alone = game(attack, [infantry(30), infantry(30, nation="Canadian")], **US)
    lost = Battle(alone, alone.start()).play("carry-out")
    assert payments(lost) == [
        {"a1": 1, "a2": 3, "a3": 6, "a4": n, "a5": 5 - n} if n and n < 5 else
        {"a1": 1, "a2": 3, "a3": 6, "a4" if n else "a5": 5} for n in (1, 2, 3, 4, 5, 0)
    ]  # fmt: skip


@pytest.mark.parametrize(("share", "ships"), [("bill", 3), ("paid", 2)])
def test_new_15_642_what_ships_bombarded_is_owed_and_not_paid(share, ships):
    # 6 + 3 : 3 x 3: an even Ex takes the six and no ship that bombarded; a third of nine, or two of 6 + 2.
    attack = [landing(6), unit("fleet", 3), unit("destroyer", 9)]
    battle = fight(attack, [infantry(3)], readings={"destroyer_share": share}, **US)
    assert odds(battle)[:2] == (9, 9)
    assert gone(battle.play("!result=Ex")) == {"a1": 1, "a3": ships, "d1": 1}


def test_new_15_642_bombarding_ships_that_are_lost_are_part_of_what_is_paid():
    """15.642: of all that is paid, ships among it, a third is of destroyers; A costs nine of 3, 3, 3 and nine ones."""
    attack = [landing(3), landing(3), unit("fleet", 3), unit("destroyer", 9)]
    asked = fight(attack, [infantry(3)], readings={"destroyer_share": "paid"}, **US).play("!result=A")
    ways = payments(asked)
    assert any("a3" in way for way in ways)
    for way in ways:
        escorts = way.get("a4", 0)
        assert escorts >= (3 * sum(way.get(one, 0) for one in ("a1", "a2", "a3")) + escorts) // 3, way


def test_new_15_642_what_follows_on_losses_that_are_let_off_is_nobodys_choice():
    """15.61: by an Ex that the defender survives the attackers are gone, and he pays nine with two units worth six."""
    attack = [
        landing(6),
        unit("airborne", count=3, at="0,0", via="airdrop"),
        unit("air", 6),
        unit("destroyer", 5),
        unit("destroyer", 5, "British"),
    ]
    battle = fight(attack, [infantry(2), infantry(2, nation="Canadian")], readings={"drop_exemption": "all"}, **US)
    battle = battle.play("!result=A")
    while topic(battle) == "pay":
        air, some = "lose:a3" in options(battle), gone(battle).get("a4", 0)
        battle = battle.play("lose:a3" if air else "lose:a4" if some < 4 else "lose:a5")
    asked = battle.play_all(["on", "!result=Ex"])
    assert (topic(asked), asked.node.rules) == ("pay", ("15.642",))
    after = asked.play("!paid")
    lines = [(line.text, line.rules) for _, line in after.log[len(asked.log) :] if line.side == "defender"]
    assert lines == [("Defender loses the German 2-3 infantry and the Canadian 2-3 infantry.", ("15.61",))]


@BOTH
@pytest.mark.parametrize(
    ("reading", "air", "ways"),
    [
        ("odds", 1, [{"d1": 1, "d2": 1}, {"d1": 1, "d3": 1}]),
        ("plain", 1, [{"d1": 1, "d2": 1}]),
        ("odds", 3, [{"d1": 1, "d2": 1}, {"d1": 1, "d3": 1}, {"d2": 1, "d3": 2}]),
        ("plain", 3, [{"d1": 1, "d2": 1}, {"d1": 1, "d3": 3}]),
    ],
)
def test_15_61_what_defensive_air_pays_of_an_exchange_that_the_defender_of_a_beach_survives(
    edition, reading, air, ways
):
    """12 : 9 + 6 + the air, some taken away by agreement: each of it pays three as in the odds, or one."""
    attack, defend = [landing(9), unit("air", 9 + 3 * air)], [infantry(3), infantry(2), unit("air", air)]
    battle = fight(attack, defend, edition=edition, readings={"das_losses": reading}, **US)
    assert odds(battle) == (18 + 3 * air, 15 + 3 * air, "1:1")
    half = (3 + 2 + air) // 2
    printed = battle.play("!result=d").node
    assert printed.prompt.startswith(f"Defender loses {half}"), "half, as a d counts what is printed"
    asked = battle.play_all(["!remove=a2"] * (6 + 3 * air))
    assert odds(asked)[:2] == (12, 15 + 3 * air)
    paid = payments(asked.play("!result=Ex"))
    assert [{name: n for name, n in way.items() if name.startswith("d")} for way in paid] == ways


def test_new_15_642_landings_only():
    battle = fight([infantry(6), unit("air", 3), unit("destroyer", 9)], [infantry(3)], terrain="forest", **US)
    assert odds(battle) == (9, 9, "1:1")
    assert all("a3" not in way for way in payments(roll(battle, 2)))


@BOTH
def test_destroyers_and_ships_add_nothing_without_a_landing(edition):
    battle = fight([infantry(6), unit("fleet", 9), unit("destroyer", 9)], [infantry(3)], edition=edition, **US)
    assert odds(battle)[0] == 6


def test_new_15_642_why_counters_cannot_pay_beside_the_third_of_the_destroyers():
    # A costs nine of 6, 4 and 9, three at least of destroyers.
    battle = roll(fight([landing(6), landing(4), unit("destroyer", 9)], [infantry(3)], **US), 1)

    def why(*picks):
        (*first, last) = [f"lose:{pick}" for pick in picks]
        found = {item["id"]: item for item in losses.report(battle, first)["items"]}[last]
        return found["reason"], found["why"]["rules"]

    third, covered = "destroyers have to pay their third of the loss", "the loss is covered without it"
    assert why("a1", "a2") == (third, ["15.642"]), "ten, and neither could be kept, but for the destroyers"
    assert why("a1", "a3", "a3", "a3") == ("", [])
    assert why("a1", *["a3"] * 4) == why("a1", "a3", "a3", "a3", "a2") == (covered, ["15.62"])
    assert why("a1", "a2", "a3") == ("with it one of those named could be kept", ["15.62"]), "eleven, without the four"


@BOTH
@pytest.mark.parametrize(
    ("ships", "most"),
    [
        ([unit("fleet", 1, bombardment=2)], 2),
        ([unit("fleet", 1, bombardment=1)], 1),
        ([unit("destroyer", 3)], 0),
        ([], 0),
    ],
)
def test_15_641b_how_much_of_a_loss_bombarding_ships_may_take_is_told_where_there_are_any(edition, ships, most):
    # 6 + 5 and the guns : 3 x 3; a costs five, which either of the infantry covers.
    node = roll(fight([landing(6), landing(5), *ships], [infantry(3)], edition=edition, **US), 2).node
    assert (f"Up to {most} from bombarding ships, none of which has to go." in node.prompt) == bool(most)
    assert ("bombarding" in node.prompt) == ("15.641B" in node.rules) == bool(most)


def test_15_61_what_is_owed_and_what_of_it_is_paid_is_asked():
    # 6 + 3 + 3 : 3 x 2, and a costs three, of the air of either nation.
    attack = [infantry(6), unit("air", 3), unit("air", 3, "British")]
    battle = fight(attack, [infantry(3)], **US).play("!result=a")
    assert battle.node.prompt == "Attacker loses 3. Which counters?"
    assert battle.play("lose:a2").node.prompt == "Attacker loses 3, 1 paid. Which counters?"


def test_15_62_what_is_named_is_covered_as_soon_as_it_comes_to_what_is_owed():
    """15.62: a costs three, of the infantry or of air; two leave one open, and after three none more may go."""
    attack = [infantry(6), unit("air", 3), unit("air", 3, "British")]
    battle = fight(attack, [infantry(3)], **US).play("!result=a")

    def why(*picks):
        return {item["id"]: item["reason"] for item in losses.report(battle, [f"lose:{one}" for one in picks])["items"]}

    covered, needless = "the loss is covered without it", "with it one of those named could be kept"
    assert why("a2", "a2") == {"lose:a1": needless, "lose:a2": "", "lose:a3": ""}
    assert why("a2", "a2", "a3") == dict.fromkeys(("lose:a1", "lose:a2", "lose:a3"), covered)
    assert why("a1") == dict.fromkeys(("lose:a1", "lose:a2", "lose:a3"), covered), "six"


@pytest.mark.parametrize(
    ("share", "told"),
    [
        ("bill", "A third of it, rounded down, from destroyers."),
        ("paid", "A third of all that is paid, rounded down, from destroyers."),
    ],
)
def test_new_15_642_of_what_destroyers_pay_a_third_is_asked(share, told):
    attack = [landing(6), unit("air", 3), unit("destroyer", 9)]
    node = fight(attack, [infantry(3)], readings={"destroyer_share": share}, **US).play("!result=A").node
    assert node.prompt == f"Attacker loses 9. {told} Which counters?"
    assert "15.642" in node.rules


@pytest.mark.parametrize(("result", "via", "owes"), [("d", "sea", 3), ("d", "land", 3), ("Ex", "land", 6)])
def test_new_15_642_of_the_defender_no_destroyers_are_asked(result, via, owes):
    """15.61: it loses half of its printed factors, or in an Ex with fewer attackers as many as those come to."""
    attack = [infantry(18 if via == "sea" else 6, via=via), unit("destroyer", 18)]
    battle = fight(attack, [infantry(3), infantry(3, "Canadian")], **US)
    node = battle.play(f"!result={result}").node
    assert (node.side, node.prompt) == ("defender", f"Defender loses {owes}. Which counters?")
    assert node.rules == ("15.61", "15.62")


@pytest.mark.parametrize("share", ["bill", "paid"])
@pytest.mark.parametrize("ships", [1, 2, 3, 4])
def test_new_15_642_an_entire_force_takes_so_many_of_the_destroyers(share, ships):
    # 9 : 9, an even Ex: three of destroyers at least; of all that is paid 9 + 4 would be four, where there are so many.
    attack = [landing(9), unit("destroyer", ships)]
    after = fight(attack, [infantry(3)], readings={"destroyer_share": share}, **US).play("!result=Ex")
    assert gone(after) == {"a1": 1, "a2": min(ships, 3 if share == "bill" else 4), "d1": 1}


NOBODY_LANDS, CARRYING = "nobody lands in this round", "destroyers carrying the invasion are not taken as losses"


@pytest.mark.parametrize(
    ("edition", "via", "said"),
    [("old", "land", NOBODY_LANDS), ("new", "land", NOBODY_LANDS), ("old", "sea", CARRYING), ("new", "sea", "")],
)
def test_15_641_why_destroyers_pay_nothing_is_told_as_it_is(edition, via, said):
    """Beside an attack by land they carry nobody; those of an invasion pay by the newer edition alone."""
    attack = [infantry(9, via=via), infantry(9, via=via), unit("destroyer", 18)]
    after = fight(attack, [infantry(3), infantry(3)], edition=edition, **US).play("!result=a")
    assert [(one.reason, one.rules) for one in after.game.refusals(after.state) if one.unit == "a3"] == (
        [(said, ("15.641",))] if said else []
    )


def test_new_15_642_where_those_who_landed_are_out_of_the_round_destroyers_pay_nothing():
    # 9 + 4 + 4 : 9 + 6; in the second round the landing of CTL 1 sits it out (15.82A): 8 : 6, and a costs three.
    attack = [
        infantry(9, via="sea", ctl=1),
        infantry(4, ctl=2),
        infantry(4, at=WEST, ctl=2),
        unit("destroyer", 9, ctl=2),
    ]
    battle = fight(attack, [infantry(3), infantry(2)], **US)
    second = battle.play_all(["!result=d", "on"])
    assert odds(second) == (8, 4, "2:1")
    after = second.play("!result=a")
    why = {one.unit: (one.reason, one.rules) for one in after.game.refusals(after.state)}
    assert why["a4"] == (NOBODY_LANDS, ("15.641",))
    assert payments(after) == [{"a2": 1, "d1": 1}, {"a3": 1, "d1": 1}]
