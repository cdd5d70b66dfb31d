"""Every text for players that the engine's answers about its examples hold: what a language has to be able to say."""

from __future__ import annotations

import ast
import itertools
import json
import random
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from unittest.mock import patch

from hexumpire import api
from hexumpire.views import i18n

STEPS = 40


def ask(**request: Any) -> Any:
    """An answer as the engine has it: its texts with their parts, before hexes are named and rules are printed."""
    answers: list[Any] = []

    def keep(answer: Any, index: object, names: object) -> Any:
        answers.append(answer)
        return answer

    with patch.object(api, "finished", keep):
        api.handle(json.dumps(request))
    return answers[-1]


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


def texts(ruleset: str, walks: int) -> dict[str, frozenset[str]]:
    """The texts, each with what players named where it was said."""
    listener = Listener()
    for scenario, answer in answers(ruleset, walks):
        listener.for_names(i18n.names(scenario))
        i18n.localized(answer, listener)
    return listener.heard


# --- what the sources could say ------------------------------------------------------------------------------

ENGINE = Path(i18n.__file__).parents[1]
GENERAL = (
    "api",
    "files/codec",
    "files/documents",
    "files/packfile",
    "files/reader",
    "model/battle",
    "model/fields",
    "model/packs",
    "model/scenario",
    "views/position",
)
FILLED = ("3", "attacker", "w4114", "river", "Ex", "1:1")
"""What stands in the holes of a text when it is tried, beside a unit and a nation of the game."""
_MACHINES = re.compile(r"[!$_#<]|[a-z_]+ ?=|[^ ]*$")


def _hole(value: ast.expr) -> str:
    while isinstance(value, ast.Call | ast.Subscript):
        value = value.func if isinstance(value, ast.Call) else value.value
    name = value.attr if isinstance(value, ast.Attribute) else value.id if isinstance(value, ast.Name) else ""
    return re.sub("[^a-z]", "", name.lower()) or "x"


def literals(path: Path) -> Iterator[str]:
    """The texts that a source holds, as far as they look like texts for players: with {holes} where values go in."""
    for text in _said_in_data(tomllib.loads(path.read_text())) if path.suffix == ".toml" else _said_in_code(path):
        if re.search(r"[^\W\d_]{2}", re.sub("{[a-z]+}", "", text)) and not _MACHINES.match(text.strip()):
            yield text


def _said_in_data(value: object) -> Iterator[str]:
    """The texts that are values in a file of data."""
    if isinstance(value, str):
        yield value
    for inner in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from _said_in_data(inner)


def _said_in_code(path: Path) -> Iterator[str]:
    """The texts of a module, docstrings aside."""
    tree = ast.parse(path.read_text())
    said = [node for node in ast.walk(tree) if isinstance(node, ast.JoinedStr)]
    inside = {id(part) for node in said for part in node.values}
    raised = {id(arg) for node in ast.walk(tree) if isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call)
              for arg in node.exc.args}  # fmt: skip
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr):  # a docstring
            inside.add(id(node.value))
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr) and id(node) not in raised:
            parts = [
                str(part.value) if isinstance(part, ast.Constant) else "{" + _hole(part.value) + "}"  # type: ignore[attr-defined]
                for part in node.values
            ]
            yield "".join(parts)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in inside | raised:
            yield node.value


def missing(words: i18n.Catalogue, paths: list[Path], unit: str) -> tuple[list[str], int]:
    """The texts of sources that a language does not have, and how many there are in all.

    A text counts as there if it can be said with something in its holes, or if all its pieces stand in the catalogue:
    many are sentences only when put together.
    """
    pieces = "\n".join(words.keys()).lower()
    lost, count = [], 0
    for text in sorted({text for path in paths for text in literals(path)}):
        count += 1
        holes = re.findall("{[a-z]+}", text)
        choices = (*FILLED, unit, unit.split()[0])
        filled = (
            itertools.product(choices, repeat=len(holes))
            if len(holes) < 4
            else ((one,) * len(holes) for one in choices)
        )
        if any(words.translated(_fill(text, row).strip(" .,:;")) is not None for row in filled):
            continue
        if not all(piece.strip(" .,:;()'").lower() in pieces for piece in re.split("{[a-z]+}", text)):
            lost.append(text)
    return lost, count


def _fill(text: str, row: tuple[str, ...]) -> str:
    for value in row:
        text = re.sub("{[a-z]+}", value, text, count=1)
    return text
