"""Charts of the players' own on the page: typing in, judging, pasting, keeping."""

from __future__ import annotations

import html
import json
import re
from typing import Any

import pytest
from frontend import do, look

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
    do(app, "ruleset", next(key for key in app.schemas if any(t["free_columns"] for t in app.schemas[key]["packs"])))
    do(app, "example", next(it["key"] for it in app.listed("examples") if "pack" not in it["scenario"]))
    return look(app)


@pytest.fixture
def printing(app: Any) -> Any:
    """A game with a printed chart that a table of one's own may replace."""
    games = [key for key in app.schemas if any(not t["free_columns"] and t["whole"] for t in app.schemas[key]["packs"])]
    do(app, "ruleset", games[0])
    return look(app)


def free(app: Any) -> Any:
    return next(table for table in app.listed("packs") if table["free_columns"])


def whole(app: Any) -> Any:
    return next(table for table in app.listed("packs") if table["whole"])


def test_a_chart_is_typed_in_and_rolled_on(asking: Any, ui: Any) -> None:
    table = free(asking)
    assert asking.node is None or "rolls" not in asking.node
    do(asking, "packfill", table["key"])
    rows, columns = ui.packing.heads_of(asking, table)
    assert len(rows) == 6 and len(columns) == 4
    look(asking)
    assert len(ui.packing.problems(asking)) == 1, "an empty chart is no chart, said once"
    for row, line in zip(rows, INVENTED, strict=True):
        for column, text in zip(columns, line, strict=True):
            do(asking, "packcell", table["key"], row, column, value=text)
    look(asking)
    assert ui.packing.problems(asking) == []
    assert asking.node["kind"] != "decision" or asking.node["side"] != "umpire"


def test_a_cell_that_is_not_filled_stands_empty_beside_one_that_has_no_effect(asking: Any, ui: Any) -> None:
    table = free(asking)
    do(asking, "packfill", table["key"])
    rows, columns = ui.packing.heads_of(asking, table)
    do(asking, "packcell", table["key"], rows[0], columns[0], value="–")
    chart = look(asking) and ui.charted.chart(asking)
    assert chart.count("–</td>") == 1
    assert chart.count("></td>") >= len(rows) * len(columns) - 1


def test_a_block_from_a_spreadsheet_fills_the_chart(asking: Any, ui: Any) -> None:
    table = free(asking)
    do(asking, "packfill", table["key"])
    rows, columns = ui.packing.heads_of(asking, table)
    other = [["\t".join(line) for line in ui.pasting.grid_of(SHEET.replace("\n", end))] for end in ("\r\n", "\r")]
    assert other == [SHEET.split("\n")] * 2, "lines end as each system ends them"
    do(asking, "packpaste", table["key"], rows[0], columns[0], value=SHEET + "\n")
    assert ui.packing.cell_at(asking, table, rows[2], columns[1]) == "Ex 1/1"
    assert not ui.packing.problems(look(asking))
    do(asking, "undo")
    assert ui.packing.cells_of(asking, table["key"]) == {}, "one paste is one step"
    undone = len(asking.battle.past)
    do(asking, "packpaste", table["key"], rows[5], columns[3], value="Dr3\tEx\nDr1")
    assert ui.packing.cells_of(asking, table["key"]) == {} and len(asking.battle.past) == undone, (
        "nothing is cut silently"
    )
    assert "2 columns" in asking.look.pack_said


def test_a_row_that_is_there_already_is_refused_in_a_line_and_one_too_many_is_not_offered(asking: Any, ui: Any) -> None:
    table = free(asking)
    do(asking, "packfill", table["key"])
    rows, _ = ui.packing.heads_of(asking, table)
    undone = len(asking.battle.past)
    do(asking, "packhead", table["key"], "rows", rows[1], value=rows[0])
    assert asking.look.pack_said == f"{rows[0]} is there already."
    assert ui.packing.heads_of(asking, table)[0] == rows and len(asking.battle.past) == undone
    for _ in range(ui.packing.MOST_HEADS - len(rows)):
        do(asking, "packadd", table["key"], "rows")
        assert not asking.look.pack_said
    undone = len(asking.battle.past)
    do(asking, "packadd", table["key"], "rows")
    assert len(ui.packing.heads_of(asking, table)[0]) == 40 and len(asking.battle.past) == undone


