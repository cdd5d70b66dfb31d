"""Battles told from beginning to end as plain text, for people to read and for tests to compare."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

from hexumpire.files import codec
from hexumpire.kit.places import Names
from hexumpire.model.battle import UMPIRE, Assessment, Battle, Chance, Decision, LegalActions, Line, Terminal
from hexumpire.model.ruleset import Ruleset

DICE = (4, 2, 5, 1, 3, 6)
"""Which face falls, as a share of all there are, roll after roll."""


def line_by_policy(ruleset: Ruleset, battle: Battle[Any], first: int) -> Battle[Any]:
    """Both sides by their first policy, dice in the order of ``DICE`` from ``first`` on."""
    rolls = 0
    while not isinstance(battle.node, Terminal):
        node = battle.node
        if isinstance(node, Chance):
            faces = [face for face, _ in node.faces]
            action = faces[(DICE[(first + rolls) % len(DICE)] - 1) * len(faces) // len(DICE)]
            rolls += 1
        else:
            assert isinstance(node, Decision)
            if node.side == UMPIRE:  # read off something we do not have: as the dice have it
                action = node.options[(DICE[(first + rolls) % len(DICE)] - 1) * len(node.options) // len(DICE)].id
                rolls += 1
            else:
                policy = next(policy for policy in ruleset.policies if node.side in policy.sides)
                action = policy.decide(battle.game, battle.state, node)
        battle = battle.play(action)
    return battle


def line_at_random(ruleset: Ruleset, battle: Battle[Any], seed: str) -> Battle[Any]:
    """Every roll and choice at random, the same each time."""
    rng = random.Random(seed)
    while not isinstance(battle.node, Terminal):
        actions = list(LegalActions(battle.node))
        battle = battle.play(actions[rng.randrange(len(actions))])
    return battle


def tell(ruleset: Ruleset, example: dict[str, Any]) -> str:
    """Two lines of play of an example: one as the first policies play it, one at random."""
    scenario = codec.read_scenario(example["scenario"])
    start = Battle.start(ruleset.game(scenario))
    key = example["key"]
    turn = sum(map(ord, key)) % len(DICE)
    lines = [f"# {example['title']} [{example['rule']}], edition {scenario.edition}"]
    if example["note"]:
        lines.append(f"# {example['note']}")
    told: list[Assessment] = []
    for title, battle in (
        ("Both sides by their first policy", line_by_policy(ruleset, start, turn)),
        ("Every roll and choice at random", line_at_random(ruleset, start, key)),
    ):
        lines += ["", f"## {title}", f"actions: {', '.join(battle.line)}", *_playthrough(battle, told)]
    names = Names(ruleset, scenario)
    return "\n".join(names.told(line).rstrip() for line in lines) + "\n"


def _playthrough(last: Battle[Any], told: list[Assessment]) -> Iterator[str]:
    battle, shown = last.undo(len(last.line)), ""
    for action in last.line:
        yield ""
        assessment = battle.assessment
        if assessment is not None and isinstance(battle.node, Chance):
            if assessment in told:
                yield f"ODDS {assessment.headline}, as told above"
            elif any(replace(assessment, results=other.results) == other for other in told):
                yield f"ODDS {assessment.headline}, as told above, but the faces give: {_faces(assessment)}"
            else:
                yield from _odds(assessment)
                told.append(assessment)
        elif assessment is not None and assessment.headline != shown:
            yield f"ODDS {assessment.headline}"
        shown = assessment.headline if assessment else ""
        yield from _node(battle)
        battle = battle.play(action)
        yield f"> {action}"
        for number, line in battle.log:
            if number == len(battle.line) - 1:
                yield f"  {_log(line)}"
        overlay = {key: value for key, value in battle.game.overlay(battle.state).items() if value}
        if overlay:
            yield f"  board: {overlay}"
    node = battle.node
    assert isinstance(node, Terminal)
    yield ""
    measures = ", ".join(f"{key} {number}" for key, number in node.outcome.measures)
    yield f"END {node.outcome.result}{_rules(node.rules)}: {measures}"
    for line in battle.game.closing(battle.state):
        yield f"  {_log(line)}"


def _rules(rules: Iterable[str]) -> str:
    return f" [{', '.join(rules)}]" if rules else ""


def _log(line: Line) -> str:
    return f"{line.side + ': ' if line.side else ''}{line.text}{_rules(line.rules)}"


def _faces(found: Assessment) -> str:
    return ", ".join(f"{face} {result}" for face, result in found.results)


def _odds(found: Assessment) -> Iterator[str]:
    yield f"ODDS {found.headline}"
    for depth, line in found.trace.lines():
        value = "-" if line.skipped else "" if line.value is None else str(line.value)
        note = f" ({line.note})" if line.note else ""
        operation = "" if line.op in ("fact", "list") else f" = {line.op}"
        yield f"{value:>5}{'  ' * depth}  {line.label}{operation}{note}{_rules(line.rules)}"
    if found.results:
        yield "  faces: " + _faces(found)
    for margin in found.margins:
        yield f"  margin: {margin.text}{_rules(margin.rules)}"


def _node(battle: Battle[Any]) -> Iterator[str]:
    node = battle.node
    if isinstance(node, Chance):
        yield f"ROLL {node.prompt}{_rules(node.rules)}"
        yield "  " + " ".join(face if weight == 1 else f"{face} (x{weight})" for face, weight in node.faces)
    elif isinstance(node, Decision):
        yield f"ASK {node.side} ({node.topic}) {node.prompt}{_rules(node.rules)}"
        for option in node.options:
            where = f" @{option.hex}" if option.hex else ""
            yield f"  - {option.id}: {option.label}{where}{_rules(option.rules)}"
    for refusal in battle.game.refusals(battle.state):
        yield f"  x {refusal.unit or refusal.hex}: {refusal.reason}{_rules(refusal.rules)}"
