"""The rules of the house that a machine can check: pins, locks, one version, plain files."""

from __future__ import annotations

import json
import re
import subprocess
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
pytestmark = pytest.mark.host
EXACT = re.compile(r"^[A-Za-z0-9._-]+==[0-9][A-Za-z0-9.]*$")


@pytest.fixture(scope="module")
def project() -> dict:
    return tomllib.loads((ROOT / "pyproject.toml").read_text())


NPM = [ROOT, ROOT / "tests" / "judges"]  # folders with a package.json


def committed() -> list[Path]:
    """The files of the repository, or all there are where git cannot tell."""
    try:
        listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True, text=True)
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("not a git repository")
    return [ROOT / name for name in listed.stdout.split("\0") if name and (ROOT / name).is_file()]


def test_the_version_is_in_one_place(project: dict) -> None:
    import hexumpire

    assert re.fullmatch(r"\d+\.\d+\.\d+", hexumpire.__version__)
    assert project["project"]["dynamic"] == ["version"]
    assert project["tool"]["hatch"]["version"]["path"] == "pycore/hexumpire/__init__.py"
    assert "version" not in json.loads((ROOT / "package.json").read_text())


def test_the_changelog_begins_with_this_version() -> None:
    import hexumpire

    changelog = ROOT / "CHANGELOG.md"
    if not changelog.exists():
        pytest.skip("no CHANGELOG.md yet")
    versions = re.findall(r"^## \[?v?(\d+\.\d+\.\d+)", changelog.read_text(), re.MULTILINE)
    assert versions[:1] == [hexumpire.__version__]


def test_the_engine_depends_on_nothing(project: dict) -> None:
    assert project["project"]["dependencies"] == []


def test_every_python_package_is_pinned_and_locked(project: dict) -> None:
    groups = project["dependency-groups"]
    assert {path.stem for path in (ROOT / "locks").glob("*.lock")} == set(groups)
    for group, pins in groups.items():
        locked = (ROOT / "locks" / f"{group}.lock").read_text().lower()
        for pin in pins:
            assert EXACT.match(pin), pin
            assert re.search(rf"^{re.escape(pin.lower())}\s", locked, re.MULTILINE), f"{pin}: run build.py lock"


@pytest.mark.parametrize("lock", sorted((ROOT / "locks").glob("*.lock")), ids=lambda path: path.stem)
def test_every_locked_python_package_has_hashes(lock: Path) -> None:
    text = "".join(line for line in lock.read_text().splitlines(True) if not line.lstrip().startswith("#"))
    entries = text.replace("\\\n", " ").strip().splitlines()
    assert entries
    for entry in entries:
        assert re.match(r"[a-z0-9._-]+==\S+", entry), entry
        assert "--hash=sha256:" in entry, entry


@pytest.mark.parametrize("folder", NPM, ids=lambda path: path.name)
def test_every_npm_package_is_pinned_and_locked(folder: Path) -> None:
    package = json.loads((folder / "package.json").read_text())
    npm_lock = json.loads((folder / "package-lock.json").read_text())
    for name, version in {**package.get("dependencies", {}), **package["devDependencies"]}.items():
        assert re.fullmatch(r"\d+\.\d+\.\d+", version), name
        assert npm_lock["packages"][f"node_modules/{name}"]["version"] == version
    for name, entry in npm_lock["packages"].items():
        assert not name or entry["integrity"].startswith("sha512-"), name


def test_lock_files_hold_no_addresses() -> None:
    for lock in [*(ROOT / "locks").glob("*.lock"), *(folder / "package-lock.json" for folder in NPM)]:
        text = lock.read_text()
        assert "://" not in text, lock.name
        assert '"resolved"' not in text, lock.name
        assert "--index-url" not in text, lock.name


def test_no_third_party_browser_file_is_committed() -> None:
    suffixes = {".whl", ".wasm", ".zip", ".gz", ".pyc", ".so"}
    assert not [path.name for path in committed() if path.suffix in suffixes or "node_modules" in path.parts]


def test_text_files_are_plain() -> None:
    for path in committed():
        if path.suffix in {".py", ".mjs", ".js", ".css", ".html", ".toml", ".md", ".json", ".svg", ".lock"}:
            data = path.read_bytes()
            data.decode()
            assert b"\r" not in data, path.name
            assert data.endswith(b"\n") or not data, f"{path.relative_to(ROOT)} has no newline at its end"


def test_the_engine_and_the_page_name_no_other_host_to_fetch_from() -> None:
    """Links that a reader follows are fine; scripts, styles, fonts and calls come from the site itself."""
    fetched = re.compile(r"""(?:src=|<link[^>]+href=|url\(|fetch\(|import\(|from )\s*["']?https?://""", re.IGNORECASE)
    for path in committed():
        if path.is_relative_to(ROOT / "web") and path.suffix in {".py", ".mjs", ".js", ".css", ".html"}:
            assert not fetched.search(path.read_text()), path.relative_to(ROOT)


def test_build_py_needs_the_standard_library_only() -> None:
    import ast
    import sys

    for file in (ROOT / "build.py", *(ROOT / "web" / "builder").glob("*.py")):
        tree = ast.parse(file.read_text())
        names = [alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names]
        names += [node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
        assert {name.split(".")[0] for name in names} <= {*sys.stdlib_module_names, "builder"}, file.name


def test_every_mark_is_known_without_plug_ins(project: dict) -> None:
    """Campaigns run the tests without pytest-xdist, which brings a mark of its own."""
    known = {re.split(r"\W", mark)[0] for mark in project["tool"]["pytest"]["ini_options"]["markers"]}
    known |= {"filterwarnings", "parametrize", "skip", "skipif", "usefixtures", "xfail"}
    used = {
        mark
        for file in sorted((ROOT / "tests").rglob("*.py"))
        for mark in re.findall(r"pytest\.mark\.(\w+)", file.read_text(encoding="utf-8"))
    }
    assert "parametrize" in used
    assert used - known == set()


@pytest.mark.xdist_group("project")
def test_tests_of_a_group_are_kept_on_one_worker(request: pytest.FixtureRequest) -> None:
    """Where they are shared out by group; a pytest that pytest-xdist does not know yet loses the groups silently."""
    if not getattr(request.config.option, "loadgroup", False):
        pytest.skip("these tests are not shared out by group")
    assert request.node.nodeid.endswith("@project")
