"""The same battle otherwise: under other editions and readings, and with more or less force.

Every figure is an exact chance, worked out afresh for each variant under the same stated way to play.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any, Final

from hexumpire.analysis import force
from hexumpire.analysis.distributions import Dist
from hexumpire.analysis.outcomes import chance, finished, measured, sign, summary
from hexumpire.analysis.variants import WORK, Bench, Variant
from hexumpire.analysis.walk import Progress
from hexumpire.files import codec
from hexumpire.model.battle import Assessment, Outcome
from hexumpire.model.errors import InputError
from hexumpire.model.ruleset import Ruleset
from hexumpire.model.scenario import Scenario
from hexumpire.model.trace import Trace
from hexumpire.model.vocabulary import Field
from hexumpire.views.number_format import decimal, number
from hexumpire.views.position import bar, problem

THRESHOLDS: Final = ("1/2", "3/4", "9/10")


def report(
    scenario: Scenario,
    ruleset: Ruleset,
    policies: Mapping[str, str],
    objective: str = "",
    thresholds: Sequence[str] = THRESHOLDS,
    progress: Progress = None,
    work: int = WORK,
) -> dict[str, Any]:
    """The result of the operation ``compare`` (docs/api.md): editions, readings, and force.

    Raises:
        InputError: a policy, objective or threshold is not known.
    """
    wanted = force.read_thresholds(thresholds)
    bench = Bench(ruleset, policies, objective, progress, work)
    base = bench.work_out(scenario)
    editions = [
        _case(ruleset, key, title, key == scenario.edition, base, _in_edition(bench, base, scenario, key))
        for key, title in ruleset.editions
    ]
    relevant = ruleset.game(scenario).relevant().get("readings", ())
    readings = [
        _reading(bench, base, scenario, field) for field in ruleset.vocabulary.readings if field.key in relevant
    ]
    found = force.of_battle(bench, base, scenario, wanted)
    current = _case(ruleset, scenario.edition, dict(ruleset.editions)[scenario.edition], True, base, base)
    return {"base": current, "editions": editions, "readings": readings, "force": found,
            "complete": not bench.is_spent and (found is None or found["complete"])}  # fmt: skip


def _in_edition(bench: Bench, base: Variant, scenario: Scenario, edition: str) -> Variant:
    if edition == scenario.edition:
        return base
    try:
        other = codec.read_scenario(codec.write_scenario(scenario) | {"edition": edition})
    except InputError as error:  # it says something that this edition does not have
        return Variant(error.problems)
    return bench.work_out(other)


def _reading(bench: Bench, base: Variant, scenario: Scenario, field: Field) -> dict[str, Any]:
    """A reading with each of its options."""
    options = []
    for key, title in field.options.items():
        current = scenario.readings[field.key] == key
        found = base
        if not current:
            found = bench.work_out(replace(scenario, readings={**scenario.readings, field.key: key}))
        options.append(_case(bench.ruleset, key, title, current, base, found))
    return {"key": field.key, "title": field.title, "rule": field.rule, "options": options,
            "matters": any(option["differs"] for option in options)}  # fmt: skip


def _case(ruleset: Ruleset, key: str, title: str, current: bool, base: Variant, found: Variant) -> dict[str, Any]:
    """One variant beside the battle as it is set up."""
    lines = [] if current else list(differences(base.assessment, found.assessment))
    told, least, means = None, "", []
    if found.ends is not None:
        told, least = summary(found.ends, ruleset), sign(found.ends)
        means = [mean_of(found.ends, measure, said) for measure, said in measured(found.ends, ruleset)]
    return {
        "key": key,
        "title": title,
        "current": current,
        "problems": [problem(one) for one in found.problems],
        "note": found.note,
        "bar": bar(found.assessment),
        "column": found.assessment.column if found.assessment else None,
        "summary": told,
        "measures": means,
        "taken": None if found.taken is None else chance(found.taken, least),
        "differs": bar(found.assessment) != bar(base.assessment) or _ends(found) != _ends(base)
        or bool(found.problems) != bool(base.problems),
        "lines": lines,
    }  # fmt: skip


def _ends(found: Variant) -> object:
    """Equal for variants that end alike."""
    return None if found.ends is None else {one: Fraction(w, found.ends.total) for one, w in found.ends.items()}


def mean_of(ends: Dist[Outcome], key: str, title: str) -> dict[str, str]:
    """The mean of a measure, as a fraction and to be shown."""
    mean = Dist(finished(ends)).mean(lambda outcome: outcome.measure(key))
    return {"key": key, "title": title, "mean": str(mean), "mean_text": decimal(mean)}


# --- which lines of the arithmetic differ --------------------------------------------------------------------


def differences(before: Assessment | None, after: Assessment | None) -> Iterator[dict[str, Any]]:
    """The lines in which two assessments differ, from the top; not those that differ only for what is below them."""
    if before is not None and after is not None:
        for ours, theirs in _differing(before.trace, after.trace):
            yield {"before": line_of(ours), "after": line_of(theirs)}


def line_of(line: Trace | None) -> dict[str, Any] | None:
    """A line of the arithmetic by itself, as the contract writes it; None where there is none."""
    if line is None:
        return None
    return {"label": line.label, "value": None if line.value is None else number(line.value),
            "rules": list(line.rules), "skipped": line.skipped, "note": line.note}  # fmt: skip


def _differing(ours: Trace, theirs: Trace) -> Iterator[tuple[Trace | None, Trace | None]]:
    if ours == theirs:
        return
    below_them = [
        found
        for mine, other in pairs(ours.children, theirs.children)
        for found in ([(mine, other)] if mine is None or other is None else _differing(mine, other))
    ]
    own = (ours.label, ours.skipped, ours.note) != (theirs.label, theirs.skipped, theirs.note)
    if own or not below_them:
        yield ours, theirs
    yield from below_them


def pairs(ours: Sequence[Trace], theirs: Sequence[Trace]) -> Iterator[tuple[Trace | None, Trace | None]]:
    """Lines that belong together: by label, else by the rule they rest on; those of one side alone last."""
    waiting = list(theirs)
    alone: list[Trace] = []
    both: list[tuple[Trace, Trace]] = []
    for line in ours:
        found = next((other for other in waiting if other.label == line.label), None)
        if found is None:
            alone.append(line)
        else:
            waiting.remove(found)
            both.append((line, found))
    for line in list(alone):
        found = next((other for other in waiting if other.rules[:1] == line.rules[:1]), None)
        if found is not None:
            waiting.remove(found)
            alone.remove(line)
            both.append((line, found))
    order = {id(line): place for place, line in enumerate(ours)}
    yield from sorted(both, key=lambda pair: order[id(pair[0])])
    yield from ((line, None) for line in alone)
    yield from ((None, line) for line in waiting)
