"""Opens links in a browser: no error on the console, no exception, nothing on the page that is for programmers."""

from __future__ import annotations

import random
import threading
import time
from urllib.parse import urlencode

from playwright.sync_api import Page, sync_playwright

import build
from tests.browsers import BRISK_FLAGS, present
from tests.fuzz.cases import fragments
from tests.hostile import HOSTILE

WRONG = ("Traceback", "undefined", "[object ", "NaN", " at 0x", "defect of Hex Umpire", "Fehler von Hex Umpire")
TABS = ("why", "odds", "chart", "notes")


def spoilt(chance: random.Random) -> str:
    """A link with pieces taken out or put in, now and then whole."""
    found = chance.choice(fragments())
    for _ in range(chance.choice((0, 1, 1, 2))):
        at = chance.randrange(len(found))
        piece = chance.choice(("", "A", ".", "%", "=", "é", chance.choice(HOSTILE), found[at : at + 9]))
        found = found[:at] + piece + found[at + chance.randrange(9) :]
    return found


def address(chance: random.Random) -> str:
    """An address of the page or of a frame, with parameters that may mean nothing."""
    names = ("lang", "theme", "readonly", "fight", "rules", "share-url", "share-text", "x")
    words = ("de", "en", "dark", "1", "no", "", "zz", chance.choice(HOSTILE))
    query = urlencode({chance.choice(names): chance.choice(words) for _ in range(chance.randrange(3))})
    return chance.choice(("index.html", "de.html", "embed.html")) + "?" + query + "#" + spoilt(chance)


def opened(page: Page, url: str, faults: list[str]) -> list[str]:
    """Open an address and look into every tab; what is wrong."""
    faults.clear()
    page.goto("about:blank")
    page.goto(url)
    if "embed.html" in url.partition("?")[0]:
        present(page, "html[data-state]")
    else:
        present(page, "html[data-engine=ready]:not([data-coming])")
        for tab in TABS:
            page.locator(f"#tab-{tab}").dispatch_event("click")
        present(page, "#sum:not(.stale)")
    shown = page.evaluate("document.body.innerText")
    return [*faults, *(f"on the page: {word}" for word in WRONG if word in shown)]


def campaign(until: float, seed: int) -> list[tuple[str, list[str]]]:
    """Open addresses until a moment; those with which something was wrong, and what."""
    chance = random.Random(seed)
    wrong: list[tuple[str, list[str]]] = []
    number = 0
    with build.Server(build.site(), cache="no-store") as server, sync_playwright() as playwright:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        browser = playwright.chromium.launch(executable_path=build.headless(), args=BRISK_FLAGS)
        context = browser.new_context(service_workers="block")
        faults: list[str] = []
        context.on("console", lambda line: faults.append(f"console: {line.text}") if line.type == "error" else None)
        context.on("weberror", lambda error: faults.append(f"exception: {error.error}"))
        page = context.new_page()
        while time.monotonic() < until:
            where = address(chance)
            number += 1
            if found := opened(page, server.url + where, faults):
                wrong.append((where, found))
        browser.close()
        server.shutdown()
    print(f"page: {number} addresses, {len(wrong)} wrong", flush=True)
    return wrong
