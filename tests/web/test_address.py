"""The address bar between the page, which writes there, and players, who do so too."""

from __future__ import annotations

from typing import Any

import pytest
from browsers import until
from playwright.sync_api import Page, expect
from table import Table

pytestmark = pytest.mark.engine("beside")


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


HALT = "() => { hexEngine.call = () => new Promise(() => {}); }"  # the engine is at work on something long


def test_a_link_of_the_battle_before_the_last_change_opens_that_battle(desktop: Page, site: Any) -> None:
    table = Table(desktop, site.url).open()
    until(desktop, "location.hash.startsWith('#1.')")
    link, units = desktop.url, desktop.locator("[data-unit]").count()
    desktop.evaluate(HALT)
    table.page.locator("[data-hex='1,0'] .hu-hit").click()
    desktop.get_by_role("button", name="Add German infantry 3-3", exact=True).click()
    until(desktop, f"(JSON.parse(localStorage['hexumpire.state.1'] || '{{}}').scenario?.units ?? []).length > {units}")
    other = desktop.context.new_page()
    Table(other, link).open()
    expect(other.locator("[data-unit]")).to_have_count(units)
    other.close()


def test_what_was_changed_just_before_a_reload_stays(desktop: Page, site: Any) -> None:
    table = Table(desktop, site.url).open()
    until(desktop, "location.hash.startsWith('#1.')")
    units = desktop.locator("[data-unit]").count()
    desktop.evaluate(HALT)
    table.page.locator("[data-hex='1,0'] .hu-hit").click()
    desktop.get_by_role("button", name="Add German infantry 3-3", exact=True).click()
    assert "#1." in desktop.url  # of the battle before
    desktop.reload()
    table.ready()
    expect(desktop.locator("[data-unit]")).to_have_count(units + 1)
    until(desktop, "!document.documentElement.hasAttribute('data-coming')")


def test_a_reload_right_after_a_step_back_keeps_what_was_changed_meanwhile(desktop: Page, site: Any) -> None:
    """Before the page has heard of the step."""
    for event in ("popstate", "hashchange"):
        desktop.add_init_script(
            f"addEventListener('{event}', (event) => window.deaf && event.stopImmediatePropagation())"
        )
    table = Table(desktop, site.url).open()
    until(desktop, "location.hash.startsWith('#1.')")
    table.hex("1,0")
    for _ in range(3):
        before = desktop.url
        table.stamp("German infantry 3-3")
        until(desktop, f"location.href !== {before!r} && location.hash.startsWith('#1.')")
    units = desktop.locator("[data-unit]").count()  # some of the new ones lie under others
    desktop.evaluate("window.deaf = true")
    before = desktop.url
    desktop.evaluate("history.back()")
    until(desktop, f"location.href !== {before!r}")  # the link of the battle as it was when the hex was opened
    desktop.reload()
    table.ready()
    expect(desktop.locator("[data-unit]")).to_have_count(units)


def test_a_slow_reload_begins_with_the_address_it_was_asked_for_at(desktop: Page, site: Any) -> None:
    """The page has put the link of the battle as it is in its place, but the browser loads the one before, as typed."""
    table = Table(desktop, site.url).open()
    until(desktop, "location.hash.startsWith('#1.')")
    before = desktop.url
    units = desktop.locator("[data-unit]").count()
    table.hex("1,0").stamp("German infantry 3-3")
    until(desktop, f"location.href !== {before!r} && location.hash.startsWith('#1.')")
    desktop.evaluate("(url) => history.replaceState(null, '', url)", before)
    desktop.reload()
    table.ready()
    expect(desktop.locator("[data-unit]")).to_have_count(units + 1)
    other = desktop.context.new_page()  # opened anew, it is that battle's
    Table(other, before).open()
    expect(other.locator("[data-unit]")).to_have_count(units)


SPOIL = """() => {
    const kept = JSON.parse(localStorage["hexumpire.state.1"] ?? "null");
    if (kept && history.state) localStorage["hexumpire.state.1"] = JSON.stringify({...kept, link: "", was: 7});
}"""


