"""What must always hold of strengths and odds, whatever the battle (15.31 to 15.35, 15.51, 15.52, 15.6)."""

from __future__ import annotations

import copy
import re
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from typing import Any

import pytest
from hexumpire import rulesets
from hexumpire.board import hexgrid
from hexumpire.files import codec
from hexumpire.rulesets.aworldatwar.game import Attack
from hexumpire.rulesets.aworldatwar.tables import CHART

from tests import scenarios

pytestmark = pytest.mark.slow

RULESET = rulesets.get("aworldatwar")
SEEDS = range(600)
FORTS = {"fortress", "fortification", "maginot", "west_wall", "singapore"}
ORDER = ("A", "a", "Ex", "Ex-1", "Ex-2", "d", "D")
"""Results from the worst for the attacker to the best."""


def strengths(document: dict[str, Any]) -> tuple[int, int, int]:
    """Attack, defence and column of the first round, whether or not the rules allow it."""
    game = RULESET.game(codec.read_scenario(document))
    assert isinstance(game, Attack)
    now = game.strengths.round(game.setting.full, 1)
    return now.attack, now.defense, now.column


@cache
def battles() -> list[tuple[int, dict[str, Any]]]:
    """Random battles with somebody on either side."""
    found = []
    for seed, document in scenarios.documents(RULESET, SEEDS, tame=True):
        document["procedure"] = "attack"
        game = RULESET.game(codec.read_scenario(document))
        start = game.start()
        if game.assess(start) is not None:
            found.append((seed, document))
    return found


def fighters(document: dict[str, Any], side: str) -> Iterator[dict[str, Any]]:
    for unit in document["units"]:
        if unit["side"] == side:
            yield unit


def test_there_are_battles_enough() -> None:
    assert len(battles()) > len(SEEDS) // 2


def test_ground_support_never_lowers_the_column() -> None:
    for seed, document in battles():
        more = copy.deepcopy(document)
        more["units"].append(
            {"side": "attacker", "type": "air", "nation": "German", "at": document["targets"][0], "factors": 3}
        )
        before, after = strengths(document), strengths(more)
        assert after[0] == before[0] + 3, seed
        assert after[1] == before[1], seed
        assert after[2] >= before[2], seed


def test_stronger_counters_by_land_never_lower_the_column() -> None:
    for seed, document in battles():
        more = copy.deepcopy(document)
        units = [unit for unit in fighters(more, "attacker") if unit.get("via", "land") == "land" and "factors" in unit]
        if any(unit.get("via") == "sea" for unit in fighters(more, "attacker")):
            continue  # the share of marines might change
        for unit in units:
            unit["factors"] = min(30, unit["factors"] + 2)
        before, after = strengths(document), strengths(more)
        assert after[0] >= before[0] and after[1] == before[1] and after[2] >= before[2], seed


def test_stronger_defenders_never_weaken_the_defence() -> None:
    for seed, document in battles():
        more = copy.deepcopy(document)
        for unit in fighters(more, "defender"):
            if "factors" in unit:
                unit["factors"] = min(30, unit["factors"] + 1)
        before, after = strengths(document), strengths(more)
        assert after[1] >= before[1] and after[0] == before[0] and after[2] <= before[2], seed


@pytest.mark.parametrize("mark", ["river", "arrow"])
def test_water_never_weakens_the_defence(mark: str) -> None:
    for seed, document in battles():
        more = copy.deepcopy(document)
        sides = more["map"]["sides"]
        for target in document["targets"]:
            for unit in fighters(more, "attacker"):
                side = between(unit["at"], target)
                if side:
                    found = sides.setdefault(side, [])
                    if mark not in found:
                        found.append(mark)
        assert strengths(more)[1] >= strengths(document)[1], seed


def between(a: str, b: str) -> str:
    """The hexside between two neighbours, or nothing."""
    try:
        return hexgrid.hexside_between(hexgrid.parse(a), hexgrid.parse(b))
    except ValueError:
        return ""


@pytest.mark.parametrize("fort", sorted(FORTS))
def test_a_fort_never_weakens_the_defence(fort: str) -> None:
    for seed, document in battles():
        more = copy.deepcopy(document)
        entry = more["map"]["hexes"].setdefault(document["targets"][0], {})
        if FORTS & set(entry.get("features", ())):
            continue
        entry["features"] = [*entry.get("features", ()), fort]
        assert strengths(more)[1] >= strengths(document)[1], seed


