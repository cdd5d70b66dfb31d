"""What a result does, in words: ``defender retreats 2``, ``attacker loses 1 step``, ``exchange``.

A result is a list of such words, carried out one after another; a choice is a table ``{choose = SIDE, of = [lists]}``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from hexumpire.files.documents import below, shown
from hexumpire.files.reader import Reader
from hexumpire.model import data
from hexumpire.model.text import say
from hexumpire.rulesets.custom.reading.beginner import quoted
from hexumpire.rulesets.custom.sheet import SIDES, Effect

MOST: Final = 8
"""Most effects of one result, and most ways of a choice."""
DATA: Final = data.read("hexumpire.rulesets.custom.reading", "effects")
WORDS: Final[Sequence[str]] = DATA["words"]
"""Examples of every word of the vocabulary."""
USUAL: Final[Mapping[str, Sequence[str]]] = DATA["usual"]
"""What the usual codes mean where a document does not say otherwise."""

_SIDE = "(?P<side>attacker|defender|both|each side)"
_BY = r"(?:,? (?:chosen|moved) by (?:the )?(?P<by>opponent|enemy|owner|attacker|defender))?"
_NEXT = r"(?: with (?P<roll>[+-]\d) to the die)?(?:(?: with| and) (?P<shift>[+-]\d) columns?)?"
_FORMS: Final = tuple(
    (what, re.compile(form))
    for what, form in (
        ("none", "no effect|nothing|-"),
        ("eliminated", _SIDE + " (?:is|are) eliminated"),
        ("steps", _SIDE + r" loses? (?P<n>\d{1,2}) steps?" + _BY),
        ("factors", _SIDE + r" loses? (?P<n>\d{1,2}) factors?" + _BY),
        ("share", _SIDE + r" loses? (?P<n>\d)/(?P<of>\d)(?: of its factors| of their factors)?" + _BY),
        ("as_much", _SIDE + r" loses?\sas much" + _BY),
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
_OTHERWISE: Final = tuple((re.compile(pattern), form) for pattern, form in DATA["otherwise"].items())
"""What is written otherwise, and the usual form of it."""
_BOTH: Final = re.compile(r"(?P<side>[AD])L?(?P<n>[1-9])/?[AD]?R(?P<far>[1-9]?)")
_NUMBER = re.compile(r"\b\d{2,}\b|\b0\b")
"""A number that is too large, or nothing."""
_COUNTED = re.compile(r"(?P<kind>[AD]R|[AD]L|[ADB]|R)(?P<n>[1-9])")


def usual(code: str) -> Sequence[str] | None:
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
        return (" ".join((side, "retreats", n)),)
    return (" ".join((side, verb, n, "step" + ending)),)


def explained(code: str, said: Iterable[str]) -> str:
    """The code, or that among those explained which differs from it in small letters only, where it is a usual one.

    What a document says of ``DR`` holds for ``Dr`` too.
    """
    if usual(code) is None:
        return code
    return next((one for one in said if one.upper() == code.upper()), code)


def likely(code: str) -> Sequence[str]:
    """What a code without a usual meaning may well do: ``D1R2`` a step and a retreat; an example where nothing is."""
    match = _BOTH.fullmatch(code.upper())
    if match is None:
        return USUAL["DR"]
    return [*(usual(match["side"] + match["n"]) or ()), *(usual(f"{match['side']}R{match['far'] or 1}") or ())]


def effects(reader: Reader, value: object, path: str, depth: int = 0) -> tuple[Effect, ...]:
    """The effects of one result, in order."""
    if isinstance(value, str | Mapping):
        value = [value]
    found: list[Effect] = []
    for index, entry in enumerate(reader.items(value, path, "the effects", MOST)):
        here, before = below(path, index), len(found)
        if isinstance(entry, Mapping):
            found += _choice(reader, entry, here, depth)
        elif isinstance(entry, str):
            found += _words(reader, entry, here)
        else:
            reader.complain(here, say("an effect must be text, found {any}", any=shown(entry)), _fix())
        new = [at for at in range(before, len(found)) if found[at].what == "as_much"]
        if not depth and not all(_before(found[:at], found[at].side) for at in new):
            fix = "put it after the loss that it follows"
            message = say("{any}: the other side has lost nothing before", any=shown(entry))
            reader.complain(here, message, fix)
    return tuple(found)


def _before(found: list[Effect], side: str) -> bool:
    """Whether the other side may have lost something by effects that come before."""
    both = ("choice", "exchange", "half_exchange", "strength_exchange")
    return any(one.what in both or (one.what != "as_much" and one.side not in ("", side)) for one in found)


def _plain(text: str) -> str:
    """Words in small letters, with single blanks, and in the usual form where they are written otherwise."""
    said = " ".join(text.lower().rstrip(" .").split())
    for pattern, usual_form in _OTHERWISE:
        said = pattern.sub(usual_form, said)
    return said


def _fix(said: str = "") -> str:
    """The way out for an effect that is none: the word that is nearest, or all of them."""
    from difflib import get_close_matches  # slow to load in a browser, and rarely needed

    near = get_close_matches(said[:60], WORDS, 1)
    if near:
        return say("did you mean {any}?", any=shown(near[0]))
    return say("write it as one of: {any}", any="; ".join(WORDS))


def _choice(reader: Reader, entry: Mapping[str, object], path: str, depth: int) -> list[Effect]:
    """A choice of one side between several lists of effects."""
    reader.unknown(entry, ("choose", "of"), path, "key of a choice")
    side = reader.word(entry["choose"], SIDES, below(path, "choose"), "side") if "choose" in entry else ""
    if "choose" not in entry and all(key in ("choose", "of") for key in entry):  # otherwise it may have been meant
        reader.complain(path, "who chooses is missing", 'add choose = "defender"')
    if depth:
        reader.complain(path, "a choice within a choice", "name all its ways in one list")
        return []
    ways = reader.items(entry.get("of", ()), below(path, "of"), "the ways of a choice", MOST)
    if len(ways) < 2:
        reader.complain(below(path, "of"), "a choice has at least two ways", "add the other way")
    options = tuple(effects(reader, way, below(below(path, "of"), index), depth + 1) for index, way in enumerate(ways))
    return [Effect("choice", side, options=options)] if side and len(options) > 1 else []


def _form(text: str) -> tuple[str, re.Match[str] | None]:
    """What an effect in words is, with its parts; nothing when it is none."""
    said = _plain(text)
    found = ((what, form.fullmatch(said)) for what, form in _FORMS)
    return next(((what, match) for what, match in found if match), ("", None))


def _apart(text: str) -> list[str]:
    """The effects that were written as one text, each with whom it falls on; nothing when they are none."""
    several = [part.strip() for part in re.split(r",| and | then |;", text) if part.strip()]
    side = several[0].partition(" ")[0] if several else ""
    found = [next((one for one in (part, " ".join((side, part))) if _form(one)[1]), "") for part in several]
    return found if len(found) > 1 and all(found) else []


def _words(reader: Reader, text: str, path: str) -> list[Effect]:
    """One effect in words; several where both sides suffer it."""
    what, match = _form(text)
    if match is not None:
        parts = match.groupdict()
        n, of = int(parts.get("n") or 1), int(parts.get("of") or 1)
        if of == 0 or n == 0 or (what == "share" and n > of):
            message = say("{any} is nothing that can be lost", any=shown(text))
            reader.complain(path, message, "write a number such as 1, or 1/2")
            return []
        if what == "none":
            return []
        whose = "attacker" if parts.get("whose") == "attack" else "defender"
        roll, shift = int(parts.get("roll") or 0), int(parts.get("shift") or 0)
        side = parts.get("side") or ""
        sides = ("defender", "attacker") if side in ("both", "each side") else (side,)
        by = parts.get("by") or "owner"  # of attacker and defender the one who suffers it is its owner
        return [Effect(what, one, n, of, by not in ("owner", one), (), shift, roll, whose) for one in sides]
    fix = _fix(_plain(text))
    several = _apart(text)
    if several:
        fix = say("write each effect by itself: {any}", any=quoted(several))
    elif _form(_NUMBER.sub("1", text))[1]:
        fix = "write a number from 1 to 9"
    elif usual(text.strip()):
        fix = say("write {any}", any=quoted(usual(text.strip()) or ()))
    reader.complain(path, say("{any} is no effect", any=shown(text)), fix)
    return []
