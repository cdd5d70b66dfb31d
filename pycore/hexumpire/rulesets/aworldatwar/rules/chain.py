"""The chain of exploiting armor: how far each may go beyond the others, and which advances break it (16.32 to 16.47).

All of it speaks of the armor that exploits from one breakthrough hex. A *route* holds the hexes that a unit has entered
in exploitation movement, in order; that of a unit still in the breakthrough hex is empty.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple

from hexumpire.board import hexgrid
from hexumpire.kit.losses import Why
from hexumpire.kit.places import mention
from hexumpire.model.text import say
from hexumpire.model.trace import Rules
from hexumpire.rulesets.aworldatwar.tables import EXPLOITATION

Route = tuple[str, ...]
PACIFIC = "pacific"
"""The theatre in which who goes sideways keeps to the unit before him, and not to the hex (16.47A)."""
TOO_FAR: Rules = ("16.32", "16.33", "16.34", "16.35", "16.36")


class Link(NamedTuple):
    """A unit of the chain: its route, where it stands now, and whether it was eliminated in combat there."""

    route: Route
    at: str
    lost: bool


def hexes_ahead(theatre: str) -> int:
    """How many hexes a unit may go beyond the breakthrough hex, or beyond a route that it duplicates (16.32)."""
    return EXPLOITATION[f"ahead_{theatre}"]


def duplicated(route: Route, others: Iterable[Route], whole: bool = False) -> Route:
    """The longest route of another unit that this one duplicates entirely; empty where there is none (16.33).

    ``whole``: one that is equal counts too.
    """
    found: Route = ()
    for other in others:
        longer = len(other) > len(found) and (len(other) < len(route) or whole)
        if longer and route[: len(other)] == other:
            found = other
    return found


def movement_keeps(routes: Sequence[Route], theatre: str) -> Why:
    """Whether units with these routes form a chain in movement; the reason when one has gone too far (16.32 to 16.36).

    Each has gone no more than so many hexes beyond the breakthrough hex, or beyond the whole route of another one. In
    which order they moved does not count (16.38).
    """
    most = hexes_ahead(theatre)
    for route in routes:
        if len(route) - len(duplicated(route, routes)) > most:
            text = say(
                "{place} lies more than {n} hexes beyond the breakthrough hex and every exploiting unit whose whole "
                "route leads there",
                place=mention(route[-1]), n=most,
            )  # fmt: skip
            if most == 1:
                text = say(
                    "{place} lies more than one hex beyond the breakthrough hex and every exploiting unit whose whole "
                    "route leads there",
                    place=mention(route[-1]),
                )
            return text, TOO_FAR
    return "", ()


def linked(a: str, b: str, theatre: str, passed: Collection[str]) -> bool:
    """Whether two places of a chain hold together (16.47B).

    They are the same or adjacent; or, in Europe, there is one hex between them that armor exploiting from the same
    breakthrough hex has passed through.
    """
    here, there = hexgrid.parse(a), hexgrid.parse(b)
    apart = hexgrid.distance(here, there)
    if apart <= 1 or apart > hexes_ahead(theatre):
        return apart <= 1
    return any(
        hexgrid.distance(hexgrid.parse(place), here) == 1 == hexgrid.distance(hexgrid.parse(place), there)
        for place in passed
    )


def cut_off(home: str, links: Sequence[Link], theatre: str) -> list[int]:
    """Numbers of the units left that trace no chain to the breakthrough hex ``home``, its first link (16.37, 16.47B).

    Units eliminated in combat count as if they stood there still, so that nobody is cut off by losses.
    """
    passed = {place for link in links for place in link.route}
    reached, waiting = [home], [*range(len(links))]
    for place in reached:
        joined = [i for i in waiting if linked(links[i].at, place, theatre, passed)]
        reached += [links[i].at for i in joined]
        waiting = [i for i in waiting if i not in joined]
    return [i for i in waiting if not links[i].lost]


def may_advance(home: str, links: Sequence[Link], number: int, to: str, theatre: str) -> Why:
    """Whether unit ``number`` of a chain may advance into a hex after exploitation combat; the reason when not (16.47).

    It may when it did not go beyond the unit before it in the chain; when it went one hex beyond (Europe); when it went
    as far as it might and advances sideways, into a hex next to the one before (Europe: that it moved through; Pacific:
    of the unit before it). And every unit that is left must still trace the chain back to the breakthrough hex.
    """
    mover = links[number]
    before = duplicated(mover.route, [link.route for i, link in enumerate(links) if i != number], whole=True)
    beyond = len(mover.route) - len(before)
    if beyond and beyond == hexes_ahead(theatre):
        last = (home, *mover.route)[:-1][-1]
        ahead = [link.at for link in links if link.route == before] if before and theatre == PACIFIC else [last]
        if all(hexgrid.distance(hexgrid.parse(place), hexgrid.parse(to)) > 1 for place in ahead):
            names = {"place": mention(to), "place2": mention(ahead[0])}
            text = say("it has gone as far as it may, and {place} is not next to {place2}, the hex before", **names)
            if theatre == PACIFIC:
                text = say(
                    "it has gone as far as it may, and {place} is not next to the unit before it in {place2}", **names
                )
            return text, ("16.47A",)
    after = [link._replace(at=to) if i == number else link for i, link in enumerate(links)]
    lost = cut_off(home, after, theatre)
    if number in lost:
        text = say("in {place} it could not trace the chain to the breakthrough hex", place=mention(to))
        return text, ("16.47B",)
    if lost:
        text = say("the unit in {place} could not trace the chain to the breakthrough hex any more",
                   place=mention(links[lost[0]].at))  # fmt: skip
        return text, ("16.47B", "16.37")
    return "", ()
