"""The command ``play``: a battle at the terminal, or with dice and choices given beforehand."""

from __future__ import annotations

import argparse
import re
import secrets
import sys
from typing import Any

from hexumpire.cli.inputs import Refused, ask, load, played
from hexumpire.cli.printing import names_of, position, show
from hexumpire.files import codec, documents
from hexumpire.views import after_action, report


class Table:
    """A battle at the table: what was done, and what comes next."""

    def __init__(self, scenario: dict[str, Any], actions: list[str]) -> None:
        self.scenario = scenario
        self.actions = actions
        self.names = names_of(scenario)
        self.view: dict[str, Any] = {}
        self.shown = 0
        self.look()

    def look(self) -> None:
        """Ask the engine for the position after all actions."""
        self.view = ask("view", scenario=self.scenario, actions=self.actions)

    def do(self, action: str) -> None:
        """Play an action, or Refused and nothing has happened."""
        self.actions.append(action)
        try:
            self.look()
        except Refused:
            self.actions.pop()
            raise

    def undo(self) -> None:
        """Take the last action back, if there is one."""
        if self.actions:
            self.actions.pop()
            self.look()
            self.shown = len(self.view["log"])

    @property
    def kind(self) -> str:
        """``decision``, ``chance`` or ``end``; also ``end`` where the fight is forbidden."""
        return self.view["node"]["kind"] if self.view["node"] else "end"

    def ids(self) -> list[str]:
        """Ids of what may be done here by the rules."""
        node = self.view["node"]
        return [one["id"] for one in node["faces" if self.kind == "chance" else "options"]]

    def legal(self) -> list[str]:
        """Ids of all that may be done here, overrides too."""
        return [*self.ids(), *(one["id"] for one in self.view["overrides"])]

    def face(self, word: str) -> str:
        """The face that a player means by ``6``, ``d6=6``; Refused when there is none."""
        for face in self.ids():
            if word == face or face.rpartition("=")[2] == word:
                return face
        raise Refused([f"{documents.shown(word)} is no face of this die; faces: {', '.join(self.ids())}"])

    def news(self) -> list[str]:
        """Lines of the log that have not been shown."""
        fresh = report.log(self.view["log"][self.shown :])
        self.shown = len(self.view["log"])
        return fresh


def play(args: argparse.Namespace) -> None:
    """Umpire a battle with ``--dice`` and ``--choose``, or by asking at the terminal."""
    scenario, actions = load(args)
    given = args.dice is not None or args.choose is not None
    table = Table(scenario, actions)
    dice = [word for word in re.split(r"[\s,;]+", args.dice or "") if word]
    choices = ",".join(args.choose or [])
    while table.kind != "end":
        if table.kind == "chance" and dice:
            word = dice.pop(0)
            table.do(word if word in table.legal() else table.face(word))
            continue
        choice, choices = next_choice(table, choices)
        if choice:
            table.do(choice)
        elif table.kind == "decision" and choices:
            raise Refused(
                [f"{documents.shown(choices)} begins with no legal choice; legal: {', '.join(table.legal())}"]
            )
        else:
            break
    if table.kind == "end" and table.view["node"]:
        if dice:
            raise Refused([f"the battle has ended before these dice were rolled: {', '.join(dice)}"])
        if choices:
            raise Refused([f"the battle has ended before these choices were made: {choices}"])
    if not given and not args.json and args.file != "-" and sys.stdin.isatty():
        _converse(table)
        return
    result = {"actions": table.actions, "view": table.view}
    show(args, result, lambda result: position(result["view"], scenario))


def next_choice(table: Table, choices: str) -> tuple[str, str]:
    """The next of the choices given, if it may be made here, and those after it.

    Ids may hold commas themselves, so the longest legal id that the text begins with is taken. A number stands for
    the option in that place.
    """
    choices = choices.lstrip(", ")
    ids = table.ids() if table.kind == "decision" else []
    known = {one: one for one in (*ids, *(one["id"] for one in table.view["overrides"]))}
    known |= {table.names.spelled(one): one for one in ids}  # hexes by the numbers of the map
    for choice in sorted(known, key=len, reverse=True):
        if choices == choice or choices.startswith(choice + ","):
            return known[choice], choices[len(choice) + 1 :]
    word, _, rest = choices.partition(",")
    if word.strip().isdecimal() and 1 <= int(word) <= len(ids):
        return ids[int(word) - 1], rest
    return "", choices


def _converse(table: Table) -> None:
    """Ask at the terminal until the battle ends or the player does."""
    ruleset = played(table.scenario)
    print("\n".join(after_action.setting(ruleset, codec.read_scenario(table.scenario))))
    if table.view["assessment"]:
        print("\n".join(["", *report.assessment(table.view["assessment"]), ""]))
    print("A number or an id chooses, Enter rolls, u takes back, ? shows the rules, q ends.")
    odds = table.view["bar"]
    while True:
        print("\n".join(table.news()))
        if table.view["bar"] not in ("", odds) and table.kind != "end":
            odds = table.view["bar"]
            print(f"      The odds are now {odds}")
        bare = {**table.view, "assessment": None, "log": []}
        print("\n".join(position(bare, table.scenario)))
        if table.kind == "end":
            return
        try:
            word = input("> ").strip()
        except EOFError:
            print()
            return
        if word in ("q", "quit"):
            print("To go on from here: hexumpire play '" + _record_link(table) + "'")
            return
        try:
            _answer(table, word)
        except Refused as refused:
            print("\n".join(refused.lines))


def _record_link(table: Table) -> str:
    """The link of a battle at the table."""
    return str(ask("link", scenario=table.scenario, actions=table.actions)["fragment"])


def _answer(table: Table, word: str) -> None:
    node = table.view["node"]
    if word == "?":
        index = played(table.scenario).index
        sections = dict.fromkeys([*node["rules"], *(rule for one in node.get("options", ()) for rule in one["rules"])])
        told = [(index.printed(key), index[key].title if key in index else "") for key in sections]
        print("\n".join(report.columns(told)))
        print("\n".join(f"  {one['id']}  by agreement: {one['label']}" for one in table.view["overrides"]))
    elif word == "u":
        table.undo()
    elif word.partition(" # ")[0].strip() in table.legal():
        table.do(word)
    elif word in (known := {table.names.spelled(one): one for one in table.ids()}):
        table.do(known[word])
    elif table.kind == "chance":
        table.do(_roll(node) if not word else table.face(word))
    elif word.isdecimal() and 1 <= int(word) <= len(table.ids()):
        table.do(table.ids()[int(word) - 1])
    else:
        raise Refused([f"{documents.shown(word)} cannot be done here; legal: {', '.join(table.ids())}"])


def _roll(node: dict[str, Any]) -> str:
    """A face, as the dice fall."""
    left = secrets.randbelow(sum(face["weight"] for face in node["faces"]))
    for face in node["faces"]:
        left -= face["weight"]
        if left < 0:
            return str(face["id"])
    raise AssertionError("weights do not add up")
