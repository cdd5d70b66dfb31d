"""The toy of the tests at hand: its ruleset and its example battle."""

from __future__ import annotations

from typing import Any

from tests.toy import RULESET as TOY

EXAMPLE: dict[str, Any] = dict(TOY.examples()[0]["scenario"])
