"""How soon the page is there: `python3 build.py bench boot`, with a bar for each figure; exit code 1 if missed.

Our page and a bare page that loads Pyodide and computes 1+1 take turns in one run, each time in a browser profile of
their own: a first visit, a second one, and one after the browser was started again. Then first visits over a line of
10 Mbit/s, compressed, in a browser that gets a quarter of the time. Milliseconds since navigation, medians. Every bar
is a ratio to the time of the bare page in the same rounds; what held and what did not is said at the end.
$ROUNDS tells how many rounds, ONLY=slow leaves out the rest, and GAME=daisenso has a link of that ruleset opened.
"""

from __future__ import annotations

import contextlib
import gzip
import http.server
import json
import os
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import threading
import time
import urllib.parse
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from hexumpire import api, rulesets
from playwright.sync_api import BrowserContext, Playwright, sync_playwright

import build
from tests.browsers import CHROMIUM_FLAGS

COMPRESSED = {".html", ".css", ".js", ".mjs", ".json", ".wasm", ".py", ".svg", ".txt", ".webmanifest"}  # by any host
MBIT, ROUND_TRIP, SLOWER = 10, 0.04, 4
VISITS = ("first visit", "second visit", "after a restart")
SLOW = "slow first visit"
BARS = {  # ratios to the bare page's answer
    "answer": 0.40,
    "page answers touch": 0.18,
    "longest task": 0.06,
    "blocked": 0.06,
    "switch of game": 0.20,
}
SLOW_BARS = {"answer": 0.60}
BARE = """<!doctype html><html lang="en"><meta charset="utf-8"><title>bare</title><link rel="icon" href="data:,">
<script type="module">
import { loadPyodide } from "./pyodide/pyodide.mjs";
(await loadPyodide()).runPython("1+1");
window.benchAnswer = performance.now();
</script>"""
WATCH = """
window.benchTasks = [];
new PerformanceObserver((list) => {
  for (const { startTime, duration } of list.getEntries()) benchTasks.push([startTime, duration]);
}).observe({ type: "longtask", buffered: true });
"""
ASK = """
let engine;
Object.defineProperty(window, "hexEngine", {
  get: () => engine,
  set(found) {
    engine = found;
    found.call(%s).then((text) => {
      window.benchAnswer = performance.now();
      if (!JSON.parse(text).ok) throw new Error(text);
    });
  },
});
"""


class SlowHandler(http.server.BaseHTTPRequestHandler):
    """Serves a folder compressed, as static hosts do; with a line of its own speed, if one is set."""

    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True  # as hosts do: what is short would wait for 40 ms
    root: Path
    mbit = 0.0
    busy_until = 0.0
    line = threading.Lock()
    packed: dict[Path, bytes] = {}

    def do_GET(self) -> None:
        """Answer with a file."""
        path = urllib.parse.urlsplit(self.path).path
        file = self.root / (path.lstrip("/") + ("index.html" if path.endswith("/") else ""))
        if self.mbit:
            time.sleep(ROUND_TRIP)
        if not file.is_file():
            self.send_error(404)
            return
        small = file.suffix in COMPRESSED and "gzip" in self.headers.get("Accept-Encoding", "")
        if small and file not in self.packed:
            self.packed[file] = gzip.compress(file.read_bytes(), 9)
        body = self.packed[file] if small else file.read_bytes()
        self.send_response(200)
        self.send_header("Content-Type", build.MIME[file.suffix])
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Cache-Control", "no-cache" if file.suffix == ".html" else "max-age=600")
        if small:
            self.send_header("Content-Encoding", "gzip")
        self.end_headers()
        with contextlib.suppress(ConnectionError):
            for at in range(0, len(body), 16384):
                self.send(body[at : at + 16384])

    def send(self, part: bytes) -> None:
        """Send a part when the line, which all requests share, has had the time for it."""
        if self.mbit:
            cls = type(self)
            with self.line:
                cls.busy_until = max(cls.busy_until, time.monotonic()) + len(part) * 8 / (self.mbit * 1e6)
                wait = cls.busy_until - time.monotonic()
            if wait > 0:
                time.sleep(wait)
        self.wfile.write(part)

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""


