"""What the page weighs in memory, and whether it grows: `python3 build.py bench memory`; exit code 1 where it does.

A page with its engine up plays $FIGHTS fights (1000) through its worker, every example of every game in turn, each time
a battle of another title, and now and then asks for the odds, a picture or the story; and a thirtieth as many through
the page's buttons. Measured when the engine has started, after a tenth, and at the end:

    engine      the memory that Python in the worker has taken from the browser: it never gives any back
    reached     how far into it Python has ever reached
    objects     what Python's collector knows of there
    page        what JavaScript holds on the main thread, after a collection
    interface   the memory of the page's own Python
    nodes       elements and texts of the document, shown or forgotten but still held
    marks       points in time that the page has the browser keep: each pins a page of the browser's own memory
    process     all the private memory of the browser's process that shows the page, compiled code too
"""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import sys
import tempfile
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import CDPSession, Page, Playwright, sync_playwright

import build
from tests.browsers import CHROMIUM_FLAGS

MB = 1_000_000
BUDGETS = {  # at the end, and how much more than after a tenth; measured: 31, 31 MB, 33,000, 4, 17 MB, 2,700, 3, 150 MB
    "engine": (48 * MB, 0),
    "reached": (31 * MB, MB),
    "objects": (60_000, 2000),
    "page": (8 * MB, MB),
    "interface": (24 * MB, 0),
    "nodes": (6000, 600),
    "marks": (5, 2),
    "process": (220 * MB, 24 * MB),
}
PROBE = """
self.benchHeap = () => pyodide._module.HEAPU8.length;
self.benchReached = () => pyodide._module.HEAPU32[pyodide._module._emscripten_get_sbrk_ptr() >>> 2];
self.benchObjects = () => pyodide.runPython("import gc; gc.collect(); len(gc.get_objects())");
self.postMessage({ ready: true"""
MEMORIES = """
window.benchMemories = [];
for (const name of ["instantiate", "instantiateStreaming"]) {
  const real = WebAssembly[name];
  WebAssembly[name] = async (...words) => {
    const made = await real.apply(WebAssembly, words);
    for (const part of Object.values((made.instance ?? made).exports ?? {})) {
      if (part instanceof WebAssembly.Memory) benchMemories.push(part);
    }
    return made;
  };
}
"""
FIGHT = """async ([scenario, seed, extra]) => {
  const ask = async (request) => JSON.parse(await hexEngine.call(JSON.stringify(request)));
  let actions = [];
  for (let i = 0; i < 60; i++) {
    const answer = await ask({ op: "view", scenario, actions });
    if (!answer.ok) return answer.problems[0].message;
    const node = answer.result.node;
    if (!node || node.kind === "end") {
      if (extra) await ask({ op: extra, scenario, actions: [] });
      return node ? "end" : "none";
    }
    const choices = (node.faces ?? node.options).map((it) => it.id);
    actions = [...actions, choices[(seed * 7 + i * 5) % choices.length]];
  }
  return "long";
}"""
TAPS = """async (seed) => {
  const calm = async () => {
    for (let i = 0; i < 400; i++) {
      await new Promise((resolve) => setTimeout(resolve, 12));
      if (document.querySelector("#sum:not(.stale)")) return;
    }
    throw new Error("the page does not come to rest");
  };
  const press = async (css) => {
    const found = [...document.querySelectorAll(css)].filter((it) => it.checkVisibility() && !it.disabled);
    if (!found.length) return false;
    found[seed++ % found.length].click();
    await calm();
    return true;
  };
  await press("[data-do=fight]");
  for (let i = 0; i < 60; i++) {
    if (await press("[data-do=again]")) return i;
    if (!await press("#umpire .face, #umpire .option[data-do=act]")) return i;
  }
  return 60;
}"""


def probed(dist: Path, folder: Path) -> Path:
    """A copy of the site whose worker tells of its memory."""
    root = shutil.copytree(dist, folder)
    worker = root / "engine" / "worker.mjs"
    text = worker.read_text()
    if "self.postMessage({ ready: true" not in text:
        raise RuntimeError("the worker starts in another way than this benchmark knows")
    worker.write_text(text.replace("self.postMessage({ ready: true", PROBE.strip(), 1))
    return root


def scenarios(page: Page) -> list[dict[str, Any]]:
    """Every example of every game; each procedure is asked once, as some of the engine comes with it."""
    found: list[dict[str, Any]] = []
    asked = set()
    ask = "text => hexEngine.call(text)"
    for game in json.loads(page.evaluate(ask, '{"op": "rulesets"}'))["result"]["rulesets"]:
        form = json.loads(page.evaluate(ask, json.dumps({"op": "schema", "ruleset": game["key"]})))["result"]
        for entry in form["examples"]:
            found.append({"ruleset": game["key"], **entry["scenario"]})
            procedure = (game["key"], entry["scenario"].get("procedure"))
            if procedure not in asked:
                asked.add(procedure)
                page.evaluate(ask, json.dumps({"op": "view", "scenario": found[-1]}))
    return found


