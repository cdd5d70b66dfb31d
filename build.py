#!/usr/bin/env python3
"""Build, serve and test Hex Umpire: `python3 build.py VERB`. `python3 build.py --help` lists the verbs.

Needs Python 3.11 or newer and nothing else: each verb fetches what it needs the first time, through pip and npm as
they are set up on this machine, checks it against the hashes in the lock files, and works offline from then on.
On Debian, as root, a missing Chromium (for `test`) or venv module comes from apt.

The verbs are here; what they are made of lies in web/builder/.

What goes where:
    pyproject.toml, locks/*.lock   pinned Python packages, one dependency group and one lock file for each purpose
    package.json, package-lock.json   pinned browser files (Pyodide, PyScript, MicroPython), two tools that make them
                          smaller, and axe-core for the tests
    .build/env/GROUP/     a virtual environment with the packages of that group
    .build/wheels/GROUP/  wheels that are shipped or tested as they are, not installed
    .build/wheel/         our own wheel
    .build/mutation/      which test runs which line, for `mutate`
    .build/fuzz/          cases that led somewhere, for `fuzz`
    .build/pyodide/       Pyodide without what the engine cannot use, made by web/engine/build/trim.mjs
    .build/engine/        what the browser's Python starts from: library, memory snapshot, bundles
    .build/pycache/       the tests' modules, compiled
    .build/stamps/        what each finished step was made from, so that a step runs again only when that changed
    .build/judges/        Lighthouse and the Nu validator, which judge the finished page, as locked in tests/judges/
    node_modules/         what npm installed
    dist/                 the site: static files for any host, under any path

The site, relative to its root:
    index.html ...        the page, from web/ (by web/prerender.py where there is one)
    embed.html embed/     a battle shown in a frame of another page; hex-umpire.js puts such frames into pages
    sw.js                 keeps all of it, of one version, for use without a network
    engine/               our worker and its client, and Python with the engine, made by web/engine/build/make.mjs
    ui/                   the front end, with the engine's modules it draws with: compiled for MicroPython
    licences.txt          ours and those of the files below
    pyodide/ pyscript/ micropython/   third-party files, as published; of Pyodide only what the engine can use
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import sys
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent / "web"))

from builder.modules import lean
from builder.newcomer import new_ruleset
from builder.pages import BOARD, check_sizes, copy_service_worker, site, version, wheel
from builder.running import BUILD, DIST, NODE_MODULES, PACKAGE, ROOT, BuildError, building, run, say, show, told
from builder.serving import MIME, Handler, Server
from builder.tools import (
    PYODIDE_PYTHON,
    apt_install,
    chromium,
    environment,
    headless,
    java,
    judges,
    lock_file,
    node,
    node_modules,
    npm,
    wheels,
)

__all__ = [  # what the tests use of it
    "BOARD",
    "DIST",
    "MIME",
    "NODE_MODULES",
    "PACKAGE",
    "ROOT",
    "BuildError",
    "Handler",
    "Server",
    "apt_install",
    "building",
    "check_sizes",
    "chromium",
    "copy_service_worker",
    "headless",
    "java",
    "judges",
    "lean",
    "new_ruleset",
    "node",
    "node_modules",
    "site",
    "version",
    "wheel",
    "wheels",
]

OUR_GROUPS = ("build", "node", "test", "screenshots", "lock")  # installed on this machine
BROWSER_GROUPS = ("site", "pyodide")  # installed in Pyodide
COMPILED = {"PYTHONDONTWRITEBYTECODE": "", "PYTHONPYCACHEPREFIX": str(BUILD / "pycache")}
"""Modules are compiled once, whatever the machine says, and not into the tree."""
SLOW_TESTS = ("tests/pyodide", "tests/web", "tests/bench")  # not in `check`


def serve(args: argparse.Namespace, rest: list[str]) -> int:
    """Build the site and serve it on this machine; reload the page after a change and it is built again."""
    site()
    with Server(DIST, args.port, before_page=staticmethod(site), verbose=args.verbose) as server:
        print(f"Hex Umpire is at {server.url}", flush=True)
        with contextlib.suppress(KeyboardInterrupt):
            server.serve_forever()
    return 0


def build_site(args: argparse.Namespace, rest: list[str]) -> int:
    """Build the site into dist/: copy that folder to any static host."""
    print(site())
    return 0


def build_wheel(args: argparse.Namespace, rest: list[str]) -> int:
    """Build the engine's wheel."""
    print(wheel())
    return 0


