"""The chance of each single hex of an attrition, by stated policies, against an enumeration of faces (14.51, 14.61).

The enumeration works on documents; it knows the table and the zones by :mod:`.attrition_reference`, and does the rest
in its own way: losses as a sorted list, hexes by trying every set of them.
"""

from __future__ import annotations

import json
import random
from fractions import Fraction
from itertools import permutations
from typing import Any

import pytest
from hexumpire import api
from hexumpire.analysis import outcomes
from hexumpire.files.codec import read_scenario
from hexumpire.rulesets.aworldatwar import RULESET
from hexumpire.views import report

from tests.rules.aworldatwar.attrition_boards import board, document, due, foe, mine, play
from tests.rules.aworldatwar.attrition_reference import REGULAR, Hex, Reference, near, random_board, spot, text

CHEAP = ("replacement", "infantry", "mechanized", "airborne", "armor")
SHUT = {"objective", "fortress", "railhead"}
POLICIES = [
    ("steady", "steady"), ("factors", "steady"), ("order", "steady"), ("steady", "hold"), ("factors", "hold"),
    ("order", "hold"),
]  # fmt: skip


class Faces(Reference):
    """The hexes taken for each face of the die, where there is one zone."""

    def __init__(self, document: dict[str, Any], attacker: str, defender: str) -> None:
        super().__init__(document)
        self.attacker, self.defender = attacker, defender
        self.labels = self.zones()
        (self.zone, (_, self.results)), *others = [*self.levels().items()] or [(None, (0, []))]
        self.alone = self.zone is not None and not others
        self.ours = [unit for unit in self.units if unit["side"] == "attacker" and self.zone is not None
                     and self.meets(unit, self.zone, self.labels)]  # fmt: skip
        self.contact = {place for unit in self.ours for place in self.meets(unit, self.zone, self.labels)}

    def chances(self) -> dict[str, Fraction]:
        found = {text(place): Fraction(0) for place in self.contact}
        for result in self.results:
            for place in self.taken(result):
                found[text(place)] = found.get(text(place), Fraction(0)) + Fraction(1, 6)
        return found

    def taken(self, result: str) -> set[Hex]:
        """The hexes occupied for one printed result (halved in the Pacific)."""
        parts = {part[-1]: int(part[:-1]) for part in result.split("/") if part != "-"}
        called, hexes = parts.get("C", 0), parts.get("H", 0)
        pieces = [(unit, spot(unit["at"])) for unit in self.units if unit["side"] == "defender"
                  and unit["type"] in REGULAR for _ in range(unit["count"])]  # fmt: skip
        pieces = [piece for piece in pieces if self.labels.get(piece[1]) == self.zone]
        if (called, hexes) == (1, 1) or result == "1C/1H":
            open_now = [place for place in self.contact if self.may(place, pieces, [])]
            wanted = [place for place in open_now if self.attacker != "order" or self.number(place)]
            if not (hexes and wanted):
                called, hexes = 2, 0
        lost: list[Any] = []
        allowed = sum(piece[1] in self.contact for piece in pieces)
        while pieces and len(lost) < min(called, allowed):
            piece = self.loses(pieces, lost, hexes)
            pieces.remove(piece)
            lost.append(piece)
        return self.chosen(pieces, lost, hexes)

    def loses(self, pieces: list[Any], lost: list[Any], hexes: int) -> Any:
        cheapest = min(pieces, key=lambda one: (CHEAP.index(one[0]["type"]), one[0]["factors"],
                                                self.units.index(one[0])))  # fmt: skip
        if self.defender == "steady" or not hexes:
            return cheapest
        places = {at for _, at in pieces}
        stake = places & {at for _, at in lost} or {place for place in places if self.may(place, pieces, lost)}
        if not stake:
            return cheapest
        place = min(stake, key=lambda one: (self.number(one) or 100, -self.factors(one, pieces), text(one)))
        return max((one for one in pieces if one[1] == place), key=lambda one: one[0]["factors"])

    def number(self, place: Hex) -> int:
        return int(self.data(place).get("attrition_order", 0))

    def factors(self, place: Hex, pieces: list[Any]) -> int:
        return sum(unit["factors"] for unit, at in pieces if at == place)

    def chosen(self, pieces: list[Any], lost: list[Any], hexes: int) -> set[Hex]:
        """The hexes that the attacker takes, one after another."""
        emptied = bool(lost) and not pieces
        places = {at for _, at in (*pieces, *lost)}
        if emptied:
            hexes = 99
            places = {place for unit in self.ours for place in near(spot(unit["at"]))
                      if self.labels.get(place) == self.zone}  # fmt: skip
        if self.attacker == "order":
            order = sorted((place for place in places if self.number(place)), key=lambda one: (
                self.number(one), -self.factors(one, pieces), text(one)))  # fmt: skip
        elif self.attacker == "factors":
            order = sorted(places, key=lambda one: (-self.factors(one, pieces), text(one)))
        else:
            order = sorted(places, key=text)
        found: list[Hex] = []
        for place in order:
            if len(found) < hexes and self.may(place, pieces, lost) and self.manned([*found, place]):
                found.append(place)
        return set(found)

    def may(self, place: Hex, pieces: list[Any], lost: list[Any]) -> bool:
        """Whether a hex may be occupied at all."""
        left = [unit["factors"] for unit, at in pieces if at == place]
        if not (lost and not pieces):
            if not left:
                return False
            if lost and all(at == place for _, at in lost) and min(unit["factors"] for unit, _ in lost) >= max(left):
                return False
        return not SHUT & set(self.data(place)["features"]) and bool(self.entering(place))

    def entering(self, place: Hex) -> list[Any]:
        """Counters that may go in."""
        if self.data(place)["terrain"] in ("forest", "swamp"):
            return []
        found = []
        for unit in self.ours:
            here = spot(unit["at"])
            walled = "west_wall" in self.data(place)["features"] and "fort" in self.between(here, place)
            dry = self.crosses(here, place) and "river" not in self.between(here, place)
            if here in near(place) and unit["supply"] != "none" and not walled and dry:
                found += [(unit["id"], n) for n in range(unit["count"])]
        return found

    def manned(self, places: list[Hex]) -> bool:
        """Whether each of these hexes gets a counter of its own."""
        able = sorted({one for place in places for one in self.entering(place)})
        if len(able) < len(places):
            return False
        return any(all(one in self.entering(place) for one, place in zip(some, places, strict=True))
                   for some in permutations(able, len(places)))  # fmt: skip