def private(profile: str) -> int:
    """Private bytes of the largest of a browser's processes that show pages."""
    parents: dict[int, int] = {}
    shows: list[int] = []
    roots: set[int] = set()
    for entry in Path("/proc").iterdir():
        with contextlib.suppress(OSError):
            if entry.name.isdigit():
                words = (entry / "cmdline").read_bytes().decode(errors="replace")
                parents[int(entry.name)] = int((entry / "stat").read_text().rpartition(")")[2].split()[1])
                if profile in words and "--type=" not in words:
                    roots.add(int(entry.name))
                if "--type=renderer" in words:
                    shows.append(int(entry.name))

    def ours(pid: int) -> bool:
        return pid in roots or (pid in parents and ours(parents[pid]))

    most = 0
    for pid in filter(ours, shows):
        with contextlib.suppress(OSError):
            lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
            most = max(most, 1024 * sum(int(line.split()[1]) for line in lines if line.startswith("Private_")))
    return most


def measure(page: Page, session: CDPSession, profile: str) -> dict[str, int]:
    """All figures, now."""
    session.send("HeapProfiler.collectGarbage")
    worker = page.workers[0]
    metrics = {it["name"]: int(it["value"]) for it in session.send("Performance.getMetrics")["metrics"]}
    return {
        "engine": worker.evaluate("benchHeap()"),
        "reached": worker.evaluate("benchReached()"),
        "objects": worker.evaluate("benchObjects()"),
        "page": metrics["JSHeapUsedSize"],
        "interface": sum(page.evaluate("benchMemories.map((it) => it.buffer.byteLength)")),
        "nodes": metrics["Nodes"],
        "marks": page.evaluate("performance.getEntriesByType('mark').length"),
        "process": private(profile),
    }


def play(playwright: Playwright, dist: Path, fights: int, tell: Callable[[str], None]) -> list[dict[str, int]]:
    """Play, and measure three times."""
    with tempfile.TemporaryDirectory(prefix="hexmemory") as folder:
        root, profile = probed(dist, Path(folder) / "site"), str(Path(folder) / "profile")
        context = playwright.chromium.launch_persistent_context(
            profile, executable_path=build.chromium(), args=CHROMIUM_FLAGS, viewport={"width": 390, "height": 844}
        )
        with build.Server(root) as server:
            threading.Thread(target=server.serve_forever, daemon=True).start()
            try:
                context.add_init_script(MEMORIES)
                page = context.pages[0]
                session = context.new_cdp_session(page)
                session.send("Performance.enable")
                page.goto(server.url)
                page.wait_for_selector("html[data-engine=ready]", state="attached", timeout=90_000)
                page.wait_for_selector("#sum:not(.stale)", state="attached", timeout=60_000)
                found = [measure(page, session, profile)]
                battles = scenarios(page)
                ends: dict[str, int] = {}
                for number in range(fights):
                    scenario = {**battles[number % len(battles)], "title": f"Number {number}"}
                    extra = {11: "outcomes", 23: "draw", 37: "text"}.get(number % 40, "")
                    end = page.evaluate(FIGHT, [scenario, number, extra])
                    ends[end] = ends.get(end, 0) + 1
                    if number % 30 == 0:
                        page.evaluate(TAPS, number)
                    if number == fights // 10:
                        found.append(measure(page, session, profile))
                found.append(measure(page, session, profile))
                tell(f"{fights} fights: {', '.join(f'{n} {end}' for end, n in ends.items())}")
                if ends.get("end", 0) < fights // 2:
                    raise RuntimeError("most fights did not come to an end: nothing is measured")
                return found
            finally:
                context.close()
                server.shutdown()


def missed(found: list[dict[str, int]]) -> list[str]:
    """Which bars are missed."""
    _, early, end = found
    over = [f"{name}: {end[name]:,} is over {most:,}" for name, (most, _) in BUDGETS.items() if end[name] > most]
    for name, (_, more) in BUDGETS.items():
        if end[name] - early[name] > more:
            over.append(f"{name}: grew by {end[name] - early[name]:,}, which is over {more:,}")
    return over


def main() -> int:
    """Measure."""
    with sync_playwright() as playwright:
        found = play(playwright, Path(os.environ["DIST"]), int(os.environ.get("FIGHTS", "1000")), print)
    print(f"{'':12}{'engine up':>14}{'a tenth':>14}{'end':>14}{'budget':>14}{'may grow':>14}")
    for name, bars in BUDGETS.items():
        print(f"{name:12}" + "".join(f"{value:14,}" for value in (*(row[name] for row in found), *bars)))
    over = missed(found)
    print("\n".join(f"MISSED  {line}" for line in over), end="\n" if over else "")
    return 1 if over else 0


if __name__ == "__main__":
    sys.exit(main())
