"""The options of every command."""

from __future__ import annotations

import argparse
from collections.abc import Callable

from hexumpire import __version__, api
from hexumpire.cli import changes_told, commands
from hexumpire.cli.changes import changes
from hexumpire.cli.mailed import mail
from hexumpire.cli.table import play
from hexumpire.cli.wiki.writing import FORMATS, wiki
from hexumpire.views import i18n

Run = Callable[[argparse.Namespace], None]


class Commands:
    """The commands of a parser, to which more are added."""

    def __init__(self, parser: argparse.ArgumentParser) -> None:
        self._groups = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")

    def command(self, name: str, run: Run, help: str) -> argparse.ArgumentParser:
        """A command; every one prints its answer as JSON if asked to."""
        about = help[0].upper() + help[1:] + "."
        sub = self._groups.add_parser(name, help=help, description=about, allow_abbrev=False)
        sub.set_defaults(run=run)
        sub.add_argument("--json", action="store_true", help="print the engine's answer as JSON")
        return sub

    def battle(self, name: str, run: Run, help: str) -> argparse.ArgumentParser:
        """A command that takes a battle, with what may be changed of it."""
        sub = self.command(name, run, help)
        sub.add_argument("file", metavar="FILE", help="a scenario, record, link, KEY:EXAMPLE, a line or - for stdin")
        sub.add_argument("--game", default="", metavar="FILE", help="play it by a game of your own (hexumpire game)")
        sub.add_argument("--edition", metavar="KEY", help="play this edition instead")
        sub.add_argument(
            "--set", action="append", default=[], metavar="KEY=VALUE", help="set a condition or reading (repeatable)"
        )
        sub.add_argument(
            "--pack", action="append", default=[], metavar="FILE", help="take the tables of a chart pack (repeatable)"
        )
        return sub


def parser() -> argparse.ArgumentParser:
    """The parser of the command line."""
    found = argparse.ArgumentParser(
        prog="hexumpire",
        description="Exact odds, cited reasons and rule-bound play for hex wargame combat.",
        epilog="FILE is a scenario or record as TOML or JSON, a link, KEY:EXAMPLE (hexumpire schema KEY lists them), "
        "a battle in one line ('aworldatwar: 2 Ge arm 4-6 W | 2 Br inf 3-4'), "
        "or - for stdin.",
        allow_abbrev=False,
    )
    found.add_argument("--version", action="version", version=f"hexumpire {__version__}")
    groups = Commands(found)
    groups.command("rulesets", commands.rulesets, "list the games it knows")
    _key_or_file(groups.command("schema", commands.schema, "show what a scenario of a game may say"))
    groups.battle("assess", commands.assess, "work out the odds, with every reason")
    _of_chances(groups)
    _of_battles(groups)
    _of_games(groups)
    return found


def _key_or_file(sub: argparse.ArgumentParser) -> None:
    """What names a game: its key, or a file."""
    sub.add_argument("key", nargs="?", default="", metavar="KEY")
    sub.add_argument("--game", default="", metavar="FILE", help="a game of your own instead (hexumpire game)")


def _of_chances(groups: Commands) -> None:
    """Commands that ask how the sides decide."""
    for name, run, help in (
        ("compare", commands.compare, "compare editions, readings of doubtful rules, and more or less force"),
        ("beside", commands.beside, "put two set-ups side by side: this attack or that one"),
        ("chart", commands.chart, "print the chart with the battle's own odds: each column, and what it takes"),
        ("outcomes", commands.outcomes, "give the exact chance of every outcome"),
        ("debrief", commands.debrief, "say what the dice gave in a battle, and what each choice gave up"),
        ("embed", commands.embed, "make the link, with a summary in it, that embed.html shows at once"),
    ):
        sub = groups.battle(name, run, help)
        sub.add_argument(
            "--policy",
            action="append",
            default=[],
            metavar="[SIDE=]KEY",
            help="how a side (or both) decides; best is best play",
        )
        sub.add_argument("--objective", default="", metavar="KEY", help="what best play is for")
        if run is commands.outcomes:
            sub.add_argument("--work", type=int, metavar="N", help="look at so many positions where exact is too many")
        if run is commands.embed:
            sub.add_argument(
                "--lesson",
                default="",
                metavar="KEY",
                help="ask before it is told: column, result, forgotten, loss or retreat",
            )
        if run is commands.beside:
            sub.add_argument("other", metavar="OTHER", help="the second set-up, as FILE")
            sub.add_argument(
                "--all", action="store_true", help="every line of the reckoning, not only those that differ"
            )
        if run is commands.compare:
            sub.add_argument(
                "--threshold",
                action="append",
                default=[],
                metavar="CHANCE",
                help="a chance to reach, such as 3/4 or 75%% (repeatable)",
            )


