"""The attacks of a segment as a list (4.2.1.serial): which is to come, being made, over, or closed, and its odds."""

from __future__ import annotations

from collections.abc import Sequence

from hexumpire.model.battle import CLOSED, FOUGHT, NOW, OPEN, Outcome, Row
from hexumpire.model.text import say
from hexumpire.rulesets.daisenso.numbering import shown
from hexumpire.rulesets.daisenso.rules import declaration, flow
from hexumpire.rulesets.daisenso.rules.assessment import assessment
from hexumpire.rulesets.daisenso.rules.ending import standing
from hexumpire.rulesets.daisenso.setting import Setting
from hexumpire.rulesets.daisenso.state import NO_FIGHT, NOBODY, State


def rows(setting: Setting, state: State, endings: Sequence[str], begun: bool) -> list[Row]:
    """Every target in its order.

    ``endings``: how the first attacks of ``state.order`` ended; ``begun``: the last of it is being made.
    """
    board = State("next", NOBODY, state.left, state.at, state.spent, NO_FIGHT, fought=state.fought, order=state.order)
    ended = dict(zip(state.order, endings, strict=False))
    found = []
    for number, target in enumerate(setting.scenario.targets):
        here = number, (target,), say("Attack {n}: {places}", n=number + 1, places=shown(target))
        if number in ended:
            now = standing(setting, state, number, ended[number])
            found.append(Row(*here, FOUGHT, outcome=Outcome(now, (("hex", int(now == "taken")),))))
        elif begun and number == state.number:
            found.append(Row(*here, NOW, assessment=assessment(setting, state)))
        else:
            bar = declaration.who_may(setting, board, declaration.lined_up(setting, board, number)).bar
            if bar.reason:
                found.append(Row(*here, CLOSED, bar.reason, bar.rules))
            else:
                found.append(Row(*here, OPEN, assessment=assessment(setting, flow.begin(setting, board, number))))
    return found
