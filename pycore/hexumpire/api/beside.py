"""The operation about two set-ups side by side."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from hexumpire.analysis import beside
from hexumpire.api.asking import Request, bad_request, policies_of, word
from hexumpire.api.desks import Desk
from hexumpire.api.languages import Progress, catalogue_of
from hexumpire.files import codec, documents, record
from hexumpire.model.errors import InputError
from hexumpire.model.text import say
from hexumpire.views.finishing import Finished, finished

TWO: Final = 2
KEYS: Final = frozenset(("scenario", "link", "policies", "objective"))
"""What is said of each of the two."""


def answer(request: Request, progress: Progress) -> Finished:
    """What the two set-ups of a request come to, each from its beginning; each told as its own game has it.

    Raises:
        InputError: they are not two, or one of them cannot be read: its number stands in the path.
    """
    battles = request.get("battles")
    if not isinstance(battles, list) or len(battles) != TWO:
        raise bad_request(say("battles must be a list of two, found {any}", any=documents.shown(battles)), "$.battles")
    desks, set_ups = [], []
    for number, one in enumerate(battles):
        try:
            desk, set_up = _read(one)
        except InputError as error:
            there = f"$.battles[{number}]"
            raise InputError(
                replace(found, path=there + found.path.removeprefix("$")) for found in error.problems
            ) from None
        desks.append(desk)
        set_ups.append(set_up)
    found = beside.report(set_ups, progress)
    words = catalogue_of(request)
    first, second = desks

    def told(value: Any, desk: Desk) -> Any:
        return finished(value, desk.ruleset.index, desk.names, words)

    return Finished(
        sides=[told(side, desk) for side, desk in zip(found["sides"], desks, strict=True)],
        rows=told(found["rows"], first),
        lines=[{**line, "first": told(line["first"], first), "second": told(line["second"], second)}
               for line in found["lines"]],
    )  # fmt: skip


def _read(one: object) -> tuple[Desk, beside.SetUp]:
    """One of the two: a scenario or the link of a battle, and how it is played."""
    if not isinstance(one, Mapping) or one.keys() - KEYS or not ("link" in one) ^ ("scenario" in one):
        raise bad_request("a set-up must have a scenario or a link, and may have policies and an objective")
    document = one.get("scenario")
    if "link" in one:
        document = codec.write_scenario(record.from_link(word(one, "link")).scenario)
    desk = Desk(document)
    return desk, beside.SetUp(desk.scenario, desk.ruleset, policies_of(one, desk.ruleset), word(one, "objective"))
