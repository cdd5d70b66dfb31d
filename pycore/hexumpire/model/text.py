"""What players read: English that keeps its template and the parts it was made of, so that it can be translated.

A :class:`Text` is a string like any other. It is made by :func:`say` and its kin, which keep how it was made; the views
render it in the reader's language from there (:mod:`hexumpire.views.i18n`), and nobody takes a sentence apart.

>>> text = say("{unit} advances to {place}.", unit=say("{type} {factors}", type="Infantry", factors="3-4"), place="A1")
>>> text
'Infantry 3-4 advances to A1.'
>>> text.template
'{unit} advances to {place}.'
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping


class Text(str):
    """A string that knows its template and the parts in its holes: texts, words, or numbers as written."""

    __slots__ = ("parts", "template")
    template: str
    parts: Mapping[str, object]

    def __reduce__(self) -> tuple[Callable[..., Text], tuple[str, Mapping[str, object]]]:
        """How it is copied."""
        return _made, (self.template, self.parts)


def _made(template: str, parts: Mapping[str, object]) -> Text:
    text = Text(template.format_map(parts))
    text.template = template
    text.parts = parts
    return text


def say(template: str, **parts: object) -> Text:
    """A sentence or phrase: the template with ``{holes}`` filled by name."""
    text = Text(template.format_map(parts))
    text.template = template
    text.parts = parts
    return text


def listed(items: Iterable[str], last: str = "and") -> str:
    """Items one after another: ``a``, ``a and b``, ``a, b and c``; the text is empty when there are none.

    ``last`` stands before the last one: ``and``, ``or``, or ``then`` (``a, b, then c``) where they come in that order.
    """
    first, *rest = [*items] or [""]
    for place, item in enumerate(rest, 1):
        if place < len(rest):
            first = say("{a}, {b}", a=first, b=item)
        elif last == "or":
            first = say("{a} or {b}", a=first, b=item)
        elif last == "then":
            first = say("{a}, then {b}", a=first, b=item)
        else:
            first = say("{a} and {b}", a=first, b=item)
    return first


def joined(texts: Iterable[str], between: str = " ") -> str:
    """Texts that each stand by themselves, such as sentences, one after another; empty ones left out."""
    first, *rest = [text for text in texts if text] or [""]
    for text in rest:
        first = say("{a}" + between + "{b}", a=first, b=text)
    return first


def uncapital(title: str) -> str:
    """A title as it stands inside a sentence: ``police or SS`` of ``Police or SS``; ``West Wall`` stays."""
    name = title[1:2].isupper() or title.partition(" ")[2][:1].isupper()
    return title if name else title[:1].lower() + title[1:]


def capital(text: str) -> str:
    """The text with a capital at its start."""
    if not isinstance(text, Text):
        return text[:1].upper() + text[1:]
    if not text.template.startswith("{"):
        return _made(text.template[:1].upper() + text.template[1:], text.parts)
    name = text.template[1:].partition("}")[0]
    part = text.parts[name]
    return _made(text.template, {**text.parts, name: capital(part)}) if isinstance(part, str) else text
