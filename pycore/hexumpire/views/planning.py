"""A plan as lines of text for a terminal: what to send, what it is worth, what the battle as it is set up costs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any


def plan(found: Mapping[str, Any]) -> list[str]:
    """The answer of the operation ``plan`` (docs/api.md) in lines."""
    aim = found["aim"]["title"]
    if found["least"]:
        head = f"Least force for {found['least']['percent']} ({aim})"
    else:
        head = f"Best plan ({aim})"
    return [f"{head}: {_worth(found)}", *_sent(found), *_yours(found), "", *_limits(found)]


def _worth(found: Mapping[str, Any]) -> str:
    if not found["reached"]:
        return "no plan reaches it" if found["exact"] else "no plan that was looked at reaches it"
    if not found["sent"]:
        return f"no attack, {found['value_text']}"
    return str(found["value_text"]) if found["exact"] else f"at least {found['value_text']}"


def _sent(found: Mapping[str, Any]) -> Iterator[str]:
    """What goes where, attack by attack, and what stays."""
    several = bool(found["attacks"])
    for one in found["sent"]:
        attack = f"attack {one['attack']}: " if several else ""
        way = "to" if one["moved"] else "in"
        yield f"  {attack}{one['many']} of {one['of']}  {one['label']} {way} {one['places'][0]}"
    for one in found["kept"]:
        yield f"  not sent: {one['many']} of {one['of']}  {one['label']} in {one['places'][0]}"
    for one in found["attacks"]:
        if one["taken"]:
            yield f"  attack {one['number']} by itself: {one['taken']['percent']}"


def _yours(found: Mapping[str, Any]) -> Iterator[str]:
    """What the battle as it is set up is worth, and costs."""
    yours = found["yours"]
    if yours["problems"]:
        yield f"As it is set up: not allowed: {yours['problems'][0]['text']}"
    elif yours["value"] is None:
        yield "As it is set up: not worked out"
    elif not yours["exact"]:
        yield f"As it is set up: at least {yours['value_text']}"
    elif found["least"] and found["force"] is None:
        yield f"As it is set up: {yours['value_text']}, with a force of {yours['force']}"
    elif found["least"]:
        yield f"As it is set up: {yours['value_text']}, with a force of {yours['force']} against {found['force']}"
    else:
        cost = "as good" if yours["best"] else f"costs {yours['cost_text']} against the plan"
        yield f"As it is set up: {yours['value_text']}, {cost}"


def _limits(found: Mapping[str, Any]) -> Iterator[str]:
    """How much of all was looked at, and what that proves."""
    for one in found["steps"]:
        yield f"Of {', '.join(one['units'])} only multiples of {one['step']} were tried."
    if found["note"]:
        yield str(found["note"])
    looked = f"{found['looked']} of {found['plans']} plans looked at"
    if found["exact"]:
        yield "Proved: no plan is better."
    elif found["bound"] is not None:
        yield f"{looked}; no plan is worth more than {found['bound_text']}. More: --work."
    else:
        yield f"{looked}; there may be a better one. More: --work."
