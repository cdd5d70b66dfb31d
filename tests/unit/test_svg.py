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
from hexumpire.board.kept import Kept
from hexumpire.board.stacks import stacked

from tests.boards import EVIL, SCHEMA, SVG, by_class, dwindling, front, labels, picture, suez, tree, typical, unit

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
    assert svg.hex_id("1,-1") == "hex-1_-1"
    assert {"a-hex-0_0", "a-" + svg.unit_id("d1")} <= ids[0]


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


def test_only_what_the_type_names_is_printed() -> None:
    scenario = {"units": [unit("u", "attacker", "German", "infantry", "0,0", factors=3, movement=4, face="full")]}
    assert [e.text for e in by_class(picture(scenario), "hu-factors")] == ["3-4"]


def test_a_stack_says_how_many() -> None:
    assert "×2" in picture(suez())
    assert "×" not in picture(suez(), {"lost": {"d1": 1}})


@pytest.mark.parametrize("many", [11, 12, 13, 16, 17, 25, 32, 60, 200])
def test_many_counters_stay_in_their_hex(many: int) -> None:
    counters = [{"hex": "0,0"} for _ in range(many)]
    found = stacked(counters, {}, Kept())["0,0"]
    assert len({(counter["x"], counter["y"]) for counter in found}) == many
    for counter in found:
        half = counter["size"] / 2
        across, down = abs(counter["x"]) + half, abs(counter["y"]) + half
        assert across <= 0.866  # hex radii: the upright sides, and with little more the slanting ones
        assert down + across / 3**0.5 <= 1.06


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


# --- drawn again ---------------------------------------------------------------------------------------------------

OPTIONS = {"interactive": True, "patches": True, "id_prefix": "b-"}


def change(scenario: dict[str, Any], what: str) -> dict[str, Any]:
    """Change a board in one way; return the overlay."""
    if what == "terrain":
        scenario["map"]["hexes"]["3,3"]["terrain"] = "sea"
    elif what == "name":
        scenario["map"]["hexes"]["3,3"]["name"] = "Here"
    elif what == "river":
        scenario["map"]["sides"]["3,3:E"] = ["fort"]
    elif what == "counter":
        scenario["units"][5]["at"] = "3,3"
    elif what == "factors":
        scenario["units"][5]["factors"] = 9
    elif what == "target":
        scenario["targets"] = ["3,3"]
    elif what == "larger":
        scenario["map"]["hexes"]["30,-1"] = {}
    return {"loss": {"lost": {"u5": 1}}, "moved": {"moved": {"u5": "3,3"}}, "choice": {"legal_units": ["u5"]},
            "hexes": {"legal_hexes": ["3,3"], "lit_hexes": ["4,4"]}, "selected": {"selected": "3,3"},
            "names": {"names": {"3,3": "w4114"}}, "numbers": {"numbers": {"3,3": "2"}}}.get(what, {})  # fmt: skip


CHANGES = (
    *("nothing", "terrain", "name", "river", "counter", "factors", "target", "larger"),
    *("loss", "moved", "choice", "hexes", "selected", "names", "numbers"),
)


@pytest.mark.parametrize("what", CHANGES)
def test_a_board_drawn_again_is_the_board_drawn_anew(what: str) -> None:
    scenario, kept = front(8, 6, 20), svg.Kept()
    before = svg.pieces(svg.view(SCHEMA, scenario, {}, 0, kept), OPTIONS, kept)
    overlay = change(scenario, what)
    view = svg.view(SCHEMA, scenario if overlay else dict(scenario), overlay, 0, kept)
    again = svg.pieces(view, OPTIONS, kept)
    anew = svg.view(SCHEMA, scenario, overlay)
    assert (view, again) == (anew, svg.pieces(anew, OPTIONS))
    assert (again == before) == (what == "nothing")
    back = svg.pieces(svg.view(SCHEMA, front(8, 6, 20), {}, 0, kept), OPTIONS, kept)
    assert back == before


def test_a_step_on_a_front_changes_few_pieces_and_makes_few_hexes_anew() -> None:
    scenario, kept = front(), svg.Kept()
    first = svg.view(SCHEMA, scenario, {}, 0, kept)
    before = svg.pieces(first, OPTIONS, kept)
    assert len(before) > 600
    second = svg.view(SCHEMA, scenario, {"moved": {"u5": "3,3"}, "selected": "3,3"}, 0, kept)
    after = svg.pieces(second, OPTIONS, kept)
    start = scenario["units"][5]["at"]
    changed = {id for (id, text), (_, old) in zip(after, before, strict=True) if text != old}
    active = {"b-hex-0_0"}  # where the tab stop was
    assert changed - active - {""} == {
        *("b-part-frames", "b-part-arrows", "b-hex-3_3", f"b-hex-{start.replace(',', '_')}")
    }
    old: Any = {hex["hex"]: hex for hex in first["hexes"]}  # type: ignore[attr-defined]
    new: Any = second["hexes"]
    assert {hex["hex"] for hex in new if hex is not old[hex["hex"]]} == {"3,3", start}


def test_a_board_on_which_choices_come_and_go_makes_no_hex_anew() -> None:
    scenario, kept = front(), svg.Kept()
    overlays: list[dict[str, object]] = [{"legal_hexes": ["3,3", "4,4"], "lit_hexes": ["3,3"]}, {}, {"selected": "3,3"}]
    seen: dict[int, Any] = {}
    for turn in range(9):
        hexes: Any = svg.view(SCHEMA, scenario, overlays[turn % 3], 0, kept)["hexes"]
        if turn >= 3:
            assert [i for i, hex in enumerate(hexes) if hex is not seen[turn % 3][i]] == []
        seen[turn % 3] = hexes
    assert seen[0] != seen[1] != seen[2]


def test_pieces_have_ids_of_their_own_and_put_together_are_the_picture() -> None:
    view = svg.view(SCHEMA, suez())
    found = svg.pieces(view, OPTIONS)
    ids = [id for id, _ in found if id]
    assert len(ids) == len(set(ids))
    for id, text in found:
        assert not id or text.startswith(f'<g id="{id}"')
    assert svg.draw(view, OPTIONS) == "".join(text for _, text in found)
