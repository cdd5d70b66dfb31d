"""What a page does with a battle once it has been set up: sharing, files, pictures; and the settings.

The page can do without it for a moment: it is loaded when the page has answered.
"""

import json

import backup
import js
import store
from board import alt_text
from browser import document, later, now, window
from packing import is_pack
from snippets import Battle
from texts import language, t, take

PNG_WIDTH = 1600


class Handing:
    """Hands a page's battle on."""

    def __init__(self, page):
        self.page = page
        self.app = page.app

    def on_theme(self, a, b, c, value):
        self.app.theme = a
        root = document.documentElement
        if a == "auto":
            root.removeAttribute("data-theme")
        else:
            root.setAttribute("data-theme", a)
        store.write(store.THEME, a)
        self.page.render()

    def on_language(self, a, b, c, value):
        later(self.speak(value or a))

    async def speak(self, code):
        """Go on in another language."""
        app = self.app
        try:
            texts = await self.page.load("texts/" + code)
            first = await self.page.fetch("first", code)
            schemas = {}
            for key in list(app.schemas):
                schemas[key] = await self.page.fetch(key, code)
        except Exception as error:
            app.notice, app.again = t("part.failed", reason=str(error)), lambda: later(self.speak(code))
            self.page.last["dialog"] = None  # whose list shows what was chosen
            self.page.render()
            return
        store.write(store.LANGUAGE, code)
        take(texts)
        alt_text.learn(first["spoken"])
        app.schemas = schemas
        app.rulesets = first["rulesets"]
        self.name_all(code)
        where = str(window.location.pathname)
        self.page.where = where[: where.rfind("/") + 1] + ("" if code == "en" else code + ".html")
        self.page.put_address()
        app.touch()
        self.page.board_of = None
        self.page.sprite_of = ""
        self.page.changed()
        if self.page.dialog:
            self.page.name_dialog()

    def name_all(self, code):
        """Put the fixed texts of the document into the language in use."""
        document.documentElement.lang = code
        for element in document.querySelectorAll("[data-t]"):
            element.textContent = t(element.getAttribute("data-t"))
        for name in ("aria-label", "content"):
            for element in document.querySelectorAll("[data-t-" + name + "]"):
                element.setAttribute(name, t(element.getAttribute("data-t-" + name)))

    def on_saved_delete(self, a, b, c, value):
        app = self.app
        app.saved = [entry for entry in app.saved if entry["id"] != a]
        if app.battle == a:
            app.battle = ""
            app.dirty = False
        store.write(store.BATTLES, app.saved)
        self.page.draw_dialog()

    def on_backup(self, a, b, c, value):
        title = t("backup.file") + " " + now()[:10]
        self.page.download(title, "json", "application/json", backup.text_of(self.app, now()))

    def on_backupfile(self, a, b, c, value):
        later(backup.take(self.page, is_pack))

    # sharing

    def on_share(self, a, b, c, value):
        app = self.app
        app.share = {"link": "", "text": "", "can_send": hasattr(window.navigator, "share")}
        self.page.open_dialog("share")
        later(self.fill_share())

    async def fill_share(self):
        """Get link and text from the engine."""
        app = self.app
        try:
            answer = await self.page.address.link()
            if answer["ok"]:
                app.share["link"] = self.home() + "#" + answer["result"]["fragment"]
            else:
                app.share["said"] = " ".join([found["message"] for found in answer["problems"]])
            answer = await self.page.ask(app.request("text"))
            if answer["ok"]:
                app.share["text"] = answer["result"]["text"]
            if app.share["link"]:
                later(self.fill_qr())
            if self.page.dialog == "share":
                self.page.draw_dialog()
            await self.fill_snippets()
        except Exception as error:
            app.share["said"] = t("fault", reason=str(error))
        if self.page.dialog == "share":
            self.page.draw_dialog()

    async def fill_snippets(self):
        """Get the embed link from the engine, which may take as long as the odds do."""
        app = self.app
        share = app.share
        request = app.outcomes_request()
        request["op"] = "embed"
        answer = await self.page.ask(request)
        if not answer["ok"]:
            share["unsaid"] = " ".join([found["message"] for found in answer["problems"]])
            return
        found = answer["result"]
        odds = found["bar"]
        if found["percent"]:
            odds += ", " + t("bar.takes") + " " + found["percent"]
        caption = " – ".join([word for word in (app.title(), odds, found["end"]) if word])
        link = share["link"].split("#")[1]
        share["battle"] = Battle(self.home(), link, found["fragment"], caption, app.title() or "battle")

    def home(self):
        """The page's address, whatever the language: who opens it gets his own."""
        where = str(window.location.href).split("#")[0].split("?")[0]
        own = "/" + language() + ".html"
        return where[: 1 - len(own)] if where.endswith(own) else where

    async def copy(self, id, text):
        """Copy a text, or select it where that is refused."""
        try:
            await window.navigator.clipboard.writeText(text)
            self.app.share["said"] = t("copied")
        except Exception:
            field = document.getElementById(id)
            field.focus()
            field.select()
            self.app.share["said"] = t("copy.failed")
        self.page.draw_dialog()

    def on_copy_link(self, a, b, c, value):
        later(self.copy("share-link", self.app.share.get("link", "")))

    def on_copy_text(self, a, b, c, value):
        later(self.copy("share-text", self.app.share.get("text", "")))

    def on_share_kind(self, a, b, c, value):
        self.app.share["kind"] = value or a
        self.page.draw_dialog()

    def on_copy_snippet(self, a, b, c, value):
        later(self.copy("share-snippet", str(document.getElementById("share-snippet").value)))

    def on_send_link(self, a, b, c, value):
        battle = self.app.share.get("battle")
        what = {"title": self.app.title() or t("app"), "url": self.app.share.get("link", "")}
        if battle:
            what["text"] = battle.caption
        window.navigator.share(js.JSON.parse(json.dumps(what)))

    def on_save_svg(self, a, b, c, value):
        later(self.save_picture("svg"))

    def on_save_png(self, a, b, c, value):
        later(self.save_picture("png"))

    async def save_picture(self, kind):
        """Save the board as a picture."""
        try:
            answer = await self.page.ask(self.app.request("draw", theme="light"))
        except Exception as error:
            self.page.failed(error)
            return
        if not answer["ok"]:
            self.app.share["said"] = " ".join([found["message"] for found in answer["problems"]])
            self.page.draw_dialog()
            return
        svg = answer["result"]["svg"]
        if kind == "svg":
            self.page.download(self.app.title() or "battle", "svg", "image/svg+xml", svg)
            return
        try:
            answer = await self.page.ask(self.app.request("text"))
            story = answer["result"]["text"] if answer["ok"] else ""
            await js.hexLoad("./engine/pictures.mjs")
            picture = await js.hexPictures.png(svg, story, PNG_WIDTH)
            self.page.save(self.app.title() or "battle", "png", str(picture))
        except Exception as error:
            self.app.share["said"] = t("fault", reason=str(error))
            self.page.draw_dialog()

    async def fill_qr(self):
        """Make the QR code of the link."""
        share = self.app.share
        try:
            await js.hexLoad("./engine/pictures.mjs")
            share["qr"] = json.loads(str(await js.hexPictures.qr(share["link"])) or "{}")
        except Exception:
            share["qr"] = {}
        if self.page.dialog == "share":
            self.page.draw_dialog()

    def on_save_file(self, a, b, c, value):
        later(self.save_file())

    async def save_file(self):
        """Save the battle, as far as it was fought, as a file."""
        app = self.app
        try:
            answer = await self.page.ask(app.request("normal"))
        except Exception as error:
            self.page.failed(error)
            return
        if answer["ok"]:
            text = json.dumps({"scenario": answer["result"]["scenario"], "actions": app.actions})
            self.page.download(app.title() or "battle", "hexumpire", "application/json", text)
        else:
            app.share["said"] = " ".join([found["message"] for found in answer["problems"]])
            self.page.draw_dialog()
