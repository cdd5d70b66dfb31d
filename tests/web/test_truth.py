"""No figure stands on the page that is not of the board beside it, while the engine is on its way or fails."""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from browsers import until
from hexumpire import api
from playwright.sync_api import BrowserContext, Page, Route, expect
from table import Table

pytestmark = pytest.mark.engine("beside")  # but where what is told is of the engine inside the browser

SIZES = [(390, 844), (844, 390), (1280, 800)]
WAIT = 60_000
FIGURES = """() => {  // every text that can be seen in the places where figures stand
    const seen = [];
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walk.nextNode()) {
        const place = walk.currentNode.parentElement;
        if (!place.closest("#sum, #panel, #problems, #umpire, #coming")) continue;
        if (place.checkVisibility({visibilityProperty: true, opacityProperty: true})) seen.push(walk.currentNode.data);
    }
    return seen.join(" ");
}"""
WATCHED = """(() => {  // what could be seen, at any frame, that was untrue
    const figures = FIGURES;
    window.untrue = [];
    const look = () => {
        const seen = document.body ? figures() : "";
        const early = document.documentElement?.dataset.engine !== "ready" && /\\d : \\d|\\d %/.test(seen);
        if (early || seen.includes(FIRST)) untrue.push(seen);
        requestAnimationFrame(look);
    };
    look();
})()"""
FORGET = "try { localStorage.clear() } catch {}"  # what an earlier visit kept
BOXED = """() => [...document.querySelectorAll("[hidden]")]
    .filter((it) => it.getClientRects().length || it.checkVisibility()).map((it) => it.outerHTML.slice(0, 120))"""


def ask(op: str, **request: Any) -> Any:
    answer = json.loads(api.handle(json.dumps({"op": op, **request})))
    assert answer["ok"], answer
    return answer["result"]


def word(*texts: str) -> str:
    return base64.urlsafe_b64encode(json.dumps(texts).encode()).rstrip(b"=").decode()


@pytest.fixture(scope="module")
def other() -> dict[str, Any]:
    """A battle that is not the first: its example, bar, and link."""
    examples = ask("schema", ruleset="aworldatwar")["examples"]
    first = ask("view", scenario={"ruleset": "aworldatwar", **examples[0]["scenario"]})["bar"]
    for example in examples[1:]:
        title = example["scenario"].get("title") or example["title"]
        scenario = {"ruleset": "aworldatwar", **example["scenario"], "title": title}
        bar = ask("view", scenario=scenario)["bar"]
        if bar and bar != first:
            link = ask("link", scenario=scenario)["fragment"]
            return {**example, "title": title, "bar": bar, "first": first, "link": link, "scenario": scenario}
    raise AssertionError("no other example")


class Held:
    """Requests for some files that are not answered until they are let go."""

    def __init__(self, page: Page, *paths: str) -> None:
        self.page = page
        self.paths = paths
        self.routes: list[Route] = []
        self.free: list[str] = []
        for path in paths:
            page.context.route(f"**/{path}", self._hold)

    def _hold(self, route: Route) -> None:
        if any(part in route.request.url for part in self.free):
            route.continue_()
        else:
            self.routes.append(route)

    def go(self) -> None:
        self.let("")

    def let(self, part: str) -> None:
        """Let go what is held of the files whose address has this in it, and what will be asked of them."""
        self.free.append(part)
        for route in [route for route in self.routes if part in route.request.url]:
            self.routes.remove(route)
            route.continue_()


def figures(page: Page) -> str:
    return str(page.evaluate(FIGURES))


def watch(page: Page, first: str) -> None:
    """Look, from now on and at every frame, for what a link without a head makes untrue."""
    page.add_init_script(WATCHED.replace("FIGURES", FIGURES).replace("FIRST", json.dumps(first)))


def up(page: Page) -> None:
    expect(page.locator("html[data-ui=ready]")).to_be_attached(timeout=WAIT)
    expect(page.locator("html[data-coming]")).not_to_be_attached(timeout=WAIT)


