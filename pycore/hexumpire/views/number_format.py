"""Numbers as people read them. Nothing here says 0 % or 100 % unless it is exactly so."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hexumpire.model.text import say

if TYPE_CHECKING:  # slow to load in a browser, and not needed to run
    from fractions import Fraction

TENTHS = 1000
"""So many parts of a certainty are told apart: tenths of a percent."""
HUNDREDTHS = 100
"""So many parts of one are told apart in other numbers."""
VULGAR = {(1, 2): "½", (1, 3): "⅓", (2, 3): "⅔", (1, 4): "¼", (3, 4): "¾"}
"""Fractions that have a sign of their own."""


def percent(p: Fraction) -> str:
    """A probability as text with one decimal: ``"19.4 %"``.

    What would round to nothing or to all is ``"<0.1 %"`` or ``">99.9 %"``; exact zero and one are ``"0 %"`` and
    ``"100 %"``. ValueError when ``p`` is not a probability.
    """
    if not 0 <= p <= 1:
        raise ValueError(f"{p} is not a probability")
    if p in (0, 1):
        return f"{int(p) * 100} %"
    tenths = round(p * TENTHS)
    if tenths == 0:
        return "<0.1 %"
    if tenths == TENTHS:
        return ">99.9 %"
    return f"{tenths // 10}.{tenths % 10} %"


def decimal(value: Fraction) -> str:
    """A number as text with at most two decimals, a true minus sign, and no trailing zeros: ``"−6.33"``.

    A value that is not zero but rounds to it gets ``"~0"``.
    """
    hundredths = round(abs(value) * HUNDREDTHS)
    if hundredths == 0:
        return "0" if value == 0 else "~0"
    whole, part = divmod(hundredths, HUNDREDTHS)
    digits = f"{part:02}".rstrip("0")
    return f"{'−' if value < 0 else ''}{whole}{'.' + digits if digits else ''}"


def die(name: str, faces: str) -> str:
    """Faces of a die: ``"d6=1–3, 5"``."""
    if name[:1] == "d" and name[1:].isdecimal():
        return say("d{n}={any}", n=name[1:], any=faces)
    return f"{name}={faces}"


def number(value: int | Fraction) -> int | str:
    """A number for a document: whole ones as they are, others as text: ``"4½"``, ``"−11/6"``."""
    if value.denominator == 1:
        return int(value)
    whole, part = divmod(abs(value.numerator), value.denominator)
    sign = "−" if value < 0 else ""
    vulgar = VULGAR.get((part, value.denominator))
    if vulgar is None:
        return f"{sign}{abs(value.numerator)}/{value.denominator}"
    return f"{sign}{whole or ''}{vulgar}"
