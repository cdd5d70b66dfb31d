"""A sitting of many battles, all through the page's buttons: no error, no lost battle, no growth, and no network.

After the first load the network is cut, where the browser keeps the page. Every example of every game comes in turn,
each under a title of its own; each is fought, partly taken back, and left for the next:
from the fight, where it stays as it is, or by way of its set-up, which takes back its steps. Now and then the list of
battles is compared with what was left, and one of them is opened again. Memory, or where a browser does not tell of
it the document and what is kept, is measured with the same battle on the table: early, and at the end.
"""

from __future__ import annotations

import time
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from tests.bench.memory import BUDGETS, measure
from tests.browsers import PlaywrightPlayer
from tests.endure.seats import Fault, Look, Place, Seat, Wish, differs, games, opened

MOST_STEPS = 40
"""A battle that goes on longer is left as it is, as players leave some."""
LISTED = 30  # battles that the page keeps
SAMPLED = 12  # battles from one look into the list to the next
GROWTH = {"nodes": 150, "kept": 400_000}
"""So much more, in elements and in letters, may there be at the end than early, in any browser."""
ALIKE = 30  # letters with which faults begin that are told once
STORED = 4_000_000  # letters in all: browsers give five million to a site


@dataclass
class Left:
    """The battles as they were left, the last one first, as the page's list has them."""

    looks: dict[str, Look | None] = field(default_factory=dict)
    order: list[str] = field(default_factory=list)

    def put(self, title: str, look: Look) -> None:
        """Note a battle that has been left."""
        self.looks[title] = look
        self.order = [title, *(one for one in self.order if one != title)][:LISTED]

    def set_up(self) -> None:
        """The last battle has gone back to its set-up, which takes back all of its steps."""
        if self.order:
            self.looks[self.order[0]] = None


@dataclass
class Sitting:
    """One sitting at one browser."""

    wish: Wish
    place: Place
    seat: Seat
    left: Left = field(default_factory=Left)
    sizes: list[dict[str, int]] = field(default_factory=list)
    counted: Counter[str] = field(default_factory=Counter)
    examples: set[tuple[str, str]] = field(default_factory=set)
    faults: list[Fault] = field(default_factory=list)
    known: Counter[str] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        self.games = games(self.seat)
        self.nth = dict.fromkeys(self.games, 0)
        self.of: dict[str, int] = {}
        self.trying = ""
        self.session = None
        if self.place.profile and self.wish.browser == "chromium":
            assert isinstance(self.seat.player, PlaywrightPlayer) and self.place.context
            self.session = self.place.context.new_cdp_session(self.seat.player.page)
            self.session.send("Performance.enable")

    def weigh(self) -> None:
        """Measure, with the same battle on the table each time."""
        self.seat.do("put", {"game": self.games[0], "nth": 0, "title": ""})
        self.seat.do("settled")
        found: dict[str, int] = self.seat.script("return hands.size()")
        if self.session:
            assert isinstance(self.seat.player, PlaywrightPlayer)
            found |= {
                f"{name} ": value
                for name, value in measure(self.seat.player.page, self.session, self.place.profile).items()
            }
        self.sizes.append(found)

    def battle(self, number: int) -> None:
        """One battle, from the list of examples to wherever it ends."""
        fresh = [game for game in self.games if self.nth[game] < self.of.get(game, 1)]
        game = (fresh or self.games)[number % len(fresh or self.games)]
        title = f"Endured {number}"
        words = {"game": game, "nth": self.nth[game], "title": title, "straight": number % 5 != 3}
        if not words["straight"]:
            self.left.set_up()
        self.trying = f"battle {number} ({game}, example {self.nth[game]})"
        chances = {"seed": self.wish.seed * 100_000 + number, "most": MOST_STEPS}
        found: dict[str, Any] = self.seat.do("battle", words | chances)
        self.nth[game] += 1
        self.of[game] = found["of"]
        self.examples.add((game, found["example"]))
        for kind in ("face", "roll", "option", "losses", "undo", "putback", "again"):
            self.counted[kind] += found[kind]
        self.counted[f"battles: {found['ended']}"] += 1
        self.left.put(title, found["look"])
        for one in self.seat.wrong():
            self.note(f"battle {number} ({game}, {found['example']})", one)

    def note(self, where: str, fault: Fault) -> None:
        """Note what went wrong; of faults that begin alike, the first one."""
        alike = fault[:ALIKE]
        if not self.known[alike]:
            self.faults.append(f"{where}: {fault}")
        self.known[alike] += 1

    def sample(self, number: int) -> None:
        """The list holds what was left, and one of it opens as it was left."""
        found = [card["title"] for card in self.seat.do("list")]
        if found != self.left.order:
            lost = [title for title in self.left.order if title not in found]
            self.faults.append(f"after battle {number}: the list lacks {lost}; it has {found[:5]} ... in this order")
            return
        title = self.wish.chance("reopen", number).choice(found)
        look = self.seat.do("reopen", title)
        left = self.left.looks[title]
        for one in differs(left, look, but=("choices",)) if left else []:
            self.faults.append(f"after battle {number}: {title} opened again differs in {one}")
        self.left.put(title, look)
        self.counted["opened again"] += 1

    def all_seen(self) -> bool:
        """Whether every example has been on the table."""
        return len(self.of) == len(self.games) and all(self.nth[game] >= self.of[game] for game in self.games)

    def grown(self) -> list[Fault]:
        """What has grown too much from the early measure to the one at the end."""
        if len(self.sizes) < 2:
            self.wish.tell("    too few battles to judge growth: every example must have been fought before")
            return []
        early, end = self.sizes
        may = GROWTH | ({f"{name} ": more for name, (_, more) in BUDGETS.items()} if self.session else {})
        self.wish.tell(f"    {'':12}{'early':>14}{'end':>14}{'may grow':>14}")
        for name, more in may.items():
            self.wish.tell(f"    {name:12}{early[name]:14,}{end[name]:14,}{more:14,}")
        found = [
            f"{name.strip()} grew from {early[name]:,} to {end[name]:,}"
            for name in may
            if end[name] - early[name] > may[name]
        ]
        if end["kept"] > STORED:
            found.append(f"{end['kept']:,} letters are kept, of five million that there is room for")
        return found