SEVEN = ("1-2", "1-1", "1-3", "2-1", "9-1", "3-1", "5-1")


@pytest.mark.parametrize("mark", ["\t", " | ", ";", "   "])
@pytest.mark.parametrize("down", [True, False])
def test_a_table_with_headings_fills_the_chart_wherever_it_is_pasted(
    asking: Any, mark: str, down: bool, ui: Any
) -> None:
    table = free(asking)
    do(asking, "packfill", table["key"])
    rows, columns = ui.packing.heads_of(asking, table)
    lines = [mark.join((["die"] if down else []) + [head.replace("-", ":") for head in SEVEN])]
    lines += [mark.join(([row] if down else []) + [f"Dr1 0/{n}" for n in range(7)]) for row in rows]
    do(asking, "packpaste", table["key"], rows[3], columns[2], value="\n".join(lines))
    assert ui.packing.heads_of(asking, table)[1] == ["1-3", "1-2", "1-1", "2-1", "3-1", "5-1", "9-1"], (
        "the ladder's order"
    )
    for row in rows:
        for place, head in enumerate(SEVEN):
            assert ui.packing.cell_at(asking, table, row, head) == f"Dr1 0/{place}", "each under its own heading"
    assert "42" in asking.look.pack_said


def test_headings_stand_alone_over_the_cells(asking: Any, ui: Any) -> None:
    table = free(asking)
    do(asking, "packfill", table["key"])
    rows, columns = ui.packing.heads_of(asking, table)
    text = "\n".join(["\t".join(columns)] + ["\t".join((row, "Ex", "Ad", "Dr1", "Dr2")) for row in reversed(rows)])
    do(asking, "packpaste", table["key"], rows[0], columns[0], value=text)
    assert ui.packing.heads_of(asking, table) == (rows, columns)
    assert [ui.packing.cell_at(asking, table, rows[0], column) for column in columns] == ["Ex", "Ad", "Dr1", "Dr2"]


def test_a_table_of_the_size_of_the_chart_fills_it_from_its_first_cell(asking: Any, ui: Any) -> None:
    table = free(asking)
    do(asking, "packfill", table["key"])
    rows, columns = ui.packing.heads_of(asking, table)
    do(asking, "packpaste", table["key"], rows[4], columns[3], value=SHEET)
    assert ui.packing.cell_at(asking, table, rows[0], columns[0]) == "Ad 1/0"
    assert ui.packing.cell_at(asking, table, rows[5], columns[3]) == "Dr3"
    assert not ui.packing.problems(look(asking))


def test_seven_columns_without_headings_are_not_cut_to_four(asking: Any, ui: Any) -> None:
    table = free(asking)
    do(asking, "packfill", table["key"])
    rows, columns = ui.packing.heads_of(asking, table)
    do(asking, "packpaste", table["key"], rows[0], columns[0], value="\t".join(["Ex"] * 7))
    assert ui.packing.cells_of(asking, table["key"]) == {}
    assert "7 columns" in asking.look.pack_said and "4" in asking.look.pack_said


def test_a_heading_that_has_no_place_is_told(printing: Any, ui: Any) -> None:
    table = whole(printing)
    do(printing, "packfill", table["key"])
    rows, columns = ui.packing.heads_of(printing, table)
    head = "\t".join(["", columns[1], columns[0], "99-1"])
    do(
        printing,
        "packpaste",
        table["key"],
        rows[2],
        columns[2],
        value=head + "\n" + "\t".join([rows[1], "x", "y", "z"]),
    )
    assert ui.packing.cells_of(printing, table["key"]) == {rows[1]: {columns[1]: "x", columns[0]: "y"}}
    assert "99-1" in printing.look.pack_said


