"""The mutants of a module: each is the module with one comparison, condition, operator or constant changed.

Left alone is what a battle does not hang on: annotations, decorators, asserts, texts, what only a type checker reads.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from types import CodeType

COMPARISONS: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
}
"""What stands in for a comparison: its bound moved by one, and its contrary."""
OPERATORS: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
    ast.Div: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.Pow: ast.Mult,
    ast.BitOr: ast.BitAnd,
    ast.BitAnd: ast.BitOr,
    ast.BitXor: ast.BitOr,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
}
CALLS = {"min": "max", "max": "min", "any": "all", "all": "any"}
CACHES = {"cache", "lru_cache", "cached_property"}

Change = tuple[ast.AST, ast.AST]
"""A node of the tree and what stands in for it."""


@dataclass(frozen=True)
class Mutant:
    """One change of one module: where it is, what was there, what is there now."""

    module: str
    """Path of the module below the engine's folder."""
    number: int
    """Which of the module's changes it is."""
    function: str
    """Full name of the function or class it is in; empty outside of any."""
    line: int
    text: str
    """The line as written, without the spaces around it."""
    before: str
    after: str
    nth: int
    """Which of the like changes in this function it is, from 1: of the same text, before and after."""
    lines: tuple[int, ...] | None
    """A test that runs one of these lines may notice it; None: one that runs any line of the module."""

    @property
    def key(self) -> tuple[str, str, str, str, int]:
        """What names it as long as its function is not rewritten."""
        return self.module, self.function, self.text, f"{self.before} -> {self.after}", self.nth

    def __str__(self) -> str:
        which = f" (no. {self.nth} of this kind)" if self.nth > 1 else ""
        return f"{self.module}:{self.line} {self.function}: {self.before} -> {self.after}{which}\n    {self.text}"


def mutants(module: str, source: str) -> list[Mutant]:
    """All mutants of a module, in the order of its text."""
    lines, found, seen = source.splitlines(), [], Counter[tuple[str, ...]]()
    for number, (place, (old, new)) in enumerate(_changes(ast.parse(source))):
        line = getattr(old, "lineno", place.first)
        text, before, after = lines[line - 1].strip(), ast.unparse(old), ast.unparse(new)
        seen[place.function, text, before, after] += 1
        nth = seen[place.function, text, before, after]
        found.append(Mutant(module, number, place.function, line, text, before, after, nth, place.lines))
    return found


