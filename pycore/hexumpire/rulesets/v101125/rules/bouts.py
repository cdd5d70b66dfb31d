"""Fights of one battle: the first one, those that results force, and what the odds are asked of each."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from hexumpire.rulesets.v101125.fight import COUNTERATTACK, FORCED, HASTY, Fight
from hexumpire.rulesets.v101125.rules import (
    counterattack,
    crowding,
    deadlock,
    dual_ownership,
    forts,
    markers,
    presence,
    remembered,
    special,
    supply,
    terrain,
)
from hexumpire.rulesets.v101125.rules.guests import ALONE, apart, counted
from hexumpire.rulesets.v101125.rules.sides import OTHER
from hexumpire.rulesets.v101125.setting import Setting
from hexumpire.rulesets.v101125.state import Bout, Eve, Ground, State
from hexumpire.rulesets.v101125.tables import FORTS
from hexumpire.rulesets.v101125.units import res

GROUND = "ground"
"""Key of the phase in which the defender of several hexes picks the terrain (11.R.3.d.2)."""
STRUCK = "struck"
"""What support serves that is flown for those whom a counterattack strikes (11.L.1.d.i)."""


def opening(setting: Setting) -> Bout:
    """The first fight, as it is set up; reserves wait for the exploitation phase (11.A.13)."""
    first = setting.opening
    held = first.phase == deadlock.PHASES[0]
    attackers = tuple(p for p in first.attackers if not (held and p.counter.flag("reserve")))
    numbers = tuple(p.counter.index for p in attackers)
    defenders = tuple(p.counter.index for p in first.defenders)
    places = tuple(p.at for p in attackers)
    grounds = (Ground(first.target, first.works), *(Ground(place, setting.works(place)) for place in first.beside))
    return Bout(
        "attacker",
        numbers,
        defenders,
        grounds,
        first.kind,
        first.phase,
        places=places,
        dual=first.dual,
        joined=tuple(sorted(first.joined)),
        paid=first.paid,
    )


def fight(setting: Setting, bout: Bout, left: str, marks: tuple[int, ...]) -> Fight:
    """What strengths, odds and modifiers of a fight are worked out from.

    All defenders count as in the hex whose terrain counts; ``stands`` of the fight says where they are.
    """
    first = setting.opening
    attackers = zip(bout.attackers, bout.places, strict=True)
    found = Fight(
        tuple(presence.piece(setting, left, marks, i, at) for i, at in attackers),
        tuple(presence.piece(setting, left, marks, i, bout.target) for i in bout.defenders),
        bout.target, bout.kind, bout.stage,
        setting.support(bout.side, bout.serves),
        setting.support(OTHER[bout.side], STRUCK if bout.kind == COUNTERATTACK else bout.serves),
        bout.works, bout.clear, bout.dual, bout.steps, bout.bought_back,
        frozenset(bout.eve.waived), failed=frozenset(bout.failed), halved=frozenset(bout.halved),
        idle=idle(setting, bout), guests=frozenset(bout.guests), beside=bout.hexes[1:], stands=bout.stands,
        supplied=first.supplied or bout.turned, chit=first.chit and not bout.turned, joined=frozenset(bout.joined),
        turned=bout.turned, dropped=bout.dropped, anew=bout.anew, initial=bout.initial,
        paid=bout.paid, outlay=bout.outlay,
    )  # fmt: skip
    past = bout.eve.rolls
    return replace(found, rolled=special.total(setting, found, past)) if past else found


def arrayed(setting: Setting, state: State, bout: Bout) -> Bout:
    """A fight that knows the REs of those who defend as it begins and were there before the reaction move (T6.r1)."""
    guards = fight(setting, bout, state.left, state.marks).guards
    return bout._replace(initial=res(piece for piece in guards if bout.anew or not piece.counter.flag("reacted")))


def idle(setting: Setting, bout: Bout) -> frozenset[int]:
    """Defenders that are held out and share no losses of the fight (11.A.3)."""
    return frozenset(i for i in bout.defenders if presence.held_out(setting, i))


def undefended(setting: Setting, bout: Bout) -> tuple[int, ...]:
    """Those who are eliminated where nobody fights who has a defence strength (11.H.2).

    The E of those without any is one of no points (11.L.1.h): who is held out of their defence loses nothing by it
    (11.A.3). All who are there may not be held out.
    """
    spared = idle(setting, bout)
    return tuple(i for i in bout.defenders if i not in spared) or bout.defenders


def hosting(setting: Setting, state: State, bout: Bout) -> Bout:
    """A fight as it begins: who retreated into its hex earlier in the turn counts less (11.Q.2.f, 11.L.1.g).

    So does who failed altogether to leave, in whichever fight of the phase that was (T1.FF).
    """
    reading = setting.scenario.readings["held_out"]
    found = apart(setting.counters, state.fled, bout.defenders, bout.stage, reading)
    halved, guests = tuple(sorted(found.halved)), tuple(sorted(found.guests))
    failed = tuple(i for i, phase in state.failed if phase == bout.phase)
    return placed(state, bout)._replace(
        halved=halved,
        guests=guests,
        failed=failed,
        dual=is_dual(setting, state, bout),
        dropped=bout.dropped or bout.target in state.dropped or remembered.has_dropped(setting, bout, bout.attackers),
    )


def is_dual(setting: Setting, state: State, bout: Bout) -> bool:
    """Whether a fight is over a hex of dual ownership, be it attacked from outside only (11.R.0, 11.R.3.d.3).

    So is one of those who come from the sea or the air.
    """
    landed = any(presence.comes(setting, bout, i) for i in (*bout.attackers, *bout.defenders))
    return landed or any(presence.shared(setting, state, place) for place in bout.hexes)


def placed(state: State, bout: Bout) -> Bout:
    """A fight that knows in which of several hexes each defender is struck.

    Who comes from the sea or the air is struck in the hex of those who attack him (11.R.0).
    """
    if len(bout.grounds) == 1:
        return bout._replace(stands=())
    inside = next((place for place in bout.places if place in bout.hexes), bout.target)
    stands = ((i, state.at[i] if state.at[i] in bout.hexes else inside) for i in bout.defenders)
    return bout._replace(stands=tuple(stands))


def works_at(setting: Setting, state: State, ground: Ground) -> tuple[str, ...]:
    """The works of a hex of the fight at hand that its defenders are in, be it taken as clear (11.L.1.d.iv)."""
    bout = state.bout
    return presence.works_of(setting, state, OTHER[bout.side], ground.place) if bout.clear else ground.works


def brought_down(setting: Setting, state: State) -> State:
    """The position once a roll has brought down the works of each hex of its fight in which somebody was struck.

    It does not hang on whose terrain counts (11.R.3.d.2), nor on whether works count in the fight: units in them come
    under attack also where a counterattack takes them as in the clear, which is said of odds and modifiers alone
    (11.P.0, 11.L.1.d.iv).
    """
    reading, bout = setting.scenario.readings["fortress_reduced"], state.bout
    struck_in = {bout.struck_at(i) for i in bout.defenders}
    grounds = []
    for ground in bout.grounds:
        left = works = works_at(setting, state, ground)
        if ground.place in struck_in:
            lower = (forts.after(work, FORTS["first_column"], reading) for work in works)
            left = tuple(work for work in lower if work)
        if left != works:
            state = presence.wearing(state, ground.place, left)
        grounds.append(ground if bout.clear else ground._replace(works=left))
    return state._replace(bout=bout._replace(grounds=tuple(grounds)))


def arrived(setting: Setting, state: State, numbers: Iterable[int], place: str) -> tuple[str, ...]:
    """The phase of each counter's retreat, and whether it was onto friends, once some have come to a hex (11.L.1.g).

    What came onto friends once counts in no later fight of the phase, wherever it goes from there (11.L.1.g, 11.Q.2.f).
    So it is of who came to a hex that is attacked as well, be it that nobody stood there (11.L.1.g).
    """
    numbers, side = set(numbers), OTHER[state.bout.side]
    friends = set(presence.standing(setting, state, side, place)) - numbers
    onto = friends and not presence.standing(setting, state, state.bout.side, place)
    onto = onto or presence.is_attacked_too(setting, state, side, place)
    stage = state.bout.stage
    phase = stage if onto else stage + ALONE
    return tuple(phase if i in numbers and old != stage else old for i, old in enumerate(state.fled))


def able(setting: Setting, state: State, numbers: Iterable[int], enemies: Iterable[int]) -> bool:
    """Whether some counters can attack enemies by themselves: one of them has an attack strength (11.H.1).

    By the option units without it attack such as have no defence strength either (11.H.3).
    """
    some = [setting.counters[i].faces[int(state.left[i])] for i in numbers]
    others = (setting.counters[i].faces[int(state.left[i])] for i in enemies)
    option = setting.scenario.condition("zero_option") is True
    return any(one.attack for one in some) or (bool(some) and option and not any(one.defence for one in others))


def stranger(state: State, i: int) -> bool:
    """Whether a defender retreated to the hex in this phase, in which its strength counts nowhere (11.L.1.g)."""
    return i in state.bout.guests and not counted(state.fled[i], state.bout.stage)


def struck(setting: Setting, state: State) -> tuple[int, ...]:
    """The defenders whom a CA makes attack (11.L.1.d), but for those whose strength does not count (11.L.1.g)."""
    there = (i for i in presence.living(state.left, state.bout.defenders) if not presence.held_out(setting, i))
    return tuple(i for i in there if not stranger(state, i))


def start(state: State) -> str:
    """The hex that those leave who retreat now: of several one after another (11.R.3.d.2)."""
    if state.due.going:
        return state.due.going
    there = {state.bout.struck_at(i) for i in presence.guards(state)}
    waiting = [place for place in state.bout.hexes if place in there and place not in state.due.gone]
    return waiting[0] if waiting else state.bout.target


def leaving(state: State) -> set[int]:
    """Defenders who leave their hex now together, those among them who are gone: their excess still pays (11.Q.2.c)."""
    return of_hex(state) - {*state.due.apart, *state.due.ahead}


def of_hex(state: State) -> set[int]:
    """All defenders of the hex that is left now."""
    return {i for i in state.bout.defenders if state.bout.struck_at(i) == start(state)}


def movers(state: State) -> tuple[int, ...]:
    """The defenders who retreat now: those of that hex."""
    return () if start(state) in state.due.gone else presence.living(state.left, sorted(leaving(state)))


def strikes(setting: Setting, state: State) -> list[str]:
    """Hexes of enemies that those who were struck may counterattack: their own and those around (11.L.1.d).

    Those who share their hex with enemies attack these (11.R.3.d.1, 11.L.1.Ex); those who had to retreat attack from
    where they have come to (T6.s3). Where several hexes were struck, it is what all can attack (11.R.3.d.2); without
    strength they attack none that has any (11.H.1, 11.H.3).
    """
    some = struck(setting, state)
    held = dict.fromkeys(presence.whereabouts(setting, state, i) for i in some)
    if not held:
        return []
    enemies = (i for i in presence.everyone(state) if setting.counters[i].side == state.bout.side)
    places = dict.fromkeys(presence.whereabouts(setting, state, i) for i in enemies)
    found = {place: presence.met(setting, state, state.bout.side, place) for place in places}
    common = dual_ownership.common([_reach(setting, state, own, found) for own in held])
    return [place for place, there in found.items() if place in common and able(setting, state, some, there)]


def only(state: State, numbers: tuple[int, ...]) -> Bout:
    """The fight at hand with none but some of its attackers (11.F.3)."""
    kept = [(i, at) for i, at in zip(state.bout.attackers, state.bout.places, strict=True) if i in numbers]
    return state.bout._replace(attackers=tuple(i for i, _ in kept), places=tuple(at for _, at in kept))


def _reach(setting: Setting, state: State, own: str, places: Iterable[str]) -> list[str]:
    """Which of some hexes of enemies those in a hex may counterattack."""
    places = list(places)
    if own in places:
        return [own]
    if setting.scenario.readings["counterattack_hex"] == "own":
        places = [place for place in places if place in state.bout.places]
    return [place for place in places if place and presence.reaches(setting, own, place)]


def counter(setting: Setting, state: State, place: str) -> Bout:
    """The counterattack of those who were struck on all enemies of a hex (11.L.1.d.iv, 11.L.1.d.v).

    As many of a hex make it as may attack that one, the strongest first (11.A.9). Whoever fought in one of the attacks
    that led to it counts as in the clear, be it that others have fought since (11.L.1.d.v).
    """
    bout, ways = state.bout, [(i, presence.whereabouts(setting, state, i)) for i in struck(setting, state)]
    attackers, places = crowding.fitting(setting, (place,), (), ways, state.left), dict(ways)
    defenders = presence.met(setting, state, bout.side, place)
    counting = (i for i in defenders if not presence.held_out(setting, i) and counted(state.fled[i], bout.stage))
    chain = presence.living(state.left, sorted({*bout.chain, *bout.attackers, *bout.defenders}))
    clear = counterattack.is_clear(counting, chain)
    works = () if clear else presence.works_of(setting, state, bout.side, place)
    inside = presence.met(setting, state, OTHER[bout.side], place)
    return Bout(
        OTHER[bout.side], attackers, defenders, (Ground(place, works),), COUNTERATTACK, bout.stage,
        clear=clear, places=tuple(places[i] for i in attackers), serves=COUNTERATTACK,
        turned=True, chain=chain, moving=bout.in_movement, dropped=remembered.has_dropped(setting, bout, inside),
        turn=bout.turn,
    )  # fmt: skip


def reserves(setting: Setting, state: State) -> tuple[int, ...]:
    """Reserves of the side that attacks which join the fight at hand (11.A.13, 11.L.1.f.i).

    They are in reach, attack nothing else (11.A.6), were in no counterattack (11.L.1.d.vii), and are no remnants, which
    nothing forces to attack (11.A.7); of a hex as many as may, the strongest first (11.A.9).
    """
    side, target = state.bout.side, state.bout.target
    own = (i for i in presence.everyone(state) if setting.counters[i].side == side)
    ready = tuple(
        i for i in own if setting.counters[i].flag("reserve") and i not in state.fought
        if setting.counters[i].flag("attacks") and setting.counters[i].faces[int(state.left[i])].kind != "remnant"
    )  # fmt: skip
    if len(state.bout.grounds) > 1:
        near = [(i, state.at[i]) for i in ready if state.at[i] in state.bout.places]
    else:
        near = [(i, state.at[i]) for i in ready if presence.reaches(setting, state.at[i], target)]
    attackers = presence.living(state.left, state.bout.attackers)
    near = _planned(setting, state, attackers, near)
    busy = [(i, state.at[i]) for i in attackers if i not in ready]
    return crowding.fitting(setting, state.bout.hexes, busy, near, state.left)


def _planned(
    setting: Setting, state: State, attackers: tuple[int, ...], near: list[tuple[int, str]]
) -> list[tuple[int, str]]:
    """Those of some reserves, with their hexes, whom the rules of an attack from overstack let join it (11.G.2).

    Nobody in it moves, and it is planned long enough before. Who moved stays out of one; one that is none stays so
    where it was not planned, or where somebody in it moved.
    """
    over = {i for i in (*attackers, *(i for i, _ in near)) if setting.counters[i].flag("overstacked")}
    some = () if state.bout.anew else setting.counters
    moves = [one.index for one in some if one.text("moved") != "no" or one.comes]
    still = [(i, at) for i, at in near if i not in moves]
    if not over.isdisjoint(attackers):
        near = still
    moved = len(still) < len(near) or any(i in moves for i in attackers)
    size = res(presence.piece(setting, state.left, state.marks, i, "") for i in over)
    late = int(setting.scenario.condition("plotted")) < supply.overstack_turns(size)
    return [(i, at) for i, at in near if i not in over] if moved or late else near


def later(setting: Setting, state: State, forced: bool, stage: str = deadlock.PHASES[1]) -> Bout:
    """The same fight in the exploitation phase or another ``stage``, with those who are left.

    Reserves join it in the exploitation phase (11.A.13): where of several hexes one is left, those in reach of that.
    What was flown for a fight that is ``forced`` to be fought again has gone home, and its supply points are spent once
    more (11.L.1.f.i); a hasty attack is none any more (11.C.8).
    """
    bout = narrowed(setting, state)
    more = reserves(setting, state._replace(bout=bout)) if stage == deadlock.PHASES[1] else ()
    attackers = tuple(sorted({*presence.living(state.left, bout.attackers), *more}))
    return bout._replace(
        attackers=attackers, defenders=still_there(setting, state), kind=FORCED if forced else bout.kind,
        stage=stage, steps=0, bought_back=0, serves="again" if forced else bout.serves,
        halved=(), places=tuple(state.at[i] for i in attackers), joined=() if forced else more, moving=False, eve=Eve(),
        paid=not forced, outlay=None if forced else bout.outlay,
    )  # fmt: skip


def narrowed(setting: Setting, state: State) -> Bout:
    """The fight at hand on those of its hexes that somebody still defends, or on all where nobody does (11.R.3.d.2)."""
    bout = placed(state, state.bout)
    held = {bout.struck_at(i) for i in still_there(setting, state)}
    grounds = tuple(ground for ground in bout.grounds if ground.place in held) or bout.grounds
    return bout._replace(grounds=grounds)


def choices(setting: Setting, bout: Bout) -> tuple[str, ...]:
    """The hexes of which the defender picks one for its terrain and its works; none where it makes no difference.

    It is asked once in a fight on several hexes that somebody defends (11.R.3.d.2).
    """
    if GROUND in bout.eve.done:
        return ()
    held = [ground for ground in bout.grounds if ground.place in _held(bout)]
    kinds = {(terrain.stated(setting, one.place), one.works, _ways(setting, bout, one.place)) for one in held}
    return tuple(sorted(one.place for one in held)) if len(kinds) > 1 else ()


def _held(bout: Bout) -> list[str]:
    """The hexes of a fight that somebody defends."""
    return [place for place in bout.hexes if any(bout.struck_at(i) == place for i in bout.defenders)]


def on_held_ground(bout: Bout) -> Bout:
    """A fight over the terrain of a hex that somebody defends: of none that is empty, or that all left before it.

    11.R.3.d.2, 11.D.7.
    """
    held = _held(bout)
    return bout.over(held[0]) if held else bout


def _ways(setting: Setting, bout: Bout, place: str) -> tuple[tuple[str, ...], ...]:
    """The hexsides over which each attacker comes to a hex."""
    between = setting.scenario.between
    return tuple(between(at, place) if setting.is_beside(at, place) else () for at in bout.places)


def still_there(setting: Setting, state: State) -> tuple[int, ...]:
    """Defenders of the fight at hand who have not retreated; who lands stands off the hex that he is in (11.R.0)."""
    stood = {i for i in presence.guards(state) if presence.comes(setting, state.bout, i)}
    return tuple(
        i
        for i in presence.guards(state)
        if state.at[i] in state.bout.hexes or (i in stood and state.at[i] == setting.counters[i].unit.at)
    )


def stays(setting: Setting, state: State) -> bool:
    """Whether defenders of the fight at hand are still in a hex that was attacked."""
    return bool(still_there(setting, state))


def defended(setting: Setting, state: State) -> bool:
    """Whether some of them would fight on there, not only such as are held out (11.L.1.f, 11.A.3)."""
    return any(not setting.counters[i].flag("held_out") for i in still_there(setting, state))


def again(setting: Setting, state: State) -> Bout | None:
    """The fight that a deadlock calls for in the next phase of the same turn; None when there is none (11.L.1.f).

    That of an overrun, and of what it leads to at once, is in the combat phase after the movement phase in which it was
    made.
    """
    phase = deadlock.phase_after(state.bout.stage, state.bout.in_movement)
    if phase is None or not defended(setting, state):
        return None
    bout = later(setting, state, True, phase)
    return bout if able(setting, state, bout.attackers, bout.defenders) else None


def assault(setting: Setting, state: State, place: str, more: Iterable[int] = ()) -> Bout:
    """The hasty attack of those who retreat into a hex of enemies, all together (11.Q.2.i).

    Those who retreated before combat are no defenders any more: ``more`` of them than are known yet (11.D.5).
    """
    bout = state.bout
    ready = presence.living(state.left, sorted({*bout.defenders, *bout.eve.into, *more}))
    attackers = tuple(i for i in ready if state.at[i] == place and not stranger(state, i))
    ground = Ground(place, presence.works_of(setting, state, bout.side, place))
    return Bout(
        OTHER[bout.side], attackers, presence.standing(setting, state, bout.side, place), (ground,), HASTY,
        bout.stage, places=tuple(state.at[i] for i in attackers), serves=HASTY, turned=True,
        moving=bout.in_movement, turn=bout.turn,
    )  # fmt: skip


def inside(state: State) -> dict[str, tuple[int, ...]]:
    """Attackers by the hexes of the fight that they are in with defenders, be it that they went there now.

    They may have been there before (11.R.3.d.1).
    """
    there, guards = presence.living(state.left, state.bout.attackers), presence.guards(state)
    by_hex = ((place, tuple(i for i in there if state.at[i] == place)) for place in state.bout.hexes)
    return {place: some for place, some in by_hex if some and any(state.at[i] == place for i in guards)}


def moved_in(setting: Setting, state: State, numbers: tuple[int, ...]) -> tuple[str, ...]:
    """Where counters are once reserves among those have entered the hex of the fight at hand (11.L.1.f.ii)."""
    return tuple(
        state.bout.target if i in numbers and setting.counters[i].flag("reserve") else place
        for i, place in enumerate(state.at)
    )


def answer(setting: Setting, state: State, attackers: tuple[int, ...], target: str) -> Bout:
    """The attack on those who advanced into a hex by a deadlock, in the first phase of its owner (11.L.1.f.ii).

    They have the terrain of the hex, and none of its works (11.R.3.c), which its first owner keeps, be it that these
    are attacked there in their turn (11.R.3.b).
    """
    bout = state.bout
    side = OTHER[bout.side]
    ground = Ground(target, presence.works_of(setting, state, bout.side, target))
    return Bout(
        side, attackers, presence.standing(setting, state, bout.side, target), (ground,), FORCED, deadlock.PHASES[-1],
        places=tuple(state.at[i] for i in attackers), serves="next", turned=True,
        turn=side,
    )  # fmt: skip


def involved(setting: Setting, bout: Bout) -> set[int]:
    """The counters that get the markers of a fight: not those held out of the defence (T10.def, 11.A.3)."""
    return {*bout.attackers, *bout.defenders} - idle(setting, bout)


def waited(setting: Setting, waits: tuple[int, ...], numbers: Iterable[int], more: int = 1) -> tuple[int, ...]:
    """MP that wait for the end of a chain, counter by counter, with more for those on whom a CA or DL has fallen.

    Each counts for the units of its own fight (T10.def, 11.L.1.d.iii, 11.L.1.f.iii); empty where none wait.
    """
    numbers = set(numbers)
    found = tuple(n + more * (i in numbers) for i, n in enumerate(waits or (0,) * len(setting.counters)))
    return found if any(found) else ()


def marked(setting: Setting, state: State, marks: tuple[int, int]) -> tuple[int, ...]:
    """The markers of all counters after both sides of the fight at hand got so much more, as far as that matters.

    Those held out of the defence get none (11.A.3).
    """
    reading = setting.scenario.readings["marker_steps"]
    defenders = set(state.bout.defenders) - idle(setting, state.bout)
    more = dict.fromkeys(state.bout.attackers, marks[0]) | dict.fromkeys(defenders, marks[1])
    return tuple(markers.kept(old + more[i], reading) if i in more else old for i, old in enumerate(state.marks))
