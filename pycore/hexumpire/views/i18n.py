"""What the engine says, in another language: the one place where its texts are translated, on their way out.

The engine thinks and writes in English. A catalogue (``texts/de.json`` for all games, ``rulesets/<key>/texts.de.json``
for one) gives for an English text that of another language. A text with holes stands for many::

    "{unit} advances.": "{unit} rückt vor."

A hole called ``n``, ``m`` or ``k`` takes a number, ``nation`` or ``type`` a word of those sections of the catalogue,
``any`` whatever stands there as it is, any other name what can be translated by itself (digits after a name only tell
holes apart). What cannot be translated whole stays in English and is listed, so that nothing is half one language and
half the other. ``docs/translating.md`` has more.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import Any, Final

from hexumpire.model import data
from hexumpire.model.text import Text

ENGLISH: Final = "en"
LANGUAGES: Final = (ENGLISH, "de")
SECTIONS: Final = ("nations", "types", "texts")
"""Of a catalogue. The words of the first two may stand in holes of their own."""
SPEECH: Final = "spoken"
"""The section of a catalogue that holds the words of :mod:`hexumpire.board.alt_text`."""

SPOKEN: Final = frozenset(
    [
        *("title", "label", "note", "text", "prompt", "bar", "reason", "headline", "help", "when", "do", "places"),
        *("legend", "titles", "statuses"),
    ]
)
"""Keys of an answer under which texts for players stand."""
NUMBERS: Final = frozenset(("percent", "at_least_percent", "value_text", "cost_text", "mean_text"))
"""Keys under which numbers stand that are written for players."""
LEFT: Final = frozenset(("scenario", "overlay", "relevant", "fragment", "svg", "policies", "actions", "pack"))
"""Keys under which stands what is the players' own, or for machines."""

COUNTS: Final = ("n", "m", "k")
"""Names of holes for numbers."""
ANYTHING: Final = "any"
"""What a hole is called that takes anything, and leaves it as it is."""
DEEPEST: Final = 60
"""So many texts may stand one in another."""
KEPT: Final = 5000
"""So many texts are remembered with their translations."""

_HOLE = re.compile(r"{([a-z]+)(\d*)}")
_NUMBER = r"[−+-]?(?:\d[\d.,/]*[½¼¾⅓⅔]?|[½¼¾⅓⅔])"
_POINT = re.compile(r"(?<=\d)[.,](?=\d)")
_END = re.compile(r"(?<=[.?!]) +(?=[^\W\d_a-z]|\x02)")
_LETTER = re.compile(r"[^\W\d_]")
_CODE = re.compile(r"(?:[A-Za-z]{0,2}\d[\w,.:;/*-]*|[A-Z]{1,2})")


