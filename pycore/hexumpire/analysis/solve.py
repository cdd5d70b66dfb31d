"""Best play for a stated objective: the exact value of every position, and what every other choice costs.

The attacker wants much of the objective, the defender little. Values are kept as whole numbers over one common
denominator. A loop in which a side has a choice is solved by policy iteration with exact linear equations; it
ends when no choice of either side would be strictly better, which is the proof. Nobody may go round such a loop
for ever: what counts is the best way out of it.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from fractions import Fraction
from itertools import groupby
from math import ceil, floor, lcm
from operator import itemgetter
from typing import Any, Final, Generic, TypeVar

from hexumpire.analysis.walk import ATTACKER, CHANCE, DEFENDER, Choose, Progress, Roll, Walk, explore, roll, settle
from hexumpire.kit import losses
from hexumpire.model.battle import Chance, Decision, Game, Node, Terminal, moves
from hexumpire.model.errors import HexUmpireError, InputError, Problem
from hexumpire.model.ruleset import Objective, Ruleset
from hexumpire.model.text import capital, joined, say
from hexumpire.views.number_format import HUNDREDTHS, TENTHS, decimal, die, percent

S = TypeVar("S", bound=Hashable)
SUM = -1
"""Stands for "what the ways out are worth together" in the equations of a loop."""
SHORT: Final = 1296
"""The greatest denominator of fractions that are told as such, beside how they are rounded."""
PLAN = 12
"""Lines of a plan at most."""


class Solution(Generic[S]):
    """Values and best choices of every position that can follow the one solved."""

    def __init__(self, walk: Walk[S], objective: Objective) -> None:
        self.game = walk.game
        self.objective = objective
        self._walk = walk
        self._whole = walk.scale[0]
        self._chosen: dict[int, int] = {}  # in loops: the position a decision leads to
        self._values = self._evaluate()
        self._further: list[Solution[S]] = []

    def __len__(self) -> int:
        return len(self._walk.states)

    def _evaluate(self) -> list[int | Fraction]:
        """Values of all positions in units of ``1 / whole``; fractions of that only because of loops."""
        walk, whole = self._walk, self._whole
        turn, arcs, weights, totals = walk.turn, walk.arcs, walk.weights, walk.totals
        values: list[int | Fraction] = [0] * len(arcs)
        worth = self.objective.value
        for here in walk.order:
            if here < 0:
                self._loop(walk.loops[~here], values)
                continue
            kind = turn[here]
            if kind == CHANCE:
                by = weights[here]
                if by is None:
                    total = sum([values[there] for there in arcs[here]])
                else:
                    total = sum([values[there] * weight for there, weight in zip(arcs[here], by, strict=True)])
                values[here] = total // totals[here] if type(total) is int else Fraction(total, totals[here])
            elif kind == ATTACKER:
                values[here] = max([values[there] for there in arcs[here]])
            elif kind == DEFENDER:
                values[here] = min([values[there] for there in arcs[here]])
            else:
                values[here] = worth(walk.ends[here]) * whole
        return values

    def _loop(self, members: list[int], values: list[int | Fraction]) -> None:
        """Values and choices within a loop, given those of the positions it leads out to."""
        walk = self._walk
        arcs, turn = walk.arcs, walk.turn
        chosen = _ways_out(members, {member: arcs[member] for member in members})
        outside = {there for member in members for there in arcs[member]} - set(members)
        common = lcm(*(values[there].denominator for there in outside))
        worth = {there: int(values[there] * common) for there in outside}
        rolls = {member: roll(walk, member) for member in members if turn[member] == CHANCE}

        def measure() -> None:
            ways: dict[int, Roll] = {}
            for member in members:
                total, leads = rolls[member] if member in rolls else (1, {chosen[member]: 1})
                inner = {there: weight for there, weight in leads.items() if there not in worth}
                inner[SUM] = sum(weight * worth[there] for there, weight in leads.items() if there in worth)
                ways[member] = total, inner
            for member, (total, leads) in settle(ways).items():
                values[member] = Fraction(leads[SUM], total * common)

        def improve(side: int) -> bool:
            better = False
            for member in members:
                if turn[member] == side:
                    for there in arcs[member]:
                        if side * (values[there] - values[chosen[member]]) > 0:
                            chosen[member] = there
                            better = True
            return better

        measure()
        while improve(DEFENDER) or improve(ATTACKER):
            measure()
        first = {
            member: next(there for there in arcs[member] if values[there] == values[member])
            for member in members
            if member not in rolls
        }
        only = {member: [first[member]] if member in first else arcs[member] for member in members}
        if len(_ways_out(members, only)) == len(members):  # the first of equally good choices leave the loop too
            chosen = first
        self._chosen.update((member, chosen[member]) for member in members if member not in rolls)

    def _place(self, state: S) -> int:
        place = self._walk.ids.get(self.game.key(state))
        if place is None:
            raise HexUmpireError(f"position {state!r} does not follow from the one that was solved")
        return place

    def knows(self, state: S) -> bool:
        """Whether a position, or one of which play and outcomes are the same, follows from the one that was solved."""
        return self.game.key(state) in self._walk.ids

    @property
    def unsettled(self) -> bool:
        """Whether play goes on after some of the endings that were looked at."""
        return any(end.open for end in self._walk.ends.values())

    def value(self, state: S) -> Fraction:
        """What the objective is worth from here with best play on both sides.

        Raises:
            HexUmpireError: the position does not follow from the one solved.
        """
        return Fraction(self._values[self._place(state)]) / self._whole

    def best(self, state: S) -> str:
        """The best option of a decision, the first of several that are equally good; "" elsewhere."""
        node = self.game.node(state)
        return self._best(state, node) if isinstance(node, Decision) else ""

    def _best(self, state: S, node: Decision) -> str:
        if len(node.options) == 1:
            return node.options[0].id
        if not self.knows(state):
            return self._elsewhere(state)._best(state, node)
        here = self._place(state)
        leads = self._leads(state, node)
        places, wanted = [there for there, _ in leads], self._chosen.get(here)
        if wanted is not None and wanted in places:
            return moves(node)[places.index(wanted)]
        return moves(node)[[worth for _, worth in leads].index(self._values[here])]

    def _leads(self, state: S, node: Decision) -> list[tuple[int | None, int | Fraction]]:
        """Where the moves of a decision lead, None where nobody has looked, and what that is worth in ``1 / whole``.

        A position that is alike to one that was looked at may have other options, or the same in another order.
        """
        here = self._place(state)
        if self._walk.states[here] == state:
            return [(there, self._values[there]) for there in self._walk.arcs[here]]
        found: list[tuple[int | None, int | Fraction]] = []
        for action in moves(node):
            after = self.game.apply(state, action)
            there = self._walk.ids.get(self.game.key(after))
            worth = self._elsewhere(after).value(after) * self._whole if there is None else self._values[there]
            found.append((there, worth))
        return found

    def _elsewhere(self, state: S) -> Solution[S]:
        """Best play from a position that is alike to one that follows, and not the same."""
        known = next((one for one in self._further if one.knows(state)), None)
        if known is None:
            known = Solution(explore(self.game, state), self.objective)
            self._further.append(known)
        return known

    def alternatives(self, state: S) -> list[tuple[str, Fraction, Fraction]]:
        """Options of a decision as ``(id, value, cost against the best)``, in the node's order, but those aside."""
        node = self.game.node(state)
        if not isinstance(node, Decision):
            return []
        here = self._place(state)
        leads, whole = self._leads(state, node), self._whole
        places: dict[str, int] = {}  # of the moves, by what options that are alike have in common
        found = []
        for option in node.options:
            if option.aside:
                continue
            place = places.setdefault(option.alike or option.id, len(places))
            worth = leads[place][1]
            found.append((option.id, Fraction(worth) / whole, abs(Fraction(worth - self._values[here])) / whole))
        return found

    def policy(self) -> Choose:
        """Best play as a policy for :func:`hexumpire.analysis.outcomes.outcomes`."""

        def choose(game: Any, state: Any, node: Any) -> str:
            return self._best(state, node)

        return choose


