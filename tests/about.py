"""What tests have to know of a ruleset: written beside its own tests, in ``tests/rules/KEY/about.toml``."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from hexumpire.analysis.walk import MOST

RULES = Path(__file__).parent / "rules"


@dataclass(frozen=True)
class About:
    """How a ruleset writes the section of a rule in code, how a player reads it, ids of our own, and a counter.

    ``inside``: units attack enemies in their own hex.
    ``walks``: positions that tests of its texts look at, where its battles are too long to be walked to the end; then
    comparisons of them are not ``compared`` whole either.
    """

    section: re.Pattern[str]
    printed: re.Pattern[str]
    internal: re.Pattern[str]
    unit: str
    inside: bool
    walks: int
    compared: bool


@cache
def about(key: str) -> About:
    """What is to know of the ruleset of a key."""
    file = RULES / key / "about.toml"
    assert file.exists(), f"{file} is missing: it says what the tests have to know of {key}"
    found = tomllib.loads(file.read_text(encoding="utf-8"))
    patterns = (re.compile(found[name]) for name in ("section", "printed", "internal"))
    return About(*patterns, found["unit"], found.get("inside", False), found.get("walks", MOST), "walks" not in found)
