"""The command ``hexumpire``: everything the engine does, for a terminal and for scripts.

It speaks to the engine through :mod:`hexumpire.api` as the page does, and adds files, options and words. Exit status
is 0, 2 when what was given is wrong (one line a problem on stderr), 130 when interrupted.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Sequence

from hexumpire import __version__, api, rulesets
from hexumpire.cli import commands
from hexumpire.cli.inputs import Refused
from hexumpire.cli.table import play
from hexumpire.model.errors import HexUmpireError, InputError
from hexumpire.views.finishing import problems

__all__ = ["main"]


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command with the given arguments (those of the process if None) and return its exit status."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")  # a terminal that knows no blocks shows question marks
    try:
        args = _parser().parse_args(argv)
        args.run(args)
        sys.stdout.flush()
    except SystemExit as done:  # argparse: help, version, or a wrong option
        return done.code if isinstance(done.code, int) else 2
    except Refused as refused:
        return _fail(refused.lines)
    except InputError as error:
        index = rulesets.get(error.ruleset).index if error.ruleset else None
        return _fail([found["text"] for found in problems(error.problems, index, None)])
    except HexUmpireError as error:
        return _fail([str(error)])
    except BrokenPipeError:  # the reader, such as head, has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except OSError as error:
        return _fail([f"{error.filename}: {error.strerror}" if error.filename else str(error)])
    except KeyboardInterrupt:
        return 130
    return 0


def _fail(lines: Sequence[str]) -> int:
    for line in lines:
        whole = " ".join(line.split())
        said = whole.replace(" @ $:", ":").removesuffix(" @ $")  # of no one place
        print(f"hexumpire: {said}", file=sys.stderr)
    return 2


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="hexumpire",
        description="Exact odds, cited reasons and rule-bound play for hex wargame combat.",
        epilog="FILE is a scenario or record as TOML or JSON, a link, KEY:EXAMPLE (hexumpire schema KEY lists them), "
        "or - for stdin.",
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"hexumpire {__version__}")
    groups = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")

    def command(name: str, run: Callable[[argparse.Namespace], None], help: str) -> argparse.ArgumentParser:
        sub = groups.add_parser(name, help=help, description=help[0].upper() + help[1:] + ".", allow_abbrev=False)
        sub.set_defaults(run=run)
        sub.add_argument("--json", action="store_true", help="print the engine's answer as JSON")
        return sub

    def battle(name: str, run: Callable[[argparse.Namespace], None], help: str) -> argparse.ArgumentParser:
        sub = command(name, run, help)
        sub.add_argument("file", metavar="FILE", help="a scenario, record, link, KEY:EXAMPLE or - for stdin")
        sub.add_argument("--edition", metavar="KEY", help="play this edition instead")
        sub.add_argument(
            "--set", action="append", default=[], metavar="KEY=VALUE", help="set a condition or reading (repeatable)"
        )
        sub.add_argument(
            "--pack", action="append", default=[], metavar="FILE", help="take the tables of a chart pack (repeatable)"
        )
        return sub

    command("rulesets", commands.rulesets, "list the games it knows")
    command("schema", commands.schema, "show what a scenario of a game may say").add_argument("key", metavar="KEY")
    battle("assess", commands.assess, "work out the odds, with every reason")
    for name, run, help in (
        ("compare", commands.compare, "compare editions, readings of doubtful rules, and more or less force"),
        ("outcomes", commands.outcomes, "give the exact chance of every outcome"),
        ("embed", commands.embed, "make the link, with a summary in it, that embed.html shows at once"),
    ):
        sub = battle(name, run, help)
        sub.add_argument(
            "--policy",
            action="append",
            default=[],
            metavar="[SIDE=]KEY",
            help="how a side (or both) decides; best is best play",
        )
        sub.add_argument("--objective", default="", metavar="KEY", help="what best play is for")
        if run is commands.compare:
            sub.add_argument(
                "--threshold",
                action="append",
                default=[],
                metavar="CHANCE",
                help="a chance to reach, such as 3/4 or 75%% (repeatable)",
            )
    sub = battle("solve", commands.solve, "find the best play")
    sub.add_argument("--objective", default="", metavar="KEY", help="what is played for")
    sub = battle("play", play, "umpire the fight; asks at a terminal, or takes --dice and --choose")
    sub.add_argument("--dice", metavar="6,3", help="faces rolled (or overrides), in order")
    sub.add_argument("--choose", action="append", metavar="ID,ID", help="choices made, in order: ids or numbers")
    sub = battle("draw", commands.draw, "draw the board as SVG")
    sub.add_argument("-o", "--output", default="-", metavar="FILE", help="where to (else stdout)")
    sub.add_argument("--theme", choices=api.THEMES, default=api.THEMES[0])
    battle("text", commands.text, "tell the battle as text for a forum or a letter")
    battle("link", commands.link, "make the link that holds the battle")
    sub = command("pack", commands.pack, "check a chart pack, TOML or JSON, and print it in order; or one to fill in")
    sub.add_argument("file", nargs="?", default="", metavar="FILE", help="a chart pack, or - for stdin")
    sub.add_argument("--ruleset", default="", metavar="KEY", help="the game it is for, if the file does not say it")
    sub.add_argument("--blank", default="", metavar="KEY[:TABLE]", help="print the tables of a game, to be filled in")
    sub = command("rules", commands.rules, "list the rules of a game and what becomes of each")
    sub.add_argument("key", metavar="KEY")
    sub.add_argument("--status", metavar="STATUS", help="only rules of this status")
    return parser
