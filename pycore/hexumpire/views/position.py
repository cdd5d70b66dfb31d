"""Positions and problems as plain data, in the shapes of ``docs/api.md``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from hexumpire.board import hexgrid
from hexumpire.kit import losses
from hexumpire.kit.places import mention, on_map
from hexumpire.model.battle import (
    FOUGHT,
    Assessment,
    Battle,
    Chance,
    Decision,
    Game,
    Line,
    Node,
    Row,
    Terminal,
)
from hexumpire.model.errors import HexUmpireError, Problem
from hexumpire.model.ruleset import Ruleset
from hexumpire.model.scenario import Scenario
from hexumpire.model.text import joined, say
from hexumpire.model.trace import Trace
from hexumpire.views.number_format import number


def problem(found: Problem) -> dict[str, str]:
    """A problem as the contract writes it."""
    return {
        "message": found.message,
        "path": found.path,
        "rule": found.rule,
        "fix": found.fix,
        "text": str(found),
    }


def defect(error: Exception) -> Problem:
    """What a player is told of a fault of the engine: one line, with the place of the fault."""
    said = " ".join(str(error).split())[:300]
    where = ""
    step = error.__traceback__
    while step is not None:
        code = step.tb_frame.f_code  # the page's has no lines, and names the one where the function begins
        where = f"{code.co_qualname}, {code.co_filename.rpartition('/')[2]}:{step.tb_lineno or code.co_firstlineno}"
        step = step.tb_next
    found = f"{type(error).__name__} at {where}: {said}"
    return Problem(say("This is a defect of Hex Umpire, please report it: {any}", any=found.rstrip(": ")))


def forbidden(ruleset: Ruleset, game: Game[Any]) -> dict[str, Any]:
    """The position of a fight that the rules forbid: why, and what can be worked out all the same."""
    problems = [problem(found) for found in game.problems]
    assessment: Assessment | None = None
    overlay: Mapping[str, Any] = {}
    rows: dict[str, list[dict[str, Any]]] = {}
    try:
        state = game.start()
        assessment, overlay = game.assess(state), game.overlay(state)
        rows = _attacks(ruleset, game.rows(state))
    except HexUmpireError:
        pass
    except Exception as error:  # the reasons why it is forbidden are worth more than the sums
        problems.append(problem(defect(error)))
    return {
        "problems": problems,
        "relevant": _relevant(game),
        "assessment": _assessment(assessment),
        "round": 0,
        "begun": False,
        "node": None,
        "overrides": [],
        "starts": [],
        "log": [],
        "overlay": _with_names(ruleset, game.scenario, overlay),
        "bar": bar(assessment),
        **rows,
    }


def view(ruleset: Ruleset, battle: Battle[Any]) -> dict[str, Any]:
    """A position as the contract writes it."""
    game, state = battle.game, battle.state
    node = battle.node
    over = isinstance(node, Terminal) and bool(battle.line)
    assessment = None if over else battle.assessment
    overlay = dict(game.overlay(state))
    said = _node(ruleset, battle, node)
    if isinstance(node, Decision):
        open_now = said["losses"]["items"] if "losses" in said else said["options"]
        overlay.setdefault("legal_units", list(dict.fromkeys(one["unit"] for one in open_now if one["unit"])))
        hexes = dict.fromkeys(one["hex"] for one in open_now if one["hex"] and not one["unit"])
        overlay.setdefault("legal_hexes", list(hexes))
    agreed = [{"id": one.id, "label": one.label, "unit": one.unit, "hex": one.hex} for one in game.overrides(state)]
    _apart(ruleset, game.scenario, agreed)
    rows = game.rows(state)
    overlay = _with_names(ruleset, game.scenario, overlay)
    if rows and not game.scenario.attacks:  # which the board cannot see in the scenario
        overlay["numbers"] = {target: str(row.number + 1) for row in rows for target in row.targets}
        made = [row for row in rows if row.starts and not over]
        overlay["attacks"] = [{"from": list(row.starts), "targets": list(row.targets)} for row in made]
    ended = {row.number for row in rows if over or row.state == FOUGHT or row.missed}
    if over and not rows:
        ended = set(range(len(game.scenario.named)))
    if ended:
        overlay["over"] = [number + 1 for number in sorted(ended)]
    return {
        "problems": [],
        "relevant": _relevant(game),
        "assessment": _assessment(assessment),
        "round": getattr(game.seat(state)[1], "round", 0),
        "begun": bool(battle.line),
        "node": said,
        "overrides": [{"id": one["id"], "label": one["label"]} for one in agreed],
        "starts": losses.starts(battle),
        "log": [_logged(step, line) for step, line in battle.log],
        "overlay": overlay,
        "bar": bar(assessment) or str(said.get("title", "")),
        **_attacks(ruleset, rows),
    }


def _logged(step: int, line: Line) -> dict[str, Any]:
    """A line of the log, by the action that made it; with the reckoning of its figure or the cell, where it has one."""
    found = {"step": step, "text": line.text, "rules": list(line.rules), "side": line.side}
    if line.cell:
        found["cell"] = dict(zip(("row", "column"), line.cell, strict=True))
    return found | ({"trace": _trace(line.trace)} if line.trace else {})


def _attacks(ruleset: Ruleset, rows: Sequence[Row]) -> dict[str, list[dict[str, Any]]]:
    """The list of attacks, where there are several."""
    results = dict(ruleset.results)
    ended = [results.get(row.outcome.result, row.outcome.result) if row.outcome else "" for row in rows]
    found = [
        {
            "number": row.number + 1,
            "targets": list(row.targets),
            "title": row.title,
            "state": row.state,
            "note": row.note or result,
            "rules": list(row.rules),
            "bar": bar(row.assessment),
            "column": row.assessment.column if row.assessment else None,
            "result": result,
        }
        for row, result in zip(rows, ended, strict=True)
    ]
    return {"attacks": found} if found else {}


def _with_names(ruleset: Ruleset, scenario: Scenario, overlay: Mapping[str, Any]) -> dict[str, Any]:
    """The overlay with the numbers that the game's own map prints in the hexes of the board."""
    if not on_map(ruleset, scenario):
        return dict(overlay)
    places = dict.fromkeys((*scenario.hexes, *scenario.named, *(unit.at for unit in scenario.units)))
    places.update(dict.fromkeys((*overlay.get("legal_hexes", ()), *overlay.get("lit_hexes", ()))))
    for moved in overlay.get("moved", {}).values():
        places.update(dict.fromkeys(moved))
    for target in scenario.named:  # the board shows all around a target
        places.update(dict.fromkeys(map(hexgrid.name, hexgrid.neighbours(hexgrid.parse(target)))))
    found = {place: ruleset.place_name(place) for place in places}
    return {**overlay, "names": {place: name for place, name in found.items() if name}}


