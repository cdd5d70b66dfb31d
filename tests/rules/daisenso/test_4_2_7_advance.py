"""4.2.7 and 4.2.8: advance after combat and exploitation; the worked examples."""

import pytest
from hexumpire.rulesets.daisenso.numbering import around, find_place, place_name
from hexumpire.rulesets.daisenso.rules.exploitation import distance

from tests.rules.daisenso.setting import (
    EAST,
    NORTHEAST,
    NORTHWEST,
    SOUTHEAST,
    TARGET,
    WEST,
    armor,
    drive,
    example,
    fight,
    game,
    hexes_open,
    hq,
    infantry,
    log,
    options,
    read,
    refused,
    ringed,
    sections,
    to,
    told,
    topic,
    unit,
)


def driven(attack, *path, text="Dr3", **given):
    """The battle after the lone defender went along a path of hexes."""
    battle = read(fight(attack, [infantry(steps=3)], **given), text)
    for name in path:
        battle = battle.play(to(name))
    return battle


AWAY = (NORTHWEST, "w4823", "w4922")


def test_4_2_7_nomove_ezoc_and_weather():
    # 4.2.7.nomove, 4.2.7.ezoc, 4.2.7.weather
    # Out of zones of control and enemy Air, into mud, over a mountain, with one step of allowance: all fine.
    hexes = {EAST: {"zoc": "defender", "weather": "snow"}, TARGET: {"zoc": "defender", "weather": "mud"}}
    foes, sides = [infantry(steps=1), unit("air", at=EAST)], {(EAST, TARGET): ["mountain"]}
    battle = fight([infantry()], foes, hexes=hexes, sides=sides, side_mountain="2", readings={"lone_air": "ignored"})
    assert "advance:a1" in options(read(battle, "0/1").play("lose:d1"))


def test_4_2_7_hex_an_enemy_air_unit_bars_by_reading():
    foes = [infantry(steps=1), unit("air", at=TARGET)]
    assert topic(read(fight([infantry()], foes), "0/1").play("lose:d1")) == "end"
    free = fight([infantry()], foes, readings={"lone_air": "ignored"})
    assert topic(read(free, "0/1").play("lose:d1")) == "advance"


def test_4_2_8_first_land_and_optional():
    # 4.2.8.first
    # The defending hex first, then hex by hex over land, as far as one likes.
    battle = driven([armor()], *AWAY, hexes={NORTHEAST: {"terrain": "sea"}, "w4524": {"off_map": True}})
    battle = battle.play("exploit:a1")
    assert battle.game.overlay(battle.state)["moved"]["a1"] == {to(TARGET)[3:]: 1}
    assert refused(battle)[NORTHEAST] == "4.2.8.land"
    assert refused(battle)["w4524"] == "4.2.8.offmap"
    assert "stop" in options(battle)
    battle = battle.play(to(WEST)).play("stop")
    assert topic(battle) == "end" and told(battle, "4.2.8.optional")


def test_4_2_8_ma0_and_ma():
    battle = driven([armor(), infantry(ma=0), infantry(ma=1), infantry(ma=2)], *AWAY)
    assert [option for option in options(battle) if option.startswith("exploit")] == ["exploit:a1", "exploit:a4"]
    assert refused(battle)["a2"] == "4.2.7.ma0"
    assert not [option for option in options(battle) if option.endswith(":a2")]  # 4.2.8.ma0


def test_4_2_8_storms_and_snow():
    # 4.2.8.weather
    hexes = {name: {"weather": "storms"} for name in (TARGET, WEST, NORTHEAST)}
    battle = driven([armor()], *AWAY[:2], hexes=hexes).play("exploit:a1")
    assert WEST in hexes_open(battle)


def test_4_2_8_outair():
    # 4.2.8.outair
    foes = [infantry(steps=3), unit("air", at=EAST)]
    battle = read(fight([armor()], foes), "Dr2").play(to(NORTHWEST)).play(to("w4823"))
    assert "exploit:a1" in options(battle)


def test_4_2_8_capital():
    mechs = [armor(nation="Siam", capital=True)]
    home = {TARGET: {"country": "Siam"}, WEST: {"country": "Siam"}}
    battle = driven(mechs, *AWAY, hexes=home).play("exploit:a1")
    assert hexes_open(battle) == [WEST]
    assert refused(battle)[NORTHEAST] == "4.2.8.capital"
    assert sections(game(mechs, [infantry()]).problems) == {"4.2.1.1.capital"}


