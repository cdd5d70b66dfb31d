"""A page of the site, in the words of a player."""

from __future__ import annotations

import re

from browsers import present, until
from playwright.sync_api import Locator, Page, expect


class Table:
    """One page; what players do waits until the page shows what the engine says of it."""

    def __init__(self, page: Page, url: str) -> None:
        self.page = page
        self.url = url

    def open(self, fragment: str = "") -> Table:
        self.page.goto(self.url + fragment)
        return self.ready()

    def ready(self) -> Table:
        present(self.page, "html[data-engine=ready]:not([data-coming])", 60)
        return self.settled()

    def settled(self) -> Table:
        """Wait until the bar shows what the engine says of what is on the board."""
        present(self.page, "#sum:not(.stale)")
        return self

    def press(self, target: Locator) -> None:
        if self.page.evaluate("matchMedia('(pointer: coarse)').matches"):
            target.tap()
        else:
            target.click()

    def do(self, name: str, a: str = "", b: str = "") -> Table:
        where = f"[data-do='{name}']" + (f"[data-a='{a}']" if a else "") + (f"[data-b='{b}']" if b else "")
        self.press(self.page.locator(where).first)
        return self.settled()

    def hex(self, name: str) -> Table:
        """Tap a hex near its upper corner, where no counter lies."""
        cell = self.page.locator(f"[data-hex='{name}'] .hu-hit")
        cell.scroll_into_view_if_needed()
        box = cell.bounding_box()
        assert box
        place = (box["x"] + box["width"] / 2, box["y"] + box["height"] * 0.09)
        if self.page.evaluate("matchMedia('(pointer: coarse)').matches"):
            self.page.touchscreen.tap(*place)
        else:
            self.page.mouse.click(*place)
        return self.settled()

    def play(self, key: str) -> Table:
        """Choose a game, and wait until it has come: the list shows it at once."""
        self.page.locator("#game").select_option(key)
        present(self.page, f"#game option[selected][value='{key}']")
        return self.settled()

    def nation(self, name: str) -> Table:
        self.page.locator("#nation").select_option(name)
        return self.settled()

    def stamp(self, title: str, times: int = 1) -> Table:
        """Tap a counter of the palette."""
        for _ in range(times):
            self.press(self.page.get_by_role("button", name=f"Add {title}", exact=True))
            self.settled()
        return self

    def choose(self, words: str) -> Table:
        """Take the option that says so."""
        self.press(self.page.locator(".option[data-do=act]", has_text=words).first)
        return self.settled()

    def face(self, n: int) -> Table:
        self.press(self.page.locator(f".face[data-a='d6={n}']"))
        return self.settled()

    def on(self, last: bool = False) -> Table:
        """Answer whatever is asked with the first of its faces, options or losses, or the last."""
        if self.page.locator("#lose").count():
            return self.lose(last)
        choices = self.page.locator("#umpire :is(.face, .option[data-do=act])")
        self.press(choices.last if last else choices.first)
        return self.settled()

    def lose(self, last: bool = False) -> Table:
        """Name the first of what may be lost, or the last, until that is enough, and lose it."""
        for _ in range(200):
            if self.judged().page.locator("#lose:enabled").count():
                self.press(self.page.locator("#lose"))
                return self.settled()
            self.name(last)
        raise AssertionError("there is no end of the losses")

    def name(self, last: bool = False) -> Table:
        """Name one more of the first of what may be lost, or of the last."""
        more = self.page.locator(".losses [data-do=pick][data-b='1']:not([aria-disabled])")
        self.press(more.last if last else more.first)
        return self.judged()

    def judged(self) -> Table:
        """Wait until the page shows what the engine says of the losses that are named."""
        present(self.page, ".losses:not([aria-busy])")
        return self

    @property
    def bar(self) -> Locator:
        return self.page.locator("#sum")

    @property
    def question(self) -> Locator:
        return self.page.locator("#question")

    def link(self) -> str:
        """The link that Share gives."""
        before = self.page.evaluate("history.state?.depth ?? 0")
        self.press(self.page.locator(".nav [data-do=share]"))
        field = self.page.locator("#share-link")
        expect(field).to_have_value(re.compile("#."))
        link = field.input_value()
        self.press(self.page.locator("#dialog [data-do=close]"))
        until(
            self.page, f"(history.state?.depth ?? 0) <= {before}"
        )  # the step back that closes it would break off what comes next
        return link
