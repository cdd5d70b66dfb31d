"""Formations and "same again" in the page's own modules, on the board as the engine reads it."""

from __future__ import annotations

import importlib
import json
from typing import Any

import pytest
from frontend import UI, do, look, stamp

pytestmark = pytest.mark.host
GERMAN = "German armor 4-6"
ITALIAN = "Italian infantry 2-3"


@pytest.fixture
def formations(ui: Any, monkeypatch: pytest.MonkeyPatch) -> Any:
    found = importlib.import_module("formations")
    for key, text in json.loads((UI.parent / "texts" / "table" / "en.json").read_text()).items():
        monkeypatch.setitem(ui.texts.TEXTS, key, text)
    found.FORMING.turn, found.FORMING.name, found.FORMING.said = "as", "", ("", -1)
    importlib.import_module("counters").PUT.clear()
    return found


def standing(app: Any) -> list[tuple[str, str, str, int]]:
    return sorted((unit["at"], unit["side"], unit["type"], unit.get("count", 1)) for unit in app.units)


def group(app: Any, formations: Any) -> None:
    """Two counters west of the hex attacked and one north-east of that, kept as seen from the west."""
    stamp(app, "-1,0", "German", GERMAN, 2)
    stamp(app, "0,-1", "Italian", ITALIAN)
    do(app, "hex", "-1,0", "keep")
    formations.FORMING.name = "Hook"
    app.device.formations.append(formations.kept(app, "attacker", "f1"))
    app.battle.scenario["units"] = []


def test_a_group_is_put_down_as_it_was_kept(app: Any, formations: Any) -> None:
    group(app, formations)
    (entry,) = formations.of_game(app)
    assert (entry["title"], [unit["at"] for unit in entry["units"]]) == ("Hook", ["0,0", "1,-1"])
    before = len(app.battle.past)
    formations.put(app, "f1", "-1,0")
    assert standing(app) == [("-1,0", "attacker", "armor", 2), ("0,-1", "attacker", "infantry", 1)]
    assert len(app.battle.past) == before + 1, "one step to undo"
    formations.put(app, "f1", "-1,0")
    assert standing(app) == [("-1,0", "attacker", "armor", 4), ("0,-1", "attacker", "infantry", 2)], "they join"
    look(app)
    assert len({unit["id"] for unit in app.units}) == 2


@pytest.mark.parametrize(
    ("turn", "at"),
    [("as", "1,-1"), ("sides", "0,-1"), ("depth", "0,1")],  # north-east of the hex, north-west, south-east
)
def test_mirrored(app: Any, formations: Any, turn: str, at: str) -> None:
    group(app, formations)
    formations.choose_turn(app, turn)
    formations.put(app, "f1", "0,0")
    assert [unit["at"] for unit in app.units] == ["0,0", at]


@pytest.mark.parametrize("turn", ["sides", "depth"])
def test_a_mirror_keeps_distances_and_undoes_itself(formations: Any, turn: str) -> None:
    from hexumpire.board import hexgrid

    places = [(q, r) for q in range(-3, 4) for r in range(-3, 4)]
    seen = [formations.turned(hexgrid.name(place), turn) for place in places]
    for one, other in zip(places, seen, strict=True):
        assert formations.turned(hexgrid.name(other), turn) == one
        for two, others in zip(places[::5], seen[::5], strict=True):
            assert hexgrid.distance(one, two) == hexgrid.distance(other, others)


def test_a_stack_joins_the_side_of_the_palette_and_a_line_keeps_its_own(app: Any, formations: Any) -> None:
    stamp(app, "-1,0", "German", GERMAN)
    do(app, "hex", "-1,0", "keep")
    app.device.formations.append(formations.kept(app, "", "f2"))
    assert formations.of_game(app)[0]["title"] == GERMAN, "named by its counters"
    group(app, formations)
    formations.put(app, "f2", "0,0")
    assert standing(app) == [("0,0", "defender", "armor", 1)]
    formations.put(app, "f1", "0,0")
    assert ("0,0", "attacker", "armor", 3) in standing(app)


def test_formations_of_another_game_are_not_offered(app: Any, formations: Any) -> None:
    group(app, formations)
    assert "Hook" in formations.section(app)
    app.device.formations[0]["form"] = "another"
    assert formations.of_game(app) == [] and "Hook" not in formations.section(app)
    app.device.formations[0] |= {"form": formations.form(app), "units": [{"at": "0,0", "side": "x", "type": "none"}]}
    assert formations.of_game(app) == []
    formations.put(app, "f1", "0,0")
    assert app.units == []


def test_same_again_in_another_hex(app: Any, ui: Any, formations: Any) -> None:
    assert ui.counters.again(app, "1,0") == []
    stamp(app, "-1,0", "German", GERMAN, 2)
    assert ui.counters.again(app, "-1,0") == [], "not where it stands"
    assert ui.counters.again(app, "0,0") == [], "not where the enemy is attacked"
    assert [unit["count"] for unit in ui.counters.again(app, "1,0")] == [2]
    do(app, "hex", "1,0", "keep")
    assert 'data-do="sameagain"' in ui.rest.DRAWERS["sheet"](app)
    before = len(app.battle.past)
    do(app, "sameagain", "1,0")
    assert standing(app) == [("-1,0", "attacker", "armor", 2), ("1,0", "attacker", "armor", 2)]
    assert len(app.battle.past) == before + 1
    assert ui.counters.again(app, "1,0") == []


def test_counters_alike_are_said_once_with_how_many_there_are(app: Any, ui: Any) -> None:
    one = {"side": "attacker", "type": "armor", "nation": "German"}
    units = [{**one, "count": 2}, {**one, "type": "infantry"}, one]
    assert ui.counters.list_words(app, units) == "3 × German armor 4-5, German infantry 3-3"


def test_what_was_said_of_a_formation_is_said_no_more_when_the_board_or_the_language_changes(
    app: Any, formations: Any
) -> None:
    group(app, formations)
    formations.FORMING.said = "Kept: Hook.", app.battle.revision
    stamp(app, "-1,0", "German", GERMAN)
    assert "Kept: Hook." not in formations.section(app)
    formations.FORMING.said = "Kept: Hook.", app.battle.revision
    assert "Kept: Hook." in formations.section(app)
    importlib.import_module("battles").touch(app)  # as another language does
    assert "Kept: Hook." not in formations.section(app)
