"""Figures that tests ask for again and again are worked out once: the same position, played the same way, has the same.

What is asked is the key: whoever asks for another battle, position, policy, objective or bound has figures of its own.
No language is in them yet.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from inspect import signature
from typing import Any

import pytest
from hexumpire.analysis import outcomes
from hexumpire.analysis.variants import Bench, Variant
from hexumpire.files import codec
from hexumpire.model.errors import HexUmpireError
from hexumpire.model.scenario import Scenario


def remembered(known: dict[Any, Any], key: Any, work: Callable[[], Any]) -> Any:
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

    def report_once(*places: Any, **named: Any) -> dict[str, Any]:
        asked = signature(report).bind(*places, **named)
        asked.apply_defaults()
        game, state, ruleset, policies, objective, work, _ = asked.args
        limit = vars(outcomes)["limit"](game)  # as it is there now
        most = (work or limit) if limit else None
        key = (ruleset, _written(game.scenario), state, tuple(sorted(policies.items())), objective, most)
        found: dict[str, Any] = remembered(chances, key, lambda: report(*places, **named))
        return found

    def work_out_once(bench: Bench, scenario: Scenario) -> Variant:
        before = bench.left
        policies = tuple(sorted(bench.policies.items()))

        def work() -> tuple[Variant, int]:
            return work_out(bench, scenario), before - bench.left

        key = (bench.ruleset, policies, bench.objective, before, _written(scenario))
        found, taken = remembered(variants, key, work)
        bench.left = before - taken
        variant: Variant = found
        return variant

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(outcomes, "report", report_once)
        patch.setattr(Bench, "work_out", work_out_once)
        yield
