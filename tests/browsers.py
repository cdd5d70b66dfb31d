"""Players in real browsers: Chromium and Firefox by Playwright, WebKitGTK by its own driver.

with player("firefox") as open_page:
    page = open_page()          # a page in a profile of its own
    page.open(site.url)
    page.press(".face", "6")
"""

from __future__ import annotations

import os
import shutil
import subprocess
import time
import warnings
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, nullcontext
from pathlib import Path
from typing import Any, Protocol

from playwright.sync_api import Browser, Error, Frame, Page, Playwright, sync_playwright

import build

CHROMIUM_FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
LASTING_FLAGS = [
    *CHROMIUM_FLAGS,
    # The suggestions of an address bar that nobody sees are two pages more for each context. Chromium obeys the last
    # list of features only, so that those of Playwright's list are named here too.
    "--disable-features=WebUIOmniboxPopup,WebUIOmniboxAimPopup,WebUIOmniboxFullPopup,"
    "AvoidUnnecessaryBeforeUnloadCheckSync,DestroyProfileOnBrowserClose,DialMediaRouteProvider,GlobalMediaControls,"
    "HttpsUpgrades,LensOverlay,MediaRouter,PaintHolding,ThirdPartyStoragePartitioning,"
    "BlockOriginHeaderModificationOnRedirect,AvoidCorsURLLoaderRestartOnRedirect,Translate,AutoDeElevate,"
    "OptimizationHints,NetworkTimeServiceQuerying,AimEnabled",
    "--js-flags=--wasm-lazy-validation",
]
"""For pages on which a test takes many steps."""
BRISK_FLAGS = [*LASTING_FLAGS[:-1], "--js-flags=--liftoff-only,--wasm-lazy-validation"]
"""For pages that a test opens and leaves: none lives so long that a second, better compilation of its Python pays."""
PATIENCE = 60.0  # seconds: a busy machine may take long, and what never comes is told all the same
SIZE = (390, 844)
FIND = (
    "const found = [...document.querySelectorAll(css)].filter((e) => e.textContent.includes(text));"
    "const shown = found.find((e) => e.checkVisibility ? e.checkVisibility() : e.getClientRects().length);"
    "shown?.scrollIntoView({block: 'center'}); return shown ?? null;"
)


class Player(Protocol):
    """What every browser can do."""

    def open(self, url: str) -> None:
        """Go to an address."""

    def script(self, body: str) -> Any:
        """Run the body of a function in the page; what it returns, if JSON can say it."""

    def press(self, css: str, text: str = "") -> None:
        """Press the first shown element that holds the text."""


def wait(player: Player, condition: str, patience: float = PATIENCE) -> None:
    """Wait until a JavaScript expression is true."""
    until = time.monotonic() + patience
    while not player.script(f"return Boolean({condition})"):
        if time.monotonic() > until:
            seen = player.script("return document.body.innerText.slice(0, 2000)")
            raise AssertionError(f"{condition}\nnever came true; on the page:\n{seen}")
        time.sleep(0.05)


def until(page: Page | Frame, condition: str, patience: float = PATIENCE) -> None:
    """Wait until a JavaScript expression is true in a page whose policy forbids Playwright's own way of waiting.

    Playwright evaluates its text anew at every look, which the policy allows in the first one only.
    """
    end = time.monotonic() + patience
    while not page.evaluate(f"() => Boolean({condition})"):
        assert time.monotonic() < end, f"{condition}\nnever came true"
        page.wait_for_timeout(30)


def present(page: Page, css: str, patience: float = PATIENCE) -> None:
    """Wait until there is an element of that kind; the page says so at once, where Playwright looks now and then."""
    watch = """([css, patience]) => new Promise((done) => {
        const look = () => document.querySelector(css) && end(true);
        const observer = new MutationObserver(look);
        const timer = setTimeout(() => end(false), patience);
        const end = (found) => { observer.disconnect(); clearTimeout(timer); done(found); };
        observer.observe(document, {subtree: true, childList: true, attributes: true});
        look();
    })"""
    end = time.monotonic() + patience
    while (left := end - time.monotonic()) > 0:
        try:
            assert page.evaluate(watch, [css, left * 1000]), f"{css}\nnever came"
            return
        except Error as error:  # the page went on to another address
            if "context was destroyed" not in error.message:
                raise
    raise AssertionError(f"{css}\nnever came")


