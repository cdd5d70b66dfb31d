"""The answer to a held attack: a hasty attack of those it was declared on, on all of its attackers (11.B.12).

Only the stack under the held attack answers: the stacks beside it have spoken after the movement (11.B.2, 11.C.0). The
attackers are struck together with everybody else in their hexes (11.A.3). Where those are several, one reading strikes
all of them at once, and those who are struck say which of their hexes lends its terrain, as where two hexes defend
together (11.R.3.d.2); by the other the answer goes to one of the hexes (11.A.4).
"""

from __future__ import annotations

from hexumpire.kit.losses import Why
from hexumpire.rulesets.v101125.fight import HASTY
from hexumpire.rulesets.v101125.rules import bouts, crowding, dual_ownership, markers, presence
from hexumpire.rulesets.v101125.rules.figures import Figures
from hexumpire.rulesets.v101125.rules.sides import OTHER
from hexumpire.rulesets.v101125.setting import Setting
from hexumpire.rulesets.v101125.state import Bout, Due, Ground, Held, State


def at_once(setting: Setting) -> bool:
    """Whether all hexes of the attackers are struck at once, by the reading ``riposte``."""
    return setting.scenario.readings["riposte"] == "force"


def spots(setting: Setting, bout: Bout) -> dict[int, str]:
    """Where each attacker of a held attack is struck: who comes from the sea or the air, in the hex itself (11.R.0)."""
    ways = zip(bout.attackers, bout.places, strict=True)
    return {i: at if setting.counters[i].text("via") == presence.LAND else bout.target for i, at in ways}


def grounds(setting: Setting, bout: Bout) -> tuple[Ground, ...]:
    """The hexes in which the attackers of a held attack are struck, with the features that they have there.

    In a hex that they came into they have none of its works (11.R.0, 11.R.3.c). Out of a fortress that is shared with
    them nobody strikes another hex (11.R.3.d.2).
    """
    places = dict.fromkeys(spots(setting, bout).values())
    closed = len(bout.grounds) == 1 and shut(setting, bout, bout.target)
    return tuple(
        Ground(place, setting.works_for(bout.side, place)) for place in places if not closed or place == bout.target
    )


def shut(setting: Setting, bout: Bout, place: str) -> bool:
    """Whether those in a hex of a held attack strike no other one: they share a fortress of theirs (11.R.3.d.2)."""
    shared = setting.shared(place) or place in spots(setting, bout).values()
    works = setting.works_for(OTHER[bout.side], place)
    return shared and not dual_ownership.GARRISONED.isdisjoint(works)


def struck(setting: Setting, state: State, numbers: tuple[int, ...], place: str) -> tuple[Ground, ...]:
    """The hexes that some strike: of the attackers, and the one that they share with enemies who are not pinned.

    What they attack out of it is defended by these as well (11.R.3.d.2).
    """
    held = state.bout
    found = [one for one in grounds(setting, held) if one.place == place or at_once(setting)]
    for own in dict.fromkeys(held.struck_at(i) for i in numbers):
        if own not in {one.place for one in found} and dual_ownership.lacking(setting, state, numbers, own):
            found.append(Ground(own, setting.works_for(held.side, own)))
    return tuple(found)


def stays_out(setting: Setting, state: State, i: int) -> Why:
    """Why a counter has no part in the answer (11.A.7, 11.C.0, 11.C.3, 11.L.1.d.vii, 11.L.1.g); empty when it may."""
    if i not in state.bout.defenders:
        return "only those whom the held attack is declared on answer it", ("11.B.12", "11.C.0")
    if setting.counters[i].flag("overstacked"):
        return "no hasty attack is made from overstack", ("11.C.3",)
    if setting.counters[i].faces[int(state.left[i])].kind == "remnant":
        return "a remnant does not attack of its own will", ("11.A.7",)
    if setting.counters[i].flag("spent"):
        return "it has fought in a counterattack", ("11.L.1.d.vii",)
    own = state.bout.struck_at(i)
    if shut(setting, state.bout, own) and own not in spots(setting, state.bout).values():
        text = "those in a fortress or a port fortification attack the enemies in their own hex only"
        return text, ("11.R.3.d.2",)
    if bouts.stranger(state, i):
        return "it retreated here in this phase", ("11.L.1.g", "11.Q.2.f")
    return "", ()


