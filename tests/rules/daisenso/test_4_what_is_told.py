"""What a battle says while it is fought: its questions in the right number, its list of attacks, the results of a face.

With each stands the rule that it tells of.
"""

from itertools import permutations

import pytest
from hexumpire.rulesets.daisenso import RULESET
from hexumpire.rulesets.daisenso.numbering import apart

from tests.rules.daisenso.setting import (
    EAST,
    NORTHEAST,
    TARGET,
    WEST,
    airborne,
    armor,
    attack,
    chart,
    fight,
    game,
    hq,
    infantry,
    named,
    options,
    read,
    some,
    to,
    told,
    topic,
    unit,
)


def asked(battle):
    """The question at hand."""
    return named(battle, battle.node.prompt)


@pytest.mark.parametrize(
    ("losses", "side", "questions"),
    [
        ("1/0", "attacker", ["loses 1 step. Whose?"]),
        ("0/1", "defender", ["loses 1 step. Whose?"]),
        ("2/0", "attacker", ["loses 2 steps. Whose?", "loses 1 step. Whose?"]),
        ("0/3", "defender", ["loses 3 steps. Whose?", "loses 2 steps. Whose?", "loses 1 step. Whose?"]),
    ],
)
def test_4_2_4_2_attr_how_many_steps_are_left_to_lose(losses, side, questions):
    battle = read(fight([infantry(steps=3)], [infantry(steps=3), infantry(steps=3)]), losses)
    for question in questions:
        assert asked(battle) == f"Attrition: {side} {question}"
        battle = battle.play(options(battle)[0])
    assert topic(battle) in ("advance", "end")


def test_4_2_4_1_dr_how_many_hexes_are_left_to_retreat():
    battle = read(fight([infantry()], [infantry()]), "Dr3 0/0")
    for left in ("3 hexes", "2 hexes", "1 hex"):
        assert asked(battle).endswith(f" have {left} to retreat. Where to?")
        battle = battle.play(options(battle)[0])
    assert topic(battle) == "advance"


@pytest.mark.parametrize(
    ("steps", "why"),
    [
        (1, "2 results stay unsatisfied: nobody is left to pay."),
        (2, "1 result stays unsatisfied: nobody is left to pay."),
        (3, ""),
    ],
)
def test_4_2_6_until_how_many_results_nobody_pays(steps, why):
    battle = read(fight([infantry()], [infantry(steps=steps)]), "0/3")
    while topic(battle) == "lose":
        battle = battle.play(options(battle)[0])
    assert told(battle, "4.2.6.until") == ([why] if why else [])


@pytest.mark.parametrize(("steps", "place"), [(1, "nowhere"), (2, TARGET)])
def test_where_the_defenders_end(steps, place):
    battle = read(fight([infantry()], [infantry(steps=steps)]), "0/1").play("lose:d1")
    end = battle if topic(battle) == "end" else battle.play("done")
    assert named(end, RULESET.measure_text("place", end.outcome.measure("place"))) == place


# --- the list of attacks (4.2.1.serial) --------------------------------------------------------------


def rows(battle):
    """The list: each attack by its title, with its state."""
    return [(named(battle, row.title), row.state) for row in battle.game.rows(battle.state)]


def test_4_2_1_serial_the_list_counts_attacks_from_one():
    battle = fight(
        [infantry(aim=1), infantry(at="w4725", aim=2)], [infantry(), infantry(at="w4724")], targets=(TARGET, "w4724")
    )
    assert rows(battle) == [("Attack 1: w4624", "now"), ("Attack 2: w4724", "open")]
    battle = read(battle, "0/0")
    assert rows(battle) == [("Attack 1: w4624", "fought"), ("Attack 2: w4724", "open")]
    battle = battle.play(attack("w4724"))
    assert rows(battle) == [("Attack 1: w4624", "fought"), ("Attack 2: w4724", "now")]


# --- what the faces give (4.2.2.s5.roll) ---------------------------------------------------------------


def test_4_2_2_s5_roll_each_face_with_its_result_until_the_aid_is_read():
    cells = chart("Dr1 0/1")
    battle = fight([infantry()], [infantry()], pack=cells)
    assert battle.assessment.results == tuple((f"d6={face}", "Dr1 0/1") for face in range(1, 7))
    aside = battle.play("!read")
    assert aside.assessment.results == ()
    assert aside.play("read:none").assessment.results == ()
    rolled = battle.play("d6=3")
    assert topic(rolled) == "retreat"
    assert rolled.assessment.results == battle.assessment.results


