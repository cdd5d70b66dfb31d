"""The bridge: JSON text in, JSON text out (see ``docs/api.md``). The page, its worker and the command line use it.

:func:`handle` is all there is to call. It remembers the battle it worked on last, so that the same scenario with one
more action, or one fewer, is not read and replayed from the start.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from collections.abc import Set as AbstractSet
from numbers import Rational
from typing import Any, Final

from hexumpire.api import diaries, questions, shown, typed
from hexumpire.api.asking import MAX_REQUEST, Request, bad_request, read_request
from hexumpire.api.languages import Progress, catalogue_of, completed, translating
from hexumpire.api.shown import THEMES
from hexumpire.board import alt_text
from hexumpire.files import documents
from hexumpire.files.reader import unknown
from hexumpire.model import data
from hexumpire.model.errors import HexUmpireError, InputError, Problem
from hexumpire.views import i18n
from hexumpire.views.position import defect, problem

__all__ = ["MAX_REQUEST", "OPERATIONS", "THEMES", "handle"]


def handle(text: str, progress: Progress = None) -> str:
    """Answer one request.

    ``text`` is a JSON object with ``op``; ``progress`` is called with lines of text during long work. The answer is
    ``{"ok": true, "result": ...}`` or ``{"ok": false, "problems": [...]}``, as JSON in plain ASCII. Nothing a player
    can send makes this raise; a fault of the engine is a problem that says so. Where the engine comes in bundles, it
    may be ``{"needs": [...]}`` instead: mount those (:mod:`hexumpire.model.data`) and ask again.
    """
    with i18n.naming(None):
        try:
            return _handled(text, progress)
        except data.NeededError as error:
            return json.dumps({"needs": error.names}, separators=(",", ":"))


def _handled(text: str, progress: Progress) -> str:
    words: i18n.Catalogue | None = None
    request: dict[str, Any] = {}
    try:
        request = read_request(text)
        words = catalogue_of(request)
        if request.get("op") == "open":
            request = shown.with_battle(request)
            words = catalogue_of(request)
        elif request.get("op") == "game":
            request = typed.with_document(request)
            words = catalogue_of(request)
        alt_text.learn(words.alt_text if words else {})
        answer = {"ok": True, "result": _answer(request, translating(progress, words))}
        return json.dumps(completed(answer, request, words), separators=(",", ":"), default=_plain, allow_nan=False)
    except data.NeededError:
        raise
    except InputError as error:
        problems = error.problems
        request = {"ruleset": error.ruleset, **request}
        words = catalogue_of(request) if words else None
    except HexUmpireError as error:
        problems = (Problem(error.text),)
    except Exception as error:  # a fault must not take the page down with it
        problems = (defect(error),)
    answer = {"ok": False, "problems": list(map(problem, problems))}
    return json.dumps(completed(answer, request, words), separators=(",", ":"))


def _plain(value: object) -> object:
    """What JSON does not know: mappings that are no dicts, sets, exact fractions."""
    if isinstance(value, Mapping):
        return dict(value)
    if isinstance(value, AbstractSet):
        return sorted(value)
    if isinstance(value, Rational):
        return str(value)
    raise TypeError(f"{type(value).__name__} cannot be written as JSON")


def _answer(request: Request, progress: Progress) -> object:
    op = request.get("op")
    found = OPERATIONS.get(op) if isinstance(op, str) else None
    if found is None:
        said = unknown("operation", op) if "op" in request else "the request has no op"
        raise bad_request(said, "$.op", documents.guess(op, OPERATIONS))
    return found(request, progress)


OPERATIONS: Final[Mapping[str, Callable[[Request, Progress], object]]] = {
    "rulesets": questions.op_rulesets,
    "schema": questions.op_schema,
    "rules": questions.op_rules,
    "view": questions.op_view,
    "outcomes": questions.op_outcomes,
    "solve": questions.op_solve,
    "losses": questions.op_losses,
    "compare": questions.op_compare,
    "beside": questions.op_beside,
    "plan": questions.op_plan,
    "ownodds": questions.op_ownodds,
    "luck": questions.op_luck,
    "debrief": questions.op_debrief,
    "diary": diaries.op_diary,
    "draw": shown.op_draw,
    "text": shown.op_text,
    "link": shown.op_link,
    "mail": shown.op_mail,
    "embed": shown.op_embed,
    "play": shown.op_play,
    "lesson": shown.op_lesson,
    "drill": shown.op_drill,
    "open": shown.op_open,
    "normal": shown.op_normal,
    "line": shown.op_line,
    "pack": shown.op_pack,
    "games": typed.op_games,
    "game": typed.op_game,
}
"""Every operation by its name."""
