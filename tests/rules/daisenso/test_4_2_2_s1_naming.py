"""4.2.2 step 1 and 4.2.1: who attacks is the attacker's decision in play, and who may not stops nobody else."""

import pytest
from hexumpire.analysis.outcomes import report
from hexumpire.analysis.solve import solve
from hexumpire.model.battle import moves
from hexumpire.rulesets.daisenso import RULESET
from hexumpire.rulesets.daisenso.rules.declaration import who_may

from tests.rules.daisenso.setting import (
    EAST,
    NORTHEAST,
    SOUTHEAST,
    TARGET,
    WEST,
    armor,
    attack,
    chart,
    drive,
    fight,
    game,
    hq,
    infantry,
    named,
    options,
    read,
    refused,
    sections,
    shifts,
    some,
    staying,
    told,
    topic,
    unit,
)

BLITZ = {"procedure": "blitz"}
SNOW = {"hexes": {TARGET: {"weather": "snow"}}, "nations": ("Russian", "Japanese")}
TWO = (TARGET, NORTHEAST)
FOES = [infantry(), infantry(at=NORTHEAST)]


def ready(**fields):
    """A Blitz-enabled unit."""
    return infantry(**{"blitz": True, **fields})


def prompt(battle):
    return named(battle, battle.node.prompt)


# --- who may not attack, stops nobody ---------------------------------------------------------------

UNFIT = [
    ({"af": 0}, {}, "4.2.1.1.af0"), ({"attacked": True}, {}, "4.2.1.once-unit"),
    ({"type": "hq", "took_part": True}, {}, "4.2.1.2.used"),
    ({"at": WEST}, {"sides": {(WEST, TARGET): ["allsea"]}}, "4.2.1.1.allsea"),
    ({"nation": "Siam", "capital": True}, {}, "4.2.1.1.capital"),
    ({"type": "fortress", "af": 0}, {}, "4.2.1.1.af0"),
]  # fmt: skip


@pytest.mark.parametrize(("fields", "given", "rule"), UNFIT)
def test_4_2_2_s1_one_that_may_not_attack_stays_out(fields, given, rule):
    battle = fight([infantry(), infantry(**fields)], [infantry()], **given)
    assert battle.assessment.attack == 4
    assert rule in staying(battle)
    assert topic(battle) == "result"  # nothing is asked, as there is one answer


@pytest.mark.parametrize(("fields", "given", "rule"), [
    *UNFIT, ({"blitz": False}, {}, "4.1.2.enabled"),
    ({"nation": "Mongolian"}, SNOW, "4.1.2.weather"),
])  # fmt: skip
def test_4_1_2_enabled_and_snow_one_neighbour_does_not_end_the_segment(fields, given, rule):
    battle = fight([ready(), ready(**fields)], [infantry()], **given, **BLITZ)
    assert attack(TARGET) in options(battle)
    assert refused(battle)["a2"] == rule
    assert battle.play(attack(TARGET)).assessment.attack == 4


def test_4_1_2_snow_for_the_hq_in_support():
    # An HQ that stands for the Russians as well is none of theirs; by the other reading it may support.
    force = [ready(), hq(nation="Mongolian", also="Russian", blitz=True, at="w4626")]
    assert topic(fight(force, [infantry()], segment="blitz", **SNOW)) == "result"
    assert topic(fight(force, [infantry()], segment="blitz", readings={"snow": "any"}, **SNOW)) == "support"


def test_4_1_2_snow_one_russian_will_do_and_has_to_be_there():
    # By the reading: the Russian cannot be left out, the others can.
    force = [ready(), ready(af=3, nation="Mongolian")]
    battle = fight(force, [infantry()], readings={"snow": "any"}, **SNOW, **BLITZ).play(some(TARGET))
    assert options(battle) == ["go", "out:a2"]
    assert refused(battle) == {"a1": "4.1.2.weather"}


def test_4_2_1_3_marine_what_is_left_of_marines_does_not_assault():
    # The infantry that marines break down into may not cross an all-sea hexside any more.
    marines = unit("marine", af=4, df=3, steps=2, reduced="infantry", reduced_af=2, at=WEST)
    battle = fight([marines, infantry()], [infantry()], sides={(WEST, TARGET): ["allsea"]})
    assert battle.assessment.attack == 8
    after = battle.state._replace(left=(1, *battle.state.left[1:]))
    assert who_may(battle.game.setting, after, after.fight).pool == (1,)