# --- the lowest hexside (4.2.3.8.hexside) ------------------------------------------------------------


@pytest.mark.parametrize(
    ("east", "west", "lowest"),
    [
        ("river", "allsea", "river"),
        ("river", "strait", "river"),
        ("mountain", "river", "river"),
        ("strait", "mountain", "strait"),
        ("beachhead", "river", "river"),
    ],
)
def test_4_2_3_8_hexside_the_lowest_one_is_named(east, west, lowest):
    said = {"side_strait": "2", "side_mountain": "3", "side_beachhead": "4"}
    marine = {"af": 4, "df": 3, "ma": 2}
    force = [unit("marine", **marine), unit("marine", at=WEST, **marine)]
    found = game(force, [infantry()], sides={(EAST, TARGET): [east], (WEST, TARGET): [west]}, **said)
    lines = next(one for one in found.assess(found.start()).trace.children if one.rules == ("4.2.2.s4.net",)).children
    line = next(one for one in lines if one.rules[0] == "4.2.3.8.hexside")
    assert (line.label, line.note) == (f"Hexside: {lowest}", "the lowest of those crossed")
    assert -line.value == {"river": 1, "strait": 2}[lowest]


# --- headquarters (4.2.3.5.def) ----------------------------------------------------------------------


def test_4_2_3_5_def_one_supplied_hq_of_several_is_enough():
    for cut_off in ((False, True), (True, False)):
        foes = [infantry(), *(hq(supplied=not cut) for cut in cut_off)]
        found = game([infantry()], foes)
        lines = next(one for one in found.assess(found.start()).trace.children if one.rules == ("4.2.2.s4.net",))
        assert [line.value for line in lines.children if line.rules[0] == "4.2.3.5.def"] == [-1]


# --- who takes a place (4.2.6.2) ---------------------------------------------------------------------


def test_4_2_6_2_noswap_a_unit_of_several_steps_in_the_pool_takes_no_place():
    foes = [infantry(), {**infantry(), "pool": True}, {**infantry(af=1, df=1), "steps": 1, "pool": True}]
    battle = read(fight([infantry()], foes), "0/1")
    assert options(battle) == ["lose:d1:d3"]
    said = {one.unit: (one.reason, one.rules) for one in battle.game.refusals(battle.state)}
    why = "only a unit of one step takes the place of one that breaks down"
    assert said["d2"] == (why, ("4.2.6.2.noswap",))
    assert "d1" not in said


def test_4_1_4_place_an_airdrop_that_landed_is_one_counter_dealt_with():
    drop = [unit("airdrop", at=TARGET), infantry(af=1, steps=1, pool=True), unit("airdrop", at="w4626")]
    battle = fight(drop, [], procedure="blitz")
    while topic(battle) != "airdrop_landing":
        battle = battle.play(options(battle)[-1])
    for action, count in (("land:a1@a2", 1), ("box:a3", 2)):
        battle = battle.play(action)
        if battle.assessment:
            lines = battle.assessment.trace.children
            assert [line.value for line in lines if line.label == "Counters dealt with"] == [count]


# --- what several attacks come to (4.2.8.distance) ---------------------------------------------------


NEXT_DOOR = "w4724"
OTHERS = "Other minor"
"""A nation of no faction, unless that is stated."""


def two(first, **more):
    """Two attacks, the first by a unit of its own."""
    return fight(
        [{**first, "aim": 1}, infantry(at="w4725", aim=2)],
        [infantry(), infantry(at=NEXT_DOOR)],
        targets=(TARGET, NEXT_DOOR),
        **more,
    )


def through(battle, *wanted):
    """The battle on until the next attack or the end, by the last action that begins so, else by the last."""
    while topic(battle) not in ("next", "end"):
        here = options(battle)
        battle = battle.play(next((one for one in here[::-1] if one.startswith(wanted)), here[-1]))
    return battle


@pytest.mark.parametrize(("force", "far"), [(infantry(), 0), (armor(), 2)])
def test_4_2_8_who_without_armor_an_attack_drives_nowhere(force, far):
    battle = through(read(fight([force], [infantry()]), "Dr2 0/0"), "to:")
    assert battle.outcome.measure("retreated") == 2
    assert battle.outcome.measure("exploitation") == far
    assert [line for line in battle.game.closing(battle.state) if "4.2.8.distance" in line.rules] == [
        line for line in battle.game.closing(battle.state) if line.text.startswith("Exploitation distance")
    ]
    assert any("4.2.8.distance" in line.rules for line in battle.game.closing(battle.state)) == bool(far)


