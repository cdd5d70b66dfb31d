"""The page's state, on CPython: what taps, typing and the engine's answers do to it."""

from __future__ import annotations

import html
import json
import re
from typing import Any

import pytest
from amount import many
from frontend import do, example, look, stamp

pytestmark = pytest.mark.host


def picture_of(ui: Any, app: Any) -> str:
    """The board of the page."""
    return "".join(ui.drawing.spoken(text) for _, text in ui.drawing.board_pieces(app, ui.drawing.board_view(app)))


def test_a_new_board_has_a_target_and_nothing_else(app: Any, ui: Any) -> None:
    assert app.targets == ["0,0"]
    assert app.units == []
    assert len(ui.places.shown_hexes(app)) == 7


def test_sides_follow_the_hex(app: Any, ui: Any) -> None:
    assert ui.counters.side_at(app, "0,0") == "defender"
    assert ui.counters.side_at(app, "1,0") == "attacker"
    do(app, "side", "attacker")
    assert ui.counters.side_at(app, "0,0") == "attacker"


def test_the_same_counter_twice_is_one_entry(app: Any) -> None:
    stamp(app, "1,0", "German", "German armor 4-6", 2)
    assert [(unit["count"], unit["at"], unit["side"]) for unit in app.units] == [(2, "1,0", "attacker")]
    stamp(app, "1,-1", "German", "German armor 4-6")
    assert len(app.units) == 2
    assert app.units[0]["id"] != app.units[1]["id"]


def test_undo_and_redo(app: Any) -> None:
    stamp(app, "1,0", "German", "German armor 4-6", 2)
    do(app, "undo")
    assert app.units[0].get("count", 1) == 1
    do(app, "undo")
    assert app.units == []
    do(app, "redo")
    do(app, "redo")
    assert app.units[0]["count"] == 2


def test_steps_in_a_row_are_undone_together(app: Any) -> None:
    stamp(app, "1,0", "German", "German armor 4-6")
    id = app.units[0]["id"]
    for _ in range(3):
        do(app, "unitfield", id, "factors", "1")
    assert app.units[0]["factors"] == 7
    do(app, "undo")
    assert app.units[0]["factors"] == 4


def test_numbers_stay_within_bounds(app: Any, ui: Any) -> None:
    stamp(app, "1,0", "German", "German armor 4-6")
    id = app.units[0]["id"]
    for typed in ("1000", "none", "2.5", "999999999", "-1", "1e1", "", "3x", "½"):
        undone = len(app.battle.past)
        do(app, "unitfield", id, "factors", value=typed)
        assert app.units[0]["factors"] == 4, "what is not taken changes nothing"
        assert len(app.battle.past) == undone
        text, _ = app.look.mistyped["unitfield", id, "factors"]
        why = ui.parts.mistake("x", app.look.mistyped["unitfield", id, "factors"], app.units[0]["factors"])
        assert text == typed and "1 to 30" in why and "4" in why
    do(app, "unitfield", id, "factors", value=" 12 ")
    assert app.units[0]["factors"] == 12 and app.look.mistyped == {}
    do(app, "count", id, value="500")
    assert app.units[0].get("count", 1) == 1 and app.look.mistyped["count", id, ""][0] == "500"
    do(app, "count", id, "1")
    assert app.units[0]["count"] == 2 and app.look.mistyped == {}
    do(app, "count", id, value="0")
    assert app.units == []


def test_moving_a_counter(app: Any) -> None:
    stamp(app, "1,0", "German", "German armor 4-6")
    do(app, "move", app.units[0]["id"])
    do(app, "put", app.look.moving, "0,1")
    assert app.units[0]["at"] == "0,1"
    assert app.look.selected == "0,1"
    assert app.look.moving == ""


def test_a_counter_put_down_joins_its_like(app: Any) -> None:
    stamp(app, "1,0", "German", "German armor 4-6", 2)
    stamp(app, "1,-1", "German", "German armor 4-6")
    stamp(app, "1,-1", "German", "German infantry 3-3")
    first, second, other = [unit["id"] for unit in app.units]
    do(app, "drop", second, "1,0")
    assert [(unit["id"], unit.get("count", 1), unit["at"]) for unit in app.units] == [
        (first, 3, "1,0"),
        (other, 1, "1,-1"),
    ]
    do(app, "drop", other, "1,0")
    assert [unit["at"] for unit in app.units] == ["1,0", "1,0"], "not its like"
    do(app, "unitfield", other, "factors", "-1")
    stamp(app, "1,0", "German", "German infantry 3-3")
    assert len(app.units) == 3, "it has other factors"
    assert app.look.selected == "1,0"
    for _ in range(5):
        do(app, "undo")
    assert [(unit["id"], unit["at"]) for unit in app.units] == [(first, "1,0"), (second, "1,-1")]


