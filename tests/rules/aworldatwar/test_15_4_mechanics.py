"""15.4: one attack on one stack or several, and how many may join."""

import pytest

from tests.rules.aworldatwar.setting import (
    EAST,
    EDITIONS,
    SOUTHEAST,
    SOUTHWEST,
    WEST,
    armor,
    fight,
    game,
    gone,
    infantry,
    odds,
    options,
    roll,
    sections,
    strength,
    terms,
    unit,
)

BOTH = pytest.mark.parametrize("edition", EDITIONS)
PAIR = ("0,0", SOUTHWEST)
"""Two attacked hexes; only 0,1 and -1,0 are next to both."""


@BOTH
def test_15_41_all_defenders_together_each_with_its_own_dm(edition):
    battle = game([armor(20)], [infantry(3), armor(2), unit("replacement")], edition=edition, phase="exploitation",
                  features=["bridgehead"])  # fmt: skip
    assert odds(battle)[1] == 12
    open_ground = game([armor(20)], [infantry(3), armor(2)], edition=edition, phase="exploitation")
    assert (strength(open_ground, 1), strength(open_ground, 2), odds(open_ground)[1]) == (3, 4, 7)


def test_15_42_stackmates_may_do_different_things():
    # One of two units in a hex attacks; the other attacks elsewhere or not at all.
    assert odds(fight([infantry(3), infantry(3, attacks=False)], [infantry(1)]))[0] == 3


@BOTH
def test_15_44_everybody_next_to_every_target(edition):
    known = {"edition": edition, "targets": PAIR}
    defend = [infantry(1), infantry(1, at=SOUTHWEST)]
    assert game([infantry(6, at=SOUTHEAST)], defend, **known).problems == ()
    problems = game([infantry(6, at=SOUTHEAST), infantry(6, at=EAST)], defend, **known).problems
    assert sections(problems) == {"15.44"}
    assert [problem.path for problem in problems] == ["$.units[1].at"]


@BOTH
@pytest.mark.parametrize(("place", "legal"), [("0,0", True), (SOUTHWEST, True), (SOUTHEAST, True), (WEST, True),
                                              (EAST, False), ("-1,2", False)])  # fmt: skip
def test_15_44_a_landing_is_next_to_every_target_whatever_their_order(edition, place, legal):
    defend = [infantry(1, at="0,0"), infantry(1, at=SOUTHWEST)]
    for targets in (PAIR, tuple(reversed(PAIR))):
        problems = game([infantry(9, via="sea", at=place)], defend, edition=edition, targets=targets).problems
        assert sections(problems) == (set() if legal else {"15.44"})


@BOTH
def test_15_44_a_landing_between_hexes_that_are_apart(edition):
    apart = {"edition": edition, "targets": (WEST, EAST)}
    defend = [infantry(1, at=WEST), infantry(1, at=EAST)]
    assert game([infantry(9, via="sea", at="0,0")], defend, **apart).problems == ()
    for place in (WEST, EAST):
        problems = game([infantry(9, via="sea", at=place)], defend, **apart).problems
        assert sections(problems) == {"15.44"}


@BOTH
def test_15_44_defenders_are_added_up_over_the_hexes(edition):
    battle = game([infantry(12, at=SOUTHEAST)], [infantry(2), infantry(2, at=SOUTHWEST)], edition=edition,
                  targets=PAIR, hexes={SOUTHWEST: {"terrain": "mountain"}})  # fmt: skip
    assert (terms(battle, 1), terms(battle, 2)) == ({}, {"15.32D": 1})
    assert odds(battle) == (12, 10, "1:1")


@BOTH
def test_15_44_rivers_are_looked_at_hex_by_hex(edition):
    battle = game([infantry(12, at=SOUTHEAST)], [infantry(2), infantry(2, at=SOUTHWEST)], edition=edition,
                  targets=PAIR, sides={"SE": ["river"]})  # fmt: skip
    assert (terms(battle, 1), terms(battle, 2)) == ({"15.32C": 1}, {})


@BOTH
def test_15_44_10_55b_is_cited_for_a_drop_on_one_of_the_hexes_and_not_for_a_landing_in_it(edition):
    battle = game(
        [infantry(9, via="sea", at="0,0"), unit("airborne", at="0,0", via="airdrop")],
        [infantry(1), infantry(1, at=WEST)],
        edition=edition,
        targets=("0,0", WEST),
    )
    landed, dropped = battle.assess(battle.start()).trace.children[0].children
    assert (landed.rules, dropped.rules) == (("15.31",), ("15.31", "10.55B"))


