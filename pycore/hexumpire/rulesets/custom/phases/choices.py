"""Choices that a result gives: one of several ways, and another round."""

from __future__ import annotations

from collections.abc import Sequence

from hexumpire.model.battle import Decision, Line, Option
from hexumpire.model.text import capital, listed, say
from hexumpire.rulesets.custom.phases.base import CustomPhase
from hexumpire.rulesets.custom.rules import advance, flow, strength, words
from hexumpire.rulesets.custom.state import State


class Choose(CustomPhase):
    """A side chooses one of several ways of a result."""

    key = "choose"

    def node(self, state: State) -> Decision:
        """The ways."""
        sheet, choice = self.setting.sheet, state.todo[0]
        rules = strength.cites(sheet.results[state.result].rule)
        options = tuple(
            Option(f"way:{i}", capital(listed([words.effect_words(sheet, one) for one in way]) or "no effect"), rules)
            for i, way in enumerate(choice.options)
        )
        prompt = say("{side} chooses.", side=self.setting.side_title(choice.side))
        return Decision(choice.side, "choose", prompt, options, rules)

    def apply(self, state: State, action: str) -> State:
        """That way is gone."""
        return flow.chosen(self.setting, state, int(action.removeprefix("way:")))

    def narrate(self, before: State, action: str, after: State) -> Sequence[Line]:
        """What was chosen, and what comes of it."""
        option = next(one for one in self.node(before).options if one.id == action)
        return [
            Line(say("{x}.", x=option.label), option.rules, before.todo[0].side),
            *self.changes(before, after, option.rules),
        ]


class Again(CustomPhase):
    """Whether the attacker fights another round."""

    key = "again"

    def node(self, state: State) -> Decision:
        """On, or not."""
        rules = strength.cites(self.setting.sheet.rounds_rule)
        options = (Option("on", "Fight another round", rules), Option("stop", "Stop here", rules))
        return Decision("attacker", "again", say("Fight round {n}?", n=state.round + 1), options, rules)

    def apply(self, state: State, action: str) -> State:
        """To the next round, or to the end."""
        if action == "on":
            return flow.another(self.setting, state)
        return advance.begin(self.setting, state._replace(again=None))

    def narrate(self, before: State, action: str, after: State) -> Sequence[Line]:
        """What was said."""
        text = "The attacker fights on." if action == "on" else "The attacker stops."
        rules = strength.cites(self.setting.sheet.rounds_rule)
        return [Line(text, rules, "attacker"), *self.changes(before, after, rules)]
