"""The board and its sheet under a finger, a mouse and keys, on a phone upright and on its side, and at a desk."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from browsers import until
from playwright.sync_api import BrowserContext, Locator, Page, expect
from table import Table

import build

pytestmark = pytest.mark.engine("beside")

PHONE = {"width": 390, "height": 844}
SIDEWAYS = {"width": 844, "height": 390}
ZOOMED = {"width": 640, "height": 400}  # 1280 × 800 at 200 %
DESK = {"width": 1280, "height": 800}
MOST_TAPS = 18
IN_VIEW = """(e) => {
    const r = e.getBoundingClientRect();
    const at = document.elementFromPoint(r.x + r.width / 2, r.y + r.height / 2);
    return r.top >= 0 && r.bottom <= innerHeight && r.left >= 0 && r.right <= innerWidth
        && (e.contains(at) || at?.contains(e));
}"""


class Finger:
    """Taps what is on the screen, where it is, and counts; it never scrolls."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.page = table.page
        self.taps = 0

    def at(self, x: float, y: float) -> None:
        self.page.touchscreen.tap(x, y)
        self.taps += 1
        self.table.settled()
        assert self.page.evaluate("scrollY") == 0, "the page has scrolled"

    def tap(self, target: Locator) -> None:
        expect(target).to_be_visible()
        assert target.evaluate(IN_VIEW), f"not on the screen: {target}"
        box = target.bounding_box()
        assert box
        self.at(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)

    def do(self, name: str, a: str = "") -> None:
        self.tap(self.page.locator(f"[data-do='{name}']" + (f"[data-a='{a}']" if a else "")))

    def hex(self, name: str) -> None:
        box = self.page.locator(f"[data-hex='{name}'] .hu-hit").bounding_box()
        assert box
        assert box["y"] >= 0
        assert box["y"] + box["height"] <= PHONE["height"]
        self.at(box["x"] + box["width"] / 2, box["y"] + box["height"] * 0.85)

    def stamp(self, title: str, times: int = 1) -> None:
        for _ in range(times):
            self.tap(self.page.get_by_role("button", name=f"Add {title}", exact=True))

    def choose(self, target: Locator, value: str) -> None:
        """A list of the device: one tap to open it and one on the line."""
        assert target.evaluate(IN_VIEW)
        target.select_option(value)
        self.taps += 2
        self.table.settled()


def opened(page: Page, site: Any, size: Any) -> Table:
    page.set_viewport_size(size)
    return Table(page, site.url).open()


def seen(page: Page, css: str) -> bool:
    return bool(page.locator(css).first.evaluate(IN_VIEW))


def own_battle(table: Table) -> Table:
    table.do("new").hex("0,0").nation("Russian").stamp("Russian infantry 2-3", 2)
    return table.hex("-1,0").stamp("German armor 4-6", 2)


def test_an_own_battle_in_eighteen_taps_without_scrolling(phone: Page, site: Any) -> None:
    table = Table(phone, site.url).open()
    finger = Finger(table)
    finger.do("new")
    finger.hex("0,0")
    finger.choose(phone.locator("#nation"), "Russian")
    finger.stamp("Russian infantry 2-3", 2)
    finger.hex("-1,0")
    finger.stamp("German armor 4-6", 2)
    finger.hex("0,-1")
    finger.stamp("German armor 4-6")
    finger.stamp("German infantry 3-3")
    finger.hex("-1,1")
    finger.stamp("German infantry 3-3")
    finger.stamp("German air factors")
    finger.tap(phone.get_by_role("button", name="One more: Combat factors, German air factors"))
    finger.do("tool", "sides")
    finger.tap(phone.get_by_role("button", name="All 3 sides attacked across"))
    assert finger.taps <= MOST_TAPS
    expect(table.bar).to_contain_text("22 : 12")  # 3 × 4 + 2 × 3 + 4 against 2 × 2 × 3
    expect(phone.locator(".hu-river")).to_have_count(3)
    assert seen(phone, "#fight")
    table.do("fight")
    expect(table.question).to_contain_text("rolls one die")


