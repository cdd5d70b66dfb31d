"""Exploitation hex by hex (4.2.8)."""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from hexumpire.model.battle import Decision, Line, Option, Refusal
from hexumpire.model.text import say
from hexumpire.rulesets.daisenso.numbering import shown
from hexumpire.rulesets.daisenso.phases.attack_phase import AttackPhase, elsewhere, first_of_each
from hexumpire.rulesets.daisenso.rules import exploitation, flow, permits
from hexumpire.rulesets.daisenso.rules.ending import settled
from hexumpire.rulesets.daisenso.rules.state_key import pursuit_key
from hexumpire.rulesets.daisenso.state import State
from hexumpire.rulesets.daisenso.wording import phrase


class Trek(AttackPhase):
    """A unit that exploits: it goes on, or stops."""

    key = "trek"

    def node(self, state: State) -> Decision:
        """Every hex that it may enter next."""
        setting, (i, entered) = self.setting, state.trek
        piece = setting.pieces[i]
        mark = "on" if settled(setting, state) else ""
        options = [
            Option(
                f"to:{place}", phrase("On to {place}", place=shown(place)),
                ("4.2.8.first", *permits.exploit(setting, piece, place, state.left, state.at)), "", place, mark,
            )
            for place in exploitation.onward(setting, state)
        ]  # fmt: skip
        options.append(Option("stop", "Stop here", ("4.2.8.optional",), "", "", mark))
        far = exploitation.range_of(setting, state, piece)
        name = piece.name_at(state.left[i])
        prompt = phrase("The {unit} has entered {n} of {m} hexes. Where next?", unit=name, n=entered, m=far)
        return Decision("attacker", "trek", prompt, tuple(options), ("4.2.8.first", "4.2.8.distance"))

    def apply(self, state: State, action: str) -> State:
        """The unit one hex farther, or somebody else's turn."""
        i, entered = state.trek
        if action == "stop":
            return flow.advance_on(self.setting, state)
        return flow.go(self.setting, state, i, action.partition(":")[2], entered + 1, True)

    def narrate(self, before: State, action: str, after: State) -> Sequence[Line]:
        """Where it went, and where it stopped."""
        i, entered = before.trek
        piece, place = self.setting.pieces[i], action.partition(":")[2]
        name = piece.name_at(before.left[i])
        if action == "stop":
            text = say("The {unit} stops in {place}.", unit=name, place=shown(before.at[i]))
            lines = [Line(text, ("4.2.8.optional",), "attacker")]
        else:
            text = say("The {unit} goes on to {place}.", unit=name, place=shown(place))
            lines = [Line(text, ("4.2.8.first",), "attacker"),
                     *exploitation.halted(self.setting, before, piece, place, entered + 1)]  # fmt: skip
        return [*lines, *flow.consequences(self.setting, before, after)]

    def refusals(self, state: State) -> Sequence[Refusal]:
        """Hexes around it that it may not enter, and all that are farther away."""
        here = state.at[state.trek[0]]
        far = elsewhere(self.setting, state, here, "exploitation goes hex by hex", ("4.2.8.first",))
        return first_of_each([*exploitation.closed(self.setting, state), *far])

    def state_key(self, state: State) -> Hashable:
        """Once the last hex is taken, nothing that is still to be moved changes the end."""
        return pursuit_key(self.setting, state)
