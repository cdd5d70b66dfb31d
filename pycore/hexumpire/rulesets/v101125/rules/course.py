"""What all parts of the course of a battle share: the fight at hand, its payers, and how it goes on."""

from __future__ import annotations

from abc import ABC, abstractmethod
from functools import cached_property

from hexumpire.rulesets.v101125.rules import bouts, markers, presence
from hexumpire.rulesets.v101125.rules.dues import Engagement
from hexumpire.rulesets.v101125.rules.payers import Payers
from hexumpire.rulesets.v101125.setting import Setting
from hexumpire.rulesets.v101125.state import Bout, State


class Course(ABC):
    """The course of the battle of one scenario.

    ``apart``: it ends where a CA or DL forces a further fight; ``lasts``: other attacks follow, in which the markers of
    this one count.
    """

    def __init__(self, setting: Setting, apart: bool, lasts: bool) -> None:
        self.setting = setting
        self.apart = apart
        self.lasts = lasts
        self._engagements: dict[tuple[Bout, str, tuple[int, ...]], Engagement] = {}
        self.payers = Payers(setting, self.engagement)

    @abstractmethod
    def begin(self, state: State, bout: Bout) -> State:
        """A fight begins."""

    @abstractmethod
    def prepare(self, state: State) -> State:
        """What is said and done before the dice of a fight."""

    @abstractmethod
    def onward(self, state: State) -> State:
        """Carry out what is due as far as nobody has to choose."""

    @abstractmethod
    def after_retreat(self, state: State) -> State:
        """Nobody retreats any more: what is due after that."""

    def engagement(self, state: State) -> Engagement:
        """The fight at hand as its dice found it."""
        mark = state.bout, state.before or state.left, state.marks
        found = self._engagements.get(mark)
        if found is None:
            found = self._engagements[mark] = Engagement(self.setting, bouts.fight(self.setting, *mark))
        return found

    @cached_property
    def blank(self) -> tuple[int, ...]:
        """No markers."""
        return (0,) * len(self.setting.counters)

    def others_wait(self, state: State) -> bool:
        """Whether fights of this battle are to come in which markers count.

        That is the held one, one before whose dice that at hand is fought, and those that are owed or fought again.
        """
        return state.held is not None or presence.is_before(state) or bool(state.owed or state.again)

    def carried(self, marks: tuple[int, ...], more: tuple[int, ...]) -> tuple[int, ...]:
        """Markers with what is added to them; none where no other fight follows, for nothing hangs on them then."""
        return markers.added(marks, more, self.setting.scenario.readings["marker_steps"]) if self.lasts else self.blank
