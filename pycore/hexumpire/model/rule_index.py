"""The rule index of a ruleset: section number -> what it is and how the engine treats it.

A citation is a plain string: the section as printed, such as ``"15.32C"``, or where several rules share one, an id of
our own that starts with it (``"4.2.3.8.hexside"``). The index gives it meaning, and says what is printed there, which
is all that players see; a test holds code, data and index together.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from hexumpire.model.errors import RulesetError

STATUSES: Mapping[str, str] = {
    "computed": "worked out by the engine",
    "enforced": "a limit the engine holds the players to",
    "decided": "a choice the players are asked",
    "asked": "a fact the players supply, since map and units cannot tell",
    "shown": "a reminder at the right step",
    "later": "belongs to a procedure that is not built yet",
    "outside": "outside a battle, with the reason",
}
"""Every status a rule may have, and what it means."""


_NUMBER = re.compile(r"[0-9]+(?:\.(?:[0-9]+[A-Z]?|[A-Z]))*(?=\.|$)")


class Rule(NamedTuple):
    """One rule: its section, a title in our own words, its status, and why when the status needs it."""

    section: str
    title: str
    status: str
    editions: tuple[str, ...]
    note: str = ""


class RuleIndex(Mapping[str, Rule]):
    """All rules of a ruleset by section, in printed order."""

    def __init__(self, rules: Iterator[Rule] | list[Rule], printed: Mapping[str, str] | None = None) -> None:
        self._rules: dict[str, Rule] = {}
        self._printed = dict(printed or {})
        for rule in rules:
            if rule.section in self._rules:
                raise RulesetError(f"rule {rule.section} is listed twice")
            if rule.status not in STATUSES:
                raise RulesetError(f"rule {rule.section} has the unknown status {rule.status!r}")
            if rule.status == "outside" and not rule.note:
                raise RulesetError(f"rule {rule.section} is outside without a reason")
            self._rules[rule.section] = rule

    @classmethod
    def load(cls, document: Mapping[str, Any]) -> RuleIndex:
        """From what ``index.toml`` holds: a table ``[rules]`` of ``section = [status, editions, title, note?]``.

        Editions are one word: ``both`` (every edition) or the keys joined by ``+``. A table ``[printed]`` says what
        is printed where rules stand whose ids start with its keys (see :meth:`printed`).
        """
        table = document["rules"]
        rules = []
        known = {status: status for status in STATUSES}  # one text for all rules of a status, and one tuple of editions
        played: dict[str, tuple[str, ...]] = {}
        for section, row in table.items():
            if not 3 <= len(row) <= 4:
                raise RulesetError(f"rule {section}: want [status, editions, title, note?], got {row!r}")
            status, editions, title = row[:3]
            if editions not in played:
                played[editions] = tuple(editions.split("+"))
            rules.append(Rule(section, title, known.get(status, status), played[editions], *row[3:]))
        return cls(rules, document.get("printed"))

    def printed(self, section: str) -> str:
        """What is printed where a rule stands: its section, or the heading where the text has no numbers.

        Empty when the texts at hand print it nowhere.
        """
        start = section
        while start:
            if start in self._printed:
                return self._printed[start]
            start = start.rpartition(".")[0]
        found = _NUMBER.match(section)
        return found[0] if found else section

    def cited(self, sections: Iterable[str]) -> tuple[str, ...]:
        """What is printed where several rules stand, each once."""
        return tuple(dict.fromkeys(filter(None, map(self.printed, sections))))

    def __getitem__(self, section: str) -> Rule:
        return self._rules[section]

    def __iter__(self) -> Iterator[str]:
        return iter(self._rules)

    def __len__(self) -> int:
        return len(self._rules)

    def counts(self) -> dict[str, int]:
        """How many rules have each status, in the order of ``STATUSES``."""
        found = Counter(rule.status for rule in self._rules.values())
        return {status: found[status] for status in STATUSES if found[status]}
