"""Table 10: the chart as printed and as repaired, and what is shown before the dice."""

import json
import random

import pytest
from hexumpire import api
from hexumpire.rulesets.v101125 import RULESET
from hexumpire.rulesets.v101125.rules import crt
from hexumpire.rulesets.v101125.rules.relevance import relevant
from hexumpire.rulesets.v101125.rules.survey import assessment
from hexumpire.rulesets.v101125.tables import CRT, PRINTED, TOKENS
from hexumpire.rulesets.v101125.vocabulary import VOCABULARY

from tests.rules.v101125.setting import EAST, SOUTHEAST, WEST, figures, infantry, support, unit


def test_t10_has_23_rows_of_18_known_results():
    """T10."""
    assert (len(CRT.rows), len(CRT.ladder.names)) == (23, 18)
    assert {cell for row in CRT.cells for cell in row} == set(TOKENS)


@pytest.mark.parametrize(
    ("column", "row", "printed", "repaired"),
    [("2.5:1", -4, "1X", "½X"), ("4:1", 16, "E1", "OR(0)"), ("6:1", 16, "OR(0)", "OR(1)"),
     ("7:1", 16, "OR(1)", "OR(2)"), ("10:1", 16, "OR(2)", "OR(3)"), ("12:1", 16, "OR(3)", "OR(4)")],
)  # fmt: skip
def test_t10_slipped_cells_by_the_reading(column, row, printed, repaired):
    """T10."""
    place = CRT.ladder.names.index(column)
    assert crt.read(place, row, "printed") == crt.Reading(row, printed)
    found = crt.read(place, row, "repaired")
    assert (found.result, found.printed) == (repaired, printed)
    assert printed in found.note


def test_t10_all_other_cells_are_as_printed():
    """T10."""
    slipped = {(int(row), column) for row, cells in PRINTED.items() for column in cells}
    assert len(slipped) == 6
    for row in CRT.rows:
        for place, column in enumerate(CRT.ladder.names):
            found = crt.read(place, row, "repaired")
            assert bool(found.note) is ((row, column) in slipped)


def test_t10_the_chart_can_be_shown():
    """T10."""
    shown = RULESET.chart("chart")
    assert shown["rows"][0] == "-4"
    assert shown["cells"][0][0] == "1E"


# --- what is shown ----------------------------------------------------------------------------------------------------


def test_11_b_8_the_headline_names_totals_odds_modifier_and_price():
    """11.B.8."""
    found = assessment(figures([infantry(34)], [infantry(7)]))
    assert found.headline == "34 : 7 → 4.8:1, 1 SP"
    assert (found.attack, found.defense, found.column) == (34, 7, "4:1")
    assert [margin.text for margin in found.margins] == [
        "1 more strength makes it 5:1", "8 more strength makes it 6:1", "6 to spare; a greater loss makes it 3:1"
    ]  # fmt: skip
    assert "main dice -2" in assessment(figures([infantry(34)], [infantry(7)], terrain="woods")).headline


def test_11_a_10_margins_beyond_the_last_column_go_by_whole_odds_up_to_20_to_1():
    """11.A.10, T10.n1: 41 against 3 are more than 13:1; 42 are 14:1, and 45 are 15:1; 60 are the most, 20:1."""
    texts = [
        [str(one.text) for one in assessment(figures([infantry(many)], [infantry(3)])).margins]
        for many in (41, 43, 59, 60)
    ]
    assert texts == [
        ["1 more strength makes it 14:1", "4 more strength makes it 15:1", "2 to spare; a greater loss makes it 12:1"],
        ["2 more strength makes it 15:1", "5 more strength makes it 16:1", "1 to spare; a greater loss makes it 13:1"],
        ["1 more strength makes it 20:1", "2 to spare; a greater loss makes it 18:1"],
        ["any loss makes it 19:1"],
    ]


def test_11_h_2_the_headline_of_an_undefended_hex():
    """11.H.2."""
    found = assessment(figures([infantry(8)], [infantry(0)]))
    assert found.headline == "8 : 0 → nobody defends: eliminated"
    assert found.column is None
    assert found.margins == ()


