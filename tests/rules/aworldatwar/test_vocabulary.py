"""What the vocabulary says again of what the code says agrees with it."""

from hexumpire.rulesets.aworldatwar import vocabulary
from hexumpire.rulesets.aworldatwar.vocabulary import VOCABULARY


def test_homes_and_named_lands_are_countries() -> None:
    country = next(field for field in VOCABULARY.hex_fields if field.key == "country")
    named = {*vocabulary.HOME.values(), *(land for lands in vocabulary.ALSO_HOME.values() for land in lands)}
    named |= vocabulary.MINOR_LAND | vocabulary.RUSSIAN_FRONTIER | vocabulary.VICHY_LAND
    assert named <= set(country.options)
    assert {*vocabulary.HOME, *vocabulary.ALSO_HOME} <= set(VOCABULARY.nation_of)


def test_named_terrain_and_features_are_there() -> None:
    assert {terrain.key for terrain in VOCABULARY.terrains} >= vocabulary.MONSOON_TERRAIN | vocabulary.ROUGH
    assert set(vocabulary.SAFE) <= {mark.key for mark in VOCABULARY.features}
    assert set(VOCABULARY.type_of) >= vocabulary.SPECIALISED
