"""What the command prints: an answer as JSON or as lines, and a position in words."""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Callable, Sequence
from typing import Any

from hexumpire.cli.inputs import played
from hexumpire.files import codec
from hexumpire.kit.places import Names
from hexumpire.views import report

AXIAL = re.compile(r"-?[0-9]+,-?[0-9]+")


def show(args: argparse.Namespace, result: Any, lines: Callable[[Any], Sequence[str]]) -> None:
    """Print an answer: as JSON with ``--json``, else as the lines that ``lines`` makes of it."""
    if args.json:
        print(json.dumps(result, ensure_ascii=False, indent=1))
    else:
        print("\n".join(lines(result)).rstrip("\n"))


def progress(line: str) -> None:
    """Show one line of progress on a terminal, in place of the last."""
    if sys.stderr.isatty():
        print(f"\r{line}\033[K", end="", file=sys.stderr, flush=True)


def clear() -> None:
    """Take the line of progress away."""
    if sys.stderr.isatty():
        print("\r\033[K", end="", file=sys.stderr, flush=True)


def names_of(scenario: dict[str, Any]) -> Names:
    """What the hexes of a battle are called."""
    return Names(played(scenario), codec.read_scenario(scenario))


def position(view: dict[str, Any], scenario: dict[str, Any]) -> Sequence[str]:
    """A position in words; ids of options have the numbers of the map for hexes, or are left out."""
    node = view["node"]
    if node and node["kind"] == "decision":
        names = names_of(scenario)
        options = [one | {"id": names.spelled(one["id"])} for one in node["options"]]
        options = [one | {"id": "" if AXIAL.search(one["id"]) else one["id"]} for one in options]
        view = view | {"node": node | {"options": options}}
    return report.position(view, measures(scenario))


def measures(scenario: dict[str, Any]) -> tuple[tuple[str, str], ...]:
    """Keys and titles of what an ending of the battle is measured in."""
    return played(scenario).measures
