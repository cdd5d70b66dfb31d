"""The public faces: what a script may use, with the examples in their own words run."""

from __future__ import annotations

import doctest
import importlib

import hexumpire
import pytest
from hexumpire import rulesets
from hexumpire.model.battle import Battle

WITH_EXAMPLES = (
    "hexumpire",
    "hexumpire.analysis.distributions",
    "hexumpire.analysis.solve",
    "hexumpire.analysis.walk",
)


def test_all_names_what_stands_there() -> None:
    public = {name for name in vars(hexumpire) if not name.startswith("_")}
    own = {name for name in public if getattr(vars(hexumpire)[name], "__module__", "").startswith("hexumpire")}
    assert own | {"__version__"} == set(hexumpire.__all__)


@pytest.mark.parametrize("name", WITH_EXAMPLES)
def test_the_examples_in_its_words_are_true(name: str) -> None:
    failed, tried = doctest.testmod(importlib.import_module(name))
    assert tried
    assert not failed


@pytest.mark.parametrize("key", rulesets.KEYS)
def test_the_repr_of_a_battle_can_be_pasted(key: str) -> None:
    entry = next(entry for entry in rulesets.get(key).examples() if not entry["scenario"].get("pack"))
    battle = hexumpire.start(hexumpire.example(key, str(entry["key"])))
    battle = battle.play(next(iter(battle.legal_actions)))
    pasted = eval(repr(battle), {"hexumpire": hexumpire})
    assert isinstance(pasted, Battle)
    assert (pasted.state, pasted.line, pasted.log) == (battle.state, battle.line, battle.log)
    assert repr(battle) == repr(battle.undo()) + f".play_all({list(battle.line)!r})"


def test_best_play_and_links() -> None:
    battle = hexumpire.start(hexumpire.example("aworldatwar", "suez-12")).play("d6=6")
    assert hexumpire.best_play(battle)["actions"]
    assert hexumpire.from_link(hexumpire.to_link(battle)).state == battle.state
    with pytest.raises(hexumpire.RecordError):
        hexumpire.from_link("1.nonsense")
