"""A witness for every rule: a small battle whose answer changes when that rule alone is switched off.

Every rule of an index whose status is ``computed``, ``enforced`` or ``decided`` has one, in the file
``witnesses.json`` of its ruleset's folder (:mod:`tests.witness.files`); ``test_witnesses.py`` plays each of them with
the rule and without.

A rule is switched off at the place where citations are applied, and nowhere in the code of rules. There are these
forms (:data:`FORMS`: the strongest first for a rule that forbids; :data:`COMPUTED`: for any other):

``sum``       a line of the reckoning that cites the rule does not count: totals, odds, column, chances change
``exception`` a line that the rule leaves out counts, as the line of that label does in a second battle
``problem``   what forbids the fight by that rule alone does not: it may be fought
``refusal``   a counter, hex or attack that the rule bars, and which is told as barred, is not
``option``    a choice that cites the rule is not offered, others are
``roll``      dice that are rolled by the rule are not
``question``  a question that is put by the rule is not
``end``       a battle that ends by the rule does not end there
``log``       a step whose log entry cites the rule, and which changes what is, is not made

How to find those of a ruleset (``PYTHONPATH=pycore:tests:. python -m tests.witness.search`` and then)::

    KEY                                                  what is missing, and by which form there are
    KEY --search --seconds 300                           look for more, and write witnesses.json
    KEY --search --from-tests                            among the battles that tests/rules/KEY plays too
    KEY --search --only 10.34 15.32A                     for these rules alone, better or smaller ones
    KEY --search --only 10.34 --form exception           in this form, instead of what there is
    KEY --show 15.32A                                    one witness, with both answers
    KEY --add FILE 15.32A                                one made by hand: a record, as TOML or JSON

A search looks through the examples, random scenarios, battles that differ a little from those it knows, and
(``--from-tests``) every battle that the tests of the ruleset set up, makes each find smaller, and keeps the few battles
that show the most rules; what was found before stays unless a stronger or a smaller one is found. Other seeds
(``--seed``) look at other random scenarios.

A rule that nothing shows has the wrong status, or the umpire does not do what the index says: read the rulebook, then
mend the index or the engine. Often the code does what the rule says and cites it on a line that is only told, while
the number goes another way: take the number from the line (``ledger.close(...).value``). Look at what a witness shows
(``--show``): a rule that is cited beside another one on a line that has nothing to do with it is not witnessed well.
KEY is that of a ruleset, or ``custom/NAME`` for an invented game.
When a ruleset is complete, it leaves ``LATER`` in ``test_witnesses.py``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from functools import cache
from typing import Any

from hexumpire import rulesets
from hexumpire.model.battle import CLOSED, Battle, Chance, Decision, Game, Line, Node, Terminal
from hexumpire.model.errors import Problem
from hexumpire.model.ruleset import Ruleset
from hexumpire.model.scenario import Scenario
from hexumpire.model.trace import Number, Trace

from tests.witness.off import exceptions_without, sums_without

FORMS = ("sum", "exception", "problem", "refusal", "option", "roll", "question", "end", "log")
"""How a rule may be switched off, the strongest form first."""
COMPUTED = ("sum", "exception", "refusal", "option", "roll", "question", "end", "log", "problem")
"""The order for rules that do not forbid: a battle that they forbid too shows less of them than one they settle."""
BINDING = ("computed", "enforced", "decided")
"""The statuses of rules that need a witness."""
Answer = dict[str, Any]
"""What the umpire says at the end of a line of play, as plain data."""


@cache
def ruleset_of(key: str) -> Ruleset:
    """The ruleset of a key; ``custom/NAME`` is the invented game of that name."""
    family, _, name = key.partition("/")
    games = rulesets.get(family).templates() if name else ()
    return next((rulesets.of(family, game["game"]) for game in games if game["key"] == name), rulesets.get(family))


def by_status(key: str, rule: str) -> tuple[str, ...]:
    """The forms in which a rule may be switched off, the strongest first, by what the index says of it."""
    return FORMS if ruleset_of(key).index[rule].status == "enforced" else COMPUTED


def game_of(scenario: Scenario) -> Game[Any]:
    """The game of a scenario, made anew."""
    return rulesets.get(scenario.ruleset).game(scenario)


def answer(
    scenario: Scenario, actions: Sequence[str], off: str = "", form: str = "sum", like: Scenario | None = None
) -> Answer:
    """What the umpire answers after a line of play, with the rule ``off`` switched off in one of :data:`FORMS`.

    With a rule switched off a line is played as far as it goes: up to an action that is illegal now, or a step that is
    not made without the rule. ``like`` is the second battle of an ``exception``.
    """
    without: AbstractContextManager[None] = nullcontext()
    if off and form == "sum":
        without = sums_without(off)
    elif off and like is not None:
        without = exceptions_without(off, counting(like))
    with without:
        game = game_of(scenario)
        problems = game.problems
        if problems and form == "problem":
            problems = tuple(problem for problem in problems if problem.rule != off)
            return {"forbidden": _told(problems)} if problems else {"forbidden": [], "may be fought": True}
        if problems:
            return {"forbidden": _told(problems)}
        state = game.start()
        for action in actions:
            if action not in _open(game.node(state), off, form):
                return {"stopped before": action, **seen(game, state, off, form)}
            after = game.apply(state, action)
            if off and not _made(game, state, action, after, off, form):
                return {"not made": action, **seen(game, state, off, form)}
            state = after
        return seen(game, state, off, form)


def _told(problems: Sequence[Problem]) -> list[str]:
    return [f"{problem.path} {problem.rule}" for problem in problems]


def _open(node: Node, off: str, form: str) -> list[str]:
    """The actions that a position offers."""
    if isinstance(node, Chance):
        return [face for face, _ in node.faces]
    if isinstance(node, Decision):
        return [option.id for option in node.options if form != "option" or off not in option.rules]
    return []


def _made(game: Game[Any], state: Any, action: str, after: Any, off: str, form: str) -> bool:
    """Whether a step is made although a rule is switched off."""
    node = game.node(state)
    if form == "roll" and isinstance(node, Chance):
        return off not in node.rules
    if form == "question" and isinstance(node, Decision):
        return off not in node.rules
    if form == "log" and _moves(game, state, after):
        return not any(off in line.rules for line in game.narrate(state, action, after))
    return True


def _moves(game: Game[Any], state: Any, after: Any) -> bool:
    """Whether a step changes the board, ends the fight, or leads to another kind of question."""
    return _kind(game.node(state)) != _kind(game.node(after)) or game.overlay(state) != game.overlay(after)


def _kind(node: Node) -> tuple[str, ...]:
    """What kind of thing comes next, and whose it is."""
    if isinstance(node, Decision):
        return "choice", node.side, node.topic
    return ("roll", node.side) if isinstance(node, Chance) else ("end",)


# --- what is answered in a position --------------------------------------------------------------------------


def seen(game: Game[Any], state: Any, off: str = "", form: str = "sum", like: Scenario | None = None) -> Answer:
    """What the umpire says of a position: what comes next, the reckoning, the board, the list of attacks."""
    node = game.node(state)
    found: Answer = {"next": _next(node, off, form)}
    if form == "refusal":
        found["barred"] = [
            [one.unit, one.hex, str(one.reason)] for one in game.refusals(state) if off not in one.rules
        ]  # fmt: skip
    found["board"] = {key: value for key, value in game.overlay(state).items() if value}
    rows = game.rows(state)
    if rows:
        found["attacks"] = [
            [list(row.targets), "open" if form == "refusal" and off in row.rules else row.state] for row in rows
        ]  # fmt: skip
    assessment = game.assess(state)
    if assessment is not None:
        found["reckoning"] = [
            str(assessment.headline), str(assessment.attack), str(assessment.defense), str(assessment.column),
            [[face, str(result)] for face, result in assessment.results],
        ]  # fmt: skip
        if form == "refusal":
            found["closed"] = [str(line.label) for line in _closed(assessment.trace) if off not in line.rules]
        if assessment.column is None:
            found["list"] = list(_values(assessment.trace))
    return found


def _next(node: Node, off: str, form: str) -> list[Any]:
    if isinstance(node, Terminal):
        if form == "end" and off in node.rules:
            return ["it goes on"]
        return ["end", node.outcome.result, [list(pair) for pair in node.outcome.measures]]
    if isinstance(node, Chance):
        return ["roll", node.side, [list(face) for face in node.faces]]
    return ["choice", node.side, node.topic, _open(node, off, form)]


def _values(line: Trace) -> Iterator[list[str]]:
    """The lines of a reckoning that follow from others, where it has no column: an answer that is a cost or a list."""
    if line.skipped:
        return
    if line.children and line.value is not None and line.op != "fact":
        yield [str(line.label), str(line.value)]
    for child in line.children:
        yield from _values(child)


def counting(scenario: Scenario) -> dict[str, Number]:
    """The values of the lines at the bottom of the first reckoning of a battle, by their labels; those that count."""
    game = game_of(scenario)
    assessment = None if game.problems else game.assess(game.start())
    if assessment is None:
        return {}
    return {
        line.label: line.value
        for line in _counted(assessment.trace)
        if line.value is not None and not line.children
    }  # fmt: skip


def _counted(line: Trace) -> Iterator[Trace]:
    """The lines of a reckoning that count, each before those below it."""
    if not line.skipped:
        yield line
        for child in line.children:
            yield from _counted(child)


# --- which rules could be shown where ------------------------------------------------------------------------


def cited(game: Game[Any], battle: Battle[Any] | None, before: Battle[Any] | None) -> Iterator[tuple[str, str, bool]]:
    """Rule, form, and whether it stands alone, for every citation that counts in a position and the step to it."""
    if battle is None:
        rules = {problem.rule for problem in game.problems}
        if len(rules) == 1:
            yield from ((rule, "problem", True) for rule in rules if rule)
        return
    yield from _cited_here(game, battle)
    if before is not None:
        yield from (one for line in _last(battle) if line.trace is not None for one in _sums(line.trace))
        form = "roll" if isinstance(before.node, Chance) else "question"
        yield from ((rule, form, len(before.node.rules) == 1) for rule in before.node.rules)
        if _moves(game, before.state, battle.state):
            for line in _last(battle):
                yield from ((rule, "log", len(line.rules) == 1) for rule in line.rules)


def _cited_here(game: Game[Any], battle: Battle[Any]) -> Iterator[tuple[str, str, bool]]:
    """The same of a position alone."""
    node, assessment = battle.node, battle.assessment
    if assessment is not None:
        yield from _sums(assessment.trace)
        for line in _closed(assessment.trace):
            yield from ((rule, "refusal", False) for rule in line.rules)
    for refusal in game.refusals(battle.state):
        yield from ((rule, "refusal", len(refusal.rules) == 1) for rule in refusal.rules)
    for row in game.rows(battle.state):
        if row.state == CLOSED:
            yield from ((rule, "refusal", len(row.rules) == 1) for rule in row.rules)
    if isinstance(node, Decision):
        shared = set.intersection(*(set(option.rules) for option in node.options))
        for option in node.options:
            yield from ((rule, "option", len(option.rules) == 1) for rule in option.rules if rule not in shared)
    if isinstance(node, Terminal):
        yield from ((rule, "end", len(node.rules) == 1) for rule in node.rules)


def _sums(trace: Trace) -> Iterator[tuple[str, str, bool]]:
    """The same of the lines of a reckoning that count."""
    for line in _counted(trace):
        if line.value is not None:
            yield from ((rule, "sum", len(line.rules) == 1 and not line.children) for rule in line.rules)


def _last(battle: Battle[Any]) -> list[Line]:
    """The log entries of the last step."""
    step = len(battle.line) - 1
    return [line for number, line in battle.log if number == step]


def _closed(line: Trace) -> Iterator[Trace]:
    """The entries of a list that say what may not be done, and why."""
    if line.skipped and line.op == "list":
        yield line
    for child in line.children:
        yield from _closed(child)


def left_out(trace: Trace) -> Iterator[tuple[str, str]]:
    """Rule and label of the lines that are skipped by a rule."""
    if trace.skipped:
        yield from ((rule, trace.label) for rule in trace.rules)
    else:
        for child in trace.children:
            yield from left_out(child)


def witnesses(scenario: Scenario, actions: Sequence[str], rule: str, form: str, like: Scenario | None = None) -> bool:
    """Whether the answer at the end of a line changes when a rule is switched off in a form."""
    if form not in FORMS:
        return False
    here = answer(scenario, actions, "", form)
    return "stopped before" not in here and here != answer(scenario, actions, rule, form, like)


__all__ = [
    "BINDING",
    "FORMS",
    "answer",
    "by_status",
    "cited",
    "counting",
    "game_of",
    "left_out",
    "ruleset_of",
    "seen",
    "witnesses",
]
