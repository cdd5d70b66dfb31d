"""Dice by mail on the page: two devices, and links between them."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from browsers import until
from hexumpire.files import mailing, record
from playwright.sync_api import BrowserContext, expect
from table import Table

pytestmark = pytest.mark.engine("beside")

DESKTOP = {"viewport": {"width": 1280, "height": 800}}
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
SECRETS = "JSON.parse(localStorage.getItem('hexumpire.mail.1') || '[]')"


class Player:
    """A player with a device of his own."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.page = table.page
        self.mail = self.page.locator("#mail")

    def says(self, text: str) -> None:
        expect(self.mail).to_contain_text(text)

    def link(self) -> str:
        """The link that the dialog for sharing shows of the battle as it stands."""
        self.table.press(self.page.locator(".nav [data-do=share]"))
        expect(self.page.locator("#share-link")).to_have_value(re.compile("#1[.]"))
        link = self.page.locator("#share-link").input_value()
        self.table.press(self.page.locator("#dialog [data-do=close]"))
        return link.partition("#")[2]

    def open(self, fragment: str) -> None:
        self.page.goto("about:blank")
        self.table.open("#" + fragment)

    def roll(self) -> None:
        self.table.press(self.mail.locator("[data-do=roll]"))


@pytest.fixture
def two(new_context: Callable[..., BrowserContext], site: Any) -> tuple[Player, Player]:
    tables = (Table(new_context(**options).new_page(), site.url) for options in (DESKTOP, PHONE))
    alice, bob = map(Player, tables)
    alice.table.open()
    alice.table.press(alice.page.locator(".nav [data-do=share]"))
    alice.table.press(alice.page.locator("#dialog [data-do=mail-begin]"))
    expect(alice.page.locator("#dialog")).to_contain_text("Waits for B to join.")
    alice.table.press(alice.page.locator("#dialog [data-do=close]"))
    return alice, bob


def test_two_devices_roll_together(two: tuple[Player, Player], axe: Any) -> None:
    alice, bob = two
    alice.says("this device plays A")
    bob.open(alice.link())
    bob.says("holds no secret")
    bob.table.press(bob.mail.locator("[data-do=mail-join]"))
    bob.says("this device plays B")
    bob.says("Roll 1 is due: A or B reveals first.")
    expect(bob.page.locator("#umpire .face")).to_have_count(0)
    bob.roll()
    bob.says("Waits for A's reveal of roll 1.")
    assert axe(bob.page) == []
    alice.open(bob.link())
    alice.says("Waits for A's reveal of roll 1.")
    alice.roll()
    alice.says("No dice are due. Rolls so far: 1.")
    expect(alice.page.locator("#log > li > .line")).not_to_have_count(0)
    assert axe(alice.page) == []
    found = record.from_link(alice.link())
    assert found.mail
    course = mailing.check(found)
    assert (course.mail.made(), [die.roll for die in course.dice]) == (1, [1])
    for player, seat in ((alice, "A"), (bob, "B")):
        (kept,) = player.page.evaluate(SECRETS)
        assert (kept["revealed"], kept["of"]) == (1, found.mail.seats[seat].commitment.hex())
        assert kept["secret"] not in record.plain(found).decode()
    alice.page.reload()
    alice.table.ready()
    alice.says("No dice are due. Rolls so far: 1.")
    alice.table.press(alice.page.locator("#log > li > .line").last)
    alice.says("Both have revealed roll 1.")
    alice.roll()
    alice.says("No dice are due. Rolls so far: 1.")
    assert record.from_link(alice.link()).actions == found.actions, "the same dice"


def test_the_first_link_opened_again_joins_nobody_once_more(two: tuple[Player, Player]) -> None:
    alice, bob = two
    first = alice.link()
    bob.open(first)
    bob.table.press(bob.mail.locator("[data-do=mail-join]"))
    bob.says("this device plays B")
    answer = bob.link()
    bob.open(first)
    bob.says("this device has joined them as B")
    expect(bob.mail.locator("[data-do=mail-join]")).to_have_text("Go on as B")
    bob.table.press(bob.mail.locator("[data-do=mail-join]"))
    bob.says("this device plays B")
    assert record.from_link(bob.link()).mail == record.from_link(answer).mail, "the same player"
    assert bob.page.evaluate(f"{SECRETS}.length") == 1


def test_no_other_dice_are_taken_and_a_secret_goes_into_the_backup(two: tuple[Player, Player]) -> None:
    alice, _ = two
    page = alice.page
    alice.says("Waits for B to join.")
    page.keyboard.press("4")
    expect(page.locator("#refusal")).to_have_text("These dice are rolled by mail, not here.")
    expect(page.locator("#log > li > .line")).to_have_count(0)
    alice.table.press(page.locator(".nav [data-do=battles]").first)
    with page.expect_download() as saved:
        alice.table.press(page.locator("#dialog [data-do=backup]"))
    (kept,) = json.loads(saved.value.path().read_text())["mail"]
    page.evaluate("localStorage.removeItem('hexumpire.mail.1')")
    page.locator("#backupfile").set_input_files(saved.value.path())
    until(page, f"{SECRETS}.length === 1")
    assert page.evaluate(SECRETS) == [kept]


def test_an_altered_battle_is_refused_and_the_table_stays(two: tuple[Player, Player]) -> None:
    alice, bob = two
    found = record.from_link(alice.link())
    bob.table.open("#" + record.to_link(found.scenario, ("d6=6",), found.mail))
    expect(bob.page.locator("#status")).to_contain_text("which A has not revealed")
    expect(bob.mail).to_have_count(0)


def test_one_may_go_on_without(two: tuple[Player, Player]) -> None:
    alice, _ = two
    page = alice.page
    alice.table.press(page.locator(".nav [data-do=share]"))
    expect(page.locator("#share-snippet")).to_have_value(re.compile("#1[.]"))  # the dialog is not drawn anew any more
    alice.table.press(page.locator("#dialog summary", has_text="Go on without dice by mail"))
    alice.table.press(page.locator("#dialog [data-do=mail-end]"))
    expect(page.locator("#dialog [data-do=mail-begin]")).to_be_visible()
    alice.table.press(page.locator("#dialog [data-do=close]"))
    expect(page.locator("#umpire .face")).to_have_count(6)
    assert record.from_link(alice.link()).mail is None
