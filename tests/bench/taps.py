"""From a tap on a counter of the palette to new odds on the screen, on a phone: `python3 build.py bench taps`.

Prints milliseconds over 20 taps, and the same as a ratio to a bare round trip of the engine in the same minute (the
operation ``rulesets``, which works nothing out), so that machines can be compared.
"""

from __future__ import annotations

import os
import threading
from pathlib import Path
from statistics import median

from playwright.sync_api import sync_playwright

import build
from tests.browsers import CHROMIUM_FLAGS
from tests.table import Table

TAPS = 20
TAP = """async () => {
  performance.clearMarks("hex-odds");
  const start = performance.now();
  document.querySelector("#sheet .stamp").click();
  while (!performance.getEntriesByName("hex-odds").length) await new Promise((r) => setTimeout(r, 2));
  return performance.getEntriesByName("hex-odds")[0].startTime - start;
}"""
BARE = """async () => {
  const start = performance.now();
  await hexEngine.call('{"op": "rulesets"}');
  return performance.now() - start;
}"""


def main() -> int:
    """Measure and print."""
    dist = Path(os.environ["DIST"])
    with build.Server(dist) as server, sync_playwright() as playwright:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        browser = playwright.chromium.launch(executable_path=os.environ["CHROMIUM"], args=CHROMIUM_FLAGS)
        page = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True).new_page()
        page.goto(server.url)
        page.wait_for_selector("html[data-engine=ready]", state="attached", timeout=120_000)
        Table(page, server.url).hex("1,0")
        page.wait_for_selector("#sheet .stamp")
        taps, bare = [], []
        for _ in range(TAPS):
            bare.append(page.evaluate(BARE))
            taps.append(page.evaluate(TAP))
            page.wait_for_selector("#sum:not(.stale)", state="attached")
        server.shutdown()
    print(f"tap to new odds, ms: median {median(taps):.0f}, least {min(taps):.0f}, most {max(taps):.0f}")
    print(f"bare round trip, ms: median {median(bare):.1f}; tap / bare: {median(taps) / median(bare):.1f}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
