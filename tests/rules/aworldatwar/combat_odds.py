"""How an attack may end, with exact chances, by the second reading: every face of every die, one after another.

``combat_course.py`` says what may be lost and what comes then; here somebody decides. Either both sides do as their
stated policy says, or each does what is best for an objective, as is found by trying everything.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from math import prod
from typing import Any

from tests.rules.aworldatwar.combat_course import Counts, Course, Inside, Losses
from tests.rules.aworldatwar.combat_reference import SUPPORT, Attack, Document, Round, beside, sizes

MEASURES = ("hex", "attacker_lost", "defender_lost", "rounds", "breakthrough")
Ending = tuple[str, tuple[int, ...]]
"""How it is called, and what each of the measures comes to."""
Chances = Mapping[Ending, Fraction]
Ways = list[tuple[Any, Callable[[], Chances]]]
"""What a side may do, each with what may come of it."""
OTHER = {"attacker": "defender", "defender": "attacker"}
FIRST_TO_GO = (
    "replacement",
    "partisan",
    "infantry",
    "air",
    "mechanized",
    "destroyer",
    "chindit",
    "commando",
    "marine",
    "airborne",
    "armor",
    "fleet",
)
"""What the policies give up first."""
CHEAP = 300
"""Sets of losses that are looked at; a battle with more of them is left out."""
SITUATIONS = 400
"""Situations that are looked at; a battle with more of them is left out."""


class TooLargeError(Exception):
    """There is too much to try."""


def mixed(parts: Iterable[tuple[Fraction, Chances]]) -> Chances:
    """Chances of several things, each with its own."""
    found: dict[Ending, Fraction] = {}
    for weight, chances in parts:
        for end, p in chances.items():
            found[end] = found.get(end, Fraction(0)) + weight * p
    return found


class Odds:
    """Chances of one attack."""

    def __init__(self, document: Document) -> None:
        self.a = Attack(document)
        self.full = sizes(self.a)
        self.known: dict[Any, Chances] = {}

    # --- who decides; a subclass says how

    def decide(self, side: str, asked: str, ways: Ways, now: Any) -> Chances:
        """What comes of the way that a side takes."""
        raise NotImplementedError

    def one(
        self, side: str, sets: Iterable[Losses], then: Callable[[Losses], Chances], r: Round, asked: str
    ) -> Chances:
        """A side gives up one of several sets of counters."""
        ways: Ways = [(way, lambda way=way: then(way)) for way in sorted(sets)]
        return ways[0][1]() if len(ways) == 1 else self.decide(side, asked, ways, r)

    # --- the course of it

    def whole(self) -> Chances:
        """From the beginning."""
        picks = self.a.picks()
        if picks == [{}]:
            return self.round(self.full, {}, 1)
        side = "attacker" if self.a.reads("pearl_picker", "attacker") else "defender"
        ways: Ways = []
        for way in picks:
            ways.append((tuple(sorted((k, n) for k, n in way.items() if n)), lambda way=way: self.without(way)))
        return self.decide(side, "pick", ways, Round(self.a, self.full, 1))

    def without(self, aside: Mapping[str, int]) -> Chances:
        """12.19: some are left out from the beginning."""
        self.a.aside, self.known = aside, {}
        return self.round(self.full, {}, 1)

    def round(self, left: Counts, rested: Counts, number: int) -> Chances:
        """A round, ``rested`` of the old edition's air no longer being in it."""
        mark = number, tuple(sorted(left.items())), tuple(sorted(rested.items()))
        if mark not in self.known:
            if len(self.known) >= SITUATIONS:
                raise TooLargeError
            self.known[mark] = self._round(left, rested, number)
        return self.known[mark]

    def _round(self, left: Counts, rested: Counts, number: int) -> Chances:
        own = Course(self.a, left, number)
        if prod(n + 1 for n in own.r.now.values()) > CHEAP:
            raise TooLargeError
        if own.r.column is None:
            return self.lose(own, own.wiped(), rested)
        faces = own.r.results()
        each = {result: self.result(own, result, rested) for result in set(faces)}
        return mixed((Fraction(1, len(faces)), each[result]) for result in faces)

    def result(self, own: Course, result: str, rested: Counts) -> Chances:
        """A result: first the questions that it raises, then the losses (15.53, 15.55)."""
        ways = own.ways(result)
        first = "defender" if result != "d" or self.a.reads("conversion_order", "defender") else "attacker"
        soft = any("convert" in path for path in ways)

        def ask(path: tuple[str, ...], side: str) -> Chances:
            if path in ways:
                return self.lose(own, ways[path], rested)
            place = len(path)
            answers = dict.fromkeys(full[place] for full in ways if full[:place] == path)
            asked = "choose" if side == "attacker" else "convert"
            return self.decide(side, asked, [(x, lambda x=x: ask((*path, x), OTHER[side])) for x in answers], own.r)

        return ask((), first if soft else "attacker")

    def lose(self, own: Course, sets: set[Losses], rested: Counts) -> Chances:
        """What is lost is chosen, by each side of its own; then it goes on."""

        def part(way: Losses, side: str) -> Losses:
            return tuple(one for one in way if self.a.units[one[0]]["side"] == side)

        def ours(mine: Losses) -> Chances:
            theirs = {part(way, "defender") for way in sets if part(way, "attacker") == mine}
            whole = {part(way, "defender"): way for way in sets if part(way, "attacker") == mine}
            asked = "exchange" if mine else "pay"
            return self.one("defender", theirs, lambda way: self.then(own, whole[way], rested), own.r, asked)

        return self.one("attacker", {part(way, "attacker") for way in sets}, ours, own.r, "pay")

    def then(self, own: Course, lost: Losses, rested: Counts) -> Chances:
        """An end, an advance, or the question whether to go on."""
        then, left = own.then(lost)
        if then == "advance":
            return self.advance(own, left, {}, rested)
        if then != "again":
            return self.end(own, then, left, {}, rested)
        ways: Ways = [("on", lambda: self.on(own, left, rested)), ("off", lambda: self.off(own, left, rested))]
        return self.decide("attacker", "again", ways, own.following(left))

    def off(self, own: Course, left: Counts, rested: Counts) -> Chances:
        """No further round."""
        then, after = own.hold(dict(left))
        return self.end(own, then, after, {}, rested)

    def on(self, own: Course, left: Counts, rested: Counts) -> Chances:
        """A further round, without the air that is over the old limit (15.632, 15.71)."""

        def without(now: Counts, gone: Losses) -> dict[str, int]:
            return {k: n - dict(gone).get(k, 0) for k, n in now.items()}

        def fly(there: dict[str, int]) -> Chances:
            return self.one(
                "attacker",
                own.beyond(Round(self.a, there, own.number + 1), "attacker"),
                lambda out: go(there, out),
                own.r,
                "rest",
            )

        def go(there: dict[str, int], out: Losses) -> Chances:
            after = without(there, out)
            resting = {k: rested.get(k, 0) + dict(out).get(k, 0) for k in {*rested, *dict(out)}}
            if Round(self.a, after, own.number + 1).barred():
                return self.off(own, after, resting)
            return self.round(after, resting, own.number + 1)

        def theirs(there: dict[str, int]) -> Chances:
            return self.one(
                "defender",
                own.beyond(Round(self.a, there, own.number), "defender"),
                lambda lost: fly(without(there, lost)),
                own.r,
                "trim",
            )

        mine = own.beyond(Round(self.a, left, own.number), "attacker")
        return self.one("attacker", mine, lambda lost: theirs(without(left, lost)), own.r, "trim")

    def advance(self, own: Course, left: Counts, inside: Inside, rested: Counts) -> Chances:
        """One after another may advance."""
        moves = own.moves(left, inside)
        if not moves:
            return self.end(own, own.won(left, inside), own.entered(left, inside), inside, rested)
        ways: Ways = []
        for move in sorted(moves):
            more = {**inside, move: inside.get(move, 0) + 1}
            ways.append((move, lambda more=more: self.advance(own, left, more, rested)))
        stay = own.won(left, inside), own.entered(left, inside)
        ways.append(("stay", lambda: self.end(own, *stay, inside, rested)))
        return self.decide("attacker", "advance", ways, {at for _, at in inside})

    def end(self, own: Course, then: str, left: Counts, inside: Inside, rested: Counts) -> Chances:
        """It is over."""
        lost = {"attacker": 0, "defender": 0}
        for key, u in self.a.units.items():
            if u["type"] != "flak":
                lost[u["side"]] += (self.full[key] - rested.get(key, 0) - left[key]) * own.r.worth(key)
        through = int(own.breaks(inside))
        found = (int(then == "taken"), lost["attacker"], lost["defender"], own.number, through)
        return {(then, found): Fraction(1)}


