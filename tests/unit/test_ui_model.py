"""The page's state, on CPython: what taps, typing and the engine's answers do to it."""

from __future__ import annotations

import json
from typing import Any

import pytest
from frontend import example, look, stamp

pytestmark = pytest.mark.host


def test_a_new_board_has_a_target_and_nothing_else(app: Any) -> None:
    assert app.targets == ["0,0"]
    assert app.units == []
    assert len(app.shown_hexes()) == 7


def test_sides_follow_the_hex(app: Any) -> None:
    assert app.side_at("0,0") == "defender"
    assert app.side_at("1,0") == "attacker"
    app.do("side", "attacker")
    assert app.side_at("0,0") == "attacker"


def test_the_same_counter_twice_is_one_entry(app: Any) -> None:
    stamp(app, "1,0", "German", "German armor 4-6", 2)
    assert [(unit["count"], unit["at"], unit["side"]) for unit in app.units] == [(2, "1,0", "attacker")]
    stamp(app, "1,-1", "German", "German armor 4-6")
    assert len(app.units) == 2
    assert app.units[0]["id"] != app.units[1]["id"]


def test_undo_and_redo(app: Any) -> None:
    stamp(app, "1,0", "German", "German armor 4-6", 2)
    app.do("undo")
    assert app.units[0].get("count", 1) == 1
    app.do("undo")
    assert app.units == []
    app.do("redo")
    app.do("redo")
    assert app.units[0]["count"] == 2


def test_steps_in_a_row_are_undone_together(app: Any) -> None:
    stamp(app, "1,0", "German", "German armor 4-6")
    id = app.units[0]["id"]
    for _ in range(3):
        app.do("unitfield", id, "factors", "1")
    assert app.units[0]["factors"] == 7
    app.do("undo")
    assert app.units[0]["factors"] == 4


def test_numbers_stay_within_bounds(app: Any) -> None:
    stamp(app, "1,0", "German", "German armor 4-6")
    id = app.units[0]["id"]
    for typed in ("1000", "none", "2.5", "999999999", "-1", "1e1", "", "3x", "½"):
        undone = len(app.past)
        app.do("unitfield", id, "factors", "", typed)
        assert app.units[0]["factors"] == 4, "what is not taken changes nothing"
        assert len(app.past) == undone
        text, why = app.mistyped["unitfield", id, "factors"]
        assert text == typed and "1 to 30" in why and "4" in why
    app.do("unitfield", id, "factors", "", " 12 ")
    assert app.units[0]["factors"] == 12 and app.mistyped == {}
    app.do("count", id, "", "", "500")
    assert app.units[0].get("count", 1) == 1 and app.mistyped["count", id, ""][0] == "500"
    app.do("count", id, "1")
    assert app.units[0]["count"] == 2 and app.mistyped == {}
    app.do("count", id, "", "", "0")
    assert app.units == []


def test_moving_a_counter(app: Any) -> None:
    stamp(app, "1,0", "German", "German armor 4-6")
    app.do("move", app.units[0]["id"])
    app.do("hex", "0,1")
    assert app.units[0]["at"] == "0,1"
    assert app.selected == "0,1"
    assert app.moving == ""


def test_a_counter_put_down_joins_its_like(app: Any) -> None:
    stamp(app, "1,0", "German", "German armor 4-6", 2)
    stamp(app, "1,-1", "German", "German armor 4-6")
    stamp(app, "1,-1", "German", "German infantry 3-3")
    first, second, other = [unit["id"] for unit in app.units]
    app.do("drop", second, "1,0")
    assert [(unit["id"], unit.get("count", 1), unit["at"]) for unit in app.units] == [
        (first, 3, "1,0"),
        (other, 1, "1,-1"),
    ]
    app.do("drop", other, "1,0")
    assert [unit["at"] for unit in app.units] == ["1,0", "1,0"], "not its like"
    app.do("unitfield", other, "factors", "-1")
    stamp(app, "1,0", "German", "German infantry 3-3")
    assert len(app.units) == 3, "it has other factors"
    assert app.selected == "1,0"
    for _ in range(5):
        app.do("undo")
    assert [(unit["id"], unit["at"]) for unit in app.units] == [(first, "1,0"), (second, "1,-1")]


