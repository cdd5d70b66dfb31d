"""Random scenarios made of the words of a ruleset: the same for the same seed, on every Python.

A *wild* scenario says anything that can be said; most are forbidden by the rules. A *tame* one stands as a battle
would (defenders in the target, attackers next to it) and leaves most things as they usually are; most may be fought.
Half of them bring along a chart pack of an example, where the ruleset has any. Nothing here knows a ruleset.
"""

from __future__ import annotations

import copy
import random
from collections.abc import Iterator
from functools import cache
from typing import Any

from hexumpire.board import hexgrid
from hexumpire.model.procedure import ATTACKS
from hexumpire.model.ruleset import Ruleset
from hexumpire.model.vocabulary import Field, Mark, UnitType

WORDS = ("", "Ely", "Two Words", "Ünïcode – ½", "<b>&'\"")


def value(field: Field, rng: random.Random) -> Any:
    """Any value that may stand in a field, now and then one at its edge."""
    if field.kind == "flag":
        return rng.random() < 0.5
    if field.kind == "int":
        return rng.choice((field.low, field.high)) if rng.random() < 0.1 else rng.randint(field.low, field.high)
    if field.kind == "choice":
        return rng.choice(list(field.options))
    return rng.choice(WORDS)[: field.high]


def disc(center: tuple[int, int], n: int) -> list[tuple[int, int]]:
    """All hexes at most ``n`` away, the centre first, then ring by ring."""
    return [hex for radius in range(n + 1) for hex in hexgrid.ring(center, radius)]


def _allowed(field: Field, edition: str) -> bool:
    return not field.editions or edition in field.editions


def _marks(marks: tuple[Mark, ...], rng: random.Random, share: float) -> list[str]:
    """Some features that do not exclude each other, in printed order."""
    chosen: list[Mark] = []
    for mark in rng.sample(marks, min(len(marks), 3)):
        barred = any(mark.key in other.excludes or other.key in mark.excludes for other in chosen)
        if not barred and rng.random() < share:
            chosen.append(mark)
    keys = {mark.key for mark in chosen}
    return [mark.key for mark in marks if mark.key in keys]


def _fields(fields: list[Field], rng: random.Random, share: float, edition: str) -> dict[str, Any]:
    """Values for a share of the fields that the edition has."""
    return {field.key: value(field, rng) for field in fields if _allowed(field, edition) and rng.random() < share}


def document(ruleset: Ruleset, seed: int | str, tame: bool | None = None) -> dict[str, Any]:
    """A scenario as a document. ``tame`` says what kind; None takes both kinds in turn, more tame than wild."""
    rng = random.Random(f"{ruleset.key} {seed}")
    if tame is None:
        tame = rng.random() < 0.75
    words = ruleset.vocabulary
    edition = rng.choice(ruleset.editions)[0]
    share = rng.choice((0.0, 0.04, 0.12)) if tame else rng.choice((0.1, 0.4))
    many = rng.choice((1,) * 6 + (2,)) if tame else rng.randint(1, 3)
    targets = ["0,0", "1,0", "0,1"][:many]
    hexes, sides = _map(ruleset, rng, tame, 2 if many > 1 else 1, edition)
    near = _near(targets)
    first, places = rng.randrange(len(near)), [hexgrid.name(place) for place in disc((0, 0), 2)]
    units = []
    numbers = (rng.randint(0, 4), rng.randint(0, 4))
    if tame:
        numbers = (rng.randint(1, 5), len(targets) + rng.choice((0, 0, 0, 1, 1, 2)))
    sides_of = [key for key, _ in words.sides]
    order = [side for side, number in zip(sides_of, (*numbers, *[1] * 9), strict=False) for _ in range(number)]
    rng.shuffle(order)
    seen: dict[str, int] = {}
    nation_of: dict[str, str] = {side: rng.choice(words.nations).key for side in sides_of}
    factions = _factions(ruleset)
    if tame and factions:  # sides of one faction each, as the rules have them
        rng.shuffle(factions)
        nation_of = {side: rng.choice(faction) for side, faction in zip(sides_of, factions, strict=False)}
    for side in order:
        kinds = [kind for kind in words.types if side in kind.sides]
        plain = tame and seen.get(side, 0) < len(targets) and rng.random() < 0.8
        kind = kinds[0] if plain else rng.choice(kinds[:3] if tame and rng.random() < 0.5 else kinds)
        unit: dict[str, Any] = {"side": side, "type": kind.key}
        unit["nation"] = nation_of[side] if tame and rng.random() < 0.7 else rng.choice(words.nations).key
        if tame and factions and rng.random() < 0.9:
            unit["nation"] = rng.choice([nation_of[side], *next(one for one in factions if nation_of[side] in one)])
        number = seen[side] = seen.get(side, 0) + 1
        if not tame:
            unit["at"] = rng.choice(places)
        elif side != sides_of[0]:
            unit["at"] = targets[(number - 1) % len(targets)]
        else:
            unit["at"] = near[(first + number) % len(near)] if rng.random() < 0.7 else rng.choice(near)
        unit["count"] = rng.choice((1, 1, 1, 2)) if tame else rng.randint(1, 4)
        unit |= _unit_fields(kind, ruleset, rng, share, edition)
        units.append(unit)
    found: dict[str, Any] = {
        "format": 1,
        "ruleset": ruleset.key,
        "edition": edition,
        "procedure": rng.choice([one for one in ruleset.procedures if ATTACKS not in one.inputs]).key,
        "title": rng.choice(WORDS),
        "map": {"hexes": hexes, "sides": sides},
        "targets": targets,
        "units": units,
        "conditions": _fields(list(words.conditions), rng, share, edition),
        "readings": _fields(list(words.readings), rng, rng.choice((0.0, 0.5)), edition),
    }
    packs = _packs(ruleset)
    if packs and rng.random() < 0.5:  # drawn last, so that the rest is the same without
        found["pack"] = copy.deepcopy(rng.choice(packs))
    return found


