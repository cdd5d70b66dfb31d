"""What the browser's Python holds: run inside Pyodide, under Node.js, by make.mjs.

`load` imports all of the engine that is there, and `work` lets it answer, so that everything it uses is there as well;
`pack` then writes the core with what it uses of the standard library, compiled, into a zip file, and `bundles` each
ruleset, and each language of a ruleset or of the core, into a file of its own. The engine's command line stays out.
"""

from __future__ import annotations

import ast
import collections
import dataclasses
import functools
import gc
import importlib
import importlib._bootstrap_external as external
import importlib.util
import io
import json
import linecache
import marshal
import pkgutil
import re
import sys
import tomllib
import zipfile
import zipimport
from collections.abc import Callable
from pathlib import Path
from types import CodeType
from typing import Any

LIBRARY = "/lib/python314.zip"
LEFT_OUT = ("hexumpire.cli", "hexumpire.__main__")
_UNUSED = """
asyncio bz2 compression concurrent encodings.cp437 encodings.idna locale logging lzma selectors shutil signal socket ssl
stringprep subprocess tempfile threading zipfile
"""
UNUSED = tuple(f"{name}." for name in _UNUSED.split())
"""Modules that Pyodide imports as it starts, for what the engine does not do: wait, load packages, call other hosts."""
CODECS = ("ascii", "cp437", "idna", "latin_1", "utf_8", "utf_16", "utf_16_le", "utf_32")
ON_THE_PAGE = r"index\.\w+\.json|witnesses\.json"
"""Files of a ruleset that the page has as files of their own."""
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
    """Import the engine, as far as it is there, and whatever of the standard library any of it may need."""
    for name in [*engine_modules(), *lazy]:
        importlib.import_module(name)
    try:
        compile("(", "", "exec")
    except SyntaxError:
        import traceback

        traceback.format_exc()


def work() -> None:
    """Have the engine answer one of each question about its examples; about chances once for each game."""
    ask(op="schema", ruleset="nonsense")
    for game in ask(op="rulesets")["rulesets"]:
        ask(op="rules", ruleset=game["key"])
        for number, example in enumerate(ask(op="schema", ruleset=game["key"])["examples"]):
            scenario = {"ruleset": game["key"], **example["scenario"]}
            for op in ("view", "draw", "text", "normal", *(() if number else ("outcomes", "embed"))):
                ask(op=op, scenario=scenario)
            ask(op="open", fragment=ask(op="link", scenario=scenario)["fragment"])


class _Untyped(ast.NodeTransformer):
    """Takes from a module of the engine's what only readers and type checkers read.

    Types that are left as texts are compiled one by one when a named tuple is made, and kept: those in a class, which
    dataclasses and named tuples need for the names beside them, are all ``int``; the others go.
    """

    in_class = False

    def visit_ImportFrom(self, node: ast.ImportFrom) -> ast.AST | None:
        return None if node.module == "__future__" else node

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.AST:
        return self._within(node, in_class=True)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        return self._within(node, in_class=False)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST:
        if self.in_class:
            node.annotation = ast.copy_location(ast.Name("int", ast.Load()), node)
            return node
        new = ast.Assign([node.target], node.value) if node.value else ast.Pass()
        return ast.copy_location(new, node)

    def _within(self, node: ast.AST, *, in_class: bool) -> ast.AST:
        before, self.in_class = self.in_class, in_class
        self.generic_visit(node)
        self.in_class = before
        return node


def _code(source: bytes, path: str, optimize: int) -> CodeType:
    """A module's code without docstrings and the types of its functions, which nothing there reads.

    Docstrings of classes are one letter, as dataclasses make their own where there are none.

    Of the places in its source it keeps where each function begins: lines would take a sixth of a bundle's bytes, and
    as much again with columns.
    """
    tree = ast.parse(source)
    if ast.get_docstring(tree):
        del tree.body[0]
    if "hexumpire/" in path:
        tree = _Untyped().visit(tree)
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            if ast.get_docstring(node):
                node.body[0] = ast.copy_location(ast.Pass(), node.body[0])
            node.returns = None
        elif isinstance(node, ast.ClassDef) and ast.get_docstring(node):
            node.body[0] = ast.copy_location(ast.Expr(ast.copy_location(ast.Constant("-"), node)), node.body[0])
        elif isinstance(node, ast.arg):
            node.annotation = None
    return _bare(compile(tree, path, "exec", dont_inherit=True, optimize=optimize), "hexumpire/" in path)


