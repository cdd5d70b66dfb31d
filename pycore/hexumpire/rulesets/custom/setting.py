"""What is worked out once for a battle of a typed-in game: its counters, who fights, and what they are worth."""

from __future__ import annotations

from fractions import Fraction

from hexumpire.board import hexgrid
from hexumpire.model.scenario import Scenario, Unit
from hexumpire.model.text import say
from hexumpire.model.trace import Number, plain
from hexumpire.rulesets.custom.sheet import Sheet
from hexumpire.rulesets.custom.state import Piece, State

MOST_KEPT = 2000
"""So many positions are remembered with who stands where."""


class Setting:
    """A scenario and the game that it is of.

    ``units`` by number; ``owner`` gives the unit of each piece (a counter); ``target`` is the hex attacked.
    """

    def __init__(self, sheet: Sheet, scenario: Scenario) -> None:
        self.sheet = sheet
        self.scenario = scenario
        self.units = scenario.units
        self.target = scenario.targets[0] if scenario.targets else "0,0"
        self.owner = tuple(i for i, unit in enumerate(self.units) for _ in range(unit.count))
        self.pieces = tuple(Piece(self.units[i].at) for i in self.owner)
        self.by_key = {mod.key: mod for mod in sheet.modifiers}
        self.side_of = tuple(self.units[i].side for i in self.owner)
        self._printed: dict[tuple[int, str, int], Number] = {}
        self._worth: dict[tuple[int, int], Number] = {}
        self._standing: dict[tuple[tuple[Piece, ...], str], dict[str, list[int]]] = {}
        self._apart: dict[tuple[str, str], int] = {}

    def unit(self, piece: int) -> Unit:
        """The unit that a piece belongs to."""
        return self.units[self.owner[piece]]

    def fights(self, unit: Unit) -> bool:
        """Whether a unit takes part: attackers unless they stand by, defenders in the hex attacked."""
        if unit.side == "attacker":
            return not unit.flag("stands_by")
        return unit.at == self.target

    def of(self, side: str, state: State) -> list[int]:
        """Pieces of a side that take part in this round and are not gone."""
        return [
            i for i, piece in enumerate(state.pieces)
            if piece.at and not piece.out and self.unit(i).side == side and self.fights(self.unit(i))
        ]  # fmt: skip

    def attacking(self, state: State) -> list[int]:
        """Attackers who attack in a round that begins now: those within range, without a mark."""
        return [
            i for i in self.of("attacker", state)
            if not state.pieces[i].mark and self.reaches(self.unit(i), state.pieces[i].at)
        ]  # fmt: skip

    def defending(self, state: State) -> list[int]:
        """Defenders who are still in the hex attacked."""
        return [i for i in self.of("defender", state) if state.pieces[i].at == self.target]

    def reaches(self, unit: Unit, at: str) -> bool:
        """Whether a unit at a hex may attack the target."""
        attacks = self.sheet.attacks
        return 1 <= self.apart(at, self.target) <= (unit.number("range", 1) if attacks.by_field else attacks.reach)

    def apart(self, a: str, b: str) -> int:
        """How many hexes two hexes lie apart."""
        found = self._apart.get((a, b))
        if found is None:
            found = self._apart[a, b] = hexgrid.distance(hexgrid.parse(a), hexgrid.parse(b))
        return found

    def printed(self, i: int, what: str, lost: int) -> Number:
        """The ``attack`` or ``defense`` of a unit's counter that has lost so many steps, as its steps count."""
        found = self._printed.get((i, what, lost))
        if found is None:
            unit = self.units[i]
            steps, number = unit.number("steps", 1), unit.number(what)
            way = self.sheet.strength.steps
            if lost >= steps:
                found = 0
            elif way == "share":
                found = plain(Fraction(number * (steps - lost), steps))
            elif way == "back" and lost:
                leader = self.sheet.vocabulary.type_of[unit.type].follows.get(what, what)
                found = unit.number(f"back_{what}", unit.number(f"back_{leader}", number))
            else:
                found = number
            self._printed[i, what, lost] = found
        return found

    def worth(self, piece: int, lost: int) -> Number:
        """The factors of a piece that has lost so many steps, as losses count them: attack for an attacker."""
        i = self.owner[piece]
        found = self._worth.get((i, lost))
        if found is None:
            found = self._worth[i, lost] = self._counted(i, lost)
        return found

    def _counted(self, i: int, lost: int) -> Number:
        unit = self.units[i]
        what = "attack" if unit.side == "attacker" else "defense"
        if self.sheet.strength.steps == "full":  # a step is its share all the same
            steps = unit.number("steps", 1)
            return plain(Fraction(unit.number(what) * (steps - lost), steps))
        return min(self.printed(i, what, 0), self.printed(i, what, lost))  # a back may be stronger than the front

    def standing(self, state: State, side: str) -> dict[str, list[int]]:
        """Pieces of a side by hex, also those that take no part."""
        found = self._standing.get((state.pieces, side))
        if found is None:
            if len(self._standing) > MOST_KEPT:
                self._standing.clear()
            found = self._standing[state.pieces, side] = {}
            for i, piece in enumerate(state.pieces):
                if piece.at and self.side_of[i] == side:
                    found.setdefault(piece.at, []).append(i)
        return found

    def factors(self, side: str, state: State) -> Number:
        """All the factors that a side has in the fight."""
        return sum((self.worth(i, state.pieces[i].lost) for i in self.of(side, state)), start=Fraction(0))

    def steps_left(self, piece: int, state: State) -> int:
        """Steps that a piece still has."""
        return self.unit(piece).number("steps", 1) - state.pieces[piece].lost if state.pieces[piece].at else 0

    def describe(self, piece: int) -> str:
        """What a counter is called."""
        return describe(self.units[self.owner[piece]], self)

    def side_title(self, side: str) -> str:
        """The players' word for a side."""
        return dict(self.sheet.vocabulary.sides)[side]


def describe(unit: Unit, setting: Setting) -> str:
    """What a unit is called: nation, type, and the numbers printed on it."""
    kind = setting.sheet.vocabulary.type_of[unit.type]
    nation = setting.sheet.vocabulary.nation_of[unit.nation].title
    face = "-".join(str(unit.number(key)) for key in kind.face)
    return say("{nation} {type} {face}", nation=nation, type=kind.title, face=face)
