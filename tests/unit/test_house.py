"""The rules of the house, read from the syntax trees of the engine: layers, purity, numbers, citations, words."""

from __future__ import annotations

import ast
import json
import re
import sys
import tomllib
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import hexumpire
import pytest
from about import about
from hexumpire import rulesets

pytestmark = pytest.mark.host

ROOT = Path(__file__).resolve().parents[2]
ENGINE = ROOT / "pycore" / "hexumpire"
RULESETS = ENGINE / "rulesets"

LAYERS = (
    "__init__",
    "board",
    "model",
    "kit",
    "views",
    "rulesets",  # the registry: it loads a ruleset by its name when it is asked for one
    "files",
    "rulesets.*",
    "analysis",
    "api",
    "cli",
    "__main__",
)
"""A module imports only from rooms that stand above its own, and from its own. A new room gets its place here."""

BROWSER = ("js", "pyodide", "window", "document")
AT_THE_EDGE = ("random", "secrets", "uuid", "socket", "urllib", "subprocess", "threading")
"""Chance and the world outside: for the command line only."""


@cache
def modules() -> list[Path]:
    return sorted(ENGINE.rglob("*.py"))


@cache
def dotted(path: Path) -> str:
    """``rulesets.aworldatwar.game`` of its path; packages by their own name, the engine's own as ``__init__``."""
    parts = path.relative_to(ENGINE).with_suffix("").parts
    if parts[-1] == "__init__" and len(parts) > 1:
        parts = parts[:-1]
    return ".".join(parts)


def of_each(paths: list[Path]) -> Callable[[Callable[[Path], None]], Callable[[str], None]]:
    """Have a test of one module look at each of these, those of one folder in one test."""
    folders: dict[str, list[Path]] = {}
    for path in paths:
        folders.setdefault(dotted(path.parent / "__init__.py"), []).append(path)

    def over(test: Callable[[Path], None]) -> Callable[[str], None]:
        def of_folder(folder: str) -> None:
            for path in folders[folder]:
                test(path)

        of_folder.__doc__ = test.__doc__
        return pytest.mark.parametrize("folder", folders)(of_folder)

    return over


@cache
def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


@cache
def nodes(path: Path) -> list[ast.AST]:
    """Everything in the syntax tree of a module."""
    return list(ast.walk(tree(path)))


def for_types_only(node: ast.AST) -> bool:
    return isinstance(node, ast.If) and ast.unparse(node.test).endswith("TYPE_CHECKING")


@cache
def imports(path: Path, types_too: bool = False) -> list[str]:
    """Full names of the modules that a module imports."""
    return list(_imports(path, types_too))


def _imports(path: Path, types_too: bool) -> Iterator[str]:
    names = {dotted(other) for other in modules()}
    package = ["hexumpire", *path.relative_to(ENGINE).parts[:-1]]
    waiting: list[ast.AST] = [tree(path)]
    while waiting:
        node = waiting.pop()
        if for_types_only(node) and not types_too:
            continue
        waiting.extend(ast.iter_child_nodes(node))
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else []
            start = ".".join([*base, *([node.module] if node.module else [])])
            for alias in node.names:
                inner = f"{start}.{alias.name}".partition(".")[2]
                yield f"{start}.{alias.name}" if start.startswith("hexumpire") and inner in names else start


def room(name: str) -> str:
    """The package of a module, or the module itself where it stands in none; ``name`` without ``hexumpire``."""
    parts = name.split(".")
    return "rulesets.*" if parts[0] == "rulesets" and len(parts) > 1 else parts[0]


def layer(name: str) -> int:
    """How far down the room of a module stands."""
    assert room(name) in LAYERS, f"{name} has no place among the layers: see LAYERS in {Path(__file__).name}"
    return LAYERS.index(room(name))


