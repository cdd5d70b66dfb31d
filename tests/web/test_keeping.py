"""What the device keeps: how long, as a file, and with the steps that led to it."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from browsers import until
from playwright.sync_api import BrowserContext, Locator, Page, expect
from table import Table

pytestmark = pytest.mark.engine("beside")


def stack(table: Table, times: int = 1) -> Table:
    """Counters in the middle of an empty board."""
    return more(table.open().do("new"), times)


def more(table: Table, times: int = 1) -> Table:
    """Counters more in the middle."""
    if not table.page.locator("#nation").is_visible():
        table.hex("0,0")
    return table.nation("British").stamp("British mechanized infantry 3-4", times)


def own(table: Table, title: str) -> Table:
    """An own battle with a title, on the list of last battles."""
    stack(table).do("tab", "notes")
    table.page.locator("#notes-title").fill(title)
    table.do("battles")
    return table


def restore(page: Page, path: Path) -> None:
    page.locator("#backupfile").set_input_files(path)


def test_a_backup_brings_every_battle_back_elsewhere(
    desktop: Page, site: Any, new_context: Callable[..., BrowserContext], tmp_path: Path
) -> None:
    table = own(Table(desktop, site.url), "At the crossroads <b>")
    with desktop.expect_download() as download:
        desktop.get_by_role("button", name="Save a backup of everything kept").click()
    assert download.value.suggested_filename.startswith("Hex-Umpire-backup-20")
    file = tmp_path / "backup.json"
    download.value.save_as(file)
    elsewhere = Table(new_context().new_page(), site.url).open().do("battles").page
    expect(elsewhere.locator("#dialog [data-do=saved-open]")).to_have_count(0)
    restore(elsewhere, file)
    said = elsewhere.locator("#dialog [role=status]")
    expect(said).to_contain_text("battles 1, charts 0")
    restore(elsewhere, file)
    expect(said).to_contain_text("battles 0, charts 0")
    elsewhere.locator("#dialog [data-do=close]").click()
    Table(elsewhere, site.url).do("battles")
    expect(said).to_have_count(0)  # what came back is told once
    elsewhere.reload()
    Table(elsewhere, site.url).ready()
    elsewhere.locator(".nav [data-do=battles]").click()
    elsewhere.get_by_role("button", name="At the crossroads <b>").first.click()
    expect(elsewhere.locator("[data-unit]")).to_have_count(1)
    assert table.page.locator("#dialog [data-do=saved-open]").count() == 1


def test_an_example_with_a_title_or_notes_of_a_players_own_is_kept(desktop: Page, site: Any) -> None:
    table = Table(desktop, site.url).open().do("tab", "notes")
    desktop.locator("#notes-text").fill("as it stood at noon")
    table.do("battles").do("example-close", "suez-7")
    table.settled()
    expect(desktop.locator("#notes-text")).to_have_value("")
    desktop.locator("#notes-title").fill("Another hill")
    table.do("battles")
    saved = desktop.locator("#dialog [data-do=saved-open]")
    expect(saved).to_have_count(2)
    expect(saved.first).to_contain_text("Another hill")
    table.press(saved.nth(1))
    expect(desktop.locator("#notes-text")).to_have_value("as it stood at noon")


def test_undo_in_a_battle_that_was_opened_leaves_the_others_on_the_list(desktop: Page, site: Any) -> None:
    table = own(Table(desktop, site.url), "Left")
    table.do("new-close").settled()
    more(table).do("tab", "notes")
    desktop.locator("#notes-title").fill("Right")
    table.do("battles")
    saved = desktop.locator("#dialog [data-do=saved-open]")
    expect(saved).to_have_count(2)
    table.press(saved.nth(1))
    expect(desktop.locator("#caption h1")).to_have_text("Left")
    expect(desktop.locator("[data-do=undo]").first).to_be_disabled()
    more(table).do("undo").do("battles")
    expect(saved).to_have_count(2)
    expect(saved.first).to_contain_text("Left")
    expect(saved.nth(1)).to_contain_text("Right")


def test_what_is_no_backup_changes_nothing(desktop: Page, site: Any, tmp_path: Path) -> None:
    own(Table(desktop, site.url), "Mine")
    newer = '{"kind": "hex-umpire-backup", "format": 2, "battles": []}'
    for number, text in enumerate(("", "{", "[]", newer, '{"battles": [{"id": "a"}]}')):
        file = tmp_path / f"evil<i>{number}.json"
        file.write_text(text)
        restore(desktop, file)
        expect(desktop.locator("#dialog [role=status]")).to_have_text(
            f"evil<i>{number}.json is not a backup of Hex Umpire. What was here is unchanged."
        )
        expect(desktop.locator("#dialog [data-do=saved-open]")).to_have_count(1)


def test_damaged_battles_of_a_backup_are_left_out(desktop: Page, site: Any, tmp_path: Path) -> None:
    own(Table(desktop, site.url), "Mine")
    good = {"id": "x", "title": "<img src=x>", "when": "2026-01-01T00:00", "about": "y", "state": {"scenario": {}}}
    bad = [
        None,
        1,
        {},
        good | {"id": 1},
        good | {"state": []},
        good | {"state": {"scenario": "x"}},
        good | {"when": None},
    ]
    file = tmp_path / "backup.json"
    file.write_text(json.dumps({"kind": "hex-umpire-backup", "format": 1, "battles": [*bad, good], "packs": [None, 1]}))
    restore(desktop, file)
    expect(desktop.locator("#dialog [data-do=saved-open]")).to_have_count(2)
    expect(desktop.locator("#dialog [role=status]")).to_contain_text("battles 1, charts 0")
    desktop.locator("#dialog [data-do=saved-open]").nth(1).click()  # an empty scenario is no battle: what is here stays
    expect(desktop.locator("[data-unit]")).to_have_count(1)


@pytest.mark.parametrize(("granted", "said"), [("true", "has promised to keep"), ("false", "may delete battles")])
def test_the_browser_is_asked_to_keep_battles_and_its_answer_is_told(
    desktop: Page, site: Any, granted: str, said: str
) -> None:
    desktop.add_init_script(
        f"window.asked = 0; navigator.storage.persist = () => {{ asked += 1; return Promise.resolve({granted}); }}"
    )
    table = Table(desktop, site.url).open()
    assert desktop.evaluate("asked") == 0, "not before there is something to keep"
    own(table, "Mine")
    expect(desktop.locator("#dialog")).to_contain_text(said)
    desktop.locator("#dialog [data-do=close]").click()
    table.do("battles")
    assert desktop.evaluate("asked") == 1
    expect(desktop.locator("#dialog")).not_to_contain_text("Home Screen")


def test_iphone_users_are_told_where_it_lasts(desktop: Page, site: Any) -> None:
    desktop.add_init_script("Object.defineProperty(Navigator.prototype, 'standalone', { value: false })")
    own(Table(desktop, site.url), "Mine")
    expect(desktop.locator("#dialog")).to_contain_text("Add to Home Screen")


def test_a_reload_keeps_the_steps_that_can_be_taken_back(desktop: Page, site: Any) -> None:
    table = stack(Table(desktop, site.url), 2).do("undo")
    expect(desktop.locator(".unit").locator("visible=true").first).to_be_visible()
    desktop.reload()
    table.ready()
    board = desktop.locator("[data-unit]")
    before = board.count()
    table.do("redo")
    table.do("undo")
    assert board.count() == before
    table.do("undo")
    expect(board).to_have_count(0)
    table.do("undo")  # back to the battle that stood there before "New"
    assert board.count() > 3


KEPT = "JSON.parse(localStorage['hexumpire.state.1'] || '{}')"


def test_a_reload_that_began_before_the_address_followed_keeps_the_steps(desktop: Page, site: Any) -> None:
    """The address bar changed, more than once, after the browser was told to load again: it loads the one that was."""
    table = stack(Table(desktop, site.url), 5)
    counters = f"{KEPT}.scenario?.units[0]?.count"
    until(desktop, f"location.hash === '#' + {KEPT}.link && {counters} === 5")
    earlier = desktop.evaluate("location.hash")
    for left in (4, 3, 2):
        table.do("undo")
        until(desktop, f"location.hash === '#' + {KEPT}.link && {counters} === {left}")
    desktop.evaluate("hash => history.replaceState(history.state, '', hash)", earlier)
    desktop.reload()
    table.ready().do("redo").do("redo").do("redo")
    until(desktop, f"{counters} === 5")


def kept_here(page: Page) -> Locator:
    return page.locator("#dialog [data-do=saved-open]")


def test_battles_of_two_tabs_are_both_kept(new_context: Callable[..., BrowserContext], site: Any) -> None:
    context = new_context()
    left = own(Table(context.new_page(), site.url), "Left")
    own(Table(context.new_page(), site.url), "Right")
    expect(kept_here(left.page)).to_have_count(2)  # the other tab's is on an open list at once
    left.do("close").do("battles")  # it is kept once more
    third = Table(context.new_page(), site.url).open().do("battles").page
    assert sorted(text.split("\n")[0][:5] for text in kept_here(third).all_inner_texts()) == ["Left", "Right"]


def test_a_battle_that_two_tabs_go_on_with_is_kept_as_each_left_it(
    new_context: Callable[..., BrowserContext], site: Any
) -> None:
    context = new_context()
    left = own(Table(context.new_page(), site.url), "Both")
    left.do("close")
    right = Table(context.new_page(), site.url).open()
    expect(right.page.locator("#nation")).to_be_visible()  # the hex that lay open lies open
    more(right).do("battles")
    expect(kept_here(right.page)).to_have_count(1)
    more(left, 2).do("battles")
    expect(kept_here(left.page)).to_have_count(2)
    left.press(kept_here(left.page).nth(1))  # as the other tab left it
    until(left.page, f"{KEPT}.scenario?.units[0]?.count === 2")


def test_a_tab_that_ends_without_a_word_loses_no_undo(new_context: Callable[..., BrowserContext], site: Any) -> None:
    context = new_context()
    table = stack(Table(context.new_page(), site.url), 2)
    until(table.page, "(localStorage.getItem('hexumpire.history.1') ?? '').length > 2 && location.hash.length > 9")
    until(table.page, "JSON.parse(localStorage.getItem('hexumpire.state.1')).link === location.hash.slice(1)")
    again = Table(context.new_page(), table.page.url).open()  # the first page has not been left
    units = again.page.locator("[data-unit]")
    expect(units).to_have_count(1)
    again.do("undo")
    expect(again.page.locator("[data-do=redo]").first).to_be_enabled()


def test_a_list_that_can_be_kept_no_more_says_so(desktop: Page, site: Any) -> None:
    table = own(Table(desktop, site.url), "Kept before")
    table.do("close")
    refusal = "Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError') }; 0"
    desktop.evaluate(refusal)
    desktop.locator("#notes-title").fill("Not kept")
    table.do("battles")
    expect(desktop.locator("#dialog")).to_contain_text("This browser keeps nothing more for this page")
    expect(kept_here(desktop)).to_have_count(1)
    expect(desktop.get_by_role("button", name="Save a backup of everything kept")).to_be_visible()


FULL = "Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); };"


def test_where_nothing_is_kept_no_dialog_says_otherwise(new_context: Callable[..., BrowserContext], site: Any) -> None:
    """The settings, the diary and the guide say so before anything is typed into them."""
    context = new_context()
    context.add_init_script(FULL)
    page = context.new_page()
    table = Table(page, site.url).open()
    dialog = page.locator("#dialog")
    table.press(page.locator(".nav [data-do=settings]"))
    expect(dialog).to_contain_text("This browser keeps nothing: what is chosen here lasts")
    for name, awaited in (("diary", "[data-do=diary-new]"), ("guide", "[data-do=own-take]")):
        page.keyboard.press("Escape")
        table.press(page.locator(".nav [data-do=battles]"))
        table.press(dialog.locator(f"[data-do={name}]").first)
        expect(dialog.locator(awaited).first).to_be_visible()
        expect(dialog).to_contain_text("This browser keeps nothing")
        expect(dialog).not_to_contain_text("kept on this device")
