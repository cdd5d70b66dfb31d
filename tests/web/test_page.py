"""The page in a browser, as players use it: 15.551's battle of Suez set up, fought, taken back, kept and sent."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from browsers import until
from playwright.sync_api import BrowserContext, Page, Route, expect
from table import Table

pytestmark = pytest.mark.engine("beside")

SUEZ = "24 : 18 → 1:1"


def suez(table: Table) -> Table:
    """Set the battle of Suez up on an empty board."""
    table.open().do("new").hex("0,0")
    table.do("tool", "terrain").do("terrain", "0,0", "desert").do("feature", "0,0", "fortification")
    table.do("tool", "counters").nation("British").stamp("British mechanized infantry 3-4", 2)
    table.hex("-1,0").nation("German").stamp("German armor 4-6", 2)
    for place in ("0,-1", "1,-1", "-1,1"):
        table.hex(place).nation("Italian").stamp("Italian infantry 2-3", 2)
        table.do("unit")
        table.page.get_by_role("button", name="One less: Combat training level").click()
        table.settled()
    table.hex("0,0").do("side", "attacker").nation("German").stamp("German air factors")
    table.press(table.page.get_by_role("button", name="One more: Combat factors, German air factors"))
    return table.settled()


@pytest.fixture
def phone_table(phone: Page, site: Any) -> Table:
    return Table(phone, site.url)


@pytest.fixture
def desk_table(desktop: Page, site: Any) -> Table:
    return Table(desktop, site.url)


def test_the_first_html_holds_a_real_battle(desktop: Page, site: Any) -> None:
    desktop.route("**/*.mjs", lambda route: route.abort())
    html = (Path(site.root) / "index.html").read_text()
    assert SUEZ in html
    assert 'data-hex="0,0"' in html
    assert "takes the hex" in html
    assert not re.search(r"<[^>]+\son[a-z]+\s*=|<[^>]+\sstyle\s*=", html), "inline handlers or styles"


def test_suez_by_tapping_on_a_phone(phone_table: Table) -> None:
    table = suez(phone_table)
    page = table.page
    expect(table.bar).to_contain_text(SUEZ)
    expect(table.bar).to_contain_text("takes the hex")
    trace = page.locator(".trace")
    expect(trace.locator("> li > .line", has_text="Attack").locator(".value")).to_have_text("24")
    expect(trace.locator("> li > .line", has_text="Defence").locator(".value")).to_have_text("18")
    expect(trace).to_contain_text("15.32F")

    table.do("fight").face(6)
    expect(table.question).to_contain_text("The result is d")
    table.choose("Keep d")
    expect(table.question).to_contain_text("Ex-1")
    table.choose("Make it Ex-1")
    for _ in range(30):
        if page.locator("[data-do=again]").count():
            break
        table.on()
    expect(table.question).to_have_text("Attacker takes the hex")
    measures = page.locator(".measures")
    expect(measures).to_contain_text("12")

    lines = page.locator("#log > li > .line")
    before = lines.count()
    table.press(page.locator("#undo-step"))
    expect(lines).not_to_have_count(before)
    table.do("putback")
    expect(lines).to_have_count(before)
    table.press(page.locator("#to-setup"))
    table.settled().do("fight")
    expect(page.locator("#umpire")).to_contain_text(re.compile("[0-9]+ steps taken back"))
    table.do("putback")
    expect(lines).to_have_count(before)
    table.press(page.locator("#to-setup"))
    table.settled().do("new").do("undo").do("fight")  # a battle left by mistake comes back with its fight
    table.do("putback")
    expect(lines).to_have_count(before)
    table.press(lines.nth(1))  # the attacker's choice is asked again
    expect(table.question).to_contain_text("Take Ex instead")


def test_a_fight_survives_a_reload(phone_table: Table) -> None:
    table = phone_table.open().do("fight").face(6)
    expect(table.question).to_contain_text("Take Ex instead")
    until(table.page, "localStorage.getItem('hexumpire.state.1')?.includes('d6=6')")
    table.page.reload()
    table.ready()
    expect(table.question).to_contain_text("Take Ex instead")
    table.press(table.page.locator("#undo-step"))
    expect(table.question).to_contain_text("rolls one die")


def test_a_link_shows_the_same_elsewhere(
    phone_table: Table, new_context: Callable[..., BrowserContext], site: Any
) -> None:
    table = phone_table.open().do("fight").face(6).choose("Keep d")
    asked = table.question.inner_text()
    log = table.page.locator("#log > li > .line .what").all_inner_texts()
    link = table.link()
    other = Table(new_context().new_page(), site.url)
    other.page.goto(link)
    other.ready()
    expect(other.question).to_have_text(asked)
    assert other.page.locator("#log > li > .line .what").all_inner_texts() == log
    assert other.page.url.split(".h.")[0] == link.split(".h.")[0]  # which the address bar keeps


def test_closing_a_hex_never_goes_back_to_the_link_that_was_opened(phone_table: Table, site: Any) -> None:
    """The first step of the browser's history is the page's own also where a hex is opened before the page is whole."""
    page = phone_table.open().page
    link = phone_table.link()
    held: list[Any] = []
    again: list[bool] = []
    page.goto("about:blank")
    page.route("**/ui/late.bin", lambda route: route.continue_() if again else held.append(route))
    page.goto(link)
    phone_table.ready()
    phone_table.hex("1,0")
    while not held:
        page.wait_for_timeout(50)
    again.append(True)  # it may be asked for only now
    for route in held:
        route.continue_()
    before = page.locator("[data-unit]").count()
    phone_table.nation("German").stamp("German infantry 3-3")
    expect(page).not_to_have_url(link)
    page.go_back()
    expect(page.locator("#sheet-title")).to_have_count(0)
    page.wait_for_timeout(500)
    phone_table.settled()
    assert page.locator("[data-unit]").count() == before + 1


def test_the_link_comes_into_the_address_bar_also_where_the_rest_of_the_page_comes_last(
    desktop: Page, site: Any
) -> None:
    held: list[Any] = []
    again: list[bool] = []
    desktop.route("**/ui/late.bin", lambda route: route.continue_() if again else held.append(route))
    desktop.goto(site.url)
    expect(desktop.locator("html[data-ui=ready][data-engine=ready]")).to_be_attached()
    desktop.wait_for_timeout(500)  # in which it is asked for
    assert "#" not in desktop.url
    again.append(True)
    for route in held:
        route.continue_()
    expect(desktop).to_have_url(re.compile("#.+"))


def opened_early(phone: Page, url: str) -> tuple[Table, list[Any]]:
    """The page on a low phone, and the requests for the rest of it, which are held."""
    phone.set_viewport_size({"width": 390, "height": 480})
    held: list[Any] = []
    phone.route("**/ui/late.bin", lambda route: held.append(route))
    return Table(phone, url).open(), held


@pytest.mark.parametrize("keyboard", [False, True])
def test_a_fight_begun_before_the_rest_of_the_page_is_there_asks_its_question_once_that_comes(
    phone: Page, site: Any, keyboard: bool
) -> None:
    """It comes into view, and the focus goes there."""
    table, held = opened_early(phone, site.url)
    if keyboard:
        phone.locator("#fight").focus()
        phone.keyboard.press("Enter")
    else:
        table.press(phone.locator("#fight"))
    until(phone, "document.documentElement.dataset.screen === 'fight'")
    phone.evaluate("scrollTo(0, 0)")
    held.pop().continue_()
    expect(table.question).to_be_focused()
    expect(table.question).to_be_in_viewport()


@pytest.mark.parametrize("keyboard", [False, True])
def test_a_hex_opened_before_the_rest_of_the_page_is_there_is_shown_once_that_comes(
    phone: Page, site: Any, keyboard: bool
) -> None:
    """By touch it comes into view; from the keyboard the focus goes there. The rest is asked for once."""
    table, held = opened_early(phone, site.url)
    if keyboard:
        phone.locator("#b-board").focus()
        phone.keyboard.press("Enter")
    else:
        table.hex("0,0")
    expect(phone.locator("#sheet")).to_contain_text("…")
    phone.wait_for_timeout(300)
    phone.evaluate("scrollTo(0, 0)")
    assert len(held) == 1  # though a part of it was asked for twice
    held.pop().continue_()
    expect(phone.locator("#sheet-title")).to_be_in_viewport()
    until(phone, "() => scrollY > 40")
    if keyboard:
        expect(phone.locator("#sheet-title")).to_be_focused()


def test_a_broken_link_keeps_what_the_page_had(desk_table: Table) -> None:
    table = desk_table.open()
    table.hex("1,0").nation("British").do("side", "defender").stamp("British mechanized infantry 3-4")
    units = table.page.locator("[data-unit]").count()
    table.page.evaluate("location.hash = 'no-such-battle'")
    expect(table.page.locator("#status")).to_contain_text("could not be opened")
    assert table.page.locator("[data-unit]").count() == units
    table.open("#1.AAAA")
    expect(table.page.locator("#status")).to_contain_text("could not be opened")
    assert table.page.locator("[data-unit]").count() == units


def test_hostile_names_and_links_are_only_text(
    desk_table: Table, new_context: Callable[..., BrowserContext], site: Any
) -> None:
    hostile = "<img src=x onerror=alert(1)>\"'&amp;<script>alert(2)</script>"
    table = desk_table.open()
    table.hex("0,0").do("tool", "terrain")
    table.page.locator("#hexname").fill(hostile[:60])
    table.page.keyboard.press("Tab")
    table.settled().do("tab", "notes")
    table.page.locator("#notes-title").fill(hostile)
    table.page.locator("#notes-text").fill("</textarea>" + hostile)
    expect(table.page.locator("h1")).to_have_text(hostile)
    assert table.page.locator("img, #panel script, #caption script").count() == 0
    link = table.link()
    other = Table(new_context().new_page(), site.url)
    other.page.on("dialog", lambda dialog: pytest.fail("a script ran"))
    other.page.goto(link)
    other.ready()
    expect(other.page.locator("h1")).to_have_text(hostile)
    assert other.page.locator("img").count() == 0
    table.page.reload()
    table.ready()
    expect(table.page.locator("#notes-text")).to_have_value("</textarea>" + hostile)


def test_suez_by_keyboard_alone(desk_table: Table) -> None:
    table = desk_table.open()
    keys = table.page.keyboard
    page = table.page

    def reach(selector: str, most: int = 120) -> None:
        """Tab to a control."""
        for _ in range(most):
            active = page.evaluate_handle("document.activeElement").as_element()
            if active and page.locator(selector).evaluate_all("(found, active) => found.includes(active)", active):
                return
            keys.press("Tab")
        raise AssertionError(f"no way to {selector} by Tab")

    def enter(selector: str) -> None:
        reach(selector)
        keys.press("Enter")
        table.settled()

    enter("[data-do=new]")
    reach("#b-board")
    keys.press("Enter")  # the defender's hex is the active one: it closes, and opens again
    reach("#b-board")
    if page.locator("#sheet-title").count() == 0:
        keys.press("Enter")
    enter("[data-do=tool][data-a=terrain]")
    enter("[data-do=terrain][data-b=desert]")
    enter("[data-do=feature][data-b=fortification]")
    page.evaluate("scrollTo(0, 0)")
    reach("[data-do=tool][data-a=counters]", 400)
    keys.press("Enter")
    reach("#nation")
    keys.type("Brit")
    enter(".stamp:has-text('Add British mechanized infantry 3-4')")
    keys.press("Enter")
    table.settled()
    for key, nation, stamp in (
        (["ArrowLeft"], "Germ", "German armor 4-6"),
        (["PageUp"], "Ital", "Italian infantry 2-3"),
        (["ArrowRight"], "Ital", "Italian infantry 2-3"),
        (["End", "End"], "Ital", "Italian infantry 2-3"),
    ):
        reach("#b-board", 400)
        for press in key:
            keys.press(press)
        expect(page.locator("#say")).not_to_be_empty()
        keys.press("Enter")
        reach("#nation")
        keys.type(nation)
        enter(f".stamp:has-text('Add {stamp}')")
        keys.press("Enter")
        table.settled()
    expect(table.bar).to_contain_text("20 : 18 → 1:1")  # the air is missing
    page.evaluate("document.activeElement.blur()")
    reach("#fight", 400)
    expect(page.locator("#fight")).to_be_enabled()


def test_keys_play_dice_and_take_back(desk_table: Table) -> None:
    table = desk_table.open()
    table.page.locator("#fight").focus()
    table.page.keyboard.press("Enter")
    expect(table.question).to_be_focused()
    table.page.keyboard.press("6")
    expect(table.question).to_contain_text("Take Ex instead")
    expect(table.question).to_be_focused()
    expect(table.page.locator("#say")).to_contain_text("Take Ex instead")
    table.page.keyboard.press("Tab")
    table.page.keyboard.press("Tab")
    table.page.keyboard.press("Enter")
    table.settled()
    table.page.keyboard.press("Control+z")
    table.settled()
    table.page.keyboard.press("Control+z")
    expect(table.question).to_contain_text("rolls one die")


def test_counters_on_the_board_answer_the_question(desk_table: Table) -> None:
    table = desk_table.open().do("fight").face(6).choose("Keep d").choose("Make it Ex-1")
    page = table.page
    for _ in range(30):
        if "advances" in table.question.inner_text():
            break
        if page.locator("#lose:enabled").count():
            page.locator("#lose").click()
        else:  # one more of the first counter of which there may be more
            page.locator("[data-do=pick][data-b='1']:not([aria-disabled])").first.dispatch_event("click")
            table.judged()
        table.settled()
    lit = page.locator(".hu-choice")
    expect(lit.first).to_be_attached()
    log = page.locator("#log > li > .line").count()
    box = lit.first.bounding_box()
    assert box
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(page.locator("#log > li > .line")).not_to_have_count(log)


def test_hexsides_are_tapped_on_the_board_too(desk_table: Table) -> None:
    table = desk_table.open().hex("0,0").do("tool", "sides")
    table.page.locator("[data-side='0,0:E']").last.click(force=True)
    table.settled()
    expect(table.page.locator(".side.sE")).to_have_attribute("aria-pressed", "true")
    table.do("sidemark", "0,0", "E")
    expect(table.page.locator(".side.sE")).to_have_attribute("aria-pressed", "false")


def test_roll_uses_the_browsers_dice(desk_table: Table) -> None:
    table = desk_table.open().do("fight")
    table.do("roll")
    expect(table.page.locator("#log")).to_contain_text(re.compile("die [1-6]"))


def test_best_play_on_request(desk_table: Table) -> None:
    table = desk_table.open().do("fight").face(6).do("best")
    expect(table.page.locator(".option.best")).to_have_count(1)
    expect(table.page.locator(".option.best")).to_contain_text("best")
    expect(table.page.locator(".bestline")).to_be_visible()


def test_best_play_that_is_sought_for_another_aim_says_nothing(desk_table: Table) -> None:
    table = desk_table.open().do("fight").face(6).do("tab", "odds")
    page = table.page
    page.evaluate("""() => {
      const { call } = hexEngine;
      hexEngine.call = (text, progress) =>  // never answered
        JSON.parse(text).op !== "solve" ? call(text, progress) : new Promise((_, no) => { window.end = no; });
      hexEngine.cancel = () => 0;  // until the test does
    }""")
    table.press(page.locator("[data-do=best]"))
    expect(page.locator("#solving")).to_be_visible()
    page.locator("#objective").select_option(index=1)
    expect(page.locator("[data-do=best]")).to_be_visible()
    page.evaluate("() => end(new Error('cancelled'))")
    page.wait_for_timeout(300)
    expect(page.locator("#refusal")).to_have_count(0)


def test_agreements_are_marked(desk_table: Table) -> None:
    table = desk_table.open().do("fight")
    page = table.page
    page.locator("[data-open=agree] summary").click()
    page.locator("#override-note").fill("house rule #3 <b>")
    table.do("agree")
    expect(page.locator("#log .agreed").first).to_be_visible()
    expect(page.locator("#log")).to_contain_text("house rule 3 <b>")


def test_a_fight_of_which_only_an_agreement_is_the_players_own_is_kept(desk_table: Table) -> None:
    table = desk_table.open().do("fight")
    table.page.locator("[data-open=agree] summary").click()
    table.do("agree").do("setup").do("new")
    table.press(table.page.locator(".nav [data-do=battles]"))
    expect(table.page.locator("#dialog [data-do=saved-open]")).to_have_count(1)


def test_problems_lead_to_their_field(desk_table: Table) -> None:
    table = desk_table.open()
    page = table.page
    table.hex("-1,0").stamp("German armor 4-6", 3)  # more than may attack from one hex
    expect(page.locator("#problems")).to_contain_text("15.47")
    expect(page.locator("#fight")).to_be_disabled()
    page.locator("#bar .settle").click()
    expect(page.locator(".problem").first).to_be_focused()
    expect(page.locator(".problem").first).to_be_in_viewport()
    page.locator(".problem").first.click()
    assert page.evaluate("document.activeElement !== document.body")
    table.do("undo").do("undo").do("undo")
    expect(page.locator("#problems")).to_be_empty()
    expect(page.locator("#fight")).to_be_enabled()


def test_what_is_typed_before_the_page_is_up_is_kept(desktop: Page, site: Any) -> None:
    held: list[Any] = []
    late: list[bool] = []
    desktop.route("**/ui/main.py", lambda route: route.continue_() if late else held.append(route))
    desktop.goto(site.url, wait_until="commit")
    field = desktop.locator("#f-conditions-front")
    field.select_option("western")
    while not held:
        desktop.wait_for_timeout(50)
    late.append(True)  # it may be asked for only now
    for route in held:
        route.continue_()
    Table(desktop, site.url).ready()
    expect(desktop.locator("#f-conditions-front")).to_have_value("western")


def another_game_stays(table: Table, held: list[Any]) -> None:
    """Choose another game while that of the 1D8 chart is held back; it stays when that one arrives."""
    page = table.play("daisenso").page
    board = page.locator("#board").inner_html()
    with page.expect_event("requestfinished", lambda request: request.url.endswith("data/d8chart.json")):
        held.pop().continue_()
    page.wait_for_timeout(500)  # what must not come has no sign
    assert page.locator("#game").input_value() == "daisenso"
    assert page.locator("#board").inner_html() == board


def test_of_two_games_that_are_chosen_the_last_comes_though_the_first_arrives_late(desktop: Page, site: Any) -> None:
    held: list[Any] = []
    table = Table(desktop, site.url).open()
    desktop.route("**/data/d8chart.json", lambda route: held.append(route))
    desktop.locator("#game").select_option("d8chart")
    expect(desktop.locator("#status")).to_contain_text("1D8")
    another_game_stays(table, held)


def test_a_kept_battle_whose_game_arrives_late_does_not_take_the_place_of_what_was_chosen_since(
    desktop: Page, site: Any
) -> None:
    held: list[Any] = []
    table = Table(desktop, site.url).open().play("d8chart").do("fight").on().do("setup")
    table.play("aworldatwar")
    desktop.reload()
    table.ready()
    desktop.route("**/data/d8chart.json", lambda route: held.append(route))
    table.press(desktop.locator(".nav [data-do=battles]"))
    desktop.locator("[data-do=saved-open]", has_text="1D8").first.click()
    expect(desktop.locator("#status")).to_contain_text("1D8")
    another_game_stays(table, held)


def test_battles_opened_while_a_game_is_coming_are_that_game_s(desktop: Page, site: Any) -> None:
    held: list[Any] = []
    table = Table(desktop, site.url).open()
    desktop.route("**/data/d8chart.json", lambda route: held.append(route))
    desktop.locator("#game").select_option("d8chart")
    desktop.locator(".nav [data-do=battles]").click()
    examples = desktop.locator("[data-do=example-close]")
    expect(examples.nth(1)).to_be_attached()
    shown = examples.all_inner_texts()
    held.pop().continue_()
    for text in shown:
        expect(examples.filter(has_text=text.splitlines()[0])).to_have_count(0)
    expect(examples.nth(1)).to_be_attached()
    table.settled()


def test_set_up_works_before_the_engine_is_up(desktop: Page, site: Any) -> None:
    held: list[Any] = []
    desktop.route("**/engine/worker.mjs", lambda route: held.append(route))
    desktop.goto(site.url)
    expect(desktop.locator("html[data-ui=ready]")).to_be_attached()
    before = desktop.locator("[data-unit]").count()
    desktop.locator("[data-hex='1,0'] .hu-hit").click()
    desktop.get_by_role("button", name="Add German infantry 3-3", exact=True).click()
    expect(desktop.locator("[data-unit]")).to_have_count(before + 1)
    for route in held:
        route.continue_()
    table = Table(desktop, site.url).ready()
    expect(table.bar).to_contain_text("27 : 18 → 1:1")


@pytest.mark.parametrize("path", ["ui/main.py", "ui/first.bin"])
def test_a_page_that_did_not_load_whole_says_so(desktop: Page, site: Any, faults: list[str], path: str) -> None:
    desktop.route(f"**/{path}", lambda route: route.fulfill(status=404, body="gone"))
    desktop.goto(site.url)
    expect(desktop.get_by_role("alert")).to_contain_text("A part of the page did not load:")
    expect(desktop.get_by_role("alert")).to_contain_text(path)
    expect(desktop.get_by_role("alert").get_by_role("button")).to_have_text("Load the page again")
    desktop.wait_for_timeout(500)  # faults are told a little later
    assert any(path in fault for fault in faults)
    faults.clear()


def test_dialogs_come_after_the_page(desktop: Page, site: Any, faults: list[str]) -> None:
    held: list[Any] = []
    fates: list[Callable[[Route], None]] = [held.append]
    desktop.route("**/ui/late.bin", lambda route: fates[-1](route))
    desktop.goto(site.url)
    expect(desktop.locator("html[data-ui=ready]")).to_be_attached()
    desktop.locator(".nav [data-do=battles]").click()
    dialog = desktop.locator("#dialog")
    expect(dialog).to_contain_text("Working")
    while not held:
        desktop.wait_for_timeout(50)
    fates.append(Route.abort)  # however often it is asked for
    for route in held:
        route.abort()
    expect(dialog).to_contain_text("could not be fetched: ./ui/late.bin.")  # and is asked for again
    fates.append(Route.continue_)
    dialog.get_by_role("button", name="Close").click()
    desktop.locator(".nav [data-do=share]").click()
    expect(desktop.locator("#share-link")).to_have_value(re.compile(r"#.+"))
    expect(desktop.locator("#share-snippet")).to_have_value(re.compile("iframe"))
    faults.clear()


def test_a_fight_and_the_other_examples_come_after_the_page(desk_table: Table, faults: list[str]) -> None:
    page = desk_table.open().page
    desk_table.do("fight")
    refused: list[bool] = [True]
    for path in ("ui/late.bin", "data/aworldatwar.examples.json"):
        page.route(f"**/{path}", lambda route: route.abort() if refused else route.continue_())
    page.reload()
    again = page.locator("#umpire").get_by_role("button", name="Try again")
    expect(again).to_be_visible()
    refused.clear()
    again.click()
    expect(page.locator("#umpire .question")).to_be_visible()
    refused.append(True)
    page.locator(".nav [data-do=battles]").click()
    cards = page.locator("#dialog [data-do=example-close]")
    again = page.locator("#dialog").get_by_role("button", name="Try again")
    expect(again).to_be_visible()
    expect(cards).to_have_count(1)
    refused.clear()
    again.click()
    expect(cards.nth(5)).to_be_visible()
    expect(again).to_have_count(0)
    faults.clear()


@pytest.mark.engine("inside")
def test_an_engine_that_fails_is_told_and_loses_nothing(desktop: Page, site: Any, faults: list[str]) -> None:
    desktop.route("**/engine/config.json", lambda route: route.fulfill(status=404, body="gone"))
    desktop.goto(site.url)
    expect(desktop.locator("#status")).to_contain_text("could not start")
    desktop.locator("[data-hex='1,0'] .hu-hit").click()
    desktop.get_by_role("button", name="Add German infantry 3-3", exact=True).click()
    expect(desktop.locator("[data-unit]")).to_have_count(7)
    faults.clear()


def test_battles_are_remembered_and_deleted(desk_table: Table) -> None:
    table = desk_table.open().do("fight").face(1)
    page = table.page
    page.locator(".nav [data-do=battles]").click()
    page.locator("[data-do=new-close]").click()
    expect(page.locator("[data-unit]")).to_have_count(0)
    page.locator(".nav [data-do=battles]").click()
    saved = page.locator("[data-do=saved-open]")
    expect(saved).to_have_count(1)
    saved.click()
    expect(page.locator("#log")).to_contain_text("die 1")
    page.locator(".nav [data-do=battles]").click()
    page.locator("[data-do=saved-delete]").click()
    expect(saved).to_have_count(0)
    assert page.evaluate("document.activeElement.id") == "dialog"  # and not the page behind it
    page.locator("#dialog [data-do=close]").click()
    page.locator(".nav [data-do=battles]").click()
    page.locator("[data-do=example-close]").nth(1).click()
    expect(page.locator("#dialog")).not_to_be_visible()
    table.settled()


def test_the_picture_is_saved(desk_table: Table) -> None:
    table = desk_table.open()
    table.page.locator(".nav [data-do=share]").click()
    with table.page.expect_download() as download:
        table.page.locator("[data-do=save-svg]").click()
    assert download.value.suggested_filename.endswith(".svg")
    assert Path(download.value.path()).read_text().startswith("<svg")


def test_a_tap_asks_the_engine_twice_at_most(phone_table: Table) -> None:
    """For the view and for the chances; how long that takes is told by `build.py bench taps`.

    The link in the address bar is asked for afterwards: once the view is there, and once the chances are.
    """
    table = phone_table.open().hex("1,0").nation("German")
    table.page.evaluate(
        """() => {
            window.asked = [];
            const call = hexEngine.call;
            hexEngine.call = (text, ...rest) => (asked.push(JSON.parse(text).op), call(text, ...rest));
        }"""
    )
    for _ in range(3):
        table.stamp("German infantry 3-3").do("undo")
    asked = table.page.evaluate("asked")
    assert [op for op in asked if op != "link"] == ["view", "outcomes"] * 6
    assert asked.count("link") <= 12


def test_requests_stay_at_home_and_few(desktop: Page, site: Any) -> None:
    asked: list[str] = []
    desktop.on("request", lambda request: asked.append(request.url))
    Table(desktop, site.url).open()
    assert all(url.startswith(site.url) for url in asked)
    assert json.loads((Path(site.root) / "data" / "first.json").read_text())["view"]["bar"] == SUEZ


def test_on_paper_the_figures_of_the_bar_stand_and_no_controls(desk_table: Table) -> None:
    table = desk_table.open()
    page = table.page
    page.emulate_media(media="print")
    for shown in ("#sum .odds", "#sum .chance", "#b-board", "#panel"):
        expect(page.locator(shown)).to_be_visible()
    assert page.evaluate("getComputedStyle(document.getElementById('bar')).position") == "static"
    for hidden in (".mast", "#procedure", "#tabs", "#fight", "[data-do=undo]"):
        expect(page.locator(hidden)).to_be_hidden()
    page.emulate_media(media="screen")
    table.do("settings")
    page.emulate_media(media="print")
    expect(page.locator("#dialog")).to_be_hidden()  # it does not cover the battle
    page.emulate_media(media="screen")
    table.do("close")
    table.do("fight").face(3)
    page.emulate_media(media="print")
    for shown in ("#sum", "#log > li > .line >> nth=0", "#question"):
        expect(page.locator(shown)).to_be_visible()
    for hidden in ("#undo-step", "#to-setup", "[data-do=best]"):
        expect(page.locator(hidden)).to_be_hidden()
