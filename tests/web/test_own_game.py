"""Typed-in games on the page: battles that bring their game along, the list of games, and the guide."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any, Literal

import pytest
from browsers import until
from hexumpire import api, rulesets
from playwright.sync_api import BrowserContext, Page, expect
from table import Table

pytestmark = pytest.mark.engine("beside")

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
BATTLES = {one["key"]: one["scenario"] for one in rulesets.get("custom").examples()}


def ask(**request: Any) -> Any:
    answer = json.loads(api.handle(json.dumps(request)))
    assert answer["ok"], answer
    return answer["result"]


def link(key: str, *actions: str) -> str:
    """The link of a battle of the invented games."""
    return "#" + str(ask(op="link", scenario=BATTLES[key], actions=actions)["fragment"])


@pytest.fixture
def table(phone: Page, site: Any) -> Table:
    phone.set_default_timeout(10_000)
    return Table(phone, site.url)


def game(page: Page) -> str:
    """The title of the game in the list of games."""
    return str(page.locator("#game option:checked").inner_text())


def test_a_link_brings_its_game_along_and_it_stays_after_a_reload(table: Table) -> None:
    page = table.open(link("stream")).page
    assert game(page) == "Cold Valley"
    expect(table.bar).to_contain_text("18 − 6 → 10+")
    table.do("tab", "chart")
    rows = page.locator("#panel table tbody th").all_inner_texts()
    assert rows == ["≤3", "4", "5", "6", "7", "8", "9", "10", "11", "12+"]
    page.reload()
    table.ready()
    assert game(page) == "Cold Valley"
    expect(page.locator("#caption h1")).to_have_text("Across the stream")
    expect(table.bar).to_contain_text("18 − 6 → 10+")
    table.do("undo") if page.locator("[data-do=undo]:enabled").count() else None


def test_nothing_of_another_game_is_shown_on_the_way_to_a_typed_in_one(table: Table) -> None:
    page = table.page
    page.add_init_script(
        """window.seen = new Set(); new MutationObserver(() => {
            const root = document.documentElement; const title = document.querySelector("#caption h1");
            if (title && root.dataset.coming === undefined) window.seen.add(title.textContent);
        }).observe(document, {subtree: true, childList: true, attributes: true, characterData: true});"""
    )
    table.open(link("battery"))
    assert page.evaluate("[...window.seen]") == ["Battery and rifles"]


def test_undo_leads_from_one_game_to_another_and_back(table: Table) -> None:
    page = table.open(link("stream")).page
    chosen = page.locator("#game option:checked")
    expect(chosen).to_have_text("Cold Valley")
    table.play("d8chart").do("undo")
    expect(chosen).to_have_text("Cold Valley")
    expect(table.bar).to_contain_text("18 − 6 → 10+")
    table.do("redo")
    expect(chosen).to_have_text("1D8 combat chart")


def test_a_new_battle_is_of_the_same_typed_in_game(table: Table) -> None:
    page = table.open(link("walls")).do("new").page
    assert game(page) == "Long Ridge"
    table.hex("0,0")
    expect(page.locator("#sheet")).to_contain_text("Rifles")


def test_a_typed_in_game_speaks_german(phone: Page, site: Any) -> None:
    table = Table(phone, site.url + "?lang=de").open(link("stream"))
    expect(table.page.locator("html")).to_have_attribute("lang", "de")
    assert game(table.page) == "Kaltes Tal"  # an invented game has its words in both languages
    expect(table.bar).to_contain_text("18 − 6 → 10+")
    expect(table.page.locator("#panel")).to_contain_text("Regel 8.1")
    table.press(table.page.locator(".nav [data-do=settings]"))
    table.page.locator("#language").select_option("en")
    expect(table.page.locator("html")).to_have_attribute("lang", "en")
    table.settled()
    assert game(table.page) == "Cold Valley"


def test_an_example_of_another_invented_game_opens_with_that_game(table: Table) -> None:
    page = table.open().page
    page.locator("#game").select_option(label="Your own game")
    until(page, "document.querySelector('#game').value === 'custom'")
    table.settled()
    table.press(page.locator(".nav [data-do=battles]"))
    table.press(page.locator("[data-do=example-close]", has_text="Three sides of a village"))
    until(page, "document.querySelector('#caption h1').textContent.includes('village')")
    table.settled()
    assert game(page) == "Cold Valley"
    table.do("fight")
    table.on()
    expect(page.locator(".log .line")).not_to_have_count(0)


def test_an_embedded_battle_of_a_typed_in_game_is_worked_out_again_alike(phone: Page, site: Any) -> None:
    made = ask(op="embed", scenario=BATTLES["stream"], actions=[])
    phone.goto(f"{site.url}embed.html#{made['fragment']}")
    phone.locator("#foot button", has_text="Work it out anew").tap()
    expect(phone.locator("html")).to_have_attribute("data-state", "agrees", timeout=60_000)


CHART = "\n".join(  # six columns, eight rows; the codes S, K, W and Z have no usual meaning
    (
        "Roll\t1-2\t1-1\t2-1\t3-1\t4-1\t5-1",
        "1\tS\tDR\tDR\tDR2\tDE\tDE",
        "2\tAR\tS\tDR\tDR\tDR2\tDE",
        "3\tAR\tAR\tDR\tDR\tDR\tDR2",
        "4\tK\tAR\tAR\tS\tDR\tDR2",
        "5\tK\tK\tAR\tAR\tS\tDR",
        "6\tK\tK\tK\tAR\tW\tZ",
        "7\tK\tK\tK\tAR\tW\tZ",
        "8\tK\tK\tK\tK\tW\tZ",
    )
)
MOST_TAPS = 60
WAY = """control => {
    const at = document.activeElement;
    if (control === at) return "";
    const back = at !== document.body && control.compareDocumentPosition(at) & Node.DOCUMENT_POSITION_FOLLOWING;
    return back ? "Shift+Tab" : "Tab";
}"""
"""The key that leads to a control, forwards or backwards; none if it has the focus."""


class Hand:
    """A player on a phone, whose taps are counted: a list takes one to open and one to choose."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.table = Table(page, "")
        self.taps = 0

    def go(self, where: str) -> None:
        """Press a control."""
        self.page.locator(where).first.tap()
        self.taps += 1

    def choose(self, where: str, label: str) -> None:
        """Choose from a list."""
        self.page.locator(where).select_option(label=label)
        self.taps += 2

    def write(self, where: str, text: str) -> None:
        """Write into a field."""
        self.go(where)
        self.page.locator(where).fill(text)
        self.page.locator(where).blur()

    def paste(self, where: str, text: str) -> None:
        """Paste into a field, as from a spreadsheet."""
        self.go(where)
        paste_into(self.page, where, text)

    def hex(self, name: str) -> None:
        """Tap a hex."""
        self.table.hex(name)
        self.taps += 1


