"""Stated ways to choose hexes and losses in an attrition, on which the chance of each hex depends (14.51, 14.61).

The table says how many counters and hexes; which ones, the players say. So that the chance of a single hex can be told,
each function here answers every such question of one side in one way.
"""

from __future__ import annotations

from collections.abc import Callable

from hexumpire.model.battle import Decision, Option
from hexumpire.rulesets.aworldatwar.attrition_state import State
from hexumpire.rulesets.aworldatwar.rules.attrition_flow import Flow

Wish = tuple[int, ...]
"""How much the attacker wants a hex: the greater, the more; empty where not at all."""


def wanted(flow: Flow, place: str) -> int:
    """The number that the players gave a hex to be taken in order; 0 for none."""
    return int(flow.ground.scenario.hex(place).values["attrition_order"])


def held(flow: Flow, state: State, place: str) -> int:
    """The factors of regular ground units in a hex."""
    return sum(flow.ground.units[i].number("factors") * n for i, n in flow.ground.regulars(state.board, place))


def by_order(flow: Flow, state: State, node: Decision) -> str:
    """Takes the hexes that have a number, in the order of their numbers, and no others."""

    def wish(place: str) -> Wish:
        number = wanted(flow, place)
        return (-number, held(flow, state, place)) if number else ()

    return _hexes(flow, state, node, wish)


def by_factors(flow: Flow, state: State, node: Decision) -> str:
    """Takes the hexes with the most factors first, as many as the result gives."""
    return _hexes(flow, state, node, lambda place: (held(flow, state, place),))


def _hexes(flow: Flow, state: State, node: Decision, wish: Callable[[str], Wish]) -> str:
    """The answer to a question about hexes; of those wanted alike the first by name."""

    def best(options: list[Option]) -> str:
        return max(sorted(options, key=lambda one: one.hex), key=lambda one: wish(one.hex)).id

    if node.topic == "swap":
        ahead = state._replace(phase="take")
        open_now = [one.option.hex for one in flow.hexes.candidates(ahead) if not one.reason]
        return "keep" if any(wish(place) for place in open_now) else "swap"
    choosing = [one for one in node.options if one.hex and not one.id.startswith("bleed:") and wish(one.hex)]
    if choosing:
        return best(choosing)
    bleeding = [one for one in node.options if one.id.startswith("bleed:")]
    return max(bleeding, key=lambda one: held(flow, state, one.hex)).id if bleeding else "done"


def hold(flow: Flow, state: State, node: Decision) -> str:
    """Loses units of one hex after another, the largest first, so that the attacker cannot occupy it (14.62A, 14.62B).

    It begins with the hex that has the lowest number, or else the most factors, of those that could be occupied; where
    no hex is at stake it gives up the cheapest counter.
    """
    stakes = [one for one in node.options if not flow.hexes.refusal(state, one.hex)[0]]
    begun = [one for one in node.options if one.hex in {at for _, at in state.losses}]
    at_stake = begun or stakes
    if not at_stake or not state.result[1]:
        return node.options[0].id

    def order(one: Option) -> tuple[bool, int, int, str]:
        number = wanted(flow, one.hex)
        return not number, number, -held(flow, state, one.hex), one.hex

    place = min(at_stake, key=order).hex
    there = [one for one in at_stake if one.hex == place]
    return max(there, key=lambda one: flow.ground.scenario.by_id[one.unit].number("factors")).id