class PlaywrightPlayer:
    """A page of Chromium or Firefox."""

    def __init__(self, browser: Browser) -> None:
        self.context = browser.new_context(viewport={"width": SIZE[0], "height": SIZE[1]})
        self.page = self.context.new_page()
        self.page.set_default_timeout(PATIENCE * 1000)

    def open(self, url: str) -> None:
        """Go to an address."""
        self.page.goto(url)

    def script(self, body: str) -> Any:
        """Run the body of a function in the page."""
        return self.page.evaluate(f"() => {{ {body} }}")

    def press(self, css: str, text: str = "") -> None:
        """Press the first shown element that holds the text."""
        find = f"([css, text]) => {{ {FIND} }}"
        element = self.page.evaluate_handle(find, [css, text]).as_element()
        assert element, f"nothing to press at {css} with {text!r}"
        element.click()


class WebKitPlayer:
    """A page of WebKitGTK, by its driver."""

    def __init__(self, driver: Any) -> None:
        self.driver = driver
        driver.set_window_size(SIZE[0] + 40, SIZE[1] + 40)

    def open(self, url: str) -> None:
        """Go to an address."""
        self.driver.get(url)

    def script(self, body: str) -> Any:
        """Run the body of a function in the page."""
        return self.driver.execute_script(body)

    def press(self, css: str, text: str = "") -> None:
        """Press the first shown element that holds the text."""
        # the driver's own clicks go astray where a row was scrolled or a counter lies on a hex's middle
        done = self.driver.execute_script(
            f"const [css, text] = arguments; const element = (() => {{ {FIND} }})();"
            "element?.dispatchEvent(new MouseEvent('click', {bubbles: true, cancelable: true})); return !!element;",
            css,
            text,
        )
        assert done, f"nothing to press at {css} with {text!r}"


def firefox() -> Path:
    """Firefox: the machine's, or one that is installed now."""
    for name in ("firefox-esr", "firefox"):
        if found := shutil.which(name):
            return Path(found)
    build.apt_install("firefox-esr", "no Firefox found")
    return Path("/usr/bin/firefox-esr")


UNCOMPOSED = {"WEBKIT_DISABLE_COMPOSITING_MODE": "1"}  # no layers by OpenGL in software, which takes the page down


def webkit() -> Path:
    """WebKitGTK's small browser; it, its driver and a screen without a monitor are installed where they lack."""
    for command, package in (("WebKitWebDriver", "webkit2gtk-driver"), ("Xvfb", "xvfb")):
        if not shutil.which(command):
            build.apt_install(package, f"no {command} found")
    found = sorted(Path("/usr/lib").glob("*/webkit*gtk-*/MiniBrowser"))
    if not found:
        raise build.BuildError("no MiniBrowser of WebKitGTK found: install its driver (on Debian, webkit2gtk-driver)")
    return found[-1]


@contextmanager
def _screen() -> Iterator[None]:
    """A screen without a monitor, where there is none."""
    if os.environ.get("DISPLAY"):
        yield
        return
    read, write = os.pipe()
    words = ("Xvfb", "-displayfd", str(write), "-screen", "0", "1280x1024x24", "-nolisten", "tcp")
    server = subprocess.Popen(words, pass_fds=(write,), stderr=subprocess.DEVNULL)
    os.close(write)
    try:
        with os.fdopen(read) as number:
            os.environ["DISPLAY"] = ":" + number.readline().strip()
        yield
    finally:
        os.environ.pop("DISPLAY", None)
        server.terminate()
        server.wait()


@contextmanager
def player(name: str, playwright: Playwright | None = None) -> Iterator[Callable[[], Player]]:
    """Start a browser; yields a function that opens pages, each in a profile of its own."""
    if name == "webkit":
        from selenium import webdriver

        with ExitStack() as stack:
            binary = webkit()
            stack.enter_context(_screen())

            def open_webkit() -> Player:
                options = webdriver.WebKitGTKOptions()
                options.binary_location = str(binary)
                options.add_argument("--automation")
                service = webdriver.WebKitGTKService(shutil.which("WebKitWebDriver"), env=os.environ | UNCOMPOSED)
                with warnings.catch_warnings(action="ignore", category=DeprecationWarning):  # of its own doing
                    driver = webdriver.WebKitGTK(options=options, service=service)
                stack.callback(driver.quit)
                return WebKitPlayer(driver)

            yield open_webkit
        return
    with nullcontext(playwright) if playwright else sync_playwright() as playwright:
        if name == "firefox":
            browser = playwright.firefox.launch(channel="moz-firefox", executable_path=firefox())
        else:
            browser = playwright.chromium.launch(executable_path=build.chromium(), args=BRISK_FLAGS)
        yield lambda: PlaywrightPlayer(browser)
        browser.close()
