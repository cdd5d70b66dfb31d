"""The diary is kept: games begun and named, battles put into them, the report written, files saved and read."""

from __future__ import annotations

import json
from typing import Any

import answers
import asking
import backup
import begun
import diary
import files
import js
import opening
import saving
import screen
import shelf
from browser import document, later, now, window
from diary import DIARY
from page import Page
from shapes import Doc, Handlers
from state import FIGHT, SETUP
from texts import note_unsaid, t
from values import copied


def begin(page: Page) -> None:
    """The dialog has been opened."""
    DIARY.said = ""
    if page.dialog == "diary":
        _show(page)
        begun.at(page, "diary")


def _show(page: Page) -> None:
    """Draw the dialog, and work out the game that lies open, if that is not done."""
    game = diary.game_of(page.app)
    screen.draw_dialog(page)
    if game and game["battles"] and not diary.told(game) and not DIARY.running:
        later(reckon(page))


def _changed(page: Page, game: Doc | None, said: str = "") -> None:
    """Keep the games: this one has changed."""
    app = page.app
    if game:
        game["when"] = now()
    DIARY.turn += 1
    DIARY.said = said if shelf.write_diaries(app) else t("saved.refused")
    _show(page)
    if DIARY.said:
        screen.say(page, DIARY.said)


def open_game(page: Page, id: str) -> None:
    """Open a game."""
    DIARY.open, DIARY.said = id, ""
    _show(page)
    screen.focus(page, "diary")


def close_game(page: Page) -> None:
    """Go back to all games."""
    DIARY.open, DIARY.said = "", ""
    _show(page)
    screen.focus(page, "diary")


def new_game(page: Page) -> None:
    """Begin a game, and have it named."""
    game = {"id": saving.fresh_id(), "title": "", "when": now(), "players": ["", ""], "battles": []}
    page.app.device.diaries.insert(0, game)
    DIARY.open = str(game["id"])
    _changed(page, game)
    screen.focus(page, "diary-title")


def rename(page: Page, value: str) -> None:
    """Name the game."""
    game = diary.game_of(page.app)
    if game:
        game["title"] = str(value).strip()[:80]
        _changed(page, game)


def name_player(page: Page, player: str, value: str) -> None:
    """Name a player."""
    game = diary.game_of(page.app)
    if game:
        game["players"][int(player)] = str(value).strip()[:80]
        _changed(page, game)


def put(page: Page) -> None:
    """Put the battle on the table into the game, or bring it up to date there."""
    app = page.app
    saving.remember(page)
    if not app.battle.id:  # one that is on no list, untouched: it goes in once, also after a reload
        app.battle.id = saving.fresh_id()
        saving.keep(page)
    _add(page, app.battle.id, app.battle.scenario, app.battle.actions, now())


def put_kept(page: Page, value: str) -> None:
    """Put a kept battle into the game."""
    for entry in page.app.device.saved:
        if entry["id"] == value:
            _add(page, value, entry["state"]["scenario"], entry["state"].get("actions") or [], entry["when"])


def _add(page: Page, id: str, scenario: Doc, actions: list[str], when: str) -> None:
    game = diary.game_of(page.app)
    if not game:
        return
    entry = {"id": id, "when": when, "attacker": 0, "actions": list(actions)}
    entry["scenario"] = copied(scenario)
    for index in range(len(game["battles"])):
        if game["battles"][index]["id"] == id:
            entry["attacker"] = game["battles"][index]["attacker"]
            game["battles"][index] = entry
            _changed(page, game, t("diary.renewed"))
            return
    if len(game["battles"]) >= diary.MOST:
        DIARY.said = t("diary.full", n=diary.MOST)
        screen.draw_dialog(page)
        return
    game["battles"].append(entry)
    page.app.look.opened[diary.fold(game, entry)] = True  # to say who attacked
    _changed(page, game, t("diary.added"))


