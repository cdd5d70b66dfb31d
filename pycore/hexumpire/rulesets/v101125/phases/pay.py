"""Losses that a side owes: its owner says whose (11.M, 11.N)."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence

from hexumpire.kit.losses import Owed
from hexumpire.kit.places import mention
from hexumpire.model.battle import Decision, Line, Option, Refusal
from hexumpire.model.text import say
from hexumpire.model.trace import Rules
from hexumpire.rulesets.v101125.phases.attack_phase import AttackPhase
from hexumpire.rulesets.v101125.rules import course_told, entries, losses, paying, sides
from hexumpire.rulesets.v101125.rules.entries import UNSEEN
from hexumpire.rulesets.v101125.rules.immediate import HEX, Offer
from hexumpire.rulesets.v101125.rules.paying import Entry
from hexumpire.rulesets.v101125.rules.results import CASUALTIES, DISRUPTION
from hexumpire.rulesets.v101125.state import Debt, State
from hexumpire.rulesets.v101125.units import describe, is_ground

RULES = {CASUALTIES: ("11.M.0a", "11.M.0b"), DISRUPTION: ("11.M.2a", "11.M.0b")}


GONE = ("11.O.2", "11.M.6")
"""By what is asked of those who have paid."""


class Pay(AttackPhase):
    """A side gives up a counter, or turns it over."""

    key = "pay"

    def _debt(self, state: State) -> Debt:
        return state.due.debts[0]

    def _side(self, state: State) -> str:
        """The side of the scenario that pays."""
        return state.bout.side_of(self._debt(state).role)

    def _open(self, state: State) -> list[tuple[int, Entry, bool]]:
        """The ways in which it may go on; whether the rest is then taken as casualties (11.M.2b)."""
        assert state.progress is not None
        debt, payers = self._debt(state), self.flow.payers
        usual, partly = (ways(state, debt, state.progress) for ways in (payers.options, payers.partly))
        entries = payers.payment(state, debt).entries
        return [(index, entries[index], index in partly) for index in (*usual, *partly)]

    def _option(self, state: State, entry: Entry, halves: bool) -> Option:
        """Giving up one counter in one way; ``halves``: the rest is then taken as casualties."""
        i = self.flow.payers.payer(state, self._debt(state).role, entry.place)
        counter = self.setting.counters[i]
        id = f"{entry.way}:{counter.unit.id}:{state.before[i]}"
        rules: Rules = ("11.M.2a",)
        if entry.way != losses.AWAY:
            rules = ("11.N.0", "11.N.1") if len(counter.faces) > 1 else ("11.N.0",)
        if self._leaves_remnant(state, i, entry):
            rules = ("11.N.0", "11.N.2", "11.N.3")
        label = say(self._words(state, i, entry), unit=self._name(state, i))
        if halves:
            rules = (*rules, "11.M.2b")
            label = say("{what}, and the rest is taken as casualties {unseen}", what=label, unseen=UNSEEN)
        return Option(id, label, rules, counter.unit.id, counter.unit.at, aside=halves, pays=entry.worth)

    def _words(self, state: State, i: int, entry: Entry) -> str:
        """What becomes of it."""
        if entry.way == losses.AWAY:
            return "The {unit} goes to the turn track"
        if self._leaves_remnant(state, i, entry):
            return "The {unit} is reduced to its remnant"
        more = entry.way == losses.LOSE and int(state.before[i]) + 1 < len(self.setting.counters[i].faces)
        return "The {unit} is reduced" if more else "The {unit} is eliminated"

    def _leaves_remnant(self, state: State, i: int, entry: Entry) -> bool:
        """Whether both sides of a counter pay, and the remnant of its cadre is left (11.N.2)."""
        behind = self.setting.counters[i].faces[int(state.before[i]) :]
        return entry.way == losses.AGAIN and len(behind) > losses.TURNED[losses.TWICE]

    def node(self, state: State) -> Decision:
        """Whose strength goes, or what else is done about it."""
        debt = self._debt(state)
        ways = (self._option(state, entry, halves) for _, entry, halves in self._open(state))
        options = (*ways, *self._others(state, debt))
        left = len(state.due.debts) + len(state.due.later)
        topic, prompt = f"{self.key}-{debt.bill.kind}-{left}", self._prompt(state, debt)
        return Decision(self._side(state), topic, prompt, options, GONE if self._paid(state) else RULES[debt.bill.kind])

    def _others(self, state: State, debt: Debt) -> Iterator[Option]:
        """To take disruption as casualties; to keep or give back what required losses brought too much."""
        progress = state.progress
        assert progress is not None
        if debt.bill.kind == DISRUPTION:
            label = say("The rest as casualties: {points}", points=entries.points_text(self._halved(state, debt)))
            yield Option("halve", label, ("11.M.2b", "T6.f4"))
        for offer in sorted(self.flow.payers.offers(state), key=lambda one: one.fewer):
            yield self._offer(state, debt, offer)
        beyond = self._beyond(state)
        for id, (place, over) in beyond.items():
            points, rules = entries.points_text(over), ("11.O.2", "11.M.6")
            label = say("Others pay the rest; back to the pool: {points}", points=points)
            if len(beyond) > 1:
                name = self._name(state, self.flow.payers.payer(state, debt.role, place))
                label = say("Others pay for the {unit}; back to the pool: {points}", unit=name, points=points)
            yield Option(id, label, rules)
        if beyond and self._paid(state):
            yield Option("keep", "Nobody else pays", ("11.O.2",))

    def _name(self, state: State, i: int) -> str:
        """What a counter is called as the roll found it."""
        return describe(self.setting.counters[i], int(state.before[i]))

    def _beyond(self, state: State) -> dict[str, tuple[int, int]]:
        """What units have paid beyond required losses, by the ids of their options: the place of each, and its points.

        11.O.2.
        """
        assert state.progress is not None
        found = list(self.flow.payers.beyond(state, state.progress).items())
        if len(found) == 1:
            return {"back": found[0]}
        numbers = (self.flow.payers.payer(state, self._debt(state).role, place) for place, _ in found)
        return {f"back:{self.setting.counters[i].id}": one for i, one in zip(numbers, found, strict=True)}

    def _offer(self, state: State, debt: Debt, offer: Offer) -> Option:
        """To pay replacement points in place of casualties (11.M.8b)."""
        points, rules = entries.points_text(offer.amount), ("11.M.8a", "11.M.8b", "11.M.8c")
        if offer.place == HEX:
            who = offer.at
            label = say("Replacement points for the units of {hex}: {points}", hex=mention(offer.at), points=points)
        else:
            i = self.flow.payers.payer(state, debt.role, offer.place)
            who = self.setting.counters[i].id
            label = say("Replacement points for the {unit}: {points}", unit=self._name(state, i), points=points)
        if offer.fewer:
            label = say("{label} {unseen}", label=label, unseen=UNSEEN)
            return Option(f"rp:{who}:{offer.amount // losses.PARTS}", label, rules, aside=True)
        return Option(f"rp:{who}", label, rules)

    def _offers(self, state: State) -> dict[str, Offer]:
        """The offers of replacement points by the ids of their options."""
        return {self._offer(state, self._debt(state), offer).id: offer for offer in self.flow.payers.offers(state)}

    def _halved(self, state: State, debt: Debt) -> int:
        """What is left of a disruption, in parts of casualties."""
        assert state.progress is not None
        return paying.converted(self.flow.payers.payment(state, debt), state.progress).owed

    def _paid(self, state: State) -> bool:
        """Whether all is paid, or as much as may be lost, and what is beyond required losses may go back (11.O.2)."""
        payment = self.flow.payers.payment(state, self._debt(state))
        return state.progress is not None and payment.full(state.progress)

    def _prompt(self, state: State, debt: Debt) -> str:
        """What is asked."""
        assert state.progress is not None
        left = entries.points_text(debt.bill.owed - state.progress.paid)
        side = sides.NAMES[self._side(state)]
        if self._paid(state):
            return say("The {side} has paid. Do others pay in part?", side=side)
        if debt.retreat:
            return say("The retreat costs the {side} {points}. Who goes?", side=side, points=left)
        if debt.bill.kind == CASUALTIES:
            return say("The {side} loses {points}. Who goes?", side=side, points=left)
        return say("The {side} disrupts {points}. Whose?", side=side, points=left)

    def apply(self, state: State, action: str) -> State:
        """It is paid, and whatever then has one way only."""
        other = {"halve": self.flow.halve, "keep": self.flow.spared}.get(action)
        if other:
            return other(state)
        if action.partition(":")[0] == "back":
            return self.flow.give_back(state, self._beyond(state)[action][0])
        if action.startswith("rp:"):
            return self.flow.replaced(state, self._offers(state)[action])
        ways = ((index, self._option(state, entry, halves)) for index, entry, halves in self._open(state))
        index = next(index for index, option in ways if option.id == action)
        return self.flow.pay(state, index)

    def narrate(self, before: State, action: str, after: State) -> Sequence[Line]:
        """Who went, and what follows."""
        debt, course = self._debt(before), course_told.course(self.flow, before, after)
        if action == "halve":
            points = entries.points_text(self._halved(before, debt))
            text = "The {side} takes the rest of the disruption as casualties: {points}."
            said = say(text, side=sides.NAMES[self._side(before)], points=points)
            return [Line(said, ("11.M.2b", "T6.f4"), self._side(before)), *course]
        if action.startswith("rp:"):
            points = entries.points_text(self._offers(before)[action].amount)
            text = "The {side} pays replacement points: {points}. +1 MP for its units that do."
            said = say(text, side=sides.NAMES[self._side(before)], points=points)
            return [Line(said, ("11.M.8a", "11.M.8b", "11.M.8d"), self._side(before)), *course]
        if action.partition(":")[0] == "back":
            return [Line("What is beyond the required losses goes back to the pool.", ("11.O.2",)), *course]
        return course_told.course(self.flow, before, after)

    def refusals(self, state: State) -> Sequence[Refusal]:
        """The counters of which nothing may go now."""
        debt = self._debt(state)
        offered = {self._option(state, entry, halves).unit for _, entry, halves in self._open(state)}
        found = []
        for counter in sorted(self.setting.counters, key=lambda one: not state.left[one.index].isdigit()):
            if counter.unit.id in offered:  # of counters alike those that are still there come first
                continue
            reason, rules = self.flow.payers.why_spared(state, debt, counter.index)
            found.append(Refusal(counter.unit.id, "", reason, rules))
            offered.add(counter.unit.id)
        flown = (unit for unit in self.setting.scenario.units if not is_ground(unit))
        return [*found, *(Refusal(unit.id, "", "support is never lost", ("11.M.5",)) for unit in flown)]

    def owed(self, state: State) -> Owed | None:
        """The points that are named together."""
        debt = self._debt(state)
        assert state.progress is not None
        return Owed(debt.bill.owed, "quarters", state.progress.paid)

    def state_key(self, state: State) -> Hashable:
        """Whether losses or a retreat goes before does not matter, only what is due."""
        return state[:-1]
