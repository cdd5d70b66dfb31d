"""The page's content policy: what it says, that the page lives with it, and that hostile text does not run."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browsers import until

WATCH = """
window.violations = [];
addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI, sourceFile }) =>
  violations.push([violatedDirective, blockedURI, sourceFile].join(" ")));
"""
ATTACKS = {
    "an inline script": "document.body.append(Object.assign(document.createElement('script'), {text: 'ran = 1'}))",
    "a handler in HTML": "document.body.insertAdjacentHTML('beforeend', '<img src=\"x:\" onerror=\"ran = 1\">')",
    "a handler as attribute": "(b => { b.setAttribute('onclick', 'ran = 1'); b.click() })(document.createElement('b'))",
    "a javascript: link": "Object.assign(document.createElement('a'), {href: 'javascript:ran = 1'}).click()",
    "a script of another host": "document.body.append(Object.assign(document.createElement('script'), "
    "{src: 'http://localhost:1/x.js'}))",
    "a frame with a document": "document.body.insertAdjacentHTML('beforeend', "
    "'<iframe srcdoc=\"<script>parent.ran = 1</script>\"></iframe>')",
    "a call to another host": "fetch('http://localhost:1/').catch(() => {})",
    "an image of another host": "document.body.insertAdjacentHTML('beforeend', '<img src=\"http://localhost:1/x.png\">')",
    "a style in HTML": "document.body.insertAdjacentHTML('beforeend', '<p style=\"background: url(x)\">x</p>')",
    "a form": "(f => { document.body.append(f); f.submit() })(Object.assign(document.createElement('form'), "
    "{action: 'http://localhost:1/'}))",
    "another base": "document.head.insertAdjacentHTML('beforeend', '<base href=\"http://localhost:1/\">')",
}
TEXT_AS_CODE = """
for (const run of [() => eval("ran = 1"), () => new Function("window.ran = 1")(), () => setTimeout("ran = 1")]) {
  try { run(); } catch {}
}
"""
HOSTILE = "</title><script>ran=1</script><img src=x onerror=ran=1>\"'><svg onload=ran=1>{{7*7}}javascript:ran=1"


def policy(html: str) -> dict[str, str]:
    """The page's policy by directive."""
    found = re.search(r'<meta http-equiv="Content-Security-Policy" content="([^"]+)">', html)
    assert found
    return dict(part.strip().split(" ", 1) for part in found[1].split(";"))


@pytest.fixture
def watched(desktop: Page, site: Any) -> Page:
    """The page, up, with what its policy forbade in window.violations."""
    desktop.add_init_script(WATCH)
    desktop.goto(site.url)
    expect(desktop.locator("html[data-engine=ready]")).to_be_attached(timeout=60_000)
    return desktop


def test_the_policy_is_strict(site: Any) -> None:
    html = (site.root / "index.html").read_text()
    found = policy(html)
    assert found["default-src"] == "'none'"
    assert found["script-src"] == "'self' 'wasm-unsafe-eval'"
    for directive in ("base-uri", "form-action", "object-src"):
        assert found[directive] == "'none'"
    assert found["require-trusted-types-for"] == "'script'"
    said = " ".join(found.values())
    for word in ("'unsafe-inline'", "'unsafe-eval'", "http:", "https:", "*"):
        assert word not in said.split()
    assert html.index("Content-Security-Policy") < html.index("<script"), "it holds from the first script on"
    assert not re.search(r"<script(?![^>]*\ssrc=)", html), "no inline script"
    assert "style=" not in html


def test_the_page_lives_with_it(watched: Page) -> None:
    watched.locator("[data-do=fight]").first.click()
    watched.locator(".face[data-a='d6=6']").click()
    expect(watched.locator("#question")).to_contain_text("Take Ex instead")
    watched.evaluate("hexEngine.restart()")  # a new worker starts
    assert watched.evaluate("hexEngine.ready")
    assert watched.evaluate("violations") == []


