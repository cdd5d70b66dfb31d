"""``python3 build.py mutate``: draw mutants, let the tests look at them, tell which nobody noticed."""

from __future__ import annotations

import argparse
import importlib
import os
import random
import resource
import sys
import time
from collections.abc import Sequence
from datetime import UTC, datetime

from tests.mutation import kept, recording, running
from tests.mutation.operators import Mutant, mutants
from tests.mutation.recording import ENGINE

WHERE = ("rulesets/*/rules", "rulesets/*/phases", "kit", "analysis")
"""Where the rules are, and what is worked out of them."""
BAR = 0.97
"""So many of the mutants that are a fault must be noticed."""
PROGRESS = 50
"""After so many mutants it is told how far it is."""
LOADED_ONCE = ("hypothesis", "icepool", "json", "fractions", "dataclasses", "unittest.mock")
"""What the tests load beside the engine: before the first process is forked."""


def modules(paths: Sequence[str]) -> dict[str, set[int]]:
    """The modules that paths name, from the engine's folder on or from here, and the lines of each (none: all).

    Raises SystemExit, with the path, where there is no such module.
    """
    found: dict[str, set[int]] = {}
    for path in paths:
        name, _, line = path.partition(":")
        inside = name.rpartition("hexumpire/")[2].rstrip("/")
        places = [
            file for place in ENGINE.glob(inside) for file in ([place] if place.is_file() else place.rglob("*.py"))
        ]
        if not places or (line and not line.isdigit()):
            raise SystemExit(
                f"mutate: {path!r} names no module of the engine: say kit, analysis/walk.py or kit/turn.py:80"
            )
        for file in places:
            found.setdefault(str(file.relative_to(ENGINE)), set()).update({int(line)} if line else ())
    return dict(sorted(found.items()))


def drawn(wanted: dict[str, set[int]], sample: int, seed: str) -> list[Mutant]:
    """So many mutants of these modules and lines, the same for the same seed; all where the sample is 0."""
    every = [
        mutant
        for module, lines in wanted.items()
        for mutant in mutants(module, (ENGINE / module).read_text(encoding="utf-8"))
        if not lines or mutant.line in lines
    ]
    return random.Random(seed).sample(every, sample) if 0 < sample < len(every) else every


def read(words: Sequence[str]) -> argparse.Namespace:
    """What the command line says."""
    parser = argparse.ArgumentParser(prog="build.py mutate", description=__doc__, allow_abbrev=False)
    parser.add_argument(
        "path", nargs="*", help=f"folder or module of the engine, or module.py:LINE ({' '.join(WHERE)})"
    )
    parser.add_argument("--sample", type=int, default=300, metavar="N", help="how many mutants (300; 0: all)")
    parser.add_argument("--seed", default=f"{datetime.now(UTC):%Y%m%d}", metavar="S", help="which (the day's date)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, metavar="N", help="how many at once")
    parser.add_argument(
        "--patience", type=float, default=running.PATIENCE, metavar="S", help="seconds of tests for each"
    )
    return parser.parse_args(words)


def main(words: Sequence[str]) -> int:
    """Draw, look, tell; 1 where fewer are noticed than must be."""
    args = read(words)
    start = time.monotonic()
    wanted = modules(args.path or WHERE)
    for name in LOADED_ONCE:
        importlib.import_module(name)
    records = recording.records(args.jobs)
    all_drawn = drawn(wanted, args.sample, args.seed)
    asked = kept.without(all_drawn, kept.equivalent())
    listed = len(all_drawn) - len(asked)
    print(f"{len(all_drawn)} mutants, seed {args.seed}, {listed} of them in the list of equivalent ones", flush=True)
    alive = 0
    looks = (running.plan(mutant, records, args.patience) for mutant in asked)
    for number, verdict in enumerate(running.verdicts(looks, args.jobs), 1):
        if number % PROGRESS == 0:
            print(f"{number} of {len(asked)} looked at", flush=True)
        if not verdict.noticed:
            alive += 1
            print(f"ALIVE, {verdict.looked} tests looked: {verdict.mutant}", flush=True)
    minutes = (time.monotonic() - start) / 60
    used = sum(resource.getrusage(resource.RUSAGE_CHILDREN)[:2]) / 60
    noticed = len(asked) - alive
    part = noticed / len(asked) if asked else 1.0
    print(f"{noticed} of {len(asked)} noticed, {part:.1%}, {alive} alive")
    print(f"{minutes:.1f} minutes, of which the processor worked {used:.1f}")
    return int(part < BAR)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
