"""The bar at the bottom on a phone: no figure is cut, and it takes two lines and one at most; nor is a face's result.

The page's own modules make the HTML of the examples here, with the engine's answers; a page that stays open shows it
and is measured. One example of each game goes the whole way through the page, and shows there the same HTML.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from typing import Any

import pageside
import pytest
from browsers import present
from frontend import ask, do
from fronts import fragment
from hexumpire import rulesets
from playwright.sync_api import BrowserContext, expect
from table import Table

from tests.amount import many

pytestmark = pytest.mark.engine("beside")

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
BAR_SIZES = ((390, 844), (320, 844))
FACE_SIZES = ((390, 844), (320, 640), (844, 390))
LANGS = ("en", "de")
LINES = {"odds": 2, "chance": 1, "bychart": 1}
"""How many lines what stands in the bar takes at most."""
TALLEST = 92

BARS = """(bars) => bars.map(({screen, odds, bar}) => {
    document.documentElement.dataset.screen = screen;
    document.documentElement.dataset.odds = odds;
    hexMorph(document.getElementById("bar"), bar);
    const texts = [...document.querySelectorAll("#sum > *, #sum .settle *, #bar button")].map((element) => {
        const range = document.createRange();
        range.selectNodeContents(element);
        const height = range.getBoundingClientRect().height;
        const lines = Math.round(height / parseFloat(getComputedStyle(element).lineHeight));
        const {scrollWidth, clientWidth, scrollHeight, clientHeight, innerText} = element;
        const {left, right} = element.getBoundingClientRect();
        const inside = left >= 0 && right <= innerWidth;
        const inline = getComputedStyle(element).display === "inline";
        return [element.className.split(" ")[0], innerText, lines,
                inline || inside && scrollWidth <= clientWidth && scrollHeight <= clientHeight + 1];
    });
    return [texts, document.getElementById("bar").offsetHeight];
})"""
WIDE = """(charts) => charts.map((chart) => {
    hexMorph(document.getElementById("panel"), chart);
    const boxes = [...document.querySelectorAll("#panel .gives li")];
    return [boxes.length, boxes.filter((it) => it.scrollWidth > it.clientWidth).map((it) => it.innerText)];
})"""
SHOWS = """([region, html]) => {
    const made = document.createElement("div");
    hexMorph(made, html);
    return [made.innerHTML, document.getElementById(region).innerHTML];
}"""


@dataclass(frozen=True)
class Bar:
    """The bar in one of its states."""

    where: str
    screen: str
    odds: str
    bar: str


@dataclass(frozen=True)
class Shown:
    """What the page shows of an example: its bar, set up, while the odds are awaited, and begun; and the chart."""

    game: str
    link: str
    title: str
    bars: list[Bar]
    chart: str


def shown(side: pageside.Side, game: str, example: dict[str, Any]) -> Shown:
    """What the page shows of an example."""
    link = fragment(example["scenario"])
    side.put(link)
    app, answers, setup = side.app, side.ui.answers, side.ui.setup
    where = f"{game} {example['key']}"
    bars = [] if app.odds_current else [Bar(f"{where}, waiting", "setup", "stale", setup.foot(app))]
    answers.take_outcomes(app, ask(lang=side.lang, **answers.outcomes_request(app)), app.odds_key)
    bars.append(Bar(f"{where}, set up", "setup", "now", setup.foot(app)))
    do(app, "tab", "chart")
    side.speak()
    chart = side.ui.why.panel(app)
    if 'id="fight" disabled' not in bars[-1].bar and 'id="fight"' in bars[-1].bar:
        do(app, "fight")
        bars.append(Bar(f"{where}, begun", "fight", "now", setup.foot(app)))
    return Shown(game, link, example["scenario"]["title"], bars, chart)


def measured(where: str, texts: list[list[Any]], height: int) -> Iterator[str]:
    """What is wrong with a bar."""
    for name, text, lines, whole in texts:
        if not whole:
            yield f"{where}: {text!r} is cut"
        if name in LINES and lines > LINES[name]:
            yield f"{where}: {text!r} takes {lines} lines"
    if height > TALLEST:
        yield f"{where}: the bar is {height} px high"


def as_the_page_shows(table: Table, one: Shown) -> None:
    """Open an example in the page, and compare what it shows with what its modules have made here."""
    page = table.page
    page.goto(table.url + one.link)  # the page stays: only what stands behind the # changes
    expect(page.locator("#caption h1")).to_have_text(one.title)
    present(page, "[data-view=now][data-odds=now]")
    for region, html in (("bar", one.bars[1].bar), ("panel", one.chart)):
        made, there = page.evaluate(SHOWS, [region, html])
        assert there == made, (one.bars[0].where, region)
    table.do("fight")
    present(page, "[data-screen=fight][data-odds=now]")
    made, there = page.evaluate(SHOWS, ["bar", one.bars[2].bar])
    assert there == made, one.bars[2].where


@pytest.mark.long
@pytest.mark.parametrize("lang", LANGS)
def test_no_example_of_any_game_has_more_in_the_bar_than_a_phone_shows(
    lang: str, new_context: Callable[..., BrowserContext], site: Any
) -> None:
    """Nor do the faces of the dice have more than fits into their boxes. Every third example; all in the campaign."""
    with pageside.side(lang, site.root / "data") as side:
        every = [
            shown(side, game, example)
            for game in rulesets.known()
            for example in rulesets.get(game).examples()[LANGS.index(lang) :: len(LANGS) * many(3, 1)]
        ]
    page = new_context(**PHONE).new_page()
    table = Table(page, f"{site.url}?lang={lang}").open()
    table.press(page.locator("#tab-chart"))
    for game in rulesets.known():
        those = [one for one in every if one.game == game and len(one.bars) == 3]
        as_the_page_shows(table, min(those, key=lambda one: len(one.link)))  # a small one, whose odds are soon there
    bars = [bar for one in every for bar in one.bars]
    faults: list[str] = []
    for width, height in BAR_SIZES:
        page.set_viewport_size({"width": width, "height": height})
        for bar, (texts, tall) in zip(bars, page.evaluate(BARS, [asdict(bar) for bar in bars]), strict=True):
            faults += measured(f"{bar.where}, {width} px", texts, tall)
    boxes = 0
    for width, height in FACE_SIZES:
        page.set_viewport_size({"width": width, "height": height})
        for one, (count, wide) in zip(every, page.evaluate(WIDE, [one.chart for one in every]), strict=True):
            boxes += count
            faults += [f"{one.bars[0].where}, {width} px: {text!r} does not fit its box" for text in wide]
    assert boxes
    assert not faults, "\n".join(faults)
