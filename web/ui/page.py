"""One page in one browser tab: the state, and what the page itself remembers while it shows that."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from actions import Actions
from board import svg
from browser import window
from shapes import Asked, Doc
from state import State


class Work:
    """What the engine may take long for: its name, of which question (see State.odds_key), since when, its promise."""

    def __init__(self, name: str, of: str, answer: Any) -> None:
        self.name, self.of, self.answer = name, of, answer
        self.since: float = window.performance.now()


class Page:
    """What the functions over the page work on."""

    def __init__(self, unpack: Callable[[str], Awaitable[list[str]]], actions: Actions) -> None:
        self.app = State()
        self.actions = actions
        self.unpack = unpack  # fetches a file of modules
        self.waiting: list[Asked] = []  # actions that take a part that has not come yet
        self.dialogs: dict[str, Callable[[State], str]] = {}  # what draws them, once they have come
        self.completing = False  # whether that is being fetched and read
        self.unshown = False  # a question is asked, and the part of the page that shows it has not come
        self.dialog = ""  # the open one
        self.address: Any = None  # keeps the address bar, once it has come
        self.speaking = ""  # the language that was chosen last
        self.where = ""  # the page of the language that was chosen: a step back may lead to another's
        self.wished = str(window.location.search)  # as the page was opened: the address is tidied later
        self.fight_asked = "fight" in self.wished  # by a frame in which the battle has been played
        self.keyboard = False  # whether a key was pressed last, and not a place tapped
        # what stands in the document
        self.elements: dict[str, Any] = {}
        self.last: dict[str, str | None] = {}
        self.drawn = False
        self.view: Doc = {}
        self.board_of: object = None
        self.laid = -1  # what was on the table then: see Battle
        self.scenario: Doc | None = None  # as the board was drawn from it in this fight
        self.frame: tuple[str, str] | None = None  # of the board: what its first piece is but for the active hex
        self.pieces: list[tuple[str, str]] = []
        self.kept = svg.Kept()  # what the next drawing of the board may take over, of the form
        self.kept_of: Doc | None = None
        self.words_of: object = None
        self.words_before: Doc | None = None
        self.words_at: object = None  # the battle, and the screen, that the board in words is of
        self.news = ""  # what has changed on the board since it was said
        self.sprite_of: Doc | None = None
        self.odds_said = ""
        # what goes on
        self.pumping = False
        self.answered = False  # whether all has been asked of the engine once
        self.batch: tuple[int, str, Any, Any] | None = None
        self.running: list[Work] = []
        self.heard: float = 0
        self.judging = False
        self.save_asked = False
        self.stamp: Any = None  # the word of when this tab read or wrote what is kept, and what it kept then
        self.wrote: tuple[int, str] | None = None
        self.give_way: Callable[[Page], bool] | None = None  # to what another tab keeps, before that is written over
        self.history_of = -1  # what was on the table when the steps that led to it were kept
