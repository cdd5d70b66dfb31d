"""What the page says when something has ended: that, and nothing else."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import pytest
from browsers import until
from hexumpire import rulesets
from hexumpire.files import codec, record
from hexumpire.model.battle import Chance, Decision
from playwright.sync_api import BrowserContext, Page, expect
from table import Table

pytestmark = pytest.mark.engine("beside")

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
HEADS = {"en": ("The end", "Once more from the start"), "de": ("Das Ende", "Noch einmal von vorn")}
FOLLOWED = "JSON.parse(localStorage.getItem('hexumpire.state.1') || '{}').link === location.hash.slice(1)"
"""Whether what is kept is the battle of the address: the battle of a new address has come."""
MOST = 200
STOPS = ("done", "end", "stop", "over", "none", "stay")


def ended(document: dict[str, Any]) -> str | None:
    """Its link, played to the end by whatever comes first, or ends it; None where nothing can be played."""
    scenario = codec.read_scenario(document)
    game = rulesets.get(scenario.ruleset).game(scenario)
    state, actions = game.start(), list[str]()
    if game.problems:
        return None
    for _ in range(MOST):
        node = game.node(state)
        if isinstance(node, Decision):
            ids = [one.id for one in node.options]
            action = next((id for id in ids if id in STOPS), ids[0])
        elif isinstance(node, Chance):
            action = node.faces[0][0]
        else:
            return "#" + record.to_link(scenario, actions) if actions else None
        state = game.apply(state, action)
        actions.append(action)
    return None


@functools.cache
def ends(game: str) -> tuple[tuple[str, str], ...]:
    """An example of each procedure of a game, played to its end: the key and the link."""
    seen, told = set(), list[tuple[str, str]]()
    for example in rulesets.get(game).examples():
        kind = example["scenario"].get("procedure", ""), bool(example["scenario"].get("attacks"))
        found = None if kind in seen else ended(example["scenario"])
        if found:
            seen.add(kind)
            told.append((example["key"], found))
    return tuple(told)


def test_an_end_says_one_thing(new_context: Callable[..., BrowserContext], site: Any) -> None:
    page: Page = new_context(**PHONE).new_page()
    for lang, (head, again) in HEADS.items():
        table = Table(page, f"{site.url}?lang={lang}").open()
        for game in rulesets.known():
            assert ends(game), game
            for key, link in ends(game):
                page.evaluate("link => { location.hash = link }", link)
                until(page, FOLLOWED)
                table.settled()
                expect(page.locator("html")).to_have_attribute("lang", lang)
                expect(page.locator("#umpire .who"), f"{game} {key}").to_have_text(head)
                assert table.bar.inner_text() == page.locator("#question").inner_text(), (game, key)
                expect(page.locator("#umpire [data-do=again]")).to_have_text(again)
                said = page.locator("#umpire").inner_text().replace(page.locator("#refusal").inner_text(), "")
                assert "battle" not in said.lower() and "Gefecht" not in said, said
