"""The built wheel inside Pyodide, installed with micropip, under Node.js: no browser."""

from __future__ import annotations

import json
import os
import subprocess
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import build

pytestmark = pytest.mark.xdist_group("pyodide")  # one Node.js for all of them
HERE = Path(__file__).parent
SUITES = ("golden", "vectors", "conformance", "unit/test_api.py", "unit/test_codec.py", "unit/test_record.py")
"""What shows that the engine answers there as it does here; the rules themselves are tested here."""
SEEDS = "0:20"
"""The random scenarios of each ruleset that are played there: a few of those that CPython's suite looks at."""


class Pyodide:
    """A Node.js process that runs Pyodide."""

    def __init__(self) -> None:
        env = {**os.environ, "PYODIDE_WHEELS": json.dumps([str(path) for path in build.wheels("pyodide")])}
        build.wheel(), build.wheels("site"), build.node_modules()
        command = [str(build.node()), str(HERE / "host.mjs")]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=env)

    def ask(self, **request: str) -> dict[str, Any]:
        assert self.process.stdin and self.process.stdout
        self.process.stdin.write(json.dumps(request) + "\n")
        self.process.stdin.flush()
        answer = self.process.stdout.readline()
        assert answer, "Node.js ended: see what it wrote to stderr"
        return json.loads(answer)

    def handle(self, **request: Any) -> Any:
        """Call the engine as the page does, with strings of JSON."""
        answer = self.ask(handle=json.dumps(request))
        assert "error" not in answer, answer["error"]
        return json.loads(answer["text"])

    def python(self, code: str) -> Any:
        """Run Python and return its last expression."""
        answer = self.ask(python=code)
        assert "error" not in answer, answer["error"] + answer["output"]
        return json.loads(answer["text"])

    def close(self) -> None:
        self.process.communicate()


@pytest.fixture(scope="module")
def pyodide() -> Iterator[Pyodide]:
    process = Pyodide()
    yield process
    process.close()


def test_the_wheel_is_what_is_imported(pyodide: Pyodide) -> None:
    assert pyodide.python("import hexumpire; hexumpire.__version__") == build.version()
    assert "site-packages" in pyodide.python("hexumpire.__file__")
    assert pyodide.python("import importlib.metadata; importlib.metadata.version('hexumpire')") == build.version()


def test_the_engine_needs_no_package(pyodide: Pyodide) -> None:
    assert pyodide.python("import importlib.metadata; importlib.metadata.requires('hexumpire')") is None


def test_rulesets(pyodide: Pyodide) -> None:
    answer = pyodide.handle(op="rulesets")
    assert "error" not in answer
    assert answer


@pytest.mark.parametrize("text", ["", "nonsense", "[]", "{}", '{"op": "no such op"}', '{"op": 7}', "\ud800"])
def test_user_errors_are_answers(pyodide: Pyodide, text: str) -> None:
    answer = pyodide.ask(handle=text)
    assert set(answer) == {"text", "progress"}
    assert isinstance(json.loads(answer["text"]), dict)


def test_the_engines_own_suites_pass_in_pyodide(pyodide: Pyodide) -> None:
    suites = [f"tests/{name}" for name in SUITES if (HERE.parent / name).exists()]
    options = [
        "-q",
        "-m",
        "not slow",
        "-p",
        "no:cacheprovider",
        "--import-mode=importlib",
        "--tb=short",
        "-c",
        "pytest.ini",
    ]
    settings = tomllib.loads((build.ROOT / "pyproject.toml").read_text())["tool"]["pytest"]["ini_options"]
    lines = ["[pytest]", "pythonpath = . tests", "xfail_strict = true"]  # not ours: it names pycore/
    for name in ("filterwarnings", "markers"):
        lines += [f"{name} =", *(f"  {value}" for value in settings[name])]
    ini = "\n".join(lines)
    code = f"""
import os, pathlib, pytest
os.chdir("/repo")
os.environ["HEXUMPIRE_SEEDS"] = {SEEDS!r}
pathlib.Path("pytest.ini").write_text({ini!r})
int(pytest.main({[*options, *suites]!r}))
"""
    answer = pyodide.ask(python=code)
    assert answer.get("text") == "0", answer.get("error", "") + answer["output"][-20_000:]
    assert " passed" in answer["output"]
    print(answer["output"].strip().splitlines()[-1])