@pytest.mark.parametrize("terrain", ["forest", "mountain", "swamp", "jungle", "jungle_mountain"])
def test_rough_terrain_never_weakens_the_defence_in_europe(terrain: str) -> None:
    """In the Pacific it takes armor's machines away; a Chindit is at home in it."""
    for seed, document in battles():
        chindits = any(unit["type"] == "chindit" for unit in document["units"])
        if chindits or document["conditions"].get("theatre", "europe") != "europe":
            continue
        more = copy.deepcopy(document)
        entry = more["map"]["hexes"].setdefault(document["targets"][0], {})
        entry["terrain"] = "clear"
        plain = strengths(more)
        entry["terrain"] = terrain
        assert strengths(more)[1] >= plain[1], seed


def test_no_unit_ever_defends_at_less_than_face_value() -> None:
    for seed, document in battles():
        scenario = codec.read_scenario(document)
        game = RULESET.game(scenario)
        assert isinstance(game, Attack)
        defenders = [kind for kind in game.setting.kinds if kind.side == "defender"]
        partisans = all(kind.unit.type == "partisan" for kind in defenders if kind.arm == "ground")
        faces = sum(kind.value * kind.size for kind in defenders if kind.arm == "ground" or not partisans)  # 11.47
        assert strengths(document)[1] >= faces, seed


def test_each_turn_of_isolation_never_strengthens_the_defence() -> None:
    for seed, document in battles():
        more = copy.deepcopy(document)
        for unit in fighters(more, "defender"):
            if "isolated_turns" in RULESET.vocabulary.type_of[unit["type"]].fields:
                unit["isolated_turns"] = unit.get("isolated_turns", 0) + 1 if unit.get("isolated_turns", 0) < 20 else 20
        assert strengths(more)[1] <= strengths(document)[1], seed


def test_the_column_is_the_one_the_odds_give() -> None:
    for seed, document in battles():
        attack, defense, column = strengths(document)
        names = CHART.ladder.names
        if column < 0:
            assert attack * 4 < defense, seed
            continue
        left, right = map(int, names[column].split(":"))
        assert attack * right >= left * defense, seed
        if column + 1 < len(names):
            left, right = map(int, names[column + 1].split(":"))
            assert attack * right < left * defense, seed


def test_margins_say_what_is_true() -> None:
    """So many more factors, or one fewer than can be spared, and the odds are what the umpire says."""
    names, column = CHART.ladder.names, CHART.ladder.column
    told = 0
    for seed, document in battles():
        game = RULESET.game(codec.read_scenario(document))
        assessment = game.assess(game.start())
        assert assessment is not None
        attack, defense = assessment.attack, assessment.defense
        for margin in assessment.margins:
            numbers = [int(word) for word in re.findall(r"(?<![:\d])\d+(?![:\d])", margin.text)]
            found = re.findall(r"\d:\d", margin.text)
            if "more attack factor" in margin.text:
                assert names[column(attack + numbers[0], defense)] == found[0], (seed, margin.text)
                assert column(attack + numbers[0] - 1, defense) < column(attack + numbers[0], defense), seed
                told += 1
            elif "spare" in margin.text and found:
                spare = numbers[0] if margin.text[0].isdigit() else 0
                assert column(attack - spare, defense) == column(attack, defense), (seed, margin.text)
                left = column(attack - spare - 1, defense)
                if left < 0:
                    assert "below" in margin.text or "worse" in margin.text, (seed, margin.text)
                else:
                    assert names[left] == found[0], (seed, margin.text)
                told += 1
    assert told > len(battles())


def test_results_get_better_with_the_column_and_the_die() -> None:
    """The printed chart, cell by cell: to the right and down nothing is worse for the attacker."""
    rank = {result: place for place, result in enumerate(ORDER)}
    cells = [[rank[cell] for cell in row] for row in CHART.cells]
    for upper, lower in [*pairwise(cells), *pairwise(zip(*cells, strict=True))]:
        assert all(a <= b for a, b in zip(upper, lower, strict=True))
