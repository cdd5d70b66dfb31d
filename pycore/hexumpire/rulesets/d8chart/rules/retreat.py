"""Retreats: when one is due or allowed, the retreat check, which hexes are open, and how it goes on.

The chart says when the defender must retreat or may (CRT.retreat-gate, RES.check-roll, RES.vol-retreat). How, it
leaves to the rulebook behind it (EXT.11.8): hex by hex over hexes that the players marked. The units of a hex go
together, or each where its owner wants. What the chart does say holds here too: impassable mountains
(TER.impass.block), zones of control where they close a hex (TER.*.zoc), no land unit at sea.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Hashable, Iterable, Iterator, Sequence
from fractions import Fraction
from functools import lru_cache

from hexumpire.board import hexgrid
from hexumpire.kit.places import mention
from hexumpire.model.battle import Line
from hexumpire.model.scenario import Scenario, Unit
from hexumpire.model.text import joined, say
from hexumpire.model.trace import Number, Rules
from hexumpire.rulesets.d8chart.rules import zones
from hexumpire.rulesets.d8chart.rules.results import STARS, starred
from hexumpire.rulesets.d8chart.rules.terrain import apart, cross_impassable
from hexumpire.rulesets.d8chart.setting import Setting
from hexumpire.rulesets.d8chart.state import Left, Runner, State
from hexumpire.rulesets.d8chart.tables import CASUALTIES, YEARS
from hexumpire.rulesets.d8chart.units import arm_of, describe

# --- when one is due, and who may go ------------------------------------------------------------------------


def is_half(lost: Number, before: Number) -> bool:
    """Whether the losses make the retreat check due (CRT.retreat-gate)."""
    return before > 0 and lost >= CASUALTIES * before


def is_due(setting: Setting, left: Left) -> bool:
    """Whether the defender has lost half (CRT.retreat-gate by its reading)."""
    if setting.scenario.readings["half_of"] != "strength":
        whole = setting.before["defender"]
        return is_half(whole - setting.steps(left, "defender"), whole)
    lost = before = Fraction(0)
    for i in setting.sides["defender"]:
        worth = Fraction(setting.lands[i].number("factors"), setting.lands[i].number("steps"))
        before += worth * sum(setting.full[i])
        lost += worth * (sum(setting.full[i]) - sum(left[i]))
    return is_half(lost, before)


def may_come(cells: Collection[str]) -> bool:
    """Whether the die can give a result that a retreat may follow."""
    return not {*STARS, *STARS.values()}.isdisjoint(cells)


def _german_ban(setting: Setting) -> bool:
    """Whether Germans may not retreat of their own will (RES.vol-german)."""
    year = setting.scenario.condition("year")
    return isinstance(year, int) and year < YEARS["german_retreat"]


def germans_bar(setting: Setting, left: Left) -> bool:
    """Whether surviving Germans may not leave of their own will."""
    germans = (i for i in setting.sides["defender"] if setting.lands[i].nation == "German")
    return _german_ban(setting) and any(left[i] for i in germans)


def kind(setting: Setting, unit: Unit) -> str:
    """Equal for defenders of whom it is all the same which of them loses a step or goes."""
    stays = unit.nation == "German" and setting.mixed and _german_ban(setting)
    if arm_of(unit) == "general":
        return f"general:{stays}"
    if setting.scenario.readings["half_of"] == "strength":
        return unit.id
    return f"{stays}:{setting.walled and unit.type == 'mountain'}"


def runners(setting: Setting, left: Left, barred: bool = False) -> tuple[Runner, ...]:
    """The defender's counters that go, Generals last; when Germans are ``barred`` those who go without them."""
    if barred and setting.scenario.readings["german_ban"] == "stack":
        return ()
    found: list[Runner] = []
    for number, unit in enumerate(setting.leavers):
        if barred and unit.nation == "German":
            continue
        if arm_of(unit) == "general":
            found += [(number, 0)] * unit.count
        else:
            found += [(number, steps) for steps in left[setting.number[unit.id]]]
    found.sort(key=lambda one: (not one[1], kind(setting, setting.leavers[one[0]]), -one[1]))
    return tuple(found) if any(steps for _, steps in found) else ()


# --- the retreat check --------------------------------------------------------------------------------------


def threshold(basis: str, natural: int, drm: int) -> int:
    """What the defender must roll below to stay (RES.check-roll)."""
    return natural if basis == "natural" else natural + drm


def below(setting: Setting, state: State, drm: int) -> int:
    """What the defender must roll below in a position, by the reading chosen."""
    return threshold(str(setting.scenario.readings["check_die"]), state.natural, drm)


