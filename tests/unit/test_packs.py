"""Chart packs: tables that players bring along, read with every problem told at once."""

import copy
import json
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from hexumpire import rulesets
from hexumpire.files import codec, packfile, record
from hexumpire.model.errors import InputError
from hexumpire.model.packs import Cells, Fault, PackTable
from hexumpire.model.vocabulary import Field
from hexumpire.views import schema

from tests.toybox import EXAMPLE, TOY


def falling(cells: Cells) -> Iterator[Fault]:
    """Snow never costs less than rain."""
    for column, value in cells["snow"].items():
        if int(value) < int(cells["rain"].get(column, 0)):
            yield Fault("snow may not cost less than rain", "snow", column, "T9.1", "raise it")


SHIFT = Field("shift", "Shift", "int", 0, -3, 3)
WEATHER = PackTable(
    "weather", "Weather", "T9", SHIFT, ("dry", "rain", "snow"), ("hill", "flat"),
    preset={"dry": {"hill": 0, "flat": 0}}, check=falling,
)  # fmt: skip
LADDER = PackTable("ladder", "Ladder", "T8", SHIFT, ("1", "2"), ("1:1",), free_columns=True, whole=False)
GOOD = {"rain": {"hill": 1, "flat": 0}, "snow": {"hill": 2, "flat": 1}}


@pytest.fixture(autouse=True)
def _toy(monkeypatch: pytest.MonkeyPatch) -> None:
    ruleset: Any = copy.copy(TOY)
    words = replace(TOY.vocabulary, pack_tables=(WEATHER, LADDER))
    object.__setattr__(ruleset, "vocabulary", words)
    monkeypatch.setitem(rulesets._registered, "toy", ruleset)


def scenario(**tables: Any) -> dict[str, Any]:
    return {**copy.deepcopy(EXAMPLE), "pack": {"title": "Ours", "tables": tables}}


def problems(document: object) -> list[str]:
    with pytest.raises(InputError) as caught:
        codec.read_scenario(document)
    return [str(found) for found in caught.value.problems]


def test_a_scenario_without_a_pack_has_none() -> None:
    assert codec.read_scenario(EXAMPLE).pack is None
    assert "pack" not in codec.write_scenario(codec.read_scenario(EXAMPLE))


def test_cells_and_presets() -> None:
    pack = codec.read_scenario(scenario(weather=GOOD)).pack
    assert pack is not None
    assert (pack.title, pack.has("weather"), pack.has("ladder")) == ("Ours", True, False)
    assert pack.cell("weather", "snow", "hill") == 2
    assert pack.cell("weather", "dry", "flat") == 0, "fixed by the rules, so not asked"
    assert pack.cell("weather", "hail", "flat") is None
    assert pack.cell("ladder", "1", "1:1") is None


def test_packs_come_back_from_documents_records_and_links() -> None:
    given = scenario(weather=GOOD, ladder={"1": {"3:1": 2}})
    read = codec.read_scenario(given)
    assert codec.write_scenario(read)["pack"] == given["pack"], "presets are not written"
    assert codec.read_scenario(codec.write_scenario(read)) == read
    assert record.from_link(record.to_link(read, [])).scenario == read


def test_every_problem_is_told_with_its_place() -> None:
    found = problems(scenario(weather={"rain": {"hill": 9, "flat": True, "sea": 1}, "hail": {}}, moon={}))
    assert found == [
        "unknown table 'moon' @ $.pack.tables.moon: allowed: weather, ladder",
        "unknown row 'hail' @ $.pack.tables.weather.hail: allowed: dry, rain, snow",
        "unknown column 'sea' @ $.pack.tables.weather.rain.sea: allowed: hill, flat",
        "Shift must be from -3 to 3, found 9 @ $.pack.tables.weather.rain.hill",
        "Shift must be a whole number from -3 to 3, found true @ $.pack.tables.weather.rain.flat",
        "the table Weather has no value for snow, hill; snow, flat @ $.pack.tables.weather [T9]: fill every cell",
    ]


