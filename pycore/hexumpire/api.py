"""The bridge: JSON text in, JSON text out (see ``docs/api.md``). The page, its worker and the command line use it.

:func:`handle` is all there is to call. It remembers the battle it worked on last, so that the same scenario with one
more action, or one fewer, is not read and replayed from the start.
"""

from __future__ import annotations

import json
from collections import OrderedDict
from collections.abc import Callable, Mapping
from collections.abc import Set as AbstractSet
from numbers import Rational
from typing import Any, Final

from hexumpire import __version__, rulesets
from hexumpire.board import alt_text
from hexumpire.files import codec, documents, record
from hexumpire.files.reader import unknown, wrong
from hexumpire.kit.places import Names
from hexumpire.model import data
from hexumpire.model.battle import Battle, Game
from hexumpire.model.errors import HexUmpireError, InputError, Problem
from hexumpire.model.rule_index import STATUSES
from hexumpire.model.ruleset import Ruleset
from hexumpire.model.scenario import Scenario
from hexumpire.model.text import say
from hexumpire.views import i18n, schema
from hexumpire.views.finishing import finished
from hexumpire.views.position import board, defect, forbidden, losses_of, pack_of, problem, view

MAX_REQUEST = 1_000_000
"""Longest request, in characters."""

Progress = Callable[[str], object] | None


def handle(text: str, progress: Progress = None) -> str:
    """Answer one request.

    ``text`` is a JSON object with ``op``; ``progress`` is called with lines of text during long work. The answer is
    ``{"ok": true, "result": ...}`` or ``{"ok": false, "problems": [...]}``, as JSON in plain ASCII. Nothing a player
    can send makes this raise; a fault of the engine is a problem that says so. Where the engine comes in bundles, it
    may be ``{"needs": [...]}`` instead: mount those (:mod:`hexumpire.model.data`) and ask again.
    """
    try:
        return _handled(text, progress)
    except data.NeededError as error:
        return json.dumps({"needs": error.names}, separators=(",", ":"))
    finally:
        alt_text.learn({})


def _handled(text: str, progress: Progress) -> str:
    words: i18n.Catalogue | None = None
    request: dict[str, Any] = {}
    try:
        request = _request(text)
        words = _words(request)
        if request.get("op") == "open":
            request = _opened(request)
            words = _words(request)
        alt_text.learn(words.alt_text if words else {})
        answer = {"ok": True, "result": _answer(request, _told(progress, words))}
        return json.dumps(_finished(answer, request, words), separators=(",", ":"), default=_plain, allow_nan=False)
    except data.NeededError:
        raise
    except InputError as error:
        problems = error.problems
        request = {"ruleset": error.ruleset, **request}
        words = _words(request) if words else None
    except HexUmpireError as error:
        problems = (Problem(error.text),)
    except Exception as error:  # a fault must not take the page down with it
        problems = (defect(error),)
    answer = {"ok": False, "problems": list(map(problem, problems))}
    return json.dumps(_finished(answer, request, words), separators=(",", ":"))


def _plain(value: object) -> object:
    """What JSON does not know: mappings that are no dicts, sets, exact fractions."""
    if isinstance(value, Mapping):
        return dict(value)
    if isinstance(value, AbstractSet):
        return sorted(value)
    if isinstance(value, Rational):
        return str(value)
    raise TypeError(f"{type(value).__name__} cannot be written as JSON")


def _refuse(message: str, path: str = "$", fix: str = "") -> InputError:
    return InputError([Problem(message, path, fix=fix)])


def _request(text: str) -> dict[str, Any]:
    if not isinstance(text, str):
        raise _refuse(say("a request must be text, found {any}", any=documents.shown(text)))
    if len(text) > MAX_REQUEST:
        n, m = f"{len(text):,}", f"{MAX_REQUEST:,}"
        raise _refuse(say("the request is too long: {n} characters; at most {m} are read", n=n, m=m))
    request = documents.read_json(text, MAX_REQUEST)
    if not isinstance(request, dict):
        raise _refuse(say("a request must be an object with op, found {any}", any=documents.shown(request)))
    return request


def _answer(request: Mapping[str, Any], progress: Progress) -> object:
    op = request.get("op")
    found = OPERATIONS.get(op) if isinstance(op, str) else None
    if found is None:
        said = unknown("operation", op) if "op" in request else "the request has no op"
        raise _refuse(said, "$.op", documents.guess(op, OPERATIONS))
    return found(request, progress)


# --- languages -----------------------------------------------------------------------------------------------


