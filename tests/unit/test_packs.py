"""Chart packs: tables that players bring along, read with every problem told at once."""

import copy
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from hexumpire import codec, record, rulesets, schema
from hexumpire.errors import InputError
from hexumpire.packs import Cells, Fault, PackTable
from hexumpire.vocabulary import Field

from tests.toy import EXAMPLE, TOY


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
        ({"weather": {**GOOD, "rain": 3}}, "must be an object"),
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
