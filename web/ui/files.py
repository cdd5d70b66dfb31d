"""Battles that are kept or come as files: opened, and saved."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import asking
import js
import keeping
import opening
import saving
import screen
import snippets
import store
import switching
from browser import document, later, window
from page import Page
from shapes import Doc, Handlers
from state import State
from texts import PARTS, TEXTS, language, t
from values import form_key

MOST_GAMES = 20  # typed in, kept on the device
LARGEST_FILE = 300000  # bytes of a battle's file


def open_example(page: Page, key: str) -> None:
    """Open an example of the game."""
    opening.close(page)
    saving.remember(page)
    for entry in page.app.listed("examples"):
        if entry["key"] == key and form_key(entry["scenario"]) in page.app.schemas:
            asking.act(page, "example", key)
            window.scrollTo(0, 0)
        elif entry["key"] == key:
            later(set_up(page, entry))


async def set_up(page: Page, entry: Doc) -> None:
    """Set up an example, which may be of a typed-in game of its own."""
    if await opening.need_schema(page, form_key(entry["scenario"]), lambda: later(set_up(page, entry))):
        asking.act(page, "example", entry["key"])
        window.scrollTo(0, 0)


def close_and_begin(page: Page) -> None:
    """Close the dialog and begin a new battle."""
    opening.close(page)
    switching.begin_new(page)


def open_saved(page: Page, id: str) -> None:
    """Open a battle saved on this device."""
    saving.remember(page)
    for entry in page.app.device.saved:
        if entry["id"] == id:
            later(open_state(page, entry["state"]))
    opening.close(page)


async def open_state(page: Page, state: Doc) -> None:
    """Put a kept battle back on the table."""
    known = await opening.need_schema(page, form_key(state.get("scenario", {})), lambda: later(open_state(page, state)))
    if known and keeping.restore(page.app, state):
        asking.changed(page)
        window.scrollTo(0, 0)
    elif known:
        page.app.look.say(t("saved.bad"))
        screen.render(page)


def download(title: str, ending: str, type: str, text: str) -> None:
    """Have the browser save a text as a file."""
    save(title, ending, "data:" + type + ";charset=utf-8," + str(js.encodeURIComponent(text)))


def save(title: str, ending: str, address: str) -> None:
    """Have the browser save what stands at an address as a file."""
    link = document.createElement("a")
    link.href = address
    link.download = snippets.file_name(title, ending)
    link.click()


def open_chosen(page: Page, value: str = "") -> None:
    """Open the files chosen in the dialog."""
    later(open_files(page, list(document.getElementById("battlefile").files)))


def again(page: Page, files: list[Any]) -> Callable[[], object]:
    """What opens files that did not come."""
    return lambda: later(open_files(page, files))


async def open_files(page: Page, files: list[Any]) -> None:
    """Open battles that were saved as files one after another; the last is on the table in the end.

    Those that are refused are named. What does not come is asked for again with all that follow it, and where a player
    chooses something else meanwhile, none follows.
    """
    app = page.app
    opening.clear(page)
    refused = []
    for at in range(len(files)):
        found = await open_file(page, files[at])
        if found is None:
            if app.look.again:
                app.look.again = again(page, files[at:])
            return
        if found:
            refused.append(str(files[at].name) + ": " + found[: opening.LONGEST_REASON])
    if refused:
        reason = "; ".join(refused)
        none = len(refused) == len(files)
        app.look.say(t("file.bad", reason=reason) if none else t("file.some", reason=reason))
        screen.render(page)


async def open_file(page: Page, file: Any) -> str | None:
    """Open a battle that was saved as a file; what ``opening.open_answer`` says of it."""
    if file.size > LARGEST_FILE:
        opening.refuse_link(page, t("file.large"), "file")
        return t("file.large")
    return await opening.open_answer(page, {"op": "open", "text": str(await file.text())}, "file")


async def open_launched(page: Page, launch: Any) -> None:
    """Open the files that the operating system hands to the installed page."""
    found = []
    for handle in launch.files:
        found.append(await handle.getFile())
    await open_files(page, found)


def dragged(page: Page, event: Any) -> None:
    """Files are pulled over the page, which opens them when they are let go; a field for files takes its own."""
    if "Files" not in [str(kind) for kind in event.dataTransfer.types] or event.target.localName == "input":
        return
    event.preventDefault()
    if str(event.type) == "drop":
        later(open_files(page, list(event.dataTransfer.files)))


def listen(page: Page) -> None:
    """Take the files that the system opens with the installed page, and those that are let go over it."""
    if hasattr(window, "launchQueue"):
        window.launchQueue.setConsumer(lambda launch: later(open_launched(page, launch)))
    for kind in ("dragover", "drop"):
        document.addEventListener(kind, lambda event: dragged(page, event))


def have_shared(page: Page) -> None:
    """Open what another app has handed over."""
    later(open_shared(page))


async def open_shared(page: Page) -> None:
    """Open the battle whose link another app has handed over, in whatever words."""
    asked = js.URLSearchParams.new(page.wished)
    for name in ("url", "text", "title"):
        for word in str(asked.get("share-" + name) or "").split():
            if "#" in word:
                await opening.open_fragment(page, word[word.index("#") + 1 :])
                return
    saving.put_address(page)
    opening.refuse_link(page, t("link.none"))


def keep_game(app: State, title: str, game: str) -> str:
    """Keep a game on the device, in place of one of that title, and of no other; what is to be said of that."""
    others = [entry for entry in app.device.games if entry["title"] != title]
    if len(app.device.games) == len(others) >= MOST_GAMES:
        return t("own.full", n=len(others))
    app.device.games = [{"title": title, "game": game}] + others
    app.device.storable = store.write(store.GAMES, app.device.games)
    return t("own.kept") if app.device.storable else t("saved.refused")


async def need_texts(part: str) -> None:
    """Have the texts of a part of the page at hand, in the language in use once they have come. Raises without them."""
    while part not in PARTS:
        code = language()
        found = await opening.load("texts/" + part + "/" + code)
        if code == language():
            TEXTS.update(found)
            PARTS.add(part)


def need_style(name: str) -> None:
    """Ask for the style of a part of the page; where it did not come, it is asked for again the next time."""
    if document.querySelector("link[href='./" + name + "']") is None:
        link = document.createElement("link")
        link.rel, link.href = "stylesheet", "./" + name
        link.addEventListener("error", lambda event: link.remove())
        link.addEventListener("load", lambda event: _come(name))
        document.head.append(link)


def _come(name: str) -> None:
    """Say no more that a part has not come."""
    stuck = document.getElementById("stuck")
    if stuck.querySelector("b").textContent == name:
        stuck.hidden = True


def have_examples(page: Page) -> None:
    """Fetch the examples that the list of battles lacks."""
    later(need_examples(page))


async def need_examples(page: Page) -> None:
    """Have all examples of the game at hand, not only the first, which came with its form."""
    app = page.app
    schema = app.schema
    if not schema or not schema.get("more_examples"):
        return
    app.examples_fault = ""
    try:
        rest = await opening.fetch(schema["ruleset"]["key"] + ".examples")
        if schema["more_examples"]:  # not taken in by an earlier asking
            schema["examples"] = schema["examples"] + rest
            schema["more_examples"] = 0
    except Exception as error:
        app.examples_fault = t("part.failed", reason=str(error))
    if page.dialog == "battles":
        screen.draw_dialog(page)


EFFECTS: Handlers = {
    "examples": have_examples,
    "example-close": open_example,
    "new-close": close_and_begin,
    "saved-open": open_saved,
    "battlefile": open_chosen,
    "shared": have_shared,
}