class Keys(Hand):
    """A player who has a keyboard only."""

    def reach(self, where: str) -> None:
        """Go to a control with the tabulator."""
        target = self.page.locator(where).first
        expect(target).to_be_visible()
        for _ in range(250):
            where_to = target.evaluate(WAY)
            if not where_to:
                return
            self.page.keyboard.press(where_to)
        raise AssertionError(f"the tabulator does not lead to {where}")

    def go(self, where: str) -> None:
        self.reach(where)
        self.page.keyboard.press("Enter")

    def choose(self, where: str, label: str) -> None:
        self.reach(where)
        control = self.page.locator(where)
        ahead = "(list, label) => [...list.options].findIndex(one => one.text === label) - list.selectedIndex"
        for _ in range(30):
            by = control.evaluate(ahead, label)
            if not by:
                break
            self.page.keyboard.press("ArrowDown" if by > 0 else "ArrowUp")
        expect(control.locator("option:checked")).to_have_text(label)

    def write(self, where: str, text: str) -> None:
        self.reach(where)
        self.page.keyboard.press("Control+a")
        self.page.keyboard.type(text)
        self.page.keyboard.press("Tab")

    def paste(self, where: str, text: str) -> None:
        self.reach(where)
        paste_into(self.page, where, text)

    def hex(self, name: str) -> None:
        self.reach("#b-board")
        active = "board => document.getElementById(board.getAttribute('aria-activedescendant')).dataset.hex"
        for key in ("ArrowRight", "ArrowDown", "ArrowLeft", "ArrowLeft", "ArrowUp", "ArrowUp", "ArrowRight") * 3:
            if self.page.locator("#b-board").evaluate(active) == name:
                self.page.keyboard.press("Enter")
                return
            self.page.keyboard.press(key)
        raise AssertionError(f"the keys do not lead to the hex {name}")


