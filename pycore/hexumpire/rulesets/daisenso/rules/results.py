"""Combat results (4.2.4): what they are called, what the weather makes of them, and what the log says."""

from __future__ import annotations

from hexumpire.model.battle import Line
from hexumpire.model.text import say
from hexumpire.rulesets.daisenso.charting import Result
from hexumpire.rulesets.daisenso.numbering import shown
from hexumpire.rulesets.daisenso.rules import weather
from hexumpire.rulesets.daisenso.rules.odds import limits, odds
from hexumpire.rulesets.daisenso.setting import Setting
from hexumpire.rulesets.daisenso.state import State, mark
from hexumpire.rulesets.daisenso.wording import phrase

RESULT_LABELS = {
    "": "No retreat result", "Ad": "Ad, attacker defeated", "Ex": "Ex, exchange", "Dr1": "Dr1, defender goes 1 hex",
    "Dr2": "Dr2, defender goes 2 hexes", "Dr3": "Dr3, defender goes 3 hexes",
}  # fmt: skip
RESULT_RULES = {
    "": "4.2.4.2.attr", "Ad": "4.2.4.1.ad", "Ex": "4.2.4.1.ex-att", "Dr1": "4.2.4.1.dr", "Dr2": "4.2.4.1.dr",
    "Dr3": "4.2.4.1.dr",
}  # fmt: skip


def numbers(attacker: int, defender: int) -> str:
    """Step losses as printed and in words."""
    return phrase("{n}/{m}: attacker {n}, defender {m}", n=attacker, m=defender)


def rolled(setting: Setting, state: State, face: str) -> Result:
    """The result that the chart typed in gives for a face of the die."""
    assert setting.chart is not None
    column = odds(setting, state.fight, state.left, state.at).column
    return setting.chart.results[setting.chart.faces.index(face)][column]


def die_entry(setting: Setting, state: State, face: str) -> Line:
    """Log entry of the roll: the column and the face."""
    assert setting.chart is not None
    found = odds(setting, state.fight, state.left, state.at)
    column = setting.chart.ladder.names[found.column]
    form = "Attack on {place}, column {x} of {any}, die {n}."
    text = say(form, place=shown(state.fight.target), x=column, any=setting.chart.title, n=face)
    return Line(text, ("4.2.2.s5.roll", *limits(setting, found)), "attacker", cell=(face, column))


def taken(setting: Setting, state: State, read: Result) -> State:
    """The position in which a result as read off the chart is in force, and who took part has done so."""
    spent = state.spent
    for side in ("attacker", "defender"):
        for i in state.fight.side(side):
            spent = mark(spent, i)
    fought, whole = state.fought, setting.scenario.readings["hq_again"] == "no"
    for i in state.fight.side("attacker") if whole else state.fight.attackers:
        fought = mark(fought, i)
    return state._replace(
        rolled=state.fight, result=weather.reduced(setting, state.fight.target, read), read=read, spent=spent,
        fought=fought, began=(state.left, state.at), used=state.spent, job="",
    )  # fmt: skip


def entries(setting: Setting, before: State, after: State) -> list[Line]:
    """Log entries of a result: as it was read, and what the weather makes of it."""
    lines = [Line(say("The result is {x}.", x=str(after.read)), ("4.2.4.order",))]
    if after.result != after.read:
        lines.append(weather.entry(setting, before.fight.target, after.read, after.result))
    return lines
