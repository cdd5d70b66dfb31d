"""Every exception of the engine, and the problem a player can be told about.

::

    HexUmpireError
    ├── InputError           a document from a player is wrong; carries every Problem found in it
    │   ├── SetupError       the scenario is well formed but the rules forbid the fight
    │   └── RecordError      a record or link cannot be read or replayed
    ├── IllegalActionError   the action is not among the legal ones of the node; carries them
    └── RulesetError         a data file of a ruleset is wrong (a defect of ours, not of the player)
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from hexumpire.model.text import say


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing wrong with what a player gave us.

    ``path`` is a JSON path such as ``$.units[2].factors``; ``rule`` the section that forbids it
    (empty for plain mistakes of form); ``fix`` says the way out.
    """

    message: str
    path: str = "$"
    rule: str = ""
    fix: str = ""

    def __str__(self) -> str:
        text = self.message if self.path == "$" else f"{self.message} @ {self.path}"
        if self.rule:
            text += f" [{self.rule}]"
        return f"{text}: {self.fix}" if self.fix else text


class HexUmpireError(Exception):
    """Base of everything the engine raises on purpose."""

    @property
    def text(self) -> str:
        """What it says, as it was made: :func:`str` forgets how."""
        return self.args[0] if self.args else ""


class InputError(HexUmpireError):
    """A document from a player is wrong; ``problems`` lists everything found, in reading order.

    ``ruleset`` is the key of the ruleset whose rules they cite, as far as that was found out.
    """

    def __init__(self, problems: Iterable[Problem], ruleset: str = "") -> None:
        self.problems = tuple(problems)
        self.ruleset = ruleset
        super().__init__("\n".join(map(str, self.problems)))


class SetupError(InputError):
    """The scenario is well formed, but the rules do not allow this fight."""


class RecordError(InputError):
    """A record or link is damaged, too large, from a newer version, or holds an illegal action."""


class IllegalActionError(HexUmpireError):
    """``action`` is not legal here; ``legal`` holds the ids that are."""

    def __init__(self, action: str, legal: Iterable[str]) -> None:
        self.action = action
        self.legal = tuple(legal)
        shown = ", ".join(self.legal[:12]) + (", ..." if len(self.legal) > 12 else "")
        shown = shown or "nothing, the battle has ended"
        super().__init__(say("{any} is not legal here; legal: {any2}", any=repr(action), any2=shown))


class RulesetError(HexUmpireError):
    """A data file of a ruleset is wrong."""