# --- those who may not attack together --------------------------------------------------------------


def test_4_2_1_1_minor_the_attacker_chooses_the_country():
    force = [infantry(), infantry(4, nation="Siam"), infantry(2, nation="Hopeh"), infantry(1, nation="Hopeh", at=WEST)]
    battle = fight([*force, infantry(1, nation="Nanking", standing="exp")], [infantry()])
    assert prompt(battle) == f"Who attacks {TARGET}?"
    assert options(battle) == ["go:1", "go:2", "some"]
    assert battle.assessment.attack == 9  # what is shown is what the first answer gives
    siam, hopeh = battle.play("go:1"), battle.play("go:2")
    assert siam.state.fight.attackers == (0, 1, 4) and hopeh.state.fight.attackers == (0, 2, 3, 4)
    assert staying(siam) == staying(hopeh) == {"4.2.1.1.minor", "4.2.1.1.exp"}
    names = "the Japanese 4-2-1 infantry, the Siam 4-2-1 infantry and the Nanking 1-2-1 infantry"
    assert told(siam, "4.2.2.s1") == [f"{TARGET} is attacked by {names}."]


def test_4_2_2_s1_a_force_that_others_may_join_is_not_offered_without_them():
    # 4.2.1.1.minor, 4.2.1.2.one: one HQ, and units of one Minor Country. The Japanese HQ, which the HQ of Siam keeps no
    # company, attacks with Hopeh's infantry and is not offered alone.
    battle = fight([hq(), hq(nation="Siam"), infantry(nation="Hopeh")], [infantry(df=1)])
    force = {"a1": "Japanese 2-2-1 HQ", "a2": "Siam 2-2-1 HQ", "a3": "Hopeh 4-2-1 infantry"}
    labels = [option.label for option in battle.node.options if option.id.startswith("go:")]
    assert [{name for name, said in force.items() if said in label} for label in labels] == [{"a1", "a3"}, {"a2"}]


def test_4_2_1_1_minor_only_the_country_that_is_strong_enough():
    # 1 against 6 is too little for Siam (4.2.1.1.raw), so that Hopeh attacks and nothing is asked.
    battle = fight([infantry(1, nation="Siam"), infantry(2, nation="Hopeh")], [infantry(df=6)])
    assert battle.state.fight.attackers == (1,)


def test_4_2_1_1_minor_within_the_segment():
    force = [ready(af=3, nation="Siam"), ready(af=2, nation="Hopeh"), unit("strike", at=NORTHEAST)]
    battle = fight(force, [infantry()], **BLITZ)
    assert options(battle) == [attack(TARGET), "next"]
    battle = battle.play(attack(TARGET))
    assert options(battle) == ["go:1", "go:2", "some"]
    battle = read(battle.play("go:2"), "0/0")
    assert topic(battle) == "cv_strike_return"
    assert battle.state.fought == 2


def test_4_2_1_2_one_of_two_headquarters_attacks_or_none():
    battle = fight([hq(3), hq(2, at=WEST), infantry()], [infantry()])
    assert [battle.play(f"go:{n}").state.fight.attackers for n in (1, 2)] == [(0, 2), (1, 2)]
    battle = drive(battle, "some", "out:a1", "out:a2")
    # Neither attacks: either may support from where it is (4.2.1.2.offer).
    assert battle.state.fight.attackers == (2,)
    assert options(battle) == ["support:a1", "support:a2", "alone"]


def test_4_2_2_s1_two_equal_headquarters_are_one_answer_to_a_walk():
    force = [hq(), hq(), infantry()]
    battle = fight(force, [infantry()], pack=chart("Dr1"))
    assert options(battle) == ["go:1", "go:2", "some"]
    assert moves(battle.node) == ["go:1"]


FAR = hq(5, at="w4626")


