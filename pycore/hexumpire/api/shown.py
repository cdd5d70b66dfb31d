"""Operations that give something to keep or to show: drawings, texts, links, documents."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from hexumpire import __version__, rulesets
from hexumpire.api.asking import Request, actions_of, bad_request, policies_of, whole_number, word, yes
from hexumpire.api.desks import Desk, battle_of, desk_of, form_of
from hexumpire.api.languages import Progress, catalogue_of
from hexumpire.api.questions import op_view
from hexumpire.api.typed import text_of
from hexumpire.files import codec, documents, record
from hexumpire.files.mail import write_mail
from hexumpire.files.reader import unknown
from hexumpire.model import data
from hexumpire.model.battle import Battle
from hexumpire.model.errors import HexUmpireError, InputError
from hexumpire.model.scenario import Scenario
from hexumpire.model.text import say
from hexumpire.views import i18n
from hexumpire.views.finishing import finished
from hexumpire.views.position import board, forbidden, pack_of, problem, view

THEMES: Final = ("auto", "light", "dark")


def op_draw(request: Request, progress: Progress) -> object:
    """The board as a file of SVG."""
    from hexumpire.board import svg

    desk = desk_of(request)
    theme = _theme(request)
    actions = actions_of(request)
    overlay: Mapping[str, Any] = {}
    if not desk.game.problems:
        overlay = view(desk.ruleset, desk.battle(actions))["overlay"]
    title = desk.scenario.title or desk.ruleset.title
    drawn = drawable(desk, overlay, catalogue_of(request))
    return {"svg": svg.draw(drawn, {"theme": theme, "standalone": True, "title": title})}


def drawable(desk: Desk, overlay: Mapping[str, Any], words: i18n.Catalogue | None) -> dict[str, object]:
    """The board as ``svg.draw`` takes it, its words in the language."""
    from hexumpire.board import svg

    form = form_of(desk.ruleset)
    document = board(codec.write_scenario(desk.scenario), desk.scenario)
    return svg.view(finished(form, words=words) if words else form, document, dict(overlay))


def op_embed(request: Request, progress: Progress) -> object:
    """What a frame in another page shows of the battle, packed behind the link's text."""
    from hexumpire.files import embedding

    desk, actions = desk_of(request), actions_of(request)
    told, position = _summary(request, progress)
    node = position["node"]
    if request.get("lesson"):
        asked = op_lesson(request, progress)
        titles = [{"title": one["title"]} for one in asked["choices"]]
        told["lesson"] = {"key": asked["key"], "prompt": asked["prompt"], "choices": titles}
    said = finished(told, desk.ruleset.index, desk.names, catalogue_of(request))
    for line in (*said["why"], *said["problems"], *said.get("log", ())):  # the format knows rules only: those shown
        if "printed" in line:
            line["rules"] = line.pop("printed")
    return {
        "fragment": embedding.fragment(_link(request), said),
        "bar": told["bar"],
        "percent": told["hex"].get("percent", ""),
        "end": told["prompt"] if actions and node and node["kind"] == "end" else "",
    }


def op_play(request: Request, progress: Progress) -> object:
    """A step of a battle that is played in a frame: the summary of where it stands, what comes next, and its link."""
    desk, actions = desk_of(request), actions_of(request)
    told, position = _summary(request, progress, yes(request, "chances"))
    node = position["node"]
    if node and node["kind"] != "end":
        told["prompt"] = node["prompt"]
    sides = dict(desk.ruleset.vocabulary.sides)
    return {
        "summary": told,
        "node": node and {**node, "title": node.get("title") or sides.get(node.get("side", ""), "")},
        "starts": position["starts"],
        "fragment": record.to_link(desk.scenario, actions),
    }


def op_lesson(request: Request, progress: Progress) -> dict[str, Any]:
    """A question about the battle as it stands, its choices, and why each of the wrong ones is wrong."""
    data.need(data.MORE)
    from hexumpire.analysis import lesson

    desk, battle = battle_of(request)
    return lesson.report(desk.ruleset, battle, word(request, "lesson"), progress)


