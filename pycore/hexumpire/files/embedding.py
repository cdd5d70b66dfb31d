"""What an embed link carries: the record, and a finished summary that can be shown before any engine has started.

The fragment of an embed link is that of the record's link, a dot, the format of the summary, a dot, and the summary:
base64url of the compressed (RFC 1950) JSON of

- ``engine``, the version that worked it out; ``lang``, the language of its texts;
- ``game``, ``title`` and ``bar``, the odds in a few words, with the players' own chart that chances are made with;
- ``prompt``: in a fight that has begun, what is asked or how it ended;
- ``odds``: ``{"title", "percent", "thousandths"}`` of every result, ``hex``: ``{"percent"}`` of holding the hex in the
  end, if that is measured (of holding all of them, where there is ``every``), and ``note``: why there are none;
- ``policies`` and ``objective``: what to ask ``outcomes`` for to get the same;
- ``why``: ``{"depth", "label", "value", "rules"}`` of every line of the arithmetic that counts;
- ``log``, once a fight has begun: ``{"text", "rules"}`` of every line of it; after its end, ``bar`` and ``why`` are
  those that it began with;
- ``problems``: ``{"text", "rules"}``, why the rules forbid the fight;
- ``lesson``, where readers are asked before they are told: ``{"key", "prompt", "choices": [{"title"}]}``;
- ``board``: the picture, an element as ``[tag, {attribute: value}, child ...]``; ``words``: the same, to be read out.

It is meant to be read by programs that are older or newer than the engine: a format that is in use stays as it is.
"""

from __future__ import annotations

import base64
import json
import re
import zlib
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Any, Final

from hexumpire.model.errors import Problem, RecordError
from hexumpire.model.text import say

FORMAT: Final = 1
"""Format of the summary."""
MAX_WORD = 64 * 1024
"""Longest packed summary, in characters."""
MAX_UNPACKED = 768 * 1024
"""Most bytes that a summary may unpack to."""
MAX_WHY: Final = 200
"""Most lines of the arithmetic."""
MAX_LOG: Final = 200
"""Most log entries; of a longer log, the last."""

Element = list[Any]

TAGS: Final = frozenset(["circle", "defs", "ellipse", "g", "path", "pattern", "rect", "svg", "text", "title", "use"])
"""The elements of a picture."""
ATTRIBUTES: Final = frozenset(
    [
        *("color", "cx", "cy", "d", "fill", "fill-opacity", "font-size", "font-weight", "height", "href", "id"),
        *("paint-order", "patternTransform", "patternUnits", "r", "rx", "ry", "stroke", "stroke-dasharray"),
        *("stroke-dashoffset", "stroke-linecap", "stroke-linejoin", "stroke-opacity", "stroke-width", "text-anchor"),
        *("transform", "viewBox", "width", "x", "y"),
    ]
)
"""Their attributes; those for style sheets and screen readers are left out."""

_PART = re.compile(r'<(/?)([A-Za-z]+)((?: [\w:-]+="[^"]*")*)(/?)>|([^<]+)')
_ATTRIBUTE = re.compile(r' ([\w:-]+)="([^"]*)"')


def _plain(text: str) -> str:
    """Text as it was before ``paint.esc``."""
    for mark, letter in (("&lt;", "<"), ("&gt;", ">"), ("&quot;", '"'), ("&#39;", "'"), ("&amp;", "&")):
        text = text.replace(mark, letter)
    return text


def tree(svg: str) -> Element:
    """A picture that ``svg.draw`` made, as nested lists ``[tag, {attribute: value}, child ...]``; texts are children.

    Whoever shows it says how large it is, and what it is called.
    """
    root: Element = []
    above = [root]
    for end, tag, attributes, empty, text in _PART.findall(svg):
        if text:
            above[-1].append(_plain(text))
        elif end:
            above.pop()
        else:
            given = {name: _plain(value) for name, value in _ATTRIBUTE.findall(attributes) if name in ATTRIBUTES}
            element: Element = [tag, given]
            above[-1].append(element)
            if not empty:
                above.append(element)
    element = root[0]
    for name in ("width", "height"):
        element[1].pop(name, None)
    return [*element[:2], *(child for child in element[2:] if child[0] != "title")]


