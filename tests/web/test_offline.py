"""The page without a network: kept whole, in one version, told of only when true, and renewed only when asked for.

Every test has a server of its own, which says no-store, so that nothing but the service worker can keep anything.
"""

from __future__ import annotations

import json
import shutil
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from browsers import until
from hexumpire import api, rulesets
from playwright.sync_api import Browser, BrowserContext, Page, Route, expect

import build

pytestmark = pytest.mark.xdist_group("offline")
PROGRAM = "performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('pyodide.asm.wasm')).length"
SMALL = 3_000_000  # bytes of storage that are too few for the page
MARK = "\n/* a newer version */\n"
OTHERS = {"engine/worker.mjs": MARK, "ui/main.py": "\n# a newer version\n"}  # that differ in a newer version, too


class Host:
    """A copy of the site on a server that can be switched off and given a newer version."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.cut = ""  # the file that breaks off in the middle
        self.server: build.Server | None = None
        self.on()
        assert self.server
        self.port = self.server.server_address[1]
        self.url = self.server.url

    def on(self, port: int = 0) -> None:
        # a connection for each request: none outlives the server
        settings = {"cache": "no-store", "protocol_version": "HTTP/1.0", "do_GET": lambda request: self.answer(request)}
        self.server = build.Server(self.root, port, **settings)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def answer(self, request: Any) -> None:
        if not self.cut or not request.path.endswith(self.cut):
            build.Handler.do_GET(request)
            return
        body = (self.root / self.cut).read_bytes()
        request.send_response(200)
        request.send_header("Content-Length", str(len(body)))
        request.end_headers()
        request.wfile.write(body[: len(body) // 2])

    def off(self) -> None:
        if self.server:
            self.server.shutdown()
            self.server.server_close()
        self.server = None

    def newer(self, torn: bool = False) -> None:
        """Put a newer version there, once; one that is torn lacks what its service worker promises."""
        style = self.root / "style.css"
        old = style.read_text()
        style.write_text(old + MARK)
        for path, mark in OTHERS.items():
            file = self.root / path
            file.write_text(file.read_text() + mark)
        page = self.root / "index.html"
        text = page.read_text()
        name = text.split('<meta name="version" content="')[1].split('"')[0]
        page.write_text(text.replace(name, "__VERSION__"))
        build.copy_service_worker(self.root)
        if torn:
            style.write_text(old)

    def heal(self) -> None:
        style = self.root / "style.css"
        style.write_text(style.read_text() + MARK)


@pytest.fixture
def host(tmp_path: Path) -> Iterator[Host]:
    with build.building():  # nobody builds it anew while it is copied
        root = shutil.copytree(build.site(), tmp_path / "site")
    host = Host(root)
    yield host
    host.off()


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    context = browser.new_context(
        viewport={"width": 1280, "height": 800}, service_workers="allow", reduced_motion="reduce"
    )
    context.set_default_timeout(30_000)
    yield context
    context.close()


def state(page: Page, name: str) -> None:
    """Wait until the page says so of being offline, and see that it shows just that sentence."""
    expect(page.locator(f"html[data-offline={name}]")).to_be_attached(timeout=40_000)
    expect(page.locator(f"#offline [data-when={name}]")).to_be_visible()
    assert page.locator("#offline [data-when]:visible").count() == 1


def works(page: Page) -> None:
    """The engine has started and answers, and the odds on the screen are its own."""
    expect(page.locator("html[data-engine=ready]")).to_be_attached(timeout=60_000)
    expect(page.locator("#sum:not(.stale)")).to_be_attached()
    assert page.evaluate('hexEngine.call(\'{"op": "rulesets"}\').then((text) => JSON.parse(text).ok)')


def lose(page: Page, path: str) -> None:
    """Take one file from what is kept."""
    lost = page.evaluate(
        """async (path) => {
            const [name] = (await caches.keys()).filter((name) => name.startsWith("hexumpire "));
            return (await caches.open(name)).delete(new URL(path, location.href).href);
        }""",
        path,
    )
    assert lost


def update(page: Page) -> None:
    page.evaluate("navigator.serviceWorker.getRegistration().then((it) => it.update()).catch(() => {})")


def newer_parts(page: Page) -> list[str]:
    """Which of the files that differ the page gets from the newer version."""
    found = page.evaluate(
        "paths => Promise.all(paths.map((path) => fetch(path).then((it) => it.text())))", ["style.css", *OTHERS]
    )
    return [path for path, text in zip(["style.css", *OTHERS], found, strict=True) if "a newer version" in text]


def style(page: Page) -> str:
    return page.evaluate("fetch('./style.css').then((answer) => answer.text())")


def test_everything_works_without_a_network(host: Host, context: BrowserContext) -> None:
    page = context.new_page()
    page.goto(host.url)
    works(page)
    state(page, "ready")
    page.locator("[data-do=fight]").first.click()
    page.locator(".face[data-a='d6=6']").click()
    expect(page.locator("#question")).to_contain_text("Take Ex instead")
    page.locator(".nav [data-do=share]").click()
    expect(page.locator("#share-link")).not_to_have_value("")
    link = page.locator("#share-link").input_value()
    page.locator("#dialog [data-do=close]").click()

    host.off()
    context.set_offline(True)
    page.reload()
    works(page)
    assert page.evaluate("hexEngine.started.how") == "snapshot"
    state(page, "ready")
    expect(page.locator("#question")).to_contain_text("Take Ex instead")  # the fight goes on
    page.locator("[data-do=setup]").first.click()
    page.locator("[data-do=new]").first.click()  # a new battle
    page.locator("[data-hex='0,0'] .hu-hit").first.click()
    page.get_by_role("button", name="Add ").first.click()
    expect(page.locator("#sum:not(.stale)")).to_be_attached()
    page.evaluate("hexEngine.restart()")  # a new worker starts
    works(page)

    other = context.new_page()
    other.goto(link)
    works(other)
    expect(other.locator("#question")).to_contain_text("Take Ex instead")


def test_the_engine_loads_the_other_games_when_all_is_kept(host: Host, context: BrowserContext) -> None:
    """Once, after the first visit; and what is compiled comes from where it will come from at the next visit."""
    page = context.new_page()
    page.goto(host.url, wait_until="domcontentloaded")
    page.evaluate(
        """() => {
            const { want } = hexEngine;
            window.named = [];
            hexEngine.want = (name) => want(name, named.push(name));
        }"""
    )
    state(page, "ready")
    until(page, f"{json.dumps(rulesets.KEYS)}.every((key) => named.includes(key))")
    assert page.evaluate(PROGRAM) == 1
    assert page.evaluate('hexEngine.call(\'{"op": "rulesets"}\').then((text) => JSON.parse(text).ok)')
    page.reload()
    works(page)
    state(page, "ready")
    assert page.evaluate(PROGRAM) == 0


def test_a_game_not_opened_before_is_there_too(host: Host, context: BrowserContext) -> None:
    page = context.new_page()
    page.goto(host.url)
    state(page, "ready")
    host.off()
    context.set_offline(True)
    kept = page.evaluate(
        """async (paths) => {
            const found = await Promise.all(paths.map((path) => fetch(path).then((answer) => answer.ok, () => false)));
            return paths.filter((path, i) => !found[i]);
        }""",
        sorted(path.relative_to(host.root).as_posix() for path in host.root.rglob("*") if path.is_file()),
    )
    assert kept == ["sw.js"]  # which browsers keep by themselves
    page.reload()
    works(page)
    for game in page.locator("#game option").evaluate_all("them => them.map((it) => it.value)"):
        page.locator("#game").select_option(game)
        page.locator(".nav [data-do=battles]").click()
        page.locator("[data-do=example-close]").first.click()
        expect(page.locator("#sum:not(.stale)")).to_be_attached()
        page.locator("[data-do=fight]").first.click()
        page.locator("#umpire .face, #umpire .option").first.click()
        expect(page.locator("#undo-step")).to_be_enabled()
        page.locator("[data-do=setup]").first.click()
    page.goto(host.url + "?lang=de")
    works(page)
    assert page.evaluate("document.documentElement.lang") == "de"


def test_parts_that_come_when_first_used_are_there_too(host: Host, context: BrowserContext) -> None:
    page = context.new_page()
    page.goto(host.url)
    state(page, "ready")
    host.off()
    context.set_offline(True)
    page.reload()
    works(page)
    page.locator("[data-unit]").first.click()
    page.locator("#to-formations").click()
    page.locator("[data-do=formation-keep]").first.click()
    expect(page.locator("section.formations [role=status]")).to_contain_text("Kept: ")
    page.locator("[data-do=tab][data-a=odds]").click()
    page.locator("#panel [data-do=beside]").click()
    page.locator("#dialog [data-do=beside-hold]").click()
    page.locator("#dialog [data-do=beside-do]").click()
    expect(page.locator("#beside-found")).to_contain_text("Both are reckoned alike, line by line.")
    page.locator("#dialog [data-do=close]").click()
    page.locator(".nav [data-do=battles]").click()
    page.locator("#dialog [data-do=diary]").click()
    page.locator("[data-do=diary-new]").click()
    page.locator("[data-do=diary-put]").click()
    expect(page.locator("#diary-told")).to_contain_text("Battles: 1.")
    page.reload()
    works(page)
    page.locator(".nav [data-do=battles]").click()
    page.locator("#dialog [data-do=diary]").click()
    expect(page.locator("[data-do=diary-open]")).to_contain_text("one battle")


@pytest.mark.parametrize("damage", ["missing", "wrong", "cut"])
def test_a_download_that_breaks_off_is_told_and_goes_on(host: Host, context: BrowserContext, damage: str) -> None:
    file = host.root / "licences.txt"
    good = file.read_bytes()
    if damage == "missing":
        file.unlink()
    elif damage == "cut":
        host.cut = "licences.txt"
    else:
        file.write_bytes(good + b"!")
    page = context.new_page()
    page.goto(host.url)
    works(page)
    state(page, "broken")
    assert page.evaluate("navigator.serviceWorker.getRegistration().then((it) => it?.active ?? null)") is None
    file.write_bytes(good)
    host.cut = ""
    page.reload()
    works(page)
    state(page, "ready")


def test_no_room_is_told_and_the_page_works_all_the_same(host: Host, context: BrowserContext) -> None:
    page = context.new_page()
    session = context.new_cdp_session(page)
    session.send("Storage.overrideQuotaForOrigin", {"origin": host.url.rstrip("/"), "quotaSize": SMALL})
    page.goto(host.url)
    works(page)
    state(page, "full")
    assert page.evaluate("caches.keys()") == []
    page.reload()
    works(page)


def test_a_browser_without_service_workers_is_told(host: Host, browser: Browser) -> None:
    context = browser.new_context(service_workers="allow", reduced_motion="reduce")
    context.add_init_script("Object.defineProperty(Navigator.prototype, 'serviceWorker', {get() {}})")
    page = context.new_page()
    page.goto(host.url)
    works(page)
    state(page, "full")
    context.close()


def test_what_the_browser_threw_away_is_fetched_again(host: Host, context: BrowserContext) -> None:
    page = context.new_page()
    page.goto(host.url)
    state(page, "ready")
    lose(page, "data/first.json")
    lose(page, "pyodide/pyodide.asm.wasm")
    page.reload()
    works(page)
    state(page, "ready")
    lose(page, "engine/snapshot.bin.gz")
    host.off()  # and what cannot be fetched is told, while the page starts from its files
    page.reload()
    works(page)
    assert page.evaluate("hexEngine.started.how") == "files"
    state(page, "broken")


def test_all_thrown_away_is_a_first_visit(host: Host, context: BrowserContext) -> None:
    page = context.new_page()
    page.goto(host.url)
    state(page, "ready")
    page.evaluate("caches.keys().then((names) => Promise.all(names.map((name) => caches.delete(name))))")
    page.reload()
    works(page)
    state(page, "ready")
    host.off()
    page.reload()
    works(page)


def test_lost_and_superseded_is_told(host: Host, context: BrowserContext) -> None:
    page = context.new_page()
    page.goto(host.url)
    state(page, "ready")
    lose(page, "style.css")
    host.newer()
    for _ in range(2):  # at once, and when the service worker knows no better any more
        found = "fetch('./style.css').then((it) => it.text(), () => 'nothing')"
        assert page.evaluate(found) == "nothing", "of the newer version, to this page"
        expect(page.locator("html[data-offline=gone], html[data-offline=update]")).to_be_attached()
    page.locator("#offline [data-offline-do]:visible").click()
    works(page)
    assert MARK in style(page)
    state(page, "update")  # of the kept one
    assert newer_parts(page) == ["style.css", *OTHERS]


def test_a_page_that_was_loaded_past_what_is_kept_works_without_a_network_too(
    host: Host, context: BrowserContext
) -> None:
    page = context.new_page()
    page.goto(host.url)
    state(page, "ready")
    host.newer()
    update(page)
    state(page, "update")
    with page.expect_navigation():
        context.new_cdp_session(page).send("Page.reload", {"ignoreCache": True})
    works(page)
    state(page, "ready")
    host.off()
    assert newer_parts(page) == ["style.css", *OTHERS]
    page.locator(".nav [data-do=help]").click()
    expect(page.locator("#dialog .keys")).to_be_visible()


def test_a_first_page_that_is_out_of_date_when_it_is_kept_says_so(host: Host, context: BrowserContext) -> None:
    page = context.new_page()
    newer: list[None] = []

    def go_on(route: Route) -> None:
        if not newer:
            host.newer()
            newer.append(None)
        route.continue_()

    context.route("**/sw.js", go_on)
    page.goto(host.url)
    works(page)
    state(page, "update")
    assert page.evaluate("fetch('./ui/main.py').then(() => 1, () => 0)") == 0, "a newer version's file for this page"
    page.evaluate("window.same = true")
    with page.expect_navigation():
        page.locator("#offline [data-offline-do]:visible").click()
    works(page)
    state(page, "ready")
    assert newer_parts(page) == ["style.css", *OTHERS]


def test_an_engine_of_a_newer_version_is_not_started_under_an_older_page(host: Host, browser: Browser) -> None:
    context = browser.new_context(service_workers="block", reduced_motion="reduce")
    page = context.new_page()
    page.goto(host.url)
    works(page)
    page.evaluate("hexEngine.restart()")
    works(page)
    file = host.root / "engine" / "config.json"
    file.write_text(json.dumps({**json.loads(file.read_text()), "stamp": "another"}))
    page.evaluate("hexEngine.restart()")
    expect(page.locator("#status")).to_contain_text("a newer version of the page is online: load it again")
    context.close()


def test_another_page_of_the_host_does_not_hold_a_newer_version_up(host: Host, context: BrowserContext) -> None:
    (host.root.parent / "wiki.html").write_text("<!doctype html><title>Wiki</title>")
    host.off()
    host.root, root = host.root.parent, host.root
    host.on()
    assert host.server
    page, other = context.new_page(), context.new_page()
    page.goto(host.server.url + "site/")
    other.goto(host.server.url + "wiki.html")
    host.root = root
    state(page, "ready")
    host.newer()
    update(page)
    state(page, "update")
    with page.expect_navigation():
        page.locator("#offline [data-offline-do]:visible").click()
    works(page)
    state(page, "ready")


def test_a_newer_version_waits_until_it_is_asked_for(host: Host, context: BrowserContext) -> None:
    page = context.new_page()
    page.goto(host.url)
    works(page)
    state(page, "ready")
    page.locator("[data-do=fight]").first.click()
    expect(page.locator("html[data-screen=fight]")).to_be_attached()
    question = page.locator("#question").text_content()
    page.evaluate("window.same = true")
    host.newer()
    update(page)
    state(page, "update")
    page.wait_for_timeout(500)
    assert page.evaluate("window.same")  # no reload
    assert newer_parts(page) == []  # and no file of the newer one
    page.evaluate("hexEngine.restart()")  # a worker that starts now is of the page's own version
    works(page)
    page.locator(".face[data-a='d6=6']").click()  # the fight goes on
    expect(page.locator("#question")).not_to_have_text(question or "")
    question = page.locator("#question").text_content()
    page.reload()
    works(page)
    state(page, "update")
    assert newer_parts(page) == []
    assert page.locator("#question").text_content() == question

    other = context.new_page()
    other.goto(host.url)
    state(other, "update")
    page.locator("#offline [data-offline-do]:visible").click()
    state(page, "others")
    assert MARK not in style(page)
    other.close()

    page.evaluate("window.same = true")
    with page.expect_navigation():
        page.locator("#offline [data-offline-do]:visible").click()
    works(page)
    state(page, "ready")
    assert page.evaluate("window.same") is None
    assert newer_parts(page) == ["style.css", *OTHERS]
    expect(page.locator("html[data-screen=fight]")).to_be_attached()
    assert page.locator("#question").text_content() == question
    assert len(page.evaluate("caches.keys()")) == 1
    host.off()
    page.reload()
    works(page)


def test_a_newer_version_that_is_not_all_there_changes_nothing(host: Host, context: BrowserContext) -> None:
    page = context.new_page()
    page.goto(host.url)
    works(page)
    state(page, "ready")
    host.newer(torn=True)
    update(page)
    page.wait_for_timeout(1500)
    state(page, "ready")
    page.reload()
    works(page)
    state(page, "ready")
    assert MARK not in style(page)
    host.heal()
    page.reload()
    state(page, "update")


def test_nothing_is_asked_for_twice(host: Host, context: BrowserContext) -> None:
    page = context.new_page()
    page.goto(host.url)
    state(page, "ready")
    asked: list[str] = []
    said: list[str] = []
    page.on("request", lambda request: asked.append(request.url.removeprefix(host.url)))
    page.on("console", lambda line: said.append(line.text))
    page.reload()
    works(page)
    page.wait_for_timeout(4000)  # Chromium tells later of what was asked for and not used
    assert sorted({path for path in asked if asked.count(path) > 1}) == []
    assert said == []


def test_a_link_of_a_typed_in_game_opens_without_a_network(host: Host, context: BrowserContext) -> None:
    battle = next(one["scenario"] for one in rulesets.get("custom").examples() if one["key"] == "stream")
    answer = json.loads(api.handle(json.dumps({"op": "link", "scenario": battle, "actions": []})))
    page = context.new_page()
    page.goto(host.url)
    state(page, "ready")
    host.off()
    page.goto(f"{host.url}#{answer['result']['fragment']}")
    page.reload()
    works(page)
    expect(page.locator("#game option:checked")).to_have_text("Cold Valley")
    page.locator(".nav [data-do=battles]").click()
    page.locator("#dialog [data-do=guide]").first.click()
    expect(page.locator("[data-do=own-take]")).to_have_count(4)
