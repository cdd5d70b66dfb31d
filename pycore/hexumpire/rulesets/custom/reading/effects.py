"""What a result does, in words: ``defender retreats 2``, ``attacker loses 1 step``, ``exchange``.

A result is a list of such words, carried out one after another; a choice is a table ``{choose = SIDE, of = [lists]}``.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from hexumpire.files.documents import below, shown
from hexumpire.files.reader import Reader
from hexumpire.rulesets.custom.sheet import SIDES, Effect

MOST: Final = 8
"""Most effects of one result, and most ways of a choice."""
WORDS: Final = (
    "no effect", "attacker is eliminated", "defender loses 1 step", "defender loses 2 factors",
    "attacker loses 1/2 of its factors", "attacker loses as much", "attacker loses as much as the defence",
    "attacker loses 1/2 of the defence", "exchange", "half exchange", "exchange by strength", "defender retreats 2",
    "defender is disrupted", "defender is pinned", "another round", "the attacker may fight another round",
    "attacker may advance", "attacker may advance 2",
)  # fmt: skip
"""Examples of every word of the vocabulary."""

_SIDE = "(?P<side>attacker|defender|both|each side)"
_BY = r"(?P<by>,? (?:chosen|moved) by (?:the )?(?:opponent|enemy))?"
_NEXT = r"(?: with (?P<roll>[+-]\d) to the die)?(?:(?: with| and) (?P<shift>[+-]\d) columns?)?"
_FORMS: Final = tuple(
    (what, re.compile(form))
    for what, form in (
        ("none", "no effect|nothing|-"),
        ("eliminated", _SIDE + " (?:is|are) eliminated"),
        ("steps", _SIDE + r" loses? (?P<n>\d) steps?" + _BY),
        ("factors", _SIDE + r" loses? (?P<n>\d{1,2}) factors?" + _BY),
        ("share", _SIDE + r" loses? (?P<n>\d)/(?P<of>\d)(?: of its factors| of their factors)?" + _BY),
        ("as_much", _SIDE + " loses? as much" + _BY),
        ("strength", _SIDE + r" loses? (?:as much as|(?P<n>\d)/(?P<of>\d) of) the (?P<whose>attack|defen[cs]e)" + _BY),
        ("strength_exchange", "exchange by strength"),
        ("half_exchange", "half exchange"),
        ("exchange", "exchange"),
        ("retreat", _SIDE + r" retreats? (?P<n>\d)(?: hex(?:es)?)?" + _BY),
        ("disrupted", _SIDE + " (?:is|are) disrupted"),
        ("pinned", _SIDE + " (?:is|are) pinned"),
        ("may_round", "(?:the )?attacker may fight another round" + _NEXT),
        ("round", "another round" + _NEXT),
        ("advance", r"(?:the )?attacker may advance(?: (?P<n>\d)(?: hex(?:es)?)?)?"),
    )
)
USUAL: Final[Mapping[str, tuple[str, ...]]] = {
    "AE": ("attacker is eliminated",),
    "DE": ("defender is eliminated",),
    "AR": ("attacker retreats 1",),
    "DR": ("defender retreats 1",),
    "EX": ("exchange",),
    "HX": ("half exchange",),
    "BR": ("both retreat 1",),
    "AX": ("attacker is eliminated", "defender loses as much"),
    "DX": ("defender is eliminated", "attacker loses as much"),
    "NE": ("no effect",),
    "-": ("no effect",),
    "AD": ("attacker is disrupted",),
    "DD": ("defender is disrupted",),
    "P": ("defender is pinned",),
    "CT": ("another round",),
}
"""What the usual codes mean where a document does not say otherwise."""
_COUNTED = re.compile(r"(?P<kind>[AD]R|[AD]L|[ADB]|R)(?P<n>[1-9])")


def usual(code: str) -> tuple[str, ...] | None:
    """The usual meaning of a code of a chart such as ``DR2``, ``A1`` or ``EX``; None when it has none."""
    found = USUAL.get(code.upper()) if code else USUAL["-"]
    if found:
        return found
    counted = _COUNTED.fullmatch(code.upper())
    if counted is None:
        return None
    kind, n = counted["kind"], counted["n"]
    side = {"A": "attacker", "D": "defender", "R": "defender", "B": "both"}[kind[0]]
    verb, ending = ("lose" if side == "both" else "loses"), ("s" if n != "1" else "")
    if kind in ("AR", "DR", "R"):
        return (f"{side} retreats {n}",)
    return (f"{side} {verb} {n} step{ending}",)


def effects(reader: Reader, value: object, path: str, depth: int = 0) -> tuple[Effect, ...]:
    """The effects of one result, in order."""
    if isinstance(value, str | Mapping):
        value = [value]
    found: list[Effect] = []
    for index, entry in enumerate(reader.items(value, path, "the effects", MOST)):
        here = below(path, index)
        if isinstance(entry, Mapping):
            found += _choice(reader, entry, here, depth)
        elif isinstance(entry, str):
            found += _words(reader, entry, here)
        else:
            reader.complain(here, f"an effect must be text, found {shown(entry)}", _fix())
        if not depth and found and found[-1].what == "as_much" and not _before(found[:-1], found[-1].side):
            fix = "put it after the loss that it follows"
            reader.complain(here, f"{shown(entry)}: the other side has lost nothing before", fix)
    return tuple(found)


def _before(found: list[Effect], side: str) -> bool:
    """Whether the other side may have lost something by effects that come before."""
    both = ("choice", "exchange", "half_exchange", "strength_exchange")
    return any(one.what in both or one.side not in ("", side) for one in found)


def _fix() -> str:
    return "write it as one of: " + "; ".join(WORDS)


def _choice(reader: Reader, entry: Mapping[str, object], path: str, depth: int) -> list[Effect]:
    """A choice of one side between several lists of effects."""
    reader.unknown(entry, ("choose", "of"), path, "key of a choice")
    side = reader.word(entry.get("choose"), SIDES, below(path, "choose"), "side")
    if depth:
        reader.complain(path, "a choice within a choice", "name all its ways in one list")
        return []
    ways = reader.items(entry.get("of", ()), below(path, "of"), "the ways of a choice", MOST)
    if len(ways) < 2:
        reader.complain(below(path, "of"), "a choice has at least two ways", "add the other way")
    options = tuple(effects(reader, way, below(below(path, "of"), index), depth + 1) for index, way in enumerate(ways))
    return [Effect("choice", side, options=options)] if side and len(options) > 1 else []


def _words(reader: Reader, text: str, path: str) -> list[Effect]:
    """One effect in words; several where both sides suffer it."""
    said = " ".join(text.lower().split())
    for what, form in _FORMS:
        match = form.fullmatch(said)
        if match is None:
            continue
        parts = match.groupdict()
        n, of = int(parts.get("n") or 1), int(parts.get("of") or 1)
        if of == 0 or n == 0 or (what == "share" and n > of):
            reader.complain(path, f"{shown(text)} is nothing that can be lost", "write a number such as 1, or 1/2")
            return []
        if what == "none":
            return []
        whose = "attacker" if parts.get("whose") == "attack" else "defender"
        roll, shift = int(parts.get("roll") or 0), int(parts.get("shift") or 0)
        side = parts.get("side") or ""
        sides = ("defender", "attacker") if side in ("both", "each side") else (side,)
        return [Effect(what, one, n, of, bool(parts.get("by")), (), shift, roll, whose) for one in sides]
    from difflib import get_close_matches  # slow to load in a browser, and rarely needed

    near = get_close_matches(said[:60], WORDS, 1)
    reader.complain(path, f"{shown(text)} is no effect", f"did you mean {shown(near[0])}?" if near else _fix())
    return []
