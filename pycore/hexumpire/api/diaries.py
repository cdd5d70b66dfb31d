"""The operation about a diary: several battles of two players together."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from hexumpire.api.asking import Request, actions_of, bad_request, word
from hexumpire.api.desks import Desk
from hexumpire.api.languages import Progress, catalogue_of
from hexumpire.api.shown import drawable
from hexumpire.files import codec, documents, record
from hexumpire.files.reader import unknown, wrong
from hexumpire.model import data
from hexumpire.model.errors import HexUmpireError
from hexumpire.model.text import say
from hexumpire.views import i18n
from hexumpire.views.position import view

MOST_BATTLES: Final = 200
NAMES: Final = ("A", "B")
"""What players are called who have no names."""
KEYS: Final = frozenset(("scenario", "actions", "link", "attacker", "when"))
"""What is said of a battle of a diary."""


def op_diary(request: Request, progress: Progress) -> object:
    """Battles of two players: each in short, the luck of all dice together, totals; with ``format`` also as a text."""
    data.need(data.MORE)
    from hexumpire.analysis import diary
    from hexumpire.views import diary as telling

    wanted = word(request, "format")
    if wanted and wanted not in telling.FORMATS:
        raise bad_request(unknown("format", wanted), "$.format", documents.guess(wanted, telling.FORMATS))
    battles = request.get("battles")
    if not isinstance(battles, list):
        raise bad_request(say("battles must be a list, found {any}", any=documents.shown(battles)), "$.battles")
    if len(battles) > MOST_BATTLES:
        said = say("a diary has at most {n} battles, found {m}", n=MOST_BATTLES, m=len(battles))
        raise bad_request(said, "$.battles")
    words = catalogue_of(request)
    entries, boards = [], []
    for number, one in enumerate(battles):
        entry, desk = _entry(one, f"$.battles[{number}]")
        entries.append(entry)
        boards.append(_board(desk, entry, words) if wanted == "html" else "")
    found = diary.report(entries, _players(request), progress)
    found["lines"] = [{"text": line} for line in telling.lines(found)]
    for row in found["battles"]:
        row["lines"] = [{"text": line} for line in telling.about(row, found["players"])]
    if not wanted:
        return found
    told = telling.story(word(request, "title"), found, boards, words.say if words else str)
    made = telling.html(told, words.lang if words else i18n.ENGLISH) if wanted == "html" else ""
    return {**found, "document": made or (telling.text(told) if wanted == "text" else telling.markdown(told))}


def _players(request: Request) -> list[str]:
    """The names of the two players."""
    given = request.get("players")
    players = list(NAMES) if given is None else given
    if not isinstance(players, list) or len(players) != len(NAMES) or not all(isinstance(one, str) for one in players):
        raise bad_request(wrong("players", "must be two names", given), "$.players")
    return [" ".join(one.split()) or name for one, name in zip(players, NAMES, strict=True)]


def _entry(one: object, path: str) -> tuple[Any, Desk | None]:
    """A battle of the diary; what is wrong with the battle itself is told in its row."""
    from hexumpire.analysis.diary import Entry

    if not isinstance(one, Mapping) or one.keys() - KEYS or not ("link" in one) ^ ("scenario" in one):
        raise bad_request("a battle must have a link, or a scenario and actions, and who attacks", path)
    attacker = one.get("attacker", 0)
    if attacker not in (0, 1) or isinstance(attacker, bool):
        raise bad_request(wrong("attacker", "must be 0 or 1", attacker), f"{path}.attacker")
    when = one.get("when", "")
    if not isinstance(when, str):
        raise bad_request(wrong("when", "must be text", when), f"{path}.when")
    try:
        document, actions = _battle(one)
        desk = Desk(document)
        battle = desk.battle(actions)
    except HexUmpireError as error:
        scenario = one.get("scenario")
        title = scenario.get("title") if isinstance(scenario, Mapping) else ""
        return Entry(title if isinstance(title, str) else "", attacker, problem=error.text, when=when), None
    return Entry(desk.scenario.title, attacker, desk.ruleset, battle, when=when), desk


def _battle(one: Mapping[str, Any]) -> tuple[object, tuple[str, ...]]:
    """The scenario and the actions of a battle."""
    if "link" in one:
        found = record.from_link(word(one, "link"))
        return codec.write_scenario(found.scenario), found.actions
    return one["scenario"], actions_of(one)


def _board(desk: Desk | None, entry: Any, words: i18n.Catalogue | None) -> str:
    """The board of a battle at its end, as SVG."""
    from hexumpire.board import svg

    if desk is None:
        return ""
    overlay = view(desk.ruleset, entry.battle)["overlay"]
    drawn = drawable(desk, overlay, words)
    return svg.draw(drawn, {"theme": "light", "standalone": True, "title": entry.title or desk.ruleset.title})
