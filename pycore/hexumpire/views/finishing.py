"""What is done last to an answer of the engine, in one walk: its texts translated, hexes named, rules as printed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from hexumpire.kit.places import MARK, Names
from hexumpire.model.errors import Problem
from hexumpire.model.rule_index import RuleIndex
from hexumpire.views.i18n import LEFT, NUMBERS, TEXT_KEYS, Catalogue
from hexumpire.views.position import problem

SKIPPED: Final = frozenset(("scenario", "game", "overlay", "relevant", "fragment", "svg"))
"""Keys of an answer under which no hex is named and no rule cited either."""
INSIDE: Final = "places"
"""A key under which names of hexes stand that others put into their texts."""
TITLES: Final = frozenset(("titles", "legend", "statuses", "shown"))
"""Keys under which stand tables with a text under each key."""


class Finished(dict[str, Any]):
    """A part of an answer that is finished already, as it tells of several battles, each in its own way."""


_LISTS: Final = (list, tuple)
_BARE: Final = (int, float, type(None))
"""What nothing stands in."""


def finished(
    value: Any, index: RuleIndex | None = None, names: Names | None = None, words: Catalogue | None = None
) -> Any:
    """An answer (see ``docs/api.md``) as it leaves the engine.

    With ``words`` its texts and numbers are said in their language, with ``names`` the hexes that its texts mention are
    named. With ``index``, beside ``rules`` or ``rule`` stands ``printed``: sections and headings as the rulebook has
    them, where those differ from the ids.
    """
    return _Walk(index, names, words).any(value, "")


class _Walk:
    """One walk through an answer. ``key`` is what a part of it stands under."""

    __slots__ = ("index", "joined", "names", "words")

    def __init__(
        self,
        index: RuleIndex | None,
        names: Names | None,
        words: Catalogue | None,
        joined: Callable[[str], str] | None = None,
    ) -> None:
        self.index = index
        self.names = names
        self.words = words
        self.joined = joined or (words.joined if words is not None else str)

    def any(self, value: Any, key: str) -> Any:
        """A part of the answer, whatever it is."""
        if isinstance(value, str):
            return self.text(value, key)
        if isinstance(value, _LISTS):
            return [self.any(entry, key) for entry in value]
        if isinstance(value, Finished):
            return value
        return self.table(value, key) if isinstance(value, Mapping) else value

    def text(self, text: str, key: str) -> str:
        """A text in the language, its hexes named."""
        if self.words is not None:
            if key in TEXT_KEYS:
                if text and "\n" not in text and text[0] != "{":  # a whole story has been told; a document is no text
                    text = self.words.say(text)
            elif key in NUMBERS:
                text = self.words.written(text)
        if self.names is not None and MARK in text:
            return self.joined(self.names.told(text, key == INSIDE))
        return text

    def table(self, value: Mapping[str, Any], key: str) -> dict[str, Any]:
        """A part with keys."""
        if self.words is not None and "message" in value and "path" in value:
            return _Walk(self.index, self.names, None, self.joined).table(_problem(value, self.words), key)
        done = dict(value)
        inner = key if key in TITLES else ""
        for name, entry in value.items():
            if name in LEFT:
                done[name] = self.left(name, entry, key)
            elif isinstance(entry, str):
                done[name] = self.text(entry, inner or name)
            elif not isinstance(entry, _BARE):
                done[name] = self.any(entry, inner or name)
        if self.index is not None and ("rules" in done or "rule" in done):
            _cite(done, self.index)
        return done

    def left(self, name: str, entry: Any, key: str) -> Any:
        """What is the players' own, or for machines; but the battles of a form are ours, and so are their titles.

        A diary names the game of a battle by its title.
        """
        if name == "game" and key in ("battles", "totals") and isinstance(entry, str):
            return self.text(entry, "title")
        if name == "policies" and not isinstance(entry, Mapping):
            return self.any(entry, name)
        if name == "actions" and isinstance(entry, list) and all(isinstance(one, Mapping) for one in entry):
            return self.any(entry, name)  # the choices of best play
        if self.words is not None and key == "examples":
            entry = _named(_titled(entry, self.words), self.words)
            if isinstance(entry.get("pack"), Mapping):
                entry["pack"] = _titled(entry["pack"], self.words)
        return entry if name in SKIPPED else _Walk(self.index, self.names, None).any(entry, name)


def _titled(entry: Mapping[str, Any], words: Catalogue) -> dict[str, Any]:
    """A document with its title in the language."""
    return {**entry, "title": words.say(entry["title"])} if entry.get("title") else dict(entry)


def _named(entry: Mapping[str, Any], words: Catalogue) -> dict[str, Any]:
    """A battle of a form with those of its hexes named in the language that have a name in it."""
    ground = entry.get("map", {})
    hexes = {
        place: {**data, "name": words.translated(data["name"]) or data["name"]} if data.get("name") else data
        for place, data in ground.get("hexes", {}).items()
    }
    return {**entry, "map": {**ground, "hexes": hexes}} if hexes else dict(entry)


def _problem(found: Mapping[str, str], words: Catalogue) -> dict[str, str]:
    """A problem in the language."""
    said = dict(found) | {key: words.say(found[key]) for key in ("message", "fix") if found.get(key)}
    return said | {"text": str(Problem(said["message"], said["path"], said["rule"], said["fix"]))}


def _cite(found: dict[str, Any], index: RuleIndex) -> None:
    """Add what is printed of the rules that a part of an answer cites."""
    rules, rule = found.get("rules"), found.get("rule")
    if isinstance(rules, list) and rules and isinstance(rules[0], str):
        printed = list(index.cited(rules))
        if printed != rules:
            found["printed"] = printed
    elif isinstance(rule, str) and rule and index.printed(rule) != rule:
        found["printed"] = index.printed(rule)
        if found.keys() >= {"message", "path", "fix", "text"}:
            found["text"] = str(Problem(found["message"], found["path"], found["printed"], found["fix"]))


def problems(
    found: Iterable[Problem], index: RuleIndex | None, names: Names | None, words: Catalogue | None = None
) -> list[dict[str, str]]:
    """Problems as the contract writes them, finished."""
    told: list[dict[str, str]] = finished(list(map(problem, found)), index, names, words)
    return told


def named(text: str, names: Names, words: Catalogue | None) -> str:
    """A text that is said already with its hexes named, and joined to what stands before them as the language does."""
    told = names.told(text)
    return words.joined(told) if words is not None and MARK in text else told