def solve(game: Game[S], state: S, objective: Objective, progress: Progress = None) -> Solution[S]:
    """The exact value of ``state`` and of everything that can follow it.

    Raises:
        EndlessError: the battle can come into a loop that nobody can leave.
        OpenQuestionError: a question is put to neither attacker nor defender.
        TooLargeError: there are more positions than a walk may hold.
    """
    return Solution(explore(game, state, None, progress), objective)


def _ways_out(members: Sequence[int], arcs: Mapping[int, Sequence[int]]) -> dict[int, int]:
    """Where to go to be nearer to a way out of a loop, for each of its positions from which there is one."""
    inside = set(members)
    before: dict[int, list[int]] = {}
    nearer: dict[int, int] = {}
    for member in members:
        for there in arcs[member]:
            if there in inside:
                before.setdefault(there, []).append(member)
            else:
                nearer.setdefault(member, there)
    edge = list(nearer)
    while edge:
        further = []
        for here in edge:
            for member in before.get(here, ()):
                if member not in nearer:
                    nearer[member] = here
                    further.append(member)
        edge = further
    return nearer


def objective_of(ruleset: Ruleset, key: str) -> Objective:
    """An objective of the ruleset by key; the first when none is named.

    Raises:
        InputError: the ruleset has no such objective.
    """
    for objective in ruleset.objectives:
        if key in ("", objective.key):
            return objective
    known = ", ".join(objective.key for objective in ruleset.objectives)
    message = say("{any} is no objective of {x}", any=repr(key), x=ruleset.title)
    raise InputError([Problem(message, "$.objective", fix=say("use {any}", any=known))])


