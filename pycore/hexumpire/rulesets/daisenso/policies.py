"""Stated ways to decide, for the exact odds (chapter 4 leaves the choices to the players)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hexumpire.model.battle import Decision, Option
from hexumpire.model.ruleset import Policy
from hexumpire.rulesets.daisenso.game import Attack
from hexumpire.rulesets.daisenso.numbering import apart
from hexumpire.rulesets.daisenso.rules.lineup import force
from hexumpire.rulesets.daisenso.rules.retreat import retreating, ways_from
from hexumpire.rulesets.daisenso.segment import Segment
from hexumpire.rulesets.daisenso.state import Stage, State

WORTH = ("infantry", "fortress", "airborne", "marine", "armor", "hq")
"""What a sensible player gives up first."""


def _cheapest(attack: Attack, state: State, node: Decision) -> str:
    """The loss that costs least: plain infantry before others, and a step rather than the last one."""

    def rank(option: Option) -> tuple[int, bool, int]:
        piece = attack.setting.by_id[option.id.split(":")[1]]
        left = state.left[piece.index]
        return WORTH.index(piece.type_at(left)), left == 1, piece.factor(left)

    return min(node.options, key=rank).id


def _safest(attack: Attack, state: State, node: Decision) -> str:
    """The hex with the fewest friends to drag along and the most ways on from it."""
    side, _ = retreating(attack.setting, state)
    fight = state.fight

    def rank(option: Option) -> tuple[int, int, int]:
        friends = len(attack.setting.here(option.hex, state.left, state.at, side, ("ground",)))
        ways = len(ways_from(attack.setting, state, option.hex, side).hexes)
        enemies = sum(apart(state.at[i], option.hex) for i in fight.attackers)
        return -friends, ways, enemies

    return max((option for option in node.options if option.hex), key=rank).id


def _common(attack: Attack, state: State, node: Decision) -> str:
    if node.topic == "lose":
        return _cheapest(attack, state, node)
    if node.topic == "retreat":
        return _safest(attack, state, node)
    if node.topic == "trek":
        return node.options[-1].id
    return node.options[0].id


def _between(segment: Segment, state: Stage, node: Decision) -> str:
    """Between attacks: drop on a target where that is possible, attack and land wherever it may be done."""
    targets = segment.scenario.targets
    if node.topic != "airdrop":
        return node.options[0].id
    if state.mover >= 0:
        return next((option.id for option in node.options if option.hex in targets), node.options[0].id)
    for option in node.options[:-1]:
        after = segment.node(segment.apply(state, option.id))
        if isinstance(after, Decision) and any(one.hex in targets for one in after.options):
            return option.id
    return node.options[-1].id


Way = Callable[[Attack, State, Decision], str]


def _segments_too(way: Way) -> Callable[[Any, Any, Decision], str]:
    """The same way to decide in the attacks of a segment, and what to do between them."""

    def choose(game: Attack | Segment, state: Any, node: Decision) -> str:
        return way(game, state, node) if isinstance(game, Attack) else _between(game, state, node)

    return choose


@_segments_too
def press(attack: Attack, state: State, node: Decision) -> str:
    """Pays steps to stay in place."""
    return "step" if node.topic == "choice" else _common(attack, state, node)


@_segments_too
def spare(attack: Attack, state: State, node: Decision) -> str:
    """Retreats wherever it may rather than lose a step."""
    return _common(attack, state, node)


@_segments_too
def stand(attack: Attack, state: State, node: Decision) -> str:
    """Converts retreats into losses where it may, as long as that does not cost the last step."""
    if node.topic == "choice":
        return "step" if _spare_steps(attack, state) else node.options[0].id
    if node.topic == "retreat" and node.options[-1].id == "convert" and _spare_steps(attack, state):
        return "convert"
    return _common(attack, state, node)


def _spare_steps(attack: Attack, state: State) -> bool:
    return sum(state.left[i] for i in force(attack.setting, state, "defender")) > 1


POLICIES = (
    Policy("press", "Pays steps to stay", ("attacker",), press, "Takes support, gives up infantry first, advances."),
    Policy(
        "spare", "Falls back where it may", ("attacker",), spare, "Takes support, gives up infantry first, advances."
    ),
    Policy("give", "Retreats where it may", ("defender",), spare, "Into the hex with most ways on and no friends."),
    Policy("stand", "Converts where it may", ("defender",), stand, "Pays steps while it keeps one."),
)
