"""V 10.11.25 on a phone: a chain of counterattacks, and a retreat that costs losses, from tap to tap."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hexumpire import rulesets
from hexumpire.analysis import bounded
from hexumpire.files import codec, record
from playwright.sync_api import Page, expect
from table import Table


def battle(example: str, *actions: str, **conditions: Any) -> str:
    """The fragment of a link to an example, under some conditions, after some actions."""
    found = next(one["scenario"] for one in rulesets.get("v101125").examples() if one["key"] == example)
    scenario = json.loads(json.dumps(found))
    scenario["conditions"] = {**scenario.get("conditions", {}), **conditions}
    return "#" + record.to_link(codec.read_scenario(scenario), actions)


@pytest.fixture
def table(phone: Page, site: Any) -> Table:
    return Table(phone, site.url)


def to_the_end(table: Table) -> Table:
    for _ in range(60):
        if not table.page.locator("#umpire :is(.face, .option[data-do=act], #lose)").count():
            return table
        table.on()
    raise AssertionError("there is no end of the battle")


@pytest.mark.engine("beside")
def test_a_counterattack_strikes_the_hex_that_is_tapped(table: Table) -> None:
    page = table.open(battle("idle-stack", "now", "!result=CA", "d6=2", "d6=1")).page
    expect(table.question).to_have_text("Which hex is counterattacked?")
    table.press(page.locator(".option[data-a='strike:-1,1']"))  # who did not attack keeps his terrain (11.L.1.d.v)
    expect(table.question).to_contain_text("main dice")
    table.settled().face(6).face(6)
    expect(page.locator(".log")).to_contain_text("The main dice are 6 and 6: 12.")
    to_the_end(table)
    expect(page.locator("#umpire [data-do=again]").first).to_be_visible()


def test_a_retreat_through_zones_of_control_costs_losses(table: Table, axe: Any) -> None:
    drawn = ("delay", "d6=4", "d6=6", "d10=2", "d6=1", "d6=3", "halve")
    page = table.open(battle("worked-battle", *drawn)).page
    expect(table.question).to_contain_text("retreat")
    table.press(page.locator(".option[data-a='to:0,1']"))
    expect(page.locator(".log")).to_contain_text("Zones of control there cost 16 points.")
    expect(page.locator(".log")).to_contain_text("cadre is eliminated")
    assert axe(page) == []
    expect(page.locator(".tally [role=status]")).to_contain_text("of 2 points")
    to_the_end(table)
    expect(page.locator("#umpire")).to_contain_text("hex")


LITTLE = 100
"""So many positions are looked at first in these tests: as many as the page asks for would take a minute here."""
LESS = """
let engine;
window.works = [];
window.said = [];
new MutationObserver(() => said.push(document.getElementById("further")?.textContent))
    .observe(document, {subtree: true, childList: true, characterData: true});
