"""Retreats and advances on the map: which hexes are open, what zones of control cost there, and what entering costs.

11.Q.1, 11.Q.2.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from fractions import Fraction

from hexumpire.board import hexgrid
from hexumpire.kit.losses import Why
from hexumpire.model.text import say
from hexumpire.rulesets.v101125.rules import advance, losses, markers, retreat, sea, sides, stacking, strength, terrain
from hexumpire.rulesets.v101125.rules.bouts import movers, start
from hexumpire.rulesets.v101125.rules.losses import Bill
from hexumpire.rulesets.v101125.rules.presence import everyone, features, living, standing, underway, whereabouts
from hexumpire.rulesets.v101125.rules.results import CASUALTIES, DEFENDER
from hexumpire.rulesets.v101125.setting import Setting
from hexumpire.rulesets.v101125.state import Debt, State
from hexumpire.rulesets.v101125.tables import ENTRY, REDUCES, ZOC, share
from hexumpire.rulesets.v101125.units import Counter, Face, Piece

Weights = tuple[tuple[int, int], ...]
"""By how much the strength of each unit counts, as pairs of whole numbers."""


def distance(one: str, other: str) -> int:
    """How many hexes two hexes lie apart."""
    return hexgrid.distance(hexgrid.parse(one), hexgrid.parse(other))


def around(place: str) -> list[str]:
    """The hexes around one, in the order of directions."""
    return [hexgrid.name(other) for other in hexgrid.neighbours(hexgrid.parse(place))]


# --- zones of control ---------------------------------------------------------------------------------------


def levels(setting: Setting, state: State, place: str) -> int:
    """Levels by which the terrain of a hex, and its works as they are now, change zones of control into it."""
    return terrain.zoc_of(setting, place, features(setting, state, place))


def zone(setting: Setting, state: State, i: int, place: str, normal: bool = False) -> Fraction:
    """The value of a counter's zone of control in a hex (11.Q.2.d); none where it does not reach.

    Of those who attack or are attacked, here or elsewhere, it is a level lower (11.Q.2.a), be it that they have fought
    earlier in the same turn, unless it is asked how it is ``normal``. In whichever case it is so of those at U4, or
    with an MP marker when the phase of the attack began (11.B.4, 11.L.1.Ex). Who has landed exerts it out of the hex
    that he fights in (11.R.0, 11.R.3.b.zoc).
    """
    at = whereabouts(setting, state, i)
    if distance(at, place) > 1:
        return ZOC["none"]
    busy = i in state.engaged or any(i in bout.fighters for bout in underway(state))
    busy = busy or (i in setting.busy and not state.bout.anew)
    short = REDUCES.get(setting.counters[i].text("supply"), 0) + REDUCES["marker"] * (i in state.burdened)
    steps = levels(setting, state, place) + int(at == place) - int(busy and not normal) - short
    on = at == place and setting.scenario.readings["zone_beyond"] == "on"
    return terrain.level(ZOC[setting.counters[i].text("zoc")], steps, on)


def others(setting: Setting, state: State) -> tuple[list[int], list[int]]:
    """Enemies of those who are struck in the fight at hand, and friends of theirs who do not go with them.

    Such are those of another hex who have retreated before, where several were attacked (11.Q.2.d, 11.R.3.d.2).
    """
    enemies, friends, due = [], [], state.due
    for i in everyone(state):
        if setting.counters[i].side == state.bout.side:
            enemies.append(i)
        elif i not in state.bout.defenders or i in due.ahead or state.bout.struck_at(i) in due.gone:
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
    by = [(Fraction(face(setting, state, i).defence), zone(setting, state, i, place)) for i in there]
    return retreat.points(against, by, stuck)


def face(setting: Setting, state: State, i: int) -> Face:
    """The face of a counter that lies up."""
    return setting.counters[i].faces[int(state.left[i])]


# --- which hexes are open -----------------------------------------------------------------------------------


def why_not(setting: Setting, state: State, place: str, origin: str = "") -> Why:
    """Why those who retreat, or a unit in ``origin``, may not enter a hex; empty when they may."""
    origin = origin or start(state)
    here = state.path[-1] if state.path else origin
    if place == origin or place in state.path:
        return "they have left it", ("11.Q.2.c",)
    if place in state.bout.hexes:
        return "it is attacked as well", ("11.R.3.d.2",)
    if distance(here, place) != 1:
        return "it is not next to where they have come to", ("11.Q.2.0",)
    if "prohibited" in setting.scenario.between(here, place):
        return "the hexside is prohibited", ("11.A.2", "11.Q.2.0")
    return sea.why_not(setting, state, place)


def held(setting: Setting, state: State, place: str) -> bool:
    """Whether enemies of those who retreat are in a hex."""
    return any(state.at[i] == place for i in others(setting, state)[0])


def here(state: State) -> str:
    """Where those who retreat have come to."""
    return state.path[-1] if state.path else start(state)


def exits(setting: Setting, state: State, origin: str = "") -> list[str]:
    """The hexes open to the next step of a retreat, or to a unit in ``origin``."""
    return [place for place in around(origin or here(state)) if not why_not(setting, state, place, origin)[0]]


def ways(setting: Setting, state: State) -> list[str]:
    """Those of them without enemies."""
    return [place for place in exits(setting, state) if not held(setting, state, place)]


def by_land(setting: Setting, state: State) -> list[str]:
    """Those of these that are not sea."""
    return [place for place in ways(setting, state) if not sea.lies_at(setting, place)]


def safe(setting: Setting, state: State) -> bool:
    """Whether the defender has a way to retreat that costs no losses (11.M.0d); over the sea it does.

    Of several hexes out of each, as all who are in them pay together (11.M.2d, 11.R.3.d.2).
    """
    left = dict.fromkeys(state.bout.struck_at(i) for i in living(state.left, state.bout.defenders))
    ready = [state._replace(due=state.due._replace(going=own)) for own in left]
    return bool(ready) and all(_has_safe_way(setting, one) for one in ready)


def _has_safe_way(setting: Setting, state: State) -> bool:
    """Whether a way out of the hex that is left now costs no losses."""
    return not interdicted(setting, state) and any(not points(setting, state, to) for to in by_land(setting, state))


def interdicted(setting: Setting, state: State) -> int:
    """The level of interdiction of the hex that is left first, once for all who leave it (11.Q.2.e)."""
    begun = start(state)
    if state.path or any(state.bout.struck_at(i) == begun for i in state.due.ahead):
        return 0
    return int(setting.scenario.hex(begun).values["interdiction"])


# --- what is owed on the way --------------------------------------------------------------------------------


def shares(setting: Setting, pieces: Sequence[Piece], numbers: Collection[int]) -> tuple[Weights, Weights]:
    """By how much the strength of some units of a side counts for losses on the way; the others pay nothing.

    As they lie, and as they are reduced: a cadre may be slower (11.Q.2.d).
    """
    reading = setting.scenario.readings["retreat_factor"]
    counters = tuple(piece.counter for piece in pieces)
    full, reduced = (
        weights(counters, faces, reading)
        for faces in (tuple(one.shown for one in pieces), tuple(one.reduced or one.shown for one in pieces))
    )
    goes = [piece.counter.index in numbers for piece in pieces]
    return _kept(full, goes), _kept(reduced, goes)


def _kept(by: Weights, goes: Sequence[bool]) -> Weights:
    """The weights of some units; the others count nothing."""
    return tuple(pair if on else (0, 1) for pair, on in zip(by, goes, strict=True))


def weights(counters: tuple[Counter, ...], faces: tuple[Face, ...], reading: str) -> Weights:
    """By how much the strength of each unit counts on a retreat, as pairs of whole numbers (11.Q.2.d).

    The reading is ``retreat_factor``.
    """
    found = []
    for counter, shown in zip(counters, faces, strict=True):
        by = retreat.factor(shown.movement, nation_of(counter), counter.flag("cm"), reading)
        found.append((by.numerator, by.denominator))
    return tuple(found)


def nation_of(counter: Counter) -> str:
    """The nation by which a counter is faster or slower on a retreat; empty where it is neither (11.Q.2.d)."""
    return next((trait for trait in retreat.NATIONS if trait in counter.traits), "")


def debts(
    setting: Setting,
    state: State,
    place: str,
    by: tuple[Weights, Weights],
    goes: Weights,
    stuck: bool,
    home: int,
) -> Iterator[Debt]:
    """What entering a hex costs: interdiction of the one that is left, zones of control of the one that is entered.

    ``goes``: the weights of all who leave that, of which none counts more than another. ``home``: parts of the first
    point in a home country that are still owed (11.O.2). Without a ``place`` it is what the one that is left costs.
    """
    level = interdicted(setting, state)
    if level and not stuck:
        owed = losses.parts(retreat.interdiction(ZOC["full"], level))
        first, home = min(owed, home), max(0, home - owed)
        yield Debt(DEFENDER, Bill(CASUALTIES, owed, home=first, weights=goes, again=True), True)
    owed = losses.parts(points(setting, state, place, stuck)) if place else 0
    if owed:
        bill = Bill(CASUALTIES, owed, home=min(owed, home), weights=by[0], again=True, reduced=by[1])
        yield Debt(DEFENDER, bill, True)


def price(setting: Setting, state: State, way: tuple[str, str], i: int, retreats: bool = False) -> int:
    """The marker of a unit that enters a hex: what hex and hexsides cost it, as far as known (11.Q.1b, 11.Q.2.a).

    ``way``: the hex that it leaves and the one that it enters; its movement allowance is that of the face that lies up.
    """
    begun, place = way
    counter = setting.counters[i]
    told = int(setting.scenario.hex(place).values["entry"]) or ENTRY["plain"]
    prices = [advance.Price(Fraction(told))]
    for mark in setting.scenario.between(begun, place) if distance(begun, place) == 1 else ():
        if mark in ENTRY["sides"]:
            row = ENTRY["sides"][mark]
            prices.append(advance.Price(share(row["points"]), share(row["share"])))
    carried = retreat.carrying(Fraction(counter.unit.number("carries"))) if retreats else 0
    return advance.marker(face(setting, state, i).movement, prices) + carried


def marked(setting: Setting, state: State) -> State:
    """The position once the way of those who retreat has left its markers on them (11.Q.2.a, 11.Q.2.h).

    Where they attack the enemies at its end, that fight is over first (11.Q.2.i).
    """
    ways = list(zip((start(state), *state.path), state.path, strict=False))
    more = {i: sum(price(setting, state, way, i, n == 0) for n, way in enumerate(ways)) for i in movers(state)}
    if state.due.assault and state.due.assault == state.path[-1]:
        late = state.late or (0,) * len(state.marks)
        return state._replace(late=tuple(old + more.get(i, 0) for i, old in enumerate(late)))
    reading = setting.scenario.readings["marker_steps"]
    marks = (markers.kept(old + more[i], reading) if i in more else old for i, old in enumerate(state.marks))
    return state._replace(marks=tuple(marks))


# --- advance ------------------------------------------------------------------------------------------------


def goal(state: State) -> str:
    """The hex of the fight that attackers may enter now: of several one after another (11.R.3.d.2)."""
    return state.bout.hexes[state.due.entry]


def lands(setting: Setting, state: State, i: int) -> bool:
    """Whether an attacker has come into the hex from the sea or the air, and is shown off it (11.R.0).

    He has fought in the hex, so that he enters it by no advance: for nothing, and be he disrupted with a star.
    """
    return state.at[i] != goal(state) == whereabouts(setting, state, i)


def stays(setting: Setting, state: State, i: int) -> Why:
    """Why a counter does not advance into the hex that was attacked; empty when it may (11.Q.1a)."""
    if i not in state.bout.attackers:
        return "it did not take part in the attack", ("11.Q.1a",)
    if lands(setting, state, i):
        return stacking.why_full(setting, state, i, goal(state))
    if state.due.stays:
        name = sides.NAMES[state.bout.side]
        return say("a starred disruption keeps the {side} from advancing", side=name), ("T6.s2",)
    target = goal(state)
    if state.at[i] == target:
        return "it is there already", ("11.Q.1a",)
    if i in state.went:
        return "it has advanced already", ("11.Q.1a",)
    if not setting.touches(state.at[i], target):
        return "it is not beside the hex", ("11.Q.1a",)
    if "prohibited" in setting.scenario.between(state.at[i], target):
        return "the hexside is prohibited", ("11.A.2",)
    return stacking.why_full(setting, state, i, target)


def deadlocked(state: State) -> bool:
    """Whether a deadlock of the exploitation combat phase lets the attacker into a hex with defenders (11.Q.1.b.1)."""
    return state.due.chain == "DL" and state.bout.stage == "exploitation" and not state.bout.in_movement


def defended(setting: Setting, state: State, place: str) -> bool:
    """Whether enemies of the attacker are in a hex of the fight: defenders of it, or who retreated there since."""
    return bool(standing(setting, state, sides.OTHER[state.bout.side], place))


def advancing(setting: Setting, state: State) -> tuple[int, ...]:
    """The attackers who may advance."""
    ready = (i for i in living(state.left, state.bout.attackers) if not stays(setting, state, i)[0])
    return tuple(ready) if deadlocked(state) or not defended(setting, state, goal(state)) else ()


def bars(setting: Setting, state: State) -> Fraction:
    """The least strength, as supply and support leave it, of enemies whom defenders would have to retreat through.

    11.M.2d; none where a hex around them is open, nor where all of them are closed and no enemy is in the way.
    """
    guards = living(state.left, state.bout.defenders)
    enemies, found = others(setting, state)[0], []
    for own in dict.fromkeys(state.at[i] for i in guards):
        free = state._replace(due=state.due._replace(going=own), path=())
        if by_land(setting, free):
            continue
        ways = (place for place in exits(setting, free) if held(setting, free, place))
        found += [_strength_in(setting, state, enemies, place) for place in ways]
    return min(found, default=Fraction(0))


def _strength_in(setting: Setting, state: State, numbers: Iterable[int], place: str) -> Fraction:
    """The strength of those of some counters who stand in a hex, as supply and support leave it."""
    there = (Piece(setting.counters[i], int(state.left[i])) for i in numbers if state.at[i] == place)
    return sum((strength.standing(piece) for piece in there), Fraction(0))


def bars_of_attackers(setting: Setting, state: State) -> Fraction:
    """The same of those who attack, as those do who are surrounded and counterattack (11.M.2d, 11.L.1.d)."""
    foes = [i for i in everyone(state) if setting.counters[i].side != state.bout.side]
    closed = {state.at[i] for i in foes}
    found: list[Fraction] = []
    for own in dict.fromkeys(state.at[i] for i in living(state.left, state.bout.attackers)):
        ways = [place for place in around(own) if "prohibited" not in setting.scenario.between(own, place)]
        if all(place in closed or sea.lies_at(setting, place) for place in ways):
            found += [_strength_in(setting, state, foes, place) for place in ways if place in closed]
    return min(found, default=Fraction(0))


def forcing(setting: Setting, state: State, going: tuple[int, ...] = ()) -> tuple[int, ...]:
    """The attackers who may force their way into a hex that still has defenders (11.B.20, 11.Q.1.b).

    ``going``: those who are about to go in, with whom others of their hex may.
    """
    if deadlocked(state):
        return ()
    ready = (i for i in living(state.left, state.bout.attackers) if not stays_out(setting, state, i, going)[0])
    return tuple(ready) if defended(setting, state, goal(state)) else ()


def stays_out(setting: Setting, state: State, i: int, going: tuple[int, ...]) -> Why:
    """Why a counter does not force its way in with others; empty when it may (11.Q.1a, 11.Q.1.b.2).

    Those of one hex go and pay together, as in a retreat: the enemies whose zones reach their hex are the same.
    """
    if not going:
        return stays(setting, state, i)
    if i in going:
        return "it goes in already", ("11.Q.1.b",)
    if state.at[i] != state.at[going[0]] or lands(setting, state, i) != lands(setting, state, going[0]):
        return "those of another hex go in by themselves", ("11.Q.1.b.2",)
    found = stays(setting, state, i)
    return found if found[0] else stacking.why_full(setting, state, i, goal(state), going)


def entering(setting: Setting, state: State, i: int) -> Fraction:
    """What that costs: by enemies in the hex, and those whose zones reach the hex that is left (11.Q.1.b.2).

    Less what friends who are there already weigh, as in a retreat (11.Q.2.d).
    """
    target, begun = goal(state), state.at[i]
    if lands(setting, state, i):
        return Fraction(0)
    against, by = [], []
    for other in everyone(state):
        near, shown = state.at[other] == target, face(setting, state, other)
        if setting.counters[other].side != setting.counters[i].side:
            against.append((Fraction(shown.attack), zone(setting, state, other, target if near else begun)))
        elif near:
            by.append((Fraction(shown.defence), zone(setting, state, other, target)))
    return retreat.points(against, by)
