"""The registry of rulesets: one folder each, loaded when first asked for."""

from __future__ import annotations

import json
from collections import OrderedDict
from dataclasses import replace
from importlib import import_module
from pkgutil import iter_modules
from typing import Any
from weakref import WeakValueDictionary

from hexumpire.model import data
from hexumpire.model.errors import InputError, Problem
from hexumpire.model.ruleset import Ruleset
from hexumpire.model.text import say

KEYS: tuple[str, ...] = tuple(sorted(data.games() or (it.name for it in iter_modules(__path__) if it.ispkg)))
"""The rulesets that come with the engine: the folders here, each exposing ``RULESET``."""

_registered: dict[str, Ruleset] = {}
_typed_in: WeakValueDictionary[str, Ruleset] = WeakValueDictionary()
"""Typed-in games by their keys, as long as anybody plays them."""
_lately: OrderedDict[str, Ruleset] = OrderedDict()
"""Those asked for lately, by their ruleset and document as text."""
MOST_GAMES = 2
"""So many typed-in games are remembered."""


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
        NeededError: its bundle has not come yet (see :mod:`hexumpire.model.data`).
    """
    found = _registered.get(key) or _typed_in.get(key)
    if found is not None:
        return found
    if key in KEYS:
        data.need(key)
        ruleset: Ruleset = import_module(f"hexumpire.rulesets.{key}").RULESET
        return ruleset
    from difflib import get_close_matches  # slow to load in a browser, and rarely needed

    near = get_close_matches(key[:40], known(), 1)
    fix = say("did you mean {any}?", any=repr(near[0])) if near else "take one of those"
    shown = repr(key if len(key) <= 40 else key[:39] + "…")
    message = say("there is no ruleset {any}; the engine knows {any2}", any=shown, any2=", ".join(known()))
    raise InputError([Problem(message, "$.ruleset", fix=fix)])


def of(key: str, game: object = None) -> Ruleset:
    """The ruleset of a key, or that of a typed-in game of it by its document, which may be TOML or JSON text.

    Raises:
        InputError: there is no such ruleset, or the document is wrong; then its paths begin with ``$.game``.
        NeededError: its bundle has not come yet.
    """
    base = get(key)
    if game is None:
        return base
    try:
        text = json.dumps([key, game])  # in its order: that of modifiers matters
    except (TypeError, ValueError, RecursionError):
        text = ""  # nothing that a document can hold: the reader says what is wrong
    found = _lately.get(text)
    if found is None:
        try:
            found = base.with_game(game)
        except InputError as error:
            raise InputError(replace(one, path="$.game" + one.path[1:]) for one in error.problems) from None
        found = _typed_in.setdefault(found.key, found)  # the one that is played, if it still is
        if text:
            _lately[text] = found
    if text:
        _lately.move_to_end(text)
    while len(_lately) > MOST_GAMES:
        _lately.popitem(last=False)
    return found


def listed() -> list[dict[str, Any]]:
    """A row about each ruleset: key, title, editions, note. It loads none where the build has written the rows down."""
    written = data.games()
    return [dict(written[key]) if key in written and key not in _registered else _row(get(key)) for key in known()]


def _row(ruleset: Ruleset) -> dict[str, Any]:
    editions = [{"key": key, "title": title} for key, title in ruleset.editions]
    return {"key": ruleset.key, "title": ruleset.title, "editions": editions, "note": ruleset.note}
