"""A battle is a small game: positions in which a side decides, dice fall, or all is over.

A ruleset (:mod:`hexumpire.model.ruleset`) supplies a :class:`Game` for a scenario. Everything else (step-by-step
umpiring, exact odds, best play, replay, undo, links, fuzzing) is a walk over that game and holds no rule of its own.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Final, Generic, NamedTuple, Protocol, TypeVar

from hexumpire.model.errors import IllegalActionError, InputError, Problem, SetupError
from hexumpire.model.scenario import Scenario
from hexumpire.model.text import say
from hexumpire.model.trace import Number, Rules, Trace

S = TypeVar("S", bound=Hashable)
NEXT = "next attack"
"""Topic of the question which of several attacks comes next, which no policy of a ruleset knows."""
DECLARE = "declare"
"""Topic of the questions what is attacked, by whom, and which part of a turn comes, which no policy knows either."""
UMPIRE = "umpire"
"""Side of a decision that is no choice: the players read its answer off something we do not have."""


@dataclass(frozen=True, slots=True)
class Option:
    """One thing a side may do.

    ``unit`` and ``hex`` say where to tap; ``alike`` marks options that lead to positions of equal worth (one of
    several identical counters), so that walks look at one of them. An option ``aside`` is not looked at by walks (odds,
    best play) at all, which its label says. ``pays``: what losing it counts for.
    """

    id: str
    label: str
    rules: Rules = ()
    unit: str = ""
    hex: str = ""
    alike: str = ""
    aside: bool = False
    pays: int = 1


class Refusal(NamedTuple):
    """Something a player may want to tap that the rules forbid, with the reason."""

    unit: str
    hex: str
    reason: str
    rules: Rules


@dataclass(frozen=True, slots=True)
class Decision:
    """``side`` chooses one of ``options``. ``topic`` names the kind of question, for policies.

    The side is one of the ruleset's, or ``UMPIRE``; the analysis cannot answer for the latter and says so.
    """

    side: str
    topic: str
    prompt: str
    options: tuple[Option, ...]
    rules: Rules


@dataclass(frozen=True, slots=True)
class Chance:
    """Dice fall. ``faces`` are action ids with integer weights, such as ``("d6=1", 1)``."""

    prompt: str
    faces: tuple[tuple[str, int], ...]
    rules: Rules
    side: str = "attacker"


UNSETTLED: Final = "open"
"""Result of an ending that stands for all that comes after it and is not worked out."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How it ended: a word for it, and measures in whole numbers (``hex`` is 1 when the attacker holds it).

    ``open``: play goes on there, and only chances end.
    """

    result: str
    measures: tuple[tuple[str, int], ...]
    open: bool = False

    def measure(self, key: str) -> int:
        """One measure; 0 when the ruleset does not have it."""
        return dict(self.measures).get(key, 0)


@dataclass(frozen=True, slots=True)
class Terminal:
    """The end of the battle."""

    outcome: Outcome
    rules: Rules


Node = Decision | Chance | Terminal


@dataclass(frozen=True, slots=True)
class Line:
    """A log entry: what happened and by which rule; ``trace``: how a figure in it comes about, where that is shown.

    ``cell`` is the row and the column of the results chart that dice were read in, by their printed names.
    """

    text: str
    rules: Rules = ()
    side: str = ""
    trace: Trace | None = None
    cell: tuple[str, str] | None = None


@dataclass(frozen=True, slots=True)
class Margin:
    """What would change the column: ``text`` such as "6 more factors make it 2:1"."""

    text: str
    rules: Rules = ()


@dataclass(frozen=True, slots=True)
class Assessment:
    """What a procedure works out beforehand: its headline and the cited tree behind it.

    Where that is the odds of a fight, there are both totals and the column, None when they leave the chart;
    ``results`` is what each face would give now, ``margins`` what would change the column.
    ``brief`` is the headline where there is room for two short lines only; empty where the headline is as short.
    """

    headline: str
    attack: Number | None
    defense: Number | None
    column: str | None
    trace: Trace
    results: tuple[tuple[str, str], ...] = ()
    margins: tuple[Margin, ...] = ()
    brief: str = ""


OPEN = "open"
"""The attack is still to come."""
NOW = "now"
"""It is being fought."""
FOUGHT = "fought"
"""It is over."""
CLOSED = "closed"
"""It is not allowed as the board stands, or was not made."""


@dataclass(frozen=True, slots=True)
class Row:
    """An attack in the list of attacks.

    ``number`` counts from 0, ``targets`` are its hexes, ``state`` one of :data:`OPEN`, :data:`NOW`, :data:`FOUGHT` and
    :data:`CLOSED`; ``note`` says why it is closed, by ``rules``. ``assessment`` are its odds as the board stands,
    ``outcome`` how it ended; ``missed``: it was left out and can be made no more; ``starts`` are the hexes from
    which it is made, while it is not over and where they are known.
    """

    number: int
    targets: tuple[str, ...]
    title: str
    state: str
    note: str = ""
    rules: Rules = ()
    assessment: Assessment | None = None
    outcome: Outcome | None = None
    missed: bool = False
    starts: tuple[str, ...] = ()


class Game(Protocol[S]):
    """The game of one scenario. States are immutable, hashable and hold only what changes."""

    scenario: Scenario
    problems: tuple[Problem, ...]
    """Why the rules forbid this fight; empty when it may be fought."""
    is_long: bool
    """Whether it may have too many positions, so that its chances are told within bounds."""

    def start(self) -> S:
        """The position in which the battle begins."""

    def node(self, state: S) -> Node:
        """What happens next in a position: a decision of a side, a roll of dice, or the end."""

    def apply(self, state: S, action: str) -> S:
        """The position after an action, which has to be legal: it is not checked here.

        ``action`` is the id of an option, a face of the dice, or the id of an override.
        """

    def seat(self, state: S) -> tuple[Game[Any], Any]:
        """The game in which the next thing happens, and its position: its own, or those of a game within it."""

    def scope(self, state: S) -> tuple[Game[Any], Any]:
        """The game as far as chances are told of it, and its position: its own, or those of a part that is played."""

    def reckoned(self) -> Game[S]:
        """The game whose chances are told: itself, or one of the same positions that ends earlier."""

    def by_hex(self) -> Game[S] | None:
        """The same positions, whose endings measure hexes: 1 for each that is taken; None where none are told."""

    def key(self, state: S) -> Hashable:
        """Equal for positions from which play and outcomes are the same, so that walks meet there."""

    def overrides(self, state: S) -> Sequence[Option]:
        """What the players may agree on against the rules; ids start with ``!``."""

    def narrate(self, before: S, action: str, after: S) -> Sequence[Line]:
        """What the log says of one step: the entries of ``action``, which led from ``before`` to ``after``."""

    def refusals(self, state: S) -> Sequence[Refusal]:
        """What may not be tapped here, and why."""

    def assess(self, state: S) -> Assessment | None:
        """Odds of the round at hand; None when nobody is left to fight or be fought."""

    def rows(self, state: S) -> Sequence[Row]:
        """The list of attacks where there are several; empty where there is one."""

    def overlay(self, state: S) -> Mapping[str, Any]:
        """What the board shows beyond the set-up: counters lost, moved, out of it (see :mod:`hexumpire.board.svg`)."""

    def closing(self, state: S) -> Sequence[Line]:
        """Last words of a finished battle: what follows by the rules."""

    def relevant(self) -> Mapping[str, Any]:
        """What could matter here: ``conditions``, ``readings``, ``units`` (by id), ``hexes``."""


class LegalActions:
    """A live view of what may be done: iterate, ``in``, ``len``, and a repr that reads."""

    __slots__ = ("_node",)

    def __init__(self, node: Node) -> None:
        self._node = node

    def __iter__(self) -> Iterator[str]:
        if isinstance(self._node, Decision):
            return (option.id for option in self._node.options)
        if isinstance(self._node, Chance):
            return (face for face, _ in self._node.faces)
        return iter(())

    def __contains__(self, action: object) -> bool:
        return any(action == other for other in self)

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def __repr__(self) -> str:
        return f"<LegalActions: {', '.join(self) or 'none, the battle has ended'}>"


def split_note(action: str) -> tuple[str, str]:
    """A recorded action and the players' note on it: ``"!result=Ex # house rule"`` -> both parts."""
    bare, _, note = action.partition(" # ")
    return bare.strip(), note.strip()


