"""What the engine answers in plain text, for a terminal, a forum or a letter.

Most functions take a piece of an answer (``docs/api.md``) and return lines of text;
:mod:`hexumpire.views.after_action` tells a whole battle.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from hexumpire.model.ruleset import Policy
from hexumpire.model.text import capital
from hexumpire.model.text import say as made
from hexumpire.views.number_format import die

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