@pytest.mark.parametrize(
    ("df", "offers"),
    [
        (6, []),
        (7, ["support:a3"]),
        (15, ["support:a3"]),
        (18, ["support:a3"]),
        (19, None),
    ],
)
def test_4_2_1_2_one_a_weak_headquarters_next_door_makes_way_for_a_strong_one_from_afar(df, offers):
    # 1 and 1 next to the hex, 5 afar. 2 against 6 is 1-3, and the two attack; against 7 they need the HQ afar, and
    # one HQ takes part: 1 and 5 reach 1-3 up to 18 (4.2.1.1.raw).
    force, foes = [infantry(1), hq(1), FAR], [infantry(df=df), hq(at=WEST)]
    if offers is None:
        assert sections(game(force, foes).problems) == {"4.2.1.1.raw"}
        return
    battle = fight(force, foes)
    if df == 6:  # the HQ next door is one of the attackers, so that no other one supports them
        assert (battle.state.job, battle.state.fight.attackers) == ("defender", (0, 1))
        return
    assert (options(battle), battle.state.fight.attackers) == (["support:a3"], (0,))
    said = {one.unit: (one.reason, one.rules) for one in battle.game.refusals(battle.state)}
    assert said["a2"] == (f"with its support it is 2 against {df}, less than 1-3", ("4.2.1.1.raw",))
    battle = battle.play("support:a3")
    assert battle.assessment.attack == 6 and staying(battle) == {"4.2.1.1.raw"}
    assert options(battle) == ["support:d2", "alone"]


@pytest.mark.parametrize(
    ("standing", "nation", "af", "attackers"),
    [
        ("usual", "Siam", 1, (0,)),
        ("exp", "Siam", 1, (0, 1)),
        ("usual", "Hopeh", 1, (0, 1)),
        ("usual", "Siam", 4, (0, 1)),
    ],
)
def test_4_2_1_1_minor_units_make_way_for_a_headquarters_that_cannot_support_them(standing, nation, af, attackers):
    # A regular HQ of Hopeh supports no regular units of Siam: 1 of Hopeh's Exp units and 5 of its HQ against 15 do
    # without them. Exp units and Hopeh's own hinder nobody, and 4 of Siam need no support.
    force = [infantry(1, nation="Hopeh", standing="exp"), infantry(af, nation=nation, standing=standing)]
    battle = fight([*force, {**FAR, "nation": "Hopeh"}], [infantry(df=15)])
    assert battle.state.fight.attackers == attackers
    assert topic(battle) == ("result" if af == 4 else "support")


def test_4_2_1_2_one_a_force_without_its_headquarters_is_offered_beside_those_that_need_no_support():
    # Of two HQs next door one is strong enough with the infantry; the other keeps out the one that the infantry needs.
    battle = fight([infantry(1), hq(4), hq(1), FAR], [infantry(df=15)])
    assert battle.state.fight.attackers == (0, 1)
    # Both are too weak: what is left is one force, once.
    battle = fight([infantry(1), hq(2), hq(1), FAR], [infantry(df=15)])
    assert (options(battle), battle.state.fight.attackers) == (["support:a4"], (0,))
    # Siam's hinder no HQ of Japan.
    battle = fight([infantry(1), infantry(1, nation="Siam"), hq(1), FAR], [infantry(df=15)])
    assert (options(battle), battle.state.fight.attackers) == (["support:a4"], (0, 1))
    # They hinder one of Hopeh, as the HQ next door does: both stay out.
    force = [infantry(1, nation="Hopeh", standing="exp"), infantry(1, nation="Siam"), hq(1)]
    battle = fight([*force, {**FAR, "nation": "Hopeh"}], [infantry(df=15)])
    assert battle.state.fight.attackers == (0,)


def test_4_2_1_2_one_a_headquarters_in_the_way_of_a_stronger_one_says_so_wherever_it_is_asked():
    # Before the hex is chosen, and while units are named: it can attack neither hex, and nobody has to leave it out.
    force = [ready(af=1), ready(af=2), {**hq(1, blitz=True), "at": EAST}, {**FAR, "blitz": True, "attacks": False}]
    weak = ("4 against 15 is less than 1-3, and no HQ can make up for it", ("4.2.1.1.raw",))

    def said(battle):
        return {one.unit: (one.reason, one.rules) for one in battle.game.refusals(battle.state) if one.unit}

    battle = fight(force, [infantry(df=15)], **BLITZ)
    assert said(battle) == {"a3": weak}
    battle = battle.play(some(TARGET))
    assert options(battle) == ["go", "out:a1", "out:a2"] and said(battle) == {"a3": weak}
    assert options(battle.play("out:a1")) == ["support:a4"]
    # A unit that the attacker has left out is not in the way of anything.
    force = [ready(af=1), ready(af=2), ready(af=3), {**FAR, "blitz": True}]
    battle = drive(fight(force, [infantry(df=15)], **BLITZ), some(TARGET), "out:a1")
    assert said(battle) == {"a1": ("the attacker leaves it out", ("4.2.1.split",))}


