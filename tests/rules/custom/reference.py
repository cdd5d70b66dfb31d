"""A naive reading of typed-in games: what `docs/your-own-game.md` says of one fight, read off the document of the game.

It shares nothing with the rule code. It takes the documents that players write, the game and the scenario, as they are.
For every round it gives both strengths, the column, the changes of the die and the chance of every result, or says
why there is no such attack; for every result it follows every choice of every side, one after another, to all ends:
losses, retreats, marks, advances, and whether and how another round begins.

Not covered: spellings (heads of columns and rows, effects and changes come as the page writes them), more than one
effect of a result that gives another round, modifiers that displace each other in a ring, the log and its words.
"""

from __future__ import annotations

import re
from collections import Counter as Count
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from itertools import product
from typing import Any, NamedTuple

Document = Mapping[str, Any]
STEPS = {"E": (1, 0), "NE": (1, -1), "NW": (0, -1), "W": (-1, 0), "SW": (-1, 1), "SE": (0, 1)}
OTHER = {"attacker": "defender", "defender": "attacker"}
STRENGTH_OF = {"attacker": "attack", "defender": "defense"}
USUAL: Mapping[str, list[str]] = {
    "AE": ["attacker is eliminated"],
    "DE": ["defender is eliminated"],
    "AR": ["attacker retreats 1"],
    "DR": ["defender retreats 1"],
    "EX": ["exchange"],
    "HX": ["half exchange"],
    "BR": ["both retreat 1"],
    "AX": ["attacker is eliminated", "defender loses as much"],
    "NE": ["no effect"],
    "-": ["no effect"],
    "DX": ["defender is eliminated", "attacker loses as much"],
    "AD": ["attacker is disrupted"],
    "DD": ["defender is disrupted"],
    "P": ["defender is pinned"],
    "CT": ["another round"],
}


class Card(NamedTuple):
    """What is printed on a counter, and what is said of it."""

    unit: str
    side: str
    kind: str
    attack: int
    defense: int
    backs: tuple[int | None, int | None]
    steps: int
    size: int
    range: int
    fields: frozenset[str]
    by: bool


class Piece(NamedTuple):
    """A counter on the board: nowhere when it is gone; ``fights`` in this round."""

    at: str
    lost: int = 0
    marks: frozenset[str] = frozenset()
    fights: bool = False


class Moment(NamedTuple):
    """A position: the counters, what is still to be done, and what the round and its result have brought so far."""

    pieces: tuple[Piece, ...]
    round: int = 1
    shift: int = 0
    roll: int = 0
    todo: tuple[tuple[Any, ...], ...] = ()
    lost: tuple[Fraction, Fraction] = (Fraction(0), Fraction(0))
    had: tuple[Fraction, Fraction] = (Fraction(0), Fraction(0))
    force: tuple[Fraction, Fraction] = (Fraction(0), Fraction(0))
    again: tuple[int, int, bool] | None = None
    may: int = 0


class Odds(NamedTuple):
    """Both strengths, the column (None beyond the chart), what is added to the die, and the chance of each result."""

    attack: Fraction
    defense: Fraction
    column: str | None
    roll: int
    chances: Mapping[str, Fraction]


Ways = tuple[str, list[Moment]]
"""Who decides (nobody where there is nothing to decide), and the positions that he may choose."""


def apart(one: str, other: str) -> int:
    """How many hexes two hexes lie apart."""
    (q, r), (x, y) = ((int(n) for n in at.split(",")) for at in (one, other))
    return max(abs(q - x), abs(r - y), abs(q + r - x - y))


def around(at: str) -> dict[str, str]:
    """The six hexes around a hex, by direction."""
    q, r = (int(n) for n in at.split(","))
    return {way: f"{q + x},{r + y}" for way, (x, y) in STEPS.items()}


def listed(value: Any) -> list[Any]:
    """A list, also of one that stands alone."""
    return list(value) if isinstance(value, list | tuple) else [value]


def span(head: str) -> tuple[int, int]:
    """Least and greatest number of a head."""
    said = str(head)
    if said[0] == "≤":
        return -9999, int(said[1:])
    if said[-1] == "+":
        return int(said[:-1]), 9999
    low, _, high = said.partition(" to ")
    if not high:
        match = re.fullmatch(r"(\d+)-(\d+)", said)
        low, high = match.groups() if match else (said, said)
    return int(low), int(high)


def ratio(head: str) -> Fraction:
    """Attack to defence."""
    left, _, right = head.partition(":")
    return Fraction(left) / Fraction(right)