def holds(roll: int, below: int) -> bool:
    """Whether a defender's roll lets it stay."""
    return roll < below


# --- how it goes on from the losses -------------------------------------------------------------------------


def after_losses(setting: Setting, state: State) -> State:
    """Whether the defender of a starred result may choose, must roll, or just stays."""
    state = state._replace(due=is_due(setting, state.left))
    if runners(setting, state.left, germans_bar(setting, state.left)):
        return state._replace(phase="stand")
    return stay(state)


def stay(state: State) -> State:
    """Those who are in the hex stay, but for a check that is due.

    It is against the attacker's die: where the result was agreed on, that is asked for first.
    """
    if not state.due:
        return state._replace(phase="over", ending="held")
    return state._replace(phase="check" if state.natural else "fell")


def leave(setting: Setting, state: State) -> State:
    """The defender retreats of its own will, without Germans who may not."""
    barred = germans_bar(setting, state.left)
    return _depart(setting, state._replace(parted=barred), runners(setting, state.left, barred))


def check(setting: Setting, state: State, roll: int, drm: int) -> State:
    """The position after the retreat check."""
    state = state._replace(roll=roll)
    if holds(roll, below(setting, state, drm)):
        return state._replace(phase="over", ending="held")
    return _depart(setting, state, still_here(setting, state))


def still_here(setting: Setting, state: State) -> tuple[Runner, ...]:
    """The counters in the hex, without those who left it of their own will; none where no land unit is there."""
    gone = {number for number, _, _ in state.placed}
    found = tuple(one for one in runners(setting, state.left) if one[0] not in gone)
    return found if any(steps for _, steps in found) else ()


def _depart(setting: Setting, state: State, waiting: tuple[Runner, ...]) -> State:
    """The position in which these counters begin to retreat."""
    return onward(setting, state._replace(waiting=waiting, path=(), fork=None))


def enter(setting: Setting, state: State, place: str) -> State:
    """The position after a hex was entered."""
    return onward(setting, state._replace(path=(*state.path, place)))


def part(setting: Setting, state: State) -> State:
    """The position after they parted."""
    return onward(setting, state._replace(fork=state.path))


def onward(setting: Setting, state: State) -> State:
    """Ask for the next hex while there is one to ask for; else place (or eliminate) those who have come so far."""
    distance = setting.scenario.condition("retreat_distance")
    assert isinstance(distance, int)
    while state.waiting:
        if len(state.path) >= distance:
            state = _arrive(state, True)
            continue
        units = going(setting, state)
        if exits(setting, state, units):
            return state._replace(phase="retreat")
        if _some_can(setting, state, units):
            state = state._replace(fork=state.path)
        elif setting.scenario.condition("no_way_out") == "lost":
            state = _perish(setting, state)
        else:
            state = _arrive(state, False)
    return _ended(setting, state)


def _ended(setting: Setting, state: State) -> State:
    """After a retreat: those who had to stay may have to check yet, else it is over."""
    if not setting.steps(state.left, "defender"):
        return state._replace(phase="over", ending="cleared")
    if state.parted and not state.roll:
        return stay(state)
    return state._replace(phase="over", ending="retreated")


def _some_can(setting: Setting, state: State, units: Sequence[Unit]) -> bool:
    """Whether units that find no way together have one alone; then even those go apart who should not."""
    return state.fork is None and any(exits(setting, state, [unit]) for unit in units)


def _next(state: State) -> State:
    """The position after those who moved last have gone: the next of those who go apart starts where they parted."""
    if state.fork is None:
        return state._replace(waiting=())
    return state._replace(waiting=state.waiting[1:], path=state.fork)


def _arrive(state: State, whole: bool) -> State:
    place = state.path[-1] if state.path else ""
    return _next(state._replace(placed=(*state.placed, *((number, place, whole) for number, _ in _movers(state)))))


def _perish(setting: Setting, state: State) -> State:
    """Eliminate units without a way out; of Generals the chart does not say what becomes."""
    left, placed = list(state.left), list(state.placed)
    for number, steps in _movers(state):
        if not steps:
            placed.append((number, "", True))
            continue
        i = setting.number[setting.leavers[number].id]
        counters = list(left[i])
        counters.remove(steps)
        left[i] = tuple(counters)
    return _next(state._replace(left=tuple(left), placed=tuple(placed)))


# --- who goes next, and how ---------------------------------------------------------------------------------


def _movers(state: State) -> tuple[Runner, ...]:
    """The counters that move next: all that wait, or the first when each goes its own way."""
    return state.waiting if state.fork is None else state.waiting[:1]