@pytest.mark.parametrize(("force", "far"), [(infantry(), 0), (armor(), 3)])
def test_4_2_8_distance_the_longest_of_several_attacks_counts(force, far):
    battle = through(read(two(force), "Dr3 0/0"), "to:")
    battle = through(read(battle.play(attack(NEXT_DOOR)), "Dr1 0/0"), "to:")
    end = battle if topic(battle) == "end" else battle.play("done")
    assert end.outcome.measure("retreated") == 4
    assert end.outcome.measure("exploitation") == far


FAR_APART = {"w4624": "w4625", "w4634": "w4635", "w4644": "w4645"}
"""Hexes that are attacked, each with that out of which it is."""


@pytest.mark.parametrize("order", [*permutations(((infantry, 3), (armor, 1), (armor, 2)))])
def test_4_2_8_distance_of_three_attacks_the_longest_of_armor_counts_and_retreats_add_up(order):
    """Infantry drives the defenders back three hexes and goes no farther; armor one hex, or two."""
    kinds, hexes = zip(*order, strict=True)
    force = [kind(at=FAR_APART[place], aim=n) for n, (kind, place) in enumerate(zip(kinds, FAR_APART, strict=True), 1)]
    battle = fight(force, [infantry(at=place) for place in FAR_APART], targets=tuple(FAR_APART))
    for far, place in zip(hexes, FAR_APART, strict=True):
        battle = battle if place == TARGET else battle.play(attack(place))
        battle = through(read(battle, f"Dr{far} 0/0"), "to:")
    assert (battle.outcome.measure("retreated"), battle.outcome.measure("exploitation")) == (6, 2)


@pytest.mark.parametrize("last", [True, False])
def test_4_2_8_first_where_a_unit_goes_matters_only_while_attacks_follow(last):
    battle = read(fight([armor()], [infantry()]) if last else two(armor()), "Dr3 0/0")
    while topic(battle) != "trek":
        here = options(battle)
        battle = battle.play(next((one for one in here if one.startswith("exploit:")), here[0]))
    alike = {option.alike for option in battle.node.options}
    assert alike == ({"on"} if last else {""})


@pytest.mark.parametrize(
    ("aim", "at", "message"),
    [
        (1, "w4726", "is not next to w4624"),
        (2, "w4726", "is not next to w4724"),
        (1, "w4624", "stands in w4624"),
        (2, "w4724", "stands in w4724"),
        (3, EAST, "aims at target 3, which there is not"),
    ],
)
def test_4_adjacent_which_target_a_unit_is_not_next_to(aim, at, message):
    found = game(
        [infantry(), infantry(at="w4725"), infantry(at=at, aim=aim)],
        [infantry(), infantry(at=NEXT_DOOR)],
        targets=(TARGET, NEXT_DOOR),
    )
    mine = [named(found, problem.message) for problem in found.problems if problem.path.startswith("$.units[2]")]
    assert f"the Japanese 4-2-1 infantry {message}" in mine


def test_4_2_8_optional_each_hex_that_a_unit_goes_on_is_another_position():
    battle = read(fight([armor()], [infantry()]), "Dr3 0/0")
    while topic(battle) != "trek":
        here = options(battle)
        battle = battle.play(next((one for one in here if one.startswith("exploit:")), here[0]))
    seen = []
    while topic(battle) == "trek":
        seen.append(battle.game.key(battle.state))
        battle = battle.play(options(battle)[0])
    assert len(seen) == len(set(seen)) == 2


@pytest.mark.parametrize(
    ("strikes", "text"),
    [
        ([unit("strike", at=NORTHEAST)], "The CV strike goes to the Used Box of its zone."),
        ([unit("strike", at=NORTHEAST), unit("strike", at=WEST)], "2 CV strikes go to the Used Boxes of their zones."),
    ],
)
def test_4_1_5_cv_how_many_return(strikes, text):
    battle = fight([infantry(blitz=True), *strikes], [infantry()], procedure="blitz")
    while topic(battle) != "end":
        battle = battle.play(options(battle)[-1])
    assert told(battle, "4.1.5.cv") == [text]


