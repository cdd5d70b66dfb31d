"""Who is on the board, where, and what a hex holds, as it is now in the course of a battle."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from hexumpire.rulesets.v101125.rules import counterattack, terrain
from hexumpire.rulesets.v101125.rules.sides import OTHER
from hexumpire.rulesets.v101125.setting import Setting
from hexumpire.rulesets.v101125.state import Bout, Ground, State
from hexumpire.rulesets.v101125.units import Piece

LAND, AIRDROP = "land", "airdrop"
"""How units come that neither land nor are dropped, and those who are dropped."""


def living(left: str, numbers: Iterable[int]) -> tuple[int, ...]:
    """Those of the counters that are still on the map."""
    return tuple(i for i in numbers if left[i].isdigit())


def everyone(state: State) -> tuple[int, ...]:
    """Every counter that is still on the map."""
    return living(state.left, range(len(state.left)))


def piece(setting: Setting, left: str, marks: tuple[int, ...], i: int, at: str) -> Piece:
    """How a counter stands."""
    return Piece(setting.counters[i], int(left[i]), at, marks[i])


def shared(setting: Setting, state: State, place: str) -> bool:
    """Whether both sides stand in a hex as it is now, whoever of them fights (11.R.0)."""
    return all(standing(setting, state, side, place) for side in OTHER)


def works_of(setting: Setting, state: State, side: str, place: str) -> tuple[str, ...]:
    """The features that a side has of a hex as it is now: of one that it came into, no works (11.R.3.b, 11.R.3.c).

    So it is of one that it lands in (11.R.0).
    """
    found = features(setting, state, place)
    alone = not standing(setting, state, OTHER[side], place) and standing(setting, state, side, place)
    return found if alone or holder(setting, state, place) == side else counterattack.without_works(found)


def holder(setting: Setting, state: State, place: str) -> str:
    """The first owner of a hex that both sides share, whom its works serve (11.R.3.b)."""
    return dict(state.taken).get(place) or setting.holder(place)


def moved(setting: Setting, state: State, numbers: Iterable[int], place: str) -> State:
    """The position once counters are in a hex: who stood there alone when enemies came is its first owner (11.R)."""
    going = set(numbers)
    at = tuple(place if i in going else old for i, old in enumerate(state.at))
    sides = {setting.counters[i].side for i in everyone(state) if state.at[i] == place and i not in going}
    if len(sides) == 1 and not sides.issuperset(setting.counters[i].side for i in living(state.left, going)):
        taken = dict(state.taken) | {place: sides.pop()}
        other = (one for one in taken.items() if setting.holder(one[0]) != one[1])
        state = state._replace(taken=tuple(sorted(other)))
    return state._replace(at=at)


def guards(state: State) -> tuple[int, ...]:
    """Defenders of the fight at hand who are still there."""
    return living(state.left, state.bout.defenders)


def underway(state: State) -> Iterator[Bout]:
    """The fight at hand, and those that wait for it: whose advance does (11.Q.2.i), and the held one (11.B.12)."""
    yield state.bout
    behind = state.behind
    while behind is not None:
        yield behind.bout
        behind = behind.earlier
    if state.held is not None:
        yield state.held.bout


def to_come(state: State) -> Iterator[Bout]:
    """The fights before whose dice that at hand is fought, out of a retreat before combat (11.D.5)."""
    behind = state.behind
    while behind is not None:
        if behind.before is not None:
            yield behind.bout
        behind = behind.earlier


def is_attacked_too(setting: Setting, state: State, side: str, place: str) -> bool:
    """Whether a side is attacked in a hex by another attack of the phase, which may be still to come (11.L.1.g)."""
    before = any(bout.side != side and place in bout.hexes for bout in to_come(state))
    return before or setting.is_attacked_elsewhere(side, place)


def is_before(state: State) -> bool:
    """Whether there is such a fight."""
    return any(True for _ in to_come(state))


def standing(setting: Setting, state: State, side: str, place: str) -> tuple[int, ...]:
    """Counters of a side in a hex."""
    return tuple(i for i in everyone(state) if state.at[i] == place and setting.counters[i].side == side)


def features(setting: Setting, state: State, place: str) -> tuple[str, ...]:
    """The features of a hex as they are now (11.P.0, 11.Q.1.a)."""
    found = (ground.works for ground in state.worn if ground.place == place)
    return next(found, setting.scenario.hex(place).features)


def wearing(state: State, place: str, works: tuple[str, ...]) -> State:
    """The position in which a hex has other features."""
    kept = (ground for ground in state.worn if ground.place != place)
    return state._replace(worn=tuple(sorted((*kept, Ground(place, works)))))


def comes(setting: Setting, bout: Bout, i: int) -> bool:
    """Whether a counter has come from the sea or the air in the turn of a fight (11.R.0)."""
    return setting.counters[i].text("via") != LAND and not bout.anew


def whereabouts(setting: Setting, state: State, i: int) -> str:
    """The hex of a counter; of one who has come from the sea or the air and stays, that of the fight (11.R.0)."""
    counter, bout = setting.counters[i], state.bout
    out_of_it = i not in (*bout.attackers, *bout.defenders)
    if not comes(setting, bout, i) or state.at[i] != counter.unit.at or out_of_it:
        return state.at[i]
    return bout.target if i in bout.attackers else bout.struck_at(i)


def met(setting: Setting, state: State, side: str, place: str) -> tuple[int, ...]:
    """Counters of a side that are in a hex, or have come into it from the sea or the air (11.R.0)."""
    own = (i for i in everyone(state) if setting.counters[i].side == side)
    return tuple(i for i in own if whereabouts(setting, state, i) == place)


def reaches(setting: Setting, place: str, target: str) -> bool:
    """Whether units in a hex may attack another: it touches, is no sea, and no hexside is prohibited (11.A.2)."""
    if place == target or not setting.touches(place, target):
        return place == target
    if setting.scenario.hex(target).terrain in terrain.CLOSED:
        return False
    return "prohibited" not in setting.scenario.between(place, target)


def held_out(setting: Setting, i: int) -> bool:
    """Whether a counter held out of the defence has no part in results that place markers, as a CA does (11.A.3)."""
    return setting.counters[i].flag("held_out") and setting.scenario.readings["held_out"] == "hex"
