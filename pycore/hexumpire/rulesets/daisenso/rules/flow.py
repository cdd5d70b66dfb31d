"""What follows what in an attack (4.2.2): from the choice of the hex to the end of the advance, as positions."""

from __future__ import annotations

from hexumpire.model.battle import Line
from hexumpire.rulesets.daisenso.charting import Result
from hexumpire.rulesets.daisenso.rules import declaration, ending, losses, results, retreat
from hexumpire.rulesets.daisenso.rules.advance import entering, hex_closed
from hexumpire.rulesets.daisenso.rules.exploitation import drive, halt, onward
from hexumpire.rulesets.daisenso.rules.support import willing
from hexumpire.rulesets.daisenso.setting import Setting
from hexumpire.rulesets.daisenso.state import FREE, NO_TREK, NOBODY, Counts, State, mark
from hexumpire.rulesets.daisenso.tables import RETREAT

# --- declaring (4.2.1.serial, 4.2.2.s1) -------------------------------------------------------------


def begin(setting: Setting, state: State, number: int, some: bool = False) -> State:
    """The first position of the attack on a target, as units stand now (4.2.1.serial); perhaps by ``some`` only."""
    fight = declaration.lined_up(setting, state, number)
    tally = (state.tally[0] + state.went, max(state.tally[1], drive(setting, state)))
    state = State("name", number, state.left, state.at, state.spent, fight, fought=state.fought,
                  order=(*state.order, number), endings=state.endings, tally=tally)  # fmt: skip
    found = declaration.who_may(setting, state, fight)
    if not found.forces:  # not to be fought: the rules forbid it as set up
        return opening(setting, state._replace(fight=fight._replace(attackers=found.pool or fight.attackers)))
    state = state._replace(fight=fight._replace(attackers=found.pool), job="some" if some else "")
    return declare(setting, state)


def declare(setting: Setting, state: State) -> State:
    """Ask who attacks, unless there is but one answer."""
    forces = declaration.who_may(setting, state, state.fight).forces
    some = state.job == "some" and declaration.spares(setting, state, state.fight)
    if len(forces) > 1 or some or declaration.offered(setting, state, state.fight, state.number):
        return state
    return attack_with(setting, state, forces[0])


def attack_with(setting: Setting, state: State, members: Counts) -> State:
    """The attack by these units."""
    return opening(setting, state._replace(job="", fight=state.fight._replace(attackers=members)))


def opening(setting: Setting, state: State) -> State:
    """The first question of an attack whose units are named: the support, or a lone marker to drive off."""
    if not state.fight.defenders:
        return state._replace(phase="take")
    return ask_support(setting, state, "attacker")


def ask_support(setting: Setting, state: State, side: str) -> State:
    """Ask a side for ranged support when it could give some, the attacker first; then the die is rolled."""
    if willing(setting, side, state.fight, state.left, state.at, state.spent):
        return state._replace(phase="support", job=side)
    return ask_support(setting, state, "defender") if side == "attacker" else state._replace(phase="roll", job="")


# --- the result (4.2.2.s5.roll, 4.2.2.s6, 4.2.2.s7) -------------------------------------------------


def settle(setting: Setting, state: State, read: Result) -> State:
    """Carry out a result as read off the chart."""
    state = results.taken(setting, state, read)
    what = state.result.retreat
    if what in ("Ad", "Ex"):
        return state._replace(phase="choice", job=what)
    if what:
        return defenders_go(setting, state._replace(job="Dr", owed=RETREAT[what]))
    return attrition(setting, state, "attacker")


def defenders_go(setting: Setting, state: State) -> State:
    """The next step of a retreat of the defenders: a hex, a loss because none is open, or the end of it.

    All is checked anew each time, so that a force retreats again as soon as it can (4.2.2.s6, 4.2.5.3.resume).
    """
    if not state.owed:
        return attrition(setting, state, "attacker")
    members, supporter = retreat.stack(setting, state), state.fight.theirs
    headquarters = (
        supporter != NOBODY and state.left[supporter]
        and setting.pieces[supporter].type_at(state.left[supporter]) == "hq"
    )  # fmt: skip
    if not members and not headquarters:
        return attrition(setting, state._replace(unmet=state.unmet + state.owed, owed=0), "attacker")
    if members and retreat.no_way_on(setting, state) == FREE:
        return state._replace(phase="retreat")
    return state._replace(phase="lose")


def attrition(setting: Setting, state: State, side: str) -> State:
    """The step losses of a side (4.2.4.2.attr)."""
    owed = state.result.attacker if side == "attacker" else state.result.defender
    return pay(setting, state._replace(job=side, owed=owed))


def pay(setting: Setting, state: State) -> State:
    """Attrition until it is paid or nobody is left to pay (4.2.2.s7); what defenders leave open counts later."""
    if state.owed and losses.losers(setting, state)[0]:
        return state._replace(phase="lose")
    if state.job == "attacker":
        return attrition(setting, state, "defender")
    return advance(setting, state._replace(unmet=state.unmet + state.owed, owed=0))


def after_loss(setting: Setting, state: State) -> State:
    """Go on after one of the steps that are owed is lost, or spared by agreement."""
    job = state.job
    state = state._replace(owed=state.owed - 1)
    if job == "Dr":
        return defenders_go(setting, state)
    if job == "Ex":
        return state._replace(phase="choice", job="Ex-def")
    if job in ("Ad", "Ex-def"):
        return attrition(setting, state, "attacker")
    return pay(setting, state)


# --- advance and exploitation (4.2.2.s8) ------------------------------------------------------------


def advance(setting: Setting, state: State) -> State:
    """Ask who advances, when somebody may; defenders never do (4.2.2.nodef)."""
    if hex_closed(setting, state.fight.target, state.left, state.at) != FREE:
        return close(setting, state)
    return advance_on(setting, state)


def advance_on(setting: Setting, state: State) -> State:
    """Ask who advances next; the attack is over when nobody may."""
    state = state._replace(phase="advance", trek=NO_TREK)
    return state if entering(setting, state) else close(setting, state)


def go(setting: Setting, state: State, i: int, place: str, entered: int, on: bool) -> State:
    """Place a unit; an exploiting one may go on until something stops it."""
    start = state.at[i]
    at = (*state.at[:i], place, *state.at[i + 1 :])
    state = state._replace(at=at, entered=mark(state.entered, i), trek=(i, entered), phase="trek")
    if on and halt(setting, state, start, place) == FREE and onward(setting, state):
        return state
    return advance_on(setting, state)


# --- the end ----------------------------------------------------------------------------------------


def close(setting: Setting, state: State) -> State:
    """The end of this attack; the battle is over when it was the last one."""
    phase, how = "over" if ending.last(setting, state) else "next", ending.ending(setting, state)
    return state._replace(phase=phase, endings=(*state.endings, how), hit=False)


def stop(state: State) -> State:
    """End the attack at hand, and the battle: the defenders hold the hex."""
    return state._replace(phase="over", endings=(*state.endings, "held"))


def consequences(setting: Setting, before: State, after: State) -> list[Line]:
    """Log entries of what an action led to, whatever it was: who is caught up, what stays unpaid, how it ended."""
    resumed = retreat.resumed(setting, before, after) if before.phase == "lose" else []
    return [
        *retreat.caught_up(setting, before, after), *resumed, *losses.unsatisfied(setting, before, after),
        *ending.entry(setting, before, after),
    ]  # fmt: skip