def paste_into(page: Page, where: str, text: str) -> None:
    """What a browser does when a table is pasted."""
    page.locator(where).evaluate(
        """(control, text) => {
            const data = new DataTransfer(); data.setData("text", text);
            control.dispatchEvent(new ClipboardEvent("paste", {clipboardData: data, bubbles: true, cancelable: true}));
        }""",
        text,
    )


def type_a_game_in(hand: Hand) -> None:
    """Everything from the page as it opens to a fight that ends with a retreat."""
    page, table = hand.page, hand.table
    hand.go(".nav [data-do=battles]")
    hand.go("#dialog [data-do=guide]")
    hand.go("[data-do=own-take]")
    page.locator("#own-paste").fill("a line")
    hand.go("[data-do=own-step][data-a=begin]")
    hand.go("#own-next")
    expect(page.locator("#own-paste")).to_have_value("a line")  # what was begun is not lost on the way
    hand.paste("#own-paste", CHART)
    expect(page.locator(".own [role=status]")).to_have_text("Taken: rows 8, columns 6.")
    expect(page.locator(".own .grid [data-set=own-cell]")).to_have_count(48)
    expect(page.locator(".own .grid .unsaid")).to_have_count(23)
    hand.go("#own-next")
    expect(page.locator("div.item.unsaid")).to_have_count(4)
    hand.choose("#own-w-S-0", "loses steps")
    hand.choose("#own-w-K-0", "is eliminated")
    hand.choose("#own-s-K-0", "Attacker")
    hand.choose("#own-w-W-0", "exchange")
    hand.choose("#own-w-Z-0", "is disrupted")
    expect(page.locator("div.item.unsaid")).to_have_count(0)
    hand.go("#own-next")
    hand.go("[data-do=own-mod][data-a=hexes]")
    hand.choose("#own-y-hexes1-shift", "+1")
    hand.go("[data-do=own-mod][data-a=defender]")
    hand.go("[data-do=own-mod][data-a=stands]")
    expect(page.locator("[data-open^=own-m-]")).to_have_count(9)
    hand.go("[data-do=own-step][data-a=begin]")
    hand.write("#own-title", "Forty-one")
    hand.go("[data-do=own-step][data-a=try]")
    expect(page.locator(".own .sum")).to_contain_text("12 : 4 → ")
    expect(page.locator(".firstodds")).to_contain_text("The attacker takes the hex")
    hand.go("[data-do=own-play]")
    table.settled()
    assert game(page) == "Forty-one"
    hand.hex("1,0")
    hand.go(".stamp")
    table.settled()
    hand.go("[data-do=unselect]")
    hand.go("#fight")
    table.settled()
    hand.go(".face:has(.gives:text-matches('^DR'))")
    table.settled()
    for _ in range(12):
        if page.locator("[data-do=again]").count():
            break
        hand.go("#umpire .option[data-do=act]")
        table.settled()
    expect(page.locator("#log")).to_contain_text("retreat")
    expect(page.locator("[data-do=again]")).to_be_visible()


