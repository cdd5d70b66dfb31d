#!/usr/bin/env python3
"""Build, serve and test Hex Umpire: `python3 build.py VERB`. `python3 build.py --help` lists the verbs.

Needs Python 3.11 or newer and nothing else: each verb fetches what it needs the first time, through pip and npm as
they are set up on this machine, checks it against the hashes in the lock files, and works offline from then on.
On Debian, as root, a missing Chromium (for `test`) or venv module comes from apt.

What goes where:
    pyproject.toml, locks/*.lock   pinned Python packages, one dependency group and one lock file for each purpose
    package.json, package-lock.json   pinned browser files (Pyodide, PyScript, MicroPython) and axe-core for the tests
    .build/env/GROUP/     a virtual environment with the packages of that group
    .build/wheels/GROUP/  wheels that are shipped or tested as they are, not installed
    .build/wheel/         our own wheel
    .build/engine/        what the browser's Python starts from: library, memory snapshot
    .build/stamps/        what each finished step was made from, so that a step runs again only when that changed
    .build/judges/        Lighthouse and the Nu validator, which judge the finished page, as locked in tests/judges/
    node_modules/         what npm installed
    dist/                 the site: static files for any host, under any path

The site, relative to its root:
    index.html ...        the page, from web/ (by web/prerender.py where there is one)
    embed.html embed/     a battle shown in a frame of another page; hex-umpire.js puts such frames into pages
    sw.js                 keeps all of it, of one version, for use without a network
    engine/               our worker and its client, and Python with the engine, made by web/engine/build/make.mjs
    ui/                   the front end's Python files, and the engine's plain-Python modules it draws with
    licences.txt          ours and those of the files below
    pyodide/ pyscript/ micropython/   third-party files, as published
"""

from __future__ import annotations

import argparse
import ast
import contextlib
import hashlib
import http.server
import importlib.util
import io
import json
import os
import shutil
import subprocess
import sys
import threading
import tokenize
import urllib.parse
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent
BUILD = ROOT / ".build"
DIST = ROOT / "dist"
NODE_MODULES = ROOT / "node_modules"
PACKAGE = ROOT / "pycore" / "hexumpire"

NEWEST_OLD_NODE = 21  # a Node.js up to this one is too old for Pyodide's tests
PYODIDE_PYTHON = "3.14"  # the Python that Pyodide brings: its wheels are chosen for that one
OUR_GROUPS = ("build", "node", "test", "lock")  # installed on this machine
BROWSER_GROUPS = ("site", "pyodide")  # installed in Pyodide
BOARD = ("docfields", "drawable", "hexgrid", "paint", "spoken", "svg", "svg_counters", "svg_map", "symbols")
SHARED_WITH_UI = tuple(f"{name}.py" for name in BOARD)  # run on MicroPython too: the page draws the board with them
WEB_FILES = ("*.css", "*.svg", "*.png", "*.ico", "*.js", "*.mjs", "*.webmanifest", "*.txt")
PYODIDE_FILES = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm")  # its standard library: see engine()
PYSCRIPT_UNUSED = ("codemirror", "index-", "xterm", "storage", "zip-", "service-worker")  # editor, terminal ...
PYSCRIPT_EARLY = ("core-", "deprecations", "donkey", "error", "py-editor", "py-game", "py-terminal")  # in each start
SLOW_TESTS = ("tests/pyodide", "tests/web", "tests/bench")  # not in `check`
BUDGETS = (  # bytes that a host sends with brotli: the first part that a file's path begins with counts it
    ("Pyodide", ("pyodide/",), 3_400_000),
    ("PyScript", ("pyscript/",), 55_000),
    ("MicroPython", ("micropython/",), 195_000),
    ("engine", ("engine/snapshot", "engine/rest"), 5_000_000),
    ("for later", ("engine/library", "data/", "licences", "qr/", "sw.js", "icons/"), 2_700_000),  # once it is up
    ("embed", ("embed", "hex-umpire"), 10_000),  # what a frame loads, with board.css, before anybody taps
    ("shell", ("",), 90_000),
)
EPOCH = "1577836800"  # the date of every file in the wheel: equal sources give equal bytes