def test_dropping_where_it_stands_or_nowhere_changes_nothing(app: Any) -> None:
    stamp(app, "1,0", "German", "German armor 4-6")
    before, steps = json.dumps(app.scenario), len(app.past)
    for unit, hex in ((app.units[0]["id"], "1,0"), (app.units[0]["id"], ""), ("nobody", "0,1")):
        app.do("drop", unit, hex)
    assert (json.dumps(app.scenario), len(app.past)) == (before, steps)


def test_a_stack_is_split(app: Any) -> None:
    stamp(app, "1,0", "German", "German armor 4-6", 3)
    app.do("split", app.units[0]["id"])
    assert [unit["count"] for unit in app.units] == [2, 1]
    assert app.unit == app.units[1]["id"] != app.units[0]["id"]
    assert not app.can_split(app.units[1])
    app.do("split", app.units[1]["id"])
    assert len(app.units) == 2
    app.do("drop", app.units[1]["id"], "1,-1")
    app.do("drop", app.units[1]["id"], "1,0")
    assert [unit["count"] for unit in app.units] == [3], "together again"


@pytest.mark.parametrize("title", ["German air factors", "German destroyers carrying the invasion"])
def test_what_is_reckoned_in_factors_is_one_counter(app: Any, ui: Any, title: str) -> None:
    stamp(app, "1,0", "German", title, 2)
    unit = app.units[0]
    assert (len(app.units), unit["factors"], unit.get("count", 1)) == (1, 6, 1)
    start = "f-unit-" + ui.values.slug(unit["id"])
    head = ui.sheet.sheet(app).split('class="unithead"')[1]
    assert 'id="' + start + '-factors"' in head
    assert 'id="' + start + '-count"' not in head
    app.do("split", unit["id"])
    assert [(unit["factors"], unit.get("count", 1)) for unit in app.units] == [(5, 1), (1, 1)]
    app.do("unitfield", app.units[0]["id"], "factors", "", "30")
    stamp(app, "1,0", "German", title)
    assert [unit["factors"] for unit in app.units] == [30, 4], "where there is room for it"


def test_each_type_that_is_reckoned_in_an_amount_has_that_field(forms: Any) -> None:
    found = set()
    for schema in forms[1].values():
        for kind in schema["types"]:
            assert kind["amount"] in ("", *kind["fields"])
            fields = [field["kind"] for field in schema["unit_fields"] if field["key"] == kind["amount"]]
            assert fields == ["int"] * bool(kind["amount"])
            found.add(kind["amount"])
    assert found == {"", "factors"}


def test_all_sides_attacked_across_at_once(app: Any) -> None:
    assert app.crossed_sides() == []
    stamp(app, "0,0", "Russian", "Russian infantry 2-3")
    for hex in ("-1,0", "1,0", "0,1"):
        stamp(app, hex, "German", "German armor 4-6")
    app.do("side", "attacker")
    app.do("sidemark", "0,0", "W")
    app.do("crossed")
    assert app.sides == {"0,0:E": ["river"], "-1,0:E": ["river"], "0,1:NW": ["river"]}
    app.do("crossed")
    assert app.sides == {}
    app.do("target", "1,0")  # where attackers stand cannot be attacked across
    assert "0,0:E" not in app.crossed_sides()


def test_a_new_battle_opens_no_hex(app: Any) -> None:
    example(app)
    app.do("new")
    assert app.selected == ""
    assert app.units == []


def test_features_exclude_each_other(app: Any) -> None:
    for mark in app.listed("features"):
        if mark["excludes"]:
            app.do("feature", "0,0", mark["excludes"][0])
            app.do("feature", "0,0", mark["key"])
            assert app.hexes["0,0"]["features"] == [mark["key"]]
            app.do("feature", "0,0", mark["key"])
            assert "0,0" not in app.hexes
            return


