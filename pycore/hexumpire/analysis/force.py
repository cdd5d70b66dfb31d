"""More and less force: what each counter more would give, and the least that reaches a chance."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial
from itertools import count
from typing import Any, Final

from hexumpire.analysis.outcomes import chance, sign
from hexumpire.analysis.variants import Bench, Variant
from hexumpire.board import hexgrid
from hexumpire.files.documents import below, shown
from hexumpire.files.units import MAX_COUNT, MAX_UNITS
from hexumpire.kit.places import mention
from hexumpire.model.errors import InputError, Problem
from hexumpire.model.ruleset import Ruleset
from hexumpire.model.scenario import Scenario, Unit
from hexumpire.model.text import say, uncapital
from hexumpire.model.vocabulary import Vocabulary
from hexumpire.views.number_format import percent
from hexumpire.views.position import bar

MORE: Final = 6
"""So many counters, or points of strength, are added at most."""
MOST_THRESHOLDS: Final = 6
AIR: Final = "air"
"""The symbol of counters that count by their factors."""
PRINTED: Final = "factors"
"""What stands on a counter of a type that does not say so."""

Change = Callable[[Vocabulary, Scenario, Unit, int], Scenario | None]
"""Makes a scenario in which a unit has so much more force, or less; None where there is none such."""

_FRACTION = re.compile(r"([0-9]{1,4})/([1-9][0-9]{0,3})")
_PERCENT = re.compile(r"([0-9]{1,3})(?:\.([0-9]{1,2}))? ?%")


def read_thresholds(given: Iterable[object]) -> list[Fraction]:
    """Chances that players ask about, written ``3/4`` or ``75 %``, smallest first.

    Raises:
        InputError: one of them is no chance, or there are too many.
    """
    found: set[Fraction] = set()
    problems = []
    for place, said in enumerate(given):
        share = _FRACTION.fullmatch(said.strip()) if isinstance(said, str) else None
        hundred = _PERCENT.fullmatch(said.strip()) if isinstance(said, str) else None
        value = Fraction(0)
        if share:
            value = Fraction(int(share[1]), int(share[2]))
        elif hundred:
            value = Fraction(int(hundred[1] + (hundred[2] or "")), 100 * 10 ** len(hundred[2] or ""))
        if 0 < value <= 1:
            found.add(value)
        else:
            message = say("a threshold must be a chance above 0 and at most 1, found {any}", any=shown(said))
            problems.append(Problem(message, below("$.thresholds", place), fix="write it such as '3/4' or '75 %'"))
    if len(found) > MOST_THRESHOLDS:
        message = say("{n} thresholds are too many", n=len(found))
        problems.append(Problem(message, "$.thresholds", fix=say("ask for at most {n}", n=MOST_THRESHOLDS)))
    if problems:
        raise InputError(problems)
    return sorted(found)


def of_battle(bench: Bench, base: Variant, scenario: Scenario, thresholds: list[Fraction]) -> dict[str, Any] | None:
    """What more or less force makes of the chance to take the hex; None without a chance.

    Looked at are the counters there, one less and more of them, stronger and weaker; and more counters and air factors
    of the palette, in every hex from which the rules let them join in.
    """
    if scenario.attacks or (not base.taken and not base.rolled):
        return None
    now, goal = base.taken or Fraction(0), thresholds[-1] if thresholds else Fraction(1)
    rows = []
    for unit in kinds(bench.ruleset, scenario):
        for kind, changed in (("counters", recounted), ("strength", strengthened)):
            rows.append(_row(bench, scenario, unit, kind, changed, goal))
    for recruit in recruits(bench.ruleset, scenario):
        rows += _added(bench, scenario, recruit, goal)
    told = [row.pop("whole") for row in rows]
    rows = [row for row in rows if row["steps"]]
    met = [_threshold(one, now, rows) for one in thresholds]
    least = sign(base.ends) if base.ends else ""
    return {**chance(now, least), "thresholds": met, "rows": rows, "most": MORE, "complete": all(told)}


def kinds(ruleset: Ruleset, scenario: Scenario) -> list[Unit]:
    """The attacker's units at hand; of several that are alike in everything the first."""
    found: dict[object, Unit] = {}
    for unit in scenario.units:
        if unit.side == "attacker" and not ruleset.idle(unit):
            found.setdefault(_alike(unit), unit)
    return list(found.values())


def _alike(unit: Unit) -> object:
    """Equal for units that are alike in everything but their number."""
    return unit.side, unit.type, unit.nation, unit.at, tuple(sorted(unit.values.items()))


