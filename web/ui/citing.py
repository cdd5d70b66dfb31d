"""Citations open: what a tap on a rule's number does, and the rulebook above the page."""

from __future__ import annotations

from typing import Any

import asking
import awaited
import files
import js
import opening
import rulebook
import screen
import stating
import store
import switching
from browser import document, later
from page import Page
from parts import LIT
from rulebook import Book
from shapes import Doc, Handlers
from texts import language, note_unsaid, t
from values import form_key

ID = "rulebook"
SHOWN: dict[str, Doc] = {}  # the battles that show rules, by game
KEPT: dict[str, Doc] = {}  # rulebooks that have come, by language and game


def open_rule(page: Page, rule: str, example: str = "") -> None:
    """Open a rule by what is printed of it; of the game of an example, where it is named."""
    _open(page, rulebook.key_of(page.app, example), rule)


def open_all(page: Page) -> None:
    """Open the list of all rules: of the open rulebook, else of the game on the table."""
    if page.app.book:
        page.app.book.rule = ""
        _shown(page)
    else:
        _open(page, form_key(page.app.battle.scenario), "")


def open_listed(page: Page, rule: str) -> None:
    """Open a rule of the list."""
    page.app.book.rule = rule
    _shown(page)


def _open(page: Page, key: str, rule: str) -> None:
    app = page.app
    app.book = Book(key)
    app.book.rule = rule
    page.last[ID] = None
    files.need_style("rules.css")
    dialog = document.getElementById(ID)
    dialog.setAttribute("aria-labelledby", "rulebook-title")
    _shown(page)
    if not dialog.open:
        dialog.showModal()
    if page.address:
        page.address.follow()
    later(need(page, app.book))


def _shown(page: Page) -> None:
    """Show the rulebook from its top, and light the lines that cite the rule."""
    rulebook.light(page.app)
    screen.render(page)
    dialog = document.getElementById(ID)
    dialog.scrollTop = 0
    if dialog.open:
        screen.focus(page, "rulebook-title", False)


async def ask(page: Page, key: str) -> Doc:
    """The rules of a game by the key of its form, in the language in use, with the texts that stayed English."""
    if key[:1] != "{":
        found: Doc = await opening.load("data/rules/" + key + ("" if language() == "en" else "." + language()))
        return found
    base = next(entry["key"] for entry in page.app.rulesets if entry["own"])
    answer = await asking.ask({"op": "rules", "ruleset": base, "game": key, "battles": True})
    if not answer["ok"]:
        raise ValueError(answer["problems"][0]["message"])
    return dict(answer["result"], unsaid=answer.get("unsaid") or [])


async def need(page: Page, book: Book) -> None:
    """Have the rules of a game at hand: a file of the site; those of a typed-in game are the engine's to give."""
    book.fault = name = ""
    try:
        await files.need_texts("rules")
        while name != language() + " " + book.key:  # another language may be chosen meanwhile
            name = language() + " " + book.key
            if name not in KEPT:
                KEPT[name] = await ask(page, book.key)
        note_unsaid(KEPT[name])
        book.take(KEPT[name])
        if KEPT[name].get("shown"):
            later(need_shown(page, book))
    except Exception as error:
        book.fault = asking.fault(page, error, part=True)
    if page.app.book is book:
        screen.render(page)


async def need_shown(page: Page, book: Book) -> None:
    """Have the battles at hand that show the rules of a game; where they do not come, none is offered."""
    if book.key not in SHOWN:
        try:
            SHOWN[book.key] = await opening.load("data/rules/" + book.key + ".shown")
        except Exception:
            return
    book.shown = SHOWN[book.key]
    if page.app.book is book:
        screen.render(page)


def again(page: Page) -> None:
    """Ask once more for the rules that did not come."""
    later(need(page, page.app.book))
    screen.render(page)


def close(page: Page) -> None:
    """Close the rulebook."""
    document.getElementById(ID).close()
    closed(page)


def closed(page: Page) -> None:
    """Note that the rulebook is closed: the lines are lit no more."""
    if page.app.book and not document.getElementById(ID).open:
        page.app.book = None
        rulebook.light(page.app)
        screen.render(page)


