"""What a page does with a battle once it has been set up: sharing, files, pictures; and the settings."""

from __future__ import annotations

import json
from typing import Any

import answers
import asking
import backup
import battles
import files
import js
import lining
import mailed
import opening
import saving
import screen
import stating
import store
from board import alt_text
from browser import document, later, now, window
from page import Page
from shapes import Doc, Handlers
from snippets import LESSONS, USES, Battle
from texts import PARTS, language, t, take

PNG_WIDTH = 1600


def choose_theme(page: Page, key: str) -> None:
    """Choose light, dark or the device's theme, and remember it."""
    page.app.look.theme = key
    root = document.documentElement
    if key == "auto":
        root.removeAttribute("data-theme")
    else:
        root.setAttribute("data-theme", key)
    store.write(store.THEME, key)
    screen.render(page)


def choose_language(page: Page, value: str) -> None:
    """Choose the language."""
    later(speak(page, value))


async def speak(page: Page, code: str) -> None:
    """Go on in another language."""
    app = page.app
    page.speaking = code
    schemas: dict[str, Doc] = {}
    parts: dict[str, Doc] = {}
    try:
        texts = await opening.load("texts/" + code)
        first = await opening.fetch("first", code)
        while [key for key in app.schemas if key not in schemas] or [part for part in PARTS if part not in parts]:
            for key in list(app.schemas):  # which may become more meanwhile
                if key not in schemas:
                    schemas[key] = await opening.form_of(app, key, code)
            for part in list(PARTS):
                parts[part] = parts.get(part) or await opening.load("texts/" + part + "/" + code)
    except Exception as error:
        if page.speaking != code:
            return
        app.look.say(asking.fault(page, error, part=True), lambda: later(speak(page, code)))
        page.last["dialog"] = None  # whose list shows what was chosen
        screen.render(page)
        return
    if page.speaking != code:  # yet another was chosen
        return
    named = app.answers.picking if app.answers.picking[0] == app.battle.revision else None
    store.write(store.LANGUAGE, code)
    for part in parts:
        texts.update(parts[part])
    take(texts)
    alt_text.learn(first["alt_text"])
    app.schemas = schemas
    app.rulesets = first["rulesets"]
    name_all(code)
    where = str(window.location.pathname)
    page.where = where[: where.rfind("/") + 1] + ("" if code == "en" else code + ".html")
    if store.LANGUAGE in store.REFUSED:  # else a reload would go back to the language of the device
        page.where += "?lang=" + code
    saving.put_address(page)
    battles.touch(app)
    stating.say_anew(app)
    if named:  # losses that are named stay so
        app.answers.picking = (app.battle.revision, named[1])
    if app.line and (app.line.faults or app.line.totals):  # what is typed there stays too
        app.line.of = app.battle.revision
        later(lining.read(page))
    page.board_of = None
    page.sprite_of = None
    asking.changed(page)
    if app.book:
        asking.act(page, "rules-again")
    if page.dialog:  # what it holds of the engine is in the language before
        asking.act(page, page.dialog)


def name_all(code: str) -> None:
    """Put the fixed texts of the document into the language in use."""
    document.documentElement.lang = code
    for element in document.querySelectorAll("[data-t]"):
        element.textContent = t(element.getAttribute("data-t"))
    for name in ("aria-label", "content"):
        for element in document.querySelectorAll("[data-t-" + name + "]"):
            element.setAttribute(name, t(element.getAttribute("data-t-" + name)))


def delete_saved(page: Page, id: str) -> None:
    """Delete a battle saved on this device."""
    app = page.app
    app.device.saved = [entry for entry in app.device.saved if entry["id"] != id]
    if app.battle.id == id:
        app.battle.id = ""
        app.battle.dirty = False
    app.device.storable = store.write(store.BATTLES, app.device.saved)
    screen.draw_dialog(page)


def save_backup(page: Page) -> None:
    """Download all that is kept on this device as one file."""
    title = t("backup.file") + " " + now()[:10]
    files.download(title, "json", "application/json", backup.text_of(page.app, now()))


def take_backup(page: Page, value: str = "") -> None:
    """Read a backup file that was chosen."""
    later(read_backup(page))