@BOTH
@pytest.mark.parametrize("via", ["sea", "airdrop"])
def test_15_92d_how_a_defender_would_come_is_no_matter(edition, via):
    """Who was to land or drop when it attacked, and defends now, is neither of a landing nor of a drop."""
    attack = [infantry(4), infantry(4), unit("destroyer", 3), unit("commando", nation="British", via="sea", at="0,0")]

    def told(way, landing=True):
        defend = [infantry(1, via=way, carried="low"), infantry(1, via=way)]
        battle = fight(attack if landing else attack[:3], defend, edition=edition, nations=("British", "German"))
        lines = [(line.label, line.value, line.rules) for _, line in battle.assessment.trace.lines()]
        paying = battle.play("!result=a")
        refused = [(one.unit, one.reason) for one in paying.game.refusals(paying.state)]
        return lines, options(paying), refused, battle.game.relevant()

    for landing in (True, False):
        assert told(via, landing) == told("land", landing)


@BOTH
def test_15_44_air_helps_whichever_hex_it_is_placed_on(edition):
    for place in PAIR:
        battle = game([infantry(12, at=SOUTHEAST), unit("air", 4, at=place)],
                      [infantry(2), infantry(2, at=SOUTHWEST), unit("air", 3, at=place)], edition=edition,
                      targets=PAIR)  # fmt: skip
        assert odds(battle) == (16, 11, "1:1")


@BOTH
def test_15_44_a_drop_on_one_of_the_hexes(edition):
    drop = unit("airborne", at=SOUTHWEST, via="airdrop")
    battle = game([infantry(12, at=SOUTHEAST), drop], [infantry(2), infantry(2, at=SOUTHWEST)], edition=edition,
                  targets=PAIR)  # fmt: skip
    assert battle.problems == ()
    assert odds(battle)[0] == 13


@BOTH
def test_15_44_losses_come_from_either_hex(edition):
    # D takes both stacks; d takes half of all factors, from wherever the defender likes.
    battle = fight([infantry(8, at=SOUTHEAST)], [infantry(2), infantry(2, at=SOUTHWEST)], edition=edition,
                   targets=PAIR)  # fmt: skip
    assert odds(battle) == (8, 8, "1:1")
    half = roll(battle, 6, "keep")
    assert sorted(options(half)) == ["lose:d1", "lose:d2"]
    assert gone(half.play("lose:d2")) == {"d2": 1}


@BOTH
def test_15_47_two_units_out_of_a_hex(edition):
    assert game([infantry(3, count=2)], [infantry(1)], edition=edition).problems == ()
    crowd = {"15.47", "12.11A"}
    assert sections(game([infantry(3, count=3)], [infantry(1)], edition=edition).problems) == crowd
    assert sections(game([infantry(3, count=2), armor(4)], [infantry(1)], edition=edition).problems) == crowd
    # A bridgehead holds five, and two of them attack.
    five, known = [infantry(3, count=2), infantry(3, count=3, attacks=False)], {"edition": edition}
    known["hexes"] = {EAST: {"features": ["bridgehead"]}}
    assert game(five, [infantry(1)], **known).problems == ()
    assert sections(game([infantry(3, count=3)], [infantry(1)], **known).problems) == {"15.47"}
    # Two from each of three hexes are fine.
    around = [infantry(3, count=2, at=place) for place in (EAST, WEST, SOUTHEAST)]
    assert game(around, [infantry(1)], edition=edition).problems == ()


@BOTH
@pytest.mark.parametrize("kind", ["airborne", "marine", "commando", "chindit"])
def test_15_47_specialised_units_come_on_top(edition, kind):
    attack = [infantry(3, count=2), unit(kind, count=3)]
    assert game(attack, [infantry(1)], edition=edition).problems == ()


@BOTH
def test_16_45_armor_out_of_a_breakthrough_hex(edition):
    hexes = {EAST: {"features": ["breakthrough"]}}
    attack = [armor(4, count=4)]
    known = {"edition": edition, "hexes": hexes}
    assert game(attack, [infantry(1)], phase="exploitation", **known).problems == ()
    crowd = {"15.47", "12.11A"}
    assert sections(game(attack, [infantry(1)], **known).problems) == crowd
    assert sections(game(attack, [infantry(1)], phase="exploitation", edition=edition).problems) == crowd