@of_each(modules())
def test_a_module_imports_only_from_above(path: Path) -> None:
    name = dotted(path)
    here = layer(name)
    if name == "__init__":  # the way in: what it needs beside the errors, it loads when it is called
        early = [ast.unparse(node) for node in tree(path).body if isinstance(node, ast.Import | ast.ImportFrom)]
        assert all("hexumpire.model.errors" in found for found in early if "hexumpire" in found)
        return
    for found in imports(path, types_too=True):
        top, _, inner = found.partition(".")
        inner = inner or "__init__"
        if top == "hexumpire" and room(inner) != room(name):
            assert layer(inner) < here, f"{name} imports {inner}, which does not stand above it"


@pytest.mark.parametrize("part", ["", *rulesets.KEYS])
def test_no_modules_import_each_other_in_a_circle(part: str) -> None:
    """Counted with what is imported for types only; a package's __init__ is a module like others."""
    paths = [path for path in modules() if (part in path.parts if part else room(dotted(path)) != "rulesets.*")]
    graph = {dotted(path): {found.partition(".")[2] for found in imports(path, types_too=True)} for path in paths}
    graph.pop("__init__", None)
    while graph:
        free = [name for name, needs in graph.items() if not (needs - {name}) & set(graph)]
        assert free, f"these import each other in a circle: {sorted(graph)}"
        for name in free:
            del graph[name]


@of_each(modules())
def test_the_engine_is_pure(path: Path) -> None:
    for found in imports(path, types_too=True):
        top = found.partition(".")[0]
        known = top == "hexumpire" or top in sys.stdlib_module_names
        assert known, f"{dotted(path)} imports {found}"
        assert top not in AT_THE_EDGE or room(dotted(path)) == "cli", f"{dotted(path)} imports {found}"
    for node in nodes(path):
        assert not (
            isinstance(node, ast.Name) and node.id in ("js", "pyodide", "window", "document") and loads(node, path)
        )


def loads(node: ast.Name, path: Path) -> bool:
    """Whether a name of the browser is read without having been given here."""
    given = {arg.arg for other in nodes(path) if isinstance(other, ast.arguments) for arg in other.args}
    given |= {n.id for n in nodes(path) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}
    return isinstance(node.ctx, ast.Load) and node.id not in given


def test_the_board_imports_from_itself_only_and_by_relative_imports() -> None:
    """The page's MicroPython loads it as a package of its own, without the engine."""
    for path in sorted((ENGINE / "board").glob("*.py")):
        for node in nodes(path):
            assert not isinstance(node, ast.Try) or not any(
                isinstance(inner, ast.Import | ast.ImportFrom) for inner in ast.walk(node)
            ), f"{path.name}:{node.lineno}: an import that may fail"
            if isinstance(node, ast.ImportFrom) and node.module != "__future__":
                assert node.level == 1 or (node.module or "").split(".")[0] in sys.stdlib_module_names, path.name
            elif isinstance(node, ast.Import):
                assert all(alias.name in sys.stdlib_module_names for alias in node.names), path.name


@pytest.mark.parametrize("key", rulesets.KEYS)
def test_rulesets_are_tenants(key: str) -> None:
    """They import the core and themselves, never each other."""
    for path in sorted((RULESETS / key).rglob("*.py")):
        for found in imports(path, types_too=True):
            inner = found.removeprefix("hexumpire.")
            if inner.startswith("rulesets."):
                assert inner.split(".")[1] == key, f"{dotted(path)} imports {found} of another ruleset"


def test_nobody_else_names_a_ruleset() -> None:
    """The keys stand in the registry only: the rest of the engine asks it."""
    for path in modules():
        if path.is_relative_to(RULESETS):
            continue
        for node in code_strings(path):
            assert node.value not in rulesets.KEYS, f"{dotted(path)}:{node.lineno} names the ruleset {node.value!r}"


PRINTED = [key for key in rulesets.KEYS if (RULESETS / key / "index.toml").exists()]
"""Rulesets of printed rulebooks; typed-in games bring their rules and numbers along."""


def test_a_ruleset_without_an_index_takes_typed_in_games() -> None:
    assert {key for key in rulesets.KEYS if rulesets.get(key).takes_games} == set(rulesets.KEYS) - set(PRINTED)


