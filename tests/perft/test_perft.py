"""How many lines of play an example has, how many positions, and in which order options come.

Each ruleset has a data file here; every entry names the section its example stands for. After a change that is meant,
``REGENERATE_GOLDEN=1 python -m pytest tests/perft`` writes the files anew; read the difference before you keep it.

``lines[n]`` is the number of lines of play of n + 1 actions (or shorter ones that end), every option counted;
``positions`` and ``keys`` are how many different ones can come about, ``endings`` how many outcomes, where they are few
enough to be counted; the keys are proved to tell apart what plays on differently. ``first`` and ``last`` are what is
offered, in order, when always the first or the last action is taken.
"""

from __future__ import annotations

import json
import os
import tomllib
from pathlib import Path
from typing import Any

import pytest
from hexumpire import rulesets
from hexumpire.files import codec
from hexumpire.model.battle import Battle, Game, LegalActions, Terminal
from hexumpire.model.ruleset import Ruleset

from tests.amount import many
from tests.conformance.checks import check_keys, positions
from tests.lines_of_play import perft
from tests.toybox import TOY
from tests.typed import TYPED

HERE = Path(__file__).parent
REGENERATE = os.environ.get("REGENERATE_GOLDEN") == "1"
RULESETS: dict[str, Ruleset] = {**{key: rulesets.get(key) for key in rulesets.KEYS}, TOY.key: TOY, **TYPED}
LINES = 3000
"""Depths are counted until there are more lines than this, as far as the file goes; to a sixth of it always."""
DEPTH = 8
POSITIONS = 6000
"""Positions are counted, and keys proved, where there are no more than this; always where a quarter of it suffices."""
MANY = 1000
"""Where the file has no count of positions, there are more than this: to walk through more of them shows no more."""
STEPS = 40


def count(game: Game[Any], most: int, enough: int) -> dict[str, Any]:
    """The figures of one battle.

    Its positions are counted if there are no more than ``most``, lines until there are more than ``enough``.
    """
    lines = [perft(game, 1)]
    while lines[-1] <= enough and len(lines) < DEPTH:
        lines.append(perft(game, len(lines) + 1))
    found: dict[str, Any] = {"lines": lines}
    states = positions(game, most)
    if states:
        found["positions"] = len(states)
        found["keys"] = check_keys(game, states)
        found["endings"] = len({node.outcome for node in map(game.node, states) if isinstance(node, Terminal)})
    return found | {"first": offered(game, 0), "last": offered(game, -1)}


def offered(game: Game[Any], which: int) -> list[str]:
    """What is offered along the line that always takes the first (0) or last (-1) action."""
    battle, found = Battle.start(game), []
    while len(battle.legal_actions) and len(found) < STEPS:
        legal = list(LegalActions(battle.node))
        found.append(" ".join(legal))
        battle = battle.play(legal[which])
    return found


def file(key: str) -> Path:
    return HERE / f"{key}.toml"


def read(key: str) -> dict[str, dict[str, Any]]:
    """What the data file of a ruleset says."""
    assert file(key).exists(), f"{file(key).name} is missing: REGENERATE_GOLDEN=1 writes it; then read it"
    return tomllib.loads(file(key).read_text(encoding="utf-8"))


def write(key: str, figures: dict[str, dict[str, Any]]) -> None:
    """The data file of a ruleset."""
    lines = [f"# {RULESETS[key].title}: see test_perft.py for what the figures mean"]
    for name, entry in figures.items():
        lines += ["", f"[{name}]"]
        for word, found in entry.items():
            if isinstance(found, list) and found and isinstance(found[0], str):
                shown = "[\n" + "".join(f"  {json.dumps(row, ensure_ascii=False)},\n" for row in found) + "]"
            else:
                shown = json.dumps(found, ensure_ascii=False)
            lines.append(f"{word} = {shown}")
    file(key).write_text("\n".join(lines) + "\n", encoding="utf-8")


def amount(known: int) -> tuple[int, int]:
    """How many positions and how many lines are looked at of an example that has so many positions, 0 if too many."""
    if REGENERATE:
        return POSITIONS, LINES
    most = many(POSITIONS // 4, POSITIONS)
    return (most if known else MANY), many(LINES // 6, LINES)


@pytest.mark.slow
@pytest.mark.parametrize("key", RULESETS)
def test_perft(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    ruleset = RULESETS[key]
    monkeypatch.setitem(rulesets._registered, key, ruleset)
    kept = {} if REGENERATE else read(key)
    figures = {}
    for example in ruleset.examples():
        name, game = example["key"], ruleset.game(codec.read_scenario(example["scenario"]))
        figures[name] = {"source": f"{example['rule']}: {example['title']}"}
        figures[name] |= count(game, *amount(kept.get(name, {}).get("positions", 0)))
    assert any("keys" in entry for entry in figures.values()), "every example is too large for its keys to be proved"
    if REGENERATE:
        write(key, figures)
        kept = read(key)
    assert list(kept) == list(figures)
    for name, entry in figures.items():
        known = dict(kept[name])
        assert entry["lines"] == known["lines"][: len(entry["lines"])], name
        if known.get("positions", 0) > amount(known.get("positions", 0))[0]:
            known = {word: found for word, found in known.items() if word not in ("positions", "keys", "endings")}
        assert entry | {"lines": known["lines"]} == known, name


def test_every_entry_names_its_source() -> None:
    for key, ruleset in RULESETS.items():
        for name, entry in read(key).items():
            assert entry["source"].partition(":")[0] in ruleset.index, name
