"""Charts of the players' own on the page: typing in, judging, pasting, keeping."""

from __future__ import annotations

import html
import json
import re
from typing import Any

import pytest
from frontend import look

pytestmark = pytest.mark.host

INVENTED = [  # a chart that no game has
    ("Ad 1/0", "Ex", "Dr1", "Dr3 0/2"),
    ("Ad 1/0", "Ex", "Dr1", "Dr3 0/2"),
    ("Ad", "Ex 1/1", "Dr1 0/1", "Dr3 0/2"),
    ("Ad", "Dr1", "Dr2", "Dr3 0/1"),
    ("Ex", "Dr1", "Dr2", "Dr3 0/1"),
    ("Ex", "Dr2", "Dr3", "Dr3"),
]
SHEET = "\n".join("\t".join(row) for row in INVENTED)


@pytest.fixture
def asking(app: Any) -> Any:
    """A game whose book leaves its results chart to the players' aid."""
    app.do("ruleset", next(key for key in app.schemas if any(t["free_columns"] for t in app.schemas[key]["packs"])))
    app.do("example", next(it["key"] for it in app.listed("examples") if "pack" not in it["scenario"]))
    return look(app)


@pytest.fixture
def printing(app: Any) -> Any:
    """A game with a printed chart that a table of one's own may replace."""
    games = [key for key in app.schemas if any(not t["free_columns"] and t["whole"] for t in app.schemas[key]["packs"])]
    app.do("ruleset", games[0])
    return look(app)


def free(app: Any) -> Any:
    return next(table for table in app.listed("packs") if table["free_columns"])


def whole(app: Any) -> Any:
    return next(table for table in app.listed("packs") if table["whole"])


def test_a_chart_is_typed_in_and_rolled_on(asking: Any) -> None:
    table = free(asking)
    assert asking.node is None or "rolls" not in asking.node
    asking.do("packfill", table["key"])
    rows, columns = asking.heads_of(table)
    assert len(rows) == 6 and len(columns) == 4
    look(asking)
    assert len(asking.pack_problems()) == 1, "an empty chart is no chart, said once"
    for row, line in zip(rows, INVENTED, strict=True):
        for column, text in zip(columns, line, strict=True):
            asking.do("packcell", table["key"], row, column, text)
    look(asking)
    assert asking.pack_problems() == []
    assert asking.node["kind"] != "decision" or asking.node["side"] != "umpire"


def test_a_block_from_a_spreadsheet_fills_the_chart(asking: Any) -> None:
    table = free(asking)
    asking.do("packfill", table["key"])
    rows, columns = asking.heads_of(table)
    asking.do("packpaste", table["key"], rows[0], columns[0], SHEET + "\n")
    assert asking.cell(table, rows[2], columns[1]) == "Ex 1/1"
    assert not look(asking).pack_problems()
    asking.do("undo")
    assert asking.cells(table["key"]) == {}, "one paste is one step"
    undone = len(asking.past)
    asking.do("packpaste", table["key"], rows[5], columns[3], "Dr3\tEx\nDr1")
    assert asking.cells(table["key"]) == {} and len(asking.past) == undone, "nothing is cut silently"
    assert "2 columns" in asking.pack_said


SEVEN = ("1-2", "1-1", "1-3", "2-1", "9-1", "3-1", "5-1")


@pytest.mark.parametrize("mark", ["\t", " | ", ";", "   "])
@pytest.mark.parametrize("down", [True, False])
def test_a_table_with_headings_fills_the_chart_wherever_it_is_pasted(asking: Any, mark: str, down: bool) -> None:
    table = free(asking)
    asking.do("packfill", table["key"])
    rows, columns = asking.heads_of(table)
    lines = [mark.join((["die"] if down else []) + [head.replace("-", ":") for head in SEVEN])]
    lines += [mark.join(([row] if down else []) + [f"Dr1 0/{n}" for n in range(7)]) for row in rows]
    asking.do("packpaste", table["key"], rows[3], columns[2], "\n".join(lines))
    assert asking.heads_of(table)[1] == ["1-3", "1-2", "1-1", "2-1", "3-1", "5-1", "9-1"], "the ladder's order"
    for row in rows:
        for place, head in enumerate(SEVEN):
            assert asking.cell(table, row, head) == f"Dr1 0/{place}", "each under its own heading"
    assert "42" in asking.pack_said


