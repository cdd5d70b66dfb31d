"""What the log says of movement: of retreats and of advances, and of the markers that they leave."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction

from hexumpire.kit.places import mention
from hexumpire.model.battle import Line
from hexumpire.model.text import capital, joined, listed, say
from hexumpire.model.trace import Rules
from hexumpire.rulesets.v101125.fight import HASTY, OVERRUN
from hexumpire.rulesets.v101125.rules import advance, bouts, entries, routes, sides
from hexumpire.rulesets.v101125.rules.flow import Flow
from hexumpire.rulesets.v101125.rules.sides import OTHER
from hexumpire.rulesets.v101125.state import State


def step(flow: Flow, before: State, place: str) -> Iterator[Line]:
    """A hex of a retreat, what it costs, and the marker that it leaves."""
    side = OTHER[before.bout.side]
    yield Line(
        say("The {side} retreats to {place}.", side=sides.NAMES[side], place=mention(place)), ("11.Q.2.0",), side
    )
    yield from _interdicted(flow, before, side)
    yield from zones(routes.points(flow.setting, before, place), ("11.Q.2.d",), side)
    rules = ("11.Q.2.a", "T10.n9")
    way = routes.here(before), place
    yield from _prices(flow, before, bouts.movers(before), way, rules, carries=not before.path)


def _interdicted(flow: Flow, before: State, side: str) -> Iterator[Line]:
    """That the hex which is left costs those who leave it (11.Q.2.e)."""
    level = routes.interdicted(flow.setting, before)
    if level:
        yield Line(say("The hex left is under interdiction {n}.", n=level), ("11.Q.2.e",), side)


def zones(points: Fraction, rules: Rules, side: str) -> Iterator[Line]:
    """What zones of control cost those who enter a hex."""
    if points:
        said = say("Zones of control there cost {points}.", points=entries.points_said(entries.plain(points)))
        yield Line(said, rules, side)


def assaulted(flow: Flow, before: State, place: str) -> Iterator[Line]:
    """That those who retreat attack enemies, what it costs to leave their hex, and the marker that is placed after."""
    side = OTHER[before.bout.side]
    said = say(
        "The {side} retreats into {place} and attacks the enemies there.", side=sides.NAMES[side], place=mention(place)
    )
    yield Line(said, ("11.Q.2.i",), side)
    yield from _interdicted(flow, before, side)
    told: dict[int, list[str]] = {}
    for i in bouts.movers(before):
        more = routes.price(flow.setting, before, (routes.here(before), place), i, not before.path)
        told.setdefault(more, []).append(flow.payers.name(before, i))
    yield waits(told, side)


def waits(markers: Mapping[int, Iterable[str]], side: str) -> Line:
    """The markers of units that go into a hex to attack there, which are placed once that fight is over (11.Q.2.i)."""
    text = "{parts} once that fight is over, without the price of zones of control."
    return Line(say(text, parts=_parts(markers)), ("11.Q.2.i", "11.Q.2.a"), side)


def advanced(flow: Flow, before: State, numbers: Iterable[int]) -> list[Line]:
    """Who advanced, and the markers that it leaves: none on those who overrun, who pay movement points (T10.o).

    Nor on those who have landed and fought in the hex (11.R.0).
    """
    numbers = tuple(numbers)
    names = listed(say("the {unit}", unit=flow.payers.name(before, i)) for i in numbers)
    place = routes.goal(before)
    verb = "{names} advances into {place}." if len(numbers) == 1 else "{names} advance into {place}."
    landed = {i for i in numbers if routes.lands(flow.setting, before, i)}
    cited: Rules = ("11.Q.1a", *(("11.R.0",) if landed else ()))
    found = [Line(say(verb, names=capital(names), place=mention(place)), cited, before.bout.side)]
    if before.bout.kind == OVERRUN:
        return found
    by_start: dict[str, list[int]] = {}
    for i in (i for i in numbers if i not in landed):
        by_start.setdefault(before.at[i], []).append(i)
    rules: Rules = ("11.Q.1b", "11.Q.0")
    if before.bout.kind == HASTY:
        rules = (*rules, "11.C.9")
    if routes.deadlocked(before):
        rules = (*rules, "11.Q.1.b.1")
    elif before.phase == "force":
        rules = (*rules, "11.Q.1.b", "11.Q.1.b.2")
    for start, some in by_start.items():
        found += _prices(flow, before, some, (start, place), rules)
    if before.phase == "force":
        cost = routes.entering(flow.setting, before, numbers[0])
        found += zones(cost, ("11.Q.1.b.2", "11.Q.2.d"), before.bout.side)
    return found


def _paying_off(flow: Flow, before: State, i: int, retreats: bool) -> str:
    """A unit that advances, and whether it may pay its marker off in the exploitation phase (11.Q.1)."""
    name = flow.payers.name(before, i)
    if retreats or not advance.removable(flow.setting.counters[i].flag("cm")):
        return name
    return say("{unit} (to be paid off in the exploitation phase)", unit=name)


def _prices(
    flow: Flow, before: State, numbers: Iterable[int], way: tuple[str, str], rules: Rules, carries: bool = False
) -> Iterator[Line]:
    """Markers of those who entered a hex, as far as the text tells the price; ``carries``: for their loads, too."""
    told: dict[int, list[str]] = {}
    retreats, numbers = "11.Q.2.a" in rules, tuple(numbers)
    if carries and any(flow.setting.counters[i].unit.number("carries") for i in numbers):
        rules = (*rules, "11.Q.2.h")
    for i in numbers:
        more = routes.price(flow.setting, before, way, i, carries)
        told.setdefault(more, []).append(_paying_off(flow, before, i, retreats))
    if told:
        yield left_with(told, rules)


def left_with(markers: Mapping[int, Iterable[str]], rules: Rules, side: str = "") -> Line:
    """Which markers entering a hex leaves on which units."""
    said = say("{parts}, without the price of zones of control.", parts=_parts(markers))
    return Line(said, rules, side)


def _parts(markers: Mapping[int, Iterable[str]]) -> str:
    """Markers in words, the least first."""
    return joined(
        [
            say("+{n} MP for the {units}", n=n, units=listed(dict.fromkeys(units)))
            for n, units in sorted(markers.items())
        ],
        ", ",
    )