def report(
    game: Game[S],
    state: S,
    ruleset: Ruleset,
    objective_key: str = "",
    picks: Sequence[str] = (),
    progress: Progress = None,
) -> dict[str, Any]:
    """The result of the operation ``solve`` (docs/api.md) for a position; ``picks``: losses named together, to judge.

    Raises:
        InputError: the objective is not known.
        HexUmpireError: no exact value can be given (see :mod:`hexumpire.analysis.walk`).
    """
    objective = objective_of(ruleset, objective_key)
    game, state = game.reckoned().seat(state)
    solution = solve(game, state, objective, progress)
    node = game.node(state)
    value = solution.value(state)
    title = objective.title
    if solution.unsettled:
        title = say("{x}, without the fights that follow", x=title)
    labels = {option.id: option.label for option in node.options} if isinstance(node, Decision) else {}
    actions = [
        {
            "id": option,
            "label": labels[option],
            "value": str(worth),
            "value_text": worth_text(worth, objective),
            "cost": str(cost),
            "cost_text": worth_text(cost, objective) if cost else "best",
            "best": cost == 0,
        }
        for option, worth, cost in solution.alternatives(state)
    ]
    faces = []
    if isinstance(node, Chance):
        for face, _ in node.faces:
            worth = solution.value(game.apply(state, face))
            faces.append({"id": face, "value": str(worth), "value_text": worth_text(worth, objective)})
    together = losses.owed(game, state) is not None
    return {
        **({"set": _best_set(solution, state), "picked": _picked(solution, state, picks)} if together else {}),
        "objective": objective.key,
        "title": title,
        "value": str(value),
        "value_text": worth_text(value, objective),
        "side": "" if isinstance(node, Terminal) else node.side,
        "actions": actions,
        "faces": faces,
        "plan": _plan(solution, state, dict(ruleset.results)),
        "positions": len(solution),
    }


def _best_set(solution: Solution[S], state: S) -> list[str]:
    """The best losses of a question in which several are named together."""
    game, here, actions = solution.game, state, []
    first = game.node(state)
    while isinstance(first, Decision) and losses.same(game, first, here):
        actions.append(solution.best(here))
        here = game.apply(here, actions[-1])
    return losses.whole(game, state, actions)


def _picked(solution: Solution[S], state: S, picks: Sequence[str]) -> dict[str, Any] | None:
    """What a set of losses is worth, and costs against the best one; None while it is no whole answer."""
    game, end = solution.game, state
    actions = losses.tally(game, state, picks).actions if picks else ()
    if not actions:
        return None
    for action in actions:
        end = game.apply(end, action)
    try:
        worth = solution.value(end)
    except HexUmpireError:  # it is alike to one that was looked at, and not the same
        worth = solve(game, end, solution.objective).value(end)
    cost = abs(worth - solution.value(state))
    return {
        "picks": list(picks),
        "value": str(worth),
        "value_text": worth_text(worth, solution.objective),
        "cost": str(cost),
        "cost_text": worth_text(cost, solution.objective) if cost else "best",
        "best": not cost,
    }


def is_share(objective: Objective) -> bool:
    """Whether what counts is a probability: that the hex is taken."""
    return objective.weights == (("hex", 1),)


