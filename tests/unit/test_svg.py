"""The board as a picture and in words."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from hexumpire.board import svg

SVG = "{http://www.w3.org/2000/svg}"
EVIL = "<script>alert(\"1\")</script> & 'x' \x00\ud800]]>"

SCHEMA: dict[str, Any] = {
    "terrains": [
        {"key": "clear", "title": "Clear", "fill": "#efe7c8", "pattern": "none"},
        {"key": "desert", "title": "Desert", "fill": "#f3e3b3", "pattern": "dots"},
        {"key": "sea", "title": "Sea", "fill": "#c3dff0", "pattern": "water"},
    ],
    "features": [
        {"key": "fortress", "title": "Fortress", "glyph": "fortress"},
        {"key": "port", "title": "Port", "glyph": "port"},
        {"key": "depot", "title": "Supply depot", "glyph": "SD"},
    ],
    "side_features": [
        {"key": "river", "title": "River", "style": "river"},
        {"key": "fort", "title": "Fort side", "style": "fort"},
    ],
    "types": [
        {"key": "infantry", "title": "Infantry", "symbol": "infantry", "echelon": "corps"},
        {"key": "armor", "title": "Armor", "symbol": "armor"},
        {"key": "air", "title": "Air", "symbol": "air"},
        {"key": "hq", "title": "HQ", "symbol": "hq"},
    ],
    "nations": [
        {"key": "British", "title": "British", "letter": "B", "fill": "#d9b98a", "ink": "#3a1408"},
        {"key": "German", "title": "German", "letter": "G", "fill": "#9aa3a0", "ink": "#111111"},
    ],
}


def unit(id: str, side: str, nation: str, type: str, at: str | None, **more: Any) -> dict[str, Any]:
    return {"id": id, "side": side, "nation": nation, "type": type, "factors": 3, "movement": 3, "at": at, **more}


def suez() -> dict[str, Any]:
    return {
        "map": {
            "hexes": {
                "0,0": {"terrain": "clear", "features": ["fortress"], "name": "Suez"},
                "1,0": {"terrain": "desert"},
                "0,-1": {"terrain": "sea"},
            },
            "sides": {"1,0:W": ["river"], "0,0:SE": ["fort"]},
        },
        "targets": ["0,0"],
        "units": [
            unit("d1", "defender", "British", "infantry", "0,0", count=2),
            unit("a1", "attacker", "German", "armor", "1,0", factors=4, movement=6),
            unit("a2", "attacker", "German", "infantry", "1,0"),
            unit("a3", "attacker", "German", "air", "0,1", factors=5, movement=4),
            unit("d2", "defender", "British", "air", None, factors=2),
        ],
    }


def typical() -> dict[str, Any]:
    """Return a board of seven hexes and fourteen counters."""
    board = suez()
    hexes = ("0,0", "1,0", "1,-1", "-1,1", "0,1")
    board["units"] = [
        unit(f"u{i}", "defender" if i % 5 == 0 else "attacker", "German", "armor", hexes[i % 5], count=1 + i % 3)
        for i in range(14)
    ]
    return board


def picture(scenario: dict[str, Any], overlay: dict[str, Any] | None = None, **options: Any) -> str:
    return svg.draw(svg.view(SCHEMA, scenario, overlay), options)


def tree(text: str) -> ElementTree.Element:
    return ElementTree.fromstring(text)


def by_class(text: str, name: str) -> list[ElementTree.Element]:
    return [element for element in tree(text).iter() if name in element.get("class", "").split()]


def labels(text: str) -> dict[str, str]:
    return {e.get("data-hex", ""): e.get("aria-label", "") for e in tree(text).iter() if e.get("data-hex")}


# --- the view ------------------------------------------------------------------------------------------------


def test_the_board_shows_the_targets_their_neighbours_and_all_that_has_data() -> None:
    board = svg.view(SCHEMA, suez())
    assert [hex["hex"] for hex in board["hexes"]] == [  # type: ignore[attr-defined]
        "0,-1", "1,-1", "-1,0", "0,0", "1,0", "-1,1", "0,1",
    ]  # fmt: skip
    far = suez()
    far["units"].append(unit("a9", "attacker", "German", "armor", "3,0"))
    assert "3,0" in labels(picture(far, interactive=True))
    assert len(svg.view(SCHEMA, suez(), margin=1)["hexes"]) == 19  # type: ignore[arg-type]
    assert len(svg.view(SCHEMA, {})["hexes"]) == 1  # type: ignore[arg-type]


def test_view_names_sides_canonically() -> None:
    sides: Any = svg.view(SCHEMA, suez())["sides"]
    assert [(side["side"], side["style"]) for side in sides] == [("0,0:E", "river"), ("0,1:NW", "fort")]


@pytest.mark.parametrize(
    ("path", "value", "message"),
    [
        ("targets", ["nowhere"], "'nowhere' is not a hex"),
        ("map", {"hexes": {"x": {}}}, "'x' is not a hex"),
        ("map", {"sides": {"0,0:N": ["river"]}}, "'N' is not a direction"),
        ("units", [unit("u", "attacker", "German", "air", "Suez")], "'Suez' is not a hex"),
    ],
)
def test_a_misnamed_hex_is_an_error(path: str, value: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        svg.view(SCHEMA, {**suez(), path: value})


def test_whatever_else_is_unknown_is_drawn_plainly() -> None:
    scenario = suez()
    scenario["map"]["hexes"]["0,0"] = {"terrain": "moon", "features": ["crater"]}
    scenario["map"]["sides"]["0,0:E"] = ["wormhole"]
    scenario["units"].append({"id": "x", "at": "0,0", "type": "robot", "nation": "Mars"})
    text = picture(scenario, interactive=True)
    assert "The target, moon, crater." in labels(text)["0,0"]
    assert "Mars robot" in labels(text)["0,0"]
    assert "Wormhole to the east" in labels(text)["0,0"]


def test_attack_arrows_run_from_the_attackers_to_the_nearest_target() -> None:
    arrows: Any = svg.view(SCHEMA, suez())["arrows"]
    assert arrows == [
        {"from": "1,0", "to": "0,0", "near": True},
        {"from": "0,1", "to": "0,0", "near": True},
    ]
    gone: Any = svg.view(SCHEMA, suez(), {"lost": {"a1": 1}, "out": ["a2"]})["arrows"]
    assert [arrow["from"] for arrow in gone] == ["0,1"]


@pytest.mark.parametrize("n", range(1, 21))
def test_counters_of_one_hex_stay_apart_and_near_their_hex(n: int) -> None:
    scenario = {"targets": ["0,0"], "units": [unit(f"u{i}", "attacker", "German", "air", "0,0") for i in range(n)]}
    counters: Any = svg.view(SCHEMA, scenario)["counters"]
    for i, a in enumerate(counters):
        assert abs(a["x"]) < 0.87
        assert abs(a["y"]) < 0.87
        for b in counters[:i]:
            apart = max(abs(a["x"] - b["x"]), abs(a["y"] - b["y"]))
            assert apart > 0.8 * a["size"]
    if n <= 8:
        assert counters[0]["size"] >= 0.5


def test_the_overlay_moves_loses_and_marks_counters() -> None:
    overlay: dict[str, Any] = {"lost": {"d1": 1, "a1": 1}, "out": ["a2"], "moved": {"a3": "0,0"}, "legal_units": ["d1"]}
    board = svg.view(SCHEMA, suez(), overlay)
    counters: Any = {counter["id"]: counter for counter in board["counters"]}  # type: ignore[attr-defined]
    assert (counters["d1"]["lost"], counters["d1"]["count"], counters["d1"]["legal"]) == (1, 2, True)
    assert counters["a2"]["out"] is True
    assert (counters["a3"]["from"], counters["a3"]["hex"]) == ("0,1", "0,0")
    assert board["trails"] == [{"from": "0,1", "to": "0,0"}]
    text = svg.draw(board)
    assert "−1" in text
    assert 'fill="#8c8c8c"' in text
    assert 'fill="url(#hatch)"' in text
    assert by_class(text, "hu-trails")
    assert by_class(text, "hu-choice")


def test_counters_off_the_map_lie_in_a_tray_below() -> None:
    board: Any = svg.view(SCHEMA, suez())
    loose = next(counter for counter in board["counters"] if counter["id"] == "d2")
    assert board["trays"][0]["side"] == "defender"
    assert board["trays"][0]["y"] < loose["y"] < board["extent"][3]
    assert "Defender off map" in svg.draw(board)
    cell = by_class(svg.draw(board, {"interactive": True}), "hu-tray")[0][0]
    assert (cell.get("id"), cell.get("data-tray")) == ("tray-defender", "defender")
    assert cell.get("aria-label") == "Off the map. Defender: British air 2"


def dwindling() -> dict[str, Any]:
    board = suez()
    board["units"] = [
        unit("air", "defender", "British", "air", "0,0", factors=6),
        unit("ships", "attacker", "German", "armor", "1,0", factors=3, count=2),
        unit("half", "attacker", "German", "air", "0,1", factors=1.5),
        unit("army", "attacker", "German", "infantry", "1,0", count=3),
    ]
    return board


def told(overlay: dict[str, Any]) -> list[tuple[str, str, str]]:
    """Return unit, hex and words of every counter of the picture."""
    text = picture(dwindling(), overlay, interactive=True)
    return [
        (counter.get("data-unit", ""), hex.get("data-hex", ""), counter.get("aria-label", ""))
        for hex in tree(text).iter()
        if hex.get("data-hex")
        for counter in hex.iter()
        if counter.get("data-unit")
    ]


def test_a_dwindling_counter_shows_the_factors_it_has_left() -> None:
    overlay = {"left": {"air": 2, "ships": 4, "half": 0.5}}
    words = {id: label for id, _, label in told(overlay)}
    assert words["air"] == "British air 2 of 6 factors"
    assert words["ships"] == "German armor 4 of 6 factors"
    assert words["half"] == "German air ½ of 1½ factors"
    assert words["army"] == "German infantry 3-3 three times"
    text = picture(dwindling(), overlay)
    assert sorted(e.text or "" for e in by_class(text, "hu-was")) == ["1½", "6", "6"]
    assert sorted(e.text or "" for e in by_class(text, "hu-factors")) == ["2", "3-3", "4", "½"]
    assert re.findall("×.", text) == ["×3"]
    titled = {**SCHEMA, "types": [{"key": "air", "title": "Air factors", "symbol": "air"}]}
    assert "Defender: British air factors 2 of 6" in svg.describe(svg.view(titled, dwindling(), overlay))[0]


def test_factors_all_there_or_all_gone_are_no_dwindling() -> None:
    assert picture(dwindling(), {"left": {"air": 6, "ships": 7}}) == picture(dwindling())
    assert picture(dwindling(), {"left": {"air": 0}}) == picture(dwindling(), {"lost": {"air": 1}})
    unknown = dwindling()
    del unknown["units"][0]["factors"]
    assert "British air 2 factors left" in svg.describe(svg.view(SCHEMA, unknown, {"left": {"air": 2}}))[0]


def test_part_of_a_stack_moves_and_the_rest_stays() -> None:
    moved = told({"moved": {"army": {"0,0": 1}}})
    assert [(hex, words) for id, hex, words in moved if id == "army"] == [
        ("0,0", "German infantry 3-3"),
        ("1,0", "German infantry 3-3 twice"),
    ]
    view: Any = svg.view(SCHEMA, dwindling(), {"moved": {"army": {"0,0": 1, "1,-1": 1}}})
    parts = [(c["hex"], c["count"]) for c in view["counters"] if c["id"] == "army"]
    assert sorted(parts) == [("0,0", 1), ("1,-1", 1), ("1,0", 1)]
    assert view["trails"] == [{"from": "1,0", "to": "1,-1"}, {"from": "1,0", "to": "0,0"}]
    text = svg.draw(view, {"interactive": True})
    ids = [e.get("id") for e in tree(text).iter() if e.get("id")]
    assert len(ids) == len(set(ids))
    assert svg.unit_id("army") in ids


def test_a_stack_that_moves_together_is_one_counter() -> None:
    whole = picture(dwindling(), {"moved": {"army": "0,0"}}, interactive=True)
    parts = [counter for counter in told({"moved": {"army": {"0,0": 3}}}) if counter[0] == "army"]
    assert parts == [("army", "0,0", "German infantry 3-3 three times")]
    assert picture(dwindling(), {"moved": {"army": {"0,0": 3}}}, interactive=True) == whole
    assert picture(dwindling(), {"moved": {"army": {"0,0": 99}}}, interactive=True) == whole
    for none in ({}, {"0,0": 0}, {"1,0": 2}):
        assert picture(dwindling(), {"moved": {"army": none}}) == picture(dwindling())


def test_what_a_divided_stack_lost_it_lost_of_those_that_stayed() -> None:
    lost: dict[str, Any] = {"lost": {"army": 2}, "moved": {"army": {"0,0": 1}}}
    assert [(hex, words) for id, hex, words in told(lost) if id == "army"] == [
        ("0,0", "German infantry 3-3"),
        ("1,0", "German infantry 3-3 twice (lost)"),
    ]
    left = {"left": {"ships": 4}, "moved": {"ships": {"0,0": 1}}}
    assert [(hex, words) for id, hex, words in told(left) if id == "ships"] == [
        ("0,0", "German armor 3-3"),
        ("1,0", "German armor 1 of 3 factors"),
    ]


# --- the picture ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("theme", ["light", "dark", "auto"])
@pytest.mark.parametrize("interactive", [False, True])
@pytest.mark.parametrize("standalone", [False, True])
def test_the_picture_is_well_formed_and_its_ids_are_one_of_a_kind(
    theme: str, interactive: bool, standalone: bool
) -> None:
    overlay = {"legal_hexes": ["1,0"], "lit_hexes": ["0,1"], "selected": "0,0", "legal_units": ["a1"]}
    text = picture(suez(), overlay, theme=theme, interactive=interactive, standalone=standalone, side_hits=True)
    root = tree(text)
    ids = [element.get("id") for element in root.iter() if element.get("id")]
    assert len(ids) == len(set(ids))
    used = set(re.findall(r'href="#([^"]+)"|url\(#([^)]+)\)', text))
    assert {a or b for a, b in used} <= set(ids)
    assert set(root.get("aria-labelledby", "").split()) <= set(ids)
    assert ("var(" in text) == (theme == "auto")
    assert ("<style>" in text) == (standalone and theme == "auto")


def test_a_strict_content_policy_is_kept() -> None:
    text = picture(suez(), {"selected": "0,0"}, interactive=True)
    for element in tree(text).iter():
        assert element.tag != f"{SVG}script"
        assert element.tag != f"{SVG}style"
        for name in element.keys():  # noqa: SIM118
            assert name != "style"
            assert not name.startswith("on")
    assert re.findall(r"https?://[^\"]*", text) == ["http://www.w3.org/2000/svg"]


def test_hostile_text_is_only_text() -> None:
    schema: dict[str, Any] = {
        "terrains": [{"key": EVIL, "title": EVIL, "fill": "url(https://evil.example/x)", "pattern": EVIL}],
        "features": [{"key": EVIL, "title": EVIL, "glyph": EVIL}],
        "side_features": [{"key": EVIL, "title": EVIL, "style": EVIL}],
        "types": [{"key": EVIL, "title": EVIL, "symbol": EVIL, "echelon": EVIL}],
        "nations": [{"key": EVIL, "title": EVIL, "letter": EVIL, "fill": "red;}</style>", "ink": '"/>'}],
    }
    scenario: dict[str, Any] = {
        "map": {"hexes": {"0,0": {"terrain": EVIL, "features": [EVIL], "name": EVIL}}, "sides": {"0,0:E": [EVIL]}},
        "targets": ["0,0"],
        "units": [unit(EVIL, EVIL, EVIL, EVIL, "0,0", factors=EVIL, movement=EVIL)],
    }
    for interactive in (False, True):
        board = svg.view(schema, scenario)
        options: dict[str, Any] = {
            "interactive": interactive,
            "standalone": True,
            "title": EVIL,
            "desc": EVIL,
            "id_prefix": EVIL,
        }
        text = svg.draw(board, options)
        assert not list(tree(text).iter(f"{SVG}script"))
        assert "evil.example" not in text
        assert "<script" not in text
        assert "<script>alert" in "".join(tree(text).itertext())


def test_many_boards_on_one_page_have_ids_of_their_own() -> None:
    one = picture(suez(), interactive=True, id_prefix="a-")
    two = picture(suez(), interactive=True, id_prefix="b-")
    ids = [{e.get("id") for e in tree(text).iter() if e.get("id")} for text in (one, two)]
    assert not ids[0] & ids[1]
    assert svg.hex_id("1,-1", "a-") == "a-hex-1_-1"
    assert {"a-hex-0_0", svg.unit_id("d1", "a-")} <= ids[0]


def test_an_interactive_board_is_a_grid_with_one_tab_stop() -> None:
    text = picture(suez(), interactive=True)
    root = tree(text)
    assert root.get("role") == "grid"
    assert [e.get("class") for e in root.iter() if e.get("tabindex") == "0"] == ["hu-board"]
    assert root.get("aria-activedescendant") == "hex-0_0"
    rows = [e for e in root.iter() if e.get("role") == "row"]
    assert [len([c for c in row if c.get("role") == "gridcell"]) for row in rows] == [2, 3, 2, 1]
    assert tree(picture(suez(), {"selected": "1,0"}, interactive=True)).get("aria-activedescendant") == "hex-1_0"
    assert tree(picture(suez(), interactive=True, active="0,1")).get("aria-activedescendant") == "hex-0_1"
    assert [e.get("id") for e in by_class(picture(suez(), interactive=True, active="0,1"), "hu-active")] == ["hex-0_1"]
    assert {e.get("data-unit") for e in root.iter() if e.get("data-unit")} == {"d1", "d2", "a1", "a2", "a3"}
    assert {e.get("data-side") for e in root.iter() if e.get("data-side")} == {"0,0:E", "0,1:NW"}
    every = tree(picture(suez(), interactive=True, side_hits=True))
    assert len({e.get("data-side") for e in every.iter() if e.get("data-side")}) == 30


def test_a_plain_picture_is_one_image() -> None:
    text = picture(suez(), title="Suez, 1942", desc="Attack over the canal")
    root = tree(text)
    assert root.get("role") == "img"
    assert root.findtext(f"{SVG}title") == "Suez, 1942"
    assert root.findtext(f"{SVG}desc") == "Attack over the canal"
    for name in ("data-hex", "data-unit", "data-side", "tabindex"):
        assert name + "=" not in text


def test_size_scales_the_picture_only() -> None:
    small, large = tree(picture(suez(), size=30)), tree(picture(suez(), size=60))
    assert small.get("viewBox") == large.get("viewBox")
    assert float(large.get("width", "0")) == pytest.approx(2 * float(small.get("width", "0")), abs=0.2)


def test_every_symbol_every_glyph_every_side_and_every_pattern_is_drawn() -> None:
    for symbol in svg.SYMBOLS:
        schema = {**SCHEMA, "types": [{"key": "infantry", "title": "It", "symbol": symbol}]}
        text = svg.draw(svg.view(schema, {"units": [unit("u", "attacker", "German", "infantry", "0,0")]}))
        assert f'href="#s-{symbol}"' in text
        assert len(tree(text).findall(f".//*[@id='s-{symbol}']/*")) >= 1
    for glyph in svg.GLYPHS:
        schema = {**SCHEMA, "features": [{"key": "f", "title": "It", "glyph": glyph}]}
        text = svg.draw(svg.view(schema, {"map": {"hexes": {"0,0": {"features": ["f"]}}}}), {"theme": "light"})
        feature = by_class(text, "hu-feature")[0]
        assert feature.find(f"{SVG}text") is None
        assert "[" not in ElementTree.tostring(feature, "unicode")
    lines = set()
    for style in svg.SIDE_STYLES:
        schema = {**SCHEMA, "side_features": [{"key": "s", "title": "It", "style": style}]}
        text = svg.draw(svg.view(schema, {"map": {"sides": {"0,0:NE": ["s"]}}}))
        line = by_class(text, f"hu-{style}")[0]
        assert len(line) >= 2
        lines.add("".join(ElementTree.tostring(part, "unicode") for part in line))
    assert len(lines) == len(svg.SIDE_STYLES), "two styles are drawn alike"
    for pattern in set(svg.PATTERNS) - {"none"}:
        schema = {**SCHEMA, "terrains": [{"key": "clear", "title": "It", "fill": "#fff", "pattern": pattern}]}
        text = svg.draw(svg.view(schema, {}), {"theme": "light"})
        assert f'fill="url(#p-{pattern})"' in text
        assert "[" not in text


def test_a_feature_without_a_known_glyph_is_a_lettered_tag() -> None:
    scenario = suez()
    scenario["map"]["hexes"]["0,0"]["features"] = ["depot", "unheard of"]
    tags = [e.findtext(f"{SVG}text") for e in by_class(picture(scenario), "hu-feature")]
    assert tags == ["SD", "U"]


@pytest.mark.parametrize(
    ("factors", "movement", "type", "face"),
    [
        (3, 3, "infantry", "3-3"),
        (0.5, 4, "infantry", "½-4"),
        (1.5, None, "infantry", "1½"),
        (2.0, 6, "armor", "2-6"),
        (5, 4, "air", "5"),
        (None, 4, "hq", "4"),
    ],
)
def test_factors_are_printed_as_on_the_counter(factors: Any, movement: Any, type: str, face: str) -> None:
    scenario = {"units": [unit("u", "attacker", "German", type, "0,0", factors=factors, movement=movement)]}
    text = picture(scenario)
    assert [e.text for e in by_class(text, "hu-factors")] == [face]


def test_a_stack_says_how_many() -> None:
    assert "×2" in picture(suez())
    assert "×" not in picture(suez(), {"lost": {"d1": 1}})


def test_attacker_and_defender_differ_by_more_than_colour() -> None:
    text = picture(suez())
    assert 'href="#attacker"' in text
    assert 'href="#defender"' in text


def test_the_same_board_gives_the_same_picture() -> None:
    shuffled = suez()
    shuffled["map"]["hexes"] = dict(reversed(shuffled["map"]["hexes"].items()))
    shuffled["map"]["sides"] = dict(reversed(shuffled["map"]["sides"].items()))
    assert picture(suez()) == picture(suez()) == picture(shuffled)
    board = svg.view(SCHEMA, suez())
    assert svg.draw(board) == svg.draw(board)


def test_dark_terrain_is_dark() -> None:
    for fill in ("#ffffff", "#efe7c8", "#c3dff0", "#000", "lightblue"):
        schema = {**SCHEMA, "terrains": [{"key": "clear", "title": "Clear", "fill": fill}]}
        css = svg.theme_css(svg.view(schema, {}), "dark")
        found = re.search(r"--hu-t-clear:#(..)(..)(..)", css)
        assert found
        assert max(int(part, 16) for part in found.groups()) < 110
    assert "--hu-t-clear:#efe7c8" in svg.theme_css(svg.view(SCHEMA, {}), "light")


def test_a_typical_board_is_small() -> None:
    for options in ({"interactive": True}, {"interactive": True, "theme": "light"}, {"standalone": True}):
        assert len(picture(typical(), **options).encode()) < 25_000


# --- in words ------------------------------------------------------------------------------------------------


def test_a_hex_is_read_out() -> None:
    board = suez()
    board["map"]["sides"] = {}
    assert labels(picture(board, interactive=True))["0,0"] == (
        "Suez, clear, fortress. Defender: British infantry 3-3 twice. Target"
    )
    overlay = {"lost": {"d1": 1, "a1": 1}, "out": ["a2"], "legal_hexes": ["1,0"], "selected": "1,0"}
    told = labels(picture(board, overlay, interactive=True))
    assert "British infantry 3-3 twice (1 lost)" in told["0,0"]
    assert told["1,0"] == (
        "The hex east of Suez, desert. Attacker: German armor 4-6 (lost), German infantry 3-3 (out of the fight). "
        "Can be chosen, selected"
    )


def test_the_board_is_read_out() -> None:
    assert svg.describe(svg.view(SCHEMA, suez())) == [
        "Suez, clear, fortress. Defender: British infantry 3-3 twice. "
        "River to the east, fort side to the south-east. Target.",
        "The hex east of Suez, desert. Attacker: German armor 4-6, German infantry 3-3. River to the west.",
        "The hex south-east of Suez, clear. Attacker: German air 5. Fort side to the north-west.",
        "Empty: the hex north-west of Suez: sea, the hex north-east of Suez: clear, the hex west of Suez: clear, "
        "the hex south-west of Suez: clear.",
        "Off the map. Defender: British air 2.",
    ]


# --- on every Python -----------------------------------------------------------------------------------------

LOOSE = """
import json, sys
sys.path.insert(0, "/" if sys.implementation.name == "micropython" else sys.argv[1])
from board import svg
with open(sys.path[0] + "/board/cases.json") as file:
    cases = json.load(file)
