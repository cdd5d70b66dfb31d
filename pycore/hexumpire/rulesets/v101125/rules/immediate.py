"""Replacement points that are paid at once in place of casualties: who may pay, how many, and what is left (11.M.8)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from math import ceil
from typing import NamedTuple

from hexumpire.kit.losses import Why
from hexumpire.model.trace import Number
from hexumpire.rulesets.v101125.rules import losses, replacements, required
from hexumpire.rulesets.v101125.rules.losses import PARTS, SPARED, WHOLE, Account, Bill, Loss, Stake
from hexumpire.rulesets.v101125.rules.results import DISRUPTION
from hexumpire.rulesets.v101125.units import Piece

HEX = -1
"""In place of a unit's place: the hex pays (11.M.8b)."""


class Offer(NamedTuple):
    """Points that may be paid at once, in parts: for one unit, by its place, or for the units of a hex together.

    ``extra``: those of them that planned steps allow (11.M.8c); ``worth``: what they pay of the bill, which is more
    where terrain that cuts others does not cut who pays (11.M.3); ``fewer``: more of them might be paid (11.M.8b).
    """

    place: int
    at: str
    amount: int
    extra: int
    worth: int
    fewer: bool


class Side(NamedTuple):
    """Who pays: its units with what they stake, each in the hex where it is struck, and what it has left.

    ``pool``: parts in its pool; ``steps``: points that its planned steps still allow; ``used``: counters that have paid
    so in this phase, ``now``: those that have done so for this result; ``reading`` is ``required_rp``; ``beside``: the
    strength of its other units in a hex, which take no part in the fight.
    """

    pieces: tuple[Piece, ...]
    stakes: tuple[Stake, ...]
    pool: int
    steps: Number
    used: tuple[int, ...]
    now: tuple[int, ...]
    reading: str
    beside: Mapping[str, Number]


def offers(side: Side, bill: Bill, account: Account, besides: Sequence[Bill]) -> list[Offer]:
    """What may be paid before anybody has taken losses; nothing for disruption or for retreats (11.M.8a).

    A unit that pays so takes no losses of the result: the others must be able to take what is left of the bill, and
    ``besides``, what the same roll makes its side owe later. What is required of it must be left to others of its kind.
    """
    if side.pool <= 0 or _closed(bill, account)[0]:
        return []
    every = (*_of_units(side, bill), *_of_hexes(side, bill))
    open_now = (one for one in every if one.amount > 0 and one.at not in _paid_already(side))
    return [
        one
        for one in open_now
        if one.place == HEX
        or (_borne(side, bill, account, one, besides) and _required(side, (bill, *besides), account, one))
    ]


def _paid_already(side: Side) -> set[str]:
    """The hexes that have paid so for this result, one unit of each or all together (11.M.8b)."""
    return {piece.at for piece in side.pieces if piece.counter.index in side.now}


def _closed(bill: Bill, account: Account) -> Why:
    """Why nobody pays any of a bill so; empty when somebody may (11.M.8a)."""
    lost = any(loss.fate not in (WHOLE, SPARED) for loss in account)
    if bill.again:
        return "what a retreat costs is not paid by them", ("11.M.8a", "11.Q.2.d")
    return replacements.why_not(True, False, lost, False, bill.kind == DISRUPTION)


def refusals(side: Side, bill: Bill, account: Account, besides: Sequence[Bill]) -> Mapping[Why, Sequence[int]]:
    """Why nothing is offered for units, nor for the hex they are in: the counters by their reasons.

    With no counters where a reason is everybody's. Empty where the side has no points.
    """
    if side.pool <= 0:
        return {}
    closed = _closed(bill, account)
    if closed[0]:
        return {closed: ()}
    found: dict[Why, list[int]] = {}
    open_now = offers(side, bill, account, besides)
    offered, hexes = {one.place for one in open_now}, {one.at for one in open_now if one.place == HEX}
    for place, piece in enumerate(side.pieces):
        if place not in offered and piece.at not in hexes:
            found.setdefault(_why_not(side, (bill, *besides), account, place), []).append(piece.counter.index)
    return found