def test_dropping_where_it_stands_or_nowhere_changes_nothing(app: Any) -> None:
    stamp(app, "1,0", "German", "German armor 4-6")
    before, steps = json.dumps(app.battle.scenario), len(app.battle.past)
    for unit, hex in ((app.units[0]["id"], "1,0"), (app.units[0]["id"], ""), ("nobody", "0,1")):
        do(app, "drop", unit, hex)
    assert (json.dumps(app.battle.scenario), len(app.battle.past)) == (before, steps)


def test_a_stack_is_split(app: Any, ui: Any) -> None:
    stamp(app, "1,0", "German", "German armor 4-6", 3)
    do(app, "split", app.units[0]["id"])
    assert [unit["count"] for unit in app.units] == [2, 1]
    assert app.look.unit == app.units[1]["id"] != app.units[0]["id"]
    assert not ui.counters.can_split(app, app.units[1])
    do(app, "split", app.units[1]["id"])
    assert len(app.units) == 2
    do(app, "drop", app.units[1]["id"], "1,-1")
    do(app, "drop", app.units[1]["id"], "1,0")
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
    do(app, "split", unit["id"])
    assert [(unit["factors"], unit.get("count", 1)) for unit in app.units] == [(5, 1), (1, 1)]
    do(app, "unitfield", app.units[0]["id"], "factors", value="30")
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
    assert found >= {"", "factors"}


def test_all_sides_attacked_across_at_once(app: Any, ui: Any) -> None:
    assert ui.ground.crossed_sides(app) == []
    stamp(app, "0,0", "Russian", "Russian infantry 2-3")
    for hex in ("-1,0", "1,0", "0,1"):
        stamp(app, hex, "German", "German armor 4-6")
    do(app, "side", "attacker")
    do(app, "sidemark", "0,0", "W")
    do(app, "crossed")
    assert app.sides == {"0,0:E": ["river"], "-1,0:E": ["river"], "0,1:NW": ["river"]}
    do(app, "crossed")
    assert app.sides == {}
    do(app, "target", "1,0")  # where attackers stand cannot be attacked across
    assert "0,0:E" not in ui.ground.crossed_sides(app)


def test_a_new_battle_opens_no_hex(app: Any) -> None:
    example(app)
    do(app, "new")
    assert app.look.selected == ""
    assert app.units == []


def test_features_exclude_each_other(app: Any) -> None:
    for mark in app.listed("features"):
        if mark["excludes"]:
            do(app, "feature", "0,0", mark["excludes"][0])
            do(app, "feature", "0,0", mark["key"])
            assert app.hexes["0,0"]["features"] == [mark["key"]]
            do(app, "feature", "0,0", mark["key"])
            assert "0,0" not in app.hexes
            return


def test_a_hexside_belongs_to_both_hexes(app: Any, ui: Any) -> None:
    key = app.listed("side_features")[0]["key"]
    do(app, "sidemark", "0,0", "W")
    assert ui.sheet.side_marks(app, "-1,0", "E") == [key]
    do(app, "sidemark", "-1,0", "E")
    assert app.sides == {}


def test_painting_copies_the_ground(app: Any, ui: Any) -> None:
    terrain = app.listed("terrains")[1]["key"]
    do(app, "hex", "0,0", "keep")
    do(app, "tool", "terrain")
    do(app, "terrain", "0,0", terrain)
    do(app, "paint", value=True)
    do(app, "paintover", "1,0")
    assert ui.ground.terrain_at(app, "1,0") == terrain
    assert app.look.selected == "0,0"


def test_the_last_target_stays(app: Any) -> None:
    do(app, "target", "0,0")
    assert app.targets == ["0,0"]
    do(app, "target", "1,0")
    do(app, "target", "0,0")
    assert app.targets == ["1,0"]


@pytest.mark.parametrize(
    ("key", "place"), [("left", "-1,0"), ("right", "1,0"), ("up", "0,-1"), ("pageup", "1,-1"), ("end", "-1,1")]
)
def test_keys_move_the_cursor(app: Any, key: str, place: str) -> None:
    do(app, "step", key)
    assert app.look.cursor == place


def test_the_cursor_stays_on_the_board_and_comes_back(app: Any, ui: Any) -> None:
    for _ in range(5):
        do(app, "step", "up")
    assert app.look.cursor in ui.places.shown_hexes(app)
    for _ in range(2):
        do(app, "step", "down")
    assert app.look.cursor in ui.places.shown_hexes(app)
    assert app.look.cursor.split(",")[1] == "1"


def considered(panel: str) -> list[str]:
    """The names of the lines that do not apply."""
    lines = panel.partition('<ul class="skipped">')[2].partition("</ul>")[0].split("<li>")
    return [line.partition('<span class="help">')[0] for line in lines[1:]]