def pack_of(scenario: Scenario) -> str | None:
    """What the players call their own charts that figures are made with; None where they use none."""
    pack = scenario.pack
    return pack.title if pack is not None and pack.tables else None


def losses_of(ruleset: Ruleset, battle: Battle[Any], picks: list[str] | None = None) -> dict[str, Any] | None:
    """The losses of a position that are named together (see :func:`hexumpire.kit.losses.report`)."""
    found = losses.report(battle, picks)
    if found:
        _apart(ruleset, battle.game.scenario, found["items"])
    return found


def _apart(ruleset: Ruleset, scenario: Scenario, options: list[dict[str, Any]]) -> None:
    """Have options that read alike name their hex, or what else tells their counters apart."""
    by_label: dict[str, list[dict[str, Any]]] = {}
    for option in options:
        by_label.setdefault(option["label"], []).append(option)
    for alike in by_label.values():
        if len(alike) == 1:
            continue
        places = [_stands(scenario, option, alike) for option in alike]
        said = []
        for place, option in zip(places, alike, strict=True):
            parts = [mention(place)] if len(set(places)) > 1 else []
            if places.count(place) > 1:
                parts += _differing(ruleset, scenario, option, alike)
            said.append(joined(parts, ", "))
        for count, (text, option) in enumerate(zip(said, alike, strict=True), 1):
            more = text if said.count(text) == 1 else joined([text, str(count)], ", ")
            option["label"] = say("{a} ({b})", a=option["label"], b=more)


def _stands(scenario: Scenario, option: Mapping[str, Any], alike: list[dict[str, Any]]) -> str:
    """Where an option is about; that of its counter, where all of them lead to one hex."""
    unit = scenario.by_id.get(option["unit"])
    if unit is not None and len({one["hex"] for one in alike}) == 1:
        return unit.at
    return str(option["hex"])