async def read_backup(page: Page) -> None:
    """Bring back the chosen file."""
    app = page.app
    control = document.getElementById("backupfile")
    for file in control.files:
        found = None
        if file.size <= backup.LARGEST:
            found = backup.read(str(await file.text()))
        if found is None:
            app.device.backup_said = t("backup.bad", name=str(file.name))
        else:
            came = backup.merge(app, found[0], found[1], found[2])
            store.write(store.BATTLES, app.device.saved)
            store.write(store.PACKS, app.device.packs)
            app.device.storable = store.write(store.GAMES, app.device.games)
            said = "backup.came" if app.device.storable else "backup.unkept"
            app.device.backup_said = t(said, battles=came[0], packs=came[1], games=came[2])
            asking.act(page, "mail-keep", value=backup.secrets(str(await file.text())))
            asking.act(page, "table-back", value=backup.table(str(await file.text())))
    control.value = ""
    if page.dialog != "battles":  # it was closed meanwhile
        app.look.say(app.device.backup_said)
    screen.render(page)


def show_share(page: Page) -> None:
    """Open the dialog for sharing, and ask for its link and text."""
    app = page.app
    app.share = {"link": "", "text": "", "can_send": hasattr(window.navigator, "share")}
    opening.open_dialog(page, "share")
    asking.act(page, "mail-look")
    later(fill_share(page))


async def fill_share(page: Page) -> None:
    """Get link and text from the engine."""
    app = page.app
    share = app.share  # what comes for one that was closed since is not shown in the next
    try:
        answer = await page.address.link()
        if answer["ok"]:
            share["link"] = home() + "#" + answer["result"]["fragment"]
        else:
            share["said"] = answers.refusals(answer["problems"]) + "."
        if app.share is not share:
            return
        answer = await asking.ask(answers.request(app, "text"))
        if answer["ok"]:
            share["text"] = answer["result"]["text"]
        if app.share is not share:
            return
        if share["link"]:
            later(fill_qr(page))
        if page.dialog == "share":
            screen.draw_dialog(page)
        await fill_snippets(page)
    except Exception as error:
        share["said"] = share["unsaid"] = asking.fault(page, error)
    if page.dialog == "share":
        screen.draw_dialog(page)


async def fill_snippets(page: Page) -> None:
    """Get the embed link from the engine, which may take as long as the odds do."""
    app = page.app
    share = app.share
    use = share.get("use") or USES[0]
    request = answers.walk_request(app, "embed")
    request.update(mailed.request(app, "embed"))  # with its dice by mail
    if use in LESSONS:
        request["lesson"] = use
    answer = await asking.ask(request)
    if use != (share.get("use") or USES[0]):  # chosen anew since
        return
    if not answer["ok"]:
        share["unsaid"] = " ".join([mailed.told(found) for found in answer["problems"]])
        return
    found = answer["result"]
    odds = found["bar"]
    if found["percent"]:
        odds += ", " + answers.takes_said(app) + " " + found["percent"]
    told = [] if use in LESSONS else [odds, found["end"]]  # which would give the answer away
    caption = " – ".join([word for word in [battles.title(app)] + told if word])
    link = share["link"].split("#")[1]
    share["battle"] = Battle(home(), link, found["fragment"], caption, battles.title(app) or "battle", use)


def home() -> Any:
    """The page's address, whatever the language: who opens it gets his own."""
    where = str(window.location.href).split("#")[0].split("?")[0]
    own = "/" + language() + ".html"
    return where[: 1 - len(own)] if where.endswith(own) else where


def tell(page: Page, said: str) -> None:
    """Say something in the dialog for sharing; on the page, once that is closed."""
    if page.dialog == "share":
        page.app.share["said"] = said
    else:
        page.app.look.say(said)
    screen.render(page)


async def copy(page: Page, id: str, text: str) -> None:
    """Copy a text, or select it where that is refused."""
    try:
        await window.navigator.clipboard.writeText(text)
        tell(page, t("copied"))
    except Exception:
        field = document.getElementById(id)
        field.focus()
        field.select()
        tell(page, t("copy.failed"))


def copy_link(page: Page) -> None:
    """Copy the link."""
    later(copy(page, "share-link", page.app.share.get("link", "")))


def copy_text(page: Page) -> None:
    """Copy the battle as text."""
    later(copy(page, "share-text", page.app.share.get("text", "")))


def choose_kind(page: Page, value: str) -> None:
    """Choose what to share for: a web page, a forum and so on."""
    page.app.share["kind"] = value
    screen.draw_dialog(page)


def choose_use(page: Page, value: str) -> None:
    """Choose what readers of a frame can do."""
    share = page.app.share
    share["use"] = value
    share["battle"] = share["unsaid"] = None
    screen.draw_dialog(page)
    if share["link"]:
        later(use_snippets(page))