# --- numbers of printed charts -------------------------------------------------------------------------------

NUMBER_FILES = ("tables.py", "vocabulary.py")
"""Where numbers may stand: beside what is read from tables.toml and vocabulary.toml."""
NUMBERS = {
    "range(1, 7)": "the faces of a die",
    "{'Ex-1': 1, 'Ex-2': 2, 'Ex-3': 3}": "the number in the name of the result",
    "('hex', 6)": "the weight of an objective of ours",
    "('hex', 2)": "the weight of an objective of ours",
    "{1: '15.55A', 2: '15.55B'}": "which clause is cited",
    "{2: '15.55B'}": "which clause is cited",
}
"""Expressions in rule code that may hold a number of 2 or more, and why. Slices, indices and halves may anyway."""


def rule_files() -> list[Path]:
    return [path for key in PRINTED for path in sorted((RULESETS / key).rglob("*.py")) if path.name not in NUMBER_FILES]


def numbers(node: ast.AST, above: tuple[ast.AST, ...] = ()) -> Iterator[tuple[ast.Constant, tuple[ast.AST, ...]]]:
    """Every number of 2 or more with what it stands in, innermost last."""
    if isinstance(node, ast.Constant) and type(node.value) in (int, float) and node.value not in (0, 1):
        yield node, above
    for child in ast.iter_child_nodes(node):
        yield from numbers(child, (*above, node))


def harmless(number: ast.Constant, above: tuple[ast.AST, ...]) -> bool:
    parent, before = above[-1], above[-2] if len(above) > 1 else above[-1]
    if isinstance(parent, ast.Slice) or (isinstance(parent, ast.Subscript) and parent.slice is number):
        return True
    if isinstance(parent, ast.BinOp) and isinstance(parent.op, ast.FloorDiv) and parent.right is number:
        return number.value == 2  # half of something: the rule says so in words
    return any(ast.unparse(node) in NUMBERS for node in (parent, before))


def written_out(node: ast.AST) -> bool:
    """Whether an expression holds nothing but what is written there."""
    if isinstance(node, ast.Tuple | ast.List | ast.Set | ast.BinOp | ast.UnaryOp):
        parts = [part for part in ast.iter_child_nodes(node) if isinstance(part, ast.expr)]
        return all(written_out(part) for part in parts)
    return isinstance(node, ast.Constant)


def disguised(node: ast.AST) -> bool:
    """Whether an expression is a number in disguise: reckoned from nothing but what is written there."""
    if isinstance(node, ast.BinOp):
        constants = [part.value for part in ast.walk(node) if isinstance(part, ast.Constant)]
        return written_out(node) and all(isinstance(value, int | float) for value in constants)
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name) or not node.args:
        return False
    known = ("len", "int", "float", "ord", "sum", "max", "min")
    return node.func.id in known and all(written_out(part) for part in node.args)


@of_each(rule_files())
def test_rule_code_disguises_no_numbers(path: Path) -> None:
    found = [f"{path.name}:{node.lineno}: {ast.unparse(node)}" for node in nodes(path) if disguised(node)]
    assert not found, "numbers belong into tables.toml, with their section"


def test_a_number_in_disguise_is_seen() -> None:
    for text in ("1 + 1", "len('w0000')", "int('3')", "len((1, 1, 1))", "1 - -1", "(1 + 1) * 2", "ord('a')"):
        assert disguised(ast.parse(text, mode="eval").body), text
    for text in ("a + 1", "len(units)", "int(text)", "max(1, left)", "'a' + 'b'", "sum(counts)"):
        assert not disguised(ast.parse(text, mode="eval").body), text


@of_each(rule_files())
def test_rule_code_holds_no_numbers_of_charts(path: Path) -> None:
    found = [
        f"{path.name}:{number.lineno}: {number.value} in {ast.unparse(above[-1])}"
        for number, above in numbers(tree(path))
        if not harmless(number, above)
    ]
    assert not found, "numbers belong into tables.toml, with their section"


