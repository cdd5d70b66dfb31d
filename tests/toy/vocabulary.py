"""What a scenario of Skirmish can be made of."""

from __future__ import annotations

from hexumpire.model.vocabulary import Field, Mark, Nation, Terrain, UnitType, Vocabulary

VOCABULARY = Vocabulary(
    sides=(("attacker", "Attacker"), ("defender", "Defender")),
    types=(
        UnitType("band", "Band", "infantry", ("factors", "veteran", "rank", "label"), {"factors": 2}, rule="T1"),
        UnitType("gun", "Gun", "artillery", ("factors", "label"), {"factors": 3}, rule="T1"),
        UnitType("wall", "Wall", "fort", ("factors",), {"factors": 4}, ("defender",), "T1.2"),
    ),
    nations=(
        Nation("red", "Red", "R", "#c33", "#fff"),
        Nation("blue", "Blue", "B", "#36c", "#fff"),
    ),
    terrains=(Terrain("clear", "Clear", "#eed"), Terrain("hill", "Hill", "#cb9", "hill")),
    features=(
        Mark("camp", "Camp", "camp", "T2.1", ("keep",)),
        Mark("keep", "Keep", "keep", "T2.2"),
        Mark("well", "Well", "well"),
    ),
    side_features=(
        Mark("river", "River", "river", "T2.3", ("brook",)),
        Mark("brook", "Brook", "brook", "T2.3"),
        Mark("bridge", "Bridge", "bridge", "T2.4"),
    ),
    unit_fields=(
        Field("factors", "factors", "int", 1, 0, 20, rule="T1", help="Its strength."),
        Field("veteran", "veteran", "flag", False, rule="T1.1"),
        Field(
            "rank", "rank", "choice", "old", options={"young": "Young", "old": "Old"}, rule="T1.3", editions=("second",)
        ),
        Field("label", "label", "text", "", high=20),
    ),
    hex_fields=(
        Field("mud", "mud", "int", 0, 0, 3, rule="T2.5"),
        Field("owner", "owner", "text", "", high=12, editions=("second",)),
    ),
    conditions=(
        Field("rain", "rain", "flag", False, rule="T3"),
        Field("season", "season", "choice", "summer", options={"summer": "Summer", "winter": "Winter"}, rule="T3.1"),
        Field("stores", "stores", "int", 0, 0, 9, rule="T3.2", editions=("second",)),
    ),
    readings=(
        Field("R1", "keeps and hills", "choice", "either", options={"either": "Either", "both": "Both"}, rule="T2.2"),
    ),
    palette=({"title": "Red band", "unit": {"type": "band", "nation": "red", "factors": 3}},),
)
