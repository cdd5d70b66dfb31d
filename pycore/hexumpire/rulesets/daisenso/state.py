"""A position of a battle: only what changes, per piece in the order of ``Attack.pieces``."""

from __future__ import annotations

from typing import NamedTuple

from hexumpire.rulesets.daisenso.board import Places
from hexumpire.rulesets.daisenso.charting import Result
from hexumpire.rulesets.daisenso.lineup import Lineup
from hexumpire.rulesets.daisenso.pieces import Counts

NOTHING = Result("", 0, 0)


class State(NamedTuple):
    """A position.

    ``number``: which target is being attacked; ``left`` and ``at``: steps left and place of each piece; ``spent``:
    bits of pieces that took part in a combat; ``fight``: who is in this one, and until they are named, who may be;
    ``rolled`` and ``began``: who was, and steps left and places, when the die fell; ``result``: in force, weather
    included, ``read`` as the chart has it;
    ``job`` and ``owed``: what is being carried out and how much of it is left; ``joined``: pieces caught up in a rout;
    ``stacks``: hexes of attackers that still have to retreat; ``went``: hexes the defenders entered; ``unmet``:
    results they did not satisfy; ``hit``: the attacker has lost a step; ``fought``: bits of pieces that attacked,
    an HQ that supported among them by the reading;
    ``entered``: bits of pieces that advanced; ``trek``: the unit that is exploiting and how many hexes it has entered;
    ``order``: numbers of the targets attacked so far; ``endings`` of those attacks that are over; ``tally``: hexes that
    defenders retreated in them, and the longest exploitation.
    """

    phase: str
    number: int
    left: Counts
    at: Places
    spent: int
    fight: Lineup
    rolled: Lineup | None = None
    began: tuple[Counts, Places] = ((), ())
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
    trek: tuple[int, int] = (-1, 0)
    order: tuple[int, ...] = ()
    endings: tuple[str, ...] = ()
    tally: tuple[int, int] = (0, 0)
