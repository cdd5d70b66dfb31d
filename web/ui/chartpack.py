"""Charts of the players' own: which tables are in use, and which packs the device keeps."""

from __future__ import annotations

from typing import Any

from shapes import Doc
from state import State
from values import copied


def pack(app: State) -> Doc | None:
    """The chart pack in use, or None; what is no pack counts as an empty one."""
    found = app.battle.scenario.get("pack")
    return found if found is None or isinstance(found, dict) else {}


def tables(app: State) -> Doc:
    """The tables of the pack in use, {table: {row: {column: value}}}."""
    found = (pack(app) or {}).get("tables")
    return found if isinstance(found, dict) else {}


def kept(app: State) -> list[tuple[int, Doc]]:
    """The packs kept on the device for the game being played, as (index, entry)."""
    game = app.battle.scenario.get("ruleset")
    return [(i, entry) for i, entry in enumerate(app.device.packs) if entry.get("ruleset") == game]


def default(app: State, game: Any) -> Doc | None:
    """The pack that new battles of a game use, or None."""
    for entry in app.device.packs:
        if entry.get("ruleset") == game and entry.get("default"):
            return copied(entry["pack"])
    return None


def is_game(entry: Any) -> bool:
    """Whether what the device kept is a typed-in game: its title, and its document as JSON text."""
    return (
        isinstance(entry, dict)
        and isinstance(entry.get("title"), str)
        and isinstance(entry.get("game"), str)
        and entry["game"][:1] == "{"
    )


def is_battle(entry: Any) -> bool:
    """Whether this is a battle as the list of last battles has them."""
    return (
        isinstance(entry, dict)
        and all(isinstance(entry.get(key), str) for key in ("id", "title", "when", "about"))
        and isinstance(entry.get("state"), dict)
        and isinstance(entry["state"].get("scenario"), dict)
    )


def secrets_of(document: Any) -> list[Doc]:
    """What of a document are secrets of dice by mail."""
    found = document if isinstance(document, list) else []
    return [entry for entry in found if isinstance(entry, dict) and isinstance(entry.get("secret"), str)]


def is_pack(entry: Doc) -> bool:
    """Whether what the device kept is an entry of a kept pack."""
    try:
        return isinstance(entry["ruleset"], str) and isinstance(entry["pack"]["tables"], dict)
    except (KeyError, TypeError):
        return False
