"""An attack as a game: one roll, losses in steps, perhaps a retreat check and a retreat."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cached_property
from typing import Any

from hexumpire.kit import losses
from hexumpire.kit.losses import Owed
from hexumpire.model.battle import Assessment, Chance, Decision, Line, Node, Option, Outcome, Refusal, Terminal
from hexumpire.model.errors import Problem
from hexumpire.model.scenario import Scenario, Unit
from hexumpire.model.trace import Rules
from hexumpire.rulesets.d8chart import house, relevance, retreat, words
from hexumpire.rulesets.d8chart.eligibility import problems
from hexumpire.rulesets.d8chart.forces import Forces, arm_of, describe
from hexumpire.rulesets.d8chart.modifiers import modifiers
from hexumpire.rulesets.d8chart.results import (
    applied,
    effect,
    german_ban,
    holds,
    is_half,
    odds,
    read,
    threshold,
)
from hexumpire.rulesets.d8chart.state import Left, Runner, State
from hexumpire.rulesets.d8chart.strength import Strengths
from hexumpire.rulesets.d8chart.tables import FACES


class Attack:
    """The game of one attack (see :class:`hexumpire.model.battle.Game`)."""

    def __init__(self, scenario: Scenario) -> None:
        self.scenario = scenario
        self.forces = Forces(scenario)
        self.strengths = Strengths(self.forces)
        self.odds = odds(self.strengths.attack.total, self.strengths.defense.total)
        self.modifiers = modifiers(self.forces)
        self.drm = int(self.modifiers.value or 0)
        self.lands = (*self.forces.of("attacker"), *self.forces.of("defender"))
        self.leavers = (*self.forces.of("defender"), *self.forces.of("defender", "general"))
        self.number = {unit.id: i for i, unit in enumerate(self.lands)}
        self.full: Left = tuple((unit.number("steps"),) * unit.count for unit in self.lands)
        self.sides: dict[str, list[int]] = {
            side: [i for i, unit in enumerate(self.lands) if unit.side == side] for side in ("attacker", "defender")
        }
        self.before = {side: self.steps(self.full, side) for side in self.sides}
        self.problems: tuple[Problem, ...] = problems(self)
        self._by_strength = scenario.readings["half_of"] == "strength"
        germans = [self.lands[i].nation == "German" for i in self.sides["defender"]]
        year = scenario.condition("year")
        self.ban = isinstance(year, int) and german_ban(year)
        self._mixed_ban = self.ban and any(germans) and not all(germans)
        self._walls = any("impassable" in marks for marks in scenario.sides.values())

    # --- counting -------------------------------------------------------------------------------------

    def steps(self, left: Left, side: str) -> int:
        """Steps a side has left."""
        return sum(sum(left[i]) for i in self.sides[side])

    def casualties(self, left: Left) -> bool:
        """Whether the defender has lost half (CRT.retreat-gate by its reading)."""
        if not self._by_strength:
            return is_half(self.before["defender"] - self.steps(left, "defender"), self.before["defender"])
        lost = before = Fraction(0)
        for i in self.sides["defender"]:
            worth = Fraction(self.lands[i].number("factors"), self.lands[i].number("steps"))
            before += worth * sum(self.full[i])
            lost += worth * (sum(self.full[i]) - sum(left[i]))
        return is_half(lost, before)

    def germans_bar(self, left: Left) -> bool:
        """Whether surviving Germans may not leave of their own will (RES.vol-german)."""
        return self.ban and any(left[i] and self.lands[i].nation == "German" for i in self.sides["defender"])

    def threshold(self, state: State) -> int:
        """What the defender must roll below (RES.check-roll)."""
        return threshold(str(self.scenario.readings["check_die"]), state.natural, self.drm)

    # --- positions ------------------------------------------------------------------------------------

    def start(self) -> State:
        """Before the die."""
        return State("roll", self.full)

    def node(self, state: State) -> Node:
        """What happens next."""
        return getattr(self, f"_node_{state.phase}")(state)  # type: ignore[no-any-return]

    def apply(self, state: State, action: str) -> State:
        """The position after a legal action."""
        if action.startswith("!"):
            return house.apply(self, state, action)
        return getattr(self, f"_apply_{state.phase}")(state, action)  # type: ignore[no-any-return]

    def key(self, state: State) -> Hashable:
        """Equal for positions from which play and outcomes are the same: what is lost counts, not who lost it."""
        if state.phase == "over":
            return self._outcome(state)
        starred = effect_starred(state.applied)
        left = self.steps(state.left, "attacker"), self._defenders(state.left, starred)
        below = self.threshold(state) if state.natural and starred else 0
        found = state.phase, left, below, state.applied, state.owing, state.owed, state.due, state.parted
        return (*found, retreat.key(self, state)) if state.phase == "retreat" else found

    def _defenders(self, left: Left, by_counter: bool) -> Hashable:
        """Steps the defender has left; counter by counter where a retreat may follow."""
        if not by_counter:
            return self.steps(left, "defender")
        found: dict[str, list[int]] = {}
        for i in self.sides["defender"]:
            if left[i]:
                found.setdefault(self.kind(self.lands[i]), []).extend(left[i])
        return tuple(sorted((kind, tuple(sorted(steps))) for kind, steps in found.items()))

    def kind(self, unit: Unit) -> str:
        """Equal for defenders of whom it is all the same which of them loses a step or goes."""
        if arm_of(unit) == "general":
            return f"general {self._mixed_ban and unit.nation == 'German'}"
        if self._by_strength:
            return unit.id
        return f"{self._mixed_ban and unit.nation == 'German'} {self._walls and unit.type == 'mountain'}"

    # --- the die --------------------------------------------------------------------------------------

    def _node_roll(self, state: State) -> Chance:
        added = f", {self.drm:+d}" if self.drm else ""
        return Chance(f"The attacker rolls one eight-sided die{added}.", FACES, ("CRT.die", "CRT.drm-apply"))

    def _apply_roll(self, state: State, action: str) -> State:
        natural = int(action.removeprefix("d8="))
        return self.settle(state._replace(natural=natural), self.cell(natural))

    def cell(self, natural: int) -> str:
        """The cell of the chart for a die."""
        return self.cells[natural - 1]

    @cached_property
    def cells(self) -> tuple[str, ...]:
        """The cell of the chart for each face of the die."""
        column = self.odds.column or 0
        faces = range(1, len(FACES) + 1)
        return tuple(read(column, natural, self.drm, self.scenario.pack)[2] for natural in faces)

    def settle(self, state: State, printed: str) -> State:
        """Carry out a result of the chart."""
        result = applied(self.forces, printed)
        state = state._replace(printed=printed, applied=result)
        if result in ("AE", "DE"):
            side = "attacker" if result == "AE" else "defender"
            return self._after(state._replace(left=self._strip(state.left, side), owing=side))
        found = effect(result)
        side = "attacker" if found.attacker else "defender"
        return self._forced(state._replace(phase="lose", owing=side, owed=found.attacker or found.defender))

    def _strip(self, left: Left, side: str) -> Left:
        return tuple(() if i in self.sides[side] else counters for i, counters in enumerate(left))

    # --- losses ---------------------------------------------------------------------------------------

    def choices(self, state: State) -> list[tuple[int, int]]:
        """Units and the steps of their counters from which a step may be taken."""
        return [(i, size) for i in self.sides[state.owing] for size in dict.fromkeys(state.left[i])]

    def _forced(self, state: State) -> State:
        """Take steps while there is one way only; all of them when the side has no more than it owes."""
        if state.owed >= self.steps(state.left, state.owing):
            return self._after(state._replace(left=self._strip(state.left, state.owing), owed=0))
        while state.owed and len(found := self.choices(state)) == 1:
            state = self._take(state, *found[0])
        return state if state.owed else self._after(state)

    def _take(self, state: State, i: int, size: int) -> State:
        return self.without(state, i, size)._replace(owed=state.owed - 1)

    def without(self, state: State, i: int, size: int) -> State:
        """The position with a step less on a counter of that many steps."""
        return self._instead(state, i, size, size - 1)

    def with_more(self, state: State, i: int) -> State:
        """The position with a step more: on the weakest counter that lacks one, else on one that was eliminated."""
        whole = self.lands[i].number("steps")
        weak = [size for size in state.left[i] if size < whole]
        return self._instead(state, i, min(weak, default=0), min(weak, default=0) + 1)

    def _instead(self, state: State, i: int, old: int, new: int) -> State:
        """A counter of a unit with other steps; none when there are none."""
        counters = list(state.left[i])
        if old:
            counters.remove(old)
        if new:
            counters.append(new)
        found = tuple(sorted(counters, reverse=True))
        return state._replace(left=(*state.left[:i], found, *state.left[i + 1 :]))

    def carry_on(self, state: State) -> State:
        """Go on after steps were changed by agreement: what is owed is owed still, what is due is judged anew."""
        if state.phase == "lose":
            return self._forced(state)
        gone = not all(self.steps(state.left, side) for side in self.sides)
        if gone or state.phase == "stand":
            return self._after(state)
        due = self.casualties(state.left)
        return self._unless_due(state._replace(due=due))

    def _node_lose(self, state: State) -> Decision:
        options = []
        for i, size in self.choices(state):
            unit = self.lands[i]
            whole = size == unit.number("steps")
            label = f"A step of the {describe(unit)}" if whole else f"A step of the {describe(unit)} with {size} left"
            mark = f"lose {self.kind(unit)} {size}" if effect_starred(state.applied) else "lose"
            options.append(
                Option(
                    f"lose:{unit.id}:{size}",
                    label + (": eliminated" if size == 1 else ""),
                    ("RES.who-loses",),
                    unit.id,
                    unit.at,
                    mark,
                )
            )
        rules = (effect(state.applied).rule, "RES.who-loses")
        owed = f"{state.owed} step{'s' if state.owed > 1 else ''}"
        return Decision(state.owing, "lose", f"{state.owing.capitalize()} loses {owed}. Whose?", tuple(options), rules)

    def _apply_lose(self, state: State, action: str) -> State:
        _, unit, size = action.split(":")
        return self._forced(self._take(state, self.number[unit], int(size)))

    def owed(self, state: State) -> Owed | None:
        """Steps to lose here, when there are several."""
        return Owed(state.owed, "steps") if state.phase == "lose" and state.owed > 1 else None

    def gone(self, state: State) -> dict[str, int]:
        """Steps that are gone, by unit."""
        return {unit.id: sum(self.full[i]) - sum(state.left[i]) for i, unit in enumerate(self.lands)}

    def losable(self, state: State) -> list[Option]:
        """Every step that can be among them."""
        return losses.reachable(self, state)

    def refuse(self, state: State, picks: Sequence[str]) -> tuple[str, Rules]:
        """Why these steps cannot be lost together."""
        return losses.cannot(self, state, picks, state.owed)

    # --- after the losses -----------------------------------------------------------------------------

    def _after(self, state: State) -> State:
        """From the losses to the retreat, or to the end."""
        if not self.steps(state.left, "attacker"):
            return state._replace(phase="over", ending="lost")
        if not self.steps(state.left, "defender"):
            return state._replace(phase="over", ending=self._emptied(state))
        if not effect(state.applied).starred:
            return state._replace(phase="over", ending="held")
        state = state._replace(due=self.casualties(state.left))
        if retreat.runners(self, state.left, self.germans_bar(state.left)):
            return state._replace(phase="stand")
        return self._unless_due(state)

    def _unless_due(self, state: State) -> State:
        """Those who are in the hex stay, but for a check that is due."""
        return state._replace(phase="check") if state.due else state._replace(phase="over", ending="held")

    def _emptied(self, state: State) -> str:
        """A hex without defending units falls; a fort that never had any by its reading."""
        if self.sides["defender"] or state.applied == "DE":
            return "cleared"
        hurt = effect(state.applied).defender > 0
        return "cleared" if hurt and self.scenario.readings["lone_fort"] == "loss" else "held"

    def _node_stand(self, state: State) -> Decision:
        if state.due:
            stay = Option("stay", f"Stay, and roll below {self.threshold(state)}", ("RES.check-roll",))
        else:
            stay = Option("stay", "Stay", ("RES.vol-retreat",))
        leave = Option("retreat", "Retreat", ("RES.vol-retreat",))
        if self.germans_bar(state.left):
            leave = Option("retreat", "Retreat all but the Germans", ("RES.vol-retreat", "RES.vol-german"))
        options = (stay, leave)
        rules = ("RES.vol-retreat", "CRT.retreat-gate")
        return Decision(
            "defender",
            "stand",
            "Half is lost: stay or retreat?" if state.due else "Less than half is lost: stay or retreat?",
            options,
            rules,
        )

    def _apply_stand(self, state: State, action: str) -> State:
        if action == "retreat":
            barred = self.germans_bar(state.left)
            state = state._replace(parted=barred)
            return retreat.depart(self, state, retreat.runners(self, state.left, barred))
        return self._unless_due(state)

    def _node_check(self, state: State) -> Chance:
        below = self.threshold(state)
        return Chance(
            f"The defender rolls one eight-sided die: it stays on less than {below}{words.basis(self)}.",
            FACES,
            ("RES.check-roll", "CRT.retreat-gate"),
            "defender",
        )

    def _apply_check(self, state: State, action: str) -> State:
        roll = int(action.removeprefix("d8="))
        state = state._replace(roll=roll)
        if holds(roll, self.threshold(state)):
            return state._replace(phase="over", ending="held")
        return retreat.depart(self, state, self._still_here(state))

    # --- retreat --------------------------------------------------------------------------------------

    def _still_here(self, state: State) -> tuple[Runner, ...]:
        """The defender's counters that have not left."""
        gone = {entry[0] for entry in state.placed}
        return tuple(one for one in retreat.runners(self, state.left) if one[0] not in gone)

    def arrived(self, state: State) -> State:
        """After a retreat: those who had to stay may have to check yet, else it is over."""
        if not self.steps(state.left, "defender"):
            return state._replace(phase="over", ending="cleared")
        if state.parted and not state.roll:
            return self._unless_due(state)
        return state._replace(phase="over", ending="retreated")

    def _node_retreat(self, state: State) -> Decision:
        return retreat.node(self, state)

    def _apply_retreat(self, state: State, action: str) -> State:
        return retreat.apply(self, state, action)

    # --- the end --------------------------------------------------------------------------------------

    def _node_over(self, state: State) -> Terminal:
        return Terminal(self._outcome(state), words.ending_rules(state))

    def _outcome(self, state: State) -> Outcome:
        lost = {side: self.before[side] - self.steps(state.left, side) for side in self.sides}
        gone = state.ending in ("cleared", "retreated")
        return Outcome(
            state.ending,
            (
                ("hex", int(gone)),
                ("attacker_lost", lost["attacker"]),
                ("defender_lost", lost["defender"]),
                ("retreat", int(state.ending == "retreated")),
                ("moved", 0),
            ),
        )

    def stop(self, state: State, ending: str) -> State:
        """End the attack by agreement."""
        return state._replace(phase="over", ending=ending, owed=0)

    # --- in words -------------------------------------------------------------------------------------

    def overrides(self, state: State) -> Sequence[Option]:
        """What players may agree on (see :mod:`.house`)."""
        return house.overrides(self, state)

    def assess(self, state: State) -> Assessment | None:
        """The odds at which the die is rolled; they do not change while its result is carried out.

        What the faces give is that of the die that comes next.
        """
        found = words.assessment(self)
        if state.phase != "check":
            return found
        below = self.threshold(state)
        return replace(
            found,
            results=tuple(
                (face, "stays" if holds(int(face.removeprefix("d8=")), below) else "retreats") for face, _ in FACES
            ),
        )

    def narrate(self, before: State, action: str, after: State) -> Sequence[Line]:
        """What happened in one step."""
        return words.narrate(self, before, action, after)

    def refusals(self, state: State) -> Sequence[Refusal]:
        """What may not be tapped, and why."""
        return words.refusals(self, state)

    def closing(self, state: State) -> Sequence[Line]:
        """What follows from a finished attack."""
        return words.closing(self, state)

    def overlay(self, state: State) -> Mapping[str, Any]:
        """Counters lost and moved, for the board."""
        return words.overlay(self, state)

    def relevant(self) -> Mapping[str, Any]:
        """Circumstances and fields that could matter to this attack."""
        prospect = relevance.Prospect(frozenset(self.cells), self.drm, bool(self.odds.warning))
        return relevance.relevant(self.scenario, self.forces, prospect)


def effect_starred(result: str) -> bool:
    """Whether a result may make the defender retreat."""
    return bool(result) and result not in ("AE", "DE") and effect(result).starred
