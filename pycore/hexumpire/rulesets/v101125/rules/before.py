"""Before the dice: abilities that are not used, success rolls, and retreats before combat (11.J.6, T2, 11.D)."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from hexumpire.rulesets.v101125.fight import Fight
from hexumpire.rulesets.v101125.rules import bouts, losses, retreat_before, routes, special, terrain, withdrawal
from hexumpire.rulesets.v101125.setting import Setting
from hexumpire.rulesets.v101125.state import OTHER, OUT, Bout, Eve, State
from hexumpire.rulesets.v101125.tables import CAPABILITY, RETREAT_BEFORE
from hexumpire.rulesets.v101125.units import Piece

WAIVE = {"attacker": "waive", "defender": "waive_defender"}
"""Keys of the phases in which a role says what it does not use."""


def fight_of(setting: Setting, state: State) -> Fight:
    """The fight as it stands before the dice."""
    return bouts.fight(setting, state.bout, state.left, state.marks)


def side_of(state: State, role: str) -> str:
    """The side of the scenario that has a role in the fight at hand."""
    return state.bout.side if role == "attacker" else OTHER[state.bout.side]


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
        defenders=bouts.living(left, bout.defenders),
    )


def emptied(state: State) -> bool:
    """Whether all defenders got away, so that nothing is fought and the attackers may advance (11.D.6, 11.D.7)."""
    return not withdrawal.vacated(bool(state.bout.eve.tried) and not state.bout.defenders).fought


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
    users = special.users(setting, fight_of(setting, state), ability, role == "attacker")
    eve = state.bout.eve
    state = having(state, eve._replace(rolls=(*eve.rolls, f"{ability}:{role}:{result}")))
    if not special.costs_a_point(result):
        return state
    if len(users) == 1:
        return step_down(setting, state, users[0].counter.index)
    return state._replace(phase="strain")


def strained(setting: Setting, state: State) -> tuple[str, list[Piece]]:
    """The role that lost a success roll, and its units of which one pays for it."""
    ability, role, _ = state.bout.eve.rolls[-1].split(":")
    return role, list(special.users(setting, fight_of(setting, state), ability, role == "attacker"))


def step_down(setting: Setting, state: State, index: int) -> State:
    """A unit is turned to its next face, or eliminated (11.N.0)."""
    face = int(state.left[index]) + 1
    fate = str(face) if face < len(setting.counters[index].faces) else OUT
    return cleared(state._replace(left=state.left[:index] + fate + state.left[index + 1 :]))


# --- retreat before combat (11.D) -----------------------------------------------------------------------------


def runners(setting: Setting, state: State) -> list[int]:
    """Defenders that have not tried to leave, where there is a hex to go to (11.D.2, 11.C.5)."""
    untried = [i for i in bouts.living(state.left, state.bout.defenders) if i not in state.bout.eve.tried]
    return [i for i in untried if routes.exits(setting, from_its_hex(state, i))]


def from_its_hex(state: State, i: int) -> State:
    """The position with a retreat from the hex of a counter, where several hexes are attacked at once."""
    hexes = state.bout.hexes
    ground = hexes.index(state.at[i]) if state.at[i] in hexes else 0
    return state._replace(due=state.due._replace(ground=ground))


def modifier(setting: Setting, state: State, index: int, place: str) -> int:
    """What a unit adds to its success roll (11.D.4)."""
    fight = fight_of(setting, state)
    piece = next(piece for piece in fight.defenders if piece.counter.index == index)
    return int(retreat_before.modifier(setting, fight, piece, place, state.bout.eve.helped).value or 0)


def attempt(setting: Setting, state: State, index: int, place: str, result: str) -> State:
    """A unit tries to go to a hex, with what the success table says (11.D.4, 11.D.5)."""
    found, eve = withdrawal.attempt(result), state.bout.eve
    state = having(state, eve._replace(tried=(*eve.tried, index), helped=eve.helped or found.helped))
    if found.lost:
        return cleared(state._replace(left=state.left[:index] + OUT + state.left[index + 1 :]))
    if found.cut:
        return state._replace(bout=state.bout._replace(halved=(*state.bout.halved, index)))
    return _gone(setting, state, index, place, found.helped) if found.gone else state


def _gone(setting: Setting, state: State, index: int, place: str, helped: bool) -> State:
    """It goes, pays for zones of control, and gets a marker as in any retreat (11.D.5)."""
    price = routes.price(setting, state.at[index], place, index)
    price = max(0, price - (RETREAT_BEFORE["great_success"] if helped else 0))
    left = paid(setting, state, index, place)
    at = tuple(place if i == index else old for i, old in enumerate(state.at))
    marks = tuple(old + (price if i == index else 0) for i, old in enumerate(state.marks))
    bout = state.bout._replace(defenders=tuple(i for i in state.bout.defenders if i != index))
    return state._replace(left=left, at=at, marks=marks, bout=bout, fled=(*state.fled, index))


def paid(setting: Setting, state: State, index: int, place: str) -> str:
    """The counters when a unit has paid for the zones of control of a hex, face by face (11.Q.2.d, 11.N.3)."""
    counter, face = setting.counters[index], int(state.left[index])
    owed = routes.points(setting, state, place)
    while owed > 0 and face < len(counter.faces):
        above, below = routes.weights((counter,), (counter.faces[face],))[0]
        owed -= counter.faces[face].defence * Fraction(above, below)
        face += 1
    fate = str(face) if face < len(counter.faces) else OUT
    return state.left[:index] + fate + state.left[index + 1 :]


def points(setting: Setting, state: State, place: str) -> Fraction:
    """What a hex costs those who go there, in whole parts of a point."""
    return losses.points(losses.parts(routes.points(setting, state, place)))