@pytest.mark.parametrize("size", [SIDEWAYS, ZOOMED, DESK], ids=["sideways", "zoomed", "desk"])
def test_beside_the_rest_board_and_bar_are_always_in_view(desktop: Page, site: Any, size: Any) -> None:
    table = opened(desktop, site, size)
    faults = []

    def look(state: str, *parts: str) -> None:
        for end in (0, 100_000):
            desktop.evaluate("y => scrollTo({top: y, behavior: 'instant'})", end)
            for part in ("#b-board", "#bar", *parts):
                faults.extend([f"{state}: {part} at {end}"] * (not seen(desktop, part)))
        desktop.evaluate("scrollTo(0, 0)")
        over = desktop.evaluate("document.documentElement.scrollWidth - innerWidth")
        faults.extend([f"{state}: {over} px stick out"] * (over > 0))

    look("set-up", "#fight", "[data-do=undo]", "#sum .odds")
    table.hex("-1,0")
    look("hex", "#fight", "[data-do=undo]", "#sum .odds")
    assert seen(desktop, "[data-do=tool]")
    assert seen(desktop, ".stamp")
    table.do("unselect").do("fight")
    look("fight", "#undo-step", "#sum")
    assert seen(desktop, "#question")
    table.face(6)
    look("decision", "#undo-step", "#sum")
    assert faults == []


@pytest.mark.parametrize("language", ["en-GB", "de-DE"])
def test_what_stays_at_the_top_begins_where_the_head_of_the_page_ends(
    new_context: Callable[..., BrowserContext], site: Any, language: str
) -> None:
    page = new_context(locale=language).new_page()
    page.goto(site.url)
    for size in (PHONE, SIDEWAYS, ZOOMED, DESK, {"width": 600, "height": 900}):
        page.set_viewport_size(size)
        head, place = page.evaluate("""() => {
            const probe = document.createElement("div");
            probe.style.cssText = "position: fixed; top: var(--mast)";
            document.body.append(probe);
            const top = probe.getBoundingClientRect().top;
            probe.remove();
            return [document.querySelector(".mast").getBoundingClientRect().height, top];
        }""")
        assert place == pytest.approx(head, abs=0.1), size


def test_on_a_phone_the_board_stays_and_the_palette_is_above_the_bar(phone: Page, site: Any) -> None:
    table = Table(phone, site.url).open()
    faults = []
    for state, reach in (
        ("set-up", lambda: None),
        ("hex", lambda: table.hex("0,0")),
        ("unit", lambda: table.do("unit")),
        ("terrain", lambda: table.do("tool", "terrain")),
        ("fight", lambda: table.do("unselect").do("fight")),
    ):
        phone.evaluate("scrollTo({top: 0, behavior: 'instant'})")
        reach()
        if state == "hex":
            assert phone.locator(".stamp").count() > 5
            for stamp in phone.locator(".stamp").all():
                assert stamp.evaluate(IN_VIEW), stamp
        phone.evaluate("scrollTo({top: 100000, behavior: 'instant'})")
        faults += [state] * (not seen(phone, "#b-board") or not seen(phone, "#bar"))
    assert faults == []


def test_the_sheet_is_shown_where_the_page_was_scrolled(phone: Page, site: Any) -> None:
    table = Table(phone, site.url).open()
    phone.evaluate("scrollTo({top: 100000, behavior: 'instant'})")
    box = phone.locator("[data-hex='1,0'] .hu-hit").bounding_box()
    assert box
    phone.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    table.settled()
    until(phone, "((r) => r.top >= document.getElementById('board').getBoundingClientRect().bottom)"
          "(document.querySelector('.sheethead').getBoundingClientRect())")  # fmt: skip
    assert seen(phone, ".stamp")


def test_no_sheet_opens_by_itself(phone: Page, site: Any) -> None:
    table = Table(phone, site.url).open()
    sheet = phone.locator("#sheet")
    expect(sheet).to_be_empty()
    table.do("new")
    expect(sheet).to_be_empty()
    table.play("daisenso")
    expect(sheet).to_be_empty()
    table.do("undo")
    expect(sheet).to_be_empty()


# --- moving counters ----------------------------------------------------------------------------------------------


def middle(target: Locator) -> tuple[float, float]:
    box = target.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def where(page: Page, words: str) -> list[str]:
    """The hexes in which such counters stand."""
    return page.locator(f"#board [data-unit][aria-label*='{words}']").evaluate_all(
        "all => all.map((e) => e.closest('[data-hex]').dataset.hex)"
    )


def drag_mouse(page: Page, start: tuple[float, float], stop: tuple[float, float], drop: bool = True) -> None:
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move(start[0] + 5, start[1] + 12)
    page.mouse.move(*stop, steps=4)
    if drop:
        page.mouse.up()


