"""Hex Umpire: exact odds, cited reasons and rule-bound play for hex wargame combat.

:func:`start` and :func:`example` are the short way in; the parts are :mod:`hexumpire.files.codec` (documents),
:mod:`hexumpire.rulesets`, :mod:`hexumpire.model.battle`, :mod:`hexumpire.analysis` and :mod:`hexumpire.api`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from hexumpire.model.battle import Battle

__version__ = "0.2.0"
__all__ = ["__version__", "example", "start"]


def example(ruleset: str, key: str) -> dict[str, Any]:
    """The scenario document of an example battle.

    Raises:
        InputError: there is no such ruleset.
        KeyError: the ruleset has no example of that key.
    """
    from hexumpire import rulesets

    return {str(entry["key"]): dict(entry["scenario"]) for entry in rulesets.get(ruleset).examples()}[key]


def start(document: object) -> Battle[Any]:
    """Begin the battle of a scenario document (a dict as read from JSON or TOML, see ``docs/api.md``).

    Raises:
        InputError: the document is wrong; it lists every problem.
        SetupError: the rules forbid this fight; it lists every reason, each cited.
    """
    from hexumpire import rulesets
    from hexumpire.files import codec
    from hexumpire.model.battle import Battle

    scenario = codec.read_scenario(document)
    return Battle.start(rulesets.get(scenario.ruleset).game(scenario))