for schema, scenario, overlay in cases:
    view = svg.view(schema, scenario, overlay)
    print(svg.draw(view, {"interactive": True, "standalone": True}))
    print(svg.draw(view, {"theme": "dark"}))
    print(svg.theme_css(view))
    for line in svg.describe(view):
        print(line)
"""
NODE = """
import { readFileSync, readdirSync } from "node:fs";
const { loadMicroPython } = await import(process.argv[2]);
const python = await loadMicroPython({ heapsize: 16 * 1024 * 1024 });
python.FS.mkdir("/board");
const folder = process.argv[3];
for (const name of readdirSync(folder)) python.FS.writeFile("/board/" + name, readFileSync(folder + "/" + name));
python.runPython(readFileSync(folder + "/loose.py", "utf8"));
"""


@pytest.mark.host
def test_the_board_draws_the_same_on_cpython_and_micropython(tmp_path: Path) -> None:
    import build

    folder = tmp_path / "board"
    shutil.copytree(build.BOARD, folder, ignore=shutil.ignore_patterns("__pycache__"))
    overlay = {"left": {"air": 2, "ships": 4}, "lost": {"army": 1}, "moved": {"army": {"0,0": 1}, "half": "0,0"}}
    cases = [(SCHEMA, suez(), {"selected": "0,0"}), (SCHEMA, typical(), None), (SCHEMA, dwindling(), overlay)]
    (folder / "cases.json").write_text(json.dumps(cases))
    (folder / "loose.py").write_text(LOOSE)
    (tmp_path / "run.mjs").write_text(NODE)

    def output(*command: str | Path) -> str:
        environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1", "PYTHONUTF8": "1", "PYTHONPATH": ""}
        return subprocess.run(command, env=environment, capture_output=True, check=True, encoding="utf-8").stdout

    expected = ""
    for schema, scenario, changes in cases:
        view = svg.view(schema, scenario, changes)
        expected += svg.draw(view, {"interactive": True, "standalone": True}) + "\n"
        expected += svg.draw(view, {"theme": "dark"}) + "\n" + svg.theme_css(view) + "\n"
        expected += "".join(line + "\n" for line in svg.describe(view))
    assert output(sys.executable, folder / "loose.py", tmp_path) == expected

    micropython = build.NODE_MODULES / "@micropython" / "micropython-webassembly-pyscript" / "micropython.mjs"
    node = os.environ.get("NODE") or shutil.which("node")
    if not node or not micropython.exists():
        pytest.skip("no MicroPython here: CPython alone was compared")
    assert output(node, tmp_path / "run.mjs", micropython.as_uri(), folder).replace("\r\n", "\n") == expected


def test_steps_and_the_printed_names_of_hexes_come_from_the_overlay() -> None:
    unit = {"id": "u1", "side": "defender", "type": "infantry", "nation": "German", "at": "0,0", "steps": 4}
    scenario = {"targets": ["0,0"], "units": [unit]}
    drawn = svg.draw(svg.view({}, scenario, {"steps": {"u1": 3}, "names": {"0,0": "w4114", "1,0": "<b>"}}))
    assert ">3/4</text>" in drawn
    assert ">w4114</text>" in drawn
    assert "&lt;b&gt;" in drawn
    told = " ".join(svg.describe(svg.view({}, scenario, {"steps": {"u1": 3}, "names": {"0,0": "w4114"}})))
    assert "Hex w4114" in told
    assert "3 of 4 steps" in told
    gone = svg.view({}, scenario, {"steps": {"u1": 0}})
    assert "(lost)" in " ".join(svg.describe(gone))