@pytest.mark.parametrize("reading", ["stops", "free"])
@pytest.mark.parametrize("mark", ["allsea", "mountain", "strait"])
def test_4_2_8_stop_hexside(mark, reading):
    """Beyond the hex attacked it stops a unit by either reading."""
    sides, readings = {(TARGET, WEST): [mark]}, {"first_stop": reading}
    battle = driven([armor()], *AWAY, sides=sides, readings=readings).play("exploit:a1").play(to(WEST))
    assert topic(battle) == "end"
    assert told(battle, "4.2.8.stop-hexside")[0].startswith("There it stops")


def test_4_2_8_stop_hexside_of_the_first_hex_by_reading():
    over = {"sides": {(EAST, TARGET): ["mountain"]}, "side_mountain": "1"}
    assert topic(driven([armor()], *AWAY, **over).play("exploit:a1")) == "end"
    free = driven([armor()], *AWAY, readings={"first_stop": "free"}, **over).play("exploit:a1")
    assert topic(free) == "trek" and not told(free, "4.2.8.stop-hexside")


def test_three_hexes_and_then_eliminated():
    # Dr3 0/1 against one step: three entered, nothing unsatisfied.
    battle = read(example("three-hexes"), "Dr3 0/1")
    for name in AWAY:
        battle = battle.play(to(name))
    battle = battle.play("lose:r1")
    assert distance(battle.state) == 3


def test_chita():
    battle = read(example("chita"), "Dr1 0/1").play("convert").play("lose:r1")
    assert distance(battle.state) == 1
    assert options(battle) == ["advance:t1", "done"]


def test_4_2_2_auto_no_exploitation():
    battle = example("detachment").play("take")
    assert options(battle) == ["advance:t1", "done"]


def test_4_2_7_barred_kwantung_units_by_the_three_countries():
    # 4.2.7.barred: abroad only where all three are not Policy Affected, which the players say.
    battle = fight([infantry(kwantung=True)], [infantry(steps=1)], kwantung_free=True)
    assert "advance:a1" in options(read(battle, "0/1").play("lose:d1"))
    closed = fight([infantry()], [infantry(steps=1)], hexes={TARGET: {"closed": True}})
    assert topic(read(closed, "0/1").play("lose:d1")) == "end"


@pytest.mark.parametrize("fields", [{"nation": "Siam"}, {"nation": "Japanese", "capital": True}])
def test_4_2_8_capital_binds_marked_minors_only(fields):
    battle = driven([armor(**fields)], *AWAY, hexes={WEST: {"country": "Japanese"}}).play("exploit:a1")
    assert {WEST, NORTHEAST} <= set(hexes_open(battle))


@pytest.mark.parametrize(("ma", "path"), [(3, [WEST, "w4622"]), (9, [WEST, "w4622"]), (2, [WEST])])
def test_4_2_8_distance_and_ma_hex_by_hex(ma, path):
    # Three hexes of retreat: the defending hex and two more, or as far as the allowance goes (4.2.8.ma).
    battle = driven([armor(ma=ma)], *AWAY).play("exploit:a1")
    for name in path:
        assert topic(battle) == "trek"
        battle = battle.play(to(name))
    assert topic(battle) == "end"
    assert told(battle, "4.2.8.distance")[-1] == "There it stops: it has gone its full distance."
    assert battle.game.overlay(battle.state)["moved"]["a1"] == {to(path[-1])[3:]: 1}


def test_4_2_8_optional_one_advances_and_others_part():
    # An advance ends in the hex; two that exploit go different ways, and one stops where it is.
    battle = driven([armor(), armor(), armor(), infantry(ma=3)], *AWAY).play("advance:a1")
    assert topic(battle) == "advance"
    battle = battle.play("exploit:a2").play(to(WEST)).play("stop")
    battle = battle.play("exploit:a3").play(to(NORTHEAST)).play("stop").play("exploit:a4").play("stop")
    moved = battle.game.overlay(battle.state)["moved"]
    hexes = {"a1": TARGET, "a2": WEST, "a3": NORTHEAST, "a4": TARGET}
    assert {name: moved[name] for name in hexes} == {name: {to(hex)[3:]: 1} for name, hex in hexes.items()}


