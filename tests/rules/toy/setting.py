"""Battles of Skirmish for its rule tests."""

from __future__ import annotations

import copy
from typing import Any

from hexumpire.files import codec
from hexumpire.model.battle import Battle

from tests.toy import RULESET

EXAMPLE = RULESET.examples()[0]["scenario"]


def battle(**changes: Any) -> Battle[Any]:
    """The example battle, with parts of its document replaced, begun; SetupError when the rules forbid it."""
    document = copy.deepcopy(dict(EXAMPLE)) | changes
    return Battle.start(RULESET.game(codec.read_scenario(document)))


def unit(name: str, **changes: Any) -> dict[str, Any]:
    """A unit of the example, changed."""
    return dict(next(one for one in EXAMPLE["units"] if one["id"] == name)) | changes
