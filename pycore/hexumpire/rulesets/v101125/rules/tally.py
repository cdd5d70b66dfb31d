"""What is left of both sides at the end, in numbers, and what the board shows of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hexumpire.model.battle import Line, Outcome
from hexumpire.rulesets.v101125.rules import forts, pools, stacking
from hexumpire.rulesets.v101125.rules.bouts import movers
from hexumpire.rulesets.v101125.rules.presence import features, standing
from hexumpire.rulesets.v101125.setting import SIDES, Setting
from hexumpire.rulesets.v101125.state import DISRUPTED, OUT, State
from hexumpire.rulesets.v101125.tables import MIXED
from hexumpire.rulesets.v101125.units import Face, describe
from hexumpire.rulesets.v101125.vocabulary import VOCABULARY

GOES_ON = ("counterattack", "deadlock", "waits", "again", "next")
"""Endings of a part of a fight, or of what the chances look at of it."""


def strength(side: str, face: Face) -> int:
    """The printed strength of a face for its side's role in the battle."""
    return face.attack if side == "attacker" else face.defence


def lost(setting: Setting, left: str, side: str) -> int:
    """Printed strength points that a side has lost: counters eliminated, and what reduced ones lack."""
    total = 0
    for counter, letter in zip(setting.counters, left, strict=True):
        if counter.side == side and letter == OUT:
            total += strength(side, counter.faces[0])
        elif counter.side == side:
            face = DISRUPTED.index(letter) if letter in DISRUPTED else int(letter)
            total += max(0, strength(side, counter.faces[0]) - strength(side, counter.faces[face]))
    return total


def disrupted(setting: Setting, left: str, side: str) -> int:
    """Printed strength points of counters that went to the turn track."""
    return sum(
        strength(side, counter.faces[DISRUPTED.index(letter)])
        for counter, letter in zip(setting.counters, left, strict=True)
        if counter.side == side and letter in DISRUPTED
    )


def ending(setting: Setting, state: State) -> str:
    """How a battle ended."""
    there = {side: standing(setting, state, side, setting.target) for side in SIDES}
    if there["attacker"]:
        return "dual" if there["defender"] else "taken"
    if there["defender"]:
        return "held"
    return "cleared"


def outcome(setting: Setting, state: State) -> Outcome:
    """An ending and its measures."""
    measures: list[tuple[str, int]] = [("hex", int(state.ending == "taken"))]
    measures += [(f"{side}_lost", lost(setting, state.left, side)) for side in SIDES]
    measures += [(f"{side}_disrupted", disrupted(setting, state.left, side)) for side in SIDES]
    return Outcome(state.ending, tuple(measures), state.ending in GOES_ON)


def closing(setting: Setting, state: State) -> list[Line]:
    """Which strength comes back when and where, for both sides (11.M.6, T7)."""
    titles = dict(VOCABULARY.sides)
    found: list[Line] = []
    for side, book in zip(SIDES, state.memo.books, strict=True):
        own = [(c, letter) for c, letter in zip(setting.counters, state.left, strict=True) if c.side == side]
        away = [describe(counter, DISRUPTED.index(letter)) for counter, letter in own if letter in DISRUPTED]
        mixed = [counter.type for counter, letter in own if letter not in ("0", *DISRUPTED) and counter.type in MIXED]
        found += pools.lines(side, titles[side], book, away, mixed)
        left = [(counter, counter.faces[int(letter)]) for counter, letter in own if letter.isdigit() and letter != "0"]
        found += [
            pools.antiaircraft(side, describe(counter, counter.faces.index(face)), face)
            for counter, face in left
            if counter.type == "antiaircraft" and face.kind == "remnant"
        ]
    found += stacking.kept_out(setting, state)
    if state.ending == "taken":
        his = setting.works(setting.target) == setting.scenario.hex(setting.target).features
        found += forts.lines_of_capture(features(setting, state, setting.target) if his else ())
    return found


def overlay(setting: Setting, state: State) -> Mapping[str, Any]:
    """Counters that are gone, moved, or reduced."""
    gone: dict[str, int] = {}
    moved: dict[str, dict[str, int]] = {}
    on_the_way = set(movers(state)) if state.path and state.due.going else set()
    for i, (counter, letter) in enumerate(zip(setting.counters, state.left, strict=True)):
        unit = counter.unit
        if not letter.isdigit():
            gone[unit.id] = gone.get(unit.id, 0) + 1
            continue
        place = state.path[-1] if i in on_the_way else state.at[i]
        if place != unit.at:
            by_hex = moved.setdefault(unit.id, {})
            by_hex[place] = by_hex.get(place, 0) + 1
    return {"lost": gone, "moved": moved}
