"""Fights of one battle: the first one, those that results force, and what the odds are asked of each."""

from __future__ import annotations

from collections.abc import Iterable

from hexumpire.rulesets.v101125.fight import COUNTERATTACK, FORCED, Fight
from hexumpire.rulesets.v101125.rules import counterattack, deadlock, markers, retreat, special
from hexumpire.rulesets.v101125.setting import SIDES, Setting
from hexumpire.rulesets.v101125.state import OTHER, Bout, Eve, State
from hexumpire.rulesets.v101125.units import Piece


def living(left: str, numbers: Iterable[int]) -> tuple[int, ...]:
    """Those of the counters that are still on the map."""
    return tuple(i for i in numbers if left[i].isdigit())


def everyone(state: State) -> tuple[int, ...]:
    """Every counter that is still on the map."""
    return living(state.left, range(len(state.left)))


def piece(setting: Setting, left: str, marks: tuple[int, ...], i: int, at: str) -> Piece:
    """How a counter stands."""
    return Piece(setting.counters[i], int(left[i]), at, marks[i])


def opening(setting: Setting) -> Bout:
    """The first fight, as it is set up; reserves wait for the exploitation phase (11.A.13)."""
    first = setting.opening
    held = first.phase == deadlock.PHASES[0]
    attackers = tuple(p for p in first.attackers if not (held and p.counter.flag("reserve")))
    numbers = tuple(p.counter.index for p in attackers)
    defenders = tuple(p.counter.index for p in first.defenders)
    places = tuple(p.at for p in attackers)
    return Bout("attacker", numbers, defenders, first.target, first.kind, first.phase, first.works, places=places,
                dual=first.dual)  # fmt: skip


def fight(setting: Setting, bout: Bout, left: str, marks: tuple[int, ...]) -> Fight:
    """What strengths, odds and modifiers of a fight are worked out from."""
    first, phasing = setting.opening, bout.side == SIDES[0]
    attackers = zip(bout.attackers, bout.places, strict=True)
    return Fight(
        tuple(piece(setting, left, marks, i, at) for i, at in attackers),
        tuple(piece(setting, left, marks, i, bout.target) for i in bout.defenders),
        bout.target, bout.kind, bout.stage,
        setting.support(bout.side, bout.serves),
        setting.support(OTHER[bout.side], bout.serves) if bout.kind != COUNTERATTACK else (),
        bout.works, bout.clear, bout.dual, bout.steps, bout.bought_back,
        frozenset(bout.eve.waived), special.total(bout.eve.rolls),
        **setting.beside(bout.defenders, bout.stage, bout.halved),
        supplied=first.supplied or not phasing, chit=first.chit and phasing,
    )  # fmt: skip


def leavers(state: State) -> tuple[int, ...]:
    """Those who are struck and stand where a retreat leaves from: all of them, but where several hexes are attacked."""
    there = living(state.left, state.bout.defenders)
    if not state.bout.grounds:
        return there
    return tuple(i for i in there if state.at[i] == state.bout.hexes[state.due.ground])


def standing(setting: Setting, state: State, side: str, place: str) -> tuple[int, ...]:
    """Counters of a side in a hex."""
    return tuple(i for i in everyone(state) if state.at[i] == place and setting.counters[i].side == side)


def strikes(setting: Setting, state: State) -> list[str]:
    """Hexes of enemies that those who were struck may counterattack: their own and those around (11.L.1.d).

    Those who share their hex with enemies attack these (11.R.3.d.1, 11.L.1.Ex); those who were struck in several hexes
    a hex that all of them reach (11.R.3.d.2).
    """
    own = state.bout.target
    reaches = [state.at[i] if state.bout.grounds else own for i in living(state.left, state.bout.defenders)]
    enemies = (i for i in everyone(state) if setting.counters[i].side == state.bout.side)
    places = dict.fromkeys(state.at[i] for i in enemies)
    if own in places:
        return [own]
    if setting.scenario.readings["counterattack_hex"] == "own":
        places = dict.fromkeys(place for place in places if place in state.bout.places)
    return [place for place in places if place and all(setting.touches(start, place) for start in reaches)]


def counter(setting: Setting, state: State, place: str) -> Bout:
    """The counterattack of those who were struck on all enemies of a hex (11.L.1.d.iv, 11.L.1.d.v)."""
    bout = state.bout
    attackers = living(state.left, bout.defenders)
    defenders = standing(setting, state, bout.side, place)
    terms = counterattack.terms(all(i in bout.attackers for i in defenders))
    works = setting.scenario.hex(place).features if terms.terrain else ()
    places = tuple(state.at[i] for i in attackers)
    return Bout(
        OTHER[bout.side], attackers, defenders, place, COUNTERATTACK, bout.stage, works,
        clear=not terms.terrain, places=places, serves="counterattack", dual=place in places,
    )  # fmt: skip


