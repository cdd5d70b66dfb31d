"""What the page says of what has come, or has not, and where: with a way on, and without tearing a question apart."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from browsers import until
from playwright.sync_api import Page, expect
from table import Table

pytestmark = pytest.mark.engine("beside")


def question(table: Table) -> Table:
    """A fight in which the attacker decides."""
    return table.open().do("fight").face(6)


def test_what_is_said_in_a_fight_stands_above_the_question_and_closes(desktop: Page, phone: Page, site: Any) -> None:
    Table(phone, question(Table(desktop, site.url)).link()).open()
    said = phone.locator("#refusal")
    expect(said).to_contain_text("Battle opened from the link.")
    expect(said).to_be_in_viewport(ratio=0.9)
    parts = phone.locator("#umpire .question > *").evaluate_all("them => them.map((it) => it.id || it.className)")
    assert parts[:3] == ["refusal", "who by-attacker", "question"], "nothing between the question and its choices"
    phone.locator("#refusal [data-do=dismiss]").click()
    expect(said).to_have_count(0)


def test_what_is_said_at_the_end_of_a_fight_is_seen(desktop: Page, phone: Page, site: Any) -> None:
    table = question(Table(desktop, site.url)).on()
    while desktop.locator("#umpire :is(.face, .option[data-do=act], #lose)").count():
        table.on()
    Table(phone, table.link()).open()
    expect(phone.locator("#refusal")).to_contain_text("Battle opened from the link.")


def test_another_notice_has_no_retry_of_the_one_before(desktop: Page, site: Any, faults: list[str]) -> None:
    table = Table(desktop, site.url).open()
    desktop.route("**/texts/line/*", lambda route: route.abort())
    desktop.locator("#to-line").click()
    retry = desktop.locator("#status [data-do=again-part]")
    expect(retry).to_be_visible()
    desktop.evaluate("location.hash = '1.nothing-at-all'")
    expect(desktop.locator("#status")).to_contain_text("could not be opened")
    expect(retry).to_have_count(0)
    table.settled()
    faults.clear()


def test_a_language_that_does_not_come_is_told_where_it_was_chosen(desktop: Page, site: Any, faults: list[str]) -> None:
    Table(desktop, site.url).open()
    desktop.route("**/texts/de.json", lambda route: route.abort())
    desktop.locator(".nav [data-do=settings]").click()
    desktop.locator("#language").select_option("de")
    expect(desktop.locator("#dialog [role=status]")).to_contain_text("fetched: texts/de.")
    desktop.unroute("**/texts/de.json")
    desktop.locator("#dialog [data-do=again-part]").click()
    expect(desktop.locator("html")).to_have_attribute("lang", "de")
    expect(desktop.locator("#dialog [role=status]")).to_have_count(0)
    faults.clear()


@pytest.mark.parametrize("path", ["data/first.json", "texts/en.json", "ui/first.bin", "ui/main.py"])
def test_a_part_that_is_missing_is_named_and_nothing_that_only_programs_understand(
    desktop: Page, site: Any, faults: list[str], path: str
) -> None:
    desktop.route(f"**/{path}", lambda route: route.abort())
    desktop.goto(site.url)
    alert = desktop.get_by_role("alert")
    expect(alert).to_contain_text(path.removesuffix(".json"))
    text = alert.inner_text()
    assert not [word for word in ("Traceback", "Proxy", "<stdin>", "Error:") if word in text], text
    desktop.wait_for_timeout(500)  # faults are told a little later
    faults.clear()


def test_late_parts_that_are_missing_are_named_and_the_notice_goes_when_they_come(
    desktop: Page, site: Any, faults: list[str]
) -> None:
    desktop.route("**/ui/late.bin", lambda route: route.abort())
    desktop.goto(site.url)
    table = Table(desktop, site.url).ready().hex("0,0")
    sheet = desktop.locator("#sheet")
    expect(sheet).to_contain_text("could not be fetched: ./ui/late.bin.")
    desktop.locator(".nav [data-do=share]").click()
    expect(desktop.locator("#status")).to_contain_text("late.bin")
    desktop.unroute("**/ui/late.bin")
    sheet.locator("[data-do=complete]").click()
    expect(desktop.locator("#nation")).to_be_visible()
    expect(desktop.locator("#status .status")).to_have_count(0)
    table.settled()
    faults.clear()


def test_the_guide_that_did_not_come_is_fetched_from_its_dialog(desktop: Page, site: Any, faults: list[str]) -> None:
    table = Table(desktop, site.url).open()
    desktop.route("**/ui/own.bin", lambda route: route.abort())
    table.press(desktop.locator(".nav [data-do=battles]"))
    dialog = desktop.locator("#dialog")
    table.press(dialog.locator("[data-do=guide]").first)
    expect(dialog).to_contain_text("own.bin")
    desktop.unroute("**/ui/own.bin")
    table.press(dialog.get_by_role("button", name="Try again"))
    expect(dialog.locator("[data-do=own-take]").first).to_be_visible()
    expect(dialog).not_to_contain_text("own.bin")
    faults.clear()


def test_a_style_that_did_not_come_is_asked_for_again_where_it_is_needed(
    desktop: Page, site: Any, faults: list[str]
) -> None:
    table = Table(desktop, site.url).open()
    stuck, dialog = desktop.locator("#stuck"), desktop.locator("#dialog")
    for name, opened in (("own.css", "[data-do=guide]"), ("table.css", "[data-do=diary]")):
        desktop.route(f"**/{name}", lambda route: route.abort())
        for missing in (True, False):
            if not missing:
                desktop.unroute(f"**/{name}")
            table.press(desktop.locator(".nav [data-do=battles]"))
            table.press(dialog.locator(opened).first)
            if missing:
                expect(stuck).to_contain_text(name)
            else:
                expect(stuck).to_be_hidden()  # it would be untrue
            assert desktop.locator(f"link[href$='{name}']").count() == (0 if missing else 1)
            table.press(dialog.locator("[data-do=close]").first)
    faults.clear()


def test_help_and_other_parts_that_did_not_come_are_fetched_from_their_dialog(
    desktop: Page, site: Any, faults: list[str]
) -> None:
    table = Table(desktop, site.url).open()
    dialog = desktop.locator("#dialog")
    for part, name, seen in (("texts/help/en.json", "help", ".keys"), ("ui/table.bin", "diary", "[data-do=diary-new]")):
        desktop.route(f"**/{part}", lambda route: route.abort())
        if name == "diary":
            table.do("battles")
        table.do(name)
        expect(dialog).to_contain_text("A part of the page could not be fetched:")
        assert "Proxy" not in dialog.inner_text()
        desktop.unroute(f"**/{part}")
        dialog.get_by_role("button", name="Try again").click()
        expect(dialog.locator(seen)).to_be_visible()
        table.do("close")
    faults.clear()


@pytest.mark.parametrize("part", ["qr/index.mjs", "engine/pictures.mjs"])
def test_a_code_that_cannot_be_drawn_is_not_told_to_be_too_long(
    desktop: Page, site: Any, faults: list[str], part: str
) -> None:
    table = Table(desktop, site.url).open()
    desktop.route(f"**/{part}", lambda route: route.abort())
    table.do("share")
    expect(desktop.locator("#dialog")).to_contain_text("A part of the page could not be fetched:")
    expect(desktop.locator("#dialog")).not_to_contain_text("too long")
    faults.clear()


def test_a_loss_that_is_named_by_a_key_keeps_the_focus(desktop: Page, site: Any) -> None:
    table = Table(desktop, site.url).open().do("fight").face(1)
    loss = desktop.locator(".losses button[aria-pressed]").first
    loss.focus()
    for pressed in ("true", "false", "true"):
        desktop.keyboard.press("Enter")
        expect(loss).to_have_attribute("aria-pressed", pressed)
        table.judged()
        expect(loss).to_be_focused()


def test_a_control_that_can_do_no_more_leaves_the_focus_beside_it(desktop: Page, site: Any) -> None:
    """A reader of the screen would begin anew at the top of the page."""
    table = Table(desktop, site.url).open().do("fight").face(1)
    steps = desktop.locator(".losses .stepper").first
    steps.locator("[data-b='1']").press("Enter")
    expect(steps.locator("output")).to_have_text("1")
    table.judged()
    steps.locator("[data-b='-1']").press("Enter")
    expect(steps.locator("output")).to_have_text("0")
    table.judged()
    expect(steps).to_be_focused()
    table.do("setup").do("new")
    desktop.locator(".boardbar [data-do=undo]").press("Enter")
    expect(desktop.locator(".boardbar [data-do=undo]")).to_be_disabled()
    expect(desktop.locator(".boardbar .tools")).to_be_focused()
    table.settled()


LATER = """() => {  // a file is read once it is let go
    Blob.prototype.text = function () {
        return new Promise((yes) => { window.letGo = () => new Response(this).text().then(yes); });
    };
    const { call } = hexEngine;
    hexEngine.call = (text, progress) => !["pack", "draw"].includes(JSON.parse(text).op) ? call(text, progress)
        : new Promise((yes, no) => { window.letGo = () => call(text, progress).then(yes, no); });
}"""


def test_what_comes_of_a_dialog_that_was_closed_meanwhile_is_told_on_the_page(
    desktop: Page, site: Any, tmp_path: Path
) -> None:
    table = Table(desktop, site.url).open().play("daisenso")
    desktop.evaluate(LATER)
    dialog = desktop.locator("#dialog")
    backup, game = tmp_path / "backup.json", tmp_path / "game.json"
    backup.write_text("{}")
    game.write_text("title = ")

    def closed() -> None:
        until(desktop, "window.letGo")
        table.press(dialog.locator("[data-do=close]").first)
        desktop.evaluate("() => { const go = letGo; window.letGo = null; go(); }")

    table.press(desktop.locator(".nav [data-do=battles]"))
    desktop.locator("#backupfile").set_input_files(backup)
    closed()
    expect(desktop.locator("#notice")).to_contain_text("is not a backup")
    table.press(desktop.locator(".nav [data-do=battles]"))
    desktop.locator("#gamefile").set_input_files(game)
    closed()
    expect(desktop.locator("#notice")).to_contain_text("TOML")
    table.press(desktop.locator("[data-do=charts]").first)
    desktop.locator("#dialog details:has(#packtext)").evaluate("fold => { fold.open = true; }")
    desktop.locator("#packtext").fill("{")
    table.press(desktop.locator("[data-do=packtake]"))
    closed()
    expect(desktop.locator("#notice")).not_to_contain_text("TOML")
    table.press(desktop.locator("[data-do=charts]").first)
    table.press(desktop.locator("[data-do=packtake]"))
    until(desktop, "window.letGo")
    table.press(dialog.locator("[data-do=close]").first)
    table.do("new")
    desktop.evaluate("() => { letGo(); }")
    desktop.wait_for_timeout(300)  # what must not come has no sign
    expect(desktop.locator("#notice")).to_have_count(0)


def test_a_notice_is_said_aloud_once(desktop: Page, site: Any, faults: list[str]) -> None:
    table = Table(desktop, site.url).open()
    desktop.evaluate("""() => {
        window.said = [];
        const live = document.getElementById("say");
        new MutationObserver(() => { if (live.textContent) said.push(live.textContent); })
            .observe(live, { childList: true, characterData: true, subtree: true });
    }""")
    desktop.route("**/data/daisenso*", lambda route: route.abort())
    desktop.locator("#game").select_option("daisenso")
    expect(desktop.locator("#notice")).to_contain_text("could not be fetched")
    until(desktop, "said.length === 2 && said[1].includes('could not be fetched')")
    faults.clear()
    desktop.evaluate("() => { said.length = 0; location.hash = '1.nonsense'; }")
    expect(desktop.locator("#notice")).to_contain_text("could not be opened")
    table.settled()
    desktop.wait_for_timeout(300)  # what must not come has no sign
    assert len([text for text in desktop.evaluate("said") if "could not be opened" in text]) == 1
