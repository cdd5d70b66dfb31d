"""What the browser's Python holds: run inside Pyodide, under Node.js, by make.mjs.

`load` imports all of the engine and lets it work once, so that everything it uses is there; `pack` then writes that,
compiled, into a zip file. The engine's command line stays out.
"""

from __future__ import annotations

import ast
import gc
import importlib
import importlib._bootstrap_external as external
import importlib.util
import io
import json
import linecache
import pkgutil
import re
import sys
import zipfile
import zipimport
from pathlib import Path

LIBRARY = "/lib/python314.zip"
LEFT_OUT = ("hexumpire.cli", "hexumpire.__main__")
CODECS = ("ascii", "cp437", "idna", "latin_1", "utf_8", "utf_16", "utf_16_le", "utf_32")
DATE = (2020, 1, 1, 0, 0, 0)


def _lazy_imports(source: str) -> set[str]:
    """Modules of the standard library that a source imports, wherever in it."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and not node.level:
            names.add(node.module or "")
    return {name for name in names if name.split(".")[0] in sys.stdlib_module_names}


def engine_modules() -> list[str]:
    """Names of all modules of the engine that the browser may use."""
    import hexumpire

    found = [info.name for info in pkgutil.walk_packages(hexumpire.__path__, "hexumpire.", lambda name: None)]
    return ["hexumpire", *filter(wanted, found)]


def wanted(name: str) -> bool:
    """Tell whether the browser may use a module of the engine: rulesets only if they are listed."""
    from hexumpire.rulesets import KEYS

    parts = name.split(".")
    return not name.startswith(LEFT_OUT) and (
        parts[:2] != ["hexumpire", "rulesets"] or parts[2:3] in ([], ["__init__"]) or parts[2] in KEYS
    )


def lazy_modules() -> list[str]:
    """What the engine imports from the standard library, be it ever so late; needs its sources."""
    names = {f"encodings.{name}" for name in CODECS}
    for name in engine_modules():
        spec = importlib.util.find_spec(name)
        if spec and spec.origin:
            names |= _lazy_imports(Path(spec.origin).read_text())
    return sorted(names)


def ask(**request: object) -> dict:
    """The engine's answer; one that is a fault stops the build."""
    from hexumpire import api

    answer = json.loads(api.handle(json.dumps(request)))
    if any("defect" in found["message"] for found in answer.get("problems", ())):
        raise RuntimeError(f"the engine answers {request['op']} with {answer['problems']}")
    return answer.get("result", {})


def load(lazy: list[str]) -> None:
    """Import the engine and everything it may need, and have it answer one of each question about its examples."""
    from hexumpire import api

    for name in [*engine_modules(), *lazy]:
        importlib.import_module(name)
    ask(op="schema", ruleset="nonsense")
    for game in ask(op="rulesets")["rulesets"]:
        ask(op="rules", ruleset=game["key"])
        for example in ask(op="schema", ruleset=game["key"])["examples"]:
            scenario = {"ruleset": game["key"], **example["scenario"]}
            for op in ("view", "outcomes", "draw", "text", "normal", "embed"):
                ask(op=op, scenario=scenario)
            ask(op="open", fragment=ask(op="link", scenario=scenario)["fragment"])
    api._desks.clear()  # the next battle is another one
    try:
        compile("(", "", "exec")
    except SyntaxError:
        import traceback

        traceback.format_exc()


def _compiled(source: bytes, path: str, optimize: int) -> bytes:
    """The bytes of a .pyc that is never checked against its source; functions have no docstrings."""
    tree = ast.parse(source)
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and ast.get_docstring(node):
            node.body[0] = ast.copy_location(ast.Pass(), node.body[0])
    code = compile(tree, path, "exec", dont_inherit=True, optimize=optimize)
    return bytes(external._code_to_hash_pyc(code, importlib.util.source_hash(source), False))


def _zip(entries: dict[str, bytes], method: int) -> bytes:
    with io.BytesIO() as file:
        with zipfile.ZipFile(file, "w", method, compresslevel=9) as out:
            for name in sorted(entries):
                out.writestr(zipfile.ZipInfo(name, DATE), entries[name], compress_type=method)
        return file.getvalue()


def pack(names: list[str] | None = None) -> bytes:
    """The modules of those names (or all there are), compiled, with the engine's data, as a zip file."""
    entries: dict[str, bytes] = {}
    standard = zipfile.ZipFile(LIBRARY)
    for name, module in list(sys.modules.items()):
        if names is not None and name not in names:
            continue
        file = getattr(module, "__file__", None) or ""
        if file.startswith(LIBRARY):
            path = file.removeprefix(LIBRARY + "/")
            entries[path[:-3] + ".pyc"] = _compiled(standard.read(path), file, 2)
    entries.update(data())
    import hexumpire

    top = Path(hexumpire.__file__).parent
    for path in top.rglob("*.py"):
        name = str(path.relative_to(top.parent))
        if wanted(name[:-3].replace("/", ".")):
            entries[name[:-3] + ".pyc"] = _compiled(path.read_bytes(), f"{LIBRARY}/{name}", 0)
    return _zip(entries, zipfile.ZIP_DEFLATED)


def data() -> dict[str, bytes]:
    """The engine's files that are not Python."""
    import hexumpire

    top = Path(hexumpire.__file__).parent
    found = {}
    for path in top.rglob("*"):
        name = str(path.relative_to(top.parent))
        if path.is_file() and path.suffix not in (".py", ".pyc", ".typed") and wanted(name.replace("/", ".")):
            found[name] = path.read_bytes()
    return found


def rest() -> bytes:
    """What the snapshot may still read from a file: the engine's data."""
    return _zip(data(), zipfile.ZIP_DEFLATED)


def tidy() -> None:
    """Forget what a snapshot need not hold."""
    for finder in list(sys.path_importer_cache.values()):
        if isinstance(finder, zipimport.zipimporter):
            finder.invalidate_caches()
    linecache.clearcache()
    re.purge()
    gc.collect()
