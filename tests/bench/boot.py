"""How soon the page is there: `python3 build.py bench boot`, with a bar for each figure; exit code 1 if missed.

Our page and a bare page that loads Pyodide and computes 1+1 take turns in one run, each time in a browser profile of
their own: a first visit, a second one, and one after the browser was started again. Then first visits over a line of
10 Mbit/s, compressed, in a browser that gets a quarter of the time. Milliseconds since navigation, medians.
$ROUNDS tells how many rounds, ONLY=slow leaves out the rest. Figures of a busy machine are worth little: look at the
ratios.
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

from playwright.sync_api import BrowserContext, Playwright, sync_playwright

import build
from tests.browsers import CHROMIUM_FLAGS

COMPRESSED = {".html", ".css", ".js", ".mjs", ".json", ".wasm", ".py", ".svg", ".txt", ".webmanifest"}  # by any host
MBIT, ROUND_TRIP, SLOWER = 10, 0.04, 4
VISITS = ("first visit", "second visit", "after a restart")
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


def look(context: BrowserContext, url: str, wait: float = 60) -> dict[str, float]:
    """Visit a page until it has answered, and a little longer."""
    page = context.pages[0]
    page.goto(url, wait_until="commit", timeout=wait * 1000)
    end = time.monotonic() + wait
    while not page.evaluate("window.benchAnswer ?? 0"):
        if time.monotonic() > end:
            raise RuntimeError(f"{url} did not answer")
        time.sleep(0.1)
    time.sleep(0.5)
    found = page.evaluate(
        """() => ({
            answer: benchAnswer, tasks: benchTasks,
            ui: performance.getEntriesByName("hex-ui")[0]?.startTime ?? 0,
            how: window.hexEngine?.started?.how ?? "",
        })"""
    )
    tasks = [duration for start, duration in found["tasks"] if start < max(found["answer"], found["ui"])]
    return {
        "answer": found["answer"],
        "ui": found["ui"],
        "longest": max(tasks, default=0),
        "blocked": sum(max(0, duration - 50) for duration in tasks),
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


def visits(playwright: Playwright, url: str, script: str, slow: bool) -> list[dict[str, float]]:
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
                return [look(context, url, 120)]
        found = [look(context, url)]
        settle(context)
        context.pages[0].goto("about:blank")
        found.append(look(context, url))
        time.sleep(1)
        context.close()
        context = launch()
        found.append(look(context, url))
        return found
    finally:
        with contextlib.suppress(Exception):
            context.close()
        shutil.rmtree(profile, ignore_errors=True)


def bars(name: str, bare: list[dict[str, float]], ours: list[dict[str, float]], most: float, rest: bool) -> bool:
    """Print the medians of one kind of visit, and tell whether they keep the bars."""

    def middle(rows: list[dict[str, float]], key: str) -> float:
        return statistics.median(row[key] for row in rows)

    ratio = middle(ours, "answer") / middle(bare, "answer")
    kept = [("answer/bare", ratio, most, ".2f")]
    if rest:
        kept += [
            ("UI", middle(ours, "ui"), 300, ".0f"),
            ("longest task", middle(ours, "longest"), 100, ".0f"),
            ("blocked", middle(ours, "blocked"), 100, ".0f"),
        ]
    cells = [
        f"{label} {value:{form}} (bar {bar:g}){' MISSED' if value > bar else ''}" for label, value, bar, form in kept
    ]
    spread = ", ".join(f"{row['answer']:.0f}" for row in ours)
    print(f"{name:16} bare {middle(bare, 'answer'):6.0f}  ours {middle(ours, 'answer'):6.0f}  " + "; ".join(cells))
    how = "" if all(row["snapshot"] for row in ours) else "; NOT all from the snapshot"
    print(f"{'':16} UI {middle(ours, 'ui'):.0f}; ours one by one {spread}{how}", flush=True)
    return all(value <= bar for _, value, bar, _ in kept)


def bare_site(folder: Path) -> Path:
    """A page with Pyodide as it comes."""
    for name in (*build.PYODIDE_FILES, "python_stdlib.zip", "pyodide-lock.json"):
        (folder / "pyodide").mkdir(exist_ok=True)
        shutil.copyfile(build.NODE_MODULES / "pyodide" / name, folder / "pyodide" / name)
    (folder / "index.html").write_text(BARE)
    return folder


def run(playwright: Playwright, sites: dict[str, Path], script: str, slow: bool, rounds: int) -> bool:
    """Measure one kind of line and machine."""
    found: dict[str, list[list[dict[str, float]]]] = {name: [] for name in sites}
    with contextlib.ExitStack() as stack:
        urls = {name: stack.enter_context(served(root, MBIT if slow else 0)) for name, root in sites.items()}
        for number in range(rounds):
            for name in sorted(sites, reverse=bool(number % 2)):
                found[name].append(visits(playwright, urls[name], script if name == "ours" else "", slow))
    good = True
    for i, visit in enumerate(VISITS[: 1 if slow else 3]):
        bare, ours = ([rows[i] for rows in found[name]] for name in ("bare", "ours"))
        good &= bars("slow first visit" if slow else visit, bare, ours, 1.0 if slow else 0.4, not slow)
    return good


def main(words: list[str]) -> int:
    """Measure."""
    dist = Path(os.environ["DIST"])
    first: Any = json.loads((dist / "data" / "first.json").read_text())
    question = json.dumps({"op": "view", "scenario": {"ruleset": first["ruleset"], **first["scenario"]}, "actions": []})
    rounds = int(os.environ.get("ROUNDS", "5"))
    print(f"load of this machine: {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores; {rounds} rounds")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        site = shutil.copytree(dist, Path(folder) / "ours")
        (Path(folder) / "bare").mkdir()
        sites = {"bare": bare_site(Path(folder) / "bare"), "ours": site}
        script = ASK % json.dumps(question)
        good = [run(playwright, sites, script, slow, rounds) for slow in (False, True) if slow or words != ["slow"]]
    return 0 if all(good) else 1


if __name__ == "__main__":
    sys.exit(main(os.environ.get("ONLY", "").split()))
