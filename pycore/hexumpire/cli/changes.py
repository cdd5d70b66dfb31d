"""The command ``changes``: what differs between editions and between readings, each with a battle that shows it.

The battles were found by a search (``python3 build.py changes``) and stand in ``changes.json`` beside a ruleset; what
each comes to is worked out here and now.
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from typing import Any, Final, cast

from hexumpire import rulesets
from hexumpire.analysis.variants import TAKEN
from hexumpire.cli import changes_told, parting
from hexumpire.cli.choices import EDITION, Answer, Choice, Pair, choices, cited, pair
from hexumpire.cli.inputs import wrong
from hexumpire.cli.printing import show
from hexumpire.files import codec, documents, record
from hexumpire.files.setup_line import write_line
from hexumpire.kit.places import Names
from hexumpire.model import data
from hexumpire.model.errors import InputError
from hexumpire.model.ruleset import Ruleset
from hexumpire.model.scenario import Scenario
from hexumpire.model.text import listed, say
from hexumpire.views import i18n
from hexumpire.views.finishing import named
from hexumpire.views.number_format import percent

LONGEST: Final = 400
"""Characters of a battle in one line that is still read; a longer one is told by its link."""
UNTOLD: Final = "the chances are not told"
"""Said of a battle with too many positions, or with results to read off a chart that is not at hand."""
BOUND: Final = ("computed", "enforced", "decided")
"""Statuses of rules that a battle can show."""


def changes(args: argparse.Namespace) -> None:
    """Print what changes between the editions and the readings of a game, or of all."""
    known = list(rulesets.known())
    if args.key and args.key not in known:
        raise wrong(f"unknown ruleset {documents.shown(args.key)}", documents.guess(args.key, known))
    if args.site and not args.site.startswith(("https://", "http://", "file:")):
        raise wrong(f"--site {documents.shown(args.site)} is no address", "write https://HOST/PATH/")
    words = _words(args.lang) if args.lang != i18n.ENGLISH else None
    site = args.site and args.site.partition("#")[0]
    with i18n.naming(words):
        games = [_game(rulesets.get(key), words) for key in ([args.key] if args.key else known)]
        show(args, games, lambda found: [changes_told.told(found, args.format, site, args.lang, words)])


def _words(lang: str) -> i18n.Catalogue:
    """The words of a language, with those of this document, which no page needs."""
    sections = i18n.read(lang, *rulesets.known(), index=True)
    sections["texts"].update(data.read("hexumpire.cli", f"changes.{lang}"))
    return i18n.Catalogue(lang, sections)


def kept(ruleset: Ruleset) -> Sequence[Mapping[str, Any]] | None:
    """The battles that the search has found: ``choice, option, rule, show``, ``scenario``, and ``actions`` for a step.

    ``show`` is smallest, swing, or step: of readings between which no battle found differs as the sides decide, the
    smallest in which they differ after those actions. None where nobody has searched.
    """
    try:
        return cast("Sequence[Mapping[str, Any]]", data.read(ruleset.package, "changes"))
    except FileNotFoundError:
        return None


def _game(ruleset: Ruleset, words: i18n.Catalogue | None) -> dict[str, Any]:
    """All that is told of a game: for each pair of editions and each pair of readings, rule by rule."""
    battles = kept(ruleset)
    searched = battles is not None
    titles = dict(ruleset.editions)
    fields = {field.key: field for field in ruleset.vocabulary.readings}
    editions, readings = [], []
    for choice in choices(ruleset):
        own = [one for one in battles or () if (one["choice"], one["option"]) == (choice.key, choice.second)]
        options = titles if choice.key == EDITION else fields[choice.key].options
        named = (options[choice.first], options[choice.second])
        if choice.key == EDITION:
            rules = sorted({one["rule"] for one in own}, key=list(ruleset.index).index)
            rows = [_row(ruleset, choice, rule, own, words) for rule in rules]
            editions.append(
                {"titles": named, "rules": rows, "none": _unshown(ruleset, {choice.first, choice.second}, rules)}
            )
            continue
        row = _row(ruleset, choice, "", own, words)
        rule = fields[choice.key].rule
        readings.append(row | {"key": choice.key, "title": fields[choice.key].title, "titles": named, "rule": rule,
                               "printed": ruleset.index.printed(rule)})  # fmt: skip
    return {"key": ruleset.key, "title": ruleset.title, "play": _play(ruleset), "searched": searched,
            "editions": editions, "readings": readings}  # fmt: skip


def _play(ruleset: Ruleset) -> str:
    """How the sides decide: by the first policy of each."""
    sides = dict(ruleset.vocabulary.sides)
    found = {side: next((one.title for one in ruleset.policies if side in one.sides), "") for side in sides}
    return listed([say("{side}: {x}", side=sides[side], x=title) for side, title in found.items() if title])


def _unshown(ruleset: Ruleset, editions: set[str], shown: Sequence[str]) -> list[dict[str, str]]:
    """Rules that one of two editions has and the other has not, for which the search found no battle."""
    index = ruleset.index
    return [
        {"rule": rule.section, "printed": index.printed(rule.section), "title": rule.title}
        for rule in index.values()
        if rule.status in BOUND and len(editions & set(rule.editions)) == 1 and rule.section not in shown
    ]


def _row(
    ruleset: Ruleset, choice: Choice, rule: str, battles: Sequence[Mapping[str, Any]], words: i18n.Catalogue | None
) -> dict[str, Any]:
    """A rule or a reading, with the battles that show it; None where the search found none."""
    own = {
        one["show"]: _step(ruleset, choice, one, words)
        if one["show"] == "step"
        else _battle(ruleset, choice, one["scenario"], words)
        for one in battles
        if one["rule"] == rule
    }
    title = ruleset.index[rule].title if rule else ""
    return {"rule": rule, "printed": ruleset.index.printed(rule), "title": title,
            "smallest": own.get("smallest"), "swing": own.get("swing"), "step": own.get("step")}  # fmt: skip


def _battle(
    ruleset: Ruleset, choice: Choice, document: Mapping[str, Any], words: i18n.Catalogue | None
) -> dict[str, Any]:
    """A battle in both ways of a choice, with the links that open it in each."""
    found = pair(ruleset, document, choice)
    if found is None:
        raise ValueError(f"a battle that is kept cannot be worked out: {document}")
    links = [record.to_link(scenario, ()) for scenario in found.scenarios]
    return {
        "line": _line(found.scenarios[0], links[0]),
        "links": links,
        "answers": [_told(ruleset, found, number, words) for number in range(len(links))],
        "swing": percent(found.swing) if found.swing else "",
        "rules": sorted(cited(ruleset, found)),
    }


def _step(ruleset: Ruleset, choice: Choice, one: Mapping[str, Any], words: i18n.Catalogue | None) -> dict[str, Any]:
    """A battle after a line of play, where the two ways of a choice part, with the links that open it there."""
    found = parting.parted(ruleset, one["scenario"], choice, one["actions"])
    if found is None:
        raise ValueError(f"a line of play that is kept does not part: {one}")
    links = [record.to_link(scenario, found.actions) for scenario in found.scenarios]
    speak = words.say if words else str
    answers = [
        named("; ".join(map(speak, parting.told(ruleset, found, number))), Names(ruleset, scenario), words)
        for number, scenario in enumerate(found.scenarios)
    ]
    return {"line": _line(found.scenarios[0], links[0]), "links": links, "answers": answers, "swing": "",
            "steps": len(found.actions)}  # fmt: skip


def _line(scenario: Scenario, link: str) -> str:
    """The battle in one line; its link where that is too long."""
    try:
        line = write_line(codec.read_scenario(codec.write_scenario(scenario)))
    except InputError:
        return link
    return line if len(line) <= LONGEST else link


def _told(ruleset: Ruleset, found: Pair, number: int, words: i18n.Catalogue | None) -> str:
    """The answer in one of the two ways: why not, or the odds, the chance of the hex, and what else differs."""
    own, other = found.answers[number], found.answers[1 - number]
    speak = words.say if words else str
    names = Names(ruleset, found.scenarios[number])
    if own.refused:
        reasons = [f"{speak(reason)} [{ruleset.index.printed(rule)}]" if rule else speak(reason)
                   for reason, rule in own.refused]  # fmt: skip
        return named(speak(say("not allowed: {any}", any="; ".join(reasons))), names, words)
    parts = [speak(own.headline)] if own.headline else []
    parts += [
        f"{speak(title)}: {words.number(value) if words else value}" for title, value in _measures(ruleset, own, other)
    ]
    parts += [speak(UNTOLD)] if found.variants[number].note else []
    return named("; ".join(parts), names, words)


def _measures(ruleset: Ruleset, own: Answer, other: Answer) -> list[tuple[str, str]]:
    """The chance of the hex, and the means that are other than in the other way, by their titles."""
    theirs, titles = dict(other.measures), dict(ruleset.measures)
    found = [(key, value) for key, value in own.measures if key == TAKEN or theirs.get(key) != value]
    return [(titles[key], value) for key, value in sorted(found, key=lambda one: one[0] != TAKEN)]
