"""The modifier of the two main dice: everything that is added to them, line by line (11.B.16)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from hexumpire.model.text import say
from hexumpire.model.trace import Trace
from hexumpire.rulesets.v101125.fight import Fight
from hexumpire.rulesets.v101125.rules import contingents, markers, planned, sides, special, terrain
from hexumpire.rulesets.v101125.setting import Setting


def lines(setting: Setting, fight: Fight) -> Iterator[Trace]:
    """Terrain, special units, contingents, markers, planned steps and what players state; no armour and no odds."""
    yield from terrain.lines(setting, fight, "dm", "11.F.0")
    yield from special.lines(setting, fight)
    yield from contingents.lines(setting, fight)
    yield from _markers(setting, fight)
    yield from planned.lines(fight)
    other = int(setting.scenario.condition("other_dm"))
    if other and not fight.turned:
        yield Trace("other modifiers, as stated", other, ("11.B.16",))


def drops_markers(fight: Fight, readings: Mapping[str, str]) -> bool:
    """Whether by the reading ``markers_in_chain`` earlier markers do not count in a forced attack (11.L.1.d.iii)."""
    return fight.is_forced and readings["markers_in_chain"] == "drop"


def marker_of_defender(fight: Fight) -> int:
    """The highest MP marker in the defenders' hex, of guests as well, but not of units held out (11.Q.1, 11.A.3)."""
    return max((piece.marker for piece in fight.defenders if piece.counter.index not in fight.idle), default=0)


def _markers(setting: Setting, fight: Fight) -> Iterator[Trace]:
    """The highest MP marker of each side (T10.n6, T10.n7)."""
    ours = max((piece.marker for piece in fight.attackers), default=0)
    theirs = marker_of_defender(fight)
    if drops_markers(fight, setting.scenario.readings):
        if ours or theirs:
            why = "by the reading chosen, earlier markers do not count in a forced attack"
            yield Trace("MP markers", None, ("11.L.1.d.iii",), skipped=True, note=why)
        return
    reading = setting.scenario.readings["marker_steps"]
    if theirs:
        label = say("the {other}'s MP marker", other=sides.FOES[fight.side])
        yield Trace(label, markers.modifier(0, theirs, reading), ("T10.n6",))
    if ours:
        label = say("the {side}'s MP marker", side=sides.NAMES[fight.side])
        yield Trace(label, markers.modifier(ours, 0, reading), ("T10.n7",))


def total(setting: Setting, fight: Fight) -> Trace:
    """The sum of those lines."""
    found = tuple(lines(setting, fight))
    return Trace("Main dice", sum(int(line.value or 0) for line in found), ("11.B.16",), "sum", found)


def asks(fight: Fight) -> Iterator[str]:
    """The reading on markers, where a unit has one."""
    if any(piece.marker for piece in (*fight.attackers, *fight.defenders)):
        yield "marker_steps"
        if fight.is_forced:
            yield "markers_in_chain"