def _why_not(side: Side, bills: Sequence[Bill], account: Account, place: int) -> Why:
    """Why nothing is offered for a unit; ``bills``: the one at hand, and those of the same roll that come later."""
    bill = bills[0]
    refused = _refused(side, side.pieces[place], side.stakes[place], bill)
    if refused[0]:
        return refused
    if side.pieces[place].at in _paid_already(side):
        return "another unit of its hex has paid so for this result", ("11.M.8b",)
    own = [offer for offer in _of_units(side, bill) if offer.place == place and offer.amount > 0]
    if own and not any(_required(side, bills, account, offer) for offer in own):
        return "nobody else could take the losses that are required of it", ("11.M.8a", "11.O.1")
    if own:
        return "the others cannot take what would be left to lose", ("11.M.8a",)
    return "what its hex and it itself may pay so comes to nothing", ("11.M.8b",)


def _borne(side: Side, bill: Bill, account: Account, offer: Offer, besides: Sequence[Bill]) -> bool:
    """Whether the others can take what an offer for a unit leaves to be lost (11.M.8a)."""
    left = sum(bill.weigh(n, side.stakes[n].strength) for n in _others(account, offer))
    return left >= bill.owed - offer.worth + sum(one.owed for one in besides)


def _required(side: Side, bills: Sequence[Bill], account: Account, offer: Offer) -> bool:
    """Whether others can pay what is required of a unit, as it takes no losses if it pays so (11.M.8a, 11.O.1)."""
    rows, others = side.stakes[offer.place].rows, [(n, side.stakes[n]) for n in _others(account, offer)]
    for bill in bills:
        users = (_worth(bill, n, one) * one.ability for n, one in others if required.of_users(one.rows, bill.wide))
        if required.of_users(rows, bill.wide) and sum(users) < bill.special:
            return False
    at_home = (_worth(bills[0], n, one) for n, one in others if required.HOME in one.rows)
    return required.HOME not in rows or sum(at_home) >= _home(side, bills[0], offer)


def _worth(bill: Bill, place: int, one: Stake) -> int:
    """The most that a unit can pay of a bill."""
    return bill.weigh(place, one.strength + (one.res if bill.kind == DISRUPTION else 0))


def _others(account: Account, offer: Offer) -> list[int]:
    """The places of those who may take losses besides a unit."""
    return [n for n, loss in enumerate(account) if loss.fate == WHOLE and n != offer.place]


def _home(side: Side, bill: Bill, offer: Offer) -> int:
    """What is left of the first point at home once an offer for a unit is taken, which may pay it (11.O.2)."""
    own = required.HOME in side.stakes[offer.place].rows and side.reading == "home"
    return max(0, bill.home - offer.worth) if own else bill.home


def _of_units(side: Side, bill: Bill) -> Iterator[Offer]:
    """One unit of a stack, up to a quarter of its strength."""
    for place, (piece, one) in enumerate(zip(side.pieces, side.stakes, strict=True)):
        if bill.weigh(place, one.strength) and not _refused(side, piece, one, bill)[0]:
            plain, most = (replacements.purse(0, losses.points(one.strength), n).unit for n in (0, side.steps))
            yield from _offers((place, piece.at), bill, place, (plain, most), (_payable(side, one, bill), side.pool))


def _of_hexes(side: Side, bill: Bill) -> Iterator[Offer]:
    """All units of a hex together, a point where they are strong enough; they may take losses besides.

    Those in it that take no part in the fight count for their strength as well.
    """
    for at in dict.fromkeys(piece.at for piece in side.pieces):
        there = [place for place, piece in enumerate(side.pieces) if piece.at == at and bill.weigh(place, 1)]
        if any(_refused(side, side.pieces[place], side.stakes[place], bill)[0] for place in there):
            continue
        stack = losses.points(sum(side.stakes[place].strength for place in there)) + side.beside.get(at, 0)
        plain, most = (replacements.purse(stack, 0, n).hex for n in (0, side.steps))
        if there:
            least = min(there, key=lambda place: bill.weigh(place, PARTS))
            left = bill.owed - bill.special - bill.home, side.pool
            yield from _offers((HEX, at), bill, least, (plain, most), left)