def reserves(setting: Setting, state: State) -> tuple[int, ...]:
    """Reserves of the side that attacks which reach the hex of the fight at hand (11.A.13, 11.L.1.f.i)."""
    side, target = state.bout.side, state.bout.target
    ready = (i for i in everyone(state) if setting.counters[i].side == side and setting.counters[i].flag("reserve"))
    return tuple(i for i in ready if setting.touches(state.at[i], target))


def later(setting: Setting, state: State, forced: bool) -> Bout:
    """The same fight in the exploitation phase, with those who are left and with reserves.

    What was flown for a fight that is ``forced`` to be fought again has gone home (11.L.1.f.i).
    """
    bout = state.bout
    attackers = tuple(sorted({*living(state.left, bout.attackers), *reserves(setting, state)}))
    return bout._replace(
        attackers=attackers, defenders=living(state.left, bout.defenders), kind=FORCED if forced else bout.kind,
        stage=deadlock.PHASES[1], steps=0, bought_back=0, serves="again" if forced else bout.serves,
        places=tuple(state.at[i] for i in attackers), eve=Eve() if forced else bout.eve,
    )  # fmt: skip


def again(setting: Setting, state: State) -> Bout | None:
    """The fight that a deadlock calls for in the next phase of the same turn; None when there is none (11.L.1.f)."""
    both = living(state.left, state.bout.attackers) and living(state.left, state.bout.defenders)
    found = deadlock.refight(state.bout.stage, not both)
    return None if found is None or found.turned else later(setting, state, True)


def assault(setting: Setting, state: State, place: str) -> Bout:
    """The hasty attack of those who retreat into a hex of enemies, all together (11.Q.2.i)."""
    bout, terms = state.bout, retreat.into_enemies()
    attackers = tuple(i for i in living(state.left, bout.defenders) if state.at[i] == place)
    return Bout(
        OTHER[bout.side], attackers, standing(setting, state, bout.side, place), place, terms.kind, bout.stage,
        setting.scenario.hex(place).features, places=tuple(state.at[i] for i in attackers), serves="hasty", dual=True,
    )  # fmt: skip


def helpers(setting: Setting, state: State) -> tuple[int, ...]:
    """Units that may attack those who advanced into the hex, in it or around (11.L.1.f.ii, 11.R.3.d.3)."""
    side, target = OTHER[state.bout.side], state.bout.target
    return tuple(
        i for i in everyone(state) if setting.counters[i].side == side and setting.touches(state.at[i], target)
    )


def moved_in(setting: Setting, state: State, numbers: tuple[int, ...]) -> tuple[str, ...]:
    """Where counters are once reserves among those have entered the hex of the fight at hand (11.L.1.f.ii)."""
    return tuple(
        state.bout.target if i in numbers and setting.counters[i].flag("reserve") else place
        for i, place in enumerate(state.at)
    )


def unfortified(works: tuple[str, ...]) -> tuple[str, ...]:
    """What those who came into a hex have of it: its terrain, and none of its works (11.R.3.c)."""
    return tuple(mark for mark in works if mark not in counterattack.FORTS | counterattack.ENTRENCHMENTS)


def answer(setting: Setting, state: State, attackers: tuple[int, ...]) -> Bout:
    """The attack on those who advanced into a hex by a deadlock, in the first phase of its owner (11.L.1.f.ii).

    They have the terrain of the hex, and none of its works (11.R.3.c), which its owner keeps (11.R.3.b).
    """
    bout = state.bout
    side, target = OTHER[bout.side], bout.target
    return Bout(
        side, attackers, standing(setting, state, bout.side, target), target, FORCED, deadlock.PHASES[-1],
        unfortified(bout.works), places=tuple(state.at[i] for i in attackers), serves="next", dual=True,
    )  # fmt: skip


def marked(state: State, marks: tuple[int, int], reading: str) -> tuple[int, ...]:
    """The markers of all counters after both sides of the fight at hand got so much more, as far as that matters."""
    more = dict.fromkeys(state.bout.attackers, marks[0]) | dict.fromkeys(state.bout.defenders, marks[1])
    return tuple(markers.kept(old + more[i], reading) if i in more else old for i, old in enumerate(state.marks))
