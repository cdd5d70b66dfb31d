"""EXT.11.8: random retreats of mixed stacks over random hexes keep every promise of a battle."""

import random

import pytest
from hexumpire.analysis.solve import solve
from hexumpire.files import codec
from hexumpire.model.battle import Chance, Decision
from hexumpire.rulesets.d8chart import RULESET

from tests.conformance.checks import Citations, check_keys, positions, walk
from tests.rules.d8chart.setting import EAST, NORTHEAST, SOUTHEAST, document, infantry, unit

POSITIONS = 4000
STACK = (
    lambda rng: infantry(rng.randint(1, 4), nation="German", steps=rng.randint(1, 2)),
    lambda rng: infantry(2, nation="Rumanian", steps=rng.randint(1, 3), count=rng.randint(1, 2)),
    lambda rng: unit("mountain", 3, nation="Rumanian", steps=2),
    lambda rng: unit("general", 1, nation=rng.choice(["German", "Rumanian"])),
)


def setup(rng):
    """A strong attack on a mixed stack, with hexes behind it marked at random."""
    behind = (EAST, NORTHEAST, SOUTHEAST, "2,0", "2,-1", "1,1", "2,-2", "0,2")
    hexes = {place: {"features": ["retreat"], "terrain": rng.choice(["clear", "clear", "clear", "forest", "sea"])}
             for place in behind if rng.random() < 0.8}  # fmt: skip
    stack = [make(rng) for make in rng.sample(STACK, rng.randint(1, 3))]
    if not any(one["type"] != "general" for one in stack):
        stack.append(infantry(2, nation="German", steps=3))
    return document(
        [infantry(rng.choice([9, 14, 20]), steps=2)], stack, hexes=hexes, nations=("Soviet", "German"),
        sides={"E": ["impassable"]} if rng.random() < 0.4 else {}, year=rng.choice([1942, 1944]),
        retreat_distance=rng.randint(1, 2), no_way_out=rng.choice(["place", "lost"]),
        retreat_zoc=rng.choice(["marked", "closed"]), retreat_path=rng.choice(["away", "marked"]),
        readings={"retreat_as": rng.choice(["owner", "stack"]), "german_ban": rng.choice(["units", "stack"]),
                  "half_of": rng.choice(["steps", "strength"])},
    )  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("first", range(0, 60, 20))
def test_random_retreats(first):
    cite, retreats, apart, proved = Citations(RULESET), 0, 0, 0
    for seed in range(first, first + 20):
        rng = random.Random(seed)
        game = RULESET.game(codec.read_scenario(setup(rng)))
        assert not game.problems
        for _ in range(4):
            battle = walk(game, rng, RULESET, cite)
            retreats += any(action.startswith("to:") for action in battle.line)
        states = positions(game, POSITIONS)
        if not states:
            continue
        proved += 1
        apart += any(state.fork is not None for state in states)
        check_keys(game, states)
        solution = solve(game, game.start(), RULESET.objectives[1])
        for state in states:  # from the losses on every position is solved, and worth what follows from it
            node = game.node(state)
            if state.phase in ("stand", "check", "retreat"):
                after = [solution.value(game.apply(state, action)) for action in actions(node)]
                expected = sum(after) / len(after) if isinstance(node, Chance) else min(after)
                assert solution.value(state) == expected
    assert retreats >= 2 and apart >= 1 and proved >= 10, (retreats, apart, proved)


def actions(node):
    return [option.id for option in node.options] if isinstance(node, Decision) else [face for face, _ in node.faces]
