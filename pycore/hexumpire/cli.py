"""The command ``hexumpire``: everything the engine does, for a terminal and for scripts.

It speaks to the engine through :mod:`hexumpire.api` as the page does, and adds files, options and words. Exit status
is 0, 2 when what was given is wrong (one line a problem on stderr), 130 when interrupted.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import secrets
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from hexumpire import __version__, api, codec, documents, packfile, record, report, rulesets
from hexumpire.errors import HexUmpireError, InputError, Problem
from hexumpire.finishing import problems
from hexumpire.places import Names

_LINK = re.compile(r"\s*(\S*#)?[0-9]{1,4}\.[A-Za-z0-9_\s-]{6,}(\.[0-9]{1,4}\.[A-Za-z0-9_\s-]*)?\s*")
_AXIAL = re.compile(r"-?[0-9]+,-?[0-9]+")
_YES = {"true": True, "yes": True, "on": True, "1": True, "false": False, "no": False, "off": False, "0": False}


class _Refused(Exception):
    """The engine refused a request; its problems, one line each."""

    def __init__(self, lines: Sequence[str]) -> None:
        self.lines = tuple(lines)
        super().__init__("\n".join(self.lines))


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
    except _Refused as refused:
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


def _wrong(message: str, fix: str = "") -> InputError:
    return InputError([Problem(message, fix=fix)])


def ask(op: str, progress: Callable[[str], object] | None = None, **request: Any) -> Any:
    """What the engine answers to a request; _Refused when it refuses."""
    answer = json.loads(api.handle(json.dumps({"op": op, **request}), progress))
    if answer["ok"]:
        return answer["result"]
    raise _Refused([found["text"] for found in answer["problems"]])


# --- what it reads -------------------------------------------------------------------------------------------


def _read(name: str) -> str:
    """The text of a file, of stdin (``-``), or the link or example that the name itself is."""
    if name != "-" and not os.path.exists(name):  # unlike Path.exists, at ease with names of any length
        if _LINK.fullmatch(name):
            return name
        ruleset, colon, key = name.partition(":")
        if colon and ruleset in rulesets.known():
            return json.dumps(_example(ruleset, key))
    return _text_of(name, "name a scenario, a record, a link, KEY:EXAMPLE or -")


def _text_of(name: str, fix: str) -> str:
    """The text of a file or of stdin (``-``)."""
    if name == "-":
        data = sys.stdin.buffer.read(4 * documents.MAX_TEXT)
    elif not os.path.exists(name):
        raise _wrong(f"there is no file {documents.shown(name)}", fix)
    else:
        with open(name, "rb") as file:
            data = file.read(4 * documents.MAX_TEXT)
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise _wrong(f"{name} is not a text in UTF-8") from None


def _example(ruleset: str, key: str) -> Any:
    examples = {str(one["key"]): one["scenario"] for one in rulesets.get(ruleset).examples()}
    if key in examples:
        return examples[key]
    raise _wrong(f"{ruleset} has no example {documents.shown(key)}", documents.guess(key, examples))


def _load(args: argparse.Namespace) -> tuple[dict[str, Any], list[str]]:
    """The scenario and actions that a command was given, with its options applied; canonical."""
    text = _read(args.file)
    if _LINK.fullmatch(text):
        found = record.from_link(text)
        document: Any = codec.write_scenario(found.scenario)
        actions = list(found.actions)
    else:
        document, actions = documents.read_text(text), []
        if isinstance(document, dict) and "scenario" in document:
            if not document.keys() <= {"scenario", "actions"}:
                record.from_document(document)  # says which key is unknown
            actions = list(record.read_actions(document.get("actions", [])))
            document = document["scenario"]
    if isinstance(document, dict):
        document = dict(document)
        if args.edition:
            document["edition"] = args.edition
        for setting in args.set:
            _set(document, setting)
        problems = _take_packs(document, args.pack)
        if problems:
            raise InputError([*problems, *_problems_of(document)])
    return codec.write_scenario(codec.read_scenario(document)), actions


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
            text = _text_of(name, "name a chart pack, as TOML or JSON")
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
        raise _wrong(f"--set {documents.shown(setting)} has no value", "write --set condition=value")
    ruleset = document.get("ruleset")
    if not isinstance(ruleset, str):
        return  # the reader will say so
    words = rulesets.get(ruleset).vocabulary
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
    raise _wrong(f"--set: unknown condition {documents.shown(key)}", documents.guess(key, keys))


# --- what it prints ------------------------------------------------------------------------------------------


def _print(args: argparse.Namespace, result: Any, lines: Callable[[Any], Sequence[str]]) -> None:
    if args.json:
        print(json.dumps(result, ensure_ascii=False, indent=1))
    else:
        print("\n".join(lines(result)).rstrip("\n"))


def _progress(line: str) -> None:
    if sys.stderr.isatty():
        print(f"\r{line}\033[K", end="", file=sys.stderr, flush=True)


def _clear() -> None:
    if sys.stderr.isatty():
        print("\r\033[K", end="", file=sys.stderr, flush=True)


def _rulesets(args: argparse.Namespace) -> None:
    def lines(result: Any) -> list[str]:
        rows = []
        for one in result["rulesets"]:
            editions = ", ".join(f"{edition['key']} ({edition['title']})" for edition in one["editions"])
            rows.append((one["key"], one["title"], editions))
        return report.columns(rows, indent="")

    _print(args, ask("rulesets"), lines)


def _schema(args: argparse.Namespace) -> None:
    _print(args, ask("schema", ruleset=args.key), _form)


def _form(form: Any) -> list[str]:
    lines = [form["ruleset"]["title"], *([form["ruleset"]["note"]] if form["ruleset"]["note"] else [])]
    for part in ("editions", "procedures", "sides", "nations", "terrains", "features", "side_features"):
        if form[part]:
            words = ", ".join(one["key"] for one in form[part])
            lines += ["", f"{part.replace('_', ' ')}: {words}"]
    lines += ["", "unit types:"]
    lines += report.columns([(one["key"], one["title"], ", ".join(one["fields"])) for one in form["types"]])
    for part in ("unit_fields", "hex_fields", "conditions", "readings"):
        if form[part]:
            lines += ["", f"{part.replace('_', ' ')}:"]
            lines += report.columns([_field(one) for one in form[part]])
    if form["packs"]:
        lines += ["", "tables of chart packs (hexumpire pack --blank KEY writes them out):"]
        lines += report.columns([(one["key"], report.sections(one), one["title"]) for one in form["packs"]])
    for part in ("policies", "objectives", "measures", "examples"):
        if form[part]:
            lines += ["", f"{part}:", *report.columns([(one["key"], one["title"]) for one in form[part]])]
    return lines


def _field(field: Any) -> tuple[str, str, str, str]:
    allowed = {
        "int": f"{field['low']} to {field['high']}",
        "flag": "true or false",
        "choice": ", ".join(one["key"] for one in field["options"]),
        "text": "text",
    }[field["kind"]]
    default = json.dumps(field["default"], ensure_ascii=False)
    return field["key"], f"{allowed}; else {default}", report.sections(field), field["title"]


def _names(scenario: dict[str, Any]) -> Names:
    """What the hexes of a battle are called."""
    return Names(rulesets.get(scenario["ruleset"]), codec.read_scenario(scenario))


def _position(view: dict[str, Any], scenario: dict[str, Any]) -> Sequence[str]:
    """A position in words; ids of options have the numbers of the map for hexes, or are left out."""
    node = view["node"]
    if node and node["kind"] == "decision":
        names = _names(scenario)
        options = [one | {"id": names.spelled(one["id"])} for one in node["options"]]
        options = [one | {"id": "" if _AXIAL.search(one["id"]) else one["id"]} for one in options]
        view = view | {"node": node | {"options": options}}
    return report.position(view, _measures(scenario))


def _measures(scenario: dict[str, Any]) -> tuple[tuple[str, str], ...]:
    return rulesets.get(scenario["ruleset"]).measures


def _assess(args: argparse.Namespace) -> None:
    scenario, actions = _load(args)
    view = ask("view", scenario=scenario, actions=actions)
    _print(args, view, lambda result: _position(result, scenario))
    if view["problems"]:
        raise _Refused([found["text"] for found in view["problems"]])


def _policies(args: argparse.Namespace, scenario: dict[str, Any]) -> dict[str, str]:
    """How the sides decide, by ``--policy``."""
    policies: dict[str, str] = {}
    sides = [key for key, _ in rulesets.get(scenario["ruleset"]).vocabulary.sides]
    for word in args.policy:
        side, equals, key = word.partition("=")
        policies.update({side: key} if equals else dict.fromkeys(sides, word))
    return policies


def _outcomes(args: argparse.Namespace) -> None:
    scenario, actions = _load(args)
    ruleset = rulesets.get(scenario["ruleset"])
    policies = _policies(args, scenario)
    try:
        result = ask(
            "outcomes", _progress, scenario=scenario, actions=actions, policies=policies, objective=args.objective
        )
    finally:
        _clear()
    _print(args, result, lambda result: report.outcomes(result, ruleset.policies))


def _solve(args: argparse.Namespace) -> None:
    scenario, actions = _load(args)
    try:
        result = ask("solve", _progress, scenario=scenario, actions=actions, objective=args.objective)
    finally:
        _clear()
    _print(args, result, report.solution)


def _compare(args: argparse.Namespace) -> None:
    scenario, _ = _load(args)
    more: dict[str, Any] = {"thresholds": args.threshold} if args.threshold else {}
    policies = _policies(args, scenario)
    try:
        result = ask("compare", _progress, scenario=scenario, policies=policies, objective=args.objective, **more)
    finally:
        _clear()
    _print(args, result, report.comparison)


def _draw(args: argparse.Namespace) -> None:
    scenario, actions = _load(args)
    picture = ask("draw", scenario=scenario, actions=actions, theme=args.theme)["svg"]
    if args.output == "-":
        print(picture)
    else:
        Path(args.output).write_text(picture, encoding="utf-8")


def _rules(args: argparse.Namespace) -> None:
    def lines(result: Any) -> list[str]:
        rows = [
            (rule["printed"], rule["status"], rule["title"] + (f" – {rule['note']}" if rule["note"] else ""))
            for rule in result["rules"]
            if not args.status or rule["status"] == args.status
        ]
        counts = [(str(number), status, result["statuses"][status]) for status, number in result["counts"].items()]
        return [*report.columns(rows, indent=""), "", *report.columns(counts, right=(0,))]

    result = ask("rules", ruleset=args.key)
    if args.status and args.status not in result["statuses"]:
        raise _wrong(f"unknown status {documents.shown(args.status)}", documents.guess(args.status, result["statuses"]))
    _print(args, result, lines)


def _pack(args: argparse.Namespace) -> None:
    if args.blank:
        ruleset, _, table = args.blank.partition(":")
        print(packfile.blank(rulesets.get(ruleset), table), end="")
        return
    if not args.file:
        raise _wrong("no chart pack is named", "name a file, or write --blank KEY for one to fill in")
    text = _text_of(args.file, "name a chart pack, as TOML or JSON")
    _print(args, ask("pack", text=text, ruleset=args.ruleset), lambda result: [result["toml"]])


def _link(args: argparse.Namespace) -> None:
    scenario, actions = _load(args)
    _print(args, ask("link", scenario=scenario, actions=actions), lambda result: [result["fragment"]])


def _embed(args: argparse.Namespace) -> None:
    scenario, actions = _load(args)
    policies = _policies(args, scenario)
    try:
        result = ask(
            "embed", _progress, scenario=scenario, actions=actions, policies=policies, objective=args.objective
        )
    finally:
        _clear()
    _print(args, result, lambda result: [result["fragment"]])


def _text(args: argparse.Namespace) -> None:
    scenario, actions = _load(args)
    _print(args, ask("text", scenario=scenario, actions=actions), lambda result: [result["text"]])


# --- play ----------------------------------------------------------------------------------------------------


class _Table:
    """A battle at the table: what was done, and what comes next."""

    def __init__(self, scenario: dict[str, Any], actions: list[str]) -> None:
        self.scenario = scenario
        self.actions = actions
        self.names = _names(scenario)
        self.view: dict[str, Any] = {}
        self.shown = 0
        self.look()

    def look(self) -> None:
        self.view = ask("view", scenario=self.scenario, actions=self.actions)

    def do(self, action: str) -> None:
        """Play an action, or _Refused and nothing has happened."""
        self.actions.append(action)
        try:
            self.look()
        except _Refused:
            self.actions.pop()
            raise

    def undo(self) -> None:
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
        """The face that a player means by ``6``, ``d6=6``; _Refused when there is none."""
        for face in self.ids():
            if word == face or face.rpartition("=")[2] == word:
                return face
        raise _Refused([f"{documents.shown(word)} is no face of this die; faces: {', '.join(self.ids())}"])

    def news(self) -> list[str]:
        """Lines of the log that have not been shown."""
        fresh = report.log(self.view["log"][self.shown :])
        self.shown = len(self.view["log"])
        return fresh


def _play(args: argparse.Namespace) -> None:
    scenario, actions = _load(args)
    given = args.dice is not None or args.choose is not None
    table = _Table(scenario, actions)
    dice = [word for word in re.split(r"[\s,;]+", args.dice or "") if word]
    choices = ",".join(args.choose or [])
    while table.kind != "end":
        if table.kind == "chance" and dice:
            word = dice.pop(0)
            table.do(word if word in table.legal() else table.face(word))
            continue
        choice, choices = _next_choice(table, choices)
        if choice:
            table.do(choice)
        elif table.kind == "decision" and choices:
            raise _Refused(
                [f"{documents.shown(choices)} begins with no legal choice; legal: {', '.join(table.legal())}"]
            )
        else:
            break
    if table.kind == "end" and table.view["node"]:
        if dice:
            raise _Refused([f"the battle has ended before these dice were rolled: {', '.join(dice)}"])
        if choices:
            raise _Refused([f"the battle has ended before these choices were made: {choices}"])
    if not given and not args.json and args.file != "-" and sys.stdin.isatty():
        _converse(table)
        return
    result = {"actions": table.actions, "view": table.view}
    _print(args, result, lambda result: _position(result["view"], scenario))


def _next_choice(table: _Table, choices: str) -> tuple[str, str]:
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


def _converse(table: _Table) -> None:
    """Ask at the terminal until the battle ends or the player does."""
    ruleset = rulesets.get(table.scenario["ruleset"])
    print("\n".join(report.setting(ruleset, codec.read_scenario(table.scenario))))
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
        print("\n".join(_position(bare, table.scenario)))
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
        except _Refused as refused:
            print("\n".join(refused.lines))


def _record_link(table: _Table) -> str:
    """The link of a battle at the table."""
    return str(ask("link", scenario=table.scenario, actions=table.actions)["fragment"])


def _answer(table: _Table, word: str) -> None:
    node = table.view["node"]
    if word == "?":
        index = rulesets.get(table.scenario["ruleset"]).index
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
        raise _Refused([f"{documents.shown(word)} cannot be done here; legal: {', '.join(table.ids())}"])


def _roll(node: dict[str, Any]) -> str:
    """A face, as the dice fall."""
    left = secrets.randbelow(sum(face["weight"] for face in node["faces"]))
    for face in node["faces"]:
        left -= face["weight"]
        if left < 0:
            return str(face["id"])
    raise AssertionError("weights do not add up")


# --- options -------------------------------------------------------------------------------------------------


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="hexumpire",
        description="Exact odds, cited reasons and rule-bound play for hex wargame combat.",
        epilog="FILE is a scenario or record as TOML or JSON, a link, KEY:EXAMPLE (hexumpire schema KEY lists them), "
        "or - for stdin.",
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"hexumpire {__version__}")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")

    def command(name: str, run: Callable[[argparse.Namespace], None], help: str) -> argparse.ArgumentParser:
        sub = commands.add_parser(name, help=help, description=help[0].upper() + help[1:] + ".", allow_abbrev=False)
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

    command("rulesets", _rulesets, "list the games it knows")
    command("schema", _schema, "show what a scenario of a game may say").add_argument("key", metavar="KEY")
    battle("assess", _assess, "work out the odds, with every reason")
    for name, run, help in (
        ("compare", _compare, "compare editions, readings of doubtful rules, and more or less force"),
        ("outcomes", _outcomes, "give the exact chance of every outcome"),
        ("embed", _embed, "make the link, with a summary in it, that embed.html shows at once"),
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
        if run is _compare:
            sub.add_argument(
                "--threshold",
                action="append",
                default=[],
                metavar="CHANCE",
                help="a chance to reach, such as 3/4 or 75%% (repeatable)",
            )
    sub = battle("solve", _solve, "find the best play")
    sub.add_argument("--objective", default="", metavar="KEY", help="what is played for")
    sub = battle("play", _play, "umpire the fight; asks at a terminal, or takes --dice and --choose")
    sub.add_argument("--dice", metavar="6,3", help="faces rolled (or overrides), in order")
    sub.add_argument("--choose", action="append", metavar="ID,ID", help="choices made, in order: ids or numbers")
    sub = battle("draw", _draw, "draw the board as SVG")
    sub.add_argument("-o", "--output", default="-", metavar="FILE", help="where to (else stdout)")
    sub.add_argument("--theme", choices=api.THEMES, default=api.THEMES[0])
    battle("text", _text, "tell the battle as text for a forum or a letter")
    battle("link", _link, "make the link that holds the battle")
    sub = command("pack", _pack, "check a chart pack, TOML or JSON, and print it in order; or one to fill in")
    sub.add_argument("file", nargs="?", default="", metavar="FILE", help="a chart pack, or - for stdin")
    sub.add_argument("--ruleset", default="", metavar="KEY", help="the game it is for, if the file does not say it")
    sub.add_argument("--blank", default="", metavar="KEY[:TABLE]", help="print the tables of a game, to be filled in")
    sub = command("rules", _rules, "list the rules of a game and what becomes of each")
    sub.add_argument("key", metavar="KEY")
    sub.add_argument("--status", metavar="STATUS", help="only rules of this status")
    return parser
