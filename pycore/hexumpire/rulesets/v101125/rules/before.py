"""Before the dice: abilities that are not used, success rolls, and retreats before combat (11.J.6, T2, 11.D)."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from hexumpire.model.trace import Trace
from hexumpire.rulesets.v101125.fight import Fight
from hexumpire.rulesets.v101125.rules import (
    assault,
    bouts,
    losses,
    pools,
    presence,
    retreat_before,
    routes,
    special,
    supply,
    terrain,
    withdrawal,
    zero,
)
from hexumpire.rulesets.v101125.rules.bills import ROLES
from hexumpire.rulesets.v101125.setting import Setting
from hexumpire.rulesets.v101125.state import OUT, Bout, Eve, State, Walk, pair
from hexumpire.rulesets.v101125.tables import CAPABILITY, RETREAT_BEFORE
from hexumpire.rulesets.v101125.units import Face, Piece

WAIVE = {"attacker": "waive", "defender": "waive_defender"}
"""Keys of the phases in which a role says what it does not use."""
FURTHER = "further"
"""Key of the phase in which a unit on its way goes on, or no further (11.Q.2.c)."""


def fight_of(setting: Setting, state: State) -> Fight:
    """The fight as it stands before the dice."""
    return bouts.fight(setting, state.bout, state.left, state.marks)


def priced(setting: Setting, state: State) -> State:
    """The position that knows by what supply points are spent, which comes before all that may change it (11.B.4)."""
    bout = state.bout
    if bout.outlay is not None or not setting.has_steps_before:
        return state
    return state._replace(bout=bout._replace(outlay=supply.outlay(setting, fight_of(setting, state))))


def due(setting: Setting, state: State) -> str:
    """The phase in which somebody decides or rolls before the dice; empty when nothing is left to do."""
    if not setting.has_steps_before:
        return ""
    eve, fight = state.bout.eve, fight_of(setting, state)
    if setting.scenario.condition("waiving") is True:
        for role, key in WAIVE.items():
            if key not in eve.done and waivable(setting, fight, role):
                return key
    if next(open_rolls(setting, state), None):
        return "special"
    wants = setting.scenario.condition("retreat_before") is True and "leave" not in eve.done
    return "leave" if wants and runners(setting, state) else ""


def done(state: State, key: str) -> State:
    """A side has said all it has to say in a phase."""
    eve = state.bout.eve
    return having(state, eve._replace(done=(*eve.done, key)))


def having(state: State, eve: Eve) -> State:
    """The position with that said and done before the dice."""
    return state._replace(bout=state.bout._replace(eve=eve))


def cleared(state: State) -> State:
    """The position with a fight of which only the living are part."""
    return state._replace(bout=alive(state.bout, state.left))


def alive(bout: Bout, left: str) -> Bout:
    """A fight without those who are gone."""
    kept = [n for n, i in enumerate(bout.attackers) if left[i].isdigit()]
    return bout._replace(
        attackers=tuple(bout.attackers[n] for n in kept),
        places=tuple(bout.places[n] for n in kept),
        defenders=presence.living(left, bout.defenders),
    )


def emptied(state: State) -> bool:
    """Whether all defenders got away, so that nothing is fought and the attackers may advance (11.D.7).

    The attackers stay committed to this attack all the same (11.D.6).
    """
    return bool(state.bout.eve.tried) and not state.bout.defenders


def is_able(setting: Setting, state: State) -> bool:
    """Whether somebody attacks who has a strength, be it that a success roll has cost it some (11.H.1, T2.n2)."""
    enemies = (piece.counter.index for piece in fight_of(setting, state).guards)
    return bouts.able(setting, state, state.bout.attackers, enemies)


# --- what is not used (11.J.6) ------------------------------------------------------------------------------


def waivable(setting: Setting, fight: Fight, role: str) -> list[Piece]:
    """Units of a role whose armour, antitank or special abilities count and could be left unused (11.J.6)."""
    force = fight.attackers if role == "attacker" else fight.guards
    keys = ("aec",) if role == "attacker" else ("aec", "atec")
    return [
        piece
        for piece in force
        if piece.counter.index not in fight.waived
        and (any(CAPABILITY[piece.counter.text(key)] for key in keys) or terrain.uses_ability(setting, fight, piece))
    ]


def waive(state: State, index: int) -> State:
    """A unit's abilities are not used, and it owes no required losses for them (11.J.6)."""
    eve = state.bout.eve
    return having(state, eve._replace(waived=(*eve.waived, index)))


