"""The document: puts the HTML of the other modules into it, and says and shows what is new."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import answers
import awaited
import battles
import drawing
import js
import setup
import why
import words
from board import svg
from browser import document, pause, signature, window
from page import Page
from parts import button, e
from shapes import Doc
from state import State
from texts import t
from values import form_key

ACTIVE = 'aria-activedescendant="'
BESIDE = "(min-width: 56.25em), (min-width: 35em) and (orientation: landscape)"  # as style/sizes.css has it
REGIONS: tuple[tuple[str, Callable[[State], str] | None], ...] = (
    # region, what draws it
    ("top", setup.top),
    ("boardbar", setup.boardbar),
    ("map", None),
    ("caption", setup.caption),
    ("line", awaited.line),
    ("sheet", awaited.sheet),
    ("bar", setup.foot),
    ("status", setup.status),
    ("umpire", awaited.umpire),
    ("problems", awaited.problems),
    ("attacks", awaited.attacks),
    ("tabs", why.tablist),
    ("panel", why.panel),
    ("conditions", setup.conditions),
)


def put(page: Page, region: str, html: str) -> None:
    """Put HTML into a region if it differs from what is there, and leave the focus where it was.

    If the control is gone, the region has it, and what it stands in, if it is disabled now: another control would be
    pressed by a key that is held. Where nothing is left of the region, the board has it.
    """
    if page.last.get(region) == html:
        return
    page.last[region] = html
    element = page.elements.get(region)
    if element is None:
        element = page.elements[region] = document.getElementById(region)
    active = document.activeElement
    where = signature(active) if active is not None and element.contains(active) else ""
    js.hexMorph(element, html)
    off = where and active.matches(":disabled")
    if off or (where and not element.contains(document.activeElement)):  # the focused control was drawn anew
        again = element.querySelector(where)
        if off or again is None:
            again = active.parentElement if off else element
            again.tabIndex = -1
        again.focus(js.JSON.parse('{"preventScroll":true}'))
        if not html:
            focus(page, "b-board", False)


def board_key(page: Page) -> object:
    """What the picture of the board is made from: while that is the same, it is the same."""
    app = page.app
    look = app.look
    fought = app.fighting or app.battle.actions or answers.told(app)
    place = (app.battle.revision, look.screen, look.selected, look.cursor, form_key(app.battle.scenario))
    return place, look.narrowed, drawing.marking(app), app.answers.view_of if fought else None, drawing.numbers(app)


def draw_board(page: Page) -> None:
    """Draw the board anew."""
    app = page.app
    if app.fighting and not app.current and page.laid == app.battle.laid and app.engine.state == "ready":
        return  # a step was taken: what it has changed the engine is about to say
    shown = board_key(page)
    if shown == page.board_of:
        return
    if page.words_at and page.words_at != (app.battle.came, app.look.screen):
        leave_words(page)
    if page.kept_of is not app.schema:
        page.kept, page.kept_of, page.scenario = svg.Kept(), app.schema, None
    if page.laid != app.battle.laid or not app.fighting:
        page.laid, page.scenario = app.battle.laid, None
    page.view, page.board_of = board_view(page), shown
    if page.view:
        put_board(page, drawing.board_pieces(app, page.view, page.kept))
    else:
        page.frame, page.pieces = None, []
        put(page, "map", "")


def board_view(page: Page) -> Doc:
    """The drawable board; nothing of a document with a place that is none, of which the engine tells."""
    try:
        if page.app.fighting and not page.scenario:
            page.scenario = drawing.with_defaults(page.app)
        return drawing.board_view(page.app, page.kept, page.scenario)
    except (ValueError, KeyError, TypeError, AttributeError):
        return {}


def put_board(page: Page, pieces: list[tuple[str, str]]) -> None:
    """Change the pieces of the board that differ from those that are there; all of it where it has other pieces."""
    (_, first), rest = pieces[0], pieces[1:]
    before, active = first.split(ACTIVE)
    active, after = active.split('"', 1)
    changed = [(new, old) for new, old in zip(rest, page.pieces) if new is not old and new != old]
    same = page.frame == (before, after) and len(rest) == len(page.pieces)
    if not same or [1 for new, old in changed if not new[0] or new[0] != old[0]]:
        put(page, "map", drawing.spoken("".join([text for _, text in pieces])))
        page.frame = before, after
    else:
        document.getElementById("b-board").setAttribute("aria-activedescendant", active)
        for (id, text), _ in changed:
            js.hexPatch(id, drawing.spoken(text))
        page.last["map"] = None
    page.pieces = rest


def leave_words(page: Page) -> None:
    """Another battle, or screen, is shown: what was told in words is gone, and the engine may take long to answer."""
    page.words_of = page.words_at = None
    put(page, "words", "")


def tell_board(page: Page) -> str:
    """Bring the board in words up to the picture; return what has changed since the last time, in words."""
    app = page.app
    shown = (page.board_of, app.answers.view_of, app.fighting)
    if shown == page.words_of or not app.schema:
        return ""
    view = page.view = page.view or board_view(page)
    page.words_of = shown
    if not view:
        page.words_before = None
        put(page, "words", "")
        return ""
    put(page, "words", words.words(app, view))
    page.words_at = (app.battle.came, app.look.screen)
    changed = words.changes(app, view, page.words_before) if page.words_before else ""
    page.words_before = words.state(view)
    return changed


def mark_stale(page: Page) -> None:
    """Tell the style sheet whether the engine's figures are those of the board, and readers whether its words are."""
    app = page.app
    root = document.documentElement
    root.setAttribute("data-view", "now" if app.current else "stale")
    root.setAttribute("data-odds", "now" if app.current and app.odds_current else "stale")
    document.getElementById("words").setAttribute("aria-busy", "false" if app.current else "true")