def ready(setting: Setting, state: State) -> tuple[int, ...]:
    """Those who may answer."""
    return tuple(i for i in presence.living(state.left, state.bout.defenders) if not stays_out(setting, state, i)[0])


def answer(setting: Setting, state: State, numbers: tuple[int, ...], place: str) -> Bout:
    """The hasty attack of some of those who are attacked, over the terrain of one of the attackers' hexes."""
    held = state.bout
    hit = struck(setting, state, numbers, place)
    near, hexes = spots(setting, held), {one.place for one in hit}
    ours = (i for i in presence.everyone(state) if setting.counters[i].side == held.side)
    defenders = tuple(i for i in ours if near.get(i, state.at[i]) in hexes)
    places = tuple(held.struck_at(i) for i in numbers)
    bout = Bout(
        OTHER[held.side],
        numbers,
        defenders,
        hit,
        HASTY,
        held.stage,
        places=places,
        serves=HASTY,
        turned=True,
    )
    return bouts.hosting(setting, state, bout.over(place))


def figures(setting: Setting, state: State, numbers: tuple[int, ...], place: str) -> Figures:
    """What is worked out of that attack."""
    bout = answer(setting, state, numbers, place)
    return Figures(setting, bouts.fight(setting, bout, state.left, state.marks))


def why_not_on(setting: Setting, state: State, numbers: tuple[int, ...], place: str) -> Why:
    """Why some counters do not attack so over the terrain of a hex (11.A.9, 11.A.11, 11.H.1, 11.H.3)."""
    found = figures(setting, state, numbers, place)
    if not bouts.able(setting, state, numbers, (piece.counter.index for piece in found.fight.guards)):
        return "units without attack strength do not attack by themselves", ("11.H.1",)
    crowded = too_many(setting, state, numbers, place)
    if crowded[0]:
        return crowded
    loose = unbound(setting, state, numbers, place)
    if loose[0]:
        return loose
    if found.refused:
        return "the odds are below a sure 1:4", ("11.A.11",)
    return "", ()


def unbound(setting: Setting, state: State, numbers: tuple[int, ...], place: str = "") -> Why:
    """Why some do not attack out of a hex where enemies are not pinned; by a reading alone (11.R.3.d.4)."""
    if setting.scenario.readings["dual_pin"] == "none":
        return "", ()
    hexes = {one.place for one in grounds(setting, state.bout) if at_once(setting) or place in ("", one.place)}
    for own in dict.fromkeys(state.bout.struck_at(i) for i in numbers):
        needed = dual_ownership.lacking(setting, state, numbers, own)
        inside = not (place or at_once(setting)) and own in hexes
        if needed and not inside and hexes - {own}:
            return dual_ownership.pin_said(needed), ("11.R.3.d.4",)
    return "", ()


def too_many(setting: Setting, state: State, numbers: tuple[int, ...], place: str = "") -> Why:
    """Why so many of a hex do not attack a hex of the attackers, or any of them; empty when they may (11.A.9)."""
    hexes = [ground.place for ground in grounds(setting, state.bout)]
    struck = hexes if at_once(setting) or not place else [place]
    units = [(i, state.bout.struck_at(i)) for i in numbers]
    found = [crowding.why_not(setting, (hex,), units) for hex in struck]
    refused = [one for one in found if one[0]]
    if refused and (at_once(setting) or len(refused) == len(found)):
        return refused[0]
    return "", ()


def together(setting: Setting, state: State) -> tuple[int, ...]:
    """Those who may answer as far as so many may attack at once, the strongest first (11.A.9, 11.R.3.d.4)."""

    def may(some: tuple[int, ...]) -> bool:
        return not too_many(setting, state, some)[0] and not unbound(setting, state, some)[0]

    return crowding.strongest(setting, ready(setting, state), state.left, may)


def why_not(setting: Setting, state: State, numbers: tuple[int, ...]) -> Why:
    """Why some counters do not answer together: at once over every ground, else over each of them (11.A.11)."""
    found = [why_not_on(setting, state, numbers, ground.place) for ground in grounds(setting, state.bout)]
    refused = [one for one in found if one[0]]
    if refused and (at_once(setting) or len(refused) == len(found)):
        return refused[0]
    return "", ()


def asked(setting: Setting, state: State) -> bool:
    """Whether the defender is asked for an answer: somebody may attack, and as many as may are strong enough."""
    numbers = together(setting, state)
    return bool(numbers) and not why_not(setting, state, numbers)[0]


