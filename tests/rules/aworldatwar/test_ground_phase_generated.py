"""Ground phases played at random, against a reading of the text written apart: who is bound, placed, counted.

The reading knows only the board at the start, the actions taken, and where counters stand; it keeps its own books.
"""

from __future__ import annotations

import random
from typing import Any

import pytest
from hexumpire.board import hexgrid
from hexumpire.model.battle import Chance, Decision

from tests.rules.aworldatwar.attrition_reference import Reference
from tests.rules.aworldatwar.phases import DISC, features, foe, mine, options, phase, turn_of

INNER = [hexgrid.name(place) for radius in range(4) for place in hexgrid.ring((0, 0), radius)]
REGULAR = ("infantry", "armor", "mechanized")


def near(a: str, b: str) -> int:
    return hexgrid.distance(hexgrid.parse(a), hexgrid.parse(b))


def drawn(seed: int) -> tuple[list[dict[str, Any]], dict[str, Any]]:
    """Units and hexes: strong Germans in the west, weak Russians in the east, air on both sides."""
    rng = random.Random(f"phase {seed}")
    hexes = {place: {"terrain": rng.choice(["clear"] * 6 + ["forest"]), "features": []} for place in INNER}
    west = [place for place in INNER if hexgrid.parse(place)[0] < 0]
    east = [place for place in INNER if hexgrid.parse(place)[0] >= 0]
    rng.shuffle(west)
    rng.shuffle(east)
    front = [place for place in INNER if place not in east[:5] and any(near(place, held) == 1 for held in east[:5])]
    stacks = rng.sample(front, 3) + west[:1]
    units = []
    for n in range(8):
        kind = rng.choice(["armor", "armor", "infantry", "mechanized"])
        strong = rng.choice([4, 8, 14])
        units.append(
            mine(f"a{n}", stacks[n // 2], kind, strong, movement=6, supply=rng.choice(["full"] * 5 + ["partial"]))
        )
    for n in range(5):
        units.append(foe(f"d{n}", east[n], rng.choice(["infantry", "infantry", "armor"]), rng.choice([1, 1, 2])))
    units += [mine("air", west[0], "air", 3), foe("das", "3,0", "air", 4)]
    return units, hexes


class Books:
    """What has happened, told by the actions."""

    def __init__(self, units: list[dict[str, Any]], hexes: dict[str, Any]) -> None:
        self.units = {unit["id"]: unit for unit in units}
        self.start = {unit["id"]: unit["at"] for unit in units}
        document = {"units": units, "map": {"hexes": hexes, "sides": {}}, "conditions": {"winter_level": 0}}
        self.zones = Reference(document).zones()
        self.overran: set[str] = set()
        self.bound: dict[str, str] = {}
        self.hand: list[str] = []
        self.prey = ""
        self.attacks: list[tuple[list[str], list[str]]] = []
        self.fought: list[tuple[list[str], list[str]]] = []
        self.plan: tuple[list[str], list[str]] = ([], [])
        self.placed: set[str] = set()
        self.stood: dict[str, str] = {}

    def note(self, battle: Any, action: str, after: Any) -> None:
        """One action of movement, declaration or placement."""
        verb, _, value = action.partition(":")
        name = value.partition("@")[0].partition("~")[0].partition("+")[0]
        if verb == "take":
            self.hand, self.prey = [name], ""
        elif verb == "overrun" and "@" not in value:
            self.prey = value
        elif verb == "with" and self.prey:
            self.hand.append(name)
        elif verb == "at":
            self.plan = ([value], [])
        elif verb == "also" and self.plan[0]:
            self.plan[0].append(value)
        elif verb == "with":
            self.plan[1].append(name)
        elif verb == "back":
            self.plan = ([], [])
        elif verb == "declare":
            self.attacks.append(self.plan)
            self.plan = ([], [])
        elif verb == "attack" and value.isdigit():
            self.fought.append(self.attacks[int(value) - 1])
        elif verb == "fight" and self.plan == ([], []) and not self.stood:
            self.stood = places(after)
        elif verb == "place":
            self.placed.add(name)
        if self.prey and topic(after) == "move" and self.hand:
            won = all(at != self.prey for id, at in places(after).items() if self.units[id]["side"] == "defender"
                      and self.units[id]["type"] != "air")  # fmt: skip
            if won:
                self.overran |= {*self.hand}
            else:
                self.bound |= dict.fromkeys(self.hand, self.prey)
            self.hand, self.prey = [], ""

    @property
    def attacked(self) -> set[str]:
        return {id for _, names in self.fought for id in names}

    def may_be_placed(self, homes: tuple[str, ...], now: dict[str, str]) -> set[tuple[str, str]]:
        """Who may exploit from where (16.21, 16.22)."""
        found = set()
        for home in homes:
            origins = {self.stood[id] for targets, names in self.fought if home in targets for id in names
                       if self.units[id]["type"] in REGULAR}  # fmt: skip
            for id, at in now.items():
                unit = self.units[id]
                fit = unit["side"] == "attacker" and unit["type"] == "armor" and unit["supply"] == "full"
                if fit and id not in self.attacked and any(near(at, origin) <= 1 for origin in origins):
                    found.add((id, home))
        return found

    def counted(self, now: dict[str, str]) -> set[str]:
        """Who counts in attrition (14.22, 14.23)."""
        theirs = {
            at for id, at in now.items() if self.units[id]["side"] == "defender" and self.units[id]["type"] in REGULAR
        }
        return {
            id for id, at in now.items()
            if self.units[id]["side"] == "attacker" and self.units[id]["type"] in REGULAR
            and id not in self.attacked | self.placed and any(near(at, place) == 1 for place in theirs)
        }  # fmt: skip


def topic(battle: Any) -> str:
    return battle.node.topic if isinstance(battle.node, Decision) else ""


def places(battle: Any) -> dict[str, str]:
    """Where every counter stands now; air may be in several parts."""
    return {one.unit: one.at for one in turn_of(battle).standing(battle.state).units}


def chosen(battle: Any, rng: random.Random) -> str:
    """An action at random: overruns and attacks now and then before anything else."""
    legal = options(battle)
    if isinstance(battle.node, Chance):
        return rng.choice(legal)
    bold = [
        one
        for one in legal
        if one.startswith(("overrun:", "with:", "declare", "advance:", "place:", "at:", "gs:", "das:"))
    ]
    if bold and rng.random() < 0.75:
        return rng.choice(bold)
    tame = [one for one in legal if one not in ("scrap", "back", "end") and not one.startswith(("begin:", "remove:"))]
    return rng.choice(tame or legal)


def play(seed: int) -> dict[str, int]:
    """One phase, checked on the way; how often each thing was seen."""
    units, hexes = drawn(seed)
    books = Books(units, hexes)
    battle = phase(*units, hexes=hexes)
    rng = random.Random(f"play {seed}")
    seen = {"failed": 0, "overran": 0, "placed": 0, "counted": 0, "taken": 0}
    for part in ("move", "turn", "exploitation", "attrition"):
        if f"begin:{part}" not in options(battle):
            continue
        battle = battle.play(f"begin:{part}")
        if part == "exploitation" and battle.state.phase == "part":
            seen["placed"] += check_placing(battle, books)
        if part == "attrition" and battle.state.phase == "part":
            seen["counted"] += check_attrition(battle, books)
        steps = 0
        while battle.state.phase == "part":
            steps += 1
            assert steps < 400, (seed, battle.line[-20:])
            ends = [one for one in ("done", "enough", "fight") if one in options(battle)]
            action = ends[-1] if steps > 60 and ends and topic(battle) in ("move", "declare") else chosen(battle, rng)
            after = battle.play(action)
            books.note(battle, action, after)
            battle = after
        if part == "turn":
            check_bound(books)
        seen["taken"] += check_taken(battle, books)
    check_losses(battle if battle.outcome else battle.play("end"))
    return seen | {"failed": len(books.bound), "overran": len(books.overran)}


def check_placing(battle: Any, books: Books) -> int:
    """16.21, 16.22: who may be placed where."""
    game = turn_of(battle).at_hand(battle.state)[0]
    offered = [one.partition(":")[2].partition("@") for one in options(battle) if one.startswith("place:")]
    found = {(name.partition("~")[0], game.field.homes[int(number) - 1]) for name, _, number in offered}
    assert found == books.may_be_placed(game.field.homes, places(battle))
    return len(found)


def check_attrition(battle: Any, books: Books) -> int:
    """14.211, 14.23A: who counts, and that each attrition is of one zone of the start."""
    game = turn_of(battle).at_hand(battle.state)[0]
    counted = set()
    for number in range(len(game.flow.ground.fronts)):
        level = game.flow.levels.of(number, ())
        counted |= {game.scenario.units[look.i].id.partition("+")[0] for look in level.counted}
        assert len({books.zones.get(hexgrid.parse(at)) for _, at, _ in level.contact}) <= 1
    assert counted == books.counted(places(battle))
    return len(counted)


def check_bound(books: Books) -> None:
    """13.531: whoever failed to overrun a hex is in the attack on it."""
    for id, place in books.bound.items():
        assert any(place in targets and id in names for targets, names in books.fought), (id, place, books.fought)


def check_losses(battle: Any) -> None:
    """What a phase says that both sides lost is what is missing in the end."""
    units, left = battle.game.scenario.by_id, dict.fromkeys(battle.game.scenario.by_id, 0)
    for one in turn_of(battle).standing(battle.state).units:
        left[one.unit] += one.many * int(dict(one.values).get("factors", units[one.unit].number("factors")))
    for side in ("attacker", "defender"):
        had = {id: unit.count * unit.number("factors") for id, unit in units.items() if unit.side == side}
        assert battle.outcome.measure(f"{side}_lost") == sum(n - left[id] for id, n in had.items())


def check_taken(battle: Any, books: Books) -> int:
    """11.61: where units of ours stand and none did at the start is taken, and no hex that enemies are in."""
    own = {
        at
        for id, at in books.start.items()
        if books.units[id]["side"] == "attacker" and books.units[id]["type"] in REGULAR
    }
    taken = {place for place in DISC if "taken" in features(battle, place)}
    now = {
        at
        for id, at in places(battle).items()
        if books.units[id]["side"] == "attacker" and books.units[id]["type"] in REGULAR
    }
    theirs = {at for id, at in places(battle).items() if books.units[id]["side"] == "defender"
              and books.units[id]["type"] in REGULAR}  # fmt: skip
    assert now - own <= taken
    assert not taken & theirs
    return len(taken)


@pytest.mark.slow
def test_phases_at_random_go_by_the_text() -> None:
    sums: dict[str, int] = {}
    for seed in range(40):
        for key, number in play(seed).items():
            sums[key] = sums.get(key, 0) + number
    assert all(sums.values()), sums
