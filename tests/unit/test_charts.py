"""Ladders of odds and grids of results, and what makes one of them wrong."""

from typing import Any

import pytest
from hexumpire.model.charts import Chart, Ladder, Lookup
from hexumpire.model.errors import RulesetError

LADDER = Ladder.parse(["1:3", "1:2", "1:1", "3-2", "2:1"])


@pytest.mark.parametrize(
    ("attack", "defense", "name"),
    [
        (1, 3, "1:3"), (4, 9, "1:3"), (5, 10, "1:2"), (9, 10, "1:2"), (10, 10, "1:1"), (14, 10, "1:1"), (15, 10, "3-2"),
        (19, 10, "3-2"), (20, 10, "2:1"), (99, 1, "2:1"),
    ],
)  # fmt: skip
def test_fractions_favour_the_defender(attack: int, defense: int, name: str) -> None:
    assert LADDER.names[LADDER.column(attack, defense)] == name


def test_worse_than_the_first_column() -> None:
    assert LADDER.column(1, 4) == -1
    assert LADDER.column(0, 1) == -1


def test_needed_is_the_least_that_reaches_a_column() -> None:
    for index in range(len(LADDER.names)):
        for defense in range(1, 30):
            least = LADDER.needed(index, defense)
            assert LADDER.column(least, defense) >= index
            assert LADDER.column(least - 1, defense) < index


@pytest.mark.parametrize("names", [["1:1", "1:2"], ["1:1", "2:2"], ["1:0"], ["a:b"], ["1"], ["1:"], ["-1:2"], [""]])
def test_heads_that_are_no_ladder(names: list[str]) -> None:
    with pytest.raises(RulesetError, match=r"column"):
        Ladder.parse(names)


def table(**change: Any) -> dict[str, Any]:
    rows = {"1": ["A", "-"], "2": ["-", "D"], "3": ["D", "D"]}
    return {"title": "Chart", "rule": "1.1", "columns": ["1:1", "2:1"], "rows": rows, **change}


def test_rolls_beyond_the_chart_use_its_nearest_row() -> None:
    chart = Chart.load(table())
    assert [chart.result(0, roll) for roll in (-3, 0, 1, 2, 3, 4, 99)] == ["A", "A", "A", "-", "D", "D", "D"]
    assert chart.row(7) == 3
    assert chart.result(1, 2) == "D"


def test_a_chart_may_start_anywhere() -> None:
    chart = Chart.load(table(rows={"-1": ["A", "A"], "0": ["B", "B"]}))
    assert [chart.result(1, roll) for roll in (-5, -1, 0, 5)] == ["A", "A", "B", "B"]


@pytest.mark.parametrize(
    ("rows", "words"),
    [
        ({"1": ["A", "B"], "3": ["A", "B"]}, "do not follow each other"),
        ({"2": ["A", "B"], "1": ["A", "B"]}, "do not follow each other"),
        ({"1": ["A"]}, "has 1 cells, not 2"),
        ({"1": ["A", "B", "C"]}, "has 3 cells, not 2"),
    ],
)
def test_charts_that_are_wrong(rows: dict[str, list[str]], words: str) -> None:
    with pytest.raises(RulesetError, match=words):
        Chart.load(table(rows=rows))


def test_a_chart_without_rows_is_wrong() -> None:
    with pytest.raises(RulesetError):
        Chart.load(table(rows={}))


@pytest.mark.parametrize("key", ["title", "rule", "columns", "rows"])
def test_a_chart_with_something_missing_is_wrong(key: str) -> None:
    broken = table()
    del broken[key]
    with pytest.raises(RulesetError):
        Chart.load(broken)


def forces(**change: Any) -> dict[str, Any]:
    rows = {"Ruritania": ["3", "-"], "Laputa": ["-", "1:2"]}
    return {"title": "Forces", "rule": "1.2", "head": "Country", "columns": ["Army", "Air"], "rows": rows, **change}


def test_a_table_to_look_up() -> None:
    found = Lookup.load(forces(notes=["Laputa: as the wind blows."]))
    assert (found.cell("Ruritania", "Army"), found.cell("Laputa", "Air")) == ("3", "1:2")
    assert found.cell("Graustark", "Army") == ""
    assert found.notes == ("Laputa: as the wind blows.",)


@pytest.mark.parametrize(
    ("change", "words"),
    [({"rule": ""}, "has no rule"), ({"head": ""}, "has no head"), ({"rows": {}}, "has no rows"),
     ({"rows": {"Ruritania": ["3"]}}, "row Ruritania of 'Forces' has 1 cells, not 2")],
)  # fmt: skip
def test_tables_to_look_up_that_are_wrong(change: dict[str, Any], words: str) -> None:
    with pytest.raises(RulesetError, match=words):
        Lookup.load(forces(**change))