def test_a_hexside_belongs_to_both_hexes(app: Any) -> None:
    key = app.listed("side_features")[0]["key"]
    app.do("sidemark", "0,0", "W")
    assert app.side_marks("-1,0", "E") == [key]
    app.do("sidemark", "-1,0", "E")
    assert app.sides == {}


def test_painting_copies_the_ground(app: Any) -> None:
    terrain = app.listed("terrains")[1]["key"]
    app.do("hex", "0,0", "keep")
    app.do("tool", "terrain")
    app.do("terrain", "0,0", terrain)
    app.do("paint", value=True)
    app.do("hex", "1,0")
    assert app.terrain_at("1,0") == terrain
    assert app.selected == "0,0"


def test_the_last_target_stays(app: Any) -> None:
    app.do("target", "0,0")
    assert app.targets == ["0,0"]
    app.do("target", "1,0")
    app.do("target", "0,0")
    assert app.targets == ["1,0"]


@pytest.mark.parametrize(
    ("key", "place"), [("left", "-1,0"), ("right", "1,0"), ("up", "0,-1"), ("pageup", "1,-1"), ("end", "-1,1")]
)
def test_keys_move_the_cursor(app: Any, key: str, place: str) -> None:
    app.do("step", key)
    assert app.cursor == place


def test_the_cursor_stays_on_the_board_and_comes_back(app: Any) -> None:
    for _ in range(5):
        app.do("step", "up")
    assert app.cursor in app.shown_hexes()
    for _ in range(2):
        app.do("step", "down")
    assert app.cursor in app.shown_hexes()
    assert app.cursor.split(",")[1] == "1"


def test_every_example_of_every_game_draws(app: Any, ui: Any, forms: Any) -> None:
    for game in forms[0]:
        app.do("ruleset", game["key"])
        for entry in app.listed("examples"):
            app.do("example", entry["key"])
            look(app)
            for hex in app.shown_hexes():
                app.selected = hex
                for tool in ui.model.TOOLS:
                    app.tool = tool
                    assert ui.sheet.sheet(app)
            for tab in ui.state.TABS:
                app.tab = tab
                assert ui.why.panel(app)
            assert ui.drawing.board_svg(app).startswith("<svg")
            assert ui.setup.foot(app)
            assert ui.setup.conditions(app)


def test_a_fight_from_roll_to_end_and_back(app: Any, ui: Any) -> None:
    example(app)
    app.do("fight")
    assert app.fighting
    for _ in range(40):
        node = app.node
        if node["kind"] == "end":
            break
        app.do("act", node["faces"][-1]["id"] if node["kind"] == "chance" else node["options"][0]["id"])
        assert not app.current
        look(app)
        assert ui.umpire.umpire(app)
    assert app.node["kind"] == "end"
    steps = len(app.actions)
    app.do("back", "1")
    assert len(app.actions) == 1
    app.do("putback")
    assert len(app.actions) == steps
    app.do("setup")
    assert app.actions == []
    assert not app.fighting


def test_an_action_on_an_old_position_is_not_taken(app: Any) -> None:
    example(app)
    app.do("fight")
    app.do("act", "d6=6")
    app.do("act", "d6=6")  # a second tap before the engine answered the first
    assert app.actions == ["d6=6"]


def test_changing_the_set_up_ends_the_fight(app: Any) -> None:
    example(app)
    app.do("fight")
    app.do("act", app.node["faces"][0]["id"])
    app.do("remove", app.units[0]["id"])
    assert app.actions == []


def test_tapping_what_may_not_be_chosen_says_why(app: Any) -> None:
    example(app)
    app.do("fight")
    app.view = dict(
        app.view,
        node={
            "kind": "decision",
            "side": "attacker",
            "prompt": "?",
            "rules": [],
            "options": [{"id": "a", "label": "A", "unit": "u1", "hex": "", "rules": []}],
            "refusals": [{"unit": "u2", "hex": "", "reason": "too late", "rules": ["1.2"]}],
        },
    )
    assert app.tapped("x", "u1") == "a"
    assert app.tapped("x", "u2") == ""
    assert app.notice == "too late (1.2)"


