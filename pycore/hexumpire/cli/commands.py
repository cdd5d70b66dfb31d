"""The commands but ``play``: each asks the engine and prints its answer."""

from __future__ import annotations

import argparse
import json
import os
from pathlib import Path
from typing import Any

from hexumpire.cli.inputs import Refused, ask, game_in, load, load_of, played, taker, text_of, wrong
from hexumpire.cli.printing import clear, position, progress, show
from hexumpire.files import documents, packfile
from hexumpire.rulesets import get
from hexumpire.views import beside as telling
from hexumpire.views import own_odds, planning, report


def rulesets(args: argparse.Namespace) -> None:
    """List the games."""

    def lines(result: Any) -> list[str]:
        rows = []
        for one in result["rulesets"]:
            editions = ", ".join(f"{edition['key']} ({edition['title']})" for edition in one["editions"])
            rows.append((one["key"], one["title"], editions))
        return report.columns(rows, indent="")

    show(args, ask("rulesets"), lines)


def schema(args: argparse.Namespace) -> None:
    """Show what a scenario of a game may say."""
    show(args, ask("schema", **_named(args)), _form)


def _named(args: argparse.Namespace) -> dict[str, Any]:
    """The game that a command is about: one by its key, or a typed-in one by its file."""
    if args.game:
        own = taker().key
        if args.key not in ("", own):
            raise wrong(f"two games are named: {args.key} and {args.game}", f"leave out {args.key}, or --game")
        return {"ruleset": own, "game": game_in(args.game)}
    if not args.key:
        raise wrong("no game is named", "name its KEY (hexumpire rulesets lists them), or write --game FILE")
    if os.path.isfile(args.key):
        raise wrong(f"{args.key} is a file, not the KEY of a game", f"write --game {args.key}")
    return {"ruleset": args.key}


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
    for edition, tables in form["lookups"].items():
        for table in tables:
            lines += ["", f"{table['title']} ({report.sections(table)}, {edition}):"]
            rows = [[row["title"], *row["cells"]] for row in table["rows"]]
            lines += report.columns([[column["title"] for column in table["columns"]], *rows])
            lines += [f"  {note['text']}" for note in table["notes"]]
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


def assess(args: argparse.Namespace) -> None:
    """Print the odds with every reason; Refused when the rules forbid the fight."""
    scenario, actions = load(args)
    view = ask("view", scenario=scenario, actions=actions)
    show(args, view, lambda result: position(result, scenario))
    if view["problems"]:
        raise Refused([found["text"] for found in view["problems"]])


def _policies(args: argparse.Namespace, scenario: dict[str, Any]) -> dict[str, str]:
    """How the sides decide, by ``--policy``."""
    policies: dict[str, str] = {}
    sides = [key for key, _ in played(scenario).vocabulary.sides]
    for word in args.policy:
        side, equals, key = word.partition("=")
        policies.update({side: key} if equals else dict.fromkeys(sides, word))
    return policies


def outcomes(args: argparse.Namespace) -> None:
    """Print the exact chance of every outcome."""
    scenario, actions = load(args)
    ruleset = played(scenario)
    policies = _policies(args, scenario)
    more: dict[str, Any] = {} if args.work is None else {"work": args.work}
    try:
        result = ask(
            "outcomes",
            progress,
            scenario=scenario,
            actions=actions,
            policies=policies,
            objective=args.objective,
            **more,
        )
    finally:
        clear()
    show(args, result, lambda result: report.outcomes(result, ruleset.policies))


def solve(args: argparse.Namespace) -> None:
    """Print the best play."""
    scenario, actions = load(args)
    try:
        result = ask("solve", progress, scenario=scenario, actions=actions, objective=args.objective)
    finally:
        clear()
    show(args, result, report.solution)


def compare(args: argparse.Namespace) -> None:
    """Print what other editions, readings and forces would give."""
    scenario, _ = load(args)
    more: dict[str, Any] = {"thresholds": args.threshold} if args.threshold else {}
    policies = _policies(args, scenario)
    try:
        result = ask("compare", progress, scenario=scenario, policies=policies, objective=args.objective, **more)
    finally:
        clear()
    show(args, result, report.comparison)


def beside(args: argparse.Namespace) -> None:
    """Print two set-ups side by side, with the lines of the reckoning that differ."""
    battles = []
    for file in (args.file, args.other):
        scenario, _ = load_of(file, args)
        policies = _policies(args, scenario)
        battles.append({"scenario": scenario, "policies": policies, "objective": args.objective})
    try:
        result = ask("beside", progress, battles=battles)
    finally:
        clear()
    show(args, result, lambda result: telling.beside(result, args.all))


def plan(args: argparse.Namespace) -> None:
    """Print what to send for an aim, and what the battle as it is set up costs against it."""
    scenario, _ = load(args)
    asked = {"aim": args.aim, "least": args.least, "move": args.move, "step": args.step}
    more: dict[str, Any] = {} if args.work is None else {"work": args.work}
    try:
        result = ask("plan", progress, scenario=scenario, policies=_policies(args, scenario), **asked, **more)
    finally:
        clear()
    show(args, result, planning.plan)


