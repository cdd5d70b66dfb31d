"""Battles that differ a little from others: a mark more, another weather, one unit beside those there are."""

from __future__ import annotations

import copy
import random
from collections.abc import Callable
from typing import Any

from hexumpire.board import hexgrid
from hexumpire.model.ruleset import Ruleset

from tests import scenarios

Document = dict[str, Any]


def changed(ruleset: Ruleset, document: Document, rng: random.Random) -> Document:
    """A battle with one to four things of it changed at random; it may be one that cannot be read."""
    found = copy.deepcopy(document)
    for _ in range(rng.choice((1, 1, 2, 3, 4))):
        rng.choice(CHANGES)(ruleset, found, rng)
    return found


def _condition(ruleset: Ruleset, document: Document, rng: random.Random) -> None:
    fields = [*ruleset.vocabulary.conditions]
    if fields:
        field = rng.choice(fields)
        document.setdefault("conditions", {})[field.key] = scenarios.value(field, rng)


def _reading(ruleset: Ruleset, document: Document, rng: random.Random) -> None:
    fields = [*ruleset.vocabulary.readings]
    if fields:
        field = rng.choice(fields)
        document.setdefault("readings", {})[field.key] = scenarios.value(field, rng)


def _unit_field(ruleset: Ruleset, document: Document, rng: random.Random) -> None:
    if document.get("units"):
        unit = rng.choice(document["units"])
        fields = ruleset.vocabulary.type_of[unit["type"]].fields
        if fields:
            field = ruleset.vocabulary.field_of[rng.choice(fields)]
            unit[field.key] = scenarios.value(field, rng)


def _near(document: Document, rng: random.Random) -> str:
    """A hex in which something stands or that is attacked, or one next to it."""
    places = [unit["at"] for unit in document.get("units", ())] + list(document.get("targets", ()))
    places += list(document.get("path", ()))
    try:
        here = hexgrid.parse(rng.choice(places))
    except (ValueError, IndexError):  # hexes by the numbers of the game's map
        return rng.choice(places) if places else "0,0"
    return hexgrid.name(rng.choice([here, here, *hexgrid.neighbours(here)]))


def _move(ruleset: Ruleset, document: Document, rng: random.Random) -> None:
    if document.get("units"):
        rng.choice(document["units"])["at"] = _near(document, rng)


def _add(ruleset: Ruleset, document: Document, rng: random.Random) -> None:
    words = ruleset.vocabulary
    side = rng.choice([key for key, _ in words.sides])
    kind = rng.choice([kind for kind in words.types if side in kind.sides])
    nations = [unit["nation"] for unit in document.get("units", ()) if "nation" in unit]
    nation = rng.choice(nations) if nations and rng.random() < 0.7 else rng.choice(words.nations).key
    unit = {"side": side, "type": kind.key, "nation": nation, "at": _near(document, rng)}
    document.setdefault("units", []).append(unit)


def _type(ruleset: Ruleset, document: Document, rng: random.Random) -> None:
    if document.get("units"):
        unit = rng.choice(document["units"])
        kind = rng.choice([kind for kind in ruleset.vocabulary.types if unit["side"] in kind.sides])
        unit["type"] = kind.key
        for key in [key for key in unit if key in ruleset.vocabulary.field_of and key not in kind.fields]:
            del unit[key]


def _nation(ruleset: Ruleset, document: Document, rng: random.Random) -> None:
    if document.get("units"):
        rng.choice(document["units"])["nation"] = rng.choice(ruleset.vocabulary.nations).key


def _hex(ruleset: Ruleset, document: Document, rng: random.Random) -> None:
    words = ruleset.vocabulary
    entry = document.setdefault("map", {}).setdefault("hexes", {}).setdefault(_near(document, rng), {})
    what = rng.randrange(3)
    if what == 0 and words.terrains:
        entry["terrain"] = rng.choice(words.terrains).key
    elif what == 1 and words.features:
        entry["features"] = list(dict.fromkeys([*entry.get("features", ()), rng.choice(words.features).key]))
    elif words.hex_fields:
        field = rng.choice([*words.hex_fields])
        entry[field.key] = scenarios.value(field, rng)


def _side(ruleset: Ruleset, document: Document, rng: random.Random) -> None:
    marks = ruleset.vocabulary.side_features
    try:
        name = hexgrid.hexside(hexgrid.parse(_near(document, rng)), rng.choice(list(hexgrid.DIRECTIONS)))
    except ValueError:
        return
    if marks:
        document.setdefault("map", {}).setdefault("sides", {})[name] = [rng.choice(marks).key]


def _remove(ruleset: Ruleset, document: Document, rng: random.Random) -> None:
    if document.get("units"):
        document["units"].pop(rng.randrange(len(document["units"])))


CHANGES: tuple[Callable[[Ruleset, Document, random.Random], None], ...] = (
    *(_condition, _reading, _unit_field, _unit_field, _move, _add, _add, _type, _nation, _hex, _hex, _side, _remove),
)