def settled(page: Page) -> None:
    expect(page.locator("html[data-engine=ready]")).to_be_attached(timeout=WAIT)
    expect(page.locator("#sum:not(.stale)")).to_be_attached(timeout=WAIT)


def at_each_size(page: Page) -> Iterator[tuple[int, int]]:
    """Go through the sizes; the page is left at the last."""
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        yield width, height


def test_a_kept_battle_is_not_shown_before_all_of_it_is_drawn(desktop: Page, site: Any, other: dict[str, Any]) -> None:
    """What stands in its place goes when its figures are there, and not while those of the first battle are."""
    desktop.goto(f"{site.url}#{other['link']}")
    settled(desktop)
    expect(desktop.locator("#sum")).to_contain_text(other["bar"])
    desktop.add_init_script("""
      window.shown = [];
      new MutationObserver(() => {
        if (!document.documentElement.matches("[data-coming]")) shown.push(document.querySelector("#sum").textContent);
      }).observe(document, { attributes: true, subtree: true, attributeFilter: ["data-coming"] });
    """)
    desktop.goto("about:blank")
    desktop.goto(site.url)
    settled(desktop)
    up(desktop)
    shown = desktop.evaluate("shown")
    assert shown and all(other["bar"] in text for text in shown)


# --- before the engine is there --------------------------------------------------------------------------------


def test_the_first_battle_stands_with_its_own_figures_until_it_is_changed(
    desktop: Page, site: Any, other: dict[str, Any]
) -> None:
    held = Held(desktop, "engine/worker.mjs")
    desktop.goto(site.url)
    up(desktop)
    for size in at_each_size(desktop):
        assert other["first"] in figures(desktop), size
        expect(desktop.locator("#fight")).to_be_enabled()
        expect(desktop.locator("#status")).to_contain_text("The umpire is starting")
    desktop.locator("[data-hex='0,0'] .hu-hit").click(position={"x": 3, "y": 3}, force=True)
    desktop.locator("[data-do=add]").first.click()
    assert not re.search(r"\d : \d|\d %", figures(desktop))
    expect(desktop.locator("#fight")).to_be_disabled()
    held.go()
    settled(desktop)
    assert re.search(r"\d : \d", figures(desktop))
    assert other["first"] not in figures(desktop)
    desktop.locator("[data-do=undo]").first.click()
    expect(desktop.locator("#sum")).to_contain_text(other["first"])
    settled(desktop)
    for size in at_each_size(desktop):
        assert other["first"] in figures(desktop), size


def test_an_example_opened_early_has_no_figures_until_they_are_its_own(
    desktop: Page, site: Any, other: dict[str, Any]
) -> None:
    held = Held(desktop, "engine/worker.mjs")
    desktop.goto(site.url)
    up(desktop)
    desktop.locator(".nav [data-do=battles]").click()
    desktop.locator(f"[data-do=example-close][data-a='{other['key']}']").click()
    expect(desktop.locator("#caption h1")).to_have_text(other["title"])
    for tab in ("odds", "chart", "why"):
        desktop.locator(f"#tab-{tab}").click()
        expect(desktop.locator("#panel")).to_contain_text("as soon as the umpire has started")
        for size in at_each_size(desktop):
            assert not re.search(r"\d : \d|\d %", figures(desktop)), (tab, size)
            assert desktop.locator("#panel .lit").count() == 0
            assert desktop.evaluate(BOXED) == [], (tab, size)
    expect(desktop.locator("#sum")).to_contain_text("as soon as the umpire has started")
    expect(desktop.locator("#fight")).to_be_disabled()
    held.go()
    settled(desktop)
    expect(desktop.locator("#sum")).to_contain_text(other["bar"])
    expect(desktop.locator("#fight")).to_be_enabled()


