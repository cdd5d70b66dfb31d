"""15.8: combat training levels."""

import pytest

from tests.rules.aworldatwar.setting import (
    EDITIONS,
    armor,
    cited,
    dm_rules,
    fight,
    game,
    infantry,
    notes,
    odds,
    options,
    pay,
    roll,
    sections,
    terms,
    topic,
    unit,
    why_not,
)

BOTH = pytest.mark.parametrize("edition", EDITIONS)
SHORT = pytest.mark.parametrize(
    ("short", "less"),
    [({}, 0), ({"supply": "partial"}, 1), ({"oil_short": True}, 1), ({"supply": "partial", "oil_short": True}, 1)],
)


@BOTH
@SHORT
@pytest.mark.parametrize("ctl", [1, 2, 3])
def test_15_81_one_level_less_and_only_once(edition, short, less, ctl):
    # The level shows in the number of rounds: each "a" costs one factor of air.
    battle = fight([infantry(9, ctl=ctl, **short), unit("air", 9, ctl=9)], [infantry(1)], edition=edition)
    rounds = 0
    while battle.outcome is None:
        rounds += 1
        battle = pay(battle.play("!result=a"), "a2")
        battle = battle.play("on") if topic(battle) == "again" else battle
    assert rounds == max(1, ctl - less)


@BOTH
@SHORT
def test_15_81_and_15_55(edition, short, less):
    # CTL 2 against a fort makes Ex-2 of d, CTL 1 makes Ex-1 of it. 12 : 3 x 3 is 1:1.
    battle = fight([infantry(6, count=2, ctl=2, **short)], [infantry(3)], edition=edition, features=["fortification"])
    after = roll(battle, 6, "keep", "convert")
    assert f"15.55{'A' if less else 'B'}" in cited(after)


def test_11_48_partisans_are_of_ctl_1():
    # In the older edition they may attack: one round only.
    battle = fight([unit("partisan", 6), unit("air", 6, ctl=9)], [infantry(6)], edition="old")
    after = pay(roll(battle, 2), "a2")
    assert after.outcome.result == "held"
    assert "15.82A" in cited(after)


@BOTH
@pytest.mark.parametrize(("ctl", "wrong"), [(-1, True), (0, True), (1, False), (2, False)])
def test_15_82c_exploitation_needs_ctl_1(edition, ctl, wrong):
    problems = game([armor(4, ctl=ctl)], [infantry(1)], edition=edition, phase="exploitation").problems
    assert sections(problems) == ({"15.82C"} if wrong else set())


@BOTH
@pytest.mark.parametrize(("ctl", "through"), [(0, 0), (1, 1), (2, 1)])
def test_15_82c_breakthroughs_need_ctl_1(edition, ctl, through):
    battle = fight([armor(10, ctl=ctl)], [infantry(1)], edition=edition)
    assert odds(battle)[2] == "5:1"
    assert roll(battle, 6, "advance:a1").outcome.measure("breakthrough") == through


@BOTH
def test_15_82e_is_15_33c(edition):
    assert terms(game([infantry(9)], [infantry(2, ctl=0)], edition=edition)) == {"15.33C": -1}


@BOTH
def test_the_side_without_training_still_has_its_one_round(edition):
    battle = fight([infantry(6, ctl=-3)], [infantry(3)], edition=edition)
    assert options(battle)[0] == "d6=1"
    assert odds(battle) == (6, 6, "1:1")


# --- 15.81, 15.331, 10.32: the trace says why --------------------------------------------------------


def attack_lines(of):
    """The lines of the attack: label, note, and sections."""
    battle = of if hasattr(of, "assessment") else None
    found = battle.assessment if battle else of.assess(of.start())
    return [(line.label, line.note, line.rules) for line in found.trace.children[0].children]


@BOTH
@pytest.mark.parametrize(
    ("short", "why", "section"),
    [({"supply": "partial"}, "1 lower than stated, as it is partly supplied", "15.81"),
     ({"oil_short": True}, "1 lower than stated, as it is short of oil", "15.81"),
     ({"supply": "partial", "oil_short": True}, "1 lower than stated, as it is partly supplied", "15.81"),
     ({"supply": "none", "oil_short": True}, "1 lower than stated, as it is short of oil", "15.81")],
)  # fmt: skip
def test_15_81_the_trace_says_why_a_level_is_lower(edition, short, why, section):
    plain, lowered = (game([infantry(9, **fields)], [infantry(3)], edition=edition) for fields in ({}, short))
    assert attack_lines(plain) == [("German 9-3 infantry", "", ("15.31",))]
    assert attack_lines(lowered) == [("German 9-3 infantry", f"CTL 1; {why}", ("15.31", section))]
    # In defence, where it costs a level and where it does not.
    shaky = game([infantry(9)], [infantry(3, ctl=1, **short)], edition=edition, country="France")
    assert notes(shaky, "15.33C") == f"CTL 0; {why}"
    assert section in dm_rules(shaky, "15.33C")
    steady = game([infantry(9)], [infantry(3, **short)], edition=edition, country="France")
    assert why_not(steady, "15.33C") == f"CTL 1; {why}"


@BOTH
def test_15_81_who_sits_a_round_out_for_want_of_supply(edition):
    attack = [infantry(6, supply="partial"), infantry(6)]
    battle = fight(attack, [infantry(2), infantry(2, "Canadian")], edition=edition)
    after = battle.play_all(["!result=d", "lose:d1"]).play("on")
    _, note, rules = attack_lines(after)[0]
    assert note == "CTL allows 1 round; CTL 1; 1 lower than stated, as it is partly supplied"
    assert rules == ("15.82A", "15.81")


