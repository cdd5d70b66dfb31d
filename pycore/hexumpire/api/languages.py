"""Answers in the language that the request asks for, with hexes named and rules printed as the game has them."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from hexumpire import rulesets
from hexumpire.api.asking import Request, bad_request, word
from hexumpire.api.desks import DESKS
from hexumpire.files import documents
from hexumpire.files.reader import unknown
from hexumpire.model.errors import InputError
from hexumpire.model.ruleset import Ruleset
from hexumpire.views import i18n
from hexumpire.views.finishing import finished

Progress = Callable[[str], object] | None
"""What is called with lines of text during long work."""


def catalogue_of(request: Request) -> i18n.Catalogue | None:
    """The catalogue that the answer is put through; None for English."""
    lang = word(request, "lang") or i18n.ENGLISH
    if lang == i18n.ENGLISH:
        return None
    if lang not in i18n.LANGUAGES:
        raise bad_request(unknown("language", lang), "$.lang", documents.guess(lang, i18n.LANGUAGES))
    parts = _battles(request)
    known = tuple(rulesets.known())
    keys = {_key_of(part) for part in parts}
    if keys and keys <= set(known):
        known = tuple(key for key in known if key in keys)
    elif request.get("op") == "open":  # what is opened tells the ruleset
        known = ()
    words = i18n.catalogue(lang, *known, index=request.get("op") == "rules")
    own = [request.get(key) for key in ("title", "players", "battles", "scenario", "game")]
    played = [found for part in parts for found in [ruleset_in(part)] if found]
    words.for_names(i18n.names(own).union(*(found.own_words for found in played)))
    words.unsaid.clear()
    return words


def _battles(request: Request) -> list[Request]:
    """The battles of a request that is about several; else the request itself."""
    battles = request.get("battles")
    return [one for one in battles if isinstance(one, dict)] if isinstance(battles, list) else [request]


def _key_of(part: Request) -> str:
    """The key of the ruleset that is named; empty where none is."""
    scenario = part.get("scenario")
    key = scenario.get("ruleset") if isinstance(scenario, dict) else part.get("ruleset")
    return key if isinstance(key, str) else ""


def ruleset_in(request: Request) -> Ruleset | None:
    """The ruleset that a request is about, as far as it says so."""
    scenario = request.get("scenario")
    given = scenario if isinstance(scenario, dict) else request
    key = given.get("ruleset")
    if not isinstance(key, str) or (key not in rulesets.known() and given.get("game") is not None):
        return None
    try:
        return rulesets.of(key, given.get("game"))
    except InputError:
        return None


def completed(answer: dict[str, Any], request: Request, words: i18n.Catalogue | None) -> dict[str, Any]:
    """The answer finished as far as the request says of which game it is; with what of it is not in the language."""
    document = request.get("scenario")
    index, names = None, None
    ruleset = ruleset_in(request)
    if ruleset is not None:
        desk = DESKS.get(json.dumps(document)) if isinstance(document, dict) else None
        index, names = ruleset.index, desk.names if desk else None
    done: dict[str, Any] = finished(answer, index, names, words)
    return done | {"lang": words.lang, "unsaid": finished(list(words.unsaid), names=names)} if words else done


def translating(progress: Progress, words: i18n.Catalogue | None) -> Progress:
    """The progress lines put into the language before they are told."""
    if progress is None or words is None:
        return progress
    return lambda text: progress(words.translated(text) or text)
