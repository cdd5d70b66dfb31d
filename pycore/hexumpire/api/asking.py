"""What a request says, read value by value; whatever is wrong is one clear line with its place and the way out."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hexumpire import rulesets
from hexumpire.files import documents, record
from hexumpire.files.reader import unknown, wrong
from hexumpire.model.errors import InputError, Problem
from hexumpire.model.ruleset import Ruleset
from hexumpire.model.text import say

MAX_REQUEST = 1_000_000
"""Longest request, in characters."""

Request = Mapping[str, Any]


def bad_request(message: str, path: str = "$", fix: str = "") -> InputError:
    """The error of a request that cannot be answered: what is wrong, where, and the way out."""
    return InputError([Problem(message, path, fix=fix)])


def read_request(text: str) -> dict[str, Any]:
    """The request that a text holds; InputError when it is no object or too long."""
    if not isinstance(text, str):
        raise bad_request(say("a request must be text, found {any}", any=documents.shown(text)))
    if len(text) > MAX_REQUEST:
        n, m = f"{len(text):,}", f"{MAX_REQUEST:,}"
        raise bad_request(say("the request is too long: {n} characters; at most {m} are read", n=n, m=m))
    request = documents.read_json(text, MAX_REQUEST)
    if not isinstance(request, dict):
        raise bad_request(say("a request must be an object with op, found {any}", any=documents.shown(request)))
    return request


def word(request: Request, key: str, default: str = "") -> str:
    """A text of the request; the default when it is left out."""
    value = request.get(key, default)
    if value is None:
        return default
    if not isinstance(value, str):
        raise bad_request(wrong(key, "must be text", value), f"$.{key}")
    return value


def whole_number(request: Request, key: str, default: int, most: int) -> int:
    """A whole number of the request, from 1 to ``most``; the default when it is left out."""
    value = request.get(key)
    if value is None:
        return default
    if not isinstance(value, int) or isinstance(value, bool) or not 1 <= value <= most:
        why = say("must be a whole number from {n} to {m}", n=1, m=most)
        raise bad_request(wrong(key, why, value), f"$.{key}", "leave it out")
    return value


def yes(request: Request, key: str) -> bool:
    """A yes or no of the request; no when it is left out."""
    value = request.get(key)
    if value is not None and not isinstance(value, bool):
        raise bad_request(wrong(key, "must be true or false", value), f"$.{key}", "leave it out")
    return bool(value)


def ruleset_of(request: Request) -> Ruleset:
    """The ruleset that the request names; InputError when it names none."""
    if "ruleset" not in request:
        raise bad_request("the request names no ruleset", "$.ruleset", documents.guess(None, rulesets.known()))
    return rulesets.of(word(request, "ruleset"), request.get("game"))


def actions_of(request: Request) -> tuple[str, ...]:
    """The actions of the battle so far; none when they are left out."""
    given = request.get("actions")
    return () if given is None else record.read_actions(given)


def policies_of(request: Request, ruleset: Ruleset) -> dict[str, str]:
    """How the sides decide, as the request says; whether there is such a policy is not asked."""
    policies = request.get("policies")
    policies = {} if policies is None else policies
    sides = [key for key, _ in ruleset.vocabulary.sides]
    if not isinstance(policies, dict):
        raise bad_request(say("policies must be an object, found {any}", any=documents.shown(policies)), "$.policies")
    for side, key in policies.items():
        if side not in sides:
            fix = documents.guess(side, sides)
            raise bad_request(unknown("side", side), documents.below("$.policies", side), fix)
        if not isinstance(key, str):
            raise bad_request(wrong("a policy", "must be text", key), f"$.policies.{side}")
    return policies


def picks_of(request: Request) -> list[str]:
    """Losses that are named together."""
    picks = request.get("picks", [])
    if not isinstance(picks, list) or not all(isinstance(pick, str) for pick in picks):
        raise bad_request(say("picks must be a list of texts, found {any}", any=documents.shown(picks)), "$.picks")
    return picks
