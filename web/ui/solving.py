"""What is asked of the engine besides position and odds: best play, other editions, luck, losses; and dice."""

from __future__ import annotations

import answers
import asking
import fighting
import losses
import placing
import pointing
import saving
import screen
from browser import document, later, random32, window
from page import Page
from shapes import Handlers
from texts import note_unsaid, t


def pick(page: Page, id: str = "", step: str = "1") -> None:
    """Losses are named, in any order; without an id, those named are judged once more."""
    losses.pick(page.app, id, step)
    screen.render(page)
    later(judge(page))


def pick_best(page: Page) -> None:
    """Pick the losses that best play takes, and judge them."""
    losses.pick_best(page.app)
    later(judge(page))


def arrive(page: Page) -> None:
    """Judge the losses that were named before the page was loaded again, or the dice of a fight that was over."""
    if losses.offered(page.app):
        later(judge(page))
    asking.tell_luck(page)


async def judge(page: Page) -> None:
    """Ask the engine about the losses that are named, until it has judged just them."""
    app = page.app
    if page.judging:
        return
    page.judging = True
    try:
        while losses.offered(app) and app.current and not losses.judged_now(app):
            revision, picks = app.battle.revision, losses.picks(app)
            answer = await asking.ask(losses.request(app))
            if revision != app.battle.revision:
                break
            if answer["ok"]:
                note_unsaid(answer)
                app.answers.judged = (revision, answer["result"])
                screen.say(page, answer["result"]["text"])
            elif picks == losses.picks(app):  # what was named of a position that is no more
                app.answers.picking = (-1, [])
            screen.render(page)
            saving.keep_soon(page)
    except Exception as error:
        asking.failed(page, error)
    finally:
        page.judging = False


async def further(page: Page) -> None:
    """Work out more of chances of which something is open."""
    app = page.app
    key, known = app.odds_key, app.answers.outcomes
    if not known:
        return
    request = dict(answers.walk_request(app, "outcomes"), work=known["further"])
    app.answers.further = (t("working"), key)
    screen.render_odds(page)

    def progress(text: str) -> None:
        if app.answers.further[1] == key:
            app.answers.further = (str(text), key)
            said = document.getElementById("further")
            if said is not None:  # alone: drawing all figures anew would take longer than the next of them
                said.textContent = str(text)

    try:
        answer = await asking.work(page, "further", asking.call(request, progress))
        if key == app.odds_key and answer["ok"]:
            answers.take_outcomes(app, answer, key)
        elif key == app.odds_key:
            app.look.say(" ".join([found["message"] for found in answer["problems"]]))
    except Exception as error:
        if "cancelled" not in str(error):
            asking.failed(page, error)
    if app.answers.further[1] == key:  # and not of a battle that came in the meantime
        app.answers.further = ("", "")
    screen.render_odds(page)
    if key == app.odds_key:
        screen.focus(page, "odds-note")


async def compare(page: Page) -> None:
    """Ask for the same battle in other editions and readings."""
    app = page.app
    key = app.odds_key
    request = answers.walk_request(app, "compare")
    app.answers.comparing = key
    screen.render(page)
    try:
        answer = await asking.work(page, "compare", asking.call(request))
        if answer["ok"]:
            app.answers.comparison, app.answers.comparison_of = answer["result"], key
        elif key == app.odds_key:  # what is wrong with another battle is not said of this one
            app.look.say(" ".join([found["message"] for found in answer["problems"]]))
    except Exception as error:
        if "cancelled" not in str(error):
            asking.failed(page, error)
    if app.answers.comparing == key:
        app.answers.comparing = ""
    screen.render(page)
    if key == app.odds_key:
        screen.focus(page, "compare")


async def ask_luck(page: Page) -> None:
    """Ask how the dice fell, once a battle is over."""
    app = page.app
    key = app.odds_key
    app.answers.luck, app.answers.luck_of = None, key
    try:
        answer = await asking.ask(answers.walk_request(app, "luck"))
    except Exception:  # the battle is over all the same
        app.answers.luck_of = ""
        return
    if key == app.odds_key and answer["ok"]:
        app.answers.luck = answer["result"]
        screen.render(page)


async def solve(page: Page) -> None:
    """Ask for best play, which may take long."""
    app = page.app
    revision, objective = app.battle.revision, app.battle.objective
    app.answers.solving = "…"
    screen.render(page)

    def asked() -> bool:
        return revision == app.battle.revision and objective == app.battle.objective

    def progress(text: str) -> None:
        if app.answers.solving and asked():
            app.answers.solving = str(text)
            screen.render(page)

    try:
        answer = await asking.work(page, "solve", asking.call(fighting.solve_request(app), progress))
        if asked():
            fighting.take_best(app, answer, revision)
    except Exception as error:
        if "cancelled" not in str(error):
            asking.failed(page, error)
        elif asked():
            app.look.say(t("cancelled"))
        if asked():
            app.answers.solving = ""
    screen.render(page)


def roll(page: Page) -> None:
    """Roll the dice."""
    app = page.app
    node = app.node
    if app.battle.mail:
        asking.act(page, "mail-roll")
    elif node and node["kind"] == "chance" and app.current:
        asking.act(page, "act", losses.pick_face(node["faces"], lambda total: losses.fair(total, random32)))


def ask_best(page: Page) -> None:
    """Ask for best play."""
    later(solve(page))


def ask_compare(page: Page) -> None:
    """Ask for the comparison of rules, readings and forces."""
    later(compare(page))


def show_problem(page: Page, index: str) -> None:
    """Show what a problem is about: the field, the hex or the chart pack."""
    id = pointing.problem_focus(page.app, int(index))
    screen.render(page)
    if id == "pack" or id.startswith("pack-"):
        asking.act(page, "packplace", id)
    elif id == "board" or (not screen.focus(page, id) and not screen.focus(page, "sheet-title")):
        placing.focus_board(page)


def begin_luck(page: Page) -> None:
    """A battle is over: ask how the dice fell."""
    later(ask_luck(page))


def ask_further(page: Page) -> None:
    """Have more of the chances worked out."""
    later(further(page))


def point(page: Page, hex: str = "", unit: str = "") -> None:
    """A place on the board was tapped during the fight."""
    app = page.app
    picked = losses.picks(app)
    action = fighting.tapped(app, hex, unit)
    if action:
        asking.act(page, "act", action)
        return
    if losses.picks(app) != picked:
        later(judge(page))
    screen.render(page)
    if app.look.notice or app.look.narrowed:
        screen.show_question(page)


def cancel(page: Page, name: str) -> None:
    """End a computation of that name."""
    for work in page.running:
        if work.name == name:
            window.hexEngine.cancel(work.answer)


EFFECTS: Handlers = {
    "cancel": cancel,
    "roll": roll,
    "best": ask_best,
    "compare": ask_compare,
    "further": ask_further,
    "luck": begin_luck,
    "problem": show_problem,
    "pick": pick,
    "pickbest": pick_best,
    "point": point,
}