def recruits(ruleset: Ruleset, scenario: Scenario) -> list[Unit]:
    """Counters of the palette for the nations that attack, standing nowhere yet.

    Those that are counted by what is printed on them have one of it.
    """
    words = ruleset.vocabulary
    nations = list(dict.fromkeys(unit.nation for unit in scenario.units if unit.side == "attacker"))
    found: dict[object, Unit] = {}
    for data in (entry["unit"] for entry in words.palette):
        kind = words.type_of[data["type"]]
        nation = data.get("nation", nations[0] if nations else "")
        if "attacker" not in kind.sides or nation not in nations:
            continue
        values = {key: data.get(key, words.default(kind, key, data)) for key in kind.fields}
        if counted := counted_by(words, kind.key, values):
            values[counted] = 1
        unit = Unit(_free_id(scenario), "attacker", kind.key, nation, "", 1, values)
        found.setdefault(_alike(unit), unit)
    return list(found.values())


def _free_id(scenario: Scenario) -> str:
    return next(name for number in count() if (name := f"more{number}") not in scenario.by_id)


def places_of(scenario: Scenario) -> list[str]:
    """Hexes where more force might stand: those around the targets, those where attackers stand, the targets."""
    around = (hexgrid.neighbours(hexgrid.parse(target)) for target in scenario.targets)
    near = [hexgrid.name(hex) for some in around for hex in some if hexgrid.name(hex) not in scenario.targets]
    stand = [unit.at for unit in scenario.units if unit.side == "attacker"]
    return list(dict.fromkeys((*near, *stand, *scenario.targets)))


def _added(bench: Bench, scenario: Scenario, recruit: Unit, goal: Fraction) -> list[dict[str, Any]]:
    """A counter of the palette, and more of them, in each hex; hexes in which all comes to the same in one row."""
    words = bench.ruleset.vocabulary
    there = {_alike(unit) for unit in scenario.units}
    joining = {at: replace(recruit, at=at) for at in places_of(scenario)}
    ways = {at: partial(joined, words, scenario, unit) for at, unit in joining.items() if _alike(unit) not in there}
    found, whole = _stepped(bench, ways, range(1, MORE + 1), goal)
    kind, title = about(words, recruit)
    rows: list[dict[str, Any]] = []
    for at, told in found.items():
        steps = [step for step in told if step["p"] is not None]
        same = next((row for row in rows if row["steps"] == steps), None)
        if same is not None:
            same["hexes"].append(at)
        elif steps:
            rows.append({"kind": kind, "unit": "", "label": title, "hexes": [at], "steps": steps, "whole": whole})
    for row in rows:
        row["places"] = _named(scenario, row["hexes"])
    return rows or [{"steps": [], "whole": whole}]


def _named(scenario: Scenario, places: Sequence[str]) -> list[str]:
    """Hexes by name; all of those around the targets in one."""
    around = (hexgrid.neighbours(hexgrid.parse(target)) for target in scenario.targets)
    near = {hexgrid.name(hex) for some in around for hex in some} - set(scenario.targets)
    every = near <= set(places)
    return [*(["any hex around"] if every else []), *(mention(at) for at in places if not every or at not in near)]


def counted_by(words: Vocabulary, type_key: str, values: Mapping[str, Any]) -> str:
    """The field by which more of a counter is the same counter with more on it; empty where more are more counters."""
    kind = words.type_of[type_key]
    field = kind.amount or (PRINTED if kind.symbol == AIR else "")
    return field if field in values else ""


def about(words: Vocabulary, recruit: Unit) -> tuple[str, str]:
    """What there may be more of, as ``docs/api.md`` names it, and the name of the counter."""
    counted = counted_by(words, recruit.type, recruit.values)
    return counted or "added", label(words, recruit, bool(counted))


def label(words: Vocabulary, unit: Unit, plain: bool = False) -> str:
    """A counter by its name: nation, type and what is printed on it."""
    kind = words.type_of[unit.type]
    face = "-".join(
        str(unit.values[key]) for key in kind.face or (kind.amount or PRINTED, "movement") if key in unit.values
    )
    title = uncapital(kind.title)
    if face and not plain:
        title = say("{type} {face}", type=title, face=face)
    nation = words.nation_of[unit.nation].title if len(words.nations) > 1 else ""
    return say("{nation} {type}", nation=nation, type=title) if nation else title