def drag_finger(page: Page, start: tuple[float, float], stop: tuple[float, float]) -> None:
    wire = page.context.new_cdp_session(page)

    def touch(kind: str, *points: tuple[float, float]) -> None:
        wire.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y} for x, y in points]})

    touch("touchStart", start)
    for part in range(1, 9):
        touch("touchMove", tuple(a + (b - a) * part / 8 for a, b in zip(start, stop, strict=True)))  # type: ignore[arg-type]
    touch("touchEnd")


def draggable(page: Page) -> None:
    """Wait until the part of the page that drags is here."""
    until(
        page, "performance.getEntriesByName(new URL('./drag.mjs', location.href).href).some((e) => e.responseEnd > 0)"
    )
    page.wait_for_timeout(100)


@pytest.mark.parametrize("kind", ["mouse", "finger"])
def test_a_counter_is_dragged_to_another_hex(new_context: Callable[..., BrowserContext], site: Any, kind: str) -> None:
    touch = {"viewport": PHONE, "has_touch": True, "is_mobile": True}
    page = new_context(**(touch if kind == "finger" else {"viewport": DESK})).new_page()
    table = own_battle(Table(page, site.url).open()).do("unselect")
    draggable(page)
    drag = drag_finger if kind == "finger" else drag_mouse
    assert where(page, "armor") == ["-1,0"]
    before = table.bar.inner_text()
    armor = page.locator("#board [data-unit][aria-label*='armor']")
    drag(page, middle(armor), middle(page.locator("[data-hex='0,-1'] .hu-hit")))
    until(page, "document.querySelector(\"[data-hex='0,-1'] [data-unit]\")")
    table.settled()
    assert where(page, "armor") == ["0,-1"]
    assert table.bar.inner_text() == before, "from there it attacks as well"
    expect(page.locator("#sheet")).to_be_empty()
    expect(page.locator(".lifted")).to_have_count(0)
    assert page.evaluate("scrollY") == 0
    table.do("undo")
    assert where(page, "armor") == ["-1,0"]
    # dropped beside the board it stays
    drag(page, middle(armor), (middle(armor)[0], 20))
    table.settled()
    assert where(page, "armor") == ["-1,0"]
    expect(page.locator(".lifted")).to_have_count(0)
    # and a tap is a tap
    table.press(armor)
    expect(page.locator("#sheet-title")).to_have_text("The hex west of the target")


def test_a_drag_is_broken_off_by_escape_and_none_begins_in_a_fight(desktop: Page, site: Any) -> None:
    table = own_battle(Table(desktop, site.url).open()).do("unselect")
    draggable(desktop)
    armor = desktop.locator("#board [data-unit][aria-label*='armor']")
    there = middle(desktop.locator("[data-hex='0,-1'] .hu-hit"))
    drag_mouse(desktop, middle(armor), there, drop=False)
    expect(desktop.locator(".lifted")).to_have_count(1)
    desktop.keyboard.press("Escape")
    expect(desktop.locator(".lifted")).to_have_count(0)
    desktop.mouse.up()
    table.settled()
    assert where(desktop, "armor") == ["-1,0"]
    table.do("fight")
    drag_mouse(desktop, middle(armor), there, drop=False)
    expect(desktop.locator(".lifted")).to_have_count(0)
    desktop.mouse.up()
    assert where(desktop, "armor") == ["-1,0"]


def test_a_counter_of_the_palette_is_dragged_to_any_hex(desktop: Page, site: Any) -> None:
    table = own_battle(Table(desktop, site.url).open())
    draggable(desktop)
    stamp = desktop.get_by_role("button", name="Add German infantry 3-3", exact=True)
    drag_mouse(desktop, middle(stamp), middle(desktop.locator("[data-hex='0,1'] .hu-hit")))
    until(desktop, "document.querySelector(\"[data-hex='0,1'] [data-unit]\")")
    table.settled()
    assert where(desktop, "infantry 3-3") == ["0,1"]
    expect(desktop.locator("#sheet-title")).to_have_text("The hex west of the target")


def test_a_stack_is_split_and_moved_with_keys_alone(desktop: Page, site: Any) -> None:
    table = own_battle(Table(desktop, site.url).open())
    desktop.locator(".card").focus()
    desktop.keyboard.press("Enter")
    desktop.get_by_role("button", name="Split").focus()
    desktop.keyboard.press("Enter")
    table.settled()
    assert where(desktop, "armor") == ["-1,0", "-1,0"]
    expect(desktop.get_by_role("button", name="Split")).to_have_count(0)
    desktop.get_by_role("button", name="Move", exact=True).focus()
    desktop.keyboard.press("Enter")
    expect(desktop.locator("#moveto")).to_be_focused()
    desktop.locator("#moveto").select_option("0,-1")
    table.settled()
    assert sorted(where(desktop, "armor")) == ["-1,0", "0,-1"]


