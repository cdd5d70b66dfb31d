"""Which rulesets the suite runs over: those that come with the engine, and the toy of the tests."""

from __future__ import annotations

import pytest

pytest.register_assert_rewrite("tests.conformance.checks")

from hexumpire import rulesets  # noqa: E402
from hexumpire.model.ruleset import Ruleset  # noqa: E402

from tests.toybox import TOY  # noqa: E402
from tests.typed import OTHERS, TYPED  # noqa: E402

FEW = 1000
"""So many random scenarios of them."""


@pytest.fixture(params=[*rulesets.KEYS, TOY.key, *OTHERS])
def ruleset(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Ruleset:
    """Each ruleset in turn."""
    for key, one in {TOY.key: TOY, **TYPED}.items():
        monkeypatch.setitem(rulesets._registered, key, one)
    return rulesets.get(request.param)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Games that differ from another in their document alone have fewer random scenarios."""
    for item in list(items):
        params = getattr(getattr(item, "callspec", None), "params", {})
        if params.get("ruleset") in OTHERS and max(params.get("first", 0), params.get("seed", 0)) >= FEW:
            items.remove(item)