def test_headings_stand_alone_over_the_cells(asking: Any) -> None:
    table = free(asking)
    asking.do("packfill", table["key"])
    rows, columns = asking.heads_of(table)
    text = "\n".join(["\t".join(columns)] + ["\t".join((row, "Ex", "Ad", "Dr1", "Dr2")) for row in reversed(rows)])
    asking.do("packpaste", table["key"], rows[0], columns[0], text)
    assert asking.heads_of(table) == (rows, columns)
    assert [asking.cell(table, rows[0], column) for column in columns] == ["Ex", "Ad", "Dr1", "Dr2"]


def test_a_table_of_the_size_of_the_chart_fills_it_from_its_first_cell(asking: Any) -> None:
    table = free(asking)
    asking.do("packfill", table["key"])
    rows, columns = asking.heads_of(table)
    asking.do("packpaste", table["key"], rows[4], columns[3], SHEET)
    assert asking.cell(table, rows[0], columns[0]) == "Ad 1/0"
    assert asking.cell(table, rows[5], columns[3]) == "Dr3"
    assert not look(asking).pack_problems()


def test_seven_columns_without_headings_are_not_cut_to_four(asking: Any) -> None:
    table = free(asking)
    asking.do("packfill", table["key"])
    rows, columns = asking.heads_of(table)
    asking.do("packpaste", table["key"], rows[0], columns[0], "\t".join(["Ex"] * 7))
    assert asking.cells(table["key"]) == {}
    assert "7 columns" in asking.pack_said and "4" in asking.pack_said


def test_a_heading_that_has_no_place_is_told(printing: Any) -> None:
    table = whole(printing)
    printing.do("packfill", table["key"])
    rows, columns = printing.heads_of(table)
    head = "\t".join(["", columns[1], columns[0], "99-1"])
    printing.do("packpaste", table["key"], rows[2], columns[2], head + "\n" + "\t".join([rows[1], "x", "y", "z"]))
    assert printing.cells(table["key"]) == {rows[1]: {columns[1]: "x", columns[0]: "y"}}
    assert "99-1" in printing.pack_said


def test_a_column_added_and_renamed_stands_in_the_ladder(asking: Any) -> None:
    table = free(asking)
    asking.do("packfill", table["key"])
    asking.do("packadd", table["key"], "columns")
    added = asking.heads_of(table)[1][-1]
    asking.do("packhead", table["key"], "columns", added, "1-2")
    assert asking.heads_of(table)[1] == ["1-3", "1-2", "2-1", "3-1", "9-1"]
    asking.do("packpaste", table["key"], "1", "1-3", "a\tb\tc\td\te")
    assert asking.cell(table, "1", "1-2") == "b", "a row in the printed order goes under the right headings"


def test_a_column_with_cells_goes_only_when_that_is_meant(asking: Any, ui: Any) -> None:
    table = free(asking)
    asking.do("packfill", table["key"])
    asking.do("packcell", table["key"], "1", "2-1", "Ex")
    asking.do("packhead", table["key"], "columns", "2-1", "")
    assert asking.cell(table, "1", "2-1") == "Ex"
    asking.pack_tab = table["key"]
    assert 'id="pack-wipe"' in ui.grid.charts(asking)
    asking.do("packcut", table["key"], "columns", "2-1")
    assert "2-1" not in asking.heads_of(table)[1]
    assert 'id="pack-wipe"' not in ui.grid.charts(asking)


def test_what_was_said_of_a_chart_goes_when_it_changes(asking: Any) -> None:
    table = free(asking)
    asking.do("packfill", table["key"])
    asking.pack_said = "settle what is wrong"
    asking.do("packcell", table["key"], "1", "1-3", "Ex")
    assert asking.pack_said == ""


@pytest.mark.parametrize("typed", ["2.5", "999999999", "1e3", "x"])
def test_a_number_of_a_chart_is_kept_as_it_was_typed(asking: Any, typed: str) -> None:
    table = next(table for table in asking.listed("packs") if table["cell"]["kind"] == "int")
    asking.do("packfill", table["key"])
    row = next(row for row in table["rows"] if not table["preset"].get(row))
    asking.do("packcell", table["key"], row, table["columns"][0], typed)
    assert str(asking.cell(table, row, table["columns"][0])) == typed
    assert [found for found in look(asking).pack_problems() if found[1] == row], "the engine tells the limits"


