"""Stated ways to decide, for the exact odds (the chart leaves losses and retreats to their owner)."""

from __future__ import annotations

from typing import Any

from hexumpire.model.battle import Decision
from hexumpire.model.ruleset import Policy
from hexumpire.rulesets.d8chart.game import Attack
from hexumpire.rulesets.d8chart.state import State

WORTH = ("infantry", "mechanized", "mountain", "commando", "para", "armor")
"""What a sensible player gives up first."""


def _cheapest(attack: Attack, node: Decision) -> str:
    """A step of the least valuable counter, spread before any is eliminated."""

    def rank(option: Any) -> tuple[bool, int, int]:
        unit = attack.scenario.by_id[option.unit]
        last = option.id.endswith(":1")
        return last, WORTH.index(unit.type), unit.number("factors")

    return min(node.options, key=rank).id


def _common(attack: Attack, node: Decision) -> str:
    return _cheapest(attack, node) if node.topic == "lose" else node.options[0].id


def stand(attack: Attack, state: State, node: Decision) -> str:
    """Stays, and rolls when a check is due."""
    return "stay" if node.topic == "stand" else _common(attack, node)


def leave(attack: Attack, state: State, node: Decision) -> str:
    """Retreats whenever it may."""
    return "retreat" if node.topic == "stand" else _common(attack, node)


def cautious(attack: Attack, state: State, node: Decision) -> str:
    """Retreats rather than be lost to a later attack: when half its steps are gone."""
    if node.topic == "stand":
        return "retreat" if state.due else "stay"
    return _common(attack, node)


def go(attack: Attack, state: State, node: Decision) -> str:
    """The first that is offered: cheap steps first, every unit that may move."""
    return _common(attack, node)


POLICIES = (
    Policy("steady", "Gives up cheap steps first", ("attacker",), go, "Spreads losses before a counter is eliminated."),
    Policy("stand", "Stays and takes the check", ("defender",), stand, "Gives up cheap steps first."),
    Policy("cautious", "Retreats when half is lost", ("defender",), cautious, "Gives up cheap steps first."),
    Policy("leave", "Retreats whenever it may", ("defender",), leave, "Gives up cheap steps first."),
)
