"""The ruleset is known while its tests run."""

from __future__ import annotations

import pytest
from hexumpire import rulesets

from tests.toy import RULESET


@pytest.fixture(autouse=True)
def known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(rulesets._registered, RULESET.key, RULESET)
