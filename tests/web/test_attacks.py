"""Several attacks on one board: declared with a few taps, listed with their odds, fought in the order chosen."""

from __future__ import annotations

from typing import Any

import pytest
from hexumpire.files import codec, record
from playwright.sync_api import Page, expect
from table import Table

pytestmark = pytest.mark.engine("beside")

TOWNS = {
    "ruleset": "aworldatwar",
    "title": "Two towns",
    "map": {"hexes": {"0,0": {"name": "Suez"}, "2,0": {"name": "Port Said"}}},
    "targets": ["0,0"],
    "units": [
        {"id": "a", "side": "attacker", "type": "infantry", "nation": "German", "at": "0,1", "factors": 9},
        {"id": "b", "side": "attacker", "type": "armor", "nation": "German", "at": "3,0", "factors": 4},
        {"id": "air", "side": "attacker", "type": "air", "nation": "German", "at": "0,1", "factors": 5},
        {"id": "d", "side": "defender", "type": "infantry", "nation": "British", "at": "0,0", "factors": 3},
    ],
}
E = {"id": "e", "side": "defender", "type": "infantry", "nation": "British", "at": "2,0", "factors": 1}


def link(document: dict[str, Any], *actions: str) -> str:
    return "#" + record.to_link(codec.read_scenario(document), actions)


@pytest.fixture
def phone_table(phone: Page, site: Any) -> Table:
    return Table(phone, site.url)


@pytest.fixture
def desk_table(desktop: Page, site: Any) -> Table:
    return Table(desktop, site.url)


def rows(table: Table) -> list[str]:
    """What the list of attacks says, line by line."""
    return [" ".join(text.split()) for text in table.page.locator("#attacks li > .attack").all_inner_texts()]


def both(**more: Any) -> dict[str, Any]:
    """The same board with both attacks declared."""
    attacks = [{"targets": ["0,0"], "units": ["a", "air:3"]}, {"targets": ["2,0"], "units": ["b", "air:2"]}]
    found = {**TOWNS, "procedure": "turn", "attacks": attacks, "units": [*TOWNS["units"], E], **more}
    del found["targets"]
    return found


def test_a_second_attack_takes_two_taps(phone_table: Table) -> None:
    one_attack = {**TOWNS, "units": [unit for unit in TOWNS["units"] if unit["id"] != "b"]}
    table = phone_table.open(link(one_attack))
    expect(table.page.locator("#attacks")).to_be_empty()
    table.hex("2,0").do("attack-more")
    assert rows(table)[0].startswith("1 Suez")
    table.nation("British").stamp("British infantry 1-3")
    table.press(table.page.locator("#sheet [data-do=side][data-a=attacker]"))
    expect(table.page.locator("#attacks .odds")).to_have_count(1)  # nobody makes the second yet


def test_the_list_has_the_odds_and_the_chance_of_each_attack(phone_table: Table, axe: Any) -> None:
    table = phone_table.open(link(both()))
    assert rows(table)[0].startswith("1 Suez 2:1")
    assert rows(table)[1].startswith("2 Port Said 3:1")
    expect(table.page.locator("#attacks .value")).to_have_count(2)
    expect(table.bar).to_contain_text("takes every hex")
    expect(table.page.locator("#b-board .hu-number")).to_have_count(2)
    assert axe(table.page) == []
    table.press(table.page.locator("#attacks .attack").nth(1))  # a tap leads to its hex
    expect(table.page.locator("#sheet-title")).to_have_text("Port Said")


def test_no_name_and_no_mark_of_a_hex_covers_the_number_of_its_attack(phone_table: Table) -> None:
    table = phone_table.open(link(both())).do("fight")
    expect(table.page.locator("#b-board .hu-legal")).to_have_count(2)
    covered = """() => [...document.querySelectorAll("#b-board .hu-number")].filter((number) => {
        const mine = number.getBoundingClientRect();
        return [...document.querySelectorAll("#b-board :is(.hu-name, .hu-legal)")].some((other) => {
            const its = other.getBoundingClientRect();
            const above = number.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING;
            const apart = its.left >= mine.right || its.right <= mine.left || its.top >= mine.bottom;
            return above && !apart && its.bottom > mine.top;
        });
    }).map((number) => number.textContent)"""
    assert table.page.evaluate(covered) == []


