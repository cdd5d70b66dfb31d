"""15.33: negative DMs, one letter after the other."""

import pytest
from hexumpire.rulesets.aworldatwar import vocabulary

from tests.rules.aworldatwar.setting import (
    EDITIONS,
    armor,
    game,
    infantry,
    net,
    notes,
    strength,
    terms,
    unit,
    why_not,
)

BOTH = pytest.mark.parametrize("edition", EDITIONS)
EXPLOIT = {"phase": "exploitation"}
SAFE = pytest.mark.parametrize("safe", ["capital", "objective", "ic", "bridgehead", "railhead"])
LIGHT = pytest.mark.parametrize("kind", [infantry(2), unit("mechanized", 2), unit("replacement"), armor(2, mech="off")])
HARDY = pytest.mark.parametrize(
    "kind", [armor(2), unit("airborne"), unit("marine"), unit("commando"), unit("chindit")], ids=lambda k: k["type"]
)


# --- A: exploiting armor ----------------------------------------------------------------------------


@BOTH
@LIGHT
def test_a_infantry_hit_by_exploiting_armor(edition, kind):
    assert terms(game([armor(9)], [kind], edition=edition, **EXPLOIT)) == {"15.33A": -1}


@BOTH
def test_a_partisans_suffer_twice(edition):
    assert terms(game([armor(9)], [unit("partisan", 3)], edition=edition, **EXPLOIT)) == {"15.33A": -1, "15.33C": -1}


@BOTH
@HARDY
def test_a_others_do_not(edition, kind):
    assert terms(game([armor(9)], [kind], edition=edition, **EXPLOIT)) == {}


@BOTH
@SAFE
def test_a_shelter(edition, safe):
    battle = game([armor(9)], [infantry(2)], edition=edition, features=[safe], **EXPLOIT)
    assert terms(battle) == {}
    assert why_not(battle, "15.33A")


@BOTH
def test_a_a_port_is_no_shelter(edition):
    assert terms(game([armor(9)], [infantry(2)], edition=edition, features=["port"], **EXPLOIT)) == {"15.33A": -1}


@BOTH
@pytest.mark.parametrize(("levels", "hit"), [([1], 0), ([2], -1), ([1, 2], -1), ([1, 1], 0)])
def test_a_one_armor_of_ctl_2_will_do(edition, levels, hit):
    battle = game([armor(9, ctl=level) for level in levels], [infantry(2)], edition=edition, **EXPLOIT)
    assert terms(battle).get("15.33A", 0) == hit


@BOTH
def test_a_not_in_regular_combat(edition):
    assert terms(game([armor(9)], [infantry(2)], edition=edition)) == {}


def test_a_16_15_off_a_beach_armor_counts_one_level_lower():
    assert terms(game([armor(9, ctl=2, off_beach=True)], [infantry(2)], **EXPLOIT)) == {}
    assert terms(game([armor(9, ctl=3, off_beach=True)], [infantry(2)], **EXPLOIT)) == {"15.33A": -1}


@BOTH
def test_a_of_two_attacked_hexes_each_has_its_own_shelter(edition):
    battle = game([armor(9, at="0,1")], [infantry(2), infantry(2, at="-1,1")], edition=edition,
                  targets=["0,0", "-1,1"], features=["capital"], **EXPLOIT)  # fmt: skip
    assert (terms(battle, 1), terms(battle, 2)) == ({}, {"15.33A": -1})


# --- B: Italians and minor countries -----------------------------------------------------------------