def linted(programs: Path, tests: Callable[[], int], needed: Callable[[], object] | None = None) -> list[str]:
    """Run the linter, the formatter's check and the type checker beside the tests; return those that complained.

    What only some tests ask for, by the same calls, is made beside them, too: ``needed``.
    """
    checks: dict[str, list[str | Path]] = {
        "ruff check": [programs / "ruff", "check", "--quiet"],
        "ruff format": [programs / "ruff", "format", "--check", "--quiet", "--diff"],
        "mypy": [programs / "mypy", "--no-error-summary"],
    }
    with ThreadPoolExecutor(len(checks) + 1) as beside:
        making = beside.submit(needed) if needed else None
        waiting = {name: beside.submit(told, *command) for name, command in checks.items()}
        failed = ["pytest"] if tests() else []
        if making:
            making.result()
    for name, check in waiting.items():
        code, text = check.result()
        print(text, end="", flush=True)
        failed += [name] if code else []
    return failed


def close(failed: Sequence[str]) -> int:
    """Return the exit code, after saying which steps failed: below pytest's closing line only if any did."""
    if failed:
        say(f"FAILED: {', '.join(failed)}")
    return 1 if failed else 0


def check(args: argparse.Namespace, rest: list[str]) -> int:
    """Check style and types and run the quick tests, without a browser and Pyodide: before each commit."""
    programs = environment("test")
    where = ["-m", "not slow", *(f"--ignore={path}" for path in SLOW_TESTS)]
    if any(word.startswith("tests") for word in rest):
        where = []
    pytest: tuple[str | Path, ...] = (programs / "python", "-m", "pytest", "-q", "-n", "auto", *where, *rest)
    return close(linted(programs, lambda: show(*pytest, env=COMPILED)))


def test(args: argparse.Namespace, rest: list[str]) -> int:
    """Run everything: style, types, all tests (also of the wheel in Pyodide, and of the page)."""
    programs = environment("test")
    env = browsing() | {"HEXUMPIRE_BROWSERS": ",".join(args.browsers)}
    # A worker for each core, and one for when another waits for its browser; tests that share a costly process are
    # kept on one by xdist_group.
    workers = str((os.cpu_count() or 1) + 1)
    pytest = (programs / "python", "-m", "pytest", "-q", "-n", workers, "--dist", "loadgroup", "--durations=15")
    return close(linted(programs, lambda: show(*pytest, *rest, env=COMPILED | env), needed_by_some))


def browsing() -> dict[str, str]:
    """Return what tests and campaigns with a browser are told of the machine's programs."""
    return {"HEADLESS_SHELL": str(headless()), "CHROMIUM": str(chromium()), "NODE": str(node())}


def needed_by_some() -> None:
    """Make what tests of the page and of the wheel need, while other tests run."""
    site()
    wheels("pyodide")
    judges()


def coverage(args: argparse.Namespace, rest: list[str]) -> int:
    """Tell which lines and branches of the engine the tests without a browser run; counting makes them slow."""
    where = [f"--ignore={path}" for path in SLOW_TESTS]
    reports = ("--cov", "--cov-report=term", f"--cov-report=html:{BUILD / 'coverage' / 'html'}")
    return show(environment("test") / "python", "-m", "pytest", "-q", "-n", "auto", *reports, *where, *rest)


def campaign(name: str, *words: str, browser: bool = False) -> int:
    """Run one of the slow campaigns of the tests, with or without a browser."""
    env = COMPILED | {"PYTHONPATH": os.pathsep.join(str(folder) for folder in (ROOT / "pycore", ROOT / "tests", ROOT))}
    if browser:
        env |= browsing()
    return show(environment("test") / "python", "-m", f"tests.{name}", *words, env=env)


def mutate(args: argparse.Namespace, rest: list[str]) -> int:
    """Put faults into the rules, one at a time, and tell which of them no test notices."""
    return campaign("mutation", *rest)