def test_11_h_2_nothing_comes_of_an_undefended_hex_that_may_not_be_attacked():
    """11.H.2: an attack out of a shared hex, in which no enemy is, is none (11.R.3.d); nobody is eliminated by it."""
    out = next(one["scenario"] for one in RULESET.examples() if one["key"] == "attack-out")
    alone = [one for one in out["units"] if one["side"] == "attacker"]
    scenario = {"ruleset": "v101125", **out, "units": alone}
    found = json.loads(api.handle(json.dumps({"op": "view", "scenario": scenario})))["result"]
    assert found["problems"] and found["node"] is None
    assert found["bar"].endswith(" : 0 → nobody defends")
    assert "nobody in the hex has a defence strength" in [
        one["label"] for one in found["assessment"]["trace"]["children"]
    ]


def test_11_b_8_margins_hold():
    """11.B.8."""
    for attack in range(1, 40, 3):
        found = figures([infantry(attack)], [infantry(7)], kind="forced")
        for margin in assessment(found).margins:
            if "makes it" in margin.text and "more strength" in margin.text:
                amount, _, goal = margin.text.partition(" more strength makes it ")
                if amount.isdigit():
                    there = figures([infantry(attack + int(amount))], [infantry(7)], kind="forced")
                    assert there.place().name == goal
                    short = figures([infantry(attack + int(amount) - 1)], [infantry(7)], kind="forced")
                    assert short.place().name != goal


KINDS = [kind.key for kind in VOCABULARY.types if kind.key not in ("air", "naval")]


def anything(dice):
    """A random fight."""

    def side(number, places):
        stack = [
            unit(dice.choice(KINDS), dice.randint(0, 14), at=dice.choice(places), marker=dice.choice((0, 0, 3)),
                 supply=dice.choice(("regular", "U2", "U4")), unsupported=dice.random() < 0.2,
                 nation=dice.choice(("German", "Soviet", "British", "Indian")), size=dice.choice(("1/2", "1", "3")),
                 special_counts=dice.choice(("map", "yes")), overstacked=dice.random() < 0.1)
            for _ in range(number)
        ]  # fmt: skip
        return stack + ([support(dice.randint(1, 9))] if dice.random() < 0.5 else [])

    return figures(
        side(dice.randint(1, 5), (EAST, SOUTHEAST, WEST)), side(dice.randint(0, 4), ("0,0",)),
        terrain=dice.choice([one.key for one in VOCABULARY.terrains]), sides={EAST: ["minor_river"]},
        features=dice.choice(((), ("fort",), ("full_city", "entrenchment"))),
        kind=dice.choice(("regular", "hasty", "forced")), phase=dice.choice(("initial", "exploitation")),
        weather_shift=dice.choice((0, -1, 2)), supplied=dice.random() < 0.8, chit=dice.random() < 0.3,
        readings={field.key: dice.choice(list(field.options)) for field in VOCABULARY.readings},
    )  # fmt: skip


@pytest.mark.parametrize("seed", range(150))
def test_every_trace_adds_up_and_cites(seed):
    found = anything(random.Random(seed))
    shown = assessment(found)
    assert shown.trace.mismatches() == []
    assert [line.value for line in shown.trace.children[:2]] == [shown.attack, shown.defense]
    for _, line in shown.trace.lines():
        assert all(rule in RULESET.index for rule in line.rules), line
        assert not line.skipped or line.note
    keys = relevant(found.setting)
    known = {field.key for field in VOCABULARY.conditions} | {field.key for field in VOCABULARY.readings}
    assert set(keys["conditions"]) | set(keys["readings"]) <= known


def test_11_0b_the_form_asks_what_could_matter():
    """11.0b, 11.C.2, 11.G.2."""
    asked = relevant(figures([infantry(8)], [infantry(5)]).setting)["conditions"]
    assert {"phase", "kind", "forced_fights"} <= set(asked)
    assert not {"delayed", "year", "plotted", "side_stacking", "zero_option"} & set(asked)
    later = relevant(figures([infantry(8)], [infantry(5)], phase="exploitation").setting)["conditions"]
    assert "delayed" in later
    hasty = relevant(figures([infantry(8)], [infantry(5)], kind="hasty").setting)
    assert "hasty_support" in hasty["readings"]
    armour = relevant(figures([unit("armour", 8)], [infantry(5)]).setting)
    assert {"year", "weather_aec", "waiving"} <= set(armour["conditions"])
    over = [infantry(8), infantry(8, overstacked=True)]
    assert "plotted" in relevant(figures(over, [infantry(5)]).setting)["conditions"]
    chain = relevant(figures([infantry(8)], [infantry(5)], forced_fights="here").setting)
    assert "counterattack_hex" in chain["readings"]