def numbered(seed: int) -> dict[str, Any]:
    """A board on which some hexes have a number in the attacker's order."""
    found = random_board(seed)
    rng = random.Random(f"numbers {seed}")
    for unit in found["units"]:
        if unit["side"] == "defender" and rng.random() < 0.5:
            found["map"]["hexes"][unit["at"]]["attrition_order"] = rng.randint(1, 3)
        if unit["side"] == "attacker":
            unit["count"] = min(unit["count"], 2)
    return found


def told(given: dict[str, Any], attacker: str, defender: str) -> dict[str, Fraction]:
    """What the game says."""
    game = RULESET.game(read_scenario(given))
    found = outcomes.report(game, game.start(), RULESET, {"attacker": attacker, "defender": defender})
    return {one["hex"]: Fraction(one["p"]) for one in found["hexes"]}


def choice(game: Any, state: Any, key: str) -> str:
    """What a policy answers."""
    return str(next(one for one in RULESET.policies if one.key == key).choose(game, state, game.node(state)))


def three(*factors: int, order: tuple[int, int, int] = (0, 0, 0), **more: Any) -> Any:
    """Three hexes around an attacker with a unit of so many factors in each, and their numbers in the order."""
    places = ("-1,0", "0,-1", "1,-1")
    units = [foe(f"d{n}", at, many) for n, (at, many) in enumerate(zip(places, factors, strict=True))]
    hexes = {at: {"attrition_order": number} for at, number in zip(places, order, strict=True)}
    return board(mine("a", "0,0", count=3), *units, foe("far", "9,9"), hexes=hexes, **more)


