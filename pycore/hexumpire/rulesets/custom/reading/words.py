"""The words of a typed-in game: its counters, nations, terrain and conditions, through the loader of all vocabularies.

What a document may leave out is filled in here: nations, the symbol of a type, the colour of a terrain.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from hexumpire.files.documents import below, shown
from hexumpire.files.reader import Reader
from hexumpire.files.vocabulary import read_vocabulary
from hexumpire.files.vocabulary.rows import MAX_ROWS
from hexumpire.model.text import say, uncapital
from hexumpire.model.vocabulary import Vocabulary

PRINTED: Final[Mapping[str, Mapping[str, Any]]] = {
    "attack": {"title": "Attack", "range": [0, 99], "help": "The strength with which it attacks."},
    "defense": {"title": "Defence", "range": [0, 99], "help": "The strength with which it defends."},
    "back_attack": {"title": "Attack, reduced", "range": [0, 99], "help": "On the back, once it has lost a step."},
    "back_defense": {"title": "Defence, reduced", "range": [0, 99], "help": "On the back, once it has lost a step."},
    "movement": {"title": "Movement", "range": [0, 99]},
    "steps": {"title": "Steps", "range": [1, 9], "help": "So many losses eliminate it."},
    "size": {"title": "Size", "range": [0, 9], "default": 1, "help": "What it counts for in a stack."},
    "range": {"title": "Range", "range": [1, 20], "help": "So many hexes away it may attack."},
}
"""Fields that counters of any game may have printed on them."""
FLAGS: Final = {"stands_by": {"title": "Stands by", "help": "It takes no part in this battle."}}
"""Yes or no of counters of any game."""
SECTIONS: Final = ("sides", "types", "nations", "terrains", "features", "side_features", "conditions", "palette")
"""Sections of a game document that describe its words."""
NATIONS: Final = {
    "Red": {"letter": "R", "fill": "#a83232", "ink": "#ffffff"},
    "Blue": {"letter": "B", "fill": "#2f5f9e", "ink": "#ffffff"},
}
INKED: Final = ("#a83232", "#2f5f9e", "#3f7d3a", "#6b4c9a", "#7a5a2f", "#2f6f6f", "#8a3f66", "#4a4a4a")
"""Colours of nations that have none of their own, in turn; letters on them are white."""
FILLS: Final = ("#efe9d3", "#cfdcae", "#d8c79a", "#c9b79c", "#b9cdd6", "#d9d2c2", "#bfc9a0", "#e3d7b4")
"""Colours of terrain that has none of its own, in turn."""
TYPE_KEYS: Final = ("title", "symbol", "rule", "sides")


def vocabulary(reader: Reader, given: Mapping[str, object]) -> Vocabulary | None:
    """The vocabulary of a game document; None, with complaints, when there is none to go by."""
    own = reader.table(given.get("unit_fields", {}), "$.unit_fields", "the section unit_fields")
    for key in own:
        if key in PRINTED or key in FLAGS:
            reader.complain(below("$.unit_fields", key), say("{any} is there in every game", any=key), "leave it out")
        if key in TYPE_KEYS:
            message = say("the key {any} is taken", any=shown(key))
            reader.complain(below("$.unit_fields", key), message, "name it otherwise")
    own = {key: entry for key, entry in own.items() if key not in TYPE_KEYS}
    fields = {**own, **PRINTED, **FLAGS}
    document: dict[str, Any] = {key: given[key] for key in SECTIONS if key in given}
    document["unit_fields"] = fields
    document["types"] = _types(reader, given.get("types", {}), tuple(own), broken(given, "unit_fields"))
    document["nations"] = _nations(given.get("nations", NATIONS))
    terrains = given.get("terrains", {"clear": {"title": "Clear"}})
    if isinstance(terrains, Mapping):
        document["terrains"] = {
            key: {"fill": FILLS[number % len(FILLS)], **row} if isinstance(row, Mapping) else row
            for number, (key, row) in enumerate(terrains.items())
        }
    for section, style, usual in (("features", "glyph", None), ("side_features", "line", "line")):
        rows = given.get(section, {})
        if isinstance(rows, Mapping):
            document[section] = {
                key: {style: usual or str(key)[:1].upper(), **row} if isinstance(row, Mapping) else row
                for key, row in rows.items()
            }
    conditions = given.get("conditions", {})
    if isinstance(conditions, Mapping):
        document["conditions"] = {
            key: {"rule": "conditions", **row} if isinstance(row, Mapping) else row for key, row in conditions.items()
        }
    nations = document["nations"] if isinstance(document["nations"], Mapping) else {}
    if "palette" not in document:
        document["palette"] = {
            "all": [
                {"type": key, "nation": nation, **_numbers(row)}
                for nation, told in nations.items()
                if isinstance(told, Mapping)  # what is no nation is told of it, and what would name a list
                and not str(nation).startswith("@")
                for key, row in document["types"].items()
            ][:200]
        }
    return read_vocabulary(reader, document)


def broken(given: Mapping[str, object], section: str) -> tuple[str, ...]:
    """Words of a section that are no tables, which is told of them once, and not of all that names them."""
    own = given.get(section)
    rows = own.items() if isinstance(own, Mapping) else ()
    return tuple(key for key, row in rows if not isinstance(row, Mapping))


def _nations(value: object) -> object:
    """Nations as the loader wants them: letters and colours that are left out are given."""
    if not isinstance(value, Mapping):
        return value
    taken = {str(row["letter"]) for row in value.values() if isinstance(row, Mapping) and "letter" in row}
    found: dict[object, object] = {}
    for number, (key, row) in enumerate(value.items()):
        if not isinstance(row, Mapping):
            found[key] = row
            continue
        letter = next((one for one in _letters(str(key)) if one not in taken), "")
        taken.add(letter)
        found[key] = {"letter": letter, "fill": INKED[number % len(INKED)], "ink": "#ffffff", **row}
    return found


def _letters(name: str) -> Iterator[str]:
    """Letters for the counters of a nation, the plainest first: of its name, then its first one with a number."""
    yield from filter(None, (name[:n].strip() for n in (1, 2, 3)))
    yield from (f"{name[:1]}{n}" for n in range(2, MAX_ROWS))


def _numbers(row: Mapping[str, Any]) -> Mapping[str, Any]:
    return {key: row["defaults"][key] for key in row["face"]}


def _types(reader: Reader, value: object, own: tuple[str, ...], wrong: tuple[str, ...]) -> dict[str, Any]:
    """Types of counters as the loader wants them: what is printed on one is what a counter of it begins with.

    ``own`` are the fields of units of the game, of which some are ``wrong``.
    """
    sound_own = [name for name in own if name not in wrong]
    found: dict[str, Any] = {}
    for key, entry in reader.table(value, "$.types", "the section types").items():
        path = below("$.types", key)
        row = reader.table(entry, path, "a unit type")
        reader.unknown(row, (*TYPE_KEYS, *PRINTED, *own), path, "key of a unit type")
        kept: dict[str, Any] = {name: row[name] for name in TYPE_KEYS if name in row}
        kept.setdefault("symbol", "infantry")
        defaults: dict[str, int] = {}
        for name, field in PRINTED.items():
            if name in row:
                low, high = field["range"]
                title = uncapital(field["title"])
                defaults[name] = reader.whole(row[name], below(path, name), title, low, high, low)
        sound = all(name in (*TYPE_KEYS, *PRINTED, *own) for name in row)  # otherwise one of them may have been meant
        sound = sound and isinstance(entry, Mapping)
        if sound and "attack" not in defaults and "defense" not in defaults:
            reader.complain(path, "a unit type has neither attack nor defense", "add attack = 1 and defense = 1")
        if "attack" in defaults and "defense" not in defaults:
            defaults["defense"] = defaults["attack"]
            kept["follows"] = {"defense": "attack"}
        defaults.setdefault("attack", 0)
        defaults.setdefault("defense", 0)
        defaults.setdefault("steps", 1)
        flags = [name for name in sound_own if row.get(name) not in (None, False)]
        kept["fields"] = list(dict.fromkeys([*defaults, *sound_own, *FLAGS]))
        kept["defaults"] = {**defaults, **{name: row[name] for name in flags}}
        kept["face"] = [name for name in ("attack", "defense", "movement") if name in row or name == "attack"]
        found[key] = kept
    return found
