"""What the vocabulary says again of what the code says agrees with it."""

from hexumpire.rulesets.d8chart import vocabulary
from hexumpire.rulesets.d8chart.vocabulary import VOCABULARY


def test_str_minor_half_homes_are_countries() -> None:
    country = next(field for field in VOCABULARY.hex_fields if field.key == "country")
    assert set(vocabulary.HOMELANDS) <= set(VOCABULARY.nation_of)
    assert set(vocabulary.HOMELANDS.values()) <= set(country.options)


def test_land_units_have_steps_and_costs_of_movement() -> None:
    costs = next(table for table in VOCABULARY.pack_tables if table.key == "terrain")
    assert costs.rows == vocabulary.LAND
    assert [kind.key for kind in VOCABULARY.types if "steps" in kind.fields] == list(vocabulary.LAND)
