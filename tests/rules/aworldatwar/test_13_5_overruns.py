"""Overruns (13.5), each sentence predicted from the text and played."""

from __future__ import annotations

import pytest
from hexumpire.rulesets.aworldatwar.rules.forts import FORTS

from tests.rules.aworldatwar import marches
from tests.rules.aworldatwar.exploiting import enemy, exploit, tanks
from tests.rules.aworldatwar.marches import LINE, charge, foot, go, phase, refused, some, take, tank, told, where

WEAK = some("infantry", "1,0")
"""One factor in the open: worth two."""
AIR = {"type": "air", "factors": 4}


def begin(*args, **more):
    """A battle on the line and one hex beside its first, so that nobody is hemmed in."""
    return marches.begin(*args, line=(*LINE, "-1,1"), **more)


def offered(battle, unit="a1", place="1,0"):
    """Whether a unit may overrun a hex, and by which rules not."""
    battle = take(battle, unit)
    if f"overrun:{place}" in battle.legal_actions:
        return set()
    return refused(battle, unit, place)


def air(battle, kind):
    """How much ground support (``gs``) or defensive air (``das``) an overrun may have."""
    return [int(one.partition(":")[2]) for one in battle.legal_actions if one.startswith(f"{kind}:")]


def pair(**more):
    """Two armor units of six factors next to one factor in the open: 12 : 2."""
    return begin([tank(count=2)], [WEAK], **more)


def together(battle, *answers):
    return take(battle, "a1").play("more").play("overrun:1,0").play_all(answers)


def test_13_52_six_to_one_and_no_less():
    assert together(pair()).state.overrun == 1
    weaker = begin([tank(count=2, factors=5)], [WEAK])
    assert offered(weaker) == {"13.52"}, "10 : 2, all together"
    assert offered(begin([tank(factors=12)], [WEAK])) == set()
    assert offered(begin([tank(factors=11)], [WEAK])) == {"13.52"}


def test_13_51_13_52_armor_and_mechanized_infantry_only_with_their_machines():
    assert offered(begin([foot(factors=12)], [WEAK])) == {"13.51"}
    assert offered(begin([tank(factors=12, mech="off")], [WEAK])) == {"13.52", "10.32"}
    assert offered(begin([some("mechanized", factors=12)], [WEAK])) == {"13.52"}, "an armor unit must take part"
    both = [tank(factors=9), some("mechanized", factors=3)]
    assert charge(begin(both, [WEAK]), "a1", "1,0", "with:a2").state.overrun == 1
    for lack in ({"supply": "partial"}, {"oil_short": True}):
        joining = take(begin([tank(factors=9), some("mechanized", factors=3, **lack), tank(factors=3)], [WEAK]), "a1")
        assert refused(joining.play("overrun:1,0"), "a2") == {"13.52", "10.12"}


def test_10_12_no_overruns_by_mechanized_infantry_in_the_pacific():
    own = [tank(factors=12), some("mechanized", factors=3), tank()]
    battle = begin(own, [WEAK], theatre="pacific", nations=("US", "Japanese"))
    assert refused(take(battle, "a1").play("overrun:1,0"), "a2") == {"13.52", "10.12"}


def test_13_52_two_units_at_most_through_one_hexside():
    three = take(begin([tank(count=3)], [WEAK]), "a1").play("more").play("more")
    assert "overrun:1,0" not in three.legal_actions and refused(three, "a1", "1,0") == {"13.52"}
    battle = take(begin([tank(), tank(), tank("0,1")], [WEAK]), "a1").play("overrun:1,0")
    assert {one.id for one in battle.node.options} == {"with:a2"}, "nobody from another hex; alone it is 6 : 2"


def test_13_522_out_of_a_breakthrough_hex_too_no_more_than_two():
    here = {"0,0": {"features": ["breakthrough"]}}
    three = take(begin([tank(count=3)], [WEAK], hexes=here), "a1").play("more").play("more")
    assert refused(three, "a1", "1,0") == {"13.522", "13.52"}


def test_13_521_13_45_they_may_come_from_different_hexes():
    battle = begin([tank("0,0"), tank("1,1")], [some("infantry", "2,0")], hexes={"0,1": {}})
    battle = go(go(battle, "a1", "1,0"), "a2", "1,0")
    first, second = (name for name in battle.legal_actions if name.startswith("take:"))
    done = battle.play(first).play("overrun:2,0").play("with:" + second.partition(":")[2])
    assert where(done) == {"a1": ["2,0"], "a2": ["2,0"]}