@pytest.mark.parametrize(
    ("tables", "said"),
    [
        (
            {"weather": {**GOOD, "dry": {"hill": 1}}},
            "the rules fix this cell at 0 @ $.pack.tables.weather.dry.hill",
        ),
        ({"weather": {"rain": GOOD["rain"]}}, "the table Weather has no value for snow, hill; snow, flat"),
        (
            {"weather": {**GOOD, "snow": {"hill": 0, "flat": 1}}},
            "snow may not cost less than rain @ $.pack.tables.weather.snow.hill [T9.1]: raise it",
        ),
        ({"weather": []}, "the table Weather must be an object"),
        ({"weather": {**GOOD, "rain": 3}}, "row 'rain' must have 2 cells, found 3 @ $.pack.tables.weather.rain [T9]"),
        ({"weather": {**GOOD, "rain": [1]}}, "found a list of 1 @ $.pack.tables.weather.rain [T9]: write a list of 2"),
        ({"ladder": {"1": [1, 2]}}, "row '1' must be a table of columns and cells, found a list of 2"),
        ({"ladder": {"1": {f"{n}:1": 0 for n in range(60)}}}, "60 columns are too many; at most 40"),
        ({"ladder": {"1": {"x" * 200: 0}}}, "the name of the column"),
    ],
)
def test_what_the_rules_forbid(tables: dict[str, Any], said: str) -> None:
    found = problems(scenario(**tables))
    assert any(said in line for line in found), found


@pytest.mark.parametrize("pack", [3, [], {"title": 5}, {"tables": 3}, {"charts": {}}, {"title": "a\nb"}])
def test_malformed_packs_are_problems(pack: object) -> None:
    assert all("$.pack" in line for line in problems({**EXAMPLE, "pack": pack}))


def test_the_form_lists_the_tables() -> None:
    form = schema.form(rulesets.get("toy"))
    assert [table["key"] for table in form["packs"]] == ["weather", "ladder"]
    assert form["packs"][0]["preset"] == {"dry": {"hill": 0, "flat": 0}}
    assert form["packs"][1]["free_columns"] is True


# --- packs as files ------------------------------------------------------------------------------------------

FILE = """
format = 1
ruleset = "toy"
title = "Ours"

[tables.weather]            # one row a line, in the order of the columns
rain = [1, 0]
snow = { hill = 2, flat = 1 }

[tables.ladder]
1 = { "3:1" = 2 }
"""


def refusals(text: str, ruleset: str = "", draft: bool = False) -> list[str]:
    with pytest.raises(InputError) as caught:
        packfile.read_file(text, ruleset, draft)
    return [str(found) for found in caught.value.problems]


def test_a_file_may_be_toml_or_json() -> None:
    pack = {"title": "Ours", "tables": {"weather": GOOD, "ladder": {"1": {"3:1": 2}}}}
    ruleset, found, problems = packfile.read_file(FILE)
    assert (ruleset.key, found, problems) == ("toy", pack, ())
    assert packfile.read_file(json.dumps(pack), "toy")[1] == pack
    assert codec.read_scenario({**EXAMPLE, "pack": found}).pack is not None


def test_a_pack_is_written_as_a_file_that_reads_back() -> None:
    ruleset, pack, _ = packfile.read_file(FILE)
    text = packfile.to_toml(ruleset, pack)
    assert "# columns: hill, flat\nrain = [1, 0]\n" in text
    assert packfile.read_file(text)[1] == pack


def test_a_blank_file_is_filled_with_what_the_rules_fix() -> None:
    text = packfile.blank(rulesets.get("toy"))
    assert 'dry = [0, 0]\nrain = ["", ""]\n' in text
    assert "[tables.ladder]" not in packfile.blank(rulesets.get("toy"), "weather")
    assert refusals(text)[0] == (
        "the table Weather has no value for rain, hill; rain, flat; snow, hill; snow, flat "
        "@ $.tables.weather [T9]: fill every cell"
    ), "and it reads, but for what is still missing"
    with pytest.raises(InputError, match="did you mean 'weather'"):
        packfile.blank(rulesets.get("toy"), "wether")


@pytest.mark.parametrize("key", rulesets.KEYS)
def test_blank_files_of_the_games_read_but_for_empty_cells(key: str) -> None:
    ruleset = rulesets.get(key)
    for table in ruleset.vocabulary.pack_tables:
        _, found, problems = packfile.read_file(packfile.blank(ruleset, table.key), "", draft=True)
        assert list(found["tables"]) == [table.key]
        told = ("''", "no value", "is empty", "more problems than these")
        assert all(any(words in line.message for words in told) for line in problems), problems


