"""Asking for luck against judgement: what the dice gave in a fight so far, and what each choice gave up."""

from __future__ import annotations

import answers
import asking
import screen
from browser import later
from debriefing import Debrief, key
from page import Page
from shapes import Handlers
from texts import note_unsaid, t


async def review(page: Page) -> None:
    """Ask for it, which may take long."""
    app = page.app
    debrief = Debrief(key(app))
    app.debrief = debrief
    screen.render(page)
    screen.focus(page, "debrief-stop", False)

    def progress(text: str) -> None:
        debrief.progress = str(text)
        if app.debrief is debrief:
            screen.render(page)

    try:
        answer = await asking.work(page, "debrief", asking.call(answers.walk_request(app, "debrief"), progress))
        note_unsaid(answer)
        if answer["ok"]:
            debrief.found = answer["result"]
        else:
            debrief.said = " ".join([found["message"] for found in answer["problems"]])
    except Exception as error:
        if app.debrief is debrief:
            app.debrief = None
        if "cancelled" not in str(error):
            asking.failed(page, error)
        elif debrief.of == key(app):
            app.look.say(t("cancelled"))
    debrief.running = False
    screen.render(page)
    if debrief.of == key(app):  # else a player is busy with another battle
        screen.focus(page, "debrief" if app.debrief else "debrief-ask")


def ask(page: Page) -> None:
    """Ask for it."""
    later(review(page))


def ask_for(page: Page, value: str) -> None:
    """Ask for it by another objective, which the odds are told by as well from now on."""
    asking.act(page, "objective", value=value)
    later(review(page))


EFFECTS: Handlers = {"debrief": ask, "debrief-for": ask_for}
