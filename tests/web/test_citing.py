"""Citations open: the rule's dialog, the list of all rules, the lit lines, the way to the reader's own rulebook."""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import quote

import pytest
from hexumpire import api, rulesets
from hexumpire.files import codec, record
from playwright.sync_api import Page, expect

from tests.browsers import until
from tests.table import Table

pytestmark = pytest.mark.engine("beside")

PATTERN = "https://wiki.example/rules#{section}"
NOT_CONTROLS = """() => [...document.querySelectorAll(".rule")]
  .filter((one) => one.localName !== "button" || !one.dataset.a || one.parentElement.closest("button, label, a"))
  .map((one) => one.outerHTML)"""


@pytest.fixture(params=["desktop", "small"])
def table(request: pytest.FixtureRequest, site: Any, new_context: Any) -> Table:
    if request.param == "small":
        small = {"viewport": {"width": 320, "height": 640}, "has_touch": True, "is_mobile": True, "locale": "de-DE"}
        return Table(new_context(**small).new_page(), site.url).open()
    page: Page = request.getfixturevalue(request.param)
    return Table(page, site.url).open()


def come(page: Page) -> None:
    """Wait until the open rulebook shows its rules."""
    page.wait_for_selector("#rulebook[open] :is(.entry, .rulelist)")


def closed(page: Page) -> None:
    """Close the dialog."""
    page.keyboard.press("Escape")
    expect(page.locator("#dialog")).to_be_hidden()
    until(page, "!(history.state?.depth ?? 0)")  # the step back that closes it would break off what comes next


