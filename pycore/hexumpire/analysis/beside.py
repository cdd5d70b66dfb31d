"""Two set-ups side by side: odds, chances and losses of each, and the lines of the reckoning in which they differ.

Every figure is the one that :mod:`hexumpire.analysis.outcomes` gives of that set-up alone, from its beginning.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, Final, NamedTuple

from hexumpire.analysis import outcomes
from hexumpire.analysis.compare import line_of, pairs
from hexumpire.analysis.walk import Progress
from hexumpire.model.battle import Assessment, Battle, Game
from hexumpire.model.errors import HexUmpireError, InputError
from hexumpire.model.ruleset import Ruleset
from hexumpire.model.scenario import Scenario
from hexumpire.model.trace import Trace
from hexumpire.views.number_format import decimal, percent
from hexumpire.views.position import bar, problem

TAKEN: Final = "hex"
"""The measure that is 1 when the attacker takes the hex."""


class SetUp(NamedTuple):
    """A battle as it is set up, and how both sides play it."""

    scenario: Scenario
    ruleset: Ruleset
    policies: Mapping[str, str]
    objective: str = ""


class _Worked(NamedTuple):
    """What was worked out of a set-up."""

    set_up: SetUp
    game: Game[Any]
    assessment: Assessment | None
    chances: Mapping[str, Any]
    note: str


def report(set_ups: Sequence[SetUp], progress: Progress = None) -> dict[str, Any]:
    """The result of the operation ``beside`` (docs/api.md) of two set-ups, which may be of two games.

    Raises:
        InputError: a policy or objective is not known.
    """
    found = [_work_out(one, progress) for one in set_ups]
    return {"sides": [_side(one) for one in found], "rows": [*_rows(found)], "lines": [*_lines(found)]}


def _work_out(set_up: SetUp, progress: Progress) -> _Worked:
    """The odds and chances of a set-up, or why there are none."""
    game: Game[Any] = set_up.ruleset.game(set_up.scenario)
    try:
        assessment = game.assess(game.start()) if game.problems else Battle.start(game).assessment
    except HexUmpireError:
        assessment = None
    if game.problems:
        return _Worked(set_up, game, assessment, {}, "")
    try:
        found = outcomes.report(game, game.start(), set_up.ruleset, set_up.policies, set_up.objective, None, progress)
    except InputError:
        raise
    except HexUmpireError as error:
        return _Worked(set_up, game, assessment, {}, error.text)
    return _Worked(set_up, game, assessment, found, found.get("note", ""))


def _side(one: _Worked) -> dict[str, Any]:
    """A set-up in short."""
    ruleset, scenario = one.set_up.ruleset, one.set_up.scenario
    titles = {(side, policy.key): policy.title for policy in ruleset.policies for side in policy.sides}
    played = one.chances.get("policies", {})
    return {
        "ruleset": scenario.ruleset,
        "name": scenario.title,
        "title": ruleset.title,
        "text": dict(ruleset.editions)[scenario.edition],
        "bar": bar(one.assessment),
        "column": one.assessment.column if one.assessment else None,
        "problems": [problem(found) for found in one.game.problems],
        "note": one.note,
        "played": [
            {"label": title, "title": titles.get((side, played[side]), "Best play")}
            for side, title in ruleset.vocabulary.sides
            if side in played
        ],
    }


# --- chances and losses ----------------------------------------------------------------------------------------


class _Figures(NamedTuple):
    """Chances, or means, of a set-up by key and title: each as a number and as it is shown."""

    told: Mapping[tuple[str, str], tuple[Fraction, str]]
    whole: bool


def _rows(found: Sequence[_Worked]) -> Iterator[dict[str, Any]]:
    """What becomes of both, one figure a row: the hex, each result, the mean of each other measure."""
    for kind, read in (("taken", _taken), ("chance", _results), ("mean", _means)):
        both = [read(one.chances) for one in found]
        keys = dict.fromkeys(key for figures in both for key in figures.told)
        impossible = kind == "chance" and found[0].set_up.ruleset is found[1].set_up.ruleset
        for key, title in keys:
            values = [figures.told.get((key, title)) for figures in both]
            if impossible:  # a result that is not among the results of a set-up cannot come there
                values = [value or ((Fraction(0), percent(Fraction(0))) if figures.whole else None)
                          for value, figures in zip(values, both, strict=True)]  # fmt: skip
            yield {
                "kind": kind,
                "key": key,
                "title": title,
                "values": [None if value is None else {"value_text": value[1]} for value in values],
                "difference": _difference(values, kind) if all(figures.whole for figures in both) else None,
            }


def _difference(values: Sequence[tuple[Fraction, str] | None], kind: str) -> dict[str, str] | None:
    """By how much the second is more than the first; None where one of them is not known."""
    first, second = values
    if first is None or second is None:
        return None
    by = second[0] - first[0]
    sign = "+" if by > 0 else "−" if by < 0 else ""
    return {"value_text": sign + (decimal(abs(by)) if kind == "mean" else percent(abs(by)))}


def _whole(chances: Mapping[str, Any]) -> bool:
    """Whether the chances are exact ones, and not least ones."""
    return bool(chances.get("rows")) and chances["note"] in ("", outcomes.ALONE)


def _taken(chances: Mapping[str, Any]) -> _Figures:
    """The chance that the attacker takes what is attacked."""
    told = {}
    for measure in chances.get("measures", ()):
        if measure["key"] == TAKEN:
            shown = {value["value"]: value for value in measure["values"]}.get(1)
            p, said = (Fraction(shown["p"]), shown["percent"]) if shown else (Fraction(0), percent(Fraction(0)))
            told[TAKEN, measure["title"]] = p, said
    return _Figures(told, _whole(chances))


def _results(chances: Mapping[str, Any]) -> _Figures:
    """The chance of each result."""
    rows = chances.get("summary", ())
    return _Figures({(row["key"], row["title"]): (Fraction(row["p"]), row["percent"]) for row in rows}, _whole(chances))


def _means(chances: Mapping[str, Any]) -> _Figures:
    """The mean of each measure that is a number, such as losses."""
    told = {}
    for measure in chances.get("measures", ()):
        if measure["key"] != TAKEN and not any("text" in value for value in measure["values"]):
            mean = Fraction(measure["mean"])
            told[measure["key"], measure["title"]] = mean, decimal(mean)
    return _Figures(told, _whole(chances))


# --- the reckoning ---------------------------------------------------------------------------------------------


def _lines(found: Sequence[_Worked]) -> Iterator[dict[str, Any]]:
    """Every line of both reckonings, those that belong together in one row; which differ, and how deep each lies."""
    first, second = (one.assessment.trace if one.assessment else None for one in found)
    if first is not None or second is not None:
        yield from _beside(first, second, 0)


def _beside(first: Trace | None, second: Trace | None, depth: int, told: bool = False) -> Iterator[dict[str, Any]]:
    """Two lines that belong together, and those below; ``told``: that one of them is missing was told above."""
    differs = not told and _differs(first, second)
    yield {"first": line_of(first), "second": line_of(second), "differs": differs, "depth": depth}
    told = first is None or second is None
    for mine, other in pairs(first.children if first else (), second.children if second else ()):
        yield from _beside(mine, other, depth + 1, told)


def _differs(first: Trace | None, second: Trace | None) -> bool:
    """Whether two lines say something different; a rule that did not apply and is named on one side only does not."""
    if first is None or second is None:
        return any(one is not None and not one.skipped for one in (first, second))
    return (first.label, first.value, first.skipped, first.note) != (
        second.label, second.value, second.skipped, second.note)  # fmt: skip
