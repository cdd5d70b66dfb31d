"""The answer to a held attack: a hasty attack of those it was declared on, on all of its attackers (11.B.12).

Only the stack under the held attack answers: the stacks beside it have spoken after the movement (11.B.2, 11.C.0). The
attackers are struck together with everybody else in their hexes (11.A.3). Where those are several, one reading strikes
all of them at once, and those who are struck say which of their hexes lends its terrain, as where two hexes defend
together (11.R.3.d.2); by the other the answer goes to one of the hexes (11.A.4).
"""

from __future__ import annotations

from hexumpire.kit.losses import Why
from hexumpire.rulesets.v101125.fight import HASTY
from hexumpire.rulesets.v101125.rules import bouts, entrenchments, markers
from hexumpire.rulesets.v101125.rules.figures import Figures
from hexumpire.rulesets.v101125.setting import Setting
from hexumpire.rulesets.v101125.state import OTHER, Bout, Due, Held, State

LAND = "land"


def at_once(setting: Setting) -> bool:
    """Whether all hexes of the attackers are struck at once, by the reading ``riposte``."""
    return setting.scenario.readings["riposte"] == "force"


def spots(setting: Setting, bout: Bout) -> dict[int, str]:
    """Where each attacker of a held attack is struck: who comes from the sea or the air, in the hex itself (11.R.0)."""
    ways = zip(bout.attackers, bout.places, strict=True)
    return {i: at if setting.counters[i].text("via") == LAND else bout.target for i, at in ways}


def grounds(setting: Setting, bout: Bout) -> list[str]:
    """The hexes in which the attackers of a held attack are struck."""
    return list(dict.fromkeys(spots(setting, bout).values()))


def stays_out(setting: Setting, state: State, i: int) -> Why:
    """Why a counter of the side that is attacked has no part in the answer; empty when it may have (11.A.7, 11.C.0)."""
    if i not in state.bout.defenders:
        return "only those whom the held attack is declared on answer it", ("11.B.12", "11.C.0")
    if setting.counters[i].faces[int(state.left[i])].kind == "remnant":
        return "a remnant does not attack of its own will", ("11.A.7",)
    return "", ()


def ready(setting: Setting, state: State) -> tuple[int, ...]:
    """Those who may answer."""
    return tuple(i for i in bouts.living(state.left, state.bout.defenders) if not stays_out(setting, state, i)[0])


def answer(setting: Setting, state: State, numbers: tuple[int, ...], ground: str) -> Bout:
    """The hasty attack of some of those who are attacked, over the terrain of one of the attackers' hexes."""
    held = state.bout
    places = grounds(setting, held)
    struck = [ground, *(place for place in places if place != ground and at_once(setting))]
    near = spots(setting, held)
    ours = (i for i in bouts.everyone(state) if setting.counters[i].side == held.side)
    defenders = tuple(i for i in ours if near.get(i, state.at[i]) in struck)
    inside = ground == held.target
    works = setting.scenario.hex(ground).features
    return Bout(
        OTHER[held.side], numbers, defenders, ground, HASTY, held.stage,
        bouts.unfortified(works) if inside else works, places=(held.target,) * len(numbers), serves="hasty",
        dual=inside, grounds=tuple(struck[1:]),
    )  # fmt: skip


def figures(setting: Setting, state: State, numbers: tuple[int, ...], ground: str) -> Figures:
    """What is worked out of that attack."""
    bout = answer(setting, state, numbers, ground)
    return Figures(setting, bouts.fight(setting, bout, state.left, state.marks))


def why_not_on(setting: Setting, state: State, numbers: tuple[int, ...], ground: str) -> Why:
    """Why some counters do not attack so over the terrain of a hex (11.A.11, 11.H.1)."""
    if not any(setting.counters[i].faces[int(state.left[i])].attack for i in numbers):
        return "units without attack strength do not attack by themselves", ("11.H.1",)
    if figures(setting, state, numbers, ground).refused:
        return "the odds are below a sure 1:4", ("11.A.11",)
    return "", ()


def why_not(setting: Setting, state: State, numbers: tuple[int, ...]) -> Why:
    """Why some counters do not answer together: at once over every ground, else over each of them (11.A.11)."""
    found = [why_not_on(setting, state, numbers, ground) for ground in grounds(setting, state.bout)]
    refused = [one for one in found if one[0]]
    if refused and (at_once(setting) or len(refused) == len(found)):
        return refused[0]
    return "", ()


def asked(setting: Setting, state: State) -> bool:
    """Whether the defender is asked for an answer: somebody may attack, and all together are strong enough."""
    numbers = ready(setting, state)
    return bool(numbers) and not why_not(setting, state, numbers)[0]


# --- the held attack afterwards -----------------------------------------------------------------------------------


def kept(setting: Setting, state: State, bout: Bout) -> tuple[int, ...]:
    """Attackers of a held attack who can still make it: in reach, and in no counterattack (11.L.1.d.vii)."""
    ready = (i for i in bouts.living(state.left, bout.attackers) if i not in state.fought)
    return tuple(
        i for i in ready if setting.counters[i].text("via") != LAND or setting.touches(state.at[i], bout.target)
    )


def answered(setting: Setting, state: State, held: Held) -> State:
    """The position once the answer is over: markers that waited for that now count (11.L.1.d.iii)."""
    fought = (*state.bout.attackers, *state.bout.defenders)
    reading = setting.scenario.readings["marker_steps"]
    marks = tuple(
        markers.kept(mark + held.waits, reading) if i in fought else mark for i, mark in enumerate(state.marks)
    )
    memo = state.memo._replace(waits=0)
    return state._replace(held=None, due=Due(), went=(), path=(), marks=marks, memo=memo)


def resumed(setting: Setting, state: State, bout: Bout) -> Bout:
    """The held attack in the exploitation phase: with those who are left and reserves, on whoever is in the hex.

    Entrenchments whose last division has gone out against the attackers are no more (11.Q.1.a).
    """
    attackers = kept(setting, state, bout)
    side, works = OTHER[bout.side], bout.works
    if any(i in bout.defenders for i in state.went):
        gone = entrenchments.given_up(setting, state, side, bout.target, works)
        works = tuple(work for work in works if work != gone)
    here = bout._replace(
        attackers=attackers,
        places=tuple(state.at[i] for i in attackers),
        defenders=bouts.standing(setting, state, side, bout.target),
        works=works,
    )
    return bouts.later(setting, state._replace(bout=here), False)


def lapses(setting: Setting, state: State, bout: Bout) -> Why:
    """Why a held attack is not made any more; empty when it is (11.L.1.d.vii, 11.A.11, 11.H.1)."""
    if not kept(setting, state, bout):
        if any(i in state.fought for i in bouts.living(state.left, bout.attackers)):
            return "those who were to make it have fought in a counterattack", ("11.L.1.d.vii",)
        return "nobody is left who could make it", ("11.B.12",)
    found = Figures(setting, bouts.fight(setting, resumed(setting, state, bout), state.left, state.marks))
    return ("the odds are below a sure 1:4", ("11.A.11",)) if found.refused else ("", ())
