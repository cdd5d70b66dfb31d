"""README, CONTRIBUTING and docs/: what they name is there, and what they show does what they say."""

from __future__ import annotations

import contextlib
import io
import json
import re
import tomllib
from pathlib import Path

import hexumpire
import pytest
from hexumpire import api

ROOT = Path(__file__).parents[2]
pytestmark = pytest.mark.host
PAGES = [
    path
    for path in (ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md")))
    if path.exists() and path.name != "changes-between-editions.md"
]
ROOTS = (
    "",
    "pycore/hexumpire",
    "web",
    "tests",
    "docs",
    "pycore/hexumpire/rulesets/aworldatwar",
    "tests/unit",
    "pycore/hexumpire/cli/wiki/kit/mediawiki",
)
"""Where a file may stand that a page names: pages of a ruleset name it by its place in the ruleset's folder."""
FILE = re.compile(r"`([\w./-]+\.(?:py|toml|json|md|mjs|js|html|txt))`")
READERS = {"my.toml", "battle.toml", "index.md", "conf/mime.local.conf", "name.toml", "index.html"}
"""What readers make themselves, or a wiki has."""
API = (ROOT / "docs" / "api.md").read_text(encoding="utf-8") if (ROOT / "docs").exists() else ""
"""None inside Pyodide, where the pages are not at hand (and these tests are not run)."""


def block(kind: str, number: int = 0) -> str:
    return re.findall(rf"```{kind}\n(.*?)```", API, re.DOTALL)[number]


@pytest.mark.parametrize("page", PAGES, ids=lambda path: path.name)
def test_files_that_a_page_names_are_there(page: Path) -> None:
    names = set(FILE.findall(page.read_text(encoding="utf-8"))) - READERS
    gone = {
        name
        for name in names
        if "PHASE" not in name
        and "SUBJECT" not in name
        and "mygame" not in name
        and not any((ROOT / folder / name).exists() for folder in ROOTS)
        and not any((ROOT / "web").rglob(name.rpartition("/")[2]))
    }
    assert gone == set()


def test_every_operation_is_told_and_no_other() -> None:
    told = re.findall(r"^\| `(\w+)` \|", API.partition("## Operations")[2].partition("\n\n###")[0], re.MULTILINE)
    assert sorted(told) == sorted(api.OPERATIONS)


def test_the_scenario_that_is_shown_can_be_fought() -> None:
    battle = hexumpire.start(json.loads(block("json")))
    assert battle.assessment
    assert battle.assessment.headline == "6 : 5 → 1:1"


def test_the_lines_of_python_print_what_is_below_them() -> None:
    said = io.StringIO()
    with contextlib.redirect_stdout(said):
        exec(compile(block("python"), "api.md", "exec"), {})
    assert f"# {said.getvalue().strip()}\n" in block("python")


def test_the_diary_that_is_shown_is_read() -> None:
    battle = hexumpire.start(hexumpire.example("aworldatwar", "suez-12")).play("d6=6")
    document = tomllib.loads(block("toml").replace("LINK", hexumpire.to_link(battle)))
    answer = json.loads(api.handle(json.dumps({"op": "diary", **document, "format": "text"})))
    assert "Ben attacks" in answer["result"]["document"]
