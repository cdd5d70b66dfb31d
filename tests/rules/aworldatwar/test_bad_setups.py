"""Set-ups the rules forbid: everything wrong is told at once, each with its place, its section and a way out."""

import pytest
from hexumpire.kit.places import Names
from hexumpire.rulesets.aworldatwar import RULESET

from tests.rules.aworldatwar.setting import SOUTHWEST, armor, game, infantry, sections, unit


def told(*args, **more):
    """Path and section of every problem; each is looked at for message and way out."""
    problems = game(*args, **more).problems
    sections(problems)
    return sorted((problem.path, problem.rule) for problem in problems)


def test_a_mess():
    attack = [
        infantry(3, count=3),
        unit("replacement"),
        infantry(3, at="3,0"),
        unit("airborne", at="0,0", via="airdrop", ctl=1),
        unit("partisan", 1),
        armor(3, via="sea", at="3,3"),
        unit("marine", nation="US", via="sea", supply="partial"),
        infantry(2, via="airdrop", at="0,0"),
    ]
    defend = [infantry(1), infantry(3, at="0,1"), infantry(2, count=2)]
    assert told(attack, defend) == [
        ("$.units[10]", "12.11A"),
        ("$.units[1].type", "15.21"),
        ("$.units[2].at", "15.21"),
        ("$.units[3]", "10.53D"),
        ("$.units[4]", "12.11A"),
        ("$.units[4]", "15.47"),
        ("$.units[4].type", "11.44"),
        ("$.units[5].at", "15.44"),
        ("$.units[6].supply", "10.42"),
        ("$.units[7].via", "10.51"),
        ("$.units[9].at", "15.41"),
    ]


def test_nobody_on_the_ground():
    assert told([unit("air", 3)], [unit("air", 3)]) == [("$.targets[0]", "15.21"), ("$.units", "15.21")]
    assert told([infantry(3)], [infantry(1)], targets=("0,0", SOUTHWEST)) == [
        ("$.targets[1]", "15.21"),
        ("$.units[0].at", "15.44"),
    ]


def test_every_reason_against_a_drop():
    unfit = unit("airborne", count=9, at="0,0", via="airdrop", ctl=1, drop_range=9, moved_by_transport=True,
                 supply="partial")  # fmt: skip
    found = told([unfit], [infantry(1)], winter_effect=3)
    assert [rule for _, rule in found] == ["10.42", "10.53A", "10.53B", "10.53D", "10.53E"]


def test_every_reason_against_low_odds():
    attack = [infantry(3, "French"), infantry(1, via="sea"), unit("airborne", at="0,0", via="airdrop")]
    problems = game(attack, [infantry(9)], features=["fortress"]).problems
    assert sections(problems) == {"15.52"}
    assert len({problem.message for problem in problems}) == 4
    # Nine at +2 +1 +2.
    assert all(problem.message.startswith("5 : 45: ") for problem in problems)


@pytest.mark.parametrize("kind", ["partisan", "flak"])
def test_a_way_out_that_is_there(kind):
    # These cannot be told to stand by: the form has no such box for them.
    (problem,) = game([infantry(9), unit(kind, 1)], [infantry(1)]).problems
    assert problem.fix == "remove it"
    (problem,) = game([infantry(9), unit("replacement")], [infantry(1)]).problems
    assert "stand by" in problem.fix


def test_a_forbidden_attack_still_shows_its_odds():
    forbidden = game([infantry(5)], [infantry(3)], features=["fortress"])
    assert forbidden.problems
    assert forbidden.assess(forbidden.start()).headline


def test_messages_name_the_unit_and_the_hex():
    found = game([infantry(9, at="0,-1")], [infantry(1), infantry(1, at=SOUTHWEST)], targets=("0,0", SOUTHWEST),
                 hexes={SOUTHWEST: {"name": "Kiev"}})  # fmt: skip
    (problem,) = found.problems
    assert "Kiev" in Names(RULESET, found.scenario).told(problem.message) and "German 9-3 infantry" in problem.message


def test_12_23_no_ground_unit_defends_at_sea():
    assert told([infantry(9)], [infantry(3)], hexes={"0,0": {"terrain": "sea"}}) == [("$.units[1].at", "12.23")]
    afloat = [unit("fleet", at=SOUTHWEST), infantry(9)]
    assert told(afloat, [infantry(3)], hexes={SOUTHWEST: {"terrain": "sea"}}) == [], "ships are at home there"


def test_15_21_an_attacker_in_the_attacked_hex():
    assert told([infantry(9, at="0,0")], [infantry(3)]) == [("$.units[0].at", "15.21")]
    both = told([infantry(9, at="0,0")], [infantry(3), infantry(3, at=SOUTHWEST)], targets=("0,0", SOUTHWEST))
    assert both == [("$.units[0].at", "15.21")], "told once, though it is beside the other target"
