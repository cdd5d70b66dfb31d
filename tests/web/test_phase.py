"""The ground phase of A World at War, played on a phone and by keyboard: moves, attacks, exploitation, attrition."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from hexumpire import rulesets
from hexumpire.files import codec, record
from hexumpire.rulesets.aworldatwar.numbering import find_place as at
from playwright.sync_api import BrowserContext, Page, expect
from table import Table

pytestmark = pytest.mark.engine("beside")

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
DESK = {"viewport": {"width": 1280, "height": 800}}
FRONT = next(one["scenario"] for one in rulesets.get("aworldatwar").examples() if one["key"] == "front")
LINK = "#" + record.to_link(codec.read_scenario(FRONT), ())


def table_of(new_context: Callable[..., BrowserContext], site: Any, **options: Any) -> Table:
    return Table(new_context(**options).new_page(), site.url).open(LINK)


def begin(table: Table, part: str) -> Table:
    """Begin a part of the turn."""
    table.choose(part)
    expect(table.page.locator("#umpire")).to_contain_text(f"{part}: begun.")
    return table


def counter(table: Table, id: str) -> Table:
    """Tap a counter on the board."""
    found = table.page.locator(f"#map [data-unit='{id}']").first
    found.scroll_into_view_if_needed()
    table.press(found)
    return table.settled()


def told(table: Table) -> str:
    return table.page.locator("#umpire").inner_text()


def move(table: Table, id: str, place: str) -> Table:
    counter(table, id)
    expect(table.question).to_contain_text("Where to")
    return table.hex(at(place))


def through_it(table: Table) -> None:
    """Two moves, two attacks, a breakthrough exploited by two armor units."""
    begin(table, "Movement")
    move(table, "pz3", "J37")
    move(table, "inf", "I37")
    table.choose("End the movement")
    begin(table, "Attacks")
    for place, units in (("K37", ("pz1", "gK", "air")), ("J38", ("gJ", "pz3"))):
        table.hex(at(place))
        for id in units:
            counter(table, id)
        before = table.bar.locator(".chance").inner_text()  # with the attack that is being put together
        table.choose("Declare this attack")
        expect(table.bar.locator(".chance")).to_have_text(before, use_inner_text=True)
    expect(table.page.locator("#attacks")).to_contain_text("J38")
    table.choose("Fight these attacks")
    table.choose("Attack 1: K37")
    table.face(6)
    table.choose("Advance the German 3-3 infantry")
    table.choose("Nobody else advances")
    table.choose("Attack 2: J38")
    table.face(6)
    table.choose("Keep d")
    table.choose("Advance nobody")
    expect(table.page.locator("#umpire")).to_contain_text("Attacks: over.")
    begin(table, "Exploitation")
    for _ in range(2):
        table.choose("Place the German 4-6 armor")


@pytest.mark.long
def test_a_front_is_moved_fought_exploited_and_attritioned(
    new_context: Callable[..., BrowserContext], site: Any
) -> None:
    table = table_of(new_context, site, **PHONE)
    page = table.page
    expect(table.bar).to_contain_text("Next: Movement")
    table.do("fight")
    through_it(table)
    table.choose("Exploitation movement is over")
    while page.locator("#umpire").get_by_text("Exploitation: over.").count() == 0:
        table.choose(re.compile("No |over|ends|Nobody|none", re.IGNORECASE))  # type: ignore[arg-type]
    begin(table, "Attrition")
    expect(page.locator("#umpire")).to_contain_text("Attrition: begun.")
    table.choose("Roll for attrition")
    table.face(4)
    for _ in range(40):
        if page.locator("#umpire [data-do=again]").count():
            break
        table.on()
    expect(page.locator("#umpire")).to_contain_text("Attrition: over.")
    link = table.link()
    other = Table(new_context(**PHONE).new_page(), site.url)
    other.page.goto(link)
    other.ready()
    expect(other.page.locator("#umpire")).to_contain_text("Attrition: over.")
    assert told(other).splitlines()[-3:] == told(table).splitlines()[-3:]


ACTIVE = "document.getElementById(document.getElementById('b-board').getAttribute('aria-activedescendant')).dataset.hex"


def walk_to(page: Page, hex: str) -> None:
    """Go to a hex of the board by keys, and press Enter there."""
    page.locator("#b-board").focus()
    page.keyboard.press("ArrowRight")
    for _ in range(40):
        q, r = map(int, page.evaluate(ACTIVE).split(","))
        east, south = (int(there) - here for there, here in zip(hex.split(","), (q, r), strict=True))
        if not east and not south:
            break
        row = "PageDown" if south > 0 else "Home"
        page.keyboard.press(row if south else "ArrowRight" if east > 0 else "ArrowLeft")
    page.keyboard.press("Enter")


def test_by_keyboard_a_unit_is_moved_and_an_attack_fought(
    new_context: Callable[..., BrowserContext], site: Any
) -> None:
    table = table_of(new_context, site, **DESK)
    page = table.page

    def press(words: str) -> None:
        button = page.locator("#umpire .option[data-do=act]", has_text=words).first
        button.focus()
        page.keyboard.press("Enter")
        table.settled()

    page.locator("#fight").focus()
    page.keyboard.press("Enter")
    table.settled()
    press("Movement")
    walk_to(page, at("I36"))
    expect(table.question).to_contain_text("Where to")
    walk_to(page, at("J37"))
    expect(page.locator("#umpire")).to_contain_text("I36 to J37")
    press("End the movement")
    press("Attacks")
    walk_to(page, at("J38"))
    expect(table.question).to_contain_text("Who attacks J38?")
    press("Send the German 4-6 armor in J37")
    press("Declare this attack")
    press("Fight these attacks")
    press("Attack 1")
    page.locator(".face[data-a='d6=6']").focus()
    page.keyboard.press("Enter")
    table.settled()
    expect(page.locator("#umpire")).to_contain_text("Round 1")
