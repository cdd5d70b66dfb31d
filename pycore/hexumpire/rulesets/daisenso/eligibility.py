"""Who may attack what (4.2.1.1), unit by unit and attack by attack, with every reason why not.

Checks give a :class:`Bar`: the reason, its rules, and the way out. Before the fight bars become problems; when an
attack of several comes up later, one bar is enough to call it off.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from hexumpire.errors import Problem
from hexumpire.rulesets.daisenso import support
from hexumpire.rulesets.daisenso.board import Board, Places
from hexumpire.rulesets.daisenso.lineup import Lineup, aimed, lineup
from hexumpire.rulesets.daisenso.numbering import apart, shown
from hexumpire.rulesets.daisenso.pieces import Counts, Piece
from hexumpire.rulesets.daisenso.shifts import Shifts
from hexumpire.rulesets.daisenso.tables import ONE_HQ, RANGE, RAW
from hexumpire.trace import Rules


class Bar(NamedTuple):
    """Why something may not be done; an empty reason when it may."""

    reason: str
    rules: Rules = ()
    fix: str = ""


_OUT = "untick 'takes part in the attack', or let it attack another hex"


def unit_bars(board: Board, piece: Piece, target: str, left: Counts, at: Places) -> Iterator[Bar]:
    """Everything that keeps one phasing ground unit from attacking a target next to it.

    It need not be supplied (4.2.1.supply), and Air units or Airdrop markers in either hex do not matter (4.2.1.air).
    """
    unit, scenario = piece.unit, board.scenario
    if piece.factor(left[piece.index]) == 0:
        yield Bar("a unit with attack factor 0 cannot attack", ("4.2.1.1.af0",), _OUT)
    if unit.flag("attacked"):
        yield Bar("it has attacked in this segment already", ("4.2.1.once-unit",), _OUT)
    elif unit.flag("took_part") and unit.type == "hq" and scenario.readings["hq_again"] == "no":
        yield Bar("the HQ has supported a combat of this segment", ("4.2.1.2.used",), _OUT)
    marks = board.marks(at[piece.index], target)
    if "allsea" in marks and not (unit.type == "marine" and unit.flag("supplied")):
        reason = "only supplied marines attack across an all-sea hexside"
        fix = "mark the hexside as a Beachhead hexside if it is one, or untick the unit"
        yield Bar(reason, ("4.2.1.1.allsea", "4.2.1.3.marine", "4.2.1.1.beachhead"), fix)
    if unit.flag("capital") and piece.standing != "major" and board.text(target, "country") != piece.nation:
        reason = "with that marker in its capital it attacks only inside its country and Dependents"
        yield Bar(reason, ("4.2.1.1.capital",), "state the country of the hex, or untick the unit")
    if scenario.conditions["segment"] == "blitz" and not unit.flag("blitz"):
        yield Bar("only Blitz-enabled units attack in the Blitz segment", ("4.1.2.enabled",),
                  "tick Blitz-enabled, or take the Regular segment")  # fmt: skip


def attack_bars(board: Board, fight: Lineup, left: Counts, at: Places, spent: int) -> Iterator[Bar]:
    """Everything that keeps the units named from attacking a target together."""
    target, conditions = fight.target, board.scenario.conditions
    lone = board.here(target, left, at, "defender", ("lone",))
    if conditions["pre_war"]:
        yield Bar("no attacks while Pre-War is in effect", ("4.2.1.1.prewar", "12.1"), "untick Pre-War")
    if conditions["limited"]:
        yield Bar("policies, truces or failures forbid the attack", ("4.2.1.1.limits",), "untick that circumstance")
    if board.flag(target, "attacked_before"):
        yield Bar("a hex is attacked once in a segment", ("4.2.1.once-hex",), "attack another hex")
    if not fight.defenders and not lone:
        yield Bar("there is no enemy ground unit, Detachment or Logistics marker to attack", ("4.2.1.target",),
                  "put a defender there")  # fmt: skip
    if not fight.attackers:
        yield Bar("no ground unit next to the hex attacks it", ("4.2.1.target", "4.adjacent"),
                  "put a phasing ground unit beside it")  # fmt: skip
        return
    yield from _weather_bars(board, fight)
    minors = sorted({board.pieces[i].nation for i in fight.attackers if board.pieces[i].standing == "minor"})
    if len(minors) > 1:
        reason = f"regular units of {' and '.join(minors)} cannot attack one hex together"
        yield Bar(reason, ("4.2.1.1.minor", "4.2.1.1.exp"), "leave one country out, or take Exp units")
    if len([i for i in fight.attackers if board.pieces[i].type_at(left[i]) == "hq"]) > ONE_HQ:
        yield Bar("one HQ of a faction takes part in a combat", ("4.2.1.2.one",), "let only one of the HQs attack")
    if fight.defenders and not strong_enough(board, fight, left, at, spent):
        attack, defense = raw_totals(board, fight, left)
        reason = f"{attack} against {defense} is less than {RAW[0]}-{RAW[1]}, and no HQ can make up for it"
        yield Bar(reason, ("4.2.1.1.raw",), "add attackers")


def _weather_bars(board: Board, fight: Lineup) -> Iterator[Bar]:
    weather, readings = board.weather(fight.target), board.scenario.readings
    if board.scenario.conditions["segment"] != "blitz" or weather == "fine":
        return
    if not fight.defenders and readings["marker_weather"] == "allowed":
        return
    russians = [board.pieces[i].nation == "Russian" for i in fight.attackers]
    fit = all(russians) if readings["snow"] == "all" else any(russians)
    if weather == "snow" and fit:
        return
    yield Bar(f"units in {weather} cannot be attacked in the Blitz segment", ("4.1.2.weather", "4.1.2.snow"),
              "take the Regular segment")  # fmt: skip


def raw_totals(board: Board, fight: Lineup, left: Counts) -> tuple[int, int]:
    """Attack with a supporting HQ if it is named, and defence of the hex alone (4.2.1.1.raw)."""
    pieces = board.pieces
    attack = sum(pieces[i].factor(left[i]) for i in fight.side("attacker"))
    return attack, sum(pieces[i].factor(left[i]) for i in fight.defenders)


def raw_legal(attack: int, defense: int) -> bool:
    """Whether totals reach the least raw odds."""
    return attack * RAW[1] >= RAW[0] * defense


def strong_enough(board: Board, fight: Lineup, left: Counts, at: Places, spent: int) -> bool:
    """Whether the attack reaches the least raw odds, with the strongest HQ that could support it."""
    attack, defense = raw_totals(board, fight, left)
    if raw_legal(attack, defense):
        return True
    helpers = support.willing(board, "attacker", fight, left, at, spent)
    return any(raw_legal(attack + piece.factor(left[piece.index]), defense) for piece in helpers)


def unfit(board: Board, fight: Lineup, left: Counts, at: Places) -> dict[int, Bar]:
    """Attackers of a line-up that may not attack its target, each with the first reason."""
    found = {i: next(unit_bars(board, board.pieces[i], fight.target, left, at), None) for i in fight.attackers}
    return {i: bar for i, bar in found.items() if bar is not None}


def called_off(board: Board, fight: Lineup, left: Counts, at: Places, spent: int) -> Bar:
    """Why an attack that comes up now cannot be made; an empty reason when it can."""
    for i in fight.attackers:
        for bar in unit_bars(board, board.pieces[i], fight.target, left, at):
            return bar
    for bar in attack_bars(board, fight, left, at, spent):
        return bar
    return Bar("")


def problems(board: Board, shifts: Shifts, left: Counts, at: Places) -> tuple[Problem, ...]:
    """Why the rules forbid this battle as set up, all at once, in reading order."""
    scenario, found = board.scenario, []
    places = {unit.id: f"$.units[{number}]" for number, unit in enumerate(scenario.units)}
    told: set[str] = set()
    for piece in board.pieces:
        if piece.side != "attacker" or piece.kind != "ground" or not piece.unit.flag("attacks"):
            continue
        if not left[piece.index]:
            continue
        if piece.unit.id in told:
            continue
        told.add(piece.unit.id)
        path = places[piece.unit.id]
        target = aimed(board, piece, at)
        if not target:
            if piece.unit.number("aim"):
                message = f"the {piece.name} aims at target {piece.unit.number('aim')}, which there is not"
                found.append(Problem(message, f"{path}.aim", "4.2.1.target", "name one of the targets"))
            continue
        if apart(at[piece.index], target) != RANGE["approach"]:
            if not piece.unit.number("aim"):
                continue
            message = f"the {piece.name} is not next to {shown(target)}"
            found.append(Problem(message, f"{path}.at", "4.adjacent", "move it there, or aim it elsewhere"))
            continue
        for bar in unit_bars(board, piece, target, left, at):
            message = f"the {piece.name} may not attack {shown(target)}: {bar.reason}"
            found.append(Problem(message, path, bar.rules[0], bar.fix))
    for number, target in enumerate(scenario.targets):
        fight = lineup(board, target, left, at)
        for bar in attack_bars(board, fight, left, at, 0):
            message = f"{shown(target)} may not be attacked: {bar.reason}"
            found.append(Problem(message, f"$.targets[{number}]", bar.rules[0], bar.fix))
    return (*found, *unsaid(board, shifts, left, at), *crowded_skies(board, at))


def unsaid(board: Board, shifts: Shifts, left: Counts, at: Places) -> list[Problem]:
    """Shifts of terrain that the attacks need and nobody has stated (4.2.3.8.hex, 4.2.3.8.hexside)."""
    found: list[Problem] = []
    for target in board.scenario.targets:
        fight = lineup(board, target, left, at)
        for key in shifts.unknown(fight, left, at) if fight.attackers and fight.defenders else ():
            kind, _, what = key.partition("_")
            rule = "4.2.3.8.hex" if kind == "hex" else "4.2.3.8.hexside"
            thing = f"a hex of {what}" if kind == "hex" else f"a {what} hexside"
            message = f"the shift of {thing} stands on the map's chart, not in the text"
            fix = "say it under the circumstances, or type the Terrain Effects Chart in"
            problem = Problem(message, f"$.conditions.{key}", rule, fix)
            if problem not in found:
                found.append(problem)
    return found


def crowded_skies(board: Board, at: Places) -> Iterator[Problem]:
    """Air units of a side never share a hex nor stand next to each other (4.2.3.1.place)."""
    numbers = {unit.id: number for number, unit in enumerate(board.scenario.units)}
    fliers = [piece for piece in board.pieces if piece.kind == "air"]
    for n, piece in enumerate(fliers):
        for other in fliers[:n]:
            if other.side == piece.side and apart(at[piece.index], at[other.index]) <= 1:
                message = f"the {piece.name} stands with or next to the {other.name}"
                path = f"$.units[{numbers[piece.unit.id]}].at"
                yield Problem(message, path, "4.2.3.1.place", "move one of them away")
                break