# --- success rolls of special units (11.E.0, T2) -------------------------------------------------------------


def open_rolls(setting: Setting, state: State) -> Iterator[tuple[str, str]]:
    """Abilities for which a success roll is due, with the role that rolls."""
    rolled = {entry.partition(":")[0] for entry in state.bout.eve.rolls}
    for ability, role in special.rolls(setting, fight_of(setting, state)):
        if ability not in rolled:
            yield ability, role


def succeed(setting: Setting, state: State, result: str) -> State:
    """A success roll: a modifier, nothing, or a strength point of one of those who rolled (T2, T2.n2)."""
    ability, role = next(open_rolls(setting, state))
    users = at_stake(setting, fight_of(setting, state), ability, role)
    eve = state.bout.eve
    state = having(state, eve._replace(rolls=(*eve.rolls, f"{ability}:{role}:{result}")))
    if not special.costs_a_point(result) or not users:
        return state
    if len(users) == 1:
        return step_down(setting, state, users[0].counter.index)
    return state._replace(phase="strain")


def strained(setting: Setting, state: State) -> tuple[str, list[Piece]]:
    """The role that lost a success roll, and its units of which one pays for it."""
    ability, role, _ = state.bout.eve.rolls[-1].split(":")
    return role, at_stake(setting, fight_of(setting, state), ability, role)


def at_stake(setting: Setting, fight: Fight, ability: str, role: str) -> list[Piece]:
    """The units that use an ability and have a strength point to lose by it: of attack, or of defence (T2).

    Where REs fight as strength, all have (11.H.3).
    """
    users = special.users(setting, fight, ability, role == "attacker")
    by_res = zero.optional(setting, fight)
    return [piece for piece in users if by_res or (piece.attack if role == "attacker" else piece.defence)]


def step_down(setting: Setting, state: State, index: int) -> State:
    """A unit is turned to its next face, or eliminated, for a point of casualties (11.N.0, T2, 11.M.6)."""
    return cleared(fallen(setting, state, index, int(state.left[index]) + 1, losses.PARTS))


def fallen(setting: Setting, state: State, index: int, face: int, killed: int) -> State:
    """A counter is turned to a face, or is gone where it has no such, which is booked (11.M.1, 11.M.6)."""
    counter, old = setting.counters[index], int(state.left[index])
    left = counter.faces[face] if face < len(counter.faces) else None
    letters = state.left[:index] + (str(face) if left else OUT) + state.left[index + 1 :]
    return booked(setting, state._replace(left=letters), index, old, left, killed)


def booked(setting: Setting, state: State, index: int, old: int, left: Face | None, killed: int) -> State:
    """What a counter has lost that lay with a face up, and now with another or none, is booked (11.M.1, 11.M.6)."""
    counter, books = setting.counters[index], list(state.memo.books)
    side = ROLES.index(counter.side)
    books[side] = pools.added(books[side], pools.turned(Piece(counter, old), left, killed))
    return state._replace(memo=state.memo._replace(books=pair(books)))


def lost(setting: Setting, state: State, index: int) -> State:
    """A defender is eliminated with all that it has (T1.D)."""
    piece = Piece(setting.counters[index], int(state.left[index]))
    return fallen(setting, state, index, len(piece.counter.faces), piece.defence * losses.PARTS)


