"""Forts and entrenchments under attack (11.P)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from hexumpire.model.battle import Line
from hexumpire.model.charts import Ladder
from hexumpire.model.text import say, uncapital
from hexumpire.model.trace import Rules
from hexumpire.rulesets.v101125.tables import CRT, FORTS
from hexumpire.rulesets.v101125.vocabulary import MARKS

LADDER: Ladder = CRT.ladder
VOWELS = ("a", "e", "i", "o", "u")
RULES: Mapping[str, Rules] = {
    "fortress": ("11.P.1",), "unimproved_fortress": ("11.P.2",), "improved_fortified_area": ("11.P.3",),
    "fortified_area": ("11.P.4",), "improved_fort": ("11.P.5",), "fort": ("11.P.6",), "damaged_fort": ("11.P.6",),
    "improved_entrenchment": ("11.P.7",), "entrenchment": ("11.P.8",),
}  # fmt: skip
"""The rule of each rung of the ladder."""
FORTRESSES = ("fortress", "unimproved_fortress")
"""Listed among what is reduced (11.P.1, 11.P.2) and then among what combat does not touch (11.P.N)."""


LASTING = ("permanent_fortified_area", "port_fortification", "fortified_zone", *FORTRESSES)
"""Works that combat does not touch, fortresses by a reading (11.P.N)."""


def suffers(column: str) -> bool:
    """Whether an attack on a column is strong enough to bring a work down (11.P.0)."""
    return LADDER.names.index(column) >= LADDER.names.index(FORTS["first_column"])


def after(work: str, column: str, reading: str = "yes") -> str:
    """The work that is left after an attack on a column; empty when it is removed (11.P.1 to 11.P.8).

    Works that are on no rung of the ladder stay as they are (11.P.N); ``reading`` is ``fortress_reduced``.
    """
    if not suffers(column) or (work in FORTRESSES and reading == "no"):
        return work
    left: str = FORTS["ladder"].get(work, work)
    return left


def lasting(works: Iterable[str], column: str, reading: str) -> list[str]:
    """The works that an attack on a column, which brings down others, leaves as they are (11.P.N)."""
    return [work for work in works if work in LASTING and suffers(column) and after(work, column, reading) == work]


def told(before: str, left: str) -> str:
    """What the log says of a work that came down; empty when it did not."""
    if before == left:
        return ""
    if not left:
        return say("The attack removes the {work}.", work=uncapital(MARKS[before]))
    what = uncapital(MARKS[left])
    text = "The attack reduces the {work} to a {left}."
    if what.startswith(VOWELS):
        text = "The attack reduces the {work} to an {left}."
    return say(text, work=uncapital(MARKS[before]), left=what)


def captured(work: str) -> str:
    """The capturer's next phase in which a work that was taken is removed; empty of one that stays (11.P.N).

    The other side may take it back before that.
    """
    return "initial" if work == "fortified_zone" else ""


def lines_of_capture(works: Iterable[str]) -> Iterator[Line]:
    """What becomes of the works of a hex that was taken (11.P.N)."""
    for work in works:
        phase = captured(work)
        if phase:
            text = "The {work} is removed in the capturer's next {phase} phase, unless it is taken back before."
            yield Line(say(text, work=uncapital(MARKS[work]), phase=phase), ("11.P.N",))
