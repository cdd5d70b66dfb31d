"""Turns of attacks by several factions, played at random: what they come to is what the board shows in the end.

A hex is taken when somebody of ours stands in it and nobody of theirs (15.46, 15.91, 10.56); flak dies there (10.94).
Factors lost are those of the counters that are gone; flak has none (10.93).
"""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

from hexumpire.files.codec import read_scenario
from hexumpire.model.battle import Battle
from hexumpire.rulesets.aworldatwar import RULESET

from tests.amount import many
from tests.rules.aworldatwar.attrition_boards import around
from tests.rules.aworldatwar.phases import Document, foe, mine
from tests.rules.aworldatwar.setting import EDITIONS

COUNT = many(150, 3000)
FIRST = "1,0"
SECONDS = ("1,1", "2,-1")
AFLOAT = ("air", "fleet", "destroyer", "flak")


def attackers(rng: random.Random, name: str, nation: str, targets: list[str]) -> Document | None:
    """A unit of an attack: next to all its hexes, at sea beside them, or dropping on one of them."""
    near = sorted(set.intersection(*(set(around(at)) for at in targets)) - {FIRST, *SECONDS})
    way = rng.choice(("land", "land", "drop", "sea"))
    if way == "drop":
        at, more = rng.choice(targets), {"via": "airdrop", "count": rng.randint(1, 4)}
        return mine(name, at, "airborne", 1, nation=nation, **more)
    if not near:
        return None
    kind = rng.choice(("infantry", "armor")) if way == "land" else "infantry"
    at, ctl = rng.choice(near), rng.randint(1, 3)
    return mine(name, at, kind, rng.randint(1, 9), nation=nation, via=way, ctl=ctl)


def drawn(rng: random.Random) -> Document:
    """Up to three attacks on one hex or two; who makes them is often of another faction each time."""
    places = [FIRST, *rng.sample(SECONDS, rng.randint(0, 1))]
    nations = rng.sample(("US", "Russian", "Japanese", "Yugoslav"), 3)
    units: list[Document] = []
    attacks = []
    for number in range(rng.randint(1, 3)):
        targets = rng.sample(places, rng.randint(1, len(places)))
        nation = nations[number] if rng.random() < 0.8 else rng.choice(nations)
        named = [attackers(rng, f"a{number}{k}", nation, targets) for k in range(rng.randint(1, 2))]
        sent = [unit for unit in named if unit]
        if sent and rng.random() < 0.4:
            sent.append(mine(f"air{number}", "0,0", "air", rng.randint(1, 3), nation=nation))
        units += sent
        attacks += [{"targets": targets, "units": [unit["id"] for unit in sent]}] if sent else []
    for number, at in enumerate(places):
        for k in range(rng.randint(1, 2)):
            units.append(
                foe(f"d{number}{k}", at, rng.choice(("infantry", "armor")), rng.randint(1, 2), nation="German")
            )
        units += [foe(f"das{number}", at, "air", 1, nation="German")] if rng.random() < 0.3 else []
        units += [foe(f"flak{number}", at, "flak", 1, nation="German")] if rng.random() < 0.4 else []
    return {
        "ruleset": "aworldatwar",
        "edition": rng.choice(EDITIONS),
        "procedure": "turn",
        "units": units,
        "attacks": attacks,
        "map": {"hexes": {at: {} for at in (*places, *around(FIRST))}},
    }


def shown(battle: Any) -> tuple[int, int, int]:
    """Hexes taken and factors lost on both sides, as the board tells it; no flak is left in hexes that were taken."""
    game = battle.game
    units, standing = game.scenario.by_id, game.standing(battle.state).units
    ours, theirs = (
        {one.at for one in standing if units[one.unit].side == side and units[one.unit].type not in AFLOAT}
        for side in ("attacker", "defender")
    )
    taken = (ours - theirs) & {place for one in game.scenario.attacks for place in one.targets}
    assert not any(units[one.unit].type == "flak" and one.at in taken for one in standing)
    left: Counter[str] = Counter()
    for one in standing:
        left[one.unit] += one.many * int(dict(one.values).get("factors", units[one.unit].number("factors")))
    lost: Counter[str] = Counter()
    for unit in units.values():
        lost[unit.side] += (unit.count * unit.number("factors") - left[unit.id]) * (unit.type != "flak")
    return len(taken), lost["attacker"], lost["defender"]


def test_what_turns_come_to_is_what_the_board_shows() -> None:
    met: Counter[tuple[int, str]] = Counter()
    for seed in range(COUNT):
        rng = random.Random(seed)
        game = RULESET.game(read_scenario(drawn(rng)))
        for _ in range(0 if game.problems else 3):
            battle: Any = Battle.start(game)
            while battle.outcome is None:
                battle = battle.play(rng.choice(list(battle.legal_actions)))
            found = tuple(battle.outcome.measure(key) for key in ("hexes", "attacker_lost", "defender_lost"))
            assert found == shown(battle), f"turn {seed}: {' '.join(battle.line)}"
            met[found[0], battle.outcome.result] += 1
    assert {(0, "none"), (1, "all"), (1, "some"), (2, "all")} <= met.keys()
