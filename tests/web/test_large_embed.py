"""A board of a whole front in a frame of somebody else's page: all of it, and its parts."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest
from browsers import until
from fronts import battle_on_a_front, front
from hexumpire import api
from playwright.sync_api import BrowserContext, FrameLocator, Page, expect

pytestmark = pytest.mark.engine("beside")

SIZES = {
    "phone": {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True},
    "sideways": {"viewport": {"width": 844, "height": 390}, "has_touch": True, "is_mobile": True},
    "desk": {"viewport": {"width": 1280, "height": 800}},
}
BOARDS = {"front": front(), "phase": {**front(), "procedure": "phase"}, "battle": battle_on_a_front()}
FINGER = 44  # pixels, of a hex 173 wide in the units of the picture


def link(document: dict[str, Any]) -> str:
    answer = json.loads(api.handle(json.dumps({"op": "embed", "scenario": document})))
    assert answer["ok"], answer
    return str(answer["result"]["fragment"])


@cache
def link_of(board: str) -> str:
    return link(BOARDS[board])


def host(site: Any, fragment: str) -> str:
    """A page with the element on it."""
    head = '<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">'
    head += '<title>a page</title><link rel="icon" href="data:,"><script src="hex-umpire.js"></script>'
    return str(site.add("large.html", f'{head}<body><hex-umpire src="#{fragment}"></hex-umpire>'))


def look(frame: FrameLocator) -> dict[str, float]:
    """How the board lies in its frame."""
    found = frame.locator(".map").evaluate("""(map) => {
        const [f, p] = [map.getBoundingClientRect(), map.firstElementChild.getBoundingClientRect()];
        const unit = Math.min(p.width / map.firstElementChild.viewBox.baseVal.width,
                              p.height / map.firstElementChild.viewBox.baseVal.height);
        return {hex: unit * 173.2, left: map.scrollLeft, top: map.scrollTop, room: map.scrollWidth - map.clientWidth,
                all: Number(p.left >= f.left - 1 && p.right <= f.right + 1 && p.bottom <= f.bottom + 1),
                inside: Number(f.left >= 0 && f.right <= innerWidth && document.body.scrollWidth <= innerWidth)};
    }""")
    return dict(found)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("board", BOARDS)
def test_a_whole_front_opens_fits_and_is_looked_at_in_parts(
    board: str, size: str, new_context: Callable[..., BrowserContext], site: Any, axe: Callable[..., list[str]]
) -> None:
    page: Page = new_context(**SIZES[size]).new_page()
    page.goto(host(site, link_of(board)))
    frame = page.frame_locator("hex-umpire iframe")
    expect(frame.locator("html[data-state=link]")).to_be_attached()
    seen = look(frame)
    assert seen["all"] and seen["inside"]
    assert seen["hex"] < FINGER
    nearer, farther = (
        frame.get_by_role("button", name="Board larger"),
        frame.get_by_role("button", name="Board smaller"),
    )
    for _ in range(6):
        nearer.click()
    near = look(frame)
    assert near["hex"] >= FINGER
    assert near["inside"] and near["room"] > 0
    assert abs(near["left"] - near["room"] / 2) < 3  # the middle stays where it was
    high = page.locator("hex-umpire iframe").bounding_box()
    assert high
    until(page, "document.documentElement.scrollWidth <= innerWidth")
    frame.locator(".map").focus()
    page.keyboard.press("ArrowRight")
    frame.locator(".map").evaluate("(map) => map.scrollBy(90, 40)")
    assert look(frame)["left"] >= near["left"] + 90
    for _ in range(7):
        farther.click()
    again = look(frame)
    assert again["all"] and abs(again["hex"] - seen["hex"]) < 1
    assert axe(page.frames[1]) == []  # type: ignore[arg-type]


def test_a_mouse_pulls_it(desktop: Page, site: Any) -> None:
    desktop.goto(f"{site.url}embed.html#{link_of('front')}")
    for _ in range(6):
        desktop.get_by_role("button", name="Board larger").click()
    box = desktop.locator(".map").bounding_box()
    assert box
    before = desktop.locator(".map").evaluate("(map) => map.scrollLeft")
    desktop.mouse.move(box["x"] + 200, box["y"] + 150)
    desktop.mouse.down()
    desktop.mouse.move(box["x"] + 80, box["y"] + 150, steps=4)
    desktop.mouse.up()
    desktop.mouse.move(box["x"] + 20, box["y"] + 150)
    assert desktop.locator(".map").evaluate("(map) => map.scrollLeft") == before + 120


def test_a_whole_front_is_worked_out_anew(desktop: Page, site: Any) -> None:
    desktop.goto(f"{site.url}embed.html#{link_of('phase')}")
    desktop.get_by_role("button", name="Work it out anew").click()
    expect(desktop.locator("html[data-state=agrees]")).to_be_attached(timeout=60_000)
    expect(desktop.get_by_role("button", name="Board larger")).to_be_visible()


def test_every_hex_of_it_is_told_in_words(desktop: Page, site: Any) -> None:
    named = front()
    for name in list(named["map"]["hexes"])[::2]:
        named["map"]["hexes"][name]["name"] = f"Place {name}"
    desktop.goto(f"{site.url}embed.html#{link(named)}")
    expect(desktop.locator(".board svg")).to_be_visible()
    assert desktop.locator("#words li").count() > 300


def test_a_board_of_a_few_hexes_has_no_zoom(desktop: Page, site: Any) -> None:
    few = front(6, 8, 6)
    desktop.goto(f"{site.url}embed.html#{link(few)}")
    expect(desktop.locator(".board svg")).to_be_visible()
    expect(desktop.locator(".zoom")).to_have_count(0)