@pytest.mark.slow
def test_every_example_of_every_game_draws(app: Any, ui: Any, forms: Any) -> None:
    for game in forms[0]:
        do(app, "ruleset", game["key"])
        for entry in app.listed("examples")[:: many(6, 1)]:
            do(app, "example", entry["key"])
            look(app)
            for hex in ui.places.shown_hexes(app):
                app.look.selected = hex
                for tool in ("counters", "terrain", "sides"):
                    app.look.tool = tool
                    assert ui.sheet.sheet(app)
            for tab in ui.state.TABS:
                app.look.tab = tab
                panel = ui.why.panel(app)
                names = considered(panel)
                assert panel
                assert len(names) == len(set(names)), f"{entry['key']}: like lines of both sides say whose they are"
            assert picture_of(ui, app).startswith("<svg")
            assert ui.setup.foot(app)
            assert ui.setup.conditions(app)


def test_a_line_of_the_log_opens_the_reckoning_of_its_figure_and_cites_no_rule_twice(app: Any, ui: Any) -> None:
    example(app)
    do(app, "fight")
    part = {
        "label": "RE total",
        "value": 3,
        "rules": ["11.L.2.a"],
        "op": "fact",
        "skipped": False,
        "note": "",
        "children": [],
    }
    level = part | {"label": "Level of disruption", "value": "½", "rules": ["11.L.2"]}
    trace = part | {"label": "Points", "value": "1½", "rules": [], "op": "product", "children": [level, part]}
    line = {
        "step": 0,
        "text": "The defender owes 1½ points.",
        "rules": ["T7", "11.L.2", "11.L.2.a"],
        "side": "defender",
    }
    app.position["log"] = [line]
    assert "<details" not in ui.umpire.log(app)
    app.position["log"] = [line | {"trace": trace}]
    told = ui.umpire.log(app)
    assert told.count("<details") == 1 and "× 3" in told and "Level of disruption" in told
    assert [told.count(f'data-a="{rule}"') for rule in line["rules"]] == [1, 1, 1]
    (fold,) = re.findall('data-open="([^"]*)"', told)
    app.look.opened[html.unescape(fold)] = True
    assert " open>" in ui.umpire.log(app)
    app.position["log"] = [line | {"text": "The attacker owes 1½ points.", "trace": trace}]
    assert " open>" not in ui.umpire.log(app), "a line of another battle at the same place is another one"


def test_a_fight_from_roll_to_end_and_back(app: Any, ui: Any) -> None:
    example(app)
    do(app, "fight")
    assert app.fighting
    for _ in range(40):
        node = app.node
        if node["kind"] == "end":
            break
        do(app, "act", node["faces"][-1]["id"] if node["kind"] == "chance" else node["options"][0]["id"])
        assert not app.current
        look(app)
        assert ui.umpire.umpire(app)
    assert app.node["kind"] == "end"
    steps = len(app.battle.actions)
    do(app, "back", "1")
    assert len(app.battle.actions) == 1
    do(app, "putback")
    assert len(app.battle.actions) == steps
    do(app, "setup")
    assert app.battle.actions == []
    assert not app.fighting


def test_an_action_on_an_old_position_is_not_taken(app: Any) -> None:
    example(app)
    do(app, "fight")
    do(app, "act", "d6=6")
    do(app, "act", "d6=6")  # a second tap before the engine answered the first
    assert app.battle.actions == ["d6=6"]


def test_changing_the_set_up_ends_the_fight(app: Any) -> None:
    example(app)
    do(app, "fight")
    do(app, "act", app.node["faces"][0]["id"])
    do(app, "remove", app.units[0]["id"])
    assert app.battle.actions == []


def test_undo_brings_the_fight_back_that_a_change_of_the_set_up_ended(app: Any, ui: Any) -> None:
    """Its steps can be put back, counted as the player saw them, and its dice by mail are there again."""
    example(app)
    do(app, "fight")
    do(app, "act", app.node["faces"][0]["id"])
    look(app)
    fought, mail = list(app.battle.actions), {"A": {"commitment": "00"}}
    app.battle.mail = mail
    ui.fighting.set_up(app)
    look(app)
    do(app, "title", value="Ours")  # which changes nothing of the fight
    do(app, "remove", app.units[0]["id"])
    assert (app.battle.actions, app.battle.undone, app.battle.mail) == ([], [], None)
    do(app, "undo")
    assert (app.battle.undone, app.battle.steps_back, app.battle.mail) == (fought, 1, mail)
    assert "fight" not in app.battle.scenario
    do(app, "undo")  # the title
    assert (app.battle.undone, app.battle.mail) == (fought, mail)
    do(app, "redo")
    do(app, "redo")
    assert (app.battle.undone, app.battle.mail) == ([], None), "the fight was of another set-up"
    do(app, "undo")
    do(app, "fight")
    ui.fighting.put_back(app)
    assert app.battle.actions == fought


