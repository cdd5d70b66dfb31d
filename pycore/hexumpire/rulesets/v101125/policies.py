"""Stated ways to decide, for the exact odds."""

from __future__ import annotations

from hexumpire.model.battle import Decision, Option
from hexumpire.model.ruleset import Policy
from hexumpire.rulesets.v101125.game import Attack
from hexumpire.rulesets.v101125.phases.pay import Pay
from hexumpire.rulesets.v101125.state import State


def _weighed(node: Decision) -> list[Option]:
    """The options that the exact odds look at; all where there are none such."""
    return [option for option in node.options if not option.aside] or list(node.options)


def _spares(attack: Attack, node: Decision) -> str:
    """The way to pay that takes least off the map for good: the turn track first, then whatever is worth least."""

    def rank(option: Option) -> tuple[bool, int]:
        return not option.id.startswith("away"), option.pays

    options = _weighed(node)
    return min([option for option in options if option.unit] or options, key=rank).id


def _common(attack: Attack, node: Decision) -> str:
    """What both sides do alike: sparing payments, the first way else."""
    return _spares(attack, node) if node.topic.startswith(Pay.key) else _weighed(node)[0].id


def steady(attack: Attack, state: State, node: Decision) -> str:
    """Attacks at once without planned steps, and advances with everybody."""
    return _common(attack, node)


def leave(attack: Attack, state: State, node: Decision) -> str:
    """Retreats when a result allows it."""
    return _common(attack, node)


def stand(attack: Attack, state: State, node: Decision) -> str:
    """Stays wherever an exchange buys off the retreat, and turns CA and DL into ME where it may."""
    if node.topic == "stand":
        return "stand"
    return "minimal" if node.topic == "convert" else _common(attack, node)


POLICIES = (
    Policy("steady", "Attacks at once, advances with all", ("attacker",), steady, "Gives up what is worth least."),
    Policy("leave", "Retreats as told", ("defender",), leave, "Gives up what is worth least."),
    Policy("stand", "Stays for an exchange where it may", ("defender",), stand, "Gives up what is worth least."),
)
