"""The built site with its engine beside the browser: this machine's Python answers what the page asks.

The page is the real one; only the worker is another, which passes each question on. Pyodide, whose start costs a test
more than all else, stays out. It is for tests of the page: the engine in the browser has tests of its own.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import build

WORKER = """
const ask = new URL("../ask", import.meta.url);
let turn = Promise.resolve();
self.onmessage = ({ data: { id, text } }) => {
  if (id) turn = turn.then(async () => {
    const answer = await fetch(ask, { method: "POST", body: text });
    self.postMessage({ id, text: await answer.text() });
  });
};
self.postMessage({ ready: true, version: "VERSION", how: "host", why: "" });
"""
"""Speaks as engine/worker.mjs does."""
ENGINE = """
import json, sys
from hexumpire import api
for line in sys.stdin:
    print(json.dumps(api.handle(json.loads(line))), flush=True)
"""


class Engine:
    """The engine in a process of its own, which begins with the first question."""

    def __init__(self) -> None:
        self.process: subprocess.Popen[str] | None = None
        self.turn = threading.Lock()

    def ask(self, text: str) -> str:
        """What it answers to the text of a request."""
        with self.turn:
            if self.process is None:
                words = [sys.executable, "-c", ENGINE]
                env = os.environ | {"PYTHONPATH": str(build.ROOT / "pycore")}
                self.process = subprocess.Popen(
                    words, env=env, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8"
                )
            assert self.process.stdin
            assert self.process.stdout
            self.process.stdin.write(json.dumps(text) + "\n")
            self.process.stdin.flush()
            return str(json.loads(self.process.stdout.readline()))

    def close(self) -> None:
        """End it."""
        if self.process:
            self.process.communicate()


@contextmanager
def hosted(root: Path, **settings: object) -> Iterator[build.Server]:
    """Serve a copy of the site with the engine beside the browser; settings are those of the server."""
    engine = Engine()
    version = json.loads((root / "engine" / "config.json").read_text())["version"]
    worker = WORKER.replace("VERSION", version).encode()

    class Handler(build.Handler):
        def do_GET(self) -> None:
            if self.path == "/engine/worker.mjs":
                return self.reply(200, worker, ".mjs")
            return super().do_GET()

        def do_POST(self) -> None:
            asked = self.rfile.read(int(self.headers["Content-Length"])).decode()
            return self.reply(200, engine.ask(asked).encode(), ".json")

    try:
        with build.Server(root, handler=Handler, **settings) as server:
            yield server
    finally:
        engine.close()
