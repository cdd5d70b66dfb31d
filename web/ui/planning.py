"""A plan is asked for, and taken over."""

from __future__ import annotations

import answers
import asking
import battles
import plans
import screen
import tabling
from browser import later
from page import Page
from shapes import Handlers
from state import SETUP
from texts import note_unsaid, t


async def plan(page: Page) -> None:
    """Ask what to send, which may take long."""
    app = page.app
    if not await tabling.spoken(page):
        return
    key = plans.key(app)
    request = answers.walk_request(app, "plan")
    request.update(plans.asked(app))
    app.answers.planning = ("", key)
    screen.render(page)

    def progress(text: str) -> None:
        if app.answers.planning[1] == key:
            app.answers.planning = (str(text), key)
            screen.render(page)

    try:
        answer = await asking.work(page, "plan", asking.call(request, progress))
        if answer["ok"]:
            note_unsaid(answer)
            app.answers.plan, app.answers.plan_of = answer["result"], key
        elif key == plans.key(app):  # what is wrong with another battle is not said of this one
            app.look.say(" ".join([found["message"] for found in answer["problems"]]))
    except Exception as error:
        if "cancelled" not in str(error):
            asking.failed(page, error)
        elif key == plans.key(app):
            app.look.say(t("cancelled"))
    if app.answers.planning[1] == key:  # and not of a board that came in the meantime
        app.answers.planning = ("", "")
    screen.render(page)
    if key == plans.key(app):  # else a player is busy with another battle
        screen.focus(page, "plan")


def ask_plan(page: Page) -> None:
    """Ask for the plan."""
    later(plan(page))


def take(page: Page) -> None:
    """Put the plan on the board in place of what is set up; Undo brings that back."""
    app = page.app
    found = app.answers.plan
    if not found or not found["scenario"] or app.answers.plan_of != plans.key(app):
        return
    battles.changed(app)
    app.battle.scenario = battles.filled(app, found["scenario"])
    app.look.screen = SETUP
    asking.changed(page)
    screen.say(page, t("plan.taken"))


EFFECTS: Handlers = {"plan": ask_plan, "takeplan": take}