def test_a_game_is_typed_in_and_fought_in_few_taps(
    phone: Page, site: Any, new_context: Callable[..., BrowserContext]
) -> None:
    phone.set_default_timeout(10_000)
    hand = Hand(phone)
    Table(phone, site.url).open()
    type_a_game_in(hand)
    link_of_battle = hand.table.link()
    hand.taps += 2  # Share, and the button that copies
    assert hand.taps < MOST_TAPS
    page = new_context(**PHONE).new_page()
    other = Table(page, link_of_battle).open()
    expect(page.locator(".log .line")).to_have_count(phone.locator(".log .line").count())
    expect(page.locator("#question")).to_have_text(phone.locator("#question").inner_text())
    other.do("setup")
    assert game(page) == "Forty-one"


def test_a_game_is_typed_in_and_fought_from_a_keyboard(new_context: Callable[..., BrowserContext], site: Any) -> None:
    page = new_context(viewport={"width": 390, "height": 844}).new_page()
    page.set_default_timeout(10_000)
    hand = Keys(page)
    Table(page, site.url).open()
    type_a_game_in(hand)
    hand.go(".nav [data-do=share]")
    hand.reach("#share-link")
    expect(page.locator("#share-link")).to_have_value(re.compile("#."))
    other = Table(new_context(**PHONE).new_page(), page.locator("#share-link").input_value()).open()
    expect(other.page.locator(".log .line")).to_have_count(page.locator(".log .line").count())
    other.do("setup")
    assert game(other.page) == "Forty-one"


def test_a_guide_without_a_chart_says_so_and_a_wrong_chart_what_is_wrong_with_it(table: Table) -> None:
    page = in_list(table.open())
    table.press(page.locator("#dialog [data-do=guide]"))
    guide = page.locator("#dialog .own")
    for step in ("results", "try"):
        table.press(page.locator(f"[data-do=own-step][data-a={step}]"))
        expect(guide).to_contain_text("The chart is empty. Fill it first.")
        expect(guide).not_to_contain_text("Working it out")
    table.press(page.locator("[data-do=own-step][data-a=chart]"))
    paste_into(page, "#own-paste", CHART.replace("4-1", "four").replace("\n3\t", "\nthree\t"))
    faults = guide.locator(".faults li")
    expect(faults).to_have_count(2)
    expect(faults.first).to_contain_text("the heading 'three' of a row is no roll")
    expect(faults.last).to_contain_text("the heading 'four' of a column is neither odds nor a number")
    assert not re.search(r"\$|^chart$", guide.inner_text(), re.MULTILINE), "where it stands needs no saying here"
    expect(page.locator("#own-paste")).to_have_value(re.compile("four"))  # what was pasted is still there to be mended
    paste_into(page, "#own-paste", CHART)
    expect(guide.locator("[role=status]")).to_have_text("Taken: rows 8, columns 6.")
    expect(faults).to_have_count(0)
    page.keyboard.press("Escape")
    table.press(page.locator(".nav [data-do=settings]"))
    page.locator("#language").select_option("de")
    expect(page.locator("html")).to_have_attribute("lang", "de")
    page.keyboard.press("Escape")
    table.press(page.locator(".nav [data-do=battles]"))
    table.press(page.locator("#dialog [data-do=guide]"))
    expect(page.locator("#own-heading")).to_have_text("Tabelle und Würfel")
    expect(guide).not_to_contain_text("Taken")


def in_list(table: Table) -> Page:
    """Open the list of battles."""
    table.press(table.page.locator(".nav [data-do=battles]"))
    expect(table.page.locator("#own-games")).to_be_visible()
    return table.page


def test_a_game_deleted_from_the_device_leaves_its_battles_intact(table: Table) -> None:
    page = in_list(table.open(link("stream")))
    table.press(page.locator("[data-do=own-keepthis]"))
    expect(page.locator(".pair.own")).to_contain_text("Cold Valley")
    table.press(page.locator("#dialog [data-do=close]"))
    assert game(page) == "Cold Valley"
    table.do("fight")
    table.on()
    steps = page.locator(".log .line").count()
    page.reload()
    table.ready()
    in_list(table)
    table.press(page.locator(".pair.own [data-do=own-forget]"))
    expect(page.locator(".pair.own")).to_have_count(0)
    expect(page.locator("#own-games")).to_be_focused()
    table.press(page.locator("#dialog [data-do=close]"))
    page.reload()
    table.ready()
    expect(page.locator(".log .line")).to_have_count(steps)
    table.do("setup")
    assert game(page) == "Cold Valley"
    expect(table.bar).to_contain_text("18 − 6 → 10+")


