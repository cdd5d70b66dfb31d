"""docs/adding-a-ruleset.md, followed to the letter in a copy of the tree."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import build

pytestmark = [pytest.mark.host, pytest.mark.slow]
GUIDE = build.ROOT / "docs" / "adding-a-ruleset.md"
LEFT_OUT = (".git", ".build", "dist", "node_modules", "__pycache__")


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The tree without what the build makes, as a newcomer gets it."""
    root = tmp_path_factory.mktemp("newcomer") / "tree"
    shutil.copytree(build.ROOT, root, ignore=shutil.ignore_patterns(*LEFT_OUT))
    types = Path(".build", "mypy_cache")  # of what a newcomer has not changed, mypy knows the types from here
    if (build.ROOT / types).exists():
        shutil.copytree(build.ROOT / types, root / types)
    return root


def sources(root: Path) -> dict[str, bytes]:
    """The engine's files, by their paths."""
    files = (path for path in (root / "pycore").rglob("*") if path.is_file() and "__pycache__" not in path.parts)
    return {path.relative_to(root).as_posix(): path.read_bytes() for path in files}


def commands() -> list[str]:
    return [block.replace("\n   ", "\n").strip() for block in re.findall(r"```sh\n(.*?)```", GUIDE.read_text(), re.S)]


def test_every_command_of_the_guide_does_what_it_says(copy: Path) -> None:
    programs = copy / "programs"
    programs.mkdir()
    (programs / "python3").symlink_to(Path(sys._base_executable))
    env = {**os.environ, "PATH": f"{programs}{os.pathsep}{os.environ['PATH']}", "PYTHONPATH": "pycore"}
    env.pop("PYTEST_XDIST_WORKER", None)
    said = []
    before = sources(copy)
    for command in commands():
        done = subprocess.run(["sh", "-ec", command], cwd=copy, env=env, capture_output=True, text=True, timeout=900)
        assert done.returncode == 0, f"{command}\n{done.stdout[-6000:]}{done.stderr[-3000:]}"
        said.append(done.stdout)
    assert "pycore/hexumpire/rulesets/mygame/ruleset.py" in said[0]
    assert "The end: The attacker takes the hex" in said[1]
    assert re.search(r"[1-9]\d* passed", said[2])
    changed = {path for path, content in sources(copy).items() if before.get(path) != content}
    assert changed
    assert all(path.startswith("pycore/hexumpire/rulesets/mygame/") for path in changed)


def test_a_key_that_is_none_is_refused() -> None:
    for key in ("", "a", "My Game", "../x", "class", "aworldatwar"):
        with pytest.raises(build.BuildError):
            build.new_ruleset(key)
