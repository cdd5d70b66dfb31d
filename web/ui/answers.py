"""What the engine is asked, and what it answered."""

from __future__ import annotations

from typing import Any

import form
from shapes import Doc
from state import SETUP, State
from texts import note_unsaid, t

LONGEST = 600  # letters of what an input is refused for, once one fault is told


def problems(app: State) -> list[Doc]:
    """Everything that stands against the fight."""
    if app.answers.refused:
        return app.answers.refused
    return app.position.get("problems", []) if app.answers.view else []


def refusals(found: list[Doc]) -> str:
    """What an input is refused for, in a line: each fault with its place in the input and the way out."""
    said: list[str] = []
    for problem in found:
        path, fix = str(problem.get("path") or ""), str(problem.get("fix") or "")
        place = " (" + path[2:] + ")" if path[:2] == "$." else ""
        line = str(problem["message"]) + place + (": " + fix if fix else "")
        if said and len("; ".join(said)) + len(line) > LONGEST:
            return "; ".join(said) + " …"
        said.append(line)
    return "; ".join(said)


def said_by_link(app: State) -> tuple[str, str, str] | None:
    """What the link says of the battle on the screen, as (language, odds, chance); None once the engine knows."""
    if app.current or app.battle.head_of != app.battle.revision or len(app.battle.head) < 3 or not app.battle.head[2]:
        return None
    return app.battle.head[1], app.battle.head[2], app.battle.head[3] if len(app.battle.head) > 3 else ""


def told(app: State) -> bool:
    """Whether the answer is all there is: it is no odds, and nobody has anything to decide or to roll."""
    ended = bool(app.node) and app.node["kind"] == "end" and not app.battle.actions
    return ended and not form.by_odds(app)


def takes_hex(app: State) -> str:
    """The chance, in words, that the attacker holds the hex in the end; empty where the answer is no odds."""
    if not form.by_odds(app):
        return ""
    for measure in (app.answers.outcomes or {}).get("measures") or []:
        if measure["key"] == "hex":
            for value in measure["values"]:
                if value["value"] == 1:
                    return str(value["percent"])
            return "0 %"
    return ""


def takes_said(app: State) -> str:
    """What that chance is of."""
    return t("bar.takesall") if app.battle.scenario.get("attacks") else t("bar.takes")


def view_request(app: State) -> Doc:
    """Ask for the position."""
    return request(app, "view")


def outcomes_request(app: State) -> Doc:
    """Ask for the distribution."""
    return walk_request(app, "outcomes")


def walk_request(app: State, op: str) -> Doc:
    """Ask for what takes a walk over the whole fight: how the sides decide is part of the question."""
    return request(app, op, **form.played(app))


def request(app: State, op: str, **extra: Any) -> Doc:
    """Ask for anything else about this battle."""
    found = {"op": op, "scenario": app.battle.scenario, "actions": app.battle.actions}
    found.update(extra)
    return found


def take_view(app: State, answer: Doc, revision: int) -> None:
    """Take in a position, or the reasons why there is none."""
    note_unsaid(answer)
    if not answer.get("ok"):
        app.answers.refused = answer.get("problems", [])
        if revision == app.battle.revision and app.answers.view:
            app.answers.view = dict(app.answers.view, assessment=None, node=None, problems=[], bar="")
        app.answers.view_of = revision
        return
    app.answers.refused = []
    app.answers.view = answer["result"]
    app.answers.view_of = revision
    app.answers.relevant = app.position.get("relevant") or app.answers.relevant
    app.look.narrowed = []
    if app.fighting and app.node is None:
        app.look.screen = SETUP


def take_outcomes(app: State, answer: Doc, key: str) -> None:
    """Take in a distribution."""
    note_unsaid(answer)
    app.answers.outcomes = answer["result"] if answer.get("ok") and app.node else None
    app.answers.outcomes_of = key
    if not answer.get("ok") and app.node:
        app.answers.odds_problem = " ".join([found["message"] for found in answer.get("problems", [])])
    else:
        app.answers.odds_problem = ""
