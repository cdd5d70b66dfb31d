"""Luck against judgement: what the dice gave in a battle, and what each choice of each side gave up.

A battle is worth something at every moment: what its objective comes to with best play of both sides from there on.
A roll moves that worth, and so does a choice that is not the best; best choices leave it alone. So the worth at the
end is the worth at the start, and the sum of the steps between. What players agreed on against the rules is a term of
its own. Where best play is too large to work out, both sides play on by stated policies, and a choice may then gain.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final, TypeVar

from hexumpire.analysis.bounded import limit
from hexumpire.analysis.deciding import policy_of
from hexumpire.analysis.solve import Solution, objective_of, worth_text
from hexumpire.analysis.walk import OpenQuestionError, Progress, TooLargeError, endings, explore
from hexumpire.model.battle import DECLARE, NEXT, Battle, Chance, Decision, Game, Node, Terminal, split_note
from hexumpire.model.errors import HexUmpireError
from hexumpire.model.ruleset import Objective, Ruleset
from hexumpire.model.text import say
from hexumpire.views.number_format import decimal

S = TypeVar("S", bound=Hashable)
MOST: Final = 60_000
"""Best play is looked for among so many positions."""

ROLL: Final = "roll"
CHOICE: Final = "choice"
AGREED: Final = "agreed"
BEST: Final = "best"
POLICIES: Final = "policies"


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a battle: which it was, what kind, whose, by how much it moved the worth for the attacker.

    ``best`` is what would have been best, where something else was chosen and best play is known.
    """

    number: int
    kind: str
    side: str
    action: str
    label: str
    gain: Fraction
    best: str = ""


@dataclass(frozen=True, slots=True)
class Debrief:
    """A battle taken apart: ``start`` + the gains of the ``steps`` = ``end``. ``mode`` says what it was worth by."""

    mode: str
    start: Fraction
    end: Fraction
    steps: tuple[Step, ...]

    def total(self, kind: str, side: str = "") -> Fraction:
        """The gains of one kind, of one side or of both."""
        return sum((one.gain for one in self.steps if one.kind == kind and side in ("", one.side)), Fraction(0))


class _Worth:
    """What positions of one game are worth, by best play as long as that can be worked out."""

    def __init__(
        self, game: Game[Any], state: Any, objective: Objective, choose: Callable[[Game[Any], Any], Any], best: bool
    ) -> None:
        self.game, self.objective, self.choose = game, objective, choose
        self.solution: Solution[Any] | None = None
        if best:
            self.solution = Solution(explore(game, state, None, most=MOST), objective)

    def of(self, state: Any) -> Fraction:
        """What a position is worth to the attacker."""
        if self.solution is not None:
            try:
                return self.solution.value(state)
            except HexUmpireError:  # it came about by agreement, or is alike to one that was looked at
                return Solution(explore(self.game, state, None, most=MOST), self.objective).value(state)
        dist = endings(explore(self.game, state, self.choose(self.game, state), most=limit(self.game)))
        worth = (Fraction(weight * self.objective.value(end)) for end, weight in dist.items())
        return sum(worth, Fraction(0)) / dist.total

    def best(self, state: Any) -> str:
        """The best option of a decision; empty where best play is not known."""
        return self.solution.best(state) if self.solution is not None else ""


def debrief(
    battle: Battle[S],
    ruleset: Ruleset,
    policies: Mapping[str, str],
    objective: Objective,
    progress: Progress = None,
) -> Debrief:
    """The steps of a battle so far, and what each was worth for an objective.

    Several attacks of a turn are each taken by themselves, and their worths added up.

    Raises:
        InputError: a policy is not known.
        HexUmpireError: no exact figures can be given (see :mod:`hexumpire.analysis.walk`).
    """

    def choose(game: Game[Any], state: Any) -> Any:
        return policy_of(game, state, ruleset, policies, objective.key, progress)

    try:
        return _taken_apart(battle, objective, choose, best=True)
    except (TooLargeError, OpenQuestionError):
        return _taken_apart(battle, objective, choose, best=False)