def sat(sitting: Sitting) -> None:
    """All battles of a sitting."""
    wish = sitting.wish
    early = max(wish.battles // 10, LISTED)
    for number in range(wish.battles):
        sitting.battle(number)
        if number % SAMPLED == SAMPLED - 1:
            sitting.sample(number)
        if not sitting.sizes and number + 1 >= early and sitting.all_seen():
            sitting.weigh()
            wish.tell(f"    measured after {number + 1} battles")
        if len(sitting.faults) > 20:
            sitting.faults.append("... no more battles are fought")
            return
    sitting.sample(wish.battles)
    sitting.weigh()


def sitting(wish: Wish) -> list[Fault]:
    """Fight so many battles in one sitting."""
    with opened(wish.browser, weighed=wish.browser == "chromium") as place:
        seat = place.tab().open(place.url)
        how = place.offline(seat)
        if how == "the server is off":
            seat.reload()
        wish.tell(f"    {how}")
        one = Sitting(wish, place, seat)
        start = time.monotonic()
        try:
            sat(one)
            seat.reload()  # as at the next sitting
            found = [card["title"] for card in seat.do("list")]
            if found != one.left.order:
                one.faults.append(f"after the page was loaded again, the list is {found}, not {one.left.order}")
        except AssertionError as error:
            one.faults.append(f"{one.trying}: {str(error)[:1500]}\n    at {seat.address()[:2000]}")
        spent = time.monotonic() - start
        said = ", ".join(f"{name} {count}" for name, count in sorted(one.counted.items()))
        wish.tell(f"    {sum(one.nth.values())} battles in {spent:.0f} s; {said}")
        wish.tell(
            f"    examples: {len(one.examples)} of {sum(one.of.values())}, games: {len(one.of)} of {len(one.games)}"
        )
        often = [f"{number} times: {fault} ..." for fault, number in one.known.items() if number > 1]
        for line in often:
            wish.tell(f"    {line}")
        return [*one.faults, *seat.wrong(), *one.grown()]