def _words(request: Mapping[str, Any]) -> i18n.Catalogue | None:
    """The catalogue that the answer is put through; None for English."""
    lang = _word(request, "lang") or i18n.ENGLISH
    if lang == i18n.ENGLISH:
        return None
    if lang not in i18n.LANGUAGES:
        raise _refuse(unknown("language", lang), "$.lang", documents.guess(lang, i18n.LANGUAGES))
    scenario = request.get("scenario")
    key = scenario.get("ruleset") if isinstance(scenario, dict) else request.get("ruleset")
    known = tuple(rulesets.known())
    if isinstance(key, str) and key in known:
        known = (key,)
    elif request.get("op") == "open":  # what is opened tells the ruleset
        known = ()
    words = i18n.catalogue(lang, *known)
    words.for_names(i18n.names(scenario))
    words.unsaid.clear()
    return words


def _finished(answer: dict[str, Any], request: Mapping[str, Any], words: i18n.Catalogue | None) -> dict[str, Any]:
    """The answer finished as far as the request says of which game it is; with what of it is not in the language."""
    document = request.get("scenario")
    key = document.get("ruleset") if isinstance(document, dict) else request.get("ruleset")
    index, names = None, None
    if isinstance(key, str) and key in rulesets.known():
        desk = _desks.get(json.dumps(document)) if isinstance(document, dict) else None
        index, names = rulesets.get(key).index, desk.names if desk else None
    done: dict[str, Any] = finished(answer, index, names, words)
    return done | {"lang": words.lang, "unsaid": finished(list(words.unsaid), names=names)} if words else done


def _told(progress: Progress, words: i18n.Catalogue | None) -> Progress:
    if progress is None or words is None:
        return progress
    return lambda text: progress(words.translated(text) or text)


# --- what is remembered --------------------------------------------------------------------------------------


class _Desk:
    """A scenario that was read, its game, and the battle as far as it was last played."""

    def __init__(self, document: object) -> None:
        self.scenario: Scenario = codec.read_scenario(document)
        self.ruleset: Ruleset = rulesets.get(self.scenario.ruleset)
        self.game: Game[Any] = self.ruleset.game(self.scenario)
        self.names = Names(self.ruleset, self.scenario)
        self._battle: Battle[Any] | None = None

    def battle(self, actions: tuple[str, ...]) -> Battle[Any]:
        """The battle after the actions; SetupError or RecordError when there is no such thing."""
        start = self._battle or Battle.start(self.game)
        self._battle = record.resume(start, actions)
        return self._battle

    def afresh(self) -> Game[Any]:
        """The game anew, for a walk: what it remembers of thousands of positions goes when the walk is over."""
        return self.ruleset.game(self.scenario)


_desks: OrderedDict[str, _Desk] = OrderedDict()
_DESKS: Final = 4
_forms: dict[Ruleset, dict[str, Any]] = {}
"""The form of the ruleset that was asked for last: one takes up to a quarter of a megabyte."""


def _desk(request: Mapping[str, Any]) -> _Desk:
    if "scenario" not in request:
        raise _refuse("the request has no scenario")
    document = request["scenario"]
    key = json.dumps(document)
    desk = _desks.get(key)
    if desk is None or rulesets.get(desk.scenario.ruleset) is not desk.ruleset:
        desk = _desks[key] = _Desk(document)
    _desks.move_to_end(key)
    while len(_desks) > _DESKS:
        _desks.popitem(last=False)
    return desk


def _form(ruleset: Ruleset) -> dict[str, Any]:
    if ruleset not in _forms:
        _forms.clear()
        _forms[ruleset] = schema.form(ruleset)
    return _forms[ruleset]


def _actions(request: Mapping[str, Any]) -> tuple[str, ...]:
    given = request.get("actions")
    return () if given is None else record.read_actions(given)


def _battle(request: Mapping[str, Any]) -> tuple[_Desk, Battle[Any]]:
    desk = _desk(request)
    return desk, desk.battle(_actions(request))


def _word(request: Mapping[str, Any], key: str, default: str = "") -> str:
    value = request.get(key, default)
    if value is None:
        return default
    if not isinstance(value, str):
        raise _refuse(wrong(key, "must be text", value), f"$.{key}")
    return value


# --- operations ----------------------------------------------------------------------------------------------


def _op_rulesets(request: Mapping[str, Any], progress: Progress) -> object:
    return {"version": __version__, "rulesets": rulesets.listed()}


def _ruleset(request: Mapping[str, Any]) -> Ruleset:
    if "ruleset" not in request:
        raise _refuse("the request names no ruleset", "$.ruleset", documents.guess(None, rulesets.known()))
    return rulesets.get(_word(request, "ruleset"))


