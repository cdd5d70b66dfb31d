"""German: nobody is addressed, and a thing has one name, as the list of words in docs/translating.md says."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
pytestmark = pytest.mark.host
FILES = sorted(
    path
    for folder in ("web/texts", "pycore/hexumpire")
    for path in (ROOT / folder).rglob("*.json")
    if path.name == "de.json" or path.name.endswith(".de.json")
)

ADDRESSED = re.compile(r"\b(?:[Dd]u|[Dd]ich|[Dd]ir|[Dd]ein\w*|Ihnen)\b|[^.:!?…–“] Sie\b")
"""You, said to somebody; ``Sie`` at the start of a sentence is *she* or *they*."""

OTHER_NAMES = {
    r"Feldseite": "Hexseite",
    r"Abtausch": "Austausch",
    r"Lesart(?!en? der Würfel|\b der Würfel)": "Regelauslegung",
    r"Hausregel": "Regelauslegung",
    r"\bQuoten?\b": "Kampfverhältnis",
    r"\bBrett": "Karte",
    r"Übergangspfeil": "Übersetzpfeil",
    r"Kopfbahnh": "Endbahnhof",
    r"Luftabwehrunterstützung": "Luftunterstützung des Verteidigers",
    r"Stützpunkt": "Basis",
    r"[Aa]usgeschaltet|eliminiert": "vernichtet",
    r"\bFraktion": "Partei",
    r"Vorgehensweise": "Spielweise",
    r"unwegsames Gelände|\brau(?:e|es|en)? (?:Feld|Gelände)": "schwieriges Gelände",
    r"[Hh]astig": "übereilt",
    r"Nachschubpunkt": "Versorgungspunkt",
    r"Regimentsäquivalent(?!e: )": "RE",
    r"Schanze(?!$)": "Feldstellung",
    r"Rückzugsprüfung": "Rückzugsprobe",
    r"Delay Box|Used Box|Holding Box": "Verzögerungsbox, Benutzt-Box, Haltebox",
    r"\bDetachment": "Abteilung",
    r"Seenhexseite": "Binnenseehexseite",
    r"per Post\b": "per Brief",
}
"""Words that are not used, and what is said instead: two names for one thing are two things to a reader."""


def texts(path: Path) -> Iterator[str]:
    def within(value: object) -> Iterator[str]:
        if isinstance(value, str):
            yield value
        else:
            for entry in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
                yield from within(entry)

    yield from within(json.loads(path.read_text(encoding="utf-8")))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_nobody_is_addressed(path: Path) -> None:
    assert [text for text in texts(path) if ADDRESSED.search(text)] == []


def test_who_is_addressed_is_found() -> None:
    assert all(ADDRESSED.search(text) for text in ("bis Sie sie löschen", "dein Spiel", "nehmen Sie es", "Nimm deins"))
    assert not any(ADDRESSED.search(text) for text in ("Stern: Sie fällt", "Sie steht. Sie bleibt", "sie weglassen"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_a_thing_has_one_name(path: Path) -> None:
    found = [(text, word) for text in texts(path) for other, word in OTHER_NAMES.items() if re.search(other, text)]
    assert found == []


def test_a_turn_is_no_round() -> None:
    """In a game that has both: the rounds of a fight, and the turns of the players."""
    said = json.loads((ROOT / "pycore/hexumpire/rulesets/aworldatwar/texts.de.json").read_text(encoding="utf-8"))
    assert {
        english: german
        for english, german in said["texts"].items()
        if re.search(r"\bturns?\b", english, re.IGNORECASE)
        and "game turn" not in english
        and re.search("runde", german, re.IGNORECASE)
    } == {}


def test_the_page_that_tells_of_translating_names_every_file() -> None:
    """Whoever adds a language makes each of them."""
    told = (ROOT / "docs" / "translating.md").read_text(encoding="utf-8")
    for path in FILES:
        name = re.sub(r"rulesets/\w+/", "rulesets/<game>/", path.relative_to(ROOT).as_posix())
        assert f"`{name.replace('de.json', '<language>.json')}`" in told, name