# --- the end of a segment (4.2.1.once-unit, 4.1.1.range) ---------------------------------------------


@pytest.mark.parametrize("first", [True, False])
def test_4_2_1_once_unit_who_attacked_in_the_blitz_segment(first):
    force = [infantry(af=5, blitz=True), infantry(af=6, blitz=True, attacks=False)]
    battle = fight(force if first else force[::-1], [infantry()], procedure="blitz")
    while topic(battle) != "end":
        here = options(battle)
        battle = battle.play(
            next((one for one in here if one.startswith(("attack:", "read:none", "losses:0/0"))), here[-1])
        )
    lines = [named(battle, line.text) for line in battle.game.closing(battle.state) if "4.2.1.once-unit" in line.rules]
    assert lines == [
        "The Japanese 5-2-1 infantry attacked in this segment; in the Regular segment they may attack again."
    ]


def test_4_1_1_range_hexes_just_beyond_a_drop_are_refused_with_their_distance():
    battle = fight([airborne()], [infantry()], procedure="blitz").play("drop:a1")
    start = battle.state.at[0]
    refused = {one.hex: one.reason for one in battle.game.refusals(battle.state) if one.rules == ("4.1.1.range",)}
    distances = {apart(start, place) for place in refused}
    reach = max(apart(start, option.hex) for option in battle.node.options)
    assert distances == {reach + 1}
    assert len(refused) == 6 * (reach + 1)
    assert all(f"is {reach + 1} hexes away; a drop goes {reach} at most" in why for why in refused.values())


# --- a force that can retreat again (4.2.5.3.resume) -------------------------------------------------

RESUMED = "Now the force can retreat again."


@pytest.mark.parametrize(
    ("foes", "result", "lines"),
    [
        ([hq(steps=1), infantry()], "Dr2 0/0", [RESUMED]),  # the HQ that pinned them is gone
        ([hq(steps=2), infantry()], "Dr2 0/0", []),  # the loss of the infantry's step unpins nobody
        ([hq(steps=1), infantry()], "Dr1 0/0", []),  # nothing is owed any more
        ([hq(steps=1), infantry()], "0/1", []),  # attrition is no retreat
    ],
)
def test_4_2_5_3_resume_is_told_where_a_force_could_not_retreat_and_now_can(foes, result, lines):
    battle = read(fight([infantry()], foes), result)
    assert topic(battle) == "lose"
    battle = battle.play("lose:d2" if foes[0]["steps"] == 2 else "lose:d1")
    assert told(battle, "4.2.5.3.resume") == lines


def test_4_2_5_3_resume_is_not_told_of_a_force_that_could_retreat_all_along():
    battle = read(fight([infantry()], [infantry()], hexes={TARGET: {"features": ["city"]}}), "Dr2 0/0")
    battle = battle.play("convert").play("lose:d1")
    assert topic(battle) == "retreat"
    assert told(battle, "4.2.5.3.resume") == []


SEA, LANDING, BESIDE = "w4622", WEST, "w4722"
"""Two hexes from the target: behind the one hexside lies the target's neighbour, behind the other one that is not."""

# --- support from a Beachhead, and by nobody but an HQ (4.2.1.2.beachhead, 4.2.1.2.alone) ------------


@pytest.mark.parametrize(
    ("ashore", "supports"),
    [
        ([LANDING], True),
        ([BESIDE], False),
        ([LANDING, BESIDE], True),
    ],
)
def test_4_2_1_2_beachhead_one_of_its_hexsides_is_enough(ashore, supports):
    sea = {"hexes": {SEA: {"terrain": "sea"}}, "sides": {(SEA, place): ["beachhead"] for place in ashore}}
    force = [infantry(), hq(at=SEA), unit("beachhead", at=SEA)]
    battle = fight(force, [infantry()], **sea)
    assert ("support:a2" in options(battle)) == supports
    if not supports:
        reason = "from a Beachhead it supports only across the Beachhead hexside"
        tree = battle.assessment.trace.children[0]
        assert reason in [line.note for line in tree.children if line.skipped]


@pytest.mark.parametrize(
    ("pool", "why"),
    [
        (False, "an HQ cannot attack by ranged support alone"),
        (True, "no ground unit next to the hex attacks it"),
    ],
)
def test_4_2_1_2_alone_an_hq_in_the_force_pool_is_none_that_could_support(pool, why):
    found = game([hq(steps=1, reduced="same", at="w4626", pool=pool)], [infantry()])
    assert [named(found, problem.message) for problem in found.problems] == [f"w4624 may not be attacked: {why}"]