class Catalogue:
    """The texts of one language, for one game; :meth:`say` translates, :attr:`unsaid` lists what it could not."""

    def __init__(self, lang: str, sections: Mapping[str, Mapping[str, str]]) -> None:
        self.lang = lang
        self.unsaid: dict[str, None] = {}
        self.spoken = dict(sections.get(SPEECH, {}))
        self.names: frozenset[str] = frozenset()
        self._known: dict[str, str | None] = {}
        self._depth = 0
        self._plain = {key: text for section in SECTIONS for key, text in sections[section].items() if "{" not in key}
        words = {name: "|".join(self._either(sections[name + "s"])) or "(?!)" for name in ("nation", "type")}
        self._templates = sections["texts"]
        found = [_Pattern(key, text, words) for key, text in sections["texts"].items() if "{" in key]
        found.sort(key=lambda one: -one.weight)
        self._by_start: dict[str, list[_Pattern]] = {}
        for one in found:
            self._by_start.setdefault(one.start, []).append(one)
        self._point = sections["texts"].get(".", ".")
        self._comma = sections["texts"].get(",", ",")

    @staticmethod
    def _either(words: Iterable[str]) -> list[str]:
        """Words as a pattern takes them, long ones first, with a capital or without."""
        forms = {form for word in words for form in (word, word[:1].lower() + word[1:])}
        return [re.escape(word) for word in sorted(forms, key=lambda word: (-len(word), word))]

    def keys(self) -> list[str]:
        """Every text that it has, the fixed pieces of those with holes one by one."""
        patterns = [one for some in self._by_start.values() for one in some]
        return [*self._plain, *(piece for one in patterns for piece in one.pieces)]

    def for_names(self, names: frozenset[str]) -> None:
        """Let what players have named stand in any text as it is."""
        if names != self.names or len(self._known) > KEPT:
            self.names = names
            self._known.clear()

    def number(self, text: str) -> str:
        """A number written for players, as the language writes it."""
        return _POINT.sub(lambda mark: self._point if mark[0] == "." else self._comma, text)

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
            said = self._rendered(text)
            if said is not None:
                return said
            text = str(text)
        if text not in self._known:
            if self._depth > DEEPEST:
                return None
            self._known[text] = None  # should it hold itself
            self._depth += 1
            self._known[text] = self._find(text)
            self._depth -= 1
        return self._known[text]

    def _rendered(self, text: Text) -> str | None:
        """A text by its template, if that and all in its holes can be said."""
        template = self._template(text.template)
        if template is None:
            return None
        said = {}
        for name, part in text.parts.items():
            written = part if isinstance(part, str) else str(part)
            word = written if name.rstrip("0123456789") == ANYTHING else self.translated(written)
            if word is None:
                return None
            said[name] = word
        return template.format_map(said)

    def _template(self, text: str) -> str | None:
        """A template in the language; one without words stands for itself."""
        found = self._templates.get(text) or self._templates.get(text[0].swapcase() + text[1:])
        return found or (None if _LETTER.search(_HOLE.sub("", text)) else text)

    def _find(self, text: str) -> str | None:
        found = self._plain.get(text)
        if found is None and text[:1].isalpha() and text[1:2].islower():
            found = self._plain.get(text[0].swapcase() + text[1:])
        if found is not None:
            return found
        if not _LETTER.search(text):
            return text if _is_place(text) else self.number(text)
        for start in (text.partition(" ")[0], ""):
            for pattern in self._by_start.get(start, ()):
                said = pattern.apply(text, self.translated)
                if said is not None:
                    return said
        if text in self.names or _CODE.fullmatch(text):
            return text
        return self._sentences(text)

    def _sentences(self, text: str) -> str | None:
        """The text one sentence after another, if it is more than one."""
        parts = _END.split(text)
        said = [self.translated(part) for part in parts] if len(parts) > 1 else [None]
        return None if None in said else " ".join(map(str, said))


class _Pattern:
    """A text with holes."""

    __slots__ = ("_parts", "_text", "_ways", "_words", "pieces", "start", "weight")

    def __init__(self, key: str, text: str, words: Mapping[str, str]) -> None:
        self._parts = _HOLE.split(key)  # a piece, the name and the digits of a hole, a piece ...
        self.pieces = [piece for piece in self._parts[::3] if piece]
        self._ways: list[Callable[[str], re.Match[str] | None]] = []  # made when they are needed: most never are
        self._words = words
        self._text = text
        first = key.partition(" ")[0]
        self.start = "" if "{" in first else first
        self.weight = sum(map(len, self.pieces))

    def _made(self) -> list[Callable[[str], re.Match[str] | None]]:
        pieces, names = self._parts[::3], self._parts[1::3]
        source = re.escape(pieces[0])
        for name, piece in zip(names, pieces[1:], strict=True):
            kind = self._words.get(name) or (_NUMBER if name in COUNTS else ".+?")
            source += f"({kind})" + re.escape(piece)
        ways = [source]
        if source.count("(.+?)") > 1:  # a text may fall apart in several ways: holes as short as can be, or as long
            ways.append(source.replace("(.+?)", "(.+)"))
        return [re.compile(way).fullmatch for way in ways]

    def apply(self, text: str, translated: Callable[[str], str | None]) -> str | None:
        """The text in the language, if it is one of those and all in its holes can be translated."""
        if not all(piece in text for piece in self.pieces):
            return None
        self._ways = self._ways or self._made()
        for way in self._ways:
            found = way(text)
            if found is None:
                return None
            said = self._filled(found.groups(), translated)
            if said is not None:
                return said
        return None

    def _filled(self, parts: Iterable[str | None], translated: Callable[[str], str | None]) -> str | None:
        """The text in the language with its holes filled, if all can be."""
        said = self._text
        for name, digits, part in zip(self._parts[1::3], self._parts[2::3], parts, strict=True):
            word = part if name == ANYTHING else translated(part or "")
            if word is None:
                return None
            said = said.replace("{" + name + digits + "}", word)
        return said


