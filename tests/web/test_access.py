"""For everyone: every state of the page before judges and rulers, in light, dark and forced colours, narrow and zoomed.

axe-core judges by WCAG 2.2 A and AA and by best practice; controls are measured; nothing may stick out sideways at
320 px, nor at 640 px, which is what 1280 px are at 200 % zoom; the Nu validator reads what stands in the document.
"""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any, Literal

import pageside
import pytest
from browsers import present
from fronts import fragment
from hexumpire import cli, rulesets
from playwright.sync_api import BrowserContext, Page, expect
from table import Table

import build
from tests.amount import many

pytestmark = pytest.mark.engine("beside")

Axe = Callable[..., list[str]]
State = tuple[str, Callable[[], object]]
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
DESKTOP = {"viewport": {"width": 1280, "height": 800}}
COLOURS = ["color-contrast", "link-in-text-block"]
Look = tuple[Literal["light", "dark"], Literal["none", "active"]]
LOOKS: dict[
    tuple[int, int], list[Look]
] = {  # no colour depends on the width, nor a size on the colours: one run for both
    (320, 640): [("dark", "none")],
    (640, 400): [("light", "active"), ("dark", "active")],  # by turns
}
SMALL = """size => {
  const area = (e) => { // a switch has all of its row, the number of a rule what lies around it
    const around = getComputedStyle(e, "::after");
    if (e.matches(".rule")) return {width: parseFloat(around.width), height: parseFloat(around.height)};
    return (e.type === "checkbox" ? e.closest(".switch, label") : e).getBoundingClientRect();
  };
  return [...document.querySelectorAll("button, select, input, summary, textarea, a[href]")]
    .filter((e) => e.checkVisibility({visibilityProperty: true}) && !e.closest("[hidden], .skip:not(:focus)"))
    .map((e) => [e, area(e)])
    .filter(([, r]) => Math.round(r.width * 10) < size * 10 || Math.round(r.height * 10) < size * 10)
    .map(([e, r]) => `${e.outerHTML.slice(0, 110)} ${r.width.toFixed(1)}x${r.height.toFixed(1)}`);
}"""


def shut(table: Table) -> None:
    table.press(table.page.locator("#dialog [data-do=close]"))


def dialog(table: Table, name: str) -> None:
    """Open one of the dialogs, with all that it folds away."""
    table.press(table.page.locator(f"[data-do={name}]:visible").first)
    expect(table.page.locator("#dialog")).to_be_visible()
    table.page.evaluate("for (const part of document.querySelectorAll('#dialog details')) part.open = true")


def fold(table: Table, name: str) -> None:
    """Open or close a part that folds."""
    table.press(table.page.locator(f"[data-open='{name}'] summary").first)


def to_the_end(table: Table) -> None:
    for _ in range(40):
        if table.page.locator("[data-do=again]").count():
            return
        table.on(last=True)


def some_hex(table: Table) -> None:
    table.hex(str(table.page.locator("#board [data-hex]").first.get_attribute("data-hex")))


def to_an_override(table: Table) -> None:
    """Play on until the table may agree on something else, and open that."""
    agree = table.page.locator("[data-open='agree']")
    for _ in range(40):
        if agree.count():
            break
        table.on()
    fold(table, "agree")


def first_game(table: Table) -> list[State]:
    """Every state of the first game, in an order in which each follows from the one before."""
    page = table.page
    return [
        ("set-up", lambda: table.open()),
        ("hex", lambda: table.hex("0,0")),
        ("unit", lambda: table.do("unit")),
        ("more of the unit", lambda: table.press(page.locator(".unit summary"))),
        ("moving", lambda: table.do("move")),
        ("terrain", lambda: table.do("move").do("tool", "terrain")),
        ("hexsides", lambda: table.do("tool", "sides")),
        ("odds", lambda: (table.do("unselect"), table.do("tab", "odds"))),
        ("at least", lambda: table.do("least", "least")),
        ("all outcomes", lambda: fold(table, "rows")),
        ("chart", lambda: table.do("tab", "chart")),
        ("notes", lambda: table.do("tab", "notes")),
        ("why", lambda: (table.do("tab", "why"), fold(table, "considered"))),
        ("all conditions", lambda: fold(table, "conditions")),
        ("readings", lambda: fold(table, "readings")),
        ("problems", lambda: (table.hex("-1,0"), table.do("tool", "counters"), table.stamp("German armor 4-6", 3))),
        ("link that fails", lambda: (page.evaluate("location.hash = 'none'"), page.wait_for_selector("#status p"))),
        ("fight", lambda: (table.do("dismiss").do("undo").do("undo").do("undo"), table.do("fight"))),
        ("decision", lambda: table.face(6)),
        ("best", lambda: (table.do("best"), page.wait_for_selector(".option.best"))),
        ("override", lambda: to_an_override(table)),
        ("taken back", lambda: table.do("back")),
        ("end", lambda: to_the_end(table)),
        ("lit row", lambda: table.do("tab", "chart")),
        ("battles", lambda: (table.do("setup"), table.do("new"), dialog(table, "battles"))),
        ("share", lambda: (shut(table), dialog(table, "share"))),
        ("settings", lambda: (shut(table), dialog(table, "settings"))),
    ]  # fmt: skip


