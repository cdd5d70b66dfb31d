"""What a scenario of A World at War may say (``vocabulary.toml``), and kinds of units, terrain and countries."""

from __future__ import annotations

from hexumpire.files.vocabulary import vocabulary_of

VOCABULARY = vocabulary_of(__package__)
NATIONS = VOCABULARY.nations

SPECIALISED = frozenset({"airborne", "marine", "commando", "chindit"})
"""Specialized units (10.4)."""
MARINES = frozenset({"US", "Japanese"})
"""Nations whose marines land so that defenders have less of it: Americans, and Japanese landing forces (10.71)."""
ROUGH = frozenset({"forest", "jungle", "mountain", "swamp", "jungle_mountain"})
MONSOON_TERRAIN = frozenset({"swamp", "jungle", "jungle_mountain"})
SAFE = ("capital", "objective", "ic", "bridgehead", "railhead")
"""Hex features that shield infantry from several negative DMs (15.33A, C, H)."""

HOME = {"German": "Germany", "Italian": "Italy", "Japanese": "Japan", "British": "Britain", "US": "United States",
        "French": "France", "Russian": "Russia", "Nationalist Chinese": "China", "Communist Chinese": "China",
        "Canadian": "Canada", "South African": "South Africa", "Free French": "France", "Australian": "Australia",
        "Indian": "India", "Vichy French": "France", "Spanish": "Spain", "Finnish": "Finland", "Swedish": "Sweden",
        "Rumanian": "Rumania", "Hungarian": "Hungary", "Bulgarian": "Bulgaria", "Polish": "Poland",
        "Yugoslav": "Yugoslavia", "Greek": "Greece", "Belgian": "Belgium", "Dutch": "Netherlands",
        "Norwegian": "Norway", "Dutch East Indies": "Dutch East Indies", "Philippine": "Philippines",
        "Ukrainian": "Ukraine", "Turkish": "Turkey", "Thai": "Thailand", "Egyptian": "Egypt", "Iraqi": "Iraq",
        "Irish": "Ireland", "Persian": "Persia"}  # fmt: skip
"""Home country of each nation, as the hex field ``country`` names it; ``Other minor`` is at home in MINOR_LAND."""
ALSO_HOME = {
    "British": ("Ulster",),
    "Canadian": ("Britain", "Ulster"),
    "South African": ("Britain", "Ulster"),
    "French": ("Corsica",),
    "Free French": ("Corsica", "Britain", "Ulster"),
    "Vichy French": ("Corsica",),
    "Polish": ("Eastern Poland",),
    "Russian": ("Siberia", "Ukraine"),
}
"""Where else units are at home: three in Britain (15.33C), of which Ulster is part as Corsica is of France (11.22A,
11.22B); Poles in eastern Poland, which is of Poland as long as nobody has parted it (11.341D); Russians in Siberia and
Ukraine."""
RUSSIAN_FRONTIER = frozenset({"Russia", "Ukraine", "Eastern Poland", "Baltic States"})
"""Where the first-turn DM of 15.33G can strike."""
RUSSIAN_LAND = frozenset({"Russia", "Ukraine"})
"""Russia, whose ICs and objectives slow exploitation (16.31E)."""
VICHY_LAND = frozenset({"France", "Corsica", "Vichy colony"})
MINOR_LAND = frozenset({"Poland", "Rumania", "Hungary", "Bulgaria", "Yugoslavia", "Greece", "Belgium", "Netherlands",
                        "Norway", "Denmark", "Spain", "Turkey", "Finland", "Sweden", "Ukraine", "Ireland", "Egypt",
                        "Iraq", "Lebanon/Syria", "Palestine", "Transjordan", "Arabia", "Kuwait", "Persia",
                        "Philippines", "Dutch East Indies", "Thailand", "elsewhere"})  # fmt: skip
"""Countries of minors (11.23), and those that no list names."""
