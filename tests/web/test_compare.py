"""The same battle with other rules and forces, and how the dice fell, on the page."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from table import Table

pytestmark = pytest.mark.engine("beside")

Axe = Callable[..., list[str]]


@pytest.fixture
def table(phone: Page, site: Any) -> Table:
    return Table(phone, site.url).open()


def test_editions_readings_and_forces(table: Table, axe: Axe) -> None:
    page = table.page
    table.do("tab", "odds")
    table.press(page.locator("[data-do=compare]"))
    section = page.locator(".compare")
    expect(section).to_be_visible(timeout=60_000)  # it tries hundreds of battles
    expect(page.locator("#compare")).to_be_focused()
    cases = section.locator(".cases").first.locator(".case")
    expect(cases).to_have_count(len(page.locator("[data-do=edition]").all()))
    expect(section.locator(".case.asis").first).to_contain_text(page.locator("#sum b").inner_text())
    expect(section).to_contain_text("To take the hex with 90.0 %")
    for summary in section.locator("summary").all():
        table.press(summary)
    expect(section.locator("details[open] .rule").first).to_be_visible()
    assert axe(page) == []
    other = cases.last.locator(".value").inner_text().split("\n")[0]
    table.press(page.locator("[data-do=edition][aria-pressed=false]"))
    table.settled()
    expect(page.locator("#sum")).to_contain_text(other)
    expect(page.locator("[data-do=compare]")).to_be_visible()  # what was compared was another battle


def test_luck_is_told_at_the_end(table: Table, axe: Axe) -> None:
    page = table.page
    table.do("fight").face(6)
    for _ in range(40):
        if page.locator("[data-do=again]").count():
            break
        table.on()
    summary = page.locator("[data-open=luck] summary")
    expect(summary).to_contain_text("%")
    said = summary.inner_text()
    page.reload()
    table.ready()
    expect(summary).to_have_text(said)
    table.do("tab", "odds")
    chosen = ("#policy-attacker", "#policy-defender", "#objective")
    for place in (1, 0):
        for one in chosen:
            page.locator(one).select_option(index=place)
            table.settled()
        told = expect(summary)  # a roll is worth what the sides make of it
        (told.not_to_have_text if place else told.to_have_text)(said)
    table.press(summary)
    expect(page.locator("[data-open=luck] li")).not_to_have_count(0)
    assert axe(page) == []
