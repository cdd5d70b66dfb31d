"""Strengths of both sides, the column, and what is added to the die, each with the rule it rests on."""

from __future__ import annotations

import math
from bisect import bisect_right
from fractions import Fraction
from typing import NamedTuple

from hexumpire.model.text import say
from hexumpire.model.trace import Ledger, Number, Trace, plain
from hexumpire.rulesets.custom.rules import modifiers
from hexumpire.rulesets.custom.rules.modifiers import Scene
from hexumpire.rulesets.custom.setting import Setting
from hexumpire.rulesets.custom.sheet import ODDS, STRENGTH, Change, Columns, Modifier
from hexumpire.rulesets.custom.state import State
from hexumpire.views.number_format import number

WHAT = {"attacker": "attack", "defender": "defense"}


class Figures(NamedTuple):
    """What the chart is read with.

    ``start`` is the column before shifts; -1 below the first one, and one more than the last above it. ``column`` is
    the one that is read. ``fixed`` is what holds beyond the ends: ``forbidden``, or a result; empty otherwise.
    ``roll`` is added to the dice.
    """

    attack: Number
    defense: Number
    start: int
    column: int
    fixed: str
    shift: int
    roll: int
    trace: Trace


def cites(*rules: str) -> tuple[str, ...]:
    """The rule numbers that there are, each once."""
    return tuple(dict.fromkeys(rule for rule in rules if rule))


def shown(value: Number) -> str:
    """A strength as players read it: ``7``, ``2½``, ``11/6``."""
    return str(number(value))


def signed(value: int) -> str:
    """A modifier as it is printed: ``+2``, ``−1``."""
    return f"{value:+d}".replace("-", "−")


def change_words(change: Change) -> str:
    """A change of a strength as it is printed: ``x2``, ``+3``."""
    parts = [f"×{change.times}"] if change.times != 1 else []
    if change.plus:
        parts.append(signed(change.plus))
    return " ".join(parts)


def rounded(value: Number, way: str) -> Number:
    """A strength without its fraction, as the game rounds: halves of ``nearest`` go up."""
    if way == "down":
        return math.floor(value)
    if way == "up":
        return math.ceil(value)
    return math.floor(value + Fraction(1, 2)) if way == "nearest" else value


class _Sum(Ledger):
    """A strength that is being worked out, and its lines when they are to be explained."""

    def put(self, value: Number, label: str, *rules: str) -> None:
        """Add to it, by rules that the game may not have numbered."""
        self.add(plain(value), label, *cites(*rules))

    def change(self, mod: Modifier, change: Change, often: int) -> None:
        """Apply a modifier; its line says by how much that changes the strength.

        What counts less often than never is taken back: ``x2`` halves, ``+1`` takes one away.
        """
        after = Fraction(self.total)
        for _ in range(abs(often)):
            if often > 0:
                after = after * change.times + change.plus
            elif change.times:
                after = (after - change.plus) / change.times
            after = max(Fraction(0), after)
        label = mod.title
        if self.explain:
            words = change_words(change)
            many = str(often).replace("-", "−")
            label = say("{title}: {any}", title=mod.title, any=words if often == 1 else f"{words} · {many}")
        self.put(after - self.total, label, mod.rule)

    def round(self, way: str, rule: str) -> None:
        """Round, with a line where that changes the strength."""
        end = rounded(self.total, way)
        if end != self.total:
            label = "Fractions are rounded down" if end < self.total else "Fractions are rounded up"
            self.put(end - self.total, label, rule)

    def closed(self, label: str, *rules: str) -> Trace:
        """The finished line."""
        return Trace(label, plain(self.total), cites(*rules), "sum", tuple(self.lines))


def _counter(one: Scene, side: str, piece: int, own: list[Modifier], explain: bool) -> Trace:
    """What one counter adds to the strength of its side."""
    setting = one.setting
    sheet, way, unit = setting.sheet, setting.sheet.strength, setting.unit(piece)
    part = _Sum(explain)
    part.put(
        setting.printed(setting.owner[piece], WHAT[side], one.state.pieces[piece].lost),
        "Printed strength", sheet.vocabulary.type_of[unit.type].rule,
    )  # fmt: skip
    for mod in own:
        change = mod.attack if side == "attacker" else mod.defense
        if change and modifiers.by_unit(mod) and modifiers.applies(one, mod, side, piece):
            part.change(mod, change, modifiers.times(setting, mod))
    if way.each:
        part.round(way.round, way.rule)
    return part.closed(setting.describe(piece) if explain else "")


