"""Texts for players that a source puts together by hand, so that no other language can say them."""

from __future__ import annotations

import ast
from collections.abc import Iterator

TEXTS: dict[str, tuple[tuple[int, str], ...]] = {
    "Line": ((0, "text"),),
    "Option": ((1, "label"),),
    "Refusal": ((2, "reason"),),
    "Decision": ((2, "prompt"),),
    "Chance": ((0, "prompt"),),
    "Problem": ((0, "message"), (3, "fix")),
    "Fault": ((0, "message"), (4, "fix")),
    "Margin": ((0, "text"),),
    "Trace": ((0, "label"), (6, "note")),
    "Assessment": ((0, "headline"), (7, "brief")),
    "add": ((1, "label"), (9, "note")),
    "skip": ((0, "label"), (1, "reason")),
    "close": ((0, "label"),),
    "complain": ((1, "message"), (2, "fix")),
    "_refuse": ((0, "message"), (9, "fix")),
    "bad_request": ((0, "message"), (2, "fix")),
}
"""Which arguments of what are texts for players: their places, and their names."""


def _name(call: ast.Call) -> str:
    return call.func.id if isinstance(call.func, ast.Name) else getattr(call.func, "attr", "")


def texts_of(call: ast.Call) -> Iterator[ast.expr]:
    """The arguments of a call that are texts for players."""
    for place, name in TEXTS.get(_name(call), ()):
        yield from call.args[place : place + 1]
        yield from (one.value for one in call.keywords if one.arg == name)


class Module:
    """A source, and what is said in it."""

    def __init__(self, name: str, tree: ast.Module) -> None:
        self.name, self.tree = name, tree
        self.free: set[int] = set()
        """What stands in texts as it is (parts called ``any``), and what is only measured."""
        for call in (node for node in ast.walk(self.tree) if isinstance(node, ast.Call)):
            named = [one.value for one in call.keywords if (one.arg or "").rstrip("0123456789") == "any"]
            measured = call.args if _name(call) == "len" else []
            self.free |= {id(node) for free in (*named, *measured) for node in ast.walk(free)}

    def by_hand(self) -> Iterator[str]:
        """Every text for players that is put together where it is told, or before in the same function."""
        for function in ast.walk(self.tree):
            if not isinstance(function, ast.FunctionDef):
                continue
            for call in ast.walk(function):
                for told in texts_of(call) if isinstance(call, ast.Call) else ():
                    for node in self._made(told, function, set()):
                        if self._composed(node):
                            yield f"{self.name}:{node.lineno} {ast.unparse(node)}"

    def _made(self, told: ast.expr, function: ast.FunctionDef, seen: set[int]) -> Iterator[ast.expr]:
        """A text and all that goes into it, what its names were given in the function as well."""
        for node in ast.walk(told):
            if isinstance(node, ast.expr):
                yield node
            if isinstance(node, ast.Name) and id(node) not in self.free | seen:
                seen.add(id(node))
                for given in ast.walk(function):
                    targets = given.targets if isinstance(given, ast.Assign) else [getattr(given, "target", None)]
                    value = getattr(given, "value", None)
                    names = [one.id for one in targets if isinstance(one, ast.Name)]
                    if node.id in names and isinstance(value, ast.expr):
                        yield from self._made(value, function, seen)
                    if node.id in names and isinstance(given, ast.AugAssign):
                        yield ast.copy_location(ast.BinOp(node, given.op, given.value), given)

    def _composed(self, node: ast.expr) -> bool:
        """Whether an expression puts words together."""
        if id(node) in self.free:
            return False
        if isinstance(node, ast.JoinedStr):
            return _wordy(node)
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add | ast.Mod):
            return any(isinstance(part, ast.Constant) and isinstance(part.value, str) for part in ast.walk(node))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            return node.func.attr in ("join", "format") and isinstance(node.func.value, ast.Constant)
        return False

    def sentences(self) -> Iterator[str]:
        """Every f-string with a blank in it: a sentence, unless a programmer reads it."""
        aside = set(self.free)
        for node in ast.walk(self.tree):
            if isinstance(node, ast.Raise) or (isinstance(node, ast.FunctionDef) and node.name == "__repr__"):
                aside |= {id(inner) for inner in ast.walk(node)}
        for node in ast.walk(self.tree):
            parts = node.values if isinstance(node, ast.JoinedStr) and id(node) not in aside else []
            if any(isinstance(part, ast.Constant) and " " in str(part.value) for part in parts):
                yield f"{self.name}:{node.lineno} {ast.unparse(node)}"


def _wordy(node: ast.AST) -> bool:
    """Whether letters stand in it that somebody wrote there."""
    texts = [inner.value for inner in ast.walk(node) if isinstance(inner, ast.Constant)]
    return any(isinstance(text, str) and any(map(str.isalpha, text)) for text in texts)