def show(page: Page, place: str) -> None:
    """Close the rulebook and show the lines of one place that cite the rule, which stay lit."""
    app = page.app
    rule = app.book.rule
    document.getElementById(ID).close()
    app.book = None
    if page.dialog:
        opening.close(page)
    if place == "why":
        app.look.tab = "why"
        app.look.opened.update({"why-lines": True, "end-lines": True})
    screen.render(page)
    region = {"why": "panel", "question": "umpire", "log": "log", "problems": "problems", "form": "conditions"}[place]
    inside = document.getElementById(region)
    found = inside.querySelector(".question .rule.lit" if place == "question" else ".rule.lit") if inside else None
    if found is None:  # said of what is tapped on the board, or in a list that is closed
        found = document.getElementById("question")
    if found is not None:
        fold = found.closest("details:not([open])")
        if fold is not None:
            fold.open = True
        found.focus(js.JSON.parse('{"preventScroll":true}'))
        found.scrollIntoView(js.JSON.parse('{"block":"center"}'))
    screen.say(page, rulebook.called(rule))


def open_battle(page: Page, key: str) -> None:
    """Set up an example in which the rule counts."""
    later(_open_battle(page, key))


async def _open_battle(page: Page, key: str) -> None:
    """Do so, with the game's examples at hand."""
    book = page.app.book
    close(page)
    if page.dialog:
        opening.close(page)
    if not rulebook.is_here(page.app, book):
        await switching.switch_game(page, book.key)
    await files.need_examples(page)
    asking.act(page, "example-close", key)


def open_witness(page: Page, section: str) -> None:
    """Open the battle that shows a rule."""
    later(_open_witness(page, section))


async def _open_witness(page: Page, section: str) -> None:
    """Do so at the step where the rule counts, and light the lines that cite it."""
    app = page.app
    book = app.book
    number, fought = book.shown["rules"][section]
    close(page)
    if page.dialog:
        opening.close(page)
    await opening.open_answer(page, {"op": "open", "fragment": book.shown["links"][number]}, "witness")
    if app.look.notice != t("witness.opened"):
        return
    if fought and app.node and not app.fighting:
        asking.act(page, "fight")
    app.look.opened.update({"why-lines": True, "end-lines": True})
    LIT[book.rule] = True
    opening.tell(page, t("witness.opened"))


def choose_page(page: Page, value: str = "") -> None:
    """Keep the pattern of the reader's own rulebook."""
    app = page.app
    pattern = str(value).strip()
    app.look.mistyped.pop(("rules-page", "", ""), None)
    if pattern and not rulebook.sound(pattern):
        stating.mistype(app, ("rules-page", "", ""), pattern, lambda: t("rules.pagebad", value=pattern[:60]))
    else:
        app.device.rules, app.device.rules_link, app.device.rules_bad = pattern, "", ""
        store.write(store.RULES, pattern)
    screen.render(page)


def dismiss(page: Page) -> None:
    """Say no more that the address gives no page of a rulebook."""
    page.app.device.rules_bad = ""
    screen.render(page)


def find(page: Page, value: str = "") -> None:
    """Search the rules for numbers and words."""
    rulebook.find(page.app, value)
    screen.put(page, ID, rulebook.rulebook(page.app))


def sift(page: Page, status: str = "") -> None:
    """Show the rules of which one thing becomes only."""
    rulebook.sift(page.app, status)
    screen.put(page, ID, rulebook.rulebook(page.app))


def typed(page: Page, event: Any) -> None:
    """A letter was typed into the search."""
    if event.target.id == "rules-find":
        find(page, str(event.target.value))


def tapped(page: Page, event: Any) -> None:
    """Something was tapped; beside the rulebook, it closes."""
    if event.target.id == ID:
        close(page)


def listen(page: Page) -> None:
    """Follow the rulebook's dialog, and take the reader's own rulebook from the device or the address."""
    dialog = document.getElementById(ID)
    dialog.addEventListener("close", lambda event: closed(page))
    dialog.addEventListener("input", lambda event: typed(page, event))
    dialog.addEventListener("click", lambda event: tapped(page, event))
    kept, given = store.read(store.RULES), str(js.URLSearchParams.new(page.wished).get("rules") or "")
    device = page.app.device
    device.rules = kept if isinstance(kept, str) and rulebook.sound(kept) else ""
    sound = rulebook.sound(given)
    device.rules_link, device.rules_bad = (given, "") if sound else ("", given)
    awaited.DRAWERS["address"] = rulebook.unused


EFFECTS: Handlers = {
    "rule": open_rule,
    "rules": open_all,
    "rules-open": open_listed,
    "rules-again": again,
    "rules-find": find,
    "rules-filter": sift,
    "rules-page": choose_page,
    "rules-said": dismiss,
    "rule-close": close,
    "rule-show": show,
    "rule-battle": open_battle,
    "rule-witness": open_witness,
}
