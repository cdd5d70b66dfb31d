"""What the engine says, in another language: the one place where its texts are translated, on their way out.

The engine thinks and writes in English. A catalogue (``texts/de.json`` for all games, ``rulesets/<key>/texts.de.json``
for one) gives for an English text that of another language. A :class:`~hexumpire.model.text.Text` is found by its
template, and its parts are translated in their turn::

    "{unit} advances.": "{unit} rückt vor."

A part called ``any``, ``any2`` or ``any3`` stays as it is. What cannot be translated whole stays in
English and is listed, so that nothing is half one language and half the other. ``docs/translating.md`` has more.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from typing import Final

from hexumpire.board import alt_text
from hexumpire.model import data
from hexumpire.model.text import Text

ENGLISH: Final = "en"
LANGUAGES: Final = (ENGLISH, "de")
SECTIONS: Final = ("nations", "types", "texts")
"""Of a catalogue: words, and texts."""
JOINTS: Final = "joints"
"""The section of a catalogue that says how words before the name of a hex join it: ``"in Feld "`` is ``"im Feld "``."""
ALT_TEXT: Final = "alt_text"
"""The section of a catalogue that holds the words of :mod:`hexumpire.board.alt_text`."""

TEXT_KEYS: Final = frozenset(
    [
        *("title", "label", "note", "text", "prompt", "bar", "reason", "headline", "help", "when", "do", "places"),
        *("legend", "titles", "statuses", "shown"),
    ]
)
"""Keys of an answer under which texts for players stand (see :mod:`hexumpire.views.finishing`)."""
NUMBERS: Final = frozenset(("percent", "at_least_percent", "value_text", "cost_text", "mean_text", "bound_text"))
"""Keys under which numbers stand that are written for players."""
LEFT: Final = frozenset(("scenario", "game", "overlay", "relevant", "fragment", "svg", "policies", "actions", "pack"))
"""Keys under which stands what is the players' own, or for machines."""

ANYTHING: Final = ("any", "any2", "any3")
"""What holes are called that take anything, and leave it as it is."""
UNKNOWN: Final = ""
"""What a text is of which nobody has asked yet."""
KEPT: Final = 5000
"""So many texts are remembered with their translations."""

_HOLE = re.compile("{[^}]*}")
_POINT = re.compile(r"(?<=\d)[.,](?=\d)")
_LETTER = re.compile(r"[^\W\d_½¼¾⅓⅔]")
_CODE = re.compile(r"(?:[A-Za-z]{0,2}\d[\w,.:;/*-]*|[A-Z]{1,2})")
_PLACE = re.compile("\x02[^\x02]*\x03")
"""The mark of a hex (see :mod:`hexumpire.kit.places`), which is named last of all."""


def _begun(text: str) -> str:
    """A text as it stands at the beginning of a sentence: with a capital."""
    return text[:1].upper() + text[1:]