def test_13_41e_an_overrun_takes_one_movement_factor_more():
    assert offered(begin([tank(factors=12, movement=2)], [WEAK])) == set()
    assert offered(begin([tank(factors=12, movement=1)], [WEAK])) == {"13.41E", "13.52"}
    assert offered(begin([tank(factors=18, movement=2)], [WEAK], hexes={"1,0": {"terrain": "forest"}})) == {
        "13.41E", "13.52"
    }, "13.411 is not for overruns"  # fmt: skip
    battle = charge(begin([tank(factors=12)], [WEAK]), "a1", "1,0")
    assert battle.state.parts[0].spent.all == 2


def test_13_41d_13_52_out_of_a_zone_of_control_it_takes_that_besides():
    foes = [WEAK, some("armor", "1,-1", movement=5)]
    battle = charge(begin([tank(factors=12)], foes), "a1", "1,0")
    assert battle.state.parts[0].spent.all == 1 + 1 + 2


@pytest.mark.parametrize(
    ("place", "worth"),
    [({"terrain": "forest"}, 3), ({"terrain": "jungle_mountain"}, 4), ({"features": ["fortress"]}, 4)],
)
def test_13_51_13_59_every_dm_counts_and_no_place_protects(place, worth):
    assert offered(begin([tank(factors=6 * worth)], [WEAK], hexes={"1,0": place})) == set()
    assert offered(begin([tank(factors=6 * worth - 1)], [WEAK], hexes={"1,0": place})) == {"13.52"}


@pytest.mark.parametrize(
    ("mark", "said"),
    [(mark, True) for mark in ("capital", "objective", "ic", "bridgehead", "railhead", *FORTS)] + [("port", False)],
)
def test_13_59_is_cited_where_a_place_gives_no_more_than_its_dms(mark, said):
    """In movement and in exploitation; of other hexes there is nothing to say."""
    known = {"features": [mark]}
    marching = take(begin([tank(factors=30)], [WEAK], hexes={"1,0": known}), "a1")
    exploiting = exploit([tanks(factors=30)], defenders=[enemy(at="1,0")], hexes={"1,0": known})
    for battle, action in ((marching, "overrun:1,0"), (exploiting, "overrun:0@1,0")):
        (option,) = [one for one in battle.node.options if one.id == action]
        assert option.rules == (("13.52", "13.59") if said else ("13.52",))


def test_13_55b_is_cited_where_armor_overruns_another_hex():
    battle = charge(begin([tank(factors=30, movement=9)], [WEAK, some("infantry", "2,0")]), "a1", "1,0")
    cited = [
        next(one.rules for one in take(now, "a1", at).node.options if one.id.startswith("overrun"))
        for now, at in ((begin([tank(factors=30)], [WEAK]), ""), (battle, "1,0"))
    ]
    assert cited == [("13.52",), ("13.52", "13.55", "13.55B")]


def test_13_51_negative_dms_count_too():
    shaky = some("infantry", "1,0", ctl=0, home="no")
    assert offered(begin([tank()], [shaky])) == set(), "6 : 1"
    across = {"sides": {"0,0:E": ["river"]}}
    assert offered(begin([tank(factors=17)], [WEAK], **across)) == {"13.52"}


def test_13_53_ground_support_helps_and_is_inverted_by_success():
    battle = begin([tank(factors=8), AIR], [WEAK])
    asked = charge(battle, "a1", "1,0")
    assert asked.node.topic == "support" and list(asked.legal_actions) == ["gs:4"]
    done = asked.play("gs:4").play("done")
    (flown,) = done.game.remains(done.state)["a2"]
    assert dict(flown.values) == {"factors": 4, "fought": True}
    assert offered(begin([tank(factors=8), {**AIR, "factors": 3}], [WEAK])) == {"13.52"}
    assert offered(begin([tank(factors=8), {**AIR, "fought": True}], [WEAK])) == {"13.52"}, "it has flown"


