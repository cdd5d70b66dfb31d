"""What the owners of wikis install: scripts that put live boards where a template or a plugin has left a link."""

from __future__ import annotations

from typing import Any

import pytest
from hexumpire import rulesets
from hexumpire.cli.inputs import ask
from hexumpire.cli.wiki import writing
from hexumpire.model import data
from playwright.sync_api import Page, expect

MAIN = rulesets.KEYS[0]
HOOK = """
window.mw = { hook: () => ({ add: (run) => run({ find: (css) => ({
  each: (show) => document.querySelectorAll(css).forEach((place) => show.call(place)) }) }) }) };
"""
"""As much of MediaWiki as the script asks for."""


@pytest.fixture(scope="module")
def link() -> str:
    scenario = rulesets.get(MAIN).examples()[0]["scenario"]
    return str(ask("embed", scenario={"ruleset": MAIN, **scenario})["fragment"])


def script(form: str, name: str, site: Any) -> str:
    """A script of the kit, as the command writes it."""
    return (data.load("hexumpire.cli.wiki", f"kit/{form}/{name}") or b"").decode().replace(writing.HOST, site.url)


def page_of(site: Any, name: str, body: str, scripts: str) -> str:
    head = '<!doctype html><html lang="en"><meta charset="utf-8"><title>wiki</title><link rel="icon" href="data:,">'
    return str(site.add(name, f"{head}<body>{body}<script>{scripts}</script>"))


def shows_a_board(page: Page) -> None:
    """There is one frame, with the battle in it, as high as it asks to be."""
    frame = page.locator("iframe")
    expect(frame).to_have_count(1)
    expect(frame.content_frame.locator("#battle h1, #battle h2").first).to_be_visible()
    wanted = "document.querySelector('iframe').style.height !== '640px'"
    page.wait_for_function(wanted)
    assert page.evaluate("document.querySelector('iframe').offsetHeight") > 200


def test_mediawiki(desktop: Page, site: Any, link: str) -> None:
    given = f"https://elsewhere.example/embed.html?theme=dark&amp;x=1#{link}"
    body = f'<div class="hex-umpire-battle" data-link="{given}">text</div>'
    desktop.goto(page_of(site, "mw.html", body, HOOK + script("mediawiki", "common.js", site)))
    shows_a_board(desktop)
    source = desktop.locator("iframe").get_attribute("src")
    assert source == f"{site.url}embed.html?theme=dark#{link}", "of the wiki's site, whatever the link says"
    expect(desktop.locator(".hex-umpire-battle")).not_to_contain_text("text")


@pytest.mark.parametrize(
    "strange",
    [
        "",
        "javascript:alert(1)#x",
        "https://x.example/embed.html",
        "#1.ab<b>",
        "#",
        "https://x.example/#1.&quot; onload=&quot;ran=1",
    ],
)
def test_mediawiki_leaves_what_is_no_link(desktop: Page, site: Any, strange: str) -> None:
    body = f'<div class="hex-umpire-battle" data-link="{strange}">what stands there</div>'
    desktop.goto(page_of(site, "mw-strange.html", body, HOOK + script("mediawiki", "common.js", site)))
    expect(desktop.locator(".hex-umpire-battle")).to_have_text("what stands there")
    assert desktop.locator("iframe").count() == 0


def test_dokuwiki(desktop: Page, site: Any, link: str) -> None:
    address = f"{site.url}embed.html#{link}"
    body = f'<div class="hex-umpire-battle" data-title="Suez" data-frame="{address}"><a href="#">x</a></div>'
    desktop.goto(page_of(site, "dw.html", body, script("dokuwiki", "script.js", site)))
    shows_a_board(desktop)
    expect(desktop.locator("iframe")).to_have_attribute("title", "Suez")
