"""The engine's worker and its client, in a browser, without the page: a small module stands in for it."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import Page

import build
from tests.browsers import until

PAGE = """<!doctype html><html lang="en"><meta charset="utf-8"><title>engine</title><link rel="icon" href="data:,">
<script src="engine/client.js"></script>"""
MICROPYTHON = (
    PAGE
    + """<script type="module" src="pyscript/core.js"></script>
<mpy-config type="json">{"interpreter": "./micropython/micropython.mjs"}</mpy-config>
<p id="out">…</p>
<script type="mpy">
from pyscript import document, window
version = await window.hexEngine.ready
said = []
said.append(await window.hexEngine.call("a", said.append))
document.querySelector("#out").textContent = version + ": " + ", ".join(said)
</script>"""
)
RULESETS = json.dumps({"op": "rulesets"})
# A stand-in for the engine that can be slow: "wait" runs until it is ended, anything else is echoed.
SLOW_WORKER = """
self.onmessage = ({data: {id, text}}) => {
  self.postMessage({id, progress: "begun " + text});
  while (text === "wait") {}
  if (text === "fault") return self.postMessage({id, error: "a fault", fatal: true});
  self.postMessage({id, text: "echo " + text});
};
self.postMessage({ready: true, version: "slow"});
"""


@pytest.fixture
def engine(desktop: Page, site: Any) -> Page:
    """A page with nothing but the engine in it."""
    desktop.goto(site.add("engine-only.html", PAGE))
    return desktop


def answer_slowly(page: Page) -> None:
    """Let the stand-in be the page's engine."""
    page.route("**/engine/worker.mjs", lambda it: it.fulfill(body=SLOW_WORKER, content_type="text/javascript"))


@pytest.fixture
def slow(desktop: Page, site: Any) -> Page:
    """A page whose engine is the slow stand-in."""
    answer_slowly(desktop)
    desktop.goto(site.add("engine-only.html", PAGE))
    return desktop


def test_it_starts_and_answers(engine: Page) -> None:
    assert engine.evaluate("hexEngine.ready") == build.version()
    answers = engine.evaluate(
        "text => Promise.all([hexEngine.call(text), hexEngine.call('nonsense'), hexEngine.call(text)])", RULESETS
    )
    assert answers[0] == answers[2] != answers[1]
    assert all(isinstance(json.loads(answer), dict) for answer in answers)


def test_started_again_it_answers_the_same(engine: Page) -> None:
    first = engine.evaluate("text => hexEngine.call(text)", RULESETS)
    engine.evaluate("hexEngine.restart()")
    assert engine.evaluate("text => hexEngine.call(text)", RULESETS) == first


def test_micropython_can_call_it(desktop: Page, site: Any) -> None:
    answer_slowly(desktop)
    desktop.goto(site.add("engine-micropython.html", MICROPYTHON))
    until(desktop, "document.querySelector('#out').textContent !== '…'")
    assert desktop.text_content("#out") == "slow: begun a, echo a"


@pytest.mark.parametrize("sandbox", ["allow-scripts", "allow-scripts allow-same-origin"])
def test_it_starts_in_a_sandboxed_frame(desktop: Page, site: Any, sandbox: str) -> None:
    site.add("engine-only.html", PAGE)
    page = site.add(
        "engine-frame.html",
        f'<!doctype html><html lang="en"><title>frame</title><link rel="icon" href="data:,">'
        f'<iframe title="engine" sandbox="{sandbox}" src="engine-only.html"></iframe>',
    )
    desktop.goto(page)
    frame = desktop.frames[1]
    until(frame, "window.hexEngine")
    assert frame.evaluate("hexEngine.ready") == build.version()
    assert json.loads(frame.evaluate("text => hexEngine.call(text)", RULESETS))


def test_progress_comes_before_the_answer(slow: Page) -> None:
    said = slow.evaluate(
        "(async () => { const said = []; said.push(await hexEngine.call('a', p => said.push(p))); return said })()"
    )
    assert said == ["begun a", "echo a"]


def test_cancel_ends_the_running_call_and_keeps_the_waiting_ones(slow: Page) -> None:
    assert slow.evaluate(
        """async () => {
            const begun = new Promise(resolve => window.running = hexEngine.call("wait", resolve));
            const waiting = [hexEngine.call("b"), hexEngine.call("c")];
            await begun;
            hexEngine.cancel();
            const error = await running.catch(error => error.message);
            return [error, ...await Promise.all(waiting)];
        }"""
    ) == ["cancelled", "echo b", "echo c"]


def test_the_call_whose_promise_it_is_ends_though_another_runs(slow: Page) -> None:
    assert slow.evaluate(
        """async () => {
            const begun = new Promise(resolve => window.running = hexEngine.call("wait", resolve));
            const [unwanted, last] = [hexEngine.call("wait"), hexEngine.call("c")];
            await begun;
            hexEngine.cancel(unwanted);
            const errors = [await unwanted.catch(error => error.message)];
            hexEngine.cancel(unwanted);
            hexEngine.cancel(running);
            errors.push(await running.catch(error => error.message));
            hexEngine.cancel(running);
            return [...errors, await last];
        }"""
    ) == ["cancelled", "cancelled", "echo c"]


def test_a_call_that_was_cancelled_while_it_waited_holds_nothing_up(slow: Page) -> None:
    assert slow.evaluate(
        """async () => {
            const first = hexEngine.call("a");
            const [unwanted, last] = [hexEngine.call("wait"), hexEngine.call("c")];
            unwanted.catch(() => {});
            await hexEngine.ready;
            hexEngine.cancel(unwanted);
            return [await first, await last];
        }"""
    ) == ["echo a", "echo c"]


def test_cancel_before_it_is_up(slow: Page) -> None:
    assert slow.evaluate(
        """async () => {
            await hexEngine.ready;
            hexEngine.restart();
            const first = hexEngine.call("a"), second = hexEngine.call("b");
            hexEngine.cancel();
            return [await first.catch(error => error.message), await second];
        }"""
    ) == ["cancelled", "echo b"]


def test_a_fault_is_told_and_the_engine_starts_again(slow: Page) -> None:
    assert slow.evaluate(
        """async () => {
            const first = hexEngine.call("fault"), second = hexEngine.call("b");
            return [await first.catch(error => error.message), await second];
        }"""
    ) == ["a fault", "echo b"]


@pytest.mark.parametrize(
    "missing", ["engine/config.json", "engine/boot.mjs", "engine/worker.mjs", "pyodide/pyodide.asm.mjs"]
)
def test_what_is_missing_is_told_and_the_next_call_tries_again(
    desktop: Page, site: Any, faults: list[str], missing: str
) -> None:
    desktop.route(f"**/{missing}", lambda route: route.fulfill(status=404))
    desktop.goto(site.add("engine-only.html", PAGE))
    message = desktop.evaluate("text => hexEngine.call(text).catch(error => 'told: ' + error.message)", RULESETS)
    assert message.startswith("told: ")
    desktop.unroute(f"**/{missing}")
    assert json.loads(desktop.evaluate("text => hexEngine.call(text)", RULESETS))
    assert faults
    faults.clear()
