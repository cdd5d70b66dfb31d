"""Retreats: who goes, which hexes are open, and what becomes of those who find no way."""

from __future__ import annotations

from collections.abc import Iterator

from hexumpire.model.trace import Rules
from hexumpire.rulesets.custom.rules import ground, losses
from hexumpire.rulesets.custom.rules.strength import cites
from hexumpire.rulesets.custom.setting import Setting
from hexumpire.rulesets.custom.sheet import OTHER, Effect
from hexumpire.rulesets.custom.state import Note, State


class Ways:
    """The hexes that those who go now may enter, and how far a way leads on from each."""

    def __init__(self, setting: Setting, state: State) -> None:
        self.setting = setting
        self.state = state
        self.side = setting.unit(state.going[0]).side
        self.enemies = ground.standing(setting, state, OTHER[self.side])
        self.at = state.pieces[state.going[0]].at
        self._zones: dict[str, bool] = {}
        self._farthest: dict[tuple[str, int], bool] = {}

    def why_not(self, at: str, place: str, last: bool) -> tuple[str, Rules]:
        """Why they may not go from a hex to the next, the ``last`` of their retreat or not; empty when they may."""
        setting = self.setting
        retreats = setting.sheet.retreats
        rule = retreats.rule
        if setting.apart(place, setting.target) <= setting.apart(at, setting.target):
            return "it is no farther from the hex attacked", cites(rule)
        if place in self.enemies:
            return "enemy units stand there", cites(rule)
        if ground.closed(setting, at, place):
            return "no unit may retreat over that ground", cites(rule)
        if retreats.zones == "barred" and self.zone(place):
            return "it is in an enemy zone of control", cites(setting.sheet.zones.rule, rule)
        if last and ground.crowded(setting, self.state, place, self.state.going):
            return "too many units would stand there", cites(setting.sheet.stacking_rule, rule)
        return "", ()

    def zone(self, place: str) -> bool:
        """Whether a hex is in a zone of control of the enemy."""
        found = self._zones.get(place)
        if found is None:
            found = self._zones[place] = ground.zone(self.setting, self.state, place, self.side)
        return found

    def leads(self, at: str, left: int) -> bool:
        """Whether so many hexes can be gone from a hex."""
        if not left:
            return True
        found = self._farthest.get((at, left))
        if found is None:
            found = self._farthest[at, left] = any(
                not self.why_not(at, place, left == 1)[0] and self.leads(place, left - 1) for place in ground.around(at)
            )
        return found


def begin(setting: Setting, state: State, effect: Effect) -> State:
    """The position in which the first of those who must retreat goes."""
    groups: dict[str, list[int]] = {}
    for i in setting.of(effect.side, state):
        groups.setdefault(state.pieces[i].at, []).append(i)
    queue = tuple(tuple(group) for group in groups.values())
    if not setting.sheet.retreats.together:
        queue = tuple((i,) for group in queue for i in group)
    chooser = OTHER[effect.side] if effect.opponent else effect.side
    return onward(setting, state._replace(queue=queue, going=(), far=effect.n, chooser=chooser))


def onward(setting: Setting, state: State) -> State:
    """The next position of a retreat in which somebody chooses; the end of it where nobody does."""
    while True:
        going = tuple(i for i in state.going if state.pieces[i].at)
        if going and state.left:
            return state._replace(phase="retreat", going=going)
        if not state.queue:
            return state._replace(going=(), queue=(), left=0, far=0, chooser="")
        first, rest = state.queue[0], state.queue[1:]
        state = _set_out(setting, state._replace(going=first, queue=rest, left=state.far))


def _set_out(setting: Setting, state: State) -> State:
    """The position once it is known how far those who go can go.

    Units of a hex part when they cannot go the whole way together. One that is alone and cannot is eliminated, or goes
    as far as it can; then it stays there, and may lose a step for each hex that is missing.
    """
    ways = Ways(setting, state)
    far = next(n for n in reversed(range(state.left + 1)) if ways.leads(ways.at, n))
    if far == state.left:
        return state
    if len(state.going) > 1:
        first, rest = (state.going[0],), tuple((i,) for i in state.going[1:])
        return state._replace(going=(), queue=(first, *rest, *state.queue))
    way, piece = setting.sheet.retreats.no_way, state.going[0]
    state = state._replace(notes=(*state.notes, Note("way", piece, far, state.left)))
    if way == "eliminated":
        return losses.without(setting, state, piece, setting.steps_left(piece, state))
    if way == "step":
        state = losses.without(setting, state, piece, state.left - far)
    return state._replace(left=far)


def judged(setting: Setting, state: State) -> Iterator[tuple[str, str, Rules]]:
    """Every hex around those who go, with the reason why it is closed; empty where it is open."""
    ways = Ways(setting, state)
    for place in ground.around(ways.at):
        reason, rules = ways.why_not(ways.at, place, state.left == 1)
        if not reason and not ways.leads(place, state.left - 1):
            reason, rules = "no way leads on from there", cites(setting.sheet.retreats.rule)
        yield place, reason, rules


def costs_steps(setting: Setting, state: State, place: str) -> bool:
    """Whether each of those who go loses a step as they enter a hex, which is in an enemy zone of control."""
    side = setting.unit(state.going[0]).side
    return setting.sheet.retreats.zones == "step" and ground.zone(setting, state, place, side)


def enter(setting: Setting, state: State, place: str) -> State:
    """The position after those who go have entered a hex."""
    zone, pieces = costs_steps(setting, state, place), list(state.pieces)
    for i in state.going:
        pieces[i] = pieces[i]._replace(at=place)
    state = state._replace(pieces=tuple(pieces), left=state.left - 1)
    if zone:
        for i in state.going:
            state = losses.without(setting, state, i)
    return onward(setting, state)