@BOTH
@pytest.mark.parametrize(
    ("kind", "front", "rome", "africa", "expected"),
    [
        (infantry(2), "mediterranean", False, True, 0),
        (infantry(2), "western", False, True, -1),
        (infantry(2), "eastern", False, True, -1),
        (infantry(2), "mediterranean", True, True, -1),
        (infantry(2), "mediterranean", False, False, -1),
        (infantry(2), "mediterranean", True, False, -1),
        (infantry(2), "western", True, True, -2),
        (unit("replacement"), "western", False, True, -1),
        (unit("replacement"), "mediterranean", True, True, -1),
        (armor(2), "western", False, True, 0),
        (armor(2), "western", True, True, -1),
        (armor(2), "mediterranean", False, False, -1),
        (armor(2, mech="off"), "western", False, True, -1),
        (unit("marine"), "western", True, False, 0),
    ],
)
def test_b_italians(edition, kind, front, rome, africa, expected):
    battle = game([infantry(20)], [kind], edition=edition, nations=("British", "Italian"), front=front,
                  rome_allied=rome, axis_in_africa=africa)  # fmt: skip
    assert terms(battle).get("15.33B", 0) == expected
    why = {(True, False): "infantry and replacements only", (False, False): "on the Mediterranean front"}
    steady = why.get((front != "mediterranean", rome or not africa), "infantry, replacements and armor only")
    said = why_not(battle, "15.33B")
    assert said.startswith(steady) if expected == 0 else not said


@BOTH
@pytest.mark.parametrize(
    ("nation", "country", "known", "expected"),
    [
        ("Rumanian", "Rumania", {}, 0),
        ("Rumanian", "Russia", {"front": "eastern"}, -1),
        ("Hungarian", "Rumania", {}, -1),
        ("Polish", "Poland", {}, 0),
        ("Polish", "France", {}, -1),
        ("Finnish", "Russia", {"front": "eastern"}, 0),
        ("Swedish", "Norway", {}, 0),
        ("Canadian", "France", {}, 0),
        ("Australian", "Egypt", {}, 0),
        ("South African", "Libya", {}, 0),
        ("Indian", "Burma", {}, 0),
        ("Vichy French", "France", {}, 0),
        ("Vichy French", "Corsica", {}, 0),
        ("Vichy French", "Vichy colony", {}, 0),
        ("Vichy French", "Russia", {"front": "eastern"}, -1),
        ("Vichy French", "Russia", {"front": "eastern", "volunteers": True}, 0),
        ("Vichy French", "Egypt", {"front": "mediterranean", "volunteers": True}, -1),
        ("Spanish", "Russia", {"front": "eastern"}, -1),
        ("Spanish", "Russia", {"front": "eastern", "volunteers": True}, 0),
        ("Spanish", "Spain", {}, 0),
        ("Thai", "Burma", {"theatre": "pacific"}, 0),
        ("Dutch", "Malaya", {"theatre": "pacific"}, 0),
        ("German", "Russia", {"front": "eastern"}, 0),
        ("Free French", "Egypt", {}, 0),
    ],
)
def test_b_minor_countries(edition, nation, country, known, expected):
    battle = game([infantry(20, "US")], [infantry(2, nation)], edition=edition, country=country, **known)
    assert terms(battle).get("15.33B", 0) == expected


@BOTH
@pytest.mark.parametrize(
    ("nation", "land"),
    [("Norwegian", "Norway"), ("Dutch East Indies", "Dutch East Indies"), ("Philippine", "Philippines"),
     ("Ukrainian", "Ukraine"), ("Egyptian", "Egypt"), ("Iraqi", "Iraq"), ("Irish", "Ireland"), ("Persian", "Persia"),
     ("Belgian", "Belgium"), ("Greek", "Greece"), ("Yugoslav", "Yugoslavia"), ("Bulgarian", "Bulgaria"),
     ("Turkish", "Turkey"), ("Thai", "Thailand")],
)  # fmt: skip
def test_b_11_23_every_minor_has_a_home(edition, nation, land):
    for ctl, morale in ((2, {}), (0, {"15.33C": -1})):
        home, away = (game([infantry(20, "Russian")], [infantry(2, nation, ctl=ctl)], edition=edition, country=country)
                      for country in (land, "Russia"))  # fmt: skip
        assert terms(home) == {}
        assert terms(away) == {"15.33B": -1, **morale}


