"""Drills on the page: a question of a battle, answered, proved, counted; what was right is kept on the device."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from frontend import ask
from hexumpire import rulesets
from playwright.sync_api import BrowserContext, Page, expect
from table import Table

pytestmark = pytest.mark.engine("beside")

Axe = Callable[..., list[str]]
KEPT = "JSON.parse(localStorage.getItem('hexumpire.drills.1') || '{}')"
NARROW = {"viewport": {"width": 320, "height": 640}, "has_touch": True, "is_mobile": True}
SCENARIO = {"ruleset": "d8chart", **rulesets.get("d8chart").examples()[0]["scenario"]}
WAIT = 60_000


def opened(table: Table) -> Table:
    table.press(table.page.locator("[data-do=battles]").first)
    table.press(table.page.locator("#dialog [data-do=drill]"))
    return asked(table)


def asked(table: Table) -> Table:
    expect(table.page.locator("#drill-question")).to_be_visible(timeout=WAIT)
    expect(table.page.locator("#dialog [data-do=drill-answer]").first).to_be_visible()
    return table


def wish(table: Table, value: str, field: str = "kind") -> Table:
    """Wish for another kind of question, or for other battles, and wait for the question."""
    turn = table.page.locator(".drill").get_attribute("data-turn")
    table.page.locator(f"#drill-{field}").select_option(value)
    expect(table.page.locator(f".drill:not([data-turn='{turn}'])")).to_be_visible(timeout=WAIT)
    return asked(table)


def by_engine(page: Page, kind: str) -> Any:
    """The question as the engine asks it of the set-up that the page shows as a line."""
    line = page.locator(".drillline code").inner_text()
    scenario = ask(op="line", text=line)["result"]["scenario"]
    return ask(op="lesson", scenario=scenario, lesson=kind)["result"]


def answer(table: Table, kind: str, right: bool) -> None:
    """Answer a question that is asked before the first roll, and see what is said of it."""
    page = wish(table, kind).page
    known = by_engine(page, kind)
    choices = page.locator("#dialog [data-do=drill-answer]")
    assert page.locator("#drill-question").inner_text() == known["prompt"]
    assert choices.all_inner_texts() == [one["title"] for one in known["choices"]]
    assert min(box["height"] for box in (one.bounding_box() for one in choices.all()) if box) >= 44
    place = next(place for place, one in enumerate(known["choices"]) if one["right"] is right)
    table.press(choices.nth(place))
    true = next(one["title"] for one in known["choices"] if one["right"])
    expect(page.locator("#drill-said")).to_have_text(f"Right: {true}." if right else f"Wrong. Right answer: {true}.")
    expect(page.locator("#drill-said")).to_be_focused()
    expect(page.locator(".drill .option.best")).to_have_text(f"✓ {true}")
    wrong = [one for one in known["choices"] if not one["right"]]
    assert page.locator(".drillproof > p").all_inner_texts() == [one["text"] for one in wrong]
    labels = [line["label"] for one in wrong for line in one["lines"]]
    told = page.locator(".drillproof li .what").all_inner_texts()
    assert len(told) == len(labels)
    assert all(text.startswith(label) for text, label in zip(told, labels, strict=True))


def test_a_drill_that_was_left_is_not_shown_for_another_game(desktop: Page, site: Any) -> None:
    missing: list[str] = []
    desktop.on("response", lambda response: missing.append(response.url) if response.status >= 400 else None)
    table = opened(Table(desktop, site.url).open())
    line = desktop.locator(".drillline code")
    assert line.inner_text().startswith("aworldatwar:")
    table.press(desktop.locator("#dialog [data-do=close]").first)
    opened(table.play("d8chart"))
    assert line.inner_text().startswith("d8chart:")
    table.press(desktop.locator("#dialog [data-do=close]").first)
    opened(table.play("custom"))
    assert line.inner_text().startswith("custom")
    assert missing == []  # a typed-in game has no battles that show its rules


def test_three_drills_are_answered_and_counted(phone: Page, site: Any, axe: Axe) -> None:
    table = opened(Table(phone, site.url).open())
    assert phone.evaluate("document.querySelector('.drillboard').complete")
    phone.wait_for_function("document.querySelector('.drillboard').naturalWidth > 0")
    assert axe(phone) == []
    wish(table, "examples", "from")
    answer(table, "column", True)
    answer(table, "forgotten", False)
    answer(table, "result", True)
    assert axe(phone) == []
    expect(phone.locator(".drillscore b")).to_have_text("2 of 3 right")
    score = {"column": [1, 1], "forgotten": [0, 1], "result": [1, 1]}
    assert phone.evaluate(KEPT) == score
    table.press(phone.locator("#dialog [data-do=drill-next]"))
    asked(table)
    assert phone.evaluate(
        "document.querySelector('#dialog').scrollWidth <= document.querySelector('#dialog').clientWidth"
    )
    phone.reload()
    opened(table.ready())
    expect(phone.locator(".drillscore b")).to_have_text("2 of 3 right")
    expect(phone.locator(".drillscore li").first).to_have_text("Which column? 1 of 1")
    table.press(phone.locator("#dialog [data-do=drill-forget]"))
    expect(phone.locator(".drillscore")).to_have_count(0)
    assert phone.evaluate(KEPT) == {}


def test_a_hex_is_refused_by_a_rule_that_opens_and_the_battle_too(
    new_context: Callable[..., BrowserContext], site: Any, axe: Axe
) -> None:
    page = new_context(**NARROW).new_page()
    fragment = ask(op="link", scenario=SCENARIO)["result"]["fragment"]
    table = opened(Table(page, site.url).open(f"#{fragment}"))
    wish(table, "examples", "from")
    wish(table, "retreat")
    table.press(page.locator("#dialog [data-do=drill-answer]").first)
    expect(page.locator(".drill .option.best")).to_have_count(1)
    rule = page.locator(".drillproof .rule").first
    number = rule.evaluate("element => element.dataset.a")
    assert axe(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert page.evaluate("document.querySelector('#dialog').scrollWidth <= innerWidth")
    table.press(rule)
    expect(page.locator("#rulebook-title")).to_contain_text(number)
    table.press(page.locator("#rulebook [data-do=rule-close]"))
    prompt = page.locator("#drill-question").inner_text()
    table.press(page.locator("#dialog [data-do=drill-open]"))
    expect(page.get_by_text("This is the battle of the question.", exact=True)).to_be_visible(timeout=WAIT)
    expect(page.locator("#umpire")).to_contain_text(prompt.partition(" Which of these hexes")[0])


def test_drills_by_keyboard_in_german(desktop: Page, site: Any, axe: Axe) -> None:
    desktop.emulate_media(color_scheme="dark")
    table = Table(desktop, f"{site.url}?lang=de").open()
    desktop.locator("[data-do=battles]").first.press("Enter")
    desktop.locator("#dialog [data-do=drill]").press("Enter")
    asked(table)
    expect(desktop.locator("#drill-question")).to_be_focused()
    desktop.keyboard.press("Tab")
    expect(desktop.locator("#dialog [data-do=drill-answer]").first).to_be_focused()
    desktop.keyboard.press("Enter")
    expect(desktop.locator("#drill-said")).to_contain_text("ichtig")
    for _ in range(20):
        desktop.keyboard.press("Tab")
        if desktop.evaluate("document.activeElement.dataset.do") == "drill-next":
            break
    desktop.keyboard.press("Enter")
    expect(desktop.locator("#drill-said")).to_have_count(0)
    asked(table)
    assert axe(desktop) == []
    assert sum(desktop.evaluate(KEPT)[next(iter(desktop.evaluate(KEPT)))]) >= 1


def test_kept_battles_are_asked_about_and_what_is_no_progress_is_left(phone: Page, site: Any) -> None:
    phone.goto(site.url)
    strange = {"column": [5, 2], "result": "many", "loss": [1, 2], "gone": [1, 1]}
    phone.evaluate("text => localStorage.setItem('hexumpire.drills.1', text)", json.dumps(strange))
    table = opened(Table(phone, site.url).open())
    expect(phone.locator(".drillscore b")).to_have_text("1 of 2 right")
    expect(phone.locator("#drill-from option[value=kept]")).to_have_count(0)
    table.press(phone.locator("#dialog [data-do=close]"))
    table.hex("0,0").do("tool", "terrain").do("feature", "0,0", "fortress").do("unselect")
    opened(table)
    expect(phone.locator("#drill-from option[value=kept]")).to_have_count(1)
    wish(table, "kept", "from")
    wish(table, "column")
    expect(phone.locator(".drillline code")).to_contain_text("fortress")


def test_once_no_battle_is_kept_all_are_asked_about_again(phone: Page, site: Any) -> None:
    table = Table(phone, site.url).open()
    table.hex("0,0").do("tool", "terrain").do("feature", "0,0", "fortress").do("unselect")
    wish(opened(table), "kept", "from")
    table.press(phone.locator("#dialog [data-do=drill-answer]").first)
    table.press(phone.locator("#dialog [data-do=close]"))
    table.press(phone.locator("[data-do=battles]").first)
    while phone.locator("#dialog [data-do=saved-delete]").count():
        table.press(phone.locator("#dialog [data-do=saved-delete]").first)
    table.press(phone.locator("#dialog [data-do=drill]"))
    expect(asked(table).page.locator("#drill-from")).to_have_value("all")  # which is what it was asked of


def test_where_nothing_is_kept_the_score_says_so(phone: Page, site: Any) -> None:
    phone.add_init_script("Storage.prototype.setItem = () => { throw new DOMException('no', 'QuotaExceededError') }")
    table = opened(Table(phone, site.url).open())
    table.press(phone.locator("#dialog [data-do=drill-answer]").first)
    expect(phone.locator(".drillscore .hint")).to_have_text(
        "This browser keeps nothing, so your progress will be lost."
    )


def test_a_backup_brings_the_longer_score(phone: Page, site: Any, tmp_path: Path) -> None:
    phone.goto(site.url)
    kept = {"column": [3, 4], "loss": [1, 2]}
    phone.evaluate("text => localStorage.setItem('hexumpire.drills.1', text)", json.dumps(kept))
    table = Table(phone, site.url).open().do("battles")
    with phone.expect_download() as saved:
        table.press(phone.locator("#dialog [data-do=backup]"))
    assert json.loads(saved.value.path().read_text())["drills"] == kept
    file = tmp_path / "backup.json"
    file.write_text(json.dumps({"kind": "hex-umpire-backup", "format": 1, "drills": {**kept, "loss": [2, 5], "x": 1}}))
    phone.locator("#backupfile").set_input_files(file)
    expect(phone.locator("#dialog")).to_contain_text("The progress in drills came back too.")
    assert phone.evaluate(KEPT) == {"column": [3, 4], "loss": [2, 5]}
    table.press(phone.locator("#dialog [data-do=drill]"))
    expect(asked(table).page.locator(".drillscore b")).to_have_text("5 of 9 right")
