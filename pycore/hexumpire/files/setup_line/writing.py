"""A scenario becomes a line; reading it gives an equal scenario."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from hexumpire import rulesets
from hexumpire.board import hexgrid
from hexumpire.files import codec
from hexumpire.files.setup_line.words import BARE, MOST, SIDES, TAKEN, YES, Words
from hexumpire.model.errors import InputError, Problem
from hexumpire.model.scenario import Scenario


def _word(text: str) -> str:
    return text if BARE.fullmatch(text) else json.dumps(text, ensure_ascii=False)


def _said(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, str):
        return _word(value) if value.lower() not in YES else json.dumps(value)
    if isinstance(value, int):
        return str(value)
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def write_line(scenario: Scenario, without: Collection[str] = ()) -> str:
    """The line of a scenario; reading it gives an equal scenario, but for what it is to be ``without``.

    Raises:
        InputError: it is too long for a line.
    """
    document = codec.write_scenario(scenario)
    ruleset = rulesets.get(scenario.ruleset)
    words = Words(ruleset)
    targets = list(document.get("targets", ()))
    origin = targets[0] if targets else "0,0"
    hexes = document.get("map", {}).get("hexes", {})
    plain = bool(targets) and origin in hexes and all(place in hexes for place in targets)
    last = max((n for n, unit in enumerate(document["units"]) if unit["side"] == "attacker"), default=-1)
    parts: list[list[str]] = [[], [], []]
    for number, unit in enumerate(document["units"]):
        second = number > last
        parts[int(second)].append(_counter(words, unit, number, origin, SIDES[int(second)]))
    order = [*(targets if plain else ()), *(place for place in hexes if not plain or place not in targets)]
    for place in order:
        parts[1].append(_hex(words, place, hexes[place], origin, targets if plain else []))
    for name, marks in document.get("map", {}).get("sides", {}).items():
        parts[1].append(" ".join(["/" + name, *marks]))
    rest = parts[2]
    if document["edition"] != ruleset.editions[0][0] and "edition" not in without:
        rest.append(f"edition={document['edition']}")
    rest += [f"{key}={_said(document[key])}" for key in ("procedure", "title") if key in document]
    for part in ("conditions", "readings"):
        settings = document.get(part, {})
        if any(key in TAKEN for key in settings):
            rest.append(f"{part}={_said(settings)}")
            continue
        rest += [f"{key}={_said(value)}" for key, value in settings.items()]
    if not plain and targets != ["0,0"] and "targets" in document:
        rest.append("targets=" + _said(targets))
    rest += [
        f"{key}={_said(document[key])}"
        for key in ("path", "attacks", "pack", "game")
        if key in document and key not in without
    ]
    while len(parts) > 1 and not parts[-1]:
        parts.pop()
    line = f"{document['ruleset']}: " + " | ".join("; ".join(part) for part in parts)
    if len(line) > MOST:
        raise InputError([Problem("the battle is too long for one line", fix="save it as text instead")])
    return line


def _place(words: Words, place: str, origin: str) -> str:
    """A hex as a line names it: its direction from the hex attacked, the number on the map, or its axial name."""
    near = hexgrid.direction(hexgrid.parse(origin), hexgrid.parse(place))
    return near or place


def _counter(words: Words, unit: Mapping[str, Any], number: int, origin: str, side: str) -> str:
    """A counter of a line."""
    vocabulary = words.ruleset.vocabulary
    kind = vocabulary.type_of[unit["type"]]
    said = [str(unit.get("count", 1))]
    given: set[str] = set()
    for key in ("nation", "type"):
        name = unit.get(key, "")
        if not name:
            continue
        token = name.replace(" ", "_")
        clear = words.is_clear(token, key, name, ("nation", "type", "field"), origin)
        said.append(token if clear else f"{key}={_word(name)}")
        if clear:
            given.add(key)
    face = words.face(kind)
    numbers = [unit.get(key, vocabulary.default(kind, key)) for key in face]
    bare = bool(face) and "type" in given and all(isinstance(one, int) and one >= 0 for one in numbers)
    if bare:
        said.append("-".join(map(str, numbers)))
    said.append(_place(words, unit["at"], origin))
    if unit["at"] == origin and side == "defender":
        said.pop()
    for key, value in unit.items():
        if key in kind.fields and not (bare and key in face):
            said.append(f"{key}={_said(value)}")
    if unit["id"] != f"u{number + 1}":
        said.append(f"id={unit['id']}")
    if unit["side"] != side:
        said.append(f"side={unit['side']}")
    return " ".join(said)


def _ground(words: Words, kind: str, key: str) -> str:
    """Terrain or a feature of a hex in a line."""
    return key if words.matches(key, ("terrain", "feature", "hex_field")) == [(kind, key)] else f"{kind}={key}"


def _hex(words: Words, place: str, data: Mapping[str, Any], origin: str, targets: Sequence[str]) -> str:
    """A hex of a line."""
    where = "" if place == origin else _place(words, place, origin)
    if place == origin and (place != "0,0" or not targets):
        where = place
    said = ["@" + ("+" if place in targets[1:] else "") + where]
    for key, value in data.items():
        if key == "name":
            said.append(json.dumps(value, ensure_ascii=False))
        elif key == "features":
            said += [_ground(words, "feature", one) for one in value]
        elif key == "terrain":
            said.append(_ground(words, key, value))
        else:
            said.append(f"{key}={_said(value)}")
    return " ".join(said)