def worth_text(value: Fraction, objective: Objective, share: bool = True) -> str:
    """A value for people: decimals, with the fraction when it is short; a percentage where it is a probability.

    It is none where it is no ``share`` of all, but what several attacks add up to.

    >>> worth_text(Fraction(19, 3), Objective("factors", "", (("lost", 1),)))
    '6.33 (19/3)'
    """
    short = value.denominator <= SHORT
    if share and is_share(objective) and 0 <= value <= 1:
        return f"{percent(value)} ({value})" if short and value.denominator > 1 else percent(value)
    shown = decimal(value)
    return f"{shown} ({value})".replace("-", "−") if short and 100 % value.denominator else shown


def bound_text(value: Fraction, objective: Objective, way: int) -> str:
    """A value that is a greatest one for people, or with a ``way`` below 0 a least one: not rounded past what it is.

    >>> bound_text(Fraction(8349, 10000), Objective("hex", "", (("hex", 1),)), 1)
    '83.5 %'
    """
    if value.denominator <= SHORT:
        return worth_text(value, objective)
    share = is_share(objective) and 0 <= value <= 1
    grain = TENTHS if share else HUNDREDTHS
    kept = Fraction(floor(value * grain) if way < 0 else ceil(value * grain), grain)
    return percent(kept) if share else decimal(kept)


def gain_text(value: Fraction, share: bool) -> str:
    """A gain for people, with its sign; ``share``: of a probability. Rolls may add up to more than all of it.

    >>> gain_text(Fraction(-5, 4), True)
    '−125.0 %'
    """
    size = abs(value)
    text = decimal(size) if not share else percent(size) if size <= 1 else f"{round(size * 1000) / 10:.1f} %"
    return text if not value else ("+" if value > 0 else "−") + text


def _plan(solution: Solution[S], state: S, titles: Mapping[str, str]) -> list[dict[str, str]]:
    """What to do from here, then after each face of the next dice; faces with the same answer in one line."""
    game = solution.game
    lines: list[dict[str, str]] = []
    now, state = _follow(solution, state)
    if now:
        lines.append({"when": "now", "do": now})
    node = game.node(state)
    if not isinstance(node, Chance):
        return lines
    answers: dict[str, list[str]] = {}
    for face, _ in node.faces:
        after, end = _follow(solution, game.apply(state, face))
        closing = game.node(end)
        if isinstance(closing, Terminal):
            result = closing.outcome.result
            ending = titles.get(result, result)
            after = say("{x}; then: {y}", x=after, y=ending) if after else ending
        answers.setdefault(after or "no choice to make", []).append(face)
    lines += [{"when": _faces_text(faces), "do": do} for do, faces in answers.items()]
    if len(lines) > PLAN:
        lines = [*lines[: PLAN - 1], {"when": "otherwise", "do": say("{n} more cases", n=len(lines) - PLAN + 1)}]
    return lines


def _follow(solution: Solution[S], state: S) -> tuple[str, S]:
    """The best choices from a position up to the next dice or the end, in words, and where they lead."""
    game = solution.game
    said: list[tuple[str, str]] = []
    node: Node = game.node(state)
    while isinstance(node, Decision):
        option = solution.best(state)
        if len(node.options) > 1:
            label = next(other.label for other in node.options if other.id == option)
            said.append((node.side, label))
        state = game.apply(state, option)
        node = game.node(state)
    words = []
    for side, told in groupby(said, key=itemgetter(0)):
        times = [(label, len(list(same))) for label, same in groupby(label for _, label in told)]
        done = [say("{x} ({n}×)", x=label, n=n) if n > 1 else label for label, n in times]
        words.append(say("{a}: {b}", a=capital(side), b=joined(done, ", ")))
    return joined(words, "; "), state


def _faces_text(faces: Sequence[str]) -> str:
    """Faces of a die in one text, neighbours as a range.

    >>> _faces_text(["d6=1", "d6=2", "d6=3", "d6=5"])
    'd6=1–3, 5'
    """
    name, is_die, _ = faces[0].partition("=")
    if not is_die:
        return ", ".join(faces)
    shown: list[list[str]] = []
    for value in (face[len(name) + 1 :] for face in faces):
        last = shown[-1][-1] if shown else ""
        if value.isdecimal() and last.isdecimal() and int(value) == int(last) + 1:
            shown[-1].append(value)
        else:
            shown.append([value])
    return die(name, ", ".join(run[0] if len(run) == 1 else f"{run[0]}–{run[-1]}" for run in shown))
