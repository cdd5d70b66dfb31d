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
from hexumpire.analysis.deciding import policies_of, policy_of
from hexumpire.analysis.solve import Solution, gain_text, is_share, objective_of, worth_text
from hexumpire.analysis.walk import Choose, OpenQuestionError, Progress, TooLargeError, explore
from hexumpire.model.battle import DECLARE, NEXT, Battle, Chance, Decision, Game, Node, Terminal, split_note
from hexumpire.model.phase import Embedded, PhasedGame
from hexumpire.model.ruleset import Objective, Ruleset
from hexumpire.model.text import say

S = TypeVar("S", bound=Hashable)
MOST: Final = 60_000
"""So many positions of an attack are looked at; for best play fewer where a game may have too many."""

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
    """A battle taken apart: ``start`` + the gains of the ``steps`` = ``end``. ``mode`` says what it was worth by.

    ``several``: it is the sum of several attacks. ``unsettled``: one of them ended in fights that are not told.
    ``partial``: what one of them was worth leaves out such fights, whether they came about or not.
    """

    mode: str
    start: Fraction
    end: Fraction
    steps: tuple[Step, ...]
    several: bool
    unsettled: bool
    partial: bool

    def total(self, kind: str, side: str = "") -> Fraction:
        """The gains of one kind, of one side or of both."""
        return sum((one.gain for one in self.steps if one.kind == kind and side in ("", one.side)), Fraction(0))


class _Worth:
    """What positions of one game are worth: by best play, or by the policies that ``choose`` makes for a position."""

    def __init__(
        self,
        game: Game[Any],
        objective: Objective,
        choose: Callable[[Game[Any], Any], Choose] | None,
        progress: Progress,
    ) -> None:
        self.game, self.objective, self.choose, self.progress = game, objective, choose, progress
        self._solved: list[Solution[Any]] = []

    def _solution(self, state: Any) -> Solution[Any]:
        """One that knows a position; a new one for what came about by agreement, or is alike to what is known."""
        known: Solution[Any] | None = next((one for one in reversed(self._solved) if one.knows(state)), None)
        if known is not None:
            return known
        choose = self.choose(self.game, state) if self.choose else None
        most = MOST if self.choose else min(MOST, limit(self.game) or MOST)
        found: Solution[Any] = Solution(explore(self.game, state, choose, self.progress, most=most), self.objective)
        self._solved.append(found)
        return found

    def of(self, state: Any) -> Fraction:
        """What a position is worth to the attacker."""
        return self._solution(state).value(state)

    @property
    def partial(self) -> bool:
        """Whether it leaves out fights that may follow."""
        return any(one.unsettled for one in self._solved)

    def best(self, state: Any) -> str:
        """The best option of a decision; empty where best play is not known."""
        return "" if self.choose else self._solution(state).best(state)


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

    def choose(game: Game[Any], state: Any) -> Choose:
        return policy_of(game, state, ruleset, policies, objective.key, progress)

    policies_of(ruleset, policies)
    try:
        return _taken_apart(battle, objective, None, progress)
    except (TooLargeError, OpenQuestionError):
        return _taken_apart(battle, objective, choose, progress)


def _taken_apart(
    battle: Battle[Any],
    objective: Objective,
    choose: Callable[[Game[Any], Any], Choose] | None,
    progress: Progress,
) -> Debrief:
    game = battle.game.reckoned()
    several = any(game.seat(state)[1] is not state for state in battle.trail)
    worth: _Worth | None = None
    ended = unsettled = partial = False
    start = end = now = Fraction(0)
    steps: list[Step] = []
    for number, (state, recorded) in enumerate(zip(battle.trail, battle.line, strict=True)):
        action = split_note(recorded)[0]
        inner, here = game.seat(state) if several else (game, state)
        node = inner.node(here)
        if worth is not None and not _same(worth.game, inner):
            worth, ended = None, False
        if ended or _between(inner, node, several):  # what follows an attack is no part of it
            continue
        if worth is None:
            worth = _Worth(inner, objective, choose, progress)
            now = worth.of(here)
            start, end = start + now, end + now
        reached = inner.apply(here, action)
        after = worth.of(reached)
        step = _step(number, node, action, after - now, worth.best(here) if after != now else "")
        steps.append(step)
        end, now = end + step.gain, after
        last = inner.node(reached)
        if isinstance(last, Terminal):
            ended, unsettled = True, unsettled or last.outcome.open
        partial = partial or worth.partial
    if not steps and not _holds_others(game):
        worth = _Worth(game, objective, choose, progress)
        start = end = worth.of(battle.state)
        partial = worth.partial
    return Debrief(POLICIES if choose else BEST, start, end, tuple(steps), several, unsettled, partial)


