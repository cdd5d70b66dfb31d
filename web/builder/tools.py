"""Tools and packages: each is fetched the first time it is needed, as locked."""

from __future__ import annotations

import contextlib
import importlib.util
import os
import shutil
import sys
from pathlib import Path

from builder.running import BUILD, NODE_MODULES, ROOT, BuildError, copy, digest, empty, once, run, say

NEWEST_OLD_NODE = 21  # a Node.js up to this one is too old for Pyodide's tests
PYODIDE_PYTHON = "3.14"  # the Python that Pyodide brings: its wheels are chosen for that one


def lock_file(group: str) -> Path:
    """Return the lock file of a dependency group."""
    return ROOT / "locks" / f"{group}.lock"


def has_apt() -> bool:
    """Tell whether Debian packages can be installed here and now."""
    return bool(shutil.which("apt-get")) and hasattr(os, "geteuid") and os.geteuid() == 0


def apt_install(package: str, why: str) -> None:
    """Install a Debian package, where that is possible."""
    if not has_apt():
        raise BuildError(f"{why}: install it (on Debian, {package}) and try again")
    say(f"{why}: installing Debian's {package}")
    for words in (["update"], ["install", "-y", "--no-install-recommends", package]):
        run("apt-get", "-q", "-o", "DPkg::Lock::Timeout=300", *words, env={"DEBIAN_FRONTEND": "noninteractive"})


def pip(python: Path, verb: str, group: str, *flags: str | Path) -> None:
    """Let pip install or download the wheels of a group, as locked."""
    say(f"fetching the packages of locks/{group}.lock")
    locked = ("--require-hashes", "--no-deps", "--only-binary", ":all:", "-r", lock_file(group))
    run(python, "-m", "pip", verb, "--quiet", "--disable-pip-version-check", *locked, *flags)


def environment(group: str) -> Path:
    """Make the virtual environment of a dependency group and return the folder of its programs."""
    home = BUILD / "env" / group
    programs = home / ("Scripts" if os.name == "nt" else "bin")

    def make() -> None:
        if not importlib.util.find_spec("ensurepip"):
            apt_install(f"python3.{sys.version_info.minor}-venv", "this Python has no ensurepip")
        run(sys.executable, "-m", "venv", "--clear", home)
        pip(programs / "python", "install", group)

    return once(f"env-{group}", digest(lock_file(group), sys.version, str(home)), programs, make)


def wheels(group: str) -> list[Path]:
    """Download the wheels of a group, for Pyodide's Python, and return them."""
    folder = BUILD / "wheels" / group

    def make() -> None:
        python = environment("build") / "python"
        pip(python, "download", group, "--python-version", PYODIDE_PYTHON, "-d", empty(folder))

    return sorted(once(f"wheels-{group}", digest(lock_file(group)), folder, make).glob("*.whl"))


def node() -> Path:
    """Return a Node.js that is new enough, the machine's (or $NODE) or our own; `npm` lies beside it."""
    own = os.environ.get("NODE") or shutil.which("node")
    if own and shutil.which("npm", path=str(Path(own).parent)):
        with contextlib.suppress(BuildError, ValueError):
            if int(run(own, "--version").strip().lstrip("v").split(".")[0]) > NEWEST_OLD_NODE:
                return Path(own)
    return environment("node") / "node"


def npm(*words: str, folder: Path = ROOT) -> None:
    """Run npm in a folder; nothing that it fetches may run a program."""
    program = node()
    path = f"{program.parent}{os.pathsep}{os.environ.get('PATH', '')}"
    flags = ("--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error")
    run(program.parent / "npm", *words, *flags, env={"PATH": path}, cwd=folder)


def node_modules() -> Path:
    """Install the npm packages as locked; return node_modules/."""

    def make() -> None:
        say("fetching the packages of package-lock.json")
        npm("ci")

    return once("npm", digest(ROOT / "package.json", ROOT / "package-lock.json"), NODE_MODULES, make)


def judges() -> Path:
    """Install the npm packages that judge the finished page, as locked in tests/judges/; return their node_modules/."""
    folder = BUILD / "judges"

    def make() -> None:
        say("fetching the packages of tests/judges/package-lock.json")
        copy((ROOT / "tests" / "judges").glob("package*.json"), folder)
        npm("ci", folder=folder)

    return once("judges", digest(ROOT / "tests" / "judges"), folder / "node_modules", make)


def java() -> Path:
    """Return a Java, the machine's or one that is installed now."""
    if not shutil.which("java"):
        apt_install("default-jre-headless", "no Java found")
    return Path(shutil.which("java") or "/usr/bin/java")


def chromium() -> Path:
    """Return a Chromium: $CHROMIUM, the machine's, Playwright's, or one that is installed now."""
    if os.environ.get("CHROMIUM"):
        return Path(os.environ["CHROMIUM"])
    for name in ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable"):
        if found := shutil.which(name):
            return Path(found)
    python = environment("test") / "python"
    ask = "from playwright.sync_api import sync_playwright as s\nwith s() as p: print(p.chromium.executable_path)"
    playwrights = Path(run(python, "-c", ask).strip())
    if not playwrights.exists():
        if has_apt():
            apt_install("chromium", "no Chromium found")
            return Path(shutil.which("chromium") or "/usr/bin/chromium")
        say("no Chromium found: installing Playwright's")
        run(python, "-m", "playwright", "install", "chromium")
    return playwrights


def headless() -> Path:
    """Return the Chromium without windows, which takes a quarter less of the processor; any other where there is none.

    It is $HEADLESS_SHELL, the machine's, or Debian's, installed now; $CHROMIUM, if that is set, is taken at its word.
    """
    if own := os.environ.get("HEADLESS_SHELL") or os.environ.get("CHROMIUM"):
        return Path(own)
    name = "chromium-headless-shell"
    if not shutil.which(name) and has_apt():
        with contextlib.suppress(BuildError):  # an older Debian has none
            apt_install(name, "no Chromium without windows found")
    return Path(shutil.which(name) or chromium())
