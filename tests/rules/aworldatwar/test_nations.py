"""Every nation in every country: 15.33B, C, E and F, its faction (14.32), and its counters as 11.23 lists them."""

from __future__ import annotations

import pytest
from hexumpire.rulesets.aworldatwar import RULESET
from hexumpire.rulesets.aworldatwar.units import TRAITS
from hexumpire.rulesets.aworldatwar.vocabulary import VOCABULARY

from tests.rules.aworldatwar.setting import game, infantry, terms

COUNTRIES = next(field for field in VOCABULARY.hex_fields if field.key == "country").options
AT_HOME = {
    "German": {"Germany"}, "Italian": {"Italy"}, "Japanese": {"Japan"}, "British": {"Britain", "Ulster"},
    "US": {"United States"}, "French": {"France", "Corsica"}, "Russian": {"Russia", "Siberia", "Ukraine"},
    "Nationalist Chinese": {"China"}, "Communist Chinese": {"China"},
    "Canadian": {"Canada", "Britain", "Ulster"}, "South African": {"South Africa", "Britain", "Ulster"},
    "Free French": {"France", "Corsica", "Britain", "Ulster"}, "Australian": {"Australia"}, "Indian": {"India"},
    "Vichy French": {"France", "Corsica"}, "Spanish": {"Spain"}, "Finnish": {"Finland"}, "Swedish": {"Sweden"},
    "Rumanian": {"Rumania"}, "Hungarian": {"Hungary"}, "Bulgarian": {"Bulgaria"},
    "Polish": {"Poland", "Eastern Poland"}, "Yugoslav": {"Yugoslavia"}, "Greek": {"Greece"}, "Belgian": {"Belgium"},
    "Dutch": {"Netherlands"},
    "Norwegian": {"Norway"}, "Dutch East Indies": {"Dutch East Indies"}, "Philippine": {"Philippines"},
    "Ukrainian": {"Ukraine"}, "Turkish": {"Turkey"}, "Thai": {"Thailand"}, "Egyptian": {"Egypt"}, "Iraqi": {"Iraq"},
    "Irish": {"Ireland"}, "Persian": {"Persia"},
    "Other minor": {
        "Poland", "Rumania", "Hungary", "Bulgaria", "Yugoslavia", "Greece", "Belgium", "Netherlands", "Norway",
        "Denmark", "Spain", "Turkey", "Finland", "Sweden", "Ukraine", "Ireland", "Egypt", "Iraq", "Lebanon/Syria",
        "Palestine", "Transjordan", "Arabia", "Kuwait", "Persia", "Philippines", "Dutch East Indies", "Thailand",
        "elsewhere",
    },
}  # fmt: skip
MAJOR = {"German", "Italian", "Japanese", "British", "US", "French", "Russian", "Nationalist Chinese",
         "Communist Chinese", "Free French"}  # fmt: skip
AT_EASE_ABROAD = {"Canadian", "South African", "Australian", "Indian", "Finnish", "Swedish"}
FACTIONS = {
    "axis": {"German", "Italian", "Vichy French", "Finnish", "Rumanian", "Hungarian", "Bulgarian", "Ukrainian",
             "Egyptian", "Iraqi", "Irish", "Persian"},
    "japan": {"Japanese"},
    "wa": {"British", "US", "French", "Canadian", "South African", "Free French", "Australian", "Indian", "Polish",
           "Greek", "Belgian", "Dutch", "Norwegian", "Dutch East Indies", "Philippine"},
    "russia": {"Russian"},
    "china": {"Nationalist Chinese", "Communist Chinese"},
    "": {"Spanish", "Swedish", "Yugoslav", "Turkish", "Thai", "Other minor"},
}  # fmt: skip
FORCES = {  # 11.23, as printed: infantry of two factors and of one, armor, air, cruisers, destroyers
    "Belgium": ("Belgian", "1 3 - 1 - -"), "Bulgaria": ("Bulgarian", "- 4 - 1 - -"),
    "Egypt": ("Egyptian", "- - - - - -"), "Finland": ("Finnish", "5 - - 1 - -"), "Greece": ("Greek", "1 5 - 1 1 2"),
    "Hungary": ("Hungarian", "1 6 - 1 - -"), "Iraq": ("Iraqi", "- - - - - -"), "Ireland": ("Irish", "- - - - - -"),
    "Netherlands": ("Dutch", "1 - - 1 - -"), "Norway": ("Norwegian", "- 2 - - - -"),
    "Persia": ("Persian", "- - - - - -"), "Poland": ("Polish", "3 7 - 2 - -"), "Rumania": ("Rumanian", "2 6 - 1 - 2"),
    "Spain": ("Spanish", "7 - 1 2 3 3"), "Sweden": ("Swedish", "5 - - 1 1 2"), "Turkey": ("Turkish", "7 - 1 2 2 2"),
    "Ukraine": ("Ukrainian", "2 3 - - - -"), "Yugoslavia": ("Yugoslav", "1 6 - 1 - -"),
    "Communist China": ("Communist Chinese", "4 4 - - - -"),
    "Dutch East Indies": ("Dutch East Indies", "- 3 - 1 1 1"), "Philippines": ("Philippine", "- 2 - - - -"),
    "Thailand": ("Thai", "- 2 - - - -"),
}  # fmt: skip
PARTISANS = {  # 11.22, 11.23, 11.341C: who may build in which area, and how many: to begin with and at most
    ("France", "wa"): (1, 2), ("France", "russia"): (1, 2), ("Britain", "wa"): (2, 4), ("Russia", "russia"): (4, 8),
    ("Siberia", "russia"): (2, 4), ("Italy", "wa"): (1, 2), ("Italy", "russia"): (1, 2),
    ("China", "nationalist"): (2, 2), ("China", "communist"): (1, 6), ("Egypt", "axis"): (0, 2),
    ("Greece", "wa"): (1, 2), ("Greece", "russia"): (1, 2), ("Iraq", "axis"): (0, 2), ("Ireland", "axis"): (2, 2),
    ("Persia", "axis"): (0, 2), ("Poland", "wa"): (2, 4), ("Spain", "axis"): (3, 3), ("Spain", "wa"): (2, 4),
    ("Spain", "russia"): (2, 4), ("Sweden", "wa"): (1, 2), ("Sweden", "russia"): (1, 2), ("Turkey", "axis"): (3, 3),
    ("Turkey", "wa"): (2, 4), ("Turkey", "russia"): (2, 4), ("Yugoslavia", "wa"): (2, 4),
    ("Yugoslavia", "russia"): (2, 4), ("India", "japan"): (2, 2),
}  # fmt: skip


