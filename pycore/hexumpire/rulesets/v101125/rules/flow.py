"""How a battle goes on: from the dice over losses, retreat and disruption to a further fight, or to the end (11.B)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from hexumpire.rulesets.v101125.fight import OVERRUN
from hexumpire.rulesets.v101125.rules import (
    before,
    bouts,
    forts,
    immediate,
    losses,
    markers,
    planned,
    pools,
    results,
    riposte,
    routes,
    sea,
    tally,
)
from hexumpire.rulesets.v101125.rules.dues import ROLES, Engagement, Rolled
from hexumpire.rulesets.v101125.rules.losses import Bill
from hexumpire.rulesets.v101125.rules.odds import COLUMNS
from hexumpire.rulesets.v101125.rules.payers import Payers
from hexumpire.rulesets.v101125.rules.pools import Book
from hexumpire.rulesets.v101125.rules.red import Row
from hexumpire.rulesets.v101125.rules.results import ATTACKER, CASUALTIES, DEFENDER
from hexumpire.rulesets.v101125.setting import Setting
from hexumpire.rulesets.v101125.state import OTHER, OUT, Bout, Debt, Due, Held, Memo, State
from hexumpire.rulesets.v101125.tables import FIRM_COLUMN, FORTS, LOSSES, SIX

NOBODY: tuple[losses.Account, losses.Account] = ((), ())
CLASSES = tuple(dict.fromkeys((COLUMNS[0], FORTS["first_column"], FIRM_COLUMN)))
"""Columns from which on something else than the result hangs on the column: works come down, a retreat is firm."""


def class_of(column: str) -> int:
    """The last of those columns that a column reaches."""
    here = COLUMNS.index(column)
    return max(n for n, name in enumerate(CLASSES) if COLUMNS.index(name) <= here)


ENDED = ("over", "advance", "force", "reinforce", "strike")
"""Phases in which the last fight is over."""


class Flow:
    """The course of the battle of one scenario."""

    def __init__(self, setting: Setting, kind: str = "") -> None:
        self.setting = setting
        self.kind = kind
        self._engagements: dict[tuple[Bout, str, tuple[int, ...]], Engagement] = {}
        self.payers = Payers(setting, self.engagement)
        self._dues: dict[tuple[object, ...], Due] = {}
        self._settled: dict[tuple[object, ...], State] = {}

    # --- the fight at hand --------------------------------------------------------------------------------

    def engagement(self, state: State) -> Engagement:
        """The fight at hand as its dice found it."""
        mark = state.bout, state.before or state.left, state.marks
        found = self._engagements.get(mark)
        if found is None:
            found = self._engagements[mark] = Engagement(self.setting, bouts.fight(self.setting, *mark))
        return found

    def start(self) -> State:
        """Before anything is decided."""
        counters = self.setting.counters
        state = State("", "0" * len(counters), tuple(one.unit.at for one in counters),
                      tuple(piece.marker for piece in self.setting.pieces), bouts.opening(self.setting))  # fmt: skip
        return self.begin(state, state.bout._replace(kind=self.kind or state.bout.kind))

    def begin(self, state: State, bout: Bout) -> State:
        """A fight begins; where nobody can defend, it is decided without dice (11.H.2)."""
        payers = state.payers if bout.stage == state.bout.stage else ()
        return self.prepare(state._replace(bout=bout, dice=(), token="", payers=payers))

    def prepare(self, state: State) -> State:
        """What is said and done before the dice, one after another; nobody may be left to fight (11.D.7)."""
        due = before.due(self.setting, state)
        if due:
            return state._replace(phase=due)
        if not state.bout.attackers or before.emptied(state):
            return self.finish(state)
        return state._replace(phase="declare") if self.asks_when(state) else self.plan(state)

    def asks_when(self, state: State) -> bool:
        """Whether the attacker may hold the attack until the exploitation phase (11.B.12)."""
        return state.bout.kind == "regular" and state.bout.stage == "initial"

    def plan(self, state: State) -> State:
        """The attacker may buy planned steps (11.B.13)."""
        return state._replace(phase="plan") if self.steps(state) else self.roll(state)

    def steps(self, state: State) -> int:
        """How many steps the attacker may buy; none for an overrun."""
        if state.bout.kind == OVERRUN:
            return 0
        return planned.most(self.setting, bouts.fight(self.setting, state.bout, state.left, state.marks))

    def back(self, state: State) -> int:
        """How many of them the defender may buy back."""
        return planned.answers(self.setting, bouts.fight(self.setting, state.bout, state.left, state.marks))

    def roll(self, state: State) -> State:
        """The dice of the main table, unless nobody there has a defence strength."""
        if self.engagement(state).figures.odds is None:
            state = state._replace(memo=state.memo._replace(left=state.left, marks=state.marks, bout=state.bout))
            lost = "".join(OUT if i in state.bout.defenders else c for i, c in enumerate(state.left))
            return self.finish(state._replace(left=lost))
        return state._replace(phase="first")

    def hold(self, state: State) -> State:
        """The attack waits for the exploitation phase; the defender may answer it at once (11.B.12)."""
        return state._replace(phase="riposte") if riposte.asked(self.setting, state) else self.wait(state)

    def wait(self, state: State) -> State:
        """Nobody answers: it is the exploitation phase; support stays, reserves join (11.A.13, 11.B.12)."""
        return self.plan(state._replace(bout=bouts.later(self.setting, state, False), dice=()))

    def answered(self, state: State, numbers: tuple[int, ...]) -> State:
        """Some of those who are attacked answer; where the attackers stand in several hexes, one is named first."""
        grounds = riposte.grounds(self.setting, state.bout)
        state = state._replace(dice=numbers)
        return state._replace(phase="ground") if len(grounds) > 1 else self.riposte(state, grounds[0])

    def riposte(self, state: State, ground: str) -> State:
        """The hasty attack of those who answer; the attack itself is held meanwhile (11.B.12)."""
        bout = riposte.answer(self.setting, state, state.dice, ground)
        return self.begin(state._replace(held=Held(state.bout)), bout)

    def resume(self, state: State, held: Held) -> State:
        """The held attack goes on with those who are left, or lapses (11.B.12)."""
        why, _ = riposte.lapses(self.setting, state, held.bout)
        after = riposte.answered(self.setting, state, held)
        return self.over(after) if why else self.begin(after, riposte.resumed(self.setting, state, held.bout))

    def planned(self, state: State, steps: int) -> State:
        """Steps are bought; the defender may answer."""
        state = state._replace(bout=state.bout._replace(steps=steps))
        return state._replace(phase="buy_back") if self.back(state) else self.roll(state)

    def bought_back(self, state: State, steps: int) -> State:
        """Steps are bought back."""
        return self.roll(state._replace(bout=state.bout._replace(bought_back=steps)))

    # --- the main dice ------------------------------------------------------------------------------------

    def summed(self, state: State, total: int) -> State:
        """Both main dice have fallen; now the ten-sided one where it may move the column (11.B.14)."""
        state = state._replace(dice=(total,))
        odds = self.engagement(state).figures.odds
        if odds is not None and odds.faces and odds.next != odds.level:
            return state._replace(phase="tenth")
        return self.moved(state, 0)

    def moved(self, state: State, up: int) -> State:
        """The column is known; now the ten-sided die of the armour effects where it may add to them (11.J.0)."""
        state = state._replace(dice=(*state.dice, up))
        if self.engagement(state).figures.armour.step.faces:
            return state._replace(phase="armour")
        return self.read(state, 0)

    def reading(self, state: State, bump: int) -> tuple[str, str, int]:
        """The result, its column and the final modifier of the dice that have fallen."""
        total, up = state.dice
        found = self.engagement(state).figures.result(total, up, bump)
        return found.cell.result, found.place.name, found.dm

    def read(self, state: State, bump: int) -> State:
        """The result stands; now the dice of disruption."""
        token, column, modifier = self.reading(state, bump)
        return self.resulted(state, token, column, modifier)

    def resulted(self, state: State, token: str, column: str, modifier: int) -> State:
        """A result of a column."""
        return state._replace(phase="red", token=token, dice=(class_of(column), modifier))

    def shaken(self, state: State, die: int) -> State:
        """A die of disruption; after both the die of a large exchange, where there is one (11.L.1.i)."""
        state = state._replace(dice=(*state.dice, die))
        if state.phase == "red":
            return state._replace(phase="red_defender")
        if results.needs_die(results.parse(state.token)):
            return state._replace(phase="largest")
        return self.settle(state, 0)

    def whose(self, face: int) -> int:
        """The die of a large exchange: one face stands for all that mean the same side."""
        return 1 if face <= LOSSES["last_own_face"] else len(SIX)

    def rolled(self, state: State, face: int) -> Rolled:
        """What has fallen on the fight at hand."""
        column, modifier, one, other = state.dice
        return Rolled(state.token, CLASSES[column], modifier, (one, other), face)

    # --- what is due --------------------------------------------------------------------------------------

    def settle(self, state: State, face: int) -> State:
        """All dice have fallen: what they make due is carried out.

        What is due does not hang on markers, so that fights that differ in nothing else share it; and where no other
        fight can follow, nothing hangs on them any more.
        """
        found, rolled = self.engagement(state), self.rolled(state, face)
        rows = {role: found.row(role, rolled) for role in ROLES}
        one, other = rolled.dice
        rolled_so = rolled._replace(dice=((one > other) - (one < other), 0))
        mark = state.bout, state.left, state.at, state.spent, state.payers, rolled_so, *rows.values()
        mark = *mark, state.fought, state.fled
        due = self._dues.get(mark)
        if due is None:
            due = self._dues[mark] = self._due(state, rolled, rows)
        waits = state.memo.waits + int(bool(due.chain))
        memo = Memo(state.left, state.marks, state.bout, waits, books=state.memo.books)
        if not due.chain and state.held is None:
            settled = self._settled.get(mark)
            if settled is None:
                settled = self._settled[mark] = self._carry(state._replace(marks=self.blank, memo=Memo()), due)
            books = memo.books[0], memo.books[1]
            both = tuple(pools.added(one, other) for one, other in zip(books, settled.memo.books, strict=True))
            return settled._replace(
                memo=settled.memo._replace(
                    left=memo.left, marks=memo.marks, bout=memo.bout, waits=memo.waits, books=(both[0], both[1])
                )
            )
        return self._carry(state._replace(memo=memo), due)

    def _due(self, state: State, rolled: Rolled, rows: Mapping[str, Row]) -> Due:
        """What dice make due."""
        found = self.engagement(state._replace(marks=self.blank))
        given = found.markers(rolled)
        due = found.due(rolled, rows)
        return due._replace(marks=(given.attacker, given.defender), drops=forts.suffers(rolled.column))

    def _carry(self, state: State, due: Due) -> State:
        """Begin to carry out what is due."""
        stakes = self.engagement(state).stakes
        accounts = losses.fresh(stakes[ATTACKER]), losses.fresh(stakes[DEFENDER])
        return self.onward(state._replace(due=due, before=state.left, accounts=accounts, dice=(), token=""))

    @cached_property
    def blank(self) -> tuple[int, ...]:
        """No markers."""
        return (0,) * len(self.setting.counters)

    def onward(self, state: State) -> State:
        """Carry out what is due as far as nobody has to choose."""
        due = state.due
        if due.minimal:
            return state._replace(phase="convert")
        while state.due.debts:
            state = self._paying(state)
            if state.phase == "pay":
                return state
        return self._after_debts(state)

    def _after_debts(self, state: State) -> State:
        """From the losses of the main table to the retreat, to disruption, and to what comes then."""
        if state.due.leave == "forced":
            return self.finish(self.settled(state)._replace(due=Due()))
        state = self.payers.without_cadres(state)
        due = state.due
        if due.leave == "weaker":
            leave = "must" if self.payers.weaker(state) else ""
            state = state._replace(due=due._replace(leave=leave, price=due.price if leave else -1))
        if not state.due.leave or not self.payers.guards(state):
            return self.after_retreat(state)
        if state.due.price >= 0:
            return state._replace(phase="stand")
        return self.onto(state) if state.path else self.depart(state)

    # --- retreats -----------------------------------------------------------------------------------------

    def depart(self, state: State) -> State:
        """The defenders retreat; those who find no hex stay at twice the losses (11.Q.2.b)."""
        if state.due.leave == "stuck" or not bouts.leavers(state):
            return self.after_ground(state)
        if routes.ways(self.setting, state):
            return state._replace(phase="retreat")
        state = state._replace(due=state.due._replace(leave="stuck"), memo=state.memo._replace(stuck=True))
        return self._cost(state, routes.here(state), True)

    def enter(self, state: State, place: str) -> State:
        """They enter a hex, and pay for it at once (11.Q.2.c)."""
        return self._cost(state._replace(path=(*state.path, place)), place, False)

    def _cost(self, state: State, place: str, stuck: bool) -> State:
        """What zones of control and interdiction cost them is owed."""
        pieces = self.engagement(state).pieces[DEFENDER]
        faces = tuple(piece.shown for piece in pieces)
        by = routes.weights(tuple(piece.counter for piece in pieces), faces)
        leavers = bouts.leavers(state)
        if state.bout.grounds:
            by = tuple(pair if one.counter.index in leavers else (0, 1) for one, pair in zip(pieces, by, strict=True))
        at_start = state._replace(path=state.path[:-1])
        owed = tuple(routes.debts(self.setting, at_start, place, by, stuck))
        return self.onward(state._replace(due=state.due._replace(debts=owed, price=-1)))

    def onto(self, state: State) -> State:
        """They have come to a hex: on from there, or no further (11.Q.2.c)."""
        if not bouts.leavers(state):
            return self.after_ground(state._replace(path=()))
        if sea.lies_at(self.setting, state.path[-1]):
            room = sea.capacity(self.setting, state)
            return state._replace(phase="capture", dice=()) if room else self.embark(state, 0, ())
        if (
            not routes.held(self.setting, state, state.path[-1])
            and routes.watched(self.setting, state, state.path[-1])
            and routes.ways(self.setting, state)
        ):
            return state._replace(phase="retreat")
        return self.arrive(state)

    def assault(self, state: State, place: str) -> State:
        """They go into a hex of enemies, and attack them there once disruption is paid (11.Q.2.i)."""
        due = state.due._replace(assault=place, price=-1)
        return self.arrive(state._replace(path=(*state.path, place), due=due))

    def arrive(self, state: State) -> State:
        """They stay where they have come to."""
        return self.after_ground(routes.arrived(self.setting, state))

    def embark(self, state: State, room: int, aboard: tuple[int, ...]) -> State:
        """So many REs are carried over the sea, some units are aboard already; the others are lost (11.Q.2.j)."""
        if not sea.is_settled(self.setting, state, room, aboard):
            return state._replace(phase="aboard", dice=(room, *aboard))
        return self.sail(state, aboard if sea.is_full(self.setting, state, room) else bouts.leavers(state))

    def sail(self, state: State, aboard: tuple[int, ...]) -> State:
        """Some are carried over the sea, and all others lost."""
        gone = [i for i in bouts.leavers(state) if i not in aboard]
        return self.arrive(self.payers.sunk(state._replace(dice=()), gone))

    def after_ground(self, state: State) -> State:
        """They have left a hex, or stay in it; of several that are attacked the next one is left (11.R.3.d.2)."""
        due = state.due
        if due.ground == len(state.bout.grounds):
            return self.after_retreat(state)
        return self.depart(state._replace(due=due._replace(ground=due.ground + 1, leave="must")))

    def after_retreat(self, state: State) -> State:
        """Disruption comes after the retreat (11.B.18, 11.L.0, 11.M.2d); then the roll is done."""
        due = state.due._replace(leave="", price=-1, ground=0)
        if due.later:
            later = self.payers.barred(state, due.later) if state.due.leave == "stuck" else due.later
            return self.onward(state._replace(due=due._replace(debts=later, later=())))
        return self.close(state._replace(due=due))

    # --- payments -----------------------------------------------------------------------------------------

    def _paying(self, state: State) -> State:
        """Pay the first bill as far as there is one way only; the position in which somebody chooses, or the next."""
        debt = state.due.debts[0]
        payment = self.payers.payment(state, debt)
        progress = state.progress or payment.start()
        options = self.payers.options(state, debt, progress)
        asked = debt.bill.kind != CASUALTIES or (state.progress is None and self.payers.offers(state))
        while len(options) == 1 and not asked and not self.payers.may_give_back(state, progress):
            progress = payment.take(progress, options[0])
            options = self.payers.options(state, debt, progress)
        state = self.payers.booked(state, debt, progress)
        if options or self.payers.may_give_back(state, progress):
            return state._replace(phase="pay", progress=progress)
        accounts = list(state.accounts)
        accounts[ROLES.index(debt.role)] = progress.account
        due = state.due._replace(debts=state.due.debts[1:])
        return state._replace(phase="", progress=None, due=due, accounts=(accounts[0], accounts[1]))

    def replaced(self, state: State, offer: immediate.Offer) -> State:
        """Replacement points are paid at once."""
        (debt, *others), payer = state.due.debts, self.payers.payer_of(state)
        place = ROLES.index(debt.role)
        bill, account = immediate.paid(payer, debt.bill, state.accounts[place], offer)
        side = ROLES.index(state.bout.side if debt.role == ATTACKER else OTHER[state.bout.side])
        accounts, books, spent = list(state.accounts), list(state.memo.books), list(state.spent)
        accounts[place], spent[side] = account, spent[side] + offer.amount
        books[side] = pools.added(books[side], Book(casualties=offer.amount))
        paid = immediate.payers(payer, offer)
        due = state.due._replace(debts=(debt._replace(bill=bill), *others), payers=(*state.due.payers, *paid))
        return self.onward(
            state._replace(
                progress=None,
                due=due,
                accounts=(accounts[0], accounts[1]),
                spent=(spent[0], spent[1]),
                payers=tuple(sorted({*state.payers, *paid})),
                memo=state.memo._replace(books=(books[0], books[1])),
            )
        )

    def give_back(self, state: State) -> State:
        """It goes back."""
        assert state.progress is not None
        payment = self.payers.payment(state, state.due.debts[0])
        return self.onward(state._replace(progress=payment.give_back(state.progress)))

    def halve(self, state: State) -> State:
        """The rest of a disruption is taken as casualties, at half rate (11.M.2b), which counts as such (T10.def)."""
        assert state.progress is not None
        debt, *others = state.due.debts
        bill = losses.converted(self.payers.payment(state, debt), state.progress)
        accounts, marks, place = list(state.accounts), list(state.due.marks), ROLES.index(debt.role)
        accounts[place] = state.progress.account
        if bill.owed and not any(loss.killed for loss in state.progress.account):
            marks[place] += 1
        due = state.due._replace(debts=(debt._replace(bill=bill), *others), marks=(marks[0], marks[1]))
        return self.onward(state._replace(progress=None, due=due, accounts=(accounts[0], accounts[1])))

    def pay(self, state: State, index: int) -> State:
        """One more counter pays."""
        assert state.progress is not None
        payment = self.payers.payment(state, state.due.debts[0])
        return self.onward(state._replace(progress=payment.take(state.progress, index)))

    # --- when the roll is done ----------------------------------------------------------------------------

    def converted(self, state: State, minimal: bool) -> State:
        """A CA or DL stands, or is turned into ME: its exchange comes after disruption (11.F.3)."""
        due, memo = state.due._replace(minimal=False), state.memo
        if minimal:
            charges = self.engagement(state).minimal()
            if due.turned is not None:
                due = due._replace(later=due.turned[0], stays=due.turned[1], leave="", turned=None)
            due = due._replace(chain="", later=(*due.later, *charges))
            memo = memo._replace(waits=memo.waits - 1)
        return self.onward(state._replace(due=due, memo=memo))

    def stood(self, state: State, stays: bool) -> State:
        """The defender retreats, or takes an exchange in its place (11.L.1.g)."""
        due = state.due._replace(price=-1)
        if stays:
            exchange = Debt(DEFENDER, Bill(CASUALTIES, state.due.price))
            due = due._replace(leave="", debts=(exchange, *due.debts, *due.later), later=())
        return self.onward(state._replace(due=due))

    def spared(self, state: State) -> State:
        """The rest of a bill is dropped by agreement."""
        assert state.progress is not None
        debt = state.due.debts[0]
        accounts = list(state.accounts)
        accounts[ROLES.index(debt.role)] = state.progress.account
        due = state.due._replace(debts=state.due.debts[1:])
        return self.onward(state._replace(progress=None, due=due, accounts=(accounts[0], accounts[1])))

    def settled(self, state: State) -> State:
        """Nothing is left of the roll."""
        return state._replace(dice=(), token="", before="", accounts=NOBODY, progress=None, path=())

    def changed(self, state: State) -> dict[str, int]:
        """How often the counters of a unit have been reduced or are gone, by unit."""
        found: dict[str, int] = {}
        was = state.before or state.left
        for counter, letter in zip(self.setting.counters, state.left, strict=True):
            found[counter.unit.id] = found.get(counter.unit.id, 0) + int(letter != was[counter.index])
        return found

    def shown(self, state: State) -> Engagement:
        """The fight that players are shown: at the end the last one, as its dice found it."""
        numbers = (*state.bout.attackers, *state.bout.defenders)
        left = state.before or state.left
        if state.phase not in ENDED and all(left[i].isdigit() for i in numbers):
            return self.engagement(state)
        if state.memo.bout is None:
            return self.engagement(state._replace(bout=before.alive(state.bout, left)))
        return self.engagement(state._replace(before=state.memo.left, marks=state.memo.marks, bout=state.memo.bout))

    def close(self, state: State) -> State:
        """The roll is done: markers are placed, works come down, and a forced fight begins."""
        due = state.due
        if state.bout.kind == OVERRUN and not due.failed and self.stay_put(state):
            owed = self.engagement(state).not_vacated()
            memo = state.memo._replace(failed=True)
            return self.onward(state._replace(due=due._replace(failed=True, debts=owed), memo=memo))
        state = state._replace(marks=tuple(mark + (i in due.payers) for i, mark in enumerate(state.marks)))
        marks = bouts.marked(state, due.marks, self.setting.scenario.readings["marker_steps"])
        bout, held = state.bout, state.held
        if held is not None and due.chain:
            held = held._replace(waits=held.waits + 1)
        if due.drops:
            bout = bout._replace(works=self.engagement(state).works_after(FORTS["first_column"]))
        memo = state.memo._replace(books=self.payers.books(state))
        state = state._replace(
            marks=marks, bout=bout, held=held, before="", accounts=NOBODY, due=Due(chain=due.chain, stays=due.stays),
            memo=memo,
        )  # fmt: skip
        if due.assault and self.payers.guards(state):
            return self.begin(state._replace(due=Due()), bouts.assault(self.setting, state, due.assault))
        if self.setting.scenario.condition("forced_fights") == "apart":
            return self.apart(state)
        if due.chain == "CA" and self.payers.guards(state):
            targets = bouts.strikes(self.setting, state)
            if len(targets) == 1:
                return self.strike(state, targets[0])
            if targets:
                return state._replace(phase="strike")
        if due.chain == "DL":
            found = bouts.again(self.setting, state)
            if found is not None:
                return self.begin(state._replace(due=Due()), found)
        return self.finish(state)

    def stay_put(self, state: State) -> bool:
        """Whether defenders are still in the hex that was attacked."""
        return any(state.at[i] == state.bout.target for i in self.payers.guards(state))

    def apart(self, state: State) -> State:
        """A fight that a result forces is a battle of its own: this one ends."""
        both = self.payers.guards(state) and bouts.living(state.left, state.bout.attackers)
        if state.held is not None and state.due.chain == "DL":
            memo = state.memo._replace(again=True)
            return self.over(state._replace(bout=state.bout._replace(grounds=()), memo=memo))
        ending = {"CA": "counterattack", "DL": "deadlock"}.get(state.due.chain, "") if both else ""
        if not ending:
            return self.finish(state)
        return state._replace(phase="over", due=Due(), ending=ending, marks=self.blank, held=None)

    def strike(self, state: State, place: str) -> State:
        """A counterattack on a hex; whoever is part of it makes no other attack in this phase (11.L.1.d.vii)."""
        bout = bouts.counter(self.setting, state, place)
        fought = tuple(sorted({*state.fought, *bout.attackers, *bout.defenders}))
        return self.begin(state._replace(due=Due(), fought=fought), bout)

    def finish(self, state: State) -> State:
        """Nobody has to fight any more in this phase: those who won the hex may advance (11.Q.1a)."""
        if routes.advancing(self.setting, state):
            return state._replace(phase="advance")
        if routes.forcing(self.setting, state):
            return state._replace(phase="force")
        return self.gone_in(state)

    def force(self, state: State, i: int) -> State:
        """An attacker forces his way into a hex with defenders; it costs as a retreat (11.Q.1.b, 11.Q.1.b.2)."""
        state = state._replace(bout=before.alive(state.bout, state.left))
        found = self.engagement(state)
        pieces, target = found.pieces[ATTACKER], state.bout.target
        by = routes.weights(tuple(one.counter for one in pieces), tuple(one.shown for one in pieces))
        by = tuple(pair if one.counter.index == i else (0, 1) for one, pair in zip(pieces, by, strict=True))
        owed = losses.parts(routes.entering(self.setting, state, i))
        debts = (Debt(ATTACKER, Bill(CASUALTIES, owed, weights=by, again=True), True),) if owed else ()
        at = tuple(target if n == i else place for n, place in enumerate(state.at))
        accounts = losses.fresh(found.stakes[ATTACKER]), losses.fresh(found.stakes[DEFENDER])
        went = tuple(sorted({*state.went, i}))
        due = Due(debts=debts, leave="forced")
        return self.onward(state._replace(at=at, went=went, due=due, before=state.left, accounts=accounts))

    def advance(self, state: State, numbers: tuple[int, ...]) -> State:
        """Counters advance into the hex, which leaves its markers; once nobody else may, it goes on.

        So do those of a hasty attack (11.C.9) and those who counterattacked (11.L.1.d.vi).
        """
        at, marks = list(state.at), list(state.marks)
        for i in numbers:
            more = routes.price(self.setting, at[i], state.bout.target, i)
            marks[i] = markers.kept(marks[i] + more, self.setting.scenario.readings["marker_steps"])
            at[i] = state.bout.target
        went = tuple(sorted({*state.went, *numbers}))
        return self.finish(state._replace(at=tuple(at), marks=tuple(marks), went=went))

    def gone_in(self, state: State) -> State:
        """Those who went into a hex with defenders are attacked in the next phase of its owner (11.L.1.f.ii)."""
        if state.held is not None or not (state.went and self.deadlocked(state)):
            return self.over(state)
        if set(bouts.helpers(self.setting, state)) - set(self.payers.guards(state)):
            return state._replace(phase="reinforce")
        return self.answer(state, False)

    def deadlocked(self, state: State) -> bool:
        """Whether a deadlock of the exploitation phase lets the attacker into a hex with defenders (11.Q.1.b.1)."""
        return routes.deadlocked(state) and bool(self.payers.guards(state))

    def answer(self, state: State, joined: bool) -> State:
        """The owner of the hex attacks those in it, perhaps with everybody around (11.L.1.f.ii)."""
        attackers = bouts.helpers(self.setting, state) if joined else self.payers.guards(state)
        state = state._replace(at=bouts.moved_in(self.setting, state, attackers), due=Due(), went=())
        return self.begin(state, bouts.answer(self.setting, state, attackers))

    def over(self, state: State) -> State:
        """The end: of one of several hexes that were attacked, of the answer to a held attack, or of the battle."""
        bout = state.bout
        if bout.grounds:
            return self.finish(state._replace(bout=bout._replace(target=bout.grounds[0], grounds=bout.grounds[1:])))
        if state.held is not None:
            return self.resume(state, state.held)
        return state._replace(
            phase="over",
            marks=self.blank,
            due=Due(chain=state.due.chain, stays=state.due.stays),
            ending=tally.ending(self.setting, state),
        )