def test_a_kept_battle_comes_back_without_the_first_ones_figures(
    desktop: Page, site: Any, other: dict[str, Any]
) -> None:
    desktop.goto(site.url)
    settled(desktop)
    desktop.locator(".nav [data-do=battles]").click()
    desktop.locator(f"[data-do=example-close][data-a='{other['key']}']").click()
    expect(desktop.locator("#sum")).to_contain_text(other["bar"])
    settled(desktop)
    held = Held(desktop, "engine/worker.mjs", "ui/main.py")
    desktop.goto("about:blank")
    desktop.goto(site.url)
    until(desktop, "document.readyState === 'complete' || document.getElementById('coming')?.innerText.length > 10")
    expect(desktop.locator("#coming")).to_contain_text(other["title"])
    for size in at_each_size(desktop):
        assert other["first"] not in figures(desktop), size
    held.let("main.py")
    up(desktop)
    expect(desktop.locator("#caption h1")).to_have_text(other["title"])
    for size in at_each_size(desktop):
        assert other["bar"] in figures(desktop), size  # the same engine said so of the same battle
        assert other["first"] not in figures(desktop), size
    held.go()


def test_while_the_engine_works_or_starts_again_nothing_of_the_last_board_is_seen(desktop: Page, site: Any) -> None:
    desktop.goto(site.url)
    settled(desktop)
    while_the_engine_works_nothing_of_the_last_board_is_seen(desktop)
    a_worker_that_is_started_again_is_told(desktop)


def while_the_engine_works_nothing_of_the_last_board_is_seen(desktop: Page) -> None:
    desktop.evaluate(  # its answers are held back
        """() => {
            const {call} = hexEngine;
            window.held = [];
            hexEngine.call = (...given) =>
                held ? new Promise((done) => held.push(() => done(call(...given)))) : call(...given);
        }"""
    )
    desktop.locator("[data-do=edition]:not([aria-pressed=true])").first.scroll_into_view_if_needed()
    before = desktop.locator("#panel").bounding_box()
    desktop.locator("[data-do=edition]:not([aria-pressed=true])").first.click()
    desktop.wait_for_timeout(600)
    assert not re.search(r"\d : \d|\d %", figures(desktop))
    expect(desktop.locator("#sum")).to_have_text("Working it out …")
    expect(desktop.locator("#fight")).to_be_disabled()
    assert desktop.locator("#panel").bounding_box() == before  # nothing jumps about
    desktop.evaluate("() => { const all = held; held = null; for (const go of all) go(); }")
    settled(desktop)
    assert re.search(r"\d : \d", figures(desktop))


def a_worker_that_is_started_again_is_told(desktop: Page) -> None:
    held = Held(desktop, "engine/worker.mjs")
    desktop.evaluate("hexEngine.restart()")
    expect(desktop.locator("#loading")).to_contain_text("The umpire is starting")
    desktop.locator("[data-do=edition]:not([aria-pressed=true])").first.click()
    assert not re.search(r"\d : \d|\d %", figures(desktop))
    expect(desktop.locator("#sum")).to_contain_text("as soon as the umpire has started")
    held.go()
    expect(desktop.locator("#loading")).to_have_count(0)
    settled(desktop)
    assert re.search(r"\d : \d", figures(desktop))


def test_the_board_in_words_is_that_of_no_battle_before(desktop: Page, site: Any) -> None:
    """Not while the engine takes long to answer, and no longer than that while chances are worked out."""
    table = Table(desktop, site.url).open()
    table.press(desktop.locator("#fight"))
    table.press(desktop.locator("#umpire .face").first)
    words, battles = desktop.locator("#words"), desktop.locator(".nav [data-do=battles]:visible")
    expect(words).to_contain_text("choices")
    waiting: list[Route] = []
    holds = {"view"}

    def hold(route: Route) -> None:
        if json.loads(route.request.post_data or "{}")["op"] in holds:
            waiting.append(route)
        else:
            route.continue_()

    def go_on(then: set[str]) -> None:
        holds.clear()
        holds.update(then)
        while waiting:
            waiting.pop(0).continue_()

    desktop.route("**/ask", hold)
    battles.click()
    desktop.locator("#dialog [data-do=new-close]").first.click()
    expect(desktop.locator("#caption h1")).to_have_text("Untitled battle")
    expect(words).to_have_text("")
    go_on({"outcomes"})
    expect(words).to_contain_text("The target")
    battles.click()
    desktop.locator("#dialog [data-do=example-close]").first.click()
    expect(words).to_contain_text("Attacker")
    expect(desktop.locator("#sum")).not_to_contain_text("%")
    expect(words).to_have_attribute("aria-busy", "false")
    go_on(set())
    table.hex("1,0")
    go_on({"view"})
    desktop.locator("[data-do=tool][data-a=terrain]").click()
    desktop.locator("[data-do=terrain][data-b=swamp]").click()
    expect(words).to_have_attribute("aria-busy", "true")
    go_on(set())
    expect(words).to_contain_text("swamp")
    expect(words).to_have_attribute("aria-busy", "false")
    settled(desktop)