@BOTH
def test_b_another_minor_is_at_home_in_a_minor_country(edition):
    for country, expected in (("Norway", 0), ("elsewhere", 0), ("Germany", -1), ("Malaya", -1), ("unstated", -1)):
        battle = game([infantry(20)], [infantry(2, "Other minor")], edition=edition, country=country)
        assert terms(battle).get("15.33B", 0) == expected
    said = game([infantry(20)], [infantry(2, "Other minor", home="no")], edition=edition, country="Norway")
    assert terms(said) == {"15.33B": -1}


def test_b_every_nation_but_the_others_has_a_home_on_the_list():
    nations = {nation.key for nation in vocabulary.NATIONS}
    assert set(vocabulary.HOME) == nations - {"Other minor"}
    fields = {field.key: field for field in vocabulary.VOCABULARY.hex_fields}
    said = {*vocabulary.HOME.values(), *sum(vocabulary.ALSO_HOME.values(), ()), *vocabulary.MINOR_LAND}
    assert said <= set(fields["country"].options)
    assert "unstated" not in vocabulary.MINOR_LAND


@BOTH
def test_b_minor_infantry_only(edition):
    for kind, expected in ((armor(2), 0), (armor(2, mech="off"), -1), (unit("replacement"), 0), (unit("airborne"), 0)):
        battle = game([infantry(20)], [kind], edition=edition, nations=("Russian", "Rumanian"), country="Russia")
        assert terms(battle).get("15.33B", 0) == expected


# --- C: poor training --------------------------------------------------------------------------------


@BOTH
@LIGHT
@pytest.mark.parametrize(("ctl", "expected"), [(1, {}), (0, {"15.33C": -1}), (-1, {"15.33C": -1})])
def test_c_low_ctl(edition, kind, ctl, expected):
    assert terms(game([infantry(9)], [{**kind, "ctl": ctl}], edition=edition, country="France")) == expected


@BOTH
@HARDY
def test_c_not_for_others(edition, kind):
    assert terms(game([infantry(9)], [{**kind, "ctl": 0}], edition=edition)) == {}


@BOTH
@SAFE
def test_c_shelter(edition, safe):
    assert terms(game([infantry(9)], [infantry(2, ctl=0)], edition=edition, features=[safe])) == {}


@BOTH
@pytest.mark.parametrize(
    ("nation", "country", "expected"),
    [("British", "Britain", 0), ("British", "France", -1), ("Canadian", "Britain", 0), ("South African", "Britain", 0),
     ("Free French", "Britain", 0), ("Australian", "Britain", -1), ("French", "Britain", -1), ("French", "France", 0),
     ("Russian", "Russia", 0), ("Russian", "Ukraine", 0), ("Ukrainian", "Ukraine", 0), ("Canadian", "Canada", 0)],
)  # fmt: skip
def test_c_at_home(edition, nation, country, expected):
    battle = game([infantry(9)], [infantry(2, nation, ctl=0)], edition=edition, country=country)
    assert terms(battle).get("15.33C", 0) == expected


@BOTH
def test_c_an_unstated_country_is_said(edition):
    open_question = game([infantry(9)], [infantry(2, ctl=0)], edition=edition)
    assert terms(open_question) == {"15.33C": -1}
    assert notes(open_question, "15.33C") == "CTL 0; the country of the hex is not stated"
    for known in ({"country": "France"}, {"home": "no"}):
        stack = [infantry(2, ctl=0, **{key: value for key, value in known.items() if key == "home"})]
        battle = game([infantry(9)], stack, edition=edition, country=known.get("country", ""))
        assert notes(battle, "15.33C") == "CTL 0"


@BOTH
def test_c_the_player_may_say_what_is_home(edition):
    assert terms(game([infantry(9)], [infantry(2, ctl=0, home="yes")], edition=edition)) == {}
    assert terms(game([infantry(9)], [infantry(2, ctl=0, home="no")], edition=edition, country="Britain")) == {
        "15.33C": -1
    }


