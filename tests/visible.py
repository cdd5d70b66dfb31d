"""Every text for players that the engine's answers about its examples hold: what a language has to be able to say."""

from __future__ import annotations

import ast
import json
import random
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from unittest.mock import patch

from hexumpire import api, rulesets
from hexumpire.api import languages
from hexumpire.model.ruleset import Ruleset
from hexumpire.views import i18n
from hexumpire.views.finishing import finished

STEPS = 40


def ask(**request: Any) -> Any:
    """An answer before hexes are named and rules are printed: that is done last, after it is put into a language."""
    told: list[Any] = []
    with patch.object(languages, "finished", lambda answer, *_: told.append(answer) or answer):
        api.handle(json.dumps(request))
    return told[0]


class Listener(i18n.Catalogue):
    """A catalogue of nothing that hears everything."""

    def __init__(self) -> None:
        super().__init__("xx", {name: {} for name in i18n.SECTIONS})
        self.heard: dict[str, frozenset[str]] = {}

    def say(self, text: str) -> str:
        self.heard.setdefault(text, self.names)
        return text


def answers(ruleset: str, walks: int, seed: int = 1) -> Iterator[tuple[Any, Any]]:
    """Scenario and answer: the form, and for each example its odds and positions of random walks through the fight."""
    chance = random.Random(seed)
    yield None, ask(op="schema", ruleset=ruleset)
    for example in ask(op="schema", ruleset=ruleset)["result"]["examples"]:
        scenario = {"ruleset": ruleset, **example["scenario"]}
        yield scenario, ask(op="outcomes", scenario=scenario)
        for walk in range(walks):
            actions: list[str] = []
            while len(actions) < STEPS:
                found = ask(op="view", scenario=scenario, actions=actions)
                yield scenario, found
                node = found["result"]["node"] if found["ok"] else None
                if node is None or node["kind"] == "end":
                    break
                choices = node["faces" if node["kind"] == "chance" else "options"]
                if not walk and not chance.randrange(12) and found["result"]["overrides"]:
                    choices = found["result"]["overrides"]
                actions.append(chance.choice(choices)["id"])


def played(ruleset: str, scenario: Any) -> Ruleset:
    """The ruleset that an answer is about: of the game that the scenario brings along, if it does."""
    return rulesets.of(ruleset, (scenario or {}).get("game"))


def texts(ruleset: str, walks: int) -> dict[str, frozenset[str]]:
    """The texts, each with what players named where it was said."""
    listener = Listener()
    for scenario, answer in answers(ruleset, walks):
        listener.for_names(i18n.names(scenario) | played(ruleset, scenario).own_words)
        finished(answer, words=listener)
    return listener.heard


# --- what the sources could say ------------------------------------------------------------------------------

ENGINE = Path(i18n.__file__).parents[1]
GENERAL = (
    "api/__init__",
    "api/asking",
    "api/desks",
    "api/languages",
    "api/questions",
    "api/shown",
    "files/codec",
    "files/documents",
    "files/packfile",
    "files/reader",
    "files/units",
    "model/battle",
    "model/fields",
    "model/packs",
    "model/scenario",
    "views/position",
)
_MACHINES = re.compile(r"[!$_#<]|[a-z_]+ ?=|[^ ]*$|.*(?:\(\?|\\[ds]|\|)")
"""What no player reads: keys, and patterns."""


def literals(path: Path) -> Iterator[str]:
    """The texts without holes that a source holds, as far as they look like texts for players."""
    for text in _said_in_data(tomllib.loads(path.read_text())) if path.suffix == ".toml" else _said_in_code(path):
        if re.search(r"[^\W\d_]{2}", text) and not _MACHINES.match(text.strip()) and not HOLE.search(text):
            yield text


def _said_in_data(value: object) -> Iterator[str]:
    """The texts that are values in a file of data."""
    if isinstance(value, str):
        yield value
    for inner in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from _said_in_data(inner)


def _said_in_code(path: Path) -> Iterator[str]:
    """The texts of a module: no docstrings, nothing raised, no templates, no pieces of other texts."""
    tree = ast.parse(path.read_text())
    aside: set[int] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr | ast.JoinedStr):
            aside |= {id(part) for part in ast.iter_child_nodes(node)}
        elif isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call):
            aside |= {id(arg) for arg in node.exc.args}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in aside:
            yield node.value


def missing(words: i18n.Catalogue, paths: list[Path]) -> tuple[list[str], int]:
    """The texts without holes that a language does not have, and how many there are in all."""
    told = sorted({text for path in paths for text in literals(path)})
    return [text for text in told if words.translated(text) is None], len(told)


# --- templates -----------------------------------------------------------------------------------------------

HOLE = re.compile("{([a-z]+[0-9]*)}")


def sources(ruleset: str = "") -> list[Path]:
    """The modules of a ruleset, or those of the engine that belong to none."""
    folder = ENGINE / "rulesets"
    if ruleset:
        return sorted((folder / ruleset).rglob("*.py"))
    return [path for path in sorted(ENGINE.rglob("*.py")) if folder not in list(path.parents)[1:]]


def filled(tree: ast.AST) -> Iterator[tuple[str, ast.Call]]:
    """Every call that fills a template which stands in it, and the template."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and node.args and all(one.arg for one in node.keywords) and node.keywords:
            first = node.args[0]
            if isinstance(first, ast.Constant) and isinstance(first.value, str) and HOLE.search(first.value):
                yield first.value, node


def templates(tree: ast.AST) -> set[str]:
    """Every text with holes that stands in a module outside its docstrings."""
    aside = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    return {
        node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant)
        and isinstance(node.value, str)
        and HOLE.search(node.value)
        and id(node) not in aside
    }
