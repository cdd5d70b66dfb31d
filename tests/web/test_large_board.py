"""A board that is larger than its frame: panned and zoomed with fingers, mouse, wheel, keys and buttons.

A page that shows such a board is dear, so that what can be done with it is done on few pages: each of these functions
is a test of its own but for the page, and begins `afresh` with the board as large as it opens and its middle in view.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import pytest
from browsers import until
from fronts import battle_on_a_front, fragment, front
from hexumpire import rulesets
from playwright.sync_api import BrowserContext, Page, expect
from table import Table

pytestmark = pytest.mark.engine("beside")

SIZES = {
    "phone": {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True},
    "sideways": {"viewport": {"width": 844, "height": 390}, "has_touch": True, "is_mobile": True},
    "small": {"viewport": {"width": 320, "height": 640}, "has_touch": True, "is_mobile": True},
    "desk": {"viewport": {"width": 1280, "height": 800}},
}
WHERE = "(() => { const m = document.getElementById('map'); return [m.scrollLeft, m.scrollTop]; })()"
FINGER = 44
USUAL = 72  # pixels that a hex is wide at least when a large board is opened
STEP = 1.4  # of a key that zooms


@cache
def battle() -> str:
    return fragment(battle_on_a_front())


@cache
def phase() -> str:
    return fragment(front())


@pytest.fixture
def table(size: str, new_context: Callable[..., BrowserContext], site: Any) -> Table:
    return Table(new_context(**SIZES[size]).new_page(), site.url).open(battle())


def afresh(page: Page) -> None:
    """The middle of the board in the middle of the frame, and hexes about as large as they are when it opens."""
    page.evaluate("scrollTo(0, 0)")
    page.locator("#b-board").focus()
    page.keyboard.press("0")
    usual = max(USUAL, page.evaluate("document.getElementById('map').clientWidth / 7"))
    while wide(page) * STEP < usual:
        page.keyboard.press("+")
    assert shows(page, "0,0")


def wide(page: Page) -> float:
    """How many pixels wide a hex is."""
    box = page.locator("#map [data-hex='0,0'] .hu-hit").bounding_box()
    assert box
    return box["width"]


def where(page: Page) -> tuple[int, int]:
    left, top = page.evaluate(WHERE)
    return round(left), round(top)


def shows(page: Page, hex: str) -> bool:
    """Whether the middle of a hex is in the frame."""
    return bool(
        page.evaluate(
            """(hex) => {
                const r = document.querySelector(`#map [data-hex="${hex}"] .hu-hit`).getBoundingClientRect();
                const f = document.getElementById("map").getBoundingClientRect();
                const [x, y] = [r.x + r.width / 2, r.y + r.height / 2];
                return x > f.left && x < f.right && y > f.top && y < f.bottom;
            }""",
            hex,
        )
    )


def middle(page: Page, css: str = "#map") -> tuple[float, float]:
    box = page.locator(css).bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def under(page: Page, x: float, y: float) -> str:
    """The hex under a point."""
    return str(
        page.evaluate("([x, y]) => document.elementFromPoint(x, y).closest('#map [data-hex]')?.dataset.hex", [x, y])
    )


def watch(page: Page) -> Callable[[], list[str]]:
    """From now on note what changes in the document; the function says what."""
    page.evaluate(
        """() => {
            window.changes = [];
            const said = (it) => `${it.type} ${it.attributeName} ${it.target.id}`;
            new MutationObserver((all) => changes.push(...all.map(said)))
                .observe(document, {subtree: true, childList: true, attributes: true, characterData: true});
        }"""
    )
    return lambda: page.evaluate("changes")


def touches(page: Page, *moments: list[tuple[float, float]]) -> None:
    """Fingers on these points, moment by moment, and away."""
    wire = page.context.new_cdp_session(page)
    for number, points in enumerate(moments):
        places = [{"x": x, "y": y, "id": i} for i, (x, y) in enumerate(points)]
        wire.send("Input.dispatchTouchEvent", {"type": "touchMove" if number else "touchStart", "touchPoints": places})
        page.wait_for_timeout(16)
    wire.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


@pytest.mark.parametrize("size", ["phone", "desk"])
def test_a_board_that_fits_has_no_frame_and_does_not_hold_the_wheel(
    size: str, new_context: Callable[..., BrowserContext], site: Any
) -> None:
    table = Table(new_context(**SIZES[size]).new_page(), site.url).open()
    page = table.page
    expect(page.locator(".large")).to_have_count(0)
    expect(page.locator("#zoom")).to_be_hidden()
    before = page.locator("#b-board").bounding_box()
    assert page.evaluate("document.querySelector('#map').getBoundingClientRect().height") == before["height"]  # type: ignore[index]
    page.locator("#b-board").focus()
    page.keyboard.press("+")
    assert page.locator("#b-board").bounding_box() == before
    page.mouse.move(*middle(page))
    page.mouse.wheel(0, 200)
    until(page, "scrollY > 0")


def opens_where_the_battle_is_and_is_zoomed_by_buttons(table: Table) -> None:
    page = table.page
    assert wide(page) >= FINGER
    assert shows(page, "0,0")
    assert page.evaluate("document.documentElement.scrollWidth") <= page.viewport_size["width"]  # type: ignore[index]
    for button in page.locator("#zoom button").all():
        box = button.bounding_box()
        assert box and box["width"] >= FINGER and box["height"] >= FINGER
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        assert page.evaluate("([x, y]) => !!document.elementFromPoint(x, y).closest('#zoom')", [x, y])
    larger, smaller = page.get_by_role("button", name="Larger"), page.get_by_role("button", name="Smaller")
    before = wide(page)
    table.press(larger)
    assert wide(page) > before
    assert shows(page, "0,0")
    for _ in range(12):
        smaller.dispatch_event("click")
    expect(smaller).to_have_attribute("aria-disabled", "true")
    expect(larger).to_have_attribute("aria-disabled", "false")
    assert all(shows(page, hex) for hex in ("-10,-10", "19,-10", "-19,9", "10,9"))  # all of it, to its corners
    for _ in range(12):
        larger.dispatch_event("click")
    expect(larger).to_have_attribute("aria-disabled", "true")


def panning_changes_nothing_in_the_document(table: Table) -> None:
    page = table.page
    x, y = middle(page)
    y += 120  # no counter lies there: that would be dragged
    start = where(page)
    changes = watch(page)
    if page.evaluate("matchMedia('(pointer: coarse)').matches"):
        touches(page, *([(x - 10 * part, y - 10 * part)] for part in range(9)))
    else:
        page.mouse.move(x, y)
        page.mouse.wheel(120, 90)
        page.wait_for_timeout(200)
        page.mouse.down()
        page.mouse.move(x - 60, y - 40, steps=5)
        page.mouse.up()
    until(page, f"(([x, y]) => x > {start[0] + 40} && y > {start[1] + 30})({WHERE})")
    assert changes() == []
    assert page.evaluate("scrollY") == 0


def the_hand_of_a_mouse_pulls_and_does_not_tap(table: Table) -> None:
    page = table.page
    x, y = middle(page)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x - 150, y - 100, steps=5)
    page.mouse.up()
    page.wait_for_timeout(100)
    expect(page.locator("#sheet")).to_be_empty()
    assert not shows(page, "-4,0")
    page.mouse.click(x, y)
    expect(page.locator("#sheet")).not_to_be_empty()
    table.do("unselect")


def two_fingers_zoom_where_they_are_and_only_stretch_the_picture_until_they_leave(table: Table) -> None:
    page = table.page
    x, y = middle(page)
    before, hex = wide(page), under(page, x, y)
    changes = watch(page)
    wire = page.context.new_cdp_session(page)

    def touch(kind: str, apart: float) -> None:
        places = [{"x": x - apart, "y": y, "id": 0}, {"x": x + apart, "y": y, "id": 1}]
        wire.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [] if kind == "touchEnd" else places})

    touch("touchStart", 40)
    for apart in range(42, 81, 3):
        touch("touchMove", apart)
    assert set(changes()) == {"attributes style b-board"}
    assert page.evaluate("getComputedStyle(document.getElementById('b-board')).willChange") == "transform"
    assert wide(page) > before * 1.5
    touch("touchEnd", 0)
    until(page, "!document.getElementById('b-board').style.transform")
    assert wide(page) > before * 1.5
    assert under(page, x, y) == hex
    assert page.evaluate("visualViewport.scale") == 1


def ctrl_and_the_wheel_zoom_the_board_where_the_mouse_is(table: Table) -> None:
    page = table.page
    x, y = middle(page)
    x, y = x + 120, y - 80
    before, hex, ratio = wide(page), under(page, x, y), page.evaluate("devicePixelRatio")
    page.mouse.move(x, y)
    page.keyboard.down("Control")
    for _ in range(4):
        page.mouse.wheel(0, -60)
    page.keyboard.up("Control")
    until(page, "!document.getElementById('b-board').style.transform")
    assert wide(page) > before * 1.3
    assert under(page, x, y) == hex
    assert page.evaluate("devicePixelRatio") == ratio


def keys_go_from_hex_to_hex_in_view_and_zoom(table: Table) -> None:
    page = table.page
    board = page.locator("#b-board")
    board.focus()
    active = "document.getElementById(document.getElementById('b-board').getAttribute('aria-activedescendant'))"
    for key, hex in (("ArrowRight", "8,0"), ("PageUp", "14,-6"), ("End", "10,-2")):
        for _ in range(20):
            if page.evaluate(f"{active}.dataset.hex") == hex:
                break
            page.keyboard.press(key)
            assert shows(page, page.evaluate(f"{active}.dataset.hex"))
        assert page.evaluate(f"{active}.dataset.hex") == hex
        expect(page.locator("#say")).to_have_text(
            str(page.locator(f"#map [data-hex='{hex}']").get_attribute("aria-label"))
        )
    before = wide(page)
    page.keyboard.press("+")
    assert wide(page) > before
    page.keyboard.press("0")
    assert all(shows(page, hex) for hex in ("-10,-10", "10,9"))
    page.keyboard.press("-")
    expect(page.get_by_role("button", name="Smaller")).to_have_attribute("aria-disabled", "true")


def at_rest(page: Page) -> Any:
    """Where the middle hex is on the screen, once nothing moves any more."""
    middle = page.locator("#map [data-hex='0,0'] .hu-hit")
    before, now = None, middle.bounding_box()
    while now != before:
        page.wait_for_timeout(200)
        before, now = now, middle.bounding_box()
    return now


def the_board_stays_where_it_was_when_it_is_drawn_anew(table: Table) -> None:
    page = table.page
    page.evaluate("document.getElementById('map').scrollBy(30, 25)")
    place, scale = where(page), wide(page)
    table.hex("-1,0")
    assert (where(page), wide(page)) == (place, scale)
    table.press(page.locator(".stamp").first)
    table.settled()
    assert (where(page), wide(page)) == (place, scale)
    table.do("unselect").do("undo").do("fight")
    seen = at_rest(page)
    table.on()
    assert at_rest(page) == pytest.approx(seen, abs=0.5)  # lines of another height round otherwise


def a_board_that_grows_to_the_west_does_not_jump(table: Table) -> None:
    page = table.page
    seen = page.locator("#map [data-hex='0,0'] .hu-hit").bounding_box()
    page.evaluate("""() => {
        const board = document.getElementById('b-board');
        const [x, y, width, height] = board.getAttribute('viewBox').split(' ').map(Number);
        board.setAttribute('viewBox', [x - 346.4, y - 300, width + 346.4, height + 300].join(' '));
                board.setAttribute('width', (width + 346.4) * 0.64);
                board.setAttribute('height', (height + 300) * 0.64);
    }""")
    page.wait_for_timeout(100)
    now = page.locator("#map [data-hex='0,0'] .hu-hit").bounding_box()
    assert seen and now
    assert abs(now["x"] - seen["x"]) < 1
    assert abs(now["y"] - seen["y"]) < 1


def what_may_be_chosen_comes_into_view(table: Table) -> None:
    page = table.page
    page.evaluate("document.getElementById('map').scrollTo(0, 0)")
    assert not shows(page, "0,0")
    table.press(page.locator(".face").first)
    table.settled()
    for _ in range(6):
        if page.locator(".hu-legal, .hu-choice").count():
            break
        table.on()
    assert page.locator(".hu-legal, .hu-choice").count()
    marked = page.locator(".hu-legal, .hu-choice").evaluate_all(
        """(all) => all.map((e) => e.getBoundingClientRect()).filter((r) => {
            const f = document.getElementById("map").getBoundingClientRect();
            return r.left >= f.left && r.right <= f.right && r.top >= f.top && r.bottom <= f.bottom;
        }).length"""
    )
    assert marked


def a_step_changes_only_the_hexes_that_differ(table: Table) -> None:
    page = table.page
    table.hex("-1,0")
    changes = watch(page)
    table.hex("1,-1")
    on_board = {it.split()[-1] for it in changes() if "b-hex" in it}
    assert on_board <= {"b-hex--1_0", "b-hex-1_-1"}
    assert on_board
    table.do("unselect")


# --- many things to choose from -----------------------------------------------------------------------------------


@pytest.fixture
def movement(size: str, new_context: Callable[..., BrowserContext], site: Any) -> Table:
    """The movement phase of a whole front, which begins."""
    page = new_context(**SIZES[size]).new_page()
    return Table(page, site.url).open(phase()).do("fight")


def many_counters_are_marked_on_the_board_and_their_list_is_closed(movement: Table) -> None:
    page = movement.page
    many = page.locator("[data-open='many-units']")
    expect(many).to_contain_text("60")
    assert page.locator(".hu-choice").count() == 60
    assert page.locator("#umpire .option").count() <= 3  # the end of the phase, and what no counter stands for
    assert shows(
        page, page.locator("[data-hex]:has(.hu-choice)").first.get_attribute("data-hex") or ""
    ) or page.locator(".hu-choice").evaluate_all("(all) => all.some((e) => e.getBoundingClientRect().top > 0)")
    many.locator("summary").click()
    expect(many.locator(".option")).to_have_count(60)
    many.locator("summary").click()
    expect(many.locator(".option")).to_have_count(0)


def hexes_in_reach_are_marked_and_the_others_say_why_not(movement: Table, axe: Callable[..., list[str]]) -> None:
    page = movement.page
    page.locator("#map [data-unit=a0]").dispatch_event("click")
    movement.settled()
    expect(movement.question).to_contain_text("Where to")
    reach = page.locator(".hu-legal").count()
    assert reach > 12
    expect(page.locator("[data-open='many-hexes'] summary")).to_contain_text(str(reach))
    assert page.locator("#umpire .option").count() <= 3
    assert page.locator(".hu-choice").count() == 0
    assert page.locator("#map [aria-label*='can be chosen' i]").count() == reach
    assert axe(page) == []
    far = page.locator("#map [data-hex='-9,19'] .hu-hit")
    far.dispatch_event("click")
    expect(page.locator("#refusal")).to_contain_text("too far")
    expect(page.locator("#refusal")).to_contain_text("13.41")
    page.locator("#map [data-hex='12,0'] .hu-hit").dispatch_event("click")
    movement.settled()
    expect(movement.question).to_contain_text("Which unit moves next")
    expect(page.locator("#map [data-hex='12,0'] [data-unit=a0]")).to_have_count(1)


def an_option_that_has_the_focus_shows_its_hex(movement: Table) -> None:
    page = movement.page
    page.locator("#map [data-unit=a1]").dispatch_event("click")
    movement.settled()
    page.locator("[data-open='many-hexes'] summary").click()
    page.evaluate("document.getElementById('map').scrollTo(9999, 9999)")
    option = page.locator("[data-open='many-hexes'] .option").first
    hex = str(option.get_attribute("data-at"))
    assert not shows(page, hex)
    option.focus()
    assert shows(page, hex)
    expect(page.locator("#map .hu-drop")).to_have_count(1)
    page.locator("#question").focus()
    expect(page.locator("#map .hu-drop")).to_have_count(0)


# --- counters dragged beyond the frame --------------------------------------------------------------------------------


NEAREST = """([x, y]) => {
    const all = [...document.querySelectorAll("#map [data-hex]")].map((cell) => {
        const box = cell.querySelector(".hu-hit").getBoundingClientRect();
        return [cell.dataset.hex, box.x + box.width / 2, box.y + box.height / 2];
    });
    return all.sort((a, b) => Math.hypot(a[1] - x, a[2] - y) - Math.hypot(b[1] - x, b[2] - y))[0];
}"""
"""The hex next to a point of the window, and its middle."""


class Held:
    """A counter that a mouse or a finger holds."""

    def __init__(self, page: Page, kind: str, place: tuple[float, float]) -> None:
        self.page = page
        self.place = place
        self.wire = page.context.new_cdp_session(page) if kind == "finger" else None
        self._do("touchStart", "down")

    def _do(self, touch: str, press: str) -> None:
        points = [] if touch == "touchEnd" else [{"x": self.place[0], "y": self.place[1]}]
        if self.wire:
            self.wire.send("Input.dispatchTouchEvent", {"type": touch, "touchPoints": points})
        elif press == "move":
            self.page.mouse.move(*self.place)
        else:
            self.page.mouse.move(*self.place)
            getattr(self.page.mouse, press)()

    def over(self, x: float, y: float) -> None:
        """Go there in steps."""
        from_x, from_y = self.place
        for step in range(1, 6):
            self.place = from_x + (x - from_x) * step / 5, from_y + (y - from_y) * step / 5
            self._do("touchMove", "move")

    def drop(self) -> None:
        self._do("touchEnd", "up")


def counters_held_at_the_edge_have_the_board_go_on_under_them(table: Table, kind: str) -> None:
    page = table.page
    until(
        page, "performance.getEntriesByName(new URL('./drag.mjs', location.href).href).some((e) => e.responseEnd > 0)"
    )
    counter = page.locator("#map [data-hex='0,0'] [data-unit]").first
    id = counter.get_attribute("data-unit")
    frame = page.locator("#map").bounding_box()
    assert frame
    x, y = middle(page)
    right, bottom = frame["x"] + frame["width"], frame["y"] + frame["height"]
    goal = {
        "right": (right - 20, y),
        "left": (frame["x"] + 8, y),
        "bottom": (x, bottom - 6),
        "top": (x, frame["y"] + 8),
    }
    for way in goal:
        axis, sign = int(way in ("top", "bottom")), 1 if way in ("right", "bottom") else -1
        before = where(page)
        held = Held(page, kind, middle(page, f"#map [data-unit='{id}']"))
        held.over(*goal[way])
        # nobody moves, and it goes on: by more than a hex, so that the counter comes down in another
        until(page, f"({WHERE}[{axis}] - {before[axis]}) * {sign} > {wide(page)}")
        held.over(x, y)
        page.wait_for_timeout(50)
        rests = where(page)
        page.wait_for_timeout(200)
        assert where(page) == rests, way
        hex, *place = page.evaluate(NEAREST, [x, y])
        held.over(*place)
        held.drop()
        table.settled()
        expect(page.locator(f"#map [data-hex='{hex}'] [data-unit='{id}']"), way).to_have_count(1)
        assert where(page) == rests, way
    for _ in goal:
        table.do("undo")
    expect(page.locator(f"#map [data-hex='0,0'] [data-unit='{id}']")).to_have_count(1)


KINDS = {"phone": "finger", "desk": "mouse"}


# --- all of it, on few pages ------------------------------------------------------------------------------------------


LOOKS: dict[str, tuple[Callable[[Table], None], ...]] = {
    "phone": (
        keys_go_from_hex_to_hex_in_view_and_zoom,
        panning_changes_nothing_in_the_document,
        two_fingers_zoom_where_they_are_and_only_stretch_the_picture_until_they_leave,
    ),
    "desk": (
        keys_go_from_hex_to_hex_in_view_and_zoom,
        panning_changes_nothing_in_the_document,
        ctrl_and_the_wheel_zoom_the_board_where_the_mouse_is,
        the_hand_of_a_mouse_pulls_and_does_not_tap,
    ),
}


@pytest.mark.parametrize("size", ["sideways", "small"])
def test_a_large_board_opens_where_the_battle_is(table: Table) -> None:
    opens_where_the_battle_is_and_is_zoomed_by_buttons(table)


@pytest.mark.long
@pytest.mark.parametrize("size", LOOKS)
def test_a_large_board_is_looked_about_on_changed_and_fought_on(
    table: Table, size: str, axe: Callable[..., list[str]]
) -> None:
    page = table.page
    opens_where_the_battle_is_and_is_zoomed_by_buttons(table)
    for look in LOOKS[size]:
        afresh(page)
        look(table)
    afresh(page)
    assert axe(page) == []
    counters_held_at_the_edge_have_the_board_go_on_under_them(table, KINDS[size])
    afresh(page)
    a_step_changes_only_the_hexes_that_differ(table)
    afresh(page)
    the_board_stays_where_it_was_when_it_is_drawn_anew(table)
    table.press(page.locator("#undo-step"))
    expect(page.locator(".face").first).to_be_visible()
    assert axe(page) == []
    what_may_be_chosen_comes_into_view(table)
    if size == "desk":  # which alters the picture behind the back of the page: the last
        afresh(page)
        a_board_that_grows_to_the_west_does_not_jump(table)


@pytest.mark.parametrize("size", ["phone"])
def test_many_things_to_choose_from(movement: Table, axe: Callable[..., list[str]]) -> None:
    many_counters_are_marked_on_the_board_and_their_list_is_closed(movement)
    hexes_in_reach_are_marked_and_the_others_say_why_not(movement, axe)
    an_option_that_has_the_focus_shows_its_hex(movement)


def two_far_attacks() -> dict[str, Any]:
    """Two attacks on a board of 30 by 20 hexes, so far from each other that no frame shows both."""
    hexes: dict[str, Any] = {name: {} for name in battle_on_a_front()["map"]["hexes"]}
    hexes |= {"0,0": {"name": "Suez"}, "12,-3": {"name": "Port Said"}}
    common = {"type": "infantry", "nation": "German", "factors": 6}
    units = [
        {**common, "id": "a", "side": "attacker", "at": "0,1"},
        {**common, "id": "b", "side": "attacker", "at": "13,-3"},
        {**common, "id": "d", "side": "defender", "nation": "British", "factors": 1, "at": "0,0"},
        {**common, "id": "e", "side": "defender", "nation": "British", "factors": 1, "at": "12,-3"},
    ]
    attacks = [{"targets": ["0,0"], "units": ["a"]}, {"targets": ["12,-3"], "units": ["b"]}]
    return {"ruleset": "aworldatwar", "procedure": "turn", "map": {"hexes": hexes}, "units": units, "attacks": attacks}


def undo(table: Table) -> None:
    table.press(table.page.locator("#undo-step"))
    table.settled()


@pytest.mark.parametrize("size", ["phone", "sideways"])
def test_where_the_dice_are_due_the_attack_that_is_fought_is_in_view(
    size: str, new_context: Callable[..., BrowserContext], site: Any
) -> None:
    page = new_context(**SIZES[size]).new_page()
    table = Table(page, site.url).open(fragment(two_far_attacks())).do("fight")
    for row, hex in ((0, "0,0"), (1, "12,-3")):
        table.press(page.locator("#attacks .attack").nth(row))
        table.settled()
        expect(table.question).to_contain_text("rolls")
        assert shows(page, hex)
        table.face(6)
        page.evaluate("document.getElementById('map').scrollTo(9999, 9999)")
        assert not shows(page, hex)
        undo(table)
        expect(table.question).to_contain_text("rolls")
        assert shows(page, hex)
        undo(table)


def test_a_board_that_becomes_large_with_its_window_makes_no_error(
    new_context: Callable[..., BrowserContext], site: Any
) -> None:
    """A board that grows while its size is told is one to the browser: "ResizeObserver loop"."""
    battles = {one["key"]: one["scenario"] for one in rulesets.get("aworldatwar").examples()}
    opened = fragment({"ruleset": "aworldatwar", **battles["winter-border"]})
    page = Table(new_context(**SIZES["desk"]).new_page(), site.url).open(opened).page
    page.evaluate("window.wrong = []; addEventListener('error', ({ message }) => wrong.push(message))")
    for size, large in (("small", True), ("desk", False)):
        page.set_viewport_size(SIZES[size]["viewport"])
        until(page, f"document.getElementById('board').classList.contains('large') === {str(large).lower()}")
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    assert page.evaluate("wrong") == []
