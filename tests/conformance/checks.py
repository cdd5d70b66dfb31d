"""What must hold of every ruleset, position by position. Nothing here knows one by name."""

from __future__ import annotations

import json
import random
import re
from collections import defaultdict
from collections.abc import Hashable, Iterable
from typing import Any

import pytest
from hexumpire import rulesets
from hexumpire.board import hexgrid
from hexumpire.files import codec, record
from hexumpire.files.toml_text import toml
from hexumpire.model.battle import (
    UMPIRE,
    Battle,
    Chance,
    Decision,
    Game,
    LegalActions,
    Node,
    Option,
    Terminal,
    moves,
    split_note,
)
from hexumpire.model.errors import IllegalActionError, Problem
from hexumpire.model.procedure import ATTACKS, ODDS
from hexumpire.model.ruleset import Ruleset
from hexumpire.model.scenario import Scenario
from hexumpire.model.trace import Trace
from hexumpire.views import number_format

NONSENSE = (
    "",
    " ",
    "nonsense",
    "d6=0",
    "d6=7",
    "d6=01",
    "lose:",
    "lose:nobody",
    "!",
    "!nonsense",
    "!result=",
    "keep ok",
)
STEPS = 400
"""More actions than any battle of these scenarios may last."""
CLOSELY = 12
"""Positions of a random walk that are looked at in full, and its end."""


def chapter(section: str) -> str:
    """The chapter of a section: ``"15"`` of ``"15.32A"``."""
    return section.partition(".")[0]


class Citations:
    """Whether sections stand in the index of a ruleset, for an edition.

    A chapter of which the index knows nothing in an edition is taken from the edition it is known in.
    """

    def __init__(self, ruleset: Ruleset) -> None:
        self.index = ruleset.index
        keys = {key for key, _ in ruleset.editions}
        self.editions = {s: keys if "both" in rule.editions else set(rule.editions) for s, rule in self.index.items()}
        self.known: dict[str, set[str]] = defaultdict(set)
        for section, editions in self.editions.items():
            self.known[chapter(section)] |= editions

    def wrong(self, section: str, edition: str) -> str:
        """Why a section may not be cited in an edition; empty when it may."""
        if section not in self.index:
            return f"{section} is not in the rule index"
        if edition not in self.editions[section] and edition in self.known[chapter(section)]:
            return f"{section} is no rule of edition {edition!r}"
        return ""

    def check(self, rules: Iterable[str], edition: str, where: object) -> None:
        """At least one rule is cited, and every one stands in the index."""
        rules = tuple(rules)
        assert rules, f"nothing is cited by {where!r}"
        assert isinstance(rules, tuple)
        for section in rules:
            why = self.wrong(section, edition)
            assert not why, f"{why}, cited by {where!r}"


# --- what a node must be -------------------------------------------------------------------------------------


def check_node(node: Node, game: Game[Any], ruleset: Ruleset, cite: Citations) -> None:
    """Weights positive, ids unique, everything cited, ends measured."""
    edition = game.scenario.edition
    cite.check(node.rules, edition, node)
    if isinstance(node, Terminal):
        check_outcome(node, ruleset, game.scenario.procedure)
        return
    assert node.prompt.strip() == node.prompt != ""
    assert node.side in dict(ruleset.vocabulary.sides) or (isinstance(node, Decision) and node.side == UMPIRE)
    if isinstance(node, Chance):
        assert node.faces, "a roll without faces"
        assert all(type(weight) is int and weight > 0 for _, weight in node.faces), node.faces
        ids = [face for face, _ in node.faces]
    else:
        assert isinstance(node, Decision)
        assert node.topic
        assert node.options, f"a dead end: {node!r}"
        ids = [option.id for option in node.options]
        for option in node.options:
            check_option(option, game)
            cite.check(option.rules, edition, option)
    assert len(set(ids)) == len(ids), f"ids are not unique: {ids}"
    assert list(LegalActions(node)) == ids
    for action in ids:
        assert action == action.strip() != ""
        assert not action.startswith("!"), f"{action!r} looks like an override"
        assert " # " not in action
        assert len(action) <= record.ACTION_LENGTH