def struck_down(setting: Setting, state: State, index: int) -> State:
    """A defender is eliminated, and reduced instead where it has a reduced side (11.H.2, 11.N.0)."""
    piece = Piece(setting.counters[index], int(state.left[index]))
    return fallen(setting, state, index, piece.face + 1, piece.defence * losses.PARTS)


# --- retreat before combat (11.D) -----------------------------------------------------------------------------


def runners(setting: Setting, state: State) -> list[int]:
    """Defenders that have not tried to leave, where there is a hex to go to (11.D.2, 11.C.5)."""
    open_from = {place for place in state.bout.hexes if routes.exits(setting, state, place)}
    guards = presence.living(state.left, state.bout.defenders)
    return [i for i in guards if i not in state.bout.eve.tried and state.bout.struck_at(i) in open_from]


def modifier(setting: Setting, state: State, index: int, place: str) -> Trace:
    """What a unit adds to its success roll, line by line (11.D.4).

    The hex that it leaves lends the terrain and the works, be it that the attack takes it as clear: that is said of
    odds and modifiers of the attack (11.L.1.d.iv), and the unit is in them all the same (T1.m5, T1.m9).
    """
    own = state.bout.over(state.bout.struck_at(index))
    there = own.grounds[0]._replace(works=bouts.works_at(setting, state, own.grounds[0]))
    fight = bouts.fight(setting, own._replace(grounds=(there,)), state.left, state.marks)
    piece = next(piece for piece in fight.defenders if piece.counter.index == index)
    works = presence.features(setting, state, place)
    return retreat_before.modifier(setting, fight, piece, place, own.target in own.eve.helped, works)


def attempt(setting: Setting, state: State, index: int, place: str, result: str, fights: bool) -> State:
    """A unit tries to go to a hex, with what the success table says (11.D.4, 11.D.5).

    ``fights``: it attacks the enemies there (11.Q.2.i).
    """
    found, eve = withdrawal.attempt(result), state.bout.eve
    left_with_ease = (state.bout.struck_at(index),) if found.helped else ()
    state = having(state, eve._replace(tried=(*eve.tried, index), helped=(*eve.helped, *left_with_ease)))
    if found.lost:
        return cleared(lost(setting, state, index))
    if found.cut:
        bout = state.bout._replace(failed=(*state.bout.failed, index))
        return state._replace(bout=bout, failed=tuple(sorted({*state.failed, (index, bout.phase)})))
    if not found.gone:
        return state
    walk = Walk(index, int(state.left[index]), mark=state.marks[index])
    state = having(state, state.bout.eve._replace(walk=walk))
    bout = state.bout._replace(defenders=tuple(i for i in state.bout.defenders if i != index))
    state = state._replace(bout=bout)  # it has no part in the fight
    return met(setting, state, place, found.helped) if fights else _entered(setting, state, walk, place, found.helped)


def met(setting: Setting, state: State, place: str, helped: bool = False) -> State:
    """It goes into a hex of enemies to attack them there, once all have tried to leave (11.D.5, 11.Q.2.i).

    That is in place of what zones of control cost; the markers of its whole way are placed after that fight.
    """
    walk, eve = state.bout.eve.walk, state.bout.eve
    assert walk is not None
    i = walk.unit
    more = state.marks[i] - walk.mark + leaving(setting, state, i, place, helped)
    late = tuple(old + more * (n == i) for n, old in enumerate(state.late or (0,) * len(state.marks)))
    marks = tuple(walk.mark if n == i else old for n, old in enumerate(state.marks))
    state = having(state, eve._replace(into=(*eve.into, i)))
    state = presence.moved(setting, state, (i,), place)
    return halted(setting, state._replace(marks=marks, late=late, path=(*state.path, place)))


def meets(setting: Setting, state: State, i: int, place: str) -> bool:
    """Whether a unit may attack enemies in a hex that it may go to; all who retreat attack together (11.Q.2.i)."""
    there = presence.living(state.left, state.bout.eve.into)
    met = routes.held(setting, state, place) and all(state.at[n] == place for n in there)
    return met and assault.allowed(setting, state, (*there, i), place)