def fuzz(args: argparse.Namespace, rest: list[str]) -> int:
    """Bend what players may send, in the engine and in a browser, and tell what does not hold."""
    return campaign("fuzz", *rest, browser=not {"--no-page", "--only", "--again"} & set(rest))


def more(args: argparse.Namespace, rest: list[str]) -> int:
    """Fight the random battles of the tests, many more of them than whenever all tests are run."""
    files = [
        file for file in (ROOT / "tests").rglob("test_*.py") if "from tests.amount import many" in file.read_text()
    ]
    words: tuple[str | Path, ...] = ("-m", "pytest", "-q", "-n", "auto", *sorted(files), *rest)
    return show(environment("test") / "python", *words, env=COMPILED | {"HEXUMPIRE_MORE": "1"})


def endure(args: argparse.Namespace, rest: list[str]) -> int:
    """Use the page for long, with storage full or cleared, two tabs, tabs killed and versions renewed."""
    return campaign("endure", "--browsers", ",".join(args.browsers), *rest, browser=True)


def changes(args: argparse.Namespace, rest: list[str]) -> int:
    """Seek battles in which editions and readings differ, and write docs/changes-between-editions.md."""
    return campaign("changing", *rest)


def bench(args: argparse.Namespace, rest: list[str]) -> int:
    """Run benchmarks: `engine` on this Python and in Pyodide, any other NAME as tests/bench/NAME.py."""
    names = rest or ["engine"]
    for name in names:
        if not (ROOT / "tests" / "bench" / f"{name}.py").exists():
            raise BuildError(f"there is no tests/bench/{name}.py")
    python = environment("test") / "python"
    for name in names:
        if name == "engine":
            if code := bench_engine(python):
                return code
            continue
        path = os.pathsep.join(str(folder) for folder in (ROOT / "pycore", ROOT, ROOT / "tests"))
        env = {"PYTHONPATH": path, "CHROMIUM": str(chromium()), "NODE": str(node()), "DIST": str(site())}
        if code := show(python, f"tests/bench/{name}.py", env=env):
            return code
    return 0


