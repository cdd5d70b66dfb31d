"""Browser fixtures: the built site on a port of this machine, and pages that fail their test on any fault.

    def test_something(desktop, site):          # or `phone`; both are Playwright pages, each in a context of its own
        desktop.goto(site.url)

Where a test is marked ``engine("beside")``, this machine's Python answers the page in place of Pyodide (see hosted.py).

A test fails if a page it opened printed an error to the console, let an exception escape, or asked another host for
anything. One that expects such a fault takes `faults`, looks at that list and clears it.
"""

from __future__ import annotations

import shutil
import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from browsers import BRISK_FLAGS, LASTING_FLAGS, PATIENCE
from hosted import hosted
from playwright.sync_api import Browser, BrowserContext, Page, Playwright, Request, Response, expect, sync_playwright

import build

expect.set_options(timeout=PATIENCE * 1000)
DESKTOP = {"viewport": {"width": 1280, "height": 800}}
PHONE = {"viewport": {"width": 390, "height": 844}, "device_scale_factor": 3, "has_touch": True, "is_mobile": True}
AXE_TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22a", "wcag22aa", "best-practice"]


@dataclass(frozen=True)
class Site:
    """A copy of dist/ of this session's own, being served."""

    url: str
    root: Path

    def add(self, name: str, text: str) -> str:
        """Put one more file beside the page, and return its address."""
        (self.root / name).write_text(text)
        return self.url + name


@contextmanager
def serving(server: AbstractContextManager[build.Server]) -> Iterator[str]:
    """The address at which a server answers meanwhile."""
    with server as running:
        thread = threading.Thread(target=running.serve_forever, daemon=True)
        thread.start()
        yield running.url
        running.shutdown()
        thread.join()


@pytest.fixture(scope="session")
def copied(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of dist/ of this session's own."""
    with build.building():  # nobody builds it anew while it is copied
        return Path(shutil.copytree(build.site(), tmp_path_factory.mktemp("site") / "dist"))


@pytest.fixture(scope="session")
def site_inside(copied: Path) -> Iterator[Site]:
    """The site as it is put online."""
    with serving(build.Server(copied, cache="no-store")) as url:
        yield Site(url, copied)


@pytest.fixture(scope="session")
def site_beside(copied: Path) -> Iterator[Site]:
    """The site with the engine beside the browser."""
    with serving(hosted(copied, cache="no-store")) as url:
        yield Site(url, copied)


@pytest.fixture
def site(request: pytest.FixtureRequest) -> Site:
    """The site with its engine inside the browser, or where the test is marked so, beside it."""
    mark = request.node.get_closest_marker("engine")
    found: Site = request.getfixturevalue(f"site_{mark.args[0] if mark else 'inside'}")
    return found


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    """Of which a process can have but one."""
    with sync_playwright() as playwright:
        yield playwright


@pytest.fixture(scope="session")
def browser(playwright: Playwright) -> Iterator[Browser]:
    browser = playwright.chromium.launch(executable_path=build.headless(), args=BRISK_FLAGS)
    yield browser
    browser.close()


@pytest.fixture(scope="session")
def lasting_browser(playwright: Playwright) -> Iterator[Browser]:
    """For tests that are marked ``long``."""
    browser = playwright.chromium.launch(executable_path=build.headless(), args=LASTING_FLAGS)
    yield browser
    browser.close()


@pytest.fixture
def faults() -> Iterator[list[str]]:
    """What went wrong in the test's pages so far."""
    faults: list[str] = []
    yield faults
    assert not faults, "\n".join(faults)


@pytest.fixture
def new_context(
    request: pytest.FixtureRequest, site: Site, faults: list[str]
) -> Iterator[Callable[..., BrowserContext]]:
    """Make browser contexts, with Playwright's options, that report their faults."""
    contexts = []
    long = request.node.get_closest_marker("long")
    browser: Browser = request.getfixturevalue("lasting_browser" if long else "browser")

    def saw(request: Request) -> None:
        if not request.url.startswith((site.url, "data:", "blob:")):
            faults.append(f"request to another host: {request.url}")

    def answered(response: Response) -> None:  # a worker's failed requests are on no console
        if response.status >= 400:
            faults.append(f"status {response.status}: {response.url}")

    def make(**options: Any) -> BrowserContext:
        # a service worker would fetch all of the site in each test, and answer past page.route: test_offline.py has it
        # frames of what moves cost a quarter of a walk's processor time, and no test but those of motion sees them
        calm = {"service_workers": "block", "reduced_motion": "reduce"}
        context = browser.new_context(**{**calm, **options})
        context.set_default_timeout(PATIENCE * 1000)
        context.on("console", lambda line: faults.append(f"console: {line.text}") if line.type == "error" else None)
        context.on("weberror", lambda error: faults.append(f"exception: {error.error}"))
        context.on("request", saw)
        context.on("response", answered)
        contexts.append(context)
        return context

    yield make
    for context in contexts:
        context.close()


@pytest.fixture
def desktop(new_context: Callable[..., BrowserContext]) -> Page:
    return new_context(**DESKTOP).new_page()


@pytest.fixture
def phone(new_context: Callable[..., BrowserContext]) -> Page:
    return new_context(**PHONE).new_page()


@pytest.fixture(scope="session")
def axe() -> Callable[..., list[str]]:
    """Judge a page's accessibility by WCAG 2.2 A and AA and best practice: `assert axe(page) == []`.

    `axe(page, "#form")` judges a part; `axe(page, rules=["color-contrast"])` by some rules only.
    """
    every = {"runOnly": AXE_TAGS, "rules": {"target-size": {"enabled": True}}}
    terse = {"resultTypes": ["violations"], "selectors": False}  # of what is as it should be, nothing is told
    source = (build.node_modules() / "axe-core" / "axe.min.js").read_text()

    def judge(page: Page, part: str | None = None, rules: list[str] | None = None) -> list[str]:
        if not page.evaluate("!!window.axe"):
            page.evaluate(source + "\n;null")
        page.evaluate("scrollTo(0, 0)")  # no control half under the head of the page, where it would be called small
        options = {"runOnly": {"type": "rule", "values": rules}} if rules else every
        ask = "async ([part, options]) => (await axe.run(part ?? document, options)).violations"
        found = page.evaluate(ask, [part, {**terse, **options}])
        return [f"{it['id']}: {it['help']}: {node['html']}" for it in found for node in it["nodes"]]

    return judge