def go_on(setting: Setting, state: State, place: str) -> State:
    """It goes on to another hex (11.Q.2.c)."""
    assert state.bout.eve.walk is not None
    return _entered(setting, state, state.bout.eve.walk, place, False)


def _entered(setting: Setting, state: State, walk: Walk, place: str, helped: bool) -> State:
    """It pays for zones of control, and gets a marker as in any retreat; in a zone it may go on (11.D.5, 11.Q.2.c)."""
    index = walk.unit
    price = leaving(setting, state, index, place, helped)
    state = paid(setting, state, walk, place)
    marks = tuple(old + (price if i == index else 0) for i, old in enumerate(state.marks))
    state = presence.moved(setting, state, (index,), place)._replace(marks=marks, path=(*state.path, place))
    stays = not state.left[index].isdigit() or routes.held(setting, state, place)
    if stays or not routes.watched(setting, state, place) or not onward(setting, state):
        return halted(setting, state)
    return state._replace(phase=FURTHER)


def onward(setting: Setting, state: State) -> list[str]:
    """The hexes to which a unit on its way may go on, as in any retreat those of enemies among them (11.Q.2.0)."""
    assert state.bout.eve.walk is not None
    origin = state.bout.struck_at(state.bout.eve.walk.unit)
    near = routes.around(state.path[-1])
    return [place for place in near if not routes.why_not(setting, state, place, origin)[0]]


def halted(setting: Setting, state: State) -> State:
    """It goes no further, and what the way has cost it is booked."""
    walk = state.bout.eve.walk
    assert walk is not None
    counter, letter = setting.counters[walk.unit], state.left[walk.unit]
    left = counter.faces[int(letter)] if letter.isdigit() else None
    if left is not counter.faces[walk.face]:
        state = booked(setting, state, walk.unit, walk.face, left, losses.parts(walk.killed))
    fled = bouts.arrived(setting, state, (walk.unit,), state.path[-1]) if left else state.fled
    return having(state._replace(path=(), phase="", fled=fled), state.bout.eve._replace(walk=None))


def leaving(setting: Setting, state: State, index: int, place: str, helped: bool) -> int:
    """The marker that it gets; ``helped``: a point less by great success (11.D.5, 11.Q.2.a, 11.Q.2.h, T1.SS)."""
    price = routes.price(setting, state, (state.at[index], place), index, not state.path)
    return max(0, price - (RETREAT_BEFORE["great_success"] if helped else 0))


def paid(setting: Setting, state: State, walk: Walk, place: str) -> State:
    """A unit when it has paid for the zones of control of a hex, face by face (11.Q.2.d, 11.N.3).

    What it has paid beyond earlier hexes pays first (11.Q.2.c). Both its strength and that of its reduced side count;
    a remnant behind a cadre is left, as in any retreat (11.N.2).
    """
    index, excess, killed = walk.unit, walk.excess, walk.killed
    counter, face = setting.counters[index], int(state.left[index])
    owed, reading = routes.points(setting, state, place), setting.scenario.readings["retreat_factor"]
    if excess:
        worn = counter.faces[face - 1]
        by = Fraction(*routes.weights((counter,), (worn,), reading)[0])
        killed, owed, excess = killed + min(owed, excess) / by, owed - min(owed, excess), excess - min(owed, excess)
    while owed > 0 and face < min(len(counter.faces), walk.face + len(losses.TURNED)):
        by = Fraction(*routes.weights((counter,), (counter.faces[face],), reading)[0])
        worth = counter.faces[face].defence * by
        killed, excess, owed = killed + min(worth, owed) / by, max(Fraction(0), worth - owed), owed - worth
        face += 1
    letter = str(face) if face < len(counter.faces) else OUT
    state = state._replace(left=state.left[:index] + letter + state.left[index + 1 :])
    return having(state, state.bout.eve._replace(walk=walk._replace(killed=killed, excess=excess)))