MIME = {
    **{f".{kind}": f"text/{kind}; charset=utf-8" for kind in ("css", "html")},
    **{f".{kind}": "text/javascript; charset=utf-8" for kind in ("js", "mjs")},
    **{f".{kind}": f"application/{kind}" for kind in ("json", "toml", "wasm", "zip")},
    ".gz": "application/gzip",
    ".ico": "image/x-icon",
    ".png": "image/png",
    ".py": "text/x-python; charset=utf-8",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
    ".webmanifest": "application/manifest+json",
}


class BuildError(Exception):
    """Something that stops the build, said in one line; what a command printed may follow it."""


# --- running commands, and not running them again --------------------------------------------------------------


def say(message: str) -> None:
    """Tell what is going on, on stderr: stdout belongs to the tools."""
    print(f"build.py: {message}", file=sys.stderr, flush=True)


def run(*command: str | Path, env: dict[str, str] | None = None, cwd: Path = ROOT) -> str:
    """Run a command and return what it printed; BuildError if it fails."""
    words = [str(word) for word in command]
    try:
        done = subprocess.run(
            words, cwd=cwd, env={**os.environ, **(env or {})}, text=True, capture_output=True, stdin=subprocess.DEVNULL
        )
    except OSError as error:
        raise BuildError(f"cannot run {words[0]}: {error.strerror}") from error
    if done.returncode:
        tail = "\n".join(line[:500] for line in (done.stdout + done.stderr).strip().splitlines()[-30:])
        raise BuildError(f"{' '.join(words[:6])} ... failed with exit code {done.returncode}\n{tail}")
    return done.stdout


def show(*command: str | Path, env: dict[str, str] | None = None) -> int:
    """Run a command whose output is for the reader, and return its exit code."""
    sys.stdout.flush()
    return subprocess.run([str(word) for word in command], cwd=ROOT, env={**os.environ, **(env or {})}).returncode


def digest(*sources: Path | str) -> str:
    """Hash strings, files and folders (by names and contents, without caches), to tell whether any changed."""
    total = hashlib.sha256()
    for source in sources:
        if isinstance(source, str):
            total.update(source.encode())
            continue
        for file in sorted(source.rglob("*")) if source.is_dir() else [source]:
            if file.is_file() and "__pycache__" not in file.parts:
                total.update(f"\0{file.relative_to(ROOT)}\0".encode() + hashlib.sha256(file.read_bytes()).digest())
    return total.hexdigest()


def once(name: str, key: str, result: Path, make: Callable[[], object]) -> Path:
    """Make a result, unless it is there and was made from the same things, which the key tells; return it."""
    stamp = BUILD / "stamps" / name
    with building():
        if not (stamp.exists() and stamp.read_text() == key and result.exists()):
            make()
            stamp.parent.mkdir(exist_ok=True)
            stamp.write_text(key)
    return result


_held = threading.local()


@contextlib.contextmanager
def building() -> Iterator[None]:
    """Let only one process at a time write to .build/ and dist/; may be nested."""
    if getattr(_held, "depth", 0):
        yield
        return
    BUILD.mkdir(exist_ok=True)
    with open(BUILD / "lock", "w") as file:
        try:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX)
        except ImportError:  # not a Unix: no lock, build once at a time
            pass
        _held.depth = 1
        try:
            yield
        finally:
            _held.depth = 0


def empty(folder: Path) -> Path:
    """Return the folder, new and empty."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    return folder


# --- tools and packages ----------------------------------------------------------------------------------------


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


# --- the wheel and the site ------------------------------------------------------------------------------------


def version() -> str:
    """Return the engine's version, which is written in its __init__.py only."""
    for line in (PACKAGE / "__init__.py").read_text().splitlines():
        if line.startswith("__version__"):
            return line.split('"')[1]
    raise BuildError("pycore/hexumpire/__init__.py holds no __version__")


def wheel() -> Path:
    """Build the engine's wheel; equal sources give equal bytes."""
    result = BUILD / "wheel" / f"hexumpire-{version()}-py3-none-any.whl"

    def make() -> None:
        env = {"SOURCE_DATE_EPOCH": EPOCH, "PYTHONDONTWRITEBYTECODE": "1"}
        run(environment("build") / "hatchling", "build", "-t", "wheel", "-d", empty(result.parent), env=env)
        if not result.exists():
            raise BuildError(f"the wheel was built under another name than {result.name}")

    key = digest(ROOT / "pycore", ROOT / "pyproject.toml", lock_file("build"), ROOT / "LICENSE")
    return once("wheel", key, result, make)


