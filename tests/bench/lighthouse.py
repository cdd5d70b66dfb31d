"""What Lighthouse says of the page on a phone: `python3 build.py bench lighthouse`, exit code 1 where a bar is missed.

The median of $ROUNDS visits (3), each in a browser of its own that knows nothing yet; the site is served compressed, as
static hosts do. A visit also counts what else the machine had to do: judge by a quiet one. What holds the page back is
listed with its figures.
"""

from __future__ import annotations

import http.server
import json
import os
import statistics
import subprocess
import sys
import tempfile
import threading
from pathlib import Path
from typing import Any

import boot

import build

BARS = {"performance": 0.95, "accessibility": 1.0, "best-practices": 1.0, "seo": 1.0}
FIGURES = ("first-contentful-paint", "largest-contentful-paint", "total-blocking-time", "speed-index")
SHIFT = "cumulative-layout-shift"


def visit(url: str, report: Path) -> dict[str, Any]:
    """What one visit gives, as Lighthouse reports it."""
    program = build.judges() / "lighthouse" / "cli" / "index.js"
    flags = " ".join(["--headless=new", *boot.FLAGS])
    words = [url, "--quiet", "--output=json", f"--output-path={report}", f"--chrome-flags={flags}"]
    env = {**os.environ, "CHROME_PATH": str(build.chromium())}
    subprocess.run([str(build.node()), str(program), *words], env=env, check=True, timeout=180)
    found: dict[str, Any] = json.loads(report.read_text())
    return found


def lost(report: dict[str, Any]) -> list[str]:
    """What keeps a visit from full marks."""
    rows = []
    for category in (report["categories"][name] for name in BARS):
        for entry in category["auditRefs"]:
            audit = report["audits"][entry["id"]]
            if entry["weight"] and audit["score"] is not None and audit["score"] < 1:
                rows.append(f"{category['id']}: {audit['title']}: {audit.get('displayValue', '')} ({audit['score']})")
    tasks = report["audits"]["long-tasks"].get("details", {}).get("items", [])
    return rows + [f"long task: {task['duration']:.0f} ms, {task['url'].split('/', 3)[-1]}" for task in tasks[:6]]


def main() -> int:
    """Visit the page, and set what it reached beside the bars."""
    boot.SlowHandler.root = Path(os.environ["DIST"])
    rounds = int(os.environ.get("ROUNDS", "3"))
    with (
        http.server.ThreadingHTTPServer(("127.0.0.1", 0), boot.SlowHandler) as server,
        tempfile.TemporaryDirectory() as folder,
    ):
        threading.Thread(target=server.serve_forever, daemon=True).start()
        url = f"http://127.0.0.1:{server.server_address[1]}/"
        reports = [visit(url, Path(folder) / f"{n}.json") for n in range(rounds)]
        server.shutdown()
    missed = 0
    for name, bar in BARS.items():
        scores = [report["categories"][name]["score"] for report in reports]
        score = statistics.median(scores)
        missed += score < bar
        each = " ".join(f"{score:.2f}" for score in scores)
        print(f"{name:26}{score:8.2f}  bar {bar:.2f}  {'MISSED' if score < bar else 'ok':6}  of {each}")
    for name in FIGURES:
        print(f"{name:26}{statistics.median(report['audits'][name]['numericValue'] for report in reports):8.0f} ms")
    print(f"{SHIFT:26}{statistics.median(report['audits'][SHIFT]['numericValue'] for report in reports):8.3f}")
    middle = sorted(reports, key=lambda report: report["categories"]["performance"]["score"])[rounds // 2]
    for line in lost(middle):
        print(f"  {line}")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