def other_game(table: Table, index: int) -> list[State]:
    """The states that differ in another game, with its charts."""
    page = table.page

    def choose() -> None:
        before = page.locator("#caption h1").inner_text()
        page.locator("#game").select_option(index=index)
        expect(page.locator("#caption h1")).not_to_have_text(before)
        table.settled()

    def example(place: int) -> None:
        dialog(table, "battles")
        cards = page.locator("[data-do=example-close]")
        expect(cards.nth(1)).to_be_attached()  # all but the first come a moment later
        table.press(cards.nth(place % cards.count()))
        table.settled()

    def until_legal() -> None:
        if not page.locator("#fight:enabled").count():
            return
        table.do("fight")
        for _ in range(12):
            if page.locator(".hu-legal, .hu-choice").count() or page.locator("[data-do=again]").count():
                return
            table.on()

    def refused() -> None:
        for hex in page.locator("#board [data-hex]:not([aria-label*='can be chosen' i])").all():
            if page.locator("#question").count() and page.locator(".options").count():
                table.hex(str(hex.get_attribute("data-hex")))
            if page.locator("#refusal").count():
                return

    return [
        ("set-up", lambda: (table.open(), choose())),
        ("hex", lambda: (some_hex(table), table.do("tool", "counters"))),
        ("terrain", lambda: table.do("tool", "terrain")),
        ("hexsides", lambda: table.do("tool", "sides")),
        ("odds", lambda: table.do("unselect").do("tab", "odds")),
        ("chart", lambda: table.do("tab", "chart")),
        ("charts", lambda: dialog(table, "charts")),
        ("fight", lambda: (shut(table), until_legal())),
        ("refusal", refused),
        ("end", lambda: to_the_end(table) if page.locator(".umpire:visible").count() else None),
        ("another kind of battle", lambda: (table.do("setup"), example(-1), table.do("tab", "why"))),
    ]  # fmt: skip


def games(table: Table, which: int) -> list[State]:
    return first_game(table) if which == 0 else other_game(table, which)


