"""The command ``mail``: dice by mail from a terminal, with each player's secret in a file of his own."""

from __future__ import annotations

import argparse
import json
import os
import secrets
from typing import Any

from hexumpire.cli.inputs import Refused, ask, load_mailed, text_of, wrong
from hexumpire.cli.printing import show
from hexumpire.cli.table import Table, next_choice
from hexumpire.files import documents
from hexumpire.files.dice_chain import SIZE


def mail(args: argparse.Namespace) -> None:
    """Look at the dice by mail of a battle, begin or join them, or roll; then print the link to send."""
    scenario, actions, mail = load_mailed(args)
    if mail is None and args.do != "begin":
        raise wrong("the battle has no dice by mail", "begin them with --begin --secret FILE")
    secret = _secret(args)
    if args.choose:
        actions = _decided(scenario, actions, ",".join(args.choose))
    battle: dict[str, Any] = {"scenario": scenario, "actions": actions}
    kept = [secret] if secret else []
    result = ask("mail", **battle, mail=mail, do=args.do, secret=kept)
    if result["problems"]:
        raise Refused([found["text"] for found in result["problems"]])
    secret = result.pop("secret")
    if args.do != "look":
        _keep(args.secret, secret, new=args.do != "roll")
    lines = [result["text"]]
    if args.do != "look" or args.choose:
        battle["actions"] = result["actions"]
        result["link"] = ask("link", **battle, mail=result["mail"], secret=secret)["fragment"]
        lines += [*result["actions"][len(actions) :], f"Send: {result['link']}"]
    show(args, result, lambda result: lines)


def _secret(args: argparse.Namespace) -> Any:
    """The secret that a move is made with: a new one, that of the file, or none for a mere look."""
    if not args.secret:
        if args.do != "look":
            raise wrong(f"--{args.do} needs the file of your secret", "write --secret FILE")
        return None
    if args.do in ("begin", "join"):
        if os.path.exists(args.secret):
            raise wrong(f"there is a file {documents.shown(args.secret)} already", "a secret is for one battle only")
        return {"secret": secrets.token_hex(SIZE)}
    return documents.read_json(text_of(args.secret, "name the file that --begin or --join made"))


def _keep(name: str, secret: Any, new: bool) -> None:
    """Keep a secret in its file, whole or not at all, before anything made with it is told."""
    made = name if new else name + ".new"
    with open(os.open(made, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="utf-8") as file:
        json.dump(secret, file)
    if not new:
        os.replace(made, name)


def _decided(scenario: dict[str, Any], actions: list[str], choices: str) -> list[str]:
    """The actions with choices made after them; Refused where one is not legal."""
    table = Table(scenario, list(actions))
    while choices:
        choice, rest = next_choice(table, choices)
        if not choice:
            raise Refused(
                [f"{documents.shown(choices)} begins with no legal choice; legal: {', '.join(table.legal())}"]
            )
        table.do(choice)
        choices = rest
    return table.actions
