"""Every game on a phone: battles set up, fought and sent on by tapping; charts typed in where the book has none."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, expect
from table import Table

pytestmark = pytest.mark.engine("beside")

Axe = Callable[..., list[str]]
INVENTED = "\n".join(  # a chart that no game has: rows are the faces 1 to 6 of a die
    (
        "Ad 1/0\tEx\tDr1\tDr3",
        "Ad 1/0\tEx\tDr1\tDr3",
        "Ad\tEx 1/1\tDr1\tDr3",
        "Ad\tDr1\tDr2\tDr3 0/1",
        "Ex\tDr1\tDr2\tDr3 0/1",
        "Ex\tDr2\tDr3\tDr3",
    )
)


@pytest.fixture
def table(phone: Page, site: Any) -> Table:
    phone.set_default_timeout(10_000)
    return Table(phone, site.url).open()


def game(table: Table, title: str) -> Table:
    before = table.page.locator("#caption h1").inner_text()
    table.page.locator("#game").select_option(label=title)
    expect(table.page.locator("#caption h1")).not_to_have_text(before)
    return table.settled()


def example(table: Table, title: str) -> Table:
    table.press(table.page.locator(".nav [data-do=battles]"))
    table.press(table.page.locator("[data-do=example-close]", has_text=title))
    return table.settled()


def lit(page: Page) -> set[str]:
    """The hexes that the board shows as legal, and says so."""
    shown = page.locator("#board .hu-legal").count()
    said = page.locator("#board [data-hex][aria-label*='can be chosen' i]")
    found = {str(cell.get_attribute("data-hex")) for cell in said.all()}
    assert len(found) == shown
    return found


def refused(table: Table, hex: str, *words: str) -> None:
    """Tap a hex that may not be taken: the page says why, with the rule, and nothing happens."""
    asked = table.question.inner_text()
    table.hex(hex)
    for word in words:
        expect(table.page.locator("#refusal")).to_contain_text(word)
    expect(table.question).to_have_text(asked)


def paste(page: Page, target: str, text: str) -> None:
    """Paste into a control, as from a spreadsheet."""
    page.locator(target).evaluate(
        """(control, text) => {
            const data = new DataTransfer(); data.setData("text", text);
            control.dispatchEvent(new ClipboardEvent("paste", {clipboardData: data, bubbles: true, cancelable: true}));
        }""",
        text,
    )


def test_a_battle_in_steps_to_a_retreat_and_sent_on(
    table: Table, new_context: Callable[..., BrowserContext], site: Any
) -> None:
    page = game(table, "1D8 combat chart").page
    table.do("new").hex("0,0").nation("Soviet").stamp("Soviet infantry 4-3", 2)
    table.hex("1,0").do("tool", "terrain")
    table.press(page.get_by_role("button", name="Retreat hex"))
    table.settled().do("tool", "counters")
    table.hex("-1,0").nation("German").stamp("German armor 8-6", 2)
    table.hex("0,-1").stamp("German infantry 5-3")
    expect(table.bar).to_contain_text("21 : 8 → 2-1")
    table.do("fight")
    table.press(page.locator(".face[data-a='d8=6']"))
    expect(table.question).to_contain_text("Defender loses 1 step")
    table.choose("A step of the Soviet 4-3 infantry")
    expect(table.question).to_contain_text("stay or retreat")
    table.choose("Stay")
    expect(page.locator(".face[data-a='d8=8'] .gives")).to_have_text("retreats")
    expect(page.locator(".face[data-a='d8=1'] .gives")).to_have_text("stays")
    table.press(page.locator(".face[data-a='d8=8']"))
    expect(table.question).to_contain_text("Retreat")
    if page.locator("[data-do=again]").count() == 0:
        refused(table, "0,1", "marked", "11.8")
        table.hex("1,0")
    expect(page.locator("[data-do=again]")).to_be_visible()
    expect(table.question).to_contain_text("Defenders retreat")
    link = table.link()
    other = Table(new_context(viewport={"width": 390, "height": 844}).new_page(), link).open()
    expect(other.question).to_contain_text("Defenders retreat")
    expect(other.page.locator(".log .line")).to_have_count(page.locator(".log .line").count())


def test_ground_to_cover_shows_its_reckoning_without_a_fight(table: Table) -> None:
    page = example(game(table, "1D8 combat chart"), "Zones of control").page
    expect(page.locator("#panel .margins")).to_contain_text("zone of control into the hex north-west of the target")
    expect(page.locator("#panel .margins .rule").first).to_be_visible()
    expect(page.locator("#board .hu-lit")).to_have_count(8)
    expect(page.locator("#fight")).to_have_count(0)
    example(table, "A march in the mud")
    expect(page.locator("#fight")).to_have_text("Play it")


def test_a_chart_in_place_of_the_printed_one(
    table: Table, new_context: Callable[..., BrowserContext], site: Any
) -> None:
    page = example(game(table, "1D8 combat chart"), "Across the river").page
    table.do("tab", "odds")
    before = page.locator("#panel").inner_text()
    table.press(page.locator("[data-do=charts]").last)
    table.press(page.get_by_role("button", name="Start from the printed one"))
    cells = page.locator("[data-set=packcell]")
    expect(cells).to_have_count(80)
    for row in ("1", "2", "3", "4", "5", "6", "7", "8", "+"):
        page.locator(f"[data-set=packcell][data-b='{row}'][data-c='3-2']").select_option("DE")
    page.locator("#packtitle").fill("House chart")
    page.locator("#packtitle").blur()
    table.press(page.get_by_role("button", name="Keep on this device"))
    expect(page.locator("#dialog")).to_contain_text("House chart")
    page.locator("[data-set=packcell][data-b='1'][data-c='3-2']").select_option("")
    expect(page.locator("[aria-invalid=true], .pack .problem")).not_to_have_count(0)
    expect(page.locator(".pack .problem")).to_contain_text("1, 3-2")
    page.locator("[data-set=packcell][data-b='1'][data-c='3-2']").select_option("DE")
    expect(page.locator(".pack .problem")).to_have_count(0)
    table.press(page.locator("#dialog [data-do=close]"))
    table.settled()
    assert page.locator("#panel").inner_text() != before
    table.do("tab", "chart")
    expect(page.locator("#panel")).to_contain_text("House chart")
    expect(page.locator("#panel td.lit").nth(1)).to_have_text("DE")
    link = table.link()
    other = Table(new_context(viewport={"width": 390, "height": 844}).new_page(), link).open()
    other.do("tab", "chart")
    expect(other.page.locator("#panel")).to_contain_text("House chart")
    page.reload()
    table.ready()
    table.do("new")
    table.press(page.locator("[data-do=charts]").last)
    expect(page.locator("#dialog .cards")).to_contain_text("House chart")


USED_AND_TYPED_ON = """(text) => {
    document.querySelector("[data-do=packtake]").click();
    const field = document.getElementById("packtext");
    field.value = text;
    field.dispatchEvent(new InputEvent("input", {bubbles: true}));
}"""
"""A chart given as text is used, and another one typed before the answer has come."""


def test_charts_come_and_go_as_files(table: Table, tmp_path: Path) -> None:
    page = example(game(table, "1D8 combat chart"), "What winter does").page
    table.press(page.locator("[data-do=charts]").last)
    table.press(page.get_by_role("button", name="Weather table"))
    table.press(page.get_by_role("button", name="Fill it in"))
    page.locator("[data-set=packcell][data-b='winter']").select_option("half")
    with page.expect_download() as saving:
        table.press(page.get_by_role("button", name="Save as a file"))
    file = tmp_path / saving.value.suggested_filename
    saving.value.save_as(file)
    assert json.loads(file.read_text())["tables"] == {"weather": {"winter": {"air": "half"}}}
    table.press(page.get_by_role("button", name="Do without all of them"))
    table.press(page.get_by_role("button", name="Wipe it"))
    expect(page.locator("[data-set=packcell]")).to_have_count(0)
    table.press(page.locator("[data-open=packtext] summary"))
    page.locator("#packfile").set_input_files(file)
    expect(page.locator("#dialog")).to_contain_text("Taken over")
    expect(page.locator("[data-set=packcell][data-b='winter']")).to_have_value("half")
    toml = tmp_path / "weather.toml"
    toml.write_text('title = "From a file"\n[tables.weather.mud]\nair = "none"\n')
    page.locator("#packfile").set_input_files(toml)
    expect(page.locator("[data-set=packcell][data-b='mud']")).to_have_value("none")
    said = page.locator("#dialog [role=status]")
    page.locator("#packtext").fill("not [ a chart")
    table.press(page.get_by_role("button", name="Use it"))
    expect(said).not_to_contain_text("Taken over")
    expect(page.locator("#packtext")).to_have_value("not [ a chart")
    page.locator("#packtext").fill(toml.read_text())
    page.evaluate(USED_AND_TYPED_ON, "half of a")
    expect(said).to_contain_text("Taken over")
    page.locator("#packfile").set_input_files(file)
    expect(page.locator("[data-set=packcell][data-b='winter']")).to_have_value("half")
    page.locator("#packfile").set_input_files(toml)
    expect(page.locator("[data-set=packcell][data-b='mud']")).to_have_value("none")
    expect(page.locator("#packtext")).to_have_value("half of a")
    table.press(page.locator("#dialog [data-do=close]").first)
    table.press(page.locator("[data-do=charts]").last)
    expect(page.locator("#packtext")).to_have_value("half of a")
    expect(page.locator("[data-set=packcell][data-b='mud']")).to_have_value("none")


def test_a_results_chart_is_transcribed_and_rolled_on(table: Table, axe: Axe) -> None:
    page = example(game(table, "Dai Senso"), "Akyab: a Dr3 for the British").page
    table.do("fight")
    expect(page.locator(".who")).to_have_text("Your charts tell")
    table.press(page.locator("#umpire [data-do=charts]"))
    table.press(page.get_by_role("button", name="Fill it in"))
    expect(page.locator(".pack .problem")).to_contain_text("empty")
    paste(page, "#pack-crt-1-1_453", INVENTED)
    expect(page.locator(".pack .problem")).to_have_count(0)
    assert axe(page) == []
    head = page.locator("[data-set=packhead][data-b=columns]").last
    head.fill("8-1")
    head.blur()
    expect(page.locator(".pack .problem")).to_contain_text("from 1-3 to 8-1")
    expect(page.locator(".pack .problems")).to_contain_text("4.2.2, Step 3")
    assert axe(page) == []
    head.fill("9-1")
    head.blur()
    expect(page.locator(".pack .problem")).to_have_count(0)
    cell = page.locator("#pack-crt-6-1_453")
    cell.fill("Dr7")
    cell.blur()
    expect(cell).to_have_attribute("aria-invalid", "true")
    table.press(page.locator(".pack .problem"))
    expect(cell).to_be_focused()
    cell.fill("Ex")
    cell.press("Enter")
    expect(page.locator(".pack .problem")).to_have_count(0)
    table.press(page.locator("#dialog [data-do=close]"))
    table.settled()
    expect(page.locator(".face")).to_have_count(6)
    table.face(6)
    expect(table.question).to_contain_text("3 hexes to retreat")


def test_a_retreat_of_three_hexes_on_the_board(table: Table, axe: Axe) -> None:
    page = example(game(table, "Dai Senso"), "Akyab: a Dr3 for the British").page
    table.do("fight").choose("Dr3").choose("0/0")
    expect(table.question).to_contain_text("Akyab (w4114) have 3 hexes to retreat")
    assert lit(page) == {"36,-42", "35,-42"}
    assert axe(page) == []
    refused(table, "36,-41", "zone of control", "4.2.5.1")
    refused(table, "34,-41", "open sea", "4.2.5")
    refused(table, "35,-40", "enemy unit", "4.2.5.2")
    table.hex("35,-42")
    expect(table.question).to_contain_text("2 hexes")
    refused(table, "35,-41", "no farther", "4.2.5.1")
    table.hex("35,-43")
    expect(table.question).to_contain_text("1 hex")
    refused(table, "34,-42", "4.2.5")
    third = lit(page)
    assert third and "34,-42" not in third, "never Calcutta"
    table.hex(min(third))
    expect(table.question).to_contain_text("Who advances?")
    table.choose("Nobody advances")
    expect(page.locator("[data-do=again]")).to_be_visible()
    assert axe(page) == []


def test_a_war_zone_and_its_headquarters(table: Table) -> None:
    page = example(game(table, "Dai Senso"), "Kiangsu: the 9th War Zone and the KMT HQ").page
    table.do("fight").choose("supports")
    table.choose("Dr3").choose("0/0")
    expect(table.question).to_contain_text("an HQ does not retreat")
    refused(table, "47,-45", "an HQ does not retreat", "4.2.5.2")
    table.choose("The Nationalist Chinese 1-2-1 HQ")
    expect(table.question).to_contain_text("2 hexes to retreat")
    assert lit(page) == {"47,-47", "46,-46"}
    refused(table, "48,-46", "enemy unit", "4.2.5.2")
    refused(table, "46,-45", "zone of control", "4.2.5.1")
    table.hex("47,-47")
    expect(table.question).to_contain_text("1 hex")
    refused(table, "46,-46", "no farther", "4.2.5.1")
    table.hex("46,-47")
    expect(table.question).to_contain_text("Who advances?")
    table.choose("Advance").choose("Nobody else advances")
    expect(page.locator("[data-do=again]")).to_be_visible()
    expect(page.locator(".measures")).to_contain_text("yes")