def test_a_kept_game_stands_among_the_games_and_is_chosen_like_them(table: Table) -> None:
    page = in_list(table.open(link("stream")))
    table.press(page.locator("[data-do=own-keepthis]"))
    table.press(page.locator("#dialog [data-do=close]"))
    page.locator("#game").select_option(label="1D8 combat chart")
    until(page, "document.querySelector('#game').value === 'd8chart'")
    table.settled()
    page.reload()
    table.ready()
    page.locator("#game").select_option(label="Cold Valley")
    until(page, "document.querySelector('#game').value === '@0'")
    table.settled()
    table.hex("0,0")
    expect(page.locator("#sheet")).to_contain_text("Battalion")


def test_a_game_that_another_tab_keeps_does_not_take_the_place_of_the_one_that_is_chosen(
    new_context: Callable[..., BrowserContext], site: Any
) -> None:
    context = new_context(**PHONE)
    titles = []
    tables = [Table(context.new_page(), site.url) for _ in range(2)]
    for table, key in zip(tables, ("stream", "battery"), strict=True):
        page = in_list(table.open(link(key)))
        table.press(page.locator("[data-do=own-keepthis]"))
        expect(page.locator("#dialog [role=status]")).to_be_visible()
        table.press(page.locator("#dialog [data-do=close]"))
        titles.append(game(page))
    page = tables[0].page
    listed = page.locator("#game option[value^='@']")
    expect(listed).to_have_text(titles[::-1])  # each is chosen by its place
    assert game(page) == titles[0]
    page.locator("#game").select_option(label=titles[1])
    until(page, "document.querySelector('#game').value === '@0'")
    tables[0].settled()
    assert game(page) == titles[1]
    in_list(tables[0])
    expect(page.locator("#dialog [role=status]")).to_have_count(0)  # what was said when the list was open before


def test_a_game_goes_out_as_a_file_and_comes_back_from_it(table: Table, tmp_path: Path) -> None:
    page = in_list(table.open(link("stream")))
    table.press(page.locator("[data-do=own-keepthis]"))
    with page.expect_download() as download:
        table.press(page.locator(".pair.own [data-do=own-export]"))
    file = tmp_path / "game.toml"
    download.value.save_as(file)
    assert tomllib.loads(file.read_text())["title"] == "Cold Valley"
    table.press(page.locator(".pair.own [data-do=own-forget]"))
    expect(page.locator(".pair.own")).to_have_count(0)
    file.write_text(file.read_text().replace("Cold Valley", "Warm Valley", 1))
    page.locator("#gamefile").set_input_files(file)
    expect(page.locator(".pair.own")).to_contain_text("Warm Valley")
    table.press(page.locator("#dialog [data-do=close]"))
    table.settled()
    assert game(page) == "Warm Valley"


def test_a_backup_holds_the_kept_games(
    table: Table, new_context: Callable[..., BrowserContext], tmp_path: Path
) -> None:
    page = in_list(table.open(link("stream")))
    table.press(page.locator("[data-do=own-keepthis]"))
    with page.expect_download() as download:
        table.press(page.get_by_role("button", name="Save a backup of everything kept"))
    file = tmp_path / "backup.json"
    download.value.save_as(file)
    elsewhere = in_list(Table(new_context().new_page(), table.url).open())
    elsewhere.locator("#backupfile").set_input_files(file)
    expect(elsewhere.locator("#dialog [role=status]")).to_contain_text("games 1")
    expect(elsewhere.locator(".pair.own")).to_contain_text("Cold Valley")