def test_a_kept_chart_is_there_in_new_battles_of_its_game(asking: Any) -> None:
    table = free(asking)
    asking.do("packfill", table["key"])
    asking.do("packpaste", table["key"], "1", "1-3", SHEET)
    look(asking)
    asking.do("packtitle", value="Mine")
    assert look(asking).keep_pack("My charts")
    game = asking.scenario["ruleset"]
    asking.do("packdefault", "0")
    asking.do("packoff")
    asking.do("new")
    assert asking.scenario["pack"]["title"] == "Mine"
    other = next(key for key in asking.schemas if key != game)
    asking.do("new", other)
    assert "pack" not in asking.scenario
    asking.do("new", game)
    assert asking.scenario["pack"]["title"] == "Mine"
    asking.do("packdefault", "0")
    asking.do("packoff")
    asking.do("new")
    assert "pack" not in asking.scenario


def test_every_fault_has_its_cell(asking: Any, ui: Any) -> None:
    table = free(asking)
    asking.do("packfill", table["key"])
    rows, columns = asking.heads_of(table)
    asking.do("packpaste", table["key"], rows[0], columns[0], SHEET)
    asking.do("packcell", table["key"], rows[1], columns[2], "Dr9")
    asking.do("packcell", table["key"], rows[4], columns[0], "")
    look(asking)
    assert [found[:3] for found in asking.pack_problems()] == [
        (table["key"], rows[1], columns[2]),
        (table["key"], rows[4], columns[0]),
    ]
    html = ui.grid.charts(asking)
    assert html.count('aria-invalid="true"') == 2
    assert asking.show_path(asking.problems()[0]["path"]) in html, "the problem leads to the cell's control"


def test_a_ladder_that_the_book_rules_out_says_why(asking: Any, ui: Any) -> None:
    table = free(asking)
    asking.do("packfill", table["key"])
    rows, columns = asking.heads_of(table)
    asking.do("packpaste", table["key"], rows[0], columns[0], SHEET)
    asking.do("packhead", table["key"], "columns", columns[0], "1-4")
    look(asking)
    problem = asking.pack_problems()[0][3]
    assert columns[0] in problem["message"] and problem["rule"] and problem["fix"]
    assert problem["message"] in html.unescape(re.sub("<[^>]+>", "", ui.grid.charts(asking)))
    assert asking.cell(table, rows[0], "1-4") == INVENTED[0][0], "a column renamed keeps its cells"


def test_rows_and_columns_come_and_go(asking: Any) -> None:
    table = free(asking)
    asking.do("packfill", table["key"])
    rows, columns = asking.heads_of(table)
    asking.do("packadd", table["key"], "columns")
    asking.do("packadd", table["key"], "rows")
    more_rows, more_columns = asking.heads_of(table)
    assert more_rows == [*rows, "7"]
    assert len(more_columns) == len(columns) + 1 and len(set(more_columns)) == len(more_columns)
    asking.do("packcell", table["key"], "7", more_columns[-1], "Ex")
    asking.do("packhead", table["key"], "rows", "7", "")
    asking.do(*asking.pack_ask)  # its cell goes too, once that is meant
    assert asking.heads_of(table)[0] == rows, "a name that is emptied takes its row out"
    assert asking.cells(table["key"]) == {}
    for _ in range(60):
        asking.do("packadd", table["key"], "columns")
    assert len(asking.heads_of(table)[1]) == 40
    asking.do("packhead", table["key"], "columns", columns[1], columns[0])
    assert asking.heads_of(table)[1][:2] == columns[:2], "no two columns of one name"


def test_heads_without_cells_survive_a_reload(asking: Any) -> None:
    table = free(asking)
    asking.do("packfill", table["key"])
    asking.do("packadd", table["key"], "columns")
    before = asking.heads_of(table)
    assert asking.restore(json.loads(json.dumps(asking.kept())))
    assert asking.heads_of(table) == before


def test_heads_from_a_link_are_in_their_order(asking: Any) -> None:
    table = free(asking)
    heads = ("9-1", "2-1", "1-3", "3-1")
    cells = {row: dict.fromkeys(heads, "Ex") for row in ("6", "2", "1", "5", "4", "3")}
    asking.take_pack({"title": "", "tables": {table["key"]: cells}})
    assert asking.heads_of(table) == (["1", "2", "3", "4", "5", "6"], ["1-3", "2-1", "3-1", "9-1"])


