"""``python3 build.py fuzz``: bend what players may send for some minutes, and tell what does not hold."""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import Counter
from pathlib import Path

from tests.fuzz import running
from tests.fuzz.targets import TARGETS

DATABASE = Path(__file__).resolve().parents[2] / ".build" / "fuzz"
ROUND = 60
"""So many cases of a target are tried before the next one's turn."""
PAGE = 0.2
"""This part of the time is the browser's."""


def main(words: list[str]) -> int:
    """Run a campaign, or try one case again. Returns 1 when something does not hold."""
    parser = argparse.ArgumentParser(prog="build.py fuzz", allow_abbrev=False)
    parser.add_argument("--minutes", type=float, default=5.0, help="for how long")
    parser.add_argument("--seed", type=int, default=1, help="other cases are drawn of another seed")
    parser.add_argument("--only", choices=TARGETS, action="append", help="one target; may be said again")
    parser.add_argument("--no-page", action="store_true", help="without a browser")
    parser.add_argument("--again", nargs=2, metavar=("TARGET", "CASE"), help="one case, as a campaign printed it")
    args = parser.parse_args(words)
    if args.again:
        running.again(args.again[0], json.loads(args.again[1]))
        print("holds")
        return 0
    page = not (args.no_page or args.only)
    end = time.monotonic() + 60 * args.minutes
    wrong = engine(args.only or list(TARGETS), args.seed, end - 60 * args.minutes * PAGE * page)
    if page:
        from tests.fuzz import page as browser

        found = browser.campaign(end, args.seed)
        for where, faults in found:
            print(f"FAILED: page {where[:3000]}\n    " + "\n    ".join(faults)[:900])
        wrong += len(found)
    print(f"{wrong} failures")
    return 1 if wrong else 0


def engine(names: list[str], seed: int, end: float) -> int:
    """Try targets in turn until a moment; tell of the failures, and how many there are."""
    tried: Counter[str] = Counter()
    failed: set[str] = set()
    turn = 0
    while time.monotonic() < end and len(failed) < len(names):
        for name in names:
            if name in failed or time.monotonic() > end:
                continue
            tried[name] += ROUND
            found = running.tried(name, seed * 100_000 + turn, ROUND, DATABASE)
            if found:
                failed.add(name)
                case, error = found
                said = " ".join(str(error).split())[:500]
                print(
                    f"FAILED: {name}: {type(error).__name__}: {said}\n    {running.reproduction(name, case)}",
                    flush=True,
                )
        turn += 1
    print(", ".join(f"{name} {tried[name]}" for name in names) + " cases", flush=True)
    return len(failed)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