def render_odds(page: Page) -> None:
    """Bring what the odds are shown in up to the state."""
    mark_stale(page)
    put(page, "bar", setup.foot(page.app))
    put(page, "line", awaited.line(page.app))
    put(page, "attacks", awaited.attacks(page.app))
    if page.app.look.tab == "odds":
        put(page, "panel", why.panel(page.app))


def render(page: Page) -> None:
    """Bring everything on the screen up to the state."""
    for _ in steps(page):
        pass


async def render_softly(page: Page) -> None:
    """Do so in steps that leave the browser time for touches in between."""
    for _ in steps(page):
        await pause()


def steps(page: Page) -> Iterator[None]:
    """Bring everything on the screen up to the state, one part at a time."""
    app = page.app
    root = document.documentElement
    root.setAttribute("data-screen", app.look.screen)
    mark_stale(page)
    if app.schema and page.sprite_of is not app.schema:
        page.sprite_of = app.schema
        js.hexMorph(document.getElementById("sprite"), drawing.sprite(app.schema))
        yield
    for region, draw in REGIONS:
        if region == "map":
            if app.schema:
                draw_board(page)
        elif draw and (region != "panel" or app.schema):
            put(page, region, draw(app))
        yield
    panel = document.getElementById("panel")
    panel.setAttribute("aria-labelledby", "tab-" + app.look.tab)
    if app.engine.state != "ready":  # which tells of the board with its news
        tell_board(page)
    if page.dialog:
        draw_dialog(page)
    if app.book and page.dialogs:
        put(page, "rulebook", page.dialogs["rule"](app))
    title = battles.title(app)
    document.title = (title + " – " if title else "") + t("app")
    if app.look.unheard:
        say(page, app.look.unheard)
        app.look.unheard = ""
    if page.address:
        page.address.follow()
    if app.line and not app.fighting:
        app.line.follow()


def draw_dialog(page: Page) -> None:
    """Draw the open dialog anew, if one is open yet."""
    if not page.dialog:
        return
    if page.dialogs:
        put(page, "dialog", page.dialogs[page.dialog](page.app))
    elif awaited.faults:
        say_in_dialog(page, t("part.failed", reason=awaited.faults[-1]), True)
    else:
        say_in_dialog(page, t("working"))
    dialog = document.getElementById("dialog")
    dialog.setAttribute("aria-label", dialog.querySelector(".dialogtitle, .status").textContent)


def say_in_dialog(page: Page, text: str, retry: bool = False) -> None:
    """Have a dialog say what it waits for, or why it cannot be drawn."""
    again = button(t("engine.retry"), "complete", css="second") + " " if retry else ""
    put(page, "dialog", '<p class="status">' + e(text) + "</p>" + again + button(t("close"), "close", css="second"))


def say(page: Page, text: str) -> None:
    """Have a screen reader say something."""
    live = document.getElementById("say")
    live.textContent = ""
    live.textContent = text


def focus(page: Page, id: str, scroll: bool = True) -> bool:
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


def stacked(page: Page) -> bool:
    """Whether the board stands above the rest, and not beside it."""
    return not window.matchMedia(BESIDE).matches


def show_question(page: Page) -> None:
    """Bring the question being asked into view, and on a large board what may be chosen."""
    js.hexShow()
    log = document.getElementById("log")
    if log is not None:
        log.scrollTop = log.scrollHeight
    page.unshown = not focus(page, "question", False)
    if not page.unshown:
        question = document.getElementById("question").closest(".question")
        room, block = window.innerHeight - 170, "nearest"
        if stacked(page):  # as much of the log above it as there is room for below the board
            room, block = room - document.querySelector(".left").offsetHeight, "end"
        if question.offsetHeight > room:
            block = "start"
        question.scrollIntoView(js.JSON.parse('{"block":"' + block + '"}'))