@BOTH
@pytest.mark.parametrize("side", ["attacker", "defender"])
def test_16_15_off_a_beach_training_is_lower_in_the_attackers_exploitation_only(edition, side):
    """What was said of a unit for exploitation counts neither in regular combat nor when it is attacked."""
    ashore = armor(9, ctl=1, mech="off", off_beach=True)
    attack, defend = ([ashore], [infantry(3)]) if side == "attacker" else ([armor(9)], [ashore])
    for phase in ("regular", "exploitation") if side == "defender" else ("regular",):
        battle = game(attack, defend, edition=edition, phase=phase)
        assert not [line for line in attack_lines(battle) if "beach" in line[1]]
        if side == "defender":
            assert "15.33C" not in terms(battle)


@BOTH
@pytest.mark.parametrize("kind", ["infantry", "mechanized", "replacement"])
def test_16_61_only_armor_is_supplied_as_it_exploited(edition, kind):
    short = [unit(kind, 1, ctl=1, supply="partial", exploited=True)]
    assert terms(game([infantry(9)], short, edition=edition))["15.33C"] == -1
    tanks = [armor(1, ctl=1, supply="partial", exploited=True)]
    assert "15.33C" not in terms(game([infantry(9)], tanks, edition=edition))


def test_16_15_off_a_beach():
    battle = game([armor(9, ctl=3, off_beach=True, oil_short=False)], [infantry(3)], phase="exploitation")
    assert attack_lines(battle) == [("German 9-5 armor", "CTL 2; 1 lower than stated, as it exploits off a beach",
                                     ("15.31", "16.15"))]  # fmt: skip


@BOTH
@pytest.mark.parametrize(
    ("fields", "known", "why"),
    [({"supply": "partial"}, {}, "it is partly supplied"), ({"supply": "none"}, {}, "it is unsupplied"),
     ({"oil_short": True}, {}, "it is short of oil"), ({"mech": "off"}, {}, "said to be negated"),
     ({}, {"theatre": "pacific", "terrain": "mountain"}, "it stands in rough terrain in the Pacific")],
)  # fmt: skip
def test_15_331_10_32_why_armor_counts_as_infantry(edition, fields, known, why):
    attack = [armor(9)]
    hit = game(attack, [armor(3, **fields)], edition=edition, phase="exploitation", **known)
    assert terms(hit)["15.33A"] == -1
    assert dm_rules(hit, "15.33A") >= {"15.331", "10.32"}
    assert notes(hit, "15.33A") == f"its mechanized component is negated: {why}"
    # By other rules for infantry the same is said.
    shaky = game([infantry(9)], [armor(3, ctl=-1, **fields)], edition=edition, country="France", **known)
    assert terms(shaky)["15.33C"] == -1
    assert dm_rules(shaky, "15.33C") >= {"15.331", "10.32"}
    assert f"negated: {why}" in notes(shaky, "15.33C")
    whole = game(attack, [armor(3)], edition=edition, phase="exploitation")
    assert why_not(whole, "15.33A") == "armor with its mechanized component is immune"


@BOTH
def test_15_331_in_every_rule_for_infantry(edition):
    off = {"mech": "off"}
    minor = game([infantry(9)], [armor(3, "Rumanian", **off)], edition=edition, country="Russia")
    italian = game([infantry(9)], [armor(3, "Italian", **off)], edition=edition, country="Russia", front="eastern")
    surprised = game([infantry(9)], [armor(3, "US", **off)], edition=edition, theatre="pacific", country="Philippines",
                     nations=("Japanese", "US"), japanese_surprise=True)  # fmt: skip
    cases = [(minor, "15.33B"), (italian, "15.33B"), (surprised, "15.33E")]
    if edition == "new":
        cases.append((game([infantry(9)], [armor(3, **off)], winter_effect=7), "15.33H"))
        cases.append((game([armor(9)], [armor(3, **off)], nations=("German", "Russian"), country="Russia",
                           russia_first_turn=True), "15.33G"))  # fmt: skip
    for battle, section in cases:
        assert terms(battle)[section] == -1
        assert dm_rules(battle, section) >= {"15.331", "10.32"}
        assert "said to be negated" in notes(battle, section)


# --- 10.11: oil is asked where it counts -------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "attacks", "defends"),
    [(infantry(3), True, True), (armor(3), True, True), (unit("mechanized", 3), True, True),
     (unit("replacement"), None, True), (unit("marine"), True, False), (unit("airborne"), True, False),
     (unit("partisan", 1), None, False)],
    ids=lambda value: value["type"] if isinstance(value, dict) else str(value),
)  # fmt: skip
def test_10_11_oil_is_asked_where_it_counts(kind, attacks, defends):
    offered = game([infantry(9)], [kind]).relevant()["units"]["d1"]
    assert ("oil_short" in offered) == defends
    if attacks is not None:
        assert ("oil_short" in game([kind], [infantry(1)]).relevant()["units"]["a1"]) == attacks


@BOTH
def test_10_11_it_halves_the_odds(edition):
    # 12 : 6 is 2:1; short of oil at CTL 1 abroad they count 1 each: 12 : 3.
    well, short = (game([infantry(6, count=2)], [infantry(3, ctl=1, oil_short=oil)], edition=edition, country="France")
                   for oil in (False, True))  # fmt: skip
    assert (odds(well)[2], odds(short)[2]) == ("2:1", "4:1")
