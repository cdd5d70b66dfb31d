"""Typed-in games on the page: battles that bring their game along, the list of games, and the guide."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from browsers import until
from hexumpire import api, rulesets
from playwright.sync_api import BrowserContext, Page, expect
from table import Table

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
BATTLES = {one["key"]: one["scenario"] for one in rulesets.get("custom").examples()}


def ask(**request: Any) -> Any:
    answer = json.loads(api.handle(json.dumps(request)))
    assert answer["ok"], answer
    return answer["result"]


def link(key: str, *actions: str) -> str:
    """The link of a battle of the invented games."""
    return "#" + str(ask(op="link", scenario=BATTLES[key], actions=actions)["fragment"])


@pytest.fixture
def table(phone: Page, site: Any) -> Table:
    phone.set_default_timeout(10_000)
    return Table(phone, site.url)


def game(page: Page) -> str:
    """The title of the game in the list of games."""
    return str(page.locator("#game option:checked").inner_text())


def test_a_link_brings_its_game_along_and_it_stays_after_a_reload(table: Table) -> None:
    page = table.open(link("stream")).page
    assert game(page) == "Cold Valley"
    expect(table.bar).to_contain_text("18 − 6 → 10+")
    table.do("tab", "chart")
    rows = page.locator("#panel table tbody th").all_inner_texts()
    assert rows == ["≤3", "4", "5", "6", "7", "8", "9", "10", "11", "12+"]
    page.reload()
    table.ready()
    assert game(page) == "Cold Valley"
    expect(page.locator("#caption h1")).to_have_text("Across the stream")
    expect(table.bar).to_contain_text("18 − 6 → 10+")
    table.do("undo") if page.locator("[data-do=undo]:enabled").count() else None


def test_nothing_of_another_game_is_shown_on_the_way_to_a_typed_in_one(table: Table) -> None:
    page = table.page
    page.add_init_script(
        """window.seen = new Set(); new MutationObserver(() => {
            const root = document.documentElement; const title = document.querySelector("#caption h1");
            if (title && root.dataset.coming === undefined) window.seen.add(title.textContent);
        }).observe(document, {subtree: true, childList: true, attributes: true, characterData: true});"""
    )
    table.open(link("battery"))
    assert page.evaluate("[...window.seen]") == ["Battery and rifles"]


def test_undo_leads_from_one_game_to_another_and_back(table: Table) -> None:
    page = table.open(link("stream")).page
    assert game(page) == "Cold Valley"
    page.locator("#game").select_option("d8chart")
    until(page, "document.querySelector('#game').value === 'd8chart'")
    table.settled().do("undo")
    assert game(page) == "Cold Valley"
    expect(table.bar).to_contain_text("18 − 6 → 10+")
    table.do("redo")
    assert game(page) == "1D8 combat chart"


def test_a_new_battle_is_of_the_same_typed_in_game(table: Table) -> None:
    page = table.open(link("walls")).do("new").page
    assert game(page) == "Long Ridge"
    table.hex("0,0")
    expect(page.locator("#sheet")).to_contain_text("Rifles")


def test_a_typed_in_game_speaks_german(phone: Page, site: Any) -> None:
    table = Table(phone, site.url + "de.html").open(link("stream"))
    assert game(table.page) == "Cold Valley"
    expect(table.bar).to_contain_text("18 − 6 → 10+")
    table.press(table.page.locator(".nav [data-do=settings]"))
    table.page.locator("#language").select_option("en")
    expect(table.page.locator("html")).to_have_attribute("lang", "en")
    table.settled()
    assert game(table.page) == "Cold Valley"


def test_an_example_of_another_invented_game_opens_with_that_game(table: Table) -> None:
    page = table.open().page
    page.locator("#game").select_option(label="Your own game")
    until(page, "document.querySelector('#game').value === 'custom'")
    table.settled()
    table.press(page.locator(".nav [data-do=battles]"))
    table.press(page.locator("[data-do=example-close]", has_text="Three sides of a village"))
    until(page, "document.querySelector('#caption h1').textContent.includes('village')")
    table.settled()
    assert game(page) == "Cold Valley"
    table.do("fight")
    table.on()
    expect(page.locator(".log .line")).not_to_have_count(0)


def test_an_embedded_battle_of_a_typed_in_game_is_worked_out_again_alike(phone: Page, site: Any) -> None:
    made = ask(op="embed", scenario=BATTLES["stream"], actions=[])
    phone.goto(f"{site.url}embed.html#{made['fragment']}")
    phone.locator("#foot button").first.tap()
    expect(phone.locator("html")).to_have_attribute("data-state", "agrees", timeout=60_000)
