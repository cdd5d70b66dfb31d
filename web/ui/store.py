"""What the browser keeps for the page; where it refuses, nothing is kept and nothing fails."""

from __future__ import annotations

import json
from typing import Any

import js

STATE = "hexumpire.state.1"
BATTLES = "hexumpire.battles.1"
HISTORY = "hexumpire.history.1"
TAB = "hexumpire.tab"  # when STATE was written last, as a word of its own: see othertabs.py
PACKS = "hexumpire.packs.1"
GAMES = "hexumpire.games.1"
SECRETS = "hexumpire.mail.1"
DRAFT = "hexumpire.draft.1"
LINE = "hexumpire.line.1"
THEME = "hexumpire.theme"
RULES = "hexumpire.rules"
LANGUAGE = "hexumpire.language"
PROBE = "hexumpire.probe"
REFUSED: set[str] = set()  # keys of what the browser would not keep


def read(key: str) -> Any:
    """A kept document, or None."""
    text = js.hexStore.get(key)
    try:
        return json.loads(text) if text else None
    except ValueError:
        return None


def write(key: str, document: object) -> bool:
    """Keep a document; False where that is refused, or was for any other when it was kept last."""
    if js.hexStore.set(key, _text(document)):
        REFUSED.discard(key)
    else:
        REFUSED.add(key)
    return not REFUSED


def _text(document: object) -> str:
    """A document as JSON; a list entry by entry, as MicroPython's writer takes longer for each letter than before."""
    if isinstance(document, list):
        return "[" + ", ".join([json.dumps(one) for one in document]) + "]"
    return json.dumps(document)
