"""Strengths of both sides, the column, and what is added to the die, each with the rule it rests on."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import NamedTuple

from hexumpire.model.text import say
from hexumpire.model.trace import Number, Trace, plain
from hexumpire.rulesets.custom.rules import modifiers
from hexumpire.rulesets.custom.rules.modifiers import Scene
from hexumpire.rulesets.custom.setting import Setting
from hexumpire.rulesets.custom.sheet import ODDS, STRENGTH, Change, Columns, Modifier
from hexumpire.rulesets.custom.state import State

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
    """A strength as players read it: ``7``, ``2½`` as ``5/2``."""
    return str(plain(value))


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


class _Sum:
    """A strength that is being worked out, and its lines when they are to be explained."""

    def __init__(self, explain: bool) -> None:
        self.total: Number = Fraction(0)
        self.lines: list[Trace] | None = [] if explain else None

    def add(self, value: Number, label: str, *rules: str) -> None:
        self.total += value
        if self.lines is not None:
            self.lines.append(Trace(label, plain(value), cites(*rules)))

    def change(self, mod: Modifier, change: Change, often: int) -> None:
        """Apply a modifier; its line says by how much that changes the strength."""
        before = self.total
        if not often:
            return
        for _ in range(often):
            self.total = max(Fraction(0), self.total * change.times + change.plus)
        if self.lines is not None:
            words = change_words(change)
            label = say("{title}: {any}", title=mod.title, any=words if often == 1 else f"{words} · {often}")
            self.lines.append(Trace(label, plain(self.total - before), cites(mod.rule)))

    def round(self, way: str, rule: str) -> None:
        """Round, with a line where that changes the strength."""
        end = rounded(self.total, way)
        if end == self.total:
            return
        if self.lines is not None:
            label = "Fractions are rounded down" if end < self.total else "Fractions are rounded up"
            self.lines.append(Trace(label, plain(end - self.total), cites(rule)))
        self.total = end

    def close(self, label: str, *rules: str) -> Trace:
        return Trace(label, plain(self.total), cites(*rules), "sum", tuple(self.lines or ()))


def _counter(one: Scene, side: str, piece: int, own: list[Modifier], explain: bool) -> tuple[Number, Trace]:
    """What one counter adds to the strength of its side."""
    setting = one.setting
    sheet, way, unit = setting.sheet, setting.sheet.strength, setting.unit(piece)
    part = _Sum(explain)
    part.add(
        setting.printed(setting.owner[piece], WHAT[side], one.state.pieces[piece].lost),
        "Printed strength", sheet.vocabulary.type_of[unit.type].rule,
    )  # fmt: skip
    for mod in own:
        change = mod.attack if side == "attacker" else mod.defense
        if change and modifiers.by_unit(mod) and modifiers.applies(one, mod, side, piece):
            part.change(mod, change, modifiers.times(setting, mod))
    if way.each:
        part.round(way.round, way.rule)
    return part.total, part.close(setting.describe(piece) if explain else "")


def side_strength(one: Scene, side: str, explain: bool) -> tuple[Number, Trace]:
    """The strength of a side with every reason."""
    setting = one.setting
    sheet, way = setting.sheet, setting.sheet.strength
    whole = _Sum(explain)
    own = [mod for mod in sheet.modifiers if (mod.attack if side == "attacker" else mod.defense)]
    parts: dict[object, tuple[Number, Trace]] = {}
    for piece in one.sides[side]:
        like = setting.owner[piece], one.state.pieces[piece]
        if like not in parts:
            parts[like] = _counter(one, side, piece, own, explain)
        value, line = parts[like]
        whole.total += value
        if whole.lines is not None:
            whole.lines.append(line)
    for mod in own:
        change = mod.attack if side == "attacker" else mod.defense
        if change and not modifiers.by_unit(mod) and modifiers.applies(one, mod, side):
            whole.change(mod, change, modifiers.times(setting, mod))
    whole.round(way.round, way.rule)
    label = say("{side}: attack", side=setting.side_title(side)) if side == "attacker" else say(
        "{side}: defence", side=setting.side_title(side)
    )  # fmt: skip
    return plain(whole.total), whole.close(label, way.rule)


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
        return top if columns.above else top - 1
    if columns.above and columns.limit is not None and value >= columns.limit:
        return top
    if columns.kind != ODDS:
        return max((i for i, least in enumerate(columns.marks) if value >= least), default=-1)
    if columns.round == "nearest":
        near = min(range(top), key=lambda i: (abs(columns.marks[i] - value), i))
        return -1 if columns.below and value < columns.marks[0] and near == 0 else near
    if columns.round == "attacker":
        if columns.below and value < columns.marks[0]:
            return -1
        return next((i for i, mark in enumerate(columns.marks) if value <= mark), top - 1)
    return max((i for i, mark in enumerate(columns.marks) if value >= mark), default=-1)


def _sums(one: Scene, explain: bool) -> tuple[int, int, list[Trace], list[Trace]]:
    """The shift and what is added to the dice, with their lines."""
    setting, state = one.setting, one.state
    shifts: list[Trace] = []
    rolls: list[Trace] = []
    totals = {"shift": state.shift, "roll": state.roll}
    for mod in setting.sheet.modifiers:
        if not (mod.shift or mod.roll) or not modifiers.applies(one, mod, "attacker"):
            continue
        often = modifiers.times(setting, mod)
        totals["shift"] += mod.shift * often
        totals["roll"] += mod.roll * often
        if explain:
            for value, lines in ((mod.shift * often, shifts), (mod.roll * often, rolls)):
                if value:
                    lines.append(Trace(mod.title, value, cites(mod.rule)))
    if explain:
        for value, lines in ((state.shift, shifts), (state.roll, rolls)):
            if value:
                lines.append(Trace("By the result of the last round", value, cites(setting.sheet.rounds_rule)))
    for key, lines in (("shift", shifts), ("roll", rolls)):
        if key in setting.sheet.caps:
            low, high = setting.sheet.caps[key]
            end = min(max(totals[key], low), high)
            if explain and end != totals[key]:
                lines.append(Trace(say("At most {n} to {m}", n=low, m=high), end - totals[key], ()))
            totals[key] = end
    return totals["shift"], totals["roll"], shifts, rolls


def figures(setting: Setting, state: State, explain: bool = False) -> Figures:
    """Strengths, column and die modifiers of a position."""
    one = modifiers.Scene(setting, state)
    columns = setting.sheet.columns
    attack, attack_trace = side_strength(one, "attacker", explain)
    defense, defense_trace = side_strength(one, "defender", explain)
    start = start_of(columns, number_of(columns, attack, defense))
    shift, roll, shifts, rolls = _sums(one, explain)
    top = len(columns.names) - 1
    fixed = columns.below if start < 0 else columns.above if start > top else ""
    column = min(max(min(max(start, 0), top) + shift, 0), top)
    children = [attack_trace, *([defense_trace] if columns.kind != STRENGTH or one.defenders else [])]
    if explain:
        children.append(Trace("Columns shifted", shift, (), "sum", tuple(shifts)))
        children.append(Trace("Added to the dice", roll, (), "sum", tuple(rolls)))
    trace = Trace("Odds" if columns.kind == ODDS else "Column", None, cites(columns.rule), "list", tuple(children))
    return Figures(attack, defense, start, column, fixed, shift, roll, trace)