def test_a_file_with_faults_tells_each_with_its_place(table: Table, tmp_path: Path) -> None:
    page = in_list(table.open())
    bad = tmp_path / "bad.json"
    bad.write_text(
        json.dumps({"title": "Bad", "chart": {"dice": "d7x", "columns": ["1:1", "x"], "rows": {"1": ["ZZ"]}}})
    )
    page.locator("#gamefile").set_input_files(bad)
    faults = page.locator("#dialog .faults li")
    expect(faults.filter(has_text="chart.dice")).to_have_count(1)
    expect(faults.filter(has_text="chart.columns[1]")).to_have_count(1)
    expect(faults.filter(has_text="unit type")).not_to_have_count(0)
    bad.write_text("title = \n")
    page.locator("#gamefile").set_input_files(bad)
    expect(faults.filter(has_text="line 1")).to_have_count(1)
    expect(faults).to_have_count(1)
    expect(page.locator(".pair.own")).to_have_count(0)


def test_what_is_typed_while_a_pasted_chart_is_read_stays(table: Table) -> None:
    page = in_list(table.open())
    table.press(page.locator("#dialog [data-do=guide]"))
    table.press(page.locator("[data-do=own-take]").first)
    page.locator("#own-paste").fill(CHART)
    page.evaluate("""async () => {
      const { call } = hexEngine;
      const asked = new Promise((done) => {
        hexEngine.call = (text, ...more) => {
          if (text.includes('"paste"')) setTimeout(done);
          return call(text, ...more);
        };
      });
      document.querySelector("[data-do=own-paste]").click();
      await asked;
      const field = document.getElementById("own-paste");
      field.value = "9-1";
      field.dispatchEvent(new InputEvent("input", { bubbles: true }));
      document.querySelector("[data-do=own-step][data-a=begin]").click();
      const title = document.querySelector("#own-title");
      title.value = "Typed meanwhile";
      title.dispatchEvent(new Event("change", { bubbles: true }));
    }""")
    expect(page.get_by_role("button", name=re.compile("Results, "))).to_be_visible()  # what the chart is to do
    expect(page.locator("#own-title")).to_have_value("Typed meanwhile")
    table.press(page.locator("#own-next"))
    expect(page.locator(".own .grid [data-set=own-cell]")).to_have_count(48)
    expect(page.locator("#own-paste")).to_have_value("9-1")


def test_leaving_the_guide_loses_nothing(table: Table) -> None:
    page = in_list(table.open())
    table.press(page.locator("#dialog [data-do=guide]"))
    table.press(page.locator("[data-do=own-take]").nth(1))
    page.locator("#own-0-0").fill("D3")
    page.locator("#own-0-0").blur()
    table.press(page.locator(".arrange").get_by_role("button", name="Insert after"))
    expect(page.locator(".own thead input")).to_have_count(7)
    page.reload()
    table.ready()
    in_list(table)
    table.press(page.locator("#dialog [data-do=guide]"))
    expect(page.locator("#own-0-0")).to_have_value("D3")
    expect(page.locator(".own thead input")).to_have_count(7)
    expect(page.locator(".own .faults")).to_contain_text("chart.columns[1]")
    page.locator("#own-head").select_option("columns 1")
    table.press(page.locator(".arrange").get_by_role("button", name="Remove"))
    expect(page.locator(".own .faults")).not_to_be_visible()
    assert page.locator(".own tbody th input").first.input_value() == "≤3"


def test_what_is_being_typed_in_the_guide_stays_after_a_reload(table: Table) -> None:
    page = in_list(table.open())
    table.press(page.locator("#dialog [data-do=guide]"))
    table.press(page.locator("[data-do=own-take]").first)
    page.locator("#own-paste").press_sequentially("1-1 2-1")
    table.press(page.locator(".steps [data-a=begin]"))
    table.press(page.locator("[data-open=own-text] summary"))
    page.locator("#own-whole").fill("[chart\n")
    kept = "JSON.parse(localStorage.getItem('hexumpire.draft.1'))"
    until(page, kept + ".typed === '[chart\\n'")
    page.reload()
    in_list(table.ready())
    table.press(page.locator("#dialog [data-do=guide]"))
    table.press(page.locator("[data-open=own-text] summary"))
    expect(page.locator("#own-whole")).to_have_value("[chart\n")
    table.press(page.locator(".steps [data-a=chart]"))
    expect(page.locator("#own-paste")).to_have_value("1-1 2-1")