def test_a_column_added_and_renamed_stands_in_the_ladder(asking: Any, ui: Any) -> None:
    table = free(asking)
    do(asking, "packfill", table["key"])
    do(asking, "packadd", table["key"], "columns")
    added = ui.packing.heads_of(asking, table)[1][-1]
    do(asking, "packhead", table["key"], "columns", added, value="1-2")
    assert ui.packing.heads_of(asking, table)[1] == ["1-3", "1-2", "2-1", "3-1", "9-1"]
    do(asking, "packpaste", table["key"], "1", "1-3", value="a\tb\tc\td\te")
    assert ui.packing.cell_at(asking, table, "1", "1-2") == "b", (
        "a row in the printed order goes under the right headings"
    )


def test_undo_takes_back_what_headings_were_added_renamed_and_left(asking: Any, ui: Any) -> None:
    table = free(asking)
    do(asking, "packfill", table["key"])
    do(asking, "packcell", table["key"], "1", "2-1", value="Ex")
    steps = [ui.packing.heads_of(asking, table)]
    do(asking, "packhead", table["key"], "columns", "2-1", value="7-1")
    steps.append(ui.packing.heads_of(asking, table))
    do(asking, "packadd", table["key"], "rows")
    steps.append(ui.packing.heads_of(asking, table))
    do(asking, "packcut", table["key"], "columns", "1-3")
    steps.append(ui.packing.heads_of(asking, table))
    do(asking, "packoff")
    for found in reversed(steps):
        do(asking, "undo")
        assert ui.packing.heads_of(asking, table) == found
    for found in steps[1:]:
        do(asking, "redo")
        assert ui.packing.heads_of(asking, table) == found
    do(asking, "example", asking.listed("examples")[0]["key"])
    do(asking, "undo")
    assert ui.packing.heads_of(asking, table) == steps[-1], "another battle leaves them as they were"


def test_a_column_with_cells_goes_only_when_that_is_meant(asking: Any, ui: Any) -> None:
    table = free(asking)
    do(asking, "packfill", table["key"])
    do(asking, "packcell", table["key"], "1", "2-1", value="Ex")
    do(asking, "packhead", table["key"], "columns", "2-1", value="")
    assert ui.packing.cell_at(asking, table, "1", "2-1") == "Ex"
    asking.look.pack_tab = table["key"]
    assert 'id="pack-wipe"' in ui.grid.charts(asking)
    do(asking, "packcut", table["key"], "columns", "2-1")
    assert "2-1" not in ui.packing.heads_of(asking, table)[1]
    assert 'id="pack-wipe"' not in ui.grid.charts(asking)


def test_what_was_said_of_a_chart_goes_when_it_changes(asking: Any) -> None:
    table = free(asking)
    do(asking, "packfill", table["key"])
    asking.look.pack_said = "settle what is wrong"
    do(asking, "packcell", table["key"], "1", "1-3", value="Ex")
    assert asking.look.pack_said == ""


@pytest.mark.parametrize("typed", ["2.5", "999999999", "1e3", "x"])
def test_a_number_of_a_chart_is_kept_as_it_was_typed(asking: Any, typed: str, ui: Any) -> None:
    table = next(table for table in asking.listed("packs") if table["cell"]["kind"] == "int")
    do(asking, "packfill", table["key"])
    row = next(row for row in table["rows"] if not table["preset"].get(row))
    do(asking, "packcell", table["key"], row, table["columns"][0], value=typed)
    assert str(ui.packing.cell_at(asking, table, row, table["columns"][0])) == typed
    assert [found for found in ui.packing.problems(look(asking)) if found[1] == row], "the engine tells the limits"


def test_a_kept_chart_is_there_in_new_battles_of_its_game(asking: Any, ui: Any) -> None:
    table = free(asking)
    do(asking, "packfill", table["key"])
    do(asking, "packpaste", table["key"], "1", "1-3", value=SHEET)
    look(asking)
    do(asking, "packtitle", value="Mine")
    assert ui.packing.keep(look(asking), "My charts")
    game = asking.battle.scenario["ruleset"]
    do(asking, "packdefault", "0")
    do(asking, "packoff")
    do(asking, "new")
    assert asking.battle.scenario["pack"]["title"] == "Mine"
    other = next(key for key in asking.schemas if key != game)
    do(asking, "new", other)
    assert "pack" not in asking.battle.scenario
    do(asking, "new", game)
    assert asking.battle.scenario["pack"]["title"] == "Mine"
    do(asking, "packdefault", "0")
    do(asking, "packoff")
    do(asking, "new")
    assert "pack" not in asking.battle.scenario


