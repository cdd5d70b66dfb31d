"""The witnesses of a ruleset as a file: ``battles`` as links with their whole lines, ``rules`` as rows that name them.

A row is the number of the battle, how many actions of its line are played, and the form in which the rule is switched
off: ``"15.32A": [3, 0, "sum"]``; for an exception also the number of the second battle.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import hexumpire
from hexumpire import rulesets
from hexumpire.files import codec, record
from hexumpire.model.scenario import Scenario

from tests.witness import BINDING, ruleset_of

ROOT = Path(__file__).resolve().parents[2]
RULESETS = Path(hexumpire.__file__).parent / "rulesets"


@dataclass(frozen=True)
class Witness:
    """A battle and a line of play, whose answer at the end changes when a rule is switched off in a form."""

    link: str
    actions: tuple[str, ...]
    form: str
    like: str = ""
    """The link of the second battle of an exception."""

    @property
    def scenario(self) -> Scenario:
        """Its battle as set up."""
        return scenario_of(self.link)


def scenario_of(link: str) -> Scenario:
    """The battle of a link as set up."""
    return record.from_link(link).scenario


def link_of(document: Mapping[str, Any]) -> str:
    """The link of a battle that has not begun."""
    return record.to_link(codec.read_scenario(document), ())


def path_of(key: str) -> Path:
    """Where the witnesses of a ruleset stand; those of the invented games that one begins one's own from, in tests."""
    family, _, game = key.partition("/")
    return ROOT / "tests" / "rules" / family / f"{game}.witnesses.json" if game else RULESETS / key / "witnesses.json"


def load(key: str) -> dict[str, Witness]:
    """The witnesses of a ruleset by rule; none where there is no file."""
    if not path_of(key).exists():
        return {}
    found = json.loads(path_of(key).read_text(encoding="utf-8"))
    records = [record.from_link(link) for link in found["battles"]]
    bare = [record.to_link(one.scenario, ()) for one in records]
    return {
        rule: Witness(bare[number], records[number].actions[:steps], form, *(bare[one] for one in like))
        for rule, (number, steps, form, *like) in found["rules"].items()
    }


def save(key: str, witnesses: Mapping[str, Witness]) -> None:
    """Write the witnesses of a ruleset, in the order of its index, each battle once with its longest line."""
    order = {rule: number for number, rule in enumerate(bound(key))}
    rows = sorted(witnesses.items(), key=lambda row: order.get(row[0], len(order)))
    lines: list[tuple[str, tuple[str, ...]]] = []
    likes = [Witness(one.like, (), "") for one in witnesses.values() if one.like]
    for one in sorted((*witnesses.values(), *likes), key=lambda one: -len(one.actions)):
        if not any(_begins(line, one) for line in lines):
            lines.append((one.link, one.actions))
    numbers: dict[int, int] = {}  # of the battles as they are first named, in the order of the rules

    def number(one: Witness) -> int:
        old = next(i for i, line in enumerate(lines) if _begins(line, one))
        return numbers.setdefault(old, len(numbers))

    table = []
    for rule, one in rows:
        like = [number(Witness(one.like, (), ""))] if one.like else []
        table.append(f" {json.dumps(rule)}: {json.dumps([number(one), len(one.actions), one.form, *like])}")
    battles = [record.to_link(scenario_of(lines[old][0]), lines[old][1]) for old in numbers]
    text = (
        '{"battles": [\n ' + ",\n ".join(map(json.dumps, battles)) + '\n],\n"rules": {\n' + ",\n".join(table) + "\n}}\n"
    )
    path_of(key).write_text(text, encoding="utf-8")


def _begins(line: tuple[str, tuple[str, ...]], one: Witness) -> bool:
    """Whether a line of play of a battle begins as a witness is played."""
    return line[0] == one.link and line[1][: len(one.actions)] == one.actions


@cache
def bound(key: str) -> tuple[str, ...]:
    """The rules of a ruleset that need a witness, in the order of its index; of a typed-in game those with a number."""
    found = (section for section, rule in ruleset_of(key).index.items() if rule.status in BINDING)
    return tuple(section for section in found if "/" not in key or section[0].isdigit())


def keys() -> tuple[str, ...]:
    """The rulesets that have rules of their own, and the invented games of those that take typed-in ones."""
    found: list[str] = []
    for key in rulesets.KEYS:
        ruleset = rulesets.get(key)
        found += [f"{key}/{game['key']}" for game in ruleset.templates()] if ruleset.takes_games else [key]
    return tuple(found)
