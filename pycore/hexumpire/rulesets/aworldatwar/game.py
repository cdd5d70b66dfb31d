"""A ground attack of chapter 15 as a game: roll, choose, pay, go on or stop, advance.

Positions are :class:`State` values; the rules themselves stand in the modules beside this one.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import Any

from hexumpire.kit.losses import Owed
from hexumpire.model.battle import Assessment, Chance, Decision, Line, Node, Option, Outcome, Refusal, Terminal
from hexumpire.model.errors import Problem
from hexumpire.model.scenario import Scenario
from hexumpire.rulesets.aworldatwar import house, relevance, words
from hexumpire.rulesets.aworldatwar.advance import Advance
from hexumpire.rulesets.aworldatwar.airlimit import BETWEEN, over_limit, trimmed
from hexumpire.rulesets.aworldatwar.eligibility import barred, problems
from hexumpire.rulesets.aworldatwar.forces import Counts, Kind, minus, muster, plus
from hexumpire.rulesets.aworldatwar.merging import Merging
from hexumpire.rulesets.aworldatwar.payment import Payment, Progress
from hexumpire.rulesets.aworldatwar.pearl import PearlHarbor
from hexumpire.rulesets.aworldatwar.results import (
    LEVELS,
    Bill,
    attacker_bill,
    conversion_applies,
    defender_bill,
    early_german,
    lowest_ctl,
    may_ever_convert,
    rolled,
    share_bill,
)
from hexumpire.rulesets.aworldatwar.state import State
from hexumpire.rulesets.aworldatwar.strength import Round, Strengths
from hexumpire.rulesets.aworldatwar.tables import ROUND, conversion

FACES = tuple((f"d6={n}", 1) for n in range(1, 7))


class Attack:
    """The game of one ground attack (see :class:`hexumpire.model.battle.Game`)."""

    def __init__(self, scenario: Scenario) -> None:
        self.scenario = scenario
        self.kinds: tuple[Kind, ...] = muster(scenario)
        self.strengths = Strengths(scenario, self.kinds)
        self.full: Counts = tuple(kind.size for kind in self.kinds)
        self.index = {kind.unit.id: kind.index for kind in self.kinds}
        self.ground = {
            side: [k.index for k in self.kinds if k.side == side and k.arm == "ground"]
            for side in ("attacker", "defender")
        }
        self.pearl = PearlHarbor(scenario, self.kinds)
        self.problems: tuple[Problem, ...] = problems(
            scenario, self.kinds, self.strengths, self.pearl.counting(self.full)
        )
        self.advance = Advance(scenario, self.kinds, bool(self.pearl.surplus(self.full)))
        self._last_round = max([1, *(self.kinds[i].rounds for i in self.ground["attacker"])])
        self._merging = Merging(self.kinds, self.advance, self.ground, self._last_round)
        self._convertible = may_ever_convert(scenario)
        self._losses: dict[tuple[int, int, bool], Option] = {}
        self._payments: dict[tuple[Bill, Counts], Payment] = {}

    # --- positions ------------------------------------------------------------------------------------

    def start(self) -> State:
        """Before the first die; at Pearl Harbor, before the two defenders that count are named (15.41)."""
        if self.pearl.surplus(self.full):
            return State("pick", 1, self.full, tuple(0 for _ in self.full))
        return State("roll", 1, self.full)

    def node(self, state: State) -> Node:
        """What happens next."""
        return getattr(self, f"_node_{state.phase}")(state)  # type: ignore[no-any-return]

    def apply(self, state: State, action: str) -> State:
        """The position after a legal action."""
        if action.startswith("!"):
            return house.apply(self, state, action)
        return getattr(self, f"_apply_{state.phase}")(state, action)  # type: ignore[no-any-return]

    def key(self, state: State) -> Hashable:
        """Equal for positions from which play and outcomes are the same (see :mod:`.merging`)."""
        return self._outcome(state) if state.phase == "over" else self._merging.key(state)

    # --- who is left ----------------------------------------------------------------------------------

    def alive(self, left: Counts, side: str) -> bool:
        """Whether a side has a ground unit left."""
        return any(left[i] for i in self.ground[side])

    def now(self, state: State) -> Round:
        """The round at hand with the counters left."""
        return self.strengths.round(state.left, state.round)

    # --- Pearl Harbor (15.41) -------------------------------------------------------------------------

    def _node_pick(self, state: State) -> Decision:
        return self.pearl.node(state.left)

    def _apply_pick(self, state: State, action: str) -> State:
        i = self.index[action.partition(":")[2]]
        state = state._replace(left=minus(state.left, i), aside=plus(state.aside, i))
        if self.pearl.surplus(state.left):
            return state
        return self._next_round(state._replace(round=state.round - 1), "rest-defender")

    # --- the die --------------------------------------------------------------------------------------

    def _node_roll(self, state: State) -> Node:
        if self.now(state).column < 0:
            go = Option("carry-out", "Carry out the attack: it is eliminated without loss to the defender", ("15.52",))
            return Decision("attacker", "hopeless", "The odds are worse than 1:4.", (go,), ("15.52",))
        added = ROUND["drm"] * (state.round - 1)
        more = f", +{added} for earlier rounds" if added else ""
        return Chance(f"Round {state.round}: the attacker rolls one die{more}.", FACES, ("15.51", "15.6", "15.75"))

    def _apply_roll(self, state: State, action: str) -> State:
        if action == "carry-out":
            return self._wipe_out(state._replace(fought=state.left), self.now(state), "")
        return self._resolve(state, rolled(self.now(state), int(action[3:]), state.round - 1, ROUND["drm"]))

    def _resolve(self, state: State, printed: str) -> State:
        """From the chart to the result that will be carried out, stopping where a side has a choice."""
        now = self.now(state)
        if printed == "Ex" and early_german(self.scenario, self.kinds, now):
            printed = "Ex-1"
            return self._settle(state._replace(result=printed, printed=printed, fought=state.left))
        state = state._replace(result=printed, printed=printed, fought=state.left)
        converted = self.converted(now, printed)
        if printed == "d":
            first = (
                "choose" if self.scenario.readings["conversion_order"] == "attacker" or converted == "d" else "convert"
            )
            return state._replace(phase=first)
        if converted != printed:
            if self.scenario.edition == "old":
                return state._replace(phase="convert")
            return self._settle(state._replace(result=converted))
        return self._settle(state)

    def converted(self, now: Round, result: str) -> str:
        """What 15.55 makes of a printed result in this round; the result itself when it stays."""
        if result not in ("Ex-2", "d", "D") or not self._convertible or not conversion_applies(self.scenario, now)[0]:
            return result
        return conversion(self.scenario.edition, lowest_ctl(self.scenario, self.kinds, now), result)

    def _node_choose(self, state: State) -> Decision:
        other = self._exchange(state)
        options = (
            Option("keep", "Keep d: " + words.preview(self, state, "d"), ("15.61",)),
            Option("exchange", f"Take {other}: " + words.preview(self, state, other), ("15.53",)),
        )
        return Decision("attacker", "choose", f"The result is d. Take {other} instead?", options, ("15.53",))

    def _exchange(self, state: State) -> str:
        return "Ex-1" if early_german(self.scenario, self.kinds, self.now(state)) else "Ex"

    def _apply_choose(self, state: State, action: str) -> State:
        if action == "exchange":
            other = self._exchange(state)
            return self._settle(state._replace(result=other, printed=other))
        if self.scenario.readings["conversion_order"] == "attacker" and self.converted(self.now(state), "d") != "d":
            return state._replace(phase="convert")
        return self._settle(state)

    def _node_convert(self, state: State) -> Decision:
        other = self.converted(self.now(state), state.result)
        options = (
            Option("keep", f"Leave it at {state.result}: " + words.preview(self, state, state.result), ("15.61",)),
            Option("convert", f"Make it {other}: " + words.preview(self, state, other), ("15.55",)),
        )
        return Decision(
            "defender", "convert", f"The result is {state.result}. Treat it as {other}?", options, ("15.55",)
        )

    def _apply_convert(self, state: State, action: str) -> State:
        if action == "convert":
            return self._settle(state._replace(result=self.converted(self.now(state), state.result)))
        if state.result == "d" and self.scenario.readings["conversion_order"] == "defender":
            return state._replace(phase="choose")
        return self._settle(state)

    # --- losses ---------------------------------------------------------------------------------------

    def _settle(self, state: State) -> State:
        """Carry out the result: eliminate what is lost as a whole and draw up the bill for the rest."""
        now, result = self.now(state), state.result
        if result == "D":
            return self._after(state._replace(left=self._strip(state.left, now, "defender")))
        if result == "d":
            return self._charge(state, defender_bill(self.strengths, now, "d"))
        if result in LEVELS or (result == "Ex" and now.attack >= now.defense):
            state = state._replace(left=self._strip(state.left, now, "defender"))
        if result == "Ex" and now.attack <= now.defense:
            return self._wipe_out(state, now, "exchange" if now.attack < now.defense else "")
        return self._charge(state, attacker_bill(self.strengths, now, result, state.printed))

    def _strip(self, left: Counts, now: Round, side: str) -> Counts:
        """Counters left when a side loses its entire force: ground, and air by the reading chosen.

        Those that sit the round out are no part of it (15.71), nor are ships, which are lost by choice (15.641).
        """
        arms = ("ground", "air") if self.scenario.readings["air_dies"] == "all" else ("ground",)
        return tuple(
            count - took_part if kind.side == side and kind.arm in arms else count
            for kind, count, took_part in zip(self.kinds, left, now.active, strict=True)
        )

    def _wipe_out(self, state: State, now: Round, then: str) -> State:
        """The attackers of the round are gone, and the destroyers' third of that (15.642); ``then`` what follows."""
        state = state._replace(left=self._strip(state.left, now, "attacker"), then=then)
        bill = share_bill(self.strengths, now)
        return self._charge(state, bill, then) if bill else self.paid_up(state)

    def _charge(self, state: State, bill: Bill, then: str = "") -> State:
        mark = (bill, state.left)
        payment = self._payments.get(mark)
        if payment is None:
            payment = self._payments[mark] = Payment(bill, self.kinds, state.left)
        state = state._replace(phase="pay", payment=payment, progress=payment.begin, then=then)
        if payment.everything:
            left = self._all_payable(payment)
            return self.paid_up(state._replace(left=left, aside=self._set_aside(state, left)))
        return self._forced(state, state.left, payment.begin)

    def _all_payable(self, payment: Payment) -> Counts:
        return tuple(0 if i in payment.order else count for i, count in enumerate(payment.stock))

    def _set_aside(self, state: State, left: Counts) -> Counts:
        """Counters out of the fight, with the air that leaves it now (15.71) when that is what is being settled."""
        if not state.then.startswith("rest"):
            return state.aside
        aside = state.aside or tuple(0 for _ in left)
        return tuple(out + was - now for out, was, now in zip(aside, state.left, left, strict=True))

    def _payment(self, state: State) -> Payment:
        assert state.payment is not None
        return state.payment

    def _forced(self, state: State, left: Counts, progress: Progress) -> State:
        """Take counters while the rules leave one way only."""
        payment = self._payment(state)
        while options := payment.options(progress, left):
            if not payment.compels(options, progress, left):
                break
            left, progress = minus(left, options[0]), payment.take(progress, options[0])
        _, number, _, aside, result, printed, fought, _, _, then, *_ = state
        if then:
            aside = self._set_aside(state, left)
        state = State("pay", number, left, aside, result, printed, fought, payment, progress, then)
        return state if options else self.paid_up(state)

    def _node_pay(self, state: State) -> Decision:
        payment = self._payment(state)
        values = payment.bill.values
        rests = state.then.startswith("rest")
        options = tuple([self._loss(i, values[i], rests) for i in payment.options(state.progress, state.left)])
        topic, prompt, rules = words.bill(payment.bill, state)
        return Decision(payment.bill.side, topic, prompt, options, rules)

    def _loss(self, i: int, pays: int, rests: bool) -> Option:
        found = self._losses.get((i, pays, rests))
        if found is None:
            kind = self.kinds[i]
            verb, rule = ("rest", "15.71") if rests else ("lose", "15.62")
            label = f"Leave out one {kind.name}" if rests else words.losing(kind, pays)
            alike = f"{verb}{kind.group}"
            found = Option(f"{verb}:{kind.unit.id}", label, (rule,), kind.unit.id, kind.unit.at, alike, pays=pays)
            self._losses[i, pays, rests] = found
        return found

    def owed(self, state: State) -> Owed | None:
        """What is paid here by counters that are named together."""
        payment = state.payment
        if state.phase != "pay" or payment is None or not payment.several():
            return None
        gone = zip(payment.bill.values, payment.stock, state.left, strict=True)
        return Owed(payment.bill.need, "factors", sum(value * (had - left) for value, had, left in gone))

    def reckon(self, state: State, picks: Sequence[str]) -> tuple[int, int, bool]:
        """What these pay, what has to be paid when they are gone (15.551), and whether that is a whole payment."""
        return self._payment(state).reckon(self._named(state, picks))

    def gone(self, state: State) -> dict[str, int]:
        """Counters and factors that are gone, by unit."""
        return {kind.unit.id: self.full[kind.index] - state.left[kind.index] for kind in self.kinds}

    def losable(self, state: State) -> list[Option]:
        """Every counter that can be part of the payment."""
        payment, gone = self._payment(state), self._named(state, ())
        some = [i for i in payment.order if not payment.refuse(gone, i)[0]]
        rests = state.then.startswith("rest")
        return [self._loss(i, payment.bill.values[i], rests) for i in some]

    def refuse(self, state: State, picks: Sequence[str]) -> tuple[str, tuple[str, ...]]:
        """Why these counters can be no part of one payment; empty when they can."""
        payment, before = self._payment(state), self._named(state, picks[:-1])
        return payment.refuse(before, self.index[picks[-1].partition(":")[2]])

    def _named(self, state: State, picks: Sequence[str]) -> Counts:
        """Counters that are named or gone already, by kind."""
        found = [had - left for had, left in zip(self._payment(state).stock, state.left, strict=True)]
        for pick in picks:
            found[self.index[pick.partition(":")[2]]] += 1
        return tuple(found)

    def _apply_pay(self, state: State, action: str) -> State:
        i = self.index[action.partition(":")[2]]
        return self._forced(state, minus(state.left, i), self._payment(state).take(state.progress, i))

    def paid_up(self, state: State) -> State:
        """Go on after a payment, or after what was left of it has been let off."""
        if state.then == "exchange":
            now = self.strengths.round(state.fought, state.round)
            return self._charge(state, defender_bill(self.strengths, now, "Ex"))
        if not state.then:
            return self._after(state)
        ahead = State("again", state.round, state.left, state.aside)
        return self._next_round(ahead, *BETWEEN[BETWEEN.index(state.then) + 1 :][:1])

    # --- after the losses -----------------------------------------------------------------------------

    def _after(self, state: State) -> State:
        number, left, aside = state.round, state.left, state.aside
        if not self.alive(left, "defender"):
            left, gone = self._without(left, self.advance.shock)
            ours = self.alive(left, "attacker")
            if not ours:
                ending = "held" if self._others(state) else "emptied"
                return State("over", number, left, aside, stranded=gone, ending=ending)
            spearhead = any(state.fought[i] for i in self.advance.fit(number)) if state.fought else False
            return self._stop_advancing(State("advance", number, left, aside, spearhead=spearhead, stranded=gone))
        if not self.alive(left, "attacker"):
            return State("over", number, left, aside, ending="destroyed")
        ahead = State("again", number, left, aside)
        return self._hold(ahead) if self.refusal_to_go_on(ahead)[0] else ahead

    def _without(self, left: Counts, kinds: Sequence[int]) -> tuple[Counts, Counts]:
        """What is left without some kinds, and what went; the latter is empty when nothing did."""
        rest = tuple(0 if i in kinds else count for i, count in enumerate(left))
        return rest, tuple(before - after for before, after in zip(left, rest, strict=True)) if rest != left else ()

    def refusal_to_go_on(self, state: State) -> tuple[str, tuple[str, ...]]:
        """Why another round may not be fought; an empty text when it may (15.71, 15.74, 15.82A)."""
        number = state.round + 1
        if not any(state.left[i] for i in self._lasting(number)):
            return f"no attacker's CTL allows round {number}", ("15.82A",)
        return barred(self.strengths, self.strengths.round(self._fighting_on(state), number), number)

    def _lasting(self, number: int) -> list[int]:
        """Attacking ground kinds whose CTL lets them fight that round."""
        if number > self._last_round:
            return []
        return [i for i in self.ground["attacker"] if self.kinds[i].fights(number)]

    def _fighting_on(self, state: State) -> Counts:
        """The counters that would fight another round (15.632, 15.71)."""
        return trimmed(self.kinds, state.left, state.round) if self.scenario.edition == "old" else state.left

    def _hold(self, state: State) -> State:
        """The attack ends with defenders in place; units dropped among them die, and shock armies (10.56, 12.16)."""
        held = {self.kinds[i].target for i in self.ground["defender"] if state.left[i]} | self._others(state)
        among = [i for i in self.advance.dropped if self.kinds[i].target in held]
        left, gone = self._without(state.left, among + self.advance.shock)
        ending = "held" if self.alive(left, "attacker") else "destroyed"
        return state._replace(phase="over", ending=ending, left=left, stranded=gone)

    def _node_again(self, state: State) -> Decision:
        cited = words.going_on(state.round + 1)
        ahead = self.strengths.round(self._fighting_on(state), state.round + 1)
        options = (
            Option("on", f"Fight round {state.round + 1} at {words.odds(ahead)}", (*cited, "15.74", "15.75")),
            Option("off", "Break off the attack", cited),
        )
        return Decision("attacker", "again", "Both sides have ground units left. Fight on?", options, cited)

    def _apply_again(self, state: State, action: str) -> State:
        return self._hold(state) if action == "off" else self._next_round(state, BETWEEN[0])

    def _next_round(self, state: State, step: str = "") -> State:
        """Deal with air over the old limit from a step of it on, then open the round; nobody joins in (15.73)."""
        steps = BETWEEN[BETWEEN.index(step) :] if step and self.scenario.edition == "old" else ()
        for each in steps:
            if bill := over_limit(self.kinds, state.left, state.round, each):
                return self._charge(state, bill, each)
        return state._replace(phase="roll", round=state.round + 1)

    # --- advance --------------------------------------------------------------------------------------

    def _node_advance(self, state: State) -> Decision:
        return self.advance.node(state)

    def _apply_advance(self, state: State, action: str) -> State:
        if action == "stay":
            return self._close(state)
        unit, _, place = action.partition(":")[2].partition("@")
        target = self.scenario.targets.index(place) if place else 0
        return self._stop_advancing(state._replace(moved=(*state.moved, (self.index[unit], target))))

    def _stop_advancing(self, state: State) -> State:
        return state if self.advance.open_places(state) else self._close(state)

    def _close(self, state: State) -> State:
        inside = bool(state.moved) or self.advance.holds(state.left)
        ending = "taken" if inside else "held" if self._others(state) else "emptied"
        return state._replace(phase="over", ending=ending)

    def _others(self, state: State) -> set[int]:
        """Numbers of the hexes in which defenders were left out of the defence: Pearl Harbor, or none (15.41)."""
        return {self.kinds[i].target for i in self.ground["defender"] if state.aside and state.aside[i]}

    def fallen(self, state: State) -> bool:
        """Whether defenders left out at Pearl Harbor die because Japan came in, over the beach or by air (12.19)."""
        return state.ending == "taken" and bool(self._others(state))

    # --- the end --------------------------------------------------------------------------------------

    def _node_over(self, state: State) -> Terminal:
        return Terminal(self._outcome(state), words.ENDING_RULES[state.ending])

    def _outcome(self, state: State) -> Outcome:
        left = state.left
        if state.aside:
            fallen = self.fallen(state)
            left = tuple(
                count if fallen and kind.side == "defender" and kind.arm == "ground" else count + others
                for kind, count, others in zip(self.kinds, left, state.aside, strict=True)
            )
        ours, theirs = self._merging.lost(left)
        through = state.ending == "taken" and not self.advance.breakthrough(state)[0]
        return Outcome(state.ending, (
            ("hex", int(state.ending == "taken")), ("attacker_lost", ours), ("defender_lost", theirs),
            ("rounds", state.round), ("breakthrough", int(through)),
        ))  # fmt: skip

    # --- house rules ----------------------------------------------------------------------------------

    def overrides(self, state: State) -> Sequence[Option]:
        """What players may agree on (see :mod:`.house`)."""
        return house.overrides(self, state)

    def settle(self, state: State, result: str) -> State:
        """Carry out a result named by agreement."""
        return self._settle(state._replace(result=result, printed=result, fought=state.left))

    def stop(self, state: State) -> State:
        """End the attack with the defenders in place."""
        return self._hold(state)

    # --- in words -------------------------------------------------------------------------------------

    def assess(self, state: State) -> Assessment | None:
        """Odds of the round at hand, also of an attack the rules forbid, as long as somebody fights.

        While its result is carried out they are those the round was fought at.
        """
        left = state.fought or state.left
        if not self.alive(left, "attacker") or not self.alive(left, "defender"):
            return None
        if state.phase == "again" or state.then in BETWEEN:
            return words.assessment(self, self._fighting_on(state), state.round + 1)
        return words.assessment(self, left, state.round, state.aside)

    def narrate(self, before: State, action: str, after: State) -> Sequence[Line]:
        """What happened in one step."""
        return words.narrate(self, before, action, after)

    def refusals(self, state: State) -> Sequence[Refusal]:
        """Counters that may not be tapped, and why."""
        return words.refusals(self, state)

    def closing(self, state: State) -> Sequence[Line]:
        """What follows from a finished attack."""
        return words.closing(self, state)

    def overlay(self, state: State) -> Mapping[str, Any]:
        """Counters lost, out of it or moved, for the board."""
        return words.overlay(self, state)

    def relevant(self) -> Mapping[str, Any]:
        """Circumstances and fields that could matter to this attack."""
        return relevance.relevant(self.scenario)
