"""Advance after combat and exploitation as phases of a battle (4.2.7.who, 4.2.8.who), and what all phases share."""

from __future__ import annotations

from typing import Any

from hexumpire.model.battle import Decision, Option
from hexumpire.model.errors import Problem
from hexumpire.model.scenario import Scenario
from hexumpire.model.trace import Rules
from hexumpire.rulesets.daisenso import advance, retreat
from hexumpire.rulesets.daisenso.board import Board
from hexumpire.rulesets.daisenso.charting import chart_of
from hexumpire.rulesets.daisenso.lineup import NOBODY
from hexumpire.rulesets.daisenso.naming import Naming, problems
from hexumpire.rulesets.daisenso.numbering import around, shown
from hexumpire.rulesets.daisenso.pieces import Counts, flipped, muster, ready
from hexumpire.rulesets.daisenso.shifts import Shifts
from hexumpire.rulesets.daisenso.state import State


class Pursuit:
    """The pieces and the map of a battle, and its last phases: advance and exploitation."""

    def __init__(self, scenario: Scenario, dropped: int = 0, within: bool = False) -> None:
        """A battle of its own, or one ``within`` a segment: a single attack, after units (bits) have ``dropped``."""
        self.scenario = scenario
        self.within = within
        self.pieces = flipped(muster(scenario), dropped)
        self.board = Board(scenario, self.pieces)
        self.chart = chart_of(scenario.pack)
        self.shifts = Shifts(self.board, self.chart)
        self.full: Counts = ready(self.pieces)
        self.home = tuple(piece.unit.at for piece in self.pieces)
        self.by_id = {piece.id: piece for piece in self.pieces}
        self.problems: tuple[Problem, ...] = problems(self.board, self.shifts, self.full, self.home)
        self._ways: dict[tuple[Any, ...], retreat.Ways] = {}
        self._named: dict[tuple[Any, ...], Naming] = {}

    def force(self, state: State, side: str) -> Counts:
        """Units of a side that are in the combat and alive, those caught up in a rout included."""
        members = (*state.fight.side(side), *(i for i in state.joined if self.pieces[i].side == side))
        return tuple([i for i in dict.fromkeys(members) if state.left[i]])

    def _next_attack(self, state: State, ending: str) -> State:
        raise NotImplementedError

    # --- advance and exploitation (4.2.7, 4.2.8) ------------------------------------------------------

    def distance(self, state: State) -> int:
        """How many hexes the attackers may exploit (4.2.8.distance)."""
        return state.went + state.unmet

    def armored(self, state: State) -> bool:
        """Whether exploitation is open: armor attacked, and not just a marker."""
        began = state.began[0]
        return state.job != "take" and bool(began) and advance.had_armor(self.board, state.rolled or state.fight, began)

    def entering(self, state: State) -> Counts:
        """Attackers that may still advance, what is left of an HQ that supported from next to the hex among them."""
        board, fight = self.board, state.fight
        return tuple(
            [
                i for i in fight.side("attacker")
                if state.left[i] and not state.entered >> i & 1
                and not advance.stays(board, self.pieces[i], fight.target, state.left, state.at)[0]
            ]
        )  # fmt: skip

    def _advance(self, state: State) -> State:
        """Ask who advances, when somebody may; defenders never do (4.2.2.nodef)."""
        state = state._replace(phase="advance", trek=(NOBODY, 0))
        if advance.hex_closed(self.board, state.fight.target, state.left, state.at)[0] or not self.entering(state):
            return self._close(state)
        return state

    def _close(self, state: State) -> State:
        """The end of this attack."""
        ours = any(state.left[i] for i in state.fight.attackers)
        if state.entered:
            ending = "taken"
        elif self.board.here(state.fight.target, state.left, state.at, "defender", ("ground",)):
            ending = "held" if ours else "destroyed"
        else:
            ending = "emptied"
        return self._next_attack(state, ending)

    def far(self, state: State, i: int) -> int:
        """How many hexes a unit may go in exploitation."""
        piece = self.pieces[i]
        target = state.fight.target
        if advance.no_entry(self.board, piece, target, state.left, state.at)[0]:
            return 0
        return advance.reach(piece, state.left, self.distance(state), self.armored(state))

    def no_drive(self, state: State, i: int) -> tuple[str, Rules]:
        """Why a unit that may advance may not exploit; empty when it may, or when nobody goes beyond the hex anyway."""
        if not self.armored(state) or self.distance(state) <= 1:
            return "", ()
        piece = self.pieces[i]
        why = advance.no_entry(self.board, piece, state.fight.target, state.left, state.at)
        if why[0]:
            return why
        if self.far(state, i) > 1:
            return "", ()
        return f"movement allowance {piece.allowance(state.left[i])}", ("4.2.8.ma",)

    def last(self, state: State) -> bool:
        """Whether no further attack of this battle follows."""
        return self.within or len(state.order) == len(self.scenario.targets)

    def settled(self, state: State) -> bool:
        """Whether nothing at all follows this attack, so that it does not matter who enters the hex."""
        return self.last(state) and not self.within

    def _node_advance(self, state: State) -> Decision:
        target, options = state.fight.target, []
        for i in self.entering(state):
            piece = self.pieces[i]
            alike = "enter" if self.settled(state) else f"e{piece.group}/{state.left[i]}/{state.at[i]}"
            far, (why, rules) = self.far(state, i), self.no_drive(state, i)
            label = f"Advance the {piece.name} into {shown(target)}" + (f" (no exploitation: {why})" if why else "")
            options.append(Option(f"advance:{piece.id}", label, ("4.2.7.who", *rules), piece.unit.id, target, alike))
            if far > 1:
                alike = alike if self.settled(state) else f"x{alike}"
                options.append(Option(f"exploit:{piece.id}", f"Exploit with the {piece.name}: up to {far} hexes",
                                      ("4.2.8.who", "4.2.8.distance"), piece.unit.id, "", alike))  # fmt: skip
        options.append(Option("done", "Nobody else advances" if state.entered else "Nobody advances", ("4.2.7.who",)))
        prompt = f"{shown(target)} is open. Who advances?"
        return Decision("attacker", "advance", prompt, tuple(options), ("4.2.2.s8", "4.2.7.who"))

    def _apply_advance(self, state: State, action: str) -> State:
        if action == "done":
            return self._close(state)
        verb, _, name = action.partition(":")
        i = self.by_id[name].index
        return self._go(state, i, state.fight.target, 1, verb == "exploit")

    def _go(self, state: State, i: int, place: str, entered: int, on: bool) -> State:
        """Place a unit; an exploiting one may go on until something stops it."""
        start = state.at[i]
        at = (*state.at[:i], place, *state.at[i + 1 :])
        state = state._replace(at=at, entered=state.entered | 1 << i, trek=(i, entered), phase="trek")
        if on and not self.halt(state, start, place)[0] and self.onward(state):
            return state
        state = state._replace(phase="advance", trek=(NOBODY, 0))
        return state if self.entering(state) else self._close(state)

    def halt(self, state: State, start: str, place: str) -> tuple[str, Rules]:
        """Why an exploiting unit goes no farther than the hex it was just placed in; empty when it may."""
        i, entered = state.trek
        piece = self.pieces[i]
        if entered >= advance.reach(piece, state.left, self.distance(state), self.armored(state)):
            return "it has gone its full distance", ("4.2.8.distance", "4.2.8.ma")
        return advance.stop(self.board, piece, start, place, state.left, state.at, entered == 1)

    def onward(self, state: State) -> list[str]:
        """Hexes that an exploiting unit may be placed in next."""
        i = state.trek[0]
        piece, here = self.pieces[i], state.at[i]
        return [hex for hex in around(here) if not advance.no_entry(self.board, piece, hex, state.left, state.at)[0]]

    def _node_trek(self, state: State) -> Decision:
        i, entered = state.trek
        piece = self.pieces[i]
        far = advance.reach(piece, state.left, self.distance(state), self.armored(state))
        mark = "on" if self.settled(state) else ""
        options = [
            Option(f"to:{place}", f"On to {shown(place)}", ("4.2.8.first",), "", place, mark)
            for place in self.onward(state)
        ]
        options.append(Option("stop", "Stop here", ("4.2.8.optional",), "", "", mark))
        prompt = f"The {piece.name} has entered {entered} of {far} hexes. Where next?"
        return Decision("attacker", "trek", prompt, tuple(options), ("4.2.8.first", "4.2.8.distance"))

    def _apply_trek(self, state: State, action: str) -> State:
        i, entered = state.trek
        if action == "stop":
            state = state._replace(phase="advance", trek=(NOBODY, 0))
            return state if self.entering(state) else self._close(state)
        return self._go(state, i, action.partition(":")[2], entered + 1, True)
