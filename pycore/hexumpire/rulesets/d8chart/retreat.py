"""Retreats: hex by hex over hexes that the players marked, since the chart gives no rule of its own (EXT.11.8).

The units of a hex go together, or each where its owner wants. What the chart does say holds here too: impassable
mountains (TER.impass.block), zones of control where they close a hex (TER.*.zoc), no land unit at sea.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from typing import TYPE_CHECKING

from hexumpire.board import hexgrid
from hexumpire.kit.places import mention
from hexumpire.model.battle import Decision, Option
from hexumpire.model.scenario import Unit
from hexumpire.model.trace import Rules
from hexumpire.rulesets.d8chart.forces import Forces, arm_of, describe
from hexumpire.rulesets.d8chart.state import Left, Runner, State
from hexumpire.rulesets.d8chart.tables import IMPASSABLE
from hexumpire.rulesets.d8chart.zoc import stops

if TYPE_CHECKING:
    from hexumpire.rulesets.d8chart.attack import Attack


# --- which hexes are open -----------------------------------------------------------------------------------


def why_not(forces: Forces, place: str, path: tuple[str, ...], units: Iterable[Unit]) -> tuple[str, Rules]:
    """Why a hex is closed to units that have come along a path, and the rules; an empty text when it is open."""
    scenario = forces.scenario
    here = path[-1] if path else forces.target
    if place == forces.target or place in path:
        return "the retreat has left it", ("EXT.11.8",)
    if apart(here, place) != 1:
        return "it is not next to where the retreat has come to", ("EXT.11.8",)
    if any(unit.at == place and arm_of(unit) in ("land", "general") for unit in attackers(forces)):
        return "an attacker stands there", ("EXT.11.8",)
    if scenario.hex(place).terrain == "sea":
        return "land units do not go to sea", ("EXT.11.8", "EXT.amph")
    if "impassable" in scenario.between(here, place) and any(
        unit.type not in IMPASSABLE and arm_of(unit) == "land" for unit in units
    ):
        return "only mountain troops cross impassable mountains", ("TER.impass.block",)
    if "retreat" not in scenario.hex(place).features:
        return "it is not marked as a retreat hex", ("EXT.11.8",)
    if scenario.condition("retreat_path") == "away" and apart(place, forces.target) <= len(path):
        return "it does not lead away from the hex attacked", ("EXT.11.8",)
    if scenario.condition("retreat_zoc") == "closed":
        return zone_of(forces, place)
    return "", ()


def apart(start: str, end: str) -> int:
    """How many hexes two hexes lie apart."""
    return hexgrid.distance(hexgrid.parse(start), hexgrid.parse(end))


def attackers(forces: Forces) -> list[Unit]:
    """Everybody of the attacker's side on the map, but for those who come from the sea or the air."""
    return [
        unit
        for unit in (*forces.of("attacker"), *forces.of("attacker", "general"))
        if unit.text("via", "land") == "land"
    ]


def zone_of(forces: Forces, place: str) -> tuple[str, Rules]:
    """That a hex lies in an attacker's zone of control, and the rules; an empty text when it does not."""
    for unit in attackers(forces):
        if arm_of(unit) == "land" and apart(unit.at, place) == 1:
            why, rules = stops(forces.scenario, unit, place)
            if not why:
                return f"the {describe(unit)} has a zone of control there", ("EXT.11.8", *rules)
    return "", ()


def neighbours(forces: Forces, path: tuple[str, ...]) -> list[str]:
    """The hexes around the place the retreat has come to."""
    here = hexgrid.parse(path[-1] if path else forces.target)
    return [hexgrid.name(other) for other in hexgrid.neighbours(here)]


def exits(forces: Forces, path: tuple[str, ...], units: Sequence[Unit]) -> list[str]:
    """The hexes open to the next step of a retreat of units that go together, in the order of directions."""
    return [place for place in neighbours(forces, path) if not why_not(forces, place, path, units)[0]]


# --- how it goes on -----------------------------------------------------------------------------------------


def runners(attack: Attack, left: Left, banned: bool = False) -> tuple[Runner, ...]:
    """The defender's counters that go, Generals last; when Germans are ``banned`` those who go without them."""
    if banned and attack.scenario.readings["german_ban"] == "stack":
        return ()
    found: list[Runner] = []
    for number, unit in enumerate(attack.leavers):
        if banned and unit.nation == "German":
            continue
        if arm_of(unit) == "general":
            found += [(number, 0)] * unit.count
        else:
            found += [(number, steps) for steps in left[attack.number[unit.id]]]
    found.sort(key=lambda one: (not one[1], attack.kind(attack.leavers[one[0]]), -one[1]))
    return tuple(found) if any(steps for _, steps in found) else ()


def going(attack: Attack, state: State) -> list[Unit]:
    """The units that move next: all that wait, or the first when each goes its own way."""
    numbers = [number for number, _ in (state.waiting if state.fork is None else state.waiting[:1])]
    return [attack.leavers[number] for number in dict.fromkeys(numbers)]


