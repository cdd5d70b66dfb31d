"""When modifiers hold, in a battle as it stands: for all of it, or for one of its counters."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from hexumpire.rulesets.custom.setting import Setting
from hexumpire.rulesets.custom.sheet import Modifier, Test
from hexumpire.rulesets.custom.state import DISRUPTED, PINNED, State

MARKS = {"disrupted": DISRUPTED, "pinned": PINNED}


class Scene(NamedTuple):
    """What tests look at: who attacks and who defends (pieces), and the position."""

    setting: Setting
    state: State
    attackers: tuple[int, ...]
    defenders: tuple[int, ...]

    @property
    def sides(self) -> dict[str, tuple[int, ...]]:
        """The pieces of each side."""
        return {"attacker": self.attackers, "defender": self.defenders}


def scene(setting: Setting, state: State) -> Scene:
    """What tests look at in a position."""
    return Scene(setting, state, tuple(setting.attacking(state)), tuple(setting.defending(state)))


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
    hexes = len({one.state.pieces[i].at for i in one.attackers})
    return not (
        (test.terrain and target.terrain not in test.terrain)
        or (test.feature and set(test.feature).isdisjoint(target.features))
        or (test.condition and scenario.conditions[test.condition] != test.value)
        or (test.rounds and not test.rounds[0] <= one.state.round <= test.rounds[1])
        or (test.hexes and not test.hexes[0] <= hexes <= test.hexes[1])
    )


def _forces(one: Scene, test: Test, side: str) -> bool:
    """What of a test is about all the units of a side together."""
    setting = one.setting
    crossed = [_crosses(one, i, test.crossed) for i in one.attackers]
    if test.crossed and test.sides != "each" and not _several(crossed, test.sides):
        return False
    for asked, pieces in ((test.attacker, one.attackers), (test.defender, one.defenders)):
        found = [setting.unit(i).type in asked for i in pieces]
        if asked and test.who != "each" and not _several(found, test.who):
            return False
    there = {setting.unit(i).type for i in one.sides[side]}
    return all(not there.isdisjoint(group) for group in test.together)


def _each(one: Scene, test: Test, piece: int) -> bool:
    """What of a test is asked of one unit."""
    setting = one.setting
    unit, now = setting.unit(piece), one.state.pieces[piece]
    here = setting.scenario.hex(now.at)
    asked = test.attacker if unit.side == "attacker" else test.defender
    by_type = test.who == "each" and bool(test.attacker or test.defender)
    return not (
        (test.stands and set(test.stands).isdisjoint((here.terrain, *here.features)))
        or (test.crossed and test.sides == "each" and not _crosses(one, piece, test.crossed))
        or (by_type and unit.type not in asked)
        or (test.marked and not now.mark & MARKS[test.marked])
        or (test.field and not unit.flag(test.field))
    )


def meets(one: Scene, test: Test, side: str, piece: int | None) -> bool:
    """Whether a test is met by the battle, or by one piece in it."""
    if not (_grounds(one, test) and _forces(one, test, side)):
        return False
    return not test.each or (piece is not None and _each(one, test, piece))


def side_of(mod: Modifier) -> str:
    """The side whose units ``together`` asks for: the defender where only the defence changes."""
    return "defender" if mod.defense and not (mod.attack or mod.shift or mod.roll) else "attacker"


def holds(one: Scene, mod: Modifier, side: str, piece: int | None = None) -> bool:
    """Whether a modifier holds by its own words: it is met, and what excepts it is not."""
    if not meets(one, mod.when, side, piece):
        return False
    return mod.unless is None or not meets(one, mod.unless, side, piece)


def applies(one: Scene, mod: Modifier, side: str, piece: int | None = None) -> bool:
    """Whether a modifier applies: it holds, and none that displaces it does."""
    if not holds(one, mod, side, piece):
        return False
    by_key = {other.key: other for other in one.setting.sheet.modifiers}
    return not any(holds(one, by_key[key], side, piece) for key in mod.not_with)


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
        side = side_of(mod)
        if mod.times and _open(one, mod.when, side):
            found[mod.times] = None
        for test in (mod.when, mod.unless):
            if test is not None and test.condition and _open(one, test, side):
                found[test.condition] = None
    return [field.key for field in one.setting.sheet.vocabulary.conditions if field.key in found]


def _open(one: Scene, test: Test, side: str) -> bool:
    """Whether a test could be met, whatever its condition is."""
    free = replace(test, condition="", rounds=None)
    if not (_grounds(one, free) and _forces(one, free, side)):
        return False
    return not free.each or any(_each(one, free, piece) for piece in (*one.attackers, *one.defenders))