class Best(Odds):
    """Both sides do what is best for an objective, of which the attacker wants much."""

    def __init__(self, document: Document, weights: Mapping[str, int]) -> None:
        super().__init__(document)
        self.weights = weights

    def worth(self, chances: Chances) -> Fraction:
        """What the objective comes to."""
        found = Fraction(0)
        for (_, numbers), p in chances.items():
            found += p * sum(self.weights.get(key, 0) * n for key, n in zip(MEASURES, numbers, strict=True))
        return found

    def decide(self, side: str, asked: str, ways: Ways, now: Any) -> Chances:
        """Whatever is worth most, or least."""
        best = max if side == "attacker" else min
        return best((way() for _, way in ways), key=self.worth)


class Stated(Odds):
    """Both sides do as a policy says."""

    def __init__(self, document: Document, attacker: str, defender: str) -> None:
        super().__init__(document)
        self.attacker, self.defender = attacker, defender

    def decide(self, side: str, asked: str, ways: Ways, now: Any) -> Chances:
        """The way of the policy."""
        by_name = dict(ways)
        if asked == "choose":
            return by_name["exchange" if self.attacker == "press" and self.exchanges(now) else "keep"]()
        if asked == "convert":
            return by_name["convert" if self.defender == "steady" else "keep"]()
        if asked == "again":
            even = any(r.attack >= r.defence for r in now.values())
            return by_name["on" if self.attacker == "press" or (self.attacker == "steady" and even) else "off"]()
        if asked == "advance":
            return by_name[self.enters([way for way in by_name if way != "stay"], now)]()
        return by_name[self.gives(asked, [*by_name], now)]()

    def exchanges(self, r: Round) -> bool:
        """Whether an exchange clears the hex: by 15.54 it always does."""
        return r.attack > r.defence or Course(self.a, r.left, r.number).early()

    def enters(self, moves: list[tuple[str, str]], inside: set[str]) -> tuple[str, str]:
        """The strongest, into a hex that nobody is in yet if there is one."""
        rank = {move: (move[1] not in inside, self.a.units[move[0]]["factors"]) for move in moves}
        first = [*self.a.units], [*self.a.targets]
        return max(
            sorted(moves, key=lambda move: (first[0].index(move[0]), first[1].index(move[1]))), key=lambda m: rank[m]
        )

    def gives(self, asked: str, ways: list[Losses], r: Round) -> Losses:
        """The cheapest counter first, one after another; what pays more is not asked for any more after that.

        Counters that differ in nothing are asked for together.
        """
        keys = sorted({key for way in ways for key, _ in way}, key=lambda key: self.place(asked, key, r))
        starts = {key: next(n for n, k in enumerate(keys) if self.like(k) == self.like(key)) for key in keys}
        given: dict[str, int] = {}
        start = 0
        while tuple(sorted(given.items())) not in ways:
            able = []
            for key in keys[start:]:
                more = {**given, key: given.get(key, 0) + 1}
                behind = {k: n for k, n in given.items() if keys.index(k) < starts[key]}
                rest = [way for way in ways if {k: n for k, n in way if keys.index(k) < starts[key]} == behind]
                if any(all(dict(way).get(k, 0) >= n for k, n in more.items()) for way in rest):
                    able.append(key)
            key = min(able, key=lambda k: (FIRST_TO_GO.index(self.a.units[k]["type"]), self.a.units[k]["factors"]))
            given[key] = given.get(key, 0) + 1
            start = 0 if asked == "pick" else starts[key]
        return tuple(sorted(given.items()))

    def place(self, asked: str, key: str, r: Round) -> tuple[int, ...]:
        """In which order counters are asked for: those that pay most first, ground units before others."""
        alike = [self.like(k) for k in self.a.units]
        number = [*self.a.units].index(key)
        pays = 0 if asked == "pick" else -r.worth(key)
        if asked == "exchange":  # a defender pays what it counts in the odds, and who is air by itself
            threefold = 3 if r.landed and not self.a.reads("das_losses", "plain") else 1
            pays *= threefold if self.a.units[key]["type"] == "air" else max(1, r.net(key))
        group = 0 if asked == "pick" else alike.index(self.like(key))
        return pays, self.a.units[key]["type"] in SUPPORT, group, number

    def like(self, key: str) -> Any:
        """What makes counters differ for the rules."""
        u, a = self.a.units[key], self.a
        by_factors = u["type"] in ("air", "destroyer")
        skipped = {"id", "count", "at", "movement"} | ({"factors"} if by_factors else set())
        sides = [sorted(a.marks(at, u["at"])) if u["at"] in beside(at) else None for at in a.targets]
        facts = tuple(sorted((k, repr(v)) for k, v in u.items() if k not in skipped))
        return facts, repr(sides), u["at"] if u["at"] in a.targets else ""
