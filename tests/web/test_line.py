"""Battles set up at the table in seconds: typed in one line, as bare totals, or tapped from the palette."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from browsers import present, until
from hexumpire import api, rulesets
from hexumpire.files import codec, record
from playwright.sync_api import BrowserContext, Page, expect
from table import Table

pytestmark = pytest.mark.engine("beside")

SUEZ = "2 Ge arm 4-6 W; 2 It inf 2-3 NE | 2 Br mech 3-4 @Suez desert fort"
LINES = (
    "aworldatwar: " + SUEZ,
    "d8chart: 2 Ge inf 5-3 W; Ge arm 8-6 NW | 2 Sov inf 4-3 @ forest; /W river",
    "v101125: 3 Ge inf 8-6 W; arm 12-10 SW | 2 Sov inf 5-6 @ woods",
)
COUNT_TAPS = "window.taps = 0; addEventListener('pointerdown', () => { window.taps += 1 }, true)"
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
IN_A_LIST = 2
"""Taps that choosing from a list takes: one opens it."""


def battle(line: str) -> dict[str, Any]:
    """What the engine makes of a line: its counters, and the ground."""
    return told(json.loads(api.handle(json.dumps({"op": "line", "text": line})))["result"]["scenario"])


def told(scenario: dict[str, Any]) -> dict[str, Any]:
    """A battle without what the ids and the order of its counters are, and without names."""
    units = [{key: value for key, value in unit.items() if key != "id"} for unit in scenario["units"]]
    hexes = scenario.get("map", {}).get("hexes", {})
    ground = {place: {key: data[key] for key in sorted(data) if key != "name"} for place, data in hexes.items()}
    sides = scenario.get("map", {}).get("sides", {})
    return {
        "ruleset": scenario["ruleset"],
        "units": sorted(units, key=json.dumps),
        "hexes": {place: data for place, data in ground.items() if data},
        "sides": {place: marks for place, marks in sides.items() if marks},
    }


def on_the_board(page: Page) -> dict[str, Any]:
    """The battle that the page keeps, as the engine writes it."""
    until(page, "!!localStorage.getItem('hexumpire.state.1')")
    page.wait_for_timeout(400)  # it is kept a quarter of a second after a change
    kept = json.loads(page.evaluate("localStorage.getItem('hexumpire.state.1')"))["scenario"]
    found = json.loads(api.handle(json.dumps({"op": "normal", "scenario": kept})))["result"]["scenario"]
    return told(found)


def write(table: Table, text: str) -> Table:
    """Type into the field, which is open, and wait until it has been read."""
    table.page.locator("#line-text").fill(text)
    return read(table)


def read(table: Table) -> Table:
    table.page.wait_for_timeout(300)  # the page waits for the next key
    return table.settled()


def open_line(table: Table) -> Table:
    table.press(table.page.locator("#to-line"))
    present(table.page, "#line-text:focus")
    return read(table)


@pytest.fixture
def phone_table(phone: Page, site: Any) -> Table:
    phone.add_init_script(COUNT_TAPS)
    return Table(phone, site.url).open()


def test_three_battles_of_three_games_in_three_taps_and_a_line_each(phone_table: Table) -> None:
    page = phone_table.page
    for line in LINES:
        before = page.evaluate("taps")
        phone_table.do("new")
        if not page.locator("#line-text").count():
            page.locator("#to-line").tap()
        page.locator("#line-text").tap()
        page.keyboard.press("ControlOrMeta+A")
        page.keyboard.insert_text(line)
        read(phone_table)
        until(page, f"document.querySelector('#ruleset, #game').value === '{line.split(':')[0]}'")
        phone_table.settled()
        assert page.evaluate("taps") - before <= 3
        assert on_the_board(page) == battle(line)
        assert page.locator("#line .faults").count() == 0


def tapped(table: Table, nations: dict[str, str], stamps: list[tuple[str, str, int]]) -> int:
    """Put counters on the board by the palette; how often a list was opened, and one of it chosen."""
    lists = 0
    for hex, title, times in stamps:
        table.hex(hex)
        if table.page.get_by_role("button", name=f"Add {title}", exact=True).count() == 0:
            table.nation(nations[title])
            lists += 1
        table.stamp(title, times)
    return lists


def forces(found: dict[str, Any]) -> list[tuple[Any, ...]]:
    """Whose counters of what type stand where, and how many of them."""
    return sorted((one["side"], one["nation"], one["type"], one["at"], one.get("count", 1)) for one in found["units"])


@pytest.mark.parametrize(
    ("game", "line", "nations", "stamps", "ground"),
    [
        (
            "aworldatwar",
            SUEZ,
            {"Italian infantry 2-3": "Italian", "British mechanized infantry 3-4": "British"},
            [
                ("-1,0", "German armor 4-6", 2),
                ("1,-1", "Italian infantry 2-3", 2),
                ("0,0", "British mechanized infantry 3-4", 2),
            ],
            ["desert", "fortress"],
        ),
        (
            "d8chart",
            "2 Ge inf 5-3 W; Ge arm 8-6 NW | 2 Sov inf 4-3 @ forest",
            {"Soviet infantry 4-3": "Soviet"},
            [("-1,0", "German infantry 5-3", 2), ("0,-1", "German armor 8-6", 1), ("0,0", "Soviet infantry 4-3", 2)],
            ["forest"],
        ),
        (
            "v101125",
            "3 Ge inf 8-6 W; arm 12-10 SW | 2 Sov inf 5-6 @ woods",
            {"Soviet infantry 5-6": "Soviet"},
            [("-1,0", "German infantry 8-6", 3), ("-1,1", "German armour 12-10", 1), ("0,0", "Soviet infantry 5-6", 2)],
            ["woods"],
        ),
    ],
)
def test_with_the_palette_in_fifteen_taps(
    phone_table: Table,
    game: str,
    line: str,
    nations: dict[str, str],
    stamps: list[tuple[str, str, int]],
    ground: list[str],
) -> None:
    page = phone_table.page
    if page.locator("#game").input_value() != game:
        page.locator("#game").select_option(game)
        present(page, "[data-do=undo]:not(:disabled)")  # another battle stands there
    phone_table.do("new")
    before = page.evaluate("taps")
    lists = tapped(phone_table, nations, stamps)
    phone_table.do("tool", "terrain")
    for key in ground:
        kind = "terrain" if page.locator(f"[data-do=terrain][data-b={key}]").count() else "feature"
        phone_table.do(kind, b=key)
    taps = page.evaluate("taps") - before + IN_A_LIST * lists
    found, wanted = on_the_board(page), battle(f"{game}: {line}")
    assert forces(found) == forces(wanted)
    assert found["hexes"] == wanted["hexes"]
    assert taps <= 15, taps


def test_the_field_shows_the_battle_and_the_board_follows(phone_table: Table) -> None:
    page = phone_table.page
    first = on_the_board(page)
    open_line(phone_table)
    shown = page.locator("#line-text").input_value()
    assert shown.startswith("2 German armor 4-6 W;")
    assert battle("aworldatwar: " + shown)["units"] == first["units"]
    write(phone_table, SUEZ)
    assert on_the_board(page) == battle("aworldatwar: " + SUEZ)
    write(phone_table, SUEZ.replace("2 It", "1 It"))
    assert on_the_board(page)["units"] != battle("aworldatwar: " + SUEZ)["units"]
    phone_table.do("undo")  # once for all that was typed
    assert on_the_board(page) == first
    expect(page.locator("#line-text")).to_have_value(shown)
    phone_table.do("redo")
    expect(page.locator("#line-text")).to_have_value(
        '2 German armor 4-6 W; 1 Italian infantry 2-3 NE | 2 British mechanized 3-4; @ desert fortress "Suez"'
    )


def test_what_is_tapped_on_the_board_changes_the_line(phone_table: Table) -> None:
    page = phone_table.page
    open_line(phone_table)
    write(phone_table, "Ge inf 3-3 | Br inf 3-4")
    phone_table.hex("-1,0").stamp("German infantry 3-3")
    expect(page.locator("#line-text")).to_have_value("2 German infantry 3-3 W | 1 British infantry 3-4")


def test_what_cannot_be_read_changes_nothing_and_is_mended_by_a_tap(phone_table: Table) -> None:
    page = phone_table.page
    open_line(phone_table)
    write(phone_table, SUEZ)
    before = on_the_board(page)
    write(phone_table, "2 Ge amor 4-6 W | 2 Br inf 3-4")
    expect(page.locator("#line .faults")).to_contain_text("'amor': nobody knows this word")
    assert on_the_board(page) == before
    phone_table.press(page.locator("#line [data-do=line-way]", has_text="armor"))
    read(phone_table)
    expect(page.locator("#line-text")).to_have_value("2 Ge armor 4-6 W | 2 Br inf 3-4")
    expect(page.locator("#line .faults")).to_have_count(0)
    assert on_the_board(page) == battle("aworldatwar: 2 Ge armor 4-6 W | 2 Br inf 3-4")


def test_unreadable_words_are_kept_when_the_board_changes(phone_table: Table) -> None:
    page = phone_table.page
    open_line(phone_table)
    write(phone_table, "2 Ge zork")
    phone_table.do("new")
    expect(page.locator("#line-text")).to_have_value("2 Ge zork")
    phone_table.press(page.locator("[data-do=line-renew]"))
    expect(page.locator("#line-text")).to_have_value("")


def test_unreadable_words_are_there_again_after_a_reload_until_another_battle_is_on_the_board(
    phone_table: Table,
) -> None:
    page = phone_table.page
    open_line(phone_table)
    write(phone_table, SUEZ)
    write(phone_table, "2 Ge zork")
    phone_table.do("line")
    expect(page.locator("#line-text")).to_have_count(0)
    open_line(phone_table)
    expect(page.locator("#line-text")).to_have_value("2 Ge zork")
    before = on_the_board(page)
    page.reload()
    phone_table.ready()
    open_line(phone_table)
    expect(page.locator("#line-text")).to_have_value("2 Ge zork")
    expect(page.locator("#line .faults")).to_contain_text("zork")
    assert on_the_board(page) == before
    phone_table.do("line").do("new")
    open_line(phone_table)
    expect(page.locator("#line-text")).to_have_value("")
    expect(page.locator("#line .faults")).to_have_count(0)


HELD = """async () => {
    const { call } = hexEngine;
    const told = new Promise((answered) => {
        hexEngine.call = async (text, ...more) => {
            const answer = await call(text, ...more);
            if (!text.includes('"op": "line", "scenario"') && !text.includes('"without"')) return answer;
            const field = document.getElementById("line-text");
            field.value = "2 Ge arm 4-6 | ";
            field.dispatchEvent(new InputEvent("input", { bubbles: true }));
            setTimeout(answered, 500);
            return answer;
        };
    });
    document.getElementById("to-line").click();
    await told;
}"""
"""The field is opened, and typed into before the engine has told the line of the battle."""


def test_what_is_typed_before_the_line_of_the_battle_has_come_stays(phone_table: Table) -> None:
    open_line(phone_table).do("line")  # its texts have come
    phone_table.page.evaluate(HELD)
    expect(phone_table.page.locator("#line-text")).to_have_value("2 Ge arm 4-6 | ")
    read(phone_table)
    assert on_the_board(phone_table.page) == battle("aworldatwar: 2 Ge arm 4-6 | ")


def test_a_line_is_made_of_the_words_that_are_offered(phone_table: Table) -> None:
    page = phone_table.page
    phone_table.do("new")
    open_line(phone_table)
    write(phone_table, "2 ")
    for word in ("German", "Armor", "4-6", "W", "|"):
        phone_table.press(page.locator("#line [data-do=line-word]").get_by_text(word, exact=True))
        read(phone_table)
    box = page.locator("#line [data-do=line-word]").first.bounding_box()
    assert box and box["height"] >= 44
    assert page.locator("#line-text").input_value() == "2 German armor 4-6 W | "
    assert page.evaluate("document.activeElement.id") == "line-text"


def test_the_cursor_stays_where_a_player_types(desktop: Page, site: Any) -> None:
    table = open_line(Table(desktop, site.url).open())
    write(table, SUEZ)
    desktop.keyboard.press("Control+Home")
    for _ in range(2):
        desktop.keyboard.press("ArrowRight")
    desktop.keyboard.type("Pol inf; ", delay=40)
    read(table)
    assert desktop.locator("#line-text").input_value() == "2 Pol inf; " + SUEZ[2:]


def test_bare_totals(phone_table: Table) -> None:
    page = phone_table.page
    open_line(phone_table)
    write(phone_table, "d8chart: 22 v 12")
    until(page, "document.querySelector('#game').value === 'd8chart'")
    phone_table.settled()
    expect(page.locator("#line-odds")).to_have_text("22 : 12 → 3-2")
    rows = page.locator("#line .summary li")
    expect(rows.first).to_contain_text("37.5 %")
    expect(page.locator("#line .summary")).to_contain_text("Steps the attacker loses: 2")
    phone_table.press(page.locator("#line [data-do=line-tick]", has_text="Forest"))
    read(phone_table)
    expect(page.locator("#line-text")).to_have_value("22 v 12 @ forest")
    expect(page.locator("#line [aria-pressed=true]")).to_have_text("Forest")
    assert on_the_board(page)["hexes"] == {"0,0": {"terrain": "forest"}}


def test_totals_without_a_chart_tell_the_column_and_no_chance(phone_table: Table) -> None:
    page = phone_table.page
    open_line(phone_table)
    write(phone_table, "daisenso: 22 v 12")
    until(page, "document.querySelector('#game').value === 'daisenso'")
    phone_table.settled()
    expect(page.locator("#line-odds")).to_contain_text("22 : 12")
    assert page.locator("#line .summary li").count() == 0
    expect(page.locator("#line")).to_contain_text("There are no chances yet")


def test_another_game_s_line_is_undone_too(phone_table: Table) -> None:
    page = phone_table.page
    first = on_the_board(page)
    open_line(phone_table)
    write(phone_table, LINES[1])
    until(page, "document.querySelector('#game').value === 'd8chart'")
    phone_table.settled().do("undo")
    until(page, "document.querySelector('#game').value === 'aworldatwar'")
    phone_table.settled()
    assert on_the_board(page) == first


def test_charts_of_the_players_own_are_told_of_and_stay(phone: Page, site: Any) -> None:
    example = next(one["scenario"] for one in rulesets.get("daisenso").examples() if "pack" in one["scenario"])
    fragment = record.to_link(codec.read_scenario({"ruleset": "daisenso", **example}), ())
    table = open_line(Table(phone, site.url).open("#" + fragment))
    expect(phone.locator("#line")).to_contain_text("Your own charts are not in the line")
    assert "pack" not in phone.locator("#line-text").input_value()
    write(table, "1 Jap inf 3-3-2 | 1 US inf 2-2-3")
    phone.wait_for_timeout(400)
    kept = json.loads(phone.evaluate("localStorage.getItem('hexumpire.state.1')"))["scenario"]
    assert kept["pack"] == example["pack"]
    assert len(kept["units"]) == 2


def test_a_field_that_is_closed_is_gone_in_a_fight_and_gives_the_focus_back(phone_table: Table) -> None:
    page = phone_table.page
    open_line(phone_table)
    phone_table.do("fight")
    assert page.locator("#line-text").count() == 0
    phone_table.press(page.locator("#to-setup"))
    phone_table.press(page.locator("#line [data-do=line]"))
    expect(page.locator("#to-line")).to_be_focused()
    assert page.locator("#line-text").count() == 0


def test_the_field_by_keyboard_alone(desktop: Page, site: Any) -> None:
    Table(desktop, site.url).open()
    desktop.locator("#to-line").focus()
    desktop.keyboard.press("Enter")
    present(desktop, "#line-text:focus")
    desktop.keyboard.press("ControlOrMeta+A")
    desktop.keyboard.type("2 Ge ar")
    present(desktop, "#line [data-do=line-word]")
    desktop.keyboard.press("Tab")
    desktop.keyboard.press("Enter")
    expect(desktop.locator("#line-text")).to_have_value("2 Ge armor ")


SMALL = """[...document.querySelectorAll("#line button, #boardbar button")]
    .map((it) => [it.outerHTML.slice(0, 120), it.getBoundingClientRect()])
    .filter(([, box]) => box.width && box.height && (box.height < 44 || box.width < 44)).map(([told]) => told)"""
"""The buttons that are too small for a finger."""
SIZES = ((390, 844), (844, 390), (320, 640))


def test_in_german_on_every_phone(
    new_context: Callable[..., BrowserContext], site: Any, axe: Callable[..., list[str]]
) -> None:
    page = new_context(**PHONE, locale="de-DE").new_page()

    def fits() -> None:
        """On phones of each size, and nothing that can be tapped is too small there."""
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            page.evaluate("new Promise((done) => requestAnimationFrame(() => setTimeout(done)))")
            assert axe(page) == [], width
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), width
            boxes = page.evaluate(SMALL)
            assert boxes == [], width

    table = open_line(Table(page, site.url).open())
    expect(page.locator("#line-title")).to_have_text("Das Gefecht in einer Zeile")
    write(table, "2 Deutschland Panzer 4-6 W und 2 Italien Inf 2-3 NO gegen 2 brit Mech 3-4 @Suez Wüste Festung")
    assert on_the_board(page) == battle("aworldatwar: " + SUEZ.replace("brit", "Br"))
    write(table, "2 Deutschland Panzre 4-6")
    expect(page.locator("#line .faults")).to_contain_text("dieses Wort ist nicht bekannt")
    fits()
    write(table, "22 v 12 @ Wald")
    expect(page.locator("#line [aria-pressed=true]")).to_have_text("Wald")
    fits()


def test_texts_that_do_not_come_are_told_and_asked_for_again(phone: Page, site: Any, faults: list[str]) -> None:
    table = Table(phone, site.url).open()
    phone.route("**/texts/line/*", lambda route: route.abort())
    table.press(phone.locator("#to-line"))
    expect(phone.locator("#status")).to_contain_text("A part of the page could not be fetched")
    assert phone.locator("#line-text").count() == 0
    faults.clear()
    phone.unroute("**/texts/line/*")
    table.press(phone.locator("#status [data-do=again-part]"))
    present(phone, "#line-text:focus")


def test_another_language_is_the_field_s_too(phone_table: Table) -> None:
    page = phone_table.page
    open_line(phone_table)
    page.locator(".nav [data-do=settings]").tap()
    page.locator("#language").select_option("de")
    expect(page.locator("#line-title")).to_have_text("Das Gefecht in einer Zeile")


def test_bare_totals_stay_what_they_are_in_another_language(phone_table: Table) -> None:
    table = open_line(phone_table)
    page = write(table, "22 v 12").page
    expect(page.locator("#line-odds")).to_be_visible()
    table.press(page.locator(".nav [data-do=settings]"))
    page.locator("#language").select_option("de")
    expect(page.locator("html")).to_have_attribute("lang", "de")
    table.press(page.locator("#dialog [data-do=close]"))
    expect(page.locator("#line")).to_contain_text("Angreifer vernichtet")
    assert page.locator("#line-text").input_value() == "22 v 12"


def test_what_was_typed_stands_in_the_line_after_a_fight(phone_table: Table) -> None:
    page = phone_table.page
    open_line(phone_table)
    typed = page.locator("#line-text").input_value().replace("2 German armor", "1 German armor")
    page.locator("#line-text").fill(typed)
    phone_table.settled()
    phone_table.do("fight").do("setup")
    expect(page.locator("#line-text")).to_have_value(typed)
