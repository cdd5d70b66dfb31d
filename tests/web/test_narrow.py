"""Words and columns: at no size of window is a word torn apart, nor does the page go on beyond its right edge.

The page's own modules draw each example here, set up and step by step; a page that stays open shows it and is measured:
in the narrowest window, and in one of the others by turns.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any

import pageside
import pytest
from amount import many
from browsers import BRISK_FLAGS, present
from frontend import ask, do
from fronts import fragment
from hexumpire import rulesets
from playwright.sync_api import BrowserContext, Page, Playwright, expect
from table import Table

import build

pytestmark = pytest.mark.engine("beside")

SIZES = ((320, 640), (390, 844), (568, 320), (844, 390), (960, 600))
LANGS = ("en", "de")
STEPS = 4
MORE_OF = 4
"""Of one example in so many, all tabs and tools are looked at."""
AT_ONCE = 200
SHOWN = """(states) => {
    const torn = () => {
        const found = [], range = document.createRange();
        const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
        while (walk.nextNode()) {
            const node = walk.currentNode, element = node.parentElement;
            range.selectNodeContents(node);
            if (range.getClientRects().length < 2 || !element.checkVisibility()) continue; // in one line
            if (element.closest(".hush, svg, textarea, option, .caption, [hidden]")) continue;
            if (getComputedStyle(element).hyphens === "auto") continue; // it has a hyphen where the browser knows where
            for (const word of node.data.matchAll(/\\p{L}{2,}|\\d+-\\d+|\\d+ %/gu)) {
                range.setStart(node, word.index);
                range.setEnd(node, word.index + word[0].length);
                const lines = new Set([...range.getClientRects()].map((r) => Math.round(r.top)));
                if (lines.size > 1) found.push(word[0]);
            }
        }
        for (const whole of document.querySelectorAll(".nb")) {
            const row = getComputedStyle(whole.parentElement).display;
            if (row.endsWith("flex")) found.push(`${whole.parentElement.textContent} (in columns)`); // not as one text
        }
        return found;
    };
    return states.map(({screen, regions}) => {
        document.documentElement.dataset.screen = screen;
        for (const [region, html] of Object.entries(regions)) {
            const element = document.getElementById(region);
            hexMorph(element, html);
            for (const folded of element.querySelectorAll("details")) folded.open = true;
        }
        const over = document.documentElement.scrollWidth - innerWidth;
        return [...torn(), ...(over > 0 ? [`${over} px stick out`] : [])];
    });
}"""


def regions(side: pageside.Side) -> dict[str, Any]:
    """What the page shows now, but for the board: the screen, and the HTML of each region."""
    ui, app = side.ui, side.app
    side.speak()
    draws: dict[str, Callable[[Any], str]] = {
        "top": ui.setup.top,
        "boardbar": ui.setup.boardbar,
        "sheet": ui.awaited.sheet,
        "status": ui.setup.status,
        "umpire": ui.awaited.umpire,
        "problems": ui.awaited.problems,
        "tabs": ui.why.tablist,
        "panel": ui.why.panel,
        "conditions": ui.setup.conditions,
    }
    return {"screen": app.look.screen, "regions": {name: draw(app) for name, draw in draws.items()}}


def fullest(ui: Any, app: Any, hex: str) -> str:
    """The hex whose counters, as though put down last, make the longest offer to be put into an open hex too."""
    key = ui.values.form_key(app.battle.scenario)
    offers = {}
    for other in {unit["at"]: True for unit in app.units}:
        ui.counters.PUT[key] = other
        offers[other] = len(ui.counters.again(app, hex))
    return max(offers, key=lambda other: offers[other])


def states(
    side: pageside.Side, game: str, example: dict[str, Any], whole: bool
) -> Iterator[tuple[str, dict[str, Any]]]:
    """An example set up, with a hex open, and the first steps of its fight by chance; ``whole``: each tab and tool."""
    ui, app = side.ui, side.app
    name = f"{game} {example['key']}"
    side.put(fragment(example["scenario"]))
    for tab in ("chart", "notes", "why") if whole else ("why",):
        do(app, "tab", tab)
        yield f"{name}, {tab}", regions(side)
    hex = next(hex for hex in ui.places.shown_hexes(app) if ui.counters.units_at(app, hex))
    do(app, "hex", hex, "keep")
    app.look.unit = ui.counters.units_at(app, hex)[0]["id"]
    ui.counters.PUT[ui.values.form_key(app.battle.scenario)] = fullest(ui, app, hex)
    for tool in ("counters", "terrain", "sides") if whole else ("counters",):
        do(app, "tool", tool)
        yield f"{name}, {tool}", regions(side)
    do(app, "unselect")
    if app.position.get("problems") or not app.node:
        return
    chance = random.Random(name)
    do(app, "fight")
    for step in range(STEPS):
        ui.answers.take_view(app, ask(lang=side.lang, **ui.answers.view_request(app)), app.battle.revision)
        yield f"{name}, step {step}", regions(side)
        if not app.node or app.node["kind"] == "end":
            return
        ways = app.node["faces"] if app.node["kind"] == "chance" else app.node["options"]
        do(app, "act", chance.choice(ways)["id"])


def measured(page: Page, seen: list[dict[str, Any]]) -> list[list[str]]:
    """What is torn or sticks out of each state."""
    parts = [seen[at : at + AT_ONCE] for at in range(0, len(seen), AT_ONCE)]
    return [found for part in parts for found in page.evaluate(SHOWN, part)]


@pytest.mark.long
@pytest.mark.parametrize("lang", LANGS)
def test_no_word_is_torn_and_nothing_sticks_out_in_any_example(
    lang: str, new_context: Callable[..., BrowserContext], site: Any
) -> None:
    with pageside.side(lang, site.root / "data") as side:
        every = [
            state
            for game in rulesets.known()
            for number, example in enumerate(rulesets.get(game).examples()[:: many(4, 1)])
            if number % len(LANGS) == LANGS.index(lang)  # each in one language
            for state in states(side, game, example, number % (MORE_OF * len(LANGS)) < len(LANGS))
        ]
    page = new_context().new_page()
    page.route("**/engine/worker.mjs", lambda route: None)  # all that is shown is made here
    page.goto(f"{site.url}?lang={lang}")
    present(page, "html[data-ui=ready]")
    page.evaluate("hexMorph(document.getElementById('map'), '')")
    faults: list[str] = []
    for turn, (width, height) in enumerate(SIZES):
        page.set_viewport_size({"width": width, "height": height})
        here = every[turn - 1 :: len(SIZES) - 1] if turn else every
        for (name, _), found in zip(here, measured(page, [shown for _, shown in here]), strict=True):
            faults += [f"{name}, {width} × {height}: {fault}" for fault in found]
    assert not faults, "\n".join(faults)
    page.evaluate(
        "(css) => { const sheet = new CSSStyleSheet(); sheet.replaceSync(css); "
        "document.adoptedStyleSheets = [sheet]; }",
        ".line .what { width: 1px; min-width: 0; flex: none } .tabs { width: 200vw }",
    )
    found = measured(page, [every[2][1]])[0]
    assert len(found) > 2 and found[-1].endswith("stick out"), "it sees what is torn and what sticks out"


@pytest.mark.parametrize("size", [(390, 844), (844, 390), (1280, 800)])
def test_with_letters_of_twice_the_size_nothing_sticks_out_and_nothing_lies_over_a_control(
    playwright: Playwright, site: Any, size: tuple[int, int]
) -> None:
    """A reader's own size of letters: the page is laid out as in a window that holds as few of them."""
    browser = playwright.chromium.launch(
        executable_path=build.headless(), args=[*BRISK_FLAGS, "--blink-settings=defaultFontSize=32"]
    )
    try:
        page = browser.new_context(viewport={"width": size[0], "height": size[1]}, service_workers="block").new_page()
        page.set_default_timeout(10_000)
        page.goto(f"{site.url}?lang=de")
        table = Table(page, site.url).ready()
        assert page.evaluate("getComputedStyle(document.documentElement).fontSize") == "32px"
        over = "document.documentElement.scrollWidth - innerWidth"
        assert page.evaluate(over) <= 0
        for hex in ("0,0", "1,0"):
            table.hex(hex)
            assert page.evaluate(over) <= 0, hex
            for tool in ("terrain", "sides", "counters"):
                page.locator(f"[data-do=tool][data-a={tool}]").click()
                assert page.evaluate(over) <= 0, tool
            page.locator("[data-do=unselect]").click()  # which waits until nothing lies over it
        for tab in ("odds", "chart", "notes", "why"):
            page.locator(f"#tab-{tab}").click()
            assert page.evaluate(over) <= 0, tab
        dialog = page.locator("#dialog")
        for name in ("battles", "share", "settings", "help"):
            page.evaluate("name => document.querySelector(`[data-do=${name}]`).click()", name)
            expect(dialog.locator("ul, select, textarea").first).to_be_visible()
            assert dialog.evaluate("it => it.scrollWidth - it.clientWidth") <= 0, name
            page.keyboard.press("Escape")
        page.locator("#fight").click()
        table.settled()
        assert page.evaluate(over) <= 0
        page.locator(".face").first.click()
        table.settled()
        assert page.evaluate(over) <= 0
    finally:
        browser.close()


