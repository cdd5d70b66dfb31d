"""A text that counts things has another form for one of them, unless it never counts just one."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

pytestmark = pytest.mark.host
ROOT = Path(__file__).parents[2]
ENGINE = [
    ROOT / "pycore/hexumpire/texts/de.json",
    *sorted((ROOT / "pycore/hexumpire/rulesets").glob("*/texts.de.json")),
]
NUMBERS = r"\{(n|m|k|x|number|needed|more|size|turns|theirs|most)\}"
COUNTED = re.compile(NUMBERS + r"((?: [A-Za-z-]+){0,2}?) ([A-Za-z-]+s|dice)\b")
VERBS = ("becomes", "begins", "does", "gives", "has", "is", "keeps", "makes", "reaches", "stands", "was")
UNITS = {"dice": "die", "armies": "army", "hexes": "hex", "losses": "loss"}
AGREE = re.compile(r"\b(stays?|is|are|has|have|makes?|follows?|it|they|its|their)\b")
NEVER_ONE = """
a diary has at most {n} battles|{n} positions|of {m} plans|without quotes|more than {n}|a number of {n} digits
characters|too many|at most {n}|no longer than|{n} cells, for|must have {n} cells|actions cannot be undone
more cases|{n} hexes$|a drop reaches|commandos reach|{n} ground units in|shock armies|specialised units in
flak factors in|may join|takes {k} factors|{k} faces|ground units are in|{n} while CTL|CTL {m} units|CTL {n}
Up to {n} from|treated as|Round {n}:|read as|{n}/{m} of its|modifier counts|a table of {n} rows|headings
Hex (worth|target hexes|hexes away|and its shift|than {n} columns|up to {n} hexes|has entered {n}
units attack from|fewer than {n} SS|{any} has|more than {n} hexes beyond|supports:|hexes are left|CV strikes
before shifts|steps: main|{n} attacks$|specialised units are
"""
"""Of texts that count, those that never count just one, or count nothing, by a part of each."""


def forms(files: list[Path]) -> set[str]:
    found: set[str] = set()

    def gather(part: dict[str, Any]) -> None:
        for key, value in part.items():
            if isinstance(value, dict):
                gather(value)
            else:
                found.add(key)

    for file in files:
        gather(json.loads(file.read_text()))
    return found


def of_one(template: str, found: re.Match[str]) -> str:
    word = found.group(3)
    return template[: found.start(3)] + UNITS.get(word, word[:-1]) + template[found.end(3) :]


def test_what_the_engine_counts_has_a_form_for_one() -> None:
    templates = forms(ENGINE)
    plain = {AGREE.sub("-", one) for one in templates}
    never = [part for line in NEVER_ONE.split("\n") for part in line.split("|") if part]
    lacking = []
    for template in sorted(templates):
        for found in COUNTED.finditer(template):
            known = any(template.endswith(part[:-1]) if part[-1] == "$" else part in template for part in never)
            if found.group(3) in VERBS or found.group(3).endswith("ss") or known:
                continue
            if AGREE.sub("-", of_one(template, found)) not in plain:
                lacking.append(template)
    assert lacking == []