# --- what has to be stated of hexsides (4.2.3.8.hexside) ---------------------------------------------


@pytest.mark.parametrize("east", ["strait", "river"])
def test_4_2_3_8_hexside_what_is_not_stated_is_asked_of_all_who_attack(east):
    west = {"strait": "river", "river": "strait"}[east]
    sides = {(EAST, TARGET): [east], (WEST, TARGET): [west]}
    found = game([infantry(), infantry(at=WEST)], [infantry()], sides=sides)
    assert [problem.path for problem in found.problems] == ["$.conditions.side_strait"]


def test_4_2_3_8_hexside_of_one_kind_none_is_the_lowest():
    found = game(
        [infantry(), infantry(at=WEST)], [infantry()], sides={(EAST, TARGET): ["river"], (WEST, TARGET): ["river"]}
    )
    lines = next(one for one in found.assess(found.start()).trace.children if one.rules == ("4.2.2.s4.net",)).children
    assert [(line.label, line.note) for line in lines if line.rules[0] == "4.2.3.8.hexside"] == [("Hexside: river", "")]


def test_4_2_1_split_an_attack_with_fewer_is_told_by_its_hex():
    force = [infantry(blitz=True), infantry(blitz=True)]
    battle = fight(force, [infantry()], procedure="blitz")
    assert some(TARGET) in options(battle)
    assert named(battle, battle.play(some(TARGET)).log[0][1].text) == "Attack w4624 with fewer units."


# --- how an attack to come is called (4.2.1.split) ---------------------------------------------------


@pytest.mark.parametrize(
    ("others", "label"),
    [
        ([infantry(at="w4725")], "Attack w4724 with the Japanese 4-2-1 infantry"),
        # two that may not attack together: which of them, is asked (4.2.1.1.minor)
        ([infantry(at="w4725", nation="Siam"), infantry(at="w4725", nation="Nanking")], "Attack w4724"),
    ],
)
def test_4_2_1_split_an_attack_is_called_by_its_units_where_nothing_is_to_choose(others, label):
    battle = fight([infantry(aim=1), *others], [infantry(), infantry(at=NEXT_DOOR)], targets=(TARGET, NEXT_DOOR))
    battle = read(battle, "0/0")
    labels = {option.id: named(battle, option.label) for option in battle.node.options}
    assert labels[attack(NEXT_DOOR)] == label


def test_4_2_1_split_nor_where_another_hex_could_have_them_as_well():
    force = [infantry(aim=1), infantry(at="w4824"), infantry(at="w4824")]
    battle = read(
        fight(force, [infantry(), infantry(at="w4723"), infantry(at=NEXT_DOOR)], targets=(TARGET, "w4723", NEXT_DOOR)),
        "0/0",
    )
    labels = {option.id: named(battle, option.label) for option in battle.node.options}
    assert (labels[attack("w4723")], labels[attack(NEXT_DOOR)]) == ("Attack w4723", "Attack w4724")


@pytest.mark.parametrize(
    ("foes", "supports"),
    [
        ([infantry(nation=OTHERS)], True),
        ([infantry(nation=OTHERS), infantry(nation="US")], False),
    ],
)
def test_4_factions_an_hq_supports_no_enemy_of_its_faction_whoever_else_fights(foes, supports):
    battle = fight([infantry()], [*foes, hq(nation="Russian", also=OTHERS, at="w4622")])
    assert (topic(battle) == "support") == supports


# --- markers, and who says first that he supports ----------------------------------------------------


@pytest.mark.parametrize("markers", [["detachment"], ["logistics"], ["detachment", "logistics"]])
def test_4_2_2_auto_markers_that_are_driven_off_are_gone(markers):
    battle = fight([infantry()], [unit(kind) for kind in markers]).play("take")
    assert battle.game.overlay(battle.state)["lost"] == {f"d{n}": 1 for n in range(1, len(markers) + 1)}


def test_4_2_2_s1_and_s2_each_side_says_in_its_own_step_who_supports():
    battle = fight([infantry(), hq(at="w4626")], [infantry(), hq(at="w4622")])
    for side, rule, name in (("attacker", "4.2.2.s1", "a2"), ("defender", "4.2.2.s2", "d2")):
        node = battle.node
        assert (node.side, topic(battle)) == (side, "support")
        assert rule in node.rules
        battle = battle.play(f"support:{name}")
        line = battle.log[-1][1]
        assert (line.rules, line.side) == ((rule, "4.2.1.2.add"), side)


