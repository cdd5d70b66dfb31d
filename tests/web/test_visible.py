"""Each state of the page as it is told to those who hear it, in every language, compared to the letter.

After a change that is meant, ``REGENERATE_GOLDEN=1 python3 build.py test tests/web/test_visible.py`` writes
``tests/golden/visible/`` anew. Read the difference, as a stranger would, before you keep it: what is not true, not in
the language or not to be understood is a fault of the page.
"""

from __future__ import annotations

import difflib
import json
import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from browsers import present, until
from hexumpire import api, rulesets
from playwright.sync_api import Page, expect
from showing import Story
from table import Table

pytestmark = pytest.mark.engine("beside")

HERE = Path(__file__).parents[1] / "golden" / "visible"
REGENERATE = os.environ.get("REGENERATE_GOLDEN") == "1"
LANGUAGES = ("en", "de")
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
WIDE = {"width": 1280, "height": 900}
STEPS = 60
PRESS = """css => {
    const shown = [...document.querySelectorAll(css)].find((it) => it.checkVisibility());
    shown?.click();
    return !!shown;
}"""
ANSWERS = "#umpire :is(.face, .option[data-do=act])"


def ask(**request: Any) -> Any:
    answer = json.loads(api.handle(json.dumps(request)))
    assert answer["ok"], answer
    return answer["result"]


ANSWERED = """async () => {
    for (let round = 0; round < 2; round += 1) {  // what an answer makes the page ask is answered too
        await hexEngine.call('{"op":"rulesets"}');
        await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
    }
}"""
"""Waits until the engine has answered all that the page has asked: it does so in order."""


FOLLOWED = "(JSON.parse(localStorage.getItem('hexumpire.state.1') || '{}').link ?? '') === location.hash.slice(1)"
"""Whether the address, and what is kept, are of the battle on the table."""


class Reader:
    """Somebody who goes through the page in a language, and has its states told."""

    def __init__(self, table: Table, lang: str) -> None:
        self.table = table
        self.page = table.page
        self.lang = lang
        self.stories: dict[str, Story] = {}
        self.story = Story()

    def begin(self, name: str) -> None:
        """Begin another story."""
        self.story = self.stories[name] = Story()

    def tell(self, name: str, wide: bool = False) -> None:
        """Tell the state that the page is in; ``wide``: and what of it is not so on a desk."""
        self.table.settled()
        self.page.evaluate(ANSWERED)
        self.story.tell(name, self.page)
        if wide:
            self.page.set_viewport_size(WIDE)
            self.story.tell(name + ", on a desk", self.page)
            self.page.set_viewport_size(PHONE["viewport"])
            self.story.forget()

    def press(self, css: str) -> None:
        """Press the first control of a kind that is shown."""
        assert self.page.evaluate(PRESS, css), f"nothing to press at {css}"

    def do(self, name: str, a: str = "", b: str = "") -> None:
        """Press a control by what it does."""
        self.press(f"[data-do='{name}']" + (f"[data-a='{a}']" if a else "") + (f"[data-b='{b}']" if b else ""))
        self.table.settled()

    def unfold(self, css: str) -> None:
        """Open all parts that fold in a part of the page."""
        self._fold(css + " details:not([open]) > summary")

    def fold(self, css: str = "body") -> None:
        """Close all parts that fold, of the page or of a part of it."""
        self._fold(css + " details[data-open][open] > summary")

    def _fold(self, css: str) -> None:
        found = f"[...document.querySelectorAll({json.dumps(css)})]"
        until(self.page, f"{found}.slice(0, 1).map((one) => one.click()).length === 0")

    def waits(self, css: str) -> None:
        """Wait until there is an element of that kind."""
        present(self.page, css)

    def opens(self, ruleset: str, key: str) -> None:
        """Open an example of a game by its link, in the reader's language."""
        found = ask(op="schema", ruleset=ruleset, lang=self.lang)["examples"]
        example = next(one for one in found if one["key"] == key)
        scenario = {"ruleset": ruleset, "title": example["title"], **example["scenario"]}
        fragment = ask(op="link", scenario=scenario, actions=[])["fragment"]
        until(self.page, FOLLOWED)
        self.page.evaluate("text => { location.hash = text }", fragment)
        title = json.dumps(scenario["title"])
        until(self.page, f"[...document.querySelectorAll('h1')].some(it => it.textContent === {title})")
        until(self.page, FOLLOWED)
        self.table.settled()

    def dialog(self, name: str) -> None:
        """Open one of the dialogs."""
        self.press(f"[data-do={name}]")
        self.waits("#dialog[open] h2")

    def shut(self) -> None:
        """Close the dialog."""
        before = self.page.evaluate("history.state?.depth ?? 0")
        self.press("#dialog [data-do=close]")
        until(self.page, f"(history.state?.depth ?? 0) < {max(before, 1)}")
        self.table.settled()

    def on(self) -> None:
        """Answer what is asked with the first of what may be answered."""
        page = self.page
        if page.locator("#lose").count():
            while not page.locator("#lose:enabled").count():
                self.press(".losses [data-do=pick][data-b='1']:not([aria-disabled])")
                self.table.judged()
            self.press("#lose")
        else:
            self.unfold("#umpire .question")
            self.press(ANSWERS)
        self.table.settled()

    def goes_on(self, most: int = STEPS, told: bool = False) -> None:
        """Answer what is asked until the end, or so often; ``told``: each position is told."""
        for number in range(most):
            if self.page.locator("[data-do=again]").count():
                return
            self.on()
            if told:
                self.tell(f"step {number + 1}")

    def tabs(self, *names: str) -> None:
        """Tell what the tabs show."""
        for name in names:
            self.do("tab", name)
            self.tell(name)
        self.do("tab", "why")


