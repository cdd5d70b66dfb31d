"""Everything the device keeps for the page, as a file to put away and to bring back; and how long it keeps it."""

from __future__ import annotations

import json
from typing import Any

from chartpack import is_battle, is_game, is_pack, secrets_of
from parts import button, data, e
from shapes import Doc
from state import State
from texts import language, t
from values import find, first_key, remember

KIND = "hex-umpire-backup"
LARGEST = 5000000  # bytes of a file, about as much as a browser keeps


def section(app: State) -> str:
    """How safe what is kept here is, and the backup, at the end of the list of battles."""
    text = "<h3>" + e(t("backup")) + "</h3>"
    device = app.device
    kept = device.saved or device.packs or device.games or device.diaries or device.formations or device.drills
    if kept and device.storable:
        text += '<p class="hint">' + e(t("backup." + (device.persisted or "unasked"))) + "</p>"
    if device.iphone:
        text += '<p class="hint">' + e(t("backup.iphone")) + "</p>"
    if device.backup_said:
        text += '<p class="status" role="status">' + e(device.backup_said) + "</p>"
    if kept:
        text += '<div class="tools">' + button(t("backup.save"), "backup", css="second") + "</div>"
    text += '<label class="field"><span class="name">' + e(t("backup.open")) + "</span>"
    return text + '<input id="backupfile" type="file" accept=".json"' + data("set", "backupfile") + "></label>"


def text_of(app: State, when: Any) -> Any:
    """The backup: battles, charts and typed-in games as they are kept."""
    device = app.device
    kept = {"kind": KIND, "format": 1, "when": when}
    kept["battles"], kept["packs"], kept["games"] = device.saved, device.packs, device.games
    if device.secrets:
        kept["mail"] = device.secrets
    if device.diaries:
        kept["diary"] = device.diaries
    if device.formations:
        kept["formations"] = device.formations
    if device.drills:
        kept["drills"] = device.drills
    return json.dumps(kept)


def read(text: str) -> tuple[list[Doc], list[Doc], list[Doc]] | None:
    """The battles, charts and typed-in games of a backup; None when the text is none."""
    try:
        found = json.loads(text)
    except ValueError:
        return None
    if not isinstance(found, dict) or found.get("kind") != KIND or found.get("format") != 1:
        return None
    battles = [entry for entry in listed(found, "battles") if is_battle(entry)]
    packs = [entry for entry in listed(found, "packs") if is_pack(entry)]
    return battles, packs, [entry for entry in listed(found, "games") if is_game(entry)]


def secrets(text: str) -> list[Doc]:
    """The secrets of dice by mail in a backup."""
    return secrets_of(listed(json.loads(text), "mail"))


def table(text: str) -> Doc:
    """The diaries, the formations and the score of the drills in a backup."""
    found = json.loads(text)
    return {
        "diary": [entry for entry in listed(found, "diary") if is_diary(entry)],
        "formations": [entry for entry in listed(found, "formations") if is_formation(entry)],
        "drills": score_of(found.get("drills")),
    }


def score_of(kept: Any) -> dict[str, list[int]]:
    """How many answers were right, and how many there were, by kind of question, as far as this is such a score."""
    found = {}
    for key in kept if isinstance(kept, dict) else []:
        one = kept[key]
        if isinstance(one, list) and len(one) == 2 and all(isinstance(n, int) for n in one) and 0 <= one[0] <= one[1]:
            found[key] = one
    return found


def is_diary(entry: Any) -> bool:
    """Whether this is a diary as the device keeps it."""
    if not _has_texts(entry, ("id", "title", "when")):
        return False
    players, battles = listed(entry, "players"), listed(entry, "battles")
    return len(players) == 2 and all(isinstance(name, str) for name in players) and all(map(_is_entry, battles))