Object.defineProperty(window, "hexEngine", {
    get: () => engine,
    set: (it) => {
        engine = it;
        const {call} = it;
        it.call = (text, ...rest) => {
            const wish = JSON.parse(text);
            if (wish.op !== "outcomes") return call(text, ...rest);
            if (wish.work) {
                works.push(wish.work);
                setTimeout(() => rest[0]("12 positions looked at")); // a fast engine may have done before it tells any
            }
            return call(JSON.stringify({work: LITTLE, ...wish}), ...rest);
        };
    },
});
""".replace("LITTLE", str(LITTLE))


def test_more_of_the_chances_is_worked_out_when_asked_for_and_not_of_a_battle_that_is_left(
    table: Table, axe: Any
) -> None:
    table.page.add_init_script(LESS)
    page = table.open(battle("worked-battle", forced_fights="here")).do("tab", "odds").page
    note, more = page.locator("#odds-note"), page.locator("[data-do=further]")
    before = note.inner_text()
    further = LITTLE * bounded.FURTHER
    table.press(more)
    table.press(page.locator("#panel [data-do=cancel]"))
    expect(more).to_be_visible(timeout=40_000)
    expect(note).to_have_text(before)
    table.press(more)
    expect(more).to_be_visible(timeout=300_000)
    expect(note).not_to_have_text(before)
    expect(note).to_be_focused()
    assert page.evaluate("works") == [further, further]
    assert "12 positions looked at" in page.evaluate("said")
    assert axe(page) == []
    more_that_is_worked_out_of_another_battle_is_not_shown(table)


def more_that_is_worked_out_of_another_battle_is_not_shown(table: Table) -> None:
    page = table.page
    table.press(page.locator("[data-do=further]"))
    expect(page.locator("#panel .status")).to_be_visible()
    page.evaluate("link => { location.hash = link }", battle("odds-2-75"))
    expect(page.locator("#sum")).not_to_contain_text("25 : 10")
    table.settled()
    expect(page.locator("#panel .status")).to_have_count(0)
    expect(page.locator("[data-do=further]")).to_have_count(0)


@pytest.mark.engine("beside")
def test_dice_are_typed_in_the_order_in_which_they_lie(table: Table) -> None:
    page = table.open(battle("odds-2-75", "now")).page
    for face, asked in (("d6=4", "second"), ("d6=3", "ten-sided"), ("d10=1", "disruption"), ("d6=1", "disruption")):
        table.press(page.locator(f".face[data-a='{face}']"))
        table.settled()
        expect(table.question).to_contain_text(asked)


@pytest.mark.engine("beside")
def test_in_german_nothing_is_english(desktop: Page, site: Any) -> None:
    table, page = Table(desktop, site.url + "?lang=de"), desktop
    titles = {one["key"]: one["scenario"]["title"] for one in rulesets.get("v101125").examples()}
    table.open(battle("armour-1"))
    for example in ("armour-1", "worked-battle", "cut-off"):
        page.evaluate("link => { location.hash = link }", battle(example))
        expect(page.locator("#caption h1")).to_have_text(titles[example])
        table.settled()
        assert page.locator("main [lang=en]").all_inner_texts() == []


@pytest.mark.engine("beside")
def test_a_battle_is_fought_to_its_end_by_keys_alone(desktop: Page, site: Any) -> None:
    """After each answer the focus is on the next question, and what may be done is the next thing from there."""
    table = Table(desktop, site.url).open(battle("worked-battle"))
    page, keys = table.page, table.page.keyboard
    page.locator("#fight").focus()
    keys.press("Enter")
    seen = set()
    for _ in range(80):
        table.settled()
        expect(page.locator("#question")).to_be_focused()
        if page.locator("#umpire [data-do=again]").count():
            break
        seen.add("losses" if page.locator("#lose").count() else page.evaluate(NEXT))
        if page.locator("#lose").count():
            pay_by_keys(table)
        else:
            assert tabbed(page, ".face, .option[data-do=act]") <= 8
            keys.press("Enter")
    assert page.locator("#umpire [data-do=again]").count()
    assert seen == {"option", "face", "losses"}


NEXT = (
    "document.querySelector('#umpire :is(.face, .option[data-do=act])').className.includes('face') ? 'face' : 'option'"
)


def tabbed(page: Page, css: str) -> int:
    """Go on by Tab to the next control of a kind; after how many."""
    for presses in range(1, 40):
        page.keyboard.press("Tab")
        if page.evaluate("(css) => document.activeElement.matches(`#umpire :is(${css})`)", css):
            return presses
    raise AssertionError(f"no {css} is reached")


def pay_by_keys(table: Table) -> None:
    """Name what is lost until that is enough, and lose it, by keys alone."""
    for _ in range(60):
        enough = table.judged().page.locator("#lose:enabled").count()
        tabbed(table.page, "#lose" if enough else ".losses [data-do=pick][data-b='1']:not([aria-disabled])")
        table.page.keyboard.press("Enter")
        if enough:
            return
    raise AssertionError("there is no end of the losses")
