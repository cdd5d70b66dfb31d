"""Overrides: what players may agree on against the rules; the log marks it as agreed."""

from __future__ import annotations

from hexumpire.model.battle import Line, Option
from hexumpire.model.text import say
from hexumpire.rulesets.v101125.rules import course_told
from hexumpire.rulesets.v101125.rules.flow import Flow
from hexumpire.rulesets.v101125.rules.odds import COLUMNS
from hexumpire.rulesets.v101125.state import State
from hexumpire.rulesets.v101125.tables import CRT

CELLS = tuple(sorted({cell for row in CRT.cells for cell in row}))
"""Every result of the table."""


def overrides(flow: Flow, state: State) -> list[Option]:
    """A result in place of the main dice; the retreat as agreed; the end of the battle."""
    found = []
    if state.phase == "first":
        found += [Option(f"!result={cell}", say("Set the result {cell}", cell=cell)) for cell in CELLS]
    if state.phase == "pay":
        found.append(Option("!spare", "The rest of this is spared"))
    if state.phase == "retreat":
        found.append(Option("!retreated", "The retreat is carried out as agreed"))
    if state.phase not in ("over", "pay"):
        found.append(Option("!end", "The battle ends here"))
    return found


def overrule(flow: Flow, state: State, action: str) -> State:
    """The position after an override."""
    verb, _, what = action[1:].partition("=")
    if verb == "result":
        figures = flow.engagement(state).figures
        place = figures.place()
        return flow.resulted(state, what, COLUMNS[place.column], figures.final(place, figures.dm()))
    if verb == "spare":
        return flow.spared(state)
    if verb == "retreated":
        return flow.after_retreat(state._replace(path=()))
    bare = flow.settled(state)
    return flow.over(bare._replace(held=None, behind=None, owed=()))


def told(flow: Flow, before: State, action: str, after: State) -> list[Line]:
    """Log entries for an override."""
    verb, _, what = action[1:].partition("=")
    if verb == "result":
        return [Line(say("the result is {cell}.", cell=what), ("T10",))]
    before = before if after.held else before._replace(held=None)
    text = {"spare": "the rest is spared.", "retreated": "the retreat is carried out.", "end": "the battle ends."}[verb]
    return [Line(text, ("11.B.16",)), *course_told.course(flow, before, after)]
