"""The chart with one's own odds: for each column that the attacker can come to, what becomes of this battle there.

Everything else stays as it is. A column is come to by one kind of force, more or less of it, as
:mod:`hexumpire.analysis.force` has them: the smallest change of each kind that comes to it is told, and the figures are
those of the battle with the first of the smallest. They are exact, under the policies stated.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import partial
from typing import Any

from hexumpire.analysis import force
from hexumpire.analysis.compare import mean_of
from hexumpire.analysis.force import MORE
from hexumpire.analysis.outcomes import chance, measured, sign
from hexumpire.analysis.variants import WORK, Bench, Variant
from hexumpire.analysis.walk import Progress
from hexumpire.kit.places import mention
from hexumpire.model.battle import Assessment
from hexumpire.model.errors import HexUmpireError
from hexumpire.model.ruleset import Ruleset
from hexumpire.model.scenario import Scenario
from hexumpire.views.position import bar

Way = tuple[dict[str, Any], int, Scenario]
"""A kind of force, how much more or less of it there is, and the battle with it."""


def report(
    scenario: Scenario,
    ruleset: Ruleset,
    policies: Mapping[str, str],
    objective: str = "",
    progress: Progress = None,
    work: int = WORK,
) -> dict[str, Any]:
    """The result of the operation ``ownodds`` (docs/api.md).

    Raises:
        InputError: a policy or objective is not known.
    """
    procedure = next(one for one in ruleset.procedures if one.key == scenario.procedure)
    printed = procedure.chart(scenario.edition) if procedure.chart else ruleset.chart(scenario.edition)
    bench = Bench(ruleset, policies, objective, progress, work)
    base = bench.work_out(scenario)
    now = base.assessment.column if base.assessment else None
    found = by_column(ruleset, scenario) if now is not None and not scenario.attacks else {}
    if now is not None:
        found[now] = [({"kind": "", "unit": "", "label": "", "places": []}, 0, scenario)]
    columns = [str(column) for column in printed.get("columns", ())]
    known = {column: base if column == now else bench.work_out(ways[0][2]) for column, ways in found.items()}
    if not known.keys() <= {*columns}:  # a chart that has more columns than are printed with it
        columns = sorted(known, key=lambda column: _attack(known[column]))
    rows = [_row(ruleset, column, column == now, found.get(column, []), known.get(column)) for column in columns]
    margins = base.assessment.margins if base.assessment else ()
    return {
        "title": printed.get("title", ""),
        "bar": bar(base.assessment),
        "current": now,
        "margins": [{"text": one.text, "rules": list(one.rules)} for one in margins],
        "rows": rows if now is not None else [],
        "most": MORE,
        "complete": not bench.is_spent,
    }


def by_column(ruleset: Ruleset, scenario: Scenario) -> dict[str, list[Way]]:
    """For each column, by how much of each kind of force it is come to at the least; the smallest change first."""
    found: dict[str, dict[tuple[Any, ...], Way]] = {}
    for kind, add, other in _ways(ruleset, scenario):
        known = assessed(ruleset, other)
        if known is None or known.column is None:
            continue
        least = found.setdefault(known.column, {})
        name = (kind["kind"], kind["unit"] or kind["label"])
        if name not in least or abs(add) < abs(least[name][1]):
            least[name] = (kind, add, other)
    return {column: sorted(ways.values(), key=lambda way: abs(way[1])) for column, ways in found.items()}


def _ways(ruleset: Ruleset, scenario: Scenario) -> Iterator[Way]:
    """The battle with more and less of each kind of force."""
    words = ruleset.vocabulary
    adds = sorted((add for add in range(-MORE, MORE + 1) if add), key=abs)
    for unit in force.kinds(ruleset, scenario):
        for kind, changed in (("counters", force.recounted), ("strength", force.strengthened)):
            about = {"kind": kind, "unit": unit.id, "label": force.label(words, unit), "places": [mention(unit.at)]}
            for add in adds:
                other = changed(words, scenario, unit, add)
                if other is not None:
                    yield about, add, other
    for recruit in force.recruits(ruleset, scenario):
        kind, label = force.about(words, recruit)
        for at in force.places_of(scenario):
            join = partial(force.joined, words, scenario, replace(recruit, at=at))
            for add in range(1, MORE + 1):
                other = join(add)
                if other is not None:
                    yield {"kind": kind, "unit": "", "label": label, "places": [mention(at)]}, add, other


def _attack(told: Variant) -> Fraction:
    """The attack's total, by which columns that are nowhere printed are put in order: the defence is the same."""
    return Fraction(told.assessment.attack or 0) if told.assessment else Fraction(0)


def assessed(ruleset: Ruleset, scenario: Scenario) -> Assessment | None:
    """The odds of a battle; None where the rules forbid it."""
    game = ruleset.game(scenario)
    if game.problems:
        return None
    try:
        return game.assess(game.start())
    except HexUmpireError:
        return None


def _row(ruleset: Ruleset, column: str, current: bool, ways: list[Way], told: Variant | None) -> dict[str, Any]:
    """A column: how it is come to, and what becomes of the battle there."""
    ends = told.ends if told else None
    least = sign(ends) if ends is not None else ""
    known = told.assessment if told else None
    return {
        "column": column,
        "current": current,
        "bar": bar(known),
        "ways": [{**kind, "add": add} for kind, add, _ in ways if add],
        "results": [{"face": face, "result": result} for face, result in (known.results if known else ())],
        "taken": None if told is None or told.taken is None else chance(told.taken, least),
        "measures": [] if ends is None else [mean_of(ends, key, title) for key, title in measured(ends, ruleset)],
        "note": told.why if told else "",
    }
