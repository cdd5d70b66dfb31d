"""The best plan on the page: asked for, cancelled, put on the board, and taken back."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from table import Table

pytestmark = pytest.mark.engine("beside")

Axe = Callable[..., list[str]]


@pytest.fixture
def table(phone: Page, site: Any) -> Table:
    return Table(phone, site.url).open()


def test_a_plan_is_put_on_the_board_and_taken_back(table: Table, axe: Axe) -> None:
    page = table.page
    table.do("tab", "odds")
    before = page.locator("#sum b").inner_text()
    page.locator("#plan-aim").select_option("factors")
    expect(page.locator("#plan-least")).to_have_count(0)  # there is no chance to reach
    page.locator("#plan-aim").select_option("hex")
    page.locator("#plan-least").select_option("1/2")
    table.press(page.locator("[data-do=plan]"))
    section = page.locator("section.plan")
    expect(section).to_contain_text("Proved: no plan is better.", timeout=60_000)
    expect(page.locator("#plan")).to_be_focused()
    expect(section).to_contain_text("not sent")
    page.evaluate("window.scrollTo(0, document.body.scrollHeight)")  # the bar at the bottom covers nothing there
    assert axe(page) == []
    table.press(page.locator("[data-do=takeplan]"))
    table.settled()
    expect(page.locator("#sum b")).not_to_have_text(before)
    expect(page.locator("[data-do=plan]")).to_be_visible()  # what was planned was for another set-up
    table.do("undo")
    table.settled()
    expect(page.locator("#sum b")).to_have_text(before)


def test_a_set_up_that_the_rules_forbid_has_a_plan(table: Table) -> None:
    page = table.page
    table.hex("-1,0").stamp("German armor 4-6", 3)  # more than may attack from one hex
    expect(page.locator("#problems")).to_contain_text("15.47")
    table.do("tab", "odds")
    table.press(page.locator("[data-do=plan]"))
    section = page.locator("section.plan")
    expect(section).to_contain_text("As it is set up, the rules forbid the attack:", timeout=60_000)
    table.press(page.locator("[data-do=takeplan]"))
    table.settled()
    expect(page.locator("#problems")).to_be_empty()


def test_another_aim_hides_the_plan_of_the_last(table: Table) -> None:
    page = table.page
    table.do("tab", "odds")
    table.press(page.locator("[data-do=plan]"))
    expect(page.locator("section.plan .bestline")).to_be_visible(timeout=60_000)
    page.locator("#plan-aim").select_option("factors")
    expect(page.locator("section.plan .bestline")).to_have_count(0)
    expect(page.locator("[data-do=plan]")).to_be_visible()


def test_a_plan_of_a_board_that_is_left_says_nothing_of_the_next_and_does_not_scroll_to_itself(table: Table) -> None:
    page = table.page
    table.do("tab", "odds").hex("-1,0")
    page.evaluate("""async () => {
      document.querySelector("[data-do=plan]").click();
      while (!document.querySelector("#planning")) await new Promise((done) => setTimeout(done));
      document.querySelector("#sheet [data-do=add]").click();
    }""")
    table.settled()
    expect(page.locator("#planning")).to_have_count(0)
    page.wait_for_timeout(200)  # what must not come has no sign
    assert page.evaluate("document.activeElement.id") != "plan"
    expect(page.locator("#status .status:not(#loading)")).to_have_count(0)


def test_of_two_computations_each_is_cancelled_by_its_own_button_and_both_end_with_their_board(table: Table) -> None:
    page = table.page
    table.do("tab", "odds").hex("1,0")  # empty: one counter more there keeps the rules
    ended = """async () => {
      const { call } = hexEngine;
      window.ended = {};
      hexEngine.call = (text, progress) => {  // neither is ever answered
        const { op } = JSON.parse(text);
        if (!["compare", "plan"].includes(op)) return call(text, progress);
        const answer = new Promise((_, no) => (ended[op] = () => no(new Error("cancelled"))));
        answer.op = op;
        return answer;
      };
      hexEngine.cancel = (answer) => ended[answer?.op ?? Object.keys(ended)[0]]();
    }"""
    page.evaluate(ended)
    table.press(page.locator("[data-do=compare]"))
    expect(page.locator("[data-do=cancel]")).to_have_count(1)
    table.press(page.locator("[data-do=plan]"))
    expect(page.locator("[data-do=cancel]")).to_have_count(2)
    table.press(page.locator("section.plan [data-do=cancel]"))
    expect(page.locator("#planning")).to_have_count(0)
    expect(page.locator("[data-do=cancel]")).to_have_count(1)
    table.press(page.locator("[data-do=plan]"))
    expect(page.locator("[data-do=cancel]")).to_have_count(2)
    page.evaluate("() => { hexEngine.cancel = () => 0 }")  # for now both go on
    table.press(page.locator("#sheet [data-do=add]").first)
    expect(page.locator("[data-do=compare]")).to_be_visible()  # nothing is at work on the new board
    expect(page.locator("[data-do=plan]")).to_be_visible()
    assert page.locator("[data-do=cancel]").count() == 0
    table.settled()
    expect(page.locator("[data-do=compare]")).to_be_visible()  # nor once its odds are there
    expect(page.locator("#problems")).to_be_empty()
    page.evaluate("() => Object.values(ended).forEach((end) => end())")
    page.wait_for_timeout(300)
    expect(page.locator("#status .status:not(#loading)")).to_have_count(0)