def check_option(option: Option, game: Game[Any]) -> None:
    """A label to read, and a unit and hex to tap that exist."""
    assert option.label.strip() == option.label != "", option
    assert not option.unit or option.unit in game.scenario.by_id, option
    if option.hex:
        assert hexgrid.name(hexgrid.parse(option.hex)) == option.hex, option


def check_outcome(node: Terminal, ruleset: Ruleset, procedure: str) -> None:
    """The measures that the procedure declares, none that the ruleset does not know, and one of its results."""
    outcome = node.outcome
    assert outcome.result in dict(ruleset.results), outcome
    found = dict(outcome.measures)
    assert len(found) == len(outcome.measures)
    assert set(ruleset.procedure(procedure).measures) <= set(found) <= set(dict(ruleset.measures)), outcome
    assert all(type(number) is int for number in found.values()), outcome
    assert found.get("hex", 0) in (0, 1), outcome
    assert all(number >= 0 for number in found.values()), outcome


# --- what a position must be ---------------------------------------------------------------------------------


def check_trace(trace: Trace, cite: Citations, edition: str, stated: tuple[str, ...] = ()) -> None:
    """It adds up; lines that count rest on a rule, their own or that of the line above; others say why they do not.

    ``stated``: the rules that stand above the whole of it.
    """
    assert trace.mismatches() == []

    def look(line: Trace, above: tuple[str, ...]) -> None:
        assert line.label.strip() == line.label != "", line
        if line.skipped:
            assert line.note, f"{line.label!r} does not say why it does not apply"
            cite.check(line.rules, edition, line)
        for section in line.rules:
            why = cite.wrong(section, edition)
            assert not why, f"{why}, in the line {line.label!r}"
        rules = line.rules or above
        assert rules, f"the line {line.label!r} rests on no rule"
        for child in line.children:
            look(child, rules)

    look(trace, stated)


def check_assessment(game: Game[Any], state: Any, cite: Citations, node: Node | None) -> None:
    """Totals are those of the trace: its first line is the attack, its second the defence; a list has none."""
    found = game.assess(state)
    if found is None:
        return
    edition = game.scenario.edition
    check_trace(found.trace, cite, edition)
    procedure = rulesets.get(game.scenario.ruleset).procedure(game.scenario.procedure)
    if procedure.summary == ODDS and ATTACKS not in procedure.inputs:
        totals = [line.value for line in found.trace.children[:2]]
        assert totals == [found.attack, found.defense]
    elif found.attack is not None:  # an attack fought within it
        assert [line.value for line in found.trace.children[:2]] == [found.attack, found.defense]
    else:
        assert (found.defense, found.column, found.margins) == (None, None, ())
    assert found.headline
    if found.column is None:
        assert not found.results
    for margin in found.margins:
        assert margin.text
        cite.check(margin.rules, edition, margin)
    if isinstance(node, Chance) and found.results:
        assert [face for face, _ in found.results] == [face for face, _ in node.faces]


def check_overlay(game: Game[Any], state: Any) -> None:
    """It speaks of units and places that exist, and of no more counters than there were."""
    overlay, units = game.overlay(state), game.scenario.by_id
    for id, number in overlay.get("lost", {}).items():
        assert 0 < number <= units[id].count, (id, number)
    for id, number in overlay.get("left", {}).items():
        assert id in units and number >= 0
    for id in overlay.get("out", ()):
        assert id in units
    assert len(set(overlay.get("out", ()))) == len(overlay.get("out", ()))
    for id, places in overlay.get("moved", {}).items():
        assert 0 < sum(places.values()) <= units[id].count - overlay.get("lost", {}).get(id, 0), (id, places)
        for place, number in places.items():
            assert hexgrid.name(hexgrid.parse(place)) == place and number > 0
    for id, steps in overlay.get("steps", {}).items():
        assert id in units and steps >= 0, (id, steps)
    for place in (*overlay.get("legal_hexes", ()), *overlay.get("lit_hexes", ())):
        assert hexgrid.name(hexgrid.parse(place)) == place, place
    assert all(id in units and by for id, by in overlay.get("types", {}).items()), overlay
    for id, places in overlay.get("anew", {}).items():
        assert units[id].side == "attacker", id
        assert units[id].at not in places, "who attacks anew does so from another hex"
    known = {"lost", "left", "steps", "out", "moved", "types", "anew", "legal_hexes", "lit_hexes"}
    assert set(overlay) <= known, set(overlay)


