"""What the command reads: scenarios, records, links, examples, games and chart packs, with its options applied."""

from __future__ import annotations

import argparse
import json
import os
import re
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from hexumpire import api, example, rulesets
from hexumpire.files import codec, documents, mailing, packfile, record, setup_line
from hexumpire.files.mail import write_mail
from hexumpire.model.errors import InputError, Problem
from hexumpire.model.ruleset import Ruleset
from hexumpire.model.scenario import Scenario

LINK = re.compile(r"\s*(\S*#)?[0-9]{1,4}\.[A-Za-z0-9_\s-]{6,}(\.[0-9]{1,4}\.[A-Za-z0-9_\s-]*)?\s*")
_YES = {"true": True, "yes": True, "on": True, "1": True, "false": False, "no": False, "off": False, "0": False}


class Refused(Exception):
    """The engine refused a request; its problems, one line each."""

    def __init__(self, lines: Sequence[str]) -> None:
        self.lines = tuple(lines)
        super().__init__("\n".join(self.lines))


def wrong(message: str, fix: str = "") -> InputError:
    """The error of one problem with what was given."""
    return InputError([Problem(message, fix=fix)])


def ask(op: str, progress: Callable[[str], object] | None = None, **request: Any) -> Any:
    """What the engine answers to a request; Refused when it refuses."""
    answer = json.loads(api.handle(json.dumps({"op": op, **request}), progress))
    if answer["ok"]:
        return answer["result"]
    raise Refused([found["text"] for found in answer["problems"]])


def _read(name: str, game: str = "") -> str:
    """The text of a file, of stdin (``-``), or the link, example or battle in one line that the name itself is.

    ``game`` is the file of a typed-in game, by whose words a line is read.
    """
    if name != "-" and not os.path.exists(name):  # unlike Path.exists, at ease with names of any length
        if LINK.fullmatch(name):
            return name
        ruleset, colon, key = name.partition(":")
        if colon and ruleset in rulesets.known() and ("|" in key or " " in key):
            own = game_in(game) if game and ruleset == taker().key else None
            return json.dumps(setup_line.read_line(name, ruleset, own))
        if colon and ruleset in rulesets.known():
            return json.dumps(example(ruleset, key))
        near = documents.close(ruleset, rulesets.known())
        if near:
            raise wrong(f"there is no file {documents.shown(name)}", f"did you mean {near[0]}:{key or 'EXAMPLE'}?")
    return text_of(name, "name a scenario, a record, a link, KEY:EXAMPLE, a battle in one line or -")


def text_of(name: str, fix: str) -> str:
    """The text of a file or of stdin (``-``)."""
    if name == "-":
        data = sys.stdin.buffer.read(4 * documents.MAX_TEXT)
    elif not os.path.exists(name):
        raise wrong(f"there is no file {documents.shown(name)}", fix)
    else:
        with open(name, "rb") as file:
            data = file.read(4 * documents.MAX_TEXT)
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise wrong(f"{name} is not a text in UTF-8") from None


def taker() -> Ruleset:
    """The ruleset that typed-in games are of."""
    return next(found for found in map(rulesets.get, rulesets.known()) if found.takes_games)


def game_in(name: str) -> Any:
    """The document of a typed-in game in a file, sound.

    Raises:
        InputError: the file cannot be read, or the game is wrong: every problem of it, under the name of the file.
    """
    try:
        document = documents.read_text(text_of(name, "name a game, as TOML or JSON"))
        rulesets.of(taker().key, document)
    except InputError as error:
        within = [replace(one, path="$" + one.path.removeprefix("$").removeprefix(".game")) for one in error.problems]
        raise InputError(replace(one, message=f"{name}: {one.message}") for one in within) from None
    return document


def played(document: Mapping[str, Any]) -> Ruleset:
    """The ruleset that a scenario is of, or that of the game that it brings along."""
    return rulesets.of(document["ruleset"], document.get("game"))


def load(args: argparse.Namespace) -> tuple[dict[str, Any], list[str]]:
    """The scenario and actions that a command was given, with its options applied; canonical."""
    return load_mailed(args)[:2]


def load_of(name: str, args: argparse.Namespace) -> tuple[dict[str, Any], list[str]]:
    """The same of one of several files: what is wrong with it begins with the name of its file."""
    try:
        return load(argparse.Namespace(**{**vars(args), "file": name}))
    except InputError as error:
        if not os.path.isfile(name):
            raise
        named = (
            one if name in one.message else replace(one, message=f"{name}: {one.message}") for one in error.problems
        )
        raise InputError(named) from None