@pytest.mark.parametrize(
    ("key", "factors", "order", "taken"),
    [
        ("order", (3, 3, 3), (0, 0, 0), []),
        ("order", (3, 3, 3), (0, 2, 1), ["1,-1", "0,-1"]),
        ("order", (1, 3, 2), (2, 9, 0), ["-1,0", "0,-1"]),
        ("order", (1, 3, 2), (1, 1, 1), ["0,-1", "1,-1", "-1,0"]),
        ("order", (3, 3, 3), (4, 4, 4), ["-1,0", "0,-1", "1,-1"]),
        ("factors", (1, 3, 2), (1, 2, 3), ["0,-1", "1,-1", "-1,0"]),
        ("factors", (3, 3, 3), (0, 2, 1), ["-1,0", "0,-1", "1,-1"]),
    ],
)
def test_14_61_the_attacker_takes_the_hexes_in_the_order_that_his_policy_states(
    key: str, factors: tuple[int, ...], order: tuple[int, int, int], taken: list[str]
) -> None:
    game = three(*factors, order=order)
    state = due(game, 0, 3)
    for place in taken:
        assert choice(game, state, key) == f"take:{place}"
        state = play(game, state, f"take:{place}")
    assert len(taken) == 3 or choice(game, state, key) == "done"


@pytest.mark.parametrize(("order", "answers"), [((0, 0, 0), ("swap", "keep")), ((0, 3, 0), ("keep", "keep"))])
def test_14_44_a_policy_that_wants_no_hex_takes_two_counters(
    order: tuple[int, int, int], answers: tuple[str, str]
) -> None:
    game = three(5, 5, 5, order=order)
    state = game.flow.go_on(game.start())._replace(phase="swap", result=(1, 1))
    assert tuple(choice(game, state, key) for key in ("order", "factors")) == answers


@pytest.mark.parametrize("key", ["order", "factors"])
@pytest.mark.parametrize(("factors", "bled"), [((3, 2, 1), "-1,0"), ((1, 2, 3), "1,-1"), ((1, 3, 2), "0,-1")])
def test_14_521_russia_bleeds_the_hex_with_the_most_factors(key: str, factors: tuple[int, ...], bled: str) -> None:
    units = [
        foe(f"d{n}", at, many, nation="German")
        for n, (at, many) in enumerate(zip(("-1,0", "0,-1", "1,-1"), factors, strict=True))
    ]
    game = board(mine("a", "0,0", nation="Russian"), *units, winter_level=6, winter_designations=1)
    assert choice(game, due(game, 1), key) == f"bleed:{bled}"


@pytest.mark.parametrize(
    ("hexes", "factors", "order", "lost"),
    [
        (0, (3, 2, 1), (0, 0, 0), "d2"),
        (1, (3, 2, 1), (0, 0, 0), "d0"),
        (1, (2, 3, 1), (0, 0, 0), "d1"),
        (1, (3, 2, 1), (0, 2, 1), "d2"),
        (1, (3, 2, 1), (0, 2, 0), "d1"),
        (1, (3, 3, 2), (1, 1, 1), "d0"),
        (1, (2, 3, 2), (1, 1, 1), "d1"),
    ],
)
def test_14_62_the_defender_holds_the_hex_that_matters_most_and_gives_up_the_cheapest_where_none_is_at_stake(
    hexes: int, factors: tuple[int, ...], order: tuple[int, int, int], lost: str
) -> None:
    game = three(*factors, order=order)
    assert choice(game, due(game, 1, hexes), "hold") == f"lose:{lost}"


