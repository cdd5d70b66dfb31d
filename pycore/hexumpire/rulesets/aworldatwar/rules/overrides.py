"""What players may agree on against the rules; the log marks it as agreed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from hexumpire.model.battle import Line, Option
from hexumpire.model.text import say
from hexumpire.rulesets.aworldatwar.rules import owed
from hexumpire.rulesets.aworldatwar.rules.flow import Flow
from hexumpire.rulesets.aworldatwar.rules.losses import RESULTS
from hexumpire.rulesets.aworldatwar.setting import Counts, Kind, Setting, minus, plus
from hexumpire.rulesets.aworldatwar.state import State
from hexumpire.rulesets.aworldatwar.tables import LEGEND
from hexumpire.rulesets.aworldatwar.units import describe

CARRIED_OUT = ("roll", "choose", "convert")
"""Phases in which a result is found."""
AT_REST = ("roll", "again")
"""Phases between results."""
LET_OFF = {"attacker": ("The attacker loses nothing more", "the attacker loses nothing more."),
           "defender": ("The defender loses nothing more", "the defender loses nothing more.")}  # fmt: skip
"""What is agreed on for a side that pays, and what the log says of it."""


def overrides(setting: Setting, state: State) -> Sequence[Option]:
    """Another result, counters removed or put back between results, losses let off, or an end to the attack."""
    found: list[Option] = []
    if state.phase in CARRIED_OUT:
        found += [Option(f"!result={one}", say("Set the result {x}: {y}", x=one, y=LEGEND[one])) for one in RESULTS]
    if state.phase in AT_REST:
        for kind, full, left in zip(setting.kinds, setting.full, state.left, strict=True):
            if left and not _last(setting, kind, state.left):
                text = say("Remove one {unit}", unit=kind.name)
                found.append(Option(f"!remove={kind.unit.id}", text, (), kind.unit.id))
            if left < full and not (state.aside and state.aside[kind.index]):
                text = say("Put back one {unit}", unit=kind.name)
                found.append(Option(f"!restore={kind.unit.id}", text, (), kind.unit.id))
    if state.payment is not None and state.phase != "rest":
        found.append(Option("!paid", LET_OFF[state.payment.owed.side][0]))
    if state.phase in CARRIED_OUT + AT_REST:
        found.append(Option("!end", "End the attack here"))
    return found


def _last(setting: Setting, kind: Kind, left: Counts) -> bool:
    """Whether a side would be left without ground units."""
    return kind.arm == "ground" and sum(left[i] for i in setting.ground[kind.side]) == 1


def apply(flow: Flow, state: State, action: str) -> State:
    """The position after an override."""
    verb, _, what = action[1:].partition("=")
    if verb == "result":
        return flow.settle(state._replace(result=what, printed=what, fought=state.left))
    if verb == "end":
        return flow.hold(state)
    if verb == "paid":
        return flow.paid_up(state)
    change = minus if verb == "remove" else plus
    return state._replace(left=change(state.left, flow.setting.index[what]))


def entry(setting: Setting, before: State, action: str) -> Line:
    """What the log says of an override."""
    verb, _, what = action[1:].partition("=")
    if verb == "result":
        return Line(say("the result is {x}.", x=what))
    if verb == "end":
        return Line("the attack ends here.")
    if verb == "paid" and before.payment is not None:
        return Line(LET_OFF[before.payment.owed.side][1])
    unit = describe(setting.scenario.by_id[what])
    if verb == "remove":
        return Line(say("one {unit} is removed.", unit=unit))
    return Line(say("one {unit} is put back.", unit=unit))


def owes(flow: Flow, before: State, action: str) -> Iterable[Line]:
    """What a result that is agreed on makes a side lose."""
    verb, _, what = action[1:].partition("=")
    return owed.told(flow.strengths, flow.now(before), what, what) if verb == "result" else ()