def a_citation_opens_by_keyboard_and_gives_the_focus_back(table: Table, axe: Any) -> None:
    page = table.page
    assert page.evaluate(NOT_CONTROLS) == []
    chip = page.locator("#panel .rule").first
    number = chip.get_attribute("data-a")
    chip.focus()
    page.keyboard.press("Enter")
    come(page)
    expect(page.locator("#rulebook-title")).to_contain_text(number or "-")
    expect(page.locator("#rulebook .entry")).to_have_count(1)
    lit = page.locator("#panel .rule.lit")
    assert {one.get_attribute("data-a") for one in lit.all()} == {number}
    assert axe(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert page.evaluate("(([one]) => one.scrollWidth <= one.clientWidth)(document.querySelectorAll('#rulebook'))")
    page.keyboard.press("Escape")
    expect(page.locator("#rulebook")).to_be_hidden()
    expect(chip).to_be_focused()
    expect(lit).to_have_count(0)


def a_step_back_closes_the_rulebook_and_nothing_else(table: Table) -> None:
    page = table.page
    table.press(page.locator(".nav [data-do=settings]"))
    table.press(page.locator("#dialog [data-do=rules]"))
    come(page)
    page.evaluate("history.back()")
    expect(page.locator("#rulebook")).to_be_hidden()
    expect(page.locator("#dialog")).to_be_visible()
    closed(page)


def lines_that_cite_a_rule_are_shown_and_stay_lit(table: Table) -> None:
    page = table.do("tab", "chart").page
    table.do("tab", "why")
    table.press(page.locator("#panel .rule").first)
    come(page)
    table.press(page.locator("#rulebook [data-do=rule-show][data-a=why]"))
    expect(page.locator("#rulebook")).to_be_hidden()
    expect(page.locator("#panel .rule.lit").first).to_be_focused()
    expect(page.locator("#panel .rule.lit").first).to_be_in_viewport()


def the_rules_of_a_game_are_found_sifted_opened_and_printed(table: Table, axe: Any) -> None:
    page = table.page
    table.press(page.locator(".nav [data-do=settings]"))
    table.press(page.locator("#dialog [data-do=rules]"))
    come(page)
    rows = page.locator("#rulebook .rulelist li")
    index = rulesets.get(rulesets.KEYS[0]).index
    expect(rows).to_have_count(len(index))
    assert axe(page, "#rulebook") == []
    page.emulate_media(media="print")
    assert page.locator("main").is_hidden()
    assert not page.locator("#dialog").is_visible()
    assert rows.last.is_visible()
    page.emulate_media(media="screen")
    page.locator("#rules-find").press_sequentially("10.34")
    expect(rows).not_to_have_count(len(index))
    expect(page.locator("#rules-find")).to_be_focused()
    expect(page.locator("#rules-find")).to_have_value("10.34")
    table.press(page.locator("[data-do=rules-filter][data-a=computed]"))
    expect(rows.first).to_contain_text("10.34")
    table.press(page.locator("#rulebook [data-a='10.34']"))
    expect(page.locator("#rulebook .entry")).to_have_count(1)
    table.press(page.locator("#rulebook [data-do=rules]"))
    expect(page.locator("#rules-find")).to_have_value("10.34")
    page.keyboard.press("Escape")
    expect(page.locator("#rulebook")).to_be_hidden()
    expect(page.locator("#dialog")).to_be_visible()
    expect(page.locator("#dialog [data-do=rules]")).to_be_focused()
    closed(page)


def test_an_example_in_which_a_rule_counts_is_opened_from_it(desktop: Page, site: Any) -> None:
    table = Table(desktop, site.url).open()
    table.press(desktop.locator("#panel .rule").first)
    come(desktop)
    last = desktop.locator("[data-do=rule-battle]").last
    title = last.inner_text()
    table.press(last)
    expect(desktop.locator("#rulebook")).to_be_hidden()
    desktop.wait_for_function("title => document.title.startsWith(title)", arg=title)


FORMS = {  # of each form a rule whose battle shows it so, and where the page cites it then
    "sum": ("d8chart", "MOD.mud", "#panel"),
    "problem": ("d8chart", "TER.forest.amph", "main"),
    "roll": ("d8chart", "CRT.die", "#umpire"),
    "log": ("d8chart", "CRT.rows", "#log"),
    "option": ("daisenso", "4.1.1.origin", "#umpire"),
}


def show(table: Table, game: str, section: str) -> str:
    """Open the battle that shows a rule, from the list of all rules; what is printed of the rule."""
    page, printed = table.page, rulesets.get(game).index.printed(section)
    page.locator("[data-set=ruleset]").first.select_option(game)
    page.wait_for_function("game => document.querySelector('[data-set=ruleset]').value === game", arg=game)
    table.settled()
    table.press(page.locator(".nav [data-do=settings]"))
    table.press(page.locator("#dialog [data-do=rules]"))
    come(page)
    table.press(page.locator("#rulebook [data-do=rules-open]").get_by_text(printed, exact=True).first)
    witness = page.locator(f"[data-do=rule-witness][data-a='{section}']")
    expect(witness).to_be_visible()
    table.press(witness)
    expect(page.locator("#rulebook")).to_be_hidden()
    return printed


def test_a_battle_that_shows_a_rule_is_opened_where_the_rule_counts(desktop: Page, site: Any) -> None:
    table = Table(desktop, site.url).open()
    for form, (game, section, place) in FORMS.items():
        if desktop.locator("#to-setup").count():
            table.press(desktop.locator("#to-setup"))
            table.settled()
        printed = show(table, game, section)
        lit = desktop.locator(f"{place} .rule.lit")
        expect(lit.first, form).to_be_attached()
        assert {one.get_attribute("data-a") for one in lit.all()} == {printed}, form


def a_battle_that_shows_a_rule_is_offered_on_every_screen(table: Table, axe: Any) -> None:
    page, (game, section, place) = table.page, FORMS["sum"]
    show(table, game, section)
    expect(page.locator(f"{place} .rule.lit").first).to_be_visible()
    expect(page.locator("#status")).to_be_visible()
    assert axe(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    table.press(page.locator(f"{place} .rule.lit").first)
    expect(page.locator("#rulebook [data-do=rule-witness]").first).to_be_visible()
    assert axe(page, "#rulebook") == []
    assert page.evaluate("(([one]) => one.scrollWidth <= one.clientWidth)(document.querySelectorAll('#rulebook'))")


def test_in_a_fight_every_citation_opens(desktop: Page, site: Any) -> None:
    table = Table(desktop, site.url).open()
    for game in rulesets.KEYS:
        if desktop.locator("#to-setup").count():
            table.press(desktop.locator("#to-setup"))
            table.settled()
        desktop.locator("#game, [data-set=ruleset]").first.select_option(game)
        desktop.wait_for_function("game => document.querySelector('[data-set=ruleset]').value === game", arg=game)
        table.settled()
        fight = desktop.locator("[data-do=fight]")
        if fight.count():
            table.do("fight")
            for _ in range(3):
                if desktop.locator("#umpire :is(.face, .option[data-do=act], #lose)").count():
                    table.on()
        assert desktop.evaluate(NOT_CONTROLS) == [], game
        seen = set()
        for chip in desktop.locator(".rule:visible").all()[:12]:
            number = chip.get_attribute("data-a")
            if number in seen:
                continue
            seen.add(number)
            chip.focus()
            desktop.keyboard.press("Enter")
            come(desktop)
            expect(desktop.locator("#rulebook .entry").first).to_be_visible()
            desktop.keyboard.press("Escape")
            expect(desktop.locator("#rulebook")).to_be_hidden()
        assert seen, game


def test_rules_of_a_typed_in_game_are_what_the_player_wrote(desktop: Page, site: Any) -> None:
    game = dict(rulesets.get("custom").templates()[0]["game"])
    game["chart"] = {**game["chart"], "rule": "99.1", "title": "My own chart"}
    scenario = {**rulesets.get("custom").examples()[0]["scenario"], "ruleset": "custom", "game": game}
    made = json.loads(api.handle(json.dumps({"op": "link", "scenario": scenario})))
    table = Table(desktop, site.url).open("#" + made["result"]["fragment"])
    table.do("tab", "chart")
    table.press(desktop.locator("#panel .rule[data-a='99.1']").first)
    come(desktop)
    expect(desktop.locator("#rulebook .entry")).to_contain_text("My own chart")
    table.press(desktop.locator("#rulebook [data-do=rules]"))
    expect(desktop.locator("#rulebook .rulelist")).to_contain_text("99.1")


def the_readers_own_rulebook_is_kept_and_refused_in_one_line(table: Table) -> None:
    page = table.page
    table.press(page.locator(".nav [data-do=settings]"))
    field = page.locator("#rules-page")
    field.fill("wiki.example")
    field.press("Tab")
    expect(page.locator("#rules-page-e")).to_contain_text("wiki.example")
    expect(field).to_have_value("wiki.example")
    field.fill(PATTERN)
    field.press("Tab")
    expect(page.locator("#rules-page-e")).to_have_count(0)
    table.ready() if page.reload() else None
    chip = page.locator("#panel .rule").first
    number = chip.get_attribute("data-a") or ""
    table.press(chip)
    come(page)
    link = page.locator("#rulebook a[target=_blank]")
    expect(link).to_have_attribute("href", PATTERN.replace("{section}", number))
    expect(link).to_have_attribute("rel", "noopener noreferrer")


def test_the_rulebook_opens_on_every_screen(table: Table, axe: Any) -> None:
    """All of it on one page, which is what takes the time; each part leaves the page as it was but for the last."""
    a_citation_opens_by_keyboard_and_gives_the_focus_back(table, axe)
    a_step_back_closes_the_rulebook_and_nothing_else(table)
    lines_that_cite_a_rule_are_shown_and_stay_lit(table)
    the_rules_of_a_game_are_found_sifted_opened_and_printed(table, axe)
    the_readers_own_rulebook_is_kept_and_refused_in_one_line(table)
    table.page.keyboard.press("Escape")
    expect(table.page.locator("#rulebook")).to_be_hidden()
    a_battle_that_shows_a_rule_is_offered_on_every_screen(table, axe)


def test_an_address_may_name_the_rulebook_and_a_program_is_none(desktop: Page, site: Any) -> None:
    for pattern, count in ((PATTERN, 1), ("javascript:alert(1)//{section}", 0), ("https://{section}", 0)):
        table = Table(desktop, site.url + "?rules=" + quote(pattern, safe="")).open()
        table.press(desktop.locator("#panel .rule").first)
        come(desktop)
        expect(desktop.locator("#rulebook a[target=_blank]")).to_have_count(count)


@pytest.mark.parametrize(("language", "words"), [("en", "The settings have a field"), ("de", "In den Einstellungen")])
def test_a_rulebook_in_the_address_that_is_none_is_told_with_the_way_out(
    desktop: Page, site: Any, language: str, words: str
) -> None:
    """Also over a battle that a link has brought, until it is closed or a rulebook is named."""
    made = record.to_link(codec.read_scenario(rulesets.get(rulesets.KEYS[0]).examples()[1]["scenario"]), [])
    table = Table(desktop, site.url + f"?lang={language}&rules=javascript:alert(1)").open("#" + made)
    told = desktop.locator("#rules-bad")
    expect(told).to_contain_text("rules=javascript:alert(1)")
    expect(told).to_contain_text("https://")
    expect(told).to_contain_text("{section}")
    expect(told).to_contain_text(words)
    expect(desktop.locator("#notice")).to_be_visible()
    table.press(told.locator("[data-do=rules-said]"))
    expect(told).to_have_count(0)
    expect(desktop.locator("#notice")).to_be_visible()


def test_an_embedded_battle_leads_to_the_rulebook_of_its_address(desktop: Page, site: Any, axe: Any) -> None:
    scenario = {"ruleset": rulesets.KEYS[0], **rulesets.get(rulesets.KEYS[0]).examples()[0]["scenario"]}
    made = json.loads(api.handle(json.dumps({"op": "embed", "scenario": scenario})))["result"]["fragment"]
    for pattern, count in ((PATTERN, True), ("javascript:alert(1)//{section}", False)):
        desktop.goto(f"{site.url}embed.html?rules={quote(pattern, safe='')}#{made}")
        desktop.wait_for_selector("html[data-state=link]", state="attached")
        desktop.locator("summary").click()
        links = desktop.locator("a.rule")
        assert bool(links.count()) is count
        if count:
            first = links.first
            expect(first).to_have_attribute("href", PATTERN.replace("{section}", first.inner_text()))
            assert quote(PATTERN, safe="") in (desktop.locator("footer a").first.get_attribute("href") or "")
            assert axe(desktop) == []
