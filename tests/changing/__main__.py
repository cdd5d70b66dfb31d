"""Seeks battles in which editions and readings part, and writes them and the document: ``python3 build.py changes``.

Without KEYs it does so for every ruleset that has editions or readings to choose between. ``--kept`` takes the battles
of the tests as they were written down before, and ``--more`` seeks only for what no battle has been found for yet.
"""

from __future__ import annotations

import contextlib
import io
import json
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import repeat
from pathlib import Path
from typing import Any

from hexumpire import cli, rulesets
from hexumpire.cli.changes import kept
from hexumpire.cli.choices import Choice, choices
from hexumpire.model.ruleset import Ruleset

from tests.changing.search import Search, pool

ROOT = Path(__file__).resolve().parents[2]
DOCUMENT = ROOT / "docs" / "changes-between-editions.md"
SEEDS = 100
SHARES = 16
"""Parts that the choices of a ruleset are dealt into, to be sought beside each other."""
LOOKED_AT = 1_500
"""Battles that the search begins with."""


def harvest(key: str) -> Path:
    """The battles that the tests of a ruleset's rules make, one document a line."""
    found = ROOT / ".build" / "changes" / f"{key}.jsonl"
    found.parent.mkdir(parents=True, exist_ok=True)
    words = ("-q", "-m", "not slow", "-p", "tests.changing.harvest", f"tests/rules/{key}")
    subprocess.run(
        [sys.executable, "-m", "pytest", *words], cwd=ROOT, env=os.environ | {"HARVEST": str(found)}, check=True
    )
    return found


def seek(ruleset: Ruleset, known: Path, more: bool) -> None:
    """Write the battles that show what changes within a ruleset; with ``more`` those that are there stay."""
    every = choices(ruleset)
    order = [(choice.key, choice.second) for choice in every]
    old = list(kept(ruleset) or ()) if more else []
    there = {(one["choice"], one["option"]) for one in old}
    wanted = [choice for choice in every if (choice.key, choice.second) not in there]
    found = list(old)
    with ProcessPoolExecutor() as pool_of_processes:
        shares = [wanted[number::SHARES] for number in range(SHARES)]
        for rows in pool_of_processes.map(share, repeat(ruleset.key), repeat(known), filter(None, shares)):
            found += rows
            write(ruleset, sorted(found, key=lambda row: order.index((row["choice"], row["option"]))))
    print(f"{ruleset.key}: {len(found)} battles", flush=True)


def share(key: str, known: Path, wanted: list[Choice]) -> list[dict[str, Any]]:
    """What is found for some of the choices."""
    search = Search(rulesets.get(key), wanted)
    for one in pool(search.ruleset, known, SEEDS, LOOKED_AT):
        search.look(one)
    return list(search.kept())


def write(ruleset: Ruleset, battles: Sequence[Mapping[str, Any]]) -> None:
    """Write the battles that are kept of a ruleset, one a line."""
    rows = [json.dumps(one, ensure_ascii=False, separators=(",", ":")) for one in battles]
    file = ROOT / "pycore" / Path(*ruleset.package.split(".")) / "changes.json"
    file.write_text("[\n" + ",\n".join(rows) + "\n]\n", encoding="utf-8")


def document() -> str:
    """What ``hexumpire changes --format markdown`` prints."""
    with contextlib.redirect_stdout(io.StringIO()) as printed:
        if cli.main(["changes", "--format", "markdown"]) != 0:
            raise SystemExit("the document cannot be made")
    return printed.getvalue()


def main(words: list[str]) -> None:
    """Seek for the rulesets named, or all."""
    keys = [word for word in words if not word.startswith("--")]
    for key in keys or rulesets.KEYS:
        ruleset = rulesets.get(key)
        if choices(ruleset):
            known = ROOT / ".build" / "changes" / f"{key}.jsonl"
            seek(ruleset, known if "--kept" in words and known.exists() else harvest(key), "--more" in words)
    DOCUMENT.write_text(document(), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