def test_undo_brings_the_fight_of_the_battle_before_back(app: Any, ui: Any) -> None:
    """Losses that were named together are one step, whatever they are in the record."""
    example(app)
    app.battle.actions, app.battle.undone, app.battle.steps_back = ["d6=1", "lose:u1", "lose:u2"], ["d6=3"], 1
    app.answers.view, app.answers.view_of = {**app.answers.view, "starts": [0, 1, 1]}, app.battle.revision
    do(app, "example", "suez-7")
    assert not app.battle.undone
    do(app, "undo")
    assert (app.battle.actions, app.battle.undone, app.battle.steps_back) == (
        [],
        ["d6=1", "lose:u1", "lose:u2", "d6=3"],
        3,
    )


def test_undo_into_another_game_shows_nothing_that_was_said_of_the_one_before(app: Any, ui: Any, forms: Any) -> None:
    """Its chart has an EX, where the results of the battle before are Ex, which that chart does not explain."""
    _, schemas = forms
    ui.battles.load(app, schemas["custom"]["examples"][0]["scenario"])
    assert "EX" in ui.form.chart(app)["legend"]
    ui.battles.load(app, {"ruleset": "aworldatwar", **schemas["aworldatwar"]["examples"][0]["scenario"]})
    look(app)
    assert "Ex" in {one["result"] for one in app.position["assessment"]["results"]}
    app.engine.state = "ready"
    do(app, "tab", "chart")
    do(app, "undo")
    assert "EX" in ui.why.panel(app) and 'class="gives"' not in ui.why.panel(app)
    for key in ("why", "odds"):
        do(app, "tab", key)
        assert "figures" not in ui.why.panel(app)
    assert "Fight" in ui.setup.foot(look(app))
    do(app, "redo")
    assert not app.position


def test_tapping_what_may_not_be_chosen_says_why(app: Any, ui: Any) -> None:
    example(app)
    do(app, "fight")
    app.answers.view = dict(
        app.answers.view,
        node={
            "kind": "decision",
            "side": "attacker",
            "prompt": "?",
            "rules": [],
            "options": [{"id": "a", "label": "A", "unit": "u1", "hex": "", "rules": []}],
            "refusals": [{"unit": "u2", "hexes": [], "reason": "too late", "rules": ["1.2"]}],
        },
    )
    assert ui.fighting.tapped(app, "x", "u1") == "a"
    assert ui.fighting.tapped(app, "x", "u2") == ""
    assert app.look.notice == "too late"
    assert re.search('<span>too late .*<button [^>]*data-do="rule" data-a="1.2"', ui.parts.notice(app, "said"))


def going(app: Any, options: list[dict[str, Any]], refusals: list[dict[str, Any]]) -> None:
    """Have a battle ask for one of these."""
    example(app)
    do(app, "fight")
    node = {"kind": "decision", "side": "attacker", "prompt": "?", "rules": [], "options": options}
    app.answers.view = dict(app.answers.view, node=node | {"refusals": refusals}, overlay={"legal_units": ["u1"]})


def option(id: str, unit: str = "", hex: str = "") -> dict[str, Any]:
    return {"id": id, "label": f"Go {id}", "unit": unit, "hex": hex, "rules": []}


def test_few_options_are_a_list_and_many_are_put_together(app: Any, ui: Any) -> None:
    few = [option(f"to:{n},0", hex=f"{n},0") for n in range(11)]
    going(app, [option("done"), *few], [])
    assert ui.choosing.choosing(app).count('class="option"') == 12
    assert "<details" not in ui.choosing.choosing(app)
    going(app, [option("done"), *few, *(option(f"u:{n}", unit=f"u{n}") for n in range(5))], [])
    text = ui.choosing.choosing(app)
    assert text.count('class="option"') == 1
    assert text.count("<details") == 2
    assert "11 hexes" in text
    assert "5 choices" in text
    app.look.opened["many-hexes"] = True
    assert ui.choosing.choosing(app).count('class="option"') == 12


def test_the_best_of_many_options_stands_outside_their_list(app: Any, ui: Any) -> None:
    going(app, [option(f"to:{n},0", hex=f"{n},0") for n in range(20)], [])
    app.answers.best_of = app.battle.revision
    app.answers.best = {"actions": [{"id": "to:7,0", "value_text": "60 %", "best": True}]}
    text = ui.choosing.choosing(app)
    assert text.count('class="option best"') == text.count("<li>") == 1
    assert "Go to:7,0" in text
    assert "19 hexes" in text