def test_games_typed_in_by_two_tabs_are_both_kept(table: Table) -> None:
    pages = [table.page, table.page.context.new_page()]
    for page in pages:
        in_list(Table(page, table.url).open())
        page.locator("#dialog [data-do=guide]").first.click()
        expect(page.locator("[data-do=own-take]").first).to_be_visible()
    for number, page in enumerate(pages):
        page.locator("[data-do=own-take]").nth(number).click()
        page.locator(".steps [data-a=begin]").click()
        page.locator("#own-title").fill(f"Of tab {number}")
        page.locator("#own-title").blur()
        until(page, f"localStorage['hexumpire.draft.1'].includes('Of tab {number}')")
    pages[0].reload()  # it has kept its own before the other tab did
    in_list(Table(pages[0], table.url).ready())
    pages[0].locator("#dialog [data-do=guide]").first.click()
    expect(pages[0].locator("#own-title")).to_have_value("Of tab 0")
    beside = pages[0].locator("[data-do=own-other]")
    expect(beside).to_have_text(["Of tab 1"])
    table.press(beside)
    table.press(pages[0].locator(".steps [data-a=begin]"))
    expect(pages[0].locator("#own-title")).to_have_value("Of tab 1")
    expect(beside).to_have_text(["Of tab 0"])


def test_what_is_typed_in_stays_when_another_game_is_opened_in_the_guide(table: Table) -> None:
    page = in_list(table.open(link("stream")))
    table.press(page.locator("#dialog [data-do=guide]:not([data-a])"))
    table.press(page.locator("[data-do=own-take]").first)
    table.press(page.locator(".steps [data-a=begin]"))
    page.locator("#own-title").fill("Half typed")
    page.locator("#own-title").blur()
    table.press(page.locator("#dialog [data-do=close]").first)
    in_list(table)
    table.press(page.locator("#dialog [data-do=guide][data-a=this]"))
    table.press(page.locator(".steps [data-a=begin]"))
    page.locator("#own-note").fill("changed")
    page.locator("#own-note").blur()
    expect(page.locator("[data-do=own-other]")).to_have_text(["Half typed"])
    page.reload()
    in_list(table.ready())
    table.press(page.locator("#dialog [data-do=guide]:not([data-a])"))
    table.press(page.locator(".steps [data-a=begin]"))
    table.press(page.locator("[data-do=own-other]"))
    table.press(page.locator(".steps [data-a=begin]"))
    expect(page.locator("#own-title")).to_have_value("Half typed")


def test_a_key_that_is_held_rolls_once(table: Table) -> None:
    page = table.open(link("stream")).do("fight").page
    page.locator("#question").focus()
    page.keyboard.down("1")
    table.settled()
    expect(page.locator("#log .line")).to_have_count(1)
    page.keyboard.down("1")  # as it repeats
    page.wait_for_timeout(300)  # what must not come has no sign
    expect(page.locator("#log .line")).to_have_count(1)
    page.keyboard.up("1")
    page.keyboard.down("1")
    expect(page.locator("#log .line")).not_to_have_count(1)


def test_a_row_that_cannot_be_called_so_says_why(table: Table) -> None:
    page = in_list(table.open())
    table.press(page.locator("#dialog [data-do=guide]"))
    table.press(page.locator("[data-do=own-take]").first)
    said, row = page.locator(".own [role=status]"), page.locator("#own-r0")
    before = row.input_value()
    for name, words in (("2", "2 is there already."), ("", "A row needs a name")):
        row.fill(name)
        row.blur()
        expect(said.first).to_contain_text(words)
        expect(row).to_have_value(before)
    page.locator("#own-0-0").fill("D3")
    page.locator("#own-0-0").blur()
    expect(said.filter(has_text="needs a name")).to_have_count(0)


FADED = """async () => {
    await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
    await Promise.allSettled(document.getAnimations().map((one) => one.finished));
}"""


