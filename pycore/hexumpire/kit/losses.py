"""Losses that are named together, in any order: what may go, what may not and why, and how it is played.

A game asks for losses one counter, or one step, after another, in an order that keeps its walks short. Players name a
set. :func:`tally` judges a set; its ``actions`` are the answers, in the game's own order, that lose just that.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Protocol, TypeVar

from hexumpire.model.battle import Battle, Decision, Game, Option, split_note
from hexumpire.model.errors import InputError, Problem
from hexumpire.model.scenario import whole as whole_unit
from hexumpire.model.text import say
from hexumpire.model.trace import Rules

S = TypeVar("S", contravariant=True)
Why = tuple[str, Rules]
"""A reason with its rules; the reason is empty where there is nothing to say."""
QUARTERS = ("", "¼", "½", "¾")
MOST_PICKS = 200
MOST_POSITIONS = 600
"""So many positions of one question are looked at for what may be lost in it."""


PROGRESS = {
    "factors": ("{n} of {m} factor", "{n} of {m} factors"),
    "quarters": ("{n} of {m} point", "{n} of {m} points"),
    "steps": ("{n} of {m} step", "{n} of {m} steps"),
}
"""How much of what is owed is named, in words: where one is owed, and where more are."""


@dataclass(frozen=True, slots=True)
class Owed:
    """What has to be lost, all in all, and in what; ``paid``: what is gone of it already, unless the game reckons that.

    ``unit`` is ``factors``, ``steps``, or ``quarters`` of strength points.
    """

    need: int
    unit: str
    paid: int = 0


class Losing(Protocol[S]):
    """What a game says beyond :class:`hexumpire.model.battle.Game` where losses may be named together."""

    def owed(self, state: S) -> Owed | None:
        """What is to be lost from here on; None where one answer settles it, or nothing is lost now."""

    def gone(self, state: S) -> Mapping[str, int]:
        """How much of each unit is gone, by its id; only where the game takes some itself when there is one way on."""

    def lost_as(self, option: Option) -> str:
        """Under which id that counts which an answer takes, empty where the game never takes it itself.

        Only where it is not that of its unit.
        """

    def losable(self, state: S) -> Sequence[Option]:
        """Everything that can be part of an answer."""

    def refuse(self, state: S, picks: Sequence[str]) -> Why:
        """Why these cannot be lost together with anything else; empty when they can."""


@dataclass(frozen=True, slots=True)
class Item:
    """What may be named; whether more than once, how often it is, and why no more of it may be."""

    option: Option
    many: bool
    chosen: int
    reason: str
    rules: Rules


@dataclass(frozen=True, slots=True)
class Tally:
    """A set of losses as far as it is named. ``actions`` plays it; there are none while it is no whole answer."""

    owed: Owed
    paid: int
    items: tuple[Item, ...]
    actions: tuple[str, ...]
    reason: str
    rules: Rules


def owed(game: Game[Any], state: Any) -> Owed | None:
    """What is to be lost here by several answers; None where there is no such question."""
    game, state = game.seat(state)
    ask = getattr(game, "owed", None)
    found: Owed | None = ask(state) if ask is not None and isinstance(game.node(state), Decision) else None
    return found


def tally(game: Any, state: Any, picks: Sequence[str]) -> Tally:
    """The judgement on a set of losses, named by the ids of options, one for each that is lost.

    Raises:
        InputError: nothing is lost here by several answers, or something is named that can be no part of it.
    """
    game, state = game.seat(state)
    wanted = owed(game, state)
    if wanted is None:
        raise InputError([Problem("no losses are named together here", "$.picks")])
    options: dict[str, Option] = {option.id: option for option in game.losable(state)}
    strange = [pick for pick in dict.fromkeys(picks) if pick not in options]
    if strange or len(picks) > MOST_PICKS:
        said = say("at most {n} losses are named at once", n=MOST_PICKS)
        if strange:
            said = say("{any} cannot be lost here", any=repr(strange[0]))
        raise InputError([Problem(said, "$.picks", fix=say("name some of {any}", any=", ".join(options)))])
    chosen = Counter(picks)
    paid = wanted.paid + sum(options[pick].pays for pick in picks)
    settled = paid >= wanted.need
    reckon = getattr(game, "reckon", None)  # where what is owed, or paid, hangs on who goes
    if reckon is not None:
        paid, need, settled = reckon(state, picks)
        wanted = replace(wanted, need=need)
    reason, rules = game.refuse(state, picks) if picks else ("", ())
    items = []
    for option in options.values():
        bar: Why = game.refuse(state, [*picks, option.id])
        many = chosen[option.id] > 1 or not game.refuse(state, [option.id, option.id])[0]
        items.append(Item(option, many, chosen[option.id], *bar))
    # an answer that ends the question may pay less: the rest is owed otherwise, or there is nothing left to pay it
    settled = settled or bool(picks and all(item.reason for item in items))
    actions = () if reason or not settled else next(played(game, state, picks), ())
    return Tally(wanted, paid, tuple(items), actions, reason, rules)


def same(game: Game[Any], first: Decision, state: Any) -> bool:
    """Whether a position still asks what another asked."""
    node = game.node(state)
    return isinstance(node, Decision) and (node.side, node.topic) == (first.side, first.topic)


def played(game: Any, state: Any, picks: Sequence[str], whole: bool = True) -> Iterator[tuple[str, ...]]:
    """Ways to lose just these, up to the end of the question; without ``whole``, with others besides them too."""
    first = game.node(state)
    before = _gone(game, state)
    units = {option.id: _lost_as(game, option) for option in game.losable(state)} if before else {}
    seen: set[Any] = set()

    def trim(here: Any, rest: Mapping[str, int], line: Sequence[str]) -> dict[str, int]:
        """What is still to be played, without what the game has taken of itself because there was one way only."""
        forced = Counter(_gone(game, here))
        forced.subtract(before)
        forced.subtract(units.get(action, "") for action in line)
        left = {pick: count for pick, count in rest.items() if count}
        for pick in list(left):
            taken = min(left[pick], max(0, forced[units.get(pick, "")]))
            forced[units.get(pick, "")] -= taken
            left[pick] -= taken
        return {pick: count for pick, count in left.items() if count}

    def go(here: Any, rest: Mapping[str, int], line: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
        rest = trim(here, rest, line)
        if not rest and not whole:
            yield line
            return
        if not same(game, first, here):
            if not rest:
                yield line
            return
        mark = here, tuple(sorted(rest.items()))
        if mark in seen:
            return
        seen.add(mark)
        ids = [option.id for option in game.node(here).options]
        for action in sorted(ids, key=lambda action: action not in rest):
            if action in rest:
                yield from go(game.apply(here, action), {**rest, action: rest[action] - 1}, (*line, action))
            elif not whole:
                yield from go(game.apply(here, action), rest, (*line, action))

    return go(state, Counter(picks), ())


def _gone(game: Any, state: Any) -> Mapping[str, int]:
    """What is gone of each unit, where the game takes some of itself."""
    tell = getattr(game, "gone", None)
    found: Mapping[str, int] = tell(state) if tell is not None else {}
    return found


def _lost_as(game: Any, option: Option) -> str:
    """Under which id of :func:`_gone` that counts which an answer takes."""
    tell = getattr(game, "lost_as", None)
    return option.unit if tell is None else str(tell(option))


def whole(game: Any, state: Any, actions: Sequence[str]) -> list[str]:
    """Everything that is lost when a question is answered so, also what the game takes of itself, as picks."""
    end = state
    for action in actions:
        end = game.apply(end, action)
    options = {option.id: _lost_as(game, option) for option in game.losable(state)}
    taken = Counter(_gone(game, end))
    taken.subtract(_gone(game, state))
    picks = list(actions)
    taken.subtract(options.get(pick, "") for pick in picks)
    while True:
        items = tally(game, state, picks).items
        more = [one.option.id for one in items if not one.reason and taken[options[one.option.id]] > 0]
        if not more:
            return picks
        picks.append(more[0])
        taken[options[more[0]]] -= 1


# --- for games whose losses are few: by looking at all of them -------------------------------------------------


def reachable(game: Any, state: Any) -> list[Option]:
    """Everything that is offered in the course of a question, as it is called when it is first offered."""
    kept = _reached.get(state)
    if kept is not None and kept[0] is game:
        return kept[1]
    first = game.node(state)
    found: dict[str, Option] = {}
    edge, seen = [state], {state}
    while edge:
        following = []
        for here in edge:
            for option in game.node(here).options:
                found.setdefault(option.id, option)
                after = game.apply(here, option.id)
                if after not in seen and len(seen) < MOST_POSITIONS and same(game, first, after):
                    seen.add(after)
                    following.append(after)
        edge = following
    _reached.clear()
    _reached[state] = game, list(found.values())
    return _reached[state][1]


_reached: dict[Any, tuple[Any, list[Option]]] = {}
"""What was found last: a set is judged with one thing more, again and again."""


def cannot(game: Any, state: Any, picks: Sequence[str], need: int) -> Why:
    """Why these cannot be lost together: too many of them, what the game refuses, or that nothing is left to lose."""
    node = game.node(state)
    if len(picks) > need:
        return "so many are named already: take one of them off first", node.rules
    if next(played(game, state, picks, whole=False), None) is not None:
        return "", ()
    units = {option.id: option.unit for option in game.losable(state)}
    refused = {one.unit: (one.reason, one.rules) for one in reversed(game.refusals(state)) if one.unit}
    last = units.get(picks[-1], "")
    return refused.get(last) or ("no more of it is there to lose with those that are named", node.rules)


# --- as data ---------------------------------------------------------------------------------------------------


def starts(battle: Battle[Any]) -> list[int]:
    """For each action, the first of those that belong together: losses of one question are one step to take back."""
    found: list[int] = []
    asked: Decision | None = None  # by the losses that go on
    for index, state in enumerate(battle.trail):
        if asked is not None and same(battle.game, asked, state):
            found.append(found[-1] if _loses(battle, index - 1) and _loses(battle, index) else index)
            continue
        node = None if owed(battle.game, state) is None else battle.game.node(state)
        asked = node if isinstance(node, Decision) else None
        found.append(index)
    return found


def _loses(battle: Battle[Any], index: int) -> bool:
    """Whether an action of the battle names a loss, and no other answer to the question."""
    node, action = battle.game.node(battle.trail[index]), split_note(battle.line[index])[0]
    options = node.options if isinstance(node, Decision) else ()
    return any(option.id == action and option.unit and option.pays for option in options)


def begin(battle: Battle[Any]) -> tuple[int, Any, list[str]]:
    """Where the question at hand began: how many actions before it, its position, and what was named since."""
    node, end = battle.node, len(battle.line)
    if battle.line and isinstance(node, Decision):
        start = starts(battle)[-1]
        first = battle.trail[start]
        goes_on = owed(battle.game, first) and same(battle.game, node, first)
        if goes_on and _loses(battle, end - 1):
            return start, first, [split_note(action)[0] for action in battle.line[start:]]
    return end, battle.state, []


def _quarters(number: int) -> str:
    """A number of quarters, as it is written: ``3½``."""
    whole, part = divmod(number, len(QUARTERS))
    return (str(whole) if whole or not part else "") + QUARTERS[part]


def _progress(paid: int, owed: Owed) -> str:
    """How much of what is owed is named."""
    done, whole = (_quarters(paid), _quarters(owed.need)) if owed.unit == "quarters" else (paid, owed.need)
    one, several = PROGRESS[owed.unit]
    return say(one if whole in (1, "1") else several, n=done, m=whole)


def report(battle: Battle[Any], picks: Sequence[str] | None = None) -> dict[str, Any] | None:
    """The losses of the question at hand (docs/api.md); None where none are named together.

    Raises:
        InputError: something is named that can be no part of them.
    """
    start, state, named = begin(battle)
    if owed(battle.game, state) is None:
        return None
    found = tally(battle.game, state, named if picks is None else picks)
    return {
        "from": start,
        "text": _progress(found.paid, found.owed),
        "paid": found.paid,
        "need": found.owed.need,
        "items": [
            {
                "id": item.option.id,
                "label": item.option.label,
                "unit": whole_unit(item.option.unit),
                "hex": item.option.hex,
                "rules": list(item.option.rules),
                "pays": item.option.pays,
                "counts": _quarters(item.option.pays) if found.owed.unit == "quarters" else str(item.option.pays),
                "many": item.many,
                "chosen": item.chosen,
                "reason": item.reason,
                "why": {"rules": list(item.rules)},
            }
            for item in found.items
        ],
        "reason": found.reason,
        "why": {"rules": list(found.rules)},
        "settled": bool(found.actions),
        "actions": list(found.actions),
    }