def test_what_is_done_with_a_counter_stands_at_the_top_of_its_panel(desktop: Page, site: Any) -> None:
    table = own_battle(opened(desktop, site, DESK))
    for size in (PHONE, SIDEWAYS, DESK):
        desktop.set_viewport_size(size)  # type: ignore[arg-type]
        table.do("unit")  # which opens its panel where it is seen
        first = desktop.locator(".unit.open .fields").first.bounding_box()
        assert first
        tops = []
        for name in ("Move", "Split", "Duplicate", "Remove"):
            box = desktop.locator(".unit.open").get_by_role("button", name=name, exact=True).bounding_box()
            assert box
            assert box["y"] + box["height"] <= first["y"]
            tops.append(box["y"])
        assert len(set(tops)) == 1, "in one row"
        assert seen(desktop, ".unit.open [data-do=remove]"), size
        table.do("unit")
        expect(desktop.locator(".unit.open")).to_have_count(0)
    table.do("unit").do("remove")
    assert where(desktop, "armor") == []


def test_plus_beside_air_factors_adds_factors(phone: Page, site: Any) -> None:
    table = own_battle(Table(phone, site.url).open()).stamp("German air factors")
    more = phone.get_by_role("button", name="One more: Combat factors, German air factors")
    for _ in range(2):
        table.press(more)
        table.settled()
    expect(table.bar).to_contain_text("13 : ")  # 2 × 4 + 5
    expect(phone.locator("#board [data-unit][aria-label*='air factors']")).to_have_count(1)
    expect(phone.locator(".unit", has_text="air factors").locator("input")).to_have_value("5")
    table.stamp("German air factors")
    expect(phone.locator(".unit", has_text="air factors").locator("input")).to_have_value("8")


# --- what is read -------------------------------------------------------------------------------------------------


def test_what_is_printed_on_hexes_can_be_read(desktop: Page, site: Any) -> None:
    table = opened(desktop, site, DESK)
    table.hex("1,0").do("tool", "terrain")
    desktop.locator("#hexname").fill("Nijmegen")
    desktop.locator("#hexname").press("Tab")
    table.settled()
    table.do("terrain", "1,0", "clear")
    features = desktop.locator("[data-do=feature]")
    table.press(features.first)
    table.settled()
    for size in (PHONE, SIDEWAYS, DESK):
        desktop.set_viewport_size(size)  # type: ignore[arg-type]
        sizes = desktop.locator("#board .hu-hex > text").evaluate_all(
            "all => all.map((e) => [e.textContent, parseFloat(getComputedStyle(e).fontSize) * e.getScreenCTM().a])"
        )
        assert {"Suez", "Nijmegen"} <= {name for name, _ in sizes}
        assert [name for name, pixels in sizes if pixels < 12] == [], size


def test_the_corner_of_a_chart_stays_over_its_columns(phone: Page, site: Any) -> None:
    table = Table(phone, site.url).open()
    table.play("d8chart")
    table.press(phone.locator("[data-do=charts]").last)
    table.press(phone.locator("[data-do=packfill]").first)
    grid = phone.locator("#dialog .scroll").first
    expect(grid.locator(".grid")).to_be_visible()
    assert grid.evaluate("e => e.scrollWidth > e.clientWidth + 60")
    grid.evaluate("e => { e.scrollLeft = 60; e.scrollIntoView({block: 'center'}); }")
    over = """e => {
        const corner = e.querySelector("thead tr").firstElementChild, r = corner.getBoundingClientRect();
        const left = e.getBoundingClientRect().left;
        return [Math.round(r.left - left), corner.contains(document.elementFromPoint(left + 12, r.top + r.height / 2))];
    }"""
    assert grid.evaluate(over) == [0, True]


