"""Losses: how much a side owes, which counters may be taken, and what is gone."""

from __future__ import annotations

from fractions import Fraction

from hexumpire.model.trace import Number, plain
from hexumpire.rulesets.custom.setting import Setting
from hexumpire.rulesets.custom.sheet import OTHER, SIDES, Effect
from hexumpire.rulesets.custom.state import Bill, Piece, State

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


def begin(setting: Setting, state: State, effect: Effect) -> State:
    """The position in which a side owes what an effect costs; the same one where it owes nothing."""
    side = effect.side
    chooser = OTHER[side] if effect.opponent else side
    if effect.what in (STEPS, FACTORS):
        return settle(setting, state._replace(owing=side, owed=effect.n, unit=effect.what, chooser=chooser))
    return charge(setting, state, _bill(setting, state, effect), chooser)


def _bill(setting: Setting, state: State, effect: Effect) -> Bill:
    """What an effect that is worked out costs its side."""
    side, share = effect.side, plain(Fraction(effect.n, effect.of))
    if effect.what == "strength":
        return _by_strength(setting, state, "strength", side, effect.whose, share)
    if effect.what == "share":
        whole = _factors(setting, state, side)
        return Bill("share", side, plain(whole * Fraction(share)), side, plain(whole), share)
    lost = state.lost[SIDES.index(OTHER[side])]
    return Bill("as_much", side, lost, OTHER[side], lost)


def _factors(setting: Setting, state: State, side: str) -> Fraction:
    """The factors that a side had when the dice fell."""
    return Fraction(setting.factors(side, state)) + state.lost[SIDES.index(side)]


def charge(setting: Setting, state: State, bill: Bill, chooser: str) -> State:
    """The position in which a side owes the factors of a bill."""
    bills = (*state.bills, bill._replace(result=state.result)) if bill.owed else state.bills
    return settle(setting, state._replace(owing=bill.side, owed=bill.owed, unit=FACTORS, chooser=chooser, bills=bills))


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
    if attack == defense and not half:
        return eliminate(setting, eliminate(setting, state, "defender"), "attacker")
    small, large = ("attacker", "defender") if attack < defense else ("defender", "attacker")
    lost, share = min(attack, defense), Fraction(1, 2) if half else Fraction(1)
    bill = Bill("exchange", large, plain(lost * share), small, plain(lost), plain(share))
    return charge(setting, eliminate(setting, state, small), bill, large)


def by_strength(effect: Effect) -> bool:
    """Whether an effect, or a way of a choice, is measured by a strength as the chart was read with it."""
    ways = (one for way in effect.options for one in way)
    return effect.what in ("strength", "strength_exchange") or any(by_strength(one) for one in ways)


def _by_strength(setting: Setting, state: State, what: str, side: str, whose: str, share: Number) -> Bill:
    """A bill of as many factors as a share of a strength is, in the proportion of the side's strength to its factors.

    A side without strength owes nothing.
    """
    measure, force = state.force[SIDES.index(whose)], state.force[SIDES.index(side)]
    factors = _factors(setting, state, side)
    owed = plain(Fraction(measure) * Fraction(share) * factors / force) if force else 0
    return Bill(what, side, owed, whose, measure, share, plain(factors), force)


def strength_exchange(setting: Setting, state: State) -> State:
    """The side of less strength is eliminated (both when equal); the other owes strength of as much."""
    attack, defense = state.force
    if attack == defense:
        return eliminate(setting, eliminate(setting, state, "defender"), "attacker")
    small, large = ("defender", "attacker") if defense < attack else ("attacker", "defender")
    bill = _by_strength(setting, state, "strength_exchange", large, small, 1)
    return charge(setting, eliminate(setting, state, small), bill, large)
