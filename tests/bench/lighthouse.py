"""What Lighthouse says of the page on a phone: `python3 build.py bench lighthouse`, exit code 1 where a bar is missed.

The median of $ROUNDS visits (3), each in a browser of its own that knows nothing yet; the site is served compressed, as
static hosts do. What holds the page back is listed with its figures.

Lighthouse goes by the clock, so that it counts what else the machine had to do: judge by a quiet one. The last line has
the same score with the blocking time taken from the processor time of the page's tasks, which is nearly the same on a
busy machine; it is told and not judged.
"""

from __future__ import annotations

import json
import math
import os
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import boot

import build
from tests.browsers import CHROMIUM_FLAGS

BARS = {"performance": 0.95, "accessibility": 1.0, "best-practices": 1.0, "seo": 1.0}
FIGURES = ("first-contentful-paint", "largest-contentful-paint", "total-blocking-time", "speed-index")
SHIFT = "cumulative-layout-shift"
SLOWER = 4  # a phone, beside this machine
MEDIAN, TENTH = 600.0, 200.0  # milliseconds of blocking that Lighthouse gives 0.5 and 0.9


def visit(url: str, report: Path) -> dict[str, Any]:
    """What one visit gives, as Lighthouse reports it."""
    program = build.judges() / "lighthouse" / "cli" / "index.js"
    flags = " ".join(["--headless=new", *CHROMIUM_FLAGS])
    words = [url, "--quiet", "--output=json", "--save-assets", f"--output-path={report}", f"--chrome-flags={flags}"]
    env = {**os.environ, "CHROME_PATH": str(build.chromium())}
    subprocess.run([str(build.node()), str(program), *words], env=env, check=True, timeout=180)
    found: dict[str, Any] = json.loads(report.read_text())
    trace = report.with_name(report.stem + "-0.trace.json")
    found["blocked"] = blocked(json.loads(trace.read_text())["traceEvents"])
    trace.unlink()
    return found


def blocked(events: list[dict[str, Any]]) -> float:
    """The total blocking time in milliseconds by processor time: what each task has of it on a phone over 50 ms."""
    first = next(event for event in events if event["name"] == "firstContentfulPaint")
    tasks = (
        event.get("tdur", 0) / 1000 * SLOWER
        for event in events
        if event["name"] == "RunTask"
        and (event["pid"], event["tid"]) == (first["pid"], first["tid"])
        and event["ts"] > first["ts"]
    )
    return sum(max(0.0, task - 50) for task in tasks)


def unhurried(report: dict[str, Any]) -> float:
    """The performance score of a visit, with the blocking time by processor time; the curve is Lighthouse's."""
    total = 0.0
    entries = [entry for entry in report["categories"]["performance"]["auditRefs"] if entry["weight"]]
    for entry in entries:
        score = report["audits"][entry["id"]]["score"]
        if entry["id"] == "total-blocking-time":
            spread = math.log(max(report["blocked"], 1) / MEDIAN) * 0.9061938024368232 / -math.log(TENTH / MEDIAN)
            score = (1 - math.erf(spread)) / 2
        total += score * entry["weight"]
    return total / sum(entry["weight"] for entry in entries)


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
    rounds = int(os.environ.get("ROUNDS", "3"))
    with boot.served(Path(os.environ["DIST"])) as url, tempfile.TemporaryDirectory() as folder:
        reports = [visit(url, Path(folder) / f"{n}.json") for n in range(rounds)]
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
    scores = [unhurried(report) for report in reports]
    blocking = statistics.median(report["blocked"] for report in reports)
    each = " ".join(f"{score:.2f}" for score in scores)
    print(f"by processor time: performance {statistics.median(scores):.2f}, blocking {blocking:.0f} ms  of {each}")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
