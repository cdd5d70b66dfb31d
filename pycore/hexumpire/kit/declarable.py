"""Which attacks may be declared on a board, by whom, and which of them have to be made.

A declaration is made attack by attack: each is judged beside those declared before it and those that are due yet.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

from hexumpire.kit.attacks import Attacks, Course
from hexumpire.kit.losses import Why
from hexumpire.kit.places import mention
from hexumpire.kit.turn import ATTACKER, UNIT, Turn
from hexumpire.kit.turn_board import size
from hexumpire.model.battle import Assessment, Outcome
from hexumpire.model.errors import Problem
from hexumpire.model.scenario import Declared, Scenario, Unit, whole
from hexumpire.model.text import listed, say
from hexumpire.model.trace import Rules

WHICH: Final = "which"
"""The phase in which the hex of the next attack is named."""

KEPT: Final = 16
"""So many turns are remembered: those that the units of one attack could join."""


class Plan(NamedTuple):
    """A position.

    ``attacks``: those declared; ``targets`` and ``sent``: hexes of the one being declared and how much of which units
    makes it; ``inner``: the position of the turn, once they are fought.
    """

    phase: str
    attacks: tuple[Declared, ...] = ()
    targets: tuple[str, ...] = ()
    sent: tuple[tuple[str, int], ...] = ()
    inner: Course | None = None


class Due(NamedTuple):
    """An attack that has to be made and is not declared: on one of these hexes, and why.

    ``units``: somebody of these has to be in it; where it is empty, it is no matter who makes it.
    """

    hexes: tuple[str, ...]
    reason: str
    rules: Rules
    units: frozenset[str] = frozenset()


def nothing(scenario: Scenario, attacks: Sequence[Declared]) -> Sequence[Due]:
    """No attack has to be made."""
    return ()


@dataclass(eq=False, repr=False)
class Declarable:
    """The attacks that can be declared on a board.

    ``reaches`` says, at a glance, why a unit cannot attack these hexes from where it stands; ``named`` is so many
    of a unit in words; ``due`` are the attacks that have to be made beside those declared.
    """

    scenario: Scenario
    rules: Attacks
    reaches: Callable[[Scenario, Unit, Sequence[str]], Why]
    named: Callable[[Unit, int], str]
    due: Callable[[Scenario, Sequence[Declared]], Sequence[Due]] = nothing

    def __post_init__(self) -> None:
        self.problems: tuple[Problem, ...] = ()
        self.ours = [unit for unit in self.scenario.units if unit.side == ATTACKER]
        theirs = (unit.at for unit in self.scenario.units if unit.side != ATTACKER)
        self.held = [*dict.fromkeys(theirs)]
        self._turns: dict[tuple[Declared, ...], Turn] = {}

    def turn(self, attacks: tuple[Declared, ...]) -> Turn:
        """The turn of these attacks."""
        found = self._turns.get(attacks)
        if found is None:
            if len(self._turns) >= KEPT:
                self._turns.clear()
            targets = tuple(dict.fromkeys(place for one in attacks for place in one.targets))
            scenario = replace(self.scenario, attacks=attacks, targets=targets)
            found = self._turns[attacks] = Turn(scenario, self.rules)
        return found

    def rest(self, state: Plan, unit: Unit) -> int:
        """How much of a unit is in no attack yet."""
        used = [share for one in state.attacks for name, share in one.units if name == unit.id]
        return size(unit, self.rules.vocabulary) - sum(used) - dict(state.sent).get(unit.id, 0)

    def elsewhere(self, state: Plan, unit: Unit) -> Why:
        """In which attacks declared all of a unit is, so that it joins no other one; empty when not all of it is."""
        numbers = [n for n, one in enumerate(state.attacks, 1) if unit.id in dict(one.units)]
        if not numbers or unit.id in dict(state.sent) or self.rest(state, unit):
            return "", ()
        who, where = self.named(unit, size(unit, self.rules.vocabulary)), mention(unit.at)
        if len(numbers) == 1:
            return say("{unit} in {hex}: in attack {n} already", unit=who, hex=where, n=numbers[0]), self.rules.once
        several = listed([str(number) for number in numbers])
        return say("{unit} in {hex}: in the attacks {n} already", unit=who, hex=where, n=several), self.rules.once

    def step(self, unit: Unit, rest: int) -> int:
        """How much of a unit joins at a tap: a counter, or all that is left of what is counted in factors."""
        return rest if self.rules.vocabulary.type_of[unit.type].amount else 1

    def can(self, unit: Unit, places: Sequence[str]) -> bool:
        """Whether a unit could attack these hexes from where it stands, at a glance."""
        return not self.reaches(self.scenario, unit, places)[0]

    def forbids(self, state: Plan, sent: tuple[tuple[str, int], ...]) -> list[tuple[str, Problem]]:
        """Why the attack at hand may not be made by these, each with the unit it is about (none of most of them)."""
        one = Declared(state.targets, sent)
        turn = self.turn((one,))
        game = turn.part(0, turn.home)
        found = [(_about(game.scenario, problem), problem) for problem in game.problems]
        together = replace(self.scenario, attacks=(*state.attacks, one), targets=one.targets)
        return found + [(_about(together, problem), problem) for problem in self.rules.problems(together)]

    def best_first(self) -> Sequence[Unit]:
        """The units of the attacker as they would join an attack that has to be made: of too many the first ones."""
        return self.ours

    def possible(self, state: Plan, due: Due) -> tuple[str, ...]:
        """The hexes on which all who may join can make an attack that has to be made."""
        return tuple(place for place in due.hexes if self._possible(state, place, due.units))

    def _possible(self, state: Plan, place: str, units: frozenset[str]) -> bool:
        """Whether they can make one on a hex, with somebody of some units if there are any such."""
        plan = state._replace(targets=(place,), sent=())
        known = {(name, problem.rule) for name, problem in self.forbids(plan, ())}
        for unit in sorted(self.best_first(), key=lambda one: one.id not in units):
            rest = self.rest(plan, unit)
            while rest and not self._bar(plan, unit)[0]:
                sent = with_more(plan, unit, self.step(unit, rest))
                if any(name and (name, problem.rule) not in known for name, problem in self.forbids(plan, sent)):
                    break
                plan, rest = plan._replace(sent=sent), rest - self.step(unit, rest)
        return (not units or not units.isdisjoint(dict(plan.sent))) and not self.forbids(plan, plan.sent)

    def _bar(self, plan: Plan, unit: Unit) -> Why:
        """Why a unit cannot join an attack, by where it stands and by attacks on the same hexes."""
        reason = self.reaches(self.scenario, unit, plan.targets)
        if reason[0]:
            return reason
        return self.taken(plan, plan.targets, [*(self.scenario.by_id[name] for name, _ in plan.sent), unit])

    def stranded(self, state: Plan) -> Due | None:
        """An attack that has to be made and that can, but not without those in the attack at hand.

        Where that one has to be made, too, it is no matter unless it could do with fewer.
        """
        before = Plan(WHICH, state.attacks)
        rest = self.due(self.scenario, (*state.attacks, Declared(state.targets, state.sent)))
        made = [one for one in self.due(self.scenario, state.attacks) if one not in rest]
        for one in rest:
            if self._after(state, state.sent, one) or not self.possible(before, one):
                continue
            if not made:
                return one
            for name, _ in state.sent:
                unit = self.scenario.by_id[name]
                fewer = with_more(state, unit, -self.step(unit, dict(state.sent)[name]))
                if not self.forbids(state, fewer) and self._after(state, fewer, one):
                    return one
        return None

    def _after(self, state: Plan, sent: tuple[tuple[str, int], ...], due: Due) -> bool:
        """Whether an attack that has to be made can be made beside the one at hand, if these make that one."""
        return bool(self.possible(Plan(WHICH, (*state.attacks, Declared(state.targets, sent))), due))

    def taken(self, state: Plan, places: Sequence[str], units: Sequence[Unit]) -> Why:
        """Why these may attack none of the hexes that an attack declared has; empty when they may."""
        for number, one in enumerate(state.attacks):
            first = [self.scenario.by_id[name] for name, _ in one.units]
            for place in places:
                if place in one.targets and not (units and self.rules.again(self.scenario, first, units)):
                    reason = say("{hex} is attacked in attack {n} already", hex=mention(place), n=number + 1)
                    return reason, self.rules.hexes
        return "", ()

    def course(self, state: Plan) -> Course:
        """The position of the turn of the attacks declared."""
        return state.inner or self.turn(state.attacks).start()

    def outcome(self, state: Plan) -> Outcome:
        """What the attacks came to."""
        return self.turn(state.attacks).outcome(self.course(state))

    def at_hand(self, state: Plan) -> Assessment | None:
        """The odds of the attack being declared."""
        turn = self.turn((Declared(state.targets, state.sent),))
        game = turn.part(0, turn.home)
        return game.assess(game.start())


def with_more(state: Plan, unit: Unit, more: int) -> tuple[tuple[str, int], ...]:
    """Who makes the attack, with so much more of a unit."""
    found = dict(state.sent)
    after = {**found, unit.id: found.get(unit.id, 0) + more}
    return tuple((name, share) for name, share in after.items() if share)


def _about(scenario: Scenario, problem: Problem) -> str:
    """The unit that a problem is about; empty where it is about none."""
    unit = UNIT.match(problem.path)
    return whole(scenario.units[int(unit[1])].id) if unit else ""
