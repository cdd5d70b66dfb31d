"""Hostile words in every place of a link, of what the browser keeps, of a chart, and in every field: only words."""

from __future__ import annotations

import json
from typing import Any

import pytest
from frontend import ask
from hexumpire import rulesets
from hostile import HOSTILE, PLACES, spoilt
from playwright.sync_api import Page, expect
from table import Table

from tests.amount import many

pytestmark = pytest.mark.engine("beside")

STATE = "hexumpire.state.1"
WATCH = """
window.violations = [];
addEventListener("securitypolicyviolation", (event) => violations.push(event.violatedDirective + event.blockedURI));
"""
STRANGE = """known => {
  const found = [];
  const walk = (root) => {
    for (const element of root.querySelectorAll("*")) {
      if (!known.includes(element.localName)) found.push(element.outerHTML.slice(0, 120));
      for (const { name, value } of element.attributes) {
        const active = name.startsWith("on") || name === "style" || name === "srcdoc";
        if (active || (/^(href|src|action|xlink:href)$/.test(name) && /^\\s*(javascript|data:text)/i.test(value)))
          found.push(`${element.localName} ${name}=${value.slice(0, 80)}`);
      }
    }
  };
  walk(document);
  return found.concat(window.ran === undefined ? [] : ["it ran"], violations);
}"""
KNOWN = """
html head meta title link script body a svg symbol path circle rect g use defs pattern line ellipse text tspan polygon
clippath clipPath div header p span nav caption button main section ul ol li dl dt dd h1 h2 h3 table thead tbody tr th
td details summary label input select option textarea dialog footer noscript b mpy-config script-py
"""
TABS = ("why", "odds", "chart", "notes")


@pytest.fixture
def table(desktop: Page, site: Any) -> Table:
    desktop.add_init_script(WATCH)
    return Table(desktop, site.url).open()


def look_everywhere(table: Table) -> list[str]:
    """What is strange on the page, in each of its tabs and dialogs."""
    page = table.page
    found = page.evaluate(STRANGE, KNOWN.split())
    for tab in TABS:
        page.locator(f"#tab-{tab}").click()
        found += page.evaluate(STRANGE, KNOWN.split())
    for dialog in ("battles", "share", "charts"):
        control = page.locator(f"[data-do={dialog}]").first
        if control.count():
            control.click()
            expect(page.locator("#dialog")).not_to_contain_text("Working")
            found += page.evaluate(STRANGE, KNOWN.split())
            page.locator("#dialog [data-do=close]").first.click()
    page.wait_for_timeout(300)  # the step back that closes a dialog would break off what is opened next
    return found


@pytest.mark.parametrize("ruleset", rulesets.known())
def test_in_what_the_browser_kept(desktop: Page, site: Any, ruleset: str) -> None:
    page = desktop
    page.add_init_script(WATCH)
    table = Table(page, site.url)
    blank = site.add("blank.html", '<!doctype html><title>blank</title><link rel="icon" href="data:,">')
    battle = {"ruleset": ruleset} | rulesets.get(ruleset).examples()[0]["scenario"]
    places = list(PLACES)
    share = HOSTILE[rulesets.known().index(ruleset) :: len(rulesets.known())]
    rounds = 15 // len(rulesets.known())
    for turn in range(many(1, rounds)):
        document = battle
        for number, word in enumerate(share[turn::rounds]):
            document = spoilt(document, places[(turn * 7 + number * 5) % len(places)], word)
        word = share[turn]
        kept = {"scenario": document, "actions": [word], "notes": word, "heads": {word: word}}
        page.goto(blank)  # the page keeps its own state when it is left
        page.evaluate("([key, text]) => localStorage.setItem(key, text)", [STATE, json.dumps(kept)])
        table.open()
        assert look_everywhere(table) == [], document


def test_in_links(table: Table) -> None:
    page = table.page
    for number, key in enumerate(rulesets.known()):
        battle = {"ruleset": key} | rulesets.get(key).examples()[0]["scenario"]
        for turn in range(2 if number == 0 else many(1, 2)):
            word = HOSTILE[(number * 2 + turn) * 47 % len(HOSTILE)]
            scenario = spoilt(spoilt(battle, "title", word[:110]), "name of a hex", word[:60])
            answer = ask(op="link", scenario=scenario, actions=[])
            if not answer["ok"]:  # such as one with a line separator
                continue
            if not turn:  # the page begins with the link; with the second it goes on
                page.goto("about:blank")
            table.open("#" + answer["result"]["fragment"])
            expect(page.locator("#caption h1")).to_have_text(" ".join(word[:110].split()))
            assert look_everywhere(table) == [], word
    page.goto("about:blank")
    for word in HOSTILE[::60]:
        table.open("#" + word)
        expect(page.locator("#status p").first).to_be_visible()
        assert page.evaluate(STRANGE, KNOWN.split()) == [], word
        table.do("dismiss")
        expect(page.locator("#status p")).to_have_count(0)


def test_in_every_field(table: Table) -> None:
    page = table.page
    table.do("tab", "notes")
    words = HOSTILE[:: many(93, 31)]
    for word in words:
        for name in ("title", "notes"):
            page.locator(f"[data-set={name}]").fill(word)
        assert page.evaluate(STRANGE, KNOWN.split()) == [], word
    table.hex("0,0").do("tool", "terrain")
    for word in words:
        page.locator("#hexname").fill(word)
        page.locator("#hexname").blur()
        table.settled()
        assert page.evaluate(STRANGE, KNOWN.split()) == [], word
    free = next(
        key for key in rulesets.known() if any(t.free_columns for t in rulesets.get(key).vocabulary.pack_tables)
    )
    page.locator("#game").select_option(free)
    table.settled()
    page.locator("[data-do=charts]").first.click()
    for word in words:
        page.locator("[data-set=packcell]").first.fill(word)
        page.locator("[data-set=packcell]").first.blur()
        head = page.locator("[data-set=packhead]").first
        head.fill(word)
        head.blur()
        page.locator("#packtitle").fill(word)
        page.locator("#packtitle").blur()
        if not page.locator("#packtext").is_visible():
            page.locator("[data-open=packtext] summary").click()
        page.locator("#packtext").fill(word)
        page.locator("[data-do=packtake]").click()
        page.wait_for_timeout(50)
        table.settled()
        assert page.evaluate(STRANGE, KNOWN.split()) == [], word


def test_a_record_that_is_too_large_is_refused_unread(table: Table) -> None:
    page = table.page
    before = page.locator("#caption h1").inner_text()
    page.evaluate(
        """() => {
            window.asked = [];
            const call = hexEngine.call;
            hexEngine.call = (text, ...rest) => (asked.push(text), call(text, ...rest));
        }"""
    )
    page.evaluate("location.hash = '#1.' + 'A'.repeat(1_900_000)")
    expect(page.locator("#status")).to_contain_text("1,900,002 characters")
    asked = page.evaluate("asked")
    assert {json.loads(text)["op"] for text in asked} <= {"link"}, "for the address of the battle that stays"
    assert all("AAAAAAAA" not in text for text in asked), "nobody is given it to read"
    expect(page.locator("#caption h1")).to_have_text(before)
    page.locator("[data-do=charts], [data-do=share]").first.click()
    assert page.evaluate(STRANGE, KNOWN.split()) == []
