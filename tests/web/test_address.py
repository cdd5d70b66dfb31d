"""The address bar between the page, which writes there, and players, who do so too."""

from __future__ import annotations

from typing import Any

from browsers import until
from playwright.sync_api import Page, expect
from table import Table


def test_a_link_that_is_typed_while_the_page_writes_its_own_is_opened(desktop: Page, site: Any) -> None:
    table = Table(desktop, site.url).open().hex("1,0")
    until(desktop, "location.hash.startsWith('#1.')")  # it has written the link of the first battle
    desktop.evaluate(
        """() => {  // just before the page puts the link of what is on the screen into the address
            const word = window.hexWord;
            window.hexWord = (text) => { window.hexWord = word; location.hash = "none"; return word(text); };
        }"""
    )
    table.stamp("German infantry 3-3")
    expect(desktop.locator("#status")).to_contain_text("link")