def test_number_exceptions_are_still_needed() -> None:
    used = {
        ast.unparse(node)
        for path in rule_files()
        for _, above in numbers(tree(path))
        for node in above[-2:]
    }  # fmt: skip
    gone = set(NUMBERS) - used
    assert len(gone) <= 2, f"exceptions that nothing needs any more: {gone}"


# --- what nobody calls ----------------------------------------------------------------------------------------

OF_A_PROTOCOL = {"exec_module", "find_spec", "get_data", "Losing"}
"""Names that Python calls, or that only types name."""
FOR_TESTS = {"mismatches"}
"""What an explanation says of its own sums: no battle asks for it, the tests of every ruleset do."""


def calls(node: ast.AST, within: frozenset[str] = frozenset()) -> Iterator[str]:
    """Every name that is read or called, but for those of the functions and classes in which that is done."""
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        within |= {node.name}
    elif isinstance(node, ast.Name | ast.Attribute) or (isinstance(node, ast.Constant) and isinstance(node.value, str)):
        name = node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else node.value
        if name not in within:
            yield name
    for child in ast.iter_child_nodes(node):
        yield from calls(child, within)


def test_every_function_is_called_by_more_than_tests() -> None:
    """By its name, somewhere in the engine, the page or the build; by itself does not count."""
    defined: dict[str, str] = {}
    used: set[str] = set()
    for path in modules():
        for node in nodes(path):
            if isinstance(node, ast.FunctionDef | ast.ClassDef) and not node.name.startswith("__"):
                defined.setdefault(node.name, f"{dotted(path)}:{node.lineno}")
        used.update(calls(tree(path)))
    for path in [*(ROOT / "web").rglob("*.py"), *(ROOT / "web").rglob("*.mjs"), *(ROOT / "web").rglob("*.js")]:
        used.update(re.findall(r"\w+", path.read_text(encoding="utf-8")))
    idle = {name: where for name, where in defined.items() if name not in used}
    assert set(idle) - OF_A_PROTOCOL - FOR_TESTS - set(hexumpire.__all__) == set(), idle


def defaults(function: ast.FunctionDef, method: bool) -> Iterator[tuple[str, int | None]]:
    """The parameters that have a default, each with its place in a call, if it may stand there without its name."""
    args = function.args
    placed = [*args.posonlyargs, *args.args]
    first = len(placed) - len(args.defaults)
    yield from ((arg.arg, place - method) for place, arg in enumerate(placed) if place >= first)
    yield from ((arg.arg, None) for arg, value in zip(args.kwonlyargs, args.kw_defaults, strict=True) if value)


def given(call: ast.Call, name: str, place: int | None) -> bool:
    """Whether a call says what a parameter is; one with stars may not."""
    if any(isinstance(arg, ast.Starred) for arg in call.args) or any(word.arg is None for word in call.keywords):
        return False
    return any(word.arg == name for word in call.keywords) or (place is not None and place < len(call.args))


def test_no_ruleset_has_a_default_for_its_tests_alone() -> None:
    """What every call in the engine says needs none; of a function that is handed on, the calls are not known."""
    called: dict[str, list[ast.Call]] = {}
    handed_on: Counter[str] = Counter()
    for path in modules():
        for node in nodes(path):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name | ast.Attribute):
                name = node.func.id if isinstance(node.func, ast.Name) else node.func.attr
                called.setdefault(name, []).append(node)
                handed_on[name] -= 1
            elif isinstance(node, ast.Name | ast.Attribute):
                handed_on[node.id if isinstance(node, ast.Name) else node.attr] += 1
    found = []
    for path in rule_files():
        methods = {one for node in nodes(path) if isinstance(node, ast.ClassDef) for one in node.body}
        for node in nodes(path):
            if isinstance(node, ast.FunctionDef) and node.name in called and handed_on[node.name] <= 0:
                for name, place in defaults(node, node in methods):
                    if all(given(call, name, place) for call in called[node.name]):
                        found.append(f"{dotted(path)}:{node.lineno} {node.name}({name})")
    assert not found


# --- how long and how winding ---------------------------------------------------------------------------------