def test_4_2_1_2_one_a_headquarters_in_the_way_is_not_what_another_hex_could_have():
    # It may attack the other hex, where it is one of those that do: here nothing is asked, and it is still free then.
    force = [infantry(1), hq(1, at=WEST), {**FAR, "attacks": False}, infantry(2, at="w4723")]
    battle = fight(force, [infantry(df=15), infantry(df=3, at="w4622")], targets=(TARGET, "w4622"))
    assert (options(battle), battle.state.fight.attackers) == (["support:a3"], (0, 3))
    battle = read(battle, "-").play(attack("w4622"))
    assert battle.state.fight.attackers == (1,)


# --- several hexes ----------------------------------------------------------------------------------


def test_4_2_1_split_which_of_two_hexes_a_unit_attacks_is_said_in_play():
    # a1 is next to both: it may be kept for the other hex; a2 is next to the first alone.
    force = [infantry(3), infantry(5, at=WEST), infantry(2, at="w4725")]
    battle = fight(force, FOES, targets=TWO)
    assert prompt(battle) == f"Who attacks {TARGET}?"
    assert options(battle) == ["go", "out:a1", "some"]
    kept = battle.play("out:a1")
    assert told(kept, "4.2.1.split") == [f"The Japanese 3-2-1 infantry in {EAST} is left out."]
    kept = read(kept, "0/0")
    assert kept.play(attack(NORTHEAST)).assessment.attack == 5
    spent = read(battle.play("go"), "0/0")
    assert refused(spent)["a1"] == "4.2.1.once-unit"
    assert spent.play(attack(NORTHEAST)).assessment.attack == 2


def test_4_2_1_split_stack_mates_in_the_blitz_segment():
    battle = fight([ready(af=3), ready(af=5)], FOES, targets=TWO, **BLITZ)
    battle = battle.play(attack(TARGET))
    assert options(battle) == ["go", "out:a1", "out:a2"]
    battle = read(battle.play("out:a2"), "0/0")
    assert battle.play(attack(NORTHEAST)).assessment.attack == 5


def test_4_2_1_split_what_was_set_up_is_not_asked():
    # Units named against a hex at set-up attack that one; and one that stands by is offered nowhere.
    force = [infantry(3, aim=1), infantry(5, aim=2), infantry(7, attacks=False)]
    battle = fight(force, FOES, targets=TWO)
    assert topic(battle) == "result" and battle.assessment.attack == 3
    battle = read(battle, "0/0")
    assert refused(battle)["a3"] == "4.2.1.split"
    assert battle.play(attack(NORTHEAST)).assessment.attack == 5


def test_4_2_1_split_who_was_named_against_another_hex_is_told_that_or_what_forbids_it_more():
    # a3 was named against the other hex too; its factor of 0 keeps it from attacking either.
    force = [ready(af=3, aim=1), ready(af=4, aim=1), ready(af=0, aim=2), ready(af=5, aim=2)]
    battle = fight(force, FOES, targets=TWO, **BLITZ).play(some(TARGET))
    said = {one.unit: (one.reason, one.rules) for one in battle.game.refusals(battle.state) if one.unit}
    assert said == {
        "a3": ("a unit with attack factor 0 cannot attack", ("4.2.1.1.af0",)),
        "a4": ("named against another hex", ("4.2.1.split",)),
    }
    assert staying(battle) == {"4.2.1.1.af0"}


def test_4_2_1_split_leaving_units_out_of_a_later_attack():
    force = [infantry(3, aim=1), infantry(5, aim=2), infantry(2, at="w4725", aim=2)]
    battle = read(fight(force, FOES, targets=TWO), "0/0")
    assert options(battle) == [attack(NORTHEAST), some(NORTHEAST), "done"]
    battle = battle.play(some(NORTHEAST))
    assert options(battle) == ["go", "out:a2", "out:a3"]
    assert battle.assessment.attack == 7
    # Only one is left: there is no more to ask.
    battle = battle.play("out:a3")
    assert topic(battle) == "result" and battle.assessment.attack == 5


