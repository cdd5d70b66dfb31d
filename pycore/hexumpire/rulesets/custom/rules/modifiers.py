"""When modifiers hold, in a battle as it stands: for all of it, or for one of its counters."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from hexumpire.rulesets.custom.setting import Setting
from hexumpire.rulesets.custom.sheet import Modifier, Test
from hexumpire.rulesets.custom.state import DISRUPTED, PINNED, State

MARKS = {"disrupted": DISRUPTED, "pinned": PINNED}


class Scene:
    """What tests look at: who attacks and who defends (pieces), and the position.

    What a test asks of a side as a whole is asked once.
    """

    def __init__(self, setting: Setting, state: State) -> None:
        self.setting = setting
        self.state = state
        self.attackers = tuple(setting.attacking(state))
        self.defenders = tuple(setting.defending(state))
        self.sides = {"attacker": self.attackers, "defender": self.defenders}
        self.hexes = len({state.pieces[i].at for i in self.attackers})
        self._met: dict[tuple[int, str], bool] = {}
        self._holds: dict[tuple[str, str], bool] = {}

    def whole(self, test: Test, side: str) -> bool:
        """Whether a test is met as far as it is about the hex, the conditions and all the units of a side."""
        found = self._met.get((id(test), side))
        if found is None:
            found = self._met[id(test), side] = _grounds(self, test) and _forces(self, test, side)
        return found

    def anywhere(self, mod: Modifier, side: str) -> bool:
        """Whether a modifier holds for a side, or for one of its units."""
        found = self._holds.get((mod.key, side))
        if found is None:
            pieces = self.sides[side] if by_unit(mod) else (None,)
            found = self._holds[mod.key, side] = any(holds(self, mod, side, piece) for piece in pieces)
        return found


def _several(found: Sequence[bool], who: str) -> bool:
    return bool(found) and (all(found) if who == "all" else any(found))


def _crosses(one: Scene, piece: int, marks: tuple[str, ...]) -> bool:
    """Whether a piece attacks over a hexside with one of these features."""
    setting, at = one.setting, one.state.pieces[piece].at
    if setting.apart(at, setting.target) != 1:
        return False
    return not set(marks).isdisjoint(setting.scenario.between(at, setting.target))


def _grounds(one: Scene, test: Test) -> bool:
    """What of a test is about the hex attacked, the conditions and the round."""
    setting, scenario = one.setting, one.setting.scenario
    target = scenario.hex(setting.target)
    return not (
        (test.terrain and target.terrain not in test.terrain)
        or (test.feature and set(test.feature).isdisjoint(target.features))
        or (test.condition and scenario.conditions[test.condition] != test.value)
        or (test.rounds and not test.rounds[0] <= one.state.round <= test.rounds[1])
        or (test.hexes and not test.hexes[0] <= one.hexes <= test.hexes[1])
    )


def _forces(one: Scene, test: Test, side: str) -> bool:
    """What of a test is about all the units of a side together."""
    setting = one.setting
    if test.crossed and test.sides != "each":
        crossed = [_crosses(one, i, test.crossed) for i in one.attackers]
        if not _several(crossed, test.sides):
            return False
    for asked, pieces in ((test.attacker, one.attackers), (test.defender, one.defenders)):
        if asked and test.who != "each":
            found = [setting.unit(i).type in asked for i in pieces]
            if not _several(found, test.who):
                return False
    if not test.together:
        return True
    there = {setting.unit(i).type for i in one.sides[side]}
    return all(not there.isdisjoint(group) for group in test.together)


def _each(one: Scene, test: Test, piece: int) -> bool:
    """What of a test is asked of one unit."""
    setting = one.setting
    unit, now = setting.unit(piece), one.state.pieces[piece]
    here = setting.scenario.hex(now.at)
    asked = test.attacker if unit.side == "attacker" else test.defender
    others, enemies = test.defender, one.defenders
    if unit.side == "defender":
        others, enemies = test.attacker, one.attackers
    by_type = test.who == "each" and bool(test.attacker or test.defender)
    return not (
        (test.stands and set(test.stands).isdisjoint((here.terrain, *here.features)))
        or (test.crossed and test.sides == "each" and not _crosses(one, piece, test.crossed))
        or (by_type and unit.type not in asked)
        or (by_type and others and not any(setting.unit(i).type in others for i in enemies))
        or (test.marked and not now.mark & MARKS[test.marked])
        or (test.field and not unit.flag(test.field))
    )


def meets(one: Scene, test: Test, side: str, piece: int | None) -> bool:
    """Whether a test is met by the battle, or by one piece in it."""
    if not one.whole(test, side):
        return False
    return not test.each or (piece is not None and _each(one, test, piece))


def sides_of(mod: Modifier) -> tuple[str, ...]:
    """The sides whose strength a modifier changes; the attacker where it changes none.

    ``together`` asks for the units of that side; the first one's where the column or the die changes.
    """
    return tuple(side for side, change in (("attacker", mod.attack), ("defender", mod.defense)) if change) or (
        "attacker",
    )


def holds(one: Scene, mod: Modifier, side: str, piece: int | None = None) -> bool:
    """Whether a modifier holds by its own words: it counts at all, it is met, and what excepts it is not."""
    if not times(one.setting, mod) or not meets(one, mod.when, side, piece):
        return False
    return mod.unless is None or not meets(one, mod.unless, side, piece)


def applies(one: Scene, mod: Modifier, side: str, piece: int | None = None) -> bool:
    """Whether a modifier applies to the strength of a side or of one of its units: it holds, none displaces it."""
    if not holds(one, mod, side, piece):
        return False
    return not any(_displaces(one, one.setting.by_key[key], side, piece) for key in mod.not_with)


def shifts(one: Scene, mod: Modifier) -> bool:
    """Whether what a modifier does to the column or the die applies: one of either side displaces it."""
    if not holds(one, mod, sides_of(mod)[0]):
        return False
    others = [one.setting.by_key[key] for key in mod.not_with]
    return not any(one.anywhere(other, side) for other in others for side in sides_of(other))


def _displaces(one: Scene, other: Modifier, side: str, piece: int | None) -> bool:
    """Whether a modifier holds where it displaces another: of that unit, of that side, or of the other side.

    One that is asked of each unit displaces others of that unit; others of its own side where it holds for any unit.
    """
    if side not in sides_of(other):
        return any(one.anywhere(other, its) for its in sides_of(other))
    return holds(one, other, side, piece) if piece is not None and by_unit(other) else one.anywhere(other, side)


def by_unit(mod: Modifier) -> bool:
    """Whether a modifier is asked of each unit by itself."""
    return mod.when.each or (mod.unless is not None and mod.unless.each)


def times(setting: Setting, mod: Modifier) -> int:
    """How often a modifier counts."""
    return int(setting.scenario.conditions[mod.times]) if mod.times else 1


def asked(one: Scene) -> list[str]:
    """Conditions that could matter: those of modifiers that would hold if the condition were met."""
    found: dict[str, None] = {}
    for mod in one.setting.sheet.modifiers:
        for side in sides_of(mod):
            if mod.times and _open(one, mod.when, side):
                found[mod.times] = None
            for test in (mod.when, mod.unless):
                if test is not None and test.condition and _open(one, test, side):
                    found[test.condition] = None
    return [field.key for field in one.setting.sheet.vocabulary.conditions if field.key in found]


def _open(one: Scene, test: Test, side: str) -> bool:
    """Whether a test could be met, whatever its condition is: now, or in a later round, with fewer units and marks."""
    free = replace(test, condition="", rounds=None)
    if one.setting.sheet.again and not (test.rounds and test.rounds[1] == 1):
        hexes = test.hexes and (test.hexes[0], max(test.hexes[1], one.hexes))
        who, sides = (word if word == "each" else "any" for word in (test.who, test.sides))
        free = replace(free, marked="", hexes=hexes, who=who, sides=sides)
    if not (_grounds(one, free) and _forces(one, free, side)):
        return False
    return not free.each or any(_each(one, free, piece) for piece in one.sides[side])