def check_refusals(game: Game[Any], state: Any, node: Node, cite: Citations) -> None:
    """Refusals have a reason and a rule, and refuse nothing that is offered."""
    offered = {(option.unit, option.hex) for option in node.options} if isinstance(node, Decision) else set()
    offered_units = {unit for unit, _ in offered}
    for refusal in game.refusals(state):
        assert refusal.reason
        cite.check(refusal.rules, game.scenario.edition, refusal)
        assert not refusal.unit or refusal.unit in game.scenario.by_id
        assert (refusal.unit, refusal.hex) not in offered
        if refusal.unit and not refusal.hex:
            assert refusal.unit not in offered_units


def check_position(battle: Battle[Any], ruleset: Ruleset, cite: Citations) -> None:
    """Everything that can be said of one position without leaving it."""
    game, state, node = battle.game, battle.state, battle.node
    check_node(node, game, ruleset, cite)
    assert game.node(state) == node, "asked twice, answered twice"
    hash(state)
    hash(game.key(state))
    check_assessment(game, state, cite, node)
    check_overlay(game, state)
    check_refusals(game, state, node, cite)
    for policy in ruleset.policies:
        if isinstance(node, Decision) and node.side in policy.sides:
            choice = policy.decide(game, state, node)
            assert choice in battle.legal_actions, f"policy {policy.key} chose {choice!r}"
    if isinstance(node, Terminal):
        for line in game.closing(state):
            assert line.text
            cite.check(line.rules, game.scenario.edition, line)


def check_moves(battle: Battle[Any], cite: Citations) -> None:
    """Every listed action applies, nothing else does, and options that are alike lead to positions of one key."""
    game, node = battle.game, battle.node
    legal = list(battle.legal_actions)
    alike: dict[str, set[Hashable]] = defaultdict(set)
    marks = {option.id: option.alike for option in node.options} if isinstance(node, Decision) else {}
    for action in legal:
        after = battle.play(action)
        assert after.line == (*battle.line, action)
        assert after.undo() == battle
        if marks.get(action):
            alike[marks[action]].add(game.key(beyond(game, after.state)))
        for step, line in after.log[len(battle.log) :]:
            assert step == len(battle.line)
            assert line.text.strip() == line.text != ""
            cite.check(line.rules, game.scenario.edition, (action, line))
            if line.trace is not None:
                check_trace(line.trace, cite, game.scenario.edition, line.rules)
                figure = str(number_format.number(line.trace.value or 0))
                assert figure in [word.strip(".,") for word in line.text.split()], "it reckons a figure of the text"
    for mark, keys in alike.items():
        assert len(keys) == 1, f"options alike by {mark!r} lead to {len(keys)} keys"
    aside = {option.id for option in node.options if option.aside} if isinstance(node, Decision) else set()
    seen = [action for action in legal if action not in aside]
    assert seen or not legal, "walks may look at nothing"
    assert {marks.get(action) or action for action in moves(node)} == {marks.get(action) or action for action in seen}
    check_refused(battle, NONSENSE)


def beyond(game: Game[Any], state: Any) -> Any:
    """The position after all choices that are none, since every option is alike."""
    node = game.node(state)
    while isinstance(node, Decision) and node.options[0].alike and len({option.alike for option in node.options}) == 1:
        state = game.apply(state, node.options[0].id)
        node = game.node(state)
    return state


