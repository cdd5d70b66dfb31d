"""A site of this machine's, the browsers at it, and what a player does and sees there: the same in every browser.

with opened("firefox") as place:
    seat = place.tab()
    seat.open(place.url)
    seat.do("battle", {"game": "daisenso", "nth": 0, "title": "Mine", "seed": 1, "most": 9})
"""

from __future__ import annotations

import contextlib
import json
import random
import shutil
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from playwright.sync_api import BrowserContext, Error, Page, Playwright, sync_playwright

import build
from tests.bench.memory import MEMORIES, probed
from tests.browsers import BRISK_FLAGS, CHROMIUM_FLAGS, Player, PlaywrightPlayer, WebKitPlayer, firefox, player, wait
from tests.fuzz.page import WRONG
from tests.web.test_offline import Host

BROWSERS = ("chromium", "firefox", "webkit")
HANDS = (Path(__file__).parent / "hands.js").read_text()
PATIENCE = 240.0  # seconds for one doing, such as a battle
ELSEWHERE = "elsewhere.html"  # a page of the same origin that is none of ours
OFFLINE = "document.documentElement.dataset.offline"
READY = "document.documentElement.dataset.engine === 'ready' && !('coming' in document.documentElement.dataset)"

Look = dict[str, Any]
Fault = str


@dataclass(frozen=True)
class Wish:
    """What is asked of a scenario."""

    browser: str
    battles: int
    seed: int
    tell: Callable[[str], None]

    def chance(self, *words: object) -> random.Random:
        """Chance that is the same at each run with this seed."""
        return random.Random(f"{self.seed} {' '.join(map(str, words))}")


class PagePlayer(PlaywrightPlayer):
    """A player at a page that is there already."""

    def __init__(self, page: Page) -> None:
        self.context = page.context
        self.page = page
        page.set_default_timeout(60_000)


class TabPlayer(WebKitPlayer):
    """A player at one of several tabs of WebKitGTK."""

    def __init__(self, driver: Any, handle: str) -> None:
        self.driver = driver
        self.handle = handle

    def _turn(self) -> None:
        if self.driver.current_window_handle != self.handle:
            self.driver.switch_to.window(self.handle)

    def open(self, url: str) -> None:
        """Go to an address."""
        self._turn()
        super().open(url)

    def script(self, body: str) -> Any:
        """Run the body of a function in the page."""
        self._turn()
        return super().script(body)


@dataclass
class Seat:
    """A tab, and the player who sits at it."""

    player: Player
    faults: list[Fault] = field(default_factory=list)

    def open(self, url: str) -> Seat:
        """Go to an address; from another battle of the same page, too."""
        self.player.open("about:blank")
        self.player.open(url)
        return self.ready()

    def ready(self, patience: float = 90) -> Seat:
        """Wait until the engine is up and the page has answered."""
        self.wait(f"{READY} && document.querySelector('#sum:not(.stale)')", patience)
        self.player.script(HANDS + "; return true")
        return self

    def wait(self, condition: str, patience: float = 60) -> None:
        """Wait until an expression is true, though the page may go to another address meanwhile."""
        end = time.monotonic() + patience
        while True:
            try:
                wait(self.player, condition, max(0.1, end - time.monotonic()))
                return
            except Error as error:
                if "context was destroyed" not in error.message and "navigation" not in error.message:
                    raise
            if time.monotonic() > end:
                raise AssertionError(f"{condition}\nnever came true")
            time.sleep(0.1)

    def script(self, body: str) -> Any:
        """Run the body of a function in the page."""
        return self.player.script(body)

    def do(self, doing: str, *words: object) -> Any:
        """Have the hands do something; what they tell of it. Raises AssertionError where they cannot."""
        arguments = ", ".join(json.dumps(word) for word in (doing, *words))
        self.script(f"hands.start({arguments})")
        end = time.monotonic() + PATIENCE
        while not (found := self.script("return hands.done")):
            assert time.monotonic() < end, f"{doing} is not over after {PATIENCE:.0f} s"
            time.sleep(0.03)
        assert "fault" not in found, f"{doing}{json.dumps(words)[:300]}: {found['fault']}"
        return found["value"]

    def look(self) -> Look:
        """What the page shows of the battle."""
        found: Look = self.script("return hands.look()")
        return found

    def address(self) -> str:
        """The address of the tab."""
        return str(self.script("return location.href"))

    def reload(self) -> Seat:
        """Load the page again, as a browser does that restores a tab."""
        self.script("window.same = true; setTimeout(() => location.reload(), 0)")
        self.wait("!window.same && document.readyState === 'complete'")
        return self.ready()

    def die(self) -> None:
        """End the tab without a word to its page. Only Chromium ends its process as well."""
        self.script("hands.writing.dead = true")
        if isinstance(self.player, PlaywrightPlayer):
            browser = self.player.context.browser
            if browser and browser.browser_type.name == "chromium":
                with contextlib.suppress(Error):
                    self.player.page.goto("chrome://crash", timeout=10_000)  # which leads nowhere, and tells no page
            self.player.page.close()
        elif isinstance(self.player, TabPlayer):
            self.player.open("about:blank")

    def wrong(self) -> list[Fault]:
        """What has gone wrong since this was asked last: on the console, as an exception, or in words on the page."""
        found = list(self.faults)
        self.faults.clear()
        with contextlib.suppress(Error):
            found += self.script("return hands.faults.splice(0)")
            shown = self.script("return document.body.innerText")
            found += [f"on the page: {word}" for word in WRONG if word in shown]
        return list(dict.fromkeys(found))


