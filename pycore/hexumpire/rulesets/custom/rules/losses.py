"""Losses: how much a side owes, which counters may be taken, and what is gone."""

from __future__ import annotations

from fractions import Fraction

from hexumpire.model.trace import Number, plain
from hexumpire.rulesets.custom.setting import Setting
from hexumpire.rulesets.custom.sheet import OTHER, SIDES, Effect
from hexumpire.rulesets.custom.state import Piece, State

STEPS = "steps"
FACTORS = "factors"


def without(setting: Setting, state: State, piece: int, steps: int = 1) -> State:
    """The position after a piece has lost steps; it is gone with the last one."""
    now = state.pieces[piece]
    left = setting.steps_left(piece, state)
    lost = now.lost + min(steps, left)
    gone = steps >= left
    after = Piece("", lost) if gone else now._replace(lost=lost)
    factors = setting.worth(piece, now.lost) - (0 if gone else setting.worth(piece, lost))
    side = SIDES.index(setting.unit(piece).side)
    totals = list(state.lost)
    totals[side] = plain(totals[side] + Fraction(factors))
    pieces = (*state.pieces[:piece], after, *state.pieces[piece + 1 :])
    return state._replace(pieces=pieces, lost=(totals[0], totals[1]))


def eliminate(setting: Setting, state: State, side: str) -> State:
    """The position without any unit of a side that takes part."""
    for piece in setting.of(side, state):
        state = without(setting, state, piece, setting.steps_left(piece, state))
    return state


def steps_of(setting: Setting, side: str, state: State) -> int:
    """All the steps that a side has in the fight."""
    return sum(setting.steps_left(piece, state) for piece in setting.of(side, state))


def due(setting: Setting, state: State, effect: Effect) -> tuple[Number, str]:
    """How much an effect costs its side, and in what."""
    if effect.what == "steps":
        return effect.n, STEPS
    if effect.what == "factors":
        return effect.n, FACTORS
    if effect.what == "strength":
        measure = state.force[SIDES.index(effect.whose)]
        return _in_factors(setting, state, effect.side, Fraction(measure) * effect.n / effect.of), FACTORS
    if effect.what == "share":
        at = SIDES.index(effect.side)
        whole = setting.factors(effect.side, state) + state.lost[at]
        return plain(Fraction(whole) * effect.n / effect.of), FACTORS
    return state.lost[SIDES.index(OTHER[effect.side])], FACTORS


def begin(setting: Setting, state: State, effect: Effect) -> State:
    """The position in which a side owes what an effect costs; the same one where it owes nothing."""
    owed, unit = due(setting, state, effect)
    side = effect.side
    chooser = OTHER[side] if effect.opponent else side
    return settle(setting, state._replace(owing=side, owed=owed, unit=unit, chooser=chooser))


def settle(setting: Setting, state: State) -> State:
    """Take what there is no choice about: all, where all is owed, or the only counter of its kind.

    Counters without factors pay no factors.
    """
    while state.owing:
        pieces = setting.of(state.owing, state)
        if state.unit == FACTORS and state.owed > 0:
            pieces = [i for i in pieces if setting.worth(i, state.pieces[i].lost)]
        if state.owed <= 0 or not pieces:
            return state._replace(owing="", owed=0, unit="", chooser="")
        kinds = {(setting.owner[i], state.pieces[i]) for i in pieces}
        have = setting.factors(state.owing, state) if state.unit == FACTORS else steps_of(setting, state.owing, state)
        if have <= state.owed:
            for piece in pieces:
                state = without(setting, state, piece, setting.steps_left(piece, state))
        elif len(kinds) == 1:
            state = pay(setting, state, pieces[0])
        else:
            return state._replace(phase="lose")
    return state


def pay(setting: Setting, state: State, piece: int) -> State:
    """The position after one step of a piece has been lost for what is owed."""
    at = SIDES.index(state.owing)
    after = without(setting, state, piece)
    paid: Number = 1 if state.unit == STEPS else after.lost[at] - state.lost[at]
    return after._replace(owed=plain(Fraction(state.owed - paid)))


def exchange(setting: Setting, state: State, half: bool) -> State:
    """The side with fewer factors is eliminated (both when equal); the other owes as much, or half as much."""
    attack, defense = (Fraction(setting.factors(side, state)) for side in SIDES)
    if attack == defense:
        if not half:
            return eliminate(setting, eliminate(setting, state, "defender"), "attacker")
        small, large = "defender", "attacker"
    else:
        small, large = ("defender", "attacker") if defense < attack else ("attacker", "defender")
    lost = min(attack, defense)
    state = eliminate(setting, state, small)
    owed = lost / 2 if half else lost
    return begin_owing(setting, state, large, plain(owed))


def by_strength(effect: Effect) -> bool:
    """Whether an effect, or a way of a choice, is measured by a strength as the chart was read with it."""
    ways = (one for way in effect.options for one in way)
    return effect.what in ("strength", "strength_exchange") or any(by_strength(one) for one in ways)


def _in_factors(setting: Setting, state: State, side: str, strength: Fraction) -> Number:
    """As many factors of a side as a strength is, in the proportion of its own strength to its factors."""
    at = SIDES.index(side)
    force = state.force[at]
    if not force:
        return 0
    return plain(strength * (Fraction(setting.factors(side, state)) + state.lost[at]) / force)


def strength_exchange(setting: Setting, state: State) -> State:
    """The side of less strength is eliminated (both when equal); the other owes strength of as much."""
    attack, defense = state.force
    if attack == defense:
        return eliminate(setting, eliminate(setting, state, "defender"), "attacker")
    small, large = ("defender", "attacker") if defense < attack else ("attacker", "defender")
    owed = _in_factors(setting, state, large, Fraction(min(attack, defense)))
    return begin_owing(setting, eliminate(setting, state, small), large, owed)


def begin_owing(setting: Setting, state: State, side: str, factors: Number) -> State:
    """The position in which a side owes factors of its own choice."""
    return settle(setting, state._replace(owing=side, owed=factors, unit=FACTORS, chooser=side))
