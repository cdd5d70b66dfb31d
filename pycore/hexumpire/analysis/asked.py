"""Questions about a decision: which loss is best, and into which hex the rules allow to go.

A question has choices of which one is right. A wrong one comes with its proof: of a loss, what best play makes of it;
of a hex, why the rules refuse it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

from hexumpire.analysis.solve import Solution, worth_text
from hexumpire.analysis.walk import Progress, explore
from hexumpire.kit.places import mention
from hexumpire.model.battle import Battle, Decision, Option
from hexumpire.model.errors import HexUmpireError, InputError, Problem
from hexumpire.model.ruleset import Objective, Ruleset
from hexumpire.model.text import say

MOST: Final = 4
"""Most choices of a question."""
MOST_POSITIONS: Final = 3000
"""Positions that may follow a loss that is asked about."""
ATTACKER: Final = "attacker"
LOSS: Final = "lose:"
"""What the ids of options begin with in which something is lost."""

Line = dict[str, Any]


@dataclass(frozen=True)
class Choice:
    """An answer that readers may give: what is said of it, and the lines that prove it wrong."""

    title: str
    text: str = ""
    lines: tuple[Line, ...] = ()


Asked = tuple[str, str, list[Choice]]
"""A question, the title of the right choice, and the choices."""
Worths = dict[str, tuple[Fraction, Fraction, Option]]
"""What losses are worth to the attacker, and what each costs against the best, by what they are called."""


def unasked(message: str) -> InputError:
    """The error of a lesson that cannot be asked of a battle."""
    return InputError([Problem(message, "$.lesson", fix="ask for something else, or for nothing")])


def decision(battle: Battle[Any]) -> Decision:
    """The decision that comes next.

    Raises:
        InputError: nobody decides anything now.
    """
    node = battle.node
    if not isinstance(node, Decision):
        raise unasked("nobody has anything to choose here")
    return node


def loss(ruleset: Ruleset, battle: Battle[Any], progress: Progress) -> Asked:
    """Which of the losses is best, both sides playing on as well as can be.

    Asked is for the first objective by which one is better than another.

    Raises:
        InputError: nothing is lost now, no loss is better than another, or too much can follow.
    """
    node = decision(battle)
    options = {option.id: option for option in node.options if option.id.startswith(LOSS)}
    if len(options) < 2:
        raise unasked("there is no choice of losses here")
    try:
        game, state = battle.game.reckoned().seat(battle.state)
        walk = explore(game, state, None, progress, most=MOST_POSITIONS)
    except HexUmpireError as error:
        raise unasked(error.text) from error
    for objective in ruleset.objectives_of(battle.game.scenario.procedure):
        worths = _by_label(options, Solution(walk, objective).alternatives(state))
        best = [label for label, (_, cost, _) in worths.items() if not cost]
        worse = [label for label, (_, cost, _) in worths.items() if cost]
        if best and worse:
            return _losses(node, objective, worths, best[0], worse[: MOST - 1])
    raise unasked("no loss is better than another here")


def _losses(node: Decision, objective: Objective, worths: Worths, right: str, wrong: Sequence[str]) -> Asked:
    """The question which of some losses is best."""
    top = _line("the best of these", worths[right][0], objective, ())
    choices = []
    for label, (worth, _, option) in worths.items():
        if label == right:
            choices.append(Choice(label))
        elif label in wrong:
            said = say(
                "{x}: with best play after it, the attacker gets less of what counts than after the best:", x=label
            )
            if node.side != ATTACKER:
                said = say(
                    "{x}: with best play after it, the attacker gets more of what counts than after the best:", x=label
                )
            choices.append(Choice(label, said, (_line(label, worth, objective, option.rules), top)))
    asked = say(
        "{x} Which of these is best for the {side}, with best play after it? What counts for the attacker: {y}.",
        x=node.prompt,
        side=node.side,
        y=objective.title,
    )
    return asked, right, choices


def _line(label: str, worth: Fraction, objective: Objective, rules: Sequence[str]) -> Line:
    """A line that says what something is worth: as a fraction, and to be shown."""
    return {"label": label, "value": str(worth), "value_text": worth_text(worth, objective), "rules": list(rules)}


def _by_label(options: Mapping[str, Option], found: Sequence[tuple[str, Fraction, Fraction]]) -> Worths:
    """Worth and cost of losses by what they are called, without those of which that does not tell it."""
    worths: Worths = {}
    unclear = set()
    for key, worth, cost in found:
        if key in options:
            label = options[key].label
            if worths.setdefault(label, (worth, cost, options[key]))[0] != worth:
                unclear.add(label)
    return {label: known for label, known in worths.items() if label not in unclear}


def hexes(battle: Battle[Any]) -> Asked:
    """Which of some hexes the rules allow; the others are those that are refused, with their reasons.

    Raises:
        InputError: no hex is chosen now, or none is refused.
    """
    node = decision(battle)
    legal: dict[str, list[str]] = {}
    for option in node.options:
        if option.hex and not option.aside:
            legal.setdefault(option.unit, []).append(option.hex)
    allowed = {option.hex for option in node.options}
    for unit in legal:
        refused = [one for one in _refused(battle, unit) if one[0] not in allowed]
        if refused:
            break
    else:
        raise unasked("no hex is refused here")
    first = legal[unit][0]
    chosen = {first: Choice(mention(first))}
    said: set[str] = set()
    for fresh in (True, False):  # each reason once, before any twice
        for place, reason, rules in refused:
            if len(chosen) < MOST and place not in chosen and not (fresh and reason in said):
                said.add(reason)
                line = {"label": reason, "value": "", "rules": list(rules)}
                chosen[place] = Choice(mention(place), say("The rules refuse {place}:", place=mention(place)), (line,))
    asked = say("{x} Which of these hexes do the rules allow?", x=node.prompt)
    return asked, mention(first), [chosen[place] for place in sorted(chosen, key=_order)]


def _refused(battle: Battle[Any], unit: str) -> Iterator[tuple[str, str, tuple[str, ...]]]:
    """The hexes that are refused to a unit, or to all that go together, with reason and rules."""
    for refusal in battle.game.refusals(battle.state):
        if refusal.hex and refusal.unit == unit:
            yield refusal.hex, refusal.reason, tuple(refusal.rules)


def _order(place: str) -> tuple[int, int]:
    """Hexes from the top, each row from the left."""
    column, row = place.split(",")
    return int(row), int(column)