def test_4_2_1_1_raw_who_is_needed_cannot_be_left_out():
    force = [ready(af=1), ready(af=2), ready(af=1)]
    battle = fight(force, [infantry(df=9)], **BLITZ).play(some(TARGET))
    assert options(battle) == ["go", "out:a1", "out:a3"]
    assert refused(battle) == {"a2": "4.2.1.1.raw"}
    reason = next(one.reason for one in battle.game.refusals(battle.state))
    assert reason == "without it 2 against 9 is less than 1-3, and no HQ can make up for it"


def test_4_2_3_8_hexside_nobody_is_left_out_so_that_an_unstated_shift_counts():
    # The river is the lowest hexside, one left; without it the mountain would count, which nobody stated.
    sides = {(EAST, TARGET): ["river"], (WEST, TARGET): ["mountain"]}
    force = [ready(), ready(at=WEST)]
    battle = fight(force, [infantry()], sides=sides, **BLITZ).play(some(TARGET))
    assert (options(battle), refused(battle)) == (["go", "out:a2"], {"a1": "4.2.3.8.hexside"})
    said = fight(force, [infantry()], sides=sides, side_mountain="2", **BLITZ).play(some(TARGET)).play("out:a1")
    assert shifts(said) == {"4.2.3.8.hexside": -2}


def test_4_2_3_8_hexside_who_may_be_left_out_where_one_of_two_headquarters_lets_the_river_count():
    # One of the two HQs takes part (4.2.1.2): the one beyond the river keeps the mountain from counting.
    sides = {(EAST, TARGET): ["river"], (WEST, TARGET): ["mountain"]}
    force = [ready(), ready(at=WEST), hq(blitz=True), hq(blitz=True, at=WEST)]
    battle = fight(force, [infantry()], sides=sides, **BLITZ).play_all([attack(TARGET), "some"])
    assert "out:a1" in options(battle) and not refused(battle)
    beyond = [force[0], force[1], hq(blitz=True, at=WEST)]
    battle = fight(beyond, [infantry()], sides=sides, **BLITZ).play(some(TARGET))
    assert refused(battle)["a1"] == "4.2.3.8.hexside"


def test_4_2_2_auto_the_attacker_says_who_drives_a_marker_off():
    force = [ready(), ready(at=WEST)]
    battle = fight(force, [unit("detachment")], **BLITZ)
    battle = drive(battle, some(TARGET), "out:a1", "take")
    assert options(battle) == ["advance:a2", "done"]
    assert battle.state.combat.fought == 2


def test_4_1_3_who_a_unit_kept_out_may_land():
    shore = {"hexes": {EAST: {"terrain": "sea"}}, "sides": {(EAST, TARGET): ["beachhead"]}, "side_beachhead": "1"}
    landing = [unit("beachhead"), ready(), ready()]
    battle = fight(landing, [infantry(steps=1)], **shore, **BLITZ)
    battle = drive(battle, some(TARGET), "out:a3")
    battle = drive(read(battle, "0/1"), "lose:d1", "done")
    assert [action.partition("@")[0] for action in options(battle)] == ["land:a3", "next"]


# --- reasons ----------------------------------------------------------------------------------------


def why(battle, place=TARGET):
    """Why a target could not be attacked, as the log has it."""
    return [text for _, line in battle.log if (text := named(battle, line.text)).startswith(f"{place} could")]


def test_4_1_2_every_reason_of_a_hex_that_nobody_may_attack():
    # Each neighbour has its own reason, and the segment says all of them.
    force = [unit("airborne", blitz=True, at="w4627"), ready(af=0), infantry(3, at=WEST), unit("strike", at=SOUTHEAST)]
    battle = fight(force, [infantry()], **BLITZ).play("next")
    assert topic(battle) == "cv_strike_return"
    assert why(battle) == [
        f"{TARGET} could not be attacked: the Japanese 0-2-1 infantry: a unit with attack factor 0 cannot attack; "
        "the Japanese 3-2-1 infantry: only Blitz-enabled units attack in the Blitz segment."
    ]


def test_4_2_1_once_unit_is_why_the_second_hex_is_not_attacked():
    # Both targets have the same neighbour: it attacked, and that is the reason.
    force = [ready(), unit("strike", at=SOUTHEAST)]
    battle = fight(force, FOES, targets=TWO, **BLITZ)
    battle = read(battle.play(attack(TARGET)), "0/0")  # nothing is asked: it cannot be spared
    assert topic(battle) == "cv_strike_return"
    assert why(battle, NORTHEAST) == [
        f"{NORTHEAST} could not be attacked: the Japanese 4-2-1 infantry: a unit attacks only once in a segment."
    ]


