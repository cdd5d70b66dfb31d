"""Questions about a battle for readers who have not seen the answer: the choices, and why the wrong ones are wrong.

A wrong choice is what the same battle would come to if one thing on the map, or one condition, were not there: then the
lines that would not count are shown. Or it stands near the right one on the chart: then the totals of the reckoning are
shown, which come to another one. What is asked of a decision is in :mod:`hexumpire.analysis.asked`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, Final

from hexumpire.analysis import asked, force
from hexumpire.analysis.asked import MOST, Asked, Choice, Line, unasked
from hexumpire.analysis.compare import differences
from hexumpire.analysis.own_odds import assessed, by_column
from hexumpire.analysis.walk import Progress
from hexumpire.files import documents
from hexumpire.files.reader import unknown
from hexumpire.kit.places import mention
from hexumpire.model.battle import Assessment, Battle
from hexumpire.model.errors import InputError, Problem
from hexumpire.model.fields import Field
from hexumpire.model.ruleset import Ruleset
from hexumpire.model.scenario import Scenario
from hexumpire.model.text import listed, say
from hexumpire.views.number_format import number

LESSONS: Final = ("column", "result", "forgotten", "loss", "retreat")
"""What is asked: the column of the chart that applies; the result of a die in it; what was forgotten by somebody who
came to another column; which loss is best; into which hex the rules allow to go."""
MOST_LINES: Final = 4
"""Most lines that say why a choice is wrong."""


@dataclass(frozen=True)
class Lack:
    """What a battle comes to without one thing, what that is called, and the lines that do not count then."""

    title: str
    assessment: Assessment
    lines: tuple[Line, ...]


def report(ruleset: Ruleset, battle: Battle[Any], key: str, progress: Progress = None) -> dict[str, Any]:
    """The result of the operation ``lesson`` (docs/api.md): a question about the battle as it stands.

    Raises:
        InputError: there is no such lesson, or the battle has nothing to ask of that kind.
    """
    if key not in LESSONS:
        raise InputError([Problem(unknown("lesson", key), "$.lesson", fix=documents.guess(key, LESSONS))])
    if key == "loss":
        prompt, right, choices = asked.loss(ruleset, battle, progress)
    elif key == "retreat":
        prompt, right, choices = asked.hexes(battle)
    else:
        prompt, right, choices = _reckoned(ruleset, battle, key)
    rows = [
        {"title": one.title, "right": one.title == right, "text": one.text, "lines": list(one.lines)} for one in choices
    ]
    return {"key": key, "prompt": prompt, "choices": rows}


def _reckoned(ruleset: Ruleset, battle: Battle[Any], key: str) -> Asked:
    """A question about the reckoning."""
    found = battle.assessment
    if found is None:
        raise unasked("there is no reckoning here that a lesson could ask for")
    scenario = battle.game.scenario
    lacks = [] if battle.line else list(_lacks(ruleset, found, _without(ruleset, scenario)))
    if key == "column":
        prompt, right, choices = _column(ruleset, scenario, found, lacks)
        later = "Which column of the chart applies now, before the next die is rolled?"
        return later if battle.line else prompt, right, choices
    if key == "result":
        return _result(found, lacks)
    fewer = [] if battle.line else list(_lacks(ruleset, found, _fewer(ruleset, scenario)))
    return _forgotten(found, [*lacks, *fewer])


# --- what the battle would come to without one thing -----------------------------------------------------------


def _lacks(ruleset: Ruleset, found: Assessment, others: Iterator[tuple[str, Scenario]]) -> Iterator[Lack]:
    """The battle without each of some things that changes its reckoning, as far as the rules allow that battle."""
    for title, other in others:
        known = assessed(ruleset, other)
        if known is None:
            continue
        pairs = [pair for pair in differences(found, known) if _counts(pair["before"]) and not _same(pair)]
        kept = set(known.trace.cited())
        lines = [pair["before"] for pair in pairs]
        gone = [line for line in lines if not kept.issuperset(line["rules"])]
        if lines:
            told = {(line["label"], line["value"]): _told(line) for line in gone or lines}
            yield Lack(title, known, tuple(told.values())[:MOST_LINES])


def _without(ruleset: Ruleset, scenario: Scenario) -> Iterator[tuple[str, Scenario]]:
    """The scenario without one kind of hexside, one feature or terrain of a target, or one condition; what that is."""
    words = ruleset.vocabulary
    for feature in dict.fromkeys(feature for found in scenario.sides.values() for feature in found):
        sides = {place: tuple(one for one in found if one != feature) for place, found in scenario.sides.items()}
        yield next(one.title for one in words.side_features if one.key == feature), replace(scenario, sides=sides)
    marks, terrains = ({one.key: one.title for one in kinds} for kinds in (words.features, words.terrains))
    for target in scenario.targets:
        data = scenario.hex(target)
        kinds = [
            (marks[left], replace(data, features=tuple(one for one in data.features if one != left)))
            for left in data.features
        ]
        if data.terrain != scenario.plain.terrain:
            kinds.append((terrains[data.terrain], replace(data, terrain=scenario.plain.terrain)))
        for title, kind in kinds:
            placed = title if len(scenario.targets) == 1 else say("{x} in {place}", x=title, place=mention(target))
            yield placed, replace(scenario, hexes={**scenario.hexes, target: kind})
    for field in words.conditions:
        value = scenario.conditions.get(field.key)
        if value != field.default:
            yield _stated(field, value), replace(scenario, conditions={**scenario.conditions, field.key: field.default})


def _stated(field: Field, value: object) -> str:
    """A condition as it is called with what it says."""
    if value is True or value is None:
        return field.title
    if value is False:
        return say("{x}: {y}", x=field.title, y="no")
    return say("{x}: {y}", x=field.title, y=field.options.get(str(value), str(value)))


def _fewer(ruleset: Ruleset, scenario: Scenario) -> Iterator[tuple[str, Scenario]]:
    """The scenario without one kind of counters in one hex; what that is."""
    named = {
        unit.id: say("{x} in {place}", x=force.label(ruleset.vocabulary, unit), place=mention(unit.at))
        for unit in scenario.units
    }
    for title in dict.fromkeys(named.values()):
        yield title, replace(scenario, units=tuple(unit for unit in scenario.units if named[unit.id] != title))


def _counts(line: Line | None) -> bool:
    """Whether a line is part of the sums."""
    return line is not None and not line["skipped"] and line["value"] is not None


def _same(pair: Line) -> bool:
    """Whether a line counts as much as before."""
    return _counts(pair["after"]) and pair["after"]["value"] == pair["before"]["value"]


def _told(line: Line) -> Line:
    return {"label": line["label"], "value": str(line["value"]).replace("-", "−"), "rules": line["rules"]}


def _sums(found: Assessment) -> tuple[Line, ...]:
    """The lines that the reckoning is made of: its totals."""
    lines = ((line, line.value) for line in found.trace.children if not line.skipped)
    told = [
        _told({"label": line.label, "value": number(value), "rules": list(line.rules)})
        for line, value in lines
        if value is not None
    ]
    return tuple(told[:MOST_LINES])


# --- the questions ---------------------------------------------------------------------------------------------


def _column(ruleset: Ruleset, scenario: Scenario, found: Assessment, lacks: Sequence[Lack]) -> Asked:
    """Which column of the chart applies."""
    right = found.column
    if right is None:
        raise unasked("no column of a chart applies here")
    ladder = _ladder(ruleset, scenario, right)
    choices = {right: Choice(right)}
    for lack in lacks:
        column = lack.assessment.column
        if column in ladder and column not in choices and len(choices) < MOST:
            choices[column] = Choice(column, say("{a} would be the column without this:", a=column), lack.lines)
    here = ladder.index(right)
    for column in sorted(ladder, key=lambda one: abs(ladder.index(one) - here)):
        if column not in choices and len(choices) < MOST:
            choices[column] = Choice(column, say("These lines do not come to {a}:", a=column), _sums(found))
    if len(choices) == 1:
        raise unasked("there is no other column to choose from")
    return (
        "Which column of the chart applies, before any die is rolled?",
        right,
        sorted(choices.values(), key=lambda one: ladder.index(one.title)),
    )


def _ladder(ruleset: Ruleset, scenario: Scenario, right: str) -> list[str]:
    """The columns of the chart in their order; where it is not printed with them, those that force comes to."""
    procedure = next(one for one in ruleset.procedures if one.key == scenario.procedure)
    printed = procedure.chart(scenario.edition) if procedure.chart else ruleset.chart(scenario.edition)
    columns = [str(column) for column in printed.get("columns", ())]
    if right in columns:
        return columns
    return sorted({right, *by_column(ruleset, scenario)}, key=_ratio)


def _ratio(column: str) -> Fraction:
    """What a head such as ``"3-2"`` stands for; 0 where it is no ratio."""
    found = re.fullmatch(r"([\d.]+)[-:]([\d.]+)", column)
    return Fraction(found[1]) / Fraction(found[2]) if found else Fraction(0)


def _result(found: Assessment, lacks: Sequence[Lack]) -> Asked:
    """What the chart gives for a face of the die: of those with most mistakes to make, the middle one."""
    results = dict(found.results)
    if len(set(results.values())) < 2:
        raise unasked("no single die gives different results here")
    faces = list(results)
    middle = sorted(faces, key=lambda one: abs(faces.index(one) - len(faces) // 2))
    face = max(middle, key=lambda one: len(_missed(results, one, lacks)))
    right = results[face]
    choices = {right: Choice(right)}
    for result, lines in _missed(results, face, lacks).items():
        if len(choices) < MOST:
            choices[result] = Choice(result, say("{a} would be the result without this:", a=result), lines)
    for other in sorted(faces, key=lambda one: abs(faces.index(one) - faces.index(face))):
        result = results[other]
        if result not in choices and len(choices) < MOST:
            shown = listed([_pips(one) for one in faces if results[one] == result], "or")
            choices[result] = Choice(result, say("Here {a} comes of a die of {x}:", a=result, x=shown), _sums(found))
    order = [*dict.fromkeys(results.values()), *choices]
    prompt = say("The die shows {n}, before anything is added to it. What is the result?", n=_pips(face))
    return prompt, right, sorted(choices.values(), key=lambda one: order.index(one.title))


def _missed(results: Mapping[str, str], face: str, lacks: Sequence[Lack]) -> dict[str, tuple[Line, ...]]:
    """Other results of a face, where one thing is left out, with the lines that do not count then."""
    found: dict[str, tuple[Line, ...]] = {}
    for lack in lacks:
        result = dict(lack.assessment.results).get(face)
        if result is not None and result != results[face]:
            found.setdefault(result, lack.lines)
    return found


def _pips(face: str) -> str:
    """What a die shows: ``"4"`` of ``"d6=4"``."""
    return face.rpartition("=")[2]


def _forgotten(found: Assessment, lacks: Sequence[Lack]) -> Asked:
    """What somebody left out who came to another column: of what could be asked, that with most other choices."""
    once = list({lack.title: lack for lack in reversed(lacks) if lack.assessment.column is not None}.values())[::-1]
    asked: tuple[Lack, list[Lack]] | None = None
    for lack in once:
        if lack.assessment.column != found.column:
            others = [other for other in once if other.assessment.column != lack.assessment.column]
            others.sort(key=lambda other: other.assessment.column == found.column)
            if others and (asked is None or len(asked[1]) < min(len(others), MOST - 1)):
                asked = lack, others[: MOST - 1]
    if asked is None or found.column is None:
        raise unasked("nothing could be forgotten here that leads to another column than something else")
    right, others = asked
    choices = {right.title: Choice(right.title)}
    for other in others:
        said = say("Without this the column is {a}:", a=str(other.assessment.column))
        choices[other.title] = Choice(other.title, said, other.lines)
    prompt = say(
        "The column is {a}. Somebody who left out one thing came to {b}. What was forgotten?",
        a=found.column,
        b=str(right.assessment.column),
    )
    return prompt, right.title, [choices[lack.title] for lack in once if lack.title in choices]
