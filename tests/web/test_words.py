"""The board for those who do not see it: readable at leisure, and what changes is said once."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from table import Table

pytestmark = pytest.mark.engine("beside")

ABOVE_HELP = """all => all.map((e) => {
    const copy = e.cloneNode(true);
    for (const help of copy.querySelectorAll(".help")) help.remove();
    return copy.textContent;
})"""


@pytest.fixture
def table(desktop: Page, site: Any) -> Table:
    desktop.add_init_script(
        """addEventListener("DOMContentLoaded", () => {
            window.heard = [];
            const note = () => { if (say.textContent) heard.push(say.textContent); };
            new MutationObserver(note).observe(say, {childList: true});
        });"""
    )
    return Table(desktop, site.url).open()


def heard(table: Table) -> list[str]:
    """What the live region has said since it was last asked."""
    return table.page.evaluate("heard.splice(0)")


def test_a_heading_and_a_list_tell_the_board(table: Table) -> None:
    page = table.page
    section = page.get_by_role("region", name="The board in words")
    expect(section.get_by_role("heading")).to_have_text("The board in words")
    lines = section.get_by_role("listitem").all_inner_texts()
    assert "The hex west of Suez, desert. Attacker: German armor 4-6 twice." in lines
    assert any(line.startswith("Suez, desert, fortification") and "Defender: British" in line for line in lines)
    assert heard(table) == [], "nothing is said unasked"

    assert not [line for line in lines if re.search(r"\d,-?\d", line)], "hexes have names"
    table.hex("1,0").do("tool", "terrain").do("terrain", "1,0", "swamp")
    expect(section).to_contain_text("The hex east of Suez, swamp. Selected.")


def test_a_change_of_the_set_up_is_said_with_the_odds(table: Table) -> None:
    table.hex("1,0").nation("German")
    heard(table)
    table.stamp("German infantry 3-3")
    expect(table.page.locator("#say")).to_contain_text("The hex east of Suez, desert. Attacker: German infantry 3-3")
    expect(table.page.locator("#say")).to_contain_text(re.compile(r"\d+ : 18 → .*takes the hex"))
    said = heard(table)
    assert len(said) == 1, said
    table.do("undo")
    expect(table.page.locator("#say")).to_contain_text("24 : 18 → 1:1")
    assert len(heard(table)) == 1


def test_a_fight_says_each_step_once_and_what_may_be_chosen(table: Table) -> None:
    section = table.page.locator("#words")
    table.do("fight")
    heard(table)
    table.face(6)
    expect(table.page.locator("#say")).to_contain_text("2 choices: Keep d: the defender loses 3")
    choices = section.locator("ul").first.get_by_role("listitem")
    expect(choices).to_have_text([re.compile("Keep d"), re.compile("Take Ex")])
    assert len(heard(table)) == 1
    table.choose("Keep d").choose("Make it Ex-1")
    for _ in range(30):
        if table.page.locator("[data-do=again]").count():
            break
        heard(table)
        lose = table.page.locator("#lose")
        while lose.count() and not lose.is_enabled():  # each that is named is said once, with what is still to name
            table.name()
            assert heard(table) == [table.page.locator(".tally [role=status]").inner_text()]
        table.on()
        assert len(heard(table)) == 1
        asked = table.page.locator(".options .what")
        if asked.count():  # without what is written below it
            expect(choices).to_have_text(asked.evaluate_all(ABOVE_HELP))
    expect(section).to_contain_text("lost")
