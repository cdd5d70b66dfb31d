"""How an attack goes on: from a result to losses, from losses to another round or an advance, from there to the end.

Phases and overrides call these transitions; each returns a position.
"""

from __future__ import annotations

from hexumpire.model.battle import Line
from hexumpire.model.text import say
from hexumpire.rulesets.aworldatwar.rules import losses, rounds
from hexumpire.rulesets.aworldatwar.rules.advance import Advance
from hexumpire.rulesets.aworldatwar.rules.air import BETWEEN, over_limit, trimmed
from hexumpire.rulesets.aworldatwar.rules.conversion import Conversion
from hexumpire.rulesets.aworldatwar.rules.odds import barred
from hexumpire.rulesets.aworldatwar.rules.payment import LossesOwed, Payment, Progress
from hexumpire.rulesets.aworldatwar.rules.pearl_harbor import PearlHarbor
from hexumpire.rulesets.aworldatwar.rules.strength import Round, Strengths
from hexumpire.rulesets.aworldatwar.setting import Counts, Setting, minus
from hexumpire.rulesets.aworldatwar.state import State

PAY_PHASES = {"": "pay", "exchange": "pay", **{step: step.partition("-")[0] for step in BETWEEN}}
"""The phase in which something is paid, by what is under way with it."""


class Flow:
    """The transitions of one attack, with the rules that keep what they worked out."""

    def __init__(self, setting: Setting) -> None:
        self.setting = setting
        self.strengths = Strengths(setting)
        self.conversion = Conversion(setting)
        self.pearl = PearlHarbor(setting)
        self.advance = Advance(setting, bool(self.pearl.surplus(setting.full)))
        self.fallen: frozenset[int] = frozenset()
        """Numbers of the attacked hexes on which units without a part in the attack drop: empty, they hold them."""
        self._payments: dict[tuple[LossesOwed, Counts], Payment] = {}

    def start(self) -> State:
        """Before the first die; at Pearl Harbor, before the two defenders that count are named (15.41).

        By the older edition defensive air over the limit sits the attack out from the beginning (15.71).
        """
        full = self.setting.full
        if self.pearl.surplus(full):
            return State("pick", 1, full, self.setting.nobody)
        flying = self.strengths.taking_part(full, 1)
        if self.setting.scenario.edition == "old" and over_limit(self.setting, flying, 0, BETWEEN[-1]):
            return self.next_round(State("again", 0, full, self.setting.nobody), BETWEEN[-1])
        return State("roll", 1, full)

    def counting(self) -> Counts:
        """The counters of the first round: without those best left out at Pearl Harbor, and air over them (15.41)."""
        full = self.setting.full
        left = self.pearl.counting(full, self.strengths.round(full, 1).dms) if self.pearl.surplus(full) else full
        return trimmed(self.setting, left, 0) if self.setting.scenario.edition == "old" else left

    def now(self, state: State) -> Round:
        """The round at hand with the counters left."""
        return self.strengths.round(state.left, state.round)

    # --- from a result to losses ----------------------------------------------------------------------

    def resolve(self, state: State, printed: str) -> State:
        """From the chart to the result that will be carried out, stopping where a side has a choice."""
        now = self.now(state)
        if printed == "Ex" and self.conversion.early_german(now):
            printed = "Ex-1"
            return self.settle(state._replace(result=printed, printed=printed, fought=state.left))
        state = state._replace(result=printed, printed=printed, fought=state.left)
        converted = self.conversion.converted(now, printed)
        if printed == "d":
            first = "choose" if self.conversion.attacker_first or converted == "d" else "convert"
            return state._replace(phase=first)
        if converted != printed:
            if self.setting.scenario.edition == "old":
                return state._replace(phase="convert")
            return self.settle(state._replace(result=converted))
        return self.settle(state)

    def settle(self, state: State) -> State:
        """Carry out the result: eliminate what is lost as a whole and let the rest be paid (15.61)."""
        now, result = self.now(state), state.result
        if result == "D":
            return self._after(state._replace(left=losses.strip(self.strengths, state.left, now, "defender")))
        if result == "d":
            return self._charge(state, losses.defender_owes(self.strengths, now, "d"))
        if result in losses.LEVELS or (result == "Ex" and now.attack >= now.defense):
            state = state._replace(left=losses.strip(self.strengths, state.left, now, "defender"))
        if result == "Ex" and now.attack <= now.defense:
            return self.wipe_out(state, now, "exchange" if now.attack < now.defense else "")
        return self._charge(state, losses.attacker_owes(self.strengths, now, result, state.printed))

    def wipe_out(self, state: State, now: Round, then: str = "") -> State:
        """The attackers of the round are gone, and the destroyers' third of that (15.642); ``then`` what follows."""
        state = state._replace(left=losses.strip(self.strengths, state.left, now, "attacker"), then=then)
        owed = losses.destroyers_owe(self.strengths, now)
        return self._charge(state, owed, then) if owed else self.paid_up(state)

    # --- payment --------------------------------------------------------------------------------------

    def _charge(self, state: State, owed: LossesOwed, then: str = "") -> State:
        """Let a side pay, as far as it has a choice."""
        mark = (owed, state.left)
        payment = self._payments.get(mark)
        if payment is None:
            payment = self._payments[mark] = Payment(owed, self.setting.kinds, state.left)
        state = state._replace(phase=PAY_PHASES[then], payment=payment, progress=payment.begin, then=then)
        if payment.everything:
            left = tuple(0 if i in payment.order else count for i, count in enumerate(payment.stock))
            return self.paid_up(state._replace(left=left, aside=self._set_aside(state, left)))
        return self._forced(state, payment, state.left, payment.begin)

    def take(self, state: State, payment: Payment, i: int) -> State:
        """Pay one counter of a kind."""
        return self._forced(state, payment, minus(state.left, i), payment.take(state.progress, i))

    def _forced(self, state: State, payment: Payment, left: Counts, progress: Progress) -> State:
        """Take counters while the rules leave one way only."""
        while options := payment.options(progress, left):
            if not payment.compels(options, progress, left):
                break
            left, progress = minus(left, options[0]), payment.take(progress, options[0])
        phase, number, _, aside, result, printed, fought, _, _, then, *_ = state
        if then:
            aside = self._set_aside(state, left)
        state = State(phase, number, left, aside, result, printed, fought, payment, progress, then)
        return state if options else self.paid_up(state)

    def _set_aside(self, state: State, left: Counts) -> Counts:
        """Counters out of the fight, with the air that leaves it now (15.71) when that is what is being settled."""
        if state.phase != "rest":
            return state.aside
        aside = state.aside or self.setting.nobody
        return tuple(out + was - now for out, was, now in zip(aside, state.left, left, strict=True))

    def paid_up(self, state: State) -> State:
        """Go on after a payment, or after what was left of it has been let off."""
        if state.then == "exchange":
            now = self.strengths.round(state.fought, state.round)
            return self._charge(state, losses.defender_owes(self.strengths, now, "Ex"))
        if not state.then:
            return self._after(state)
        ahead = State("again", state.round, state.left, state.aside)
        return self.next_round(ahead, *BETWEEN[BETWEEN.index(state.then) + 1 :][:1])

    # --- after the losses -----------------------------------------------------------------------------

    def _after(self, state: State) -> State:
        """Advance, another round, or the end."""
        number, left, aside = state.round, state.left, state.aside
        if not self.setting.alive(left, "defender"):
            left, gone = self.setting.without(left, self.advance.shock)
            if not self.setting.alive(left, "attacker"):
                return self.close(State("over", number, left, aside, stranded=gone))
            spearhead = any(state.fought[i] for i in self.advance.fit(number)) if state.fought else False
            return self.stop_advancing(State("advance", number, left, aside, spearhead=spearhead, stranded=gone))
        if not self.setting.alive(left, "attacker"):
            return State("over", number, left, aside, ending="destroyed")
        ahead = State("again", number, left, aside)
        return self.hold(ahead) if rounds.refusal(self.strengths, ahead)[0] else ahead

    def hold(self, state: State) -> State:
        """The attack ends with defenders in place; units dropped among them die, and shock armies (10.56, 12.16)."""
        kinds = self.setting.kinds
        held = {kinds[i].target for i in self.setting.ground["defender"] if state.left[i]} | self.pearl.others(state)
        among = [i for i in self.advance.dropped if kinds[i].target in held]
        left, gone = self.setting.without(state.left, among + self.advance.shock)
        ending = "held" if self.setting.alive(left, "attacker") else "destroyed"
        return state._replace(phase="over", ending=ending, left=left, stranded=gone)

    def next_round(self, state: State, step: str = "") -> State:
        """Deal with air over the old limit from a step of it on, then open the round; nobody joins in (15.73).

        Its odds are those after the air is gone, whichever its owner took, and the first round's those of the units
        named at Pearl Harbor: by them the round may be barred (15.52, 15.74).
        """
        limited = self.setting.scenario.edition == "old"
        for each in BETWEEN[BETWEEN.index(step) :] if step and limited else ():
            if owed := over_limit(self.setting, state.left, state.round, each):
                return self._charge(state, owed, each)
        ahead = state._replace(phase="roll", round=state.round + 1)
        return self.hold(state) if barred(self.strengths, self.now(ahead), ahead.round)[0] else ahead

    def stop_advancing(self, state: State) -> State:
        """The end of the advance when nobody else can; else the position as it is."""
        return state if self.advance.open_places(state) else self.close(state)

    def close(self, state: State) -> State:
        """The end after the advance."""
        others = self.pearl.others(state)
        inside = state.moved or self.advance.holds(state.left) or self.fallen - others
        return state._replace(phase="over", ending="taken" if inside else "held" if others else "emptied")

    # --- the log --------------------------------------------------------------------------------------

    def consequences(self, before: State, action: str, after: State) -> list[Line]:
        """Who was lost by one step, and where it led."""
        lines = losses.entries(self.setting, before, action, after)
        if after.phase == "over" and before.phase not in ("again", "advance"):
            lines += self._why_over(after)
        if after.stranded != before.stranded:
            lines += self._stranded(after.stranded)
        return lines

    def _why_over(self, after: State) -> list[Line]:
        """Why nobody was asked whether to go on, or who advances."""
        alive = self.setting.alive
        if alive(after.left, "defender") and (after.ending == "held" or after.stranded):
            left = tuple(map(sum, zip(after.left, after.stranded, strict=True))) if after.stranded else after.left
            reason, rules = rounds.refusal(self.strengths, after._replace(left=left))
            return [Line(say("The attack ends: {x}.", x=reason), rules)] if reason else []
        if after.ending in ("taken", "emptied") and alive(after.left, "attacker"):
            return [self.advance.nobody(after.left, after.round)]
        return []

    def _stranded(self, gone: Counts) -> list[Line]:
        """Who died with the end of the attack."""
        dead = [(kind, late) for kind, late in zip(self.setting.kinds, gone, strict=True) if late]
        return [entry for entry in (self.advance.eliminated(dead, shock) for shock in (False, True)) if entry]
