"""From a tap on the board to a step of the ground phase on the screen, on a phone: `python3 build.py bench step`.

A front of 30 × 20 hexes with 60 and with 120 counters; each tap says which counter moves next. Prints milliseconds from
the tap until the page has drawn the new position, until the browser has painted it, and the engine's share of it.
"""

from __future__ import annotations

import os
import threading
from pathlib import Path
from statistics import median

from playwright.sync_api import sync_playwright

import build
from tests.browsers import CHROMIUM_FLAGS
from tests.fronts import fragment, front
from tests.table import Table

STEPS = 12
STEP = """async (unit) => {
  const seat = document.querySelector(`#map [data-unit="${unit}"]`);
  performance.clearMarks("hex-view");
  const start = performance.now();
  seat.dispatchEvent(new MouseEvent("click", {bubbles: true, detail: 1}));
  while (!performance.getEntriesByName("hex-view").length) await new Promise((r) => setTimeout(r, 2));
  const drawn = performance.getEntriesByName("hex-view")[0].startTime - start;
  await new Promise((r) => requestAnimationFrame(() => setTimeout(r)));
  return [drawn, performance.now() - start];
}"""


def _steps(table: Table) -> list[list[float]]:
    """Of each tap on a counter that may move: milliseconds until drawn, and until painted."""
    page = table.page
    found: list[list[float]] = []
    for number in range(1, STEPS + 1):
        if not page.query_selector(f'#map [data-unit="a{number}"]'):
            continue
        found.append(page.evaluate(STEP, f"a{number}"))
        table.settled()
        page.wait_for_timeout(500)
        while not page.locator("#undo-step").is_disabled():
            table.do("back")
        table.choose("Movement")
        page.wait_for_timeout(700)
    return found


def main() -> int:
    """Measure and print."""
    dist = Path(os.environ["DIST"])
    with build.Server(dist) as server, sync_playwright() as playwright:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        browser = playwright.chromium.launch(executable_path=os.environ["CHROMIUM"], args=CHROMIUM_FLAGS)
        for counters in (60, 120):
            context = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
            page = context.new_page()
            table = Table(page, server.url).open(fragment({**front(counters), "procedure": "phase"}))
            table.do("fight").choose("Movement")
            page.wait_for_timeout(3000)
            found = _steps(table)
            for name, column in (("drawn", 0), ("painted", 1)):
                times = [one[column] for one in found]
                print(
                    f"{counters} counters, tap to {name}, ms: median {median(times):.0f}, of {len(times)}: "
                    + " ".join(f"{one:.0f}" for one in times)
                )
            context.close()
        server.shutdown()
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
