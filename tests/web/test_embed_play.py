"""An embedded battle that is played, and lessons: after a tap the frame is the umpire, 320 pixels wide."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from hexumpire import rulesets
from playwright.sync_api import BrowserContext, Frame, Page, expect

from tests.web.test_embed import EVIL, RECORD, WAIT, ask, away, changed, link, opened, state, turned

pytestmark = pytest.mark.engine("beside")

SMALL = {"viewport": {"width": 320, "height": 640}, "has_touch": True, "is_mobile": True}
GERMAN = "d8chart", "blitz-home-city"


def scenario(ruleset: str, key: str) -> dict[str, Any]:
    found = next(one for one in rulesets.get(ruleset).examples() if one["key"] == key)
    return {"ruleset": ruleset} | dict(found["scenario"])


RIVER = scenario("aworldatwar", "river")


@pytest.fixture
def small(new_context: Callable[..., BrowserContext]) -> Page:
    return new_context(**SMALL).new_page()


def press(page: Page | Frame, name: str) -> None:
    control = page.get_by_role("button", name=name, exact=True)
    # whether a tap that a test makes comes to a frame of another site depends on the machine
    if isinstance(page, Frame):
        control.click()
    else:
        control.tap()


def playing(page: Page | Frame, prompt: str) -> None:
    """Wait until this is asked."""
    expect(page.locator("html")).to_have_attribute("data-state", "play", timeout=WAIT)
    expect(page.locator(".prompt")).to_contain_text(prompt, timeout=WAIT)


def fits(page: Page) -> None:
    """Nothing is wider than the frame, and what can be tapped is large enough for a finger."""
    assert page.evaluate("document.documentElement.scrollWidth") == 320
    for control in page.locator("button, footer a, summary").all():
        box = control.bounding_box()
        assert box and box["height"] >= 44 and box["width"] >= 44, control.inner_text()


def having(part: str) -> re.Pattern[str]:
    """Any text that has this in it."""
    return re.compile(re.escape(part))


def to_page(page: Page | Frame) -> str:
    return page.get_by_role("link", name="Open in Hex Umpire").get_attribute("href") or ""


# --- played ----------------------------------------------------------------------------------------------------


def test_played_to_the_end_by_touch(small: Page, site: Any, axe: Any) -> None:
    loaded: dict[str, int] = {}
    small.on("response", lambda found: loaded.update({found.url: len(found.body())}))
    small.goto(f"{site.url}embed.html#{link(scenario=RIVER)}")
    state(small, "link")
    small.wait_for_load_state("networkidle")
    assert sum(loaded.values()) < 60_000, loaded
    assert not [name for name in loaded if "/play/" in name or "/engine/" in name or "/texts/" in name]
    press(small, "Play")
    playing(small, ask("view", scenario=RIVER)["node"]["prompt"])
    expect(small.get_by_role("status")).to_have_text("Play both sides here. Nothing is kept or sent anywhere.")
    expect(small.locator(".who")).to_have_text("Attacker rolls")
    fits(small)
    assert axe(small) == []

    small.locator("summary", has_text="Why").tap()
    why = small.locator(".why")
    for row in opened(link(scenario=RIVER))["why"]:
        assert all(rule in why.inner_text() for rule in row["rules"])
    press(small, "Chances from here")
    chances = ask("outcomes", scenario=RIVER)["summary"]
    expect(small.locator("tbody tr")).to_have_count(len(chances))
    for row in chances:
        expect(small.locator("tbody")).to_contain_text(row["percent"])
    expect(small.get_by_role("status")).to_have_text("These chances are exact.")
    assert why.is_visible(), "what was open stays open"
    fits(small)

    press(small, "The die shows 4")
    after = ask("view", scenario=RIVER, actions=["d6=4"])
    playing(small, after["node"]["prompt"])
    expect(small.get_by_role("status")).to_have_text(" ".join(line["text"] for line in after["log"]))
    expect(small.locator("tbody tr")).to_have_count(0)
    fits(small)
    actions = ["d6=4", after["node"]["options"][0]["id"]]
    small.locator(".step li button").first.tap()
    end = ask("view", scenario=RIVER, actions=actions)["node"]
    assert end["kind"] == "end"
    playing(small, end["title"])
    assert small.locator(".step li, .faces").count() == 0
    press(small, "Take back")
    playing(small, after["node"]["prompt"])
    expect(small.get_by_role("status")).to_have_text("Taken back.")
    press(small, "Take back")
    playing(small, ask("view", scenario=RIVER)["node"]["prompt"])
    assert small.get_by_role("button", name="Take back").count() == 0
    assert axe(small) == []


def test_played_to_the_end_by_keyboard(new_context: Callable[..., BrowserContext], site: Any) -> None:
    page = new_context(viewport=SMALL["viewport"]).new_page()
    page.goto(f"{site.url}embed.html#{link(scenario=RIVER)}")
    state(page, "link")

    def tab_to(name: str) -> None:
        for _ in range(20):
            page.keyboard.press("Tab")
            if page.evaluate("document.activeElement.ariaLabel || document.activeElement.textContent").startswith(name):
                return
        raise AssertionError(f"Tab never came to {name}")

    tab_to("Play")
    page.keyboard.press("Enter")
    playing(page, ask("view", scenario=RIVER)["node"]["prompt"])
    assert page.evaluate("document.activeElement.className") == "prompt", "from here it goes on"
    tab_to("The die shows 4")
    page.keyboard.press("Enter")
    after = ask("view", scenario=RIVER, actions=["d6=4"])["node"]
    playing(page, after["prompt"])
    tab_to(after["options"][0]["label"])
    page.keyboard.press(" ")
    playing(page, ask("view", scenario=RIVER, actions=["d6=4", after["options"][0]["id"]])["node"]["title"])
    tab_to("Take back")
    page.keyboard.press("Enter")
    playing(page, after["prompt"])


def the_die_can_be_rolled(small: Page) -> None:
    assert turned(small, link(scenario=RIVER)) == "link"
    press(small, "Play")
    playing(small, "rolls one die")
    for random, face in (
        (0, "1"),
        (4, "5"),
        (2**32 - 1, "1"),
    ):  # the last is one too many for six faces, and is rolled again
        small.evaluate(
            "left => { crypto.getRandomValues = (into) => { into[0] = left.shift(); return into } }",
            [random, 0],
        )
        press(small, "Roll")
        expect(small.get_by_role("status")).to_contain_text(f"die {face}:")
        press(small, "Take back")
        playing(small, "rolls one die")


def test_the_page_opens_it_at_the_step_reached(desktop: Page, site: Any) -> None:
    desktop.goto(f"{site.url}embed.html?lang=en#{link(scenario=RIVER)}")
    desktop.get_by_role("button", name="Play").click()
    playing(desktop, "rolls one die")
    begun = to_page(desktop)
    assert begun == f"{site.url}?fight&lang=en#{ask('link', scenario=RIVER)['fragment']}"
    desktop.get_by_role("button", name="The die shows 4").click()
    after = ask("view", scenario=RIVER, actions=["d6=4"])
    playing(desktop, after["node"]["prompt"])
    reached = to_page(desktop)
    desktop.goto(reached)
    expect(desktop.locator("#question")).to_have_text(after["node"]["prompt"], timeout=WAIT)
    expect(desktop.locator("#log > li")).to_have_count(len(after["log"]))
    desktop.goto("about:blank")
    desktop.goto(begun)
    expect(desktop.locator("#question")).to_contain_text("rolls one die", timeout=WAIT)


def test_played_in_german(small: Page, site: Any, axe: Any) -> None:
    fight = scenario(*GERMAN)
    small.goto(f"{site.url}embed.html?lang=de&theme=light#{link(scenario=fight, lang='de')}")
    press(small, "Spielen")
    playing(small, ask("view", scenario=fight, lang="de")["node"]["prompt"])
    press(small, "Chancen von hier an")
    chances = ask("outcomes", scenario=fight, lang="de")["summary"]
    expect(small.locator("tbody tr")).to_have_count(len(chances))
    press(small, "Der Würfel zeigt 2")
    after = ask("view", scenario=fight, actions=["d8=2"], lang="de")
    playing(small, after["node"]["prompt"])
    for option in after["node"]["options"]:
        expect(small.locator(".step")).to_contain_text(option["label"])
    assert axe(small) == []
    small.evaluate("document.documentElement.dataset.theme = 'dark'")  # as theme=dark in an address does
    assert axe(small) == []
    fits(small)
    small.get_by_role("button", name="Zurücknehmen").tap()
    expect(small.get_by_role("status")).to_have_text("Zurückgenommen.")
    # a battle shared in English is played in the language of the frame
    assert turned(small, link(scenario=RIVER)) == "link"
    press(small, "Spielen")
    playing(small, ask("view", scenario=RIVER, lang="de")["node"]["prompt"])


def a_battle_of_every_game_is_played(small: Page) -> None:
    for ruleset in rulesets.KEYS:
        first = {"ruleset": ruleset} | dict(rulesets.get(ruleset).examples()[0]["scenario"])
        actions: list[str] = []
        small.evaluate(
            "text => { delete document.documentElement.dataset.state; location.hash = text }", link(scenario=first)
        )
        state(small, "link")
        press(small, "Play")
        for _ in range(3):
            node = ask("view", scenario=first, actions=actions)["node"]
            playing(small, node.get("prompt") or node["title"])
            expect(small.locator("main")).to_contain_text(ask("view", scenario=first, actions=actions)["bar"])
            if node["kind"] == "end":
                break
            actions.append((node.get("faces") or node["options"])[0]["id"])
            small.locator(".faces button, .step li button").first.tap()
            count = len(ask("view", scenario=first, actions=actions)["log"])
            expect(small.locator(".log li")).to_have_count(count)
        fits(small)


def a_forbidden_fight_is_not_offered(small: Page) -> None:
    alone = {**RIVER, "units": [one for one in RIVER["units"] if one["side"] != "attacker"]}
    good = link(scenario=alone)
    assert turned(small, good) == "link"
    assert small.get_by_role("button").all_inner_texts() == ["Work it out anew"]
    assert turned(small, changed(good, problems=[])) == "link"
    press(small, "Play")
    expect(small.get_by_role("status")).to_have_text(
        "The rules forbid this fight: nothing can be played.", timeout=WAIT
    )
    for problem in ask("view", scenario=alone)["problems"]:
        expect(small.locator(".problems")).to_contain_text(problem["message"])


def dice_by_mail_are_rolled_on_the_page(small: Page) -> None:
    begun = ask("mail", scenario=RIVER, do="begin", secret={"secret": "0123456789abcdef" * 4})
    assert turned(small, link(scenario=RIVER, mail=begun["mail"], secret=begun["secret"])) == "link"
    press(small, "Play")
    state(small, "refused")
    expect(small.get_by_role("status")).to_have_text(
        "The dice of this battle go by mail: open it in Hex Umpire to go on with it."
    )
    carried = ask("open", fragment=to_page(small).partition("#")[2])["mail"]
    assert carried["A"]["commitment"] == begun["mail"]["A"]["commitment"]


def chances_that_are_least_ones_are_not_called_exact(small: Page) -> None:
    fight = scenario("v101125", "armour-2")
    chances = ask("outcomes", scenario=fight)["summary"]
    assert any(row["percent"].startswith("≥") for row in chances)
    assert turned(small, link(scenario=fight)) == "link"
    press(small, "Play")
    playing(small, ask("view", scenario=fight)["node"]["prompt"])
    press(small, "Chances from here")
    expect(small.get_by_role("status")).to_contain_text("≥ means at least so much", timeout=WAIT)


def test_played_from_one_link_after_another(small: Page, site: Any) -> None:
    """On one page, whose engine has started."""
    small.goto(f"{site.url}embed.html")
    state(small, "trouble")
    a_battle_of_every_game_is_played(small)
    a_forbidden_fight_is_not_offered(small)
    dice_by_mail_are_rolled_on_the_page(small)
    chances_that_are_least_ones_are_not_called_exact(small)
    the_die_can_be_rolled(small)  # with chance made certain: the last


def test_what_cannot_be_fetched_is_said_and_tried_again(small: Page, site: Any, faults: list[str]) -> None:
    small.route("**/texts/embed/en.json", lambda route: route.fulfill(status=404))
    small.goto(f"{site.url}embed.html#{link(scenario=RIVER)}")
    press(small, "Play")
    state(small, "failed")
    expect(small.get_by_role("status")).to_contain_text("could not start here: texts/embed/en.json: HTTP status 404.")
    small.unroute("**/texts/embed/en.json")
    press(small, "Try again")
    playing(small, "rolls one die")
    assert faults
    faults.clear()


def test_the_frame_grows_with_what_is_played(
    new_context: Callable[..., BrowserContext], site: Any, faults: list[str]
) -> None:
    page = new_context(**SMALL).new_page()
    element = f'<hex-umpire src="#{link(scenario=RIVER)}" lesson="column"></hex-umpire>'
    body = f'<script src="{site.url}hex-umpire.js"></script>{element}'
    page.goto(away(site, "grows.html", f'<body lang="en">{body}'))
    frame = page.frames[1]
    frame.wait_for_url("**lesson=column**")
    state(frame, "lesson")
    press(frame, "Show the question")
    expect(frame.locator(".choice")).to_have_count(4, timeout=WAIT)
    high = frame.evaluate("Math.ceil(document.body.getBoundingClientRect().height)")
    expect(page.locator("hex-umpire iframe")).to_have_js_property("offsetHeight", high)
    other = site.url.replace("127.0.0.1", "localhost")
    faults[:] = [fault for fault in faults if not fault.startswith(f"request to another host: {other}")]


# --- lessons ---------------------------------------------------------------------------------------------------


def test_a_lesson_is_asked_before_anything_is_told(small: Page, site: Any, axe: Any) -> None:
    loaded: dict[str, int] = {}
    small.on("response", lambda found: loaded.update({found.url: len(found.body())}))
    fragment = link(scenario=RIVER, lesson="column")
    asked = ask("lesson", scenario=RIVER, lesson="column")
    small.goto(f"{site.url}embed.html?lesson=column#{fragment}")
    assert state(small, "lesson", "link", "trouble") == "lesson"
    small.wait_for_load_state("networkidle")
    assert sum(loaded.values()) < 60_000
    assert not small.evaluate("'hexEngine' in window")
    expect(small.get_by_role("heading", level=2)).to_have_text(asked["prompt"])
    assert small.locator(".choice").all_inner_texts() == [one["title"] for one in asked["choices"]]
    shown = small.inner_text("body")
    summary = opened(fragment)
    assert summary["bar"] not in shown and summary["hex"]["percent"] not in shown
    assert small.locator(".why, table, .sum, .log").count() == 0
    assert small.locator(".board svg").is_visible()
    fits(small)
    assert axe(small) == []


def test_a_wrong_answer_gets_the_line_that_says_why_and_the_right_one_the_reckoning(
    small: Page, site: Any, axe: Any
) -> None:
    small.goto(f"{site.url}embed.html?lesson=column#{link(scenario=RIVER, lesson='column')}")
    choices = ask("lesson", scenario=RIVER, lesson="column")["choices"]
    wrong = [one for one in choices if not one["right"]]
    right = next(one for one in choices if one["right"])
    for count, one in enumerate(wrong[::-1], 1):
        press(small, one["title"])
        expect(small.get_by_role("status")).to_have_text(
            f"{one['title']} is wrong. Choose another answer.", timeout=WAIT
        )
        assert state(small, "no") == "no"
        proof = small.locator(".proof")
        expect(proof).to_contain_text(one["text"])
        for line in one["lines"]:
            expect(proof).to_contain_text(line["label"])
            assert all(rule in proof.inner_text() for rule in line["rules"])
        expect(small.locator(".choice:disabled")).to_have_count(count)
        assert small.locator(".sum, table").count() == 0, "the answer is not told"
        fits(small)
        assert axe(small) == []
    press(small, right["title"])
    playing(small, "rolls one die")
    expect(small.get_by_role("status")).to_have_text(
        f"{right['title']} is right: the list Why says how it comes about."
    )
    expect(small.locator(".sum")).to_contain_text(opened(link(scenario=RIVER))["bar"])
    assert small.locator(".why").is_visible(), "the reckoning proves it"
    press(small, "The die shows 4")
    playing(small, "Who advances?")


@pytest.mark.parametrize(("lesson", "battle"), [("forgotten", "ford"), ("loss", "heights"), ("retreat", "ford")])
def test_a_drill_is_asked_in_a_frame(small: Page, site: Any, axe: Any, lesson: str, battle: str) -> None:
    fight = scenario("custom", battle)
    actions = ask("drill", scenario=fight, lessons=[lesson])["actions"]
    asked = ask("lesson", scenario=fight, actions=actions, lesson=lesson)
    fragment = link(scenario=fight, actions=actions, lesson=lesson)
    small.goto(f"{site.url}embed.html?lesson={lesson}#{fragment}")
    state(small, "lesson")
    expect(small.get_by_role("heading", level=2)).to_have_text(asked["prompt"])
    assert small.locator(".board .hu-legal").count() == 0 or lesson == "loss", "the board does not tell it"
    fits(small)
    wrong = next(one for one in asked["choices"] if not one["right"])
    right = next(one for one in asked["choices"] if one["right"])
    press(small, wrong["title"])
    expect(small.locator(".proof")).to_contain_text(wrong["text"], timeout=WAIT)
    for line in wrong["lines"]:
        expect(small.locator(".proof")).to_contain_text(line.get("value_text") or line["label"])
    assert axe(small) == []
    press(small, right["title"])
    expect(small.get_by_role("status")).to_have_text(f"{right['title']} is right.", timeout=WAIT)


def test_the_answer_can_be_shown(small: Page, site: Any) -> None:
    small.goto(f"{site.url}embed.html?lesson=result#{link(scenario=RIVER, lesson='result')}")
    wrong = next(one for one in ask("lesson", scenario=RIVER, lesson="result")["choices"] if not one["right"])
    press(small, wrong["title"])
    expect(small.locator(".proof")).to_contain_text(wrong["text"], timeout=WAIT)
    press(small, "Show the answer")
    playing(small, "rolls one die")
    assert small.locator(".why").is_visible()


def test_a_link_without_the_question_gets_it_from_the_engine(small: Page, site: Any) -> None:
    asked = ask("lesson", scenario=RIVER, lesson="result")
    whole = link(scenario=RIVER)
    other = changed(
        link(scenario=RIVER, lesson="result"),
        lesson={"key": "result", "prompt": "Who wins?", "choices": [{"title": "A"}]},
    )
    small.goto(f"{site.url}embed.html?lesson=result")
    for fragment, button, said in (
        (whole, "Show the question", "Answer first"),
        (whole[:-40], "Show the question", "Answer first"),  # a damaged summary
        (other, "A", "The link asked something else."),
    ):
        small.evaluate("text => { delete document.documentElement.dataset.state; location.hash = text }", fragment)
        state(small, "lesson", "trouble")
        assert small.locator(".sum, table, .why").count() == 0
        press(small, button)
        expect(small.locator("html[data-state=asked]")).to_be_attached(timeout=WAIT)
        expect(small.get_by_role("status")).to_contain_text(said)
        assert small.locator(".choice").all_inner_texts() == [one["title"] for one in asked["choices"]]


BAD = [
    ("lesson=colum", "lesson=colum: there is no such lesson; it may be column, result, forgotten, loss, retreat."),
    ("lesson", "lesson=: there is no such lesson; it may be column, result, forgotten, loss, retreat."),
    ("lesson=%3Cb%3E&lang=en", "lesson=<b>: there is no such lesson"),
    ("lesson=column&readonly", "lesson=column: with readonly nothing can be chosen"),
    ("rules=http%3A%2F%2Fa.example%2F%7Bsection%7D", "rules=http://a.example/{section}: it has to begin with https://"),
    ("rules=https%3A%2F%2Fa.example%2F", "rules=https://a.example/: it has to begin with https:// and hold {section}"),
    (
        "rules=x&lesson",
        "lesson=: there is no such lesson; it may be column, result, forgotten, loss, retreat. The battle is",
    ),
]


@pytest.mark.parametrize(("query", "said"), BAD, ids=[query for query, _ in BAD])
def test_a_bad_parameter_is_one_clear_line_and_the_battle_is_shown(
    small: Page, site: Any, query: str, said: str
) -> None:
    small.goto(f"{site.url}embed.html?{query}#{link(scenario=RIVER)}")
    state(small, "link")
    expect(small.get_by_role("status")).to_contain_text(said)
    assert small.locator(".sum").is_visible()
    small.evaluate("record => { delete document.documentElement.dataset.state; location.hash = record }", RECORD)
    state(small, "trouble")  # without a summary both are told
    expect(small.get_by_role("status")).to_contain_text("This link carries no summary.")
    expect(small.get_by_role("status")).to_contain_text(said)


@pytest.mark.parametrize(
    "lesson",
    [
        EVIL,
        7,
        [],
        {"key": "column"},
        {"key": "column", "prompt": EVIL, "choices": [{"title": EVIL}, None, 7, EVIL] * 99},
    ],
    ids=["text", "number", "list", "bare", "evil"],
)
def test_a_hostile_question_is_only_words(small: Page, site: Any, lesson: Any) -> None:
    small.goto(f"{site.url}embed.html?lesson=column#{changed(link(scenario=RIVER), lesson=lesson)}")
    state(small, "lesson")
    assert small.locator("script:not([src]), img, iframe, main a").count() == 0
    assert small.locator(".choice").count() <= 9
    assert small.evaluate("window.ran") is None
    assert small.evaluate("document.documentElement.scrollWidth") == 320


def test_a_battle_with_nothing_to_ask_says_so_and_can_be_seen(small: Page, site: Any) -> None:
    march = scenario("d8chart", "march-mud")
    small.goto(f"{site.url}embed.html?lesson=column#{link(scenario=march)}")
    press(small, "Show the question")
    state(small, "refused")
    expect(small.get_by_role("status")).to_contain_text("no column of a chart applies here")
    expect(small.locator("h1")).to_have_text(march["title"])
    press(small, "Play")
    playing(small, ask("view", scenario=march)["node"]["prompt"])


def test_a_lesson_in_german(small: Page, site: Any, axe: Any) -> None:
    fight = scenario(*GERMAN)
    asked = ask("lesson", scenario=fight, lesson="result", lang="de")
    small.goto(
        f"{site.url}embed.html?lang=de&theme=dark&lesson=result#{link(scenario=fight, lesson='result', lang='de')}"
    )
    state(small, "lesson")
    expect(small.get_by_role("heading", level=2)).to_have_text(asked["prompt"])
    wrong = next(one for one in asked["choices"] if not one["right"])
    press(small, wrong["title"])
    expect(small.get_by_role("status")).to_have_text(
        f"{wrong['title']} ist falsch. Bitte eine andere Antwort wählen.", timeout=WAIT
    )
    expect(small.locator(".proof")).to_contain_text(wrong["text"])
    assert axe(small) == []
    press(small, next(one["title"] for one in asked["choices"] if one["right"]))
    playing(small, ask("view", scenario=fight, lang="de")["node"]["prompt"])


# --- copied out of the page ------------------------------------------------------------------------------------


def test_the_page_offers_what_readers_can_do(desktop: Page, site: Any, axe: Any) -> None:
    desktop.goto(f"{site.url}?lang=en#{ask('link', scenario=RIVER)['fragment']}")
    expect(desktop.locator("#notice").get_by_text("Battle opened from the link.")).to_be_visible(timeout=WAIT)
    desktop.locator("[data-do=share]").click()
    text = desktop.locator("#share-snippet")
    found = {}
    for use in ("play", "look", "column", "result"):
        desktop.locator("#share-use").select_option(use)
        mark = {"play": "embed.html#", "look": "embed.html?readonly#"}.get(use, f"embed.html?lesson={use}#")
        expect(text).to_have_value(having(mark), timeout=WAIT)
        found[use] = text.input_value()
        odds = ask("view", scenario=RIVER)["bar"].partition(" ")[0]
        assert (f"{odds} :" in found[use]) is (use in ("play", "look")), "a title must not tell the answer"
    assert axe(desktop, "#dialog") == []
    fragment = found["column"].partition("lesson=column#")[2].partition('"')[0]
    assert opened(fragment)["lesson"]["prompt"] == ask("lesson", scenario=RIVER, lesson="column")["prompt"]
    desktop.locator("#share-kind").select_option("element")
    expect(text).to_have_value(having(' lesson="result">'))
    desktop.locator("#share-kind").select_option("markdown")
    expect(desktop.locator("#share-use")).to_have_count(0)