@BOTH
def test_12_16_shock_armies_come_on_top_and_are_gone_afterwards(edition):
    known = {"edition": edition, "nations": ("Russian", "German")}
    pair, shock = infantry(3, count=2), infantry(3, shock_army=True)
    assert sections(game([pair, infantry(3)], [infantry(1)], **known).problems) == {"15.47", "12.11A"}
    assert game([pair, {**shock, "count": 3}], [infantry(1)], **known).problems == ()
    battle = fight([pair, shock], [infantry(1)], **known).play("d6=5")  # 9 : 2 = 4:1, D
    assert battle.log[-1][1].rules == ("12.16",)
    assert {option.unit for option in battle.node.options} == {"a1", ""}
    held = fight([pair, shock], [infantry(3), infantry(1)], **known)  # 9 : 8 = 1:1
    held = held.play("d6=2")
    while "off" not in held.legal_actions:
        held = held.play("lose:a1")
    held = held.play("off")
    assert any(line.rules == ("12.16",) for _, line in held.log)


@BOTH
def test_12_16_a_fourth_shock_army_is_taken_away_from_the_last_named(edition):
    """12.16: three to an attack; which counter is one too many is said of the last of them."""
    shock = infantry(3, shock_army=True)
    first, last = {**shock, "count": 2, "at": WEST}, {**shock, "count": 2}
    found = game([first, last, infantry(3)], [infantry(1)], edition=edition, nations=("Russian", "German")).problems
    assert [(problem.rule, problem.path) for problem in found] == [("12.16", "$.units[1].count")]


@BOTH
def test_12_16_what_is_no_shock_army(edition):
    known = {"edition": edition, "nations": ("Russian", "German")}
    four = infantry(3, count=4, shock_army=True)
    assert sections(game([four], [infantry(1)], **known).problems) == {"12.16"}
    assert sections(game([infantry(2, shock_army=True)], [infantry(1)], **known).problems) == {"12.16"}
    german = [infantry(3, "German", shock_army=True)]
    assert sections(game(german, [infantry(1, "Russian")], edition=edition).problems) == {"12.16"}


@BOTH
def test_10_41e_landing_two_ordinary_units_and_any_number_of_marines(edition):
    at_sea = {"via": "sea", "nation": "US"}
    assert game([infantry(3, count=2, via="sea"), unit("marine", count=9, **at_sea)], [infantry(1)], edition=edition,
                nations=("US", "German")).problems == ()  # fmt: skip
    assert sections(game([infantry(3, count=3, via="sea")], [infantry(1)], edition=edition).problems) == {"10.41E"}
    crowd = [infantry(3, count=2, via="sea"), unit("airborne", via="sea")]
    assert sections(game(crowd, [infantry(1)], edition=edition).problems) == {"10.41E"}


@pytest.mark.parametrize(
    ("rule", "crowd", "number"),
    [
        ("10.41E", [infantry(3, via="sea"), infantry(4, via="sea"), infantry(5, via="sea"), infantry(3)], 2),
        ("15.47", [infantry(3, count=2), infantry(4), infantry(3, at=WEST), unit("airborne", at=WEST)], 1),
        ("12.11A", [infantry(3), infantry(4), infantry(3, attacks=False), unit("airborne"), infantry(3, at=WEST)], 2),
        ("12.12", [infantry(3), unit("airborne", count=3), unit("marine", nation="US"), infantry(4)], 2),
    ],
)
def test_units_that_are_too_many_for_a_hex_are_taken_from_the_last_named(rule, crowd, number):
    """Who is named first keeps his place, and nobody who does not count is told to go."""
    found = [(one.rule, one.path.removesuffix(".factors")) for one in game(crowd, [infantry(1)]).problems]
    assert (rule, f"$.units[{number}]") in found and {path for _, path in found} == {f"$.units[{number}]"}


def test_10_96_flak_that_is_too_much_for_a_hex_is_taken_from_the_last_named():
    found = game([infantry(9)], [infantry(1), *[unit("flak", 3)] * 3, infantry(1)]).problems
    assert [(one.rule, one.path) for one in found] == [("10.96", "$.units[4].factors")]


def test_12_11_too_many_defenders():
    assert sections(game([infantry(9)], [infantry(1, count=3)]).problems) == {"12.11A"}
    assert game([infantry(19)], [infantry(1, count=2), unit("airborne", count=3)]).problems == ()


def test_15_41_defenders_stand_in_the_attacked_hex():
    problems = game([infantry(9)], [infantry(1), infantry(1, at=WEST)]).problems
    assert sections(problems) == {"15.41"}
    assert problems[0].path == "$.units[2].at"


def test_15_44_every_target_has_a_defender():
    problems = game([infantry(9, at=SOUTHEAST)], [infantry(1)], targets=PAIR).problems
    assert [problem.path for problem in problems] == ["$.targets[1]"]
