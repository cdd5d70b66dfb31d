"""The drawable board: which hexes it shows, and where counters, arrows and trails lie."""

import re
from typing import Any

import pytest
from hexumpire.board import svg

from tests.boards import SCHEMA, by_class, dwindling, labels, picture, suez, tree, unit


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
