"""What is done last to an answer of the engine, in one place: hexes by their names, rules as they are printed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from hexumpire.kit.places import Names
from hexumpire.model.errors import Problem
from hexumpire.model.rule_index import RuleIndex
from hexumpire.views.position import problem

LEFT: Final = frozenset(("scenario", "overlay", "relevant", "fragment", "svg"))
"""Keys of an answer under which stands what is the players' own, or for machines."""


INSIDE: Final = "places"
"""A key under which names of hexes stand that others put into their texts."""


def finished(value: Any, index: RuleIndex | None, names: Names | None, key: str = "") -> Any:
    """An answer with the hexes that its texts mention named, and with what is printed of the rules that it cites.

    Beside ``rules``, or ``rule``, stands ``printed``: sections and headings as the rulebook has them, where those
    differ from the ids.
    """
    if isinstance(value, str):
        return names.told(value, key == INSIDE) if names is not None else value
    if isinstance(value, Mapping):
        found = {name: entry if name in LEFT else finished(entry, index, names, name) for name, entry in value.items()}
        if index is not None:
            _cite(found, index)
        return found
    if isinstance(value, list | tuple):
        return [finished(entry, index, names, key) for entry in value]
    return value


def _cite(found: dict[str, Any], index: RuleIndex) -> None:
    """Add what is printed of the rules that a part of an answer cites."""
    rules, rule = found.get("rules"), found.get("rule")
    if isinstance(rules, list) and rules and isinstance(rules[0], str):
        printed = list(index.cited(rules))
        if printed != rules:
            found["printed"] = printed
    elif isinstance(rule, str) and rule and index.printed(rule) != rule:
        found["printed"] = index.printed(rule)
        if found.keys() >= {"message", "path", "fix", "text"}:
            found["text"] = str(Problem(found["message"], found["path"], found["printed"], found["fix"]))


def problems(found: Iterable[Problem], index: RuleIndex | None, names: Names | None) -> list[dict[str, str]]:
    """Problems as the contract writes them, finished."""
    told: list[dict[str, str]] = finished(list(map(problem, found)), index, names)
    return told
