"""A battle in plain text, for a terminal, a forum or a letter.

Most functions take a piece of an answer of the engine (``docs/api.md``) and return lines of text;
:func:`after_action` tells a whole battle.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from hexumpire.kit.places import Names, mention, mention_side
from hexumpire.model.battle import Battle, Chance, Decision, Game, Node, split_note
from hexumpire.model.ruleset import Policy, Ruleset
from hexumpire.model.scenario import Scenario, Unit
from hexumpire.model.text import capital, uncapital
from hexumpire.model.text import say as made
from hexumpire.model.vocabulary import Field, Value
from hexumpire.views import i18n
from hexumpire.views.finishing import finished, problems
from hexumpire.views.number_format import die
from hexumpire.views.position import bar as odds_bar
from hexumpire.views.position import view as view_of

WIDTH = 24
"""Length of the longest bar, in characters."""

FORCE = {
    "counters": "counters",
    "strength": "its strength",
    "added": "counters added",
    "factors": "factors added",
    "points": "points added",
}
"""What more or less force there is, by its kind (``docs/api.md``)."""

Lines = list[str]
Say = Callable[[str], str]
"""Gives a text in another language (:meth:`hexumpire.views.i18n.Catalogue.say`)."""
_EIGHTHS = " ▏▎▍▌▋▊▉"


def sections(part: Mapping[str, Any]) -> str:
    """What is printed of the rules that a part of an answer cites."""
    found = part.get("printed", part.get("rules") or part.get("rule") or "")
    return found if isinstance(found, str) else ", ".join(found)


def cited(part: Mapping[str, Any]) -> str:
    """The same in brackets, after two blanks; nothing when it cites none."""
    found = sections(part)
    return f"  [{found}]" if found else ""


def bar(p: Fraction, width: int = WIDTH) -> str:
    """A bar of blocks; seen whenever ``p`` is above 0, full only when it is 1."""
    eighths = round(p * width * 8)
    if p:
        eighths = max(1, eighths)
    if p != 1:
        eighths = min(width * 8 - 1, eighths)
    return ("█" * (eighths // 8) + _EIGHTHS[eighths % 8]).rstrip()


def columns(rows: Sequence[Sequence[str]], right: Iterable[int] = (), indent: str = "  ") -> Lines:
    """Rows of cells as aligned columns; those numbered in ``right`` are flush right."""
    if not rows:
        return []
    flush = set(right)
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    return [
        (
            indent
            + "  ".join(
                cell.rjust(width) if i in flush else cell.ljust(width)
                for i, (cell, width) in enumerate(zip(row, widths, strict=True))
            )
        ).rstrip()
        for row in rows
    ]


def number(value: object) -> str:
    """A whole number with a true minus sign; a dash when there is none."""
    return "–" if value is None else str(value).replace("-", "−")


# --- the arithmetic ------------------------------------------------------------------------------------------


def _flat(line: Mapping[str, Any], depth: int) -> Iterable[tuple[int, Mapping[str, Any]]]:
    yield depth, line
    for child in line["children"]:
        yield from _flat(child, depth + 1)


def trace(tree: Mapping[str, Any], brief: bool = False) -> Lines:
    """The arithmetic as an indented table: what, how much, by which rule.

    What did not apply says why; or is left out if ``brief``.
    """
    rows = []
    for depth, line in _flat(tree, 0):
        if brief and line["skipped"]:
            continue
        value = "–" if line["skipped"] else "" if line["op"] == "list" else number(line["value"])
        rows.append(("  " * depth + line["label"], value, sections(line), line["note"]))
    return columns(rows, right=(1,))


def assessment(found: Mapping[str, Any], brief: bool = False, say: Say = str) -> Lines:
    """Headline, arithmetic, what each face would give, and what would change the column."""
    lines = [found["headline"], "", *trace(found["trace"], brief)]
    if found["results"]:
        pairs = "  ".join(f"{one['face'].rpartition('=')[2]}: {one['result']}" for one in found["results"])
        lines += ["", f"  {say('Results by the die')}:  {pairs}"]
    if found["margins"]:
        lines += ["", *(f"  {one['text']}{cited(one)}" for one in found["margins"])]
    return lines


# --- positions -----------------------------------------------------------------------------------------------


def log(entries: Iterable[Mapping[str, Any]]) -> Lines:
    """Lines of the log, numbered by the action that made them; below a line the reckoning of its figure, if any."""
    found = []
    for one in entries:
        found.append(f"{one['step'] + 1:4}  {one['text']}{cited(one)}")
        found += [f"      {line}" for line in trace(one["trace"], brief=True)] if "trace" in one else []
    return found


def question(node: Mapping[str, Any], measures: Iterable[tuple[str, str]] = (), say: Say = str) -> Lines:
    """What is asked here, with the options numbered, or how it ended; ``measures`` are keys with titles."""
    if node["kind"] == "end":
        titles = {key: say(title) for key, title in measures}
        told = node.get("shown", {})
        ending = [(titles.get(key, key), told.get(key) or number(value)) for key, value in node["measures"].items()]
        said = [f"  {line['text']}{cited(line)}" for line in node["lines"]]
        return [f"{say('The end')}: {node['title']}{cited(node)}", *columns(ending, right=(1,)), *said]
    lines = [f"{say(capital(node['side']))}: {node['prompt']}{cited(node)}"]
    if node["kind"] == "chance":
        weights = {face["weight"] for face in node["faces"]}
        faces = [
            _face(face["id"], say) if len(weights) == 1 else f"{_face(face['id'], say)} ({say(_ways(face['weight']))})"
            for face in node["faces"]
        ]
        return [*lines, "  " + ", ".join(faces)]
    rows = [
        (f"{place}.", option["id"], option["label"] + cited(option)) for place, option in enumerate(node["options"], 1)
    ]
    return [*lines, *columns(rows, right=(0,))]


def _ways(weight: int) -> str:
    """In how many ways a face comes."""
    return made("{n} way", n=weight) if weight == 1 else made("{n} ways", n=weight)


def _face(face: str, say: Say) -> str:
    """A face of a die."""
    name, _, faces = face.partition("=")
    return say(die(name, faces))


def position(
    view: Mapping[str, Any], measures: Iterable[tuple[str, str]] = (), brief: bool = False, say: Say = str
) -> Lines:
    """A whole position: the odds, the log and the question (see :func:`question`)."""
    lines: Lines = []
    if view["assessment"]:
        lines += [*assessment(view["assessment"], brief, say), ""]
    if view["log"]:
        lines += [*log(view["log"]), ""]
    if view["node"]:
        lines += question(view["node"], measures, say)
    return lines


# --- analysis ------------------------------------------------------------------------------------------------


def _chances(rows: Iterable[Mapping[str, Any]]) -> Lines:
    return columns([(one["title"], one["percent"], bar(Fraction(one["p"]))) for one in rows], right=(1,))


def outcomes(found: Mapping[str, Any], policies: Iterable[Policy] = ()) -> Lines:
    """The exact distribution: results, every measure alone with at-least figures, rounds; ``policies`` for titles."""
    titles = {(side, policy.key): policy.title for policy in policies for side in policy.sides}
    played = [
        (side.capitalize(), key, titles.get((side, key), "best play" if key == "best" else ""))
        for side, key in found["policies"].items()
    ]
    own = "" if found.get("pack") is None else f", by the players' own chart{found['pack'] and ': ' + found['pack']}"
    lines = ["How they decide:", *columns(played), "", f"What it comes to{own}:", *_chances(found["summary"])]
    for measure in found["measures"]:
        title, values = measure["title"], measure["values"]
        if len(values) == 1:
            lines += ["", f"{title}: {values[0].get('text') or number(values[0]['value'])} in every case"]
            continue
        lines += ["", f"{title}:"]
        rows = [("", "exactly", "at least", "")]
        rows += [
            (one.get("text") or number(one["value"]), one["percent"], one["at_least_percent"], bar(Fraction(one["p"])))
            for one in values
        ]
        lines += columns(rows, right=(0, 1, 2))
    if found.get("hexes"):
        lines += ["", "Each hex is taken in:"]
        lines += columns([(one["text"], one["percent"], bar(Fraction(one["p"]))) for one in found["hexes"]], right=(1,))
    if len(found["rounds"]) > 1:
        lines += ["", "By the round it ends in:"]
        rows4 = [
            (str(entry["round"]), one["title"], one["percent"], bar(Fraction(one["p"])))
            for entry in found["rounds"]
            for one in entry["results"]
        ]
        lines += columns(rows4, right=(0, 2))
    cases = found["denominator"]
    few = f", out of {cases:,} equally likely cases" if cases < 10**12 else ""
    return [*lines, "", f"Exact{few}."]


def solution(found: Mapping[str, Any]) -> Lines:
    """Best play: what the position is worth, what each choice costs, and a plan."""
    lines = [f"Best play for {found.get('title') or found['objective']}: {found['value_text']}"]
    if found["actions"]:
        lines.append(f"{found['side'].capitalize()}:")
        lines += columns(
            [
                ("*" if one["best"] else "", one["id"], one["label"], one["value_text"], one["cost_text"])
                for one in found["actions"]
            ],
            right=(3,),
        )
    if found["faces"]:
        lines += columns([(one["id"], one["value_text"]) for one in found["faces"]], right=(1,))
    if found["plan"]:
        lines += ["", "Plan:", *(f"  {one['when']}: {one['do']}" for one in found["plan"])]
    return lines


def debriefing(found: Mapping[str, Any]) -> Lines:
    """A battle taken apart (the answer of ``debrief``) as lines: the sentence, the sum, and each step."""
    lines = [found["text"], *found["notes"], f"{found['title']}:"]
    rows = [(f"  {term['title']}", term["value_text"]) for term in found["terms"]]
    lines += columns(rows, right=(1,), indent="")
    steps = [
        (f"  {one['step'] + 1}", one["value_text"], one["label"] + (f" (best: {one['best']})" if one["best"] else ""))
        for one in found["steps"]
    ]
    return [*lines, *columns(steps, right=(0, 1), indent="")]


def comparison(found: Mapping[str, Any]) -> Lines:
    """The battle under other editions and readings, and with more or less force."""
    lines = [f"As it is set up: {_in_short(found['base'])}"]
    if len(found["editions"]) > 1:
        lines += ["", "Editions:", *_cases(found["editions"])]
    for reading in found["readings"]:
        idle = "" if reading["matters"] else "  (makes no difference here)"
        lines += ["", f"{reading['title']}{cited(reading)}{idle}"]
        if reading["matters"]:
            lines += _cases(reading["options"])
    force = found["force"]
    if force:
        lines += ["", f"The hex is taken in {force['percent']}; with more or less of"]
        for row in force["rows"]:
            what = f"{row['label']} in {', '.join(row['places'])}, {FORCE[row['kind']]}"
            told = [f"{step['add']:+d} {step['percent'] or step['note']}" for step in row["steps"]]
            lines.append(f"  {what}: {', '.join(told)}".replace(" -", " −"))
        for one in force["thresholds"]:
            if one["met"]:
                lines.append(f"  {one['percent']}: reached already")
            elif not one["least"]:
                lines.append(f"  {one['percent']}: not with up to {force['most']} more of any one kind")
            else:
                lines.append(f"  {one['percent']}:")
                lines += [
                    f"    {way['label']} in {', '.join(way['places'])}, {FORCE[way['kind']]}: +{way['add']}"
                    for way in one["least"]
                ]
    if not found["complete"]:
        lines += ["", "Not everything was worked out: there is too much to compare at once."]
    return lines


def _in_short(case: Mapping[str, Any]) -> str:
    """Odds and chances of a case in a line."""
    if case["problems"]:
        return f"not allowed: {case['problems'][0]['text']}"
    chances = ", ".join(f"{one['title']} {one['percent']}" for one in case["summary"] or ())
    return "; ".join(part for part in (case["bar"], chances or case["note"]) if part)


def _cases(cases: Iterable[Mapping[str, Any]]) -> Lines:
    lines = []
    for case in cases:
        lines.append(f"  {'*' if case['current'] else ' '} {case['title']}: {_in_short(case)}")
        lines += [f"      {_told(pair['before'])} → {_told(pair['after'])}" for pair in case["lines"]]
    return lines


def _told(line: Mapping[str, Any] | None) -> str:
    """A line of the arithmetic by itself."""
    if line is None:
        return "nothing"
    value = "" if line["value"] is None else f" {number(line['value'])}"
    note = f" ({line['note']})" if line["note"] else ""
    return f"{line['label']}{value}{note}{cited(line)}"


# --- the whole story -----------------------------------------------------------------------------------------


def _said(field: Field, value: Value, say: Say) -> str:
    if field.kind == "flag":
        return say(field.title) if value else f"{say('no')} {say(field.title)}"
    shown = say(field.options.get(str(value), str(value))) if field.kind == "choice" else str(value)
    return f"{say(field.title)}: {shown}"


def _unit(unit: Unit, ruleset: Ruleset, say: Say) -> str:
    words = ruleset.vocabulary
    kind = words.type_of[unit.type]
    nation = words.nation_of[unit.nation].title if unit.nation else ""
    name = say(made("{nation} {type}", nation=nation, type=kind.title) if nation else kind.title)
    name = f"{unit.count} × {name}" if unit.count > 1 else name
    values = [
        _said(words.field_of[key], unit.values[key], say)
        for key in kind.fields
        if key == kind.fields[0] or unit.values[key] != words.default(kind, key, unit.values)
    ]
    return f"{name} in {mention(unit.at)}" + (f" ({', '.join(values)})" if values else "")


def _hex(scenario: Scenario, name: str, ruleset: Ruleset, say: Say) -> str:
    words = ruleset.vocabulary
    data = scenario.hex(name)
    terrain = next((one.title for one in words.terrains if one.key == data.terrain), data.terrain)
    marks = {mark.key: mark.title for mark in words.features}
    parts = [_small(title, say) for title in (terrain, *(marks[key] for key in data.features))]
    parts += [
        _said(field, data.values[field.key], say)
        for field in words.hex_fields
        if data.values.get(field.key, field.default) != field.default
    ]
    return f"{mention(name)} ({', '.join(parts)})"


def _small(title: str, say: Say) -> str:
    """A title inside a sentence; other languages than English keep its letters."""
    said = say(title)
    return uncapital(said) if said == title else said


def _sides(scenario: Scenario, ruleset: Ruleset, say: Say) -> Lines:
    marks = {mark.key: _small(mark.title, say) for mark in ruleset.vocabulary.side_features}
    lines = []
    for name, keys in scenario.sides.items():
        titles = ", ".join(marks[key] for key in keys)
        lines.append(f"  {say(mention_side(name))}: {titles}")
    return lines


def setting(ruleset: Ruleset, scenario: Scenario, say: Say = str) -> Lines:
    """Who fights where, with which forces, and every condition and reading that is not as usual."""
    names = Names(ruleset, scenario)
    return [names.told(line) for line in _setting(ruleset, scenario, say)]


def _setting(ruleset: Ruleset, scenario: Scenario, say: Say) -> Lines:
    words = ruleset.vocabulary
    edition = say(dict(ruleset.editions)[scenario.edition])
    heading = f"{scenario.title or say('A battle')} – {say(ruleset.title)}, {edition}"
    lines = [heading, "=" * len(heading), ""]
    if scenario.named:
        lines.append(f"{say('Attacked')}: " + "; ".join(_hex(scenario, name, ruleset, say) for name in scenario.named))
    lines += _sides(scenario, ruleset, say)
    for side, title in words.sides:
        lines.append(f"{say(title)}:")
        units = [f"  {_unit(unit, ruleset, say)}" for unit in scenario.units if unit.side == side]
        lines += units or [f"  {say('nobody')}"]
    unusual = [
        _said(field, values[field.key], say) + cited({"printed": ruleset.index.printed(field.rule)})
        for fields, values in ((words.conditions, scenario.conditions), (words.readings, scenario.readings))
        for field in fields
        if values[field.key] != field.default
    ]
    if unusual:
        lines += [f"{say('Conditions')}:", *(f"  {text}" for text in unusual)]
    return lines


def after_action(
    ruleset: Ruleset, game: Game[Any], fight: Battle[Any] | None, words: i18n.Catalogue | None = None
) -> str:
    """A battle from set-up to where it stands: forces, odds with the arithmetic, rolls, log, result.

    ``fight`` is None when the rules forbid it: then the text says why. With ``words`` it is in their language.
    """
    with i18n.naming(words):
        return "\n".join(_after_action(ruleset, game, fight, words)) + "\n"


def _after_action(
    ruleset: Ruleset, game: Game[Any], fight: Battle[Any] | None, words: i18n.Catalogue | None
) -> list[str]:
    """Its lines."""
    say: Say = words.say if words else str
    names = Names(ruleset, game.scenario)

    def look(fight: Battle[Any]) -> Mapping[str, Any]:
        seen: Mapping[str, Any] = view_of(ruleset, fight)
        told: Mapping[str, Any] = finished(seen, ruleset.index, names, words)
        return told

    lines = [*setting(ruleset, game.scenario, say), ""]
    if fight is None:
        lines.append(say("The rules forbid this fight") + ":")
        said = [replace(found, message=say(found.message), fix=say(found.fix)) for found in game.problems]
        lines += [f"  {one['text']}" for one in problems(said, ruleset.index, names)]
        return lines
    view = look(fight)
    if not fight.line:
        return [*lines, *position(view, ruleset.measures, True, say)]
    start = look(Battle.start(game))
    if start["assessment"]:
        lines += [*assessment(start["assessment"], True, say), ""]
    lines += [*_story(fight, view["log"], start["bar"], say, lambda text: names.told(say(text))), ""]
    if view["node"]["kind"] != "end" and view["bar"] not in ("", start["bar"]):
        lines += [f"{say('The odds now')}: {view['bar']}"]
    return [*lines, *question(view["node"], ruleset.measures, say)]


def _label(node: Node, action: str) -> str:
    """What was chosen, in words."""
    options = node.options if isinstance(node, Decision) else ()
    return next((one.label for one in options if one.id == action), action)


def _story(fight: Battle[Any], entries: Sequence[Mapping[str, Any]], odds: str, say: Say, tell: Say) -> Lines:
    """The log, with the odds wherever dice fell at others than before; ``tell`` names hexes as well."""
    lines: Lines = []
    for step, state in enumerate(fight.trail):
        if isinstance(fight.game.node(state), Chance):
            found = fight.game.assess(state)
            now = say(odds_bar(found)) if odds_bar(found) else ""
            if now and now != odds:
                lines.append(f"      {say('The odds are now')} {now}")
                odds = now
        told = log(one for one in entries if one["step"] == step)
        lines += told or [f"{step + 1:4}  {tell(_label(fight.game.node(state), split_note(fight.line[step])[0]))}"]
    return lines
