"""HQ ranged support (4.2.2.s1, 4.2.2.s2)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hexumpire.model.battle import Decision, Line, Option, Refusal
from hexumpire.model.phase import Candidate
from hexumpire.rulesets.daisenso.phases.attack_phase import AttackChoice
from hexumpire.rulesets.daisenso.rules import declaration, flow, permits, support
from hexumpire.rulesets.daisenso.rules.eligibility import WEAK, raw_legal, raw_totals
from hexumpire.rulesets.daisenso.state import FREE, NOBODY, Reason, State
from hexumpire.rulesets.daisenso.tables import RAW
from hexumpire.rulesets.daisenso.wording import phrase


class Support(AttackChoice):
    """A side, the attacker first, says whether a headquarters supports the combat from afar."""

    key = "support"

    def candidates(self, state: State) -> Iterator[Candidate]:
        """Every HQ outside the fight, and none."""
        setting, rule = self.setting, support.step(state)
        for piece in support.candidates(setting, state.job, state.fight, state.left, state.at):
            reason, rules = support.refusal(setting, piece, state.fight, state.left, state.at, state.spent)
            where = state.at[piece.index]
            if not reason:
                reason, rules = self._weak(state, piece.index)
            if reason:
                yield Candidate(Option(f"support:{piece.id}", "", (), piece.unit.id, where), reason, rules)
            else:
                alike = f"s{piece.group}/{state.left[piece.index]}/{where}"
                label = support.label(piece, state)
                by = (rule, "4.2.1.2.add", *permits.support(setting, piece, state.fight, state.left, state.at))
                yield Candidate(Option(f"support:{piece.id}", label, by, piece.unit.id, alike=alike))
        if self._weak(state, NOBODY) == FREE:
            yield Candidate(Option("alone", "No ranged support", (rule,)))

    def _weak(self, state: State, helper: int) -> Reason:
        """Why the attack does not reach the least raw odds with this HQ, or without one; empty when it does."""
        attack, defense = raw_totals(self.setting, state.fight._replace(ours=helper), state.left)
        if state.job != "attacker" or raw_legal(attack, defense):
            return FREE
        form = "with its support it is {n} against {m}, less than {x}"
        return phrase(form, n=attack, m=defense, x=f"{RAW[0]}-{RAW[1]}"), WEAK

    def question(self, state: State, options: tuple[Option, ...]) -> Decision:
        """Who supports."""
        prompt = "Does a headquarters support this combat from afar?"
        return Decision(state.job, "support", prompt, options, (support.step(state), "4.2.1.2.offer"))

    def apply(self, state: State, action: str) -> State:
        """The other side's question, or the die."""
        fight = state.fight
        if action != "alone":
            i = self.setting.by_id[action.partition(":")[2]].index
            fight = fight._replace(ours=i) if state.job == "attacker" else fight._replace(theirs=i)
        now = state._replace(fight=fight)
        if state.job == "attacker":
            return flow.ask_support(self.setting, now, "defender")
        return now._replace(phase="roll", job="")

    def narrate(self, before: State, action: str, after: State) -> Sequence[Line]:
        """Who supports."""
        return [support.entry(self.setting, before, action.partition(":")[2])]

    def beyond(self, state: State) -> Iterator[Refusal]:
        """Units that stay out of the attack."""
        if state.job == "attacker":
            willing = support.willing(self.setting, state.job, state.fight, state.left, state.at, state.spent)
            offered = {piece.unit.id for piece in willing}
            yield from (one for one in declaration.bystanders(self.setting, state) if one.unit not in offered)
