"""Which rulesets the suite runs over: those that come with the engine, and the toy of the tests."""

from __future__ import annotations

import pytest

pytest.register_assert_rewrite("tests.conformance.checks")

from hexumpire import rulesets  # noqa: E402
from hexumpire.model.ruleset import Ruleset  # noqa: E402

from tests.toybox import TOY  # noqa: E402


@pytest.fixture(params=[*rulesets.KEYS, TOY.key])
def ruleset(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Ruleset:
    """Each ruleset in turn."""
    monkeypatch.setitem(rulesets._registered, TOY.key, TOY)
    return rulesets.get(request.param)