def test_every_step_of_the_guide_is_accessible(
    new_context: Callable[..., BrowserContext], site: Any, axe: Callable[..., list[str]]
) -> None:
    """In light colours by every rule, in dark ones by the rule of colours: nothing else is another there."""
    page = new_context(**PHONE, color_scheme="light").new_page()
    table = Table(page, site.url)

    def colours(theme: Literal["light", "dark"]) -> None:
        """Change them, and wait until they have faded into each other."""
        page.emulate_media(color_scheme=theme)
        page.evaluate(FADED)

    def judged() -> list[str]:
        found = axe(page, "#dialog")
        colours("dark")
        found += axe(page, "#dialog", rules=["color-contrast"])
        colours("light")
        return found

    in_list(table.open())
    assert judged() == []
    table.press(page.locator("#dialog [data-do=guide]"))
    table.press(page.locator("[data-do=own-take]").first)
    for step in ("chart", "results", "modifiers", "counters", "try", "begin"):
        table.press(page.locator(f".steps [data-a={step}]"))
        expect(page.locator("#own-heading")).to_be_focused()
        if step == "try":
            expect(page.locator(".firstodds")).to_be_visible()
        else:
            page.evaluate("document.querySelectorAll('.own details').forEach((part) => { part.open = true })")
        assert judged() == [], step
        assert page.evaluate(
            "document.querySelector('#dialog').scrollWidth <= document.querySelector('#dialog').clientWidth"
        )


def test_the_guide_speaks_german(phone: Page, site: Any) -> None:
    table = Table(phone, site.url + "?lang=de").open()
    table.press(phone.locator(".nav [data-do=battles]"))
    table.press(phone.locator("#dialog [data-do=guide]"))
    table.press(phone.locator("[data-do=own-take]").first)
    for step, words in (("results", "übliche"), ("modifiers", "Reihenfolge"), ("try", "drei Steine")):
        table.press(phone.locator(f".steps [data-a={step}]"))
        expect(phone.locator(".own .hint").first).to_contain_text(words)
    expect(phone.locator(".firstodds")).to_be_visible()


def test_what_the_steps_do_not_ask_is_typed_as_text_and_each_change_is_taken_back(table: Table) -> None:
    page = in_list(table.open())
    table.press(page.locator("#dialog [data-do=guide]"))
    undo = page.locator("#own-undo")
    expect(undo).to_be_disabled()
    table.press(page.locator("[data-do=own-take]").first)
    expect(undo).to_be_enabled()
    table.press(page.locator(".steps [data-a=begin]"))
    table.press(page.locator("[data-open=own-text] summary"))
    whole = page.locator("#own-whole")
    expect(whole).to_have_value(re.compile(r"\[chart\.rows\]|\[chart\]"))
    text = whole.input_value()
    whole.fill(text + "\n[caps\n")
    table.press(page.locator("[data-do=own-retype]"))
    expect(page.locator("[data-open=own-text] [role=status]")).to_contain_text("TOML")
    expect(whole).to_have_value(text + "\n[caps\n")  # what cannot be read is not lost
    whole.fill(text)  # as it was: nothing is being typed any more
    table.press(page.locator(".steps [data-a=chart]"))
    table.press(page.locator(".steps [data-a=begin]"))
    expect(whole).to_have_value(text)
    added = '\n[modifiers.flank]\ntitle = "Flank"\nshift = 1\nwhen = { hexes = 2 }\nunless = { hexes = 5 }\n'
    whole.fill(text + added)
    table.press(page.locator("[data-do=own-retype]"))
    expect(page.locator("[data-open=own-text] [role=status]")).to_have_text("Taken.")
    table.press(page.locator(".steps [data-a=modifiers]"))
    expect(page.locator("[data-open=own-m-flank] summary")).to_contain_text("Flank")
    expect(page.locator(".own .faults")).to_have_count(0)
    table.press(undo)
    expect(page.locator("[data-open=own-m-flank]")).to_have_count(0)
    table.press(undo)
    expect(undo).to_be_disabled()
