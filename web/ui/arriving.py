"""The parts of the page that it can do without for a moment: its dialogs, the fight, and what they need."""

from __future__ import annotations

import asking
import awaited
import js
import screen
from browser import later, pause
from page import Page
from shapes import Asked, Handlers
from texts import t


def act_all(page: Page, asked: list[Asked]) -> None:
    """Do what took a part of the page that had not come yet."""
    for name, places, value in asked:
        asking.act(page, name, *places, value=value)


async def complete(page: Page) -> None:
    """Take in the modules that the page can do without for a moment: its dialogs, the fight, and what they need."""
    if not page.dialogs and not page.completing:
        page.completing = True
        app, missed = page.app, t("part.failed", reason="late.bin")
        try:
            for name in await page.unpack("./ui/late.bin"):
                await pause()
                __import__(name)
            await pause()
        except Exception as error:  # the next dialog that is opened asks again
            awaited.faults.append(str(error))
            if page.waiting:
                asked, page.waiting = page.waiting, []
                app.look.say(missed, lambda: act_all(page, asked))
            screen.render(page)
            return
        finally:
            page.completing = False
        import late

        late.arrive(page)
        if app.look.notice == missed:
            app.look.say()
        asked, page.waiting = page.waiting, []
        if asked:
            screen.render(page)
            act_all(page, asked)
        else:
            await screen.render_softly(page)
        if page.unshown and app.fighting:
            screen.show_question(page)
        if page.answered:
            later(page.address.put())
        try:
            await js.hexLate("./drag.mjs")
        except Exception:  # counters are moved by their panel all the same
            return


def ask_again(page: Page) -> None:
    """Fetch again the parts of the page that did not arrive."""
    awaited.faults.clear()
    screen.render(page)
    later(complete(page))


EFFECTS: Handlers = {"complete": ask_again}
