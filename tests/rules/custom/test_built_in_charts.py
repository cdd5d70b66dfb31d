"""The charts of A World at War and of the 1D8 game typed in: where the rules fit, chances are equal as fractions."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from hexumpire import rulesets
from hexumpire.analysis.outcomes import outcomes
from hexumpire.files import codec
from hexumpire.model.battle import Outcome

Document = dict[str, Any]
Ending = tuple[object, ...]
AROUND = ("-1,0", "0,-1", "1,-1", "1,0", "0,1", "-1,1")
BATTLES = 200


def distribution(scenario: Document, choose: Any, told: Callable[[Outcome], Ending]) -> dict[Ending, Fraction]:
    """How likely each ending is, as far as it is told."""
    read = codec.read_scenario(scenario)
    game = rulesets.get(read.ruleset).game(read)
    assert not game.problems, list(map(str, game.problems))
    dist = outcomes(game, game.start(), choose)
    found: dict[Ending, Fraction] = defaultdict(Fraction)
    for outcome, weight in dist.items():
        found[told(outcome)] += Fraction(weight, dist.total)
    return dict(found)


def choosing(**answers: str) -> Any:
    """A way to decide: by topic, otherwise the first option there is."""

    def choose(game: Any, state: Any, node: Any) -> str:
        return answers.get(node.topic, node.options[0].id)

    return choose


def units(side: str, kind: str, nation: str, places: list[str], **values: Any) -> list[Document]:
    return [{"side": side, "type": kind, "nation": nation, "at": at, **values} for at in places]


# --- A World at War, 15.6 -------------------------------------------------------------------------------------

GO_ON = "the attacker may fight another round"


def world(level: int, rounds: int) -> Document:
    """The game of 15.6 for infantry against infantry at a defence multiplier, for so many rounds."""
    chart = rulesets.get("aworldatwar").chart("new")
    less = [f"attacker loses {level - n}/{level} of the defence" for n in range(1, level)]
    exchange = [["defender is eliminated", *less[n : n + 1]] for n in (0, 1)]
    half = {"choose": "attacker", "of": [["defender loses 1/2 of its factors"], ["exchange by strength"]]}
    return {
        "format": 1,
        "title": "A World at War, 15.6",
        "types": {"infantry": {"title": "Infantry", "attack": 1, "defense": 1}},
        "chart": {"rule": "15.6", "columns": chart["columns"], "below": "out", "rows": rows(chart)},
        "results": {
            "out": "attacker is eliminated",
            "A": ["attacker loses as much as the defence", GO_ON],
            "a": ["attacker loses 1/2 of the defence", GO_ON],
            "Ex": "exchange by strength",
            "Ex-1": exchange[0],
            "Ex-2": exchange[1],
            "d": [half, GO_ON],
            "D": "defender is eliminated",
        },
        "modifiers": {"multiplier": {"title": "Every defender", "rule": "15.32A", "defense": f"x{level}"}}
        | {f"round{n}": {"title": "Earlier rounds", "rule": "15.75", "when": {"rounds": [n, n]}, "roll": n - 1}
           for n in range(2, rounds + 1)},
        "rounds": {"most": rounds, "rule": "15.72"},
    }  # fmt: skip


def rows(chart: Any) -> dict[str, list[str]]:
    """The rows of a chart as a document writes them."""
    return {str(name): list(cells) for name, cells in zip(chart["rows"], chart["cells"], strict=True)}


POLICIES = {
    "fights on and keeps d": (choosing(again="on", choose="keep"), choosing(again="on", choose="way:0")),
    "fights on and takes the exchange": (choosing(again="on", choose="exchange"), choosing(again="on", choose="way:1")),
    "one round": (choosing(again="off", choose="keep"), choosing(again="stop", choose="way:0")),
}
LEVELS = {"clear": 2, "forest": 3}


@pytest.mark.slow
@pytest.mark.parametrize(
    "policy", [policy if policy == "one round" else pytest.param(policy, marks=pytest.mark.slow) for policy in POLICIES]
)
def test_15_6_typed_in(policy: str) -> None:
    rng, several = random.Random(policy), 0
    theirs_by, ours_by = POLICIES[policy]
    for number in range(BATTLES):
        terrain = rng.choice(list(LEVELS))
        size = rng.randint(1, 4)
        hexes = [rng.choice(AROUND) for _ in range(rng.randint(1, 10))]
        hexes = [at for i, at in enumerate(hexes) if hexes[:i].count(at) < 2]
        strong, stack = rng.randint(1, 4), ["0,0"] * rng.randint(1, 2)
        built = {
            "format": 1, "ruleset": "aworldatwar", "edition": "new", "targets": ["0,0"],
            "map": {"hexes": {"0,0": {"terrain": terrain}}},
            "units": units("attacker", "infantry", "British", hexes, factors=size)
            + units("defender", "infantry", "German", stack, factors=strong),
        }  # fmt: skip
        rounds = rulesets.get("aworldatwar").game(codec.read_scenario(built)).setting.last_round
        typed = {
            "format": 1, "ruleset": "custom", "game": world(LEVELS[terrain], rounds), "targets": ["0,0"],
            "units": units("attacker", "infantry", "Red", hexes, attack=size)
            + units("defender", "infantry", "Blue", stack, defense=strong),
        }  # fmt: skip
        theirs = distribution(built, theirs_by, _factors("lost", lambda end: end.result in ("taken", "emptied")))
        ours = distribution(typed, ours_by, _factors("factors", lambda end: end.measure("hex") == 1))
        assert ours == theirs, (number, terrain, size, hexes, strong, stack)
        several += len(ours) > 3
    assert several > BATTLES // 3


def _factors(what: str, cleared: Callable[[Outcome], bool]) -> Callable[[Outcome], Ending]:
    """Factors that both sides lose, and whether the hex is cleared."""
    return lambda end: (end.measure(f"attacker_{what}"), end.measure(f"defender_{what}"), cleared(end))


# --- the 1D8 chart --------------------------------------------------------------------------------------------


def eight(starred: list[str]) -> Document:
    """The game of the 1D8 chart; ``starred`` is what follows the losses of a starred result."""
    chart = rulesets.get("d8chart").chart("chart")
    grid = {{"-": "≤0", "+": "9+"}.get(name, name): cells for name, cells in rows(chart).items()}
    losses = {
        **{f"{n}/-": [f"attacker loses {n} steps"] for n in (1, 2, 3)},
        **{f"-/{n}": [f"defender loses {n} steps"] for n in (2, 3)},
        **{f"-/{n}*": [f"defender loses {n} steps", *starred] for n in (2, 3)},
        "[-/1]": ["defender loses 1 step"],
    }
    return {
        "format": 1,
        "title": "The 1D8 chart",
        "types": {"infantry": {"title": "Infantry", "attack": 1, "defense": 1, "steps": 2}},
        "terrains": {"clear": {"title": "Clear"}, "mountain": {"title": "Mountain"}},
        "chart": {"rule": "CRT", "columns": chart["columns"], "dice": "d8", "rows": grid},
        "results": losses,
        "modifiers": {"mountain": {"title": "Mountain", "rule": "MOD", "when": {"terrain": "mountain"}, "roll": -1}},
    }


STANCES: dict[str, tuple[str, list[str]]] = {"stay": ("stay", []), "leave": ("retreat", ["defender retreats 1"])}


@pytest.mark.slow
@pytest.mark.parametrize("stance", STANCES)
def test_the_1d8_chart_typed_in(stance: str) -> None:
    rng, several = random.Random(stance), 0
    answer, starred = STANCES[stance]
    for number in range(BATTLES):
        terrain = rng.choice(("clear", "clear", "mountain"))
        hexes = rng.sample(AROUND[:3], rng.randint(1, 3))
        size, strong, stack = rng.randint(1, 9), rng.randint(1, 9), ["0,0"] * rng.randint(1, 3)
        hexes_in = {"0,0": {"terrain": terrain}}
        built = {
            "format": 1, "ruleset": "d8chart", "targets": ["0,0"], "map": {"hexes": hexes_in},
            "units": units("attacker", "infantry", "French", hexes, factors=size)
            + units("defender", "infantry", "British", stack, factors=strong),
        }  # fmt: skip
        typed = {
            "format": 1, "ruleset": "custom", "game": eight(starred), "targets": ["0,0"], "map": {"hexes": hexes_in},
            "units": units("attacker", "infantry", "Red", hexes, attack=size)
            + units("defender", "infantry", "Blue", stack, defense=strong),
        }  # fmt: skip
        theirs = distribution(built, choosing(stand=answer), _losses("lost", stance))
        ours = distribution(typed, choosing(), _losses("steps", stance))
        assert ours == theirs, (number, terrain, size, hexes, strong, stack)
        several += len(ours) > 3
    assert several > BATTLES // 3


def _losses(what: str, stance: str) -> Callable[[Outcome], Ending]:
    """Steps that both sides lose; and whether the hex is cleared, where no check decides that."""

    def told(end: Outcome) -> Ending:
        lost = end.measure(f"attacker_{what}"), end.measure(f"defender_{what}")
        return (*lost, end.measure("hex")) if stance == "leave" else lost

    return told
