"""Attacks that are declared on the board as it stands, one after another, and then fought as a turn.

The attacker names the hexes of an attack and who makes it; its odds are told as it grows. Once all are declared they
are the attacks of a :class:`~hexumpire.kit.turn.Turn`, fought in the order that the attacker likes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from hexumpire.kit.declarable import WHICH, Declarable, Plan
from hexumpire.kit.declaring_phases import FIGHTS, OVER, WHO, Fights, Over, Which, Who
from hexumpire.kit.places import mention
from hexumpire.kit.turn_board import Standing, size
from hexumpire.model.battle import OPEN, Assessment, Game, Line, Option, Row
from hexumpire.model.phase import PhasedGame
from hexumpire.model.scenario import Declared
from hexumpire.model.text import listed, say
from hexumpire.model.trace import Trace


class Declaring(Declarable, PhasedGame[Plan]):
    """The game of attacks that are declared on a board and fought (see :class:`hexumpire.model.battle.Game`)."""

    def __post_init__(self) -> None:
        Declarable.__post_init__(self)
        PhasedGame.__init__(self, [Which(self), Who(self), Fights(self), Over(self)])

    def start(self) -> Plan:
        """The beginning: no attack is declared."""
        return Plan(WHICH)

    def scope(self, state: Plan) -> tuple[Game[Any], Any]:
        """The turn of the attacks declared so far, and of the one being declared as soon as it can be."""
        attacks = state.attacks
        if state.phase == WHO and not self.forbids(state, state.sent) and not self.stranded(state):
            attacks = (*attacks, Declared(state.targets, tuple(sorted(state.sent))))
        if not attacks:
            return self, state
        turn = self.turn(attacks)
        return turn, state.inner or turn.start()

    def overrides(self, state: Plan) -> Sequence[Option]:
        """What the players may agree on, against the rules, in the attack that is being fought."""
        return self.turn(state.attacks).overrides(state.inner) if state.inner else ()

    def overrule(self, state: Plan, action: str) -> Plan:
        """The position after the players agreed on ``action``, one of the overrides."""
        return self.phases[FIGHTS].apply(state, action)

    def rows(self, state: Plan) -> Sequence[Row]:
        """The attacks declared, and the one being declared."""
        turn = self.turn(state.attacks)
        found = list(turn.rows(self.course(state)))
        if state.phase == WHO:
            number = len(state.attacks)
            title = say("Attack {n}: {places}", n=number + 1, places=listed(map(mention, state.targets)))
            starts = tuple(dict.fromkeys(self.scenario.by_id[name].at for name, _ in state.sent))
            found.append(Row(number, state.targets, title, OPEN, assessment=self.at_hand(state), starts=starts))
        return found

    def ended(self, state: Plan) -> bool:
        """Whether all attacks are over."""
        return state.phase == OVER

    def assess(self, state: Plan) -> Assessment | None:
        """The odds of the attack at hand; else of all that are declared."""
        if state.phase == WHO:
            found = self.at_hand(state)
            if found is not None:
                return found
        if state.attacks:
            return self.turn(state.attacks).assess(self.course(state))
        tree = Trace("Attacks", None, self.rules.order, "list")
        return Assessment("no attack is declared", None, None, None, tree)

    def overlay(self, state: Plan) -> Mapping[str, Any]:
        """What the board shows beyond the set-up: the hexes attacked are lit."""
        found = dict(self.turn(state.attacks).overlay(self.course(state)))
        if state.targets:
            found["lit_hexes"] = list(state.targets)
        return found

    def closing(self, state: Plan) -> Sequence[Line]:
        """How the attacks ended that were not fought."""
        return self.turn(state.attacks).closing(self.course(state))

    def relevant(self) -> Mapping[str, Any]:
        """What could matter to an attack on any hex that can be attacked."""
        attacks = []
        for place in self.held:
            near = [unit for unit in self.ours if self.can(unit, (place,))]
            if near:
                sent = tuple((unit.id, size(unit, self.rules.vocabulary)) for unit in near)
                attacks.append(Declared((place,), sent))
        found: dict[str, Any] = {"conditions": [], "readings": [], "units": {}, "hexes": {}}
        for one in attacks:
            part = self.turn((one,)).relevant()
            for key in ("conditions", "readings"):
                found[key] = [*dict.fromkeys([*found[key], *part[key]])]
            for key in ("units", "hexes"):
                for name, asked in part[key].items():
                    mine = found[key].setdefault(name, [])
                    mine += [field for field in asked if field not in mine]
        return found

    def remains(self, state: Plan) -> Mapping[str, Sequence[Standing]]:
        """What is left of each unit (see :class:`hexumpire.kit.turn_board.Remaining`)."""
        return self.turn(state.attacks).remains(self.course(state))

    def ground(self, state: Plan) -> Mapping[str, tuple[str, ...]]:
        """The features of hexes that attacks have changed."""
        return self.turn(state.attacks).ground(self.course(state))