def test_problems_lead_to_their_field(app: Any, ui: Any) -> None:
    stamp(app, "1,0", "German", "German armor 4-6")
    id = app.units[0]["id"]
    assert app.show_path("$.units[0].factors") == "f-unit-" + ui.values.slug(id) + "-factors"
    assert app.selected == "1,0"
    assert app.unit == id
    key = app.listed("conditions")[0]["key"]
    assert app.show_path("$.conditions." + key) == "f-conditions-" + ui.values.slug(key)
    assert app.show_path('$.map.hexes["0,1"].terrain') == "sheet"
    assert app.selected == "0,1"


def test_what_is_kept_comes_back(app: Any, ui: Any, forms: Any) -> None:
    example(app)
    app.do("fight")
    app.do("act", "d6=6")
    look(app)
    app.do("notes", value="as the table agreed")
    other = ui.model.App(*forms)
    assert other.restore(json.loads(json.dumps(app.kept())))
    assert other.actions == ["d6=6"]
    assert other.fighting
    assert other.notes == "as the table agreed"
    assert other.scenario == app.scenario
    assert other.current, "what the same engine said of the same battle stands"
    older = json.loads(json.dumps(app.kept())) | {"version": "older"}
    assert other.restore(older) and not other.current


@pytest.mark.parametrize("kept", [{}, {"scenario": 3}, {"scenario": {}}, {"scenario": {"ruleset": "x", "units": 3}}])
def test_spoilt_storage_changes_nothing(app: Any, kept: Any) -> None:
    before = json.dumps(app.scenario)
    assert not app.restore(kept)
    assert json.dumps(app.scenario) == before


def test_dice_are_fair(ui: Any) -> None:
    numbers = iter([2**32 - 1, 2**32 - 3, 7])  # the first two lie beyond the last whole six
    assert ui.values.fair(6, lambda: next(numbers)) == 1
    faces = [{"id": "a", "weight": 1}, {"id": "b", "weight": 3}]
    assert [ui.values.pick(faces, lambda total, n=n: n) for n in range(4)] == ["a", "b", "b", "b"]


def test_nothing_gets_into_html_unescaped(app: Any, ui: Any) -> None:
    bad = "<script>\"'&"
    example(app)
    app.do("title", value=bad)
    app.do("notes", value=bad)
    app.do("hexname", "0,0", value=bad)
    app.do("hex", "0,0", "keep")
    app.notice = bad
    app.saved = [{"id": bad, "title": bad, "when": bad, "about": bad}]
    app.share = {"link": bad, "text": bad, "said": bad}
    app.tab = "notes"
    html = [
        draw(app)
        for draw in (
            ui.setup.caption,
            ui.sheet.sheet,
            ui.setup.status,
            ui.why.panel,
            ui.dialogs.battles,
            ui.dialogs.share,
            ui.drawing.board_svg,
        )
    ]
    app.tool = "terrain"
    html.append(ui.sheet.sheet(app))
    assert "<script" not in "".join(html)
    assert ui.parts.e(bad) == "&lt;script&gt;&quot;'&amp;"


def test_large_fractions_become_bars(ui: Any) -> None:
    assert ui.parts.fraction("1/4") == 0.25
    assert abs(ui.parts.fraction(str(10**60) + "/" + str(3 * 10**60)) - 1 / 3) < 1e-9


def test_a_long_name_is_cut_in_the_picture_and_whole_in_words(app: Any, ui: Any) -> None:
    app.do("hexname", "0,0", value="Constantinople and the Straits")
    view = ui.drawing.board_view(app)
    picture = ui.drawing.board_svg(app, view)
    assert ">Constantinople …</text>" in picture
    assert 'aria-label="Constantinople and the Straits' in picture
    assert "Constantinople and the Straits" in [hex["name"] for hex in view["hexes"]]