def engine() -> Path:
    """Make what the browser's Python starts from, in Pyodide under Node.js: see web/engine/build/make.mjs."""
    result = BUILD / "engine"
    made_by = ROOT / "web" / "engine"
    parts = (wheel(), ROOT / "package-lock.json", lock_file("site"), made_by / "build", made_by / "boot.mjs")

    def make() -> None:
        node_modules()
        wheels("site")
        say("making the engine's files for the browser")
        run(node(), made_by / "build" / "make.mjs", empty(result), key[:16])

    key = digest(*parts)
    return once("engine", key, result, make)


def site() -> Path:
    """Build dist/, whole and at once, if anything it is made from has changed; return it."""

    def make() -> None:
        new, old = empty(BUILD / "dist.new"), empty(BUILD / "dist.old")
        copy_third_party(node_modules(), new)
        copy_engine(new)
        copy_page(new)
        ask_early(new)
        copy_service_worker(new)
        weigh(new)
        if DIST.exists():
            DIST.rename(old / "dist")
        new.rename(DIST)
        shutil.rmtree(old)
        say("dist/ is built")

    sources = ("web", "pycore", "pyproject.toml", "locks/site.lock", "package-lock.json", "build.py", "LICENSE")
    return once("site", digest(*(ROOT / source for source in sources)), DIST, make)


def copy(sources: Iterable[Path], folder: Path) -> list[str]:
    """Copy files into a folder of the site, and return their names."""
    folder.mkdir(parents=True, exist_ok=True)
    return [shutil.copyfile(source, folder / source.name).name for source in sorted(sources)]


def copy_third_party(modules: Path, new: Path) -> None:
    """Copy what the browser needs of Pyodide, PyScript and MicroPython."""
    copy((modules / "pyodide" / name for name in PYODIDE_FILES), new / "pyodide")
    chunks = (modules / "@pyscript/core/dist").iterdir()
    used = (file for file in chunks if file.suffix == ".js" and not file.name.startswith(PYSCRIPT_UNUSED))
    copy([*used, modules / "@pyscript/core/dist/core.css"], new / "pyscript")
    micropython = modules / "@micropython/micropython-webassembly-pyscript"
    copy((micropython / f"micropython.{kind}" for kind in ("mjs", "wasm")), new / "micropython")
    copy([modules / "lean-qr" / "index.mjs"], new / "qr")
    notice = [(ROOT / "LICENSE").read_text()]
    for package in (modules / "pyodide", modules / "@pyscript" / "core", micropython, modules / "lean-qr"):
        about = json.loads((package / "package.json").read_text())
        notice.append(f"{about['name']} {about['version']}, under the licence {about['license']}\n")
        notice += [text.read_text() for text in package.glob("LICENSE*")]
    notice.append("engine/ holds parts of Python's standard library, under the licence PSF-2.0\n")
    (new / "licences.txt").write_text("\n".join(notice))


def copy_engine(new: Path) -> None:
    """Copy the worker, its client and what they load."""
    copy((ROOT / "web" / "engine").glob("*.mjs"), new / "engine")
    copy(engine().iterdir(), new / "engine")


def copy_page(new: Path) -> None:
    """Copy the front end, and let web/prerender.py write the page where there is one."""
    web, ui = ROOT / "web", ROOT / "web" / "ui"
    copy((file for pattern in WEB_FILES for file in web.glob(pattern)), new)
    copy([web / "embed" / "embed.html"], new)
    copy((file for pattern in WEB_FILES for file in (web / "embed").glob(pattern)), new / "embed")
    for file in sorted(ui.rglob("*.py")):
        copy([file], new / "ui" / file.relative_to(ui).parent)
    copy((PACKAGE / name for name in SHARED_WITH_UI if (PACKAGE / name).exists()), new / "ui")
    for file in (new / "ui").rglob("*.py"):
        file.write_text(lean(file.read_text()))
    if (web / "prerender.py").exists():  # in a process of its own: `serve` builds again after every change
        code = "import pathlib, prerender, sys; prerender.render(*map(pathlib.Path, sys.argv[1:]))"
        path = f"{ROOT / 'pycore'}{os.pathsep}{web}"
        env = {"PYTHONPATH": path, "PYTHONDONTWRITEBYTECODE": "1", "PYTHONHASHSEED": "0"}
        run(sys.executable, "-c", code, web, new, env=env)
    else:
        copy(web.glob("*.html"), new)
    bundle(new / "ui")