def compiled(path: Path, number: int) -> CodeType:
    """The code of a module with one of its changes made."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    old, new = list(_changes(tree))[number][1]
    changed = _Put(old, new).visit(tree)
    return compile(ast.fix_missing_locations(changed), str(path), "exec", dont_inherit=True)


class _Put(ast.NodeTransformer):
    """Puts a node in the place of another."""

    def __init__(self, old: ast.AST, new: ast.AST) -> None:
        self.old, self.new = old, new

    def visit(self, node: ast.AST) -> ast.AST:
        return ast.copy_location(self.new, node) if node is self.old else self.generic_visit(node)


@dataclass(frozen=True)
class _Place:
    """Where in a module a node stands: in which function, in which lines of one statement."""

    function: str = ""
    inside: bool = False
    """In a function, so that it is run when that is called and not when the module is loaded."""
    remembered: bool = False
    """In a function whose results are kept: tests see them that do not run it."""
    first: int = 1
    last: int = 1

    @property
    def lines(self) -> tuple[int, ...] | None:
        return tuple(range(self.first, self.last + 1)) if self.inside and not self.remembered else None


def _changes(tree: ast.Module) -> Iterator[tuple[_Place, Change]]:
    for statement in tree.body:
        yield from _of_statement(statement, _Place())


def _of_statement(node: ast.stmt, place: _Place) -> Iterator[tuple[_Place, Change]]:
    """The changes of a statement: of what it says itself, then of the statements in it."""
    if isinstance(node, ast.Assert | ast.Import | ast.ImportFrom) or _for_types(node):
        return
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        yield from _of_definition(node, place)
        return
    blocks = [block for name in ("body", "orelse", "finalbody") if (block := getattr(node, name, None))]
    last = max(node.lineno, blocks[0][0].lineno - 1) if blocks else node.end_lineno or node.lineno
    here = _Place(place.function, place.inside, place.remembered, node.lineno, last)
    if isinstance(node, ast.AugAssign) and type(node.op) in OPERATORS:
        yield here, (node, ast.AugAssign(node.target, OPERATORS[type(node.op)](), node.value))
    for name, value in ast.iter_fields(node):
        if name in ("annotation", "body", "orelse", "finalbody", "handlers", "cases"):
            continue
        for part in value if isinstance(value, list) else [value]:
            if isinstance(part, ast.AST):
                yield from ((here, change) for change in _of_expression(part, node, place.inside))
    for block in blocks:
        for inner in block:
            yield from _of_statement(inner, place)
    for branch in [*getattr(node, "handlers", ()), *getattr(node, "cases", ())]:
        for inner in branch.body:
            yield from _of_statement(inner, place)


def _of_definition(
    node: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef, place: _Place
) -> Iterator[tuple[_Place, Change]]:
    name = f"{place.function}.{node.name}".lstrip(".")
    if isinstance(node, ast.ClassDef):
        inner = _Place(name, place.inside, place.remembered)
    else:
        known = {part.id for one in node.decorator_list for part in ast.walk(one) if isinstance(part, ast.Name)}
        inner = _Place(name, True, place.remembered or bool(known & CACHES))
        # a default is made where the function is, and means something where that is called
        here = _Place(name, True, inner.remembered, node.body[0].lineno, node.body[-1].end_lineno or node.lineno)
        for default in [*node.args.defaults, *filter(None, node.args.kw_defaults)]:
            yield from ((here, change) for change in _of_expression(default, node, place.inside))
    for statement in node.body:
        yield from _of_statement(statement, inner)


def _of_expression(node: ast.AST, parent: ast.AST, inside: bool) -> Iterator[Change]:
    """The changes of an expression and of those in it."""
    if isinstance(node, ast.keyword) and node.arg == "strict":
        return
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr) and (not inside or _of_types(parent)):
        return
    yield from _own(node)
    if (
        isinstance(node, ast.expr)
        and _asks(node, parent)
        and not isinstance(node, ast.Compare | ast.BoolOp | ast.UnaryOp)
    ):
        yield node, ast.UnaryOp(ast.Not(), node)
    for child in ast.iter_child_nodes(node):
        if not isinstance(child, ast.operator | ast.cmpop | ast.boolop | ast.unaryop | ast.expr_context):
            yield from _of_expression(child, node, inside)


def _own(node: ast.AST) -> Iterator[Change]:
    """The changes of a node itself."""
    if isinstance(node, ast.Compare):
        for at, operator in enumerate(node.ops):
            for other in COMPARISONS[type(operator)]:
                yield node, ast.Compare(node.left, [*node.ops[:at], other(), *node.ops[at + 1 :]], node.comparators)
    elif isinstance(node, ast.BoolOp):
        yield node, ast.BoolOp(ast.Or() if isinstance(node.op, ast.And) else ast.And(), node.values)
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not | ast.USub):
        yield node, node.operand
    elif isinstance(node, ast.BinOp) and type(node.op) in OPERATORS and not _is_text(node):
        yield node, ast.BinOp(node.left, OPERATORS[type(node.op)](), node.right)
    elif isinstance(node, ast.Constant) and isinstance(node.value, bool):
        yield node, ast.Constant(not node.value)
    elif isinstance(node, ast.Constant) and isinstance(node.value, int):
        yield node, ast.Constant(node.value + 1)
        if node.value > 0:
            yield node, ast.Constant(node.value - 1)
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in CALLS:
        yield node, ast.Call(ast.Name(CALLS[node.func.id], ast.Load()), node.args, node.keywords)


def _asks(node: ast.expr, parent: ast.AST) -> bool:
    """It decides which way its parent goes."""
    if isinstance(parent, ast.comprehension):
        return node in parent.ifs
    return isinstance(parent, ast.If | ast.While | ast.IfExp | ast.match_case) and node is getattr(parent, "test", None)


def _is_text(node: ast.BinOp) -> bool:
    """Texts put together or filled in: another operator would only break them."""
    parts = (node.left, node.right)
    return any(isinstance(part, ast.JoinedStr) or isinstance(getattr(part, "value", None), str) for part in parts)


def _of_types(parent: ast.AST) -> bool:
    return (
        isinstance(parent, ast.Call) and isinstance(parent.func, ast.Name) and parent.func.id in ("isinstance", "cast")
    )


def _for_types(node: ast.AST) -> bool:
    return isinstance(node, ast.If) and ast.unparse(node.test).endswith("TYPE_CHECKING")
