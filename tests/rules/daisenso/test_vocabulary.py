"""What the vocabulary says again of the tables and of the code agrees with them."""

from hexumpire.rulesets.daisenso import tables
from hexumpire.rulesets.daisenso.vocabulary import FACTIONS, VOCABULARY


def test_4_2_3_8_shifts_that_may_be_stated() -> None:
    """Terrain whose shift the text does not give is asked, from the least that the text allows."""
    asked = {field.key: list(field.options) for field in VOCABULARY.conditions if "chart" in field.options}
    open_rows = [f"hex_{key}" for key in tables.ASKED_HEXES] + [f"side_{key}" for key in tables.ASKED_SIDES]
    assert list(asked) == open_rows
    assert {key: int(options[1]) for key, options in asked.items() if options[1] != "0"} == tables.TERRAIN_LEAST


def test_4_2_3_8_rows_of_the_terrain_effects_chart() -> None:
    chart = next(table for table in VOCABULARY.pack_tables if table.key == "terrain")
    assert {row: cells["value"] for row, cells in chart.preset.items()} == tables.TERRAIN
    open_rows = [f"hex_{key}" for key in tables.ASKED_HEXES] + [f"side_{key}" for key in tables.ASKED_SIDES]
    assert list(chart.rows) == [*tables.TERRAIN, *open_rows]


def test_4_2_2_s3_columns_of_the_results_chart() -> None:
    chart = next(table for table in VOCABULARY.pack_tables if table.key == "crt")
    ladder = tables.LADDER
    assert list(chart.columns) == [ladder["lowest"], *ladder["neighbours"], ladder["highest"]]


def test_4_factions_are_options_and_traits() -> None:
    options = dict(VOCABULARY.field_of["faction"].options)
    assert {key: title for key, title in options.items() if key not in ("usual", "neutral")} == FACTIONS