# --- links -----------------------------------------------------------------------------------------------------


@pytest.mark.engine("inside")
def test_a_link_shows_its_own_board_and_headline_before_the_engine_is_there(
    desktop: Page, site: Any, other: dict[str, Any]
) -> None:
    held = Held(desktop, "engine/worker.mjs", "engine/snapshot.bin.gz", "pyodide/*")
    main = Held(desktop, "ui/main.py")
    desktop.goto(f"{site.url}#{other['link']}.h.{word('1', 'en', '99 : 1 → 9:1', 'takes the hex 12 %')}")
    for said in (other["title"], "99 : 1 → 9:1", "takes the hex 12 %", "as the link says"):  # without any Python
        expect(desktop.locator("#coming")).to_contain_text(said)
    for size in at_each_size(desktop):
        assert other["first"] not in figures(desktop), size
        assert desktop.evaluate(BOXED) == [], size
    main.go()
    up(desktop)
    expect(desktop.locator("#caption h1")).to_have_text(other["title"])
    expect(desktop.locator("#board [data-unit]")).to_have_count(len(other["scenario"]["units"]))
    expect(desktop.locator("#sum")).to_contain_text("99 : 1 → 9:1")
    expect(desktop.locator("#sum")).to_contain_text("as the link says")
    for size in at_each_size(desktop):
        assert other["first"] not in figures(desktop), size
    expect(desktop.locator("#fight")).to_be_disabled()
    held.go()
    settled(desktop)
    expect(desktop.locator("#sum")).to_contain_text(other["bar"])  # the link was wrong
    expect(desktop.locator("#sum")).not_to_contain_text("link says")
    expect(desktop.locator("#status")).to_contain_text("Battle opened from the link")


HEADS = ("", ".h.", ".h.AAAA", ".h.bnVsbA", ".x.y", ".1.AAAA", ".h.W10.more")


def test_a_link_with_no_head_or_another_opens(desktop: Page, site: Any, other: dict[str, Any]) -> None:
    held = Held(desktop, "engine/worker.mjs")
    desktop.add_init_script(FORGET)
    for head in HEADS:  # shown before the engine is there
        desktop.goto("about:blank")
        desktop.goto(f"{site.url}#{other['link']}{head}")
        up(desktop)
        expect(desktop.locator("#caption h1"), head).to_have_text(other["title"])
    held.go()
    for head in HEADS:  # and opened by it
        settled(desktop)
        expect(desktop.locator("#caption h1"), head).to_have_text(other["title"])
        expect(desktop.locator("#sum"), head).to_contain_text(other["bar"])
        desktop.locator(".nav [data-do=battles]").click()
        desktop.locator("[data-do=example-close]").first.click()
        expect(desktop.locator("#sum"), head).to_contain_text(other["first"])
        until(desktop, "history.state?.depth === 0")
        desktop.evaluate(f"location.hash = {json.dumps(other['link'] + head)}")
        expect(desktop.locator("#status"), head).to_contain_text("Battle opened from the link")
        expect(desktop.locator("#sum"), head).to_contain_text(other["bar"])


def test_a_link_that_is_none_leaves_what_was_there(desktop: Page, site: Any, other: dict[str, Any]) -> None:
    packed = "1.AAAAAA"  # no record
    desktop.goto(f"{site.url}#{packed}")
    settled(desktop)
    expect(desktop.locator("#status")).to_contain_text("could not be opened")
    expect(desktop.locator("#sum")).to_contain_text(other["first"])
    until(desktop, "!location.hash.includes('AAAAAA')")