def test_what_the_rules_fix_cannot_be_typed(asking: Any, ui: Any) -> None:
    table = next(table for table in asking.listed("packs") if table["preset"])
    asking.do("packfill", table["key"])
    asking.pack_tab = table["key"]
    html = ui.grid.charts(asking)
    fixed = sum(len(columns) for columns in table["preset"].values())
    assert html.count('class="fixed"') == fixed
    assert html.count('data-set="packcell"') == len(table["rows"]) * len(table["columns"]) - fixed
    row = next(row for row in table["rows"] if row not in table["preset"])
    asking.do("packcell", table["key"], row, table["columns"][0], "two")
    look(asking)
    assert [found[:3] for found in asking.pack_problems()] == [(table["key"], row, table["columns"][0])]
    asking.do("packcell", table["key"], row, table["columns"][0], "2")
    assert asking.cells(table["key"])[row][table["columns"][0]] == 2
    assert not look(asking).pack_problems()


def test_a_printed_chart_is_a_start(printing: Any, ui: Any) -> None:
    table = whole(printing)
    printing.do("packfill", table["key"], "printed")
    assert not look(printing).pack_problems()
    row, column = table["rows"][3], table["columns"][2]
    choices = [option["key"] for option in table["cell"]["options"]]
    other = next(key for key in choices if key != printing.cell(table, row, column))
    printing.do("packcell", table["key"], row, column, other)
    assert not look(printing).pack_problems()
    printing.do("packcell", table["key"], row, column, "")
    look(printing)
    assert "1 more" not in printing.pack_problems()[0][3]["message"]
    assert printing.pack_problems()[0][0] == table["key"]
    html = ui.results.chart(printing)
    assert html.count("<table") == 1, "the players' chart stands in place of the printed one"


def test_packs_are_kept_for_their_game(printing: Any) -> None:
    game = printing.scenario["ruleset"]
    table = whole(printing)
    printing.do("packfill", table["key"])
    look(printing)
    assert not printing.keep_pack("Mine"), "one with faults is not kept"
    printing.do("packdrop", table["key"])
    assert printing.pack is None
    printing.do("packfill", table["key"], "printed")
    look(printing)
    assert printing.keep_pack("Mine") and printing.keep_pack("Mine")
    assert [(index, entry["title"]) for index, entry in printing.kept_packs()] == [(0, "Mine")]
    printing.do("new")
    assert printing.pack_tables(), "a new battle of the game has the charts too"
    printing.do("packoff")
    assert printing.pack is None
    printing.do("packuse", "0")
    assert table["key"] in printing.pack_tables()
    printing.do("ruleset", next(key for key in printing.schemas if key != game))
    assert printing.kept_packs() == [] and printing.pack is None
    printing.do("packforget", "0")
    assert printing.packs == []


def test_no_pack_of_another_shape_breaks_the_page(asking: Any, ui: Any) -> None:
    for pack in ("x", 3, [], {"tables": 3}, {"tables": {"crt": 3}}, {"tables": {"crt": {"1": 3}}}, {"title": ["<b>"]}):
        asking.take_pack(pack)
        look(asking)
        assert "<b>" not in ui.grid.charts(asking) + ui.setup.conditions(asking) + ui.results.chart(asking)
        assert asking.problems() or not asking.pack_tables()


@pytest.mark.parametrize(
    ("path", "parts"),
    [
        ("$.pack.tables.crt", ["pack", "tables", "crt"]),
        ('$.pack.tables.crt["1"]["2 1"]', ["pack", "tables", "crt", "1", "2 1"]),
        ('$.pack.tables["a.b"].c', ["pack", "tables", "a.b", "c"]),
        ("$.units[2].factors", ["units", "2", "factors"]),
        ("$", []),
        ("", []),
    ],
)
def test_paths(ui: Any, path: str, parts: list[str]) -> None:
    assert ui.packing.path_parts(path) == parts


def test_heads_sort_by_what_they_are_worth(ui: Any) -> None:
    heads = ["+", "3-1", "10", "1-1", "2", "1:2", "clear", "3-2"]
    assert sorted(heads, key=ui.packing.worth) == ["1:2", "1-1", "3-2", "2", "3-1", "10", "+", "clear"]
