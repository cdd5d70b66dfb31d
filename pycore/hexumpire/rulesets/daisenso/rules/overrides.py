"""What players may agree on against the rules; the log marks it as agreed."""

from __future__ import annotations

from collections.abc import Sequence

from hexumpire.model.battle import Line, Option
from hexumpire.model.text import say
from hexumpire.rulesets.daisenso.charting import RETREATS, parse_result
from hexumpire.rulesets.daisenso.rules import flow, results
from hexumpire.rulesets.daisenso.rules.losses import losing
from hexumpire.rulesets.daisenso.setting import Setting
from hexumpire.rulesets.daisenso.state import State

SPARED = {"attacker": "The attacker is spared a step", "defender": "The defender is spared a step"}


def overrides(setting: Setting, state: State) -> Sequence[Option]:
    """A retreat result set instead of a die, the chart left aside for once, a step spared, or an end to the battle."""
    if state.phase == "lose":
        return (Option("!spare", SPARED[losing(state)]),)
    if state.phase != "roll":
        return ()
    found = [Option(f"!result={result}", say("Set the result {x}", x=result)) for result in RETREATS]
    if setting.chart is not None and state.job != "read":
        found.append(Option("!read", "Read the result off the player aid"))
    found.append(Option("!end", "End this attack here" if setting.within else "End the battle here"))
    return tuple(found)


def apply(setting: Setting, state: State, action: str) -> State:
    """The position after an override."""
    if action == "!end":
        return flow.stop(state)
    if action == "!spare":
        return flow.after_loss(setting, state)
    if action == "!read":
        return state._replace(job="read")
    result = parse_result(action.partition("=")[2])
    assert result is not None
    return flow.settle(setting, state, result)


def narrate(setting: Setting, before: State, action: str, after: State) -> list[Line]:
    """Log entries of an override."""
    if action == "!spare":
        who = losing(before)
        lines = [Line("the attacker is spared a step." if who == "attacker" else "the defender is spared a step.")]
    elif action == "!end":
        lines = [Line("the attack ends here." if setting.within else "the battle ends here.")]
    elif action == "!read":
        lines = [Line("the result is read off the player aid.")]
    else:
        text = say("the result is {x}.", x=action.partition("=")[2])
        lines = [Line(text), *results.entries(setting, before, after)]
    return [*lines, *flow.consequences(setting, before, after)]
