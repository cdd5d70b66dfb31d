"""Luck against judgement on the page: what the dice gave, and what each choice of each side gave up."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from hexumpire import rulesets
from hexumpire.files import codec, record
from playwright.sync_api import BrowserContext, Locator, Page, expect
from table import Table

pytestmark = pytest.mark.engine("beside")

Axe = Callable[..., list[str]]
LONG = 60_000
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
SIZES = ({"width": 390, "height": 844}, {"width": 844, "height": 390}, {"width": 320, "height": 640})


@pytest.fixture
def table(phone: Page, site: Any) -> Table:
    return Table(phone, site.url).open()


def to_the_end(table: Table, face: int = 1) -> Table:
    """The fight of the first example, in which the losses are the last that may be named."""
    table.do("fight").face(face)
    for _ in range(40):
        if table.page.locator("[data-do=again]").count():
            return table
        table.on(last=True)
    raise AssertionError("there is no end of the fight")


def link_of(game: str, key: str, actions: list[str]) -> str:
    example = next(one for one in rulesets.get(game).examples() if one["key"] == key)
    return "#" + record.to_link(codec.read_scenario(example["scenario"]), actions)


def asked(page: Page) -> Locator:
    """The section, once the engine has taken the battle apart."""
    page.locator("#debrief-ask").press("Enter")
    section = page.locator(".debrief")
    expect(section).to_be_visible(timeout=LONG)
    return section


def number(text: str) -> float:
    """A number as it is shown, in English or German; of a share the percentage."""
    found = re.match(r"[+−-]?(?:~0|[<>]?\d+(?:[.,]\d+)?)", text.strip())
    assert found, text
    return float(re.sub(r"[~<>]", "", found[0]).replace("−", "-").replace(",", "."))


def adds_up(section: Locator) -> None:
    """Whether the terms that are shown make the last one, but for what rounding leaves out."""
    values = [number(text) for text in section.locator(".summary .value").all_inner_texts()]
    assert len(values) >= 5
    assert abs(sum(values[:-1]) - values[-1]) < 0.06 * len(values), values
    steps = [number(text) for text in section.locator(".cards .value").all_inner_texts()]
    assert steps
    assert abs(sum(steps) - sum(values[1:-1])) < 0.06 * (len(steps) + len(values)), (values, steps)


def test_a_fight_is_taken_apart(table: Table, axe: Axe) -> None:
    page = to_the_end(table).page
    section = asked(page)
    expect(page.locator("#debrief")).to_be_focused()
    expect(section.locator("strong")).to_contain_text("the dice gave")
    adds_up(section)
    assert axe(page, "#umpire") == []
    for size in SIZES:
        page.set_viewport_size(size)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), size
        for control in section.locator("button, select").all():
            box = control.bounding_box()
            assert box and box["height"] >= 44
    page.set_viewport_size(SIZES[0])
    whole = section.locator(".summary .value").last.inner_text()
    section.locator("#debrief-for").select_option("factors")
    expect(page.locator("#debrief-for")).to_have_value("factors", timeout=LONG)
    table.settled()
    adds_up(page.locator(".debrief"))
    assert page.locator(".debrief .summary .value").last.inner_text() != whole


def test_a_tap_on_a_step_goes_back_to_it_and_the_figures_come_and_go_with_the_battle(table: Table) -> None:
    page = to_the_end(table).page
    section = asked(page)
    said = section.inner_text()
    table.press(section.locator(".cards button").first)
    table.settled()
    expect(page.locator(".debrief")).to_have_count(0)
    expect(page.locator("#umpire .face").first).to_be_visible()
    table.press(page.locator("[data-do=putback]"))
    table.settled()
    expect(page.locator(".debrief")).to_be_visible()  # the battle is what it was
    assert page.locator(".debrief").inner_text() == said
    table.do("again")
    expect(page.locator(".debrief, #debrief-ask")).to_have_count(0)
    table.face(6)
    expect(page.locator(".debrief")).to_have_count(0)
    adds_up(asked(page))
    expect(page.locator(".debrief .summary .what").last).to_have_text("Now")


def test_the_debrief_is_told_in_german(new_context: Callable[..., BrowserContext], site: Any, axe: Axe) -> None:
    page = new_context(**PHONE).new_page()
    table = Table(page, f"{site.url}?lang=de").open()
    section = asked(to_the_end(table).page)
    expect(section.locator("strong")).to_contain_text("brachten die Würfel")
    expect(section.locator("h3")).to_have_text("Glück und Können")
    expect(section.locator("[lang=en]")).to_have_count(0)
    assert "," in section.locator(".summary").inner_text()
    adds_up(section)
    assert axe(page, "#umpire") == []


def test_where_there_are_no_figures_it_says_why(phone: Page, site: Any) -> None:
    example = next(one for one in rulesets.get("daisenso").examples() if one["key"] == "chungking")
    game = rulesets.get("daisenso").game(codec.read_scenario(example["scenario"]))
    state, actions = game.start(), list[str]()
    for _ in range(2):
        node: Any = game.node(state)
        actions.append(node.options[0].id if hasattr(node, "options") else node.faces[0][0])
        state = game.apply(state, actions[-1])
    table = Table(phone, site.url).open(link_of("daisenso", "chungking", actions))
    if not phone.locator("#umpire :is(.face, .option, [data-do=again])").count():
        table.do("fight")
    section = asked(phone)
    expect(section.locator(".hint")).to_contain_text("a chart that is yours")
    expect(section.locator(".summary")).to_have_count(0)


def test_a_long_debrief_can_be_stopped(table: Table) -> None:
    page = table.page
    page.evaluate("""() => {
        const call = hexEngine.call;
        hexEngine.call = (text, told) => {
            if (!text.includes('"debrief"')) return call(text, told);
            told("1 234 positions looked at");
            return new Promise((answer, fail) => { window.stopped = () => fail(new Error("cancelled")); });
        };
        hexEngine.cancel = () => window.stopped();
    }""")
    table.do("fight").face(6)
    page.locator("#debrief-ask").press("Enter")
    expect(page.locator("#debriefing")).to_contain_text("1 234 positions")
    expect(page.locator("#debrief-stop")).to_be_focused()
    page.locator("#debrief-stop").press("Enter")
    expect(page.locator("#debriefing")).to_have_count(0)
    expect(page.locator("#debrief-ask")).to_be_focused()


def test_a_fight_that_goes_on_is_not_held_up_by_what_was_asked_of_it_before(desktop: Page, site: Any) -> None:
    page = desktop
    table = Table(page, site.url).open().do("fight").face(1)
    page.evaluate("""() => {
      const { call } = hexEngine;
      hexEngine.call = (text, progress) =>  // never answered
        JSON.parse(text).op !== "debrief" ? call(text, progress) : new Promise((_, no) => { window.end = no; });
      hexEngine.cancel = () => 0;  // until the test does
    }""")
    table.press(page.locator("#debrief-ask"))
    expect(page.locator("#debriefing")).to_be_visible()
    table.do("back").face(6)
    expect(page.locator("#debrief-ask")).to_be_visible()
    expect(page.locator("#debriefing")).to_have_count(0)
    page.evaluate("() => end(new Error('cancelled'))")
    page.wait_for_timeout(300)
    assert page.evaluate("document.activeElement.id") == "question"
    expect(page.locator("#refusal")).to_have_count(0)