def _taken_apart(battle: Battle[Any], objective: Objective, choose: Callable[[Any, Any], Any], best: bool) -> Debrief:
    game = battle.game.reckoned()
    several = any(game.seat(state)[0] is not game for state in battle.trail)
    worth: _Worth | None = None
    start = end = now = Fraction(0)
    steps: list[Step] = []
    for number, (state, recorded) in enumerate(zip(battle.trail, battle.line, strict=True)):
        action = split_note(recorded)[0]
        inner, here = game.seat(state)
        node = inner.node(here)
        between = isinstance(node, Decision) and node.topic in (NEXT, DECLARE)
        if between or (several and inner is game):  # no part of an attack
            worth = None
            continue
        if worth is None or not _same(worth.game, inner):
            worth = _Worth(inner, here, objective, choose, best)
            now = worth.of(here)
            start, end = start + now, end + now
        reached = inner.apply(here, action)
        after = worth.of(reached)
        step = _step(number, node, action, after - now, worth.best(here) if after != now else "")
        steps.append(step)
        end, now = end + step.gain, after
        if isinstance(inner.node(reached), Terminal):
            worth = None
    return Debrief(BEST if best else POLICIES, start, end, tuple(steps))


def _same(one: Game[Any], other: Game[Any]) -> bool:
    """Whether two games are the same attack, which may have been made anew."""
    return one is other or (type(one) is type(other) and one.scenario == other.scenario)


def _step(number: int, node: Node, action: str, gain: Fraction, best: str) -> Step:
    """A step as it is told."""
    if isinstance(node, Chance) and action in dict(node.faces):
        return Step(number, ROLL, node.side, action, action, gain)
    labels = {option.id: option.label for option in node.options} if isinstance(node, Decision) else {}
    if isinstance(node, Decision) and action in labels:
        return Step(number, CHOICE, node.side, action, labels[action], gain, labels.get(best, ""))
    return Step(number, AGREED, "", action, action, gain)


# --- as an answer --------------------------------------------------------------------------------------------


def report(
    battle: Battle[S],
    ruleset: Ruleset,
    policies: Mapping[str, str],
    objective_key: str = "",
    progress: Progress = None,
) -> dict[str, Any]:
    """The result of the operation ``debrief`` (docs/api.md) for a battle so far.

    Raises:
        InputError: a policy or objective is not known.
        HexUmpireError: no exact figures can be given.
    """
    objective = objective_of(ruleset, objective_key)
    found = debrief(battle, ruleset, policies, objective, progress)
    totals = {
        "luck": found.total(ROLL),
        "attacker": found.total(CHOICE, "attacker"),
        "defender": found.total(CHOICE, "defender"),
        "agreed": found.total(AGREED),
    }
    steps = [
        {
            "step": one.number,
            "kind": one.kind,
            "side": one.side,
            "action": one.action,
            "label": one.label,
            "value": str(one.gain),
            "value_text": _signed(one.gain),
            "best": one.best,
        }
        for one in found.steps
        if one.kind != CHOICE or one.gain
    ]
    return {
        "objective": objective.key,
        "title": objective.title,
        "mode": found.mode,
        "start": str(found.start),
        "start_text": worth_text(found.start, objective),
        "end": str(found.end),
        "end_text": worth_text(found.end, objective),
        **{key: {"value": str(value), "value_text": _signed(value)} for key, value in totals.items()},
        "text": _sentence(found),
        "steps": steps,
    }


def _signed(value: Fraction) -> str:
    text = decimal(value)
    return ("+" if value > 0 else "") + text.replace("-", "−")


def _sentence(found: Debrief) -> str:
    """The battle in one sentence: what the dice gave, and what the choices of each side did."""
    luck = found.total(ROLL)
    mine, theirs = found.total(CHOICE, "attacker"), found.total(CHOICE, "defender")
    parts = {"a": _signed(luck), "b": _signed(mine), "c": _signed(theirs)}
    if found.mode == POLICIES:
        template = (
            "For the attacker the dice gave {a}; its choices gave {b} and the defender's {c}, by stated policies."
        )
        return say(template, **parts)
    if not mine and not theirs:
        return say("For the attacker the dice gave {a}; both sides chose the best every time.", **parts)
    return say("For the attacker the dice gave {a}; its choices gave {b}, and the defender's choices {c}.", **parts)