def test_4_2_8_distance_who_went_round_is_not_as_far_from_stopping_as_who_went_straight():
    # Four hexes are open, as nobody is left to satisfy Dr3 0/2 (4.2.8.distance). Another attack follows.
    foes = [infantry(steps=1), infantry(at="w4825")]
    battle = fight(
        [armor(ma=9, aim=1), infantry(at="w4725", aim=2)],
        foes,
        targets=(TARGET, "w4825"),
        hexes=ringed(TARGET, "attacker"),
    )
    battle = read(battle, "Dr3 0/2").play("lose:d1").play("exploit:a1")
    straight, around_it = battle.play(to(WEST)), battle.play(to(NORTHWEST)).play(to(WEST))
    assert straight.state.at == around_it.state.at
    assert straight.game.key(straight.state) != around_it.game.key(around_it.state)
    assert topic(straight.play(to("w4622"))) == "trek"
    assert topic(around_it.play(to("w4622"))) != "trek", "it has gone its full distance"


def test_4_2_8_land_no_hex_open_beyond_the_first():
    sea = {place_name(hex): {"terrain": "sea"} for hex in around(find_place(TARGET)) if hex != find_place(EAST)}
    coast = {**sea, EAST: {"closed": True}}
    battle = fight([armor()], [infantry(steps=1), unit("detachment", at=WEST)], hexes=coast)
    battle = read(battle, "Dr3").play("lose:d1")
    label = next(option.label for option in battle.node.options if option.id == "exploit:a1")
    assert str(label).endswith(": no hex beyond is open to it")
    battle = battle.play("exploit:a1")
    assert topic(battle) == "end"


@pytest.mark.parametrize("more", [True, False])
def test_4_2_8_who_enters_the_hex_and_how_is_all_the_same_only_when_nothing_follows(more):
    # While another attack is to come, it matters who stands where: an exploitation is not worth what an advance is.
    force = [armor(aim=1), armor(at=SOUTHEAST, aim=1), armor(at="w4725", aim=2)]
    foes, targets = [infantry(steps=3), infantry(at=NORTHEAST)], (TARGET, NORTHEAST)
    force, foes, targets = (force, foes, targets) if more else (force[:2], foes[:1], targets[:1])
    if not more:
        force = [{**one, "aim": 0} for one in force]
    battle = drive(read(fight(force, foes, targets=targets), "Dr2"), to(NORTHWEST), to("w4823"))
    ways = {option.id: option.alike for option in battle.node.options if option.unit}
    assert list(ways) == ["advance:a1", "exploit:a1", "advance:a2", "exploit:a2"]
    assert len(set(ways.values())) == (4 if more else 1)


def test_4_2_7_which_of_two_like_units_in_a_hex_enters_is_all_the_same_whatever_follows():
    # Both have attacked. One of another hex is told from them, and one that may still attack, as an HQ may by hq_again.
    force = [armor(at=SOUTHEAST, aim=1), armor(aim=1), armor(aim=1), armor(at="w4725", aim=2)]
    battle = read(fight(force, [infantry(steps=1), infantry(at=NORTHEAST)], targets=(TARGET, NORTHEAST)), "0/1")
    battle = battle.play("lose:d1")

    def ways(state):
        return {option.unit: option.alike for option in battle.game.phases["advance"].node(state).options}

    found, a2 = ways(battle.state), battle.game.setting.by_id["a2"].index
    assert found["a2"] == found["a3"] != found["a1"]
    found = ways(battle.state._replace(fought=battle.state.fought & ~(1 << a2)))
    assert found["a2"] != found["a3"]


def test_4_2_7_who_advances_next_is_asked_and_told_as_it_is():
    # 4.2.7.who: before anybody is in the hex and after.
    battle = read(fight([infantry(), infantry()], [infantry(steps=1)]), "0/1").play("lose:d1")
    labels = {option.id: option.label for option in battle.node.options}
    assert labels["done"] == "Nobody advances"
    after = battle.play("advance:a1")
    assert [str(option.label) for option in after.node.options if option.id == "done"] == ["Nobody else advances"]
    assert [told(one.play("done"), "4.2.7.who")[-1] for one in (battle, after)] == [
        "Nobody advances.",
        "Nobody else advances.",
    ]