def test_a_link_that_the_rules_of_files_forbid_is_taken_back(desktop: Page, site: Any, other: dict[str, Any]) -> None:
    import zlib

    for scenario in (
        {**other["scenario"], "edition": "none"},
        {"ruleset": "aworldatwar", "units": 7},
        {"ruleset": 3},
        5,
    ):
        press = zlib.compressobj(9, zlib.DEFLATED, -15)
        packed = press.compress(json.dumps({"scenario": scenario}).encode()) + press.flush()
        data = zlib.crc32(packed).to_bytes(4, "big") + packed
        fragment = f"#1.{base64.urlsafe_b64encode(data).rstrip(b'=').decode()}"
        if desktop.url == "about:blank":  # one is opened with the page, the others by its address bar
            desktop.goto(site.url + fragment)
        else:
            desktop.locator(".nav [data-do=battles]").click()  # a battle from the list clears what the last one said
            desktop.locator("[data-do=example-close]").first.click()
            expect(desktop.locator("#status")).not_to_contain_text("could not be opened")
            until(desktop, "history.state?.depth === 0")
            desktop.evaluate(f"location.hash = {json.dumps(fragment)}")
        settled(desktop)
        expect(desktop.locator("#status")).to_contain_text("could not be opened")
        expect(desktop.locator("#sum")).to_contain_text(other["first"])
        expect(desktop.locator("#fight")).to_be_enabled()


def test_a_link_into_a_fight_says_what_stands_and_goes_on(desktop: Page, site: Any, other: dict[str, Any]) -> None:
    action = ask("view", scenario=other["scenario"])["node"]["faces"][0]["id"]
    link = ask("link", scenario=other["scenario"], actions=[action])["fragment"]
    held = Held(desktop, "engine/worker.mjs")
    desktop.goto(f"{site.url}#{link}")
    up(desktop)
    expect(desktop.locator("#top h1")).to_have_text(other["title"])
    assert not re.search(r"\d : \d|\d %", figures(desktop))
    held.go()
    settled(desktop)
    expect(desktop.locator("#log > li > .line")).not_to_have_count(0)


# --- the address bar and the way back --------------------------------------------------------------------------


def test_the_address_bar_holds_the_link_of_what_is_on_the_screen(
    desk: Table, new_context: Callable[..., BrowserContext]
) -> None:
    page = desk.page
    until(page, "location.hash.startsWith('#1.')")
    first = page.url
    desk.do("fight")
    page.locator(".face").first.click()
    until(page, f"location.href !== {json.dumps(first)}")
    page.wait_for_timeout(600)
    elsewhere = Table(new_context().new_page(), desk.url)
    elsewhere.page.goto(page.url)
    elsewhere.ready()
    said = page.locator("#log > li > .line .what").all_inner_texts()
    assert said
    expect(elsewhere.page.locator("#log > li > .line .what")).to_have_text(said)
    page.reload()
    desk.ready()
    expect(page.locator("#log > li > .line")).not_to_have_count(0)


def test_a_reload_keeps_what_no_link_holds(desk: Table) -> None:
    page = desk.page
    desk.do("tab", "notes")
    page.locator("#notes-text").fill("ours alone")
    until(page, "localStorage.getItem('hexumpire.state.1')?.includes('ours alone')")
    until(page, "location.hash.startsWith('#1.')")
    page.reload()
    desk.ready()
    expect(page.locator("#notes-text")).to_have_value("ours alone")


def test_back_closes_what_lies_open(desk: Table) -> None:
    page = desk.page
    until(page, "location.hash.startsWith('#1.')")
    for width, height in SIZES[::2]:
        page.set_viewport_size({"width": width, "height": height})
        back_closes_what_lies_open(desk)
    two_steps_back_at_once_close_the_dialog_and_what_lies_under_it(desk)
    assert page.evaluate(BOXED) == []
    page.evaluate("document.querySelectorAll('*').forEach((it) => it.toggleAttribute('hidden', true))")
    assert page.evaluate(BOXED) == [], "what is hidden has no box"


