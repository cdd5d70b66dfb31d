"""The document: puts the HTML of the other modules into it, and says and shows what is new."""

import asyncio
import json

import awaited
import drawing
import js
import setup
import why
import words
from browser import document, later, signature, window
from model import App
from parts import button, e
from texts import language, t

BESIDE = "(min-width: 900px), (min-width: 560px) and (orientation: landscape)"  # as style.css has it


class Screen:
    """The regions of the document, brought up to the model."""

    REGIONS = (
        # region, what draws it
        ("top", setup.top),
        ("boardbar", setup.boardbar),
        ("board", None),
        ("caption", setup.caption),
        ("sheet", awaited.sheet),
        ("bar", setup.foot),
        ("status", setup.status),
        ("umpire", awaited.umpire),
        ("problems", setup.problems),
        ("tabs", why.tablist),
        ("panel", why.panel),
        ("conditions", setup.conditions),
    )

    def __init__(self, unpack):
        self.app = App()
        self.unpack = unpack
        self.dialogs = None
        self.hands = []  # objects with further things that players do, once they have come
        self.address = None
        self.wished = str(window.location.search)  # as the page was opened: the address is tidied later
        self.fight_asked = "fight" in self.wished  # by a frame's "Fight it here"
        self.elements = {}
        self.last = {}
        self.view = None
        self.board_of = None
        self.words_of = None
        self.odds_said = ""
        self.words_before = None
        self.sprite_of = ""
        self.pumping = False
        self.batch = None
        self.running = ""
        self.started = 0
        self.keyboard = False
        self.save_asked = False
        self.dialog = ""
        self.drawn = False
        self.heard = 0

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

    def board_key(self):
        """What the picture of the board is made from: while that is the same, it is the same."""
        app = self.app
        shown = (app.revision, app.screen, app.selected, app.cursor, app.scenario["ruleset"], drawing.marking(app))
        if app.fighting or app.actions or app.told:
            shown += (app.view_of,)
        return shown

    def draw_board(self):
        """Draw the board anew."""
        app = self.app
        shown = self.board_key()
        if shown == self.board_of:
            return
        try:
            self.view = drawing.board_view(app)
        except (ValueError, KeyError, TypeError, AttributeError):  # a document with a place that is none
            return
        self.board_of = shown
        self.put("board", drawing.board_svg(app, self.view))

    def tell_board(self):
        """Bring the board in words up to the picture; return what has changed since the last time, in words."""
        app = self.app
        shown = (self.board_of, app.view_of, app.fighting)
        if shown == self.words_of or not app.schema:
            return ""
        view = self.view = self.view or drawing.board_view(app)
        self.words_of = shown
        self.put("words", words.words(app, view))
        changed = words.changes(app, view, self.words_before) if self.words_before else ""
        self.words_before = words.state(view)
        return changed

    def mark_stale(self):
        """Tell the style sheet whether the engine's figures are those of the board."""
        app = self.app
        root = document.documentElement
        root.setAttribute("data-view", "now" if app.current else "stale")
        root.setAttribute("data-odds", "now" if app.current and app.odds_current else "stale")

    def render_odds(self):
        """Bring what the odds are shown in up to the model."""
        self.mark_stale()
        self.put("bar", setup.foot(self.app))
        if self.app.tab == "odds":
            self.put("panel", why.panel(self.app))

    def render(self):
        """Bring everything on the screen up to the model."""
        for _ in self.steps():
            pass

    async def render_softly(self):
        """Do so in steps that leave the browser time for touches in between."""
        for _ in self.steps():
            await asyncio.sleep_ms(0)

    def steps(self):
        """Bring everything on the screen up to the model, one part at a time."""
        app = self.app
        root = document.documentElement
        root.setAttribute("data-screen", app.screen)
        self.mark_stale()
        if app.schema and self.sprite_of != app.scenario["ruleset"]:
            self.sprite_of = app.scenario["ruleset"]
            js.hexMorph(document.getElementById("sprite"), drawing.sprite(app.schema))
            yield
        for region, draw in self.REGIONS:
            if region == "board":
                if app.schema:
                    self.draw_board()
            elif region != "panel" or app.schema:
                self.put(region, draw(app))
            yield
        panel = document.getElementById("panel")
        panel.setAttribute("aria-labelledby", "tab-" + app.tab)
        if self.dialog:
            self.draw_dialog()
        title = app.title()
        document.title = (title + " – " if title else "") + t("app")
        if self.address:
            self.address.follow()

    def draw_dialog(self):
        """Draw the open dialog anew."""
        if self.dialogs:
            self.put("dialog", getattr(self.dialogs, self.dialog)(self.app))
        elif awaited.faults:
            self.say_in_dialog(t("part.failed", reason=awaited.faults[-1]), True)
        else:
            self.say_in_dialog(t("working"))
            later(self.complete())

    def say_in_dialog(self, text, retry=False):
        """Have a dialog say what it waits for, or why it cannot be drawn."""
        again = button(t("engine.retry"), "complete", css="second") + " " if retry else ""
        self.put("dialog", '<p class="status">' + e(text) + "</p>" + again + button(t("close"), "close", css="second"))

    async def complete(self):
        """Take in the modules that the page can do without for a moment: its dialogs, the fight, and what they need."""
        if not self.dialogs:
            try:
                await self.unpack("./ui/late.bin")
            except Exception as error:  # the next dialog that is opened asks again
                awaited.faults.append(str(error))
                self.render()
                return
            import address
            import dialogs
            import handing
            import packfiles

            self.dialogs = dialogs
            if not self.hands:
                self.hands = [handing.Handing(self), packfiles.Packfiles(self)]
                self.address = address.Address(self)
            self.render()
            try:
                await js.hexLate("./drag.mjs")
            except Exception:  # counters are moved by their panel all the same
                return

    def on_help(self, a, b, c, value):
        self.open_dialog("help")
        later(self.need_help())

    async def need_help(self):
        """Have the texts of the help at hand."""
        app = self.app
        if not app.help or app.help["language"] != language():
            app.help_fault = ""
            try:
                answer = await js.fetch("./texts/help/" + language() + ".json")
                if not answer.ok:
                    raise OSError(str(answer.status))
                app.help = json.loads(await answer.text())
                app.help["language"] = language()
            except Exception as error:
                app.help_fault = t("fault", reason=str(error))
        if self.dialog == "help":
            self.draw_dialog()

    def say(self, text):
        """Have a screen reader say something."""
        live = document.getElementById("say")
        live.textContent = ""
        live.textContent = text

    def focus(self, id, scroll=True):
        """Move the focus to an element by its id, if it is there and can be used."""
        element = document.getElementById(id)
        if element is None or element.getAttribute("disabled") is not None:
            return False
        if element.closest("details:not([open])") is not None:
            element.closest("details").open = True
        element.focus(js.JSON.parse('{"preventScroll":true}'))
        if scroll:
            block = "center" if element.offsetHeight * 2 < window.innerHeight else "start"
            element.scrollIntoView(js.JSON.parse('{"block":"' + block + '"}'))
        return True

    def stacked(self):
        """Whether the board stands above the rest, and not beside it."""
        return not window.matchMedia(BESIDE).matches

    def bring(self, id):
        """Scroll as little as shows the beginning of a part, and all of it where there is room under the board."""
        element = document.getElementById(id)
        if element is None:
            return
        above = document.getElementById("board" if self.stacked() else "top").getBoundingClientRect().bottom
        here = element.getBoundingClientRect()
        over = here.bottom - document.getElementById("bar").getBoundingClientRect().top + 8
        by = min(over, here.top - above - 8) if over > 0 else 0
        if here.top < above:
            by = here.top - above - 8
        if by > 40 or by < -1:
            window.scrollBy(0, by)

    def show_question(self):
        """Bring the question being asked into view."""
        log = document.getElementById("log")
        if log is not None:
            log.scrollTop = log.scrollHeight
        if self.focus("question", False):
            block = "nearest"
            question = document.getElementById("question").closest(".question")
            if self.stacked():  # as much of the log above it as there is room for below the board
                room = window.innerHeight - document.querySelector(".left").offsetHeight - 170
                block = "end" if question.offsetHeight < room else "start"
            question.scrollIntoView(js.JSON.parse('{"block":"' + block + '"}'))