@BOTH
def test_c_partisans_always_even_in_a_capital_at_home(edition):
    battle = game([infantry(9)], [unit("partisan", 2, "Russian")], edition=edition, features=["capital"],
                  country="Russia")  # fmt: skip
    assert terms(battle) == {"15.33C": -1}


@BOTH
@pytest.mark.parametrize(
    "short", [{"supply": "partial"}, {"oil_short": True}, {"supply": "partial", "oil_short": True}]
)
def test_c_15_81_ctl_1_short_of_supply_counts_as_0(edition, short):
    assert terms(game([infantry(9)], [infantry(2, ctl=1, **short)], edition=edition)) == {"15.33C": -1}
    assert terms(game([infantry(9)], [infantry(2, ctl=2, **short)], edition=edition)) == {}


# --- D: supply ---------------------------------------------------------------------------------------


@BOTH
@pytest.mark.parametrize(("turns", "levels"), [(0, 0), (1, -1), (3, -3)])
def test_d_isolation(edition, turns, levels):
    battle = game([infantry(9)], [infantry(2, isolated_turns=turns)], edition=edition, terrain="jungle_mountain")
    assert terms(battle).get("15.33D", 0) == levels


@BOTH
@pytest.mark.parametrize(
    ("arrived", "levels"), [("there", -1), ("sea", -1), ("retreat", -1), ("movement", 0), ("air", 0)]
)
def test_d_how_it_came_in(edition, arrived, levels):
    battle = game([infantry(9)], [infantry(2, isolated_turns=1, arrived=arrived)], edition=edition)
    assert terms(battle).get("15.33D", 0) == levels


@BOTH
@HARDY
def test_d_strikes_every_kind_of_unit_but_chindits_which_are_always_supplied_in_part(edition, kind):
    struck = {} if kind["type"] == "chindit" else {"15.33D": -1}
    assert terms(game([infantry(9)], [{**kind, "isolated_turns": 1}], edition=edition)) == struck


@BOTH
def test_d_not_partly_supplied_units(edition):
    battle = game([infantry(9)], [infantry(2, isolated_turns=2, supply="partial")], edition=edition)
    assert terms(battle) == {}
    assert why_not(battle, "15.33D")


@BOTH
@pytest.mark.parametrize(
    ("fort", "section", "turns", "left"),
    [("fortress", "15.32E", 1, 1), ("fortress", "15.32E", 2, 0), ("fortress", "15.32E", 5, 0),
     ("fortification", "15.32F", 1, 0)],
)  # fmt: skip
def test_d_forts_without_full_supply(edition, fort, section, turns, left):
    battle = game([infantry(9)], [infantry(2)], edition=edition, features=[fort], fort_unsupplied=turns)
    assert terms(battle).get(section, 0) == left
    assert net(battle) == 2 + left


# --- E: a Japanese surprise --------------------------------------------------------------------------


@BOTH
@pytest.mark.parametrize(
    ("kind", "nation", "levels"),
    [(infantry(2), "US", -1), (unit("replacement"), "British", -1), (infantry(2), "Dutch", -1),
     (infantry(2), "Philippine", -1), (infantry(2), "Dutch East Indies", -1), (infantry(2), "Thai", 0),
     (armor(2), "US", 0), (unit("marine"), "US", 0), (infantry(2), "Nationalist Chinese", 0),
     (infantry(2), "Russian", 0)],
)  # fmt: skip
def test_e_surprise(edition, kind, nation, levels):
    known = {"nations": ("Japanese", nation), "edition": edition, "country": "Philippines"}
    surprised = game([infantry(9)], [kind], theatre="pacific", japanese_surprise=True, **known)
    assert terms(surprised).get("15.33E", 0) == levels
    assert "15.33E" not in terms(game([infantry(9)], [kind], theatre="pacific", **known))
    assert "15.33E" not in terms(game([infantry(9)], [kind], japanese_surprise=True, **known))