LONGEST = 60
"""Lines of a function, with its words."""


def statements(body: list[ast.stmt]) -> Iterator[ast.stmt]:
    """All statements of a module, with those inside others."""
    for statement in body:
        yield statement
        for part in ("body", "orelse", "finalbody", "handlers", "cases"):
            for one in getattr(statement, part, []):
                yield from statements([one] if isinstance(one, ast.stmt) else one.body)


def test_no_function_is_long() -> None:
    """How winding they are, ruff judges (C901)."""
    others = [ROOT / "build.py", *(ROOT / "web").rglob("*.py"), *(ROOT / "tests").rglob("*.py")]
    found = []
    for path in [*modules(), *sorted(others)]:
        for node in statements(ast.parse(path.read_text(encoding="utf-8")).body):  # not kept: there are many
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                lines = (node.end_lineno or 0) - node.lineno + 1
                found += [f"{path.name}:{node.lineno} {node.name}: {lines}"] * (lines > LONGEST)
    assert not found


# --- citations -----------------------------------------------------------------------------------------------


def code_strings(path: Path) -> Iterator[ast.Constant]:
    """Every text in the code but docstrings."""
    alone = {id(node.value) for node in nodes(path) if isinstance(node, ast.Expr)}
    for node in nodes(path):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in alone:
            yield node


def cited_in_code(key: str) -> dict[str, str]:
    """Section -> where, for every citation in the code of a ruleset, docstrings aside."""
    found: dict[str, str] = {}
    for path in sorted((RULESETS / key).rglob("*.py")):
        for node in code_strings(path):
            for section in about(key).section.findall(node.value):
                found.setdefault(section, f"{path.name}:{node.lineno}")
    return found


DATA = ("tables.toml", "vocabulary.toml")
"""Files of a ruleset that cite its rules, beside its code."""


def index_of(key: str) -> dict[str, list[str]]:
    table: dict[str, list[str]] = tomllib.loads((RULESETS / key / "index.toml").read_text(encoding="utf-8"))["rules"]
    return table


def head(section: str, index: dict[str, list[str]]) -> bool:
    """Whether a section is the heading of some that are listed: 10.4 of 10.41A."""
    return any(other.startswith(section) for other in index)


@pytest.mark.parametrize("key", PRINTED)
def test_citations_in_code_resolve(key: str) -> None:
    index = index_of(key)
    assert not {section: where for section, where in cited_in_code(key).items() if section not in index}


