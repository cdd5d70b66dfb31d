"""Attrition up to its result: which one, who takes part, the die, 2C for 1C/1H, designated hexes (14.1 to 14.4)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hexumpire.kit.places import mention
from hexumpire.model.battle import Chance, Decision, Line, Option, Refusal
from hexumpire.model.phase import Candidate, Choice
from hexumpire.model.text import say
from hexumpire.rulesets.aworldatwar.attrition_state import State
from hexumpire.rulesets.aworldatwar.phases.attrition_phase import AttritionPhase, seized
from hexumpire.rulesets.aworldatwar.rules.attrition_flow import leaving
from hexumpire.rulesets.aworldatwar.rules.attrition_level import FACES, by_itself
from hexumpire.rulesets.aworldatwar.rules.attrition_table import COLUMNS, row_name, spelled
from hexumpire.rulesets.aworldatwar.rules.factions import called, is_faction
from hexumpire.rulesets.aworldatwar.units import describe, factors_said

UNSEEN = "(odds leave it out)"
"""Ends the label of an option that no odds look at."""


class Which(AttritionPhase, Choice[State]):
    """Several attritions can be made: the attacker says which comes next, or makes no more."""

    key = "which"

    def candidates(self, state: State) -> Iterator[Candidate]:
        """The attritions that are left, and to make no more."""
        for number in self.flow.fronts(state):
            front = self.ground.fronts[number]
            level = self.flow.levels.of(number, state.board, (), state.used)
            label = say(
                "{faction}: {n} against {other}", faction=called(front.faction), n=factors_said(level.factors),
                other=called(self.ground.zones[front.zone].faction),
            )  # fmt: skip
            place = level.contact[0][1]
            rules = ("14.13", "14.31") if is_faction(front.faction) else ("14.13", "14.31", "14.33")
            yield Candidate(Option(f"attrition:{number}", label, rules, hex=place))
        yield Candidate(Option("done", "No more attritions", ("14.213",)))

    def question(self, state: State, options: tuple[Option, ...]) -> Decision:
        """Which attrition comes next."""
        return Decision("attacker", "which", "Which attrition is next?", options, ("14.13", "14.31"))

    def apply(self, state: State, action: str) -> State:
        """It is at hand, or all is over."""
        if action == "done":
            return state._replace(phase="over")
        return state._replace(phase="muster", number=int(action.partition(":")[2]))

    def narrate(self, before: State, action: str, after: State) -> Sequence[Line]:
        """Which one was chosen."""
        if action == "done":
            return [Line("No more attritions are made.", ("14.213",), "attacker")]
        front = self.ground.fronts[after.number]
        text = say("Attrition of {faction} against {other}.", faction=called(front.faction),
                   other=called(self.ground.zones[front.zone].faction))  # fmt: skip
        return [Line(text, ("14.13", "14.31"), "attacker")]

    def refusals(self, state: State) -> Sequence[Refusal]:
        """Units that count in none of them."""
        return [
            Refusal(unit.id, unit.at, *by_itself(unit))
            for unit in self.ground.units if unit.side == "attacker" and by_itself(unit)[0]
        ]  # fmt: skip


class Muster(AttritionPhase, Choice[State]):
    """The attacker may leave units out, or make no attrition (14.11A, 14.213)."""

    key = "muster"

    def candidates(self, state: State) -> Iterator[Candidate]:
        """To roll, to make none, and every unit of the faction: who may stay out and who does not count anyway."""
        yield Candidate(Option("roll", "Roll for attrition", ("14.41",)))
        yield Candidate(Option("pass", "Make no attrition here", ("14.213",)))
        looks = self.flow.level(state).looks
        counted = sum(look.many for look in looks if not look.reason)
        for look in looks:
            unit = self.ground.units[look.i]
            label = say("Leave out one {unit} {unseen}", unit=describe(unit), unseen=UNSEEN)
            option = Option(f"out:{unit.id}", label, ("14.213",), unit.id, unit.at, aside=True)
            if look.reason:
                yield Candidate(option, look.reason, look.rules)
            elif counted == 1:
                yield Candidate(option, "nobody else counts; make no attrition instead", ("14.213",))
            else:
                yield Candidate(option)
        faction = self.ground.fronts[state.number].faction
        for unit, other in zip(self.ground.units, self.ground.faction, strict=True):
            if unit.side == "attacker" and other != faction:
                option = Option(f"out:{unit.id}", "", ("14.31",), unit.id, unit.at)
                yield Candidate(option, "it is of another faction than that which makes this attrition", ("14.31",))

    def question(self, state: State, options: tuple[Option, ...]) -> Decision:
        """Who takes part."""
        return Decision("attacker", "muster", "Who attritions?", options, ("14.11A", "14.21", "14.213"))

    def apply(self, state: State, action: str) -> State:
        """The die, no attrition, or one counter less."""
        if action == "roll":
            return state._replace(phase="die")
        if action == "pass":
            return self.flow.end(state)
        return state._replace(out=leaving(state.out, self.ground.index[action.partition(":")[2]]))

    def narrate(self, before: State, action: str, after: State) -> Sequence[Line]:
        """What is rolled for, or who stays out."""
        if action == "pass":
            return [Line("No attrition is made.", ("14.213",), "attacker")]
        if action == "roll":
            level = self.flow.level(after)
            one, several = "{n} factor attrition: column {column}.", "{n} factors attrition: column {column}."
            text = say(one if level.factors == 1 else several, n=level.factors, column=COLUMNS[level.column])
            return [Line(text, ("14.21", "14.41"), "attacker")]
        unit = describe(self.ground.scenario.by_id[action.partition(":")[2]])
        return [Line(say("The {unit} is left out.", unit=unit), ("14.213",), "attacker")]


class Die(AttritionPhase):
    """The die of an attrition (14.41)."""

    key = "die"

    def node(self, state: State) -> Chance:
        """One die."""
        prompt = "The attacker rolls one die."
        modifier = self.flow.level(state).modifier
        if modifier:
            prompt = say("The attacker rolls one die, {n}.", n=format(modifier, "+d"))
        return Chance(prompt, tuple((f"d6={face}", 1) for face in FACES), ("14.11A", "14.41", "14.42"))

    def apply(self, state: State, action: str) -> State:
        """The result of a face."""
        return self.flow.roll(state, int(action[3:]))

    def narrate(self, before: State, action: str, after: State) -> Sequence[Line]:
        """The row and what it calls for."""
        level, face = self.flow.level(before), int(action[3:])
        result = self.flow.levels.result(level, face)
        row = row_name(face + level.modifier)
        text = say("Die {n}, row {row}: {result}.", n=face, row=row, result=self.flow.levels.printed(level, face))
        lines = [Line(text, ("14.41", "14.43"), "attacker", cell=(row, COLUMNS[level.column]))]
        if spelled(result) != self.flow.levels.printed(level, face):
            text = say("On the Pacific map half of the hexes: {result}.", result=spelled(result))
            lines.append(Line(text, ("14.41",)))
        return lines


class Swap(AttritionPhase, Choice[State]):
    """1C/1H may be taken as 2C (14.44)."""

    key = "swap"

    def candidates(self, state: State) -> Iterator[Candidate]:
        """Either result, that with the hex first where a hex can be taken."""
        keep = Candidate(Option("keep", say("Take {x}", x=spelled(state.result)), ("14.41",)))
        swap = Candidate(Option("swap", say("Take {x} instead", x=spelled(self.flow.swapped())), ("14.44",)))
        ahead = state._replace(phase="take")
        hexes = any(not one.reason for one in self.flow.hexes.candidates(ahead))
        yield from (keep, swap) if hexes else (swap, keep)

    def question(self, state: State, options: tuple[Option, ...]) -> Decision:
        """Which of the two."""
        return Decision("attacker", "swap", "Which result is taken?", options, ("14.44",))

    def apply(self, state: State, action: str) -> State:
        """The result is carried out."""
        return self.flow.carry_out(state, self.flow.swapped() if action == "swap" else state.result)

    def narrate(self, before: State, action: str, after: State) -> Sequence[Line]:
        """Which one was taken."""
        taken = self.flow.swapped() if action == "swap" else before.result
        return [Line(say("The attacker takes {x}.", x=spelled(taken)), ("14.44",), "attacker")]


class Designate(AttritionPhase, Choice[State]):
    """Russia designates hexes for losses and for occupation in winter (14.521)."""

    key = "designate"

    def candidates(self, state: State) -> Iterator[Candidate]:
        """Every hex of the zone for either, and to designate no more."""
        yield from self.flow.winter.candidates(state)
        yield Candidate(Option("done", "Designate no more hexes", ("14.521",)))

    def question(self, state: State, options: tuple[Option, ...]) -> Decision:
        """Which hexes."""
        return Decision("attacker", "designate", "Which hexes does Russia designate?", options, ("14.521",))

    def refusals(self, state: State) -> Sequence[Refusal]:
        """Hexes that can be designated for nothing, with the reasons."""
        found = list(self.candidates(state))
        offered = {one.option.hex for one in found if not one.reason}
        shut = {one.option.hex: one for one in found if one.reason and one.option.hex not in offered}
        return [Refusal("", place, one.reason, one.rules) for place, one in shut.items()]

    def apply(self, state: State, action: str) -> State:
        """One hex more, or the losses."""
        if action == "done":
            return self.flow.pay(state)
        verb, _, place = action.partition(":")
        if verb == "bleed":
            state = state._replace(bled=tuple(sorted((*state.bled, place))))
        else:
            state = state._replace(seized=tuple(sorted((*state.seized, place))))
        return state if self.flow.winter.open(state) else self.flow.pay(state)

    def narrate(self, before: State, action: str, after: State) -> Sequence[Line]:
        """What was designated."""
        if action == "done":
            return [Line("Russia designates no more hexes.", ("14.521",), "attacker"), *seized(after)]
        verb, _, place = action.partition(":")
        last = ("14.521D",) if after.phase != self.key and after.designated >= self.flow.winter.allowed else ()
        if verb == "bleed":
            text = say("A unit in {place} has to be lost.", place=mention(place))
            return [Line(text, ("14.521B", *last), "attacker"), *seized(after)]
        text = say("{place} has to be occupied.", place=mention(place))
        return [Line(text, ("14.521C", *last), "attacker"), *seized(after)]
