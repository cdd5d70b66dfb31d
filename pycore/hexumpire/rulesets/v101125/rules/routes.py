"""Retreats and advances on the map: which hexes are open, what zones of control cost there, and what entering costs.

11.Q.1, 11.Q.2.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise

from hexumpire.board import hexgrid
from hexumpire.kit.losses import Why
from hexumpire.rulesets.v101125.rules import advance, losses, markers, retreat, sea, stacking, terrain
from hexumpire.rulesets.v101125.rules.bouts import everyone, leavers, living
from hexumpire.rulesets.v101125.rules.losses import Bill
from hexumpire.rulesets.v101125.rules.results import CASUALTIES, DEFENDER
from hexumpire.rulesets.v101125.setting import Setting
from hexumpire.rulesets.v101125.state import Debt, State
from hexumpire.rulesets.v101125.tables import ENTRY, ZOC, share
from hexumpire.rulesets.v101125.units import Counter, Face
from hexumpire.rulesets.v101125.vocabulary import IN_HEX

Weights = tuple[tuple[int, int], ...]
"""By how much the strength of each unit counts, as pairs of whole numbers."""


def distance(one: str, other: str) -> int:
    """How many hexes two hexes lie apart."""
    return hexgrid.distance(hexgrid.parse(one), hexgrid.parse(other))


def around(place: str) -> list[str]:
    """The hexes around one, in the order of directions."""
    return [hexgrid.name(other) for other in hexgrid.neighbours(hexgrid.parse(place))]


# --- zones of control ---------------------------------------------------------------------------------------


def levels(setting: Setting, place: str) -> int:
    """Levels by which the terrain of a hex changes zones of control into it."""
    spot = setting.scenario.hex(place)
    rows = (spot.terrain, *(mark for mark in spot.features if mark in IN_HEX))
    told = sum(int(terrain.number_cell(setting, row, "zoc").value) for row in rows)
    return told + int(spot.values.get("zoc_levels", 0))


def zone(setting: Setting, state: State, i: int, place: str, normal: bool = False) -> Fraction:
    """The value of a counter's zone of control in a hex (11.Q.2.d); none where it does not reach.

    Of those who attack or are attacked it is a level lower (11.Q.2.a), unless it is asked how it is ``normal``.
    """
    if distance(state.at[i], place) > 1:
        return ZOC["none"]
    busy = i in state.bout.attackers or i in state.bout.defenders
    steps = levels(setting, place) + int(state.at[i] == place) - int(busy and not normal)
    return terrain.level(ZOC[setting.counters[i].text("zoc")], steps)


def others(setting: Setting, state: State) -> tuple[list[int], list[int]]:
    """Enemies of those who are struck in the fight at hand, and friends of theirs who do not take part in it."""
    enemies, friends = [], []
    for i in everyone(state):
        if setting.counters[i].side == state.bout.side:
            enemies.append(i)
        elif i not in state.bout.defenders:
            friends.append(i)
    return enemies, friends


def watched(setting: Setting, state: State, place: str) -> bool:
    """Whether a hex is normally in an enemy zone of control (11.Q.2.c)."""
    return any(zone(setting, state, i, place, True) for i in others(setting, state)[0])


def points(setting: Setting, state: State, place: str, stuck: bool = False) -> Fraction:
    """What the zones of control of a hex cost those who retreat into it, or cannot leave it (11.Q.2.b, 11.Q.2.d)."""
    if sea.lies_at(setting, place):
        return Fraction(0)
    enemies, friends = others(setting, state)
    against = [(Fraction(face(setting, state, i).attack), zone(setting, state, i, place)) for i in enemies]
    there = [i for i in friends if state.at[i] == place]
    by = [(Fraction(face(setting, state, i).defence), zone(setting, state, i, place, True)) for i in there]
    return retreat.points(against, by, stuck)


def face(setting: Setting, state: State, i: int) -> Face:
    """The face of a counter that lies up."""
    return setting.counters[i].faces[int(state.left[i])]


# --- which hexes are open -----------------------------------------------------------------------------------


def why_not(setting: Setting, state: State, place: str) -> Why:
    """Why those who retreat may not enter a hex; empty when they may."""
    if place == sea.leaves_from(state) or place in state.path:
        return "they have left it", ("11.Q.2.c",)
    if distance(here(state), place) != 1:
        return "it is not next to where they have come to", ("11.Q.2.0",)
    if "prohibited" in setting.scenario.between(here(state), place):
        return "the hexside is prohibited", ("11.A.2", "11.Q.2.0")
    return sea.why_not(setting, state, place)


def held(setting: Setting, state: State, place: str) -> bool:
    """Whether enemies of those who retreat are in a hex."""
    return any(state.at[i] == place for i in others(setting, state)[0])


def here(state: State) -> str:
    """Where those who retreat have come to."""
    return state.path[-1] if state.path else sea.leaves_from(state)


def exits(setting: Setting, state: State) -> list[str]:
    """The hexes open to the next step of a retreat."""
    return [place for place in around(here(state)) if not why_not(setting, state, place)[0]]


def ways(setting: Setting, state: State) -> list[str]:
    """Those of them without enemies."""
    return [place for place in exits(setting, state) if not held(setting, state, place)]


def interdicted(setting: Setting, state: State) -> int:
    """The level of interdiction of the hex that is left first (11.Q.2.e)."""
    if state.path:
        return 0
    return int(setting.scenario.hex(sea.leaves_from(state)).values.get("interdiction", 0))


# --- what is owed on the way --------------------------------------------------------------------------------


def weights(counters: tuple[Counter, ...], faces: tuple[Face, ...]) -> Weights:
    """By how much the strength of each unit counts on a retreat, as pairs of whole numbers (11.Q.2.d)."""
    found = []
    for counter, shown in zip(counters, faces, strict=True):
        nation = next((trait for trait in retreat.NATIONS if trait in counter.traits), "")
        by = retreat.factor(shown.movement, nation, counter.flag("cm"))
        found.append((by.numerator, by.denominator))
    return tuple(found)


def debts(setting: Setting, state: State, place: str, by: Weights, stuck: bool = False) -> Iterator[Debt]:
    """What entering a hex costs: interdiction of the one that is left, zones of control of the one that is entered."""
    level = interdicted(setting, state)
    if level and not stuck:
        owed = losses.parts(retreat.interdiction(ZOC["full"], level))
        yield Debt(DEFENDER, Bill(CASUALTIES, owed, again=True), True)
    owed = losses.parts(points(setting, state, place, stuck))
    if owed:
        yield Debt(DEFENDER, Bill(CASUALTIES, owed, weights=by, again=True), True)


def arrived(setting: Setting, state: State) -> State:
    """The position once those who retreat are where they have come to.

    Their markers have the price of the way (11.Q.2.a, T10.n9), which matters where a held attack goes on.
    """
    gone = leavers(state)
    at = tuple(state.path[-1] if i in gone else place for i, place in enumerate(state.at))
    marks = list(state.marks)
    if state.held is not None:
        reading = setting.scenario.readings["marker_steps"]
        for start, place in pairwise((sea.leaves_from(state), *state.path)):
            for i in gone:
                marks[i] = markers.kept(marks[i] + price(setting, start, place, i, True), reading)
    fled = tuple(sorted({*state.fled, *gone}))
    return state._replace(at=at, marks=tuple(marks), path=(), fled=fled)


def price(setting: Setting, start: str, place: str, i: int, retreats: bool = False) -> int:
    """The marker of a unit that enters a hex: what hex and hexsides cost it, as far as known (11.Q.1b, 11.Q.2.a)."""
    counter = setting.counters[i]
    told = int(setting.scenario.hex(place).values.get("entry", 0)) or ENTRY["plain"]
    prices = [advance.Price(Fraction(told))]
    for mark in setting.scenario.between(start, place) if distance(start, place) == 1 else ():
        if mark in ENTRY["sides"]:
            row = ENTRY["sides"][mark]
            prices.append(advance.Price(share(row["points"]), share(row["share"])))
    carried = retreat.carrying(Fraction(counter.unit.number("carries"))) if retreats else 0
    return advance.marker(counter.faces[0].movement, prices) + carried


# --- advance ------------------------------------------------------------------------------------------------


def stays(setting: Setting, state: State, i: int) -> Why:
    """Why a counter does not advance into the hex that was attacked; empty when it may (11.Q.1a)."""
    if i not in state.bout.attackers:
        return "it did not take part in the attack", ("11.Q.1a",)
    if state.due.stays:
        return "a starred disruption keeps the attacker from advancing", ("T6.s2",)
    start, target = state.at[i], state.bout.target
    if start == target:
        return "it is there already", ("11.Q.1a",)
    if i in state.went:
        return "it has advanced already", ("11.Q.1a",)
    if "prohibited" in setting.scenario.between(start, target):
        return "the hexside is prohibited", ("11.A.2",)
    return stacking.why_full(setting, state, i, target)


def deadlocked(state: State) -> bool:
    """Whether a deadlock of the exploitation phase lets the attacker into a hex with defenders (11.Q.1.b.1)."""
    return state.due.chain == "DL" and state.bout.stage == "exploitation"


def advancing(setting: Setting, state: State) -> tuple[int, ...]:
    """The attackers who may advance."""
    if any(state.at[i] == state.bout.target for i in living(state.left, state.bout.defenders)) and not deadlocked(
        state
    ):
        return ()
    return tuple(i for i in living(state.left, state.bout.attackers) if not stays(setting, state, i)[0])


def bars(setting: Setting, state: State) -> int:
    """The least strength of enemies in a hex around that the defenders would have to retreat through (11.M.2d)."""
    foe, found = state.bout.side, []
    for place in around(sea.leaves_from(state)):
        there = [i for i in living(state.left, range(len(state.left))) if state.at[i] == place]
        strengths = [
            setting.counters[i].faces[int(state.left[i])].attack for i in there if setting.counters[i].side == foe
        ]
        found += [sum(strengths)] if strengths else []
    return min(found, default=0)


def forcing(setting: Setting, state: State) -> tuple[int, ...]:
    """The attackers who may force their way into a hex that still has defenders (11.B.20, 11.Q.1.b)."""
    if deadlocked(state) or not any(state.at[i] == state.bout.target for i in living(state.left, state.bout.defenders)):
        return ()
    return tuple(i for i in living(state.left, state.bout.attackers) if not stays(setting, state, i)[0])


def entering(setting: Setting, state: State, i: int) -> Fraction:
    """What that costs: by enemies in the hex, and those whose zones reach the hex that is left (11.Q.1.b.2)."""
    target, start, total = state.bout.target, state.at[i], Fraction(0)
    for other in everyone(state):
        if setting.counters[other].side != setting.counters[i].side:
            near = state.at[other] == target
            total += face(setting, state, other).attack * zone(setting, state, other, target if near else start)
    return total