def bundle(folder: Path) -> None:
    """Put the front end's modules into one file: one request in place of many, and a fifth fewer bytes."""
    modules = [file for file in sorted(folder.glob("*.py")) if file.name != "main.py"]
    texts = {file.name: file.read_text() for file in modules}
    (folder / "modules.json").write_text(json.dumps(texts, ensure_ascii=False, separators=(",", ":")))
    for file in modules:
        file.unlink()


def lean(source: str) -> str:
    """Return Python without docstrings and comments; every other line keeps its number."""
    lines = source.splitlines()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef) and node.body:
            first = node.body[0]
            if isinstance(first, ast.Expr) and isinstance(getattr(first.value, "value", None), str):
                last = first.end_lineno or first.lineno
                needed = len(node.body) == 1 and not isinstance(node, ast.Module)
                lines[first.lineno - 1] = " " * first.col_offset + "pass" if needed else ""
                lines[first.lineno : last] = [""] * (last - first.lineno)
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        row, column = token.start
        if token.type == tokenize.COMMENT and not source.splitlines()[row - 1][:column].strip():
            lines[row - 1] = ""
    return "\n".join(lines).rstrip() + "\n"


def weigh(new: Path) -> None:
    """List what a host sends, part by part, and stop the build where a part is over its budget."""
    paths = sorted(path.relative_to(new).as_posix() for path in new.rglob("*") if path.is_file())
    scales, memory = ROOT / "web" / "engine" / "build" / "weigh.mjs", BUILD / "weights.json"
    known: dict[str, int] = json.loads(memory.read_text()) if memory.exists() else {}
    sums = {path: hashlib.sha256((new / path).read_bytes()).hexdigest() for path in paths}
    if unknown := [path for path in paths if sums[path] not in known]:
        found = json.loads(run(node(), scales, new, json.dumps(unknown)))
        known |= {sums[path]: size for path, size in found.items()}
    memory.write_text(json.dumps({total: known[total] for total in sums.values()}))
    part_of = {path: next(name for name, starts, _ in BUDGETS if path.startswith(starts)) for path in paths}
    game = json.loads((new / "data" / "first.json").read_text())["ruleset"]
    part_of |= dict.fromkeys(("data/first.json", f"data/{game}.json"), "shell")
    for code, page in pages(new).items():  # one language is loaded
        if page.name != "index.html":
            part_of |= dict.fromkeys((page.name, f"{code}.webmanifest", f"texts/{code}.json"), "for later")
    weights = {name: sum(known[sums[path]] for path in paths if part_of[path] == name) for name, _, _ in BUDGETS}
    say("; ".join(f"{name} {weights[name] / 1000:,.0f} of {most / 1000:,.0f} kB" for name, _, most in BUDGETS))
    for name, _, most in BUDGETS:
        if weights[name] > most:
            rows = sorted(((known[sums[path]], path) for path in paths if part_of[path] == name), reverse=True)
            listed = "\n".join(f"{size:9,} {path}" for size, path in rows)
            raise BuildError(f"{name}: {weights[name]:,} bytes are over the budget of {most:,}\n{listed}")


def pages(new: Path) -> dict[str, Path]:
    """Return the page of each language, by its code: index.html is in English."""
    codes = sorted(file.stem for file in (new / "texts").glob("*.json"))
    return {code: new / ("index.html" if code == "en" else f"{code}.html") for code in codes}


def ask_early(new: Path) -> None:
    """Have the pages ask at once for what PyScript and the front end would find out one after another."""
    game = json.loads((new / "data" / "first.json").read_text())["ruleset"]
    chunks = [path.name for path in sorted((new / "pyscript").glob("*.js")) if path.name.startswith(PYSCRIPT_EARLY)]
    links = [f'<link rel="modulepreload" href="./pyscript/{name}">' for name in chunks]
    modules = ["ui/main.py", "ui/modules.json"]
    for code, page in pages(new).items():
        ending = "" if page.name == "index.html" else f".{code}"
        data = [f"texts/{code}.json", f"data/first{ending}.json", f"data/{game}{ending}.json"]
        asked = [
            f'<link rel="preload" as="fetch" crossorigin href="./{path}">'
            for path in ["micropython/micropython.wasm", *data, *modules]
        ]
        page.write_text(page.read_text().replace("</head>", "\n".join([*links, *asked, "</head>"]), 1))


