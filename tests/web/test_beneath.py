"""What stays open above a battle, and what was kept, while the battle beneath is another one or does not come."""

from __future__ import annotations

import json
from typing import Any

import pytest
from browsers import until
from frontend import ask
from hexumpire import rulesets
from playwright.sync_api import Page, expect
from table import Table

pytestmark = pytest.mark.engine("beside")
LINK = "link => { location.hash = link }"
FULL = """() => {
  const set = hexStore.set;
  const room = () => [null, "null"].includes(localStorage.getItem("hexumpire.history.1"));
  hexStore.set = (key, text) => (key !== "hexumpire.state.1" || room()) && set(key, text);
}"""
UNITS = "(JSON.parse(localStorage.getItem('hexumpire.state.1'))?.scenario.units ?? []).length"
PUT = "text => localStorage.setItem('hexumpire.state.1', text)"


def link_of(game: str) -> str:
    """The link of a game's first example."""
    scenario = {"ruleset": game} | rulesets.get(game).examples()[0]["scenario"]
    return str(ask(op="link", scenario=scenario)["result"]["fragment"])


def test_nothing_changes_beneath_what_lies_open(desktop: Page, site: Any) -> None:
    table = Table(desktop, site.url).open()
    desktop.locator("#b-board").focus()
    desktop.keyboard.press("Enter")
    expect(desktop.locator("#sheet-title")).to_be_focused()
    desktop.keyboard.press("Escape")
    expect(desktop.locator("#sheet-title")).to_have_count(0)
    expect(desktop.locator("#b-board")).to_be_focused()
    desktop.keyboard.press("Enter")
    desktop.locator("#sheet [data-do=add]").first.click()
    undo = desktop.locator("[data-do=undo]").first
    expect(undo).to_be_enabled()
    desktop.locator("[data-do=settings]").first.click()
    desktop.locator("#dialog [data-do=close]").first.focus()
    desktop.keyboard.press("Control+z")
    desktop.keyboard.press("Escape")
    expect(undo).to_be_enabled()
    desktop.evaluate(LINK, link_of("aworldatwar"))
    expect(desktop.locator("#status")).to_contain_text("opened")
    desktop.locator(".rule").first.click()
    expect(desktop.locator("#rulebook")).to_contain_text("In this battle")
    desktop.evaluate(LINK, link_of("daisenso"))
    expect(desktop.locator("#rulebook")).not_to_be_visible()
    assert table.page is desktop


def test_where_there_is_no_room_for_both_the_battle_is_kept_and_not_the_way_to_it(desktop: Page, site: Any) -> None:
    table = Table(desktop, site.url).open()
    until(desktop, UNITS + " > 0")
    units = desktop.evaluate(UNITS)
    desktop.evaluate(FULL)
    desktop.locator("#b-board").focus()
    desktop.keyboard.press("Enter")
    desktop.locator("#sheet [data-do=add]").last.click()
    until(table.page, f"{UNITS} > {units}")


def test_a_battle_whose_game_does_not_come_is_not_lost(desktop: Page, site: Any, faults: list[str]) -> None:
    Table(desktop, site.url).open()
    desktop.evaluate(LINK, link_of("daisenso"))
    expect(desktop.locator("#status")).to_contain_text("opened")
    name = desktop.title()
    desktop.route("**/data/daisenso.json", lambda route: route.fulfill(status=404))
    desktop.goto(site.url + "?again")
    expect(desktop.locator("#status")).to_contain_text("data/daisenso")
    assert desktop.title() != name
    desktop.unroute("**/data/daisenso.json")
    desktop.locator("[data-do=again-part]").first.click()
    expect(desktop).to_have_title(name)
    faults.clear()


def test_a_record_that_is_none_and_a_game_that_is_not_there_stop_nothing(desktop: Page, site: Any) -> None:
    table = Table(desktop, site.url).open()
    units = [{"id": "u1", "at": 5}]
    blank = site.add("blank.html", '<!doctype html><title>x</title><link rel="icon" href="data:,">')
    desktop.goto(blank)
    desktop.evaluate(PUT, json.dumps({"scenario": {"ruleset": "aworldatwar", "units": units}, "undone": None}))
    table.open()
    desktop.goto(blank)
    desktop.evaluate(PUT, json.dumps({"scenario": {"ruleset": "gone", "units": units, "title": "Far"}}))
    table.open()
    expect(desktop.locator("#status")).to_contain_text(
        "no game “gone”. The battle of it is kept: it is among your last"
    )
    desktop.locator("[data-do=battles]").first.click()
    expect(desktop.locator("#dialog .cards").first).to_contain_text("Far")
    expect(desktop.locator("#dialog .cards").first).to_contain_text("· gone")