def test_what_got_into_the_document_does_not_run(watched: Page, faults: list[str]) -> None:
    until(watched, "location.hash.length > 9")  # the link of what is on the screen
    url = watched.url
    for name, attack in ATTACKS.items():
        watched.evaluate("violations.length = 0")
        watched.evaluate(f"() => {{ try {{ {attack} }} catch {{}} }}")
        if "frame" not in name:  # a frame tells its own document
            until(watched, "violations.length > 0")
        watched.wait_for_timeout(200)
        assert watched.evaluate("window.ran") is None, name
        assert watched.url == url, name
        assert watched.evaluate("document.baseURI") == url, name
        assert not [fault for fault in faults if "status" in fault], name
    faults.clear()  # the console tells of what was stopped


def test_only_the_pages_own_ways_lead_to_html_and_workers(watched: Page, faults: list[str]) -> None:
    tries = {
        "new Worker('data:text/javascript,1', {type: 'module'})": "TrustedScriptURL",
        "document.body.innerHTML = '<b>x</b>'": "TrustedHTML",
        "trustedTypes.createPolicy('another', {createHTML: (html) => html})": "trusted-types",
        "trustedTypes.createPolicy('hex-umpire', {createHTML: (html) => html})": "trusted-types",
    }
    for attempt, why in tries.items():
        said = watched.evaluate(f"() => {{ try {{ {attempt} }} catch (error) {{ return String(error) }} }}")
        assert said, attempt
        until(watched, "violations.length > 0")
        told = said + " ".join(watched.evaluate("violations.splice(0)"))
        assert why in told, (attempt, told)
    faults.clear()


def test_text_does_not_become_code(watched: Page, site: Any, faults: list[str]) -> None:
    site.add("hostile-eval.js", TEXT_AS_CODE)
    html = (site.root / "index.html").read_text()
    watched.goto(site.add("hostile.html", html.replace("</body>", '<script src="./hostile-eval.js"></script></body>')))
    until(watched, "violations.length >= 3")
    assert watched.evaluate("window.ran") is None
    faults.clear()


@pytest.mark.engine("beside")
def test_hostile_words_are_only_words(desktop: Page, site: Any) -> None:
    desktop.add_init_script(WATCH)
    desktop.goto(site.url)
    expect(desktop.locator("html[data-engine=ready]")).to_be_attached(timeout=60_000)
    first = json.loads((site.root / "data" / "first.json").read_text())
    scenario = {**first["scenario"], "ruleset": first["ruleset"], "title": HOSTILE}
    for place in scenario["map"]["hexes"].values():
        if "name" in place:
            place["name"] = "<img src=x onerror=ran=1>"
    request = {"op": "link", "scenario": scenario, "actions": []}
    answer = json.loads(desktop.evaluate("text => hexEngine.call(text)", json.dumps(request)))
    if answer["ok"]:
        desktop.goto(site.url + "#" + answer["result"]["fragment"].lstrip("#"))
        desktop.reload()
        expect(desktop.locator("html[data-engine=ready]")).to_be_attached(timeout=60_000)
    kept = json.loads(desktop.evaluate("localStorage.getItem('hexumpire.state.1')") or "{}")
    desktop.evaluate(
        "text => localStorage.setItem('hexumpire.state.1', text)", json.dumps({**kept, "scenario": scenario})
    )
    desktop.goto("about:blank")
    desktop.goto(site.url)
    expect(desktop.locator("html[data-engine=ready]")).to_be_attached(timeout=60_000)
    desktop.goto(site.url + "#" + HOSTILE)
    desktop.wait_for_timeout(300)
    assert answer["ok"], answer
    assert desktop.evaluate("window.ran") is None
    assert desktop.evaluate("violations") == [], "it was made text already: the policy had nothing to do"


def test_in_a_frame_without_an_origin_the_engine_starts(desktop: Page, site: Any, faults: list[str]) -> None:
    page = site.add(
        "hostile-frame.html",
        '<!doctype html><html lang="en"><title>frame</title><link rel="icon" href="data:,">'
        '<iframe title="page" sandbox="allow-scripts" src="index.html"></iframe>',
    )
    desktop.goto(page)
    frame = desktop.frames[1]
    until(frame, "window.hexEngine")
    assert frame.evaluate("hexEngine.ready")
    faults.clear()  # storage is refused there
