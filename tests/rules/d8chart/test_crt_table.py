"""CRT: the table, the die, odds and rows."""

import pytest
from hexumpire.model.battle import Battle, Chance
from hexumpire.rulesets.d8chart.rules.odds import odds
from hexumpire.rulesets.d8chart.rules.results import read
from hexumpire.rulesets.d8chart.tables import CHART

from tests.rules.d8chart.setting import fight, game, infantry, lines, rules_of


def test_CRT_die_has_eight_faces():
    node = fight([infantry()], [infantry()]).node
    assert isinstance(node, Chance)
    assert [face for face, _ in node.faces] == [f"d8={n}" for n in range(1, 9)]
    assert "CRT.die" in node.rules


def test_CRT_table_follows_one_diagonal():
    on = {}
    for i, row in enumerate(CHART.cells):
        for j, cell in enumerate(row):
            on.setdefault(i + j, set()).add(cell.rstrip("*"))
    assert all(len(cells) == 1 for cells in on.values())
    assert (len(CHART.cells), len(CHART.cells[0])) == (10, 8)


@pytest.mark.parametrize(
    ("attack", "defence", "column"),
    [(1, 3, "1-3"), (9, 20, "1-3"), (1, 2, "1-2"), (19, 20, "1-2"), (4, 4, "1-1"), (3, 2, "3-2"), (39, 20, "3-2"),
     (2, 1, "2-1"), (3, 1, "3-1"), (4, 1, "4-1"), (5, 1, "5-1")],
)  # fmt: skip
def test_CRT_odds_in_the_defenders_favour(attack, defence, column):
    assert odds(attack, defence).name == column


def test_CRT_odds_max_says_so():
    found = game([infantry(30)], [infantry(5)])
    assert found.figures.odds.name == "5-1" and found.figures.odds.clamped
    assert any("CRT.odds-max" in line.rules for line in lines(found.assess(found.start()).trace))


def test_CRT_odds_min_warns_or_forbids():
    low = game([infantry(1)], [infantry(4)])
    assert not low.problems and low.figures.odds.warning == "below-1-3"
    assert any("CRT.odds-min" in line.rules for line in lines(low.assess(low.start()).trace))
    barred = game([infantry(1)], [infantry(4)], readings={"worse_odds": "forbid"})
    assert rules_of(barred.problems) == {"CRT.odds-min"}
    assert not game([infantry(2)], [infantry(4)], readings={"worse_odds": "forbid"}).problems


def test_CRT_odds_nothing_to_attack():
    assert rules_of(game([infantry()], []).problems) == {"CRT.odds"}
    assert game([infantry()], []).assess(game([infantry()], []).start()).column is None


@pytest.mark.parametrize(("natural", "drm", "row"), [(1, -4, "-"), (2, -2, "-"), (1, 0, "1"), (8, 0, "8"), (8, 1, "+"),
                                                     (5, 9, "+")])  # fmt: skip
def test_CRT_rows_beyond_the_die(natural, drm, row):
    assert read(0, natural, drm)[1] == row


def test_CRT_drm_apply_picks_the_row():
    battle = fight([infantry(8)], [infantry(2)], "d8=2", concentric=True)
    assert battle.state.printed == "[-/1]"  # 4-1, 2 + 1 = 3
    assert "die 2 +1 = 3" in battle.log[0][1].text


def test_every_face_is_told_beforehand():
    found = game([infantry(8)], [infantry(4)])
    assert dict(found.assess(found.start()).results)["d8=5"] == "[-/1]"


def test_margins_tell_the_next_columns():
    found = game([infantry(7)], [infantry(4)])
    told = [margin.text for margin in found.assess(found.start()).margins]
    assert told == [
        "1 more strength makes it 2-1",
        "5 more strength makes it 3-1",
        "1 to spare; losing more makes it 1-1",
    ]


@pytest.mark.parametrize(
    ("attack", "defence", "said", "rule"),
    [
        (1, 4, "below 1-3, which is not on the chart: read on 1-3", "CRT.odds-min"),
        (2, 6, "2 : 6 in the defender's favour: 1-3", "CRT.odds"),
        (3, 6, "3 : 6 in the defender's favour: 1-2", "CRT.odds"),
        (29, 6, "29 : 6 in the defender's favour: 4-1", "CRT.odds"),
        (30, 6, "30 : 6 in the defender's favour: 5-1", "CRT.odds"),
        (31, 6, "above 5-1: read on 5-1", "CRT.odds-max"),
    ],
)
def test_CRT_odds_only_odds_beyond_the_ends_of_the_chart_are_said_to_be(attack, defence, said, rule):
    found = game([infantry(attack)], [infantry(defence)], readings={"worse_odds": "forbid"})
    line = found.assess(found.start()).trace.children[2]
    assert (line.label, line.rules[0]) == (said, rule)
    assert rules_of(found.problems) == ({rule} if attack < 2 else set())


def test_margins_end_with_the_chart():
    """Above the last column nothing is to be had; below the first it is told what makes it the second and the third."""

    def told(attack):
        found = game([infantry(attack)], [infantry(6)])
        return [margin.text for margin in found.assess(found.start()).margins]

    assert told(1) == ["2 more strength makes it 1-2", "5 more strength makes it 1-1"]
    assert told(2) == ["1 more strength makes it 1-2", "4 more strength makes it 1-1"]
    assert told(3) == ["3 more strength makes it 1-1", "6 more strength makes it 3-2", "losing any makes it 1-3"]
    assert told(24) == ["6 more strength makes it 5-1", "losing any makes it 3-1"]
    assert told(30) == ["losing any makes it 4-1"]
    assert told(31) == ["1 to spare; losing more makes it 4-1"]


@pytest.mark.parametrize("concentric", [False, True])
@pytest.mark.parametrize(("number", "attack", "defence"), [(0, 4, 12), (1, 4, 8), (2, 4, 4), (6, 16, 4), (7, 20, 4)])
def test_CRT_table_every_face_is_read_in_the_column_of_the_odds_and_told(number, attack, defence, concentric):
    """A modifier of one moves each face by a row, the eight to the row marked with a plus."""
    found = game([infantry(attack)], [infantry(defence)], concentric=concentric)
    cells = dict(found.assess(found.start()).results)
    for face in range(1, 9):
        modified = face + concentric
        told = Battle.start(found).play(f"d8={face}").log[0][1]
        assert cells[f"d8={face}"] == CHART.cells[modified][number]
        assert told.text.endswith(f": {CHART.cells[modified][number]}."), told.text
        assert ("CRT.rows" in told.rules, ", row +:" in told.text) == (modified == 9, modified == 9)


def test_CRT_odds_where_nothing_defends_nothing_is_read():
    found = game([infantry()], [])
    line = found.assess(found.start()).trace.children[2]
    assert (line.label, line.rules) == ("nothing to attack: no combat", ("CRT.odds",))
    assert (found.assess(found.start()).results, found.assess(found.start()).margins) == ((), ())