def op_drill(request: Request, progress: Progress) -> dict[str, Any]:
    """The first of some questions that can be asked of a battle, with all that is shown for it; null without any."""
    data.need(data.MORE)
    from hexumpire.analysis import drill
    from hexumpire.board import svg

    desk, battle = battle_of(request)
    lessons = drill.read_lessons(request.get("lessons"))
    policies = policies_of(request, desk.ruleset)
    turn = whole_number(request, "turn", 1, drill.MOST_TURN) - 1
    found = drill.find(desk.ruleset, battle, lessons, policies, turn, progress)
    if found is None:
        return {"lesson": None}
    asked, here = found
    position = view(desk.ruleset, here)
    title = desk.scenario.title or desk.ruleset.title
    drawn = drawable(desk, _hidden(position["overlay"], asked["key"]), catalogue_of(request))
    return {
        "lesson": asked,
        "actions": list(here.line),
        "svg": svg.draw(drawn, {"theme": _theme(request), "standalone": True, "title": title}),
        "line": _told_line(desk.scenario),
        "log": position["log"],
        "fragment": record.to_link(desk.scenario, here.line),
    }


def _told_line(scenario: Scenario) -> str:
    """A set-up as a line to be read, without its title, which may tell too much; empty where it is too long."""
    from hexumpire.files import setup_line

    units = scenario.units
    if not scenario.attacks:  # they go by the ids of units
        units = tuple(replace(unit, id=f"u{number}") for number, unit in enumerate(units, 1))
    try:
        return setup_line.write_line(replace(scenario, title="", units=units), ("game", "pack"))
    except InputError:
        return ""


def _theme(request: Request) -> str:
    """The colours of a picture; InputError for others."""
    theme = word(request, "theme", THEMES[0]) or THEMES[0]
    if theme not in THEMES:
        raise bad_request(unknown("theme", theme), "$.theme", documents.guess(theme, THEMES))
    return theme


def _hidden(overlay: Mapping[str, Any], lesson: str) -> Mapping[str, Any]:
    """What the board shows, without what would give the answer of a lesson away."""
    if lesson != "retreat":
        return overlay
    return {key: value for key, value in overlay.items() if key not in ("legal_hexes", "legal_units", "lit_hexes")}


def _summary(request: Request, progress: Progress, chances: bool = True) -> tuple[dict[str, Any], dict[str, Any]]:
    """The summary of a battle as it stands (:mod:`hexumpire.files.embedding`), and its position."""
    from hexumpire.analysis import outcomes
    from hexumpire.board import svg
    from hexumpire.files import embedding

    desk = desk_of(request)
    actions = actions_of(request)
    policies, objective = policies_of(request, desk.ruleset), desk.objective(word(request, "objective"))
    found, note, opening = None, "", None
    if desk.game.problems:
        position = forbidden(desk.ruleset, desk.game)
    else:
        battle = desk.battle(actions)
        position = view(desk.ruleset, battle)
        if position["node"]["kind"] == "end" and actions:
            opening = view(desk.ruleset, Battle.start(desk.game))
        elif chances:
            try:
                found = outcomes.report(
                    desk.afresh(), battle.state, desk.ruleset, policies, objective, progress=progress
                )
            except InputError:
                raise
            except HexUmpireError as error:
                note = error.text
    words = catalogue_of(request)
    say_in = words.say if words else str
    drawn = drawable(desk, _hidden(position["overlay"], word(request, "lesson")), words)
    told = embedding.summary(
        engine=__version__,
        lang=words.lang if words else i18n.ENGLISH,
        game=f"{say_in(desk.ruleset.title)}, {say_in(dict(desk.ruleset.editions)[desk.scenario.edition])}",
        title=desk.scenario.title,
        view=position,
        outcomes=found and {**found, "pack": pack_of(desk.scenario)},
        note=note,
        objective=objective,
        picture=svg.draw(drawn),
        words=svg.describe(drawn),
        opening=opening,
        every=bool(desk.scenario.attacks),
    )
    return told, position


def op_text(request: Request, progress: Progress) -> object:
    """The battle told in plain text."""
    from hexumpire.views import after_action

    desk = desk_of(request)
    actions = actions_of(request)
    fight = None if desk.game.problems else desk.battle(actions)
    return {"text": after_action.after_action(desk.ruleset, desk.game, fight, catalogue_of(request))}


def op_link(request: Request, progress: Progress) -> object:
    """The text of a link that holds the battle."""
    return {"fragment": _link(request)}


def _link(request: Request) -> str:
    """The fragment of a link that holds the battle, with its dice by mail."""
    if request.get("mail"):
        data.need(data.MORE)
        from hexumpire.api import mailed

        return mailed.link(request)
    return record.to_link(desk_of(request).scenario, actions_of(request))


