"""Several reasons told as one."""

from __future__ import annotations

from collections.abc import Iterable

from hexumpire.kit.losses import Why
from hexumpire.model.text import joined


def all_of(found: Iterable[Why]) -> Why:
    """Reasons in one text, each once, with the rules of all of them."""
    reasons = list(found)
    text = joined(dict.fromkeys(reason for reason, _ in reasons), "; ")
    return text, tuple(dict.fromkeys(rule for _, rules in reasons for rule in rules))