def _is_place(text: str) -> bool:
    """Whether a text is the mark of a hex (see :mod:`hexumpire.kit.places`), which is named last of all."""
    return re.fullmatch("\x02[^\x02]*\x03", text) is not None


# --- catalogues ----------------------------------------------------------------------------------------------


def read(lang: str, *rulesets: str) -> dict[str, dict[str, str]]:
    """The sections of the catalogue of a language: for all games, and for those that are named."""
    data.need(*(f"{key}.{lang}" for key in (data.CORE, *rulesets)))
    sections: dict[str, dict[str, str]] = {name: {} for name in (*SECTIONS, SPEECH)}
    for path in (f"texts/{lang}.json", *(f"rulesets/{key}/texts.{lang}.json" for key in rulesets)):
        for name, texts in json.loads(data.find(path) or "{}").items():
            sections[name].update(texts)
    return sections


@cache
def catalogue(lang: str, *rulesets: str) -> Catalogue:
    """The texts of a language, for those games."""
    return Catalogue(lang, read(lang, *rulesets))


# --- answers -------------------------------------------------------------------------------------------------


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


def localized(value: Any, words: Catalogue, key: str = "") -> Any:
    """An answer (see ``docs/api.md``) with its texts and numbers in the language; everything else as it is."""
    if isinstance(value, str):
        if key in NUMBERS:
            return words.number(value) if not _LETTER.search(value) else words.say(value)
        finished = not value or "\n" in value  # a whole story has been told in the language
        return words.say(value) if key in SPOKEN and not finished else value
    if isinstance(value, Mapping):
        if "message" in value and "path" in value:
            return _problem(value, words)
        inner = key if key in ("titles", "legend", "statuses") else ""
        return {
            name: _left(name, entry, key, words) if name in LEFT else localized(entry, words, inner or str(name))
            for name, entry in value.items()
        }
    if isinstance(value, list | tuple):
        return [localized(entry, words, key) for entry in value]
    return value


def _left(name: str, entry: Any, key: str, words: Catalogue) -> Any:
    """What is the players' own, or for machines; but the battles of a form are ours, and so are their titles."""
    if name == "policies" and not isinstance(entry, Mapping):
        return localized(entry, words, name)
    if key != "examples":
        return entry
    found = dict(entry)
    if found.get("title"):
        found["title"] = words.say(found["title"])
    if isinstance(found.get("pack"), Mapping) and found["pack"].get("title"):
        found["pack"] = dict(found["pack"]) | {"title": words.say(found["pack"]["title"])}
    return found


def _problem(found: Mapping[str, str], words: Catalogue) -> dict[str, str]:
    said = dict(found) | {key: words.say(found[key]) for key in ("message", "fix") if found.get(key)}
    text = f"{said['message']} @ {said['path']}" + (f" [{said['rule']}]" if said["rule"] else "")
    return said | {"text": f"{text}: {said['fix']}" if said["fix"] else text}