def going(setting: Setting, state: State) -> list[Unit]:
    """The units that move next."""
    return [setting.leavers[number] for number in dict.fromkeys(number for number, _ in _movers(state))]


def may_part(setting: Setting, state: State) -> bool:
    """Whether those who wait may go their own ways from here, and have more ways than one."""
    stack = setting.scenario.readings["retreat_as"] == "stack"
    if state.fork is not None or len(state.waiting) == 1 or stack:
        return False
    units = going(setting, state)
    return len({place for unit in units for place in exits(setting, state, [unit])}) > 1


def places(setting: Setting, state: State) -> dict[str, list[str]]:
    """Where retreating counters are, by unit, strongest first: those who arrived, and those on their way."""
    found: dict[str, list[str]] = {}
    on_the_way = [(number, state.path[-1]) for number, _ in _movers(state)] if state.path else []
    if state.fork:
        on_the_way += [(number, state.fork[-1]) for number, _ in state.waiting[1:]]
    for number, place in (*(entry[:2] for entry in state.placed), *on_the_way):
        if place:
            found.setdefault(setting.leavers[number].id, []).append(place)
    return found


def moved(setting: Setting, state: State) -> dict[str, dict[str, int]]:
    """How many counters of each unit are in which hex of a retreat."""
    return {unit: dict(Counter(found)) for unit, found in places(setting, state).items()}


def concerns(scenario: Scenario) -> frozenset[str]:
    """The hexes that a retreat can lead to or has to look at: the one attacked, and those marked for retreats."""
    return frozenset(
        (*scenario.targets, *(place for place, data in scenario.hexes.items() if "retreat" in data.features))
    )


def state_key(setting: Setting, state: State) -> Hashable:
    """Equal for positions within a retreat that go on alike: how it came to its hexes does not count."""
    away = setting.scenario.condition("retreat_path") == "away"

    def come_to(path: tuple[str, ...]) -> Hashable:
        return len(path), path[-1:], frozenset() if away else frozenset(path)

    waiting = tuple((kind(setting, setting.leavers[number]), steps) for number, steps in state.waiting)
    return come_to(state.path), None if state.fork is None else come_to(state.fork), waiting


# --- which hexes are open -----------------------------------------------------------------------------------


def fallen(setting: Setting, state: State) -> frozenset[str]:
    """The attackers of whom nothing is left: they stand in nobody's way. Only an agreement makes that of a retreat."""
    return frozenset(setting.lands[i].id for i in setting.sides["attacker"] if not state.left[i])


def why_not(setting: Setting, place: str, state: State, units: Iterable[Unit]) -> tuple[str, Rules]:
    """Why a hex is closed to units that have come so far, and the rules; an empty text when it is open."""
    key = place, state.path, not setting.walled or cross_impassable(units), fallen(setting, state)
    known = setting.closed.get(key)
    if known is None:
        known = setting.closed[key] = _why_not(setting, *key)
    return known


def _why_not(
    setting: Setting, place: str, path: tuple[str, ...], climb: bool, dead: frozenset[str]
) -> tuple[str, Rules]:
    """The same of units that all cross impassable mountains, or do not, while some attackers are ``dead``."""
    scenario = setting.scenario
    here = path[-1] if path else setting.target
    if place == setting.target or place in path:
        return "the retreat has left it", ("EXT.11.8",)
    if apart(here, place) != 1:
        return "it is not next to where the retreat has come to", ("EXT.11.8",)
    if any(unit.at == place for unit in setting.by_land if unit.id not in dead):
        return "an attacker stands there", ("EXT.11.8",)
    if scenario.hex(place).terrain == "sea":
        return "land units do not go to sea", ("EXT.11.8", "EXT.amph")
    if not climb and "impassable" in scenario.between(here, place):
        return "only mountain troops cross impassable mountains", ("TER.impass.block",)
    if "retreat" not in scenario.hex(place).features:
        return "it is not marked as a retreat hex", ("EXT.11.8",)
    if scenario.condition("retreat_path") == "away" and apart(place, setting.target) <= len(path):
        return "it does not lead away from the hex attacked", ("EXT.11.8",)
    if scenario.condition("retreat_zoc") == "closed":
        return _zone_of(setting, place, dead)
    return "", ()


def _zone_of(setting: Setting, place: str, dead: frozenset[str]) -> tuple[str, Rules]:
    """That a hex lies in an attacker's zone of control, and the rules; an empty text when it does not."""
    for unit in setting.by_land:
        if arm_of(unit) == "land" and unit.id not in dead and apart(unit.at, place) == 1:
            why, rules = zones.stops(setting.scenario, unit, place)
            if not why:
                return _in_zone(describe(unit)), ("EXT.11.8", *rules)
    return "", ()