# --- the roll, and a battle that is forbidden --------------------------------------------------------


@pytest.mark.parametrize("face", [1, 4, 6])
def test_4_2_2_s5_roll_the_log_has_the_column_and_the_face(face):
    battle = fight([infantry(af=4)], [infantry(df=2)], pack=chart()).play(f"d6={face}")
    assert named(battle, battle.log[0][1].text) == f"Attack on w4624, column 2-1 of Invented, die {face}."


@pytest.mark.parametrize(
    ("force", "given", "total"),
    [
        ([infantry(af=4), infantry(af=3)], {"pre_war": True}, 7),  # nobody may attack: all that would
        ([infantry(af=4), infantry(af=0)], {"limited": True}, 4),
        ([infantry(af=1, blitz=True), infantry(af=2, blitz=False)], {"segment": "blitz"}, 1),  # too weak: those who may
    ],
)
def test_odds_of_an_attack_that_the_rules_forbid_are_worked_out_all_the_same(force, given, total):
    found = game(force, [infantry(df=4)], **given)
    assert found.problems
    assert found.assess(found.start()).attack == total


@pytest.mark.parametrize(
    ("force", "result", "why"),
    [
        ([infantry()], "Dr2 0/0", {"a1": ""}),  # no armor, so that nobody thinks of exploitation
        ([armor(), infantry()], "Dr1 0/0", {"a1": "", "a2": ""}),  # one hex is the advance itself
        ([armor(), infantry()], "Dr2 0/0", {"a1": "", "a2": " (no exploitation: movement allowance 1)"}),
    ],
)
def test_4_2_8_ma_why_a_unit_that_advances_does_not_exploit(force, result, why):
    battle = through_retreat(read(fight(force, [infantry()]), result))
    labels = {option.unit: named(battle, option.label) for option in battle.node.options if option.id[:8] == "advance:"}
    assert {unit: label.partition("w4624")[2] for unit, label in labels.items()} == why


def through_retreat(battle):
    """The battle once the defenders have retreated."""
    while topic(battle) == "retreat":
        battle = battle.play(options(battle)[0])
    return battle


@pytest.mark.parametrize(
    ("air", "headline"),
    [
        ([], "4 : 3, no shift"),
        ([unit("air", at=TARGET)], "4 : 3, 1 right"),
        ([unit("air", at=TARGET, side="defender", nation="US")], "4 : 3, 1 left"),
    ],
)
def test_4_2_2_s4_net_the_odds_in_short_say_which_way_to_shift(air, headline):
    assert fight([infantry(af=4), *air], [infantry(df=3)]).assessment.headline == headline


@pytest.mark.parametrize(
    ("force", "margin"),
    [
        (3, "1 more attack factor makes it 2-1 before shifts"),
        (2, "1 more attack factor makes it 3-2 before shifts"),
        (4, "2 more attack factors make it 3-1 before shifts"),
        (6, "2 more attack factors make it 4-1 before shifts"),
    ],
)
def test_4_2_2_s3_round_how_many_factors_make_a_better_column(force, margin):
    battle = fight([infantry(af=force)], [infantry(df=2)], pack=chart())
    assert [one.text for one in battle.assessment.margins] == [margin]


# --- what a side chose, and what was read ------------------------------------------------------------


@pytest.mark.parametrize(
    ("result", "steps", "rule", "lines"),
    [
        ("Ad 0/0", ["retreat"], "4.2.4.1.ad", ["Attacker falls back."]),
        ("Ad 0/0", ["step"], "4.2.4.1.ad", ["Attacker pays with a step."]),
        ("Ex 0/0", ["step", "lose:a1", "retreat"], "4.2.4.1.ex-def", ["Defender falls back."]),
        ("Ex 0/0", ["step", "lose:a1", "step"], "4.2.4.1.ex-def", ["Defender pays with a step."]),
    ],
)
def test_4_2_4_1_what_a_side_chose_is_told(result, steps, rule, lines):
    battle = read(fight([infantry()], [infantry()]), result).play_all(steps)
    assert told(battle, rule) == lines