def joined(words: Vocabulary, scenario: Scenario, recruit: Unit, add: int) -> Scenario | None:
    """The battle with so many counters, or a counter of so many points, more; None when a scenario cannot hold it."""
    more = replace(recruit, count=add)
    if counted := counted_by(words, recruit.type, recruit.values):
        if add > words.field_of[counted].high:
            return None
        more = replace(recruit, values={**recruit.values, counted: add})
    if len(scenario.units) >= MAX_UNITS:
        return None
    return replace(scenario, units=(*scenario.units, more))


def recounted(words: Vocabulary, scenario: Scenario, unit: Unit, add: int) -> Scenario | None:
    """The battle with counters of a unit more or fewer; None when a scenario cannot hold it."""
    count = unit.count + add
    if not 0 <= count <= MAX_COUNT:
        return None
    if not count:
        return replace(scenario, units=tuple(one for one in scenario.units if one is not unit))
    return _with(scenario, unit, replace(unit, count=count))


def strengthened(words: Vocabulary, scenario: Scenario, unit: Unit, add: int) -> Scenario | None:
    """The battle with a counter of a unit stronger or weaker by so much; None when there is no such counter."""
    kind = words.type_of[unit.type]
    face = kind.face or (kind.amount or PRINTED,)
    key = next((key for key in face if key in unit.values and words.field_of[key].kind == "int"), "")
    if not key or unit.count != 1:
        return None
    value = unit.number(key) + add
    field = words.field_of[key]
    if not field.low <= value <= field.high:
        return None
    return _with(scenario, unit, replace(unit, values={**unit.values, key: value}))


def _with(scenario: Scenario, old: Unit, new: Unit) -> Scenario:
    return replace(scenario, units=tuple(new if one is old else one for one in scenario.units))


def _row(bench: Bench, scenario: Scenario, unit: Unit, kind: str, changed: Change, goal: Fraction) -> dict[str, Any]:
    """One kind of force, step by step: one less, then more and more until the highest chance asked for is reached."""
    words = bench.ruleset.vocabulary
    ways = {unit.at: partial(changed, words, scenario, unit)}
    found, whole = _stepped(bench, ways, (-1, *range(1, MORE + 1)), goal)
    return {"kind": kind, "unit": unit.id, "label": label(words, unit), "hexes": [unit.at],
            "places": [mention(unit.at)], "steps": found[unit.at], "whole": whole}  # fmt: skip


def _stepped(
    bench: Bench, ways: Mapping[str, Callable[[int], Scenario | None]], adds: Iterable[int], goal: Fraction
) -> tuple[dict[str, list[dict[str, Any]]], bool]:
    """What each of several ways to have more or less force comes to, step by step, and whether all was worked out.

    A way ends where more cannot be had or the rules forbid it; all of them end where one reaches the goal.
    """
    steps: dict[str, list[dict[str, Any]]] = {at: [] for at in ways}
    whole, open_ways = True, [*ways]
    for add in adds:
        reached = []
        for at in open_ways:
            other = ways[at](add)
            if other is None:
                continue
            if bench.is_spent:
                return steps, False
            found = bench.work_out(other)
            whole = whole and (bool(found.problems) or found.taken is not None)
            told: dict[str, Any] = {"p": None, "percent": None, "note": found.why}
            if found.taken is not None:
                reached.append((found.taken, at))
                told = {**chance(found.taken, sign(found.ends) if found.ends else ""), "note": ""}
            steps[at].append({"add": add, "bar": bar(found.assessment), **told})
        if add > 0:
            open_ways = [at for _, at in reached]
            if any(taken >= goal for taken, _ in reached):
                break
    return steps, whole


def _threshold(wanted: Fraction, now: Fraction, rows: Iterable[Mapping[str, Any]]) -> dict[str, Any]:
    """Whether a chance is reached already, and the least of each kind of force with which it is."""
    least = []
    for row in rows:
        more = [step for step in row["steps"] if step["add"] > 0 and step["p"] is not None]
        enough = [step["add"] for step in more if Fraction(step["p"]) >= wanted]
        if enough:
            told = {key: row[key] for key in ("kind", "unit", "label", "hexes", "places")}
            least.append({**told, "add": min(enough)})
    met = now >= wanted
    fewest: dict[tuple[str, str], int] = {}  # of a counter of the palette, only the hexes where the fewest do
    for one in least:
        key = (one["kind"], one["unit"] or one["label"])
        fewest[key] = min(one["add"], fewest.get(key, one["add"]))
    least = [one for one in least if one["add"] == fewest[one["kind"], one["unit"] or one["label"]]]
    return {"p": str(wanted), "percent": percent(wanted), "met": met,
            "least": [] if met else sorted(least, key=lambda one: int(one["add"]))}  # fmt: skip