def test_a_name_of_one_long_word_pushes_nothing_out_of_a_dialog(
    new_context: Callable[..., BrowserContext], site: Any
) -> None:
    page = new_context(viewport={"width": 320, "height": 640}).new_page()
    table = Table(page, site.url).open().do("tab", "notes")
    name = "Donaudampfschifffahrtsgesellschaftskapitänsmützenträgerverband"
    page.locator("#notes-title").fill(name)
    dialog = page.locator("#dialog")
    over = "it => it.scrollWidth - it.clientWidth"
    table.press(page.locator(".nav [data-do=battles]"))
    expect(dialog.locator("[data-do=saved-open]")).to_contain_text(name)
    assert dialog.evaluate(over) <= 0
    table.press(dialog.locator("[data-do=diary]"))
    table.press(dialog.locator("[data-do=diary-new]"))
    for field in ("#diary-title", "#diary-player-0"):
        page.locator(field).fill(name)
        page.locator(field).press("Tab")
    table.press(dialog.locator("[data-do=diary-put]"))
    expect(page.locator("#diary-told")).to_be_visible()
    assert dialog.evaluate(over) <= 0
    table.press(dialog.locator("[data-do=diary-close]"))
    expect(dialog.locator("[data-do=diary-open]")).to_contain_text(name)
    assert dialog.evaluate(over) <= 0
