"""The way of a battle through the page, in every browser that is asked for: see ``build.py test --browsers all``."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from browsers import Player, player, wait
from playwright.sync_api import Playwright

import build

SUEZ = "24 : 18 → 1:1"


@pytest.fixture(scope="module", params=os.environ.get("HEXUMPIRE_BROWSERS", "chromium").split(","))
def open_page(request: pytest.FixtureRequest, playwright: Playwright) -> Iterator[Callable[[], Player]]:
    with player(request.param, playwright) as opener:
        yield opener


def settled(page: Player) -> None:
    wait(page, "document.documentElement.matches('[data-engine=ready]:not([data-coming])')", 60)
    wait(page, "document.querySelector('#sum:not(.stale)')")


def do(page: Player, *presses: str | tuple[str, str]) -> None:
    for press in presses:
        page.press(*((press,) if isinstance(press, str) else press))
        settled(page)


def choose(page: Player, css: str, value: str) -> None:
    page.script(
        f"const field = document.querySelector(`{css}`); field.value = `{value}`;"
        "field.dispatchEvent(new Event('change', {bubbles: true}));"
    )
    settled(page)


def says(page: Player, css: str, text: str) -> None:
    wait(page, f"document.querySelector(`{css}`)?.textContent.includes(`{text}`)")


def suez(page: Player, url: str) -> None:
    page.open(url)
    settled(page)
    do(
        page,
        "[data-do=new]",
        "[data-hex='0,0'] .hu-hit",
        "[data-do=tool][data-a=terrain]",
        "[data-do=terrain][data-b=desert]",
    )
    do(page, "[data-do=feature][data-b=fortification]", "[data-do=tool][data-a=counters]")
    choose(page, "#nation", "British")
    do(page, *[(".stamp", "Add British mechanized infantry 3-4")] * 2, "[data-hex='-1,0'] .hu-hit")
    choose(page, "#nation", "German")
    do(page, *[(".stamp", "Add German armor 4-6")] * 2)
    for place in ("0,-1", "1,-1", "-1,1"):
        do(page, f"[data-hex='{place}'] .hu-hit")
        choose(page, "#nation", "Italian")
        do(page, *[(".stamp", "Add Italian infantry 2-3")] * 2, "[data-do=unit]")
        do(page, "[aria-label='One less: Combat training level']")
    do(page, "[data-do=unselect]")
    says(page, "#sum", "20 : 18 → 1:1")


def lose(page: Player) -> None:
    """Name the first of what may be lost until that is enough, and lose it."""
    for _ in range(200):
        wait(page, "document.querySelector('.losses:not([aria-busy])')")
        if page.script("return !document.querySelector('#lose').disabled"):
            break
        page.press(".losses [data-do=pick][data-b='1']:not([aria-disabled])")
    do(page, "#lose")


def test_a_battle_is_set_up_fought_kept_and_sent(open_page: Callable[[], Player], site: Any) -> None:
    page = open_page()
    suez(page, site.url)
    do(page, "#fight", ".face[data-a='d6=6']")
    says(page, ".log", "6")
    lines = page.script("return document.querySelectorAll('.log .line').length")
    page.open(site.url)  # as after a crash
    settled(page)
    wait(page, f"document.querySelectorAll('.log .line').length === {lines}")  # the part that shows it may come later
    do(page, "#undo-step", ".face[data-a='d6=1']")
    for _ in range(40):
        if page.script("return document.querySelectorAll('[data-do=again]').length"):
            break
        if page.script("return document.querySelectorAll('.face').length"):
            do(page, ".face[data-a='d6=6']")
        elif page.script("return document.querySelectorAll('#lose').length"):
            lose(page)
        else:
            do(page, ".option[data-do=act]")
    title = page.script("return document.querySelector('#question').textContent")
    page.press(".nav [data-do=share]")
    wait(page, "document.querySelector('#share-link').value.includes('#1.')")
    link = page.script("return document.querySelector('#share-link').value")
    other = open_page()
    other.open(link)
    settled(other)
    says(other, "#question", title)


def test_every_game_shows_its_first_battle(open_page: Callable[[], Player], site: Any) -> None:
    page = open_page()
    page.open(site.url)
    settled(page)
    says(page, "#sum", SUEZ)
    keys = page.script("return [...document.querySelector('#game').options].map((option) => option.value)")
    bars = set()
    for key in keys:
        before = page.script("return document.querySelector('#caption h1')?.textContent")
        if page.script("return document.querySelector('#game').value") != key:
            choose(page, "#game", key)
            wait(page, f"document.querySelector('#caption h1')?.textContent !== `{before}`")
            settled(page)
        bars.add(page.script("return document.querySelector('#sum .odds').textContent"))
    assert len(bars) == len(keys)


def test_a_chart_is_typed_in(open_page: Callable[[], Player], site: Any) -> None:
    page = open_page()
    page.open(site.url)
    settled(page)
    choose(page, "#game", "d8chart")
    wait(page, "document.querySelector('[data-do=charts]')")
    settled(page)
    page.press("[data-do=charts]")
    wait(page, "document.querySelector('dialog[open] [data-do=packfill][data-b=printed]')")
    page.press("[data-do=packfill][data-b=printed]")
    wait(page, "document.querySelector('dialog[open] .hint.good')")
    cell = "[data-set=packcell][data-b='1']"
    kept = page.script(f"return document.querySelector(`{cell}`).value")
    choose(page, cell, "")
    wait(page, "document.querySelector('.pack .problem')")
    choose(page, cell, kept)
    wait(page, "!document.querySelector('.pack .problem')")


def test_hostile_words_are_only_words(open_page: Callable[[], Player], site: Any) -> None:
    page = open_page()
    page.open(site.url)
    settled(page)
    page.press("#tab-notes")
    wait(page, "document.querySelector('#title, [data-set=title]')")
    page.script(
        "const field = document.querySelector('[data-set=title]');"
        "field.value = '<img src=x onerror=\"window.hit = 1\">';"
        "field.dispatchEvent(new Event('input', {bubbles: true}));"
    )
    says(page, "#caption h1", "<img")
    assert not page.script("return window.hit ?? 0")


def test_an_embedded_battle_is_shown_at_once_and_worked_out(open_page: Callable[[], Player], site: Any) -> None:
    link = (Path(__file__).parents[1] / "golden" / "embed-link-1.txt").read_text().strip()
    page = open_page()
    page.open(f"{site.url}embed.html?lang=en#{link}")
    wait(page, "document.documentElement.dataset.state === 'link'")
    assert page.script("return document.querySelectorAll('.board svg *').length") > 100
    says(page, ".sum", SUEZ)
    page.press("button", "Work it out anew")
    wait(page, "['agrees', 'other'].includes(document.documentElement.dataset.state)", 60)
    head = '<!doctype html><html lang="en"><title>a wiki</title><link rel="icon" href="data:,">'
    page.open(
        site.add("wiki.html", f'{head}<script src="hex-umpire.js"></script><hex-umpire src="#{link}"></hex-umpire>')
    )
    fits = """((frame) => {
        const inside = frame.contentDocument;
        return inside.querySelector(".board svg") && frame.style.height.endsWith("px")
            && frame.offsetHeight === Math.ceil(inside.body.getBoundingClientRect().height);
    })(document.querySelector("hex-umpire").shadowRoot.firstChild)"""
    wait(page, fits)


def test_the_engine_starts_in_a_frame_without_an_origin(open_page: Callable[[], Player], site: Any) -> None:
    head = '<!doctype html><html lang="en"><title>a wiki</title><link rel="icon" href="data:,">'
    inner = (
        '<script type="module">import "./engine/client.js";'
        "parent.postMessage(await hexEngine.ready.catch((error) => `failed: ${error.message}`), '*')</script>"
    )
    site.add("inside.html", head + inner)
    listen = "<script>addEventListener('message', ({ data }) => { window.told = data })</script>"
    page = open_page()
    page.open(site.add("outside.html", f'{head}{listen}<iframe sandbox="allow-scripts" src="inside.html"></iframe>'))
    wait(page, "window.told", 60)
    assert page.script("return window.told") == build.version()
