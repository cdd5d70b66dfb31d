"""Seeks battles in which editions and readings part, and writes them and the document: ``python3 build.py changes``.

Without KEYs it does so for every ruleset that has editions or readings to choose between.
"""

from __future__ import annotations

import contextlib
import io
import json
import os
import subprocess
import sys
from pathlib import Path

from hexumpire import cli, rulesets
from hexumpire.cli.choices import choices
from hexumpire.model.ruleset import Ruleset

from tests.changing.search import Search, pool

ROOT = Path(__file__).resolve().parents[2]
DOCUMENT = ROOT / "docs" / "changes-between-editions.md"
SEEDS = 100
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


def seek(ruleset: Ruleset, known: Path) -> None:
    """Write the battles that show what changes within a ruleset."""
    search = Search(ruleset)
    for document in pool(ruleset, known, SEEDS, LOOKED_AT):
        search.look(document)
    rows = [json.dumps(one, ensure_ascii=False, separators=(",", ":")) for one in search.kept()]
    file = ROOT / "pycore" / Path(*ruleset.package.split(".")) / "changes.json"
    file.write_text("[\n" + ",\n".join(rows) + "\n]\n", encoding="utf-8")
    print(f"{ruleset.key}: {len(rows)} battles", flush=True)


def document() -> str:
    """What ``hexumpire changes --format markdown`` prints."""
    with contextlib.redirect_stdout(io.StringIO()) as printed:
        if cli.main(["changes", "--format", "markdown"]) != 0:
            raise SystemExit("the document cannot be made")
    return printed.getvalue()


def main(words: list[str]) -> None:
    """Seek for the rulesets named, or all; with --kept take the battles harvested before."""
    keys = [word for word in words if not word.startswith("--")]
    for key in keys or rulesets.KEYS:
        ruleset = rulesets.get(key)
        if choices(ruleset):
            known = ROOT / ".build" / "changes" / f"{key}.jsonl"
            seek(ruleset, known if "--kept" in words and known.exists() else harvest(key))
    DOCUMENT.write_text(document(), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
