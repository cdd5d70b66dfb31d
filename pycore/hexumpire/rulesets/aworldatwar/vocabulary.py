"""What a scenario of A World at War may say: counters, nations, terrain, circumstances and readings."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hexumpire.model.fields import choice, flag
from hexumpire.model.vocabulary import Field, Mark, Nation, Terrain, UnitType, Vocabulary

SPECIALISED = frozenset({"airborne", "marine", "commando", "chindit"})
"""Specialized units (10.4)."""
ROUGH = frozenset({"forest", "jungle", "mountain", "swamp", "jungle_mountain"})
MONSOON_TERRAIN = frozenset({"swamp", "jungle", "jungle_mountain"})
SAFE = ("capital", "objective", "ic", "bridgehead", "railhead")
"""Hex features that shield infantry from several negative DMs (15.33A, C, H)."""

_GROUND = ("factors", "movement", "ctl", "via", "carried", "supply", "oil_short", "attacks", "home", "isolated_turns",
           "arrived")  # fmt: skip
_MECH = (*_GROUND, "mech", "off_beach")
_DROP = (*_GROUND, "drop_range", "base_in_monsoon", "moved_by_transport")

TYPES = (
    UnitType("infantry", "Infantry", "infantry", (*_GROUND, "winter_preparation", "shock_army"),
             {"factors": 3, "movement": 3}),
    UnitType("armor", "Armor", "armor", (*_MECH, "winter_preparation"), {"factors": 4, "movement": 5}, rule="10.31"),
    UnitType("mechanized", "Mechanized infantry", "mechanized", (*_GROUND, "winter_preparation"),
             {"factors": 3, "movement": 4}, rule="10.12"),
    UnitType("airborne", "Airborne", "airborne", _DROP, {"factors": 1, "movement": 3}, rule="10.51"),
    UnitType("marine", "Marines", "marine", _GROUND, {"factors": 1, "movement": 3}, rule="10.71"),
    UnitType("commando", "Commandos", "commando", (*_GROUND, "port_raid_range"), {"factors": 1, "movement": 3},
             rule="10.81"),
    UnitType("chindit", "Chindit", "commando", _DROP, {"factors": 1, "movement": 2}, rule="10.61A"),
    # A replacement moves one hex (10.22).
    UnitType("replacement", "Replacements", "replacement", _GROUND, {"factors": 1, "movement": 1}, rule="10.23"),
    UnitType("partisan", "Partisans", "partisan", ("factors", "movement", "isolated_turns", "arrived"),
             {"factors": 1, "movement": 5}, rule="11.44"),
    UnitType("flak", "Flak", "flak", ("factors",), {"factors": 1}, rule="10.93"),
    UnitType("air", "Air factors", "air", ("factors", "ctl"), {"factors": 3}, rule="15.51", amount="factors"),
    UnitType("fleet", "Bombarding ships", "fleet", ("factors", "bombardment", "ctl"), {"factors": 3}, ("attacker",),
             rule="15.641"),
    UnitType("destroyer", "Destroyers carrying the invasion", "destroyer", ("factors", "ctl"), {"factors": 3},
             ("attacker",), rule="15.642", amount="factors"),
)  # fmt: skip


def _nation(key: str, letter: str, fill: str, ink: str, *traits: str, title: str = "") -> Nation:
    return Nation(key, title or key, letter, fill, ink, frozenset(traits))


NATIONS = (
    _nation("German", "G", "#4a4f57", "#ffffff", "axis"),
    _nation("Italian", "I", "#8a9a6b", "#14180c", "axis"),
    _nation("Japanese", "J", "#e0b64a", "#231a00", "japan"),
    _nation("British", "B", "#c9a877", "#241a08", "wa"),
    _nation("US", "U", "#6f8f5f", "#0c1408", "wa", title="American"),
    _nation("French", "F", "#5d83b5", "#06121f", "wa"),
    _nation("Russian", "R", "#a8452f", "#ffffff", "russia"),
    _nation("Nationalist Chinese", "N", "#8fb0c4", "#0b161d", "china"),
    _nation("Communist Chinese", "K", "#a84e40", "#ffffff", "china"),
    _nation("Canadian", "C", "#cfa88f", "#26150a", "wa", "minor", "commonwealth"),
    _nation("South African", "S", "#c7b083", "#221a08", "wa", "minor", "commonwealth"),
    _nation("Free French", "f", "#7fa0c9", "#06121f", "wa"),
    _nation("Australian", "A", "#d3b27c", "#241a08", "wa", "minor", "commonwealth"),
    _nation("Indian", "D", "#c79b6b", "#241a08", "wa", "minor", "commonwealth"),
    _nation("Vichy French", "V", "#93a7be", "#0a131d", "axis", "minor", "vichy"),
    _nation("Spanish", "P", "#c7b34d", "#211c00", "minor", "spanish"),
    _nation("Finnish", "L", "#a9bccb", "#0d151b", "axis", "minor", "nordic"),
    _nation("Swedish", "W", "#9fb6d6", "#0b141f", "minor", "nordic"),
    _nation("Rumanian", "M", "#b3a06a", "#1f1905", "axis", "minor"),
    _nation("Hungarian", "H", "#a6a877", "#1a1b08", "axis", "minor"),
    _nation("Bulgarian", "b", "#98a37f", "#151a0c", "axis", "minor"),
    _nation("Polish", "p", "#c08f9b", "#220b11", "wa", "minor"),
    _nation("Yugoslav", "Y", "#a99bb5", "#170f1f", "minor"),
    _nation("Greek", "g", "#8fb3c9", "#0a1720", "wa", "minor"),
    _nation("Belgian", "e", "#b59f8a", "#1f150b", "wa", "minor"),
    _nation("Dutch", "d", "#d9935a", "#251003", "wa", "minor"),
    _nation("Norwegian", "n", "#b07f86", "#1f080c", "wa", "minor"),
    _nation("Dutch East Indies", "E", "#d9ad6b", "#241703", "wa", "minor"),
    _nation("Philippine", "h", "#8fb59a", "#0a190e", "wa", "minor"),
    _nation("Ukrainian", "u", "#c2bd6a", "#1d1c05", "axis", "minor"),
    _nation("Turkish", "T", "#b48a7a", "#20100a", "minor"),
    _nation("Thai", "t", "#a8b58f", "#161b0c", "minor"),
    # Partisans only (11.23); the Iraqi ones are those of Syria, Lebanon, Palestine, Transjordan, Kuwait and Arabia too.
    _nation("Egyptian", "y", "#cfae93", "#231408", "axis", "minor"),
    _nation("Iraqi", "q", "#a9a37f", "#191707", "axis", "minor"),
    _nation("Irish", "i", "#8fae7a", "#10190a", "axis", "minor"),
    _nation("Persian", "r", "#b6939f", "#200e15", "axis", "minor"),
    _nation("Other minor", "o", "#a9a9a9", "#141414", "minor"),
)
HOME = {"German": "Germany", "Italian": "Italy", "Japanese": "Japan", "British": "Britain", "US": "United States",
        "French": "France", "Russian": "Russia", "Nationalist Chinese": "China", "Communist Chinese": "China",
        "Canadian": "Canada", "South African": "South Africa", "Free French": "France", "Australian": "Australia",
        "Indian": "India", "Vichy French": "France", "Spanish": "Spain", "Finnish": "Finland", "Swedish": "Sweden",
        "Rumanian": "Rumania", "Hungarian": "Hungary", "Bulgarian": "Bulgaria", "Polish": "Poland",
        "Yugoslav": "Yugoslavia", "Greek": "Greece", "Belgian": "Belgium", "Dutch": "Netherlands",
        "Norwegian": "Norway", "Dutch East Indies": "Dutch East Indies", "Philippine": "Philippines",
        "Ukrainian": "Ukraine", "Turkish": "Turkey", "Thai": "Thailand", "Egyptian": "Egypt", "Iraqi": "Iraq",
        "Irish": "Ireland", "Persian": "Persia"}  # fmt: skip
"""Home country of each nation, by the names of ``COUNTRIES``. An ``Other minor`` is at home in :data:`MINOR_LAND`."""
ALSO_HOME = {"Canadian": "Britain", "South African": "Britain", "Free French": "Britain", "Russian": "Ukraine"}
"""Where else units are at home: three in Britain (15.33C), Russians in the Ukraine."""
RUSSIAN_FRONTIER = frozenset({"Russia", "Ukraine", "Eastern Poland", "Baltic States"})
"""Where the first-turn DM of 15.33G can strike."""
VICHY_LAND = frozenset({"France", "Corsica", "Vichy colony"})
COUNTRIES = (
    "unstated", "Germany", "Italy", "Britain", "France", "Corsica", "Vichy colony", "Russia", "Eastern Poland",
    "Baltic States", "Bessarabia", "Finnish border", "Conquered Balkans", "Poland", "Rumania", "Hungary", "Bulgaria",
    "Yugoslavia", "Greece", "Belgium", "Netherlands", "Norway", "Denmark", "Spain", "Turkey", "Finland", "Sweden",
    "Ukraine", "Ireland", "Egypt", "Iraq", "Lebanon/Syria", "Palestine", "Transjordan", "Arabia", "Kuwait", "Persia",
    "Libya", "China", "India", "Burma", "Malaya", "Philippines", "Dutch East Indies", "Thailand", "Japan",
    "United States", "Canada", "South Africa", "Australia", "Pacific island", "elsewhere",
)  # fmt: skip
MINOR_LAND = frozenset({"Poland", "Rumania", "Hungary", "Bulgaria", "Yugoslavia", "Greece", "Belgium", "Netherlands",
                        "Norway", "Denmark", "Spain", "Turkey", "Finland", "Sweden", "Ukraine", "Ireland", "Egypt",
                        "Iraq", "Lebanon/Syria", "Palestine", "Transjordan", "Arabia", "Kuwait", "Persia",
                        "Philippines", "Dutch East Indies", "Thailand", "elsewhere"})  # fmt: skip
"""Countries of minors (11.23), and those that no list names."""

TERRAINS = (
    Terrain("clear", "Clear", "#e9e2c6"),
    Terrain("forest", "Forest", "#b9cf9d", "trees"),
    Terrain("mountain", "Mountain", "#cdb796", "mountains"),
    Terrain("swamp", "Swamp", "#bcd3c4", "swamp"),
    Terrain("jungle", "Jungle", "#93bd84", "jungle"),
    Terrain("jungle_mountain", "Jungle mountain", "#9bb07a", "mountains"),
    Terrain("desert", "Desert", "#eed9a4", "dots"),
    Terrain("sea", "Sea", "#bcd7e6", "water"),
)

_FORTS = ("fortress", "fortification", "maginot", "west_wall", "singapore")


def _fort(key: str, title: str, rule: str) -> Mark:
    return Mark(key, title, "fortress" if rule == "15.32E" else "fortification", rule,
                tuple(other for other in _FORTS if other != key))  # fmt: skip


FEATURES = (
    _fort("fortress", "Fortress", "15.32E"),
    _fort("fortification", "Fortification", "15.32F"),
    _fort("maginot", "Maginot Line", "15.32E"),
    _fort("west_wall", "West Wall", "15.32F"),
    _fort("singapore", "Singapore, fortress against the sea only", "15.32E"),
    Mark("beach", "Beach defence", "beach", "15.32G"),
    Mark("capital", "Capital", "capital", "15.33A"),
    Mark("objective", "Objective", "objective", "15.33A"),
    Mark("ic", "Industrial centre", "ic", "15.33A"),
    Mark("railhead", "Railhead", "railhead", "15.33A"),
    Mark("bridgehead", "Bridgehead", "bridgehead", "15.33A"),
    Mark("port", "Port", "port", "12.11B"),
    Mark("island", "One-hex island (Pacific)", "island", "12.11B"),
    Mark("fortified_island", "Fortified one-hex island", "fortification", "15.55"),
    Mark("pearl_harbor", "Pearl Harbor", "port", "15.41"),
    Mark("breakthrough", "Breakthrough hex", "breakthrough", "15.47"),
)
SIDE_FEATURES = (
    Mark("river", "River or canal", "river", "15.32C"),
    Mark("arrow", "Crossing arrow", "arrow", "15.32C"),
    Mark("fort", "Fort line", "fort", "15.32E"),
    Mark("water", "All water", "sea", "13.43A"),
    Mark("impassable", "Impassable", "impassable", "13.43B"),
)

UNIT_FIELDS = (
    Field("factors", "Combat factors", "int", 3, 1, 30, rule="15.31", help="The printed combat factor."),
    Field("movement", "Movement factor", "int", 3, 0, 9, help="Printed on the counter; shown, not used in combat."),
    Field("ctl", "Combat training level", "int", 2, -3, 9, rule="15.81",
          help="Before the loss of one level for partial supply or oil."),
    choice("via", "Attacks by", {"land": "Land", "sea": "Seaborne invasion", "airdrop": "Airdrop"}, "15.32B"),
    choice("carried", "Landed by", {"board": "The destroyers set up", "low": "Destroyers of CTL 1 or less",
            "high": "Destroyers of CTL 2 or more"}, "15.82B"),
    choice("supply", "Supply", {"full": "Full", "partial": "Partial", "none": "None"}, "15.81"),
    flag("oil_short", "Army oil effects", "15.81"),
    flag("attacks", "Takes part in the attack", "15.21", "Untick for a unit that stands by.", default=True),
    choice("home", "In its home country", {"map": "As the map says", "yes": "Yes", "no": "No"}, "15.33C"),
    Field("isolated_turns", "Turns isolated", "int", 0, 0, 20, rule="15.33D"),
    choice("arrived", "Came into the isolated hex by",
            {"there": "Was there before", "movement": "Movement", "air": "Air", "sea": "Sea or invasion",
             "retreat": "Attrition retreat"}, "15.33D"),
    choice("mech", "Mechanized component", {"auto": "As supply and terrain say", "off": "Negated"}, "10.32"),
    flag("off_beach", "Exploits off an invaded beach", "16.15", "Its CTL counts one lower."),
    Field("drop_range", "Hexes from its base", "int", 1, 0, 20, rule="10.53A"),
    flag("base_in_monsoon", "Its base lies in swamp or jungle under a monsoon", "10.53E",
         "Jungle/mountain counts as jungle."),
    flag("moved_by_transport", "Moved by air or sea transport this turn", "10.53B"),
    Field("port_raid_range", "Hexes to the port it raids (0: no port raid)", "int", 0, 0, 40, rule="10.81"),
    flag("shock_army", "Russian shock army", "12.16", "Over the limit of two; gone after the attack."),
    Field("winter_preparation", "Winter preparation", "int", 0, 0, 6, rule="15.322"),
    Field("bombardment", "Combat factors it adds (0: as its fleet factors)", "int", 0, 0, 30, rule="15.641B"),
)  # fmt: skip

HEX_FIELDS = (
    Field("country", "Country", "choice", "unstated", options={name: name for name in COUNTRIES}, rule="15.33"),
    Field("fort_unsupplied", "Turns the fort lacked full supply", "int", 0, 0, 9, rule="15.33D"),
)

_NEW = ("new",)
_OLD = ("old",)
CONDITIONS = (
    choice("theatre", "Theatre", {"europe": "Europe", "pacific": "Pacific"}, "10.32"),
    choice("phase", "Combat phase", {"regular": "Regular", "exploitation": "Exploitation"}, "15.14",
            "In exploitation combat every attacking armor unit is exploiting."),
    choice("front", "Front", {"western": "Western", "eastern": "Eastern", "mediterranean": "Mediterranean",
                               "pacific": "Pacific", "asia": "Southeast Asian"}, "15.33B"),
    flag("monsoon", "Monsoon", "15.21"),
    Field("winter_effect", "Winter effect on the target hex", "int", 0, 0, 9, rule="15.33H"),
    Field("winter_needs", "Winter preparation an attacker must have for it", "int", 0, 0, 6, rule="15.322",
          help="The effect lasts while a unit of this level still attacks (the winter chapter is not in the text)."),
    flag("restrictive_weather", "Restrictive winter weather in the target hex", "10.53E"),
    flag("rome_allied", "Rome under Allied control", "15.33B"),
    flag("axis_in_africa", "Axis units in Africa", "15.33B", default=True),
    flag("volunteers", "Spanish or Vichy volunteers by a diplomatic result", "15.33B"),
    flag("japanese_surprise", "Turn of a Japanese surprise attack", "15.33E"),
    Field("china_resistance", "Chinese resistance level", "int", 1, -9, 9, rule="15.33F"),
    flag("russia_first_turn", "First Axis turn against Russia, Russia not ready", "15.33G",
          "Not with RGT at 50 under the Pact, nor with Russia fully mobilized without it.", editions=_NEW),
    flag("early_german", "An early German exploitation attack", "15.54"),
    flag("atomic", "Tactical atomic attack", "15.55"),
    flag("attacked_before", "The defenders were attacked already this phase by the same faction", "15.46"),
    flag("allies_disagree", "Attacking allies disagree who takes the hex", "15.93"),
    Field("bombardment_ratio", "Bombardment factors allowed a ground factor", "int", 3, 0, 9, rule="15.641D",
          help="From the Naval Nationality DRM.", editions=_NEW),
)  # fmt: skip

READINGS = (
    choice("conversion_order", "d: who speaks first", {"attacker": "The attacker (d or Ex)",
            "defender": "The defender (converts first)"}, "15.55"),
    choice("low_dm", "Losses against a DM below 1", {"strength": "By the strength, never below face value",
            "literal": "By the DM as it is"}, "15.61", editions=_OLD),
    choice("ex_levels", "Lowered DM under Ex-1, Ex-2, Ex-3", {"unit": "Each unit by itself, none below zero",
            "total": "All together, weak units offset strong ones"}, "15.61"),
    choice("das_losses", "Defensive air in A, a and Ex", {"odds": "As it counted in the odds",
            "plain": "Its plain factors"}, "15.61"),
    choice("air_dies", "A side that loses its entire force", {"all": "Loses its air too",
            "ground": "Keeps its air"}, "15.632"),
    choice("chinese_bar", "Below 1:1 in later rounds", {"all": "No Chinese may fight on",
            "communist": "Only Communist Chinese may not"}, "15.74"),
    choice("drop_exemption", "Airdrops in later rounds lift", {"own": "Only the bar on airdrops",
            "all": "Every bar below 1:1"}, "15.74"),
    choice("invasion_scope", "Invasions that convert results", {"all": "Every invasion",
            "fortified": "Those against forts"}, "15.55", editions=_NEW),
    choice("fort_bar", "Attacks on a fort whose bonus is lost", {"bonus": "May go below 1:1",
            "always": "May not go below 1:1"}, "15.52"),
    choice("support_bar", "French and Chinese below 1:1", {"ground": "Ground units may not take part",
            "all": "Air and ships may not either"}, "15.52"),
    choice("mixed_approach", "A beach also attacked by land, a one-way fort also from behind",
           {"softens": "Soften results", "open": "Soften none"}, "15.55"),
    choice("singapore_drop", "Singapore against a drop alone", {"fortress": "Is a fortress",
            "sea": "Is fortified against landings only"}, "15.32E"),
    choice("landing_river", "A landing beside an attack across a river", {"cancels": "Cancels the river",
            "keeps": "Leaves the river bonus"}, "15.32C"),
    choice("italian_both", "Italians under both clauses", {"both": "Lose two levels", "one": "Lose one"}, "15.33B"),
    choice("lowest_ctl", "Lowest attacking CTL", {"ground": "Among ground units", "all": "Air counts too"}, "15.551"),
    choice("pearl_picker", "Pearl Harbor: who names the two units", {"defender": "The defender",
            "attacker": "The attacker"}, "15.41"),
    choice("destroyer_share", "Destroyers pay a third", {"bill": "Of what is owed", "paid": "Of what is paid"},
            "15.642", editions=_NEW),
    choice("special_places", "Specialised units beyond three in a hex", {"three": "May not stack there",
            "ordinary": "Take places of ordinary units"}, "12.12"),
)  # fmt: skip


def _palette() -> tuple[Mapping[str, Any], ...]:
    rows: list[tuple[str, str, int, int]] = [
        ("German", "infantry", 3, 3), ("German", "infantry", 1, 3), ("German", "armor", 4, 6),
        ("German", "airborne", 1, 3),
        ("Italian", "infantry", 2, 3), ("Italian", "infantry", 1, 3), ("Italian", "armor", 2, 5),
        ("Japanese", "infantry", 2, 2), ("Japanese", "infantry", 1, 2), ("Japanese", "marine", 1, 2),
        ("Japanese", "armor", 2, 3),
        ("British", "infantry", 3, 4), ("British", "infantry", 1, 3), ("British", "armor", 4, 5),
        ("British", "commando", 1, 3), ("British", "airborne", 1, 3), ("British", "chindit", 1, 2),
        ("US", "mechanized", 3, 4), ("US", "infantry", 2, 2), ("US", "armor", 5, 5), ("US", "marine", 1, 3),
        ("US", "airborne", 1, 3),
        ("French", "infantry", 3, 3), ("French", "infantry", 2, 3), ("French", "armor", 3, 5),
        ("Russian", "infantry", 3, 3), ("Russian", "infantry", 2, 3), ("Russian", "infantry", 1, 3),
        ("Russian", "armor", 4, 5), ("Russian", "partisan", 1, 5),
        ("Rumanian", "infantry", 2, 3), ("Hungarian", "infantry", 1, 3), ("Polish", "infantry", 2, 3),
        ("Nationalist Chinese", "infantry", 2, 2), ("Communist Chinese", "infantry", 2, 2),
    ]  # fmt: skip
    found: list[Mapping[str, Any]] = []
    kinds = {kind.key: kind.title for kind in TYPES}
    for nation, kind, factors, movement in rows:
        title = f"{nation} {kinds[kind].lower()} {factors}-{movement}"
        found.append(
            {"title": title, "unit": {"type": kind, "nation": nation, "factors": factors, "movement": movement}}
        )
    for nation in dict.fromkeys(row[0] for row in rows):
        extras = [("replacement", {"factors": 1, "movement": 1}), ("air", {"factors": 3})]
        if nation in ("British", "US", "Japanese", "German", "Italian"):
            extras += [("fleet", {"factors": 3}), ("destroyer", {"factors": 3})]
        for kind, values in extras:
            found.append(
                {"title": f"{nation} {kinds[kind].lower()}", "unit": {"type": kind, "nation": nation, **values}}
            )
    return tuple(found)


VOCABULARY = Vocabulary(
    sides=(("attacker", "Attacker"), ("defender", "Defender")),
    types=TYPES,
    nations=NATIONS,
    terrains=TERRAINS,
    features=FEATURES,
    side_features=SIDE_FEATURES,
    unit_fields=UNIT_FIELDS,
    hex_fields=HEX_FIELDS,
    conditions=CONDITIONS,
    readings=READINGS,
    palette=_palette(),
)
