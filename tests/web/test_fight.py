"""The fight, charts and numbers as players meet them on a phone; what needs a place on the screen, at every size."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from hexumpire import rulesets
from hexumpire.files import codec, record
from playwright.sync_api import BrowserContext, expect
from table import Table

pytestmark = pytest.mark.engine("beside")

SIZES = {
    "phone": {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True},
    "landscape": {"viewport": {"width": 844, "height": 390}, "has_touch": True, "is_mobile": True},
    "desk": {"viewport": {"width": 1280, "height": 800}},
}
SEVEN = ("1-2", "1-1", "1-3", "2-1", "9-1", "3-1", "5-1")
ROWS = ("1", "2", "3", "4", "5", "6")
SHEET = "\n".join(["\t".join(("die", *SEVEN)), *("\t".join((row, *("Dr1 0/1" for _ in SEVEN))) for row in ROWS)])
PASTE = """(control, text) => {
    const data = new DataTransfer(); data.setData("text", text);
    control.dispatchEvent(new ClipboardEvent("paste", {clipboardData: data, bubbles: true, cancelable: true}));
}"""


def battle(game: str, example: str, *actions: str) -> str:
    """The fragment of a link to an example, after some actions."""
    scenario = next(one["scenario"] for one in rulesets.get(game).examples() if one["key"] == example)
    return "#" + record.to_link(codec.read_scenario(scenario), actions)


EVERY_SIZE = pytest.mark.parametrize("size", SIZES)  # for what must have its place on the screen


@pytest.fixture
def size() -> str:
    return "phone"


@pytest.fixture
def table(size: str, new_context: Callable[..., BrowserContext], site: Any) -> Table:
    page = new_context(**SIZES[size]).new_page()
    page.set_default_timeout(15_000)
    return Table(page, site.url)


def name(table: Table, id: str, step: str = "1") -> None:
    table.press(table.page.locator(f"[data-do=pick][data-a='{id}'][data-b='{step}']"))


@pytest.mark.parametrize("lang", ["en", "de"])
@pytest.mark.parametrize("sides", [(640, 400), (844, 390), (1280, 800)])
def test_beside_the_board_each_question_begins_in_view(
    sides: tuple[int, int], lang: str, new_context: Callable[..., BrowserContext], site: Any
) -> None:
    """However long its options are: what is asked stands between the head of the page and the bar."""
    size = {"width": sides[0], "height": sides[1]}
    table = Table(new_context(viewport=size).new_page(), f"{site.url}?lang={lang}")
    table.open(battle("aworldatwar", "suez-12")).do("fight")
    for _ in range(8):
        expect(table.page.locator("#question")).to_be_in_viewport(ratio=1)
        head, question, bar = (table.page.locator(css).bounding_box() for css in (".mast", "#question", "#bar"))
        assert head and question and bar
        assert head["y"] + head["height"] <= question["y"] <= bar["y"] - question["height"], table.question.inner_text()
        if not table.page.locator("#umpire .face, #umpire .option[data-do=act], #lose").count():
            break
        table.on(last=True)


@EVERY_SIZE
def test_losses_are_named_in_any_order_as_one_step(table: Table) -> None:
    page = table.open(battle("aworldatwar", "suez-12", "d6=4")).page
    total = page.locator(".tally [role=status]")
    expect(total).to_have_text("0 of 12 factors")
    expect(page.locator("#question")).not_to_contain_text("irst")  # largest first, smaller first …
    lines = page.locator(".log .line").count()
    for id, said in (("lose:u2", 2), ("lose:u1", 6), ("lose:u4", 8)):  # the smaller before the larger
        name(table, id)
        expect(total).to_have_text(f"{said} of 12 factors")
    name(table, "lose:u4", "-1")
    expect(total).to_have_text("6 of 12 factors")
    expect(page.locator("#lose")).to_be_disabled()
    name(table, "lose:u1")
    expect(total).to_have_text("10 of 12 factors")
    name(table, "lose:u3")
    expect(total).to_have_text("12 of 12 factors")
    page.locator("[data-do=pick][data-a='lose:u5'][data-b='1']").dispatch_event("click")  # it may not, and says so
    expect(total).to_have_text("12 of 12 factors")
    expect(page.locator("#refusal")).to_contain_text(re.compile("the loss is covered without it .*15[.]62"))
    assert page.locator("#lose").bounding_box()["y"] < page.viewport_size["height"]  # type: ignore[index]
    table.press(page.locator("#lose"))
    expect(table.question).to_contain_text("Who advances")
    expect(page.locator("#bar")).not_to_contain_text("Put counters")
    expect(page.locator("#bar .chance").first).to_be_visible()
    table.press(page.locator("#undo-step"))
    expect(total).to_have_text("0 of 12 factors")
    expect(page.locator(".log .line")).to_have_count(lines)
    expect(page.locator("#umpire")).to_contain_text("One step taken back")
    table.press(page.locator("[data-do=putback]"))
    expect(table.question).to_contain_text("Who advances")


def test_counters_on_the_board_are_named_and_like_ones_say_where(table: Table) -> None:
    page = table.open(battle("aworldatwar", "suez-12", "d6=4")).page
    expect(page.locator(".tally")).to_be_visible()
    labels = page.locator(".losses .what").all_inner_texts()
    assert len(set(labels)) == len(labels)
    assert sum("of Suez" in label for label in labels) == 3
    page.locator("#board [data-unit=u3]").first.dispatch_event("click")
    expect(page.locator(".tally [role=status]")).to_have_text("2 of 12 factors")
    page.reload()  # a device ran out of memory: what was named still is
    table.ready()
    expect(page.locator(".tally [role=status]")).to_have_text("2 of 12 factors")
    for said, id in ((6, "u1"), (10, "u1"), (12, "u2")):
        page.locator(f"#board [data-unit={id}]").first.dispatch_event("click")
        expect(page.locator(".tally [role=status]")).to_have_text(f"{said} of 12 factors")
    page.locator("#board [data-unit=u4]").first.dispatch_event("click")
    expect(page.locator("#refusal")).to_contain_text(re.compile("the loss is covered without it .*15[.]62"))


def test_the_best_losses_are_a_set(table: Table) -> None:
    page = table.open(battle("aworldatwar", "suez-12", "d6=4")).page
    table.press(page.locator("#umpire [data-do=best]"))
    table.press(page.locator("[data-do=pickbest]"))
    expect(page.locator(".tally [role=status]")).to_have_text("12 of 12 factors")
    expect(page.locator("#lose")).to_be_enabled()


def test_results_differ_for_the_ear(table: Table) -> None:
    page = table.open(battle("aworldatwar", "suez-12")).do("fight").page
    told = [" ".join(text.split()).lower() for text in page.locator(".face").all_text_contents()]
    assert len({text.partition(":")[2] for text in told}) == len(told)
    options = page.locator("#override option").all_text_contents()
    assert len({text.lower() for text in options}) == len(options)


def test_steps_are_named_together_too(table: Table) -> None:
    page = table.open(battle("d8chart", "blitz-home-city", "d8=3")).page
    expect(page.locator(".tally [role=status]")).to_have_text("0 of 2 steps")
    for named in (1, 2):
        table.press(
            page.locator(".loss:not(.barred):not(.on) button[data-b='1'], button.loss:not(.barred):not(.on)").first
        )
        expect(page.locator(".tally [role=status]")).to_have_text(f"{named} of 2 steps")
    table.press(page.locator("#lose"))
    expect(page.locator(".tally")).to_have_count(0)


def test_without_a_chart_the_odds_say_what_to_do(table: Table) -> None:
    page = table.open(battle("daisenso", "akyab")).page
    table.do("tab", "odds")
    expect(page.locator("#panel")).to_contain_text("Type it in once")
    expect(page.locator("#panel")).not_to_contain_text("umpire'")
    table.press(page.locator("#panel [data-do=charts]"))
    expect(page.locator("#dialog .pack")).to_be_visible()


def test_figures_by_an_invented_chart_say_so(table: Table, site: Any) -> None:
    page = table.open(battle("daisenso", "akyab-chart")).page
    expect(page.locator("#sum .bychart")).to_have_text("by your own chart")
    expect(page.locator("#sum .bychart")).to_be_visible()
    table.do("tab", "odds")
    expect(page.locator("#panel .bychart")).to_contain_text("Invented chart")
    table.press(page.locator(".nav [data-do=share]"))
    page.locator("#share-kind").select_option("address")
    address = page.locator("#share-snippet")
    expect(address).to_have_value(re.compile("embed.html"))
    page.goto(site.url + re.search(r"embed\.html\S*", address.input_value())[0])  # type: ignore[index]
    expect(page.locator(".sum")).to_contain_text("chart: Invented chart, not the game's")


def test_a_number_that_is_not_taken_says_why_and_stays(table: Table) -> None:
    page = table.open(battle("aworldatwar", "suez-12")).page
    page.locator("#board [data-unit=u1]").first.dispatch_event("click")
    table.settled()
    if page.locator("#f-unit-u1-factors").count() == 0:
        page.locator("[data-do=unit][data-a=u1]").dispatch_event("click")
    factors, count = page.locator("#f-unit-u1-factors"), page.locator("#f-unit-u1-count")
    bar = page.locator("#sum .odds").inner_text()
    for field, typed, now in (
        (factors, "2.5", "4"),
        (factors, "999999999", "4"),
        (count, "500", "2"),
        (count, "x", "2"),
    ):
        field.fill(typed)
        field.blur()
        expect(field).to_have_value(typed)
        expect(field).to_have_attribute("aria-invalid", "true")
        said = page.locator("#" + str(field.get_attribute("id")) + "-e")
        expect(said).to_be_visible()
        expect(said).to_contain_text(f"It is still {now}.")
        assert page.locator("#sum .odds").inner_text() == bar
    factors.fill("5")
    factors.blur()
    expect(factors).not_to_have_attribute("aria-invalid", "true")
    expect(page.locator("#sum .odds")).not_to_have_text(bar)


def fill(table: Table) -> None:
    """Open the results chart of a game that has none, to be filled in."""
    table.open(battle("daisenso", "akyab"))
    table.do("tab", "odds")
    table.press(table.page.locator("#panel [data-do=charts]"))
    table.press(table.page.locator("[data-do=packfill]").first)


@EVERY_SIZE
def test_a_pasted_chart_goes_under_its_headings(table: Table) -> None:
    fill(table)
    page = table.page
    page.locator("[data-set=packcell]").nth(9).evaluate(PASTE, SHEET.partition("\n")[2].replace("\t", "\t", 1))
    expect(page.locator("#pack-said")).to_contain_text("Nothing was filled: 7 columns")
    box, grid = page.locator("#pack-said").bounding_box(), page.locator("table.grid").bounding_box()
    assert box and grid and 0 <= grid["y"] - box["y"] < 250, "what is said stands at the chart"
    page.locator("[data-set=packcell]").nth(9).evaluate(PASTE, SHEET)
    expect(page.locator("#pack-said")).to_contain_text("42 cells filled")
    heads = [field.input_value() for field in page.locator("thead [data-set=packhead]").all()]
    assert heads == ["1-3", "1-2", "1-1", "2-1", "3-1", "5-1", "9-1"]
    assert all(field.input_value() == "Dr1 0/1" for field in page.locator("[data-set=packcell]").all())


def test_wiping_asks_and_what_is_settled_is_not_said(table: Table) -> None:
    fill(table)
    page = table.page
    cells = page.locator("[data-set=packcell]")
    cells.first.fill("nonsense")
    cells.first.blur()
    table.press(page.get_by_role("button", name="Keep on this device"))
    expect(page.locator("#pack-said")).to_contain_text("settle what is wrong")
    cells.first.evaluate(PASTE, SHEET)
    expect(page.locator("#dialog")).not_to_contain_text("settle what is wrong")
    table.press(page.get_by_role("button", name="Do without this chart"))
    expect(cells).to_have_count(42)
    table.press(page.get_by_role("button", name="Leave it"))
    expect(cells).to_have_count(42)
    expect(page.locator("#pack-wipe")).to_have_count(0)
    page.locator("#packtitle").fill("Mine")
    page.locator("#packtitle").blur()
    table.press(page.get_by_role("button", name="Keep on this device"))
    expect(page.locator("#pack-said")).to_contain_text("Kept on this device")
    table.press(page.get_by_role("button", name="In new battles"))
    table.press(page.get_by_role("button", name="Do without this chart"))
    table.press(page.locator("#pack-wipe"))
    expect(cells).to_have_count(0)
    table.press(page.locator("#dialog [data-do=close]"))
    table.settled()
    table.press(page.locator(".nav [data-do=battles]"))
    table.press(page.locator("#dialog [data-do=new-close]"))
    table.settled()
    expect(page.locator("#conditions")).to_contain_text("Mine: Combat Results Table")