def test_every_fault_has_its_cell(asking: Any, ui: Any) -> None:
    table = free(asking)
    do(asking, "packfill", table["key"])
    rows, columns = ui.packing.heads_of(asking, table)
    do(asking, "packpaste", table["key"], rows[0], columns[0], value=SHEET)
    do(asking, "packcell", table["key"], rows[1], columns[2], value="Dr9")
    do(asking, "packcell", table["key"], rows[4], columns[0], value="")
    look(asking)
    assert [found[:3] for found in ui.packing.problems(asking)] == [
        (table["key"], rows[1], columns[2]),
        (table["key"], rows[4], columns[0]),
    ]
    html = ui.grid.charts(asking)
    assert html.count('aria-invalid="true"') == 2
    assert ui.pointing.show_path(asking, ui.answers.problems(asking)[0]["path"]) in html, (
        "the problem leads to the cell's control"
    )


def test_a_ladder_that_the_book_rules_out_says_why(asking: Any, ui: Any) -> None:
    table = free(asking)
    do(asking, "packfill", table["key"])
    rows, columns = ui.packing.heads_of(asking, table)
    do(asking, "packpaste", table["key"], rows[0], columns[0], value=SHEET)
    do(asking, "packhead", table["key"], "columns", columns[0], value="1-4")
    look(asking)
    problem = ui.packing.problems(asking)[0][3]
    assert columns[0] in problem["message"] and problem["rule"] and problem["fix"]
    assert problem["message"] in html.unescape(re.sub("<[^>]+>", "", ui.grid.charts(asking)))
    assert ui.packing.cell_at(asking, table, rows[0], "1-4") == INVENTED[0][0], "a column renamed keeps its cells"


def test_rows_and_columns_come_and_go(asking: Any, ui: Any) -> None:
    table = free(asking)
    do(asking, "packfill", table["key"])
    rows, columns = ui.packing.heads_of(asking, table)
    do(asking, "packadd", table["key"], "columns")
    do(asking, "packadd", table["key"], "rows")
    more_rows, more_columns = ui.packing.heads_of(asking, table)
    assert more_rows == [*rows, "7"]
    assert len(more_columns) == len(columns) + 1 and len(set(more_columns)) == len(more_columns)
    do(asking, "packcell", table["key"], "7", more_columns[-1], value="Ex")
    do(asking, "packhead", table["key"], "rows", "7", value="")
    do(asking, *asking.look.pack_ask)  # its cell goes too, once that is meant
    assert ui.packing.heads_of(asking, table)[0] == rows, "a name that is emptied takes its row out"
    assert ui.packing.cells_of(asking, table["key"]) == {}
    for _ in range(60):
        do(asking, "packadd", table["key"], "columns")
    assert len(ui.packing.heads_of(asking, table)[1]) == 40
    do(asking, "packhead", table["key"], "columns", columns[1], value=columns[0])
    assert ui.packing.heads_of(asking, table)[1][:2] == columns[:2], "no two columns of one name"


def test_heads_without_cells_survive_a_reload(asking: Any, ui: Any) -> None:
    table = free(asking)
    do(asking, "packfill", table["key"])
    do(asking, "packadd", table["key"], "columns")
    before = ui.packing.heads_of(asking, table)
    assert ui.keeping.restore(asking, json.loads(json.dumps(ui.keeping.kept(asking))))
    assert ui.packing.heads_of(asking, table) == before


def test_heads_from_a_link_are_in_their_order(asking: Any, ui: Any) -> None:
    table = free(asking)
    heads = ("9-1", "2-1", "1-3", "3-1")
    cells = {row: dict.fromkeys(heads, "Ex") for row in ("6", "2", "1", "5", "4", "3")}
    ui.packing.take(asking, {"title": "", "tables": {table["key"]: cells}})
    assert ui.packing.heads_of(asking, table) == (["1", "2", "3", "4", "5", "6"], ["1-3", "2-1", "3-1", "9-1"])