# --- the held attack afterwards -----------------------------------------------------------------------------------


def kept(setting: Setting, state: State, bout: Bout) -> tuple[int, ...]:
    """Attackers of a held attack who can still make it: in reach, and in no counterattack (11.L.1.d.vii).

    Of several hexes those alone reach all who are in the hex that these are attacked out of (11.R.3.d.2); who came from
    the sea or the air fights where he landed, or no more (11.R.0).
    """
    stood = dict(zip(bout.attackers, bout.places, strict=True))
    ready = [i for i in presence.living(state.left, bout.attackers) if i not in state.fought]
    fixed = {i for i in ready if len(bout.grounds) > 1 or setting.counters[i].text("via") != presence.LAND}
    return tuple(
        i
        for i in ready
        if (state.at[i] == stood[i] if i in fixed else presence.reaches(setting, state.at[i], bout.target))
    )


def answered(setting: Setting, state: State, held: Held) -> State:
    """The position once the answer is over: markers that waited for that now count (11.L.1.d.iii, 11.Q.2.i)."""
    marks = state.marks
    for more in (held.waits, state.late):
        marks = markers.added(marks, more, setting.scenario.readings["marker_steps"]) if more else marks
    memo = state.memo._replace(waits=(), done=held.waits)
    return state._replace(held=None, due=Due(), went=(), path=(), marks=marks, late=(), memo=memo)


def resumed(setting: Setting, state: State, bout: Bout) -> Bout:
    """The held attack in the exploitation phase: with those who are left and reserves, on whoever is in its hexes."""
    here = regrouped(setting, state, bout)
    return bouts.hosting(setting, state, bouts.later(setting, state._replace(bout=here), False))


def regrouped(setting: Setting, state: State, bout: Bout) -> Bout:
    """An attack before which another was fought: with those who can still make it, on whoever is in its hexes by now.

    Works are as that has left them: an entrenchment whose last division went out is no more (11.Q.1.a).
    """
    attackers, side = kept(setting, state, bout), OTHER[bout.side]
    grounds = tuple(_held_on(setting, state, ground) for ground in bout.grounds)
    there = [i for place in bout.hexes for i in presence.standing(setting, state, side, place)]
    landed = bouts.still_there(setting, state._replace(bout=bout))
    here = bout._replace(
        attackers=attackers,
        places=tuple(state.at[i] for i in attackers),
        defenders=tuple(dict.fromkeys((*there, *landed))),
        grounds=grounds,
    )
    return bouts.hosting(setting, state, here)


def bars(setting: Setting, state: State, bout: Bout, struck: bool) -> bool:
    """Whether an attack before which another was fought is not made any more (11.A.11, 11.H.1, 11.L.1.d.vii).

    ``struck``: a counterattack has struck some of those who were to make it, so that the others do at any odds.
    """
    if not bout.defenders:
        return False
    if not bouts.able(setting, state, bout.attackers, bout.defenders):
        return True
    return Figures(setting, bouts.fight(setting, bout, state.left, state.marks)).refused and not struck


def _held_on(setting: Setting, state: State, ground: Ground) -> Ground:
    """A hex of a held attack with its works as the answer has left them, where the defender has them (11.R.3.b)."""
    his = ground.works == setting.scenario.hex(ground.place).features
    return ground._replace(works=presence.features(setting, state, ground.place)) if his else ground


def lapses(setting: Setting, state: State, bout: Bout, struck: bool = False) -> Why:
    """Why a held attack is not made any more; empty when it is (11.L.1.d.vii, 11.A.11, 11.H.1).

    Where a counterattack has ``struck`` some of those who were to make it, the others do at any odds (11.L.1.d.vii).
    """
    struck = struck or any(i in state.fought for i in bout.attackers)
    if not kept(setting, state, bout):
        if any(i in state.fought for i in presence.living(state.left, bout.attackers)):
            return "those who were to make it have fought in a counterattack", ("11.L.1.d.vii",)
        return "nobody is left who could make it", ("11.B.12",)
    again = resumed(setting, state, bout)
    if not bouts.able(setting, state, again.attackers, again.defenders):
        return "units without attack strength do not attack by themselves", ("11.H.1",)
    found = Figures(setting, bouts.fight(setting, again, state.left, state.marks))
    return ("the odds are below a sure 1:4", ("11.A.11",)) if found.refused and not struck else ("", ())