def test_where_one_counter_may_go_is_marked_and_tapped(app: Any, ui: Any) -> None:
    reach = [option(f"to:{n},0", "u1", f"{n},0") for n in range(3, 7)]
    refusals = [{"unit": "u1", "hexes": ["9,0"], "reason": "too far", "rules": ["1.2"]}]
    going(app, [option("back"), *reach], refusals)
    view = ui.drawing.board_view(app)
    assert [hex["hex"] for hex in view["hexes"] if hex["legal"]] == ["3,0", "4,0", "5,0", "6,0"]
    assert not [one for one in view["counters"] if one["legal"]]
    assert ui.fighting.tapped(app, "4,0", "") == "to:4,0"
    assert ui.fighting.tapped(app, "9,0", "") == ""
    assert app.look.notice.endswith("too far")
    assert 'data-do="rule" data-a="1.2"' in ui.parts.notice(app, "said")
    assert ui.fighting.tapped(app, "", "u1") == ""  # it goes somewhere: nothing less to choose from
    assert app.look.narrowed == []


def test_a_counter_tapped_among_several_shows_where_it_may_go(app: Any, ui: Any) -> None:
    reach = [option(f"{unit}:{n},0", unit, f"{n},0") for unit in ("u1", "u2") for n in range(3, 5)]
    going(app, reach, [])
    assert ui.fighting.tapped(app, "", "u2") == ""
    assert app.look.narrowed == ["u2:3,0", "u2:4,0"]
    legal = [hex["hex"] for hex in ui.drawing.board_view(app)["hexes"] if hex["legal"]]
    assert legal == ["3,0", "4,0"]
    assert ui.fighting.tapped(app, "4,0", "") == "u2:4,0"


def test_problems_lead_to_their_field(app: Any, ui: Any) -> None:
    stamp(app, "1,0", "German", "German armor 4-6")
    id = app.units[0]["id"]
    assert ui.pointing.show_path(app, "$.units[0].factors") == "f-unit-" + ui.values.slug(id) + "-factors"
    assert app.look.selected == "1,0"
    assert app.look.unit == id
    key = app.listed("conditions")[0]["key"]
    assert ui.pointing.show_path(app, "$.conditions." + key) == "f-conditions-" + ui.values.slug(key)
    assert ui.pointing.show_path(app, '$.map.hexes["0,1"].terrain') == "sheet"
    assert app.look.selected == "0,1"


def test_what_is_no_part_of_the_edition_can_be_taken_out(app: Any, ui: Any) -> None:
    """The engine says so, in the words of the page's buttons; tapping that leads to a control which takes it out."""
    do(app, "example", "attrition-winter")
    do(app, "edition", "old")
    look(app)
    problems = ui.answers.problems(app)
    assert len(problems) == 2
    assert problems[0]["message"].endswith("is no part of the edition 'old' (Older)")
    assert problems[0]["fix"] == "leave it out, or play the edition new (Newer)"
    ids = [ui.pointing.problem_focus(app, index) for index in range(2)]
    keys = ["winter_level", "winter_designations"]
    assert ids == ["f-conditions-" + ui.values.slug(key) for key in keys]
    assert all(f'id="{id}"' in ui.setup.conditions(app) for id in ids)
    for key in keys:
        do(app, "condition", key, value="0")
    look(app)
    assert not [one for one in ui.answers.problems(app) if "is no part of" in one["message"]]
    assert not any(id in ui.setup.conditions(app) for id in ids)


def test_what_is_kept_comes_back(app: Any, ui: Any, forms: Any) -> None:
    example(app)
    do(app, "fight")
    do(app, "act", "d6=6")
    look(app)
    do(app, "notes", value="as the table agreed")
    other = ui.state.State(*forms)
    assert ui.keeping.restore(other, json.loads(json.dumps(ui.keeping.kept(app))))
    assert other.battle.actions == ["d6=6"]
    assert other.fighting
    assert other.battle.notes == "as the table agreed"
    assert other.battle.scenario == app.battle.scenario
    assert other.current, "what the same engine said of the same battle stands"
    older = json.loads(json.dumps(ui.keeping.kept(app))) | {"version": "older"}
    assert ui.keeping.restore(other, older) and not other.current