def failed(*first, **more):
    """Armor and four of ground support against one factor, with one factor of defensive air: 12 : 3."""
    battle = begin([tank(factors=8), {**AIR}, *more.pop("own", [])], [WEAK, some("air", "5,0", factors=2)], **more)
    return charge(battle, "a1", "1,0", *first, "gs:4", "das:1")


def test_13_531_defensive_air_makes_it_fail_and_an_attack_must_follow():
    battle = failed("alone", own=[tank(factors=12)])
    assert where(battle)["a1"] == ["0,0"] and battle.state.overrun == 0
    assert refused(battle, "a1") == {"13.531"}
    assert offered(battle, "a3") == {"13.531"}, "no second attempt, by anybody"
    done = battle.play("done")
    (line,) = done.game.closing(done.state)
    assert line.rules == ("13.531",) and "ground support of 4" in line.text
    left = done.game.remains(done.state)
    (bound,) = (dict(part.values) for part in left["a2"])
    assert bound == {"factors": 4, "bound": "1,0"}, "the ground support has not flown: it must support the attack"
    over, home = sorted(left["d2"], key=lambda part: part.at)
    assert (over.at, over.values) == ("1,0", (("factors", 1),))
    assert (home.at, home.values) == ("5,0", (("factors", 1),))
    assert left["a1"][0].values == (("moved", True), ("pledged", True), ("bound", "1,0"))


def test_13_53_defensive_air_that_is_too_little_is_used_up():
    battle = charge(begin([tank(factors=18)], [WEAK, some("air", "5,0", factors=2)]), "a1", "1,0", "das:1")
    assert battle.state.overrun == 1
    used, rest = sorted(battle.game.remains(battle.state)["d2"], key=lambda part: part.values, reverse=True)
    assert {used.values, rest.values} == {(("factors", 1), ("fought", True)), (("factors", 1),)}


@pytest.mark.parametrize(("spent", "fails"), [(0, False), (1, False), (2, False), (3, True)])
def test_13_53_air_flies_once_in_a_movement_phase_be_it_used_up_or_bound(spent, fails):
    """13.53, 13.531: a second overrun has the air that the first left, which was won or lost.

    Armor of 22 and ground support of 2 against 2 and defensive air: 24 to 4 is 6:1, and 24 to 5 is less.
    """
    foes = [WEAK, some("infantry", "0,1"), some("air", "5,0", factors=4)]
    own = [tank(factors=22, movement=2), tank("-1,1", factors=30, movement=2), {**AIR, "factors": 5}]
    first = charge(begin(own, foes), "a1", "1,0", "gs:2")
    assert air(first, "das") == [0, 1, 2, 3, 4]
    first = first.play(f"das:{spent}")
    assert (first.state.overrun == 0) == fails
    second = charge(first, "a2", "0,1")
    assert air(second, "gs") == [0, 1, 2, 3]
    assert air(second.play("gs:3"), "das") == [*range(4 - spent + 1)]


@pytest.mark.parametrize(("ours", "theirs"), [(False, False), (True, False), (False, True), (True, True)])
def test_13_53_air_that_has_flown_this_turn_is_asked_for_by_neither_side(ours, theirs):
    own, foes = [tank(factors=18), {**AIR, "fought": ours}], [WEAK, some("air", "5,0", fought=theirs)]
    battle = charge(begin(own, foes), "a1", "1,0")
    assert (battle.node.topic == "support") == (not ours)
    battle = battle if ours else battle.play("gs:0")
    assert (battle.node.topic == "cover") == (not theirs)


@pytest.mark.parametrize("tried", [False, True])
def test_12_15_12_17_by_which_rule_counters_too_many_go(tried):
    """12.15: after a failed overrun out of their hex; 12.17, 12.21: else, be there one out of another hex."""
    own = [tank(factors=12), *(foot(count=n, supply="none") for n in ([2] if tried else []))]
    own += [foot("-1,1", count=3, supply="none")]
    battle = charge(begin(own, [WEAK, some("air", "5,0")]), "a1", "1,0", "das:1")
    rules = {option.hex: option.rules for option in battle.node.options if option.id.startswith("remove:")}
    assert rules == {"-1,1": ("12.17", "12.21"), **({"0,0": ("12.15",)} if tried else {})}


