"""Advance after combat (4.2.7) and the beginning of exploitation (4.2.8.who)."""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from hexumpire.model.battle import Decision, Line, Option, Refusal
from hexumpire.model.text import say
from hexumpire.rulesets.daisenso.numbering import shown
from hexumpire.rulesets.daisenso.phases.attack_phase import AttackPhase, first_of_each
from hexumpire.rulesets.daisenso.rules import advance, exploitation, flow, permits
from hexumpire.rulesets.daisenso.rules.ending import settled
from hexumpire.rulesets.daisenso.rules.state_key import pursuit_key
from hexumpire.rulesets.daisenso.state import State, marked
from hexumpire.rulesets.daisenso.wording import phrase


class Advance(AttackPhase):
    """The hex is open: the attacker chooses who enters it, one unit after another."""

    key = "advance"

    def node(self, state: State) -> Decision:
        """Everybody who may enter, and how far he may go on from there."""
        setting, target, options = self.setting, state.fight.target, []
        over = settled(setting, state)
        for i in advance.entering(setting, state):
            piece, name = setting.pieces[i], setting.pieces[i].name_at(state.left[i])
            alike = "enter" if over else f"e{piece.group}/{state.left[i]}/{state.at[i]}/{marked(state.fought, i)}"
            far, (why, rules) = exploitation.far(setting, state, i), exploitation.no_drive(setting, state, i)
            label = phrase("Advance the {unit} into {place}", unit=name, place=shown(target))
            if why:
                form = "Advance the {unit} into {place} (no exploitation: {x})"
                label = phrase(form, unit=name, place=shown(target), x=why)
            by = ("4.2.7.who", *rules, *permits.advance(setting, piece, target, state.left, state.at))
            options.append(Option(f"advance:{piece.id}", label, by, piece.unit.id, target, alike))
            if far > 1:
                alike = alike if over else f"x{alike}"
                label = phrase("Exploit with the {unit}: up to {n} hexes", unit=name, n=far)
                why, rules = exploitation.at_once(setting, state, i)
                if why:
                    label = phrase(
                        "Exploit with the {unit} as far as {place}: {x}", unit=name, place=shown(target), x=why
                    )
                by = ("4.2.8.who", "4.2.8.distance", *rules)
                options.append(Option(f"exploit:{piece.id}", label, by, piece.unit.id, "", alike))
        options.append(Option("done", "Nobody else advances" if state.entered else "Nobody advances", ("4.2.7.who",)))
        prompt = phrase("{place} is open. Who advances?", place=shown(target))
        return Decision("attacker", "advance", prompt, tuple(options), ("4.2.2.s8", "4.2.7.who"))

    def apply(self, state: State, action: str) -> State:
        """A unit in the hex, or the end of the attack."""
        if action == "done":
            return flow.close(self.setting, state)
        verb, _, name = action.partition(":")
        i = self.setting.by_id[name].index
        return flow.go(self.setting, state, i, state.fight.target, 1, verb == "exploit")

    def narrate(self, before: State, action: str, after: State) -> Sequence[Line]:
        """Who entered."""
        verb, _, name = action.partition(":")
        target = before.fight.target
        if action == "done":
            text = "Nobody else advances." if before.entered else "Nobody advances."
            lines = [Line(text, ("4.2.7.who",), "attacker")]
            return [*lines, *flow.consequences(self.setting, before, after)]
        piece = self.setting.by_id[name]
        who = piece.name_at(before.left[piece.index])
        if verb == "advance":
            text = say("The {unit} advances into {place}.", unit=who, place=shown(target))
            lines = [Line(text, ("4.2.7.who",), "attacker")]
        else:
            text = say("The {unit} exploits through {place}.", unit=who, place=shown(target))
            lines = [Line(text, ("4.2.8.who", "4.2.8.first"), "attacker"),
                     *exploitation.halted(self.setting, before, piece, target, 1)]  # fmt: skip
        return [*lines, *flow.consequences(self.setting, before, after)]

    def refusals(self, state: State) -> Sequence[Refusal]:
        """Counters that stay where they are, and hexes beyond."""
        return first_of_each(advance.refusals(self.setting, state))

    def state_key(self, state: State) -> Hashable:
        """Once the last hex is taken, nothing that is still to be moved changes the end."""
        return pursuit_key(self.setting, state)