@contextlib.contextmanager
def served(root: Path, mbit: float = 0) -> Iterator[str]:
    """Serve a folder; gives its address."""
    handler = type("Handler", (SlowHandler,), {"root": root, "mbit": mbit, "line": threading.Lock()})
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        server.daemon_threads = True
        server.handle_error = lambda *_: None  # type: ignore[method-assign]  # browsers hang up
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_address[1]}/"
        server.shutdown()


def group_of(profile: str) -> int:
    """The process group of the browser that was started with a profile."""
    for entry in Path("/proc").iterdir():
        with contextlib.suppress(OSError):
            if entry.name.isdigit() and profile in (entry / "cmdline").read_bytes().decode(errors="replace"):
                group = os.getpgid(int(entry.name))
                if group != os.getpgrp():
                    return group
    raise RuntimeError("the browser is in no process group of its own")


SLOWED = """
import os, signal, sys, time
group, on, off = int(sys.argv[1]), float(sys.argv[2]), float(sys.argv[3])
signal.signal(signal.SIGTERM, lambda *_: sys.exit())
try:
    while True:
        os.killpg(group, signal.SIGCONT); time.sleep(on)
        os.killpg(group, signal.SIGSTOP); time.sleep(off)
except ProcessLookupError:
    pass
finally:
    try: os.killpg(group, signal.SIGCONT)
    except ProcessLookupError: pass
"""


@contextlib.contextmanager
def slowed(profile: str, factor: float) -> Iterator[None]:
    """Let a browser run for a part of the time only, in short turns: every thread of it."""
    group = group_of(profile)
    command = [sys.executable, "-c", SLOWED, str(group), "0.004", str(0.004 * (factor - 1))]
    process = subprocess.Popen(command)
    try:
        yield
    finally:
        process.terminate()
        process.wait()
        with contextlib.suppress(ProcessLookupError):
            os.killpg(group, signal.SIGCONT)


def look(context: BrowserContext, url: str, switch: str, wait: float = 60) -> dict[str, float]:
    """Visit a page until it has answered, and a little longer; then ask it about another game."""
    page = context.pages[0]
    page.goto(url, wait_until="commit", timeout=wait * 1000)
    end = time.monotonic() + wait
    while not page.evaluate("window.benchAnswer ?? 0"):
        if time.monotonic() > end:
            raise RuntimeError(f"{url} did not answer")
        time.sleep(0.1)
    time.sleep(0.5)
    found = page.evaluate(
        """async (question) => ({
            answer: benchAnswer, tasks: benchTasks,
            ui: performance.getEntriesByName("hex-ui")[0]?.startTime ?? 0,
            how: window.hexEngine?.started?.how ?? "",
            switched: await (async (begun) => {
                if (question) await window.hexEngine.call(question);
                return performance.now() - begun;
            })(performance.now()),
        })""",
        switch,
    )
    tasks = [duration for start, duration in found["tasks"] if start < max(found["answer"], found["ui"])]
    return {
        "answer": found["answer"],
        "page answers touch": found["ui"],
        "longest task": max(tasks, default=0),
        "blocked": sum(max(0, duration - 50) for duration in tasks),
        "switch of game": found["switched"],
        "snapshot": found["how"] == "snapshot",
    }


def settle(context: BrowserContext) -> None:
    """Wait until the page is ready for being offline, if it prepares for that, and code caches are written."""
    page = context.pages[0]
    with contextlib.suppress(Exception):
        page.wait_for_function(
            "!navigator.serviceWorker || document.documentElement.dataset.offline === 'ready'", timeout=20_000
        )
    time.sleep(3)


def visits(playwright: Playwright, url: str, script: str, switch: str, slow: bool) -> list[dict[str, float]]:
    """One browser profile's visits."""
    profile = tempfile.mkdtemp(prefix="hexbench")

    def launch() -> BrowserContext:
        context = playwright.chromium.launch_persistent_context(
            profile, executable_path=os.environ["CHROMIUM"], args=CHROMIUM_FLAGS, viewport={"width": 390, "height": 844}
        )
        context.add_init_script(WATCH + script)
        time.sleep(0.5)
        return context

    context = launch()
    try:
        if slow:
            with slowed(profile, SLOWER):
                return [look(context, url, switch, 120)]
        found = [look(context, url, switch)]
        settle(context)
        context.pages[0].goto("about:blank")
        found.append(look(context, url, switch))
        time.sleep(1)
        context.close()
        context = launch()
        found.append(look(context, url, switch))
        return found
    finally:
        with contextlib.suppress(Exception):
            context.close()
        shutil.rmtree(profile, ignore_errors=True)


