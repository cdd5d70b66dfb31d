"""Colours are told apart by those who see red, green or blue otherwise, or a mark that is no colour tells the same.

Colours are changed to what dichromats see (Machado, Oliveira and Fernandes 2009, severity 1) and compared by their
distance in OKLab, in hundredths: 2 is just seen side by side, and APART is seen at a glance.
"""

from __future__ import annotations

import itertools
import json
import re
from pathlib import Path
from typing import Any

import pytest
from hexumpire import api
from hexumpire.board import svg
from hexumpire.board.paint import COLOURS

pytestmark = pytest.mark.host
ROOT = Path(__file__).parents[2]
APART = 8.0
TEXT = 3.0  # contrast of what is no text but has to be seen: WCAG 1.4.11
VISIONS = {
    "all colours": ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritanopia": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}
Colour = tuple[float, float, float]


def style() -> str:
    """The page's styles."""
    return "".join(path.read_text() for path in sorted((ROOT / "web" / "style").glob("*.css")))


def linear(colour: str) -> Colour:
    """A colour #rrggbb in linear light."""
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    r, g, b = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
    return r, g, b


def seen(colour: str, vision: str) -> Colour:
    """A colour in linear light, as somebody sees it."""
    light = linear(colour)
    r, g, b = (min(1.0, max(0.0, sum(m * c for m, c in zip(row, light, strict=True)))) for row in VISIONS[vision])
    return r, g, b


def oklab(light: Colour) -> Colour:
    r, g, b = light
    cones = (
        0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b,
        0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b,
        0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b,
    )
    x, y, z = (cone ** (1 / 3) for cone in cones)
    return (
        0.2104542553 * x + 0.7936177850 * y - 0.0040720468 * z,
        1.9779984951 * x - 2.4285922050 * y + 0.4505937099 * z,
        0.0259040371 * x + 0.7827717662 * y - 0.8086757660 * z,
    )


def distance(one: str, other: str, vision: str) -> float:
    """How far two colours are from each other, in hundredths of OKLab."""
    pairs = zip(oklab(seen(one, vision)), oklab(seen(other, vision)), strict=True)
    return 100 * sum((a - b) ** 2 for a, b in pairs) ** 0.5


def contrast(one: str, other: str, vision: str) -> float:
    """The contrast of two colours as WCAG has it."""
    light = sorted(
        sum(w * c for w, c in zip((0.2126, 0.7152, 0.0722), seen(colour, vision), strict=True))
        for colour in (one, other)
    )
    return (light[1] + 0.05) / (light[0] + 0.05)


def schemas() -> dict[str, Any]:
    def ask(**request: str) -> Any:
        return json.loads(api.handle(json.dumps(request)))["result"]

    return {game["key"]: ask(op="schema", ruleset=game["key"]) for game in ask(op="rulesets")["rulesets"]}


SCHEMAS = schemas()


def page_colours(theme: str) -> dict[str, str]:
    """The page's own colours by name."""
    start = style().index(":root {" if theme == "light" else ':root[data-theme="dark"] {')
    return dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6});", style()[start : style().index("}", start)]))


def grounds(theme: str) -> dict[str, str]:
    """The terrains' colours, of every game."""
    found = {}
    for key, schema in SCHEMAS.items():
        hexes = {f"{i},0": {"terrain": entry["key"]} for i, entry in enumerate(schema["terrains"])}
        css = svg.theme_css(svg.view(schema, {"map": {"hexes": hexes}}), theme)
        found |= {f"{key} {name}": fill for name, fill in re.findall(r"--hu-t-([\w-]+):(#[0-9a-f]{6})", css)}
    return found


def test_the_measure_knows_what_is_confused() -> None:
    assert distance("#ff0000", "#00ff00", "all colours") > 50
    assert distance("#b0a000", "#d09000", "protanopia") < distance("#b0a000", "#d09000", "all colours")
    assert distance("#d04040", "#708020", "deuteranopia") < APART < distance("#d04040", "#708020", "all colours")
    assert distance("#808080", "#808080", "tritanopia") == 0