def _between(game: Game[Any], node: Node, several: bool) -> bool:
    """Whether a question lies between attacks: its game holds other games, and each of those is told by itself."""
    return _holds_others(game) and (several or (isinstance(node, Decision) and node.topic in (NEXT, DECLARE)))


def _holds_others(game: Game[Any]) -> bool:
    """Whether other games are played within a game."""
    return isinstance(game, PhasedGame) and any(isinstance(phase, Embedded) for phase in game.phases.values())


def _same(one: Game[Any], other: Game[Any]) -> bool:
    """Whether two games are the same attack, which may have been made anew."""
    return type(one) is type(other) and one.scenario == other.scenario


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
    share = is_share(objective) and not found.several
    totals = {
        "luck": found.total(ROLL),
        "attacker": found.total(CHOICE, "attacker"),
        "defender": found.total(CHOICE, "defender"),
        "agreed": found.total(AGREED),
    }
    told = {key: {"value": str(value), "value_text": gain_text(value, share)} for key, value in totals.items()}
    ends = {"start": worth_text(found.start, objective, share), "end": worth_text(found.end, objective, share)}
    over = isinstance(battle.node, Terminal)
    terms = [{"key": "start", "title": "At the start", "value": str(found.start), "value_text": ends["start"]}]
    terms += [{"key": key, "title": TERMS[key], **told[key]} for key in totals if key != "agreed" or totals[key]]
    last = {"value": str(found.end), "value_text": ends["end"]}
    terms.append({"key": "end", "title": "At the end" if over else "Now", **last})
    return {
        "objective": objective.key,
        "title": objective.title,
        "mode": found.mode,
        "start": str(found.start),
        "end": str(found.end),
        **told,
        "terms": terms,
        "text": _sentence(found, share),
        "notes": _notes(found),
        "steps": [_told(one, share) for one in found.steps if one.kind != CHOICE or one.gain],
    }


TERMS: Final = {
    "luck": "The dice",
    "attacker": "Choices of the attacker",
    "defender": "Choices of the defender",
    "agreed": "What was agreed on",
}
"""What the gains of a kind are called."""


def _told(one: Step, share: bool) -> dict[str, Any]:
    """A step of the answer."""
    return {
        "step": one.number,
        "kind": one.kind,
        "side": one.side,
        "action": one.action,
        "label": one.label,
        "value": str(one.gain),
        "value_text": gain_text(one.gain, share),
        "best": one.best,
        "note": say("best: {x}", x=one.best) if one.best else "",
    }


def _notes(found: Debrief) -> list[str]:
    """What players have to know of the figures."""
    notes = []
    if found.mode == POLICIES:
        notes.append(
            "Best play is too much to work out here: the figures take it that both sides play on by their policies."
        )
    if found.several:
        notes.append("Each attack is judged by itself, on the board as it found it, and all are added up.")
    if found.partial:
        notes.append("Fights that follow from a result are left out.")
    return notes


def _sentence(found: Debrief, share: bool) -> str:
    """The battle in one sentence: what the dice gave, and what the choices of each side did."""
    luck = found.total(ROLL)
    mine, theirs = found.total(CHOICE, "attacker"), found.total(CHOICE, "defender")
    parts = {"a": gain_text(luck, share), "b": gain_text(mine, share), "c": gain_text(theirs, share)}
    if not found.steps:
        return say("Nothing has been rolled or chosen yet that can be judged.")
    if found.mode == POLICIES:
        template = (
            "For the attacker the dice gave {a}; its choices gave {b} and the defender's {c}, by stated policies."
        )
        return say(template, **parts)
    if not mine and not theirs:
        return say("For the attacker the dice gave {a}; both sides chose the best every time.", **parts)
    return say("For the attacker the dice gave {a}; its choices gave {b}, and the defender's choices {c}.", **parts)
