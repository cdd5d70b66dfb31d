"""The diary on the page: games of two players, kept, told, saved as files and brought back."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from browsers import until
from frontend import ask
from hexumpire.cli import main
from playwright.sync_api import BrowserContext, Page, expect
from table import Table

pytestmark = pytest.mark.engine("beside")

Axe = Callable[..., list[str]]
KEPT = "JSON.parse(localStorage.getItem('hexumpire.diary.1') || '[]')"
AT_ONCE = "((...all) => all.forEach((one) => document.querySelector(one).click()))"
"""Clicks on controls, with nothing in between: what is unfolded is drawn again before the browser has told of it."""
SMALL = {"viewport": {"width": 320, "height": 640}, "has_touch": True, "is_mobile": True}


def fought(table: Table, last: bool = False) -> Table:
    """Fight the battle on the table to its end."""
    table.do("fight")
    for _ in range(60):
        if table.page.locator("[data-do=again]").count():
            return table
        table.on(last)
    raise AssertionError("the battle has no end")


def begun(table: Table) -> Table:
    """Begin a diary from the end of a battle, and name it."""
    page = table.page
    table.press(page.locator("#umpire [data-do=diary]"))
    table.press(page.locator("[data-do=diary-new]"))
    expect(page.locator("#diary-title")).to_be_focused()
    page.keyboard.type("Desert 1942")
    page.keyboard.press("Tab")
    for player, name in enumerate(("Ann", "Ben")):
        page.locator(f"#diary-player-{player}").fill(name)
        page.keyboard.press("Tab")
    return table


def put(table: Table) -> None:
    table.press(table.page.locator("[data-do=diary-put]"))
    expect(table.page.locator("#diary-told")).to_be_visible(timeout=60_000)


def sentences(page: Page) -> list[str]:
    """What is told, with the spaces that keep a percent sign beside its number as any others."""
    return [text.replace("\u00a0", " ") for text in page.locator("#diary-told > p:not(.hint)").all_inner_texts()]


def test_battles_become_a_game_that_is_told(phone: Page, site: Any, axe: Axe, tmp_path: Path) -> None:
    table = fought(Table(phone, site.url).open())
    begun(table)
    put(table)
    table.press(phone.locator("#dialog [data-do=close]"))
    table.do("battles")
    table.press(phone.locator("#dialog [data-do=example-close]").nth(2))
    fought(table.settled(), last=True)
    table.press(phone.locator("#umpire [data-do=diary]"))
    expect(phone.locator("#diary")).to_have_text("Desert 1942")
    put(table)
    until(phone, f"{KEPT}[0].battles.length === 2")
    phone.locator("#diary-attacker-1").select_option("1")
    (game,) = phone.evaluate(KEPT)
    assert [one["attacker"] for one in game["battles"]] == [0, 1]
    told = ask(op="diary", players=["Ann", "Ben"], title="Desert 1942", format="text", battles=[
        {key: one[key] for key in ("scenario", "actions", "attacker", "when")} for one in game["battles"]
    ])["result"]  # fmt: skip
    expect(phone.locator("#diary-told")).to_contain_text(told["lines"][-1]["text"], timeout=60_000)
    assert sentences(phone) == [line["text"] for line in told["lines"]]
    shown = phone.locator("#diary-told .summary .value").all_inner_texts()
    assert shown == [told["luck"]["percent"], told["luck"]["others"]["percent"]]
    for row, battle in zip(phone.locator("#dialog .item summary").all(), told["battles"], strict=True):
        expect(row).to_contain_text(battle["text"])
    assert axe(phone) == []
    assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth")
    table.press(phone.locator("[data-do=diary-write]"))
    expect(phone.locator("#diary-report")).to_have_value(told["document"])
    for form, begins in (("markdown", "# Desert 1942"), ("html", "<!doctype html>")):
        table.press(phone.locator(f"[data-do=diary-form][data-a={form}]"))
        table.press(phone.locator("[data-do=diary-write]"))
        with phone.expect_download() as saved:
            table.press(phone.locator("[data-do=diary-download]"))
        text = saved.value.path().read_text()
        assert text.startswith(begins) and (form == "markdown" or text.count("<svg") == 2)
    with phone.expect_download() as saved:
        table.press(phone.locator("[data-do=diary-save]"))
    file = tmp_path / saved.value.suggested_filename
    file.write_bytes(saved.value.path().read_bytes())
    assert file.name == "Desert-1942.json"
    assert main(["diary", str(file)]) == 0, "the command line reads the file"
    phone.reload()
    table.ready()
    table.press(phone.locator("#umpire [data-do=diary]"))
    table.press(phone.locator("[data-do=diary-open]"))
    expect(phone.locator("#diary-told")).to_contain_text(told["lines"][-1]["text"], timeout=60_000)
    table.press(phone.locator("#dialog summary", has_text="Delete the diary"))
    table.press(phone.locator("[data-do=diary-forget]"))
    expect(phone.locator("[data-do=diary-open]")).to_have_count(0)
    phone.locator("#diaryfile").set_input_files(file)
    expect(phone.locator("#dialog [role=status]").first).to_contain_text("come from the file, with 2 battles")
    expect(phone.locator("#diary-told")).to_contain_text(told["lines"][-1]["text"], timeout=60_000)


def test_an_untouched_battle_is_put_in_once(desktop: Page, site: Any) -> None:
    table = Table(desktop, site.url).open().do("battles")
    table.press(desktop.locator("#dialog [data-do=diary]"))
    table.press(desktop.locator("[data-do=diary-new]"))
    put_in = desktop.locator("[data-do=diary-put]")
    table.press(put_in)
    expect(desktop.locator("#dialog [role=status]").first).to_contain_text("in the diary")
    expect(put_in).to_have_count(0)
    table.press(desktop.locator("#dialog [data-do=close]").first)
    table.hex("1,0").stamp("German infantry 3-3").do("battles")  # it has been set up otherwise since
    table.press(desktop.locator("#dialog [data-do=diary]"))
    table.press(put_in)
    expect(desktop.locator("#dialog [role=status]").first).to_contain_text("up to date")
    expect(put_in).to_have_count(0)
    assert desktop.evaluate(f"{KEPT}[0].battles.length") == 1


def test_a_backup_brings_a_diary_and_a_kept_battle_goes_in(phone: Page, site: Any) -> None:
    table = fought(Table(phone, site.url).open())
    begun(table)
    put(table)
    (game,) = phone.evaluate(KEPT)
    table.press(phone.locator("#dialog [data-do=close]"))
    table.do("battles")
    with phone.expect_download() as saved:
        table.press(phone.locator("#dialog [data-do=backup]"))
    assert json.loads(saved.value.path().read_text())["diary"] == [game]
    phone.evaluate("localStorage.removeItem('hexumpire.diary.1')")
    phone.reload()
    table.ready()
    table.do("battles")
    phone.locator("#backupfile").set_input_files(saved.value.path())
    expect(phone.locator("#dialog")).to_contain_text("Diaries 1, formations 0.")
    assert phone.evaluate(KEPT) == [game]
    table.press(phone.locator("#dialog [data-do=new-close]"))
    table.settled()
    table.do("battles")
    table.press(phone.locator("#dialog [data-do=diary]"))
    table.press(phone.locator("[data-do=diary-open]"))
    phone.evaluate(f"{AT_ONCE}('#dialog .item summary', '[data-do=diary-form][data-a=markdown]')")
    expect(phone.locator("[data-do=diary-form][data-a=markdown]")).to_have_attribute("aria-pressed", "true")
    expect(phone.locator("#diary-told")).to_be_visible(timeout=60_000)
    table.press(phone.locator("[data-do=diary-remove]"))
    expect(phone.locator("#dialog")).to_contain_text("No battle yet.")
    phone.locator("#diary-kept").select_option(game["battles"][0]["id"])
    until(phone, f"{KEPT}[0].battles.length === 1")
    table.press(phone.locator("[data-do=diary-table]"))
    table.settled()
    expect(phone.locator("#umpire [data-do=again]")).to_be_visible()


def test_by_keyboard_in_german_on_a_small_phone(
    new_context: Callable[..., BrowserContext], site: Any, axe: Axe
) -> None:
    page = new_context(**SMALL, color_scheme="dark", locale="de-DE").new_page()
    table = fought(Table(page, site.url).open())
    page.locator("#umpire [data-do=diary]").focus()
    page.keyboard.press("Enter")
    page.locator("[data-do=diary-new]").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#diary-title")).to_be_focused()
    page.locator("[data-do=diary-put]").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#diary-told")).to_contain_text("Gefechte: 1.", timeout=60_000)
    expect(page.locator("#dialog [lang=en]")).to_have_count(0)
    assert axe(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.keyboard.press("Escape")
    expect(page.locator("#dialog")).to_be_hidden()
    table.settled()


@pytest.mark.parametrize("text", ["{}", "[]", "nonsense", '{"battles": [{"scenario": {"ruleset": "none"}}]}'])
def test_a_file_that_is_no_diary_is_refused(phone: Page, site: Any, text: str, tmp_path: Path) -> None:
    table = Table(phone, site.url).open()
    table.do("battles")
    table.press(phone.locator("#dialog [data-do=diary]"))
    file = tmp_path / "other.json"
    file.write_text(text)
    phone.locator("#diaryfile").set_input_files(file)
    expect(phone.locator("#dialog [role=status]")).to_contain_text("other.json is not a diary")
    assert phone.evaluate(KEPT) == []


def test_what_was_told_of_a_diary_is_not_told_of_what_another_tab_makes_of_it(desktop: Page, site: Any) -> None:
    table = Table(desktop, site.url).open()
    begun(fought(table))
    put(table)
    other = desktop.context.new_page()
    there = Table(other, site.url).open()
    table_of = other.locator("#dialog")
    there.press(other.locator(".nav [data-do=battles]"))
    there.press(table_of.locator("[data-do=diary]"))
    there.press(table_of.locator("[data-do=diary-open]"))
    expect(other.locator("#diary-told")).to_be_visible(timeout=60_000)
    told = desktop.locator("#diary-told")
    other.locator("[data-set=diary-attacker]").evaluate(
        "control => { control.value = '1'; control.dispatchEvent(new Event('change', { bubbles: true })); }"
    )
    expect(desktop.locator("[data-set=diary-attacker]").first).to_have_value("1")
    expect(told).to_have_count(0)
    expect(desktop.locator("[data-do=diary-reckon]")).to_be_visible()
    table.press(desktop.locator("[data-do=diary-reckon]"))
    expect(told).to_be_visible(timeout=60_000)
    other.close()