def chart(args: argparse.Namespace) -> None:
    """Print the chart with the battle's own odds."""
    scenario, _ = load(args)
    policies = _policies(args, scenario)
    try:
        result = ask("ownodds", progress, scenario=scenario, policies=policies, objective=args.objective)
    finally:
        clear()
    show(args, result, own_odds.own_odds)


def draw(args: argparse.Namespace) -> None:
    """Write the board as SVG."""
    scenario, actions = load(args)
    picture = ask("draw", scenario=scenario, actions=actions, theme=args.theme)["svg"]
    if args.output == "-":
        print(picture)
    else:
        Path(args.output).write_text(picture, encoding="utf-8")


def rules(args: argparse.Namespace) -> None:
    """List the rules of a game and what becomes of each."""

    def lines(result: Any) -> list[str]:
        rows = [
            (rule["printed"], rule["status"], rule["title"] + (f" – {rule['note']}" if rule["note"] else ""))
            for rule in result["rules"]
            if not args.status or rule["status"] == args.status
        ]
        counts = [(str(number), status, result["statuses"][status]) for status, number in result["counts"].items()]
        return [*report.columns(rows, indent=""), "", *report.columns(counts, right=(0,))]

    result = ask("rules", **_named(args))
    if args.status and args.status not in result["statuses"]:
        raise wrong(f"unknown status {documents.shown(args.status)}", documents.guess(args.status, result["statuses"]))
    show(args, result, lines)


def game(args: argparse.Namespace) -> None:
    """Print a typed-in game in order, or one to begin from; Refused when it is wrong."""
    base = taker()
    if args.blank:
        print(base.game_text(args.blank), end="")
        return
    if not args.file:
        keys = ", ".join(one["key"] for one in base.templates())
        raise wrong("no game is named", f"name a file, or write --blank KEY for one to begin from: {keys}")
    text = text_of(args.file, "name a game, as TOML or JSON")
    result = ask("game", text=text, ruleset=base.key)
    if args.json or not result["problems"]:
        show(args, result, lambda result: [result["toml"]])
    if result["problems"]:
        raise Refused([found["text"] for found in result["problems"]])


def pack(args: argparse.Namespace) -> None:
    """Print a chart pack in order, or one to fill in."""
    if args.blank:
        ruleset, _, table = args.blank.partition(":")
        print(packfile.blank(get(ruleset), table), end="")
        return
    if not args.file:
        raise wrong("no chart pack is named", "name a file, or write --blank KEY for one to fill in")
    text = text_of(args.file, "name a chart pack, as TOML or JSON")
    show(args, ask("pack", text=text, ruleset=args.ruleset), lambda result: [result["toml"]])


def diary(args: argparse.Namespace) -> None:
    """Print what several battles of two players came to, and whose dice were better."""
    document = documents.as_json(documents.read_text(text_of(args.file, "name a diary, as TOML or JSON")))
    if not isinstance(document, dict):
        raise wrong("a diary must be an object", "give it players and battles")
    if unknown := document.keys() - {"title", "players", "battles"}:
        raise wrong(f"a diary knows nothing of {min(unknown)}", "give it title, players and battles")
    try:
        result = ask("diary", progress, **document, format=args.format)
    finally:
        clear()
    show(args, result, lambda result: [result["document"]])


def link(args: argparse.Namespace) -> None:
    """Print the link that holds the battle."""
    scenario, actions = load(args)
    show(args, ask("link", scenario=scenario, actions=actions), lambda result: [result["fragment"]])


def embed(args: argparse.Namespace) -> None:
    """Print the link that an embedded page opens."""
    scenario, actions = load(args)
    policies = _policies(args, scenario)
    try:
        request = {"scenario": scenario, "actions": actions, "policies": policies, "objective": args.objective}
        result = ask("embed", progress, lesson=args.lesson, **request)
    finally:
        clear()
    show(args, result, lambda result: [result["fragment"]])


def text(args: argparse.Namespace) -> None:
    """Print the battle as text for a forum or a letter."""
    scenario, actions = load(args)
    show(args, ask("text", scenario=scenario, actions=actions), lambda result: [result["text"]])


def line(args: argparse.Namespace) -> None:
    """Print the battle as one line, which every command takes."""
    scenario, _ = load(args)
    show(args, ask("line", scenario=scenario), lambda result: [result["line"]])


def debrief(args: argparse.Namespace) -> None:
    """Print what the dice gave in a battle so far, and what each choice gave up."""
    scenario, actions = load(args)
    policies = _policies(args, scenario)
    try:
        request = {"scenario": scenario, "actions": actions, "policies": policies, "objective": args.objective}
        result = ask("debrief", progress, **request)
    finally:
        clear()
    show(args, result, report.debriefing)
