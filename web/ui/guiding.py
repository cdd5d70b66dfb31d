"""What players do in the guide, and what the engine says of it. The draft is kept on the device at each change."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import asking
import awaited
import battles
import draft as drafts
import draftkeeping
import files
import guide
import meanings
import opening
import ordered
import owngames
import saving
import screen
from browser import document, later, window
from draft import Draft
from page import Page
from shapes import Doc, Handlers
from texts import t
from values import form_key


async def begin(page: Page, of: str = "") -> None:
    """Begin with the game on the table, one given as text, or where the last one was left."""
    app = page.app
    if "guide" not in awaited.DRAWERS:
        awaited.DRAWERS["guide"] = guide.guide
        page.actions.add({}, EFFECTS)
        document.addEventListener("paste", lambda event: pasted(page, event))
        document.addEventListener("keydown", pressed)
        window.addEventListener("pagehide", lambda event: draftkeeping.leave(page))
    app.templates = []  # those known may be in the language before
    if of:
        app.draft = None  # another game than the one that is asked for is not shown
    screen.draw_dialog(page)
    answer = await asking.ask({"op": "games", "ruleset": owngames.base(app)})
    app.templates = answer["result"]["templates"]
    if of:
        text = of if of != "this" else form_key(app.battle.scenario)
        text = text if text[:1] == "{" else app.templates[0]["text"]
        app.draft = Draft(ordered.read(text), "chart" if of == "this" else "begin")
        draftkeeping.forget()
    elif app.draft is None:
        app.draft = draftkeeping.kept()
    app.draft.base = owngames.base(app)
    app.draft.say()  # which may be in the language before
    app.draft.unread = ""
    show(page)
    await check(page)


def show(page: Page) -> None:
    """Draw the guide."""
    if page.dialog == "guide":
        screen.draw_dialog(page)


def changed(page: Page) -> None:
    """The draft has changed: keep it, show it, ask the engine about it."""
    draft: Draft = page.app.draft
    drafts.changed(draft)
    draft.checked = False
    draft.view = draft.outcomes = None
    draftkeeping.keep(page)
    show(page)
    later(check(page))


def take_other(page: Page, index: str) -> None:
    """Go on with a draft that is kept beside this one, which changes places with it."""
    taken = draftkeeping.put_aside(page.app.draft, int(index))
    if taken:
        page.app.draft = taken
        changed(page)
        screen.focus(page, "own-heading", False)


async def keep_typed(page: Page) -> None:
    """Keep what is being typed, once for many letters."""
    draft: Draft = page.app.draft
    typed = (draft.typed, draft.pasted)
    await asyncio.sleep(0.25)
    if draft is page.app.draft and typed == (draft.typed, draft.pasted):
        draftkeeping.keep(page)


async def check(page: Page) -> None:
    """Have the engine read the draft as it stands, once for many changes; then the first fight, where it is shown."""
    draft: Draft = page.app.draft
    if not draft.doc:
        draft.checked = True  # there is nothing to be read
        show(page)
        return
    text = drafts.text_of(draft)
    await asyncio.sleep(0.02)
    if text != drafts.text_of(draft):  # changed since: that change asks for itself
        return
    try:
        answer = await asking.ask({"op": "game", "ruleset": draft.base, "text": text})
        if draft is not page.app.draft or text != drafts.text_of(draft):
            return
        if answer["ok"]:
            draft.take(answer["result"])
        else:
            draft.problems, draft.form, draft.checked = answer["problems"], None, True
        show(page)
        if draft.step == "try":
            await try_it(page, draft, text)
    except Exception as error:
        asking.failed(page, error)


async def try_it(page: Page, draft: Draft, text: str) -> None:
    """Ask what becomes of the first fight."""
    scenario = drafts.first_fight(draft, t("own.first"))
    if not scenario or draft.problems:
        return
    view = await asking.ask({"op": "view", "scenario": scenario, "actions": []})
    odds = await asking.ask({"op": "outcomes", "scenario": scenario, "actions": []})
    if text != drafts.text_of(draft):
        return
    draft.view = view["result"] if view["ok"] else {"problems": view["problems"]}
    draft.outcomes = odds["result"] if odds["ok"] else None
    show(page)


def again(page: Page) -> None:
    """Ask again after the engine could not answer, for all of the guide or for the draft."""
    app = page.app
    asking.act(page, "retry")
    if app.own_said:
        asking.act(page, "guide", app.own_of)
    else:
        later(check(page))


def go(page: Page, step: str) -> None:
    """Go to a step."""
    draft: Draft = page.app.draft
    draft.step = step
    draft.say()
    draftkeeping.keep(page)
    show(page)
    document.getElementById("dialog").scrollTop = 0
    screen.focus(page, "own-heading", False)
    if step == "try":
        later(check(page))


def take_template(page: Page, key: str) -> None:
    """Begin from a template."""
    for entry in page.app.templates:
        if entry["key"] == key:
            draft: Draft = page.app.draft
            draft.replace(ordered.read(entry["text"]))
            draft.step = "chart"
            changed(page)
            screen.focus(page, "own-paste", False)


def undo(page: Page) -> None:
    """Take back the last change."""
    drafts.back(page.app.draft)
    changed(page)
    screen.focus(page, "own-undo" if page.app.draft.past else "own-heading", False)


def type_whole(page: Page, value: str = "") -> None:
    """Keep the whole document as it is being typed."""
    draft: Draft = page.app.draft
    draft.typed = value if value != draft.toml else None
    later(keep_typed(page))


def type_chart(page: Page, value: str = "") -> None:
    """Keep a chart as it is being typed."""
    page.app.draft.pasted = value
    later(keep_typed(page))


def retype(page: Page) -> None:
    """Take the whole document as it was typed."""
    later(take_whole(page, str(document.getElementById("own-whole").value)))


async def take_whole(page: Page, text: str) -> None:
    """Put what was typed in the place of the document, where it can be read."""
    draft: Draft = page.app.draft
    draft.typed = text
    try:
        answer = await asking.ask({"op": "game", "ruleset": draft.base, "text": text})
    except Exception as error:
        asking.failed(page, error)
        return
    if draft is not page.app.draft or draft.typed != text:
        return
    if not answer["ok"]:
        draft.unread = answer["problems"][0].get("text") or answer["problems"][0]["message"]
        show(page)
        return
    draft.replace(ordered.read(answer["result"]["text"]))
    changed(page)
    draft.unread = t("own.whole.taken")
    show(page)


def paste_typed(page: Page) -> None:
    """Take the chart that was typed or pasted as text."""
    later(paste(page, str(document.getElementById("own-paste").value)))


async def paste(page: Page, text: str) -> None:
    """Put a pasted chart into the draft."""
    draft: Draft = page.app.draft
    if not text.strip():
        return
    before = drafts.text_of(draft) if draft.doc else "{}"
    try:
        answer = await asking.ask({"op": "game", "ruleset": draft.base, "text": before, "paste": text})
    except Exception as error:
        asking.failed(page, error)
        return
    if draft is not page.app.draft:
        return
    if before != (drafts.text_of(draft) if draft.doc else "{}"):  # typed meanwhile, which stays
        await paste(page, text)
        return
    if not answer["ok"]:
        draft.say("", answer["problems"])
        show(page)
        return
    draft.doc = ordered.read(answer["result"]["text"])
    if draft.pasted == text:  # else more was typed meanwhile, which stays
        draft.pasted = ""
    draft.head = ("columns", 0)
    draft.say(t("own.pasted", rows=len(drafts.rows(draft)), columns=len(drafts.columns(draft))))
    changed(page)


def pasted(page: Page, event: Any) -> None:
    """A chart that is pasted into the field for it or into a cell is taken at once."""
    if (
        page.dialog != "guide"
        or not hasattr(event.target, "closest")
        or event.target.closest("#own-paste, .own .grid") is None
    ):
        return
    text = str(event.clipboardData.getData("text")).replace("\r\n", "\n").replace("\r", "\n")
    if "\n" in text.strip() or "\t" in text:
        event.preventDefault()
        page.app.draft.pasted = text
        later(paste(page, text))


def pressed(event: Any) -> None:
    """Enter goes to the cell below, as in a spreadsheet."""
    control = event.target
    if str(event.key) == "Enter" and hasattr(control, "closest") and control.getAttribute("data-set") == "own-cell":
        down, at = str(control.id)[4:].split("-")
        below = document.getElementById("own-" + str(int(down) + 1) + "-" + at)
        if below is not None:
            event.preventDefault()
            below.focus()
            below.select()


def set_what(page: Page, code: str, at: str, value: str = "") -> None:
    """Say what a result does."""
    if value and value != "words":
        draft: Draft = page.app.draft
        side, n = _said(draft, code, at)
        drafts.say(draft, code, at, meanings.words(value, side, n))
        page.app.look.opened["own-r-" + code] = True
        changed(page)


def _said(draft: Draft, code: str, at: str) -> tuple[str, int]:
    """Side and number that a result names so far."""
    for one in draft.codes:
        if one["code"] == code and one["does"] and int(at) < len(one["does"]):
            found = meanings.read(one["does"][int(at)])
            if found:
                return found[1], found[2]
    return "defender", 1


def _resay(page: Page, code: str, at: str, side: str = "", n: int = 0) -> None:
    draft: Draft = page.app.draft
    for one in draft.codes:
        if one["code"] == code and one["does"]:
            found = meanings.read(one["does"][int(at)])
            if found:
                drafts.say(draft, code, at, meanings.words(found[0], side or found[1], n or found[2]))
                changed(page)
                return


def set_side(page: Page, code: str, at: str, value: str = "") -> None:
    """Say who suffers a result."""
    _resay(page, code, at, side=value)


def set_number(page: Page, code: str, at: str, value: str = "1") -> None:
    """Say how many."""
    _resay(page, code, at, n=int(value))


def add_modifier(page: Page, kind: str) -> None:
    """Add a modifier."""
    key = drafts.add_modifier(page.app.draft, kind, words())
    page.app.look.opened["own-m-" + key] = True
    changed(page)
    screen.focus(page, "own-v-" + key)


def words() -> Doc:
    """What new words of a game are called."""
    keys = list(drafts.GROUND) + [kind for kind, section in drafts.TESTS if not section]
    return {key: t("own.word." + key) for key in keys}


def add_type(page: Page) -> None:
    """Add a type of counter."""
    key = drafts.add_type(page.app.draft, t("own.word.types"))
    page.app.look.opened["own-t-" + key] = True
    changed(page)


def set_zones(page: Page, value: str = "") -> None:
    """Say which counters have zones of control."""
    draft: Draft = page.app.draft
    zones = drafts.hold(draft.doc, "zones")
    if value in ("all", "none"):
        zones["types"] = "all" if value == "all" else []
        changed(page)


def play(page: Page) -> None:
    """Put the first fight on the board."""
    draft: Draft = page.app.draft
    scenario = drafts.first_fight(draft, t("own.first"))
    if not scenario or not draft.form:
        return
    opening.close(page)
    saving.remember(page)
    page.app.schemas[draft.text] = draft.form
    battles.load(page.app, scenario)
    asking.changed(page)
    window.scrollTo(0, 0)


def keep(page: Page) -> None:
    """Keep the game on the device."""
    draft: Draft = page.app.draft
    if draft.form:
        draft.said = files.keep_game(page.app, draft.form["ruleset"]["title"], draft.text)
        screen.render(page)


def save(page: Page) -> None:
    """Save the game as a file."""
    draft: Draft = page.app.draft
    if draft.form:
        files.download(str(draft.form["ruleset"]["title"]), "toml", "application/toml", draft.toml)


def edit(change: Callable[..., object]) -> Callable[..., None]:
    """An action that changes the draft."""

    def done(page: Page, *places: str, **more: Any) -> None:
        page.app.draft.said = ""
        change(page.app.draft, *places, **more)
        changed(page)

    return done


def rename(draft: Draft, kind: str, at: str, value: str = "") -> None:
    """Name a column or a row anew, or say why a row cannot be called so."""
    name = " ".join(str(value).split())
    if kind == "rows" and not name:
        draft.say(t("own.nameless"), draft.refused)
    elif kind == "rows" and name != drafts.rows(draft)[int(at)] and name in drafts.rows(draft):
        draft.say(t("pack.twice", title=name), draft.refused)
    drafts.rename(draft, kind, at, value)


def ask_for(draft: Draft, key: str, value: str) -> None:
    """Have a modifier ask for something else of its kind."""
    when = drafts.table(drafts.table(drafts.table(draft.doc, "modifiers"), key), "when")
    for kind, _ in drafts.TESTS:
        if kind in when:
            drafts.ask_for(draft, key, kind, words(), value)
            return


def ask_else(draft: Draft, key: str, value: str = "") -> None:
    """Have a modifier ask something of another kind."""
    if value:
        drafts.ask_else(draft, key, value, words())


def change_else(draft: Draft, key: str, old: str = "", value: str = "") -> None:
    """Have a modifier change something else, or one thing more."""
    if value:
        drafts.change_else(draft, key, old, value)


EFFECTS: Handlers = {
    "own-again": again,
    "own-step": go,
    "own-take": take_template,
    "own-other": take_other,
    "own-undo": undo,
    "own-typed": type_whole,
    "own-pasted": type_chart,
    "own-retype": retype,
    "own-paste": paste_typed,
    "own-put": edit(drafts.put),
    "own-cell": edit(drafts.cell),
    "own-name": edit(rename),
    "own-head": edit(drafts.choose_head),
    "own-arrange": edit(drafts.arrange),
    "own-what": set_what,
    "own-side": set_side,
    "own-n": set_number,
    "own-words": edit(lambda draft, code, at, value="": drafts.say(draft, code, at, value)),
    "own-unsay": edit(lambda draft, code, at: drafts.say(draft, code, at, "")),
    "own-mod": add_modifier,
    "own-test": edit(ask_else),
    "own-value": edit(lambda draft, key, value="": ask_for(draft, key, value)),
    "own-change": edit(change_else),
    "own-by": edit(lambda draft, key, what, value="": drafts.change_by(draft, key, what, value)),
    "own-drop": edit(drafts.drop),
    "own-move": edit(drafts.move),
    "own-word": edit(lambda draft, section: drafts.add_word(draft, section, t("own.word." + section))),
    "own-type": add_type,
    "own-zones": set_zones,
    "own-play": play,
    "own-keep": keep,
    "own-file": save,
}
