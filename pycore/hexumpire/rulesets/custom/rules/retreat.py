"""Retreats: who goes, which hexes are open, and what becomes of those who find no way."""

from __future__ import annotations

from collections.abc import Iterator

from hexumpire.model.trace import Rules
from hexumpire.rulesets.custom.rules import ground, losses
from hexumpire.rulesets.custom.rules.strength import cites
from hexumpire.rulesets.custom.setting import Setting
from hexumpire.rulesets.custom.sheet import OTHER, Effect
from hexumpire.rulesets.custom.state import State


def begin(setting: Setting, state: State, effect: Effect) -> State:
    """The position in which the first of those who must retreat goes."""
    groups: dict[str, list[int]] = {}
    for i in setting.of(effect.side, state):
        groups.setdefault(state.pieces[i].at, []).append(i)
    queue = tuple(tuple(group) for group in groups.values())
    if not setting.sheet.retreats.together:
        queue = tuple((i,) for group in queue for i in group)
    chooser = OTHER[effect.side] if effect.opponent else effect.side
    return onward(setting, state._replace(queue=queue, going=(), left=effect.n, unit=str(effect.n), chooser=chooser))


def onward(setting: Setting, state: State) -> State:
    """The next position of a retreat in which somebody chooses; the end of it where nobody does."""
    while True:
        going = tuple(i for i in state.going if state.pieces[i].at)
        if not going or not state.left:
            if not state.queue:
                return state._replace(going=(), queue=(), origin="", left=0, unit="", chooser="")
            first, rest = state.queue[0], state.queue[1:]
            state = state._replace(going=first, queue=rest, origin=state.pieces[first[0]].at, left=int(state.unit))
            continue
        state = state._replace(going=going)
        if any(not reason for _, reason, _ in judged(setting, state)):
            return state._replace(phase="retreat")
        state = _stuck(setting, state)


def _stuck(setting: Setting, state: State) -> State:
    """Nobody of those who go finds a way: they part, and one that is alone pays for it."""
    if len(state.going) > 1 and state.pieces[state.going[0]].at == state.origin:
        first, rest = (state.going[0],), tuple((i,) for i in state.going[1:])
        return state._replace(going=first, queue=rest + state.queue)
    way = setting.sheet.retreats.no_way
    for i in state.going:
        if way == "eliminated":
            state = losses.without(setting, state, i, setting.steps_left(i, state))
        elif way == "step":
            state = losses.without(setting, state, i, state.left)
    return state._replace(going=(), left=0)


def judged(setting: Setting, state: State) -> Iterator[tuple[str, str, Rules]]:
    """Every hex around those who go, with the reason why it is closed; empty where it is open."""
    at = state.pieces[state.going[0]].at
    found = [(place, *why_not(setting, state, at, place, state.left)) for place in ground.around(at)]
    through = {place for place, reason, _ in found if not reason and finishes(setting, state, place, state.left - 1)}
    rules = cites(setting.sheet.retreats.rule)
    for place, reason, why in found:
        if not reason and through and place not in through:
            yield place, "no way leads on from there", rules
        else:
            yield place, reason, why


def why_not(setting: Setting, state: State, at: str, place: str, left: int) -> tuple[str, Rules]:
    """Why those who go may not enter a hex, when so many hexes are left to go; empty when they may."""
    sheet = setting.sheet
    side = setting.unit(state.going[0]).side
    rule = sheet.retreats.rule
    if setting.apart(place, state.origin) <= setting.apart(at, state.origin):
        return "it is no farther from where the retreat began", cites(rule)
    if place in ground.standing(setting, state, OTHER[side]):
        return "enemy units stand there", cites(rule)
    if ground.closed(setting, at, place):
        return "no unit may retreat over that ground", cites(rule)
    if sheet.retreats.zones == "barred" and ground.zone(setting, state, place, side):
        return "it is in an enemy zone of control", cites(sheet.zones.rule, rule)
    if left == 1 and ground.crowded(setting, state, place, state.going):
        return "too many units would stand there", cites(sheet.stacking_rule, rule)
    return "", ()


def finishes(setting: Setting, state: State, place: str, left: int) -> bool:
    """Whether the rest of a retreat can be gone from a hex."""
    if left <= 0:
        return True
    return any(
        not why_not(setting, state, place, other, left)[0] and finishes(setting, state, other, left - 1)
        for other in ground.around(place)
    )


def enter(setting: Setting, state: State, place: str) -> State:
    """The position after those who go have entered a hex."""
    side = setting.unit(state.going[0]).side
    pieces = list(state.pieces)
    for i in state.going:
        pieces[i] = pieces[i]._replace(at=place)
    zone = setting.sheet.retreats.zones == "step" and ground.zone(setting, state, place, side)
    state = state._replace(pieces=tuple(pieces), left=state.left - 1)
    if zone:
        for i in state.going:
            state = losses.without(setting, state, i)
    return onward(setting, state)
