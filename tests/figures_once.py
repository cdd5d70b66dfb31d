"""Figures that tests ask for again and again are worked out once: the same position, played the same way, has the same.

What is asked is the key: whoever asks for another battle, position, policy, objective or bound has figures of its own.
No language is in them yet.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import pytest
from hexumpire.analysis import bounded, outcomes
from hexumpire.analysis.variants import Bench, Variant
from hexumpire.analysis.walk import Progress
from hexumpire.files import codec
from hexumpire.model.battle import Game
from hexumpire.model.errors import HexUmpireError
from hexumpire.model.ruleset import Ruleset
from hexumpire.model.scenario import Scenario


def _remembered(known: dict[Any, Any], key: Any, work: Callable[[], Any]) -> Any:
    """What is known by a key, or what the work comes to; a refusal is remembered as well."""
    if key not in known:
        try:
            known[key] = work()
        except HexUmpireError as error:
            known[key] = error
    if isinstance(known[key], HexUmpireError):
        raise known[key]
    return known[key]


def _written(scenario: Scenario) -> str:
    return json.dumps(codec.write_scenario(scenario), sort_keys=True)


@contextmanager
def figures_once() -> Iterator[None]:
    """As long as this lasts, chances and variants are worked out once for each question."""
    chances: dict[Any, dict[str, Any]] = {}
    variants: dict[Any, tuple[Variant, int]] = {}
    report, work_out = outcomes.report, Bench.work_out

    def report_once(
        game: Game[Any],
        state: Any,
        ruleset: Ruleset,
        policies: Mapping[str, str],
        objective: str = "",
        work: int | None = None,
        progress: Progress = None,
    ) -> dict[str, Any]:
        most = (work or bounded.limit(game)) if bounded.limit(game) else None
        key = (ruleset, _written(game.scenario), state, tuple(sorted(policies.items())), objective, most)
        found: dict[str, Any] = _remembered(
            chances, key, lambda: report(game, state, ruleset, policies, objective, work, progress)
        )
        return found

    def work_out_once(bench: Bench, scenario: Scenario) -> Variant:
        before = bench.left
        policies = tuple(sorted(bench.policies.items()))

        def work() -> tuple[Variant, int]:
            return work_out(bench, scenario), before - bench.left

        key = (bench.ruleset, policies, bench.objective, before, _written(scenario))
        found, taken = _remembered(variants, key, work)
        bench.left = before - taken
        variant: Variant = found
        return variant

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(outcomes, "report", report_once)
        patch.setattr(Bench, "work_out", work_out_once)
        yield
