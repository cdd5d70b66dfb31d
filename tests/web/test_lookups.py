"""Tables to look up, below the chart of a game that has any; and partisans that are placed on the board."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.table import Table

pytestmark = pytest.mark.engine("beside")

PLAINS = "The flank unit and the river"


@pytest.fixture(params=["phone", "desktop"])
def table(request: pytest.FixtureRequest, site: Any) -> Table:
    page: Page = request.getfixturevalue(request.param)
    page.set_default_timeout(10_000)
    return Table(page, site.url).open()


def example(table: Table, title: str) -> Table:
    """Open an example of the game that the page begins with."""
    table.press(table.page.locator(".nav [data-do=battles]"))
    table.press(table.page.locator("[data-do=example-close]", has_text=title))
    return table.settled()


def test_a_table_is_looked_up_below_the_chart(table: Table) -> None:
    page = example(table, PLAINS).do("tab", "chart").page
    tables = page.locator("#panel details", has_text="Forces of minor countries, Europe")
    expect(tables).to_have_count(1)
    table.press(tables.locator("summary"))
    row = tables.locator("tr", has=page.get_by_role("rowheader", name="Yugoslavia", exact=True))
    expect(row.locator("td")).to_have_text(["1", "6", "-", "1", "-", "-", "-", "2:4", "2:4"])
    expect(tables.locator(".rule")).to_contain_text("11.23")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "only the table itself is scrolled"


def test_the_older_edition_has_no_tables_to_look_up(table: Table) -> None:
    page = example(table, "Suez by the older rules").do("tab", "chart").page
    expect(page.locator("#panel .crt")).to_have_count(1)


def test_partisans_are_placed_by_tapping_and_closed_hexes_say_why(table: Table) -> None:
    page = example(table, "Partisans in occupied France").do("fight").page
    expect(table.question).to_contain_text("Where is the French 1-5 partisan placed")
    for hex, words in (
        ("0,0", ("an enemy unit is in it", "11.353E")),
        ("0,1", ("zone of control", "11.353E")),
        ("-1,0", ("does not control", "11.353D")),
        ("1,1", ("Industrial centre", "11.353E")),
    ):
        table.hex(hex)
        for word in words:
            expect(page.locator("#refusal")).to_contain_text(word)
        expect(table.question).to_contain_text("Where is the French 1-5 partisan placed")
    table.hex("0,2")
    expect(page.locator("[data-do=again]")).to_be_visible()
    expect(page.locator(".log")).to_contain_text("is placed in Massif Central")
    expect(page.locator("#board [data-hex='0,2']")).to_have_attribute("aria-label", re.compile("French.*partisan"))