def load_mailed(args: argparse.Namespace) -> tuple[dict[str, Any], list[str], dict[str, Any] | None]:
    """The same, and the dice by mail of the battle where it has any, which have to be right."""
    text, mail = _read(args.file, args.game), None
    if LINK.fullmatch(text):
        found = record.from_link(text)
        document: Any = codec.write_scenario(found.scenario)
        actions = list(found.actions)
        mail = found.mail and mailing.check(found).mail
    else:
        document, actions = _parsed(args.file, text), []
        if isinstance(document, dict) and "scenario" in document:
            if not document.keys() <= {"scenario", "actions"}:
                found = record.from_document(document)  # says which key is unknown
                mail = found.mail and mailing.check(found).mail
            actions = list(record.read_actions(document.get("actions", [])))
            document = document["scenario"]
    if isinstance(document, dict):
        document = dict(document)
        _no_game(args.file, document)
        if args.game:
            _take_game(document, args.game)
        if args.edition:
            document["edition"] = args.edition
        for setting in args.set:
            _set(document, setting)
        problems = _take_packs(document, args.pack)
        if problems:
            raise InputError([*problems, *_problems_of(document)])
    return codec.write_scenario(_scenario(document)), actions, write_mail(mail) if mail else None


def _scenario(document: object) -> Scenario:
    """The scenario of a document; where that does not say of which game it is, the line tells of --game too."""
    try:
        return codec.read_scenario(document)
    except InputError as error:
        if not isinstance(document, dict) or "ruleset" in document:
            raise
        or_own = ((one, f"{one.fix}, or write --game FILE for a game of your own") for one in error.problems)
        raise InputError(replace(one, fix=fix) if one.path == "$.ruleset" else one for one, fix in or_own) from None


def _no_game(name: str, document: Mapping[str, Any]) -> None:
    """Refuse what is a typed-in game where a battle is wanted."""
    if document.keys() >= {"types", "chart"} and not document.keys() & {"units", "targets"}:
        raise wrong(f"{name} is a game, not a battle", f"check it with game; play its battles with --game {name}")


def _parsed(name: str, text: str) -> Any:
    """The document of a text; where it is not sound TOML or JSON, the line begins with the name of its file."""
    try:
        return documents.read_text(text)
    except InputError as error:
        if name == "-":
            raise
        raise InputError(replace(one, message=f"{name}: {one.message}") for one in error.problems) from None


def _take_game(document: dict[str, Any], name: str) -> None:
    """Put the typed-in game of a file into a scenario, in place of the one that it has."""
    own = taker().key
    said = document.get("ruleset", own)
    if said != own:
        message = f"the scenario is of the ruleset {documents.shown(said)}, and {name} is a game of {own}"
        raise wrong(message, f"leave out --game, or write ruleset = {json.dumps(own)} in the scenario")
    document.update(ruleset=own, game=game_in(name))


def _problems_of(document: object) -> Sequence[Problem]:
    """What is wrong with a scenario itself."""
    try:
        codec.read_scenario(document)
    except InputError as error:
        return error.problems
    return ()


def _take_packs(document: dict[str, Any], files: Sequence[str]) -> list[Problem]:
    """Put the tables of chart packs into a scenario, later ones over earlier ones; what is wrong with the packs."""
    problems: list[Problem] = []
    for name in files:
        ruleset = document.get("ruleset")
        try:
            text = text_of(name, "name a chart pack, as TOML or JSON")
            _, pack, _ = packfile.read_file(text, ruleset if isinstance(ruleset, str) else "")
        except InputError as error:
            problems += [replace(found, message=f"{name}: {found.message}") for found in error.problems]
            continue
        old = document.get("pack")
        old = old if isinstance(old, dict) else {}
        tables = old.get("tables")
        tables = {**(tables if isinstance(tables, dict) else {}), **pack["tables"]}
        document["pack"] = {**old, **pack, "tables": tables}
    return problems


def _set(document: dict[str, Any], setting: str) -> None:
    """Apply ``--set key=value`` to the conditions or readings of a document."""
    key, equals, text = setting.partition("=")
    if not equals:
        raise wrong(f"--set {documents.shown(setting)} has no value", "write --set condition=value")
    ruleset = document.get("ruleset")
    if not isinstance(ruleset, str):
        return  # the reader will say so
    words = played(document).vocabulary
    for part, fields in (("conditions", words.conditions), ("readings", words.readings)):
        for field in fields:
            if field.key == key:
                value: Any = text
                if field.kind == "flag":
                    value = _YES.get(text.lower(), text)
                elif field.kind == "int" and re.fullmatch(r"-?[0-9]{1,9}", text):
                    value = int(text)
                old = document.get(part)
                document[part] = {**(old if isinstance(old, dict) else {}), key: value}
                return
    keys = [field.key for field in (*words.conditions, *words.readings)]
    raise wrong(f"--set: unknown condition {documents.shown(key)}", documents.guess(key, keys))
