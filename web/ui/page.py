"""The page itself: puts the HTML of the other modules into the document and carries what players do to the model.

Controls say what they do in data-do (a click) or data-set (a value), with arguments in data-a, -b and -c; one
listener of a kind on the document serves them all.

Two traps of MicroPython in the browser: an exception thrown by JavaScript passes through Python uncaught (only a
rejected promise can be caught), and a function of the global object must be reached in one way only, through js,
because calling it as a method of window once makes asyncio's own calls of it fail.
"""

import asyncio
import json

import board
import js
import results
import setup
import store
import umpire
from model import App, fair, pick, problem_focus, remember
from texts import t

LIVE = ("title", "notes", "override-note")  # typed text that is taken letter by letter
PATIENCE = 1500  # milliseconds after which a computation that nobody needs any more is ended
HEX_DIGITS = "0123456789abcdef"
KEYS = {
    "ArrowLeft": "left", "ArrowRight": "right", "ArrowUp": "up", "ArrowDown": "down",
    "Home": "home", "End": "end", "PageUp": "pageup", "PageDown": "pagedown",
}  # fmt: skip

document = js.document
window = js.window


TASKS = []  # kept, so that none is collected before it is done


def later(work):
    """Have a coroutine done when the present event is over."""
    TASKS[:] = [task for task in TASKS if not task.done()]
    TASKS.append(asyncio.create_task(work))


def mark(name):
    """A point in time for measurements."""
    window.performance.mark(name)


def random32():
    """A fair 32-bit number from the browser (in halves: larger numbers do not cross over whole)."""
    halves = js.Uint16Array.new(2)
    js.crypto.getRandomValues(halves)
    return (halves[0] << 16) + halves[1]


def quoted(text):
    """A text as a CSS string."""
    return '"' + str(text).replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\a ") + '"'


def signature(element):
    """A selector that finds a control again after its region was drawn anew."""
    if element.id:
        return "[id=" + quoted(element.id) + "]"
    for kind in ("do", "set"):
        name = element.getAttribute("data-" + kind)
        if name:
            found = "[data-" + kind + "=" + quoted(name) + "]"
            for key in ("data-a", "data-b", "data-c"):
                value = element.getAttribute(key)
                found += ":not([" + key + "])" if value is None else "[" + key + "=" + quoted(value) + "]"
            return found
    return ""