def _plan(groups: Commands) -> None:
    """The command that says what to send."""
    sub = groups.battle("plan", commands.plan, "say what to send for an aim, and what the battle as set up costs")
    sub.add_argument("--aim", default="", metavar="KEY", help="what is planned for: an objective, or hexes")
    sub.add_argument("--least", default="", metavar="CHANCE", help="the least force for a chance, such as 3/4 or 75%%")
    sub.add_argument("--move", action="store_true", help="counters may go to other hexes beside the target")
    sub.add_argument("--step", type=int, default=1, metavar="N", help="try air factors in steps of N")
    sub.add_argument("--work", type=int, metavar="N", help="look at about so many positions")
    sub.add_argument(
        "--policy", action="append", default=[], metavar="[SIDE=]KEY",
        help="how a side (or both) decides; best is best play",
    )  # fmt: skip


def _of_battles(groups: Commands) -> None:
    """Commands that do something with a battle."""
    _plan(groups)
    sub = groups.battle("solve", commands.solve, "find the best play")
    sub.add_argument("--objective", default="", metavar="KEY", help="what is played for")
    sub = groups.battle("play", play, "umpire the fight; asks at a terminal, or takes --dice and --choose")
    sub.add_argument("--dice", metavar="6,3", help="faces rolled (or overrides), in order")
    sub.add_argument("--choose", action="append", metavar="ID,ID", help="choices made, in order: ids or numbers")
    sub = groups.battle("draw", commands.draw, "draw the board as SVG")
    sub.add_argument("-o", "--output", default="-", metavar="FILE", help="where to (else stdout)")
    sub.add_argument("--theme", choices=api.THEMES, default=api.THEMES[0])
    groups.battle("text", commands.text, "tell the battle as text for a forum or a letter")
    sub = groups.command("diary", commands.diary, "tell several battles of two players, and whose dice were better")
    sub.add_argument("file", metavar="FILE", help="title, players, battles (link, attacker 0 or 1), or - for stdin")
    sub.add_argument("--format", choices=("text", "markdown", "html"), default="text")
    groups.battle("link", commands.link, "make the link that holds the battle")
    groups.battle("line", commands.line, "write the battle in one line")
    sub = groups.battle("mail", mail, "roll a battle's dice by mail, so that both can prove them; or check them")
    moves = sub.add_mutually_exclusive_group()
    for move, help in (
        ("begin", "begin as A: makes the secret"),
        ("join", "join as B: makes the secret"),
        ("roll", "reveal the roll that is due; the dice fall once both have"),
    ):
        moves.add_argument(f"--{move}", dest="do", action="store_const", const=move, default="look", help=help)
    sub.add_argument("--secret", default="", metavar="FILE", help="where your secret of this battle is kept")
    sub.add_argument("--choose", action="append", metavar="ID,ID", help="choices made first, in order: ids or numbers")


def _of_games(groups: Commands) -> None:
    """Commands about a game and its charts."""
    sub = groups.command(
        "game", commands.game, "check a game of your own, TOML or JSON, and print it in order; or one to begin from"
    )
    sub.add_argument("file", nargs="?", default="", metavar="FILE", help="a game, or - for stdin")
    sub.add_argument("--blank", default="", metavar="KEY", help="print an invented game, to be changed into yours")
    sub = groups.command(
        "pack", commands.pack, "check a chart pack, TOML or JSON, and print it in order; or one to fill in"
    )
    sub.add_argument("file", nargs="?", default="", metavar="FILE", help="a chart pack, or - for stdin")
    sub.add_argument("--ruleset", default="", metavar="KEY", help="the game it is for, if the file does not say it")
    sub.add_argument("--blank", default="", metavar="KEY[:TABLE]", help="print the tables of a game, to be filled in")
    sub = groups.command("rules", commands.rules, "list the rules of a game and what becomes of each")
    _key_or_file(sub)
    sub.add_argument("--status", metavar="STATUS", help="only rules of this status")
    _wiki(groups)
    _changes(groups)


def _wiki(groups: Commands) -> None:
    """The command that writes a game's rules and battles as pages."""
    sub = groups.command("wiki", wiki, "write a page for each rule and each battle of a game, for a wiki")
    sub.add_argument("key", metavar="KEY", help="a game, or the file of a game of your own (hexumpire game)")
    sub.add_argument("--format", choices=FORMATS, required=True, help="what the pages are written for")
    sub.add_argument("--out", required=True, metavar="FOLDER", help="where to; files of the same names are replaced")
    sub.add_argument(
        "--site", default="", metavar="URL", help="where Hex Umpire stands, for live boards and links to it"
    )
    sub.add_argument("--lang", choices=i18n.LANGUAGES, default=i18n.ENGLISH, help="language of the pages")
    sub.add_argument(
        "--battle", action="append", default=[], metavar="FILE",
        help="a battle of yours that gets a page too: a scenario, record, link or line (repeatable)",
    )  # fmt: skip


def _changes(groups: Commands) -> None:
    """The command that tells editions and readings apart."""
    sub = groups.command("changes", changes, "say what differs between editions and readings, each with a battle")
    sub.add_argument("key", nargs="?", default="", metavar="KEY", help="a game (else all of them)")
    sub.add_argument("--format", choices=changes_told.FORMATS, default=changes_told.FORMATS[0])
    sub.add_argument("--site", default="", metavar="URL", help="where the page stands, for links that open the battles")
    sub.add_argument("--lang", choices=i18n.LANGUAGES, default=i18n.ENGLISH)