def copy_service_worker(new: Path) -> None:
    """Write the service worker, which holds the hash of every file of the site, and the version into the page."""
    source = (ROOT / "web" / "sw.js").read_text()

    def sums() -> str:
        files = sorted(path for path in new.rglob("*") if path.is_file() and path != new / "sw.js")
        found = {path.relative_to(new).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest() for path in files}
        return json.dumps(found, indent=0)

    name = hashlib.sha256((sums() + source).encode()).hexdigest()[:16]
    for page in pages(new).values():
        page.write_text(page.read_text().replace("__VERSION__", name))
    source = source.replace("{/* path: SHA-256 */}", sums()).replace("__VERSION__", name)
    (new / "sw.js").write_text(source)


# --- serving ---------------------------------------------------------------------------------------------------


class Handler(http.server.BaseHTTPRequestHandler):
    """Serves a folder as a plain static host would; a request for a page may build the site first."""

    protocol_version = "HTTP/1.1"
    root = DIST
    cache = "no-cache"
    before_page: Callable[[], object] = staticmethod(lambda: None)
    verbose = False

    def do_GET(self) -> None:
        """Answer with a file, or say that the browser's copy still holds."""
        path = urllib.parse.unquote(urllib.parse.urlsplit(self.path).path).replace("\0", "")
        file = (self.root / path.lstrip("/")).resolve()
        if path.endswith("/"):
            file = file / "index.html"
        if file.suffix == ".html":
            try:
                self.before_page()
            except BuildError as error:
                say(str(error))
                return self.reply(500, str(error).encode(), ".txt")
        if not file.is_relative_to(self.root.resolve()) or not file.is_file():
            if file.is_dir() and file.is_relative_to(self.root.resolve()):
                self.send_response(301)
                self.send_header("Location", path.rsplit("/", 1)[-1] + "/")
                self.send_header("Content-Length", "0")
                return self.end_headers()
            return self.reply(404, b"not found\n", ".txt")
        body = file.read_bytes()
        tag = f'"{hashlib.sha256(body).hexdigest()[:24]}"'
        if self.headers.get("If-None-Match") == tag:
            return self.reply(304, b"", file.suffix, tag)
        return self.reply(200, body, file.suffix, tag)

    do_HEAD = do_GET

    def reply(self, status: int, body: bytes, suffix: str, tag: str = "") -> None:
        """Send one answer."""
        self.send_response(status)
        self.send_header("Content-Type", MIME.get(suffix, "application/octet-stream"))
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Cache-Control", self.cache)
        self.send_header("Access-Control-Allow-Origin", "*")  # frames without an origin need it, as on static hosts
        if tag:
            self.send_header("ETag", tag)
        self.end_headers()
        if self.command != "HEAD":
            with contextlib.suppress(ConnectionError):
                self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:
        """Tell of each request, if asked to."""
        if self.verbose:
            super().log_message(format, *args)


class Server(http.server.ThreadingHTTPServer):
    """Serves a folder on a loopback port; `with Server(folder) as server: server.url`."""

    daemon_threads = True

    def __init__(self, root: Path, port: int = 0, **settings: object) -> None:
        try:
            super().__init__(("127.0.0.1", port), type("Handler", (Handler,), {"root": root, **settings}))
        except OSError as error:
            raise BuildError(f"cannot serve on port {port}: {error.strerror}") from error
        self.url = f"http://127.0.0.1:{self.server_address[1]}/"

    def handle_error(self, request: object, client_address: object) -> None:
        """Pass over browsers that hang up; report anything else."""
        if not isinstance(sys.exc_info()[1], ConnectionError):
            super().handle_error(request, client_address)  # type: ignore[arg-type]


# --- the verbs -------------------------------------------------------------------------------------------------


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


def lint(programs: Path) -> list[str]:
    """Run the linter, the formatter's check and the type checker; return the ones that complained."""
    checks: dict[str, list[str | Path]] = {
        "ruff check": [programs / "ruff", "check", "--quiet"],
        "ruff format": [programs / "ruff", "format", "--check", "--quiet", "--diff"],
        "mypy": [programs / "mypy", "--no-error-summary"],
    }
    return [name for name, command in checks.items() if show(*command)]


def close(failed: Sequence[str]) -> int:
    """Return the exit code, after telling which steps failed: below pytest's closing line only if any did."""
    if failed:
        say(f"FAILED: {', '.join(failed)}")
    return 1 if failed else 0


