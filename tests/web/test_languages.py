"""The page in another language: who gets it, what it says, and that changing it loses nothing."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from hexumpire import rulesets
from hexumpire.views import i18n
from playwright.sync_api import Browser, BrowserContext, Page, expect
from table import Table

pytestmark = pytest.mark.engine("beside")

NewContext = Callable[..., BrowserContext]
WEB = Path(__file__).parents[2] / "web"
ENGLISH, GERMAN = (json.loads((WEB / "texts" / f"{code}.json").read_text()) for code in ("en", "de"))
LATE_GERMAN = [json.loads((WEB / "texts" / part / "de.json").read_text()) for part in ("own", "line", "rules")]
LISTEN = """
const Plain = Worker;
window.heard = [];
window.Worker = class extends Plain {
  constructor(...words) {
    super(...words);
    this.addEventListener("message", ({ data }) => data.text && heard.push(data.text));
  }
};
"""
SEEN = """() => {
  const found = [];
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
  const note = (text, node) => {
    const place = node.nodeType === 1 ? node : node.parentElement;
    if (text?.trim() && !place.closest('[lang=en], noscript, script, mpy-config'))
      found.push(text.trim());
  };
  for (let node = walk.currentNode; node; node = walk.nextNode()) {
    if (node.nodeType === 3) note(node.nodeValue, node);
    else for (const name of ['aria-label', 'title', 'placeholder', 'aria-roledescription'])
      note(node.getAttribute(name), node);
  }
  return found;
}"""
TYPED = "input:not([type=checkbox]), textarea, select"
NOT_GERMAN = re.compile(
    r"\b(the|of|and|with|is|are|not|no|by|to|this|your|hex|hexes|attacker|defender|losses|loses|factors|infantry|"
    r"armor|round|rule|tap|counters?|odds|settings|share|undo|east|west|north-east|fortress|clear|roll)\b",
    re.IGNORECASE,
)


def texts_of(document: Any) -> Iterator[str]:
    if isinstance(document, str):
        yield document
    elif isinstance(document, dict):
        for value in document.values():
            yield from texts_of(value)
    elif isinstance(document, list):
        for value in document:
            yield from texts_of(value)


@pytest.fixture
def german(new_context: NewContext, site: Any) -> Table:
    page = new_context(locale="de-DE", viewport={"width": 1280, "height": 800}).new_page()
    page.add_init_script(LISTEN)
    return Table(page, site.url)


def english(text: str) -> bool:
    """Whether a text looks like English; names and sections of the rules do not count, and NO is north-east."""
    text = re.sub(r"Hex Umpire|A World at War|\b[A-Z]{2,}\.\S+|\b\d\S*\.\S+", "", text)
    return text != "NO" and not text.startswith("<") and bool(NOT_GERMAN.search(text))


def language_of(page: Page) -> str:
    return str(page.evaluate("document.documentElement.lang"))


def choose(table: Table, code: str) -> None:
    """Choose a language in the settings."""
    table.press(table.page.locator(".nav [data-do=settings]"))
    table.page.locator("#language").select_option(code)
    expect(table.page.locator(f"html[lang={code}]")).to_be_attached()
    table.press(table.page.locator("#dialog [data-do=close]"))
    table.settled()


# --- who gets which ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("locale", "address", "code"),
    [
        ("en-US", "", "en"),
        ("de-DE", "", "de"),
        ("de-AT", "", "de"),
        ("fr-FR", "", "en"),
        ("en-GB", "?lang=de", "de"),
        ("de-DE", "?lang=en", "en"),
        ("de-DE", "?lang=xx", "de"),
        ("en-US", "de.html", "en"),
    ],
)
def test_the_browser_or_the_address_says_which(
    new_context: NewContext, site: Any, locale: str, address: str, code: str
) -> None:
    page = new_context(locale=locale).new_page()
    page.route("**/engine/worker.mjs", lambda route: None)  # it is known long before there is an engine
    page.goto(site.url + address)
    expect(page.locator("html[data-ui=ready]")).to_be_attached(timeout=30_000)
    assert language_of(page) == code
    path = page.url.partition("#")[0].partition("?")[0]  # the battle's link comes behind it in a moment
    assert path == site.url + ("" if code == "en" else f"{code}.html")
    expect(page.locator("#fight")).to_have_text({"en": "Fight", "de": "Kämpfen"}[code])


def test_only_the_language_in_use_is_fetched_and_neither_first_html_flashes(new_context: NewContext, site: Any) -> None:
    """What is first painted is what stays: the page redraws no text when its Python comes up."""
    shown = 'document.getElementById("bar").innerText + document.querySelector(".about").innerText'
    for locale, other in (("en-US", re.compile(r"/de\.|[./]de\.json")), ("de-DE", re.compile(r"texts/en|first\.json"))):
        page = new_context(locale=locale).new_page()
        page.add_init_script(f'addEventListener("DOMContentLoaded", () => {{ window.first = {shown} }})')
        asked: list[str] = []
        page.on("request", lambda request, asked=asked: asked.append(request.url))
        Table(page, site.url).open()
        assert [url for url in asked if other.search(url)] == []
        assert page.evaluate("first")
        assert page.evaluate(shown) == page.evaluate("first")


def test_the_first_html_is_in_its_language(site: Any) -> None:
    html = (site.root / "de.html").read_text()
    assert '<html lang="de"' in html
    assert '<title data-t="app">Hex Umpire' in html
    assert "nimmt das Feld <b>66,7 %</b>" in html
    assert 'href="./de.webmanifest"' in html
    assert json.loads((site.root / "de.webmanifest").read_text())["lang"] == "de"
    left = [text for key, text in ENGLISH.items() if text != GERMAN.get(key) and f">{text}<" in html]
    assert left == []
    said = [unescape(text) for text in re.findall(r' (?:aria-label|title)="([^"]+)"', html)]
    assert any("zweimal" in text for text in said)
    assert [text for text in said if english(text)] == []


# --- changing it ---------------------------------------------------------------------------------------------


def test_changing_it_in_a_fight_loses_nothing(new_context: NewContext, site: Any) -> None:
    context = new_context(viewport={"width": 1280, "height": 800})
    table = Table(context.new_page(), site.url).open()
    page = table.page
    table.do("fight").face(6)
    expect(table.question).to_contain_text("Take Ex instead?")
    choose(table, "de")
    expect(table.question).to_have_text("Das Ergebnis ist d. Stattdessen Ex nehmen?")
    expect(page.locator("#log .what").first).to_have_text("Runde 1, 24 : 18 → 1:1, Würfel 6: d.")
    expect(page.locator(".skip")).to_have_text("Zum Kampfverhältnis")
    assert page.locator(".nav [data-do=share]").get_attribute("aria-label") == "Teilen"
    expect(page).to_have_title(re.compile("Hex Umpire"))
    page.reload()
    table.ready()
    assert (language_of(page), page.url.split("#")[0]) == ("de", site.url + "de.html")
    expect(table.question).to_have_text("Das Ergebnis ist d. Stattdessen Ex nehmen?")
    table.choose("Ex nehmen")
    choose(table, "en")
    expect(page.locator("#log .what", has_text="Attacker takes the exchange")).to_be_visible()
    assert page.url.split("#")[0] == site.url


def test_losses_that_are_named_stay_named(new_context: NewContext, site: Any) -> None:
    table = Table(new_context(viewport={"width": 1280, "height": 800}).new_page(), site.url).open()
    page = table.page
    table.do("fight").face(6)
    while not page.locator("#lose").count():
        table.on()
    table.name()
    expect(page.locator(".tally")).to_contain_text("8 of 5")
    choose(table, "de")
    expect(page.locator(".tally")).to_contain_text("8 von 5")
    expect(page.locator("#lose")).to_be_enabled()


def coming(table: Table, part: str) -> Callable[[], None]:
    """Choose German, of which a part is held back; what has it come, and waits for it."""
    page, held = table.page, list[Any]()
    page.route(part, lambda route: held.append(route))
    table.press(page.locator(".nav [data-do=settings]"))
    page.locator("#language").select_option("de")
    while not held:
        page.wait_for_timeout(50)
    table.press(page.locator("#dialog [data-do=close]"))

    def come() -> None:
        for route in held:
            route.continue_()
        expect(page.locator("html[lang=de]")).to_be_attached()

    return come


def test_of_two_languages_the_last_comes_though_the_first_arrives_late(desktop: Page, site: Any) -> None:
    held: list[Any] = []
    table = Table(desktop, site.url).open()
    desktop.route("**/data/first.de.json", lambda route: held.append(route))
    table.press(desktop.locator(".nav [data-do=settings]"))
    desktop.locator("#language").select_option("de")
    while not held:
        desktop.wait_for_timeout(50)
    desktop.locator("#language").select_option("en")
    with desktop.expect_event("requestfinished", lambda request: request.url.endswith("first.de.json")):
        held.pop().continue_()
    desktop.wait_for_timeout(500)  # what must not come has no sign
    assert (language_of(desktop), desktop.locator("#language").input_value()) == ("en", "en")


def test_a_game_that_is_chosen_while_a_language_comes_is_in_it(desktop: Page, site: Any) -> None:
    table = Table(desktop, site.url).open()
    come = coming(table, "**/data/aworldatwar.de.json")
    table.play("d8chart")
    come()
    table.settled()
    expect(desktop.locator("#conditions h2").first).to_have_text("Bedingungen")
    assert [text for text in desktop.locator("#panel .what").all_inner_texts() if english(text)] == []


@pytest.mark.parametrize("name", ["share", "battles", "help", "beside", "ownodds", "drill", "diary", "guide", "rule"])
def test_a_dialog_that_lies_open_when_a_language_comes_goes_on_in_it(desktop: Page, site: Any, name: str) -> None:
    table = Table(desktop, site.url).open()
    page = desktop
    come = coming(table, "**/data/first.de.json")
    if name in ("beside", "ownodds"):
        table.do("tab", "odds").do("compare")
    elif name in ("drill", "diary", "guide"):
        table.do("battles")
    elif name == "help":
        table.do("settings")
        page.locator("#dialog [data-do=help]").click()
    opener = page.locator(f"[data-do={name}]")
    if name != "help":
        opener.locator("visible=true").first.click()
    dialog = page.locator("#rulebook" if name == "rule" else "#dialog")
    expect(dialog.locator("h2")).to_be_visible()
    if name == "diary":
        table.do("diary-new").page.locator("#diary-player-1").press_sequentially("Half ty")
    come()
    if name == "diary":  # what is being typed goes on where it is
        expect(page.locator("html[lang=de]")).to_be_attached()
        expect(dialog.locator(".name", has_text="Name der Partie")).to_be_visible()
        page.keyboard.type("ped")
        expect(page.locator("#diary-player-1")).to_have_value("Half typed")
    expect(dialog.locator("h2")).to_be_visible()
    expect(dialog.locator(".status", has_text=GERMAN["working"])).to_have_count(0)
    expect(dialog.locator(".status", has_text=GERMAN["cancelled"])).to_have_count(0)
    if name == "share":
        expect(page.locator("#share-text")).to_have_value(re.compile("Angegriffen"))
    text = dialog.inner_text()
    assert len(text) > 60, text
    own = "Suez, 12 Italian factors"  # the title that the battle has, as a player's
    assert [line for line in text.splitlines() if english(line.replace(own, "")) and "aworldatwar:" not in line] == []


def test_a_choice_outlives_the_address_and_the_browsers_wish(new_context: NewContext, site: Any) -> None:
    context = new_context(locale="de-DE")
    table = Table(context.new_page(), site.url).open("?lang=de")
    choose(table, "en")
    expect(table.page).to_have_url(re.compile(f"^{re.escape(site.url)}(#.*)?$"))
    other = Table(context.new_page(), site.url).open()
    assert language_of(other.page) == "en"


def test_a_choice_that_the_browser_does_not_keep_stays_with_the_address(new_context: NewContext, site: Any) -> None:
    context = new_context(locale="en-US")
    context.add_init_script(
        "Object.defineProperty(window, 'localStorage', {get() { throw new DOMException('no', 'SecurityError') }})"
    )
    table = Table(context.new_page(), site.url).open()
    for code in ("de", "en"):
        choose(table, code)
        table.page.reload()
        assert language_of(table.ready().page) == code


def test_another_game_comes_in_the_language(german: Table) -> None:
    page = german.open().page
    left = []
    for key in page.locator("#game option").evaluate_all("(all) => all.map((it) => it.value)"):
        if rulesets.get(key).takes_games:  # whose words are the players' own: test_own_game.py has it in German
            continue
        page.locator("#game").select_option(key)
        german.settled()
        index = rulesets.get(key).index
        headings = {index.printed(section) for section in index}  # of its rules, as they are printed
        for tab in ("why", "odds", "chart"):
            german.do("tab", tab)
            left += [f"{key}: {text}" for text in set(page.evaluate(SEEN)) - headings if english(text)]
        page.locator(".nav [data-do=battles]").click()
        expect(page.locator("#dialog [data-do=example-close]").nth(1)).to_be_visible()
        left += [f"{key}: {text}" for text in set(page.evaluate(SEEN)) - headings if english(text)]
        page.locator("#dialog [data-do=close]").click()
        assert page.evaluate("document.querySelectorAll('[lang=en]').length") == 0
    assert sorted(set(left)) == []


def test_a_link_from_a_german_page_is_for_anybody(german: Table, new_context: NewContext, site: Any) -> None:
    link = german.open().link()
    assert link.startswith(site.url + "#")
    again = german.open("?lang=de").link()
    assert again.split(".h.")[0] == link.split(".h.")[0]  # the battle; the rest may know its chances or not
    other = Table(new_context(locale="en-US").new_page(), "")
    other.open(link)
    assert language_of(other.page) == "en"


def test_a_problem_in_a_link_is_told_in_the_language(german: Table) -> None:
    page = german.open().page
    page.goto(german.url + "de.html#1.xxxx")
    expect(page.locator("#status")).to_contain_text("der Link wurde unterwegs gekürzt oder verändert")
    expect(page.locator("#say")).to_contain_text("Dieser Link ließ sich nicht öffnen")


# --- what it says --------------------------------------------------------------------------------------------


def test_numbers_as_the_language_writes_them(german: Table) -> None:
    page = german.open().page
    expect(german.bar).to_contain_text("24 : 18 → 1:1")
    expect(german.bar).to_contain_text("66,7 %")
    german.do("tab", "odds")
    shown = page.locator("#panel").inner_text()
    assert "33,3 %" in shown
    assert not re.search(r"\d\.\d+ %", shown)
    german.do("fight").do("best")
    expect(page.locator(".bestline")).to_contain_text("66,7 %")


def test_halves_and_dice(german: Table) -> None:
    page = german.open().page
    german.play("d8chart")
    page.locator(".nav [data-do=battles]").click()
    page.locator("[data-do=example-close]").nth(1).click()
    german.settled()
    expect(german.bar).to_contain_text("4½ : 3 → 3-2")
    german.do("fight")
    expect(german.question).to_have_text("Der Angreifer wirft einen W8.")


def test_what_is_said_aloud(german: Table) -> None:
    page = german.open().page
    german.do("fight").face(2)
    expect(page.locator("#say")).to_contain_text("Angreifer verliert")
    labels = page.locator("#board [data-hex]").evaluate_all("(all) => all.map((it) => it.getAttribute('aria-label'))")
    suez = next(label for label in labels if label.startswith("Suez"))
    assert "Verteidiger: Mechanisierte Infanterie 3-4 (Großbritannien) zweimal" in suez


def test_dates(german: Table) -> None:
    page = german.open().page
    german.hex("0,0")
    german.do("add")
    page.locator(".nav [data-do=battles]").click()
    about = page.locator("[data-do=saved-open] .help").first.inner_text()
    assert re.match(r"\d{1,2}\. [A-ZÄÖÜ][a-zä]+ \d{4}, \d\d:\d\d Uhr · ", about), about


def walk(table: Table) -> Iterator[str]:
    """All parts of the page, one after another."""
    page = table.page

    def close() -> None:
        page.locator("#dialog [data-do=close]").first.click()

    table.open()
    yield "set-up"
    table.hex("0,0").do("unit")
    page.locator(".unit summary").first.click()
    yield "counters"
    table.do("tool", "terrain")
    yield "terrain"
    table.do("tool", "sides")
    yield "hexsides"
    table.do("unselect").do("tab", "odds")
    yield "odds"
    for tab in ("chart", "notes", "why"):
        table.do("tab", tab)
        yield tab
    for dialog in ("battles", "share", "settings"):
        page.locator(f".nav [data-do={dialog}]").click()
        if dialog == "share":
            expect(page.locator("#share-link")).not_to_have_value("")
        yield dialog
        close()
    table.do("fight")
    yield "roll"
    table.face(6)
    table.do("best")
    expect(page.locator(".bestline")).to_be_visible()
    yield "decision"
    for _ in range(30):
        if page.locator("[data-do=again]").count():
            break
        table.on(last=True)
    yield "end"


def words_of(texts: Iterable[str]) -> set[str]:
    return {word for text in texts for word in re.findall(r"[^\W\d_]{2,}", text)}


def judged(page: Page, place: str, axe: Callable[..., list[str]]) -> list[str]:
    """What sticks out sideways, and what axe finds."""
    page.evaluate("scrollTo({top: 0, behavior: 'instant'})")  # nothing half under the board
    over = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    inner = page.evaluate("(document.querySelector('dialog[open]')?.scrollWidth ?? 0) - innerWidth")
    wide = [f"{place}: {max(over, inner)} pixels too wide"] if over > 0 or inner > 0 else []
    return wide + [f"{place}: {fault}" for fault in axe(page)]


def test_no_english_is_left_at_a_desk(german: Table, site: Any, axe: Callable[..., list[str]]) -> None:
    """Every word outside parts marked as English is of the catalogues, of the data or of the engine's answers."""
    known = (
        words_of(GERMAN.values())
        | words_of(texts_of(LATE_GERMAN))
        | words_of(texts_of(i18n.read("de", *rulesets.KEYS)))
    )
    known |= words_of(texts_of([json.loads(file.read_text()) for file in (site.root / "data").glob("*.de.json")]))
    strange, left, found, places = [], [], [], 0
    for place in walk(german):
        places += 1
        known |= words_of(texts_of([json.loads(answer) for answer in german.page.evaluate("heard.splice(0)")]))
        for text in german.page.evaluate(SEEN):
            if text.startswith("<"):  # a snippet to paste elsewhere
                continue
            if english(text):
                left.append(f"{place}: {text}")
            strange += [f"{place}: {word}" for word in words_of([text]) - known]
        found += judged(german.page, place, axe)
    assert places == 14
    assert left == []
    assert strange == []
    assert found == []