def test_14_62b_the_defender_goes_on_in_the_hex_that_he_began_to_hold_the_largest_first() -> None:
    units = foe("d", "0,-1", 1), foe("e", "0,-1", 3), foe("f", "0,-1", 2), foe("g", "1,-1", 5)
    game = board(mine("a", "0,0", count=3), *units, foe("far", "9,9"), hexes={"0,-1": {"attrition_order": 1}})
    state = due(game, 4, 1)
    for name in ("e", "f", "d", "g"):
        assert choice(game, state, "hold") == f"lose:{name}"
        state = play(game, state, f"lose:{name}")


LONE = [seed for seed in range(70) if Faces(random_board(seed), "", "").alone]


@pytest.mark.parametrize(
    ("attacker", "defender"), [POLICIES[0], *(pytest.param(*pair, marks=pytest.mark.slow) for pair in POLICIES[1:])]
)
def test_each_hex_is_as_likely_as_its_faces_say(attacker: str, defender: str) -> None:
    assert len(LONE) > 20
    falls = 0
    for seed in LONE:
        given = numbered(seed)
        expected = Faces(given, attacker, defender).chances()
        assert told(given, attacker, defender) == expected, seed
        falls += any(0 < p < 1 for p in expected.values())
    assert falls > 3


def asked(given: dict[str, Any]) -> Any:
    """The answer of the bridge."""
    answer = json.loads(api.handle(json.dumps({"op": "outcomes", "scenario": given})))
    assert answer["ok"], answer
    return answer["result"]


def two_zones(**more: Any) -> dict[str, Any]:
    """Fourteen factors, a counter, against two like units in each of two zones."""
    zones = {"-1,0": "A", "-1,-1": "A", "1,0": "B", "2,-1": "B"}
    return document(
        mine("a", "-2,0", 14), foe("d", "-1,0"), foe("e", "-1,-1"),
        mine("b", "2,0", 14), foe("f", "1,0"), foe("g", "2,-1"),
        hexes={place: {"attrition_zone": zone} for place, zone in zones.items()}, **more,
    )  # fmt: skip


def test_hexes_of_several_zones_are_told_each_by_its_own_die() -> None:
    # Column 11-20: 1C, 1C, 2C, 2C, 1C/1H, 2C/1H; of like units the first listed is lost. With both gone (3, 4, 6) the
    # one attacker enters the first of the hexes by name.
    found = told(two_zones(), "factors", "steady")
    assert found == {"-1,-1": Fraction(2, 3), "-1,0": Fraction(0), "1,0": Fraction(1, 2), "2,-1": Fraction(1, 6)}


def test_who_wants_no_hex_of_1c_1h_takes_two_counters() -> None:
    given = document(mine("a", "0,0", 12), foe("d", "1,0"), foe("e", "1,0"), foe("f", "0,1"))
    game = RULESET.game(read_scenario(given))
    results = {attacker: outcomes.report(game, game.start(), RULESET, {"attacker": attacker}) for attacker in
               ("factors", "order")}  # fmt: skip
    called = {key: next(one for one in found["measures"] if one["key"] == "hexes_called")["mean"]
              for key, found in results.items()}  # fmt: skip
    assert Fraction(called["order"]) == Fraction(called["factors"]) - Fraction(1, 6)


def test_best_play_has_its_hexes_too() -> None:
    given = document(mine("a", "0,0", 24), foe("d", "1,0"), foe("e", "0,1", 2))
    found = told(given, "best", "best")
    assert {"1,0", "0,1"} <= set(found)
    assert any(found.values())


def test_the_text_names_the_hexes() -> None:
    given = document(mine("a", "0,0", 24), foe("d", "1,0"), hexes={"1,0": {"name": "Ely"}})
    answer = asked(given)
    ely = next(one for one in answer["hexes"] if one["hex"] == "1,0")
    assert ely["text"] == "Ely"
    told_so = report.outcomes(answer, RULESET.policies)
    assert "Each hex is taken in:" in told_so
    assert any("Ely" in line and ely["percent"] in line for line in told_so)


def test_attacks_tell_of_no_hexes() -> None:
    scenario = next(one["scenario"] for one in RULESET.examples() if one["key"] == "suez-4")
    assert "hexes" not in asked(scenario)