def test_losses_that_are_named_come_back_with_their_position_alone(app: Any, ui: Any, forms: Any) -> None:
    do(app, "example", "suez-12")
    do(look(app), "fight")
    do(app, "act", "d6=4")
    look(app)
    do(app, "pick", "lose:u2")
    do(app, "measure", value="attacker_factors")
    kept = json.loads(json.dumps(ui.keeping.kept(app)))
    other = ui.state.State(*forms)
    assert ui.keeping.restore(other, kept | {"agreeing": ["!hex", "we rolled off the ta"]})
    assert json.loads(json.dumps(ui.keeping.kept(other)))["agreeing"] == ["!hex", "we rolled off the ta"]
    for strange in ("!hex", [], [1], None):
        assert ui.keeping.restore(other, kept | {"agreeing": strange})
        assert (other.look.override, other.look.override_note) == ("", "")
    assert ui.losses.picks(other) == ["lose:u2"] and other.look.measure == "attacker_factors"
    assert ui.keeping.restore(other, kept | {"version": "older"}), "which may know of other losses"
    assert ui.losses.picks(other) == []
    do(app, "back")
    assert json.loads(json.dumps(ui.keeping.kept(app)))["named"] == []


@pytest.mark.parametrize("other", [("new",), ("ruleset", "d8chart"), ("example", "suez-7")])
def test_notes_and_a_title_are_of_one_battle(app: Any, other: tuple[str, ...]) -> None:
    example(app)
    assert not app.battle.dirty
    do(app, "notes", value="ours")
    assert app.battle.dirty, "it is put on the list"
    do(app, *other)
    assert (app.battle.notes, app.battle.dirty) == ("", False), "the notes are of the battle before"
    do(app, "title", value="Ours")
    assert app.battle.dirty
    do(app, "undo")
    assert app.battle.future
    do(app, "title", value="Ours at last")
    assert not app.battle.future, "to redo would write over what was typed since"


def test_undo_goes_back_into_a_battle_with_its_notes_and_forward_again(app: Any) -> None:
    example(app)
    app.battle.id = "aaaa"
    do(app, "notes", value="ours")
    do(app, "example", "suez-7")
    do(app, "notes", value="of the other")
    do(app, "undo")
    assert (app.battle.id, app.battle.notes, app.battle.dirty) == ("aaaa", "ours", True)
    assert "of" not in app.battle.scenario
    do(app, "redo")
    assert app.battle.notes == "of the other"
    stamp(app, "1,0", "German", "German armor 4-6")
    do(app, "notes", value="noted since")
    do(app, "undo")
    assert app.battle.notes == "noted since", "to take a counter back takes no notes back"


def test_a_battle_that_is_opened_begins_with_nothing_of_the_one_before(app: Any, ui: Any) -> None:
    """What could be undone, was typed and refused, taken up to move, or agreed on belongs to the battle before."""
    example(app)
    saved = json.loads(json.dumps(ui.keeping.kept(app)))
    do(app, "title", value="Mine")
    do(app, "undo")
    do(app, "title", value="Mine again")
    app.look.moving, app.look.override_note, app.look.override = "u1", "as agreed", "!end"
    app.look.mistyped = {("count", "u1", ""): ("zz", "no number")}
    assert app.battle.past
    assert ui.keeping.restore(app, saved)
    assert (app.battle.past, app.battle.future, app.battle.tag) == ([], [], "")
    assert (app.look.moving, app.look.override_note, app.look.override, app.look.mistyped) == ("", "", "", {})
    do(app, "title", value="Other")
    do(app, "undo")
    assert app.battle.scenario["title"] == saved["scenario"]["title"]


def test_steps_taken_back_are_counted_after_a_reload_as_before(app: Any, ui: Any) -> None:
    """Losses that were named together are one step, whatever they are in the record."""
    example(app)
    app.battle.undone, app.battle.steps_back = ["d6=1", "lose:u1", "lose:u2"], 2
    saved = json.loads(json.dumps(ui.keeping.kept(app)))
    app.battle.undone, app.battle.steps_back = [], 0
    assert ui.keeping.restore(app, saved)
    assert (len(app.battle.undone), app.battle.steps_back) == (3, 2)
    assert ui.keeping.restore(app, saved | {"steps_back": "two"}) and app.battle.steps_back == 0


def test_how_sides_decide_is_of_one_game(app: Any, ui: Any) -> None:
    example(app)
    app.battle.policies, app.battle.objective = {"attacker": "once"}, "factors"
    other = next(one for one in app.schemas["d8chart"]["examples"])["scenario"]
    ui.battles.load(app, other)
    assert (app.battle.policies, app.battle.objective) == ({}, "")
    app.battle.policies = {"defender": "stand"}
    do(app, "undo")
    assert app.battle.policies == {}


def test_what_is_agreed_on_is_what_the_list_shows(app: Any) -> None:
    """An override that was chosen before the die fell, and is offered no more, is not played."""
    example(app)
    do(app, "fight")
    look(app)
    do(app, "override", value=app.position["overrides"][-1]["id"])
    do(app, "act", "d6=1")
    look(app)
    offered = [one["id"] for one in app.position["overrides"]]
    do(app, "agree")
    assert app.battle.actions[-1] == offered[0]