@lru_cache
def _in_zone(unit: str) -> str:
    """What is said of a hex in a zone of control; kept, because walks ask for it again and again."""
    return say("the {unit} has a zone of control there", unit=unit)


def neighbours(setting: Setting, path: tuple[str, ...]) -> list[str]:
    """The hexes around the place the retreat has come to, in the order of directions."""
    here = hexgrid.parse(path[-1] if path else setting.target)
    return [hexgrid.name(other) for other in hexgrid.neighbours(here)]


def exits(setting: Setting, state: State, units: Sequence[Unit]) -> list[str]:
    """The hexes open to the next step of a retreat of units that go together."""
    return [place for place in neighbours(setting, state.path) if not why_not(setting, place, state, units)[0]]


# --- log entries --------------------------------------------------------------------------------------------


def due_entries(setting: Setting, after: State) -> list[Line]:
    """Log entries for a starred result: whether half is lost, and that Germans stay."""
    if not starred(after.applied) or after.ending in ("cleared", "lost"):
        return []
    whole = setting.before["defender"]
    lost = whole - setting.steps(after.left, "defender")
    one, several = "The defender lost {n} of {m} step, {due}.", "The defender lost {n} of {m} steps, {due}."
    if setting.scenario.readings["half_of"] == "strength":
        one = "The defender lost {n} of {m} step, by its strength, {due}."
        several = "The defender lost {n} of {m} steps, by their strength, {due}."
    template = one if whole == 1 else several
    half = is_due(setting, after.left)
    due = "half or more: a retreat check is due" if half else "less than half: no retreat check"
    entries = [Line(say(template, n=lost, m=whole, due=due), ("CRT.retreat-gate",), "defender")]
    if germans_bar(setting, after.left):
        entries.append(Line("Germans may not retreat of their own will yet.", ("RES.vol-german",), "defender"))
    return entries


def stranded_entries(setting: Setting, before: State, after: State) -> list[Line]:
    """Log entries for those who did not find their way to the end of a retreat, or may not leave."""
    entries = []
    if setting.steps(after.left, "defender") < setting.steps(before.left, "defender"):
        entries.append(Line("There is no way out: whoever finds none is eliminated.", ("EXT.11.8",), "defender"))
    short = [setting.leavers[number] for number, _, whole in after.placed[len(before.placed) :] if not whole]
    if short:
        template = "No retreat hex is open: placed as the retreat rules say: {units}."
        if after.path:
            template = "No further retreat hex is open: placed as the retreat rules say: {units}."
        names = joined(dict.fromkeys(map(describe, short)), ", ")
        entries.append(Line(say(template, units=names), ("EXT.11.8",), "defender"))
    if after.parted and not before.roll and before.phase != "check" and after.phase != "retreat":
        entries.append(Line("The Germans stay in the hex.", ("RES.vol-german",), "defender"))
    return entries


def step_entry(setting: Setting, before: State, place: str) -> Line:
    """The log entry for a hex that was entered."""
    who = "defender" if before.fork is None else describe(going(setting, before)[0])
    text = say("The {who} retreats to {place}.", who=who, place=mention(place))
    return Line(text, ("EXT.11.8",), "defender")


# --- what the form asks -------------------------------------------------------------------------------------


def asks(setting: Setting, cells: Collection[str], drm: int) -> Iterator[str]:
    """Conditions and readings of retreats that could matter to an attack whose die can give these cells."""
    scenario = setting.scenario
    if any(unit.nation == "German" for unit in setting.of("defender")):
        yield "year"
    if not may_come(cells):
        return
    yield from ("retreat_distance", "no_way_out")
    marked = _marked(scenario)
    if marked:
        yield "retreat_zoc"
    if int(scenario.conditions["retreat_distance"]) > 1:
        yield "retreat_path"
    if sum(unit.count for unit in setting.leavers) > 1 and marked > 1:
        yield "retreat_as"
    if setting.mixed and _german_ban(setting):
        yield "german_ban"
    if len({(unit.number("factors"), unit.number("steps")) for unit in setting.of("defender")}) > 1:
        yield "half_of"
    if drm:
        yield "check_die"
    if scenario.condition("retreat_zoc") == "closed":
        yield from zones.asks(scenario)


def _marked(scenario: Scenario) -> int:
    """How many hexes the players marked for retreats."""
    return sum("retreat" in data.features for data in scenario.hexes.values())
