"""Two set-ups side by side on the page: the board, what was put aside, kept battles, links."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from frontend import ask
from hexumpire import rulesets
from hexumpire.files import codec, record
from playwright.sync_api import BrowserContext, Page, expect
from table import Table

pytestmark = pytest.mark.engine("beside")

Axe = Callable[..., list[str]]
PHONE = {"viewport": {"width": 320, "height": 640}, "has_touch": True, "is_mobile": True}


def opened(table: Table) -> Table:
    table.do("tab", "odds")
    table.press(table.page.locator("#panel [data-do=beside]"))
    expect(table.page.locator("#beside-0")).to_be_visible()
    return table


def odds(page: Page) -> str:
    """What the bar says before the chance."""
    return page.locator("#sum").inner_text().split("\n")[0]


def figures(page: Page, row: int = 0) -> list[str]:
    return page.locator("#beside-found tbody").first.locator("tr").nth(row).locator("td").all_inner_texts()


def test_the_board_beside_what_was_put_aside(phone: Page, site: Any, axe: Axe) -> None:
    table = opened(Table(phone, site.url).open())
    before = ask(
        op="outcomes", scenario={"ruleset": "aworldatwar", **rulesets.get("aworldatwar").examples()[0]["scenario"]}
    )
    table.press(phone.locator("#dialog [data-do=beside-hold]"))
    expect(phone.locator("#dialog [role=status]")).to_contain_text("Put aside.")
    table.press(phone.locator("#dialog [data-do=beside-do]"))
    expect(phone.locator("#beside-found")).to_be_focused()
    expect(phone.locator("#beside-found")).to_contain_text("Both are reckoned alike, line by line.")
    taken = next(one["percent"] for one in before["result"]["summary"] if one["key"] == "taken")
    assert figures(phone) == [taken, taken, "0 %"]
    table.press(phone.locator("#dialog [data-do=close]"))
    table.hex("0,0").do("tool", "terrain").do("feature", "0,0", "fortress").do("unselect")
    opened(table)
    table.press(phone.locator("#dialog [data-do=beside-do]"))
    expect(phone.locator("#beside-found .lines tbody tr")).not_to_have_count(0)
    first, second, difference = figures(phone)
    assert first == taken != second and difference.startswith("−")
    assert phone.locator("#beside-found .bestline").last.inner_text() == odds(phone)
    few = phone.locator("#beside-found .lines tbody tr").count()
    table.press(phone.locator("#beside-every"))
    assert phone.locator("#beside-found .lines tbody tr").count() > few
    expect(phone.locator("#beside-found .lines .asis")).to_have_count(few)
    assert axe(phone) == []
    assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth")
    table.press(phone.locator("#dialog [data-do=beside-hold]"))
    expect(phone.locator("#beside-found")).to_have_count(0)  # it was of what lay aside before
    phone.reload()
    table.ready()
    opened(table)
    expect(phone.locator("#beside-0 option[value=aside]")).to_be_attached()


def test_a_link_of_another_game_by_keyboard_in_german(
    new_context: Callable[..., BrowserContext], site: Any, axe: Axe
) -> None:
    page = new_context(**PHONE, color_scheme="dark", locale="de").new_page()
    table = Table(page, site.url).open()
    opened(table)
    page.locator("#beside-0").focus()
    page.locator("#beside-0").select_option("link")
    page.keyboard.press("Tab")
    expect(page.locator("#beside-link-0")).to_be_focused()
    table.press(page.locator("#dialog [data-do=beside-do]"))
    expect(page.locator("#dialog [role=status]")).to_contain_text("Den Link eines Gefechts einfügen")
    expect(page.locator("#beside-link-0")).to_be_focused()
    page.keyboard.type("https://example.org/#1.nothing")
    page.locator("#dialog [data-do=beside-do]").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#dialog [role=status]")).to_contain_text("Erste: ")
    other = {"ruleset": "d8chart", **rulesets.get("d8chart").examples()[0]["scenario"]}
    page.locator("#beside-link-0").fill("https://example.org/#" + record.to_link(codec.read_scenario(other), ()))
    page.locator("#dialog [data-do=beside-do]").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#beside-found")).to_be_focused()
    expect(page.locator("#beside-found h3").first).to_contain_text("Erste")
    expect(page.locator("#beside-found [lang=en]")).to_have_count(0)
    shown = ask(op="view", scenario=other, lang="de")["result"]["bar"]
    assert page.locator("#beside-found .bestline").first.inner_text() == shown
    assert axe(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_kept_battle_is_compared_and_a_change_hides_what_was_said(desktop: Page, site: Any, axe: Axe) -> None:
    table = Table(desktop, site.url).open()
    table.hex("0,0").do("tool", "terrain").do("feature", "0,0", "fortress").do("unselect")
    kept = odds(desktop)
    table.do("battles")
    table.press(desktop.locator("#dialog [data-do=example-close]").nth(2))
    table.settled()
    opened(table)
    desktop.locator("#beside-0").select_option(index=1)
    table.press(desktop.locator("#dialog [data-do=beside-do]"))
    expect(desktop.locator("#beside-found .bestline").first).to_have_text(kept)
    assert axe(desktop) == []
    desktop.locator("#beside-0").select_option("board")
    expect(desktop.locator("#beside-found")).to_have_count(0)


@pytest.mark.parametrize("path", ["ui/table.bin", "texts/table/en.json"])
def test_a_part_that_does_not_come_says_so(phone: Page, site: Any, path: str, faults: list[str]) -> None:
    table = Table(phone, site.url).open()
    phone.route(f"**/{path}", lambda route: route.fulfill(status=503))
    table.do("tab", "odds")
    table.press(phone.locator("#panel [data-do=beside]"))
    expect(phone.locator("#dialog")).to_contain_text("could not be fetched")
    assert faults
    faults.clear()
    table.press(phone.locator("#dialog [data-do=close]"))
    phone.unroute(f"**/{path}")
    table.press(phone.locator("#panel [data-do=beside]"))
    expect(phone.locator("#beside-0")).to_be_visible()


def test_a_set_up_that_is_put_aside_in_a_later_round_has_no_odds_of_that_round(desktop: Page, site: Any) -> None:
    example = next(one for one in rulesets.get("aworldatwar").examples() if one["key"] == "flank")
    scenario = {"ruleset": "aworldatwar", **example["scenario"], "title": "A flank"}
    fragment = ask(op="link", scenario=scenario, actions=["d6=6", "keep", "on"])["result"]["fragment"]
    table = Table(desktop, site.url).open(f"#{fragment}")
    assert odds(desktop) == "12 : 2 → 5:1"
    opened(table)
    table.press(desktop.locator("#dialog [data-do=beside-hold]"))
    expect(desktop.locator("#beside-0 option[value=aside]")).to_have_text("Put aside: A flank")
    table.press(desktop.locator("#dialog [data-do=beside-do]"))
    assert desktop.locator("#beside-found .bestline").first.inner_text() == "12 : 8 → 1:1"
    expect(desktop.locator("#beside-found")).to_contain_text("Attacker: Fights on at 1:1 or better")
    table.press(desktop.locator("#dialog [data-do=close]"))
    opened(table.do("setup").play("d8chart"))
    kept = desktop.locator("#beside-0 option", has_text="A flank ·")  # in the middle of its fight
    expect(kept).to_have_count(1)
    expect(kept).not_to_contain_text("5:1")
