"""The wheel and the site."""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import sys
from pathlib import Path

from builder.modules import TYPES, bundle, lean
from builder.running import BUILD, DIST, PACKAGE, ROOT, BuildError, copy, digest, empty, once, run, say
from builder.tools import environment, lock_file, node, node_modules, wheels

BOARD = PACKAGE / "board"  # runs on MicroPython too: the page draws the board with it
SPARE = {  # what nobody needs of our own files to run them: comments, and blanks that begin a line
    ".js": re.compile(r"(?ms)^ *//[^\n]*\n|^ */\*\*(?:(?!\*/).)*\*/\n|^ +"),
    ".css": re.compile(r"(?ms)^ */\*(?:(?!\*/).)*\*/\n|^ +"),
}
SPARE[".mjs"] = SPARE[".js"]
STYLES = ("base", "controls", "page", "battle", "attacks", "sizes")  # of web/style, in the order of style.css
WEB_FILES = ("*.css", "*.svg", "*.png", "*.ico", "*.js", "*.mjs", "*.webmanifest", "*.txt")
PYSCRIPT_UNUSED = ("codemirror", "index-", "xterm", "storage", "zip-", "service-worker")  # editor, terminal ...
PYSCRIPT_EARLY = ("core-", "deprecations", "donkey", "error", "py-editor", "py-game", "py-terminal")  # in each start
BUDGETS = (  # bytes that a host sends with brotli: the first part that a file's path begins with counts it
    ("Pyodide", ("pyodide/",), 3_000_000),
    ("PyScript", ("pyscript/",), 55_000),
    ("MicroPython", ("micropython/",), 195_000),
    ("engine", ("engine/snapshot", "engine/rest"), 3_000_000),
    (
        "for later",
        (
            *(
                "engine/library",
                "engine/pictures",
                "ui/late",
                "ui/own",
                "ui/table",
                "table.css",
                "own.css",
                "rules.css",
                "late.css",
                "printed.css",
                "drag",
                "texts/help",
                "data/",
                "licences",
                "qr/",
            ),
            *("texts/own", "texts/line", "texts/rules", "texts/table", "sw.js", "icons/", "engine/bundles/all-games."),
            *("texts/embed", "play/"),
            "engine/bundles/more.",
        ),
        2_000_000,
    ),  # once up
    ("embed", ("embed", "hex-umpire"), 10_000),  # what a frame loads, with board.css, before anybody taps
    ("shell", ("",), 90_000),
)
AT_FIRST = ("Pyodide", "PyScript", "MicroPython", "engine", "shell")
FIRST_VISIT = 6_700_000  # those and the page's first game, in one language
GAME = 350_000  # any one game, with all of its languages: its bundles and its forms
EPOCH = "1577836800"  # the date of every file in the wheel: equal sources give equal bytes


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


def pyodide() -> Path:
    """Make a copy of Pyodide without what the engine cannot use: see web/engine/build/trim.mjs."""
    result = BUILD / "pyodide"
    made_by = ROOT / "web" / "engine"

    def make() -> None:
        node_modules()
        say("leaving out of Pyodide what the engine cannot use")
        run(node(), made_by / "build" / "trim.mjs", empty(result))

    read = (made_by / "boot.mjs", *(made_by / "build" / name for name in ("trim.mjs", "make.mjs")))
    return once("pyodide", digest(ROOT / "package-lock.json", *read), result, make)


def engine() -> Path:
    """Make what the browser's Python starts from, in Pyodide under Node.js: see web/engine/build/make.mjs."""
    result = BUILD / "engine"
    made_by = ROOT / "web" / "engine"
    parts = (wheel(), ROOT / "package-lock.json", lock_file("site"), made_by / "build", made_by / "boot.mjs")

    def make() -> None:
        node_modules()
        pyodide()
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
        check_sizes(new)
        if DIST.exists():
            DIST.rename(old / "dist")
        new.rename(DIST)
        shutil.rmtree(old)
        say("dist/ is built")

    sources = ("web", "pycore", "pyproject.toml", "locks/site.lock", "package-lock.json", "build.py", "LICENSE")
    return once("site", digest(*(ROOT / source for source in sources)), DIST, make)


def copy_third_party(modules: Path, new: Path) -> None:
    """Copy what the browser needs of Pyodide, PyScript and MicroPython."""
    copy(pyodide().iterdir(), new / "pyodide")
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
    notice.append(
        "pyodide/ is Pyodide without those parts of it that are not used here; nothing else of it is changed\n"
    )
    notice.append("engine/ holds parts of Python's standard library, under the licence PSF-2.0\n")
    (new / "licences.txt").write_text("\n".join(notice))


def copy_engine(new: Path) -> None:
    """Copy the worker, its client and what they load."""
    copy((ROOT / "web" / "engine").glob("*.*js"), new / "engine")
    shutil.copytree(engine(), new / "engine", dirs_exist_ok=True)