def test_the_lists_here_name_every_nation() -> None:
    nations = {nation.key for nation in VOCABULARY.nations}
    assert set(AT_HOME) == nations
    assert set().union(*FACTIONS.values()) == nations
    assert set().union(*AT_HOME.values()) <= set(COUNTRIES)


def volunteers(nation: str, country: str) -> bool:
    return nation == "Vichy French" and country in ("France", "Corsica", "Vichy colony")


@pytest.mark.parametrize("nation", sorted(AT_HOME))
def test_15_33_b_and_c_of_a_nation_in_every_country(nation: str) -> None:
    """Of a minor infantry is the weaker abroad; of anybody, infantry of CTL 0 that is not at home."""
    for country in COUNTRIES:
        away = country not in AT_HOME[nation]
        expected = {"15.33C": -1} if away else {}
        easy = nation in MAJOR or nation in AT_EASE_ABROAD or volunteers(nation, country)
        if away and not easy:
            expected["15.33B"] = -1
        battle = game([infantry(20, "US")], [infantry(2, nation, ctl=0)], country=country, front="mediterranean")
        assert terms(battle) == expected, country


@pytest.mark.parametrize("nation", sorted(AT_HOME))
def test_15_33_b_e_and_f_of_a_nation_in_the_pacific(nation: str) -> None:
    """Minors are at ease; those of the Western side are surprised by Japan; Nationalists weaken outside China."""
    for country in ("Philippines", "China"):
        expected = {}
        if nation in FACTIONS["wa"]:
            expected["15.33E"] = -1
        if nation == "Nationalist Chinese" and country != "China":
            expected["15.33F"] = -1
        if nation == "Italian":
            expected["15.33B"] = -1
        known = {"theatre": "pacific", "front": "pacific", "japanese_surprise": True, "china_resistance": 0}
        battle = game([infantry(20, "Japanese")], [infantry(2, nation)], country=country, **known)
        assert terms(battle) == expected, country


@pytest.mark.parametrize(("faction", "nations"), FACTIONS.items(), ids=[*FACTIONS])
def test_14_32_minor_allies_are_of_the_faction_of_their_power(faction: str, nations: set[str]) -> None:
    known = {"axis", "japan", "wa", "russia", "china"}
    for nation in nations:
        assert TRAITS[nation] & known == ({faction} if faction else set()), nation


@pytest.mark.parametrize("country", sorted(FORCES))
def test_11_23_the_counters_of_a_minor_country(country: str) -> None:
    nation, printed = FORCES[country]
    pacific = country in ("Communist China", "Dutch East Indies", "Philippines", "Thailand")
    speed = 2 if pacific else 3
    faces = (("infantry", 2, speed), ("infantry", 1, speed), ("armor", 2, 5), "air", "fleet", "destroyer")
    found = {
        unit["type"] if "movement" not in unit else (unit["type"], unit["factors"], unit["movement"])
        for unit in (row["unit"] for row in VOCABULARY.palette)
        if unit["nation"] == nation and unit["type"] not in ("partisan", "replacement")
    }
    assert found == {face for face, number in zip(faces, printed.split(), strict=True) if number != "-"}


def test_11_23_the_table_says_what_is_printed() -> None:
    europe, pacific = (next(one for one in RULESET.lookups("new") if one.title.endswith(end)) for end in
                       ("Europe", "Pacific"))  # fmt: skip
    for country, (_, printed) in FORCES.items():
        table = europe if country in europe.rows else pacific
        columns = ("2-3", "1-3", "2-5", "AF", "CA", "DD") if table is europe else ("2-2", "1-2", "AF", "CA", "DD")
        numbers = printed.split()
        if table is pacific:
            del numbers[2]
        assert [table.cell(country, column) for column in columns] == numbers, country
    assert set(europe.rows) | set(pacific.rows) == {*FORCES, "Denmark"}
    assert set(europe.cells[europe.rows.index("Denmark")]) == {"-"}


def test_the_older_edition_has_no_such_tables() -> None:
    assert RULESET.lookups("old") == ()


def test_every_pool_has_a_counter_to_take() -> None:
    """Of the country, or of the power that builds there."""
    builders = {"axis": "German", "japan": "Japanese", "wa": "British", "russia": "Russian",
                "nationalist": "Nationalist Chinese", "communist": "Communist Chinese"}  # fmt: skip
    partisans = {row["unit"]["nation"] for row in VOCABULARY.palette if row["unit"]["type"] == "partisan"}
    own = {nation for country, (nation, _) in FORCES.items() if any(area == country for area, _ in PARTISANS)}
    assert own | {builders[builder] for _, builder in PARTISANS} <= partisans
