"""Typed-in games in the list of battles: those kept on the device, files of them, and the way to the guide."""

from __future__ import annotations

import asking
import awaited
import files
import opening
import saving
import screen
import setting
import store
from browser import document, later
from page import Page
from parts import button, data, e, icon, w
from shapes import Doc, Handlers
from state import State
from texts import TEXTS, t
from texts import language as spoken
from values import form_key

MOST = 20  # kept on the device
LARGEST = 300000  # bytes of a file that is read


def section(app: State) -> str:
    """The typed-in games, in the list of battles."""
    text = '<h3 id="own-games">' + e(t("own.games")) + '</h3><div class="tools">'
    text += button(t("own.make"), "guide", css="second")
    if app.schema and app.schema["ruleset"]["takes_games"]:
        text += button(t("own.change", title=app.schema["ruleset"]["title"]), "guide", "this", css="second")
        if "game" in app.battle.scenario and not _kept(app, form_key(app.battle.scenario)):
            text += button(t("own.keepthis", title=app.schema["ruleset"]["title"]), "own-keepthis", css="second")
    text += "</div>"
    if app.device.games:
        text += '<ul class="cards">'
        for index, entry in enumerate(app.device.games):
            title = entry["title"]
            inner = '<span class="what">' + e(title) + "</span>"
            text += '<li class="pair own">' + button("", "own-open", index, css="option", inner=inner)
            text += button(
                t("own.rename", title=title), "own-rename", index, css="ghost", inner=e(t("own.rename.short"))
            )
            text += button(t("own.export", title=title), "own-export", index, css="ghost", inner=e(t("own.file.short")))
            text += button(t("saved.delete", title=title), "own-forget", index, css="ghost square", inner=icon("close"))
            text += "</li>"
        text += "</ul>"
    text += '<label class="field"><span class="name">' + e(t("own.import")) + "</span>"
    text += '<input id="gamefile" type="file" accept=".toml,.json"' + data("set", "own-import") + "></label>"
    if app.own_said:
        text += '<div role="status"><p class="status">' + e(app.own_said) + "</p>"
        if app.own_wrong:
            text += '<ul class="faults">'
            for problem in app.own_wrong:
                text += "<li>" + w(problem["message"]) + '<span class="help">' + w(problem.get("fix") or "") + "</span>"
                text += '<span class="help">' + e(problem["path"]) + "</span></li>"
            text += "</ul>"
        text += "</div>"
    return text


def _kept(app: State, game: str) -> bool:
    return any(entry["game"] == game for entry in app.device.games)


def base(app: State) -> str:
    """The key of the ruleset that typed-in games are of."""
    return str(next(entry["key"] for entry in app.rulesets if entry["own"]))


def guide(app: State) -> str:
    """The guide, or that it is awaited."""
    if "guide" in awaited.DRAWERS and "own.guide" in TEXTS:
        return awaited.DRAWERS["guide"](app)
    close = button(t("close"), "close", css="second")
    return '<p class="status">' + e(app.own_said or t("working")) + "</p>" + close


def show_guide(page: Page, of: str = "") -> None:
    """Open the guide: for the game on the table, or for the one that was typed in last."""
    page.app.own_said = ""
    opening.open_dialog(page, "guide")
    later(need_guide(page, of))


async def need_guide(page: Page, of: str) -> None:
    """Have the guide at hand, with its texts and its style."""
    try:
        if "guide" not in awaited.DRAWERS:
            await page.unpack("./ui/own.bin")
            link = document.createElement("link")
            link.rel = "stylesheet"
            link.href = "./own.css"
            document.head.append(link)
        if "own.guide" not in TEXTS:
            TEXTS.update(await opening.load("texts/own/" + spoken()))
        import guiding

        await guiding.begin(page, of)
    except Exception as error:
        page.app.own_said = t("part.failed", reason=str(error))
        if page.dialog == "guide":
            screen.draw_dialog(page)


def keep(app: State, title: str, game: str) -> bool:
    """Keep a game on the device, in place of one of that title."""
    others = [entry for entry in app.device.games if entry["title"] != title]
    app.device.games = ([{"title": title, "game": game}] + others)[:MOST]
    app.device.storable = store.write(store.GAMES, app.device.games)
    return app.device.storable


def keep_this(page: Page) -> None:
    """Keep the game on the table."""
    app = page.app
    if app.schema:
        kept = keep(app, app.schema["ruleset"]["title"], form_key(app.battle.scenario))
        app.own_said = t("own.kept") if kept else t("saved.refused")
    app.own_wrong = []
    screen.render(page)


def open_game(page: Page, index: str) -> None:
    """Play a game that is kept."""
    opening.close(page)
    opening.choose_game(page, "@" + index)


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
        opening.open_dialog(page, "guide")
        later(need_guide(page, page.app.device.games[int(index)]["game"]))


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
            keep(app, found["form"]["ruleset"]["title"], found["text"])
            app.own_said = t("own.kept")
            app.schemas[found["text"]] = found["form"]
            saving.remember(page)
            setting.play_game(app, found["text"])
            asking.changed(page)
    control.value = ""
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
