"""Frames a second while a large board is panned and zoomed: `python3 build.py bench pan`; exit code 1 below the bar.

A board of 30 by 20 hexes with 120 counters on a phone, in a browser whose page gets a quarter of the time. The board is
pulled with a finger, and made larger and smaller with Ctrl and the wheel; the frames that the page could draw
meanwhile are counted, each gap longer than a frame told as it is. Medians of $ROUNDS (3).
"""

from __future__ import annotations

import os
import statistics
import sys
import threading
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import CDPSession, Page, sync_playwright

import build
from tests.browsers import CHROMIUM_FLAGS
from tests.fronts import fragment, front
from tests.table import Table

SLOWER = 4
BAR = 50.0  # frames a second
COUNT = """() => {
  window.frames_ = [];
  const look = (at) => { frames_?.push(at); if (frames_) requestAnimationFrame(look); };
  requestAnimationFrame(look);
}"""
COUNTED = """() => {
  const all = frames_;
  window.frames_ = null;
  const gaps = all.slice(1).map((at, i) => at - all[i]);
  return [1000 * gaps.length / (all.at(-1) - all[0]), Math.max(...gaps)];
}"""
TURN = """async ([x, y]) => {
  for (let i = 0; i < 90; i++) {
    const turn = {deltaY: i % 30 < 15 ? -12 : 12, clientX: x, clientY: y, ctrlKey: true};
    Object.assign(turn, {bubbles: true, cancelable: true});
    document.elementFromPoint(x, y).dispatchEvent(new WheelEvent("wheel", turn));
    await new Promise(requestAnimationFrame);
  }
}"""


def pan(page: Page, wire: CDPSession, x: float, y: float) -> None:
    """Pull the board with a finger, to and fro."""
    for way in (-1, 1, -1, 1):
        pull = {"x": x, "y": y, "xDistance": 280 * way, "yDistance": 200 * way, "speed": 700}
        wire.send("Input.synthesizeScrollGesture", {**pull, "gestureSourceType": "touch", "preventFling": True})


def zoom(page: Page, wire: CDPSession, x: float, y: float) -> None:
    """Make the board larger and smaller."""
    page.evaluate(TURN, [x, y])


def measured(page: Page, act: Callable[[Page, CDPSession, float, float], None]) -> tuple[float, float]:
    """Frames a second, and the longest gap between two of them in milliseconds."""
    box = page.locator("#map").bounding_box()
    assert box
    wire = page.context.new_cdp_session(page)
    wire.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    page.evaluate(COUNT)
    act(page, wire, box["x"] + box["width"] / 2, box["y"] + box["height"] * 0.6)
    frames, gap = page.evaluate(COUNTED)
    wire.send("Emulation.setCPUThrottlingRate", {"rate": 1})
    page.wait_for_timeout(500)
    return frames, gap


def main() -> int:
    """Measure and print."""
    rounds = int(os.environ.get("ROUNDS", "3"))
    print(f"load of this machine: {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores; {rounds} rounds")
    good = True
    with build.Server(Path(os.environ["DIST"])) as server, sync_playwright() as playwright:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        browser = playwright.chromium.launch(executable_path=os.environ["CHROMIUM"], args=CHROMIUM_FLAGS)
        page = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True).new_page()
        Table(page, server.url).open(fragment(front())).do("fight")
        page.wait_for_timeout(2000)
        for name, act in (("pan", pan), ("zoom", zoom)):
            found = [measured(page, act) for _ in range(rounds)]
            frames, gap = (statistics.median(values) for values in zip(*found, strict=True))
            good &= frames >= BAR
            missed = "" if frames >= BAR else " MISSED"
            print(f"{name:5} {frames:5.1f} frames a second (bar {BAR:g}){missed}, longest gap {gap:.0f} ms")
        server.shutdown()
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