@pytest.mark.parametrize("language", ["en", "de"])
def test_help_says_what_taps_keys_and_marks_mean(
    desktop: Page, site: Any, axe: Callable[..., list[str]], language: str
) -> None:
    desktop.set_viewport_size(PHONE)
    Table(desktop, f"{site.url}?lang={language}").open()
    texts = json.loads((Path(build.ROOT) / "web" / "texts" / "help" / f"{language}.json").read_text())
    dialog = desktop.locator("#dialog")
    desktop.locator("body").press("?")
    for part in texts["parts"]:
        expect(dialog.get_by_role("heading", name=part["title"])).to_be_visible()
        for words in [*part.get("lines", []), *[what for _, what in part.get("marks", []) + part.get("keys", [])]]:
            expect(dialog).to_contain_text(words)
    game = json.loads((site.root / "data" / "first.json").read_text())["ruleset"]
    types = json.loads((site.root / "data" / f"{game}.json").read_text())["types"]
    expect(dialog.locator(".marks .counter")).to_have_count(len(types))
    for scheme in ("light", "dark"):
        desktop.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        assert axe(desktop) == []
    dialog.locator("[data-do=close]").click()
    desktop.locator(".nav [data-do=help]").click()
    expect(dialog).to_be_visible()
    dialog.locator("[data-do=close]").click()
    desktop.set_viewport_size({"width": 320, "height": 640})
    desktop.locator(".nav [data-do=settings]").click()
    dialog.locator("[data-do=help]").click()
    expect(dialog.get_by_role("heading", name=texts["parts"][0]["title"])).to_be_visible()
    assert desktop.evaluate("document.querySelector('dialog').scrollWidth <= innerWidth")


def test_help_that_does_not_come_says_so_and_is_asked_for_again(desktop: Page, site: Any, faults: list[str]) -> None:
    Table(desktop, site.url).open()
    desktop.route("**/texts/help/*", lambda route: route.abort())
    desktop.locator(".nav [data-do=help]").click()
    dialog = desktop.locator("#dialog")
    expect(dialog).to_contain_text("could not be fetched: texts/help/en.")
    desktop.unroute("**/texts/help/*")
    dialog.locator("[data-do=close]").click()
    desktop.locator(".nav [data-do=help]").click()
    expect(dialog.locator(".keys")).to_be_visible()
    faults.clear()


def test_the_language_is_the_first_thing_in_settings(desktop: Page, site: Any) -> None:
    Table(desktop, site.url).open()
    desktop.locator(".nav [data-do=settings]").click()
    controls = desktop.locator("#dialog :is(button, select):not([data-do=close])")
    expect(controls.first).to_have_id("language")


def test_own_battles_stand_before_the_examples(desktop: Page, site: Any) -> None:
    table = Table(desktop, site.url).open()
    for face in range(1, 7):
        table.do("fight").face(face).do("setup")
        table.do("new").hex("0,0")
        table.stamp("German infantry 3-3").hex("1,0").stamp("Italian infantry 2-3")
    desktop.locator(".nav [data-do=battles]").click()
    for kind in ("saved-open", "example-close"):
        expect(desktop.locator(f"#dialog [data-do={kind}]:visible").first).to_be_visible()
    order = desktop.locator("#dialog .option[data-do]:visible").evaluate_all("all => all.map((e) => e.dataset.do)")
    assert order.index("saved-open") < order.index("example-close")
    assert order[: order.index("example-close")] == ["saved-open"] * 5
    assert desktop.locator("#dialog [data-do=saved-open]").count() > 5, "the others are folded away"


def test_german_words_are_the_usual_ones(desktop: Page, site: Any) -> None:
    table = Table(desktop, f"{site.url}?lang=de").open()
    expect(desktop.get_by_role("button", name="Rückgängig")).to_be_visible()
    table.do("new").hex("0,0")
    expect(desktop.locator(".sheethead")).to_contain_text("Offenes Gelände")
    table.play("d8chart")
    expect(desktop.locator("#f-conditions-weather option").first).to_have_text("Klares Wetter")


def test_the_rule_of_a_switch_does_not_lie_under_it(phone: Page, site: Any) -> None:
    Table(phone, site.url).open()
    phone.locator("#game").select_option("d8chart")
    expect(phone.locator("#conditions")).to_contain_text("Concentric attack")
    overlaps = phone.evaluate(
        """() => [...document.querySelectorAll("#conditions .switch")].filter((row) => {
            const off = row.querySelector("[role=switch]")?.getBoundingClientRect();
            return off && [...row.querySelectorAll(".rule")].some((rule) => {
                const it = rule.getBoundingClientRect();
                return it.right > off.left && it.left < off.right && it.bottom > off.top && it.top < off.bottom;
            });
        }).map((row) => row.textContent)"""
    )
    assert phone.locator("#conditions .switch .rule").count()
    assert overlaps == []