def choose_attacker(page: Page, index: str, value: str) -> None:
    """Say who attacked in a battle."""
    game = diary.game_of(page.app)
    if game:
        game["battles"][int(index)]["attacker"] = int(value)
        _changed(page, game)


def remove(page: Page, index: str) -> None:
    """Take a battle out of the game."""
    game = diary.game_of(page.app)
    if game and int(index) < len(game["battles"]):
        game["battles"].pop(int(index))
        _changed(page, game, t("diary.removed"))
        screen.focus(page, "diary", False)


def forget(page: Page) -> None:
    """Delete the game."""
    app = page.app
    app.device.diaries = [game for game in app.device.diaries if game["id"] != DIARY.open]
    DIARY.open = ""
    _changed(page, None, t("diary.forgotten"))
    screen.focus(page, "diary", False)


def to_table(page: Page, index: str) -> None:
    """Put a battle of the game on the table."""
    game = diary.game_of(page.app)
    if not game:
        return
    one = game["battles"][int(index)]
    saving.remember(page)
    state: Doc = {"battle": one["id"]}
    for entry in page.app.device.saved:
        if entry["id"] == one["id"]:  # with its notes; where it has been set up otherwise since, beside it
            state = dict(entry["state"], undone=[]) if entry["state"]["scenario"] == one["scenario"] else {}
    state["scenario"], state["actions"] = copied(one["scenario"]), one["actions"]
    state["screen"] = FIGHT if one["actions"] else SETUP
    opening.close(page)
    later(files.open_state(page, state))


# --- what the engine says ---------------------------------------------------------------------------------------


async def reckon(page: Page) -> None:
    """Have the engine tell the game that lies open: again, where it has changed meanwhile."""
    app = page.app
    DIARY.running, DIARY.progress = True, ""
    _draw(page)

    def progress(text: str) -> None:
        DIARY.progress = str(text)
        _draw(page)

    cancelled = False
    key = ""
    while key != diary.key() and not cancelled:
        key = diary.key()
        game = diary.game_of(app)
        if not game or not game["battles"]:
            break
        found = await _ask(page, dict(diary.request(game), op="diary"), progress)
        cancelled = found is None and key == diary.key()  # by a player
        if not cancelled and not found:
            DIARY.said = ""
        if found and key == diary.key():
            DIARY.found, DIARY.of, DIARY.game = found, key, game
    DIARY.running = False
    _draw(page)


async def _ask(page: Page, request: Doc, progress: Any = None) -> Doc | None:
    """The engine's answer; None, and said why, where there is none."""
    try:
        answer = await asking.work(page, "diary", asking.call(request, progress))
    except Exception as error:
        DIARY.said = asking.fault(page, error)
        return None
    note_unsaid(answer)
    if not answer["ok"]:
        DIARY.said = answers.refusals(answer["problems"]) + "."
        return None
    found: Doc = answer["result"]
    return found


def _draw(page: Page) -> None:
    if page.dialog == "diary":
        screen.draw_dialog(page)


def ask_reckon(page: Page) -> None:
    """Have the game told, after that was broken off."""
    if not DIARY.running:
        DIARY.said = ""
        later(reckon(page))


# --- the report and the file ------------------------------------------------------------------------------------


def choose_form(page: Page, form: str) -> None:
    """Choose the form of the report."""
    DIARY.format = form
    screen.draw_dialog(page)


def write(page: Page) -> None:
    """Write the report."""
    later(_write(page))


async def _write(page: Page) -> None:
    game = diary.game_of(page.app)
    if not game:
        return
    form, key = DIARY.format, diary.key()
    DIARY.said = t("working")
    _draw(page)
    asked = dict(diary.request(game), op="diary", format=form, title=diary.title(game))
    found = await _ask(page, asked)
    if found:
        DIARY.report, DIARY.report_of, DIARY.said = found["document"], key + form, ""
        DIARY.report_game = game
    _draw(page)
    screen.focus(page, "diary-report")


def copy(page: Page) -> None:
    """Copy the report."""
    later(_copy(page))


