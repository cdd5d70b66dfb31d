"""The same battle with other rules and forces, and how the dice fell, on the page."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from frontend import ask
from hexumpire import rulesets
from playwright.sync_api import Page, expect
from table import Table

pytestmark = pytest.mark.engine("beside")

Axe = Callable[..., list[str]]


@pytest.fixture
def table(phone: Page, site: Any) -> Table:
    return Table(phone, site.url).open()


def test_editions_readings_and_forces(table: Table, axe: Axe) -> None:
    page = table.page
    table.do("tab", "odds")
    table.press(page.locator("[data-do=compare]"))
    section = page.locator(".compare")
    expect(section).to_be_visible(timeout=60_000)  # it tries hundreds of battles
    expect(page.locator("#compare")).to_be_focused()
    cases = section.locator(".cases").first.locator(".case")
    expect(cases).to_have_count(len(page.locator("[data-do=edition]").all()))
    expect(section.locator(".case.asis").first).to_contain_text(page.locator("#sum b").inner_text())
    expect(section).to_contain_text("To take the hex with 90.0 %")
    for summary in section.locator("summary").all():
        table.press(summary)
    expect(section.locator("details[open] .rule").first).to_be_visible()
    assert axe(page) == []
    other = cases.last.locator(".value").inner_text().split("\n")[0]
    table.press(page.locator("[data-do=edition][aria-pressed=false]"))
    table.settled()
    expect(page.locator("#sum")).to_contain_text(other)
    expect(page.locator("[data-do=compare]")).to_be_visible()  # what was compared was another battle


def test_luck_is_told_at_the_end(table: Table, axe: Axe) -> None:
    page = table.page
    table.do("fight").face(6)
    for _ in range(40):
        if page.locator("[data-do=again]").count():
            break
        table.on()
    summary = page.locator("[data-open=luck] summary")
    expect(summary).to_contain_text("%")
    said = summary.inner_text()
    page.reload()
    table.ready()
    expect(summary).to_have_text(said)
    table.do("tab", "odds")
    chosen = ("#policy-attacker", "#policy-defender", "#objective")
    for place in (1, 0):
        for one in chosen:
            page.locator(one).select_option(index=place)
            table.settled()
        told = expect(summary)  # a roll is worth what the sides make of it
        (told.not_to_have_text if place else told.to_have_text)(said)
    table.press(summary)
    expect(page.locator("[data-open=luck] li")).not_to_have_count(0)
    assert axe(page) == []


def test_what_one_procedure_is_played_for_is_not_what_another_one_is_played_for(desktop: Page, site: Any) -> None:
    """Attrition knows no hex to take: the figures are by what the page shows, and the wish is back with the attack."""
    best = {"attacker": "best", "defender": "best"}
    example = next(one for one in rulesets.get("aworldatwar").examples() if one["key"] == "attrition-bridgehead")
    scenario = {"ruleset": "aworldatwar", **example["scenario"]}
    table = Table(desktop, site.url).open().do("tab", "odds")
    for side in best:
        desktop.locator(f"#policy-{side}").select_option("best")
        table.settled()
    for wish in ("both", "hex"):
        desktop.locator("#objective").select_option(wish)
        table.settled()
    table.do("battles")
    table.press(desktop.locator(f"[data-do=example-close][data-a={example['key']}]"))
    table.settled()
    expect(desktop.locator("#objective")).to_have_value("factors")
    percents = {
        wish: [
            one["percent"]
            for one in ask(op="outcomes", scenario=scenario, policies=best, objective=wish)["result"]["summary"]
        ]
        for wish in ("factors", "hex")
    }
    assert percents["factors"] != percents["hex"]
    listed = desktop.locator("#panel .summary").first.locator(".value")
    expect(listed).to_have_text(percents["factors"])
    table.do("undo")
    expect(desktop.locator("#objective")).to_have_value("hex")