class Catalogue:
    """The texts of one language, for one game; :meth:`say` translates, :attr:`unsaid` lists what it could not."""

    def __init__(self, lang: str, sections: Mapping[str, Mapping[str, str]]) -> None:
        self.lang = lang
        self.unsaid: dict[str, None] = {}
        self.alt_text = dict(sections.get(ALT_TEXT, {}))
        joints = sections.get(JOINTS, {})
        self._joints = {**joints, **{_begun(apart): _begun(joint) for apart, joint in joints.items()}}
        self.names: frozenset[str] = frozenset()
        self._texts = {key: text for section in SECTIONS for key, text in sections[section].items()}
        self._templates: dict[str, str | None] = {}
        self._known: dict[str, str] = {}
        self._point = self._texts.get(".", ".")
        self._comma = self._texts.get(",", ",")

    def for_names(self, names: frozenset[str]) -> None:
        """Let what players have named stand in any text as it is."""
        self.names = names
        if len(self._known) > KEPT:
            self._known.clear()

    def joined(self, text: str) -> str:
        """A text in which hexes have been named, with what stands before their names as the language joins it."""
        for apart, joint in self._joints.items():
            if apart in text:
                text = re.sub(rf"\b{apart}", joint, text)
        return text

    def number(self, text: str) -> str:
        """A number written for players, as the language writes it."""
        return _POINT.sub(lambda mark: self._point if mark[0] == "." else self._comma, text)

    def written(self, text: str) -> str:
        """A number that may stand among words."""
        return self.say(text) if _LETTER.search(text) else self.number(text)

    def say(self, text: str) -> str:
        """The text in the language; as it is, and noted, when that cannot be done whole."""
        found = self.translated(text)
        if found is None:
            self.unsaid[text] = None
            return text
        return found

    def translated(self, text: str) -> str | None:
        """The text in the language, or None."""
        if isinstance(text, Text):
            return self._rendered(text)
        found = self._known.get(text)
        if found is None:
            found = self._find(text)
            if found is None:  # another battle has other names
                return text if text in self.names else None
            self._known[text] = found
        return found

    def _rendered(self, text: Text) -> str | None:
        """A text by its template, if that and all in its holes can be said."""
        template = self._templates.get(text.template, UNKNOWN)
        if template is UNKNOWN:
            template = self._templates[text.template] = self._template(text.template)
        if template is None:
            return None
        said: dict[str, object] = {}
        for name, part in text.parts.items():
            said[name] = part
            if isinstance(part, Text) or (isinstance(part, str) and name not in ANYTHING):
                word = self.translated(part)
                if word is not None:
                    said[name] = word
                elif name not in ANYTHING:
                    return None
        return template.format_map(said)

    def _template(self, template: str) -> str | None:
        """A template in the language; one without words stands for itself."""
        found = self._written(template)
        return found or (None if _LETTER.search(_HOLE.sub("", template)) else template)

    def _written(self, text: str) -> str | None:
        """What stands in the catalogue for a text, with a capital or without; with one where the text begins so."""
        found = self._texts.get(text)
        if not found:
            found = self._texts.get(text[:1].swapcase() + text[1:])
            return _begun(found) if found and text[:1].isupper() else found
        return found

    def _find(self, text: str) -> str | None:
        found = self._written(text)
        if found is not None:
            return found
        if not _LETTER.search(text):
            return text if _PLACE.fullmatch(text) else self.number(text)
        return text if _CODE.fullmatch(text) else None


# --- catalogues ----------------------------------------------------------------------------------------------


def read(lang: str, *rulesets: str, index: bool = False) -> dict[str, dict[str, str]]:
    """The sections of the catalogue of a language: for all games, and for those that are named.

    ``index``: with what their indexes say of rules, which stands in files of their own where the engine is whole.
    """
    data.need(*(f"{key}.{lang}" for key in (data.CORE, *rulesets)))
    sections: dict[str, dict[str, str]] = {name: {} for name in (*SECTIONS, ALT_TEXT, JOINTS)}
    for path in (f"texts/{lang}.json", *(f"rulesets/{key}/texts.{lang}.json" for key in rulesets)):
        for name, texts in json.loads(data.find(path) or "{}").items():
            sections[name].update(texts)
    for key in rulesets if index else ():
        sections["texts"].update(json.loads(data.find(f"rulesets/{key}/index.{lang}.json") or "{}"))
    return sections


@contextmanager
def naming(words: Catalogue | None) -> Iterator[None]:
    """Inside, hexes and counters are called by the words of a catalogue (None: in English); after it, as before."""
    before = dict(alt_text.WORDS)
    alt_text.learn(words.alt_text if words else {})
    try:
        yield
    finally:
        alt_text.learn(before)


@cache
def catalogue(lang: str, *rulesets: str, index: bool = False) -> Catalogue:
    """The texts of a language, for those games (see :func:`read`)."""
    return Catalogue(lang, read(lang, *rulesets, index=index))


# --- names ---------------------------------------------------------------------------------------------------


def _names(value: object, found: set[str]) -> None:
    if isinstance(value, str):
        found.add(value)
    elif isinstance(value, Mapping):
        for entry in value.values():
            _names(entry, found)
    elif isinstance(value, list | tuple):
        for entry in value:
            _names(entry, found)


def names(document: object) -> frozenset[str]:
    """Every text that a document of the players' holds."""
    found: set[str] = set()
    _names(document, found)
    return frozenset(found)