async def use_snippets(page: Page) -> None:
    """Make what is to be copied anew, for another use."""
    share = page.app.share
    try:
        await fill_snippets(page)
    except Exception as error:
        share["unsaid"] = asking.fault(page, error)
    if page.dialog == "share":
        screen.draw_dialog(page)


def copy_snippet(page: Page) -> None:
    """Copy the text for a web page or a forum."""
    later(copy(page, "share-snippet", str(document.getElementById("share-snippet").value)))


def send_link(page: Page) -> None:
    """Hand the link to another app on this device."""
    battle = page.app.share.get("battle")
    what = {"title": battles.title(page.app) or t("app"), "url": page.app.share.get("link", "")}
    if battle:
        what["text"] = battle.caption
    window.navigator.share(js.JSON.parse(json.dumps(what)))


def save_svg(page: Page) -> None:
    """Download the drawing of the board as SVG."""
    later(save_picture(page, "svg"))


def save_png(page: Page) -> None:
    """Download the drawing of the board as PNG."""
    later(save_picture(page, "png"))


async def save_picture(page: Page, kind: str) -> None:
    """Save the board as a picture."""
    try:
        answer = await asking.ask(answers.request(page.app, "draw", theme="light"))
    except Exception as error:
        asking.failed(page, error)
        return
    if not answer["ok"]:
        tell(page, answers.refusals(answer["problems"]) + ".")
        return
    svg = answer["result"]["svg"]
    if kind == "svg":
        files.download(battles.title(page.app) or "battle", "svg", "image/svg+xml", svg)
        return
    said = await artist()
    try:
        if said:
            raise OSError
        answer = await asking.ask(answers.request(page.app, "text"))
        story = answer["result"]["text"] if answer["ok"] else ""
        picture = await js.hexPictures.png(svg, story, PNG_WIDTH)
        files.save(battles.title(page.app) or "battle", "png", str(picture))
    except Exception as error:
        tell(page, said or asking.fault(page, error))


async def artist() -> str:
    """Have what makes pictures at hand; why it is not to be had, or ""."""
    try:
        await js.hexLoad("./engine/pictures.mjs")
        return ""
    except Exception:  # which each browser tells in words of its own, and in English
        return t("part.failed", reason="engine/pictures.mjs")


async def fill_qr(page: Page) -> None:
    """Make the QR code of the link."""
    share = page.app.share
    said = await artist()
    try:
        share["qr"] = {"fault": said} if said else json.loads(str(await js.hexPictures.qr(share["link"])) or "{}")
    except Exception:  # a part of what makes pictures
        share["qr"] = {"fault": t("part.failed", reason="engine/pictures.mjs")}
    if page.dialog == "share":
        screen.draw_dialog(page)


def save_battle(page: Page) -> None:
    """Download the battle as a file."""
    later(save_file(page))


async def save_file(page: Page) -> None:
    """Save the battle, as far as it was fought, as a file."""
    app = page.app
    try:
        answer = await asking.ask(answers.request(app, "normal"))
    except Exception as error:
        asking.failed(page, error)
        return
    if answer["ok"]:
        kept = {"scenario": answer["result"]["scenario"], "actions": app.battle.actions}
        text = json.dumps(dict(kept, mail=app.battle.mail) if app.battle.mail else kept)
        files.download(battles.title(app) or "battle", "hexumpire", "application/json", text)
    else:
        tell(page, answers.refusals(answer["problems"]) + ".")


def have_help(page: Page) -> None:
    """Fetch the texts of the help, if they are not here."""
    later(fetch_help(page))


async def fetch_help(page: Page) -> None:
    """Have the texts of the help at hand, and show them."""
    app = page.app
    code = language()
    if not app.help or app.help["language"] != code:
        app.help_fault = ""
        if page.dialog == "help":
            screen.draw_dialog(page)
        try:
            app.help = dict(await opening.load("texts/help/" + code), language=code)
        except Exception as error:
            app.help_fault = t("part.failed", reason=str(error))
    if page.dialog == "help":
        screen.draw_dialog(page)


EFFECTS: Handlers = {
    "help-texts": have_help,
    "theme": choose_theme,
    "language": choose_language,
    "saved-delete": delete_saved,
    "backup": save_backup,
    "backupfile": take_backup,
    "share": show_share,
    "copy-link": copy_link,
    "copy-text": copy_text,
    "share-kind": choose_kind,
    "share-use": choose_use,
    "copy-snippet": copy_snippet,
    "send-link": send_link,
    "save-svg": save_svg,
    "save-png": save_png,
    "save-file": save_battle,
}
