"""What tests have to know of a ruleset: written beside its own tests, in ``tests/rules/KEY/about.toml``."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from hexumpire.analysis.walk import MOST
from hexumpire.rulesets.custom.ruleset import FAMILY

RULES = Path(__file__).parent / "rules"


@dataclass(frozen=True)
class About:
    """How a ruleset writes the section of a rule in code, how a player reads it, ids of our own, and a counter.

    ``inside``: units attack enemies in their own hex.
    ``walks``: positions that tests of its texts look at, where its battles are too long to be walked to the end; then
    comparisons of them are not ``compared`` whole either.
    ``often``: how often it comes up among battles that are taken apart. ``plans``: battles with more plans than these
    are not planned naively; None: as many as there are of any game. ``behind``: sections of rules that count in numbers
    whose own lines no answer shows at that step.
    """

    section: re.Pattern[str]
    printed: re.Pattern[str]
    internal: re.Pattern[str]
    unit: str
    inside: bool
    walks: int
    compared: bool
    often: int
    plans: int | None
    behind: Sequence[str]


@cache
def about(key: str) -> About:
    """What is to know of the ruleset of a key; of a typed-in game what holds for all of them."""
    file = RULES / (FAMILY if key.startswith(f"{FAMILY}_") else key) / "about.toml"
    assert file.exists(), f"{file} is missing: it says what the tests have to know of {key}"
    found = tomllib.loads(file.read_text(encoding="utf-8"))
    patterns = (re.compile(found[name]) for name in ("section", "printed", "internal"))
    return About(
        *patterns,
        unit=found["unit"],
        inside=found.get("inside", False),
        walks=found.get("walks", MOST),
        compared="walks" not in found,
        often=found.get("often", 8),
        plans=found.get("plans"),
        behind=found.get("behind", ()),
    )