@cache
def _packs(ruleset: Ruleset) -> list[dict[str, Any]]:
    """The chart packs of its examples."""
    return [example["scenario"]["pack"] for example in ruleset.examples() if example["scenario"].get("pack")]


def turn(ruleset: Ruleset, seed: int) -> dict[str, Any]:
    """A document with several attacks on one board; the procedure is the first of the ruleset that takes any."""
    found = document(ruleset, seed, tame=True)
    found["procedure"] = next(one.key for one in ruleset.procedures if ATTACKS in one.inputs)
    found["attacks"] = attacks = [{"targets": [target], "units": []} for target in found.pop("targets")]
    rng = random.Random(f"turn {ruleset.key} {seed}")
    if len(attacks) == 1:  # a second target, with one of the defenders, who have to be somewhere
        attacks.append({"targets": ["2,-1"], "units": []})
    words, (attacker, defender) = ruleset.vocabulary, [key for key, _ in ruleset.vocabulary.sides][:2]
    near = [[hexgrid.name(place) for place in hexgrid.neighbours(hexgrid.parse(one["targets"][0]))] for one in attacks]
    for side in (attacker, defender):  # somebody for each of them
        own = [unit for unit in found["units"] if unit["side"] == side]
        plain = {"side": side, "type": words.types[0].key, "nation": own[0]["nation"] if own else words.nations[0].key}
        found["units"] += [{**plain, "at": "0,0", "count": 1} for _ in attacks]
    met = dict.fromkeys((attacker, defender), rng.randrange(2))
    for number, unit in enumerate(found["units"], 1):
        unit["id"] = f"u{number}"
        which = met[unit["side"]] = (met.get(unit["side"], 0) + 1) % len(attacks)
        if unit["side"] == defender:
            unit["at"] = attacks[which]["targets"][0]
            continue
        if unit["side"] != attacker:
            continue
        kind = words.type_of[unit["type"]]
        key = kind.amount
        most = unit["count"] * int(unit.get(key, words.default(kind, key))) if key else unit["count"]
        if most > 1 and rng.random() < 0.4:  # shared out
            for one, share in zip(attacks[:2], (1, most - 1), strict=True):
                one["units"].append(f"u{number}:{share}")
            shared = [place for place in near[0] if place in near[1]]
            unit["at"] = rng.choice(shared or near[0])
        elif most:
            attacks[which]["units"].append(f"u{number}")
            unit["at"] = rng.choice([place for place in near[which] if place not in ("0,0", "2,-1")])
    return found


def _map(
    ruleset: Ruleset, rng: random.Random, tame: bool, radius: int, edition: str
) -> tuple[dict[str, Any], dict[str, Any]]:
    """Hexes around the first target, and its hexsides."""
    words = ruleset.vocabulary
    hexes: dict[str, Any] = {}
    for place in disc((0, 0), radius):
        if rng.random() < 0.7:
            entry: dict[str, Any] = {"terrain": rng.choice(words.terrains).key}
            if tame and rng.random() < 0.6:
                entry["terrain"] = words.terrains[0].key
            entry["features"] = _marks(words.features, rng, 0.12 if tame else 0.3)
            if rng.random() < 0.2:
                entry["name"] = rng.choice(WORDS)
            entry |= _fields(list(words.hex_fields), rng, 0.2, edition)
            hexes[hexgrid.name(place)] = entry
    sides = {}
    for direction in hexgrid.DIRECTIONS:
        if rng.random() < 0.3:
            sides[hexgrid.hexside((0, 0), direction)] = _marks(words.side_features, rng, 0.15 if tame else 0.5)
    return hexes, sides


def _near(targets: list[str]) -> list[str]:
    """The hexes next to every target."""
    hexes = [hexgrid.parse(target) for target in targets]
    near = [
        place
        for place in hexgrid.neighbours((0, 0))
        if len(hexes) == 1 or all(hexgrid.distance(place, hex) == 1 for hex in hexes)
    ]
    return [hexgrid.name(place) for place in near] or ["-1,0"]


def _factions(ruleset: Ruleset) -> list[list[str]]:
    """Nations by faction, in rulesets whose counters have one; empty elsewhere."""
    field, nations = ruleset.vocabulary.field_of.get("faction"), ruleset.vocabulary.nations
    found = [[nation.key for nation in nations if key in nation.traits] for key in field.options] if field else []
    return [faction for faction in found if faction]


def _unit_fields(kind: UnitType, ruleset: Ruleset, rng: random.Random, share: float, edition: str) -> dict[str, Any]:
    """Numbers of a counter are as in the palette or small; everything else is what it usually is, but for a share."""
    words = ruleset.vocabulary
    found = _fields([words.field_of[key] for key in kind.fields], rng, share, edition)
    like = [row["unit"] for row in words.palette if row["unit"]["type"] == kind.key]
    if like and rng.random() < 0.5:
        found |= {key: entry for key, entry in rng.choice(like).items() if key in kind.fields}
    elif kind.fields and kind is words.types[0] and rng.random() < 0.7:
        field = words.field_of[kind.fields[0]]
        if field.kind == "int":
            found[field.key] = rng.randint(field.low, min(field.high, field.low + 5))
    return found


def documents(ruleset: Ruleset, seeds: range, tame: bool | None = None) -> Iterator[tuple[int, dict[str, Any]]]:
    """The scenarios of many seeds, with the seed of each."""
    for seed in seeds:
        yield seed, document(ruleset, seed, tame)