def test_all_that_is_wrong_with_a_file_is_told_at_once() -> None:
    text = """
title = 5
author = "me"
[tables.weather]
rain = [1, 9]
snow = 3
hail = [1, 1]
[tables.moon]
"""
    assert refusals(text, "toy") == [
        "unknown key of a chart pack 'author' @ $.author: allowed: format, ruleset, title, tables",
        "the title of the pack must be text, found 5 @ $.title",
        "unknown table 'moon' @ $.tables.moon: allowed: weather, ladder",
        "unknown row 'hail' @ $.tables.weather.hail: allowed: dry, rain, snow",
        "Shift must be from -3 to 3, found 9 @ $.tables.weather.rain.flat",
        "row 'snow' must have 2 cells, found 3 @ $.tables.weather.snow [T9]: write a list of 2 cells, for hill, flat",
    ]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "the text is empty"),
        ("[tables", "not valid TOML"),
        ("{", "not valid JSON"),
        ("[1]", "a chart pack must be an object"),
        ("title = 'x'\n", "does not say for which game it is @ $.ruleset: add ruleset: one of "),
        ("ruleset = 3\n", "the ruleset must be text, found 3 @ $.ruleset"),
        ("ruleset = 'toyy'\n", "there is no ruleset 'toyy'"),
        ("ruleset = 'toy'\n", "the chart pack has no tables @ $.tables: it may have: weather, ladder"),
        ("ruleset = 'toy'\ntables = {}\n", "the chart pack has no tables @ $.tables: it may have: weather, ladder"),
        (
            "ruleset = 'toy'\ntables = []\n",
            "must be an object (a table of keys and values), found an empty list @ $.tables",
        ),
        ("ruleset = 'toy'\ntables = ''\n", "must be an object (a table of keys and values), found '' @ $.tables"),
        ("ruleset = 'toy'\nformat = 2\n", "format 2, from a newer Hex Umpire"),
        ("ruleset = 'toy'\nformat = 'x'\n", "format must be 1, found 'x' @ $.format"),
        ("ruleset = 'toy'\nunits = []\n", "this is a battle, not a chart pack: open it as a battle"),
        ("x = " + "[" * 150 + "]" * 150, "nested too deep"),
    ],
)
def test_files_that_are_no_packs(text: str, said: str) -> None:
    (line,) = refusals(text)
    assert said in line


def test_a_pack_for_another_game_is_refused_even_as_a_draft() -> None:
    text = FILE.replace('"toy"', '"daisenso"')
    (line,) = refusals(text, "toy", draft=True)
    assert line == "this chart pack is for Dai Senso, not for Skirmish @ $.ruleset: use it with a battle of that game"


def test_a_draft_keeps_what_is_there_and_tells_what_is_wrong() -> None:
    _, found, problems = packfile.read_file("title='Half'\n[tables.weather]\nrain=[1, 9]\nsnow=4\n", "toy", draft=True)
    assert found == {"title": "Half", "tables": {"weather": {"rain": {"hill": 1, "flat": 9}}}}
    assert [line.path for line in problems] == ["$.tables.weather.rain.flat", "$.tables.weather.snow"]


# --- as players write them -----------------------------------------------------------------------------------


def tables(text: str, ruleset: str) -> Any:
    return packfile.read_file(text, ruleset)[1]["tables"]


@pytest.mark.parametrize("head", ["3 : 1", "3 to 1", "3–1", "3-1", "3/1"])
def test_odds_are_one_column_however_they_are_written(head: str) -> None:
    assert tables(f"[tables.ladder]\n1 = {{ '{head}' = 2, '1-1' = 1 }}\n", "toy") == {
        "ladder": {"1": {"3:1": 2, "1:1": 1}}
    }


def test_columns_may_stand_in_any_order() -> None:
    text = "[tables.weather]\nSnow = { Flat = 1, hill = 2 }\nrain = { flat = 0, hill = 1 }\n"
    assert tables(text, "toy") == {"weather": GOOD}


def test_empty_rows_are_as_if_left_out() -> None:
    text = "[tables.ladder]\n1 = { '3:1' = 2 }\n2 = { '3:1' = '', '1:1' = ' ' }\n"
    assert tables(text, "toy") == {"ladder": {"1": {"3:1": 2}}}
    assert "found '' @ $.tables.ladder" in refusals(text.replace("' '", "0"), "toy")[0], "a row that is begun is told"


def test_two_spellings_of_one_head_are_told() -> None:
    assert refusals("[tables.weather]\nrain = [1, 0]\nRain = [1, 0]\nsnow = [2, 1]\n", "toy")[0] == (
        "unknown row 'Rain' @ $.tables.weather.Rain: did you mean 'rain'?"
    )


def test_words_of_a_chart_are_read_in_capitals_and_small_letters() -> None:
    assert tables("[tables.weather]\nCLEAR = 'All'\nmud = 'HALF'\n", "d8chart") == {
        "weather": {"clear": {"air": "full"}, "mud": {"air": "half"}}
    }
    heads = ["1-3", "1-1", "2-1", "3-1", "6-1", "9-1"]
    rows = "".join(
        f"{n} = {{ {', '.join(f'{head} = {chr(34)}dr1 0/1{chr(34)}' for head in heads)} }}\n" for n in range(1, 7)
    )
    found = tables(f"[tables.crt]\n{rows}7 = {{ 1-3 = '' }}\n", "daisenso")["crt"]
    assert list(found) == ["1", "2", "3", "4", "5", "6"]