def test_it_fits_a_phone(new_context: NewContext, site: Any, axe: Callable[..., list[str]]) -> None:
    wide, narrow = {"width": 390, "height": 844}, {"width": 320, "height": 844}
    page = new_context(locale="de-DE", viewport=wide, has_touch=True, is_mobile=True).new_page()
    found = []
    for place in walk(Table(page, site.url)):
        found += judged(page, place, axe)
        page.set_viewport_size(narrow)  # type: ignore[arg-type]
        found += judged(page, f"{place}, narrow", lambda _: [])
        page.set_viewport_size(wide)  # type: ignore[arg-type]
    assert found == []


@pytest.mark.engine("inside")
def test_without_a_network(browser: Browser, site: Any) -> None:
    context = browser.new_context(locale="de-DE", service_workers="allow", reduced_motion="reduce")
    context.set_default_timeout(30_000)
    page = context.new_page()
    page.goto(site.url)
    expect(page.locator("html[data-offline=ready]")).to_be_attached(timeout=60_000)
    expect(page.locator("#offline [data-when=ready]")).to_contain_text("Ohne Netz bereit")
    context.set_offline(True)
    page.goto(site.url)
    expect(page.locator("html[data-engine=ready]")).to_be_attached(timeout=60_000)
    assert language_of(page) == "de"
    table = Table(page, site.url)
    table.settled()
    choose(table, "en")
    expect(page.locator("#fight")).to_have_text("Fight")
    context.close()


def test_an_engine_that_fails_is_told_with_its_own_words_marked(german: Table, faults: list[str]) -> None:
    german.page.route("**/engine/worker.mjs", lambda route: route.abort())
    german.page.goto(german.url)
    told = german.page.locator("#status .status.bad")
    expect(told).to_contain_text("Der Schiedsrichter konnte nicht antreten", timeout=40_000)
    expect(told.locator("[lang=en]")).not_to_be_empty()
    faults.clear()