def side_strength(one: Scene, side: str, explain: bool) -> Trace:
    """The strength of a side with every reason."""
    setting = one.setting
    sheet, way = setting.sheet, setting.sheet.strength
    whole = _Sum(explain)
    own = [mod for mod in sheet.modifiers if (mod.attack if side == "attacker" else mod.defense)]
    parts: dict[object, Trace] = {}
    for piece in one.sides[side]:
        like = setting.owner[piece], one.state.pieces[piece]
        if like not in parts:
            parts[like] = _counter(one, side, piece, own, explain)
        whole.include(parts[like])
    for mod in own:
        change = mod.attack if side == "attacker" else mod.defense
        if change and not modifiers.by_unit(mod) and modifiers.applies(one, mod, side):
            whole.change(mod, change, modifiers.times(setting, mod))
    whole.round(way.round, way.rule)
    label = say("{side}: attack", side=setting.side_title(side)) if side == "attacker" else say(
        "{side}: defence", side=setting.side_title(side)
    )  # fmt: skip
    return whole.closed(label, way.rule)


# --- the column ----------------------------------------------------------------------------------------------


def number_of(columns: Columns, attack: Number, defense: Number) -> Number | None:
    """What columns are compared with: a ratio, a difference, or the attack; None for a ratio of some to nothing."""
    if columns.kind == ODDS:
        if not attack:
            return 0
        return Fraction(attack) / defense if defense else None
    return attack if columns.kind == STRENGTH else attack - defense


def start_of(columns: Columns, value: Number | None) -> int:
    """The column before shifts: -1 below the first, one more than the last above it."""
    top = len(columns.names)
    if value is None:
        return top
    if columns.above and columns.limit is not None and value >= columns.limit:
        return top
    if value < columns.marks[0]:
        return -1
    round = columns.round if columns.kind == ODDS else ""
    if round == "nearest":
        return min(range(top), key=lambda i: (abs(columns.marks[i] - value), i))
    if round == "attacker":
        return next((i for i, mark in enumerate(columns.marks) if value <= mark), top - 1)
    return bisect_right(columns.marks, value) - 1


def _sums(one: Scene, explain: bool) -> tuple[Ledger, Ledger]:
    """The shift, and what is added to the dice."""
    setting, state = one.setting, one.state
    shift, roll = Ledger(explain), Ledger(explain)
    for mod in setting.sheet.modifiers:
        if (mod.shift or mod.roll) and modifiers.shifts(one, mod):
            often = modifiers.times(setting, mod)
            for ledger, value in ((shift, mod.shift * often), (roll, mod.roll * often)):
                if value:
                    ledger.add(value, mod.title, *cites(mod.rule))
    for ledger, value, key in ((shift, state.shift, "shift"), (roll, state.roll, "roll")):
        if value:
            ledger.add(value, "By the result of the last round", *cites(setting.sheet.rounds_rule))
        if key in setting.sheet.caps:
            low, high = setting.sheet.caps[key]
            end = min(max(ledger.total, low), high)
            if end != ledger.total:
                ledger.add(end - ledger.total, say("At most {n} to {m}", n=low, m=high))
    return shift, roll


def figures(setting: Setting, state: State, explain: bool = False) -> Figures:
    """Strengths, column and die modifiers of a position."""
    one = modifiers.Scene(setting, state)
    columns = setting.sheet.columns
    attack_trace, defense_trace = side_strength(one, "attacker", explain), side_strength(one, "defender", explain)
    attack, defense = attack_trace.value or 0, defense_trace.value or 0
    start = start_of(columns, number_of(columns, attack, defense))
    shifts, rolls = _sums(one, explain)
    shift, roll = int(shifts.total), int(rolls.total)
    top = len(columns.names) - 1
    fixed = columns.below if start < 0 else columns.above if start > top else ""
    column = min(max(min(max(start, 0), top) + shift, 0), top)
    children = [attack_trace, defense_trace]
    if explain:
        children += [shifts.close("Columns shifted"), rolls.close("Added to the dice")]
    trace = Trace("Odds" if columns.kind == ODDS else "Column", None, cites(columns.rule), "list", tuple(children))
    return Figures(attack, defense, start, column, fixed, shift, roll, trace)