def _op_schema(request: Mapping[str, Any], progress: Progress) -> object:
    return _form(_ruleset(request))


def _op_rules(request: Mapping[str, Any], progress: Progress) -> object:
    index = _ruleset(request).index
    rules = [
        {
            "section": rule.section,
            "printed": index.printed(rule.section),
            "title": rule.title,
            "status": rule.status,
            "editions": list(rule.editions),
            "note": rule.note,
        }
        for rule in index.values()
    ]
    return {"statuses": dict(STATUSES), "counts": index.counts(), "rules": rules}


def _op_view(request: Mapping[str, Any], progress: Progress) -> object:
    desk = _desk(request)
    actions = _actions(request)
    return forbidden(desk.ruleset, desk.game) if desk.game.problems else view(desk.ruleset, desk.battle(actions))


def _policies(request: Mapping[str, Any], ruleset: Ruleset) -> dict[str, str]:
    """How the sides decide, as the request says; whether there is such a policy is not asked."""
    policies = request.get("policies")
    policies = {} if policies is None else policies
    sides = [key for key, _ in ruleset.vocabulary.sides]
    if not isinstance(policies, dict):
        raise _refuse(say("policies must be an object, found {any}", any=documents.shown(policies)), "$.policies")
    for side, key in policies.items():
        if side not in sides:
            fix = documents.guess(side, sides)
            raise _refuse(unknown("side", side), documents.below("$.policies", side), fix)
        if not isinstance(key, str):
            raise _refuse(wrong("a policy", "must be text", key), f"$.policies.{side}")
    return policies


def _op_outcomes(request: Mapping[str, Any], progress: Progress) -> object:
    from hexumpire.analysis import outcomes

    desk, battle = _battle(request)
    policies = _policies(request, desk.ruleset)
    objective = _word(request, "objective")
    found = outcomes.report(desk.afresh(), battle.state, desk.ruleset, policies, objective, progress)
    return {**found, "pack": pack_of(desk.scenario)}


def _op_solve(request: Mapping[str, Any], progress: Progress) -> object:
    from hexumpire.analysis import solve

    desk, battle = _battle(request)
    picks = _picks(request)
    return solve.report(desk.afresh(), battle.state, desk.ruleset, _word(request, "objective"), picks, progress)


def _picks(request: Mapping[str, Any]) -> list[str]:
    """Losses that are named together."""
    picks = request.get("picks", [])
    if not isinstance(picks, list) or not all(isinstance(pick, str) for pick in picks):
        raise _refuse(say("picks must be a list of texts, found {any}", any=documents.shown(picks)), "$.picks")
    return picks


def _op_losses(request: Mapping[str, Any], progress: Progress) -> object:
    desk, battle = _battle(request)
    found = losses_of(desk.ruleset, battle, _picks(request))
    if found is None:
        raise _refuse("no losses are named together here", "$.picks")
    return found


def _op_compare(request: Mapping[str, Any], progress: Progress) -> object:
    from hexumpire.analysis import compare

    desk = _desk(request)
    thresholds = request.get("thresholds")
    if thresholds is not None and not isinstance(thresholds, list):
        raise _refuse(say("thresholds must be a list, found {any}", any=documents.shown(thresholds)), "$.thresholds")
    asked = compare.THRESHOLDS if thresholds is None else thresholds
    policies = _policies(request, desk.ruleset)
    return compare.report(desk.scenario, desk.ruleset, policies, _word(request, "objective"), asked, progress)


def _op_luck(request: Mapping[str, Any], progress: Progress) -> object:
    from hexumpire.analysis import luck

    desk, battle = _battle(request)
    return luck.report(battle, desk.ruleset, _policies(request, desk.ruleset), _word(request, "objective"), progress)


THEMES: Final = ("auto", "light", "dark")


def _op_draw(request: Mapping[str, Any], progress: Progress) -> object:
    from hexumpire.board import svg

    desk = _desk(request)
    theme = _word(request, "theme", THEMES[0]) or THEMES[0]
    if theme not in THEMES:
        raise _refuse(unknown("theme", theme), "$.theme", documents.guess(theme, THEMES))
    actions = _actions(request)
    overlay: Mapping[str, Any] = {}
    if not desk.game.problems:
        overlay = view(desk.ruleset, desk.battle(actions))["overlay"]
    title = desk.scenario.title or desk.ruleset.title
    drawn = _drawable(desk, overlay, _words(request))
    return {"svg": svg.draw(drawn, {"theme": theme, "standalone": True, "title": title})}


