"""The public faces: what a script may use, with the examples in their own words run."""

from __future__ import annotations

import doctest
import importlib
from collections.abc import Callable
from pathlib import Path

import hexumpire
import pytest
from hexumpire import rulesets
from hexumpire.model.battle import Battle

ENGINE = Path(hexumpire.__file__).parent
WITH_EXAMPLES = sorted(
    ".".join(("hexumpire", *path.relative_to(ENGINE).with_suffix("").parts)).removesuffix(".__init__")
    for path in ENGINE.rglob("*.py")
    if ">>> " in path.read_text(encoding="utf-8")
)
"""Every module that has an example in its words."""


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


SUEZ = ("aworldatwar", "suez-12")


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (lambda battle: hexumpire.example("aworldatwar", "suez-21"), "has no example 'suez-21': did you mean 'suez-"),
        (lambda battle: hexumpire.example("aworldatwr", "suez-12"), "did you mean 'aworldatwar'?"),
        (lambda battle: hexumpire.from_link(None), "the link must be text, found null"),
        (lambda battle: battle.play(None), "is not legal here; legal: d6=1"),
        (lambda battle: battle.undo(-1), "-1 actions cannot be undone"),
        (lambda battle: hexumpire.outcomes(battle, {"atacker": "best"}), "did you mean 'attacker'?"),
        (lambda battle: hexumpire.outcomes(battle, {"attacker": "bset"}), "'bset' is no policy of the attacker"),
        (lambda battle: hexumpire.outcomes(battle, {}, "hxe"), "'hxe' is no objective"),
        (lambda battle: hexumpire.best_play(battle, "hxe"), "'hxe' is no objective"),
    ],
)
def test_whatever_is_wrong_is_an_error_of_ours(wrong: Callable[[Battle], object], said: str) -> None:
    with pytest.raises(hexumpire.HexUmpireError) as caught:
        wrong(hexumpire.start(hexumpire.example(*SUEZ)))
    assert said in str(caught.value)
