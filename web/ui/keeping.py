"""What survives a reload, as documents, and taking it back."""

from __future__ import annotations

import json
from typing import Any

import battles
import places
from board import hexgrid
from shapes import Doc
from state import FIGHT, SETUP, TABS, State
from texts import language
from values import form_key


def kept(app: State) -> Doc:
    """What survives a reload, as a document."""
    return {
        "scenario": app.battle.scenario,
        "form": app.schema if "game" in app.battle.scenario else None,
        "actions": app.battle.actions,
        "undone": app.battle.undone,
        "steps_back": app.battle.steps_back,
        "mail": app.battle.mail,
        "screen": app.look.screen,
        "tab": app.look.tab,
        "notes": app.battle.notes,
        "heads": app.battle.heads,
        "selected": app.look.selected,
        "policies": app.battle.policies,
        "objective": app.battle.objective,
        "least": app.look.least,
        "measure": app.look.measure,
        "named": app.answers.picking[1] if app.answers.picking[0] == app.battle.revision else [],
        "agreeing": [app.look.override, app.look.override_note],  # what is about to be agreed on
        "language": language(),
        "view": app.answers.view if app.current else None,
        "outcomes": app.answers.outcomes if app.current and app.odds_current else None,
        "version": app.version,
        "link": app.battle.link if app.battle.link_of == app.battle.revision else "",
        # what the address bar holds, perhaps of the battle as it was before, and held: a reload may begin with that
        "was": [app.battle.link] + app.battle.links + [app.battle.link_below],
        "same": app.battle.scenario == app.first and not app.battle.actions and app.look.screen == SETUP,
        "battle": app.battle.id,
        "dirty": app.battle.dirty,
    }


def history(app: State, most: int = battles.UNDO_DEPTH) -> Doc:
    """The last steps that can be taken back, and those to do again, as a document that ``recall`` takes."""
    return {"past": app.battle.past[-most:], "future": app.battle.future, "now": app.battle.scenario}


def _steps(game: str, own: bool, steps: object) -> list[str]:
    """The steps to other versions of a game's battle; from the nearest: the form of another game may not be here."""
    found: list[str] = []
    for step in steps[::-1] if isinstance(steps, list) else []:
        if not isinstance(step, str) or game not in step or (not own and '"game": ' in step):
            break
        found.insert(0, step)
    return found


def recall(app: State, document: Doc) -> None:
    """Take back what ``history`` gave, if it belongs to what is on the table."""
    if not isinstance(document, dict) or document.get("now") != app.battle.scenario:
        return
    own = "game" in app.battle.scenario
    game = '"game": ' if own else '"ruleset": '
    game += json.dumps(form_key(app.battle.scenario))
    app.battle.past = _steps(game, own, document.get("past"))
    app.battle.future = _steps(game, own, document.get("future"))


def found_heads(heads: Any) -> Doc:
    """The heads of the players' own tables that were kept, if they are such."""
    if not isinstance(heads, dict):
        return {}
    return {
        key: heads[key]
        for key in heads
        if isinstance(heads[key], dict) and all(isinstance(heads[key].get(kind), list) for kind in ("rows", "columns"))
    }


def check(scenario: Doc) -> None:
    """Raise unless all that is drawn of a scenario is of its kind: places are places, and lists are lists."""
    map, attacks = scenario["map"], scenario.get("attacks") or []
    places = [unit["at"] for unit in scenario["units"]] + list(map["hexes"])
    for hexes in [scenario.get("targets"), scenario.get("path")] + [attack["targets"] for attack in attacks]:
        places += hexes or []
    for place in places:
        hexgrid.parse(place)
    shapes = [scenario["conditions"], scenario["readings"]] + list(map["hexes"].values())
    if not all(isinstance(shape, dict) for shape in shapes):
        raise TypeError
    lists = [scenario["units"]] + list(map["sides"].values()) + [attack.get("units") or [] for attack in attacks]
    if not all(isinstance(shape, list) for shape in lists):
        raise TypeError


def _texts(document: Doc, key: str) -> list[str]:
    """A list of texts of a document, empty where it is none."""
    found = document.get(key)
    return [str(text) for text in found] if isinstance(found, list) else []


def _text(document: Doc, key: str) -> str:
    """A text of a document, empty where it is none."""
    found = document.get(key)
    return found if isinstance(found, str) else ""


def restore(app: State, document: Doc) -> bool:
    """Take back what ``kept`` gave; False (and nothing changed) when it is not that."""
    try:
        scenario = document["scenario"]
        ok = isinstance(scenario, dict) and isinstance(scenario.get("ruleset"), str)
        ok = ok and isinstance(document.get("actions", []), list)
        if not ok:
            return False
        found = battles.filled(app, scenario)
        check(found)
    except (KeyError, TypeError, AttributeError, ValueError):
        return False
    before, app.battle.scenario = app.battle.scenario, found
    app.battle.past, app.battle.future, app.battle.tag = [], [], ""  # another battle's
    battles.come(app, before)
    app.battle.actions, app.battle.undone = _texts(document, "actions"), _texts(document, "undone")
    back = document.get("steps_back")
    app.battle.steps_back = back if isinstance(back, int) else 0
    mail = document.get("mail")
    app.battle.mail = mail if mail and isinstance(mail, dict) else None
    app.look.screen = FIGHT if document.get("screen") == FIGHT else SETUP
    tab = document.get("tab")
    app.look.tab = str(tab) if tab in TABS else "why"
    app.battle.id = _text(document, "battle")
    app.battle.dirty = bool(document.get("dirty"))
    app.battle.notes = _text(document, "notes")
    app.battle.heads = found_heads(document.get("heads"))
    selected = document.get("selected", "")
    app.look.selected = selected if selected in places.shown_hexes(app) else ""
    app.battle.policies = _policies(app, document.get("policies"))
    app.battle.objective = _text(document, "objective")
    app.look.least = bool(document.get("least"))
    app.look.measure = _text(document, "measure")
    agreeing = document.get("agreeing")
    if isinstance(agreeing, list) and len(agreeing) == 2:
        app.look.override, app.look.override_note = str(agreeing[0]), str(agreeing[1])
    battles.touch(app)
    _restore_answers(app, document)
    return True


def _policies(app: State, kept: Any) -> Doc:
    """Of the ways to play that were chosen those that the game still has."""
    found = {}
    for side in app.listed("sides"):
        way = kept.get(side["key"]) if isinstance(kept, dict) else None
        if way == "best" or [
            1 for known in app.listed("policies") if way == known["key"] and side["key"] in known["sides"]
        ]:
            found[side["key"]] = way
    return found


def is_of(app: State, document: Doc) -> bool:
    """Whether what was kept with a battle is of this version and in the language in use."""
    return document.get("language", "en") == language() and document.get("version") == app.version


def _restore_answers(app: State, document: Doc) -> None:
    """What the same engine said of the same battle stands."""
    view, outcomes = document.get("view"), document.get("outcomes")
    if not is_of(app, document):
        view = outcomes = None
    app.answers.view = view if isinstance(view, dict) and "problems" in view else None
    app.answers.outcomes = outcomes if app.answers.view and isinstance(outcomes, dict) and "rows" in outcomes else None
    if app.answers.view:
        app.answers.view_of = app.battle.revision
        named = document.get("named")  # of the losses of this position, which are judged once more
        if isinstance(named, list):
            app.answers.picking = (app.battle.revision, [str(id) for id in named])
    if app.answers.outcomes:
        app.answers.outcomes_of = app.odds_key
    if app.answers.view and isinstance(app.position.get("relevant"), dict):
        app.answers.relevant = app.answers.view["relevant"]
