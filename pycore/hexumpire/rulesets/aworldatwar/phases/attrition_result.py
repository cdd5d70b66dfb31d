"""What becomes of an attrition: losses, hexes, retreats, occupation, and the end (14.5 to 14.7)."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence

from hexumpire.kit.places import mention
from hexumpire.model.battle import Decision, Line, Option, Terminal
from hexumpire.model.phase import Candidate, Choice
from hexumpire.model.text import say
from hexumpire.rulesets.aworldatwar.attrition_state import State
from hexumpire.rulesets.aworldatwar.phases.attrition_phase import AttritionPhase, ending, seized, settled_key, vacant
from hexumpire.rulesets.aworldatwar.rules.attrition_hexes import AWAY
from hexumpire.rulesets.aworldatwar.rules.attrition_losses import RULES
from hexumpire.rulesets.aworldatwar.rules.attrition_retreat import cited, room
from hexumpire.rulesets.aworldatwar.units import describe


class Lose(AttritionPhase, Choice[State]):
    """The defender takes counters off, one after another (14.11B, 14.51)."""

    key = "lose"

    def candidates(self, state: State) -> Iterator[Candidate]:
        """Every counter of his, each judged by 14.52 and 14.521G."""
        return self.flow.losses.candidates(state)

    def question(self, state: State, options: tuple[Option, ...]) -> Decision:
        """Which counter goes."""
        left = state.result[0] - len(state.losses)
        prompt = say("Which counter is lost? {n} are called for.", n=left)
        return Decision("defender", "lose", prompt, options, ("14.11B", *RULES))

    def apply(self, state: State, action: str) -> State:
        """One counter less."""
        name, _, place = action.partition(":")[2].partition("@")
        i = self.ground.index[name]
        return self.flow.lose(state, (i, place or self.ground.stands(state.board, i)[0][0]))

    def narrate(self, before: State, action: str, after: State) -> Sequence[Line]:
        """Who was lost; what is called for in vain."""
        unit = self.ground.scenario.by_id[action.partition(":")[2].partition("@")[0]]
        lines = [Line(say("The {unit} is lost.", unit=describe(unit)), RULES, "defender")]
        if after.phase != "lose" and len(before.losses) + 1 < before.result[0]:
            lines.append(Line("Nothing else may be lost; the rest of the losses is disregarded.", ("14.51", "14.52C")))
        return [*lines, *seized(after)]


class Take(AttritionPhase, Choice[State]):
    """The attacker chooses the hexes to be occupied (14.11C, 14.6)."""

    key = "take"

    def candidates(self, state: State) -> Iterator[Candidate]:
        """The hexes of the zone, each judged by 14.61 to 14.65, and to choose no more."""
        yield from self.flow.hexes.candidates(state)
        label = "Choose no more hexes" if state.chosen else "Occupy no hex"
        yield Candidate(Option("done", label, ("14.61",)))

    def question(self, state: State, options: tuple[Option, ...]) -> Decision:
        """Which hexes."""
        prompt: str = say("Which hexes are occupied? {n} may be.", n=state.result[1])
        if self.flow.hexes.emptied(state):
            prompt = "Which hexes are occupied? All that border on attritioning units may be."
        return Decision("attacker", "take", prompt, options, ("14.11C", "14.61", "14.65"))

    def apply(self, state: State, action: str) -> State:
        """One hex more, or the retreats."""
        if action == "done":
            return self.flow.leave(state)
        return state._replace(chosen=tuple(sorted((*state.chosen, action.partition(":")[2]))))

    def narrate(self, before: State, action: str, after: State) -> Sequence[Line]:
        """What was chosen; who dies as he cannot leave."""
        if action != "done":
            place = mention(action.partition(":")[2])
            return [Line(say("{place} is to be occupied.", place=place), ("14.61", "14.64"), "attacker")]
        lines = []
        if not before.chosen:
            lines.append(Line("No hex is occupied.", ("14.61",), "attacker"))
        for i, place in self.flow.retreats.displaced(before)[1]:
            unit = self.ground.units[i]
            text = say("The {unit} cannot retreat from {place} and is lost.", unit=describe(unit), place=mention(place))
            lines.append(Line(text, ("14.76", "10.94") if unit.type == "flak" else ("14.76",), "defender"))
        return lines or [Line("The hexes are chosen.", ("14.61",), "attacker")]


class Retreat(AttritionPhase, Choice[State]):
    """A counter leaves a hex that is to be occupied (14.11D, 14.71)."""

    key = "retreat"

    def candidates(self, state: State) -> Iterator[Candidate]:
        """The hexes around it."""
        return self.flow.retreats.candidates(state, "end" if self.flow.last(state) else "")

    def question(self, state: State, options: tuple[Option, ...]) -> Decision:
        """Where to."""
        i, place = state.waiting[0]
        prompt = say("Where does the {unit} in {place} retreat?", unit=describe(self.ground.units[i]),
                     place=mention(place))  # fmt: skip
        return Decision("defender", "retreat", prompt, options, ("14.11D", "14.71", "14.73", "14.75"))

    def apply(self, state: State, action: str) -> State:
        """It is there."""
        return self.flow.retreat(state, action.partition(":")[2])

    def narrate(self, before: State, action: str, after: State) -> Sequence[Line]:
        """Where it went."""
        place, piece = action.partition(":")[2], before.waiting[0]
        unit = describe(self.ground.units[piece[0]])
        rules = ("14.71", *cited(self.flow.retreats.evil(before, piece, place)))
        return [Line(say("The {unit} retreats to {place}.", unit=unit, place=mention(place)), rules, "defender")]

    def state_key(self, state: State) -> Hashable:
        """Of the last attrition only what came of it counts."""
        return settled_key(self.flow, state) if self.flow.last(state) else super().state_key(state)


class Occupy(AttritionPhase, Choice[State]):
    """Attritioning units advance into the vacated hexes, at least one into each (14.11E, 14.64, 14.71)."""

    key = "occupy"

    def candidates(self, state: State) -> Iterator[Candidate]:
        """To end it, and every counter that may advance."""
        empty, last = vacant(state), self.flow.last(state)
        if not empty:
            yield Candidate(Option("done", "Nobody else advances", ("14.64",), alike="end" if last else ""))
        counted = self.flow.level(state).counted
        for place in sorted(state.chosen, key=lambda place: place not in empty):
            for look in counted:
                unit = self.ground.units[look.i]
                if self.flow.hexes.entry(look.i, place)[1] == AWAY:
                    continue
                label = say("The {unit} occupies {place}", unit=describe(unit), place=mention(place))
                alike = "end" if last else f"{self.ground.group[look.i]}@{unit.at}>{place}"
                option = Option(f"enter:{unit.id}@{place}", label, ("14.64", "14.71"), unit.id, place, alike)
                yield Candidate(option, *self._refusal(state, look.i, look.many, place, empty))
        for look in counted:
            if all(self.flow.hexes.entry(look.i, place)[1] == AWAY for place in state.chosen):
                unit = self.ground.units[look.i]
                yield Candidate(Option("", "", AWAY, unit.id, unit.at), "it is next to none of the hexes", AWAY)
        took_part = {look.i for look in counted}
        for i, unit in enumerate(self.ground.units):
            if unit.side == "attacker" and i not in took_part:
                yield Candidate(Option("", "", AWAY, unit.id, unit.at), "it took no part in the attrition", ("14.61",))

    def _refusal(self, state: State, i: int, many: int, place: str, empty: list[str]) -> tuple[str, tuple[str, ...]]:
        """Why a counter may not advance into a hex; empty when it may."""
        reason, rules = self.flow.hexes.entry(i, place)
        if reason:
            return reason, rules
        if many <= sum(other == i for other, _ in state.entered):
            return "it has advanced", ("14.64",)
        unit, stack = self.ground.units[i], self.ground.stacks(state.board).get(place, ())
        own = [(self.ground.units[j], n) for j, n in stack if self.ground.units[j].side == "attacker"]
        if not room(self.ground, unit, place, own):
            return "the hex is full", ("12.11A", "12.12")
        after = state._replace(entered=(*state.entered, (i, place)))
        if not self.flow.hexes.fits(after, [other for other in empty if other != place]):
            return "it is needed in another hex that was chosen", ("14.64",)
        return "", ()

    def question(self, state: State, options: tuple[Option, ...]) -> Decision:
        """Who advances."""
        return Decision("attacker", "occupy", "Who occupies the hexes?", options, ("14.11E", "14.64", "14.71"))

    def apply(self, state: State, action: str) -> State:
        """One counter more has advanced, or all have."""
        if action == "done":
            return self.flow.occupied(state)
        name, _, place = action.partition(":")[2].partition("@")
        return self.flow.enter(state, self.ground.index[name], place)

    def narrate(self, before: State, action: str, after: State) -> Sequence[Line]:
        """Who advanced."""
        if action == "done":
            return [Line("Nobody else advances.", ("14.64",), "attacker")]
        name, _, place = action.partition(":")[2].partition("@")
        unit = describe(self.ground.scenario.by_id[name])
        text = say("The {unit} occupies {place}.", unit=unit, place=mention(place))
        return [Line(text, ("14.64", "14.71"), "attacker")]

    def state_key(self, state: State) -> Hashable:
        """Of the last attrition only what came of it counts."""
        return settled_key(self.flow, state) if self.flow.last(state) else super().state_key(state)


class Over(AttritionPhase):
    """No attrition is left."""

    key = "over"

    def node(self, state: State) -> Terminal:
        """The ending."""
        return ending(self.flow, state)

    def apply(self, state: State, action: str) -> State:
        """Nothing follows."""
        return state

    def state_key(self, state: State) -> Hashable:
        """Equal outcomes are equal ends."""
        return ending(self.flow, state).outcome