def test_what_was_kept_of_links_may_be_anything(desktop: Page, site: Any) -> None:
    table = Table(desktop, site.url).open()
    until(desktop, "location.hash.startsWith('#1.')")
    units = desktop.locator("[data-unit]").count()
    desktop.add_init_script(f"({SPOIL})()")  # and the page reports every exception
    desktop.reload()
    table.ready()
    expect(desktop.locator("[data-unit]")).to_have_count(units)


def test_a_link_asked_for_when_a_computation_is_called_off_still_comes(desktop: Page, site: Any) -> None:
    table = Table(desktop, site.url).open().hex("1,0")
    until(desktop, "location.hash.startsWith('#1.')")
    before = desktop.url
    desktop.evaluate(
        """() => {
            const call = hexEngine.call;
            hexEngine.call = (text, told) => {
                if (!text.includes('"link"')) return call(text, told);
                hexEngine.call = call;
                return Promise.reject(new Error("cancelled"));
            };
        }"""
    )
    table.stamp("German infantry 3-3")
    until(desktop, f"location.href !== {before!r} && location.hash.startsWith('#1.')")


def test_a_link_that_is_pasted_over_a_dialog_shows_its_battle(desktop: Page, site: Any) -> None:
    table = Table(desktop, site.url).open()
    until(desktop, "location.hash.startsWith('#1.')")
    link, units = desktop.evaluate("location.hash"), desktop.locator("[data-unit]").count()
    table.hex("1,0").stamp("German infantry 3-3")
    until(desktop, f"location.hash !== {link!r}")
    table.press(desktop.locator(".nav [data-do=settings]"))
    expect(desktop.locator("#dialog")).to_be_visible()
    desktop.evaluate("link => { location.hash = link; }", link)
    expect(desktop.locator("[data-unit]")).to_have_count(units)
    expect(desktop.locator("#dialog")).not_to_be_visible()
    expect(desktop.locator("#status")).to_contain_text("opened")


@pytest.mark.parametrize("open", ["settings", "hex", "rulebook"])
def test_one_step_back_from_a_link_that_is_pasted_over_what_lies_open_is_the_battle_before(
    desktop: Page, site: Any, open: str
) -> None:
    table = Table(desktop, site.url).open()
    until(desktop, "location.hash.startsWith('#1.')")
    link, units = desktop.evaluate("location.hash"), desktop.locator("[data-unit]").count()
    table.hex("1,0").stamp("German infantry 3-3")
    until(desktop, f"location.hash !== {link!r}")
    before = desktop.evaluate("location.hash")
    if open != "hex":
        table.press(desktop.locator("#sheet [data-do=unselect]"))
        until(desktop, "history.state.depth === 0")
        table.press(desktop.locator(".nav [data-do=settings]" if open == "settings" else "#panel .rule").first)
    until(desktop, "history.state.depth === 1")
    desktop.evaluate(
        """link => {  // and the page is drawn before it hears of the link
            location.hash = link;
            document.querySelector("dialog[open] :is([data-do=rules], [data-do=theme])")?.click();
        }""",
        link,
    )
    expect(desktop.locator("[data-unit]")).to_have_count(units)
    expect(desktop.locator("dialog[open]")).to_have_count(0)
    expect(desktop.locator("#status")).to_contain_text("opened")
    desktop.go_back()
    expect(desktop.locator("[data-unit]")).to_have_count(units + 1)
    until(desktop, f"location.hash === {before!r} && history.state.depth === 0")
    expect(desktop.locator("dialog[open]")).to_have_count(0)


def test_a_title_that_is_typed_stands_in_the_link_at_once(desktop: Page, site: Any) -> None:
    Table(desktop, site.url).open()
    until(desktop, "location.hash.startsWith('#1.')")
    before = desktop.url
    desktop.locator("[data-do=tab][data-a=notes]").click()
    desktop.locator("[data-set=title]").fill("The road to Suez")
    until(desktop, f"location.href !== {before!r}")
    other = desktop.context.new_page()
    Table(other, desktop.url).open()
    expect(other.locator("#caption h1")).to_have_text("The road to Suez")
    other.close()
