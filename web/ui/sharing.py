"""Battles that come and go: kept on the device, opened, shared; and the dialogs for that."""

import asyncio
import json

import awaited
import js
import spoken
import store
from asking import Asking
from browser import document, later, now, random32, window
from texts import language, t, take
from values import remember

HEX_DIGITS = "0123456789abcdef"
PNG_WIDTH = 1600
LARGEST_FILE = 300000  # bytes of a battle's file


class Sharing(Asking):
    """A page that keeps, opens and hands on battles."""

    # --- keeping -------------------------------------------------------------------------------------------

    def keep_soon(self):
        """Keep the state shortly, once for many changes."""
        if not self.save_asked:
            self.save_asked = True
            later(self.keep_later())

    async def keep_later(self):
        """Keep the state when the present changes are over."""
        await asyncio.sleep_ms(250)
        self.keep()

    def keep(self):
        """Keep the state now."""
        self.save_asked = False
        self.app.storable = store.write(store.STATE, self.app.kept())

    def keep_all(self):
        """Keep the state and the steps that led to it: the page may be on its way out."""
        self.keep()
        store.write(store.HISTORY, self.app.history())

    async def ask_to_keep(self):
        """Ask the browser, once, not to clear away what is kept when the device runs short of room."""
        app = self.app
        if app.persisted or not hasattr(window.navigator, "storage"):
            return
        app.persisted = "no"
        try:
            app.persisted = "yes" if await window.navigator.storage.persist() else "no"
        except Exception:  # a frame may not ask
            return
        if self.dialog == "battles":
            self.draw_dialog()

    def remember(self):
        """Put the battle on the list of last battles, if a player made something of it."""
        app = self.app
        if not app.dirty or not app.units:
            return
        if not app.battle:
            number = random32()
            app.battle = "".join([HEX_DIGITS[number >> shift & 15] for shift in (0, 4, 8, 12, 16, 20, 24, 28)])
        kept = app.kept()
        kept["view"] = kept["outcomes"] = None
        game = [entry["title"] for entry in app.rulesets if entry["key"] == app.scenario["ruleset"]]
        game.append(app.title_of("editions", app.edition))
        about = ", ".join(game)
        if app.view and app.view.get("bar"):
            about += " · " + app.view["bar"]
        entry = {"id": app.battle, "title": app.title(), "when": now(), "about": about, "state": kept}
        app.saved = remember(app.saved, entry)
        app.storable = store.write(store.BATTLES, app.saved)
        later(self.ask_to_keep())

    # --- dialogs -------------------------------------------------------------------------------------------

    def open_dialog(self, name):
        """Open a dialog of the page."""
        awaited.faults.clear()
        self.dialog = name
        self.last["dialog"] = None
        self.draw_dialog()
        self.name_dialog()
        dialog = document.getElementById("dialog")
        if not dialog.open:
            dialog.showModal()

    def name_dialog(self):
        """Say which dialog is open."""
        titles = {"battles": t("battles"), "share": t("share.title"), "charts": t("packs"), "help": t("help")}
        document.getElementById("dialog").setAttribute("aria-label", titles.get(self.dialog, t("settings")))

    def on_close(self, a="", b="", c="", value=None):
        """Close the dialog."""
        document.getElementById("dialog").close()

    def on_battles(self, a, b, c, value):
        self.remember()
        navigator = window.navigator  # only Safari on an iPhone or iPad says whether the page is on the home screen
        self.app.iphone = hasattr(navigator, "standalone") and not navigator.standalone
        self.open_dialog("battles")
        later(self.need_examples())

    def on_settings(self, a, b, c, value):
        self.open_dialog("settings")

    def on_theme(self, a, b, c, value):
        self.app.theme = a
        root = document.documentElement
        if a == "auto":
            root.removeAttribute("data-theme")
        else:
            root.setAttribute("data-theme", a)
        store.write(store.THEME, a)
        self.render()

    def on_language(self, a, b, c, value):
        later(self.speak(value or a))

    async def speak(self, code):
        """Go on in another language."""
        app = self.app
        try:
            texts = await self.load("texts/" + code)
            first = await self.fetch("first", code)
            schemas = {}
            for key in list(app.schemas):
                schemas[key] = await self.fetch(key, code)
        except Exception as error:
            app.notice = t("fault", reason=str(error))
            self.render()
            return
        store.write(store.LANGUAGE, code)
        take(texts)
        spoken.learn(first["spoken"])
        app.schemas = schemas
        app.rulesets = first["rulesets"]
        self.name_all(code)
        where = str(window.location.href).split("#")[0].split("?")[0]
        window.history.replaceState(None, "", where[: where.rfind("/") + 1] + ("" if code == "en" else code + ".html"))
        app.touch()
        self.board_of = None
        self.sprite_of = ""
        self.changed()
        if self.dialog:
            self.name_dialog()

    def name_all(self, code):
        """Put the fixed texts of the document into the language in use."""
        document.documentElement.lang = code
        for element in document.querySelectorAll("[data-t]"):
            element.textContent = t(element.getAttribute("data-t"))
        for name in ("aria-label", "content"):
            for element in document.querySelectorAll("[data-t-" + name + "]"):
                element.setAttribute(name, t(element.getAttribute("data-t-" + name)))

    def on_example_close(self, a, b, c, value):
        self.on_close()
        self.remember()
        self.act("example", a)
        window.scrollTo(0, 0)

    def on_new_close(self, a, b, c, value):
        self.on_close()
        self.on_new(a, b, c, value)

    def on_new(self, a, b, c, value):
        self.remember()
        self.app.do("new")
        self.changed()
        window.scrollTo(0, 0)

    def on_ruleset(self, a, b, c, value):
        later(self.switch_game(value or a))

    async def switch_game(self, key):
        """Play another game."""
        self.remember()
        if await self.need_schema(key):
            self.app.do("ruleset", key)
            self.changed()

    def on_saved_open(self, a, b, c, value):
        self.remember()
        for entry in self.app.saved:
            if entry["id"] == a:
                later(self.open_state(entry["state"]))
        self.on_close()

    async def open_state(self, state):
        """Put a kept battle back on the table."""
        if await self.need_schema(str(state.get("scenario", {}).get("ruleset", ""))) and self.app.restore(state):
            self.changed()
            window.scrollTo(0, 0)

    def on_saved_delete(self, a, b, c, value):
        app = self.app
        app.saved = [entry for entry in app.saved if entry["id"] != a]
        if app.battle == a:
            app.battle = ""
            app.dirty = False
        store.write(store.BATTLES, app.saved)
        self.draw_dialog()

    def on_backup(self, a, b, c, value):
        import backup

        self.download(t("backup.file") + " " + now()[:10], "json", "application/json", backup.text_of(self.app, now()))

    def on_backupfile(self, a, b, c, value):
        import backup
        from packing import is_pack

        later(backup.take(self, is_pack))

    # sharing

    def on_share(self, a, b, c, value):
        app = self.app
        app.share = {"link": "", "text": "", "can_send": hasattr(window.navigator, "share")}
        self.open_dialog("share")
        later(self.fill_share())

    async def fill_share(self):
        """Get link and text from the engine."""
        app = self.app
        try:
            answer = await self.ask(app.request("link"))
            if answer["ok"]:
                app.share["link"] = self.home() + "#" + answer["result"]["fragment"]
            else:
                app.share["said"] = " ".join([found["message"] for found in answer["problems"]])
            answer = await self.ask(app.request("text"))
            if answer["ok"]:
                app.share["text"] = answer["result"]["text"]
            if app.share["link"]:
                later(self.fill_qr())
            if self.dialog == "share":
                self.draw_dialog()
            await self.fill_snippets()
        except Exception as error:
            app.share["said"] = t("fault", reason=str(error))
        if self.dialog == "share":
            self.draw_dialog()

    async def fill_snippets(self):
        """Get the embed link from the engine, which may take as long as the odds do."""
        await self.complete()
        from snippets import Battle

        app = self.app
        share = app.share
        request = app.outcomes_request()
        request["op"] = "embed"
        answer = await self.ask(request)
        if not answer["ok"]:
            share["unsaid"] = " ".join([found["message"] for found in answer["problems"]])
            return
        fragment = answer["result"]["fragment"]
        words = [app.title(), app.view.get("bar", "") if app.view else ""]
        if app.takes_hex:
            words[1] += ", " + t("bar.takes") + " " + app.takes_hex
        caption = " – ".join([word for word in words if word])
        link = ".".join(fragment.split(".")[:2])
        share["battle"] = Battle(self.home(), link, fragment, caption, app.title() or "battle")

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
        self.draw_dialog()

    def on_copy_link(self, a, b, c, value):
        later(self.copy("share-link", self.app.share.get("link", "")))

    def on_copy_text(self, a, b, c, value):
        later(self.copy("share-text", self.app.share.get("text", "")))

    def on_share_kind(self, a, b, c, value):
        self.app.share["kind"] = value or a
        self.draw_dialog()

    def on_copy_snippet(self, a, b, c, value):
        later(self.copy("share-snippet", str(document.getElementById("share-snippet").value)))

    def on_send_link(self, a, b, c, value):
        what = {"title": self.app.title() or t("app"), "url": self.app.share.get("link", "")}
        window.navigator.share(js.JSON.parse(json.dumps(what)))

    def on_save_svg(self, a, b, c, value):
        later(self.save_picture("svg"))

    def on_save_png(self, a, b, c, value):
        later(self.save_picture("png"))

    async def save_picture(self, kind):
        """Save the board as a picture."""
        try:
            answer = await self.ask(self.app.request("draw", theme="light"))
        except Exception as error:
            self.failed(error)
            return
        if not answer["ok"]:
            self.app.share["said"] = " ".join([found["message"] for found in answer["problems"]])
            self.draw_dialog()
            return
        svg = answer["result"]["svg"]
        if kind == "svg":
            self.download(self.app.title() or "battle", "svg", "image/svg+xml", svg)
            return
        try:
            self.save(self.app.title() or "battle", "png", str(await js.hexPictures.png(svg, PNG_WIDTH)))
        except Exception as error:
            self.app.share["said"] = t("fault", reason=str(error))
            self.draw_dialog()

    async def fill_qr(self):
        """Make the QR code of the link."""
        share = self.app.share
        try:
            share["qr"] = json.loads(str(await js.hexPictures.qr(share["link"])) or "{}")
        except Exception:
            share["qr"] = {}
        if self.dialog == "share":
            self.draw_dialog()

    def download(self, title, ending, type, text):
        """Have the browser save a text as a file."""
        self.save(title, ending, "data:" + type + ";charset=utf-8," + str(js.encodeURIComponent(text)))

    def save(self, title, ending, address):
        """Have the browser save what stands at an address as a file."""
        from snippets import file_name

        link = document.createElement("a")
        link.href = address
        link.download = file_name(title, ending)
        link.click()

    async def open_link(self):
        """Open the battle in the address; what was on the page stays if that fails."""
        fragment = str(window.location.hash)[1:]
        if fragment and document.getElementById(fragment) is None:  # not a place on the page, as the skip link's
            await self.open_fragment(fragment)

    async def open_fragment(self, fragment):
        """Open the battle that a link holds behind its #."""
        if len(fragment) > self.app.longest_link:  # not even sent to the engine
            self.clean_address()
            self.refuse_link(t("link.long", n=len(fragment), most=self.app.longest_link))
            return
        await self.open_answer({"op": "open", "fragment": fragment}, "link")

    async def open_answer(self, request, kind):
        """Put on the table what the engine reads in a link or a file."""
        app = self.app
        try:
            answer = await self.ask(request)
        except Exception as error:
            self.failed(error)
            return
        self.clean_address()
        app.engine = "ready"
        if not answer["ok"]:
            self.refuse_link(" ".join([found["message"] for found in answer["problems"]]), kind)
            return
        found = answer["result"]
        self.remember()
        if await self.need_schema(found["scenario"]["ruleset"]):
            app.load(found["scenario"], found["actions"])
            app.dirty = True
            app.notes = ""
            self.changed()
            app.notice = t(kind + ".opened")
            self.render()

    def clean_address(self):
        """Take what was opened out of the address: from now on the page's state counts."""
        window.history.replaceState(None, "", str(window.location.href).split("#")[0].split("?")[0])

    async def open_shared(self):
        """Open the battle whose link another app has handed over, in whatever words."""
        asked = js.URLSearchParams.new(str(window.location.search))
        for name in ("url", "text", "title"):
            for word in str(asked.get("share-" + name) or "").split():
                if "#" in word:
                    await self.open_fragment(word[word.index("#") + 1 :])
                    return
        self.clean_address()
        self.refuse_link(t("link.none"))

    # --- files ---------------------------------------------------------------------------------------------

    def on_save_file(self, a, b, c, value):
        later(self.save_file())

    async def save_file(self):
        """Save the battle, as far as it was fought, as a file."""
        app = self.app
        try:
            answer = await self.ask(app.request("normal"))
        except Exception as error:
            self.failed(error)
            return
        if answer["ok"]:
            text = json.dumps({"scenario": answer["result"]["scenario"], "actions": app.actions})
            self.download(app.title() or "battle", "hexumpire", "application/json", text)
        else:
            app.share["said"] = " ".join([found["message"] for found in answer["problems"]])
            self.draw_dialog()

    def on_battlefile(self, a, b, c, value):
        for file in document.getElementById("battlefile").files:
            later(self.open_file(file))
        self.on_close()

    async def open_file(self, file):
        """Open a battle that was saved as a file."""
        if file.size > LARGEST_FILE:
            self.refuse_link(t("file.large"), "file")
        else:
            await self.open_answer({"op": "open", "text": str(await file.text())}, "file")

    def on_launch(self, launch):
        """Take the files that the system opens with the installed page."""
        for handle in launch.files:
            later(self.open_handle(handle))

    async def open_handle(self, handle):
        await self.open_file(await handle.getFile())

    def refuse_link(self, reason, kind="link"):
        """Say why a link or a file was not opened."""
        app = self.app
        self.render()
        app.notice = t(kind + ".bad", reason=reason[:300])
        self.render()
        self.say(app.notice)
        document.getElementById("status").scrollIntoView(js.JSON.parse('{"block":"center"}'))

    # --- data ----------------------------------------------------------------------------------------------

    async def fetch(self, name, code=""):
        """A file of the site's data, as a document, in the language in use or another one."""
        code = code or language()
        return await self.load("data/" + name + ("" if code == "en" else "." + code))

    async def load(self, name):
        """A file of the site, as a document."""
        answer = await js.fetch("./" + name + ".json")
        if not answer.ok:
            raise ValueError(name + ": " + str(answer.status))
        return json.loads(await answer.text())

    async def need_examples(self):
        """Have all examples of the game at hand, not only the first, which came with its form."""
        app = self.app
        schema = app.schema
        if not schema or not schema.get("more_examples"):
            return
        app.examples_fault = ""
        try:
            rest = await self.fetch(schema["ruleset"]["key"] + ".examples")
            if schema["more_examples"]:  # not taken in by an earlier asking
                schema["examples"] = schema["examples"] + rest
                schema["more_examples"] = 0
        except Exception as error:
            app.examples_fault = t("fault", reason=str(error))
        if self.dialog == "battles":
            self.draw_dialog()

    async def need_schema(self, key):
        """Have the form of a game at hand; False (and said so) when it is not to be had."""
        app = self.app
        if key in app.schemas:
            return True
        if [entry for entry in app.rulesets if entry["key"] == key]:
            try:
                app.schemas[key] = await self.fetch(key)
                return True
            except Exception as error:
                app.notice = t("fault", reason=str(error))
        self.render()
        return False