def op_mail(request: Request, progress: Progress) -> object:
    """Dice by mail (see :mod:`hexumpire.api.mailed`)."""
    data.need(data.MORE)
    from hexumpire.api import mailed

    return mailed.answer(request)


def with_battle(request: dict[str, Any]) -> dict[str, Any]:
    """The request with the scenario and the actions that its link or text holds, as every other operation has them."""
    if "text" in request:
        found = record.from_text(word(request, "text"))
    else:
        found = record.from_link(word(request, "fragment"))
    mail = {}
    if found.mail:
        data.need(data.MORE)
        from hexumpire.files import mailing

        mailing.check(found)
        mail = {"mail": write_mail(found.mail)}
    return request | {"scenario": codec.write_scenario(found.scenario), "actions": list(found.actions), **mail}


def op_open(request: Request, progress: Progress) -> object:
    """The battle of a link or a text, with its position where it can be shown, and a typed-in game as text.

    Not every reader of JSON keeps the order of keys, and a game goes by the order of its types and modifiers.
    """
    try:
        position = op_view(request, progress)
    except Exception:  # the battle is opened all the same, and ``view`` says what is wrong with it
        position = None
    game = request["scenario"].get("game")
    own = {"game": text_of(game)} if game is not None else {}
    own |= {"mail": request["mail"]} if "mail" in request else {}
    return {"scenario": request["scenario"], "actions": request["actions"], "view": position, **own}


def op_normal(request: Request, progress: Progress) -> object:
    """The scenario as the engine writes it."""
    return {"scenario": codec.write_scenario(desk_of(request).scenario)}


def op_pack(request: Request, progress: Progress) -> object:
    """A chart pack that was typed in or loaded, with what is wrong with it."""
    from hexumpire.files import packfile

    if not isinstance(request.get("text"), str):
        raise bad_request("the request has no text", "$.text")
    draft = request.get("draft") is True
    ruleset, pack, problems = packfile.read_file(request["text"], word(request, "ruleset"), draft)
    toml = "" if problems else packfile.to_toml(ruleset, pack)
    return {"ruleset": ruleset.key, "pack": pack, "problems": list(map(problem, problems)), "toml": toml}


def op_line(request: Request, progress: Progress) -> object:
    """A battle as one line, the battle of a line, or what is to be told of a line while it is typed."""
    data.need(data.MORE)
    from hexumpire.files import setup_line

    if "text" not in request:
        without = request.get("without", [])
        if not isinstance(without, list) or not all(isinstance(key, str) for key in without):
            message = say("without must be a list of texts, found {any}", any=documents.shown(without))
            raise bad_request(message, "$.without")
        return {"line": setup_line.write_line(desk_of(request).scenario, without)}
    if "at" in request:
        return _typed_line(request)
    document = setup_line.read_line(word(request, "text"), word(request, "ruleset"), request.get("game"))
    scenario = codec.read_scenario(document)
    return {"scenario": codec.write_scenario(scenario), "line": setup_line.write_line(scenario)}


def _typed_line(request: Request) -> object:
    """What a line says so far, what is wrong with which of its words, and what may stand at the cursor."""
    from hexumpire.files.setup_line import completing

    text, at = word(request, "text"), request["at"]
    if not isinstance(at, int) or isinstance(at, bool) or not 0 <= at <= len(text):
        raise bad_request("at must be a place in the text", "$.at")
    lang, head = word(request, "lang") or i18n.ENGLISH, text.partition(":")[0].strip()
    key = head if head in rulesets.known() else word(request, "ruleset")
    titled = None if lang == i18n.ENGLISH else i18n.catalogue(lang, key).translated
    found = completing.typed(text, at, key, request.get("game") if key != head else None, titled)
    return {
        "ruleset": found.reading.document["ruleset"],
        "scenario": codec.write_scenario(found.scenario) if found.scenario else None,
        "faults": [
            {**problem(fault.problem), "start": fault.start, "end": fault.end, "ways": list(fault.ways)}
            for fault in found.faults
        ],
        "start": found.start,
        "end": found.end,
        "words": [one._asdict() for one in found.completions],
        "totals": bool(found.ticks),
        "ticks": [one._asdict() for one in found.ticks],
    }