@BOTH
def test_e_14_32_a_minor_country_attacked_by_japan_is_surprised_beside_the_western_allies(edition):
    known = {"edition": edition, "nations": ("Japanese", "Thai"), "theatre": "pacific", "japanese_surprise": True}
    allied = game([infantry(9)], [infantry(1), unit("marine", nation="US")], **known)
    assert terms(allied).get("15.33E") == -1
    chinese = game([infantry(9)], [infantry(1), unit("marine", nation="Nationalist Chinese")], **known)
    assert "15.33E" not in terms(chinese)


# --- F: Nationalist China ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("edition", "country", "level", "levels"),
    [
        ("new", "China", 0, 0), ("new", "Burma", 1, 0), ("new", "Burma", 0, -1), ("new", "Burma", -4, -1),
        ("new", "China", -3, 0), ("new", "China", -9, 0),
        ("old", "China", 0, 0), ("old", "Burma", 1, 0), ("old", "Burma", 0, -1),
        ("old", "China", -2, 0), ("old", "China", -3, -1), ("old", "Burma", -3, -1),
    ],
)  # fmt: skip
def test_f_resistance(edition, country, level, levels):
    known = {"edition": edition, "country": country, "china_resistance": level, "theatre": "pacific"}
    for kind in (infantry(2), armor(2), unit("airborne")):
        battle = game([infantry(9)], [kind], nations=("Japanese", "Nationalist Chinese"), **known)
        assert terms(battle).get("15.33F", 0) == levels
    communist = game([infantry(9)], [infantry(2)], nations=("Japanese", "Communist Chinese"), **known)
    assert "15.33F" not in terms(communist)


# --- G: the first turn in Russia ---------------------------------------------------------------------


@BOTH
def test_f_an_unstated_country_is_said(edition):
    def battle(country, level):
        return game([infantry(9)], [infantry(2)], edition=edition, country=country, china_resistance=level,
                    nations=("Japanese", "Nationalist Chinese"), theatre="pacific")  # fmt: skip

    assert terms(battle("unstated", 0)) == {"15.33F": -1}
    assert "not stated" in notes(battle("unstated", 0), "15.33F")
    assert notes(battle("Burma", 0), "15.33F") == ""
    # By the older edition it does not matter where they stand once resistance is at -3.
    assert ("not stated" in notes(battle("unstated", -3), "15.33F")) == (edition == "new")


def test_g_an_unstated_country_is_said():
    known = {"nations": ("German", "Russian"), "russia_first_turn": True}
    assert why_not(game([armor(6)], [infantry(3)], **known), "15.33G") == "the country of the hex is not stated"
    assert "not stated" not in why_not(game([armor(6)], [infantry(3)], country="Bessarabia", **known), "15.33G")


def barbarossa(attack, defend, **more):
    known = {"nations": ("German", "Russian"), "country": "Russia", "russia_first_turn": True, **more}
    return terms(game(attack, defend, **known)).get("15.33G", 0)


@pytest.mark.parametrize(
    ("country", "levels"),
    [("Russia", -1), ("Ukraine", -1), ("Eastern Poland", -1), ("Baltic States", -1), ("Bessarabia", 0),
     ("Finnish border", 0), ("Conquered Balkans", 0)],
)  # fmt: skip
def test_g_where(country, levels):
    assert barbarossa([armor(6)], [infantry(3)], country=country) == levels


def test_g_who():
    assert barbarossa([infantry(6)], [infantry(3)]) == 0
    assert barbarossa([infantry(6), armor(2, "Rumanian")], [infantry(3)]) == -1
    assert barbarossa([armor(6)], [armor(3)]) == 0
    assert barbarossa([armor(6)], [armor(3, mech="off")]) == -1
    assert barbarossa([armor(6)], [unit("replacement")]) == 0
    assert barbarossa([armor(6)], [infantry(3, "Rumanian")]) == 0


def test_g_14_32_armor_of_a_minor_country_is_axis_armor_beside_the_axis():
    turks = armor(2, "Turkish", at="-1,0")
    assert barbarossa([infantry(6), turks], [infantry(3)]) == -1
    assert barbarossa([infantry(6), turks], [infantry(3)], minors_alone=True) == 0, "14.33"
    assert barbarossa([infantry(6, "British"), turks], [infantry(3)], nations=("British", "Russian")) == 0