async def _copy(page: Page) -> None:
    try:
        await window.navigator.clipboard.writeText(DIARY.report)
        DIARY.said = t("copied")
    except Exception:
        field = document.getElementById("diary-report")
        field.focus()
        field.select()
        DIARY.said = t("copy.failed")
    _draw(page)
    screen.say(page, DIARY.said)


def download(page: Page) -> None:
    """Save the report as a file."""
    game = diary.game_of(page.app)
    ending, kind = diary.ENDINGS[DIARY.format]
    if game:
        files.download(diary.title(game), ending, kind, DIARY.report)


def save(page: Page) -> None:
    """Save the whole game as a file, which the command line reads as well."""
    game = diary.game_of(page.app)
    if game:
        files.download(diary.title(game), "json", "application/json", json.dumps(diary.request(game)))


def take_file(page: Page, value: str = "") -> None:
    """Read a game that was saved as a file."""
    later(_read(page))


async def _read(page: Page) -> None:
    control = document.getElementById("diaryfile")
    for file in control.files:
        game = await read_game(str(await file.text())) if file.size <= backup.LARGEST else None
        if game is None:
            DIARY.said = t("diary.bad", name=str(file.name))
            screen.draw_dialog(page)
        else:
            page.app.device.diaries.insert(0, game)
            DIARY.open = str(game["id"])
            _changed(page, game, t("diary.came", n=len(game["battles"])))
    control.value = ""


async def read_game(text: str) -> Doc | None:
    """The game of a file; None where it is none. A battle that stands there as its link is opened."""
    try:
        found = json.loads(text)
    except ValueError:
        return None
    listed = found.get("battles") if isinstance(found, dict) else None
    if not isinstance(listed, list) or len(listed) > diary.MOST:
        return None
    battles: list[Doc] = []
    whole = js.JSON.parse(
        text
    ).battles  # here, what is read of JSON is in no order, and a typed-in game goes by its order
    for index, one in enumerate(listed):
        battle = await _battle(one, whole[index]) if isinstance(one, dict) else None
        if battle is None:
            return None
        when = one.get("when", "")
        battle["id"], battle["when"] = saving.fresh_id(), when if isinstance(when, str) else ""
        battle["attacker"] = 1 if one.get("attacker") == 1 else 0
        battles.append(battle)
    players = found.get("players")
    if not isinstance(players, list) or len(players) != 2 or not all(isinstance(name, str) for name in players):
        players = ["", ""]
    title = found.get("title")
    title = title if isinstance(title, str) else ""
    return {"id": saving.fresh_id(), "title": title, "when": now(), "players": players, "battles": battles}


async def _battle(one: Doc, ordered: Any) -> Doc | None:
    """The scenario and the actions of a battle of a file, as the engine reads them."""
    asked: Doc = {"op": "open"}
    if "link" in one:
        asked["fragment"] = str(one["link"]).split("#")[-1]
    else:
        for key in ("attacker", "when"):
            js.Reflect.deleteProperty(ordered, key)
        asked["text"] = str(js.JSON.stringify(ordered))
    try:
        answer = await asking.ask(asked)
    except Exception:
        return None
    if not answer["ok"]:
        return None
    found = answer["result"]
    if "game" in found:
        found["scenario"]["game"] = found["game"]
    return {"scenario": found["scenario"], "actions": found["actions"]}


EFFECTS: Handlers = {
    "diary-begin": begin,
    "diary-open": open_game,
    "diary-close": close_game,
    "diary-new": new_game,
    "diary-title": rename,
    "diary-player": name_player,
    "diary-put": put,
    "diary-kept": put_kept,
    "diary-attacker": choose_attacker,
    "diary-remove": remove,
    "diary-forget": forget,
    "diary-table": to_table,
    "diary-reckon": ask_reckon,
    "diary-form": choose_form,
    "diary-write": write,
    "diary-copy": copy,
    "diary-download": download,
    "diary-save": save,
    "diary-file": take_file,
}
