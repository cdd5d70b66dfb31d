"""The arrows of the board say which attacks are still to come or being made, and where from."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hexumpire import api, rulesets
from hexumpire.board import svg


def arrows(scenario: dict[str, Any], *actions: str) -> list[tuple[str, str]]:
    """The arrows of a battle after some actions: from where to where; one from afar ends in an asterisk."""
    answer = json.loads(api.handle(json.dumps({"op": "view", "scenario": scenario, "actions": actions})))
    assert answer["ok"], answer
    schema = json.loads(api.handle(json.dumps({"op": "schema", "ruleset": scenario["ruleset"]})))["result"]
    found: Any = svg.view(schema, scenario, answer["result"]["overlay"])["arrows"]
    return [(one["from"], one["to"] + ("" if one["near"] else "*")) for one in found]


def unit(name: str, at: str, **more: Any) -> dict[str, Any]:
    """A counter of the side that its name begins with: ``d`` and ``e`` defend."""
    side = "defender" if name[0] in "de" else "attacker"
    nation = "British" if side == "defender" else "German"
    return {"id": name, "side": side, "type": "infantry", "nation": nation, "at": at, **more}


def example(ruleset: str, key: str) -> dict[str, Any]:
    return next(one["scenario"] for one in rulesets.get(ruleset).examples() if one["key"] == key)


TOWNS: dict[str, Any] = {
    "ruleset": "aworldatwar",
    "procedure": "turn",
    "units": [
        unit("a", "1,0", factors=9),
        unit("b", "3,0", factors=9),
        unit("air", "1,2", type="air", factors=6),
        unit("d", "0,0", factors=3),
        unit("e", "2,0", factors=3),
    ],
    "attacks": [{"targets": ["0,0"], "units": ["a", "air:3"]}, {"targets": ["2,0"], "units": ["b", "air:3"]}],
}
FIRST, SECOND = [("1,0", "0,0"), ("1,2", "0,0*")], [("3,0", "2,0"), ("1,2", "2,0*")]


def test_an_attack_that_has_been_fought_has_no_arrow_not_even_of_its_aircraft() -> None:
    assert arrows(TOWNS) == FIRST + SECOND
    assert arrows(TOWNS, "attack:1") == FIRST + SECOND
    over = ("attack:1", "d6=6", "stay")
    assert arrows(TOWNS, *over) == SECOND
    assert arrows(TOWNS, *over, "done") == []


def turn_of(stacks: dict[str, tuple[str, int]], attacks: dict[str, str]) -> dict[str, Any]:
    """A turn of V 10.11.25: units with their hexes and strengths, and by target the one that attacks it."""
    units = [
        {**unit(name, at, attack=strength), "nation": "German" if name in attacks.values() else "Soviet"}
        for name, (at, strength) in stacks.items()
    ]
    declared = [{"targets": [target], "units": [name]} for target, name in attacks.items()]
    return {"ruleset": "v101125", "procedure": "turn", "units": units, "attacks": declared}


def test_an_attack_that_is_put_off_has_its_arrow_until_it_is_over() -> None:
    """V 10.11.25: the attack goes on in a later phase."""
    turn = turn_of({"a": ("1,0", 10), "d": ("0,0", 8), "b": ("5,0", 10), "e": ("6,0", 8)}, {"0,0": "a", "6,0": "b"})
    assert arrows(turn, "attack:1", "delay") == [("1,0", "0,0"), ("5,0", "6,0")]


def view_node(scenario: dict[str, Any], actions: list[str]) -> Any:
    answer = json.loads(api.handle(json.dumps({"op": "view", "scenario": scenario, "actions": actions})))
    assert answer["ok"], answer
    return answer["result"]["node"]


def test_of_hexes_attacked_one_after_another_those_that_are_over_have_none() -> None:
    """Dai Senso: nor do those who attacked the first seem to attack the second from afar."""
    scenario = example("daisenso", "soak-off")
    before = arrows(scenario)
    assert {to for _, to in before} == {"45,-46", "47,-46"}
    after = arrows(scenario, "d6=1", "retreat", "to:43,-45", "lose:j1")
    assert after == [one for one in before if one[1] == "47,-46"]
    assert after


@pytest.mark.parametrize(
    ("ruleset", "key"),
    [
        ("aworldatwar", "suez-12"),
        ("d8chart", "minor-line-air"),
        ("custom", "ford"),
        ("daisenso", "odds-11-4"),
        ("v101125", "worked-battle"),
    ],
)
def test_a_battle_that_is_over_has_none(ruleset: str, key: str) -> None:
    scenario = example(ruleset, key)
    assert arrows(scenario)
    actions: list[str] = []
    node = view_node(scenario, actions)
    while node["kind"] != "end" or not actions:
        actions.append((node.get("options") or node["faces"])[-1]["id"])
        node = view_node(scenario, actions)
    assert arrows(scenario, *actions) == []


def test_those_who_have_retreated_do_not_seem_to_attack_from_afar() -> None:
    overlay: Any = {"moved": {"a": {"2,0": 1}}}
    scenario = {"targets": ["0,0"], "units": [unit("a", "1,0", count=2), unit("d", "0,0")]}
    found: Any = svg.view({}, scenario, overlay)["arrows"]
    assert found == [{"from": "1,0", "to": "0,0", "near": True}]
    scenario["units"][0]["count"] = 1  # type: ignore[index]
    assert svg.view({}, scenario, overlay)["arrows"] == []


def test_those_who_attack_anew_from_where_they_were_driven_have_an_arrow_from_there() -> None:
    """But none to a hex the attack on which is over, nor to the one that they are in."""
    overlay: Any = {"moved": {"a": "1,-1"}, "anew": {"a": ["1,-1"]}}
    scenario: dict[str, Any] = {"targets": ["0,0"], "units": [unit("a", "1,0"), unit("d", "0,0")]}
    near = {"from": "1,-1", "to": "0,0", "near": True}
    assert svg.view({}, scenario, overlay)["arrows"] == [near]
    assert svg.view({}, scenario | {"targets": ["0,0", "3,-1"]}, overlay | {"over": [1]})["arrows"] == [
        {"from": "1,-1", "to": "3,-1", "near": False}
    ]
    assert svg.view({}, scenario | {"targets": ["1,-1", "0,0"]}, overlay)["arrows"] == [near]
    listed = {"attacks": [{"targets": ["0,0"], "units": ["a"]}], "units": scenario["units"]}
    assert svg.view({}, listed, overlay)["arrows"] == [near]
    assert svg.view({}, listed, {"moved": {"a": "1,-1"}})["arrows"] == []


@pytest.mark.parametrize("key", ["march-mud", "over-the-alps", "mountain-port", "zones", "winter-effects"])
def test_who_marches_lands_or_waits_for_the_weather_attacks_nobody(key: str) -> None:
    assert arrows(example("d8chart", key)) == []


@pytest.mark.parametrize(("held", "driven"), [(1, 2), (2, 1)])
def test_an_attacker_who_was_driven_off_and_may_attack_still_does_so_from_there(held: int, driven: int) -> None:
    """V 10.11.25: a hasty attack drove one back into another hex beside the one it is to attack."""
    units = {"a": ("1,0", 10), "b": ("1,-1", 6), "d": ("0,0", 20), "e": ("1,-2", 8)}
    attacks = {held: ("0,0", "a"), driven: ("1,-2", "b")}
    turn = turn_of(units, dict(attacks[number] for number in (1, 2)))
    first = [f"attack:{held}", "delay", "join:2", "d6=3", "d6=5", "d6=3", "d6=2", "away:d:0"]
    second = [f"attack:{driven}", "delay", "join:2", "d6=6", "d6=4", "d10=10", "d6=1", "d6=1", "retreat"]
    before, after = {("1,0", "0,0"), ("1,-1", "1,-2")}, {("1,0", "0,0"), ("2,-2", "1,-2")}
    assert {*arrows(turn, *first, *second)} == before
    assert {*arrows(turn, *first, *second, "to:2,-2")} == after
    assert {*arrows(turn, *first, *second, "to:2,-2", f"attack:{driven}")} == after


def beside(ruleset: str, targets: tuple[str, ...], second: dict[str, Any]) -> list[tuple[str, str]]:
    """The arrows of two attackers, of the second of which something is said."""
    units = [unit("a", "1,0"), unit("b", "0,1", **second)] + [unit("de"[n], at) for n, at in enumerate(targets)]
    if ruleset == "daisenso":
        units = [{**one, "nation": "Japanese" if one["id"] in "ab" else "US"} for one in units]
    return arrows({"ruleset": ruleset, "units": units, "targets": list(targets)})


@pytest.mark.parametrize("ruleset", ["aworldatwar", "daisenso", "v101125"])
def test_a_counter_that_is_said_not_to_attack_has_none(ruleset: str) -> None:
    assert beside(ruleset, ("0,0",), {"attacks": True}) == [("1,0", "0,0"), ("0,1", "0,0")]
    assert beside(ruleset, ("0,0",), {"attacks": False}) == [("1,0", "0,0")]


def test_a_counter_that_is_said_to_attack_one_target_points_there_only() -> None:
    """Dai Senso: the second attacker is beside both targets."""
    both = [("1,0", "0,0"), ("0,1", "0,0"), ("0,1", "-1,1")]
    assert beside("daisenso", ("0,0", "-1,1"), {"aim": 0}) == both
    assert beside("daisenso", ("0,0", "-1,1"), {"aim": 1}) == both[:2]
    assert beside("daisenso", ("0,0", "-1,1"), {"aim": 2}) == [both[0], both[2]]


def test_attacks_declared_on_the_board_come_from_where_units_have_moved() -> None:
    """The ground phase of A World at War: no attack stands in the document."""
    units = [unit("a", "2,0", type="armor", factors=9), unit("b", "1,-1", factors=9), unit("d", "0,0", factors=3)]
    hexes: dict[str, Any] = {f"{q},{r}": {} for q in range(-3, 4) for r in range(-3, 4)}
    phase = {"ruleset": "aworldatwar", "procedure": "phase", "units": units, "map": {"hexes": hexes}}
    marched = ["begin:move", "take:a", "go:1,0", "done", "begin:turn", "at:0,0"]
    assert arrows(phase, *marched) == []
    assert arrows(phase, *marched, "with:a") == [("1,0", "0,0")]
    declared = [*marched, "with:a", "with:b", "declare"]
    for begun in ((), ("fight",), ("fight", "attack:1")):
        assert arrows(phase, *declared, *begun) == [("1,0", "0,0"), ("1,-1", "0,0")]
    won = [*declared, "fight", "attack:1", "d6=6"]
    assert arrows(phase, *won, "advance:a") == [("1,-1", "0,0")]
    assert arrows(phase, *won, "advance:a", "stay") == arrows(phase, *won, "stay") == []