def _differing(
    ruleset: Ruleset, scenario: Scenario, option: Mapping[str, Any], alike: list[dict[str, Any]]
) -> list[str]:
    """What a counter is in which those of the same label differ."""
    units = [scenario.by_id[one["unit"]] for one in alike if one["unit"] in scenario.by_id]
    mine = scenario.by_id.get(option["unit"])
    if mine is None:
        return []
    fields = {field.key: field for field in ruleset.vocabulary.unit_fields}
    found: list[str] = []
    for key, value in mine.values.items():
        if key in fields and len({str(unit.values.get(key)) for unit in units}) > 1:
            titles = dict(fields[key].options) if fields[key].kind == "choice" else {}
            said = titles.get(str(value)) or ({True: "yes", False: "no"}[value] if isinstance(value, bool) else value)
            found.append(say("{a}: {b}", a=fields[key].title, b=said))
    return found


def _relevant(game: Game[Any]) -> dict[str, Any]:
    """The fields that matter, with the counters and the hexes of which the same ones matter together."""
    found = dict(game.relevant())
    for kind in ("units", "hexes"):
        alike: dict[tuple[str, ...], list[str]] = {}
        for id, fields in found.get(kind, {}).items():
            alike.setdefault(tuple(fields), []).append(id)
        found[kind] = [{"of": ids, "fields": list(fields)} for fields, ids in alike.items()]
    return found


def _refusals(battle: Battle[Any]) -> list[dict[str, Any]]:
    """What may not be chosen and why, with the hexes that one reason keeps a counter from together."""
    alike: dict[tuple[str, str, tuple[str, ...]], list[str]] = {}
    for one in battle.game.refusals(battle.state):
        hexes = alike.setdefault((one.unit, one.reason, tuple(one.rules)), [])
        if one.hex:
            hexes.append(one.hex)
    return [
        {"unit": unit, "hexes": hexes, "reason": reason, "rules": list(rules)}
        for (unit, reason, rules), hexes in alike.items()
    ]


def _node(ruleset: Ruleset, battle: Battle[Any], node: Node) -> dict[str, Any]:
    if isinstance(node, Decision):
        together = losses_of(ruleset, battle)
        options = [
            {"id": one.id, "label": one.label, "rules": list(one.rules), "unit": one.unit, "hex": one.hex}
            for one in node.options
        ]
        _apart(ruleset, battle.game.scenario, options)
        aside = sum(one.aside for one in node.options)
        judged = aside < 2 or len(node.options) - aside > 1  # best play looks at none that are aside
        return {
            **({"losses": together} if together else {}),
            **({} if judged else {"judged": False}),
            "kind": "decision",
            "side": node.side,
            "topic": node.topic,
            "prompt": node.prompt,
            "rules": list(node.rules),
            "options": options,
            "refusals": _refusals(battle),
        }
    if isinstance(node, Chance):
        faces = [{"id": face, "weight": weight} for face, weight in node.faces]
        return {
            "kind": "chance",
            "side": node.side,
            "prompt": node.prompt,
            "rules": list(node.rules),
            "faces": faces,
        }
    result = node.outcome.result
    texts = {key: ruleset.measure_text(key, value) for key, value in node.outcome.measures}
    told = {key: text for key, text in texts.items() if text}
    return {
        "kind": "end",
        "result": result,
        "title": dict(ruleset.results).get(result, result),
        "measures": dict(node.outcome.measures),
        **({"shown": told} if told else {}),
        "rules": list(node.rules),
        "lines": [{"text": line.text, "rules": list(line.rules)} for line in battle.game.closing(battle.state)],
    }


def _trace(line: Trace) -> dict[str, Any]:
    return {
        "label": line.label,
        "value": None if line.value is None else number(line.value),
        "rules": list(line.rules),
        "op": line.op,
        "skipped": line.skipped,
        "note": line.note,
        "children": [_trace(child) for child in line.children],
    }


def _assessment(found: Assessment | None) -> dict[str, Any] | None:
    if found is None:
        return None
    return {
        "headline": found.headline,
        "attack": None if found.attack is None else number(found.attack),
        "defense": None if found.defense is None else number(found.defense),
        "column": found.column,
        "trace": _trace(found.trace),
        "margins": [{"text": one.text, "rules": list(one.rules)} for one in found.margins],
        "results": [{"face": face, "result": result} for face, result in found.results],
    }


def bar(found: Assessment | None) -> str:
    """The odds in a few words: ``"24 : 18 → 1:1"``; nothing when there are none."""
    return found.brief or found.headline if found is not None else ""


def board(document: Mapping[str, Any], scenario: Scenario) -> dict[str, Any]:
    """The canonical document of a scenario with every field of its units said, for their counters show it."""
    units = [{**entry, **scenario.by_id[entry["id"]].values} for entry in document["units"]]
    return {**document, "units": units}