@pytest.mark.parametrize("kept", [{}, {"scenario": 3}, {"scenario": {}}, {"scenario": {"ruleset": "x", "units": 3}}])
def test_spoilt_storage_changes_nothing(app: Any, kept: Any, ui: Any) -> None:
    before = json.dumps(app.battle.scenario)
    assert not ui.keeping.restore(app, kept)
    assert json.dumps(app.battle.scenario) == before


def test_dice_are_fair(ui: Any) -> None:
    numbers = iter([2**32 - 1, 2**32 - 3, 7])  # the first two lie beyond the last whole six
    assert ui.losses.fair(6, lambda: next(numbers)) == 1
    faces = [{"id": "a", "weight": 1}, {"id": "b", "weight": 3}]
    assert [ui.losses.pick_face(faces, lambda total, n=n: n) for n in range(4)] == ["a", "b", "b", "b"]


def test_nothing_gets_into_html_unescaped(app: Any, ui: Any) -> None:
    bad = "<script>\"'&"
    example(app)
    do(app, "title", value=bad)
    do(app, "notes", value=bad)
    do(app, "hexname", "0,0", value=bad)
    do(app, "hex", "0,0", "keep")
    app.look.notice = bad
    app.device.saved = [{"id": bad, "title": bad, "when": bad, "about": bad}]
    app.share = {"link": bad, "text": bad, "said": bad}
    app.look.tab = "notes"
    html = [
        draw(app)
        for draw in (
            ui.setup.caption,
            ui.sheet.sheet,
            ui.setup.status,
            ui.why.panel,
            ui.dialogs.battles,
            ui.dialogs.share,
        )
    ]
    html.append(picture_of(ui, app))
    app.look.tool = "terrain"
    html.append(ui.sheet.sheet(app))
    assert "<script" not in "".join(html)
    assert ui.parts.e(bad) == "&lt;script&gt;&quot;'&amp;"


def test_large_fractions_become_bars(ui: Any) -> None:
    assert ui.parts.fraction("1/4") == 0.25
    assert abs(ui.parts.fraction(str(10**60) + "/" + str(3 * 10**60)) - 1 / 3) < 1e-9


def test_a_long_name_is_cut_in_the_picture_and_whole_in_words(app: Any, ui: Any) -> None:
    do(app, "hexname", "0,0", value="Constantinople and the Straits")
    view = ui.drawing.board_view(app)
    picture = picture_of(ui, app)
    assert ">Constantinople …</text>" in picture
    assert 'aria-label="Constantinople and the Straits' in picture
    assert "Constantinople and the Straits" in [hex["name"] for hex in view["hexes"]]


def test_a_way_is_named_as_a_path_and_attacked_hexes_as_targets(ui: Any, forms: Any) -> None:
    app = ui.state.State(*forms)
    ui.battles.load(app, {"ruleset": "d8chart"})
    do(app, "procedure", "move")
    ui.ground.toggle_target(app, "1,0")
    assert app.battle.scenario["path"] == app.targets == ["0,0", "1,0"]
    assert "targets" not in app.battle.scenario
    assert look(app).answers.view["problems"][0]["path"] == "$.units"
    do(app, "procedure", "attack")
    assert app.battle.scenario["targets"] == ["0,0", "1,0"]
    assert "path" not in app.battle.scenario


def test_what_has_no_dice_tells_no_chance(ui: Any, forms: Any) -> None:
    app = ui.state.State(*forms)
    example = forms[1]["d8chart"]["examples"][0]["scenario"]
    ui.battles.load(app, {"ruleset": "d8chart"} | example)
    assert " %" in ui.setup.foot(look(app))
    do(app, "procedure", "move")
    shown = ui.setup.foot(look(app))
    assert app.position["bar"] in shown
    assert "%" not in shown


def test_a_procedure_shows_its_own_chart_and_others_that_of_the_game(app: Any, ui: Any) -> None:
    own = {one["key"]: one["charts"] for one in app.listed("procedures") if one["charts"]}
    assert own
    for entry in app.listed("examples"):
        procedure = entry["scenario"]["procedure"]
        do(app, "example", entry["key"])
        shown = own.get(procedure, app.schema["charts"])[app.edition]
        assert ui.form.chart(app) == shown
        html = ui.charted.chart(look(app))
        assert f'aria-label="{shown["title"]}"' in html
        assert html.count('<tr class="lit">') == 0
        if procedure in own:
            assert f'aria-current="true">{app.position["assessment"]["column"]}</th>' in html
            do(app, "fight")
            app.battle.actions = ["roll", "d6=1"]
            assert app.fighting
            html = ui.charted.chart(look(app))
            (cell,) = [line["cell"] for line in app.position["log"] if "cell" in line]
            row = f'<tr class="lit"><th scope="row">{cell["row"]}</th>'
            assert row in html, "a row is the die and what is added to it"
            assert html.count('<tr class="lit">') == 1


