"""What the engine says of a game and of its battles, gathered for the pages of a wiki."""

from __future__ import annotations

import argparse
import os
from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from hexumpire import rulesets
from hexumpire.api.languages import catalogue_of
from hexumpire.cli.inputs import Refused, ask, game_in, load_of, played, taker, wrong
from hexumpire.cli.wiki.witnesses import witnesses
from hexumpire.files import codec, documents, record
from hexumpire.views import after_action, i18n

Document = dict[str, Any]
OWN: Final = "battle-{n}"
"""The keys of battles that were given with ``--battle``."""
WITNESS: Final = "shows-{n}"
"""The keys of battles that show a rule and have no page of their own."""


class Battle(NamedTuple):
    """A battle: a scenario and what has been done in it. ``rule`` is the rule, as printed, that it is for."""

    key: str
    title: str
    note: str
    rule: str
    scenario: Document
    actions: list[str]


class Standing(NamedTuple):
    """How a battle stands: the answer of ``view`` as ``docs/api.md`` has it, links that open it there, its picture."""

    view: Document
    link: str
    embed: str
    picture: str


class Answer(NamedTuple):
    """What the engine says of a battle: answers as ``docs/api.md`` has them, and links.

    ``outcomes`` is None where no chances can be told, and then ``why_not`` says why, if anything does.
    """

    view: Document
    outcomes: Document | None
    why_not: Sequence[str]
    setting: Sequence[str]
    edition: str
    link: str
    embed: str
    picture: str


class Book(NamedTuple):
    """A game: its form and rules as ``docs/api.md`` has them, its battles, and which of them show which rule.

    ``key`` names the game among those that come with the engine, or is empty for one that was typed in.
    ``witnesses`` are battles in which the umpire would answer otherwise without a rule, by the rule's section; they
    have no pages of their own.
    """

    key: str
    title: str
    form: Document
    rules: Sequence[Document]
    battles: Sequence[Battle]
    shown: Mapping[str, Sequence[str]]
    witnesses: Mapping[str, Battle]


def named(key: str) -> Document:
    """The game that the command is about, as requests to the engine name it: a key, or the file of a typed-in game.

    Raises:
        InputError: there is neither such a ruleset nor such a file, or the game of the file is wrong.
    """
    if key in rulesets.known():
        return {"ruleset": key}
    if key == "-" or os.path.exists(key):
        return {"ruleset": taker().key, "game": game_in(key)}
    fix = documents.guess(key, rulesets.known()) or "name a game (hexumpire rulesets lists them) or a file"
    raise wrong(f"there is no ruleset and no file {documents.shown(key)}", fix)


def book(asked: Document, lang: str, given: Sequence[str], file: str) -> Book:
    """All about a game. ``given`` are further battles, as commands take them; ``file`` is that of a typed-in game.

    Raises:
        InputError, Refused: a battle cannot be read, or it is of another game.
    """
    form = ask("schema", **asked, lang=lang)
    rules = ask("rules", **asked, lang=lang, battles=True)["rules"]
    battles, shown = _showing(form, rules)
    key = "" if "game" in asked else asked["ruleset"]
    own = _witnesses(key)
    return Book(key, form["ruleset"]["title"], form, rules, [*battles, *_given(asked, given, file)], shown, own)


def printed(part: Document) -> str:
    """What is printed of the one rule that a part of an answer is about; empty where nothing is."""
    found = part.get("printed", part.get("rule", ""))
    return found if isinstance(found, str) else ""


def _showing(form: Document, rules: Sequence[Document]) -> tuple[list[Battle], dict[str, list[str]]]:
    """The battles that come with a game, and the keys of those that show what is printed of a rule.

    These are its examples, those of other typed-in games left out: they have other rules.
    """
    battles = [
        Battle(str(one["key"]), one["title"], one["note"], printed(one), one["scenario"], [])
        for one in form["examples"]
        if "game" not in one["scenario"]
    ]
    known = {battle.key for battle in battles}
    shown: dict[str, list[str]] = {}
    for rule in rules:
        keys = shown.setdefault(printed(rule), [])
        keys += [key for key in rule["battles"] if key in known and key not in keys]
    return battles, shown


def _witnesses(key: str) -> dict[str, Battle]:
    """The battle that shows a rule, by the rule's section; rules that are shown at the same step share theirs."""
    battles: dict[str, Battle] = {}
    found = {}
    for rule, one in witnesses(key).items():
        if one.link not in battles:
            opened = record.from_link(one.link)
            name = WITNESS.format(n=len(battles) + 1)
            scenario = codec.write_scenario(opened.scenario)
            battles[one.link] = Battle(name, opened.scenario.title, "", "", scenario, list(opened.actions))
        found[rule] = battles[one.link]
    return found


def _given(asked: Document, given: Sequence[str], file: str) -> list[Battle]:
    """The battles given with ``--battle``; they are named by their titles."""
    found = []
    game = rulesets.of(asked["ruleset"], asked.get("game"))
    for number, name in enumerate(given, 1):
        own = file if "game" in asked and file != "-" else ""
        scenario, actions = load_of(name, argparse.Namespace(game=own, edition=None, set=[], pack=[]))
        other = played(scenario)
        if other.key != game.key:
            message = f"--battle {documents.shown(name)} is of {other.title}, and the pages are of {game.title}"
            raise wrong(message, "leave it out, or name its game")
        key = OWN.format(n=number)
        found.append(Battle(key, scenario.get("title", "") or key, "", "", scenario, actions))
    return found


def standing(battle: Battle, lang: str) -> Standing:
    """How a battle stands, both sides playing by the game's first policies from here on."""
    at: Document = {"scenario": battle.scenario, "actions": battle.actions}
    link = ask("link", **at)["fragment"]
    try:
        embed = ask("embed", **at, lang=lang)["fragment"]
    except Refused:  # the board is too large for a summary: the frame works it out from the link
        embed = link
    return Standing(
        ask("view", **at, lang=lang),
        link,
        embed,
        ask("draw", **at, lang=lang, theme="light")["svg"],
    )


def answer(battle: Battle, lang: str) -> Answer:
    """What the engine says of a battle, both sides playing by the game's first policies."""
    at: Document = {"scenario": battle.scenario, "actions": battle.actions}
    here = standing(battle, lang)
    view = here.view
    outcomes: Document | None = None
    why_not: Sequence[str] = ()
    if not view["problems"] and not (view["node"]["kind"] == "end" and battle.actions):
        try:
            outcomes = ask("outcomes", **at, lang=lang)
        except Refused as refused:
            why_not = refused.lines
    return Answer(
        view,
        outcomes,
        why_not,
        _setting(battle, lang),
        _edition(battle, lang),
        here.link,
        here.embed,
        here.picture,
    )


def _edition(battle: Battle, lang: str) -> str:
    """The title of the edition that a battle is fought by."""
    game = {key: battle.scenario[key] for key in ("ruleset", "game") if key in battle.scenario}
    editions = ask("schema", **game, lang=lang)["editions"]
    return next(str(one["title"]) for one in editions if one["key"] == battle.scenario.get("edition", one["key"]))


def _setting(battle: Battle, lang: str) -> Sequence[str]:
    """Who fights where and with what, line by line, without the heading."""
    words = catalogue_of({"scenario": battle.scenario, "lang": lang})
    with i18n.naming(words):
        scenario = codec.read_scenario(battle.scenario)
        return after_action.setting(played(battle.scenario), scenario, words)[3:]