def _bare(code: CodeType, ours: bool) -> CodeType:
    """Code without lines; of ours each function has its short name only, else a second one of its own is kept of it."""
    consts = tuple(_bare(const, ours) if isinstance(const, CodeType) else const for const in code.co_consts)
    name = code.co_name if ours else code.co_qualname
    return code.replace(co_consts=consts, co_linetable=b"", co_qualname=name)


@functools.cache  # what is packed twice
def _compiled(source: bytes, path: str, optimize: int) -> bytes:
    """The bytes of a .pyc that is never checked against its source."""
    code = _code(source, path, optimize)
    return bytes(external._code_to_hash_pyc(code, importlib.util.source_hash(source), False))


def _zip(entries: dict[str, bytes], method: int) -> bytes:
    with io.BytesIO() as file:
        with zipfile.ZipFile(file, "w", method, compresslevel=9) as out:
            for name in sorted(entries):
                out.writestr(zipfile.ZipInfo(name, DATE), entries[name], compress_type=method)
        return file.getvalue()


def pack(names: list[str] | None = None) -> bytes:
    """The modules of those names (or all there are) of the standard library, compiled, and the core, as a zip file."""
    entries: dict[str, bytes] = {}
    standard = zipfile.ZipFile(LIBRARY)
    for name, module in list(sys.modules.items()):
        if names is not None and name not in names:
            continue
        file = getattr(module, "__file__", None) or ""
        if file.startswith(LIBRARY):
            path = file.removeprefix(LIBRARY + "/")
            entries[path[:-3] + ".pyc"] = _compiled(standard.read(path), file, 2)
    for name, content in (sources("") | listing()).items():
        python = name.endswith(".py")
        entries[name + "c" * python] = _compiled(content, f"{LIBRARY}/{name}", 0) if python else content
    return _zip(entries, zipfile.ZIP_DEFLATED)


def bundle_of(path: Path) -> str:
    """The bundle that a file of the engine's comes in, by its path below the engine's folder; "" for the core."""
    from hexumpire.model.data import MORE, SELDOM

    top, *rest = path.parts
    if path.as_posix().startswith(SELDOM):
        return MORE
    if top == "texts":
        return f"all-games.{path.stem}"
    if top != "rulesets" or len(rest) < 2:
        return ""
    found = re.fullmatch(r"texts\.(\w+)\.json", path.name)
    return f"{rest[0]}.{found[1]}" if found else rest[0]


def paths() -> dict[Path, str]:
    """Every file of the engine's that the browser may use, below the engine's folder, with the bundle it comes in."""
    import hexumpire

    top = Path(hexumpire.__file__).parent
    found = [path.relative_to(top) for path in sorted(top.rglob("*")) if path.is_file()]
    return {
        path: bundle_of(path)
        for path in found
        if path.suffix not in (".pyc", ".typed")
        and not re.fullmatch(ON_THE_PAGE, path.name)
        and path.name != "changes.json"  # battles that only the command line tells of
        and wanted(f"hexumpire/{path.with_suffix('')}".replace("/", "."))
    }


def sources(bundle: str) -> dict[str, bytes]:
    """The engine's files of a bundle, by their paths from above the package; TOML as JSON, a vocabulary checked."""
    import hexumpire

    found = {}
    for path, its in paths().items():
        if its != bundle:
            continue
        name, content = f"hexumpire/{path}", (Path(hexumpire.__file__).parent / path).read_bytes()
        if path.name == "vocabulary.toml":
            name, content = name.removesuffix("toml") + "pickle", _vocabulary(bundle)
        elif path.suffix == ".toml":
            name = name.removesuffix("toml") + "json"
            content = json.dumps(tomllib.loads(content.decode()), separators=(",", ":")).encode()
        found[name] = content
    return found