def check_refused(battle: Battle[Any], actions: Iterable[str]) -> None:
    """Actions that are not listed are refused, and the refusal names those that are."""
    legal = set(battle.legal_actions)
    listed = legal | {option.id for option in battle.game.overrides(battle.state)}
    for action in actions:
        bare = split_note(action)[0]
        if bare in listed:
            continue
        with pytest.raises(IllegalActionError) as caught:
            battle.play(action)
        assert legal <= set(caught.value.legal)
        assert repr(bare) in str(caught.value)


def check_overrides(battle: Battle[Any], ruleset: Ruleset, cite: Citations) -> None:
    """What players may agree on can be played, is marked in the log, and leaves a sound position."""
    options = battle.game.overrides(battle.state)
    ids = [option.id for option in options]
    assert len(set(ids)) == len(ids)
    for option in options:
        assert option.id.startswith("!")
        check_option(option, battle.game)
        after = battle.play(f"{option.id} # as agreed")
        assert after.state == battle.game.apply(battle.state, option.id)
        lines = [line for number, line in after.log if number == len(battle.line)]
        assert lines and "By agreement (as agreed)" in lines[0].text
        check_position(after, ruleset, cite)


# --- walks ---------------------------------------------------------------------------------------------------


def walk(game: Game[Any], rng: random.Random, ruleset: Ruleset, cite: Citations, deep: bool = True) -> Battle[Any]:
    """Play at random to the end, looking at every position on the way."""
    battle = Battle.start(game)
    seen: set[str] = set()
    for step in range(STEPS):
        if deep and step < CLOSELY:
            check_position(battle, ruleset, cite)
            check_moves(battle, cite)
            check_overrides(battle, ruleset, cite)
            check_refused(battle, seen - set(battle.legal_actions))
        node = battle.node
        if isinstance(node, Terminal):
            if deep:
                check_position(battle, ruleset, cite)
            return battle
        legal = list(LegalActions(node))
        seen.update(legal)
        battle = battle.play(rng.choice(legal))
        if not deep:
            game.assess(battle.state)
            game.overlay(battle.state)
            game.refusals(battle.state)
            game.key(battle.state)
    raise AssertionError(f"no end after {STEPS} actions: {battle.line[:20]} ...")


def check_replay(battle: Battle[Any], ruleset: Ruleset) -> None:
    """The same line from the same scenario is the same battle, also by text and by link."""
    scenario, line = battle.game.scenario, battle.line
    check_scenario(scenario)
    again = Battle.start(ruleset.game(scenario)).play_all(line)
    assert (again.state, again.log, again.trail) == (battle.state, battle.log, battle.trail)
    assert hash(again.state) == hash(battle.state)
    kept = record.Record(scenario, line)
    for text in (toml(record.to_document(kept)), json.dumps(record.to_document(kept))):
        assert record.from_text(text) == kept
    found = record.from_link(record.to_link(scenario, line))
    assert found == kept
    assert record.resume(Battle.start(ruleset.game(found.scenario)), found.actions).state == battle.state


def check_scenario(scenario: Scenario) -> None:
    """Written and read again it is the same, and the canonical document writes itself."""
    written = codec.write_scenario(scenario)
    again = codec.read_scenario(written)
    assert again == scenario
    assert codec.write_scenario(again) == written


def check_problems(problems: Iterable[Problem], scenario: Scenario, cite: Citations) -> None:
    """Each says what, where, by which rule, and the way out."""
    for problem in problems:
        assert isinstance(problem, Problem)
        assert problem.message.strip() == problem.message != ""
        assert problem.path.startswith("$"), problem
        cite.check((problem.rule,), scenario.edition, problem)
        assert problem.fix, problem
        place = re.match(r"\$\.units\[(\d+)\]", problem.path)
        assert not place or int(place.group(1)) < len(scenario.units), problem
        place = re.match(r"\$\.targets\[(\d+)\]", problem.path)
        assert not place or int(place.group(1)) < len(scenario.targets), problem


