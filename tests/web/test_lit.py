"""The tab Chart lights the row and the column that the dice just rolled were read in, and no other."""

from __future__ import annotations

from typing import Any

import pytest
from frontend import ask
from hexumpire import rulesets
from playwright.sync_api import Page, expect
from table import Table

pytestmark = pytest.mark.engine("beside")

LIT = """() => ["thead .lit", "tr.lit > th", "tr.lit td.lit"].map((css) =>
    [...document.querySelector("#panel table.crt").querySelectorAll(css)].map((it) => it.firstChild.data).join())"""
ROLLS = [  # the game, a battle of it, what was done, and what is lit: column, row, and the cell where they meet
    ("d8chart", "frozen-river", ["d8=3"], ["2-1", "4", "1/-"]),  # a die of 3 with 1 added
    ("d8chart", "winter-war", ["d8=5"], ["1-1", "+", "-/3"]),  # beyond the last number, and the battle is over
    ("aworldatwar", "armor-clear", ["d6=2"], ["1:1", "2", "a"]),  # the next round has another column
    ("aworldatwar", "flank", ["d6=6"], ["1:1", "6", "d"]),
    ("aworldatwar", "flank", ["d6=6", "keep", "on", "d6=1"], ["5:1", "2", "d"]),  # a die of 1 in the second round
    ("aworldatwar", "flank", ["d6=6", "keep"], ["5:1", "", ""]),
    ("aworldatwar", "attrition-pacific", ["roll", "d6=4"], ["21-30", "4", "2C/1H"]),
    ("v101125", "odds-34-7", ["delay", "d6=1", "d6=4"], ["4:1", "", ""]),
    ("v101125", "odds-34-7", ["delay", "d6=1", "d6=4", "d10=8"], ["5:1", "5", "D½"]),  # the last die chose the column
    ("custom", "village", ["d6=6"], ["6-9", "", ""]),  # one of two dice
    ("custom", "village", ["d6=6", "d6=1"], ["6-9", "8", "D1R"]),
]


def lit(page: Page, site: Any, game: str, key: str, actions: list[str]) -> list[str]:
    example = next(one for one in rulesets.get(game).examples() if one["key"] == key)
    scenario = {"ruleset": game, **example["scenario"]}
    fragment = ask(op="link", scenario=scenario, actions=actions)["result"]["fragment"]
    page.goto("about:blank")  # else the battle before would still be there for a moment
    table = Table(page, site.url).open(f"#{fragment}").do("tab", "chart")
    expect(table.page.locator("#panel table.crt").first).to_be_visible()
    return list(page.evaluate(LIT))


@pytest.mark.parametrize("game", dict.fromkeys(one[0] for one in ROLLS))
def test_the_lit_cell_is_the_one_that_the_dice_were_read_in(desktop: Page, site: Any, game: str) -> None:
    for _, key, actions, shown in [one for one in ROLLS if one[0] == game]:
        assert lit(desktop, site, game, key, actions) == shown, actions
        said = desktop.locator("#panel .hint").first
        expect(said).to_have_text("Lit: where the dice were read." if shown[1] else "Lit: the column of this battle.")