@dataclass
class Place:
    """A browser with a profile of its own, and the host of the site that it goes to."""

    name: str
    host: Host
    faults: list[Fault]
    context: BrowserContext | None = None
    driver: Any = None
    profile: str = ""

    @property
    def url(self) -> str:
        """Where the site is."""
        return str(self.host.url)

    def tab(self) -> Seat:
        """Open one more tab of the same profile."""
        if self.context:
            return Seat(PagePlayer(self.context.new_page()), self.faults)
        if self.driver.current_url != "about:blank":
            self.driver.switch_to.new_window("tab")
        return Seat(TabPlayer(self.driver, self.driver.current_window_handle), self.faults)

    def offline(self, seat: Seat) -> str:
        """Cut the network once the page is kept whole; says how, or why that cannot be."""
        if not seat.script("return 'serviceWorker' in navigator"):
            return "the server stays on: this browser has no service worker under its driver"
        seat.wait(f"{OFFLINE} && {OFFLINE} !== 'coming' && {OFFLINE} !== 'loading'", 90)
        if (said := seat.script(f"return {OFFLINE}")) != "ready":
            return f"the server stays on: the page says of being offline: {said}"
        self.host.off()
        with contextlib.suppress(Error, NotImplementedError):
            if self.context:
                self.context.set_offline(True)
        return "the server is off"


@contextlib.contextmanager
def hosted(weighed: bool) -> Iterator[Host]:
    """A copy of the site on a server that can be switched off; its worker tells of its memory where that is asked."""
    with tempfile.TemporaryDirectory(prefix="hexendure") as folder:
        root = Path(folder) / "site"
        with build.building():  # nobody builds it anew while it is copied
            if weighed:
                probed(build.site(), root)
            else:
                shutil.copytree(build.site(), root)
        (root / ELSEWHERE).write_text('<!doctype html><link rel="icon" href="data:,"><title>elsewhere</title>')
        host = Host(root)
        if weighed:
            host.newer()  # whose service worker knows the changed file
        try:
            yield host
        finally:
            host.off()


def _heard(context: BrowserContext, faults: list[Fault]) -> None:
    """Note what goes wrong in a context."""
    context.on("console", lambda line: faults.append(f"console: {line.text}") if line.type == "error" else None)
    context.on("weberror", lambda error: faults.append(f"exception: {error.error}"))


@contextlib.contextmanager
def _playwright(name: str, weighed: bool, profile: str) -> Iterator[BrowserContext]:
    """A context of Chromium or Firefox; a weighed one is Chromium with all of its compilers."""
    with sync_playwright() as playwright:
        if weighed:
            context = playwright.chromium.launch_persistent_context(
                profile, executable_path=build.chromium(), args=CHROMIUM_FLAGS, viewport={"width": 390, "height": 844}
            )
            context.add_init_script(MEMORIES)
            yield context
            context.close()
            return
        browser = _launched(playwright, name)
        try:
            yield browser.new_context(viewport={"width": 390, "height": 844})
        finally:
            browser.close()


def _launched(playwright: Playwright, name: str) -> Any:
    if name == "firefox":
        return playwright.firefox.launch(channel="moz-firefox", executable_path=firefox())
    return playwright.chromium.launch(executable_path=build.chromium(), args=BRISK_FLAGS)


@contextlib.contextmanager
def opened(name: str, weighed: bool = False) -> Iterator[Place]:
    """A browser and a host for one scenario."""
    faults: list[Fault] = []
    with hosted(weighed) as host:
        if name == "webkit":
            with player(name) as open_page:
                first = open_page()
                assert isinstance(first, WebKitPlayer)
                yield Place(name, host, faults, driver=first.driver)
            return
        with (
            tempfile.TemporaryDirectory(prefix="hexprofile", ignore_cleanup_errors=True) as profile,
            _playwright(name, weighed, profile) as context,
        ):
            _heard(context, faults)
            yield Place(name, host, faults, context=context, profile=profile)


def games(seat: Seat) -> list[str]:
    """The keys of the games on offer."""
    found = seat.script("return [...document.querySelectorAll('#game option')].map((it) => it.value)")
    return [key for key in found if not key.startswith("@")]


def differs(before: Look, after: Look, but: tuple[str, ...] = ()) -> list[str]:
    """In which parts two looks at a battle differ, and how."""
    return [
        f"{key}: {json.dumps(before[key])[-160:]} became {json.dumps(after[key])[-160:]}"
        for key in before
        if key not in but and before[key] != after[key]
    ]
