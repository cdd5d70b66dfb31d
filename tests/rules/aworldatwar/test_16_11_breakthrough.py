"""16.11 and 16.13: whether a won attack opens a breakthrough hex."""

import pytest

from tests.rules.aworldatwar.setting import (
    EDITIONS,
    SOUTHEAST,
    SOUTHWEST,
    armor,
    fight,
    infantry,
    odds,
    pay,
    roll,
    topic,
    unit,
)

BOTH = pytest.mark.parametrize("edition", EDITIONS)


def through(attack, *advance, edition="new", **known):
    """1 when a D at better than 5:1 with these advances opens a breakthrough."""
    battle = roll(fight([*attack, unit("air", 9)], [infantry(1)], edition=edition, **known), 6)
    for action in advance:
        battle = battle.play(action)
    battle = battle.play("stay") if topic(battle) == "advance" else battle
    assert battle.outcome is not None
    return battle.outcome.measure("breakthrough")


@BOTH
def test_16_11_armor_and_an_advance(edition):
    assert through([armor(4)], "advance:a1", edition=edition) == 1
    assert through([armor(4)], edition=edition) == 0
    assert through([infantry(4)], "advance:a1", edition=edition) == 0


@BOTH
def test_16_11b_anybody_may_advance(edition):
    assert through([armor(4), infantry(4)], "advance:a2", edition=edition) == 1


@BOTH
def test_16_11b_a_dropped_unit_in_the_hex_is_no_advance(edition):
    drop = unit("airborne", at="0,0", via="airdrop")
    assert through([armor(4), drop], edition=edition) == 0
    assert through([armor(4), drop], "advance:a1", edition=edition) == 1


@BOTH
@pytest.mark.parametrize(
    "unfit", [{"ctl": 0}, {"mech": "off"}, {"supply": "partial"}, {"oil_short": True}], ids=lambda f: next(iter(f))
)
def test_16_11a_fit_armor_only(edition, unfit):
    assert through([armor(4, **unfit)], "advance:a1", edition=edition) == 0
    assert through([armor(4, **unfit), armor(4)], "advance:a1", edition=edition) == 1


@BOTH
def test_16_11a_armor_standing_by_does_not_count(edition):
    assert through([infantry(4), armor(4, attacks=False)], "advance:a1", edition=edition) == 0


@BOTH
def test_16_11a_in_the_final_round(edition):
    # Armor of CTL 1 fought the first round only; the second clears the hex.
    battle = fight([armor(6, ctl=1), infantry(9, ctl=2)], [infantry(3), infantry(3, nation="Canadian")],
                   edition=edition)  # fmt: skip
    after = battle.play_all(["!result=d", "lose:d1", "on", "!result=D", "advance:a2"])
    after = after.play("stay") if topic(after) == "advance" else after
    assert after.outcome.measure("breakthrough") == 0
    trained = fight([armor(6, ctl=2), infantry(9, ctl=2)], [infantry(3), infantry(3, nation="Canadian")],
                    edition=edition)  # fmt: skip
    after = trained.play_all(["!result=d", "lose:d1", "on", "!result=D", "advance:a2", "stay"])
    assert after.outcome.measure("breakthrough") == 1


@BOTH
def test_16_11a_the_armor_need_not_survive_the_final_round(edition):
    # 6 : 2 is 3:1; die 1 is Ex and costs two factors. The armor pays, the infantry advances.
    battle = fight([armor(3), infantry(3)], [infantry(1)], edition=edition)
    assert odds(battle)[2] == "3:1"
    after = roll(battle, 1, "lose:a1", "advance:a2")
    assert after.outcome.measure("breakthrough") == 1


@BOTH
def test_16_13_not_in_exploitation(edition):
    assert through([armor(4)], "advance:a1", edition=edition, phase="exploitation") == 0


@BOTH
def test_16_12_an_attack_on_two_hexes(edition):
    battle = fight([armor(20, at=SOUTHEAST, count=2)], [infantry(1), infantry(1, at=SOUTHWEST)], edition=edition,
                   targets=("0,0", SOUTHWEST))  # fmt: skip
    after = roll(battle, 6, "advance:a1@0,0", "advance:a1@-1,1")
    assert after.outcome.measure("breakthrough") == 1


@BOTH
def test_16_11_no_breakthrough_where_defenders_hold(edition):
    after = pay(roll(fight([armor(4, count=2)], [infantry(4)], edition=edition), 2))
    after = after.play("off") if topic(after) == "again" else after
    assert after.outcome.measure("breakthrough") == 0


def test_the_last_words_say_why_not():
    battle = roll(fight([infantry(9)], [infantry(1)]), 6, "advance:a1")
    assert any("16.11A" in line.rules for line in battle.game.closing(battle.state))
    won = roll(fight([armor(9)], [infantry(1)]), 6, "advance:a1")
    assert any("16.11" in line.rules for line in won.game.closing(won.state))


@pytest.mark.parametrize(
    ("nation", "terrains", "theatre", "told"),
    [
        ("US", ("mountain", "clear"), "pacific", ["16.21"]),
        ("US", ("clear", "mountain"), "pacific", ["16.21"]),
        ("US", ("mountain", "forest"), "pacific", ["16.31D"]),
        ("US", ("jungle", "jungle"), "pacific", ["16.31D"]),
        ("Japanese", ("jungle", "jungle"), "pacific", ["16.21"]),
        ("US", ("mountain", "forest"), "europe", ["16.21"]),
    ],
)
def test_16_31d_what_is_broken_through_is_of_use_where_armor_may_leave_one_of_the_hexes(
    nation, terrains, theatre, told
):
    attack = [armor(20, nation, at=SOUTHEAST), infantry(20, nation, at=SOUTHEAST)]
    battle = fight(
        attack,
        [infantry(1, "Dutch"), infantry(1, "Dutch", at=SOUTHWEST)],
        targets=("0,0", SOUTHWEST),
        theatre=theatre,
        terrain=terrains[0],
        hexes={SOUTHWEST: {"terrain": terrains[1]}},
    )
    over = battle.play_all(["!result=D", "advance:a1@0,0", f"advance:a2@{SOUTHWEST}"])
    assert over.outcome.measure("breakthrough") == 1
    rules = [line.rules for line in over.game.closing(over.state) if "16.11" in line.rules]
    assert [[one for one in found if one in ("16.21", "16.31D")] for found in rules] == [told]