def back_closes_what_lies_open(table: Table) -> None:
    page = table.page
    table.hex("1,0")
    expect(page.locator("#sheet-title")).to_be_visible()
    page.locator(".nav [data-do=settings]").click()
    expect(page.locator("#dialog")).to_be_visible()
    page.go_back()
    expect(page.locator("#dialog")).not_to_be_visible()
    expect(page.locator("#sheet-title")).to_be_visible()
    page.go_back()
    expect(page.locator("#sheet-title")).not_to_be_visible()
    assert page.url.startswith(table.url)
    page.locator(".nav [data-do=share]").click()
    page.keyboard.press("Escape")
    expect(page.locator("#dialog")).not_to_be_visible()
    until(page, "!history.state.depth")
    assert page.evaluate("location.hash").startswith("#1.")


def two_steps_back_at_once_close_the_dialog_and_what_lies_under_it(desk: Table) -> None:
    """The browser tells of a closed dialog only later: the second step must not take it for an open one."""
    page = desk.page
    desk.hex("1,0")
    page.locator(".nav [data-do=settings]").click()
    expect(page.locator("#dialog")).to_be_visible()
    page.evaluate("""() => new Promise((done) => {
        document.getElementById("dialog").addEventListener("close", (event) => event.stopImmediatePropagation(), true);
        addEventListener("popstate", () => history.state.depth ? history.back() : setTimeout(done, 300));
        history.back();
    })""")
    expect(page.locator("#dialog")).not_to_be_visible()
    expect(page.locator("#sheet-title")).not_to_be_visible()
    assert page.evaluate("history.state.depth") == 0


@pytest.fixture
def desk(desktop: Page, site: Any) -> Table:
    return Table(desktop, site.url).open()


# --- parts that do not come ------------------------------------------------------------------------------------

NEEDLESS = ("icon.svg", "app.webmanifest", "late.css")  # what the page does without: the looks of dialogs, for one
ENGINE = ("engine/boot.mjs", "engine/bundles/aworldatwar.bin", "engine/config.json", "engine/worker.mjs",
          "pyodide/pyodide.mjs", "pyodide/pyodide.asm.mjs", "pyodide/pyodide.asm.wasm")  # fmt: skip
PICTURE = ("engine/snapshot.bin.gz", "engine/rest.zip")  # the engine starts from its files
SPARE = (*PICTURE, "drag.mjs")  # and counters have a panel
LATER = ("ui/late.bin",)


PAGE = ("board.css", "data/aworldatwar.json", "data/first.json", "early.js", "engine/client.js", "engine/offline.mjs",
        "engine/pyscript.mjs", "micropython/micropython.mjs", "micropython/micropython.wasm", "pan.mjs",
        "pyscript/core.js", "style.css", "texts/en.json", "ui/first.bin", "ui/main.py")  # fmt: skip
FILES = (*PAGE, *ENGINE, *SPARE, *LATER)


