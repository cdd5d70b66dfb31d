"""Formations on the page: kept under a name, put down with one tap, mirrored; and the same again in another hex."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from browsers import until
from fronts import fragment
from hexumpire import rulesets
from playwright.sync_api import BrowserContext, Locator, Page, expect
from table import Table

pytestmark = pytest.mark.engine("beside")

Axe = Callable[..., list[str]]
KEPT = "JSON.parse(localStorage.getItem('hexumpire.formations.1') || '[]')"
STATE = "JSON.parse(localStorage.getItem('hexumpire.state.1')).scenario.units"
SMALL = {"viewport": {"width": 320, "height": 640}, "has_touch": True, "is_mobile": True}


def standing(page: Page, count: int) -> list[list[Any]]:
    """Where which counters stand, as the page keeps it, once there are so many entries."""
    until(page, f"{STATE}.length === {count}")
    return sorted(page.evaluate(f"{STATE}.map((unit) => [unit.at, unit.type, unit.count ?? 1])"))


def unfolded(table: Table) -> Locator:
    table.press(table.page.locator("#to-formations"))
    section = table.page.locator("section.formations")
    expect(section).to_be_visible()
    return section


def test_kept_put_down_mirrored_and_undone(phone: Page, site: Any, axe: Axe) -> None:
    table = Table(phone, site.url).open()
    table.do("new").hex("-1,0").stamp("German armor 4-6", 2)
    table.hex("0,-1").stamp("German infantry 3-3").hex("-1,0")
    section = unfolded(table)
    expect(section).to_contain_text("Nothing is kept for this game yet.")
    phone.locator("#formation-new").fill("Hook")
    table.press(section.locator("[data-do=formation-keep][data-a=attacker]"))
    expect(section.locator("[role=status]")).to_have_text("Kept: Hook.")
    expect(section.locator("[data-do=formation]")).to_have_text("Hook")
    assert axe(phone) == []
    phone.reload()
    table.ready()
    table.do("new").hex("0,0")
    section = unfolded(table)
    table.press(section.locator("[data-do=formation-turn][data-a=sides]"))
    table.press(section.locator("[data-do=formation]"))
    table.settled()
    assert standing(phone, 2) == [["0,-1", "infantry", 1], ["0,0", "armor", 2]]
    table.do("undo")
    assert standing(phone, 0) == []
    expect(phone.locator("[data-do=sameagain]")).to_have_count(0)
    table.hex("1,0")  # one tap where the formations are unfolded
    table.press(phone.locator("[data-do=formation-turn][data-a=as]"))
    table.press(phone.locator("[data-do=formation]"))
    assert standing(phone, 2) == [["1,0", "armor", 2], ["2,-1", "infantry", 1]]
    table.press(section.locator("summary"))
    name = section.locator("input[data-set=formation-name]")
    name.fill("Left hook")
    phone.keyboard.press("Tab")
    expect(section.locator("[data-do=formation]")).to_have_text("Left hook")
    table.press(section.locator("[data-do=formation-forget]"))
    expect(section.locator("[data-do=formation]")).to_have_count(0)
    assert phone.evaluate(KEPT) == []


def test_the_same_again_in_another_hex(phone: Page, site: Any, axe: Axe) -> None:
    table = Table(phone, site.url).open()
    table.do("new").hex("-1,0").stamp("German armor 4-6", 2)
    expect(phone.locator("[data-do=sameagain]")).to_have_count(0)
    table.hex("1,0")
    expect(phone.locator("[data-do=sameagain]")).to_have_text("Same again: 2 × German armor 4-6")
    assert axe(phone) == []
    table.press(phone.locator("[data-do=sameagain]"))
    table.settled()
    assert standing(phone, 2) == [["-1,0", "armor", 2], ["1,0", "armor", 2]]
    table.do("undo")
    assert standing(phone, 1) == [["-1,0", "armor", 2]]
    table.hex("0,0")  # where the enemy is
    expect(phone.locator("[data-do=sameagain]")).to_have_count(0)


def test_the_same_again_is_said_in_the_order_of_the_hex(phone: Page, site: Any) -> None:
    """Also by MicroPython, whose dicts keep no order."""
    battle = next(one for one in rulesets.get("d8chart").examples() if one["key"] == "blitz-home-city")
    table = Table(phone, site.url).open(fragment(battle["scenario"]))
    table.hex("-1,0").stamp("German armor 8-6").hex("-1,1")
    expect(phone.locator("[data-do=sameagain]")).to_have_text(
        "Same again: 2 × German armor 8-6, German infantry 6-3, German general 4, German fighter-bombers 5"
    )


def test_by_keyboard_in_german_on_a_small_phone(
    new_context: Callable[..., BrowserContext], site: Any, axe: Axe
) -> None:
    page = new_context(**SMALL, color_scheme="dark", locale="de-DE").new_page()
    table = Table(page, site.url).open()
    table.hex("-1,0")
    page.locator("#to-formations").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#to-formations")).to_have_attribute("aria-expanded", "true")
    expect(page.locator("#to-formations")).to_be_focused()
    page.locator("#formation-new").focus()
    page.keyboard.type("Zange")
    page.locator("[data-do=formation-keep]").first.focus()
    page.keyboard.press("Enter")
    expect(page.locator("section.formations [role=status]")).to_have_text("Behalten: Zange.")
    expect(page.locator("section.formations [lang=en]")).to_have_count(0)
    assert axe(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    chip = page.locator("[data-do=formation]")
    assert chip.get_attribute("aria-label") == "Hier aufstellen: Zange"
    until(page, f"{STATE}.length > 1")
    before = page.evaluate(f"{STATE}.find((unit) => unit.at === '-1,0').count")
    entries = page.evaluate(f"{STATE}.length")
    chip.focus()
    page.keyboard.press("Enter")
    until(page, f"{STATE}.find((unit) => unit.at === '-1,0').count === {2 * before}")
    assert page.evaluate(f"{STATE}.length") == entries, "like counters are one entry"
    page.locator("#to-formations").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#to-formations")).to_have_attribute("aria-expanded", "false")
    table.settled()


@pytest.mark.parametrize("path", ["ui/table.bin", "texts/table/en.json"])
def test_a_part_that_does_not_come_says_so(phone: Page, site: Any, path: str, faults: list[str]) -> None:
    table = Table(phone, site.url).open()
    table.hex("-1,0")
    phone.route(f"**/{path}", lambda route: route.fulfill(status=503))
    table.press(phone.locator("#to-formations"))
    expect(phone.locator("#status")).to_contain_text("could not be fetched")
    faults.clear()
    phone.unroute(f"**/{path}")
    unfolded(table)
