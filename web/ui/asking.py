"""Asking the engine: what is on the screen is what it says of the document."""

import asyncio
import json

import setup
from browser import document, later, mark, window
from screen import Screen
from texts import language, note_unsaid, t
from words import choices_said

SILENCE = 20000  # milliseconds without a byte of the engine, after which the page says so
PATIENCE = 1500  # milliseconds after which a computation that nobody needs any more is ended


class Asking(Screen):
    """A screen that asks the engine about every change."""

    judging = False

    def call(self, request, progress=None):
        """Send a request to the engine at once; a promise of its answer."""
        if language() != "en":
            request = dict(request, lang=language())
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
        if language() != "en":  # what browsers and the engine's worker say of it is in English
            note_unsaid({"unsaid": [self.app.fault]})
        self.render()

    def follow_engine(self, state, first="", total=0):
        """Take in how the engine is: its own word for it, then what went wrong, or the bytes so far and in all."""
        app = self.app
        state = str(state)
        if state == "failed":
            self.failed(first)
            return
        was = app.engine
        app.engine = state
        if state == "loading":
            app.got, app.total, app.stalled = int(first), int(total), False
            self.heard = window.performance.now()
            if was != state:
                later(self.watch_line())
        else:
            document.documentElement.setAttribute("data-engine", "ready")
            mark("hex-engine")
        if self.drawn:
            if was == state:
                self.put("status", setup.status(app))
            else:
                self.render()

    async def watch_line(self):
        """Say when nothing more comes of the engine."""
        app = self.app
        while app.engine == "loading":
            await asyncio.sleep_ms(1000)
            if not app.stalled and app.engine == "loading" and window.performance.now() - self.heard > SILENCE:
                app.stalled = True
                self.render()

    def changed(self):
        """The model has changed: show it, keep it, ask the engine about it."""
        mark("hex-changed")
        if self.running and window.performance.now() - self.started > PATIENCE:
            window.hexEngine.cancel()
        if not self.pumping and self.app.engine == "ready":
            self.batch = self.fire()
        if self.app.link and self.app.link_of != self.app.revision and self.app.engine != "ready":
            self.put_address()
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
            await window.hexEngine.ready
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
                        self.viewed(was_fighting)
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
                        mark("hex-odds")
            self.say_news()
            self.keep_soon()
            if self.address:
                later(self.address.put())
        except Exception as error:
            self.failed(error)
        finally:
            self.pumping = False

    def viewed(self, was_fighting):
        """The position is on the screen: what comes of that."""
        app = self.app
        mark("hex-view")
        if self.address:
            later(self.address.put())
        if self.fight_asked and app.dirty:  # the battle of the address, not the one shown before
            self.fight_asked = False
            if app.node and not app.fighting:
                self.act("fight")
        if app.fighting or was_fighting:
            self.after_step()

    async def tell_slow(self, key):
        """Say that odds take their time, when they do."""
        await asyncio.sleep_ms(700)
        if self.running == "outcomes" and key == self.app.odds_key and not self.app.odds_current:
            self.app.slow = True
            self.render_odds()

    def say_news(self):
        """Have a screen reader say what has changed in a set-up, and the new odds; a fight says its own lines."""
        app = self.app
        changed = self.tell_board()
        odds = ", ".join([str(part.textContent) for part in document.getElementById("sum").children])
        said, self.odds_said = self.odds_said, odds
        if not app.fighting and (app.past or app.future) and (changed or odds != said):
            self.say(changed + " " + odds)

    def after_step(self):
        """A step of the fight is on the screen: move on to the next question, and say it."""
        app = self.app
        node = app.node
        if not node:
            return
        if app.fighting:
            self.show_question()
            if node["kind"] == "end" and app.actions and app.luck_of != app.revision:
                later(self.ask_luck())
        lines = app.view.get("log") or []
        last = [line["text"] for line in lines if line["step"] == len(app.actions) - 1]
        self.say(" ".join(last + [node.get("prompt") or node.get("title") or "", choices_said(app)]))

    def on_pick(self, a, b, c, value):
        """Losses are named, in any order."""
        self.app.do("pick", a, b)
        self.app.announcement = ""
        self.render()
        if self.app.notice:
            self.say(self.app.notice)
        later(self.judge())

    def on_pickbest(self, a, b, c, value):
        self.app.do("pickbest")
        later(self.judge())

    async def judge(self):
        """Ask the engine about the losses that are named, until it has judged just them."""
        app = self.app
        if self.judging:
            return
        self.judging = True
        try:
            while app.losses and app.current and not app.judged_now:
                revision, picks = app.revision, app.picks
                answer = await self.ask(app.losses_request())
                if revision != app.revision:
                    break
                if answer["ok"]:
                    note_unsaid(answer)
                    app.judged = (revision, answer["result"])
                    self.say(answer["result"]["text"])
                elif picks == app.picks:  # what was named of a position that is no more
                    app.picking = (-1, [])
                self.render()
        except Exception as error:
            self.failed(error)
        finally:
            self.judging = False

    async def compare(self):
        """Ask for the same battle in other editions and readings."""
        app = self.app
        key = app.odds_key
        request = app.outcomes_request()
        request["op"] = "compare"
        app.comparing = True
        self.running = "compare"
        self.started = window.performance.now()
        self.render()
        try:
            answer = await self.ask(request)
            if answer["ok"]:
                app.comparison, app.comparison_of = answer["result"], key
            else:
                app.notice = " ".join([found["message"] for found in answer["problems"]])
        except Exception as error:
            if "cancelled" not in str(error):
                self.failed(error)
        app.comparing = False
        self.running = ""
        self.render()
        self.focus("compare")

    async def ask_luck(self):
        """Ask how the dice fell, once a battle is over."""
        app = self.app
        revision = app.revision
        request = app.outcomes_request()
        request["op"] = "luck"
        try:
            answer = await self.ask(request)
        except Exception:
            return  # the battle is over all the same
        if revision == app.revision and answer["ok"]:
            app.luck, app.luck_of = answer["result"], revision
            self.render()

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
