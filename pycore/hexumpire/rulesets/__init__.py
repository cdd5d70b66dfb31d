"""The registry of rulesets: one folder each, loaded when first asked for."""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules

from hexumpire.model.errors import InputError, Problem
from hexumpire.model.ruleset import Ruleset

KEYS: tuple[str, ...] = tuple(sorted(found.name for found in iter_modules(__path__) if found.ispkg))
"""The rulesets that come with the engine: the folders here, each exposing ``RULESET``."""

_registered: dict[str, Ruleset] = {}


def known() -> tuple[str, ...]:
    """Keys of every ruleset that :func:`get` can give: those that come with the engine, then registered ones."""
    return (*KEYS, *(key for key in _registered if key not in KEYS))


def register(ruleset: Ruleset) -> None:
    """Make a ruleset known under its key for as long as the program runs; it hides another of the same key."""
    _registered[ruleset.key] = ruleset


def get(key: str) -> Ruleset:
    """The ruleset of a key.

    Raises:
        InputError: there is none of that key; the one problem names those there are.
    """
    found = _registered.get(key)
    if found is not None:
        return found
    if key in KEYS:
        ruleset: Ruleset = import_module(f"hexumpire.rulesets.{key}").RULESET
        return ruleset
    from difflib import get_close_matches  # slow to load in a browser, and rarely needed

    near = get_close_matches(key[:40], known(), 1)
    fix = f"did you mean {near[0]!r}?" if near else "take one of those"
    shown = repr(key if len(key) <= 40 else key[:39] + "…")
    message = f"there is no ruleset {shown}; the engine knows {', '.join(known())}"
    raise InputError([Problem(message, "$.ruleset", fix=fix)])
