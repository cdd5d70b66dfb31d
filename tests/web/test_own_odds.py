"""The chart with a battle's own odds: on the screen, and on one page of paper."""

from __future__ import annotations

import re
import zlib
from typing import Any

import pytest
from fronts import fragment
from hexumpire import rulesets
from playwright.sync_api import Page, Route, expect
from table import Table

pytestmark = pytest.mark.engine("beside")


def opened(page: Page, url: str) -> Table:
    table = Table(page, url).open()
    table.press(page.get_by_role("tab", name="Odds"))
    table.press(page.locator("#panel [data-do=ownodds]"))
    expect(page.locator("#dialog .printed tr.asis")).to_be_visible()
    return table


def pages(pdf: bytes) -> int:
    """How many pages a PDF has, in its objects or packed in streams."""
    packed = re.findall(rb"stream\r?\n(.*?)endstream", pdf, re.DOTALL)
    text = pdf
    for one in packed:
        try:
            text += zlib.decompress(one)
        except zlib.error:
            continue
    return len(re.findall(rb"/Type\s*/Page\b", text))


def test_the_sheet_says_what_the_page_says(phone: Page, site: Any, axe: Any) -> None:
    table = opened(phone, site.url)
    row = phone.locator("#dialog .printed tr.asis")
    expect(row).to_contain_text("66.7 %")
    expect(row.locator("th")).to_have_text("1:1")
    expect(phone.locator("#dialog .printed tbody tr")).to_have_count(8)
    assert axe(phone) == []
    assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth")
    phone.evaluate("window.print = () => { window.asked = true; }")
    table.press(phone.locator("[data-do=ownodds-print]"))
    assert phone.evaluate("window.asked")


def test_the_sheet_says_how_each_side_plays(phone: Page, site: Any) -> None:
    """A key of the attacker's ways to play may be one of the defender's too, with another meaning."""
    table = Table(phone, site.url).open()
    table.press(phone.get_by_role("tab", name="Odds"))
    for attacker in (None, "best"):
        if attacker:
            phone.locator("#policy-attacker").select_option(attacker)
            table.settled()
        said = [phone.locator(f"#policy-{side} option:checked").inner_text() for side in ("attacker", "defender")]
        table.press(phone.locator("#panel [data-do=ownodds]"))
        expect(phone.locator("#dialog .printed tr.asis")).to_be_visible(timeout=60_000)
        about = phone.locator("#dialog .printed .hint").first
        expect(about).to_contain_text(f"Attacker: {said[0]} · Defender: {said[1]}")
        assert said[0] != said[1]
        table.press(phone.locator("#dialog [data-do=close]"))


@pytest.mark.parametrize("paper", ["A4", "Letter"])
def test_it_is_one_page(desktop: Page, site: Any, paper: str) -> None:
    desktop.emulate_media(color_scheme="dark")
    opened(desktop, site.url)
    pdf = desktop.pdf(format=paper, print_background=True)
    assert pages(pdf) == 1
    desktop.emulate_media(media="print", color_scheme="dark")
    expect(desktop.locator("#board")).to_be_hidden()
    expect(desktop.locator("[data-do=ownodds-print]")).to_be_hidden()
    ink = "getComputedStyle(document.querySelector('.printed td')).color"
    assert desktop.evaluate(ink) == "rgb(0, 0, 0)"
    assert desktop.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"


def test_a_sheet_asked_for_while_another_battle_comes_is_of_that_battle(desktop: Page, site: Any) -> None:
    """The battle that was left is neither shown nor waited for."""
    example = rulesets.get("d8chart").examples()[0]
    held: list[Route] = []
    table = Table(desktop, site.url).open()
    table.press(desktop.get_by_role("tab", name="Odds"))
    desktop.route("**/ask", lambda route: held.append(route), times=1)
    with desktop.expect_request("**/ask"):
        desktop.evaluate("(link) => { location.hash = link; }", fragment(example["scenario"]))
    desktop.locator("#panel [data-do=ownodds]").click()
    expect(desktop.locator("#dialog .status")).to_be_visible()
    held.pop().continue_()
    expect(desktop.locator("#dialog .printed h3")).to_contain_text(example["scenario"]["title"])
    expect(desktop.locator("#dialog .printed tr.asis")).to_be_visible()