def check(args: argparse.Namespace, rest: list[str]) -> int:
    """Check style and types and run the tests that need no browser and no Pyodide: before each commit."""
    programs = environment("test")
    failed = lint(programs)
    where = [] if any(word.startswith("tests") for word in rest) else [f"--ignore={path}" for path in SLOW_TESTS]
    if show(programs / "python", "-m", "pytest", "-q", "-n", "auto", *where, *rest):
        failed.append("pytest")
    return close(failed)


def test(args: argparse.Namespace, rest: list[str]) -> int:
    """Run everything: style, types, all tests (also of the wheel in Pyodide, and of the page), coverage."""
    programs = environment("test")
    env = {"CHROMIUM": str(chromium()), "NODE": str(node()), "HEXUMPIRE_BROWSERS": ",".join(args.browsers)}
    site()
    wheels("pyodide")
    judges()
    failed = lint(programs)
    # Two workers halve the time on two cores; tests that share a costly process are kept on one by xdist_group.
    pytest: list[str | Path] = [
        programs / "python",
        "-m",
        "pytest",
        "-q",
        "-n",
        "auto",
        "--dist",
        "loadgroup",
        "--durations=15",
    ]
    if not any(word.startswith("tests") for word in rest):
        pytest += ["--cov", "--cov-report=term", f"--cov-report=html:{BUILD / 'coverage' / 'html'}"]
    if show(*pytest, *rest, env=env):
        failed.append("pytest")
    return close(failed)


def bench(args: argparse.Namespace, rest: list[str]) -> int:
    """Run benchmarks: `engine` on this Python and in Pyodide, any other NAME as tests/bench/NAME.py."""
    python = environment("test") / "python"
    for name in rest or ["engine"]:
        if not (ROOT / "tests" / "bench" / f"{name}.py").exists():
            raise BuildError(f"there is no tests/bench/{name}.py")
        if name == "engine":
            if code := bench_engine(python):
                return code
            continue
        path = f"{ROOT / 'pycore'}{os.pathsep}{ROOT}"
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
    path = f"{ROOT / 'pycore'}{os.pathsep}{ROOT / 'tests' / 'bench'}"
    inside = f"import sys; sys.path.insert(0, '/repo/tests/bench'); {measure}"
    native, pyodide = (
        {row["name"]: row for row in json.loads(printed.strip().splitlines()[-1])}
        for printed in (
            run(python, "-c", measure, env={"PYTHONPATH": path}),
            run(node(), "tests/pyodide/host.mjs", "--run", inside),
        )
    )
    over = 0
    print(f"{'ms':44}{'CPython':>10}{'Pyodide':>10}{'budget':>10}")
    for name in native | pyodide:
        here, there = native.get(name), pyodide.get(name)
        budget = (there or {}).get("budget_ms")
        late = there is not None and budget is not None and there["ms"] > budget
        over += late
        cells = [f"{row['ms']:10.2f}" if row else f"{'-':>10}" for row in (here, there)]
        cells.append(f"{budget:10.0f}" if budget else f"{'':10}")
        print(f"{name:44}{''.join(cells)}  {'OVER  ' if late else ''}{(there or here or {}).get('note', '')}")
    return 1 if over else 0


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


Verb = Callable[[argparse.Namespace, list[str]], int]
BROWSERS = ("chromium", "firefox", "webkit")
VERBS: dict[str, tuple[Verb, str]] = {  # verb: what does it, and what the words after it are
    "serve": (serve, "[--port N] [--verbose]"),
    "site": (build_site, ""),
    "wheel": (build_wheel, ""),
    "check": (check, "[pytest arguments]"),
    "test": (test, "[--browsers NAME,...] [pytest arguments]"),
    "bench": (bench, "[NAME ...]"),
    "lock": (lock, ""),
}


def main(words: list[str]) -> int:
    """Carry out one verb."""
    lines = [f"  {verb:6} {usage:40} {(do.__doc__ or '').splitlines()[0]}" for verb, (do, usage) in VERBS.items()]
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
        help=f"test: in which to play battles, of {', '.join(BROWSERS)}; or all",
    )
    args, rest = parser.parse_known_args(words)
    do, usage = VERBS[args.verb]
    if rest and not usage.endswith(("arguments]", "...]")):
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
