"""Operations about typed-in games: where to begin, and what is wrong with one."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from hexumpire import rulesets
from hexumpire.api.asking import Request, bad_request, word
from hexumpire.api.desks import form_of
from hexumpire.api.languages import Progress
from hexumpire.files import documents
from hexumpire.files.reader import measure
from hexumpire.files.toml_text import toml
from hexumpire.model.errors import InputError
from hexumpire.model.ruleset import Ruleset
from hexumpire.model.text import say
from hexumpire.views.position import problem


def _base(request: Request) -> Ruleset:
    """The ruleset that typed-in games are of."""
    found = rulesets.get(word(request, "ruleset"))
    if not found.takes_games:
        raise bad_request(say("{any} takes no typed-in games", any=found.title), "$.ruleset")
    return found


def op_games(request: Request, progress: Progress) -> object:
    """Games to begin one's own from."""
    return {"templates": [{**one, "text": text_of(one["game"])} for one in _base(request).templates()]}


def text_of(document: object) -> str:
    """A document as text, for readers of JSON that do not keep the order of keys: a game goes by that order."""
    return json.dumps(document, ensure_ascii=False, separators=(",", ":"))


def with_document(request: Request) -> dict[str, Any]:
    """The request with the document of its game, read of its ``text`` and with what it gives to ``paste``."""
    rest = {key: value for key, value in request.items() if key not in ("text", "paste")}
    base = _base(request)
    document: Any = request.get("game")
    if "text" in request:
        document = documents.read_text(word(request, "text"))
    if not isinstance(document, Mapping):
        raise bad_request(say("a game must be an object, found {any}", any=documents.shown(document)), "$.game")
    too_much = measure(document)
    if too_much:
        raise bad_request(too_much)
    if "paste" in request:
        document = base.pasted(document, word(request, "paste"))
    return {**rest, "game": document}


def op_game(request: Request, progress: Progress) -> object:
    """A typed-in game: its document, everything that is wrong with it, and its form where nothing is.

    The request holds it as ``text`` (TOML or JSON) or as ``game``; ``paste`` is a chart to put into it (see
    :func:`with_document`). The answer has the document as ``game``, as ``toml``, and as ``text``, JSON
    that keeps the order of its keys.
    """
    base, document = _base(request), request["game"]
    try:
        found = rulesets.of(base.key, document)
    except InputError as error:
        problems = [problem(replace(one, path="$" + one.path.removeprefix("$.game"))) for one in error.problems]
        form = None
    else:
        problems, form = [], form_of(found)
    plain = documents.as_json(document)
    answer = {"ruleset": base.key, "game": plain, "text": text_of(plain), "toml": toml(plain)}
    return {**answer, "problems": problems, "codes": list(base.codes(plain)), "form": form}
