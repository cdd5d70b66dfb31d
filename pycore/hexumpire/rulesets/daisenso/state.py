"""Positions: only what changes, per piece in the order of :attr:`.setting.Setting.pieces`."""

from __future__ import annotations

from typing import NamedTuple

from hexumpire.model.trace import Rules
from hexumpire.rulesets.daisenso.charting import Result

Counts = tuple[int, ...]
"""Steps left of each piece; or pieces by index."""
Places = tuple[str, ...]
"""The hex of each piece."""
Reason = tuple[str, Rules]
"""Why something may not be done, with its rules; the reason is empty when it may."""
FREE: Reason = ("", ())
NOTHING = Result("", 0, 0)
NOBODY = -1
NO_TREK = NOBODY, 0
"""Nobody exploits."""


def mark(bits: int, index: int) -> int:
    """Bits of pieces, with that of one more."""
    return bits | 1 << index


def marked(bits: int, index: int) -> bool:
    """Whether a piece is among those whose bits are set."""
    return bits >> index & 1 == 1


class Lineup(NamedTuple):
    """One attack: pieces by index. ``ours`` and ``theirs`` are HQs that give ranged support, or ``NOBODY``."""

    target: str
    attackers: Counts
    defenders: Counts
    ours: int = NOBODY
    theirs: int = NOBODY

    def side(self, side: str) -> Counts:
        """Everybody of a side who takes part, a supporting HQ last."""
        if side == "attacker":
            return self.attackers if self.ours == NOBODY else (*self.attackers, self.ours)
        return self.defenders if self.theirs == NOBODY else (*self.defenders, self.theirs)


NO_FIGHT = Lineup("", (), ())


class State(NamedTuple):
    """A position of the game of attacks.

    ``number``: which target is being attacked; ``left`` and ``at``: steps left and place of each piece; ``spent``:
    bits of pieces that took part in a combat; ``fight``: who is in this one, and until they are named, who may be;
    ``rolled``, ``began`` and ``used``: who was, steps left and places, and who was ``spent``, when the die fell;
    ``result``: in force, weather included, ``read`` as the chart has it;
    ``job`` and ``owed``: what is being carried out and how much of it is left; ``joined``: pieces caught up in a rout;
    ``stacks``: hexes of attackers that still have to retreat; ``went``: hexes the defenders entered; ``unmet``:
    results they did not satisfy; ``hit``: the attacker has lost a step; ``fought``: bits of pieces that attacked,
    an HQ that supported among them by the reading;
    ``entered``: bits of pieces that advanced; ``trek``: the unit that is exploiting and how many hexes it has entered;
    ``order``: numbers of the targets attacked so far; ``endings`` of those attacks that are over; ``tally``: hexes that
    defenders retreated in them, and the longest exploitation; ``ashore``: see :class:`Stage`.
    """

    phase: str
    number: int
    left: Counts
    at: Places
    spent: int
    fight: Lineup
    rolled: Lineup | None = None
    began: tuple[Counts, Places] = ((), ())
    used: int = 0
    result: Result = NOTHING
    read: Result = NOTHING
    job: str = ""
    owed: int = 0
    joined: Counts = ()
    stacks: Places = ()
    went: int = 0
    unmet: int = 0
    hit: bool = False
    fought: int = 0
    entered: int = 0
    trek: tuple[int, int] = NO_TREK
    order: tuple[int, ...] = ()
    endings: tuple[str, ...] = ()
    tally: tuple[int, int] = (0, 0)
    ashore: tuple[str, ...] = ()


class Tally(NamedTuple):
    """What a segment came to: steps lost on both sides, hexes retreated, the longest exploitation, where they end."""

    attacker: int = 0
    defender: int = 0
    retreated: int = 0
    exploitation: int = 0
    place: int = 0


class Stage(NamedTuple):
    """A position of the game of a segment.

    ``phase``: its step; ``left`` and ``at``: steps left and place of each piece; bits of pieces that ``dropped``, are
    ``done`` with as they landed from a Beachhead, took part in a combat (``spent``) and attacked (``fought``);
    ``mover``: who drops; ``order``: numbers of the targets attacked so far, ``endings`` of those attacks, ``tally`` of
    what they came to; ``combat``: the attack being fought, None between attacks; ``ashore``: hexes in which Detachments
    and units for Airdrops have landed that the scenario does not state (4.1.3.1.place, 4.1.4.place).
    """

    phase: str
    left: Counts
    at: Places
    dropped: int = 0
    done: int = 0
    mover: int = NOBODY
    spent: int = 0
    fought: int = 0
    order: tuple[int, ...] = ()
    endings: tuple[str, ...] = ()
    tally: Tally = Tally()
    combat: State | None = None
    ashore: tuple[str, ...] = ()
