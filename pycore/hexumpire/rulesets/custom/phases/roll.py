"""The dice, one after another, and what they give; a result beyond the ends of the chart without dice."""

from __future__ import annotations

from collections.abc import Sequence

from hexumpire.model.battle import Chance, Decision, Line, Node, Option
from hexumpire.model.text import say
from hexumpire.rulesets.custom.phases.base import CustomPhase
from hexumpire.rulesets.custom.rules import flow, strength, words
from hexumpire.rulesets.custom.state import State


class Roll(CustomPhase):
    """A die falls; with the last one the chart gives the result."""

    key = "roll"

    def node(self, state: State) -> Node:
        """The next die."""
        dice = self.setting.sheet.dice
        number = len(state.dice)
        prompt = say("Roll the die: d{n}", n=dice.sides[number])
        if len(dice.sides) > 1:
            prompt = say("Roll die {n} of {m}: d{k}", n=number + 1, m=len(dice.sides), k=dice.sides[number])
        return Chance(prompt, dice.faces(number), strength.cites(dice.rule, self.setting.sheet.columns.rule))

    def apply(self, state: State, action: str) -> State:
        """The next die, or the result; a result that was agreed on."""
        word, _, what = action.partition("=")
        if word == "!result":
            return flow.take(self.setting, state, what)
        dice = (*state.dice, int(what))
        if len(dice) < len(self.setting.sheet.dice.sides):
            return state._replace(dice=dice)
        result = flow.result_of(self.setting, state, dice)
        return flow.take(self.setting, state._replace(dice=dice), result)

    def narrate(self, before: State, action: str, after: State) -> Sequence[Line]:
        """What the dice say, and what it means."""
        word, _, what = action.partition("=")
        sheet = self.setting.sheet
        if word == "!result":
            return [Line(say("the result is {any}.", any=what)), *self._result(before, what, after)]
        dice = (*before.dice, int(what))
        if len(dice) < len(sheet.dice.sides):
            return [Line(say("The die is {n}.", n=what), strength.cites(sheet.dice.rule))]
        found = strength.figures(self.setting, before)
        value = sheet.dice.value(dice)
        column = sheet.columns.names[found.column]
        text = say("The dice say {n}: column {column}.", n=value, column=column)
        if found.roll and sheet.dice.tens:
            text = say("The dice say {n}, with {k} read as {m}: column {column}.", n=value,
                       k=strength.signed(found.roll), m=flow.counted(sheet, found, value), column=column)  # fmt: skip
        elif found.roll:
            text = say("The dice say {n}, with {k} added {m}: column {column}.", n=value,
                       k=strength.signed(found.roll), m=value + found.roll, column=column)  # fmt: skip
        cell = sheet.row_names[sheet.row(flow.counted(sheet, found, value))], column
        lines = [Line(text, strength.cites(sheet.dice.rule, sheet.columns.rule), cell=cell)]
        return [*lines, *self._result(before, flow.read(self.setting, found, value), after)]

    def _result(self, before: State, result: str, after: State) -> Sequence[Line]:
        one = self.setting.sheet.results[result]
        text = say("{any}: {x}.", any=result, x=words.title_of(self.setting, result))
        rules = strength.cites(one.rule)
        return [Line(text, rules), *self.changes(before._replace(bills=(), notes=()), after, rules)]


class Fixed(Roll):
    """The strength lies beyond the ends of the chart, where a result holds without dice."""

    key = "fixed"

    def node(self, state: State) -> Node:
        """The one thing that happens."""
        result = strength.figures(self.setting, state).fixed
        label = say("The result is {any}", any=result)
        rules = strength.cites(self.setting.sheet.columns.rule)
        prompt = "The chart ends here: no dice are rolled."
        return Decision("attacker", "fixed", prompt, (Option("take", label, rules),), rules)

    def apply(self, state: State, action: str) -> State:
        """That result."""
        return flow.take(self.setting, state, strength.figures(self.setting, state).fixed)

    def narrate(self, before: State, action: str, after: State) -> Sequence[Line]:
        """What it means."""
        return self._result(before, strength.figures(self.setting, before).fixed, after)
