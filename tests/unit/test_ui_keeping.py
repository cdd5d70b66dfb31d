"""What the page keeps, damaged, of other versions or another language, makes no line untrue and stops nothing."""

from __future__ import annotations

import html
import importlib
import json
import re
import sys
from collections.abc import Iterator
from typing import Any
from unittest.mock import MagicMock

import pytest
from frontend import ask, do, example, look, stamp
from pageside import _words

pytestmark = pytest.mark.host
STRANGE: tuple[Any, ...] = (None, 5, "x", [], {}, [5], {"a": 5}, [None], True)


def words(text: str) -> str:
    return " ".join(html.unescape(re.sub(r"<[^>]*>", " ", text)).split())


def places(document: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Every place in a document, of a list the first."""
    items = document.items() if isinstance(document, dict) else list(enumerate(document))[:1]
    for key, value in items:
        yield (*path, key)
        if isinstance(value, dict | list):
            yield from places(value, (*path, key))


def drawn(app: Any, ui: Any) -> str:
    """What the page shows of a set-up."""
    parts = (ui.setup.top, ui.setup.boardbar, ui.setup.caption, ui.setup.foot, ui.setup.conditions, ui.why.panel)
    sheet = ui.sheet.sheet(app) if app.look.selected else ""
    return "".join(draw(app) for draw in (*parts, ui.attacks.listing, ui.umpire.umpire)) + sheet


def test_a_damaged_record_is_put_back_as_far_as_it_is_one_and_stops_nothing(app: Any, ui: Any) -> None:
    example(app)
    kept = ui.keeping.kept(app) | {"view": None, "outcomes": None}
    before = json.dumps(kept)
    for path in places({key: kept[key] for key in kept if key != "form"}):
        for strange in STRANGE:
            record = json.loads(before)
            inside = record
            for key in path[:-1]:
                inside = inside[key]
            inside[path[-1]] = strange
            if ui.keeping.restore(app, record):
                drawn(app, ui)
    assert ui.keeping.restore(app, json.loads(before) | {"notes": None, "undone": None, "mail": [5]})
    assert (app.battle.notes, app.battle.undone, app.battle.mail) == ("", [], None)


def test_ways_to_play_that_a_game_no_longer_has_are_as_usual(app: Any, ui: Any) -> None:
    example(app)
    kept = ui.keeping.kept(app)
    way = next(one["key"] for one in app.listed("policies") if "attacker" in one["sides"])
    assert ui.keeping.restore(app, kept | {"policies": {"attacker": way, "defender": "gone", "nobody": "best"}})
    assert app.battle.policies == {"attacker": way}
    look(app)
    assert app.answers.outcomes and not app.answers.odds_problem
    assert ui.keeping.restore(app, kept | {"policies": {"defender": "best"}}) and app.battle.policies == {
        "defender": "best"
    }


def test_steps_that_were_kept_damaged_are_passed_over_by_undo_and_redo(app: Any, ui: Any) -> None:
    example(app)
    sound = json.dumps(app.battle.scenario)
    spoilt = [sound[:-9], json.dumps([app.battle.scenario]), json.dumps({"ruleset": app.battle.scenario["ruleset"]})]
    for key, values in {
        "of": (5, ["a"], ["a", 5]),
        "fight": (5, [5, 6, 7], [[], 0], [[5], 0, None], [[], "x", None], [[], 0, [5]]),
        "units": (5, {}, [5], [{}]),
        "map": (5, {"hexes": [], "sides": {}}),
        "targets": (["x"], 5),
        "ruleset": ([5], "gone"),
    }.items():
        spoilt += [json.dumps({**app.battle.scenario, key: value}) for value in values]
    title = json.dumps({**app.battle.scenario, "title": "The step before", "heads": [5]})
    for step in spoilt:
        for name in ("past", "future"):
            app.battle.past, app.battle.future = [], []
            getattr(app.battle, name).extend([title, step])
            do(app, "undo" if name == "past" else "redo")
            assert app.battle.scenario["title"] == "The step before", step
            drawn(app, ui)
            ui.battles.changed(app)
            app.battle.past, app.battle.future = [step], [step]
            do(app, "undo")
            assert (app.battle.scenario["title"], app.battle.past) == ("The step before", []), step


@pytest.mark.parametrize("when", ["2026-13-01T00:00", "2026-00-01T00:00", "2026-xx-01T00:00", "2026-01-xxT00:00", "x"])
def test_a_date_that_is_none_is_shown_as_it_is_kept(app: Any, ui: Any, when: str) -> None:
    state = {"scenario": app.battle.scenario}
    app.device.saved = [{"id": "1", "title": "x", "when": when, "about": "", "state": state}]
    assert when in words(ui.dialogs.battles(app))


def test_what_a_backup_brings_back_is_counted_as_far_as_there_is_room(app: Any, ui: Any) -> None:
    """The list holds so many battles, and says so once it is full."""
    most = ui.values.MOST_SAVED

    def battle(number: int, year: int) -> dict[str, Any]:
        state = {"scenario": app.battle.scenario}
        return {
            "id": f"{year}-{number}",
            "title": "x",
            "when": f"{year}-01-01T00:{number}",
            "about": "",
            "state": state,
        }

    app.device.saved = [battle(number, 2026) for number in range(10, 10 + most - 2)]
    assert "and no more" not in words(ui.dialogs.battles(app))
    came = ui.backup.merge(app, [battle(number, 2025) for number in range(10, 20)], [], [])
    assert came == (2, 0, 0)
    assert [entry["id"] for entry in app.device.saved[-2:]] == ["2025-19", "2025-18"]
    assert f"{most} battles are kept here, and no more" in words(ui.dialogs.battles(app))


@pytest.mark.parametrize("what", ["games", "packs"])
def test_what_a_backup_brings_under_a_title_that_another_one_has_is_numbered(app: Any, ui: Any, what: str) -> None:
    """None takes the place of another, those on the list can be told apart, and once they are here none comes again."""

    def entry(text: str, title: str = "Mine") -> dict[str, Any]:
        if what == "games":
            return {"title": title, "game": json.dumps({"title": "Mine", "note": text})}
        pack = {"title": title, "tables": {"crt": {"1": {"1-1": text}}}}
        return {"ruleset": "daisenso", "title": title, "pack": pack, "default": text == "b"}

    setattr(app.device, what, [entry("a")])
    backup = [entry("a"), entry("b"), entry("c")]
    given = ([], backup) if what == "games" else (backup, [])
    for came in (2, 0):
        assert ui.backup.merge(app, [], *given)[2 if what == "games" else 1] == came
        here = getattr(app.device, what)
        assert [one["title"] for one in here] == ["Mine", "Mine (2)", "Mine (3)"]
        if what == "packs":
            assert [one["pack"]["title"] for one in here] == ["Mine", "Mine (2)", "Mine (3)"]
            assert [one["pack"]["tables"]["crt"]["1"]["1-1"] for one in here] == ["a", "b", "c"]
    if what == "packs":  # new battles use but one of them
        here[2]["default"] = True
        ui.backup.merge(app, [], [entry("d") | {"default": True}], [])
        assert [bool(one["default"]) for one in app.device.packs] == [False, True, True, False]


@pytest.fixture
def device(ui: Any, monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """What a browser keeps, under the modules that lean on it."""
    kept: dict[str, str] = {}
    js = MagicMock()
    js.hexStore.get = lambda key: kept.get(key, "")
    js.hexStore.set = lambda key, text: kept.update({key: text}) or True
    monkeypatch.setitem(sys.modules, "js", js)
    monkeypatch.setattr(importlib.import_module("store"), "js", js)
    numbers = iter(range(9999))
    monkeypatch.setattr(importlib.import_module("saving"), "random32", lambda: next(numbers))
    return kept


def test_one_game_more_than_are_kept_is_refused_and_one_of_a_title_takes_its_place(
    app: Any, ui: Any, device: dict[str, str]
) -> None:
    """Also where a backup has brought more of them back."""
    files = importlib.import_module("files")
    for many in (files.MOST_GAMES, files.MOST_GAMES + 5):
        app.device.games = [{"title": str(number), "game": "{}"} for number in range(many)]
        assert files.keep_game(app, "Mine", "{}") == f"{many} games are kept: delete one first."
        assert files.keep_game(app, "7", '{"title": "new"}') == "The game is kept on this device."
        assert len(app.device.games) == many and app.device.games[0]["game"] == '{"title": "new"}'
    app.device.games = app.device.games[: files.MOST_GAMES - 1]
    assert files.keep_game(app, "Mine", "{}") == "The game is kept on this device."


def test_the_battle_of_another_tab_is_put_on_the_list_before_it_is_written_over(
    ui: Any, forms: Any, device: dict[str, str]
) -> None:
    """And a tab in which nothing has changed writes over none."""
    saving, tabs, starting, store = map(importlib.import_module, ("saving", "othertabs", "starting", "store"))

    def tab() -> Any:
        page = Page(MagicMock(), None)
        page.app.rulesets, page.app.schemas = forms
        ui.battles.load(page.app, {"ruleset": forms[0][0]["key"]})
        with pytest.raises(StopIteration):  # it has nothing to wait for
            starting.take_kept(page, "").send(None)
        saving.look_up_lists(page.app)
        page.give_way = tabs.give_way
        return page

    def change(page: Any, title: str) -> None:
        ui.battles.changed(page.app)
        page.app.battle.scenario.update(title=title, units=[{"id": "u1", "side": "attacker", "at": "0,0"}])
        saving.keep(page)

    def titles() -> list[str]:
        return [entry["title"] for entry in store.read(store.BATTLES) or []]

    Page = importlib.import_module("page").Page
    left = tab()
    change(left, "Left")
    right = tab()
    assert right.app.battle.scenario["title"] == "Left"
    change(right, "Right")
    assert titles() == [], "it went on with the one that it found"
    change(left, "Left again")
    assert titles() == ["Right"]
    saving.keep_all(right)
    assert store.read(store.STATE)["scenario"]["title"] == "Left again", "nothing is new in the other"
    saving.look_up_lists(right.app)
    change(right, "Right again")
    saving.look_up_lists(left.app)
    change(left, "Left at last")
    assert titles() == ["Right again", "Left again"]
    assert len({entry["id"] for entry in store.read(store.BATTLES)}) == 2


def test_entries_of_lists_that_are_none_are_left_out(ui: Any) -> None:
    state = {"scenario": {"ruleset": "aworldatwar"}}
    sound = {"id": "1", "title": "x", "when": "2026-11-21T04:25", "about": "", "state": state}
    assert ui.chartpack.is_battle(sound)
    for spoilt in (
        *STRANGE,
        {"id": 1},
        {**sound, "state": None},
        {**sound, "state": {"scenario": 5}},
        {**sound, "id": 3},
    ):
        assert not ui.chartpack.is_battle(spoilt)
    secrets: list[Any] = [*STRANGE, {"secret": 5}, {"secret": "ab"}]
    assert ui.chartpack.secrets_of(secrets) == [{"secret": "ab"}]
    assert ui.chartpack.secrets_of({"secret": "ab"}) == []


def test_last_battles_are_told_in_the_language_of_the_page(app: Any, ui: Any, forms: Any) -> None:
    """Game and edition are facts; odds with words in them are said in the language that they were kept in only."""
    state = {"scenario": {"ruleset": "aworldatwar", "edition": "old"}, "language": "de"}
    entry = {"id": "1", "title": "x", "when": "", "about": "", "bar": "24 : 18 → 1:1", "state": state}
    assert ui.backup.about(app, entry) == "A World at War, Older · 24 : 18 → 1:1"
    assert ui.backup.about(app, entry | {"bar": "22 : 9 → 2-1, Würfel +3"}) == "A World at War, Older"
    older = {key: entry[key] for key in entry if key != "bar"} | {"about": "A World at War, Ältere · 2-1, Würfel +3"}
    assert ui.backup.about(app, older) == "A World at War, Older"
    app.rulesets = ask(op="rulesets", lang="de")["result"]["rulesets"]
    try:
        ui.texts.take(_words("de"))
        title = next(one["title"] for one in app.rulesets[0]["editions"] if one["key"] == "old")
        assert ui.backup.about(app, older) == f"A World at War, {title} · 2-1, Würfel +3"
        assert ui.backup.about(app, entry | {"state": state | {"language": "en"}, "bar": "2-1, die +3"}) == (
            f"A World at War, {title}"
        )
    finally:
        ui.texts.take(_words("en"))
    gone = {"ruleset": "gone"}
    assert ui.backup.about(app, older | {"state": {"scenario": gone}}) == older["about"]


def test_notes_do_not_say_that_they_are_kept_where_nothing_is(app: Any, ui: Any) -> None:
    app.look.tab = "notes"
    assert ui.texts.t("notes.kept") in words(ui.why.panel(app))
    app.device.storable = False
    said = words(ui.why.panel(app))
    assert ui.texts.t("notes.kept") not in said and ui.texts.t("saved.refused") in said


def test_a_rulebook_that_lies_open_is_of_the_battle_only_while_its_game_is_on_the_table(app: Any, ui: Any) -> None:
    example(app)
    rule = next(one for one in ask(op="rules", ruleset="aworldatwar")["result"]["rules"] if one["printed"] == "15.31")
    app.book = ui.rulebook.Book("aworldatwar")
    app.book.take({"rules": [rule], "problems": []})
    app.book.rule = "15.31"
    assert ui.rulebook.is_here(app, app.book)
    ui.battles.load(app, app.schemas["daisenso"]["examples"][0]["scenario"])
    assert not ui.rulebook.is_here(app, app.book)


# --- what was mistyped ------------------------------------------------------------------------------------------


def mistakes(app: Any, ui: Any) -> list[str]:
    return [words(found) for found in re.findall(r'role="alert"[^>]*>([^<]*)', ui.sheet.sheet(app))]


def test_what_a_number_still_is_is_told_of_what_it_is(app: Any, ui: Any) -> None:
    stamp(app, "1,0", "German", "German armor 4-6", 2)
    id = app.units[0]["id"]
    do(app, "count", id, value="2.5")
    assert mistakes(app, ui)[0].endswith(ui.texts.t("number.stays", n=2))
    stamp(app, "1,0", "German", "German armor 4-6")
    assert app.units[0]["count"] == 3
    assert mistakes(app, ui)[0].endswith(ui.texts.t("number.stays", n=3))


def test_what_was_mistyped_stays_in_another_language_which_says_what_is_wrong_with_it(app: Any, ui: Any) -> None:
    stamp(app, "1,0", "German", "German armor 4-6")
    app.look.unit = app.units[0]["id"]
    for typed, said in (("1e3", "Eine ganze Zahl von 0 bis 99."), ("100", "Von 0 bis 99.")):
        do(app, "count", app.look.unit, value=typed)
        ui.texts.take(_words("de"))
        try:
            ui.stating.say_anew(app)
            assert mistakes(app, ui)[0].startswith(said) and f'value="{typed}"' in ui.sheet.sheet(app)
        finally:
            ui.texts.take(_words("en"))


def test_what_was_mistyped_of_a_counter_is_not_told_of_the_next_of_its_number(app: Any, ui: Any) -> None:
    stamp(app, "1,0", "German", "German armor 4-6")
    id = app.units[0]["id"]
    do(app, "count", id, value="many")
    assert mistakes(app, ui)
    do(app, "remove", id)
    stamp(app, "1,0", "German", "German infantry 3-3")
    assert app.units[0]["id"] == id
    assert not mistakes(app, ui)


@pytest.mark.parametrize("game", ["aworldatwar", "d8chart", "v101125"])
def test_what_was_mistyped_of_an_attack_is_not_told_of_the_next_of_its_number(app: Any, ui: Any, game: str) -> None:
    ui.battles.load(app, {"ruleset": game})
    nation = app.listed("nations")[0]["key"]
    stack = {"id": "a", "side": "attacker", "type": "infantry", "nation": nation, "at": "1,0", "count": 2}
    targets = ("0,0", "0,1", "1,-1")
    enemies = [stack | {"id": f"d{hex}", "side": "defender", "at": hex, "count": 1} for hex in targets]
    app.battle.scenario["units"] = [stack, *enemies]
    app.battle.scenario.pop("targets", None)
    app.battle.scenario["procedure"] = ui.attacks.taker(app)
    app.battle.scenario["attacks"] = [{"targets": [hex], "units": ["a"] if hex == "0,0" else []} for hex in targets]
    do(app, "hex", "1,0", "keep")
    app.look.unit = "a"
    do(app, "attack-share", "a", "2", value="all")
    assert mistakes(app, ui)
    wanted = app.battle.scenario["attacks"][2]
    do(app, "attack-drop", "2")
    assert app.battle.scenario["attacks"][1] == wanted
    assert not mistakes(app, ui)
    do(app, "undo")
    assert [one["targets"] for one in app.battle.scenario["attacks"]] == [[hex] for hex in targets]
    do(app, "redo")
    assert [one["targets"] for one in app.battle.scenario["attacks"]] == [["0,0"], ["1,-1"]]


def test_counters_aim_at_their_hex_when_the_targets_are_numbered_anew(app: Any, ui: Any) -> None:
    """Dai Senso 4.2.1.split: a counter names its target by number, and a target before it may go."""
    ui.battles.load(app, {"ruleset": "daisenso", "targets": ["0,0", "0,1", "1,-1"]})
    for number in (1, 2, 3):
        app.battle.scenario["units"].append(
            {"id": f"a{number}", "side": "attacker", "type": "infantry", "at": "1,0", "aim": number}
        )
    do(app, "target", "0,1", value=False)
    assert app.targets == ["0,0", "1,-1"]
    assert [unit.get("aim", 0) for unit in app.units] == [1, 0, 2]
    do(app, "target", "0,1", value=True)
    assert [unit.get("aim", 0) for unit in app.units] == [1, 0, 2]
    do(app, "undo")
    do(app, "undo")
    assert [unit.get("aim", 0) for unit in app.units] == [1, 2, 3]


def test_a_refused_file_is_told_with_place_value_and_the_way_out(ui: Any) -> None:
    unit = {"id": "a", "side": "attacker", "type": "infantry", "at": "x"}
    text = json.dumps({"ruleset": "aworldatwar", "units": [unit, unit | {"type": "wizard", "id": "b", "at": "1,0"}]})
    said = ui.answers.refusals(ask(op="open", text=text)["problems"])
    assert "'x' is not a hex (units[0].at): write " in said
    assert "unknown type 'wizard' (units[1].type): allowed: " in said
    assert ui.answers.refusals(ask(op="open", fragment="1.abc")["problems"]).endswith(
        "copy the whole link again, to its last character"
    )
    many = [{"message": "m" * 500, "path": "$", "fix": "f" * 200}] * 3
    assert ui.answers.refusals(many) == "m" * 500 + ": " + "f" * 200 + " …"


@pytest.mark.parametrize("screen", ["setup", "fight"])
def test_a_step_that_the_rules_refuse_is_told_in_words_and_taken_back_with_one_tap(
    app: Any, ui: Any, screen: str
) -> None:
    """A battle kept before a rule was mended: what the rules allow of it stays, and the rest can be put back."""
    example(app)
    first = app.node["options" if app.node["kind"] == "decision" else "faces"][0]["id"]
    kept = ui.keeping.kept(app) | {"actions": [first, "lose:nobody", "d6=1"], "view": None, "screen": screen}
    assert ui.keeping.restore(app, kept)
    look(app)
    told = ui.objections.problems(app)
    assert words(told).startswith("Before this can be fought Step 2 of 3 is none that the rules allow there.")
    assert "nobody" not in told
    assert 'data-do="back" data-a="1"' in told
    assert ui.umpire.umpire(app) == "", "nobody is thinking"
    do(app, "back", "1")
    look(app)
    assert (app.battle.actions, app.battle.undone) == ([first], ["lose:nobody", "d6=1"])
    assert app.node
    assert not ui.answers.problems(app)
