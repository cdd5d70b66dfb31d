"""Playthroughs of every example of every ruleset, compared to the letter.

After a change that is meant, ``REGENERATE_GOLDEN=1 python -m pytest tests/golden`` writes them anew; read the
difference before you keep it.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hexumpire import rulesets
from hexumpire.model.ruleset import Ruleset

from tests.golden.playthrough import tell
from tests.toybox import TOY
from tests.typed import TYPED

HERE = Path(__file__).parent
REGENERATE = os.environ.get("REGENERATE_GOLDEN") == "1"
RULESETS: dict[str, Ruleset] = {**{key: rulesets.get(key) for key in rulesets.KEYS}, TOY.key: TOY, **TYPED}
EXAMPLES = [(ruleset.key, example["key"]) for ruleset in RULESETS.values() for example in ruleset.examples()]


def golden(ruleset: str, example: str) -> Path:
    return HERE / ruleset / f"{example}.txt"


@pytest.mark.parametrize(("key", "name"), EXAMPLES)
def test_playthrough(key: str, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    ruleset = RULESETS[key]
    monkeypatch.setitem(rulesets._registered, key, ruleset)
    example = next(example for example in ruleset.examples() if example["key"] == name)
    text = tell(ruleset, dict(example))
    file = golden(key, name)
    if REGENERATE:
        file.parent.mkdir(exist_ok=True)
        file.write_text(text, encoding="utf-8")
    assert file.exists(), f"{file.name} is missing: REGENERATE_GOLDEN=1 writes it; then read it"
    assert text == file.read_text(encoding="utf-8")


def test_nothing_is_left_over() -> None:
    wanted = {golden(key, name) for key, name in EXAMPLES}
    found = set(HERE.glob("*/*.txt"))
    if REGENERATE:
        for file in found - wanted:
            file.unlink()
        return
    assert not found - wanted
