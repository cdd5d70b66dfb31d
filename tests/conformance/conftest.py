"""Which rulesets the suite runs over: those that come with the engine, and the toy of the tests."""

from __future__ import annotations

import pytest

pytest.register_assert_rewrite("tests.conformance.checks")

from hexumpire import rulesets  # noqa: E402
from hexumpire.model.ruleset import Ruleset  # noqa: E402

from tests.toybox import TOY  # noqa: E402
from tests.typed import OTHERS, TYPED  # noqa: E402


@pytest.fixture(params=[*rulesets.KEYS, TOY.key, *OTHERS])
def ruleset(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Ruleset:
    """Each ruleset in turn."""
    for key, one in {TOY.key: TOY, **TYPED}.items():
        monkeypatch.setitem(rulesets._registered, key, one)
    return rulesets.get(request.param)
