"""The drafts that the device keeps: that of each tab, and those beside it."""

from __future__ import annotations

import json
from typing import Any

import draft as drafts
import ordered
import saving
import store
from draft import Draft
from page import Page
from shapes import Doc

MOST_BESIDE = 5  # drafts that are kept beside one
TAB = saving.fresh_id()  # of what this tab keeps
SEEN = [""]  # what this tab has read or written last of the draft that the device keeps


def kept() -> Draft:
    """The draft that the device keeps, or an empty one."""
    found = store.read(store.DRAFT)
    SEEN[0] = mark(found)
    return opened(found, others(found))


def forget() -> None:
    """Another draft is begun: the one that is kept stays beside it."""
    SEEN[0] = ""


def opened(found: Any, beside: list[Doc]) -> Draft:
    """A draft as the device keeps it, with those beside it; an empty one where it is none."""
    try:
        doc = ordered.read(found["text"])
        draft = Draft(doc if isinstance(doc, dict) else ordered.made([]), found["step"])
        draft.typed = str(found["typed"]) if "typed" in found else None
        draft.pasted = str(found.get("pasted", ""))
    except (KeyError, TypeError, ValueError):
        draft = Draft(ordered.made([]))
    draft.others = beside
    return draft


def others(found: Any) -> list[Doc]:
    """The drafts that the device keeps beside one."""
    listed = found.get("others") if isinstance(found, dict) else None
    return [one for one in listed if mark(one)] if isinstance(listed, list) else []


def mark(found: Any) -> str:
    """What tells a draft that is kept, and has something in it, from others."""
    if not isinstance(found, dict) or not isinstance(found.get("text"), str):
        return ""
    if found["text"] == "{}" and not found.get("typed") and not found.get("pasted"):
        return ""
    return json.dumps([found.get(key) for key in ("text", "typed", "pasted", "tab")])


def document_of(draft: Draft) -> Doc:
    """The draft as the device keeps it, with what is being typed and is no part of it yet."""
    found: Doc = {"text": drafts.text_of(draft), "step": draft.step, "tab": TAB}
    found["title"] = str(draft.doc.get("title") or "")
    if draft.typed is not None:
        found["typed"] = draft.typed
    if draft.pasted:
        found["pasted"] = draft.pasted
    return found


def keep(page: Page) -> None:
    """Keep the draft on the device; what another tab has kept there since, or was left for it, beside it."""
    draft: Draft = page.app.draft
    found, there = document_of(draft), store.read(store.DRAFT)
    beside = [one for one in others(there) if one.get("tab") != TAB]
    games = [entry["game"] for entry in page.app.device.games]
    if mark(there) not in ("", SEEN[0]) and there["text"] not in [found["text"]] + games:
        if there.get("tab") == TAB:
            there["tab"] = ""
        there["others"] = []
        beside = [there] + [one for one in beside if not there["tab"] or one.get("tab") != there["tab"]]
    draft.others = found["others"] = beside[:MOST_BESIDE]
    SEEN[0] = mark(found)
    page.app.device.storable = store.write(store.DRAFT, found)


def leave(page: Page) -> None:
    """The page is on its way out: what this tab has typed is kept, also where another one has kept its own since."""
    if page.app.draft and TAB in SEEN[0] and mark(store.read(store.DRAFT)) != SEEN[0]:
        keep(page)


def put_aside(draft: Draft, index: int) -> Draft | None:
    """The draft that is kept beside one, by its number; that one is kept in its place. None where there is none."""
    beside = list(draft.others)
    if index >= len(beside):
        return None
    entry, mine = beside.pop(index), dict(document_of(draft), tab="")
    store.write(store.DRAFT, {"others": ([mine] if mark(mine) else []) + beside})
    taken = opened(entry, [])
    taken.base = draft.base
    return taken
