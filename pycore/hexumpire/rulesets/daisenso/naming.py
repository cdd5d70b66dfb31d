"""Who attacks a hex (4.2.2.s1): the forces that may be named, who may not join them and why, what is wrong at set-up.

One unit that may not attack never stops the others: it stays out, with its reason. Where units may each attack but not
together, the attacker has several forces to choose from.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import NamedTuple

from hexumpire.model.errors import Problem
from hexumpire.rulesets.daisenso import factions
from hexumpire.rulesets.daisenso.board import Board, Places
from hexumpire.rulesets.daisenso.eligibility import (
    Bar,
    at_sea,
    attack_bars,
    company_bars,
    crowded_skies,
    hex_bars,
    unit_bars,
)
from hexumpire.rulesets.daisenso.lineup import Lineup, aims, lineup, neighbours
from hexumpire.rulesets.daisenso.numbering import apart, shown
from hexumpire.rulesets.daisenso.pieces import Counts, named
from hexumpire.rulesets.daisenso.shifts import Shifts
from hexumpire.rulesets.daisenso.tables import ONE_HQ, RANGE

FREE = Bar("")
SPLIT = ("4.2.1.split",)
"""The rule of those who stay out because the attacker says so."""


class Naming(NamedTuple):
    """Who may attack a hex, and why nobody may (``bar``).

    ``pool``: units that may; ``forces``: the largest parts of them that may do so together, the strongest first.
    """

    pool: Counts
    forces: tuple[Counts, ...]
    bar: Bar


def kept_out(board: Board, target: str, left: Counts, at: Places, fought: int) -> dict[int, Bar]:
    """Phasing ground units next to a hex that may not be named against it, each with the first reason."""
    found = {}
    for piece in neighbours(board, target, left, at):
        bar = next(unit_bars(board, piece, target, left, at), FREE)
        if not piece.unit.flag("attacks"):
            bar = Bar("set up to stand by", SPLIT, "tick 'takes part in the attack'")
        elif fought >> piece.index & 1:
            bar = Bar("a unit attacks only once in a segment", ("4.2.1.once-unit",))
            if piece.unit.type == "hq":
                bar = Bar("an HQ takes part in only one attack of a segment", ("4.2.1.once-unit", "4.2.1.2.used"))
        elif not bar.reason and not aims(board, piece, target):
            bar = Bar("named against another hex", SPLIT, "let it attack any target it is next to")
        if bar.reason:
            found[piece.index] = bar
    return found


def together(board: Board, fight: Lineup, left: Counts) -> list[Counts]:
    """The largest parts of a line-up that may attack together: regular units of one Minor Country, and one HQ."""
    pieces, pool = board.pieces, fight.attackers
    minors = sorted({pieces[i].nation for i in pool if pieces[i].standing == "minor"})
    found: list[Counts] = []
    for minor in minors or [""]:
        mine = [i for i in pool if pieces[i].standing != "minor" or pieces[i].nation == minor]
        heads = [i for i in mine if pieces[i].type_at(left[i]) == "hq"]
        for chosen in combinations(heads, min(ONE_HQ, len(heads))):
            found.append(tuple(i for i in mine if i not in heads or i in chosen))
    return [force for force in found if force and not any(set(force) < set(other) for other in found)]


def naming(board: Board, fight: Lineup, left: Counts, at: Places, spent: int, fought: int) -> Naming:
    """Who of the units of a line-up may attack its target; the line-up has all that are still free to."""
    for bar in hex_bars(board, fight.target, left, at):
        return Naming((), (), bar)
    out = kept_out(board, fight.target, left, at, fought)
    pool = tuple(i for i in fight.attackers if i not in out)
    if not pool:
        return Naming((), (), _nobody(board, out))
    pieces = board.pieces
    tried = sorted(
        together(board, fight._replace(attackers=pool), left),
        key=lambda force: (-sum(pieces[i].factor(left[i]) for i in force), -len(force),
                           sorted((pieces[i].name_at(left[i]), left[i]) for i in force)),
    )  # fmt: skip
    bars = [next(attack_bars(board, fight._replace(attackers=force), left, at, spent), FREE) for force in tried]
    forces = tuple(force for force, bar in zip(tried, bars, strict=True) if not bar.reason)
    return Naming(pool, forces, FREE if forces else bars[0])


def _nobody(board: Board, out: dict[int, Bar]) -> Bar:
    """Why nobody next to a hex may attack it: every reason, and whose it is."""
    if not out:
        return Bar("no ground unit next to the hex attacks it", ("4.2.1.target", "4.adjacent"),
                   "put a phasing ground unit beside it")  # fmt: skip
    by_reason: dict[str, list[int]] = {}
    for i, bar in out.items():
        by_reason.setdefault(bar.reason, []).append(i)
    text = "; ".join(f"{named([board.pieces[i] for i in who])}: {reason}" for reason, who in by_reason.items())
    return Bar(text, tuple(dict.fromkeys(rule for bar in out.values() for rule in bar.rules)))


def stays_out(board: Board, fight: Lineup, left: Counts, at: Places, fought: int) -> dict[int, Bar]:
    """Units next to the target that are not in a line-up, each with the reason."""
    inside = set(fight.side("attacker"))
    out = {i: bar for i, bar in kept_out(board, fight.target, left, at, fought).items() if i not in inside}
    for piece in neighbours(board, fight.target, left, at):
        if piece.index not in inside and piece.index not in out:
            more = fight._replace(attackers=(*fight.attackers, piece.index))
            bar = next(company_bars(board, more, left, at), FREE)
            out[piece.index] = bar if bar.reason else Bar("the attacker leaves it out", SPLIT)
    return out


# --- at set-up --------------------------------------------------------------------------------------


def problems(board: Board, shifts: Shifts, left: Counts, at: Places) -> tuple[Problem, ...]:
    """Why the rules forbid this battle as set up, all at once, in reading order."""
    found = [*factions.problems(board, left, at), *_aimless(board, left, at)]
    for number, target in enumerate(board.scenario.targets):
        found += _no_attack(board, number, target, left, at)
    found += at_sea(board, left, at)
    return (*dict.fromkeys(found), *unsaid(board, shifts, left, at), *crowded_skies(board, at))


def _aimless(board: Board, left: Counts, at: Places) -> Iterator[Problem]:
    """Units that were named against a target there is not, or one they are not next to."""
    numbers = {unit.id: number for number, unit in enumerate(board.scenario.units)}
    for piece in board.pieces:
        aim, targets = piece.unit.number("aim"), board.scenario.targets
        if piece.side != "attacker" or piece.kind != "ground" or not piece.unit.flag("attacks") or not aim:
            continue
        if not left[piece.index] or piece.id != piece.unit.id:
            continue
        path = f"$.units[{numbers[piece.unit.id]}]"
        if aim > len(targets):
            message = f"the {piece.name} aims at target {aim}, which there is not"
            yield Problem(message, f"{path}.aim", "4.2.1.target", "name one of the targets")
        elif apart(at[piece.index], targets[aim - 1]) != RANGE["approach"]:
            where = "stands in" if at[piece.index] == targets[aim - 1] else "is not next to"
            message = f"the {piece.name} {where} {shown(targets[aim - 1])}"
            yield Problem(message, f"{path}.at", "4.adjacent", "move it there, or aim it elsewhere")


def _no_attack(board: Board, number: int, target: str, left: Counts, at: Places) -> Iterator[Problem]:
    """Why a target cannot be attacked as things stand: the hex, every unit next to it, or all of them together."""
    path, closed = f"$.targets[{number}]", False
    for bar in hex_bars(board, target, left, at):
        closed = True
        yield Problem(f"{shown(target)} may not be attacked: {bar.reason}", path, bar.rules[0], bar.fix)
    fight = lineup(board, target, left, at)
    out = kept_out(board, target, left, at, 0)
    if all(i in out for i in fight.attackers):
        units = {unit.id: n for n, unit in enumerate(board.scenario.units)}
        for i in fight.attackers:
            piece = board.pieces[i]
            for bar in unit_bars(board, piece, target, left, at):
                message = f"the {piece.name} may not attack {shown(target)}: {bar.reason}"
                yield Problem(message, f"$.units[{units[piece.unit.id]}]", bar.rules[0], bar.fix)
        if not fight.attackers:
            bar = _nobody(board, {})
            yield Problem(f"{shown(target)} may not be attacked: {bar.reason}", path, bar.rules[0], bar.fix)
    elif not closed:
        bar = naming(board, fight, left, at, 0, 0).bar
        if bar.reason:
            yield Problem(f"{shown(target)} may not be attacked: {bar.reason}", path, bar.rules[0], bar.fix)


def unsaid(board: Board, shifts: Shifts, left: Counts, at: Places) -> list[Problem]:
    """Shifts of terrain that the attacks need and nobody has stated (4.2.3.8.hex, 4.2.3.8.hexside)."""
    found: list[Problem] = []
    for target in board.scenario.targets:
        fight = lineup(board, target, left, at)
        found_now = naming(board, fight, left, at, 0, 0)
        for force in (found_now.forces or (found_now.pool,)) if fight.defenders and found_now.pool else ():
            for key in shifts.unknown(fight._replace(attackers=force), left, at):
                kind, _, what = key.partition("_")
                rule = "4.2.3.8.hex" if kind == "hex" else "4.2.3.8.hexside"
                thing = f"a hex of {what}" if kind == "hex" else f"a {what} hexside"
                message = f"the shift of {thing} stands on the map's chart, not in the text"
                fix = "say it under the circumstances, or type the Terrain Effects Chart in"
                problem = Problem(message, f"$.conditions.{key}", rule, fix)
                if problem not in found:
                    found.append(problem)
    return found