def check_relevant(game: Game[Any], ruleset: Ruleset) -> None:
    """It names what the words of the ruleset have, of units and hexes that exist."""
    words, found, scenario = ruleset.vocabulary, game.relevant(), game.scenario
    assert set(found) == {"conditions", "readings", "units", "hexes"}

    def known(keys: Iterable[str], fields: Iterable[Any]) -> None:
        keys = list(keys)
        legal = {field.key for field in fields if not field.editions or scenario.edition in field.editions}
        assert len(set(keys)) == len(keys)
        assert set(keys) <= legal, set(keys) - legal

    known(found["conditions"], words.conditions)
    known(found["readings"], words.readings)
    for id, keys in found["units"].items():
        known(keys, [words.field_of[key] for key in words.type_of[scenario.by_id[id].type].fields])
    for place, keys in found["hexes"].items():
        hexgrid.parse(place)
        known(keys, words.hex_fields)


# --- whole games ---------------------------------------------------------------------------------------------


def positions(game: Game[Any], most: int, walked: bool = False) -> list[Any]:
    """Every position that can come about, overrides aside; empty when there are more than ``most``.

    Those that are ``walked`` leave out what only options aside lead to.
    """
    start = game.start()
    found, known = [start], {start}
    for state in found:
        node = game.node(state)
        aside = {option.id for option in node.options if option.aside} if isinstance(node, Decision) and walked else ()
        for action in LegalActions(node):
            if action in aside:
                continue
            after = game.apply(state, action)
            if after not in known:
                known.add(after)
                found.append(after)
        if len(found) > most:
            return []
    return found


def check_keys(game: Game[Any], states: list[Any]) -> int:
    """Positions of one key play on alike: no sequence of rolls and choices tells them apart.

    A choice is the set of what it leads to, so that equal options count once and a choice between equals is none.
    Returns how many keys there are.
    """
    classes: dict[Hashable, dict[int, Any]] = defaultdict(dict)
    for state, number in split(game, states).items():
        classes[game.key(state)].setdefault(number, state)
    for members in classes.values():
        assert len(members) == 1, f"one key, but they play on differently: {list(members.values())[:2]}"
    return len(classes)


def split(game: Game[Any], states: list[Any]) -> dict[Any, int]:
    """A number for every position, equal for those that play on alike.

    Positions are split by what comes next until nothing splits any more; then choices between equals are passed
    over, and all is done again until there are none left.
    """
    nodes = {state: game.node(state) for state in states}
    leads = {state: [game.apply(state, action) for action in LegalActions(nodes[state])] for state in states}
    passed: dict[Any, Any] = {}
    while True:
        numbers = dict.fromkeys(states, 0)
        count = 0
        while count != len(set(numbers.values())):
            count = len(set(numbers.values()))
            names: dict[Hashable, int] = {}
            numbers = {
                state: names.setdefault(_mark(nodes[state], [numbers[after] for after in leads[state]]), len(names))
                for state in states
            }
        more = {
            state: leads[state][0]
            for state in states
            if state not in passed and isinstance(nodes[state], Decision)
            and len({numbers[after] for after in leads[state]}) == 1
        }  # fmt: skip
        if not more:
            return {state: numbers[_land(state, passed)] for state in states}
        passed |= more
        leads = {state: [_land(after, passed) for after in leads[state]] for state in states}


def _land(state: Any, passed: dict[Any, Any]) -> Any:
    while state in passed:
        state = passed[state]
    return state


def _mark(node: Node, leads: list[int]) -> Hashable:
    if isinstance(node, Terminal):
        return node.outcome
    if isinstance(node, Decision):
        return node.side, frozenset(leads)
    sums: dict[int, int] = defaultdict(int)
    for (_, weight), there in zip(node.faces, leads, strict=True):
        sums[there] += weight
    return frozenset(sums.items())