# --- the stories ---------------------------------------------------------------------------------------------


def set_up(reader: Reader) -> None:
    """The first game, from its first example on: all that is there to set a battle up."""
    page, table = reader.page, reader.table
    reader.tell("first example", wide=True)
    table.hex("0,0")
    reader.tell("hex", wide=True)
    reader.do("unit")
    reader.press(".unit summary")
    reader.tell("counter, and more about it")
    reader.do("move")
    reader.tell("moving")
    reader.do("move")
    reader.do("tool", "terrain")
    reader.tell("terrain")
    reader.do("tool", "sides")
    reader.tell("hexsides")
    reader.do("tool", "counters")
    table.hex("1,0")
    reader.do("add", "0")
    reader.tell("counter added")
    page.locator("[data-set=count]").first.fill("500")
    page.locator("[data-set=count]").first.blur()
    reader.tell("number that is too large")
    reader.do("undo")
    reader.do("unselect")
    reader.unfold("#panel")
    reader.unfold("#conditions")
    reader.tell("all that is folded away")
    reader.fold()
    reader.do("tab", "odds")
    reader.unfold("#panel")
    reader.tell("odds")
    reader.do("least", "least")
    reader.fold()
    reader.tell("at least")
    reader.do("least", "exact")
    reader.do("tab", "chart")
    reader.unfold("#panel")
    reader.tell("chart")
    reader.fold()
    reader.do("tab", "notes")
    reader.tell("notes")
    reader.do("tab", "why")
    table.hex("-1,0")
    for _ in range(3):
        reader.do("add", "0")
    reader.tell("problems")
    reader.do("unselect")
    page.evaluate("location.hash = '1.AAAA'")
    reader.waits("#status p")
    reader.tell("link that cannot be read")
    reader.do("dismiss")
    reader.do("new")
    reader.tell("new battle")
    reader.tabs("odds")


def asked(reader: Reader) -> None:
    """What is worked out when asked for: other rules and forces, the chart to print, the best plan."""
    reader.opens("d8chart", "retreat-1944")
    reader.do("tab", "odds")
    reader.tell("odds")
    reader.do("compare")
    reader.waits("section.compare")
    reader.unfold("section.compare")
    reader.tell("compared")
    reader.do("ownodds")
    reader.waits("#dialog .printed")
    reader.tell("chart to print")
    reader.shut()
    reader.press("[data-do=plan]")
    reader.waits("section.plan .bestline")
    reader.tell("best plan")
    reader.do("takeplan")
    reader.tell("plan on the board")
    reader.do("tab", "why")


def fight(reader: Reader) -> None:
    """A fight of the first game, with all that may be asked on the way."""
    page = reader.page
    reader.opens("aworldatwar", "suez-12")
    reader.do("fight")
    reader.tell("first roll", wide=True)
    reader.do("act", "d6=6")
    reader.tell("decision")
    reader.do("best")
    reader.waits(".option.best")
    reader.tell("best")
    reader.on()
    for _ in range(STEPS):
        if page.locator("[data-open=agree]").count():
            break
        reader.on()
    reader.unfold("#umpire")
    reader.tell("override")
    reader.do("agree")
    reader.tell("agreed")
    reader.press("#undo-step")
    reader.tell("taken back")
    reader.goes_on(told=True)
    reader.do("debrief")
    reader.waits("#debrief")
    reader.unfold("#umpire")
    reader.tell("luck and judgement")
    reader.do("setup")
    reader.tell("back to set-up")