def _offers(
    who: tuple[int, str], bill: Bill, place: int, limits: tuple[Number, Number], left: tuple[int, int]
) -> Iterator[Offer]:
    """What a unit or a hex may pay so, each point of it worth what a point of a unit is worth to the bill (11.M.3).

    The most first, then whole points below it. ``limits``: the most of it without planned steps, and with them
    (11.M.8c); ``left``: parts that are payable of the bill, and those that the pool has.
    """
    plain, most = limits
    payable, pool = left
    top = min(int(most * PARTS), bill.face(place, payable), pool)
    for amount in (top, *range(PARTS * (ceil(Fraction(top, PARTS)) - 1), 0, -PARTS)):
        worth, extra = min(payable, bill.weigh(place, amount)), max(0, amount - int(plain * PARTS))
        yield Offer(*who, amount, extra, worth, amount < top)


def _refused(side: Side, piece: Piece, one: Stake, bill: Bill) -> Why:
    """Why a unit may not pay so; empty when it may."""
    counter = piece.counter
    supplied = counter.text("supply") == "regular" and not counter.flag("isolated")
    nothing_else = _payable(side, one, bill) <= 0
    return replacements.why_not(supplied, counter.index in side.used, False, nothing_else, False)


def _payable(side: Side, one: Stake, bill: Bill) -> int:
    """What of a bill is not required, or required of units at home, of which this is one (11.O.2)."""
    at_home = required.HOME in one.rows and side.reading == "home"
    return bill.owed - bill.special - (0 if at_home else bill.home)


def paid(side: Side, bill: Bill, account: Account, offer: Offer) -> tuple[Bill, Account]:
    """The bill and the account after an offer is taken: the unit takes no losses of this result."""
    left = bill._replace(owed=bill.owed - offer.worth)
    if bill.most is not None:
        left = left._replace(most=max(0, bill.most - offer.amount))
    if offer.place == HEX:
        return left, account
    return left._replace(home=_home(side, bill, offer)), spare(account, offer.place)


def payers(side: Side, bill: Bill, offer: Offer) -> Sequence[int]:
    """The counters that have paid so, each of which gets a marker (11.M.8a): none of those held out (11.A.3)."""
    if offer.place == HEX:
        there = (place for place, piece in enumerate(side.pieces) if piece.at == offer.at)
        return [side.pieces[place].counter.index for place in there if bill.weigh(place, PARTS)]
    return [side.pieces[offer.place].counter.index]


def spare(account: Account, place: int) -> Account:
    """A unit pays by replacement points and takes no losses of the same result (11.M.8a)."""
    return losses.with_loss(account, place, account[place]._replace(fate=SPARED))


def unspared(account: Account, bill: Bill, stakes: Sequence[Stake]) -> Account:
    """Who has paid by replacement points is free of other losses of the result, as long as others can pay (11.M.8a).

    Not of what a retreat costs (11.Q.2.d).
    """
    left = sum(
        bill.weigh(n, _most(one, loss, bill.kind)) for n, (one, loss) in enumerate(zip(stakes, account, strict=True))
    )
    if left >= bill.owed and not bill.again:
        return account
    return tuple(loss._replace(fate=WHOLE) if loss.fate == SPARED else loss for loss in account)


def _most(one: Stake, loss: Loss, kind: str) -> int:
    """The most that a unit can pay of a bill, or still pay where it is lost."""
    if loss.fate == WHOLE:
        return one.strength + (one.res if kind == DISRUPTION else 0)
    return losses.credit(one, loss, kind)