def _value(line: Mapping[str, Any], above: str, first: bool) -> str:
    """The value of a line that counts, with the mark of the operation ``above`` that it is part of."""
    if line["op"] == "list" or line["value"] is None:
        return ""
    value = str(line["value"])
    if first or above not in ("product", "sum", "floor1"):
        mark = ""
    elif above == "product":
        mark = "× "
    else:
        mark = "" if value.startswith("-") else "+"
    return mark + value.replace("-", "−")


def _lines(trace: Mapping[str, Any], depth: int = 0, above: str = "", first: bool = True) -> Iterator[dict[str, Any]]:
    if trace["skipped"]:
        return
    value = _value(trace, above, first)
    yield {"depth": depth, "label": trace["label"], "value": value, "rules": list(trace["rules"])}
    first = True
    for child in trace["children"]:
        yield from _lines(child, depth + 1, trace["op"], first)
        first = first and child["skipped"]


def _held(measures: Iterable[Mapping[str, Any]]) -> dict[str, str]:
    """The chance that the attacker holds the hex in the end; empty when that is not measured."""
    for measure in measures:
        if measure["key"] == "hex":
            return {"percent": next((str(one["percent"]) for one in measure["values"] if one["value"] == 1), "0 %")}
    return {}


def _by(bar: str, pack: str | None) -> str:
    """The odds, and whose chart the chances are made with, where it is not the game's."""
    if pack:
        return say("{x} · by the players' own chart: {any}", x=bar, any=pack)
    return bar if pack is None else say("{x} · by the players' own chart", x=bar)


def summary(
    *,
    engine: str,
    lang: str,
    game: str,
    title: str,
    view: Mapping[str, Any],
    outcomes: Mapping[str, Any] | None,
    note: str,
    objective: str,
    picture: str,
    words: Iterable[str],
    opening: Mapping[str, Any] | None = None,
    every: bool = False,
) -> dict[str, Any]:
    """The summary of a position: ``view`` and ``outcomes`` as ``docs/api.md`` has them, ``picture`` from ``svg.draw``.

    ``outcomes`` is None where none can be worked out; then ``note`` says why. ``opening`` is the position that a fight
    which has ended began with.
    """
    node = view["node"]
    prompt = (node.get("title") if node["kind"] == "end" else node["prompt"]) if node and view["begun"] else ""
    found = outcomes or {"policies": {}, "summary": [], "measures": []}
    odds = [
        {"title": one["title"], "percent": one["percent"], "thousandths": int(Fraction(one["p"]) * 1000)}
        for one in found["summary"]
    ]
    log = [{"text": one["text"], "rules": one["rules"]} for one in view["log"][-MAX_LOG:]]
    reckoned = opening or view
    why = list(_lines(reckoned["assessment"]["trace"])) if reckoned["assessment"] else []
    return {
        "engine": engine,
        "lang": lang,
        "game": game,
        "title": title,
        "bar": _by(reckoned["bar"], found.get("pack")) if reckoned["bar"] != prompt else "",
        "prompt": prompt,
        "odds": odds,
        "hex": _held(found["measures"]),
        **({"every": True} if every else {}),
        "note": note,
        "policies": dict(found["policies"]),
        "objective": objective,
        "why": why[:MAX_WHY],
        **({"log": log} if log else {}),
        "problems": [
            {"text": one["message"], "rules": [one["rule"]] if one["rule"] else []} for one in view["problems"]
        ],
        "board": tree(picture),
        "words": list(words),
    }


def fragment(link: str, told: Mapping[str, Any]) -> str:
    """The fragment of an embed link: the record's, and a summary.

    Raises:
        RecordError: the board is too large for a link.
    """
    plain = json.dumps(told, ensure_ascii=False, separators=(",", ":")).encode()
    word = base64.urlsafe_b64encode(zlib.compress(plain, 9)).rstrip(b"=").decode()
    if len(word) > MAX_WORD or len(plain) > MAX_UNPACKED:
        raise RecordError([Problem("the board is too large to be embedded", fix="share the link or the picture")])
    return f"{link}.{FORMAT}.{word}"