def test_13_53_ground_support_is_taken_from_one_unit_after_another():
    """Of air of 2 and of 3 factors: one, two or three of them support the overrun, and the first flies first."""
    own = [tank(factors=11), some("air", factors=2), some("air", nation="Italian", factors=3)]
    battle = charge(begin(own, [WEAK, some("air", "5,0")]), "a1", "1,0")
    assert air(battle, "gs") == [1, 2, 3, 4, 5]
    assert [battle.play(f"gs:{n}").assessment.attack for n in (1, 2, 3, 5)] == [12, 13, 14, 16]
    for many, flown in ((1, {"a2": 1}), (2, {"a2": 2}), (3, {"a2": 2, "a3": 1}), (5, {"a2": 2, "a3": 3})):
        left = (after := battle.play_all([f"gs:{many}", "das:0", "done"])).game.remains(after.state)
        used = {
            name: sum(dict(part.values)["factors"] for part in left.get(name, ()) if dict(part.values).get("fought"))
            for name in ("a2", "a3")
        }
        assert {name: n for name, n in used.items() if n} == flown


def test_13_531_who_failed_to_overrun_has_not_moved():
    battle = charge(begin([tank(factors=12)], [WEAK, some("air", "5,0")]), "a1", "1,0", "das:1").play("done")
    assert (battle.outcome.result, battle.outcome.measure("moved")) == ("stayed", 0)


def test_13_53_the_air_is_asked_for_in_words():
    """13.53: how much ground support, and how much defensive air comes through, or that none does."""
    battle = begin([tank(factors=18), AIR], [WEAK, some("air", "5,0", factors=1)])
    support = charge(battle, "a1", "1,0")
    assert support.node.topic == "support"
    assert [option.label for option in support.node.options][:2] == ["No ground support", "Ground support: 1"]
    assert [option.label for option in support.play("gs:0").node.options] == [
        "No defensive air support",
        "Defensive air support left after interception: 1",
    ]


@pytest.mark.parametrize(
    ("beside", "has"),
    [([], False), (["partisan"], False), (["infantry"], True), (["replacement"], True), (["flak"], False)],
)
def test_11_47_no_defensive_air_for_partisans_alone(beside, has):
    """11.47: partisans have none, be there flak in their hex; other ground units beside them have it (13.53)."""
    foes = [some("partisan", "1,0"), *(some(kind, "1,0") for kind in beside), some("air", "5,0")]
    asked = charge(begin([tank(factors=30)], foes), "a1", "1,0")
    assert (asked.node.topic == "cover") == has
    assert asked.state.overrun == (not has)


def test_13_21_13_53_air_that_its_own_side_gave_up_supports_no_overrun():
    """Of three counters of two factors one is eliminated before the movement, to be rebuilt."""
    battle = begin([tank(factors=12), some("air", factors=2, count=3)], [WEAK])
    assert air(charge(battle, "a1", "1,0"), "gs") == [*range(7)]
    assert air(charge(battle.play_all(["scrap", "scrap:a2", "enough"]), "a1", "1,0"), "gs") == [*range(5)]
    bare = battle.play_all(["scrap", *["scrap:a2"] * 3, "enough"])
    assert charge(bare, "a1", "1,0").state.overrun == 1, "without air nobody is asked"


def test_12_15_a_failed_overrun_may_crowd_its_hex_until_movement_ends():
    battle = failed(own=[foot(count=2)])
    assert refused(battle, place="0,0") >= {"12.11A"} and "done" not in battle.legal_actions
    assert "done" in go(battle, "a3", "-1,1").legal_actions
    stuck = failed(own=[foot(count=2, supply="none")])
    assert [one.id for one in stuck.node.options] == ["remove:a3"], "not the one that tried to overrun"
    assert "12.15" in told(stuck.play("remove:a3"))


def test_13_532_airdrops_do_not_help():
    own = [tank(), tank(), some("airborne", via="airdrop")]
    battle = take(begin(own, [WEAK]), "a1").play("overrun:1,0")
    assert refused(battle, "a3") == {"13.532"}


