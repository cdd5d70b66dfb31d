"""The page itself: carries what players do in the document to the model.

Controls say what they do in data-do (a click) or data-set (a value), with arguments in data-a, -b and -c; one
listener of a kind on the document serves them all.
"""

import asyncio

import awaited
import drawing
import js
import store
import why
from board import alt_text
from browser import document, later, mark, random32, window
from model import problem_focus
from packing import is_pack
from sharing import Sharing
from texts import t
from values import fair, pick, slug

LIVE = ("title", "notes", "override-note")  # typed text that is taken letter by letter
KEYS = {
    "ArrowLeft": "left", "ArrowRight": "right", "ArrowUp": "up", "ArrowDown": "down",
    "Home": "home", "End": "end", "PageUp": "pageup", "PageDown": "pagedown",
}  # fmt: skip


class Page(Sharing):
    """One page in one browser tab."""

    # --- what a player does --------------------------------------------------------------------------------

    def act(self, name, a="", b="", c="", value=None):
        """Carry out what a control says."""
        app = self.app
        method = "on_" + name.replace("-", "_")
        effect = getattr(self, method, None)
        for hand in self.hands:
            effect = effect or getattr(hand, method, None)
        if effect:
            effect(a, b, c, value)
        elif app.do(name, a, b, c, value):
            self.changed()
            self.after(name, a)
        elif not self.hands:
            later(self.act_later(name, a, b, c, value))

    async def act_later(self, name, a, b, c, value):
        """Do what takes a part of the page that has not come yet."""
        await self.complete()
        if self.hands:
            self.act(name, a, b, c, value)
        else:
            self.app.notice = t("part.failed", reason="late.bin")
            self.app.again = lambda: self.act(name, a, b, c, value)
            self.render()

    def after(self, name, a):
        """Where the focus goes after a change, where it does not stay."""
        app = self.app
        if name == "fight":
            self.remember()
            self.after_step()
        elif name in ("setup", "again"):
            window.scrollTo(0, 0)
            if name == "setup" and not self.focus("fight", False):
                self.focus_board()
        elif name in ("remove", "clearhex", "moveto"):
            self.focus("sheet-title", False)
        elif name == "move" and app.moving:
            self.focus("moveto")
        elif name == "unselect":
            self.focus_board()
        elif name in ("unit", "split") and app.unit:
            self.bring("u-" + slug(app.unit))
            if name == "split":
                self.focus("u-" + slug(app.unit), False)

    def focus_board(self):
        """Put the focus on the board."""
        picture = document.getElementById("b-board")
        if picture is not None:
            picture.focus(js.JSON.parse('{"preventScroll":true}'))

    def tapped(self, hex, unit):
        """A place on the board was tapped."""
        app = self.app
        if app.fighting:
            named = app.picks
            action = app.tapped(hex, unit)
            if action:
                self.act("act", action)
                return
            if app.picks != named:
                later(self.judge())
            self.render()
            if app.notice or app.narrowed:
                self.show_question()
            if app.notice:
                self.say(app.notice)
            return
        if app.moving or not unit or hex != app.selected:
            self.act("hex", hex, "keep" if unit else "")
            if app.selected:
                if self.keyboard:
                    self.focus("sheet-title", False)
                self.bring("sheet")
        else:
            app.tool = "counters"
            self.act("unit", unit)

    def on_roll(self, a, b, c, value):
        app = self.app
        node = app.node
        if node and node["kind"] == "chance" and app.current:
            self.act("act", pick(node["faces"], lambda total: fair(total, random32)))

    def on_best(self, a, b, c, value):
        later(self.solve())

    def on_compare(self, a, b, c, value):
        later(self.compare())

    def on_cancel(self, a, b, c, value):
        window.hexEngine.cancel()

    def on_retry(self, a, b, c, value):
        self.app.fault = ""
        window.hexEngine.restart()
        self.on_again_part(a, b, c, value)
        later(self.pump())

    def on_complete(self, a, b, c, value):
        awaited.faults.clear()
        self.render()
        later(self.complete())

    def on_restart(self, a, b, c, value):
        window.hexEngine.restart()

    def on_again_part(self, a, b, c, value):
        """Ask once more for what did not come."""
        again, self.app.again = self.app.again, None
        self.app.notice = ""
        self.render()
        if again:
            again()

    def on_problems(self, a, b, c, value):
        first = document.querySelector("#problems .problem")
        if first is not None:
            first.focus(js.JSON.parse('{"preventScroll":true}'))
            first.scrollIntoView(js.JSON.parse('{"block":"center"}'))

    def on_problem(self, a, b, c, value):
        id = problem_focus(self.app, int(a))
        self.render()
        if id == "pack" or id.startswith("pack-"):
            self.act("packplace", id)
        elif id == "board" or (not self.focus(id) and not self.focus("sheet-title")):
            self.focus_board()

    # --- events --------------------------------------------------------------------------------------------

    def on_click_event(self, event):
        """A click or tap anywhere."""
        target = event.target
        if not hasattr(target, "closest"):
            return
        if target.id == "dialog":  # beside the dialog
            self.on_close()
            return
        control = target.closest("[data-do]")
        if control is not None:
            if control.tagName == "BUTTON" and control.disabled:
                return
            a, b, c = [control.getAttribute("data-" + key) or "" for key in ("a", "b", "c")]
            self.act(control.getAttribute("data-do"), a, b, c)
            return
        if target.closest("#board") is not None:
            side = target.closest("[data-side]") if drawing.marking(self.app) else None
            if side is not None:
                hex, direction = side.getAttribute("data-side").split(":")
                self.act("sidemark", hex, direction)
                return
            unit = target.closest("[data-unit]")
            hex = target.closest("[data-hex]")
            id = unit.getAttribute("data-unit") if unit is not None else ""
            name = hex.getAttribute("data-hex") if hex is not None else self.app.place_of(id)
            if name or id:
                self.tapped(name or "", id)

    def on_value_event(self, event):
        """A value was chosen or typed."""
        control = event.target
        name = control.getAttribute("data-set")
        if not name or (event.type == "input") != (name in LIVE):
            return
        value = control.checked if control.type == "checkbox" else control.value
        a, b, c = [control.getAttribute("data-" + key) or "" for key in ("a", "b", "c")]
        if name in LIVE:
            self.app.do(name, a, b, c, value)
            region = control.closest("[data-region]")
            if region is not None and region.id == "panel":  # what was typed is there already
                self.last["panel"] = why.panel(self.app)
            elif region is not None and region.id == "umpire":
                self.last["umpire"] = awaited.umpire(self.app)
            self.render()
            self.keep_soon()
            return
        self.act(name, a, b, c, value)
        if control.tagName == "INPUT" and control.type == "text":  # what could not be taken is not left standing
            control.value = control.getAttribute("value")

    def on_key_event(self, event):
        """Keys: the board's, the tabs', dice, undo."""
        self.keyboard = True
        target = event.target
        key = str(event.key)
        if not hasattr(target, "closest") or event.altKey or event.metaKey:
            return
        if event.ctrlKey:
            if key == "z" and target.tagName not in ("INPUT", "TEXTAREA"):
                event.preventDefault()
                self.act("back" if self.app.fighting else "undo")
            return
        if target.closest("#board") is not None:
            if key in KEYS:
                event.preventDefault()
                self.app.do("step", KEYS[key])
                self.draw_board()
                self.say(drawing.hex_label(self.view, self.app.cursor))
            elif key in ("Enter", " "):
                event.preventDefault()
                app = self.app
                self.tapped(app.cursor or app.selected or app.targets[0], "")
            elif key == "Escape":
                self.act("unselect")
            return
        if target.getAttribute("role") == "tab" and key in ("ArrowLeft", "ArrowRight", "Home", "End"):
            event.preventDefault()
            tabs = list(document.querySelectorAll("#tabs [role=tab]"))
            place = [tab.id for tab in tabs].index(target.id)
            step = {"ArrowLeft": place - 1, "ArrowRight": place + 1, "Home": 0, "End": len(tabs) - 1}[key]
            chosen = str(tabs[step % len(tabs)].id)
            self.act("tab", chosen[4:])
            self.focus(chosen, False)
            return
        if target.closest("dialog") is not None or target.tagName in ("INPUT", "TEXTAREA", "SELECT"):
            return
        if key == "?":
            self.act("help")
            return
        app = self.app
        if app.fighting and app.current and app.node and app.node["kind"] == "chance" and key in "0123456789":
            for face in app.node["faces"]:
                if face["id"].split("=")[-1] == key:
                    self.act("act", face["id"])
                    return

    def on_toggle_event(self, event):
        """A disclosure was opened or closed."""
        key = event.target.getAttribute("data-open")
        if key:
            if event.target.open:
                self.app.opened[key] = True
            elif key in self.app.opened:
                del self.app.opened[key]
            region = event.target.closest("[data-region]")
            if region is not None:
                for name, draw in self.REGIONS:
                    if name == region.id and draw:
                        self.last[name] = draw(self.app)

    def on_pointer_event(self, event):
        self.keyboard = False

    def on_dialog_close(self, event):
        self.dialog = ""
        self.last["dialog"] = None
        if self.address:
            self.address.follow()

    def listen(self):
        """Wire the document up."""
        document.addEventListener("click", self.on_click_event)
        document.addEventListener("change", self.on_value_event)
        document.addEventListener("input", self.on_value_event)
        document.addEventListener("keydown", self.on_key_event)
        document.addEventListener("pointerdown", self.on_pointer_event)
        document.addEventListener("toggle", self.on_toggle_event, True)
        document.getElementById("dialog").addEventListener("close", self.on_dialog_close)
        window.addEventListener("hashchange", lambda event: later(self.open_link()))
        window.addEventListener("popstate", lambda event: self.address and self.address.back())
        window.addEventListener("pagehide", lambda event: self.keep_all())
        document.addEventListener("visibilitychange", lambda event: document.hidden and self.keep_all())
        if hasattr(window, "launchQueue"):
            window.launchQueue.setConsumer(self.on_launch)

    # --- starting ------------------------------------------------------------------------------------------

    def typed_early(self):
        """What was typed or chosen in the first HTML before the page was up, as arguments for ``act``."""
        found = []
        for control in document.querySelectorAll("[data-set]"):
            kind = control.type
            if kind == "checkbox":
                differs, value = control.checked != control.defaultChecked, control.checked
            elif kind == "select-one":
                chosen = [option for option in control.options if option.defaultSelected]
                differs, value = bool(chosen) and chosen[0].value != control.value, control.value
            else:
                differs, value = control.value != control.defaultValue, control.value
            if differs:
                a, b, c = [control.getAttribute("data-" + key) or "" for key in ("a", "b", "c")]
                found.append((control.getAttribute("data-set"), a, b, c, value))
        return found

    async def start(self):
        """Take over the page."""
        app = self.app
        first = await self.fetch("first")
        app.rulesets = first["rulesets"]
        app.languages = first["languages"]
        alt_text.learn(first["spoken"])
        app.longest_link = first["longest_link"]
        await asyncio.sleep_ms(0)
        app.schemas[first["ruleset"]] = await self.fetch(first["ruleset"])
        await asyncio.sleep_ms(0)
        app.theme = store.read(store.THEME) or "auto"
        saved = store.read(store.BATTLES)
        app.saved = (
            [entry for entry in saved if isinstance(entry, dict) and "id" in entry] if isinstance(saved, list) else []
        )
        packs = store.read(store.PACKS)
        app.packs = [entry for entry in packs if is_pack(entry)] if isinstance(packs, list) else []
        app.storable = store.write(store.PROBE, 1)
        app.version = str(document.querySelector("meta[name=version]").content)  # of this build
        app.load(first["scenario"])
        app.first = app.filled(first["scenario"])
        app.view, app.outcomes = first["view"], first["outcomes"]
        app.view_of, app.outcomes_of = app.revision, app.odds_key
        app.relevant = app.view["relevant"]
        app.past = []
        self.board_of = self.board_key()  # the first HTML shows this board
        kept = store.read(store.STATE)
        fragment = str(window.location.hash)[1:]
        if isinstance(kept, dict):
            key = (kept.get("scenario") or {}).get("ruleset", "")
            if key != first["ruleset"] and key:
                await self.need_schema(key)
            if key in app.schemas:
                app.restore(kept)
                app.recall(store.read(store.HISTORY))
                self.board_of = None
                if fragment and fragment == kept.get("link"):
                    app.link = fragment
        await asyncio.sleep_ms(0)
        for name, a, b, c, value in self.typed_early():
            app.do(name, a, b, c, value)
        self.listen()
        document.documentElement.setAttribute("data-ui", "ready")
        mark("hex-ui")
        window.hexEngine.watch = self.follow_engine
        window.hexEngine.go()
        link = fragment and fragment != app.link
        if not link:
            document.documentElement.removeAttribute("data-coming")
        later(self.complete())
        await self.render_softly()
        self.drawn = True
        if link:
            await self.open_link()
        elif "share-" in self.wished:
            await self.open_shared()
        document.documentElement.removeAttribute("data-coming")
        await self.pump()