def _drawable(desk: _Desk, overlay: Mapping[str, Any], words: i18n.Catalogue | None) -> dict[str, object]:
    """The board as ``svg.draw`` takes it, its words in the language."""
    from hexumpire.board import svg

    form = _form(desk.ruleset)
    document = board(codec.write_scenario(desk.scenario), desk.scenario)
    return svg.view(finished(form, words=words) if words else form, document, dict(overlay))


def _op_embed(request: Mapping[str, Any], progress: Progress) -> object:
    from hexumpire.analysis import outcomes
    from hexumpire.board import svg
    from hexumpire.files import embedding

    desk = _desk(request)
    actions = _actions(request)
    policies, objective = _policies(request, desk.ruleset), _word(request, "objective")
    found, note, opening = None, "", None
    if desk.game.problems:
        position = forbidden(desk.ruleset, desk.game)
    else:
        battle = desk.battle(actions)
        position = view(desk.ruleset, battle)
        if position["node"]["kind"] == "end" and actions:
            opening = view(desk.ruleset, Battle.start(desk.game))
        else:
            try:
                found = outcomes.report(desk.afresh(), battle.state, desk.ruleset, policies, objective, progress)
            except InputError:
                raise
            except HexUmpireError as error:
                note = error.text
    words = _words(request)
    drawn = _drawable(desk, position["overlay"], words)
    told = embedding.summary(
        engine=__version__,
        lang=words.lang if words else i18n.ENGLISH,
        game=f"{desk.ruleset.title}, {dict(desk.ruleset.editions)[desk.scenario.edition]}",
        title=desk.scenario.title,
        view=position,
        outcomes=found and {**found, "pack": pack_of(desk.scenario)},
        note=note,
        objective=objective,
        picture=svg.draw(drawn),
        words=svg.describe(drawn),
        opening=opening,
    )
    said = finished(told, desk.ruleset.index, desk.names, words)
    for line in (*said["why"], *said["problems"], *said.get("log", ())):  # the format knows rules only: those shown
        if "printed" in line:
            line["rules"] = line.pop("printed")
    return {
        "fragment": embedding.fragment(record.to_link(desk.scenario, actions), said),
        "bar": told["bar"],
        "percent": told["hex"].get("percent", ""),
        "end": told["prompt"] if opening else "",
    }


def _op_text(request: Mapping[str, Any], progress: Progress) -> object:
    from hexumpire.views import report

    desk = _desk(request)
    actions = _actions(request)
    fight = None if desk.game.problems else desk.battle(actions)
    return {"text": report.after_action(desk.ruleset, desk.game, fight, _words(request))}


def _op_link(request: Mapping[str, Any], progress: Progress) -> object:
    desk = _desk(request)
    return {"fragment": record.to_link(desk.scenario, _actions(request))}


def _opened(request: dict[str, Any]) -> dict[str, Any]:
    """The request with the scenario and the actions that its link or text holds, as every other operation has them."""
    if "text" in request:
        found = record.from_text(_word(request, "text"))
    else:
        found = record.from_link(_word(request, "fragment"))
    return request | {"scenario": codec.write_scenario(found.scenario), "actions": list(found.actions)}


def _op_open(request: Mapping[str, Any], progress: Progress) -> object:
    try:
        position = _op_view(request, progress)
    except Exception:  # the battle is opened all the same, and ``view`` says what is wrong with it
        position = None
    return {"scenario": request["scenario"], "actions": request["actions"], "view": position}


def _op_normal(request: Mapping[str, Any], progress: Progress) -> object:
    return {"scenario": codec.write_scenario(_desk(request).scenario)}


def _op_pack(request: Mapping[str, Any], progress: Progress) -> object:
    from hexumpire.files import packfile

    if not isinstance(request.get("text"), str):
        raise _refuse("the request has no text", "$.text")
    draft = request.get("draft") is True
    ruleset, pack, problems = packfile.read_file(request["text"], _word(request, "ruleset"), draft)
    toml = "" if problems else packfile.to_toml(ruleset, pack)
    return {"ruleset": ruleset.key, "pack": pack, "problems": list(map(problem, problems)), "toml": toml}


OPERATIONS: Final[Mapping[str, Callable[[Mapping[str, Any], Progress], object]]] = {
    "rulesets": _op_rulesets,
    "schema": _op_schema,
    "rules": _op_rules,
    "view": _op_view,
    "outcomes": _op_outcomes,
    "solve": _op_solve,
    "losses": _op_losses,
    "compare": _op_compare,
    "luck": _op_luck,
    "draw": _op_draw,
    "text": _op_text,
    "link": _op_link,
    "embed": _op_embed,
    "open": _op_open,
    "normal": _op_normal,
    "pack": _op_pack,
}
"""Every operation by its name."""
