"""What a page shows, as a person who hears it is told: roles, names and states, in order, as plain lines.

    story = Story(page)
    story.tell("the set-up")     # all of the page
    story.tell("a hex")          # what is not as it was
    story.text()

Playwright tells what is shown and what hides; here it is put into fewer lines: a table's row, a list to choose from
and a line with the rules beside it are a line each. Of a state only what differs from the one before is told: lines
that stay are counted.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from hexumpire import __version__
from playwright.sync_api import Page

_LINE = re.compile(r"^( *)- (.*)$")
_NAMED = re.compile(r"""^([a-z]+)(?: ("(?:[^"\\]|\\.)*"))?((?: \[[^]]*\])*)(?:: (.*))?:?$""")
_CHANGES = (  # what is not the same in the next run, or in the next version
    (re.compile(r"\d{1,2}\.? \w+ \d{4}, \d{1,2}:\d{2}(?: Uhr)?"), "(date)"),
    (re.compile(r"http://127[.]0[.]0[.]1:\d+/"), "(page)/"),
    (re.compile(r"[\w.-]{60,}"), "(link)"),
    (re.compile(r"\b" + re.escape(__version__) + r"\b"), "(version)"),
)
_RULE = re.compile(r'^"(?:Rule|Regel) (.+)"$')
STAYS = 2
"""As many lines as stay the same are not counted but told again."""
HIDDEN = """() => [...document.querySelectorAll("[hidden]")]
    .filter((it) => it.getClientRects().length || it.checkVisibility()).map((it) => it.outerHTML.slice(0, 120))"""


@dataclass
class Part:
    """An element as it is told, and what stands in it."""

    role: str
    name: str = ""
    marks: str = ""
    text: str = ""
    parts: list[Part] = field(default_factory=list)


def _unquoted(text: str) -> str:
    """A scalar of YAML as Playwright writes them."""
    if text[:1] == '"' == text[-1:] and len(text) > 1:
        return re.sub(r"\\(.)", lambda found: " " if found[1] == "n" else found[1], text[1:-1])
    return text.replace("''", "'")[1:-1] if text[:1] == "'" == text[-1:] and len(text) > 1 else text


def _part(words: str) -> Part:
    """An element of a line without its bullet."""
    if words[:1] == "'":
        end = re.match(r"'((?:[^']|'')*)'(:?.*)$", words)
        assert end, words
        words = end[1].replace("''", "'") + end[2]
    found = _NAMED.match(words)
    if not found:
        role, _, text = words.partition(": ")
        return Part(role, text=_unquoted(text))
    return Part(found[1], _unquoted(found[2] or ""), found[3].replace(" [level=", " [h"), _unquoted(found[4] or ""))


def parsed(snapshot: str) -> list[Part]:
    """The elements of a snapshot."""
    root = Part("")
    above = [(-1, root)]
    for line in snapshot.splitlines():
        found = _LINE.match(line)
        assert found, line
        deep = len(found[1])
        while above[-1][0] >= deep:
            above.pop()
        if found[2].startswith("/"):  # an address
            continue
        part = _part(found[2])
        above[-1][1].parts.append(part)
        above.append((deep, part))
    return root.parts


def _told(part: Part) -> str:
    """An element on a line of its own."""
    text = part.role if part.role != "text" else ""
    text += f' "{part.name}"' if part.name else ""
    text += part.marks + (f": {part.text}" if part.text and text else part.text)
    return text


def _chosen(part: Part) -> str:
    """A list to choose from."""
    return " | ".join(f"[{one.name}]" if "selected" in one.marks else one.name for one in part.parts)


def lines(parts: list[Part], deep: int = 0) -> Iterator[str]:
    """The elements line by line."""
    start = "  " * deep
    before = ""
    for part in parts:
        rule = _RULE.match(f'"{part.name}"') if part.role == "button" else None
        if rule and before:
            before += f" <{rule[1]}>"
            continue
        if before:
            yield before
            before = ""
        if part.role == "combobox" and part.parts:
            yield f'{start}choose "{part.name}": {_chosen(part)}'
        elif part.role == "row":
            yield f"{start}| " + " | ".join(one.name or one.text for one in part.parts)
        elif part.role in ("list", "rowgroup", "group") and not part.name and not part.text:
            yield from lines(part.parts, deep)
        elif part.role in ("listitem", "paragraph") and part.parts and part.parts[0].role == "text":
            first, *rest = part.parts
            yield from lines([Part("text", text=("- " if part.role == "listitem" else "") + first.text), *rest], deep)
        elif part.role == "listitem" and part.text:
            before = start + "- " + part.text
        else:
            before = start + _told(part)
            if part.parts:
                yield before
                before = ""
                yield from lines(part.parts, deep + 1)
    if before:
        yield before


def shown(page: Page) -> list[str]:
    """What the page shows now."""
    told = page.locator("body").aria_snapshot()
    for changing, name in _CHANGES:
        told = changing.sub(name, told)
    return [line.rstrip() for line in lines(parsed(told))]


def changed(before: list[str], now: list[str]) -> Iterator[str]:
    """The lines that are new; those that stay are counted."""
    for kind, _, _, start, end in difflib.SequenceMatcher(None, before, now, autojunk=False).get_opcodes():
        if kind == "equal" and end - start > STAYS:
            yield f"    ... {end - start} lines as before"
        else:
            yield from now[start:end]
    if len(now) < len(before):
        yield f"    ({len(before) - len(now)} lines fewer)"


class Story:
    """States of a page, told one after another."""

    def __init__(self) -> None:
        self.told: list[str] = []
        self.before: list[str] = []
        self.earlier: list[str] = []
        self.faults: list[str] = []

    def tell(self, name: str, page: Page) -> None:
        """Tell what the page shows now."""
        now = shown(page)
        self.told += ["", f"=== {name}", *changed(self.before, now)]
        self.earlier, self.before = self.before, now
        self.faults += [f"{name}: shown though hidden: {one}" for one in page.evaluate(HIDDEN)]

    def forget(self) -> None:
        """Tell the next state beside the one before the last."""
        self.before = self.earlier

    def text(self) -> str:
        """All that was told."""
        return "\n".join(self.told).strip() + "\n"