def test_13_54_13_55_the_overrun_die_and_the_others_go_on():
    battle = charge(begin([tank(factors=12, movement=6)], [WEAK, some("infantry", "3,0")]), "a1", "1,0")
    assert battle.game.overlay(battle.state)["lost"] == {"d1": 1}
    further = take(battle, "a1", "1,0")
    assert "go:2,0" in further.legal_actions
    again = charge(further.play("go:2,0"), "a1", "3,0")
    assert again.state.overrun == 2 and where(again)["a1"] == ["3,0"]
    done = again.play("done")
    assert dict(done.outcome.measures) == {"moved": 1, "overrun": 2, "attacker_lost": 0, "defender_lost": 2}
    assert {rule for line in done.game.closing(done.state) for rule in line.rules} == {"13.55C", "13.55D"}
    assert done.game.remains(done.state)["a1"][0].values == (("moved", True), ("fought", True), ("overran", True))


@pytest.mark.parametrize(
    ("fort", "line", "spent"),
    [
        ("fortress", False, 3),
        ("fortification", False, 3),
        ("west_wall", True, 3),
        ("west_wall", False, 5),
        ("", False, 5),
    ],
)
def test_13_55a_13_59_10_341c_a_fort_that_was_overrun_keeps_out_zones_of_those_who_held_it(fort, line, spent):
    """It is theirs who came in (11.61), also where it is entered without a fight; armor of the other side is beside."""
    sides = {"1,0:NE": ["fort"]} if line else {}
    hexes = {"1,0": {"features": [fort] if fort else [], "control": "defender"}, "1,-1": {}}
    tanks, other = [tank(factors=30, movement=6)], tank("2,-1")
    battle = charge(begin(tanks, [WEAK, other], hexes=hexes, sides=sides), "a1", "1,0")
    empty = go(begin(tanks, [other], hexes=hexes, sides=sides), "a1", "1,0")
    for way, cost in ((battle, spent), (empty, spent - 1)):
        lines = way.assessment.trace.lines()
        toll = next(one.value for _, one in lines if one.label == "to leave \x021;0\x03")
        assert toll == (0 if spent == 3 else -2)
        (part,) = go(way, "a1", "0,0").state.parts
        assert part.spent.all == cost


def test_13_53_13_55_an_overrun_without_air_uses_none():
    battle = charge(begin([tank(factors=12, movement=6), AIR], [WEAK, some("infantry", "3,0")]), "a1", "1,0", "gs:0")
    again = charge(go(battle, "a1", "2,0"), "a1", "3,0", "gs:0")
    assert (again.state.overrun, again.state.flown.support) == (2, 0)
    bare = charge(begin([tank(factors=12, movement=6)], [WEAK, some("infantry", "3,0")]), "a1", "1,0")
    done = charge(go(bare, "a1", "2,0"), "a1", "3,0")
    assert (done.state.overrun, done.state.flown.support) == (2, 0), "nor where nobody is asked for any"


def test_13_52_who_joined_is_told_whatever_is_asked_after_that():
    for air, answers in (([], ()), ([AIR], ("gs:0",)), ([AIR, some("air", "5,0")], ("gs:4", "das:0"))):
        own, foes = [tank(), tank(factors=7), *air[:1]], [WEAK, *air[1:]]
        battle = charge(begin(own, foes), "a1", "1,0", "with:a2", *answers)
        (line,) = [line.text for _, line in battle.log if "13.54" in line.rules]
        assert line.startswith("The German 6-5 armor and the German 7-5 armor: overrun"), answers


def test_13_52_two_who_overrun_are_not_asked_for_a_third():
    battle = take(begin([tank(count=2), tank(factors=7)], [WEAK]), "a1").play("more").play("overrun:1,0")
    assert battle.state.overrun == 1 and where(battle)["a2"] == ["0,0"]


@pytest.mark.parametrize(
    ("foes", "lost"),
    [
        ([{}], "British 1-3 infantry"),
        ([{"count": 2}], "2 British 1-3 infantry"),
        ([{}, {"nation": "Canadian"}], "British 1-3 infantry and Canadian 1-3 infantry"),
    ],
)
def test_13_54_all_who_were_overrun_are_told_and_how_many(foes, lost):
    battle = begin([tank(factors=24)], [{**WEAK, **one} for one in foes])
    done = charge(battle, "a1", "1,0")
    assert sum(done.game.overlay(done.state)["lost"].values()) == sum(one.get("count", 1) for one in foes)
    (line,) = [line.text for _, line in done.log if "13.54" in line.rules]
    assert line.endswith(f"eliminated: {lost}.")