def test_a_reckoning_of_many_lines_is_a_list_to_open(app: Any, ui: Any) -> None:
    example(app)
    line = {"label": "a unit", "value": 1, "rules": [], "op": "value", "skipped": False, "note": "", "children": []}
    for number, closed in ((40, False), (41, True)):
        trace = line | {"op": "list", "children": [line] * number}
        app.answers.view = dict(app.answers.view, assessment=dict(app.answers.view["assessment"], trace=trace))
        text = ui.why.why(app)
        assert (text.count("a unit"), "41 lines" in text) == (0 if closed else 40, closed)
    app.look.opened["why-lines"] = True
    assert ui.why.why(app).count("a unit") == 41


def test_the_palette_offers_what_was_used_lately_first_and_in_its_place(app: Any, ui: Any) -> None:
    def titles(hex: str) -> list[str]:
        return [title for _, _, title in ui.counters.offered(app, "attacker", hex)]

    stamp(app, "1,0", "Italian", "Italian infantry 2-3")
    stamp(app, "1,0", "German", "German armor 4-6")
    before = titles("0,1")
    assert before[:2] == ["German armor 4-6", "Italian infantry 2-3"], "of whatever nation"
    assert len(before) == len(set(before))
    do(app, "add", str(ui.counters.offered(app, "attacker", "0,1")[1][0]), "0,1", "attacker")
    assert app.units[-1]["nation"] == "Italian"
    assert titles("0,1") == before, "nothing moves under the finger"
    assert titles("1,1")[0] == "Italian infantry 2-3"


def test_at_first_the_palette_offers_what_the_last_battle_is_made_of(app: Any, ui: Any) -> None:
    do(app, "example", app.listed("examples")[0]["key"])
    do(app, "new")
    used = {(unit["nation"], unit["type"]) for unit in json.loads(app.battle.past[-1])["units"]}
    first = [unit for _, unit, _ in ui.counters.offered(app, "attacker", "1,0")][:2]
    assert {(unit["nation"], unit["type"]) for unit in first} <= used


def test_a_counter_joins_one_whose_usual_values_are_left_out(app: Any) -> None:
    stamp(app, "1,0", "German", "German infantry 3-3")
    for key in ("factors", "movement"):
        app.units[0].pop(key, None)  # as a document has it that leaves out what is usual
    stamp(app, "1,0", "German", "German infantry 3-3")
    assert [unit.get("count", 1) for unit in app.units] == [2]


def test_fields_of_the_form_are_drawn_anew_only_when_they_are_others(app: Any, ui: Any, monkeypatch: Any) -> None:
    drawn: list[str] = []

    def field(app: Any, entry: Any, *rest: Any) -> str:
        drawn.append(entry["key"])
        return str(ui.parts.field(app, entry, *rest))

    monkeypatch.setattr(ui.setup, "field", field)
    ui.parts.MADE.clear()
    before = ui.setup.conditions(look(example(app)))
    every = len(drawn)
    assert every > 20
    do(app, "hex", "1,0")
    do(app, "tab", "odds")
    assert ui.setup.conditions(app) == before
    assert len(drawn) == every
    number = next(entry for entry in app.listed("conditions") if entry["kind"] == "int")
    do(app, "condition", number["key"], value=str(number["default"] + 1))
    changed = ui.setup.conditions(app)
    assert changed != before
    assert every < len(drawn) < 2 * every + 2
    app.look.mistyped[("condition", number["key"], "")] = ("x", "no number")
    assert ui.setup.conditions(app) not in (before, changed)
    app.look.mistyped.clear()
    rule = next(rule for entry in app.listed("conditions") for rule in ui.values.printed(entry))
    ui.parts.LIT[rule] = True
    try:
        assert ui.setup.conditions(app).count("rule lit") > 0
    finally:
        ui.parts.LIT.clear()
    assert ui.setup.conditions(app) == changed


def test_the_palette_shows_the_counters_of_the_form_that_holds(
    app: Any, ui: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    do(look(example(app)), "hex", "1,0")
    before = ui.sheet.sheet(app)
    assert ui.sheet.sheet(app) == before
    key = app.battle.scenario["ruleset"]
    monkeypatch.setitem(app.schemas, key, json.loads(json.dumps(app.schema)))
    assert ui.sheet.sheet(app) == before
    for kind in app.schema["types"]:
        kind["title"] = "Some " + kind["title"]
    assert ui.sheet.sheet(app).count("Some ") > before.count("stamp") > 0