@pytest.mark.engine("inside")
def test_these_are_the_files_of_a_first_visit(desktop: Page, site: Any) -> None:
    asked: set[str] = set()
    desktop.context.on("request", lambda request: asked.add(request.url.removeprefix(site.url)))
    desktop.goto(site.url)
    settled(desktop)
    for _ in range(WAIT // 50):  # some come when all else has
        if set(FILES) <= asked:
            break
        desktop.wait_for_timeout(50)
    desktop.wait_for_timeout(1000)
    chunks = {path for path in asked if re.match(r"pyscript/.*-\w{8}\.js", path)}  # core.js imports them
    assert asked - chunks - {"", *NEEDLESS} == set(FILES)


@pytest.mark.engine("inside")
@pytest.mark.parametrize("last", [False, True], ids=["as asked for", "the last first"])
@pytest.mark.parametrize("paths", [(*PAGE, *LATER, "drag.mjs"), (*ENGINE, *PICTURE)], ids=["page", "engine"])
def test_parts_that_are_held_back_make_no_line_untrue(
    desktop: Page, site: Any, other: dict[str, Any], paths: tuple[str, ...], last: bool
) -> None:
    """Every part is held at one time or another, while all that does not wait for it has come."""
    held = Held(desktop, *paths)
    watch(desktop, other["first"])
    desktop.goto(f"{site.url}#{other['link']}", wait_until="commit")
    left = set(paths)
    while left:
        for _ in range(WAIT // 50):
            if held.routes:
                break
            desktop.wait_for_timeout(50)
        assert held.routes, f"not asked for: {left}"
        desktop.wait_for_timeout(150)
        assert desktop.evaluate("window.untrue ?? []") == [], left
        path = held.routes[-1 if last else 0].request.url.removeprefix(site.url)
        left.discard(path)
        held.let(path)
    settled(desktop)
    expect(desktop.locator("#sum")).to_contain_text(other["bar"])
    expect(desktop.locator("#caption h1")).to_have_text(other["title"])
    assert desktop.evaluate(BOXED) == []
    assert desktop.evaluate("untrue") == []


class Broken:
    """One file at a time that cannot be had."""

    def __init__(self, page: Page, url: str) -> None:
        self.page = page
        self.url = url
        self.path = ""
        page.add_init_script(FORGET)
        page.context.route("**/*", self._answer)

    def _answer(self, route: Route) -> None:
        if self.path and route.request.url.endswith("/" + self.path):
            route.abort()
        else:
            route.fallback()

    def open(self, path: str) -> None:
        """Load the page anew without this file."""
        self.path = path
        self.page.goto("about:blank")
        self.page.goto(self.url)

    def mend(self) -> None:
        self.path = ""


@pytest.fixture
def broken(desktop: Page, site: Any, faults: list[str], other: dict[str, Any]) -> Iterator[Broken]:
    yield Broken(desktop, f"{site.url}#{other['link']}")
    desktop.wait_for_timeout(300)  # faults are told a little later
    faults.clear()


def test_a_part_of_the_page_that_fails_is_told_with_a_way_to_load_it_again(
    desktop: Page, broken: Broken, other: dict[str, Any]
) -> None:
    held = Held(desktop, "engine/worker.mjs")
    watch(desktop, other["first"])
    for path in PAGE:
        broken.open(path)
        expect(desktop.locator("#stuck"), path).to_be_visible()
        assert desktop.evaluate("document.readyState") == "complete", path
        assert other["first"] not in figures(desktop), path
        assert desktop.evaluate("untrue") == [], path
        broken.mend()
        desktop.locator("#stuck button").click()
        until(desktop, "performance.getEntriesByType('navigation')[0]?.type === 'reload'")
    held.go()
    settled(desktop)
    expect(desktop.locator("#sum")).to_contain_text(other["bar"])
    expect(desktop.locator("#stuck")).to_be_hidden()


@pytest.mark.engine("inside")
def test_a_part_of_the_engine_that_fails_is_told_with_a_way_to_try_again(
    desktop: Page, broken: Broken, other: dict[str, Any]
) -> None:
    watch(desktop, other["first"])
    for path in ENGINE:
        broken.open(path)
        expect(desktop.locator("#status"), path).to_contain_text("could not start", timeout=WAIT)
        assert not re.search(r"\d : \d|\d %", figures(desktop)), path
        expect(desktop.locator("#sum"), path).to_contain_text("the umpire could not start")
        expect(desktop.locator("#fight"), path).to_be_disabled()
        expect(desktop.locator("#caption h1"), path).to_have_text(other["title"])
        assert desktop.evaluate(BOXED) == [], path
        broken.mend()
        desktop.locator("#status [data-do=retry]").click()
        settled(desktop)
        expect(desktop.locator("#sum"), path).to_contain_text(other["bar"])
        assert desktop.evaluate("untrue") == [], path


@pytest.mark.engine("inside")
def test_a_part_that_can_be_done_without_may_fail(desktop: Page, broken: Broken, other: dict[str, Any]) -> None:
    for path in SPARE:
        broken.open(path)
        settled(desktop)
        expect(desktop.locator("#sum"), path).to_contain_text(other["bar"])
        expect(desktop.locator("#stuck"), path).to_be_hidden()
    desktop.locator(".nav [data-do=settings]").click()  # the last of them comes with the dialogs
    expect(desktop.locator("#language")).to_be_visible()


def test_dialogs_that_fail_are_told_with_a_way_to_try_again(
    desktop: Page, broken: Broken, other: dict[str, Any]
) -> None:
    for path in LATER:
        broken.open(path)
        up(desktop)
        desktop.locator(".nav [data-do=settings]").click()
        expect(desktop.locator("#dialog")).to_contain_text("could not be fetched")
        broken.mend()
        desktop.locator("#dialog [data-do=complete]").click()
        expect(desktop.locator("#language")).to_be_visible()
        desktop.keyboard.press("Escape")
        settled(desktop)
        expect(desktop.locator("#sum")).to_contain_text(other["bar"])
        expect(desktop.locator("#stuck")).to_be_hidden()


def test_dialogs_say_where_no_engine_answers_them_and_copy_nothing(
    desktop: Page, broken: Broken, other: dict[str, Any]
) -> None:
    broken.open("engine/worker.mjs")
    up(desktop)
    expect(desktop.locator("#status [data-do=retry]")).to_be_visible()
    dialog = desktop.locator("#dialog")
    gone = "The umpire could not start: the engine's worker could not start."
    desktop.locator(".nav [data-do=share]").click()
    expect(dialog.locator("[role=status]").first).to_contain_text(gone)
    expect(dialog.locator("#share-snippet")).to_have_value(re.compile("could not start"))
    for name in ("copy-link", "copy-text", "copy-snippet"):
        expect(dialog.locator(f"[data-do={name}]")).to_be_disabled()
    for name in ("drill", "guide"):
        desktop.keyboard.press("Escape")
        desktop.locator(".nav [data-do=battles]").click()
        dialog.locator(f"[data-do={name}]").click()
        expect(dialog).to_contain_text(gone)
    expect(dialog).not_to_contain_text("Working it out")
    broken.mend()
    desktop.locator("#dialog [data-do=own-again]").click()
    expect(dialog.locator(".cards")).to_contain_text("Ridge and River")
    expect(dialog).not_to_contain_text("could not start")
    desktop.keyboard.press("Escape")
    settled(desktop)
    expect(desktop.locator("#sum")).to_contain_text(other["bar"])


def test_another_games_form_that_does_not_come_is_told_and_asked_for_again(
    desktop: Page, site: Any, faults: list[str]
) -> None:
    broken = [True]
    desktop.context.route("**/data/daisenso.json", lambda route: route.abort() if broken[0] else route.continue_())
    desktop.goto(site.url)
    settled(desktop)
    before = figures(desktop)
    desktop.locator("#game").select_option("daisenso")
    expect(desktop.locator("#status")).to_contain_text("could not be fetched: data/daisenso.")
    expect(desktop.locator("#game")).to_have_value("aworldatwar")
    assert figures(desktop) == before  # of the board that is still there
    broken[0] = False
    desktop.locator("[data-do=again-part]").click()
    expect(desktop.locator("#game")).to_have_value("daisenso")
    settled(desktop)
    expect(desktop.locator("#status")).to_be_empty()
    faults.clear()


# --- how the engine is -----------------------------------------------------------------------------------------


@pytest.mark.engine("inside")
def test_the_download_is_told_in_bytes(desktop: Page, site: Any) -> None:
    held = Held(desktop, "pyodide/pyodide.asm.wasm")
    desktop.goto(site.url)
    expect(desktop.locator("#loading")).to_have_text(
        re.compile(r"^Fetching the umpire: [\d.]+ of 1\d\.\d MB, unpacked$")
    )
    files = ("pyodide/pyodide.asm.mjs", "pyodide/pyodide.asm.wasm", "engine/snapshot.bin.gz")
    sizes = [(site.root / path).stat().st_size for path in files]
    got, total = ((size + 50_000) // 100_000 / 10 for size in (sum(sizes) - sizes[1], sum(sizes)))
    expect(desktop.locator("#loading")).to_have_text(
        f"Fetching the umpire: {got} of {total} MB, unpacked", timeout=WAIT
    )
    held.go()
    settled(desktop)
    expect(desktop.locator("#loading")).to_have_count(0)