@dataclass(frozen=True)
class Battle(Generic[S]):
    """A fight in progress. Immutable: ``play`` returns a new battle and the old one stands.

    ``state`` is the position, ``line`` the actions that led to it, ``log`` what the log says of them, each entry with
    the number of its action, counted from 0; ``trail`` are the positions before each of the actions.
    """

    game: Game[S]
    state: S
    line: tuple[str, ...] = ()
    log: tuple[tuple[int, Line], ...] = ()
    trail: tuple[S, ...] = ()
    origin: str = ""
    """Python that begins this battle, for its repr."""

    @classmethod
    def start(cls, game: Game[S], origin: str = "") -> Battle[S]:
        """Begin; raises :class:`SetupError` with every problem when the rules forbid this fight."""
        if game.problems:
            raise SetupError(game.problems)
        return cls(game, game.start(), origin=origin)

    def __repr__(self) -> str:
        """Python that gives an equal battle, where it was begun by :func:`hexumpire.start`."""
        origin = self.origin or f"<battle {self.game.scenario.title!r}>"
        return origin + (f".play_all({list(self.line)!r})" if self.line else "")

    @cached_property
    def node(self) -> Node:
        """What happens next; worked out once."""
        return self.game.node(self.state)

    @property
    def legal_actions(self) -> LegalActions:
        """The ids of all that may be done now: options of a decision, faces of the dice, nothing at the end."""
        return LegalActions(self.node)

    @property
    def assessment(self) -> Assessment | None:
        """The odds of the round at hand with the reasons for them; None when nobody is left to fight or be fought."""
        return self.game.assess(self.state)

    @property
    def outcome(self) -> Outcome | None:
        """How it ended; None while it has not."""
        node = self.node
        return node.outcome if isinstance(node, Terminal) else None

    def play(self, action: str) -> Battle[S]:
        """The battle after an action: an option, a face, or an override (``!...``), perhaps with a note.

        Raises:
            IllegalActionError: the action is not legal here; it names those that are.
        """
        if not isinstance(action, str):
            raise IllegalActionError(str(action), self.legal_actions)
        bare, note = split_note(action)
        if bare.startswith("!"):
            legal = [option.id for option in self.game.overrides(self.state)]
        else:
            legal = list(self.legal_actions)
        if bare not in legal:
            raise IllegalActionError(bare, [*self.legal_actions, *([] if not bare.startswith("!") else legal)])
        after = self.game.apply(self.state, bare)
        lines = list(self.game.narrate(self.state, bare, after))
        if bare.startswith("!"):
            first, *more = lines or [Line(bare[1:])]
            lines = [_agreed(note, first), *more]
        numbered = tuple((len(self.line), line) for line in lines)
        line, trail = (*self.line, action), (*self.trail, self.state)
        return replace(self, state=after, line=line, log=self.log + numbered, trail=trail)

    def play_all(self, actions: Iterable[str]) -> Battle[S]:
        """The battle after several actions, played in their order.

        Raises:
            IllegalActionError: one of them is not legal where it is played.
        """
        battle = self
        for action in actions:
            battle = battle.play(action)
        return battle

    def undo(self, steps: int = 1) -> Battle[S]:
        """The battle ``steps`` actions ago, at most back to the start.

        Raises:
            InputError: ``steps`` is below 0.
        """
        if steps < 0:
            raise InputError([Problem(say("{n} actions cannot be undone", n=steps), fix="name 0 or more")])
        keep = max(0, len(self.line) - steps)
        if keep == len(self.line):
            return self
        log = tuple(entry for entry in self.log if entry[0] < keep)
        return replace(self, state=self.trail[keep], line=self.line[:keep], log=log, trail=self.trail[:keep])


def _agreed(note: str, line: Line) -> Line:
    """The first line of what was agreed on, with the players' note on it."""
    if note:
        text = say("By agreement ({any}), not by the rules: {x}", any=note, x=line.text)
    else:
        text = say("By agreement, not by the rules: {x}", x=line.text)
    return Line(text, line.rules)


def moves(node: Node) -> list[str]:
    """Actions that walks look at: every face, one of each group of options that are alike, none that is aside."""
    if isinstance(node, Chance):
        return [face for face, _ in node.faces]
    if isinstance(node, Decision):
        seen: set[str] = set()
        chosen = []
        for option in node.options:
            mark = option.alike or option.id
            if mark not in seen and not option.aside:
                seen.add(mark)
                chosen.append(option.id)
        return chosen
    return []