@pytest.mark.long
@pytest.mark.parametrize("which", [0, 1, 2])
def test_every_state_on_a_phone(
    new_context: Callable[..., BrowserContext], site: Any, axe: Axe, which: int, faults: list[str]
) -> None:
    """In light at 390 px by every rule; by rules on colours and targets narrow in dark, or zoomed in forced colours.

    These take turns from state to state, as do the two palettes of forced colours. Of the other games every second
    state is judged by every rule, all in the campaign.
    """
    page = new_context(**PHONE, color_scheme="light").new_page()
    table = Table(page, site.url)
    found: list[str] = []
    for turn, (name, reach) in enumerate(games(table, which)):
        reach()
        if which == 0 or turn % many(2, 1) == 0:
            found += [f"{name}: {fault}" for fault in axe(page)]
        found += [f"{name}: too small: {small}" for small in page.evaluate(SMALL, 44)]
        for place, ((width, height), looks) in enumerate(LOOKS.items()):
            page.set_viewport_size({"width": width, "height": height})
            over = page.evaluate("document.documentElement.scrollWidth - innerWidth")
            inner = page.evaluate("(document.querySelector('dialog[open]')?.scrollWidth ?? 0) - innerWidth")
            found += [f"{name}, {width} px: {over} px stick out"] * (over > 0 or inner > 0)
            found += [f"{name}, {width} px, too small: {small}" for small in page.evaluate(SMALL, 44)]
            if turn % len(LOOKS) != place:
                continue
            scheme, forced = looks[turn // len(LOOKS) % len(looks)]
            page.emulate_media(color_scheme=scheme, forced_colors=forced)
            found += [
                f"{name}, {width} px, {scheme} {forced}: {it}" for it in axe(page, rules=[*COLOURS, "target-size"])
            ]
            page.emulate_media(color_scheme="light", forced_colors="none")
        page.set_viewport_size(PHONE["viewport"])
    assert not found, "\n".join(found)
    faults.clear()


BAD = '<!doctype html><html lang="en"><title>x</title><p><div align="left">'


NEWER = ("“field-sizing”: Property",)
"""Properties of CSS that are younger than the validator; browsers without them pass them over."""


def nu(*files: Path | str) -> list[str]:
    """What the Nu validator has to say of files or addresses, but of what is younger than it."""
    jar = build.judges() / "vnu-jar" / "build" / "dist" / "vnu.jar"
    brisk = ["-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xss8m"]  # it does not live long
    words = [*brisk, "-Dnu.validator.servlet.allow-forbidden-hosts=true", "-jar", jar, "--format", "json", "--stdout"]
    done = subprocess.run(
        [str(word) for word in (build.java(), *words, "--also-check-css", "--also-check-svg", *files)],
        capture_output=True,
        text=True,
        timeout=900,
    )
    return [
        f"{message['url'].split('/')[-1]}:{message.get('lastLine')}: {message['message']} {message.get('extract', '')}"
        for message in json.loads(done.stdout)["messages"]
        if not any(name in message["message"] for name in NEWER)
    ]


def pages_of_a_wiki(folder: Path) -> list[Path]:
    """All that the wiki of a game consists of, with its pictures, in both languages."""
    files: list[Path] = []
    for lang in ("en", "de"):
        words = ["--format", "html", "--out", str(folder / lang), "--site", "https://hexes.example/", "--lang", lang]
        assert cli.main(["wiki", "d8chart", *words]) == 0
        found = sorted((folder / lang).rglob("*.*"))
        assert len(found) > 50
        files += found
    return files


@pytest.mark.long
def test_every_state_on_a_desk(new_context: Callable[..., BrowserContext], site: Any, axe: Axe, tmp_path: Path) -> None:
    """Judged by axe in light: no colour depends on the width, and dark ones are judged on a phone.

    And by the Nu validator, together with all files of the site and of a wiki: it takes seconds to start.
    """
    page = new_context(**DESKTOP, color_scheme="light").new_page()
    table = Table(page, site.url)
    found: list[str] = []
    states = []
    for which in (0, 1):
        for name, reach in games(table, which):
            reach()
            if which == 0:
                found += [f"{name}: {fault}" for fault in axe(page)]
            states.append(site.add(f"state-{which}-{name.replace(' ', '-')}.html", page.content()))
    assert not found, "\n".join(found)
    bad = site.add("state-bad.html", BAD)
    pages = [site.url + path.name for path in sorted(build.DIST.glob("*.html"))]
    styles = [path for path in sorted(site.root.rglob("*.css")) if "pyscript" not in path.parts]
    worse = tmp_path / "bad.html"
    worse.write_text(BAD)
    found = nu(bad, worse, *states, *pages, *styles, *sorted(site.root.glob("*.svg")), *pages_of_a_wiki(tmp_path))
    for name in ("state-bad.html", "bad.html"):
        assert any(fault.startswith(name) for fault in found), "it finds what is wrong"
    assert [fault for fault in found if not fault.startswith(("state-bad.html", "bad.html"))] == []


def test_a_page_whose_engine_fails(desktop: Page, site: Any, axe: Axe, faults: list[str]) -> None:
    desktop.route("**/engine/worker.mjs", lambda route: route.abort())
    desktop.goto(site.url)
    expect(desktop.locator("#status .bad")).to_be_visible()
    assert axe(desktop) == []
    faults.clear()


def test_hexes_of_every_example_are_large_enough_at_320_px(desktop: Page, site: Any) -> None:
    """In a fight the board is lower, but there everything that may be tapped on it has a button of its own as well.

    The page's modules draw the boards here; a page that stays open shows and measures them. Those that are too large
    for its frame it opens itself, as it then shows them larger.
    """
    boards = []
    with pageside.side("en", site.root / "data") as side:
        app, drawing = side.app, side.ui.drawing
        for game in rulesets.KEYS:
            for example in rulesets.get(game).examples():
                side.put(fragment(example["scenario"]), viewed=False)
                pieces = drawing.board_pieces(app, drawing.board_view(app))
                boards.append((game, example, drawing.spoken("".join(text for _, text in pieces))))
    desktop.set_viewport_size({"width": 320, "height": 640})
    desktop.route("**/engine/worker.mjs", lambda route: None)  # boards are shown without the engine
    desktop.goto(site.url)
    present(desktop, "html[data-ui=ready]")
    measure = """(boards) => boards.map((board) => {
        if (board) hexMorph(document.getElementById("map"), board);
        return Math.min(...[...document.querySelectorAll("#board .hu-hit")].map((e) => {
            const r = e.getBoundingClientRect();
            return Math.min(r.width, r.height);
        }));
    })"""
    (own,) = desktop.evaluate(measure, [""])
    sizes = desktop.evaluate(measure, [board for _, _, board in boards])
    assert own == sizes[0], "the page's own drawing of the first example"
    large = [(game, example) for (game, example, _), size in zip(boards, sizes, strict=True) if not 44 <= size < 500]
    assert 0 < len(large) < 12
    small = []
    for game, example in large:
        desktop.goto(site.url + fragment(example["scenario"]))  # the page stays, and reads the link by itself
        expect(desktop.locator("#caption h1")).to_have_text(example["scenario"]["title"])
        present(desktop, ".large #map")
        (size,) = desktop.evaluate(measure, [""])
        small += [f"{game} {example['key']}: {size}"] * (not 44 <= size < 500)
    assert small == []


# --- the keyboard --------------------------------------------------------------------------------------------------


def active(page: Page) -> str:
    """What has the focus, as its id or what it does."""
    return str(
        page.evaluate(
            "(e => e.id || [e.dataset?.do, e.dataset?.a].filter(Boolean).join(' ') || e.localName)"
            "(document.activeElement)"
        )
    )


def test_focus_goes_everywhere_and_is_seen(new_context: Callable[..., BrowserContext], site: Any) -> None:
    page = new_context(**DESKTOP).new_page()
    Table(page, site.url).open().hex("0,0").do("unit")
    page.emulate_media(color_scheme="light")
    look_at_the_focus(page)
    page.emulate_media(color_scheme="dark")
    look_at_the_focus(page)
    page.emulate_media(color_scheme="light", forced_colors="active")
    look_at_the_focus(page)


def look_at_the_focus(page: Page) -> None:
    """Go to every control by Tab."""
    page.evaluate("scrollTo(0, 0); document.activeElement.blur(); getSelection().removeAllRanges()")
    page.locator("body").evaluate("body => { body.tabIndex = -1; body.focus(); body.removeAttribute('tabindex'); }")
    seen: list[str] = []
    unseen = []
    for _ in range(250):
        page.keyboard.press("Tab")
        name = active(page)
        if name == "body" or (seen and name == seen[0]):
            break
        seen.append(name)
        if not page.evaluate(
            """() => {
                const e = document.activeElement, own = getComputedStyle(e);
                const ring = (s) => s.outlineStyle !== "none" && parseFloat(s.outlineWidth) >= 2
                    && !/, 0\\)$|transparent/.test(s.outlineColor);
                const r = e.getBoundingClientRect();
                const at = document.elementFromPoint(r.x + r.width / 2, r.y + r.height / 2);
                return (ring(own) || ring(getComputedStyle(e.parentElement)))
                    && r.bottom > 0 && r.top < innerHeight && (e.contains(at) || at?.contains(e));
            }"""
        ):
            unseen.append(name)
    assert unseen == []
    wanted = page.evaluate(
        """() => [...document.querySelectorAll("button, select, input, summary, textarea, a[href], [tabindex='0']")]
            .filter((e) => e.checkVisibility() && !e.disabled && e.tabIndex >= 0).length"""
    )
    assert len(seen) == wanted, "some are never reached, or the focus is caught"
    assert page.locator(".skip").evaluate("e => document.getElementById(e.hash.slice(1)) !== null")


def test_the_skip_link_skips(desktop: Page, site: Any) -> None:
    table = Table(desktop, site.url).open()
    desktop.keyboard.press("Tab")
    expect(desktop.locator(".skip")).to_be_focused()
    expect(desktop.locator(".skip")).to_be_in_viewport()
    desktop.keyboard.press("Enter")
    desktop.wait_for_timeout(500)  # it is no link to a battle
    expect(desktop.locator("#status")).to_be_empty()
    desktop.keyboard.press("Tab")
    expect(table.page.locator("#fight")).to_be_focused()


def test_a_dialog_holds_the_focus_and_gives_it_back(desktop: Page, site: Any) -> None:
    Table(desktop, site.url).open()
    for name in ("battles", "share", "settings"):
        hold_the_focus(desktop, name)


def hold_the_focus(desktop: Page, name: str) -> None:
    opener = desktop.locator(f".nav [data-do={name}]")
    opener.focus()
    desktop.keyboard.press("Enter")
    expect(desktop.locator("#dialog")).to_be_visible()
    for key in ["Tab"] * 40 + ["Shift+Tab"] * 3:
        desktop.keyboard.press(key)
        assert desktop.evaluate(
            "(e => e === document.body || document.querySelector('#dialog').contains(e))(document.activeElement)"
        ), active(desktop)
    desktop.keyboard.press("Escape")
    expect(desktop.locator("#dialog")).not_to_be_visible()
    expect(opener).to_be_focused()
    desktop.keyboard.press("Enter")
    expect(desktop.locator("#dialog")).to_be_visible()
    desktop.locator("#dialog [data-do=close]").focus()
    desktop.keyboard.press("Enter")
    expect(opener).to_be_focused()


# --- motion, and colours that the system chooses -------------------------------------------------------------------


@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
def test_nothing_moves_for_those_who_ask(new_context: Callable[..., BrowserContext], site: Any, motion: str) -> None:
    page = new_context(**DESKTOP, reduced_motion=motion).new_page()
    page.add_init_script(
        """window.moved = [];
        // what is only shown a moment later does not move
        const waits = (name) => [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules])
            .filter((rule) => rule instanceof CSSKeyframesRule && rule.name === name)
            .some((rule) => [...rule.cssRules].every((frame) => [...frame.style].join() === "visibility"));
        for (const kind of ["transitionrun", "animationstart"])
            addEventListener(kind, (event) => {
                if (kind === "transitionrun" || !waits(event.animationName))
                    moved.push(kind + " " + event.target.outerHTML.slice(0, 80));
            }, true);"""
    )
    table = Table(page, site.url).open().hex("0,0").do("tool", "terrain").do("feature", "0,0", "port")
    dialog(table, "settings")
    shut(table)
    table.do("unselect").do("fight").face(6)
    moved = page.evaluate("moved")
    scroll = page.evaluate("getComputedStyle(document.documentElement).scrollBehavior")
    assert (moved == [] and scroll == "auto") == (motion == "reduce"), moved


def test_forced_colours_leave_marks_that_are_no_colours(new_context: Callable[..., BrowserContext], site: Any) -> None:
    page = new_context(**DESKTOP, forced_colors="active").new_page()
    table = Table(page, site.url).open().hex("0,0").do("tool", "terrain")

    def look(selector: str, *names: str, pseudo: str = "") -> list[str]:
        return page.locator(selector).first.evaluate(
            "(e, [names, pseudo]) => { const s = getComputedStyle(e, pseudo || null); return names.map(n => s[n]); }",
            [list(names), pseudo],
        )

    for chosen, other in (
        (".chip[aria-pressed=true]", ".chip[aria-pressed=false]"),
        (".seg button[aria-pressed=true]", ".seg button[aria-pressed=false]"),
    ):
        assert look(chosen, "borderTopWidth") == ["3px"]
        assert look(other, "borderTopWidth") == ["1px"]
    page.locator("#paint").check()
    on = look("#paint", "left", "backgroundColor", pseudo="::before")
    ground = look("#paint", "backgroundColor")
    page.locator("#paint").uncheck()
    off = look("#paint", "left", "backgroundColor", pseudo="::before")
    assert on[0] != off[0], "the knob stays where it is"
    assert on[1] != ground[0], "the knob is not seen on its ground"
    assert off[1] != look("#paint", "backgroundColor")[0]
    table.do("unselect").do("tab", "odds")
    fill = look("#panel .meter .fill", "fill")
    assert fill != look("#panel .meter .track", "fill")
    for picture in (".hu-board", ".brand .mark"):
        assert page.locator(picture).first.is_visible()
    assert look(".hu-board", "forcedColorAdjust") == ["none"]
    assert (
        len(
            set(page.locator("#board .hu-unit use[fill]").evaluate_all("all => all.map(e => getComputedStyle(e).fill)"))
        )
        > 1
    )
    table.do("tab", "chart").do("fight").face(3)
    assert look(".crt tr.lit td.lit", "backgroundColor") != look(".crt tr:not(.lit) td:not(.lit)", "backgroundColor")
    assert look(".crt tr.lit td", "borderTopWidth") == ["3px"]
