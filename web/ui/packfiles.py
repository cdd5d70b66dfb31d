"""The dialog of the players' own charts: its focus, its files, and what the device keeps of them."""

import json

import store
from browser import document, later
from texts import t
from values import slug

LARGEST = 200000  # bytes of a file that is read


class Packfiles:
    """What players do on a page to the charts that they type in."""

    def __init__(self, page):
        self.page = page
        self.app = page.app
        document.addEventListener("paste", self.on_paste)
        document.addEventListener("keydown", self.on_grid_key)

    def on_charts(self, a, b, c, value):
        """Open the dialog, at a table if one is named."""
        self.app.pack_said = ""
        self.app.pack_ask = ()
        if a:
            self.app.pack_tab = a
        self.page.open_dialog("charts")

    def on_packgo(self, a, b, c, value):
        """Show a cell, or as much of its place as there is."""
        for place in ((a, b, c), (a, b), (a,)):
            if place[-1] and self.page.focus("-".join(["pack"] + [slug(part) for part in place])):
                return

    def on_packplace(self, id, b, c, value):
        """Open the dialog at the place with this id."""
        for table in self.app.listed("packs"):
            start = "pack-" + slug(table["key"])
            if id == start or id.startswith(start + "-"):
                self.on_charts(table["key"], "", "", None)
                if not self.page.focus(id):
                    self.page.focus(start)
                return
        self.on_charts("", "", "", None)

    def on_packask(self, a, b, c, value):
        """Ask before something is wiped; without ``a`` it is left."""
        asked = self.app.pack_ask
        self.app.pack_ask = (a,) + tuple(b.split("|")) if a else ()
        self.page.draw_dialog()
        if a:
            self.page.focus("pack-wipe", False)
        elif asked:
            self.page.focus("pack-" + slug(asked[1]), False)

    def tell_pack(self, where, said):
        """Say something in the dialog, where it was caused."""
        self.app.pack_where = where
        self.app.pack_said = said
        self.page.draw_dialog()

    def on_packdefault(self, a, b, c, value):
        """Have new battles use a kept pack, or not."""
        self.app.do("packdefault", a)
        self.app.storable = store.write(store.PACKS, self.app.packs)
        self.page.draw_dialog()

    def on_packtab(self, a, b, c, value):
        self.app.pack_tab = a
        self.page.draw_dialog()

    def on_packkeep(self, a, b, c, value):
        """Keep the pack on the device."""
        app = self.app
        if app.keep_pack(t("pack.untitled")):
            app.storable = store.write(store.PACKS, app.packs)
            self.tell_pack("whole", t("pack.kepthere") if app.storable else t("saved.refused"))
        else:
            self.tell_pack("whole", t("pack.unsound"))

    def on_packforget(self, a, b, c, value):
        self.app.do("packforget", a)
        self.app.pack_ask = ()
        store.write(store.PACKS, self.app.packs)
        self.page.draw_dialog()
        self.page.focus("packs-kept", False)

    def on_packsave(self, a, b, c, value):
        """Save the pack as a file."""
        app = self.app
        document_ = {
            "ruleset": app.scenario["ruleset"],
            "title": app.pack.get("title", ""),
            "tables": app.pack_tables(),
        }
        self.page.download(document_["title"] or t("pack.untitled"), "json", "application/json", json.dumps(document_))

    def on_packtake(self, a, b, c, value):
        later(self.take_text(str(document.getElementById("packtext").value)))

    def on_packfile(self, a, b, c, value):
        later(self.take_file())

    async def take_file(self):
        """Read the chosen file."""
        control = document.getElementById("packfile")
        for file in control.files:
            if file.size > LARGEST:
                self.tell_pack("bring", t("pack.large", title=file.name))
            else:
                await self.take_text(str(await file.text()))
        control.value = ""

    async def take_text(self, text):
        """Use a pack given as text, if the engine can read it; what does not fit its tables is told in the dialog."""
        app = self.app
        app.pack_text = text
        try:
            answer = await self.page.ask({"op": "pack", "ruleset": app.scenario["ruleset"], "text": text})
        except Exception as error:
            self.page.failed(error)
            return
        if answer["ok"]:
            app.take_pack(answer["result"]["pack"])
            app.pack_text = ""
            self.page.changed()
            self.tell_pack("bring", t("pack.taken"))
        else:
            said = [found.get("text") or found["message"] for found in answer["problems"]]
            self.tell_pack("bring", " ".join(said)[:600])

    def on_paste(self, event):
        """Several cells pasted at once fill as many."""
        control = event.target
        if not hasattr(control, "getAttribute") or control.getAttribute("data-set") not in ("packcell", "packhead"):
            return
        text = str(event.clipboardData.getData("text"))
        if "\t" in text or "\n" in text.strip():
            event.preventDefault()
            a, b, c = [control.getAttribute("data-" + key) for key in ("a", "b", "c")]
            if control.getAttribute("data-set") == "packhead":
                b = c = ""
            self.app.pack_where = "table"
            self.page.act("packpaste", a, b, c, text)
            self.page.draw_dialog()

    def on_grid_key(self, event):
        """Enter goes to the cell below, as in a spreadsheet."""
        control = event.target
        if str(event.key) != "Enter" or control.getAttribute("data-set") != "packcell":
            return
        line = control.closest("tr")
        place = [cell.contains(control) for cell in line.children].index(True)
        below = line.nextElementSibling
        if below is not None:
            event.preventDefault()
            again = below.children[place].querySelector("input, select")
            if again is not None:
                again.focus()
                if again.tagName == "INPUT":
                    again.select()