def test_4_2_1_1_raw_is_why_a_weak_force_does_not_attack():
    # The strongest force is told of, not one that a neighbour spoils.
    force = [ready(af=1), ready(af=2, nation="Siam"), ready(af=1, nation="Hopeh"), unit("strike", at=SOUTHEAST)]
    battle = fight(force, [infantry(df=12)], **BLITZ)
    assert topic(battle) == "cv_strike_return"
    lines = [line for _, line in battle.assessment.trace.lines()]
    notes = [line.note for line in lines if named(battle, line.label) == f"Attack on {TARGET}"]
    assert notes == ["3 against 12 is less than 1-3, and no HQ can make up for it"]


def test_the_same_holds_at_set_up():
    found = game([infantry(1), infantry(1, nation="Siam"), infantry(1, nation="Hopeh")], [infantry(df=9)])
    assert sections(found.problems) == {"4.2.1.1.raw"}
    found = game([infantry(0), infantry(attacked=True)], [infantry()])
    assert sections(found.problems) == {"4.2.1.1.af0", "4.2.1.once-unit"}


# --- odds and best play -----------------------------------------------------------------------------


def test_walks_leave_fewer_units_aside_and_the_label_says_so():
    force = [ready(af=3), ready(af=2, at=WEST), ready(af=1, at="w4523")]
    battle = fight(force, [infantry()], pack=chart("Dr1 1/0"), **BLITZ)
    door = next(option for option in battle.node.options if option.id == some(TARGET))
    assert door.aside and "odds and best play do not weigh this" in door.label
    assert moves(battle.node) == [attack(TARGET), "next"]
    best = solve(battle.game, battle.state, RULESET.objectives[0])
    assert [action for action, _, _ in best.alternatives(battle.state)] == [attack(TARGET), "next"]
    rows = report(battle.game, battle.state, RULESET, {})
    assert rows["denominator"]
    # Once the attacker goes there, best play weighs every force.
    inside = battle.play(some(TARGET))
    weighed = solve(inside.game, inside.state, RULESET.objectives[1]).alternatives(inside.state)
    assert [action for action, _, _ in weighed] == ["go", "out:a1", "out:a2", "out:a3"]


def test_4_2_1_split_best_play_weighs_which_hex_a_unit_attacks():
    # Alone against the first hex armor would be enough; the infantry is worth more against the second.
    cells = chart("Ad 1/0")
    for row in cells["tables"]["crt"].values():
        row |= {"3-1": "0/2", "4-1": "0/2", "6-1": "0/2", "9-1": "0/2"}
    force = [infantry(6, at=EAST), armor(6, at=WEST, aim=1)]
    battle = fight(force, [infantry(), infantry(at=NORTHEAST)], targets=TWO, pack=cells)
    best = solve(battle.game, battle.state, RULESET.objectives[1])
    assert best.best(battle.state) == "out:a1"


# --- who has no part in any attack ------------------------------------------------------------------


def test_4_2_1_split_a_unit_that_stands_by_says_so_beside_an_attack_on_another_hex():
    # It is next to the first hex only; both hexes may be attacked, by others.
    force = [infantry(), infantry(at=WEST, attacks=False), infantry(at="w4725")]
    battle = fight([{**one, "blitz": True} for one in force], FOES, targets=TWO, **BLITZ)
    assert refused(battle)["a2"] == "4.2.1.split" and not {"a1", "a3"} & set(refused(battle))


@pytest.mark.parametrize(("aim", "shut", "rule"), [
    (1, TARGET, "4.2.1.1.allsea"), (2, NORTHEAST, "4.2.1.1.allsea"), (0, TARGET, ""), (1, "", ""),
])  # fmt: skip
def test_4_2_1_1_allsea_what_bars_a_unit_comes_before_what_the_attacker_wanted(aim, shut, rule):
    # Next to both hexes and named against one of them: open sea before that one is why it attacks neither.
    force = [infantry(aim=aim), infantry(at=WEST), infantry(at="w4725")]
    sides = {(EAST, shut): ["allsea"]} if shut else {}
    battle = fight([{**one, "blitz": True} for one in force], FOES, targets=TWO, sides=sides, **BLITZ)
    assert [refused(battle).get(name, "") for name in ("a1", "a2", "a3")] == [rule, "", ""]
