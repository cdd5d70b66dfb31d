"""The dice of a fight, one after another, as they lie on the table (11.B.14, 11.B.16)."""

from __future__ import annotations

from collections.abc import Sequence

from hexumpire.model.battle import Chance, Line
from hexumpire.model.text import say
from hexumpire.rulesets.v101125.phases.attack_phase import AttackPhase, face_of
from hexumpire.rulesets.v101125.rules import course_told, entries, sides
from hexumpire.rulesets.v101125.rules.sides import OTHER
from hexumpire.rulesets.v101125.state import State
from hexumpire.rulesets.v101125.tables import SIX, TEN


class First(AttackPhase):
    """The first of the two main dice."""

    key = "first"

    def node(self, state: State) -> Chance:
        """A six-sided die."""
        text = say("The first of the {side}'s two main dice.", side=sides.NAMES[state.bout.side])
        return Chance(text, SIX, ("11.B.14",), state.bout.side)

    def apply(self, state: State, action: str) -> State:
        """It lies."""
        return state._replace(phase=Second.key, dice=(face_of(action),))

    def narrate(self, before: State, action: str, after: State) -> Sequence[Line]:
        """Its number."""
        return [Line(say("The first main die is {die}.", die=face_of(action)), ("11.B.14",), before.bout.side)]


class Second(AttackPhase):
    """The second of the two main dice."""

    key = "second"

    def node(self, state: State) -> Chance:
        """A six-sided die."""
        text = say("The second of the {side}'s two main dice.", side=sides.NAMES[state.bout.side])
        return Chance(text, SIX, ("11.B.14", "11.B.16", "T10"), state.bout.side)

    def apply(self, state: State, action: str) -> State:
        """Both lie."""
        return self.flow.summed(state, state.dice[0] + face_of(action))

    def narrate(self, before: State, action: str, after: State) -> Sequence[Line]:
        """What they sum up to and, where no ten-sided die is due, the result."""
        total = before.dice[0] + face_of(action)
        found = [entries.main_dice(before, total)]
        return [*found, *entries.result(self.flow, before._replace(dice=(total, 0)), 0)] if after.token else found


class Tenth(AttackPhase):
    """The ten-sided die that may move the column (11.B.14)."""

    key = "tenth"

    def node(self, state: State) -> Chance:
        """A ten-sided die."""
        odds = self.flow.engagement(state).figures.odds
        assert odds is not None
        return Chance(entries.tenth_prompt(odds), TEN, ("11.B.14", "11.B.8"), state.bout.side)

    def apply(self, state: State, action: str) -> State:
        """The column is known."""
        return self.flow.moved(state, self._up(state, action))

    def _up(self, state: State, action: str) -> int:
        """Whether the column moves."""
        odds = self.flow.engagement(state).figures.odds
        return int(odds is not None and face_of(action) <= odds.faces)

    def narrate(self, before: State, action: str, after: State) -> Sequence[Line]:
        """Whether the column moves and, where no other ten-sided die is due, the result."""
        up = self._up(before, action)
        found = [entries.tenth(self.flow, before, face_of(action), up)]
        ready = before._replace(dice=(*before.dice, up))
        return [*found, *entries.result(self.flow, ready, 0)] if after.token else found


class Armour(AttackPhase):
    """The ten-sided die for the fraction of the armour effects (11.J.0)."""

    key = "armour"

    def node(self, state: State) -> Chance:
        """A ten-sided die."""
        return Chance(
            "A ten-sided die for the fraction of the armour effects.", TEN, ("11.J.0", "11.B.16"), state.bout.side
        )

    def apply(self, state: State, action: str) -> State:
        """The modifier is known."""
        return self.flow.read(state, self._bump(state, action))

    def _bump(self, state: State, action: str) -> int:
        """Whether it adds a step."""
        return int(face_of(action) <= self.flow.engagement(state).figures.armour.step.faces)

    def narrate(self, before: State, action: str, after: State) -> Sequence[Line]:
        """What it adds, and the result."""
        bump = self._bump(before, action)
        return [entries.armour(self.flow, before, face_of(action), bump), *entries.result(self.flow, before, bump)]


class Red(AttackPhase):
    """The die of disruption of the side that attacks (Table 6)."""

    key = "red"

    def node(self, state: State) -> Chance:
        """A six-sided die."""
        text = say("The {side}'s die of the disruption table.", side=sides.NAMES[state.bout.side])
        return Chance(text, SIX, ("11.L.2", "T6"), state.bout.side)

    def apply(self, state: State, action: str) -> State:
        """It lies."""
        return self.flow.shaken(state, face_of(action))

    def narrate(self, before: State, action: str, after: State) -> Sequence[Line]:
        """Its number."""
        said = say("The {side}'s die of disruption is {die}.", side=sides.NAMES[before.bout.side], die=face_of(action))
        return [Line(said, ("11.L.2", "T6"), before.bout.side)]


class RedOfDefender(AttackPhase):
    """The die of disruption of the side that is struck (Table 6)."""

    key = "red_defender"

    def node(self, state: State) -> Chance:
        """A six-sided die."""
        side = OTHER[state.bout.side]
        text = say("The {side}'s die of the disruption table.", side=sides.NAMES[side])
        return Chance(text, SIX, ("11.L.2", "T6"), side)

    def apply(self, state: State, action: str) -> State:
        """It lies."""
        return self.flow.shaken(state, face_of(action))

    def narrate(self, before: State, action: str, after: State) -> Sequence[Line]:
        """Both dice, and what follows where no die of a large exchange is due."""
        rolled = before._replace(dice=(*before.dice, face_of(action)))
        found = entries.disruption(self.flow, rolled)
        return (
            found
            if after.phase == Largest.key
            else [*found, *entries.owed(self.flow, rolled, 0), *course_told.course(self.flow, before, after)]
        )


class Largest(AttackPhase):
    """Whose largest unit counts in a large exchange (11.L.1.i)."""

    key = "largest"

    def node(self, state: State) -> Chance:
        """A six-sided die."""
        text, side = "A die for the large exchange: 1-3 {side}'s largest unit, 4-6 {other}'s.", state.bout.side
        return Chance(say(text, side=sides.NAMES[side], other=sides.FOES[side]), SIX, ("11.L.1.i",), side)

    def apply(self, state: State, action: str) -> State:
        """All dice lie."""
        return self.flow.settle(state, self.flow.whose(face_of(action)))

    def narrate(self, before: State, action: str, after: State) -> Sequence[Line]:
        """What is owed now."""
        face = self.flow.whose(face_of(action))
        return [*entries.owed(self.flow, before, face), *course_told.course(self.flow, before, after)]