def copy_page(new: Path) -> None:
    """Copy the front end, join its styles, and let web/prerender.py write the page where there is one."""
    web, ui = ROOT / "web", ROOT / "web" / "ui"
    copy((file for pattern in WEB_FILES for file in web.glob(pattern)), new)
    style = "".join((web / "style" / f"{name}.css").read_text() for name in STYLES)
    (new / "style.css").write_text(SPARE[".css"].sub("", style))
    copy([web / "embed" / "embed.html"], new)
    for part in ("embed", "play"):  # what a frame loads, at once and after a tap
        copy((file for pattern in WEB_FILES for file in (web / part).glob(pattern)), new / part)
    for file in sorted(ui.rglob("*.py")):
        if file.stem == TYPES:
            continue
        copy([file], new / "ui" / file.relative_to(ui).parent)
    copy(BOARD.glob("*.py"), new / "ui" / "board")
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
    for file in (path for path in new.rglob("*") if path.suffix in SPARE and (web / path.relative_to(new)).exists()):
        file.write_text(SPARE[file.suffix].sub("", file.read_text()))


def check_sizes(new: Path) -> None:
    """List what a host sends, part by part, and stop the build where a part is over its budget."""
    paths = sorted(path.relative_to(new).as_posix() for path in new.rglob("*") if path.is_file())
    measure, memory = ROOT / "web" / "engine" / "build" / "sizes.mjs", BUILD / "sizes.json"
    known: dict[str, int] = json.loads(memory.read_text()) if memory.exists() else {}
    sums = {path: hashlib.sha256((new / path).read_bytes()).hexdigest() for path in paths}
    if unknown := [path for path in paths if sums[path] not in known]:
        found = json.loads(run(node(), measure, new, json.dumps(unknown)))
        known |= {sums[path]: size for path, size in found.items()}
    memory.write_text(json.dumps({total: known[total] for total in sums.values()}))
    found = {name: (most, {path: known[sums[path]] for path in part}) for name, most, part in parts(new, paths)}
    sizes = {name: sum(files.values()) for name, (_, files) in found.items()}
    say("; ".join(f"{name} {sizes[name] / 1000:,.0f} of {most / 1000:,.0f} kB" for name, (most, _) in found.items()))
    for name, (most, files) in found.items():
        if sizes[name] > most:
            rows = sorted(((size, path) for path, size in files.items()), reverse=True)
            listed = "\n".join(f"{size:9,} {path}" for size, path in rows)
            raise BuildError(f"{name}: {sizes[name]:,} bytes are over the budget of {most:,}\n{listed}")


def parts(new: Path, paths: list[str]) -> list[tuple[str, int, list[str]]]:
    """The parts of the site: name, budget, files. They share no file, but for the last: what a first visit loads."""
    part_of = {path: next(name for name, starts, _ in BUDGETS if path.startswith(starts)) for path in paths}
    first = json.loads((new / "data" / "first.json").read_text())
    games = [game["key"] for game in first["rulesets"]]
    for game in games:
        starts = tuple(f"{folder}/{game}." for folder in ("engine/bundles", "data"))
        part_of |= {path: game for path in paths if path.startswith(starts)}
    part_of["data/first.json"] = "shell"
    for code, page in pages(new).items():  # one language is loaded
        if page.name != "index.html":
            part_of |= dict.fromkeys((page.name, f"{code}.webmanifest", f"texts/{code}.json"), "for later")
    limits = [*((name, most) for name, _, most in BUDGETS), *((game, GAME) for game in games)]
    loaded = [path for path in paths if part_of[path] in AT_FIRST]
    loaded += [f"engine/bundles/{first['ruleset']}.bin", f"data/{first['ruleset']}.json"]
    return [
        *((name, most, [path for path in paths if part_of[path] == name]) for name, most in limits),
        ("first visit", FIRST_VISIT, loaded),
    ]


def pages(new: Path) -> dict[str, Path]:
    """Return the page of each language, by its code: index.html is in English."""
    codes = sorted(file.stem for file in (new / "texts").glob("*.json"))
    return {code: new / ("index.html" if code == "en" else f"{code}.html") for code in codes}


def ask_early(new: Path) -> None:
    """Have the pages ask at once, in this order, for what they would find out bit by bit; the engine goes first."""
    game = json.loads((new / "data" / "first.json").read_text())["ruleset"]
    chunks = [path.name for path in sorted((new / "pyscript").glob("*.js")) if path.name.startswith(PYSCRIPT_EARLY)]
    modules = ["engine/pyscript.mjs", "micropython/micropython.mjs", *(f"pyscript/{it}" for it in ("core.js", *chunks))]
    links = [f'<link rel="modulepreload" href="./{path}">' for path in modules]
    for code, page in pages(new).items():
        ending = "" if page.name == "index.html" else f".{code}"
        data = [f"texts/{code}.json", f"data/first{ending}.json", f"data/{game}{ending}.json"]
        fetched = ["micropython/micropython.wasm", "ui/main.py", "ui/first.bin", *data, "ui/late.bin"]
        asked = f'<meta name="early" content="{" ".join(f"./{path}" for path in fetched)}">'
        engine = '<script src="./engine/client.js"></script>\n'
        named = f'<meta name="game" content="{game}">\n'
        page.write_text(page.read_text().replace(engine, named + engine + "\n".join([*links, asked, ""]), 1))


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
