"""What tests have to know of a ruleset: written beside its own tests, in ``tests/rules/KEY/about.toml``."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path

RULES = Path(__file__).parent / "rules"


@dataclass(frozen=True)
class About:
    """How a ruleset writes the section of a rule in code, how a player reads it, ids of our own, and a counter.

    ``inside``: units attack enemies in their own hex; ``frame``: pixels that an embedded battle takes at most.
    """

    section: re.Pattern[str]
    printed: re.Pattern[str]
    internal: re.Pattern[str]
    unit: str
    inside: bool
    frame: int


@cache
def about(key: str) -> About:
    """What is to know of the ruleset of a key."""
    file = RULES / key / "about.toml"
    assert file.exists(), f"{file} is missing: it says what the tests have to know of {key}"
    found = tomllib.loads(file.read_text(encoding="utf-8"))
    patterns = (re.compile(found[name]) for name in ("section", "printed", "internal"))
    return About(*patterns, found["unit"], found.get("inside", False), found.get("frame", 640))
