"""One thing a player may state, and what may stand there."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from hexumpire.model.text import say

Value = int | str | bool


@dataclass(frozen=True, slots=True)
class Field:
    """One thing a player may state: a number, a yes/no, a choice or a short text.

    ``kind`` is ``int`` (from ``low`` to ``high``), ``flag``, ``choice`` (of ``options``: key -> title) or
    ``text``. ``rule`` is the section that makes it matter; ``help`` one plain sentence for the form.
    """

    key: str
    title: str
    kind: str
    default: Value
    low: int = 0
    high: int = 99
    options: Mapping[str, str] = field(default_factory=dict)
    rule: str = ""
    help: str = ""
    editions: tuple[str, ...] = ()

    def complaint(self, value: object) -> str:
        """Why ``value`` cannot stand in this field, with the way out; empty when it can."""
        if self.kind == "flag":
            return "" if isinstance(value, bool) else "must be true or false"
        if self.kind == "int":
            if isinstance(value, bool) or not isinstance(value, int):
                return say("must be a whole number from {n} to {m}", n=self.low, m=self.high)
            return "" if self.low <= value <= self.high else say("must be from {n} to {m}", n=self.low, m=self.high)
        if self.kind == "choice":
            if isinstance(value, str) and value in self.options:
                return ""
            return say("must be one of {any}", any=", ".join(self.options))
        if not isinstance(value, str):
            return "must be text"
        return "" if len(value) <= self.high else say("must be no longer than {n} characters", n=self.high)


def choice(
    key: str, title: str, options: Mapping[str, str], rule: str, help: str = "", editions: tuple[str, ...] = ()
) -> Field:
    """A choice among ``options`` (key -> title), the first of which is taken when nothing is said."""
    return Field(key, title, "choice", next(iter(options)), options=options, rule=rule, help=help, editions=editions)


def flag(
    key: str, title: str, rule: str, help: str = "", default: bool = False, editions: tuple[str, ...] = ()
) -> Field:
    """A yes or no."""
    return Field(key, title, "flag", default, rule=rule, help=help, editions=editions)