def _is_entry(entry: Any) -> bool:
    """Whether this is a battle of a diary."""
    fits = _has_texts(entry, ("id", "when")) and entry.get("attacker") in (0, 1)
    return fits and isinstance(entry.get("scenario"), dict) and isinstance(entry.get("actions"), list)


def is_formation(entry: Any) -> bool:
    """Whether this is a formation as the device keeps it."""
    units = listed(entry, "units") if _has_texts(entry, ("id", "title", "form")) else []
    return bool(units) and all(_has_texts(unit, ("at", "side", "type")) for unit in units)


def _has_texts(entry: Any, keys: tuple[str, ...]) -> bool:
    return isinstance(entry, dict) and all(isinstance(entry.get(key), str) for key in keys)


def listed(document_: Any, key: str) -> list[Any]:
    """A list of a document; empty where it is none."""
    found = document_.get(key)
    return found if isinstance(found, list) else []


def merge(app: State, battles: list[Doc], packs: list[Doc], games: list[Doc]) -> Any:
    """Add what is not here yet; of a battle that is, the later one stays. Return how many of each came."""
    here = {entry["id"]: entry for entry in app.device.saved}
    came = []
    for entry in battles:
        known = here.get(entry["id"])
        if known is None or str(known.get("when", "")) < entry["when"]:
            here[entry["id"]] = entry
            came.append(entry["id"])
    app.device.saved = []
    for entry in sorted(here.values(), key=lambda entry: str(entry.get("when", ""))):
        app.device.saved = remember(app.device.saved, entry)
    new, own = _lacking(app.device.packs, packs), _lacking(app.device.games, games)
    app.device.packs, app.device.games = app.device.packs + new, app.device.games + own
    return len([entry for entry in app.device.saved if entry["id"] in came]), len(new), len(own)


def _lacking(kept: list[Doc], came: list[Doc]) -> list[Doc]:
    """Charts or games of a backup that are not here yet; a title that another one has is numbered."""
    found: list[Doc] = []
    for entry in came:
        here = [other for other in kept + found if other.get("ruleset") == entry.get("ruleset")]
        title, number, new = str(entry.get("title") or ""), 1, dict(entry)
        # one that was numbered when it was brought back is here
        if [1 for other in here if _bare(other) == _bare(entry) and str(other.get("title") or "").startswith(title)]:
            continue
        while [1 for other in here if str(other.get("title") or "") == str(new.get("title") or "")]:
            number += 1
            new["title"] = title + " (" + str(number) + ")"
        if number > 1 and "pack" in entry:  # which has its title in itself
            new["pack"] = dict(entry["pack"], title=new["title"])
        if [1 for other in here if other.get("default")]:
            new["default"] = False
        found.append(new)
    return found


def _bare(entry: Doc) -> Any:
    """What is kept of a chart or a game but for its title."""
    return dict(entry["pack"], title="") if "pack" in entry else entry["game"]


def about(app: State, entry: Doc) -> str:
    """What is said of a battle on the list, in the language in use: its game, its edition, and the odds that it had."""
    state = entry.get("state") or {}
    scenario = state.get("scenario") or {}
    found = find(app.rulesets, scenario.get("ruleset"))
    if not found:
        return str(entry.get("about") or scenario.get("ruleset") or "")
    said = str(found["title"])
    if found.get("own"):
        said = str(((state.get("form") or {}).get("ruleset") or found)["title"])
    elif found["editions"]:
        edition = scenario.get("edition") or first_key(found["editions"])
        said += ", " + str((find(found["editions"], edition) or {"title": edition})["title"])
    odds = figures(entry["bar"] if "bar" in entry else entry["about"].partition(" · ")[2], state.get("language", "en"))
    return said + " · " + odds if odds else said


def figures(bar: Any, spoken: Any) -> str:
    """Odds that were said in a language, as far as they are to be said in the one in use: words of another are not."""
    worded = [letter for letter in str(bar) if letter.isalpha()]
    return "" if worded and spoken != language() else str(bar)