def bench_engine(python: Path) -> int:
    """Print the figures of tests/bench/engine.py on both Pythons side by side, with the budget each has in Pyodide.

    Its rows are `{"name", "ms", "budget_ms", "note"}`; a row may be there on one Python only, a budget may be missing.
    Returns 1 when a figure of Pyodide is over its budget.
    """
    measure = "import engine, json; print(); print(json.dumps(engine.run()))"
    path = os.pathsep.join(str(ROOT / folder) for folder in ("pycore", "tests/bench", "tests"))
    inside = f"import sys; sys.path[:0] = ['/repo/tests/bench', '/repo/tests']; {measure}"
    native, pyodide = (
        {row["name"]: row for row in json.loads(printed.strip().splitlines()[-1])}
        for printed in (
            run(python, "-c", measure, env={"PYTHONPATH": path}),
            run(node(), "tests/pyodide/host.mjs", "--run", inside),
        )
    )
    held: dict[str, bool] = {}
    print(f"{'ms':44}{'CPython':>10}{'Pyodide':>10}{'budget':>10}")
    for name in native | pyodide:
        here, there = native.get(name), pyodide.get(name)
        budget = (there or {}).get("budget_ms")
        late = there is not None and budget is not None and there["ms"] > budget
        if there is not None and budget is not None:
            held[f"{name} {there['ms'] / budget:.2f} x its budget"] = not late
        cells = [f"{row['ms']:10.2f}" if row else f"{'-':>10}" for row in (here, there)]
        cells.append(f"{budget:10.0f}" if budget else f"{'':10}")
        print(f"{name:44}{''.join(cells)}  {'OVER  ' if late else ''}{(there or here or {}).get('note', '')}")
    missed = [name for name, kept in held.items() if not kept]
    print(f"{len(held) - len(missed)} of {len(held)} budgets held")
    for name in missed:
        print(f"    MISSED: {name}")
    print(f"load of this machine: {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    return 1 if missed else 0


def screenshots(args: argparse.Namespace, rest: list[str]) -> int:
    """Take the screenshots that the page's manifest shows anew, into web/icons/."""
    return show(environment("screenshots") / "python", ROOT / "web" / "screenshots.py")


def lock(args: argparse.Namespace, rest: list[str]) -> int:
    """Write the lock files anew from pyproject.toml and package.json, with hashes and without addresses."""
    uv = environment("lock") / "uv"
    for group in OUR_GROUPS + BROWSER_GROUPS:
        flags = ("--generate-hashes", "--universal", "--no-emit-index-url", "--no-emit-find-links")
        version = ("--python-version", PYODIDE_PYTHON if group in BROWSER_GROUPS else "3.11")
        note = ("--custom-compile-command", "python3 build.py lock")
        run(
            uv,
            "pip",
            "compile",
            "-q",
            "--group",
            f"pyproject.toml:{group}",
            *flags,
            *version,
            *note,
            "-o",
            lock_file(group),
        )
    for folder in (ROOT, ROOT / "tests" / "judges"):
        npm("install", "--package-lock-only", "--omit-lockfile-registry-resolved", folder=folder)
        locked = json.loads((folder / "package-lock.json").read_text())
        for package in locked["packages"].values():
            package.pop("funding", None)  # addresses
        (folder / "package-lock.json").write_text(json.dumps(locked, indent=2, ensure_ascii=False) + "\n")
    return 0


def newcomer(args: argparse.Namespace, rest: list[str]) -> int:
    """Begin a ruleset: a copy of the toy of the tests under a KEY of its own (docs/adding-a-ruleset.md)."""
    if len(rest) != 1:
        raise BuildError("name the ruleset: python3 build.py new-ruleset KEY")
    for file in new_ruleset(rest[0]):
        print(file.relative_to(ROOT))
    return 0


Verb = Callable[[argparse.Namespace, list[str]], int]
BROWSERS = ("chromium", "firefox", "webkit")
VERBS: dict[str, tuple[Verb, str]] = {  # verb: what does it, and what the words after it are
    "serve": (serve, "[--port N] [--verbose]"),
    "site": (build_site, ""),
    "wheel": (build_wheel, ""),
    "check": (check, "[pytest arguments]"),
    "test": (test, "[--browsers NAME,...] [pytest arguments]"),
    "coverage": (coverage, "[pytest arguments]"),
    "bench": (bench, "[NAME ...]"),
    "mutate": (mutate, "[--sample N] [--seed S] [PATH ...]"),
    "fuzz": (fuzz, "[--minutes N] [--seed S] [...]"),
    "more": (more, "[pytest arguments]"),
    "endure": (endure, "[--browsers NAME,...] [--battles N] [...]"),
    "changes": (changes, "[--kept] [--more] [KEY ...]"),
    "new-ruleset": (newcomer, "KEY"),
    "screenshots": (screenshots, ""),
    "lock": (lock, ""),
}


def main(words: list[str]) -> int:
    """Carry out one verb."""
    lines = [f"  {verb:11} {usage:37} {(do.__doc__ or '').splitlines()[0]}" for verb, (do, usage) in VERBS.items()]
    parser = argparse.ArgumentParser(
        prog="build.py",
        description="Build, serve and test Hex Umpire.",
        epilog="verbs:\n" + "\n".join(lines),
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("verb", choices=VERBS, metavar="VERB", help="what to do, see below")
    parser.add_argument("--port", type=int, default=8000, help="serve: the port (0: any free one)")
    parser.add_argument("--verbose", action="store_true", help="serve: tell of each request")
    parser.add_argument(
        "--browsers",
        type=lambda text: list(BROWSERS) if text == "all" else text.split(","),
        default=list(BROWSERS[:1]),
        help=f"test, endure: in which to play battles, of {', '.join(BROWSERS)}; or all",
    )
    args, rest = parser.parse_known_args(words)
    do, usage = VERBS[args.verb]
    if rest and not usage.endswith(("arguments]", "...]", "KEY")):
        parser.error(f"{args.verb} takes no {rest[0]!r}")
    if unknown := set(args.browsers) - set(BROWSERS):
        parser.error(f"unknown browser {sorted(unknown)[0]!r}: choose from {', '.join(BROWSERS)}")
    try:
        return do(args, rest)
    except BuildError as error:
        say(str(error))
        return 1
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