OVER_MOUNTAINS = {"sides": {(EAST, TARGET): ["mountain"]}, "side_mountain": "1"}


@pytest.mark.parametrize("free", [False, True])
@pytest.mark.parametrize(
    ("ma", "text", "over", "said", "rule"),
    [
        (1, "Dr3", {}, "", "4.2.8.ma"),
        (3, "Dr1", {}, "", ""),
        (2, "Dr3", {}, ": up to 2 hexes", ""),
        (3, "Dr2", {}, ": up to 2 hexes", ""),
        (3, "Dr3", {}, ": up to 3 hexes", ""),
        (2, "Dr3", OVER_MOUNTAINS, "it crossed a hexside of mountain", "4.2.8.stop-hexside"),
        (2, "Dr3", {"hexes": {TARGET: {"zoc": "defender"}}}, "no other friendly unit", "4.2.8.stop-ezoc"),
    ],
)
def test_4_2_8_how_far_exploitation_goes_is_told_before_it_begins(ma, text, over, said, rule, free):
    """By the reading that stops nobody in the hex attacked, neither a hexside nor a zone there does."""
    path = AWAY[: int(text[-1])]
    stops = rule.startswith("4.2.8.stop")
    battle = driven([armor(ma=ma)], *path, text=text, readings={"first_stop": "free" if free else "stops"}, **over)
    ways = {option.id: option for option in battle.node.options}
    assert (rule in ways["advance:a1"].rules) == (rule == "4.2.8.ma")
    assert ("exploit:a1" in ways) == bool(said)
    if not said:
        return
    label, rules = ways["exploit:a1"].label, ways["exploit:a1"].rules
    assert str(label).endswith(": up to 2 hexes" if stops and free else said)
    assert (rule in rules) == (stops and not free)
    assert topic(battle.play("exploit:a1")) == ("end" if stops and not free else "trek")


@pytest.mark.parametrize(("one", "other"), [("a1", "a2"), ("a2", "a1")])
@pytest.mark.parametrize("friend", [False, True])
def test_4_2_8_stop_ezoc_another_friendly_unit_in_the_hex_lets_a_unit_go_on(friend, one, other):
    """It stops in a hex of an enemy zone of control where it is alone, and goes on where somebody has come before."""
    battle = driven([armor(), armor()], *AWAY, hexes={WEST: {"zoc": "defender"}})
    if friend:
        battle = battle.play(f"exploit:{one}").play(to(WEST))
        assert topic(battle) == "advance", "the first one stopped"
    battle = battle.play(f"exploit:{other}").play(to(WEST))
    assert topic(battle) == ("trek" if friend else "advance")
    assert len(told(battle, "4.2.8.stop-ezoc")) == 1


@pytest.mark.parametrize(("one", "other"), [("a1", "a2"), ("a2", "a1")])
def test_4_2_8_stop_ezoc_in_the_hex_attacked_holds_who_comes_first_and_it_is_told_before(one, other):
    battle = driven([armor(), armor()], *AWAY, hexes={TARGET: {"zoc": "defender"}})
    alone, beside = battle, battle.play(f"advance:{one}")
    for at, said in ((alone, "no other friendly unit"), (beside, ": up to 3 hexes")):
        label = next(str(option.label) for option in at.node.options if option.id == f"exploit:{other}")
        assert label.endswith(said)
        after = at.play(f"exploit:{other}")
        assert (topic(after) == "trek", bool(told(after, "4.2.8.stop-ezoc"))) == (at is beside, at is alone)


def test_4_2_7_who_may_not_advance_is_told_with_the_reason_of_each():
    """4.2.7.who, 4.2.7.hq: units of one name and one reason once."""
    force = [infantry(supplied=False), infantry(supplied=False), infantry(3, supplied=False), hq()]
    battle = read(fight(force, [infantry(steps=1)]), "0/1").play("lose:d1")
    empty = next(line for line in log(battle) if "is empty" in line[0])
    assert empty[0].count("; ") == 2 and empty[0].count(": it is unsupplied; ") == 2
    assert empty[0].endswith("an HQ does not advance.") and empty[1] == ("4.2.7.who", "4.2.7.hq")
