"""15.2, 10.2, 11.4: which units may attack, and from where."""

import pytest

from tests.rules.aworldatwar.setting import EAST, EDITIONS, WEST, armor, fight, game, infantry, sections, unit


@pytest.mark.parametrize("edition", EDITIONS)
def test_15_21_attackers_are_adjacent(edition):
    assert game([infantry(4)], [infantry(1)], edition=edition).problems == ()
    problems = game([infantry(4, at="2,0")], [infantry(1)], edition=edition).problems
    assert sections(problems) == {"15.21"}
    assert problems[0].path == "$.units[0].at"


def test_15_21_some_all_or_none_may_attack():
    # A unit that stands by adds nothing and is not asked for anything.
    both = fight([infantry(3), infantry(3)], [infantry(1)])
    one = fight([infantry(3), infantry(3, attacks=False)], [infantry(1)])
    assert both.assessment.attack == 6
    assert one.assessment.attack == 3
    assert sections(game([infantry(3, attacks=False)], [infantry(1)]).problems) == {"15.21"}


@pytest.mark.parametrize("edition", EDITIONS)
def test_10_23_replacements_do_not_attack_but_defend(edition):
    problems = game([infantry(4), unit("replacement")], [infantry(1)], edition=edition).problems
    assert sections(problems) == {"15.21"}
    assert problems[0].path.startswith("$.units[1]")
    assert game([infantry(4)], [unit("replacement")], edition=edition).problems == ()


def test_15_21_partisans_attack_in_the_older_edition_only():
    attack = [infantry(4), unit("partisan", 1)]
    assert sections(game(attack, [infantry(1)], edition="new").problems) == {"11.44"}
    older = game(attack, [infantry(1)], edition="old")
    assert older.problems == ()
    assert older.assess(older.start()).attack == 5


def test_10_93_flak_has_no_ground_factor():
    assert "10.93" in sections(game([infantry(4), unit("flak")], [infantry(1)]).problems)
    # Flak beside a defender adds nothing; flak alone is nobody to attack.
    assert fight([infantry(4)], [infantry(1), unit("flak")]).assessment.defense == 2
    assert sections(game([infantry(4)], [unit("flak")]).problems) == {"15.21"}


@pytest.mark.parametrize("terrain", ["swamp", "jungle", "jungle_mountain"])
def test_15_21_monsoon_bars_both_ways(terrain):
    into = game([infantry(9)], [infantry(1)], terrain=terrain, monsoon=True)
    out_of = game([infantry(9)], [infantry(1)], hexes={EAST: {"terrain": terrain}}, monsoon=True)
    assert sections(into.problems) == sections(out_of.problems) == {"15.21"}
    assert game([infantry(9)], [infantry(1)], terrain=terrain).problems == ()


def test_15_21_monsoon_leaves_other_terrain_alone():
    assert game([infantry(9)], [infantry(1)], terrain="mountain", monsoon=True).problems == ()
    # One of two attackers stands in jungle: only that one is barred.
    problems = game(
        [infantry(9), infantry(3, at=WEST)], [infantry(1)], hexes={WEST: {"terrain": "jungle"}}, monsoon=True
    ).problems
    assert [problem.path for problem in problems] == ["$.units[1]"]


def test_15_21_monsoon_bars_a_chindit_in_its_jungle_drop_hex():
    drop = unit("chindit", nation="British", via="airdrop")
    setting = {"nations": ("British", "Japanese"), "theatre": "pacific"}
    assert game([infantry(6), drop], [infantry(1)], hexes={EAST: {"terrain": "jungle"}}, **setting).problems == ()
    barred = game([infantry(6, at=WEST), drop], [infantry(1)], hexes={EAST: {"terrain": "jungle"}}, monsoon=True,
                  **setting)  # fmt: skip
    assert {"15.21", "10.53E"} & sections(barred.problems)


@pytest.mark.parametrize(("mark", "rule"), [("water", "13.43A"), ("impassable", "13.43B")])
def test_13_43_closed_hexsides(mark, rule):
    assert sections(game([infantry(6)], [infantry(1)], sides={"E": [mark]}).problems) == {rule}


def test_13_43a_crossing_arrow_opens_water():
    assert game([infantry(6)], [infantry(1)], sides={"E": ["water", "arrow"]}).problems == ()


def test_16_41_only_exploiting_armor_and_drops_attack_in_exploitation():
    setting = {"phase": "exploitation"}
    assert game([armor(4)], [infantry(1)], **setting).problems == ()
    assert game([unit("airborne", count=3, at="0,0", via="airdrop")], [infantry(1)], **setting).problems == ()
    assert sections(game([armor(4), infantry(3)], [infantry(1)], **setting).problems) == {"16.41"}


def test_15_82c_armor_of_ctl_0_does_not_exploit():
    assert sections(game([armor(4, ctl=0)], [infantry(1)], phase="exploitation").problems) == {"15.82C"}
    assert game([armor(4, ctl=1)], [infantry(1)], phase="exploitation").problems == ()


@pytest.mark.parametrize("short", [{"supply": "partial"}, {"oil_short": True}, {"mech": "off"}])
def test_10_32_negated_armor_does_not_exploit(short):
    assert sections(game([armor(4, **short)], [infantry(1)], phase="exploitation").problems) == {"10.32"}


def test_15_46_one_attack_a_phase():
    assert sections(game([infantry(6)], [infantry(1)], attacked_before=True).problems) == {"15.46"}
    assert game([armor(6)], [infantry(1)], attacked_before=True, phase="exploitation").problems == ()


def test_nobody_to_attack_and_nobody_to_do_it():
    problems = game([], []).problems
    assert sections(problems) == {"15.21"}
    assert {problem.path for problem in problems} == {"$.units", "$.targets[0]"}


def test_all_problems_are_told_at_once():
    problems = game(
        [infantry(3, count=3), unit("replacement"), infantry(3, at="3,0"),
         unit("airborne", at="0,0", via="airdrop", ctl=1)],
        [infantry(1), infantry(3, at="0,1")],
    ).problems  # fmt: skip
    assert sections(problems) == {"15.47", "12.11A", "15.21", "10.53D", "15.41"}
    assert len(problems) == 6


SPENT = armor(9, fought=True)
DROP = unit("airborne", count=3, at="0,0", via="airdrop")


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(
    ("attack", "phase", "wrong"),
    [
        ([SPENT], "regular", {"15.43"}),
        ([{**SPENT, "overran": True}], "regular", set()),
        ([{**SPENT, "attacks": False}, armor(9)], "regular", set()),
        ([{**DROP, "fought": True}, armor(9)], "regular", {"15.43"}),
        ([SPENT], "exploitation", set()),
        ([{**DROP, "fought": True}, SPENT], "exploitation", {"16.41"}),
        ([DROP, SPENT], "exploitation", set()),
    ],
)
def test_15_43_16_41_who_has_attacked_attacks_no_more_but_armor_in_exploitation(edition, attack, phase, wrong):
    """15.43, 16.22D, 16.41: armor that exploits makes its only attack there, and who drops has made none before."""
    assert sections(game(attack, [infantry(1)], edition=edition, phase=phase).problems) == wrong
