"""The bar at the bottom on a phone: no figure is cut, and it takes two lines and one at most."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

import pytest
from browsers import present
from fronts import fragment
from hexumpire import rulesets
from playwright.sync_api import BrowserContext, Page, expect
from table import Table

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
WIDTHS = (390, 320)
LANGS = ("en", "de")
LINES = {"odds": 2, "chance": 1, "bychart": 1}
"""How many lines what stands in the bar takes at most."""
TALLEST = 92

TEXTS = """() => [...document.querySelectorAll("#sum > *, #sum .settle *, #bar button")].map((element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    const lines = Math.round(range.getBoundingClientRect().height / parseFloat(getComputedStyle(element).lineHeight));
    const {scrollWidth, clientWidth, scrollHeight, clientHeight, innerText} = element;
    const {left, right} = element.getBoundingClientRect();
    const inside = left >= 0 && right <= innerWidth;
    const inline = getComputedStyle(element).display === "inline";
    return [element.className.split(" ")[0], innerText, lines,
            inline || inside && scrollWidth <= clientWidth && scrollHeight <= clientHeight + 1];
})"""


def faults(page: Page, where: str) -> Iterator[str]:
    """What is wrong with the bar at each width."""
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 844})
        for name, text, lines, whole in page.evaluate(TEXTS):
            if not whole:
                yield f"{where}, {width} px: {text!r} is cut"
            if name in LINES and lines > LINES[name]:
                yield f"{where}, {width} px: {text!r} takes {lines} lines"
        height = page.evaluate("document.getElementById('bar').offsetHeight")
        if height > TALLEST:
            yield f"{where}, {width} px: the bar is {height} px high"
    page.set_viewport_size(PHONE["viewport"])


def come(page: Page) -> None:
    """Wait for the figures of the board, and a little for the odds, which may take their time."""
    present(page, "[data-view=now]")
    with suppress(AssertionError):
        present(page, "[data-odds=now]", 2)


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("game", rulesets.known())
def test_no_example_of_any_game_has_more_in_the_bar_than_a_phone_shows(
    game: str, lang: str, new_context: Callable[..., BrowserContext], site: Any
) -> None:
    page = new_context(**PHONE).new_page()
    found: list[str] = []
    table = Table(page, f"{site.url}?lang={lang}").open()
    for example in rulesets.get(game).examples()[LANGS.index(lang) :: len(LANGS)]:  # each in one of the languages
        page.goto(table.url + fragment(example["scenario"]))  # the page stays: only what stands behind the # changes
        expect(page.locator("#caption h1")).to_have_text(example["scenario"]["title"])
        come(page)
        found += faults(page, f"{example['key']}, set up")
        fight = page.locator("#fight:enabled")
        if fight.count():
            table.press(fight)
            present(page, "[data-screen=fight]")
            come(page)
            found += faults(page, f"{example['key']}, begun")
    assert not found, "\n".join(found)


@pytest.mark.parametrize("game", rulesets.known())
def test_what_each_face_gives_fits_its_box(game: str, new_context: Callable[..., BrowserContext], site: Any) -> None:
    page = new_context(**PHONE).new_page()
    for example in rulesets.get(game).examples()[::9]:
        page.goto("about:blank")
        table = Table(page, site.url).open(fragment(example["scenario"]))
        table.press(page.locator("#tab-chart"))
        for width, height in ((390, 844), (320, 640), (844, 390)):
            page.set_viewport_size({"width": width, "height": height})
            wide = "(all) => all.filter((it) => it.scrollWidth > it.clientWidth).map((it) => it.innerText)"
            assert page.locator(".gives li").evaluate_all(wide) == [], (example["key"], width)
        page.set_viewport_size(PHONE["viewport"])
