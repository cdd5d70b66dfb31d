"""The page's Python runs on MicroPython, which lacks some of Python's syntax and library."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

import build

UI = Path(__file__).parents[2] / "web" / "ui"
HAVE = {
    "asyncio",
    "collections",
    "json",
    "math",
    "js",
    "_pyscript",
}  # besides the page's own modules and those of the board
FILES = sorted(file for file in UI.glob("*.py") if file.stem != "shapes")  # which the site does not have

pytestmark = pytest.mark.host


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_no_syntax_that_micropython_lacks(file: Path) -> None:
    found = []
    for node in ast.walk(ast.parse(file.read_text())):
        lacks = (
            (isinstance(node, ast.List | ast.Tuple | ast.Set) and any(isinstance(e, ast.Starred) for e in node.elts))
            or (isinstance(node, ast.Dict) and None in node.keys)
            or isinstance(node, ast.Match)
            or (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in MISSING)
        )
        if lacks:
            found.append(f"{file.name}:{getattr(node, 'lineno', 0)}: {ast.unparse(node)[:80]}")
    assert found == []


MISSING = {"casefold", "removeprefix", "removesuffix", "title_case", "zfill", "ljust", "translate"}


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_no_library_that_micropython_lacks(file: Path) -> None:
    own = {other.stem for other in FILES} | {"board"}
    for node in ast.walk(ast.parse(build.lean(file.read_text()))):
        if isinstance(node, ast.Import):
            assert {name.name for name in node.names} <= own | HAVE
        elif isinstance(node, ast.ImportFrom):
            assert node.module in own | HAVE


def test_what_only_annotations_use_is_not_imported() -> None:
    lean = build.lean(
        "from typing import Any\nfrom state import FIGHT, State\n\ndef f(a: State, b: Any) -> Any:\n    return FIGHT\n"
    )
    assert [ast.unparse(node) for node in ast.parse(lean).body if isinstance(node, ast.ImportFrom)] == [
        "from state import FIGHT"
    ]


def test_no_game_and_no_rule_in_any_file_of_the_page() -> None:
    from hexumpire import rulesets

    files = [file for file in UI.parent.rglob("*") if file.suffix and file.suffix not in (".png", ".pyc")]
    assert len(files) > 40
    for file in files:
        text = file.read_text().lower()
        for key in rulesets.known():
            assert not re.search(rf"\b{key}\b", text), f"{file.name} names {key}"
            assert rulesets.get(key).title.lower() not in text


OFTEN = (
    *(UI / f"{name}.py" for name in ("parts", "why", "texts")),
    *(build.PACKAGE / "board" / f"{name}.py" for name in ("paint", "svg", "svg_counters", "svg_map")),
)
"""What is asked for hundreds of pieces of each picture and each panel."""


def sums(node: ast.AST) -> int:
    """How many sums stand in a row."""
    return sums(node.left) + sums(node.right) + 1 if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add) else 0


@pytest.mark.parametrize("file", OFTEN, ids=lambda file: file.stem)
def test_what_is_drawn_often_is_put_together_in_one_step(file: Path) -> None:
    """In MicroPython a row of ``+`` takes six times as long as one ``%`` or ``join``, and f-strings three times."""
    nodes = [*ast.walk(ast.parse(file.read_text()))]
    assert nodes
    assert [ast.unparse(node) for node in nodes if isinstance(node, ast.JoinedStr) or sums(node) > 2] == []
