"""What a hex and its hexsides shift (4.2.3.8.hex, 4.2.3.8.hexside), and what must be stated of them."""

from __future__ import annotations

from collections.abc import Iterator

from hexumpire.model.scenario import Scenario
from hexumpire.model.text import joined, say
from hexumpire.model.trace import Ledger
from hexumpire.rulesets.daisenso.charting import TEC
from hexumpire.rulesets.daisenso.numbering import apart
from hexumpire.rulesets.daisenso.setting import Setting
from hexumpire.rulesets.daisenso.state import Counts, Lineup, Places
from hexumpire.rulesets.daisenso.tables import ASKED_HEXES, ASKED_SIDES, RANGE, TERRAIN, TERRAIN_LEAST
from hexumpire.rulesets.daisenso.vocabulary import GROUND
from hexumpire.rulesets.daisenso.wording import phrase


def shift_of(scenario: Scenario, key: str) -> int | None:
    """The shift of a row of the terrain chart, from the text, a condition, or the pack; None if nobody said."""
    if key in TERRAIN:
        return TERRAIN[key]
    said = str(scenario.conditions.get(key, "chart"))
    if said != "chart":
        return int(said)
    given = scenario.pack.cell(TEC, key) if scenario.pack is not None else None
    return None if given is None else int(given)


def side_keys(setting: Setting, marks: frozenset[str]) -> list[str]:
    """Rows of the terrain chart for what lies along a hexside."""
    if not marks:
        return ["none"] if setting.scenario.readings["plain_side"] == "counts" else []
    return [f"side_{mark}" if mark in ASKED_SIDES else mark for mark in sorted(marks)]


def lowest_side(setting: Setting, keys: list[str]) -> tuple[int, list[str]]:
    """The lowest shift among rows of the terrain chart (4.2.3.8.hexside), and the rows that must be known to tell."""
    known = [value for key in keys if (value := shift_of(setting.scenario, key)) is not None]
    unknown = sorted({key for key in keys if shift_of(setting.scenario, key) is None})
    low = min(known, default=None)
    if low is not None:
        unknown = [key for key in unknown if TERRAIN_LEAST.get(key, 0) < low]
    return low or 0, unknown


def unknown(setting: Setting, fight: Lineup, left: Counts, at: Places) -> list[str]:
    """Rows of the terrain chart that this attack needs and nobody has told."""
    found = [key for key in hex_keys(setting, fight.target) if shift_of(setting.scenario, key) is None]
    return found + lowest_side(setting, sides(setting, fight, left, at))[1]


def untold(key: str) -> tuple[str, str, str]:
    """What is said of a row of the terrain chart that nobody has told: the message, the rule and the way out."""
    kind, _, what = key.partition("_")
    rule = "4.2.3.8.hex" if kind == "hex" else "4.2.3.8.hexside"
    thing = say("a hex of {x}" if kind == "hex" else "a {x} hexside", x=what)
    message = say("the shift of {x} stands on the map's chart, not in the text", x=thing)
    return message, rule, "say it under the conditions, or type the Terrain Effects Chart in"


def hex_keys(setting: Setting, target: str) -> list[str]:
    """Rows of the terrain chart for a hex."""
    terrain = setting.scenario.hex(target).terrain
    keys = [terrain if terrain in TERRAIN else f"hex_{terrain}"]
    return [*keys, "city"] if setting.city(target) else keys


def sides(setting: Setting, fight: Lineup, left: Counts, at: Places) -> list[str]:
    """Rows of the terrain chart for the hexsides across which units attack."""
    marks = {setting.marks(at[i], fight.target) for i in fight.attackers}
    return [key for mark in sorted(marks, key=sorted) for key in side_keys(setting, mark)]


def shift(setting: Setting, net: Ledger, fight: Lineup, left: Counts, at: Places) -> None:
    """Add the shifts of the hex attacked and of the hexsides crossed."""
    for key in hex_keys(setting, fight.target):
        value, label = shift_of(setting.scenario, key), phrase("Terrain: {x}", x=key.removeprefix("hex_"))
        if value is None:
            net.skip(label, "its shift is not stated", "4.2.3.8.hex")
        elif value:
            net.add(-value, label, "4.2.3.8.hex")
        elif net.explain:
            net.skip(label, "it shifts nothing", "4.2.3.8.hex")
    keys = sides(setting, fight, left, at)
    value, unknown = lowest_side(setting, keys)
    if unknown:
        named = joined((key.removeprefix("side_") for key in unknown), ", ")
        net.skip("Hexside", phrase("the shift of {x} is not stated", x=named), "4.2.3.8.hexside")
    elif value:
        lowest = next(key for key in keys if shift_of(setting.scenario, key) == value)
        note = "the lowest of those crossed" if len(set(keys)) > 1 else ""
        label = phrase("Hexside: {x}", x=lowest.removeprefix("side_"))
        net.add(-value, label, "4.2.3.8.hexside", note=note)
    elif net.explain:
        mixed = "none" in keys and len(set(keys)) > 1
        reason = "one crossed has no terrain and counts as 0, by the reading chosen" if mixed else ""
        net.skip("Hexside", reason or "the lowest one crossed shifts nothing", "4.2.3.8.hexside")


def asks(setting: Setting) -> Iterator[str]:
    """What the form could ask: shifts of terrain and hexsides that the text does not give, where they matter."""
    scenario = setting.scenario
    for target in scenario.targets:
        terrain = scenario.hex(target).terrain
        if terrain in ASKED_HEXES:
            yield f"hex_{terrain}"
        for unit in scenario.units:
            ours = unit.side == "attacker" and unit.type in GROUND and not unit.flag("pool")
            if ours and apart(unit.at, target) == RANGE["approach"]:
                marks = setting.marks(unit.at, target)
                yield from (f"side_{mark}" for mark in ASKED_SIDES if mark in marks)
    if any(scenario.sides.values()):
        yield "plain_side"