def test_13_56_those_who_follow_pay_nothing_extra():
    battle = charge(begin([tank(factors=12), foot()], [WEAK]), "a1", "1,0")
    assert go(battle, "a2", "3,0").state.parts[-1].spent.all == 3


@pytest.mark.parametrize("place", ["1,0", "2,0"])
@pytest.mark.parametrize(("what", "cited"), [("overrun", True), ("passed", False), ("given up", False)])
def test_13_56_is_cited_where_those_who_follow_enter_a_hex_that_was_overrun(what, cited, place):
    """13.56: not where flak was passed (10.94), nor where the side gave up a unit of its own (13.21)."""
    if what == "given up":
        battle = begin([tank(factors=12), foot(), foot("1,0")]).play_all(["scrap", "scrap:a3", "enough"])
    elif what == "passed":
        battle = go(begin([tank(factors=12), foot()], [some("flak", "1,0")]), "a1", "1,0")
    else:
        battle = charge(begin([tank(factors=12), foot()], [WEAK]), "a1", "1,0")
    assert battle.game.overlay(battle.state)["lost"]
    after = go(battle, "a2", place)
    assert ("13.56" in {rule for _, line in after.log[len(battle.log) :] for rule in line.rules}) == cited


def test_13_57_the_weather_can_bar_overruns_in_its_area():
    for place in ("0,0", "1,0"):
        area = {place: {"weather": "area"}}
        assert offered(begin([tank(factors=12)], [WEAK], hexes=area, weather_overruns=True)) == {"13.57"}
        assert offered(begin([tank(factors=12)], [WEAK], hexes=area)) == set()
    assert offered(begin([tank(factors=12)], [WEAK], weather_overruns=True)) == set()


@pytest.mark.parametrize("place", ["0,0", "1,0"])
@pytest.mark.parametrize(
    ("terrain", "bars"), [("swamp", True), ("jungle", True), ("jungle_mountain", True), ("mountain", False)]
)
def test_15_21_13_51_nobody_in_swamp_or_jungle_overruns_or_is_overrun_in_a_monsoon(place, terrain, bars):
    """An overrun is reckoned as the attack that it would be; the monsoon lies in its area only (13.47)."""
    ground = {place: {"terrain": terrain}}
    there, away = ({**ground[place], "weather": "area"}, {"weather": "area"})
    for hexes, wet in ((ground, bars), ({place: there}, bars), ({**ground, "5,0": away}, False)):
        battle = begin([tank(factors=30)], [WEAK], hexes=hexes, monsoon=True)
        assert offered(battle) == ({"15.21", "13.51"} if wet else set())
    assert offered(begin([tank(factors=30)], [WEAK], hexes=ground)) == set()


def test_13_58_who_is_at_sea_overruns_no_beach():
    battle = begin([tank(factors=12, via="sea")], [WEAK], hexes={"0,0": {"terrain": "sea"}})
    assert refused(battle, "a1") == {"13.43A", "13.58"}


def test_closed_hexsides_are_closed_to_overruns():
    assert offered(begin([tank(factors=12)], [WEAK], sides={"0,0:E": ["impassable"]})) >= {"13.43B"}


def test_the_odds_are_told_with_their_arithmetic():
    battle = charge(begin([tank(factors=12), AIR], [WEAK]), "a1", "1,0")
    assert (battle.assessment.attack, battle.assessment.defense) == (12, 2)
    assert battle.assessment.trace.mismatches() == []
    (net,) = [line.rules for _, line in battle.assessment.trace.lines() if "15.35" in line.rules]
    assert net == ("15.35",), "as in a first round, without what later rounds change (15.322)"


def test_what_nobody_may_do_is_not_asked():
    """Without air on either side and without a second unit, an overrun asks nothing."""
    assert charge(begin([tank(factors=12)], [WEAK]), "a1", "1,0").state.phase == "pick"
    assert phase([tank()], [WEAK]).problems == ()


def test_the_combat_phase_is_not_asked_of_an_overrun_on_the_move():
    battle = begin([tank(factors=12)], [WEAK])
    assert "phase" not in battle.game.relevant()["conditions"]
    other = begin([tank(factors=12)], [WEAK], phase="exploitation")
    assert [other.play(one).assessment for one in other.legal_actions] == [
        battle.play(one).assessment for one in battle.legal_actions
    ]