def bars(name: str, bare: list[dict[str, float]], ours: list[dict[str, float]]) -> dict[str, bool]:
    """Print the medians of one kind of visit; return each bar in words, and whether it held."""
    reference = statistics.median(row["answer"] for row in bare)
    print(f"{name}: the bare page answers after {reference:.0f} ms")
    told = {}
    for label, bar in (SLOW_BARS if name == SLOW else BARS).items():
        middle = statistics.median(row[label] for row in ours)
        words = f"{label} {middle / reference:.2f} of {bar:.2f} x bare"
        told[f"{name}: {words}"] = middle / reference <= bar
        print(f"    {words:44} {middle:6.0f} ms  ({', '.join(f'{row[label]:.0f}' for row in ours)})", flush=True)
    if not all(row["snapshot"] for row in ours):
        print("    NOT all from the snapshot")
    return told


def bare_site(folder: Path) -> Path:
    """A page with Pyodide as it comes."""
    for name in ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json"):
        (folder / "pyodide").mkdir(exist_ok=True)
        shutil.copyfile(build.NODE_MODULES / "pyodide" / name, folder / "pyodide" / name)
    (folder / "index.html").write_text(BARE)
    return folder


def run(
    playwright: Playwright, sites: dict[str, Path], fragment: str, questions: tuple[str, str], slow: bool, rounds: int
) -> dict[str, bool]:
    """Measure one kind of line and machine; the questions are the first one and one about another game."""
    found: dict[str, list[list[dict[str, float]]]] = {name: [] for name in sites}
    asked = {"bare": ("", "", ""), "ours": (fragment, ASK % json.dumps(questions[0]), questions[1])}
    with contextlib.ExitStack() as stack:
        urls = {name: stack.enter_context(served(root, MBIT if slow else 0)) for name, root in sites.items()}
        for number in range(rounds):
            for name in sorted(sites, reverse=bool(number % 2)):
                fragment, script, switch = asked[name]
                found[name].append(visits(playwright, urls[name] + fragment, script, switch, slow))
    told = {}
    for i, visit in enumerate((SLOW,) if slow else VISITS):
        told |= bars(visit, *([rows[i] for rows in found[name]] for name in ("bare", "ours")))
    return told


def battle(game: str) -> dict[str, object]:
    """A game's first example."""
    return {"ruleset": game, **rulesets.get(game).examples()[0]["scenario"]}


def view(game: str) -> str:
    """A question about a game."""
    return json.dumps({"op": "view", "scenario": battle(game), "actions": []})


def load() -> str:
    """How busy the machine is."""
    return f"{os.getloadavg()[0]:.1f} on {os.cpu_count()} cores"


def main(words: list[str]) -> int:
    """Measure."""
    dist = Path(os.environ["DIST"])
    first: str = json.loads((dist / "data" / "first.json").read_text())["ruleset"]
    game = os.environ.get("GAME", first)
    link: dict[str, Any] = json.loads(api.handle(json.dumps({"op": "link", "scenario": battle(game)})))
    fragment = "" if game == first else f"#{link['result']['fragment']}"
    questions = view(game), view(next(key for key in rulesets.KEYS if key != game))
    rounds = int(os.environ.get("ROUNDS", "5"))
    begun = load()
    print(f"load of this machine: {begun}; {rounds} rounds; {game}")
    told: dict[str, bool] = {}
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        site = shutil.copytree(dist, Path(folder) / "ours")
        (Path(folder) / "bare").mkdir()
        sites = {"bare": bare_site(Path(folder) / "bare"), "ours": site}
        for slow in (False, True):
            if slow or words != ["slow"]:
                told |= run(playwright, sites, fragment, questions, slow, rounds)
    for holds, heading in ((True, "HELD"), (False, "MISSED")):
        print("\n".join([f"{heading}:", *(f"    {words}" for words, held in told.items() if held is holds)]))
    print(f"load of this machine: {begun} at the beginning, {load()} at the end")
    return 0 if all(told.values()) else 1


if __name__ == "__main__":
    sys.exit(main(os.environ.get("ONLY", "").split()))