def may_part(attack: Attack, state: State) -> bool:
    """Whether those who wait may go their own ways from here, and have more ways than one."""
    if state.fork is not None or len(state.waiting) == 1 or attack.scenario.readings["retreat_as"] == "stack":
        return False
    units = going(attack, state)
    return len({place for unit in units for place in exits(attack.forces, state.path, [unit])}) > 1


def depart(attack: Attack, state: State, waiting: tuple[Runner, ...]) -> State:
    """The position in which these counters begin to retreat."""
    return onward(attack, state._replace(waiting=waiting, path=(), fork=None))


def onward(attack: Attack, state: State) -> State:
    """Ask for the next hex while there is one to ask for; else place (or eliminate) those who have come so far."""
    distance = attack.scenario.condition("retreat_distance")
    assert isinstance(distance, int)
    while state.waiting:
        if len(state.path) >= distance:
            state = _arrive(state, True)
            continue
        units = going(attack, state)
        if exits(attack.forces, state.path, units):
            return state._replace(phase="retreat")
        if _some_can(attack, state, units):
            state = state._replace(fork=state.path)
            continue
        if attack.scenario.condition("no_way_out") == "lost":
            state = _perish(attack, state)
        else:
            state = _arrive(state, False)
    return attack.arrived(state)


def _some_can(attack: Attack, state: State, units: Sequence[Unit]) -> bool:
    """Whether units that find no way together have one alone; then even those go apart who should not."""
    return state.fork is None and any(exits(attack.forces, state.path, [unit]) for unit in units)


def _next(state: State) -> State:
    """The position after those who moved last have gone: the next of those who go apart starts where they parted."""
    if state.fork is None:
        return state._replace(waiting=())
    return state._replace(waiting=state.waiting[1:], path=state.fork)


def _movers(state: State) -> tuple[Runner, ...]:
    return state.waiting if state.fork is None else state.waiting[:1]


def _arrive(state: State, whole: bool) -> State:
    place = state.path[-1] if state.path else ""
    return _next(state._replace(placed=(*state.placed, *((number, place, whole) for number, _ in _movers(state)))))


def _perish(attack: Attack, state: State) -> State:
    """Eliminate units without a way out; of Generals the chart does not say what becomes."""
    left, placed = list(state.left), list(state.placed)
    for number, steps in _movers(state):
        if not steps:
            placed.append((number, "", True))
            continue
        i = attack.number[attack.leavers[number].id]
        counters = list(left[i])
        counters.remove(steps)
        left[i] = tuple(counters)
    return _next(state._replace(left=tuple(left), placed=tuple(placed)))


def key(attack: Attack, state: State) -> Hashable:
    """Equal for positions within a retreat that go on alike: how it came to its hexes does not count."""
    away = attack.scenario.condition("retreat_path") == "away"

    def come_to(path: tuple[str, ...]) -> Hashable:
        return len(path), path[-1:], frozenset() if away else frozenset(path)

    waiting = tuple((attack.kind(attack.leavers[number]), steps) for number, steps in state.waiting)
    return come_to(state.path), None if state.fork is None else come_to(state.fork), waiting


# --- as a decision ------------------------------------------------------------------------------------------


def node(attack: Attack, state: State) -> Decision:
    """Where those who move next go, or that they part."""
    units = going(attack, state)
    alone = state.fork is not None
    options = [
        Option(f"to:{place}", f"To {mention(place)}", ("EXT.11.8",), hex=place)
        for place in exits(attack.forces, state.path, units)
    ]  # fmt: skip
    if may_part(attack, state):
        options.append(Option("apart", "Each unit its own way", ("EXT.11.8",)))
    who = f" of the {describe(units[0])}" if alone else ""
    which = f"Hex {len(state.path) + 1} of the retreat{who}?" if state.path else f"Retreat{who} where?"
    return Decision("defender", "retreat", which, tuple(options), ("EXT.11.8", "RES.check-roll"))


def apply(attack: Attack, state: State, action: str) -> State:
    """The position after a hex was entered, or after they parted."""
    if action == "apart":
        return onward(attack, state._replace(fork=state.path))
    return onward(attack, state._replace(path=(*state.path, action.removeprefix("to:"))))


def moved(attack: Attack, state: State) -> dict[str, dict[str, int]]:
    """Where retreating counters are, by unit: those who arrived, and those on their way."""
    found: dict[str, dict[str, int]] = {}
    on_the_way = [(number, state.path[-1]) for number, _ in _movers(state)] if state.path else []
    if state.fork:
        on_the_way += [(number, state.fork[-1]) for number, _ in state.waiting[1:]]
    for number, place in (*(entry[:2] for entry in state.placed), *on_the_way):
        if place:
            by_hex = found.setdefault(attack.leavers[number].id, {})
            by_hex[place] = by_hex.get(place, 0) + 1
    return found
