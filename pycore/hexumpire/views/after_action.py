"""A whole battle in plain text, for a terminal, a forum or a letter: its set-up, and what became of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from hexumpire.kit.places import Names, mention, mention_side
from hexumpire.model.battle import Battle, Chance, Decision, Game, Node, split_note
from hexumpire.model.ruleset import Ruleset
from hexumpire.model.scenario import Scenario, Unit
from hexumpire.model.text import say as made
from hexumpire.model.text import uncapital
from hexumpire.model.vocabulary import Field, Value
from hexumpire.views import i18n
from hexumpire.views.finishing import finished, named, problems
from hexumpire.views.position import bar as odds_bar
from hexumpire.views.position import view as view_of
from hexumpire.views.report import Lines, Say, assessment, cited, log, position, question


def _said(field: Field, value: Value, say: Say) -> str:
    if field.kind == "flag":
        return say(field.title) if value else f"{say('no')} {say(field.title)}"
    shown = say(field.options.get(str(value), str(value))) if field.kind == "choice" else str(value)
    return f"{say(field.title)}: {shown}"


def _unit(unit: Unit, ruleset: Ruleset, say: Say) -> str:
    words = ruleset.vocabulary
    kind = words.type_of[unit.type]
    nation = words.nation_of[unit.nation].title if unit.nation else ""
    name = say(made("{nation} {type}", nation=nation, type=kind.title) if nation else kind.title)
    name = f"{unit.count} × {name}" if unit.count > 1 else name
    values = [
        _said(words.field_of[key], unit.values[key], say)
        for key in kind.fields
        if key == kind.fields[0] or unit.values[key] != words.default(kind, key, unit.values)
    ]
    return f"{name} in {mention(unit.at)}" + (f" ({', '.join(values)})" if values else "")


def _hex(scenario: Scenario, name: str, ruleset: Ruleset, say: Say) -> str:
    words = ruleset.vocabulary
    data = scenario.hex(name)
    terrain = next((one.title for one in words.terrains if one.key == data.terrain), data.terrain)
    marks = {mark.key: mark.title for mark in words.features}
    parts = [_small(title, say) for title in (terrain, *(marks[key] for key in data.features))]
    parts += [
        _said(field, data.values[field.key], say)
        for field in words.hex_fields
        if data.values.get(field.key, field.default) != field.default
    ]
    return f"{mention(name)} ({', '.join(parts)})"


def _small(title: str, say: Say) -> str:
    """A title inside a sentence; other languages than English keep its letters."""
    said = say(title)
    return uncapital(said) if said == title else said


def _sides(scenario: Scenario, ruleset: Ruleset, say: Say) -> Lines:
    marks = {mark.key: _small(mark.title, say) for mark in ruleset.vocabulary.side_features}
    lines = []
    for name, keys in scenario.sides.items():
        titles = ", ".join(marks[key] for key in keys)
        lines.append(f"  {say(mention_side(name))}: {titles}")
    return lines


def setting(ruleset: Ruleset, scenario: Scenario, words: i18n.Catalogue | None = None) -> Lines:
    """Who fights where, with which forces, and every condition and reading that is not as usual."""
    names = Names(ruleset, scenario)
    return [named(line, names, words) for line in _setting(ruleset, scenario, words.say if words else str)]


def _setting(ruleset: Ruleset, scenario: Scenario, say: Say) -> Lines:
    words = ruleset.vocabulary
    edition = say(dict(ruleset.editions)[scenario.edition])
    heading = f"{scenario.title or say('A battle')} – {say(ruleset.title)}, {edition}"
    lines = [heading, "=" * len(heading), ""]
    if scenario.named:
        lines.append(f"{say('Attacked')}: " + "; ".join(_hex(scenario, name, ruleset, say) for name in scenario.named))
    lines += _sides(scenario, ruleset, say)
    for side, title in words.sides:
        lines.append(f"{say(title)}:")
        units = [f"  {_unit(unit, ruleset, say)}" for unit in scenario.units if unit.side == side]
        lines += units or [f"  {say('nobody')}"]
    unusual = [
        _said(field, values[field.key], say) + cited({"printed": ruleset.index.printed(field.rule)})
        for fields, values in ((words.conditions, scenario.conditions), (words.readings, scenario.readings))
        for field in fields
        if values[field.key] != field.default
    ]
    if unusual:
        lines += [f"{say('Conditions')}:", *(f"  {text}" for text in unusual)]
    return lines


def after_action(
    ruleset: Ruleset, game: Game[Any], fight: Battle[Any] | None, words: i18n.Catalogue | None = None
) -> str:
    """A battle from set-up to where it stands: forces, odds with the arithmetic, rolls, log, result.

    ``fight`` is None when the rules forbid it: then the text says why. With ``words`` it is in their language.
    """
    with i18n.naming(words):
        return "\n".join(_after_action(ruleset, game, fight, words)) + "\n"


def _after_action(
    ruleset: Ruleset, game: Game[Any], fight: Battle[Any] | None, words: i18n.Catalogue | None
) -> list[str]:
    """Its lines."""
    say: Say = words.say if words else str
    names = Names(ruleset, game.scenario)

    def look(fight: Battle[Any]) -> Mapping[str, Any]:
        seen: Mapping[str, Any] = view_of(ruleset, fight)
        told: Mapping[str, Any] = finished(seen, ruleset.index, names, words)
        return told

    lines = [*setting(ruleset, game.scenario, words), ""]
    if fight is None:
        lines.append(say("The rules forbid this fight") + ":")
        lines += [f"  {one['text']}" for one in problems(game.problems, ruleset.index, names, words)]
        return lines
    view = look(fight)
    if not fight.line:
        return [*lines, *position(view, ruleset.measures, True, say)]
    start = look(Battle.start(game))
    if start["assessment"]:
        lines += [*assessment(start["assessment"], True, say), ""]
    lines += [*_story(fight, view["log"], start["bar"], say, lambda text: named(say(text), names, words)), ""]
    if view["node"]["kind"] != "end" and view["bar"] not in ("", start["bar"]):
        lines += [f"{say('The odds now')}: {view['bar']}"]
    return [*lines, *question(view["node"], ruleset.measures, say)]


def _label(node: Node, action: str) -> str:
    """What was chosen, in words."""
    options = node.options if isinstance(node, Decision) else ()
    return next((one.label for one in options if one.id == action), action)


def _story(fight: Battle[Any], entries: Sequence[Mapping[str, Any]], odds: str, say: Say, tell: Say) -> Lines:
    """The log, with the odds wherever dice fell at others than before; ``tell`` names hexes as well."""
    lines: Lines = []
    for step, state in enumerate(fight.trail):
        if isinstance(fight.game.node(state), Chance):
            found = fight.game.assess(state)
            now = say(odds_bar(found)) if odds_bar(found) else ""
            if now and now != odds:
                lines.append(f"      {say('The odds are now')} {now}")
                odds = now
        told = log(one for one in entries if one["step"] == step)
        lines += told or [f"{step + 1:4}  {tell(_label(fight.game.node(state), split_note(fight.line[step])[0]))}"]
    return lines