def _vocabulary(key: str) -> bytes:
    """The vocabulary of a ruleset, as hexumpire.model.data.ready takes it."""
    import pickle  # here, since the snapshot need not hold it

    from hexumpire import rulesets
    from hexumpire.model.packs import PackTable
    from hexumpire.model.vocabulary import Field, Mark, Nation, Terrain, UnitType, Vocabulary

    def anew(record: Any) -> tuple[type, tuple[object, ...]]:
        """Calling a class is quicker than setting what its object holds."""
        return type(record), tuple(getattr(record, field.name) for field in dataclasses.fields(record))

    with io.BytesIO() as file:
        pickler = pickle.Pickler(file)
        pickler.dispatch_table = dict.fromkeys((Field, Mark, Nation, PackTable, Terrain, UnitType, Vocabulary), anew)
        pickler.dump(rulesets.get(key).vocabulary)
        return file.getvalue()


def _compiled_in(package: str) -> dict[int, list[CodeType]]:
    """The code that dataclasses and named tuples of a package compile, by the mark of its text; once for each use."""
    from hexumpire.model.data import mark

    found: dict[str, list[CodeType]] = {}

    def kept(mode: str, run: Callable[..., Any]) -> Callable[..., Any]:
        def compiled(text: str, *scopes: Any) -> Any:
            known = found.setdefault(text, [])
            known.append(known[0] if known else compile(text, "<string>", mode, dont_inherit=True))
            return run(known[0], *scopes)

        return compiled

    importlib.import_module(package)
    known = {name: module for name, module in sys.modules.items() if f"{name}.".startswith(f"{package}.")}
    for name in known:
        del sys.modules[name]
    vars(dataclasses)["exec"], vars(collections)["eval"] = kept("exec", exec), kept("eval", eval)
    try:
        for module in pkgutil.walk_packages(importlib.import_module(package).__path__, f"{package}."):
            importlib.import_module(module.name)
    finally:
        del vars(dataclasses)["exec"], vars(collections)["eval"]
        sys.modules.update(known)
        above, _, own = package.rpartition(".")
        setattr(sys.modules[above], own, known[package])
    marked = {mark(text): codes for text, codes in found.items()}
    if len(marked) != len(found):
        raise RuntimeError("two texts have the same mark")
    return marked


def bundles() -> dict[str, bytes]:
    """The bundles, as hexumpire.model.data.Bundle takes them."""
    from hexumpire.model import data
    from hexumpire.rulesets import KEYS

    found = {}
    for bundle in sorted({*paths().values()} - {""}):
        files = sources(bundle)
        codes = {name: marshal.dumps(_code(files.pop(name), name, 0)) for name in list(files) if name.endswith(".py")}
        compiled = _compiled_in(f"hexumpire.rulesets.{bundle}") if bundle in KEYS else {}
        found[bundle] = data.pack(codes, files, compiled)
    return found


def listing() -> dict[str, bytes]:
    """What the core knows of bundles that are not there: see hexumpire.model.data."""
    games = {game["key"]: game for game in ask(op="rulesets")["rulesets"]}
    known = {"games": games, "bundles": sorted({*paths().values()} - {""})}
    return {"hexumpire/bundles.json": json.dumps(known).encode()}


def rest() -> bytes:
    """What the snapshot may still read from a file: the core's data."""
    files = {name: content for name, content in sources("").items() if not name.endswith(".py")}
    return _zip(files | listing(), zipfile.ZIP_DEFLATED)


def tidy(lazy: list[str]) -> None:
    """Forget what a snapshot need not hold; `lazy` names modules that the engine may import."""
    if missed := [name for name in lazy if f"{name}.".startswith(UNUSED) and not name.startswith("encodings.")]:
        raise RuntimeError(f"the engine imports {missed}, which its snapshot would not have")
    for name in [name for name in sys.modules if f"{name}.".startswith(UNUSED)]:
        module = sys.modules.pop(name)
        if name != "logging":  # which is told when its handlers go, and nobody else holds it
            vars(module).clear()
    for finder in list(sys.path_importer_cache.values()):
        if isinstance(finder, zipimport.zipimporter):
            finder.invalidate_caches()
    linecache.clearcache()
    re.purge()
    gc.collect()
