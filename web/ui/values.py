"""Small tools for documents: plain dicts and lists as docs/api.md has them. No DOM, no rules, no game by name."""

from __future__ import annotations

import json

from shapes import Doc


def copied(document: Doc) -> Doc:
    """A deep copy of a JSON document."""
    found: Doc = json.loads(json.dumps(document))
    return found


def form_key(scenario: Doc) -> str:
    """What the form of a battle's game is known by: a typed-in game's own document, which is text; else its ruleset."""
    found = scenario.get("game") or scenario.get("ruleset")
    return found if isinstance(found, str) else ""


def first_key(entries: list[Doc], default: str = "") -> str:
    """The key of the first entry of a schema list."""
    return str(entries[0]["key"]) if entries else default


def find(entries: list[Doc], key: object) -> Doc | None:
    """The entry of a schema list with this key, or None."""
    for entry in entries:
        if entry["key"] == key:
            return entry
    return None


def slug(text: object) -> str:
    """A text as part of an HTML id: letters and digits stay, anything else becomes its code."""
    return "".join([c if (c.isalpha() and ord(c) < 128) or c in "0123456789" else "_" + str(ord(c)) for c in str(text)])


MOST_SAVED = 30  # last battles, on the list


def remember(saved: list[Doc], entry: Doc, most: int = MOST_SAVED) -> list[Doc]:
    """The list of last battles with one put in front; one of the same id is replaced."""
    found = [other for other in saved if other.get("id") != entry["id"]][: most - 1]
    found.insert(0, entry)
    return found


def printed(part: Doc) -> list[str]:
    """What is printed of the rules that a part of an answer cites: sections and headings."""
    found = part["printed"] if "printed" in part else part.get("rules") or part.get("rule") or []
    return [found] if isinstance(found, str) else found