def dialogs(reader: Reader) -> None:
    """The dialogs."""
    page = reader.page
    reader.opens("aworldatwar", "suez-12")
    reader.dialog("battles")
    until(page, "document.querySelectorAll('[data-do=example-close]').length > 5")
    reader.tell("battles")
    reader.shut()
    reader.dialog("share")
    expect(page.locator("#share-snippet")).to_have_value(re.compile("#1[.]"))
    reader.waits("#dialog [data-do=mail-begin]")
    reader.waits("#dialog [data-open=qr]")
    reader.tell("share")
    reader.press("#dialog [data-do=mail-begin]")
    reader.waits("#dialog [data-open=mail]")
    reader.waits("#dialog [data-open=qr]")  # of the new link
    reader.unfold("#dialog")
    reader.tell("dice by mail")
    reader.shut()
    reader.waits("#mail h3")
    reader.tell("a battle with dice by mail")
    reader.do("setup")
    reader.dialog("settings")
    page.locator("#rules-page").fill("http://wiki.example")
    page.locator("#rules-page").blur()
    reader.waits("#rules-page-e")
    reader.tell("settings, with a page that cannot be")
    reader.shut()
    reader.dialog("help")
    until(page, "document.querySelectorAll('#dialog h3').length > 3")
    reader.tell("help")
    reader.shut()
    reader.press("#panel .rule")
    reader.waits("#rulebook[open] .entry")
    reader.waits("#rulebook [data-do=rule-witness]")
    reader.tell("rule")
    reader.press("#rulebook [data-do=rules]")
    reader.waits("#rulebook .rulelist")
    page.locator("#rules-find").fill("15.3")
    until(page, "document.querySelectorAll('.rulelist > li').length < 60")
    reader.tell("rules")
    reader.press("#rulebook [data-do=rule-close]")
    until(page, "!document.querySelector('#rulebook[open]')")


def in_one_line(reader: Reader) -> None:
    """The battle as one line."""
    page = reader.page

    def write(text: str) -> None:
        before = page.locator("#line").inner_text()
        page.locator("#line-text").fill(text)
        expect(page.locator("#line")).not_to_have_text(before)
        until(page, "!document.querySelector('#sum.stale')")

    reader.opens("aworldatwar", "suez-12")
    reader.press("#to-line")
    reader.waits("#line-text")
    reader.tell("line")
    write("2 Ge amor 4-6 W | 2 Br inf 3-4")
    until(page, "document.querySelector('#line').innerText.includes('amor')")
    reader.tell("word that nobody knows")
    write("2 Ge ")
    until(page, "!document.querySelector('#line').innerText.includes('amor')")
    reader.tell("begun")
    write("d8chart: 22 v 12 @ forest")
    until(page, "document.querySelector('#game').value === 'd8chart'")
    reader.waits("#line-odds")
    reader.tell("totals")
    reader.press("#line [data-do=line]")


def several(reader: Reader) -> None:
    """The parts of a player turn, and several attacks."""
    reader.opens("aworldatwar", "front")
    reader.tell("front")
    reader.tabs("odds")
    reader.do("fight")
    reader.goes_on(8, told=True)
    reader.do("setup")


def typed_in(reader: Reader) -> None:
    """A game that is typed in: each step of the guide."""
    reader.opens("custom", "ford")
    reader.press("[data-do=guide]:not([data-a])")
    reader.waits("[data-do=own-take]")
    reader.tell("begin")
    reader.press("[data-do=own-take]")
    for step in ("chart", "results", "modifiers", "counters", "try"):
        reader.waits(f"[data-do=own-step][data-a={step}]")
        reader.press(f".seg [data-do=own-step][data-a={step}]")
        reader.waits(f".seg [data-do=own-step][data-a={step}][aria-pressed=true]")
        if step == "try":
            reader.waits(".firstodds")
        reader.tell(step)
    reader.shut()


def charts(reader: Reader) -> None:
    """A chart that the players type in: none, one just begun, and a file that is none."""
    page = reader.page
    reader.opens("daisenso", "chungking")
    reader.dialog("charts")
    reader.tell("none yet")
    reader.press("[data-do=packfill]")
    reader.waits("[data-set=packcell]")
    page.locator("[data-set=packcell]").first.fill("Zz")
    page.locator("[data-set=packcell]").first.blur()
    reader.waits("#dialog .problems")
    reader.tell("begun, with a cell that means nothing")
    reader.unfold("#dialog")
    page.locator("#packtext").fill("nonsense")
    reader.press("[data-do=packtake]")
    reader.waits("#pack-said")
    reader.tell("text that is none")
    reader.shut()


