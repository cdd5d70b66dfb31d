"""Stated ways to decide, for the exact odds (chapter 15 leaves the choices to the players)."""

from __future__ import annotations

from typing import Any

from hexumpire.model.battle import Decision, Option
from hexumpire.model.ruleset import Policy
from hexumpire.rulesets.aworldatwar.game import Attack
from hexumpire.rulesets.aworldatwar.rules import rounds
from hexumpire.rulesets.aworldatwar.state import State

WORTH = (
    "replacement", "partisan", "infantry", "air", "mechanized", "destroyer",
    "chindit", "commando", "marine", "airborne", "armor", "fleet",
)  # fmt: skip
"""What a sensible player gives up first."""


def _cheapest(attack: Attack, node: Decision) -> str:
    """The option that gives up the least valuable type of counter, and of that the smallest."""

    def rank(unit: str) -> tuple[int, int]:
        spec = attack.scenario.by_id[unit]
        return WORTH.index(spec.type), spec.number("factors")

    return min((option for option in node.options if option.unit), key=lambda option: rank(option.unit)).id


def _entering(attack: Attack, state: State, node: Decision) -> str:
    """The strongest advances, into a hex that nobody has entered as long as there is one."""
    entered = {attack.scenario.targets[target] for _, target in state.moved}

    def rank(option: Option) -> tuple[bool, int]:
        return option.hex not in entered, attack.scenario.by_id[option.unit].number("factors")

    return max((option for option in node.options if option.unit), key=rank).id


def _common(attack: Attack, state: State, node: Decision) -> str:
    if node.topic in ("pay", "trim", "rest", "pick"):
        return _cheapest(attack, node)
    return _entering(attack, state, node) if node.topic == "advance" else node.options[0].id


def steady(attack: Attack, state: State, node: Decision) -> str:
    """Fights on at 1:1 or better, keeps d; converts what it may when defending.

    By the older edition the odds are those after the air over its limit is out of the fight (15.632, 15.71).
    """
    if node.topic == "again":
        return "off" if rounds.ahead(attack.strengths, state).below_even else "on"
    return "convert" if node.topic == "convert" else _common(attack, state, node)


def press(attack: Attack, state: State, node: Decision) -> str:
    """Fights on as long as it may and takes the exchange that clears the hex, an Ex-1 at even numbers too (15.54)."""
    if node.topic == "choose":
        now = attack.flow.now(state)
        mild = attack.flow.conversion.early_german(now)
        return "exchange" if mild or now.attack > now.defense else "keep"
    return "on" if node.topic == "again" else _common(attack, state, node)


def once(attack: Attack, state: State, node: Decision) -> str:
    """Fights one round only."""
    return "off" if node.topic == "again" else _common(attack, state, node)


def stay(attack: Attack, state: State, node: Decision) -> str:
    """Never converts a result: keeps what units it can."""
    return "keep" if node.topic == "convert" else _common(attack, state, node)


def named_hexes(game: Any, state: Any, node: Decision) -> str:
    """In attrition the hexes that have a number, in their order; else as :func:`steady`."""
    if node.topic in HEXES:
        from hexumpire.rulesets.aworldatwar.rules import attrition_choices

        return attrition_choices.by_order(game.flow, state, node)
    return steady(game, state, node)


def most_factors(game: Any, state: Any, node: Decision) -> str:
    """In attrition the hexes with the most factors; else as :func:`steady`."""
    if node.topic in HEXES:
        from hexumpire.rulesets.aworldatwar.rules import attrition_choices

        return attrition_choices.by_factors(game.flow, state, node)
    return steady(game, state, node)


def hold(game: Any, state: Any, node: Decision) -> str:
    """In attrition loses units so that hexes cannot be occupied; else as :func:`steady`."""
    if node.topic in LOSSES:
        from hexumpire.rulesets.aworldatwar.rules import attrition_choices

        return attrition_choices.hold(game.flow, state, node)
    return steady(game, state, node)


HEXES = ("swap", "take", "designate")
"""Topics of the questions of an attrition which hexes are taken, and whether the hex of 1C/1H is."""
LOSSES = ("lose",)
"""Topics of the questions of an attrition what is lost."""
ATTRITIONS = ("attrition", "phase")
"""Procedures in which there is attrition."""

POLICIES = (
    Policy(
        "steady",
        "Fights on at 1:1 or better",
        ("attacker",),
        steady,
        "Keeps d; gives up infantry before air and armor.",
    ),
    Policy("press", "Fights on while it may", ("attacker",), press, "Takes Ex for d when that clears the hex."),
    Policy("once", "One round only", ("attacker",), once, "Keeps d."),
    Policy(
        "order",
        "Attrition: hexes by their numbers",
        ("attacker",),
        named_hexes,
        "Takes only hexes that have a number, the lowest first. In attacks it fights on at 1:1 or better.",
        ATTRITIONS,
    ),
    Policy(
        "factors",
        "Attrition: hexes with most factors",
        ("attacker",),
        most_factors,
        "Takes as many as the result gives. In attacks it fights on at 1:1 or better.",
        ATTRITIONS,
    ),
    Policy("steady", "Converts results where it may", ("defender",), steady, "Gives up the least valuable first."),
    Policy("stay", "Never converts", ("defender",), stay, "Gives up the least valuable first."),
    Policy(
        "hold",
        "Attrition: losses that keep hexes",
        ("defender",),
        hold,
        "Loses the largest units of one hex, so that it cannot be occupied, before those of the next.",
        ATTRITIONS,
    ),
)
