"""From a link to the board: what the page asks the engine on the way."""

from __future__ import annotations

import json
from typing import Any

import pytest
from browsers import until
from hexumpire import api, rulesets
from playwright.sync_api import Page, expect
from table import Table

COUNTED = """() => {  // note the operations that the page asks for, from the first one on
    window.asked = [];
    let engine;
    Object.defineProperty(window, "hexEngine", {
        get: () => engine,
        set: (made) => {
            const call = made.call;
            made.call = (text, ...rest) => (asked.push(JSON.parse(text).op), call(text, ...rest));
            engine = made;
        },
    });
}"""


def ask(**request: Any) -> Any:
    return json.loads(api.handle(json.dumps(request)))["result"]


def link(game: str) -> str:
    """The link of another battle than the one that the page starts with, two steps into the fight."""
    scenario = {"ruleset": game, **ask(op="schema", ruleset=game)["examples"][1]["scenario"]}
    actions: list[str] = []
    for _ in range(2):
        node = ask(op="view", scenario=scenario, actions=actions)["node"]
        if node["kind"] != "end":
            actions.append((node["faces"] if node["kind"] == "chance" else node["options"])[0]["id"])
    return str(ask(op="link", scenario=scenario, actions=actions)["fragment"])


def questions(page: Page) -> list[str]:
    """What was asked for so far, but for what is asked in the background, once the answers stand on the screen."""
    until(page, "document.documentElement.dataset.odds === 'now'")
    return [op for op in page.evaluate("asked") if op not in ("link", "luck")]


@pytest.mark.parametrize("game", rulesets.known())
def test_from_a_link_to_the_board_is_one_question(desktop: Page, site: Any, game: str) -> None:
    desktop.add_init_script(f"({COUNTED})()")
    table = Table(desktop, site.url).open("#" + link(game))
    until(desktop, "document.documentElement.dataset.screen === 'fight'")
    assert questions(table.page) == ["open", "outcomes"], "the answer to open holds the view"


def test_a_link_that_is_typed_is_one_question_too(desktop: Page, site: Any) -> None:
    desktop.add_init_script(f"({COUNTED})()")
    table = Table(desktop, site.url).open()
    desktop.evaluate("asked.length = 0")
    other = link(rulesets.known()[-1])
    desktop.evaluate("to => { location.hash = to }", other)
    until(desktop, "document.documentElement.dataset.screen === 'fight'")
    table.settled()
    assert questions(desktop) == ["open", "outcomes"]


@pytest.mark.engine("beside")
def test_a_link_whose_form_comes_late_takes_the_place_of_no_game_that_was_chosen_since(
    desktop: Page, site: Any
) -> None:
    held: list[Any] = []
    for part in ("**/engine/worker.mjs", "**/data/daisenso.json"):
        desktop.route(part, lambda route: held.append(route))
    desktop.goto(site.url)
    until(desktop, "document.documentElement.dataset.ui === 'ready'")
    desktop.evaluate("fragment => { location.hash = fragment }", link("daisenso"))
    while len(held) < 2:
        desktop.wait_for_timeout(50)
    desktop.locator("#game").select_option("d8chart")
    expect(desktop.locator("#game option[selected]")).to_have_attribute("value", "d8chart")
    with desktop.expect_event("requestfinished", lambda request: request.url.endswith("daisenso.json")):
        held.pop().continue_()
    held.pop().continue_()
    Table(desktop, site.url).ready()
    desktop.wait_for_timeout(300)  # what must not come has no sign
    assert desktop.locator("#game").input_value() == "d8chart"
    assert desktop.locator("html").get_attribute("data-screen") == "setup"


@pytest.mark.engine("beside")
def test_a_link_that_the_engine_reads_late_takes_the_place_of_no_game_that_was_chosen_since(
    desktop: Page, site: Any
) -> None:
    table = Table(desktop, site.url).open()
    desktop.evaluate("""() => {
      const { call } = hexEngine;
      const come = new Promise((done) => (window.come = done));
      hexEngine.call = async (text, ...rest) => {
        const answer = await call(text, ...rest);
        if (JSON.parse(text).op === "open") await come;
        return answer;
      };
    }""")
    desktop.evaluate("fragment => { location.hash = fragment }", link("daisenso"))
    table.play("d8chart")
    desktop.evaluate("come()")
    desktop.wait_for_timeout(300)  # what must not come has no sign
    table.settled()
    assert desktop.locator("#game").input_value() == "d8chart"
    assert desktop.locator("html").get_attribute("data-screen") == "setup"