def test_air_factors_are_shared_out(desk_table: Table) -> None:
    table = desk_table.open(link(both())).hex("0,1")
    table.press(table.page.locator("#u-air .card"))
    table.settled()
    expect(table.page.locator("#f-unit-air-share1")).to_have_value("3")
    table.press(table.page.locator("#u-air [data-do=attack-share][data-b='1'][data-c='1']"))
    table.settled()
    share = table.page.locator("#f-unit-air-share1")
    expect(share).to_have_value("4")
    expect(table.page.locator("#f-unit-air-share2")).to_have_value("1")
    for amount, said in (("9", "From 0 to 5. It is still 4."), ("some", "A whole number from 0 to 5. It is still 4.")):
        share.fill(amount)
        share.blur()
        expect(table.page.locator("#f-unit-air-share1-e")).to_have_text(said)
        expect(share).to_have_value(amount)
    share.fill("2")
    share.blur()
    expect(table.page.locator("#f-unit-air-share1-e")).to_have_count(0)
    expect(share).to_have_value("2")


def test_attacks_are_fought_in_the_order_chosen_and_shared_as_one_link(phone_table: Table) -> None:
    table = phone_table.open(link(both())).do("fight")
    expect(table.question).to_have_text("Which attack is fought next?")
    table.press(table.page.locator("#attacks .attack").nth(1))
    table.settled()
    expect(table.page.locator("#attacks .now")).to_contain_text("Port Said")
    table.face(6)
    while table.page.locator("#attacks .now").count():
        table.on()
    expect(table.page.locator("#attacks .fought")).to_contain_text("Port Said")
    fragment = table.link().partition("#")[2]
    table.on()
    while table.page.locator("#attacks .fought").count() < 2:
        table.on()
    expect(table.page.locator("#umpire")).to_contain_text("hex")
    opened = Table(table.page.context.new_page(), table.url).open("#" + fragment)
    expect(opened.page.locator("#attacks .fought")).to_contain_text("Port Said")
    expect(opened.question).to_have_text("Which attack is fought next?")


def test_leaving_an_attack_out_and_switching_back(desk_table: Table) -> None:
    table = desk_table.open(link(both()))
    table.do("attack-drop", "2")
    expect(table.page.locator("#attacks")).to_be_empty()
    table.do("undo")
    assert len(rows(table)) == 2
    table.page.locator("#procedure").select_option("attack")
    table.settled()
    expect(table.page.locator("#attacks")).to_be_empty()


def test_the_board_has_the_focus_when_the_list_that_had_it_is_gone(desk_table: Table) -> None:
    page = desk_table.open(link(both())).page
    page.locator("[data-do=attack-drop]").last.press("Enter")
    expect(page.locator("#attacks")).to_be_empty()
    expect(page.locator("#b-board")).to_be_focused()


def test_a_counter_that_goes_is_in_no_attack(desk_table: Table) -> None:
    table = desk_table.open(link(both())).hex("3,0")
    table.press(table.page.locator("#u-b .card"))
    table.press(table.page.locator("#u-b [data-do=remove]"))
    table.settled()
    expect(table.page.locator("#problems")).to_contain_text("attack 2: no ground unit attacks")


def test_by_keyboard_alone(desk_table: Table) -> None:
    table = desk_table.open(link(both()))
    page = table.page
    page.locator("#fight").focus()
    page.keyboard.press("Enter")
    table.settled()
    page.locator("#attacks .attack").first.focus()
    page.keyboard.press("Enter")
    table.settled()
    expect(page.locator("#attacks .now")).to_contain_text("Suez")


def test_in_german(desk_table: Table) -> None:
    desk_table.url += "?lang=de"
    table = desk_table.open(link(both()))
    expect(table.page.locator("#attacks-title")).to_have_text("Angriffe")
    table.do("fight")
    expect(table.question).to_have_text("Welcher Angriff wird als nächster ausgefochten?")
    assert table.page.locator("main [lang=en]").count() == 0
