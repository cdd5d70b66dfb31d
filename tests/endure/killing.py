"""A tab that is killed after any step: opened again it shows the position, and undo gives back the step before.

A battle of each game is fought, and after every step the tab ends without a word to its page, at one of some moments:

    kept        when the step is kept and its link stands in the address: not a thing may be lost from then on
    painted     when the new position has just been painted, or 100 ms later: the step may be lost, not more
    pressed     30 ms after the press

Then the address is opened in a new tab, or the tab is loaded again, as browsers do with one that they had thrown away.
In Chromium the process of the tab is ended; elsewhere, and where a tab is loaded again, all that it writes from that
moment on comes to nothing. What is printed is how long it took from the paint of a step until it was kept and until
it stood in the address, and how many steps were lost at which moment; no time is a failure.
"""

from __future__ import annotations

import statistics
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from tests.endure.keeping import same
from tests.endure.seats import Fault, Place, Seat, Wish, games, opened

STEPS = 10  # of each game
MANY = 12  # faults, after which a game is left
BAR = 100  # ms from the paint of a step until it is kept
MOMENTS: tuple[tuple[str, int | None], ...] = (
    ("kept", None),
    ("painted", 0),
    ("kept", None),
    (f"painted + {BAR} ms", BAR),
    ("pressed + 30 ms", -30),
)
WAYS = ("a new tab", "loaded again")


@dataclass
class Killing:
    """What has been found in one browser."""

    wish: Wish
    place: Place
    seat: Seat
    faults: list[Fault] = field(default_factory=list)
    times: list[dict[str, float]] = field(default_factory=list)
    ended: Counter[tuple[str, str]] = field(default_factory=Counter)
    lost: Counter[tuple[str, str]] = field(default_factory=Counter)

    def again(self, way: str, address: str) -> None:
        """The tab is killed and comes back."""
        if way == "loaded again":
            self.seat.script("hands.writing.dead = true")
            self.seat.reload()
        else:
            self.seat.die()
            self.seat = self.place.tab().open(address)
        self.seat.do("calm")

    def step(self, what: str, number: int) -> bool:
        """One step, the end of the tab, and what is there afterwards; False when there is no step."""
        moment, after = MOMENTS[number % len(MOMENTS)]
        way = WAYS[(number // 2) % 2] if moment == "kept" else WAYS[number % 2]
        before = self.seat.look()
        found: dict[str, Any] = self.seat.do("timed", self.wish.seed * 1000 + number, after)
        if not found["kind"]:
            return False
        if after is None:
            self.times.append(found["times"])
        self.faults += [f"{what}: {one}" for one in self.seat.wrong()]
        self.again(way, found["address"])
        self.ended[moment, way] += 1
        now = self.seat.look()
        where = f"{what}, step {number} ({found['kind']}), killed when {moment}, {way}"
        other = same(where, found["look"], now)
        if other and after is not None and not same(where, before, now):
            self.lost[moment, way] += 1
            self.seat.do("settled")  # or what the ended tab had kept would come back at the next end
        elif other:
            self.faults += other
        else:
            self.faults += self.undone(where, before, found["look"])
        self.faults += [f"{where}: {one}" for one in self.seat.wrong()]
        return True

    def undone(self, where: str, before: dict[str, Any], after: dict[str, Any]) -> list[Fault]:
        """Undo gives back the position before the step; putting it back, the one after it."""
        back = self.seat.do("back")
        if back is None:
            return [f"{where}: the step cannot be taken back"]
        found = same(f"{where}, taken back", before, back)
        found += same(f"{where}, put back", after, self.seat.do("putback"))
        self.seat.do("settled")
        return found

    def set_up(self, what: str) -> None:
        """Two counters are put down; after each the tab is killed, and then the change can be undone."""
        for number, way in enumerate(WAYS):
            before = self.seat.do("counters")
            after = self.seat.do("stamp")
            self.seat.do("settled")
            where = f"{what}, set-up changed and kept, killed, {way}"
            self.again(way, self.seat.address())
            if (found := self.seat.do("counters")) != after:
                self.faults.append(f"{where}: the counters are {found}, not {after}")
            elif (found := self.seat.do("undo")) != before:
                self.faults.append(f"{where}: undo gives {found or 'nothing: it is disabled'}, not {before}")
            self.faults += [f"{where}: {one}" for one in self.seat.wrong()]
            if number == 0:
                self.seat.do("settled")


def killing(wish: Wish) -> list[Fault]:
    """Kill tabs in battles of each game."""
    with opened(wish.browser) as place:
        one = Killing(wish, place, place.tab().open(place.url))
        for turn, game in enumerate(games(one.seat)):
            steps = turn
            first = wish.chance("killed", game).randrange(12)
            for nth in range(first, first + STEPS):
                which = {"game": game, "nth": nth, "title": "Killed", "straight": True}
                what = f"{game}, {one.seat.do('put', which)['example']}"
                if nth == first:
                    one.set_up(what)
                    one.seat.do("put", which)
                if not one.seat.do("fight"):
                    continue
                one.seat.do("settled")
                while steps < turn + STEPS and one.step(what, steps):
                    steps += 1
                if steps >= turn + STEPS or len(one.faults) > MANY:
                    break
        told(wish, one)
        return one.faults


def told(wish: Wish, one: Killing) -> None:
    """Print what was measured."""
    for name, said in (("kept", "it is kept"), ("address", "its link is in the address")):
        late = sorted(round(times[name] - times["painted"]) for times in one.times if name in times)
        if late:
            wish.tell(
                f"    from the paint of a step until {said}: "
                f"{late[0]} to {late[-1]} ms, median {statistics.median(late):.0f} ms, of {len(late)} steps"
            )
    painted = sorted(times["painted"] for times in one.times)
    if painted:
        wish.tell(
            f"    from the press until the paint: median {statistics.median(painted):.0f} ms, most {painted[-1]:.0f} ms"
        )
    for moment, way in sorted(one.ended):
        lost = one.lost[moment, way]
        wish.tell(f"    killed when {moment}, {way}: {one.ended[moment, way]} times, {lost} steps lost")
