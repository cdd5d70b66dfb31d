"""The address bar and the way back: the link of what is on the screen, and a step for what lies open above it."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import answers
import asking
import js
import mailed
import opening
import saving
from browser import later, window
from page import Page
from texts import language

SHORTLY = 300  # milliseconds in which many changes become one link
LINKS = 8  # that the bar held before: a slow reload may yet begin with one of them


class Address:
    """Keeps the address of a page."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.app = page.app
        self.asked = False
        self.of: tuple[int, bool, str] | None = None
        self.leaving = False
        self.over: list[str] = []  # links of battles over whose open things another link was typed
        self.below = ""  # the one of them that is gone back to, past the steps of what lay open
        self.depth = self.stands()
        if window.history.state is None:  # else the way back to it would be taken for a link that was typed
            js.hexAddress(0, str(window.location.hash)[1:], False)

    # --- the link ------------------------------------------------------------------------------------------

    async def link(self) -> Any:
        """The answer to the wish for a link: its ``fragment`` says besides what the bar says of the battle."""
        app = self.app
        answer = await asking.ask(mailed.request(app, "link"))
        if answer["ok"] and app.current and app.position.get("bar"):
            takes = answers.takes_hex(app) if app.odds_current and not app.over else ""
            chance = answers.takes_said(app) + " " + takes if takes else ""
            answer["result"]["fragment"] += ".h." + str(
                js.hexWord(json.dumps([app.version, language(), app.position["bar"], chance]))
            )
        return answer

    async def put(self) -> None:
        """Put the link of the battle on the screen into the address bar, once for many changes."""
        if self.asked:
            return
        self.asked = True
        await asyncio.sleep(SHORTLY / 1000)
        self.asked = False
        app = self.app
        of = app.battle.revision, app.odds_current, app.battle.scenario.get("title", "")
        if self.of == of or app.engine.state != "ready" or not app.current:
            return
        try:
            answer = await self.link()
        except Exception as error:  # the status line tells of an engine that is gone
            if "cancelled" in str(error):
                later(self.put())
            return
        typed = str(window.location.hash)[1:] if window.history.state is None else ""
        if app.battle.revision == of[0] and typed in (
            "",
            app.battle.link,
        ):  # no other link that is just about to be opened
            self.of = of
            app.battle.links = (app.battle.links + [app.battle.link])[-LINKS:]
            app.battle.link = answer["result"]["fragment"] if answer["ok"] else ""
            app.battle.link_of = app.battle.revision
            saving.put_address(self.page)
            saving.keep_soon(self.page)

    # --- the way back --------------------------------------------------------------------------------------

    def stands(self) -> int:
        """How many things lie open above the page, as the browser's history has it."""
        state = window.history.state
        return int(state.depth or 0) if state is not None and hasattr(state, "depth") else 0

    def follow(self) -> None:
        """Make a step in the browser's history for what has been opened, and take it back for what has been closed."""
        app, page = self.app, self.page
        open = (1 if app.look.selected and not app.fighting else 0) + (1 if page.dialog else 0) + (1 if app.book else 0)
        if self.leaving or open == self.depth:
            return
        if window.history.state is None:  # a link that was typed just now: a step back comes here again
            link = str(window.location.hash)[1:]
            if link not in ("", app.battle.link):  # it is being opened
                return
            js.hexAddress(0, link, False)
        if not self.depth:
            app.battle.link_below = str(window.location.hash)[1:]
        while self.depth < open:
            self.depth += 1
            js.hexAddress(self.depth, str(window.location.hash)[1:], True)
        if open < self.depth:
            self.leaving = self.stands() >= self.depth  # a frame may have been refused the steps
            if self.leaving:
                window.history.go(open - self.depth)
            self.depth = open

    def back(self) -> None:
        """The browser has gone a step: close what lies above it."""
        page = self.page
        stands = self.stands()
        if window.history.state is None:  # no step of ours: a link was typed, which is opened
            if self.depth:
                self.over = self.over[-LINKS:] + [page.app.battle.link]
            self.leaving = False
            self.depth = 0
            return
        link = str(window.location.hash)[1:]
        if self.leaving:
            self.leaving = False
            self.depth = stands
            if self.below:
                below, self.below = self.below, ""
                js.hexAddress(stands, below, False, page.where)
                if below == link:  # else the browser tells of the change
                    later(opening.open_link(page))
                return
        elif stands > self.depth and link in self.over and link != page.app.battle.link:
            self.over.remove(link)
            self.below, self.leaving = link, True
            window.history.go(-stands)
            return
        elif stands < self.depth:
            self.depth = stands
            saving.put_address(page)
            if page.app.book:
                asking.act(page, "rule-close")
            elif page.dialog:
                opening.close(page)
            else:
                asking.act(page, "unselect")
            return
        else:  # forward, to what is closed; or to another battle's link, which is opened
            if link and link != self.app.battle.link and not stands:
                return
            self.depth = stands
        saving.put_address(page)
        self.follow()
