"""What the phases of movement share."""

from __future__ import annotations

from dataclasses import replace

from hexumpire.model.battle import Decision
from hexumpire.model.phase import Candidate, Choice
from hexumpire.model.text import say
from hexumpire.rulesets.aworldatwar.rules.marching import March, Marching, Part
from hexumpire.rulesets.aworldatwar.units import describe

RULES = ("13.41",)
PICK = "pick"
"""Key of the phase in which counters are taken in hand."""


class MarchPhase(Choice[March]):
    """A phase of movement: a choice on its board, of which walks look at the first option only."""

    def __init__(self, board: Marching) -> None:
        self.board = board
        self.scenario = board.scenario
        self._judged: tuple[March, tuple[Candidate, ...]] | None = None

    def judged(self, march: March) -> tuple[Candidate, ...]:
        """The candidates, kept of the last position: on a large board there is one for each hex."""
        if self._judged is None or self._judged[0] != march:
            self._judged = march, tuple(self.candidates(march))
        return self._judged[1]

    def node(self, march: March) -> Decision:
        """The question; movement is free, so that walks follow one way through it."""
        open_ones = [one.option for one in self.judged(march) if not one.reason]
        return self.question(march, (open_ones[0], *(replace(option, aside=True) for option in open_ones[1:])))

    def named(self, part: Part) -> str:
        """Counters of a part in words: ``the German 4-6 armor``, or how many of them."""
        return named(self.board, part)

    def part(self, march: March, name: str) -> Part:
        """The counters that an option names, one of them."""
        return next(one for one in self.board.standing(march) if self.board.name(one) == name)._replace(many=1)


def named(board: Marching, part: Part) -> str:
    """Counters of a part in words: ``the German 4-6 armor``, or how many of them."""
    unit = board.units[part.kind]
    if part.many == 1:
        return say("the {x}", x=describe(unit))
    return say("{n} {unit}", n=part.many, unit=describe(unit, part.many))


def hand_of(march: March) -> Part:
    """The counters in hand."""
    assert march.hand is not None
    return march.hand