class Page:
    """One page in one browser tab."""

    REGIONS = (
        # region, what draws it, whether it waits until the first ones are on the screen
        ("top", setup.top),
        ("boardbar", setup.boardbar),
        ("board", None),
        ("caption", setup.caption),
        ("sheet", setup.sheet),
        ("bar", setup.foot),
        ("status", setup.status),
        ("umpire", umpire.umpire),
        ("problems", setup.problems),
        ("tabs", results.tablist),
        ("panel", results.panel),
        ("conditions", setup.conditions),
    )

    def __init__(self):
        self.app = App()
        self.elements = {}
        self.last = {}
        self.view = None
        self.board_of = None
        self.sprite_of = ""
        self.pumping = False
        self.batch = None
        self.running = ""
        self.started = 0
        self.keyboard = False
        self.save_asked = False
        self.dialog = ""

    # --- drawing -------------------------------------------------------------------------------------------

    def put(self, region, html):
        """Put HTML into a region if it differs from what is there, and leave the focus where it was."""
        if self.last.get(region) == html:
            return
        self.last[region] = html
        element = self.elements.get(region)
        if element is None:
            element = self.elements[region] = document.getElementById(region)
        active = document.activeElement
        where = signature(active) if active is not None and element.contains(active) else ""
        js.hexMorph(element, html)
        if where and not element.contains(document.activeElement):  # the focused control was drawn anew
            again = element.querySelector(where)
            if again is not None:
                again.focus(js.JSON.parse('{"preventScroll":true}'))

    def draw_board(self):
        """Draw the board anew."""
        app = self.app
        shown = (app.revision, app.screen, app.selected, app.cursor, app.scenario["ruleset"], board.marking(app))
        if app.fighting or app.actions:
            shown += (app.view_of,)
        if shown == self.board_of:
            return
        try:
            self.view = board.board_view(app)
        except (ValueError, KeyError, TypeError, AttributeError):  # a document with a place that is none
            return
        self.board_of = shown
        self.put("board", board.board_svg(app, self.view))

    def render_odds(self):
        """Bring what the odds are shown in up to the model."""
        self.put("bar", setup.foot(self.app))
        if self.app.tab == "odds":
            self.put("panel", results.panel(self.app))

    def render(self):
        """Bring everything on the screen up to the model."""
        app = self.app
        root = document.documentElement
        root.setAttribute("data-screen", app.screen)
        if app.schema and self.sprite_of != app.scenario["ruleset"]:
            self.sprite_of = app.scenario["ruleset"]
            document.getElementById("sprite").innerHTML = board.sprite(app.schema)
        for region, draw in self.REGIONS:
            if region == "board":
                if app.schema:
                    self.draw_board()
            elif region != "panel" or app.schema:
                self.put(region, draw(app))
        panel = document.getElementById("panel")
        panel.setAttribute("aria-labelledby", "tab-" + app.tab)
        if self.dialog:
            self.draw_dialog()
        title = app.title()
        document.title = (title + " – " if title else "") + t("app")

    def draw_dialog(self):
        """Draw the open dialog anew."""
        self.put("dialog", getattr(umpire, self.dialog)(self.app))

    def say(self, text):
        """Have a screen reader say something."""
        live = document.getElementById("say")
        live.textContent = ""
        live.textContent = text

    def focus(self, id, scroll=True):
        """Move the focus to an element by its id, if it is there."""
        element = document.getElementById(id)
        if element is None:
            return False
        if element.closest("details:not([open])") is not None:
            element.closest("details").open = True
        element.focus(js.JSON.parse('{"preventScroll":true}'))
        if scroll:
            element.scrollIntoView(js.JSON.parse('{"block":"center"}'))
        return True

    def show_question(self):
        """Bring the question being asked into view."""
        log = document.getElementById("log")
        if log is not None:
            log.scrollTop = log.scrollHeight
        if self.focus("question", False):
            block = "nearest"
            question = document.getElementById("question").closest(".question")
            if window.innerWidth < 900:  # as much of the log above it as there is room for below the board
                room = window.innerHeight - document.querySelector(".left").offsetHeight - 170
                block = "end" if question.offsetHeight < room else "start"
            question.scrollIntoView(js.JSON.parse('{"block":"' + block + '"}'))

    # --- the engine ----------------------------------------------------------------------------------------

    def call(self, request, progress=None):
        """Send a request to the engine at once; a promise of its answer."""
        text = json.dumps(request)
        return window.hexEngine.call(text, progress) if progress else window.hexEngine.call(text)

    async def ask(self, request, progress=None):
        """Ask the engine; its answer as a document. Raises when it cannot answer."""
        return json.loads(await self.call(request, progress))

    def fire(self):
        """Ask for the position and the odds at once: the engine works while the page draws."""
        app = self.app
        self.batch = None
        view = None if app.current else self.call(app.view_request())
        odds = None if app.odds_current else self.call(app.outcomes_request())
        return app.revision, app.odds_key, view, odds

    def failed(self, error):
        """The engine is not there, or broke down."""
        reason = str(error)
        if "cancelled" in reason:
            return
        self.app.engine = "failed"
        self.app.fault = reason.replace("Error: ", "")[:300]
        self.render()

    def changed(self):
        """The model has changed: show it, keep it, ask the engine about it."""
        mark("hex-changed")
        if self.running and window.performance.now() - self.started > PATIENCE:
            window.hexEngine.cancel()
        if not self.pumping and self.app.engine == "ready":
            self.batch = self.fire()
        self.render()
        mark("hex-drawn")
        self.keep_soon()
        later(self.pump())

    async def pump(self):
        """Ask the engine until what is on the screen is what it says of the document."""
        if self.pumping or self.app.engine == "failed":
            return
        self.pumping = True
        app = self.app
        try:
            while self.batch or not app.current or not app.odds_current:
                revision, key, view, odds = self.batch or self.fire()
                self.batch = None
                if view:
                    answer = json.loads(await view)
                    app.engine = "ready"
                    if revision == app.revision:
                        was_fighting = app.fighting
                        app.take_view(answer, revision)
                        self.render()
                        mark("hex-view")
                        if app.fighting or was_fighting:
                            self.after_step()
                if odds:
                    self.running = "outcomes"
                    self.started = window.performance.now()
                    later(self.tell_slow(key))
                    try:
                        answer = json.loads(await odds)
                    except Exception as error:
                        if "cancelled" not in str(error):
                            raise
                        continue
                    finally:
                        self.running = ""
                    if key == app.odds_key:
                        app.slow = False
                        app.take_outcomes(answer, key)
                        self.render_odds()
                        self.say_odds()
                        mark("hex-odds")
            self.keep_soon()
        except Exception as error:
            self.failed(error)
        finally:
            self.pumping = False

    async def tell_slow(self, key):
        """Say that odds take their time, when they do."""
        await asyncio.sleep_ms(700)
        if self.running == "outcomes" and key == self.app.odds_key and not self.app.odds_current:
            self.app.slow = True
            self.render_odds()

    def say_odds(self):
        """Have a screen reader say the new odds of a set-up; a fight says its own lines."""
        app = self.app
        if app.past and not app.fighting and app.view and app.takes_hex:
            self.say(app.view.get("bar", "") + ", " + t("bar.takes") + " " + app.takes_hex)

    def after_step(self):
        """A step of the fight is on the screen: move on to the next question, and say it."""
        app = self.app
        node = app.node
        if not node:
            return
        if app.fighting:
            self.show_question()
        lines = app.view.get("log") or []
        last = [line["text"] for line in lines if line["step"] == len(app.actions) - 1]
        self.say(" ".join(last) + " " + (node.get("prompt") or node.get("title") or ""))

    async def solve(self):
        """Ask for best play, which may take long."""
        app = self.app
        revision = app.revision
        app.solving = "…"
        self.running = "solve"
        self.started = window.performance.now()
        self.render()

        def progress(text):
            if app.solving and revision == app.revision:
                app.solving = str(text)
                self.render()

        try:
            answer = await self.ask(app.solve_request(), progress)
            if revision == app.revision:
                app.take_best(answer, revision)
        except Exception as error:
            if "cancelled" not in str(error):
                self.failed(error)
            elif revision == app.revision:
                app.notice = t("cancelled")
            if revision == app.revision:
                app.solving = ""
        self.running = ""
        self.render()

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
        when = str(js.Date.new().toLocaleString())
        entry = {"id": app.battle, "title": app.title(), "when": when, "about": about, "state": kept}
        app.saved = remember(app.saved, entry)
        app.storable = store.write(store.BATTLES, app.saved)

    # --- what a player does --------------------------------------------------------------------------------

    def act(self, name, a="", b="", c="", value=None):
        """Carry out what a control says."""
        app = self.app
        effect = getattr(self, "on_" + name.replace("-", "_"), None)
        if effect:
            effect(a, b, c, value)
        elif app.do(name, a, b, c, value):
            self.changed()
            self.after(name, a)

    def after(self, name, a):
        """Where the focus goes after a change, where it does not stay."""
        app = self.app
        if name == "fight":
            self.remember()
            self.after_step()
        elif name in ("setup", "again"):
            window.scrollTo(0, 0)
            if name == "setup":
                self.focus("fight", False)
        elif name in ("remove", "clearhex", "moveto"):
            self.focus("sheet-title", False)
        elif name == "move" and app.moving:
            self.focus("moveto")
        elif name == "unselect":
            self.focus_board()

    def focus_board(self):
        """Put the focus on the board."""
        picture = document.getElementById("b-board")
        if picture is not None:
            picture.focus(js.JSON.parse('{"preventScroll":true}'))

    def tapped(self, hex, unit):
        """A place on the board was tapped."""
        app = self.app
        if app.fighting:
            action = app.tapped(hex, unit)
            if action:
                self.act("act", action)
                return
            self.render()
            if app.notice:
                self.say(app.notice)
            elif app.narrowed:
                self.show_question()
            return
        if app.moving or not unit or hex != app.selected:
            self.act("hex", hex, "keep" if unit else "")
            if app.selected:
                if self.keyboard:
                    self.focus("sheet-title", False)
                if window.innerWidth < 900:  # make room for the sheet below the board
                    document.getElementById("board").scrollIntoView(js.JSON.parse('{"block":"start"}'))
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

    def on_cancel(self, a, b, c, value):
        window.hexEngine.cancel()

    def on_retry(self, a, b, c, value):
        self.app.engine = "loading"
        self.app.fault = ""
        self.app.touch()
        self.render()
        later(self.pump())

    def on_problem(self, a, b, c, value):
        id = problem_focus(self.app, int(a))
        self.render()
        if id == "board" or (not self.focus(id) and not self.focus("sheet-title")):
            self.focus_board()

    def open_dialog(self, name):
        """Open a dialog of the page."""
        self.dialog = name
        self.last["dialog"] = None
        self.draw_dialog()
        dialog = document.getElementById("dialog")
        dialog.setAttribute("aria-label", {"battles": t("battles"), "share": t("share.title")}.get(name, t("settings")))
        if not dialog.open:
            dialog.showModal()

    def on_close(self, a="", b="", c="", value=None):
        """Close the dialog."""
        document.getElementById("dialog").close()

    def on_battles(self, a, b, c, value):
        self.remember()
        self.open_dialog("battles")

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
                app.share["link"] = str(window.location.href).split("#")[0] + "#" + answer["result"]["fragment"]
            else:
                app.share["said"] = " ".join([found["message"] for found in answer["problems"]])
            answer = await self.ask(app.request("text"))
            if answer["ok"]:
                text = answer["result"]["text"]
                app.share["text"] = text + ("\n\n" + app.notes if app.notes else "")
        except Exception as error:
            app.share["said"] = t("fault", reason=str(error))
        if self.dialog == "share":
            self.draw_dialog()

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

    def on_send_link(self, a, b, c, value):
        what = {"title": self.app.title() or t("app"), "url": self.app.share.get("link", "")}
        window.navigator.share(js.JSON.parse(json.dumps(what)))

    def on_save_svg(self, a, b, c, value):
        later(self.save_svg())

    async def save_svg(self):
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
        link = document.createElement("a")
        link.href = "data:image/svg+xml;charset=utf-8," + str(js.encodeURIComponent(answer["result"]["svg"]))
        words = "".join([c if c.isalpha() or c in "0123456789" else "-" for c in self.app.title()])
        link.download = (words.strip("-") or "battle") + ".svg"
        link.click()

    async def open_link(self):
        """Open the battle in the address; what was on the page stays if that fails."""
        fragment = str(window.location.hash)[1:]
        if not fragment:
            return
        app = self.app
        try:
            answer = await self.ask({"op": "open", "fragment": fragment})
        except Exception as error:
            self.failed(error)
            return
        window.history.replaceState(None, "", str(window.location.href).split("#")[0])
        app.engine = "ready"
        if not answer["ok"]:
            reason = " ".join([found["message"] for found in answer["problems"]])
            self.render()
            app.notice = t("link.bad", reason=reason[:300])
            self.render()
            self.say(app.notice)
            return
        found = answer["result"]
        self.remember()
        if await self.need_schema(found["scenario"]["ruleset"]):
            app.load(found["scenario"], found["actions"])
            app.dirty = True
            app.notes = ""
            self.changed()
            app.notice = t("link.opened")
            self.render()

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
            side = target.closest("[data-side]") if board.marking(self.app) else None
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
                self.last["panel"] = results.panel(self.app)
            elif region is not None and region.id == "umpire":
                self.last["umpire"] = umpire.umpire(self.app)
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
                self.say(board.hex_label(self.view, self.app.cursor))
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
        window.addEventListener("pagehide", lambda event: self.keep())

    # --- starting ------------------------------------------------------------------------------------------

    async def fetch(self, name):
        """A file of the site's data, as a document."""
        answer = await js.fetch("./data/" + name + ".json")
        if not answer.ok:
            raise ValueError(name + ": " + str(answer.status))
        return json.loads(await answer.text())

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
        app.schemas[first["ruleset"]] = await self.fetch(first["ruleset"])
        app.theme = store.read(store.THEME) or "auto"
        saved = store.read(store.BATTLES)
        app.saved = (
            [entry for entry in saved if isinstance(entry, dict) and "id" in entry] if isinstance(saved, list) else []
        )
        app.storable = store.write(store.PROBE, 1)
        app.load(first["scenario"])
        app.view, app.outcomes = first["view"], first["outcomes"]
        app.relevant = app.view["relevant"]
        app.past = []
        kept = store.read(store.STATE)
        if isinstance(kept, dict):
            key = (kept.get("scenario") or {}).get("ruleset", "")
            if key != first["ruleset"] and key:
                await self.need_schema(key)
            if key in app.schemas:
                app.restore(kept)
        for name, a, b, c, value in self.typed_early():
            app.do(name, a, b, c, value)
        self.listen()
        document.documentElement.setAttribute("data-ui", "ready")
        mark("hex-ui")
        self.render()
        if str(window.location.hash)[1:]:
            await self.open_link()
        try:
            await window.hexEngine.ready
            app.engine = "ready"
            document.documentElement.setAttribute("data-engine", "ready")
            mark("hex-engine")
            self.render()
        except Exception as error:
            self.failed(error)
        await self.pump()
