"""What a result does, as choices of side, what and how many that stand for words of game documents, and back."""

from __future__ import annotations

from typing import Any

SIDES = ("defender", "attacker", "both")
WHATS: tuple[tuple[str, str, bool, bool], ...] = (
    # key, words, whether a side suffers it, whether it has a number
    ("retreat", "{side} retreat{s} {n}", True, True),
    ("steps", "{side} lose{s} {n} step{e}", True, True),
    ("eliminated", "{side} {is} eliminated", True, False),
    ("factors", "{side} lose{s} {n} factor{e}", True, True),
    ("half", "{side} lose{s} 1/2 of its factors", True, False),
    ("as_much", "{side} lose{s} as much", True, False),
    ("exchange", "exchange", False, False),
    ("half_exchange", "half exchange", False, False),
    ("disrupted", "{side} {is} disrupted", True, False),
    ("pinned", "{side} {is} pinned", True, False),
    ("advance", "attacker may advance {n}", False, True),
    ("round", "another round", False, False),
    ("may_round", "the attacker may fight another round", False, False),
    ("none", "no effect", False, False),
)
MOST = 9


def entry_of(what: str) -> tuple[str, str, bool, bool]:
    """The row of what a result does."""
    for row in WHATS:
        if row[0] == what:
            return row
    return WHATS[0]


def words(what: str, side: str = "defender", n: int = 1) -> str:
    """The words of a document for choices."""
    plural = side == "both"
    text = entry_of(what)[1].replace("{side}", side).replace("{n}", str(n))
    text = text.replace("{s}", "" if plural else "s").replace("{e}", "" if n == 1 else "s")
    return text.replace("{is}", "are" if plural else "is")


def read(text: Any) -> tuple[str, str, int] | None:
    """What, side and number of words; None for words that no choices stand for."""
    if not isinstance(text, str):
        return None
    said = " ".join(text.lower().split())
    n = ([int(word) for word in said.split(" ") if word.isdigit()] or [1])[-1]
    if not 1 <= n <= MOST:
        return None
    for what, _, sided, _ in WHATS:
        for side in SIDES if sided else SIDES[:1]:
            if words(what, side, n) == said:
                return what, side, n
    return None


def shown(effect: Any) -> str:
    """An effect as the document writes it, in one line."""
    if isinstance(effect, dict):
        ways = [" + ".join([shown(one) for one in way]) for way in effect.get("of") or [] if isinstance(way, list)]
        return str(effect.get("choose")) + ": " + " / ".join(ways)
    return str(effect)