@pytest.mark.parametrize("vision", VISIONS)
@pytest.mark.parametrize("game", SCHEMAS)
def test_nations_are_told_apart_by_colour_or_by_letter(game: str, vision: str) -> None:
    nations = SCHEMAS[game]["nations"]
    for one, other in itertools.combinations(nations, 2):
        letters = [svg.counter_of(SCHEMAS[game], {"id": "u", "nation": n["key"]}, {})["letter"] for n in (one, other)]
        near = distance(one["fill"], other["fill"], vision) < APART
        assert letters[0] != letters[1] or not near, f"{one['title']} and {other['title']}"


@pytest.mark.parametrize("vision", VISIONS)
@pytest.mark.parametrize("game", SCHEMAS)
def test_counters_are_read(game: str, vision: str) -> None:
    for nation in SCHEMAS[game]["nations"]:
        counter = svg.counter_of(SCHEMAS[game], {"id": "u", "nation": nation["key"]}, {})
        assert contrast(str(counter["fill"]), str(counter["ink"]), vision) >= 4.5, nation["title"]


def test_sides_have_marks_that_are_no_colours() -> None:
    """An attacker has a filled corner, a defender a shield and a frame; what may be chosen is dashed and dotted."""
    schema = next(iter(SCHEMAS.values()))
    kind = schema["types"][0]["key"]
    units = [{"id": side, "type": kind, "side": side, "at": "0,0"} for side in ("attacker", "defender")]
    text = svg.draw(svg.view(schema, {"units": units, "targets": ["0,0"]}), {"theme": "light"})
    attacker, defender = re.findall(r'<g class="hu-unit hu-(?:attacker|defender)".*?(?=<g class="hu-unit|</svg>)', text)
    assert ("#attacker" in attacker) != ("#defender" in attacker)
    assert ("#attacker" in defender) != ("#defender" in defender)
    overlay = {"legal_hexes": ["1,0"], "lit_hexes": ["0,1"], "selected": "-1,0"}
    text = svg.draw(svg.view(schema, {"targets": ["0,0"]}, overlay), {"theme": "light"})
    assert {name for name in ("target", "legal", "selected", "lit") if f'class="hu-{name}"' not in text} == set()
    assert '<use class="hu-legal" href="#choice"' in text
    choice = re.search(r'<g id="choice">(.*?)</g>', text)
    assert choice
    assert "stroke-dasharray" in choice[1]
    assert "<circle" in choice[1]


@pytest.mark.parametrize("vision", VISIONS)
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_marks_stand_out_from_every_ground(theme: str, vision: str) -> None:
    """Each mark has a halo: the mark stands out from its halo, or from the ground."""
    place = 1 if theme == "dark" else 0
    halo = COLOURS["halo"][place]
    for name in ("target", "legal", "select", "river", "bar", "fort"):
        mark = COLOURS[name][place]
        for ground, fill in grounds(theme).items():
            clear = max(contrast(mark, fill, vision), contrast(mark, halo, vision) if name != "river" else 0)
            assert clear >= (TEXT if name in ("target", "legal", "select") else 1.5), f"{name} on {ground}"


@pytest.mark.parametrize("vision", VISIONS)
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_marks_are_told_from_each_other(theme: str, vision: str) -> None:
    place = 1 if theme == "dark" else 0
    for one, other in itertools.combinations(("target", "legal", "select"), 2):
        assert distance(COLOURS[one][place], COLOURS[other][place], vision) >= APART, f"{one} and {other}"


@pytest.mark.parametrize("vision", VISIONS)
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_what_the_page_marks_by_colour_is_seen(theme: str, vision: str) -> None:
    colour = page_colours(theme)
    for front, back in (
        ("accent", "sunk"),  # the bars of the odds on their track
        ("accent", "paper"),  # the lit cell of a chart, pressed chips
        ("accent", "card"),
        ("good", "card"),  # the frame of the best choice
        ("focus", "paper"),
        ("focus", "card"),
        ("strong", "card"),  # the frames of controls
    ):
        assert contrast(colour[front], colour[back], vision) >= TEXT, f"{front} on {back}"
    for one, other in (("accent", "strong"), ("accent", "ink"), ("good", "strong"), ("accent-soft", "paper")):
        least = 2.0 if "soft" in one else APART
        assert distance(colour[one], colour[other], vision) >= least, f"{one} and {other}"