def game(reader: Reader, ruleset: str) -> None:
    """Each kind of battle of a game: set up, with its odds and chart, the first question and the end."""
    told: list[object] = []
    for example in rulesets.get(ruleset).examples():
        scenario = example["scenario"]
        kind = [scenario.get("procedure"), scenario.get("game"), "pack" in scenario]
        if kind in told or kind[0] == "phase":  # which has a story of its own
            continue
        told.append(kind)
        name = example["key"]
        reader.opens(ruleset, name)
        reader.tell(name)
        reader.tabs("odds", *(["chart"] if len(told) < 3 else []))
        if reader.page.locator("#fight:enabled").count():
            reader.do("fight")
            reader.tell(f"{name}, first question")
            reader.goes_on()
            reader.tell(f"{name}, end")
            if reader.page.locator("#log details").count():
                reader.unfold("#log")
                reader.tell(f"{name}, reckoned")
                reader.fold("#log")


def embedded(reader: Reader) -> None:
    """A battle in a frame of another page, and what is wrong with a link there."""
    page = reader.page.context.new_page()
    scenario = {"ruleset": "d8chart", **rulesets.get("d8chart").examples()[0]["scenario"]}
    fragment = ask(op="embed", scenario=scenario, lang=reader.lang)["fragment"]

    def shows(name: str, text: str) -> None:
        page.goto(f"{reader.table.url.partition('?')[0]}embed.html?lang={reader.lang}#{text}")
        present(page, "html[data-state]")
        reader.story.tell(name, page)

    shows("embedded", fragment)
    page.locator("summary").click()
    reader.story.tell("why", page)
    page.locator("#foot button").last.click()  # play it, or this
    present(page, "html[data-state=agrees]")
    reader.story.tell("worked out anew", page)
    for name, text in (("empty", ""), ("strange", "nonsense"), ("cut short", fragment[:-40])):
        page.goto("about:blank")
        shows(name, text)
    page.close()


def broken(reader: Reader) -> None:
    """The page whose engine does not start."""
    page = reader.page.context.new_page()
    page.route("**/engine/worker.mjs", lambda route: route.abort())
    page.goto(reader.table.url)
    present(page, "#status .bad")
    present(page, "html[data-ui=ready]:not([data-coming])")  # the battle that was kept has come
    page.evaluate("document.getElementById('offline').remove()")  # it is said a moment later
    reader.story.tell("no engine", page)
    page.close()


STORIES: dict[str, Callable[[Reader], None]] = {
    "set-up": set_up,
    "asked": asked,
    "fight": fight,
    "dialogs": dialogs,
    "line": in_one_line,
    "several": several,
    "typed-in": typed_in,
    "charts": charts,
    "embedded": embedded,
    "broken": broken,
}


@pytest.mark.long
@pytest.mark.xdist_group("visible")
@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_the_page_says(new_context: Any, site: Any, lang: str, faults: list[str]) -> None:
    page: Page = new_context(**PHONE, locale=lang).new_page()
    reader = Reader(Table(page, f"{site.url}?lang={lang}").open(), lang)
    present(page, "#offline [data-when=full]:not([hidden])")
    for name, go in STORIES.items():
        reader.begin(name)
        go(reader)
    for ruleset in rulesets.KEYS:
        reader.begin(f"game-{ruleset}")
        game(reader, ruleset)
    faults[:] = [fault for fault in faults if "worker.mjs" not in fault and "ERR_FAILED" not in fault]
    folder = HERE / lang
    told = {f"{name}.txt": story.text() for name, story in reader.stories.items()}
    if REGENERATE:
        folder.mkdir(parents=True, exist_ok=True)
        for file in folder.glob("*.txt"):
            file.unlink()
        for name, text in told.items():
            (folder / name).write_text(text, encoding="utf-8")
    assert [fault for story in reader.stories.values() for fault in story.faults] == [], "shown though hidden"
    kept = {file.name: file.read_text(encoding="utf-8") for file in folder.glob("*.txt")}
    assert sorted(told) == sorted(kept), "REGENERATE_GOLDEN=1 writes them; then read them"
    for name, text in told.items():
        differs = difflib.unified_diff(kept[name].splitlines(), text.splitlines(), "kept", "told", lineterm="", n=2)
        assert text == kept[name], f"{lang}/{name}\n" + "\n".join(differs)


def test_what_hides_and_is_shown_all_the_same_is_told(desktop: Page, site: Any) -> None:
    """A line that is put away by ``hidden`` and brought back by a style sheet is told, and named a fault."""
    lines = '<p hidden>put away</p><p hidden id="a">brought back</p><style>#a { display: block }</style>'
    head = '<!doctype html><html lang="en"><title>x</title><link rel="icon" href="data:,">'
    desktop.goto(site.add("hidden.html", head + lines))
    story = Story()
    story.tell("page", desktop)
    assert "brought back" in story.text() and "put away" not in story.text()
    assert [fault for fault in story.faults if "brought back" in fault]