@pytest.mark.parametrize("key", PRINTED)
def test_sections_in_docstrings_exist(key: str) -> None:
    index = index_of(key)
    for path in sorted((RULESETS / key).rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        assert not {section for section in about(key).section.findall(text) if not head(section, index)}, path.name


@pytest.mark.parametrize("key", PRINTED)
def test_citations_in_data_resolve(key: str) -> None:
    index = index_of(key)
    for name in DATA:
        sections = set(about(key).section.findall((RULESETS / key / name).read_text(encoding="utf-8")))
        assert sections, f"{name} cites nothing"
        assert not {section for section in sections if not head(section, index)}, name
    text = (RULESETS / key / "tables.toml").read_text(encoding="utf-8")
    for table in re.split(r"\n(?=\[)", text)[1:]:
        assert about(key).section.search(table) or "." in table.partition("]")[0], (
            f"a table without a section: {table[:40]!r}"
        )
    for example in json.loads((RULESETS / key / "examples.json").read_text(encoding="utf-8")):
        assert example["rule"] in index, example["key"]


BOUND = ("computed", "enforced", "decided")
"""What the engine says it does, it does in code, and shows in a test."""
TESTS_OF_RULES = ("vectors", "rules", "property")
"""Folders of tests that name the sections they test."""
UNCITED: dict[str, str] = {}
"""Rules of :data:`BOUND` that no code cites yet. The list may only become shorter."""
UNTESTED: dict[str, str] = {}
"""Rules of :data:`BOUND` that no test names yet. The list may only become shorter."""


NAMED = re.compile(r"_(\d\d)_(\d+[a-z]?)(?=_)")
"""A rule in the name of a test: test_16_45_armor_out_of_a_breakthrough_hex."""


def cited_in_tests(key: str) -> set[str]:
    """Sections named in data and code of the tests of rules that belong to a ruleset."""
    found: set[str] = set()
    for folder in TESTS_OF_RULES:
        for path in sorted((ROOT / "tests" / folder).rglob("*")):
            if path.suffix in (".py", ".json", ".toml") and (key in str(path) or folder == "property"):
                text = path.read_text(encoding="utf-8")
                found.update(about(key).section.findall(text))
                for name in re.findall(r"^def test(_\w+)", text, re.MULTILINE):
                    found.update(f"{chapter}.{rule.upper()}" for chapter, rule in NAMED.findall(name))
    return found


@pytest.mark.parametrize("key", PRINTED)
def test_every_rule_that_binds_is_cited_by_code(key: str) -> None:
    """Code cites a rule in a text, in a docstring, beside a number of a table, or with a word that players choose."""
    files = [*(RULESETS / key).rglob("*.py"), *(RULESETS / key / name for name in DATA)]
    cited = {section for file in files for section in about(key).section.findall(file.read_text(encoding="utf-8"))}
    missing = [section for section, row in index_of(key).items() if row[0] in BOUND and section not in cited]
    print(f"{key}: {len(missing)} rules are bound by no code: {' '.join(missing)}")
    assert not set(missing) - set(UNCITED.get(key, "").split())


@pytest.mark.parametrize("key", PRINTED)
def test_every_rule_that_binds_is_cited_by_a_test(key: str) -> None:
    cited = cited_in_tests(key)
    missing = [section for section, row in index_of(key).items() if row[0] in BOUND and section not in cited]
    print(f"{key}: {len(missing)} rules are named by no test: {' '.join(missing)}")
    assert not set(missing) - set(UNTESTED.get(key, "").split())


@pytest.mark.parametrize("key", PRINTED)
def test_open_lists_name_rules_that_bind(key: str) -> None:
    index = index_of(key)
    for section in [*UNCITED.get(key, "").split(), *UNTESTED.get(key, "").split()]:
        assert index[section][0] in BOUND, section


# --- words ---------------------------------------------------------------------------------------------------


def public(path: Path) -> Iterator[ast.FunctionDef | ast.ClassDef]:
    """Functions and classes that others may use, with the methods of those classes."""
    waiting: list[ast.AST] = list(tree(path).body)
    while waiting:
        node = waiting.pop(0)
        if isinstance(node, ast.FunctionDef | ast.ClassDef) and not node.name.startswith("_"):
            yield node
            if isinstance(node, ast.ClassDef):
                waiting.extend(node.body)


@of_each(modules())
def test_what_is_public_is_explained(path: Path) -> None:
    assert ast.get_docstring(tree(path)), f"{path.name} does not say what it is"
    silent = [f"{path.name}:{node.lineno} {node.name}" for node in public(path) if not ast.get_docstring(node)]
    assert not silent


@of_each(modules())
def test_nothing_is_left_to_do(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    found = re.findall(r"\b(?:TODO|FIXME|XXX|HACK)\b", text.replace('"XXX"', ""))
    assert not found
    assert "print(" not in text or room(dotted(path)) in ("cli", "__main__"), "only the command line prints"


@of_each(modules())
def test_exact_numbers_only(path: Path) -> None:
    """Probabilities are whole numbers and fractions; floats are for pictures and for clocks."""
    if room(dotted(path)) == "board" or dotted(path) in FLOATS:
        return
    for node in nodes(path):
        assert not (isinstance(node, ast.Constant) and type(node.value) is float), f"{path.name}:{node.lineno}"
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            assert node.func.id != "float", f"{path.name}:{node.lineno}: a float is made"


FLOATS = {
    "analysis.walk": "seconds between two signs of life",
    "files.documents": "how near a word is; numbers in files",
    "files.reader": "numbers in files",
}
"""Modules that may hold floats, and why."""
