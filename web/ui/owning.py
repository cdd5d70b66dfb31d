"""What is done with typed-in games as a whole: the guide opened, games kept, deleted, saved as files and read."""

from __future__ import annotations

import answers
import asking
import awaited
import files
import opening
import saving
import screen
import setting
import store
import switching
from browser import document, later
from owngames import base
from page import Page
from shapes import Doc, Handlers
from texts import t
from values import form_key

LARGEST = 300000  # bytes of a file that is read


def show_guide(page: Page, of: str = "") -> None:
    """Open the guide: for the game on the table, or for the one that was typed in last."""
    opening.open_dialog(page, "guide")
    page.app.own_said, page.app.own_of = "", of
    later(need_guide(page, of))


async def need_guide(page: Page, of: str) -> None:
    """Have the guide at hand, with its texts and its style."""
    try:
        if "guide" not in awaited.DRAWERS:
            await page.unpack("./ui/own.bin")
        files.need_style("own.css")
        await files.need_texts("own")
        import guiding

        await guiding.begin(page, of)
    except Exception as error:
        page.app.own_said = asking.fault(page, error, part=True)
        if page.dialog == "guide":
            screen.draw_dialog(page)


def keep_this(page: Page) -> None:
    """Keep the game on the table."""
    app = page.app
    if app.schema:
        app.own_said = files.keep_game(app, app.schema["ruleset"]["title"], form_key(app.battle.scenario))
    app.own_wrong = []
    screen.render(page)


def open_game(page: Page, index: str) -> None:
    """Play a game that is kept."""
    opening.close(page)
    switching.choose_game(page, "@" + index)


def forget(page: Page, index: str) -> None:
    """Delete a game from the device; battles of it hold it themselves."""
    app = page.app
    app.device.games = [entry for i, entry in enumerate(app.device.games) if i != int(index)]
    store.write(store.GAMES, app.device.games)
    app.own_said = ""
    screen.render(page)
    screen.focus(page, "own-games", False)


def rename(page: Page, index: str) -> None:
    """Name a kept game anew: in the guide, where its title stands."""
    if int(index) < len(page.app.device.games):
        show_guide(page, page.app.device.games[int(index)]["game"])


def export(page: Page, index: str) -> None:
    """Save a kept game as a file."""
    later(save_toml(page, page.app.device.games[int(index)]["game"]))


async def save_toml(page: Page, game: str) -> None:
    """Save a game as a TOML file."""
    answer = await read_game(page, game)
    if answer and answer["toml"]:
        files.download(str(answer["form"]["ruleset"]["title"]), "toml", "application/toml", answer["toml"])


async def read_game(page: Page, text: str) -> Doc | None:
    """What the engine says of a game as text; what is wrong with it is told in the list."""
    app = page.app
    try:
        answer = await asking.ask({"op": "game", "ruleset": base(app), "text": text})
    except Exception as error:
        asking.failed(page, error)
        app.own_said, app.own_wrong = asking.fault(page, error), []
        return None
    found: Doc = answer.get("result") or {"text": "", "form": None, "problems": []}
    app.own_wrong = found["problems"] if answer["ok"] else answer["problems"]
    app.own_said = t("own.wrong", n=len(app.own_wrong)) if app.own_wrong else ""
    return found if answer["ok"] else None


def take_file(page: Page, value: str = "") -> None:
    """Read a game file that was chosen."""
    later(read_file(page))


async def read_file(page: Page) -> None:
    """Keep the game in the chosen file, and play it; one with faults goes on in the guide."""
    app = page.app
    control = document.getElementById("gamefile")
    for file in control.files:
        if file.size > LARGEST:
            app.own_said, app.own_wrong = t("file.large"), []
            break
        found = await read_game(page, str(await file.text()))
        if found and found["form"]:
            app.own_said = files.keep_game(app, found["form"]["ruleset"]["title"], found["text"])
            app.schemas[found["text"]] = found["form"]
            saving.remember(page)
            setting.play_game(app, found["text"])
            asking.changed(page)
    control.value = ""
    if page.dialog != "battles":  # it was closed meanwhile
        app.look.say(app.own_said + (" " + answers.refusals(app.own_wrong) if app.own_wrong else ""))
    screen.render(page)


EFFECTS: Handlers = {
    "guide": show_guide,
    "own-keepthis": keep_this,
    "own-open": open_game,
    "own-forget": forget,
    "own-rename": rename,
    "own-export": export,
    "own-import": take_file,
}
