"""The page's memory after some dozens of fights; `build.py bench memory` plays a thousand and prints the figures."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from playwright.sync_api import Playwright

import build

sys.path.insert(0, str(Path(__file__).parents[1] / "bench"))
import memory


@pytest.mark.xdist_group("offline")
def test_memory_stays_within_its_budget_and_does_not_grow(playwright: Playwright) -> None:
    with build.building():
        dist = build.site()
    found = memory.play(playwright, dist, 60, print)
    over = memory.missed(found)
    assert [line for line in over if not line.startswith("process")] == []  # which frees late on a busy machine


def test_growth_and_weight_would_be_noticed() -> None:
    good = dict.fromkeys(memory.BUDGETS, 1)
    assert memory.missed([good, good, good]) == []
    for name, (most, more) in memory.BUDGETS.items():
        assert len(memory.missed([good, good, {**good, name: 2 + more}])) == 1 + (2 + more > most), name
        heavy = {**good, name: most + 1}
        assert len(memory.missed([good, heavy, heavy])) == 1, name
