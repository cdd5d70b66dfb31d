"""Battles that come and go: kept on the device, opened, shared; and the dialogs for that."""

import asyncio
import json

import awaited
import js
import store
from asking import Asking
from browser import document, later, now, random32, window
from texts import language, t
from values import remember

HEX_DIGITS = "0123456789abcdef"
LARGEST_FILE = 300000  # bytes of a battle's file


class Sharing(Asking):
    """A page that keeps, opens and hands on battles."""

    where = ""  # the page of the language that was chosen: a step back may lead to another's

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
        if app.current and app.view.get("bar"):
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
        if self.address:
            self.address.follow()

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
        if await self.need_schema(key, lambda: later(self.switch_game(key))):
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
        key = str(state.get("scenario", {}).get("ruleset", ""))
        if await self.need_schema(key, lambda: later(self.open_state(state))) and self.app.restore(state):
            self.changed()
            window.scrollTo(0, 0)

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
        if not fragment or fragment == self.app.link:
            return
        if document.getElementById(fragment) is None:  # not a place on the page, as the skip link's
            await self.open_fragment(fragment)
        else:
            self.put_address()

    async def open_fragment(self, fragment):
        """Open the battle that a link holds behind its #."""
        if len(fragment) > self.app.longest_link:  # not even sent to the engine
            self.put_address()
            self.refuse_link(t("link.long", n=len(fragment), most=self.app.longest_link))
            return
        before = self.app.kept(), list(self.app.past)
        shown = None if self.app.engine == "ready" else await self.preview(fragment, before)
        await self.open_answer({"op": "open", "fragment": fragment}, "link", shown, before)

    async def preview(self, fragment, before):
        """Show what a link holds before the engine can judge it; its revision, or None where it cannot be shown."""
        app = self.app
        try:
            found = json.loads(str(await js.hexLink(fragment)))
            scenario, actions = found["scenario"], [str(action) for action in found["actions"]]
            if not await self.need_schema(scenario["ruleset"], lambda: later(self.open_fragment(fragment))):
                return None
            self.remember()
            app.load(scenario, actions)
            app.head, app.head_of = [str(text) for text in found["head"]], app.revision
            app.link, app.link_of = fragment, app.revision
            app.dirty = True
            app.notes = ""
            self.render()
        except Exception:  # no battle: the engine will say why
            self.take_back(before)
            return None
        document.documentElement.removeAttribute("data-coming")
        return app.revision

    def take_back(self, before):
        """Go back to what was on the table before a link."""
        self.app.restore(before[0])
        self.app.past = before[1]
        self.render()

    async def open_answer(self, request, kind, shown=None, before=None):
        """Put on the table what the engine reads in a link or a file; the revision ``shown`` shows it already."""
        app = self.app
        try:
            answer = await self.ask(request)
        except Exception as error:
            app.again = lambda: later(self.open_answer(request, kind, shown, before))
            self.failed(error)
            return
        if shown is not None and shown != app.revision:  # changed since: what is wrong with it is told of the board
            return
        if not answer["ok"]:
            if shown is not None:
                self.take_back(before)
            self.put_address()
            self.refuse_link(" ".join([found["message"] for found in answer["problems"]]), kind)
            later(self.pump())
            return
        found = answer["result"]
        key = found["scenario"]["ruleset"]
        if not await self.need_schema(key, lambda: later(self.open_answer(request, kind, shown, before))):
            return
        app.engine = "ready"
        if shown is None or app.scenario != app.filled(found["scenario"]) or app.actions != found["actions"]:
            self.remember()
            app.load(found["scenario"], found["actions"])
            if kind == "link":
                app.link, app.link_of = str(window.location.hash)[1:], app.revision
            app.dirty = True
            app.notes = ""
        was_fighting = app.fighting
        if found["view"]:
            app.take_view(dict(answer, result=found["view"]), app.revision)
        self.changed()
        if found["view"]:
            self.viewed(was_fighting)
        app.notice = t(kind + ".opened")
        self.render()

    def put_address(self):
        """Have the address bar hold the link of what is on the screen, or none while there is none."""
        app = self.app
        if app.link_of != app.revision:
            app.link = ""
        js.hexAddress(self.address.depth if self.address else 0, app.link, False, self.where)

    async def open_shared(self):
        """Open the battle whose link another app has handed over, in whatever words."""
        asked = js.URLSearchParams.new(self.wished)
        for name in ("url", "text", "title"):
            for word in str(asked.get("share-" + name) or "").split():
                if "#" in word:
                    await self.open_fragment(word[word.index("#") + 1 :])
                    return
        self.put_address()
        self.refuse_link(t("link.none"))

    # --- files ---------------------------------------------------------------------------------------------

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
            app.examples_fault = t("part.failed", reason=str(error))
        if self.dialog == "battles":
            self.draw_dialog()

    async def need_schema(self, key, again=None):
        """Have the form of a game at hand; False (and said so, with how to try ``again``) when it is not to be had."""
        app = self.app
        if key in app.schemas:
            return True
        for entry in app.rulesets:
            if entry["key"] == key:
                app.notice, app.again = t("part.coming", title=entry["title"]), None
                self.render()
                try:
                    app.schemas[key] = await self.fetch(key)
                    return True
                except Exception as error:
                    app.notice, app.again = t("part.failed", reason=str(error)), again
        self.last["top"] = None  # whose list shows what was chosen
        self.render()
        return False
