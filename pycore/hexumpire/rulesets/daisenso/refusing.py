"""What may not be tapped, and by which rule: hexes and counters, decision by decision."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from hexumpire.model.battle import Refusal
from hexumpire.model.trace import Rules
from hexumpire.rulesets.daisenso import advance, losses, retreat, support
from hexumpire.rulesets.daisenso.board import Board, Places
from hexumpire.rulesets.daisenso.eligibility import Bar
from hexumpire.rulesets.daisenso.lineup import Lineup, neighbours
from hexumpire.rulesets.daisenso.naming import SPLIT, kept_out, stays_out
from hexumpire.rulesets.daisenso.numbering import around
from hexumpire.rulesets.daisenso.pieces import Counts

if TYPE_CHECKING:
    from hexumpire.rulesets.daisenso.game import Attack
    from hexumpire.rulesets.daisenso.state import State


def refusals(attack: Attack, state: State) -> Sequence[Refusal]:
    """Hexes and counters a player may tap in vain, and the reason: one for each, the first that is found."""
    ask = _ASK.get(state.phase)
    found: dict[tuple[str, str], Refusal] = {}
    for one in ask(attack, state) if ask else ():
        found.setdefault((one.unit, one.hex), one)
    return list(found.values())


def _elsewhere(attack: Attack, state: State, start: str, reason: str, rules: Rules) -> Iterator[Refusal]:
    """Hexes of the board that are neither a hex nor next to it."""
    near = {start, *around(start)}
    for place in attack.board.drawn(state.at):
        if place not in near:
            yield Refusal("", place, reason, rules)


# --- retreats ---------------------------------------------------------------------------------------


def _retreat(attack: Attack, state: State) -> Iterator[Refusal]:
    side, stack = attack.retreating(state)
    start = state.at[stack[0]]
    for place, reason, rules in attack.ways(state, start, side).barred:
        yield Refusal("", place, reason, rules)
    yield Refusal("", start, "a retreat leaves the hex", ("4.2.5.step",))
    yield from _elsewhere(attack, state, start, "a retreat goes one hex at a time", ("4.2.5.step",))


def _shut(attack: Attack, state: State, start: str, side: str) -> Iterator[Refusal]:
    """Why a force that cannot retreat may not go into any of the hexes around it."""
    pin, rules = retreat.pinned(attack.board, attack.force(state, side), state.left)
    if pin:
        for place in around(start):
            yield Refusal("", place, f"no retreat: {pin}", rules)
        return
    for place, reason, why in attack.ways(state, start, side).barred:
        yield Refusal("", place, f"no retreat: {reason}", why)


def _choice(attack: Attack, state: State) -> Iterator[Refusal]:
    side = "defender" if state.job == "Ex-def" else "attacker"
    reason, rules = attack.no_way_back(state, side)
    if not reason:
        return
    starts = [state.fight.target] if side == "defender" else attack.stacks(state)
    for start in starts:
        yield Refusal("", start, f"no retreat: {reason}", rules)
    for start in starts:
        yield from _shut(attack, state, start, side)


# --- losses -----------------------------------------------------------------------------------------


def _lose(attack: Attack, state: State) -> Iterator[Refusal]:
    open_now, rules = attack.losers(state)
    offered = {attack.pieces[i].unit.id for i in open_now}
    side = attack.losing(state)
    force = attack.force(state, side)
    for piece in attack.pieces:
        if not state.left[piece.index] or piece.kind != "ground" or piece.unit.id in offered:
            continue
        why: Rules
        if piece.side != side:
            reason, why = f"only the {side} loses a step now", ("4.2.4.2.attr",)
        elif piece.index not in force:
            reason, why = "it is not in this combat", ("4.2.4.involved", "4.2.5.bystander")
        else:
            reason, why = "the first step must come from marines or armor that attacked", rules
        yield Refusal(piece.unit.id, state.at[piece.index], reason, why)
    for i in open_now:
        for elite in losses.replacements(attack.board, attack.pieces[i], state.left, state.spent)[1]:
            if elite.unit.id in offered:
                continue
            reason = "an Elite unit may not take that place unless it was part of the unit"
            yield Refusal(elite.unit.id, elite.unit.at, reason, ("4.2.6.2.elite",))
    if state.job == "Dr":
        yield from _no_hex(attack, state)


def _no_hex(attack: Attack, state: State) -> Iterator[Refusal]:
    """Why the defenders of a Dr go nowhere while they lose a step in place of a hex."""
    stack = attack.stack(state)
    if not stack:
        return
    start = state.at[stack[0]]
    if attack.no_way_on(state)[0]:
        yield from _shut(attack, state, start, "defender")
        return
    for place in around(start):
        yield Refusal("", place, "a step is lost in place of this hex", ("4.2.5.3.voluntary",))


# --- the next attack --------------------------------------------------------------------------------


def _next(attack: Attack, state: State) -> Iterator[Refusal]:
    for number in state.order:
        reason = "a hex is attacked once in a segment"
        yield Refusal("", attack.scenario.targets[number], reason, ("4.2.1.once-hex",))
    for fight, bar in attack.open_targets(state):
        if bar.reason:
            yield Refusal("", fight.target, bar.reason, bar.rules)
    for piece, bar in attack.left_out(state):
        yield Refusal(piece.unit.id, state.at[piece.index], bar.reason, bar.rules)
    yield from untargeted(attack.board, state.left, state.at)


def untargeted(board: Board, left: Counts, at: Places) -> Iterator[Refusal]:
    """Hexes of the board that are no targets: nobody named them, or nothing is there to be attacked (4.2.1.target)."""
    for place in board.drawn(at):
        if place not in board.scenario.targets:
            reason = "there is no enemy ground unit, Detachment or Logistics marker to attack"
            if board.here(place, left, at, "defender", ("ground", "lone")):
                reason = "this hex was not named as a target"
            yield Refusal("", place, reason, ("4.2.1.target",))


# --- support, advance, exploitation -----------------------------------------------------------------


def _bystanders(attack: Attack, state: State, fight: Lineup) -> Iterator[Refusal]:
    """Units next to the target that are not among those named, or may not be."""
    for i, bar in stays_out(attack.board, fight, state.left, state.at, state.fought).items():
        yield Refusal(attack.pieces[i].unit.id, state.at[i], bar.reason, bar.rules)


def _name(attack: Attack, state: State) -> Iterator[Refusal]:
    fight, found = state.fight, dict[int, Bar]()
    for piece in neighbours(attack.board, fight.target, state.left, state.at):
        if piece.index not in fight.attackers:
            found[piece.index] = Bar("the attacker leaves it out", SPLIT)
        elif state.job == "some":
            found[piece.index] = attack.needed(state, fight, piece.index)
    found |= kept_out(attack.board, fight.target, state.left, state.at, state.fought)
    offered = {(option.unit, option.hex) for option in attack.node(state).options}  # type: ignore[union-attr]
    for i, bar in found.items():
        unit = attack.pieces[i].unit.id
        if bar.reason and (unit, state.at[i]) not in offered:  # another counter of the unit may be
            yield Refusal(unit, state.at[i], bar.reason, bar.rules)


def _take(attack: Attack, state: State) -> Iterator[Refusal]:
    yield from _bystanders(attack, state, state.fight)


def _support(attack: Attack, state: State) -> Iterator[Refusal]:
    for piece in support.candidates(attack.board, state.job, state.fight, state.left, state.at):
        reason, rules = support.refusal(attack.board, piece, state.fight, state.left, state.at, state.spent)
        if reason:
            yield Refusal(piece.unit.id, state.at[piece.index], reason, rules)
    if state.job == "attacker":
        willing = support.willing(attack.board, state.job, state.fight, state.left, state.at, state.spent)
        offered = {piece.unit.id for piece in willing}
        yield from (one for one in _bystanders(attack, state, state.fight) if one.unit not in offered)


def _advance(attack: Attack, state: State) -> Iterator[Refusal]:
    target, fight = state.fight.target, state.fight
    offered = {attack.pieces[i].unit.id for i in attack.entering(state)}
    for piece in attack.pieces:
        i = piece.index
        if not state.left[i] or piece.kind != "ground" or piece.unit.id in offered:
            continue
        rules: Rules = ("4.2.7.who", "4.2.4.involved")
        reason = "only units that attacked advance"
        if piece.side == "defender":
            reason, rules = "the defender never advances", ("4.2.2.nodef",)
        elif state.entered >> i & 1:
            reason, rules = "it has advanced", ("4.2.7.who",)
        elif i in fight.side("attacker"):
            reason, rules = advance.stays(attack.board, piece, target, state.left, state.at)
        yield Refusal(piece.unit.id, state.at[i], reason, rules)
    for place in around(target):
        yield Refusal("", place, "an advance goes into the hex attacked; exploitation begins there",
                      ("4.2.7.who", "4.2.8.first"))  # fmt: skip


def _trek(attack: Attack, state: State) -> Iterator[Refusal]:
    mover = attack.pieces[state.trek[0]]
    here, open_now = state.at[mover.index], attack.onward(state)
    for place in around(here):
        if place not in open_now:
            reason, rules = advance.no_entry(attack.board, mover, place, state.left, state.at)
            yield Refusal("", place, reason, rules)
    yield Refusal("", here, "the unit is there; it may stop", ("4.2.8.optional",))
    yield from _elsewhere(attack, state, here, "exploitation goes hex by hex", ("4.2.8.first",))


_ASK = {
    "next": _next, "name": _name, "take": _take, "retreat": _retreat, "choice": _choice, "lose": _lose,
    "support": _support, "advance": _advance, "trek": _trek,
}  # fmt: skip