@pytest.mark.parametrize("losses", ["0/0", "1/2", "3/0"])
def test_4_2_4_2_attr_the_losses_that_were_read_are_told(losses):
    battle = read(fight([infantry(steps=3)], [infantry(steps=3)]), losses)
    assert told(battle, "4.2.4.2.attr")[0] == f"Step losses {losses}."


@pytest.mark.parametrize(
    ("given", "rules"),
    [
        ({"steps": 1}, ("4.2.6.pool", "4.2.6.2.one", "4.2.6.2.where")),
        ({"steps": 3}, ("4.2.6.pool", "4.2.6.2.three")),
        ({"steps": 2, "one_behind": True}, ("4.2.6.pool", "4.2.6.2.two-flip")),
    ],
)
def test_4_2_6_2_a_loss_rests_on_the_pool_and_on_what_becomes_of_the_counter(given, rules):
    battle = read(fight([infantry()], [infantry(**given)]), "0/1")
    assert [option.rules for option in battle.node.options] == [rules]
    steps = given["steps"]
    change = f"loses a step ({steps} to {steps - 1})" if steps > 1 else "is eliminated"
    labels = [named(battle, option.label) for option in battle.node.options]
    assert labels == [f"The US 4-2-1 infantry in w4624 {change}"]


def test_4_2_5_3_midway_a_city_on_the_way_gives_no_choice():
    battle = read(fight([infantry()], [infantry()], hexes={WEST: {"features": ["city"]}}), "Dr3 0/0").play(to(WEST))
    assert "convert" not in options(battle)
    said = [(one.hex, one.reason) for one in battle.game.refusals(battle.state) if one.rules == ("4.2.5.3.midway",)]
    why = "a city on the way of a retreat does not let the force lose a step by choice"
    assert said == [(battle.state.at[1], why)]


# --- shifts that nobody has stated, for each force that may attack -----------------------------------


def test_4_2_3_8_hexside_what_is_not_stated_is_asked_of_each_force():
    # Both together cross a river, which is no higher than a mountain side; but they may not attack together.
    sides = {(EAST, TARGET): ["mountain"], (WEST, TARGET): ["river"]}
    together = game([infantry(), infantry(at=WEST)], [infantry()], sides=sides)
    apart_only = game([infantry(nation="Siam"), infantry(nation="Nanking", at=WEST)], [infantry()], sides=sides)
    assert [problem.path for problem in together.problems] == []
    assert [problem.path for problem in apart_only.problems] == ["$.conditions.side_mountain"]


def test_4_2_3_8_hexside_nor_where_an_hq_has_to_make_up_for_the_raw_odds():
    sides = {(EAST, TARGET): ["mountain"], (WEST, TARGET): ["river"]}
    force = [infantry(af=1, nation="Siam"), infantry(af=1, nation="Nanking", at=WEST)]
    helper = hq(af=2, at="w4626", also="faction")
    found = game([helper, *force], [infantry(df=4)], sides=sides)
    assert [problem.path for problem in found.problems] == ["$.conditions.side_mountain"]
    assert "4.2.1.1.raw" in {problem.rule for problem in game(force, [infantry(df=4)], sides=sides).problems}


def test_4_2_3_8_hexside_is_asked_of_an_attack_that_is_too_weak_as_well():
    found = game([infantry(af=1)], [infantry(df=4)], sides={(EAST, TARGET): ["strait"]})
    assert [problem.rule for problem in found.problems] == ["4.2.1.1.raw", "4.2.3.8.hexside"]


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_4_2_8_distance_over_the_attacks_of_a_segment_the_longest_counts_and_retreats_add_up(order):
    marked = {"blitz": True}
    battle = fight(
        [armor(aim=1, **marked), infantry(at="w4825", aim=2, **marked)],
        [infantry(), infantry(at=NEXT_DOOR)],
        targets=(TARGET, NEXT_DOOR),
        procedure="blitz",
    )
    hexes = (TARGET, NEXT_DOOR)
    for number in order:
        battle = battle.play(attack(hexes[number])).play_all([f"read:{('Dr2', 'Dr1')[number]}", "losses:0/0"])
        while topic(battle) == "retreat":
            battle = battle.play(options(battle)[-1])
        while topic(battle) not in ("blitz_combat", "end"):
            battle = battle.play(options(battle)[-1])
    while topic(battle) != "end":
        battle = battle.play(options(battle)[-1])
    assert (battle.outcome.measure("retreated"), battle.outcome.measure("exploitation")) == (3, 2)
