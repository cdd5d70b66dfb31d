"""Another battle or game is begun."""

from __future__ import annotations

import asking
import opening
import saving
import setting
from browser import later, window
from page import Page
from shapes import Handlers


def begin_new(page: Page, ruleset: str = "") -> None:
    """Begin a new battle, perhaps of another game."""
    saving.remember(page)
    setting.new(page.app, ruleset)
    asking.changed(page)
    window.scrollTo(0, 0)


def choose_game(page: Page, value: str) -> None:
    """Choose the game."""
    games = page.app.device.games
    if value[:1] != "@":
        later(switch_game(page, value))
    elif value[1:] and int(value[1:]) < len(games):
        later(switch_game(page, games[int(value[1:])]["game"]))


async def switch_game(page: Page, key: str) -> None:
    """Play another game, unless yet another or a battle was chosen before it came."""
    saving.remember(page)
    page.app.look.coming = ""
    if await opening.need_schema(page, key, lambda: later(switch_game(page, key))):
        setting.play_game(page.app, key)
        asking.changed(page)
        if page.dialog == "battles":  # opened while the game was coming: it shows this game's now
            asking.act(page, "examples")


EFFECTS: Handlers = {"new": begin_new, "ruleset": choose_game}