class Reference:
    """A game and a scenario, read naively."""

    def __init__(self, game: Document, scenario: Document) -> None:
        self.game, self.scenario = game, scenario
        self.target: str = scenario["targets"][0]
        self.hexes = scenario.get("map", {}).get("hexes", {})
        self.sides = scenario.get("map", {}).get("sides", {})
        self.first = next(iter(game.get("terrains", {"clear": {}})))
        self.cards: list[Card] = []
        pieces = []
        for unit in scenario["units"]:
            for _ in range(unit.get("count", 1)):
                self.cards.append(self.card(unit))
                pieces.append(Piece(unit["at"]))
        self.seen: Count[str] = Count()
        self.start = self.begun(Moment(tuple(pieces)))

    def saw(self, what: str, really: object = True) -> bool:
        """Whether something is so; if it is, it has been met."""
        if really:
            self.seen[what] += 1
        return bool(really)

    # --- what stands in the documents ---------------------------------------------------------------------

    def section(self, key: str) -> Document:
        found: Document = self.game.get(key, {})
        return found

    def card(self, unit: Document) -> Card:
        """A counter has the numbers of its type unless it says others; it defends as it attacks where no defence is."""
        kind = self.game["types"][unit["type"]]

        def number(key: str, otherwise: int) -> int:
            return int(unit.get(key, kind.get(key, otherwise)))

        attack = number("attack", 0)
        backs = [unit.get(key, kind.get(key)) for key in ("back_attack", "back_defense")]
        if backs[1] is None and "defense" not in kind:
            backs[1] = backs[0]
        fields = frozenset(key for key in self.section("unit_fields") if unit.get(key))
        return Card(
            unit["id"],
            unit["side"],
            unit["type"],
            attack,
            number("defense", attack),
            (backs[0], backs[1]),
            number("steps", 1),
            number("size", 1),
            number("range", 1),
            fields,
            bool(unit.get("stands_by")),
        )

    def terrain(self, at: str) -> str:
        found: str = self.hexes.get(at, {}).get("terrain", self.first)
        return found

    def features(self, at: str) -> list[str]:
        return list(self.hexes.get(at, {}).get("features", []))

    def between(self, one: str, other: str) -> list[str]:
        """What lies on the hexside between two hexes next to each other."""
        found: list[str] = []
        for here, there in ((one, other), (other, one)):
            for way, at in around(here).items():
                if at == there:
                    found += self.sides.get(f"{here}:{way}", [])
        return found

    def condition(self, key: str) -> Any:
        """What the scenario says of a condition, or what it is when nothing is said."""
        row = self.section("conditions")[key]
        usual: Any = row["range"][0] if "range" in row else next(iter(row["options"])) if "options" in row else False
        if "range" in row:
            usual = row["range"][0]
        return self.scenario.get("conditions", {}).get(key, usual)

    # --- who takes part -----------------------------------------------------------------------------------

    def reaches(self, i: int, at: str) -> bool:
        """Whether a counter at that hex may attack the target."""
        far = self.section("attacks").get("range", 1)
        return 1 <= apart(at, self.target) <= (self.cards[i].range if far == "printed" else far)

    def takes_part(self, i: int, piece: Piece) -> bool:
        """Attackers in range who are not marked and do not stand by, and whoever defends the hex."""
        if not piece.at:
            return False
        if self.cards[i].side == "defender":
            return piece.at == self.target
        return not self.cards[i].by and not piece.marks and self.reaches(i, piece.at)

    def refusals(self) -> set[str]:
        """Why there is no such attack."""
        found = set()
        board = list(zip(self.cards, self.start.pieces, strict=True))
        for i, (card, piece) in enumerate(board):
            same = [other.size for other, one in board if one.at == piece.at and other.side == card.side]
            here = piece.at == self.target
            faults = {
                "full": sum(same) > self.section("stacking").get("limit", 99),
                "there": here and card.side == "attacker",
                "far": not here and card.side == "attacker" and not card.by and not self.reaches(i, piece.at),
                "idle": here and card.side == "defender" and card.by,
            }
            found |= {fault for fault, really in faults.items() if really}
        if not any(card.side == "attacker" and not card.by for card in self.cards):
            found.add("no attacker")
        if not self.fighters("defender", self.start):
            found.add("no defender")
        if all(self.fighters(side, self.start) for side in OTHER) and "forbidden" in self.odds(self.start).chances:
            found.add("odds")
        for fault in found:
            self.saw(f"refused: {fault}")
        return found

    def begun(self, at: Moment) -> Moment:
        """The beginning of a round."""
        pieces = tuple(piece._replace(fights=self.takes_part(i, piece)) for i, piece in enumerate(at.pieces))
        at = at._replace(pieces=pieces, todo=(), again=None, may=0, lost=(Fraction(0), Fraction(0)))
        return at._replace(had=(self.factors("attacker", at), self.factors("defender", at)))

    def fighters(self, side: str, at: Moment) -> list[int]:
        """Counters of a side that fight in this round and are still there."""
        return [i for i, one in enumerate(at.pieces) if one.at and one.fights and self.cards[i].side == side]

    # --- strengths ----------------------------------------------------------------------------------------

    def printed(self, i: int, side: str, lost: int) -> Fraction:
        """Attack or defence of a counter that has lost so many steps."""
        card, steps = self.cards[i], self.section("strength").get("steps", "full")
        number, back = (card.attack, card.backs[0]) if side == "attacker" else (card.defense, card.backs[1])
        self.saw(f"lost steps: {steps}", lost)
        if steps == "share":
            return Fraction(number * (card.steps - lost), card.steps)
        if steps == "back" and lost and back is not None:
            return Fraction(back)
        return Fraction(number)

    def worth(self, i: int, lost: int) -> Fraction:
        """Factors that are left of a counter: where steps change nothing each is its share; no back counts for more."""
        card = self.cards[i]
        if lost >= card.steps:
            return Fraction(0)
        number = card.attack if card.side == "attacker" else card.defense
        if self.section("strength").get("steps", "full") == "full":
            return Fraction(number * (card.steps - lost), card.steps)
        return min(Fraction(number), self.printed(i, card.side, lost))

    def factors(self, side: str, at: Moment) -> Fraction:
        return sum((self.worth(i, at.pieces[i].lost) for i in self.fighters(side, at)), Fraction(0))

    def rounded(self, number: Fraction) -> Fraction:
        way = self.section("strength").get("round", "none")
        if way == "none":
            return number
        each = self.section("strength").get("each", False)
        self.saw(f"rounded {way}{' each' if each else ''}", number % 1)
        more = {"down": Fraction(0), "up": 1 - Fraction(1, number.denominator), "nearest": Fraction(1, 2)}[way]
        return Fraction((number + more) // 1)

    def strength(self, side: str, at: Moment) -> Fraction:
        """Counter by counter, and then the total, by the modifiers in their order."""
        each = self.section("strength").get("each", False)
        mods = [(key, mod) for key, mod in self.section("modifiers").items() if STRENGTH_OF[side] in mod]
        total = Fraction(0)
        for i in self.fighters(side, at):
            value = self.printed(i, side, at.pieces[i].lost)
            for key, mod in mods:
                if self.by_counter(mod) and self.counts(key, side, i, at):
                    value = self.changed(value, mod, side)
            total += self.rounded(value) if each else value
        for key, mod in mods:
            if not self.by_counter(mod) and self.counts(key, side, None, at):
                total = self.changed(total, mod, side)
        return self.rounded(total)

    def changed(self, value: Fraction, mod: Document, side: str) -> Fraction:
        """A strength times a number and then more by one, as often as the modifier counts; taken back below nought."""
        often, parts = self.often(mod), mod[STRENGTH_OF[side]].split()
        for _ in range(abs(often)):
            for part in parts if often > 0 else reversed(parts):
                if part[0] == "x":
                    value = value * Fraction(part[1:]) if often > 0 else value / Fraction(part[1:])
                else:
                    value += int(part) if often > 0 else -int(part)
            self.saw("a strength below nought", value < 0)
            value = max(value, Fraction(0))
        self.saw("counts " + ("once" if often == 1 else "often" if often > 1 else "the other way"))
        return value

    # --- modifiers ----------------------------------------------------------------------------------------

    def often(self, mod: Document) -> int:
        return int(self.condition(mod["times"])) if "times" in mod else 1

    @staticmethod
    def asks_each(test: Document) -> bool:
        by_type = ("attacker" in test or "defender" in test) and test.get("who") == "each"
        by_side = "crossed" in test and test.get("sides") == "each"
        return by_type or by_side or any(key in test for key in ("stands", "marked", "field"))

    def by_counter(self, mod: Document) -> bool:
        """Whether a modifier is asked of each counter by itself."""
        return self.asks_each(mod.get("when", {})) or self.asks_each(mod.get("unless", {}))

    def sides_of(self, mod: Document) -> list[str]:
        """Sides whose strength a modifier changes; the attacker's where it changes only the column or the die."""
        return [side for side, what in STRENGTH_OF.items() if what in mod] or ["attacker"]

    def holds(self, key: str, side: str, i: int | None, at: Moment) -> bool:
        """Whether a modifier holds by its own words."""
        mod = self.section("modifiers")[key]
        if self.saw("counts no times", not self.often(mod)) or not self.met(mod.get("when", {}), side, i, at):
            return False
        return not self.saw("excepted", "unless" in mod and self.met(mod["unless"], side, i, at))

    def holds_for(self, key: str, side: str, at: Moment) -> bool:
        """Whether a modifier holds for a side, or for any counter of it."""
        asked = self.fighters(side, at) if self.by_counter(self.section("modifiers")[key]) else [None]
        return any(self.holds(key, side, i, at) for i in asked)

    def counts(self, key: str, side: str, i: int | None, at: Moment) -> bool:
        """Whether a modifier of strengths holds, and none that displaces it does for that counter or that side."""
        mods = self.section("modifiers")
        if not self.holds(key, side, i, at):
            return False
        for other in mods[key].get("not_with", []):
            sides = self.sides_of(mods[other])
            one = self.by_counter(mods[other])
            if side in sides and i is not None and one:
                displaced, how = self.holds(other, side, i, at), "of a counter by its own"
            else:
                displaced = any(self.holds_for(other, its, at) for its in ([side] if side in sides else sides))
                how = f"of {'all' if i is None else 'a counter'} by {'some' if one else 'all'}"
                how += "" if side in sides else " of the other side"
            if self.saw(f"displaced: {how}", displaced):
                self.saw_chain(other, at)
                return False
        return True

    def saw_chain(self, key: str, at: Moment) -> None:
        """Note where a modifier that displaces another is displaced itself."""
        mods = self.section("modifiers")
        others = mods[key].get("not_with", [])
        self.saw(
            "displaced in a chain", any(self.holds_for(o, side, at) for o in others for side in self.sides_of(mods[o]))
        )

    def met(self, test: Document, side: str, i: int | None, at: Moment) -> bool:
        """Whether all tests are met, for one counter where they ask it."""
        found = True
        for key in test:
            if key not in ("sides", "who", "is"):
                met = self.one_met(key, test, side, i, at)
                how = {"crossed": test.get("sides", "all"), "together": side}.get(key, "")
                how = test.get("who", "any") if key in OTHER else how
                self.saw(" ".join(filter(None, (key, how, "met" if met else "not met"))))
                found = found and met
        return found

    def one_met(self, key: str, test: Document, side: str, i: int | None, at: Moment) -> bool:
        wanted = listed(test[key])
        match key:
            case "terrain":
                return self.terrain(self.target) in wanted
            case "feature":
                return any(one in wanted for one in self.features(self.target))
            case "crossed":
                return self.crossing(wanted, test.get("sides", "all"), i, at)
            case "attacker" | "defender":
                return self.are(key, wanted, test.get("who", "any"), side, i, at)
            case "together":
                kinds = {self.cards[j].kind for j in self.fighters(side, at)}
                return all(kinds & set(listed(group)) for group in wanted)
            case "hexes":
                many = len({at.pieces[j].at for j in self.fighters("attacker", at)})
                return wanted[0] <= many <= (wanted[1] if len(wanted) > 1 else 99)
            case "condition":
                return bool(self.condition(test[key]) == test.get("is", True))
            case "rounds":
                return bool(wanted[0] <= at.round <= (wanted[1] if len(wanted) > 1 else 99))
        assert i is not None
        piece = at.pieces[i]
        if key == "stands":
            return self.terrain(piece.at) in wanted or any(one in wanted for one in self.features(piece.at))
        return test[key] in (piece.marks if key == "marked" else self.cards[i].fields)

    def crossing(self, wanted: list[str], who: str, i: int | None, at: Moment) -> bool:
        """Whether attackers cross one of these features on their way into the target."""
        asked = [i] if who == "each" and i is not None else self.fighters("attacker", at)
        cross = [any(one in wanted for one in self.between(at.pieces[j].at, self.target)) for j in asked]
        return any(cross) if who == "any" else bool(cross) and all(cross)

    def are(self, key: str, wanted: list[str], who: str, side: str, i: int | None, at: Moment) -> bool:
        """Whether counters of a side are of these types."""
        if who == "each" and i is not None and key == side:
            return self.cards[i].kind in wanted
        kinds = [self.cards[j].kind in wanted for j in self.fighters(key, at)]
        return all(kinds) if who == "all" else any(kinds)

    # --- the chart ----------------------------------------------------------------------------------------

    def added(self, what: str, more: int, at: Moment) -> int:
        """All column shifts, or all that is added to the die, within their caps."""
        total = more
        for key, mod in self.section("modifiers").items():
            others = [(one, self.section("modifiers")[one]) for one in mod.get("not_with", [])]
            displaced = any(self.holds_for(one, side, at) for one, row in others for side in self.sides_of(row))
            if not mod.get(what) or not self.holds(key, self.sides_of(mod)[0], None, at):
                continue
            if not self.saw(f"displaced: {what}", displaced):
                total += mod[what] * self.often(mod)
        low, high = self.section("caps").get(what, (-999, 999))
        self.saw(f"capped {what}", not low <= total <= high)
        self.saw(f"{what} of the last round", more)
        return int(min(max(total, low), high))

    def place(self, attack: Fraction, defense: Fraction) -> int | str:
        """The number of the column before shifts; a result without a roll, or that there is no such attack."""
        chart, kind = self.game["chart"], self.game["chart"].get("kind", "odds")
        heads = [ratio(head) if kind == "odds" else Fraction(span(head)[0]) for head in chart["columns"]]
        if kind == "odds":
            value = attack / defense if defense else Fraction(9999 if attack else 0)
        else:
            value = attack - defense if kind == "difference" else attack
        self.saw("no defence", kind == "odds" and not defense)
        if self.saw(f"below {kind}", value < heads[0]) and chart.get("below", "first") != "first":
            return str(chart["below"])
        if "above" in chart and chart["above"] != "last":
            limit = chart.get("limit", span(chart["columns"][-1])[1] + 1 if kind != "odds" else None)
            if self.saw(f"above {kind}", value >= (ratio(limit) if kind == "odds" else Fraction(limit))):
                return str(chart["above"])
        under = max([k for k, head in enumerate(heads) if head <= value], default=0)
        over = min([k for k, head in enumerate(heads) if head >= value], default=len(heads) - 1)
        way = chart.get("round", "defender") if kind == "odds" else "defender"
        self.saw(f"between two columns: {kind} {way}", under != over and value != heads[under])
        if way == "nearest":
            return under if value - heads[under] <= heads[over] - value else over
        return over if way == "attacker" else under

    def odds(self, at: Moment) -> Odds:
        """What a round is fought with."""
        attack, defense = (self.strength(side, at) for side in OTHER)
        found, chart = self.place(attack, defense), self.game["chart"]
        roll = self.added("roll", at.roll, at)
        if isinstance(found, str):
            return Odds(attack, defense, None, roll, {found: Fraction(1)})
        moved = found + self.added("shift", at.shift, at)
        column = min(max(moved, 0), len(chart["columns"]) - 1)
        self.saw("shifted beyond the columns", column != moved)
        rolls, chances = Count(self.rolls()), Count[str]()
        possible = sorted(rolls)
        for value, many in rolls.items():
            moved = value + roll
            if self.tens:
                moved = possible[min(max(possible.index(value) + roll, 0), len(possible) - 1)]
            self.saw(f"a roll moved{' by tens' if self.tens else ''}", roll)
            chances[self.row(moved)[column]] += many
        every = sum(rolls.values())
        shares = {code: Fraction(many, every) for code, many in chances.items()}
        return Odds(attack, defense, chart["columns"][column], roll, shares)

    @property
    def tens(self) -> bool:
        chart = self.game["chart"]
        return bool(chart.get("read") == "tens" or chart.get("dice") == "d66")

    def rolls(self) -> Iterator[int]:
        """What the dice say, each way they may fall."""
        chart = self.game["chart"]
        said = "2d6" if chart.get("dice", "d6") == "d66" else chart.get("dice", "d6")
        many, _, sides = said.partition("d")
        low = chart.get("lowest", 1)
        for dice in product(range(low, low + int(sides)), repeat=int(many or 1)):
            yield int("".join(map(str, dice))) if self.tens else sum(dice)

    def row(self, roll: int) -> list[str]:
        """The row of a roll, or the nearest one below it; the first where none is."""
        rows = sorted((span(head)[0], cells) for head, cells in self.game["chart"]["rows"].items())
        below = [cells for low, cells in rows if low <= roll]
        return list(below[-1] if below else rows[0][1])

    # --- results ------------------------------------------------------------------------------------------

    def does(self, code: str) -> list[Any]:
        """What a result does, effect by effect."""
        said = self.section("results").get(code)
        if isinstance(said, Mapping) and "does" in said:
            said = said["does"]
        elif isinstance(said, Mapping):
            said = None
        if said is None:
            match = re.fullmatch(r"([AD])(R|L?)(\d)|(B)(\d)", code)
            if match and match[4]:
                said = f"both lose {match[5]} steps"
            elif match:
                side = {"A": "attacker", "D": "defender"}[match[1]]
                said = f"{side} retreats {match[3]}" if match[2] == "R" else f"{side} loses {match[3]} steps"
            else:
                said = USUAL[code]
        return [self.effect(one) for one in ([said] if isinstance(said, str | Mapping) else said)]

    @staticmethod
    def effect(said: Any) -> Any:
        """An effect: its words, or who chooses among which lists of them."""
        return said if isinstance(said, str) else (said["choose"], *(tuple(listed(way)) for way in said["of"]))

    def codes(self) -> list[str]:
        """Every result of the chart, each once."""
        return list(dict.fromkeys(code for cells in self.game["chart"]["rows"].values() for code in cells))

    def read(self, at: Moment, code: str) -> Moment:
        """The position when a result has been read and is to be carried out."""
        found = self.odds(at)
        tasks = tuple(("do", one) for one in self.does(code))
        return at._replace(todo=(*tasks, ("end",)), force=(found.attack, found.defense))

    def next(self, at: Moment) -> Ways | None:
        """What may follow on a position; None where a round is over and nothing is left to be done."""
        if not at.todo:
            return None
        task, rest = at.todo[0], at._replace(todo=at.todo[1:])
        match task[0]:
            case "do":
                return self.carried_out(task[1], rest)
            case "pay":
                return self.paid(task, rest)
            case "go":
                return self.gone_back(task, rest)
            case "advance":
                return self.advanced(task, rest)
            case "beyond":
                return self.beyond(task, rest)
        return self.closed(rest)

    def carried_out(self, effect: Any, at: Moment) -> Ways:
        if isinstance(effect, tuple):
            if self.saw("nobody is left to choose", not self.fighters(effect[0], at)):
                return "", [at]
            return effect[0], [at._replace(todo=(*(("do", one) for one in way), *at.todo)) for way in effect[1:]]
        words = re.split(",? (?:chosen|moved) by", effect)[0].removeprefix("the ").split()
        self.saw("does: " + re.sub(r"[+-]?\d+", "n", effect).replace("steps", "step").replace("factors", "factor"))
        if words[0] == "both":
            told = effect.replace("both ", "", 1)
            verb = {"retreat": "retreats", "lose": "loses", "are": "is"}[words[1]]
            told = told.replace(words[1], verb, 1)
            return "", [at._replace(todo=(("do", f"defender {told}"), ("do", f"attacker {told}"), *at.todo))]
        if words[0] in ("no", "another") or "fight" in words:
            return "", [self.again(effect, at) if words[0] != "no" else at]
        if "exchange" in words:
            return "", [self.exchange(effect, at)]
        side = words[0]
        if "advance" in words:
            return "", [at._replace(may=max(at.may, int(words[-1]) if words[-1].isdecimal() else 1))]
        if words[-1] == "eliminated":
            return "", [self.wiped_out(side, at)]
        if words[-1] in ("disrupted", "pinned"):
            return "", [self.marked(side, words[-1], at)]
        chooser = OTHER[side] if effect.endswith(("by the enemy", "by the opponent")) else side
        if words[1] == "retreats":
            return "", [self.sent_back(side, chooser, int(words[2]), at)]
        unit = "steps" if words[-1].startswith("step") else "factors"
        return "", [at._replace(todo=(("pay", side, chooser, unit, self.due(side, words, at)), *at.todo))]

    def due(self, side: str, words: list[str], at: Moment) -> Fraction:
        """How much a side loses: ``attacker loses 1/2 of the defence``."""
        share = Fraction(words[2]) if words[2] != "as" else Fraction(1)
        if words[-1] == "much":
            return at.lost[side == "attacker"]
        if words[-1] in ("attack", "defence"):
            return self.in_factors(side, share * at.force[words[-1] == "defence"], at)
        return share * at.had[side == "defender"] if "/" in words[2] else share

    def in_factors(self, side: str, strength: Fraction, at: Moment) -> Fraction:
        """Strength as factors of a side, of which each counts for as much as its strength is more than its factors."""
        own = at.force[side == "defender"]
        self.saw("strength paid by those who have none", not own)
        self.saw("strength is more than factors", own > at.had[side == "defender"])
        return strength * at.had[side == "defender"] / own if own else Fraction(0)

    def again(self, effect: str, at: Moment) -> Moment:
        """Another round, with what changes it."""
        die = re.search(r"([+-]\d) to the die", effect)
        column = re.search(r"([+-]\d) column", effect)
        shift, roll, may = at.again or (0, 0, True)
        shift, roll = shift + int(column[1] if column else 0), roll + int(die[1] if die else 0)
        return at._replace(again=(shift, roll, may and "may" in effect))

    def exchange(self, effect: str, at: Moment) -> Moment:
        """The side with fewer is eliminated, the other loses as much, or half; equal sides are both eliminated."""
        attack, defense = at.force if "strength" in effect else (self.factors(side, at) for side in OTHER)
        if attack == defense and "half" not in effect:
            return self.wiped_out("attacker", self.wiped_out("defender", at))
        self.saw("an exchange of equals", attack == defense)
        weak, strong = ("attacker", "defender") if attack < defense else ("defender", "attacker")
        owed = min(attack, defense) / (2 if "half" in effect else 1)
        owed = self.in_factors(strong, owed, at) if "strength" in effect else owed
        at = self.wiped_out(weak, at)
        return at._replace(todo=(("pay", strong, strong, "factors", owed), *at.todo))

    # --- losses -------------------------------------------------------------------------------------------

    def put(self, at: Moment, i: int, piece: Piece) -> Moment:
        return at._replace(pieces=(*at.pieces[:i], piece, *at.pieces[i + 1 :]))

    def reduced(self, i: int, at: Moment, steps: int = 1) -> Moment:
        """A counter loses steps; what that is worth is remembered."""
        piece, card = at.pieces[i], self.cards[i]
        lost = min(piece.lost + steps, card.steps)
        less = self.worth(i, piece.lost) - self.worth(i, lost)
        sums = (at.lost[0] + less, at.lost[1]) if card.side == "attacker" else (at.lost[0], at.lost[1] + less)
        return self.put(at._replace(lost=sums), i, piece._replace(lost=lost, at=piece.at if lost < card.steps else ""))

    def wiped_out(self, side: str, at: Moment) -> Moment:
        for i in self.fighters(side, at):
            at = self.reduced(i, at, 99)
        return at

    def marked(self, side: str, mark: str, at: Moment) -> Moment:
        for i in self.fighters(side, at):
            at = self.put(at, i, at.pieces[i]._replace(marks=at.pieces[i].marks | {mark}))
        return at

    def paid(self, task: tuple[Any, ...], at: Moment) -> Ways:
        """One step after another goes, of any counter, until enough is lost or nobody is left."""
        _, side, chooser, unit, owed = task
        there = self.fighters(side, at)
        candidates = [i for i in there if unit == "steps" or self.worth(i, at.pieces[i].lost) > 0]
        self.saw("a counter without factors", owed > 0 and len(candidates) < len(there))
        if owed <= 0 or not candidates:
            return "", [at]
        have = sum(self.worth(i, at.pieces[i].lost) for i in candidates)
        if unit == "factors" and self.saw("all factors are owed", have <= owed):
            for i in candidates:
                at = self.reduced(i, at, 99)
            return "", [at]
        ways = []
        for i in candidates:
            lost = at.pieces[i].lost
            less = 1 if unit == "steps" else self.worth(i, lost) - self.worth(i, lost + 1)
            ways.append(self.reduced(i, at._replace(todo=(("pay", side, chooser, unit, owed - less), *at.todo))))
        return chooser, ways

    # --- retreats -----------------------------------------------------------------------------------------

    def sent_back(self, side: str, chooser: str, far: int, at: Moment) -> Moment:
        """Those of a hex go together, unless each goes by itself."""
        groups: dict[Any, list[int]] = {}
        for i in self.fighters(side, at):
            together = self.section("retreats").get("together", True)
            groups.setdefault(at.pieces[i].at if together else i, []).append(i)
        tasks = [("go", chooser, tuple(group), far) for group in groups.values()]
        return at._replace(todo=(*tasks, *at.todo))

    def zone(self, side: str, at: Moment, place: str) -> bool:
        """Whether a hex lies in a zone of control of a side."""
        zones = self.section("zones")
        friends = any(one.at == place and self.cards[i].side != side for i, one in enumerate(at.pieces))
        near = False
        for i, one in enumerate(at.pieces):
            has = zones.get("types", []) == "all" or self.cards[i].kind in zones.get("types", [])
            if one.at and self.cards[i].side == side and has and apart(one.at, place) == 1:
                blocked = any(feature in zones.get("blocked", []) for feature in self.between(one.at, place))
                near = not self.saw("a zone ends at a hexside", blocked) or near
        return near and not self.saw("a zone is cancelled", friends and zones.get("cancelled"))

    def room(self, group: Iterable[int], at: Moment, place: str) -> bool:
        """Whether a group can stand in a hex: no enemies there, and not too many friends."""
        here = [i for i, one in enumerate(at.pieces) if one.at == place]
        members = tuple(group)
        side = self.cards[members[0]].side
        many = sum(self.cards[i].size for i in {*here, *members})
        return all(self.cards[i].side == side for i in here) and many <= self.section("stacking").get("limit", 99)

    def exits(self, group: tuple[int, ...], here: str, at: Moment) -> list[str]:
        """Hexes next to one that a group may enter on a retreat: farther from the hex attacked, and not barred."""
        side = self.cards[group[0]].side
        found = []
        for place in around(here).values():
            barred = self.section("retreats").get("zones", "barred") == "barred" and self.zone(OTHER[side], at, place)
            self.saw("barred by a zone", barred)
            enemies = any(one.at == place and self.cards[i].side != side for i, one in enumerate(at.pieces))
            farther = apart(place, self.target) > apart(here, self.target)
            if farther and not barred and not enemies and self.open_ground(here, place):
                found.append(place)
        return found

    def open_ground(self, here: str, place: str) -> bool:
        """Whether neither the terrain nor the hexside keeps everybody out."""
        rules = self.section("retreats")
        closed = self.saw("closed side", any(one in rules.get("sides", []) for one in self.between(here, place)))
        return not closed and not self.saw("closed ground", self.terrain(place) in rules.get("terrain", []))

    def leads(self, group: tuple[int, ...], here: str, left: int, at: Moment) -> bool:
        """Whether a way of just so many hexes is there, with room where it ends."""
        if not left:
            return self.room(group, at, here)
        return any(self.leads(group, place, left - 1, at) for place in self.exits(group, here, at))

    def gone_back(self, task: tuple[Any, ...], at: Moment) -> Ways:
        """The next hex of a retreat of those who go together; they part where they have no way together."""
        _, chooser, members, left = task
        group = tuple(i for i in members if at.pieces[i].at)
        if not left or not group:
            return "", [at]
        here, side = at.pieces[group[0]].at, self.cards[group[0]].side
        far = max([n for n in range(1, left + 1) if self.leads(group, here, n, at)], default=0)
        if self.saw("those of a hex part", far < left and len(group) > 1):
            return "", [at._replace(todo=(*(("go", chooser, (i,), left) for i in group), *at.todo))]
        self.saw("a part of the way", 0 < far < left)
        if far < left:
            then = self.no_way(group[0], left - far, at)
            return "", [then._replace(todo=(("go", chooser, group, far), *then.todo))]
        ways = []
        for place in self.exits(group, here, at):
            if not self.leads(group, place, left - 1, at):
                continue
            then = at._replace(todo=(("go", chooser, group, left - 1), *at.todo))
            costs = self.section("retreats").get("zones") == "step" and self.zone(OTHER[side], at, place)
            self.saw("a zone costs a step", costs)
            self.saw("past friends", left > 1 and not self.room(group, at, place))
            for i in group:
                then = self.put(then, i, then.pieces[i]._replace(at=place))
                then = self.reduced(i, then) if costs else then
            ways.append(then)
        return chooser, ways

    def no_way(self, i: int, missing: int, at: Moment) -> Moment:
        way = self.section("retreats").get("no_way", "eliminated")
        self.saw(f"no way: {way}")
        return at if way == "stay" else self.reduced(i, at, 99 if way == "eliminated" else missing)

    # --- the end of a round -------------------------------------------------------------------------------

    def empty(self, at: Moment) -> bool:
        return all(one.at != self.target or self.cards[i].side == "attacker" for i, one in enumerate(at.pieces))

    def closed(self, at: Moment) -> Ways:
        """Another round where the result gives one and both sides can fight it; otherwise the hex may be taken."""
        nothing = (Fraction(0), Fraction(0))
        at = at._replace(lost=nothing, had=nothing, force=nothing)
        over = at._replace(todo=(("advance", ()),))
        if at.again is None or self.saw("no more rounds", at.round >= self.section("rounds").get("most", 3)):
            return "", [over]
        shift, roll, may = at.again
        on = self.begun(at._replace(round=at.round + 1, shift=shift, roll=roll))
        if self.saw("nobody for another round", not all(self.fighters(side, on) for side in OTHER)):
            return "", [over]
        if self.saw("no odds for another round", "forbidden" in self.odds(on).chances):
            return "", [over]
        return ("attacker", [on, over]) if may else ("", [on])

    def advanced(self, task: tuple[Any, ...], at: Moment) -> Ways:
        """Attackers who fought may go into the hex that is empty now, one after another; then some go on beyond it."""
        rule, gone = self.section("advances").get("may", "always"), task[1]
        beyond = tuple(("beyond", i, left) for i, left in gone)
        over = at._replace(round=0, todo=beyond)
        if not self.empty(at) or rule == "never" or (rule == "result" and not at.may):
            return "", [over]
        ways = [over]
        for i in self.fighters("attacker", at):
            piece = at.pieces[i]
            far, full = apart(piece.at, self.target) != 1, not self.room((i,), at, self.target)
            self.saw("no advance: marked", piece.marks and piece.at != self.target)
            self.saw("no advance: far", far and piece.at != self.target)
            self.saw("no advance: full", full and not far)
            if piece.marks or far or full:
                continue
            self.saw(f"advance: {rule}")
            then = self.put(at, i, piece._replace(at=self.target))
            ways.append(then._replace(todo=(("advance", (*gone, (i, self.further(at.may, at, self.target)))),)))
        return "attacker", ways

    def further(self, left: int, at: Moment, place: str) -> int:
        """Hexes that are left to one who enters a hex: none in a zone of control of the enemy."""
        stops = self.saw("a zone stops the advance", left > 1 and self.zone("defender", at, place))
        return 0 if stops else max(left - 1, 0)

    def beyond(self, task: tuple[Any, ...], at: Moment) -> Ways:
        """One who has advanced goes on as far as the result says, or stays."""
        _, i, left = task
        here, ways = at.pieces[i].at, [at]
        for place in around(here).values() if left else ():
            if self.saw("beyond the hex", self.room((i,), at, place) and self.open_ground(here, place)):
                then = self.put(at, i, at.pieces[i]._replace(at=place))
                ways.append(then._replace(todo=(("beyond", i, self.further(left, at, place)), *at.todo)))
        return "attacker", ways

    # --- the end ------------------------------------------------------------------------------------------

    def measures(self, at: Moment) -> dict[str, int]:
        """What has come of it: the hex without defenders, or taken; steps and factors lost, fractions up."""
        taken = any(one.at == self.target and self.cards[i].side == "attacker" for i, one in enumerate(at.pieces))
        found = {"hex": int(self.empty(at)), "taken": int(taken)}
        for side in OTHER:
            steps, factors = 0, Fraction(0)
            for i, one in enumerate(at.pieces):
                if self.cards[i].side == side:
                    lost = one.lost if one.at else self.cards[i].steps
                    steps, factors = steps + lost, factors + self.worth(i, 0) - self.worth(i, lost)
            found |= {f"{side}_steps": steps, f"{side}_factors": -int(-factors // 1)}
        return found