def test_what_the_rules_fix_cannot_be_typed(asking: Any, ui: Any) -> None:
    table = next(table for table in asking.listed("packs") if table["preset"])
    do(asking, "packfill", table["key"])
    asking.look.pack_tab = table["key"]
    html = ui.grid.charts(asking)
    fixed = sum(len(columns) for columns in table["preset"].values())
    assert html.count('class="fixed"') == fixed
    assert html.count('data-set="packcell"') == len(table["rows"]) * len(table["columns"]) - fixed
    row = next(row for row in table["rows"] if row not in table["preset"])
    do(asking, "packcell", table["key"], row, table["columns"][0], value="two")
    look(asking)
    assert [found[:3] for found in ui.packing.problems(asking)] == [(table["key"], row, table["columns"][0])]
    do(asking, "packcell", table["key"], row, table["columns"][0], value="2")
    assert ui.packing.cells_of(asking, table["key"])[row][table["columns"][0]] == 2
    assert not ui.packing.problems(look(asking))


def test_a_printed_chart_is_a_start(printing: Any, ui: Any) -> None:
    table = whole(printing)
    do(printing, "packfill", table["key"], "printed")
    assert not ui.packing.problems(look(printing))
    row, column = table["rows"][3], table["columns"][2]
    choices = [option["key"] for option in table["cell"]["options"]]
    other = next(key for key in choices if key != ui.packing.cell_at(printing, table, row, column))
    do(printing, "packcell", table["key"], row, column, value=other)
    assert not ui.packing.problems(look(printing))
    do(printing, "packcell", table["key"], row, column, value="")
    look(printing)
    assert "1 more" not in ui.packing.problems(printing)[0][3]["message"]
    assert ui.packing.problems(printing)[0][0] == table["key"]
    html = ui.charted.chart(printing)
    assert html.count("<table") == 1, "the players' chart stands in place of the printed one"


def test_packs_are_kept_for_their_game(printing: Any, ui: Any) -> None:
    game = printing.battle.scenario["ruleset"]
    table = whole(printing)
    do(printing, "packfill", table["key"])
    look(printing)
    assert not ui.packing.keep(printing, "Mine"), "one with faults is not kept"
    do(printing, "packdrop", table["key"])
    assert ui.chartpack.pack(printing) is None
    do(printing, "packfill", table["key"], "printed")
    look(printing)
    assert ui.packing.keep(printing, "Mine") and ui.packing.keep(printing, "Mine")
    assert [(index, entry["title"]) for index, entry in ui.chartpack.kept(printing)] == [(0, "Mine")]
    do(printing, "new")
    assert ui.chartpack.tables(printing), "a new battle of the game has the charts too"
    do(printing, "packoff")
    assert ui.chartpack.pack(printing) is None
    do(printing, "packuse", "0")
    assert table["key"] in ui.chartpack.tables(printing)
    do(printing, "ruleset", next(key for key in printing.schemas if key != game))
    assert ui.chartpack.kept(printing) == [] and ui.chartpack.pack(printing) is None
    do(printing, "packforget", "0")
    assert printing.device.packs == []


def test_no_pack_of_another_shape_breaks_the_page(asking: Any, ui: Any) -> None:
    for pack in ("x", 3, [], {"tables": 3}, {"tables": {"crt": 3}}, {"tables": {"crt": {"1": 3}}}, {"title": ["<b>"]}):
        ui.packing.take(asking, pack)
        look(asking)
        assert "<b>" not in ui.grid.charts(asking) + ui.setup.conditions(asking) + ui.charted.chart(asking)
        assert ui.answers.problems(asking) or not ui.chartpack.tables(asking)


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


def test_no_kept_chart_gives_way_to_another_in_silence(printing: Any, ui: Any) -> None:
    do(printing, "packfill", whole(printing)["key"], "printed")
    look(printing)
    other = {"ruleset": "another", "title": "Theirs", "pack": {"tables": {}}}
    printing.device.packs = [dict(other, title=str(number)) for number in range(ui.packing.MOST_PACKS)]
    assert ui.packing.full(printing, "Mine")
    printing.device.packs.pop()
    assert not ui.packing.full(printing, "Mine") and ui.packing.keep(printing, "Mine")
    assert not ui.packing.full(printing, "Mine"), "it takes its own place"
