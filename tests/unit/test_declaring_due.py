"""Attacks that have to be made, while attacks are declared: what is offered, and who is kept for them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from hexumpire.files import codec
from hexumpire.kit.declarable import Due, Plan
from hexumpire.model.battle import Battle
from hexumpire.model.errors import Problem
from hexumpire.model.scenario import Declared, Scenario
from hexumpire.rulesets.aworldatwar.ground_phase import Combat

from tests.unit.test_declaring import board, game_of, options, refused
from tests.unit.test_turn import unit


def owing(*dues: Due, actions: Sequence[str] = (), **more: Any) -> Battle[Plan]:
    """A battle in which these attacks have to be made, until one on their hexes is declared."""
    game = Combat(codec.read_scenario(board(**more)))

    def due(scenario: Scenario, attacks: Sequence[Declared]) -> list[Due]:
        hit = {place for one in attacks for place in one.targets}
        return [one for one in dues if not hit & {*one.hexes}]

    game.due = due
    return Battle.start(game).play_all(actions)


def must(place: str, *units: str) -> Due:
    return Due((place,), "it has to be attacked", ("15.21",), frozenset(units))


def aside(battle: Battle[Plan]) -> dict[str, bool]:
    return {option.id: option.aside for option in battle.node.options}


def test_of_the_hexes_only_the_one_that_has_to_be_attacked_is_no_detour() -> None:
    """The end of the declaration is not offered before, and the other hexes are aside."""
    assert aside(owing(must("2,0"))) == {"at:0,0": True, "at:2,0": False}
    assert aside(owing()) == {"at:0,0": True, "at:2,0": True, "fight": False}


def test_an_attack_that_has_to_be_made_is_put_together_and_not_left_out() -> None:
    """Giving it up is no detour only as long as it cannot be declared; of any other attack, joining it is one."""
    begun = owing(must("2,0"), actions=["at:2,0"])
    assert (aside(begun)["with:a"], aside(begun)["back"]) == (False, False)
    made = aside(begun.play("with:a"))
    assert (made["declare"], made["back"]) == (False, True)
    other = aside(owing(must("2,0"), actions=["at:0,0", "with:b"]))
    assert (other["with:a"], other["declare"], other["back"]) == (True, True, False)
    assert not aside(owing(actions=["at:0,0", "with:b"]))["back"]


def test_one_of_two_attacks_that_have_to_be_made_is_one_of_them() -> None:
    found = aside(owing(must("0,0"), must("2,0"), actions=["at:2,0", "with:a"]))
    assert (found["declare"], found["back"]) == (False, True)


def alone(scenario: Scenario) -> Iterator[Problem]:
    """An invented rule: one unit alone may attack."""
    index = [one.id for one in scenario.units].index
    for name in [name for one in scenario.attacks for name, _ in one.units][1:]:
        yield Problem("one unit attacks alone", f"$.units[{index(name)}]", "15.21", "send one")


def test_who_has_to_be_in_an_attack_is_thought_to_join_it_first() -> None:
    """Where one unit alone may attack, and infantry has to, neither aircraft nor armour takes its place."""
    for name, waits in (("a", True), ("b", True), ("far", False)):
        battle = owing(must("0,0", name))
        game_of(battle).rules = replace(game_of(battle).rules, problems=alone)
        assert ("fight" not in options(battle)) == waits, name


def test_a_hex_that_nobody_may_attack_again_is_not_waited_for() -> None:
    """15.46: it is attacked already; an attack on it that would be needed all the same cannot be made."""
    battle = owing(must("2,0"), actions=["at:2,0", "with:a", "declare"])
    game_of(battle).due = lambda scenario, attacks: [must("2,0")]
    assert "is attacked in attack 1 already" in refused(battle)["2,0"]
    assert "fight" in options(battle)


def test_who_could_make_either_of_two_attacks_that_have_to_be_made_makes_one_of_them() -> None:
    """The one counter next to both is free to choose; of two counters the second is kept for the other attack."""
    alone = board()
    alone["units"] = [unit("a", "1,0", factors=9), *(one for one in alone["units"] if one["id"] in ("d", "e"))]
    dues = must("0,0"), must("2,0")
    assert "declare" in options(owing(*dues, actions=["at:0,0", "with:a"], units=alone["units"]))
    alone["units"][0] = unit("a", "1,0", factors=9, count=2)
    both = owing(*dues, actions=["at:0,0", "with:a", "with:a"], units=alone["units"])
    assert "declare" not in options(both)
    assert refused(both)["0,0"] == "it has to be attacked, and cannot without those sent here"