def test_g_when():
    assert barbarossa([armor(6)], [infantry(3)], russia_first_turn=False) == 0
    assert barbarossa([armor(6)], [infantry(3)], phase="exploitation") == 0


@pytest.mark.parametrize(
    ("mark", "levels"), [("objective", 0), ("ic", 0), ("capital", -1), ("railhead", -1), ("bridgehead", -1)]
)
def test_g_shelter_is_narrower(mark, levels):
    assert barbarossa([armor(6)], [infantry(3)], features=[mark]) == levels


def test_g_other_dms_apply_beside_it():
    battle = game([armor(6)], [infantry(3)], nations=("German", "Russian"), country="Russia", russia_first_turn=True,
                  sides={"E": ["river"]}, terrain="forest")  # fmt: skip
    assert terms(battle) == {"15.32C": 1, "15.32D": 1, "15.33G": -1}
    assert strength(battle) == 9


# --- H: deep winter ----------------------------------------------------------------------------------


@LIGHT
@pytest.mark.parametrize(("effect", "expected"), [(6, {}), (7, {"15.33H": -1}), (9, {"15.33H": -1})])
def test_h_winter(kind, effect, expected):
    assert terms(game([infantry(9)], [kind], winter_effect=effect)) == expected


@HARDY
def test_h_spares_armor_and_specialised_units(kind):
    assert terms(game([infantry(9)], [kind], winter_effect=9)) == {}


@SAFE
def test_h_shelter(safe):
    assert terms(game([infantry(9)], [infantry(2)], winter_effect=9, features=[safe])) == {}


@pytest.mark.parametrize(
    ("kind", "setup", "why"),
    [
        (infantry(2), {"winter_effect": 6}, "winter effect below 7"),
        (infantry(2), {"winter_effect": 9, "hexes": {"3,3": {"weather": "area"}}}, "the winter lies on other hexes"),
        (infantry(2), {"winter_effect": 6, "hexes": {"3,3": {"weather": "area"}}}, "winter effect below 7"),
        (armor(2), {"winter_effect": 9}, "infantry and replacements only"),
        (infantry(2), {"winter_effect": 9, "winter_needs": 1}, "no winter-ready attacker left"),
        (infantry(2), {"winter_effect": 9, "features": ["capital"]}, "shielded by the capital"),
    ],
)
def test_h_why_not(kind, setup, why):
    battle = game([infantry(9)], [kind], **setup)
    assert "15.33H" not in terms(battle) and why_not(battle, "15.33H") == why


def test_h_is_no_part_of_the_older_edition():
    assert terms(game([infantry(9)], [infantry(2)], winter_effect=9, edition="old")) == {}


# --- 15.331: armor as infantry -----------------------------------------------------------------------


@BOTH
@pytest.mark.parametrize("why", [{"supply": "partial"}, {"oil_short": True}, {"mech": "off"}])
def test_15_331_causes(edition, why):
    assert terms(game([armor(9)], [armor(2, **why)], edition=edition, **EXPLOIT)) == {"15.33A": -1}


@BOTH
@pytest.mark.parametrize(
    ("terrain", "nation", "hit"),
    [("jungle", "US", True), ("jungle", "Japanese", False), ("forest", "Japanese", True), ("mountain", "US", True),
     ("swamp", "US", True), ("jungle_mountain", "Japanese", True), ("clear", "US", False)],
)  # fmt: skip
def test_15_331_pacific_terrain(edition, terrain, nation, hit):
    foe = "US" if nation == "Japanese" else "Japanese"
    known = {"edition": edition, "terrain": terrain, "nations": (foe, nation)}
    pacific = game([infantry(9)], [armor(2, ctl=0)], theatre="pacific", **known)
    assert ("15.33C" in terms(pacific)) == hit
    assert "15.33C" not in terms(game([infantry(9)], [armor(2, ctl=0)], **known))
